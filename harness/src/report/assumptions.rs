//! What a verdict rests on, in words.

use super::{describe_stop, model};
use braid_engine::check::{
    Assumptions, Consistency, EarlyExpiries, ModelKind, ModelUse, Orders, PinnedAnswer, StateIdentity, Termination,
    Time, WeakOrders,
};
use braid_engine::interp::TraceLine;
use braid_engine::vm::{UncaughtIn, Vm};

/// A line for each assumption. The machine gives names to places.
pub fn lines(vm: &Vm, assumptions: &Assumptions) -> Vec<String> {
    let Assumptions {
        termination,
        consistency,
        spurious,
        time,
        is_timed,
        early,
        weak,
        pinned: _,
        libraries_are_loaded,
        models: _,
        steps,
        atomic_blocks_are_skipped,
        dropped,
        identity,
    } = assumptions;
    let of_search = [of_termination(*termination), of_consistency(*consistency), of_waits(*spurious)];
    let time = if *is_timed { of_time(*time, early) } else { NO_TIME.to_string() };
    let libraries =
        libraries_are_loaded.then_some("native libraries that are given are there before the program loads them");
    let steps = (!steps.is_empty()).then(|| {
        let classes = steps.join(", ");
        let doubt = if vm.steps_are_in_doubt() { ", although that may hide something a program could tell" } else { "" };
        format!(
            "methods of these classes are taken as one step, or a few{doubt}: {classes} (--juc model: as many as they have)"
        )
    });
    let atomic = atomic_blocks_are_skipped.then_some("data races were not looked for in atomic blocks");
    let dropped = (*dropped > 0).then(|| {
        let times = if *dropped == 1 { "once".to_string() } else { format!("{dropped} times") };
        format!("executions that the program drops do not count; that has happened {times}")
    });
    let identity = identity.map(|identity| match identity {
        StateIdentity::Keys(missed) => format!(
            "state keys of 128 bits do not collide; the probability that a state was missed is below {missed:.0e}"
        ),
        StateIdentity::Exact => "states are told apart exactly".to_string(),
    });
    let uncaught = match vm.config.uncaught {
        UncaughtIn::All => None,
        UncaughtIn::Test => {
            Some("an exception that nothing catches counts in the main thread only, unless an assertion has failed")
        }
        UncaughtIn::Main => Some("an exception that nothing catches counts in the main thread only"),
    };
    (of_search.into_iter().map(str::to_string))
        .chain([time])
        .chain(weak_orders(vm, weak))
        .chain(pinned(vm, assumptions).into_iter().map(|pinned| pinned.text))
        .chain(libraries.map(str::to_string))
        .chain(models(assumptions).into_iter().map(|model| model.text))
        .chain(uncaught.map(str::to_string))
        .chain(steps)
        .chain(atomic.map(str::to_string))
        .chain(dropped)
        .chain(identity)
        .collect()
}

fn of_termination(termination: Termination) -> &'static str {
    match termination {
        Termination::Fairness => {
            "a scheduler that is fair: a loop that some schedule leaves is taken to be left some time"
        }
        Termination::Unchecked => "no program runs for ever: random walks do not look for livelock",
    }
}

fn of_consistency(consistency: Consistency) -> &'static str {
    match consistency {
        Consistency::Unchecked => {
            "sequential consistency: data races are not looked for, and a program that has some may behave otherwise"
        }
        Consistency::Racy => "sequential consistency: the program has data races and may behave otherwise",
        Consistency::Unfinished => "sequential consistency: a program that has data races may behave otherwise",
        Consistency::WeakAccesses => {
            "sequential consistency: no data race was found, but accesses weaker than volatile order less than that"
        }
        Consistency::Followed => {
            "sequential consistency: no data race was found in any schedule; where something other than \
             synchronization orders threads, three kinds of accesses are passed over: writes that leave a default \
             value before an object is shared, writes to what a final field leads to, accesses in class initializers"
        }
        Consistency::OtherOrders => {
            "sequential consistency: no data race was found; not all that ordered threads is synchronization"
        }
        Consistency::RaceFree => "no data race was found in any schedule, so sequential consistency loses nothing",
    }
}

fn of_waits(spurious: bool) -> &'static str {
    match spurious {
        true => "waits and parks may end, and a weak compare-and-set may fail, for no reason",
        false => "no spurious wake-ups and no spurious failures of weak compare-and-set",
    }
}

/// Of a program that time means nothing to.
const NO_TIME: &str = "time plays no part: the program neither waits for some time nor looks at a clock";

fn of_time(time: Time, early: &EarlyExpiries) -> String {
    let patient = "timed waits expire only when no thread can do more than spin, the earliest first; times more than an hour apart \
                   count as an hour apart";
    match (time, early) {
        (Time::Free, _) => {
            "any timed wait may expire at any moment, and then its time has passed for all threads; times more than an \
             hour apart count as an hour apart, and a wait that expires four times in a row as one of that length"
                .to_string()
        }
        (Time::Patient, EarlyExpiries::NotAsked) => patient.to_string(),
        (Time::Patient, EarlyExpiries::Off) => {
            format!("{patient}; what goes wrong when one expires earlier was not looked for")
        }
        (Time::Patient, EarlyExpiries::Stopped(reason)) => format!(
            "{patient}; what goes wrong when one expires earlier was not looked for in every schedule: {}",
            describe_stop(reason)
        ),
        (Time::Patient, EarlyExpiries::Violate) => {
            format!("{patient}; when one expires earlier, something goes wrong, which is told beside the verdict")
        }
    }
}

/// What orders less than a search takes it to, and where the program asks for it.
fn weak_orders(vm: &Vm, weak: &WeakOrders) -> Vec<String> {
    /// So many places are told.
    const MOST: usize = 6;
    let WeakOrders { accesses, orders, followed } = weak;
    let accesses: Vec<String> = accesses
        .iter()
        .map(|(name, line)| {
            let place = vm.format_line(line);
            let place = place.rsplit_once('(').map_or(place.as_str(), |(_, place)| place.trim_end_matches(')'));
            format!("{name} at {place}")
        })
        .collect();
    let more = match accesses.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named = (!accesses.is_empty()).then(|| {
        let named = accesses[..accesses.len().min(MOST)].join(", ");
        // A limit has ended the search for what only they keep apart, or there was none.
        let races = if *followed { "" } else { "; data races that only they keep apart were not looked for" };
        format!("accesses weaker than volatile are taken for volatile ones: {named}{more}{races}")
    });
    let orders = orders.iter().filter(|_| !followed).map(|orders| {
        let what = match orders {
            Orders::States => "asking for the state of another thread orders nothing",
            Orders::Threads => "reading a field of another thread's object orders nothing",
            Orders::Parking => "parking and unparking order nothing",
            Orders::Library => "plain fields of library objects order nothing",
            Orders::Files => "files order nothing",
            Orders::Time => "how long a wait takes orders nothing",
        };
        format!("a data race that only this keeps apart is not found: {what}")
    });
    named.into_iter().chain(orders).collect()
}

/// The answers that are not varied.
pub fn pinned(vm: &Vm, assumptions: &Assumptions) -> Vec<model::Fixed> {
    let pinned = assumptions.pinned.iter().map(|(&answer, asked)| {
        let location = asked.as_ref().map(|line: &TraceLine| vm.format_line(line));
        let words = match answer {
            PinnedAnswer::Environment if !vm.config.environment.is_empty() => {
                "variables of the environment are those of --env, and no others"
            }
            answer => in_words(answer, assumptions),
        };
        let text = match &location {
            Some(place) => format!("{words} (first at {place})"),
            None => words.to_string(),
        };
        model::Fixed { kind: format!("{answer:?}").to_lowercase(), text, location }
    });
    pinned.collect()
}

/// What a pinned answer means.
fn in_words(answer: PinnedAnswer, assumptions: &Assumptions) -> &'static str {
    let is_modelled = |class: &str| {
        let bytecode = assumptions.models.iter().filter(|model| model.kind == ModelKind::Bytecode);
        bytecode.into_iter().any(|model| model.target.starts_with(class))
    };
    match (answer, assumptions.time) {
        (PinnedAnswer::Random, _) => "random numbers are those of one fixed sequence",
        (PinnedAnswer::Clock, Time::Free) => {
            "a look at the clock finds that no time has passed, or an hour where an earlier time is kept, up to 16 hours \
             where objects keep it; the date is a fixed one, or more than a hundred years later"
        }
        (PinnedAnswer::Clock, Time::Patient) => "no time passes while a thread can run; the date is a fixed one",
        (PinnedAnswer::Identity, _) => "identity hash codes are fixed numbers",
        (PinnedAnswer::Garbage, _) => {
            "garbage is collected where the program asks for it, or not; finalizers do not run"
        }
        (PinnedAnswer::Copies, _) => {
            "elements are copied between shared arrays, and in long copies several at a time, in one step"
        }
        (PinnedAnswer::Daemons, _) => "daemon threads do nothing more once the last other thread has ended",
        (PinnedAnswer::Clones, _) => "nothing is written by others while it is cloned: clones are made at once",
        (PinnedAnswer::Stacks, _) => {
            "stack traces show other threads right before or after something that others can see"
        }
        (PinnedAnswer::Environment, _) if is_modelled("java.lang.ProcessEnvironment.") => {
            "variables of the environment are those that a model gives"
        }
        (PinnedAnswer::Environment, _) => "there are no variables of the environment",
        (PinnedAnswer::Processors, _) => "the number of processors is a fixed one",
        (PinnedAnswer::Memory, _) => "the size of the heap is a fixed one",
        (PinnedAnswer::Process, _) => "the number of the process is a fixed one, and there are no other processes",
        (PinnedAnswer::Files, _) => "files are as they are here, and do not change",
        (PinnedAnswer::Host, _) => "properties of the host (directories, user, versions) are fixed ones",
        (PinnedAnswer::Region, _) => "language, time zone and character set are fixed ones",
        (PinnedAnswer::Order, _) => "the elements of immutable sets and maps come in one fixed order",
        (PinnedAnswer::Members, _) => "reflection lists the members of a class in one fixed order",
        (PinnedAnswer::Depth, _) => "how deep calls may nest before the stack overflows is fixed",
    }
}

/// The models that have answered, and how often.
pub fn models(assumptions: &Assumptions) -> Vec<model::Model> {
    let models = assumptions.models.iter().map(|ModelUse { kind, target, model, calls }| {
        let times = if *calls == 1 { "1 call".to_string() } else { format!("{calls} calls") };
        let (kind, text) = match kind {
            ModelKind::Bytecode => ("bytecode", format!("{target} is answered by {model}, {times}")),
            ModelKind::Host => {
                ("host", format!("{target} is answered by {model}, which looks at nothing but the arguments, {times}"))
            }
        };
        model::Model { kind: kind.to_string(), target: target.clone(), model: model.clone(), calls: *calls, text }
    });
    models.collect()
}
