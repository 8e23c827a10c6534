//! A bound for preemptions (Musuvathi and Qadeer, PLDI 2007).
//!
//! Most bugs show in a schedule with few preemptions. So schedules without any are explored first, then those with one at most,
//! and so on up to the bound. A search that is stopped says which of these were through.
//!
//! A *preemption* is a move of another thread than the one that moved last, where that one could still move. Whether it could is
//! known when its own moves have been tried: so these come first, and those of the others are held back until then. A thread
//! that waits, for a lock or for time, is not preempted by others, however its wait ends.
//!
//! The same state, reached with more preemptions, or by another thread, has other schedules ahead. So both are part of its name
//! here, with all threads told apart. A reduction decides how many moves there are: with transactions, preemptions are
//! counted between transactions, which is where other threads can tell. A schedule that preempts a thread inside of one is
//! equivalent to one that does not, and may count differently. With `--reduction none` every visible action is a move, and the count
//! is that of the paper.
//!
//! This verifies nothing, even where no schedule has more preemptions than the bound: a component of the state graph that only
//! schedules with more preemptions leave is no livelock, so livelocks are not looked for. With patient time, no timed wait expires while
//! another thread spins, since that a thread spins is found in the same way; the answer says so.

use super::checker::Checker;
use super::hash::Hasher128;
use super::moves::{Move, WakeUp};
use super::tree::NodeId;
use super::verdict::{StopReason, Time};
use braid_program::ThreadId;

/// Where a search with bounded preemptions is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Preemptions {
    /// How many there may be at last.
    most: u32,
    /// How many there may be now.
    bound: u32,
    /// Whether a schedule was left out since it has more.
    is_cut: bool,
}

impl Preemptions {
    /// A search that begins without any.
    pub(super) fn up_to(most: u32) -> Self {
        Preemptions { most, bound: 0, is_cut: false }
    }

    /// The search begins anew, with the same bound.
    pub(super) fn restart(&mut self) {
        self.is_cut = false;
    }

    /// Everything within the bound was explored: why that is all, or nothing if the search goes on with a larger one.
    pub(super) fn completed(&mut self) -> Option<StopReason> {
        if self.bound >= self.most || !self.is_cut {
            return Some(StopReason::Preempted {
                completed: Some(self.bound),
                is_all: !self.is_cut,
                is_patient: false,
                why: None,
            });
        }
        self.bound += 1;
        None
    }

    /// The search is stopped.
    pub(super) fn stopped(self, why: StopReason) -> StopReason {
        StopReason::Preempted {
            completed: self.bound.checked_sub(1),
            is_all: false,
            is_patient: false,
            why: Some(Box::new(why)),
        }
    }
}

/// What a node of such a search knows of preemptions.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// Preemptions on the way.
    used: u32,
    /// Who moved last.
    last: ThreadId,
    /// Whether that thread could move on.
    goes_on: bool,
    /// Moves of others, until that is known.
    held: Vec<Move>,
}

impl Turns {
    /// Holds back the moves of other threads.
    pub(super) fn hold_back(&mut self, moves: &mut Vec<Move>) {
        (*moves, self.held) = std::mem::take(moves).into_iter().partition(|step| step.thread == self.last);
    }
}

impl Checker<'_> {
    /// The same with what is to be known of time: that a thread spins, so that time passes beside it although it can run, is found
    /// as livelocks are.
    pub(super) fn with_time(&self, reason: StopReason) -> StopReason {
        let patient = self.options.time == Time::Patient && self.vm.observed.is_timed;
        match reason {
            StopReason::Preempted { completed, is_all, is_patient: _, why } => {
                StopReason::Preempted { completed, is_all, is_patient: patient, why }
            }
            other => other,
        }
    }

    /// What there is to know of preemptions where a move has led.
    pub(super) fn turns(&self, step: Option<&Move>) -> Option<Box<Turns>> {
        self.preemptions.as_ref()?;
        // The main thread has come to the first state.
        let last = step.map_or(ThreadId(0), |step| step.thread);
        let before = self.paths.tip().and_then(|from| self.paths.node(from).turns.as_ref());
        let used = before.map_or(0, |turns| turns.used + u32::from(turns.goes_on && turns.last != last));
        Some(Box::new(Turns { used, last, goes_on: false, held: Vec::new() }))
    }

    /// A name of a state, together with what decides which schedules lie ahead.
    pub(super) fn name_with_turns(&self, name: u128, turns: Option<&Turns>) -> u128 {
        let Some(turns) = turns else { return name };
        let mut hasher = Hasher128::new(u64::from(turns.used) + 1);
        hasher.wide(name);
        hasher.wide(self.vm.state.thread(turns.last).key.into());
        hasher.finish()
    }

    /// A move was taken, and led somewhere or not.
    pub(super) fn note_turn(&mut self, from: NodeId, step: &Move, is_blocked: bool) {
        if let Some(turns) = &mut self.paths.node_mut(from).turns {
            turns.goes_on |= step.thread == turns.last && step.wake == WakeUp::None && !is_blocked;
        }
    }

    /// All moves of the thread that moved last have been tried: whether others may go on.
    pub(super) fn release_others(&mut self, at: NodeId) {
        let Some(preemptions) = &mut self.preemptions else { return };
        let node = self.paths.node_mut(at);
        let Some(turns) = node.turns.as_mut().filter(|_| node.untried.is_empty()) else { return };
        let held = std::mem::take(&mut turns.held);
        if turns.goes_on && turns.used >= preemptions.bound {
            preemptions.is_cut |= !held.is_empty();
        } else {
            node.untried = held;
        }
    }
}
