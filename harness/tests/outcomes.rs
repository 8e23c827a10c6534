//! Sets of outcomes: on small random programs the referee and all combinations of options must find the same set, and
//! what a real JVM shows must be in it.
//!
//! A tiny program is explored by `--referee`; a larger one, or one that is too much for the referee, is judged by
//! `--reduction none --canon full --juc bytecode`. Every program is checked with the default options and with `ROTATING`
//! more combinations, which go through the whole product from program to program.
//!
//! `BRAID_SMALL_PROGRAMS` says how many programs (300), `BRAID_SEED` the seed of the first (1). `BRAID_SMALL_SECONDS` says
//! how long a check may take, `BRAID_SMALL_STATES` how many states the referee may explore, `BRAID_SMALL_KITS` (comma
//! separated) which kits programs are made of, `BRAID_SMALL_KEEP=DIR` keeps the sources. `BRAID_WITNESSES` says how many
//! programs run on real JVMs (24), `BRAID_WITNESS_MILLIS` for how long each. `scripts/nightly` runs 20,000.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use support::check::{Answer, Report, Target, ask, in_parallel};
use support::directives::{api_sources, java_tests};
use support::jdk::{Jdk, compile, judged, tested};
use support::process::run_with_deadline;
use support::product::Choice;
use support::small::kits::Kit;
use support::small::{Size, Small, generate};
use support::temp::TempDir;

/// Seconds that one check may take.
const LIMIT: u64 = 4;
/// Programs compiled by one javac.
const BATCH: u64 = 150;
/// How many combinations a program is checked with besides the default and its judge.
const ROTATING: u64 = 1;
/// States that the referee may explore.
const STATES: u64 = 20_000;

/// What came of one program.
#[derive(Default)]
struct Compared {
    by_referee: bool,
    referee_states: u64,
    outcomes: usize,
    checks: usize,
    slow: usize,
    disagreement: Option<String>,
}

#[test]
fn all_find_the_same_outcomes() {
    let began = Instant::now();
    let (programs, first) = (number("BRAID_SMALL_PROGRAMS", 300), number("BRAID_SEED", 1));
    let jdk = judged();
    let mut all = Vec::new();
    let mut seed = first;
    while seed < first + programs {
        let next = (first + programs).min(seed + BATCH);
        let batch: Vec<Small> = (seed..next).map(program).collect();
        let folder = compiled(&jdk, &batch, |program| &program.source);
        let compared = in_parallel(&batch, |program| compare(program, &jdk, &folder.path().join("classes")));
        let wrong = compared.iter().filter(|compared| compared.disagreement.is_some()).count();
        compared.iter().filter_map(|compared| compared.disagreement.as_deref()).for_each(|what| println!("{what}"));
        println!("seeds {seed} to {}: {wrong} disagreements, {:.0} s", next - 1, began.elapsed().as_secs_f64());
        all.extend(compared);
        seed = next;
    }
    let sum = |of: fn(&Compared) -> usize| all.iter().map(of).sum::<usize>();
    let refereed = sum(|compared| usize::from(compared.by_referee));
    let states: u64 = all.iter().map(|compared| compared.referee_states).sum();
    let slow = sum(|compared| compared.slow);
    println!(
        "{} programs, {refereed} by the referee ({states} states), {} outcomes, {} checks, {slow} out of time, {:.0} s",
        all.len(),
        sum(|compared| compared.outcomes),
        sum(|compared| compared.checks),
        began.elapsed().as_secs_f64()
    );
    let wrong = sum(|compared| usize::from(compared.disagreement.is_some()));
    assert!(wrong == 0, "{wrong} disagreements, printed above");
    assert!(refereed * 3 >= all.len() || programs < 50, "the referee has judged only {refereed} programs");
    assert!(slow * 5 <= all.len() || programs < 50, "too much is too slow to be compared: {slow} checks");
}

#[test]
fn a_jvm_shows_nothing_else() {
    let witnesses = usize::try_from(number("BRAID_WITNESSES", 24)).expect("a small number");
    let first = number("BRAID_SEED", 1);
    let programs: Vec<Small> = (first..).map(program).filter(|program| program.ordered).take(witnesses).collect();
    let jdk = judged();
    let folder = compiled(&jdk, &programs, |program| &program.source);
    let sets = in_parallel(&programs, |program| outcomes_of(program, &jdk, &folder.path().join("classes")));
    for jdk in tested() {
        let version = jdk.version;
        let delayed = compiled(&jdk, &programs, |program| &program.delayed);
        let shown = witness(&jdk, &programs, delayed.path());
        let mut wrong = Vec::new();
        let mut seen = 0;
        for (program, set) in programs.iter().zip(&sets) {
            let Some(set) = set else { continue };
            let Some(shown) = shown.get(&program.name) else { continue };
            seen += shown.len();
            for outcome in shown.difference(set) {
                wrong.push(format!(
                    "JDK {version} shows {outcome:?}, which is none of {set:?}: {:?}\n{}",
                    program.kits, program.source
                ));
            }
        }
        let all: usize = sets.iter().flatten().map(BTreeSet::len).sum();
        println!("JDK {version}: {seen} of {all} outcomes of {} programs seen", programs.len());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(seen >= programs.len() / 2, "the JVM has shown next to nothing");
    }
}

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")),
        Err(_) => default,
    }
}

/// The program of a seed.
fn program(seed: u64) -> Small {
    match std::env::var("BRAID_SMALL_KITS") {
        Ok(names) => {
            let named = |kit: &Kit| names.split(',').any(|name| format!("{kit:?}") == name);
            let left_out: Vec<Kit> = Kit::ALL.into_iter().filter(|kit| !named(kit)).collect();
            generate(seed, &left_out)
        }
        Err(_) => generate(seed, &[]),
    }
}

/// A folder with the compiled programs below `classes`.
fn compiled(jdk: &Jdk, programs: &[Small], source: impl Fn(&Small) -> &str) -> TempDir {
    let folder = TempDir::new("outcomes").expect("a temporary directory");
    let mut sources = api_sources().expect("java-tests/api is readable");
    sources.push(java_tests().join("../harness/tests/support/small/Delay.java"));
    for program in programs {
        let file = format!("{}.java", program.name);
        let path = folder.path().join(&file);
        std::fs::write(&path, source(program)).expect("the temporary directory is writable");
        sources.push(path);
        if let Some(keep) = std::env::var_os("BRAID_SMALL_KEEP") {
            std::fs::write(Path::new(&keep).join(&file), &program.source).expect("BRAID_SMALL_KEEP is writable");
        }
    }
    let classes = folder.path().join("classes");
    std::fs::create_dir(&classes).expect("the temporary directory is writable");
    let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    compile(jdk, &sources, &classes).expect("generated programs compile");
    folder
}

/// Asks for the outcomes of a program.
fn asked(program: &Small, jdk: &Jdk, classes: &Path, words: &[&str]) -> Result<Report, String> {
    let target = Target { jdk, classes, main: &program.name, flags: &program.flags, args: &[] };
    let words: Vec<&str> = words.iter().copied().chain(["--outcomes", "--races", "off"]).collect();
    let limit = Duration::from_secs(number("BRAID_SMALL_SECONDS", LIMIT));
    ask(&target, &words, limit).map_err(|what| format!("{}: {what}", words.join(" ")))
}

/// Whether everything was explored. Violations may have been found when a limit was reached.
fn is_complete(report: &Report) -> bool {
    let reason = report.json["reason"].as_str().unwrap_or_default();
    reason.is_empty() && matches!(report.answer, Answer::Verified | Answer::Violated(_))
}

/// Whether a search ended at a limit, and not because something is not modelled.
fn is_slow(report: &Report) -> bool {
    let reason = report.json["reason"].as_str().unwrap_or_default();
    reason.contains("limit")
}

fn outcomes_of(program: &Small, jdk: &Jdk, classes: &Path) -> Option<BTreeSet<String>> {
    let report = asked(program, jdk, classes, &[]).expect("a check ends");
    // What comes after a failure is not followed, but a JVM goes on.
    let fails = report.outcomes().iter().any(|outcome| outcome.contains('!'));
    (is_complete(&report) && !fails).then(|| report.outcomes())
}

fn compare(program: &Small, jdk: &Jdk, classes: &Path) -> Compared {
    let mut compared = Compared::default();
    compared.disagreement = compare_all(program, jdk, classes, &mut compared).err().map(|what| {
        let Small { seed, kits, flags, source, .. } = program;
        format!("--- seed {seed}, {kits:?} {flags:?}: {what}\n{source}")
    });
    compared
}

fn compare_all(program: &Small, jdk: &Jdk, classes: &Path, compared: &mut Compared) -> Result<(), String> {
    let checked = |words: &[&str]| asked(program, jdk, classes, words);
    let mut judge = None;
    if program.size == Size::Tiny {
        let report = checked(&["--referee", "--max-states", &number("BRAID_SMALL_STATES", STATES).to_string()])?;
        match (is_complete(&report), is_slow(&report)) {
            (true, _) => {
                compared.by_referee = true;
                compared.referee_states = report.states();
                judge = Some(report);
            }
            (false, true) => {}
            (false, false) => return Err(format!("the referee says {}", report.text)),
        }
    }
    let judge = match judge {
        Some(judge) => judge,
        None => checked(&Choice::JUDGE.flags())?,
    };
    if !is_complete(&judge) {
        compared.slow += usize::from(is_slow(&judge));
        return if is_slow(&judge) { Ok(()) } else { Err(judge.text) };
    }
    compared.outcomes = judge.outcomes().len();
    let all = Choice::all();
    let count = all.len() as u64;
    let turns = program.seed * ROTATING..(program.seed + 1) * ROTATING;
    let others = turns.map(|turn| all[usize::try_from(turn % count).expect("a small number")]);
    for choice in [Choice::DEFAULT].into_iter().chain(others) {
        let other = checked(&choice.flags())?;
        if is_slow(&other) {
            compared.slow += 1;
            continue;
        }
        compared.checks += 1;
        let kinds = |report: &Report| -> BTreeSet<String> {
            let violations = report.json["violations"].as_array().into_iter().flatten();
            violations.filter_map(|violation| Some(violation["kind"].as_str()?.to_owned())).collect()
        };
        let (expected, found) = (judge.outcomes(), other.outcomes());
        if expected != found {
            let missing: Vec<&String> = expected.difference(&found).collect();
            let wrong: Vec<&String> = found.difference(&expected).collect();
            return Err(format!("missing {missing:?}, too many {wrong:?} with {choice}\n{}", other.text));
        }
        if kinds(&judge) != kinds(&other) {
            return Err(format!("{:?}, but {:?} with {choice}", kinds(&judge), kinds(&other)));
        }
    }
    Ok(())
}

/// Runs programs on a JVM again and again: what each has ended with.
fn witness(jdk: &Jdk, programs: &[Small], folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let driver = folder.join("driver");
    std::fs::create_dir(&driver).expect("the temporary directory is writable");
    let support = java_tests().join("../harness/tests/support/small");
    let sources = [support.join("Witness.java"), support.join("Delay.java")];
    compile(jdk, &sources.iter().map(PathBuf::as_path).collect::<Vec<_>>(), &driver).expect("the driver compiles");
    let millis = number("BRAID_WITNESS_MILLIS", 400);
    let mut java = Command::new(jdk.home.join("bin/java"));
    java.arg("-cp").arg(&driver).arg("Witness").arg(folder.join("classes")).arg(millis.to_string());
    java.args(programs.iter().map(|program| &program.name));
    let patience = Duration::from_millis(millis * programs.len() as u64) + Duration::from_secs(120);
    let outcome = run_with_deadline(&mut java, "", patience).expect("the JVM runs");
    let text = String::from_utf8_lossy(&outcome.stdout);
    assert_eq!(outcome.code, Some(0), "{text}{}", String::from_utf8_lossy(&outcome.stderr));
    let mut shown = BTreeMap::<String, BTreeSet<String>>::new();
    for (name, outcome) in text.lines().filter_map(|line| line.split_once(' ')) {
        shown.entry(name.to_owned()).or_default().insert(outcome.to_owned());
    }
    shown
}
