//! Steps are kept honest: with and without them, clients of java.util.concurrent end with the same outcomes and violations.
//!
//! Clients are random: `support/clients/RandomClient.java` makes one of a seed. Each is checked with `--juc steps`, those of pools and
//! of `CompletableFuture` with `--juc wide`, which lets happen less, and with `--juc model`, where every method interleaves; one that takes too long without steps is passed over.
//!
//! `BRAID_CLIENTS` says how many clients (60), `BRAID_SEED` the seed of the first (1), `BRAID_CLIENT_SECONDS` how long a check
//! may take; without it states are limited instead. `scripts/nightly` tries 3,000.

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use braid_engine::steps::StepTable;
use support::check::{Target, ask, in_parallel};
use support::directives::{api_sources, java_tests};
use support::ends::ends;
use support::jdk::{Jdk, compile, tested};
use support::temp::TempDir;

/// How many states of a client are explored, unless `BRAID_CLIENT_SECONDS` gives each check time.
const STATES: &str = "10000";
/// Seconds after which a check is ended all the same.
const LIMIT: u64 = 30;

/// Kinds of objects that clients are made for, and which of them have steps with `--juc wide` only. Those of fork-join pools are
/// known to hide something.
const KINDS: u64 = 40;
const WIDE: [u64; 15] = [5, 6, 7, 8, 10, 24, 26, 27, 28, 29, 30, 34, 35, 36, 37];

/// What came of one client.
enum Compared {
    /// Both found the same; how many states there were with steps and without.
    Same(u64, u64),
    /// A limit was reached without steps.
    Slow,
    /// A limit was reached with steps only.
    SlowInSteps(u64),
    Different(String),
}

#[test]
fn clients_end_the_same_with_steps_and_without() {
    let (clients, first) = (number("BRAID_CLIENTS", 60), number("BRAID_SEED", 1));
    let jdks = tested();
    for jdk in &jdks {
        let began = Instant::now();
        // Each JDK has clients of its own.
        let share = clients.div_ceil(jdks.len() as u64);
        let first = first + u64::from(jdk.version) * 1_000_000;
        let folder = compiled(jdk);
        let seeds: Vec<u64> = (first..first + share).collect();
        let all = in_parallel(&seeds, |&seed| compare(seed, jdk, folder.path()));
        let (mut same, mut slow, mut wrong, mut with, mut without) = (0, 0, 0, 0, 0);
        for compared in all {
            match compared {
                Compared::Same(in_steps, without_steps) => {
                    same += 1;
                    with += in_steps;
                    without += without_steps;
                }
                Compared::Slow => slow += 1,
                Compared::SlowInSteps(seed) => {
                    println!("seed {seed} takes longer with steps than without");
                    slow += 1;
                }
                Compared::Different(what) => {
                    println!("{what}");
                    wrong += 1;
                }
            }
        }
        println!(
            "JDK {}: {same} clients alike ({with} states in steps, {without} without), {slow} out of time, {wrong} not alike, {:.0} s",
            jdk.version,
            began.elapsed().as_secs_f64()
        );
        assert!(wrong == 0, "{wrong} clients end otherwise in steps, printed above");
        assert!(same * 5 >= share || share < 20, "too few clients were compared: {same}");
        assert!(with <= without, "steps should save states");
    }
}

/// A name that no JDK knows would be a step that is never taken, or a split that is never made.
#[test]
fn every_name_of_the_table_is_that_of_a_member() {
    let jdks = tested();
    if jdks.len() < 2 {
        println!("not checked: names differ from JDK to JDK");
        return;
    }
    let table = StepTable::jdk_wide();
    let mut unknown = Vec::new();
    for row in table.rows() {
        let class = format!("{}{}", row.class, if row.nested { "$*" } else { "" });
        let members: BTreeSet<String> = jdks.iter().flat_map(|jdk| members(jdk, &class)).collect();
        assert!(!members.is_empty(), "no JDK has {class}");
        let names = row.names.iter().filter(|(_, name)| !members.contains(*name));
        unknown.extend(names.map(|(_, name)| format!("line {}: {class} {name}", row.line)));
    }
    assert_eq!(unknown, Vec::<String>::new());
}

/// The names of the methods and fields of a class, or of all that are nested in it.
fn members(jdk: &Jdk, class: &str) -> BTreeSet<String> {
    let javap = |options: &[&str], classes: &[String]| {
        let mut javap = Command::new(jdk.home.join("bin/javap"));
        javap.args(options).args(classes);
        String::from_utf8(javap.output().expect("javap runs").stdout).expect("javap prints text")
    };
    let classes = match class.strip_suffix("$*") {
        None => vec![class.replace('/', ".")],
        Some(outer) => {
            let prefix = format!("{outer}$");
            let told = javap(&["-p", "-v"], &[outer.replace('/', ".")]);
            let nested = told.match_indices(&prefix).map(|(at, _)| {
                let rest = &told[at + prefix.len()..];
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
                format!("{prefix}{}", &rest[..end]).replace('/', ".")
            });
            nested.collect::<BTreeSet<_>>().into_iter().collect()
        }
    };
    let told = javap(&["-p"], &classes);
    // `int size();`, `volatile java.lang.Object next;`
    let names = told.lines().filter_map(|line| {
        let line = line.trim().strip_suffix(';')?;
        let line = line.split('(').next()?;
        line.rsplit([' ', '.']).next().map(str::to_owned)
    });
    names.collect()
}

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")),
        Err(_) => default,
    }
}

fn compiled(jdk: &Jdk) -> TempDir {
    let folder = TempDir::new("refine").expect("a temporary directory");
    let mut sources = api_sources().expect("java-tests/api is readable");
    sources.push(java_tests().join("../harness/tests/support/clients/RandomClient.java"));
    let sources: Vec<&Path> = sources.iter().map(|path| path.as_path()).collect();
    compile(jdk, &sources, folder.path()).expect("clients compile");
    folder
}

fn compare(seed: u64, jdk: &Jdk, classes: &Path) -> Compared {
    let kind = seed % KINDS;
    let args = [seed.to_string(), "3".to_string(), kind.to_string()];
    let target = Target { jdk, classes, main: "RandomClient", flags: &[], args: &args };
    let seconds = std::env::var("BRAID_CLIENT_SECONDS").ok();
    let limit = Duration::from_secs(number("BRAID_CLIENT_SECONDS", LIMIT));
    // As many on every machine.
    let states: &[&str] = if seconds.is_none() { &["--max-states", STATES] } else { &[] };
    let asked = |juc: &str| ask(&target, &[&["--juc", juc, "--outcomes", "--races", "off"], states].concat(), limit);
    let failed = |what: String| Compared::Different(format!("--- seed {seed} on JDK {}: {what}", jdk.version));
    let without = match asked("model") {
        Ok(report) => report,
        Err(what) => return failed(what),
    };
    let expected = match ends(&without) {
        Ok(Some(ends)) => ends,
        Ok(None) => return Compared::Slow,
        Err(what) => return failed(what),
    };
    let with = match asked(if WIDE.contains(&kind) { "wide" } else { "steps" }) {
        Ok(report) => report,
        Err(what) => return failed(what),
    };
    match ends(&with) {
        Ok(Some(found)) => match found.same_as(&expected) {
            Ok(()) => Compared::Same(with.states(), without.states()),
            Err(what) => failed(what),
        },
        Ok(None) => Compared::SlowInSteps(seed),
        Err(what) => failed(what),
    }
}
