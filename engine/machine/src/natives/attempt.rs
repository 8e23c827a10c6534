//! Awaiting an action: `Braid.await`.
//!
//! An action is an object of the program's own with a method `attempt`. It is taken as a whole, without others in between, once
//! that is possible: `attempt` says whether it is. A thread that awaits an action that is not possible has not acted:
//! there is no queue, no notification, and nothing to wake. The pattern is that of acquisitions (`locks`), with the program's
//! own code for a hook: interrupts and time limits are the same, and so is that an interruptible one is two actions.
//!
//! An attempt runs twice. The first time shows whether it is possible, and everything it does is undone. If it is, it runs again
//! with the same answers to its choices. So an attempt that answers "no" has changed nothing, even if a class was initialized
//! on the way. That it has not *tried* to change anything is the rule for programs all the same: what was written shows in the
//! undo log, and ends the check with the name of the action. Where classes were initialized or call sites linked on the way,
//! which writes to many places, the attempt runs a second time after that, and what that writes is looked at.
//!
//! One that comes to a monitor or lock that another thread holds, or to a class that another one initializes, is not possible
//! either.
//!
//! For the search an attempt is an action that moves past nothing, and may be part of no other transaction than its own
//! (`expand.rs` of the explorer). What it touches is taken note of, whether it was possible or not: another thread that makes it possible
//! for a moment must not do so unseen. What would have to be seen by itself (starting, interrupting or looking at threads,
//! waiting) is refused in an attempt.

use super::effect::Effect;
use super::waiting::WaitLimit;
use super::{Arguments, Outcome, Row, rows};
use crate::interp::{Raise, Res, Watch};
use crate::program::{ObjId, ThreadId};
use crate::state::{Carrier, Mark, Status};
use crate::vm::Vm;

/// Instructions that an attempt may take.
const BUDGET: u64 = 20_000_000;

impl Vm {
    /// Takes an action, or says that its time was up. See `locks` for interrupts.
    fn await_action(&mut self, tid: ThreadId, action: ObjId, limit: WaitLimit) -> Res<bool> {
        let core = self.state.thread(tid).core;
        let interruptible = limit.is_interruptible();
        let arrives = interruptible && !matches!(core.status, Status::Acquiring { .. });
        if interruptible && self.is_interrupted(tid) {
            // Who was interrupted after it came may also take the action before it notices.
            if !arrives && self.run.choose(2) == 1 && self.attempt(tid, action)? {
                self.settle(tid);
                return Ok(true);
            }
            return Err(self.notice_interrupt(tid));
        }
        if arrives {
            self.arrive(tid, limit, true)?;
        }
        let taken = self.attempt(tid, action).inspect_err(|_| self.settle_failed(tid))?;
        if taken {
            self.settle(tid);
            return Ok(true);
        }
        self.not_let_in(tid, limit, core.wake)
    }

    /// The thread does not wait any more, since its action has thrown something.
    fn settle_failed(&mut self, tid: ThreadId) {
        if !self.run.pruned {
            self.settle(tid);
        }
    }

    /// Takes an action if that is possible now.
    fn attempt(&mut self, tid: ThreadId, action: ObjId) -> Res<bool> {
        let asked = self.run.choices.answers().len();
        loop {
            let taken = self.attempt_once(tid, action, asked)?;
            // In a search the other answers have their turn. A single run takes the first that let it go on.
            if taken || self.run.watch != Watch::Off || !self.run.choices.ask_otherwise(asked) {
                return Ok(taken);
            }
        }
    }

    fn attempt_once(&mut self, tid: ThreadId, action: ObjId, asked: usize) -> Res<bool> {
        if self.run.attempts.is_on() {
            return Err(Raise::Unsupported("an action that awaits another one".into()));
        }
        let trial = self.state.begin_trial();
        // Whom the models of locks have let in is not part of the state.
        let (settled, overtook, passed) = (self.models.settled, self.models.overtook, self.models.passed);
        let found = self.call_attempt(tid, action, true);
        (self.models.settled, self.models.overtook, self.models.passed) = (settled, overtook, passed);
        match found {
            Ok(false) => {
                let wrong = self.check_refusal(tid, action, trial.mark(), asked);
                self.run.attempts.forget_from(trial.mark().heap().objects());
                self.undo_trial(trial);
                wrong?;
                return Ok(false);
            }
            // It came to a monitor that another thread holds, or to a class that another one initializes.
            Err(Raise::Again) if self.run.attempts.blocked => {
                self.run.attempts.forget_from(trial.mark().heap().objects());
                self.undo_trial(trial);
                return Ok(false);
            }
            // The execution is dropped, or the check ends: no thread goes on from here.
            Err(raise @ (Raise::Unsupported(_) | Raise::Again | Raise::Load { .. })) => return Err(raise),
            // It takes effect, be it by what it throws.
            Ok(true) | Err(Raise::New { .. } | Raise::NullPointer | Raise::Cast { .. } | Raise::Object(_)) => {}
        }
        self.run.attempts.forget_from(trial.mark().heap().objects());
        self.undo_trial(trial);
        self.run.choices.ask_again(asked);
        let taken = self.call_attempt(tid, action, false);
        self.happens_release(tid, Carrier::Atomic);
        match taken {
            Ok(false) => Err(Raise::Unsupported(format!(
                "{} answers differently in the same state",
                self.name_of_action(action)
            ))),
            other => other,
        }
    }

    fn call_attempt(&mut self, tid: ThreadId, action: ObjId, trial: bool) -> Res<bool> {
        let class = self.state.heap.class_of(action);
        let method = self.program.find_method(class, "attempt", "()Z");
        let method = method.ok_or_else(|| Raise::Unsupported("an action without attempt()".into()))?;
        let method = self.select(action, method)?;
        debug_assert_eq!(self.run.current, tid, "a thread awaits its action itself");
        self.run.attempts.begin(trial);
        let answer = self.call_within(method, &[u64::from(action.0)], BUDGET);
        self.run.attempts.end();
        Ok(answer? & 1 == 1)
    }

    fn name_of_action(&self, action: ObjId) -> String {
        format!("the action {}", self.external_name(self.state.heap.class_of(action)))
    }

    /// Whether an attempt that was refused has left everything as it was.
    fn check_refusal(&mut self, tid: ThreadId, action: ObjId, mark: &Mark, asked: usize) -> Res<()> {
        let Some(what) = self.written_since(mark) else { return Ok(()) };
        let what = if self.state.prepared_since(mark) {
            if self.run.choices.answers().len() > asked {
                // What is written for the first use of a class cannot be told from the rest here; it is undone.
                return Ok(());
            }
            let second = self.state.begin_trial();
            let settled = self.models.settled;
            let again = self.call_attempt(tid, action, true);
            self.models.settled = settled;
            if self.run.attempts.blocked {
                // Whether it leaves everything as it was shows another time.
                self.undo_trial(second);
                return Ok(());
            }
            let what = self.written_since(second.mark());
            self.undo_trial(second);
            match (again, what) {
                (Ok(false), None) => return Ok(()),
                (Ok(false), Some(what)) => what,
                // Only its first attempt can have made the difference.
                (Ok(true) | Err(_), _) => what_differs(),
            }
        } else {
            what
        };
        Err(Raise::Unsupported(format!(
            "{} answers that it is not possible after it has written {what}",
            self.name_of_action(action)
        )))
    }

    /// Something that an attempt has changed: of objects that were there before, or outside of the heap.
    fn written_since(&self, mark: &Mark) -> Option<String> {
        if self.state.wrote_outside_since(mark) {
            return Some("output, a recorded value or input that was read".into());
        }
        if let Some(monitor) = self.state.monitor_changed_since(mark) {
            return Some(format!("the monitor of {}", self.external_name(self.state.heap.class_of(monitor))));
        }
        self.state.heap.changes_since(mark.heap()).find_map(|change| {
            let class = self.state.heap.class_of(change.obj);
            // New objects are gone with the attempt; a string keeps its hash for itself.
            if change.obj.index() >= mark.heap().objects() || class == self.known.string {
                return None;
            }
            let now = &self.state.heap.words_of(change.obj)[change.offset..][..change.words.len()];
            let at = now.iter().zip(change.words).position(|(now, before)| now != before)?;
            Some(self.name_of_word(change.obj, change.offset + at))
        })
    }

    /// A field or element by the word it is in.
    fn name_of_word(&self, obj: ObjId, word: usize) -> String {
        let class = self.state.heap.class_of(obj);
        if self.program.class(class).array_kind().is_some() {
            return "an element of an array".into();
        }
        if let Some(class) = self.state.class_of_mirror(obj) {
            let slot = word.checked_sub(usize::from(self.known.class_slots));
            let field = self.program.class(class).fields.iter().map(|&field| self.program.field(field));
            let name = field
                .filter(|field| field.flags.is_static())
                .find(|field| Some(usize::from(field.slot)) == slot)
                .map(|field| self.program.name(field.name));
            return format!("{}.{}", self.external_name(class), name.unwrap_or("class"));
        }
        let supers = self.program.class(class).supers.iter();
        let mut fields = supers.flat_map(|&class| &self.program.class(class).fields).map(|&f| self.program.field(f));
        let field = fields.find(|field| !field.flags.is_static() && usize::from(field.slot) == word);
        let name = field.map_or("field", |field| self.program.name(field.name));
        format!("{}.{name}", self.external_name(class))
    }

    /// Refuses what cannot be part of an attempt.
    pub(super) fn check_attempted(&self, tid: ThreadId, row: &Row) -> Res<()> {
        let refused = match row.effect {
            Effect::Start
            | Effect::Interrupt
            | Effect::Sleep
            | Effect::Wait
            | Effect::Await { .. }
            | Effect::ThreadState
            | Effect::Threads
            | Effect::Halt
            | Effect::Collect
            | Effect::Terminate
            | Effect::Attempt(_) => true,
            // The class library parks where a lock is held: that is not possible now, like a monitor that is held.
            Effect::Park => self.parks_itself(tid),
            // The second time it would find something else. What Braid itself offers is part of the state.
            Effect::Outside(_) => row.class != "braid/Braid",
            _ => false,
        };
        match refused {
            true => Err(Raise::Unsupported(format!(
                "{}.{} as part of an awaited action",
                row.class.replace('/', "."),
                row.name
            ))),
            false => Ok(()),
        }
    }
}

impl Vm {
    /// Whether code that is not the class library's parks its thread.
    fn parks_itself(&self, tid: ThreadId) -> bool {
        const MEANS: [&str; 2] = ["jdk/internal/misc/Unsafe", "java/util/concurrent/locks/LockSupport"];
        let callers = self.state.thread(tid).frames.iter().rev().map(|frame| self.program.method(frame.method).class);
        let caller = callers.into_iter().find(|&class| !MEANS.contains(&self.program.class_name(class)));
        caller.is_some_and(|class| !self.program.class(class).is_library())
    }
}

fn what_differs() -> String {
    "something that changes its answer".into()
}

fn await_endlessly(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let action = args.non_null(0)?;
    vm.await_action(tid, action, WaitLimit::Endless)?;
    Outcome::void()
}

fn await_interruptibly(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let action = args.non_null(0)?;
    vm.await_action(tid, action, WaitLimit::Interruptible)?;
    Outcome::void()
}

fn await_for_a_time(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let action = args.non_null(0)?;
    Outcome::bool(vm.await_action(tid, action, WaitLimit::Timed(args.long(1)))?)
}

pub(super) const ROWS: &[Row] = rows! {
    "braid/Braid" {
        "await" "(Lbraid/Action;)V" [Attempt(Patience::Endless), Computed] => await_endlessly,
        "awaitInterruptibly" "(Lbraid/Action;)V" [Attempt(Patience::Interruptible), Computed] => await_interruptibly,
        "await" "(Lbraid/Action;J)Z" [Attempt(Patience::Timed), Computed] => await_for_a_time,
    }
};
