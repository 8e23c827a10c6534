//! From the moves that lead to a violation to something to show: what went wrong, where, and what happened on the way.

use super::discipline::Disciplines;
use super::expand::others_are_gone;
use super::findings::{Found, Witness};
use super::moves::Move;
use super::property::{self, Replayed};
use super::record::Recorder;
use super::schedule::{ALONE, Ending, Schedule, Turn, TurnLimit, from_moves, is_deadlock, replay};
use super::shrink::{goes_round, shrink};
use super::verdict::{Counterexample, Evidence, Options, ThreadInfo, Violation};
use braid_machine::state::Mark;
use braid_machine::vm::Vm;

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
    let Found { property, witness } = found;
    let schedule = from_moves(vm, root, options, disciplines, path, &witness);
    let (reached, mut schedule) = replay(vm, root, &schedule, None, TurnLimit::SEEN);
    if witness == Witness::State && is_deadlock(vm) {
        schedule.ending = Ending::Failure;
    }
    let recognized = property::recognize(vm, &reached, schedule.ending).filter(|(identity, _)| {
        let same = match &witness {
            Witness::Accesses(race) => *identity == property::identity_of_race(race),
            Witness::State | Witness::Failure(_) | Witness::Loop { .. } => true,
        };
        same && identity.property == property
    });
    let Some((identity, _)) = recognized else {
        vm.run.visibility = visibility;
        return Err(format!("a {property} was found, but its schedule led elsewhere ({reached:?})"));
    };
    let passed = vm.models.passed;
    let shorter = shrink(vm, root, options, &schedule, &identity, among);
    let mut violation = describe(vm, root, &shorter, TurnLimit::SEEN);
    if vm.models.passed && !passed {
        violation = describe(vm, root, &schedule, TurnLimit::SEEN);
    }
    vm.passed_signalled();
    let Some((mut violation, _)) = violation else {
        vm.run.visibility = visibility;
        return Err(format!("a {property} was found, but its shortened schedule led elsewhere"));
    };
    violation.counterexample.found_switches = schedule.switches();
    if let (Witness::Loop { loops: all, .. }, Evidence::Livelock { loops, .. }) = (witness, &mut violation.evidence) {
        // All ways around, not only the one that is shown.
        *loops = all;
    }
    vm.run.visibility = visibility;
    Ok(violation)
}

/// Takes a schedule, perhaps one of another version of the program, and describes the violation at its end, if there is one.
/// A loop that no schedule leaves is one only if it still leads around, or has too many actions to tell.
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
    vm.rollback(root);
    let mut recorder = Recorder::new(vm);
    let (reached, schedule) = replay(vm, root, schedule, Some(&mut recorder), within);
    let threads = thread_infos(vm);
    let output: Vec<u8> = vm.state.output().iter().flat_map(|o| o.bytes.iter().copied()).collect();
    let replayed = Replayed { reached: &reached, schedule: &schedule, recorder: &recorder };
    let (evidence, message) = property::describe(vm, &replayed)?;
    let turns = schedule.turns.clone();
    let counterexample = Counterexample {
        found_switches: schedule.switches(),
        schedule,
        events: recorder.events,
        constants: vm.constants().collect(),
        threads,
        output: String::from_utf8_lossy(&output).into_owned(),
        early: recorder.early,
    };
    Some((Box::new(Violation { evidence, message, counterexample }), turns))
}

/// All threads with names that differ.
fn thread_infos(vm: &Vm) -> Vec<ThreadInfo> {
    let objects = vm.state.threads().iter().map(|t| t.object);
    vm.thread_names().into_iter().zip(objects).map(|(name, object)| ThreadInfo { name, object }).collect()
}
