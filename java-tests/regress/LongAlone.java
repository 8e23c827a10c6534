//@ verdict: assertion
/** A thread that is alone and works for long before it fails. */
public class LongAlone {
    static final int[] SUMS = new int[8];

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> SUMS[0] = 1);
        other.start();
        other.join();
        for (int i = 0; i < 100_000; i++) {
            SUMS[i & 7] += i;
        }
        assert SUMS[0] == 0; //~ ASSERTION
    }
}
