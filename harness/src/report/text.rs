//! The verdict for a person.

use super::model::{Access, Blocked, Frame, Kind, Race, Report, Stack, Step, Verdict, Violation};
use super::names::short_class;
use super::paint::{Ink, Paint};
use super::plain::{columns, cut, lines, one_line, padded, pieces};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

/// Threads that get a column of their own at most.
const COLUMNS: usize = 4;
/// The least width of a column.
const NARROW: usize = 28;

/// What is verified.
pub const HOLDS: &str = "no deadlock, no livelock, no uncaught exception, in every schedule";

/// What the text is to look like.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Characters in a line.
    pub width: usize,
    /// Colours.
    pub paint: Paint,
}

/// The verdict for a person.
pub fn text(report: &Report, page: Page) -> String {
    if report.referee {
        return ruling(report, page);
    }
    let paint = |ink, text: &str| page.paint.paint(ink, text);
    let mut out = String::new();
    if report.unchanged {
        out.push_str("unchanged since the earlier report, so not checked again\n");
    }
    // Writing to a string cannot fail.
    let _ = match report.verdict {
        Verdict::Verified => {
            let list: String = report.assumptions.iter().map(|a| format!("  - {a}\n")).collect();
            write!(out, "{}: {HOLDS}\nassuming\n{list}", paint(Ink::Good, &report.verified()))
        }
        Verdict::Violated if report.all => {
            let all: String = report.violations.iter().map(|v| counterexample(v, page) + "\n").collect();
            let more = report.reason.as_ref().map(|reason| format!("; there may be more: {reason}"));
            let more = more.unwrap_or_default();
            let what = if report.violations.len() == 1 { "violation" } else { "different violations" };
            writeln!(out, "{all}{} {what}{more}", report.violations.len())
        }
        Verdict::Violated => {
            report.violations.iter().for_each(|violation| out.push_str(&counterexample(violation, page)));
            Ok(())
        }
        Verdict::Inconclusive => {
            let reason = report.reason.as_deref().unwrap_or_default();
            let _ = writeln!(out, "{}: {reason}", paint(Ink::Warning, "inconclusive"));
            write!(out, "{}", helps(report))
        }
    };
    for race in &report.races {
        out.push_str(&warning(race, page));
    }
    if let Some(timing) = &report.timing {
        timing.violations.iter().for_each(|violation| out.push_str(&early(violation, page)));
        timing.races.iter().for_each(|race| {
            out.push_str("when a timed wait expires early:\n");
            out.push_str(&warning(race, page));
        });
    }
    if let Some(found) = &report.outcomes {
        out.push_str(&outcomes(found, report.reason.is_none()));
    }
    if !report.counters.is_empty() {
        let list = report.counters.iter().map(|(name, count)| format!("    {}: {count}\n", one_line(name)));
        let _ = write!(out, "counted over all that was explored:\n{}", list.collect::<String>());
    }
    let stats = &report.stats;
    let figures = format!(
        "{} states, {} transitions, {} instructions, depth {}, {} restarts, {:.2} s",
        stats.states, stats.transitions, stats.instructions, stats.depth, stats.restarts, stats.seconds
    );
    let _ = writeln!(out, "{}", paint(Ink::Faint, &figures));
    out
}

/// Where states arise, and what may help.
fn helps(report: &Report) -> String {
    let mut out = String::new();
    // Where nothing helps it does not matter where they arise.
    if report.advice.is_empty() {
        return out;
    }
    // One place that has a few of them says nothing.
    let told: Vec<_> = report.hot.iter().filter(|hot| hot.share >= 5).collect();
    if !told.is_empty() {
        out.push_str("where states arise:\n");
    }
    for hot in told {
        let threads = if hot.threads == 1 { "1 thread".to_string() } else { format!("{} threads", hot.threads) };
        let _ = writeln!(out, "{:>4} % at {} ({threads})", hot.share, one_line(&hot.text));
    }
    out.push_str("what may help:\n");
    report.advice.iter().for_each(|advice| {
        let _ = writeln!(out, "    {}", one_line(advice));
    });
    out
}

/// What executions end with, one a line.
fn outcomes(found: &BTreeSet<String>, all: bool) -> String {
    let list: String = found.iter().map(|outcome| format!("    {}\n", one_line(outcome))).collect();
    let more = if all { "" } else { ", as far as they were explored" };
    format!("executions end with{more}:\n{list}")
}

/// What the referee says.
fn ruling(report: &Report, page: Page) -> String {
    let kinds: Vec<String> = report.violations.iter().map(|violation| violation.kind.clone().into()).collect();
    let more = report.reason.as_ref().filter(|_| !kinds.is_empty());
    let more = more.map(|reason| format!("; there may be more: {reason}")).unwrap_or_default();
    let (ink, what) = match report.verdict {
        Verdict::Verified => (Ink::Good, String::new()),
        Verdict::Violated => (Ink::Bad, format!(": {}{more}", kinds.join(", "))),
        Verdict::Inconclusive => (Ink::Warning, format!(": {}", report.reason.as_deref().unwrap_or_default())),
    };
    let mut out = format!("referee: {}{what}\n", page.paint.paint(ink, report.verdict.name()));
    if let Some(found) = &report.outcomes {
        out.push_str(&outcomes(found, report.reason.is_none()));
    }
    let stats = &report.stats;
    let _ = writeln!(
        out,
        "{} states, {} transitions, {} instructions, depth {}, {:.2} s",
        stats.states, stats.transitions, stats.instructions, stats.depth, stats.seconds
    );
    out
}

/// A violation, and how to see it again.
pub fn counterexample(violation: &Violation, page: Page) -> String {
    let note = violation.note.as_ref().map(|note| format!("\nnote: {note}\n")).unwrap_or_default();
    format!("{}{note}\nto see it again:\n    {}\n", explain(violation, page), violation.replay)
}

/// Explains a violation. Writing to a string cannot fail.
fn explain(violation: &Violation, page: Page) -> String {
    let paint = |ink, text: &str| page.paint.paint(ink, text);
    let mut out = String::new();
    let place = violation.place.as_ref().and_then(|frame| place(frame, page)).unwrap_or_default();
    let title = paint(Ink::Bad, &format!("error: {}", violation.kind.title()));
    let _ = writeln!(out, "{place}{title}: {}", lines(&violation.message));
    if let Some(thread) = &violation.thread {
        let _ = writeln!(out, "in thread {}", one_line(thread));
    }
    out.push_str(&stack(&violation.stack.stack));
    let mut outer = &violation.stack.stack;
    for cause in &violation.causes {
        let _ = writeln!(out, "caused by {}", lines(&cause.message));
        // Where the cause was caught its stack is that of the other one.
        let inner = &cause.stack.stack;
        let common = inner.iter().rev().zip(outer.iter().rev()).take_while(|(a, b)| a == b).count();
        let (own, rest) = inner.split_at(inner.len() - common);
        out.push_str(&stack(own));
        if !rest.is_empty() {
            let _ = writeln!(out, "    ... {common} more");
        }
        outer = inner;
    }
    if matches!(&violation.kind, Kind::Uncaught(class) if class == "java.lang.NoClassDefFoundError") {
        let _ = writeln!(out, "is something missing on the class path?");
    }
    for Blocked { thread, waits, stack: blocked, started, .. } in &violation.blocked {
        let _ = writeln!(out, "{}", one_line(&format!("{thread} {waits}")));
        out.push_str(&stack(&shown_stack(blocked)));
        if let Some(line) = started {
            let _ = writeln!(out, "    started at {line}");
        }
    }
    for endless in &violation.loops {
        let _ = writeln!(out, "{} runs for ever through", one_line(&endless.thread));
        out.push_str(&stack(&endless.lines));
    }
    if let Some(race) = &violation.race {
        out.push_str(&sites(race));
    }
    if violation.cycle.len() > 1 {
        let cycle: Vec<&str> = violation.cycle.iter().chain(&violation.cycle[..1]).map(String::as_str).collect();
        let _ = writeln!(out, "each waits for the next: {}", one_line(&cycle.join(" -> ")));
    }
    let switches = match violation.switches {
        1 => "1 context switch".to_string(),
        n => format!("{n} context switches"),
    };
    let _ = writeln!(out, "\nhow it happens, with {switches}:\n");
    out.push_str(&table(violation, page));
    out
}

/// A data race beside the verdict.
fn warning(race: &Race, page: Page) -> String {
    let place = race.sites.iter().find_map(|site| place(site.place.as_ref()?, page)).unwrap_or_default();
    let title = page.paint.paint(Ink::Warning, "warning: data race");
    format!("{place}{title}: nothing orders two accesses to {}\n{}", race.location, sites(race))
}

/// What only goes wrong when a timed wait expires early.
fn early(violation: &Violation, page: Page) -> String {
    let place = violation.early.iter().find_map(|early| place(early.place.as_ref()?, page)).unwrap_or_default();
    let title = page.paint.paint(Ink::Warning, "warning: timing");
    let holds = violation.condition().unwrap_or_else(|| "a timed wait expires early".to_string());
    format!(
        "{place}{title}: holds unless {}\nthen: {}\nto see it:\n    {}\n",
        one_line(&holds),
        one_line(&violation.one_line),
        violation.replay
    )
}

fn sites(race: &Race) -> String {
    let mut out = String::new();
    for site in &race.sites {
        let does = match site.access {
            Access::Read => "reads",
            Access::Write => "writes",
        };
        let _ = writeln!(out, "{} {does}", one_line(&site.thread));
        out.push_str(&stack(&shown_stack(&site.stack)));
    }
    out
}

/// `File.java:12: `, with the path of the file if it was found.
fn place(frame: &Frame, page: Page) -> Option<String> {
    let place = format!("{}:{}:", frame.path_or_file()?, frame.line?);
    Some(format!("{} ", page.paint.paint(Ink::Place, &place)))
}

/// Lines of a stack, without all the rounds of a recursion.
fn stack(lines: &[impl AsRef<str>]) -> String {
    /// The most lines that one round of a recursion may have.
    const ROUND: usize = 8;
    /// Rounds that are worth to be left out.
    const ROUNDS: usize = 5;
    let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    let mut out = String::new();
    let mut at = 0;
    while at < lines.len() {
        let rest = &lines[at..];
        let rounds = |length: usize| rest.iter().zip(&rest[length..]).take_while(|(a, b)| a == b).count() / length + 1;
        let found = (1..=ROUND.min(rest.len() / ROUNDS)).map(|length| (length, rounds(length)));
        let (length, rounds) = found.into_iter().find(|&(_, rounds)| rounds >= ROUNDS).unwrap_or((1, 1));
        for line in &rest[..length] {
            let _ = writeln!(out, "    at {line}");
        }
        if rounds > 1 {
            let _ = writeln!(out, "    ... {} more times", rounds - 1);
        }
        at += length * rounds;
    }
    out
}

/// A blocked thread's stack: the program's own lines, and what the innermost of them has called.
fn shown_stack(stack: &Stack) -> Vec<&str> {
    let all = || stack.stack.iter().map(String::as_str);
    let Some(first) = stack.frames.iter().position(|frame| frame.own) else { return all().collect() };
    let shown = |&(at, _): &(usize, &str)| at + 1 == first || stack.frames[at].own;
    all().enumerate().filter(shown).map(|(_, line)| line).collect()
}

/// What a column shows of one thread until another one goes on.
fn table(violation: &Violation, page: Page) -> String {
    let steps = &violation.trace;
    let started: HashMap<&str, usize> = violation.threads.iter().enumerate().map(|(i, t)| (t.as_str(), i)).collect();
    let mut threads: Vec<&str> = steps.iter().map(|step| step.thread.as_str()).collect();
    threads.sort_unstable_by_key(|thread| (started.get(thread), *thread));
    threads.dedup();
    let width = page.width / threads.len().max(1);
    let own = steps.iter().filter(|step| step.own);
    let files: BTreeSet<&str> = own.filter_map(|step| step.place.as_ref()?.file.as_deref()).collect();
    let cells = steps.iter().enumerate().map(|(i, step)| {
        let before = i.checked_sub(1).map(|i| &steps[i]);
        (step, cell(step, before, files.len() > 1))
    });
    let coloured = |step: &Step, line: &str| match step.last {
        true => page.paint.paint(Ink::Bad, line),
        false => line.to_string(),
    };
    let mut out = String::new();
    if threads.len() <= COLUMNS && width >= NARROW {
        let head = |thread: &&str| padded(&cut(&one_line(thread), width - 2), width);
        let heads: String = threads.iter().map(head).collect();
        let _ = writeln!(out, "{}", page.paint.paint(Ink::Head, heads.trim_end()));
        let rules: String = threads.iter().map(|_| format!("{:<width$}", "-".repeat(width - 2))).collect();
        let _ = writeln!(out, "{}", rules.trim_end());
        for (step, lines) in cells {
            if let [Line::Rule(text)] = &lines[..] {
                let _ =
                    writeln!(out, "-- {text} {}", "-".repeat((width * threads.len()).saturating_sub(text.len() + 6)));
                continue;
            }
            let column = threads.iter().position(|&thread| thread == step.thread).unwrap_or(0);
            // Nothing stands on the right of a cell.
            let most = page.width - column * width;
            for line in lines.iter().flat_map(|line| line.fit(width - 2, most)) {
                let _ = writeln!(out, "{}{}", " ".repeat(column * width), coloured(step, &line));
            }
        }
    } else {
        let head = |thread: &str| cut(&one_line(thread), page.width / 3);
        let longest = threads.iter().map(|thread| columns(&head(thread))).max().unwrap_or(0);
        let mut last: Option<&str> = None;
        for (step, lines) in cells {
            let width = page.width.saturating_sub(longest + 2).max(NARROW);
            for line in lines.iter().flat_map(|line| line.fit(width, width)) {
                let name = if last == Some(step.thread.as_str()) { String::new() } else { head(&step.thread) };
                last = Some(&step.thread);
                let name = page.paint.paint(Ink::Head, &padded(&name, longest));
                let _ = writeln!(out, "{name}  {}", coloured(step, &line));
            }
        }
    }
    out
}

/// A line of a cell.
enum Line {
    /// Where: cut off if it is too long.
    Source(String),
    /// What: goes on in the next line if it is too long.
    Words(String),
    /// Across all columns.
    Rule(String),
}

impl Line {
    /// The lines that it takes if they are to be no longer than `width`; a word alone may take as much as `most`.
    fn fit(&self, width: usize, most: usize) -> Vec<String> {
        match self {
            Line::Source(text) => vec![cut(text, width)],
            Line::Rule(text) => vec![format!("-- {text} --")],
            Line::Words(text) => {
                let indent = "     ";
                let mut lines = vec![String::new()];
                let pieces = |word| pieces(word, most.saturating_sub(indent.len() + 2)).into_iter().enumerate();
                for (piece, word) in text.split(' ').flat_map(pieces) {
                    let line = lines.last_mut().expect("invariant: there is a line");
                    if line.is_empty() {
                        *line = format!("{indent}{word}");
                    } else if piece == 0 && columns(line) + 1 + columns(word) <= width {
                        *line = format!("{line} {word}");
                    } else {
                        lines.push(format!("{indent}  {word}"));
                    }
                }
                lines
            }
        }
    }
}

fn cell(step: &Step, before: Option<&Step>, files: bool) -> Vec<Line> {
    let same = |a: &Frame, b: &Frame| (&a.class, &a.method, a.line) == (&b.class, &b.method, b.line);
    let repeated = before.is_some_and(|b| {
        let places = b.place.as_ref().zip(step.place.as_ref());
        b.thread == step.thread && b.own == step.own && places.is_some_and(|(a, b)| same(a, b))
    });
    if step.kind == "loop" {
        return vec![Line::Rule(step.action.clone())];
    }
    let mut lines = Vec::new();
    if let Some(frame) = step.place.as_ref().filter(|_| step.own && !repeated && step.kind != "end") {
        let number = match files {
            true => frame.file_and_line().unwrap_or_default(),
            // What is not known is a line that is none.
            false => format!("{:>4}", frame.line.map_or(-1, i64::from)),
        };
        let source = step.source.clone().unwrap_or_else(|| format!("in {}", frame.method));
        lines.push(Line::Source(one_line(&format!("{number} {source}").replace('\t', " "))));
    } else if let Some(frame) = step.place.as_ref()
        && !step.own
        && !repeated
        && !matches!(step.kind.as_str(), "end" | "blocked")
    {
        lines.push(Line::Source(format!("     in {}.{}", short_class(&frame.class), frame.method)));
    }
    let mark = if step.last { "! " } else { "" };
    lines.push(Line::Words(one_line(&format!("{mark}{}", step.action))));
    lines
}
