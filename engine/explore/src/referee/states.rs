//! States of the referee: everything that a state consists of, written down and compared to the last byte.
//!
//! An object from before the search is called by its number, and written down if it is not as it was. One made since is
//! called by when a traversal comes upon it: threads in the order of their keys with all registers of all frames, then
//! what changed of the objects from before, mirrors, interned strings, instances, linked sites, and monitors, and from
//! there breadth first. So two states are the same if they differ in nothing but the numbers of objects. What no
//! reference leads to is no part of a state.
//!
//! Which words hold references is known for fields and elements by their types, and for registers by the flow of types
//! through the code (`Facts::is_ref`; liveness is not asked for). A word that is not known to be a reference is written as
//! it is, and if an object has that number, the object is part of the state as well.
//!
//! ByteStrings are stored once and numbered; a state is four numbers, of which each stands for a list of parts.

use braid_machine::state::{
    Frame, FrameExit, Heap, Init, Mark, Monitor, Scalars, State, Status, Thread, ThreadCore, Whole,
};
use braid_machine::vm::Vm;
use braid_program::{ClassKind, ClassLoaderKind, Facts, Kind, MethodId, ObjId, Pc, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// Numbers byte strings: equal strings, equal numbers.
#[derive(Default)]
struct ByteStrings {
    numbers: FxHashMap<Box<[u8]>, u32>,
    bytes: u64,
}

impl ByteStrings {
    fn number(&mut self, part: &[u8]) -> u32 {
        if let Some(&number) = self.numbers.get(part) {
            return number;
        }
        let number = u32::try_from(self.numbers.len()).expect("fewer than 2^32 parts of states");
        self.bytes += part.len() as u64 + 32;
        self.numbers.insert(part.into(), number);
        number
    }

    fn list(&mut self, numbers: &[u32]) -> u32 {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.number(&bytes)
    }
}

/// What a state is made of is written here.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    /// Seven bits a byte, the last one without the high bit: no number is the beginning of another.
    fn put(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn put_time(&mut self, time: Option<i64>) {
        match time {
            Some(time) => {
                self.put(1);
                self.put(time as u64);
            }
            None => self.put(0),
        }
    }
}

/// The states met, and what they are compared with.
pub(super) struct States {
    /// The heap that the search began with, and the number of objects in it.
    before: Heap,
    limit: ObjId,
    init: Vec<Init>,
    mirrors: Vec<ObjId>,
    interned: FxHashMap<Rc<[u16]>, ObjId>,
    /// Objects from before that some step has written to.
    written: FxHashSet<ObjId>,
    facts: FxHashMap<MethodId, Rc<Facts>>,
    parts: ByteStrings,
    states: FxHashMap<[u32; 4], u32>,
}

/// The objects made since the search began, as far as a traversal has come.
struct Traversed {
    limit: ObjId,
    count: usize,
    names: FxHashMap<ObjId, u32>,
    order: Vec<ObjId>,
}

impl Traversed {
    /// How a reference is written: even numbers are objects from before and `null`, odd ones those made since.
    fn refer(&mut self, obj: ObjId) -> u64 {
        if obj < self.limit {
            return u64::from(obj.0) << 1;
        }
        let next = self.order.len() as u32;
        let name = match self.names.entry(obj) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.order.push(obj);
                *new.insert(next)
            }
        };
        u64::from(name) << 1 | 1
    }

    fn is_object(&self, value: u64) -> bool {
        usize::try_from(value).is_ok_and(|value| value < self.count)
    }

    /// Writes a word that may or may not be a reference.
    fn word(&mut self, writer: &mut Writer, value: u64, is_ref: bool) {
        match is_ref && self.is_object(value) {
            true => {
                let name = self.refer(ObjId(value as u32));
                writer.put(name);
            }
            false => {
                writer.put(value);
                if value >= u64::from(self.limit.0) && self.is_object(value) {
                    self.refer(ObjId(value as u32));
                }
            }
        }
    }
}

impl States {
    /// For a search that begins where the machine stands.
    pub(super) fn new(vm: &Vm) -> Self {
        let whole = vm.state.whole();
        States {
            before: whole.heap.clone(),
            limit: ObjId::new(whole.heap.object_count()),
            init: whole.init.to_vec(),
            mirrors: whole.mirrors.to_vec(),
            interned: whole.interned.clone(),
            written: FxHashSet::default(),
            facts: FxHashMap::default(),
            parts: ByteStrings::default(),
            states: FxHashMap::default(),
        }
    }

    /// How many states have been met.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        self.parts.bytes + self.states.len() as u64 * 24
    }

    /// Takes note of the objects that were written to since a checkpoint, the last one.
    pub(super) fn observe(&mut self, state: &State, mark: &Mark) {
        let changes = state.heap.changes_since(mark.heap()).map(|change| change.obj);
        self.written.extend(changes.filter(|&obj| obj < self.limit));
    }

    /// The number of the machine's state, and whether it is new. `inside` is the thread that no other may interrupt.
    pub(super) fn number(&mut self, vm: &Vm, inside: Option<ThreadId>) -> (u32, bool) {
        let whole = vm.state.whole();
        let count = whole.heap.object_count();
        let mut found = Traversed { limit: self.limit, count, names: FxHashMap::default(), order: Vec::new() };
        let threads = self.threads(vm, &whole, &mut found);
        let old = self.changed(vm, &whole, &mut found);
        let rest = self.rest(vm, &whole, &mut found, inside);
        let mut new = Vec::new();
        while let Some(&obj) = found.order.get(new.len()) {
            let mut writer = Writer::default();
            write_object(vm, &whole, obj, &mut writer, &mut found);
            new.push(self.parts.number(&writer.0));
        }
        let state = [self.parts.list(&threads), self.parts.list(&old), self.parts.list(&new), rest];
        let next = u32::try_from(self.states.len()).expect("fewer than 2^32 states");
        match self.states.entry(state) {
            Entry::Occupied(known) => (*known.get(), false),
            Entry::Vacant(entry) => (*entry.insert(next), true),
        }
    }

    fn facts(&mut self, vm: &Vm, method: MethodId) -> Rc<Facts> {
        self.facts.entry(method).or_insert_with(|| Rc::new(Facts::of(&vm.program, method))).clone()
    }

    /// All threads, by their keys: the order in which they were started may differ.
    fn threads(&mut self, vm: &Vm, whole: &Whole, found: &mut Traversed) -> Vec<u32> {
        let mut threads: Vec<&Thread> = whole.threads.iter().collect();
        threads.sort_unstable_by_key(|thread| thread.key);
        let mut numbers = Vec::new();
        for thread in threads {
            let mut writer = Writer::default();
            write_core(thread, &mut writer, found);
            writer.put(thread.frames.len() as u64);
            numbers.push(self.parts.number(&writer.0));
            for depth in 0..thread.frames.len() {
                let mut writer = Writer::default();
                self.write_frame(vm, thread, depth, &mut writer, found);
                numbers.push(self.parts.number(&writer.0));
            }
        }
        numbers
    }

    /// A frame with all its registers, except where the next frame has its own.
    fn write_frame(&mut self, vm: &Vm, thread: &Thread, depth: usize, writer: &mut Writer, found: &mut Traversed) {
        let Frame { method, pc, base, registers, result, exit, within: _ } = thread.frames[depth];
        let callee = thread.frames.get(depth + 1);
        for word in [method.0, pc.0, base, registers.into(), result.into()] {
            writer.put(word.into());
        }
        writer.put(match exit {
            FrameExit::Plain => 0,
            FrameExit::Reflective => 1,
            FrameExit::Again => 2,
            FrameExit::Run => 3,
            FrameExit::Handler => 4,
            FrameExit::End => 5,
            FrameExit::Engine => 6,
            FrameExit::Initializer(class) => 8 + 2 * u64::from(class.0),
            FrameExit::Link(site) => 9 + 2 * u64::from(site.0),
        });
        let overlaid = callee.map_or(u32::MAX..u32::MAX, |c| c.base..c.base + u32::from(c.registers));
        let m = vm.program.method(method);
        // The registers are as they were before the call: its result is not there yet.
        let before = if callee.is_some_and(|callee| !callee.exit.repeats()) { Pc(pc.0.wrapping_sub(1)) } else { pc };
        let facts = m.code().is_some().then(|| self.facts(vm, method));
        let arguments = argument_refs(m.is_static(), &m.params);
        for (register, &value) in thread.registers(&thread.frames[depth]).iter().enumerate() {
            if overlaid.contains(&(base + register as u32)) {
                continue;
            }
            let is_ref = match &facts {
                Some(facts) => facts.is_ref(before, register as u16),
                None => arguments.contains(&register),
            };
            found.word(writer, value, is_ref);
        }
    }

    /// Objects from before the search that are not as they were.
    fn changed(&mut self, vm: &Vm, whole: &Whole, found: &mut Traversed) -> Vec<u32> {
        let differs = |&obj: &ObjId| {
            let (old, new) = (self.before.header(obj), whole.heap.header(obj));
            old.hash != new.hash || old.class != new.class || self.before.words_of(obj) != whole.heap.words_of(obj)
        };
        let mut changed: Vec<ObjId> = self.written.iter().copied().filter(differs).collect();
        changed.sort_unstable();
        let mut numbers = Vec::with_capacity(changed.len());
        for obj in changed {
            let mut writer = Writer::default();
            writer.put(obj.0.into());
            write_object(vm, whole, obj, &mut writer, found);
            numbers.push(self.parts.number(&writer.0));
        }
        numbers
    }

    /// Classes, strings, sites, monitors and scalars.
    fn rest(&mut self, vm: &Vm, whole: &Whole, found: &mut Traversed, inside: Option<ThreadId>) -> u32 {
        let mut writer = Writer::default();
        let key = |thread: ThreadId| vm.state.thread(thread).key;
        for (class, &init) in whole.init.iter().enumerate() {
            let mirror = whole.mirrors.get(class).copied().unwrap_or(ObjId::NULL);
            let old = self.mirrors.get(class).copied().unwrap_or(ObjId::NULL);
            if init == self.init.get(class).copied().unwrap_or_default() && mirror == old {
                continue;
            }
            writer.put(class as u64 + 1);
            match init {
                Init::Linked => writer.put(0),
                Init::Done => writer.put(1),
                Init::Failed => writer.put(2),
                Init::Running(thread) => {
                    writer.put(3);
                    writer.put(key(thread));
                }
            }
            let mirror = found.refer(mirror);
            writer.put(mirror);
        }
        writer.put(0);
        // Strings stay interned, so as many as before are the same ones.
        let mut new = Vec::new();
        if whole.interned.len() != self.interned.len() {
            new.extend(whole.interned.iter().filter(|(text, _)| !self.interned.contains_key(*text)));
            new.sort_unstable();
        }
        writer.put(new.len() as u64);
        for (text, &obj) in new {
            writer.put(text.len() as u64);
            text.iter().for_each(|&unit| writer.put(unit.into()));
            let string = found.refer(obj);
            writer.put(string);
        }
        let mut instances: Vec<_> = whole.instances.iter().collect();
        instances.sort_unstable();
        writer.put(instances.len() as u64);
        for (class, &obj) in instances {
            writer.put(class.0.into());
            let instance = found.refer(obj);
            writer.put(instance);
        }
        writer.put(whole.outside.into());
        writer.put(whole.defined.len() as u64);
        for (&(name, loader), &class) in whole.defined {
            writer.put(name.0.into());
            writer.put(match loader {
                ClassLoaderKind::Boot => 0,
                ClassLoaderKind::Platform => 1,
                ClassLoaderKind::App => 2,
                ClassLoaderKind::User(number) => 3 + u64::from(number),
            });
            writer.put(class.0.into());
        }
        let mut linked: Vec<_> = whole.linked.iter().collect();
        linked.sort_unstable();
        writer.put(linked.len() as u64);
        for (site, &value) in linked {
            writer.put(site.0.into());
            found.word(&mut writer, value, true);
        }
        // The referee does not look for races, so the history is empty.
        let Scalars { clock, dated, noted, stdin, random_draws, halted, outcome, history: _ } = *whole.scalars;
        writer.put(clock as u64);
        writer.put(dated.into());
        writer.put(noted as u64);
        writer.put(stdin as u64);
        writer.put(random_draws.into());
        writer.put(halted.map_or(0, |code| 1 + u64::from(code as u32)));
        writer.put(outcome.into());
        writer.put(inside.map_or(0, key));
        write_monitors(whole, &mut writer, found, key);
        self.parts.number(&writer.0)
    }
}

/// Monitors, in the order of how their objects are written.
fn write_monitors(whole: &Whole, writer: &mut Writer, found: &mut Traversed, key: impl Fn(ThreadId) -> u64) {
    let mut objects: Vec<ObjId> = whole.monitors.keys().copied().collect();
    objects.sort_unstable();
    let mut monitors: Vec<(u64, &Monitor)> =
        objects.iter().map(|&obj| (found.refer(obj), &whole.monitors[&obj])).collect();
    monitors.sort_unstable_by_key(|&(name, _)| name);
    writer.put(monitors.len() as u64);
    for (name, Monitor { owner, waiters }) in monitors {
        writer.put(name);
        match *owner {
            Some((thread, depth)) => {
                writer.put(u64::from(depth) + 1);
                writer.put(key(thread));
            }
            None => writer.put(0),
        }
        writer.put(waiters.len() as u64);
        waiters.iter().for_each(|&waiter| writer.put(key(waiter)));
    }
}

/// The slots of a native's arguments that hold references.
fn argument_refs(is_static: bool, params: &[Kind]) -> Vec<usize> {
    let mut refs = Vec::new();
    let mut slot = 0;
    if !is_static {
        refs.push(0);
        slot = 1;
    }
    for &kind in params {
        if kind == Kind::Ref {
            refs.push(slot);
        }
        slot += usize::from(kind.slots());
    }
    refs
}

fn write_core(thread: &Thread, writer: &mut Writer, found: &mut Traversed) {
    // Which registers hold readings of the clock follows from the way here; what they hold is written with the frames.
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
        // Nothing defers a join here.
        awaits: _,
        joined: _,
        result,
        thrown,
    } = thread.core;
    writer.put(thread.key);
    let object = found.refer(thread.object);
    writer.put(object);
    match status {
        Status::Runnable => writer.put(0),
        Status::Entering { monitor, depth } => {
            let monitor = found.refer(monitor);
            [1, monitor, depth.into()].into_iter().for_each(|word| writer.put(word));
        }
        Status::Waiting { monitor, depth, until } => {
            let monitor = found.refer(monitor);
            [2, monitor, depth.into()].into_iter().for_each(|word| writer.put(word));
            writer.put_time(until);
        }
        Status::Parked { until } => {
            writer.put(3);
            writer.put_time(until);
        }
        Status::Sleeping { until } => {
            writer.put(4);
            writer.put_time(until);
        }
        Status::Acquiring { until } => {
            writer.put(5);
            writer.put_time(until);
        }
        Status::Awaiting { condition, saved, until, interruptible } => {
            let condition = found.refer(condition);
            [6, condition, saved, interruptible.into()].into_iter().for_each(|word| writer.put(word));
            writer.put_time(until);
        }
        Status::Reacquiring { saved, until } => {
            [7, saved].into_iter().for_each(|word| writer.put(word));
            writer.put_time(until);
        }
        Status::Initializing { class } => [8, class.0.into()].into_iter().for_each(|word| writer.put(word)),
        Status::Terminated => writer.put(9),
    }
    for word in [
        wake as u64,
        permit.into(),
        daemon.into(),
        expired.0,
        expired.1.into(),
        started.into(),
        hashes.into(),
        atomic.into(),
    ] {
        writer.put(word);
    }
    found.word(writer, result, false);
    let thrown = found.refer(thrown);
    writer.put(thrown);
}

/// An object: class, length, identity hash, and all words.
fn write_object(vm: &Vm, whole: &Whole, obj: ObjId, writer: &mut Writer, found: &mut Traversed) {
    let header = *whole.heap.header(obj);
    for word in [header.class.0, header.len, header.hash] {
        writer.put(word.into());
    }
    let class = vm.program.class(header.class);
    let words = whole.heap.words_of(obj);
    match class.kind {
        ClassKind::Array { kind: Kind::Ref, .. } => {
            for i in 0..header.len {
                let element = found.refer(whole.heap.ref_at(obj, i));
                writer.put(element);
            }
        }
        ClassKind::Array { .. } | ClassKind::Primitive(_) => words.iter().for_each(|&word| writer.put(word)),
        ClassKind::Instance | ClassKind::Interface => {
            let mirrored = if header.class == vm.known.class { vm.state.class_of_mirror(obj) } else { None };
            // The static fields of a class are in its mirror, behind the fields of `Class`.
            let statics = mirrored.map(|class| &vm.program.class(class).statics.refs[..]).unwrap_or_default();
            for (slot, &word) in words.iter().enumerate() {
                let behind = slot.checked_sub(usize::from(vm.known.class_slots)).filter(|_| mirrored.is_some());
                let is_ref = match behind {
                    Some(slot) => statics.iter().any(|&s| usize::from(s) == slot),
                    None => class.instance.refs.iter().any(|&s| usize::from(s) == slot),
                };
                found.word(writer, word, is_ref);
            }
        }
    }
}
