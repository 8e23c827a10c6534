//! The token of every counterexample shows the same run again, in a process that has searched nothing; broken and foreign
//! tokens are refused; schedules are shown with fewer context switches than they were found with.
//!
//! `BRAID_REPLAY=substring` restricts the programs by path.

mod support;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use support::check::in_parallel;
use support::directives::{Case, CheckSpec, Kind, Verdict, api_sources, load_cases};
use support::jdk::{Jdk, compile, judged};
use support::process::{Outcome, run_with_deadline};
use support::temp::TempDir;

const SECONDS: &str = "20";
const DEADLINE: Duration = Duration::from_secs(120);

/// What came of one program.
struct Replayed {
    /// Switches found and shown; nothing if the check ended otherwise, as a slow one may.
    switches: Option<(u64, u64)>,
    wrong: Vec<String>,
}

#[test]
fn tokens_show_the_same_run_again() {
    let cases = load_cases().expect("java-tests is well formed");
    let filter = std::env::var("BRAID_REPLAY").unwrap_or_default();
    let violated = |case: &&Case| match &case.kind {
        Kind::Check(spec) => {
            case.known_wrong.is_none()
                && !matches!(spec.verdict, Verdict::Verified | Verdict::Inconclusive(_))
                && case.path.to_string_lossy().contains(&filter)
        }
        Kind::Run { .. } => false,
    };
    let jdk = judged();
    let selected: Vec<&Case> = cases.iter().filter(violated).filter(|case| case.runs_on(&jdk)).collect();
    assert!(!selected.is_empty(), "no program matches BRAID_REPLAY={filter:?}");
    let classes = TempDir::new("replay").expect("a temporary directory");
    let api = api_sources().expect("java-tests/api is readable");
    let sources: Vec<&Path> = selected.iter().map(|case| &case.path).chain(&api).map(|path| path.as_path()).collect();
    compile(&jdk, &sources, classes.path()).expect("the checked programs compile");

    let outcomes = in_parallel(&selected, |case| replay(case, &jdk, classes.path()));
    let (mut replayed, mut found, mut shown) = (0, 0, 0);
    for (case, outcome) in selected.iter().zip(&outcomes) {
        if let Some((before, after)) = outcome.switches {
            println!("{:<40} {before:>3} switches found, {after:>3} shown", case.name());
            (replayed, found, shown) = (replayed + 1, found + before, shown + after);
            // The longest schedule takes hundreds.
            assert!(after <= 12, "{}: {after} switches are too many to read", case.name());
        }
    }
    println!("{replayed} counterexamples of {}: {found} switches found, {shown} shown", selected.len());
    let wrong: Vec<&String> = outcomes.iter().flat_map(|outcome| &outcome.wrong).collect();
    assert!(wrong.is_empty(), "{} replays are wrong:\n{wrong:#?}", wrong.len());
    if filter.is_empty() {
        assert!(replayed * 10 >= selected.len() * 9, "too few programs end in time");
        assert!(shown * 3 <= found, "switches are not minimized");
    }
}

fn replay(case: &Case, jdk: &Jdk, classes: &Path) -> Replayed {
    let Kind::Check(CheckSpec { revisions, .. }) = &case.kind else {
        unreachable!("only checked programs are selected")
    };
    let mut replayed = Replayed { switches: None, wrong: Vec::new() };
    let revision = revisions.last().expect("every program has a revision");
    // The reduction is whatever it is by default.
    let mut flags: Vec<&String> = Vec::new();
    let mut words = revision.flags.iter();
    while let Some(word) = words.next() {
        if ["--reduction", "--canon", "--juc"].contains(&word.as_str()) {
            words.next();
        } else {
            flags.push(word);
        }
    }
    // What the program is, as against how it is searched.
    let mut program: Vec<&String> = Vec::new();
    let mut words = flags.iter();
    while let Some(word) = words.next() {
        if word.starts_with("-D") {
            program.push(word);
        } else if ["--models", "--uncaught", "--env"].contains(&word.as_str()) {
            program.push(word);
            program.extend(words.next());
        }
    }
    let scratch = TempDir::new("replayed").expect("a temporary directory");
    let json = scratch.path().join("report.json");
    let target = |braid: &mut Command| {
        braid.arg("--jdk").arg(&jdk.home).arg("--classpath").arg(classes).arg("--main").arg(case.name());
        braid.args(&revision.args);
    };
    let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
    // What takes an early expiry is shown, too.
    braid.arg("check").args(&flags).args(["--timing", "error"]).arg("--time-limit").arg(SECONDS);
    braid.arg("--report").arg(format!("json={}", json.display()));
    target(&mut braid);
    let checked = match run_with_deadline(&mut braid, "", DEADLINE) {
        Ok(outcome) if outcome.code == Some(2) => return replayed,
        Ok(outcome) => outcome,
        Err(what) => {
            replayed.wrong.push(format!("{}: {what}", case.name()));
            return replayed;
        }
    };
    let report = std::fs::read_to_string(&json).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let violation = report.map(|report| report["violation"].clone()).unwrap_or_default();
    let Some(token) = violation["token"].as_str() else {
        replayed.wrong.push(format!("{}: no token\n{}", case.name(), text(&checked)));
        return replayed;
    };
    let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
    braid.arg("replay").arg(token).args(&program);
    target(&mut braid);
    match run_with_deadline(&mut braid, "", DEADLINE) {
        Ok(again) => {
            let expected = without_figures(&text(&checked));
            if again.code != Some(1) || text(&again) != expected {
                let stderr = String::from_utf8_lossy(&again.stderr).into_owned();
                let what = format!("{}: {:?}, was\n{expected}\nis\n{}{stderr}", case.name(), again.code, text(&again));
                replayed.wrong.push(what);
            }
        }
        Err(what) => replayed.wrong.push(format!("{}: {what}", case.name())),
    }
    let count = |name: &str| violation[name].as_u64().unwrap_or(u64::MAX);
    let (before, after) = (count("found_switches"), count("switches"));
    if after > before {
        replayed.wrong.push(format!("{}: {before} switches became {after}", case.name()));
    }
    replayed.switches = Some((before, after));
    replayed
}

fn text(outcome: &Outcome) -> String {
    String::from_utf8_lossy(&outcome.stdout).into_owned()
}

/// A counterexample without what only a search prints: warnings of races, and the figures in the last line.
fn without_figures(text: &str) -> String {
    let end = text.find("    braid replay ").and_then(|at| text[at..].find('\n').map(|length| at + length + 1));
    text[..end.unwrap_or(text.len())].to_owned()
}

#[test]
fn bad_tokens_are_refused() {
    let jdk = judged();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../java-tests/deadlock/LockInversion.java");
    let other = Path::new(env!("CARGO_MANIFEST_DIR")).join("../java-tests/deadlock/LockOrder.java");
    let braid = |words: &[&str], file: &Path| {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.args(&words[..1]).arg("--jdk").arg(&jdk.home).args(&words[1..]).arg(file);
        run_with_deadline(&mut braid, "", DEADLINE).expect("braid ends")
    };
    let checked = text(&braid(&["check"], &program));
    let token = checked.split_whitespace().find(|word| word.starts_with("b1-")).expect("a token").to_owned();
    let mut swapped = token.clone().into_bytes();
    swapped.swap(5, 6);
    let swapped = String::from_utf8(swapped).expect("tokens are ASCII");
    assert_ne!(swapped, token);
    for (token, file, message) in [
        (token.as_str(), other.as_path(), "for another program"),
        (&token[..token.len() - 3], program.as_path(), "the token is broken"),
        (swapped.as_str(), program.as_path(), "the token is broken"),
        ("b9-AAAA", program.as_path(), "version b9"),
        ("nonsense", program.as_path(), "is no token"),
        ("b1-", program.as_path(), "the token is broken"),
    ] {
        let refused = braid(&["replay", token], file);
        let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.code, Some(3), "{token}: {stderr}");
        assert!(stderr.contains(message), "{token}: {stderr}");
    }
    assert_eq!(braid(&["replay", &token], &program).code, Some(1));
}
