//! All that a state consists of, for who must not leave anything out.

use super::{Heap, Init, Monitor, Scalars, State, Thread};
use crate::program::{ClassId, ObjId, SiteId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The parts of a state that its meaning rests on.
pub struct Whole<'a> {
    /// Objects.
    pub heap: &'a Heap,
    /// Threads, ended ones included.
    pub threads: &'a [Thread],
    /// Monitors that are held or waited for.
    pub monitors: &'a FxHashMap<ObjId, Monitor>,
    /// How far each class is.
    pub init: &'a [Init],
    /// The mirror of each class, or null.
    pub mirrors: &'a [ObjId],
    /// Interned strings by content.
    pub interned: &'a FxHashMap<Rc<[u16]>, ObjId>,
    /// The instances of stateless classes.
    pub instances: &'a FxHashMap<ClassId, ObjId>,
    /// What call sites and dynamic constants are linked to: an object, or a number.
    pub linked: &'a FxHashMap<SiteId, u64>,
    /// Values saved whole.
    pub scalars: &'a Scalars,
}

impl State {
    /// Takes the state apart.
    pub fn whole(&self) -> Whole<'_> {
        let State {
            heap,
            threads,
            monitors,
            init,
            mirrors,
            // The mirrors of those classes that are done: follows from `init` and `mirrors`.
            ready: _,
            interned,
            // A cache of `interned` by constant.
            literals: _,
            // The values of `interned`.
            interned_objects: _,
            instances,
            linked,
            scalars,
            // What is written is not read again.
            output: _,
            // Numbers of lists, of which `scalars` has one; the same on all paths.
            outcomes: _,
            // Numbers of histories, of which `scalars` has one; the same on all paths.
            histories: _,
            // How to go back.
            changes: _,
            saves: _,
            recording: _,
            epoch: _,
            // The inverse of `mirrors`.
            mirror_class: _,
        } = self;
        Whole { heap, threads, monitors, init, mirrors, interned, instances, linked, scalars }
    }
}
