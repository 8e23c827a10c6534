//! `braid check`: every schedule.

use super::search_args::SearchArgs;
use crate::config;
use crate::discover::Refusal;
use crate::lifeline::Lifeline;
use crate::output::{complain, say};
use crate::progress;
use crate::report::{self, Again, Case, Detail, Form};
use crate::target::{Launched, Setting, Stdin, Target, TargetArgs};
use crate::token::Token;
use braid_engine::check::{Checker, Options, Verdict, Violation, judge};
use braid_engine::drive::Failures;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Explores every schedule of a program
#[derive(Args, Clone, Debug)]
#[command(after_help = "Exit codes: 0 verified, 1 violated, 2 inconclusive, 3 bad input or usage.")]
pub struct CheckArgs {
    #[command(flatten)]
    search: SearchArgs,
    /// Write a report: json=FILE
    #[arg(long, value_name = "KIND=FILE")]
    report: Vec<String>,
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
pub fn run(args: CheckArgs, lifeline: &Lifeline) -> ExitCode {
    report_result(&args.report, || {
        lifeline.catch_signals()?;
        match execute_all(&args, lifeline) {
            // Ctrl-C also ends a compiler that is at work.
            Err(_) if lifeline.interrupted().load(Ordering::Relaxed) => Ok(could_not_begin("interrupted")),
            other => other,
        }
    })
}

/// Runs a command and writes the report that it answers, if there is to be one. Bad input is told and reported, too.
pub(super) fn report_result<C: Into<ExitCode>>(
    reports: &[String],
    command: impl FnOnce() -> Result<(C, Value), Box<dyn Error>>,
) -> ExitCode {
    let bad_input = |error: &dyn Error| {
        complain(error);
        ExitCode::from(3)
    };
    // Better now than after an hour.
    let file = match ReportFile::create(reports) {
        Ok(file) => file,
        Err(error) => return bad_input(&*error),
    };
    let (code, report) = match command() {
        Ok((code, report)) => (code.into(), report),
        Err(error) => (bad_input(&*error), report::failed_start(&format!("bad input: {error}"))),
    };
    match file.write(&report) {
        Ok(()) => code,
        Err(error) => bad_input(&*error),
    }
}

fn could_not_begin(why: &str) -> (Ended, Value) {
    complain(why);
    (Ended::Inconclusive, report::failed_start(why))
}

/// Checks what the command line names, or all that the configuration file names.
fn execute_all(args: &CheckArgs, lifeline: &Lifeline) -> Result<(Ended, Value), Box<dyn Error>> {
    if !args.target.names_nothing() {
        return execute(args, lifeline);
    }
    let none = format!(
        "no target: name a .java file, a jar, or --classpath and --main; there is no {} here or above",
        config::NAME
    );
    let config = config::find(&args.target)?.ok_or(none)?;
    let names: Vec<&str> = config.names().collect();
    if names.is_empty() {
        return Err(format!("no target: {} names none", config.path().display()).into());
    }
    let mut ended = Vec::new();
    for name in names {
        say(&format!("target {name}:\n"));
        if lifeline.interrupted().load(Ordering::Relaxed) {
            let (verdict, mut report) = could_not_begin("interrupted");
            report["target"] = json!(name);
            ended.push((verdict, report));
            continue;
        }
        let mut one = args.clone();
        one.target.target = Some(name.to_string());
        let (verdict, mut report) = execute(&one, lifeline).map_err(|error| format!("target {name}: {error}"))?;
        report["target"] = json!(name);
        ended.push((verdict, report));
    }
    let count = |which| ended.iter().filter(|(verdict, _)| *verdict == which).count();
    say(&format!(
        "{} targets: {} violated, {} inconclusive, {} verified\n",
        ended.len(),
        count(Ended::Violated),
        count(Ended::Inconclusive),
        count(Ended::Verified),
    ));
    let worst = ended.iter().map(|(verdict, _)| *verdict).max().unwrap_or(Ended::Inconclusive);
    let reports: Vec<Value> = ended.into_iter().map(|(_, report)| report).collect();
    let tests: Vec<Value> = reports.into_iter().flat_map(flatten).collect();
    Ok((worst, json!({ "schema": report::SCHEMA, "verdict": worst.name(), "tests": tests })))
}

/// The reports of a target's tests, or its only one, called like the target.
fn flatten(mut report: Value) -> Vec<Value> {
    let target = report["target"].take();
    let tests = match report["tests"].take() {
        Value::Array(tests) => tests,
        _ => vec![report],
    };
    let called = |mut test: Value| {
        if test["test"].is_null() {
            test["test"] = target.clone();
        }
        test["target"] = target.clone();
        test
    };
    tests.into_iter().map(called).collect()
}

/// Checks the program or the tests: how it ended, and the report for programs.
fn execute(args: &CheckArgs, lifeline: &Lifeline) -> Result<(Ended, Value), Box<dyn Error>> {
    let interrupted = lifeline.interrupted();
    let settle = |search: &SearchArgs| -> Result<(Options, By), Box<dyn Error>> {
        let options = search.options(interrupted.clone())?;
        Ok((options, if search.referee()? { By::Referee } else { By::Search { models: search.models() } }))
    };
    // Better now than after a compilation.
    settle(&args.search)?;
    if let Some(word) = misplaced(&args.target) {
        complain(format!(
            "{word} stands behind the target, so the program gets it: options of braid go before the target"
        ));
    }
    let target = Target::resolve(&args.target)?;
    let search = args.search.clone().over(target.search().clone());
    let (options, by) = settle(&search)?;
    let tests = match target.tests() {
        Ok(tests) => tests,
        Err(Refusal::Usage(what) | Refusal::Nothing(what)) => return Err(what.into()),
        Err(Refusal::Unsupported(what)) => return Ok(could_not_begin(&format!("unsupported: {what}"))),
    };
    let form = Form { sources: target.sources(), detail: args.trace.into(), width: report::width() };
    let feature = target.feature();
    let stdin = lifeline.whole_input();
    let setting = |models: bool| {
        let stdin = Stdin::Whole(stdin.clone());
        Setting { assertions: true, single: false, models, stdin }
    };
    let Some(found) = tests else {
        let program = Program { name: target.name(), typed: args.target.as_typed(None), feature };
        return by.check(&options, &form, &program, |models| target.launch(setting(models)));
    };
    // Every test from a fresh start: their state spaces add up instead of multiplying.
    let mut ended: Vec<(Ended, Value)> = Vec::new();
    let disabled: Vec<&String> = found.iter().flat_map(|class| &class.disabled).collect();
    let refused: Vec<&(String, String)> = found.iter().flat_map(|class| &class.refused).collect();
    for test in &disabled {
        say(&format!("test {test}: disabled\n"));
    }
    for (test, why) in &refused {
        say(&format!("test {test}: inconclusive: {why} is unsupported\n"));
        ended.push((Ended::Inconclusive, not_checked(test, &format!("{why} is unsupported"))));
    }
    let singles: Vec<_> =
        found.iter().flat_map(|class| class.singles().into_iter().map(move |one| (class, one))).collect();
    let single = singles.len() + refused.len() + disabled.len() == 1;
    for (from, (test, class)) in &singles {
        if interrupted.load(Ordering::Relaxed) {
            say(&format!("test {test}: inconclusive: interrupted\n"));
            ended.push((Ended::Inconclusive, not_checked(test, "interrupted")));
            continue;
        }
        say(&format!("test {test}:\n"));
        let program = Program { name: test.clone(), typed: args.target.as_typed(Some(test)), feature };
        let launch = |models| target.launch_tests(setting(models), class, Failures::Throw);
        let own = from.about.get(test).map(|about| about.options.clone()).unwrap_or_default();
        let (options, by) = settle(&search.clone().over(own)).map_err(|error| format!("{test}: {error}"))?;
        let (verdict, mut report) = by.check(&options, &form, &program, launch)?;
        report["test"] = json!(test);
        ended.push((verdict, report));
    }
    let count = |which| ended.iter().filter(|(verdict, _)| *verdict == which).count();
    let worst = ended.iter().map(|(verdict, _)| *verdict).max().unwrap_or(Ended::Inconclusive);
    if !single {
        say(&format!(
            "{} tests: {} violated, {} inconclusive, {} verified, {} disabled\n",
            ended.len() + disabled.len(),
            count(Ended::Violated),
            count(Ended::Inconclusive),
            count(Ended::Verified),
            disabled.len(),
        ));
    }
    let mut reports: Vec<Value> = ended.into_iter().map(|(_, report)| report).collect();
    let report = match reports.pop() {
        Some(report) if single => report,
        last => {
            reports.extend(last);
            json!({ "schema": report::SCHEMA, "verdict": worst.name(), "tests": reports })
        }
    };
    Ok((worst, report))
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
fn not_checked(test: &str, why: &str) -> Value {
    let mut report = report::failed_start(why);
    report["test"] = json!(test);
    report
}

/// How a check ended; the worst of several decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Ended {
    Verified,
    Inconclusive,
    Violated,
}

impl Ended {
    fn name(self) -> &'static str {
        match self {
            Ended::Verified => "verified",
            Ended::Inconclusive => "inconclusive",
            Ended::Violated => "violated",
        }
    }
}

impl From<Ended> for ExitCode {
    fn from(ended: Ended) -> Self {
        ExitCode::from(match ended {
            Ended::Verified => 0,
            Ended::Violated => 1,
            Ended::Inconclusive => 2,
        })
    }
}

/// What is checked.
struct Program {
    /// What tells it from others.
    name: String,
    /// The words that name it on the command line.
    typed: String,
    /// Feature version of the class library.
    feature: u16,
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
        program: &Program,
        launch: impl Fn(bool) -> Result<Launched, Box<dyn Error>>,
    ) -> Result<(Ended, Value), Box<dyn Error>> {
        match self {
            By::Search { models } => check(models, options, form, program, launch),
            By::Referee => ask_referee(options, launch(false)?),
        }
    }
}

/// Lets the referee explore the schedules of a program, and prints what it says.
fn ask_referee(options: &Options, launched: Launched) -> Result<(Ended, Value), Box<dyn Error>> {
    if let Some(failure) = launched.failure {
        return Ok(could_not_begin(&failure));
    }
    let mut vm = launched.vm;
    let began = Instant::now();
    let ruling = judge(&mut vm, options);
    progress::done();
    let seconds = began.elapsed().as_secs_f64();
    say(&report::ruling_text(&ruling, options.outcomes, seconds));
    let ended = match (&ruling.stopped, ruling.violations.is_empty()) {
        (_, false) => Ended::Violated,
        (None, true) => Ended::Verified,
        (Some(_), true) => Ended::Inconclusive,
    };
    Ok((ended, report::ruling_json(&ruling, options.outcomes, seconds)))
}

/// Explores the schedules of a program and prints what it found. Where models do not fit, it is done over without.
fn check(
    models: bool,
    options: &Options,
    form: &Form,
    program: &Program,
    launch: impl Fn(bool) -> Result<Launched, Box<dyn Error>>,
) -> Result<(Ended, Value), Box<dyn Error>> {
    let launched = launch(models)?;
    if let Some(failure) = launched.failure {
        return Ok(could_not_begin(&failure));
    }
    let mut vm = launched.vm;
    // Doing it over takes of the same time.
    let mut options = options.clone();
    let began = *options.limits.since.get_or_insert_with(Instant::now);
    let mut checker = Checker::new(&mut vm, options.clone());
    let verdict = checker.run();
    progress::done();
    let unfit = !matches!(verdict, Verdict::Verified) && checker.vm().models_do_not_fit();
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
    say(&report::text(&case, &verdict, &stats));
    let report = report::json(&case, &verdict, &stats);
    let ended = match verdict {
        Verdict::Verified => Ended::Verified,
        Verdict::Violated(_) => Ended::Violated,
        Verdict::Inconclusive(_) => Ended::Inconclusive,
    };
    Ok((ended, report))
}

/// The file that a report for programs goes to.
struct ReportFile(Option<PathBuf>);

impl ReportFile {
    /// What `--report` asks for, an empty file so far.
    fn create(reports: &[String]) -> Result<ReportFile, Box<dyn Error>> {
        let mut path = None;
        for report in reports {
            match report.split_once('=') {
                Some(("json", file)) if !file.is_empty() && path.is_none() => path = Some(PathBuf::from(file)),
                Some(("json", file)) if !file.is_empty() => return Err("--report json=FILE: given twice".into()),
                _ => return Err(format!("--report {report}: expected json=FILE").into()),
            }
        }
        if let Some(path) = &path {
            std::fs::File::create(path).map_err(|e| format!("--report: {}: {e}", path.display()))?;
        }
        Ok(ReportFile(path))
    }

    /// Writes the report, if there is to be one.
    fn write(&self, report: &Value) -> Result<(), Box<dyn Error>> {
        let Some(path) = &self.0 else { return Ok(()) };
        Ok(std::fs::write(path, format!("{report:#}\n")).map_err(|e| format!("--report: {}: {e}", path.display()))?)
    }
}
