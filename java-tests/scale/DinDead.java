//@ verdict: deadlock
//@ args: 3
/** dining philosophers, same as JPF's DiningPhil but started after creation: deadlocks. args: N */
public class DinDead {
  static class Fork { }
  static class Phil extends Thread {
    final Fork a, b;
    Phil(Fork a, Fork b) { this.a = a; this.b = b; }
    public void run() { synchronized (a) { synchronized (b) { } } } //~ BLOCKED
  }
  public static void main(String[] args) throws Exception {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    Fork[] f = new Fork[n];
    for (int i = 0; i < n; i++) f[i] = new Fork();
    Phil[] p = new Phil[n];
    for (int i = 0; i < n; i++) p[i] = new Phil(f[i], f[(i + 1) % n]);
    for (int i = 0; i < n; i++) p[i].start();
    for (int i = 0; i < n; i++) p[i].join(); //~ BLOCKED
  }
}
