//@ run
//@ exit: 1
/** An exception that leaves main: trace with causes on standard error, exit code 1. */
public class UncaughtExit {
    static void inner(int depth) {
        if (depth == 0) {
            throw new IllegalArgumentException("bottom");
        }
        inner(depth - 1);
    }

    public static void main(String[] args) {
        System.out.println("before");
        try {
            inner(2);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("top", e);
        }
    }
}
