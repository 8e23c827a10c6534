//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** The time that a thread sleeps is no object, however large the number. */
public class LongSleep {
    static volatile boolean woken;

    public static void main(String[] args) {
        Thread sleeper = Thread.currentThread();
        new Thread(sleeper::interrupt).start();
        try {
            Thread.sleep(123_456_789);
        } catch (InterruptedException e) {
            woken = true;
        }
    }
}
