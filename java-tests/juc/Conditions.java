//@ run
/** Condition: two-condition bounded buffer, timed and uninterruptible waits, misuse. */
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

public class Conditions {
    final Lock lock = new ReentrantLock();
    final Condition notFull = lock.newCondition(), notEmpty = lock.newCondition();
    final int[] items = new int[3];
    int put, take, count;

    void put(int x) throws InterruptedException {
        lock.lock();
        try {
            while (count == items.length) {
                notFull.await();
            }
            items[put] = x;
            put = (put + 1) % items.length;
            count++;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    int take() throws InterruptedException {
        lock.lock();
        try {
            while (count == 0) {
                notEmpty.await();
            }
            int x = items[take];
            take = (take + 1) % items.length;
            count--;
            notFull.signal();
            return x;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Conditions b = new Conditions();
        int[] sums = new int[2];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 2; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                try {
                    for (int j = 0; j < 50; j++) {
                        b.put(id * 100 + j);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            ts[2 + i] = new Thread(() -> {
                try {
                    for (int j = 0; j < 50; j++) {
                        sums[id] += b.take();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        for (Thread t : ts) {
            t.start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(sums[0] + sums[1] + " " + b.count);
        b.lock.lock();
        try {
            System.out.println(b.notEmpty.await(1, TimeUnit.MILLISECONDS));
            System.out.println(b.notEmpty.awaitNanos(1000) <= 0);
            System.out.println(b.notEmpty.awaitUntil(new java.util.Date(1)));
            Thread.currentThread().interrupt();
            try {
                b.notEmpty.await();
            } catch (InterruptedException e) {
                System.out.println("interrupted " + Thread.interrupted() + " " + ((ReentrantLock) b.lock).isHeldByCurrentThread());
            }
        } finally {
            b.lock.unlock();
        }
        try {
            b.notEmpty.signal();
        } catch (IllegalMonitorStateException e) {
            System.out.println("signal without the lock");
        }
        try {
            b.notEmpty.await();
        } catch (IllegalMonitorStateException e) {
            System.out.println("await without the lock");
        }
        Thread u = new Thread(() -> {
            b.lock.lock();
            try {
                while (b.count == 0) {
                    b.notEmpty.awaitUninterruptibly();
                }
                System.out.println("woken, still interrupted: " + Thread.interrupted());
            } finally {
                b.lock.unlock();
            }
        });
        u.start();
        u.interrupt();
        b.put(1);
        u.join();
    }
}
