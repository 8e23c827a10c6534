//@ run
/** try-with-resources: closing order, suppressed exceptions, null resources, existing variables. */
public class TryWithResources {
    static class Res implements AutoCloseable {
        final String name;
        final boolean failClose;

        Res(String name, boolean failOpen, boolean failClose) {
            this.name = name;
            this.failClose = failClose;
            System.out.println("open " + name);
            if (failOpen) {
                throw new IllegalStateException("open " + name);
            }
        }

        @Override
        public void close() throws java.io.IOException {
            System.out.println("close " + name);
            if (failClose) {
                throw new java.io.IOException("close " + name);
            }
        }
    }

    static void show(Throwable t) {
        System.out.println("caught " + t);
        for (Throwable s : t.getSuppressed()) {
            System.out.println("  suppressed " + s);
        }
    }

    public static void main(String[] args) {
        try (Res a = new Res("a", false, false); Res b = new Res("b", false, false)) {
            System.out.println("body " + a.name + b.name);
        } catch (Exception e) {
            show(e);
        } finally {
            System.out.println("finally");
        }
        try (Res a = new Res("a", false, true); Res b = new Res("b", false, true)) {
            throw new RuntimeException("body");
        } catch (Exception e) {
            show(e);
        }
        try (Res a = new Res("a", false, true); Res b = new Res("b", true, true)) {
            System.out.println("not reached");
        } catch (Exception e) {
            show(e);
        }
        try (Res a = new Res("a", false, true)) {
            System.out.println("ok body");
        } catch (Exception e) {
            show(e);
        }
        try (Res n = null) {
            System.out.println("null is fine " + n);
        } catch (Exception e) {
            show(e);
        }
        Res outer = new Res("outer", false, false);
        try (outer) {
            System.out.println("variable");
        } catch (Exception e) {
            show(e);
        }
        Throwable t = new Throwable();
        try {
            t.addSuppressed(t);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
