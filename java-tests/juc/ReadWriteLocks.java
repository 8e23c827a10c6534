//@ run
/** ReentrantReadWriteLock: sharing, exclusion, downgrading, hold counts, misuse. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class ReadWriteLocks {
    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        rw.readLock().lock();
        rw.readLock().lock();
        System.out.println(rw.getReadLockCount() + " " + rw.getReadHoldCount() + " " + rw.isWriteLocked() + " " + rw.writeLock().tryLock());
        CountDownLatch in = new CountDownLatch(2);
        Thread[] readers = new Thread[2];
        for (int i = 0; i < 2; i++) {
            readers[i] = new Thread(() -> {
                rw.readLock().lock();
                in.countDown();
                try {
                    in.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                } finally {
                    rw.readLock().unlock();
                }
            });
            readers[i].start();
        }
        for (Thread t : readers) {
            t.join();
        }
        System.out.println("readers met inside");
        rw.readLock().unlock();
        rw.readLock().unlock();
        rw.writeLock().lock();
        rw.readLock().lock();
        rw.writeLock().unlock();
        System.out.println("downgraded " + rw.getReadHoldCount() + " " + rw.isWriteLockedByCurrentThread());
        rw.readLock().unlock();
        try {
            rw.readLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            rw.writeLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            rw.readLock().newCondition();
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        Map<Integer, Integer> map = new TreeMap<>();
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 50; j++) {
                    if (id % 2 == 0) {
                        rw.writeLock().lock();
                        try {
                            map.merge(j, 1, Integer::sum);
                        } finally {
                            rw.writeLock().unlock();
                        }
                    } else {
                        rw.readLock().lock();
                        try {
                            if (map.values().stream().anyMatch(v -> v > 2)) {
                                throw new AssertionError();
                            }
                        } finally {
                            rw.readLock().unlock();
                        }
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(map.size() + " " + map.values().stream().mapToInt(x -> x).sum());
        System.out.println(rw.toString().replaceAll("@[0-9a-f]+", ""));
    }
}
