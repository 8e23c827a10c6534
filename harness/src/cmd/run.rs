//! `braid run`: one execution under the fixed schedule.

use crate::discover::Refusal;
use crate::lifeline::Lifeline;
use crate::output::complain;
use crate::target::{Setting, Target, TargetArgs};
use braid_engine::boot::RunEnd;
use braid_engine::drive::Failures;
use clap::Args;
use std::error::Error;
use std::io::Write as _;
use std::process::ExitCode;

/// Runs a program once, under a fixed fair schedule
#[derive(Args, Debug)]
pub struct RunArgs {
    /// Enable assertions in the program's classes
    #[arg(long, visible_alias = "ea")]
    enable_assertions: bool,
    /// Print instructions executed and times to standard error
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    target: TargetArgs,
}

/// Runs the command: the program's exit code, 2 if something unsupported stopped it, 3 for bad input.
pub fn run(args: RunArgs, lifeline: &Lifeline) -> ExitCode {
    match execute(&args, lifeline) {
        Ok(code) => code,
        Err(error) => {
            complain(error);
            ExitCode::from(3)
        }
    }
}

fn execute(args: &RunArgs, lifeline: &Lifeline) -> Result<ExitCode, Box<dyn Error>> {
    let started = std::time::Instant::now();
    let target = Target::resolve(&args.target)?;
    let tests = match target.tests() {
        Ok(tests) => tests,
        Err(Refusal::Usage(what)) => return Err(what.into()),
        Err(Refusal::Unsupported(what)) => {
            complain(format!("unsupported: {what}"));
            return Ok(ExitCode::from(2));
        }
    };
    let resolved = started.elapsed();
    // Builds run tests with assertions on.
    let assertions = args.enable_assertions || tests.is_some();
    let setting = Setting { assertions, single: true, models: false, stdin: lifeline.single_input() };
    let launched = match &tests {
        None => target.launch(setting)?,
        Some(found) => {
            for test in &found.disabled {
                complain(format!("{test} is disabled"));
            }
            for (test, why) in &found.refused {
                complain(format!("{test} is not run: {why} is unsupported"));
            }
            target.launch_tests(setting, &found.root, Failures::Print)?
        }
    };
    let refused = tests.is_some_and(|found| !found.refused.is_empty());
    let booted = started.elapsed();
    if let Some(failure) = launched.failure {
        complain(failure);
        return Ok(ExitCode::from(2));
    }
    let mut vm = launched.vm;
    let boot_instructions = vm.instructions;
    let end = vm.run_all(|stream, bytes| {
        // A closed pipe ends the program's output, not the program.
        let _ = match stream {
            2 => std::io::stderr().write_all(bytes),
            _ => std::io::stdout().write_all(bytes).and_then(|()| std::io::stdout().flush()),
        };
    });
    if args.stats {
        complain(format!(
            "target {:.1?}, boot {:.1?} ({boot_instructions} instructions), run {:.1?} ({} instructions), heap {} bytes",
            resolved,
            booted - resolved,
            started.elapsed() - booted,
            vm.instructions - boot_instructions,
            vm.state.heap.bytes(),
        ));
    }
    Ok(match end {
        RunEnd::Exit(0) if refused => ExitCode::from(2),
        RunEnd::Exit(code) => ExitCode::from(u8::try_from(code & 0xff).unwrap_or(1)),
        RunEnd::Unsupported(what) => {
            complain(format!("unsupported: {what}"));
            ExitCode::from(2)
        }
        RunEnd::Deadlock(what) => {
            complain(format!("deadlock: {what}"));
            ExitCode::from(2)
        }
    })
}
