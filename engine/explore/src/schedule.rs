//! Schedules that replay without anything that a search has inferred.
//!
//! Where a transaction of the search ends depends on the lock disciplines inferred so far, so a list of moves means
//! nothing to another search. A schedule therefore says how many visible actions each thread takes before the next one
//! runs. What is visible depends on the execution alone (and on whether final fields count as constants and a thread looks
//! at other threads, which the schedule says). Between two visible actions no other thread can see how far one has come, so
//! a thread always runs up to the next one.

mod take;

pub(super) use take::take;

use super::discipline::Disciplines;
use super::expand::{Expanded, Notes, others_are_gone, over};
use super::findings::Witness;
use super::moves::{Move, WakeUp, execute, execute_to_commit};
use super::verdict::{Options, Time};
use braid_machine::models::Times;
use braid_machine::natives::effect::Effect;
use braid_machine::observe::Action;
use braid_machine::parts::Visibility;
use braid_machine::state::{Mark, Status, Wake};
use braid_machine::vm::Vm;
use braid_program::{ObjId, ThreadId};
use rustc_hash::FxHashMap;

/// Instructions that a thread may run after the last action of its turn if it does not act again: it may run for ever.
const IDLE: u64 = 400_000;
/// Instructions after which such a thread is looked at.
const LOOK_AFTER: u64 = 20_000;
/// Actions that are shown of a thread that is alone and runs for ever.
pub(super) const ALONE: u32 = 200;

/// One thread's part of a schedule until the next thread runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Who runs.
    pub thread: ThreadId,
    /// Whether it is first woken.
    pub wake: WakeUp,
    /// How many visible actions it takes. Taking a monitor or a lock again after a wait is one, the end of a sleep by an
    /// interrupt is one, and an interruptible acquisition is two.
    pub actions: u32,
    /// Answers to the choices that it asks for.
    pub answers: Vec<u32>,
}

/// A schedule: everything that is needed to take an execution again from the start of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Who runs how far.
    pub turns: Vec<Turn>,
    /// What it leads to.
    pub ending: Ending,
    /// What counts as a visible action.
    pub visibility: Visibility,
}

/// What a schedule leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A state that is wrong: a deadlock or an exception that was not caught.
    Failure,
    /// A deadlock, although daemons can go on for ever.
    Starvation,
    /// A state that it has been in before: the turns from this one on lead around.
    Livelock(usize),
    /// Two threads that stand before accesses that nothing orders.
    Race(ThreadId, ThreadId),
    /// An access that nothing orders after an earlier one.
    Unordered,
}

impl Schedule {
    /// How often another thread goes on.
    pub fn switches(&self) -> usize {
        switches(&self.turns)
    }
}

/// How often another thread goes on. One that only comes nearer to its next action does not count, except at the end.
pub(super) fn switches(turns: &[Turn]) -> usize {
    let last = turns.len().saturating_sub(1);
    let shows = |turn: &Turn| turn.actions > 0 || turn.wake != WakeUp::None || !turn.answers.is_empty();
    let turns = turns.iter().enumerate().filter(|&(at, turn)| at == last || shows(turn));
    let threads: Vec<ThreadId> = turns.map(|(_, turn)| turn.thread).collect();
    threads.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// Instructions that a turn may take without a visible action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TurnLimit {
    /// On the way to the actions of the turn.
    to_act: u64,
    /// After them.
    after: u64,
}

impl TurnLimit {
    /// For turns of an execution that has been seen: there is no need for a limit, whatever a thread computes.
    pub(super) const SEEN: TurnLimit = TurnLimit { to_act: u64::MAX, after: IDLE };
    /// For turns that only may lead somewhere.
    pub(super) const TRIED: TurnLimit = TurnLimit { to_act: 50 * IDLE, after: IDLE };
    /// For turns of a schedule from elsewhere, perhaps for another version of the program.
    pub(super) const TOLD: TurnLimit = TurnLimit { to_act: 5_000 * IDLE, after: IDLE };
    /// For a look at whether a thread can do anything.
    const LOOK: TurnLimit = TurnLimit { to_act: IDLE, after: IDLE };

    /// For a turn of a schedule. A thread that acts again later, or whose failure is the end, comes to its next action or
    /// to its end however far away that is. A daemon may spin beside a deadlock instead.
    fn of_turn(self, vm: &Vm, turns: &[Turn], at: usize, ending: Ending) -> TurnLimit {
        let thread = turns[at].thread;
        let is_daemon = vm.state.threads().get(thread.index()).is_some_and(|thread| thread.core.daemon);
        let acts_again = turns[at + 1..].iter().any(|turn| turn.thread == thread && turn.actions > 0);
        let is_last = at + 1 == turns.len();
        let comes_to_end = match ending {
            Ending::Failure | Ending::Unordered => is_last,
            Ending::Starvation => is_last && !is_daemon,
            Ending::Race(first, second) => thread == first || thread == second,
            Ending::Livelock(_) => false,
        };
        if acts_again || comes_to_end { TurnLimit { after: self.to_act, ..self } } else { self }
    }
}

/// Where a turn ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reached {
    /// Before a visible action that is no longer part of the turn, or its patience is at an end, or the thread ended.
    Next,
    /// The thread cannot go on.
    Blocked,
    /// The program is over, or this execution does not count.
    Over,
    /// The thread's `run` threw.
    Uncaught(ObjId),
    /// Not modelled.
    Unsupported(String),
}

/// An observer, told of each instruction.
pub(super) trait Observer {
    /// The thread is about to wake up, or to go on from where it waited.
    fn wakes(&mut self, vm: &Vm, turn: &Turn);
    /// The thread is about to take a visible action.
    fn acts(&mut self, vm: &Vm, thread: ThreadId, action: &Action);
    /// The thread is about to execute an instruction.
    fn before(&mut self, vm: &Vm, thread: ThreadId);
    /// It has.
    fn after(&mut self, vm: &Vm, thread: ThreadId);
}

/// Whether a thread is on its way back from `wait`, and only the monitor is missing.
pub(super) fn enters_again(vm: &Vm, thread: ThreadId) -> bool {
    let core = vm.state.thread(thread).core;
    matches!(core.status, Status::Entering { .. }) && core.wake != Wake::None
}

/// Takes a list of turns from the root; gives how the last one ended.
pub(super) fn replay(
    vm: &mut Vm,
    root: &Mark,
    schedule: &Schedule,
    mut observer: Option<&mut dyn Observer>,
    within: TurnLimit,
) -> (Reached, Schedule) {
    vm.rollback(root);
    vm.observed.happens.start(schedule.ending == Ending::Unordered);
    vm.run.visibility = schedule.visibility;
    if schedule.visibility.garbage_is_collected {
        vm.share_references();
    }
    vm.models.passed = false;
    vm.models.times = Times::default();
    let mut reached = Reached::Next;
    let mut turns = Vec::new();
    for (at, turn) in schedule.turns.iter().enumerate() {
        if turn.thread.index() >= vm.state.threads().len() {
            break;
        }
        let done;
        let limit = within.of_turn(vm, &schedule.turns, at, schedule.ending);
        (reached, done) = take(vm, turn, observer.as_deref_mut().map(|o| o as &mut dyn Observer), limit);
        turns.push(done);
        // A thread that stands before its failure stays there while others run.
        if matches!(reached, Reached::Over | Reached::Unsupported(_)) {
            break;
        }
    }
    let stuck = matches!(reached, Reached::Next | Reached::Blocked);
    if stuck && matches!(schedule.ending, Ending::Failure | Ending::Starvation) {
        settle(vm, within);
    }
    (reached, Schedule { turns, ..*schedule })
}

/// In a deadlock no thread can act, but one may still have far to go to where it is blocked.
fn settle(vm: &mut Vm, within: TurnLimit) {
    for thread in vm.state.thread_ids() {
        if vm.can_run(thread) && !vm.state.thread(thread).core.daemon {
            let turn = Turn { thread, wake: WakeUp::None, actions: 0, answers: Vec::new() };
            take(vm, &turn, None, TurnLimit { after: within.to_act, ..within });
        }
    }
}

/// Whether no thread can do anything, although one should.
pub(super) fn is_deadlock(vm: &mut Vm) -> bool {
    !over(vm) && vm.state.thread_ids().all(|thread| !can_move(vm, thread))
}

/// The same if daemons do not count. That they cannot help is for the search to know.
pub(super) fn is_starvation(vm: &mut Vm) -> bool {
    let daemon = |vm: &Vm, thread: ThreadId| vm.state.thread(thread).core.daemon;
    !over(vm) && vm.state.thread_ids().all(|thread| daemon(vm, thread) || !can_move(vm, thread))
}

fn can_move(vm: &mut Vm, thread: ThreadId) -> bool {
    // That a wait may end for no reason is no way on: no thread can rely on it.
    if vm.deadline(thread).is_some() {
        return true;
    }
    if !vm.can_run(thread) {
        return false;
    }
    // An action that the thread awaits may be possible with other answers than the first.
    let awaits = matches!(vm.next_effect(thread), Some(Effect::Attempt(_)));
    let mark = vm.state.checkpoint();
    let mut answers = Vec::new();
    loop {
        let turn = Turn { thread, wake: WakeUp::None, actions: 2, answers };
        vm.run.initializer_failed = false;
        // One that runs for so long is not blocked.
        let (reached, turn) = take(vm, &turn, None, TurnLimit::LOOK);
        let waits = vm.deadline(thread).is_some();
        vm.rollback(&mark);
        let chose = !awaits && !turn.answers.is_empty();
        if waits || reached != Reached::Blocked || turn.actions > 0 || chose || vm.run.initializer_failed {
            return true;
        }
        match vm.run.choices.successor() {
            Some(others) if awaits => answers = others,
            Some(_) | None => return false,
        }
    }
}

/// Whether a timed wait may expire now.
pub(super) fn may_expire(vm: &mut Vm, thread: ThreadId, options: &Options) -> bool {
    let Some(deadline) = vm.deadline(thread) else { return false };
    match options.time {
        Time::Free => true,
        Time::Patient if deadline <= vm.now() => true,
        Time::Patient => {
            let deadlines = vm.state.thread_ids().filter_map(|t| vm.deadline(t)).min();
            let runnable: Vec<ThreadId> = vm.state.thread_ids().filter(|&t| vm.can_run(t)).collect();
            // A look at the clock comes before the time that passes.
            let looks = vm.run.looks;
            deadlines == Some(deadline) && !runnable.into_iter().any(|t| can_move(vm, t) || vm.run.looks > looks)
        }
    }
}

/// Takes the moves of a search again and writes down how many visible actions each takes. The last moves of a race only
/// bring their threads to the accesses.
pub(super) fn from_moves(
    vm: &mut Vm,
    root: &Mark,
    options: &Options,
    disciplines: &mut Disciplines,
    path: &[Move],
    witness: &Witness,
) -> Schedule {
    vm.observed.happens.start(matches!(witness, Witness::Accesses(race) if race.is_past));
    let (plain, round) = match witness {
        Witness::Accesses(race) if race.is_past => (path.len(), 0),
        Witness::State | Witness::Failure(_) => (path.len(), 0),
        Witness::Loop { round, .. } => (path.len(), *round),
        Witness::Accesses(race) => (race.depth.min(path.len()), 0),
    };
    vm.rollback(root);
    let visibility = vm.run.visibility;
    let mut counted = Counted::of(vm, options, disciplines, path, plain, round);
    let expected = match witness {
        Witness::Failure(_) => Ending::Failure,
        // Daemons may go on beside a deadlock.
        Witness::State | Witness::Loop { .. } | Witness::Accesses(_) => Ending::Starvation,
    };
    vm.rollback(root);
    counted.answer(vm, round > 0, expected);
    let Counted { mut turns, first_of_round, .. } = counted;
    let ending = match witness {
        Witness::State | Witness::Failure(_) => {
            merge(&mut turns);
            expected
        }
        Witness::Loop { .. } => {
            let mut around = turns.split_off(first_of_round);
            merge(&mut turns);
            merge(&mut around);
            let ending = Ending::Livelock(turns.len());
            turns.append(&mut around);
            ending
        }
        Witness::Accesses(race) if race.is_past => {
            merge(&mut turns);
            Ending::Unordered
        }
        Witness::Accesses(race) => {
            merge(&mut turns);
            Ending::Race(race.sites[0].thread, race.sites[1].thread)
        }
    };
    Schedule { turns, ending, visibility }
}

/// Moves as turns.
#[derive(Default)]
struct Counted {
    turns: Vec<Turn>,
    /// The first turn of the round of a loop.
    first_of_round: usize,
    /// All answers of each thread.
    answers: FxHashMap<ThreadId, Vec<u32>>,
}

impl Counted {
    /// Takes moves and counts their actions: the first ones up to their ends, the others up to where they commit. The last ones
    /// are the round of a loop.
    fn of(
        vm: &mut Vm,
        options: &Options,
        disciplines: &mut Disciplines,
        path: &[Move],
        plain: usize,
        round: usize,
    ) -> Self {
        let mut counted = Counted::default();
        let visibility = vm.run.visibility;
        for (at, step) in path.iter().enumerate() {
            if at == path.len() - round {
                counted.first_of_round = counted.turns.len();
            }
            let mut actions = 0;
            vm.run.initializer_failed = false;
            let (Move { thread, wake, choices, cut: _ }, failed) = if at < plain {
                let notes = Notes { actions: Some(&mut actions), ..Notes::default() };
                let executed = execute(vm, step.clone(), options, disciplines, notes);
                (executed.step, matches!(executed.end, Expanded::Uncaught(_)))
            } else {
                execute_to_commit(vm, step.clone(), options, disciplines, Some(&mut actions));
                (Move { choices: vm.run.choices.answers(), ..step.clone() }, false)
            };
            // With the thread stopped before every action it may look at what the search did not see it look at. What is visible
            // stays as it was when the path was found.
            vm.run.visibility = visibility;
            // That an initializer fails is no action, but others may wait for it.
            let failed = failed || vm.run.initializer_failed;
            // A wait for something that only its thread knows may be over some time.
            let waits = vm.deadline(thread).is_some() || vm.config.spurious && !vm.can_run(thread);
            let shows = actions > 0 || wake != WakeUp::None || !choices.is_empty() || failed || waits || at >= plain;
            counted.answers.entry(thread).or_default().extend(choices);
            // A thread that only runs on may need this to get anywhere.
            let last_thread = counted.turns.last().map(|turn| turn.thread);
            if shows || last_thread == Some(thread) || round > 0 {
                counted.turns.push(Turn { thread, wake, actions, answers: Vec::new() });
            }
        }
        counted
    }

    /// Takes the turns, from the root, and gives each its answers. A choice is no visible action, so it may belong to another turn
    /// of its thread than to that of the same move.
    fn answer(&mut self, vm: &mut Vm, is_loop: bool, expected: Ending) {
        for at in 0..self.turns.len() {
            if self.turns[at].thread.index() >= vm.state.threads().len() {
                // The turns before lead elsewhere, which replay will tell.
                return;
            }
            let limit = if is_loop { TurnLimit::SEEN } else { TurnLimit::SEEN.of_turn(vm, &self.turns, at, expected) };
            let turn = &mut self.turns[at];
            // No other thread can stop it any more.
            let is_enough = is_loop && turn.actions > ALONE && others_are_gone(vm, turn.thread);
            if is_enough {
                turn.actions = ALONE;
            }
            turn.answers = self.answers.get(&turn.thread).cloned().unwrap_or_default();
            let (_, done) = take(vm, turn, None, limit);
            if let Some(left) = self.answers.get_mut(&turn.thread) {
                left.drain(..done.answers.len().min(left.len()));
            }
            *turn = done;
            if is_enough {
                return self.end_after(at);
            }
        }
    }

    /// Ends with a turn, which is the round of the loop.
    fn end_after(&mut self, last: usize) {
        self.turns.truncate(last + 1);
        if last < self.first_of_round {
            let Turn { thread, actions, .. } = self.turns[last];
            self.turns.push(Turn { thread, wake: WakeUp::None, actions, answers: Vec::new() });
            self.first_of_round = last + 1;
        }
    }
}

/// Makes one turn of neighbouring turns of one thread.
pub(super) fn merge(turns: &mut Vec<Turn>) {
    turns.dedup_by(|next, turn| {
        // A turn without actions gives its thread more time.
        let acts = next.actions > 0 || !next.answers.is_empty();
        let same = next.thread == turn.thread && next.wake == WakeUp::None && acts;
        if same {
            turn.actions += next.actions;
            turn.answers.append(&mut next.answers);
        }
        same
    });
}
