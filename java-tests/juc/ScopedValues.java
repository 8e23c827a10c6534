//@ run
//@ jdk: 25
/** Scoped values: binding, nesting, results, absence in other threads. */
import java.util.NoSuchElementException;

public class ScopedValues {
    static final ScopedValue<String> USER = ScopedValue.newInstance();
    static final ScopedValue<Integer> DEPTH = ScopedValue.newInstance();

    static int down(int n) {
        return n == 0 ? DEPTH.get() : ScopedValue.where(DEPTH, DEPTH.get() + 1).call(() -> down(n - 1));
    }

    public static void main(String[] args) throws Exception {
        System.out.println(USER.isBound() + " " + USER.orElse("nobody"));
        ScopedValue.where(USER, "ann").where(DEPTH, 1).run(() -> {
            System.out.println(USER.get() + " " + DEPTH.get());
            ScopedValue.where(USER, "bob").run(() -> System.out.println(USER.get() + " " + DEPTH.get()));
            System.out.println(USER.get() + " " + down(5));
        });
        System.out.println(USER.isBound());
        try {
            USER.get();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        String r = ScopedValue.where(USER, "cid").call(() -> {
            Thread t = Thread.ofPlatform().start(() -> System.out.println("other thread bound: " + USER.isBound()));
            t.join();
            return USER.get().toUpperCase();
        });
        System.out.println(r);
        try {
            ScopedValue.where(USER, "dee").run(() -> {
                throw new IllegalStateException(USER.get());
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + USER.isBound());
        }
    }
}
