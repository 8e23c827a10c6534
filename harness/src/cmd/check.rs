//! `braid check`: every schedule.

use super::judge::{By, Ended, Program, could_not_begin};
use super::output_args::{OutputArgs, Voice};
use super::search_args::SearchArgs;
use crate::config;
use crate::discover::{About, Found, Outcome, Refusal, Single};
use crate::inputs;
use crate::lifeline::Lifeline;
use crate::output::complain;
use crate::report::model::{self, Verdict};
use crate::report::{Detail, Form, Report, Sources};
use crate::target::{Setting, Stdin, Target, TargetArgs};
use crate::unchanged::{Earlier, Now};
use braid_engine::check::Options;
use clap::{Args, ValueEnum};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Explores every schedule of a program
#[derive(Args, Clone, Debug)]
#[command(after_help = "Exit codes: 0 verified, 1 violated, 2 inconclusive, 3 bad input or usage.")]
pub struct CheckArgs {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// How much of a counterexample is told
    #[arg(long, value_enum, default_value = "short")]
    trace: TraceArg,
    /// A JSON report of an earlier check: what was verified then and has not changed since is not checked again
    #[arg(long, value_name = "REPORT")]
    unchanged_since: Option<PathBuf>,
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
    // The new report may take the place of the earlier one.
    let earlier = args.unchanged_since.as_deref().map(Earlier::read).transpose();
    args.output.report_result(|| {
        lifeline.catch_signals()?;
        let earlier = earlier?.unwrap_or_default();
        match execute_all(&args, &earlier, lifeline) {
            // Ctrl-C also ends a compiler that is at work.
            Err(_) if lifeline.interrupted().load(Ordering::Relaxed) => Ok(could_not_begin("interrupted")),
            other => other,
        }
    })
}

/// Checks what the command line names, or all that the configuration file names.
fn execute_all(args: &CheckArgs, earlier: &Earlier, lifeline: &Lifeline) -> Result<(Ended, Report), Box<dyn Error>> {
    if !args.target.names_nothing() {
        return execute(args, earlier, lifeline);
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
    let voice = args.output.voice();
    let mut ended = Vec::new();
    for name in names {
        voice.text(&format!("target {name}:\n"));
        if lifeline.interrupted().load(Ordering::Relaxed) {
            ended.push((name, could_not_begin("interrupted")));
            continue;
        }
        let mut one = args.clone();
        one.target.target = Some(name.to_string());
        ended.push((name, execute(&one, earlier, lifeline).map_err(|error| format!("target {name}: {error}"))?));
    }
    let count = |which| ended.iter().filter(|(_, (_, report))| report.verdict == which).count();
    voice.text(&format!(
        "{} targets: {} violated, {} inconclusive, {} verified\n",
        ended.len(),
        count(Verdict::Violated),
        count(Verdict::Inconclusive),
        count(Verdict::Verified),
    ));
    let worst = ended.iter().map(|(_, (ended, _))| *ended).max().unwrap_or(Ended(Verdict::Inconclusive));
    let disabled = ended.iter().flat_map(|(_, (_, report))| report.disabled.clone()).collect();
    let reports = ended.into_iter().flat_map(|(name, (_, report))| flatten(name, report)).collect();
    Ok((worst, Report::of_tests(reports, disabled)))
}

/// The reports of a target's tests, or its only one, called like the target.
fn flatten(target: &str, report: Report) -> Vec<Report> {
    let mut tests = match report {
        Report { tests: Some(tests), .. } => tests,
        alone => vec![alone],
    };
    tests.iter_mut().for_each(|test| {
        test.test.get_or_insert_with(|| target.to_string());
    });
    tests
}

/// Checks the program or the tests: how it ended, and the report.
fn execute(args: &CheckArgs, earlier: &Earlier, lifeline: &Lifeline) -> Result<(Ended, Report), Box<dyn Error>> {
    let voice = args.output.voice();
    let interrupted = lifeline.interrupted();
    let settle = |search: &SearchArgs| -> Result<Settled, Box<dyn Error>> {
        let mut options = search.options(interrupted.clone())?;
        if voice.is_quiet() {
            options.progress = None;
        }
        let by = match search.referee()? {
            true => By::Referee,
            false => By::Search { models: search.models(), timing: search.timing() },
        };
        let told = search.told(&options, args.trace.into());
        Ok(Settled { options, by, told })
    };
    // Better now than after a compilation.
    settle(&args.search)?;
    if let Some(word) = misplaced(&args.target) {
        complain(format!(
            "{word} comes after the target, so it is passed to the program: options of braid go before the target"
        ));
    }
    let target = Target::resolve(&args.target)?.interrupted_by(lifeline.interrupted());
    let search = args.search.clone().over(target.search().clone());
    let wanted = args.output.has_reports() || args.unchanged_since.is_some();
    let setting = Surroundings {
        jdk: inputs::jdk(&target),
        options: settle(&search)?.told,
        class_path: wanted.then(|| inputs::surroundings(&target)).flatten(),
    };
    let settle = |own: SearchArgs| with_steps(settle(&search.clone().over(own))?, &target);
    let (ended, mut report) = check_all(args, &target, &settle, lifeline, &setting, earlier)?;
    setting.fill(&mut report);
    report.tests.iter_mut().flatten().for_each(|test| setting.fill(test));
    Ok((ended, report))
}

/// The same with the table of steps that files add to.
fn with_steps(mut settled: Settled, target: &Target) -> Result<Settled, Box<dyn Error>> {
    if let Some(tables) = target.steps() {
        let steps = settled.options.steps.as_mut().ok_or("--steps goes with --juc steps or wide")?;
        *steps = tables.like(steps);
    }
    Ok(settled)
}

/// How to search.
struct Settled {
    options: Options,
    by: By,
    /// The same for reports.
    told: model::Options,
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
        // A test may have options of its own.
        report.options.get_or_insert_with(|| self.options.clone());
        if let Some(target) = &mut report.target {
            target.class_path.clone_from(&self.class_path);
        }
    }
}

/// Checks the program, or the tests one after the other.
fn check_all(
    args: &CheckArgs,
    target: &Target,
    settle: &dyn Fn(SearchArgs) -> Result<Settled, Box<dyn Error>>,
    lifeline: &Lifeline,
    setting: &Surroundings,
    earlier: &Earlier,
) -> Result<(Ended, Report), Box<dyn Error>> {
    let voice = args.output.voice();
    let tests = match target.tests() {
        Ok(tests) => tests,
        Err(Refusal::Usage(what) | Refusal::Nothing(what)) => return Err(what.into()),
        Err(Refusal::Unsupported(what)) => return Ok(could_not_begin(&format!("unsupported: {what}"))),
    };
    let form = Form { sources: target.sources(), detail: args.trace.into() };
    let stdin = lifeline.whole_input();
    let machine = |models: bool| {
        let stdin = Stdin::Whole(stdin.clone());
        Setting { assertions: true, single: false, models, stdin }
    };
    let program = |test: Option<&Single>| {
        let typed = args.target.as_typed(test.map(|test| test.typed.as_str()));
        let told = target.told(typed.clone());
        let told = model::Target { name: test.map_or(told.name, |test| test.name.clone()), ..told };
        let name = test.map_or_else(|| target.name(), |test| test.name.clone());
        let wanted = setting.class_path.is_some().then_some(target.class_path());
        Program { name, typed, feature: target.feature(), told, class_path: wanted, stdin: stdin.clone() }
    };
    let still_holds = |program: &Program, options: &model::Options| {
        let (jdk, surroundings, class_path) = (&setting.jdk, &setting.class_path, target.class_path());
        let report = earlier.still_holds(&Now { target: &program.told, surroundings, class_path, jdk, options })?;
        voice.verdict(&report);
        Some(report)
    };
    let Some(found) = tests else {
        let Settled { options, by, told } = settle(SearchArgs::default())?;
        if let Some(report) = still_holds(&program(None), &told) {
            return Ok((Ended(report.verdict), report));
        }
        return by.check(&options, &form, voice, &program(None), &|models| target.launch(machine(models)));
    };
    // Every test from a fresh start: their state spaces add up instead of multiplying.
    let mut judged: Vec<(Ended, Report)> = Vec::new();
    let disabled: Vec<&String> = found.iter().flat_map(|class| &class.disabled).collect();
    let refused: Vec<(&Found, &(String, String))> =
        found.iter().flat_map(|class| class.refused.iter().map(move |one| (class, one))).collect();
    for test in &disabled {
        voice.text(&format!("test {test}: disabled\n"));
    }
    for (from, (test, why)) in &refused {
        voice.text(&format!("test {test}: inconclusive: {why}\n"));
        let report = not_checked(test, why);
        judged.push(judge_test(from.about.get(test), report, &form.sources, voice));
    }
    let singles: Vec<_> =
        found.iter().flat_map(|class| class.singles().into_iter().map(move |one| (class, one))).collect();
    let single = singles.len() + refused.len() + disabled.len() == 1;
    for (from, one @ Single { name: test, how, .. }) in &singles {
        let about = from.about.get(test);
        if lifeline.interrupted().load(Ordering::Relaxed) {
            voice.text(&format!("test {test}: inconclusive: interrupted\n"));
            judged.push(judge_test(about, not_checked(test, "interrupted"), &form.sources, voice));
            continue;
        }
        voice.text(&format!("test {test}:\n"));
        let launch = |models| target.launch_test(machine(models), how);
        let own = about.map(|about| about.options.clone()).unwrap_or_default();
        let Settled { options, by, told } = settle(own).map_err(|error| format!("{test}: {error}"))?;
        let report = match still_holds(&program(Some(one)), &told) {
            Some(report) => report,
            None => by.check(&options, &form, voice, &program(Some(one)), &launch)?.1,
        };
        let report = Report { test: Some(test.clone()), options: Some(told), ..report };
        judged.push(judge_test(about, report, &form.sources, voice));
    }
    Ok(sum_up(judged, &disabled, single, voice))
}

/// What comes of all tests together: the worst of them, and one report. A `single` test stands for itself.
fn sum_up(judged: Vec<(Ended, Report)>, disabled: &[&String], single: bool, voice: Voice) -> (Ended, Report) {
    let count = |which| judged.iter().filter(|(_, report)| report.verdict == which).count();
    if !single {
        let row = |(_, report): &(Ended, Report)| {
            let early = if report.early_violations().is_empty() { "" } else { " with patient time only" };
            format!("{:<12} {}{early}\n", report.verdict.name(), report.subject())
        };
        voice.text(&judged.iter().map(row).collect::<String>());
        voice.text(&format!(
            "{} tests: {} violated, {} inconclusive, {} verified, {} disabled\n",
            judged.len() + disabled.len(),
            count(Verdict::Violated),
            count(Verdict::Inconclusive),
            count(Verdict::Verified),
            disabled.len(),
        ));
    }
    // What a test asks for decides whether it has passed.
    let code = judged.iter().map(|(ended, _)| *ended).max().unwrap_or(Ended(Verdict::Inconclusive));
    let mut reports: Vec<Report> = judged.into_iter().map(|(_, report)| report).collect();
    let report = match reports.pop() {
        Some(report) if single => report,
        last => {
            reports.extend(last);
            Report::of_tests(reports, disabled.iter().copied().cloned().collect())
        }
    };
    (code, report)
}

/// Holds how a test ended against what its annotation expects: what counts for the exit code, and the report.
fn judge_test(about: Option<&About>, report: Report, sources: &Sources, voice: Voice) -> (Ended, Report) {
    let verdict = report.verdict;
    let test_frame = about.map(|about| test_frame(about, sources)).into_iter().collect();
    let report = Report { test_frame, ..report };
    let Some(expected) = about.and_then(|about| about.expectation.as_ref()) else { return (Ended(verdict), report) };
    let kind = report.violations.first().map(|violation| violation.kind.rule()).unwrap_or_default();
    let met = expected.is_met_by(match verdict {
        Verdict::Verified => Outcome::Verified,
        Verdict::Violated => Outcome::Violated(kind),
        Verdict::Inconclusive => Outcome::Inconclusive,
    });
    let test = report.subject();
    match (met, verdict) {
        (true, Verdict::Verified) | (false, Verdict::Inconclusive) => {}
        (true, Verdict::Violated) => voice.text(&format!("test {test}: passed: a violation is expected\n")),
        (true, Verdict::Inconclusive) => voice.text(&format!("test {test}: passed: inconclusive is tolerated\n")),
        (false, Verdict::Verified) => voice.text(&format!("test {test}: failed: a violation is expected\n")),
        (false, Verdict::Violated) => {
            if let Some(kind) = &expected.kind {
                voice.text(&format!("test {test}: failed: a violation of kind {kind} is expected\n"));
            }
        }
    }
    let counts_as = match (met, verdict) {
        (true, _) => Verdict::Verified,
        (false, Verdict::Inconclusive) => Verdict::Inconclusive,
        (false, Verdict::Verified | Verdict::Violated) => Verdict::Violated,
    };
    let expectation = Some(model::Expectation {
        verdict: if expected.violated { Verdict::Violated } else { Verdict::Verified },
        kind: expected.kind.clone(),
        tolerates_inconclusive: expected.tolerates_inconclusive,
        met,
    });
    (Ended(counts_as), Report { expectation, ..report })
}

/// Where a test is.
fn test_frame(about: &About, sources: &Sources) -> model::Frame {
    let file = about.file.as_ref();
    model::Frame {
        class: about.class.clone(),
        method: about.call.name.clone(),
        file: file.map(|file| file.rsplit('/').next().unwrap_or(file).to_string()),
        line: about.line.map(u32::from),
        own: true,
        path: file.and_then(|file| sources.locate(file)),
    }
}

/// An option of the command among the words for the program, perhaps by mistake.
fn misplaced(target: &TargetArgs) -> Option<&str> {
    let command = CheckArgs::augment_args(clap::Command::new("check"));
    target.loose_words().find(|word| {
        let name = word.strip_prefix("--").and_then(|word| word.split('=').next());
        let is_option = |name| command.get_arguments().any(|option| option.get_long() == Some(name));
        name.is_some_and(|name| name == "exit-with-stdin" || is_option(name))
    })
}

/// The report of a test that was not checked.
fn not_checked(test: &str, why: &str) -> Report {
    Report { test: Some(test.to_string()), ..Report::failed_start(why) }
}
