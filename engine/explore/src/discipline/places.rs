//! What protects a place: which locks threads hold at all accesses to it, and at all writes.
//!
//! **Objects one by one.** Objects that have an identity of their own are told apart: each has a discipline for each of its
//! places, up to [`MOST`] objects of a place, after which they are taken together. Later objects of one place always are. Arrays
//! that natives make are at no place; those of different classes are told apart.
//!
//! **One thread only.** Every thread holds a lock that no other one ever takes: itself. So what only one thread accesses is
//! protected, like what a lock protects, and is no longer when another one comes.
//!
//! **Reads under the lock of all writes.** A place that is not protected may still be written with a lock held only. Who reads
//! it and holds that lock then commutes: the others can but read. In particular the one thread that ever writes a place reads
//! it in no step of its own. Such a read is noted, and when a write comes without the lock it relied on, that is
//! withdrawn.
//!
//! **Read locks.** Who reads a place may hold a read-write lock for reading where the others hold it for writing: readers do not
//! disturb each other, and no writer is let in. The class library does not say of every reader that it is one; where it does not,
//! the place is taken to be unprotected.
//!
//! **Locks inside locks.** Taking and giving back a lock are accesses to a place of their own. Where other locks protect that one,
//! both commute with all that other threads can do, and do not block if the lock is free: no other thread takes it or gives it back
//! as long as the outer one is held. So no deadlock is missed if a transaction goes on: whoever could hold the inner lock and
//! wait for this thread has taken it without the outer one. That breaks the discipline, also if it only comes to stand before the
//! lock, since threads that find it taken are noted as well. A thread that holds itself does not count here.
//!
//! **Why that is sound** is the argument for locks in general (`discipline`), which does not ask what a lock is, as long as two
//! threads never hold it at once, nor how many objects a discipline is about. An access that commutes has no conflicting
//! access by another thread beside it: that one would hold the lock as well. The first access of an execution that breaks a
//! discipline comes after accesses that commute as assumed, so the reduced search comes to it. Neither a thread nor an object
//! may be told from others that are taken for it (`symmetry`): then only the main thread holds itself, and only objects of
//! fixed identity have disciplines of their own. Data races are not hidden: of two accesses of a race one is a write, and no
//! lock is held at both, so both are found to be unprotected, and a read of the two is not under the lock of all writes.

use super::Mover;
use crate::canon::Fixed;
use braid_machine::observe::Place;
use braid_machine::vm::Vm;
use braid_program::{ClassId, Kind, ObjId, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many objects are told apart at a place.
const MOST: u32 = 16;

/// A lock, named so that all threads that access one location mean the same object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lock {
    /// None is needed: the object is the `Thread` of the thread that accesses it.
    Own,
    /// None is needed, as long as this thread is the only one: its key.
    Only(u64),
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

/// What a discipline protects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Subject {
    /// Memory.
    Memory(Place),
    /// Who holds a lock, of this class.
    Lock(ClassId),
}

/// What of a place a discipline is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Of {
    /// An object.
    One(ObjId),
    /// All objects that are not told apart.
    Others,
    /// The same, arrays of this class that natives have made.
    Made(ClassId),
}

impl Lock {
    /// Whether the lock has the same name wherever threads are taken for each other.
    fn is_reliable(self, fixed: Option<&Fixed>) -> bool {
        match self {
            Lock::Fixed(obj) => fixed.is_none_or(|fixed| fixed.is_fixed(obj)),
            Lock::Own | Lock::Only(_) | Lock::Owner | Lock::OwnerField(_) | Lock::Mirror(_) | Lock::Static(..) => true,
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Discipline {
    accessed: bool,
    written: bool,
    /// Locks held at all accesses; meaningless before the first.
    locks: Vec<Lock>,
    broken: bool,
    /// Locks held at all writes, once there was one. They are known from search to search.
    at_writes: Option<Vec<Lock>>,
    /// Those of them that reads were taken to be movers for.
    relied: Vec<Lock>,
}

/// What came of an access.
struct Noted {
    mover: Mover,
    /// Accesses before were taken for movers, and are none.
    withdrawn: bool,
}

impl Discipline {
    /// Takes note of an access under these locks; a read may rely on some of them.
    fn note(&mut self, held: Vec<Lock>, write: bool, reliable: impl Fn(&Lock) -> bool) -> Noted {
        let before = self.accessed;
        let mut withdrawn = false;
        if write {
            match &mut self.at_writes {
                Some(locks) => locks.retain(|lock| held.contains(lock)),
                None => self.at_writes = Some(held.clone()),
            }
            withdrawn = self.relies_in_vain();
        }
        self.accessed = true;
        self.written |= write;
        if !self.broken {
            match before {
                true => self.locks.retain(|lock| held.contains(lock)),
                false => self.locks.clone_from(&held),
            }
            if !self.written || !self.locks.is_empty() {
                return Noted { mover: Mover::Both, withdrawn };
            }
            self.broken = true;
            // Earlier accesses were taken for movers.
            withdrawn |= before;
        }
        let mut mover = Mover::None;
        if !write {
            let guards = self.at_writes.iter().flatten().filter(|lock| held.contains(lock) && reliable(lock));
            for lock in guards {
                mover = Mover::Both;
                if !self.relied.contains(lock) {
                    self.relied.push(*lock);
                }
            }
        }
        Noted { mover, withdrawn }
    }

    /// Whether reads have relied on a lock that is not held at all writes.
    fn relies_in_vain(&mut self) -> bool {
        let Some(at_writes) = &self.at_writes else { return false };
        let before = self.relied.len();
        self.relied.retain(|lock| at_writes.contains(lock));
        self.relied.len() < before
    }

    /// Takes two disciplines for one; whether accesses were taken for movers that are none.
    fn join(&mut self, other: &Discipline) -> bool {
        let moved = self.accessed && !self.broken || other.accessed && !other.broken;
        match (self.accessed, other.accessed) {
            (true, true) => self.locks.retain(|lock| other.locks.contains(lock)),
            (false, true) => self.locks.clone_from(&other.locks),
            (true | false, false) => {}
        }
        self.accessed |= other.accessed;
        self.written |= other.written;
        self.broken |= other.broken || self.written && self.accessed && self.locks.is_empty();
        match (&mut self.at_writes, &other.at_writes) {
            (Some(locks), Some(others)) => locks.retain(|lock| others.contains(lock)),
            (None, Some(others)) => self.at_writes = Some(others.clone()),
            (Some(_) | None, None) => {}
        }
        self.relied.extend(&other.relied);
        self.relies_in_vain() || moved && self.broken
    }
}

/// What has been inferred of places.
#[derive(Default)]
pub(super) struct Places {
    places: FxHashMap<(Subject, Of), Discipline>,
    /// How many objects of a place are told apart,
    told_apart: FxHashMap<Subject, u32>,
    /// and where they are no longer.
    together: FxHashSet<Subject>,
    /// Objects below this were there when the search started.
    limit: ObjId,
    /// Synchronizers of read-write locks from before that.
    read_write: Vec<ObjId>,
    /// The objects of fixed identity, where threads are taken for each other.
    fixed: Option<Fixed>,
}

impl Places {
    /// For a search that starts here.
    pub fn new(vm: &Vm) -> Self {
        let limit = vm.state.heap.object_count();
        let read_write = (1..limit).map(ObjId::new).filter(|&obj| vm.state.heap.is_live(obj) && vm.has_readers(obj));
        Places { limit: ObjId::new(limit), read_write: read_write.collect(), ..Places::default() }
    }

    /// Knows nothing, for the same search.
    pub fn fresh(&self) -> Self {
        Places { limit: self.limit, read_write: self.read_write.clone(), ..Places::default() }
    }

    /// Whether something is protected here and not there, where less is told apart.
    pub fn protect_more_than(&self, others: &Places) -> bool {
        let helps = |discipline: &Discipline| {
            let reads = discipline.relied.iter().any(|lock| matches!(lock, Lock::Only(_)));
            discipline.broken && reads || discipline.written && !discipline.broken
        };
        let broken: FxHashSet<Subject> = others
            .places
            .iter()
            .filter(|(_, discipline)| discipline.broken)
            .map(|(&(subject, _), _)| subject)
            .collect();
        self.places.iter().any(|(&(subject, _), discipline)| broken.contains(&subject) && helps(discipline))
    }

    /// Says which objects have an identity of their own; all from before the search if nothing is said. The search starts (again).
    pub fn identify(&mut self, fixed: Option<Fixed>) {
        self.fixed = fixed;
    }

    /// Takes note of an access to shared memory: how it moves, and whether earlier ones do not.
    pub fn access(&mut self, vm: &Vm, tid: ThreadId, place: Place, obj: ObjId, write: bool) -> (Mover, bool) {
        let subject = Subject::Memory(place);
        let (of, mut withdrawn) = self.of(vm, subject, obj);
        let held = self.held_locks(vm, tid, obj, write);
        let fixed = &self.fixed;
        let noted =
            self.places.entry((subject, of)).or_default().note(held, write, |lock| lock.is_reliable(fixed.as_ref()));
        withdrawn |= noted.withdrawn;
        (noted.mover, withdrawn)
    }

    /// Takes note that a thread takes or gives back a lock, or stands before one that is taken: how that moves if other locks
    /// protect it, and whether earlier ones did not move as was assumed.
    pub fn hold(&mut self, vm: &Vm, tid: ThreadId, lock: ObjId) -> (Mover, bool) {
        let subject = Subject::Lock(vm.state.heap.class_of(lock));
        let (of, mut withdrawn) = self.of(vm, subject, lock);
        // Most locks are taken alone at first.
        if self.places.get(&(subject, of)).is_some_and(|discipline| discipline.broken) {
            return (Mover::None, withdrawn);
        }
        let mut held = self.held_locks(vm, tid, lock, true);
        held.retain(|outer| match outer {
            Lock::Own | Lock::Only(_) | Lock::Owner => false,
            Lock::OwnerField(_) | Lock::Mirror(_) | Lock::Static(..) | Lock::Fixed(_) => {
                *outer != Lock::Fixed(lock) && outer.is_reliable(self.fixed.as_ref())
            }
        });
        let noted = self.places.entry((subject, of)).or_default().note(held, true, |_| false);
        withdrawn |= noted.withdrawn;
        (noted.mover, withdrawn)
    }

    /// What of a place an object belongs to; whether disciplines were taken together that were wrong.
    fn of(&mut self, vm: &Vm, subject: Subject, obj: ObjId) -> (Of, bool) {
        let others = match subject {
            Subject::Memory(Place::Array(0)) => Of::Made(vm.state.heap.class_of(obj)),
            Subject::Memory(Place::Array(_) | Place::Field(_)) | Subject::Lock(_) => Of::Others,
        };
        let has_identity = obj < self.limit && self.fixed.as_ref().is_none_or(|fixed| fixed.is_fixed(obj));
        if !has_identity || self.together.contains(&subject) {
            return (others, false);
        }
        if self.places.contains_key(&(subject, Of::One(obj))) {
            return (Of::One(obj), false);
        }
        let count = self.told_apart.entry(subject).or_default();
        *count += 1;
        if *count <= MOST {
            return (Of::One(obj), false);
        }
        self.together.insert(subject);
        (others, self.take_together(vm, subject))
    }

    /// Takes the objects of a place together; whether that was wrong.
    fn take_together(&mut self, vm: &Vm, subject: Subject) -> bool {
        let mut apart: Vec<(ObjId, Discipline)> = Vec::new();
        self.places.retain(|&(at, of), discipline| match of {
            Of::One(obj) if at == subject => {
                apart.push((obj, std::mem::take(discipline)));
                false
            }
            Of::One(_) | Of::Others | Of::Made(_) => true,
        });
        let mut wrong = false;
        for (obj, discipline) in apart {
            let of = self.of(vm, subject, obj).0;
            wrong |= self.places.entry((subject, of)).or_default().join(&discipline);
        }
        wrong
    }

    /// The locks that protect something which no lock protects whose name is the same wherever threads are taken for each other.
    pub fn locks_by_number(&self, is_fixed: impl Fn(ObjId) -> bool) -> Vec<ObjId> {
        let by_number = |lock: &Lock| match *lock {
            Lock::Fixed(obj) if !is_fixed(obj) => Some(obj),
            Lock::Fixed(_) | Lock::Own | Lock::Only(_) => None,
            Lock::Owner | Lock::OwnerField(_) | Lock::Mirror(_) | Lock::Static(..) => None,
        };
        let mut locks = Vec::new();
        for Discipline { written, locks: held, broken, .. } in self.places.values() {
            if *written && !broken && held.iter().all(|lock| by_number(lock).is_some()) {
                locks.extend(held.iter().filter_map(by_number));
            }
        }
        locks.sort_unstable();
        locks.dedup();
        locks
    }

    /// Forgets what is unprotected, too.
    pub fn forget(&mut self) {
        self.places.clear();
        self.told_apart.clear();
    }

    /// Forgets which accesses were seen, but not what is unprotected: for a new start.
    pub fn restart(&mut self) {
        self.places.retain(|_, discipline| {
            discipline.relied.clear();
            discipline.broken
        });
        self.told_apart.clear();
        for &(subject, of) in self.places.keys() {
            if let Of::One(_) = of {
                *self.told_apart.entry(subject).or_default() += 1;
            }
        }
    }

    /// The locks that a thread holds, as expressions over the accessed object.
    fn held_locks(&self, vm: &Vm, tid: ThreadId, obj: ObjId, write: bool) -> Vec<Lock> {
        let mut locks = Vec::new();
        let thread = vm.state.thread(tid);
        if thread.object == obj {
            locks.push(Lock::Own);
        }
        let main = vm.state.threads().first().map(|main| main.key);
        if self.fixed.is_none() || main == Some(thread.key) {
            locks.push(Lock::Only(thread.key));
        }
        for (held, monitor) in vm.state.monitors() {
            if monitor.owner.is_none_or(|(owner, _)| owner != tid) {
                continue;
            }
            if held == obj {
                locks.push(Lock::Owner);
            }
            if held < self.limit {
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
        for &held in self.read_write.iter().filter(|&&held| !write && vm.reads(tid, held)) {
            locks.push(Lock::Fixed(held));
            owner_fields(vm, obj, held, &mut locks);
        }
        locks
    }
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
