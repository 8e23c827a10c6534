//! Running `braid check` and reading its JSON report.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;

use super::jdk::Jdk;
use super::process::run_with_deadline;
use super::product::Choice;
use super::temp::TempDir;

/// Checks run side by side.
const WORKERS: usize = 2;
/// Beyond its own time limit a check may take this long to start, end and report.
const GRACE: Duration = Duration::from_secs(60);

/// What to check.
pub struct Target<'a> {
    pub jdk: &'a Jdk,
    pub classes: &'a Path,
    pub main: &'a str,
    pub flags: &'a [String],
    pub args: &'a [String],
}

/// How far a check may go.
#[derive(Clone, Copy)]
pub struct Limit {
    /// How many states it may store, as the command line has it.
    pub states: Option<&'static str>,
    pub time: Duration,
}

impl Limit {
    /// Any number of states.
    pub fn time(time: Duration) -> Limit {
        Limit { states: None, time }
    }
}

/// What a check said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Verified,
    /// The kind of violation, as the report names it.
    Violated(String),
    /// The limit of time, or the one of states that the test has set, was reached.
    TooSlow,
    /// Inconclusive for another reason.
    Inconclusive(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Verified => f.pad("verified"),
            Answer::Violated(kind) => f.pad(kind),
            Answer::TooSlow => f.pad("too slow"),
            Answer::Inconclusive(reason) => f.pad(&format!("inconclusive {reason}")),
        }
    }
}

/// A report, and what is of interest in it.
pub struct Report {
    pub answer: Answer,
    pub json: Value,
    /// The text on standard output.
    pub text: String,
}

impl Report {
    pub fn states(&self) -> u64 {
        self.json["stats"]["states"].as_u64().unwrap_or(0)
    }

    pub fn seconds(&self) -> f64 {
        self.json["stats"]["seconds"].as_f64().unwrap_or(0.0)
    }

    /// The report without what differs from run to run, and without the options that it was asked for with.
    pub fn lasting(&self) -> Value {
        let mut json = self.json.clone();
        json["options"] = Value::Null;
        for volatile in ["seconds", "peak_rss_bytes"] {
            json["stats"][volatile] = Value::Null;
        }
        json
    }

    /// What executions end with, if that was asked for.
    pub fn outcomes(&self) -> BTreeSet<String> {
        let outcomes = self.json["outcomes"].as_array().into_iter().flatten();
        outcomes.filter_map(|outcome| Some(outcome.as_str()?.to_owned())).collect()
    }

    /// The data races: the two sides of each, in order.
    pub fn races(&self) -> BTreeSet<[String; 2]> {
        let side = |site: &Value| site["location"].as_str().unwrap_or_default().to_owned();
        let races = self.json["races"].as_array().into_iter().flatten();
        races
            .map(|race| {
                let mut sides = [side(&race["sites"][0]), side(&race["sites"][1])];
                sides.sort();
                sides
            })
            .collect()
    }

    /// The lines of `file` that a violation is reported at: where each thread stands in a deadlock, the loops of a
    /// livelock, the two sides of a race, else the innermost line of the program's own on the failing stack.
    pub fn lines(&self, file: &str) -> BTreeSet<u32> {
        lines_of(&self.json["violation"], file)
    }

    /// Whether the program waits for some time or looks at a clock.
    pub fn is_timed(&self) -> bool {
        self.json["timed"] == true
    }
}

/// The lines of `file` that a violation is reported at.
pub fn lines_of(violation: &Value, file: &str) -> BTreeSet<u32> {
    let located = |value: &Value| line_in(value.as_str()?, file);
    let blocked = violation["blocked"].as_array().into_iter().flatten();
    let loops = violation["loops"].as_array().into_iter().flatten();
    let loops = loops.flat_map(|l| l["lines"].as_array().into_iter().flatten()).filter_map(located);
    let sites = violation["race"]["sites"].as_array().into_iter().flatten();
    let sites = sites.filter_map(|site| located(&site["location"]));
    let thrown = violation["stack"].as_array().into_iter().flatten().find_map(located);
    blocked.filter_map(|blocked| located(&blocked["location"])).chain(thrown).chain(loops).chain(sites).collect()
}

/// The line number in `Class.method(File.java:12)` if the file is `file`.
fn line_in(location: &str, file: &str) -> Option<u32> {
    let (_, place) = location.rsplit_once('(')?;
    let (name, line) = place.trim_end_matches(')').rsplit_once(':')?;
    (name.rsplit('/').next() == Some(file)).then(|| line.parse().ok())?
}

/// Checks `target` with options that must not change what is found; an error is a check that did not end as every check
/// must.
pub fn check(target: &Target, choice: Choice, limit: Limit) -> Result<Report, String> {
    let states = limit.states.into_iter().flat_map(|states| ["--max-states", states]);
    let mut report = ask(target, &choice.flags().into_iter().chain(states).collect::<Vec<_>>(), limit.time)?;
    let is_full = |reason: &str| limit.states.is_some() && reason.starts_with("the limit of ");
    if matches!(&report.answer, Answer::Inconclusive(reason) if is_full(reason)) {
        report.answer = Answer::TooSlow;
    }
    Ok(report)
}

/// Checks `target` with these options, and with free time unless they say otherwise: that is one search, and the widest one.
pub fn ask(target: &Target, words: &[&str], limit: Duration) -> Result<Report, String> {
    let scratch = TempDir::new("report").map_err(|error| error.to_string())?;
    let file = scratch.path().join("report.json");
    // Long runs use a command that was built with other settings than the test.
    let command = std::env::var_os("BRAID_COMMAND").unwrap_or_else(|| env!("CARGO_BIN_EXE_braid").into());
    let mut braid = Command::new(command);
    braid.arg("check").args(words).args(target.flags);
    if !words.iter().copied().chain(target.flags.iter().map(String::as_str)).any(|word| word == "--time") {
        braid.args(["--time", "free"]);
    }
    braid.arg("--time-limit").arg(limit.as_secs_f64().to_string());
    braid.arg("--report").arg(format!("json={}", file.display()));
    braid.arg("--jdk").arg(&target.jdk.home).arg("--classpath").arg(target.classes);
    braid.arg("--main").arg(target.main).args(target.args);
    let outcome = run_with_deadline(&mut braid, "", limit + GRACE)?;
    let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
    let failed = |what: &str| {
        let stderr = String::from_utf8_lossy(&outcome.stderr);
        Err(format!("{what} (exit code {:?}):\n{stderr}{text}", outcome.code))
    };
    let json = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
    let Ok(json) = serde_json::from_str::<Value>(&json) else {
        return failed("no report");
    };
    let reason = json["reason"].as_str().unwrap_or_default();
    let (answer, code) = match json["verdict"].as_str() {
        Some("verified") => (Answer::Verified, 0),
        Some("violated") => {
            let Some(kind) = json["violation"]["kind"].as_str() else { return failed("a violation without a kind") };
            (Answer::Violated(kind.to_owned()), 1)
        }
        Some("inconclusive") if reason.starts_with("the time limit") => (Answer::TooSlow, 2),
        Some("inconclusive") => (Answer::Inconclusive(reason.to_owned()), 2),
        _ => return failed("no known verdict"),
    };
    if outcome.code != Some(code) {
        return failed("the exit code does not fit the report");
    }
    Ok(Report { answer, json, text })
}

/// Applies `work` to all items, a few at a time; results come in the items' order.
pub fn in_parallel<I: Sync, R: Send>(items: &[I], work: impl Fn(&I) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(item);
                    results.lock().expect("no worker panics while it adds a result").push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no worker panics while it adds a result");
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}
