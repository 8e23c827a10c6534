//! Optimistic inference of how shared data is protected (Stoller and Cohen; Dwyer and others).
//!
//! For each place the set of locks held at *every* access to a shared object so far is kept, as expressions that name the
//! same lock for every thread that accesses the same location: the object itself, a final field of it, a class mirror, a
//! static final field. While the set is not empty, or nobody has written, accesses are both-movers. When a place loses its
//! last lock after accesses have been treated as movers, that was wrong, and the search starts again knowing it. Sets only
//! shrink, so this ends. A discipline that is violated in the full space is also violated in the reduced one, since the
//! reduced one reaches the same accesses with the same locks.
//!
//! Volatile data is treated alike: protected by a lock, or never written, it commutes like any other.
//!
//! Two more things are assumed until they are seen to be wrong:
//!
//! * **Synchronizers are only acquired and released.** Then acquiring is a right mover and releasing a left mover: of two
//!   threads at one synchronizer each takes what the other leaves, and who is refused does nothing. Permits and counts of
//!   shared ones add up in any order. Somebody who looks (`tryLock`, a time-out, a reading of the state by who does not
//!   hold it) makes both non-movers, for all synchronizers of that class.
//! * **Nobody is interrupted, and no wait ends for want of time.** Then `wait` is a left mover like the release that it
//!   is, and `notify` a both-mover: only the holder of the lock can touch the set of waiters, and who is woken needs the
//!   lock. An interruptible acquisition is a right mover.
//!
//! And one thing for all of it: **nobody looks at what other threads are doing** (`Thread.getState`, groups of threads).
//! Otherwise nothing moves that lets a thread begin, wait or go on.

use braid_machine::natives::effect::{Effect, Patience};
use braid_machine::observe::{Action, Place, Touch};
use braid_machine::vm::Vm;
use braid_program::{ClassId, Kind, MethodId, ObjId, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

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

/// A lock, named so that all threads that access one location mean the same object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lock {
    /// None is needed: the object is the `Thread` of the thread that accesses it.
    Own,
    /// The accessed object itself.
    Owner,
    /// A final field of the accessed object.
    OwnerField(u16),
    /// A class mirror.
    Mirror(ClassId),
    /// A static final field.
    Static(ClassId, u16),
    /// An object from before the search, whose identity is fixed.
    Fixed(ObjId),
}

#[derive(Clone, Debug, Default)]
struct Discipline {
    accessed: bool,
    written: bool,
    /// Locks held at all accesses; meaningless before the first.
    locks: Vec<Lock>,
    broken: bool,
}

/// What has been inferred so far.
#[derive(Default)]
pub struct Disciplines {
    places: FxHashMap<Place, Discipline>,
    /// Synchronizers that somebody looks at, by class.
    observed: FxHashSet<ClassId>,
    /// Synchronizers that have been taken for movers.
    moved: FxHashSet<ClassId>,
    /// Waiting has been taken to end by notification only.
    trusted_waits: bool,
    /// It may end otherwise.
    broken_waits: bool,
    /// Somebody is interrupted.
    interrupts: bool,
    /// Interruptible acquisitions have been taken for one action.
    trusted_arrivals: bool,
    /// The program has atomic blocks. Whether one of them has to wait shows who holds a lock, so taking and giving back locks
    /// does not move.
    atomic_blocks: bool,
    /// A collection of garbage looks at all references there are and clears some, so that no access commutes with it.
    collects: bool,
    /// Objects below this were there when the search started.
    limit: ObjId,
    /// A place was treated as protected and is not: what was explored so far does not count.
    pub withdrawn: bool,
}

impl Disciplines {
    /// What is known when a search starts here. Waits that may end for no reason are not to be relied on.
    pub fn new(vm: &Vm, spurious: bool) -> Self {
        let limit = ObjId::new(vm.state.heap.object_count());
        Disciplines { limit, broken_waits: spurious, ..Disciplines::default() }
    }

    /// How an action moves, taking note of it. Call it once for every action that is about to happen.
    pub fn classify(&mut self, vm: &Vm, tid: ThreadId, action: &Action) -> Mover {
        // Whoever looks at the threads sees each of them: that one begins, or waits, or goes on.
        let observed = vm.run.visibility.threads_are_observed || self.atomic_blocks;
        match *action {
            Action::Enter { monitor } => {
                if vm.holds(tid, monitor) {
                    Mover::Both
                } else if observed || vm.begins_or_misses(tid) {
                    Mover::None
                } else {
                    Mover::Right
                }
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
                Some(_) | None if observed => Mover::None,
                Some(_) | None => Mover::Left,
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
                self.synchronizer(vm, sync, Mover::Left)
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
            // Nobody else can get in the way, other than by an interrupt.
            return Mover::Both;
        }
        self.synchronizer(vm, sync, if vm.holds(tid, sync) { Mover::Both } else { Mover::Right })
    }

    /// An action on a synchronizer, which moves like this if nobody looks.
    fn synchronizer(&mut self, vm: &Vm, sync: ObjId, mover: Mover) -> Mover {
        let class = vm.state.heap.class_of(sync);
        if self.observed.contains(&class) || self.atomic_blocks {
            return Mover::None;
        }
        self.moved.insert(class);
        mover
    }

    /// Somebody looks at a synchronizer.
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

    /// Whether nobody can be interrupted between its arrival at a synchronizer and its attempt to get in.
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
        let limit = self.limit;
        let discipline = self.places.entry(place).or_default();
        if discipline.broken {
            return Mover::None;
        }
        let held = held_locks(vm, tid, obj, limit);
        let before = discipline.accessed;
        if before {
            discipline.locks.retain(|lock| held.contains(lock));
        } else {
            discipline.locks = held;
        }
        discipline.accessed = true;
        discipline.written |= write;
        if discipline.written && discipline.locks.is_empty() {
            discipline.broken = true;
            // Earlier accesses were taken for movers.
            self.withdrawn |= before;
            return Mover::None;
        }
        Mover::Both
    }

    /// Takes note of what was accessed as part of an action that a thread awaits, be it that it was not possible: others that
    /// make it possible for a moment and take that back do not move then.
    pub(super) fn attempted(&mut self, vm: &Vm, tid: ThreadId, touch: &Touch) {
        self.access(vm, tid, touch.place, touch.obj, touch.write);
    }

    /// The locks that protect something which no lock protects whose name is the same wherever threads are taken for each other.
    pub(super) fn locks_by_number(&self, is_fixed: impl Fn(ObjId) -> bool) -> Vec<ObjId> {
        let by_number = |lock: &Lock| match *lock {
            Lock::Fixed(obj) if !is_fixed(obj) => Some(obj),
            Lock::Fixed(_) | Lock::Own | Lock::Owner | Lock::OwnerField(_) | Lock::Mirror(_) | Lock::Static(..) => None,
        };
        let mut locks = Vec::new();
        for Discipline { written, locks: held, broken, accessed: _ } in self.places.values() {
            if *written && !broken && held.iter().all(|lock| by_number(lock).is_some()) {
                locks.extend(held.iter().filter_map(by_number));
            }
        }
        locks.sort_unstable();
        locks.dedup();
        locks
    }

    /// Forgets which places are unprotected: what a lone thread does that has not joined the others counts no longer.
    pub(super) fn forget_places(&mut self) {
        self.places.clear();
        self.withdrawn = true;
    }

    /// Forgets which accesses were seen, but not which places are unprotected: for a new start.
    pub fn restart(&mut self) {
        self.withdrawn = false;
        self.moved.clear();
        self.trusted_waits = false;
        self.trusted_arrivals = false;
        self.places.retain(|_, discipline| discipline.broken);
    }
}

/// The locks that a thread holds, as expressions over the accessed object.
fn held_locks(vm: &Vm, tid: ThreadId, obj: ObjId, limit: ObjId) -> Vec<Lock> {
    let mut locks = Vec::new();
    if vm.state.thread(tid).object == obj {
        locks.push(Lock::Own);
    }
    for (held, monitor) in vm.state.monitors() {
        if monitor.owner.is_none_or(|(owner, _)| owner != tid) {
            continue;
        }
        if held == obj {
            locks.push(Lock::Owner);
        }
        if held < limit {
            locks.push(Lock::Fixed(held));
            owner_fields(vm, obj, held, &mut locks);
            continue;
        }
        if let Some(class) = vm.state.class_of_mirror(held) {
            locks.push(Lock::Mirror(class));
        }
        owner_fields(vm, obj, held, &mut locks);
        static_fields(vm, held, &mut locks);
    }
    locks
}

fn owner_fields(vm: &Vm, obj: ObjId, held: ObjId, locks: &mut Vec<Lock>) {
    if !vm.run.visibility.finals_are_constant {
        return;
    }
    let mut at = Some(vm.state.heap.class_of(obj));
    while let Some(class) = at {
        let c = vm.program.class(class);
        if c.array_kind().is_some() {
            return;
        }
        for &field in &c.fields {
            let f = vm.program.field(field);
            if f.kind == Kind::Ref
                && f.flags.is_final()
                && !f.flags.is_static()
                && vm.denotes(ObjId(vm.state.heap.field(obj, f.slot) as u32), held)
            {
                locks.push(Lock::OwnerField(f.slot));
            }
        }
        at = c.super_class;
    }
}

fn static_fields(vm: &Vm, held: ObjId, locks: &mut Vec<Lock>) {
    if !vm.run.visibility.finals_are_constant {
        return;
    }
    for (value, field) in vm.constants() {
        if vm.denotes(value, held) {
            let f = vm.program.field(field);
            locks.push(Lock::Static(f.class, f.slot));
        }
    }
}
