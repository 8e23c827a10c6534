//@ verdict: assertion

import java.util.Optional;

/** That a thread waits to enter a monitor shows to whoever asks for its state, be it through the library. */
public class StateThroughLibrary {
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            synchronized (LOCK) {
                LOCK.notifyAll();
            }
        });
        synchronized (LOCK) {
            other.start();
            Thread.State state = Optional.of(other).map(Thread::getState).get();
            assert state != Thread.State.BLOCKED; //~ ASSERTION
        }
    }
}
