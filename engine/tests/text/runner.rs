//! One door for all programs: each is checked with every combination of options, by the referee, and by replay.
//!
//! A file has programs after lines `=== name`. Before a line `---` stands what is expected:
//!
//! * `verdict:` `verified`, or all kinds of violations, with commas between them;
//! * `outcomes:` what executions end with, with bars between them;
//! * `states:` how many states there are with each reduction that can verify, in the order of their list, all threads told apart;
//! * `symmetric:` the same where threads that are alike are taken for each other, which never happens without reduction; no
//!   fewer if the line is missing;
//! * `split:` at least so many states are isomorphic to others and have another key up to symmetry; none if the line is missing;
//! * `races:` how many data races are reported, by the reductions that show them; zero if the line is missing;
//! * `options:` `spurious`; `virtual` (the time), which the referee does not know; `few`: not every combination, for what
//!   takes long; `unrefereed`: time is part of the referee's states, so loops of timed waits do not close there.

use crate::machine::{machine, options};
use braid_engine::check::{
    Assumptions, Audit, Canon, Checker, Consistency, Evidence, Options, Reduction, Search, StateIdentity, StopReason,
    Store, Symmetry, Termination, Time, Verdict, Violation, ViolationKind, judge,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

/// All reductions that can verify.
fn reductions() -> impl Iterator<Item = Reduction> {
    Reduction::ALL.iter().copied().filter(|reduction| reduction.is_complete())
}

/// Of ten combinations of options every third is taken where few are asked for: what remains has both orders, both ways to name
/// states, both ways to store them, and symmetry.
const FEW: usize = 3;

/// When to begin to look for endless loops: nothing that is expected depends on it.
const LOOK_AFTER: [u64; 3] = [1, 50, 1_000_000];

/// A program and what is expected of it.
struct Case {
    name: String,
    text: String,
    verdict: BTreeSet<String>,
    outcomes: BTreeSet<String>,
    states: Vec<u64>,
    symmetric: Option<Vec<u64>>,
    split: u64,
    races: usize,
    spurious: bool,
    time: Time,
    refereed: bool,
    few: bool,
}

/// What one search said.
#[derive(PartialEq, Eq, Debug)]
struct Said {
    violations: BTreeSet<String>,
    outcomes: BTreeSet<String>,
    states: u64,
    races: usize,
}

/// Checks all programs of a file.
pub fn check_topic(topic: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/programs/{topic}.text"));
    let text = std::fs::read_to_string(&path).expect("the programs are readable");
    let only = std::env::var("BRAID_PROGRAM").ok();
    let mut cases = cases(&text);
    cases.retain(|case| only.as_ref().is_none_or(|only| case.name == *only));
    if std::env::var_os("BRAID_BLESS").is_some() {
        std::fs::write(&path, bless(&text, &cases)).expect("the programs are writable");
        return;
    }
    assert!(!cases.is_empty() || only.is_some(), "{topic} has no programs");
    let wrong: Vec<String> = cases.iter().flat_map(check).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn cases(text: &str) -> Vec<Case> {
    text.split("\n=== ").skip(1).map(case).collect()
}

fn case(text: &str) -> Case {
    let (head, body) = text.split_once("\n---\n").expect("a line of dashes ends what is expected");
    let (name, head) = head.split_once('\n').expect("what is expected follows the name");
    let list = |line: &str, between: char| line.split(between).map(|word| word.trim().to_owned()).collect();
    let mut case = Case {
        name: name.trim().to_owned(),
        text: body.to_owned(),
        verdict: BTreeSet::new(),
        outcomes: BTreeSet::new(),
        states: Vec::new(),
        symmetric: None,
        split: 0,
        races: 0,
        spurious: false,
        time: Time::Free,
        refereed: true,
        few: false,
    };
    for line in head.lines().filter(|line| !line.starts_with('#')) {
        let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("{name}: {line:?}"));
        match key {
            "verdict" if value == "verified" => {}
            "verdict" => case.verdict = list(value, ','),
            "outcomes" => case.outcomes = list(value, '|'),
            "states" => case.states = numbers(value),
            "symmetric" => case.symmetric = Some(numbers(value)),
            "split" => case.split = value.parse().expect("a number of states"),
            "races" => case.races = value.parse().expect("a number of races"),
            "options" => {
                for option in value.split(' ') {
                    match option {
                        "spurious" => case.spurious = true,
                        "virtual" => (case.time, case.refereed) = (Time::Patient, false),
                        "few" => case.few = true,
                        "unrefereed" => case.refereed = false,
                        _ => panic!("{name}: no option is called {option:?}"),
                    }
                }
            }
            _ => panic!("{name}: nothing is expected of {key:?}"),
        }
    }
    case
}

fn numbers(list: &str) -> Vec<u64> {
    list.split(' ').map(|n| n.parse().expect("a number of states")).collect()
}

fn kind(kind: &ViolationKind) -> String {
    match kind {
        ViolationKind::Deadlock => "deadlock".to_owned(),
        ViolationKind::Assertion => "assertion".to_owned(),
        ViolationKind::Uncaught(class) => format!("uncaught {class}"),
        ViolationKind::Livelock => "livelock".to_owned(),
        ViolationKind::Race => "race".to_owned(),
    }
}

impl Case {
    fn options(&self, reduction: Reduction) -> Options {
        Options { reduction, spurious: self.spurious, time: self.time, symmetry: Symmetry::Off, ..options() }
    }

    /// One search of everything.
    fn search(&self, options: Options) -> Result<Said, String> {
        let mut vm = machine(&self.text);
        let shows_races = options.reduction.shows_races();
        let store = options.store;
        let mut checker = Checker::new(&mut vm, options);
        let verdict = checker.run();
        let violations: BTreeSet<String> = checker.violations().iter().map(|found| kind(&found.kind())).collect();
        match (verdict, checker.ended_early()) {
            (Verdict::Inconclusive(reason), _) => return Err(format!("inconclusive: {reason:?}")),
            (Verdict::Verified(_) | Verdict::Violated(_), Some(reason)) => {
                return Err(format!("ended early: {reason:?}"));
            }
            (Verdict::Verified(_), None) if !violations.is_empty() => return Err("verified, and violated".to_owned()),
            (Verdict::Violated(_), None) if violations.is_empty() => return Err("violated, by nothing".to_owned()),
            (Verdict::Verified(rests_on), None) if !fits(&rests_on, store, checker.races().is_empty()) => {
                return Err(format!("verified, but not under {rests_on:?}"));
            }
            (Verdict::Verified(_) | Verdict::Violated(_), None) => {}
        }
        // Others find data races only by chance.
        let counted = checker.races().iter().filter(|_| shows_races);
        let (states, races) = (checker.stats().states, counted.count());
        Ok(Said { violations, outcomes: checker.outcomes().clone(), states, races })
    }

    /// The numbers of states, one for each reduction.
    fn count(&self, symmetry: Symmetry) -> Vec<u64> {
        let options = reductions().map(|reduction| Options { symmetry, ..self.options(reduction) });
        options.map(|options| self.search(options).map_or(0, |said| said.states)).collect()
    }

    /// How many states there are to be, with a reduction and with or without symmetry.
    fn states(&self, at: usize, symmetry: Symmetry) -> u64 {
        let states = match (symmetry, &self.symmetric) {
            (Symmetry::On, Some(symmetric)) => symmetric,
            (Symmetry::On, None) | (Symmetry::Off | Symmetry::Audit, _) => &self.states,
        };
        states.get(at).copied().unwrap_or(0)
    }
}

/// The options with every order, every way to name states and every way to store them.
fn combinations(options: &Options) -> Vec<Options> {
    let mut all = Vec::new();
    for search in [Search::Dfs, Search::Bfs] {
        if options.reduction.needs_stack() && search != Search::Dfs {
            continue;
        }
        for canon in [Canon::Incremental, Canon::Full] {
            all.extend([Store::Compact, Store::Exact].map(|store| Options { search, canon, store, ..options.clone() }));
        }
        all.push(Options { search, symmetry: Symmetry::On, ..options.clone() });
    }
    all
}

/// What differs from what is expected.
fn check(case: &Case) -> Vec<String> {
    let mut wrong: Vec<String> = Vec::new();
    for (at, reduction) in reductions().enumerate() {
        let expected = |symmetry| Said {
            violations: case.verdict.clone(),
            outcomes: case.outcomes.clone(),
            states: case.states(at, symmetry),
            races: if reduction.shows_races() { case.races } else { 0 },
        };
        // What is said, and with which options: mostly the same with all.
        let mut told: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let combinations = combinations(&case.options(reduction));
        let step = if case.few { FEW } else { 1 };
        let default = case.options(reduction);
        let patient = LOOK_AFTER.map(|look_after| Options { look_after, ..default.clone() });
        let patient = patient.into_iter().filter(|_| reduction == Reduction::Transactions);
        for with in combinations.into_iter().step_by(step).chain(patient) {
            let (said, apart) = (case.search(with.clone()), case.states(at, Symmetry::Off));
            // Whether symmetry pays may depend on the order.
            let gave_up = apart >= TRIAL && said.as_ref().is_ok_and(|said| said.states == apart);
            let expected = expected(if gave_up { Symmetry::Off } else { with.symmetry });
            if said.as_ref() != Ok(&expected) {
                let Options { search, canon, store, symmetry, look_after, .. } = with;
                let options = format!("{search:?} {canon:?} {store:?} symmetry {symmetry:?} {look_after}");
                told.entry(format!("{said:?}\n    instead of {expected:?}")).or_default().push(options);
            }
        }
        for (said, options) in told {
            let options = options.join(", ");
            wrong.push(format!("{} {reduction:?} ({options}): {said}", case.name));
        }
        wrong.extend(replay(case, reduction));
        wrong.extend(audit(case, reduction, case.states(at, Symmetry::On)));
    }
    wrong.extend(referee(case));
    wrong
}

/// So many states may be stored before the search may find that symmetry does not pay.
const TRIAL: u64 = 200;

/// Whether keys up to symmetry are what trying all permutations of threads gives, and the search stores one state for each.
fn audit(case: &Case, reduction: Reduction, stored: u64) -> Option<String> {
    let mut vm = machine(&case.text);
    let options = Options { symmetry: Symmetry::Audit, outcomes: false, ..case.options(reduction) };
    let mut checker = Checker::new(&mut vm, options);
    checker.run();
    let gave_up = stored >= TRIAL && stored == checker.stats().states;
    let audit = checker.audit()?;
    let Audit { passed_over, confused, split, .. } = *audit;
    // What transactions are cut at to find cycles depends on which states are open.
    let counts = reduction != Reduction::Cycle && passed_over == 0 && !gave_up && checker.is_symmetric();
    let allowed = if case.split > 0 { case.split..=u64::MAX } else { 0..=0 };
    // Where symmetry gained nothing and stood in the way of lock disciplines, the search went on without it.
    let stood_in_the_way = || {
        let mut vm = machine(&case.text);
        let mut checker = Checker::new(&mut vm, Options { symmetry: Symmetry::On, ..case.options(reduction) });
        checker.run();
        !checker.is_symmetric()
    };
    let differs = |keys: u64| keys != stored && !(keys > stored && stood_in_the_way());
    let wrong = confused > 0 || !allowed.contains(&split) && counts || counts && differs(audit.keys());
    let (keys, orbits) = (audit.keys(), audit.orbits());
    let text = format!("{} {reduction:?} audit: {keys} keys, {orbits} orbits, {stored} stored", case.name);
    wrong.then(|| format!("{text}, {confused} confused, {split} split, {passed_over} passed over"))
}

/// What the referee says otherwise.
fn referee(case: &Case) -> Option<String> {
    if !case.refereed {
        return None;
    }
    let ruling = judge(&mut machine(&case.text), &case.options(Reduction::None));
    let violations: BTreeSet<String> = ruling.violations.iter().map(kind).collect();
    let agrees = ruling.stopped.is_none() && violations == case.verdict && ruling.outcomes == case.outcomes;
    (!agrees).then(|| format!("{} referee: {:?} {violations:?} {:?}", case.name, ruling.stopped, ruling.outcomes))
}

/// Whether the first violation of a search that stops there leads to the same violation on another machine.
fn replay(case: &Case, reduction: Reduction) -> Option<String> {
    let options = Options { all: false, outcomes: false, ..case.options(reduction) };
    let mut vm = machine(&case.text);
    let found = match Checker::new(&mut vm, options.clone()).run() {
        Verdict::Verified(_) if case.verdict.is_empty() => return None,
        // Every execution was dropped, or it is one of those that the search of everything tells.
        Verdict::Violated(found) if case.verdict.contains(&kind(&found.kind())) => found,
        Verdict::Inconclusive(StopReason::Dropped(_)) if case.verdict.is_empty() => return None,
        Verdict::Verified(_) => return Some(format!("{} {reduction:?}: verified when it stops early", case.name)),
        Verdict::Violated(found) => return Some(format!("{} {reduction:?}: first {:?}", case.name, found.kind())),
        Verdict::Inconclusive(reason) => return Some(format!("{} {reduction:?}: first {reason:?}", case.name)),
    };
    let mut vm = machine(&case.text);
    let again = Checker::new(&mut vm, options).replay(&found.counterexample.schedule);
    let same = again.as_ref().is_some_and(|again| again.kind() == found.kind() && blocked(again) == blocked(&found));
    (!same).then(|| format!("{} {reduction:?}: {:?} does not replay", case.name, found.kind()))
}

/// Whether what a *verified* rests on is what the search did.
fn fits(rests_on: &Assumptions, store: Store, is_race_free: bool) -> bool {
    let identity = match (store, rests_on.identity) {
        (Store::Compact, Some(StateIdentity::Keys(missed))) => missed > 0.0 && missed < 1e-20,
        (Store::Exact, Some(StateIdentity::Exact)) => true,
        (Store::Compact, Some(StateIdentity::Exact) | None) => false,
        (Store::Exact, Some(StateIdentity::Keys(_)) | None) => false,
    };
    identity
        && rests_on.termination == Termination::Fairness
        && (rests_on.consistency != Consistency::Racy) == is_race_free
        && rests_on.consistency != Consistency::Unfinished
}

/// How many threads a deadlock blocks.
fn blocked(violation: &Violation) -> usize {
    match &violation.evidence {
        Evidence::Deadlock { blocked } => blocked.len(),
        Evidence::Uncaught(_) | Evidence::Livelock { .. } | Evidence::Race(_) => 0,
    }
}

/// The file with today's numbers of states.
fn bless(text: &str, cases: &[Case]) -> String {
    let mut out = String::new();
    let mut counts: Option<[Vec<u64>; 2]> = None;
    let told = |counts: &[u64]| counts.iter().map(u64::to_string).collect::<Vec<String>>().join(" ");
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("=== ") {
            let case = cases.iter().find(|case| case.name == name.trim());
            counts = case.map(|case| [Symmetry::Off, Symmetry::On].map(|symmetry| case.count(symmetry)));
        }
        if (line.starts_with("states:") || line.starts_with("symmetric:")) && counts.is_some() {
            continue;
        }
        if line == "---"
            && let Some([apart, alike]) = counts.take()
        {
            writeln!(out, "states: {}", told(&apart)).expect("invariant: strings grow");
            if alike != apart {
                writeln!(out, "symmetric: {}", told(&alike)).expect("invariant: strings grow");
            }
        }
        writeln!(out, "{line}").expect("invariant: strings grow");
    }
    out
}
