//! Monitors, wait sets, permits and sleep.
//!
//! A blocking action leaves the thread's position where it is; when the thread can go on, the instruction or native runs
//! again and finds in `wake` how the block ended.

use super::{Raise, Res};
use crate::program::{ObjId, ThreadId};
use crate::state::{Carrier, Monitor, Status, Wake};
use crate::vm::Vm;

/// 146 years.
const LIFETIME: i64 = 1 << 62;

impl Vm {
    /// Enters a monitor, or blocks.
    pub(crate) fn monitor_enter(&mut self, tid: ThreadId, obj: ObjId) -> Res<()> {
        match self.state.monitor(obj).and_then(|m| m.owner) {
            // Monitors of the class library's own are not worth the time.
            None if self.run.until_choice && self.state.current_method(tid).is_some_and(|m| self.is_users(m)) => {
                self.note_place(tid, obj);
            }
            None => {}
            Some((owner, _)) if owner == tid => {}
            Some(_) => {
                self.state.core_mut(tid).status = Status::Entering { monitor: obj, depth: 1 };
                return Err(Raise::Again);
            }
        }
        self.state.update_monitor(obj, |m| match &mut m.owner {
            Some((_, depth)) => *depth += 1,
            None => m.owner = Some((tid, 1)),
        });
        self.happens_acquire(tid, Carrier::Monitor(obj));
        Ok(())
    }

    /// Keeps on record where a monitor or a synchronizer is taken. During a search events tell that.
    pub(crate) fn note_place(&mut self, tid: ThreadId, obj: ObjId) {
        if self.run.until_choice
            && let Some(line) = self.user_line(tid).filter(|line| self.is_users(line.method))
        {
            self.observed.taken_before.insert(obj, line);
        }
    }

    /// Leaves a monitor.
    pub(crate) fn monitor_exit(&mut self, tid: ThreadId, obj: ObjId) -> Res<()> {
        self.check_owner(tid, obj)?;
        self.happens_release(tid, Carrier::Monitor(obj));
        self.state.update_monitor(obj, |m| match m.owner {
            Some((owner, depth)) if depth > 1 => m.owner = Some((owner, depth - 1)),
            _ => m.owner = None,
        });
        Ok(())
    }

    /// Whether the thread holds the monitor of an object.
    pub fn holds(&self, tid: ThreadId, obj: ObjId) -> bool {
        self.state.monitor(obj).and_then(|m| m.owner).is_some_and(|(owner, _)| owner == tid)
    }

    /// Whether an object is the synchronizer of a read-write lock, of those that models stand for.
    pub fn has_readers(&self, obj: ObjId) -> bool {
        self.is_synchronizer(obj) && self.program.find_field(self.state.heap.class_of(obj), "firstReader").is_some()
    }

    /// Whether the thread holds a read-write lock for reading, as far as its synchronizer knows at once: it is the first who
    /// does, or the last who has begun to. Such a thread is let in again, whichever threads wait.
    pub fn reads(&self, tid: ThreadId, sync: ObjId) -> bool {
        let field = |obj: ObjId, name: &str| {
            let field = self.program.find_field(self.state.heap.class_of(obj), name)?;
            Some(self.state.heap.field(obj, self.program.field(field).slot))
        };
        let Some(first) = field(sync, "firstReader") else { return false };
        let thread = self.state.thread(tid).object;
        let last = || {
            let counter =
                field(sync, "cachedHoldCounter").map(|counter| ObjId(counter as u32)).filter(|c| !c.is_null())?;
            Some(field(counter, "tid")? == field(thread, "tid")? && field(counter, "count")? as u32 > 0)
        };
        ObjId(first as u32) == thread || last() == Some(true)
    }

    fn check_owner(&self, tid: ThreadId, obj: ObjId) -> Res<u32> {
        match self.state.monitor(obj).and_then(|m| m.owner) {
            Some((owner, depth)) if owner == tid => Ok(depth),
            Some(_) | None => Err(Raise::new("java/lang/IllegalMonitorStateException", "current thread is not owner")),
        }
    }

    /// A thread that waits for a monitor looks again: true if it can run now.
    pub(super) fn enter_again(&mut self, tid: ThreadId) -> bool {
        let core = self.state.thread(tid).core;
        let Status::Entering { monitor, depth } = core.status else { return false };
        if self.state.monitor(monitor).is_some_and(|m| m.owner.is_some()) {
            return false;
        }
        if core.wake != Wake::None {
            // Back from `wait`: the monitor is taken as deep as it was. Otherwise the instruction itself enters.
            self.state.update_monitor(monitor, |m| {
                m.owner = Some((tid, depth));
                m.waiters.retain(|&w| w != tid);
            });
            self.happens_acquire(tid, Carrier::Monitor(monitor));
        }
        self.state.core_mut(tid).status = Status::Runnable;
        true
    }

    /// `Object.wait`: returns when the wait is over, and stops the thread until then.
    pub(crate) fn wait(&mut self, tid: ThreadId, obj: ObjId, until: Option<i64>) -> Res<()> {
        match self.take_wake(tid) {
            Wake::None => {}
            Wake::Signalled | Wake::TimedOut | Wake::Spurious => return Ok(()),
            Wake::Interrupted | Wake::InterruptedAgain => {
                self.set_interrupted(tid, false);
                return Err(Raise::bare("java/lang/InterruptedException"));
            }
        }
        let depth = self.check_owner(tid, obj)?;
        if self.is_interrupted(tid) {
            self.set_interrupted(tid, false);
            return Err(Raise::bare("java/lang/InterruptedException"));
        }
        self.happens_release(tid, Carrier::Monitor(obj));
        self.state.update_monitor(obj, |m| {
            m.owner = None;
            m.waiters.push(tid);
        });
        self.state.core_mut(tid).status = Status::Waiting { monitor: obj, depth, until };
        Err(Raise::Again)
    }

    /// Ends a thread's wait in the given way. Until it has the monitor again, a notification may still reach a thread that
    /// was interrupted: it may find that out late, and then returns with the interrupt pending (JLS 17.2.4).
    fn end_wait(&mut self, tid: ThreadId, how: Wake) {
        let Status::Waiting { monitor, depth, .. } = self.state.thread(tid).core.status else { return };
        if how != Wake::Interrupted {
            self.forget_waiter(monitor, tid);
        }
        let core = self.state.core_mut(tid);
        core.status = Status::Entering { monitor, depth };
        core.wake = how;
    }

    /// No notification reaches a thread any more.
    pub(crate) fn forget_waiter(&mut self, obj: ObjId, waiter: ThreadId) {
        self.state.update_monitor(obj, |m: &mut Monitor| m.waiters.retain(|&w| w != waiter));
    }

    /// Whether a waiter has been interrupted, so that it is open whether a notification reaches it.
    pub(crate) fn is_leaving(&self, waiter: ThreadId) -> bool {
        matches!(self.state.thread(waiter).core.wake, Wake::Interrupted | Wake::InterruptedAgain)
    }

    /// The threads that `Object.wait` has made wait for an object. Others may wait for it as for a condition.
    fn waiters(&self, obj: ObjId) -> Vec<ThreadId> {
        let waits = |w: &ThreadId| {
            matches!(self.state.thread(*w).core.status, Status::Waiting { .. } | Status::Entering { .. })
        };
        let waiters = self.state.monitor(obj).map_or(&[][..], |m| &m.waiters);
        waiters.iter().copied().filter(waits).collect()
    }

    /// A notification reaches a waiter of a monitor.
    fn notify_waiter(&mut self, obj: ObjId, waiter: ThreadId) {
        if self.is_leaving(waiter) {
            self.forget_waiter(obj, waiter);
            self.state.core_mut(waiter).wake = Wake::Signalled;
        } else {
            self.end_wait(waiter, Wake::Signalled);
        }
    }

    /// `Object.notify`: wakes one of the waiters. If all of them have been interrupted, perhaps none.
    pub(crate) fn notify(&mut self, tid: ThreadId, obj: ObjId) -> Res<()> {
        self.check_owner(tid, obj)?;
        let waiters = self.waiters(obj);
        let nobody = waiters.iter().all(|&w| self.is_leaving(w));
        let answers = waiters.len() + usize::from(nobody);
        let answer = if answers > 1 { self.run.choose(answers as u32) as usize } else { 0 };
        match answer.checked_sub(usize::from(nobody)) {
            Some(which) => self.notify_waiter(obj, waiters[which]),
            None => waiters.into_iter().for_each(|waiter| self.forget_waiter(obj, waiter)),
        }
        Ok(())
    }

    /// `Object.notifyAll`.
    pub(crate) fn notify_all(&mut self, tid: ThreadId, obj: ObjId) -> Res<()> {
        self.check_owner(tid, obj)?;
        self.notify_all_waiters(obj);
        Ok(())
    }

    /// Wakes everyone who waits for an object.
    pub(super) fn notify_all_waiters(&mut self, obj: ObjId) {
        for waiter in self.waiters(obj) {
            if self.is_leaving(waiter) && self.run.choose(2) == 0 {
                self.forget_waiter(obj, waiter);
            } else {
                self.notify_waiter(obj, waiter);
            }
        }
    }

    /// `LockSupport.park`.
    pub(crate) fn park(&mut self, tid: ThreadId, until: Option<i64>) -> Res<()> {
        if self.take_wake(tid) != Wake::None {
            return Ok(());
        }
        if self.state.thread(tid).core.permit {
            self.state.core_mut(tid).permit = false;
            return Ok(());
        }
        if self.is_interrupted(tid) || until.is_some_and(|t| t <= self.now()) {
            return Ok(());
        }
        self.state.core_mut(tid).status = Status::Parked { until };
        Err(Raise::Again)
    }

    /// `LockSupport.unpark`.
    pub(crate) fn unpark(&mut self, tid: ThreadId) {
        let core = self.state.core_mut(tid);
        match core.status {
            Status::Parked { .. } => {
                core.status = Status::Runnable;
                core.wake = Wake::Signalled;
            }
            Status::Terminated => {}
            Status::Runnable
            | Status::Entering { .. }
            | Status::Waiting { .. }
            | Status::Sleeping { .. }
            | Status::Acquiring { .. }
            | Status::Awaiting { .. }
            | Status::Reacquiring { .. }
            | Status::Initializing { .. } => core.permit = true,
        }
    }

    /// `Thread.sleep`.
    pub(crate) fn sleep(&mut self, tid: ThreadId, nanos: i64) -> Res<()> {
        match self.take_wake(tid) {
            Wake::None => {}
            Wake::Signalled | Wake::TimedOut | Wake::Spurious => return Ok(()),
            Wake::Interrupted | Wake::InterruptedAgain => {
                self.set_interrupted(tid, false);
                return Err(Raise::new("java/lang/InterruptedException", "sleep interrupted"));
            }
        }
        if self.is_interrupted(tid) {
            self.set_interrupted(tid, false);
            return Err(Raise::new("java/lang/InterruptedException", "sleep interrupted"));
        }
        if nanos <= 0 {
            self.run.yielded = true;
            return Ok(());
        }
        let until = self.deadline_after(nanos);
        self.state.core_mut(tid).status = Status::Sleeping { until };
        Err(Raise::Again)
    }

    fn take_wake(&mut self, tid: ThreadId) -> Wake {
        match self.state.thread(tid).core.wake {
            Wake::None => Wake::None,
            _ => std::mem::take(&mut self.state.core_mut(tid).wake),
        }
    }

    /// The interrupt flag has been set: wakes the thread if it is in something interruptible. A thread may have found the
    /// flag and cleared it since; only a park ends all the same.
    pub(crate) fn interrupt(&mut self, tid: ThreadId) {
        let core = self.state.thread(tid).core;
        if !self.is_interrupted(tid) && !matches!(core.status, Status::Parked { .. }) {
            return;
        }
        match core.status {
            Status::Waiting { .. } => self.end_wait(tid, Wake::Interrupted),
            Status::Parked { .. } | Status::Sleeping { .. } => {
                let core = self.state.core_mut(tid);
                core.status = Status::Runnable;
                core.wake = Wake::Interrupted;
            }
            Status::Awaiting { interruptible: true, .. } => self.end_await(tid, Wake::Interrupted),
            // Whether it has found out already: that clears the flag, and takes no lock.
            Status::Reacquiring { .. } if self.state.thread(tid).core.wake == Wake::Interrupted => {
                if self.run.choose(2) == 1 {
                    self.state.core_mut(tid).wake = Wake::InterruptedAgain;
                }
            }
            // A wait that no thread ended: the thread may find out about the interrupt when it has the monitor again, and takes
            // that for the end then (JLS 17.2.1). HotSpot's always does.
            Status::Entering { .. } if matches!(self.state.thread(tid).core.wake, Wake::TimedOut | Wake::Spurious) => {
                if self.run.choose(2) == 1 {
                    self.state.core_mut(tid).wake = Wake::Interrupted;
                }
            }
            // Not parked: the next park returns at once because the flag is set.
            Status::Runnable
            | Status::Entering { .. }
            | Status::Acquiring { .. }
            | Status::Awaiting { interruptible: false, .. }
            | Status::Reacquiring { .. }
            | Status::Initializing { .. }
            | Status::Terminated => {}
        }
    }

    /// When a timed block of a thread ends that begins now. One of a lifetime or more never does: that is how programs say
    /// "without a time-out" where they have to give one.
    pub(crate) fn deadline_after(&mut self, nanos: i64) -> Option<i64> {
        self.observed.is_timed |= nanos < LIFETIME;
        (nanos < LIFETIME).then(|| self.now().saturating_add(nanos))
    }

    /// The time.
    pub fn now(&self) -> i64 {
        self.state.scalars.clock
    }

    /// When a thread's timed block ends, if it is in one.
    pub fn deadline(&self, tid: ThreadId) -> Option<i64> {
        match self.state.thread(tid).core.status {
            Status::Waiting { until, .. }
            | Status::Parked { until }
            | Status::Sleeping { until }
            | Status::Acquiring { until }
            | Status::Awaiting { until, .. } => until,
            Status::Runnable
            | Status::Entering { .. }
            | Status::Reacquiring { .. }
            | Status::Initializing { .. }
            | Status::Terminated => None,
        }
    }

    /// A timed block of the thread expires now.
    pub fn expire(&mut self, tid: ThreadId) {
        match self.state.thread(tid).core.status {
            Status::Waiting { until: Some(_), .. } => self.end_wait(tid, Wake::TimedOut),
            Status::Parked { until: Some(_) } | Status::Sleeping { until: Some(_) } => {
                let core = self.state.core_mut(tid);
                core.status = Status::Runnable;
                core.wake = Wake::TimedOut;
            }
            Status::Awaiting { until: Some(_), .. } => self.end_await(tid, Wake::TimedOut),
            Status::Acquiring { until: Some(_) } => self.state.core_mut(tid).wake = Wake::TimedOut,
            Status::Waiting { until: None, .. }
            | Status::Acquiring { until: None }
            | Status::Awaiting { until: None, .. }
            | Status::Reacquiring { .. }
            | Status::Parked { until: None }
            | Status::Sleeping { until: None }
            | Status::Runnable
            | Status::Entering { .. }
            | Status::Initializing { .. }
            | Status::Terminated => {}
        }
    }

    /// A wait or park of the thread ends for no reason.
    pub fn wake_spuriously(&mut self, tid: ThreadId) {
        match self.state.thread(tid).core.status {
            Status::Waiting { .. } => self.end_wait(tid, Wake::Spurious),
            Status::Parked { .. } => {
                let core = self.state.core_mut(tid);
                core.status = Status::Runnable;
                core.wake = Wake::Signalled;
            }
            // Waits for conditions end only when signalled, as the class library implements them.
            Status::Runnable
            | Status::Sleeping { .. }
            | Status::Entering { .. }
            | Status::Acquiring { .. }
            | Status::Awaiting { .. }
            | Status::Reacquiring { .. }
            | Status::Initializing { .. }
            | Status::Terminated => {}
        }
    }

    /// Whether a thread can take a step now.
    pub fn can_run(&self, tid: ThreadId) -> bool {
        match self.state.thread(tid).core.status {
            // Who was refused may try again; another refusal leaves no trace.
            Status::Runnable | Status::Acquiring { .. } | Status::Reacquiring { .. } => true,
            Status::Entering { monitor, .. } => self.state.monitor(monitor).is_none_or(|m| m.owner.is_none()),
            Status::Waiting { .. }
            | Status::Parked { .. }
            | Status::Sleeping { .. }
            | Status::Awaiting { .. }
            | Status::Initializing { .. }
            | Status::Terminated => false,
        }
    }
}
