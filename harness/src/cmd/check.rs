//! `braid check`: every schedule.

use super::output_args::{OutputArgs, Voice};
use super::search_args::SearchArgs;
use crate::discover::Refusal;
use crate::host::WholeInput;
use crate::inputs;
use crate::output::complain;
use crate::progress;
use crate::report::model::{self, Verdict};
use crate::report::{self, Again, Case, Detail, Form, Report};
use crate::target::{Launched, Setting, Stdin, Target, TargetArgs};
use crate::token::Token;
use braid_engine::check::{self, Checker, Options, Violation, judge};
use braid_engine::drive::Failures;
use braid_engine::vm::Vm;
use braid_jvm_front::source::ClassPath;
use clap::{Args, ValueEnum};
use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Explores every schedule of a program
#[derive(Args, Debug)]
pub struct CheckArgs {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// How much of a counterexample is told
    #[arg(long, value_enum, default_value = "short")]
    trace: TraceArg,
    #[command(flatten)]
    target: TargetArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum TraceArg {
    /// What happens in the program's own lines
    Short,
    /// Every action that other threads can see
    Full,
}

impl From<TraceArg> for Detail {
    fn from(arg: TraceArg) -> Detail {
        match arg {
            TraceArg::Short => Detail::Short,
            TraceArg::Full => Detail::Full,
        }
    }
}

/// Runs the command: 0 verified, 1 violated, 2 inconclusive, 3 bad input or usage.
pub fn run(args: CheckArgs) -> ExitCode {
    args.output.report_result(|| {
        let interrupted = interruptible()?;
        match execute(&args, &interrupted) {
            // Ctrl-C also ends a compiler that is at work.
            Err(_) if interrupted.load(Ordering::Relaxed) => Ok(could_not_begin("interrupted")),
            other => other,
        }
    })
}

/// The flag that the first Ctrl-C sets, so that the search ends with what it knows; a second one ends the process.
fn interruptible() -> Result<Arc<AtomicBool>, Box<dyn Error>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(2);
        }
    })?;
    Ok(interrupted)
}

fn could_not_begin(why: &str) -> (Ended, Report) {
    complain(why);
    (Ended(Verdict::Inconclusive), Report::failed_start(why))
}

/// Checks the program or the tests: how it ended, and the report.
fn execute(args: &CheckArgs, interrupted: &Arc<AtomicBool>) -> Result<(Ended, Report), Box<dyn Error>> {
    let voice = args.output.voice();
    let mut options = args.search.options(interrupted.clone())?;
    if voice.is_quiet() {
        options.progress = None;
    }
    let by = if args.search.referee()? { By::Referee } else { By::Search { models: args.search.models() } };
    if let Some(word) = misplaced(&args.target) {
        complain(format!(
            "{word} stands behind the target, so the program gets it: options of braid go before the target"
        ));
    }
    let target = Target::resolve(&args.target)?;
    let setting = Surroundings {
        jdk: inputs::jdk(&target),
        options: args.search.told(&options, args.trace.into()),
        class_path: args.output.has_reports().then(|| inputs::surroundings(target.class_path())).flatten(),
    };
    let (ended, mut report) = check_all(args, &target, &options, by, voice, &setting)?;
    setting.fill(&mut report);
    report.tests.iter_mut().flatten().for_each(|test| setting.fill(test));
    Ok((ended, report))
}

/// What is the same for all tests.
struct Surroundings {
    jdk: model::Jdk,
    options: model::Options,
    class_path: Option<String>,
}

impl Surroundings {
    fn fill(&self, report: &mut Report) {
        report.jdk = Some(self.jdk.clone());
        report.options = Some(self.options.clone());
        if let Some(target) = &mut report.target {
            target.class_path.clone_from(&self.class_path);
        }
    }
}

/// Checks the program, or the tests one after the other.
fn check_all(
    args: &CheckArgs,
    target: &Target,
    options: &Options,
    by: By,
    voice: Voice,
    setting: &Surroundings,
) -> Result<(Ended, Report), Box<dyn Error>> {
    let tests = match target.tests() {
        Ok(tests) => tests,
        Err(Refusal::Usage(what)) => return Err(what.into()),
        Err(Refusal::Unsupported(what)) => return Ok(could_not_begin(&format!("unsupported: {what}"))),
    };
    let form = Form { sources: target.sources(&args.target), detail: args.trace.into() };
    let stdin = WholeInput::default();
    let machine = |models: bool| {
        let stdin = Stdin::Whole(stdin.clone());
        Setting { assertions: true, single: false, models, stdin }
    };
    let program = |test: Option<&str>| {
        let typed = args.target.as_typed(test);
        let told = target.told(typed.clone());
        let told = model::Target { name: test.map_or(told.name, str::to_string), ..told };
        let name = test.map_or_else(|| target.name(), str::to_string);
        let wanted = setting.class_path.is_some().then_some(target.class_path());
        Program { name, typed, feature: target.feature(), told, class_path: wanted, stdin: stdin.clone() }
    };
    let Some(found) = tests else {
        return by.check(options, &form, voice, &program(None), |models| target.launch(machine(models)));
    };
    // Every test from a fresh start: their state spaces add up instead of multiplying.
    let mut reports: Vec<Report> = Vec::new();
    for test in &found.disabled {
        voice.text(&format!("test {test}: disabled\n"));
    }
    for (test, why) in &found.refused {
        voice.text(&format!("test {test}: inconclusive: {why} is unsupported\n"));
        reports.push(not_checked(test, &format!("{why} is unsupported")));
    }
    let singles = found.singles();
    let single = singles.len() + found.refused.len() + found.disabled.len() == 1;
    for (test, class) in &singles {
        if interrupted(options) {
            voice.text(&format!("test {test}: inconclusive: interrupted\n"));
            reports.push(not_checked(test, "interrupted"));
            continue;
        }
        voice.text(&format!("test {test}:\n"));
        let launch = |models| target.launch_tests(machine(models), class, Failures::Throw);
        let (_, report) = by.check(options, &form, voice, &program(Some(test)), launch)?;
        reports.push(Report { test: Some(test.clone()), ..report });
    }
    let count = |which| reports.iter().filter(|report| report.verdict == which).count();
    if !single {
        voice.text(&format!(
            "{} tests: {} violated, {} inconclusive, {} verified, {} disabled\n",
            reports.len() + found.disabled.len(),
            count(Verdict::Violated),
            count(Verdict::Inconclusive),
            count(Verdict::Verified),
            found.disabled.len(),
        ));
    }
    let report = match reports.pop() {
        Some(report) if single => report,
        last => {
            reports.extend(last);
            Report::of_tests(reports, found.disabled.iter().map(ToString::to_string).collect())
        }
    };
    Ok((Ended(report.verdict), report))
}

fn interrupted(options: &Options) -> bool {
    options.interrupted.load(Ordering::Relaxed)
}

/// An option of the command among the words for the program, perhaps by mistake.
fn misplaced(target: &TargetArgs) -> Option<&str> {
    let command = CheckArgs::augment_args(clap::Command::new("check"));
    target.loose_words().find(|word| {
        let name = word.strip_prefix("--").and_then(|word| word.split('=').next());
        name.is_some() && command.get_arguments().any(|option| option.get_long() == name)
    })
}

/// The report of a test that was not checked.
fn not_checked(test: &str, why: &str) -> Report {
    Report { test: Some(test.to_string()), ..Report::failed_start(why) }
}

/// How a check ended, as an exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ended(Verdict);

impl From<Ended> for ExitCode {
    fn from(ended: Ended) -> Self {
        ExitCode::from(match ended.0 {
            Verdict::Verified => 0,
            Verdict::Violated => 1,
            Verdict::Inconclusive => 2,
        })
    }
}

/// What is checked.
struct Program<'a> {
    /// What tells it from others.
    name: String,
    /// The words that name it on the command line.
    typed: String,
    /// Feature version of the class library.
    feature: u16,
    /// For reports.
    told: model::Target,
    /// Where its classes are from, if reports are to tell them.
    class_path: Option<&'a ClassPath>,
    /// Standard input.
    stdin: WholeInput,
}

impl Program<'_> {
    /// Adds to a report what it was about.
    fn complete(&self, report: Report, vm: &Vm) -> Report {
        let told = model::Target { reads_input: self.stdin.was_read(), ..self.told.clone() };
        let classes = self.class_path.map(|class_path| inputs::classes(vm, class_path)).unwrap_or_default();
        Report { target: Some(told), classes, ..report }
    }
}

/// What explores the schedules.
#[derive(Clone, Copy, Debug)]
enum By {
    /// The search.
    Search {
        /// Whether models stand for library classes.
        models: bool,
    },
    /// The referee.
    Referee,
}

impl By {
    /// Explores the schedules of a program and prints what it found.
    fn check(
        self,
        options: &Options,
        form: &Form,
        voice: Voice,
        program: &Program,
        launch: impl Fn(bool) -> Result<Launched, Box<dyn Error>>,
    ) -> Result<(Ended, Report), Box<dyn Error>> {
        let report = match self {
            By::Search { models } => check(models, options, form, program, launch)?,
            By::Referee => ask_referee(options, program, launch(false)?),
        };
        match report {
            Ok(report) => {
                voice.verdict(&report);
                Ok((Ended(report.verdict), report))
            }
            Err(failure) => {
                let (ended, report) = could_not_begin(&failure);
                Ok((ended, Report { target: Some(program.told.clone()), ..report }))
            }
        }
    }
}

/// A report, or why the program could not begin.
type Begun = Result<Report, String>;

/// Lets the referee explore the schedules of a program.
fn ask_referee(options: &Options, program: &Program, launched: Launched) -> Begun {
    if let Some(failure) = launched.failure {
        return Err(failure);
    }
    let mut vm = launched.vm;
    let began = Instant::now();
    let ruling = judge(&mut vm, options);
    progress::done();
    let seconds = began.elapsed().as_secs_f64();
    Ok(program.complete(report::ruling(&ruling, options.outcomes, seconds), &vm))
}

/// Explores the schedules of a program. Where models do not fit, it is done over without.
fn check(
    models: bool,
    options: &Options,
    form: &Form,
    program: &Program,
    launch: impl Fn(bool) -> Result<Launched, Box<dyn Error>>,
) -> Result<Begun, Box<dyn Error>> {
    let launched = launch(models)?;
    if let Some(failure) = launched.failure {
        return Ok(Err(failure));
    }
    let mut vm = launched.vm;
    // Doing it over takes of the same time.
    let mut options = options.clone();
    let began = *options.limits.since.get_or_insert_with(Instant::now);
    let mut checker = Checker::new(&mut vm, options.clone());
    let verdict = checker.run();
    progress::done();
    let unfit = !matches!(verdict, check::Verdict::Verified) && checker.vm().models_do_not_fit();
    if unfit {
        return check(false, &options, form, program, launch);
    }
    let stats = checker.stats();
    let races = checker.races().to_vec();
    let assumptions = report::assumptions(&options, &races, &verdict, &stats, checker.vm());
    let seconds = began.elapsed().as_secs_f64();
    let violations = checker.violations().to_vec();
    let ended_early = checker.ended_early().cloned();
    let outcomes = options.outcomes.then(|| checker.outcomes().clone());
    drop(checker);
    let again = |violation: &Violation| {
        let token = Token::new(&violation.schedule, &options, models, program.feature, &program.name);
        Again { token: token.encode(), target: program.typed.clone() }
    };
    let case = Case {
        vm: &vm,
        form,
        again: &again,
        assumptions,
        races: &races,
        violations: &violations,
        ended_early: ended_early.as_ref(),
        outcomes: outcomes.as_ref(),
        seconds,
    };
    Ok(Ok(program.complete(report::tell(&case, &verdict, &stats), &vm)))
}
