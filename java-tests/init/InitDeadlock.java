//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Two classes whose initializers need each other, started from two threads. */
public class InitDeadlock {
    static class A {
        static final int X = B.y() + 1; //~ BLOCKED

        static int x() {
            return 1;
        }
    }

    static class B {
        static final int Y = A.x() + 1; //~ BLOCKED

        static int y() {
            return 1;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> A.x()).start();
        new Thread(() -> B.y()).start();
    }
}
