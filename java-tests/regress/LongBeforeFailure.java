//@ verdict: assertion
// A thread computes for tens of millions of instructions without a visible action, and then fails. The counterexample is
// replayed whatever that takes.
public class LongBeforeFailure {
    static volatile int flag;

    public static void main(String[] args) {
        new Thread(() -> flag = 1).start();
        int seen = flag;
        int sum = seen;
        for (int i = 0; i < 8_000_000; i++) {
            sum += i ^ seen;
        }
        flag = sum;
        assert seen == 0; //~ ASSERTION
    }
}
