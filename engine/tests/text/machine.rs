//! Machines that stand before the `main` of a program in the textual form.

use crate::short::expand;
use braid_engine::check::{Limits, Options};
use braid_engine::host::NoFiles;
use braid_engine::program::Program;
use braid_engine::text::TextLoader;
use braid_engine::vm::{Config, Vm};

const LIBRARY: &str = include_str!("library.text");

/// A machine that stands before `main`.
pub fn machine(short: &str) -> Vm {
    let text = format!("{LIBRARY}{}", expand(short));
    let mut program = Program::default();
    let loader = TextLoader::new(&mut program, &text).unwrap_or_else(|error| {
        let line = text.lines().nth(error.line.saturating_sub(1)).unwrap_or_default();
        panic!("{error}: {line}")
    });
    let mut vm =
        Vm::new(program, Box::new(loader), Box::new(NoFiles), Config::default()).expect("the library is whole");
    vm.boot().expect("the library starts");
    vm.enter_main("Main", &[]).expect("there is a main");
    vm
}

/// Options under which a search explores everything and tells what executions end with.
pub fn options() -> Options {
    let limits = Limits { states: Some(100_000), ..Limits::default() };
    Options { all: true, outcomes: true, limits, ..Options::default() }
}
