//! Types of locals and operand stack by data flow over bytecode (JVMS 4.10.2 without loading classes).
//!
//! The abstract interpreter of `step` runs over basic blocks until nothing changes; where paths meet, types merge. Exception
//! handlers get the merge of the locals before every instruction they cover. What a class name means is the business of
//! an [`Oracle`]; with [`Kinds`] the result tells only the kinds of values, which is all that translation needs and costs no
//! class loading. The `StackMapTable` is not used: code without one (class files before version 50) works the same, and the
//! table can be checked against the result.
//!
//! Subroutines (`jsr`, `ret`) are analysed once per call: a block is named by its first instruction and the chain of calls
//! ([`Context`]) that leads to it, which is as if subroutines had been inlined. Returning goes back to the caller of the
//! context, so no return address has to be tracked.

mod flow;
mod step;
mod types;

pub(crate) use flow::falls_through;
pub use flow::{Block, BlockId, Context, ContextId, Flow, infer, infer_split};
pub use types::{Frame, Kinds, Oracle, Type, TypeName, merge};

/// Why code was refused: the bytecode index and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Bytecode index.
    pub bci: u16,
    /// What is wrong.
    pub what: String,
}

impl Refusal {
    pub(crate) fn new(bci: u16, what: impl Into<String>) -> Self {
        Refusal { bci, what: what.into() }
    }
}
