//@ run
/** When classes are initialized, in which order, and what failing initializers do. */
public class StaticInit {
    static void log(String s) {
        System.out.println(s);
    }

    static class Constant {
        static final int COMPILE_TIME = 5;
        static final Integer RUN_TIME = 6;

        static {
            log("Constant initialized");
        }
    }

    static class Parent {
        static int p = 1;

        static {
            log("Parent");
        }
    }

    static class Child extends Parent {
        static int c = p + 1;

        static {
            log("Child");
        }

        int inst = init();

        {
            log("instance block");
        }

        Child() {
            log("constructor " + inst);
        }

        int init() {
            log("field init");
            return 9;
        }
    }

    static class A {
        static int a = B.b + 1;
    }

    static class B {
        static int b = A.a + 1;
    }

    static class Fails {
        static int x = 1;

        static {
            if (x == 1) {
                throw new IllegalStateException("cannot");
            }
        }
    }

    public static void main(String[] args) throws Exception {
        log("main");
        log("" + Constant.COMPILE_TIME);
        log("" + Constant.RUN_TIME);
        Child[] none = new Child[2];
        log("array made");
        log("" + Child.p);
        new Child();
        log(A.a + " " + B.b);
        try {
            log("" + Fails.x);
        } catch (ExceptionInInitializerError e) {
            log(e + " cause " + e.getCause());
        }
        try {
            log("" + Fails.x);
        } catch (NoClassDefFoundError e) {
            log(e.getMessage());
        }
    }
}
