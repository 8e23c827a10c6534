//@ verdict: assertion
//@ revisions: up down
//@[up] args: 3 7
//@[down] args: 7 3
/** Two dates of the program's own are two numbers, however near they are to the date at which the clock starts. */
public class DatesNearStart {
    static final long BASE = 1_704_067_200_000L;
    static volatile int other;

    public static void main(String[] args) {
        long first = BASE + Long.parseLong(args[0]);
        long second = BASE + Long.parseLong(args[1]);
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(4);
            } catch (InterruptedException e) {
                return;
            }
            other = 1;
        });
        t.start();
        long date = other == 0 ? first : second;
        other = 2;
        other = 3;
        assert date != BASE + 7; //~ ASSERTION
    }
}
