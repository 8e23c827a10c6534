//@ run
/** ReentrantLock: holds, re-entrance, tryLock, fairness flag, misuse. */
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantLockBasic {
    static int count;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.lock();
        System.out.println(lock.isLocked() + " " + lock.isHeldByCurrentThread() + " " + lock.getHoldCount() + " " + lock.isFair() + " " + lock.hasQueuedThreads());
        boolean[] got = new boolean[2];
        Thread other = new Thread(() -> {
            got[0] = lock.tryLock();
            try {
                got[1] = lock.tryLock(2, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        other.join();
        System.out.println(got[0] + " " + got[1]);
        lock.unlock();
        System.out.println(lock.getHoldCount());
        lock.unlock();
        System.out.println(lock.isLocked());
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e);
        }
        ReentrantLock fair = new ReentrantLock(true);
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            ReentrantLock l = i % 2 == 0 ? fair : fair;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 200; j++) {
                    l.lock();
                    try {
                        count++;
                    } finally {
                        l.unlock();
                    }
                }
            });
        }
        for (Thread t : ts) {
            t.start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(count + " " + fair.isFair() + " " + fair.getQueueLength());
        System.out.println(lock.toString().replaceAll("@[0-9a-f]+", "@id"));
        lock.lock();
        System.out.println(lock.toString().replaceAll("@[0-9a-f]+", "@id"));
        Thread waiter = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                System.out.println("should not get it");
            } catch (InterruptedException e) {
                System.out.println("interrupted while queued");
            }
        });
        waiter.start();
        while (!lock.hasQueuedThread(waiter)) {
            Thread.yield();
        }
        waiter.interrupt();
        waiter.join();
        System.out.println(lock.hasQueuedThreads());
        lock.unlock();
    }
}
