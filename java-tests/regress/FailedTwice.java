//@ verdict: verified
//@ states: 5
// The error of a second use of a class whose initializer failed has a cause: what the first use threw.
public class FailedTwice {
    static class Fails {
        static int value = 1 / Integer.parseInt("0");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            try {
                System.out.print(Fails.value);
            } catch (ExceptionInInitializerError | NoClassDefFoundError expected) {
                // Whichever thread comes first.
            }
        });
        first.start();
        try {
            System.out.print(Fails.value);
        } catch (NoClassDefFoundError second) {
            assert second.getCause() instanceof ExceptionInInitializerError;
        } catch (ExceptionInInitializerError earlier) {
            assert earlier.getCause() instanceof ArithmeticException;
        }
        first.join();
    }
}
