//! Programs, states, semantics and exploration.
//!
//! The engine knows no class files and does no file I/O. It executes the transition code of a [`program::Program`] on
//! states that can be undone.

pub mod boot;
pub mod check;
mod collect;
pub mod drive;
pub mod host;
pub mod interp;
pub mod known;
pub mod models;
pub mod natives;
pub mod program;
pub mod state;
pub mod text;
pub mod vm;
