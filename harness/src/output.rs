//! What the command itself writes. It may have no reader: a closed pipe is no failure, and the exit code tells the
//! verdict all the same.

use std::fmt::Display;
use std::io::{ErrorKind, Write as _};

/// Writes to standard output.
pub fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => complain(format!("standard output: {error}")),
    }
}

/// Writes a line to standard error.
pub fn complain(what: impl Display) {
    // There is nowhere left to tell of a failure.
    let _ = writeln!(std::io::stderr(), "braid: {what}");
}
