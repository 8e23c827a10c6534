//! The referee on programs whose verdicts are known, on both JDKs; what it refuses; and what `--outcomes` tells.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use support::check::{Answer, Report, Target, ask, in_parallel};
use support::directives::{Case, CheckSpec, Kind, Verdict, api_sources, is_quick, load_cases};
use support::jdk::{Jdk, compile, judged, tested};
use support::temp::TempDir;

/// Programs that are small enough.
const SMALL: [&str; 20] = [
    "AliveAfterRead",
    "AssumeDrops",
    "AtomicAssume",
    "AtomicDeadlock",
    "AtomicWaits",
    "ChooseAll",
    "DaemonBlocked",
    "HookFails",
    "InitRecursive",
    "InterruptEndsWait",
    "InterruptUnparks",
    "LostWakeUp",
    "MissedSignal",
    "NotifyUnowned",
    "ParkPermit",
    "ReferenceCleared",
    "SeesBlocked",
    "SleepIsNoSync",
    "SpuriousIf",
    "WaitKeepsDepth",
];
const LIMIT: Duration = Duration::from_secs(60);

/// One list of options and arguments of a program, and what is to come of it.
struct Job {
    name: String,
    flags: Vec<String>,
    args: Vec<String>,
    expected: Verdict,
}

#[test]
fn the_referee_knows_what_is_known() {
    let cases = load_cases().expect("java-tests is readable");
    let small: Vec<&Case> = cases.iter().filter(|case| SMALL.contains(&case.name().as_str())).collect();
    assert_eq!(small.len(), SMALL.len(), "a program is missing");
    let jobs: Vec<Job> = small.iter().flat_map(|case| jobs(case)).collect();
    let sources: Vec<PathBuf> = small.iter().map(|case| case.path.clone()).collect();
    let count = if is_quick() { 1 } else { usize::MAX };
    for jdk in tested().into_iter().take(count) {
        let version = jdk.version;
        let folder = compiled(&jdk, &sources);
        let wrong = in_parallel(&jobs, |job| wrong(job, &jdk, folder.path()));
        let wrong: Vec<String> = wrong.into_iter().flatten().collect();
        assert!(wrong.is_empty(), "JDK {version}:\n{}", wrong.join("\n"));
    }
}

fn jobs(case: &Case) -> Vec<Job> {
    let Kind::Check(CheckSpec { verdict, revisions, outcomes, .. }) = &case.kind else {
        panic!("{} is not checked", case.name())
    };
    let job = |flags: &[String], args: Vec<String>, expected: Verdict| Job {
        name: case.name(),
        // What commutes, and data races, are nothing to the referee.
        flags: flags.iter().filter(|flag| *flag == "--spurious").cloned().collect(),
        args,
        expected,
    };
    let mut jobs: Vec<Job> =
        revisions.iter().map(|revision| job(&revision.flags, revision.args.clone(), verdict.clone())).collect();
    if !outcomes.is_empty() {
        let only = ["only".to_owned()].into_iter().chain(outcomes.iter().cloned()).collect();
        jobs = vec![job(&[], only, Verdict::Verified)];
        jobs.extend(outcomes.iter().map(|outcome| job(&[], vec![outcome.clone()], Verdict::Assertion)));
    }
    jobs
}

fn wrong(job: &Job, jdk: &Jdk, classes: &Path) -> Option<String> {
    let target = Target { jdk, classes, main: &job.name, flags: &job.flags, args: &job.args };
    let report = match ask(&target, &["--referee"], LIMIT) {
        Ok(report) => report,
        Err(what) => return Some(format!("{}: {what}", job.name)),
    };
    let expected = match &job.expected {
        Verdict::Verified => {
            return (report.answer != Answer::Verified).then(|| format!("{}: {}", job.name, report.text));
        }
        Verdict::Deadlock => "deadlock".to_owned(),
        Verdict::Assertion => "assertion".to_owned(),
        Verdict::Uncaught(class) => format!("uncaught {class}"),
        Verdict::Livelock => "livelock".to_owned(),
        Verdict::Race | Verdict::Inconclusive(_) => panic!("{} is not for the referee", job.name),
    };
    let violations = report.json["violations"].as_array().into_iter().flatten();
    let found = violations.into_iter().any(|violation| violation["kind"] == expected);
    (!found).then(|| format!("{} {:?}: {expected} is missing: {}", job.name, job.args, report.text))
}

fn compiled(jdk: &Jdk, sources: &[PathBuf]) -> TempDir {
    let folder = TempDir::new("referee").expect("a temporary directory");
    let api = api_sources().expect("java-tests/api is readable");
    let sources: Vec<&Path> = sources.iter().chain(&api).map(PathBuf::as_path).collect();
    compile(jdk, &sources, folder.path()).expect("the programs compile");
    folder
}

/// Threads that record values in any order, wait for each other in vain, and fail.
const ENDS: &str = r#"
public class Ends {
    static final Object A = new Object(), B = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            braid.Braid.outcome("x");
            synchronized (A) { synchronized (B) { } }
        });
        thread.start();
        braid.Braid.outcome("7");
        synchronized (B) { synchronized (A) { } }
        thread.join();
        if (args.length > 0) {
            braid.Braid.outcome(null);
            throw new IllegalStateException();
        }
    }
}
"#;

fn ends(words: &[&str], args: &[&str]) -> Report {
    outcomes_of("Ends", ENDS, words, args)
}

fn outcomes_of(name: &str, source: &str, words: &[&str], args: &[&str]) -> Report {
    let jdk = judged();
    let sources = TempDir::new("ends").expect("a temporary directory");
    let path = sources.path().join(format!("{name}.java"));
    std::fs::write(&path, source).expect("the temporary directory is writable");
    let classes = compiled(&jdk, &[path]);
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let target = Target { jdk: &jdk, classes: classes.path(), main: name, flags: &[], args: &args };
    ask(&target, words, LIMIT).expect("a check ends")
}

#[test]
fn every_end_is_an_outcome() {
    let every = [
        &["--outcomes"][..],
        &["--outcomes", "--referee"],
        &["--outcomes", "--search", "bfs", "--store", "exact"],
        &["--outcomes", "--reduction", "cycle"],
        &["--outcomes", "--reduction", "none", "--canon", "full"],
    ];
    for words in every {
        let report = ends(words, &[]);
        let expected = ["7 x", "7 x !deadlock", "x 7", "x 7 !deadlock"];
        assert_eq!(report.outcomes(), BTreeSet::from(expected.map(str::to_owned)), "{words:?}: {}", report.text);
        assert!(report.text.contains("executions end with:\n    7 x\n    7 x !deadlock\n    x 7\n"), "{}", report.text);
        let report = ends(words, &["fail"]);
        let failed = ["7 x !deadlock", "x 7 !deadlock"].map(str::to_owned);
        let failed = failed
            .into_iter()
            .chain(["7 x", "x 7"].map(|recorded| format!("{recorded} null !java.lang.IllegalStateException")));
        assert_eq!(report.outcomes(), failed.collect(), "{words:?}: {}", report.text);
    }
    assert!(ends(&[], &[]).json["outcomes"].is_null());
}

/// Two threads that record something.
const RECORDS: &str = r#"
public class Records {
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            braid.Braid.outcome("a");
            braid.Braid.outcome("b");
        });
        thread.start();
        braid.Braid.outcome("c");
        thread.join();
    }
}
"#;

#[test]
fn values_are_recorded_in_any_order() {
    for words in [&["--outcomes"][..], &["--outcomes", "--referee"], &["--outcomes", "--store", "exact"]] {
        let report = outcomes_of("Records", RECORDS, words, &[]);
        let expected = BTreeSet::from(["a b c", "a c b", "c a b"].map(str::to_owned));
        assert_eq!(report.outcomes(), expected, "{words:?}: {}", report.text);
    }
}

/// Two threads that fail, one because of what the other has done right before.
const FAILS: &str = r#"
public class Fails {
    static volatile int v;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            v = 1;
            throw new IllegalStateException();
        }).start();
        if (v == 1) {
            throw new IllegalArgumentException();
        }
    }
}
"#;

#[test]
fn a_failure_lets_others_fail_first() {
    for words in [&["--outcomes"][..], &["--outcomes", "--referee"], &["--outcomes", "--reduction", "cycle"]] {
        let report = outcomes_of("Fails", FAILS, words, &[]);
        let expected = ["!java.lang.IllegalArgumentException", "!java.lang.IllegalStateException"];
        assert_eq!(report.outcomes(), BTreeSet::from(expected.map(str::to_owned)), "{words:?}: {}", report.text);
    }
}

/// Small programs, of which an argument chooses one.
const SCENES: &str = r#"
import braid.Braid;

public class Scenes {
    static class Slow {
        static final int X;
        static { X = v + 1; }
    }

    static final Object LOCK = new Object();
    static volatile int v, w;
    static int seen;

    static void other(String scene) throws InterruptedException {
        switch (scene) {
            case "buffering" -> { v = 1; seen = w; }
            case "loading" -> { int first = w; v = 1; seen = first; }
            case "initializer" -> seen = Slow.X;
            case "choice" -> seen = Braid.choose(3);
            case "timed" -> { synchronized (LOCK) { if (v == 0) LOCK.wait(1); seen = v; } }
            case "lock" -> { synchronized (LOCK) { seen++; } }
            default -> throw new AssertionError(scene);
        }
    }

    static int own(String scene) {
        switch (scene) {
            case "buffering": w = 1; return v;
            case "loading": int first = v; w = 1; return first;
            case "initializer": v = 1; return Slow.X;
            case "choice": return 0;
            case "timed": synchronized (LOCK) { v = 1; LOCK.notify(); } return 0;
            case "lock": synchronized (LOCK) { return ++seen; }
            default: throw new AssertionError(scene);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                other(args[0]);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        int own = own(args[0]);
        thread.join();
        Braid.outcome("" + own + seen);
    }
}
"#;

#[test]
fn the_referee_finds_what_there_is() {
    for (scene, expected) in [
        ("buffering", &["01", "10", "11"][..]),
        ("loading", &["00", "01", "10"]),
        ("initializer", &["11", "22"]),
        ("choice", &["00", "01", "02"]),
        ("timed", &["00", "01"]),
        ("lock", &["12", "22"]),
    ] {
        for words in [&["--outcomes", "--referee"][..], &["--outcomes"]] {
            let report = outcomes_of("Scenes", SCENES, words, &[scene]);
            let expected: BTreeSet<String> = expected.iter().map(|&outcome| outcome.to_owned()).collect();
            assert_eq!(report.outcomes(), expected, "{scene} {words:?}: {}", report.text);
        }
    }
}

#[test]
fn a_limit_ends_the_referee_without_a_verdict() {
    let report = ends(&["--referee", "--outcomes", "--max-states", "10"], &[]);
    assert!(matches!(report.answer, Answer::Inconclusive(_)), "{}", report.text);
    assert!(report.text.contains("the limit of 10 states is reached"), "{}", report.text);
    assert!(report.text.contains("as far as they were explored"), "{}", report.text);
}

#[test]
fn options_that_do_not_apply_are_refused_by_name() {
    for words in [
        &["--reduction", "none"][..],
        &["--search", "bfs"],
        &["--time", "virtual"],
        &["--races", "error"],
        &["--canon", "full"],
        &["--store", "exact"],
        &["--max-depth", "3"],
    ] {
        let Output { status, stderr, .. } = Command::new(env!("CARGO_BIN_EXE_braid"))
            .args(["check", "--referee"])
            .args(words)
            .arg("Nowhere.java")
            .output()
            .expect("the command runs");
        let text = String::from_utf8_lossy(&stderr);
        assert_eq!(status.code(), Some(3), "{text}");
        assert!(text.contains(words[0]) && text.contains("does not go with --referee"), "{text}");
    }
}
