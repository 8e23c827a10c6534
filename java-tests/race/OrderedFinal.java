//@ verdict: verified
//@ flags: --races error
//@ states: 4
import java.util.concurrent.atomic.AtomicReference;

/** Final fields need no order (JLS 17.5). */
public class OrderedFinal {
    static class Box {
        final int value;

        Box(int value) {
            this.value = value;
        }
    }

    static final AtomicReference<Box> BOX = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> BOX.setOpaque(new Box(7))).start();
        Box box = BOX.getOpaque();
        if (box != null) {
            assert box.value == 7;
        }
    }
}
