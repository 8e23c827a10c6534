//! One thread's transaction: from a state to the state where others may run again.
//!
//! A transaction is a sequence of right movers, one action that commits, and left movers. It ends
//!
//! * before a right mover or non-mover once it has committed;
//! * before an action that can block once it has taken a right mover: otherwise a deadlock between two threads that each
//!   take two locks would never be seen, as each would run through both;
//! * after a wait, a park or a sleep that ends because its time is up or for no reason, with or without transactions: nobody
//!   else takes part in that, but whether a notification, a permit or an interrupt comes before or after it makes a
//!   difference;
//! * when the thread blocks or ends;
//! * after a budget of instructions or of actions, wherever it is. Ending early is always right: it only adds states where
//!   all threads are scheduled. That is what keeps a transaction that never ends (a loop of left movers, or without any
//!   visible action) from hiding the other threads: the states of its loop become states of the search;
//! * before another choice once its choices have many answers: each sequence of answers is an expansion of its own, and a
//!   loop that asks in every round would have no end of them;
//! * before its thread fails once it has acted, if all failures are looked for: what the others do beside it must be seen.
//!
//! An atomic block (`Braid.atomic`) is a transaction of its own: it begins before the block, and within the block no action
//! ends it, whatever it commutes with. Accesses within are taken note of all the same, since others rely on it. A thread
//! that blocks inside lets the others run and goes on atomically afterwards.
//!
//! With [`Reduction::Cycle`] a transaction does not end by budget, and every state on its way is a state of the search,
//! where only its thread is scheduled unless that closes a cycle: the other cure for transactions that never end.
//!
//! A thread that blocks before its transaction has taken a right mover or committed has done nothing that anybody can
//! see, and leads nowhere. One that has made a choice before does lead somewhere: with another answer it might have gone
//! on, and a deadlock after this one would otherwise be missed.

use super::discipline::Disciplines;
use super::races::Access;
use super::verdict::Reduction;
use super::visible::{Action, Mover, Place};
use crate::interp::{Raise, Stop, TraceLine, Watch};
use crate::program::{MethodId, ObjId, ThreadId};
use crate::state::{Frame, Status, Wake};
use crate::vm::Vm;

/// Instructions after which a transaction ends.
const BUDGET: u64 = 200_000;

/// Visible actions after which a transaction ends: a thread that spins on what nobody writes is stopped long before its
/// budget of instructions is used up.
const ACTIONS: u32 = 1_000;

/// Instructions that an atomic block may take.
const ATOMIC_BUDGET: u64 = 20_000_000;

/// Why a waiting thread runs again although nobody woke it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
}

/// How an expansion ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expanded {
    /// Other threads may run now.
    End,
    /// The thread cannot do anything.
    Blocked,
    /// The program is over.
    Over,
    /// The thread's `run` threw.
    Uncaught(ObjId),
    /// Not modelled.
    Unsupported(String),
}

/// The action by which a transaction commits: the one that is no right mover. Without transactions, the first.
#[derive(Default, Debug)]
pub(super) struct Committing {
    /// Monitors that were entered before it.
    pub(super) monitors: Vec<ObjId>,
    /// What it accesses, if that could race.
    pub(super) access: Option<Access>,
    /// The transaction is to stop before it.
    stop: bool,
    /// With [`Reduction::Cycle`]: how far the transaction is when it starts here.
    pub(super) begun: Phase,
    /// With [`Reduction::Cycle`]: how far it is at the end, if it goes on from there.
    pub(super) goes_on: Option<Phase>,
}

impl Committing {
    /// For a transaction that is this far.
    pub(super) fn begun(begun: Phase) -> Self {
        Committing { begun, ..Committing::default() }
    }
}

/// How far a transaction is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Phase {
    acted: bool,
    took_right: bool,
    committed: bool,
}

impl Phase {
    /// As a number below eight.
    pub(super) fn bits(self) -> u64 {
        let Phase { acted, took_right, committed } = self;
        u64::from(acted) << 2 | u64::from(took_right) << 1 | u64::from(committed)
    }
}

/// Executes one move up to the action by which it commits.
pub(super) fn execute_to_commit(
    vm: &mut Vm,
    step: Move,
    reduction: Reduction,
    disciplines: &mut Disciplines,
    counted: Option<&mut u32>,
) {
    let mut committing = Committing { stop: true, ..Committing::default() };
    let reduction = match reduction {
        // A move is one action then, but the transaction is the same.
        Reduction::Cycle => Reduction::Transactions,
        Reduction::None | Reduction::Local | Reduction::Transactions => reduction,
    };
    execute(vm, step, reduction, disciplines, None, Some(&mut committing), counted);
}

/// Executes one move; the result carries the answers that were really given.
pub(super) fn execute(
    vm: &mut Vm,
    step: Move,
    reduction: Reduction,
    disciplines: &mut Disciplines,
    lines: Option<&mut Vec<TraceLine>>,
    committing: Option<&mut Committing>,
    counted: Option<&mut u32>,
) -> (Expanded, Move) {
    let Move { thread, wake, choices } = step;
    vm.choices.follow(choices);
    wake_up(vm, thread, wake);
    if wake != WakeUp::None && !matches!(vm.state.thread(thread).core.status, Status::Acquiring { .. }) {
        return (Expanded::End, Move { thread, wake, choices: vm.choices.answers() });
    }
    let mut expanded = expand(vm, thread, reduction, disciplines, lines, committing, counted);
    if wake != WakeUp::None && expanded == Expanded::Blocked {
        // That its time is up is a step itself.
        expanded = Expanded::End;
    }
    (expanded, Move { thread, wake, choices: vm.choices.answers() })
}

/// Lets a waiting thread run again although nobody woke it.
pub(super) fn wake_up(vm: &mut Vm, thread: ThreadId, wake: WakeUp) {
    match wake {
        WakeUp::None => {}
        WakeUp::Expires => {
            if let Some(at) = vm.deadline(thread) {
                let passed = at.saturating_sub(vm.now(thread)).max(0);
                match vm.config.virtual_time {
                    true => vm.state.scalars.clock += passed,
                    false => vm.state.core_mut(thread).late += passed,
                }
            }
            vm.expire(thread);
        }
        WakeUp::Spurious => vm.wake_spuriously(thread),
    }
}

/// Runs one transaction of a thread. If its visible actions are counted, the thread stops before every one of them, even
/// when nobody is left to see it.
pub(super) fn expand(
    vm: &mut Vm,
    tid: ThreadId,
    reduction: Reduction,
    disciplines: &mut Disciplines,
    mut lines: Option<&mut Vec<TraceLine>>,
    mut committing: Option<&mut Committing>,
    mut counted: Option<&mut u32>,
) -> Expanded {
    let core = vm.state.thread(tid).core;
    // Back from `wait`, the first thing is to take the monitor again: a right mover.
    let reenters = matches!(core.status, Status::Entering { .. }) && core.wake != Wake::None;
    // The same for a condition, but whether the lock can be taken shows when it is tried.
    let mut tries = matches!(core.status, Status::Reacquiring { .. });
    let mut reacquires = tries;
    let mut attempted = false;
    let mut fresh = false;
    let mut took_right = reenters || tries;
    if let (Status::Entering { monitor, .. }, Some(committing)) = (core.status, committing.as_deref_mut()) {
        committing.monitors.push(monitor);
    }
    // That its interrupt is over is the first thing that shows of a sleep; a wait needs its lock again before.
    let wakes_up = sleep_is_interrupted(vm, tid);
    if let (Some(count), true) = (counted.as_deref_mut(), reenters && vm.can_run(tid) || wakes_up) {
        *count += 1;
    }
    let begun = committing.as_deref().map_or(Phase::default(), |committing| committing.begun);
    took_right |= begun.took_right;
    let mut committed = begun.committed || core.wake == Wake::Interrupted;
    let mut acted = reenters || wakes_up || begun.acted;
    if let (Status::Acquiring { .. }, Wake::TimedOut, Some(frame)) =
        (core.status, core.wake, vm.state.thread(tid).top())
    {
        // Time is up: a last look, and on with the answer.
        let sync = ObjId(vm.state.thread(tid).registers(frame)[0] as u32);
        disciplines.observe(vm, sync);
        committed = true;
        acted = true;
    }
    // What the thread does before its first action counts as one here, as it does without transactions: what goes round in
    // a trap is found by moves of one action each, and then taken by these.
    let mut stepped = acted && !begun.acted;
    let waited = tries || vm.acquires(tid).is_some();
    vm.models.first = None;
    vm.models.arrived = false;
    // The last action was both the arrival at a synchronizer and the attempt to get in.
    let mut merged = false;
    let mut wanted = None;
    let entered = vm.models.entered;
    let mut left = if atomic(vm, tid) { ATOMIC_BUDGET } else { BUDGET };
    let mut actions_left = ACTIONS;
    let began = vm.instructions;
    vm.watch = Watch::Stop;
    loop {
        let unseen = others_are_gone(vm, tid);
        acted |= unseen;
        stepped |= unseen;
        if unseen && counted.is_none() {
            vm.watch = Watch::Alone;
        } else if vm.watch == Watch::Alone {
            vm.watch = Watch::Stop;
        }
        let alone = vm.watch == Watch::Alone;
        let stop = vm.run_within(tid, &mut left);
        // A thread that was alone and no longer is has started another one: a left mover, so it has committed.
        committed |= alone && vm.watch != Watch::Alone;
        if stop == Stop::Refused && std::mem::take(&mut vm.models.arrived) {
            if !atomic(vm, tid) && !disciplines.trust_arrival() {
                return Expanded::End;
            }
            merged = true;
            if let Some(count) = counted.as_deref_mut() {
                *count += 1;
            }
            vm.watch = Watch::Pass;
            continue;
        }
        if stop == Stop::Refused {
            // The attempt has not happened, except that a timed one begins to wait.
            let begins = fresh && vm.deadline(tid).is_some();
            if let (Some(count), true) = (counted.as_deref_mut(), attempted) {
                *count -= u32::from(merged) + u32::from(!begins);
            }
            if let (Some(lines), true) = (lines.as_deref_mut(), attempted && !begins) {
                lines.pop();
            }
            if merged && !begins {
                vm.state.core_mut(tid).status = Status::Runnable;
            }
            // A thread that stood there before has done nothing, even if nobody is left to see it.
            let still = waited && vm.models.entered == entered;
            // From now on its time may be up.
            let begins = vm.deadline(tid).is_some() && !matches!(core.status, Status::Acquiring { .. });
            let led = (acted || vm.choices.asked_any()) && !still || begins;
            return if led { Expanded::End } else { Expanded::Blocked };
        }
        let tried = std::mem::take(&mut tries);
        if let (Some(count), true) = (counted.as_deref_mut(), std::mem::take(&mut reacquires)) {
            *count += 1;
        }
        acted |= tried;
        stepped |= tried;
        vm.models.first = vm.models.first.or(wanted.take());
        attempted = false;
        match stop {
            Stop::Visible if vm.choices.are_many() && vm.choice_is_next(tid) => {
                return if atomic(vm, tid) { unsupported(vm, tid, "many choices") } else { Expanded::End };
            }
            Stop::Visible => {}
            Stop::Budget if atomic(vm, tid) => return unsupported(vm, tid, "so many instructions"),
            Stop::Budget => {
                if let (Reduction::Cycle, Some(committing)) = (reduction, committing) {
                    committing.goes_on = Some(Phase { acted, took_right, committed });
                }
                return Expanded::End;
            }
            Stop::Yielded => {
                acted = true;
                stepped = true;
                continue;
            }
            Stop::Blocked | Stop::Refused => {
                return if acted || vm.choices.asked_any() { Expanded::End } else { Expanded::Blocked };
            }
            Stop::Ended | Stop::Returned => return if over(vm) { Expanded::Over } else { Expanded::End },
            Stop::Halted(_) | Stop::Pruned => return Expanded::Over,
            // It stands before its failure, which is an action of its own if others may come first.
            Stop::Uncaught(_)
                if vm.config.failures_wait && acted && !unseen && vm.instructions > began && !atomic(vm, tid) =>
            {
                return Expanded::End;
            }
            Stop::Uncaught(exception) => return Expanded::Uncaught(exception),
            Stop::Unsupported(what) => return Expanded::Unsupported(what),
        }
        let Some(action) = vm.pending_action(tid) else {
            return Expanded::Unsupported(format!("an action without a name{}", vm.where_is(tid)));
        };
        if vm.blocks(tid, &action) {
            if acted || vm.choices.asked_any() {
                return Expanded::End;
            }
            if !vm.wait_visibly(tid, &action) {
                return Expanded::Blocked;
            }
            if let Some(count) = counted {
                *count += 1;
            }
            return Expanded::End;
        }
        if let Some(count) = counted.as_deref_mut()
            && unseen
            && others_are_gone(vm, tid)
        {
            *count += 1;
            committed |= matches!(action, Action::Start { .. });
            attempted = matches!(action, Action::Acquire { .. });
            merged = false;
            fresh = !matches!(vm.state.thread(tid).core.status, Status::Acquiring { .. });
            vm.watch = Watch::Pass;
            continue;
        }
        if writes_constant(vm, tid, &action) {
            // An object was published before its constructor was done, or reflection does what it can do: final fields are
            // no constants here after all.
            vm.program.visibility.finals_are_constant = false;
            disciplines.withdrawn = true;
        }
        if vm.looks_at_threads(tid, &action) && !vm.program.visibility.threads_are_observed {
            vm.program.visibility.threads_are_observed = true;
            disciplines.withdrawn = true;
        }
        if matches!(action, Action::Native { method, .. } if vm.is_interrupt(method)) {
            disciplines.interrupt();
        }
        if vm.looks_at_interrupt(tid, &action)
            && let Err(Raise::Unsupported(what)) =
                vm.models_are_unfit(|_| "the program asks whether another thread is interrupted".to_string())
        {
            return Expanded::Unsupported(what);
        }
        let inside = atomic(vm, tid);
        if !inside && actions_left == 0 {
            return Expanded::End;
        }
        if !inside {
            // What is left of an atomic block's budget is not for what comes after it.
            left = left.min(BUDGET);
            actions_left -= 1;
        }
        if !inside && vm.atomic_is_next(tid) {
            vm.atomic_blocks = true;
            if acted {
                return Expanded::End;
            }
            left = ATOMIC_BUDGET;
        }
        if action == Action::Prune && acted && !inside {
            // The others must see what this thread has done so far.
            return Expanded::End;
        }
        let phase = Phase { acted, took_right, committed };
        let commits = match reduction {
            Reduction::None | Reduction::Local if inside => false,
            Reduction::Transactions | Reduction::Cycle if inside => {
                disciplines.classify(vm, tid, &action);
                committed = true;
                false
            }
            Reduction::None | Reduction::Local => {
                if acted {
                    return Expanded::End;
                }
                true
            }
            Reduction::Transactions | Reduction::Cycle => {
                let can_block = matches!(action, Action::Enter { monitor } if !vm.holds(tid, monitor))
                    || matches!(action, Action::Acquire { sync, .. } if !vm.holds(tid, sync))
                    || matches!(action, Action::Initialize { .. });
                if can_block && took_right {
                    return Expanded::End;
                }
                // Asking how an action moves takes note of it; an action that ends the transaction is asked again when
                // it happens, with the same locks held.
                match disciplines.classify(vm, tid, &action) {
                    Mover::Both => false,
                    Mover::Right => {
                        if committed {
                            return Expanded::End;
                        }
                        took_right = true;
                        // Two threads may well hold a synchronizer together, so those do not count.
                        if let (Action::Enter { monitor }, Some(committing)) = (&action, committing.as_deref_mut()) {
                            committing.monitors.push(*monitor);
                        }
                        false
                    }
                    Mover::Left => {
                        committed = true;
                        false
                    }
                    Mover::None => {
                        if committed {
                            return Expanded::End;
                        }
                        committed = true;
                        true
                    }
                }
            }
        };
        if reduction == Reduction::Cycle && stepped && !inside {
            // The transaction goes on, but this is a state of the search.
            if let Some(committing) = committing {
                committing.goes_on = Some(phase);
            }
            return Expanded::End;
        }
        stepped = true;
        if let (true, Some(committing)) = (commits, committing.as_deref_mut()) {
            if committing.stop {
                return Expanded::End;
            }
            committing.access = vm.pending_access(tid);
        }
        tries = matches!(action, Action::Acquire { .. });
        wanted = match action {
            Action::Acquire { sync, .. } if !phase.took_right && !phase.committed => Some(sync),
            _ => None,
        };
        attempted = tries;
        merged = false;
        fresh = !matches!(vm.state.thread(tid).core.status, Status::Acquiring { .. });
        acted |= !tries;
        vm.watch = Watch::Pass;
        if let Some(count) = counted.as_deref_mut() {
            *count += 1;
        }
        if let Some(lines) = lines.as_deref_mut() {
            lines.extend(vm.user_line(tid));
        }
    }
}

/// Whether a sleep of a thread is about to end by an interrupt. That clears the interrupt, which others can see.
pub(super) fn sleep_is_interrupted(vm: &Vm, tid: ThreadId) -> bool {
    let thread = vm.state.thread(tid);
    let sleeps = |frame: &Frame| vm.program.name(vm.program.method(frame.method).name).starts_with("sleep");
    thread.core.wake == Wake::Interrupted && thread.core.status == Status::Runnable && thread.top().is_some_and(sleeps)
}

/// Whether a thread is in an atomic block.
pub(super) fn atomic(vm: &Vm, tid: ThreadId) -> bool {
    vm.state.thread(tid).core.atomic > 0
}

fn unsupported(vm: &Vm, tid: ThreadId, what: &str) -> Expanded {
    Expanded::Unsupported(format!("an atomic block with {what}{}", vm.where_is(tid)))
}

/// Whether an action writes a final field that others have been reading as a constant: in a constructor, or by reflection.
fn writes_constant(vm: &Vm, tid: ThreadId, action: &Action) -> bool {
    let is_constant = |place: Place| match place {
        Place::Field(field) => {
            let flags = vm.program.field(field).flags;
            flags.is_final() && !flags.is_static()
        }
        Place::Array(_) => false,
    };
    vm.program.visibility.finals_are_constant
        && match *action {
            Action::Access { place, write, .. } => write && is_constant(place),
            Action::Native { .. } => vm.native_touches(tid).iter().any(|touch| touch.write && is_constant(touch.place)),
            Action::Enter { .. }
            | Action::Exit { .. }
            | Action::Initialize { .. }
            | Action::Acquire { .. }
            | Action::Release { .. }
            | Action::Prune
            | Action::Start { .. } => false,
        }
}

/// Whether the thread is the only one left, so that nobody can see what it does.
pub(super) fn others_are_gone(vm: &Vm, tid: ThreadId) -> bool {
    vm.state.thread_ids().all(|t| t == tid || vm.state.thread(t).is_terminated())
}

/// Whether the program is over: no thread is left that keeps it alive.
pub(super) fn over(vm: &Vm) -> bool {
    !vm.state.threads().iter().any(|t| !t.is_terminated() && !t.core.daemon)
}

impl Vm {
    /// Whether a method is the user's: neither of the class library nor of a test framework or a checker.
    pub fn is_users(&self, method: MethodId) -> bool {
        const FRAMEWORKS: [&str; 7] =
            ["org/junit/", "org/opentest4j/", "org/testng/", "org/hamcrest/", "junit/", "gov/nasa/jpf/vm/", "braid/"];
        let class = self.program.method(method).class;
        let name = self.program.class_name(class);
        !self.program.class(class).loader.is_library() && !FRAMEWORKS.iter().any(|f| name.starts_with(f))
    }

    /// Whether an exception is an `AssertionError` or one of the subclasses that test frameworks throw.
    pub(super) fn is_assertion(&self, exception: ObjId) -> bool {
        let class = self.program.class(self.state.heap.class_of(exception));
        class.supers.iter().any(|&c| self.program.class_name(c) == "java/lang/AssertionError")
    }
}
