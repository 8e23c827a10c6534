//! The random referee: small random programs get the same verdict and the same set of final values from every
//! combination of options, with `--reduction none` as the judge.
//!
//! * Verified by the judge: nobody may say otherwise. Violated: everybody must say so, and name the same kind of
//!   violation where a program can have only one kind.
//! * Of verified programs the data races are compared: the pairs of lines.
//! * Of programs in which nothing can go wrong, the set of outcomes is found with transactions: while an outcome is not
//!   among the arguments an assertion fails that names it. The judge then must know no other outcome. That those found
//!   exist is shown by their schedules.
//!
//! `BRAID_RANDOM_PROGRAMS` says how many programs (200), `BRAID_SEED` the seed of the first (1); each has the next
//! seed. A disagreement prints its program; `BRAID_SEED=N BRAID_RANDOM_PROGRAMS=1` shows it again.

mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use support::check::{Answer, Combination, Report, Target, check, in_parallel};
use support::directives::api_sources;
use support::generator::{Profile, Program, generate};
use support::jdk::{Jdk, compile, find_jdk};
use support::temp::TempDir;

/// How long one check may take; a program that takes longer in some combination is not compared with it.
const LIMIT: Duration = Duration::from_secs(10);
/// Programs compiled by one javac.
const BATCH: u64 = 500;
/// A set of outcomes is at most this large: five variables of four values.
const OUTCOMES: usize = 1024;

/// What the judge is compared with.
const OTHERS: [Combination; 6] = [
    Combination::Local,
    Combination::Transactions,
    Combination::Breadth,
    Combination::Exact,
    Combination::Cycle,
    Combination::Bytecode,
];

/// What came of one program.
#[derive(Default)]
struct Outcome {
    /// The judge's answer.
    answer: String,
    states: BTreeMap<Combination, u64>,
    /// The number of data races that the judge reports.
    races: usize,
    /// The number of outcomes, if they were counted.
    outcomes: Option<usize>,
    /// Combinations that ran out of time.
    slow: usize,
    disagreement: Option<String>,
}

#[test]
fn all_combinations_agree_on_random_programs() {
    let began = Instant::now();
    let programs = number("BRAID_RANDOM_PROGRAMS", 200);
    let first = number("BRAID_SEED", 1);
    println!("{programs} programs, seeds {first} to {}", first + programs - 1);
    let jdk = find_jdk(17).expect("JDK 17 is installed");
    let mut outcomes = Vec::new();
    let mut seed = first;
    while seed < first + programs {
        let next = (first + programs).min(seed + BATCH);
        outcomes.extend(run_batch(&jdk, &(seed..next).map(generate).collect::<Vec<_>>()));
        seed = next;
    }
    summarize(&outcomes, began.elapsed());
    let disagreements: Vec<&str> = outcomes.iter().filter_map(|outcome| outcome.disagreement.as_deref()).collect();
    assert!(disagreements.is_empty(), "{} disagreements:\n{}", disagreements.len(), disagreements.join("\n"));
    let slow: usize = outcomes.iter().map(|outcome| outcome.slow).sum();
    assert!(slow * 10 <= outcomes.len(), "too much is too slow to be compared: {slow} checks");
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
    let classes = folder.path().join("classes");
    std::fs::create_dir(&classes).expect("the temporary directory is writable");
    let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    compile(jdk, &sources, &classes).expect("generated programs compile");
    in_parallel(programs, |program| run(program, jdk, &classes))
}

fn run(program: &Program, jdk: &Jdk, classes: &Path) -> Outcome {
    let mut outcome = Outcome::default();
    let checked = |combination, args: &[String]| {
        check(&Target { jdk, classes, main: &program.name, flags: &[], args }, combination, LIMIT)
            .map_err(|what| format!("{combination} {args:?}: {what}"))
    };
    outcome.disagreement = compare(program, &mut outcome, &checked).err().map(|what| {
        let Program { seed, profile, source, .. } = program;
        format!("--- seed {seed}, {profile:?}: {what}\n{source}")
    });
    outcome
}

/// Asks all combinations; an error tells who disagrees.
fn compare(
    program: &Program,
    outcome: &mut Outcome,
    checked: &impl Fn(Combination, &[String]) -> Result<Report, String>,
) -> Result<(), String> {
    let judge = checked(Combination::None, &[])?;
    outcome.answer = judge.answer.to_string();
    outcome.states.insert(Combination::None, judge.states());
    outcome.races = judge.races().len();
    if judge.answer == Answer::TooSlow {
        outcome.slow += 1;
        return Ok(());
    }
    for combination in OTHERS {
        if combination == Combination::Bytecode && !program.locks {
            // There is nothing that a model could stand for.
            continue;
        }
        let other = checked(combination, &[])?;
        outcome.states.insert(combination, other.states());
        let agrees = match (&judge.answer, &other.answer) {
            (Answer::Violated(kind), Answer::Violated(other)) => kind == other || program.profile == Profile::Mixed,
            (judge, Answer::Verified) => *judge == Answer::Verified,
            (_, Answer::TooSlow) => {
                outcome.slow += 1;
                true
            }
            (_, Answer::Violated(_) | Answer::Inconclusive(_)) => false,
        };
        let both_verified = (&judge.answer, &other.answer) == (&Answer::Verified, &Answer::Verified);
        // With cycles races are not looked for.
        if both_verified && combination != Combination::Cycle && judge.races() != other.races() {
            return Err(format!(
                "other data races with {combination}: {:?} and {:?}\n{}\n{}",
                judge.races(),
                other.races(),
                judge.text,
                other.text
            ));
        }
        if !agrees {
            return Err(format!(
                "{} without reduction, {} with {combination}\n{}\n{}",
                judge.answer, other.answer, judge.text, other.text
            ));
        }
    }
    let states = |combination| outcome.states[&combination];
    if states(Combination::Transactions) != states(Combination::Exact) && outcome.slow == 0 {
        return Err("keys and numbers do not tell the same states apart".to_owned());
    }
    if program.profile == Profile::Outcomes {
        if judge.answer != Answer::Verified {
            return Err(format!("something went wrong in a program without bugs\n{}", judge.text));
        }
        outcome.outcomes = compare_outcomes(outcome, checked)?;
    }
    Ok(())
}

/// Finds all outcomes with transactions and asks the judge whether there are others.
fn compare_outcomes(
    outcome: &mut Outcome,
    checked: &impl Fn(Combination, &[String]) -> Result<Report, String>,
) -> Result<Option<usize>, String> {
    // No outcome is negative.
    let mut known = vec!["-1".to_owned()];
    loop {
        let report = checked(Combination::Transactions, &known)?;
        match &report.answer {
            Answer::Verified => break,
            Answer::TooSlow => {
                outcome.slow += 1;
                return Ok(None);
            }
            Answer::Violated(_) | Answer::Inconclusive(_) => {}
        }
        let message = report.json["violation"]["message"].as_str().unwrap_or_default();
        let found = message.rsplit(' ').next().unwrap_or_default().to_owned();
        if found.parse::<u32>().is_err() || known.contains(&found) || known.len() > OUTCOMES {
            return Err(format!("transactions with outcomes {known:?}: no new outcome in\n{}", report.text));
        }
        known.push(found);
    }
    for combination in [Combination::None, Combination::Breadth] {
        let report = checked(combination, &known)?;
        match report.answer {
            Answer::Verified => {}
            Answer::TooSlow => outcome.slow += 1,
            Answer::Violated(_) | Answer::Inconclusive(_) => {
                return Err(format!("{combination} finds more outcomes than {known:?}\n{}", report.text));
            }
        }
    }
    Ok(Some(known.len() - 1))
}

fn summarize(outcomes: &[Outcome], took: Duration) {
    let mut answers = BTreeMap::<&str, usize>::new();
    let mut states = BTreeMap::<Combination, u64>::new();
    for outcome in outcomes {
        *answers.entry(&outcome.answer).or_default() += 1;
        for (combination, count) in &outcome.states {
            // What a search finds first is no measure of anything.
            if outcome.answer == Answer::Verified.to_string() {
                *states.entry(*combination).or_default() += count;
            }
        }
    }
    let mut text = String::new();
    for (answer, count) in answers {
        writeln!(text, "{answer:<40} {count:>6} programs").expect("writing to a string");
    }
    for (combination, count) in states {
        writeln!(text, "states of verified programs, {combination:<16} {count:>9}").expect("writing to a string");
    }
    let sets: Vec<usize> = outcomes.iter().filter_map(|outcome| outcome.outcomes).collect();
    let racy = outcomes.iter().filter(|outcome| outcome.races > 0).count();
    let races: usize = outcomes.iter().map(|outcome| outcome.races).sum();
    println!("{races} data races in {racy} programs");
    let slow: usize = outcomes.iter().map(|outcome| outcome.slow).sum();
    println!("{text}{} exact sets with {} outcomes in all", sets.len(), sets.iter().sum::<usize>());
    println!("{slow} checks out of time; {:.0} s", took.as_secs_f64());
}
