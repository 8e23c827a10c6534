//! Garbage collection for single runs: mark, then slide what is alive together. Object numbers stay.
//!
//! A collection happens between two instructions, while nothing is recorded: there is no state to go back to that could
//! still need an object. Of stacks the live registers that hold references count; where it is not known what a value is
//! (arguments of natives, results on their way), it keeps what it looks like the number of. References of `java.lang.ref`
//! count like others: nothing is ever cleared. Numbers do not change, so identity hashes and the machine's tables stay.
//!
//! Numbers of dead objects are used again, the lowest first. A dead object has no class, so that using one by mistake
//! shows at once.

use super::{Header, Heap, State, Thread};
use crate::program::{ClassId, ClassKind, Kind, ObjId, Program};

/// Words allocated between collections at least; more when more is alive.
pub const NURSERY: usize = 4 << 20;

/// What a header counts for when deciding to collect, in words.
const HEADER_WORDS: usize = size_of::<Header>() / 8;

/// When to collect, and the numbers that can be used again.
#[derive(Clone, Debug)]
pub(super) struct Reuse {
    /// Numbers of dead objects, the lowest last.
    pub(super) free: Vec<ObjId>,
    /// Collect at this size; never, if nothing said otherwise.
    threshold: usize,
    nursery: usize,
}

impl Default for Reuse {
    fn default() -> Self {
        Reuse { free: Vec::new(), threshold: usize::MAX, nursery: NURSERY }
    }
}

impl Heap {
    /// Lets the heap ask for collections, each after this many words at least.
    pub(crate) fn collect_after(&mut self, nursery: usize) {
        self.reuse.nursery = nursery;
        self.reuse.threshold = self.size() + nursery;
    }

    fn size(&self) -> usize {
        self.words.len() + self.headers.len() * HEADER_WORDS
    }

    /// Whether it is time to collect.
    #[inline(always)]
    pub(crate) fn wants_collection(&self) -> bool {
        self.words.len() + self.headers.len() * HEADER_WORDS >= self.reuse.threshold
    }

    /// Whether there is such an object.
    pub fn is_live(&self, obj: ObjId) -> bool {
        self.headers.get(obj.index()).is_some_and(|h| h.class != ClassId(u32::MAX))
    }

    /// Drops all objects but the marked ones.
    fn keep(&mut self, marked: &[bool]) {
        debug_assert!(self.saves.is_empty() && self.epoch == 0, "nothing is recorded");
        let live = marked.iter().rposition(|&m| m).map_or(1, |last| last + 1);
        self.headers.truncate(live);
        self.shared.truncate(live);
        self.shared_log.retain(|obj| marked.get(obj.index()) == Some(&true));
        // By position, so that content only ever moves down. The order is nearly that of the numbers.
        let mut order: Vec<ObjId> = (1..live).filter(|&i| marked[i]).map(ObjId::new).collect();
        order.sort_by_key(|obj| self.headers[obj.index()].start);
        let mut end = 0;
        for obj in order {
            let header = &mut self.headers[obj.index()];
            let (from, words) = (header.start as usize, header.words as usize);
            if from != end {
                header.start = u32::try_from(end).expect("invariant: content moves down");
                self.words.copy_within(from..from + words, end);
            }
            end += words;
        }
        self.words.truncate(end);
        self.reuse.free.clear();
        for index in (1..live).rev().filter(|&i| !marked[i]) {
            let class = ClassId(u32::MAX);
            self.headers[index] = Header { class, start: 0, len: 0, epoch: 0, hash: 0, words: 0, site: 0 };
            self.shared[index] = false;
            self.reuse.free.push(ObjId::new(index));
        }
        self.reuse.threshold = self.size() + self.reuse.nursery.max(end);
    }
}

/// What is reached, and what has to be looked at.
struct Marks {
    marked: Vec<bool>,
    work: Vec<ObjId>,
}

impl Marks {
    fn mark(&mut self, obj: ObjId) {
        if !obj.is_null() && !std::mem::replace(&mut self.marked[obj.index()], true) {
            self.work.push(obj);
        }
    }

    /// Marks what a value may be the number of.
    fn mark_value(&mut self, heap: &Heap, value: u64) {
        if let Ok(id) = u32::try_from(value)
            && heap.is_live(ObjId(id))
        {
            self.mark(ObjId(id));
        }
    }
}

impl State {
    /// Whether there is nothing to go back to, so that garbage can be dropped.
    pub(crate) fn can_collect(&self) -> bool {
        !self.recording
    }

    /// Drops what is not reachable from the state's own roots, `roots`, and `values` that may be references. Mirrors are
    /// the instances of `class`, with statics behind `class_slots` fields.
    pub(crate) fn collect(&mut self, program: &Program, mirrors: (ClassId, u16), roots: &[ObjId], values: &[u64]) {
        let marked = self.reachable(program, mirrors, roots, values, None);
        for thread in self.threads.iter_mut().filter(|t| t.is_terminated()) {
            // Nothing of an ended thread is looked at except whose it was.
            thread.stack = Vec::new();
            if !marked[thread.object.index()] {
                thread.object = ObjId::NULL;
            }
            if !marked[thread.core.thrown.index()] {
                thread.core.thrown = ObjId::NULL;
            }
        }
        self.heap.keep(&marked);
    }

    /// Which objects are reachable from the state's own roots, `roots`, and `values` that may be references. Where weak
    /// references are told, what only they refer to is not.
    pub(crate) fn reachable(
        &self,
        program: &Program,
        (class, class_slots): (ClassId, u16),
        roots: &[ObjId],
        values: &[u64],
        weak: Option<&WeakReferences>,
    ) -> Vec<bool> {
        let State {
            heap,
            threads,
            monitors,
            init: _,
            mirrors,
            ready: _,
            interned,
            literals,
            interned_objects: _,
            instances,
            linked,
            scalars: _,
            output: _,
            outcomes: _,
            changes: _,
            saves: _,
            recording: _,
            epoch: _,
            interval: _,
            mirror_class,
            // Only searches have histories.
            histories: _,
            // No object is there.
            outside: _,
            outside_numbers: _,
            defined: _,
        } = self;
        let mut marks = Marks { marked: vec![false; heap.object_count()], work: Vec::new() };
        let listed = mirrors.iter().chain(interned.values()).chain(literals.iter()).chain(instances.values());
        for &obj in listed.chain(monitors.keys()).chain(roots) {
            marks.mark(obj);
        }
        for &value in linked.values().chain(values) {
            marks.mark_value(heap, value);
        }
        for thread in threads.iter() {
            let Thread { object, core, .. } = thread;
            if thread.is_terminated() {
                continue;
            }
            marks.mark(*object);
            marks.mark(core.thrown);
            marks.mark_value(heap, core.result);
        }
        while let Some(obj) = marks.work.pop() {
            let of = heap.class_of(obj);
            match program.class(of).kind {
                ClassKind::Array { kind: Kind::Ref, .. } => {
                    (0..heap.array_len(obj)).for_each(|i| marks.mark(heap.ref_at(obj, i)));
                }
                ClassKind::Array { .. } | ClassKind::Primitive(_) => {}
                ClassKind::Instance | ClassKind::Interface => {
                    let skipped = weak.and_then(|weak| weak.slot_of(program, of));
                    for &slot in program.class(of).instance.refs.iter().filter(|&&slot| Some(slot) != skipped) {
                        marks.mark(ObjId(heap.field(obj, slot) as u32));
                    }
                    if of == class
                        && let Some(mirrored) = mirror_class.get(&obj)
                    {
                        for &slot in &program.class(*mirrored).statics.refs {
                            marks.mark(ObjId(heap.field(obj, class_slots + slot) as u32));
                        }
                    }
                }
            }
        }
        marks.marked
    }
}

/// What weak references are.
pub(crate) struct WeakReferences {
    /// `java.lang.ref.Reference`.
    pub(crate) base: ClassId,
    /// Its subclass that counts as strong: soft references are cleared only when memory runs out.
    pub(crate) soft: ClassId,
    /// The field that does not keep its object.
    pub(crate) referent: u16,
}

impl WeakReferences {
    /// The slot that does not keep what it refers to, in objects of a class.
    pub(crate) fn slot_of(&self, program: &Program, class: ClassId) -> Option<u16> {
        (program.is_subclass(class, self.base) && !program.is_subclass(class, self.soft)).then_some(self.referent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_slides_together_and_numbers_are_used_again() {
        let mut heap = Heap::new();
        let objects: Vec<ObjId> = (0..6).map(|i| heap.alloc(ClassId(1), i + 1)).collect();
        for &obj in &objects {
            heap.set_field(obj, 0, u64::from(obj.0) * 100);
        }
        heap.set_hash(objects[3], 7);
        heap.keep(&[true, false, true, false, true, false, false]);
        let (first, second) = (objects[1], objects[3]);
        assert_eq!((heap.field(first, 0), heap.field(second, 0), heap.header(second).hash), (200, 400, 7));
        assert_eq!(heap.words.len(), 2 + 4);
        assert_eq!(heap.object_count(), 5, "dead objects at the end are cut off");
        assert!(!heap.is_live(objects[0]) && heap.is_live(first));
        let again = [heap.alloc(ClassId(2), 3), heap.alloc(ClassId(2), 3), heap.alloc(ClassId(2), 3)];
        assert_eq!(again, [objects[0], objects[2], objects[4]]);
        assert!(again.iter().all(|&o| heap.words_of(o) == [0; 3] && heap.header(o).hash == 0));
        // The next round moves content by position although numbers are in another order now.
        heap.keep(&[true, true, true, false, false, true]);
        assert_eq!((heap.field(first, 0), heap.words.len()), (200, 2 + 3 + 3));
    }
}
