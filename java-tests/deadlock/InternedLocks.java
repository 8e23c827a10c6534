//@ verdict: deadlock
/** Strings that are made separately are one lock once they are interned. */
public class InternedLocks {
    static void lock(int first, int second) {
        synchronized (("key" + first).intern()) {
            synchronized (("key" + second).intern()) { //~ BLOCKED
                return;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> lock(1, 2)).start();
        new Thread(() -> lock(2, 1)).start();
    }
}
