//! Workflow commands of GitHub Actions: lines that become annotations of the changed files.

use super::model::{Frame, Report, Verdict, Violation};
use super::place::Root;
use std::fmt::Write as _;

/// The report as workflow commands. Writing to a string cannot fail.
pub fn github(report: &Report) -> String {
    let root = Root::here();
    let mut out = String::new();
    for check in report.checks() {
        let subject = check.subject();
        for violation in check.failures() {
            let title = format!("{} in {subject}", violation.kind.title());
            command(&mut out, "error", place(&root, violation.place.as_ref()), &title, &told(violation));
        }
        for violation in check.early_violations() {
            let title = format!("{} in {subject}, if a timed wait expires early", violation.kind.title());
            let text = violation.note.iter().fold(told(violation), |text, note| format!("{text}\n{note}"));
            command(&mut out, "warning", place(&root, violation.place.as_ref()), &title, &text);
        }
        for race in &check.races {
            let at = race.sites.iter().find_map(|site| site.place.as_ref());
            let text = format!("nothing orders two accesses to {}", race.location);
            command(&mut out, "warning", place(&root, at), &format!("data race in {subject}"), &text);
        }
        if let Some((what, why)) = check.complaint() {
            command(&mut out, "error", Vec::new(), &format!("{what}: {subject}"), &why);
        }
    }
    let count = |verdict| report.checks().iter().filter(|check| check.verdict == verdict).count();
    let (violated, unknown) = (count(Verdict::Violated), count(Verdict::Inconclusive));
    let summary = format!("{violated} violated, {unknown} inconclusive, {} verified", count(Verdict::Verified));
    command(&mut out, "notice", Vec::new(), "Braid", &summary);
    out
}

fn told(violation: &Violation) -> String {
    let mut text = violation.one_line.clone();
    for blocked in &violation.blocked {
        let at =
            blocked.place.as_ref().and_then(Frame::file_and_line).map(|at| format!(" at {at}")).unwrap_or_default();
        let _ = write!(text, "\n{} {}{at}", blocked.thread, blocked.waits);
    }
    if !violation.replay.is_empty() {
        let _ = write!(text, "\nto see it again: {}", violation.replay);
    }
    text
}

fn place(root: &Root, frame: Option<&Frame>) -> Vec<(&'static str, String)> {
    let file = frame.and_then(|frame| frame.path.as_deref()).map(|path| ("file", root.shown(path)));
    let line = frame.and_then(|frame| frame.line).filter(|_| file.is_some()).map(|line| ("line", line.to_string()));
    file.into_iter().chain(line).collect()
}

fn command(out: &mut String, name: &str, mut properties: Vec<(&'static str, String)>, title: &str, message: &str) {
    properties.push(("title", title.to_string()));
    let properties: Vec<String> = properties.iter().map(|(key, value)| format!("{key}={}", property(value))).collect();
    let _ = writeln!(out, "::{name} {}::{}", properties.join(","), data(message));
}

/// Line ends would end the command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Colons and commas would end the property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
