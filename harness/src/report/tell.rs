//! From what the machine knows to what reports say: the only place where both meet.

use super::advice::{advice, is_limit};
use super::effects::effects;
use super::model::{
    Access, Blocked, Cause, Exception, Frame, Kind, Loop, Race, Report, Site, Source, Stack, Stats, Step, Turn,
    Verdict, Violation,
};
use super::names::Names;
use super::rows::{Held, object, rows, waits};
use super::{Again, Case, Form, assumptions, describe_stop, fingerprint};
use crate::memory;
use braid_engine::check::{
    self, Counterexample, EventKind, Evidence, Ruling, Schedule, Uncaught, ViolationKind, WakeUp,
};
use braid_engine::interp::TraceLine;
use braid_engine::program::ThreadId;
use braid_engine::vm::Vm;
use std::collections::BTreeMap;

/// What a search has found.
pub fn tell(case: &Case, verdict: &check::Verdict, stats: &check::Stats) -> Report {
    let vm = case.vm;
    let (outcome, violations): (Verdict, Vec<&check::Violation>) = match verdict {
        check::Verdict::Verified(_) => (Verdict::Verified, Vec::new()),
        check::Verdict::Inconclusive(_) => (Verdict::Inconclusive, Vec::new()),
        check::Verdict::Violated(_) if !case.violations.is_empty() => {
            (Verdict::Violated, case.violations.iter().collect())
        }
        check::Verdict::Violated(violation) => (Verdict::Violated, vec![violation]),
    };
    let reason = match verdict {
        check::Verdict::Inconclusive(reason) => Some(reason),
        check::Verdict::Verified(_) | check::Verdict::Violated(_) => case.ended_early,
    };
    let teller = Teller { vm, form: case.form };
    let violations: Vec<Violation> = violations.into_iter().map(|v| teller.violation(v, &(case.again)(v))).collect();
    let races: Vec<Race> = case.races.iter().map(|race| teller.race(race)).collect();
    let is_open = matches!(verdict, check::Verdict::Inconclusive(_));
    let is_large = reason.filter(|_| is_open).is_some_and(is_limit);
    let hot = if is_large { teller.hot(case.hot) } else { Vec::new() };
    let advice = reason.filter(|_| is_open).map(|reason| advice(case, &hot, reason)).unwrap_or_default();
    Report {
        reason: reason.map(describe_stop),
        hot,
        advice,
        assumptions: assumptions::lines(vm, case.assumptions),
        sequential_only: !case.races.is_empty() || !case.assumptions.weak.accesses.is_empty(),
        steps_in_doubt: !case.assumptions.steps.is_empty() && vm.steps_are_in_doubt(),
        fixed: assumptions::pinned(vm, case.assumptions),
        models: assumptions::models(case.assumptions),
        sources: sources(case.form, &violations, &races),
        violations,
        all: !case.violations.is_empty(),
        races,
        timed: vm.observed.is_timed,
        outcomes: case.outcomes.cloned(),
        counters: vm.observed.tally.told(),
        stats: figures(stats, case.seconds),
        ..Report::new(outcome)
    }
}

/// What the referee says.
pub fn ruling(ruling: &Ruling, outcomes_asked: bool, seconds: f64) -> Report {
    let verdict = match (&ruling.stopped, ruling.violations.is_empty()) {
        (_, false) => Verdict::Violated,
        (None, true) => Verdict::Verified,
        (Some(_), true) => Verdict::Inconclusive,
    };
    Report {
        reason: ruling.stopped.as_ref().map(describe_stop),
        violations: ruling.violations.iter().map(|kind| Violation::bare(kind_of(kind))).collect(),
        all: true,
        outcomes: outcomes_asked.then(|| ruling.outcomes.clone()),
        stats: figures(&ruling.stats, seconds),
        referee: true,
        ..Report::new(verdict)
    }
}

fn figures(stats: &check::Stats, seconds: f64) -> Stats {
    let check::Stats { states, transitions, instructions, store_bytes, depth, restarts, runs: _, ended: _, dropped } =
        *stats;
    let peak_rss_bytes = memory::peak();
    Stats { states, transitions, instructions, depth, restarts, seconds, peak_rss_bytes, store_bytes, dropped }
}

fn kind_of(kind: &ViolationKind) -> Kind {
    match kind {
        ViolationKind::Deadlock => Kind::Deadlock,
        ViolationKind::Assertion => Kind::Assertion,
        ViolationKind::Uncaught(class) => Kind::Uncaught(class.clone()),
        ViolationKind::Livelock => Kind::Livelock,
        ViolationKind::Race => Kind::Race,
    }
}

pub(super) struct Teller<'a> {
    pub(super) vm: &'a Vm,
    form: &'a Form,
}

impl Teller<'_> {
    pub(super) fn frame(&self, line: &TraceLine) -> Frame {
        let method = self.vm.program.method(line.method);
        let file = self.vm.program.class(method.class).source_file;
        Frame {
            class: self.vm.external_name(method.class),
            method: self.vm.program.name(method.name).to_string(),
            file: file.map(|file| self.vm.program.name(file).to_string()),
            line: u32::try_from(line.line).ok().filter(|&line| line > 0),
            own: self.vm.is_shown(line.method),
            path: self.form.sources.path(self.vm, line),
        }
    }

    fn stack(&self, lines: &[TraceLine]) -> Stack {
        Stack {
            stack: lines.iter().map(|line| self.vm.format_line(line)).collect(),
            frames: lines.iter().map(|line| self.frame(line)).collect(),
        }
    }

    fn violation(&self, violation: &check::Violation, again: &Again) -> Violation {
        let vm = self.vm;
        let check::Violation { evidence: _, message, counterexample } = violation;
        let names = Names::new(vm, counterexample);
        let trace = self.steps(&names, violation);
        let place = place_of_violation(vm, violation);
        let frame = place.map(|line| self.frame(&line));
        let kind = kind_of(&violation.kind());
        let at = frame.as_ref().and_then(Frame::file_and_line).map(|place| format!(" at {place}")).unwrap_or_default();
        let first = message.lines().next().unwrap_or_default();
        let Again { token, target } = again;
        let mut told = Violation {
            one_line: format!("{}: {first}{at}", kind.title()),
            message: message.clone(),
            location: place.map(|line| vm.format_line(&line)),
            file: frame.as_ref().and_then(|frame| frame.path_or_file().map(str::to_string)),
            line: frame.as_ref().and_then(|frame| frame.line),
            place: frame,
            threads: counterexample.threads.iter().map(|thread| thread.name.clone()).collect(),
            output: counterexample.output.clone(),
            token: token.clone(),
            replay: format!("braid replay {token} {target}"),
            switches: counterexample.schedule.switches(),
            found_switches: counterexample.found_switches,
            schedule: schedule(&counterexample.schedule, &names),
            trace,
            early: self.early(&names, counterexample),
            ..self.evidence(&names, violation, Violation::bare(kind))
        };
        told.note = told.condition().map(|what| format!("this takes that {what}; if that is not meant, see --time"));
        told.fingerprint = fingerprint::of(&told);
        told
    }

    /// A violation to which what shows it is added.
    fn evidence(&self, names: &Names, violation: &check::Violation, bare: Violation) -> Violation {
        let check::Violation { evidence, message, counterexample } = violation;
        let name = |thread: ThreadId| names.thread(thread).to_string();
        match evidence {
            Evidence::Deadlock { blocked } => Violation {
                blocked: blocked.iter().map(|blocked| self.blocked(names, counterexample, blocked)).collect(),
                cycle: cycle(blocked).into_iter().map(name).collect(),
                ..bare
            },
            Evidence::Uncaught(Uncaught { thread, trace, causes, .. }) => Violation {
                exception: Some(Exception::of(message)),
                thread: Some(name(*thread)),
                stack: self.stack(trace),
                causes: causes.iter().map(|cause| self.cause(cause)).collect(),
                ..bare
            },
            Evidence::Livelock { loops, .. } => {
                Violation { loops: loops.iter().map(|endless| self.endless(names, endless)).collect(), ..bare }
            }
            Evidence::Race(race) => Violation { race: Some(self.race(race)), ..bare },
        }
    }

    fn steps(&self, names: &Names, violation: &check::Violation) -> Vec<Step> {
        let rows = rows(self.vm, names, violation, self.form.detail);
        let effects = effects(self.vm, names, &violation.counterexample.events, &rows);
        let steps = rows.into_iter().zip(effects).map(|(row, (values, locks))| Step {
            thread: names.thread(row.thread).to_string(),
            kind: row.kind.to_string(),
            location: row.line.map(|line| self.vm.format_line(&line)),
            source: row.line.filter(|_| row.own).and_then(|line| self.form.sources.text(self.vm, &line)),
            place: row.line.map(|line| self.frame(&line)),
            own: row.own,
            last: row.last,
            action: row.text,
            values,
            locks,
        });
        steps.collect()
    }

    fn cause(&self, cause: &check::Cause) -> Cause {
        let exception = Some(Exception::of(&cause.message));
        Cause { message: cause.message.clone(), exception, stack: self.stack(&cause.trace) }
    }

    fn blocked(&self, names: &Names, counterexample: &Counterexample, blocked: &check::Blocked) -> Blocked {
        let vm = self.vm;
        let first = blocked.holders.first();
        // A thread of the library's own: what it stands in says nothing of the program.
        let strange = !blocked.stack.iter().any(|line| vm.is_shown(line.method));
        let started = strange.then(|| start_of(counterexample, blocked.thread)).flatten();
        Blocked {
            thread: names.thread(blocked.thread).to_string(),
            waits: waits(names, counterexample, blocked, Held::WhoAndWhere),
            object: object(names, counterexample, blocked),
            holder: first.map(|holder| names.thread(holder.thread).to_string()),
            acquired: first.and_then(|holder| holder.acquired).map(|line| vm.format_line(&line)),
            holders: blocked.holders.iter().map(|holder| names.thread(holder.thread).to_string()).collect(),
            location: blocked.line.map(|line| vm.format_line(&line)),
            place: blocked.line.map(|line| self.frame(&line)),
            started: started.map(|line| vm.format_line(&line)),
            stack: self.stack(&blocked.stack),
        }
    }

    fn endless(&self, names: &Names, endless: &check::Loop) -> Loop {
        let Stack { stack, frames } = self.stack(&endless.lines);
        Loop { thread: names.thread(endless.thread).to_string(), lines: stack, frames }
    }

    fn race(&self, race: &check::Race) -> Race {
        let sites = race.sites.iter().map(|site| Site {
            thread: site.thread_name.clone(),
            access: if site.write { Access::Write } else { Access::Read },
            location: site.line.map(|line| self.vm.format_line(&line)),
            place: site.line.map(|line| self.frame(&line)),
            stack: self.stack(&site.stack),
        });
        Race { location: race.location.clone(), sites: sites.collect() }
    }
}

fn schedule(schedule: &Schedule, names: &Names) -> Vec<Turn> {
    let turns = schedule.turns.iter().map(|turn| Turn {
        thread: names.thread(turn.thread).to_string(),
        wake: match turn.wake {
            WakeUp::None => None,
            WakeUp::Expires => Some("expires".to_string()),
            WakeUp::Spurious => Some("spurious".to_string()),
        },
        actions: turn.actions,
        choices: turn.answers.clone(),
    });
    turns.collect()
}

/// The threads of a deadlock that wait for each other in a circle.
fn cycle(blocked: &[check::Blocked]) -> Vec<ThreadId> {
    let Some(first) = blocked.first() else { return Vec::new() };
    let mut cycle = vec![first.thread];
    for blocked in blocked {
        match blocked.holders.first().map(|holder| holder.thread) {
            Some(holder) if holder == first.thread => return cycle,
            Some(holder) => cycle.push(holder),
            None => return Vec::new(),
        }
    }
    Vec::new()
}

/// The line that a violation is reported at.
fn place_of_violation(vm: &Vm, violation: &check::Violation) -> Option<TraceLine> {
    let lines: Vec<TraceLine> = match &violation.evidence {
        Evidence::Deadlock { blocked } => blocked.iter().filter_map(|blocked| blocked.line).collect(),
        Evidence::Uncaught(Uncaught { trace, .. }) => trace.clone(),
        Evidence::Livelock { loops, .. } => loops.iter().flat_map(|endless| endless.lines.iter().copied()).collect(),
        Evidence::Race(race) => race.sites.iter().filter_map(|site| site.line).collect(),
    };
    let known = |line: &TraceLine| {
        let class = vm.program.class(vm.program.method(line.method).class);
        line.line > 0 && class.source_file.is_some()
    };
    let own = |line: &TraceLine| vm.is_shown(line.method);
    // A thread of the library's own is reported where the program made the library start it.
    let start = || match &violation.evidence {
        Evidence::Deadlock { blocked } => start_of(&violation.counterexample, blocked.first()?.thread),
        Evidence::Uncaught(_) | Evidence::Livelock { .. } | Evidence::Race(_) => None,
    };
    let known: Vec<TraceLine> = lines.into_iter().filter(known).collect();
    known.iter().copied().find(own).or_else(start).or(known.first().copied())
}

/// The line in which a thread was started, if that was after the search began.
fn start_of(counterexample: &Counterexample, thread: ThreadId) -> Option<TraceLine> {
    let thread = counterexample.threads.get(thread.index())?;
    counterexample.events.iter().find_map(|event| match &event.kind {
        EventKind::Start(check::Value::Object(object)) if object.id == thread.object => event.line,
        _ => None,
    })
}

/// The source files that a report speaks of. Of a very long one only the lines around those it speaks of.
fn sources(form: &Form, violations: &[Violation], races: &[Race]) -> Vec<Source> {
    /// Longer files are cut.
    const LONG: usize = 4000;
    /// Lines that are kept before and after.
    const AROUND: u32 = 100;
    let sites = violations.iter().filter_map(|v| v.race.as_ref()).chain(races).flat_map(|race| &race.sites);
    let frames = violations.iter().flat_map(|violation| {
        let steps = violation.trace.iter().filter_map(|step| step.place.as_ref());
        let blocked = violation.blocked.iter().flat_map(|blocked| &blocked.stack.frames);
        let loops = violation.loops.iter().flat_map(|endless| &endless.frames);
        steps.chain(&violation.stack.frames).chain(blocked).chain(loops)
    });
    let mut spoken_of: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for frame in frames.chain(sites.flat_map(|site| &site.stack.frames)) {
        if let (Some(path), Some(line)) = (&frame.path, frame.line) {
            let (first, last) = spoken_of.entry(path).or_insert((line, line));
            (*first, *last) = ((*first).min(line), (*last).max(line));
        }
    }
    let read = |(path, (first, last)): (&str, (u32, u32))| {
        let lines = form.sources.lines(path)?;
        let (from, to) = match lines.len() > LONG {
            true => (first.saturating_sub(AROUND).max(1), last.saturating_add(AROUND)),
            false => (1, u32::MAX),
        };
        let count = usize::try_from(to - from).unwrap_or(usize::MAX).saturating_add(1);
        let lines = lines.iter().skip(from as usize - 1).take(count).cloned().collect();
        Some(Source { path: path.to_string(), first: from, lines })
    };
    spoken_of.into_iter().filter_map(read).collect()
}
