//@ run
/** Interrupting running, sleeping, waiting and joining threads. */
public class Interrupts {
    public static void main(String[] args) throws Exception {
        Thread.currentThread().interrupt();
        System.out.println(Thread.currentThread().isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
                System.out.println("slept");
            } catch (InterruptedException e) {
                System.out.println("sleeper: " + e.getMessage() + " " + Thread.currentThread().isInterrupted());
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        Object lock = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                    System.out.println("woken");
                } catch (InterruptedException e) {
                    System.out.println("waiter: " + e.getMessage() + " " + Thread.holdsLock(lock));
                }
            }
        });
        waiter.start();
        waiter.interrupt();
        waiter.join();
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            System.out.println("main: " + e.getMessage());
        }
        Thread spinner = new Thread(() -> {
            long n = 0;
            while (!Thread.currentThread().isInterrupted()) {
                n++;
                Thread.onSpinWait();
            }
            System.out.println("spinner saw it " + Thread.currentThread().isInterrupted());
        });
        spinner.start();
        spinner.interrupt();
        spinner.join();
        System.out.println(spinner.isInterrupted() + " " + spinner.isAlive());
        Thread joiner = new Thread(() -> {
            Thread.currentThread().interrupt();
            try {
                new Thread().join();
                Thread forever = Thread.currentThread();
                forever.join(1);
            } catch (InterruptedException e) {
                System.out.println("joiner: " + Thread.interrupted());
            }
        });
        joiner.start();
        joiner.join();
    }
}
