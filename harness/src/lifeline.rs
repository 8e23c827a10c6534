//! What ends a command before its time: Ctrl-C, and with `--exit-with-stdin` the end of standard input.
//!
//! A build tool or a test's JVM that starts Braid keeps the other end of its standard input open. The operating system
//! closes that end however the parent dies, `kill -9` included, so that no check goes on without a process that waits for it.

use crate::host::WholeInput;
use crate::output::complain;
use crate::target::Stdin;
use std::error::Error;
use std::io::{ErrorKind, Read as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a search has to end with what it knows, before the process ends anyway.
const GRACE: Duration = Duration::from_secs(1);

/// The flag that ends a search, and what standard input is for.
pub struct Lifeline {
    interrupted: Arc<AtomicBool>,
    /// Whether standard input is the lifeline.
    held: bool,
}

impl Lifeline {
    /// Watches standard input, if it is to.
    pub fn new(exit_with_stdin: bool) -> Result<Lifeline, Box<dyn Error>> {
        let interrupted = Arc::new(AtomicBool::new(false));
        if exit_with_stdin {
            let flag = interrupted.clone();
            let watch = std::thread::Builder::new().name("lifeline".to_string());
            watch.spawn(move || end_with_stdin(&flag)).map_err(|error| format!("--exit-with-stdin: {error}"))?;
        }
        Ok(Lifeline { interrupted, held: exit_with_stdin })
    }

    /// The flag that ends a search.
    pub fn interrupted(&self) -> &Arc<AtomicBool> {
        &self.interrupted
    }

    /// Lets the first Ctrl-C set the flag, so that the search ends with what it knows; a second one ends the process.
    pub fn catch_signals(&self) -> Result<(), Box<dyn Error>> {
        let flag = self.interrupted.clone();
        ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(2);
            }
        })?;
        Ok(())
    }

    /// The checked program's standard input: the command's own, the same in every schedule, or nothing.
    pub fn whole_input(&self) -> WholeInput {
        if self.held { WholeInput::known(Vec::new()) } else { WholeInput::default() }
    }

    /// The standard input of a program that is run once.
    pub fn single_input(&self) -> Stdin {
        if self.held { Stdin::Known(Vec::new()) } else { Stdin::Host }
    }
}

fn end_with_stdin(interrupted: &AtomicBool) {
    let mut bytes = [0; 1024];
    loop {
        match std::io::stdin().read(&mut bytes) {
            // What comes means nothing.
            Ok(count) if count > 0 => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Ok(_) | Err(_) => break,
        }
    }
    complain("standard input has ended, and braid with it (--exit-with-stdin)");
    interrupted.store(true, Ordering::Relaxed);
    std::thread::sleep(GRACE);
    // A compiler at work, or a single run, does not look at the flag.
    std::process::exit(2);
}
