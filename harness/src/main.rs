//! The `braid` command.

use braid_harness::cmd;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A model checker for concurrent Java
#[derive(Parser, Debug)]
#[command(name = "braid", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Check(cmd::check::CheckArgs),
    Replay(cmd::replay::ReplayArgs),
    Run(cmd::run::RunArgs),
    Classes(cmd::classes::ClassesArgs),
    Dump(cmd::dump::DumpArgs),
    Natives(cmd::natives::NativesArgs),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(3) } else { ExitCode::SUCCESS };
        }
    };
    match cli.command {
        Command::Check(args) => cmd::check::run(args),
        Command::Replay(args) => cmd::replay::run(args),
        Command::Run(args) => cmd::run::run(args),
        Command::Classes(args) => cmd::classes::run(args),
        Command::Dump(args) => cmd::dump::run(args),
        Command::Natives(args) => cmd::natives::run(args),
    }
}
