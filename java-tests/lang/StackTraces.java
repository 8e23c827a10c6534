//@ run
/** printStackTrace with causes, common frames, suppressed and circular exceptions, constructors, lambdas. */
public class StackTraces {
    static class Thrower {
        Thrower(boolean really) {
            if (really)
                throw new UnsupportedOperationException(
                    "in constructor");
        }

        static final Runnable LAMBDA = () -> {
            throw new IllegalStateException("in lambda");
        };
    }

    static void a(int n) throws Exception {
        try {
            b(n);
        } catch (RuntimeException e) {
            throw new Exception("from a", e);
        }
    }

    static void b(int n) {
        if (n > 0) {
            b(
                n - 1);
        } else {
            c();
        }
    }

    static void c() {
        RuntimeException e = new RuntimeException("from c");
        e.addSuppressed(new Error("first suppressed"));
        e.addSuppressed(new Error("second suppressed", new Throwable("its cause")));
        throw e;
    }

    public static void main(String[] args) {
        try {
            a(2);
        } catch (Exception e) {
            e.printStackTrace();
            e.printStackTrace(System.out);
            StackTraceElement top = e.getStackTrace()[0];
            System.out.println(top.getClassName() + " " + top.getMethodName() + " " + top.getFileName() + " " + top.getLineNumber() + " " + top.isNativeMethod());
            System.out.println(e.getStackTrace().length + " " + e.getCause().getStackTrace().length);
        }
        try {
            new Thrower(true);
        } catch (UnsupportedOperationException e) {
            e.printStackTrace(System.out);
        }
        try {
            Thrower.LAMBDA.run();
        } catch (IllegalStateException e) {
            e.printStackTrace(System.out);
        }
        Throwable x = new Throwable("x"), y = new Throwable("y", x);
        x.initCause(y);
        y.printStackTrace(System.out);
        try {
            x.initCause(y);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Throwable bare = new Throwable("no trace", null, false, false) { };
        bare.addSuppressed(x);
        System.out.println(bare.getStackTrace().length + " " + bare.getSuppressed().length);
        x.setStackTrace(new StackTraceElement[] {new StackTraceElement("Made", "up", "Made.java", 12), new StackTraceElement("No", "source", null, -1), new StackTraceElement("A", "nat", "A.java", -2)});
        x.printStackTrace(System.out);
    }
}
