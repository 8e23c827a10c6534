//! Checking: every schedule of a program, up to what a verdict may claim.
//!
//! * `visible` says which actions other threads can see, `native` which natives, `memory` what they touch, `discipline` how
//!   they commute, `regions` what atomic parts of the class library rest on;
//! * `moves` says what can happen next, `expand` takes one thread to where its transaction ends, by the rules of a `reduction`;
//! * `canon` gives states their keys;
//! * `store` knows which were visited;
//! * `order` picks the state to go on from, `tree` brings the machine there;
//! * `property` has what is looked for: deadlock, uncaught exceptions, livelock, data races, and overtaking, which shows that a
//!   model of a lock does not fit; `virtual_time` has the states in which time passes although threads spin;
//! * `search` visits states until a violation, a limit, or the end; `checker` starts it, starts it again where an assumption
//!   does not hold, and gives the verdict; `findings` are what it has found; `verdict` is what it is asked and answers,
//!   `assumptions` what the answer rests on;
//! * `referee` is another search, which shares with this one how an instruction is executed, to compare the two;
//! * `outcomes` says what an execution ends with;
//! * `explain` turns the moves that lead to a violation into something to show: `schedule` makes them independent of the
//!   search, `shrink` takes out context switches, `record` looks on while the result is replayed.

mod assumptions;
mod blocked;
mod canon;
mod checker;
mod completion;
mod discipline;
mod expand;
mod explain;
mod findings;
mod hash;
mod hot;
mod lasso;
mod moves;
mod order;
mod outcomes;
mod preemptions;
mod property;
mod record;
mod reduction;
mod referee;
mod schedule;
mod search;
mod shrink;
mod store;
mod symmetry;
mod tree;
mod verdict;
mod virtual_time;

pub use assumptions::{
    Assumptions, Consistency, EarlyExpiries, ModelKind, ModelUse, StateIdentity, Termination, WeakOrders,
};
pub use braid_machine::choices::Choices;
pub use braid_machine::natives::effect::{Patience, PinnedAnswer};
pub use braid_machine::observe::{Action, Asked, Object, Orders, Place, Site, Target, Value, Weak, noted_methods};
pub use braid_machine::state::share;
pub use canon::{CanonMark, Canonicalizer, Exact, Symmetric};
pub use checker::Checker;
pub use discipline::Mover;
pub use hot::HotPlace;
pub use moves::{Cut, Move, WakeUp};
pub use order::{Parameters, Pct, Search, Strategy, Told};
pub use record::{Call, CallEnd, Event, EventKind, WakeReason};
pub use reduction::Reduction;
pub use referee::{Ruling, judge};
pub use schedule::{Ending, Schedule, Turn};
pub use store::Store;
pub use symmetry::{Audit, Symmetry};
pub use verdict::{
    Beside, Blocked, Canon, Cause, Counterexample, Early, Evidence, Hold, Holder, Limits, Loop, Options, Passing,
    Progress, Race, Races, Stats, StopReason, ThreadInfo, Time, Uncaught, Verdict, Violation, ViolationKind, Waits,
};
