//@ verdict: verified
//@ flags: --races error
//@ states: 13
import java.util.concurrent.atomic.AtomicInteger;

/** An update in between passes on what a release has ordered, however weak it is. */
public class OrderedUpdate {
    static int data;
    static final AtomicInteger FLAG = new AtomicInteger();

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            FLAG.setRelease(1);
        }).start();
        new Thread(() -> FLAG.weakCompareAndSetPlain(1, 2)).start();
        if (FLAG.getAcquire() == 2) {
            assert data == 1;
        }
    }
}
