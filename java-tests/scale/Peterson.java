//@ verdict: verified
//@ states: 89
//@ args: 1
/** Peterson mutual exclusion (volatile), busy wait; R rounds. Correct under SC. */
public class Peterson {
  static volatile boolean f0, f1; static volatile int turn; static int in;
  public static void main(String[] a) throws Exception {
    final int r = Integer.parseInt(a[0]);
    Thread t0 = new Thread() { public void run() { for (int i = 0; i < r; i++) { f0 = true; turn = 1; while (f1 && turn == 1) ; in++; if (in != 1) throw new AssertionError("mutex"); in--; f0 = false; } } };
    Thread t1 = new Thread() { public void run() { for (int i = 0; i < r; i++) { f1 = true; turn = 0; while (f0 && turn == 0) ; in++; if (in != 1) throw new AssertionError("mutex"); in--; f1 = false; } } };
    t0.start(); t1.start(); t0.join(); t1.join();
  }
}
