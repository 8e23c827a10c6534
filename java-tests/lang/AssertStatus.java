//@ run
/** assert statements switched on and off through the class loader before a class is initialized. */
public class AssertStatus {
    static class On {
        static String test() {
            try {
                assert 1 > 2 : "message " + 42;
                return "passed";
            } catch (AssertionError e) {
                return e.getMessage();
            }
        }
    }

    static class Off {
        static int evaluated;

        static String test() {
            assert ++evaluated > 100;
            return "evaluated " + evaluated;
        }
    }

    static class Causes {
        static void test() {
            assert false : new IllegalStateException("the cause");
        }
    }

    public static void main(String[] args) {
        ClassLoader l = AssertStatus.class.getClassLoader();
        l.clearAssertionStatus();
        l.setClassAssertionStatus("AssertStatus", true);
        System.out.println(On.test());
        try {
            Causes.test();
        } catch (AssertionError e) {
            System.out.println(e.getMessage() + " / " + e.getCause());
        }
        l.setClassAssertionStatus("AssertStatus", false);
        System.out.println(Off.test());
        System.out.println(new AssertionError(3.5).getMessage() + " " + new AssertionError('c').getMessage() + " " + new AssertionError("m", new Error("e")).getCause());
    }
}
