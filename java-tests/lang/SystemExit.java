//@ run
//@ exit: 42
/** System.exit with a code; finally blocks do not run; output before it is kept. */
public class SystemExit {
    public static void main(String[] args) {
        System.out.print("no newline at the end");
        System.err.println("to stderr");
        try {
            System.exit(42);
        } finally {
            System.out.println("never printed");
        }
    }
}
