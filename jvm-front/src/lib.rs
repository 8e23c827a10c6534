//! The front-end: from class files to transition code.
//!
//! [`source`] finds classes, [`classfile`] reads them, `link` adds them to a program, [`infer`] finds the types of their
//! code, `translate` turns it into register code, `indy` synthesizes the targets of common `invokedynamic` call sites,
//! [`models`] reads what stands for methods and classes of others.
//! [`Front`] is the [`braid_engine::program::Loader`] made of all of it.
//!
//! From a source file to a machine that stands before `main`, ready to be checked as the first page of `braid_engine` shows:
//!
//! ```no_run
//! use braid_engine::{host::NoFiles, program::Program, vm::Config, vm::Vm};
//! use braid_jvm_front::{Front, jdk::Jdk, source::ClassPath};
//!
//! let jdk = Jdk::find(None)?;
//! let compiled = jdk.compile(&["Main.java".into()], None)?;
//! let app = ClassPath::from_paths([compiled.path().to_owned()], jdk.feature())?;
//!
//! let mut program = Program::default();
//! let front = Front::new(&mut program, jdk.boot_class_path()?, app, jdk.feature());
//! let config = Config { jdk_feature: u32::from(jdk.feature()), assertions: true, models: true, ..Config::default() };
//! let mut vm = Vm::new(program, Box::new(front), Box::new(NoFiles), config).expect("a whole class library");
//! vm.boot().expect("the class library starts");
//! vm.enter_main("Main", &[]).expect("there is a main");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod classfile;
mod descriptors;
mod front;
mod indy;
pub mod infer;
pub mod jdk;
mod link;
pub mod models;
mod npe;
pub mod source;
mod translate;

pub use front::{Front, Own};
