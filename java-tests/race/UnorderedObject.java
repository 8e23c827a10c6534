//@ verdict: race
//@ flags: --races error
import java.util.concurrent.atomic.AtomicReference;

/** An object that was published without order: what its constructor wrote may be missing. */
public class UnorderedObject {
    static class Box {
        int value;

        Box(int value) {
            this.value = value;
        }
    }

    static final AtomicReference<Box> BOX = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> BOX.setOpaque(new Box(7))).start(); //~ RACE
        Box box = BOX.getOpaque();
        if (box != null) {
            assert box.value == 7; //~ RACE
        }
    }
}
