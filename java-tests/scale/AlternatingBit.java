//@ verdict: verified
//@ args: 2
//@ states: 32
/** The alternating bit protocol over channels of one place that lose messages. args: messages */
import braid.Braid;

public class AlternatingBit {
    /** A message or acknowledgement: twice the data, plus the bit; -1 if there is none. */
    static volatile int message = -1, acknowledgement = -1;
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        Thread sender = new Thread(() -> {
            for (int data = 0; data < count; data++) {
                int bit = data & 1;
                do {
                    // Each attempt may be lost; what the sender does before the next one concerns no other thread.
                    while (Braid.choose(2) == 0) { }
                    message = 2 * data + bit;
                } while (acknowledgement != bit);
            }
            done = true;
        });
        Thread receiver = new Thread(() -> {
            int expected = 0;
            while (expected < count) {
                int got = message;
                if (got >= 0 && (got & 1) == (expected & 1)) {
                    assert got >> 1 == expected;
                    expected++;
                }
                while (Braid.choose(2) == 0) { }
                acknowledgement = (expected - 1) & 1;
            }
        });
        sender.start();
        receiver.start();
        sender.join();
        receiver.join();
        assert done;
    }
}
