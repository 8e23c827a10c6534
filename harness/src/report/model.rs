//! What a check has found, as data: no machine, no identifiers of one, nothing to look up. `tell` makes it once; all kinds of
//! reports are written from it alone. Its JSON form is described in `harness/report-schema.md`.

pub use super::violation::{
    Access, Beside, Blocked, Cause, Early, Exception, Frame, Kind, Known, LockChange, Loop, Race, Site, Source, Stack,
    Step, Turn, Violation,
};

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The version of the JSON schema.
pub const SCHEMA: u32 = 2;

/// How a check ended; the worst of several decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every schedule was explored; nothing is wrong.
    Verified,
    /// It is not known.
    Inconclusive,
    /// Something is wrong.
    Violated,
}

impl Verdict {
    /// As reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Verified => "verified",
            Verdict::Inconclusive => "inconclusive",
            Verdict::Violated => "violated",
        }
    }
}

/// One check, or several tests with the worst of them in front.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The version of the schema.
    pub schema: u32,
    /// How the check ended.
    pub verdict: Verdict,
    /// Why it is inconclusive, or why not all violations may have been found.
    pub reason: Option<String>,
    /// The test, if tests are checked.
    pub test: Option<String>,
    /// Where the test is: one frame, or none if that is not known.
    #[serde(default)]
    pub test_frame: Vec<Frame>,
    /// What passes the test, if the test itself says so.
    #[serde(default)]
    pub expectation: Option<Expectation>,
    /// What is checked.
    #[serde(default)]
    pub target: Option<Target>,
    /// Who has checked it.
    #[serde(default)]
    pub tool: Tool,
    /// Whose class library the program ran on.
    #[serde(default)]
    pub jdk: Option<Jdk>,
    /// How it was checked.
    #[serde(default)]
    pub options: Option<Options>,
    /// Whether the verdict is that of an earlier report, since nothing has changed.
    #[serde(default)]
    pub unchanged: bool,
    /// Whether a *verified* says nothing of other memory models.
    #[serde(default)]
    pub sequential_only: bool,
    /// Whether a *verified* rests on steps that may hide something a program could tell.
    #[serde(default)]
    pub steps_in_doubt: bool,
    /// Where states arise, if the search has not come to an end.
    #[serde(default)]
    pub hot: Vec<Hot>,
    /// What may help then.
    #[serde(default)]
    pub advice: Vec<String>,
    /// What the verdict rests on.
    pub assumptions: Vec<String>,
    /// Answers that the program was given and that are not varied.
    pub fixed: Vec<Fixed>,
    /// Models that were asked.
    #[serde(default)]
    pub models: Vec<Model>,
    /// What is wrong: all of it if that was asked for, else the first.
    pub violations: Vec<Violation>,
    /// Whether all violations were asked for.
    #[serde(skip)]
    pub all: bool,
    /// Data races beside the verdict.
    pub races: Vec<Race>,
    /// Whether a thread waits for some time or looks at a clock, in what was explored.
    #[serde(default)]
    pub timed: bool,
    /// What a search has found that let timed waits expire early, if there was one apart.
    #[serde(default)]
    pub timing: Option<Timing>,
    /// What executions end with, if that was asked for.
    pub outcomes: Option<BTreeSet<String>>,
    /// What the program has counted outside of its state.
    #[serde(default)]
    pub counters: BTreeMap<String, i32>,
    /// What was done.
    pub stats: Stats,
    /// Classes from the class path that were loaded.
    #[serde(default)]
    pub classes: Vec<Class>,
    /// Whether a second search, the referee, has judged; it knows of violations only what kind they are.
    #[serde(skip)]
    pub referee: bool,
    /// Source files that are spoken of. JSON reports do not repeat them.
    #[serde(skip)]
    pub sources: Vec<Source>,
    /// One report a test, if there are several.
    #[serde(default)]
    pub tests: Option<Vec<Report>>,
    /// Tests that are not to be run.
    #[serde(default)]
    pub disabled: Vec<String>,
}

impl Report {
    /// How far a *verified* goes, in words.
    pub fn verified(&self) -> String {
        let limits = [
            (self.sequential_only, "under sequential consistency"),
            (!self.early_violations().is_empty(), "with patient time"),
            (self.steps_in_doubt, "in steps that may hide something"),
        ];
        let limits: Vec<&str> = limits.into_iter().filter(|&(is_one, _)| is_one).map(|(_, limit)| limit).collect();
        match limits.as_slice() {
            [] => "verified".to_string(),
            limits => format!("verified {} only", limits.join(" and ")),
        }
    }

    /// A report of nothing yet.
    pub fn new(verdict: Verdict) -> Report {
        Report {
            schema: SCHEMA,
            verdict,
            reason: None,
            test: None,
            test_frame: Vec::new(),
            expectation: None,
            target: None,
            tool: Tool::default(),
            jdk: None,
            options: None,
            unchanged: false,
            sequential_only: false,
            steps_in_doubt: false,
            hot: Vec::new(),
            advice: Vec::new(),
            assumptions: Vec::new(),
            fixed: Vec::new(),
            models: Vec::new(),
            violations: Vec::new(),
            all: false,
            races: Vec::new(),
            timed: false,
            timing: None,
            outcomes: None,
            counters: BTreeMap::new(),
            stats: Stats::default(),
            classes: Vec::new(),
            referee: false,
            sources: Vec::new(),
            tests: None,
            disabled: Vec::new(),
        }
    }

    /// The report of a check that could not begin.
    pub fn failed_start(reason: &str) -> Report {
        Report { reason: Some(reason.to_string()), ..Report::new(Verdict::Inconclusive) }
    }

    /// One report of several tests: the worst, the first of equals, with all of them beside it.
    pub fn of_tests(tests: Vec<Report>, disabled: Vec<String>) -> Report {
        let worst = tests.iter().rev().max_by_key(|test| test.verdict);
        let worst = worst.cloned().unwrap_or_else(|| Report::failed_start("there is no test to be checked"));
        Report { tests: Some(tests), disabled, ..worst }
    }

    /// The checks: one a test, or the only one.
    pub fn checks(&self) -> &[Report] {
        match &self.tests {
            Some(tests) => tests,
            None => std::slice::from_ref(self),
        }
    }

    /// Whether the check is as it is to be: verified, or as the test's own annotation expects it.
    pub fn passed(&self) -> bool {
        self.expectation.as_ref().map_or(self.verdict == Verdict::Verified, |expectation| expectation.met)
    }

    /// Violations that nothing has expected.
    pub fn failures(&self) -> &[Violation] {
        if self.passed() { &[] } else { &self.violations }
    }

    /// Why the check has failed, if that is no violation.
    pub fn complaint(&self) -> Option<(&'static str, String)> {
        match self.verdict {
            _ if self.passed() => None,
            Verdict::Violated => None,
            Verdict::Inconclusive => Some(("inconclusive", self.reason.clone().unwrap_or_default())),
            Verdict::Verified => Some(("verified", "a violation is expected, and no schedule has one".to_string())),
        }
    }

    /// What is checked, in few words.
    pub fn subject(&self) -> &str {
        let target = self.target.as_ref().map(|target| target.name.as_str());
        self.test.as_deref().or(target).unwrap_or("braid check")
    }
}

/// What a search has found that let timed waits expire early, after one that did not has verified the program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Timing {
    /// How that search ended.
    pub verdict: Verdict,
    /// Why not all was looked at.
    pub reason: Option<String>,
    /// What goes wrong, unless it is among the violations of the check.
    pub violations: Vec<Violation>,
    /// Data races that need early expiries.
    pub races: Vec<Race>,
    /// What was done; the figures of the check have it in them.
    pub stats: Stats,
}

/// A place in the program where many states arise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hot {
    /// Which, in words.
    pub text: String,
    /// The line of the program's own, if it is one.
    pub place: Option<Frame>,
    /// The method of the class library that was called there.
    pub inside: Option<String>,
    /// The part of all states, in percent.
    pub share: u64,
    /// How many threads come there.
    pub threads: usize,
}

/// What passes a test, by its annotation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Expectation {
    /// The verdict that is expected.
    pub verdict: Verdict,
    /// The kind of violation that is expected, if not any.
    pub kind: Option<String>,
    /// Whether a check without a verdict passes, too.
    pub tolerates_inconclusive: bool,
    /// Whether the test has passed.
    pub met: bool,
}

/// Who has made a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tool {
    /// Always the same.
    pub name: String,
    /// The version of the release.
    pub version: String,
    /// A hash of the sources that this very command was built from.
    pub build: String,
}

impl Default for Tool {
    fn default() -> Tool {
        Tool { name: "braid".into(), version: env!("CARGO_PKG_VERSION").into(), build: env!("BRAID_BUILD").into() }
    }
}

/// A JDK. Where it is installed is left out: reports do not depend on the machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Jdk {
    /// Such as `17.0.15`.
    pub version: String,
    /// Such as 17.
    pub feature: u16,
    /// A hash of its `release` file and of the size of its class library; empty if that was not asked for.
    pub release: String,
}

/// What is checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// The main class, or the test.
    pub name: String,
    /// Arguments of the program.
    pub arguments: Vec<String>,
    /// System properties, `key=value`.
    pub properties: Vec<String>,
    /// The words that name it on the command line.
    pub words: String,
    /// A hash of what lies on the class path beside classes: names of all files, contents of those that are no classes; and of
    /// the current directory.
    pub class_path: Option<String>,
    /// Whether the program has read standard input.
    pub reads_input: bool,
}

/// How a program is checked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Options {
    pub reduction: String,
    pub search: String,
    pub seed: Option<u64>,
    /// The depth of the bugs that runs by random priorities look for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth_bound: Option<u32>,
    pub time: String,
    /// What becomes of timed waits that expire early, with `--time auto`.
    #[serde(default)]
    pub timing: Option<String>,
    pub spurious: bool,
    /// How many preemptions a schedule may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preemptions: Option<u32>,
    pub races: String,
    pub all: bool,
    pub outcomes: bool,
    pub referee: bool,
    pub canon: String,
    pub symmetry: String,
    pub store: String,
    pub juc: String,
    pub trace: String,
    /// Seconds.
    pub time_limit: Option<f64>,
    /// Megabytes; nothing stands for what is free.
    pub memory_limit: Option<u64>,
    pub max_states: Option<u64>,
    pub max_depth: Option<usize>,
}

/// A class that was loaded from the class path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Class {
    /// Its name as Java writes it.
    pub name: String,
    /// SHA-256 of its class file.
    pub sha256: String,
}

/// A model that the explored schedules have asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Model {
    /// How it runs: `bytecode`.
    pub kind: String,
    /// The method or class that it answers for.
    pub target: String,
    /// The method or class that answers.
    pub model: String,
    /// How often it was called while schedules were explored. The same call in several schedules counts as often.
    pub calls: u64,
    /// As it is told among the assumptions.
    pub text: String,
}

/// An answer that is not varied.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fixed {
    /// Which.
    pub kind: String,
    /// What that means.
    pub text: String,
    /// Where the program was given it first.
    pub location: Option<String>,
}

/// What was done.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Stats {
    pub states: u64,
    pub transitions: u64,
    pub instructions: u64,
    pub depth: usize,
    pub restarts: u32,
    pub seconds: f64,
    pub peak_rss_bytes: Option<u64>,
    pub store_bytes: u64,
    pub dropped: u64,
}
