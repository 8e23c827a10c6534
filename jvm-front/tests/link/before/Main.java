/** Compiled against the classes beside it, then run with those in ../after: every line fails to link in its own way. */
public class Main {
    static void t(String name, Runnable r) {
        try { r.run(); System.out.println(name + ": fine"); }
        catch (Throwable e) { System.out.println(name + ": " + e.getClass().getName() + ": " + e.getMessage()); }
    }
    public static void main(String[] args) {
        t("missing method", () -> Lib.gone(1, "x", new int[0][]));
        t("missing instance", () -> new Lib().goneToo());
        t("missing field", () -> System.out.println(Lib.goneField));
        t("missing field2", () -> System.out.println(new Lib().goneInstance));
        t("static to instance", () -> Lib.becomesInstance());
        t("instance to static", () -> new Lib().becomesStatic());
        t("field static->inst", () -> System.out.println(Lib.fieldBecomesInstance));
        t("field inst->static", () -> System.out.println(new Lib().fieldBecomesStatic));
        t("private method", () -> new Lib().becomesPrivate());
        t("private static", () -> Lib.becomesPrivateStatic());
        t("private field", () -> System.out.println(Lib.fieldBecomesPrivate));
        t("private ctor", () -> new Lib(1));
        t("missing ctor", () -> new Lib("x"));
        t("final field", () -> { Lib.becomesFinal = 2; });
        t("final field inst", () -> { new Lib().becomesFinalInst = 2; });
        t("class to interface static", () -> BecomesInterface.s());
        t("interface to class", () -> { BecomesClass b = Lib.make(); b.m(); });
        t("class gone", () -> new Gone());
        t("final super", () -> new SubOfFinal());
        t("super interface", () -> new SubOfInterface());
        t("implements class", () -> new ImplOfClass());
        t("pkg class", () -> other.Pkg.call());
        t("pkg class new", () -> new other.Hid());
        t("sealed", () -> new NotPermitted());
        t("sealed i", () -> new NotPermittedI());
        t("overrides final", () -> new OverridesFinal());
        t("protected", () -> new other.Prot().becomesProtected());
        t("circular", () -> new Circ1());
    }
}
class OverridesFinal extends FinalM { void m() {} }
class SubOfFinal extends BecomesFinalClass {}
class SubOfInterface extends SuperBecomesInterface {}
class ImplOfClass implements InterfaceBecomesClass {}
class NotPermitted extends BecomesSealed {}
class NotPermittedI implements BecomesSealedI {}
