//! The commands, one a file.

pub mod check;
pub mod classes;
pub mod completions;
pub mod dump;
mod judge;
pub mod list_tests;
pub mod natives;
mod output_args;
pub mod refine;
pub mod replay;
pub mod run;
pub mod search_args;
mod search_words;
