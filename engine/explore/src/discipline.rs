//! Optimistic inference of how shared data is protected (Stoller and Cohen; Dwyer and others).
//!
//! For each place the set of locks held at *every* access to a shared object so far is kept, as expressions that name the
//! same lock for every thread that accesses the same location: the object itself, a final field of it, a class mirror, a
//! static final field. While the set is not empty, or no thread has written, accesses are both-movers. When a place loses its
//! last lock after accesses have been treated as movers, that was wrong, and the search starts again knowing it. Sets only
//! shrink, so this ends. A discipline that is violated in the full space is also violated in the reduced one, since the
//! reduced one reaches the same accesses with the same locks. `places` says what else counts as a lock, and whose accesses count
//! together.
//!
//! Volatile data is treated alike: protected by a lock, or never written, it commutes like any other.
//!
//! Two more things are assumed until they are seen to be wrong:
//!
//! * **Synchronizers are only acquired and released.** Then acquiring is a right mover and releasing a left mover: of two
//!   threads at one synchronizer each takes what the other leaves, and who is refused does nothing. Permits and counts of
//!   shared ones add up in any order. A thread that looks (`tryLock`, a time-out, a reading of the state by one that does not
//!   hold it) makes both non-movers, for all synchronizers of that class.
//! * **No thread is interrupted, and no wait ends for want of time.** Then `wait` is a left mover like the release that it
//!   is, and `notify` a both-mover: only the holder of the lock can touch the set of waiters, and who is woken needs the
//!   lock. An interruptible acquisition is a right mover.
//!
//! And one thing for all of it: **no thread looks at what other threads are doing** (`Thread.getState`, groups of threads).
//! Otherwise nothing moves that lets a thread begin, wait or go on.

mod places;

use super::canon::Fixed;
use braid_machine::natives::effect::{Effect, Patience};
use braid_machine::observe::{Action, Place, Touch};
use braid_machine::vm::Vm;
use braid_program::{ClassId, MethodId, ObjId, ThreadId};
use places::Places;
use rustc_hash::FxHashSet;

/// How an action moves past actions of other threads (Lipton).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// Right mover: acquiring a lock.
    Right,
    /// Left mover: releasing one, starting a thread.
    Left,
    /// Both.
    Both,
    /// Neither.
    None,
}

/// What has been inferred so far.
#[derive(Default)]
pub struct Disciplines {
    places: Places,
    /// What it would be if no threads were taken for each other, where they are.
    apart: Option<Places>,
    /// Synchronizers that a thread looks at, by class.
    observed: FxHashSet<ClassId>,
    /// Synchronizers that have been taken for movers.
    moved: FxHashSet<ClassId>,
    /// Waiting has been taken to end by notification only.
    trusted_waits: bool,
    /// It may end otherwise.
    broken_waits: bool,
    /// A thread is interrupted.
    interrupts: bool,
    /// Interruptible acquisitions have been taken for one action.
    trusted_arrivals: bool,
    /// The program has atomic blocks. Whether one of them has to wait shows who holds a lock, so taking and giving back locks
    /// does not move.
    atomic_blocks: bool,
    /// A collection of garbage looks at all references there are and clears some, so that no access commutes with it.
    collects: bool,
    /// A place was treated as protected and is not: what was explored so far does not count.
    pub withdrawn: bool,
}

impl Disciplines {
    /// What is known when a search starts here. Waits that may end for no reason are not to be relied on.
    pub fn new(vm: &Vm, spurious: bool) -> Self {
        let places = Places::new(vm);
        Disciplines { places, broken_waits: spurious, ..Disciplines::default() }
    }

    /// How an action moves, taking note of it. Call it once for every action that is about to happen.
    pub fn classify(&mut self, vm: &Vm, tid: ThreadId, action: &Action) -> Mover {
        // Whoever looks at the threads sees each of them: that one begins, or waits, or goes on.
        let observed = vm.run.visibility.threads_are_observed || self.atomic_blocks;
        match *action {
            Action::Enter { monitor } => {
                if vm.holds(tid, monitor) {
                    return Mover::Both;
                }
                let mover = self.hold(vm, tid, monitor, Mover::Right);
                if observed || vm.begins_or_misses(tid) { Mover::None } else { mover }
            }
            Action::Exit { .. } if vm.ends_initializer(tid).is_some() => {
                if observed {
                    Mover::None
                } else {
                    Mover::Left
                }
            }
            Action::Exit { monitor } => match vm.state.monitor(monitor).and_then(|m| m.owner) {
                Some((owner, depth)) if owner == tid && depth > 1 => Mover::Both,
                Some(_) | None => {
                    let mover = self.hold(vm, tid, monitor, Mover::Left);
                    if observed { Mover::None } else { mover }
                }
            },
            Action::Start { .. } if observed => Mover::None,
            Action::Start { .. } => Mover::Left,
            Action::Acquire { sync, patience } => self.acquire(vm, tid, sync, patience),
            // It may read and write anything; whether it is possible depends on that.
            Action::Attempt { .. } => Mover::None,
            Action::Release { sync, shared } => {
                if !shared && !vm.holds(tid, sync) {
                    // It fails, which only the owner field tells.
                    self.observe(vm, sync);
                }
                self.synchronizer(vm, tid, sync, Mover::Left)
            }
            // It enables others, and nothing tells what has ended from what is about to (`observe/ends.rs`).
            Action::Native { method, .. }
                if method == vm.known.terminate && vm.run.visibility.ends_go_unseen && !observed =>
            {
                Mover::Left
            }
            Action::Native { method, obj } if vm.is_wait_or_notify(method) => self.wait_or_notify(vm, tid, method, obj),
            Action::Native { method, obj } => {
                // One that reads and writes memory moves if all of that is protected, any other never does.
                let touches = vm.native_touches(tid);
                let more = matches!(vm.effect(method), Effect::Outside(_));
                let mut mover = if touches.is_empty() || more { Mover::None } else { Mover::Both };
                if vm.is_synchronizer(obj) {
                    self.observe(vm, obj);
                    mover = Mover::None;
                }
                for touch in touches {
                    if vm.state.heap.is_shared(touch.obj)
                        && self.access(vm, tid, touch.place, touch.obj, touch.write) != Mover::Both
                    {
                        mover = Mover::None;
                    }
                }
                mover
            }
            // Whether the execution goes on depends on the thread alone.
            Action::Prune => Mover::Both,
            Action::Initialize { .. } | Action::Link { .. } => Mover::None,
            Action::Access { place, obj, write, volatile: _ } => self.access(vm, tid, place, obj, write),
        }
    }

    fn acquire(&mut self, vm: &Vm, tid: ThreadId, sync: ObjId, patience: Patience) -> Mover {
        match patience {
            Patience::Endless => {}
            Patience::Interruptible if self.broken_waits => return Mover::None,
            Patience::Interruptible => self.trusted_waits = true,
            // When it would be over depends on how much time others have let pass.
            Patience::Timed if vm.time_is_shared() => {
                self.observe(vm, sync);
                return Mover::None;
            }
            Patience::Timed if vm.state.heap.is_shared(sync) => self.observe(vm, sync),
            Patience::Timed if self.broken_waits => return Mover::None,
            Patience::Timed => self.trusted_waits = true,
        }
        if !vm.state.heap.is_shared(sync) {
            // No other thread can get in the way, other than by an interrupt.
            return Mover::Both;
        }
        self.synchronizer(vm, tid, sync, if vm.holds(tid, sync) { Mover::Both } else { Mover::Right })
    }

    /// An action on a synchronizer, which moves like this if no thread looks.
    fn synchronizer(&mut self, vm: &Vm, tid: ThreadId, sync: ObjId, mover: Mover) -> Mover {
        let mover = if mover == Mover::Both { mover } else { self.hold(vm, tid, sync, mover) };
        let class = vm.state.heap.class_of(sync);
        if self.observed.contains(&class) || self.atomic_blocks {
            return Mover::None;
        }
        self.moved.insert(class);
        mover
    }

    /// A thread stands before an action that it has to wait for. That tells, too, which other locks it holds there.
    pub(super) fn stand_before(&mut self, vm: &Vm, tid: ThreadId, action: &Action) {
        if let Action::Enter { monitor } = *action {
            self.hold(vm, tid, monitor, Mover::Right);
        }
    }

    /// A thread takes a lock, gives it back, or stands before it while it is taken: a both-mover if other locks protect it, else
    /// as it is.
    fn hold(&mut self, vm: &Vm, tid: ThreadId, lock: ObjId, mover: Mover) -> Mover {
        let (inside, withdrawn) = self.places.hold(vm, tid, lock);
        self.withdrawn |= withdrawn;
        match inside {
            Mover::Both => Mover::Both,
            Mover::Right | Mover::Left | Mover::None => mover,
        }
    }

    /// A thread looks at a synchronizer.
    pub(super) fn observe(&mut self, vm: &Vm, sync: ObjId) {
        let class = vm.state.heap.class_of(sync);
        self.withdrawn |= self.observed.insert(class) && self.moved.contains(&class);
    }

    /// A thread is about to be interrupted, or has been.
    pub(super) fn interrupt(&mut self) {
        self.withdrawn |= !std::mem::replace(&mut self.interrupts, true) && self.trusted_arrivals;
        self.break_waits();
    }

    /// The program is about to begin an atomic block.
    pub(super) fn begin_atomic(&mut self) {
        self.withdrawn |= !std::mem::replace(&mut self.atomic_blocks, true);
    }

    /// The program is about to collect garbage.
    pub(super) fn collect(&mut self) {
        self.withdrawn |= !std::mem::replace(&mut self.collects, true);
    }

    /// Whether it is known that threads are interrupted.
    pub(super) fn knows_interrupts(&self) -> bool {
        self.interrupts
    }

    /// Whether no thread can be interrupted between its arrival at a synchronizer and its attempt to get in.
    pub(super) fn trust_arrival(&mut self) -> bool {
        self.trusted_arrivals |= !self.interrupts;
        !self.interrupts
    }

    /// Waits may end otherwise than by notification.
    fn break_waits(&mut self) {
        self.withdrawn |= !std::mem::replace(&mut self.broken_waits, true) && self.trusted_waits;
    }

    fn wait_or_notify(&mut self, vm: &Vm, tid: ThreadId, method: MethodId, obj: ObjId) -> Mover {
        let lock = vm.lock_of(obj);
        if !vm.holds(tid, lock) {
            if vm.is_synchronizer(lock) {
                self.observe(vm, lock);
            }
            return Mover::None;
        }
        let notifies = vm.is_notify(method);
        if !notifies {
            self.hold(vm, tid, lock, Mover::Left);
        }
        if vm.is_timed_wait(tid, method) {
            self.break_waits();
        }
        let observed = vm.run.visibility.threads_are_observed || self.atomic_blocks;
        if observed
            || self.broken_waits
            || vm.is_synchronizer(lock) && self.observed.contains(&vm.state.heap.class_of(lock))
        {
            return Mover::None;
        }
        self.trusted_waits = true;
        if vm.is_synchronizer(lock) {
            self.moved.insert(vm.state.heap.class_of(lock));
        }
        if notifies { Mover::Both } else { Mover::Left }
    }

    /// Takes note of an access to shared memory; every one passes through here, whatever else is known of its object.
    fn access(&mut self, vm: &Vm, tid: ThreadId, place: Place, obj: ObjId, write: bool) -> Mover {
        let mover = self.access_to_place(vm, tid, place, obj, write);
        if vm.is_synchronizer(obj) && !vm.holds(tid, obj) {
            // Models work on it as well, unseen.
            self.observe(vm, obj);
            return Mover::None;
        }
        if self.collects { Mover::None } else { mover }
    }

    fn access_to_place(&mut self, vm: &Vm, tid: ThreadId, place: Place, obj: ObjId, write: bool) -> Mover {
        if let Place::Field(field) = place
            && vm.program.field(field).class == vm.known.string
            && vm.run.visibility.finals_are_constant
        {
            // The cached hash of a string, while its characters stay: whoever writes it writes the same, and who misses it
            // computes it.
            return Mover::Both;
        }
        if let Place::Field(field) = place
            && vm.program.field(field).class == vm.known.thread
        {
            let is_flag = vm.known.threads.interrupted == Some(field);
            if is_flag && write {
                self.break_waits();
            } else if is_flag && !self.broken_waits {
                self.trusted_waits = true;
                return Mover::Both;
            }
            if !vm.known.threads.field(field).ordinary {
                // Natives work on these as well, unseen.
                return Mover::None;
            }
        }
        let (mover, withdrawn) = self.places.access(vm, tid, place, obj, write);
        self.withdrawn |= withdrawn;
        if let Some(apart) = &mut self.apart {
            apart.access(vm, tid, place, obj, write);
        }
        mover
    }

    /// Takes note of what was accessed as part of an action that a thread awaits, be it that it was not possible: others that
    /// make it possible for a moment and take that back do not move then.
    pub(super) fn attempted(&mut self, vm: &Vm, tid: ThreadId, touch: &Touch) {
        self.access(vm, tid, touch.place, touch.obj, touch.write);
    }

    /// The locks that protect something which no lock protects whose name is the same wherever threads are taken for each other.
    pub(super) fn locks_by_number(&self, is_fixed: impl Fn(ObjId) -> bool) -> Vec<ObjId> {
        self.places.locks_by_number(is_fixed)
    }

    /// Says which objects have an identity of their own, if threads are taken for each other. The search starts (again).
    pub(super) fn identify(&mut self, fixed: Option<Fixed>) {
        match (&fixed, self.apart.take()) {
            (Some(_), None) => self.apart = Some(self.places.fresh()),
            (Some(_), Some(apart)) => self.apart = Some(apart),
            (None, Some(apart)) => self.places = apart,
            (None, None) => {}
        }
        self.places.identify(fixed);
    }

    /// Whether more would be protected if no threads were taken for each other.
    pub(super) fn know_more_apart(&self) -> bool {
        self.apart.as_ref().is_some_and(|apart| apart.protect_more_than(&self.places))
    }

    /// Forgets which places are unprotected: what a lone thread does that has not joined the others counts no longer.
    pub(super) fn forget_places(&mut self) {
        self.places.forget();
        self.apart.iter_mut().for_each(Places::forget);
        self.withdrawn = true;
    }

    /// Forgets which accesses were seen, but not which places are unprotected: for a new start.
    pub fn restart(&mut self) {
        self.withdrawn = false;
        self.moved.clear();
        self.trusted_waits = false;
        self.trusted_arrivals = false;
        self.places.restart();
        self.apart.iter_mut().for_each(Places::restart);
    }
}
