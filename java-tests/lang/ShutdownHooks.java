//@ run
//@ exit: 3
/** Hooks run on exit with the code given; exit inside finally; uncaught in a hook goes to standard error. */
public class ShutdownHooks {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("hook");
            throw new IllegalStateException("in hook");
        }, "hook-thread"));
        try {
            throw new RuntimeException("lost");
        } finally {
            System.out.println("leaving");
            Runtime.getRuntime().exit(3);
        }
    }
}
