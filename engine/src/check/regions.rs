//! What parts of the class library that run atomically rest on.
//!
//! Initializers of library classes, and making, starting and ending a thread, run without other threads in between
//! (`visible` says which and why). That is right as long as such a region works on memory that no other thread uses in a way
//! that conflicts: then each of its accesses commutes with whatever the others do. This is not taken for granted but
//! observed: every access to shared memory is noted, those inside of regions and those outside, and when a location has been
//! accessed by a region of one thread and outside of regions by another thread, one of the two a write, regions of that kind
//! are atomic no longer, and the search starts again.
//!
//! The argument is that of lock disciplines: consider the first conflict in an execution. Up to it everything commutes as
//! assumed, so an execution of the reduced search has both accesses, and the conflict is met there as well.
//!
//! Objects from before the search have a fixed identity, and their locations are told apart. Of later objects, those that a
//! region has made itself do not count until it is over; locations of all others are told apart by declared field, or by
//! where their arrays were made.

use super::memory::Touch;
use super::visible::Place;
use crate::program::{ClassId, ObjId, ThreadId};
use crate::state::{Frame, FrameExit};
use crate::vm::Vm;
use rustc_hash::FxHashMap;

/// Memory that is not told apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Location {
    /// A field of an object from before the search.
    Field(ObjId, u32),
    /// The elements of an array from before the search.
    Array(ObjId),
    /// A field of the `Thread` object of the thread with this key: threads mostly use their own.
    Thread(u64, u32),
    /// A field, or the elements of arrays made at one place, of all later objects.
    Later(Place),
}

/// Regions of one kind, which stay atomic or do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RegionKind {
    /// The initializer of a library class.
    Initializer,
    /// Making, starting or ending a thread.
    Housekeeping,
}

/// How a location has been used.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    /// The key of the thread that has, if it is one.
    thread: Option<u64>,
    several: bool,
    written: bool,
    by_initializers: bool,
    by_housekeeping: bool,
}

impl Uses {
    fn add(&mut self, thread: u64, write: bool) {
        self.several |= self.thread.is_some_and(|known| known != thread);
        self.thread = Some(thread);
        self.written |= write;
    }

    fn conflicts(&self, other: &Uses) -> bool {
        let same_thread = !self.several && !other.several && self.thread == other.thread;
        !same_thread && (self.written || other.written)
    }
}

/// What has been observed.
#[derive(Default)]
pub(crate) struct Regions {
    /// Objects below this were there when the search started.
    limit: ObjId,
    inside: FxHashMap<Location, Uses>,
    outside: FxHashMap<Location, Uses>,
    /// How many objects there were when a library class began to be initialized.
    began: FxHashMap<ClassId, ObjId>,
    /// Regions of these kinds have met a conflict.
    initializers_conflict: bool,
    housekeeping_conflicts: bool,
}

impl Regions {
    /// For a search that starts now.
    pub(super) fn begin(&mut self, vm_objects: usize) {
        *self = Regions { limit: ObjId::new(vm_objects), ..Regions::default() };
    }

    /// A library class begins to be initialized.
    pub(crate) fn begins(&mut self, class: ClassId, objects: usize) {
        self.began.insert(class, ObjId::new(objects));
    }

    /// The program asks how far the initialization of a library class is.
    pub(crate) fn observe_initializers(&mut self) {
        self.initializers_conflict = true;
    }

    fn note_inside(&mut self, thread: u64, location: Location, write: bool, kind: RegionKind) {
        let uses = self.inside.entry(location).or_default();
        uses.add(thread, write);
        match kind {
            RegionKind::Initializer => uses.by_initializers = true,
            RegionKind::Housekeeping => uses.by_housekeeping = true,
        }
        let uses = *uses;
        if let Some(others) = self.outside.get(&location)
            && uses.conflicts(others)
        {
            self.withdraw(&uses);
        }
    }

    fn note_outside(&mut self, thread: u64, location: Location, write: bool) {
        let uses = self.outside.entry(location).or_default();
        uses.add(thread, write);
        let uses = *uses;
        if let Some(others) = self.inside.get(&location).copied()
            && uses.conflicts(&others)
        {
            self.withdraw(&others);
        }
    }

    fn withdraw(&mut self, uses: &Uses) {
        self.initializers_conflict |= uses.by_initializers;
        self.housekeeping_conflicts |= uses.by_housekeeping;
    }
}

impl Vm {
    /// The atomic region of the class library that a thread is in, and the first object that it has made. The program's own
    /// code that a region calls is not part of it.
    pub(super) fn region(&self, tid: ThreadId) -> Option<(RegionKind, ObjId)> {
        let is_own = |f: &Frame| !self.program.class(self.program.method(f.method).class).loader.is_library();
        let mut innermost = None;
        let mut first_made = ObjId(u32::MAX);
        for frame in self.state.thread(tid).frames.iter().rev().take_while(|&f| !is_own(f)) {
            let kind = match frame.exit {
                FrameExit::Initializer(class) if self.program.class(class).loader.is_library() => {
                    if self.program.visibility.initializers_interleave {
                        continue;
                    }
                    first_made = self.regions.began.get(&class).copied().unwrap_or(first_made).min(first_made);
                    RegionKind::Initializer
                }
                _ if self.is_thread_housekeeping(frame.method) => RegionKind::Housekeeping,
                _ => continue,
            };
            innermost = innermost.or(Some(kind));
        }
        innermost.map(|kind| (kind, first_made))
    }

    fn location(&self, touch: &Touch) -> Location {
        let (obj, limit) = (touch.obj, self.regions.limit);
        match touch.place {
            Place::Field(_) if obj < limit => Location::Field(obj, touch.first),
            Place::Array(_) if obj < limit => Location::Array(obj),
            place @ Place::Field(field) if self.program.field(field).class == self.known.thread => {
                let thread = self.state.threads().iter().find(|thread| thread.object == obj);
                thread.map_or(Location::Later(place), |thread| Location::Thread(thread.key, touch.first))
            }
            place @ (Place::Field(_) | Place::Array(_)) => Location::Later(place),
        }
    }

    /// Takes note of an action that happens inside an atomic region, unseen.
    pub(crate) fn note_unseen(&mut self, tid: ThreadId) {
        let Some((kind, first_made)) = self.region(tid) else { return };
        let thread = self.state.thread(tid).key;
        for touch in self.touches(tid) {
            if touch.obj < first_made {
                let location = self.location(&touch);
                self.regions.note_inside(thread, location, touch.write, kind);
            }
        }
    }

    /// Takes note of an action outside of atomic regions; whether a region turns out not to be atomic.
    pub(super) fn note_seen(&mut self, tid: ThreadId) -> bool {
        let thread = self.state.thread(tid).key;
        for touch in self.touches(tid) {
            let location = self.location(&touch);
            self.regions.note_outside(thread, location, touch.write);
        }
        self.regions_withdrawn()
    }

    /// Whether regions of some kind have met a conflict that was not known before. They are atomic no longer.
    pub(super) fn regions_withdrawn(&mut self) -> bool {
        let visibility = &mut self.program.visibility;
        let news = self.regions.initializers_conflict && !visibility.initializers_interleave
            || self.regions.housekeeping_conflicts && !visibility.housekeeping_interleaves;
        visibility.initializers_interleave |= self.regions.initializers_conflict;
        visibility.housekeeping_interleaves |= self.regions.housekeeping_conflicts;
        news
    }
}
