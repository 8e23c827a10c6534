//@ verdict: verified
//@ states: 21 on 17, 23 on 25
/** How long a sleep takes is no object: neither a long one nor one without end is a reason to stumble. */
public class LongSleep {
    static volatile boolean interrupted;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(100_000_000);
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        });
        t.start();
        t.interrupt();
        t.join();
        assert interrupted;
    }
}
