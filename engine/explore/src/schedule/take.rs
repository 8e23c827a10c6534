//! One turn of a schedule: its thread takes as many visible actions as the turn says, and goes on to where it stands before
//! the next one.

use super::{LOOK_AFTER, Observer, Reached, Turn, TurnLimit, enters_again};
use crate::expand::{atomic, over, sleep_is_interrupted};
use crate::lasso::{LoopFinder, settle as settle_in_loop};
use crate::moves::wake_up;
use braid_machine::interp::{Stop, Watch};
use braid_machine::natives::effect::Patience;
use braid_machine::observe::Action;
use braid_machine::state::Status;
use braid_machine::vm::Vm;

/// Takes a turn; gives the turn as it really was.
///
/// Answers that the turn does not ask for are left over; questions beyond them are answered with zero.
pub(crate) fn take(
    vm: &mut Vm,
    turn: &Turn,
    observer: Option<&mut dyn Observer>,
    within: TurnLimit,
) -> (Reached, Turn) {
    let Turn { thread, wake, .. } = *turn;
    let Some(mut taking) = Taking::begin(vm, turn, observer, within) else {
        return (Reached::Next, Turn { answers: Vec::new(), ..turn.clone() });
    };
    let reached = taking.run();
    let actions = taking.taken;
    vm.happens_publish(thread);
    (reached, Turn { thread, wake, actions, answers: vm.run.choices.answers() })
}

/// A turn that is being taken.
struct Taking<'a, 'o> {
    vm: &'a mut Vm,
    turn: &'a Turn,
    observer: Option<&'o mut dyn Observer>,
    within: TurnLimit,
    /// Visible actions so far.
    taken: u32,
    /// The first thing is to take the lock of a condition again.
    reacquires: bool,
    /// Instructions since the last visible action.
    idle: u64,
    finder: Option<LoopFinder>,
    /// The last action was an attempt to acquire something,
    tries: bool,
    /// and the thread has arrived there, which is an action as well.
    arrived: bool,
}

impl<'a, 'o> Taking<'a, 'o> {
    /// Nothing if the turn has no action, and the first thing that its thread would do is one.
    fn begin(
        vm: &'a mut Vm,
        turn: &'a Turn,
        mut observer: Option<&'o mut dyn Observer>,
        within: TurnLimit,
    ) -> Option<Self> {
        let thread = turn.thread;
        if let Some(o) = observer.as_deref_mut() {
            o.wakes(vm, turn);
        }
        vm.run.choices.follow(turn.answers.clone());
        // A schedule means what a JVM does.
        vm.run.defers_joins = false;
        wake_up(vm, thread, turn.wake);
        let reacquires = matches!(vm.state.thread(thread).core.status, Status::Reacquiring { .. });
        let wakes_up = sleep_is_interrupted(vm, thread);
        let reenters = enters_again(vm, thread) && !vm.comes_back_from_join(thread);
        if (reacquires || reenters || wakes_up) && turn.actions == 0 {
            return None;
        }
        let mut taken = 0;
        if reenters || wakes_up {
            taken = u32::from(vm.can_run(thread));
            vm.models.times.acts(thread);
        }
        vm.run.watch = Watch::Stop;
        vm.happens_begin();
        vm.models.arrived = false;
        let (idle, finder, tries, arrived) = (0, None, false, false);
        Some(Taking { vm, turn, observer, within, taken, reacquires, idle, finder, tries, arrived })
    }

    fn run(&mut self) -> Reached {
        loop {
            let (stop, limit) = self.run_on();
            let reached = match stop {
                Stop::Visible => self.meet(),
                stop => self.stopped(stop, limit),
            };
            if let Some(reached) = reached {
                return reached;
            }
        }
    }

    /// Whether there are no actions left.
    fn is_through(&self) -> bool {
        self.taken >= self.turn.actions
    }

    /// Lets the thread run to where something stops it. With how many instructions it may take without an action.
    fn run_on(&mut self) -> (Stop, u64) {
        let thread = self.turn.thread;
        let limit = if self.is_through() { self.within.after } else { self.within.to_act };
        let patience = match self.is_through() {
            true => self.finder.as_ref().map_or(LOOK_AFTER, |finder| finder.patience(self.idle)),
            // The first instruction takes the lock again; that is an action, and the thread may never come to another one.
            false if self.reacquires => 1,
            false => u64::MAX,
        };
        let step = if self.observer.is_some() { 1 } else { u64::MAX };
        let given = step.min(limit.saturating_sub(self.idle)).min(patience);
        let mut short = given;
        if let Some(o) = self.observer.as_deref_mut() {
            o.before(self.vm, thread);
        }
        let stop = self.vm.run_within(thread, &mut short);
        if let Some(o) = self.observer.as_deref_mut() {
            o.after(self.vm, thread);
        }
        self.idle += given - short;
        self.tries &= stop == Stop::Refused;
        if std::mem::take(&mut self.reacquires) && stop != Stop::Refused {
            self.taken += 1;
            self.vm.models.times.acts(thread);
        }
        (stop, limit)
    }

    /// The thread has stopped elsewhere than before an action; where that is, unless it goes on.
    fn stopped(&mut self, stop: Stop, limit: u64) -> Option<Reached> {
        let thread = self.turn.thread;
        Some(match stop {
            Stop::Budget if self.idle >= limit => Reached::Next,
            Stop::Budget if self.is_through() => {
                let finder = self.finder.get_or_insert_with(|| LoopFinder::new(thread, LOOK_AFTER));
                let lasso = finder.look(self.vm, self.idle, 0)?;
                // Wherever it came into its loop, it stops at the same place of it.
                settle_in_loop(self.vm, thread, lasso.period);
                Reached::Next
            }
            Stop::Budget | Stop::Yielded => return None,
            Stop::Blocked => Reached::Blocked,
            Stop::Refused if std::mem::take(&mut self.vm.models.arrived) => {
                self.arrived = true;
                return None;
            }
            Stop::Refused => {
                self.taken -= u32::from(self.tries);
                if self.arrived && self.vm.deadline(thread).is_none() {
                    // A timed one begins to wait, any other is as if it had not come.
                    self.taken -= 1;
                    self.vm.state.core_mut(thread).status = Status::Runnable;
                }
                Reached::Blocked
            }
            Stop::Ended | Stop::Returned if over(self.vm) => Reached::Over,
            Stop::Ended | Stop::Returned => Reached::Next,
            Stop::Halted(_) | Stop::Pruned => Reached::Over,
            Stop::Uncaught(_) if self.vm.awaits_others(thread) => Reached::Blocked,
            Stop::Uncaught(exception) => Reached::Uncaught(exception),
            Stop::Unsupported(what) => Reached::Unsupported(what),
            Stop::Visible => unreachable!("the loop deals with it itself"),
        })
    }

    /// The thread stands before an action: lets it happen next, unless the turn ends here.
    fn meet(&mut self) -> Option<Reached> {
        let thread = self.turn.thread;
        let Some(action) = self.vm.pending_action(thread) else {
            return Some(Reached::Unsupported(format!("an action without a name{}", self.vm.where_is(thread))));
        };
        if self.vm.awaits_others(thread) {
            return Some(Reached::Blocked);
        }
        if self.vm.blocks(thread, &action) {
            self.taken += u32::from(!self.is_through() && self.vm.wait_visibly(thread, &action));
            return Some(Reached::Blocked);
        }
        if self.is_through() && !atomic(self.vm, thread) {
            return Some(Reached::Next);
        }
        self.act(&action);
        None
    }

    fn act(&mut self, action: &Action) {
        let thread = self.turn.thread;
        self.taken += 1;
        self.finder = None;
        self.vm.models.times.acts(thread);
        self.tries = action.tries().is_some();
        let fresh = !matches!(self.vm.state.thread(thread).core.status, Status::Acquiring { .. });
        self.arrived &= !fresh;
        self.idle = 0;
        self.vm.happens_act(thread);
        self.vm.run.watch = Watch::Pass;
        let arrives = fresh && action.tries().is_some_and(|patience| patience != Patience::Endless);
        if let (Some(o), false) = (self.observer.as_deref_mut(), arrives) {
            o.acts(self.vm, thread, action);
        }
    }
}
