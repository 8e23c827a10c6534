//@ verdict: verified
//@ states: 5
// One step writes to two places of a long array, far from each other; going back undoes both.
public class LongArrayUndone {
    static final long[] NUMBERS = new long[400];

    static synchronized void count() {
        NUMBERS[0]++;
        NUMBERS[300]++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(LongArrayUndone::count);
        thread.start();
        count();
        thread.join();
        assert NUMBERS[0] == 2 && NUMBERS[300] == 2;
    }
}
