//! Schedules that replay without anything that a search has inferred.
//!
//! Where a transaction of the search ends depends on the lock disciplines inferred so far, so a list of moves means
//! nothing to another search. A schedule therefore says how many visible actions each thread takes before the next one
//! runs. What is visible depends on the execution alone (and on whether final fields count as constants and somebody looks
//! at other threads, which the schedule says). Between two visible actions nobody can see how far a thread has come, so a thread always runs up to
//! the next one.

use super::discipline::Disciplines;
use super::expand::{Expanded, Notes, atomic, others_are_gone, over, sleep_is_interrupted};
use super::findings::Witness;
use super::lasso::{LoopFinder, settle as settle_in_loop};
use super::moves::{Move, WakeUp, execute, execute_to_commit, wake_up};
use super::verdict::{Options, Time};
use braid_machine::interp::{Stop, Watch};
use braid_machine::models::Times;
use braid_machine::natives::effect::{Effect, Patience};
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
    /// A state that is wrong: a deadlock or an exception that nobody caught.
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

/// Somebody who looks on, instruction by instruction.
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

/// Takes a turn; gives the turn as it really was.
///
/// Answers that the turn does not ask for are left over; questions beyond them are answered with zero.
pub(super) fn take(
    vm: &mut Vm,
    turn: &Turn,
    mut observer: Option<&mut dyn Observer>,
    within: TurnLimit,
) -> (Reached, Turn) {
    let thread = turn.thread;
    if let Some(o) = observer.as_deref_mut() {
        o.wakes(vm, turn);
    }
    vm.run.choices.follow(turn.answers.clone());
    // A schedule means what a JVM does.
    vm.run.defers_joins = false;
    wake_up(vm, thread, turn.wake);
    let mut taken = 0;
    let mut reacquires = matches!(vm.state.thread(thread).core.status, Status::Reacquiring { .. });
    let wakes_up = sleep_is_interrupted(vm, thread);
    let reenters = enters_again(vm, thread) && !vm.comes_back_from_join(thread);
    if (reacquires || reenters || wakes_up) && turn.actions == 0 {
        return (Reached::Next, Turn { answers: Vec::new(), ..turn.clone() });
    }
    if reenters || wakes_up {
        taken = u32::from(vm.can_run(thread));
        vm.models.times.acts(thread);
    }
    let step = if observer.is_some() { 1 } else { u64::MAX };
    // Instructions since the last visible action.
    let mut idle = 0;
    let mut finder: Option<LoopFinder> = None;
    vm.run.watch = Watch::Stop;
    vm.happens_begin();
    // The last action was an attempt to acquire something.
    let mut tries = false;
    let mut arrived = false;
    vm.models.arrived = false;
    let reached = loop {
        let limit = if taken < turn.actions { within.to_act } else { within.after };
        let patience = finder.as_ref().map_or(LOOK_AFTER, |finder| finder.patience(idle));
        let patience = match taken < turn.actions {
            // The first instruction takes the lock again; that is an action, and the thread may never come to another one.
            true if reacquires => 1,
            true => u64::MAX,
            false => patience,
        };
        let given = step.min(limit.saturating_sub(idle)).min(patience);
        let mut short = given;
        if let Some(o) = observer.as_deref_mut() {
            o.before(vm, thread);
        }
        let stop = vm.run_within(thread, &mut short);
        if let Some(o) = observer.as_deref_mut() {
            o.after(vm, thread);
        }
        idle += given - short;
        tries &= stop == Stop::Refused;
        if std::mem::take(&mut reacquires) && stop != Stop::Refused {
            taken += 1;
            vm.models.times.acts(thread);
        }
        match stop {
            Stop::Visible => {}
            Stop::Budget if idle >= limit => break Reached::Next,
            Stop::Budget if taken >= turn.actions => {
                let finder = finder.get_or_insert_with(|| LoopFinder::new(thread, LOOK_AFTER));
                let Some(lasso) = finder.look(vm, idle, 0) else { continue };
                // Wherever it came into its loop, it stops at the same place of it.
                settle_in_loop(vm, thread, lasso.period);
                break Reached::Next;
            }
            Stop::Budget | Stop::Yielded => continue,
            Stop::Blocked => break Reached::Blocked,
            Stop::Refused if std::mem::take(&mut vm.models.arrived) => {
                arrived = true;
                continue;
            }
            Stop::Refused => {
                taken -= u32::from(tries);
                if arrived && vm.deadline(thread).is_none() {
                    // A timed one begins to wait, any other is as if it had not come.
                    taken -= 1;
                    vm.state.core_mut(thread).status = Status::Runnable;
                }
                break Reached::Blocked;
            }
            Stop::Ended | Stop::Returned => break if over(vm) { Reached::Over } else { Reached::Next },
            Stop::Halted(_) | Stop::Pruned => break Reached::Over,
            Stop::Uncaught(_) if vm.awaits_others(thread) => break Reached::Blocked,
            Stop::Uncaught(exception) => break Reached::Uncaught(exception),
            Stop::Unsupported(what) => break Reached::Unsupported(what),
        }
        let Some(action) = vm.pending_action(thread) else {
            break Reached::Unsupported(format!("an action without a name{}", vm.where_is(thread)));
        };
        if vm.awaits_others(thread) {
            break Reached::Blocked;
        }
        if vm.blocks(thread, &action) {
            taken += u32::from(taken < turn.actions && vm.wait_visibly(thread, &action));
            break Reached::Blocked;
        }
        if taken >= turn.actions && !atomic(vm, thread) {
            break Reached::Next;
        }
        taken += 1;
        finder = None;
        vm.models.times.acts(thread);
        tries = action.tries().is_some();
        let fresh = !matches!(vm.state.thread(thread).core.status, Status::Acquiring { .. });
        arrived &= !fresh;
        idle = 0;
        vm.happens_act(thread);
        vm.run.watch = Watch::Pass;
        let arrives = fresh && action.tries().is_some_and(|patience| patience != Patience::Endless);
        if let (Some(o), false) = (observer.as_deref_mut(), arrives) {
            o.acts(vm, thread, &action);
        }
    };
    vm.happens_publish(thread);
    (reached, Turn { thread, wake: turn.wake, actions: taken, answers: vm.run.choices.answers() })
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

/// Whether nobody can do anything, although somebody should.
pub(super) fn is_deadlock(vm: &mut Vm) -> bool {
    !over(vm) && vm.state.thread_ids().all(|thread| !can_move(vm, thread))
}

/// The same if daemons do not count. That they cannot help is for the search to know.
pub(super) fn is_starvation(vm: &mut Vm) -> bool {
    let daemon = |vm: &Vm, thread: ThreadId| vm.state.thread(thread).core.daemon;
    !over(vm) && vm.state.thread_ids().all(|thread| daemon(vm, thread) || !can_move(vm, thread))
}

fn can_move(vm: &mut Vm, thread: ThreadId) -> bool {
    // That a wait may end for no reason is no way on: nobody can rely on it.
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
        Time::Virtual if deadline <= vm.now() => true,
        Time::Virtual => {
            let deadlines = vm.state.thread_ids().filter_map(|t| vm.deadline(t)).min();
            let runnable: Vec<ThreadId> = vm.state.thread_ids().filter(|&t| vm.can_run(t)).collect();
            deadlines == Some(deadline) && !runnable.into_iter().any(|t| can_move(vm, t))
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
    let mut turns: Vec<Turn> = Vec::new();
    let mut first_of_round = 0;
    let mut answers: FxHashMap<ThreadId, Vec<u32>> = FxHashMap::default();
    for (at, step) in path.iter().enumerate() {
        if at == path.len() - round {
            first_of_round = turns.len();
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
        // That an initializer fails is no action, but others may wait for it.
        let failed = failed || vm.run.initializer_failed;
        // A wait for something that only its thread knows may be over some time.
        let waits = vm.deadline(thread).is_some() || vm.config.spurious && !vm.can_run(thread);
        let shows = actions > 0 || wake != WakeUp::None || !choices.is_empty() || failed || waits || at >= plain;
        answers.entry(thread).or_default().extend(choices);
        // A thread that only runs on may need this to get anywhere.
        let last_thread = turns.last().map(|turn| turn.thread);
        if shows || last_thread == Some(thread) || round > 0 {
            turns.push(Turn { thread, wake, actions, answers: Vec::new() });
        }
    }
    let expected = match witness {
        Witness::Failure(_) => Ending::Failure,
        // Daemons may go on beside a deadlock.
        Witness::State | Witness::Loop { .. } | Witness::Accesses(_) => Ending::Starvation,
    };
    // A choice is no visible action, so it may belong to another turn of its thread than to that of the same move.
    vm.rollback(root);
    let mut enough = None;
    for at in 0..turns.len() {
        let limit = TurnLimit::SEEN.of_turn(vm, &turns, at, expected);
        let turn = &mut turns[at];
        if round > 0 && turn.actions > ALONE && others_are_gone(vm, turn.thread) {
            // No other thread can stop it any more.
            turn.actions = ALONE;
            enough = Some(at);
        }
        turn.answers = answers.get(&turn.thread).cloned().unwrap_or_default();
        let limit = if round > 0 { TurnLimit::SEEN } else { limit };
        let (_, done) = take(vm, turn, None, limit);
        if let Some(left) = answers.get_mut(&turn.thread) {
            left.drain(..done.answers.len().min(left.len()));
        }
        *turn = done;
        if enough.is_some() {
            break;
        }
    }
    if let Some(last) = enough {
        turns.truncate(last + 1);
        if last < first_of_round {
            let Turn { thread, actions, .. } = turns[last];
            turns.push(Turn { thread, wake: WakeUp::None, actions, answers: Vec::new() });
            first_of_round = last + 1;
        }
    }
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
