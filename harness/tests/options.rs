//! Options of `braid check` that no checked program can show by its verdict alone: limits, stores, what becomes of data
//! races, and combinations that are refused.

mod support;

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;
use support::directives::api_sources;
use support::jdk::{Jdk, compile, judged};
use support::process::run_with_deadline;
use support::temp::TempDir;

const DEADLINE: Duration = Duration::from_secs(120);

/// The programs, compiled once.
fn classes() -> &'static (Jdk, TempDir) {
    static CLASSES: OnceLock<(Jdk, TempDir)> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let jdk = judged();
        let folder = TempDir::new("options").expect("a temporary directory");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../java-tests");
        let sources = [
            "deadlock/LockInversion",
            "scale/BBuf",
            "scale/Treiber",
            "scale/DinOrd",
            "race/PlainCounter",
            "race/RacesInOneLine",
            "race/HandOffVolatile",
            "choice/RandomNumbers",
            "choice/AtomicVerify",
        ];
        let mut sources = sources.map(|name| root.join(format!("{name}.java"))).to_vec();
        sources.extend(api_sources().expect("java-tests/api is readable"));
        let sources: Vec<&Path> = sources.iter().map(|path| path.as_path()).collect();
        compile(&jdk, &sources, folder.path()).expect("the programs compile");
        (jdk, folder)
    })
}

/// The exit code, the report and standard error.
fn check(options: &[&str], program: &[&str]) -> (Option<i32>, Value, String) {
    let (jdk, classes) = classes();
    let scratch = TempDir::new("report").expect("a temporary directory");
    let report = scratch.path().join("report.json");
    let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
    braid.arg("check").args(options).arg("--report").arg(format!("json={}", report.display()));
    braid.arg("--jdk").arg(&jdk.home).arg("--classpath").arg(classes.path()).arg("--main").args(program);
    let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("the check ends");
    let json = std::fs::read_to_string(&report).unwrap_or_default();
    let json = serde_json::from_str(&json).unwrap_or(Value::Null);
    (outcome.code, json, String::from_utf8_lossy(&outcome.stderr).into_owned())
}

fn assumes(report: &Value, what: &str) -> bool {
    let list = report["assumptions"].as_array().expect("a report lists its assumptions");
    list.iter().any(|assumption| assumption.as_str().is_some_and(|text| text.contains(what)))
}

#[test]
fn limits_end_in_inconclusive_and_are_named() {
    let long = ["Treiber", "3", "2"];
    let limits: [(&[&str], &str); 8] = [
        (&["--max-states", "100"], "100 states"),
        (&["--max-depth", "5"], "5 steps"),
        (&["--time-limit", "0.2"], "time limit"),
        (&["--memory-limit", "1"], "memory limit of 1 MB"),
        (&["--search", "bfs", "--max-states", "50"], "50 states"),
        (&["--search", "random", "--max-states", "500"], "500 states is reached; "),
        (&["--search", "pct", "--depth-bound", "2", "--max-states", "500"], "500 states is reached; "),
        // A walk that gets too long is not the last one.
        (&["--search", "random", "--max-depth", "10", "--max-states", "500"], "500 states is reached; "),
    ];
    for (options, reason) in limits {
        let (code, report, _) = check(options, &long);
        assert_eq!((code, report["verdict"].as_str()), (Some(2), Some("inconclusive")), "{options:?}");
        assert!(
            report["reason"].as_str().is_some_and(|text| text.contains(reason)),
            "{options:?}: {}",
            report["reason"]
        );
    }
    // A limit that is not reached changes nothing.
    let (code, _, _) = check(&["--memory-limit", "4000", "--max-depth", "1000"], &["DinOrd", "3"]);
    assert_eq!(code, Some(0));
}

#[test]
fn stores_hold_the_same_states_in_few_bytes() {
    let program = ["BBuf", "2", "2", "2", "1"];
    let mut states = Vec::new();
    for (store, most, assumption) in [("compact", 32, "was missed is below"), ("exact", 100, "told apart exactly")] {
        let (code, report, _) = check(&["--symmetry", "off", "--store", store], &program);
        assert_eq!(code, Some(0));
        assert!(assumes(&report, assumption), "{store}: {}", report["assumptions"]);
        let number = |name: &str| report["stats"][name].as_u64().expect("statistics are numbers");
        assert!(number("store_bytes") <= most * number("states"), "{store}: {}", report["stats"]);
        states.push(number("states"));
    }
    assert_eq!(states[0], states[1]);
}

#[test]
fn races_are_reported_beside_the_verdict_or_as_a_violation_or_not() {
    let racy = ["PlainCounter"];
    let (code, report, _) = check(&[], &racy);
    assert_eq!((code, report["races"].as_array().map(Vec::len)), (Some(0), Some(1)));
    assert!(assumes(&report, "the program has data races"));
    let (code, report, _) = check(&["--races", "off"], &racy);
    assert_eq!((code, report["races"].as_array().map(Vec::len)), (Some(0), Some(0)));
    assert!(assumes(&report, "data races are not looked for"));
    for search in ["dfs", "bfs", "random", "pct"] {
        let (code, report, _) = check(&["--races", "error", "--search", search, "--time-limit", "20"], &racy);
        assert_eq!((code, report["violation"]["kind"].as_str()), (Some(1), Some("race")), "{search}");
    }
    let (code, report, _) = check(&[], &["HandOffVolatile"]);
    assert_eq!((code, report["races"].as_array().map(Vec::len)), (Some(0), Some(0)));
    assert!(assumes(&report, "sequential consistency loses nothing"));
}

#[test]
fn races_in_the_same_lines_are_told_apart() {
    let fields = |report: &Value, list: &str, location: &str| {
        let races = report[list].as_array().expect("a list").iter();
        let mut names: Vec<String> =
            races.map(|race| race.pointer(location).and_then(Value::as_str).unwrap_or_default().to_owned()).collect();
        names.sort();
        names
    };
    // Of the elements of an array one is enough.
    let expected =
        |element: &str| vec!["RacesInOneLine.first".to_owned(), "RacesInOneLine.second".to_owned(), element.to_owned()];
    for search in ["dfs", "bfs"] {
        let (code, report, _) = check(&["--search", search], &["RacesInOneLine"]);
        let found = fields(&report, "races", "/location");
        assert_eq!((code, found.len()), (Some(0), 3), "{search}: {found:?}");
        assert_eq!(found, expected(&found[2]), "{search}");
        assert!(found[2].ends_with("of an array of int"), "{search}: {found:?}");
        let (code, report, _) = check(&["--search", search, "--races", "error", "--all"], &["RacesInOneLine"]);
        let found = fields(&report, "violations", "/race/location");
        assert_eq!((code, found.len()), (Some(1), 3), "{search}: {found:?}");
        assert_eq!(found, expected(&found[2]), "{search}");
    }
}

#[test]
fn runs_by_priorities_find_what_their_depth_bound_allows() {
    let search = |depth: &str, seed: &str| {
        let options = ["--search", "pct", "--depth-bound", depth, "--seed", seed, "--max-states", "2000"];
        check(&options, &["LockInversion"])
    };
    for seed in ["1", "2", "3"] {
        let (code, report, _) = search("2", seed);
        assert_eq!((code, report["violation"]["kind"].as_str()), (Some(1), Some("deadlock")), "seed {seed}");
        assert_eq!(report["options"]["depth_bound"].as_u64(), Some(2));
        assert_eq!(search("2", seed).1["violation"], report["violation"], "seed {seed}: not the same again");
        // Without a preemption neither thread holds one lock only.
        let (code, report, _) = search("1", seed);
        assert_eq!((code, report["verdict"].as_str()), (Some(2), Some("inconclusive")), "seed {seed}");
    }
    let (code, _, stderr) = search("0", "1");
    assert_eq!(code, Some(3));
    assert!(stderr.contains("--depth-bound"), "{stderr}");
}

#[test]
fn transactions_that_are_not_completed_prove_nothing() {
    let (code, report, _) = check(&["--reduction", "incomplete"], &["DinOrd", "2"]);
    assert_eq!((code, report["verdict"].as_str()), (Some(2), Some("inconclusive")));
    assert!(report["reason"].as_str().is_some_and(|reason| reason.contains("--reduction incomplete proves nothing")));
    let (code, report, _) = check(&["--reduction", "incomplete"], &["LockInversion"]);
    assert_eq!((code, report["violation"]["kind"].as_str()), (Some(1), Some("deadlock")), "what it finds is there");
}

#[test]
fn cycles_need_a_search_in_depth() {
    for search in ["bfs", "random", "pct"] {
        let (code, _, stderr) = check(&["--reduction", "cycle", "--search", search], &["DinOrd", "2"]);
        assert_eq!(code, Some(3));
        assert!(stderr.contains("--search dfs"), "{stderr}");
    }
    let (code, _, stderr) = check(&["--reduction", "cycle", "--races", "error"], &["DinOrd", "2"]);
    assert_eq!(code, Some(3));
    assert!(stderr.contains("data races"), "{stderr}");
}

#[test]
fn what_a_verdict_does_not_cover_is_named() {
    for (kind, random) in [("constructed", true), ("shared", true), ("local", true), ("seeded", false)] {
        let (code, report, text) = check(&[], &["RandomNumbers", kind]);
        assert_eq!(code, Some(0), "{kind}: {text}");
        assert_eq!(assumes(&report, "random numbers"), random, "{kind}: {}", report["assumptions"]);
        assert!(!assumes(&report, "atomic blocks"));
    }
    let (_, report, _) = check(&[], &["AtomicVerify"]);
    assert!(assumes(&report, "atomic blocks"), "{}", report["assumptions"]);
    let (_, report, _) = check(&["--races", "off"], &["AtomicVerify"]);
    assert!(!assumes(&report, "atomic blocks"), "{}", report["assumptions"]);
}
