//! Data races: two accesses to one location by different threads, one of them a write, one of them plain, and nothing
//! that orders them.
//!
//! **What is looked for.** Under sequential consistency a program has a data race in the sense of the Java memory model
//! (JLS 17.4.5: conflicting accesses that happens-before does not order) if and only if some execution reaches a state in
//! which two threads stand before conflicting accesses. If they do, the two can be taken one right after the other, and
//! no edge of happens-before fits in between. Conversely take an execution with a race whose second access comes first,
//! and of it only what happens before one of the two: no race is among that, so it is an execution with the same values,
//! and at its end both threads stand before their accesses. So no lock sets are guessed: a hand-over through fork, join, a
//! volatile, a latch, a queue or an executor is no race since the two accesses are never possible at the same time. What
//! the states do not show is a race that can only be met after another one (the fields of an object that was itself
//! handed over by a race): there is a race to report then all the same.
//!
//! **With transactions.** Let both threads stand before their accesses `a` and `b`, neither of them a mover. A transaction
//! that has committed ends before such an access, so each of the two threads is between transactions or has only taken
//! right movers. Let the transactions of all others run to their ends, or take their right movers back; move the right
//! movers of the two to the end of the execution. So some state of the reduced graph leads to the two by right movers of
//! one thread and right movers of the other, and `a` and `b` are the accesses by which the expansions of the two from
//! that state commit. Conversely two such expansions show a race if their right movers fit together: if they take no
//! monitor in common. This is not taken for granted: the two are brought to their accesses one after the other, and only
//! if both then stand there a race is reported. An access that is a mover cannot race: it is of something that only its
//! thread can reach, that nobody writes, or that a lock protects; and a discipline that does not hold is withdrawn.
//! Without transactions the first action of each expansion is compared.
//!
//! **Which locations.** Fields and array elements, by index. Not volatile fields. Of the class library only what programs
//! use without knowing it inside (`java.util`, `java.text`, `java.io`, string builders), not what has races on purpose:
//! caches of hash codes, views and texts, and everything in `java.lang`, `java.util.concurrent` and the JDK's own packages.
//!
//! **What is not seen.** Accesses by `Unsafe.copyMemory` and `setMemory`; what runs atomically (`visible`: construction,
//! start and end of threads, initializers of library classes). Accesses weaker than volatile but not plain (acquire,
//! release, opaque) count as volatile; the list of assumptions says so. A thread without others cannot race: all others
//! have ended.

use super::expand::{Committing, Move, execute_to_commit};
use super::explain::Found;
use super::paths::NodeId;
use super::search::{Checker, Ended};
use super::verdict::{Race, Races, Site};
use super::visible::{Action, Place};
use crate::program::{Body, ClassId, Kind, ObjId, Op, ThreadId};
use crate::vm::Vm;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// Part of an object that an action reads or writes: fields by slot, elements by index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Touch {
    obj: ObjId,
    first: u32,
    last: u32,
    write: bool,
    plain: bool,
}

impl Touch {
    fn conflicts(&self, other: &Touch) -> bool {
        self.obj == other.obj
            && self.first <= other.last
            && other.first <= self.last
            && (self.write || other.write)
            && (self.plain || other.plain)
    }
}

/// An access that a thread is about to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Access {
    touches: Vec<Touch>,
    /// Where: a hash of the thread's stack.
    site: u64,
}

/// The first pair of touches that conflict.
fn conflict(a: &Access, b: &Access) -> Option<(Touch, Touch)> {
    a.touches.iter().flat_map(|x| b.touches.iter().map(move |y| (*x, *y))).find(|(x, y)| x.conflicts(y))
}

/// A move from a node and the access by which it commits.
struct Candidate {
    step: Move,
    access: Access,
    monitors: Vec<ObjId>,
}

/// What is known about races.
#[derive(Default)]
pub(super) struct Detector {
    /// By node: the moves that commit by an access that could race.
    candidates: FxHashMap<NodeId, Vec<Candidate>>,
    /// Pairs of sites that need no other look.
    settled: FxHashSet<(u64, u64)>,
    /// The races, one for each pair of lines.
    pub(super) found: Vec<Race>,
}

impl Detector {
    /// Forgets all nodes.
    pub(super) fn restart(&mut self) {
        self.candidates.clear();
    }

    /// Forgets a node.
    pub(super) fn close(&mut self, node: NodeId) {
        self.candidates.remove(&node);
    }

    /// Takes note of a move; gives the moves of other threads whose accesses conflict with its access.
    fn add(&mut self, node: NodeId, step: &Move, committing: Committing) -> Vec<Move> {
        let Committing { monitors, access: Some(access), .. } = committing else { return Vec::new() };
        let others = self.candidates.entry(node).or_default();
        let mut racing = Vec::new();
        for other in others.iter().filter(|other| other.step.thread != step.thread) {
            let sites = (access.site.min(other.access.site), access.site.max(other.access.site));
            if conflict(&access, &other.access).is_some()
                && !other.monitors.iter().any(|monitor| monitors.contains(monitor))
                && !self.settled.contains(&sites)
            {
                racing.push(other.step.clone());
            }
        }
        others.push(Candidate { step: step.clone(), access, monitors });
        racing
    }
}

impl Checker<'_> {
    /// A move has been taken from a node: looks for races with the moves taken there before.
    pub(super) fn watch_races(&mut self, from: NodeId, step: &Move, committing: Committing) -> Result<(), Ended> {
        for other in self.races.add(from, step, committing) {
            self.stand_at(from);
            let Some(race) = self.confirm(from, &other, step) else { continue };
            self.report(race, from, &[other, step.clone()])?;
        }
        Ok(())
    }

    /// A walk has come to a node: looks at what all threads stand before. A walk does not try the moves of all threads.
    pub(super) fn peek_races(&mut self, at: NodeId) -> Result<(), Ended> {
        let threads = self.vm.state.thread_ids().filter(|&thread| self.vm.can_run(thread));
        let accesses: Vec<(ThreadId, Access)> =
            threads.filter_map(|thread| Some((thread, self.vm.pending_access(thread)?))).collect();
        for (index, first) in accesses.iter().enumerate() {
            for second in &accesses[index + 1..] {
                if let Some(race) = self.race(at, first, second) {
                    self.report(race, at, &[])?;
                }
            }
        }
        Ok(())
    }

    /// A race was found at a node; the moves take the two accesses.
    fn report(&mut self, race: Race, at: NodeId, moves: &[Move]) -> Result<(), Ended> {
        if self.options.races == Races::Error {
            return Err(self.violation(Found::Race(Box::new(race)), at, moves.iter().cloned()));
        }
        let lines = |race: &Race| {
            let mut lines = race.sites.each_ref().map(|site| site.line.map(|line| (line.method, line.line)));
            lines.sort_unstable();
            lines
        };
        if !self.races.found.iter().any(|known| lines(known) == lines(&race)) {
            self.races.found.push(race);
        }
        Ok(())
    }

    /// Brings two threads to their accesses, one after the other, from where the machine stands.
    fn confirm(&mut self, from: NodeId, first: &Move, second: &Move) -> Option<Race> {
        let mut accesses = Vec::new();
        for step in [first, second] {
            execute_to_commit(self.vm, step.clone(), self.options.reduction, &mut self.disciplines);
            accesses.push(self.vm.pending_access(step.thread)?);
        }
        // The second must not have moved the first.
        if self.vm.pending_access(first.thread).as_ref() != accesses.first() {
            return None;
        }
        let [a, b] = [&accesses[0], &accesses[1]].map(Clone::clone);
        self.race(from, &(first.thread, a), &(second.thread, b))
    }

    /// The race between two accesses before which two threads stand, if they conflict.
    fn race(&mut self, at: NodeId, first: &(ThreadId, Access), second: &(ThreadId, Access)) -> Option<Race> {
        let (x, y) = conflict(&first.1, &second.1)?;
        self.races.settled.insert((first.1.site.min(second.1.site), first.1.site.max(second.1.site)));
        let site = |vm: &Vm, thread: ThreadId, write: bool| Site {
            thread,
            write,
            line: vm.user_line(thread),
            stack: vm.stack_lines(thread),
        };
        Some(Race {
            location: self.vm.location_name(x.obj, x.first.max(y.first)),
            sites: [site(self.vm, first.0, x.write), site(self.vm, second.0, y.write)],
            depth: self.paths.depth(at),
        })
    }
}

impl Vm {
    /// What the next action of a thread reads or writes, as far as it could race.
    pub(super) fn pending_access(&self, tid: ThreadId) -> Option<Access> {
        let touches = self.touches(tid);
        if touches.is_empty() {
            return None;
        }
        let mut hasher = FxHasher::default();
        for frame in &self.state.thread(tid).frames {
            (frame.method, frame.pc).hash(&mut hasher);
        }
        touches.iter().for_each(|touch| touch.write.hash(&mut hasher));
        Some(Access { touches, site: hasher.finish() })
    }

    fn touches(&self, tid: ThreadId) -> Vec<Touch> {
        let mut touches = match self.pending_action(tid) {
            Some(Action::Access { place: Place::Field(field), obj, write, volatile }) => {
                let f = self.program.field(field);
                if volatile || !self.may_race(f.class, Some(self.program.name(f.name))) {
                    return Vec::new();
                }
                let slot = if f.flags.is_static() { self.known.class_slots + f.slot } else { f.slot };
                vec![Touch { obj, first: slot.into(), last: slot.into(), write, plain: true }]
            }
            Some(Action::Access { place: Place::Array(_), obj, write, .. }) => match self.pending_index(tid) {
                Some(index) if self.may_race(self.accessor(tid), None) => {
                    vec![Touch { obj, first: index, last: index, write, plain: true }]
                }
                Some(_) | None => Vec::new(),
            },
            Some(Action::Native { .. }) => self.native_touches(tid),
            Some(
                Action::Enter { .. }
                | Action::Exit { .. }
                | Action::Initialize { .. }
                | Action::Prune
                | Action::Start { .. },
            )
            | None => Vec::new(),
        };
        touches.retain(|touch| !touch.obj.is_null() && self.state.heap.is_shared(touch.obj));
        touches
    }

    /// The index of the array element that a thread is about to access.
    fn pending_index(&self, tid: ThreadId) -> Option<u32> {
        let thread = self.state.thread(tid);
        let (Op::BALoad { i, .. }
        | Op::CALoad { i, .. }
        | Op::SALoad { i, .. }
        | Op::IALoad { i, .. }
        | Op::LALoad { i, .. }
        | Op::AALoad { i, .. }
        | Op::BAStore { i, .. }
        | Op::CAStore { i, .. }
        | Op::IAStore { i, .. }
        | Op::LAStore { i, .. }
        | Op::AAStore { i, .. }) = self.program.code[thread.top()?.pc.index()]
        else {
            return None;
        };
        Some(thread.register(i.0) as u32)
    }

    /// What a native is about to read and write.
    fn native_touches(&self, tid: ThreadId) -> Vec<Touch> {
        let thread = self.state.thread(tid);
        let Some(frame) = thread.top() else { return Vec::new() };
        let method = self.program.method(frame.method);
        let word = |slot: usize| thread.registers(frame)[slot];
        let obj = |slot: usize| ObjId(word(slot) as u32);
        let range = |obj: ObjId, from: u32, count: u32, write: bool| {
            (count > 0).then(|| Touch { obj, first: from, last: from + (count - 1), write, plain: true })
        };
        let is_array = |obj: ObjId| self.program.class(self.state.heap.class_of(obj)).array_kind().is_some();
        let name = self.program.name(method.name);
        let elements = self.may_race(self.accessor(tid), None);
        match self.program.class_name(method.class) {
            "jdk/internal/misc/Unsafe" => {
                let write = !name.starts_with("get");
                let plain = !name.starts_with("compareAnd") && !name.ends_with("Volatile");
                let known = ["get", "put", "compareAnd"].iter().any(|prefix| name.starts_with(prefix));
                if !known || obj(1).is_null() {
                    return Vec::new();
                }
                let touch = |index: u32| Touch { obj: obj(1), first: index, last: index, write, plain };
                let at = (word(2) as i64 - crate::natives::UNSAFE_BASE).max(0) as u64;
                match self.program.class(self.state.heap.class_of(obj(1))).array_kind() {
                    Some(kind) if elements => vec![touch((at / kind.element_bytes() as u64) as u32)],
                    Some(_) => Vec::new(),
                    None => self.field_by_slot(obj(1), (at / 8) as u32).map_or(Vec::new(), |field| {
                        let f = self.program.field(field);
                        let races = !f.flags.is_volatile() && self.may_race(f.class, Some(self.program.name(f.name)));
                        races.then(|| touch((at / 8) as u32)).into_iter().collect()
                    }),
                }
            }
            "java/lang/System" if name == "arraycopy" && elements => {
                // Positions that are out of range throw before anything is touched.
                let count = (word(4) as u32 as i32).max(0) as u32;
                let fits = |array: ObjId, from: u32| {
                    !array.is_null()
                        && is_array(array)
                        && from.checked_add(count).is_some_and(|end| end <= self.state.heap.array_len(array))
                };
                let (from, to) = (word(1) as u32, word(3) as u32);
                if !fits(obj(0), from) || !fits(obj(2), to) {
                    return Vec::new();
                }
                range(obj(0), from, count, false).into_iter().chain(range(obj(2), to, count, true)).collect()
            }
            "java/lang/Object" if name == "clone" && !obj(0).is_null() => {
                let counts =
                    if is_array(obj(0)) { elements } else { self.may_race(self.state.heap.class_of(obj(0)), None) };
                let len = self.state.heap.header(obj(0)).len;
                counts.then(|| range(obj(0), 0, len, false)).flatten().into_iter().collect()
            }
            "java/lang/reflect/Array" if elements && !obj(0).is_null() && is_array(obj(0)) => {
                let write = name.starts_with("set");
                (write || name.starts_with("get") && name != "getLength")
                    .then(|| range(obj(0), word(1) as u32, 1, write))
                    .flatten()
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The class whose code makes an access: that of the innermost method that is no native.
    fn accessor(&self, tid: ThreadId) -> ClassId {
        let frames = &self.state.thread(tid).frames;
        let innermost = frames.iter().rev().map(|frame| self.program.method(frame.method));
        let mut coded = innermost.filter(|method| !matches!(method.body, Body::Native));
        coded.next().map_or(self.known.object, |method| method.class)
    }

    /// The field in a slot of an object; static fields are in their class's mirror.
    fn field_by_slot(&self, obj: ObjId, slot: u32) -> Option<crate::program::FieldId> {
        let statics = u32::from(self.known.class_slots);
        let (mut at, slot, is_static) = match self.state.class_of_mirror(obj) {
            Some(class) if slot >= statics => (Some(class), slot - statics, true),
            Some(_) | None => (Some(self.state.heap.class_of(obj)), slot, false),
        };
        while let Some(class) = at {
            let c = self.program.class(class);
            let field = c.fields.iter().copied().find(|&field| {
                let f = self.program.field(field);
                f.flags.is_static() == is_static && u32::from(f.slot) == slot
            });
            if field.is_some() || is_static {
                return field;
            }
            at = c.super_class;
        }
        None
    }

    /// Whether a race on a field of this class, or on an array that its code accesses, is one to report.
    fn may_race(&self, class: ClassId, field: Option<&str>) -> bool {
        if !self.program.class(class).loader.is_library() {
            return true;
        }
        let name = self.program.class_name(class);
        match name.rsplit_once('/') {
            Some(("java/util", class)) => {
                let caches = ["Locale", "ResourceBundle", "ServiceLoader", "Currency", "TimeZone", "Collections"];
                let views = name == "java/util/AbstractMap" && matches!(field, Some("keySet" | "values"));
                !views && !caches.iter().any(|prefix| class.starts_with(prefix))
            }
            Some(("java/util/regex" | "java/text" | "java/io", _)) => true,
            Some(("java/lang", class)) => {
                matches!(class, "AbstractStringBuilder" | "StringBuilder" | "StringBuffer")
            }
            Some(_) | None => false,
        }
    }

    /// How a location is called: `Foo.bar`, or an element of an array.
    fn location_name(&self, obj: ObjId, index: u32) -> String {
        let class = self.state.heap.class_of(obj);
        if let Some(kind) = self.program.class(class).array_kind() {
            let of = if kind == Kind::Ref { "reference" } else { kind.keyword() };
            return format!("element {index} of an array of {of}");
        }
        match self.field_by_slot(obj, index) {
            Some(field) => {
                let f = self.program.field(field);
                format!("{}.{}", self.external_name(f.class), self.program.name(f.name))
            }
            None => format!("a field of {}", self.external_name(class)),
        }
    }
}
