//! One check: from a program before `main` to a report.
//!
//! With `--time auto` there may be two searches. The first one takes time to be patient: a timed wait expires only when nothing
//! else can run. If that is verified, and time plays a part at all, another one lets timed waits expire at any moment. What
//! only goes wrong then is told beside the verdict. Both share the limits of one check.

use super::output_args::Voice;
use super::search_words::Timing;
use crate::changes::Files;
use crate::host::WholeInput;
use crate::inputs;
use crate::output::complain;
use crate::progress;
use crate::report::model::{self, Verdict};
use crate::report::{self, Again, Case, Form, Report};
use crate::target::Launched;
use crate::token::Token;
use braid_engine::check::{
    self, Assumptions, Checker, EarlyExpiries, HotPlace, Limits, Options, Race, Stats, StopReason, Time, Violation,
    judge,
};
use braid_engine::parts::Invocation;
use braid_engine::vm::Vm;
use braid_jvm_front::source::ClassPath;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

/// How a check ended, as an exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Ended(pub(super) Verdict);

impl From<Ended> for ExitCode {
    fn from(ended: Ended) -> Self {
        ExitCode::from(match ended.0 {
            Verdict::Verified => 0,
            Verdict::Violated => 1,
            Verdict::Inconclusive => 2,
        })
    }
}

pub(super) fn could_not_begin(why: &str) -> (Ended, Report) {
    complain(why);
    (Ended(Verdict::Inconclusive), Report::failed_start(why))
}

/// What is checked.
pub(super) struct Program<'a> {
    /// What tells it from others.
    pub(super) name: String,
    /// The words that name it on the command line.
    pub(super) typed: String,
    /// Feature version of the class library.
    pub(super) feature: u16,
    /// For reports.
    pub(super) told: model::Target,
    /// Where its classes are from, if reports are to tell them.
    pub(super) class_path: Option<&'a ClassPath>,
    /// Standard input.
    pub(super) stdin: WholeInput,
    /// The files that it is made of and reads.
    pub(super) files: &'a Files,
}

impl Program<'_> {
    /// Adds to a report what it was about.
    fn complete(&self, report: Report, vm: &Vm) -> Report {
        let told = model::Target { reads_input: self.stdin.was_read(), ..self.told.clone() };
        let classes = self.class_path.map(|class_path| inputs::classes(vm, class_path)).unwrap_or_default();
        let report = Report { target: Some(told), classes, ..report };
        match (report.verdict, self.files.changed(vm)) {
            // Of some schedules one file was read, of others the other one.
            (Verdict::Verified, Some(changed)) => {
                Report { verdict: Verdict::Inconclusive, reason: Some(changed), ..report }
            }
            // It was replayed with what is in the machine.
            (Verdict::Violated, Some(changed)) => {
                complain(changed);
                report
            }
            (Verdict::Verified | Verdict::Violated, None) | (Verdict::Inconclusive, _) => report,
        }
    }
}

/// What explores the schedules.
#[derive(Clone, Copy, Debug)]
pub(super) enum By {
    /// The search.
    Search {
        /// Whether models stand for library classes.
        models: bool,
        /// What becomes of timed waits that expire early, if they are looked at apart.
        timing: Option<Timing>,
    },
    /// The referee.
    Referee,
}

/// Makes a machine that stands before `main`; whether models stand for library classes.
type Launch<'a> = &'a dyn Fn(bool) -> Result<Launched, Box<dyn Error>>;

/// A report, or why the program could not begin.
type Begun<T> = Result<T, String>;

/// What a check of a program has come to.
pub(super) struct Checked {
    pub(super) report: Report,
    /// Whether the program could begin, so that there is something to print.
    has_begun: bool,
    /// What has become of the invocation of a test, if one was asked for.
    pub(super) invocation: Invocation,
}

impl Checked {
    /// What an earlier check has found, which still holds.
    pub(super) fn of_earlier(report: Report) -> Checked {
        Checked { report, has_begun: true, invocation: Invocation::Begun }
    }

    /// Prints what was found.
    pub(super) fn say(&self, voice: Voice) {
        if self.has_begun {
            voice.verdict(&self.report);
        }
    }
}

impl By {
    /// Explores the schedules of a program.
    pub(super) fn check(
        self,
        options: &Options,
        form: &Form,
        program: &Program,
        launch: Launch,
    ) -> Result<Checked, Box<dyn Error>> {
        let invocation = Cell::default();
        let report = match self {
            By::Search { models, timing } => {
                Check { models, options, form, program, launch, invocation: &invocation }.run(timing)?
            }
            By::Referee => ask_referee(options, program, launch(false)?, &invocation),
        };
        let invocation = invocation.get();
        Ok(match report {
            Ok(report) => Checked { report, has_begun: true, invocation },
            Err(failure) => {
                let (_, report) = could_not_begin(&failure);
                let report = Report { target: Some(program.told.clone()), ..report };
                Checked { report, has_begun: false, invocation }
            }
        })
    }
}

/// Lets the referee explore the schedules of a program.
fn ask_referee(
    options: &Options,
    program: &Program,
    launched: Launched,
    invocation: &Cell<Invocation>,
) -> Begun<Report> {
    if let Some(failure) = launched.failure {
        return Err(failure);
    }
    let mut vm = launched.vm;
    let began = Instant::now();
    let ruling = judge(&mut vm, options);
    invocation.set(vm.observed.invocation);
    progress::done();
    let seconds = began.elapsed().as_secs_f64();
    Ok(program.complete(report::ruling(&ruling, options.outcomes, seconds), &vm))
}

/// A program and how it is to be searched.
struct Check<'a> {
    models: bool,
    options: &'a Options,
    form: &'a Form,
    program: &'a Program<'a>,
    launch: Launch<'a>,
    /// What becomes of the invocation of a test in any of the searches.
    invocation: &'a Cell<Invocation>,
}

/// What a search has found, and the machine, for names.
struct Searched {
    vm: Vm,
    /// As it was searched.
    options: Options,
    models: bool,
    verdict: check::Verdict,
    stats: Stats,
    races: Vec<Race>,
    assumptions: Assumptions,
    violations: Vec<Violation>,
    ended_early: Option<StopReason>,
    outcomes: Option<BTreeSet<String>>,
    hot: Vec<HotPlace>,
    /// The part of all moves that are timed waits which expire, in percent.
    expirations: u64,
    /// Since the check began.
    seconds: f64,
}

impl Check<'_> {
    /// Searches, and a second time where the first one was patient and that may matter.
    fn run(&self, timing: Option<Timing>) -> Result<Begun<Report>, Box<dyn Error>> {
        // Whatever is done over takes of the same time.
        let began = Instant::now();
        let limits = Limits { since: Some(began), ..self.options.limits.clone() };
        let options = Options { limits, ..self.options.clone() };
        let mut patient = match self.search(self.models, &options, began)? {
            Ok(searched) => searched,
            Err(failure) => return Ok(Err(failure)),
        };
        let is_open = match &patient.verdict {
            check::Verdict::Verified(_) => patient.assumptions.is_timed,
            // Patient time says nothing of this program.
            check::Verdict::Inconclusive(StopReason::ClockLoop(_)) => !matches!(timing, Some(Timing::Off)),
            check::Verdict::Inconclusive(StopReason::Preempted { why: None, .. }) => patient.vm.observed.is_timed,
            check::Verdict::Violated(_) | check::Verdict::Inconclusive(_) => false,
        };
        let is_error = match timing {
            _ if !is_open => return Ok(Ok(self.tell(&patient))),
            None => return Ok(Ok(self.tell(&patient))),
            Some(Timing::Off) => {
                patient.assumptions.early = EarlyExpiries::Off;
                return Ok(Ok(self.tell(&patient)));
            }
            Some(Timing::Error) => true,
            Some(Timing::Warn) => false,
        };
        let left = options.limits.states.map(|states| states.saturating_sub(patient.stats.states));
        let limits = Limits { states: left, ..options.limits.clone() };
        let free = Options { time: Time::Free, limits, ..options.clone() };
        let mut free = match self.search(patient.models, &free, began)? {
            Ok(searched) => searched,
            Err(failure) => return Ok(Err(failure)),
        };
        if let (check::Verdict::Inconclusive(StopReason::States(limit)), Some(states)) =
            (&mut free.verdict, options.limits.states)
        {
            *limit = states;
        }
        Ok(Ok(self.tell_both(patient, &free, is_error)))
    }

    /// Searches. Where models do not fit, it is done over without.
    fn search(&self, models: bool, options: &Options, began: Instant) -> Result<Begun<Searched>, Box<dyn Error>> {
        let launched = (self.launch)(models)?;
        if let Some(failure) = launched.failure {
            return Ok(Err(failure));
        }
        let mut vm = launched.vm;
        let mut checker = Checker::new(&mut vm, options.clone());
        let verdict = checker.run();
        progress::done();
        if checker.vm().observed.invocation != Invocation::NotSeen {
            self.invocation.set(checker.vm().observed.invocation);
        }
        let unfit = !matches!(verdict, check::Verdict::Verified(_)) && checker.vm().models_do_not_fit();
        if unfit {
            return self.search(false, options, began);
        }
        let assumptions = match &verdict {
            check::Verdict::Verified(assumptions) => (**assumptions).clone(),
            check::Verdict::Violated(_) | check::Verdict::Inconclusive(_) => checker.assumptions(),
        };
        let (stats, races) = (checker.stats(), checker.races().to_vec());
        let (violations, ended_early) = (checker.violations().to_vec(), checker.ended_early().cloned());
        let (hot, expirations) = (checker.hot_places(), checker.share_of_expirations());
        let outcomes = options.outcomes.then(|| checker.outcomes().clone());
        drop(checker);
        Ok(Ok(Searched {
            vm,
            options: options.clone(),
            models,
            verdict,
            stats,
            races,
            assumptions,
            violations,
            ended_early,
            outcomes,
            hot,
            expirations,
            seconds: began.elapsed().as_secs_f64(),
        }))
    }

    /// What a search has found.
    fn tell(&self, searched: &Searched) -> Report {
        let Searched { vm, options, models, verdict, stats, races, assumptions, violations, .. } = searched;
        let program = self.program;
        let again = |violation: &Violation| {
            let schedule = &violation.counterexample.schedule;
            let token = Token::new(schedule, options, *models, program.feature, &program.name);
            Again { token: token.encode(), target: program.typed.clone() }
        };
        let case = Case {
            vm,
            form: self.form,
            again: &again,
            assumptions,
            races,
            violations,
            ended_early: searched.ended_early.as_ref(),
            outcomes: searched.outcomes.as_ref(),
            options,
            hot: &searched.hot,
            expirations: searched.expirations,
            seconds: searched.seconds,
        };
        program.complete(report::tell(&case, verdict, stats), vm)
    }

    /// What comes of a search with patient time, which has found nothing, and of one with free time.
    fn tell_both(&self, mut patient: Searched, free: &Searched, is_error: bool) -> Report {
        let told = self.tell(free);
        if matches!(patient.verdict, check::Verdict::Inconclusive(StopReason::ClockLoop(_))) {
            return told.after(self.tell(&patient));
        }
        patient.assumptions.early = match &free.verdict {
            // All that patient time lets happen is among it.
            check::Verdict::Verified(_) | check::Verdict::Inconclusive(StopReason::Preempted { why: None, .. }) => {
                return told.after(self.tell(&patient));
            }
            check::Verdict::Violated(_) if is_error => return told.after(self.tell(&patient)),
            check::Verdict::Violated(_) => EarlyExpiries::Violate,
            check::Verdict::Inconclusive(reason) => EarlyExpiries::Stopped(reason.clone()),
        };
        let first = self.tell(&patient);
        match &free.verdict {
            check::Verdict::Inconclusive(reason) if is_error || !is_limit(reason) => first.but_unknown(told),
            check::Verdict::Verified(_) | check::Verdict::Violated(_) | check::Verdict::Inconclusive(_) => {
                first.beside(told)
            }
        }
    }
}

/// Whether a search has ended since it is too large or not modelled, and not since the user wanted it to end, or by an error.
fn is_limit(reason: &StopReason) -> bool {
    match reason {
        StopReason::Time(_)
        | StopReason::States(_)
        | StopReason::Depth(_)
        | StopReason::Memory(_)
        | StopReason::Unsupported(_)
        | StopReason::ClockLoop(_)
        | StopReason::Preempted { .. }
        | StopReason::Sampled(..)
        | StopReason::Endless(..)
        | StopReason::Unsound(_)
        | StopReason::Dropped(_) => true,
        StopReason::Interrupted | StopReason::NotReplayed(_) => false,
    }
}
