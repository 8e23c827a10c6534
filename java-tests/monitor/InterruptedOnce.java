//@ verdict: verified
//@ states: 35 on 17, 40 on 25
/** One interrupt ends one sleep, even if the thread finds it before it is told. */
public class InterruptedOnce {
    static int interrupts;

    public static void main(String[] args) throws Exception {
        Thread sleeper = new Thread(() -> {
            for (int i = 0; i < 2; i++) {
                try {
                    Thread.sleep(10);
                } catch (InterruptedException e) {
                    interrupts++;
                }
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        assert interrupts < 2;
    }
}
