//@ verdict: verified
//@ states: 21
// A retry counter that only the handler of a call reads is part of the state while the call is under way. Without it three
// rounds look like one that never ends.
public class HandlerCounts {
    static volatile int other;
    static volatile boolean done;

    static void work() {
        if (other >= 0) {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            while (!done) {
                other = 1;
            }
        }).start();
        int round = 0;
        while (true) {
            try {
                work();
            } catch (IllegalStateException again) {
                if (++round == 3) {
                    done = true;
                    return;
                }
                continue;
            }
            return;
        }
    }
}
