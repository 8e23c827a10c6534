//! Programs that never end: states from which no end can be reached.
//!
//! A *trap* is a terminal strongly connected component of the state graph in which somebody moves: nothing leads out of
//! it, neither to the end of the program nor to a violation nor to an execution that the program itself drops. A fair
//! scheduler cannot leave it, as no scheduler can; and an execution that is fair to every move that is possible again and
//! again ends up in a terminal component, so what is no trap is left by fairness. In a trap
//!
//! * some thread moves that keeps the program alive: a *livelock*;
//! * only daemons move, and every other thread waits for ever: a *deadlock* of those, although the program does not
//!   stand still.
//!
//! **Depth first** traps are found by Tarjan's algorithm. A state is *open* until its component is complete. An index is
//! kept for open states only: the position among them. A component that is complete and no trap can reach an end, so a
//! move to a state that is no longer open counts as a way out, and one bit of each state on the stack says whether its
//! component has one. **Breadth first** all moves are kept and followed back from the ends when everything is explored.
//!
//! **Reductions preserve traps.** Where a state of the reduced graph can reach an end in the full graph, it can in the
//! reduced one: an execution that ends leaves no transaction incomplete, so it can be reordered into whole transactions
//! with the same end (`expand`). So a trap of the reduced graph is none that the full graph could leave. Conversely let no
//! end be reachable from some state of the full graph. Let every thread that is inside a transaction there run on until
//! its transaction ends: it ends when it blocks, and it ends by budget if it does not otherwise. From the state reached
//! no end is reachable either, and it lies at the end of an execution of whole transactions, so it is a state of the
//! reduced graph.

use super::expand::Notes;
use super::explain::Found;
use super::moves::{Move, WakeUp, execute};
use super::order::{Arrival, BreadthFirst};
use super::paths::{NodeId, Position};
use super::queues::Passage;
use super::search::{Checker, Ended};
use super::store::Seen;
use super::verdict::{Loop, Races, Reduction, StopReason, Time};
use crate::interp::{Stop, TraceLine, Watch};
use crate::program::ThreadId;
use crate::vm::Vm;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A move of a search.
pub(super) struct Taken<'a> {
    /// Where it was taken.
    pub(super) from: NodeId,
    /// The move.
    pub(super) step: &'a Move,
    /// Where it led.
    pub(super) arrival: Arrival,
    /// What it was as far as synchronizers are concerned.
    pub(super) passage: Passage,
    /// Where its actions are, if somebody wants to know.
    pub(super) lines: &'a [TraceLine],
}

/// Watches a search for states that cannot come to an end.
pub(super) trait Ends {
    /// A state is new.
    fn entered(&mut self, node: NodeId, key: u128);
    /// A move was taken.
    fn took(&mut self, taken: &Taken);
    /// All moves of a state have been tried; `moved`: at least one led somewhere, and not by waking up for no reason. True
    /// if the state is the first of a trap.
    fn closed(&mut self, node: NodeId, moved: bool) -> bool;
    /// Whether the paths to states that are closed will be asked for.
    const KEEPS_CLOSED: bool;
    /// Whether a state is open: depth first, that includes all states on the stack.
    fn is_open(&self, _: u128) -> bool {
        false
    }
    /// Whether a name is that of the state a move was taken from.
    fn leads_back(&self, _: NodeId, _: u128) -> bool {
        false
    }
    /// After the search: a state of each trap that has not been told of yet.
    fn trapped(&self) -> Vec<NodeId> {
        Vec::new()
    }
}

/// For walks, which see no graph.
pub(super) struct NotWatched;

impl Ends for NotWatched {
    fn entered(&mut self, _: NodeId, _: u128) {}
    fn took(&mut self, _: &Taken) {}
    fn closed(&mut self, _: NodeId, _: bool) -> bool {
        false
    }
    const KEEPS_CLOSED: bool = true;
}

/// A state on the stack of a search in depth.
struct Frame {
    index: u32,
    /// Least index known to be reachable inside the component.
    low: u32,
    /// Whether an end can be reached from the component.
    escapes: bool,
}

/// Tarjan's algorithm.
#[derive(Default)]
pub(super) struct Components {
    stack: Vec<Frame>,
    /// Keys of the open states; their positions are their indices.
    open: Vec<u128>,
    index: FxHashMap<u128, u32>,
}

impl Ends for Components {
    fn entered(&mut self, _: NodeId, key: u128) {
        let index = u32::try_from(self.open.len()).expect("fewer than 2^32 open states");
        self.open.push(key);
        self.index.insert(key, index);
        self.stack.push(Frame { index, low: index, escapes: false });
    }

    fn took(&mut self, taken: &Taken) {
        match taken.arrival {
            Arrival::Nowhere | Arrival::New(_) => {}
            Arrival::Known(key) => self.reaches(Some(key)),
            Arrival::Ended => self.reaches(None),
        }
    }

    fn is_open(&self, key: u128) -> bool {
        self.index.contains_key(&key)
    }

    fn leads_back(&self, _: NodeId, key: u128) -> bool {
        self.stack.last().is_some_and(|frame| self.open.get(frame.index as usize) == Some(&key))
    }

    fn closed(&mut self, _: NodeId, moved: bool) -> bool {
        let Frame { index, low, escapes } = self.stack.pop().expect("invariant: the state that closes is on the stack");
        // Where nobody can move the program is over: a deadlock has been reported.
        let escapes = escapes || !moved;
        let complete = low == index;
        if complete {
            for key in self.open.drain(index as usize..) {
                self.index.remove(&key);
            }
        }
        if let Some(parent) = self.stack.last_mut() {
            parent.escapes |= complete || escapes;
            parent.low = parent.low.min(low);
        }
        complete && !escapes
    }

    const KEEPS_CLOSED: bool = false;
}

impl Components {
    /// The newest state on the stack leads to a state that was met before, or to an end.
    fn reaches(&mut self, key: Option<u128>) {
        let frame = self.stack.last_mut().expect("invariant: the state that moves is on the stack");
        match key.and_then(|key| self.index.get(&key)) {
            Some(&index) => frame.low = frame.low.min(index),
            None => frame.escapes = true,
        }
    }
}

/// All moves, to be followed back from the ends.
#[derive(Default)]
pub(super) struct Edges {
    nodes: FxHashMap<u128, NodeId>,
    edges: Vec<(NodeId, NodeId)>,
    ends: Vec<NodeId>,
}

impl Ends for Edges {
    fn entered(&mut self, node: NodeId, key: u128) {
        self.nodes.insert(key, node);
    }

    fn took(&mut self, taken: &Taken) {
        // Nobody can rely on waking up for no reason: that is no way out.
        if taken.step.wake != WakeUp::Spurious {
            self.add(taken.from, taken.arrival);
        }
    }

    fn leads_back(&self, from: NodeId, key: u128) -> bool {
        self.nodes.get(&key) == Some(&from)
    }

    fn closed(&mut self, node: NodeId, moved: bool) -> bool {
        if !moved {
            self.ends.push(node);
        }
        false
    }

    const KEEPS_CLOSED: bool = true;

    fn trapped(&self) -> Vec<NodeId> {
        let mut backward = self.edges.clone();
        backward.sort_unstable_by_key(|&(_, to)| to);
        let mut ends = vec![false; self.nodes.len()];
        let mut work = self.ends.clone();
        while let Some(node) = work.pop() {
            if std::mem::replace(&mut ends[node.index()], true) {
                continue;
            }
            let first = backward.partition_point(|&(_, to)| to < node);
            work.extend(backward[first..].iter().take_while(|&&(_, to)| to == node).map(|&(from, _)| from));
        }
        self.traps(&ends)
    }
}

/// Depth first where waits may end for no reason. Which states those moves lead to has to be explored, but they are no
/// ways out of a trap, so a search in depth does not meet components one after the other: all moves are kept as well.
#[derive(Default)]
pub(super) struct Unreliable {
    open: Components,
    edges: Edges,
}

impl Ends for Unreliable {
    fn entered(&mut self, node: NodeId, key: u128) {
        self.open.entered(node, key);
        self.edges.entered(node, key);
    }

    fn took(&mut self, taken: &Taken) {
        self.open.took(taken);
        self.edges.took(taken);
    }

    fn is_open(&self, key: u128) -> bool {
        self.open.is_open(key)
    }

    fn leads_back(&self, from: NodeId, key: u128) -> bool {
        self.edges.leads_back(from, key)
    }

    fn closed(&mut self, node: NodeId, moved: bool) -> bool {
        self.open.closed(node, moved);
        self.edges.closed(node, moved)
    }

    const KEEPS_CLOSED: bool = true;

    fn trapped(&self) -> Vec<NodeId> {
        self.edges.trapped()
    }
}

impl Edges {
    /// A move from a node.
    pub(super) fn add(&mut self, from: NodeId, arrival: Arrival) {
        match arrival {
            Arrival::Nowhere => {}
            Arrival::New(to) => self.edges.push((from, to)),
            Arrival::Known(key) => self.edges.push((from, self.nodes[&key])),
            Arrival::Ended => self.ends.push(from),
        }
    }

    /// One state of each terminal component among those that cannot come to an end: once more in depth.
    fn traps(&self, ends: &[bool]) -> Vec<NodeId> {
        let mut forward: Vec<Vec<NodeId>> = vec![Vec::new(); ends.len()];
        self.edges
            .iter()
            .filter(|(from, _)| !ends[from.index()])
            .for_each(|&(from, to)| forward[from.index()].push(to));
        let mut met = ends.to_vec();
        let mut traps = Vec::new();
        let mut components = Components::default();
        let mut stack: Vec<NodeId> = Vec::new();
        for start in (0..ends.len()).map(|index| NodeId(index as u32)) {
            let mut next = (!met[start.index()]).then_some(start);
            while let Some(node) = next.take().or_else(|| stack.pop()) {
                if !std::mem::replace(&mut met[node.index()], true) {
                    components.entered(node, node.index() as u128);
                }
                while let Some(to) = forward[node.index()].pop() {
                    if !met[to.index()] {
                        next = Some(to);
                        break;
                    }
                    components.reaches(Some(to.index() as u128));
                }
                if next.is_some() {
                    stack.push(node);
                } else if components.closed(node, true) {
                    traps.push(node);
                }
            }
        }
        traps
    }
}

// ----- what to show -----

/// A move inside a trap.
struct Edge {
    step: Move,
    to: usize,
    /// Where its actions are.
    lines: Vec<TraceLine>,
}

/// Everything that can be reached from a state that cannot come to an end.
#[derive(Default)]
struct Survey {
    nodes: FxHashMap<u128, NodeId>,
    edges: Vec<Vec<Edge>>,
}

impl Ends for Survey {
    fn entered(&mut self, node: NodeId, key: u128) {
        self.nodes.insert(key, node);
        self.edges.push(Vec::new());
    }

    fn took(&mut self, taken: &Taken) {
        let to = match taken.arrival {
            Arrival::New(to) => to,
            Arrival::Known(key) => self.nodes[&key],
            Arrival::Nowhere => return,
            Arrival::Ended => unreachable!("invariant: no end can be reached from a trap"),
        };
        let edge = Edge { step: taken.step.clone(), to: to.index(), lines: taken.lines.to_vec() };
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
    /// From a node no end can be reached.
    pub(super) fn livelock(&mut self, node: NodeId) -> Result<(), Ended> {
        match self.survey(node)? {
            Some((found, way)) => self.fails(found, node, &way),
            None => Ok(()),
        }
    }

    /// Finds what goes on for ever from a node, and the way there: explores the trap once more, taking notes. Nothing if
    /// time will pass there in the next search.
    ///
    /// # Panics
    /// If something ends or goes wrong there: that would be an error of the engine.
    fn survey(&mut self, node: NodeId) -> Result<Option<(Found, Vec<Move>)>, Ended> {
        self.stand_at(node);
        let mut survey = Survey::default();
        let mut timed = Vec::new();
        self.vm.looked_in_vain = false;
        let explored = self.aside(|checker| {
            checker.options.spurious = false;
            checker.explore(&mut BreadthFirst::default(), &mut survey)?;
            if checker.options.time == Time::Virtual {
                timed.extend((0..survey.edges.len()).map(|node| checker.timed_at(NodeId(node as u32))));
            }
            Ok(())
        });
        match explored {
            Ok(()) => {}
            Err(Ended::Violation(_)) => {
                panic!("internal error: something goes wrong in a trap that was explored already")
            }
            Err(ended @ (Ended::Stopped(_) | Ended::Restart | Ended::Large)) => return Err(ended),
        }
        let (first, component) = survey.terminal();
        let inside = || (0..component.len()).filter(|&node| component[node]).flat_map(|node| &survey.edges[node]);
        let expires = |thread| inside().any(|edge| edge.step.thread == thread && edge.step.wake == WakeUp::Expires);
        let waits = |at: usize| component[at] && timed[at].iter().any(|&thread| !expires(thread));
        if (0..timed.len()).any(waits) {
            let states = survey.nodes.iter().filter(|(_, node)| component[node.index()]).map(|(&name, _)| name);
            if self.vm.looked_in_vain || !self.circles.add(states) {
                let what = "time that passes for some while others look at the clock in a loop".to_string();
                return Err(Ended::Stopped(StopReason::Unsupported(what)));
            }
            return Ok(None);
        }
        let threads: BTreeSet<ThreadId> = inside().map(|edge| edge.step.thread).collect();
        let (mut way, _) = survey.path(0, |node| node == first);
        self.stand_at(node);
        for step in &way {
            execute(self.vm, step.clone(), self.options.reduction, &mut self.disciplines, Notes::default());
        }
        let alive = |vm: &Vm, thread: ThreadId| !vm.state.thread(thread).core.daemon;
        let spinning: Vec<ThreadId> = threads.iter().copied().filter(|&t| alive(self.vm, t)).collect();
        if spinning.is_empty() {
            return Ok(Some((Found::Deadlock, way)));
        }
        let loops = spinning
            .iter()
            .map(|&thread| {
                let edges = inside().filter(|edge| edge.step.thread == thread);
                let mut lines: Vec<TraceLine> = edges.flat_map(|edge| edge.lines.iter().copied()).collect();
                if lines.is_empty() {
                    lines = lines_alone(self.vm, thread);
                }
                lines.sort_unstable_by_key(|line| (line.method, line.line));
                lines.dedup_by_key(|line| (line.method, line.line));
                Loop { thread, lines }
            })
            .collect();
        let round = survey.round(first, &threads);
        self.assert_round(node, &way, &round);
        if self.vm.looked_in_vain {
            let what = "a loop that waits for time to pass by looking at the clock".to_string();
            return Err(Ended::Stopped(StopReason::Unsupported(what)));
        }
        way.extend_from_slice(&round);
        Ok(Some((Found::Livelock { loops, round: round.len() }, way)))
    }

    /// Who waits for no longer than some time in a state.
    fn timed_at(&mut self, node: NodeId) -> Vec<ThreadId> {
        self.stand_at(node);
        self.vm.state.thread_ids().filter(|&thread| self.vm.deadline(thread).is_some()).collect()
    }

    /// Sees that the moves really lead around, and takes note of whether somebody looks at the clock there.
    ///
    /// # Panics
    /// If they do not: that would be an error of the engine.
    fn assert_round(&mut self, node: NodeId, way: &[Move], round: &[Move]) {
        self.stand_at(node);
        let keys = [way, round].map(|moves| {
            self.vm.looked_in_vain = false;
            for step in moves {
                let Position { mark, .. } = self.position();
                execute(self.vm, step.clone(), self.options.reduction, &mut self.disciplines, Notes::default());
                self.follow(&mark);
            }
            self.name(None)
        });
        assert_eq!(keys[0], keys[1], "internal error: the loop does not lead around");
    }

    /// Explores something else in between, from where the machine stands. What it counts is not counted.
    pub(super) fn aside<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let here = self.position();
        let root = std::mem::replace(&mut self.root, here);
        let fresh = self.seen.as_ref().map(Seen::fresh);
        let seen = std::mem::replace(&mut self.seen, fresh);
        let paths = std::mem::take(&mut self.paths);
        let lines = self.lines.replace(Vec::new());
        let options = self.options.clone();
        let stats = self.stats;
        let tally = self.vm.tally.clone();
        let (races, queues) = (std::mem::take(&mut self.races), std::mem::take(&mut self.queues));
        self.options.races = Races::Off;
        self.options.all = false;
        if self.options.reduction == Reduction::Cycle {
            // The same moves, of one action each, without a stack to find cycles by.
            self.options.reduction = Reduction::Local;
        }
        let result = work(self);
        self.options = options;
        (self.root, self.seen, self.paths, self.lines, self.stats) = (root, seen, paths, lines, stats);
        (self.races, self.queues) = (races, queues);
        self.vm.tally = tally;
        result
    }
}

/// Where a thread acts that is alone or does nothing that others can see: one look at its loop, undone afterwards.
pub(super) fn lines_alone(vm: &mut Vm, thread: ThreadId) -> Vec<TraceLine> {
    const INSTRUCTIONS: u64 = 10_000;
    let mark = vm.state.checkpoint();
    let mut lines = Vec::new();
    let end = vm.instructions + INSTRUCTIONS;
    vm.watch = Watch::Stop;
    while vm.instructions < end {
        match vm.run_thread(thread, end - vm.instructions) {
            Stop::Visible => {
                lines.extend(vm.user_line(thread));
                vm.watch = Watch::Pass;
            }
            Stop::Yielded => {}
            Stop::Blocked if vm.deadline(thread).is_some() => vm.expire(thread),
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
    vm.state.rollback(&mark);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph as a search would meet it: from each state the states that moves lead to; `None` is the end.
    type Graph = Vec<Vec<Option<usize>>>;

    fn step() -> Move {
        Move { thread: ThreadId(0), wake: WakeUp::None, choices: Vec::new() }
    }

    fn taken(from: usize, step: &Move, arrival: Arrival) -> Taken<'_> {
        Taken { from: NodeId(from as u32), step, arrival, passage: Passage::Other, lines: &[] }
    }

    /// Depth first: whether a trap is found.
    fn by_components(graph: &Graph, at: usize, ends: &mut Components, met: &mut FxHashSet<usize>) -> bool {
        ends.entered(NodeId(at as u32), at as u128);
        for &to in &graph[at] {
            let arrival = match to {
                None => Arrival::Ended,
                Some(to) if met.insert(to) => {
                    if by_components(graph, to, ends, met) {
                        return true;
                    }
                    Arrival::New(NodeId(to as u32))
                }
                Some(to) => Arrival::Known(to as u128),
            };
            ends.took(&taken(at, &step(), arrival));
        }
        ends.closed(NodeId(at as u32), !graph[at].is_empty())
    }

    /// Breadth first: whether a trap is found.
    fn by_edges(graph: &Graph) -> bool {
        let mut ends = Edges::default();
        let mut nodes = vec![0];
        ends.entered(NodeId(0), 0);
        let mut next = 0;
        while let Some(&at) = nodes.get(next) {
            for &to in &graph[at] {
                let arrival = match to {
                    None => Arrival::Ended,
                    Some(to) if !nodes.contains(&to) => {
                        let node = NodeId(nodes.len() as u32);
                        nodes.push(to);
                        ends.entered(node, to as u128);
                        Arrival::New(node)
                    }
                    Some(to) => Arrival::Known(to as u128),
                };
                ends.took(&taken(next, &step(), arrival));
            }
            ends.closed(NodeId(next as u32), !graph[at].is_empty());
            next += 1;
        }
        !ends.trapped().is_empty()
    }

    /// By definition: whether some state can be reached from which no end can be reached.
    fn by_reachability(graph: &Graph) -> bool {
        let reach = |from: usize| {
            let (mut reached, mut work) = (FxHashSet::default(), vec![from]);
            while let Some(at) = work.pop() {
                if reached.insert(at) {
                    work.extend(graph[at].iter().flatten());
                }
            }
            reached
        };
        let ends = |at: &usize| graph[*at].is_empty() || graph[*at].contains(&None);
        reach(0).into_iter().any(|state| !reach(state).iter().any(&ends))
    }

    #[test]
    fn traps_are_found_in_both_orders() {
        let mut random = 1u64;
        let mut draw = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        let mut traps = 0;
        for case in 0..20_000 {
            let size = 1 + draw(9);
            let mut graph: Graph = vec![Vec::new(); size];
            for moves in &mut graph {
                for _ in 0..draw(4) {
                    moves.push((draw(8) != 0).then(|| draw(size)));
                }
            }
            let expected = by_reachability(&graph);
            traps += usize::from(expected);
            let met = &mut FxHashSet::from_iter([0]);
            assert_eq!(by_components(&graph, 0, &mut Components::default(), met), expected, "{case}: {graph:?}");
            assert_eq!(by_edges(&graph), expected, "{case}: {graph:?}");
        }
        assert!((1000..19_000).contains(&traps), "{traps} graphs with traps");
    }
}
