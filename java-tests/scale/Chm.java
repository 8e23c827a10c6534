//@ verdict: verified
//@ states: 161
import java.util.concurrent.*;
/** (e) ConcurrentHashMap putIfAbsent by 2 threads: exactly one wins. arg: [bug] = check-then-act */
public class Chm {
  static final ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
  static int w0, w1;
  static int ins(int v, boolean bug) {
    if (bug) { if (!m.containsKey("k")) { m.put("k", v); return 1; } return 0; }
    return m.putIfAbsent("k", v) == null ? 1 : 0;
  }
  public static void main(String[] a) throws Exception {
    final boolean bug = a.length > 0;
    Thread t0 = new Thread() { public void run() { w0 = ins(1, bug); } };
    Thread t1 = new Thread() { public void run() { w1 = ins(2, bug); } };
    t0.start(); t1.start(); t0.join(); t1.join();
    if (w0 + w1 != 1) throw new AssertionError("winners=" + (w0 + w1));
  }
}
