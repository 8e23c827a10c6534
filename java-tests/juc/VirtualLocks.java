//@ run
//@ jdk: 25
/** Virtual threads meeting in monitors, wait sets, barriers, semaphores and park. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;

public class VirtualLocks {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        StringBuilder out = new StringBuilder();
        int[] turn = new int[1];
        List<Thread> ts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int id = i;
            ts.add(Thread.ofVirtual().start(() -> {
                for (int r = 0; r < 3; r++) {
                    synchronized (lock) {
                        while (turn[0] % 4 != id) {
                            try {
                                lock.wait();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        }
                        out.append(id);
                        turn[0]++;
                        lock.notifyAll();
                    }
                }
            }));
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(out);
        CyclicBarrier b = new CyclicBarrier(3);
        Semaphore s = new Semaphore(1);
        int[] count = new int[1];
        List<Thread> us = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            us.add(Thread.startVirtualThread(() -> {
                try {
                    for (int r = 0; r < 5; r++) {
                        s.acquire();
                        count[0]++;
                        s.release();
                        b.await();
                    }
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println(count[0] + " " + b.isBroken());
        boolean[] flag = new boolean[1];
        Thread parked = Thread.startVirtualThread(() -> {
            synchronized (flag) {
                if (flag[0]) {
                    return;
                }
            }
            while (true) {
                LockSupport.park();
                synchronized (flag) {
                    if (flag[0]) {
                        System.out.println("unparked");
                        return;
                    }
                }
            }
        });
        while (parked.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        synchronized (flag) {
            flag[0] = true;
        }
        LockSupport.unpark(parked);
        parked.join();
    }
}
