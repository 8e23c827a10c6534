//! Programs as text: for golden files, for `braid dump`, and for testing the engine without a JDK.
//!
//! ```text
//! class Counter extends java/lang/Object {
//!   flags 0x21
//!   field n I flags 0x2
//!   method add (I)V flags 0x1 {
//!     registers 4
//!     line 0 7
//!     0 getfield r2, r0, Counter.n:I # line 7
//!     0 iadd r2, r2, r1
//!     0 putfield r0, r2, Counter.n:I
//!     0 return
//!   }
//! }
//! ```
//!
//! An instruction is the index of the bytecode it came from (may be left out: that of the instruction before), its mnemonic
//! and its operands; operands that are resolved on first use are spelled out. Labels stand before positions that something
//! refers to. Names with unusual characters are quoted. From `#` on a line is a comment; the printer notes source lines in them.
//!
//! [`print_class`] and [`TextLoader`] are inverse: printing what was read gives the same text, if it was printed before.

mod lex;
mod loader;
mod parse;
mod print;

pub use loader::TextLoader;
pub use print::{Note, print_class, print_method};

/// What is wrong with a text, and on which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// Line number, from 1 on.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for TextError {}
