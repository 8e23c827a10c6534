//! Data races: two accesses to one location by different threads, at least one of them a write and one of them plain, that
//! happens-before does not order (JLS 17.4.5).
//!
//! **What is looked for.** A state in which two threads stand before conflicting accesses. Under sequential consistency a
//! program has a data race if and only if some execution reaches such a state (Boehm and Adve, PLDI 2008, prove the two
//! definitions equivalent). If two threads stand there, one access can be taken right after the other, and no edge of
//! happens-before fits in between. Conversely take an execution whose second access of a race comes as early as it can, and
//! of it only what happens before one of the two: there is no race among that, so it is an execution with the same values,
//! and at its end both threads stand before their accesses. So no lock sets are guessed: a hand-over through fork, join, a
//! volatile, a latch, a queue or an executor is no race, since the two accesses are never possible in one state. What
//! the states do not show is a race that is possible only after another one (on the fields of an object that was itself handed
//! over by a race): then there is a race to report all the same.
//!
//! **Algorithm.** Each expansion notes the access by which it commits. At each state the noted accesses of different threads are
//! compared. Two that conflict are confirmed: both threads are brought to their accesses, one after the other, and only if both
//! then stand there a race is reported. A random walk does not expand all threads of a state; there a few of them are brought to
//! their accesses for a look.
//!
//! **Reductions preserve races.** Let two threads stand before conflicting accesses `a` and `b`. An access that commutes (a
//! mover) cannot race: it is of something that only its thread can reach, that is never written, or that a lock protects; and
//! a discipline that does not hold is withdrawn. So neither `a` nor `b` is a mover. A transaction that has committed ends
//! before such an access, so each of the two threads is between transactions or has taken right movers only. Let the
//! transactions of all other threads run to their ends, or take their right movers back; commute the right movers of the two to
//! the end of the execution. So some state of the reduced graph leads to the two by right movers of one thread and right
//! movers of the other, and `a` and `b` are the accesses by which the expansions of the two from that state commit. Conversely
//! two such expansions show a race if their right movers are possible together, that is, if they enter no monitor in common;
//! confirming decides. Without transactions the first action of each expansion is compared.
//!
//! **Which locations.** Fields and array elements, by index. Not volatile fields. Arrays that the program's own code makes,
//! whatever code accesses them (`new String(chars)`, a `ByteBuffer` around bytes). Of the class library only what programs use
//! without knowing it inside (`java.util`, `java.text`, `java.io`, buffers, string builders), not what has races on purpose: caches
//! of hash codes, views and texts, and everything in `java.lang`, `java.util.concurrent` and the JDK's own packages.
//!
//! **Copies.** `System.arraycopy` is one action where it copies arrays of the class library, and that is right as long as no
//! other thread accesses what is being copied: take the first access that comes in between and conflicts with the copy; all
//! parts of the copy before it commute with what came since, so they can be taken later, and then the two threads stand
//! before a race. So when a race with such a copy is found, the search starts again, with copies made element by element,
//! as they are from the start if races are not looked for.
//!
//! **What is not seen.** What runs atomically (construction, start and end of threads, initializers of library classes) and what a
//! program puts into atomic blocks. Races that only something other than synchronization keeps apart: `unordered` looks for
//! those. A thread that is alone cannot race: all others have ended.

use super::{Closed, Findings, Property, Replayed, Taken};
use crate::checker::Checker;
use crate::expand::Committing;
use crate::findings::{Finding, Identity, Witness};
use crate::moves::{Move, execute_to_commit};
use crate::schedule::{Ending, Reached};
use crate::tree::NodeId;
use crate::verdict::{Evidence, Race, Races};
use braid_machine::observe::{Access, Place};
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
pub(crate) struct DataRace {
    /// By node: the moves that commit by an access that could race.
    candidates: FxHashMap<NodeId, Vec<Candidate>>,
    /// Pairs of sites that need no other look.
    settled: FxHashSet<(u64, u64)>,
}

impl DataRace {
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

impl Property for DataRace {
    const NAME: &'static str = "data race";

    fn begin(&mut self) {
        self.candidates.clear();
    }

    /// Looks at what some of the threads would access next. A walk does not try the moves of all, and a look at all of many
    /// threads would cost more than it is worth.
    fn picked(&mut self, search: &mut Checker<'_>, at: NodeId) -> Findings {
        const LOOKED_AT: usize = 4;
        let mut findings = Vec::new();
        if search.options.races == Races::Off {
            return Ok(findings);
        }
        let moves = search.paths.node(at).untried.clone();
        let first = search.paths.depth(at);
        let moves = (0..moves.len().min(LOOKED_AT)).map(|offset| &moves[(first + offset) % moves.len()]);
        let mut accesses: Vec<(&Move, Access)> = Vec::new();
        for step in moves {
            execute_to_commit(search.vm, step.clone(), &search.options, &mut search.disciplines, None);
            accesses.extend(search.vm.pending_access(step.thread).map(|access| (step, access)));
            search.stand_at(at);
        }
        for (index, (first, access)) in accesses.iter().enumerate() {
            for (second, other) in &accesses[index + 1..] {
                let settled = self.settled.contains(&sites(access, other));
                if first.thread == second.thread || settled || access.conflict(other).is_none() {
                    continue;
                }
                let race = self.confirm(search, at, first, second);
                search.stand_at(at);
                if let Some(race) = race {
                    findings.extend(search.finding_of(race, at, &[first, second]));
                }
                if search.is_enough(&findings) {
                    return Ok(findings);
                }
            }
        }
        Ok(findings)
    }

    /// Looks for races with the moves taken before from the same state.
    fn took(&mut self, search: &mut Checker<'_>, taken: &mut Taken<'_>) -> Findings {
        if search.vm.observed.happens.is_on() {
            return Ok(search.unordered_accesses(taken));
        }
        let mut findings = Vec::new();
        if search.options.races == Races::Off || taken.step.cut.is_some() {
            return Ok(findings);
        }
        for other in self.add(taken.from, taken.step, std::mem::take(taken.committing)) {
            search.stand_at(taken.from);
            let Some(race) = self.confirm(search, taken.from, &other, taken.step) else { continue };
            findings.extend(search.finding_of(race, taken.from, &[&other, taken.step]));
            if search.is_enough(&findings) {
                break;
            }
        }
        Ok(findings)
    }

    fn closed(&mut self, _: &mut Checker<'_>, closed: &Closed) -> Findings {
        self.candidates.remove(&closed.node);
        Ok(Vec::new())
    }

    fn identify(_: &mut Vm, witness: &Witness) -> Identity {
        match witness {
            Witness::Accesses(race) => identity(race),
            Witness::State | Witness::Failure(_) | Witness::Loop { .. } => Identity::new(Self::NAME, []),
        }
    }

    fn recognize(vm: &mut Vm, reached: &Reached, ending: Ending) -> Option<(Identity, Ending)> {
        let race = match (reached, ending) {
            (Reached::Next | Reached::Blocked, Ending::Race(first, second)) => {
                let threads: Vec<ThreadId> = vm.state.thread_ids().collect();
                let pairs = threads.iter().flat_map(|&a| threads.iter().map(move |&b| (a, b))).filter(|(a, b)| a < b);
                let race = [(first, second)].into_iter().chain(pairs).find_map(|(a, b)| race_here(vm, a, b))?;
                return Some((identity(&race), Ending::Race(race.sites[0].thread, race.sites[1].thread)));
            }
            (Reached::Next | Reached::Blocked | Reached::Over | Reached::Uncaught(_), Ending::Unordered) => {
                Race::from(vm.observed.happens.first()?.clone())
            }
            (Reached::Next | Reached::Blocked, Ending::Failure | Ending::Starvation | Ending::Livelock(_))
            | (Reached::Over | Reached::Uncaught(_), Ending::Failure | Ending::Starvation | Ending::Livelock(_))
            | (Reached::Over | Reached::Uncaught(_), Ending::Race(..))
            | (Reached::Unsupported(_), _) => return None,
        };
        Some((identity(&race), ending))
    }

    fn describe(vm: &mut Vm, replayed: &Replayed<'_>) -> Option<(Evidence, String)> {
        let race = match (replayed.reached, replayed.schedule.ending) {
            (Reached::Next | Reached::Blocked, Ending::Race(first, second)) => race_here(vm, first, second)?,
            (Reached::Next | Reached::Blocked | Reached::Over | Reached::Uncaught(_), Ending::Unordered) => {
                Race::from(vm.observed.happens.first()?.clone())
            }
            (Reached::Next | Reached::Blocked, Ending::Failure | Ending::Starvation | Ending::Livelock(_))
            | (Reached::Over | Reached::Uncaught(_), Ending::Failure | Ending::Starvation | Ending::Livelock(_))
            | (Reached::Over | Reached::Uncaught(_), Ending::Race(..))
            | (Reached::Unsupported(_), _) => return None,
        };
        let message = format!("nothing orders two accesses to {}", race.location);
        Some((Evidence::Race(race), message))
    }
}

impl Checker<'_> {
    /// What comes of a race that the moves from a node lead to: a violation, or something beside the verdict.
    pub(super) fn finding_of(&mut self, race: Race, at: NodeId, moves: &[&Move]) -> Option<Finding> {
        if self.options.races != Races::Error {
            self.add_race(race);
            return None;
        }
        let moves = moves.iter().map(|&step| step.clone()).collect();
        Some(Finding::new(DataRace::NAME, Witness::Accesses(Box::new(race)), at, moves))
    }

    /// Whether what was found ends the search.
    pub(super) fn is_enough(&self, findings: &[Finding]) -> bool {
        !findings.is_empty() && !self.options.all
    }

    /// Adds a race to those beside the verdict, unless one is known at the same lines.
    fn add_race(&mut self, race: Race) {
        if !self.races.iter().any(|known| identity(known) == identity(&race)) {
            self.races.push(race);
        }
    }
}

impl DataRace {
    /// Brings two threads to their accesses, one after the other, from where the machine stands.
    fn confirm(&mut self, search: &mut Checker<'_>, from: NodeId, first: &Move, second: &Move) -> Option<Race> {
        let mut accesses = Vec::new();
        for step in [first, second] {
            execute_to_commit(search.vm, step.clone(), &search.options, &mut search.disciplines, None);
            accesses.push(search.vm.pending_access(step.thread)?);
        }
        // The second must not have moved the first.
        if search.vm.pending_access(first.thread).as_ref() != accesses.first() {
            return None;
        }
        let [a, b] = [&accesses[0], &accesses[1]].map(Clone::clone);
        let settled = sites(&a, &b);
        let race = race_between(search.vm, &(first.thread, a), &(second.thread, b))?;
        self.settled.insert(settled);
        if [first, second].iter().any(|step| search.vm.copies_at_once(step.thread)) {
            // The search starts again: others may come in between.
            search.vm.run.visibility.copies_are_observed = true;
            search.disciplines.withdrawn = true;
        }
        Some(Race { depth: search.paths.depth(from), ..race })
    }
}

/// The lines of the two accesses, and what is accessed.
pub(crate) fn identity(race: &Race) -> Identity {
    let mut lines = race.sites.each_ref().map(|site| site.line.map(|line| (line.method, line.line)));
    lines.sort_unstable();
    let lines = lines.into_iter().flat_map(|line| match line {
        Some((method, line)) => [1 + u64::from(method.0), u64::from(line.cast_unsigned())],
        None => [0, 0],
    });
    let place = match race.place {
        Place::Field(field) => [0, u64::from(field.0)],
        Place::Array(code) => [1, u64::from(code)],
    };
    Identity::new(DataRace::NAME, lines.chain(place))
}

/// The race between the accesses that two threads stand before.
fn race_here(vm: &Vm, first: ThreadId, second: ThreadId) -> Option<Race> {
    let access = |thread: ThreadId| {
        let runs = thread.index() < vm.state.threads().len() && vm.can_run(thread);
        runs.then(|| vm.pending_access(thread)).flatten().map(|access| (thread, access))
    };
    race_between(vm, &access(first)?, &access(second)?)
}

/// The race between two accesses before which two threads stand, if they conflict.
fn race_between(vm: &Vm, first: &(ThreadId, Access), second: &(ThreadId, Access)) -> Option<Race> {
    let (x, y) = first.1.conflict(&second.1)?;
    Some(Race {
        location: vm.location_name(x.obj, x.first.max(y.first)),
        place: x.place,
        sites: [vm.site(first.0, x.write), vm.site(second.0, y.write)],
        depth: 0,
        is_past: false,
    })
}
