//! Optimistic inference of how shared data is protected (Stoller and Cohen; Dwyer and others).
//!
//! For each place the set of locks held at *every* access to a shared object so far is kept, as expressions that name the
//! same lock for every thread that accesses the same location: the object itself, a final field of it, a class mirror, a
//! static final field. While the set is not empty, or nobody has written, accesses are both-movers. When a place loses its
//! last lock after accesses have been treated as movers, that was wrong, and the search starts again knowing it. Sets only
//! shrink, so this ends. A discipline that is violated in the full space is also violated in the reduced one, since the
//! reduced one reaches the same accesses with the same locks.

use super::visible::{Action, Mover, Place};
use crate::program::{ClassId, Kind, ObjId, ThreadId};
use crate::state::Init;
use crate::vm::Vm;
use rustc_hash::FxHashMap;

/// A lock, named so that all threads that access one location mean the same object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lock {
    /// The accessed object itself.
    Owner,
    /// A final field of the accessed object.
    OwnerField(u16),
    /// A class mirror.
    Mirror(ClassId),
    /// A static final field.
    Static(ClassId, u16),
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
    /// A place was treated as protected and is not: what was explored so far does not count.
    pub withdrawn: bool,
}

impl Disciplines {
    /// How an action moves, taking note of it. Call it once for every action that is about to happen.
    pub fn classify(&mut self, vm: &Vm, tid: ThreadId, action: &Action) -> Mover {
        match *action {
            Action::Enter { monitor } => {
                if vm.holds(tid, monitor) {
                    Mover::Both
                } else {
                    Mover::Right
                }
            }
            Action::Exit { monitor } => match vm.state.monitor(monitor).and_then(|m| m.owner) {
                Some((owner, depth)) if owner == tid && depth > 1 => Mover::Both,
                Some(_) | None => Mover::Left,
            },
            Action::Start { .. } => Mover::Left,
            Action::Native { .. } => {
                // It never moves, but what it touches may count as protected.
                for touch in vm.native_touches(tid) {
                    let volatile = matches!(touch.place, Place::Field(f) if vm.program.field(f).flags.is_volatile());
                    if !volatile && vm.state.heap.is_shared(touch.obj) {
                        self.access(vm, tid, touch.place, touch.obj, touch.write);
                    }
                }
                Mover::None
            }
            Action::Initialize { .. } | Action::Prune => Mover::None,
            Action::Access { volatile: true, .. } => Mover::None,
            Action::Access { place, obj, write, volatile: false } => self.access(vm, tid, place, obj, write),
        }
    }

    fn access(&mut self, vm: &Vm, tid: ThreadId, place: Place, obj: ObjId, write: bool) -> Mover {
        if let Place::Field(field) = place
            && vm.program.field(field).class == vm.known.string
        {
            // The cached hash of a string: whoever writes it writes the same, and who misses it computes it.
            return Mover::Both;
        }
        let discipline = self.places.entry(place).or_default();
        if discipline.broken {
            return Mover::None;
        }
        let held = held_locks(vm, tid, obj);
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

    /// Forgets which accesses were seen, but not which places are unprotected: for a new start.
    pub fn restart(&mut self) {
        self.withdrawn = false;
        self.places.retain(|_, discipline| discipline.broken);
    }
}

/// The locks that a thread holds, as expressions over the accessed object.
fn held_locks(vm: &Vm, tid: ThreadId, obj: ObjId) -> Vec<Lock> {
    let mut locks = Vec::new();
    for (held, monitor) in vm.state.monitors() {
        if monitor.owner.is_none_or(|(owner, _)| owner != tid) {
            continue;
        }
        if held == obj {
            locks.push(Lock::Owner);
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
                && vm.state.heap.field(obj, f.slot) as u32 == held.0
            {
                locks.push(Lock::OwnerField(f.slot));
            }
        }
        at = c.super_class;
    }
}

fn static_fields(vm: &Vm, held: ObjId, locks: &mut Vec<Lock>) {
    for (index, class) in vm.program.classes.iter().enumerate() {
        if class.loader.is_library() || class.statics.refs.is_empty() {
            continue;
        }
        let id = ClassId::new(index);
        if vm.state.init(id) != Init::Done {
            continue;
        }
        let mirror = vm.state.ready_mirror(id);
        for &field in &class.fields {
            let f = vm.program.field(field);
            if f.kind == Kind::Ref
                && f.flags.is_final()
                && f.flags.is_static()
                && vm.state.heap.field(mirror, vm.known.class_slots + f.slot) as u32 == held.0
            {
                locks.push(Lock::Static(id, f.slot));
            }
        }
    }
}
