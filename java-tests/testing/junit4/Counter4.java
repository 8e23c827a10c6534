package junit4;

import static org.junit.Assert.assertEquals;

import org.junit.Before;
import org.junit.Test;

/** The usual tests of a counter: on a real JVM they nearly always pass. */
public class Counter4 {
    private int count;
    private final Object lock = new Object();
    private final Object other = new Object();

    @Before
    public void reset() {
        count = 0;
    }

    private static void both(Runnable first, Runnable second) throws InterruptedException {
        Thread a = new Thread(first);
        Thread b = new Thread(second);
        a.start();
        b.start();
        a.join();
        b.join();
    }

    @Test
    public void guarded() throws InterruptedException {
        Runnable add = () -> {
            synchronized (lock) {
                count++;
            }
        };
        both(add, add);
        assertEquals(2, count);
    }

    @Test
    public void unguarded() throws InterruptedException {
        Runnable add = () -> count++;
        both(add, add);
        assertEquals(2, count);
    }

    @Test
    public void crossed() throws InterruptedException {
        both(() -> {
            synchronized (lock) {
                synchronized (other) {
                    count++;
                }
            }
        }, () -> {
            synchronized (other) {
                synchronized (lock) {
                    count++;
                }
            }
        });
        assertEquals(2, count);
    }

    @Test
    public void leavesAThread() {
        Thread waits = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        waits.start();
    }
}
