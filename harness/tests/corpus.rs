//! Runs every `//@ run` program of `java-tests` on the real JVM and under `braid run`, on each JDK, and compares
//! standard output, standard error and exit code byte for byte.
//!
//! `BRAID_CORPUS=substring` restricts the programs by path. `support/jdk.rs` says which JDKs there are.

mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use support::directives::{Case, Kind, load_cases};
use support::jdk::{Jdk, compile, tested};
use support::process::{Outcome, run_with_deadline};
use support::temp::TempDir;

/// Programs run side by side.
const WORKERS: usize = 2;
/// A program that takes longer than this on either side has hung.
const DEADLINE: Duration = Duration::from_secs(120);
/// How many lines of a difference are worth printing.
const EXCERPT: usize = 12;

/// One program on one JDK that did not behave as its file says.
struct Failure {
    name: String,
    jdk: u32,
    what: String,
}

#[test]
fn corpus_agrees_with_the_real_jvm() {
    let cases = load_cases().expect("java-tests is well formed");
    let filter = std::env::var("BRAID_CORPUS").unwrap_or_default();
    let selected: Vec<&Case> =
        cases.iter().filter(|case| matches!(case.kind, Kind::Run(_)) && case.is_asked_for(&filter)).collect();
    assert!(!selected.is_empty(), "no program matches BRAID_CORPUS={filter:?}");

    let mut failures = Vec::new();
    let mut runs = 0;
    for jdk in tested() {
        let here: Vec<&Case> = selected.iter().copied().filter(|case| case.runs_on(&jdk)).collect();
        runs += here.len();
        failures.extend(run_all(&here, &jdk));
    }
    report(&failures, runs);
}

/// Compiles `cases` with one javac, then compares both sides for each.
fn run_all(cases: &[&Case], jdk: &Jdk) -> Vec<Failure> {
    let classes = TempDir::new(&format!("corpus{}", jdk.version)).expect("a temporary directory");
    let sources: Vec<&Path> = cases.iter().map(|case| case.path.as_path()).collect();
    compile(jdk, &sources, classes.path()).expect("the corpus compiles");

    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(what) = compare(case, jdk, classes.path()) {
                        let failure = Failure { name: case.name(), jdk: jdk.version, what };
                        failures.lock().expect("no worker panics while reporting").push(failure);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no worker panics while reporting");
    failures.sort_by(|a, b| a.name.cmp(&b.name));
    failures
}

/// Runs one program on both sides; an error says what differs.
fn compare(case: &Case, jdk: &Jdk, classes: &Path) -> Result<(), String> {
    let Kind::Run(spec) = &case.kind else { unreachable!("only run programs are selected") };
    let mut java = Command::new(jdk.home.join("bin/java"));
    java.arg("-cp").arg(classes).arg(case.name()).args(&spec.args);
    let expected = run_with_deadline(&mut java, &spec.stdin, DEADLINE)?;
    if expected.code != Some(spec.exit) {
        return Err(format!("the real JVM ended with {:?}, the file says {}", expected.code, spec.exit));
    }

    let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
    braid.arg("run").arg("--jdk").arg(&jdk.home).arg("--classpath").arg(classes);
    braid.arg("--main").arg(case.name()).args(&spec.args).stdin(Stdio::piped());
    let started = Instant::now();
    let actual = run_with_deadline(&mut braid, &spec.stdin, DEADLINE)?;
    let difference = describe_difference(&expected, &actual, started.elapsed());

    match (&case.known_wrong, difference) {
        (None, None) | (Some(_), Some(_)) => Ok(()),
        (None, Some(difference)) => Err(difference),
        (Some(reason), None) => Err(format!("agrees now; remove `known-wrong: {reason}`")),
    }
}

/// What a reader needs in order to see where the two runs part; `None` when they are equal.
fn describe_difference(expected: &Outcome, actual: &Outcome, took: Duration) -> Option<String> {
    let Outcome { stdout, stderr, code } = expected;
    if *stdout == actual.stdout && *stderr == actual.stderr && *code == actual.code {
        return None;
    }
    let mut text = String::new();
    if *code != actual.code {
        writeln!(text, "exit code {:?}, expected {:?} (after {:.1} s)", actual.code, code, took.as_secs_f64())
            .expect("writing to a string");
    }
    excerpt(&mut text, "stdout", stdout, &actual.stdout);
    excerpt(&mut text, "stderr", stderr, &actual.stderr);
    Some(text)
}

/// The first lines that differ, `-` expected and `+` actual.
fn excerpt(text: &mut String, label: &str, expected: &[u8], actual: &[u8]) {
    if expected == actual {
        return;
    }
    let (expected, actual) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(actual));
    let (expected, actual): (Vec<&str>, Vec<&str>) = (expected.split('\n').collect(), actual.split('\n').collect());
    let same = expected.iter().zip(&actual).take_while(|(e, a)| e == a).count();
    writeln!(text, "{label} differs from line {}:", same + 1).expect("writing to a string");
    for line in expected.iter().skip(same).take(EXCERPT / 2) {
        writeln!(text, "  - {line}").expect("writing to a string");
    }
    for line in actual.iter().skip(same).take(EXCERPT) {
        writeln!(text, "  + {line}").expect("writing to a string");
    }
}

fn report(failures: &[Failure], runs: usize) {
    if failures.is_empty() {
        println!("{runs} runs agree with the real JVM");
        return;
    }
    for Failure { name, jdk, what } in failures {
        eprintln!("--- {name} on JDK {jdk}");
        for line in what.lines() {
            eprintln!("    {line}");
        }
    }
    eprintln!("\n{:<32} {:<6} first words", "program", "JDK");
    for Failure { name, jdk, what } in failures {
        let first: String = what.lines().next().unwrap_or_default().chars().take(80).collect();
        eprintln!("{name:<32} {jdk:<6} {first}");
    }
    let programs: BTreeSet<&str> = failures.iter().map(|failure| failure.name.as_str()).collect();
    panic!("{} of {runs} runs ({} programs) differ from the real JVM", failures.len(), programs.len());
}
