//! The traversal that names everything that was made since the search started, whatever names are made of.
//!
//! The name of an object is the least of those that its referrers one step nearer to the roots give it. Names need an
//! order that depends on nothing but the names; any will do.

use super::parts::{FactsTable, Root, Shapes, for_each_ref, live_threads, other_roots};
use braid_machine::state::Init;
use braid_machine::vm::Vm;
use braid_program::{ClassId, ObjId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Gives names.
pub(super) trait Namer {
    /// A name.
    type Name: Copy + Ord;
    /// Of an object that was there when the search started.
    fn boot(&mut self, obj: ObjId) -> Self::Name;
    /// Of a class mirror, however it is reached.
    fn mirror(&mut self, vm: &Vm, obj: ObjId) -> Option<Self::Name>;
    /// Of what a root of a thread refers to.
    fn root(&mut self, thread: u64, root: Root) -> Self::Name;
    /// Of what a slot of a named object refers to.
    fn edge(&mut self, vm: &Vm, from: Self::Name, slot: u32, target: ObjId) -> Self::Name;
}

/// What the traversal needs to know.
pub(super) struct Traversal<'a> {
    /// Objects below this number were there when the search started.
    pub limit: ObjId,
    /// Of those, the ones that have ever changed since.
    pub changed: &'a FxHashSet<ObjId>,
    pub shapes: &'a mut Shapes,
    pub table: &'a mut FactsTable,
}

type Names<N> = FxHashMap<ObjId, <N as Namer>::Name>;

impl Traversal<'_> {
    /// Finds and names everything that was made since the search started and can be reached.
    pub fn names<N: Namer>(&mut self, vm: &Vm, namer: &mut N) -> Names<N> {
        let mut found: Names<N> = FxHashMap::default();
        let mut level: Vec<(ObjId, N::Name)> = self.changed.iter().map(|&obj| (obj, namer.boot(obj))).collect();
        for (index, init) in vm.state.inits().iter().enumerate() {
            let mirror = vm.state.mirror(ClassId::new(index)).filter(|&m| m >= self.limit && *init != Init::Linked);
            if let Some((mirror, name)) = mirror.and_then(|m| Some((m, namer.mirror(vm, m)?))) {
                // Static fields of a class that is in use.
                found.insert(mirror, name);
                level.push((mirror, name));
            }
        }
        self.spread(vm, level, &mut found, namer);
        let mut roots: Names<N> = FxHashMap::default();
        for id in live_threads(vm) {
            let thread = vm.state.thread(id);
            let mut root = |at: Root, obj: ObjId| {
                if !obj.is_null() && obj >= self.limit && !found.contains_key(&obj) {
                    let name = namer.mirror(vm, obj).unwrap_or_else(|| namer.root(thread.key, at));
                    least(&mut roots, obj, name);
                }
            };
            other_roots(thread).into_iter().for_each(|(at, obj)| root(at, obj));
            for depth in 0..thread.frames.len() {
                self.table.for_each_live(vm, thread, depth, |register, value, is_ref| {
                    if is_ref {
                        root(Root { depth: depth as u32, register }, ObjId(value as u32));
                    }
                });
            }
        }
        let level: Vec<(ObjId, N::Name)> = roots.into_iter().collect();
        found.extend(level.iter().copied());
        self.spread(vm, level, &mut found, namer);
        found
    }

    /// Names level by level what can be reached from a level.
    fn spread<N: Namer>(&mut self, vm: &Vm, mut level: Vec<(ObjId, N::Name)>, found: &mut Names<N>, namer: &mut N) {
        while !level.is_empty() {
            let mut next: Names<N> = FxHashMap::default();
            for &(obj, name) in &level {
                for_each_ref(vm, &vm.state.heap, obj, self.shapes, |slot, target| {
                    if target >= self.limit && !found.contains_key(&target) {
                        let name = namer.mirror(vm, target).unwrap_or_else(|| namer.edge(vm, name, slot, target));
                        least(&mut next, target, name);
                    }
                });
            }
            level = next.into_iter().collect();
            found.extend(level.iter().copied());
        }
    }
}

fn least<K: Copy + Ord>(map: &mut FxHashMap<ObjId, K>, obj: ObjId, name: K) {
    map.entry(obj).and_modify(|known| *known = name.min(*known)).or_insert(name);
}
