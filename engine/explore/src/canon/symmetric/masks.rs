//! What is left out of keys that do not tell threads apart.
//!
//! * The name and the number of a thread: they are taken from counters, so that no two threads were alike. Every read of
//!   those slots is noticed ([`names_were_read`](braid_machine::parts::Observations)), by whatever means it is made.
//! * The list of threads that a group keeps. What is in it is seen only by who looks at groups
//!   ([`threads_are_observed`](braid_machine::parts::Visibility)), and by the class library where threads start and end, which is
//!   atomic.
//!
//! Once the program asks for what is left out, threads are told apart (`symmetry`).

use braid_machine::vm::Vm;
use braid_program::{ClassId, ObjId};
use rustc_hash::FxHashSet;

/// What of an object is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mask {
    /// Nothing.
    Nothing,
    /// The name and the number of a thread.
    Telling,
    /// Where a group has its list of threads.
    Listing,
    /// All of it.
    Everything,
}

/// Says what is left out.
pub(super) struct Masks {
    telling: Vec<u16>,
    listing: Option<u16>,
    /// Lists of threads that groups have or had when the search started.
    lists: FxHashSet<ObjId>,
    /// Their class.
    class_of_lists: Option<ClassId>,
    /// By class, as far as it was asked for.
    of_class: Vec<Option<Mask>>,
}

impl Masks {
    /// For a search that starts here.
    pub fn new(vm: &Vm) -> Self {
        let (telling, listing) = (vm.known.threads.telling_slots.clone(), vm.known.threads.listing_slot);
        let (lists, class_of_lists, of_class) = (FxHashSet::default(), None, Vec::new());
        let mut masks = Masks { telling, listing, lists, class_of_lists, of_class };
        let heap = &vm.state.heap;
        let mut lists = FxHashSet::default();
        for obj in (1..heap.object_count()).map(ObjId::new).filter(|&obj| heap.is_live(obj)) {
            if let (Mask::Listing, Some(slot)) = (masks.of_class(vm, heap.class_of(obj)), listing) {
                lists.insert(ObjId(heap.field(obj, slot) as u32));
            }
        }
        lists.remove(&ObjId::NULL);
        masks.class_of_lists = lists.iter().next().map(|&list| heap.class_of(list));
        masks.lists = lists;
        masks
    }

    /// What is left out of an object.
    #[inline]
    pub fn of(&mut self, vm: &Vm, obj: ObjId) -> Mask {
        let class = vm.state.heap.class_of(obj);
        if Some(class) == self.class_of_lists && self.lists.contains(&obj) {
            return Mask::Everything;
        }
        match self.of_class.get(class.index()) {
            Some(&Some(mask)) => mask,
            Some(None) | None => self.of_class(vm, class),
        }
    }

    fn of_class(&mut self, vm: &Vm, class: ClassId) -> Mask {
        if self.of_class.len() <= class.index() {
            self.of_class.resize(class.index() + 1, None);
        }
        let is = |base: ClassId| vm.program.class(class).array_kind().is_none() && vm.program.is_subclass(class, base);
        let found = match vm.known.thread_group {
            _ if is(vm.known.thread) => Mask::Telling,
            Some(group) if is(group) => Mask::Listing,
            Some(_) | None => Mask::Nothing,
        };
        *self.of_class[class.index()].get_or_insert(found)
    }

    /// Whether a slot is left out.
    #[inline]
    pub fn hides(&self, mask: Mask, slot: u32) -> bool {
        let is = |&masked: &u16| u32::from(masked) == slot;
        match mask {
            Mask::Nothing => false,
            Mask::Telling => self.telling.iter().any(is),
            Mask::Listing => self.listing.as_ref().is_some_and(is),
            Mask::Everything => true,
        }
    }
}
