//! From the moves that lead to a violation to something to show: what went wrong, where, and what happened on the way.

use super::blocked::blocked_threads;
use super::discipline::Disciplines;
use super::expand::others_are_gone;
use super::livelock::lines_alone;
use super::moves::{Move, WakeUp};
use super::races::race_between;
use super::record::{Event, Recorder, What};
use super::schedule::{
    ALONE, Ending, Reached, Schedule, Turn, TurnLimit, from_moves, is_deadlock, is_starvation, replay, take,
};
use super::shrink::{goes_round, shrink};
use super::verdict::{Cause, Loop, Options, Race, ThreadInfo, Violation, ViolationKind};
use braid_machine::interp::{TraceLine, Watch};
use braid_machine::observe::Place as MemoryPlace;
use braid_machine::state::Mark;
use braid_machine::vm::Vm;
use braid_program::{ClassId, MethodId, ObjId, ThreadId};

/// Instructions that an exception may take to make up its message.
const MESSAGE: u64 = 1_000_000;

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

impl Found {
    /// In a word.
    fn name(&self) -> &'static str {
        match self {
            Found::Deadlock => "deadlock",
            Found::Uncaught(_) => "failure",
            Found::Livelock { .. } => "livelock",
            Found::Race(_) => "data race",
        }
    }
}

/// Describes a violation that the moves of a search lead to, with as few context switches as can be had cheaply, considering
/// among how many violations it is.
///
/// An error says that the moves do not lead there again, which is an error of the engine. Then nothing is shown, and nothing
/// is claimed.
pub(super) fn explain(
    vm: &mut Vm,
    root: &Mark,
    options: &Options,
    disciplines: &mut Disciplines,
    path: &[Move],
    found: Found,
    among: usize,
) -> Result<Box<Violation>, String> {
    let visibility = vm.run.visibility;
    let schedule = from_moves(vm, root, options, disciplines, path, &found);
    let (reached, mut schedule) = replay(vm, root, &schedule, None, TurnLimit::SEEN);
    if found == Found::Deadlock && is_deadlock(vm) {
        schedule.ending = Ending::Failure;
    }
    let place = place(vm, &reached, schedule.ending);
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
    let Some((place, _)) = place.filter(|_| same) else {
        vm.run.visibility = visibility;
        return Err(format!("a {} was found, but its schedule led elsewhere ({reached:?})", found.name()));
    };
    let passed = vm.models.passed;
    let shorter = shrink(vm, root, options, &schedule, &place, among);
    let mut violation = describe(vm, root, &shorter, TurnLimit::SEEN);
    if vm.models.passed && !passed {
        violation = describe(vm, root, &schedule, TurnLimit::SEEN);
    }
    vm.passed_signalled();
    let Some((mut violation, _)) = violation else {
        vm.run.visibility = visibility;
        return Err(format!("a {} was found, but its shortened schedule led elsewhere", found.name()));
    };
    violation.found_switches = schedule.switches();
    if let Found::Livelock { loops, .. } = found {
        // All ways around, not only the one that is shown.
        violation.loops = loops;
    }
    vm.run.visibility = visibility;
    Ok(violation)
}

/// Takes a schedule, perhaps one of another version of the program, and describes the violation at its end, if there is one.
/// A loop that nobody leaves is one only if it still leads round, or has too many actions in a round to tell.
pub(super) fn show(vm: &mut Vm, root: &Mark, schedule: &Schedule) -> Option<Box<Violation>> {
    let (violation, taken) = describe(vm, root, schedule, TurnLimit::TOLD)?;
    let same = match schedule.ending {
        Ending::Livelock(from) => match (schedule.turns.split_at_checked(from), taken.get(from..)) {
            (Some((way, round)), Some(taken)) => {
                let alone = |turn: &Turn| turn.actions >= ALONE && others_are_gone(vm, turn.thread);
                let long = taken == round && round.last().is_some_and(alone);
                long || goes_round(vm, root, way, round)
            }
            (Some(_) | None, Some(_) | None) => false,
        },
        Ending::Failure | Ending::Starvation | Ending::Race(..) | Ending::Unordered => true,
    };
    same.then_some(violation)
}

/// Takes a schedule; the violation at its end, and the turns as they really were.
fn describe(vm: &mut Vm, root: &Mark, schedule: &Schedule, within: TurnLimit) -> Option<(Box<Violation>, Vec<Turn>)> {
    vm.state.rollback(root);
    let mut recorder = Recorder::new(vm);
    let (reached, schedule) = replay(vm, root, schedule, Some(&mut recorder), within);
    let threads = thread_infos(vm);
    let turns = schedule.turns.clone();
    let output: Vec<u8> = vm.state.output().iter().flat_map(|o| o.bytes.iter().copied()).collect();
    let mut violation = match reached {
        Reached::Uncaught(exception) if schedule.ending != Ending::Unordered => {
            let class = vm.external_name(vm.state.heap.class_of(exception));
            vm.run.current = schedule.turns.last().map_or(vm.run.current, |turn| turn.thread);
            Violation {
                kind: match vm.is_assertion(exception) {
                    true => ViolationKind::Assertion,
                    false => ViolationKind::Uncaught(class),
                },
                message: in_words(vm, exception),
                thread: schedule.turns.last().map(|turn| turn.thread),
                trace: vm.trace_of(exception),
                causes: causes(vm, exception),
                ..nothing(schedule)
            }
        }
        Reached::Unsupported(_) => return None,
        Reached::Over if schedule.ending != Ending::Unordered => return None,
        Reached::Over | Reached::Next | Reached::Blocked | Reached::Uncaught(_) => at_end(vm, schedule, &recorder)?,
    };
    violation.threads = threads;
    violation.constants = vm.constants().collect();
    violation.events = recorder.events;
    violation.output = String::from_utf8_lossy(&output).into_owned();
    Some((Box::new(violation), turns))
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
    vm.state.rollback(&mark);
    message
}

/// What caused an exception, and what caused that, and so on.
fn causes(vm: &mut Vm, exception: ObjId) -> Vec<Cause> {
    let mut known = vec![exception];
    let mut causes = Vec::new();
    while let Some(cause) = known.last().and_then(|&last| cause_of(vm, last)).filter(|cause| !known.contains(cause)) {
        known.push(cause);
        causes.push(Cause { message: in_words(vm, cause), trace: vm.trace_of(cause) });
    }
    causes
}

/// What `getCause` would give. An exception without a cause has itself or none in the field.
fn cause_of(vm: &mut Vm, exception: ObjId) -> Option<ObjId> {
    let slot = vm.slot(vm.known.throwable, "cause");
    let class = vm.state.heap.class_of(exception);
    // That of reflection keeps it elsewhere.
    let target = match vm.program.class_name(class) {
        "java/lang/reflect/InvocationTargetException" => vm.program.find_field(class, "target"),
        _ => None,
    };
    let slot = target.map_or(slot, |field| vm.program.field(field).slot);
    let cause = ObjId(vm.state.heap.field(exception, slot) as u32);
    (!cause.is_null() && cause != exception).then_some(cause)
}

/// The violation that the machine stands at after a schedule.
fn at_end(vm: &mut Vm, schedule: Schedule, recorder: &Recorder) -> Option<Violation> {
    Some(match schedule.ending {
        Ending::Failure | Ending::Starvation => {
            let stuck = match schedule.ending {
                Ending::Starvation => is_starvation(vm),
                Ending::Failure | Ending::Livelock(_) | Ending::Race(..) | Ending::Unordered => is_deadlock(vm),
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
            let loops = loops(vm, schedule.turns.get(from..)?, &recorder.events[recorder.before_turn(from)..]);
            let message = match loops.len() {
                1 => "a thread runs for ever, and no schedule lets the program end".to_string(),
                n => format!("{n} threads run for ever, and no schedule lets the program end"),
            };
            let before_loop = Some(recorder.before_turn(from));
            Violation { kind: ViolationKind::Livelock, message, loops, before_loop, ..nothing(schedule) }
        }
        Ending::Race(..) | Ending::Unordered => {
            let race = match schedule.ending {
                Ending::Race(first, second) => race_here(vm, first, second)?,
                Ending::Failure | Ending::Starvation | Ending::Livelock(_) | Ending::Unordered => {
                    vm.observed.happens.first()?.clone().into()
                }
            };
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
    race_between(vm, &access(first)?, &access(second)?)
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
        causes: Vec::new(),
        blocked: Vec::new(),
        loops: Vec::new(),
        race: None,
        found_switches: schedule.switches(),
        schedule,
        events: Vec::new(),
        before_loop: None,
        constants: Vec::new(),
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
    /// Where the two accesses of a race are, and what they access.
    Race(RacePlace),
}

/// The lines of two accesses, and what is accessed.
pub(super) type RacePlace = ([Option<(MethodId, i32)>; 2], MemoryPlace);

/// What was found, where the machine stands, told from others.
pub(super) fn place_of(vm: &mut Vm, found: &Found) -> Place {
    match found {
        Found::Deadlock => deadlock_place(vm),
        Found::Uncaught(exception) => Place::Uncaught(vm.state.heap.class_of(*exception), vm.trace_of(*exception)),
        Found::Livelock { .. } => Place::Livelock,
        Found::Race(race) => Place::Race(race_place(race)),
    }
}

/// What makes two races the same: the lines, and what is accessed there.
pub(super) fn race_place(race: &Race) -> RacePlace {
    let mut lines = race.sites.each_ref().map(|site| site.line.map(|line| (line.method, line.line)));
    lines.sort_unstable();
    (lines, race.place)
}

/// The violation that the machine stands at, if it is of the kind that is looked for.
pub(super) fn place(vm: &mut Vm, reached: &Reached, ending: Ending) -> Option<(Place, Ending)> {
    let place = match (reached, ending) {
        (Reached::Next | Reached::Blocked, Ending::Race(..)) => {
            let threads: Vec<ThreadId> = vm.state.thread_ids().collect();
            let pairs = threads.iter().flat_map(|&a| threads.iter().map(move |&b| (a, b))).filter(|(a, b)| a < b);
            let wanted = match ending {
                Ending::Race(a, b) => [(a, b)].into_iter().chain(pairs),
                Ending::Failure | Ending::Starvation | Ending::Livelock(_) | Ending::Unordered => return None,
            };
            let mut races = wanted.filter_map(|(a, b)| race_here(vm, a, b));
            let race = races.next()?;
            return Some((Place::Race(race_place(&race)), Ending::Race(race.sites[0].thread, race.sites[1].thread)));
        }
        (Reached::Next | Reached::Blocked | Reached::Over | Reached::Uncaught(_), Ending::Unordered) => {
            vm.observed.happens.first().map(|race| Place::Race(race_place(&race.clone().into())))
        }
        (Reached::Next | Reached::Blocked, Ending::Livelock(_)) => Some(Place::Livelock),
        (Reached::Uncaught(exception), Ending::Failure) => {
            Some(Place::Uncaught(vm.state.heap.class_of(*exception), vm.trace_of(*exception)))
        }
        (Reached::Next | Reached::Blocked, Ending::Failure) => is_deadlock(vm).then(|| deadlock_place(vm)),
        (Reached::Next | Reached::Blocked, Ending::Starvation) => is_starvation(vm).then(|| deadlock_place(vm)),
        (Reached::Uncaught(_), Ending::Starvation | Ending::Livelock(_) | Ending::Race(..)) => None,
        (
            Reached::Over | Reached::Unsupported(_),
            Ending::Failure | Ending::Starvation | Ending::Livelock(_) | Ending::Race(..) | Ending::Unordered,
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
pub(super) fn waiting_threads(vm: &Vm) -> Vec<ThreadId> {
    let waits = |t: &ThreadId| !vm.state.thread(*t).is_terminated() && !vm.state.thread(*t).core.daemon;
    vm.state.thread_ids().filter(waits).collect()
}

/// Looks at the machine with a blocked thread right before what it cannot do.
pub(super) fn at_block<R>(vm: &mut Vm, thread: ThreadId, look: impl FnOnce(&Vm) -> R) -> R {
    let mark = vm.state.checkpoint();
    if vm.can_run(thread) {
        let turn = Turn { thread, wake: WakeUp::None, actions: 1, answers: Vec::new() };
        take(vm, &turn, None, TurnLimit::SEEN);
    }
    let result = look(vm);
    vm.state.rollback(&mark);
    result
}

/// All threads with names that differ.
fn thread_infos(vm: &Vm) -> Vec<ThreadInfo> {
    let objects = vm.state.threads().iter().map(|t| t.object);
    vm.thread_names().into_iter().zip(objects).map(|(name, object)| ThreadInfo { name, object }).collect()
}
