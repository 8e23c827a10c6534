//! Threads that are alike are taken for each other: states are stored by keys up to symmetry (`canon/symmetric`).
//!
//! **Why that is sound.** States that differ by a renaming of threads and objects have successors that differ by the same
//! renaming, so of such states one is explored. Every path of the tree is one of the program, and replays. That no end can be
//! reached is the same for all of them, so terminal components are found among keys (`property/livelock`). What is *shown* of one
//! has to be a round of the program, so it is explored once more with threads told apart, and so is everything else that is
//! explored aside. A move that leads to its own state up to symmetry may well have changed something: whether it leads back is
//! asked of plain keys.
//!
//! **Who is alike moves once.** Of threads that can change places in a state, and the state stays the same, two are scheduled:
//! each of the others leads to what these lead to, up to symmetry. One would do for the states. A data race is a pair of moves
//! of one state, and every pair is alike to one of those that are left.
//!
//! **What else has been inferred must not tell threads apart, nor objects that are theirs.** It was seen of one of several states,
//! and is used for all of them. So when a search is over, and now and then before, it is asked what it rests on:
//!
//! * A lock discipline may name a lock by its number only if that is fixed. Where one does not, the object is given a fixed
//!   identity (it is *pinned*), and the search starts again.
//! * That parts of the class library are atomic must not rest on which thread, other than the main one, accesses what. Where it
//!   does, or where it is not so, threads are told apart from then on.
//! * A thread that takes numbers for new threads stands for all that are like it.
//! * Names and numbers of threads are no part of keys. Identity hash codes are made from which thread asks; what looks at
//!   threads or clears references goes through them in their order. Once any of these is asked for, threads are told apart, too.
//! * Under virtual time, time passes in the states of a component that only spins (`virtual_time`), which are known by plain
//!   keys. So it may pass in one state and not in another one that differs by a renaming. Where it does not, and the threads
//!   do nothing but spin, that state is in a terminal component itself, and is added in its turn.
//!
//! **When it pays.** Keys up to symmetry cost more than plain keys. It is counted how many moves have led to a state that only
//! symmetry has known. If after [`FIRST_TRIAL`] states with several threads there were none, or after [`TRIAL`] too few, threads
//! are told apart from then on. That is decided by states alone, and only the number of states depends on it. The same if a search
//! is over, none were gained, and lock disciplines would protect more if they could tell threads and objects apart
//! (`discipline/places`).

use super::canon::{Fixed, Symmetric};
use super::checker::{Checker, Ended};
use super::expand::Phase;
use super::moves::{Move, WakeUp};
use super::reduction::Reduction;
use super::store::{StateSet, Store};
use super::verdict::Options;
use braid_machine::parts::{Observations, Visibility};
use braid_machine::vm::Vm;
use braid_program::{ObjId, ThreadId};
use rustc_hash::FxHashMap;

/// After so many states with several threads besides the main one it is decided whether symmetry pays at all,
const FIRST_TRIAL: u64 = 1_000;
/// and after so many whether it pays enough.
const TRIAL: u64 = 4_000;

/// It does if for each so many states one move has led to a state that only symmetry has known.
const WORTH: u64 = 20;

/// Whether threads are taken for each other that are alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Where that is possible and pays.
    On,
    /// No.
    Off,
    /// No; but of each state it is computed whether keys up to symmetry are what trying all permutations of threads gives.
    Audit,
}

/// How many of the threads that can change places in a state are scheduled there.
const SCHEDULED: usize = 2;

/// What an audit has counted.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// The least plain key of each key up to symmetry, and the other way round.
    keys: FxHashMap<u128, u128>,
    orbits: FxHashMap<u128, u128>,
    /// States with too many threads to try all permutations.
    pub passed_over: u64,
    /// States that have the key of others and are not isomorphic to them. One is an error of the engine.
    pub confused: u64,
    /// States that are isomorphic to others and have another key. That costs states.
    pub split: u64,
}

impl Audit {
    /// How many keys up to symmetry there are.
    pub fn keys(&self) -> u64 {
        self.keys.len() as u64
    }

    /// How many states there are up to isomorphism.
    pub fn orbits(&self) -> u64 {
        self.orbits.len() as u64
    }

    fn compare(&mut self, key: u128, least: Option<u128>) {
        let Some(least) = least else {
            self.passed_over += 1;
            return;
        };
        self.confused += u64::from(*self.keys.entry(key).or_insert(least) != least);
        self.split += u64::from(*self.orbits.entry(least).or_insert(key) != key);
    }
}

/// How threads are taken for each other.
#[derive(Default)]
pub(super) struct Alike {
    /// Makes keys, unless threads are told apart.
    symmetric: Option<Box<Symmetric>>,
    audit: Option<Box<Audit>>,
    /// Objects that have been given a fixed identity.
    pins: Vec<ObjId>,
    /// Plain keys of the states that moves led to, while it is not decided whether symmetry pays.
    trial: Option<Box<dyn StateSet>>,
    /// How many states with several threads besides the main one were met,
    tried: u64,
    /// and how many moves have led to a state that was known, with a plain key that was new.
    gained: u64,
    /// How many states there were when it was asked last what the search rests on.
    asked_at: u64,
}

impl Alike {
    /// For a search that starts where the machine stands.
    pub(super) fn new(vm: &Vm, options: &Options) -> Self {
        let applies = options.store == Store::Compact
            && options.reduction != Reduction::None
            && !vm.observed.names_were_read
            && options.search.strategy().is_complete;
        match options.symmetry {
            Symmetry::Off => Alike::default(),
            Symmetry::On | Symmetry::Audit if !applies => Alike::default(),
            asked @ (Symmetry::On | Symmetry::Audit) => Alike {
                symmetric: Some(Box::new(Symmetric::new(vm, &[]))),
                audit: (asked == Symmetry::Audit).then(Box::default),
                trial: (asked == Symmetry::On).then(|| Store::Compact.kind().empty()),
                ..Alike::default()
            },
        }
    }

    /// What an audit has counted.
    pub(super) fn audit(&self) -> Option<&Audit> {
        self.audit.as_deref()
    }

    /// Whether keys up to symmetry are made.
    pub(super) fn is_on(&self) -> bool {
        self.symmetric.is_some()
    }

    /// The objects of fixed identity, if others may be taken for each other.
    pub(super) fn fixed(&self) -> Option<Fixed> {
        self.symmetric.as_ref().map(|symmetric| symmetric.fixed().clone())
    }

    /// Who makes keys.
    pub(super) fn symmetric(&mut self) -> Option<&mut Symmetric> {
        self.symmetric.as_deref_mut()
    }

    /// The name under which the state where the machine stands is stored, if that is not the plain one.
    pub(super) fn name(&mut self, vm: &Vm, inside: Option<(ThreadId, Phase)>) -> Option<u128> {
        let symmetric = self.symmetric.as_mut()?;
        let inside = inside.map(|(thread, phase)| (thread, phase.bits()));
        let key = symmetric.key(vm, inside);
        let Some(audit) = &mut self.audit else { return Some(key) };
        audit.compare(key, symmetric.least(vm, inside));
        None
    }

    /// A move has led to a state with this plain key, which was known or not.
    pub(super) fn arrived(&mut self, vm: &Vm, plain: u128, is_new: bool) {
        if let Some(trial) = &mut self.trial {
            let several = || vm.state.threads().iter().filter(|thread| !thread.is_terminated()).nth(2).is_some();
            self.gained += u64::from(trial.insert(plain) && !is_new);
            self.tried += u64::from(is_new && several());
        }
    }

    /// Of the moves that are possible in the state that was named last, takes those away that others are alike to.
    pub(super) fn thin_out(&mut self, moves: &mut Vec<Move>) {
        let (Some(symmetric), None) = (&self.symmetric, &self.audit) else { return };
        if moves.len() <= SCHEDULED {
            return;
        }
        let mut kept: FxHashMap<(u128, WakeUp), usize> = FxHashMap::default();
        let before = moves.len();
        // The last are tried first.
        moves.reverse();
        moves.retain(|step| {
            let Some(kind) = symmetric.kind_of(step.thread) else { return true };
            let kept = kept.entry((kind, step.wake)).or_default();
            *kept += 1;
            *kept <= SCHEDULED
        });
        moves.reverse();
        self.gained += (before - moves.len()) as u64;
    }

    /// Whether the trial is over, and has not paid.
    fn has_failed(&mut self) -> bool {
        let is_over = self.trial.is_some() && self.tried >= TRIAL;
        if is_over {
            self.trial = None;
            return self.gained * WORTH < TRIAL;
        }
        self.trial.is_some() && self.tried >= FIRST_TRIAL && self.gained == 0
    }

    /// Tells threads apart from now on.
    fn give_up(&mut self) {
        (self.symmetric, self.trial) = (None, None);
    }

    /// The search starts again, where the machine stands.
    pub(super) fn restart(&mut self, vm: &Vm) {
        if let Some(symmetric) = &mut self.symmetric {
            **symmetric = Symmetric::new(vm, &self.pins);
        }
        self.trial = self.trial.take().map(|met| met.fresh());
        (self.tried, self.gained, self.asked_at) = (0, 0, 0);
        if let Some(audit) = &mut self.audit {
            **audit = Audit::default();
        }
    }
}

impl Checker<'_> {
    /// After a move: whether what states are stored by still holds.
    pub(super) fn doubt_symmetry(&mut self) -> Result<(), Ended> {
        if !self.alike.is_on() {
            return Ok(());
        }
        let states = self.stats.states;
        let is_due = states > TRIAL / 4 && states.is_power_of_two() && self.alike.asked_at != states;
        if is_due {
            self.alike.asked_at = states;
        }
        if self.symmetry_is_withdrawn() || is_due && self.symmetry_rests_on_identities() {
            return Err(Ended::Restart);
        }
        if self.alike.has_failed() {
            self.alike.give_up();
            return Err(Ended::Restart);
        }
        Ok(())
    }

    /// Whether something was seen that threads may be told apart by.
    pub(super) fn symmetry_is_withdrawn(&mut self) -> bool {
        if !self.alike.is_on() {
            return false;
        }
        let Visibility { threads_are_observed, housekeeping_interleaves, garbage_is_collected, .. } =
            self.vm.run.visibility;
        let Observations { names_were_read, threads_made_hashes, .. } = self.vm.observed;
        let is = threads_are_observed
            || housekeeping_interleaves
            || garbage_is_collected
            || names_were_read
            || threads_made_hashes
            // Loaders have numbers in the order in which they were met.
            || !self.vm.state.definitions().is_empty();
        if is {
            self.alike.give_up();
        }
        is
    }

    /// The search is over: whether it would do better with threads told apart, since symmetry has gained nothing, and disciplines
    /// would protect more.
    pub(super) fn symmetry_stands_in_the_way(&mut self) -> bool {
        let stands = self.alike.trial.is_some() && self.alike.gained == 0 && self.disciplines.know_more_apart();
        if stands {
            self.alike.give_up();
        }
        stands
    }

    /// Whether what was inferred tells threads apart that are taken for each other.
    pub(super) fn symmetry_rests_on_identities(&mut self) -> bool {
        let Some(symmetric) = self.alike.symmetric.as_deref() else { return false };
        let is_fixed = |obj: ObjId| symmetric.is_fixed(obj);
        let numbers = self.vm.numbers_would_matter() && !self.vm.run.visibility.numbers_are_observed;
        if numbers || self.vm.regions_tell_threads_apart(is_fixed) {
            self.alike.give_up();
            return true;
        }
        let locks = self.disciplines.locks_by_number(is_fixed);
        self.alike.pins.extend_from_slice(&locks);
        !locks.is_empty()
    }
}
