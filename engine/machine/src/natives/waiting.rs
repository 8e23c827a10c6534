//! What is common to all waits to be let in, by a synchronizer (`locks`) or by an action of the program's own (`attempt`): how
//! long they last, and that they end by an interrupt.

use crate::interp::{Raise, Res, Watch};
use crate::program::ThreadId;
use crate::state::{Status, Wake};
use crate::vm::Vm;

/// How a thread waits to be let in.
#[derive(Clone, Copy)]
pub(super) enum WaitLimit {
    /// Until it is let in.
    Endless,
    /// Or interrupted.
    Interruptible,
    /// Interruptible, for so many nanoseconds.
    Timed(i64),
}

impl WaitLimit {
    pub(super) fn is_interruptible(self) -> bool {
        match self {
            WaitLimit::Endless => false,
            WaitLimit::Interruptible | WaitLimit::Timed(_) => true,
        }
    }
}

impl Vm {
    /// A thread arrives, so its time begins to run. It stops there if others can come between that and its first attempt.
    pub(super) fn arrive(&mut self, tid: ThreadId, limit: WaitLimit, is_shared: bool) -> Res<()> {
        let until = match limit {
            WaitLimit::Timed(nanos) => self.deadline_after(nanos),
            WaitLimit::Endless | WaitLimit::Interruptible => None,
        };
        self.state.core_mut(tid).status = Status::Acquiring { until };
        if is_shared && matches!(self.run.watch, Watch::Stop | Watch::Each) && !self.runs_atomically(tid) {
            self.models.arrived = true;
            self.models.refused = true;
            return Err(Raise::Again);
        }
        Ok(())
    }

    /// A thread notices that it was interrupted: it waits no longer, and the flag is cleared.
    pub(super) fn notice_interrupt(&mut self, tid: ThreadId) -> Raise {
        self.settle(tid);
        self.set_interrupted(tid, false);
        Raise::bare("java/lang/InterruptedException")
    }

    /// A thread was not let in: false if its time is up, else it goes on waiting.
    pub(super) fn not_let_in(&mut self, tid: ThreadId, limit: WaitLimit, wake: Wake) -> Res<bool> {
        if matches!(limit, WaitLimit::Timed(nanos) if nanos <= 0 || wake == Wake::TimedOut) {
            self.settle(tid);
            return Ok(false);
        }
        self.models.refused = true;
        Err(Raise::Again)
    }

    /// The thread does not wait any more.
    pub(super) fn settle(&mut self, tid: ThreadId) {
        self.models.settled += 1;
        let core = self.state.thread(tid).core;
        if core.status != Status::Runnable || core.wake != Wake::None {
            let core = self.state.core_mut(tid);
            core.status = Status::Runnable;
            core.wake = Wake::None;
        }
    }
}
