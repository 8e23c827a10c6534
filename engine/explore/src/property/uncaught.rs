//! Uncaught exceptions: the `run` method of a thread, or `main`, ends by an exception (JLS 11.3). A failed assertion is one.
//!
//! **Algorithm.** The move in which it happens says so. A handler that the program has set (JLS 11.3, `Thread.
//! setUncaughtExceptionHandler`) takes the exception instead; the machine runs it.
//!
//! **Reductions preserve failures.** Where a thread fails, its transaction ends. The other threads' transactions that are
//! under way at that moment have taken right movers only, which are taken back, or have committed, and what comes after the
//! commit moves left and can be taken to its end before (`expand`). Either leaves what the failing thread has seen as it was,
//! so it fails in the reduced graph with the same exception at the same place.

use super::{Findings, Property, Replayed, Taken};
use crate::checker::Checker;
use crate::expand::Expanded;
use crate::findings::{Finding, Identity, Witness, line_parts};
use crate::schedule::{Ending, Reached, Schedule};
use crate::verdict::{self, Cause, Evidence};
use braid_machine::interp::Watch;
use braid_machine::vm::Vm;
use braid_program::ObjId;

/// Instructions that an exception may take to make up its message.
const MESSAGE: u64 = 1_000_000;

/// Threads that end by an exception.
#[derive(Default)]
pub(crate) struct Uncaught;

impl Property for Uncaught {
    const NAME: &'static str = "failure";

    fn took(&mut self, _: &mut Checker<'_>, taken: &mut Taken<'_>) -> Findings {
        let Expanded::Uncaught(exception) = *taken.expanded else { return Ok(Vec::new()) };
        Ok(vec![Finding::new(Self::NAME, Witness::Failure(exception), taken.from, vec![taken.step.clone()])])
    }

    fn identify(vm: &mut Vm, witness: &Witness) -> Identity {
        match witness {
            Witness::Failure(exception) => identity(vm, *exception),
            Witness::State | Witness::Loop { .. } | Witness::Accesses(_) => Identity::new(Self::NAME, []),
        }
    }

    fn recognize(vm: &mut Vm, reached: &Reached, ending: Ending) -> Option<(Identity, Ending)> {
        match (reached, ending) {
            (Reached::Uncaught(exception), Ending::Failure) => Some((identity(vm, *exception), ending)),
            (Reached::Uncaught(_), Ending::Starvation | Ending::Livelock(_) | Ending::Race(..) | Ending::Unordered)
            | (Reached::Next | Reached::Blocked | Reached::Over | Reached::Unsupported(_), _) => None,
        }
    }

    fn describe(vm: &mut Vm, replayed: &Replayed<'_>) -> Option<(Evidence, String)> {
        match replayed.reached {
            // After an access that nothing orders, whatever comes is no more than its consequence.
            Reached::Uncaught(_) if replayed.schedule.ending == Ending::Unordered => None,
            Reached::Uncaught(exception) => Some(uncaught(vm, *exception, replayed.schedule)),
            Reached::Next | Reached::Blocked | Reached::Over | Reached::Unsupported(_) => None,
        }
    }
}

/// The exception's class and stack trace.
fn identity(vm: &mut Vm, exception: ObjId) -> Identity {
    let class = u64::from(vm.state.heap.class_of(exception).0);
    let lines = vm.trace_of(exception).into_iter().flat_map(|line| line_parts(Some(line)));
    Identity::new(Uncaught::NAME, [class].into_iter().chain(lines))
}

/// An exception that the last turn of a schedule has thrown, in full and in words.
fn uncaught(vm: &mut Vm, exception: ObjId, schedule: &Schedule) -> (Evidence, String) {
    let thread = schedule.turns.last().expect("invariant: a thread has taken the turn in which it failed").thread;
    vm.run.current = thread;
    let message = in_words(vm, exception);
    let uncaught = verdict::Uncaught {
        thread,
        class: vm.external_name(vm.state.heap.class_of(exception)),
        is_assertion: vm.is_assertion(exception),
        trace: vm.trace_of(exception),
        causes: causes(vm, exception),
    };
    (Evidence::Uncaught(uncaught), message)
}

/// An exception's class and message.
fn in_words(vm: &mut Vm, exception: ObjId) -> String {
    let class = vm.external_name(vm.state.heap.class_of(exception));
    match made_message(vm, exception).or_else(|| vm.throwable_message(exception)) {
        Some(message) => format!("{class}: {message}"),
        None => class,
    }
}

/// The message of an exception whose own class makes it up when it is asked.
fn made_message(vm: &mut Vm, exception: ObjId) -> Option<String> {
    let method = vm.program.find_method(vm.known.throwable, "getMessage", "()Ljava/lang/String;")?;
    let method = vm.select(exception, method).ok()?;
    if vm.program.class(vm.program.method(method).class).is_library() {
        return None;
    }
    // The thread that failed runs it. Whatever it does is taken back; if it has to wait, throws or does not end, there is no
    // message.
    let mark = vm.state.checkpoint();
    vm.state.core_mut(vm.run.current).thrown = ObjId::NULL;
    let watch = std::mem::replace(&mut vm.run.watch, Watch::Off);
    let made = vm.call_within(method, &[u64::from(exception.0)], MESSAGE);
    let message = made.ok().and_then(|text| vm.text(ObjId(text as u32)));
    vm.run.watch = watch;
    vm.rollback(&mark);
    message
}

/// What caused an exception, and what caused that, and so on.
fn causes(vm: &mut Vm, exception: ObjId) -> Vec<Cause> {
    let mut known = vec![exception];
    let mut causes = Vec::new();
    while let Some(cause) = known.last().and_then(|&last| vm.cause_of(last)).filter(|cause| !known.contains(cause)) {
        known.push(cause);
        causes.push(Cause { message: in_words(vm, cause), trace: vm.trace_of(cause) });
    }
    causes
}
