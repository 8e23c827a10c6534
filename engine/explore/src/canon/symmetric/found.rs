//! What can be reached, who it belongs to, and what it is called there.
//!
//! *Shared* is what objects of fixed identity, mirrors and then the main thread reach: it has absolute names. The rest is
//! taken by depth from the roots of the other threads, each an entity. An object belongs to an entity if all its referrers of
//! the depth before do; its name is then relative to the entity. Where these referrers belong to different entities, paths
//! *meet*: the object is an entity of its own, named by its class and length. Names are least hashes over referrers, as
//! those of `locations` are, and so distinct within an entity.

use super::super::super::hash::Hasher128;
use super::super::hashing::{boot_location, edge_location, mirror_location, root_location};
use super::super::slots::{FactsTable, Root, Shapes, for_each_ref, other_roots};
use super::fixed::Fixed;
use super::graph::{Entity, NOBODY};
use super::masks::Masks;
use braid_machine::vm::Vm;
use braid_program::{ObjId, ThreadId};

const MEETING: u64 = 40;

/// What was found of an object in the last pass in which it was found.
#[derive(Clone, Copy)]
struct Cell {
    name: u128,
    pass: u32,
    level: u32,
    owner: Entity,
    /// Paths of several entities meet here.
    meets: bool,
}

const NOT_FOUND: Cell = Cell { name: 0, pass: 0, level: 0, owner: NOBODY, meets: false };

/// Where something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub owner: Entity,
    pub name: u128,
}

/// Everything that was found.
pub(super) struct Found {
    /// The object of the first cell.
    first: ObjId,
    cells: Vec<Cell>,
    /// In the order in which they were found.
    objects: Vec<ObjId>,
    pass: u32,
    level: u32,
    entities: Entity,
    roots: Vec<(Root, ObjId)>,
}

/// What a traversal has to know.
pub(super) struct Surroundings<'a> {
    pub fixed: &'a Fixed,
    pub masks: &'a mut Masks,
    pub shapes: &'a mut Shapes,
    pub facts: &'a mut FactsTable,
}

impl Found {
    pub fn new(first: ObjId) -> Self {
        let (cells, objects, roots) = (Vec::new(), Vec::new(), Vec::new());
        Found { first, cells, objects, pass: 0, level: 0, entities: 0, roots }
    }

    /// Begins anew, with so many entities from the start.
    pub fn begin(&mut self, vm: &Vm, entities: Entity) {
        let count = vm.state.heap.object_count().saturating_sub(self.first.index());
        if self.cells.len() < count {
            self.cells.resize(count, NOT_FOUND);
        }
        self.pass = self.pass.checked_add(1).expect("fewer than 2^32 keys in one search");
        self.level = 0;
        self.objects.clear();
        self.entities = entities;
    }

    /// The objects that were found.
    pub fn objects(&self) -> &[ObjId] {
        &self.objects
    }

    /// How many entities there are.
    pub fn entities(&self) -> Entity {
        self.entities
    }

    /// Where an object is that was found.
    #[inline]
    pub fn get(&self, obj: ObjId) -> Option<Place> {
        let cell = self.cells.get(obj.index().checked_sub(self.first.index())?)?;
        (cell.pass == self.pass).then_some(Place { owner: cell.owner, name: cell.name })
    }

    /// A mirror of a class that is in use is shared.
    pub fn add_mirror(&mut self, vm: &Vm, mirror: ObjId) {
        let name = mirror_location(vm, mirror).expect("invariant: it is a mirror");
        self.propose(vm, mirror, Place { owner: NOBODY, name });
    }

    /// Finds what can be reached from what is shared so far and from objects of fixed identity that have changed.
    pub fn spread_shared(&mut self, vm: &Vm, changed: &[ObjId], around: &mut Surroundings<'_>) {
        let from = 0;
        let to = self.objects.len();
        self.level += 1;
        for &obj in changed {
            self.follow(vm, obj, Place { owner: NOBODY, name: boot_location(obj) }, around);
        }
        for at in from..to {
            self.follow_found(vm, at, around);
        }
        self.spread(vm, to, around);
    }

    /// Finds what can be reached from the roots of some threads: whose they are, and which names the roots begin with.
    pub fn spread_threads(
        &mut self,
        vm: &Vm,
        threads: impl Iterator<Item = (ThreadId, Entity, u64)>,
        around: &mut Surroundings<'_>,
    ) {
        self.level += 1;
        let from = self.objects.len();
        let mut roots = std::mem::take(&mut self.roots);
        for (id, owner, name) in threads {
            let thread = vm.state.thread(id);
            roots.clear();
            roots.extend(other_roots(thread));
            for depth in 0..thread.frames.len() {
                around.facts.for_each_live(vm, thread, depth, |register, value, is_ref| {
                    if is_ref {
                        roots.push((Root { depth: depth as u32, register }, ObjId(value as u32)));
                    }
                });
            }
            for &(root, obj) in &roots {
                if !obj.is_null() && !around.fixed.is_fixed(obj) && self.is_open(obj) {
                    let name = mirror_location(vm, obj).unwrap_or_else(|| root_location(name, root));
                    self.propose(vm, obj, Place { owner, name });
                }
            }
        }
        self.roots = roots;
        self.spread(vm, from, around);
    }

    /// Finds level by level what can be reached from the objects from one on.
    fn spread(&mut self, vm: &Vm, mut from: usize, around: &mut Surroundings<'_>) {
        while from < self.objects.len() {
            let to = self.objects.len();
            self.level += 1;
            for at in from..to {
                self.follow_found(vm, at, around);
            }
            from = to;
        }
    }

    fn follow_found(&mut self, vm: &Vm, at: usize, around: &mut Surroundings<'_>) {
        let obj = self.objects[at];
        let place = self.get(obj).expect("invariant: it was found");
        self.follow(vm, obj, place, around);
    }

    /// Finds what an object refers to.
    fn follow(&mut self, vm: &Vm, obj: ObjId, place: Place, around: &mut Surroundings<'_>) {
        let mask = around.masks.of(vm, obj);
        let (masks, fixed) = (&*around.masks, around.fixed);
        for_each_ref(vm, &vm.state.heap, obj, around.shapes, |slot, target| {
            if !fixed.is_fixed(target) && self.is_open(target) && !masks.hides(mask, slot) {
                let name = mirror_location(vm, target).unwrap_or_else(|| edge_location(vm, place.name, slot, target));
                self.propose(vm, target, Place { name, ..place });
            }
        });
    }

    /// Whether an object has not been found at an earlier level.
    #[inline]
    fn is_open(&self, obj: ObjId) -> bool {
        let cell = &self.cells[obj.index() - self.first.index()];
        cell.pass != self.pass || cell.level == self.level
    }

    /// One more way to an object at this level.
    fn propose(&mut self, vm: &Vm, obj: ObjId, Place { owner, name }: Place) {
        let (pass, level) = (self.pass, self.level);
        let cell = &mut self.cells[obj.index() - self.first.index()];
        if cell.pass != pass {
            *cell = Cell { name, pass, level, owner, meets: false };
            self.objects.push(obj);
        } else if cell.meets {
            // Whoever comes as well.
        } else if cell.owner == owner {
            cell.name = cell.name.min(name);
        } else {
            self.entities += 1;
            cell.meets = true;
            cell.owner = self.entities;
            cell.name = mirror_location(vm, obj).unwrap_or_else(|| meeting(vm, obj));
        }
    }
}

/// The name of an object where paths of several entities meet.
fn meeting(vm: &Vm, obj: ObjId) -> u128 {
    let header = vm.state.heap.header(obj);
    let mut hasher = Hasher128::new(MEETING);
    hasher.word(vm.program.class(header.class).key);
    hasher.word(header.len.into());
    hasher.finish()
}
