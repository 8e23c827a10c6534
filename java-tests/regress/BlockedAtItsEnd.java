//@ verdict: assertion
// A thread that ends takes the lock of its own object, to tell who joins it; `start` holds that lock until it returns. A
// thread that has to wait for it there is still BLOCKED when `start` has returned and nobody else wants the lock.
public class BlockedAtItsEnd {
    public static void main(String[] args) {
        Thread thread = new Thread(() -> { });
        thread.start();
        assert thread.getState() != Thread.State.BLOCKED;   //~ ASSERTION
    }
}
