//! `braid run`: one execution under the fixed schedule.

use crate::discover::{Found, Launch, Refusal, has_tests};
use crate::host;
use crate::lifeline::Lifeline;
use crate::output::complain;
use crate::target::{Launched, Setting, Target, TargetArgs};
use braid_engine::boot::RunEnd;
use braid_engine::drive::Failures;
use clap::Args;
use std::error::Error;
use std::io::Write as _;
use std::process::ExitCode;
use std::time::Instant;

/// Runs a program once, under a fixed fair schedule
#[derive(Args, Debug)]
pub struct RunArgs {
    /// Enable assertions in the program's classes
    #[arg(long, visible_alias = "ea")]
    enable_assertions: bool,
    /// Print instructions executed and times to standard error
    #[arg(long)]
    stats: bool,
    /// When the program has ended, do to the disk what it has done to files; else the disk stays as it is
    #[arg(long)]
    write: bool,
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
    let started = Instant::now();
    let target = Target::resolve(&args.target)?;
    let tests = match target.tests() {
        Ok(tests) => tests,
        Err(Refusal::Usage(what) | Refusal::Nothing(what)) => return Err(what.into()),
        Err(Refusal::Unsupported(what)) => {
            complain(format!("unsupported: {what}"));
            return Ok(ExitCode::from(2));
        }
    };
    let Some(found) = tests else {
        return run_once(args, started, |setting| target.launch(setting), args.enable_assertions, lifeline);
    };
    let mut worst = ExitCode::SUCCESS;
    let mut failed = false;
    let mut judge = |code: ExitCode| {
        if code == ExitCode::from(1) || code != ExitCode::SUCCESS && !failed {
            (worst, failed) = (code, code == ExitCode::from(1));
        }
    };
    for Found { root, disabled, launched, refused, about: _ } in &found {
        disabled.iter().for_each(|test| complain(format!("{test} is disabled")));
        refused.iter().for_each(|(test, why)| complain(format!("{test} is not run: {why}")));
        if !refused.is_empty() {
            judge(ExitCode::from(2));
        }
        // Builds run tests with assertions on.
        if has_tests(root) {
            let launch = |setting| target.launch_tests(setting, root, Failures::Print);
            judge(run_once(args, started, launch, true, lifeline)?);
        }
        for launch in by_class(launched) {
            let launch = |setting| target.launch_launcher(setting, &launch, Failures::Print);
            judge(run_once(args, started, launch, true, lifeline)?);
        }
    }
    Ok(worst)
}

/// The tests of a class that its launcher runs, together.
fn by_class(launched: &[Launch]) -> Vec<Launch> {
    let mut classes: Vec<Launch> = Vec::new();
    for launch in launched {
        let is_alike = |known: &&mut Launch| known.class == launch.class && known.invocation.is_none();
        match classes.iter_mut().filter(|_| launch.invocation.is_none()).find(is_alike) {
            // Nothing stands for all of the class.
            Some(known) if known.methods.is_empty() || launch.methods.is_empty() => known.methods.clear(),
            Some(known) => {
                let new = launch.methods.iter().filter(|method| !known.methods.contains(method)).cloned();
                let new: Vec<String> = new.collect();
                known.methods.extend(new);
            }
            None => classes.push(launch.clone()),
        }
    }
    classes
}

/// Runs what a machine is set up for, once.
fn run_once(
    args: &RunArgs,
    started: Instant,
    launch: impl FnOnce(Setting) -> Result<Launched, Box<dyn Error>>,
    assertions: bool,
    lifeline: &Lifeline,
) -> Result<ExitCode, Box<dyn Error>> {
    let resolved = started.elapsed();
    let launched = launch(Setting { assertions, single: true, models: false, stdin: lifeline.single_input() })?;
    let booted = started.elapsed();
    if let Some(failure) = launched.failure {
        complain(failure);
        return Ok(ExitCode::from(2));
    }
    let mut vm = launched.vm;
    let boot_instructions = vm.run.executed();
    let end = vm.run_all(|stream, bytes| {
        // A closed pipe ends the program's output, not the program.
        let _ = match stream {
            2 => std::io::stderr().write_all(bytes),
            _ => std::io::stdout().write_all(bytes).and_then(|()| std::io::stdout().flush()),
        };
    });
    let written = vm.state.outside();
    let mut failed = false;
    if args.write {
        for error in host::write(written) {
            failed = true;
            complain(error);
        }
    } else if !written.paths.is_empty() {
        let count = written.paths.len();
        complain(format!("{count} files were written or removed; the disk is as it was, for want of --write"));
    }
    if args.stats {
        complain(format!(
            "target {:.1?}, boot {:.1?} ({boot_instructions} instructions), run {:.1?} ({} instructions), heap {} bytes",
            resolved,
            booted - resolved,
            started.elapsed() - booted,
            vm.run.executed() - boot_instructions,
            vm.state.heap.bytes(),
        ));
    }
    Ok(match end {
        RunEnd::Exit(0) if failed => ExitCode::from(3),
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
