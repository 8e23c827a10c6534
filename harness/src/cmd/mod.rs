//! The commands, one a file.

pub mod check;
pub mod classes;
pub mod dump;
pub mod natives;
mod output_args;
pub mod replay;
pub mod run;
mod search_args;
