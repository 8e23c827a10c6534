//! What generated programs use besides fields and monitors: each feature has its declarations and its statements.
//!
//! Statements keep to what the program's profile allows: where nothing may wait for ever, locks are taken in the order of
//! their ranks, threads join only those with greater numbers and hold nothing then, and every other wait has a time limit.

mod blocking;
mod control;
mod declarations;
mod memory;
mod monitors;
mod scenes;
mod synchronizers;
mod threads;

pub use scenes::Scene;

use super::{LOCKS, Random, Writer};

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
const ALL: [Feature; 32] = [
    Feature::Interrupts,
    Feature::Interrupts,
    Feature::Interrupts,
    Feature::Interrupts,
    Feature::Interrupts,
    Feature::Interrupts,
    Feature::Timed,
    Feature::Timed,
    Feature::Timed,
    Feature::Parking,
    Feature::Parking,
    Feature::Parking,
    Feature::Parking,
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

    /// Whether programs that have it first play a scene.
    pub(super) fn is_staged(self) -> bool {
        matches!(self, Feature::Parking | Feature::Interrupts | Feature::Timed)
    }

    /// Whether models may stand for classes that it uses.
    pub fn is_of_library(self) -> bool {
        self.is_heavy() || matches!(self, Feature::Atomics | Feature::Handles | Feature::Parking)
    }
}

impl Writer {
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

    /// A number that no name has yet.
    fn fresh(&mut self) -> usize {
        self.loops += 1;
        self.loops - 1
    }
}
