//@ verdict: verified
//@ flags: --races error
//@ states: 4
import java.util.concurrent.atomic.AtomicReference;

/** What is reached through a final field is as it was at the end of the constructor (JLS 17.5). */
public class OrderedFinalArray {
    static class Box {
        final int[] values;

        Box(int value) {
            values = new int[] {value};
        }
    }

    static final AtomicReference<Box> BOX = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> BOX.setOpaque(new Box(7))).start();
        Box box = BOX.getOpaque();
        if (box != null) {
            assert box.values[0] == 7;
        }
    }
}
