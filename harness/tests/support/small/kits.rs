//! What small programs are made of: declarations, statements, and what is told of them in the end.
//!
//! In statements `#` stands for a number from 1 to 3, `%` for a number that no other statement has, `@` for a thread's
//! number. The result of a thread is `r`; a statement that finds something out adds it there.

/// A part of the language or the class library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kit {
    Plain,
    Volatile,
    Holders,
    VolatileHolders,
    Initializers,
    FailingInitializers,
    Handlers,
    Retries,
    Uncaught,
    Locks,
    Inversions,
    Waits,
    Timed,
    Clock,
    Interrupts,
    Atomics,
    Handles,
    OrderedHandles,
    Reflection,
    MethodHandles,
    Dynamic,
    States,
    Collections,
    Finals,
    Parking,
    Choices,
}

/// What a kit is made of.
pub struct Parts {
    /// Members of the program's class; `Main` is its name.
    pub declarations: &'static str,
    pub statements: &'static [&'static str],
    /// Expressions that are told in the end, each with a comma in front.
    pub told: &'static str,
    /// Whether happens-before orders all accesses, so that a JVM shows what sequential consistency allows.
    pub ordered: bool,
}

/// What every program has.
pub const COMMON: &str = "
    static int a, b, n;
    static volatile int v, w;
    static final Object L = new Object(), M = new Object();
    static final Thread[] t = new Thread[3];
    static synchronized int next() { return ++n; }
    static int f() { if (v == 1) throw new IllegalStateException(); return v + 2; }
    static void bump() { v++; }";

const HANDLE_STATEMENTS: &[&str] = &[
    "r = r * 4 + (int) H.get();",
    "r = r * 4 + (int) H.getVolatile();",
    "r = r * 4 + (int) H.getOpaque();",
    "r = r * 4 + (int) H.getAcquire();",
    "H.set(#);",
    "H.setVolatile(#);",
    "H.setOpaque(#);",
    "H.setRelease(#);",
    "if (H.compareAndSet(0, #)) r = r * 2 + 1;",
    "r = r * 4 + (int) H.compareAndExchange(0, #);",
    "r = r * 4 + (int) H.compareAndExchangeAcquire(0, #);",
    "r = r * 4 + (int) H.compareAndExchangeRelease(1, #);",
    "if (H.weakCompareAndSet(0, #)) r = r * 2 + 1;",
    "if (H.weakCompareAndSetPlain(0, #)) r = r * 2 + 1;",
    "if (H.weakCompareAndSetAcquire(1, #)) r = r * 2 + 1;",
    "if (H.weakCompareAndSetRelease(0, #)) r = r * 2 + 1;",
    "r = r * 4 + (int) H.getAndSet(#);",
    "r = r * 4 + (int) H.getAndSetAcquire(#);",
    "r = r * 4 + (int) H.getAndSetRelease(#);",
    "r = r * 4 + (int) H.getAndAdd(#);",
    "r = r * 4 + (int) H.getAndAddAcquire(#);",
    "r = r * 4 + (int) H.getAndAddRelease(#);",
    "r = r * 4 + (int) H.getAndBitwiseOr(#);",
    "r = r * 4 + (int) H.getAndBitwiseAndAcquire(#);",
    "r = r * 4 + (int) H.getAndBitwiseXorRelease(#);",
    "E.setVolatile(q, 0, #);",
    "r = r * 4 + (int) E.getAndAdd(q, 0, #);",
    "r = r * 4 + (int) E.getOpaque(q, 0);",
];

const HANDLE_DECLARATIONS: &str = "
    static int h;
    static final int[] q = new int[2];
    static final java.lang.invoke.VarHandle H, E = java.lang.invoke.MethodHandles.arrayElementVarHandle(int[].class);
    static {
        try {
            H = java.lang.invoke.MethodHandles.lookup().findStaticVarHandle(Main.class, \"h\", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }";

const PLAIN: Parts = Parts {
    declarations: "static final int[] p = new int[2]; static class Cell { int f; } static final Cell c = new Cell();",
    statements: &[
        "a = #;",
        "r = r * 4 + a;",
        "b += a + 1;",
        "p[0] = #;",
        "r = r * 4 + p[0];",
        "c.f = a + #;",
        "r = r * 4 + c.f;",
        "p[1] = p[0] + a;",
        "int x% = a; a = #; r = r * 4 + x%;",
    ],
    told: ", p[0], p[1], c.f",
    ordered: false,
};

const VOLATILE: Parts = Parts {
    declarations: "",
    statements: &["v = #;", "r = r * 4 + v;", "w = v + 1;", "v++;", "r = r * 4 + w;", "if (v > w) w = #;", "w = #;"],
    told: "",
    ordered: true,
};

const HOLDERS: Parts = Parts {
    declarations: "static class G { static int x; static int[] y = null; } static class K { int f = 1; static long z; }",
    statements: &[
        "G.x = #;",
        "r = r * 4 + G.x;",
        "K.z += #;",
        "r = r * 4 + (int) K.z;",
        "r += new K().f;",
        "if (G.y == null) G.y = new int[] {#};",
        "if (G.y != null) r = r * 4 + G.y[0];",
    ],
    told: ", G.x, K.z",
    ordered: false,
};

const VOLATILE_HOLDERS: Parts = Parts {
    declarations: "static class V { static volatile int x; } static class W extends V { static volatile int y; }
    interface I { int C = 5; } static class X implements I { static volatile long z; }",
    statements: &[
        "V.x = #;",
        "r = r * 4 + V.x;",
        "W.y = #;",
        "r = r * 4 + W.y;",
        "W.x++;",
        "X.z = V.x + X.C;",
        "r = r * 4 + (int) X.z;",
    ],
    told: ", V.x, W.y, X.z",
    ordered: true,
};

const INITIALIZERS: Parts = Parts {
    declarations: "static class I { static volatile int x; static { x = v + 1; } int f = x; }
    static class J { static volatile int y = I.x + 1; static { w = y; } }
    interface D { int z = next(); default int d() { return z; } } static class E implements D { static { v++; } }",
    statements: &[
        "r = r * 4 + I.x;",
        "I.x = #;",
        "v = #;",
        "r = r * 4 + J.y;",
        "r = r * 4 + new I().f;",
        "r = r * 4 + new E().d();",
        "r = r * 4 + w;",
        "r = r * 4 + next();",
    ],
    told: ", I.x",
    ordered: true,
};

const FAILING_INITIALIZERS: Parts = Parts {
    declarations:
        "static class B { static volatile int x; static { if (v == 1) throw new IllegalStateException(); x = 2; } }
    static int bad() {
        try {
            return B.x;
        } catch (ExceptionInInitializerError e) {
            return 4;
        } catch (NoClassDefFoundError e) {
            return 5;
        }
    }",
    statements: &["r = r * 8 + bad();", "v = 1;", "v = 0;", "r = r * 8 + bad();", "r = r * 4 + v;"],
    told: ", bad()",
    ordered: true,
};

const HANDLERS: Parts = Parts {
    declarations: "",
    statements: &[
        "int k% = v; try { k% = f(); k% += 4; } catch (IllegalStateException e) { r = r * 4 + k%; }",
        "int k% = w; try { k% = f() + f(); } catch (IllegalStateException e) { r = r * 8 + k%; } finally { r++; }",
        "try { r = r * 4 + 6 / v; } catch (ArithmeticException e) { r = r * 4 + 3; }",
        "int[] x% = {1, 2}; try { x%[v] = 3; r += x%[0]; } catch (IndexOutOfBoundsException e) { r = r * 4 + x%[1]; }",
        "int k% = v; try { synchronized (L) { k% = #; f(); } } catch (RuntimeException e) { r = r * 4 + k%; }",
        "v = 1;",
        "v = 0;",
        "w = #;",
        "v = 2;",
    ],
    told: "",
    ordered: true,
};

const RETRIES: Parts = Parts {
    declarations: "",
    statements: &[
        "for (int n% = 0; n% < 2; n%++) { try { r += f(); break; } catch (IllegalStateException e) { r = r * 4 + n%; } }",
        "int c% = 0; while (c% < 2) { try { f(); r = r * 4 + c%; break; } catch (IllegalStateException e) { c%++; } }",
        "int c% = 0; while (true) { try { f(); break; } catch (IllegalStateException e) { if (++c% == 2) { r += 9; break; } } }",
        "v = 1;",
        "v = 0;",
    ],
    told: "",
    ordered: true,
};

const UNCAUGHT: Parts = Parts {
    declarations: "",
    statements: &[
        "if (v == 1) throw new IllegalStateException();",
        "r = r * 4 + 6 / w;",
        "w = 1;",
        "v = 1;",
        "v = 2;",
        "Object o% = v == 0 ? null : L; r += o%.hashCode() > 0 ? 1 : 0;",
    ],
    told: "",
    ordered: true,
};

const LOCKS: Parts = Parts {
    declarations: "",
    statements: &[
        "synchronized (L) { a++; }",
        "synchronized (L) { r = r * 4 + a; a = #; }",
        "synchronized (L) { synchronized (M) { b += a; } }",
        "r = r * 4 + next();",
        "synchronized (M) { r = r * 4 + b; b++; }",
        "synchronized (L) { a = v; v = #; }",
    ],
    told: "",
    ordered: true,
};

const INVERSIONS: Parts = Parts {
    declarations: "",
    statements: &[
        "synchronized (L) { synchronized (M) { v++; } }",
        "synchronized (M) { synchronized (L) { v++; } }",
        "synchronized (M) { r = r * 4 + v; }",
    ],
    told: "",
    ordered: true,
};

const WAITS: Parts = Parts {
    declarations: "",
    statements: &[
        "synchronized (L) { while (v == 0) L.wait(); r = r * 4 + v; }",
        "synchronized (L) { v = #; L.notifyAll(); }",
        "synchronized (L) { if (v == 0) L.wait(); r++; }",
        "synchronized (L) { v = #; L.notify(); }",
        "synchronized (L) { L.notify(); }",
    ],
    told: "",
    ordered: true,
};

const TIMED: Parts = Parts {
    declarations: "",
    statements: &[
        "synchronized (L) { if (v == 0) L.wait(1); r = r * 4 + v; }",
        "Thread.sleep(1);",
        "synchronized (L) { v = #; L.notify(); }",
        "v = #;",
        "r = r * 4 + v;",
        "if (t[1] != Thread.currentThread()) t[1].join(1);",
    ],
    told: "",
    ordered: true,
};

const CLOCK: Parts = Parts {
    declarations: "static volatile long stamp = System.nanoTime();",
    statements: &[
        "long s% = System.nanoTime(); r = r * 4 + v; if (System.nanoTime() - s% > 500_000_000L) r++;",
        "stamp = System.nanoTime();",
        "if (System.nanoTime() - stamp > 500_000_000L) r = r * 2 + 1;",
        "Thread.sleep(1);",
        "v = #;",
        "long s% = System.nanoTime(); Thread.sleep(1); if (System.nanoTime() - s% < 1_000_000L) r += 8;",
    ],
    told: "",
    ordered: false,
};

const INTERRUPTS: Parts = Parts {
    declarations: "",
    statements: &[
        "t[@].interrupt();",
        "if (Thread.interrupted()) r = r * 2 + 1;",
        "if (t[@].isInterrupted()) r = r * 2 + 1;",
        "try { Thread.sleep(1); r = r * 4 + 1; } catch (InterruptedException e) { r = r * 4 + 2; }",
        "try { synchronized (L) { L.wait(1); } r = r * 4 + 1; } catch (InterruptedException e) { r = r * 4 + 2; }",
        "synchronized (L) { L.notify(); }",
    ],
    told: "",
    ordered: true,
};

const ATOMICS: Parts = Parts {
    declarations: "static final java.util.concurrent.atomic.AtomicInteger i = new java.util.concurrent.atomic.AtomicInteger();
    static final java.util.concurrent.atomic.AtomicReference<String> s = new java.util.concurrent.atomic.AtomicReference<>(\"\");",
    statements: &[
                    "r = r * 4 + i.getAndIncrement();",
                    "i.set(#);",
                    "if (i.compareAndSet(0, #)) r = r * 2 + 1;",
                    "r = r * 4 + i.updateAndGet(x -> x + #);",
                    "r = r * 4 + i.get();",
                    "r = r * 4 + i.addAndGet(#);",
                    "s.set(\"#\");",
                    "r = r * 4 + s.get().length();",
                    "if (s.compareAndSet(\"\", \"#\")) r = r * 2 + 1;",
                ],
    told: ", i, s",
    ordered: true,
};

const HANDLES: Parts =
    Parts { declarations: HANDLE_DECLARATIONS, statements: HANDLE_STATEMENTS, told: ", h, q[0]", ordered: false };

const ORDERED_HANDLES: Parts = Parts {
    declarations: HANDLE_DECLARATIONS,
    statements: &[
        "r = r * 4 + (int) H.getVolatile();",
        "H.setVolatile(#);",
        "if (H.compareAndSet(0, #)) r = r * 2 + 1;",
        "r = r * 4 + (int) H.compareAndExchange(0, #);",
        "r = r * 4 + (int) H.getAndSet(#);",
        "r = r * 4 + (int) H.getAndAdd(#);",
        "r = r * 4 + (int) H.getAndBitwiseXor(#);",
        "r = r * 4 + (int) E.getAndAdd(q, 0, #);",
        "E.setVolatile(q, 0, #);",
    ],
    told: ", h, q[0]",
    ordered: true,
};

const REFLECTION: Parts = Parts {
    declarations: "static class R { static volatile int x; static { v++; } }
    static final java.lang.reflect.Field F = field(Main.class, \"v\"), X = field(R.class, \"x\");
    static final java.lang.reflect.Method N;
    static {
        try {
            N = Main.class.getDeclaredMethod(\"next\");
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }
    static java.lang.reflect.Field field(Class<?> in, String name) {
        try {
            return in.getDeclaredField(name);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }",
    statements: &[
        "F.setInt(null, #);",
        "r = r * 4 + F.getInt(null);",
        "r = r * 4 + (Integer) N.invoke(null);",
        "X.setInt(null, #);",
        "r = r * 4 + X.getInt(null);",
        "r = r * 4 + next();",
        "v = #;",
    ],
    told: ", R.x",
    ordered: true,
};

const METHOD_HANDLES: Parts = Parts {
    declarations: "static class R { static volatile int x; }
    static final java.lang.invoke.MethodHandle N, G, S;
    static {
        java.lang.invoke.MethodHandles.Lookup l = java.lang.invoke.MethodHandles.lookup();
        try {
            N = l.findStatic(Main.class, \"next\", java.lang.invoke.MethodType.methodType(int.class));
            G = l.findStaticGetter(R.class, \"x\", int.class);
            S = l.findStaticSetter(R.class, \"x\", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }",
    statements: &[
        "r = r * 4 + (int) N.invokeExact();",
        "r = r * 4 + (int) G.invokeExact();",
        "S.invokeExact(#);",
        "R.x = #;",
        "r = r * 4 + R.x;",
        "r = r * 4 + (Integer) N.invoke();",
    ],
    told: ", R.x",
    ordered: true,
};

const DYNAMIC: Parts = Parts {
    declarations: "",
    statements: &[
        "int k% = v; java.util.function.IntSupplier s% = () -> v + k%; r = r * 8 + s%.getAsInt();",
        "String s% = \"x\" + v + w; r = r * 4 + s%.charAt(1) - '0';",
        "Runnable q% = Main::bump; q%.run();",
        "v = #;",
        "w = #;",
        "java.util.function.IntUnaryOperator o% = x -> x * 4 + v; r = o%.applyAsInt(r);",
        "switch (\"\" + v) { case \"1\": r += 5; break; case \"2\": r += 7; break; default: r++; }",
    ],
    told: "",
    ordered: true,
};

const STATES: Parts = Parts {
    declarations: "",
    statements: &[
        "r = r * 8 + t[@].getState().ordinal();",
        "if (t[@].isAlive()) r = r * 2 + 1;",
        "synchronized (L) { v = #; }",
        "synchronized (L) { r = r * 8 + t[@].getState().ordinal(); }",
        "synchronized (L) { if (v == 0) L.wait(1); }",
    ],
    told: "",
    ordered: false,
};

const COLLECTIONS: Parts = Parts {
    declarations: "static final java.util.ArrayList<Integer> l = new java.util.ArrayList<>();
    static final java.util.concurrent.ConcurrentHashMap<Integer, Integer> m = new java.util.concurrent.ConcurrentHashMap<>();
    static final java.util.concurrent.ConcurrentLinkedQueue<Integer> o = new java.util.concurrent.ConcurrentLinkedQueue<>();",
    statements: &[
                    "synchronized (L) { l.add(#); r = r * 4 + l.size(); }",
                    "m.put(1, #);",
                    "Integer g% = m.get(1); r = r * 4 + (g% == null ? 0 : g%);",
                    "if (m.putIfAbsent(1, #) == null) r = r * 2 + 1;",
                    "o.offer(#);",
                    "Integer p% = o.poll(); r = r * 4 + (p% == null ? 0 : p%);",
                ],
    told: ", m.get(1), o.peek(), l.size()",
    ordered: true,
};

const FINALS: Parts = Parts {
    declarations: "static class F { final int k; int m; F(int k) { this.k = k; m = k + 1; } }
    static volatile F safe; static F bare;",
    statements: &[
        "safe = new F(#);",
        "F x% = safe; r = r * 4 + (x% == null ? 0 : x%.k);",
        "F x% = safe; if (x% != null) { r = r * 8 + x%.m; x%.m++; }",
        "bare = new F(#);",
        "F x% = bare; r = r * 4 + (x% == null ? 0 : x%.k);",
    ],
    told: "",
    ordered: false,
};

const PARKING: Parts = Parts {
    declarations: "",
    statements: &[
        "java.util.concurrent.locks.LockSupport.park();",
        "java.util.concurrent.locks.LockSupport.unpark(t[@]);",
        "java.util.concurrent.locks.LockSupport.parkNanos(1000);",
        "r = r * 4 + v;",
        "v = #;",
        "t[@].interrupt();",
    ],
    told: "",
    ordered: true,
};

const CHOICES: Parts = Parts {
    declarations: "",
    statements: &[
        "if (braid.Braid.choose()) v = #;",
        "r = r * 4 + braid.Braid.choose(2);",
        "r = r * 4 + v;",
        "braid.Braid.assume(v != 3);",
        "braid.Braid.beginAtomic(); v++; r = r * 4 + v; braid.Braid.endAtomic();",
    ],
    told: "",
    ordered: false,
};

impl Kit {
    pub const ALL: [Kit; 26] = [
        Kit::Plain,
        Kit::Volatile,
        Kit::Holders,
        Kit::VolatileHolders,
        Kit::Initializers,
        Kit::FailingInitializers,
        Kit::Handlers,
        Kit::Retries,
        Kit::Uncaught,
        Kit::Locks,
        Kit::Inversions,
        Kit::Waits,
        Kit::Timed,
        Kit::Clock,
        Kit::Interrupts,
        Kit::Atomics,
        Kit::Handles,
        Kit::OrderedHandles,
        Kit::Reflection,
        Kit::MethodHandles,
        Kit::Dynamic,
        Kit::States,
        Kit::Collections,
        Kit::Finals,
        Kit::Parking,
        Kit::Choices,
    ];

    pub fn parts(self) -> &'static Parts {
        match self {
            Kit::Plain => &PLAIN,
            Kit::Volatile => &VOLATILE,
            Kit::Holders => &HOLDERS,
            Kit::VolatileHolders => &VOLATILE_HOLDERS,
            Kit::Initializers => &INITIALIZERS,
            Kit::FailingInitializers => &FAILING_INITIALIZERS,
            Kit::Handlers => &HANDLERS,
            Kit::Retries => &RETRIES,
            Kit::Uncaught => &UNCAUGHT,
            Kit::Locks => &LOCKS,
            Kit::Inversions => &INVERSIONS,
            Kit::Waits => &WAITS,
            Kit::Timed => &TIMED,
            Kit::Clock => &CLOCK,
            Kit::Interrupts => &INTERRUPTS,
            Kit::Atomics => &ATOMICS,
            Kit::Handles => &HANDLES,
            Kit::OrderedHandles => &ORDERED_HANDLES,
            Kit::Reflection => &REFLECTION,
            Kit::MethodHandles => &METHOD_HANDLES,
            Kit::Dynamic => &DYNAMIC,
            Kit::States => &STATES,
            Kit::Collections => &COLLECTIONS,
            Kit::Finals => &FINALS,
            Kit::Parking => &PARKING,
            Kit::Choices => &CHOICES,
        }
    }
}
