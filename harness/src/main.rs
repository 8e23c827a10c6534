//! The `braid` command.

use braid_harness::lifeline::Lifeline;
use braid_harness::{argfile, cmd, complain, native_host};
use clap::{CommandFactory as _, Parser, Subcommand};
use std::process::ExitCode;

/// A model checker for concurrent Java
#[derive(Parser, Debug)]
#[command(name = "braid", version, about)]
struct Cli {
    /// End when standard input ends, as it does when the process that started braid dies; the program's own is empty
    #[arg(long, global = true)]
    exit_with_stdin: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Check(cmd::check::CheckArgs),
    Replay(cmd::replay::ReplayArgs),
    Run(cmd::run::RunArgs),
    ListTests(cmd::list_tests::ListTestsArgs),
    Classes(cmd::classes::ClassesArgs),
    Dump(cmd::dump::DumpArgs),
    Natives(cmd::natives::NativesArgs),
    Refine(cmd::refine::RefineArgs),
    Completions(cmd::completions::CompletionsArgs),
    #[command(hide = true)]
    Man(cmd::completions::ManArgs),
    /// Answers native methods for another braid, which starts it
    #[command(hide = true)]
    NativeHost,
}

fn main() -> ExitCode {
    let words = match argfile::expand(std::env::args_os()) {
        Ok(words) => words,
        Err(error) => return bad_input(error),
    };
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(3) } else { ExitCode::SUCCESS };
        }
    };
    let lifeline = match Lifeline::new(cli.exit_with_stdin) {
        Ok(lifeline) => lifeline,
        Err(error) => return bad_input(error),
    };
    match cli.command {
        Command::Check(args) => cmd::check::run(args, &lifeline),
        Command::Replay(args) => cmd::replay::run(args, &lifeline),
        Command::Run(args) => cmd::run::run(args, &lifeline),
        Command::ListTests(args) => cmd::list_tests::run(args),
        Command::Classes(args) => cmd::classes::run(args),
        Command::Dump(args) => cmd::dump::run(args),
        Command::Natives(args) => cmd::natives::run(args),
        Command::Refine(args) => cmd::refine::run(args),
        Command::Completions(args) => cmd::completions::completions(args, Cli::command()),
        Command::NativeHost => native_host::helper::run(),
        Command::Man(args) => cmd::completions::man(args, Cli::command()),
    }
}

fn bad_input(error: impl std::fmt::Display) -> ExitCode {
    complain(error);
    ExitCode::from(3)
}
