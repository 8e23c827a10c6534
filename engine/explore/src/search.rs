//! The search: one loop over states, with the order plugged in.
//!
//! A state is *open* while moves from it have not been tried. The loop picks an open state, brings the machine there, takes
//! the next move, and looks where it led. `order` picks, `paths` brings the machine there, `livelock` watches whether
//! every state can still come to an end.

use super::checker::{Checker, Ended};
use super::expand::{Committing, Expanded, Notes, Phase, over};
use super::explain::Found;
use super::hash::Hasher128;
use super::livelock::{GraphObserver, Taken};
use super::moves::{Move, WakeUp, execute, expirations, possible};
use super::order::{Arrival, Order};
use super::outcomes::{Why, end};
use super::paths::{NodeId, Position};
use super::queues::Passage;
use super::store::Seen;
use super::verdict::{Limits, Progress, Races, Reduction, Search, StopReason, Time};
use braid_machine::observe::spoil::{EVERY, spoil_dead_registers};
use braid_machine::state::Mark;
use braid_program::ThreadId;
use std::sync::atomic::Ordering;

/// A search in depth that has met this many states, or taken this many moves, is interrupted once by random walks: a
/// violation that many schedules show is found long before the first corner of a large space is explored.
const LARGE: u64 = 50_000;
const LARGE_TRANSITIONS: u64 = 150_000;

/// Moves that are taken before a search starts again, and instructions.
const AHEAD: u32 = 2_000;
const AHEAD_INSTRUCTIONS: u64 = 20_000_000;

impl Checker<'_> {
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
        self.vm.observed.tally.count(!self.vm.observed.happens.is_on());
        let (expanded, step) = execute(self.vm, step, reduction, &mut self.disciplines, notes);
        self.vm.observed.tally.count(false);
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
        if let Some(choices) = self.vm.run.choices.successor() {
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
        if self.vm.observed.happens.is_on() {
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
        let began = self.vm.run.instructions;
        let mut goes_on = *expanded == Expanded::End;
        for _ in 0..AHEAD {
            if !goes_on || self.vm.run.instructions - began > AHEAD_INSTRUCTIONS {
                return;
            }
            goes_on = false;
            for step in possible(self.vm, &self.options, self.vm.run.current) {
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
            None => possible(self.vm, &self.options, step.as_ref().map_or(self.vm.run.current, |step| step.thread)),
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
