//! The search: one loop over states, with the order plugged in.

use super::canon::{CanonMark, Canonicalizer};
use super::discipline::Disciplines;
use super::expand::{Expanded, Move, WakeUp, execute, over};
use super::explain::{Found, explain};
use super::verdict::{Limits, Options, Reduction, Search, Stats, StopReason, Time, Verdict, Violation};
use crate::interp::{Stop, Watch};
use crate::program::ThreadId;
use crate::state::{Mark, Status};
use crate::vm::Vm;
use rustc_hash::FxHashSet;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Instructions that the only thread may run before the search starts.
const PREFIX: u64 = 1_000_000_000;

/// A state to go back to, with what is known about its key.
#[derive(Clone)]
struct Position {
    mark: Mark,
    canon: CanonMark,
}

/// What one state has to offer.
struct Node {
    position: Position,
    moves: Vec<Move>,
    next: usize,
    /// Whether any move led anywhere.
    moved: bool,
    /// Whether time has been let pass here.
    waited: bool,
}

impl Node {
    /// The next move to try. Under virtual time, time passes only when everything else has led nowhere.
    fn next_move(&mut self, vm: &mut Vm, time: Time) -> Option<Move> {
        if self.next == self.moves.len() && !self.moved && !self.waited && time == Time::Virtual {
            self.waited = true;
            vm.state.rollback(&self.position.mark);
            let deadlines: Vec<(i64, ThreadId)> =
                vm.state.thread_ids().filter_map(|t| vm.deadline(t).map(|at| (at, t))).collect();
            let soonest = deadlines.iter().map(|&(at, _)| at).min();
            for (at, thread) in deadlines {
                if Some(at) == soonest {
                    self.moves.push(Move { thread, wake: WakeUp::Expires, choices: Vec::new() });
                }
            }
        }
        let step = self.moves.get(self.next).cloned()?;
        self.next += 1;
        Some(step)
    }
}

/// A search over the schedules of a machine that stands before `main`.
pub struct Checker<'a> {
    vm: &'a mut Vm,
    options: Options,
    disciplines: Disciplines,
    canonicalizer: Canonicalizer,
    seen: FxHashSet<u128>,
    root: Position,
    stats: Stats,
    began: Instant,
    start_instructions: u64,
}

enum Ended {
    Violation(Box<Violation>),
    Stopped(StopReason),
    Restart,
}

impl<'a> Checker<'a> {
    /// A search that starts where the machine stands.
    pub fn new(vm: &'a mut Vm, options: Options) -> Self {
        vm.config.virtual_time = options.time == Time::Virtual;
        vm.program.finals_are_constant = options.reduction != Reduction::None;
        vm.state.heap.share_everything();
        vm.state.drain_output();
        run_prefix(vm);
        let canonicalizer = Canonicalizer::new(vm, options.canon);
        let root = Position { mark: vm.state.checkpoint(), canon: canonicalizer.mark() };
        let start_instructions = vm.instructions;
        Checker {
            vm,
            options,
            disciplines: Disciplines::default(),
            canonicalizer,
            seen: FxHashSet::default(),
            root,
            stats: Stats::default(),
            began: Instant::now(),
            start_instructions,
        }
    }

    /// What was done so far.
    pub fn stats(&self) -> Stats {
        Stats { instructions: self.vm.instructions - self.start_instructions, ..self.stats }
    }

    /// The machine.
    pub fn vm(&mut self) -> &mut Vm {
        self.vm
    }

    /// Searches.
    pub fn run(&mut self) -> Verdict {
        loop {
            let ended = match self.options.search {
                Search::Dfs => self.depth_first(),
                Search::Bfs => self.breadth_first(),
                Search::Random(seed) => self.random_walks(seed),
            };
            let root = self.root.clone();
            self.go_back(&root);
            match ended {
                Ok(()) if self.disciplines.withdrawn => {}
                Ok(()) => return Verdict::Verified,
                Err(Ended::Restart) => {}
                Err(Ended::Violation(violation)) => return Verdict::Violated(violation),
                Err(Ended::Stopped(reason)) => return Verdict::Inconclusive(reason),
            }
            self.disciplines.restart();
            self.seen.clear();
            self.stats.restarts += 1;
            self.stats.states = 0;
        }
    }

    fn depth_first(&mut self) -> Result<(), Ended> {
        let mut path: Vec<Move> = Vec::new();
        self.remember();
        let mut nodes = vec![self.node()];
        while let Some(node) = nodes.last_mut() {
            let Some(step) = node.next_move(self.vm, self.options.time) else {
                let stuck = !node.moved;
                let position = node.position.clone();
                self.go_back(&position);
                if stuck {
                    self.check_deadlock(&path)?;
                }
                nodes.pop();
                path.pop();
                continue;
            };
            let position = node.position.clone();
            self.canonicalizer.rollback(&position.canon);
            self.vm.state.rollback(&position.mark);
            let (expanded, step) = self.take(step);
            if let Some(more) = self.vm.choices.successor() {
                // The same thread with other answers.
                node.moves.insert(node.next, Move { choices: more, ..step.clone() });
            }
            node.moved |= expanded != Expanded::Blocked;
            path.push(step);
            self.check_limits(path.len())?;
            if self.settle(&expanded, &position.mark, &path)? {
                self.stats.depth = self.stats.depth.max(path.len());
                let node = self.node();
                nodes.push(node);
            } else {
                path.pop();
            }
        }
        Ok(())
    }

    /// Executes a move; the result carries the answers that were really given.
    fn take(&mut self, step: Move) -> (Expanded, Move) {
        self.stats.transitions += 1;
        execute(self.vm, step, self.options.reduction, &mut self.disciplines, None)
    }

    /// Looks at the state after a move: true if it is new and the search goes on from it.
    fn settle(&mut self, expanded: &Expanded, mark: &Mark, path: &[Move]) -> Result<bool, Ended> {
        if self.disciplines.withdrawn {
            return Err(Ended::Restart);
        }
        match expanded {
            Expanded::Blocked => Ok(false),
            Expanded::Over => {
                self.stats.states += 1;
                Ok(false)
            }
            Expanded::Uncaught(exception) => Err(self.violation(Found::Uncaught(*exception), path)),
            Expanded::Unsupported(what) => Err(Ended::Stopped(StopReason::Unsupported(what.clone()))),
            Expanded::End => {
                self.canonicalizer.advance(self.vm, mark);
                Ok(self.remember())
            }
        }
    }

    /// Stores the current state; true if it is new.
    fn remember(&mut self) -> bool {
        let key = self.canonicalizer.key(self.vm);
        let new = self.seen.insert(key);
        self.stats.states += u64::from(new);
        new
    }

    /// The current state as a node with all its moves.
    fn node(&mut self) -> Node {
        let moves = moves(self.vm, &self.options);
        let position = Position { mark: self.vm.state.checkpoint(), canon: self.canonicalizer.mark() };
        Node { position, moves, next: 0, moved: false, waited: false }
    }

    fn go_back(&mut self, position: &Position) {
        self.vm.state.rollback(&position.mark);
        self.canonicalizer.rollback(&position.canon);
    }

    fn breadth_first(&mut self) -> Result<(), Ended> {
        // Parent links; a state is restored by taking its path again.
        let mut nodes: Vec<(usize, Move)> = Vec::new();
        let mut queue = std::collections::VecDeque::from([None::<usize>]);
        self.remember();
        while let Some(at) = queue.pop_front() {
            let mut path = Vec::new();
            let mut link = at;
            while let Some(index) = link {
                let (parent, step) = &nodes[index];
                path.push(step.clone());
                link = (*parent != usize::MAX).then_some(*parent);
            }
            path.reverse();
            let root = self.root.clone();
            self.go_back(&root);
            for step in &path {
                self.take(step.clone());
                self.stats.transitions -= 1;
            }
            if self.disciplines.withdrawn {
                return Err(Ended::Restart);
            }
            self.stats.depth = self.stats.depth.max(path.len());
            self.canonicalizer.advance(self.vm, &root.mark);
            let mut node = self.node();
            while let Some(step) = node.next_move(self.vm, self.options.time) {
                self.go_back(&node.position);
                let (expanded, step) = self.take(step);
                if let Some(more) = self.vm.choices.successor() {
                    node.moves.insert(node.next, Move { choices: more, ..step.clone() });
                }
                node.moved |= expanded != Expanded::Blocked;
                path.push(step.clone());
                self.check_limits(path.len())?;
                if self.settle(&expanded, &node.position.mark, &path)? {
                    nodes.push((at.unwrap_or(usize::MAX), step));
                    queue.push_back(Some(nodes.len() - 1));
                }
                path.pop();
            }
            if !node.moved {
                self.go_back(&node.position);
                self.check_deadlock(&path)?;
            }
        }
        Ok(())
    }

    fn random_walks(&mut self, seed: u64) -> Result<(), Ended> {
        let mut random = seed;
        let mut walks = 0;
        loop {
            let root = self.root.clone();
            self.go_back(&root);
            let mut path = Vec::new();
            let mut late: Option<Move> = None;
            loop {
                if self.disciplines.withdrawn {
                    return Err(Ended::Restart);
                }
                if self.check_limits(path.len()).is_err() {
                    return Err(Ended::Stopped(StopReason::Sampled(walks)));
                }
                let mut options = moves(self.vm, &self.options);
                if self.options.time == Time::Virtual {
                    let soonest =
                        self.vm.state.thread_ids().filter_map(|t| self.vm.deadline(t).map(|at| (at, t))).min();
                    late = soonest.map(|(_, thread)| Move { thread, wake: WakeUp::Expires, choices: Vec::new() });
                }
                let mut moved = None;
                while !options.is_empty() || late.is_some() {
                    if options.is_empty() {
                        options.extend(late.take());
                    }
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let mut step = options.swap_remove((random >> 33) as usize % options.len());
                    step.choices = vec![(random >> 40) as u32 & 3];
                    let mark = self.vm.state.checkpoint();
                    let (expanded, step) = self.take(step);
                    if expanded == Expanded::Blocked {
                        self.vm.state.rollback(&mark);
                        continue;
                    }
                    path.push(step);
                    moved = Some(expanded);
                    break;
                }
                match moved {
                    None => {
                        self.check_deadlock(&path)?;
                        break;
                    }
                    Some(Expanded::Uncaught(exception)) => {
                        return Err(self.violation(Found::Uncaught(exception), &path));
                    }
                    Some(Expanded::Unsupported(what)) => return Err(Ended::Stopped(StopReason::Unsupported(what))),
                    Some(Expanded::Over) => break,
                    Some(Expanded::End | Expanded::Blocked) => {}
                }
                if path.len() > 100_000 {
                    break;
                }
            }
            self.stats.states += path.len() as u64;
            walks += 1;
        }
    }

    fn check_limits(&mut self, depth: usize) -> Result<(), Ended> {
        let Limits { time, states, depth: max_depth, memory } = self.options.limits;
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
        if self.stats.transitions.is_multiple_of(64) {
            if let Some(limit) = time.filter(|&t| self.began.elapsed() >= t) {
                return stop(StopReason::Time(limit));
            }
            let used = self.vm.state.heap.bytes() as u64 + self.seen.capacity() as u64 * 17;
            if let Some(limit) = memory.filter(|&n| used >= n) {
                return stop(StopReason::Memory(limit));
            }
        }
        Ok(())
    }

    /// A state where nobody can do anything: a deadlock, unless only daemons are left.
    fn check_deadlock(&mut self, path: &[Move]) -> Result<(), Ended> {
        if over(self.vm) { Ok(()) } else { Err(self.violation(Found::Deadlock, path)) }
    }

    fn violation(&mut self, found: Found, path: &[Move]) -> Ended {
        let root = self.root.clone();
        Ended::Violation(explain(self.vm, &root.mark, &self.options, &mut self.disciplines, path, found))
    }
}

/// Runs the main thread up to where it starts another one or asks for a choice: until then there is one execution only,
/// and everything made on the way can have a fixed identity. If it does not get there, the search starts at `main`.
fn run_prefix(vm: &mut Vm) {
    let mark = vm.state.checkpoint();
    vm.watch = Watch::Alone;
    vm.until_choice = true;
    let stop = vm.run_thread(vm.current, PREFIX);
    vm.until_choice = false;
    if stop != Stop::Visible {
        vm.uncaught_now = None;
        vm.pruned = false;
        vm.state.rollback(&mark);
    }
}

/// Everything that can happen next.
fn moves(vm: &Vm, options: &Options) -> Vec<Move> {
    if over(vm) {
        return Vec::new();
    }
    let mut moves = Vec::new();
    let mut add = |thread, wake| moves.push(Move { thread, wake, choices: Vec::new() });
    for thread in vm.state.thread_ids() {
        if vm.can_run(thread) {
            add(thread, WakeUp::None);
        } else if vm.deadline(thread).is_some() && options.time == Time::Free {
            add(thread, WakeUp::Expires);
        }
        let waits = matches!(vm.state.thread(thread).core.status, Status::Waiting { .. } | Status::Parked { .. });
        if options.spurious && waits {
            add(thread, WakeUp::Spurious);
        }
    }
    moves
}
