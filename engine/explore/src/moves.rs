//! Moves: what the search chooses among. A move lets a thread take one transaction (`expand`), or first ends its wait.

use super::completion::Points;
use super::discipline::Disciplines;
use super::expand::{Committing, Expanded, Notes, Transaction, over};
use super::verdict::{Options, Time};
use braid_machine::state::Status;
use braid_machine::vm::Vm;
use braid_program::ThreadId;

/// Why a waiting thread runs again although no thread woke it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WakeUp {
    /// It was not waiting.
    None,
    /// Its time is up.
    Expires,
    /// For no reason.
    Spurious,
}

/// One step of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Who runs.
    pub thread: ThreadId,
    /// Whether it is first woken.
    pub wake: WakeUp,
    /// Answers to choices on the way.
    pub choices: Vec<u32>,
    /// Ends the transaction early, at a point that has to be a state of the search (`completion`).
    pub cut: Option<Cut>,
}

/// Where a transaction is ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// After this many instructions, or at the end of the atomic part that the thread is in then.
    pub at: u64,
    /// Choices that are asked for before that. What is asked for afterwards, up to the end of the atomic part, has all answers.
    pub asked: usize,
}

impl Move {
    /// A thread takes a transaction up to its end.
    pub(super) fn of(thread: ThreadId, wake: WakeUp) -> Self {
        Move { thread, wake, choices: Vec::new(), cut: None }
    }
}

/// Everything that can happen next after a move of a thread; the last is to be tried first.
///
/// Turns go round: first the thread that was started before the one that has just moved, at last that one again. Most
/// violations need some switching, so the first paths of a depth-first search should switch.
pub(super) fn possible(vm: &Vm, options: &Options, moved: ThreadId) -> Vec<Move> {
    if over(vm) {
        return Vec::new();
    }
    let mut moves = Vec::new();
    let mut add = |thread, wake| moves.push(Move::of(thread, wake));
    let (before, others): (Vec<_>, Vec<_>) = vm.state.thread_ids().partition(|&thread| thread < moved);
    for thread in others.into_iter().chain(before) {
        let waits = matches!(vm.state.thread(thread).core.status, Status::Waiting { .. } | Status::Parked { .. });
        if options.spurious && waits {
            add(thread, WakeUp::Spurious);
        }
        // A wait whose time has come ends whatever the others do.
        if vm.deadline(thread).is_some_and(|at| options.time == Time::Free || at <= vm.now()) {
            add(thread, WakeUp::Expires);
        }
        if vm.can_run(thread) && !vm.awaits_others(thread) {
            add(thread, WakeUp::None);
        }
    }
    moves
}

/// What time brings next: of all timed waits those that end first.
pub(super) fn expirations(vm: &Vm) -> Vec<Move> {
    let deadlines: Vec<_> = vm.state.thread_ids().filter_map(|t| vm.deadline(t).map(|at| (at, t))).collect();
    let soonest = deadlines.iter().map(|&(at, _)| at).min();
    let next = deadlines.iter().rev().filter(|&&(at, _)| Some(at) == soonest);
    next.map(|&(_, thread)| Move::of(thread, WakeUp::Expires)).collect()
}

/// Executes one move up to the action by which it commits.
pub(super) fn execute_to_commit(
    vm: &mut Vm,
    step: Move,
    options: &Options,
    disciplines: &mut Disciplines,
    actions: Option<&mut u32>,
) {
    let mut committing = Committing { stop: true, ..Committing::default() };
    let bounded = actions.is_none();
    let notes = Notes { committing: Some(&mut committing), actions, bounded, ..Notes::default() };
    match options.reduction.rules().undivided() {
        Some(reduction) => {
            // A move is one action then, but the transaction is the same.
            let options = Options { reduction, ..options.clone() };
            execute(vm, step, &options, disciplines, notes);
        }
        None => {
            execute(vm, step, options, disciplines, notes);
        }
    }
}

/// What a move has led to.
pub(super) struct Executed {
    /// How it ended.
    pub(super) end: Expanded,
    /// The move, with the answers that were really given.
    pub(super) step: Move,
    /// Where on its way a state of the search could be made.
    pub(super) points: Points,
}

/// Executes one move.
pub(super) fn execute(
    vm: &mut Vm,
    step: Move,
    options: &Options,
    disciplines: &mut Disciplines,
    notes: Notes,
) -> Executed {
    let Move { thread, wake, choices, cut } = step;
    vm.run.choices.follow(choices);
    vm.run.defers_joins = true;
    wake_up(vm, thread, wake);
    let (mut end, mut points) = (Expanded::End, Points::default());
    if wake == WakeUp::None || matches!(vm.state.thread(thread).core.status, Status::Acquiring { .. }) {
        (end, points) = Transaction::begin(vm, thread, options, disciplines, notes, cut).run();
        if wake != WakeUp::None && end == Expanded::Blocked {
            // That its time is up is a step itself.
            end = Expanded::End;
        }
    }
    Executed { end, step: Move { thread, wake, choices: vm.run.choices.answers(), cut }, points }
}

/// Lets a waiting thread run again although no thread woke it.
pub(super) fn wake_up(vm: &mut Vm, thread: ThreadId, wake: WakeUp) {
    match wake {
        WakeUp::None => {}
        WakeUp::Expires => {
            if let Some(at) = vm.deadline(thread) {
                vm.time_is_up(thread, at);
            }
            vm.expire(thread);
            vm.note_expired();
        }
        WakeUp::Spurious => vm.wake_spuriously(thread),
    }
}
