//! JUnit XML, as Surefire, Jenkins and the like read it: a violation is a failure, *inconclusive* is an error, never a pass,
//! unless the test itself expects or tolerates it.

use super::model::{Report, Verdict};
use super::paint::Paint;
use super::text::{Page, text};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use std::collections::BTreeMap;
use std::time::Duration;

/// The report as JUnit XML.
pub fn junit(report: &Report) -> String {
    let mut suites: BTreeMap<String, TestSuite> = BTreeMap::new();
    let mut add = |name: &str, status: TestCaseStatus, check: Option<&Report>| {
        let (class, method) = name.rsplit_once('.').unwrap_or(("braid", name));
        let mut case = TestCase::new(method, status);
        case.set_classname(class);
        if let Some(check) = check {
            case.set_time(Duration::try_from_secs_f64(check.stats.seconds).unwrap_or_default());
            case.set_system_out(text(check, Page { width: 120, paint: Paint::Plain }));
        }
        suites.entry(class.to_string()).or_insert_with(|| TestSuite::new(class)).add_test_case(case);
    };
    for check in report.checks() {
        add(check.subject(), status(check), Some(check));
    }
    for test in &report.disabled {
        add(test, TestCaseStatus::skipped(), None);
    }
    let mut xml = quick_junit::Report::new("braid");
    xml.add_test_suites(suites.into_values());
    xml.to_string().expect("invariant: XML is written to memory")
}

fn status(check: &Report) -> TestCaseStatus {
    if check.passed() {
        return TestCaseStatus::success();
    }
    let mut status = match check.verdict {
        Verdict::Verified => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let message = "a violation is expected, and no schedule has one";
            status.set_type("verified").set_message(message).set_description(message);
            return status;
        }
        Verdict::Violated => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Verdict::Inconclusive => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    match check.violations.first() {
        Some(violation) => {
            let mut text = violation.one_line.clone();
            violation.stack.stack.iter().for_each(|line| text.push_str(&format!("\n    at {line}")));
            for blocked in &violation.blocked {
                text.push_str(&format!("\n{} {}", blocked.thread, blocked.waits));
                blocked.stack.stack.iter().for_each(|line| text.push_str(&format!("\n    at {line}")));
            }
            if !violation.replay.is_empty() {
                text.push_str(&format!("\nto see it again: {}", violation.replay));
            }
            status
                .set_type(String::from(violation.kind.clone()))
                .set_message(&violation.one_line)
                .set_description(text);
        }
        None => {
            let reason = format!("inconclusive: {}", check.reason.as_deref().unwrap_or_default());
            status.set_type("inconclusive").set_message(&reason).set_description(reason.clone());
        }
    }
    status
}
