//! The traversal that locates everything that was made since the search started, whatever locations are made of.
//!
//! The location of an object is the least of those that its referrers one step nearer to the roots give it. Locations need an
//! order that depends on nothing but the locations; any will do.

use super::before::Before;
use super::slots::{FactsTable, Root, Shapes, for_each_ref, live_threads, other_roots};
use braid_machine::state::Init;
use braid_machine::vm::Vm;
use braid_program::{ClassId, ObjId};
use rustc_hash::FxHashMap;

/// Makes locations.
pub(super) trait Locator {
    /// A location.
    type Location: Copy + Ord;
    /// Of an object that was there when the search started.
    fn boot(&mut self, obj: ObjId) -> Self::Location;
    /// Of a class mirror, however it is reached.
    fn mirror(&mut self, vm: &Vm, obj: ObjId) -> Option<Self::Location>;
    /// Of what a root of a thread refers to.
    fn root(&mut self, thread: u64, root: Root) -> Self::Location;
    /// Of what a slot of a located object refers to.
    fn edge(&mut self, vm: &Vm, from: Self::Location, slot: u32, target: ObjId) -> Self::Location;
}

/// What the traversal needs to know.
pub(super) struct Traversal<'a> {
    pub before: &'a Before,
    pub shapes: &'a mut Shapes,
    pub facts: &'a mut FactsTable,
}

type Found<L> = FxHashMap<ObjId, <L as Locator>::Location>;

impl Traversal<'_> {
    /// Finds and locates everything that was made since the search started and can be reached.
    pub fn locate<L: Locator>(&mut self, vm: &Vm, locator: &mut L) -> Found<L> {
        let first = self.before.first_search_object();
        let mut found: Found<L> = FxHashMap::default();
        let mut level: Vec<(ObjId, L::Location)> =
            self.before.changed().iter().map(|&obj| (obj, locator.boot(obj))).collect();
        for (index, init) in vm.state.inits().iter().enumerate() {
            let mirror = vm.state.mirror(ClassId::new(index)).filter(|&m| m >= first && *init != Init::Linked);
            if let Some((mirror, location)) = mirror.and_then(|m| Some((m, locator.mirror(vm, m)?))) {
                // Static fields of a class that is in use.
                found.insert(mirror, location);
                level.push((mirror, location));
            }
        }
        self.spread(vm, level, &mut found, locator);
        let mut roots: Found<L> = FxHashMap::default();
        for id in live_threads(vm) {
            let thread = vm.state.thread(id);
            let mut root = |at: Root, obj: ObjId| {
                if !obj.is_null() && obj >= first && !found.contains_key(&obj) {
                    let location = locator.mirror(vm, obj).unwrap_or_else(|| locator.root(thread.key, at));
                    least(&mut roots, obj, location);
                }
            };
            other_roots(thread).into_iter().for_each(|(at, obj)| root(at, obj));
            for depth in 0..thread.frames.len() {
                self.facts.for_each_live(vm, thread, depth, |register, value, is_ref| {
                    if is_ref {
                        root(Root { depth: depth as u32, register }, ObjId(value as u32));
                    }
                });
            }
        }
        let level: Vec<(ObjId, L::Location)> = roots.into_iter().collect();
        found.extend(level.iter().copied());
        self.spread(vm, level, &mut found, locator);
        found
    }

    /// Locates level by level what can be reached from a level.
    fn spread<L: Locator>(
        &mut self,
        vm: &Vm,
        mut level: Vec<(ObjId, L::Location)>,
        found: &mut Found<L>,
        locator: &mut L,
    ) {
        let first = self.before.first_search_object();
        while !level.is_empty() {
            let mut next: Found<L> = FxHashMap::default();
            for &(obj, location) in &level {
                for_each_ref(vm, &vm.state.heap, obj, self.shapes, |slot, target| {
                    if target >= first && !found.contains_key(&target) {
                        let location =
                            locator.mirror(vm, target).unwrap_or_else(|| locator.edge(vm, location, slot, target));
                        least(&mut next, target, location);
                    }
                });
            }
            level = next.into_iter().collect();
            found.extend(level.iter().copied());
        }
    }
}

fn least<K: Copy + Ord>(map: &mut FxHashMap<ObjId, K>, obj: ObjId, location: K) {
    map.entry(obj).and_modify(|known| *known = location.min(*known)).or_insert(location);
}
