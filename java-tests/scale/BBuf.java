//@ verdict: verified
//@ states: 14
//@ args: 1 1 2 1
/** (b) bounded buffer with wait/notifyAll. args: P C itemsPerProducer capacity [bug: "notify" | "if"]
 *  P*items must be divisible by C. */
public class BBuf {
  static int cap, in, out, count; static int[] buf; static String bug = "";
  static final Object m = new Object();
  static void put(int x) throws InterruptedException {
    synchronized (m) {
      if (bug.equals("if")) { if (count == cap) m.wait(); } else while (count == cap) m.wait();
      assert count < cap : "overflow";
      buf[in] = x; in = (in + 1) % cap; count++;
      if (bug.equals("notify")) m.notify(); else m.notifyAll();
    }
  }
  static int get() throws InterruptedException {
    synchronized (m) {
      if (bug.equals("if")) { if (count == 0) m.wait(); } else while (count == 0) m.wait();
      assert count > 0 : "underflow";
      int x = buf[out]; out = (out + 1) % cap; count--;
      if (bug.equals("notify")) m.notify(); else m.notifyAll();
      return x;
    }
  }
  static class Prod extends Thread { final int n; Prod(int n) { this.n = n; }
    public void run() { try { for (int i = 0; i < n; i++) put(i); } catch (InterruptedException e) { throw new RuntimeException(e); } } }
  static class Cons extends Thread { final int n; Cons(int n) { this.n = n; }
    public void run() { try { for (int i = 0; i < n; i++) get(); } catch (InterruptedException e) { throw new RuntimeException(e); } } }
  public static void main(String[] a) throws Exception {
    int p = Integer.parseInt(a[0]), c = Integer.parseInt(a[1]), k = Integer.parseInt(a[2]);
    cap = Integer.parseInt(a[3]); if (a.length > 4) bug = a[4];
    buf = new int[cap];
    Thread[] t = new Thread[p + c];
    for (int i = 0; i < p; i++) t[i] = new Prod(k);
    for (int i = 0; i < c; i++) t[p + i] = new Cons(p * k / c);
    for (Thread x : t) x.start();
    for (Thread x : t) x.join();
    assert count == 0 : "not empty";
  }
}
