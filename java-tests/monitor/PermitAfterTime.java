//@ verdict: assertion
//@ patient: verified
import java.util.concurrent.locks.LockSupport;

/** The time of a park may be up before a permit comes that the thread then sees announced: the next park returns at once. */
public class PermitAfterTime {
    static volatile boolean permitted;

    public static void main(String[] args) {
        Thread parks = new Thread(() -> {
            LockSupport.parkNanos(1);
            if (permitted) {
                LockSupport.park();
                assert false; //~ ASSERTION
            }
        });
        parks.setDaemon(true);
        parks.start();
        LockSupport.unpark(parks);
        permitted = true;
    }
}
