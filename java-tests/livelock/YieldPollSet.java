//@ verdict: verified
//@ revisions: none transactions virtual
//@[none] flags: --reduction none --canon full
//@[virtual] flags: --time virtual
//@ states: 3
/** Giving way until another thread has set the flag. */
public class YieldPollSet {
    static volatile boolean done;

    public static void main(String[] args) {
        new Thread(() -> done = true).start();
        while (!done) {
            Thread.yield();
        }
    }
}
