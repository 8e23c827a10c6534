//@ verdict: verified
//@ args: own
//@ states: 95
import java.util.concurrent.*;
/** (g) CompletableFuture. arg mode: own = thread completes it; async = supplyAsync (common pool) + thenCombine */
public class CFut {
  public static void main(String[] a) throws Exception {
    if (a[0].equals("own")) {
      final CompletableFuture<Integer> f = new CompletableFuture<>();
      Thread t = new Thread() { public void run() { f.complete(42); } };
      CompletableFuture<Integer> g = f.thenApply(new java.util.function.Function<Integer,Integer>() { public Integer apply(Integer x) { return x + 1; } });
      t.start();
      if (g.get() != 43) throw new AssertionError();
      t.join();
    } else {
      CompletableFuture<Integer> x = CompletableFuture.supplyAsync(() -> 20), y = CompletableFuture.supplyAsync(() -> 22);
      int r = x.thenCombine(y, Integer::sum).get();
      if (r != 42) throw new AssertionError(r);
    }
  }
}
