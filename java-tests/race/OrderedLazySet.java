//@ verdict: verified
//@ flags: --races error
//@ states: 4
import java.util.concurrent.atomic.AtomicReference;

/** What was written before a lazy write is there for a volatile read that finds it. */
public class OrderedLazySet {
    static class Box {
        int value;

        Box(int value) {
            this.value = value;
        }
    }

    static final AtomicReference<Box> BOX = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> BOX.lazySet(new Box(7))).start();
        Box box = BOX.get();
        if (box != null) {
            assert box.value == 7;
        }
    }
}
