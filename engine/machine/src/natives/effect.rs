//! What natives do that other threads can see, and which of their answers a search does not vary.
//!
//! Both are part of a native's row, without a default: a row does not compile before its author has judged them. Visibility,
//! what an action touches, how it commutes, what a trace tells of it and which assumptions a verdict names all follow from
//! them. Where two effects seem to fit, the stronger one is right: it only adds states.

use super::unsafe_access::Update;
use crate::program::Kind;
use crate::state::Clock;
use std::fmt;

/// What a native touches that other threads can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Its arguments, what never changes, and objects that it makes.
    Nothing,
    /// Nothing; but the thread gives way to others.
    Yield,
    /// Writes output, which no thread can read back. It takes it from arrays that it is given.
    Output(&'static [Given]),
    /// Reads or writes arrays that it is given, in one go.
    Arrays(&'static [Given]),
    /// Something of the object in this slot that is neither a field that programs name nor an element.
    Object(usize),
    /// Accesses the memory of the object in slot 1 at the offset in slot 2.
    #[allow(missing_docs)]
    Memory { how: Access, kind: Kind, mode: Mode },
    /// Keeps accesses before it and after it in their order: reads before an `Acquire`, writes after a `Release`, both for
    /// `Volatile`.
    Fence(Mode),
    /// Copies bytes from the object in slot 1 to the one in slot 4.
    CopyMemory,
    /// Fills bytes of the object in slot 1.
    SetMemory,
    /// Compares bytes of the objects in slots 0 and 3.
    CompareMemory,
    /// Copies elements of the array in slot 0 to the one in slot 2.
    CopyArray,
    /// Reads all of the object in slot 0.
    Clone,
    /// Accesses a field of the object in slot 0.
    #[allow(missing_docs)]
    Field { name: &'static str, write: bool },
    /// Writes a static field of its class.
    Static(&'static str),
    /// Accesses an element of the array in slot 0, with its index in slot 1.
    #[allow(missing_docs)]
    Element { write: bool },
    /// Waits for the object in slot 0, for a time if the number in slot 1 is not zero.
    Wait,
    /// Wakes threads that wait for the object in slot 0.
    #[allow(missing_docs)]
    Notify { all: bool },
    /// Waits for the condition in slot 0.
    #[allow(missing_docs)]
    Await { timed: bool },
    /// Wakes threads that wait for the condition in slot 0.
    #[allow(missing_docs)]
    Signal { all: bool },
    /// Acquires the synchronizer in slot 0.
    Acquire(Patience),
    /// Takes the action in slot 0 as a whole once that is possible.
    Attempt(Patience),
    /// Releases the synchronizer in slot 0.
    #[allow(missing_docs)]
    Release { shared: bool },
    /// Looks at the queue of the synchronizer or condition in slot 0.
    Queue,
    /// Takes or awaits the permit of the running thread.
    Park,
    /// Gives the thread in slot 1 a permit.
    Unpark,
    /// Starts the thread in slot 0.
    Start,
    /// Interrupts the thread in slot 0.
    Interrupt,
    /// Lets the thread sleep, which an interrupt ends.
    Sleep,
    /// Asks what the thread in slot 0 is doing.
    ThreadState,
    /// Asks for other threads, or where they are.
    Threads,
    /// Gives the object in this slot an identity hash code, if it has none yet.
    Hash(usize),
    /// Makes the string in slot 0 the interned one, if there is none with its content yet.
    Intern,
    /// Takes the next number for a new thread.
    Number,
    /// Takes the next of the numbers that stand for random ones.
    Draw,
    /// Collects garbage, or does not: weak references may be cleared.
    Collect,
    /// Looks at a clock. If time may pass by that, a loop that waits for it must not hide other threads; if others wait for
    /// some time, what is seen depends on how far they are.
    Clock(Clock),
    /// Initializes the class whose mirror is in slot 0.
    Initialize,
    /// Asks whether the class whose mirror is in this slot is initialized.
    ClassState(usize),
    /// Adds a class to those that a loader has, or asks for one.
    Classes,
    /// Ends the thread in slot 0, which is the running one.
    Terminate,
    /// Ends the program.
    Halt,
    /// Drops the execution if the `boolean` in slot 0 is this.
    Prune(bool),
    /// Asks for a choice, perhaps among the elements of an array.
    Choice(&'static [Given]),
    /// Begins an atomic block. Others can run before it; within, they cannot.
    AtomicBegin,
    /// Ends an atomic block.
    AtomicEnd,
    /// Works on what all threads share outside of the heap: the position in a file, memory with an address. It may read or
    /// write arrays that it is given.
    Outside(&'static [Given]),
    /// Is answered by a host, to which arguments go by value. It reads the arrays that they lead to, and writes those that
    /// the answer changes: the answer is known before it is given.
    Hosted,
}

impl Effect {
    /// The slots that must hold objects.
    pub(super) fn object_slots(self) -> Vec<usize> {
        match self {
            Effect::Output(given) | Effect::Arrays(given) | Effect::Choice(given) | Effect::Outside(given) => {
                given.iter().map(|given| given.slot).collect()
            }
            Effect::Object(slot) | Effect::Hash(slot) | Effect::ClassState(slot) => vec![slot],
            Effect::Memory { .. } | Effect::SetMemory | Effect::Unpark => vec![1],
            Effect::CopyMemory => vec![1, 4],
            Effect::CompareMemory => vec![0, 3],
            Effect::CopyArray => vec![0, 2],
            Effect::Clone
            | Effect::Field { .. }
            | Effect::Element { .. }
            | Effect::Wait
            | Effect::Notify { .. }
            | Effect::Await { .. }
            | Effect::Signal { .. }
            | Effect::Acquire(_)
            | Effect::Attempt(_)
            | Effect::Release { .. }
            | Effect::Queue
            | Effect::Start
            | Effect::Interrupt
            | Effect::ThreadState
            | Effect::Intern
            | Effect::Initialize
            | Effect::Terminate => vec![0],
            Effect::Nothing
            | Effect::Yield
            | Effect::Fence(_)
            | Effect::Static(_)
            | Effect::Park
            | Effect::Sleep
            | Effect::Threads
            | Effect::Number
            | Effect::Draw
            | Effect::Collect
            | Effect::Clock(_)
            | Effect::Classes
            | Effect::Halt
            | Effect::Prune(_)
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Hosted => Vec::new(),
        }
    }
}

/// An array that a native is given and reads or writes as a whole, or from the index to the length that follow it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given {
    /// Where it is among the arguments.
    pub slot: usize,
    /// Whether an index and a length follow.
    pub ranged: bool,
    /// Whether it is written.
    pub write: bool,
}

/// A part of an array that is read.
pub const fn part(slot: usize) -> Given {
    Given { slot, ranged: true, write: false }
}

/// A part of an array that is written.
pub const fn filled(slot: usize) -> Given {
    Given { slot, ranged: true, write: true }
}

/// An array that is read.
pub const fn whole(slot: usize) -> Given {
    Given { slot, ranged: false, write: false }
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Read.
    Read,
    /// Written.
    Write,
    /// Written if it is as expected.
    CompareAndSet,
    /// The same, but it may fail for no reason.
    WeakCompareAndSet,
    /// The same as the first, and what was there is the result.
    CompareAndExchange,
    /// Changed, and what was there is the result.
    Change(Update),
}

impl Access {
    /// Whether it may write.
    pub(crate) fn writes(self) -> bool {
        self != Access::Read
    }
}

/// How an access of memory is ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Not at all.
    Plain,
    /// Only with other accesses to the same variable.
    Opaque,
    /// What comes after it in its thread stays there.
    Acquire,
    /// What comes before it in its thread stays there.
    Release,
    /// Both, and in one order for all threads.
    Volatile,
}

/// What can end an acquisition besides being let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// Nothing.
    Endless,
    /// An interrupt.
    Interruptible,
    /// That and time.
    Timed,
}

/// What a native answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// What follows from the program's state and its arguments.
    Computed,
    /// One fixed thing, where a JVM gives others: an assumption of every verdict on a program that asks.
    Pinned(PinnedAnswer),
}

/// Something that has one fixed answer here and another one in every run of a JVM.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PinnedAnswer {
    /// Random numbers.
    Random,
    /// Readings of the clock.
    Clock,
    /// Identity hash codes.
    Identity,
    /// When garbage is collected.
    Garbage,
    /// Where other threads are between two actions.
    Stacks,
    /// What others write while something is cloned.
    Clones,
    /// What others do while a part of an array is read, or between the reading of an element and its writing elsewhere.
    Copies,
    /// What daemons do after the last other thread has ended.
    Daemons,
    /// Variables of the environment.
    Environment,
    /// The number of processors.
    Processors,
    /// How much memory there is.
    Memory,
    /// The number of the process, and which others there are.
    Process,
    /// Which files there are, and what is in them.
    Files,
    /// Properties of the host: its directories, its user, the versions of what it runs.
    Host,
    /// Language and time zone.
    Region,
    /// The order of the elements of immutable sets and maps.
    Order,
    /// The order in which reflection lists the members of a class.
    Members,
    /// How deep a stack may get.
    Depth,
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let arrays = |f: &mut fmt::Formatter, given: &[Given]| {
            given.iter().try_for_each(|given| {
                let how = if given.write { "writes" } else { "reads" };
                write!(f, ", {how} the array in slot {}", given.slot)
            })
        };
        match *self {
            Effect::Nothing => write!(f, "nothing"),
            Effect::Yield => write!(f, "gives way"),
            Effect::Output(given) => write!(f, "output").and_then(|()| arrays(f, given)),
            Effect::Arrays(given) => write!(f, "arrays").and_then(|()| arrays(f, given)),
            Effect::Object(slot) => write!(f, "the object in slot {slot}"),
            Effect::Memory { how, kind, mode } => {
                let how = match how {
                    Access::Read => "read",
                    Access::Write => "write",
                    Access::CompareAndSet => "compare-and-set",
                    Access::WeakCompareAndSet => "weak compare-and-set",
                    Access::CompareAndExchange => "compare-and-exchange",
                    Access::Change(_) => "update",
                };
                write!(f, "{mode} {how} of {}", if kind == Kind::Ref { "reference" } else { kind.keyword() })
            }
            Effect::Fence(mode) => write!(f, "{mode} fence"),
            Effect::CopyMemory => write!(f, "copies memory"),
            Effect::SetMemory => write!(f, "fills memory"),
            Effect::CompareMemory => write!(f, "compares memory"),
            Effect::CopyArray => write!(f, "copies elements"),
            Effect::Clone => write!(f, "reads a whole object"),
            Effect::Field { name, write: true } => write!(f, "writes {name}"),
            Effect::Field { name, write: false } => write!(f, "reads {name}"),
            Effect::Static(name) => write!(f, "writes static {name}"),
            Effect::Element { write: true } => write!(f, "writes an element"),
            Effect::Element { write: false } => write!(f, "reads an element"),
            Effect::Wait => write!(f, "waits"),
            Effect::Notify { all: true } => write!(f, "notifies all"),
            Effect::Notify { all: false } => write!(f, "notifies"),
            Effect::Await { timed: true } => write!(f, "awaits a condition for a time"),
            Effect::Await { timed: false } => write!(f, "awaits a condition"),
            Effect::Signal { all: true } => write!(f, "signals all"),
            Effect::Signal { all: false } => write!(f, "signals"),
            Effect::Acquire(Patience::Endless) => write!(f, "acquires"),
            Effect::Acquire(Patience::Interruptible) => write!(f, "acquires interruptibly"),
            Effect::Acquire(Patience::Timed) => write!(f, "acquires for a time"),
            Effect::Attempt(Patience::Endless) => write!(f, "awaits an action"),
            Effect::Attempt(Patience::Interruptible) => write!(f, "awaits an action interruptibly"),
            Effect::Attempt(Patience::Timed) => write!(f, "awaits an action for a time"),
            Effect::Release { shared: true } => write!(f, "releases a share"),
            Effect::Release { shared: false } => write!(f, "releases"),
            Effect::Queue => write!(f, "looks at a queue"),
            Effect::Park => write!(f, "parks"),
            Effect::Unpark => write!(f, "unparks"),
            Effect::Start => write!(f, "starts a thread"),
            Effect::Interrupt => write!(f, "interrupts a thread"),
            Effect::Sleep => write!(f, "sleeps"),
            Effect::ThreadState => write!(f, "looks at a thread"),
            Effect::Threads => write!(f, "looks at threads"),
            Effect::Hash(slot) => write!(f, "identity hash of slot {slot}"),
            Effect::Intern => write!(f, "interns a string"),
            Effect::Number => write!(f, "numbers a thread"),
            Effect::Draw => write!(f, "draws a random number"),
            Effect::Collect => write!(f, "may clear weak references"),
            Effect::Clock(_) => write!(f, "reads the clock"),
            Effect::Initialize => write!(f, "initializes a class"),
            Effect::ClassState(slot) => write!(f, "initialization of the class in slot {slot}"),
            Effect::Classes => write!(f, "the classes of a loader"),
            Effect::Terminate => write!(f, "ends the thread"),
            Effect::Halt => write!(f, "ends the program"),
            Effect::Prune(when) => write!(f, "drops the execution if {when}"),
            Effect::Choice(given) => write!(f, "choice").and_then(|()| arrays(f, given)),
            Effect::AtomicBegin => write!(f, "begins an atomic block"),
            Effect::AtomicEnd => write!(f, "ends an atomic block"),
            Effect::Outside(given) => write!(f, "outside of the heap").and_then(|()| arrays(f, given)),
            Effect::Hosted => write!(f, "arrays that it is given"),
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Mode::Plain => "plain",
            Mode::Opaque => "opaque",
            Mode::Acquire => "acquire",
            Mode::Release => "release",
            Mode::Volatile => "volatile",
        })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Answer::Computed => write!(f, "computed"),
            Answer::Pinned(fixed) => write!(f, "pinned: {fixed}"),
        }
    }
}

impl fmt::Display for PinnedAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "{}",
            match self {
                PinnedAnswer::Random => "random numbers",
                PinnedAnswer::Clock => "time",
                PinnedAnswer::Identity => "identity hash codes",
                PinnedAnswer::Garbage => "garbage collection",
                PinnedAnswer::Stacks => "stacks of other threads",
                PinnedAnswer::Clones => "clones",
                PinnedAnswer::Copies => "copies",
                PinnedAnswer::Daemons => "daemons",
                PinnedAnswer::Environment => "environment",
                PinnedAnswer::Processors => "number of processors",
                PinnedAnswer::Memory => "memory size",
                PinnedAnswer::Process => "processes",
                PinnedAnswer::Files => "files",
                PinnedAnswer::Host => "properties of the host",
                PinnedAnswer::Region => "language and time zone",
                PinnedAnswer::Order => "order of immutable sets and maps",
                PinnedAnswer::Members => "order of members",
                PinnedAnswer::Depth => "stack depth",
            }
        )
    }
}
