//! States as numbers, without relying on hashes: hash-consed components and a tree of their numbers.
//!
//! Every part of a state is written down as a string of bytes, with locations instead of object numbers, and equal strings get
//! the same number. A state is a list of such numbers in a fixed order; the list becomes a tree of pairs, and equal pairs get
//! the same number again. So two states have the same number exactly if they are the same, and states that differ little
//! share most of their trees. What is written is what keys by hash are made of (`encode`).
//!
//! A location is the number of a string as well: of the referrer's location, the slot, class and length. Which of several
//! locations of an object is the least depends on which was met first in this search, but not on the state: all of them have
//! their numbers before one is chosen. Thread keys are taken as they are (64 bits of which thread started it and as how
//! many-th); classes, methods and sites by their numbers, which stay throughout a search.

use super::before::Before;
use super::encode::{self, Held, Part, Sink, Slots, object_slots};
use super::numbers::{Pairs, Strings, Text};
use super::slots::{FactsTable, Root, Shapes, all_classes};
use super::traverse::{Locator, Traversal};
use braid_machine::state::Mark;
use braid_machine::vm::Vm;
use braid_program::{ClassId, MethodId, ObjId, SiteId};
use rustc_hash::FxHashMap;

const BOOT: u64 = 0;
const MIRROR: u64 = 1;
const ROOT: u64 = 2;
const EDGE: u64 = 3;

/// Locations as numbers.
#[derive(Default)]
struct Places {
    strings: Strings,
}

impl Places {
    fn number(&mut self, words: &[u64]) -> u32 {
        let mut text = Text::default();
        words.iter().for_each(|&word| text.put(word));
        self.strings.number(&text.0)
    }
}

impl Locator for Places {
    type Location = u32;

    fn boot(&mut self, obj: ObjId) -> u32 {
        self.number(&[BOOT, obj.0.into()])
    }

    fn mirror(&mut self, vm: &Vm, obj: ObjId) -> Option<u32> {
        if vm.state.heap.class_of(obj) != vm.known.class {
            return None;
        }
        let class = vm.state.class_of_mirror(obj)?;
        Some(self.number(&[MIRROR, class.0.into()]))
    }

    fn root(&mut self, thread: u64, root: Root) -> u32 {
        self.number(&[ROOT, thread, root.depth.into(), root.register.into()])
    }

    fn edge(&mut self, vm: &Vm, from: u32, slot: u32, target: ObjId) -> u32 {
        let header = vm.state.heap.header(target);
        self.number(&[EDGE, from.into(), slot.into(), header.class.0.into(), header.len.into()])
    }
}

/// Numbers states.
pub struct Exact {
    before: Before,
    shapes: Shapes,
    facts: FactsTable,
    places: Places,
    components: Strings,
    pairs: Pairs,
    /// Pairs that are states.
    states: Pairs,
    spare: Spare,
}

impl Exact {
    /// For a search that starts here.
    pub fn new(vm: &Vm) -> Self {
        Exact {
            before: Before::new(vm),
            shapes: Shapes::default(),
            facts: FactsTable::default(),
            places: Places::default(),
            components: Strings::default(),
            pairs: Pairs::default(),
            states: Pairs::default(),
            spare: Spare::default(),
        }
    }

    /// Takes note of what was written since a checkpoint. Must see every interval before a number is asked for.
    pub fn observe(&mut self, vm: &Vm, mark: &Mark) {
        self.before.observe(vm, mark);
    }

    /// Bytes that all states and their components take.
    pub fn bytes(&self) -> u64 {
        let Exact { places, components, pairs, states, before: _, shapes: _, facts: _, spare: _ } = self;
        (places.strings.bytes() + components.bytes() + pairs.bytes() + states.bytes()) as u64
    }

    /// The number of the machine's state: the first state met has zero, the next new one has one.
    /// `more` is something that tells states apart besides.
    pub fn number(&mut self, vm: &Vm, more: u64) -> u32 {
        let Exact { before, shapes, facts, places, components, pairs, states, spare } = self;
        let found = Traversal { before, shapes, facts }.locate(vm, places);
        let mut objects: Vec<(u32, ObjId)> = found.iter().map(|(&obj, &location)| (location, obj)).collect();
        objects.sort_unstable();
        let first_search_object = before.first_search_object();
        let (text, parts) = (Text::default(), PartNumbers::default());
        let mut writing = Writing { vm, first_search_object, found: &found, places, components, text, spare, parts };
        encode::changed_objects(&mut writing, vm, before, shapes);
        for (location, obj) in objects {
            let content =
                writing.gather(Part::Object(obj), |slots| object_slots(vm, &vm.state.heap, obj, shapes, slots));
            encode::object(&mut writing, vm, obj, location, content);
        }
        encode::all_but_objects(&mut writing, vm, before, all_classes(vm), facts);
        let parts = writing.parts;
        let pair = parts.tree(components, pairs, more);
        states.number(pair)
    }
}

/// Empty texts to write to, so that in the long run writing allocates nothing.
type Spare = Vec<Vec<u8>>;

/// Numbers of the parts of a state.
#[derive(Default)]
struct PartNumbers {
    /// By location.
    objects: Vec<u32>,
    /// By object number, which is fixed for these.
    changed: Vec<u32>,
    /// With the key of the thread.
    threads: Vec<(u64, u32)>,
    /// With the key of the thread and the depth, which the order in the tree says.
    frames: Vec<(u64, u32, u32)>,
    holds: Vec<u32>,
    waits: Vec<u32>,
    /// By class.
    classes: Vec<u32>,
    /// By place.
    readings: Vec<u32>,
    /// What is saved whole, and then what there is outside of the heap.
    scalars: Vec<u32>,
    /// By name.
    defined: Vec<u32>,
}

impl PartNumbers {
    /// The two halves of the tree that the parts make up. `more` is something that tells states apart besides.
    fn tree(self, components: &mut Strings, pairs: &mut Pairs, more: u64) -> (u32, u32) {
        let PartNumbers {
            objects,
            changed,
            mut threads,
            mut frames,
            mut holds,
            mut waits,
            classes,
            readings,
            scalars,
            defined,
        } = self;
        let mut lengths = Text::default();
        let few =
            [changed.len(), classes.len(), readings.len(), holds.len(), waits.len(), scalars.len(), defined.len()];
        few.into_iter().chain([objects.len(), threads.len()]).for_each(|len| lengths.put(len as u64));
        // Each thread is a subtree, so that calls and returns of one leave the others alone.
        threads.sort_unstable();
        frames.sort_unstable();
        let mut stacks = Vec::with_capacity(threads.len());
        for (key, core) in threads {
            let of_thread = frames.iter().filter(|&&(thread, ..)| thread == key).map(|&(_, _, frame)| frame);
            let stack: Vec<u32> = std::iter::once(core).chain(of_thread).collect();
            lengths.put(stack.len() as u64);
            stacks.push(pairs.list(&stack));
        }
        lengths.put(more);
        // They come in no particular order.
        holds.sort_unstable();
        waits.sort_unstable();
        let rest = [changed, classes, readings, scalars, defined, holds, waits].concat();
        let left = (pairs.list(&objects), pairs.list(&rest));
        let right = (pairs.list(&stacks), components.number(&lengths.0));
        (pairs.number(left), pairs.number(right))
    }
}

/// Writes the parts of a state down and numbers them.
struct Writing<'a> {
    vm: &'a Vm,
    first_search_object: ObjId,
    found: &'a FxHashMap<ObjId, u32>,
    places: &'a mut Places,
    components: &'a mut Strings,
    /// The part, item or content in the making.
    text: Text,
    spare: &'a mut Spare,
    parts: PartNumbers,
}

impl Writing<'_> {
    /// How a reference is written: zero for `null` and what cannot be reached, else the location plus one.
    fn refer(&mut self, obj: ObjId) -> u64 {
        if obj.is_null() {
            return 0;
        }
        let location = match obj < self.first_search_object {
            true => Some(self.places.boot(obj)),
            false => self.found.get(&obj).copied().or_else(|| self.places.mirror(self.vm, obj)),
        };
        location.map_or(0, |location| 1 + u64::from(location))
    }

    /// What something writes, on its own.
    fn apart(&mut self, write: impl FnOnce(&mut Self)) -> Vec<u8> {
        let empty = Text(self.spare.pop().unwrap_or_default());
        let outer = std::mem::replace(&mut self.text, empty);
        write(self);
        std::mem::replace(&mut self.text, outer).0
    }

    /// A text is needed no longer.
    fn give_back(&mut self, mut text: Vec<u8>) {
        text.clear();
        self.spare.push(text);
    }
}

impl Slots for Writing<'_> {
    fn slot(&mut self, slot: u32, now: Held) {
        let word = match now {
            Held::Value(value) => value,
            Held::Ref(obj) => self.refer(obj),
        };
        self.text.put(slot.into());
        self.text.put(word);
    }

    fn changed(&mut self, slot: u32, _: Held, now: Held) {
        self.slot(slot, now);
    }
}

impl Sink for Writing<'_> {
    type Location = u32;
    type Content = Vec<u8>;

    fn part(&mut self, part: Part, write: impl FnOnce(&mut Self)) {
        let key = part.thread().map(|thread| self.vm.state.thread(thread).key);
        let text = self.apart(|sink| {
            match (part, key) {
                // The order of the tree says whose a frame is, so that threads can share it.
                (Part::Frame(..), _) | (_, None) => {}
                (_, Some(key)) => sink.text.put(key),
            }
            write(sink);
        });
        let number = self.components.number(&text);
        self.give_back(text);
        let PartNumbers { objects, changed, threads, frames, holds, waits, classes, readings, scalars, defined } =
            &mut self.parts;
        match part {
            Part::Object(_) => objects.push(number),
            Part::Changed(_) => changed.push(number),
            Part::Thread(_) => threads.push((key.unwrap_or_default(), number)),
            Part::Frame(_, depth) => frames.push((key.unwrap_or_default(), depth, number)),
            Part::Holds(_) => holds.push(number),
            Part::Waits(_) | Part::Awaits(_) | Part::Misses(_) => waits.push(number),
            Part::Class(_) => classes.push(number),
            Part::Reading(_) => readings.push(number),
            Part::Scalars | Part::Outside => scalars.push(number),
            Part::Defined => defined.push(number),
        }
    }

    fn gather(&mut self, _: Part, walk: impl FnOnce(&mut Self)) -> Vec<u8> {
        self.apart(walk)
    }

    fn word(&mut self, word: u64) {
        self.text.put(word);
    }

    fn reference(&mut self, obj: ObjId) {
        let word = self.refer(obj);
        self.text.put(word);
    }

    fn reaches(&mut self, obj: ObjId) -> bool {
        self.refer(obj) != 0
    }

    fn location(&mut self, location: u32) {
        self.text.put(location.into());
    }

    fn content(&mut self, content: Vec<u8>) {
        self.text.0.extend_from_slice(&content);
        self.give_back(content);
    }

    fn class(&mut self, class: ClassId) {
        self.text.put(class.0.into());
    }

    fn method(&mut self, method: MethodId) {
        self.text.put(method.0.into());
    }

    fn site(&mut self, site: SiteId) {
        self.text.put(site.0.into());
    }

    fn set<T>(&mut self, items: impl Iterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        let mut texts: Vec<Vec<u8>> = items.map(|item| self.apart(|sink| write(sink, item))).collect();
        texts.sort_unstable();
        texts.dedup();
        self.text.put(texts.len() as u64);
        for text in texts {
            self.text.put(text.len() as u64);
            self.text.0.extend_from_slice(&text);
            self.give_back(text);
        }
    }
}
