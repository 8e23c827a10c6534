//! The verdict for programs. The schema is described in `harness/report-schema.md`.

use super::model::{Report, Step, Turn, Violation};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The report as JSON.
pub fn json(report: &Report) -> String {
    let text = serde_json::to_string_pretty(&View(report));
    text.expect("invariant: all keys of a report are strings") + "\n"
}

/// A report from JSON; an error says what is wrong with it.
pub fn parse(text: &str) -> Result<Report, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// A report with the first violation beside the list of all, and its schedule and trace where the first version of the schema
/// had them.
struct View<'a>(&'a Report);

/// The same for a list of reports.
struct Views<'a>(&'a [Report]);

impl Serialize for Views<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(View))
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Report {
            schema,
            verdict,
            reason,
            test,
            test_frame,
            expectation,
            target,
            tool,
            jdk,
            options,
            unchanged,
            sequential_only,
            steps_in_doubt,
            hot,
            advice,
            assumptions,
            fixed,
            models,
            violations,
            all: _,
            races,
            timed,
            timing,
            outcomes,
            counters,
            stats,
            classes,
            referee: _,
            sources: _,
            tests,
            disabled,
        } = self.0;
        let first: Option<&Violation> = violations.first();
        let told = first.filter(|violation| !violation.token.is_empty());
        let schedule: Option<&Vec<Turn>> = told.map(|violation| &violation.schedule);
        let trace: Option<&Vec<Step>> = told.map(|violation| &violation.trace);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", schema)?;
        map.serialize_entry("verdict", verdict)?;
        map.serialize_entry("reason", reason)?;
        map.serialize_entry("test", test)?;
        map.serialize_entry("test_frame", test_frame)?;
        map.serialize_entry("expectation", expectation)?;
        map.serialize_entry("target", target)?;
        map.serialize_entry("tool", tool)?;
        map.serialize_entry("jdk", jdk)?;
        map.serialize_entry("options", options)?;
        map.serialize_entry("unchanged", unchanged)?;
        map.serialize_entry("stats", stats)?;
        map.serialize_entry("violation", &first)?;
        map.serialize_entry("violations", violations)?;
        map.serialize_entry("races", races)?;
        map.serialize_entry("timed", timed)?;
        map.serialize_entry("timing", timing)?;
        map.serialize_entry("sequential_only", sequential_only)?;
        map.serialize_entry("steps_in_doubt", steps_in_doubt)?;
        map.serialize_entry("hot", hot)?;
        map.serialize_entry("advice", advice)?;
        map.serialize_entry("assumptions", assumptions)?;
        map.serialize_entry("fixed", fixed)?;
        map.serialize_entry("models", models)?;
        map.serialize_entry("outcomes", outcomes)?;
        map.serialize_entry("counters", counters)?;
        map.serialize_entry("schedule", &schedule)?;
        map.serialize_entry("trace", &trace)?;
        map.serialize_entry("classes", classes)?;
        map.serialize_entry("disabled", disabled)?;
        map.serialize_entry("tests", &tests.as_deref().map(Views))?;
        map.end()
    }
}
