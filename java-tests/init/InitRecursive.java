//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 3
/** The initializing thread itself may use the half-initialized class; others must wait. */
public class InitRecursive {
    static class A {
        static int x = B.y + 1;
    }

    static class B {
        static int y = A.x + 1;
    }

    public static void main(String[] args) throws Exception {
        synchronized (InitRecursive.class) {
            assert A.x == 2 && B.y == 1;
        }
        Thread t = new Thread(() -> {
            assert A.x == 2 && B.y == 1;
        });
        t.start();
        t.join();
    }
}
