//@ verdict: verified
//@ revisions: two three four
//@[two] args: 2
//@[three] args: 3
//@[four] args: 4
//@[two] states: 77
//@[three] states: 798
//@[four] states: 9945
import java.util.concurrent.atomic.AtomicReference;

/**
 * The queue lock of Mellor-Crummey and Scott (1991): who comes puts its node at the tail, tells its predecessor, and spins on
 * its own node until that one hands the lock on. args: threads, each of which takes the lock once
 */
public class Mcs {
    static final class Node {
        volatile boolean waits;
        volatile Node successor;
    }

    static final AtomicReference<Node> TAIL = new AtomicReference<>();
    static int inside;

    static void acquire(Node mine) {
        Node predecessor = TAIL.getAndSet(mine);
        if (predecessor == null) {
            return;
        }
        mine.waits = true;
        predecessor.successor = mine;
        while (mine.waits) {
            Thread.onSpinWait();
        }
    }

    static void release(Node mine) {
        if (mine.successor == null) {
            if (TAIL.compareAndSet(mine, null)) {
                return;
            }
            while (mine.successor == null) {
                Thread.onSpinWait();
            }
        }
        mine.successor.waits = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread() {
                @Override
                public void run() {
                    Node mine = new Node();
                    acquire(mine);
                    int now = ++inside;
                    assert now == 1;
                    inside--;
                    release(mine);
                }
            };
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
