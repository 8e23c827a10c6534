//@ verdict: verified
//@ outcomes: 5loader 5none 10none
//@ states: 265 on 17, 20 on 25
/** A new thread takes priority and class loader from its parent as they are then, whoever has set them. */
public class InheritedLate {
    static volatile boolean working;
    static volatile String inherited;

    public static void main(String[] args) throws Exception {
        Thread parent = new Thread(() -> {
            working = true;
            Thread child = new Thread(() -> { });
            String loader = child.getContextClassLoader() == null ? "none" : "loader";
            inherited = child.getPriority() + loader;
        });
        parent.start();
        if (working) {
            parent.setContextClassLoader(null);
            parent.setPriority(Thread.MAX_PRIORITY);
        }
        parent.join();
        Outcome.is(inherited, args);
    }
}
