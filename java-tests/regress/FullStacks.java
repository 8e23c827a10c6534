//@ verdict: verified
//@ states: 3
/** Where the stack is full a class is initialized or fails to be, and never stays in between. */
public class FullStacks {
    static class Late {
        static Object made = new Object();

        static void touch() { }
    }

    static int deeper() {
        return 1 + deeper();
    }

    static void overflow() {
        try {
            deeper();
        } catch (StackOverflowError e) {
            return;
        }
        throw new AssertionError("so deep");
    }

    static void touchDeeper() {
        try {
            touchDeeper();
        } catch (StackOverflowError e) {
            Late.touch();
        }
    }

    public static void main(String[] args) throws Exception {
        overflow();
        try {
            touchDeeper();
        } catch (StackOverflowError | ExceptionInInitializerError | NoClassDefFoundError e) {
            overflow();
        }
        Thread other = new Thread(() -> {
            overflow();
            try {
                Late.touch();
            } catch (NoClassDefFoundError e) {
                overflow();
            }
        });
        other.start();
        other.join();
    }
}
