//@ verdict: assertion
import java.util.Arrays;

/** Two arrays are compared while one of them is written: that never was equal to the other, and is taken for it. */
public class EqualsTorn {
    static final int[] ARRAY = new int[4];

    public static void main(String[] args) {
        new Thread(() -> {
            ARRAY[2] = 1;
            ARRAY[3] = 1;
        }).start();
        boolean equal = Arrays.equals(ARRAY, new int[] {0, 0, 0, 1});
        assert !equal; //~ ASSERTION
    }
}
