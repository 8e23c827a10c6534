//! A line on the terminal that says how far a search is. How much is left is not known, and not guessed.

use crate::memory::resident;
use crate::terminal;
use braid_engine::check::Progress;
use std::io::{IsTerminal as _, Write as _};
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
    shown: bool,
}

static LAST: Mutex<Option<Last>> = Mutex::new(None);

/// What shows progress, if somebody watches standard error.
pub fn on_terminals() -> Option<fn(&Progress)> {
    std::io::stderr().is_terminal().then_some(show as fn(&Progress))
}

fn show(progress: &Progress) {
    let Ok(mut last) = LAST.lock() else { return };
    let now = Instant::now();
    let transitions = progress.stats.transitions;
    let last = last.get_or_insert(Last { began: now, at: now, transitions, shown: false });
    let since = now - last.at;
    if since < PACE {
        return;
    }
    let rate = transitions.saturating_sub(last.transitions) as f64 / since.as_secs_f64();
    (last.at, last.transitions) = (now, transitions);
    if now - last.began < PATIENCE {
        return;
    }
    last.shown = true;
    // A line that goes on in the next one could not be taken away.
    let width = terminal::columns(std::io::stderr()).map_or(usize::MAX, |columns| columns - 1);
    let text: String = line(progress, rate, resident()).chars().take(width).collect();
    // Nothing can be done about a terminal that is gone.
    let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
}

fn line(progress: &Progress, rate: f64, memory: Option<u64>) -> String {
    let Progress { stats, depth, open } = progress;
    let memory = memory.map(|bytes| format!(", {} MB", bytes >> 20)).unwrap_or_default();
    let restarts = match stats.restarts {
        0 => String::new(),
        n => format!(", restart {n}"),
    };
    format!("{} states, {rate:.0} transitions/s, depth {depth}, {open} open{memory}{restarts}", stats.states)
}

/// Takes the line away.
pub fn done() {
    let Ok(mut last) = LAST.lock() else { return };
    if last.take().is_some_and(|last| last.shown) {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_engine::check::Stats;

    #[test]
    fn a_line_says_how_far_the_search_is() {
        let stats = Stats { states: 1200, restarts: 2, ..Stats::default() };
        let progress = Progress { stats, depth: 7, open: 5 };
        let text = line(&progress, 93_000.4, Some(210 << 20));
        assert_eq!(text, "1200 states, 93000 transitions/s, depth 7, 5 open, 210 MB, restart 2");
    }
}
