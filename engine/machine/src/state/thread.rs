//! Threads: stacks of frames, why a thread does not run, and undo of both.
//!
//! Only the top frame of a thread changes. So undo saves the top frame when a thread is first touched after a checkpoint,
//! and a deeper frame when control returns into it; `low_water` is the number of frames that are still as they were.

use super::clock::Readings;
use super::thread_set::ThreadSet;
use crate::program::{ClassId, MethodId, ObjId, Pc, Rest, SiteId};

/// An activation. Its registers stand in the thread's stack from `base`; a callee's frame starts at the caller's argument
/// registers, so frames overlap where the caller has nothing live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// What runs.
    pub method: MethodId,
    /// The next instruction. In a caller: the instruction after the call.
    pub pc: Pc,
    /// First register in the thread's stack.
    pub base: u32,
    /// Number of registers.
    pub registers: u16,
    /// The caller's register that takes the result.
    pub result: u16,
    /// What happens when the frame is left.
    pub exit: FrameExit,
    /// What part of the class library it is in. Follows from the frames below and from its own method.
    pub within: Within,
}

/// What part of the class library a frame is in, on its own or through the frames below it. Code of the program's own that
/// is called from there is in none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Within {
    /// The initializer of a library class.
    pub initializer: bool,
    /// Making, starting or ending a thread.
    pub housekeeping: bool,
    /// Joining a thread.
    pub join: bool,
}

impl Within {
    /// None of them.
    pub const NONE: Within = Within { initializer: false, housekeeping: false, join: false };
}

/// What happens when a frame is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FrameExit {
    /// The result goes to the caller.
    Plain,
    /// A class initializer: the result is dropped and the instruction that needed the class runs again.
    Initializer(ClassId),
    /// The result goes to the caller; an exception is wrapped as reflection wraps it.
    Reflective,
    /// The result is dropped and the frame below runs from its own position (a step of class initialization).
    Again,
    /// A bootstrap method: the result is kept as what the site is linked to, unless there is one, and the instruction that
    /// needs it runs again.
    Link(SiteId),
    /// `Thread.run` (or `main`): the thread ends when it is left.
    Run,
    /// The uncaught-exception handler of a thread.
    Handler,
    /// `Thread.exit`: the last thing a thread does.
    End,
    /// No frame takes the result: the engine called, and reads it from the thread.
    Engine,
}

impl FrameExit {
    /// Whether the frame below continues with the instruction at its position, instead of the one after a call.
    pub fn repeats(self) -> bool {
        matches!(self, FrameExit::Initializer(_) | FrameExit::Again | FrameExit::Link(_))
    }
}

/// Why a thread does not run, or that it does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It can take a step.
    Runnable,
    /// It waits to enter a monitor; on entry it has to hold it `depth` times (more than one after `wait`).
    Entering {
        /// The monitor's object.
        monitor: ObjId,
        /// Depth after entry.
        depth: u32,
    },
    /// In `Object.wait`.
    Waiting {
        /// The monitor's object.
        monitor: ObjId,
        /// Depth to restore.
        depth: u32,
        /// Whether the wait can time out, and when under virtual time.
        until: Option<i64>,
    },
    /// In `LockSupport.park`.
    Parked {
        /// Deadline of a timed park.
        until: Option<i64>,
    },
    /// In `Thread.sleep`.
    Sleeping {
        /// Deadline.
        until: Option<i64>,
    },
    /// Was not let in by a synchronizer of `java.util.concurrent`, and may try again at any time.
    Acquiring {
        /// Deadline of a timed acquisition.
        until: Option<i64>,
    },
    /// Waits for a condition of `java.util.concurrent`.
    Awaiting {
        /// The condition.
        condition: ObjId,
        /// The synchronizer's state when it was given up: how often the lock was held.
        saved: u64,
        /// Deadline of a timed wait.
        until: Option<i64>,
        /// Whether an interrupt ends it.
        interruptible: bool,
    },
    /// The wait for a condition is over, and the lock has to be taken again.
    Reacquiring {
        /// As what.
        saved: u64,
        /// Deadline of the wait, of which the program may want to know the rest.
        until: Option<i64>,
    },
    /// Waits for another thread to finish initializing a class.
    Initializing {
        /// The class.
        class: ClassId,
    },
    /// It has ended.
    Terminated,
}

/// What a blocked native finds when it runs again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Wake {
    /// Not blocked before.
    #[default]
    None,
    /// Notified, unparked, or the sleep is over.
    Signalled,
    /// The time was up.
    TimedOut,
    /// For no reason.
    Spurious,
    /// Interrupted.
    Interrupted,
    /// Interrupted, and once more after it had found that out.
    InterruptedAgain,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// The `java.lang.Thread` object.
    pub object: ObjId,
    /// Stable identity: made from the creator's identity and how many threads that had started before.
    pub key: u64,
    /// Activations, the running one last.
    pub frames: Vec<Frame>,
    /// Registers.
    pub stack: Vec<u64>,
    /// What is not on the stack.
    pub core: ThreadCore,
    /// Frames below this index are as they were at the last checkpoint.
    pub(super) low_water: usize,
    /// The checkpoint at which `core` and the top frame were saved.
    pub(super) epoch: u32,
}

/// The part of a thread that is not on its stack; small enough to be saved whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreadCore {
    /// Whether and why it does not run.
    pub status: Status,
    /// How the last block ended.
    pub wake: Wake,
    /// The permit of `LockSupport`.
    pub permit: bool,
    /// Does not keep the program alive.
    pub daemon: bool,
    /// The readings of the clock in its registers.
    pub readings: Readings,
    /// Where its last timed wait expired, and how often in a row it has expired there.
    pub expired: (u64, u8),
    /// Threads started so far.
    pub started: u32,
    /// Identity hash codes handed out so far.
    pub hashes: u32,
    /// Atomic blocks that it has begun and not ended.
    pub atomic: u32,
    /// Threads that it has joined without waiting, and that have to end before it acts (`observe/ends.rs`). Those that have
    /// ended since are still in it.
    pub awaits: ThreadSet,
    /// Threads whose ends come before what it does from now on.
    pub joined: ThreadSet,
    /// Result of the last frame that was left with [`FrameExit::Engine`].
    pub result: u64,
    /// Exception that ended the thread or the engine's call.
    pub thrown: ObjId,
}

impl Thread {
    /// A thread without frames.
    pub fn new(object: ObjId, key: u64, daemon: bool) -> Self {
        Thread {
            object,
            key,
            frames: Vec::new(),
            stack: Vec::new(),
            core: ThreadCore {
                status: Status::Runnable,
                wake: Wake::None,
                permit: false,
                daemon,
                readings: Readings::default(),
                expired: (0, 0),
                started: 0,
                hashes: 0,
                atomic: 0,
                awaits: ThreadSet::default(),
                joined: ThreadSet::default(),
                result: 0,
                thrown: ObjId::NULL,
            },
            low_water: 0,
            epoch: 0,
        }
    }

    /// Frames below this index are as they were at the last checkpoint, if the thread has changed since.
    pub fn unchanged_frames(&self) -> usize {
        self.low_water
    }

    /// Where the frame at a depth rests. Only for methods with code.
    pub fn rest(&self, depth: usize) -> Rest {
        let pc = self.frames[depth].pc;
        match self.frames.get(depth + 1) {
            // A call has moved the position on already.
            Some(callee) if !callee.exit.repeats() => Rest::Calling(Pc(pc.0 - 1)),
            Some(_) | None => Rest::Before(pc),
        }
    }

    /// The running frame.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// Whether the thread has ended.
    pub fn is_terminated(&self) -> bool {
        self.core.status == Status::Terminated
    }

    /// The registers of a frame.
    pub fn registers(&self, frame: &Frame) -> &[u64] {
        let base = frame.base as usize;
        &self.stack[base..base + frame.registers as usize]
    }

    /// Whether a register of a frame holds a reading of the clock.
    pub fn is_reading(&self, depth: usize, register: u16) -> bool {
        let readings = &self.core.readings;
        !readings.is_empty() && readings.get(self.frames[depth].base as usize + usize::from(register)).is_some()
    }

    /// A register of the running frame.
    pub fn register(&self, register: u16) -> u64 {
        let base = self.top().map_or(0, |f| f.base as usize);
        self.stack[base + register as usize]
    }
}
