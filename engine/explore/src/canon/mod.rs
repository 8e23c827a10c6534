//! State keys: equal for states that behave alike, whatever numbers their objects and classes have.
//!
//! The algorithm is incremental heap canonicalization (Musuvathi, Dill: An Incremental Heap Canonicalization Algorithm, SPIN
//! 2005). The *location* of an object is made from the shortest path that leads to it from the roots, and a key is a
//! commutative sum of hashes of parts: of objects, frames, threads, monitors, initialized classes. A part is hashed with the
//! locations of what it refers to, so a step changes the key by the parts that it wrote and by those whose locations moved.
//!
//! Where this deviates, and why it is sound:
//!
//! * *Locations are kept up to date*, where the paper traverses the heap at every step and leaves it there: incremental
//!   shortest paths after Ramalingam and Reps (An Incremental Algorithm for a Generalization of the Shortest-Path Problem,
//!   1996). `full` computes everything from scratch, and debug builds compare the two at every key.
//! * *The least hash instead of the least path.* Of several shortest paths the paper takes the first in lexicographic order,
//!   which a change near the roots can turn around far away. Here the location is the least hash of (location of the referrer,
//!   slot, class, length) over the referrers that are one step nearer to the roots. By induction on the distance that is a
//!   function of the graph alone, and it is local. Distinct objects have distinct locations, since a slot holds one
//!   reference.
//! * *Static fields first.* Objects that static fields reach are located from there, the rest from the threads' registers.
//!   Otherwise a register that walks along a shared list would shorten the path to everything behind it.
//! * *Objects from before the search keep their numbers*, which are the same in all states: a renaming that leaves them alone is
//!   still a renaming. One that is as it was is no part of the key; one that is not counts by how it differs.
//! * *Lists move as a whole.* Nodes that nothing refers to but the node before have no locations. The list counts as one part, by
//!   where it hangs and what is in it (`locations/beads.rs`).
//! * *Locations are hashes* of 128 bits instead of numbers from a table, so they do not depend on which was met first. `exact`
//!   uses numbers, and does not rely on hashes at all.
//! * *Where an array was made is part of the key*, although the program does not see it: lock disciplines tell arrays apart by it.
//!   States that are one to the search have to be one to everything that reduces it.
//!
//! States with the same parts are isomorphic: what has the same location corresponds, and the parts say that it has the same
//! content. Isomorphic states behave alike, since no instruction shows the number of an object: identity hash codes are part of
//! the state. What is not reached is garbage and no part of a key, and neither are registers that are not live. A
//! thread is known by which thread started it and as how many-th.
//!
//! `symmetric` has keys of another kind, for which threads that are alike are interchangeable.
//!
//! `encode` writes the parts of a state to a sink: `hashing` sums up hashes of what it is given, `exact` numbers it. `incremental`
//! keeps the sum up to date, with `locations`, and `strands` for lists. `before` is what the search started from; `traverse` is
//! the traversal that `full` and `exact` share; `slots` says where values and references are, `times` what of the time
//! counts.

mod before;
mod encode;
mod exact;
mod full;
mod hashing;
mod incremental;
mod locations;
mod numbers;
mod slots;
mod strands;
mod symmetric;
mod times;
mod traverse;

pub use exact::Exact;
pub use symmetric::{Fixed, Symmetric};

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

    /// A canonicalizer for states of one interval, to be compared with each other only: what is there has a fixed identity,
    /// except for what was made since the checkpoint that the interval began with.
    pub(super) fn within_interval(vm: &Vm, mark: &Mark) -> Self {
        Canonicalizer { incremental: None, full: Some(Full::since(vm, mark)) }
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
    let mut shapes = slots::Shapes::default();
    let written = heap.written_since(mark.heap());
    written.chain(heap.allocated_since(mark.heap())).filter(|&obj| heap.is_shared(obj)).all(|obj| {
        let mut closed = true;
        slots::for_each_ref(vm, heap, obj, &mut shapes, |_, target| closed &= heap.is_shared(target));
        closed
    })
}
