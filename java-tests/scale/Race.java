//@ verdict: verified
//@ states: 58
//@ args: 2 2
/** T threads each do R unsynchronized increments; asserts the sum. Violated iff T>1. */
public class Race {
  static int c;
  public static void main(String[] a) throws Exception {
    int n = Integer.parseInt(a[0]); final int r = Integer.parseInt(a[1]); boolean check = a.length > 2;
    Thread[] t = new Thread[n];
    for (int i = 0; i < n; i++) t[i] = new Thread() { public void run() { for (int j = 0; j < r; j++) c++; } };
    for (Thread x : t) x.start();
    for (Thread x : t) x.join();
    if (check && c != n * r) throw new AssertionError("lost update " + c);
  }
}
