/** Shows on a plain JVM what ConsumerIsIgnored is about, with a thread that takes a while to begin. Exits with 1 if the event is lost. */
import com.lmax.disruptor.dsl.Disruptor;
import java.util.concurrent.atomic.AtomicInteger;

public class ConsumerOnJvm {
    public static void main(String[] args) throws Exception {
        AtomicInteger handled = new AtomicInteger();
        Disruptor<int[]> disruptor = new Disruptor<>(() -> new int[1], 1, task -> new Thread(() -> {
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            task.run();
        }));
        disruptor.handleEventsWith((event, sequence, last) -> handled.incrementAndGet());
        disruptor.start();
        disruptor.publishEvent((event, sequence) -> event[0] = 1);
        disruptor.shutdown();
        Thread.sleep(1000);
        System.out.println("handled " + handled.get() + " of 1");
        System.exit(handled.get() == 1 ? 0 : 1);
    }
}
