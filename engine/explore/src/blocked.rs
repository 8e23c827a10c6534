//! What the threads of a deadlock wait for, and who could let them go on.
//!
//! A monitor, a lock and the initialization of a class know their owner. Locks for reading, stamps and permits do not: who
//! has them follows from the calls that the program made and that have ended. What was taken before the search began is
//! not known then, nor is what code of the class library has taken.

use super::property::{at_block, waiting_threads};
use super::record::{Call, CallEnd, Event, EventKind, Recorder};
use super::verdict::{Blocked, Hold, Holder, Waits};
use braid_machine::interp::TraceLine;
use braid_machine::known::ThreadMethod;
use braid_machine::observe::Action;
use braid_machine::observe::{Target, Value};
use braid_machine::state::{Frame, Init, Status};
use braid_machine::vm::Vm;
use braid_program::{ClassId, Kind, LockUse, MethodId, ObjId, ThreadId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The blocked threads; first those of a cycle, each before the thread that it waits for.
pub(super) fn blocked_threads(vm: &mut Vm, recorder: &Recorder) -> Vec<Blocked> {
    let waiting = waiting_threads(vm);
    let mut blocked: FxHashMap<ThreadId, Blocked> =
        waiting.iter().map(|&t| (t, at_block(vm, t, |vm| describe_blocked(vm, t, recorder)))).collect();
    let mut order = waiting.iter().find_map(|&t| cycle_through(t, &blocked)).unwrap_or_default();
    for (at, thread) in order.iter().enumerate() {
        let next = order[(at + 1) % order.len()];
        let holders = blocked.get_mut(thread).map(|b| &mut b.holders).into_iter();
        holders.for_each(|holders| holders.sort_by_key(|holder| holder.thread != next));
    }
    order.extend(waiting.iter().copied().filter(|t| !order.contains(t)).collect::<Vec<_>>());
    order.iter().filter_map(|t| blocked.remove(t)).collect()
}

/// The shortest list of threads, from this one on, that each wait for the next, and the last for the first.
fn cycle_through(start: ThreadId, blocked: &FxHashMap<ThreadId, Blocked>) -> Option<Vec<ThreadId>> {
    let mut came_from: FxHashMap<ThreadId, ThreadId> = FxHashMap::default();
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for next in blocked.get(&at).into_iter().flat_map(|b| b.holders.iter().map(|h| h.thread)) {
            if next == start {
                let mut cycle = vec![at];
                while let Some(&before) = cycle.last().and_then(|last| came_from.get(last)) {
                    cycle.push(before);
                }
                cycle.reverse();
                return Some(cycle);
            }
            if blocked.contains_key(&next) && !came_from.contains_key(&next) {
                came_from.insert(next, at);
                queue.push_back(next);
            }
        }
    }
    None
}

/// A thread that holds something, where the machine stands.
fn holder(vm: &Vm, thread: ThreadId, how: Hold, acquired: Option<TraceLine>) -> Holder {
    Holder { thread, how, acquired, ended: vm.state.thread(thread).is_terminated() }
}

/// The owner of a monitor, or of a synchronizer that is modelled.
fn owner(vm: &Vm, obj: ObjId, recorder: &Recorder) -> Option<Holder> {
    let (thread, _) = vm.state.monitor(obj).and_then(|m| m.owner)?;
    Some(holder(vm, thread, Hold::Alone, recorder.acquired.get(&(thread, obj)).copied()))
}

/// What a thread that cannot go on waits for.
fn describe_blocked(vm: &Vm, tid: ThreadId, recorder: &Recorder) -> Blocked {
    let monitor =
        |obj: ObjId| (Waits::Monitor(vm.object_value(obj)), owner(vm, obj, recorder).into_iter().collect::<Vec<_>>());
    let (waits, holders) = match vm.state.thread(tid).core.status {
        Status::Waiting { monitor, .. } => match vm.thread_of(monitor) {
            Some(thread) if in_join(vm, tid) => (Waits::End, vec![holder(vm, thread, Hold::Alone, None)]),
            Some(_) | None => (Waits::Notification(vm.object_value(monitor)), Vec::new()),
        },
        Status::Parked { .. } => parked(vm, tid, recorder),
        Status::Sleeping { .. } => (Waits::Time, Vec::new()),
        Status::Entering { monitor: obj, .. } => monitor(obj),
        Status::Awaiting { condition, .. } => {
            let blocker = vm.object_value(condition);
            (Waits::Unpark { call: library_call(vm, tid), blocker, count: None }, Vec::new())
        }
        Status::Acquiring { .. } | Status::Reacquiring { .. } => match vm.pending_action(tid) {
            Some(Action::Attempt { action, .. }) => awaits(vm, action),
            Some(_) | None => refused(vm, tid, recorder),
        },
        Status::Initializing { class } => waits_for_class(vm, class),
        Status::Runnable | Status::Terminated => match vm.pending_action(tid) {
            Some(Action::Acquire { .. }) => refused(vm, tid, recorder),
            Some(Action::Attempt { action, .. }) => awaits(vm, action),
            Some(Action::Enter { monitor: obj }) => monitor(obj),
            Some(Action::Initialize { class }) => waits_for_class(vm, class),
            Some(_) | None => (Waits::Something, Vec::new()),
        },
    };
    Blocked { thread: tid, waits, holders, line: vm.user_line(tid), stack: vm.stack_lines(tid) }
}

/// An action that is not possible. Who could make it so is not known.
fn awaits(vm: &Vm, action: ObjId) -> (Waits, Vec<Holder>) {
    (Waits::Action(vm.object_value(action)), Vec::new())
}

fn in_join(vm: &Vm, tid: ThreadId) -> bool {
    vm.state.thread(tid).frames.iter().any(|f| vm.thread_method(f.method) == Some(ThreadMethod::Join))
}

/// A parked thread: the synchronizer that it is parked for may know its owner.
fn parked(vm: &Vm, tid: ThreadId, recorder: &Recorder) -> (Waits, Vec<Holder>) {
    let blocker = vm.park_blocker(tid);
    let mut holders = Vec::new();
    if !blocker.is_null()
        && let Some((field, owner)) = vm.owner_field(blocker)
    {
        holders.extend(vm.thread_of(owner).map(|thread| {
            let sets = |e: &&Event| match &e.kind {
                EventKind::Write { target: Target::Field(Value::Object(at), f), new: Value::Object(by), .. } => {
                    *f == field && at.id == blocker && by.id == owner
                }
                _ => false,
            };
            let acquired = recorder.events.iter().rev().find(sets).and_then(|e| e.line);
            holder(vm, thread, Hold::Alone, acquired)
        }));
    }
    waits_for_sync(vm, tid, blocker, holders, recorder)
}

/// A thread that a synchronizer does not let in.
fn refused(vm: &Vm, tid: ThreadId, recorder: &Recorder) -> (Waits, Vec<Holder>) {
    let thread = vm.state.thread(tid);
    let sync = thread.top().map_or(ObjId::NULL, |frame| vm.lock_of(ObjId(thread.registers(frame)[0] as u32)));
    waits_for_sync(vm, tid, sync, owner(vm, sync, recorder).into_iter().collect(), recorder)
}

/// A thread that waits for a synchronizer, whose owner is among `holders` if it has one.
fn waits_for_sync(
    vm: &Vm,
    tid: ThreadId,
    sync: ObjId,
    mut holders: Vec<Holder>,
    recorder: &Recorder,
) -> (Waits, Vec<Holder>) {
    if holders.is_empty() && !sync.is_null() {
        holders = shares(vm, sync, &recorder.events);
    }
    let outer = recorder.wrapper(sync);
    let count = outer.and_then(|outer| {
        let counts = vm.program.class_facts(vm.state.heap.class_of(outer)).counts;
        vm.synchronizer_state(sync).filter(|_| counts)
    });
    let blocker = vm.object_value(outer.unwrap_or(sync));
    (Waits::Unpark { call: library_call(vm, tid), blocker, count }, holders)
}

/// What a call does to a lock that does not know who holds it.
pub(super) enum LockEffect {
    /// Takes it so many times.
    Takes(Hold, i64),
    /// Gives it back so many times.
    Gives(Hold, i64),
    /// Gives back a stamp, whatever it is for.
    GivesAny,
    /// Turns a stamp into one of another kind.
    Converts,
}

/// Who has taken something of a synchronizer and not given it back, as far as the program's own calls tell.
fn shares(vm: &Vm, sync: ObjId, events: &[Event]) -> Vec<Holder> {
    let mut taken: Vec<(Holder, i64)> = Vec::new();
    for event in events {
        let EventKind::Call(call) = &event.kind else { continue };
        let Value::Object(receiver) = call.receiver else { continue };
        if vm.wrapped_synchronizer(receiver).unwrap_or(receiver.id) != sync {
            continue;
        }
        let Some(effect) = held_by(vm, call) else { continue };
        let is = |t: &(Holder, i64), how: Hold| t.0.thread == event.thread && t.0.how == how;
        match effect {
            LockEffect::Takes(how, amount) => match taken.iter_mut().find(|t| is(t, how)) {
                Some((_, held)) => *held += amount,
                None => taken.push((holder(vm, event.thread, how, event.line), amount)),
            },
            LockEffect::Gives(how, amount) => {
                taken.iter_mut().filter(|t| is(t, how)).for_each(|(_, held)| *held -= amount);
            }
            LockEffect::GivesAny => {
                taken.iter_mut().rev().find(|t| t.0.thread == event.thread).into_iter().for_each(|(_, held)| *held -= 1)
            }
            // Too fine to follow.
            LockEffect::Converts => taken.retain(|t| t.0.thread != event.thread),
        }
        taken.retain(|&(_, held)| held > 0);
    }
    taken.into_iter().map(|(holder, _)| holder).collect()
}

/// What a call that has ended did, if it did anything.
pub(super) fn held_by(vm: &Vm, call: &Call) -> Option<LockEffect> {
    let lock_use = vm.program.lock_use(call.method)?;
    let m = vm.program.method(call.method);
    let Some((CallEnd::Returned(result), _)) = &call.end else { return None };
    let done = match result {
        None => true,
        Some(Value::Boolean(done)) => *done,
        Some(Value::Integer(stamp)) => *stamp != 0,
        Some(_) => false,
    };
    let permits = match (m.params.first(), call.args.first(), result) {
        (Some(Kind::Int), Some(Value::Integer(permits)), _) => *permits,
        (None, None, Some(Value::Integer(drained))) => *drained,
        _ => 1,
    };
    let effect = match lock_use {
        LockUse::TakesReading => LockEffect::Takes(Hold::Reading, 1),
        LockUse::GivesReading => LockEffect::Gives(Hold::Reading, 1),
        LockUse::TakesAlone => LockEffect::Takes(Hold::Alone, 1),
        LockUse::GivesAlone => LockEffect::Gives(Hold::Alone, 1),
        LockUse::TakesPermits => LockEffect::Takes(Hold::Permits, permits),
        LockUse::GivesPermits => LockEffect::Gives(Hold::Permits, permits),
        LockUse::GivesAny => LockEffect::GivesAny,
        LockUse::Converts => LockEffect::Converts,
    };
    done.then_some(effect)
}

/// The method of the class library that the program's innermost own method has called, or that tells what the thread does
/// if it runs nothing of the program's own.
fn library_call(vm: &Vm, tid: ThreadId) -> Option<MethodId> {
    let frames = &vm.state.thread(tid).frames;
    if let Some(own) = frames.iter().rposition(|f| vm.is_shown(f.method)) {
        return frames.get(own + 1).map(|f| f.method);
    }
    // A thread of the library's own: how it waits says less than what for.
    let tells = |f: &&Frame| !vm.program.class_facts(vm.program.method(f.method).class).is_way_to_wait;
    frames.iter().rev().find(tells).map(|f| f.method)
}

fn waits_for_class(vm: &Vm, class: ClassId) -> (Waits, Vec<Holder>) {
    let holders = match vm.state.init(class) {
        Init::Running(thread) => vec![holder(vm, thread, Hold::Alone, None)],
        Init::Linked | Init::Done | Init::Failed => Vec::new(),
    };
    (Waits::Class(class), holders)
}
