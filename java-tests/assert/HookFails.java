//@ verdict: assertion
/** When the last thread has ended the shutdown hooks run, and they can fail like any thread. */
public class HookFails {
    static int x;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert x == 0;    //~ ASSERTION
        }));
        new Thread(() -> {
            x = 1;
        }).start();
    }
}
