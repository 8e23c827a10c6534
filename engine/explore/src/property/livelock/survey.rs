//! What to show of a terminal component: the threads that run in it, where, and one way around.

use super::super::deadlock::Deadlock;
use super::{GraphObserver, Livelock, Property, Taken};
use crate::checker::{Checker, Ended};
use crate::expand::Notes;
use crate::findings::{Finding, Witness};
use crate::lasso::Lasso;
use crate::moves::{Cut, Move, WakeUp, execute};
use crate::order::{Arrival, BreadthFirst};
use crate::tree::{NodeId, Position};
use crate::verdict::{Loop, Races, StopReason, Time};
use braid_machine::interp::{Stop, TraceLine, Watch};
use braid_machine::vm::Vm;
use braid_program::ThreadId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// A move inside a terminal component.
struct Edge {
    step: Move,
    to: usize,
    /// Where its actions are.
    lines: Vec<TraceLine>,
    /// The thread runs for ever inside its transaction.
    lasso: Option<Lasso>,
}

/// Everything that can be reached from a state that cannot come to an end.
#[derive(Default)]
struct Survey {
    nodes: FxHashMap<u128, NodeId>,
    edges: Vec<Vec<Edge>>,
}

impl GraphObserver for Survey {
    fn entered(&mut self, node: NodeId, key: u128) {
        self.nodes.insert(key, node);
        self.edges.push(Vec::new());
    }

    fn took(&mut self, taken: &Taken) {
        let to = match taken.arrival {
            Arrival::New(to) => to,
            Arrival::Known(key) => self.nodes[&key],
            Arrival::Nowhere => return,
            Arrival::Ended => unreachable!("invariant: no end can be reached from a terminal component"),
        };
        let (step, lines) = (taken.step.clone(), taken.lines.to_vec());
        let edge = Edge { step, to: to.index(), lines, lasso: taken.lasso };
        self.edges[taken.from.index()].push(edge);
    }

    fn closed(&mut self, _: NodeId, _: bool) -> bool {
        false
    }

    const KEEPS_CLOSED: bool = true;
}

impl Survey {
    /// The states that can be reached from one, forwards or backwards.
    fn reach(&self, from: usize, forwards: bool) -> Vec<bool> {
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); self.edges.len()];
        for (source, edges) in self.edges.iter().enumerate() {
            for edge in edges {
                let (at, to) = if forwards { (source, edge.to) } else { (edge.to, source) };
                next[at].push(to);
            }
        }
        let mut reached = vec![false; self.edges.len()];
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                work.extend(&next[at]);
            }
        }
        reached
    }

    /// A state of a terminal component and that component.
    fn terminal(&self) -> (usize, Vec<bool>) {
        let mut at = 0;
        loop {
            let ahead = self.reach(at, true);
            let back = self.reach(at, false);
            match (0..ahead.len()).find(|&node| ahead[node] && !back[node]) {
                // Nothing leads back from there: what it reaches is less.
                Some(further) => at = further,
                None => return (at, ahead),
            }
        }
    }

    /// A shortest path, as moves, to the first state that is wanted.
    fn path(&self, from: usize, wanted: impl Fn(usize) -> bool) -> (Vec<Move>, usize) {
        let mut came: FxHashMap<usize, (usize, &Move)> = FxHashMap::default();
        let mut queue = std::collections::VecDeque::from([from]);
        let mut seen = FxHashSet::from_iter([from]);
        while let Some(at) = queue.pop_front() {
            if wanted(at) {
                let mut moves = Vec::new();
                let mut back = at;
                while back != from {
                    let (before, step) = came[&back];
                    moves.push(step.clone());
                    back = before;
                }
                moves.reverse();
                return (moves, at);
            }
            for edge in &self.edges[at] {
                if seen.insert(edge.to) {
                    came.insert(edge.to, (at, &edge.step));
                    queue.push_back(edge.to);
                }
            }
        }
        unreachable!("invariant: a component is strongly connected")
    }

    /// A way from a state back to itself on which every thread of the list moves.
    fn round(&self, start: usize, threads: &BTreeSet<ThreadId>) -> Vec<Move> {
        let mut round: Vec<Move> = Vec::new();
        let mut at = start;
        for &thread in threads {
            if round.iter().any(|step| step.thread == thread) {
                continue;
            }
            let moves = |node: usize| self.edges[node].iter().find(|edge| edge.step.thread == thread);
            let (way, there) = self.path(at, |node| moves(node).is_some());
            let edge = moves(there).expect("invariant: the search ended where the thread moves");
            round.extend(way);
            round.push(edge.step.clone());
            at = edge.to;
        }
        round.extend(self.path(at, |node| node == start).0);
        round
    }
}

impl Checker<'_> {
    /// Finds what goes on for ever from a node, and the way there: explores what can be reached once more, taking notes.
    /// Nothing if time will pass there in the next search. The machine stands in the component afterwards.
    ///
    /// # Panics
    /// If something ends or goes wrong there: that would be an error of the engine.
    pub(super) fn survey(&mut self, node: NodeId) -> Result<Option<Finding>, Ended> {
        self.stand_at(node);
        let mut survey = Survey::default();
        let mut timed = Vec::new();
        self.vm.observed.looked_in_vain = false;
        let explored = self.aside(|checker| {
            checker.options.spurious = false;
            checker.explore(&mut BreadthFirst::default(), &mut survey)?;
            if checker.options.time == Time::Patient {
                timed.extend((0..survey.edges.len()).map(|node| checker.timed_at(NodeId(node as u32))));
            }
            Ok(())
        });
        match explored {
            Ok(()) => {}
            Err(Ended::Violation(_)) => {
                let what =
                    "a livelock was found, but something else goes wrong where it was explored already".to_string();
                return Err(Ended::Stopped(StopReason::NotReplayed(what)));
            }
            Err(ended @ (Ended::Stopped(_) | Ended::Restart | Ended::Large)) => return Err(ended),
        }
        let (first, component) = survey.terminal();
        let inside = || (0..component.len()).filter(|&node| component[node]).flat_map(|node| &survey.edges[node]);
        let expires = |thread| inside().any(|edge| edge.step.thread == thread && edge.step.wake == WakeUp::Expires);
        let waits = |at: usize| component[at] && timed[at].iter().any(|&thread| !expires(thread));
        if (0..timed.len()).any(waits) {
            let states = survey.nodes.iter().filter(|(_, node)| component[node.index()]).map(|(&name, _)| name);
            if self.vm.observed.looked_in_vain || !self.spin_states.add(states) {
                let what = "time that passes for some while others look at the clock in a loop".to_string();
                return Err(Ended::Stopped(StopReason::ClockLoop(what)));
            }
            return Ok(None);
        }
        let threads: BTreeSet<ThreadId> = inside().map(|edge| edge.step.thread).collect();
        let (mut way, _) = survey.path(0, |node| node == first);
        // A thread that runs for ever inside its transaction does so at every state here: it goes into its loop first.
        let lassos: BTreeMap<ThreadId, Lasso> =
            inside().filter_map(|edge| edge.lasso.map(|lasso| (edge.step.thread, lasso))).collect();
        let part = |thread: ThreadId, at: u64| {
            let cut = Cut { at, asked: 0 };
            Move { cut: Some(cut), ..Move::of(thread, WakeUp::None) }
        };
        way.extend(lassos.iter().map(|(&thread, lasso)| part(thread, lasso.lead)));
        self.stand_at(node);
        for step in &way {
            execute(self.vm, step.clone(), &self.options, &mut self.disciplines, Notes::default());
        }
        let alive = |vm: &Vm, thread: ThreadId| !vm.state.thread(thread).core.daemon;
        let spinning: Vec<ThreadId> = threads.iter().copied().filter(|&t| alive(self.vm, t)).collect();
        if spinning.is_empty() {
            return Ok(Some(Finding::new(Deadlock::NAME, Witness::State, node, way)));
        }
        let loops = spinning
            .iter()
            .map(|&thread| {
                let edges = inside().filter(|edge| edge.step.thread == thread && edge.lasso.is_none());
                let mut lines: Vec<TraceLine> = edges.flat_map(|edge| edge.lines.iter().copied()).collect();
                if lines.is_empty() {
                    lines = lines_alone(self.vm, thread);
                }
                lines.sort_unstable_by_key(|line| (line.method, line.line));
                lines.dedup_by_key(|line| (line.method, line.line));
                Loop { thread, lines }
            })
            .collect();
        let others = threads.iter().copied().filter(|thread| !lassos.contains_key(thread)).collect();
        let mut round = survey.round(first, &others);
        round.extend(lassos.iter().map(|(&thread, lasso)| part(thread, lasso.period)));
        if !self.leads_around(node, &way, &round) {
            let what = "a livelock was found, but its loop does not lead around".to_string();
            return Err(Ended::Stopped(StopReason::NotReplayed(what)));
        }
        if self.vm.observed.looked_in_vain {
            let what = "a loop that waits for time to pass by looking at the clock".to_string();
            return Err(Ended::Stopped(StopReason::ClockLoop(what)));
        }
        way.extend_from_slice(&round);
        Ok(Some(Finding::new(Livelock::NAME, Witness::Loop { loops, round: round.len() }, node, way)))
    }

    /// The threads that wait for no longer than some time in a state.
    fn timed_at(&mut self, node: NodeId) -> Vec<ThreadId> {
        self.stand_at(node);
        self.vm.state.thread_ids().filter(|&thread| self.vm.deadline(thread).is_some()).collect()
    }

    /// Whether the moves really lead around, anything else being an error of the engine. Takes note of whether a thread looks at
    /// the clock there.
    fn leads_around(&mut self, node: NodeId, way: &[Move], round: &[Move]) -> bool {
        self.stand_at(node);
        let keys = [way, round].map(|moves| {
            self.vm.observed.looked_in_vain = false;
            for step in moves {
                let Position { mark, .. } = self.position();
                execute(self.vm, step.clone(), &self.options, &mut self.disciplines, Notes::default());
                self.follow(&mark);
            }
            self.name(None)
        });
        keys[0] == keys[1]
    }

    /// Explores something else in between, from where the machine stands. What it counts is not counted.
    pub(crate) fn aside<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let here = self.position();
        let root = std::mem::replace(&mut self.root, here);
        let fresh = self.seen.as_ref().map(|seen| seen.fresh());
        let seen = std::mem::replace(&mut self.seen, fresh);
        let paths = std::mem::take(&mut self.paths);
        let lines = self.lines.replace(Vec::new());
        let options = self.options.clone();
        let stats = self.stats;
        let tally = self.vm.observed.tally.clone();
        let properties = self.properties.take();
        // What is shown leads around among states with all threads told apart.
        let alike = std::mem::take(&mut self.alike);
        self.options.races = Races::Off;
        self.options.all = false;
        if let Some(reduction) = self.options.reduction.rules().without_stack() {
            self.options.reduction = reduction;
        }
        let result = work(self);
        self.options = options;
        (self.root, self.seen, self.paths, self.lines, self.stats) = (root, seen, paths, lines, stats);
        self.properties = properties;
        self.alike = alike;
        self.vm.observed.tally = tally;
        result
    }
}

/// Where a thread acts that is alone or does nothing that others can see: one look at its loop, undone afterwards.
pub(crate) fn lines_alone(vm: &mut Vm, thread: ThreadId) -> Vec<TraceLine> {
    const INSTRUCTIONS: u64 = 10_000;
    /// So many before the first action: a round may have long work in it.
    const MOST: u64 = 2_000_000;
    let mark = vm.state.checkpoint();
    let mut lines = Vec::new();
    let mut end = vm.run.instructions + MOST;
    vm.run.choices.follow(Vec::new());
    vm.run.watch = Watch::Stop;
    while vm.run.instructions < end {
        match vm.run_thread(thread, end - vm.run.instructions) {
            Stop::Visible => {
                lines.extend(vm.user_line(thread));
                vm.run.watch = Watch::Pass;
                end = end.min(vm.run.instructions + INSTRUCTIONS);
            }
            Stop::Yielded => end = end.min(vm.run.instructions + INSTRUCTIONS),
            Stop::Blocked if vm.deadline(thread).is_some() => vm.expire(thread),
            // It has arrived where it asks to be let in, and asks now.
            Stop::Refused if std::mem::take(&mut vm.models.arrived) => vm.run.watch = Watch::Pass,
            Stop::Budget
            | Stop::Blocked
            | Stop::Refused
            | Stop::Ended
            | Stop::Returned
            | Stop::Uncaught(_)
            | Stop::Pruned
            | Stop::Halted(_)
            | Stop::Unsupported(_) => break,
        }
    }
    if lines.is_empty() {
        lines.extend(vm.user_line(thread));
    }
    vm.rollback(&mark);
    lines
}
