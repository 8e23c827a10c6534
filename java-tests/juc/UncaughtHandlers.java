//@ run
/** Uncaught-exception handlers: of the thread, the default one, and the default output on standard error. */
public class UncaughtHandlers {
    static void run(Thread t) throws InterruptedException {
        t.start();
        t.join();
    }

    static void fail(String s) {
        throw new IllegalStateException(s);
    }

    public static void main(String[] args) throws Exception {
        run(new Thread(() -> fail("plain"), "plain-thread"));
        Thread own = new Thread(() -> fail("own"), "own-thread");
        own.setUncaughtExceptionHandler((t, e) -> System.out.println("own: " + t.getName() + " " + e + " " + t.getState()));
        run(own);
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("default: " + t.getName() + " " + e));
        run(new Thread(() -> fail("x"), "default-thread"));
        own = new Thread(() -> fail("y"), "own-thread-2");
        own.setUncaughtExceptionHandler((t, e) -> {
            System.out.println("handler throws");
            throw new RuntimeException("ignored");
        });
        run(own);
        Thread.setDefaultUncaughtExceptionHandler(null);
        run(new Thread(() -> {
            throw new Error("error", new RuntimeException("cause"));
        }, "error-thread"));
        run(new Thread(() -> {
            throw new ThreadDeath();
        }, "death-thread") {
            @Override
            public UncaughtExceptionHandler getUncaughtExceptionHandler() {
                return (t, e) -> System.out.println(e.getClass().getName());
            }
        });
        System.out.println("main goes on");
    }
}
