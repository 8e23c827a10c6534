//! All that a state consists of, for who must not leave anything out.

use super::{Frame, Header, Heap, Init, Monitor, Scalars, State, Thread, ThreadCore};
use crate::program::{ClassId, Definitions, ObjId, SiteId};
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
    /// What there is outside of the heap, by its number.
    pub outside: u32,
    /// Classes that the program has defined during the search, by name and loader.
    pub defined: &'a Definitions,
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
            // By its number, which equal values share.
            outside: _,
            outside_numbers: _,
            defined,
            // How to go back.
            changes: _,
            saves: _,
            recording: _,
            epoch: _,
            interval: _,
            // The inverse of `mirrors`.
            mirror_class: _,
        } = self;
        Whole {
            heap,
            threads,
            monitors,
            init,
            mirrors,
            interned,
            instances,
            linked,
            scalars,
            outside: self.outside_number(),
            defined,
        }
    }
}

/// The parts of a thread that its meaning rests on.
pub struct WholeThread<'a> {
    /// The `java.lang.Thread` object.
    pub object: ObjId,
    /// Stable identity.
    pub key: u64,
    /// Activations, the running one last.
    pub frames: &'a [Frame],
    /// The registers of all frames.
    pub stack: &'a [u64],
    /// What is not on the stack.
    pub core: &'a ThreadCore,
}

impl Thread {
    /// Takes the thread apart.
    #[inline]
    pub fn whole(&self) -> WholeThread<'_> {
        let Thread {
            object,
            key,
            frames,
            stack,
            core,
            // How to go back.
            low_water: _,
            epoch: _,
        } = self;
        WholeThread { object: *object, key: *key, frames, stack, core }
    }
}

/// The parts of a header that the meaning of an object rests on, or what is done with it.
pub struct WholeHeader {
    /// Its class.
    pub class: ClassId,
    /// Array length, or number of field slots.
    pub len: u32,
    /// Identity hash code; zero before it was asked for.
    pub hash: u32,
    /// Where an array was allocated.
    pub site: u32,
}

impl Header {
    /// Takes the header apart.
    #[inline]
    pub fn whole(&self) -> WholeHeader {
        let Header {
            class,
            len,
            hash,
            site,
            // Where the content is in memory; how much it is follows from class and length.
            start: _,
            words: _,
            // How to go back.
            epoch: _,
        } = *self;
        WholeHeader { class, len, hash, site }
    }
}
