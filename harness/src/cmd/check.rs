//! `braid check`: every schedule.

use super::judge::{By, Checked, Ended, Program, could_not_begin};
use super::output_args::{OutputArgs, Voice};
use super::search_args::SearchArgs;
use crate::config;
use crate::discover::{About, Outcome, Refusal, Single};
use crate::host::WholeInput;
use crate::inputs;
use crate::lifeline::Lifeline;
use crate::output::complain;
use crate::report::model::{self, Verdict};
use crate::report::{Detail, Form, Report, Sources};
use crate::target::{Setting, Stdin, Target, TargetArgs};
use crate::unchanged::{Earlier, Now};
use braid_engine::check::Options;
use braid_engine::parts::Invocation;
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
    let session = Session {
        args,
        target: &target,
        settle: &settle,
        lifeline,
        setting: &setting,
        earlier,
        voice,
        form: Form { sources: target.sources(), detail: args.trace.into() },
        stdin: lifeline.whole_input(),
    };
    let (ended, mut report) = session.check_all()?;
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

/// What is checked, and with what.
struct Session<'a> {
    args: &'a CheckArgs,
    target: &'a Target,
    settle: &'a dyn Fn(SearchArgs) -> Result<Settled, Box<dyn Error>>,
    lifeline: &'a Lifeline,
    setting: &'a Surroundings,
    earlier: &'a Earlier,
    voice: Voice,
    form: Form,
    stdin: WholeInput,
}

impl Session<'_> {
    /// Checks the program, or the tests one after the other.
    fn check_all(&self) -> Result<(Ended, Report), Box<dyn Error>> {
        let found = match self.target.tests() {
            Ok(Some(found)) => found,
            Ok(None) => {
                let settled = (self.settle)(SearchArgs::default())?;
                let checked = self.check(None, &settled)?;
                checked.say(self.voice);
                return Ok((Ended(checked.report.verdict), checked.report));
            }
            Err(Refusal::Usage(what) | Refusal::Nothing(what)) => return Err(what.into()),
            Err(Refusal::Unsupported(what)) => return Ok(could_not_begin(&format!("unsupported: {what}"))),
        };
        // Every test from a fresh start: their state spaces add up instead of multiplying.
        let mut judged: Vec<(Ended, Report)> = Vec::new();
        let disabled: Vec<&String> = found.iter().flat_map(|class| &class.disabled).collect();
        for test in &disabled {
            self.voice.text(&format!("test {test}: disabled\n"));
        }
        for from in &found {
            for (test, why) in &from.refused {
                judged.push(self.pass_over(from.about.get(test), test, why));
            }
        }
        for from in &found {
            for one in from.singles() {
                judged.extend(self.check_test(from.about.get(&one.test), &one)?);
            }
        }
        let single = judged.len() + disabled.len() == 1;
        Ok(sum_up(judged, &disabled, single, self.voice))
    }

    /// A test that is not checked.
    fn pass_over(&self, about: Option<&About>, test: &str, why: &str) -> (Ended, Report) {
        self.voice.text(&format!("test {test}: inconclusive: {why}\n"));
        judge_test(about, not_checked(test, why), &self.form.sources, self.voice)
    }

    /// Checks a test. If it is made of several invocations, they are checked one after the other in the same execution, as the
    /// framework runs them; where that does not end well, each is checked on its own as well, from a fresh start.
    fn check_test(&self, about: Option<&About>, one: &Single) -> Result<Vec<(Ended, Report)>, Box<dyn Error>> {
        let own = about.map(|about| about.options.clone()).unwrap_or_default();
        let settled = (self.settle)(own).map_err(|error| format!("{}: {error}", one.name))?;
        let judge = |one: &Single, report: Report| {
            let report = Report { test: Some(one.name.clone()), options: Some(settled.told.clone()), ..report };
            judge_test(about, report, &self.form.sources, self.voice)
        };
        let is_interrupted = || self.lifeline.interrupted().load(Ordering::Relaxed);
        if is_interrupted() {
            return Ok(vec![self.pass_over(about, &one.name, "interrupted")]);
        }
        self.voice.text(&format!("test {}:\n", one.name));
        let all = self.check(Some(one), &settled)?;
        if !one.is_several() || all.report.verdict == Verdict::Verified || is_interrupted() {
            all.say(self.voice);
            return Ok(vec![judge(one, all.report)]);
        }
        let mut judged = Vec::new();
        for one in (1..).map(|number| one.invocation(number)) {
            if is_interrupted() {
                judged.push(self.pass_over(about, &one.name, "interrupted"));
                break;
            }
            let checked = self.check(Some(&one), &settled)?;
            match checked.invocation {
                Invocation::Begun => {}
                Invocation::Missing => break,
                // What goes wrong before the first one begins is told of the test.
                Invocation::NotSeen if judged.is_empty() => break,
                Invocation::NotSeen => {}
            }
            self.voice.text(&format!("test {}:\n", one.name));
            checked.say(self.voice);
            judged.push(judge(&one, checked.report));
            if checked.invocation == Invocation::NotSeen {
                break;
            }
        }
        let is_told = judged.iter().any(|(_, report)| report.verdict == Verdict::Violated);
        if judged.is_empty() || all.report.verdict == Verdict::Violated && !is_told {
            self.voice.text(&format!("test {}, all invocations one after the other:\n", one.name));
            all.say(self.voice);
            judged.push(judge(one, all.report));
        }
        Ok(judged)
    }

    /// Checks the program, or a test, unless an earlier verdict still holds.
    fn check(&self, test: Option<&Single>, settled: &Settled) -> Result<Checked, Box<dyn Error>> {
        let Session { args, target, setting, earlier, .. } = self;
        let Settled { options, by, told: options_told } = settled;
        let typed = args.target.as_typed(test.map(|test| test.typed.as_str()));
        let told = target.told(typed.clone());
        let told = model::Target { name: test.map_or(told.name, |test| test.name.clone()), ..told };
        let name = test.map_or_else(|| target.name(), |test| test.name.clone());
        let class_path = setting.class_path.is_some().then_some(target.class_path());
        let stdin = self.stdin.clone();
        let files = target.files();
        let program = Program { name, typed, feature: target.feature(), told, class_path, stdin, files };
        let now = Now {
            target: &program.told,
            surroundings: &setting.class_path,
            class_path: target.class_path(),
            jdk: &setting.jdk,
            options: options_told,
        };
        if let Some(report) = earlier.still_holds(&now) {
            return Ok(Checked::of_earlier(report));
        }
        by.check(options, &self.form, &program, &|models| {
            let setting = Setting { assertions: true, single: false, models, stdin: Stdin::Whole(self.stdin.clone()) };
            match test {
                Some(test) => target.launch_test(setting, &test.how),
                None => target.launch(setting),
            }
        })
    }
}

/// What comes of all tests together: the worst of them, and one report. A `single` test stands for itself.
fn sum_up(judged: Vec<(Ended, Report)>, disabled: &[&String], single: bool, voice: Voice) -> (Ended, Report) {
    let count = |which| judged.iter().filter(|(_, report)| report.verdict == which).count();
    if !single {
        let row = |(_, report): &(Ended, Report)| {
            let early = if report.early_violations().is_empty() { "" } else { " with patient time only" };
            let is_doubted = report.verdict == Verdict::Verified && report.steps_in_doubt;
            let doubt = if is_doubted { " in steps that may hide something only" } else { "" };
            format!("{:<12} {}{early}{doubt}\n", report.verdict.name(), report.subject())
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
