//! The engine of Braid: one door to its layers.
//!
//! Each layer is a crate, so the compiler sees to it that a layer knows only those below:
//!
//! * [`program`]: linked classes and transition code. It knows neither states nor searches.
//! * the machine ([`vm`], [`state`], [`interp`], [`natives`]): executes the transition code of a [`program::Program`] on states
//!   that can be undone. It knows no reduction, no state key, no verdict.
//! * [`check`]: explores the states of a machine and gives the verdict.
//!
//! The engine knows no class files and does no file I/O.

pub use braid_explore as check;
pub use braid_machine::{boot, drive, host, interp, known, models, natives, parts, state, vm};
pub use braid_program as program;
pub use braid_program::text;
