//! The interpreter: runs one thread of a state until something stops it.
//!
//! Two loops. The inner one executes instructions of one frame on borrowed slices and handles everything that neither
//! changes the frame stack nor needs the loader. Whatever else happens leaves it with an `Exit`, and the outer loop deals
//! with that: calls, returns, exceptions, resolution. An instruction that cannot complete (its class must first be
//! initialized, its lock is taken) leaves no effect and is executed again.

mod calls;
mod classes;
mod exceptions;
mod fast;
mod handles;
mod linkage;
mod monitors;
mod readings;
mod resolved;
mod slow;

pub use exceptions::{Raise, Res, TraceLine};
use fast::Exit;
pub(crate) use fast::narrow;
pub(crate) use linkage::{Answers, Question};
pub(crate) use resolved::Conditional;

use crate::program::{Body, ObjId, Op, ThreadId};
use crate::state::Status;
use crate::vm::Vm;

/// Frames that a thread may have before `StackOverflowError`.
const MAX_FRAMES: usize = 9_000;

/// Frames beyond that for calls that no instruction makes: what a full stack throws has to be initialized, too.
const RESERVE: usize = 100;

/// Why a thread stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// It took as many steps as it was allowed.
    Budget,
    /// It gave way, as `Thread.yield` asks.
    Yielded,
    /// It cannot go on; its status says why.
    Blocked,
    /// A synchronizer did not let it in. It can try again; nothing else has happened.
    Refused,
    /// It ended.
    Ended,
    /// The engine's own call returned or threw; the thread's core holds the result.
    Returned,
    /// Watched: the next action can be seen by other threads, and has not happened.
    Visible,
    /// Watched: the thread's `run` ended with this exception, and nothing has come of it yet.
    Uncaught(ObjId),
    /// The program asked to drop this execution (`Verify.ignoreIf`).
    Pruned,
    /// The program ended with this code.
    Halted(i32),
    /// Something is not modelled; the run ends here.
    Unsupported(String),
}

/// What happens at an action that other threads can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Watch {
    /// Nothing: the run is not part of a search.
    #[default]
    Off,
    /// Nothing, since no other thread is left, but sharing is tracked.
    Alone,
    /// The run stops before it.
    Stop,
    /// One is let through, then the run stops before the next.
    Pass,
    /// Nothing: the run is one step of the referee, for whom every step can be seen. What it does can be undone, as in any
    /// search.
    Each,
}

impl Vm {
    /// Runs a thread for at most `budget` instructions.
    pub fn run_thread(&mut self, tid: ThreadId, budget: u64) -> Stop {
        self.run_within(tid, &mut { budget })
    }

    /// Runs a thread until it has used up what is `left` of its instructions. One counts when it is executed, not when the
    /// run stops before it; resolving operands and linking do not count, as they happen once. So the same budget leads to
    /// the same place again.
    pub fn run_within(&mut self, tid: ThreadId, left: &mut u64) -> Stop {
        self.run.current = tid;
        self.state.thread_mut(tid);
        self.meet_definitions();
        loop {
            if std::mem::take(&mut self.run.pruned) {
                return Stop::Pruned;
            }
            if let Some(code) = self.state.scalars.halted {
                return Stop::Halted(code);
            }
            if std::mem::take(&mut self.models.refused) {
                return Stop::Refused;
            }
            let status = self.state.thread(tid).core.status;
            match status {
                Status::Runnable | Status::Acquiring { .. } | Status::Reacquiring { .. } => {}
                Status::Entering { .. } if self.enter_again(tid) => {}
                Status::Terminated => return Stop::Ended,
                Status::Entering { .. }
                | Status::Waiting { .. }
                | Status::Parked { .. }
                | Status::Sleeping { .. }
                | Status::Awaiting { .. }
                | Status::Initializing { .. } => return Stop::Blocked,
            }
            if std::mem::take(&mut self.run.yielded) {
                return Stop::Yielded;
            }
            if self.run.stop_depth.is_some_and(|depth| self.state.thread(tid).frames.len() <= depth) {
                return Stop::Returned;
            }
            let Some(frame) = self.state.thread(tid).top().copied() else { return Stop::Returned };
            // Only now: what the last instruction has left to say concerns this thread and no other.
            if *left == 0 {
                return Stop::Budget;
            }
            if self.run.watch != Watch::Off
                && let Some(exception) = self.fails(tid, &frame)
            {
                return Stop::Uncaught(exception);
            }
            let before = *left;
            let done = match &self.program.method(frame.method).body {
                Body::Code(_) => {
                    let exit = match self.run.watch {
                        Watch::Each if !self.state.thread(tid).core.readings.is_empty() => {
                            self.run_frame::<false, true>(tid, left)
                        }
                        Watch::Off | Watch::Each => self.run_frame::<false, false>(tid, left),
                        // Without a reading of the clock to start with, none can come up before the next call or return.
                        Watch::Alone | Watch::Stop | Watch::Pass if self.state.thread(tid).core.readings.is_empty() => {
                            self.run_frame::<true, false>(tid, left)
                        }
                        Watch::Alone | Watch::Stop | Watch::Pass => self.run_frame::<true, true>(tid, left),
                    };
                    self.run.count(before - *left);
                    match exit {
                        Exit::Budget => return Stop::Budget,
                        Exit::Call { method, args, d } => self.call(tid, method, args, d),
                        Exit::Return(value) => {
                            if self.return_is_visible(tid, &frame) && !self.pass(tid) {
                                self.run.uncount();
                                *left += 1;
                                return Stop::Visible;
                            }
                            self.return_reading(tid);
                            self.leave_frame(tid, value)
                        }
                        Exit::Slow(op) => {
                            self.collect_if_due();
                            let resolved = self.resolve_dynamic(&op);
                            if resolved.is_ok() && self.slow_is_visible(tid, &op) && !self.pass(tid) {
                                self.run.uncount();
                                *left += 1;
                                return Stop::Visible;
                            }
                            let at = self.state.thread(tid).top().map_or(0, |frame| frame.pc.index());
                            self.lose_readings(tid, &op);
                            let done = self.slow_noted(tid, op, resolved);
                            let selected = matches!(op, Op::InvokeInterfaceQ { .. }) && done.is_ok();
                            if self.program.code[at] != op || selected {
                                // It has only been resolved.
                                self.run.uncount();
                                *left += 1;
                            }
                            done
                        }
                        Exit::Visible => {
                            self.run.uncount();
                            *left += 1;
                            if !self.goes_unseen(tid) {
                                return Stop::Visible;
                            }
                            self.note_unseen(tid);
                            self.happens_unseen(tid);
                            self.run.watch = Watch::Pass;
                            Ok(())
                        }
                        Exit::Raise(raise) => Err(raise),
                    }
                }
                Body::Native => {
                    self.collect_if_due();
                    let enough = self.run.until_choice || self.stops_before_choices();
                    if enough && self.opens_choices(tid, frame.method) {
                        return Stop::Visible;
                    }
                    if self.native_is_visible(tid, &frame) && !self.pass(tid) {
                        return Stop::Visible;
                    }
                    *left = left.saturating_sub(1);
                    self.run.count(1);
                    self.run_native(tid, frame)
                }
                Body::Untranslated | Body::Abstract => Err(Raise::Unsupported("a frame without code".into())),
            };
            if let Err(raise) = done
                && !self.make_room(&raise)
                && let Err(what) = self.raise(tid, raise)
            {
                return Stop::Unsupported(what);
            }
        }
    }

    /// Whether a search wants to know of the next question before it is asked. What an awaited action asks for belongs to it.
    fn stops_before_choices(&self) -> bool {
        self.run.watch != Watch::Off && !self.run.attempts.is_on() && self.run.choices.stop_next()
    }
}
