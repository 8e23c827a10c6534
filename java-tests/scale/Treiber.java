//@ verdict: verified
//@ states: 108
//@ args: 2 1
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicInteger;
/** (c) Treiber stack. args: threads opsPerThread [bug]  (bug: top.set instead of CAS in push) */
public class Treiber {
  static class Node { final int v; final Node next; Node(int v, Node n) { this.v = v; next = n; } }
  static final AtomicReference<Node> top = new AtomicReference<>();
  static final AtomicInteger pushed = new AtomicInteger(), popped = new AtomicInteger();
  static boolean bug;
  static void push(int v) {
    for (;;) {
      Node t = top.get(); Node n = new Node(v, t);
      if (bug) { top.set(n); break; }
      if (top.compareAndSet(t, n)) break;
    }
    pushed.addAndGet(v);
  }
  static void pop() {
    for (;;) {
      Node t = top.get(); if (t == null) return;
      if (top.compareAndSet(t, t.next)) { popped.addAndGet(t.v); return; }
    }
  }
  public static void main(String[] a) throws Exception {
    int nt = Integer.parseInt(a[0]); final int ops = Integer.parseInt(a[1]); bug = a.length > 2;
    Thread[] t = new Thread[nt];
    for (int i = 0; i < nt; i++) { final int id = i;
      t[i] = new Thread() { public void run() { for (int j = 0; j < ops; j++) { push(1 << (id * ops + j)); pop(); } } }; }
    for (Thread x : t) x.start();
    for (Thread x : t) x.join();
    int rest = 0; for (Node n = top.get(); n != null; n = n.next) rest += n.v;
    if (pushed.get() != popped.get() + rest) throw new AssertionError("lost element " + pushed.get() + " " + popped.get() + " " + rest);
  }
}
