//@ verdict: verified
//@ flags: --races error
//@ states: 1161 on 17, 1169 on 25
import java.util.concurrent.Phaser;

/** Two threads meet at a phaser: each sees what the other did before. */
public class PhaserMeets {
    static int a;
    static int b;

    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(2);
        Thread thread = new Thread(() -> {
            a = 1;
            phaser.arriveAndAwaitAdvance();
            assert b == 1;
        });
        thread.start();
        b = 1;
        phaser.arriveAndAwaitAdvance();
        assert a == 1;
        thread.join();
    }
}
