//! The ends of threads, and the joins that wait for them, while no thread looks at ends in any other way
//! ([`Visibility::ends_go_unseen`](crate::parts::Visibility)).
//!
//! **A join is deferred.** `Thread.join()` of a started thread does not wait. It takes note of that thread, and the caller
//! goes on up to its next visible action, its end or its failure. There it is blocked as long as a thread it has taken note
//! of is alive. Between the call and that action the caller touches registers and objects that no other thread can reach.
//! These steps commute with every step of every other thread, so they may as well come before the end of the joined thread.
//! A deadlock stays one: where the caller would wait in `join` for ever, it stands before its next action for ever. What is
//! gained: the order of joins, and the array or list that the threads are in, are dead before the first of them has ended.
//!
//! What a deferred join may not pass, because the program could tell: an interrupt, which ends the wait in `join`; a monitor
//! of a thread, which the wait gives up; a look at the state of threads. Each ends the deferral, and the search starts again.
//! A thread that runs for ever, or into something that is not modelled, behind a join that still waits does so as well: it
//! may never get there.
//!
//! **The end of a thread is a left mover** (`explore`, `discipline`). It enables others and disables nothing, as long as an
//! ended thread differs from one that is about to end for joins only. So it does not move once a thread looks whether another
//! one is alive, takes the monitor of a thread or joins one for some time. Neither does it where there are daemons: the last
//! end of another thread ends the program.
//!
//! **Alone.** A thread whose accesses commute runs from its beginning to its end in one transaction. What comes after it in
//! another thread is alone only in that order, and may well conflict with what the first has done. So a thread is not alone
//! before it has joined all threads that have ended, itself or by those that it was started by. What a thread had joined that
//! it joins does not count: that would be a part of the state of a thread that has ended, and of an ended thread nothing is in
//! the key.

use super::visible::{Action, Place};
use crate::interp::Watch;
use crate::known::ThreadMethod;
use crate::natives::effect::Effect;
use crate::program::{MethodId, ObjId, ThreadId};
use crate::state::{Status, ThreadSet, Within};
use crate::vm::Vm;

impl Vm {
    /// Takes note, instead of waiting, that a thread must not act before another one has ended. The frame of `join` is on top.
    pub(crate) fn defers_join(&mut self, tid: ThreadId, method: MethodId) -> bool {
        if self.known.threads.join != Some(method)
            || !self.run.visibility.ends_go_unseen
            || !self.run.defers_joins
            || !matches!(self.run.watch, Watch::Stop | Watch::Pass)
            || self.run.stop_depth.is_some()
            || self.run.attempts.is_on()
            || self.observed.happens.is_on()
        {
            return false;
        }
        let object = ObjId(self.state.thread(tid).register(0) as u32);
        let Some(target) = self.thread_of(object) else { return false };
        let mut callers = self.state.thread(tid).frames.iter().rev().skip(1);
        let is_free = self.state.monitor(object).is_none_or(|monitor| monitor.owner.is_none());
        if target == tid
            || !ThreadSet::can_hold(target)
            || !is_free
            || self.is_interrupted(tid)
            || callers.next().is_none_or(|caller| caller.within != Within::default())
        {
            return false;
        }
        let is_alive = !self.state.thread(target).is_terminated();
        let core = self.state.core_mut(tid);
        core.joined.insert(target);
        if is_alive {
            core.awaits.insert(target);
        }
        true
    }

    /// The threads that have to end before a thread may act.
    pub fn awaited(&self, tid: ThreadId) -> impl Iterator<Item = ThreadId> + '_ {
        self.state.thread(tid).core.awaits.threads().filter(|&thread| !self.state.thread(thread).is_terminated())
    }

    /// Whether a thread has to wait for the end of others before it may act.
    #[inline]
    pub fn awaits_others(&self, tid: ThreadId) -> bool {
        !self.state.thread(tid).core.awaits.is_empty() && self.awaited(tid).next().is_some()
    }

    /// The threads that have ended, and that a thread has not joined.
    pub fn missed_ends(&self, tid: ThreadId) -> impl Iterator<Item = ThreadId> + '_ {
        let joined = self.state.thread(tid).core.joined;
        let ended =
            self.state.thread_ids().filter(move |&thread| thread != tid && self.state.thread(thread).is_terminated());
        ended.filter(move |&thread| !joined.contains(thread))
    }

    /// Whether threads have ended that a thread has not joined, and that makes a difference: what it does counts as if they
    /// were there.
    pub fn misses_ends(&self, tid: ThreadId) -> bool {
        self.run.visibility.ends_go_unseen && self.missed_ends(tid).next().is_some()
    }

    /// The threads whose ends come before everything that a thread does which another one starts now.
    pub(crate) fn joined_before_start(&self, parent: ThreadId) -> ThreadSet {
        if self.run.visibility.ends_go_unseen { self.state.thread(parent).core.joined } else { ThreadSet::default() }
    }

    /// The threads that have ended, as far as a set can hold them.
    pub(crate) fn ended(&self) -> ThreadSet {
        let mut ended = ThreadSet::default();
        let threads = self.state.thread_ids().filter(|&thread| self.state.thread(thread).is_terminated());
        threads.filter(|&thread| ThreadSet::can_hold(thread)).for_each(|thread| ended.insert(thread));
        ended
    }

    /// Whether a thread is on its way back from the wait in `join`. While joins are deferred that is no action: in the search
    /// the thread did not wait there.
    pub fn comes_back_from_join(&self, tid: ThreadId) -> bool {
        let thread = self.state.thread(tid);
        self.run.visibility.ends_go_unseen
            && matches!(thread.core.status, Status::Entering { .. })
            && thread.frames.iter().any(|frame| self.thread_method(frame.method) == Some(ThreadMethod::Join))
    }

    /// Whether the program looks at the end of a thread otherwise than by joining it, or does what a deferred join may not
    /// pass.
    pub fn looks_at_ends(&self, tid: ThreadId, action: &Action) -> bool {
        let tells = |place: Place, obj: ObjId| match place {
            Place::Field(field) => self.known.threads.field(field).tells_end && !self.is_of_thread(tid, obj),
            Place::Array(_) => false,
        };
        match *action {
            Action::Enter { monitor } => {
                let within = self.state.thread(tid).top().and_then(|frame| self.thread_method(frame.method));
                within.is_none() && self.program.is_subclass(self.state.heap.class_of(monitor), self.known.thread)
            }
            Action::Access { place, obj, .. } => tells(place, obj),
            Action::Native { method, .. } => {
                self.effect(method) == Effect::Interrupt
                    || self.native_touches(tid).iter().any(|touch| tells(touch.place, touch.obj))
            }
            Action::Exit { .. }
            | Action::Initialize { .. }
            | Action::Link { .. }
            | Action::Acquire { .. }
            | Action::Attempt { .. }
            | Action::Release { .. }
            | Action::Start { .. }
            | Action::Prune => false,
        }
    }

    /// Whether a thread is about to do something that only it can see, but not before the threads have ended that it has
    /// joined: it takes the time, or begins to wait for some.
    pub(crate) fn passes_join(&self, tid: ThreadId, method: MethodId) -> bool {
        let waits = || matches!(self.effect(method), Effect::Wait | Effect::Acquire(_) | Effect::Await { .. });
        self.awaits_others(tid) && (waits() || matches!(self.effect(method), Effect::Clock(_)))
    }

    /// Whether a thread is in a group that is destroyed when its last thread ends, or in one below such a group.
    pub(crate) fn is_destroyed_with_group(&mut self, thread: ObjId) -> bool {
        let Some(flag) = self.known.threads.group_is_destroyed else { return false };
        let mut group = ObjId(self.thread_field(thread, "group") as u32);
        while !group.is_null() {
            if self.state.heap.field(group, flag) != 0 {
                return true;
            }
            let parent = self.slot(self.state.heap.class_of(group), "parent");
            group = ObjId(self.state.heap.field(group, parent) as u32);
        }
        false
    }

    /// Whether an object is that of a thread, or its holder.
    fn is_of_thread(&self, tid: ThreadId, obj: ObjId) -> bool {
        let own = self.state.thread(tid).object;
        let is_holder = |slot: u16| ObjId(self.state.heap.field(own, slot) as u32) == obj;
        obj == own || self.known.threads.holder.is_some_and(is_holder)
    }
}
