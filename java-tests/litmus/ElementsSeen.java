//@ verdict: verified
//@ outcomes: 01 10 11
//@ states: 12
// Store buffering on elements of an array: reading and writing an element are actions.
public class ElementsSeen {
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        int[] pair = new int[2];
        Thread thread = new Thread(() -> {
            pair[0] = 1;
            seen = pair[1];
        });
        thread.start();
        pair[1] = 1;
        int own = pair[0];
        thread.join();
        Outcome.is("" + seen + own, args);
    }
}
