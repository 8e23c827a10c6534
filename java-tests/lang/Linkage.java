//@ run
/** Lookup rules: inherited statics, shadowed fields, interface fields, protected and package access, super chains. */
public class Linkage {
    interface HasX {
        int X = Linkage.log("HasX.X", 1);
    }

    static int log(String s, int v) {
        System.out.println("init " + s);
        return v;
    }

    static class A implements HasX {
        static String s = "A.s";
        String f = "A.f";

        static String stat() {
            return "A.stat";
        }

        String inst() {
            return "A.inst " + f;
        }

        private String priv() {
            return "A.priv";
        }

        String callsPriv() {
            return priv();
        }
    }

    static class B extends A {
        String f = "B.f";

        static String stat() {
            return "B.stat";
        }

        @Override
        String inst() {
            return "B.inst " + f + " / " + super.inst() + " / " + super.f;
        }

        private String priv() {
            return "B.priv";
        }
    }

    static class C extends B {
        String both() {
            return ((A) this).f + " " + f + " " + super.inst();
        }
    }

    interface D1 {
        default String who() {
            return "D1";
        }
    }

    interface D2 extends D1 {
        default String who() {
            return "D2";
        }
    }

    static class E implements D1, D2 { }

    static abstract class Abs {
        abstract String m();
    }

    public static void main(String[] args) {
        A a = new B();
        System.out.println(a.f + " " + ((B) a).f + " " + a.inst() + " " + a.callsPriv());
        System.out.println(a.stat() + " " + B.stat() + " " + B.s + " " + C.stat());
        System.out.println(new C().both());
        System.out.println(C.X);
        System.out.println(new E().who() + " " + ((D1) new E()).who());
        C.s = "changed through C";
        System.out.println(A.s);
        Abs abs = new Abs() {
            String m() {
                return getClass().getName() + " " + getClass().getSuperclass().getSimpleName();
            }
        };
        System.out.println(abs.m());
        A nul = null;
        System.out.println(nul.stat());
        try {
            Object o = Class.forName("Linkage$Missing");
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
        try {
            throw new AbstractMethodError("made by hand");
        } catch (IncompatibleClassChangeError e) {
            System.out.println(e);
        }
    }
}
