//! The front-end.

pub mod classfile;
