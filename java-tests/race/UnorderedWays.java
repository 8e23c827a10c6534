//@ verdict: race
//@ flags: --races error
import java.util.concurrent.atomic.AtomicInteger;

/** Two ways lead to the same state, and only one of them orders: the thread took the lock before it wrote, or afterwards. */
public class UnorderedWays {
    static final Object LOCK = new Object();
    static final AtomicInteger FLAG = new AtomicInteger();
    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1; //~ RACE
            if (FLAG.getOpaque() == 0) {
                synchronized (LOCK) {
                    FLAG.setOpaque(1);
                }
            } else {
                FLAG.setOpaque(1);
            }
        }).start();
        new Thread(() -> {
            if (FLAG.getOpaque() == 0) {
                FLAG.compareAndExchangeAcquire(0, 2);
            }
        }).start();
        synchronized (LOCK) {
            if (FLAG.getOpaque() != 1) {
                return;
            }
        }
        assert data == 1; //~ RACE
    }
}
