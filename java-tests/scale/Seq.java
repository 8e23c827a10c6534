//@ verdict: verified
//@ args: 1000
//@ states: 1
/** single-threaded interpreter throughput: arg N = iterations of a simple arithmetic/array loop */
public class Seq {
  static int[] a = new int[64];
  static int f(int x) { return x * 31 + 7; }
  public static void main(String[] s) {
    int n = Integer.parseInt(s[0]); int h = 1;
    for (int i = 0; i < n; i++) { h = f(h) ^ i; a[i & 63] += h; }
    if (h == 42) throw new AssertionError();
  }
}
