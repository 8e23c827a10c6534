//@ verdict: verified
//@ revisions: none transactions virtual daemon
//@[none] flags: --reduction none --canon full --time virtual
//@[virtual] flags: --time virtual
//@[daemon] flags: --time virtual
//@[daemon] args: daemon
//@[none] states: 15
//@[transactions] states: 19
//@[virtual] states: 15
//@[daemon] states: 15
/** Giving way until another thread has slept: spinning does not keep virtual time from passing. */
public class SpinsWhileAsleep {
    static volatile boolean done;
    static volatile int looks;

    public static void main(String[] args) throws Exception {
        boolean daemon = args.length > 0;
        Thread spins = new Thread(() -> {
            while (!done) {
                looks = 1 - looks;
                Thread.yield();
            }
        });
        spins.setDaemon(daemon);
        spins.start();
        Thread.sleep(10);
        Thread.sleep(10);
        done = !daemon;
    }
}
