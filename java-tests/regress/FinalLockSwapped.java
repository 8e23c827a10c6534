//@ verdict: assertion
// Reflection gives an object another lock while a thread may hold the first one: a final field names no lock then.
import java.lang.reflect.Field;

public class FinalLockSwapped {
    static class Counter {
        final Object lock = new Object();
        int count;

        void increment() {
            synchronized (lock) {
                count++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Counter counter = new Counter();
        Field field = Counter.class.getDeclaredField("lock");
        field.setAccessible(true);
        Thread other = new Thread(counter::increment);
        other.start();
        field.set(counter, new Object());
        counter.increment();
        other.join();
        assert counter.count == 2; //~ ASSERTION
    }
}
