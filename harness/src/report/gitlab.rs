//! Code Quality reports of GitLab: a list of what is wrong, with fingerprints by which a merge request tells new from old.

use super::fingerprint;
use super::model::{Frame, Report};
use super::place::Root;
use serde_json::{Value, json};

/// The report as JSON for GitLab.
pub fn gitlab(report: &Report) -> String {
    let root = Root::here();
    let mut found = Vec::new();
    for check in report.checks() {
        let subject = check.subject();
        for violation in check.failures() {
            let parts = [violation.fingerprint.as_str(), violation.kind.rule(), subject];
            let place = violation.place.as_ref();
            found.push(entry(&root, violation.kind.rule(), &violation.one_line, &parts, "critical", place));
        }
        for violation in check.early_violations() {
            let parts = [violation.fingerprint.as_str(), "timing", violation.kind.rule(), subject];
            let holds = violation.condition().unwrap_or_default();
            let text = format!("holds unless {holds}; then {}", violation.one_line);
            found.push(entry(&root, "timing", &text, &parts, "major", violation.place.as_ref()));
        }
        for race in &check.races {
            let at = |frame: &Frame| format!("{}.{}", frame.class, frame.method);
            let mut sites: Vec<String> = race.sites.iter().filter_map(|site| site.place.as_ref()).map(at).collect();
            sites.sort();
            let parts = ["race", subject, &race.location, &sites.join(" ")];
            let text = format!("data race: nothing orders two accesses to {}", race.location);
            let place = race.sites.iter().find_map(|site| site.place.as_ref());
            found.push(entry(&root, "race", &text, &parts, "major", place));
        }
        if let Some((what, why)) = check.complaint() {
            let text = format!("{what}: {subject}: {why}");
            found.push(entry(&root, what, &text, &[what, subject], "major", None));
        }
    }
    format!("{:#}\n", Value::Array(found))
}

fn entry(root: &Root, rule: &str, text: &str, parts: &[&str], severity: &str, place: Option<&Frame>) -> Value {
    // A place is demanded. What has none is put at the top of a file that stands for all.
    let path = place.and_then(Frame::path_or_file).map_or_else(|| "braid".to_string(), |path| root.shown(path));
    json!({
        "description": text,
        "check_name": format!("braid/{rule}"),
        "fingerprint": fingerprint::short(parts),
        "severity": severity,
        "location": { "path": path, "lines": { "begin": place.and_then(|frame| frame.line).unwrap_or(1) } },
    })
}
