//@ verdict: livelock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** What a thread does after an atomic block does not get the block's budget: it spins on what nobody writes. */
import braid.Braid;

public class SpinAfterAtomic {
    static volatile int atomic;
    static volatile int never;
    static volatile int other;

    static void spin() {
        Braid.atomic(() -> atomic = 1);
        while (never == 0) { //~ LIVELOCK
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) {
        new Thread(SpinAfterAtomic::spin).start();
        new Thread(() -> {
            for (int i = 0; i < 40; i++) {
                other = i;
            }
        }).start();
        spin();
    }
}
