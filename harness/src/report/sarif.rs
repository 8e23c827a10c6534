//! SARIF 2.1.0, which code-scanning servers and editors read. A violation is a result; its schedule is a code flow with one
//! thread flow for each Java thread, and the order of execution tells how they interleave.

use super::model::{Frame, Race, Report, Stack, Step, Verdict, Violation};
use super::place::Root;
use serde_json::{Map, Value, json};

/// The properties: name, what is wrong, what that means.
const RULES: [(&str, &str, &str); 7] = [
    ("deadlock", "Deadlock", "Threads wait for ever: for each other, or for something that never comes."),
    ("assertion", "AssertionFailed", "An assertion fails in some schedule."),
    (
        "uncaught",
        "UncaughtException",
        "An exception ends a thread in some schedule, and the program does not catch it.",
    ),
    ("livelock", "Livelock", "The program runs for ever whatever the schedule does."),
    ("race", "DataRace", "Two threads access the same memory, one of them writes, and nothing orders the accesses."),
    ("verified", "UnexpectedlyVerified", "A test expects a violation, and no schedule has one."),
    ("inconclusive", "Inconclusive", "The check has ended before all schedules were explored."),
];

/// The report as SARIF.
pub fn sarif(report: &Report) -> String {
    let writer = Writer { root: Root::here() };
    let mut results = Vec::new();
    let mut notifications = Vec::new();
    for check in report.checks() {
        let subject = check.subject();
        results.extend(check.failures().iter().map(|violation| writer.violation(violation, subject, "error")));
        let early = check.early_violations().iter();
        results.extend(early.map(|violation| writer.violation(violation, subject, "warning")));
        results.extend(check.races.iter().map(|race| writer.race(race, subject)));
        if let Some((what, why)) = check.complaint() {
            let text = format!("{subject}: {what}: {why}");
            if check.verdict == Verdict::Inconclusive {
                notifications.push(json!({ "level": "error", "message": { "text": text } }));
            }
            // What is neither passed nor failed has no level, by the standard.
            let (level, kind) =
                if check.verdict == Verdict::Inconclusive { ("none", "open") } else { ("error", "fail") };
            let mut result = result(what, level, &text);
            result.insert("kind".into(), json!(kind));
            results.push(Value::Object(result));
        }
    }
    let rules: Vec<Value> = RULES
        .iter()
        .map(|(id, name, text)| json!({ "id": id, "name": name, "shortDescription": { "text": text } }))
        .collect();
    let invocation = json!({
        "executionSuccessful": notifications.is_empty(),
        "toolExecutionNotifications": notifications,
    });
    let run = json!({
        "tool": { "driver": {
            "name": "Braid",
            "version": report.tool.version,
            "semanticVersion": report.tool.version,
            "rules": rules,
        } },
        "originalUriBaseIds": { "SRCROOT": { "description": { "text": "The top of the repository." } } },
        "columnKind": "utf16CodeUnits",
        "invocations": [invocation],
        "results": results,
    });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    });
    format!("{log:#}\n")
}

fn result(rule: &str, level: &str, text: &str) -> Map<String, Value> {
    let mut result = Map::new();
    result.insert("ruleId".into(), json!(rule));
    if let Some(index) = RULES.iter().position(|(id, ..)| *id == rule) {
        result.insert("ruleIndex".into(), json!(index));
    }
    result.insert("level".into(), json!(level));
    result.insert("message".into(), json!({ "text": text }));
    result
}

struct Writer {
    root: Root,
}

impl Writer {
    fn violation(&self, violation: &Violation, subject: &str, level: &str) -> Value {
        let mut text = violation.one_line.clone();
        violation.note.iter().for_each(|note| text.push_str(&format!("\n{note}")));
        for blocked in &violation.blocked {
            text.push_str(&format!("\n{} {}", blocked.thread, blocked.waits));
        }
        if !violation.replay.is_empty() {
            text.push_str(&format!("\nto see it again: {}", violation.replay));
        }
        let mut result = result(violation.kind.rule(), level, &text);
        let locations: Vec<Value> = violation.place.iter().map(|frame| self.location(Some(frame), None)).collect();
        result.insert("locations".into(), json!(locations));
        let fingerprints = json!({ "braid/v1": violation.fingerprint });
        result.insert("partialFingerprints".into(), fingerprints);
        let other = violation.blocked.iter().map(|blocked| {
            let text = format!("{} {}", blocked.thread, blocked.waits);
            self.location(blocked.place.as_ref(), Some(&text))
        });
        let sites = violation.race.iter().flat_map(|race| self.sites(race));
        result.insert("relatedLocations".into(), other.chain(sites).collect());
        let failed = violation.thread.as_ref().filter(|_| !violation.stack.frames.is_empty());
        let failed = failed.map(|thread| self.stack(&format!("thread {thread}"), &violation.stack));
        let waiting = violation.blocked.iter().map(|b| self.stack(&format!("thread {}", b.thread), &b.stack));
        result.insert("stacks".into(), failed.into_iter().chain(waiting).collect());
        if !violation.trace.is_empty() {
            let text = format!("how it happens, with {} context switches", violation.switches);
            let flows: Vec<Value> = self.thread_flows(violation);
            let flow = json!({ "message": { "text": text }, "threadFlows": flows });
            result.insert("codeFlows".into(), json!([flow]));
        }
        let properties = json!({ "subject": subject, "kind": violation.kind, "token": violation.token });
        result.insert("properties".into(), properties);
        Value::Object(result)
    }

    fn race(&self, race: &Race, subject: &str) -> Value {
        let text = format!("data race: nothing orders two accesses to {}", race.location);
        let mut result = result("race", "warning", &text);
        let place = race.sites.iter().find_map(|site| site.place.as_ref());
        result.insert("locations".into(), place.iter().map(|frame| self.location(Some(frame), None)).collect());
        result.insert("relatedLocations".into(), self.sites(race).collect());
        result.insert("properties".into(), json!({ "subject": subject, "kind": "race" }));
        Value::Object(result)
    }

    fn sites(&self, race: &Race) -> impl Iterator<Item = Value> {
        race.sites.iter().map(|site| {
            let text = format!("{}: {}", site.thread, site.access.name());
            self.location(site.place.as_ref(), Some(&text))
        })
    }

    /// One flow for each thread that does something, in the order in which they started.
    fn thread_flows(&self, violation: &Violation) -> Vec<Value> {
        let flow = |thread: &str| {
            let steps = violation.trace.iter().enumerate().filter(|(_, step)| step.thread == thread);
            let locations: Vec<Value> = steps.map(|(order, step)| self.step(order, step)).collect();
            (!locations.is_empty()).then(
                || json!({ "id": thread, "message": { "text": format!("thread {thread}") }, "locations": locations }),
            )
        };
        violation.threads.iter().filter_map(|thread| flow(thread)).collect()
    }

    fn step(&self, order: usize, step: &Step) -> Value {
        let state: Map<String, Value> =
            step.values.iter().map(|known| (known.place.clone(), json!({ "text": known.value }))).collect();
        let mut told = json!({
            "location": self.location(step.place.as_ref(), Some(&step.action)),
            // The first is 1.
            "executionOrder": order + 1,
            "importance": if step.last { "essential" } else { "important" },
            "kinds": [step.kind],
        });
        if !state.is_empty() {
            told["state"] = Value::Object(state);
        }
        told
    }

    fn stack(&self, text: &str, stack: &Stack) -> Value {
        let frames: Vec<Value> =
            stack.frames.iter().map(|frame| json!({ "location": self.location(Some(frame), None) })).collect();
        json!({ "message": { "text": text }, "frames": frames })
    }

    fn location(&self, frame: Option<&Frame>, text: Option<&str>) -> Value {
        let mut location = Map::new();
        if let Some(frame) = frame {
            let name = format!("{}.{}", frame.class, frame.method);
            location.insert("logicalLocations".into(), json!([{ "fullyQualifiedName": name, "kind": "function" }]));
            // A file that was not found has no place that a reader could open.
            if let Some(path) = &frame.path {
                let artifact = match self.root.relative(path) {
                    Some(_) => json!({ "uri": self.root.uri(path), "uriBaseId": "SRCROOT" }),
                    None => json!({ "uri": self.root.uri(path) }),
                };
                let mut physical = json!({ "artifactLocation": artifact });
                if let Some(line) = frame.line {
                    physical["region"] = json!({ "startLine": line });
                }
                location.insert("physicalLocation".into(), physical);
            }
        }
        if let Some(text) = text {
            location.insert("message".into(), json!({ "text": text }));
        }
        Value::Object(location)
    }
}
