//@ verdict: assertion
//@ revisions: none transactions virtual bfs
//@[none] flags: --reduction none --canon full --time virtual
//@[virtual] flags: --time virtual
//@[bfs] flags: --time virtual --search bfs --all
/** Where time passes while a thread spins, it passes at every point of the loop. */
public class SpinSeenAsleep {
    static volatile boolean done;
    static volatile int phase;

    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            while (!done) {
                phase = 1;
                phase = 2;
                phase = 0;
            }
        }).start();
        Thread.sleep(10);
        int seen = phase;
        done = true;
        assert seen != 2; //~ ASSERTION
    }
}
