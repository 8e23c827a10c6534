//! Canonical keys of states.
//!
//! The key of a state is a 128-bit sum of partial hashes: of objects, threads, monitors and initialized classes. It is a
//! function of what the state means: object numbers, allocation order and the order in which classes were loaded do not
//! enter.
//!
//! **Objects made before `main`** have a fixed identity. One that has not changed contributes nothing; one that has
//! contributes the difference between its hash now and its hash then, so that having been looked at does not show.
//!
//! **Later objects** are named by where they are found: the location of an object is the least hash of (location of a
//! referrer, slot, class, length) over the referrers that are one step nearer to the roots. Objects that static fields
//! reach take their names from there; only the rest are named from the threads' stacks. Distinct objects get distinct
//! locations because a slot holds one reference. What is not reached is garbage and no part of the key.
//!
//! **Threads** are named by who started them and as how many-th. Only live registers of a frame enter the key, and only
//! they are roots. A thread that waits for a monitor it has not entered yet means the same as one that is about to try.

use super::hash::Hasher128;
use crate::program::{ClassId, ClassKind, Facts, Kind, MethodId, ObjId, Program, ThreadId};
use crate::state::{Frame, FrameExit, Heap, Init, Mark, Monitor, Scalars, State, Status, Thread, ThreadCore, Wake};
use crate::vm::Vm;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

const BOOT: u64 = 1;
const OBJECT: u64 = 2;
const EDGE: u64 = 3;
const THREAD: u64 = 4;
const MONITOR: u64 = 5;
const CLASS: u64 = 6;
const MIRROR: u64 = 7;
const SCALARS: u64 = 8;
const ROOT: u64 = 9;

/// Computes keys. Knows the state that the search started from.
pub struct Canonicalizer {
    /// The heap when the search started.
    before: Heap,
    /// Objects below this number existed then.
    limit: ObjId,
    init: Vec<Init>,
    /// Objects from before that have ever been written since, and their hash before.
    changed: FxHashMap<ObjId, u128>,
    facts: FxHashMap<MethodId, Rc<Facts>>,
}

type Locations = FxHashMap<ObjId, u128>;

impl Canonicalizer {
    /// A canonicalizer for a search that starts here.
    pub fn new(vm: &Vm) -> Self {
        Canonicalizer {
            before: vm.state.heap.clone(),
            limit: ObjId::new(vm.state.heap.object_count()),
            init: vm.state.inits().to_vec(),
            changed: FxHashMap::default(),
            facts: FxHashMap::default(),
        }
    }

    /// Takes note of what was written since a checkpoint. Must see every interval before a key is asked for.
    pub fn observe(&mut self, vm: &Vm, mark: &Mark) {
        debug_assert!(self.sharing_is_closed(vm, mark), "a shared object points to one that counts as unshared");
        for obj in vm.state.heap.written_since(State::heap_mark(mark)) {
            if obj < self.limit && !self.changed.contains_key(&obj) {
                let none = Locations::default();
                let hash = self.object_hash(vm, &self.before, obj, boot_location(obj), &none);
                self.changed.insert(obj, hash);
            }
        }
    }

    /// Whether everything that shared objects point to is shared, as far as this interval touched them.
    fn sharing_is_closed(&self, vm: &Vm, mark: &Mark) -> bool {
        let heap = &vm.state.heap;
        let mark = State::heap_mark(mark);
        heap.written_since(mark).chain(heap.allocated_since(mark)).filter(|&obj| heap.is_shared(obj)).all(|obj| {
            let mut closed = true;
            for_each_ref(vm, heap, obj, |_, target| closed &= heap.is_shared(target));
            closed
        })
    }

    /// The facts of a method, computed once.
    pub(crate) fn facts(&mut self, program: &Program, method: MethodId) -> Rc<Facts> {
        self.facts.entry(method).or_insert_with(|| Rc::new(Facts::of(program, method))).clone()
    }

    /// The key of the machine's state.
    pub fn key(&mut self, vm: &Vm) -> u128 {
        let locations = self.locate(vm);
        let mut sum = 0u128;
        for (&obj, &before) in &self.changed {
            let now = self.object_hash(vm, &vm.state.heap, obj, boot_location(obj), &locations);
            sum = sum.wrapping_add(now).wrapping_sub(before);
        }
        for (&obj, &location) in &locations {
            sum = sum.wrapping_add(self.object_hash(vm, &vm.state.heap, obj, location, &locations));
        }
        for id in vm.state.thread_ids() {
            if !vm.state.thread(id).is_terminated() {
                sum = sum.wrapping_add(self.thread_hash(vm, id, &locations));
            }
        }
        for (obj, monitor) in vm.state.monitors() {
            sum = sum.wrapping_add(self.monitor_hash(vm, obj, monitor, &locations));
        }
        for (index, &init) in vm.state.inits().iter().enumerate() {
            if init != self.init.get(index).copied().unwrap_or_default() {
                sum = sum.wrapping_add(class_hash(vm, ClassId::new(index), init));
            }
        }
        sum.wrapping_add(scalars_hash(&vm.state.scalars))
    }

    // ----- locations -----

    /// The location of an object whose identity does not depend on how it is reached.
    fn fixed(&self, vm: &Vm, obj: ObjId) -> Option<u128> {
        if obj < self.limit {
            return Some(boot_location(obj));
        }
        if vm.state.heap.class_of(obj) != vm.known.class {
            return None;
        }
        let class = vm.state.class_of_mirror(obj)?;
        let mut hasher = Hasher128::new(MIRROR);
        hasher.word(vm.program.class(class).key);
        Some(hasher.finish())
    }

    fn location(&self, vm: &Vm, obj: ObjId, locations: &Locations) -> u128 {
        if obj.is_null() {
            return 0;
        }
        match locations.get(&obj) {
            Some(&location) => location,
            None => self.fixed(vm, obj).unwrap_or(0),
        }
    }

    /// Finds and names everything that was made since the search started and can be reached.
    fn locate(&mut self, vm: &Vm) -> Locations {
        let mut found = Locations::default();
        let mut level: Vec<(ObjId, u128)> = Vec::new();
        for &obj in self.changed.keys() {
            level.push((obj, boot_location(obj)));
        }
        for (index, init) in vm.state.inits().iter().enumerate() {
            let class = ClassId::new(index);
            if *init != Init::Linked
                && let Some(mirror) = vm.state.mirror(class)
                && mirror >= self.limit
                && let Some(location) = self.fixed(vm, mirror)
            {
                // Static fields of a class that is in use.
                found.insert(mirror, location);
                level.push((mirror, location));
            }
        }
        self.spread(vm, level, &mut found);
        let mut roots: Locations = Locations::default();
        for id in vm.state.thread_ids() {
            let thread = vm.state.thread(id);
            if thread.is_terminated() {
                continue;
            }
            self.candidate(vm, thread.object, root_location(thread.key, u64::MAX, 0), &found, &mut roots);
            for (depth, obj, register) in self.stack_roots(vm, thread) {
                self.candidate(vm, obj, root_location(thread.key, depth, register.into()), &found, &mut roots);
            }
            self.candidate(vm, thread.core.thrown, root_location(thread.key, u64::MAX, 1), &found, &mut roots);
        }
        let level: Vec<(ObjId, u128)> = roots.into_iter().collect();
        found.extend(level.iter().copied());
        self.spread(vm, level, &mut found);
        found
    }

    fn candidate(&self, vm: &Vm, obj: ObjId, location: u128, found: &Locations, next: &mut Locations) {
        if obj.is_null() || obj < self.limit || found.contains_key(&obj) {
            return;
        }
        // A mirror keeps the name of its class however it is reached.
        let location = self.fixed(vm, obj).unwrap_or(location);
        next.entry(obj).and_modify(|known| *known = location.min(*known)).or_insert(location);
    }

    /// Names level by level what can be reached from a level.
    fn spread(&self, vm: &Vm, mut level: Vec<(ObjId, u128)>, found: &mut Locations) {
        let heap = &vm.state.heap;
        while !level.is_empty() {
            let mut next = Locations::default();
            for &(obj, location) in &level {
                for_each_ref(vm, heap, obj, |slot, target| {
                    if target < self.limit || target.is_null() || found.contains_key(&target) {
                        return;
                    }
                    let mut hasher = Hasher128::new(EDGE);
                    hasher.wide(location);
                    hasher.word(u64::from(slot));
                    hasher.word(vm.program.class(heap.class_of(target)).key);
                    hasher.word(u64::from(heap.array_len(target)));
                    self.candidate(vm, target, hasher.finish(), found, &mut next);
                });
            }
            level = next.into_iter().collect();
            found.extend(level.iter().copied());
        }
    }

    /// The references in live registers: depth, object, register.
    fn stack_roots(&mut self, vm: &Vm, thread: &Thread) -> Vec<(u64, ObjId, u16)> {
        let mut roots = Vec::new();
        for depth in 0..thread.frames.len() {
            self.for_each_live(vm, thread, depth, &mut |register, value, is_ref| {
                if is_ref && value as u32 != 0 {
                    roots.push((depth as u64, ObjId(value as u32), register));
                }
            });
        }
        roots
    }

    /// Reports the live registers of a frame.
    fn for_each_live(&mut self, vm: &Vm, thread: &Thread, depth: usize, report: &mut impl FnMut(u16, u64, bool)) {
        let frame = thread.frames[depth];
        let registers = thread.registers(&frame);
        let method = vm.program.method(frame.method);
        if method.code().is_none() {
            // A native keeps its arguments while it is blocked.
            let mut register = 0;
            if !method.is_static() {
                report(0, registers[0], true);
                register = 1;
            }
            for &kind in &method.params {
                report(register, registers[register as usize], kind == Kind::Ref);
                register += kind.slots();
            }
            return;
        }
        let facts = self.facts(&vm.program, frame.method);
        // A caller's result register is written by the return that is still to come.
        let pending = thread.frames.get(depth + 1).filter(|callee| !callee.exit.repeats()).map(|callee| callee.result);
        for register in facts.live_registers(frame.pc) {
            if Some(register) != pending {
                report(register, registers[register as usize], facts.is_ref(frame.pc, register));
            }
        }
    }

    // ----- partial hashes -----

    fn object_hash(&self, vm: &Vm, heap: &Heap, obj: ObjId, location: u128, locations: &Locations) -> u128 {
        let header = heap.header(obj);
        let class = vm.program.class(header.class);
        let mut hasher = Hasher128::new(if obj < self.limit { BOOT } else { OBJECT });
        hasher.wide(location);
        hasher.word(class.key);
        hasher.word(u64::from(header.len));
        hasher.word(u64::from(header.hash));
        hasher.word(u64::from(header.class == vm.known.string && vm.state.is_interned(obj)));
        if class.array_kind() == Some(Kind::Ref) {
            for index in 0..header.len {
                hasher.wide(self.location(vm, heap.ref_at(obj, index), locations));
            }
            return hasher.finish();
        }
        let words = heap.words_of(obj);
        if class.array_kind().is_some() {
            words.iter().for_each(|&w| hasher.word(w));
            return hasher.finish();
        }
        let statics;
        let refs: &[u16] = if header.class == vm.known.class {
            statics = mirror_slots(vm, obj);
            &statics
        } else {
            &class.instance.refs
        };
        let mut refs = refs.iter().peekable();
        for (slot, &word) in words.iter().enumerate() {
            if refs.next_if(|&&r| usize::from(r) == slot).is_some() {
                hasher.wide(self.location(vm, ObjId(word as u32), locations));
            } else {
                hasher.word(word);
            }
        }
        hasher.finish()
    }

    fn thread_hash(&mut self, vm: &Vm, id: ThreadId, locations: &Locations) -> u128 {
        let thread = vm.state.thread(id);
        let ThreadCore { status, wake, permit, daemon, started, hashes, result, thrown } = thread.core;
        let mut hasher = Hasher128::new(THREAD);
        hasher.word(thread.key);
        match status {
            Status::Runnable | Status::Initializing { .. } => hasher.word(0),
            Status::Entering { .. } if wake == Wake::None => hasher.word(0),
            Status::Entering { monitor, depth } => {
                hasher.word(1);
                hasher.wide(self.location(vm, monitor, locations));
                hasher.word(depth.into());
            }
            Status::Waiting { monitor, depth, until } => {
                hasher.word(2);
                hasher.wide(self.location(vm, monitor, locations));
                hasher.word(depth.into());
                hasher.word(until.map_or(0, |at| 1 + at as u64));
            }
            Status::Parked { until } => {
                hasher.word(3);
                hasher.word(until.map_or(0, |at| 1 + at as u64));
            }
            Status::Sleeping { until } => {
                hasher.word(5);
                hasher.word(until as u64);
            }
            Status::Terminated => hasher.word(6),
        }
        hasher.word(wake as u64);
        hasher.word(permit.into());
        hasher.word(daemon.into());
        hasher.word(started.into());
        hasher.word(hashes.into());
        hasher.word(result);
        hasher.wide(self.location(vm, thrown, locations));
        for depth in 0..thread.frames.len() {
            let Frame { method, pc, base: _, registers: _, result, exit } = thread.frames[depth];
            let m = vm.program.method(method);
            hasher.word(m.key);
            hasher.word(m.code().map_or(0, |code| u64::from(pc.0 - code.start.0)));
            hasher.word(u64::from(result));
            hasher.word(match exit {
                FrameExit::Plain => 0,
                FrameExit::Reflective => 1,
                FrameExit::Again => 2,
                FrameExit::Run => 3,
                FrameExit::Handler => 4,
                FrameExit::End => 5,
                FrameExit::Engine => 6,
                FrameExit::Initializer(class) => vm.program.class(class).key,
            });
            let mut live = Vec::new();
            self.for_each_live(vm, thread, depth, &mut |register, value, is_ref| live.push((register, value, is_ref)));
            for (register, value, is_ref) in live {
                hasher.word(u64::from(register));
                if is_ref {
                    hasher.wide(self.location(vm, ObjId(value as u32), locations));
                } else {
                    hasher.word(value);
                }
            }
        }
        hasher.finish()
    }

    fn monitor_hash(&self, vm: &Vm, obj: ObjId, monitor: &Monitor, locations: &Locations) -> u128 {
        let Monitor { owner, waiters } = monitor;
        let mut hasher = Hasher128::new(MONITOR);
        hasher.wide(self.location(vm, obj, locations));
        match owner {
            Some((thread, depth)) => {
                hasher.word(vm.state.thread(*thread).key);
                hasher.word(u64::from(*depth));
            }
            None => hasher.word(0),
        }
        // Who waits is in the threads' statuses; the order does not matter, since any waiter may be notified.
        let mut keys: Vec<u64> = waiters.iter().map(|&w| vm.state.thread(w).key).collect();
        keys.sort_unstable();
        keys.into_iter().for_each(|k| hasher.word(k));
        hasher.finish()
    }
}

fn boot_location(obj: ObjId) -> u128 {
    let mut hasher = Hasher128::new(BOOT);
    hasher.word(u64::from(obj.0));
    hasher.finish()
}

fn root_location(thread: u64, depth: u64, register: u64) -> u128 {
    let mut hasher = Hasher128::new(ROOT);
    hasher.word(thread);
    hasher.word(depth);
    hasher.word(register);
    hasher.finish()
}

fn class_hash(vm: &Vm, class: ClassId, init: Init) -> u128 {
    let mut hasher = Hasher128::new(CLASS);
    hasher.word(vm.program.class(class).key);
    match init {
        Init::Linked => hasher.word(0),
        Init::Running(thread) => {
            hasher.word(1);
            hasher.word(vm.state.thread(thread).key);
        }
        Init::Done => hasher.word(2),
        Init::Failed => hasher.word(3),
    }
    hasher.finish()
}

fn scalars_hash(scalars: &Scalars) -> u128 {
    let Scalars { clock, stdin, clock_reads, halted } = *scalars;
    let mut hasher = Hasher128::new(SCALARS);
    hasher.word(clock as u64);
    hasher.word(stdin as u64);
    hasher.word(u64::from(clock_reads));
    hasher.word(halted.map_or(0, |code| 1 + u64::from(code as u32)));
    hasher.finish()
}

/// The slots of a mirror that hold references: the fields of `Class`, then the static fields of its class.
fn mirror_slots(vm: &Vm, mirror: ObjId) -> Vec<u16> {
    let mut slots = vm.program.class(vm.known.class).instance.refs.clone();
    if let Some(mirrored) = vm.state.class_of_mirror(mirror) {
        let first = vm.known.class_slots;
        slots.extend(vm.program.class(mirrored).statics.refs.iter().map(|r| first + r));
    }
    slots
}

fn for_each_ref(vm: &Vm, heap: &Heap, obj: ObjId, mut report: impl FnMut(u32, ObjId)) {
    let class = vm.program.class(heap.class_of(obj));
    match class.kind {
        ClassKind::Array { kind: Kind::Ref, .. } => {
            (0..heap.array_len(obj)).for_each(|i| report(i, heap.ref_at(obj, i)));
        }
        ClassKind::Array { .. } | ClassKind::Primitive(_) => {}
        ClassKind::Instance | ClassKind::Interface => {
            let statics;
            let slots: &[u16] = if heap.class_of(obj) == vm.known.class {
                statics = mirror_slots(vm, obj);
                &statics
            } else {
                &class.instance.refs
            };
            slots.iter().for_each(|&slot| report(u32::from(slot), ObjId(heap.field(obj, slot) as u32)));
        }
    }
}

/// Marks an object and what it points to as reachable by other threads.
pub fn share(program: &Program, heap: &mut Heap, obj: ObjId) {
    let mut work = vec![obj];
    let mut seen = FxHashSet::default();
    while let Some(obj) = work.pop() {
        if obj.is_null() || heap.is_shared(obj) || !seen.insert(obj) {
            continue;
        }
        heap.set_shared(obj);
        let class = program.class(heap.class_of(obj));
        match class.kind {
            ClassKind::Array { kind: Kind::Ref, .. } => {
                work.extend((0..heap.array_len(obj)).map(|i| heap.ref_at(obj, i)));
            }
            ClassKind::Array { .. } | ClassKind::Primitive(_) => {}
            ClassKind::Instance | ClassKind::Interface => {
                // Mirrors are shared from the start, so the statics behind their fields need no care here.
                work.extend(class.instance.refs.iter().map(|&slot| ObjId(heap.field(obj, slot) as u32)));
            }
        }
    }
}
