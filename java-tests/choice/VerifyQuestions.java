//@ verdict: verified
//@ flags: -Dmine=value
//@ states: 1

import gov.nasa.jpf.vm.Verify;

/** Answers that follow from the program alone. */
public class VerifyQuestions {
    static class Inner {
        static boolean asks(String name) {
            return Verify.isCalledFromClass(name);
        }
    }

    public static void main(String[] args) {
        boolean any = Verify.randomBool() | Verify.getBoolean(true);
        assert Inner.asks("VerifyQuestions") && Inner.asks("java.lang.Object") && !Inner.asks("java.lang.String");
        assert !Verify.isTraceReplay();
        assert Verify.vmIsMatchingStates() == Verify.isRunningInJPF();
        if (Verify.isRunningInJPF()) {
            assert "value".equals(Verify.getProperty("mine"));
            Verify.setProperties("mine=value");
            Verify.log("logger", Verify.INFO, "%d and %s%n", 3, "four");
        }
        assert Verify.getProperty("other") == null;
        Verify.assertTrue(Verify.random(2) <= 2);
        Verify.assertTrue("true", true);
        Verify.print("a", "b");
        Verify.print(null, 3);
        Verify.print("c", any);
        Verify.println();
        Verify.threadPrintln("here");
    }
}
