//@ verdict: livelock
//@ revisions: none local transactions cycle
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
//@[cycle] flags: --reduction cycle
/** Spinning on a flag that nobody sets. */
public class SpinForever {
    static volatile boolean flag;

    public static void main(String[] args) {
        new Thread(() -> { }).start();
        while (!flag) { //~ LIVELOCK
            Thread.onSpinWait();
        }
    }
}
