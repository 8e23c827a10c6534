//! The front-end.

pub mod classfile;
pub mod jdk;
pub mod source;
