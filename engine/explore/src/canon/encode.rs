//! How each part of a state is written down: the one place that says which fields count, and why others do not.
//!
//! A [`Sink`] takes words. There are three: one hashes them (`hashing`), one keeps them (`exact`), one hashes them without
//! telling threads apart that are alike (`symmetric`). All are fed by the functions below and by nothing else, so a field cannot
//! count for one and not for the others. They differ only in what they make of things that have to be identified without their
//! numbers: objects by where they are found, classes, methods and sites by what they are called, threads by their keys or by
//! nothing.
//!
//! Every struct is taken apart without `..` and every enum is matched without a wildcard: a new field does not compile before
//! it is decided how it counts.

use super::before::Before;
use super::slots::{FactsTable, Shapes, for_each_slot, live_threads};
use super::times::{LiveReading, Times};
use braid_machine::state::{
    Carrier, Frame, FrameExit, Heap, History, Init, Monitor, PastAccess, Scalars, Status, Thread, ThreadCore, Wake,
    Whole, WholeHeader, WholeThread,
};
use braid_machine::vm::Vm;
use braid_program::{ClassId, ClassLoaderKind, MethodId, ObjId, SiteId, ThreadId};

/// The kinds of parts that a state has. Whose a part is, and which frame it is, is for the sink to say: a part itself names
/// no thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// An object made during the search.
    Object(ObjId),
    /// How an object from before the search differs from what it was.
    Changed(ObjId),
    /// What a thread has besides its frames.
    Thread(ThreadId),
    /// A frame of a thread. With the number of frames below it.
    Frame(ThreadId, u32),
    /// That a thread holds a monitor.
    Holds(ThreadId),
    /// That a notification can reach a thread.
    Waits(ThreadId),
    /// That a thread waits for the end of another one before it acts.
    Awaits(ThreadId),
    /// That another thread has ended that it has not joined.
    Misses(ThreadId),
    /// How far the initialization of a class is, if that is not where it was when the search started. With the thread that
    /// runs its initializer, if one does.
    Class(Option<ThreadId>),
    /// A reading of the clock in a live register of a thread.
    Reading(ThreadId),
    /// What is saved whole.
    Scalars,
    /// What there is outside of the heap, if there is anything.
    Outside,
    /// A class that the program has defined during the search.
    Defined,
}

impl Part {
    /// The thread that a part belongs to.
    pub fn thread(self) -> Option<ThreadId> {
        match self {
            Part::Thread(thread)
            | Part::Frame(thread, _)
            | Part::Holds(thread)
            | Part::Waits(thread)
            | Part::Awaits(thread)
            | Part::Misses(thread)
            | Part::Reading(thread) => Some(thread),
            Part::Class(thread) => thread,
            Part::Object(_) | Part::Changed(_) | Part::Scalars | Part::Outside | Part::Defined => None,
        }
    }
}

/// What a slot or register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Held {
    Value(u64),
    Ref(ObjId),
}

impl Held {
    #[inline]
    fn new(value: u64, is_ref: bool) -> Self {
        if is_ref { Held::Ref(ObjId(value as u32)) } else { Held::Value(value) }
    }
}

/// Takes the slots of an object, or the live registers of a frame. What holds zero is passed over.
pub(super) trait Slots {
    /// A slot holds something.
    fn slot(&mut self, slot: u32, now: Held);
    /// A slot holds something else than when the search started.
    fn changed(&mut self, slot: u32, was: Held, now: Held);
}

/// Takes the parts of a state, word by word.
pub(super) trait Sink: Slots {
    /// Where an object is found.
    type Location;
    /// What is in the slots of an object or frame.
    type Content: Default + PartialEq;

    /// Takes one part.
    fn part(&mut self, part: Part, write: impl FnOnce(&mut Self));
    /// Takes slots of a part, and gives what they come to.
    fn gather(&mut self, part: Part, walk: impl FnOnce(&mut Self)) -> Self::Content;

    fn word(&mut self, word: u64);
    /// A reference: `null` and what cannot be reached are alike.
    fn reference(&mut self, obj: ObjId);
    /// Whether an object can be reached.
    fn reaches(&mut self, obj: ObjId) -> bool;
    fn location(&mut self, location: Self::Location);
    fn content(&mut self, content: Self::Content);
    fn class(&mut self, class: ClassId);
    fn method(&mut self, method: MethodId);
    fn site(&mut self, site: SiteId);
    /// Items whose order does not count. Those that are written alike count once.
    fn set<T>(&mut self, items: impl Iterator<Item = T>, write: impl FnMut(&mut Self, T));
}

// ----- slots -----

/// The slots of an object that do not hold zero.
#[inline]
pub(super) fn object_slots(vm: &Vm, heap: &Heap, obj: ObjId, shapes: &mut Shapes, slots: &mut impl Slots) {
    shapes.with(vm, heap, obj, |shape| {
        for_each_slot(&shape, heap.words_of(obj), 0, |slot, value, is_ref| {
            if value != 0 {
                slots.slot(slot, Held::new(value, is_ref));
            }
        });
    });
}

/// The slots of an object from before the search that do not hold what they held then.
fn changed_slots(vm: &Vm, before: &Heap, obj: ObjId, shapes: &mut Shapes, slots: &mut impl Slots) {
    shapes.with(vm, &vm.state.heap, obj, |shape| {
        let mut old = Vec::new();
        for_each_slot(&shape, before.words_of(obj), 0, |_, value, _| old.push(value));
        for_each_slot(&shape, vm.state.heap.words_of(obj), 0, |slot, value, is_ref| {
            let was = old[slot as usize];
            if was != value {
                slots.changed(slot, Held::new(was, is_ref), Held::new(value, is_ref));
            }
        });
    });
}

/// The live registers of a frame that do not hold zero. Readings of the clock are parts of their own: what is said of them
/// is not what they are.
#[inline]
pub(super) fn frame_slots(vm: &Vm, thread: &Thread, depth: usize, facts: &mut FactsTable, slots: &mut impl Slots) {
    facts.for_each_live(vm, thread, depth, |register, value, is_ref| {
        if value != 0 && (is_ref || !thread.is_reading(depth, register)) {
            slots.slot(register.into(), Held::new(value, is_ref));
        }
    });
}

// ----- parts -----

/// Everything but the objects. Initialization of other classes than these is where it was when the search started.
pub(super) fn all_but_objects<S: Sink>(
    sink: &mut S,
    vm: &Vm,
    before: &Before,
    classes: impl Iterator<Item = ClassId>,
    facts: &mut FactsTable,
) {
    for id in live_threads(vm) {
        let thread = vm.state.thread(id);
        for depth in 0..thread.frames.len() {
            let part = Part::Frame(id, depth as u32);
            let content = sink.gather(part, |slots| frame_slots(vm, thread, depth, facts, slots));
            frame(sink, vm, id, depth, content);
        }
    }
    for class in classes {
        let init = vm.state.init(class);
        if init != before.init(class) {
            class_init(sink, class, init);
        }
    }
    small_parts(sink, vm, &Times::of(vm, facts));
}

/// Everything that is small: what threads have besides frames, readings of the clock, monitors, scalars.
pub(super) fn small_parts<S: Sink>(sink: &mut S, vm: &Vm, times: &Times) {
    let Whole {
        // Object by object, as far as it can be reached; objects from before the search by how they differ.
        heap: _,
        threads,
        monitors,
        // Class by class, as far as they have moved on. An initialized class's mirror is a root.
        init: _,
        // A mirror is made when it is asked for, and located by its class.
        mirrors: _,
        // With the string objects that are interned. Which one that is does not show before.
        interned: _,
        // One object a class, without a state of its own, made when it is asked for.
        instances: _,
        // Method types and handles, functions of the program alone. What code of the program has decided is in the heap.
        linked: _,
        scalars,
        outside,
        defined,
    } = vm.state.whole();
    // Of an ended thread nothing is left but its object.
    for (index, _) in threads.iter().enumerate().filter(|(_, thread)| !thread.is_terminated()) {
        thread_core(sink, vm, ThreadId::new(index), times);
        joins(sink, vm, ThreadId::new(index));
    }
    for (&obj, of) in monitors {
        monitor(sink, vm, obj, of);
    }
    for (live, says) in times.readings() {
        reading(sink, live, says);
    }
    self::scalars(sink, vm, scalars, times);
    if outside != 0 {
        sink.part(Part::Outside, |sink| sink.word(outside.into()));
    }
    for (&(_, loader), &class) in defined {
        sink.part(Part::Defined, |sink| {
            // The loader that was asked for it; the name is the class's own.
            sink.word(match loader {
                ClassLoaderKind::Boot => 0,
                ClassLoaderKind::Platform => 1,
                ClassLoaderKind::App => 2,
                ClassLoaderKind::User(number) => 3 + u64::from(number),
            });
            sink.class(class);
        });
    }
}

/// An object that was made during the search.
pub(super) fn object<S: Sink>(sink: &mut S, vm: &Vm, obj: ObjId, location: S::Location, content: S::Content) {
    sink.part(Part::Object(obj), |sink| {
        let WholeHeader { class, len, hash, site } = vm.state.heap.header(obj).whole();
        sink.location(location);
        sink.class(class);
        // The program does not see where an array was made, but lock disciplines do: what holds for arrays of one place is
        // only found out if the accesses to them are explored. It is a position in the code, which stays for a search.
        sink.word(u64::from(len) | u64::from(site) << 32);
        // Only strings are interned, and most objects are none.
        let interned = class == vm.known.string && vm.state.is_interned(obj);
        sink.word(u64::from(hash) << 1 | u64::from(interned));
        sink.content(content);
    });
}

/// All objects from before the search that differ from what they were.
pub(super) fn changed_objects<S: Sink>(sink: &mut S, vm: &Vm, before: &Before, shapes: &mut Shapes) {
    let mut changed: Vec<ObjId> = before.changed().iter().copied().collect();
    changed.sort_unstable();
    changed.into_iter().for_each(|obj| since_before(sink, vm, before, obj, shapes));
}

/// How an object from before the search differs from what it was.
pub(super) fn since_before<S: Sink>(sink: &mut S, vm: &Vm, before: &Before, obj: ObjId, shapes: &mut Shapes) {
    let content = sink.gather(Part::Changed(obj), |slots| changed_slots(vm, before.heap(), obj, shapes, slots));
    let interned = vm.state.is_interned(obj) && !before.was_interned(obj);
    changed_object(sink, vm, obj, Earlier { hash: before.heap().header(obj).hash, interned }, content);
}

/// What is new about an object from before besides its slots.
#[derive(Clone, Copy)]
pub(super) struct Earlier {
    /// Its identity hash when the search started.
    pub hash: u32,
    /// Whether it has been interned since.
    pub interned: bool,
}

/// An object that was there when the search started, by how its slots differ. One that is as it was is no part of the state:
/// so the cost of a key does not depend on how much was there before.
pub(super) fn changed_object<S: Sink>(sink: &mut S, vm: &Vm, obj: ObjId, earlier: Earlier, difference: S::Content) {
    let WholeHeader {
        // These stay.
        class: _,
        len: _,
        site: _,
        hash,
    } = vm.state.heap.header(obj).whole();
    if difference == S::Content::default() && hash == earlier.hash && !earlier.interned {
        return;
    }
    sink.part(Part::Changed(obj), |sink| {
        sink.word(obj.0.into());
        sink.word(u64::from(hash) << 1 | u64::from(earlier.interned));
        sink.content(difference);
    });
}

/// What a thread has besides its frames.
pub(super) fn thread_core<S: Sink>(sink: &mut S, vm: &Vm, id: ThreadId, times: &Times) {
    let WholeThread {
        object,
        // Every part of a thread has it.
        key: _,
        // Frames and the registers on the stack are parts of their own.
        frames: _,
        stack: _,
        core,
    } = vm.state.thread(id).whole();
    let ThreadCore {
        status,
        wake,
        permit,
        daemon,
        // Readings that are alive are parts of their own.
        readings: _,
        expired,
        started,
        hashes,
        atomic,
        // As far as they are alive.
        awaits: _,
        // As far as ended threads are not among them.
        joined: _,
        result,
        thrown,
    } = *core;
    sink.part(Part::Thread(id), |sink| {
        self::status(sink, vm, status, wake, times);
        sink.word(u64::from(permit) | u64::from(daemon) << 1 | wake_number(wake) << 2 | u64::from(atomic) << 8);
        sink.word(u64::from(started) | u64::from(hashes) << 32);
        sink.word(result);
        let (place, rounds) = times.expired(vm, expired);
        sink.word(place);
        sink.word(rounds.into());
        sink.reference(thrown);
        sink.reference(object);
    });
}

/// The threads that a thread waits for before it acts, and those whose ends it has missed: whether a thread is alone depends
/// on that.
fn joins<S: Sink>(sink: &mut S, vm: &Vm, id: ThreadId) {
    if !vm.run.visibility.ends_go_unseen {
        return;
    }
    // Others than positions among waiters.
    const AWAITED: u64 = u64::MAX;
    const MISSED: u64 = u64::MAX - 1;
    let mut write = |part: Part, thread: ThreadId, what: u64| {
        sink.part(part, |sink| {
            sink.reference(vm.state.thread(thread).object);
            sink.word(what);
        });
    };
    vm.awaited(id).for_each(|thread| write(Part::Awaits(id), thread, AWAITED));
    vm.missed_ends(id).for_each(|thread| write(Part::Misses(id), thread, MISSED));
}

fn wake_number(wake: Wake) -> u64 {
    match wake {
        Wake::None => 0,
        Wake::Signalled => 1,
        Wake::TimedOut => 2,
        Wake::Spurious => 3,
        Wake::Interrupted => 4,
        Wake::InterruptedAgain => 5,
    }
}

/// Whether and why a thread does not run. Times count from now: states that differ by the time of day behave alike.
fn status<S: Sink>(sink: &mut S, vm: &Vm, status: Status, wake: Wake, times: &Times) {
    match status {
        // A thread that waits for an initializer tries again, and finds out then for which.
        Status::Runnable | Status::Initializing { class: _ } => sink.word(0),
        // A thread that waits for a monitor it has not entered yet means the same as one that is about to try, unless the
        // program looks at what its threads are doing.
        Status::Entering { monitor: _, depth: _ } if wake == Wake::None && !vm.run.visibility.threads_are_observed => {
            sink.word(0);
        }
        Status::Entering { monitor, depth } => {
            sink.word(1);
            sink.reference(monitor);
            sink.word(depth.into());
        }
        Status::Waiting { monitor, depth, until } => {
            sink.word(2);
            sink.reference(monitor);
            sink.word(depth.into());
            sink.word(times.until(until));
        }
        Status::Parked { until } => {
            sink.word(3);
            sink.word(times.until(until));
        }
        Status::Sleeping { until } => {
            sink.word(4);
            sink.word(times.until(until));
        }
        Status::Acquiring { until } => {
            sink.word(5);
            sink.word(times.until(until));
        }
        Status::Awaiting { condition, saved, until, interruptible } => {
            sink.word(6);
            sink.reference(condition);
            sink.word(saved);
            sink.word(times.until(until));
            sink.word(interruptible.into());
        }
        Status::Reacquiring { saved, until } => {
            sink.word(7);
            sink.word(saved);
            sink.word(times.until(until));
        }
        Status::Terminated => sink.word(8),
    }
}

/// A frame with these live registers.
pub(super) fn frame<S: Sink>(sink: &mut S, vm: &Vm, id: ThreadId, depth: usize, content: S::Content) {
    let Frame {
        method,
        pc,
        // Where the registers are on the stack; how many there are follows from the method.
        base: _,
        registers: _,
        result,
        exit,
        // Follows from the methods of this frame and those below.
        within: _,
    } = vm.state.thread(id).frames[depth];
    sink.part(Part::Frame(id, depth as u32), |sink| {
        sink.method(method);
        // Within the method: where its code is depends on what was loaded before.
        let position = vm.program.method(method).code().map_or(0, |code| u64::from(pc.0 - code.start.0));
        sink.word(u64::from(result) << 32 | position);
        match exit {
            FrameExit::Plain => sink.word(0),
            FrameExit::Reflective => sink.word(1),
            FrameExit::Again => sink.word(2),
            FrameExit::Run => sink.word(3),
            FrameExit::Handler => sink.word(4),
            FrameExit::End => sink.word(5),
            FrameExit::Engine => sink.word(6),
            FrameExit::Initializer(class) => {
                sink.word(7);
                sink.class(class);
            }
            FrameExit::Link(site) => {
                sink.word(8);
                sink.site(site);
            }
        }
        sink.content(content);
    });
}

/// A monitor that threads hold or wait for: a part of each of these threads.
fn monitor<S: Sink>(sink: &mut S, vm: &Vm, obj: ObjId, monitor: &Monitor) {
    let Monitor { owner, waiters } = monitor;
    if let Some((thread, depth)) = *owner {
        sink.part(Part::Holds(thread), |sink| {
            sink.reference(obj);
            sink.word(depth.into());
        });
    }
    let in_order = wakes_in_order(vm, waiters);
    for (position, &waiter) in waiters.iter().enumerate() {
        sink.part(Part::Waits(waiter), |sink| {
            sink.reference(obj);
            sink.word(if in_order { 1 + position as u64 } else { 0 });
        });
    }
}

/// Whether the order of waiters matters: any waiter of a monitor may be notified, a condition wakes the first.
fn wakes_in_order(vm: &Vm, waiters: &[ThreadId]) -> bool {
    waiters.iter().any(|&waiter| match vm.state.thread(waiter).core.status {
        Status::Awaiting { .. } | Status::Reacquiring { .. } => true,
        Status::Runnable
        | Status::Entering { .. }
        | Status::Waiting { .. }
        | Status::Parked { .. }
        | Status::Sleeping { .. }
        | Status::Acquiring { .. }
        | Status::Initializing { .. }
        | Status::Terminated => false,
    })
}

/// How far the initialization of a class is.
pub(super) fn class_init<S: Sink>(sink: &mut S, class: ClassId, init: Init) {
    let (thread, phase) = match init {
        Init::Linked => (None, 0),
        Init::Running(thread) => (Some(thread), 1),
        Init::Done => (None, 2),
        Init::Failed => (None, 3),
    };
    sink.part(Part::Class(thread), |sink| {
        sink.class(class);
        sink.word(phase);
    });
}

/// A reading of the clock, and what is said about it.
fn reading<S: Sink>(sink: &mut S, live: LiveReading, says: [u64; 3]) {
    sink.part(Part::Reading(live.thread), |sink| {
        sink.word(u64::from(live.depth) << 16 | u64::from(live.register));
        says.into_iter().for_each(|word| sink.word(word));
    });
}

/// What is saved whole.
fn scalars<S: Sink>(sink: &mut S, vm: &Vm, scalars: &Scalars, times: &Times) {
    // The clock and what was noted of it count as far as `times` says.
    let Scalars { clock: _, dated, noted: _, stdin, random_draws, halted, outcome, history } = *scalars;
    sink.part(Part::Scalars, |sink| {
        let (clock, far) = times.clock(vm);
        sink.word(clock as u64);
        sink.word(times.noted(vm) as u64);
        sink.word(u64::from(dated) | u64::from(far) << 1);
        sink.word(stdin as u64);
        sink.word(random_draws.into());
        sink.word(halted.map_or(0, |code| 1 + u64::from(code as u32)));
        sink.word(outcome.into());
        if let Some(history) = vm.state.histories.at(history) {
            self::history(sink, history);
        }
    });
}

/// Past accesses to objects that can be reached, and what they are ordered before.
fn history<S: Sink>(sink: &mut S, history: &History) {
    let History { accesses, fenced } = history;
    let reached: Vec<&PastAccess> = accesses.iter().filter(|access| sink.reaches(access.obj)).collect();
    // Accesses that differ only by their places in the code are alike.
    sink.set(reached.into_iter(), |sink, access| {
        let PastAccess { obj, first, last, write, plain, site: _, before } = access;
        sink.reference(*obj);
        sink.word((*first).into());
        sink.word((*last).into());
        sink.word(u64::from(*write) | u64::from(*plain) << 1);
        let carriers: Vec<Carrier> = before.iter().copied().filter(|&carrier| carries(sink, carrier)).collect();
        sink.set(carriers.into_iter(), self::carrier);
    });
    sink.word(fenced.len() as u64);
    sink.set(fenced.iter(), |sink, &thread| sink.reference(thread));
}

/// Whether something can carry an order to a thread: what cannot be reached does not.
fn carries<S: Sink>(sink: &mut S, carrier: Carrier) -> bool {
    match carrier {
        Carrier::Thread(obj)
        | Carrier::Monitor(obj)
        | Carrier::Variable(obj, _)
        | Carrier::Value(obj, _)
        | Carrier::Read(obj)
        | Carrier::Fenced(obj) => sink.reaches(obj),
        Carrier::Atomic => true,
    }
}

fn carrier<S: Sink>(sink: &mut S, carrier: Carrier) {
    let (kind, obj, slot) = match carrier {
        Carrier::Thread(obj) => (1, obj, 0),
        Carrier::Monitor(obj) => (2, obj, 0),
        Carrier::Variable(obj, slot) => (3, obj, slot),
        Carrier::Value(obj, slot) => (4, obj, slot),
        Carrier::Read(obj) => (5, obj, 0),
        Carrier::Fenced(obj) => (6, obj, 0),
        Carrier::Atomic => (7, ObjId::NULL, 0),
    };
    sink.word(kind);
    sink.reference(obj);
    sink.word(slot.into());
}
