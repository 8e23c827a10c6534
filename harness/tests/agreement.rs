//! The random referee: small random programs get the same verdict and the same set of final values from every
//! combination of options. The judge is `--reduction none --canon full --juc bytecode`.
//!
//! * In most programs all failures and all outcomes are found with `--all`: all options must find the same kinds, the same
//!   failures by their lines, the same deadlocks by the lines of their threads, and the same outcomes.
//! * In the others the first failure is compared. Verified by the judge: no options may say otherwise. Violated: all must
//!   say so, and name the same kind of violation where a program can have only one kind.
//! * The data races are compared where everything was explored: the pairs of lines.
//! * Combinations that differ only in how states are named and stored must tell the same number of states apart.
//!
//! Every program is checked with the combinations of `CORE` and with `ROTATING` more, which go through the whole product
//! from program to program. A program of library locks that is too much for the judge is judged with models; how many
//! there are is told, and so is what ran out of time.
//!
//! `BRAID_RANDOM_PROGRAMS` says how many programs (120), `BRAID_SEED` the seed of the first (1); each has the next
//! seed; `BRAID_RANDOM_SECONDS` says how long a check may take. A disagreement prints its program; `BRAID_SEED=N
//! BRAID_RANDOM_PROGRAMS=1` shows it again, and `BRAID_RANDOM_KEEP=DIR` keeps the sources. `scripts/nightly` runs 10,000.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use support::check::{Answer, Limit, Report, Target, check, in_parallel};
use support::directives::api_sources;
use support::generator::{Profile, Program, generate};
use support::jdk::{Jdk, compile, judged};
use support::product::{Canon, Choice, Juc, Reduction, Search, Store, Symmetry};
use support::temp::TempDir;

/// How many seconds one check may take; a program that takes longer in some combination is not compared with it. A check of
/// library code as bytecode may take half of that: some have millions of states.
const LIMIT: u64 = 4;
/// How many programs there are unless `BRAID_RANDOM_PROGRAMS` says otherwise.
const PROGRAMS: u64 = 120;
/// Programs compiled by one javac.
const BATCH: u64 = 200;

/// What every program is checked with besides the judge.
const CORE: [Choice; 5] = [Choice::DEFAULT, Choice::BREADTH, Choice::LOCAL, Choice::CYCLE, Choice::APART];
/// How many of all other combinations a program is checked with.
const ROTATING: u64 = 2;

/// What came of one program.
#[derive(Default)]
struct Outcome {
    /// The judge's answer.
    answer: String,
    /// States where everything was explored.
    states: BTreeMap<Choice, u64>,
    /// Combinations that gave an answer that was compared.
    compared: BTreeSet<Choice>,
    /// The number of data races that the judge reports.
    races: usize,
    /// The number of outcomes, if they were collected.
    outcomes: Option<usize>,
    /// The judge ran out of time, and models were used instead.
    by_model: bool,
    /// Combinations that ran out of time.
    slow: usize,
    disagreement: Option<String>,
}

#[test]
fn all_combinations_agree_on_random_programs() {
    let began = Instant::now();
    let programs = number("BRAID_RANDOM_PROGRAMS", PROGRAMS);
    let first = number("BRAID_SEED", 1);
    println!("{programs} programs, seeds {first} to {}", first + programs - 1);
    let jdk = judged();
    let mut outcomes = Vec::new();
    let mut seed = first;
    while seed < first + programs {
        let next = (first + programs).min(seed + BATCH);
        let batch = run_batch(&jdk, &(seed..next).map(generate).collect::<Vec<_>>());
        let wrong: Vec<&str> = batch.iter().filter_map(|outcome| outcome.disagreement.as_deref()).collect();
        // What a run that is broken off has found so far should not be lost.
        wrong.iter().for_each(|what| println!("{what}"));
        println!("seeds {seed} to {}: {} disagreements, {:.0} s", next - 1, wrong.len(), began.elapsed().as_secs_f64());
        outcomes.extend(batch);
        seed = next;
    }
    summarize(&outcomes, began.elapsed());
    let disagreements = outcomes.iter().filter(|outcome| outcome.disagreement.is_some()).count();
    assert!(disagreements == 0, "{disagreements} disagreements, printed above");
    let slow: usize = outcomes.iter().map(|outcome| outcome.slow).sum();
    assert!(slow * 3 <= outcomes.len(), "too much is too slow to be compared: {slow} checks");
}

#[test]
fn every_choice_has_its_turn() {
    let asked: BTreeSet<Choice> = (1..=PROGRAMS).flat_map(|seed| others(&generate(seed))).collect();
    let missing: Vec<Choice> =
        Choice::all().into_iter().filter(|c| *c != Choice::JUDGE && !asked.contains(c)).collect();
    assert!(missing.is_empty(), "never asked: {missing:?}");
}

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")),
        Err(_) => default,
    }
}

fn run_batch(jdk: &Jdk, programs: &[Program]) -> Vec<Outcome> {
    let folder = TempDir::new("agreement").expect("a temporary directory");
    let mut sources = api_sources().expect("java-tests/api is readable");
    for program in programs {
        let path = folder.path().join(format!("{}.java", program.name));
        std::fs::write(&path, &program.source).expect("the temporary directory is writable");
        sources.push(path);
    }
    if let Some(keep) = std::env::var_os("BRAID_RANDOM_KEEP") {
        for program in programs {
            let path = Path::new(&keep).join(format!("{}.java", program.name));
            std::fs::write(&path, &program.source).expect("the directory of BRAID_RANDOM_KEEP is writable");
        }
    }
    let classes = folder.path().join("classes");
    std::fs::create_dir(&classes).expect("the temporary directory is writable");
    let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    compile(jdk, &sources, &classes).expect("generated programs compile");
    in_parallel(programs, |program| run(program, jdk, &classes))
}

fn run(program: &Program, jdk: &Jdk, classes: &Path) -> Outcome {
    let mut outcome = Outcome::default();
    let mut flags = program.flags.clone();
    let mut args = Vec::new();
    if program.all {
        flags.push("--all".to_owned());
        args.push("collect".to_owned());
    }
    let target = Target { jdk, classes, main: &program.name, flags: &flags, args: &args };
    let checked = |choice: Choice| {
        let costly = program.library && choice.juc == Juc::Bytecode;
        let limit = Duration::from_secs(number("BRAID_RANDOM_SECONDS", LIMIT));
        let report = check(&target, choice, Limit::time(if costly { limit / 2 } else { limit }));
        report.and_then(|report| Told::new(report, program.all)).map_err(|what| format!("{choice}: {what}"))
    };
    outcome.disagreement = compare(program, &mut outcome, &checked).err().map(|what| {
        let Program { seed, profile, features, flags, source, .. } = program;
        format!("--- seed {seed}, {profile:?} {features:?} {flags:?}: {what}\n{source}")
    });
    outcome
}

/// What is compared of a report.
struct Told {
    answer: Answer,
    /// Kinds of violations other than outcomes; where everything was explored.
    kinds: BTreeSet<String>,
    /// The lines where exceptions and assertions other than those of outcomes fail.
    failures: BTreeSet<String>,
    /// The threads of each deadlock and where they stand.
    deadlocks: BTreeSet<Vec<String>>,
    outcomes: BTreeSet<u32>,
    /// Whether all there is was found.
    everything: bool,
    report: Report,
}

impl Told {
    fn new(report: Report, all: bool) -> Result<Told, String> {
        let (mut kinds, mut failures) = (BTreeSet::new(), BTreeSet::new());
        let (mut deadlocks, mut outcomes) = (BTreeSet::new(), BTreeSet::new());
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        for violation in report.json["violations"].as_array().into_iter().flatten() {
            let kind = text(&violation["kind"]);
            let message = text(&violation["message"]);
            let outcome = message.rsplit(' ').next().and_then(|word| word.parse::<u32>().ok());
            match outcome {
                Some(outcome) if kind == "assertion" && all => {
                    outcomes.insert(outcome);
                    continue;
                }
                Some(_) | None => {}
            }
            if kind == "deadlock" {
                let blocked = violation["blocked"].as_array().into_iter().flatten();
                let mut threads: Vec<String> =
                    blocked.map(|b| format!("{} {}", text(&b["thread"]), text(&b["location"]))).collect();
                threads.sort();
                deadlocks.insert(threads);
            } else {
                failures.insert(format!("{kind} {}", text(&violation["location"])));
            }
            kinds.insert(kind);
        }
        let reason = text(&report.json["reason"]);
        // Everything was explored, and nothing came of it.
        let dropped = reason.starts_with("the program drops every execution");
        let answer = match &report.answer {
            Answer::Inconclusive(_) if dropped => Answer::Verified,
            Answer::Violated(_) if reason.starts_with("the time limit") => Answer::TooSlow,
            Answer::Violated(_) if all && kinds.is_empty() => Answer::Verified,
            answer @ (Answer::Verified | Answer::Violated(_) | Answer::TooSlow | Answer::Inconclusive(_)) => {
                answer.clone()
            }
        };
        if answer != Answer::TooSlow && !reason.is_empty() && !dropped {
            return Err(format!("{reason}\n{}", report.text));
        }
        let everything = match answer {
            Answer::Verified => true,
            Answer::Violated(_) => all,
            Answer::TooSlow | Answer::Inconclusive(_) => false,
        };
        Ok(Told { answer, kinds, failures, deadlocks, outcomes, everything, report })
    }
}

/// Those that a program is checked with besides the judge: the core and some whose turn it is. With library code they run it
/// as bytecode, since there a model could stand for it.
fn others(program: &Program) -> Vec<Choice> {
    let juc = if program.library { Juc::Bytecode } else { Juc::Model };
    let all: Vec<Choice> = Choice::all().into_iter().filter(|c| *c != Choice::JUDGE && c.juc == juc).collect();
    let count = u64::try_from(all.len()).expect("a small number");
    let mut others = CORE.to_vec();
    for turn in program.seed * ROTATING..(program.seed + 1) * ROTATING {
        let choice = all[usize::try_from(turn % count).expect("a small number")];
        if !others.contains(&choice) {
            others.push(choice);
        }
    }
    others
}

/// Asks all combinations; an error tells who disagrees.
fn compare(
    program: &Program,
    outcome: &mut Outcome,
    checked: &impl Fn(Choice) -> Result<Told, String>,
) -> Result<(), String> {
    let mut judge = checked(Choice::JUDGE)?;
    if judge.answer == Answer::TooSlow {
        println!("seed {} {:?} {:?}: out of time", program.seed, program.profile, program.features);
    }
    if judge.answer == Answer::TooSlow && program.library {
        outcome.by_model = true;
        judge = checked(Choice { juc: Juc::Model, ..Choice::JUDGE })?;
    }
    outcome.answer = judge.answer.to_string();
    outcome.races = judge.report.races().len();
    if judge.answer == Answer::TooSlow {
        outcome.slow += 1;
        return Ok(());
    }
    if judge.everything {
        outcome.states.insert(Choice::JUDGE, judge.report.states());
        outcome.outcomes = program.all.then_some(judge.outcomes.len());
    }
    for choice in others(program) {
        // What is too much for the judge is too much for all but transactions.
        let models = outcome.by_model && choice.reduction != Reduction::Transactions;
        let choice = if models { Choice { juc: Juc::Model, ..choice } } else { choice };
        let other = checked(choice)?;
        if other.answer == Answer::TooSlow {
            outcome.slow += 1;
            println!("seed {} {:?} {:?}: out of time with {choice}", program.seed, program.profile, program.features);
            continue;
        }
        outcome.compared.insert(choice);
        if let Some(what) = difference(program, choice, &judge, &other) {
            return Err(format!("{what} with {choice}\n{}\n{}", judge.report.text, other.report.text));
        }
        if !other.everything {
            continue;
        }
        outcome.states.insert(choice, other.report.states());
        let named = |choice: &Choice| {
            let symmetry = if choice.can_be_symmetric() { choice.symmetry } else { Symmetry::Off };
            Choice { store: Store::Compact, canon: Canon::Incremental, symmetry, ..*choice }
        };
        let twin = outcome.states.iter().find(|(known, _)| named(known) == named(&choice));
        if let Some((twin, states)) = twin
            && *states != other.report.states()
            && !(outcome.by_model && *twin == Choice::JUDGE)
        {
            return Err(format!("{states} states with {twin}, {} with {choice}", other.report.states()));
        }
    }
    if program.profile == Profile::Outcomes && judge.answer != Answer::Verified {
        return Err(format!("something went wrong in a program without bugs\n{}", judge.report.text));
    }
    Ok(())
}

/// What the judge says and another does not.
fn difference(program: &Program, choice: Choice, judge: &Told, other: &Told) -> Option<String> {
    if program.all {
        if judge.kinds != other.kinds {
            return Some(format!("{:?}, but {:?}", judge.kinds, other.kinds));
        }
        if judge.failures != other.failures {
            return Some(format!("failures {:#?}, but {:#?}", judge.failures, other.failures));
        }
        if judge.outcomes != other.outcomes {
            return Some(format!("outcomes {:?}, but {:?}", judge.outcomes, other.outcomes));
        }
        if judge.deadlocks != other.deadlocks {
            return Some(format!("deadlocks {:#?}, but {:#?}", judge.deadlocks, other.deadlocks));
        }
    }
    let agrees = match (&judge.answer, &other.answer) {
        (Answer::Violated(kind), Answer::Violated(other)) => {
            program.all || kind == other || program.profile == Profile::Mixed
        }
        (judge, other) => judge == other,
    };
    if !agrees {
        return Some(format!("{}, but {}", judge.answer, other.answer));
    }
    // With cycles races are not looked for.
    let raced = judge.everything && choice.reduction != Reduction::Cycle;
    if raced && judge.report.races() != other.report.races() {
        return Some(format!("data races {:?}, but {:?}", judge.report.races(), other.report.races()));
    }
    None
}

fn summarize(outcomes: &[Outcome], took: Duration) {
    let mut answers = BTreeMap::<&str, usize>::new();
    let mut states = BTreeMap::<Reduction, [u64; 2]>::new();
    let mut compared = BTreeMap::<Choice, (usize, u64)>::new();
    for outcome in outcomes {
        *answers.entry(&outcome.answer).or_default() += 1;
        outcome.compared.iter().for_each(|choice| compared.entry(*choice).or_default().0 += 1);
        for (choice, count) in &outcome.states {
            compared.entry(*choice).or_default().1 += count;
        }
        // Sums of the same programs, so that they can be compared.
        let core = [Choice::JUDGE].into_iter().chain(CORE).filter(|choice| choice.symmetry == Symmetry::On);
        if core.clone().all(|choice| outcome.states.contains_key(&choice)) {
            for choice in core {
                let sum = states.entry(choice.reduction).or_default();
                sum[usize::from(choice.search == Search::Bfs)] += outcome.states[&choice];
            }
        }
    }
    let mut text = String::new();
    for (choice, (programs, states)) in compared {
        writeln!(text, "{choice:<48} {programs:>6} programs {states:>10} states").expect("writing to a string");
    }
    for (answer, count) in answers {
        writeln!(text, "{answer:<48} {count:>6} programs").expect("writing to a string");
    }
    for (reduction, [dfs, bfs]) in states {
        let reduction = format!("{reduction:?}");
        writeln!(text, "states of the same programs, {reduction:<16} {dfs:>9} {bfs:>9}").expect("writing to a string");
    }
    let sets: Vec<usize> = outcomes.iter().filter_map(|outcome| outcome.outcomes).collect();
    writeln!(text, "{} exact sets with {} outcomes in all", sets.len(), sets.iter().sum::<usize>())
        .expect("writing to a string");
    let racy = outcomes.iter().filter(|outcome| outcome.races > 0).count();
    let races: usize = outcomes.iter().map(|outcome| outcome.races).sum();
    let by_model = outcomes.iter().filter(|outcome| outcome.by_model).count();
    let slow: usize = outcomes.iter().map(|outcome| outcome.slow).sum();
    let wrong = outcomes.iter().filter(|outcome| outcome.disagreement.is_some()).count();
    println!("{text}{races} data races in {racy} programs");
    println!("{by_model} programs judged with models; {slow} checks out of time");
    println!("{} programs, {wrong} disagreements, {:.0} s", outcomes.len(), took.as_secs_f64());
}
