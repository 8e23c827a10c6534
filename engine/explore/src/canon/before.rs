//! What was there when the search started, and which of it has changed since.

use braid_machine::state::{Changed, Heap, Init, Mark};
use braid_machine::vm::Vm;
use braid_program::{ClassId, ObjId};
use rustc_hash::FxHashSet;

/// The state that a search started from, as far as keys are about differences from it.
pub(super) struct Before {
    heap: Heap,
    first_search_object: ObjId,
    init: Vec<Init>,
    interned: FxHashSet<ObjId>,
    changed: FxHashSet<ObjId>,
    classes: FxHashSet<ClassId>,
}

impl Before {
    /// The search starts here.
    pub fn new(vm: &Vm) -> Self {
        Self::with_objects(vm, vm.state.heap.object_count())
    }

    /// The same for a comparison of states after a checkpoint, the last one: writes to objects that were made since are not
    /// reported, so these have to count as made during the search.
    pub fn since(vm: &Vm, mark: &Mark) -> Self {
        Self::with_objects(vm, mark.heap().objects())
    }

    fn with_objects(vm: &Vm, count: usize) -> Self {
        Before {
            heap: vm.state.heap.clone(),
            first_search_object: ObjId::new(count),
            init: vm.state.inits().to_vec(),
            interned: vm.state.interned_objects().clone(),
            changed: FxHashSet::default(),
            classes: FxHashSet::default(),
        }
    }

    /// Takes note of what was written since a checkpoint.
    pub fn observe(&mut self, vm: &Vm, mark: &Mark) {
        let first = self.first_search_object;
        self.observe_those(vm, mark, |obj| obj < first);
    }

    /// The same where only these objects count as having been there.
    pub fn observe_those(&mut self, vm: &Vm, mark: &Mark, is_fixed: impl Fn(ObjId) -> bool) {
        self.changed.extend(vm.state.heap.written_since(mark.heap()).filter(|&obj| is_fixed(obj)));
        for change in vm.state.changes_since(mark) {
            match change {
                Changed::Interned(obj) if is_fixed(obj) => {
                    self.changed.insert(obj);
                }
                Changed::Class(class) => {
                    self.classes.insert(class);
                }
                Changed::Interned(_) | Changed::Thread(_) => {}
            }
        }
    }

    /// Objects from this one on were made during the search.
    pub fn first_search_object(&self) -> ObjId {
        self.first_search_object
    }

    /// The heap.
    pub fn heap(&self) -> &Heap {
        &self.heap
    }

    /// How far a class was.
    pub fn init(&self, class: ClassId) -> Init {
        self.init.get(class.index()).copied().unwrap_or_default()
    }

    /// Whether a string object was the interned one.
    pub fn was_interned(&self, obj: ObjId) -> bool {
        self.interned.contains(&obj)
    }

    /// Whether an object from before is as it was.
    pub fn is_unchanged(&self, vm: &Vm, obj: ObjId) -> bool {
        let heap = &vm.state.heap;
        heap.words_of(obj) == self.heap.words_of(obj)
            && heap.header(obj).hash == self.heap.header(obj).hash
            && vm.state.is_interned(obj) == self.was_interned(obj)
    }

    /// Classes whose initialization or mirror has ever changed since, on any path.
    pub fn classes(&self) -> &FxHashSet<ClassId> {
        &self.classes
    }

    /// Objects from before that have ever been written or interned since, on any path.
    pub fn changed(&self) -> &FxHashSet<ObjId> {
        &self.changed
    }
}
