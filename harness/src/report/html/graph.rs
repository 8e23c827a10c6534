//! The wait-for graph of a deadlock as a picture: threads in a row, an arrow from each that waits to the one that could let it
//! go on, with what it waits for. Arrows to the right run above the row, arrows to the left below it.

use super::escaped;
use crate::report::model::Violation;
use crate::report::plain::{columns, cut};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Width of a thread's box, and from one to the next.
const BOX: usize = 132;
const STEP: usize = 250;
/// How far an arrow over one, two and more threads bends.
const BEND: usize = 34;

/// The picture. Writing to a string cannot fail.
pub fn svg(violation: &Violation, colours: &HashMap<&str, usize>) -> String {
    let mut threads: Vec<&str> = violation.cycle.iter().map(String::as_str).collect();
    let waiting = violation.blocked.iter().map(|blocked| blocked.thread.as_str());
    let holding = violation.blocked.iter().flat_map(|blocked| blocked.holders.iter().map(String::as_str));
    for thread in waiting.chain(holding) {
        if !threads.contains(&thread) {
            threads.push(thread);
        }
    }
    let position = |thread: &str| threads.iter().position(|known| *known == thread);
    let mut edges: Vec<(usize, Option<usize>, String)> = Vec::new();
    for blocked in &violation.blocked {
        let Some(from) = position(&blocked.thread) else { continue };
        let what = blocked.object.clone().unwrap_or_default();
        let to: Vec<usize> = blocked.holders.iter().filter_map(|holder| position(holder)).collect();
        match to.is_empty() {
            true => edges.push((from, None, what)),
            false => edges.extend(to.into_iter().map(|to| (from, Some(to), what.clone()))),
        }
    }
    let span = |from: usize, to: usize| from.abs_diff(to);
    let most = |right: bool| {
        let spans = edges.iter().filter_map(|&(from, to, _)| to.map(|to| (from, to)));
        spans.filter(|(from, to)| (to > from) == right).map(|(from, to)| span(from, to)).max().unwrap_or(0)
    };
    let alone = edges.iter().any(|(_, to, _)| to.is_none());
    // A bend reaches half of what its control points do, and the label stands beyond.
    let reach = |spans: usize| if spans == 0 { 8 } else { BEND * spans * 3 / 4 + 26 };
    let (above, below) = (reach(most(true)), reach(most(false)).max(if alone { 30 } else { 0 }));
    let (width, height) = (STEP * (threads.len().max(1) - 1) + BOX + 120, above + 36 + below);
    let middle = |at: usize| 60 + BOX / 2 + STEP * at;
    let mut out = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\" aria-label=\"{}\">\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 0 8 4 0 8z\"/></marker><marker id=\"red\" class=\"cycle\" viewBox=\"0 0 8 8\" refX=\"7\" \
         refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 8 4 0 8z\"/></marker></defs>\n",
        escaped(&in_words(violation))
    );
    for (from, to, what) in &edges {
        let label = escaped(&cut(what, 30));
        let Some(to) = *to else {
            let label = escaped(&cut(format!("waits for {what}").trim_end_matches(" for "), 32));
            let _ = writeln!(out, "<text class=\"label\" x=\"{}\" y=\"{}\">{label}</text>", middle(*from), above + 56);
            continue;
        };
        let in_cycle =
            violation.cycle.len() > 1 && *from < violation.cycle.len() && to == (from + 1) % violation.cycle.len();
        let (class, tip) = if in_cycle { (" class=\"cycle\"", "red") } else { ("", "tip") };
        let right = to > *from;
        let bend = BEND * span(*from, to).max(1);
        let (from_x, to_x) = match right {
            true => (middle(*from) + 30, middle(to) - 30),
            false => (middle(*from) - 30, middle(to) + 30),
        };
        let (edge, control, text) = match right {
            true => (above, above.saturating_sub(bend), above.saturating_sub(bend * 3 / 4 + 8)),
            false => (above + 36, above + 36 + bend, above + 36 + bend * 3 / 4 + 18),
        };
        let _ = writeln!(
            out,
            "<path{class} marker-end=\"url(#{tip})\" d=\"M{from_x} {edge} C{from_x} {control} {to_x} {control} {to_x} {edge}\"/>\
             <text class=\"label\" x=\"{}\" y=\"{text}\">{label}</text>",
            usize::midpoint(from_x, to_x)
        );
    }
    for (at, thread) in threads.iter().enumerate() {
        let colour = colours.get(thread).map_or(0, |n| n % 8);
        let shown = if columns(thread) > 18 { cut(thread, 18) } else { (*thread).to_string() };
        let _ = writeln!(
            out,
            "<g class=\"c{colour}\"><rect x=\"{}\" y=\"{above}\" width=\"{BOX}\" height=\"36\" rx=\"8\"/>\
             <text class=\"who\" x=\"{}\" y=\"{}\">{}</text></g>",
            middle(at) - BOX / 2,
            middle(at),
            above + 22,
            escaped(&shown)
        );
    }
    out + "</svg>\n"
}

fn in_words(violation: &Violation) -> String {
    let each = violation.blocked.iter().map(|blocked| format!("{} {}", blocked.thread, blocked.waits));
    each.collect::<Vec<_>>().join("; ")
}
