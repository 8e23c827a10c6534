public class Faults {
    static { System.loadLibrary("faults"); }
    static native int crash();
    static native int exit(int code);
    static native int hang();
    static native int garbage();
    static native int huge();
    static native int silent();
    static native int callback();
    static native int makes();
    static native int finds();
    static native int global(Object o);
    static native int critical(int[] a);
    static native int field(Object o);
    static native int thread();
    static native int counts();
    static native int missing();
    native int receiver();
    static void called() {}
    public static void main(String[] args) {
        switch (args[0]) {
            case "crash" -> crash();
            case "exit" -> exit(7);
            case "hang" -> hang();
            case "garbage" -> garbage();
            case "huge" -> huge();
            case "silent" -> silent();
            case "callback" -> callback();
            case "makes" -> makes();
            case "finds" -> finds();
            case "global" -> global("x");
            case "critical" -> critical(new int[1]);
            case "field" -> field("x");
            case "thread" -> thread();
            case "counts" -> { assert counts() == counts(); }
            case "missing" -> missing();
            case "receiver" -> { assert new Faults().receiver() == 1; }
            case "object" -> global(new Faults());
        }
    }
}
