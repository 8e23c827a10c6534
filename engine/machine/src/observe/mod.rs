//! What threads can see of each other, and what has been seen of them so far.
//!
//! * `visible` says which actions other threads can see, `native` which natives, `memory` what they touch, `access` which
//!   accesses could race, `locks` which locks they are about, `ends` how joins and ends of threads are seen;
//! * `regions` observes what atomic parts of the class library rest on, `weak` what orders less than the search takes it to,
//!   `happens` which accesses nothing orders, `pinned` which answers are pinned;
//! * `spoil` overwrites what is not live, for builds that check themselves;
//! * `place` and `value` say where threads are and what they see, in the terms of the program.

mod access;
mod attempt;
mod ends;
mod happens;
mod locks;
mod memory;
mod native;
mod pinned;
mod place;
mod regions;
pub mod spoil;
mod value;
mod visible;
mod weak;

pub use access::{Access, Site};
pub use attempt::Attempts;
pub use happens::{Happens, Unordered};
pub use memory::Touch;
pub use pinned::{Asked, noted_methods};
pub use regions::Regions;
pub use value::{Object, Target, Value};
pub use visible::{Action, Place};
pub use weak::{Orders, Weak};
