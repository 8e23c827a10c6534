//@ verdict: verified
//@ states: 8 on 17, 61 on 25
/** A hook sees what all threads have done, may start a thread, and the program ends with it. */
public class HookRuns {
    static int x;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert x == 1;
            new Thread(() -> {
                synchronized (args) {
                    while (x == 1) {
                        try {
                            args.wait();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                }
            }).start();
        }));
        new Thread(() -> {
            x = 1;
        }).start();
    }
}
