//! What the parts of a state hash to, given where objects are. Both canonicalizers use these, so their keys are equal.
//!
//! A key is a 128-bit sum, and so is the content of an object or frame: one term for each slot that does not hold zero.
//! So a slot that changes costs one subtraction and one addition, whatever the size of the object.

use super::super::hash::{Hasher128, slot_hash};
use super::times::Times;
use braid_machine::state::{
    Frame, FrameExit, Header, Heap, Init, Monitor, Scalars, State, Status, Thread, ThreadCore, Wake, Whole,
};
use braid_machine::vm::Vm;
use braid_program::{ClassId, ClassKind, Facts, Kind, MethodId, ObjId, Program, ThreadId};
use rustc_hash::FxHashMap;
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
const FRAME: u64 = 10;
const TIME: u64 = 11;
const BEAD: u64 = 12;
const STRAND: u64 = 13;

/// What counts as the location of an object that is named with others (`paths/beads.rs`).
pub(super) const ON_STRAND: u128 = 1;

/// A root of a thread that is no register.
pub(super) const THREAD_OBJECT: Root = Root { depth: u32::MAX, register: 0 };
/// The exception that a thread ends with.
pub(super) const THROWN: Root = Root { depth: u32::MAX, register: 1 };

/// Where a thread holds a reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Root {
    pub depth: u32,
    pub register: u16,
}

/// Says where objects are.
pub(super) trait Locate {
    /// The location of an object; zero for `null` and for what cannot be reached.
    fn location(&self, vm: &Vm, obj: ObjId) -> u128;
}

// ----- locations -----

/// The location of an object that was there when the search started.
pub(super) fn boot_location(obj: ObjId) -> u128 {
    let mut hasher = Hasher128::new(BOOT);
    hasher.word(u64::from(obj.0));
    hasher.finish()
}

/// The location of a class mirror, however it is reached.
pub(super) fn mirror_location(vm: &Vm, obj: ObjId) -> Option<u128> {
    if vm.state.heap.class_of(obj) != vm.known.class {
        return None;
    }
    let class = vm.state.class_of_mirror(obj)?;
    let mut hasher = Hasher128::new(MIRROR);
    hasher.word(vm.program.class(class).key);
    Some(hasher.finish())
}

/// The location that a thread's root gives.
pub(super) fn root_location(thread: u64, root: Root) -> u128 {
    let mut hasher = Hasher128::new(ROOT);
    hasher.word(thread);
    hasher.word(u64::from(root.depth));
    hasher.word(u64::from(root.register));
    hasher.finish()
}

/// The location that a slot of an object gives to what it refers to.
pub(super) fn edge_location(vm: &Vm, from: u128, slot: u32, target: ObjId) -> u128 {
    let header = vm.state.heap.header(target);
    let mut hasher = Hasher128::new(EDGE);
    hasher.wide(from);
    hasher.word(u64::from(slot));
    hasher.word(vm.program.class(header.class).key);
    hasher.word(u64::from(header.len));
    hasher.finish()
}

/// The location of a bead, by how many come before it on its strand.
pub(super) fn bead_location(vm: &Vm, anchor: u128, slot: u32, bead: ObjId, position: u32) -> u128 {
    let mut hasher = Hasher128::new(BEAD);
    hasher.wide(anchor);
    hasher.word(u64::from(slot));
    hasher.word(vm.program.class(vm.state.heap.class_of(bead)).key);
    hasher.word(u64::from(position));
    hasher.finish()
}

// ----- contents -----

/// What a slot with a value that is no reference adds to its object.
#[inline]
pub(super) fn value_term(slot: u32, value: u64) -> u128 {
    if value == 0 { 0 } else { slot_hash(u64::from(slot), value, 0) }
}

/// What a register that holds no reference adds to its frame. Readings of the clock count elsewhere, with the times.
#[inline]
pub(super) fn register_term(thread: &Thread, depth: usize, register: u16, value: u64) -> u128 {
    if thread.is_reading(depth, register) { 0 } else { value_term(register.into(), value) }
}

/// What a slot with a reference to this location adds to its object.
#[inline]
pub(super) fn ref_term(slot: u32, location: u128) -> u128 {
    if location == 0 { 0 } else { slot_hash(u64::from(slot), location as u64, (location >> 64) as u64) }
}

/// How the words of an object are read.
pub(super) enum Shape<'a> {
    /// Two references a word.
    Refs,
    /// No references.
    Values,
    /// References in these slots, ascending.
    Fields(&'a [u16]),
}

/// Which slots of which classes hold references.
#[derive(Default)]
pub(super) struct Shapes {
    /// For mirrors: the slots of `Class`, then the static fields of the mirrored class.
    mirrors: FxHashMap<ClassId, Rc<[u16]>>,
}

impl Shapes {
    /// Calls with the shape of an object.
    pub fn with<R>(&mut self, vm: &Vm, heap: &Heap, obj: ObjId, use_it: impl FnOnce(Shape) -> R) -> R {
        let class_id = heap.class_of(obj);
        let class = vm.program.class(class_id);
        match class.kind {
            ClassKind::Array { kind: Kind::Ref, .. } => use_it(Shape::Refs),
            ClassKind::Array { .. } | ClassKind::Primitive(_) => use_it(Shape::Values),
            ClassKind::Instance | ClassKind::Interface if class_id == vm.known.class => {
                use_it(Shape::Fields(&self.mirror(vm, obj)))
            }
            ClassKind::Instance | ClassKind::Interface => use_it(Shape::Fields(&class.instance.refs)),
        }
    }

    fn mirror(&mut self, vm: &Vm, mirror: ObjId) -> Rc<[u16]> {
        let own = &vm.program.class(vm.known.class).instance.refs;
        let Some(mirrored) = vm.state.class_of_mirror(mirror) else { return own.as_slice().into() };
        let slots = self.mirrors.entry(mirrored).or_insert_with(|| {
            let first = vm.known.class_slots;
            own.iter().copied().chain(vm.program.class(mirrored).statics.refs.iter().map(|r| first + r)).collect()
        });
        slots.clone()
    }
}

/// Reports the slots of some words of an object: slot, value, whether it is a reference. `first` is the first word.
pub(super) fn for_each_slot(shape: &Shape, words: &[u64], first: usize, mut report: impl FnMut(u32, u64, bool)) {
    match shape {
        Shape::Refs => {
            for (i, &word) in words.iter().enumerate() {
                let slot = (first + i) as u32 * 2;
                report(slot, word & 0xffff_ffff, true);
                report(slot + 1, word >> 32, true);
            }
        }
        Shape::Values => words.iter().enumerate().for_each(|(i, &word)| report((first + i) as u32, word, false)),
        Shape::Fields(refs) => {
            let mut refs = refs.iter().skip_while(|&&r| usize::from(r) < first).peekable();
            for (i, &word) in words.iter().enumerate() {
                let slot = first + i;
                report(slot as u32, word, refs.next_if(|&&r| usize::from(r) == slot).is_some());
            }
        }
    }
}

/// Reports the references in an object, `null` left out.
pub(super) fn for_each_ref(vm: &Vm, heap: &Heap, obj: ObjId, shapes: &mut Shapes, mut report: impl FnMut(u32, ObjId)) {
    shapes.with(vm, heap, obj, |shape| match shape {
        Shape::Values => {}
        Shape::Refs => for_each_slot(&shape, heap.words_of(obj), 0, |slot, value, _| {
            if value != 0 {
                report(slot, ObjId(value as u32));
            }
        }),
        Shape::Fields(refs) => {
            for &slot in refs {
                let value = heap.field(obj, slot) as u32;
                if value != 0 {
                    report(u32::from(slot), ObjId(value));
                }
            }
        }
    });
}

// ----- partial hashes -----

/// The hash of an object that was made during the search.
pub(super) fn object_hash(vm: &Vm, obj: ObjId, location: u128, content: u128) -> u128 {
    let header = vm.state.heap.header(obj);
    let mut hasher = Hasher128::new(OBJECT);
    hasher.wide(location);
    hasher.word(vm.program.class(header.class).key);
    hasher.word(u64::from(header.len));
    hasher.word(u64::from(header.hash));
    hasher.word(u64::from(is_interned(vm, header, obj)));
    hasher.wide(content);
    hasher.finish()
}

/// The hash of a strand of beads like this one, whose own hashes make up a number.
pub(super) fn strand_hash(vm: &Vm, anchor: u128, slot: u32, bead: ObjId, len: u32, number: u128) -> u128 {
    let mut hasher = Hasher128::new(STRAND);
    hasher.wide(anchor);
    hasher.word(u64::from(slot));
    hasher.word(vm.program.class(vm.state.heap.class_of(bead)).key);
    hasher.word(u64::from(len));
    hasher.wide(number);
    hasher.finish()
}

/// The hash of an object that was there before: of what is different now, so that an untouched one counts nothing.
pub(super) fn boot_hash(vm: &Vm, obj: ObjId, identity_before: u32, interned: bool, difference: u128) -> u128 {
    let header = vm.state.heap.header(obj);
    if difference == 0 && header.hash == identity_before && !interned {
        return 0;
    }
    let mut hasher = Hasher128::new(BOOT);
    hasher.wide(boot_location(obj));
    hasher.word(u64::from(header.hash) << 1 | u64::from(interned));
    hasher.wide(difference);
    hasher.finish()
}

fn is_interned(vm: &Vm, header: &Header, obj: ObjId) -> bool {
    header.class == vm.known.string && vm.state.is_interned(obj)
}

/// The hash of what a thread has besides its frames.
///
/// Times count from now: states that differ by the time of day behave alike.
pub(super) fn core_hash(vm: &Vm, thread: &Thread, locations: &impl Locate, times: &Times) -> u128 {
    let ThreadCore {
        status,
        wake,
        permit,
        daemon,
        readings: _,
        expired,
        started,
        hashes,
        atomic,
        result,
        thrown,
        ran: _,
    } = thread.core;
    let mut hasher = Hasher128::new(THREAD);
    hasher.word(thread.key);
    let until = |at: Option<i64>| times.until(at);
    match status {
        Status::Runnable | Status::Initializing { .. } => hasher.word(0),
        // A thread that waits for a monitor it has not entered yet means the same as one that is about to try, unless
        // somebody looks.
        Status::Entering { .. } if wake == Wake::None && !vm.run.visibility.threads_are_observed => hasher.word(0),
        Status::Acquiring { until: None } => hasher.word(11),
        Status::Acquiring { until: at } => {
            hasher.word(7);
            hasher.word(until(at));
        }
        Status::Awaiting { condition, saved, until: at, interruptible } => {
            hasher.word(8 + u64::from(interruptible));
            hasher.wide(locations.location(vm, condition));
            hasher.word(saved);
            hasher.word(until(at));
        }
        Status::Reacquiring { saved, until: at } => {
            hasher.word(10);
            hasher.word(saved);
            hasher.word(until(at));
        }
        Status::Entering { monitor, depth } => {
            hasher.word(1);
            hasher.wide(locations.location(vm, monitor));
            hasher.word(depth.into());
        }
        Status::Waiting { monitor, depth, until: at } => {
            hasher.word(2);
            hasher.wide(locations.location(vm, monitor));
            hasher.word(depth.into());
            hasher.word(until(at));
        }
        Status::Parked { until: at } => {
            hasher.word(3);
            hasher.word(until(at));
        }
        Status::Sleeping { until: at } => {
            hasher.word(5);
            hasher.word(until(at));
        }
        Status::Terminated => hasher.word(6),
    }
    hasher.word(u64::from(permit) | u64::from(daemon) << 1 | (wake as u64) << 2 | u64::from(atomic) << 8);
    hasher.word(u64::from(started) | u64::from(hashes) << 32);
    hasher.word(result);
    let (place, rounds) = times.expired(vm, thread.object, expired);
    hasher.word(place);
    hasher.word(rounds.into());
    hasher.wide(locations.location(vm, thrown));
    hasher.wide(locations.location(vm, thread.object));
    hasher.finish()
}

/// The hash of a frame whose live registers sum up to `content`.
pub(super) fn frame_hash(vm: &Vm, thread: &Thread, depth: usize, content: u128) -> u128 {
    let Frame { method, pc, base: _, registers: _, result, exit, within: _ } = thread.frames[depth];
    let m = vm.program.method(method);
    let mut hasher = Hasher128::new(FRAME);
    hasher.word(thread.key);
    hasher.word(depth as u64);
    hasher.word(m.key);
    hasher.word(u64::from(result) << 32 | m.code().map_or(0, |code| u64::from(pc.0 - code.start.0)));
    hasher.word(match exit {
        FrameExit::Plain => 0,
        FrameExit::Reflective => 1,
        FrameExit::Again => 2,
        FrameExit::Run => 3,
        FrameExit::Handler => 4,
        FrameExit::End => 5,
        FrameExit::Engine => 6,
        FrameExit::Link(site) => vm.program.site_key(site),
        FrameExit::Initializer(class) => vm.program.class(class).key,
    });
    hasher.wide(content);
    hasher.finish()
}

/// The facts of methods, computed once.
#[derive(Default)]
pub(super) struct FactsTable {
    facts: Vec<Option<Rc<Facts>>>,
}

impl FactsTable {
    fn get(&mut self, program: &Program, method: MethodId) -> Rc<Facts> {
        if self.facts.len() <= method.index() {
            self.facts.resize(method.index() + 1, None);
        }
        self.facts[method.index()].get_or_insert_with(|| Rc::new(Facts::of(program, method))).clone()
    }

    /// Reports the live registers of a frame: register, value, whether it is a reference.
    pub fn for_each_live(&mut self, vm: &Vm, thread: &Thread, depth: usize, mut report: impl FnMut(u16, u64, bool)) {
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
        let facts = self.get(&vm.program, frame.method);
        for (register, is_ref) in facts.live_at_rest(thread.rest(depth)) {
            report(register, registers[register as usize], is_ref);
        }
    }
}

/// Whether the order of waiters matters: any waiter of a monitor may be notified, a condition wakes the first.
pub(super) fn wakes_in_order(vm: &Vm, waiters: &[ThreadId]) -> bool {
    let in_order =
        |w: &ThreadId| matches!(vm.state.thread(*w).core.status, Status::Awaiting { .. } | Status::Reacquiring { .. });
    waiters.iter().any(in_order)
}

/// The hash of a monitor that somebody holds or waits for.
pub(super) fn monitor_hash(vm: &Vm, obj: ObjId, monitor: &Monitor, locations: &impl Locate) -> u128 {
    let Monitor { owner, waiters } = monitor;
    let mut hasher = Hasher128::new(MONITOR);
    hasher.wide(locations.location(vm, obj));
    match owner {
        Some((thread, depth)) => {
            hasher.word(vm.state.thread(*thread).key);
            hasher.word(u64::from(*depth));
        }
        None => hasher.word(0),
    }
    let in_order = wakes_in_order(vm, waiters);
    let waiters = waiters.iter().enumerate();
    let waiters = waiters.map(|(i, &w)| slot_hash(if in_order { i as u64 } else { 0 }, vm.state.thread(w).key, 0));
    hasher.wide(waiters.fold(0, u128::wrapping_add));
    hasher.finish()
}

/// The hash of a class whose initialization has moved on since the search started.
pub(super) fn class_hash(vm: &Vm, class: ClassId, init: Init) -> u128 {
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

/// The hash of what is saved whole.
pub(super) fn scalars_hash(vm: &Vm, times: &Times) -> u128 {
    // Histories are kept only where states are told apart exactly.
    let Scalars { clock: _, dated, noted: _, stdin, clock_reads, halted, outcome, history: _ } = vm.state.scalars;
    let (clock, far) = times.clock(vm);
    let mut hasher = Hasher128::new(SCALARS);
    hasher.word(clock as u64);
    hasher.word(times.noted(vm) as u64);
    hasher.word(u64::from(dated) | u64::from(far) << 1);
    hasher.word(stdin as u64);
    hasher.word(u64::from(clock_reads));
    hasher.word(halted.map_or(0, |code| 1 + u64::from(code as u32)));
    hasher.word(u64::from(outcome));
    hasher.finish()
}

/// The sum over everything that is small: what threads have besides frames, readings of the clock, monitors, scalars.
pub(super) fn small_parts(vm: &Vm, locations: &impl Locate, times: &Times) -> u128 {
    account_for_all(&vm.state);
    let threads = vm.state.threads().iter().filter(|t| !t.is_terminated());
    let threads = threads.map(|t| core_hash(vm, t, locations, times));
    let monitors = vm.state.monitors().map(|(obj, monitor)| monitor_hash(vm, obj, monitor, locations));
    let readings = times.readings().map(|(live, says)| {
        let mut hasher = Hasher128::new(TIME);
        hasher.word(live.thread);
        hasher.word(u64::from(live.depth) << 16 | u64::from(live.register));
        says.into_iter().for_each(|word| hasher.word(word));
        hasher.finish()
    });
    threads.chain(monitors).chain(readings).fold(scalars_hash(vm, times), u128::wrapping_add)
}

/// Says of every part of a state how it counts. A new part does not compile until its author has decided.
pub(super) fn account_for_all(state: &State) {
    let Whole {
        // Object by object, as far as it can be reached; objects from before the search by how they differ.
        heap: _,
        // Frame by frame; of an ended thread nothing is left but its object.
        threads: _,
        // One by one.
        monitors: _,
        // Class by class, as far as they have moved on. An initialized class's mirror is a root.
        init: _,
        // A mirror is made when it is asked for, and named by its class.
        mirrors: _,
        // With the string objects that are interned. Which one that is does not show before.
        interned: _,
        // One object a class, without a state of its own, made when it is asked for.
        instances: _,
        // Method types and handles, functions of the program alone. What code of the program has decided is in the heap.
        linked: _,
        // As a whole.
        scalars: _,
    } = state.whole();
}

/// The roots of a thread that are no registers.
pub(super) fn other_roots(thread: &Thread) -> [(Root, ObjId); 2] {
    [(THREAD_OBJECT, thread.object), (THROWN, thread.core.thrown)]
}

/// Ids of the threads that are part of the state.
pub(super) fn live_threads(vm: &Vm) -> impl Iterator<Item = ThreadId> + '_ {
    vm.state.thread_ids().filter(|&id| !vm.state.thread(id).is_terminated())
}
