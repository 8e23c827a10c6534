//@ verdict: deadlock
/** Somebody looks at the threads: waiting to enter a monitor is a step then, and a deadlock is one all the same. */
public class ObservedDeadlock {
    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        Thread first = new Thread(() -> {
            synchronized (a) {
                synchronized (b) { }    //~ BLOCKED
            }
        });
        Thread second = new Thread(() -> {
            synchronized (b) {
                synchronized (a) { }    //~ BLOCKED
            }
        });
        first.start();
        second.start();
        first.getState();
    }
}
