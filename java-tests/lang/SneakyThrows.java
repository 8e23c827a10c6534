//@ run
/** Generic throws, rethrow analysis, exceptions from static and instance initializers, constructors and finally. */
public class SneakyThrows {
    @SuppressWarnings("unchecked")
    static <E extends Throwable> void sneaky(Throwable t) throws E {
        throw (E) t;
    }

    static void precise(boolean b) throws java.io.FileNotFoundException {
        try {
            if (b) {
                throw new java.io.FileNotFoundException("precise");
            }
        } catch (final Exception e) {
            throw e;
        }
    }

    static class Half {
        static Half leaked;
        int v = 1;

        Half() {
            leaked = this;
            v = 2;
            throw new IllegalStateException("half built");
        }
    }

    static class InstanceInit {
        int x = compute();

        int compute() {
            throw new ArithmeticException("field initializer");
        }
    }

    static String order() {
        StringBuilder sb = new StringBuilder();
        try {
            try {
                sb.append("a");
                throw new Exception("1");
            } catch (Exception e) {
                sb.append("b").append(e.getMessage());
                throw new RuntimeException("2", e);
            } finally {
                sb.append("c");
            }
        } catch (RuntimeException e) {
            sb.append("d").append(e.getCause().getMessage());
        } finally {
            sb.append("e");
        }
        return sb.toString();
    }

    public static void main(String[] args) {
        try {
            SneakyThrows.<RuntimeException>sneaky(new Exception("checked"));
        } catch (Exception e) {
            System.out.println(e);
        }
        try {
            precise(true);
        } catch (java.io.FileNotFoundException e) {
            System.out.println(e);
        }
        try {
            new Half();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + Half.leaked.v);
        }
        try {
            new InstanceInit();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage() + " " + e.getStackTrace()[1].getMethodName());
        }
        System.out.println(order());
        Throwable t = new Throwable();
        System.out.println(t.getMessage() + " " + t.getLocalizedMessage() + " " + t + " " + t.getCause());
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object o = java.util.List.of();
            ((Runnable) o).run();
        } catch (ClassCastException e) {
            System.out.println("cast");
        }
        int[] evaluated = new int[1];
        try {
            int[] none = null;
            none[evaluated[0]++] = evaluated[0]++ / 0;
        } catch (ArithmeticException e) {
            System.out.println("division first " + evaluated[0]);
        }
        try {
            int[] a = new int[1];
            a[evaluated[0]] = Integer.parseInt("bad");
        } catch (NumberFormatException e) {
            System.out.println("right side first");
        }
        class Custom extends Exception {
            Custom() {
                super("custom", null, true, true);
            }

            @Override
            public synchronized Throwable fillInStackTrace() {
                return this;
            }

            @Override
            public String toString() {
                return "<<" + getMessage() + ">>";
            }
        }
        Exception c = new Custom();
        System.out.println(c + " " + c.getStackTrace().length);
        c.printStackTrace(System.out);
    }
}
