//@ verdict: verified
//@ states: 10
//@ args: 2 20 2
/** (i) T threads each build a K-node list under one lock, S lock acquisitions each (K/S nodes per acquisition).
 *  heap grows to T*K nodes. args: T K S [pre]  pre = nodes built up-front by main (reachable, constant) */
public class Lists {
  static class Node { int v; Node next; Node(int v, Node n) { this.v = v; next = n; } }
  static final Object m = new Object();
  static Node pre; static Node[] heads;
  public static void main(String[] a) throws Exception {
    final int nt = Integer.parseInt(a[0]), k = Integer.parseInt(a[1]), s = Integer.parseInt(a[2]);
    int p = a.length > 3 ? Integer.parseInt(a[3]) : 0;
    for (int i = 0; i < p; i++) pre = new Node(i, pre);
    heads = new Node[nt];
    Thread[] t = new Thread[nt];
    for (int i = 0; i < nt; i++) { final int id = i;
      t[i] = new Thread() { public void run() {
        for (int j = 0; j < s; j++) synchronized (m) { for (int q = 0; q < k / s; q++) heads[id] = new Node(q, heads[id]); } } }; }
    for (Thread x : t) x.start();
    for (Thread x : t) x.join();
    for (int i = 0; i < nt; i++) { int c = 0; for (Node n = heads[i]; n != null; n = n.next) c++; if (c != k / s * s) throw new AssertionError("len " + c); }
  }
}
