//! Small random concurrent Java programs, the same for the same seed.
//!
//! A program has two or three threads besides main, which starts them, does something itself, and joins them. They work
//! on plain, volatile, instance and array variables, on objects that they publish, under three monitors (or two locks and a monitor); they wait and
//! notify, ask for choices and drop executions. Some plain variables are protected by one lock at all accesses, or at
//! all but few, so that inferred disciplines hold in some programs and are withdrawn in others. Loops are bounded.
//!
//! Four programs in ten are of that alone. The others have one or two of the [`Feature`]s as well, and fewer accesses. With
//! some features the threads also play a [`Scene`].
//!
//! With an argument every execution that comes to the end of main fails there, at a place of its own for each outcome: so
//! `--all` finds the exact set of final values.

mod features;

use std::fmt::Write as _;

pub use features::Feature;
use features::Scene;

/// SplitMix64 (Steele, Lea and Flood).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("bounds are small");
        usize::try_from(self.next() % bound).expect("below a small bound")
    }

    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// What can go wrong in a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Profile {
    /// Nothing: locks are taken in order, no thread waits for ever, nothing is asserted but the outcome.
    Outcomes,
    /// Only assertions.
    Assertions,
    /// Only deadlocks.
    Deadlocks,
    /// Only deadlocks, and only by taking locks in different orders.
    Inversions,
    /// Only loops that wait for what others write, perhaps in vain.
    Livelocks,
    /// Only exceptions, of one class.
    Exceptions,
    Mixed,
}

impl Profile {
    fn asserts(self) -> bool {
        matches!(self, Profile::Assertions | Profile::Mixed)
    }

    fn deadlocks(self) -> bool {
        matches!(self, Profile::Deadlocks | Profile::Inversions | Profile::Mixed)
    }

    fn waits(self) -> bool {
        matches!(self, Profile::Deadlocks | Profile::Mixed)
    }

    fn spins(self) -> bool {
        matches!(self, Profile::Livelocks | Profile::Mixed)
    }

    fn throws(self) -> bool {
        matches!(self, Profile::Exceptions | Profile::Mixed)
    }

    /// Whether threads fail by exceptions.
    fn fails(self) -> bool {
        match self {
            Profile::Outcomes | Profile::Deadlocks | Profile::Inversions | Profile::Livelocks => false,
            Profile::Assertions | Profile::Exceptions | Profile::Mixed => true,
        }
    }
}

/// A generated program.
pub struct Program {
    pub seed: u64,
    /// The main class.
    pub name: String,
    pub profile: Profile,
    pub features: Vec<Feature>,
    /// Whether it uses classes of `java.util.concurrent` that a model may stand for.
    pub library: bool,
    /// Whether to look for everything that can go wrong, not just for something.
    pub all: bool,
    /// Options that change what the program does.
    pub flags: Vec<String>,
    pub source: String,
}

const LOCKS: [&str; 3] = ["L0", "L1", "N"];
const PLAIN: [&str; 5] = ["a", "b", "N.c", "Q[0]", "Q[1]"];
const VOLATILE: [&str; 2] = ["v", "N.w"];

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let plain = random.pick(&[
        Profile::Outcomes,
        Profile::Outcomes,
        Profile::Assertions,
        Profile::Assertions,
        Profile::Deadlocks,
        Profile::Inversions,
        Profile::Mixed,
    ]);
    let mut second = Random::new(seed ^ 0x5eed);
    let features = if second.percent(40) { Vec::new() } else { Feature::some(&mut second) };
    let profile = match features.is_empty() {
        true => plain,
        false => second.pick(&[
            Profile::Outcomes,
            Profile::Outcomes,
            Profile::Outcomes,
            Profile::Assertions,
            Profile::Deadlocks,
            Profile::Deadlocks,
            Profile::Livelocks,
            Profile::Exceptions,
            Profile::Mixed,
        ]),
    };
    // Most scenes of waiting threads need that they may wait for ever.
    let staged = features.first().is_some_and(|feature| feature.is_staged());
    let profile = if staged && second.percent(85) { Profile::Deadlocks } else { profile };
    // Locks that the data choose are taken in any order.
    let profile = if features.contains(&Feature::Chosen) && !profile.fails() { Profile::Mixed } else { profile };
    let all = !profile.fails() || seed.is_multiple_of(2);
    let mut flags = Vec::new();
    if second.percent(12) {
        flags.push("--spurious".to_owned());
    } else if second.percent(12) {
        // Not both: as long as a thread may wake up for no reason, no time passes.
        flags.extend(["--time".to_owned(), "virtual".to_owned()]);
    }
    // Where only locks go wrong, what is done under them must not end transactions.
    let inversions = profile == Profile::Inversions;
    let guards = PLAIN.map(|_| (inversions || random.percent(60)).then(|| random.below(LOCKS.len())));
    let sloppy = !inversions && random.percent(30);
    let heavy = features.iter().any(|feature| feature.is_heavy());
    let threads = if random.percent(30) && !heavy { 3 } else { 2 };
    let locks = if features.is_empty() { seed.is_multiple_of(3) } else { !heavy && second.percent(15) };
    let name = format!("R{seed}");
    let mut writer = Writer {
        random,
        profile,
        features,
        heavy: heavy || locks,
        threads,
        current: None,
        guards,
        sloppy,
        out: String::new(),
        aside: String::new(),
        indent: 0,
        held: Vec::new(),
        monitors: Vec::new(),
        loops: 0,
        left: 0,
        scene: None,
    };
    writer.program(&name, seed);
    let Writer { features, out, .. } = writer;
    let source = if locks { with_locks(&out) } else { out };
    let library = locks || features.iter().any(|feature| feature.is_of_library());
    Program { seed, name, profile, features, library, all, flags, source }
}

/// The same program with locks and conditions of `java.util.concurrent` in the place of two of the three monitors.
fn with_locks(source: &str) -> String {
    const HELD: &str = "
    static class Held implements AutoCloseable {
        final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock();
        final java.util.concurrent.locks.Condition condition = lock.newCondition();
        Held enter() { lock.lock(); return this; }
        public void close() { lock.unlock(); }
    }
";
    let mut out = String::new();
    let mut count = 0;
    for line in source.lines() {
        let mut line = line.to_owned();
        for lock in ["L0", "L1"] {
            line = line
                .replace(
                    &format!("static final Object {lock} = new Object();"),
                    &format!("static final Held {lock} = new Held();"),
                )
                .replace(&format!("{lock}.wait();"), &format!("{lock}.condition.await();"))
                .replace(
                    &format!("{lock}.wait(1);"),
                    &format!("{lock}.condition.await(1, java.util.concurrent.TimeUnit.SECONDS);"),
                )
                .replace(&format!("{lock}.notify();"), &format!("{lock}.condition.signal();"))
                .replace(&format!("{lock}.notifyAll();"), &format!("{lock}.condition.signalAll();"));
            while let Some(at) = line.find(&format!("synchronized ({lock})")) {
                count += 1;
                let after = at + "synchronized (L0)".len();
                line.replace_range(at..after, &format!("try (Held h{count} = {lock}.enter())"));
            }
        }
        out.push_str(&line);
        out.push('\n');
        if line.starts_with("public class ") {
            out.push_str(HELD.trim_start_matches('\n'));
        }
    }
    out
}

struct Writer {
    random: Random,
    profile: Profile,
    features: Vec<Feature>,
    /// Whether statements are many actions as bytecode, so that there should be few.
    heavy: bool,
    /// The number of threads besides main.
    threads: usize,
    /// Which of them the next statement is for, if for one of them.
    current: Option<usize>,
    /// The lock that protects each plain variable.
    guards: [Option<usize>; PLAIN.len()],
    /// Whether protected variables are sometimes accessed without their lock.
    sloppy: bool,
    out: String,
    /// Classes that come after those of the threads.
    aside: String,
    indent: usize,
    /// Locks that may be held where the next statement goes, outermost first: their places in the order. Those from
    /// `LOCKS.len()` on belong to features.
    held: Vec<usize>,
    /// Those among [`LOCKS`] that are held for sure.
    monitors: Vec<usize>,
    loops: usize,
    /// Accesses that this thread may still be given.
    left: usize,
    /// What the threads play besides, if anything.
    scene: Option<Scene>,
}

impl Writer {
    fn line(&mut self, text: &str) {
        if text.starts_with('}') {
            self.indent -= 1;
        }
        writeln!(self.out, "{:indent$}{text}", "", indent = 4 * self.indent).expect("writing to a string");
        if text.ends_with('{') {
            self.indent += 1;
        }
    }

    fn program(&mut self, name: &str, seed: u64) {
        let threads = self.threads;
        let featured = !self.features.is_empty();
        self.line("import gov.nasa.jpf.vm.Verify;");
        if featured {
            let packages = ["lang.invoke", "util.concurrent", "util.concurrent.atomic", "util.concurrent.locks"];
            packages.iter().for_each(|package| self.line(&format!("import java.{package}.*;")));
        }
        self.line(&format!("public class {name} {{"));
        let declarations = "static class Node {\nint c;\nvolatile int w;\n}\nstatic final Object L0 = new Object();\n\
            static final Object L1 = new Object();\nstatic final Node N = new Node();\nstatic final int[] Q = new int[2];\n\
            static int a, b;\nstatic volatile int v;\nstatic Node plain;\nstatic volatile Node safe;";
        declarations.lines().for_each(|line| self.line(line));
        if featured {
            self.declare_features(name);
            self.choose_scene(seed);
        }
        let heavy = self.heavy;
        let (work, more) = match (self.profile, threads) {
            (Profile::Inversions, _) => (2, 3),
            (_, _) if heavy => (2, 2),
            (_, 2) if featured => (4, 3),
            (_, _) if featured => (2, 2),
            (_, 2) => (6, 3),
            (_, _) => (3, 3),
        };
        for thread in 0..threads {
            self.left = work + self.random.below(more);
            self.thread(thread, featured);
        }
        self.current = None;
        self.line("public static void main(String[] args) throws InterruptedException {");
        self.line("int r = 0;");
        let declared = if featured { "" } else { "Thread " };
        for thread in 0..threads {
            self.line(&format!("{declared}t{thread} = new T{thread}();"));
        }
        let daemons: Vec<bool> = (0..threads).map(|thread| featured && self.prepare_thread(thread)).collect();
        for thread in 0..threads {
            self.line(&format!("t{thread}.start();"));
        }
        self.left = self.random.below(if heavy { 2 } else { 3 });
        self.acts(1);
        for thread in (0..threads).filter(|&thread| !daemons[thread]) {
            self.line(&format!("t{thread}.join();"));
        }
        if self.profile.asserts() && self.random.percent(60) {
            let (x, y, k) = (self.random.pick(&PLAIN), self.random.pick(&PLAIN), self.random.below(6));
            self.line(&format!("assert {x} + 2 * {y} != {k};"));
        }
        self.line("int outcome = (a & 3) | (b & 3) << 2 | (N.c & 3) << 4 | (Q[0] & 3) << 6 | (v & 3) << 8;");
        if featured {
            self.feature_outcome();
        }
        if self.scene.is_some() {
            self.scene_outcome();
        }
        self.line("if (args.length > 0) {");
        self.line(&format!("end0(outcome, {});", if self.scene.is_some() { 11 } else { 9 }));
        self.line("}");
        self.line("}");
        self.ends();
        let aside = std::mem::take(&mut self.aside);
        self.out.push_str(&aside);
        self.line("}");
    }

    /// The class of a thread.
    fn thread(&mut self, thread: usize, featured: bool) {
        self.line(&format!("static class T{thread} extends Thread {{"));
        self.line("public void run() {");
        self.line("try {");
        self.line("body();");
        self.line("} catch (InterruptedException e) {");
        // Where threads are interrupted, such an end is nothing special.
        self.line(if featured { "b = 3;" } else { "throw new IllegalStateException(e);" });
        self.line("}");
        self.line("}");
        self.line("void body() throws InterruptedException {");
        self.line("int r = 0;");
        self.current = Some(thread);
        self.acts(0);
        if featured {
            self.line(&format!("e{thread} = r;"));
        }
        self.line("}");
        self.line("}");
    }

    /// Methods that end a program.
    fn ends(&mut self) {
        // The stack trace spells the outcome.
        for method in 0..4 {
            self.line(&format!("static void end{method}(int outcome, int digits) {{"));
            self.line("assert digits > 0 : outcome;");
            self.line("int digit = outcome >> 2 * (digits - 1) & 3;");
            for digit in 0..4 {
                self.line(&format!("if (digit == {digit}) end{digit}(outcome, digits - 1);"));
            }
            self.line("}");
        }
    }

    /// All that a thread does: a block, and before or after it the thread's part in a scene.
    fn acts(&mut self, depth: usize) {
        if self.scene.is_none() {
            return self.block(depth);
        }
        self.left /= 3;
        if self.random.percent(25) {
            self.play();
            self.block(depth);
        } else {
            self.block(depth);
            self.play();
        }
    }

    fn block(&mut self, depth: usize) {
        while self.left > 0 {
            self.statement(depth);
            // Inner blocks end early, so that something comes after them.
            if depth > 0 && self.random.percent(35) {
                break;
            }
        }
    }

    fn statement(&mut self, depth: usize) {
        if !self.features.is_empty() && self.random.percent(55) {
            return self.feature(depth);
        }
        let nests = depth < 3;
        let holds = !self.monitors.is_empty();
        // Locks in locks, and no volatile accesses.
        let roll = match self.profile {
            Profile::Inversions if self.random.percent(40) => 50,
            Profile::Inversions => self.random.below(75),
            Profile::Outcomes
            | Profile::Assertions
            | Profile::Deadlocks
            | Profile::Livelocks
            | Profile::Exceptions
            | Profile::Mixed => self.random.below(100),
        };
        match roll {
            0..25 => self.write(),
            25..40 => self.read(),
            40..62 if nests => self.synchronized(depth),
            62..65 if nests && self.left > 1 => {
                let i = self.loops;
                self.loops += 1;
                self.line(&format!("for (int i{i} = 0; i{i} < 2; i{i}++) {{"));
                self.left = self.left.div_ceil(2);
                self.block(depth + 1);
                self.line("}");
            }
            65..75 if nests => self.branch(depth),
            75..84 if holds && self.profile.waits() => self.wait(),
            84..90 if holds => {
                let lock = LOCKS[self.random.pick(&self.monitors.clone())];
                let how = self.random.pick(&["notify", "notifyAll"]);
                self.left -= 1;
                self.line(&format!("{lock}.{how}();"));
            }
            90..92 => {
                let (x, k) = (self.random.pick(&["r", "v", "N.w"]), self.random.below(3));
                self.line(&format!("Verify.ignoreIf({x} == {k});"));
                self.left -= 1;
            }
            75..80 if self.profile.asserts() => {
                let (x, k) = (self.random.pick(&["r", "r", "v", "N.w"]), self.random.below(4));
                self.line(&format!("assert {x} != {k};"));
                self.left -= 1;
            }
            92..96 => self.publish(),
            96..100 => self.look(),
            _ if self.profile == Profile::Inversions => self.read(),
            _ => self.volatile(),
        }
    }

    /// A plain variable that may be accessed here, and the lock to take first.
    fn plain(&mut self) -> (&'static str, Option<usize>) {
        let index = self.random.below(PLAIN.len());
        let careless = self.sloppy && self.random.percent(15);
        match self.guards[index] {
            Some(lock) if !careless && !self.held.contains(&lock) => {
                if self.may_take(lock) {
                    (PLAIN[index], Some(lock))
                } else {
                    (self.random.pick(&VOLATILE), None)
                }
            }
            Some(_) | None => (PLAIN[index], None),
        }
    }

    /// Whether taking a lock here keeps to the order, if this program does.
    fn may_take(&self, lock: usize) -> bool {
        self.profile.deadlocks() || self.held.contains(&lock) || self.held.iter().all(|&held| held < lock)
    }

    fn value(&mut self) -> String {
        match self.random.below(4) {
            0 => "r".to_owned(),
            1 if self.profile != Profile::Inversions => format!("{} + 1", self.random.pick(&VOLATILE)),
            _ => self.random.below(3).to_string(),
        }
    }

    fn guarded(&mut self, lock: Option<usize>, statement: &str) {
        match lock {
            Some(lock) => self.line(&format!("synchronized ({}) {{ {statement} }}", LOCKS[lock])),
            None => self.line(statement),
        }
    }

    fn write(&mut self) {
        self.left -= 1;
        let (x, lock) = self.plain();
        let statement = if self.random.percent(40) {
            format!("{x} = ({x} + 1) & 3;")
        } else {
            let value = self.value();
            format!("{x} = {value};")
        };
        self.guarded(lock, &statement);
    }

    fn read(&mut self) {
        self.left -= 1;
        let (x, lock) = self.plain();
        self.guarded(lock, &format!("r = {x};"));
    }

    fn volatile(&mut self) {
        self.left -= 1;
        let x = self.random.pick(&VOLATILE);
        let statement = match self.random.below(3) {
            0 => format!("r = {x};"),
            1 => format!("{x} = ({x} + 1) & 3;"),
            _ => format!("{x} = {};", self.random.below(3)),
        };
        self.line(&statement);
    }

    fn synchronized(&mut self, depth: usize) {
        let lock = self.random.below(LOCKS.len());
        if !self.may_take(lock) {
            return self.volatile();
        }
        self.line(&format!("synchronized ({}) {{", LOCKS[lock]));
        self.monitors.push(lock);
        self.under(lock, depth);
        self.monitors.pop();
        self.line("}");
    }

    /// A block under a lock.
    fn under(&mut self, lock: usize, depth: usize) {
        self.held.push(lock);
        self.block(depth + 1);
        self.held.pop();
    }

    fn branch(&mut self, depth: usize) {
        let condition = match self.random.below(4) {
            0 | 1 => "Verify.getBoolean()".to_owned(),
            2 if self.profile != Profile::Inversions => {
                format!("{} != {}", self.random.pick(&VOLATILE), self.random.below(2))
            }
            _ => format!("r == {}", self.random.below(3)),
        };
        self.line(&format!("if ({condition}) {{"));
        self.block(depth + 1);
        self.line("}");
    }

    /// Waiting in a loop, without one, or for a time.
    fn wait(&mut self) {
        self.left -= 1;
        let index = self.random.pick(&self.monitors.clone());
        let lock = LOCKS[index];
        let x = self.random.pick(&["a", "v", "N.w"]);
        match self.random.below(5) {
            0 => self.line(&format!("{lock}.wait();")),
            1 => self.line(&format!("{lock}.wait(1);")),
            2 => self.line(&format!("if ({x} == 0) {lock}.wait();")),
            _ => self.line(&format!("while ({x} == 0) {lock}.wait();")),
        }
    }

    /// Makes an object, and lets others see it before or after it is filled.
    fn publish(&mut self) {
        self.left -= 1;
        let (n, holder) = (self.loops, self.random.pick(&["plain", "safe"]));
        self.loops += 1;
        self.line(&format!("Node n{n} = new Node();"));
        if self.random.percent(50) {
            self.line(&format!("n{n}.c = 1;"));
        }
        self.line(&format!("{holder} = n{n};"));
        if self.random.percent(50) {
            self.line(&format!("n{n}.c = 2;"));
        }
    }

    /// Reads an object that another thread may have published.
    fn look(&mut self) {
        self.left -= 1;
        let (n, holder) = (self.loops, self.random.pick(&["plain", "safe"]));
        self.loops += 1;
        self.line(&format!("Node n{n} = {holder};"));
        self.line(&format!("if (n{n} != null) r = n{n}.c;"));
    }
}
