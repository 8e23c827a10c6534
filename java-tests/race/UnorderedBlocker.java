//@ verdict: race
//@ flags: --races error
import java.util.concurrent.locks.LockSupport;

/** What a thread says it is parked for orders nothing. */
public class UnorderedBlocker {
    static int data;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            data = 1; //~ RACE
            LockSupport.setCurrentBlocker("ready");
        });
        other.start();
        if (LockSupport.getBlocker(other) != null) {
            assert data == 1; //~ RACE
        }
    }
}
