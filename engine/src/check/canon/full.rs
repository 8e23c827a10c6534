//! Canonicalization from scratch: a traversal of everything that was made since the search started. The referee.

use super::parts::{
    FactsTable, Locate, Root, Shapes, boot_hash, boot_location, class_hash, edge_location, for_each_slot, frame_hash,
    live_threads, mirror_location, object_hash, ref_term, register_term, root_location, small_parts, times_in_heap,
    value_term,
};
use super::traverse::{Namer, Traversal};
use crate::program::{ClassId, ObjId};
use crate::state::{Changed, Heap, Init, Mark, Reading};
use crate::vm::Vm;
use rustc_hash::{FxHashMap, FxHashSet};

/// Computes keys by traversal.
pub(super) struct Full {
    /// The heap when the search started.
    before: Heap,
    limit: ObjId,
    init: Vec<Init>,
    /// Objects from before that have ever been written or interned since.
    changed: FxHashSet<ObjId>,
    interned: FxHashSet<ObjId>,
    shapes: Shapes,
    table: FactsTable,
    /// Readings of the timer in the heap when the search started.
    times: i64,
}

struct Locations {
    limit: ObjId,
    found: FxHashMap<ObjId, u128>,
}

impl Locate for Locations {
    fn location(&self, vm: &Vm, obj: ObjId) -> u128 {
        if obj.is_null() {
            0
        } else if obj < self.limit {
            boot_location(obj)
        } else {
            self.found.get(&obj).copied().or_else(|| mirror_location(vm, obj)).unwrap_or(0)
        }
    }
}

impl Full {
    pub fn new(vm: &Vm) -> Self {
        Full {
            before: vm.state.heap.clone(),
            limit: ObjId::new(vm.state.heap.object_count()),
            init: vm.state.inits().to_vec(),
            changed: FxHashSet::default(),
            interned: vm.state.interned_objects().clone(),
            shapes: Shapes::default(),
            table: FactsTable::default(),
            times: times_in_heap(vm),
        }
    }

    /// Takes note of what was written since a checkpoint.
    pub fn observe(&mut self, vm: &Vm, mark: &Mark) {
        let changes = vm.state.heap.changes_since(mark.heap());
        self.changed.extend(changes.map(|change| change.obj).filter(|&obj| obj < self.limit));
        self.changed.extend(vm.state.changes_since(mark).filter_map(|change| match change {
            Changed::Interned(obj) if obj < self.limit => Some(obj),
            Changed::Interned(_) | Changed::Class(_) | Changed::Thread(_) => None,
        }));
    }

    /// The key of the machine's state.
    pub fn key(&mut self, vm: &Vm) -> u128 {
        let locations = self.locate(vm);
        let mut times = self.times;
        let mut sum = 0u128;
        let mut add = |part: u128| sum = sum.wrapping_add(part);
        for &obj in &self.changed {
            let (now, more) = content(vm, &vm.state.heap, obj, &mut self.shapes, &locations);
            let (before, less) = content(vm, &self.before, obj, &mut self.shapes, &locations);
            times += more - less;
            let interned = vm.state.is_interned(obj) && !self.interned.contains(&obj);
            add(boot_hash(vm, obj, self.before.header(obj).hash, interned, now.wrapping_sub(before)));
        }
        for (&obj, &location) in &locations.found {
            let (content, more) = content(vm, &vm.state.heap, obj, &mut self.shapes, &locations);
            times += more;
            add(object_hash(vm, obj, location, content));
        }
        for id in live_threads(vm) {
            let thread = vm.state.thread(id);
            for depth in 0..thread.frames.len() {
                let mut content = 0u128;
                self.table.for_each_live(vm, thread, depth, |register, value, is_ref| {
                    let term = match is_ref {
                        true => ref_term(register.into(), locations.location(vm, ObjId(value as u32))),
                        false => register_term(register, value, vm.now(id)),
                    };
                    content = content.wrapping_add(term);
                });
                add(frame_hash(vm, thread, depth, content));
            }
        }
        for (index, &init) in vm.state.inits().iter().enumerate() {
            if init != self.init.get(index).copied().unwrap_or_default() {
                add(class_hash(vm, ClassId::new(index), init));
            }
        }
        sum.wrapping_add(small_parts(vm, &locations, times))
    }

    /// Finds and names everything that was made since the search started and can be reached.
    fn locate(&mut self, vm: &Vm) -> Locations {
        let Full { limit, changed, shapes, table, .. } = self;
        let mut traversal = Traversal { limit: *limit, changed, shapes, table };
        Locations { limit: *limit, found: traversal.names(vm, &mut Hashes) }
    }
}

/// Names as 128-bit hashes.
struct Hashes;

impl Namer for Hashes {
    type Name = u128;

    fn boot(&mut self, obj: ObjId) -> u128 {
        boot_location(obj)
    }

    fn mirror(&mut self, vm: &Vm, obj: ObjId) -> Option<u128> {
        mirror_location(vm, obj)
    }

    fn root(&mut self, thread: u64, root: Root) -> u128 {
        root_location(thread, root)
    }

    fn edge(&mut self, vm: &Vm, from: u128, slot: u32, target: ObjId) -> u128 {
        edge_location(vm, from, slot, target)
    }
}

/// The sum of the terms of an object's slots, and how many readings of the timer are among them.
fn content(vm: &Vm, heap: &Heap, obj: ObjId, shapes: &mut Shapes, locations: &Locations) -> (u128, i64) {
    let (mut sum, mut times) = (0u128, 0);
    shapes.with(vm, heap, obj, |shape| {
        for_each_slot(&shape, heap.words_of(obj), 0, |slot, value, is_ref| {
            let term = match is_ref {
                true => ref_term(slot, locations.location(vm, ObjId(value as u32))),
                false => value_term(slot, value),
            };
            sum = sum.wrapping_add(term);
            times += i64::from(!is_ref && Reading::is(value));
        });
    });
    (sum, times)
}
