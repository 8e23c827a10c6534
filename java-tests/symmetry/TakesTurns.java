//@ verdict: livelock

/** Two threads that are alike take turns at a place for ever: after one turn they have changed places, after two they are back. */
public class TakesTurns {
    static volatile Thread last;

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread() {
                public void run() {
                    while (true) {
                        if (last != this) { //~ LIVELOCK
                            last = this; //~ LIVELOCK
                        }
                    }
                }
            }.start();
        }
    }
}
