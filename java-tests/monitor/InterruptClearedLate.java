//@ verdict: assertion
//@ revisions: wait join
//@[wait] args: wait
//@[join] args: join
/** A thread that finds itself interrupted when it begins to wait clears that just then: others may still see it before. */
public class InterruptClearedLate {
    static volatile boolean go, seen;

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread thread = new Thread(() -> {
            if (!go) {
                return;
            }
            Object own = new Object();
            try {
                if (args[0].equals("join")) {
                    main.join();
                }
                synchronized (own) {
                    own.wait();
                }
            } catch (InterruptedException e) {
                seen = true;
            }
        });
        thread.start();
        thread.interrupt();
        go = true;
        go = false;
        boolean set = thread.isInterrupted();
        thread.join();
        assert !(seen && set); //~ ASSERTION
    }
}
