//@ verdict: assertion
//@ flags: --races warn
import java.util.ArrayList;
import java.util.List;

/** A copy that a list makes of its array while another thread writes to the list: it may have the first value before, and the second after. */
public class CopyInsideTorn {
    static final List<Integer> LIST = new ArrayList<>(List.of(0, 0));

    public static void main(String[] args) {
        new Thread(() -> {
            LIST.set(0, 1);
            LIST.set(1, 1);
        }).start();
        Object[] copy = LIST.toArray();
        assert copy[0].equals(1) || copy[1].equals(0); //~ ASSERTION
    }
}
