public class Lib {
    public Lib() {} private Lib(int i) {}
    void becomesInstance() {} static void becomesStatic() {}
    int fieldBecomesInstance; static int fieldBecomesStatic;
    private void becomesPrivate() {} private static void becomesPrivateStatic() {} private static int fieldBecomesPrivate;
    static final int becomesFinal = Integer.parseInt("1"); final int becomesFinalInst = Integer.parseInt("1");
    static BecomesClass make() { return new BecomesClass(); }
}
interface BecomesInterface { default void m() {} static void s() {} }
class BecomesClass { public void m() {} }
final class BecomesFinalClass {}
interface SuperBecomesInterface {}
class InterfaceBecomesClass {}
sealed class BecomesSealed permits OtherSub {}
final class OtherSub extends BecomesSealed {}
sealed interface BecomesSealedI permits OtherI {}
final class OtherI implements BecomesSealedI {}
class FinalM { final void m() {} }
class Circ2 extends Circ1 {}
class Circ1 {}
