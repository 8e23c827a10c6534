//! What may help a search that has not come to an end: from where states arise, and how it was searched.

use super::Case;
use super::model::{Frame, Hot};
use super::tell::Teller;
use braid_engine::check::{HotPlace, Options, Reduction, StopReason, Symmetry, Time};

/// Shares in percent that are worth a word.
const MANY: u64 = 25;
/// Those of time.
const SOME: u64 = 10;

impl Teller<'_> {
    /// Where states arise.
    pub(super) fn hot(&self, places: &[HotPlace]) -> Vec<Hot> {
        let each = places.iter().map(|HotPlace { line, inside, share, threads }| {
            let place = line.map(|line| self.frame(&line));
            let inside = inside.map(|method| {
                let m = self.vm.program.method(method);
                let class = self.vm.external_name(m.class);
                let short = class.rsplit('.').next().unwrap_or(&class);
                format!("{short}.{}", self.vm.program.name(m.name))
            });
            let at = place.as_ref().and_then(Frame::file_and_line);
            let text = match (&at, &inside) {
                (Some(at), Some(inside)) => format!("{at}, in {inside}"),
                (Some(at), None) => at.clone(),
                (None, Some(inside)) => format!("{inside}, in threads of the class library"),
                (None, None) => "elsewhere".to_string(),
            };
            Hot { text, place, inside, share: *share, threads: *threads }
        });
        each.collect()
    }
}

/// What may help where a search was stopped.
pub(super) fn advice(case: &Case, hot: &[Hot], reason: &StopReason) -> Vec<String> {
    match reason {
        StopReason::Time(_) | StopReason::States(_) | StopReason::Depth(_) | StopReason::Memory(_) => large(case, hot),
        StopReason::Preempted { why: Some(why), .. } => advice(case, hot, why),
        StopReason::Unsupported(what) => missing(what),
        StopReason::ClockLoop(_) if case.options.time == Time::Patient => {
            vec!["--time free: patient time says nothing of a loop that looks at the clock".to_string()]
        }
        StopReason::ClockLoop(_)
        | StopReason::Endless(..)
        | StopReason::Preempted { why: None, .. }
        | StopReason::Sampled(..)
        | StopReason::Unsound(_)
        | StopReason::Dropped(_)
        | StopReason::Interrupted
        | StopReason::NotReplayed(_) => Vec::new(),
    }
}

/// Whether a search was stopped since there are too many schedules.
pub(super) fn is_limit(reason: &StopReason) -> bool {
    match reason {
        StopReason::Time(_) | StopReason::States(_) | StopReason::Depth(_) | StopReason::Memory(_) => true,
        StopReason::Preempted { why: Some(why), .. } => is_limit(why),
        StopReason::Sampled(_, why) => is_limit(why),
        StopReason::Unsupported(_)
        | StopReason::ClockLoop(_)
        | StopReason::Preempted { why: None, .. }
        | StopReason::Endless(..)
        | StopReason::Unsound(_)
        | StopReason::Dropped(_)
        | StopReason::Interrupted
        | StopReason::NotReplayed(_) => false,
    }
}

/// The state space is too large.
fn large(case: &Case, hot: &[Hot]) -> Vec<String> {
    let Options { reduction, symmetry, time, spurious, preemptions, steps, .. } = case.options;
    let mut advice = Vec::new();
    if *reduction != Reduction::default() {
        let (name, best) = (reduction.name(), Reduction::default().name());
        advice.push(format!("--reduction {best}: --reduction {name} stores far more states"));
    }
    if case.expirations >= SOME && *time == Time::Free {
        advice.push(format!("--time patient: {} % of all moves are timed waits that expire", case.expirations));
    }
    if *spurious {
        advice.push("no --spurious: each wait may end for no reason in each of its states".to_string());
    }
    let inside: u64 = hot.iter().filter(|hot| hot.inside.is_some()).map(|hot| hot.share).sum();
    if inside >= MANY && *reduction == Reduction::default() {
        let which = match steps {
            None => Some(("steps", "")),
            Some(table) if !table.is_wide() => Some(("wide", ", although that may hide something")),
            Some(_) => None,
        };
        advice.extend(which.map(|(juc, but)| {
            format!(
                "--juc {juc}: {inside} % of the states arise inside the class library, which then takes few steps{but}"
            )
        }));
    }
    let library = hot.iter().filter(|hot| hot.place.is_none() && hot.inside.is_some());
    let (share, threads) = library.fold((0, 0), |(share, most), hot| (share + hot.share, most.max(hot.threads)));
    if share >= MANY && threads > 1 {
        advice.push(format!("fewer workers or tasks: {threads} threads of a pool make {share} % of the states"));
    }
    if let Some(top) = hot.iter().find(|hot| hot.place.is_some() && hot.share >= MANY) {
        let threads = if top.threads == 1 { "1 thread".to_string() } else { format!("{} threads", top.threads) };
        advice.push(format!(
            "fewer rounds or threads at {}: {threads} make {} % of the states there",
            top.text, top.share
        ));
    }
    let threads = hot.iter().map(|hot| hot.threads).max().unwrap_or(0);
    if threads > 2 && *symmetry == Symmetry::Off {
        advice.push(format!("--symmetry on: up to {threads} threads are at the same place"));
    }
    if preemptions.is_none() {
        advice.push("--preemptions 2: schedules with few preemptions first, and it says how far it came".to_string());
    }
    advice
}

/// Something is not modelled.
fn missing(what: &str) -> Vec<String> {
    let shipped = [
        ("net", ["java.net.", "sun.nio.ch.", "sun.net."].as_slice()),
        ("random", &["SecureRandom", "NativePRNG", "SeedGenerator"]),
        ("env", &["ProcessEnvironment"]),
        ("process", &["ProcessImpl", "ProcessHandleImpl"]),
    ];
    let Some(method) = what.strip_prefix("native method ").map(|rest| rest.lines().next().unwrap_or(rest)) else {
        return Vec::new();
    };
    // What calls it may be what a model answers.
    let of = |text: &str| shipped.iter().find(|(_, classes)| classes.iter().any(|class| text.contains(class)));
    let found = of(method).or_else(|| of(what));
    vec![match found {
        Some((set, _)) => format!("--models {set}: a model that comes with Braid"),
        None => format!("a model of {} or of what calls it: --models, --native-models", method.trim_end_matches(':')),
    }]
}
