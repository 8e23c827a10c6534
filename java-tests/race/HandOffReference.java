//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 4
/** Publication through an AtomicReference. */
import java.util.concurrent.atomic.AtomicReference;

public class HandOffReference {
    static class Box {
        int value;
    }

    static final AtomicReference<Box> BOX = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            Box box = new Box();
            box.value = 1;
            BOX.set(box);
        }).start();
        Box box = BOX.get();
        if (box != null) {
            assert box.value == 1;
            box.value = 2;
        }
    }
}
