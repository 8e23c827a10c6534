/**
 * Disruptor 4.0.0: `shutdown()` ignores a consumer whose thread has not begun.
 *
 * `shutdown` waits until all consumers that are running have handled what was published. A consumer is running once its thread has
 * begun; `start` only starts the thread. So `shutdown` may find none, return at once and halt what has not begun, and an event that was
 * published before is never handled.
 */
import com.lmax.disruptor.dsl.Disruptor;
import java.util.concurrent.atomic.AtomicInteger;

public class ConsumerIsIgnored {
    public static void main(String[] args) {
        AtomicInteger handled = new AtomicInteger();
        Disruptor<int[]> disruptor = new Disruptor<>(() -> new int[1], 1, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
        disruptor.handleEventsWith((event, sequence, last) -> handled.incrementAndGet());
        disruptor.start();
        disruptor.publishEvent((event, sequence) -> event[0] = 1);
        disruptor.shutdown();
        assert handled.get() == 1 : "the event is not handled";
    }
}
