//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** A producer puts more than the bounded queue holds, and the consumer takes too little. */
import java.util.concurrent.ArrayBlockingQueue;

public class FullQueue {
    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(1);
        new Thread(() -> {
            try {
                q.take();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
        q.put(1);
        q.put(2);
        q.put(3); //~ BLOCKED
    }
}
