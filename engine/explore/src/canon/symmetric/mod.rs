//! State keys that do not tell threads apart that are alike: equal for states between which there is a renaming of live
//! threads and objects that leaves the main thread and objects of fixed identity alone.
//!
//! States that differ by a renaming behave alike: a program cannot name a thread but by references to it and by what is
//! masked (`masks`). No thread is told from others by decree. Whoever differs in what it refers to or in what refers to it
//! differs in the key: an index given to a constructor, a slot of an array that is still alive.
//!
//! The key is made from scratch, by a traversal. `fixed` says which objects keep their numbers, `found` whose the others are and
//! what they are called there, `naming` adds up the parts of each entity, and `graph` makes the key of all that. What a part is,
//! `encode` says, as for all other names of states.
//!
//! With explicit names for all threads the same traversal gives a key that tells them apart. The least of these over all
//! permutations of threads is what symmetric keys are compared with (`least`).

mod fixed;
mod found;
mod graph;
mod masks;
mod naming;

use super::before::Before;
use super::encode::{self, Part, Sink, object_slots};
use super::slots::{FactsTable, Shapes, live_threads};
use braid_machine::state::{Init, Mark};
use braid_machine::vm::Vm;
use braid_program::{ObjId, ThreadId};
pub use fixed::Fixed;
use found::{Found, Surroundings};
use graph::{Entity, Graph, NOBODY};
use masks::Masks;
use naming::{Naming, Standing};

/// What names of the main thread begin with, and those of each other one.
const MAIN: u64 = 0;
const OTHER: u64 = 1;

/// With so many live threads besides the main one not all permutations are tried.
const MOST_PERMUTED: usize = 5;

/// Computes keys up to symmetry. Knows the state that the search started from.
pub struct Symmetric {
    before: Before,
    fixed: Fixed,
    masks: Masks,
    shapes: Shapes,
    facts: FactsTable,
    found: Found,
    graph: Graph,
    /// The main thread.
    main: ThreadId,
    /// Who each thread is taken for.
    threads: Vec<Standing>,
    /// Objects of fixed identity that differ from what they were.
    changed: Vec<ObjId>,
}

impl Symmetric {
    /// For a search that starts here, with one thread. These objects are to keep their numbers in any case.
    pub fn new(vm: &Vm, pins: &[ObjId]) -> Self {
        let mut masks = Masks::new(vm);
        let fixed = Fixed::new(vm, &mut masks, pins);
        let found = Found::new(fixed.below());
        Symmetric {
            before: Before::new(vm),
            fixed,
            masks,
            shapes: Shapes::default(),
            facts: FactsTable::default(),
            found,
            graph: Graph::default(),
            main: live_threads(vm).next().expect("invariant: a search starts with one thread"),
            threads: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// Whether an object keeps its number.
    pub fn is_fixed(&self, obj: ObjId) -> bool {
        self.fixed.is_fixed(obj)
    }

    /// The objects that keep their numbers.
    pub fn fixed(&self) -> &Fixed {
        &self.fixed
    }

    /// Takes note of what was written since a checkpoint, the last one. Must see every interval before a key is asked for.
    pub fn observe(&mut self, vm: &Vm, mark: &Mark) {
        let Symmetric { before, fixed, .. } = self;
        before.observe_those(vm, mark, |obj| fixed.is_fixed(obj));
    }

    /// The key of the machine's state, where a thread may be inside a transaction that is not complete.
    pub fn key(&mut self, vm: &Vm, inside: Option<(ThreadId, u64)>) -> u128 {
        let main = self.main;
        let mut entities = 0;
        self.threads.clear();
        self.threads.extend(vm.state.thread_ids().map(|id| match id == main {
            true => Standing { entity: NOBODY, name: MAIN },
            false if vm.state.thread(id).is_terminated() => Standing { entity: NOBODY, name: OTHER },
            false => {
                entities += 1;
                Standing { entity: entities, name: OTHER }
            }
        }));
        self.key_with_standings(vm, entities, inside)
    }

    /// What a thread is in the state whose key was asked for last, where a thread that is the same can change places with it and
    /// the state stays what it is. Nothing of the main thread, nor where that is not plain to see.
    pub fn kind_of(&self, thread: ThreadId) -> Option<u128> {
        let entity = self.threads.get(thread.index()).map_or(NOBODY, |standing| standing.entity);
        if entity == NOBODY { None } else { self.graph.sum_of_single(entity) }
    }

    /// The least key over all names of threads, by trying them; nothing if there are too many.
    pub fn least(&mut self, vm: &Vm, inside: Option<(ThreadId, u64)>) -> Option<u128> {
        let others: Vec<ThreadId> = live_threads(vm).filter(|&id| id != self.main).collect();
        if others.len() > MOST_PERMUTED {
            return None;
        }
        let mut order: Vec<u64> = (0..others.len() as u64).map(|number| OTHER + number).collect();
        let mut least = u128::MAX;
        permute(&mut order, 0, &mut |order| {
            self.threads.clear();
            self.threads.resize(vm.state.threads().len(), Standing { entity: NOBODY, name: MAIN });
            for (&thread, &name) in others.iter().zip(order) {
                self.threads[thread.index()].name = name;
            }
            least = least.min(self.key_with_standings(vm, 0, inside));
        });
        Some(least)
    }

    fn key_with_standings(&mut self, vm: &Vm, entities: Entity, inside: Option<(ThreadId, u64)>) -> u128 {
        self.find(vm, entities);
        let Symmetric { before, fixed, masks, shapes, facts, found, graph, threads, changed, main: _ } = self;
        graph.begin(found.entities());
        let mut naming = Naming::new(vm, (fixed, masks), found, threads, graph);
        for &obj in &*changed {
            encode::since_before(&mut naming, vm, before, obj, shapes);
        }
        for &obj in found.objects() {
            let content =
                naming.gather(Part::Object(obj), |slots| object_slots(vm, &vm.state.heap, obj, shapes, slots));
            let name = naming.name(obj);
            encode::object(&mut naming, vm, obj, name, content);
        }
        encode::all_but_objects(&mut naming, vm, before, before.classes().iter().copied(), facts);
        if let Some((thread, phase)) = inside {
            naming.inside(thread, phase);
        }
        self.graph.key()
    }

    /// Finds what can be reached and names it.
    fn find(&mut self, vm: &Vm, entities: Entity) {
        let Symmetric { before, fixed, masks, shapes, facts, found, graph: _, threads, changed, main } = self;
        changed.clear();
        changed.extend(before.changed().iter().copied().filter(|&obj| !before.is_unchanged(vm, obj)));
        found.begin(vm, entities);
        for &class in before.classes() {
            let mirror = vm.state.mirror(class).filter(|&mirror| !fixed.is_fixed(mirror));
            if let (Some(mirror), true) = (mirror, vm.state.init(class) != Init::Linked) {
                found.add_mirror(vm, mirror);
            }
        }
        let mut around = Surroundings { fixed, masks, shapes, facts };
        found.spread_shared(vm, changed, &mut around);
        let standing = |id: ThreadId| (id, threads[id.index()].entity, threads[id.index()].name);
        let is_main = |id: &ThreadId| *id == *main;
        found.spread_threads(vm, live_threads(vm).filter(is_main).map(standing), &mut around);
        found.spread_threads(vm, live_threads(vm).filter(|id| !is_main(id)).map(standing), &mut around);
    }
}

/// Reports all permutations of what stands from one place on.
fn permute(order: &mut Vec<u64>, from: usize, report: &mut impl FnMut(&[u64])) {
    if from + 1 >= order.len() {
        return report(order);
    }
    for at in from..order.len() {
        order.swap(from, at);
        permute(order, from + 1, report);
        order.swap(from, at);
    }
}
