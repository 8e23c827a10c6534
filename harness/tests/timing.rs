//! `--time auto`: the verdict is that of patient time, and what goes wrong only when a timed wait expires early is told beside it.

mod support;

use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use support::jdk::judged;
use support::process::run_with_deadline;
use support::temp::TempDir;

const DEADLINE: Duration = Duration::from_secs(120);

/// A latch that is opened, awaited with patience.
const LATCH: &str = "
    static volatile int x;
    public static void main(String[] args) throws Exception {
        var done = new java.util.concurrent.CountDownLatch(1);
        Thread worker = new Thread(() -> {
            x = 1;
            done.countDown();
        }, \"worker\");
        worker.start();
        if (!done.await(5, java.util.concurrent.TimeUnit.SECONDS)) throw new IllegalStateException(\"late\");
    }";
/// A clock that is not to run on meanwhile.
const CLOCK: &str = "
    public static void main(String[] args) throws Exception {
        long began = System.nanoTime();
        Thread worker = new Thread(() -> { }, \"worker\");
        worker.start();
        worker.join();
        if (System.nanoTime() - began > 60_000_000_000L) throw new IllegalStateException(\"slow\");
    }";
/// Wrong whatever time does.
const WRONG: &str = "
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> { throw new IllegalStateException(\"wrong\"); }, \"worker\");
        worker.start();
        worker.join(1000);
    }";
/// Fine whatever time does.
const FINE: &str = "
    static volatile int x;
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> { x = 1; x = 2; x = 3; }, \"worker\");
        worker.start();
        worker.join(1000);
    }";
/// A loop that waits for the clock to move on.
const LOOP: &str = "
    static volatile int x;
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> { x = 1; }, \"worker\");
        worker.start();
        long began = System.nanoTime();
        while (System.nanoTime() - began < 1_000_000) { }
    }";
/// Time means nothing to it.
const TIMELESS: &str = "
    static volatile int x;
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> { x = 1; }, \"worker\");
        worker.start();
        worker.join();
    }";

struct Checked {
    code: Option<i32>,
    report: Value,
    text: String,
}

impl Checked {
    fn outcome(&self) -> (Option<i32>, &str, &str) {
        let timing = self.report["timing"]["verdict"].as_str().unwrap_or("none");
        (self.code, self.report["verdict"].as_str().unwrap_or("none"), timing)
    }

    fn assumes(&self, what: &str) -> bool {
        let list = self.report["assumptions"].as_array().expect("a report lists its assumptions");
        list.iter().any(|assumption| assumption.as_str().is_some_and(|text| text.contains(what)))
    }

    fn states(&self) -> u64 {
        self.report["stats"]["states"].as_u64().expect("statistics are numbers")
    }
}

fn check(body: &str, options: &[&str]) -> Checked {
    let folder = TempDir::new("timing").expect("a temporary directory");
    let file = folder.path().join("Timed.java");
    std::fs::write(&file, format!("public class Timed {{{body}\n}}\n")).expect("the program is written");
    let report = folder.path().join("report.json");
    let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
    braid.arg("check").args(options).arg("--report").arg(format!("json={}", report.display()));
    braid.arg("--jdk").arg(&judged().home).arg(&file);
    let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("the check ends");
    let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
    if let Some(token) = serde_json::from_str::<Value>(&std::fs::read_to_string(&report).unwrap_or_default())
        .ok()
        .and_then(|report| Some(report["timing"]["violations"][0]["token"].as_str()?.to_owned()))
    {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.arg("replay").arg(&token).arg("--jdk").arg(&judged().home).arg(&file);
        let replayed = run_with_deadline(&mut braid, "", DEADLINE).expect("the replay ends");
        assert_eq!(replayed.code, Some(1), "{token} shows nothing");
    }
    let report = std::fs::read_to_string(&report).expect("there is a report");
    Checked { code: outcome.code, report: serde_json::from_str(&report).expect("it is JSON"), text }
}

#[test]
fn an_early_expiry_is_told_beside_the_verdict() {
    let found = check(LATCH, &[]);
    assert_eq!(found.outcome(), (Some(0), "verified", "violated"), "{}", found.text);
    assert!(found.report["violations"].as_array().is_some_and(Vec::is_empty));
    assert!(found.assumes("timed waits expire only when no thread can do more than spin"));
    assert!(found.assumes("when one expires earlier, something goes wrong"));
    let early = &found.report["timing"]["violations"][0];
    assert_eq!(early["kind"], "uncaught java.lang.IllegalStateException");
    assert_eq!((&early["early"][0]["what"], &early["early"][0]["place"]["line"]), (&"wait".into(), &10.into()));
    assert_eq!(early["early"][0]["beside"][0]["thread"], "worker");
    for wanted in [
        "verified with patient time only: ",
        "Timed.java:10: warning: timing: holds unless a timed wait expires early: `await(5, SECONDS)` at Timed.java:10 can time out while worker ",
        "then: uncaught exception: java.lang.IllegalStateException: late at Timed.java:10\nto see it:\n    braid replay b1-",
    ] {
        assert!(found.text.contains(wanted), "no {wanted} in\n{}", found.text);
    }
    let found = check(CLOCK, &[]);
    assert_eq!(found.outcome(), (Some(0), "verified", "violated"), "{}", found.text);
    let early = &found.report["timing"]["violations"][0]["early"][0];
    assert_eq!((&early["what"], &early["place"]["line"]), (&"look".into(), &7.into()));
    assert!(found.text.contains("`nanoTime()` at Timed.java:7 can find that much time has passed"), "{}", found.text);
}

#[test]
fn timing_decides_whether_it_fails_the_check() {
    for body in [LATCH, CLOCK] {
        let found = check(body, &["--timing", "error"]);
        assert_eq!(found.outcome(), (Some(1), "violated", "violated"), "{}", found.text);
        assert!(found.text.contains("if that is not meant, see --time"), "{}", found.text);
        let found = check(body, &["--timing", "off"]);
        assert_eq!(found.outcome(), (Some(0), "verified", "none"), "{}", found.text);
        assert!(found.assumes("what goes wrong when one expires earlier was not looked for"), "{}", found.text);
    }
    // What is fine is so with every word.
    for timing in ["warn", "error"] {
        let found = check(FINE, &["--timing", timing]);
        assert_eq!(found.outcome(), (Some(0), "verified", "verified"), "{}", found.text);
        assert!(found.assumes("any timed wait may expire at any moment"));
        assert!(!found.assumes("timed waits expire only when"), "nothing is assumed about expiry:\n{}", found.text);
    }
}

#[test]
fn what_patient_time_shows_is_a_violation() {
    for timing in ["warn", "error", "off"] {
        let found = check(WRONG, &["--timing", timing]);
        assert_eq!(found.outcome(), (Some(1), "violated", "none"), "{}", found.text);
        assert_eq!(found.report["violation"]["note"], Value::Null, "no early expiry is to blame");
    }
}

#[test]
fn where_patience_says_nothing_the_verdict_is_that_of_free_time() {
    let found = check(LOOP, &["--time", "patient"]);
    assert_eq!(found.outcome(), (Some(2), "inconclusive", "none"), "{}", found.text);
    let found = check(LOOP, &[]);
    assert_eq!(found.outcome(), (Some(0), "verified", "verified"), "{}", found.text);
    assert!(found.assumes("any timed wait may expire at any moment"), "{}", found.text);
    let found = check(LOOP, &["--timing", "off"]);
    assert_eq!(found.outcome(), (Some(2), "inconclusive", "none"), "{}", found.text);
}

#[test]
fn without_time_there_is_one_search() {
    let found = check(TIMELESS, &[]);
    assert_eq!(found.outcome(), (Some(0), "verified", "none"), "{}", found.text);
    assert_eq!(found.report["timed"], false);
    assert!(found.assumes("time plays no part"));
    assert!(!found.assumes("expire"));
    let fixed = check(TIMELESS, &["--time", "free"]);
    assert_eq!(found.states(), fixed.states());
    assert!(fixed.assumes("time plays no part"));
}

#[test]
fn a_limit_of_the_second_search_is_named() {
    let patient = check(FINE, &["--time", "patient"]);
    assert_eq!(patient.outcome(), (Some(0), "verified", "none"));
    let both = check(FINE, &[]);
    let free = both.report["timing"]["stats"]["states"].as_u64().expect("statistics are numbers");
    assert_eq!(both.states(), patient.states() + free, "the figures are those of both");
    // Enough for the first search, and one less than both have: the limit is one for both.
    let limit = (both.states() - 1).to_string();
    let found = check(FINE, &["--max-states", &limit]);
    assert_eq!(found.outcome(), (Some(0), "verified", "inconclusive"), "{}", found.text);
    let named = format!("was not looked for in every schedule: the limit of {limit} states is reached");
    assert!(found.assumes(&named), "{}", found.text);
    let found = check(FINE, &["--timing", "error", "--max-states", &limit]);
    assert_eq!(found.outcome(), (Some(2), "inconclusive", "inconclusive"), "{}", found.text);
    assert!(found.text.contains("with timed waits that expire early: the limit of"), "{}", found.text);
}

#[test]
fn fixed_times_make_one_search() {
    for (time, outcome) in [("patient", (Some(0), "verified", "none")), ("free", (Some(1), "violated", "none"))] {
        let found = check(LATCH, &["--time", time]);
        assert_eq!(found.outcome(), outcome, "{time}: {}", found.text);
    }
    let old = check(LATCH, &["--time", "virtual"]);
    assert_eq!((old.outcome().1, &old.report["options"]["time"]), ("verified", &"patient".into()));
    // Outcomes are those of all waits that may expire.
    let found = check(LATCH, &["--outcomes"]);
    assert_eq!((found.outcome().1, &found.report["options"]["time"]), ("violated", &"free".into()));
    assert_eq!(found.report["outcomes"], serde_json::json!(["!java.lang.IllegalStateException", "-"]));
    let found = check(LATCH, &["--all"]);
    assert_eq!(found.outcome(), (Some(0), "verified", "violated"), "{}", found.text);
}

#[test]
fn all_reports_tell_it() {
    let folder = TempDir::new("timing").expect("a temporary directory");
    let file = folder.path().join("Timed.java");
    std::fs::write(&file, format!("public class Timed {{{LATCH}\n}}\n")).expect("the program is written");
    let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
    braid.arg("check").current_dir(folder.path()).arg("--jdk").arg(&judged().home);
    let kinds = ["json", "sarif", "junit", "html", "github", "gitlab"];
    for kind in kinds {
        braid.args(["--report", &format!("{kind}=report.{kind}")]);
    }
    let outcome = run_with_deadline(braid.arg("Timed.java"), "", DEADLINE).expect("the check ends");
    assert_eq!(outcome.code, Some(0));
    let read = |kind: &str| {
        std::fs::read_to_string(folder.path().join(format!("report.{kind}"))).expect("there is a report of each kind")
    };
    let json = |kind: &str| serde_json::from_str::<Value>(&read(kind)).expect("it is JSON");
    let takes = "`await(5, SECONDS)` at Timed.java:10 can time out while worker ";
    let sarif = json("sarif");
    let results = sarif["runs"][0]["results"].as_array().expect("a list");
    assert_eq!((results.len(), &results[0]["level"]), (1, &"warning".into()), "{results:?}");
    assert!(results[0]["message"]["text"].as_str().is_some_and(|text| text.contains(takes)), "{results:?}");
    assert!(!results[0]["codeFlows"][0]["threadFlows"].as_array().is_some_and(Vec::is_empty), "it has a schedule");
    let gitlab = json("gitlab");
    assert_eq!((&gitlab[0]["check_name"], &gitlab[0]["severity"]), (&"braid/timing".into(), &"major".into()));
    assert!(gitlab[0]["description"].as_str().is_some_and(|text| text.contains(takes)), "{gitlab}");
    let github = read("github");
    assert!(github.starts_with("::warning ") && github.contains(takes) && !github.contains("::error"), "{github}");
    let junit = read("junit");
    assert!(junit.contains("failures=\"0\"") && junit.contains("warning: timing: holds unless"), "{junit}");
    let html = read("html");
    assert!(html.contains("can time out while worker ") && html.contains("steps-f2"), "no player for it");
    // What was verified then is not checked again, and is told again.
    let mut again = Command::new(env!("CARGO_BIN_EXE_braid"));
    again.arg("check").current_dir(folder.path()).arg("--jdk").arg(&judged().home);
    again.args(["--unchanged-since", "report.json", "Timed.java"]);
    let outcome = run_with_deadline(&mut again, "", DEADLINE).expect("the check ends");
    let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
    assert!(text.contains("unchanged since the earlier report") && text.contains("warning: timing"), "{text}");
}
