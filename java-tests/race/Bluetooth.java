//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** The Bluetooth driver of Qadeer and Wu: a request may touch the device after it was stopped. */
public class Bluetooth {
    static boolean stoppingFlag, stopped;
    static int pendingIo = 1;
    static boolean stoppingEvent;

    static int enter() {
        if (stoppingFlag) {
            return -1;
        }
        synchronized (Bluetooth.class) {
            pendingIo++;
        }
        return 0;
    }

    static void leave() {
        synchronized (Bluetooth.class) {
            pendingIo--;
            if (pendingIo == 0) {
                stoppingEvent = true;
                Bluetooth.class.notifyAll();
            }
        }
    }

    static void request() {
        int status = enter();
        if (status == 0) {
            assert !stopped; //~ ASSERTION
            leave();
        }
    }

    static void stop() {
        stoppingFlag = true;
        leave();
        synchronized (Bluetooth.class) {
            while (!stoppingEvent) {
                try {
                    Bluetooth.class.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
        stopped = true;
    }

    public static void main(String[] args) {
        new Thread(Bluetooth::request).start();
        stop();
    }
}
