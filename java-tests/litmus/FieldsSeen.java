//@ verdict: verified
//@ outcomes: 01 10 11
//@ states: 12
// Store buffering on fields of an object: reading a field of a shared object is an action.
public class FieldsSeen {
    static class Pair { int x, y; }

    public static void main(String[] args) throws InterruptedException {
        Pair pair = new Pair();
        int[] seen = new int[1];
        Thread thread = new Thread(() -> {
            pair.x = 1;
            seen[0] = pair.y;
        });
        thread.start();
        pair.y = 1;
        int own = pair.x;
        thread.join();
        Outcome.is("" + seen[0] + own, args);
    }
}
