//! Reports: what a verdict looks like, as text and as JSON.

use braid_engine::check::{
    Action, Event, Options, Place, Race, Races, Search, Stats, StopReason, Time, Verdict, Violation, ViolationKind,
    WakeUp,
};
use braid_engine::interp::TraceLine;
use braid_engine::program::{ObjId, ThreadId};
use braid_engine::vm::Vm;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What a *verified* rests on.
pub fn assumptions(options: &Options, races: &[Race], verdict: &Verdict) -> Vec<&'static str> {
    vec![
        match options.search {
            Search::Dfs | Search::Bfs => {
                "a scheduler that is fair: a loop that some schedule leaves is taken to be left some time"
            }
            Search::Random(_) => "no program runs for ever: random walks do not look for livelock",
        },
        match (options.races, verdict) {
            (Races::Off, _) => {
                "sequential consistency: data races are not looked for, and a program that has some may behave otherwise"
            }
            (Races::Warn, _) if !races.is_empty() => {
                "sequential consistency: the program has data races and may behave otherwise"
            }
            (Races::Warn | Races::Error, Verdict::Verified) => {
                "no data race was found in any schedule, so sequential consistency loses nothing; acquire, release and \
                 opaque accesses count as volatile"
            }
            (Races::Warn | Races::Error, Verdict::Violated(_) | Verdict::Inconclusive(_)) => {
                "sequential consistency: a program that has data races may behave otherwise"
            }
        },
        if options.spurious {
            "waits and parks may end for no reason; a weak compare-and-set never fails for no reason"
        } else {
            "no spurious wake-ups and no spurious failures of weak compare-and-set"
        },
        match options.time {
            Time::Free => "any timed wait may expire at any moment",
            Time::Virtual => "timed waits expire only when nobody can run, the earliest first",
        },
        "state keys of 128 bits do not collide",
    ]
}

/// The verdict for a person.
pub fn text(vm: &Vm, verdict: &Verdict, stats: &Stats, seconds: f64, assumptions: &[&str], races: &[Race]) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = match verdict {
        Verdict::Verified => {
            let list: String = assumptions.iter().map(|a| format!("  - {a}\n")).collect();
            let only = if races.is_empty() { "" } else { " under sequential consistency only" };
            let what = "no deadlock, no livelock, no uncaught exception, in every schedule";
            write!(out, "verified{only}: {what}\nassuming\n{list}")
        }
        Verdict::Violated(violation) => write!(out, "{}", explain(vm, violation)),
        Verdict::Inconclusive(reason) => writeln!(out, "inconclusive: {}", describe_stop(reason)),
    };
    for race in races {
        let _ =
            write!(out, "{}warning: data race: {}\n{}", race_place(vm, race), race_message(race), race_sites(vm, race));
    }
    let _ = writeln!(
        out,
        "{} states, {} transitions, {} instructions, depth {}, {} restarts, {seconds:.2} s",
        stats.states, stats.transitions, stats.instructions, stats.depth, stats.restarts
    );
    out
}

/// `File.java:12: ` of the first side of a race.
fn race_place(vm: &Vm, race: &Race) -> String {
    let line = race.sites.iter().find_map(|site| site.line.and_then(|line| place_of(vm, &line)));
    line.map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default()
}

fn race_message(race: &Race) -> String {
    format!("nothing orders two accesses to {}", race.location)
}

fn race_sites(vm: &Vm, race: &Race) -> String {
    let mut out = String::new();
    for site in &race.sites {
        let _ = writeln!(out, "{} {}", thread_name(site.thread), if site.write { "writes" } else { "reads" });
        for line in &site.stack {
            let _ = writeln!(out, "    at {}", vm.format_line(line));
        }
    }
    out
}

fn race_json(vm: &Vm, race: &Race) -> Value {
    let sites: Vec<Value> = race
        .sites
        .iter()
        .map(|site| {
            json!({
                "thread": thread_name(site.thread),
                "access": if site.write { "write" } else { "read" },
                "location": site.line.map(|line| vm.format_line(&line)),
                "stack": site.stack.iter().map(|line| vm.format_line(line)).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({ "location": race.location, "sites": sites })
}

fn describe_stop(reason: &StopReason) -> String {
    match reason {
        StopReason::Time(limit) => format!("the time limit of {limit:?} is reached"),
        StopReason::States(limit) => format!("the limit of {limit} states is reached"),
        StopReason::Depth(limit) => format!("a path is longer than the limit of {limit} steps"),
        StopReason::Memory(limit) => format!("the memory limit of {} MB is reached", limit >> 20),
        StopReason::Unsupported(what) => format!("unsupported: {what}"),
        StopReason::Sampled(walks) => format!("{walks} random walks found nothing, which proves nothing"),
        StopReason::Interrupted => "interrupted".to_string(),
    }
}

fn kind_name(kind: &ViolationKind) -> String {
    match kind {
        ViolationKind::Deadlock => "deadlock".to_string(),
        ViolationKind::Assertion => "assertion".to_string(),
        ViolationKind::Uncaught(class) => format!("uncaught {class}"),
        ViolationKind::Livelock => "livelock".to_string(),
        ViolationKind::Race => "race".to_string(),
    }
}

/// How a thread is called in reports: in the order they were started.
fn thread_name(tid: ThreadId) -> String {
    if tid.0 == 0 { "main".to_string() } else { format!("thread-{}", tid.0) }
}

fn place_of(vm: &Vm, line: &TraceLine) -> Option<(String, i32)> {
    let class = vm.program.class(vm.program.method(line.method).class);
    let file = class.source_file.map(|s| vm.program.name(s).to_string())?;
    (line.line > 0).then_some((file, line.line))
}

/// Where an exception was thrown: the innermost line of the user's own, else the innermost line that has a place.
fn thrown_at(vm: &Vm, violation: &Violation) -> Option<TraceLine> {
    let placed = || violation.trace.iter().filter(|l| place_of(vm, l).is_some());
    placed().find(|l| vm.is_users(l.method)).or_else(|| placed().next()).copied()
}

fn explain(vm: &Vm, violation: &Violation) -> String {
    let mut out = String::new();
    let line = thrown_at(vm, violation).or_else(|| violation.blocked.iter().find_map(|b| b.line));
    let line = line.or_else(|| violation.loops.iter().find_map(|l| l.lines.first().copied()));
    let line = line.or_else(|| violation.race.as_ref().and_then(|race| race.sites.iter().find_map(|site| site.line)));
    let place = line.and_then(|l| place_of(vm, &l)).map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
    let _ = writeln!(out, "{place}error: {}: {}", kind_name(&violation.kind), violation.message);
    if let Some(thread) = violation.thread {
        let _ = writeln!(out, "in {}", thread_name(thread));
    }
    for line in &violation.trace {
        let _ = writeln!(out, "    at {}", vm.format_line(line));
    }
    for blocked in &violation.blocked {
        let holder = blocked.holder.map(|h| format!(", which {} holds", thread_name(h))).unwrap_or_default();
        let _ = writeln!(out, "{} {}{holder}", thread_name(blocked.thread), blocked.waits);
        if let Some(line) = &blocked.line {
            let _ = writeln!(out, "    at {}", vm.format_line(line));
        }
    }
    if let Some(race) = &violation.race {
        out.push_str(&race_sites(vm, race));
    }
    for endless in &violation.loops {
        let _ = writeln!(out, "{} runs for ever through", thread_name(endless.thread));
        for line in &endless.lines {
            let _ = writeln!(out, "    at {}", vm.format_line(line));
        }
    }
    let _ = writeln!(out, "schedule of {} steps:", violation.schedule.len());
    let mut last = None;
    for event in &violation.events {
        let switch = if last == Some(event.thread) { "    " } else { "--> " };
        last = Some(event.thread);
        let at = event.line.map(|l| vm.format_line(&l)).unwrap_or_default();
        let indent = "  ".repeat(event.thread.index());
        let _ = writeln!(out, "{switch}{indent}{:<10} {:<40} at {at}", thread_name(event.thread), describe(vm, event));
    }
    if !violation.output.is_empty() {
        let _ = writeln!(out, "output on the way:");
        for line in violation.output.lines() {
            let _ = writeln!(out, "  | {line}");
        }
    }
    out
}

fn describe(vm: &Vm, event: &Event) -> String {
    let object = |obj: ObjId| {
        if obj.is_null() || obj.index() >= vm.state.heap.object_count() {
            return "an object".to_string();
        }
        match vm.state.class_of_mirror(obj) {
            Some(class) => format!("class {}", vm.external_name(class)),
            None => vm.external_name(vm.state.heap.class_of(obj)),
        }
    };
    match &event.action {
        Action::Access { place: Place::Field(field), write, volatile, .. } => {
            let f = vm.program.field(*field);
            let verb = if *write { "write" } else { "read" };
            let how = if *volatile { "volatile " } else { "" };
            format!("{verb} {how}{}.{}", vm.external_name(f.class), vm.program.name(f.name))
        }
        Action::Access { place: Place::Array(_), write, .. } => {
            format!("{} an array element", if *write { "write" } else { "read" })
        }
        Action::Enter { monitor } => format!("enter the monitor of {}", object(*monitor)),
        Action::Exit { monitor } => format!("leave the monitor of {}", object(*monitor)),
        Action::Initialize { class } => format!("initialize class {}", vm.external_name(*class)),
        Action::Prune => "drop the execution".to_string(),
        Action::Start { .. } => "start a thread".to_string(),
        Action::Native { method, .. } if *method == vm.known.terminate => "end".to_string(),
        Action::Native { method, .. } => {
            let m = vm.program.method(*method);
            format!("{}.{}", vm.external_name(m.class), vm.program.name(m.name))
        }
    }
}

/// The verdict for programs: schema version 1.
pub fn json(vm: &Vm, verdict: &Verdict, stats: &Stats, seconds: f64, assumptions: &[&str], races: &[Race]) -> Value {
    let (name, violation, schedule, trace, reason) = match verdict {
        Verdict::Verified => ("verified", Value::Null, Value::Null, Value::Null, Value::Null),
        Verdict::Inconclusive(reason) => {
            ("inconclusive", Value::Null, Value::Null, Value::Null, json!(describe_stop(reason)))
        }
        Verdict::Violated(v) => {
            let others = || {
                let blocked = v.blocked.iter().filter_map(|b| b.line);
                let loops = v.loops.iter().flat_map(|l| l.lines.iter().copied());
                let sites = v.race.iter().flat_map(|race| race.sites.iter().filter_map(|site| site.line));
                blocked.chain(loops).chain(sites).find(|l| place_of(vm, l).is_some())
            };
            let line = thrown_at(vm, v).or_else(others);
            let location = line.map(|l| json!(vm.format_line(&l))).unwrap_or(Value::Null);
            let blocked: Vec<Value> = v
                .blocked
                .iter()
                .map(|b| {
                    json!({
                        "thread": thread_name(b.thread),
                        "waits": b.waits,
                        "holder": b.holder.map(thread_name),
                        "location": b.line.map(|l| vm.format_line(&l)),
                    })
                })
                .collect();
            let loops: Vec<Value> = v
                .loops
                .iter()
                .map(|l| {
                    let lines: Vec<String> = l.lines.iter().map(|l| vm.format_line(l)).collect();
                    json!({ "thread": thread_name(l.thread), "lines": lines })
                })
                .collect();
            let schedule: Vec<Value> = v
                .schedule
                .iter()
                .map(|m| {
                    json!({
                        "thread": m.thread.0,
                        "wake": match m.wake {
                            WakeUp::None => Value::Null,
                            WakeUp::Expires => json!("expires"),
                            WakeUp::Spurious => json!("spurious"),
                        },
                        "choices": m.choices,
                    })
                })
                .collect();
            let trace: Vec<Value> = v
                .events
                .iter()
                .map(|e| {
                    json!({
                        "thread": thread_name(e.thread),
                        "action": describe(vm, e),
                        "location": e.line.map(|l| vm.format_line(&l)),
                    })
                })
                .collect();
            let violation = json!({
                "kind": kind_name(&v.kind),
                "message": v.message,
                "thread": v.thread.map(thread_name),
                "location": location,
                "stack": v.trace.iter().map(|l| vm.format_line(l)).collect::<Vec<_>>(),
                "blocked": blocked,
                "loops": loops,
                "race": v.race.as_ref().map(|race| race_json(vm, race)),
                "output": v.output,
            });
            ("violated", violation, json!(schedule), json!(trace), Value::Null)
        }
    };
    json!({
        "schema": 1,
        "verdict": name,
        "reason": reason,
        "assumptions": assumptions,
        "violation": violation,
        "races": races.iter().map(|race| race_json(vm, race)).collect::<Vec<_>>(),
        "schedule": schedule,
        "trace": trace,
        "stats": {
            "states": stats.states,
            "transitions": stats.transitions,
            "instructions": stats.instructions,
            "seconds": seconds,
            "peak_rss_bytes": peak_rss(),
            "store_bytes": stats.store_bytes,
            "restarts": stats.restarts,
            "depth": stats.depth,
        },
    })
}

/// The report of a check that could not begin.
pub fn failed_start(reason: &str) -> Value {
    json!({ "schema": 1, "verdict": "inconclusive", "reason": reason })
}

/// The process's peak resident memory, where the system tells.
fn peak_rss() -> Option<u64> {
    memory("VmHWM:")
}

/// The process's resident memory now, where the system tells.
pub fn resident() -> Option<u64> {
    memory("VmRSS:")
}

fn memory(which: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix(which))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kb| kb * 1024)
}
