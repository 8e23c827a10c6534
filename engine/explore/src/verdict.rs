//! What a search is asked and what it answers.

use super::assumptions::Assumptions;
use super::order::Search;
use super::record::Event;
use super::reduction::Reduction;
use super::schedule::Schedule;
use super::store::Store;
use super::symmetry::Symmetry;
use braid_machine::interp::TraceLine;
use braid_machine::observe::{Place, Site, Value};
use braid_machine::steps::StepTable;
use braid_program::{ClassId, FieldId, MethodId, ObjId, ThreadId};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When timed waits expire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// At any moment.
    Free,
    /// When no thread can do more than spin, the earliest first: only then the clock moves.
    Patient,
}

/// How states are named. Both give the same keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Canon {
    /// By what changed since the state before.
    Incremental,
    /// By a traversal of what was made since the search started. The referee.
    Full,
}

/// What to do about data races.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Races {
    /// Not to look for them.
    Off,
    /// To report them beside the verdict.
    Warn,
    /// To report the first one as a violation.
    Error,
}

/// When to give up.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Since when it counts, if not since the search began.
    pub since: Option<Instant>,
    /// States stored.
    pub states: Option<u64>,
    /// Moves from the start.
    pub depth: Option<usize>,
    /// Bytes of resident memory of the process.
    pub memory: Option<u64>,
    /// Instructions of one transaction.
    pub transaction: Option<u64>,
}

impl Limits {
    /// Instructions that a transaction may have unless told otherwise.
    pub const TRANSACTION: u64 = 1_000_000_000;

    /// The limit that is reached inside a transaction of so many instructions, if there is one.
    pub(super) fn reached_inside(&self, ran: u64, interrupted: &AtomicBool) -> Option<StopReason> {
        let limit = self.transaction.unwrap_or(Self::TRANSACTION);
        if ran >= limit {
            return Some(StopReason::Endless(limit, String::new()));
        }
        // Only long ones have to look at the clock.
        const LONG: u64 = 1_000_000;
        if ran < LONG { None } else { self.reached_anywhere(interrupted) }
    }

    /// The limit that has nothing to do with how far a search is.
    pub(super) fn reached_anywhere(&self, interrupted: &AtomicBool) -> Option<StopReason> {
        if interrupted.load(Ordering::Relaxed) {
            return Some(StopReason::Interrupted);
        }
        let spent = self.since.map(|since| since.elapsed());
        self.time.filter(|&limit| spent.is_some_and(|spent| spent >= limit)).map(StopReason::Time)
    }
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// What commutes.
    pub reduction: Reduction,
    /// In which order.
    pub search: Search,
    /// How states are named.
    pub canon: Canon,
    /// Whether threads that are alike are taken for each other.
    pub symmetry: Symmetry,
    /// How states are stored.
    pub store: Store,
    /// When timed waits expire.
    pub time: Time,
    /// Whether waits and parks may end for no reason.
    pub spurious: bool,
    /// Methods of libraries that are one step each.
    pub steps: Option<Arc<StepTable>>,
    /// How many preemptions a schedule may have, if that is bounded. A search with a bound never verifies.
    pub preemptions: Option<u32>,
    /// What to do about data races.
    pub races: Races,
    /// Whether to go on after a violation and collect all that are of different kinds or at different places.
    pub all: bool,
    /// Whether to collect what executions end with; needs `all`.
    pub outcomes: bool,
    /// When to give up.
    pub limits: Limits,
    /// Instructions after which a transaction is looked at for endless loops. The explored graph does not depend on it.
    pub look_after: u64,
    /// Tells the resident memory of the process, where that is known; else what is counted stands for it.
    pub resident: fn() -> Option<u64>,
    /// Is told from time to time how far the search is.
    pub progress: Option<fn(&Progress)>,
    /// Set from outside to end the search.
    pub interrupted: Arc<AtomicBool>,
}

impl Default for Options {
    /// What a check does unless told otherwise, without limits.
    fn default() -> Self {
        Options {
            reduction: Reduction::default(),
            search: Search::Dfs,
            canon: Canon::Incremental,
            symmetry: Symmetry::On,
            store: Store::default(),
            time: Time::Free,
            spurious: false,
            steps: None,
            preemptions: None,
            races: Races::Warn,
            all: false,
            outcomes: false,
            limits: Limits::default(),
            look_after: Self::LOOK_AFTER,
            resident: || None,
            progress: None,
            interrupted: Arc::default(),
        }
    }
}

impl Options {
    /// When a transaction is looked at for endless loops, unless told otherwise.
    pub const LOOK_AFTER: u64 = 50_000;
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Distinct states stored.
    pub states: u64,
    /// Moves executed.
    pub transitions: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Bytes that the states stored take.
    pub store_bytes: u64,
    /// Deepest path.
    pub depth: usize,
    /// Times the search began again because a discipline was withdrawn.
    pub restarts: u32,
    /// Executions that a strategy that samples has begun.
    pub runs: u64,
    /// Moves after which the program was over.
    pub ended: u64,
    /// Moves in which the program dropped the execution.
    pub dropped: u64,
}

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What was done so far.
    pub stats: Stats,
    /// Moves from the start to where it is.
    pub depth: usize,
    /// States from which not everything has been tried.
    pub open: u64,
}

/// What the search found.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Every schedule was explored; nothing is wrong, under these assumptions.
    Verified(Box<Assumptions>),
    /// Something is wrong.
    Violated(Box<Violation>),
    /// The search ended early.
    Inconclusive(StopReason),
}

/// Why a search ended early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// Out of time.
    Time(Duration),
    /// Too many states.
    States(u64),
    /// Paths too long.
    Depth(usize),
    /// Too much memory.
    Memory(u64),
    /// Something is not modelled.
    Unsupported(String),
    /// Threads wait for time to pass by looking at the clock, in a way that is not modelled with this time: how.
    ClockLoop(String),
    /// Only schedules with few preemptions were explored.
    Preempted {
        /// How many preemptions all schedules have that were explored to the end; none if not even those without were.
        completed: Option<u32>,
        /// Whether no schedule has more.
        is_all: bool,
        /// Whether timed waits that would expire while other threads spin were not let expire.
        is_patient: bool,
        /// What ended the search, if not the bound.
        why: Option<Box<StopReason>>,
    },
    /// Random walks prove nothing: so many, and what ended them.
    Sampled(u64, Box<StopReason>),
    /// A transaction has more instructions than that; where.
    Endless(u64, String),
    /// With this reduction nothing is proved.
    Unsound(Reduction),
    /// The program has dropped every execution, this many times.
    Dropped(u64),
    /// Stopped from outside.
    Interrupted,
    /// A violation was found whose schedule does not lead to it again: an error of the engine.
    NotReplayed(String),
}

/// Which property is violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ViolationKind {
    /// Threads wait for each other, or for something that never comes.
    Deadlock,
    /// An `AssertionError` that was not caught.
    Assertion,
    /// Another exception that was not caught: its class.
    Uncaught(String),
    /// The program runs for ever whatever the schedule does.
    Livelock,
    /// A data race.
    Race,
}

/// A violation and the execution that leads to it.
#[derive(Clone, Debug)]
pub struct Violation {
    /// What shows it, by property.
    pub evidence: Evidence,
    /// In words.
    pub message: String,
    /// The execution.
    pub counterexample: Counterexample,
}

impl Violation {
    /// Which property.
    pub fn kind(&self) -> ViolationKind {
        self.evidence.kind()
    }
}

/// What shows that a property is violated.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// Threads that wait for ever.
    Deadlock {
        /// Every blocked thread, what it waits for, and where.
        blocked: Vec<Blocked>,
    },
    /// An exception that was not caught.
    Uncaught(Uncaught),
    /// Threads that run for ever.
    Livelock {
        /// These threads, and where.
        loops: Vec<Loop>,
        /// How many events of the counterexample there are before the loop.
        before_loop: usize,
    },
    /// Two accesses that nothing orders.
    Race(Race),
}

impl Evidence {
    /// Which property.
    pub fn kind(&self) -> ViolationKind {
        match self {
            Evidence::Deadlock { .. } => ViolationKind::Deadlock,
            Evidence::Uncaught(Uncaught { is_assertion: true, .. }) => ViolationKind::Assertion,
            Evidence::Uncaught(Uncaught { class, .. }) => ViolationKind::Uncaught(class.clone()),
            Evidence::Livelock { .. } => ViolationKind::Livelock,
            Evidence::Race(_) => ViolationKind::Race,
        }
    }
}

/// An exception that was not caught.
#[derive(Clone, Debug)]
pub struct Uncaught {
    /// The thread that failed.
    pub thread: ThreadId,
    /// The class of the exception.
    pub class: String,
    /// Whether it is an `AssertionError`.
    pub is_assertion: bool,
    /// Where the thread failed: the exception's stack trace.
    pub trace: Vec<TraceLine>,
    /// What caused the exception, and what caused that, and so on.
    pub causes: Vec<Cause>,
}

/// An execution that violates a property.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// How to get there from the start of the search.
    pub schedule: Schedule,
    /// Context switches of the schedule that the search found; the one shown has at most as many.
    pub found_switches: usize,
    /// What happens on the way.
    pub events: Vec<Event>,
    /// Objects that a static final field of the program holds in the end.
    pub constants: Vec<(ObjId, FieldId)>,
    /// All threads, by their number.
    pub threads: Vec<ThreadInfo>,
    /// What the program prints on the way.
    pub output: String,
    /// Where time does not wait for threads that can go on: with patient time nowhere.
    pub early: Vec<Early>,
}

/// Time that passes although other threads could go on.
#[derive(Clone, Debug)]
pub struct Early {
    /// Who sees it.
    pub thread: ThreadId,
    /// What passes.
    pub what: Passing,
    /// Where it stands: the innermost line of the program's own if there is one.
    pub line: Option<TraceLine>,
    /// The call into the class library in which it stands: its position among the events.
    pub call: Option<usize>,
    /// Its innermost method.
    pub method: Option<MethodId>,
    /// Who could have gone on instead, or waits for less, and where.
    pub beside: Vec<Beside>,
}

/// How a thread sees that time has passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// Its timed wait ends.
    Wait,
    /// It looks at the clock, which shows much more than before.
    Look,
}

/// A thread beside one whose wait ends.
#[derive(Clone, Debug)]
pub struct Beside {
    /// Which thread.
    pub thread: ThreadId,
    /// Where it is.
    pub line: Option<TraceLine>,
    /// Whether it is in a timed wait itself, which would end first. Else it can run.
    pub waits: bool,
}

/// An exception that caused another one.
#[derive(Clone, Debug)]
pub struct Cause {
    /// Its class and message.
    pub message: String,
    /// Its stack trace.
    pub trace: Vec<TraceLine>,
}

/// A thread, for reports.
#[derive(Clone, Debug)]
pub struct ThreadInfo {
    /// The program's name for it, made different from all others.
    pub name: String,
    /// Its `java.lang.Thread` object.
    pub object: ObjId,
}

/// A thread that cannot go on.
#[derive(Clone, Debug)]
pub struct Blocked {
    /// Which thread.
    pub thread: ThreadId,
    /// What it waits for.
    pub waits: Waits,
    /// Who could let it go on: the threads that hold what it waits for, or the one that is to end. If it is on a cycle, the
    /// first of them is the next on the cycle.
    pub holders: Vec<Holder>,
    /// Where it waits: the innermost line of the program's own if there is one.
    pub line: Option<TraceLine>,
    /// Its stack.
    pub stack: Vec<TraceLine>,
}

/// A thread that holds something, or whose end is awaited.
#[derive(Clone, Copy, Debug)]
pub struct Holder {
    /// Which thread.
    pub thread: ThreadId,
    /// How it holds it.
    pub how: Hold,
    /// Where it took what it holds, if that is known.
    pub acquired: Option<TraceLine>,
    /// Whether it has ended.
    pub ended: bool,
}

/// How something is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    /// Alone.
    Alone,
    /// For reading, with others.
    Reading,
    /// Permits of a semaphore, which any thread may give back.
    Permits,
}

/// What a blocked thread waits for.
#[derive(Clone, Debug)]
pub enum Waits {
    /// To enter a monitor.
    Monitor(Value),
    /// To be notified.
    Notification(Value),
    /// For another thread to end.
    End,
    /// To be unparked, inside this method of the class library, because of this object. Of a latch the count is told, of a
    /// semaphore the number of permits that are left.
    #[allow(missing_docs)]
    Unpark { call: Option<MethodId>, blocker: Value, count: Option<i32> },
    /// For time to pass.
    Time,
    /// For the initialization of a class by another thread.
    Class(ClassId),
    /// For an action to become possible.
    Action(Value),
    /// For something else.
    Something,
}

/// A thread that runs for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Which thread.
    pub thread: ThreadId,
    /// The lines where it does something that others could see, or where it is if there is none.
    pub lines: Vec<TraceLine>,
}

/// A data race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// What is accessed.
    pub location: String,
    /// The same, whatever the object or the element: what tells races at the same lines from each other.
    pub place: Place,
    /// The two accesses.
    pub sites: [Site; 2],
    /// Moves from the start to where both threads stand before their accesses.
    pub depth: usize,
    /// The first access lies in the past, and nothing orders the second one after it. Else both threads stand before theirs.
    pub is_past: bool,
}
