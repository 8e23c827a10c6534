//@ verdict: livelock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Two threads that keep making way for each other, with no way out even for a fair scheduler. */
public class PoliteLivelock {
    static volatile boolean stop;

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                while (!stop) { //~ LIVELOCK
                    Thread.yield();
                }
            }).start();
        }
    }
}
