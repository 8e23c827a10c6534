//@ verdict: verified
//@ args: 1
//@ states: 2266 on 17, 2281 on 25
import java.util.concurrent.*;
/** (f) fixed thread pool, 2 threads, N tasks. args: tasks [bug] = unsynchronized counter */
public class Exec {
  static int c; static final Object m = new Object();
  public static void main(String[] a) throws Exception {
    int n = Integer.parseInt(a[0]); final boolean bug = a.length > 1;
    ExecutorService ex = Executors.newFixedThreadPool(2);
    Future<?>[] f = new Future<?>[n];
    for (int i = 0; i < n; i++) f[i] = ex.submit(new Callable<Integer>() { public Integer call() {
      if (bug) { c++; return c; } synchronized (m) { return ++c; } } });
    for (Future<?> x : f) x.get();
    ex.shutdown();
    if (c != n) throw new AssertionError("c=" + c);
  }
}
