//@ run
/** Lazy initialization idioms: holder class, double-checked volatile, computeIfAbsent, memoizing suppliers. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;

public class LazyHolders {
    static final AtomicInteger MADE = new AtomicInteger();

    static class Expensive {
        final int n = MADE.incrementAndGet();
    }

    static class Holder {
        static final Expensive E = new Expensive();
    }

    static volatile Expensive dcl;

    static Expensive dcl() {
        Expensive e = dcl;
        if (e == null) {
            synchronized (LazyHolders.class) {
                e = dcl;
                if (e == null) {
                    dcl = e = new Expensive();
                }
            }
        }
        return e;
    }

    static <T> Supplier<T> memo(Supplier<T> s) {
        AtomicReference<FutureTask<T>> ref = new AtomicReference<>();
        return () -> {
            FutureTask<T> f = new FutureTask<>(s::get);
            if (ref.compareAndSet(null, f)) {
                f.run();
            }
            try {
                return ref.get().get();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
    }

    enum Single {
        INSTANCE;

        int calls;

        synchronized int call() {
            return ++calls;
        }
    }

    public static void main(String[] args) throws Exception {
        Supplier<Expensive> memo = memo(Expensive::new);
        ConcurrentMap<String, Expensive> map = new ConcurrentHashMap<>();
        Set<Expensive> seen = ConcurrentHashMap.newKeySet();
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                seen.add(Holder.E);
                seen.add(dcl());
                seen.add(memo.get());
                seen.add(map.computeIfAbsent("k", k -> new Expensive()));
                Single.INSTANCE.call();
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(seen.size() + " " + MADE + " " + Single.INSTANCE.call());
    }
}
