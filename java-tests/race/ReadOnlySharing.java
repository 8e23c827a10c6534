//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 74
/** Written once before the threads start, read by all. */
public class ReadOnlySharing {
    static class Config {
        int size;
        int[] table;
    }

    static Config config;

    public static void main(String[] args) {
        new Thread(() -> { }).start();
        Config made = new Config();
        made.size = 2;
        made.table = new int[] {1, 2};
        config = made;
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                int sum = 0;
                for (int j = 0; j < config.size; j++) {
                    sum += config.table[j];
                }
                assert sum == 3;
            }).start();
        }
    }
}
