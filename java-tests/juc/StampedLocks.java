//@ run
/** StampedLock: optimistic reads, conversions, try forms, invalid stamps. */
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

public class StampedLocks {
    static double x, y;

    public static void main(String[] args) throws Exception {
        StampedLock sl = new StampedLock();
        long o = sl.tryOptimisticRead();
        System.out.println((o != 0) + " " + sl.validate(o));
        long w = sl.writeLock();
        System.out.println(sl.validate(o) + " " + sl.isWriteLocked() + " " + sl.tryReadLock() + " " + sl.tryOptimisticRead() + " " + sl.tryWriteLock(1, TimeUnit.MILLISECONDS));
        sl.unlockWrite(w);
        long r1 = sl.readLock(), r2 = sl.readLock();
        System.out.println(sl.getReadLockCount() + " " + sl.tryConvertToWriteLock(r1) + " " + sl.isReadLocked());
        sl.unlockRead(r2);
        long up = sl.tryConvertToWriteLock(r1);
        System.out.println((up != 0) + " " + sl.isWriteLocked());
        long down = sl.tryConvertToReadLock(up);
        System.out.println(sl.isReadLocked() + " " + StampedLock.isReadLockStamp(down));
        sl.unlock(down);
        try {
            sl.unlockWrite(w);
        } catch (IllegalMonitorStateException e) {
            System.out.println("bad stamp");
        }
        Thread[] ts = new Thread[4];
        int[] bad = new int[1];
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 100; j++) {
                    if (id < 2) {
                        long s = sl.writeLock();
                        try {
                            x++;
                            y--;
                        } finally {
                            sl.unlockWrite(s);
                        }
                    } else {
                        long s = sl.tryOptimisticRead();
                        double a = x, b = y;
                        if (!sl.validate(s)) {
                            s = sl.readLock();
                            try {
                                a = x;
                                b = y;
                            } finally {
                                sl.unlockRead(s);
                            }
                        }
                        if (a + b != 0) {
                            synchronized (bad) {
                                bad[0]++;
                            }
                        }
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(x + " " + y + " " + bad[0]);
        sl.asReadLock().lock();
        System.out.println(sl.getReadLockCount());
        sl.asReadLock().unlock();
        Thread waiter = new Thread(() -> {
            try {
                sl.writeLockInterruptibly();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        long s = sl.readLock();
        waiter.start();
        waiter.interrupt();
        waiter.join();
        sl.unlockRead(s);
    }
}
