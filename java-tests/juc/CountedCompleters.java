//@ run
/** CountedCompleter: a search and a map-reduce with completion callbacks. */
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class CountedCompleters {
    static class MapSum extends CountedCompleter<Void> {
        final int lo, hi;
        final AtomicLong total;

        MapSum(CountedCompleter<?> parent, int lo, int hi, AtomicLong total) {
            super(parent);
            this.lo = lo;
            this.hi = hi;
            this.total = total;
        }

        @Override
        public void compute() {
            if (hi - lo >= 20) {
                int mid = (lo + hi) >>> 1;
                setPendingCount(2);
                new MapSum(this, lo, mid, total).fork();
                new MapSum(this, mid, hi, total).fork();
            } else {
                for (int i = lo; i < hi; i++) {
                    total.addAndGet((long) i * i);
                }
            }
            tryComplete();
        }
    }

    static class Search extends CountedCompleter<Integer> {
        final int[] a;
        final int lo, hi;
        final AtomicReference<Integer> result;

        Search(CountedCompleter<?> p, int[] a, AtomicReference<Integer> result, int lo, int hi) {
            super(p);
            this.a = a;
            this.lo = lo;
            this.hi = hi;
            this.result = result;
        }

        @Override
        public Integer getRawResult() {
            return result.get();
        }

        @Override
        public void compute() {
            int l = lo, h = hi;
            while (result.get() == null && h >= l) {
                if (h - l >= 2) {
                    int mid = (l + h) >>> 1;
                    addToPendingCount(1);
                    new Search(this, a, result, mid, h).fork();
                    h = mid;
                } else {
                    if (l < a.length && a[l] == 77 && result.compareAndSet(null, l)) {
                        quietlyCompleteRoot();
                    }
                    break;
                }
            }
            tryComplete();
        }
    }

    public static void main(String[] args) {
        AtomicLong total = new AtomicLong();
        new MapSum(null, 0, 200, total).invoke();
        System.out.println(total);
        int[] a = new int[64];
        a[37] = 77;
        System.out.println(new Search(null, a, new AtomicReference<>(), 0, a.length).invoke());
    }
}
