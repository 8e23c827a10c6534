//@ verdict: verified
//@ states: 25
//@ args: 3
/** (a) dining philosophers, ordered forks: deadlock-free. args: N [rounds] */
public class DinOrd {
  static class Fork { }
  static class Phil extends Thread {
    final Fork a, b; final int rounds;
    Phil(Fork a, Fork b, int r) { this.a = a; this.b = b; rounds = r; }
    public void run() {
      for (int i = 0; i < rounds; i++) {
        synchronized (a) { synchronized (b) { } }
      }
    }
  }
  public static void main(String[] args) throws Exception {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int r = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    Fork[] f = new Fork[n];
    for (int i = 0; i < n; i++) f[i] = new Fork();
    Phil[] p = new Phil[n];
    for (int i = 0; i < n; i++) {
      int l = i, rr = (i + 1) % n;
      p[i] = l < rr ? new Phil(f[l], f[rr], r) : new Phil(f[rr], f[l], r);
    }
    for (int i = 0; i < n; i++) p[i].start();
    for (int i = 0; i < n; i++) p[i].join();
  }
}
