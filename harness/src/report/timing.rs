//! What time does to a verdict: the report of a search with patient time and that of one with free time, as one; and where in an
//! execution time passes although others could go on.

use super::model::{Beside, Early, Report, Stats, Timing, Verdict, Violation};
use super::names::Names;
use super::tell::Teller;
use braid_engine::check::{self, Counterexample, EventKind, Passing};

/// So many of each are told in words.
const MOST: usize = 2;

impl Report {
    /// The report of a search with free time, whose verdict counts, and of one with patient time before it.
    pub fn after(mut self, patient: Report) -> Report {
        self.timing = Some(Timing {
            verdict: self.verdict,
            reason: self.reason.clone(),
            violations: Vec::new(),
            races: Vec::new(),
            stats: since(&self.stats, &patient.stats),
        });
        self.stats = both(&patient.stats, &self.stats);
        self.add_surroundings(&patient);
        for race in patient.races {
            if !self.races.contains(&race) {
                self.races.push(race);
                self.sequential_only = true;
            }
        }
        self
    }

    /// The report of a search with patient time, whose verdict counts, with what only free time shows beside it.
    pub fn beside(mut self, free: Report) -> Report {
        let patient = std::mem::take(&mut self.stats);
        self.stats = both(&patient, &free.stats);
        self.add_surroundings(&free);
        let stats = since(&free.stats, &patient);
        let Report { verdict, reason, violations, races, .. } = free;
        let races = races.into_iter().filter(|race| !self.races.contains(race)).collect();
        self.timing = Some(Timing { verdict, reason, violations, races, stats });
        self
    }

    /// The same where the verdict is to hold for both, and that of the second is not known.
    pub fn but_unknown(self, free: Report) -> Report {
        let why = free.reason.clone().unwrap_or_default();
        let reason = format!("with timed waits that expire early: {why}; with patient time all is verified");
        Report { verdict: Verdict::Inconclusive, reason: Some(reason), ..self.beside(free) }
    }

    /// What another search has loaded and speaks of.
    fn add_surroundings(&mut self, other: &Report) {
        let is_new = |class: &&super::model::Class| self.classes.iter().all(|known| known.name != class.name);
        let classes: Vec<_> = other.classes.iter().filter(is_new).cloned().collect();
        self.classes.extend(classes);
        self.classes.sort_by(|a, b| a.name.cmp(&b.name));
        let is_new = |source: &&super::model::Source| self.sources.iter().all(|known| known.path != source.path);
        let sources: Vec<_> = other.sources.iter().filter(is_new).cloned().collect();
        self.sources.extend(sources);
    }

    /// What only goes wrong when time does not wait for threads that can go on.
    pub fn early_violations(&self) -> &[Violation] {
        self.timing.as_ref().map_or(&[], |timing| &timing.violations)
    }
}

/// What two searches, one after the other, have done.
fn both(first: &Stats, second: &Stats) -> Stats {
    Stats {
        states: first.states + second.states,
        transitions: first.transitions + second.transitions,
        instructions: first.instructions + second.instructions,
        depth: first.depth.max(second.depth),
        restarts: first.restarts + second.restarts,
        seconds: first.seconds.max(second.seconds),
        peak_rss_bytes: first.peak_rss_bytes.max(second.peak_rss_bytes),
        store_bytes: first.store_bytes.max(second.store_bytes),
        dropped: first.dropped + second.dropped,
    }
}

/// The figures of a search that has begun when another one had ended.
fn since(second: &Stats, first: &Stats) -> Stats {
    Stats { seconds: (second.seconds - first.seconds).max(0.0), ..second.clone() }
}

impl Violation {
    /// What it takes for this to happen, if that is more than other threads that are slow or fast.
    pub fn condition(&self) -> Option<String> {
        let mut told: Vec<&str> = self.early.iter().map(|early| early.text.as_str()).collect();
        told.dedup();
        let more = match told.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(", and {more} more like that"),
        };
        told.truncate(MOST);
        let waits = self.early.iter().any(|early| early.what == "wait");
        let what = if waits { "a timed wait expires early" } else { "time passes while threads can run" };
        (!told.is_empty()).then(|| format!("{what}: {}{more}", told.join(", and ")))
    }
}

impl Teller<'_> {
    /// Where time passes although others could go on.
    pub(super) fn early(&self, names: &Names, counterexample: &Counterexample) -> Vec<Early> {
        let each = counterexample.early.iter().map(|early| {
            let check::Early { thread, what, line, call, method, beside } = early;
            let name = names.thread(*thread).to_string();
            let place = line.map(|line| self.frame(&line));
            let own = place.clone().filter(|place| place.own);
            let call = call.and_then(|at| self.call(names, counterexample, at)).filter(|_| own.is_some());
            let call = call.or_else(|| Some(format!("{}()", names.method((*method)?))));
            let call = call.unwrap_or_else(|| "a wait".to_string());
            let at = own.as_ref().and_then(|place| place.file_and_line());
            let at = at.map_or_else(|| format!(" in {name}"), |at| format!(" at {at}"));
            let beside: Vec<Beside> = beside
                .iter()
                .map(|beside| Beside {
                    thread: names.thread(beside.thread).to_string(),
                    waits: beside.waits,
                    place: beside.line.map(|line| self.frame(&line)),
                })
                .collect();
            let (what, text) = match what {
                Passing::Wait => ("wait", format!("`{call}`{at} can time out while {}", others(&beside))),
                Passing::Look => ("look", format!("`{call}`{at} can find that much time has passed")),
            };
            Early { thread: name, what: what.to_string(), call, place, beside, text }
        });
        each.collect()
    }

    /// A call into the class library, as the program might write it.
    fn call(&self, names: &Names, counterexample: &Counterexample, at: usize) -> Option<String> {
        let EventKind::Call(call) = &counterexample.events.get(at)?.kind else { return None };
        let args: Vec<String> = call.args.iter().map(|arg| names.value(arg)).collect();
        let method = self.vm.program.name(self.vm.program.method(call.method).name);
        Some(format!("{method}({})", args.join(", ")))
    }
}

/// Who could go on, and where they are.
fn others(beside: &[Beside]) -> String {
    let told = beside.iter().take(MOST).map(|Beside { thread, waits, place }| {
        let at = place.as_ref().filter(|place| place.own).and_then(|place| place.file_and_line());
        match (waits, at) {
            (true, Some(at)) => format!("{thread} still waits for less at {at}"),
            (true, None) => format!("{thread} still waits for less"),
            (false, Some(at)) => format!("{thread} is still at {at}"),
            (false, None) => format!("{thread} can still run"),
        }
    });
    let told: Vec<String> = told.collect();
    let more = match beside.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    format!("{}{more}", told.join(" and "))
}
