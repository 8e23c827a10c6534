//! Canonical keys of states.
//!
//! The key of a state is a 128-bit sum of partial hashes: of objects, frames, threads, monitors and initialized classes. It
//! is a function of what the state means: object numbers, allocation order and the order in which classes were loaded do
//! not enter.
//!
//! **Objects made before the search** have a fixed identity. One that has not changed contributes nothing; one that has
//! contributes how it differs from what it was.
//!
//! **Later objects** are named by where they are found: the location of an object is the least hash of (location of a
//! referrer, slot, class, length) over the referrers that are one step nearer to the roots. Objects that static fields
//! reach take their names from there; only the rest are named from the threads' stacks. Distinct objects get distinct
//! locations because a slot holds one reference. What is not reached is garbage and no part of the key. Nodes of a list
//! that are found in no other way have no locations: the list counts as one part, by where it hangs and what is in it.
//!
//! **Threads** are named by who started them and as how many-th. Only live registers of a frame enter the key, and only
//! they are roots.
//!
//! `parts` says what each part hashes to. `incremental` keeps the sum up to date, with `paths` for the locations and
//! `strands` for lists that move as a whole: the cost follows what a step changed. `full` computes everything from scratch;
//! debug builds compare the two at every key.
//!
//! `exact` numbers states instead, without relying on hashes; `traverse` is the traversal that it and `full` share.

mod exact;
mod full;
mod incremental;
mod parts;
mod paths;
mod strands;
mod times;
mod traverse;

pub(super) use exact::Exact;

use super::verdict::Canon;
use braid_machine::state::Mark;
use braid_machine::vm::Vm;
use full::Full;
use incremental::{Incremental, IncrementalMark};

/// Computes keys. Knows the state that the search started from.
pub struct Canonicalizer {
    incremental: Option<Incremental>,
    full: Option<Full>,
}

/// A point that a canonicalizer can be rolled back to, together with the state.
#[derive(Clone, Copy, Debug)]
pub struct CanonMark(Option<IncrementalMark>);

impl Canonicalizer {
    /// A canonicalizer for a search that starts here.
    pub fn new(vm: &Vm, canon: Canon) -> Self {
        let full = cfg!(debug_assertions) || canon == Canon::Full;
        Canonicalizer {
            incremental: (canon == Canon::Incremental).then(|| Incremental::new(vm)),
            full: full.then(|| Full::new(vm)),
        }
    }

    /// Works in what was done since a checkpoint, the last one. Must see every interval before a key is asked for.
    pub fn advance(&mut self, vm: &Vm, mark: &Mark) {
        debug_assert!(sharing_is_closed(vm, mark), "a shared object points to one that counts as unshared");
        if let Some(full) = &mut self.full {
            full.observe(vm, mark);
        }
        if let Some(incremental) = &mut self.incremental {
            incremental.advance(vm, mark);
        }
    }

    /// The key of the machine's state.
    pub fn key(&mut self, vm: &Vm) -> u128 {
        let full = self.full.as_mut().map(|full| full.key(vm));
        let incremental = self.incremental.as_mut().map(|incremental| incremental.key(vm));
        if let (Some(full), Some(incremental)) = (full, incremental) {
            assert_eq!(full, incremental, "internal error: the incremental key is not that of the traversal");
        }
        incremental.or(full).expect("invariant: one of the two is there")
    }

    /// Where the canonicalizer stands.
    pub fn mark(&self) -> CanonMark {
        CanonMark(self.incremental.as_ref().map(Incremental::mark))
    }

    /// Goes back to where it stood. The state has to go back to where it was then.
    pub fn rollback(&mut self, mark: &CanonMark) {
        if let (Some(incremental), Some(mark)) = (&mut self.incremental, &mark.0) {
            incremental.rollback(mark);
        }
    }
}

/// Whether everything that shared objects point to is shared, as far as this interval touched them.
fn sharing_is_closed(vm: &Vm, mark: &Mark) -> bool {
    let heap = &vm.state.heap;
    let mut shapes = parts::Shapes::default();
    let written = heap.changes_since(mark.heap()).map(|change| change.obj);
    written.chain(heap.allocated_since(mark.heap())).filter(|&obj| heap.is_shared(obj)).all(|obj| {
        let mut closed = true;
        parts::for_each_ref(vm, heap, obj, &mut shapes, |_, target| closed &= heap.is_shared(target));
        closed
    })
}
