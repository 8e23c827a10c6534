//@ verdict: uncaught java.lang.IllegalStateException
//@ revisions: none transactions virtual
//@[none] flags: --reduction none --canon full
//@[virtual] flags: --time virtual
/** What comes after a wait for something that nobody else knows. */
public class OwnTimedWaitFails {
    static class Waits extends Thread {
        @Override
        public void run() {
            Object own = new Object();
            synchronized (own) {
                try {
                    own.wait(10);
                } catch (InterruptedException e) {
                    return;
                }
            }
            throw new IllegalStateException(); //~ UNCAUGHT
        }
    }

    public static void main(String[] args) throws Exception {
        new Waits().start();
        new Waits().start();
    }
}
