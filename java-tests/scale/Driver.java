//@ verdict: verified
//@ args: 2
//@ states: 67
/** The Bluetooth driver of Qadeer and Wu (PLDI 2004), repaired: work is counted before the flag is read. args: dispatchers */
import braid.Braid;

public class Driver {
    static final Object LOCK = new Object();
    static int pending = 1;
    static boolean stopping, stopped;
    static boolean event;

    static boolean begin() {
        synchronized (LOCK) {
            if (stopping) {
                return false;
            }
            pending++;
            return true;
        }
    }

    static void end() {
        synchronized (LOCK) {
            if (--pending == 0) {
                event = true;
                LOCK.notifyAll();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int dispatchers = Integer.parseInt(args[0]);
        Thread[] threads = new Thread[dispatchers];
        for (int i = 0; i < dispatchers; i++) {
            threads[i] = new Thread(() -> {
                while (Braid.choose(2) == 0) { }
                if (begin()) {
                    while (Braid.choose(2) == 0) { }
                    synchronized (LOCK) {
                        assert !stopped;
                    }
                    end();
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        synchronized (LOCK) {
            stopping = true;
        }
        end();
        synchronized (LOCK) {
            while (!event) {
                LOCK.wait();
            }
            stopped = true;
        }
    }
}
