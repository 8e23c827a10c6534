//@ run
/** Every Thread.State, each observed when the thread must be in it sooner or later. */
import java.util.concurrent.locks.LockSupport;

public class ThreadStates {
    static volatile boolean stop;

    static void await(Thread t, Thread.State s) {
        while (t.getState() != s) {
            Thread.yield();
        }
        System.out.println(t.getName() + " " + s);
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread runs = new Thread(() -> {
            while (!stop) {
                Thread.onSpinWait();
            }
        }, "spinning");
        System.out.println(runs.getState());
        runs.start();
        await(runs, Thread.State.RUNNABLE);
        Thread waits = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            }
        }, "waiting");
        waits.start();
        await(waits, Thread.State.WAITING);
        Thread timed = new Thread(() -> {
            try {
                Thread.sleep(100_000_000);
            } catch (InterruptedException e) {
                System.out.println("sleep interrupted");
            }
        }, "sleeping");
        timed.start();
        await(timed, Thread.State.TIMED_WAITING);
        Thread parks = new Thread(LockSupport::park, "parked");
        parks.start();
        await(parks, Thread.State.WAITING);
        Thread blocks = new Thread(() -> {
            synchronized (lock) {
                System.out.println("got the lock");
            }
        }, "blocked");
        synchronized (lock) {
            blocks.start();
            await(blocks, Thread.State.BLOCKED);
        }
        blocks.join();
        Thread joins = new Thread(() -> {
            try {
                waits.join();
            } catch (InterruptedException e) {
                System.out.println("join interrupted");
            }
        }, "joining");
        joins.start();
        await(joins, Thread.State.WAITING);
        stop = true;
        runs.join();
        timed.interrupt();
        timed.join();
        LockSupport.unpark(parks);
        parks.join();
        synchronized (lock) {
            lock.notify();
        }
        joins.join();
        for (Thread t : new Thread[] {runs, waits, timed, parks, blocks, joins}) {
            System.out.println(t.getName() + " " + t.getState());
        }
    }
}
