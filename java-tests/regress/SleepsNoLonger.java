//@ verdict: assertion
/** Two threads sleep beside each other: the time that one takes is not added to that of the other. */
public class SleepsNoLonger {
    static void pause() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        long began = System.nanoTime();
        Thread first = new Thread(SleepsNoLonger::pause);
        Thread second = new Thread(SleepsNoLonger::pause);
        first.start();
        second.start();
        first.join();
        second.join();
        assert System.nanoTime() - began >= 400_000_000; //~ ASSERTION
    }
}
