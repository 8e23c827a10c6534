//@ verdict: verified
//@ revisions: none transactions virtual
//@[none] flags: --reduction none --canon full
//@[virtual] flags: --time virtual
//@[none] states: 24 on 17, 20 on 25
//@[transactions] states: 24 on 17, 20 on 25
//@[virtual] states: 20 on 17, 17 on 25
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
