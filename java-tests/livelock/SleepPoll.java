//@ verdict: livelock
//@ revisions: none transactions virtual
//@[none] flags: --reduction none --canon full
//@[virtual] flags: --time virtual
/** Sleeping between two looks does not help when nobody will ever set the flag. */
public class SleepPoll {
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        new Thread(() -> { }).start();
        while (!done) { //~ LIVELOCK
            Thread.sleep(10); //~ LIVELOCK
        }
    }
}
