//! States as numbers, without relying on hashes: hash-consed components and a tree of their numbers.
//!
//! Every object, frame and thread is written down as a string of bytes, with names instead of object numbers, and equal
//! strings get the same number. A state is a list of such numbers in a fixed order; the list becomes a tree of pairs, and
//! equal pairs get the same number again. So two states have the same number exactly if they are the same, and states that
//! differ little share most of their trees. Hashes only say where to look.
//!
//! A name is the number of a string as well: of the referrer's name, the slot, class and length. Which of several names of
//! an object is the least depends on which was met first in this search, but not on the state: all of them have their
//! numbers before one is chosen. Thread keys are taken as they are (64 bits of who started the thread and as how many-th).

use super::parts::{FactsTable, Root, Shapes, account_for_all, for_each_slot, live_threads, wakes_in_order};
use super::times::Times;
use super::traverse::{Namer, Traversal};
use braid_machine::state::{
    Carrier, Changed, Frame, FrameExit, Heap, History, Init, Mark, Monitor, PastAccess, Scalars, Status, Thread,
    ThreadCore, Wake,
};
use braid_machine::vm::Vm;
use braid_program::{ClassId, ObjId};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// Numbers of the entries of some table, found by hash.
#[derive(Default)]
struct Index {
    /// Number plus one; zero is empty.
    cells: Vec<u32>,
    used: usize,
}

impl Index {
    /// The number of an equal entry, or the cell for a new one.
    fn find(&self, hash: u64, equal: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let spread = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = ((u128::from(spread) * self.cells.len() as u128) >> 64) as usize;
        loop {
            match self.cells[at] {
                0 => return Err(at),
                cell if equal(cell - 1) => return Ok(cell - 1),
                _ => at = (at + 1) % self.cells.len(),
            }
        }
    }

    /// Makes room for one more entry.
    fn reserve(&mut self, hash_of: impl Fn(u32) -> u64) {
        if self.used * 5 < self.cells.len() * 4 {
            return;
        }
        let old = std::mem::take(&mut self.cells);
        self.cells = vec![0; (old.len() * 3 / 2).max(64)];
        for cell in old.into_iter().filter(|&cell| cell != 0) {
            let Err(at) = self.find(hash_of(cell - 1), |_| false) else { continue };
            self.cells[at] = cell;
        }
    }

    fn set(&mut self, at: usize, number: u32) {
        self.cells[at] = number + 1;
        self.used += 1;
    }

    fn bytes(&self) -> usize {
        self.cells.capacity() * 4
    }
}

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Adds to a vector, which grows by a quarter: what is measured is what is used.
fn push<T: Copy>(vec: &mut Vec<T>, values: &[T]) {
    if vec.capacity() - vec.len() < values.len() {
        vec.reserve_exact(values.len().max(vec.len() / 4).max(16));
    }
    vec.extend_from_slice(values);
}

/// Strings of bytes with numbers.
#[derive(Default)]
struct Strings {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    index: Index,
}

impl Strings {
    fn number(&mut self, text: &[u8]) -> u32 {
        let Strings { bytes, ends, index } = self;
        let at = |number: u32| {
            let from = if number == 0 { 0 } else { ends[number as usize - 1] };
            &bytes[from as usize..ends[number as usize] as usize]
        };
        index.reserve(|number| hash_of(at(number)));
        match index.find(hash_of(text), |number| at(number) == text) {
            Ok(number) => number,
            Err(cell) => {
                let number = u32::try_from(ends.len()).expect("fewer than 2^32 components");
                push(bytes, text);
                push(ends, &[u32::try_from(bytes.len()).expect("fewer than 2^32 bytes of components")]);
                index.set(cell, number);
                number
            }
        }
    }

    fn bytes(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * 4 + self.index.bytes()
    }
}

/// Pairs of numbers with numbers.
#[derive(Default)]
struct Pairs {
    pairs: Vec<(u32, u32)>,
    index: Index,
}

impl Pairs {
    fn number(&mut self, pair: (u32, u32)) -> u32 {
        let Pairs { pairs, index } = self;
        index.reserve(|number| hash_of(pairs[number as usize]));
        match index.find(hash_of(pair), |number| pairs[number as usize] == pair) {
            Ok(number) => number,
            Err(cell) => {
                let number = u32::try_from(pairs.len()).expect("fewer than 2^32 pairs");
                push(pairs, &[pair]);
                index.set(cell, number);
                number
            }
        }
    }

    /// The number of a list among lists of the same length.
    fn list(&mut self, list: &[u32]) -> u32 {
        match *list {
            [] => 0,
            [one] => one,
            [..] => {
                // The left part is full, so that what is added at the end leaves it alone.
                let (left, right) = list.split_at(list.len().next_power_of_two() / 2);
                let pair = (self.list(left), self.list(right));
                self.number(pair)
            }
        }
    }

    fn bytes(&self) -> usize {
        self.pairs.capacity() * 8 + self.index.bytes()
    }
}

/// A string in the making: numbers in as few bytes as they need.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn put(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn put_signed(&mut self, value: i64) {
        self.put((value << 1 ^ value >> 63) as u64);
    }
}

const BOOT: u64 = 0;
const MIRROR: u64 = 1;
const ROOT: u64 = 2;
const EDGE: u64 = 3;

/// Names as numbers.
#[derive(Default)]
struct Names {
    strings: Strings,
}

impl Names {
    fn name(&mut self, words: &[u64]) -> u32 {
        let mut writer = Writer::default();
        words.iter().for_each(|&word| writer.put(word));
        self.strings.number(&writer.0)
    }
}

impl Namer for Names {
    type Name = u32;

    fn boot(&mut self, obj: ObjId) -> u32 {
        self.name(&[BOOT, obj.0.into()])
    }

    fn mirror(&mut self, vm: &Vm, obj: ObjId) -> Option<u32> {
        if vm.state.heap.class_of(obj) != vm.known.class {
            return None;
        }
        let class = vm.state.class_of_mirror(obj)?;
        Some(self.name(&[MIRROR, class.0.into()]))
    }

    fn root(&mut self, thread: u64, root: Root) -> u32 {
        self.name(&[ROOT, thread, root.depth.into(), root.register.into()])
    }

    fn edge(&mut self, vm: &Vm, from: u32, slot: u32, target: ObjId) -> u32 {
        let header = vm.state.heap.header(target);
        self.name(&[EDGE, from.into(), slot.into(), header.class.0.into(), header.len.into()])
    }
}

/// Numbers states.
pub struct Exact {
    before: Heap,
    limit: ObjId,
    init: Vec<Init>,
    changed: FxHashSet<ObjId>,
    interned: FxHashSet<ObjId>,
    shapes: Shapes,
    table: FactsTable,
    names: Names,
    components: Strings,
    pairs: Pairs,
    states: Pairs,
}

impl Exact {
    /// For a search that starts here.
    pub fn new(vm: &Vm) -> Self {
        Exact {
            before: vm.state.heap.clone(),
            limit: ObjId::new(vm.state.heap.object_count()),
            init: vm.state.inits().to_vec(),
            changed: FxHashSet::default(),
            interned: vm.state.interned_objects().clone(),
            shapes: Shapes::default(),
            table: FactsTable::default(),
            names: Names::default(),
            components: Strings::default(),
            pairs: Pairs::default(),
            states: Pairs::default(),
        }
    }

    /// Takes note of what was written since a checkpoint. Must see every interval before a number is asked for.
    pub fn observe(&mut self, vm: &Vm, mark: &Mark) {
        let changes = vm.state.heap.changes_since(mark.heap());
        self.changed.extend(changes.map(|change| change.obj).filter(|&obj| obj < self.limit));
        self.changed.extend(vm.state.changes_since(mark).filter_map(|change| match change {
            Changed::Interned(obj) if obj < self.limit => Some(obj),
            Changed::Interned(_) | Changed::Class(_) | Changed::Thread(_) => None,
        }));
    }

    /// Bytes that all states and their components take.
    pub fn bytes(&self) -> u64 {
        let Exact { names, components, pairs, states, .. } = self;
        (names.strings.bytes() + components.bytes() + pairs.bytes() + states.bytes()) as u64
    }

    /// The number of the machine's state: the first state met has zero, the next new one has one.
    /// `more` is something that tells states apart besides.
    pub fn number(&mut self, vm: &Vm, more: u64) -> u32 {
        account_for_all(&vm.state);
        let Exact { limit, changed, shapes, table, names, .. } = self;
        let mut traversal = Traversal { limit: *limit, changed, shapes, table };
        let found = traversal.names(vm, names);
        let objects = self.objects(vm, &found);
        let mut rest = self.changed(vm, &found);
        let times = Times::of(vm, &mut self.table);
        let threads = self.threads(vm, &found, &times);
        rest.push(self.rest(vm, &found, &times));
        let mut lengths = Writer::default();
        [objects.len(), threads.len(), rest.len()].iter().for_each(|&n| lengths.put(n as u64));
        lengths.put(more);
        let lengths = self.components.number(&lengths.0);
        let left = (self.pairs.list(&objects), self.pairs.list(&rest));
        let right = (self.pairs.list(&threads), lengths);
        let pair = (self.pairs.number(left), self.pairs.number(right));
        self.states.number(pair)
    }

    /// The objects made since the search started, in the order of their names.
    fn objects(&mut self, vm: &Vm, found: &FxHashMap<ObjId, u32>) -> Vec<u32> {
        let mut objects: Vec<(u32, ObjId)> = found.iter().map(|(&obj, &name)| (name, obj)).collect();
        objects.sort_unstable();
        let mut numbers = Vec::with_capacity(objects.len());
        for (name, obj) in objects {
            let header = *vm.state.heap.header(obj);
            let mut writer = Writer::default();
            writer.put(name.into());
            writer.put(header.class.0.into());
            writer.put(header.len.into());
            writer.put(header.hash.into());
            writer.put((header.class == vm.known.string && vm.state.is_interned(obj)).into());
            let Exact { limit, shapes, names, .. } = self;
            shapes.with(vm, &vm.state.heap, obj, |shape| {
                for_each_slot(&shape, vm.state.heap.words_of(obj), 0, |_, value, is_ref| {
                    writer.put(match is_ref {
                        true => reference(vm, names, *limit, found, ObjId(value as u32)),
                        false => value,
                    });
                });
            });
            numbers.push(self.components.number(&writer.0));
        }
        numbers
    }

    /// The threads, in the order of their keys.
    fn threads(&mut self, vm: &Vm, found: &FxHashMap<ObjId, u32>, times: &Times) -> Vec<u32> {
        let mut threads: Vec<&Thread> = live_threads(vm).map(|id| vm.state.thread(id)).collect();
        threads.sort_unstable_by_key(|thread| thread.key);
        let mut numbers = Vec::with_capacity(threads.len());
        for thread in threads {
            let Exact { limit, table, names, components, .. } = self;
            let mut writer = Writer::default();
            let mut refer = |obj: ObjId| reference(vm, names, *limit, found, obj);
            write_core(vm, thread, times, &mut writer, &mut refer);
            for depth in 0..thread.frames.len() {
                let mut frame = Writer::default();
                write_frame(vm, thread.frames[depth], &mut frame);
                table.for_each_live(vm, thread, depth, |register, value, is_ref| {
                    // Readings of the clock come with the times.
                    let reading = !is_ref && thread.is_reading(depth, register);
                    frame.put(u64::from(register) << 1 | u64::from(reading));
                    match is_ref {
                        true => frame.put(refer(ObjId(value as u32))),
                        false => frame.put(if reading { 0 } else { value }),
                    }
                });
                writer.put(components.number(&frame.0).into());
            }
            numbers.push(components.number(&writer.0));
        }
        numbers
    }

    /// Objects from before that differ from what they were.
    fn changed(&mut self, vm: &Vm, found: &FxHashMap<ObjId, u32>) -> Vec<u32> {
        let mut numbers = Vec::new();
        let mut changed: Vec<ObjId> = self.changed.iter().copied().collect();
        changed.sort_unstable();
        let Exact { before, limit, interned, shapes, names, components, .. } = self;
        for obj in changed {
            let mut writer = Writer::default();
            shapes.with(vm, &vm.state.heap, obj, |shape| {
                let mut old = Vec::new();
                for_each_slot(&shape, before.words_of(obj), 0, |_, value, _| old.push(value));
                for_each_slot(&shape, vm.state.heap.words_of(obj), 0, |slot, value, is_ref| {
                    if old[slot as usize] != value {
                        writer.put(slot.into());
                        writer.put(match is_ref {
                            true => reference(vm, names, *limit, found, ObjId(value as u32)),
                            false => value,
                        });
                    }
                });
            });
            let hash = vm.state.heap.header(obj).hash;
            let newly_interned = vm.state.is_interned(obj) && !interned.contains(&obj);
            if writer.0.is_empty() && hash == before.header(obj).hash && !newly_interned {
                continue;
            }
            let mut whole = Writer::default();
            [obj.0, hash, newly_interned.into()].iter().for_each(|&word| whole.put(word.into()));
            whole.0.extend(writer.0);
            numbers.push(components.number(&whole.0));
        }
        numbers
    }

    /// Monitors, classes, scalars.
    fn rest(&mut self, vm: &Vm, found: &FxHashMap<ObjId, u32>, times: &Times) -> u32 {
        let Exact { limit, names, components, init, .. } = self;
        let mut monitors: Vec<Vec<u8>> = Vec::new();
        for (obj, Monitor { owner, waiters }) in vm.state.monitors() {
            let mut writer = Writer::default();
            writer.put(reference(vm, names, *limit, found, obj));
            let (holder, depth) = owner.map_or((0, 0), |(thread, depth)| (vm.state.thread(thread).key, depth));
            writer.put(depth.into());
            writer.put(holder);
            let mut keys: Vec<u64> = waiters.iter().map(|&waiter| vm.state.thread(waiter).key).collect();
            if !wakes_in_order(vm, waiters) {
                keys.sort_unstable();
            }
            keys.into_iter().for_each(|key| writer.put(key));
            monitors.push(writer.0);
        }
        monitors.sort_unstable();
        let Scalars { clock: _, dated, noted: _, stdin, clock_reads, halted, outcome, history } = vm.state.scalars;
        let accesses = vm
            .state
            .histories
            .at(history)
            .map(|history| write_history(history, |obj| reference(vm, names, *limit, found, obj)));
        let (clock, far) = times.clock(vm);
        let mut writer = Writer::default();
        writer.put(monitors.len() as u64);
        for monitor in monitors {
            writer.put(monitor.len() as u64);
            writer.0.extend(monitor);
        }
        writer.put_signed(clock);
        writer.put_signed(times.noted(vm));
        writer.put(u64::from(dated) | u64::from(far) << 1);
        let readings: Vec<_> = times.readings().collect();
        writer.put(readings.len() as u64);
        for (live, says) in readings {
            [live.thread, live.depth.into(), live.register.into()].into_iter().for_each(|word| writer.put(word));
            says.into_iter().for_each(|word| writer.put(word));
        }
        writer.put(stdin as u64);
        writer.put(clock_reads.into());
        writer.put(halted.map_or(0, |code| 1 + u64::from(code as u32)));
        writer.put(outcome.into());
        writer.0.extend(accesses.unwrap_or_default());
        for (index, &now) in vm.state.inits().iter().enumerate() {
            if now != init.get(index).copied().unwrap_or_default() {
                writer.put(u64::from(ClassId::new(index).0));
                match now {
                    Init::Linked => writer.put(0),
                    Init::Running(thread) => {
                        writer.put(1);
                        writer.put(vm.state.thread(thread).key);
                    }
                    Init::Done => writer.put(2),
                    Init::Failed => writer.put(3),
                }
            }
        }
        components.number(&writer.0)
    }
}

/// How a reference is written: zero for `null` and what cannot be reached, else the name plus one.
fn reference(vm: &Vm, names: &mut Names, limit: ObjId, found: &FxHashMap<ObjId, u32>, obj: ObjId) -> u64 {
    if obj.is_null() {
        return 0;
    }
    let name = match obj < limit {
        true => Some(names.boot(obj)),
        false => found.get(&obj).copied().or_else(|| names.mirror(vm, obj)),
    };
    name.map_or(0, |name| 1 + u64::from(name))
}

/// Past accesses to objects that can be reached, and what they are ordered before, in an order that names decide.
fn write_history(history: &History, mut refer: impl FnMut(ObjId) -> u64) -> Vec<u8> {
    let History { accesses, fenced } = history;
    let mut written: Vec<Vec<u8>> = Vec::new();
    for PastAccess { obj, first, last, write, plain, site: _, before } in accesses {
        let name = refer(*obj);
        if name == 0 {
            continue;
        }
        let mut carriers: Vec<[u64; 3]> = before
            .iter()
            .map(|carrier| match *carrier {
                Carrier::Thread(obj) => [1, refer(obj), 0],
                Carrier::Monitor(obj) => [2, refer(obj), 0],
                Carrier::Variable(obj, slot) => [3, refer(obj), slot.into()],
                Carrier::Value(obj, slot) => [4, refer(obj), slot.into()],
                Carrier::Read(obj) => [5, refer(obj), 0],
                Carrier::Fenced(obj) => [6, refer(obj), 0],
                Carrier::Atomic => [7, 1, 0],
            })
            // What cannot be reached carries nothing.
            .filter(|carrier| carrier[1] != 0)
            .collect();
        carriers.sort_unstable();
        let mut writer = Writer::default();
        let kind = u64::from(*write) | u64::from(*plain) << 1;
        [name, (*first).into(), (*last).into(), kind].into_iter().for_each(|word| writer.put(word));
        writer.put(carriers.len() as u64);
        carriers.into_iter().flatten().for_each(|word| writer.put(word));
        written.push(writer.0);
    }
    written.sort_unstable();
    written.dedup();
    let mut all = Writer::default();
    all.put(written.len() as u64);
    all.0.extend(written.into_iter().flatten());
    let mut fenced: Vec<u64> = fenced.iter().map(|&thread| refer(thread)).collect();
    fenced.sort_unstable();
    all.put(fenced.len() as u64);
    fenced.into_iter().for_each(|thread| all.put(thread));
    all.0
}

fn write_core(vm: &Vm, thread: &Thread, times: &Times, writer: &mut Writer, refer: &mut impl FnMut(ObjId) -> u64) {
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
    let observed = vm.run.visibility.threads_are_observed;
    writer.put(thread.key);
    let until = |at: Option<i64>, writer: &mut Writer| writer.put(times.until(at));
    match status {
        Status::Runnable | Status::Initializing { .. } => writer.put(0),
        // A thread that waits for a monitor it has not entered yet means the same as one that is about to try, unless
        // somebody looks.
        Status::Entering { .. } if wake == Wake::None && !observed => writer.put(0),
        Status::Entering { monitor, depth } => {
            [1, refer(monitor), depth.into()].into_iter().for_each(|word| writer.put(word));
        }
        Status::Waiting { monitor, depth, until: at } => {
            [2, refer(monitor), depth.into()].into_iter().for_each(|word| writer.put(word));
            until(at, writer);
        }
        Status::Parked { until: at } => {
            writer.put(3);
            until(at, writer);
        }
        Status::Sleeping { until: at } => {
            writer.put(5);
            until(at, writer);
        }
        Status::Acquiring { until: None } => writer.put(10),
        Status::Acquiring { until: at } => {
            writer.put(7);
            until(at, writer);
        }
        Status::Awaiting { condition, saved, until: at, interruptible } => {
            [8, refer(condition), saved, interruptible.into()].into_iter().for_each(|word| writer.put(word));
            until(at, writer);
        }
        Status::Reacquiring { saved, until: at } => {
            [9, saved].into_iter().for_each(|word| writer.put(word));
            until(at, writer);
        }
        Status::Terminated => writer.put(6),
    }
    writer.put(u64::from(permit) | u64::from(daemon) << 1 | (wake as u64) << 2 | u64::from(atomic) << 8);
    writer.put(started.into());
    writer.put(hashes.into());
    writer.put(result);
    let (place, rounds) = times.expired(vm, thread.object, expired);
    [place, rounds.into()].into_iter().for_each(|word| writer.put(word));
    writer.put(refer(thrown));
    writer.put(refer(thread.object));
}

fn write_frame(vm: &Vm, frame: Frame, writer: &mut Writer) {
    let Frame { method, pc, base: _, registers: _, result, exit, within: _ } = frame;
    writer.put(method.0.into());
    writer.put(vm.program.method(method).code().map_or(0, |code| u64::from(pc.0 - code.start.0)));
    writer.put(result.into());
    match exit {
        FrameExit::Plain => writer.put(0),
        FrameExit::Reflective => writer.put(1),
        FrameExit::Again => writer.put(2),
        FrameExit::Run => writer.put(3),
        FrameExit::Handler => writer.put(4),
        FrameExit::End => writer.put(5),
        FrameExit::Engine => writer.put(6),
        FrameExit::Link(site) => {
            writer.put(8);
            writer.put(site.0.into());
        }
        FrameExit::Initializer(class) => {
            writer.put(7);
            writer.put(class.0.into());
        }
    }
}
