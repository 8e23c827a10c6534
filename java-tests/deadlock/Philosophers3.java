//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Three philosophers, each taking the left fork first. */
public class Philosophers3 {
    public static void main(String[] args) {
        Object[] forks = {new Object(), new Object(), new Object()};
        for (int i = 0; i < 3; i++) {
            Object left = forks[i], right = forks[(i + 1) % 3];
            new Thread(() -> {
                synchronized (left) {
                    synchronized (right) { //~ BLOCKED
                    }
                }
            }).start();
        }
    }
}
