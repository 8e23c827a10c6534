//! Checking: every schedule of a program, up to what a verdict may claim.
//!
//! * `visible` says which actions other threads can see, `native` which natives, `memory` what they touch, `discipline` how
//!   they commute, `regions` what atomic parts of the class library rest on;
//! * `moves` says what can happen next, `expand` takes one thread to where its transaction ends;
//! * `canon` names states;
//! * `store` knows which were met;
//! * `order` picks the state to go on from, `paths` brings the machine there;
//! * `livelock` finds states that cannot come to an end, `circles` lets virtual time pass there, `races` finds accesses that
//!   nothing orders;
//! * `happens` searches verified programs once more where something else than synchronization orders threads;
//! * `search` visits states until a violation, a limit, or the end; `checker` starts it, starts it again where an assumption
//!   does not hold, and gives the verdict; `findings` are what it has found; `verdict` is what it is asked and answers;
//! * `referee` is another search, which shares with this one how an instruction is executed, to compare the two;
//! * `outcomes` says what an execution ends with;
//! * `explain` turns the moves that lead to a violation into something to show: `schedule` makes them independent of the
//!   search, `shrink` takes out context switches, `record` looks on while the result is replayed.

mod blocked;
mod canon;
mod checker;
mod circles;
mod discipline;
mod expand;
mod explain;
mod findings;
mod hash;
mod livelock;
mod moves;
mod order;
mod outcomes;
mod paths;
mod queues;
mod races;
mod record;
mod referee;
mod schedule;
mod search;
mod shrink;
mod store;
mod unordered;
mod verdict;

pub use braid_machine::choices::Choices;
pub use braid_machine::natives::effect::{Fixed, Patience};
pub use braid_machine::observe::{Action, Asked, Object, Orders, Place, Site, Target, Value, Weak, noted_methods};
pub use braid_machine::state::share;
pub use canon::{CanonMark, Canonicalizer};
pub use checker::Checker;
pub use discipline::Mover;
pub use moves::{Move, WakeUp};
pub use record::{Call, CallEnd, Event, How, What};
pub use referee::{Ruling, judge};
pub use schedule::{Ending, Schedule, Turn};
pub use verdict::{
    Blocked, Canon, Cause, Hold, Holder, Limits, Loop, Options, Progress, Race, Races, Reduction, Search, Stats,
    StopReason, Store, ThreadInfo, Time, Verdict, Violation, ViolationKind, Waits,
};
