//! Everything around the engine: the commands, targets and reports of `braid`.

pub mod argfile;
mod changes;
pub mod cmd;
pub mod config;
pub mod discover;
pub mod host;
mod inputs;
pub mod lifeline;
mod main_class;
pub mod memory;
pub mod models;
pub mod native_host;
mod output;
pub mod progress;
pub mod report;
mod steps;
pub mod target;
mod target_args;
mod terminal;
pub mod token;

pub use output::complain;
mod unchanged;
