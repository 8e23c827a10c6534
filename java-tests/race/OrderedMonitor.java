//@ verdict: verified
//@ flags: --races error
//@ states: 259 on 17, 143 on 25
/** A monitor orders, whatever else the threads look at. */
public class OrderedMonitor {
    static final Object LOCK = new Object();
    static int data;
    static boolean ready;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            data = 1;
            synchronized (LOCK) {
                ready = true;
            }
        });
        other.start();
        other.getState();
        synchronized (LOCK) {
            if (!ready) {
                return;
            }
        }
        assert data == 1;
    }
}
