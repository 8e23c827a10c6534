//@ verdict: inconclusive the program drops every execution

import braid.Braid;

/** Nothing is left of the executions, so nothing can be said of them. */
public class AllDropped {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> x++);
        other.start();
        x++;
        other.join();
        Braid.assume(x > 2);
        assert x > 2;
    }
}
