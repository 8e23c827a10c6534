//! The terminal that the user watches, if there is one.

use std::os::fd::AsFd;

/// How many characters fit into a line of the terminal that a stream goes to; nothing if it is none or does not tell.
pub fn columns(stream: impl AsFd) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(stream).ok()?;
    (size.ws_col > 0).then_some(usize::from(size.ws_col))
}
