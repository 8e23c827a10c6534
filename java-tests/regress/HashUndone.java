//@ verdict: verified
//@ revisions: o p
//@[o] args: o
//@[p] args: p
//@ states: 9
// The first to ask for the identity hash code of an object gives it one. What one execution has given is not there in the
// next: different objects have different hash codes. Which of the two executions comes first is up to the search, so both
// ways are here.
public class HashUndone {
    static final Object O = new Object(), P = new Object();
    static volatile int v;
    static Object asked;

    public static void main(String[] args) throws InterruptedException {
        Object relevant = args[0].equals("o") ? O : P;
        Thread thread = new Thread(() -> {
            asked = v == 0 ? O : P;
            System.identityHashCode(asked);
        });
        thread.start();
        v = 1;
        thread.join();
        if (asked == relevant) {
            assert System.identityHashCode(O) != System.identityHashCode(P);
        }
    }
}
