//! The referee: a second search, slow and short, that shares with the first one how an instruction is executed and how
//! that is undone, and nothing else.
//!
//! Every instruction and every native method is a step, after which every thread may run. Nothing is taken to commute,
//! nothing is invisible, no variable is dead, no library code is atomic and no model stands for it. A state is all there
//! is (`states`), compared exactly. What happens at once is this:
//!
//! * instructions that touch nothing but the registers of their own frame ([`is_local`]) happen together with the step
//!   that follows: whatever another thread does in between, it does to something else;
//! * making a method handle or a method type is part of the instruction that needs it;
//! * an element that `System.arraycopy` copies is read and written in one step, an object is cloned in one;
//! * before the first thread is started, or a choice is made, there is one execution only, and its states are not looked at.
//!
//! That a timed wait expires, that a waiting thread wakes up for no reason (with `--spurious`), and that a thread takes its
//! monitor again after a wait are steps of their own. Time is part of the state, so a loop of waits in vain does not close:
//! such programs end at a limit. What an instruction does outside the state (see [`Vm::outside_the_state`]) could not be
//! undone; the referee gives up there, too.
//!
//! It explores everything and tells all kinds of violations: executions that end in an uncaught exception, states in which
//! no thread can go on although the program is not over, and states from which no end can be reached (livelock). Data races
//! are not looked for.

mod states;

use super::moves::{Move, WakeUp, wake_up};
use super::outcomes::{Why, end};
use super::verdict::{Limits, Options, Progress, Stats, StopReason, ViolationKind};
use braid_machine::interp::{Stop, Watch};
use braid_machine::natives::effect::Effect;
use braid_machine::state::{Mark, Status, Wake};
use braid_machine::vm::Vm;
use braid_program::{Body, ObjId, Op, ThreadId};
use states::States;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Local instructions that happen together at most: a loop of them must not hide the other threads.
const TOGETHER: u32 = 1_000;

/// What the referee says.
#[derive(Clone, Debug, Default)]
pub struct Ruling {
    /// Why not everything was explored.
    pub stopped: Option<StopReason>,
    /// What can go wrong.
    pub violations: Vec<ViolationKind>,
    /// What executions end with.
    pub outcomes: BTreeSet<String>,
    /// What was done.
    pub stats: Stats,
}

/// A state on the path that is being explored.
struct OpenNode {
    state: u32,
    mark: Mark,
    untried: Vec<Move>,
    /// Some step has led on that does not rest on luck. Whether an awaited action is possible shows when it is tried.
    went: bool,
}

/// A search.
struct Referee<'a> {
    vm: &'a mut Vm,
    options: &'a Options,
    states: States,
    path: Vec<OpenNode>,
    /// From which state a step leads to which.
    edges: Vec<(u32, u32)>,
    /// States in which the program ends, or may with the next step.
    ends: Vec<u32>,
    ruling: Ruling,
    /// What is outside the state, at the start.
    outside: Vec<(&'static str, usize)>,
    began: Instant,
}

/// Explores all schedules of a machine that stands before `main` and runs no models.
pub fn judge(vm: &mut Vm, options: &Options) -> Ruling {
    vm.config.spurious = options.spurious;
    vm.state.drain_output();
    super::checker::run_prefix(vm);
    let instructions = vm.run.executed();
    let outside = vm.outside_the_state();
    let began = options.limits.since.unwrap_or_else(Instant::now);
    let (states, ruling) = (States::new(vm), Ruling::default());
    let (path, edges, ends) = (Vec::new(), Vec::new(), Vec::new());
    let mut referee = Referee { vm, options, states, path, edges, ends, ruling, outside, began };
    let root = referee.vm.state.checkpoint();
    referee.ruling.stopped = referee.explore().err();
    referee.vm.rollback(&root);
    referee.vm.run.watch = Watch::Off;
    if referee.ruling.stopped.is_none() && referee.some_state_has_no_end() {
        referee.found(ViolationKind::Livelock);
    }
    let mut ruling = referee.ruling;
    ruling.stats.states = referee.states.len() as u64;
    ruling.stats.store_bytes = referee.states.bytes();
    ruling.stats.instructions = vm.run.executed() - instructions;
    ruling
}

impl Referee<'_> {
    fn explore(&mut self) -> Result<(), StopReason> {
        if let Some(&(what, _)) = self.outside.iter().find(|&&(what, count)| what == Vm::USER_LOADERS && count > 0) {
            return Err(StopReason::Unsupported(format!("{what}, for the referee")));
        }
        self.arrive(None, None);
        while let Some(node) = self.path.last_mut() {
            self.vm.rollback(&node.mark);
            match node.untried.pop() {
                Some(step) => self.take(step)?,
                None => {
                    let node = self.path.pop();
                    if let Some(OpenNode { state, went: false, .. }) = node {
                        self.deadlock(state);
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes a step from the last state of the path.
    fn take(&mut self, step: Move) -> Result<(), StopReason> {
        self.check_limits()?;
        self.ruling.stats.transitions += 1;
        let Move { thread, wake, choices, cut: _ } = step;
        self.vm.run.choices.follow(choices);
        let stood = stands_before(self.vm, thread);
        let stop = referee_step(self.vm, thread, wake);
        let node = self.path.last_mut().expect("invariant: a step begins somewhere");
        if let Some(choices) = self.vm.run.choices.successor() {
            node.untried.push(Move { choices, ..Move::of(thread, wake) });
        }
        let from = node.state;
        self.states.observe(&self.vm.state, &node.mark);
        for (now, then) in self.vm.outside_the_state().iter().zip(&self.outside) {
            if now != then {
                return Err(StopReason::Unsupported(format!(
                    "{} while schedules are explored, for the referee",
                    now.0
                )));
            }
        }
        match stop {
            Stop::Pruned => {
                self.went(wake);
                self.ends.push(from);
            }
            Stop::Uncaught(exception) => {
                self.went(wake);
                self.ends.push(from);
                self.uncaught(exception);
            }
            Stop::Unsupported(what) => return Err(StopReason::Unsupported(what)),
            Stop::Refused if self.vm.next_effect(thread).is_some_and(|effect| matches!(effect, Effect::Attempt(_))) => {
                if self.vm.state.thread(thread).core.atomic > 0 {
                    let what = "an action awaited in an atomic block, for the referee";
                    return Err(StopReason::Unsupported(what.to_string()));
                }
                // Who has stood there before, and stands there now, has done nothing.
                if stood.is_none() || stood != stands_before(self.vm, thread) {
                    self.went(wake);
                    self.arrive(Some((from, wake)), Some(thread));
                }
            }
            Stop::Visible | Stop::Refused => {
                let what = format!("a step that did not happen{}, for the referee", self.vm.where_is(thread));
                return Err(StopReason::Unsupported(what));
            }
            Stop::Budget | Stop::Yielded | Stop::Blocked | Stop::Ended | Stop::Returned | Stop::Halted(_) => {
                self.went(wake);
                if is_over(self.vm) {
                    self.ends.push(from);
                    self.ruling.outcomes.insert(end(self.vm, None));
                } else {
                    self.arrive(Some((from, wake)), Some(thread));
                }
            }
        }
        Ok(())
    }

    /// A step from the last state of the path leads on.
    fn went(&mut self, wake: WakeUp) {
        if let (Some(node), WakeUp::None | WakeUp::Expires) = (self.path.last_mut(), wake) {
            node.went = true;
        }
    }

    /// Nothing can happen in a state, where the machine is.
    fn deadlock(&mut self, state: u32) {
        self.ends.push(state);
        self.found(ViolationKind::Deadlock);
        self.ruling.outcomes.insert(end(self.vm, Some(Why::Deadlock)));
    }

    /// The machine has come to a state by a step of a thread.
    fn arrive(&mut self, from: Option<(u32, WakeUp)>, moved: Option<ThreadId>) {
        let atomic = |&thread: &ThreadId| self.vm.state.thread(thread).core.atomic > 0 && self.vm.can_run(thread);
        let inside = moved.filter(atomic);
        let (state, new) = self.states.number(self.vm, inside);
        match from {
            // No thread can rely on waking up for no reason.
            Some((from, WakeUp::None | WakeUp::Expires)) => self.edges.push((from, state)),
            Some((_, WakeUp::Spurious)) | None => {}
        }
        if !new {
            return;
        }
        let untried = self.moves(inside);
        let stuck = untried.iter().all(|step| step.wake == WakeUp::Spurious);
        if stuck {
            self.deadlock(state);
        }
        let mark = self.vm.state.checkpoint();
        self.path.push(OpenNode { state, mark, untried, went: stuck });
        self.ruling.stats.depth = self.ruling.stats.depth.max(self.path.len());
    }

    /// Everything that can happen next.
    fn moves(&self, inside: Option<ThreadId>) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut add = |thread, wake| moves.push(Move::of(thread, wake));
        for thread in self.vm.state.thread_ids() {
            if inside.is_some_and(|inside| inside != thread) {
                continue;
            }
            let status = self.vm.state.thread(thread).core.status;
            if self.options.spurious && matches!(status, Status::Waiting { .. } | Status::Parked { .. }) {
                add(thread, WakeUp::Spurious);
            }
            if self.vm.deadline(thread).is_some() {
                add(thread, WakeUp::Expires);
            }
            if self.vm.can_run(thread) {
                add(thread, WakeUp::None);
            }
        }
        moves
    }

    fn uncaught(&mut self, exception: ObjId) {
        let class = self.vm.external_name(self.vm.state.heap.class_of(exception));
        self.ruling.outcomes.insert(end(self.vm, Some(Why::Uncaught(exception))));
        self.found(match self.vm.is_assertion(exception) {
            true => ViolationKind::Assertion,
            false => ViolationKind::Uncaught(class),
        });
    }

    fn found(&mut self, kind: ViolationKind) {
        if !self.ruling.violations.contains(&kind) {
            self.ruling.violations.push(kind);
        }
    }

    /// Whether there is a state from which no end can be reached.
    fn some_state_has_no_end(&self) -> bool {
        let mut edges: Vec<(u32, u32)> = self.edges.iter().map(|&(from, to)| (to, from)).collect();
        edges.sort_unstable();
        let mut reaches = vec![false; self.states.len()];
        let mut work = self.ends.clone();
        while let Some(state) = work.pop() {
            if std::mem::replace(&mut reaches[state as usize], true) {
                continue;
            }
            let first = edges.partition_point(|&(to, _)| to < state);
            work.extend(edges[first..].iter().take_while(|&&(to, _)| to == state).map(|&(_, from)| from));
        }
        reaches.contains(&false)
    }

    fn check_limits(&self) -> Result<(), StopReason> {
        let Limits { time, since: _, states, depth: _, memory, transaction: _ } = self.options.limits;
        let Stats { transitions, .. } = self.ruling.stats;
        if self.options.interrupted.load(Ordering::Relaxed) {
            return Err(StopReason::Interrupted);
        }
        if let Some(limit) = states.filter(|&limit| self.states.len() as u64 >= limit) {
            return Err(StopReason::States(limit));
        }
        if !transitions.is_multiple_of(256) {
            return Ok(());
        }
        if let Some(progress) = self.options.progress {
            let stats = Stats { states: self.states.len() as u64, ..self.ruling.stats };
            let open = self.path.iter().filter(|node| !node.untried.is_empty()).count() as u64;
            progress(&Progress { stats, depth: self.path.len(), open });
        }
        if let Some(limit) = time.filter(|&limit| self.began.elapsed() >= limit) {
            return Err(StopReason::Time(limit));
        }
        let counted = || self.states.bytes() + self.vm.state.heap.bytes() as u64 + self.edges.len() as u64 * 8;
        match memory.filter(|&limit| (self.options.resident)().unwrap_or_else(counted) >= limit) {
            Some(limit) => Err(StopReason::Memory(limit)),
            None => Ok(()),
        }
    }
}

/// Whether the program has come to its end.
fn is_over(vm: &Vm) -> bool {
    vm.state.scalars.halted.is_some() || vm.state.threads().iter().all(|t| t.is_terminated() || t.core.daemon)
}

/// One step of a thread: its local instructions up to the next other one, and that. Or its wait is over.
fn referee_step(vm: &mut Vm, thread: ThreadId, wake: WakeUp) -> Stop {
    wake_up(vm, thread, wake);
    if wake != WakeUp::None {
        return Stop::Budget;
    }
    vm.run.watch = Watch::Each;
    let core = vm.state.thread(thread).core;
    if matches!(core.status, Status::Entering { .. }) && core.wake != Wake::None {
        // Back from `wait`: it has the monitor again, and has not looked at how the wait ended.
        return vm.run_thread(thread, 0);
    }
    for _ in 0..TOGETHER {
        if !next_is_local(vm, thread) {
            break;
        }
        match vm.run_thread(thread, 1) {
            Stop::Budget => {}
            stop => return stop,
        }
    }
    vm.run_thread(thread, 1)
}

/// What a thread does that stands before an action that it awaits.
fn stands_before(vm: &Vm, thread: ThreadId) -> Option<Status> {
    let awaits = matches!(vm.next_effect(thread), Some(Effect::Attempt(_)));
    awaits.then(|| vm.state.thread(thread).core.status)
}

fn next_is_local(vm: &Vm, thread: ThreadId) -> bool {
    let thread = vm.state.thread(thread);
    let code = |frame: &braid_machine::state::Frame| match vm.program.method(frame.method).body {
        Body::Code(_) => Some(vm.program.code[frame.pc.index()]),
        Body::Native | Body::Abstract | Body::Untranslated => None,
    };
    thread.core.status == Status::Runnable && thread.top().and_then(code).is_some_and(|op| is_local(&op))
}

/// Whether an instruction reads and writes registers of its own frame only, and cannot throw.
fn is_local(op: &Op) -> bool {
    matches!(
        op,
        Op::Move { .. }
            | Op::ConstI { .. }
            | Op::ConstL { .. }
            | Op::ConstW { .. }
            | Op::ConstNull { .. }
            | Op::IAdd { .. }
            | Op::ISub { .. }
            | Op::IMul { .. }
            | Op::IAnd { .. }
            | Op::IOr { .. }
            | Op::IXor { .. }
            | Op::IShl { .. }
            | Op::IShr { .. }
            | Op::IUshr { .. }
            | Op::INeg { .. }
            | Op::IAddK { .. }
            | Op::IMulK { .. }
            | Op::IAndK { .. }
            | Op::IOrK { .. }
            | Op::IXorK { .. }
            | Op::IShlK { .. }
            | Op::IShrK { .. }
            | Op::IUshrK { .. }
            | Op::LAdd { .. }
            | Op::LSub { .. }
            | Op::LMul { .. }
            | Op::LAnd { .. }
            | Op::LOr { .. }
            | Op::LXor { .. }
            | Op::LCmp { .. }
            | Op::I2L { .. }
            | Op::L2I { .. }
            | Op::I2B { .. }
            | Op::I2C { .. }
            | Op::I2S { .. }
            | Op::I2Z { .. }
            | Op::Goto { .. }
            | Op::IfEq { .. }
            | Op::IfNe { .. }
            | Op::IfLt { .. }
            | Op::IfGe { .. }
            | Op::IfGt { .. }
            | Op::IfLe { .. }
            | Op::IfEqK { .. }
            | Op::IfNeK { .. }
            | Op::IfLtK { .. }
            | Op::IfGeK { .. }
            | Op::IfGtK { .. }
            | Op::IfLeK { .. }
            | Op::IfSame { .. }
            | Op::IfNotSame { .. }
            | Op::IfNull { .. }
            | Op::IfNonNull { .. }
            | Op::Switch { .. }
    )
}
