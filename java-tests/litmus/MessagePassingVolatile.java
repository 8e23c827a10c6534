//@ verdict: verified
//@ outcomes: 0,0 0,1 1,1
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 14
/** MP with volatile fields: seeing the flag means seeing the data. */
public class MessagePassingVolatile {
    static volatile int data, flag;
    static int r0, r1;

    public static void main(String[] args) throws Exception {
        Thread t0 = new Thread(() -> {
            data = 1;
            flag = 1;
        });
        Thread t1 = new Thread(() -> {
            r0 = flag;
            r1 = data;
        });
        t0.start();
        t1.start();
        t0.join();
        t1.join();
        Outcome.is(r0 + "," + r1, args);
    }
}
