//@ verdict: livelock
//@ revisions: none transactions virtual
//@[none] flags: --reduction none --canon full --time virtual
//@[virtual] flags: --time virtual
/** The thread that spins waits for what the other does not do after its sleep. */
public class SpinsAfterSleep {
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            while (!done) { //~ LIVELOCK
                Thread.yield();
            }
        }).start();
        Thread.sleep(10);
    }
}
