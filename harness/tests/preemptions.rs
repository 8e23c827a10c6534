//! `--preemptions N`: schedules with at most N preemptions, fewer first. Each program here shows its violation with a number of
//! preemptions that is known, and with no fewer.

mod support;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use support::jdk::{compile, judged};
use support::process::run_with_deadline;
use support::temp::TempDir;

const DEADLINE: Duration = Duration::from_secs(120);

/// Two threads that hand over to each other and take back what they have written, in as many turns as the program is told. Whoever
/// is not preempted right after it has written takes it back before the other one looks.
const PROGRAM: &str = r#"
public class Turns {
    static volatile int x, y;
    static volatile boolean reached;

    static void one(int turns) {
        x = 1;
        if (turns == 1) { x = 0; return; }
        if (y == 1) {
            if (turns == 2) reached = true;
            x = 2;
            if (turns > 3 && y == 2) reached = true;
        }
        x = 0;
    }

    static void other(int turns) {
        if (x == 1) {
            if (turns == 1) { reached = true; return; }
            y = 1;
            if (x == 2) {
                if (turns == 3) reached = true;
                y = 2;
            }
            y = 0;
        }
    }

    public static void main(String[] args) throws Exception {
        int turns = Integer.parseInt(args[0]);
        Thread one = new Thread(() -> one(turns));
        Thread other = new Thread(() -> other(turns));
        boolean swapped = args[1].equals("swapped");
        (swapped ? other : one).start();
        (swapped ? one : other).start();
        one.join();
        other.join();
        if (reached) throw new AssertionError();
    }
}
"#;

/// A deadlock needs one preemption; so does none of the threads that spin.
const INVERSION: &str = r#"
public class Inversion {
    public static void main(String[] args) {
        Object a = new Object(), b = new Object();
        new Thread(() -> { synchronized (a) { synchronized (b) { } } }).start();
        new Thread(() -> { synchronized (b) { synchronized (a) { } } }).start();
    }
}
"#;

/// Some schedule leaves the loop, but none without preemptions does.
const SPINS: &str = r#"
public class Spins {
    static volatile boolean set;
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> set = true);
        thread.start();
        while (!set) { }
    }
}
"#;

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = TempDir::new("preemptions").expect("a temporary directory");
        let mut sources = Vec::new();
        for (name, text) in [("Turns", PROGRAM), ("Inversion", INVERSION), ("Spins", SPINS)] {
            let source = folder.path().join(format!("{name}.java"));
            std::fs::write(&source, text).expect("the program is written");
            sources.push(source);
        }
        let sources: Vec<&Path> = sources.iter().map(|path| path.as_path()).collect();
        compile(&judged(), &sources, folder.path()).expect("the programs compile");
        Folder(folder)
    }

    /// The exit code and the report, or what is wrong with the words.
    fn check(&self, options: &[&str], program: &[&str]) -> (Option<i32>, Value, String) {
        let report = self.0.path().join("report.json");
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.arg("check").current_dir(self.0.path()).args(options);
        braid.arg("--report").arg(format!("json={}", report.display())).arg("--jdk").arg(&judged().home);
        braid.args(["--classpath", ".", "--main"]).args(program);
        let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("the check ends");
        let json = std::fs::read_to_string(&report).unwrap_or_default();
        let said = [outcome.stdout, outcome.stderr].concat();
        (outcome.code, serde_json::from_str(&json).unwrap_or(Value::Null), String::from_utf8_lossy(&said).into_owned())
    }
}

fn reason(report: &Value) -> &str {
    report["reason"].as_str().unwrap_or("none")
}

#[test]
fn a_violation_shows_with_as_many_preemptions_as_it_needs_and_no_fewer() {
    let folder = Folder::new();
    for needed in 1..=4 {
        for order in ["plain", "swapped"] {
            for ways in [&[][..], &["--search", "bfs"], &["--reduction", "none"], &["--reduction", "local"]] {
                let turns = needed.to_string();
                let program = ["Turns", &turns, order];
                let (fewer, enough) = ((needed - 1).to_string(), needed.to_string());
                let words: Vec<&str> = [ways, &["--preemptions", &fewer]].concat();
                let (code, report, said) = folder.check(&words, &program);
                let found = match needed - 1 {
                    0 => "no violation without preemptions, which".to_string(),
                    1 => "no violation with at most 1 preemption, which".to_string(),
                    n => format!("no violation with at most {n} preemptions, which"),
                };
                assert_eq!(
                    (code, &report["verdict"]),
                    (Some(2), &"inconclusive".into()),
                    "{program:?} {words:?}: {said}"
                );
                assert!(reason(&report).starts_with(&found), "{program:?} {words:?}: {said}");
                let words: Vec<&str> = [ways, &["--preemptions", &enough]].concat();
                let (code, report, said) = folder.check(&words, &program);
                assert_eq!(code, Some(1), "{program:?} {words:?}: {said}");
                assert_eq!(report["violation"]["kind"], "assertion", "{said}");
            }
        }
    }
}

#[test]
fn who_waits_is_not_preempted() {
    let folder = Folder::new();
    let (code, report, said) = folder.check(&["--preemptions", "0"], &["Inversion"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(reason(&report).starts_with("no violation without preemptions"), "{said}");
    let (code, report, said) = folder.check(&["--preemptions", "1"], &["Inversion"]);
    assert_eq!((code, &report["violation"]["kind"]), (Some(1), &"deadlock".into()), "{said}");
}

#[test]
fn nothing_is_verified_and_no_loop_is_a_livelock() {
    let folder = Folder::new();
    for most in ["0", "1", "5"] {
        let (code, report, said) = folder.check(&["--preemptions", most], &["Spins"]);
        assert_eq!((code, &report["violation"]), (Some(2), &Value::Null), "{said}");
    }
    let (code, _, said) = folder.check(&[], &["Spins"]);
    assert_eq!(code, Some(0), "{said}");
    // No schedule has as many.
    let (code, report, said) = folder.check(&["--preemptions", "100"], &["Turns", "0", "plain"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(reason(&report).contains("and no schedule has more; livelocks were not looked for"), "{said}");
}

#[test]
fn a_limit_tells_how_far_it_came() {
    let folder = Folder::new();
    let (code, report, said) = folder.check(&["--preemptions", "9", "--max-states", "3"], &["Turns", "0", "plain"]);
    assert_eq!(code, Some(2), "{said}");
    let none = "the limit of 3 states is reached; not even the schedules without preemptions were all explored";
    assert_eq!(reason(&report), none, "{said}");
    let (code, report, said) = folder.check(&["--preemptions", "9", "--max-states", "20"], &["Turns", "0", "plain"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(reason(&report).starts_with("the limit of 20 states is reached; no violation "), "{said}");
}

#[test]
fn what_cannot_be_bounded_is_refused() {
    let folder = Folder::new();
    for (words, wanted) in [
        (&["--search", "random"][..], "it cannot go with --search random"),
        (&["--search", "pct"], "it cannot go with --search pct"),
        (&["--reduction", "cycle"], "it cannot go with --reduction cycle"),
        (&["--referee"], "--preemptions does not go with --referee"),
    ] {
        let words: Vec<&str> = [words, &["--preemptions", "2"]].concat();
        let (code, _, said) = folder.check(&words, &["Spins"]);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains(wanted), "{said}");
    }
}
