//@ verdict: verified
//@ flags: --spurious --time virtual
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 5
/** Time passes although the thread that waits for a sleeper may wake up for no reason again and again. */
public class SpuriousSleeper {
    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        sleeper.start();
        sleeper.join();
    }
}
