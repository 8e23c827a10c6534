//! `--all` finds every violation once: those of different kinds or at different places.

mod support;

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use support::jdk::judged;
use support::process::run_with_deadline;
use support::temp::TempDir;

/// Two assertions that can fail and a deadlock; the exception at the end cannot be reached.
const PROGRAM: &str = r#"
public class Many {
    static int n;
    static final Object A = new Object(), B = new Object();
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (A) {
                n = 1;
                synchronized (B) { }
            }
        });
        t.start();
        int seen = n;
        assert seen == 0;
        synchronized (B) {
            synchronized (A) { }
        }
        assert seen == 1;
        throw new IllegalStateException();
    }
}
"#;

/// Two loops that no thread ends, one or the other, and an assertion that can fail.
const LOOPS: &str = r#"
public class Loops {
    static volatile int turn;
    static volatile boolean stop;
    public static void main(String[] args) throws Exception {
        new Thread(() -> turn = 1).start();
        int seen = turn;
        assert turn == seen;
        if (seen == 0) {
            while (!stop) { }
        }
        while (!stop) {
            Thread.onSpinWait();
        }
    }
}
"#;

/// The main thread always fails; the other one fails only after what the main thread does shortly before.
const BESIDE: &str = r#"
public class Beside {
    static volatile int v;
    static int n;
    static final Object L = new Object();
    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            assert v == 0;
            synchronized (L) {
                assert n == 0;
            }
        }).start();
        v = 1;
        synchronized (L) {
            n = 1;
        }
        throw new IllegalStateException();
    }
}
"#;

const ALL: [&[&str]; 5] = [
    &["--all"],
    &["--all", "--search", "bfs"],
    &["--all", "--reduction", "none"],
    &["--all", "--reduction", "local"],
    &["--all", "--reduction", "cycle"],
];

/// Kinds and lines of the violations that a check with these options reports, and its text.
fn violations(name: &str, program: &str, options: &[&str]) -> (BTreeSet<(String, u64)>, String) {
    let jdk = judged();
    let scratch = TempDir::new("all").expect("a temporary directory");
    let (source, file) = (scratch.path().join(format!("{name}.java")), scratch.path().join("report.json"));
    std::fs::write(&source, program.trim_start()).expect("a file can be written");
    let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
    braid.arg("check").args(options).arg("--jdk").arg(&jdk.home);
    braid.arg("--report").arg(format!("json={}", file.display())).arg(&source);
    let outcome = run_with_deadline(&mut braid, "", Duration::from_secs(60)).expect("the check ends");
    let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
    assert_eq!(outcome.code, Some(1), "{options:?}: {text}");
    let json: Value = serde_json::from_str(&std::fs::read_to_string(&file).expect("a report")).expect("JSON");
    let violations = json["violations"].as_array().expect("a list of violations");
    assert_eq!(json["violation"], violations[0]);
    let found: BTreeSet<(String, u64)> = violations
        .iter()
        .map(|v| (v["kind"].as_str().unwrap_or_default().to_owned(), v["line"].as_u64().unwrap_or(0)))
        .collect();
    assert_eq!(found.len(), violations.len(), "{options:?}: a violation twice\n{text}");
    // One search is enough for this.
    for violation in violations.iter().filter(|_| options.len() == 1) {
        let token = violation["token"].as_str().expect("a token");
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.arg("replay").arg(token).arg("--jdk").arg(&jdk.home).arg(&source);
        let outcome = run_with_deadline(&mut braid, "", Duration::from_secs(60)).expect("the replay ends");
        let replayed = String::from_utf8_lossy(&outcome.stdout).into_owned();
        let place = format!("{name}.java:{}: error:", violation["line"].as_u64().unwrap_or(0));
        assert!(replayed.contains(&place), "{options:?}: {token} does not show {place}\n{replayed}");
    }
    (found, text)
}

#[test]
fn all_violations_are_found_once() {
    for options in ALL {
        let (found, text) = violations("Many", PROGRAM, options);
        // Where the deadlock is reported depends on which of the two threads is named first.
        let kinds: Vec<(&str, u64)> =
            found.iter().map(|(k, l)| (k.as_str(), if k == "deadlock" { 0 } else { *l })).collect();
        assert_eq!(kinds, [("assertion", 13), ("assertion", 17), ("deadlock", 0)], "{options:?}\n{text}");
        assert!(text.contains("3 different violations"), "{text}");
    }
}

#[test]
fn loops_that_never_end_do_not_hide_others() {
    for options in ALL {
        let (found, text) = violations("Loops", LOOPS, options);
        let found: Vec<(&str, u64)> = found.iter().map(|(kind, line)| (kind.as_str(), *line)).collect();
        assert_eq!(found, [("assertion", 7), ("livelock", 9), ("livelock", 11)], "{options:?}\n{text}");
    }
}

#[test]
fn failures_do_not_hide_those_of_other_threads() {
    for options in ALL {
        let (found, text) = violations("Beside", BESIDE, options);
        let found: Vec<(&str, u64)> = found.iter().map(|(kind, line)| (kind.as_str(), *line)).collect();
        let uncaught = "uncaught java.lang.IllegalStateException";
        assert_eq!(found, [("assertion", 7), ("assertion", 9), (uncaught, 16)], "{options:?}\n{text}");
    }
}

#[test]
fn one_violation_is_enough_otherwise() {
    assert_eq!(violations("Beside", BESIDE, &[]).0.len(), 1);
    assert_eq!(violations("Many", PROGRAM, &[]).0.len(), 1);
    assert_eq!(violations("Loops", LOOPS, &[]).0.len(), 1);
}
