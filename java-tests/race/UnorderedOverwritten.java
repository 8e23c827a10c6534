//@ verdict: race
//@ flags: --races error
import java.util.concurrent.atomic.AtomicInteger;

/** A release orders only for those who read its value, not one that another thread wrote over it. */
public class UnorderedOverwritten {
    static int data;
    static final AtomicInteger FLAG = new AtomicInteger();

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1; //~ RACE
            FLAG.setRelease(1);
        }).start();
        new Thread(() -> {
            if (FLAG.getPlain() == 1) {
                FLAG.setRelease(2);
            }
        }).start();
        if (FLAG.getAcquire() == 2) {
            assert data == 1; //~ RACE
        }
    }
}
