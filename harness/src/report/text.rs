//! The verdict for a person.

use super::names::Names;
use super::plain::{columns, cut, lines, one_line, padded, pieces};
use super::rows::{Held, Row, rows, waits};
use super::{Case, place_of_violation, start_of};
use braid_engine::check::{Race, Violation, ViolationKind};
use braid_engine::interp::TraceLine;
use braid_engine::program::ThreadId;
use std::fmt::Write as _;

/// Threads that get a column of their own at most.
const COLUMNS: usize = 4;
/// The least width of a column.
const NARROW: usize = 28;

/// Explains a violation. Writing to a string cannot fail.
pub fn explain(case: &Case, violation: &Violation) -> String {
    let vm = case.vm;
    let names = Names::new(vm, violation);
    let rows = rows(vm, &names, violation, case.form.detail);
    let mut out = String::new();
    let place = place_of_violation(vm, violation).and_then(|line| place(case, &line)).unwrap_or_default();
    let _ = writeln!(out, "{place}error: {}: {}", title(&violation.kind), lines(&violation.message));
    if let Some(thread) = violation.thread {
        let _ = writeln!(out, "in thread {}", one_line(names.thread(thread)));
    }
    out.push_str(&stack(case, &violation.trace));
    let mut outer = &violation.trace;
    for cause in &violation.causes {
        let _ = writeln!(out, "caused by {}", lines(&cause.message));
        // Where the cause was caught its stack is that of the other one.
        let common = cause.trace.iter().rev().zip(outer.iter().rev()).take_while(|(a, b)| a == b).count();
        let (own, rest) = cause.trace.split_at(cause.trace.len() - common);
        out.push_str(&stack(case, own));
        if !rest.is_empty() {
            let _ = writeln!(out, "    ... {common} more");
        }
        outer = &cause.trace;
    }
    if matches!(&violation.kind, ViolationKind::Uncaught(class) if class == "java.lang.NoClassDefFoundError") {
        let _ = writeln!(out, "is something missing on the class path?");
    }
    for blocked in &violation.blocked {
        let waits = waits(&names, violation, blocked.thread, Held::WhoAndWhere);
        let _ = writeln!(out, "{}", one_line(&format!("{} {waits}", names.thread(blocked.thread))));
        out.push_str(&stack(case, shown_stack(case, &blocked.stack)));
        // A thread of the library's own: what it stands in says nothing of the program.
        if !blocked.stack.iter().any(|line| vm.is_users(line.method))
            && let Some(line) = start_of(violation, blocked.thread)
        {
            let _ = writeln!(out, "    started at {}", vm.format_line(&line));
        }
    }
    for endless in &violation.loops {
        let _ = writeln!(out, "{} runs for ever through", one_line(names.thread(endless.thread)));
        out.push_str(&stack(case, &endless.lines));
    }
    if let Some(race) = &violation.race {
        out.push_str(&sites(case, race));
    }
    let cycle = cycle(violation);
    if cycle.len() > 1 {
        let cycle: Vec<&str> = cycle.iter().chain(&cycle[..1]).map(|&t| names.thread(t)).collect();
        let _ = writeln!(out, "each waits for the next: {}", one_line(&cycle.join(" -> ")));
    }
    let switches = violation.schedule.switches();
    let _ = match switches {
        1 => writeln!(out, "\nhow it happens, with 1 context switch:\n"),
        n => writeln!(out, "\nhow it happens, with {n} context switches:\n"),
    };
    out.push_str(&table(case, &names, &rows));
    out
}

/// What a violation is called in front of its message.
fn title(kind: &ViolationKind) -> &'static str {
    match kind {
        ViolationKind::Deadlock => "deadlock",
        ViolationKind::Assertion => "assertion failed",
        ViolationKind::Uncaught(_) => "uncaught exception",
        ViolationKind::Livelock => "livelock",
        ViolationKind::Race => "data race",
    }
}

/// A data race beside the verdict.
pub fn race(case: &Case, race: &Race) -> String {
    let place = race.sites.iter().find_map(|site| place(case, &site.line?)).unwrap_or_default();
    format!("{place}warning: data race: nothing orders two accesses to {}\n{}", race.location, sites(case, race))
}

fn sites(case: &Case, race: &Race) -> String {
    let mut out = String::new();
    for site in &race.sites {
        let _ = writeln!(out, "{} {}", one_line(&site.thread_name), if site.write { "writes" } else { "reads" });
        out.push_str(&stack(case, shown_stack(case, &site.stack)));
    }
    out
}

/// `File.java:12: `, with the path of the file if it was found.
fn place(case: &Case, line: &TraceLine) -> Option<String> {
    let class = case.vm.program.class(case.vm.program.method(line.method).class);
    let name = class.source_file.map(|s| case.vm.program.name(s).to_string())?;
    let path = case.form.sources.path(case.vm, line).unwrap_or(name);
    (line.line > 0).then(|| format!("{path}:{}: ", line.line))
}

/// Lines of a stack, without all the rounds of a recursion.
fn stack<'a>(case: &Case, lines: impl IntoIterator<Item = &'a TraceLine>) -> String {
    /// The most lines that one round of a recursion may have.
    const ROUND: usize = 8;
    /// Rounds that are worth to be left out.
    const ROUNDS: usize = 5;
    let lines: Vec<String> = lines.into_iter().map(|line| case.vm.format_line(line)).collect();
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
fn shown_stack<'a>(case: &Case, stack: &'a [TraceLine]) -> Vec<&'a TraceLine> {
    let own = |line: &&TraceLine| case.vm.is_users(line.method);
    let Some(first) = stack.iter().position(|l| own(&l)) else { return stack.iter().collect() };
    let called = first.saturating_sub(1)..first;
    stack[called].iter().chain(stack[first..].iter().filter(own)).collect()
}

/// The threads of a deadlock that wait for each other in a circle.
pub fn cycle(violation: &Violation) -> Vec<ThreadId> {
    let Some(first) = violation.blocked.first() else { return Vec::new() };
    let mut cycle = vec![first.thread];
    for blocked in &violation.blocked {
        match blocked.holders.first().map(|holder| holder.thread) {
            Some(holder) if holder == first.thread => return cycle,
            Some(holder) => cycle.push(holder),
            None => return Vec::new(),
        }
    }
    Vec::new()
}

/// What a column shows of one thread until another one goes on.
fn table(case: &Case, names: &Names, rows: &[Row]) -> String {
    let mut threads: Vec<ThreadId> = rows.iter().map(|r| r.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    let width = case.form.width / threads.len().max(1);
    let files: std::collections::BTreeSet<&str> =
        rows.iter().filter(|r| r.own).filter_map(|r| names.file(r.line.as_ref()?)).collect();
    let cells = rows.iter().enumerate().map(|(i, row)| {
        let before = i.checked_sub(1).map(|i| &rows[i]);
        (row.thread, cell(case, names, row, before, files.len() > 1))
    });
    let mut out = String::new();
    if threads.len() <= COLUMNS && width >= NARROW {
        let head = |&t: &ThreadId| padded(&cut(&one_line(names.thread(t)), width - 2), width);
        let heads: String = threads.iter().map(head).collect();
        let _ = writeln!(out, "{}", heads.trim_end());
        let rules: String = threads.iter().map(|_| format!("{:<width$}", "-".repeat(width - 2))).collect();
        let _ = writeln!(out, "{}", rules.trim_end());
        for (thread, lines) in cells {
            if let [Line::Rule(text)] = &lines[..] {
                let _ =
                    writeln!(out, "-- {text} {}", "-".repeat((width * threads.len()).saturating_sub(text.len() + 6)));
                continue;
            }
            let column = threads.iter().position(|&t| t == thread).unwrap_or(0);
            // Nothing stands on the right of a cell.
            let most = case.form.width - column * width;
            for line in lines.iter().flat_map(|line| line.fit(width - 2, most)) {
                let _ = writeln!(out, "{}{line}", " ".repeat(column * width));
            }
        }
    } else {
        let head = |t: ThreadId| cut(&one_line(names.thread(t)), case.form.width / 3);
        let longest = threads.iter().map(|&t| columns(&head(t))).max().unwrap_or(0);
        let mut last = None;
        for (thread, lines) in cells {
            let width = case.form.width.saturating_sub(longest + 2).max(NARROW);
            for line in lines.iter().flat_map(|line| line.fit(width, width)) {
                let name = if last == Some(thread) { String::new() } else { head(thread) };
                last = Some(thread);
                let _ = writeln!(out, "{}  {line}", padded(&name, longest));
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

fn cell(case: &Case, names: &Names, row: &Row, before: Option<&Row>, files: bool) -> Vec<Line> {
    let same = |a: &TraceLine, b: &TraceLine| a.method == b.method && a.line == b.line;
    let repeated = before.is_some_and(|b| {
        b.thread == row.thread && b.own == row.own && b.line.zip(row.line).is_some_and(|(a, b)| same(&a, &b))
    });
    if row.kind == "loop" {
        return vec![Line::Rule(row.text.clone())];
    }
    let mut lines = Vec::new();
    if let Some(line) = row.line.filter(|_| row.own && !repeated && row.kind != "end") {
        let number = if files { names.file_and_line(&line).unwrap_or_default() } else { format!("{:>4}", line.line) };
        let method = || case.vm.program.name(case.vm.program.method(line.method).name).to_string();
        let source = case.form.sources.text(case.vm, &line).unwrap_or_else(|| format!("in {}", method()));
        lines.push(Line::Source(one_line(&format!("{number} {source}").replace('\t', " "))));
    } else if let Some(line) = row.line.filter(|_| !row.own && !repeated && !matches!(row.kind, "end" | "blocked")) {
        lines.push(Line::Source(format!("     in {}", names.method(line.method))));
    }
    let mark = if row.last { "! " } else { "" };
    lines.push(Line::Words(one_line(&format!("{mark}{}", row.text))));
    lines
}
