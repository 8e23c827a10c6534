//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 24
/** What an initializer wrote happens before every use of the class: no race on plain statics. */
public class InitPublishes {
    static class Config {
        static int[] table = new int[3];

        static {
            for (int i = 0; i < 3; i++) {
                table[i] = i * i;
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                assert Config.table[2] == 4;
            }).start();
        }
    }
}
