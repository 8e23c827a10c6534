//@ verdict: verified
//@ states: 173 on 17, 89 on 25

import java.util.Optional;

/** A thread that has the monitor to itself is never seen waiting for it. */
public class StateThroughLibraryFree {
    static final Object LOCK = new Object();
    static volatile boolean seen;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            synchronized (LOCK) {
                LOCK.notifyAll();
            }
            // At its end it might have to wait for the monitor of its own object, which `start` holds.
            while (!seen) {
                Thread.onSpinWait();
            }
        });
        other.start();
        Thread.State state = Optional.of(other).map(Thread::getState).get();
        assert state != Thread.State.BLOCKED;
        seen = true;
    }
}
