//! The verdict for programs. The schema is described in `harness/report-schema.md`.

use super::names::Names;
use super::rows::{Held, rows, waits};
use super::text::cycle;
use super::{Case, describe_stop, kind_name, place_of_violation, told};
use crate::memory;
use braid_engine::check::{Race, Ruling, Schedule, Stats, Verdict, Violation, WakeUp};
use serde_json::{Value, json};

/// The version of the schema.
pub const SCHEMA: u32 = 2;

/// The verdict for programs.
pub fn json(case: &Case, verdict: &Verdict, stats: &Stats) -> Value {
    let mut report = empty();
    let violations: Vec<&Violation> = match verdict {
        Verdict::Verified | Verdict::Inconclusive(_) => Vec::new(),
        Verdict::Violated(_) if !case.violations.is_empty() => case.violations.iter().collect(),
        Verdict::Violated(violation) => vec![violation],
    };
    report["verdict"] = json!(match verdict {
        Verdict::Verified => "verified",
        Verdict::Violated(_) => "violated",
        Verdict::Inconclusive(_) => "inconclusive",
    });
    if let Verdict::Inconclusive(reason) = verdict {
        report["reason"] = json!(describe_stop(reason));
    }
    if let Some(reason) = case.ended_early {
        report["reason"] = json!(describe_stop(reason));
    }
    report["assumptions"] = json!(case.assumptions);
    report["fixed"] = case
        .vm
        .fixed_answers()
        .into_iter()
        .map(|(fixed, asked)| {
            json!({
                "kind": format!("{fixed:?}").to_lowercase(),
                "text": told(case.vm, fixed, asked),
                "location": asked.map(|line| case.vm.format_line(&line)),
            })
        })
        .collect();
    let violations: Vec<Value> = violations.into_iter().map(|v| describe(case, v)).collect();
    if let Some(first) = violations.first() {
        report["violation"] = first.clone();
        // Where the first version of the schema had them.
        report["schedule"] = first["schedule"].clone();
        report["trace"] = first["trace"].clone();
    }
    report["races"] = case.races.iter().map(|race| race_json(case, race)).collect();
    report["violations"] = json!(violations);
    report["outcomes"] = json!(case.outcomes);
    report["stats"] = json!({
        "states": stats.states,
        "transitions": stats.transitions,
        "instructions": stats.instructions,
        "seconds": case.seconds,
        "peak_rss_bytes": memory::peak(),
        "store_bytes": stats.store_bytes,
        "restarts": stats.restarts,
        "dropped": stats.dropped,
        "depth": stats.depth,
    });
    report
}

/// What the referee says, for programs.
pub fn ruling_json(ruling: &Ruling, outcomes_asked: bool, seconds: f64) -> Value {
    let mut report = empty();
    report["verdict"] = json!(match (&ruling.stopped, ruling.violations.is_empty()) {
        (_, false) => "violated",
        (None, true) => "verified",
        (Some(_), true) => "inconclusive",
    });
    report["reason"] = json!(ruling.stopped.as_ref().map(describe_stop));
    let violations: Vec<Value> = ruling.violations.iter().map(|kind| json!({ "kind": kind_name(kind) })).collect();
    report["violation"] = violations.first().cloned().unwrap_or_default();
    report["violations"] = json!(violations);
    report["outcomes"] = json!(outcomes_asked.then_some(&ruling.outcomes));
    let Stats { states, transitions, instructions, store_bytes, depth, restarts, ended: _, dropped: _ } = ruling.stats;
    report["stats"] = json!({
        "states": states,
        "transitions": transitions,
        "instructions": instructions,
        "seconds": seconds,
        "peak_rss_bytes": memory::peak(),
        "store_bytes": store_bytes,
        "restarts": restarts,
        "depth": depth,
    });
    report
}

/// The report of a check that could not begin.
pub fn failed_start(reason: &str) -> Value {
    let mut report = empty();
    report["verdict"] = json!("inconclusive");
    report["reason"] = json!(reason);
    report
}

/// A report without a verdict.
fn empty() -> Value {
    json!({
        "schema": SCHEMA,
        "verdict": null,
        "reason": null,
        "assumptions": [],
        "fixed": [],
        "violation": null,
        "violations": [],
        "races": [],
        "schedule": null,
        "trace": null,
        "test": null,
        "outcomes": null,
        "stats": {
            "states": 0,
            "transitions": 0,
            "instructions": 0,
            "seconds": 0.0,
            "peak_rss_bytes": memory::peak(),
            "store_bytes": 0,
            "restarts": 0,
            "dropped": 0,
            "depth": 0,
        },
    })
}

fn describe(case: &Case, violation: &Violation) -> Value {
    let vm = case.vm;
    let names = Names::new(vm, violation);
    let rows = rows(vm, &names, violation, case.form.detail);
    let trace: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({
                "thread": names.thread(row.thread),
                "kind": row.kind,
                "action": row.text,
                "location": row.line.map(|l| vm.format_line(&l)),
                "source": row.line.filter(|_| row.own).and_then(|l| case.form.sources.text(vm, &l)),
            })
        })
        .collect();
    let blocked: Vec<Value> = violation
        .blocked
        .iter()
        .map(|b| {
            json!({
                "thread": names.thread(b.thread),
                "waits": waits(&names, violation, b.thread, Held::WhoAndWhere),
                "holder": b.holders.first().map(|h| names.thread(h.thread)),
                "acquired": b.holders.first().and_then(|h| h.acquired).map(|l| vm.format_line(&l)),
                "holders": b.holders.iter().map(|h| names.thread(h.thread)).collect::<Vec<_>>(),
                "location": b.line.map(|l| vm.format_line(&l)),
                "stack": b.stack.iter().map(|l| vm.format_line(l)).collect::<Vec<_>>(),
            })
        })
        .collect();
    let place = place_of_violation(vm, violation);
    json!({
        "kind": kind_name(&violation.kind),
        "message": violation.message,
        "thread": violation.thread.map(|t| names.thread(t)),
        "location": place.map(|l| vm.format_line(&l)),
        "file": place.and_then(|l| case.form.sources.path(vm, &l).or_else(|| names.file(&l).map(str::to_string))),
        "line": place.map(|l| l.line),
        "stack": violation.trace.iter().map(|l| vm.format_line(l)).collect::<Vec<_>>(),
        "causes": violation
            .causes
            .iter()
            .map(|c| {
                let stack: Vec<String> = c.trace.iter().map(|l| vm.format_line(l)).collect();
                json!({ "message": c.message, "stack": stack })
            })
            .collect::<Vec<_>>(),
        "blocked": blocked,
        "loops": violation
            .loops
            .iter()
            .map(|l| {
                let lines: Vec<String> = l.lines.iter().map(|l| vm.format_line(l)).collect();
                json!({ "thread": names.thread(l.thread), "lines": lines })
            })
            .collect::<Vec<_>>(),
        "race": violation.race.as_ref().map(|race| race_json(case, race)),
        "cycle": cycle(violation).into_iter().map(|t| names.thread(t)).collect::<Vec<_>>(),
        "threads": violation.threads.iter().map(|t| &t.name).collect::<Vec<_>>(),
        "output": violation.output,
        "token": (case.again)(violation).token,
        "switches": violation.schedule.switches(),
        "found_switches": violation.found_switches,
        "schedule": schedule(&violation.schedule, &names),
        "trace": trace,
    })
}

fn race_json(case: &Case, race: &Race) -> Value {
    let vm = case.vm;
    let sites = race.sites.iter().map(|site| {
        json!({
            "thread": site.thread_name,
            "access": if site.write { "write" } else { "read" },
            "location": site.line.map(|line| vm.format_line(&line)),
            "stack": site.stack.iter().map(|line| vm.format_line(line)).collect::<Vec<_>>(),
        })
    });
    json!({ "location": race.location, "sites": sites.collect::<Vec<_>>() })
}

fn schedule(schedule: &Schedule, names: &Names) -> Vec<Value> {
    let turns = schedule.turns.iter().map(|turn| {
        json!({
            "thread": names.thread(turn.thread),
            "wake": match turn.wake {
                WakeUp::None => Value::Null,
                WakeUp::Expires => json!("expires"),
                WakeUp::Spurious => json!("spurious"),
            },
            "actions": turn.actions,
            "choices": turn.answers,
        })
    });
    turns.collect()
}
