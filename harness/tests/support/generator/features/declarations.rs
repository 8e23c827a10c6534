//! What features declare: the objects and classes that their statements use.

use super::super::{Profile, Writer};
use super::Feature;

impl Writer {
    pub(in super::super) fn declare_features(&mut self, name: &str) {
        for thread in 0..self.threads {
            self.line(&format!("static Thread t{thread};"));
            self.line(&format!("static int e{thread};"));
        }
        for feature in self.features.clone() {
            match feature {
                Feature::Atomics => {
                    self.line("static final AtomicInteger A = new AtomicInteger();");
                    self.line("static final AtomicIntegerArray AA = new AtomicIntegerArray(2);");
                    self.line("static final AtomicReference<Node> AR = new AtomicReference<>();");
                }
                Feature::Handles => {
                    self.line("static int h;");
                    self.line("static final VarHandle H, QH = MethodHandles.arrayElementVarHandle(int[].class);");
                    self.line("static {");
                    self.line("try {");
                    self.line(&format!(
                        "H = MethodHandles.lookup().findStaticVarHandle({name}.class, \"h\", int.class);"
                    ));
                    self.line("} catch (ReflectiveOperationException e) {");
                    self.line("throw new ExceptionInInitializerError(e);");
                    self.line("}");
                    self.line("}");
                }
                Feature::Locks => {
                    let fair = self.random.pick(&["", "", "true"]);
                    self.line(&format!("static final ReentrantLock K = new ReentrantLock({fair});"));
                    self.line("static final Condition KC = K.newCondition();");
                }
                Feature::Semaphores => {
                    let permits = 1 + self.random.below(2);
                    self.line(&format!("static final Semaphore S = new Semaphore({permits});"));
                }
                Feature::Latches => {
                    let count = 1 + self.random.below(2);
                    self.line(&format!("static final CountDownLatch C = new CountDownLatch({count});"));
                    self.line("static final CyclicBarrier B = new CyclicBarrier(2);");
                }
                Feature::ReadWrite => {
                    self.line("static final ReentrantReadWriteLock W = new ReentrantReadWriteLock();");
                }
                Feature::Stamped => self.line("static final StampedLock Z = new StampedLock();"),
                Feature::Methods => {
                    self.line("static synchronized void add() { a = (a + 1) & 3; }");
                    self.line("static synchronized int get() { return a; }");
                    self.line("static class Cell extends Node {");
                    self.line("synchronized void bump() { c = (c + 1) & 3; }");
                    self.line("synchronized int look() { return c; }");
                    self.line("}");
                    self.line("static final Cell O = new Cell();");
                }
                Feature::Chosen => self.line("static Object M = L0;"),
                Feature::Initializers => self.declare_initializers(),
                Feature::Children => self.line("static volatile Thread child;"),
                Feature::Copies => self.line("static final int[] P = new int[2];"),
                Feature::Finals => {
                    self.line("static class Box {");
                    self.line("final int f;");
                    self.line("final Node n;");
                    self.line("Box(int x) { f = x; n = new Node(); n.c = x; }");
                    self.line("Box(int x, Node y) { box = this; f = x; n = y; }");
                    self.line("}");
                    self.line("static Box box;");
                    self.line("static volatile Box safeBox;");
                }
                Feature::Interrupts
                | Feature::Timed
                | Feature::Parking
                | Feature::Looks
                | Feature::Daemons
                | Feature::Spins
                | Feature::Blocks
                | Feature::Catches => {}
            }
        }
    }

    /// Two classes, of which the second touches the first; where deadlocks are allowed, the first may touch the second.
    fn declare_initializers(&mut self) {
        let back = self.profile.deadlocks() && self.random.percent(60);
        for (class, other) in [(0, if back { "I1.x" } else { "v" }), (1, "I0.x")] {
            self.line(&format!("static class I{class} {{"));
            self.line("static int x;");
            self.line("static {");
            if self.random.percent(50) {
                self.line("v = (v + 1) & 3;");
            }
            if self.profile.deadlocks() && self.random.percent(30) {
                self.line("synchronized (L0) { b = 1; }");
            }
            self.line(&format!("x = {other} + 1;"));
            if self.profile == Profile::Mixed && self.random.percent(30) {
                self.line("if (v == 2) throw new IllegalStateException();");
            }
            self.line("}");
            self.line("}");
        }
    }
}
