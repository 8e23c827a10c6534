//@ run
/** AtomicInteger, Long, Boolean and Reference under contention, with all their update forms. */
import java.util.concurrent.atomic.*;

public class Atomics {
    public static void main(String[] args) throws Exception {
        AtomicInteger i = new AtomicInteger();
        AtomicLong l = new AtomicLong(1);
        AtomicBoolean once = new AtomicBoolean();
        AtomicReference<String> ref = new AtomicReference<>("");
        AtomicInteger winners = new AtomicInteger();
        Thread[] ts = new Thread[4];
        for (int t = 0; t < 4; t++) {
            ts[t] = new Thread(() -> {
                for (int k = 0; k < 100; k++) {
                    i.getAndIncrement();
                    l.addAndGet(1L << 33);
                    int old;
                    do {
                        old = i.get();
                    } while (!i.compareAndSet(old, old + 1));
                }
                if (once.compareAndSet(false, true)) {
                    winners.incrementAndGet();
                }
                ref.updateAndGet(s -> s + "x");
            });
            ts[t].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(i + " " + l + " " + winners + " " + ref);
        System.out.println(i.getAndAdd(5) + " " + i.incrementAndGet() + " " + i.decrementAndGet() + " " + i.getAndSet(3) + " " + i.updateAndGet(x -> x * 7) + " " + i.getAndUpdate(x -> -x) + " " + i.accumulateAndGet(4, (a, b) -> a * b) + " " + i.getAndAccumulate(2, Integer::sum) + " " + i);
        System.out.println(i.compareAndExchange(0, 1) + " " + i.compareAndExchange(-82, 1) + " " + i.get() + " " + i.getPlain() + " " + i.getAcquire() + " " + i.getOpaque());
        i.lazySet(9);
        i.setRelease(10);
        System.out.println(i.intValue() + " " + i.doubleValue() + " " + l.longValue() + " " + once.getAndSet(false) + " " + once);
        AtomicMarkableReference<String> mark = new AtomicMarkableReference<>("a", false);
        boolean[] holder = new boolean[1];
        System.out.println(mark.compareAndSet("a", "b", false, true) + " " + mark.compareAndSet("b", "c", false, true) + " " + mark.get(holder) + holder[0] + " " + mark.attemptMark("b", false) + mark.isMarked());
        AtomicStampedReference<Integer> st = new AtomicStampedReference<>(1, 0);
        int[] stamp = new int[1];
        Integer v = st.get(stamp);
        System.out.println(st.compareAndSet(v, 2, stamp[0], 1) + " " + st.compareAndSet(v, 3, 0, 1) + " " + st.getReference() + " " + st.getStamp());
        Integer big1 = new Integer(1000), big2 = new Integer(1000);
        AtomicReference<Integer> id = new AtomicReference<>(big1);
        System.out.println(id.compareAndSet(big2, 1) + " " + id.compareAndSet(big1, 2) + " " + id);
    }
}
