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
//! A write of what is there already changes nothing, so it counts as a read inside of a region: it commutes with reads. That is why a
//! thread that ends may clear what no thread has set.
//!
//! Objects from before the search have a fixed identity, and their locations are told apart. Of later objects, those that a
//! region has made itself do not count until it is over; locations of all others are told apart by declared field, or by
//! where their arrays were made, or by their class if a native has made them.

use super::visible::{Action, Place};
use crate::known::ThreadMethod;
use crate::parts::Visibility;
use crate::program::{Body, ClassId, FieldId, MethodId, ObjId, Op, Pc, ThreadId};
use crate::state::{Frame, FrameExit, Within};
use crate::vm::Vm;
use rustc_hash::{FxHashMap, FxHashSet};

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
    /// The elements of later arrays of one class that natives have made: at no place.
    Made(ClassId),
}

/// Regions of one kind, which stay atomic or do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RegionKind {
    /// The initializer of a library class.
    Initializer,
    /// Making, starting or ending a thread.
    Housekeeping,
}

/// An access inside of regions or outside: two that are alike here concern the same location, alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct RegionAccess {
    pc: Pc,
    obj: ObjId,
    /// The key of the thread.
    thread: u64,
    /// What else tells the location, where another execution has another object of that number ([`Vm::kin`]).
    of: u64,
    within: Within,
}

impl RegionAccess {
    /// No access: none is made by a thread of this key.
    const NONE: RegionAccess =
        RegionAccess { pc: Pc(u32::MAX), obj: ObjId(u32::MAX), thread: 0, of: 0, within: Within::NONE };
}

/// How many accesses are found at once.
const PLACES: usize = 1 << 12;

/// How a location has been used.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    /// The key of the thread that has, if it is one.
    thread: Option<u64>,
    several: bool,
    written: bool,
    /// By another thread than the one whose `Thread` object it is in, if it is in one.
    foreign: bool,
    by_initializers: bool,
    by_housekeeping: bool,
}

impl Uses {
    fn add(&mut self, by: By, write: bool) {
        self.several |= self.thread.is_some_and(|known| known != by.thread);
        self.thread = Some(by.thread);
        self.written |= write;
        self.foreign |= !by.owns;
    }

    /// Adds what is known of a location that is not told apart from this one.
    fn join(&mut self, other: &Uses) {
        let Uses { thread, several, written, foreign, by_initializers, by_housekeeping } = *other;
        self.several |= several || self.thread.is_some() && thread.is_some() && self.thread != thread;
        self.thread = self.thread.or(thread);
        self.written |= written;
        self.foreign |= foreign;
        self.by_initializers |= by_initializers;
        self.by_housekeeping |= by_housekeeping;
    }

    /// Whether there is a conflict if only the main thread is told from others.
    fn conflicts_among_alike(&self, other: &Uses, main: u64) -> bool {
        let by_main = |uses: &Uses| !uses.several && uses.thread == Some(main);
        let same_thread = !self.foreign && !other.foreign || by_main(self) && by_main(other);
        !same_thread && (self.written || other.written)
    }

    fn conflicts(&self, other: &Uses) -> bool {
        let same_thread = !self.several && !other.several && self.thread == other.thread;
        !same_thread && (self.written || other.written)
    }
}

/// Who makes an access.
#[derive(Clone, Copy)]
struct By {
    /// The key of the thread.
    thread: u64,
    /// Whether it accesses its own `Thread` object.
    owns: bool,
}

/// What has been observed.
#[derive(Default)]
pub struct Regions {
    /// Objects below this were there when the search started.
    limit: ObjId,
    inside: FxHashMap<Location, Uses>,
    outside: FxHashMap<Location, Uses>,
    /// How many objects there were when a library class began to be initialized.
    began: FxHashMap<ClassId, ObjId>,
    /// Accesses that need no other look, inside of regions and outside.
    noted: FxHashSet<RegionAccess>,
    /// Some of them, where they are found at once: the same few come again and again.
    lately: Vec<RegionAccess>,
    /// Regions of these kinds have met a conflict.
    initializers_conflict: bool,
    housekeeping_conflicts: bool,
}

impl Regions {
    /// For a search that starts now.
    pub fn begin(&mut self, vm_objects: usize) {
        let lately = vec![RegionAccess::NONE; PLACES];
        *self = Regions { limit: ObjId::new(vm_objects), lately, ..Regions::default() };
    }

    /// A library class begins to be initialized.
    pub(crate) fn begins(&mut self, class: ClassId, objects: usize) {
        self.began.insert(class, ObjId::new(objects));
    }

    /// The program asks how far the initialization of a library class is.
    pub(crate) fn observe_initializers(&mut self) {
        self.initializers_conflict = true;
    }

    #[inline(always)]
    fn is_noted(&mut self, noted: RegionAccess) -> bool {
        let place = noted.pc.index() ^ noted.obj.index() << 4 ^ (noted.thread ^ noted.of) as usize;
        let Some(place) = self.lately.get_mut(place % PLACES) else { return self.noted.contains(&noted) };
        if *place == noted {
            return true;
        }
        let known = self.noted.contains(&noted);
        if known {
            *place = noted;
        }
        known
    }

    fn note_inside(&mut self, by: By, location: Location, write: bool, kind: RegionKind) {
        let uses = self.inside.entry(location).or_default();
        uses.add(by, write);
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

    fn note_outside(&mut self, by: By, location: Location, write: bool) {
        let uses = self.outside.entry(location).or_default();
        uses.add(by, write);
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
    pub(crate) fn region(&self, tid: ThreadId) -> Option<(RegionKind, ObjId)> {
        let mut innermost = None;
        let mut first_made = ObjId(u32::MAX);
        for (frame, kind) in self.region_frames(tid) {
            if let FrameExit::Initializer(class) = frame.exit {
                first_made = self.observed.regions.began.get(&class).copied().unwrap_or(first_made).min(first_made);
            }
            innermost = innermost.or(Some(kind));
        }
        innermost.map(|kind| (kind, first_made))
    }

    /// Whether a thread is in an atomic region.
    pub(crate) fn is_in_region(&self, tid: ThreadId) -> bool {
        let Some(frame) = self.state.thread(tid).top() else { return false };
        let Within { initializer, housekeeping, join } = frame.within;
        let is = initializer && !self.run.visibility.initializers_interleave
            || housekeeping && self.housekeeping_is_atomic()
            || join;
        debug_assert_eq!(is, self.region_frames(tid).next().is_some(), "what a frame is in follows from those below");
        is
    }

    /// What part of the class library a method is in that a thread is about to call.
    pub(crate) fn within(&self, tid: ThreadId, method: MethodId, exit: FrameExit) -> Within {
        let m = self.program.method(method);
        if !self.program.class(m.class).is_library() {
            return Within::default();
        }
        let mut within = self.state.thread(tid).top().map_or(Within::default(), |frame| frame.within);
        match exit {
            FrameExit::Initializer(class) => within.initializer |= self.program.class(class).is_library(),
            _ => match self.thread_method(method) {
                Some(ThreadMethod::Join) => within.join = true,
                Some(ThreadMethod::Make | ThreadMethod::Start | ThreadMethod::End) => within.housekeeping = true,
                None => {}
            },
        }
        within
    }

    /// The frames of a thread that are atomic regions, innermost first. Code of the program's own that they call is in none.
    fn region_frames(&self, tid: ThreadId) -> impl Iterator<Item = (&Frame, RegionKind)> {
        let is_own = |f: &Frame| !self.program.class(self.program.method(f.method).class).is_library();
        let inner = self.state.thread(tid).frames.iter().rev().take_while(move |&f| !is_own(f));
        inner.filter_map(|frame| match frame.exit {
            FrameExit::Initializer(class) if self.program.class(class).is_library() => {
                let interleaves = self.run.visibility.initializers_interleave;
                (!interleaves).then_some((frame, RegionKind::Initializer))
            }
            _ if self.is_thread_housekeeping(frame.method) => Some((frame, RegionKind::Housekeeping)),
            _ => None,
        })
    }

    fn location(&self, place: Place, obj: ObjId, slot: u32) -> Location {
        let limit = self.observed.regions.limit;
        match place {
            Place::Field(_) if obj < limit => Location::Field(obj, slot),
            Place::Array(_) if obj < limit => Location::Array(obj),
            place @ Place::Field(field) if self.program.field(field).class == self.known.thread => {
                let thread = self.state.threads().iter().find(|thread| thread.object == obj);
                thread.map_or(Location::Later(place), |thread| Location::Thread(thread.key, slot))
            }
            Place::Array(0) => Location::Made(self.state.heap.class_of(obj)),
            place @ (Place::Field(_) | Place::Array(_)) => Location::Later(place),
        }
    }

    /// What tells the location of an access, besides the object and the instruction: whose `Thread` it is, or where an array
    /// was made. Objects from after the search began are numbered anew in every execution.
    fn kin(&self, place: Place, obj: ObjId) -> u64 {
        if obj < self.observed.regions.limit {
            return 0;
        }
        match place {
            Place::Field(field) if self.program.field(field).class == self.known.thread => {
                self.state.threads().iter().find(|thread| thread.object == obj).map_or(0, |thread| thread.key)
            }
            Place::Field(_) => 0,
            Place::Array(0) => u64::from(self.state.heap.class_of(obj).0) << 32,
            Place::Array(site) => u64::from(site),
        }
    }

    /// Takes note of an action that happens inside an atomic region, unseen.
    pub(crate) fn note_unseen(&mut self, tid: ThreadId) {
        if self.run.attempts.is_on() {
            return self.note_attempted(tid);
        }
        let thread = self.state.thread(tid);
        let Some(&Frame { method, pc, within, .. }) = thread.top() else { return };
        let register = |register: u16| ObjId(thread.register(register) as u32);
        let key = thread.key;
        let noted = |obj: ObjId, of: u64| Some(RegionAccess { pc, obj, thread: key, of, within });
        let mut changes = true;
        let noted = match (&self.program.method(method).body, self.program.code[pc.index()]) {
            (Body::Native, _) => None,
            (_, Op::GetFieldQ { obj, field, .. }) => {
                let obj = register(obj.0);
                noted(obj, self.kin(Place::Field(field), obj))
            }
            (_, Op::PutFieldQ { obj, v, slot, field }) => {
                let obj = register(obj.0);
                changes = self.state.heap.field(obj, slot.0) != thread.register(v.0);
                noted(obj, self.kin(Place::Field(field), obj) ^ u64::from(changes) << 63)
            }
            (_, Op::GetStaticQ { .. } | Op::PutStaticQ { .. }) => noted(ObjId::NULL, 0),
            (_, Op::MonitorEnter { .. } | Op::MonitorExit { .. }) => return,
            (_, op) => array_of(&op).and_then(|array| {
                let array = register(array);
                let site = self.state.heap.header(array).site;
                noted(array, self.kin(Place::Array(site), array))
            }),
        };
        if noted.is_some_and(|noted| self.observed.regions.is_noted(noted)) {
            return;
        }
        let touches = self.touches(tid);
        if touches.is_empty() {
            return;
        }
        let Some((kind, first_made)) = self.region(tid) else { return };
        if touches.iter().any(|touch| touch.obj >= first_made) {
            // What has this number may be another object in another execution.
            return;
        }
        for touch in touches {
            let location = self.location(touch.place, touch.obj, touch.first);
            let by = self.accesses(tid, touch.obj);
            self.observed.regions.note_inside(by, location, touch.write && changes, kind);
        }
        self.observed.regions.noted.extend(noted);
    }

    /// Takes note of an action that is part of one that the program awaits: it happens outside of regions.
    fn note_attempted(&mut self, tid: ThreadId) {
        if let Some(action) = self.pending_action(tid) {
            self.note_weak(tid, &action);
        }
        for touch in self.touches(tid) {
            let location = self.location(touch.place, touch.obj, touch.first);
            let by = self.accesses(tid, touch.obj);
            self.observed.regions.note_outside(by, location, touch.write);
            self.run.attempts.touched.push(touch);
        }
    }

    /// Takes note of an action outside of atomic regions; whether a region turns out not to be atomic.
    pub fn note_seen(&mut self, tid: ThreadId, action: &Action) -> bool {
        let thread = self.state.thread(tid).key;
        match *action {
            Action::Access { place, obj, write, .. } => {
                let pc = self.state.thread(tid).top().map_or(Pc(0), |frame| frame.pc);
                let noted = RegionAccess { pc, obj, thread, of: self.kin(place, obj), within: Within::default() };
                if self.observed.regions.is_noted(noted) {
                    return self.regions_withdrawn();
                }
                let slot = match place {
                    Place::Field(field) => self.slot_in_object(field),
                    Place::Array(_) => 0,
                };
                let location = self.location(place, obj, slot);
                let by = self.accesses(tid, obj);
                self.observed.regions.note_outside(by, location, write);
                self.observed.regions.noted.insert(noted);
            }
            Action::Native { .. } => {
                for touch in self.native_touches(tid) {
                    let location = self.location(touch.place, touch.obj, touch.first);
                    let by = self.accesses(tid, touch.obj);
                    self.observed.regions.note_outside(by, location, touch.write);
                }
            }
            Action::Enter { .. }
            | Action::Exit { .. }
            | Action::Initialize { .. }
            | Action::Link { .. }
            | Action::Acquire { .. }
            | Action::Attempt { .. }
            | Action::Release { .. }
            | Action::Prune
            | Action::Start { .. } => {}
        }
        self.regions_withdrawn()
    }

    fn accesses(&self, tid: ThreadId, obj: ObjId) -> By {
        let thread = self.state.thread(tid);
        By { thread: thread.key, owns: thread.object == obj }
    }

    /// Whether that regions are atomic rests on telling threads apart other than the main one, or objects without a fixed
    /// identity. A search that takes threads for each other must not rest on that: what it has seen of one may be true of
    /// another.
    pub fn regions_tell_threads_apart(&self, is_fixed: impl Fn(ObjId) -> bool) -> bool {
        let Visibility { initializers_interleave, housekeeping_interleaves, .. } = self.run.visibility;
        let main = self.state.threads().first().map_or(0, |thread| thread.key);
        let joined = |uses: &FxHashMap<Location, Uses>| {
            let mut joined: FxHashMap<Location, Uses> = FxHashMap::default();
            for (&location, uses) in uses {
                joined.entry(self.up_to_symmetry(location, &is_fixed)).or_default().join(uses);
            }
            joined
        };
        let outside = joined(&self.observed.regions.outside);
        joined(&self.observed.regions.inside).iter().any(|(location, uses)| {
            let matters =
                uses.by_initializers && !initializers_interleave || uses.by_housekeeping && !housekeeping_interleaves;
            matters && outside.get(location).is_some_and(|others| uses.conflicts_among_alike(others, main))
        })
    }

    /// What stands for all locations that are taken for a location where threads are.
    fn up_to_symmetry(&self, location: Location, is_fixed: impl Fn(ObjId) -> bool) -> Location {
        let field = |mut class: ClassId, slot: u32| {
            loop {
                let c = self.program.class(class);
                let here = |&&field: &&FieldId| {
                    let f = self.program.field(field);
                    !f.flags.is_static() && u32::from(f.slot) == slot
                };
                if let Some(&field) = c.fields.iter().find(here) {
                    return Some(Location::Later(Place::Field(field)));
                }
                class = c.super_class?;
            }
        };
        let of_class = match location {
            Location::Field(obj, slot) if !is_fixed(obj) => field(self.state.heap.class_of(obj), slot),
            Location::Array(obj) if !is_fixed(obj) => {
                let header = self.state.heap.header(obj);
                Some(match header.site {
                    0 => Location::Made(header.class),
                    site => Location::Later(Place::Array(site)),
                })
            }
            Location::Thread(_, slot) => field(self.known.thread, slot),
            Location::Field(..) | Location::Array(_) | Location::Later(_) | Location::Made(_) => None,
        };
        of_class.unwrap_or(location)
    }

    /// Whether regions of some kind have met a conflict that was not known before. They are atomic no longer.
    pub fn regions_withdrawn(&mut self) -> bool {
        let visibility = &mut self.run.visibility;
        let news = self.observed.regions.initializers_conflict && !visibility.initializers_interleave
            || self.observed.regions.housekeeping_conflicts && !visibility.housekeeping_interleaves;
        visibility.initializers_interleave |= self.observed.regions.initializers_conflict;
        visibility.housekeeping_interleaves |= self.observed.regions.housekeeping_conflicts;
        news
    }
}

/// The register with the array that an instruction accesses.
fn array_of(op: &Op) -> Option<u16> {
    match op {
        Op::BALoad { a, .. }
        | Op::CALoad { a, .. }
        | Op::SALoad { a, .. }
        | Op::IALoad { a, .. }
        | Op::LALoad { a, .. }
        | Op::AALoad { a, .. }
        | Op::BAStore { a, .. }
        | Op::CAStore { a, .. }
        | Op::IAStore { a, .. }
        | Op::LAStore { a, .. }
        | Op::AAStore { a, .. } => Some(a.0),
        _ => None,
    }
}
