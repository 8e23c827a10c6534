//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 16
/** What a static initializer writes happens before every use of its class. */
public class HandOffInitializer {
    static class Holder {
        static int[] data = new int[1];
        static int more;

        static {
            data[0] = 1;
            more = 2;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                assert Holder.data[0] + Holder.more == 3;
            }).start();
        }
    }
}
