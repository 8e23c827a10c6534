//@ verdict: verified
//@ revisions: waits sleeps
//@[waits] args: waits
//@[sleeps] args: sleeps
//@[waits] states: 44
//@[sleeps] states: 36
/** While one thread waits in vain, another keeps a time that grows older and older: there is an end to that. */
public class OldReading {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread t = new Thread(() -> {
            try {
                while (!done) {
                    if (args[0].equals("sleeps")) {
                        Thread.sleep(10);
                    } else {
                        synchronized (lock) {
                            lock.wait(10);
                        }
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        long began = System.nanoTime();
        t.start();
        done = true;
        t.join();
        assert System.nanoTime() >= began;
    }
}
