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
//!
//! A check goes through all layers: load a program, start a machine on it, explore, read the verdict. Here the program is in the
//! textual form, and brings the few library classes that the engine cannot do without; `braid-jvm-front` has the loader for Java.
//!
//! ```
//! use braid_engine::check::{Checker, Limits, Options, Verdict, ViolationKind};
//! use braid_engine::{host::NoFiles, program::Program, text::TextLoader, vm::Config, vm::Vm};
//!
//! // `main` finds zero only if it is faster than the thread that it starts.
//! let main = "
//!     class Setter extends java/lang/Thread {
//!       field x I flags 0x9
//!       method run ()V flags 0x1 {
//!         registers 2
//!         iconst r1, 1
//!         putstatic r1, Setter.x:I
//!         return
//!       }
//!     }
//!     class Main extends java/lang/Object {
//!       method main ([Ljava/lang/String;)V flags 0x9 {
//!         registers 4
//!         new r1, Setter
//!         move r3, r1
//!         invokevirtual r3, r3, java/lang/Thread.start()V
//!         getstatic r2, Setter.x:I
//!         ifeqk r2, 0, zero
//!         new r2, java/lang/AssertionError
//!         throw r2
//!       zero:
//!         return
//!       }
//!     }";
//! let library = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/text/library.text"));
//!
//! let mut program = Program::default();
//! let loader = TextLoader::new(&mut program, &format!("{library}{main}"))?;
//! let mut vm = Vm::new(program, Box::new(loader), Box::new(NoFiles), Config::default()).expect("a whole library");
//! vm.boot().expect("the library starts");
//! vm.enter_main("Main", &[]).expect("there is a main");
//!
//! let limits = Limits { states: Some(1_000), ..Limits::default() };
//! let options = Options { limits, ..Options::default() };
//! let mut checker = Checker::new(&mut vm, options);
//! match checker.run() {
//!     Verdict::Violated(violation) => {
//!         assert_eq!(violation.kind(), ViolationKind::Assertion);
//!         assert!(checker.replay(&violation.counterexample.schedule).is_some(), "its schedule shows it again");
//!     }
//!     Verdict::Verified(_) => panic!("the thread may be faster"),
//!     Verdict::Inconclusive(reason) => panic!("{reason:?}"),
//! }
//! # Ok::<(), braid_engine::text::TextError>(())
//! ```

pub use braid_explore as check;
pub use braid_machine::{boot, drive, host, interp, known, models, natives, parts, state, steps, vm};
pub use braid_program as program;
pub use braid_program::text;
