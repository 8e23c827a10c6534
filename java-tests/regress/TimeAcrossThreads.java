//@ verdict: verified
//@ revisions: join lock field queue start latch
//@[join] args: join
//@[lock] args: lock
//@[field] args: field
//@[queue] args: queue
//@[start] args: start
//@[latch] args: latch
//@[join] states: 6
//@[lock] states: 9
//@[field] states: 13
//@[queue] states: 15
//@[start] states: 4
//@[latch] states: 8
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;

/** There is one clock: what happens later reads no earlier time, in whichever thread. */
public class TimeAcrossThreads {
    static final Object LOCK = new Object();
    static long told;
    static volatile long published;

    static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Long> queue = new ArrayBlockingQueue<>(1);
        CountDownLatch latch = new CountDownLatch(1);
        long before = System.nanoTime();
        if (args[0].equals("start")) {
            pause();
        }
        Thread t = new Thread(() -> {
            switch (args[0]) {
                case "join", "latch" -> {
                    pause();
                    told = System.nanoTime();
                    latch.countDown();
                }
                case "lock" -> {
                    pause();
                    synchronized (LOCK) {
                        told = System.nanoTime();
                    }
                }
                case "field" -> {
                    pause();
                    published = System.nanoTime();
                }
                case "queue" -> {
                    pause();
                    queue.add(System.nanoTime());
                }
                default -> {
                    assert System.nanoTime() - before > 50_000_000;
                }
            }
        });
        t.start();
        switch (args[0]) {
            case "join" -> {
                t.join();
                assert System.nanoTime() >= told && told - before > 50_000_000;
            }
            case "latch" -> {
                latch.await();
                assert System.nanoTime() >= told && told - before > 50_000_000;
            }
            case "lock" -> {
                synchronized (LOCK) {
                    assert told == 0 || System.nanoTime() >= told;
                }
            }
            case "field" -> {
                long seen = published;
                assert seen == 0 || System.nanoTime() >= seen;
            }
            case "queue" -> {
                long seen = queue.take();
                assert System.nanoTime() >= seen && seen - before > 50_000_000;
            }
            default -> { }
        }
    }
}
