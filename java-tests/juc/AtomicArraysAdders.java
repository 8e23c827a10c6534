//@ run
/** Atomic arrays, field updaters, LongAdder, DoubleAdder, accumulators. */
import java.util.concurrent.atomic.*;

public class AtomicArraysAdders {
    volatile int count;
    volatile long total;
    volatile String name = "n";
    int plain;

    public static void main(String[] args) throws Exception {
        AtomicIntegerFieldUpdater<AtomicArraysAdders> cu = AtomicIntegerFieldUpdater.newUpdater(AtomicArraysAdders.class, "count");
        AtomicLongFieldUpdater<AtomicArraysAdders> tu = AtomicLongFieldUpdater.newUpdater(AtomicArraysAdders.class, "total");
        AtomicReferenceFieldUpdater<AtomicArraysAdders, String> nu = AtomicReferenceFieldUpdater.newUpdater(AtomicArraysAdders.class, String.class, "name");
        AtomicArraysAdders o = new AtomicArraysAdders();
        AtomicIntegerArray ia = new AtomicIntegerArray(4);
        AtomicLongArray la = new AtomicLongArray(new long[] {1, 2, 3});
        AtomicReferenceArray<String> ra = new AtomicReferenceArray<>(2);
        LongAdder adder = new LongAdder();
        DoubleAdder dadder = new DoubleAdder();
        LongAccumulator max = new LongAccumulator(Long::max, Long.MIN_VALUE);
        Thread[] ts = new Thread[4];
        for (int t = 0; t < 4; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                for (int k = 0; k < 50; k++) {
                    cu.incrementAndGet(o);
                    tu.addAndGet(o, 1L << 32);
                    ia.getAndAdd(k % 4, id);
                    la.incrementAndGet(1);
                    adder.add(k);
                    dadder.add(0.5);
                    max.accumulate(id * 100 + k);
                }
                nu.updateAndGet(o, s -> s + "+");
                ra.compareAndSet(0, null, "set");
            });
            ts[t].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(o.count + " " + o.total + " " + o.name + " " + ia + " " + la + " " + ra);
        System.out.println(adder.sum() + " " + dadder.sum() + " " + max.get() + " " + adder.sumThenReset() + " " + adder + " " + max.getThenReset() + " " + max.intValue());
        System.out.println(ia.length() + " " + ia.compareAndSet(0, 1, 2) + " " + ia.getAndSet(1, 7) + " " + ra.getAndSet(1, "z") + " " + ra.accumulateAndGet(1, "y", String::concat));
        try {
            ia.get(4);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            AtomicIntegerFieldUpdater.newUpdater(AtomicArraysAdders.class, "plain");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            AtomicIntegerFieldUpdater.newUpdater(AtomicArraysAdders.class, "missing");
        } catch (RuntimeException e) {
            System.out.println(e.getCause());
        }
        System.out.println(cu.compareAndSet(o, 200, 1) + " " + cu.getAndSet(o, 5) + " " + cu.get(o) + " " + nu.getAndSet(o, null) + " " + o.name);
    }
}
