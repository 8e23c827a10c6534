//! Which objects keep their numbers although threads are taken for each other.
//!
//! What was there before `main`, what static fields and the machine itself refer to when the search starts, and what can be
//! reached from all that. A renaming that leaves these objects alone is still a renaming, whatever is chosen. The rest of
//! what was made before the search, such as threads that are not started and what they are to do, is named by path.

use super::super::slots::{Shapes, for_each_ref};
use super::masks::Masks;
use braid_machine::vm::Vm;
use braid_program::ObjId;

/// The objects of fixed identity.
#[derive(Clone)]
pub struct Fixed {
    /// Objects below this have it.
    below: ObjId,
    /// Of those from there on that were made before the search.
    others: Vec<bool>,
}

impl Fixed {
    /// For a search that starts here. These objects are to keep their numbers in any case.
    pub(super) fn new(vm: &Vm, masks: &mut Masks, pins: &[ObjId]) -> Self {
        let (below, limit) = (vm.known.first_program_object, vm.state.heap.object_count());
        let mut fixed = Fixed { below, others: vec![false; limit.saturating_sub(below.index())] };
        let mut shapes = Shapes::default();
        let heap = &vm.state.heap;
        let mut work: Vec<ObjId> = vm.lasting_roots();
        work.extend(pins);
        work.retain(|&obj| fixed.add(obj));
        work.extend((1..below.index().min(limit)).map(ObjId::new).filter(|&obj| heap.is_live(obj)));
        while let Some(obj) = work.pop() {
            let mask = masks.of(vm, obj);
            for_each_ref(vm, heap, obj, &mut shapes, |slot, target| {
                if !masks.hides(mask, slot) && fixed.add(target) {
                    work.push(target);
                }
            });
        }
        fixed
    }

    /// True if the object is new among those of fixed identity.
    fn add(&mut self, obj: ObjId) -> bool {
        obj >= self.below && !std::mem::replace(&mut self.others[obj.index() - self.below.index()], true)
    }

    /// Whether an object has a fixed identity.
    #[inline]
    pub fn is_fixed(&self, obj: ObjId) -> bool {
        obj < self.below || self.others.get(obj.index() - self.below.index()).is_some_and(|&is| is)
    }

    /// Objects below this have a fixed identity.
    pub fn below(&self) -> ObjId {
        self.below
    }
}
