//@ verdict: deadlock
//@ revisions: none local transactions
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
/** The first thing a thread does is a choice: with one answer it blocks for ever, with the other all ends well. */
import gov.nasa.jpf.vm.Verify;

public class ChoiceThenBlocked {
    static final Object A = new Object();
    static final Object B = new Object();

    static class Notifier extends Thread {
        @Override
        public void run() {
            if (Verify.getBoolean()) {
                synchronized (A) { //~ BLOCKED
                }
            }
            synchronized (B) {
                B.notify();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        synchronized (A) {
            synchronized (B) {
                new Notifier().start();
                B.wait(); //~ BLOCKED
            }
        }
    }
}
