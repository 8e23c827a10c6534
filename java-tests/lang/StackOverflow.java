//@ run
/** StackOverflowError is an ordinary error: caught, repeated, finally blocks run on the way. */
public class StackOverflow {
    static int depth, finals;

    static int down(int n) {
        depth++;
        return down(n + 1) + 1;
    }

    static void withFinally(int n) {
        try {
            withFinally(n + 1);
        } finally {
            finals = n;
        }
    }

    int self;
    StackOverflow next;

    @Override
    public int hashCode() {
        return 31 * next.hashCode();
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            depth = 0;
            try {
                down(0);
                System.out.println("returned");
            } catch (StackOverflowError e) {
                System.out.println(e + " " + (depth > 500) + " " + (e.getStackTrace().length > 100) + " " + e.getStackTrace()[0].getMethodName());
            }
        }
        try {
            withFinally(0);
        } catch (StackOverflowError e) {
            System.out.println("finals down to " + finals);
        }
        StackOverflow s = new StackOverflow();
        s.next = s;
        try {
            s.hashCode();
        } catch (VirtualMachineError e) {
            System.out.println(e.getClass().getSuperclass().getName() + " " + e.getMessage());
        }
        System.out.println("still here");
    }
}
