//! One HTML file that needs nothing else: the verdict, and each execution to be stepped through. What a browser without scripts
//! shows is written out as a table; with scripts `script.js` shows the same steps from data in the file.

mod graph;

use super::model::{Frame, Race, Report, Source, Stack, Verdict, Violation};
use super::names::short_class;
use super::text::HOLDS;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write as _;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// Nothing is loaded from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The report as HTML. Writing to a string cannot fail.
pub fn html(report: &Report) -> String {
    let checks = report.checks();
    let sources = all_sources(checks);
    let title = match report.violations.first() {
        Some(violation) => violation.one_line.clone(),
        None => format!("{}: {}", report.verdict.name(), report.subject()),
    };
    let mut body = head(report);
    body.push_str("<main class=\"hide-library\">\n");
    let findings: Vec<Finding> = findings(checks);
    if findings.len() + report.disabled.len() > 1 {
        body.push_str(&contents(&findings, &report.disabled));
    }
    for finding in &findings {
        body.push_str(&section(finding, &sources));
    }
    body.push_str("</main>\n");
    let files: Vec<Value> = sources
        .iter()
        .map(|source| {
            let name = source.path.rsplit('/').next().unwrap_or(&source.path);
            json!({ "path": source.path, "name": name, "first": source.first, "lines": source.lines })
        })
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{} – Braid</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}{}<script>\n{SCRIPT}</script>\n\
         </body>\n</html>\n",
        escaped(&title),
        embedded("sources", &Value::Array(files)),
    )
}

/// A part of the page: a violation, be it one that takes an early expiry, or a check without one.
struct Finding<'a> {
    id: String,
    check: &'a Report,
    violation: Option<&'a Violation>,
}

fn findings(checks: &[Report]) -> Vec<Finding<'_>> {
    let each = checks.iter().flat_map(|check| {
        let violations = check.violations.iter().map(Some);
        let alone = check.violations.is_empty().then_some(None);
        let early = check.early_violations().iter().map(Some);
        violations.chain(alone).chain(early).map(move |violation| (check, violation))
    });
    let numbered = each.enumerate();
    numbered.map(|(i, (check, violation))| Finding { id: format!("f{}", i + 1), check, violation }).collect()
}

/// The files that all checks speak of, each once.
fn all_sources(checks: &[Report]) -> Vec<&Source> {
    let mut all: Vec<&Source> = Vec::new();
    for source in checks.iter().flat_map(|check| &check.sources) {
        if !all.iter().any(|known| known.path == source.path) {
            all.push(source);
        }
    }
    all
}

fn head(report: &Report) -> String {
    let verdict = report.verdict.name();
    let tested = report.tests.as_ref().map(|tests| {
        let count = |verdict| tests.iter().filter(|test| test.verdict == verdict).count();
        format!(
            "{} tests: {} violated, {} inconclusive, {} verified",
            tests.len(),
            count(Verdict::Violated),
            count(Verdict::Inconclusive),
            count(Verdict::Verified)
        )
    });
    let subject = escaped(tested.as_deref().unwrap_or_else(|| report.subject()));
    let jdk = report.jdk.as_ref().map(|jdk| format!(" · JDK {}", jdk.version)).unwrap_or_default();
    let stats = &report.stats;
    let figures = match report.tests {
        Some(_) => String::new(),
        None => format!("{} states · {} transitions · {:.2} s · ", stats.states, stats.transitions, stats.seconds),
    };
    format!(
        "<header class=\"top\"><span class=\"brand\">Braid</span> <span class=\"badge {verdict}\">{verdict}</span> \
         <h1>{subject}</h1> <span class=\"figures\">{figures}Braid {}{}</span> \
         <button id=\"theme\" type=\"button\" title=\"light or dark\" aria-label=\"light or dark\">◐</button></header>\n",
        escaped(&report.tool.version),
        escaped(&jdk)
    )
}

/// What there is on the page, if it is more than one thing.
fn contents(findings: &[Finding], disabled: &[String]) -> String {
    let mut out = String::from("<table class=\"checks\">\n");
    let row = |out: &mut String, id: &str, verdict: &str, name: &str, text: &str| {
        let _ = writeln!(
            out,
            "<tr data-finding=\"{id}\"><td><span class=\"badge {verdict}\">{verdict}</span></td><td>{name}</td><td>{}</td></tr>",
            escaped(text)
        );
    };
    for Finding { id, check, violation } in findings {
        let text = violation.map(|v| v.one_line.as_str()).or(check.reason.as_deref()).unwrap_or_default();
        let expected = match &check.expectation {
            Some(expectation) if expectation.met && check.verdict != Verdict::Verified => " (as expected)",
            Some(expectation) if !expectation.met && check.verdict == Verdict::Verified => "a violation is expected",
            Some(_) | None => "",
        };
        let text = &format!("{text}{expected}");
        let link = format!("<a href=\"#{id}\" data-select=\"{id}\">{}</a>", escaped(check.subject()));
        row(&mut out, id, check.verdict.name(), &link, text);
    }
    for test in disabled {
        row(&mut out, "", "disabled", &escaped(test), "");
    }
    out + "</table>\n"
}

fn section(finding: &Finding, sources: &[&Source]) -> String {
    let Finding { id, check, violation } = finding;
    let mut out = format!("<section class=\"finding\" id=\"{id}\">\n");
    match violation {
        Some(violation) => {
            out.push_str(&summary(violation));
            if !violation.trace.is_empty() {
                let _ = writeln!(out, "<div class=\"player\" id=\"player-{id}\"></div>");
                let _ = writeln!(out, "<noscript>{}</noscript>", table(violation));
                out.push_str(&embedded(&format!("steps-{id}"), &steps(violation, sources)));
            }
        }
        None => {
            let text = match check.verdict {
                Verdict::Verified => format!("{}: {HOLDS}", check.verified()),
                Verdict::Inconclusive | Verdict::Violated => {
                    check.reason.clone().unwrap_or_else(|| "nothing is known".to_string())
                }
            };
            let _ = writeln!(out, "<h2>{}</h2>", escaped(&text));
        }
    }
    out.push_str(&races(&check.races));
    out.push_str(&more(check, *violation));
    out + "</section>\n"
}

/// What is wrong, before it is told how it comes about.
fn summary(violation: &Violation) -> String {
    let colours = colours(violation);
    let chip = |thread: &str| {
        let colour = colours.get(thread).map_or(String::new(), |n| format!(" c{}", n % 8));
        format!("<span class=\"chip{colour}\">{}</span>", escaped(thread))
    };
    let mut out = String::from("<div class=\"summary\"><div class=\"words\">\n");
    let title = format!("{}: {}", violation.kind.title(), violation.message);
    let _ = writeln!(out, "<h2 class=\"title\">{}</h2>", escaped(&title));
    let place = violation.file.as_ref().zip(violation.line).map(|(file, line)| format!("{file}:{line}"));
    let thread = violation.thread.as_ref().map(|thread| format!("in thread {} ", chip(thread))).unwrap_or_default();
    if let Some(place) = place {
        let _ = writeln!(out, "<p class=\"where\">{thread}at <code>{}</code></p>", escaped(&place));
    }
    if !violation.blocked.is_empty() {
        out.push_str("<ul class=\"waits\">\n");
        for blocked in &violation.blocked {
            let at = blocked.place.as_ref().and_then(Frame::file_and_line).map(|at| format!(" at {at}"));
            let waits = format!("{} {}", at.unwrap_or_default(), blocked.waits);
            let _ = writeln!(out, "<li>{}{}</li>", chip(&blocked.thread), escaped(&waits));
        }
        out.push_str("</ul>\n");
    }
    for endless in &violation.loops {
        let _ = writeln!(out, "<p>{} runs for ever through</p>{}", chip(&endless.thread), lines(&endless.frames));
    }
    if let Some(race) = &violation.race {
        out.push_str(&sites(race, &chip));
    }
    out.push_str(&stacks(violation, &chip));
    if let Some(note) = &violation.note {
        let _ = writeln!(out, "<p class=\"note\">{}</p>", escaped(note));
    }
    if !violation.replay.is_empty() {
        let command = escaped(&violation.replay);
        let _ = writeln!(
            out,
            "<p class=\"replay\"><code>{command}</code> <button type=\"button\" data-copy=\"{command}\">copy</button></p>"
        );
    }
    out.push_str("</div>\n");
    if !violation.blocked.is_empty() {
        let _ = writeln!(
            out,
            "<div class=\"graph\"><h3>Who waits for whom</h3>\n{}</div>",
            graph::svg(violation, &colours)
        );
    }
    out + "</div>\n"
}

/// A colour for each thread that does something: its column.
fn colours(violation: &Violation) -> HashMap<&str, usize> {
    columns(violation).into_iter().enumerate().map(|(column, thread)| (thread, column)).collect()
}

/// The threads that get a column: those that do something, in the order in which they started.
fn columns(violation: &Violation) -> Vec<&str> {
    let acts: std::collections::HashSet<&str> = violation.trace.iter().map(|step| step.thread.as_str()).collect();
    violation.threads.iter().map(String::as_str).filter(|thread| acts.contains(thread)).collect()
}

fn stacks(violation: &Violation, chip: &impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    if !violation.stack.frames.is_empty() {
        let causes: String = violation
            .causes
            .iter()
            .map(|cause| format!("<p>caused by {}</p>{}", escaped(&cause.message), stack(&cause.stack)))
            .collect();
        let _ = writeln!(out, "<details open><summary>stack</summary>{}{causes}</details>", stack(&violation.stack));
    }
    if !violation.blocked.is_empty() {
        let each = violation.blocked.iter().map(|b| format!("<p>{}</p>{}", chip(&b.thread), stack(&b.stack)));
        let _ = writeln!(out, "<details><summary>stacks</summary>{}</details>", each.collect::<String>());
    }
    out
}

fn stack(stack: &Stack) -> String {
    let lines = stack.stack.iter().zip(&stack.frames).map(|(line, frame)| {
        let class = if frame.own { "own" } else { "library" };
        format!("<li class=\"{class}\">{}</li>", escaped(line))
    });
    format!("<ol class=\"stack\">{}</ol>", lines.collect::<String>())
}

fn lines(frames: &[Frame]) -> String {
    let each = frames.iter().map(|frame| {
        let place = frame.file_and_line().unwrap_or_default();
        let class = if frame.own { "own" } else { "library" };
        format!("<li class=\"{class}\">{}</li>", escaped(&format!("{}.{} ({place})", frame.class, frame.method)))
    });
    format!("<ol class=\"stack\">{}</ol>", each.collect::<String>())
}

fn sites(race: &Race, chip: &impl Fn(&str) -> String) -> String {
    let each = race.sites.iter().map(|site| {
        let at = site.place.as_ref().and_then(Frame::file_and_line).unwrap_or_default();
        format!(
            "<li>{} {}s at <code>{}</code>{}</li>",
            chip(&site.thread),
            site.access.name(),
            escaped(&at),
            stack(&site.stack)
        )
    });
    format!("<ul class=\"waits\">{}</ul>\n", each.collect::<String>())
}

/// Data races beside the verdict.
fn races(races: &[Race]) -> String {
    let chip = |thread: &str| format!("<span class=\"chip\">{}</span>", escaped(thread));
    let each = races.iter().map(|race| {
        let title = format!("data race: nothing orders two accesses to {}", race.location);
        format!("<div class=\"races\"><h2>{}</h2>{}</div>\n", escaped(&title), sites(race, &chip))
    });
    each.collect()
}

/// What the verdict rests on, what was printed, how it was checked.
fn more(check: &Report, violation: Option<&Violation>) -> String {
    let mut out = String::from("<div class=\"more\">\n");
    if !check.assumptions.is_empty() {
        let list: String = check.assumptions.iter().map(|text| format!("<li>{}</li>", escaped(text))).collect();
        let open = if violation.is_none() { " open" } else { "" };
        let _ = writeln!(out, "<details{open}><summary>assuming</summary><ul>{list}</ul></details>");
    }
    if let Some(output) = violation.map(|v| &v.output).filter(|output| !output.is_empty()) {
        let _ =
            writeln!(out, "<details><summary>output of the program</summary><pre>{}</pre></details>", escaped(output));
    }
    if let Some(outcomes) = &check.outcomes {
        let list: String = outcomes.iter().map(|text| format!("<li><code>{}</code></li>", escaped(text))).collect();
        let _ = writeln!(out, "<details open><summary>executions end with</summary><ul>{list}</ul></details>");
    }
    if !check.counters.is_empty() {
        let list = check.counters.iter().map(|(name, count)| format!("<li>{}: {count}</li>", escaped(name)));
        let list: String = list.collect();
        let _ = writeln!(
            out,
            "<details open><summary>counted over all that was explored</summary><ul>{list}</ul></details>"
        );
    }
    if let Some(options) = &check.options {
        let options = serde_json::to_value(options).unwrap_or_default();
        let options = options.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
        let list: Vec<String> =
            options.map(|(name, value)| format!("{name} {}", value.to_string().replace('"', ""))).collect();
        let _ = writeln!(out, "<details><summary>options</summary><p>{}</p></details>", escaped(&list.join(" · ")));
    }
    out + "</div>\n"
}

/// The steps as a table, for browsers without scripts.
fn table(violation: &Violation) -> String {
    let columns = columns(violation);
    let heads: String = columns.iter().map(|thread| format!("<th>{}</th>", escaped(thread))).collect();
    let mut out = format!("<table class=\"static\"><tr><th>step</th>{heads}</tr>\n");
    for (i, step) in violation.trace.iter().enumerate() {
        let at = columns.iter().position(|thread| *thread == step.thread).unwrap_or(0);
        let place = step.place.as_ref().filter(|_| step.own).and_then(Frame::file_and_line).unwrap_or_default();
        let source = step.source.as_deref().unwrap_or_default();
        let before = "<td></td>".repeat(at);
        let after = "<td></td>".repeat(columns.len().saturating_sub(at + 1));
        let text = escaped(&step.action);
        let _ = writeln!(
            out,
            "<tr><td>{}</td>{before}<td><code>{} {}</code><br>{text}</td>{after}</tr>",
            i + 1,
            escaped(&place),
            escaped(source)
        );
    }
    out + "</table>"
}

/// The steps as data: what is said often is said once.
fn steps(violation: &Violation, sources: &[&Source]) -> Value {
    let threads = columns(violation);
    let column: HashMap<&str, usize> = colours(violation);
    let file = |frame: &Frame| {
        let found = frame.path.as_ref().and_then(|path| sources.iter().position(|source| source.path == *path));
        found.map_or(-1, |at| i64::try_from(at).unwrap_or(-1))
    };
    let mut places: Vec<Value> = Vec::new();
    let mut place_of: HashMap<&Frame, usize> = HashMap::new();
    let mut kinds: Vec<&str> = Vec::new();
    let mut steps: Vec<Value> = Vec::new();
    for step in &violation.trace {
        let place = step.place.as_ref().map_or(-1, |frame| {
            let at = *place_of.entry(frame).or_insert_with(|| {
                let method = format!("{}.{}", short_class(&frame.class), frame.method);
                let name = frame.file.as_deref().unwrap_or("?");
                places.push(json!([file(frame), frame.line.unwrap_or(0), method, name, frame.own, step.source]));
                places.len() - 1
            });
            i64::try_from(at).unwrap_or(-1)
        });
        let kind = kinds.iter().position(|kind| *kind == step.kind).unwrap_or_else(|| {
            kinds.push(&step.kind);
            kinds.len() - 1
        });
        let thread = |name: &str| column.get(name).copied().unwrap_or(0);
        let flags = u8::from(step.own) | u8::from(step.last) << 1;
        let values: Vec<Value> = step.values.iter().map(|known| json!([known.place, known.value])).collect();
        let locks: Vec<Value> = step.locks.iter().map(|l| json!([thread(&l.thread), l.lock, l.held])).collect();
        // Most steps have none.
        let some = |list: Vec<Value>| if list.is_empty() { json!(0) } else { Value::Array(list) };
        steps.push(json!([thread(&step.thread), kind, place, flags, step.action, some(values), some(locks)]));
    }
    json!({ "threads": threads, "places": places, "kinds": kinds, "steps": steps })
}

/// Data in the page. Nothing in it ends the element or, in a script, the line.
fn embedded(id: &str, value: &Value) -> String {
    let text = value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    format!("<script type=\"application/json\" id=\"{id}\">{text}</script>\n")
}

/// Text in HTML, in elements and attributes. What would turn the direction of writing or is no character is shown as an escape.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}
