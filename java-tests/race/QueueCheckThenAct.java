//@ verdict: uncaught java.util.NoSuchElementException
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** isEmpty and remove on a concurrent queue, not as one step. */
import java.util.concurrent.ConcurrentLinkedQueue;

public class QueueCheckThenAct {
    static final ConcurrentLinkedQueue<Integer> Q = new ConcurrentLinkedQueue<>();

    static void drain() {
        if (!Q.isEmpty()) {
            Q.remove(); //~ UNCAUGHT
        }
    }

    public static void main(String[] args) {
        Q.add(1);
        new Thread(QueueCheckThenAct::drain).start();
        new Thread(QueueCheckThenAct::drain).start();
    }
}
