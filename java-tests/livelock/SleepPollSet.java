//@ verdict: verified
//@ revisions: none transactions virtual
//@[none] flags: --reduction none --canon full
//@[virtual] flags: --time virtual
//@[none] states: 9 on 17, 13 on 25
//@[transactions] states: 9 on 17, 13 on 25
//@[virtual] states: 8 on 17, 11 on 25
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
