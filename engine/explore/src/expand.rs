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
use super::discipline::Mover;
use super::verdict::Reduction;
use braid_machine::interp::{Raise, Stop, TraceLine, Watch};
use braid_machine::natives::effect::Effect;
use braid_machine::observe::Access;
use braid_machine::observe::{Action, Place};
use braid_machine::state::{Status, Wake};
use braid_machine::vm::Vm;
use braid_program::{ObjId, ThreadId};

/// Instructions after which a transaction ends.
const BUDGET: u64 = 200_000;

/// Instructions that it gets at a time to leave a part of the class library that runs atomically.
const MORE: u64 = 1_000;

/// Visible actions after which a transaction ends: a thread that spins on what nobody writes is stopped long before its
/// budget of instructions is used up.
const ACTIONS: u32 = 1_000;

/// Instructions that an atomic block, or such a part, may take.
const ATOMIC_BUDGET: u64 = 20_000_000;

/// How an expansion ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expanded {
    /// Other threads may run now.
    End,
    /// The thread cannot do anything.
    Blocked,
    /// The program is over.
    Over,
    /// The program has dropped this execution.
    Dropped,
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
    pub(super) stop: bool,
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

/// What somebody wants to know of a move besides where it leads.
#[derive(Default)]
pub(super) struct Notes<'a> {
    /// Where its actions are in the program's own code.
    pub(super) lines: Option<&'a mut Vec<TraceLine>>,
    /// The action by which it commits.
    pub(super) committing: Option<&'a mut Committing>,
    /// How many visible actions it takes. The thread then stops before every one of them, even when nobody is left to see
    /// it.
    pub(super) actions: Option<&'a mut u32>,
}

impl Notes<'_> {
    /// Counts a visible action.
    fn count(&mut self) {
        if let Some(actions) = self.actions.as_deref_mut() {
            *actions += 1;
        }
    }

    /// Counts visible actions no longer that have not happened after all.
    fn discount(&mut self, count: u32) {
        if let Some(actions) = self.actions.as_deref_mut() {
            *actions -= count;
        }
    }
}

/// An attempt to acquire something: whether it succeeds shows when the thread runs.
struct Attempt {
    /// It is for the lock of a condition that the thread waited for.
    again: bool,
    /// It is for an action of the program's own: whatever it asks for has not been asked if it is not possible.
    whole: bool,
    /// The thread did not wait there before.
    fresh: bool,
    /// It is the arrival at a synchronizer as well.
    arrives: bool,
    /// What is to be acquired, if the transaction has done nothing yet that matters.
    first: Option<ObjId>,
    /// How many lines were noted before it.
    lines: usize,
}

/// One thread's transaction under way.
pub(super) struct Transaction<'a> {
    vm: &'a mut Vm,
    tid: ThreadId,
    reduction: Reduction,
    disciplines: &'a mut Disciplines,
    notes: Notes<'a>,
    phase: Phase,
    /// Whether something has happened in this move, be it part of a longer transaction or not.
    stepped: bool,
    /// The last action, if that was an attempt.
    attempt: Option<Attempt>,
    /// Whether nobody else was left when the thread ran on last.
    unseen: bool,
    /// Instructions and actions that are left.
    budget: u64,
    actions: u32,
    /// What the thread was doing at first.
    status: Status,
    /// Whether it stood before a synchronizer then.
    waited: bool,
    /// How often threads had been let in by then, and how many instructions executed.
    entered: u64,
    instructions: u64,
}

impl<'a> Transaction<'a> {
    /// A transaction of a thread from where it stands.
    pub(super) fn begin(
        vm: &'a mut Vm,
        tid: ThreadId,
        reduction: Reduction,
        disciplines: &'a mut Disciplines,
        mut notes: Notes<'a>,
    ) -> Self {
        let core = vm.state.thread(tid).core;
        // Back from `wait`, the first thing is to take the monitor again: a right mover.
        let reenters = matches!(core.status, Status::Entering { .. }) && core.wake != Wake::None;
        // The same for a condition, but whether the lock can be taken shows when it is tried.
        let reacquires = matches!(core.status, Status::Reacquiring { .. });
        // That its interrupt is over is the first thing that shows of a sleep; a wait needs its lock again before.
        let wakes_up = sleep_is_interrupted(vm, tid);
        if reenters && vm.can_run(tid) || wakes_up {
            notes.count();
        }
        let mut begun = Phase::default();
        if let Some(committing) = notes.committing.as_deref_mut() {
            begun = committing.begun;
            if let Status::Entering { monitor, .. } = core.status {
                committing.monitors.push(monitor);
            }
        }
        let mut phase = Phase {
            acted: begun.acted || reenters || wakes_up,
            took_right: begun.took_right || reenters || reacquires,
            committed: begun.committed || core.wake == Wake::Interrupted,
        };
        if let (Status::Acquiring { .. }, Wake::TimedOut, Some(frame)) =
            (core.status, core.wake, vm.state.thread(tid).top())
        {
            // Time is up: a last look, and on with the answer.
            let sync = ObjId(vm.state.thread(tid).registers(frame)[0] as u32);
            disciplines.observe(vm, sync);
            phase.committed = true;
            phase.acted = true;
        }
        let again = Attempt { again: true, whole: false, fresh: false, arrives: false, first: None, lines: 0 };
        let stands = vm.acquires(tid).is_some() || matches!(vm.next_effect(tid), Some(Effect::Attempt(_)));
        let waited = reacquires || stands;
        vm.run.attempts.touched.clear();
        vm.models.first = None;
        vm.models.overtook = None;
        vm.models.arrived = false;
        vm.run.initializer_failed = false;
        vm.run.watch = Watch::Stop;
        vm.happens_begin();
        Transaction {
            tid,
            reduction,
            disciplines,
            notes,
            phase,
            // What the thread does before its first action counts as one here, as it does without transactions: what goes
            // round in a trap is found by moves of one action each, and then taken by these.
            stepped: phase.acted && !begun.acted,
            attempt: reacquires.then_some(again),
            unseen: false,
            // Counted from the thread's beginning: transactions that begin at different places all end at the same ones.
            budget: if atomic(vm, tid) { ATOMIC_BUDGET } else { BUDGET - core.ran % BUDGET },
            actions: ACTIONS,
            status: core.status,
            waited,
            entered: vm.models.entered,
            instructions: vm.run.instructions,
            vm,
        }
    }

    /// Takes one action after the other, up to the end.
    pub(super) fn run(mut self) -> Expanded {
        let end = self.run_to_end();
        self.vm.happens_publish(self.tid);
        if self.vm.observed.time_was_read && !self.vm.run.visibility.time_is_observed {
            self.vm.run.visibility.time_is_observed = true;
            self.disciplines.withdrawn |= !self.vm.config.virtual_time;
        }
        self.vm.state.core_mut(self.tid).ran += self.vm.run.instructions - self.instructions;
        end
    }

    fn run_to_end(&mut self) -> Expanded {
        loop {
            let stop = self.run_on();
            if stop != Stop::Refused {
                self.succeeded();
            }
            let next = match stop {
                Stop::Visible => self.meet(),
                Stop::Refused if std::mem::take(&mut self.vm.models.arrived) => self.arrived(),
                Stop::Refused => Err(self.refused()),
                stop => self.stopped(stop),
            };
            if let Err(end) = next {
                return end;
            }
        }
    }

    /// Lets the thread run to where something stops it.
    fn run_on(&mut self) -> Stop {
        // Accesses of threads that have ended may race with what comes now.
        self.unseen = !self.vm.observed.happens.is_on() && others_are_gone(self.vm, self.tid);
        self.phase.acted |= self.unseen;
        self.stepped |= self.unseen;
        if self.unseen && self.notes.actions.is_none() {
            self.vm.run.watch = Watch::Alone;
        } else if self.vm.run.watch == Watch::Alone {
            self.vm.run.watch = Watch::Stop;
        }
        let alone = self.vm.run.watch == Watch::Alone;
        let stop = self.vm.run_within(self.tid, &mut self.budget);
        self.note_attempted();
        self.disciplines.withdrawn |= self.vm.regions_withdrawn();
        // A thread that was alone and no longer is has started another one: a left mover, so it has committed.
        self.phase.committed |= alone && self.vm.run.watch != Watch::Alone;
        if self.vm.run.initializer_failed {
            // It shows only afterwards that an exception left an initializer. That lets others go on: a left mover.
            self.phase.acted = true;
            self.phase.committed = true;
            self.stepped = true;
        }
        stop
    }

    /// Takes note of what attempts of the program's own actions have touched, as of what happens in an atomic block.
    fn note_attempted(&mut self) {
        for touch in std::mem::take(&mut self.vm.run.attempts.touched) {
            if touch.write && self.vm.run.visibility.finals_are_constant && is_constant(self.vm, touch.place) {
                self.vm.run.visibility.finals_are_constant = false;
                self.disciplines.withdrawn = true;
            }
            self.disciplines.attempted(self.vm, self.tid, &touch);
        }
    }

    /// The thread stands before a synchronizer and has seen that it is not interrupted. If nobody can be interrupted, or
    /// nobody is left to do it, the attempt to get in is the same action.
    fn arrived(&mut self) -> Result<(), Expanded> {
        if !self.inside() && !self.unseen && !self.disciplines.trust_arrival() {
            return Err(Expanded::End);
        }
        if let Some(attempt) = &mut self.attempt {
            attempt.arrives = true;
        }
        self.notes.count();
        self.vm.run.watch = Watch::Pass;
        Ok(())
    }

    /// A synchronizer has not let the thread in. The attempt has not happened, except that a timed one begins to wait.
    fn refused(&mut self) -> Expanded {
        let timed = self.vm.deadline(self.tid).is_some();
        let whole = self.attempt.as_ref().is_some_and(|attempt| attempt.whole) && !self.phase.acted;
        if let Some(Attempt { again: false, whole: _, fresh, arrives, first: _, lines }) = self.attempt {
            let begins = fresh && timed;
            self.notes.discount(u32::from(arrives) + u32::from(!begins));
            if let (Some(noted), false) = (self.notes.lines.as_deref_mut(), begins) {
                noted.truncate(lines);
            }
            if arrives && !begins {
                self.vm.state.core_mut(self.tid).status = Status::Runnable;
            }
        }
        // From now on its time may be up.
        let begins = timed && !matches!(self.status, Status::Acquiring { .. });
        // A thread that stood there before has done nothing, even if nobody is left to see it.
        let still = whole || self.waited && self.vm.models.entered == self.entered;
        if begins || !still && self.leads_somewhere() { Expanded::End } else { Expanded::Blocked }
    }

    /// Whether it makes a difference that the thread has run, although it is blocked now.
    fn leads_somewhere(&self) -> bool {
        self.phase.acted || self.vm.run.choices.asked_any()
    }

    /// Whether the thread waits for something that only it knows, and may stop waiting all the same.
    fn begins_to_wait(&self) -> bool {
        let status = self.vm.state.thread(self.tid).core.status;
        let begins = status != self.status && !matches!(status, Status::Entering { .. } | Status::Initializing { .. });
        begins && (self.vm.deadline(self.tid).is_some() || self.vm.config.spurious)
    }

    /// The last action has happened, if that was in doubt.
    fn succeeded(&mut self) {
        let Some(Attempt { again, first, .. }) = self.attempt.take() else { return };
        self.phase.acted = true;
        self.stepped = true;
        self.vm.models.first = self.vm.models.first.or(first);
        if again {
            self.notes.count();
        }
    }

    /// The thread has stopped elsewhere.
    fn stopped(&mut self, stop: Stop) -> Result<(), Expanded> {
        let inside = self.inside();
        Err(match stop {
            Stop::Yielded => {
                self.phase.acted = true;
                self.stepped = true;
                return Ok(());
            }
            Stop::Budget if inside => unsupported(self.vm, self.tid, "so many instructions"),
            Stop::Budget if self.vm.runs_atomically(self.tid) => {
                // Others must not come in here: what goes unseen happens together.
                if self.vm.run.instructions - self.instructions < ATOMIC_BUDGET {
                    self.budget = MORE;
                    return Ok(());
                }
                unsupported(self.vm, self.tid, "so many instructions")
            }
            Stop::Budget => {
                if self.reduction == Reduction::Cycle {
                    self.will_go_on(self.phase);
                }
                Expanded::End
            }
            Stop::Blocked if self.leads_somewhere() || self.begins_to_wait() => Expanded::End,
            Stop::Blocked => Expanded::Blocked,
            Stop::Ended | Stop::Returned if over(self.vm) => {
                self.vm.observed.left_daemons |= self.vm.state.threads().iter().any(|thread| !thread.is_terminated());
                Expanded::Over
            }
            Stop::Ended | Stop::Returned => Expanded::End,
            Stop::Halted(_) => Expanded::Over,
            Stop::Pruned => Expanded::Dropped,
            // It stands before its failure, which is an action of its own if others may come first.
            Stop::Uncaught(_)
                if self.vm.config.failures_wait
                    && self.phase.acted
                    && !self.unseen
                    && self.vm.run.instructions > self.instructions
                    && !inside =>
            {
                Expanded::End
            }
            Stop::Uncaught(exception) => Expanded::Uncaught(exception),
            Stop::Unsupported(what) => Expanded::Unsupported(what),
            Stop::Visible | Stop::Refused => unreachable!("the loop deals with these itself"),
        })
    }

    /// The thread stands before an action: lets it happen next, unless the transaction ends here.
    fn meet(&mut self) -> Result<(), Expanded> {
        let tid = self.tid;
        let inside = self.inside();
        if self.vm.run.choices.are_many() && self.vm.choice_is_next(tid) {
            return Err(if inside { unsupported(self.vm, tid, "many choices") } else { Expanded::End });
        }
        let Some(action) = self.vm.pending_action(tid) else {
            return Err(Expanded::Unsupported(format!("an action without a name{}", self.vm.where_is(tid))));
        };
        if self.vm.blocks(tid, &action) {
            return Err(self.blocked(&action));
        }
        if self.unseen && self.notes.actions.is_some() && others_are_gone(self.vm, tid) {
            // It would not have stopped here if nobody counted.
            self.phase.committed |= matches!(action, Action::Start { .. });
            self.act(&action, None);
            return Ok(());
        }
        self.notice(&action)?;
        if !inside {
            self.spend(&action)?;
        }
        let phase = self.phase;
        let commits = self.admit(&action, inside)?;
        if self.reduction == Reduction::Cycle && self.stepped && !inside {
            // The transaction goes on, but this is a state of the search.
            self.will_go_on(phase);
            return Err(Expanded::End);
        }
        if let (true, Some(committing)) = (commits, self.notes.committing.as_deref_mut()) {
            if committing.stop {
                return Err(Expanded::End);
            }
            committing.access = self.vm.pending_access(tid);
        }
        let first = match action {
            // Who holds it already passes nobody.
            Action::Acquire { sync, .. } if self.vm.holds(tid, sync) || self.vm.reads(tid, sync) => None,
            Action::Acquire { sync, .. } if !phase.took_right && !phase.committed => Some(sync),
            _ => None,
        };
        self.stepped = true;
        self.act(&action, first);
        if let Some(lines) = self.notes.lines.as_deref_mut() {
            lines.extend(self.vm.user_line(tid));
        }
        Ok(())
    }

    /// Lets an action happen next.
    fn act(&mut self, action: &Action, first: Option<ObjId>) {
        if action.tries().is_some() {
            let whole = matches!(action, Action::Attempt { .. });
            let fresh = !matches!(self.vm.state.thread(self.tid).core.status, Status::Acquiring { .. });
            let lines = self.notes.lines.as_deref().map_or(0, Vec::len);
            self.attempt = Some(Attempt { again: false, whole, fresh, arrives: false, first, lines });
        } else {
            self.phase.acted = true;
        }
        self.notes.count();
        self.vm.happens_act(self.tid);
        self.vm.run.watch = Watch::Pass;
    }

    /// The thread cannot take its next action. That may be news to somebody.
    fn blocked(&mut self, action: &Action) -> Expanded {
        if self.leads_somewhere() {
            return Expanded::End;
        }
        if !self.vm.wait_visibly(self.tid, action) {
            return Expanded::Blocked;
        }
        self.notes.count();
        Expanded::End
    }

    /// Takes note of what an action says about assumptions that the search rests on.
    fn notice(&mut self, action: &Action) -> Result<(), Expanded> {
        if writes_constant(self.vm, self.tid, action) {
            // An object was published before its constructor was done, or reflection, a method handle or deserialization
            // writes to it: final fields are no constants here after all. Reads of them and locks that they name count
            // like those of other fields from now on.
            self.vm.run.visibility.finals_are_constant = false;
            self.disciplines.withdrawn = true;
        }
        self.disciplines.withdrawn |= self.vm.note_seen(self.tid, action);
        self.vm.note_weak(self.tid, action);
        if self.vm.looks_at_threads(self.tid, action) && !self.vm.run.visibility.threads_are_observed {
            self.vm.run.visibility.threads_are_observed = true;
            self.disciplines.withdrawn = true;
        }
        if !self.vm.run.visibility.classes_are_observed && self.vm.looks_at_class(self.tid) {
            self.vm.run.visibility.classes_are_observed = true;
            self.disciplines.withdrawn = true;
        }
        if let Action::Native { method, .. } = *action {
            if self.vm.effect(method) == Effect::Collect {
                self.disciplines.collect();
                self.vm.run.visibility.garbage_is_collected = true;
            }
            if self.vm.is_interrupt(method) {
                self.disciplines.interrupt();
            }
            self.vm.observed.copied_parts |= self.vm.works_in_bulk(self.tid, method);
        }
        if !self.disciplines.knows_interrupts() && self.vm.is_interrupted(self.tid) {
            // Whatever finds that out clears it, and not all of that is an access.
            self.disciplines.interrupt();
        }
        if self.vm.looks_at_interrupt(self.tid, action)
            && let Err(Raise::Unsupported(what)) =
                self.vm.models_are_unfit(|_| "the program asks whether another thread is interrupted".to_string())
        {
            return Err(Expanded::Unsupported(what));
        }
        Ok(())
    }

    /// Takes an action out of what is left, outside of atomic blocks; ends the transaction where others have to see what
    /// was done before it.
    fn spend(&mut self, action: &Action) -> Result<(), Expanded> {
        if self.actions == 0 {
            return Err(Expanded::End);
        }
        self.actions -= 1;
        // What is left of an atomic block's budget is not for what comes after it.
        self.budget = self.budget.min(BUDGET);
        if self.vm.atomic_is_next(self.tid) {
            self.vm.observed.atomic_blocks = true;
            self.disciplines.begin_atomic();
            if self.phase.acted {
                return Err(Expanded::End);
            }
            self.budget = ATOMIC_BUDGET;
        }
        if matches!(action, Action::Attempt { .. }) {
            // Like an atomic block it is a transaction of its own, or at least begins one; else what was chosen before it
            // could not be told from what it chooses itself.
            self.vm.observed.atomic_blocks = true;
            self.disciplines.begin_atomic();
            if self.phase.acted || self.vm.run.choices.asked_any() {
                return Err(Expanded::End);
            }
        }
        if *action == Action::Prune && self.phase.acted {
            return Err(Expanded::End);
        }
        Ok(())
    }

    /// Whether an action commits the transaction, which goes on with it; an error if it ends before.
    fn admit(&mut self, action: &Action, inside: bool) -> Result<bool, Expanded> {
        match self.reduction {
            Reduction::None | Reduction::Local if inside => return Ok(false),
            Reduction::None | Reduction::Local if self.phase.acted => return Err(Expanded::End),
            Reduction::None | Reduction::Local => return Ok(true),
            Reduction::Transactions | Reduction::Cycle if inside => {
                self.disciplines.classify(self.vm, self.tid, action);
                self.phase.committed = true;
                return Ok(false);
            }
            Reduction::Transactions | Reduction::Cycle => {}
        }
        if self.phase.took_right && can_block(self.vm, self.tid, action) {
            return Err(Expanded::End);
        }
        // Asking how an action moves takes note of it; an action that ends the transaction is asked again when it happens,
        // with the same locks held.
        match self.disciplines.classify(self.vm, self.tid, action) {
            Mover::Both => Ok(false),
            Mover::Right | Mover::None if self.phase.committed => Err(Expanded::End),
            Mover::Right => {
                self.phase.took_right = true;
                // Two threads may well hold a synchronizer together, so those do not count.
                if let (Action::Enter { monitor }, Some(committing)) = (action, self.notes.committing.as_deref_mut()) {
                    committing.monitors.push(*monitor);
                }
                Ok(false)
            }
            Mover::Left => {
                self.phase.committed = true;
                Ok(false)
            }
            Mover::None => {
                self.phase.committed = true;
                self.vm.note_unprotected(self.tid);
                Ok(true)
            }
        }
    }

    /// The move ends here, but the transaction does not.
    fn will_go_on(&mut self, phase: Phase) {
        if let Some(committing) = self.notes.committing.as_deref_mut() {
            committing.goes_on = Some(phase);
        }
    }

    fn inside(&self) -> bool {
        atomic(self.vm, self.tid)
    }
}

/// Whether a thread may have to wait for others to take an action.
fn can_block(vm: &Vm, tid: ThreadId, action: &Action) -> bool {
    match *action {
        Action::Enter { monitor } => !vm.holds(tid, monitor),
        Action::Acquire { sync, .. } => !vm.holds(tid, sync),
        Action::Initialize { .. } | Action::Attempt { .. } => true,
        Action::Access { .. }
        | Action::Exit { .. }
        | Action::Release { .. }
        | Action::Link { .. }
        | Action::Prune
        | Action::Start { .. }
        | Action::Native { .. } => false,
    }
}

/// Whether a sleep of a thread is about to end by an interrupt. That clears the interrupt, which others can see.
pub(super) fn sleep_is_interrupted(vm: &Vm, tid: ThreadId) -> bool {
    let thread = vm.state.thread(tid);
    thread.core.wake == Wake::Interrupted
        && thread.core.status == Status::Runnable
        && vm.next_effect(tid) == Some(Effect::Sleep)
}

/// Whether a thread is in an atomic block.
pub(super) fn atomic(vm: &Vm, tid: ThreadId) -> bool {
    vm.state.thread(tid).core.atomic > 0
}

fn unsupported(vm: &Vm, tid: ThreadId, what: &str) -> Expanded {
    Expanded::Unsupported(format!("an atomic block with {what}{}", vm.where_is(tid)))
}

/// Whether others may take what is at a place for a constant.
fn is_constant(vm: &Vm, place: Place) -> bool {
    match place {
        Place::Field(field) => vm.program.field(field).flags.is_final(),
        Place::Array(_) => false,
    }
}

/// Whether an action writes a final field that others have been reading as a constant: in a constructor, or by other means
/// than `putfield` and `putstatic`. An initializer that writes the static fields of its own class has no visible actions.
fn writes_constant(vm: &Vm, tid: ThreadId, action: &Action) -> bool {
    let is_constant = |place: Place| is_constant(vm, place);
    vm.run.visibility.finals_are_constant
        && match *action {
            Action::Access { place, write, .. } => write && is_constant(place),
            Action::Native { .. } => vm.native_touches(tid).iter().any(|touch| touch.write && is_constant(touch.place)),
            Action::Enter { .. }
            | Action::Exit { .. }
            | Action::Initialize { .. }
            | Action::Acquire { .. }
            | Action::Attempt { .. }
            | Action::Release { .. }
            | Action::Link { .. }
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
