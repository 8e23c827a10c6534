//! What the tests over `java-tests` share: reading directives, finding JDKs, compiling, running.

#![allow(dead_code, reason = "compiled once per test binary, and each uses a part")]

pub mod artifacts;
pub mod bless;
pub mod browser;
pub mod check;
pub mod directives;
pub mod ends;
pub mod generator;
pub mod jdk;
pub mod process;
pub mod product;
pub mod scene;
pub mod schema;
pub mod small;
pub mod temp;
