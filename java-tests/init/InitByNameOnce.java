//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 17
/** However a class is initialized, that happens once, and whoever uses the class finds it done. */
public class InitByNameOnce {
    static volatile int times;

    static class Loaded {
        static int value = 7;
        static {
            times++;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                Class.forName("InitByNameOnce$Loaded");
            } catch (ClassNotFoundException e) {
                throw new AssertionError(e);
            }
            assert times == 1 && Loaded.value == 7;
        });
        t.start();
        assert Loaded.value == 7 && times == 1;
        t.join();
    }
}
