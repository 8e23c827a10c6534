//@ verdict: verified
//@ outcomes: 00 01 11
//@ states: 14
/** Making a thread calls the program's own code, and others run meanwhile. */
public class ChildValues {
    static volatile int x;
    static String seen;

    public static void main(String[] args) {
        InheritableThreadLocal<Integer> local = new InheritableThreadLocal<>() {
            @Override
            protected Integer childValue(Integer parent) {
                seen = "" + x + x;
                return parent;
            }
        };
        new Thread(() -> x = 1).start();
        local.set(1);
        new Thread(() -> { });
        Outcome.is(seen, args);
    }
}
