//@ verdict: assertion
// What only the handler of a call reads is part of the state while the call is under way. Here it differs from what the call saw.
import java.util.concurrent.locks.LockSupport;

public class HandlerReadsOld {
    static volatile int flag;

    static class Seen extends RuntimeException {
        final int value;

        Seen(int value) {
            super(null, null, false, false);
            this.value = value;
        }
    }

    static void fail() {
        throw new Seen(flag);
    }

    public static void main(String[] args) {
        Thread writer = new Thread(() -> {
            flag = 1;
            LockSupport.park();
        });
        writer.setDaemon(true);
        writer.start();
        int x = flag;
        try {
            fail();
        } catch (Seen seen) {
            assert x != 0 || seen.value != 1; //~ ASSERTION
        }
    }
}
