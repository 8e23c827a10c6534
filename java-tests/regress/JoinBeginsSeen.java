//@ verdict: assertion
//@ flags: --time free
/**
 * That a thread begins to wait in `join` shows to who asks for its state: so it is an action of its own, also where nothing before it
 * in the thread shows. The main thread has seen the other one wait, and is seen to run although it has given back the lock.
 */
public class JoinBeginsSeen {
    static final Object lock = new Object();
    static final Thread main = Thread.currentThread();
    static volatile boolean never;
    static Thread.State seen;

    public static void main(String[] args) throws Exception {
        Thread.State[] found = new Thread.State[1];
        Thread other = new Thread(() -> {
            try {
                synchronized (lock) {
                    if (!never) {
                        lock.wait(1);
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            synchronized (lock) {
                found[0] = main.getState();
            }
        });
        other.start();
        Thread.State waits;
        synchronized (lock) {
            waits = other.getState();
        }
        seen = waits;
        other.join();
        assert waits != Thread.State.TIMED_WAITING || found[0] != Thread.State.RUNNABLE; //~ ASSERTION
    }
}
