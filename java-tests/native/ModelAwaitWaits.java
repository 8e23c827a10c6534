//@ verdict: inconclusive java.lang.Object.wait
/** An action must not wait itself. */
import braid.Action;
import braid.Braid;

public class ModelAwaitWaits {
    public static void main(String[] args) {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                lock.notify();
            }
        }).start();
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                synchronized (lock) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        return true;
                    }
                }
                return true;
            }
        });
    }
}
