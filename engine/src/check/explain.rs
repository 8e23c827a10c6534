//! From the moves that lead to a violation to something to show: what went wrong, where, and what happened on the way.

use super::discipline::Disciplines;
use super::livelock::lines_alone;
use super::moves::{Move, WakeUp};
use super::record::{Event, Recorder, What};
use super::schedule::{Ending, Reached, Schedule, Turn, from_moves, is_deadlock, is_starvation, replay, take};
use super::shrink::shrink;
use super::value::{Target, Value};
use super::verdict::{Blocked, Loop, Options, Race, ThreadInfo, Violation, ViolationKind, Waits};
use super::visible::Action;
use crate::interp::TraceLine;
use crate::program::{ClassId, MethodId, ObjId, ThreadId};
use crate::state::{Frame, Init, Mark, Status};
use crate::vm::Vm;
use rustc_hash::FxHashMap;

/// What a search has found, while the machine stands at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// Nobody can do anything, and somebody should.
    Deadlock,
    /// The thread of the last move threw this, and nobody caught it.
    Uncaught(ObjId),
    /// These threads run for ever. The last moves of the path, this many, go once around.
    #[allow(missing_docs)]
    Livelock { loops: Vec<Loop>, round: usize },
    /// Two accesses that nothing orders. The path ends with both, or before them.
    Race(Box<Race>),
}

/// Describes a violation that the moves of a search lead to, with as few context switches as can be had cheaply, considering
/// among how many violations it is.
///
/// # Panics
/// If the moves do not lead there again: that would be an error of the engine.
pub(super) fn explain(
    vm: &mut Vm,
    root: &Mark,
    options: &Options,
    disciplines: &mut Disciplines,
    path: &[Move],
    found: Found,
    among: usize,
) -> Box<Violation> {
    let visibility = vm.program.visibility;
    let schedule = from_moves(vm, root, options, disciplines, path, &found);
    let (reached, mut schedule) = replay(vm, root, &schedule, None);
    if found == Found::Deadlock && !is_deadlock(vm, options) {
        schedule.ending = Ending::Starvation;
    }
    let place = place(vm, options, &reached, schedule.ending);
    let same = match (&place, &found) {
        (Some((Place::Deadlock(_), _)), Found::Deadlock) => true,
        (Some((Place::Uncaught(..), _)), Found::Uncaught(_)) => true,
        (Some((Place::Livelock, _)), Found::Livelock { .. }) => true,
        (Some((Place::Race(sites), _)), Found::Race(race)) => *sites == race_place(race),
        (
            Some((Place::Deadlock(_) | Place::Uncaught(..) | Place::Livelock | Place::Race(_), _)) | None,
            Found::Deadlock | Found::Uncaught(_) | Found::Livelock { .. } | Found::Race(_),
        ) => false,
    };
    let place = place.filter(|_| same).map(|(place, _)| place);
    let place = place.unwrap_or_else(|| panic!("internal error: the counterexample does not replay ({reached:?})"));
    let passed = vm.models.passed;
    let shorter = shrink(vm, root, options, &schedule, &place, among);
    let mut violation = show(vm, root, options, &shorter);
    if vm.models.passed && !passed {
        violation = show(vm, root, options, &schedule);
    }
    vm.passed_signalled();
    let mut violation = violation.expect("invariant: a schedule that was just replayed replays");
    violation.found_switches = schedule.switches();
    if let Found::Livelock { loops, .. } = found {
        // All ways around, not only the one that is shown.
        violation.loops = loops;
    }
    vm.program.visibility = visibility;
    violation
}

/// Takes a schedule and describes the violation at its end, if there is one.
pub(super) fn show(vm: &mut Vm, root: &Mark, options: &Options, schedule: &Schedule) -> Option<Box<Violation>> {
    vm.state.rollback(root);
    let mut recorder = Recorder::new(vm);
    let (reached, schedule) = replay(vm, root, schedule, Some(&mut recorder));
    let threads = thread_infos(vm);
    let output: Vec<u8> = vm.state.output().iter().flat_map(|o| o.bytes.iter().copied()).collect();
    let mut violation = match reached {
        Reached::Uncaught(exception) => {
            let class = vm.external_name(vm.state.heap.class_of(exception));
            let message = vm.throwable_message(exception);
            Violation {
                kind: match vm.is_assertion(exception) {
                    true => ViolationKind::Assertion,
                    false => ViolationKind::Uncaught(class.clone()),
                },
                message: message.map_or(class.clone(), |m| format!("{class}: {m}")),
                thread: schedule.turns.last().map(|turn| turn.thread),
                trace: vm.trace_of(exception),
                ..nothing(schedule)
            }
        }
        Reached::Over | Reached::Unsupported(_) => return None,
        Reached::Next | Reached::Blocked => at_end(vm, options, schedule, &recorder)?,
    };
    violation.threads = threads;
    violation.events = recorder.events;
    violation.output = String::from_utf8_lossy(&output).into_owned();
    Some(Box::new(violation))
}

/// The violation that the machine stands at after a schedule.
fn at_end(vm: &mut Vm, options: &Options, schedule: Schedule, recorder: &Recorder) -> Option<Violation> {
    Some(match schedule.ending {
        Ending::Failure | Ending::Starvation => {
            let stuck = match schedule.ending {
                Ending::Starvation => is_starvation(vm, options),
                Ending::Failure | Ending::Livelock(_) | Ending::Race(..) => is_deadlock(vm, options),
            };
            if !stuck {
                return None;
            }
            let blocked = blocked_threads(vm, recorder);
            let message = match blocked.len() {
                1 => "a thread waits for ever".to_string(),
                n => format!("{n} threads wait for ever"),
            };
            Violation { kind: ViolationKind::Deadlock, message, blocked, ..nothing(schedule) }
        }
        Ending::Livelock(from) => {
            let loops = loops(vm, &schedule.turns[from..], recorder.since_turn(from));
            let message = match loops.len() {
                1 => "a thread runs for ever, and no schedule lets the program end".to_string(),
                n => format!("{n} threads run for ever, and no schedule lets the program end"),
            };
            Violation { kind: ViolationKind::Livelock, message, loops, ..nothing(schedule) }
        }
        Ending::Race(first, second) => {
            let race = race_here(vm, first, second)?;
            let message = format!("nothing orders two accesses to {}", race.location);
            Violation { kind: ViolationKind::Race, message, race: Some(race), ..nothing(schedule) }
        }
    })
}

/// The race between the accesses that two threads stand before.
fn race_here(vm: &Vm, first: ThreadId, second: ThreadId) -> Option<Race> {
    let access = |thread: ThreadId| {
        let runs = thread.index() < vm.state.threads().len() && vm.can_run(thread);
        runs.then(|| vm.pending_access(thread)).flatten().map(|access| (thread, access))
    };
    vm.race_between(&access(first)?, &access(second)?)
}

/// The threads that run for ever, and the lines where they do something.
fn loops(vm: &mut Vm, round: &[Turn], events: &[Event]) -> Vec<Loop> {
    let mut threads: Vec<ThreadId> = round.iter().map(|turn| turn.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    threads.retain(|&t| !vm.state.thread(t).core.daemon);
    let loops = threads.into_iter().map(|thread| {
        let acts = events.iter().filter(|e| e.thread == thread && !matches!(e.what, What::Call(_)));
        let mut lines: Vec<TraceLine> = acts.filter_map(|e| e.line).collect();
        if lines.is_empty() {
            lines = lines_alone(vm, thread);
        }
        lines.sort_unstable_by_key(|line| (line.method, line.line));
        lines.dedup_by_key(|line| (line.method, line.line));
        Loop { thread, lines }
    });
    loops.collect()
}

fn nothing(schedule: Schedule) -> Violation {
    Violation {
        kind: ViolationKind::Deadlock,
        message: String::new(),
        thread: None,
        trace: Vec::new(),
        blocked: Vec::new(),
        loops: Vec::new(),
        race: None,
        found_switches: schedule.switches(),
        schedule,
        events: Vec::new(),
        threads: Vec::new(),
        output: String::new(),
    }
}

/// What makes two violations the same: their kind and where they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// The threads that are blocked, and where.
    Deadlock(Vec<(u64, Option<TraceLine>)>),
    /// The exception's class and stack trace.
    Uncaught(ClassId, Vec<TraceLine>),
    /// A livelock: of these there is only one, the one that was found.
    Livelock,
    /// Where the two accesses of a race are.
    Race([Option<(MethodId, i32)>; 2]),
}

/// What was found, where the machine stands, told from others.
pub(super) fn place_of(vm: &mut Vm, found: &Found) -> Place {
    match found {
        Found::Deadlock => deadlock_place(vm),
        Found::Uncaught(exception) => Place::Uncaught(vm.state.heap.class_of(*exception), vm.trace_of(*exception)),
        Found::Livelock { .. } => Place::Livelock,
        Found::Race(race) => Place::Race(race_place(race)),
    }
}

fn race_place(race: &Race) -> [Option<(MethodId, i32)>; 2] {
    let mut lines = race.sites.each_ref().map(|site| site.line.map(|line| (line.method, line.line)));
    lines.sort_unstable();
    lines
}

/// The violation that the machine stands at, if it is of the kind that is looked for.
pub(super) fn place(vm: &mut Vm, options: &Options, reached: &Reached, ending: Ending) -> Option<(Place, Ending)> {
    let place = match (reached, ending) {
        (Reached::Next | Reached::Blocked, Ending::Race(..)) => {
            let threads: Vec<ThreadId> = vm.state.thread_ids().collect();
            let pairs = threads.iter().flat_map(|&a| threads.iter().map(move |&b| (a, b))).filter(|(a, b)| a < b);
            let wanted = match ending {
                Ending::Race(a, b) => [(a, b)].into_iter().chain(pairs),
                Ending::Failure | Ending::Starvation | Ending::Livelock(_) => return None,
            };
            let mut races = wanted.filter_map(|(a, b)| race_here(vm, a, b));
            let race = races.next()?;
            return Some((Place::Race(race_place(&race)), Ending::Race(race.sites[0].thread, race.sites[1].thread)));
        }
        (Reached::Next | Reached::Blocked, Ending::Livelock(_)) => Some(Place::Livelock),
        (Reached::Uncaught(exception), Ending::Failure) => {
            Some(Place::Uncaught(vm.state.heap.class_of(*exception), vm.trace_of(*exception)))
        }
        (Reached::Next | Reached::Blocked, Ending::Failure) => is_deadlock(vm, options).then(|| deadlock_place(vm)),
        (Reached::Next | Reached::Blocked, Ending::Starvation) => {
            is_starvation(vm, options).then(|| deadlock_place(vm))
        }
        (Reached::Uncaught(_), Ending::Starvation | Ending::Livelock(_) | Ending::Race(..)) => None,
        (
            Reached::Over | Reached::Unsupported(_),
            Ending::Failure | Ending::Starvation | Ending::Livelock(_) | Ending::Race(..),
        ) => None,
    };
    place.map(|place| (place, ending))
}

fn deadlock_place(vm: &mut Vm) -> Place {
    let waiting = waiting_threads(vm).into_iter();
    let mut places: Vec<_> = waiting.map(|t| (vm.state.thread(t).key, at_block(vm, t, |vm| vm.user_line(t)))).collect();
    places.sort_by_key(|&(key, _)| key);
    Place::Deadlock(places)
}

/// The threads that should go on and do not.
fn waiting_threads(vm: &Vm) -> Vec<ThreadId> {
    let waits = |t: &ThreadId| !vm.state.thread(*t).is_terminated() && !vm.state.thread(*t).core.daemon;
    vm.state.thread_ids().filter(waits).collect()
}

/// Looks at the machine with a blocked thread right before what it cannot do.
fn at_block<R>(vm: &mut Vm, thread: ThreadId, look: impl FnOnce(&Vm) -> R) -> R {
    let mark = vm.state.checkpoint();
    if vm.can_run(thread) {
        take(vm, &Turn { thread, wake: WakeUp::None, actions: 1, answers: Vec::new() }, None);
    }
    let result = look(vm);
    vm.state.rollback(&mark);
    result
}

/// The blocked threads; first those of a cycle, each before the thread that it waits for.
fn blocked_threads(vm: &mut Vm, recorder: &Recorder) -> Vec<Blocked> {
    let waiting = waiting_threads(vm);
    let blocked: FxHashMap<ThreadId, Blocked> =
        waiting.iter().map(|&t| (t, at_block(vm, t, |vm| describe_blocked(vm, t, recorder)))).collect();
    let next = |t: ThreadId| blocked.get(&t).and_then(|b| b.holder).filter(|h| blocked.contains_key(h));
    let on_cycle = |start: ThreadId| {
        let mut at = next(start);
        for _ in 0..waiting.len() {
            match at {
                Some(t) if t == start => return true,
                Some(t) => at = next(t),
                None => return false,
            }
        }
        false
    };
    let mut order = Vec::new();
    if let Some(start) = waiting.iter().copied().find(|&t| on_cycle(t)) {
        let mut at = start;
        while !order.contains(&at) {
            order.push(at);
            at = next(at).expect("invariant: a thread of a cycle waits for a thread of the cycle");
        }
    }
    order.extend(waiting.iter().copied().filter(|t| !order.contains(t)).collect::<Vec<_>>());
    order.iter().map(|t| blocked[t].clone()).collect()
}

/// What a thread that cannot go on waits for.
fn describe_blocked(vm: &Vm, tid: ThreadId, recorder: &Recorder) -> Blocked {
    let monitor = |obj: ObjId| {
        let holder = vm.state.monitor(obj).and_then(|m| m.owner).map(|(t, _)| t);
        let acquired = holder.and_then(|h| recorder.acquired.get(&(h, obj)).copied());
        (Waits::Monitor(vm.object_value(obj)), holder, acquired)
    };
    let (waits, holder, acquired) = match vm.state.thread(tid).core.status {
        Status::Waiting { monitor, .. } => match vm.thread_of(monitor) {
            Some(thread) if in_join(vm, tid) => (Waits::End, Some(thread), None),
            Some(_) | None => (Waits::Notification(vm.object_value(monitor)), None, None),
        },
        Status::Parked { .. } => parked(vm, tid, recorder),
        Status::Sleeping { .. } => (Waits::Time, None, None),
        Status::Entering { monitor: obj, .. } => monitor(obj),
        Status::Awaiting { condition, .. } => {
            let blocker = vm.object_value(condition);
            (Waits::Unpark { call: library_call(vm, tid), blocker }, None, None)
        }
        Status::Acquiring { .. } | Status::Reacquiring { .. } => refused(vm, tid, recorder),
        Status::Initializing { class } => waits_for_class(vm, class),
        Status::Runnable | Status::Terminated => match vm.pending_action(tid) {
            Some(Action::Acquire { .. }) => refused(vm, tid, recorder),
            Some(Action::Enter { monitor: obj }) => monitor(obj),
            Some(Action::Initialize { class }) => waits_for_class(vm, class),
            Some(_) | None => (Waits::Something, None, None),
        },
    };
    Blocked { thread: tid, waits, holder, acquired, line: vm.user_line(tid), stack: vm.stack_lines(tid) }
}

fn in_join(vm: &Vm, tid: ThreadId) -> bool {
    vm.state.thread(tid).frames.iter().any(|f| {
        let m = vm.program.method(f.method);
        m.class == vm.known.thread && vm.program.name(m.name) == "join"
    })
}

/// A parked thread: the synchronizer that it is parked for may know its owner.
fn parked(vm: &Vm, tid: ThreadId, recorder: &Recorder) -> (Waits, Option<ThreadId>, Option<TraceLine>) {
    let blocker = vm.park_blocker(tid);
    let mut holder = None;
    let mut acquired = None;
    if !blocker.is_null() {
        let class = vm.state.heap.class_of(blocker);
        if let Some(field) = vm.program.find_field(class, "exclusiveOwnerThread") {
            let owner = ObjId(vm.state.heap.field(blocker, vm.program.field(field).slot) as u32);
            holder = vm.thread_of(owner);
            acquired = holder.and_then(|_| {
                let sets = |e: &&Event| match &e.what {
                    What::Write(Target::Field(Value::Object(at), f), Value::Object(by)) => {
                        *f == field && at.id == blocker && by.id == owner
                    }
                    _ => false,
                };
                recorder.events.iter().rev().find(sets).and_then(|e| e.line)
            });
        }
    }
    let blocker = vm.object_value(recorder.wrapper(blocker).unwrap_or(blocker));
    (Waits::Unpark { call: library_call(vm, tid), blocker }, holder, acquired)
}

/// A thread that a synchronizer does not let in.
fn refused(vm: &Vm, tid: ThreadId, recorder: &Recorder) -> (Waits, Option<ThreadId>, Option<TraceLine>) {
    let thread = vm.state.thread(tid);
    let sync = thread.top().map_or(ObjId::NULL, |frame| vm.lock_of(ObjId(thread.registers(frame)[0] as u32)));
    let holder = vm.state.monitor(sync).and_then(|m| m.owner).map(|(holder, _)| holder);
    let acquired = holder.and_then(|h| recorder.acquired.get(&(h, sync)).copied());
    let blocker = vm.object_value(recorder.wrapper(sync).unwrap_or(sync));
    (Waits::Unpark { call: library_call(vm, tid), blocker }, holder, acquired)
}

/// The method of the class library that the program's innermost own method has called, or that tells what the thread does
/// if it runs nothing of the program's own.
fn library_call(vm: &Vm, tid: ThreadId) -> Option<MethodId> {
    let frames = &vm.state.thread(tid).frames;
    if let Some(own) = frames.iter().rposition(|f| vm.is_users(f.method)) {
        return frames.get(own + 1).map(|f| f.method);
    }
    // A thread of the library's own: how it waits says less than what for.
    const HOW: [&str; 3] = ["jdk/internal/", "java/util/concurrent/locks/", "java/util/concurrent/ForkJoinPool"];
    let tells = |f: &&Frame| {
        let class = vm.program.class_name(vm.program.method(f.method).class);
        !HOW.iter().any(|how| class.starts_with(how))
    };
    frames.iter().rev().find(tells).map(|f| f.method)
}

fn waits_for_class(vm: &Vm, class: ClassId) -> (Waits, Option<ThreadId>, Option<TraceLine>) {
    let holder = match vm.state.init(class) {
        Init::Running(thread) => Some(thread),
        Init::Linked | Init::Done | Init::Failed => None,
    };
    (Waits::Class(class), holder, None)
}

/// All threads with names that differ.
fn thread_infos(vm: &Vm) -> Vec<ThreadInfo> {
    let objects = vm.state.threads().iter().map(|t| t.object);
    vm.thread_names().into_iter().zip(objects).map(|(name, object)| ThreadInfo { name, object }).collect()
}

impl Vm {
    /// The program's names for its threads, by their number, made different from each other.
    pub(super) fn thread_names(&self) -> Vec<String> {
        let field = self.program.find_field(self.known.thread, "name").map(|f| self.program.field(f).slot);
        let mut names: Vec<String> = Vec::new();
        for thread in self.state.threads() {
            let name = field.map_or(ObjId::NULL, |slot| ObjId(self.state.heap.field(thread.object, slot) as u32));
            let name = self.text(name).filter(|n| !n.is_empty()).unwrap_or_else(|| "unnamed".into());
            let mut unique = name.clone();
            let mut count = 1;
            while names.contains(&unique) {
                count += 1;
                unique = format!("{name} ({count})");
            }
            names.push(unique);
        }
        names
    }
}

impl Vm {
    /// Whether a method is the user's: neither of the class library nor of a test framework or a checker.
    pub fn is_users(&self, method: MethodId) -> bool {
        const FRAMEWORKS: [&str; 7] =
            ["org/junit/", "org/opentest4j/", "org/testng/", "org/hamcrest/", "junit/", "gov/nasa/jpf/vm/", "braid/"];
        let class = self.program.method(method).class;
        let name = self.program.class_name(class);
        !self.program.class(class).loader.is_library() && !FRAMEWORKS.iter().any(|f| name.starts_with(f))
    }

    /// Whether an exception is an `AssertionError` or one of the subclasses that test frameworks throw.
    pub(super) fn is_assertion(&self, exception: ObjId) -> bool {
        let class = self.program.class(self.state.heap.class_of(exception));
        class.supers.iter().any(|&c| self.program.class_name(c) == "java/lang/AssertionError")
    }
}
