//! The search: one loop over states, with the order plugged in.
//!
//! A state is *open* while moves from it have not been tried. The loop picks an open state, brings the machine there, takes
//! the next move, and looks where it led. `order` picks, `paths` brings the machine there, `livelock` watches whether
//! every state can still come to an end.

use super::canon::{Canonicalizer, Exact};
use super::circles::Circles;
use super::discipline::Disciplines;
use super::expand::{Committing, Expanded, Notes, Phase, over};
use super::explain::{Found, Place, explain, place_of, show};
use super::hash::Hasher128;
use super::livelock::{Components, Edges, GraphObserver, SpuriousTolerantComponents, Taken, Unobserved};
use super::moves::{Move, WakeUp, execute, expirations, possible};
use super::order::{Arrival, BreadthFirst, DepthFirst, Order, Walk};
use super::outcomes::{Why, end};
use super::paths::{NodeId, Paths, Position};
use super::queues::{Orderly, Passage, Queues};
use super::races::Detector;
use super::schedule::Schedule;
use super::spoil::{EVERY, spoil_dead_registers};
use super::store::{KeySet, Seen};
use super::verdict::{
    Limits, Options, Progress, Race, Races, Reduction, Search, Stats, StopReason, Store, Time, Verdict, Violation,
};
use crate::interp::{Raise, Stop, TraceLine, Watch};
use crate::program::{ThreadId, Visibility};
use crate::state::Mark;
use crate::vm::{Numbering, Vm};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Instructions that the only thread may run before the search starts.
const PREFIX: u64 = 300_000_000;

/// A search over the schedules of a machine that stands before `main`.
pub struct Checker<'a> {
    pub(super) vm: &'a mut Vm,
    pub(super) options: Options,
    pub(super) disciplines: Disciplines,
    pub(super) canonicalizer: Canonicalizer,
    /// Keys of the states met; none when they are not to be recognized.
    pub(super) seen: Option<Seen>,
    /// Numbers states if they are not to be told apart by keys.
    pub(super) exact: Option<Box<Exact>>,
    pub(super) paths: Paths,
    pub(super) races: Detector,
    /// Synchronizers at which threads have met.
    pub(super) queues: Queues,
    /// Where time passes for those who wait although others spin.
    pub(super) circles: Circles,
    /// Where visible actions of a move are, when somebody wants to know.
    pub(super) lines: Option<Vec<TraceLine>>,
    pub(super) root: Position,
    pub(super) stats: Stats,
    /// States from which everything has been tried.
    closed: u64,
    /// Violations to be explained when the search is over.
    collected: Vec<(Place, Vec<Move>, Found)>,
    violations: Vec<Violation>,
    ended_early: Option<StopReason>,
    /// What executions end with.
    outcomes: BTreeSet<String>,
    /// Whether random walks have been taken.
    scouted: bool,
    began: Instant,
    start_instructions: u64,
}

/// Why a search ends before everything is tried.
pub(super) enum Ended {
    /// Something is wrong.
    Violation(Box<Violation>),
    /// It cannot go on.
    Stopped(StopReason),
    /// What was explored rests on something that does not hold.
    Restart,
    /// There is so much that a look at random places is worth it first.
    Large,
}

/// Moves that are taken before a search starts again, and instructions.
const AHEAD: u32 = 2_000;
const AHEAD_INSTRUCTIONS: u64 = 20_000_000;

/// A search in depth that has met this many states, or taken this many moves, is interrupted once by random walks: a
/// violation that many schedules show is found long before the first corner of a large space is explored.
const LARGE: u64 = 50_000;
const LARGE_TRANSITIONS: u64 = 150_000;
/// How many walks, and how many transitions and instructions they may take together.
const WALKS: u64 = 1_000;
const WALK_TRANSITIONS: u64 = 100_000;
const WALK_INSTRUCTIONS: u64 = 20_000_000;

impl<'a> Checker<'a> {
    /// A search that starts where the machine stands.
    pub fn new(vm: &'a mut Vm, options: Options) -> Self {
        vm.config.virtual_time = options.time == Time::Virtual;
        vm.config.spurious = options.spurious;
        vm.config.failures_wait = options.all;
        vm.program.visibility = Visibility {
            finals_are_constant: options.reduction != Reduction::None,
            copies_are_observed: options.races == Races::Off || options.reduction == Reduction::Cycle,
            ..Visibility::default()
        };
        vm.state.heap.share_everything();
        vm.state.drain_output();
        vm.time_was_read = false;
        run_prefix(vm);
        vm.regions.begin(vm.state.heap.object_count());
        // No other thread is there yet, so all of it is as it would have been.
        vm.program.visibility.time_is_observed = vm.time_was_read;
        vm.numbering = Numbering::default();
        let canonicalizer = Canonicalizer::new(vm, options.canon);
        let root = Position { mark: vm.state.checkpoint(), canon: canonicalizer.mark() };
        let start_instructions = vm.instructions;
        let disciplines = Disciplines::new(vm, options.spurious);
        let began = options.limits.since.unwrap_or_else(Instant::now);
        Checker {
            vm,
            options,
            disciplines,
            canonicalizer,
            seen: None,
            exact: None,
            paths: Paths::default(),
            races: Detector::default(),
            queues: Queues::default(),
            circles: Circles::default(),
            lines: None,
            root,
            stats: Stats::default(),
            closed: 0,
            collected: Vec::new(),
            violations: Vec::new(),
            ended_early: None,
            outcomes: BTreeSet::new(),
            scouted: false,
            began,
            start_instructions,
        }
    }

    /// What was done so far.
    pub fn stats(&self) -> Stats {
        let instructions = self.vm.instructions - self.start_instructions;
        Stats { instructions, store_bytes: self.store_bytes(), ..self.stats }
    }

    /// Bytes that the states met take.
    fn store_bytes(&self) -> u64 {
        self.seen.as_ref().map_or(0, Seen::bytes) + self.exact.as_ref().map_or(0, |exact| exact.bytes())
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

    /// The data races found, if they are looked for and are no violations.
    pub fn races(&self) -> &[Race] {
        &self.races.found
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
            let ended = match self.options.search {
                Search::Dfs if self.options.spurious => {
                    self.search(&mut DepthFirst::default(), &mut SpuriousTolerantComponents::default())
                }
                Search::Dfs => self.search(&mut DepthFirst::default(), &mut Components::default()),
                Search::Bfs => self.search(&mut BreadthFirst::default(), &mut Edges::default()),
                Search::Random(seed) => self.walk(seed),
            };
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
            if matches!(ended, Ok(())) && self.vm.numbers_matter() && !self.vm.program.visibility.numbers_are_observed {
                self.vm.program.visibility.numbers_are_observed = true;
                self.disciplines.withdrawn = true;
            }
            let withdrawn = match ended {
                Ok(()) => self.disciplines.withdrawn,
                Err(Ended::Restart) => true,
                Err(_) => false,
            };
            let again = withdrawn || matches!(ended, Ok(()) if self.circles.have_grown());
            if !again {
                let unexplained = self.explain_collected();
                self.go_back(&root);
                if let Some(first) = self.violations.first().cloned() {
                    match ended {
                        Ok(()) | Err(Ended::Restart | Ended::Large) => {}
                        Err(Ended::Violation(last)) => self.violations.push(*last),
                        Err(Ended::Stopped(reason)) => self.ended_early = Some(reason),
                    }
                    self.ended_early = self.ended_early.take().or(unexplained);
                    return Verdict::Violated(Box::new(first));
                }
                if let Some(reason) = unexplained {
                    return Verdict::Inconclusive(reason);
                }
            }
            self.collected.clear();
            match ended {
                Ok(()) if again => {}
                // Of the executions that were not to be dropped there is none to speak of.
                Ok(()) if self.stats.dropped > 0 && self.stats.ended == 0 => {
                    return Verdict::Inconclusive(StopReason::Dropped(self.stats.dropped));
                }
                Ok(()) => match self.search_unordered() {
                    Ok(()) => return Verdict::Verified,
                    Err(Ended::Violation(violation)) => return Verdict::Violated(violation),
                    Err(Ended::Stopped(reason)) => return Verdict::Inconclusive(reason),
                    Err(Ended::Restart | Ended::Large) => {}
                },
                Err(Ended::Restart | Ended::Large) => {}
                Err(Ended::Violation(violation)) => return Verdict::Violated(violation),
                Err(Ended::Stopped(reason)) => return Verdict::Inconclusive(reason),
            }
            self.disciplines.restart();
            match withdrawn {
                true => self.circles = Circles::default(),
                false => self.circles.restart(),
            }
            self.races = Detector::default();
            self.outcomes.clear();
            self.stats.restarts += 1;
            (self.stats.states, self.stats.ended, self.stats.dropped) = (0, 0, 0);
            self.closed = 0;
        }
    }

    /// Walks at random for a while.
    fn scout(&mut self) -> Result<(), Ended> {
        self.scouted = true;
        self.stats.states = 0;
        (self.seen, self.exact) = (None, None);
        let (transitions, instructions) = (self.stats.transitions, self.vm.instructions);
        let mut random = 1;
        for _ in 0..WALKS {
            let mut walk = Walk::new(random);
            self.explore(&mut walk, &mut Unobserved)?;
            random = walk.random();
            if self.stats.transitions - transitions >= WALK_TRANSITIONS
                || self.vm.instructions - instructions >= WALK_INSTRUCTIONS
            {
                break;
            }
        }
        Ok(())
    }

    /// Visits every state once.
    fn search(&mut self, order: &mut impl Order, ends: &mut impl GraphObserver) -> Result<(), Ended> {
        // Walks may have left the machine elsewhere, and what is fixed is what is there at the root.
        let root = self.root.clone();
        self.go_back(&root);
        // Numbers of states that are remembered stay what they are.
        let numbers = self.exact.take().filter(|_| !self.circles.is_empty());
        (self.seen, self.exact) = match self.options.store {
            Store::Compact => (Some(Seen::Keys(KeySet::default())), None),
            Store::Exact => {
                let numbers = numbers.unwrap_or_else(|| Box::new(Exact::new(self.vm)));
                (Some(Seen::Numbers(Vec::new())), Some(numbers))
            }
        };
        self.explore(order, ends)?;
        ends.trapped().into_iter().try_for_each(|node| self.livelock(node))?;
        if self.queues.may_hide_trap() { self.search_orderly() } else { Ok(()) }
    }

    /// Explores everything once more, without letting threads pass others at models of locks.
    fn search_orderly(&mut self) -> Result<(), Ended> {
        self.go_back(&self.root.clone());
        let mut orderly = Orderly::default();
        let all = self.options.all;
        self.aside(|checker| {
            checker.options.all = all;
            checker.options.search = Search::Bfs;
            checker.stats.states = 0;
            checker.explore(&mut BreadthFirst::default(), &mut orderly)
        })?;
        if orderly.trapped().is_empty() { Ok(()) } else { self.queues_matter() }
    }

    /// With its queues the class library would not let the program go on somewhere.
    fn queues_matter(&mut self) -> Result<(), Ended> {
        let what = "threads get in where others wait, and nothing else leads anywhere";
        match self.vm.models_are_unfit(|_| what.to_string()) {
            Err(Raise::Unsupported(what)) => Err(Ended::Stopped(StopReason::Unsupported(what))),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Walks at random until a limit is reached.
    fn walk(&mut self, mut random: u64) -> Result<(), Ended> {
        self.seen = None;
        for walks in 0.. {
            let mut walk = Walk::new(random);
            match self.explore(&mut walk, &mut Unobserved) {
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
            random = walk.random();
        }
        Ok(())
    }

    /// The loop. Starts where the machine stands after the root's checkpoint.
    pub(super) fn explore(&mut self, order: &mut impl Order, ends: &mut impl GraphObserver) -> Result<(), Ended> {
        let root = self.root.clone();
        self.go_back(&root);
        self.paths.restart();
        self.races.restart();
        self.queues.restart();
        order.took(self.arrive(&root.mark, None, None, ends));
        while let Some(at) = order.pick() {
            self.stand_at(at);
            if self.seen.is_none() && self.options.races != Races::Off {
                self.peek_races(at)?;
            }
            let Some(step) = self.next_move(at, order) else {
                self.close(at, ends)?;
                order.done();
                continue;
            };
            order.took(self.take(at, step, ends)?);
        }
        Ok(())
    }

    /// Brings the machine to a node.
    pub(super) fn stand_at(&mut self, node: NodeId) {
        let (position, ahead) = self.paths.branch_to(node);
        self.go_back(&position);
        for node in ahead {
            let step = self.paths.step(node).expect("invariant: the root is on the trail").clone();
            execute(self.vm, step, self.options.reduction, &mut self.disciplines, Notes::default());
            let since = self.paths.mark().clone();
            self.follow(&since);
            let position = self.position();
            self.paths.extend(node, position);
        }
    }

    /// Where the machine stands.
    pub(super) fn position(&mut self) -> Position {
        Position { mark: self.vm.state.checkpoint(), canon: self.canonicalizer.mark() }
    }

    /// Goes back to where the machine stood.
    pub(super) fn go_back(&mut self, position: &Position) {
        self.vm.state.rollback(&position.mark);
        self.canonicalizer.rollback(&position.canon);
    }

    /// Lets the names of states follow a move, if states are named.
    pub(super) fn follow(&mut self, since: &Mark) {
        match (&self.seen, &mut self.exact) {
            (None, _) => {}
            (Some(_), Some(exact)) => exact.observe(self.vm, since),
            (Some(_), None) => self.canonicalizer.advance(self.vm, since),
        }
    }

    /// The name of the state where the machine stands: its key or its number, and the transaction that is not complete.
    pub(super) fn name(&mut self, inside: Option<(ThreadId, Phase)>) -> u128 {
        let inside = inside.map_or(0, |(thread, phase)| 1 + (u64::from(thread.0) << 3 | phase.bits()));
        match &mut self.exact {
            Some(exact) => exact.number(self.vm, inside).into(),
            None => mixed(self.canonicalizer.key(self.vm), inside),
        }
    }

    /// Schedules everybody at a node where only one thread was; the machine stands there.
    fn schedule_all(&mut self, at: NodeId) {
        if let Some((thread, _)) = self.paths.node_mut(at).inside.take() {
            let others = possible(self.vm, &self.options, thread).into_iter().filter(|step| step.thread != thread);
            self.paths.node_mut(at).untried.extend(others);
        }
    }

    /// The next move to try. Under virtual time, time passes only when everything else has led nowhere, or round in circles.
    fn next_move(&mut self, at: NodeId, order: &mut impl Order) -> Option<Move> {
        let node = self.paths.node_mut(at);
        let passes = !node.waited && (!node.ran || node.circles);
        if node.untried.is_empty() && passes && self.options.time == Time::Virtual {
            node.waited = true;
            node.untried = expirations(self.vm);
        }
        if node.untried.is_empty() && !node.moved && node.inside.is_some() {
            self.schedule_all(at);
        }
        let node = self.paths.node_mut(at);
        order.choose(&mut node.untried)
    }

    /// Takes a move from a node and looks where it leads.
    fn take<E: GraphObserver>(&mut self, from: NodeId, step: Move, ends: &mut E) -> Result<Arrival, Ended> {
        self.stats.transitions += 1;
        if let Some(lines) = &mut self.lines {
            lines.clear();
        }
        let reduction = self.options.reduction;
        let inside = self.paths.node(from).inside;
        let begun = inside.map_or(Phase::default(), |(_, phase)| phase);
        let mut committing = Committing::begun(begun);
        let watch = (self.options.races != Races::Off || reduction == Reduction::Cycle).then_some(&mut committing);
        let notes = Notes { lines: self.lines.as_mut(), committing: watch, actions: None };
        let (expanded, step) = execute(self.vm, step, reduction, &mut self.disciplines, notes);
        if self.disciplines.withdrawn {
            self.look_ahead(&expanded);
            return Err(Ended::Restart);
        }
        let passage = match (&expanded, self.vm.models.overtook, self.vm.models.first) {
            (Expanded::Blocked, _, _) => self.vm.acquires(step.thread).map_or(Passage::Nowhere, Passage::Refused),
            (_, Some(sync), _) => Passage::Overtook(sync),
            (_, None, Some(sync)) if step.wake == WakeUp::None => Passage::Entered(sync),
            (_, None, _) if step.wake == WakeUp::Spurious => Passage::Nowhere,
            (_, None, _) => Passage::Other,
        };
        let node = self.paths.node_mut(from);
        if let Some(choices) = self.vm.choices.successor() {
            // The same thread with other answers.
            node.untried.push(Move { choices, ..step.clone() });
        }
        node.moved |= expanded != Expanded::Blocked;
        node.ran |= expanded != Expanded::Blocked && step.wake != WakeUp::Spurious;
        self.check_limits(self.paths.depth(from) + 1)?;
        let arrival = match expanded {
            Expanded::Blocked => Arrival::Nowhere,
            Expanded::Over => {
                self.stats.ended += 1;
                self.ends_with(None);
                Arrival::Ended
            }
            Expanded::Dropped => {
                self.stats.dropped += 1;
                Arrival::Ended
            }
            Expanded::End => {
                let mark = self.paths.mark().clone();
                let inside = committing.goes_on.map(|phase| (step.thread, phase));
                self.arrive(&mark, Some(step.clone()), inside, ends)
            }
            Expanded::Uncaught(exception) => {
                self.ends_with(Some(Why::Uncaught(exception)));
                self.fails(Found::Uncaught(exception), from, std::slice::from_ref(&step))?;
                Arrival::Ended
            }
            Expanded::Unsupported(what) => return Err(Ended::Stopped(StopReason::Unsupported(what))),
        };
        let passage = match arrival {
            Arrival::Known(name) if passage == Passage::Other && ends.leads_back(from, name) => Passage::Nowhere,
            _ => passage,
        };
        let node = self.paths.node_mut(from);
        self.queues.took(from, passage, node.went_on);
        node.went_on |= passage == Passage::Other;
        if let Arrival::Known(name) = arrival
            && passage != Passage::Nowhere
            && (E::KEEPS_CLOSED || ends.is_open(name))
        {
            self.queues.goes_round();
        }
        let lines = self.lines.as_deref().unwrap_or_default();
        ends.took(&Taken { from, step: &step, arrival, passage, lines });
        // This may close a cycle on which nobody else is ever scheduled.
        let closes = matches!(arrival, Arrival::Known(name) if ends.is_open(name));
        // Whether others cannot get in here has to be tried.
        let passes = matches!(passage, Passage::Entered(_) | Passage::Overtook(_));
        if inside.is_some() && (closes || passes) {
            self.stand_at(from);
            self.schedule_all(from);
        }
        if self.vm.happens.is_on() {
            self.watch_unordered(from, &step)?;
        } else if self.options.races != Races::Off {
            self.watch_races(from, &step, committing)?;
        }
        Ok(arrival)
    }

    /// Lets the thread go on, and others where it cannot, for a while before the search starts again: what has to be
    /// withdrawn, too, on the way does not need a start of its own. Nothing else comes of it. The search itself switches
    /// from thread to thread, and a thread that is the last one has nobody to share with.
    fn look_ahead(&mut self, expanded: &Expanded) {
        let began = self.vm.instructions;
        let mut goes_on = *expanded == Expanded::End;
        for _ in 0..AHEAD {
            if !goes_on || self.vm.instructions - began > AHEAD_INSTRUCTIONS {
                return;
            }
            goes_on = false;
            for step in possible(self.vm, &self.options, self.vm.current) {
                let mark = self.vm.state.checkpoint();
                let (reduction, notes) = (self.options.reduction, Notes::default());
                match execute(self.vm, step, reduction, &mut self.disciplines, notes).0 {
                    Expanded::End => {
                        goes_on = true;
                        break;
                    }
                    Expanded::Blocked => self.vm.state.rollback(&mark),
                    Expanded::Over | Expanded::Dropped | Expanded::Uncaught(_) | Expanded::Unsupported(_) => return,
                }
            }
        }
    }

    /// The machine has come to a state: adds it to the tree if it is new. The only place where states are named.
    fn arrive(
        &mut self,
        since: &Mark,
        step: Option<Move>,
        inside: Option<(ThreadId, Phase)>,
        ends: &mut impl GraphObserver,
    ) -> Arrival {
        self.follow(since);
        let name = if self.seen.is_some() { self.name(inside) } else { 0 };
        if self.seen.as_mut().is_some_and(|seen| !seen.insert(name)) {
            return Arrival::Known(name);
        }
        self.stats.states += 1;
        let circles = !self.circles.is_empty() && {
            let name = self.name(None);
            self.circles.contains(name)
        };
        let moves = match inside {
            Some((thread, _)) => vec![Move { thread, wake: WakeUp::None, choices: Vec::new() }],
            None => possible(self.vm, &self.options, step.as_ref().map_or(self.vm.current, |step| step.thread)),
        };
        if cfg!(debug_assertions) && self.stats.states.is_multiple_of(EVERY) {
            spoil_dead_registers(self.vm);
        }
        let position = self.position();
        let node = self.paths.add(step, moves, position);
        self.paths.node_mut(node).inside = inside;
        self.paths.node_mut(node).circles = circles;
        self.stats.depth = self.stats.depth.max(self.paths.depth(node));
        ends.entered(node, name);
        Arrival::New(node)
    }

    /// Everything has been tried at a node.
    fn close<E: GraphObserver>(&mut self, at: NodeId, ends: &mut E) -> Result<(), Ended> {
        // Nobody can rely on waking up for no reason.
        let ran = self.paths.node(at).ran;
        if self.queues.close(at) {
            self.queues_matter()?;
        }
        if !ran && !over(self.vm) {
            self.ends_with(Some(Why::Deadlock));
            self.fails(Found::Deadlock, at, &[])?;
        }
        if ends.closed(at, ran) {
            self.livelock(at)?;
        }
        self.closed += 1;
        self.paths.close(at, E::KEEPS_CLOSED);
        self.races.close(at);
        Ok(())
    }

    /// An execution ends where the machine stands.
    fn ends_with(&mut self, why: Option<Why>) {
        if self.options.outcomes {
            let end = end(self.vm, why);
            self.outcomes.insert(end);
        }
    }

    fn check_limits(&mut self, depth: usize) -> Result<(), Ended> {
        if let Some(progress) = self.options.progress
            && self.stats.transitions.is_multiple_of(1024)
        {
            let open = self.stats.states.saturating_sub(self.closed);
            progress(&Progress { stats: self.stats(), depth, open });
        }
        let Limits { time, states, depth: max_depth, memory, .. } = self.options.limits;
        let stop = |reason| Err(Ended::Stopped(reason));
        if self.options.interrupted.load(Ordering::Relaxed) {
            return stop(StopReason::Interrupted);
        }
        if let Some(limit) = states.filter(|&n| self.stats.states >= n) {
            return stop(StopReason::States(limit));
        }
        if let Some(limit) = max_depth.filter(|&n| depth > n) {
            return stop(StopReason::Depth(limit));
        }
        let unlimited = states.is_none() && max_depth.is_none() && !self.options.all;
        let large = self.stats.states >= LARGE || self.stats.transitions >= LARGE_TRANSITIONS;
        if large && !self.scouted && unlimited && self.options.search == Search::Dfs {
            return Err(Ended::Large);
        }
        if let (Some(limit), true) = (time, self.stats.transitions.is_multiple_of(64))
            && self.began.elapsed() >= limit
        {
            return stop(StopReason::Time(limit));
        }
        if let (Some(limit), true) = (memory, self.stats.transitions.is_multiple_of(256)) {
            let counted = || self.vm.state.heap.bytes() as u64 + self.store_bytes();
            let ahead = self.seen.as_ref().map_or(0, Seen::growth);
            if (self.options.resident)().unwrap_or_else(counted) + ahead >= limit {
                return stop(StopReason::Memory(limit));
            }
        }
        Ok(())
    }

    /// Something is wrong where the machine stands: at a node, or after more moves. GraphObserver the search, unless it collects all.
    pub(super) fn fails(&mut self, found: Found, at: NodeId, more: &[Move]) -> Result<(), Ended> {
        if !self.options.all {
            return Err(self.violation(found, at, more.iter().cloned()));
        }
        let place = place_of(self.vm, &found);
        if self.collected.iter().all(|(known, _, other)| *known != place || !same_loops(other, &found)) {
            let mut path = self.paths.schedule(at);
            path.extend_from_slice(more);
            self.collected.push((place, path, found));
        }
        Ok(())
    }

    /// What all the violations look like that were collected.
    ///
    /// That their moves still lead there rests on this: what an access was taken for does not change between two starts of
    /// the search.
    ///
    /// If one does not replay, that is the answer: it says so instead of being shown.
    fn explain_collected(&mut self) -> Option<StopReason> {
        let root = self.root.clone();
        let collected = std::mem::take(&mut self.collected);
        let among = collected.len();
        let mut unexplained = None;
        for (_, path, found) in collected {
            match explain(self.vm, &root.mark, &self.options, &mut self.disciplines, &path, found, among) {
                Ok(violation) => self.violations.push(*violation),
                Err(what) => unexplained = Some(StopReason::NotReplayed(what)),
            }
        }
        unexplained
    }

    /// Describes what was found, where the machine stands: at a node, or after more moves.
    pub(super) fn violation(&mut self, found: Found, at: NodeId, more: impl IntoIterator<Item = Move>) -> Ended {
        let mut path = self.paths.schedule(at);
        path.extend(more);
        let root = self.root.clone();
        match explain(self.vm, &root.mark, &self.options, &mut self.disciplines, &path, found, 1) {
            Ok(violation) => Ended::Violation(violation),
            Err(what) => Ended::Stopped(StopReason::NotReplayed(what)),
        }
    }
}

/// Whether two violations do not differ by the lines of their loops.
fn same_loops(one: &Found, other: &Found) -> bool {
    let lines = |found: &Found| match found {
        Found::Livelock { loops, .. } => {
            loops.iter().map(|l| l.lines.iter().map(|l| (l.method, l.line)).collect()).collect()
        }
        Found::Deadlock | Found::Uncaught(_) | Found::Race(_) => Vec::<Vec<_>>::new(),
    };
    lines(one) == lines(other)
}

/// A key together with something else that tells states apart, if there is something.
fn mixed(key: u128, more: u64) -> u128 {
    if more == 0 {
        return key;
    }
    let mut hasher = Hasher128::new(more);
    hasher.wide(key);
    hasher.finish()
}

/// Runs the main thread up to where it starts another one or asks for a choice: until then there is one execution only,
/// and everything made on the way can have a fixed identity. If it does not get there, the search starts at `main`.
pub(super) fn run_prefix(vm: &mut Vm) {
    let mark = vm.state.checkpoint();
    vm.watch = Watch::Alone;
    vm.until_choice = true;
    let stop = vm.run_thread(vm.current, PREFIX);
    vm.until_choice = false;
    if stop != Stop::Visible {
        vm.pruned = false;
        vm.state.rollback(&mark);
    }
}
