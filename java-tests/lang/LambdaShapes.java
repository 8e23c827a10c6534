//@ run
/** Adaptation of lambdas and method references: boxing, widening, bridges, captures of every kind; record methods; concatenation. */
import java.io.Serializable;
import java.util.*;
import java.util.function.*;

public class LambdaShapes {
    interface LongToObj { Object f(long x); }
    interface IntToLong { long f(int x); }
    interface ObjToInt<T> { int f(T t); }
    interface A<T> { void take(T t); }
    interface B extends A<String> { void take(String s); }
    interface Var { String v(String a, String b, String c); }
    interface DD { double f(Integer i, char c); }
    interface ToDouble { double g(float f); }
    interface NumToInt<N extends Number> { int h(N n); }
    interface VoidInt { void r(int x); }
    interface Base { default String who() { return "base"; } }
    static class Sup { String who() { return "sup"; } protected String prot() { return "prot"; } }
    static class Sub extends Sup implements Base {
        public String who() { Supplier<String> s = super::who; Supplier<String> b = Base.super::who; return s.get() + b.get() + ((Supplier<String>) super::prot).get(); }
    }
    static String join(String... xs) { return String.join("-", xs); }
    static long wide(long x) { return x * 2; }
    static Integer boxed(int x) { return x + 1; }
    static int unboxed(Integer x) { return x + 2; }
    int field = 5;
    LambdaShapes() {} LambdaShapes(int x) { field = x; }
    int addf(int x) { return field + x; }
    class Inner { int z; Inner(int z) { this.z = z + field; } }
    private int priv(int x) { return -x; }
    IntUnaryOperator self() { return this::priv; }
    static <T> void show(String n, T t) { System.out.println(n + " " + t); }
    enum Color { RED, GREEN { int k() { return 9; } }; int k() { return ordinal(); } }
    record P(int x, double d, String s, long[] a, byte b, char c, float f, boolean z, Object o) {}
    record Empty() {}
    public static void main(String[] args) throws Exception {
        LongToObj lo = LambdaShapes::wide; show("lo", lo.f(3L) + " " + lo.f(3L).getClass());
        IntToLong il = LambdaShapes::wide; show("il", il.f(4));
        ObjToInt<Integer> oi = LambdaShapes::unboxed; show("oi", oi.f(7));
        Function<Integer, Integer> fi = LambdaShapes::boxed; show("fi", fi.apply(8));
        IntFunction<Object> io = LambdaShapes::boxed; show("io", io.apply(8));
        B b = s -> show("b", s); b.take("x"); A<String> ab = b; ab.take("y");
        try { ((A) b).take(1); } catch (ClassCastException e) { show("cce", e.getMessage() == null ? "" : "msg"); }
        Var v = LambdaShapes::join; show("v", v.v("a", "b", "c"));
        DD dd = (i, c) -> i * 1.5 + c; show("dd", dd.f(2, 'a'));
        ToDouble td = f -> f; show("td", td.g(1.1f));
        NumToInt<Integer> ni = Integer::intValue; show("ni", ni.h(3));
        VoidInt vi = new ArrayList<Integer>()::add; vi.r(3);
        Function<Integer, LambdaShapes> ctor = LambdaShapes::new; show("ctor", ctor.apply(42).field);
        IntFunction<int[]> arr = int[]::new; show("arr", arr.apply(3).length);
        Function<String, Integer> len = String::length; show("len", len.apply("four"));
        Supplier<Integer> bound = "bound"::length; show("bound", bound.get());
        BiFunction<LambdaShapes, Integer, Integer> unb = LambdaShapes::addf; show("unb", unb.apply(new LambdaShapes(1), 2));
        show("self", new LambdaShapes().self().applyAsInt(3));
        show("sub", new Sub().who());
        LambdaShapes outer = new LambdaShapes(100); IntFunction<Inner> in = x -> outer.new Inner(x); show("inner", in.apply(1).z);
        Runnable r = (Runnable & Serializable) () -> show("ser", 1); r.run(); show("isser", r instanceof Serializable);
        Comparator<String> cmp = (Comparator<String> & Serializable) String::compareTo; show("cmp", cmp.compare("a", "b") + " " + (cmp instanceof Serializable));
        Supplier<Supplier<String>> nest = () -> () -> "nested" + args.length; show("nest", nest.get().get());
        long l = 7; double d = 2.5; byte by = 1; short sh = 2; char ch = 'q'; float fl = 1.5f; boolean bo = true;
        Supplier<String> caps = () -> "" + l + d + by + sh + ch + fl + bo + args + null; show("caps", caps.get().replaceAll("@.*null", "@null"));
        show("same", mk() == mk()); show("cls", r.getClass().isSynthetic() + " " + r.getClass().isHidden() + " " + r.getClass().getInterfaces().length);
        try { Function<Object, Integer> bad = (Function) len; bad.apply(3); } catch (ClassCastException e) { show("cce2", "ok"); }
        try { ObjToInt<Integer> n = LambdaShapes::unboxed; n.f(null); } catch (NullPointerException e) { show("npe", "ok"); }
        try { Object o = null; Supplier<String> s = o::toString; } catch (NullPointerException e) { show("npe2", "ok"); }
        P p = new P(1, -0.0, null, null, (byte) -3, 'c', Float.NaN, true, List.of(1));
        show("rec", p + " " + p.hashCode() + " " + p.equals(new P(1, 0.0, null, null, (byte) -3, 'c', Float.NaN, true, List.of(1))) + p.equals(new P(1, -0.0, null, null, (byte) -3, 'c', Float.NaN, true, List.of(1))) + p.equals(p) + p.equals("x") + p.equals(null));
        show("empty", new Empty() + " " + new Empty().hashCode() + new Empty().equals(new Empty()));
        record Loc(String a) {} show("loc", new Loc("z"));
        String s1 = null; char[] cs = {'a'}; show("cat", "x" + s1 + 1 + 2L + 3f + 4.0 + 'c' + true + (byte) 5 + (short) 6 + Integer.MIN_VALUE + Long.MIN_VALUE + Double.MIN_VALUE + "\u0001\u0002" + s1 + Color.GREEN + (cs == null));
        s1 += s1; show("cat2", s1);
        String many = "" + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l; show("many", many);
        Object nullToString = new Object() { public String toString() { return null; } }; show("nts", "<" + nullToString + ">");
        Callable3 c3 = LambdaShapes::three; show("c3", c3.call((short) 1, 2L, 3.0f));
        Optional<Integer> sum = List.of(1, 2, 3).stream().map(x -> x * 2).reduce(Integer::sum); show("sum", sum.get());
        TreeMap<String, List<Integer>> tm = new TreeMap<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        for (String k : new String[]{"aa", "b", "cc", "a"}) tm.computeIfAbsent(k, z -> new ArrayList<>()).add(k.length()); show("tm", tm);
    }
    interface Callable3 { Object call(short a, long b, float c); }
    static double three(int a, float b, double c) { return a + b + c; }
    static Runnable mk() { return () -> {}; }
}
