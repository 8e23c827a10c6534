//@ verdict: assertion
//@ revisions: none transactions sleep
//@[none] flags: --reduction none --canon full
//@[sleep] args: sleep
/** A thread is interrupted before there are others, who see that it finds that out. */
public class InterruptedFromTheStart {
    static final Object LOCK = new Object();
    static volatile boolean ahead;

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        main.interrupt();
        new Thread(() -> {
            boolean first = !ahead;
            assert !first || main.isInterrupted(); //~ ASSERTION
        }).start();
        ahead = true;
        try {
            if (args.length > 0) {
                Thread.sleep(1);
            }
            synchronized (LOCK) {
                LOCK.wait();
            }
        } catch (InterruptedException e) {
            return;
        }
    }
}
