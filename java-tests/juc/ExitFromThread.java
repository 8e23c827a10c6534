//@ run
//@ exit: 7
/** System.exit from a worker ends the program although main waits for ever; shutdown hooks run. */
public class ExitFromThread {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook ran")));
        Thread removed = new Thread(() -> System.out.println("never"));
        Runtime.getRuntime().addShutdownHook(removed);
        System.out.println(Runtime.getRuntime().removeShutdownHook(removed) + " " + Runtime.getRuntime().removeShutdownHook(removed));
        new Thread(() -> {
            System.out.println("exiting");
            System.exit(7);
        }).start();
        synchronized (args) {
            while (true) {
                args.wait();
            }
        }
    }
}
