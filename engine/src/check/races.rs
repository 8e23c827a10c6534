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
//! **Which locations.** Fields and array elements, by index. Not volatile fields. Arrays that the program's own code makes,
//! whoever accesses them (`new String(chars)`, a `ByteBuffer` around bytes). Of the class library only what programs use
//! without knowing it inside (`java.util`, `java.text`, `java.io`, buffers, string builders), not what has races on purpose: caches
//! of hash codes, views and texts, and everything in `java.lang`, `java.util.concurrent` and the JDK's own packages.
//!
//! **Copies.** `System.arraycopy` is one action where it copies arrays of the class library, and that is right as long as
//! nobody else accesses what is being copied: take the first access that comes in between and conflicts with the copy; all
//! parts of the copy before it commute with what came since, so they can be taken later, and then the two threads stand
//! before a race. So when a race with such a copy is found, the search starts again, with copies made element by element,
//! as they are from the start if races are not looked for.
//!
//! **What is not seen.** What runs atomically (`visible`: construction,
//! start and end of threads, initializers of library classes) and what a program puts into atomic blocks. Races that only an
//! access weaker than volatile, or a look at another thread, keeps apart: `happens` looks for those. A thread without others
//! cannot race: all others have ended.

use super::checker::{Checker, Ended};
use super::expand::Committing;
use super::explain::{Found, race_place};
use super::memory::Touch;
use super::moves::{Move, execute_to_commit};
use super::paths::NodeId;
use super::verdict::{Race, Races, Site};
use super::visible::Place;
use crate::natives::effect::Effect;
use crate::natives::{Arguments, next_part};
use crate::program::{Body, ClassId, Kind, ObjId, ThreadId};
use crate::state::{Frame, Header};
use crate::vm::Vm;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// An access that a thread is about to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Access {
    touches: Vec<Touch>,
    /// Where: a hash of the thread's stack.
    site: u64,
}

impl Access {
    /// What is read and written.
    pub(super) fn touches(&self) -> &[Touch] {
        &self.touches
    }

    /// Where: a hash of the thread's stack.
    pub(super) fn site(&self) -> u64 {
        self.site
    }
}

/// The first pair of touches that conflict.
fn conflict(a: &Access, b: &Access) -> Option<(Touch, Touch)> {
    a.touches.iter().flat_map(|x| b.touches.iter().map(move |y| (*x, *y))).find(|(x, y)| x.conflicts(y))
}

/// Where the two are, in order.
fn sites(a: &Access, b: &Access) -> (u64, u64) {
    (a.site.min(b.site), a.site.max(b.site))
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
    /// The races, one for each pair of lines and each field.
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
            if conflict(&access, &other.access).is_some()
                && !other.monitors.iter().any(|monitor| monitors.contains(monitor))
                && !self.settled.contains(&sites(&access, &other.access))
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

    /// A walk has come to a node: looks at what some of the threads would access next. A walk does not try the moves of
    /// all, and a look at all of many threads would cost more than it is worth.
    pub(super) fn peek_races(&mut self, at: NodeId) -> Result<(), Ended> {
        const LOOKED_AT: usize = 4;
        let moves = self.paths.node(at).untried.clone();
        let first = self.paths.depth(at);
        let moves = (0..moves.len().min(LOOKED_AT)).map(|offset| &moves[(first + offset) % moves.len()]);
        let mut accesses: Vec<(&Move, Access)> = Vec::new();
        for step in moves {
            execute_to_commit(self.vm, step.clone(), self.options.reduction, &mut self.disciplines, None);
            accesses.extend(self.vm.pending_access(step.thread).map(|access| (step, access)));
            self.stand_at(at);
        }
        for (index, (first, access)) in accesses.iter().enumerate() {
            for (second, other) in &accesses[index + 1..] {
                let settled = self.races.settled.contains(&sites(access, other));
                if first.thread == second.thread || settled || conflict(access, other).is_none() {
                    continue;
                }
                let race = self.confirm(at, first, second);
                self.stand_at(at);
                if let Some(race) = race {
                    self.report(race, at, &[(*first).clone(), (*second).clone()])?;
                }
            }
        }
        Ok(())
    }

    /// A race was found at a node; the moves take the two accesses.
    fn report(&mut self, race: Race, at: NodeId, moves: &[Move]) -> Result<(), Ended> {
        if self.options.races == Races::Error {
            return self.fails(Found::Race(Box::new(race)), at, moves);
        }
        self.add_race(race);
        Ok(())
    }

    /// Adds a race to those beside the verdict, unless one is known at the same lines.
    pub(super) fn add_race(&mut self, race: Race) {
        if !self.races.found.iter().any(|known| race_place(known) == race_place(&race)) {
            self.races.found.push(race);
        }
    }

    /// Brings two threads to their accesses, one after the other, from where the machine stands.
    fn confirm(&mut self, from: NodeId, first: &Move, second: &Move) -> Option<Race> {
        let mut accesses = Vec::new();
        for step in [first, second] {
            execute_to_commit(self.vm, step.clone(), self.options.reduction, &mut self.disciplines, None);
            accesses.push(self.vm.pending_access(step.thread)?);
        }
        // The second must not have moved the first.
        if self.vm.pending_access(first.thread).as_ref() != accesses.first() {
            return None;
        }
        let [a, b] = [&accesses[0], &accesses[1]].map(Clone::clone);
        let race = self.race(from, &(first.thread, a), &(second.thread, b))?;
        if [first, second].iter().any(|step| self.vm.copies_at_once(step.thread)) {
            // The search starts again: others may come in between.
            self.vm.program.visibility.copies_are_observed = true;
            self.disciplines.withdrawn = true;
        }
        Some(race)
    }

    /// The race between two accesses before which two threads stand, if they conflict.
    fn race(&mut self, at: NodeId, first: &(ThreadId, Access), second: &(ThreadId, Access)) -> Option<Race> {
        let race = self.vm.race_between(first, second)?;
        self.races.settled.insert(sites(&first.1, &second.1));
        Some(Race { depth: self.paths.depth(at), ..race })
    }
}

impl Vm {
    /// The race between two accesses before which two threads stand, if they conflict.
    pub(super) fn race_between(&self, first: &(ThreadId, Access), second: &(ThreadId, Access)) -> Option<Race> {
        let (x, y) = conflict(&first.1, &second.1)?;
        Some(Race {
            location: self.location_name(x.obj, x.first.max(y.first)),
            place: x.place,
            sites: [self.site(first.0, x.write), self.site(second.0, y.write)],
            depth: 0,
            is_past: false,
        })
    }

    /// What the next action of a thread reads or writes, as far as it could race.
    pub(super) fn pending_access(&self, tid: ThreadId) -> Option<Access> {
        let mut touches = self.touches(tid);
        touches.retain(|touch| self.place_may_race(tid, touch.place));
        if touches.is_empty() {
            return None;
        }
        let mut hasher = FxHasher::default();
        self.stack_hash(tid).hash(&mut hasher);
        // One instruction may access different fields, as in a method that is given a handle.
        touches.iter().for_each(|touch| (touch.write, touch.place).hash(&mut hasher));
        Some(Access { touches, site: hasher.finish() })
    }

    /// A hash of where a thread stands.
    pub(super) fn stack_hash(&self, tid: ThreadId) -> u64 {
        let mut hasher = FxHasher::default();
        for frame in &self.state.thread(tid).frames {
            (frame.method, frame.pc).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Whether an access of a thread to a place is one to report.
    pub(super) fn place_may_race(&self, tid: ThreadId, place: Place) -> bool {
        match place {
            Place::Field(field) => self.program.field_may_race(field),
            Place::Array(site) => site & Header::OWN != 0 || self.program.code_may_race(self.accessor(tid)),
        }
    }

    /// Where a thread stands, for a report.
    pub(super) fn site(&self, thread: ThreadId, write: bool) -> Site {
        Site {
            thread,
            thread_name: self.thread_names().swap_remove(thread.index()),
            write,
            line: self.user_line(thread),
            stack: self.stack_lines(thread),
        }
    }

    /// Whether a thread stands before a copy of several elements that others cannot look at in between.
    fn copies_at_once(&self, tid: ThreadId) -> bool {
        let thread = self.state.thread(tid);
        let several = |frame: &Frame| {
            let args = Arguments(thread.registers(frame));
            args.int(4) > 1 && next_part(self, tid, args).is_none()
        };
        self.next_effect(tid) == Some(Effect::CopyArray) && thread.top().is_some_and(several)
    }

    /// Whether a copy that the class library is about to make is one of several steps.
    pub(crate) fn library_is_seen_copying(&self, tid: ThreadId) -> bool {
        self.program.visibility.copies_are_observed && self.copy_may_race(tid)
    }

    /// Whether a copy that a thread is about to make is one of those that are searched for data races.
    pub(crate) fn copy_may_race(&self, tid: ThreadId) -> bool {
        self.program.code_may_race(self.accessor(tid))
    }

    /// The class whose code makes an access: that of the innermost method that is neither native nor only the means of
    /// an access (a variable handle, reflection).
    fn accessor(&self, tid: ThreadId) -> ClassId {
        let innermost = self.state.thread(tid).frames.iter().rev().map(|frame| self.program.method(frame.method));
        let mut real = innermost.filter(|m| !matches!(m.body, Body::Native) && !self.is_means(m.class));
        real.next().map_or(self.known.object, |method| method.class)
    }

    /// Whether the code of a class only does what other code asks for.
    pub(super) fn is_means(&self, class: ClassId) -> bool {
        self.program.class(class).synthetic || self.program.class_facts(class).is_means
    }

    /// Whether the method that a thread runs was called by the program's own code, directly or by such means.
    pub(crate) fn is_called_by_user(&self, tid: ThreadId) -> bool {
        let callers = self.state.thread(tid).frames.iter().rev().skip(1).map(|frame| frame.method);
        let mut real = callers.filter(|&method| !self.is_means(self.program.method(method).class));
        real.next().is_some_and(|method| self.is_users(method))
    }

    /// How a location is called: `Foo.bar`, or an element of an array.
    pub(super) fn location_name(&self, obj: ObjId, index: u32) -> String {
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
