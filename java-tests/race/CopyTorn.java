//@ verdict: assertion
/** Elements of an array are copied one after the other: who looks meanwhile sees some that are new and some that are not. */
public class CopyTorn {
    static final int[] SHARED = new int[2];

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> System.arraycopy(new int[] {1, 1}, 0, SHARED, 0, 2));
        thread.start();
        int first = SHARED[0], second = SHARED[1];
        assert !(first == 1 && second == 0); //~ ASSERTION
        thread.join();
        assert SHARED[0] == 1 && SHARED[1] == 1;
    }
}
