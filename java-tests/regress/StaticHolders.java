//@ verdict: verified
//@ outcomes: 01 10 11
//@ states: 12
// Store buffering on volatile static fields of two classes without initializers: every access may be the first to its class.
public class StaticHolders {
    static class X {
        static volatile int x;
    }

    static class Y {
        static volatile int y;
    }

    static int first;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            X.x = 1;
            first = Y.y;
        });
        other.start();
        Y.y = 1;
        int second = X.x;
        other.join();
        Outcome.is("" + first + second, args);
    }
}
