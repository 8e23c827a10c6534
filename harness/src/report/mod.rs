//! Reports: what a verdict looks like, for people, programs and browsers.
//!
//! `rows` decides what is told of an execution, `effects` what it changes, `names` what things are called, and `tell` makes
//! one value of all that, a `model::Report`. All kinds of reports are written from that value alone, each in a file of its own.

mod effects;
mod files;
mod fingerprint;
mod github;
mod gitlab;
mod html;
mod json;
mod junit;
pub mod model;
mod names;
mod paint;
mod place;
mod plain;
mod rows;
mod sarif;
mod source;
mod tell;
mod text;
mod violation;

pub use files::ReportFiles;
pub use json::{json, parse};
pub use model::Report;
pub use paint::Paint;
pub use rows::Detail;
pub use source::Sources;
pub use tell::{ruling, tell};
pub use text::{Page, counterexample, text};

use crate::terminal;
use braid_engine::check::{
    Fixed, Options, Orders, Race, Races, Search, Stats, StopReason, Store, Time, Verdict, Violation,
};
use braid_engine::interp::TraceLine;
use braid_engine::natives::HostUse;
use braid_engine::vm::Vm;
use std::collections::BTreeSet;

/// What reports are to look like.
pub struct Form {
    /// Source files.
    pub sources: Sources,
    /// How much of an execution is told.
    pub detail: Detail,
}

/// How to see an execution again.
pub struct Again {
    /// The schedule, to be pasted.
    pub token: String,
    /// The words that name the program on the command line.
    pub target: String,
}

/// What a report is about.
pub struct Case<'a> {
    /// The machine, for names.
    pub vm: &'a Vm,
    /// What it is to look like.
    pub form: &'a Form,
    /// How to see a violation again.
    pub again: &'a dyn Fn(&Violation) -> Again,
    /// All violations, if all were looked for.
    pub violations: &'a [Violation],
    /// Why not all of them may have been found.
    pub ended_early: Option<&'a StopReason>,
    /// Data races beside the verdict.
    pub races: &'a [Race],
    /// What a *verified* rests on.
    pub assumptions: Vec<String>,
    /// What executions end with, if that was asked for.
    pub outcomes: Option<&'a BTreeSet<String>>,
    /// Time taken.
    pub seconds: f64,
}

/// Characters in a line of a report: `COLUMNS` if it is set, else what the terminal has that it goes to, else a width that
/// fits most screens.
pub fn width() -> usize {
    /// Less cannot be laid out.
    const LEAST: usize = 40;
    let asked = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok()).filter(|&c| c >= LEAST);
    asked.or_else(|| Some(terminal::columns(std::io::stdout())?.max(LEAST))).unwrap_or(120)
}

/// What a *verified* rests on.
pub fn assumptions(options: &Options, races: &[Race], verdict: &Verdict, stats: &Stats, vm: &Vm) -> Vec<String> {
    let keys = match options.store {
        Store::Compact => {
            // That any two of n keys are equal: less than n² / 2 pairs, each with a probability of 1 / 2¹²⁸.
            let missed = (stats.states as f64).powi(2) / 2f64.powi(129);
            format!(
                "state keys of 128 bits do not collide; the probability that a state was missed is below {missed:.0e}"
            )
        }
        Store::Exact => "states are told apart exactly".to_string(),
    };
    let others = [
        match options.search {
            Search::Dfs | Search::Bfs => {
                "a scheduler that is fair: a loop that some schedule leaves is taken to be left some time"
            }
            Search::Random(_) => "no program runs for ever: random walks do not look for livelock",
        },
        match (options.races, verdict) {
            (Races::Off, _) => {
                "sequential consistency: data races are not looked for, and a program that has some may behave otherwise"
            }
            (Races::Warn, _) if !races.is_empty() => {
                "sequential consistency: the program has data races and may behave otherwise"
            }
            (Races::Warn | Races::Error, Verdict::Verified) if vm.observed.weak.has_accesses() => {
                "sequential consistency: no data race was found, but accesses weaker than volatile order less than that"
            }
            (Races::Warn | Races::Error, Verdict::Verified) if vm.observed.weak.are_followed() => {
                "sequential consistency: no data race was found in any schedule; where something other than \
                 synchronization orders threads, three kinds of accesses are passed over: writes that leave a default \
                 value before an object is shared, writes to what a final field leads to, accesses in class initializers"
            }
            (Races::Warn | Races::Error, Verdict::Verified) if vm.observed.weak.orders().next().is_some() => {
                "sequential consistency: no data race was found; not all that ordered threads is synchronization"
            }
            (Races::Warn | Races::Error, Verdict::Verified) => {
                "no data race was found in any schedule, so sequential consistency loses nothing"
            }
            (Races::Warn | Races::Error, Verdict::Violated(_) | Verdict::Inconclusive(_)) => {
                "sequential consistency: a program that has data races may behave otherwise"
            }
        },
        if options.spurious {
            "waits and parks may end, and a weak compare-and-set may fail, for no reason"
        } else {
            "no spurious wake-ups and no spurious failures of weak compare-and-set"
        },
        match options.time {
            Time::Free => {
                "any timed wait may expire at any moment, and then its time has passed for all threads; times more than an \
                 hour apart count as an hour apart, and a wait that expires four times in a row as one of that length"
            }
            Time::Virtual => {
                "timed waits expire only when nobody can do more than spin, the earliest first; times more than an hour \
                 apart count as an hour apart"
            }
        },
    ];
    let fixed: Vec<String> = vm.fixed_answers().into_iter().map(|(fixed, asked)| told(vm, fixed, asked)).collect();
    let weak = weak_orders(vm);
    let models = models(vm).into_iter().map(|model| model.text);
    let atomic = vm.observed.atomic_blocks && options.races != Races::Off;
    let atomic = atomic.then_some("data races were not looked for in atomic blocks");
    let dropped = (stats.dropped > 0).then(|| {
        let times = if stats.dropped == 1 { "once".to_string() } else { format!("{} times", stats.dropped) };
        format!("executions that the program drops do not count; that has happened {times}")
    });
    // A replay stores no states.
    let keys = (stats.states > 0).then_some(keys);
    let others = others.into_iter().map(str::to_string);
    let libraries = vm.world.host.as_ref().is_some_and(|host| host.has_libraries()) && !vm.host_calls().is_empty();
    let libraries =
        libraries.then(|| "native libraries that are given are there before the program loads them".to_string());
    others
        .chain(weak)
        .chain(fixed)
        .chain(libraries)
        .chain(models)
        .chain(atomic.map(str::to_string))
        .chain(dropped)
        .chain(keys)
        .collect()
}

/// The models that were asked, and how often.
pub fn models(vm: &Vm) -> Vec<model::Model> {
    let bytecode = vm.observed.model_calls.iter().map(|(modelled, &calls)| {
        let (target, answers) = (modelled.target.clone(), modelled.model.clone());
        let times = if calls == 1 { "1 call".to_string() } else { format!("{calls} calls") };
        let text = format!("{target} is answered by {answers}, {times}");
        model::Model { kind: "bytecode".to_string(), target, model: answers, calls, text }
    });
    let hosted = vm.host_calls().iter().map(|(target, HostUse { by, calls })| {
        let text = hosted_in_words(target, by, *calls);
        model::Model { kind: "host".to_string(), target: target.clone(), model: by.clone(), calls: *calls, text }
    });
    bytecode.chain(hosted).collect()
}

/// What orders less than a search takes it to, and where the program asks for it.
fn weak_orders(vm: &Vm) -> Vec<String> {
    /// So many places are told.
    const MOST: usize = 6;
    let accesses: Vec<String> = vm
        .observed
        .weak
        .accesses()
        .map(|(name, line)| {
            let place = vm.format_line(&line);
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
        let races = if vm.observed.weak.are_followed() {
            ""
        } else {
            "; data races that only they keep apart were not looked for"
        };
        format!("accesses weaker than volatile are taken for volatile ones: {named}{more}{races}")
    });
    let orders = vm.observed.weak.orders().filter(|_| !vm.observed.weak.are_followed()).map(|orders| {
        let what = match orders {
            Orders::States => "asking for the state of another thread orders nothing",
            Orders::Threads => "reading a field of another thread's object orders nothing",
            Orders::Parking => "parking and unparking order nothing",
            Orders::Library => "plain fields of library objects order nothing",
            Orders::Time => "how long a wait takes orders nothing",
        };
        format!("a data race that only this keeps apart is not found: {what}")
    });
    named.into_iter().chain(orders).collect()
}

/// What is assumed of a method that a host has answered.
fn hosted_in_words(method: &str, by: &str, calls: u64) -> String {
    let times = if calls == 1 { "1 call".to_string() } else { format!("{calls} calls") };
    format!("{method} is answered by {by}, which looks at nothing but the arguments, {times}")
}

/// What a fixed answer means, and where the program was given it first.
fn told(vm: &Vm, fixed: Fixed, asked: Option<TraceLine>) -> String {
    let time = if vm.config.virtual_time { Time::Virtual } else { Time::Free };
    let modelled = |class: &str| vm.observed.model_calls.keys().any(|model| model.target.starts_with(class));
    let words = if fixed == Fixed::Environment && modelled("java.lang.ProcessEnvironment.") {
        "variables of the environment are those that a model gives"
    } else {
        in_words(fixed, time)
    };
    match asked {
        Some(line) => format!("{words} (first at {})", vm.format_line(&line)),
        None => words.to_string(),
    }
}

/// What a fixed answer means.
fn in_words(fixed: Fixed, time: Time) -> &'static str {
    match (fixed, time) {
        (Fixed::Random, _) => "random numbers are those of one fixed sequence",
        (Fixed::Clock, Time::Free) => {
            "a look at the clock finds that no time has passed, or an hour where an earlier time is kept, up to 16 hours \
             where objects keep it; the date is a fixed one, or a hundred years later"
        }
        (Fixed::Clock, Time::Virtual) => "no time passes while a thread can run; the date is a fixed one",
        (Fixed::Identity, _) => "identity hash codes are fixed numbers",
        (Fixed::Garbage, _) => {
            "garbage is collected where the program asks for it, or not; finalizers and cleaners do not run"
        }
        (Fixed::Copies, _) => {
            "elements are copied between shared arrays, and in long copies several at a time, in one step"
        }
        (Fixed::Daemons, _) => "daemon threads do nothing more once the last other thread has ended",
        (Fixed::Clones, _) => "nothing is written by others while it is cloned: clones are made at once",
        (Fixed::Stacks, _) => "stack traces show other threads right before or after something that others can see",
        (Fixed::Environment, _) => "there are no variables of the environment",
        (Fixed::Processors, _) => "the number of processors is a fixed one",
        (Fixed::Memory, _) => "the size of the heap is a fixed one",
        (Fixed::Process, _) => "the number of the process is a fixed one, and there are no other processes",
        (Fixed::Files, _) => "files are as they are here, and do not change",
        (Fixed::Host, _) => "properties of the host (directories, user, versions) are fixed ones",
        (Fixed::Region, _) => "language, time zone and character set are fixed ones",
        (Fixed::Order, _) => "the elements of immutable sets and maps come in one fixed order",
        (Fixed::Depth, _) => "how deep calls may nest before the stack overflows is fixed",
    }
}

fn describe_stop(reason: &StopReason) -> String {
    match reason {
        StopReason::Time(limit) => format!("the time limit of {} s is reached", limit.as_secs_f64()),
        StopReason::States(limit) => format!("the limit of {limit} states is reached"),
        StopReason::Depth(limit) => format!("a path is longer than the limit of {limit} steps"),
        StopReason::Memory(limit) => format!("the memory limit of {} MB is reached", limit >> 20),
        StopReason::Unsupported(what) => format!("unsupported: {what}"),
        StopReason::Sampled(walks, reason) => {
            format!("{}; {walks} random walks found nothing, which proves nothing", describe_stop(reason))
        }
        StopReason::Dropped(_) => "the program drops every execution, so that none was checked to its end".to_string(),
        StopReason::Interrupted => "interrupted".to_string(),
        StopReason::NotReplayed(what) => format!("internal error: {what}; please report it with the program"),
    }
}

/// The options of a search, as reports tell them.
pub fn options(options: &Options, models: bool, detail: Detail) -> model::Options {
    let Options { reduction, search, canon, store, time, spurious, races, all, outcomes, limits, .. } = options;
    let seed = match search {
        Search::Random(seed) => Some(*seed),
        Search::Dfs | Search::Bfs => None,
    };
    let search = match search {
        Search::Dfs => "dfs",
        Search::Bfs => "bfs",
        Search::Random(_) => "random",
    };
    // The words of the command line are the names in lower case.
    let word = |name: String| name.to_lowercase();
    model::Options {
        reduction: word(format!("{reduction:?}")),
        search: search.to_string(),
        seed,
        time: word(format!("{time:?}")),
        spurious: *spurious,
        races: word(format!("{races:?}")),
        all: *all,
        outcomes: *outcomes,
        referee: false,
        canon: word(format!("{canon:?}")),
        store: word(format!("{store:?}")),
        juc: if models { "model" } else { "bytecode" }.to_string(),
        trace: word(format!("{detail:?}")),
        time_limit: limits.time.map(|limit| limit.as_secs_f64()),
        memory_limit: limits.memory.map(|bytes| bytes >> 20),
        max_states: limits.states,
        max_depth: limits.depth,
    }
}
