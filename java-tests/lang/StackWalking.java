//@ run
/** StackWalker and Throwable agree on frames; reflection frames hidden; caller class. */
import java.util.*;
import java.util.stream.*;

public class StackWalking {
    static List<String> walk() {
        return StackWalker.getInstance().walk(s -> s.map(f -> f.getMethodName() + ":" + f.getLineNumber()).collect(Collectors.toList()));
    }

    static List<String> viaLambda() {
        java.util.function.Supplier<List<String>> s = () -> walk();
        return s.get();
    }

    static Class<?> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
    }

    static class Other {
        static Class<?> ask() {
            return caller();
        }

        Object o = new Object() {
            @Override
            public String toString() {
                return walk().toString();
            }
        };
    }

    static int depth(int n) {
        return n == 0 ? (int) (long) StackWalker.getInstance().walk(Stream::count) : depth(n - 1);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(walk());
        System.out.println(viaLambda());
        System.out.println(caller().getName() + " " + Other.ask().getName());
        System.out.println(new Other().o);
        System.out.println(depth(0) + " " + depth(10));
        System.out.println(StackWalking.class.getDeclaredMethod("walk").invoke(null));
        List<String> viaStream = Stream.of(1).map(x -> new Throwable().getStackTrace()[0].getMethodName()).collect(Collectors.toList());
        System.out.println(viaStream);
        System.out.println(StackWalker.getInstance().walk(s -> s.findFirst().get()).toString());
        StackTraceElement[] t = Thread.currentThread().getStackTrace();
        System.out.println(t[t.length - 1]);
    }
}
