//@ run
/** Fork-join: recursive tasks and actions, invokeAll, exceptions, own pools and the common pool. */
import java.util.*;
import java.util.concurrent.*;

public class ForkJoin {
    static class Sum extends RecursiveTask<Long> {
        final int[] a;
        final int lo, hi;

        Sum(int[] a, int lo, int hi) {
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Long compute() {
            if (hi - lo <= 50) {
                long s = 0;
                for (int i = lo; i < hi; i++) {
                    s += a[i];
                }
                return s;
            }
            int mid = (lo + hi) >>> 1;
            Sum left = new Sum(a, lo, mid), right = new Sum(a, mid, hi);
            left.fork();
            return right.compute() + left.join();
        }
    }

    static class Sort extends RecursiveAction {
        final int[] a;
        final int lo, hi;

        Sort(int[] a, int lo, int hi) {
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo < 16) {
                Arrays.sort(a, lo, hi);
                return;
            }
            int mid = (lo + hi) >>> 1;
            invokeAll(new Sort(a, lo, mid), new Sort(a, mid, hi));
            int[] merged = new int[hi - lo];
            for (int i = lo, j = mid, k = 0; k < merged.length; k++) {
                merged[k] = j >= hi || i < mid && a[i] <= a[j] ? a[i++] : a[j++];
            }
            System.arraycopy(merged, 0, a, lo, merged.length);
        }
    }

    public static void main(String[] args) throws Exception {
        int[] a = new int[600];
        for (int i = 0; i < a.length; i++) {
            a[i] = (i * 7919) % 1009;
        }
        ForkJoinPool pool = new ForkJoinPool(3);
        System.out.println(pool.invoke(new Sum(a, 0, a.length)) + " " + pool.getParallelism());
        pool.invoke(new Sort(a, 0, a.length));
        System.out.println(a[0] + " " + a[300] + " " + a[599]);
        System.out.println(ForkJoinPool.commonPool().invoke(new Sum(a, 0, 100)) + " " + new Sum(a, 0, 60).invoke());
        ForkJoinTask<Integer> t = pool.submit(() -> {
            if (a.length > 0) {
                throw new IllegalStateException("inside");
            }
            return 1;
        });
        try {
            t.get();
        } catch (ExecutionException e) {
            Throwable c = e;
            while (c.getCause() != null) {
                c = c.getCause();
            }
            System.out.println(c.getMessage() + " " + t.isCompletedAbnormally());
        }
        System.out.println(pool.submit(() -> ForkJoinTask.inForkJoinPool()).get() + " " + ForkJoinTask.inForkJoinPool());
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS));
        ExecutorService ws = Executors.newWorkStealingPool(2);
        List<Callable<Integer>> calls = List.of(() -> 1, () -> 2);
        for (Future<Integer> f : ws.invokeAll(calls)) {
            System.out.println(f.get());
        }
    }
}
