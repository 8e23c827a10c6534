//! `braid replay`: one schedule again, from its token.

use super::check::TraceArg;
use super::output_args::OutputArgs;
use crate::discover::{Found, Refusal};
use crate::inputs;
use crate::lifeline::Lifeline;
use crate::memory;
use crate::output::complain;
use crate::report::model;
use crate::report::{self, Again, Case, Form, Report};
use crate::target::{Setting, Stdin, Target, TargetArgs};
use crate::token::Token;
use braid_engine::check::{Canon, Checker, Options, Races, Reduction, Verdict, Violation};
use clap::Args;
use std::error::Error;
use std::process::ExitCode;

/// Shows the run of a counterexample again
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// How much of the run is told
    #[arg(long, value_enum, default_value = "short")]
    trace: TraceArg,
    #[command(flatten)]
    output: OutputArgs,
    /// The token that `braid check` printed
    token: String,
    #[command(flatten)]
    target: TargetArgs,
}

/// Runs the command: 1 if the violation shows again, 2 if the program cannot be started, 3 for bad input.
pub fn run(args: ReplayArgs, lifeline: &Lifeline) -> ExitCode {
    args.output.report_result(|| execute(&args, lifeline))
}

fn execute(args: &ReplayArgs, lifeline: &Lifeline) -> Result<(ExitCode, Report), Box<dyn Error>> {
    let token = Token::decode(&args.token)?;
    let target = Target::resolve(&args.target)?.interrupted_by(lifeline.interrupted());
    if target.feature() != token.jdk {
        return Err(format!(
            "the token is for JDK {}, and this is JDK {}: name the right one with --jdk",
            token.jdk,
            target.feature()
        )
        .into());
    }
    let form = Form { sources: target.sources(), detail: args.trace.into() };
    let stdin = lifeline.whole_input();
    let setting = Setting { assertions: true, single: false, models: token.models, stdin: Stdin::Whole(stdin.clone()) };
    let other = "the token is for another program or for other arguments";
    let tests = match target.tests() {
        Ok(tests) => tests,
        Err(Refusal::Usage(what) | Refusal::Nothing(what)) => return Err(what.into()),
        Err(Refusal::Unsupported(what)) => return Err(format!("unsupported: {what}").into()),
    };
    let (launched, test) = match tests {
        None if !token.is_for(&target.name()) => return Err(other.into()),
        None => (target.launch(setting)?, None),
        Some(found) => {
            let singles: Vec<_> = found.iter().flat_map(Found::singles).collect();
            let test = singles.iter().find(|test| token.is_for(&test.name)).ok_or(other)?;
            (target.launch_test(setting, &test.how)?, Some(test.clone()))
        }
    };
    if let Some(failure) = launched.failure {
        complain(&failure);
        return Ok((ExitCode::from(2), Report::failed_start(&failure)));
    }
    let mut vm = launched.vm;
    let options = options(&token);
    let mut checker = Checker::new(&mut vm, options.clone());
    let violation = checker.replay(&token.schedule);
    let stats = checker.stats();
    let assumptions = checker.assumptions();
    drop(checker);
    let Some(violation) = violation else {
        return Err("the schedule does not lead to a violation: has the program changed since?".into());
    };
    let typed = test.as_ref().map(|test| test.typed.as_str());
    let again = |_: &Violation| Again { token: args.token.clone(), target: args.target.as_typed(typed) };
    let verdict = Verdict::Violated(violation);
    let case = Case {
        vm: &vm,
        form: &form,
        again: &again,
        assumptions: &assumptions,
        races: &[],
        violations: &[],
        ended_early: None,
        outcomes: None,
        options: &options,
        hot: &[],
        expirations: 0,
        seconds: 0.0,
    };
    let mut report = report::tell(&case, &verdict, &stats);
    let told = target.told(args.target.as_typed(typed));
    let name = test.as_ref().map(|test| test.name.clone());
    let reads_input = stdin.was_read();
    report.target =
        Some(model::Target { name: name.clone().unwrap_or_else(|| told.name.clone()), reads_input, ..told });
    report.test = name;
    report.jdk = Some(inputs::jdk(&target));
    report.options = Some(report::options(&options, token.models, form.detail));
    if args.output.has_reports() {
        report.classes = inputs::classes(&vm, target.class_path());
    }
    args.output.voice().counterexample(&report);
    Ok((ExitCode::from(1), report))
}

/// Nothing is searched: only time and spurious wake-ups matter.
fn options(token: &Token) -> Options {
    Options {
        reduction: if token.schedule.visibility.finals_are_constant { Reduction::Local } else { Reduction::None },
        canon: Canon::Full,
        time: token.time,
        spurious: token.spurious,
        races: Races::Off,
        resident: memory::resident,
        ..Options::default()
    }
}
