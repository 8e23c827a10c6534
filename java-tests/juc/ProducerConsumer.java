//@ run
/** A pipeline of three stages with queues, poison pills and a result check. */
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;

public class ProducerConsumer {
    static final Integer END = Integer.MIN_VALUE;

    static Thread stage(String name, BlockingQueue<Integer> in, BlockingQueue<Integer> out, UnaryOperator<Integer> f) {
        Thread t = new Thread(() -> {
            try {
                for (Integer x; !(x = in.take()).equals(END); ) {
                    out.put(f.apply(x));
                }
                out.put(END);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, name);
        t.start();
        return t;
    }

    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> a = new ArrayBlockingQueue<>(2), b = new LinkedBlockingQueue<>(1), c = new SynchronousQueue<>(), d = new LinkedTransferQueue<>();
        Thread[] ts = {stage("double", a, b, x -> x * 2), stage("plus", b, c, x -> x + 1), stage("square", c, d, x -> x * x)};
        Thread feeder = new Thread(() -> {
            try {
                for (int i = 0; i < 12; i++) {
                    a.put(i);
                }
                a.put(END);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        feeder.start();
        List<Integer> got = new ArrayList<>();
        for (Integer x; !(x = d.take()).equals(END); ) {
            got.add(x);
        }
        for (Thread t : ts) {
            t.join();
        }
        feeder.join();
        System.out.println(got);
    }
}
