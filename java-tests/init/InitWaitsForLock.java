//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** An initializer takes a lock that another thread holds while it waits for the class. */
public class InitWaitsForLock {
    static final Object M = new Object();

    static class C {
        static {
            synchronized (M) { //~ BLOCKED
            }
        }

        static void touch() { }
    }

    public static void main(String[] args) {
        new Thread(() -> C.touch()).start();
        synchronized (M) {
            C.touch(); //~ BLOCKED
        }
    }
}
