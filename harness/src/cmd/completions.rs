//! `braid completions` and `braid man`: what a shell and `man` know of the command, made from its own definition.

use crate::output::{complain, say};
use clap::{Args, Command};
use clap_complete::Shell;
use std::path::PathBuf;
use std::process::ExitCode;

/// Prints a script that completes words of this command in a shell
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Writes a manual page for each command
#[derive(Args, Debug)]
pub struct ManArgs {
    /// The folder that they go to; it is made if need be
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Prints the script.
pub fn completions(args: CompletionsArgs, mut command: Command) -> ExitCode {
    // Written at once: the generator takes a closed pipe for a reason to panic.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "braid", &mut script);
    say(&String::from_utf8_lossy(&script));
    ExitCode::SUCCESS
}

/// Writes the pages: 0, or 3 if that is not possible.
pub fn man(args: ManArgs, command: Command) -> ExitCode {
    let written = std::fs::create_dir_all(&args.folder).and_then(|()| clap_mangen::generate_to(command, &args.folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(format!("{}: {error}", args.folder.display()));
            ExitCode::from(3)
        }
    }
}
