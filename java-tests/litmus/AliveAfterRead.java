//@ verdict: verified
//@ outcomes: 0true 0false 1true 1false
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 14
/** Whether a thread is alive is read at a moment of its own: between two reads anything can happen. */
public class AliveAfterRead {
    static volatile int x;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            x = 1;
        });
        t.start();
        int read = x;
        boolean alive = t.isAlive();
        t.join();
        Outcome.is("" + read + alive, args);
    }
}
