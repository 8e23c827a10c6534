//@ verdict: verified
//@ outcomes: thrown returned
//@ states: 16 on 17, 21 on 25
/** A thread that is interrupted by the one it joins may throw, or find that one ended and stay interrupted. */
public class InterruptThenEnd {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread ending = new Thread(main::interrupt);
        ending.start();
        try {
            ending.join();
            Outcome.is(Thread.interrupted() ? "returned" : "not interrupted", args);
        } catch (InterruptedException e) {
            Outcome.is(Thread.interrupted() ? "still interrupted" : "thrown", args);
        }
    }
}
