//@ verdict: deadlock
/** Shutdown hooks run together, so they can wait for each other. */
public class HooksDeadlock {
    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            synchronized (a) {
                synchronized (b) { }    //~ BLOCKED
            }
        }));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            synchronized (b) {
                synchronized (a) { }    //~ BLOCKED
            }
        }));
    }
}
