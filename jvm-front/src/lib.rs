//! The front-end: from class files to transition code.
//!
//! [`source`] finds classes, [`classfile`] reads them, `link` adds them to a program, [`infer`] finds the types of their
//! code, `translate` turns it into register code, `indy` synthesizes the targets of common `invokedynamic` call sites,
//! [`models`] reads what stands for methods and classes of others.
//! [`Front`] is the [`braid_engine::program::Loader`] made of all of it.

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

pub use front::Front;
