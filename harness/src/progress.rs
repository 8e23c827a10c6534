//! A line on the terminal that says how far a search is. How much is left is not known, and not guessed.

use crate::memory::resident;
use crate::terminal;
use braid_engine::check::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time between two lines.
const PACE: Duration = Duration::from_millis(200);
/// Short searches say nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// When the line was last written, and how many transitions there were then.
struct Last {
    began: Instant,
    at: Instant,
    transitions: u64,
    line: Option<ProgressBar>,
}

static LAST: Mutex<Option<Last>> = Mutex::new(None);

/// What shows progress, if standard error is a terminal.
pub fn on_terminals() -> Option<fn(&Progress)> {
    std::io::stderr().is_terminal().then_some(show as fn(&Progress))
}

fn show(progress: &Progress) {
    let Ok(mut last) = LAST.lock() else { return };
    let now = Instant::now();
    let transitions = progress.stats.transitions;
    let last = last.get_or_insert(Last { began: now, at: now, transitions, line: None });
    let since = now - last.at;
    if since < PACE {
        return;
    }
    let rate = transitions.saturating_sub(last.transitions) as f64 / since.as_secs_f64();
    (last.at, last.transitions) = (now, transitions);
    let elapsed = now - last.began;
    if elapsed >= PATIENCE {
        // A line that goes on in the next one could not be taken away.
        let width = terminal::columns(std::io::stderr()).map_or(79, |columns| columns - 1);
        let text: String = line(progress, rate, resident(), elapsed).chars().take(width).collect();
        last.line.get_or_insert_with(new_line).set_message(text);
    }
}

fn new_line() -> ProgressBar {
    let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg}");
    line.with_style(style.expect("invariant: the template is well formed"))
}

fn line(progress: &Progress, rate: f64, memory: Option<u64>, elapsed: Duration) -> String {
    let Progress { stats, depth, open } = progress;
    let memory = memory.map(|bytes| format!(", {} MB", bytes >> 20)).unwrap_or_default();
    let restarts = match stats.restarts {
        0 => String::new(),
        n => format!(", restart {n}"),
    };
    let seconds = elapsed.as_secs();
    format!(
        "{} states, {rate:.0} transitions/s, depth {depth}, {open} open{memory}, {seconds} s{restarts}",
        stats.states
    )
}

/// Takes the line away.
pub fn done() {
    let Ok(mut last) = LAST.lock() else { return };
    last.take().and_then(|last| last.line).into_iter().for_each(|line| line.finish_and_clear());
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_engine::check::Stats;

    #[test]
    fn a_line_says_how_far_the_search_is() {
        let stats = Stats { states: 1200, restarts: 2, ..Stats::default() };
        let progress = Progress { stats, depth: 7, open: 5 };
        let text = line(&progress, 93_000.4, Some(210 << 20), Duration::from_millis(12_900));
        assert_eq!(text, "1200 states, 93000 transitions/s, depth 7, 5 open, 210 MB, 12 s, restart 2");
    }
}
