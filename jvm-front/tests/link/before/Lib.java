public class Lib {
    public Lib() {} public Lib(int i) {} public Lib(String s) {}
    static void gone(int i, String s, int[][] a) {}
    void goneToo() {}
    static int goneField; String goneInstance;
    static void becomesInstance() {} void becomesStatic() {}
    static int fieldBecomesInstance; int fieldBecomesStatic;
    void becomesPrivate() {} static void becomesPrivateStatic() {} static int fieldBecomesPrivate;
    static int becomesFinal; int becomesFinalInst;
    static BecomesClass make() { return null; }
}
class BecomesInterface { void m() {} static void s() {} }
interface BecomesClass { void m(); }
class Gone {}
class BecomesFinalClass {}
class SuperBecomesInterface {}
interface InterfaceBecomesClass {}
class BecomesSealed {}
interface BecomesSealedI {}
class FinalM { void m() {} }
class Circ1 extends Circ2 {}
class Circ2 {}
