//@ verdict: verified
//@ flags: --races error
//@ states: 5
// The same without the swap: the lock that a final field names protects the count.
public class FinalLockKept {
    static class Counter {
        final Object lock;
        int count;

        Counter(Object lock) {
            this.lock = lock;
        }

        void increment() {
            synchronized (lock) {
                count++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Counter counter = new Counter(new Object());
        Thread other = new Thread(counter::increment);
        other.start();
        counter.increment();
        other.join();
        assert counter.count == 2;
    }
}
