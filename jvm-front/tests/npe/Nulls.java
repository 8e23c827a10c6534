import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Every method without parameters whose name starts with "n" runs into null; main prints each message. */
public class Nulls {
    int i;
    long l;
    Nulls next;
    Nulls[] many;
    int[] ints;
    static Nulls root;
    static Object[][] grid = new Object[2][];
    static int index = 1;

    static Nulls make() { return null; }
    Nulls self() { return this; }
    Nulls pick(int a, String s, Object[] o, long l, Map.Entry<String, int[]> e) { return null; }
    static String text(Object o) { return null; }

    static void nInvoke() { String s = null; s.length(); }
    static void nInvokeInterface() { List<String> list = null; list.get(0); }
    static void nField() { Nulls n = null; System.out.println(n.i); }
    static void nFieldPut() { Nulls n = null; n.i = 3; }
    static void nFieldPutLong() { Nulls n = null; n.l = 3L; }
    static void nChain() { Nulls n = new Nulls(); n.next.next.i = 1; }
    static void nDeep() {
        Nulls n = new Nulls();
        n.next = new Nulls(); n.next.next = new Nulls(); n.next.next.next = new Nulls();
        n.next.next.next.next = new Nulls(); n.next.next.next.next.next = new Nulls();
        n.next.next.next.next.next.next.next = null;
    }
    static void nStatic() { root.next = null; }
    static void nReturned() { make().self(); }
    static void nReturnedField() { make().next.self(); }
    static void nReturnedArray() { new Nulls().self().many[2].self(); }
    static void nArguments() { Nulls n = new Nulls(); n.pick(1, "", null, 2L, null).pick(1, null, null, 2L, null); }
    static void nReceiver() { Nulls n = null; n.pick(1, "", null, 2L, null); }
    static void nStaticCall() { text("x").isEmpty(); }
    static void nIntLoad() { int[] a = null; int i = 3; System.out.println(a[i]); }
    static void nLongLoad() { long[] a = null; System.out.println(a[7]); }
    static void nByteLoad() { byte[] a = null; System.out.println(a[300]); }
    static void nBooleanLoad() { boolean[] a = null; System.out.println(a[70000]); }
    static void nCharLoad() { char[] a = null; System.out.println(a[index]); }
    static void nShortLoad() { short[] a = null; System.out.println(a[index + 1]); }
    static void nFloatLoad() { float[] a = null; System.out.println(a[-1]); }
    static void nDoubleLoad() { double[] a = null; System.out.println(a[0]); }
    static void nObjectLoad() { System.out.println(grid[index][0]); }
    static void nGrid() { grid[0] = new Object[3]; grid[0][index].hashCode(); }
    static void nGridIndex() { int[] at = {1}; Object[][] g = new Object[2][2]; g[at[0]][at[0]].hashCode(); }
    static void nIntStore() { int[] a = null; a[1] = 2; }
    static void nLongStore() { long[] a = null; a[1] = 2; }
    static void nByteStore() { byte[] a = null; a[1] = 2; }
    static void nCharStore() { char[] a = null; a[1] = 2; }
    static void nShortStore() { short[] a = null; a[1] = 2; }
    static void nFloatStore() { float[] a = null; a[1] = 2; }
    static void nDoubleStore() { double[] a = null; a[1] = 2; }
    static void nObjectStore() { Object[] a = null; a[1] = "x"; }
    static void nLength() { int[] a = null; System.out.println(a.length); }
    static void nLengthField() { System.out.println(new Nulls().ints.length); }
    static void nThrow() { RuntimeException e = null; throw e; }
    static void nThrowNull() { throw null; }
    static void nSynchronized() { synchronized (make()) { index++; } }
    static void nUnbox() { Integer i = null; int j = i; }
    static void nCast() { Object o = null; ((String) o).length(); }
    static void nTernary() { Nulls a = null, b = null; (index > 0 ? a : b).self(); }
    static void nParameter() { parameter(null, 1L, null); }
    static void parameter(Nulls first, long wide, Nulls second) { second.self(); }
    static void nReassigned() { reassigned(new Nulls()); }
    static void reassigned(Nulls n) { n = n.next; n.self(); }
    void nInstance() { this.next.self(); }
    void nInstanceArray() { many[i] = null; }
    static void nLambda() { Supplier<String> s = () -> make().toString(); s.get(); }
    static void nLoop() { Nulls n = new Nulls(); for (int k = 0; k < 3; k++) { n = n.next; } }
    static void nCatch() { try { Integer.parseInt("x"); } catch (NumberFormatException e) { e.getCause().getMessage(); } }
    static void nNewArray() { Object[] os = new Object[1]; os[0].equals(new int[] {1}[0]); }
    static void nConcat() { String s = null; ("a" + s.trim()).length(); }
    static void nSwitch() { String s = null; switch (s) { case "a": index++; break; default: index--; } }
    static void nCompound() { Nulls n = null; n.i += 4; }
    static void nIncrement() { new Nulls().next.i++; }
    static void nTwoDimensions() { int[][][] c = new int[2][2][]; c[1][index][0]++; }

    public static void main(String[] args) throws Exception {
        Method[] methods = Nulls.class.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method m : methods) {
            if (m.getName().matches("n[A-Z].*")) {
                try {
                    m.invoke(new Nulls());
                    System.out.println(m.getName() + "\tnothing");
                } catch (InvocationTargetException e) {
                    StackTraceElement at = e.getCause().getStackTrace()[0];
                    System.out.println(at.getMethodName() + "\t" + at.getLineNumber() + "\t" + e.getCause().getMessage());
                }
            }
        }
    }
}
