//! Reports: what a verdict looks like, for people, programs and browsers.
//!
//! `rows` decides what is told of an execution, `effects` what it changes, `names` what things are called, and `tell` makes
//! one value of all that, a `model::Report`. All kinds of reports are written from that value alone, each in a file of its own.

mod advice;
mod assumptions;
mod effects;
mod files;
mod fingerprint;
mod fold;
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
mod timing;
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
use braid_engine::check::{Assumptions, HotPlace, Options, Race, Reduction, StopReason, Told, Violation};
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
    /// What the verdict rests on.
    pub assumptions: &'a Assumptions,
    /// How it was searched.
    pub options: &'a Options,
    /// Where states arise.
    pub hot: &'a [HotPlace],
    /// The part of all moves that are timed waits which expire, in percent.
    pub expirations: u64,
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

fn describe_stop(reason: &StopReason) -> String {
    match reason {
        StopReason::Time(limit) => format!("the time limit of {} s is reached", limit.as_secs_f64()),
        StopReason::States(limit) => format!("the limit of {limit} states is reached"),
        StopReason::Depth(limit) => format!("a path is longer than the limit of {limit} steps"),
        StopReason::Memory(limit) => format!("the memory limit of {} MB is reached", limit >> 20),
        StopReason::Unsupported(what) | StopReason::ClockLoop(what) => format!("unsupported: {what}"),
        StopReason::Preempted { completed, is_all, is_patient, why } => {
            let patient = if *is_patient { ", where no timed wait expires while a thread spins" } else { "" };
            preempted(*completed, *is_all, patient, why.as_deref())
        }
        StopReason::Sampled(walks, reason) => {
            format!("{}; {walks} random walks found nothing, which proves nothing", describe_stop(reason))
        }
        StopReason::Endless(limit, place) => format!(
            "a transaction has more than {limit} instructions and neither ends nor comes back to an earlier state: a \
             variable may grow without bound, or it needs more (--max-transaction){place}"
        ),
        StopReason::Unsound(reduction) => {
            let (name, sound) = (reduction.name(), Reduction::default().name());
            format!("--reduction {name} proves nothing: use --reduction {sound}")
        }
        StopReason::Dropped(_) => "the program drops every execution, so that none was checked to its end".to_string(),
        StopReason::Interrupted => "interrupted".to_string(),
        StopReason::NotReplayed(what) => format!("internal error: {what}; please report it with the program"),
    }
}

/// How far a search with bounded preemptions has come.
fn preempted(completed: Option<u32>, is_all: bool, patient: &str, why: Option<&StopReason>) -> String {
    let found = match completed {
        None => "not even the schedules without preemptions were all explored".to_string(),
        Some(0) => format!("no violation without preemptions{patient}"),
        Some(1) => format!("no violation with at most 1 preemption{patient}"),
        Some(most) => format!("no violation with at most {most} preemptions{patient}"),
    };
    match why {
        Some(why) => format!("{}; {found}", describe_stop(why)),
        None if is_all => {
            format!("{found}, and no schedule has more; livelocks were not looked for: without --preemptions all is")
        }
        None => format!("{found}, which says nothing of more"),
    }
}

/// The options of a search, as reports tell them.
pub fn options(options: &Options, models: bool, detail: Detail) -> model::Options {
    let Options {
        reduction,
        search,
        canon,
        symmetry,
        store,
        time,
        spurious,
        steps,
        preemptions,
        races,
        all,
        outcomes,
        limits,
        ..
    } = options;
    let strategy = search.strategy();
    let Told { seed, depth_bound } = (strategy.parameters)(*search);
    // The words of the command line are the names in lower case.
    let word = |name: String| name.to_lowercase();
    model::Options {
        reduction: reduction.name().to_string(),
        search: strategy.name.to_string(),
        seed,
        depth_bound,
        time: word(format!("{time:?}")),
        timing: None,
        spurious: *spurious,
        preemptions: *preemptions,
        races: word(format!("{races:?}")),
        all: *all,
        outcomes: *outcomes,
        referee: false,
        canon: word(format!("{canon:?}")),
        symmetry: word(format!("{symmetry:?}")),
        store: store.name().to_string(),
        juc: match (models, steps) {
            (true, Some(table)) if table.is_wide() => "wide",
            (true, Some(_)) => "steps",
            (true, None) => "model",
            (false, _) => "bytecode",
        }
        .to_string(),
        trace: word(format!("{detail:?}")),
        time_limit: limits.time.map(|limit| limit.as_secs_f64()),
        memory_limit: limits.memory.map(|bytes| bytes >> 20),
        max_states: limits.states,
        max_depth: limits.depth,
    }
}
