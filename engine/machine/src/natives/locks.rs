//! Models of `AbstractQueuedSynchronizer`: acquiring, releasing and conditions, without the queue.
//!
//! A lock that bytecode implements costs dozens of volatile accesses and compare-and-sets, each a place where others may
//! run. The model keeps what a synchronizer means and leaves out how it queues: an acquisition is one action that happens
//! when the synchronizer's own hook (`tryAcquire`, `tryAcquireShared`, `initialTryLock`) lets it, a release is one that runs
//! its hook (`tryRelease`, `tryReleaseShared`), waiting for a condition gives the lock up and joins the condition's queue in
//! one. The hooks are the class library's bytecode, run without interruption: each is a compare-and-set that succeeds or a
//! look that fails, so there is a moment at which it takes effect. All fields but those of the queue are as they would be.
//!
//! Leaving out the queue loses nothing that a program can see. A thread in the queue cannot be told from one that has not
//! come to the lock yet, so whoever is let in, in whatever order, could have come in that order; this holds for fair locks
//! too. What does tell them apart makes the model unfit, and the search is done over with the bytecode:
//!
//! * asking for the queue (`hasQueuedThreads`, `getQueueLength`, `getWaitingThreads`, …), or for the state of another
//!   thread or what it is parked for;
//! * a timed acquisition where those in the queue go first (fair locks, readers): it fails because of a thread that may
//!   never get in itself;
//! * asking whether another thread is interrupted: one that waits for a lock has its flag cleared meanwhile;
//! * `park` and `unpark` in the program's own code: permits are what the queue blocks and wakes threads with;
//! * hooks that are the program's own;
//! * a state in which nothing can happen but that threads get in where others cannot: readers past a writer, say, that waits
//!   for another reader (`property/overtaking.rs`).
//!
//! A thread that was signalled is in the queue for certain, so the signalled get in in the order of their signals. At a fair
//! lock no thread that comes later gets in before them, and here one might: states do not tell who came earlier. So a
//! violation does not count if on the way to it a thread passes a signalled one and has done something since that signal;
//! it makes the model unfit, too.
//!
//! A hook that answers "no" changes nothing, so a thread that was refused is as if it had not tried.
//!
//! An interruptible acquisition is two actions: a look at the interrupt flag, and then one that lets the thread in, or
//! throws if it was interrupted meanwhile; if both are possible, both happen. `expand.rs` of the explorer makes one of the two while
//! no thread is interrupted.

use super::waiting::WaitLimit;
use super::{Arguments, Outcome, Row, rows};
use crate::interp::{Raise, Res, Watch};
use crate::program::{ObjId, ThreadId};
use crate::state::{Status, Wake, timer_at};
use crate::vm::Vm;

/// How to ask a synchronizer to let a thread in.
#[derive(Clone, Copy)]
enum Hook {
    Exclusive,
    Shared,
    /// `ReentrantLock` has a hook of its own that also counts.
    Reentrant,
}

impl Vm {
    /// Whether the state of a synchronizer is a `long`.
    fn is_long(&self, sync: ObjId) -> bool {
        let class = self.state.heap.class_of(sync);
        self.known.synchronizers.iter().any(|s| s.is_long && self.program.is_subclass(class, s.class))
    }

    /// Calls a hook that takes an amount; `descriptor` is the one for `int`.
    fn hook_with(&mut self, sync: ObjId, name: &str, descriptor: &str, amount: u64) -> Res<u64> {
        match self.is_long(sync) {
            true => self.hook(sync, name, &descriptor.replace('I', "J"), &[amount, 0]),
            false => self.hook(sync, name, descriptor, &[amount]),
        }
    }

    /// Calls a hook of a synchronizer without interruption.
    fn hook(&mut self, sync: ObjId, name: &str, descriptor: &str, args: &[u64]) -> Res<u64> {
        self.models.used = true;
        self.check_fitness()?;
        let class = self.state.heap.class_of(sync);
        let method = self.program.find_method(class, name, descriptor);
        let method = method.ok_or_else(|| Raise::Unsupported(format!("a synchronizer without {name}")))?;
        let method = self.select(sync, method)?;
        let owner = self.program.method(method).class;
        if !self.program.class(owner).is_library() {
            let what = format!("{}.{name} is the program's own", self.external_name(owner));
            self.models.unfit = Some(what);
            self.check_fitness()?;
        }
        let mut all = vec![u64::from(sync.0)];
        all.extend_from_slice(args);
        self.call_now(method, &all)
    }

    /// Whether something has happened that the models do not show.
    pub fn models_do_not_fit(&self) -> bool {
        self.models.used && self.models.unfit.is_some()
    }

    /// Fails if something has happened that the models do not show.
    pub(crate) fn check_fitness(&self) -> Res<()> {
        match &self.models.unfit {
            Some(what) if self.models.used => {
                Err(Raise::Unsupported(format!("the model of java.util.concurrent locks does not fit: {what}")))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Something that models do not show is about to be looked at.
    pub fn models_are_unfit(&mut self, what: impl FnOnce(&Vm) -> String) -> Res<()> {
        if self.config.models && self.models.unfit.is_none() {
            self.models.unfit = Some(what(self));
        }
        self.check_fitness()
    }

    fn try_enter(&mut self, tid: ThreadId, sync: ObjId, hook: Hook, arg: u64) -> Res<bool> {
        self.models.asked = false;
        let held = self.holds(tid, sync);
        let entered = match hook {
            Hook::Exclusive => self.hook_with(sync, "tryAcquire", "(I)Z", arg)? & 1 == 1,
            Hook::Shared if self.is_long(sync) => self.hook_with(sync, "tryAcquireShared", "(I)I", arg)? as i64 >= 0,
            Hook::Shared => self.hook_with(sync, "tryAcquireShared", "(I)I", arg)? as u32 as i32 >= 0,
            Hook::Reentrant => self.hook(sync, "initialTryLock", "()Z", &[])? & 1 == 1,
        };
        self.note_owner(tid, sync);
        // A thread that holds it already passes no other one.
        let asked = self.models.asked && !held;
        if let (true, true, Some(first)) = (entered, asked, self.first_signalled(sync)) {
            let waited = matches!(self.state.thread(tid).core.status, Status::Reacquiring { .. });
            let came_first = !waited && self.models.times.may_have_been_before(tid, first);
            self.models.passed |= first != tid && !came_first;
            if first != tid {
                self.models.overtook = Some(sync);
            }
        }
        Ok(entered)
    }

    /// Of the threads that were signalled and have yet to take the lock again, the one that was signalled first.
    fn first_signalled(&self, sync: ObjId) -> Option<ThreadId> {
        self.state.monitor(sync).and_then(|m| m.waiters.first().copied())
    }

    /// If threads have got in before others that were certainly in the queue, what came of it does not count.
    pub fn passed_signalled(&mut self) {
        if self.models.passed && self.models.unfit.is_none() {
            self.models.unfit = Some("a thread gets in at a fair lock before one that was signalled".to_string());
        }
    }

    /// Acquires if that is possible now.
    fn try_acquire(&mut self, tid: ThreadId, sync: ObjId, hook: Hook, arg: u64, limit: WaitLimit) -> Res<bool> {
        let entered = self.try_enter(tid, sync, hook, arg)?;
        if entered && self.models.asked && matches!(limit, WaitLimit::Timed(_)) && self.state.heap.is_shared(sync) {
            self.models_are_unfit(|_| "a timed acquisition lets others go first".to_string())?;
        }
        Ok(entered)
    }

    /// Keeps on record who owns a synchronizer, like the owner of a monitor: what a lock protects follows from that.
    fn note_owner(&mut self, tid: ThreadId, sync: ObjId) {
        let class = self.state.heap.class_of(sync);
        let owner_slot = self.slot(class, "exclusiveOwnerThread");
        let state_slot = self.slot(class, "state");
        let owner = ObjId(self.state.heap.field(sync, owner_slot) as u32);
        let depth = u32::try_from(self.state.heap.field(sync, state_slot)).unwrap_or(u32::MAX);
        let owner = (owner == self.state.thread(tid).object && depth > 0).then_some((tid, depth));
        let on_record = self.state.monitor(sync).and_then(|m| m.owner);
        let others = on_record.is_some_and(|(holder, _)| holder != tid);
        if on_record.is_none() && owner.is_some() {
            self.note_place(tid, sync);
        }
        if on_record != owner && !(owner.is_none() && others) {
            self.state.update_monitor(sync, |m| m.owner = owner);
        }
    }

    /// Acquires: true when the thread was let in, false when its time was up.
    fn acquire(&mut self, tid: ThreadId, sync: ObjId, hook: Hook, arg: u64, limit: WaitLimit) -> Res<bool> {
        let core = self.state.thread(tid).core;
        let interruptible = limit.is_interruptible();
        let arrives = interruptible && !matches!(core.status, Status::Acquiring { .. });
        if interruptible && self.is_interrupted(tid) {
            // Who was interrupted after it came may also be let in before it notices, or not be let in and have no time to
            // wait. `ReentrantLock` looks at the flag once more before it waits.
            if !arrives && self.run.choose(2) == 1 {
                let enters = self.try_acquire(tid, sync, hook, arg, limit)?;
                let hurries = matches!((limit, hook), (WaitLimit::Timed(..=0), Hook::Exclusive | Hook::Shared));
                if enters || hurries {
                    self.settle(tid);
                    return Ok(enters);
                }
            }
            return Err(self.notice_interrupt(tid));
        }
        if arrives {
            self.arrive(tid, limit, self.state.heap.is_shared(sync))?;
        }
        if self.try_acquire(tid, sync, hook, arg, limit)? {
            self.settle(tid);
            return Ok(true);
        }
        self.not_let_in(tid, limit, core.wake)
    }

    /// What is left of a wait, as its thread finds when it is over. How late it is does not show, as if it had found that
    /// out at once and then had to wait for a processor.
    fn rest_until(&self, at: i64) -> i64 {
        at.saturating_sub(self.now()).max(-1_000_000)
    }

    /// The synchronizer of a condition.
    fn synchronizer_of(&mut self, condition: ObjId) -> ObjId {
        let slot = self.slot(self.state.heap.class_of(condition), "this$0");
        ObjId(self.state.heap.field(condition, slot) as u32)
    }

    fn check_held(&mut self, sync: ObjId) -> Res<()> {
        if self.hook(sync, "isHeldExclusively", "()Z", &[])? & 1 == 0 {
            return Err(Raise::bare("java/lang/IllegalMonitorStateException"));
        }
        Ok(())
    }

    /// Waits for a condition; returns how the wait ended and what is left of the time, the lock being held again.
    fn await_condition(
        &mut self,
        tid: ThreadId,
        condition: ObjId,
        interruptible: bool,
        until: Option<i64>,
    ) -> Res<(Wake, i64)> {
        let sync = self.synchronizer_of(condition);
        let core = self.state.thread(tid).core;
        if let Status::Reacquiring { saved, until } = core.status {
            let behind = core.wake == Wake::Signalled && self.first_signalled(sync) != Some(tid);
            if behind || !self.try_enter(tid, sync, Hook::Exclusive, saved)? {
                self.models.refused = true;
                return Err(Raise::Again);
            }
            self.settle(tid);
            self.forget_waiter(condition, tid);
            match core.wake {
                Wake::Interrupted => {
                    self.set_interrupted(tid, false);
                    return Err(Raise::bare("java/lang/InterruptedException"));
                }
                Wake::InterruptedAgain => return Err(Raise::bare("java/lang/InterruptedException")),
                Wake::Signalled => self.forget_waiter(sync, tid),
                Wake::None | Wake::TimedOut | Wake::Spurious => {}
            }
            return Ok((core.wake, until.map_or(i64::MAX, |at| self.rest_until(at))));
        }
        if interruptible && self.is_interrupted(tid) {
            self.set_interrupted(tid, false);
            return Err(Raise::bare("java/lang/InterruptedException"));
        }
        self.check_held(sync)?;
        let slot = self.slot(self.state.heap.class_of(sync), "state");
        let saved = self.state.heap.field(sync, slot);
        if self.hook_with(sync, "tryRelease", "(I)Z", saved)? & 1 == 0 {
            return Err(Raise::bare("java/lang/IllegalMonitorStateException"));
        }
        self.note_owner(tid, sync);
        self.state.update_monitor(condition, |m| m.waiters.push(tid));
        self.state.core_mut(tid).status = Status::Awaiting { condition, saved, until, interruptible };
        Err(Raise::Again)
    }

    /// Ends a thread's wait for a condition: it has to take the lock again first. Until it has, it is open whether a thread
    /// that was interrupted has found that out, or whether a signal still reaches it.
    pub(crate) fn end_await(&mut self, tid: ThreadId, how: Wake) {
        let Status::Awaiting { condition, saved, until, .. } = self.state.thread(tid).core.status else { return };
        if how != Wake::Interrupted {
            self.forget_waiter(condition, tid);
        }
        let core = self.state.core_mut(tid);
        core.status = Status::Reacquiring { saved, until };
        core.wake = how;
    }

    fn signal(&mut self, condition: ObjId, all: bool) -> Res<()> {
        let sync = self.synchronizer_of(condition);
        self.check_held(sync)?;
        let awaits = |vm: &Vm, waiter: ThreadId| {
            matches!(vm.state.thread(waiter).core.status, Status::Awaiting { .. } | Status::Reacquiring { .. })
        };
        let waiters = self.state.monitor(condition).map(|m| m.waiters.clone()).unwrap_or_default();
        for waiter in waiters.into_iter().filter(|&waiter| awaits(self, waiter)).collect::<Vec<_>>() {
            if self.is_leaving(waiter) {
                self.forget_waiter(condition, waiter);
                if self.run.choose(2) == 0 {
                    continue;
                }
                self.state.core_mut(waiter).wake = Wake::Signalled;
            } else {
                self.end_await(waiter, Wake::Signalled);
            }
            self.state.update_monitor(sync, |m| m.waiters.push(waiter));
            self.models.times.signalled(waiter);
            if !all {
                break;
            }
        }
        Ok(())
    }
}

fn acquire(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.acquire(tid, args.obj(0), Hook::Exclusive, args.raw(1), WaitLimit::Endless)?;
    Outcome::void()
}

fn acquire_interruptibly(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.acquire(tid, args.obj(0), Hook::Exclusive, args.raw(1), WaitLimit::Interruptible)?;
    Outcome::void()
}

fn acquire_timed(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    Outcome::bool(vm.acquire(tid, args.obj(0), Hook::Exclusive, args.raw(1), WaitLimit::Timed(time_limit(args)))?)
}

/// The time limit behind the amount, which may take two slots.
fn time_limit(args: Arguments) -> i64 {
    args.long(if args.0.len() > 4 { 3 } else { 2 })
}

fn acquire_shared(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.acquire(tid, args.obj(0), Hook::Shared, args.raw(1), WaitLimit::Endless)?;
    Outcome::void()
}

fn acquire_shared_interruptibly(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.acquire(tid, args.obj(0), Hook::Shared, args.raw(1), WaitLimit::Interruptible)?;
    Outcome::void()
}

fn acquire_shared_timed(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    Outcome::bool(vm.acquire(tid, args.obj(0), Hook::Shared, args.raw(1), WaitLimit::Timed(time_limit(args)))?)
}

fn lock(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.acquire(tid, args.obj(0), Hook::Reentrant, 1, WaitLimit::Endless)?;
    Outcome::void()
}

fn lock_interruptibly(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.acquire(tid, args.obj(0), Hook::Reentrant, 1, WaitLimit::Interruptible)?;
    Outcome::void()
}

fn lock_timed(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    Outcome::bool(vm.acquire(tid, args.obj(0), Hook::Reentrant, 1, WaitLimit::Timed(args.long(1)))?)
}

fn release(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let released = vm.hook_with(args.obj(0), "tryRelease", "(I)Z", args.raw(1))?;
    vm.note_owner(tid, args.obj(0));
    Outcome::bool(released & 1 == 1)
}

fn release_shared(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let released = vm.hook_with(args.obj(0), "tryReleaseShared", "(I)Z", args.raw(1))?;
    Outcome::bool(released & 1 == 1)
}

fn await_signal(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.await_condition(tid, args.obj(0), true, None)?;
    Outcome::void()
}

fn await_uninterruptibly(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.await_condition(tid, args.obj(0), false, None)?;
    Outcome::void()
}

fn await_nanos(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let until = vm.deadline_after(args.long(1));
    let (how, left) = vm.await_condition(tid, args.obj(0), true, until)?;
    if vm.is_called_by_user(tid) && vm.run.watch != Watch::Off {
        vm.observed.time_was_read = true;
    } else if !vm.time_shows() && how == Wake::Signalled {
        // No thread looks at the clock, so none can tell that any of the time has passed.
        return Outcome::long(args.long(1));
    }
    if how == Wake::Signalled && until_matters(vm, tid) && left > 0 && left < i64::MAX && vm.run.choose(2) == 1 {
        vm.pass_time_until(vm.now().saturating_add(left));
        return Outcome::long(0);
    }
    Outcome::long(left)
}

/// Whether it makes a difference that the time of a wait may be up after all until a signalled thread has the lock again:
/// to those who ask what is left. The class library looks at what it has waited for first.
fn until_matters(vm: &Vm, tid: ThreadId) -> bool {
    !vm.config.virtual_time && vm.is_called_by_user(tid)
}

fn await_timed(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let unit = args.non_null(3)?;
    let nanos = vm.program.find_method(vm.state.heap.class_of(unit), "toNanos", "(J)J");
    let nanos = nanos.ok_or_else(|| Raise::Unsupported("a time unit without toNanos".into()))?;
    let nanos = vm.call_now(nanos, &[u64::from(unit.0), args.raw(1), 0])?;
    let until = vm.deadline_after(nanos as i64);
    let (how, _) = vm.await_condition(tid, args.obj(0), true, until)?;
    Outcome::bool(how != Wake::TimedOut)
}

fn await_until(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let date = args.non_null(1)?;
    let millis = vm.program.find_method(vm.state.heap.class_of(date), "getTime", "()J");
    let millis = millis.ok_or_else(|| Raise::Unsupported("a date without getTime".into()))?;
    let millis = vm.call_now(millis, &[u64::from(date.0)])? as i64;
    vm.note_fixed_deadline();
    let until = Some(timer_at(millis));
    let (how, _) = vm.await_condition(tid, args.obj(0), true, until)?;
    Outcome::bool(how != Wake::TimedOut)
}

fn signal(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.signal(args.obj(0), false)?;
    Outcome::void()
}

fn signal_all(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.signal(args.obj(0), true)?;
    Outcome::void()
}

/// Asks for the queue, which is not there.
fn asks_for_queue(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.models.used = true;
    vm.models_are_unfit(|vm| {
        let method = vm.state.current_method(tid).map(|m| vm.program.name(vm.program.method(m).name).to_string());
        format!("{} asks for the queue", method.unwrap_or_default())
    })?;
    Err(Raise::Unsupported("a queue that the model does not have".into()))
}

/// The hooks of fair locks ask too, to let others go first.
fn has_queued_threads(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    if vm.runs_to_completion() { no_predecessors(vm, tid, args) } else { asks_for_queue(vm, tid, args) }
}

/// No thread is before another one in a queue that is not there.
fn no_predecessors(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.models.asked = true;
    Outcome::bool(false)
}

/// Rows that stand for bytecode, in searches that use models.
pub(super) const ROWS: &[Row] = rows! {
    "java/util/concurrent/locks/AbstractQueuedSynchronizer" {
        "acquire" "(I)V" [Acquire(Patience::Endless), Computed] => acquire,
        "acquireInterruptibly" "(I)V" [Acquire(Patience::Interruptible), Computed] => acquire_interruptibly,
        "tryAcquireNanos" "(IJ)Z" [Acquire(Patience::Timed), Computed] => acquire_timed,
        "acquireShared" "(I)V" [Acquire(Patience::Endless), Computed] => acquire_shared,
        "acquireSharedInterruptibly" "(I)V" [Acquire(Patience::Interruptible), Computed] => acquire_shared_interruptibly,
        "tryAcquireSharedNanos" "(IJ)Z" [Acquire(Patience::Timed), Computed] => acquire_shared_timed,
        "release" "(I)Z" [Release { shared: false }, Computed] => release,
        "releaseShared" "(I)Z" [Release { shared: true }, Computed] => release_shared,
        "hasQueuedPredecessors" "()Z" [Queue, Computed] => no_predecessors,
        "apparentlyFirstQueuedIsExclusive" "()Z" [Queue, Computed] => no_predecessors,
        "hasQueuedThreads" "()Z" [Queue, Computed] => has_queued_threads,
        "hasContended" "()Z" [Queue, Computed] => asks_for_queue,
        "getFirstQueuedThread" "()Ljava/lang/Thread;" [Queue, Computed] => asks_for_queue,
        "isQueued" "(Ljava/lang/Thread;)Z" [Queue, Computed] => asks_for_queue,
        "getQueueLength" "()I" [Queue, Computed] => asks_for_queue,
        "getQueuedThreads" "()Ljava/util/Collection;" [Queue, Computed] => asks_for_queue,
        "getExclusiveQueuedThreads" "()Ljava/util/Collection;" [Queue, Computed] => asks_for_queue,
        "getSharedQueuedThreads" "()Ljava/util/Collection;" [Queue, Computed] => asks_for_queue,
    }
    "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject" {
        "await" "()V" [Await { timed: false }, Computed] => await_signal,
        "awaitUninterruptibly" "()V" [Await { timed: false }, Computed] => await_uninterruptibly,
        "awaitNanos" "(J)J" [Await { timed: true }, Computed] => await_nanos,
        "await" "(JLjava/util/concurrent/TimeUnit;)Z" [Await { timed: true }, Computed] => await_timed,
        "awaitUntil" "(Ljava/util/Date;)Z" [Await { timed: true }, Computed] => await_until,
        "signal" "()V" [Signal { all: false }, Computed] => signal,
        "signalAll" "()V" [Signal { all: true }, Computed] => signal_all,
        "hasWaiters" "()Z" [Queue, Computed] => asks_for_queue,
        "getWaitQueueLength" "()I" [Queue, Computed] => asks_for_queue,
        "getWaitingThreads" "()Ljava/util/Collection;" [Queue, Computed] => asks_for_queue,
    }
    "java/util/concurrent/locks/AbstractQueuedLongSynchronizer" {
        "acquire" "(J)V" [Acquire(Patience::Endless), Computed] => acquire,
        "acquireInterruptibly" "(J)V" [Acquire(Patience::Interruptible), Computed] => acquire_interruptibly,
        "tryAcquireNanos" "(JJ)Z" [Acquire(Patience::Timed), Computed] => acquire_timed,
        "acquireShared" "(J)V" [Acquire(Patience::Endless), Computed] => acquire_shared,
        "acquireSharedInterruptibly" "(J)V" [Acquire(Patience::Interruptible), Computed] => acquire_shared_interruptibly,
        "tryAcquireSharedNanos" "(JJ)Z" [Acquire(Patience::Timed), Computed] => acquire_shared_timed,
        "release" "(J)Z" [Release { shared: false }, Computed] => release,
        "releaseShared" "(J)Z" [Release { shared: true }, Computed] => release_shared,
        "hasQueuedPredecessors" "()Z" [Queue, Computed] => no_predecessors,
        "apparentlyFirstQueuedIsExclusive" "()Z" [Queue, Computed] => no_predecessors,
        "hasQueuedThreads" "()Z" [Queue, Computed] => has_queued_threads,
        "hasContended" "()Z" [Queue, Computed] => asks_for_queue,
        "getFirstQueuedThread" "()Ljava/lang/Thread;" [Queue, Computed] => asks_for_queue,
        "isQueued" "(Ljava/lang/Thread;)Z" [Queue, Computed] => asks_for_queue,
        "getQueueLength" "()I" [Queue, Computed] => asks_for_queue,
        "getQueuedThreads" "()Ljava/util/Collection;" [Queue, Computed] => asks_for_queue,
        "getExclusiveQueuedThreads" "()Ljava/util/Collection;" [Queue, Computed] => asks_for_queue,
        "getSharedQueuedThreads" "()Ljava/util/Collection;" [Queue, Computed] => asks_for_queue,
    }
    "java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionObject" {
        "await" "()V" [Await { timed: false }, Computed] => await_signal,
        "awaitUninterruptibly" "()V" [Await { timed: false }, Computed] => await_uninterruptibly,
        "awaitNanos" "(J)J" [Await { timed: true }, Computed] => await_nanos,
        "await" "(JLjava/util/concurrent/TimeUnit;)Z" [Await { timed: true }, Computed] => await_timed,
        "awaitUntil" "(Ljava/util/Date;)Z" [Await { timed: true }, Computed] => await_until,
        "signal" "()V" [Signal { all: false }, Computed] => signal,
        "signalAll" "()V" [Signal { all: true }, Computed] => signal_all,
        "hasWaiters" "()Z" [Queue, Computed] => asks_for_queue,
        "getWaitQueueLength" "()I" [Queue, Computed] => asks_for_queue,
        "getWaitingThreads" "()Ljava/util/Collection;" [Queue, Computed] => asks_for_queue,
    }
    "java/util/concurrent/locks/LockSupport" {
        "getBlocker" "(Ljava/lang/Thread;)Ljava/lang/Object;" [Queue, Computed] => asks_for_queue,
    }
    "java/util/concurrent/locks/ReentrantLock$Sync" {
        "lock" "()V" [Acquire(Patience::Endless), Computed] => lock,
        "lockInterruptibly" "()V" [Acquire(Patience::Interruptible), Computed] => lock_interruptibly,
        "tryLockNanos" "(J)Z" [Acquire(Patience::Timed), Computed] => lock_timed,
    }
};
