//! The checked programs of `java-tests` are well formed, and those expected to be verified behave on the real JVM:
//! one schedule of it, with assertions on, must end normally and silently.
//!
//! `BRAID_CHECKED=substring` restricts the programs by path.

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use support::check::in_parallel;
use support::directives::{Case, CheckSpec, Kind, Verdict, api_sources, cross_section, load_cases};
use support::jdk::{Jdk, compile, judged};
use support::process::run_with_deadline;
use support::temp::TempDir;

/// A verified program that runs longer than this has hung.
const DEADLINE: Duration = Duration::from_secs(60);

#[test]
fn the_cross_section_has_programs_of_every_folder() {
    let cases = load_cases().expect("java-tests is well formed");
    let quick: Vec<&Case> = cases.iter().filter(|case| case.is_in_cross_section()).collect();
    assert_eq!(quick.len(), cross_section().len(), "java-tests/quick.txt names a program that is not there, or twice");
    let missing: BTreeSet<&Path> =
        cases.iter().map(Case::folder).filter(|folder| !quick.iter().any(|case| case.folder() == *folder)).collect();
    assert!(missing.is_empty(), "java-tests/quick.txt has no program of {missing:?}");
}

#[test]
fn verified_programs_end_normally_on_the_real_jvm() {
    let cases = load_cases().expect("java-tests is well formed");
    let filter = std::env::var("BRAID_CHECKED").unwrap_or_default();
    let selected: Vec<&Case> =
        cases.iter().filter(|case| matches!(case.kind, Kind::Check(_)) && case.is_asked_for(&filter)).collect();
    assert!(!selected.is_empty(), "no program matches BRAID_CHECKED={filter:?}");

    let jdk = judged();
    let classes = TempDir::new("checked").expect("a temporary directory");
    let api = api_sources().expect("java-tests/api is readable");
    let sources: Vec<&Path> = selected.iter().map(|case| &case.path).chain(&api).map(|path| path.as_path()).collect();
    compile(&jdk, &sources, classes.path()).expect("the checked programs compile");

    let failures = in_parallel(&selected, |case| run_once(case, &jdk, classes.path())).concat();
    assert!(failures.is_empty(), "{} programs misbehave:\n{}", failures.len(), failures.join("\n"));
}

/// Runs a program expected to be verified with the arguments of each revision; tells what went wrong.
fn run_once(case: &Case, jdk: &Jdk, classes: &Path) -> Vec<String> {
    let Kind::Check(CheckSpec { verdict, revisions, outcomes, .. }) = &case.kind else {
        unreachable!("only checked programs are selected")
    };
    if *verdict != Verdict::Verified {
        return Vec::new();
    }
    let mut argument_lists: Vec<Vec<String>> = revisions.iter().map(|revision| revision.args.clone()).collect();
    if !outcomes.is_empty() {
        argument_lists.push(std::iter::once("only".to_owned()).chain(outcomes.iter().cloned()).collect());
    }
    argument_lists.sort();
    argument_lists.dedup();
    let mut failures = Vec::new();
    for args in argument_lists {
        let mut java = Command::new(jdk.home.join("bin/java"));
        java.args(["-ea", "-XX:TieredStopAtLevel=1", "-cp"]).arg(classes).arg(case.name()).args(&args);
        match run_with_deadline(&mut java, "", DEADLINE) {
            Ok(outcome) if outcome.code == Some(0) && outcome.stderr.is_empty() => {}
            Ok(outcome) => failures.push(format!(
                "{} {args:?}: exit code {:?}\n{}",
                case.name(),
                outcome.code,
                String::from_utf8_lossy(&outcome.stderr)
            )),
            Err(what) => failures.push(format!("{} {args:?}: {what}", case.name())),
        }
    }
    failures
}
