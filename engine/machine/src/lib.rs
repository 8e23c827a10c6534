//! Machines: states, and what executing an instruction does to them.
//!
//! A [`vm::Vm`] executes the transition code of a program on a [`state::State`] that can be undone. It stops before actions
//! that other threads can see (`observe`), and says what they are. Which threads run, what commutes and what a verdict is, it
//! does not know.

pub mod boot;
pub mod choices;
mod collect;
pub mod drive;
pub mod host;
pub mod interp;
pub mod known;
mod lean;
pub mod models;
pub mod natives;
pub mod observe;
pub mod parts;
pub mod state;
pub mod steps;
pub mod vm;

use braid_program as program;
