//! The checker: searches, starts again where something turns out not to hold, and gives the verdict.
//!
//! A search rests on assumptions about the program: which locks protect what, what threads look at (`discipline`, `regions`,
//! [`Visibility`]). Each is checked while the search runs. Where one does not hold, the search starts again without it. There
//! are finitely many, so that comes to an end.

use super::assumptions::Coverage;
use super::canon::{Canonicalizer, Exact};
use super::discipline::Disciplines;
use super::explain::show;
use super::findings::Collected;
use super::hot::Hot;
use super::order::{Order, Walk};
use super::preemptions::Preemptions;
use super::property::{GraphObserver, Properties, Unobserved};
use super::schedule::Schedule;
use super::store::StateSet;
use super::symmetry::{Alike, Audit, Symmetry};
use super::tree::{Position, SearchTree};
use super::verdict::{Limits, Options, Race, Races, Stats, StopReason, Time, Verdict, Violation};
use super::virtual_time::SpinStates;
use braid_machine::interp::{Stop, TraceLine, Watch};
use braid_machine::parts::Numbering;
use braid_machine::parts::Visibility;
use braid_machine::vm::Vm;
use std::collections::BTreeSet;
use std::time::Instant;

/// Instructions that the only thread may run before the search starts.
const PREFIX: u64 = 300_000_000;

/// How many walks, and how many transitions and instructions they may take together.
const WALKS: u64 = 1_000;
const WALK_TRANSITIONS: u64 = 100_000;
const WALK_INSTRUCTIONS: u64 = 20_000_000;

/// A search over the schedules of a machine that stands before `main`.
pub struct Checker<'a> {
    pub(super) vm: &'a mut Vm,
    pub(super) options: Options,
    pub(super) disciplines: Disciplines,
    pub(super) canonicalizer: Canonicalizer,
    /// How threads are taken for each other.
    pub(super) alike: Alike,
    /// Keys of the states visited; none when they are not to be recognized.
    pub(super) seen: Option<Box<dyn StateSet>>,
    /// Numbers states if they are not to be told apart by keys.
    pub(super) exact: Option<Box<Exact>>,
    /// The name of the state that was arrived at last, with all threads told apart.
    pub(super) plain: u128,
    pub(super) paths: SearchTree,
    /// What is looked for; none while a property is told something.
    pub(super) properties: Option<Box<Properties>>,
    /// Data races beside the verdict, one for each pair of lines and each field.
    pub(super) races: Vec<Race>,
    /// Where time passes for threads that wait although others spin.
    pub(super) spin_states: SpinStates,
    /// Where visible actions of a move are, when that is asked for.
    pub(super) lines: Option<Vec<TraceLine>>,
    pub(super) root: Position,
    pub(super) stats: Stats,
    /// States from which everything has been tried.
    pub(super) closed: u64,
    /// Violations to be explained when the search is over.
    pub(super) collected: Vec<Collected>,
    pub(super) violations: Vec<Violation>,
    pub(super) ended_early: Option<StopReason>,
    /// What executions end with.
    pub(super) outcomes: BTreeSet<String>,
    /// Where the search is, if preemptions are bounded.
    pub(super) preemptions: Option<Preemptions>,
    /// Where states arise.
    pub(super) hot: Hot,
    /// Whether random walks have been taken.
    pub(super) scouted: bool,
    pub(super) began: Instant,
    pub(super) start_instructions: u64,
}

/// Why a search ends before everything is tried.
pub(super) enum Ended {
    /// Something is wrong.
    Violation(Box<Violation>),
    /// It cannot go on.
    Stopped(StopReason),
    /// What was explored rests on something that does not hold.
    Restart,
    /// The state space is large: random walks may find a violation before the search goes on.
    Large,
}

impl<'a> Checker<'a> {
    /// A search that starts where the machine stands.
    pub fn new(vm: &'a mut Vm, options: Options) -> Self {
        vm.config.virtual_time = options.time == Time::Patient;
        vm.config.spurious = options.spurious;
        vm.config.failures_wait = options.all;
        vm.run.visibility = Visibility {
            finals_are_constant: options.reduction.rules().finals_are_constant(),
            copies_are_observed: options.races == Races::Off || !options.reduction.shows_races(),
            ends_go_unseen: options.reduction.rules().ends_go_unseen(),
            ..Visibility::default()
        };
        vm.run.steps.set(options.steps.clone().filter(|_| options.reduction.rules().takes_steps()));
        vm.state.heap.share_everything();
        vm.state.drain_output();
        vm.observed.time_was_read = false;
        vm.observed.is_timed = false;
        run_prefix(vm);
        // The last end of another thread would end the program.
        vm.run.visibility.ends_go_unseen &= vm.state.threads().iter().all(|thread| !thread.core.daemon);
        vm.observed.regions.begin(vm.state.heap.object_count());
        // No other thread is there yet, so all of it is as it would have been.
        vm.run.visibility.time_is_observed = vm.observed.time_was_read;
        vm.observed.numbering = Numbering::default();
        vm.observed.tally.begin_search();
        let canonicalizer = Canonicalizer::new(vm, options.canon);
        let preemptions = options.preemptions.map(Preemptions::up_to);
        // Who moved last is part of what tells states apart then.
        let symmetry = if preemptions.is_some() { Symmetry::Off } else { options.symmetry };
        let options = Options { symmetry, ..options };
        let alike = Alike::new(vm, &options);
        let root = Position { mark: vm.state.checkpoint(), canon: canonicalizer.mark() };
        let start_instructions = vm.run.executed();
        let mut disciplines = Disciplines::new(vm, options.spurious);
        disciplines.identify(alike.fixed());
        let began = options.limits.since.unwrap_or_else(Instant::now);
        let limits = Limits { since: Some(began), ..options.limits.clone() };
        let options = Options { limits, ..options };
        Checker {
            vm,
            options,
            disciplines,
            canonicalizer,
            alike,
            seen: None,
            exact: None,
            plain: 0,
            paths: SearchTree::default(),
            properties: None,
            races: Vec::new(),
            spin_states: SpinStates::default(),
            lines: None,
            root,
            stats: Stats::default(),
            closed: 0,
            collected: Vec::new(),
            violations: Vec::new(),
            ended_early: None,
            outcomes: BTreeSet::new(),
            hot: Hot::default(),
            preemptions,
            // Walks are not bounded.
            scouted: preemptions.is_some(),
            began,
            start_instructions,
        }
    }

    /// What was done so far.
    pub fn stats(&self) -> Stats {
        let instructions = self.vm.run.executed() - self.start_instructions;
        Stats { instructions, store_bytes: self.store_bytes(), ..self.stats }
    }

    /// Bytes that the states visited take.
    pub(super) fn store_bytes(&self) -> u64 {
        self.seen.as_ref().map_or(0, |seen| seen.bytes()) + self.exact.as_ref().map_or(0, |exact| exact.bytes())
    }

    /// All violations, if they were to be collected.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// What executions end with, if that was to be collected.
    pub fn outcomes(&self) -> &BTreeSet<String> {
        &self.outcomes
    }

    /// Why the search ended early although it has found something.
    pub fn ended_early(&self) -> Option<&StopReason> {
        self.ended_early.as_ref()
    }

    /// What an audit of symmetry has counted, if there was to be one.
    pub fn audit(&self) -> Option<&Audit> {
        self.alike.audit()
    }

    /// Whether threads that are alike could be taken for each other to the end.
    pub fn is_symmetric(&self) -> bool {
        self.alike.is_on()
    }

    /// The data races found, if they are looked for and are no violations.
    pub fn races(&self) -> &[Race] {
        &self.races
    }

    /// The machine.
    pub fn vm(&mut self) -> &mut Vm {
        self.vm
    }

    /// Takes a schedule again; nothing if it does not lead to a violation.
    pub fn replay(&mut self, schedule: &Schedule) -> Option<Box<Violation>> {
        let root = self.root.clone();
        show(self.vm, &root.mark, schedule)
    }

    /// Searches.
    pub fn run(&mut self) -> Verdict {
        loop {
            let ended = (self.options.search.strategy().run)(self);
            self.paths.restart();
            let root = self.root.clone();
            self.go_back(&root);
            let ended = match ended {
                Err(Ended::Large) => self.scout().and(Err(Ended::Restart)),
                ended => ended,
            };
            if let (Err(Ended::Stopped(reason)), true) = (&ended, self.vm.models_do_not_fit()) {
                // Nothing of this counts: it will be done over without models.
                return Verdict::Inconclusive(reason.clone());
            }
            if matches!(ended, Ok(())) && self.vm.numbers_matter() && !self.vm.run.visibility.numbers_are_observed {
                self.vm.run.visibility.numbers_are_observed = true;
                self.disciplines.withdrawn = true;
            }
            let alike =
                matches!(ended, Ok(())) && (self.symmetry_is_withdrawn() || self.symmetry_rests_on_identities());
            let alike = alike || matches!(ended, Ok(())) && self.symmetry_stands_in_the_way();
            let withdrawn = match ended {
                Ok(()) => self.disciplines.withdrawn || alike,
                Err(Ended::Restart) => true,
                Err(_) => false,
            };
            let again = withdrawn || matches!(ended, Ok(()) if self.spin_states.have_grown());
            if !again {
                let unexplained = self.explain_collected();
                self.go_back(&root);
                if let Some(first) = self.violations.first().cloned() {
                    self.collect_last(ended, unexplained);
                    return Verdict::Violated(Box::new(first));
                }
                if let Some(reason) = unexplained {
                    return Verdict::Inconclusive(reason);
                }
            }
            self.collected.clear();
            match ended {
                Ok(()) if again => {}
                Ok(()) if !self.options.reduction.is_complete() => {
                    return Verdict::Inconclusive(StopReason::Unsound(self.options.reduction));
                }
                Ok(()) if self.preemptions.is_some() => {
                    let completed = self.preemptions.as_mut().and_then(Preemptions::completed);
                    if let Some(reason) = completed {
                        return Verdict::Inconclusive(self.with_time(reason));
                    }
                }
                // Of the executions that were not to be dropped there is none to speak of.
                Ok(()) if self.stats.dropped > 0 && self.stats.ended == 0 => {
                    return Verdict::Inconclusive(StopReason::Dropped(self.stats.dropped));
                }
                Ok(()) => match self.search_unordered() {
                    Ok(()) => return Verdict::Verified(Box::new(self.collect_assumptions(Coverage::All))),
                    Err(Ended::Violation(violation)) => return Verdict::Violated(violation),
                    Err(Ended::Stopped(reason)) => return Verdict::Inconclusive(reason),
                    Err(Ended::Restart | Ended::Large) => {}
                },
                Err(Ended::Restart | Ended::Large) => {}
                Err(Ended::Violation(violation)) => return Verdict::Violated(violation),
                Err(Ended::Stopped(reason)) => {
                    let reason = match self.preemptions {
                        Some(preemptions) => self.with_time(preemptions.stopped(reason)),
                        None => reason,
                    };
                    return Verdict::Inconclusive(reason);
                }
            }
            self.go_back(&root);
            self.restart(withdrawn);
        }
    }

    /// How a search ended that has collected violations.
    fn collect_last(&mut self, ended: Result<(), Ended>, unexplained: Option<StopReason>) {
        match ended {
            Ok(()) | Err(Ended::Restart | Ended::Large) => {}
            Err(Ended::Violation(last)) => self.violations.push(*last),
            Err(Ended::Stopped(reason)) => self.ended_early = Some(reason),
        }
        self.ended_early = self.ended_early.take().or(unexplained);
    }

    /// Makes ready for the next search, which rests on less if something was withdrawn.
    fn restart(&mut self, withdrawn: bool) {
        if self.vm.run.visibility.garbage_is_collected {
            // Of those from before the search, too.
            self.vm.share_references();
            self.root = Position { mark: self.vm.state.checkpoint(), canon: self.canonicalizer.mark() };
        }
        self.preemptions.iter_mut().for_each(Preemptions::restart);
        self.alike.restart(self.vm);
        self.disciplines.restart();
        self.disciplines.identify(self.alike.fixed());
        match withdrawn {
            true => self.spin_states = SpinStates::default(),
            false => self.spin_states.restart(),
        }
        self.properties = None;
        self.races.clear();
        self.outcomes.clear();
        self.vm.observed.tally.restart();
        self.stats.restarts += 1;
        (self.stats.states, self.stats.ended, self.stats.dropped) = (0, 0, 0);
        self.closed = 0;
    }

    /// A terminal component was found. Where methods were taken as steps, a thread might leave it by what a step does not let
    /// happen: then the search starts again without steps.
    pub(super) fn doubts_steps(&mut self) -> bool {
        let doubts = self.vm.run.steps.were_taken();
        if doubts {
            self.vm.run.steps.withdraw_all();
            self.disciplines.withdrawn = true;
        }
        doubts
    }

    /// Walks at random for a while.
    fn scout(&mut self) -> Result<(), Ended> {
        self.scouted = true;
        self.stats.states = 0;
        (self.seen, self.exact) = (None, None);
        let (transitions, instructions) = (self.stats.transitions, self.vm.run.executed());
        let mut walk = Walk::new(1);
        for _ in 0..WALKS {
            self.explore(&mut walk, &mut Unobserved)?;
            if self.stats.transitions - transitions >= WALK_TRANSITIONS
                || self.vm.run.executed() - instructions >= WALK_INSTRUCTIONS
            {
                break;
            }
        }
        Ok(())
    }

    /// Visits every state once.
    pub(super) fn search(&mut self, order: &mut impl Order, ends: &mut impl GraphObserver) -> Result<(), Ended> {
        // Walks may have left the machine elsewhere, and what is fixed is what is there at the root.
        let root = self.root.clone();
        self.go_back(&root);
        // Numbers of states that are remembered stay what they are.
        let numbers = self.exact.take().filter(|_| !self.spin_states.is_empty());
        let store = self.options.store.kind();
        self.seen = Some(store.empty());
        self.exact = store.numbers_states().then(|| numbers.unwrap_or_else(|| Box::new(Exact::new(self.vm))));
        self.explore(order, ends)?;
        if self.preemptions.is_some() {
            // What is not left within the bound may be left beyond.
            return Ok(());
        }
        let terminal = ends.terminal();
        self.tell(|properties, search| properties.finish(search, &terminal))
    }

    /// Takes one execution after the other until a limit is reached. What was not visited proves nothing.
    pub(super) fn sample(&mut self, order: &mut impl Order) -> Result<(), Ended> {
        self.seen = None;
        for walks in 0.. {
            self.stats.runs = walks + 1;
            match self.explore(order, &mut Unobserved) {
                Err(Ended::Stopped(StopReason::Unsupported(what))) => {
                    return Err(Ended::Stopped(StopReason::Unsupported(what)));
                }
                // This walk is over, others may be shorter.
                Err(Ended::Stopped(StopReason::Depth(_))) => {}
                Err(Ended::Stopped(reason)) => {
                    return Err(Ended::Stopped(StopReason::Sampled(walks, Box::new(reason))));
                }
                ended => ended?,
            }
        }
        Ok(())
    }
}

/// Runs the main thread up to where it starts another one or asks for a choice: until then there is one execution only,
/// and everything made on the way can have a fixed identity. If it does not get there, the search starts at `main`.
///
/// Whether it gets there shows when it has run. So this is tried first, with everything that it changes in the state; where
/// it has defined something, which other threads could look for, it then runs once more for good.
pub(super) fn run_prefix(vm: &mut Vm) {
    let start = vm.begin_trial_run();
    let tried = run_to_choice(vm, true);
    if tried == Stop::Visible && !vm.has_defined() {
        vm.observed.names.clear();
        return;
    }
    vm.take_back(&start);
    // What a search refuses may be possible before it.
    let again = matches!(tried, Stop::Visible | Stop::Unsupported(_));
    // Whatever is not modelled on the only way there is ends the search where it stands.
    if again && !matches!(run_to_choice(vm, false), Stop::Visible | Stop::Unsupported(_)) {
        vm.take_back(&start);
    }
}

fn run_to_choice(vm: &mut Vm, may_be_taken_back: bool) -> Stop {
    vm.run.watch = Watch::Alone;
    (vm.run.until_choice, vm.run.may_be_taken_back) = (true, may_be_taken_back);
    let stop = vm.run_thread(vm.run.current, PREFIX);
    (vm.run.until_choice, vm.run.may_be_taken_back) = (false, false);
    stop
}
