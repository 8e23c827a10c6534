//@ verdict: assertion
//@ revisions: first second third
//@[first] args: Thread-0
//@[second] args: Thread-1
//@[third] args: Thread-2

/** Three threads that are alike until the last of them asks for its name. */
public class LateName {
    static final Object LOCK = new Object();
    static int ended;

    public static void main(String[] args) {
        String name = args[0];
        for (int i = 0; i < 3; i++) {
            new Thread() {
                public void run() {
                    synchronized (LOCK) {
                        if (++ended == 3) {
                            assert getName().equals(name); //~ ASSERTION
                        }
                    }
                }
            }.start();
        }
    }
}
