//@ verdict: verified
//@ states: 6
//@ args: 1 1 1
import java.util.concurrent.locks.*;
/** (d) ReentrantLock + Condition one-place buffer. args: P C items */
public class RLock {
  static final ReentrantLock l = new ReentrantLock();
  static final Condition full = l.newCondition(), empty = l.newCondition();
  static int slot; static boolean has;
  static void put(int x) throws InterruptedException {
    l.lock(); try { while (has) empty.await(); slot = x; has = true; full.signal(); } finally { l.unlock(); } }
  static int get() throws InterruptedException {
    l.lock(); try { while (!has) full.await(); has = false; empty.signal(); return slot; } finally { l.unlock(); } }
  public static void main(String[] a) throws Exception {
    int p = Integer.parseInt(a[0]), c = Integer.parseInt(a[1]); final int k = Integer.parseInt(a[2]);
    Thread[] t = new Thread[p + c]; final int kc = p * k / c;
    for (int i = 0; i < p; i++) t[i] = new Thread() { public void run() { try { for (int j = 0; j < k; j++) put(j); } catch (InterruptedException e) { throw new RuntimeException(e); } } };
    for (int i = 0; i < c; i++) t[p + i] = new Thread() { public void run() { try { for (int j = 0; j < kc; j++) get(); } catch (InterruptedException e) { throw new RuntimeException(e); } } };
    for (Thread x : t) x.start();
    for (Thread x : t) x.join();
    if (has) throw new AssertionError("left over");
  }
}
