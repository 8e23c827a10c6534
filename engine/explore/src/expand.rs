//! One thread's transaction: from a state to the state where others may run again.
//!
//! A transaction is a sequence of right movers, one action that commits, and left movers. It ends
//!
//! * before a right mover or non-mover once it has committed;
//! * before an action that can block once it has taken a right mover: otherwise a deadlock between two threads that each
//!   take two locks would never be seen, as each would run through both;
//! * after a wait, a park or a sleep that ends because its time is up or for no reason, with or without transactions: no other
//!   thread takes part in that, but whether a notification, a permit or an interrupt comes before or after it makes a
//!   difference;
//! * when the thread blocks or ends;
//! * before its thread fails once it has acted, if all failures are looked for: what the others do beside it must be seen.
//!
//! A transaction may have several ends, one for each sequence of answers to its choices, and it may have none: a loop of
//! left movers, or without any visible action. Such a transaction would hide the other threads for ever. Commit-point
//! completion (`completion`) decides from which points on its way no end can be reached, and makes states of the search of
//! them: a move is then *cut* at the point. How long a transaction runs does not matter. After a while `lasso` begins to look
//! whether the thread runs for ever; where it neither does that nor ends, a limit of instructions ends the whole search.
//!
//! An atomic block (`Braid.atomic`) is a transaction of its own: it begins before the block, and within the block no action
//! ends it, whatever it commutes with. Accesses within are taken note of all the same, since others rely on it. A thread
//! that blocks inside lets the others run and goes on atomically afterwards.
//!
//! What an action makes of the transaction is up to the `reduction`; the rules above are those of `reduction/transactions.rs`.
//!
//! A thread that blocks before its transaction has taken a right mover or committed has done nothing that another thread can
//! see, and leads nowhere. One that has made a choice before does lead somewhere: with another answer it might have gone
//! on, and a deadlock after this one would otherwise be missed.

mod notes;
mod rules;

pub(super) use notes::{Committing, Expanded, Junctions, Notes, Phase};
use rules::forget_earlier_run;

use super::completion::Points;
use super::discipline::Disciplines;
use super::lasso::LoopFinder;
use super::moves::Cut;
use super::verdict::{Options, StopReason};
use braid_machine::interp::{Stop, Watch};
use braid_machine::natives::effect::Effect;
use braid_machine::observe::Action;
use braid_machine::state::{Status, Wake};
use braid_machine::vm::Vm;
use braid_program::{ObjId, ThreadId};

/// Instructions that an atomic block, or a part of the class library that runs atomically, may take: `BigDecimal` needs 21 million.
const ATOMIC_BUDGET: u64 = 200_000_000;

/// Sequences of answers after which states are compared before each further choice, at the latest.
const MANY: u32 = 16;

/// Instructions after which such a part is taken to be a loop itself, perhaps.
const PASSING: u64 = 100_000;

/// Instructions after which limits of time are looked at.
const SLICE: u64 = 2_000_000;

/// Choices after which they are looked at as well.
const CHOICES: usize = 256;

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

/// That of a thread which comes back from a wait for a condition.
const AGAIN: Attempt = Attempt { again: true, whole: false, fresh: false, arrives: false, first: None, lines: 0 };

/// One thread's transaction under way.
pub(super) struct Transaction<'a, 'n> {
    vm: &'a mut Vm,
    tid: ThreadId,
    options: &'a Options,
    disciplines: &'a mut Disciplines,
    notes: Notes<'n>,
    /// How far it is.
    pub(super) phase: Phase,
    points: Points,
    finder: LoopFinder,
    /// After how many instructions the thread was first seen in the part of the class library that it runs through atomically,
    /// and has not left since.
    undivided: Option<u64>,
    /// After how many instructions it is cut.
    cut: Option<u64>,
    /// Whether something has happened in this move, be it part of a longer transaction or not.
    pub(super) stepped: bool,
    /// The last action, if that was an attempt.
    attempt: Option<Attempt>,
    /// Whether no other thread was left when the thread ran on last.
    unseen: bool,
    /// What the thread was doing at first.
    status: Status,
    /// Whether it stood before a synchronizer then.
    waited: bool,
    /// How many waits to be let in were over by then, how often threads had looked at the clock, and how many instructions
    /// were executed.
    settled: u64,
    looks: u64,
    instructions: u64,
}

impl<'a, 'n> Transaction<'a, 'n> {
    /// A transaction of a thread from where it stands.
    pub(super) fn begin(
        vm: &'a mut Vm,
        tid: ThreadId,
        options: &'a Options,
        disciplines: &'a mut Disciplines,
        mut notes: Notes<'n>,
        cut: Option<Cut>,
    ) -> Self {
        let core = vm.state.thread(tid).core;
        // Back from `wait`, the first thing is to take the monitor again: a right mover.
        let reenters = matches!(core.status, Status::Entering { .. }) && core.wake != Wake::None;
        // The same for a condition, but whether the lock can be taken shows when it is tried.
        let reacquires = matches!(core.status, Status::Reacquiring { .. });
        // That its interrupt is over is the first thing that shows of a sleep; a wait needs its lock again before.
        let wakes_up = sleep_is_interrupted(vm, tid);
        if reenters && !vm.comes_back_from_join(tid) && vm.can_run(tid) || wakes_up {
            notes.count();
        }
        let mut begun = Phase::default();
        if let Some(committing) = notes.committing.as_deref_mut() {
            begun = committing.begun;
            if let Status::Entering { monitor, .. } = core.status {
                committing.monitors.push(monitor);
            }
        }
        vm.run.steps.end();
        if reacquires {
            vm.begin_step(tid);
        }
        let mut phase = Phase {
            acted: begun.acted || reenters || wakes_up,
            took_right: begun.took_right || reenters || reacquires,
            committed: begun.committed
                || core.wake == Wake::Interrupted
                || vm.run.steps.is_under_way()
                // Who looks at threads sees it run between this wait and the next one.
                || (reenters || reacquires) && vm.run.visibility.threads_are_observed,
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
        let stands = vm.acquires(tid).is_some() || matches!(vm.next_effect(tid), Some(Effect::Attempt(_)));
        let waited = reacquires || stands;
        forget_earlier_run(vm);
        if notes.junctions.is_some() {
            vm.run.choices.stop_after(u32::try_from(options.look_after).unwrap_or(MANY).min(MANY));
        }
        vm.happens_begin();
        let mut points = Points::default();
        // The first instruction takes the lock again, or finds out about the interrupt.
        points.note(phase.committed && !begun.committed, phase.took_right && !begun.took_right, 1, 0);
        Transaction {
            tid,
            options,
            points,
            finder: LoopFinder::new(tid, options.look_after),
            undivided: None,
            cut: cut.map(|cut| cut.at),
            disciplines,
            notes,
            phase,
            // What the thread does before its first action counts as one here, as it does without transactions: what goes
            // round in a trap is found by moves of one action each, and then taken by these.
            stepped: phase.acted && !begun.acted,
            attempt: reacquires.then_some(AGAIN),
            unseen: false,
            status: core.status,
            waited,
            settled: vm.models.settled,
            looks: vm.run.looks,
            instructions: vm.run.instructions,
            vm,
        }
    }

    /// Takes one action after the other, up to the end.
    pub(super) fn run(mut self) -> (Expanded, Points) {
        let end = self.run_to_end();
        self.vm.happens_publish(self.tid);
        if self.vm.observed.time_was_read && !self.vm.run.visibility.time_is_observed {
            self.vm.run.visibility.time_is_observed = true;
            self.disciplines.withdrawn |= !self.vm.config.virtual_time;
        }
        (end, self.points)
    }

    /// Instructions executed so far.
    fn ran(&self) -> u64 {
        self.vm.run.instructions - self.instructions
    }

    /// The action that comes next is a point where a state of the search could be made: it commits, or is a right mover.
    pub(super) fn note_point(&mut self, commits: bool) {
        let (at, asked) = (self.ran() + 1, self.vm.run.choices.asked());
        self.points.note(commits, !commits, at, asked);
    }

    fn run_to_end(&mut self) -> Expanded {
        loop {
            let stop = self.run_on();
            if stop != Stop::Refused {
                self.succeeded();
            }
            let next = match stop {
                Stop::Visible => self.meet(),
                Stop::Budget => self.paused(),
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
        if self.unseen && !self.vm.misses_ends(self.tid) && self.notes.actions.is_none() {
            self.vm.run.watch = Watch::Alone;
        } else if self.vm.run.watch == Watch::Alone {
            self.vm.run.watch = Watch::Stop;
        }
        let alone = self.vm.run.watch == Watch::Alone;
        let ran = self.ran();
        let until_cut = self.cut.map_or(u64::MAX, |cut| cut.saturating_sub(ran));
        // Where a part of the class library ends shows only if each instruction is looked at.
        let slice = if self.is_passing(ran) { 1 } else { SLICE };
        let stop = self.vm.run_within(self.tid, &mut self.finder.patience(ran).min(until_cut).min(slice));
        self.note_attempted();
        if std::mem::take(&mut self.vm.run.ends_show) {
            self.see_ends();
        }
        if std::mem::take(&mut self.vm.run.groups_show) && !self.vm.run.visibility.threads_are_observed {
            self.vm.run.visibility.threads_are_observed = true;
            self.disciplines.withdrawn = true;
            self.see_ends();
        }
        self.disciplines.withdrawn |= self.vm.regions_withdrawn();
        if alone && self.vm.run.watch != Watch::Alone {
            // A thread that was alone and no longer is has started another one: a left mover, so it has committed.
            self.phase.committed = true;
        }
        if let Some((at, asked)) = self.vm.run.unannounced.take() {
            self.points.note(true, false, at - self.instructions, asked);
        }
        if self.vm.run.initializer_failed {
            // It shows only afterwards that an exception left an initializer. That lets others go on: a left mover.
            self.phase.acted = true;
            self.phase.committed = true;
            self.stepped = true;
        }
        stop
    }

    /// The thread has run for a while.
    fn paused(&mut self) -> Result<(), Expanded> {
        let ran = self.ran();
        // Others must not come in here: what goes unseen happens together.
        let inside = self.inside();
        let undivided = inside || self.vm.runs_atomically(self.tid);
        self.undivided = (undivided && !inside).then(|| self.undivided.unwrap_or(ran));
        if self.cut.is_some_and(|cut| ran >= cut) {
            if !undivided {
                return Err(Expanded::End);
            }
            self.cut = Some(ran + 1);
            return Ok(());
        }
        if undivided && ran >= ATOMIC_BUDGET {
            return Err(unsupported(self.vm, self.tid, "so many instructions"));
        }
        if self.notes.bounded
            && let Some(reason) = self.options.limits.reached_inside(ran, &self.options.interrupted)
        {
            return Err(Expanded::Stopped(match reason {
                StopReason::Endless(limit, _) => {
                    self.pass_join();
                    StopReason::Endless(limit, self.vm.where_is(self.tid))
                }
                reason => reason,
            }));
        }
        if self.is_passing(ran) {
            // A loop that leads through such a part is one of the code around it.
            return Ok(());
        }
        match self.finder.look(self.vm, ran, self.vm.run.choices.asked()) {
            Some(_) if undivided => Err(unsupported(self.vm, self.tid, "a loop that never ends")),
            Some(lasso) => {
                if !self.notes.ahead {
                    self.pass_join();
                }
                Err(Expanded::Diverges(lasso))
            }
            None => Ok(()),
        }
    }

    /// Whether the thread is in a part of the class library that it runs through atomically, and that it will leave soon, as
    /// far as that can be told.
    fn is_passing(&self, ran: u64) -> bool {
        self.undivided.is_some_and(|since| ran - since < PASSING)
    }

    /// The thread stands before a synchronizer and has seen that it is not interrupted. If no thread can be interrupted, or
    /// none is left to do it, the attempt to get in is the same action.
    fn arrived(&mut self) -> Result<(), Expanded> {
        // Within a step, too: others may interrupt the thread now, and it would not notice.
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
        // A thread that stood there before has done nothing, even if no thread is left to see it. One that has given up or was
        // interrupted stands elsewhere now.
        let still = whole || self.waited && self.vm.models.settled == self.settled;
        if begins || !still && self.leads_somewhere() { Expanded::End } else { Expanded::Blocked }
    }

    /// Whether it makes a difference that the thread has run, although it is blocked now: a look at the clock is earlier now.
    fn leads_somewhere(&self) -> bool {
        let looked = self.vm.config.virtual_time && self.vm.run.looks > self.looks;
        self.phase.acted || looked || self.vm.run.choices.asked_any()
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
                if self.vm.run.steps.is_under_way() && !inside && !self.vm.gives_way_in_step(self.tid) {
                    // It waits for what others do.
                    return Err(Expanded::End);
                }
                return Ok(());
            }
            Stop::Blocked if self.leads_somewhere() || self.begins_to_wait() => Expanded::End,
            Stop::Blocked => Expanded::Blocked,
            Stop::Ended | Stop::Returned if over(self.vm) => {
                self.vm.observed.left_daemons |= self.vm.state.threads().iter().any(|thread| !thread.is_terminated());
                Expanded::Over
            }
            Stop::Ended | Stop::Returned => Expanded::End,
            Stop::Halted(_) => Expanded::Over,
            Stop::Uncaught(_) if self.vm.awaits_others(self.tid) => self.blocked_before_end(),
            Stop::Pruned => Expanded::Dropped,
            // It stands before its failure, which is an action of its own if others may come first.
            Stop::Uncaught(_)
                if self.vm.config.failures_wait
                    && self.phase.acted
                    // One that was alone may have started another thread since.
                    && !(self.unseen && others_are_gone(self.vm, self.tid))
                    && self.vm.run.instructions > self.instructions
                    && !inside =>
            {
                Expanded::End
            }
            Stop::Uncaught(exception) => Expanded::Uncaught(exception),
            Stop::Unsupported(what) => {
                self.pass_join();
                Expanded::Unsupported(what)
            }
            Stop::Visible | Stop::Budget | Stop::Refused => unreachable!("the loop deals with these itself"),
        })
    }

    /// The thread stands before an action: lets it happen next, unless the transaction ends here.
    fn meet(&mut self) -> Result<(), Expanded> {
        let tid = self.tid;
        let inside = self.inside();
        if self.vm.run.choices.stop_next() && self.vm.choice_is_next(tid) {
            return self.stand_before_choice();
        }
        let Some(action) = self.vm.pending_action(tid) else {
            return Err(Expanded::Unsupported(format!("an action without a name{}", self.vm.where_is(tid))));
        };
        if self.vm.awaits_others(tid) {
            return Err(self.blocked_before_end());
        }
        if self.vm.blocks(tid, &action) {
            self.disciplines.stand_before(self.vm, tid, &action);
            return Err(self.blocked(&action));
        }
        // It may have joined the last of them since it ran on.
        let misses_ends = self.unseen && self.vm.misses_ends(tid);
        if self.unseen && others_are_gone(self.vm, tid) {
            if misses_ends {
                // Threads that have ended could have come later.
                self.notice(&action)?;
                self.disciplines.classify(self.vm, tid, &action);
            }
            // It would not have stopped here if no actions were counted. After a collection the reference handler may run.
            if matches!(action, Action::Start { .. }) || self.vm.next_effect(tid) == Some(Effect::Collect) {
                self.phase.committed = true;
                self.note_point(true);
            }
            self.act(&action, None);
            return Ok(());
        }
        self.notice(&action)?;
        let inside = inside || self.goes_on_in_step(&action);
        if !inside {
            self.may_begin(&action)?;
        }
        let phase = self.phase;
        let commits = self.options.reduction.rules().admit(self, &action, inside)?;
        if commits {
            self.vm.begin_step(tid);
        }
        if let (true, Some(committing)) = (commits, self.notes.committing.as_deref_mut()) {
            if committing.stop {
                return Err(Expanded::End);
            }
            committing.access = self.vm.pending_access(tid);
        }
        let first = match action {
            // A thread that holds it already passes no other one.
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

    /// The thread stands before a choice, and there are many ways to answer those before it: goes on unless another path has
    /// been in the same state.
    fn stand_before_choice(&mut self) -> Result<(), Expanded> {
        self.vm.run.choices.admit_next();
        // Each of many choices in a row costs more than the one before.
        if self.notes.bounded
            && self.vm.run.choices.asked().is_multiple_of(CHOICES)
            && let Some(reason) = self.options.limits.reached_anywhere(&self.options.interrupted)
        {
            return Err(Expanded::Stopped(reason));
        }
        let Some(junctions) = self.notes.junctions.as_deref_mut() else { return Ok(()) };
        let joins = junctions.arrive(self.vm, self.tid, self.phase);
        self.finder.restart(self.vm.run.instructions - self.instructions);
        joins.map_or(Ok(()), |path| Err(Expanded::Joins(path)))
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

    /// The thread has joined another one that has not ended, and comes to what must not happen before.
    fn blocked_before_end(&self) -> Expanded {
        if self.leads_somewhere() { Expanded::End } else { Expanded::Blocked }
    }

    /// The thread runs into something, perhaps behind a join that it should not have passed.
    fn pass_join(&mut self) {
        if self.vm.awaits_others(self.tid) {
            self.see_ends();
        }
    }

    /// The program can tell when a thread ends, or that a join was deferred.
    fn see_ends(&mut self) {
        if std::mem::take(&mut self.vm.run.visibility.ends_go_unseen) {
            self.disciplines.forget_places();
        }
    }

    /// The thread cannot take its next action. That may be news to another one.
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

    /// The move ends here, but the transaction does not.
    pub(super) fn will_go_on(&mut self, phase: Phase) {
        if let Some(committing) = self.notes.committing.as_deref_mut() {
            committing.goes_on = Some(phase);
        }
    }

    fn inside(&self) -> bool {
        atomic(self.vm, self.tid)
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

/// Whether the thread is the only one left, so that no other one can see what it does.
pub(super) fn others_are_gone(vm: &Vm, tid: ThreadId) -> bool {
    vm.state.thread_ids().all(|t| t == tid || vm.state.thread(t).is_terminated())
}

/// Whether the program is over: no thread is left that keeps it alive.
pub(super) fn over(vm: &Vm) -> bool {
    !vm.state.threads().iter().any(|t| !t.is_terminated() && !t.core.daemon)
}
