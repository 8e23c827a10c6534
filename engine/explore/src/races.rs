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
use super::moves::{Move, execute_to_commit};
use super::paths::NodeId;
use super::verdict::{Race, Races};
use braid_machine::observe::Access;
use braid_machine::vm::Vm;
use braid_program::{ObjId, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where the two are, in order.
fn sites(a: &Access, b: &Access) -> (u64, u64) {
    (a.site().min(b.site()), a.site().max(b.site()))
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
            if access.conflict(&other.access).is_some()
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
                if first.thread == second.thread || settled || access.conflict(other).is_none() {
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
            self.vm.run.visibility.copies_are_observed = true;
            self.disciplines.withdrawn = true;
        }
        Some(race)
    }

    /// The race between two accesses before which two threads stand, if they conflict.
    fn race(&mut self, at: NodeId, first: &(ThreadId, Access), second: &(ThreadId, Access)) -> Option<Race> {
        let race = race_between(self.vm, first, second)?;
        self.races.settled.insert(sites(&first.1, &second.1));
        Some(Race { depth: self.paths.depth(at), ..race })
    }
}

/// The race between two accesses before which two threads stand, if they conflict.
pub(super) fn race_between(vm: &Vm, first: &(ThreadId, Access), second: &(ThreadId, Access)) -> Option<Race> {
    let (x, y) = first.1.conflict(&second.1)?;
    Some(Race {
        location: vm.location_name(x.obj, x.first.max(y.first)),
        place: x.place,
        sites: [vm.site(first.0, x.write), vm.site(second.0, y.write)],
        depth: 0,
        is_past: false,
    })
}
