//! From the moves that lead to a violation to something to show: what went wrong, where, and what happened on the way.

use super::discipline::Disciplines;
use super::expand::{Expanded, Move, execute, expand};
use super::verdict::{Blocked, Loop, Options, Race, Reduction, Violation, ViolationKind};
use super::visible::Action;
use crate::program::{ClassId, ObjId, ThreadId};
use crate::state::{Init, Mark, Status};
use crate::vm::Vm;

/// What a search has found, while the machine stands at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// Nobody can do anything, and somebody should.
    Deadlock,
    /// The thread of the last move threw this, and nobody caught it.
    Uncaught(ObjId),
    /// These threads run for ever. The path goes once around.
    Livelock(Vec<Loop>),
    /// Two accesses that nothing orders. The path ends with both.
    Race(Box<Race>),
}

/// Describes a violation and replays it from the root.
pub(super) fn explain(
    vm: &mut Vm,
    root: &Mark,
    options: &Options,
    disciplines: &mut Disciplines,
    path: &[Move],
    found: Found,
) -> Box<Violation> {
    let mut violation = match found {
        Found::Deadlock => deadlock(vm, path),
        Found::Uncaught(exception) => uncaught(vm, exception, path),
        Found::Livelock(loops) => livelock(loops, path),
        Found::Race(race) => race_on(*race, path),
    };
    replay(vm, root, options, disciplines, &mut violation);
    Box::new(violation)
}

fn deadlock(vm: &mut Vm, path: &[Move]) -> Violation {
    let mut waiting: Vec<ThreadId> = vm.state.thread_ids().collect();
    waiting.retain(|&t| !vm.state.thread(t).is_terminated() && !vm.state.thread(t).core.daemon);
    let blocked: Vec<Blocked> = waiting.into_iter().map(|t| describe_blocked(vm, t)).collect();
    let message = match blocked.len() {
        1 => "a thread waits for ever".to_string(),
        n => format!("{n} threads wait for ever"),
    };
    Violation {
        kind: ViolationKind::Deadlock,
        message,
        thread: None,
        trace: Vec::new(),
        blocked,
        loops: Vec::new(),
        race: None,
        schedule: path.to_vec(),
        events: Vec::new(),
        output: String::new(),
    }
}

/// What a thread that cannot go on waits for.
fn describe_blocked(vm: &mut Vm, tid: ThreadId) -> Blocked {
    // Bring the thread to the action that it cannot take.
    let mark = vm.state.checkpoint();
    expand(vm, tid, Reduction::None, &mut Disciplines::default(), None, None);
    let holder_of = |vm: &Vm, obj: ObjId| vm.state.monitor(obj).and_then(|m| m.owner).map(|(t, _)| t);
    let class_name = |vm: &Vm, obj: ObjId| match vm.state.class_of_mirror(obj) {
        Some(class) => format!("class {}", vm.external_name(class)),
        None => vm.external_name(vm.state.heap.class_of(obj)),
    };
    let (waits, holder) = match vm.state.thread(tid).core.status {
        Status::Waiting { monitor, .. } => (format!("waits to be notified on a {}", class_name(vm, monitor)), None),
        Status::Parked { .. } => ("is parked".to_string(), None),
        Status::Sleeping { .. } => ("sleeps".to_string(), None),
        Status::Entering { monitor, .. } => {
            (format!("waits to enter the monitor of a {}", class_name(vm, monitor)), holder_of(vm, monitor))
        }
        Status::Initializing { class } => waits_for_class(vm, class),
        Status::Runnable | Status::Terminated => match vm.pending_action(tid) {
            Some(Action::Enter { monitor }) => {
                (format!("waits to enter the monitor of a {}", class_name(vm, monitor)), holder_of(vm, monitor))
            }
            Some(Action::Initialize { class }) => waits_for_class(vm, class),
            _ => ("waits".to_string(), None),
        },
    };
    let line = vm.user_line(tid);
    vm.state.rollback(&mark);
    Blocked { thread: tid, waits, holder, line }
}

fn waits_for_class(vm: &Vm, class: ClassId) -> (String, Option<ThreadId>) {
    let holder = match vm.state.init(class) {
        Init::Running(thread) => Some(thread),
        Init::Linked | Init::Done | Init::Failed => None,
    };
    (format!("waits for the initialization of class {}", vm.external_name(class)), holder)
}

fn uncaught(vm: &mut Vm, exception: ObjId, path: &[Move]) -> Violation {
    let class = vm.external_name(vm.state.heap.class_of(exception));
    let message = vm.throwable_message(exception);
    let kind =
        if vm.is_assertion(exception) { ViolationKind::Assertion } else { ViolationKind::Uncaught(class.clone()) };
    Violation {
        kind,
        message: message.map_or(class.clone(), |m| format!("{class}: {m}")),
        thread: path.last().map(|m| m.thread),
        trace: vm.trace_of(exception),
        blocked: Vec::new(),
        loops: Vec::new(),
        race: None,
        schedule: path.to_vec(),
        events: Vec::new(),
        output: String::new(),
    }
}

fn livelock(loops: Vec<Loop>, path: &[Move]) -> Violation {
    let message = match loops.len() {
        1 => "a thread runs for ever, and no schedule lets the program end".to_string(),
        n => format!("{n} threads run for ever, and no schedule lets the program end"),
    };
    Violation {
        kind: ViolationKind::Livelock,
        message,
        thread: None,
        trace: Vec::new(),
        blocked: Vec::new(),
        loops,
        race: None,
        schedule: path.to_vec(),
        events: Vec::new(),
        output: String::new(),
    }
}

fn race_on(race: Race, path: &[Move]) -> Violation {
    Violation {
        kind: ViolationKind::Race,
        message: format!("nothing orders two accesses to {}", race.location),
        thread: None,
        trace: Vec::new(),
        blocked: Vec::new(),
        loops: Vec::new(),
        race: Some(race),
        schedule: path.to_vec(),
        events: Vec::new(),
        output: String::new(),
    }
}

/// Takes the schedule again from the start, to see that it leads to the same violation and to record what happens.
///
/// # Panics
/// If it does not: that would be an error of the engine.
fn replay(vm: &mut Vm, root: &Mark, options: &Options, disciplines: &mut Disciplines, violation: &mut Violation) {
    vm.state.rollback(root);
    let mut events = Vec::new();
    let mut last = Expanded::End;
    for step in violation.schedule.clone() {
        (last, _) = execute(vm, step, options.reduction, disciplines, Some(&mut events), None);
    }
    let same = match violation.kind {
        ViolationKind::Deadlock => last != Expanded::Blocked,
        ViolationKind::Livelock => last == Expanded::End,
        // That both threads come to their accesses was seen when the race was found.
        ViolationKind::Race => last != Expanded::Blocked,
        ViolationKind::Assertion | ViolationKind::Uncaught(_) => matches!(last, Expanded::Uncaught(_)),
    };
    assert!(same, "internal error: the counterexample does not replay ({last:?})");
    violation.events = events;
    let output: Vec<u8> = vm.state.output().iter().flat_map(|o| o.bytes.iter().copied()).collect();
    violation.output = String::from_utf8_lossy(&output).into_owned();
}
