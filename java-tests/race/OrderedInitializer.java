//@ verdict: verified
//@ flags: --races error
//@ states: 20
import java.util.concurrent.atomic.AtomicInteger;

/** What an initializer wrote comes before every use of its class, whatever else the threads look at. */
public class OrderedInitializer {
    static final AtomicInteger PROGRESS = new AtomicInteger();

    static class Table {
        static int[] squares = new int[3];

        static {
            squares[2] = 4;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                PROGRESS.setOpaque(1);
                assert Table.squares[2] == 4;
            }).start();
        }
    }
}
