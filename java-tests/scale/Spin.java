//@ verdict: livelock
//@ args: 14000
/** Two threads that spin for ever, each with rounds of local work between two looks. args: rounds */
public class Spin {
    static volatile boolean stop;

    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                int work = 0;
                while (!stop) { //~ LIVELOCK
                    for (int round = 0; round < rounds; round++) work ^= round;
                    work = 0;
                }
            }).start();
        }
    }
}
