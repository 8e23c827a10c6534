//@ run
//@ exit: 1
/** An uncaught exception with suppressed exceptions and a cause chain, as java prints it. */
public class SuppressedExit {
    static class Res implements AutoCloseable {
        final String n;

        Res(String n) {
            this.n = n;
        }

        @Override
        public void close() throws Exception {
            throw new java.io.IOException("closing " + n, new RuntimeException("root of " + n));
        }
    }

    static class Silent extends RuntimeException {
        Silent(Throwable t) {
            super(null, t);
        }
    }

    static void work() throws Exception {
        try (Res a = new Res("a"); Res b = new Res("b")) {
            Object[] o = new Integer[1];
            o[0] = "not an integer";
        }
    }

    public static void main(String[] args) {
        try {
            work();
        } catch (Exception e) {
            throw new Silent(e);
        }
    }
}
