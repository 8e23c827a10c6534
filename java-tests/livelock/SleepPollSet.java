//@ verdict: verified
//@ revisions: none transactions virtual
//@[none] flags: --reduction none --canon full
//@[virtual] flags: --time virtual
//@[none] states: 9
//@[transactions] states: 9
//@[virtual] states: 8
/** A polling loop whose flag is set some time. */
public class SleepPollSet {
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        new Thread(() -> done = true).start();
        while (!done) {
            Thread.sleep(10);
        }
    }
}
