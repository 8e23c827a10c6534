//! What generated programs use besides fields and monitors: each feature has its declarations and its statements.
//!
//! Statements keep to what the program's profile allows: where nothing may wait for ever, locks are taken in the order of
//! their ranks, threads join only those with greater numbers and hold nothing then, and every other wait has a time limit.

use super::{LOCKS, PLAIN, Profile, Random, VOLATILE, Writer};

/// A part of the language or the class library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    Interrupts,
    /// Timed waits, sleeps and joins.
    Timed,
    /// `park` and `unpark`.
    Parking,
    /// Asking for the state of a thread.
    Looks,
    /// Atomic variables and arrays.
    Atomics,
    /// Variable handles in all access modes.
    Handles,
    /// A `ReentrantLock` with a condition.
    Locks,
    Semaphores,
    /// A latch and a barrier.
    Latches,
    ReadWrite,
    Stamped,
    /// Synchronized methods, of classes and of objects.
    Methods,
    /// Monitors that data chooses.
    Chosen,
    /// Classes with initializers.
    Initializers,
    /// Threads that start threads, which others join.
    Children,
    Daemons,
    /// Loops that look at a variable a few times.
    Spins,
    /// Atomic blocks.
    Blocks,
    /// Copies of arrays.
    Copies,
    /// Objects with final fields, published in different ways.
    Finals,
    /// Exceptions that are caught, and handlers for those that are not.
    Catches,
}

/// All features; those come more often whose bugs need several things to meet.
const ALL: [Feature; 24] = [
    Feature::Interrupts,
    Feature::Interrupts,
    Feature::Interrupts,
    Feature::Timed,
    Feature::Timed,
    Feature::Parking,
    Feature::Looks,
    Feature::Atomics,
    Feature::Handles,
    Feature::Locks,
    Feature::Semaphores,
    Feature::Latches,
    Feature::ReadWrite,
    Feature::Stamped,
    Feature::Methods,
    Feature::Chosen,
    Feature::Initializers,
    Feature::Children,
    Feature::Daemons,
    Feature::Spins,
    Feature::Blocks,
    Feature::Copies,
    Feature::Finals,
    Feature::Catches,
];

/// Ranks of the locks of features, behind those of [`LOCKS`].
const CLASS: usize = LOCKS.len();
const LOCK: usize = CLASS + 1;
const SEMAPHORE: usize = CLASS + 2;
const READ_WRITE: usize = CLASS + 3;
const STAMPED: usize = CLASS + 4;

impl Feature {
    /// One or two features.
    pub(super) fn some(random: &mut Random) -> Vec<Feature> {
        let mut features = vec![random.pick(&ALL)];
        if random.percent(50) {
            let second = random.pick(&ALL);
            // Two that are costly as bytecode are too much.
            let costly = features[0].is_heavy() && second.is_heavy();
            if !features.contains(&second) && !costly {
                features.push(second);
            }
        }
        features
    }

    /// Whether a statement is dozens of actions as bytecode.
    pub fn is_heavy(self) -> bool {
        match self {
            Feature::Locks | Feature::Semaphores | Feature::Latches | Feature::ReadWrite | Feature::Stamped => true,
            Feature::Interrupts
            | Feature::Timed
            | Feature::Parking
            | Feature::Looks
            | Feature::Atomics
            | Feature::Handles
            | Feature::Methods
            | Feature::Chosen
            | Feature::Initializers
            | Feature::Children
            | Feature::Daemons
            | Feature::Spins
            | Feature::Blocks
            | Feature::Copies
            | Feature::Finals
            | Feature::Catches => false,
        }
    }

    /// Whether models may stand for classes that it uses.
    pub fn is_of_library(self) -> bool {
        self.is_heavy() || matches!(self, Feature::Atomics | Feature::Handles | Feature::Parking)
    }
}

impl Writer {
    pub(super) fn declare_features(&mut self, name: &str) {
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

    /// What is done to a thread before it starts; whether it is a daemon.
    pub(super) fn prepare_thread(&mut self, thread: usize) -> bool {
        if self.features.contains(&Feature::Catches) && self.random.percent(30) {
            self.line(&format!("t{thread}.setUncaughtExceptionHandler((t, e) -> {{ v = 2; }});"));
        }
        let daemon = self.features.contains(&Feature::Daemons) && self.random.percent(60);
        if daemon {
            self.line(&format!("t{thread}.setDaemon(true);"));
        }
        daemon
    }

    /// More digits of the outcome: what two of the threads saw last, and what a feature has of its own.
    pub(super) fn feature_outcome(&mut self) {
        let term = |feature: &Feature| match feature {
            Feature::Atomics => Some("A.get() + AA.get(0)"),
            Feature::Handles => Some("h"),
            Feature::Semaphores => Some("S.availablePermits()"),
            Feature::Latches => Some("(int) C.getCount()"),
            Feature::Methods => Some("O.c"),
            Feature::Copies => Some("P[0] + P[1]"),
            Feature::Interrupts
            | Feature::Timed
            | Feature::Parking
            | Feature::Looks
            | Feature::Locks
            | Feature::ReadWrite
            | Feature::Stamped
            | Feature::Chosen
            | Feature::Initializers
            | Feature::Children
            | Feature::Daemons
            | Feature::Spins
            | Feature::Blocks
            | Feature::Finals
            | Feature::Catches => None,
        };
        self.line("outcome |= (e0 & 3) << 12 | (e1 & 3) << 14 | (r & 3) << 16;");
        let terms: Vec<&str> = self.features.iter().filter_map(term).collect();
        if !terms.is_empty() {
            self.line(&format!("outcome |= ({} & 3) << 10;", terms.join(" + ")));
        }
    }

    /// A statement of one of the features.
    pub(super) fn feature(&mut self, depth: usize) {
        self.left -= 1;
        if self.profile.spins() && self.random.percent(30) {
            return self.spin_for_ever();
        }
        if self.profile.throws() && self.random.percent(25) {
            let (x, k) = (self.random.pick(&["r", "v", "N.w", "a"]), self.random.below(4));
            return self.line(&format!("if ({x} == {k}) throw new IllegalStateException();"));
        }
        match self.random.pick(&self.features.clone()) {
            Feature::Interrupts => self.interrupts(),
            Feature::Timed => self.timed(),
            Feature::Parking => self.parking(),
            Feature::Looks => self.looks(),
            Feature::Atomics => self.atomics(),
            Feature::Handles => self.handles(),
            Feature::Locks => self.locks(depth),
            Feature::Semaphores => self.semaphores(depth),
            Feature::Latches => self.latches(),
            Feature::ReadWrite => self.read_write(depth),
            Feature::Stamped => self.stamped(depth),
            Feature::Methods => self.methods(),
            Feature::Chosen => self.chosen(depth),
            Feature::Initializers => self.initializers(),
            Feature::Children => self.children(),
            Feature::Daemons => self.access(),
            Feature::Spins => self.spins(),
            Feature::Blocks => self.blocks(),
            Feature::Copies => self.copies(),
            Feature::Finals => self.finals(),
            Feature::Catches => self.catches(),
        }
    }

    /// An access to a variable, which costs one more.
    fn access(&mut self) {
        self.left += 1;
        match self.random.below(3) {
            0 => self.write(),
            1 => self.read(),
            _ => self.volatile(),
        }
    }

    fn one_of(&mut self, statements: &[&str]) {
        let statement = self.random.pick(statements);
        let (k, i) = (self.random.below(3).to_string(), self.random.below(2).to_string());
        self.line(&statement.replace("$k", &k).replace("$i", &i));
    }

    /// Some thread besides main.
    fn some_thread(&mut self) -> String {
        format!("t{}", self.random.below(self.threads))
    }

    /// A thread that may be joined here.
    fn joinable(&mut self) -> Option<String> {
        if self.profile.deadlocks() {
            return Some(self.some_thread());
        }
        let next = self.current? + 1;
        (self.held.is_empty() && next < self.threads).then(|| format!("t{next}"))
    }

    fn interrupts(&mut self) {
        let t = self.some_thread();
        let k = self.random.below(2);
        let time = if self.profile.waits() { self.random.pick(&["", "1"]) } else { "1" };
        match self.random.below(10) {
            0..2 => self.line(&format!("{t}.interrupt();")),
            2 => self.line(&format!("if (v == {k}) {{ {t}.interrupt(); r = 3; }}")),
            3 => self.line(&format!("if ({t}.isInterrupted()) r = 1;")),
            4 => {
                // Whoever sees the variable may interrupt before the thread looks.
                if self.random.percent(60) {
                    self.line("v = 1;");
                }
                self.line("r = Thread.interrupted() ? 1 : 2;");
            }
            5..7 if self.may_take(2) => {
                // A wait that ends by a notification, by an interrupt or by time; which of them shows in the outcome.
                self.line("synchronized (N) {");
                self.line(&format!(
                    "try {{ N.wait({time}); Q[0] = 1; }} catch (InterruptedException e) {{ Q[0] = 2; }}"
                ));
                self.line("}");
            }
            7 | 8 if self.may_take(2) => {
                let (x, how) = (self.random.pick(&["v", "a"]), self.random.pick(&["notify", "notifyAll"]));
                self.line(&format!("synchronized (N) {{ {x} = 1; N.{how}(); }}"));
            }
            5..9 => self.line("try { Thread.sleep(1); } catch (InterruptedException e) { r = 2; }"),
            _ => match self.current {
                Some(_) => self.line("Thread.currentThread().interrupt();"),
                // Main has to join the others.
                None => self.access(),
            },
        }
    }

    fn timed(&mut self) {
        let t = self.some_thread();
        let monitor = (!self.monitors.is_empty()).then(|| LOCKS[self.random.pick(&self.monitors.clone())]);
        match (self.random.below(6), monitor) {
            (0 | 1, Some(lock)) => self.line(&format!("{lock}.wait(1);")),
            (0, None) => self.line("Thread.sleep(1);"),
            (1, None) if self.may_take(2) => self.line("synchronized (N) { N.wait(1); }"),
            (2, _) => self.line(&format!("{t}.join(1);")),
            (3, _) => self.line(&format!("r = {t}.isAlive() ? 1 : 2;")),
            (4, _) if self.profile.spins() => self.line("while (v == 0) Thread.sleep(1);"),
            (_, _) => match self.joinable() {
                Some(t) => self.line(&format!("{t}.join();")),
                None => self.line("Thread.sleep(2);"),
            },
        }
    }

    fn parking(&mut self) {
        let t = self.some_thread();
        match self.random.below(6) {
            0..3 => self.line(&format!("LockSupport.unpark({t});")),
            3 if self.profile.waits() => self.line("LockSupport.park();"),
            4 if self.profile.waits() => self.one_of(&["if (v == $k) LockSupport.park();", "LockSupport.park(N);"]),
            5 if self.profile.waits() => self.line("while (N.w == 0) LockSupport.park();"),
            _ => self.line("LockSupport.parkNanos(1);"),
        }
    }

    fn looks(&mut self) {
        let t = self.some_thread();
        let states = ["NEW", "RUNNABLE", "BLOCKED", "WAITING", "TIMED_WAITING", "TERMINATED"];
        let state = self.random.pick(&states);
        match self.random.below(4) {
            0..3 => self.line(&format!("r = {t}.getState() == Thread.State.{state} ? 1 : 2;")),
            _ => self.one_of(&["r = Thread.holdsLock(L0) ? 1 : 2;", "r = t0.isAlive() ? 1 : 2;"]),
        }
    }

    fn atomics(&mut self) {
        self.one_of(&[
            "r = A.getAndIncrement() & 3;",
            "if (A.compareAndSet(r, r + 1)) r = 3;",
            "if (A.compareAndSet(0, $k)) a = 1;",
            "if (A.weakCompareAndSetVolatile(0, 1)) r = 2;",
            "if (A.weakCompareAndSetPlain($k, 2)) r = 1;",
            "r = A.get() & 3;",
            "A.set($k);",
            "A.lazySet($k);",
            "r = A.updateAndGet(x -> (x + 1) & 3);",
            "r = AA.addAndGet($i, 1) & 3;",
            "if (AA.compareAndSet($i, 0, 2)) r = 1;",
            "r = AA.get($i) & 3;",
            "AA.set($i, $k);",
            "r = AR.compareAndSet(null, N) ? 1 : 0;",
            "r = AR.getAndSet(null) == null ? 1 : 2;",
        ]);
    }

    fn handles(&mut self) {
        self.one_of(&[
            "r = (int) H.getVolatile() & 3;",
            "H.setVolatile($k);",
            "r = H.compareAndSet(0, 1) ? 1 : 2;",
            "r = (int) H.getAndAdd(1) & 3;",
            "r = (int) H.getAcquire() & 3;",
            "H.setRelease($k);",
            "r = (int) H.getOpaque() & 3;",
            "H.setOpaque($k);",
            "r = H.weakCompareAndSet($k, 2) ? 1 : 2;",
            "h = $k;",
            "r = h & 3;",
            "r = QH.compareAndSet(Q, 0, 0, 1) ? 1 : 2;",
            "r = (int) QH.getVolatile(Q, $i) & 3;",
        ]);
    }

    /// Something under a lock that is taken and given back by statements.
    fn bracket(&mut self, rank: usize, depth: usize, enter: &str, exit: &str) {
        if depth >= 3 {
            return self.access();
        }
        self.line(enter);
        self.line("try {");
        self.left = self.left.max(1);
        self.under(rank, depth);
        self.line("} finally {");
        self.line(exit);
        self.line("}");
        if enter.ends_with('{') {
            // Who was refused leaves a trace.
            self.line("} else { b = 2; }");
        }
    }

    /// Whether a lock that knows no owner may be waited for here.
    fn may_take_anew(&self, rank: usize) -> bool {
        self.profile.deadlocks() || self.held.iter().all(|&held| held < rank)
    }

    fn locks(&mut self, depth: usize) {
        let tries = ["if (K.tryLock()) {", "if (K.tryLock(1, TimeUnit.SECONDS)) {"];
        let waits = ["K.lock();", "K.lock();", "K.lockInterruptibly();"];
        match self.random.below(8) {
            0..3 if self.may_take(LOCK) => {
                let enter = self.random.pick(&waits);
                self.bracket(LOCK, depth, enter, "K.unlock();");
            }
            0..5 => {
                let enter = self.random.pick(&tries);
                self.bracket(LOCK, depth, enter, "K.unlock();");
            }
            5 | 6 if self.held.contains(&LOCK) => match self.profile.waits() {
                true => self.one_of(&["KC.await();", "KC.signal();", "KC.signalAll();", "while (v == 0) KC.await();"]),
                false => {
                    self.one_of(&["KC.awaitNanos(1);", "KC.signal();", "r = KC.await(1, TimeUnit.SECONDS) ? 1 : 2;"])
                }
            },
            5 => self.one_of(&["r = K.isLocked() ? 1 : 2;", "r = K.isHeldByCurrentThread() ? 1 : 2;"]),
            6 => self.line("r = K.hasQueuedThreads() ? 1 : 2;"),
            _ => self.access(),
        }
    }

    fn semaphores(&mut self, depth: usize) {
        let tries = ["if (S.tryAcquire()) {", "if (S.tryAcquire(1, TimeUnit.SECONDS)) {"];
        match self.random.below(8) {
            0..3 if self.may_take_anew(SEMAPHORE) => {
                let enter = self.random.pick(&["S.acquire();", "S.acquireUninterruptibly();"]);
                self.bracket(SEMAPHORE, depth, enter, "S.release();");
            }
            0..5 => {
                let enter = self.random.pick(&tries);
                self.bracket(SEMAPHORE, depth, enter, "S.release();");
            }
            5 => self.line("r = S.availablePermits() & 3;"),
            6 if self.profile.waits() => self.one_of(&["S.acquire();", "r = S.drainPermits() & 3;"]),
            6 => self.line("S.release();"),
            _ => self.access(),
        }
    }

    fn latches(&mut self) {
        match self.random.below(7) {
            0..2 => self.line("C.countDown();"),
            2 | 3 if self.profile.waits() => self.line("C.await();"),
            2 | 3 => self.line("r = C.await(1, TimeUnit.SECONDS) ? 1 : 2;"),
            4 if self.profile.waits() => {
                self.line("try { r = B.await(); } catch (BrokenBarrierException e) { r = 3; }");
            }
            5 => self.line("r = (int) C.getCount();"),
            _ => self.access(),
        }
    }

    fn read_write(&mut self, depth: usize) {
        let side = self.random.pick(&["read", "write"]);
        let lock = format!("W.{side}Lock()");
        let exit = format!("{lock}.unlock();");
        match self.random.below(6) {
            0..3 if self.may_take_anew(READ_WRITE) => {
                self.bracket(READ_WRITE, depth, &format!("{lock}.lock();"), &exit);
            }
            0..5 => {
                let time = self.random.pick(&["", "1, TimeUnit.SECONDS"]);
                self.bracket(READ_WRITE, depth, &format!("if ({lock}.tryLock({time})) {{"), &exit);
            }
            _ => self.one_of(&["r = W.getReadLockCount();", "r = W.isWriteLocked() ? 1 : 2;"]),
        }
    }

    fn stamped(&mut self, depth: usize) {
        let n = self.fresh();
        let (take, back) = self.random.pick(&[("readLock", "unlockRead"), ("writeLock", "unlockWrite")]);
        let exit = format!("Z.{back}(s{n});");
        match self.random.below(6) {
            0..3 if self.may_take_anew(STAMPED) => {
                self.bracket(STAMPED, depth, &format!("long s{n} = Z.{take}();"), &exit);
            }
            0..4 => {
                let tried = if take == "readLock" { "tryReadLock" } else { "tryWriteLock" };
                self.line(&format!("long s{n} = Z.{tried}();"));
                self.bracket(STAMPED, depth, &format!("if (s{n} != 0) {{"), &exit);
            }
            _ => {
                let x = self.random.pick(&PLAIN);
                self.line(&format!("long s{n} = Z.tryOptimisticRead();"));
                self.line(&format!("r = {x};"));
                self.line(&format!("if (!Z.validate(s{n})) r = 3;"));
            }
        }
    }

    fn methods(&mut self) {
        match self.random.below(3) {
            0 if self.may_take(CLASS) => self.line("add();"),
            1 if self.may_take(CLASS) => self.line("r = get();"),
            // Whoever holds the class or a lock behind it may not take a monitor of an object, except this one.
            _ => self.one_of(&["O.bump();", "r = O.look();", "O.c = $k;"]),
        }
    }

    fn chosen(&mut self, depth: usize) {
        if self.random.percent(25) {
            return self.one_of(&["M = L0;", "M = L1;"]);
        }
        if depth >= 3 || !(self.may_take(0) && self.may_take(1)) {
            return self.access();
        }
        let lock = self.random.pick(&["M", "r == 0 ? L0 : L1", "v == 0 ? L0 : L1"]);
        self.line(&format!("synchronized ({lock}) {{"));
        self.left = self.left.max(1);
        self.under(1, depth);
        self.line("}");
    }

    fn initializers(&mut self) {
        self.one_of(&["r = I0.x & 3;", "r = I1.x & 3;", "I0.x = $k;", "I1.x = $k;"]);
    }

    fn children(&mut self) {
        let nested = self.current.is_none() && !self.out.contains("static class X");
        let n = self.fresh();
        match self.random.below(3) {
            0 | 1 if self.current.is_some() || nested => {
                self.child_class(n);
                self.line(&format!("Thread x{n} = new X{n}();"));
                if self.random.percent(50) {
                    self.line(&format!("child = x{n};"));
                }
                self.line(&format!("x{n}.start();"));
                if self.left > 0 {
                    self.access();
                }
                if self.random.percent(50) && (self.held.is_empty() || self.profile.deadlocks()) {
                    self.line(&format!("x{n}.join();"));
                }
            }
            _ if self.held.is_empty() || self.profile.deadlocks() => {
                self.line(&format!("Thread x{n} = child;"));
                self.line(&format!("if (x{n} != null) x{n}.join();"));
            }
            _ => self.line("r = child == null ? 1 : 2;"),
        }
    }

    /// The class of a thread that does one or two things.
    fn child_class(&mut self, n: usize) {
        let out = std::mem::take(&mut self.out);
        let (held, monitors) = (std::mem::take(&mut self.held), std::mem::take(&mut self.monitors));
        let (indent, current, left) = (self.indent, self.current.take(), self.left);
        self.indent = 1;
        self.line(&format!("static class X{n} extends Thread {{"));
        self.line("public void run() {");
        self.line("int r = 0;");
        for _ in 0..1 + self.random.below(2) {
            self.left = 1;
            self.left -= 1;
            self.access();
        }
        self.line("}");
        self.line("}");
        let class = std::mem::replace(&mut self.out, out);
        self.aside.push_str(&class);
        (self.held, self.monitors, self.indent, self.current, self.left) = (held, monitors, indent, current, left);
    }

    fn spins(&mut self) {
        let (n, x) = (self.fresh(), self.random.pick(&["v", "N.w", "a"]));
        let body = self.random.pick(&["{ }", "Thread.onSpinWait();", "Thread.yield();", "r = v;"]);
        self.line(&format!("for (int i{n} = 0; {x} == 0 && i{n} < 2; i{n}++) {body}"));
    }

    fn spin_for_ever(&mut self) {
        let (x, k) = (self.random.pick(&["v", "N.w", "a"]), self.random.below(3));
        let body = self.random.pick(&["{ }", "Thread.onSpinWait();", "Thread.yield();", "r = v;", "b = 1;"]);
        let (x, how) = if self.random.percent(80) { (x, "==") } else { (x, "!=") };
        self.line(&format!("while ({x} {how} {k}) {body}"));
    }

    fn blocks(&mut self) {
        self.line("braid.Braid.beginAtomic();");
        self.line("try {");
        for _ in 0..1 + self.random.below(2) {
            self.access();
        }
        self.line("} finally {");
        self.line("braid.Braid.endAtomic();");
        self.line("}");
    }

    fn copies(&mut self) {
        let statement = self.random.pick(&[
            "System.arraycopy(Q, 0, P, 0, 2);",
            "System.arraycopy(P, 0, Q, 0, 2);",
            "System.arraycopy(Q, 0, Q, 1, 1);",
            "r = Q.clone()[0];",
            "r = P.clone()[1];",
            "r = P[0];",
            "P[1] = 2;",
            "java.util.Arrays.fill(P, 1);",
        ]);
        let lock = self.random.below(LOCKS.len());
        let lock = (self.random.percent(60) && self.may_take(lock)).then_some(lock);
        self.guarded(lock, statement);
    }

    fn finals(&mut self) {
        let (n, holder) = (self.fresh(), self.random.pick(&["box", "safeBox"]));
        match self.random.below(6) {
            0..2 => self.one_of(&[&format!("{holder} = new Box($k);")]),
            2 if self.random.percent(40) => self.one_of(&["new Box($k, N);"]),
            3 => self.line(&format!("Box x{n} = {holder}; if (x{n} != null && x{n}.n != null) r = x{n}.n.c;")),
            _ => self.line(&format!("Box x{n} = {holder}; if (x{n} != null) r = x{n}.f;")),
        }
    }

    fn catches(&mut self) {
        let x = self.random.pick(&VOLATILE);
        let k = self.random.below(3);
        let thrown = self.random.pick(&[
            "throw new IllegalStateException();",
            "throw new ArithmeticException();",
            "r = 1 / (r - r);",
            "r = Q[2];",
            "N.notify();",
        ]);
        self.line(&format!("try {{ if ({x} == {k}) {thrown} }} catch (RuntimeException e) {{ r = 2; }}"));
    }

    /// A number that no name has yet.
    fn fresh(&mut self) -> usize {
        self.loops += 1;
        self.loops - 1
    }
}
