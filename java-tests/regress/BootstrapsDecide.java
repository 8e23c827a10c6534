//@ verdict: verified
//@ revisions: constant call twice
//@[constant] args: constant
//@[call] args: call
//@[twice] args: twice
//@[constant] states: 17 on 17, 16 on 25
//@[call] states: 37 on 17, 85 on 25
//@[twice] states: 940 on 17, 51 on 25
// Bootstrap methods of the program's own run like any other code of it: other threads run meanwhile, and the first of
// several results counts for all. The class with the call sites was written by hand:
//
//     int constant() { return <dynamic constant by BootstrapsDecide.constant>; }
//     int call() { return <call site by BootstrapsDecide.site>(); }
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Base64;

public class BootstrapsDecide {
    static final String LINKED_LATE =
            "yv66vgAAAD0AGwEACkxpbmtlZExhdGUHAAEBAAhjb25zdGFudAEAAygpSQEAEEJvb3RzdHJhcHNEZWNpZGUHAAUBAE0oTGphdmEv"
            + "bGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7TGphdmEvbGFuZy9TdHJpbmc7TGphdmEvbGFuZy9DbGFzczspSQwAAwAH"
            + "CgAGAAgPBgAJAQABYwEAAUkMAAsADBEAAAANAQAEY2FsbAEABHNpdGUBAHMoTGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxl"
            + "cyRMb29rdXA7TGphdmEvbGFuZy9TdHJpbmc7TGphdmEvbGFuZy9pbnZva2UvTWV0aG9kVHlwZTspTGphdmEvbGFuZy9pbnZva2Uv"
            + "Q2FsbFNpdGU7DAAQABEKAAYAEg8GABMMAA8ABBIAAQAVAQAQamF2YS9sYW5nL09iamVjdAcAFwEABENvZGUBABBCb290c3RyYXBN"
            + "ZXRob2RzAAEAAgAYAAAAAAACAAkAAwAEAAEAGQAAAA8AAQAAAAAAAxIOrAAAAAAACQAPAAQAAQAZAAAAEgABAAAAAAAGugAWAACs"
            + "AAAAAAABABoAAAAKAAIACgAAABQAAA==";

    static volatile int flag;
    static int other;

    public static int constant(MethodHandles.Lookup lookup, String name, Class<?> type) {
        return flag + flag;
    }

    public static CallSite site(MethodHandles.Lookup lookup, String name, MethodType type) {
        return new ConstantCallSite(MethodHandles.constant(int.class, flag + flag));
    }

    public static void main(String[] args) throws Throwable {
        Class<?> linked = MethodHandles.lookup().defineClass(Base64.getDecoder().decode(LINKED_LATE));
        MethodType type = MethodType.methodType(int.class);
        String name = args[0].equals("call") ? "call" : "constant";
        MethodHandle handle = MethodHandles.lookup().findStatic(linked, name, type);
        boolean twice = args[0].equals("twice");
        Thread thread = new Thread(() -> {
            flag = 1;
            if (twice) {
                try {
                    other = (int) handle.invokeExact();
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        thread.start();
        int decided = (int) handle.invokeExact();
        thread.join();
        assert (int) handle.invokeExact() == decided;
        assert !twice || other == decided;
    }
}
