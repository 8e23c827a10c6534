//! Deadlock: no thread can move, and one that keeps the program alive has not ended.
//!
//! **Algorithm.** A state is a deadlock if none of its moves leads anywhere, found when all of them have been tried. That a
//! wait may end for no reason (`--spurious`) is a move, but none that a thread can rely on (JLS 17.2.1 permits it, and
//! demands nothing): a state that only such moves leave is a deadlock. Timed waits end some time, so a thread in one can
//! move. A state that is left by daemons alone, while every other thread waits for ever, is found as a terminal component
//! (`livelock`).
//!
//! **Reductions preserve deadlocks.** A transaction (Lipton, 1975: right movers, a committing action, left movers) ends
//! before an action that can block once it has taken a right mover, so a thread that holds what others wait for and blocks
//! itself is at a state of the reduced graph when it blocks (`expand`). In a deadlock of the full graph every thread is blocked
//! or has ended, so no transaction is under way: those on the way commute into whole ones with the same last state, which
//! therefore is a state of the reduced graph, and one without moves there.

use super::{Closed, Findings, Property, Replayed};
use crate::blocked::blocked_threads;
use crate::checker::Checker;
use crate::expand::over;
use crate::findings::{Finding, Identity, Witness, line_parts};
use crate::moves::WakeUp;
use crate::outcomes::Why;
use crate::schedule::{Ending, Reached, Turn, TurnLimit, is_deadlock, is_starvation, take};
use crate::verdict::Evidence;
use braid_machine::vm::Vm;
use braid_program::ThreadId;

/// States without moves.
#[derive(Default)]
pub(crate) struct Deadlock;

impl Property for Deadlock {
    const NAME: &'static str = "deadlock";

    fn closed(&mut self, search: &mut Checker<'_>, closed: &Closed) -> Findings {
        if closed.ran || over(search.vm) {
            return Ok(Vec::new());
        }
        search.ends_with(Some(Why::Deadlock));
        Ok(vec![Finding::new(Self::NAME, Witness::State, closed.node, Vec::new())])
    }

    /// The threads that are blocked, and where.
    fn identify(vm: &mut Vm, _: &Witness) -> Identity {
        let waiting = waiting_threads(vm).into_iter();
        let mut places: Vec<_> =
            waiting.map(|t| (vm.state.thread(t).key, at_block(vm, t, |vm| vm.user_line(t)))).collect();
        places.sort_by_key(|&(key, _)| key);
        Identity::new(Self::NAME, places.into_iter().flat_map(|(key, line)| [key].into_iter().chain(line_parts(line))))
    }

    fn recognize(vm: &mut Vm, reached: &Reached, ending: Ending) -> Option<(Identity, Ending)> {
        is_stuck(vm, reached, ending).then(|| (Self::identify(vm, &Witness::State), ending))
    }

    fn describe(vm: &mut Vm, replayed: &Replayed<'_>) -> Option<(Evidence, String)> {
        if !is_stuck(vm, replayed.reached, replayed.schedule.ending) {
            return None;
        }
        let blocked = blocked_threads(vm, replayed.recorder);
        let message = match blocked.len() {
            1 => "a thread waits for ever".to_string(),
            n => format!("{n} threads wait for ever"),
        };
        Some((Evidence::Deadlock { blocked }, message))
    }
}

/// Whether a schedule that is to end in a deadlock has led to one.
fn is_stuck(vm: &mut Vm, reached: &Reached, ending: Ending) -> bool {
    match (reached, ending) {
        (Reached::Next | Reached::Blocked, Ending::Failure) => is_deadlock(vm),
        (Reached::Next | Reached::Blocked, Ending::Starvation) => is_starvation(vm),
        (Reached::Next | Reached::Blocked, Ending::Livelock(_) | Ending::Race(..) | Ending::Unordered) => false,
        (Reached::Over | Reached::Uncaught(_) | Reached::Unsupported(_), _) => false,
    }
}

/// The threads that should go on and do not.
pub(crate) fn waiting_threads(vm: &Vm) -> Vec<ThreadId> {
    let waits = |t: &ThreadId| !vm.state.thread(*t).is_terminated() && !vm.state.thread(*t).core.daemon;
    vm.state.thread_ids().filter(waits).collect()
}

/// Looks at the machine with a blocked thread right before what it cannot do.
pub(crate) fn at_block<R>(vm: &mut Vm, thread: ThreadId, look: impl FnOnce(&Vm) -> R) -> R {
    let mark = vm.state.checkpoint();
    if vm.can_run(thread) {
        let turn = Turn { thread, wake: WakeUp::None, actions: 1, answers: Vec::new() };
        take(vm, &turn, None, TurnLimit::SEEN);
    }
    let result = look(vm);
    vm.rollback(&mark);
    result
}
