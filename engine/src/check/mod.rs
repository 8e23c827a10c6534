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

mod attempt;
mod blocked;
mod canon;
mod checker;
mod circles;
mod discipline;
mod expand;
mod explain;
mod findings;
mod fixed;
mod happens;
mod hash;
mod livelock;
mod memory;
mod moves;
mod native;
mod order;
mod outcomes;
mod paths;
mod queues;
mod races;
mod record;
mod referee;
mod regions;
mod schedule;
mod search;
mod shrink;
mod spoil;
mod store;
mod value;
mod verdict;
mod visible;
mod weak;

pub use crate::natives::effect::{Fixed, Patience};
pub(crate) use attempt::Attempts;
pub use canon::{CanonMark, Canonicalizer, share};
pub use checker::Checker;
pub use fixed::{Asked, noted_methods};
pub(crate) use happens::Happens;
pub use moves::{Move, WakeUp};
pub use record::{Call, CallEnd, Event, How, What};
pub use referee::{Ruling, judge};
pub(crate) use regions::Regions;
pub use schedule::{Ending, Schedule, Turn};
pub use value::{Object, Target, Value};
pub use verdict::{
    Blocked, Canon, Cause, Hold, Holder, Limits, Loop, Options, Progress, Race, Races, Reduction, Search, Site, Stats,
    StopReason, Store, ThreadInfo, Time, Verdict, Violation, ViolationKind, Waits,
};
pub use visible::{Action, Mover, Place};
pub use weak::{Orders, Weak};

/// Sequences of answers that one expansion may have, unless one question has more.
const MANY: u32 = 16;

/// The answers to choices that are no scheduling (which waiter `notify` wakes), in the order they are asked.
///
/// An expansion is run once for every sequence of answers: first all zeros, then counting up.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    script: Vec<u32>,
    asked: Vec<(u32, u32)>,
}

impl Choices {
    /// Answers to give first; later questions are answered with zero.
    pub fn follow(&mut self, script: Vec<u32>) {
        self.script = script;
        self.asked.clear();
    }

    /// The answer to a question with `options` answers.
    pub(crate) fn next(&mut self, options: u32) -> u32 {
        let answer = self.script.get(self.asked.len()).copied().unwrap_or(0).min(options - 1);
        self.asked.push((answer, options));
        answer
    }

    /// Forgets what was asked after the first so many questions; the same answers are given again.
    pub(crate) fn ask_again(&mut self, asked: usize) {
        let mut script = self.answers();
        // What is to be answered later stays.
        script.extend(self.script.iter().skip(script.len()));
        self.script = script;
        self.asked.truncate(asked);
    }

    /// The same with the next other answers, if there are any.
    pub(crate) fn ask_otherwise(&mut self, asked: usize) -> bool {
        let next = self.successor().filter(|script| script.len() > asked);
        self.asked.truncate(asked);
        next.map(|script| self.script = script).is_some()
    }

    /// Whether anything was asked.
    pub(crate) fn asked_any(&self) -> bool {
        !self.asked.is_empty()
    }

    /// Whether there are many ways to answer what was asked.
    pub(crate) fn are_many(&self) -> bool {
        self.asked.iter().fold(1u32, |ways, &(_, options)| ways.saturating_mul(options)) > MANY
    }

    /// The answers given.
    pub fn answers(&self) -> Vec<u32> {
        self.asked.iter().map(|&(answer, _)| answer).collect()
    }

    /// The next sequence of answers to try, if there is one.
    pub fn successor(&self) -> Option<Vec<u32>> {
        let at = self.asked.iter().rposition(|&(answer, options)| answer + 1 < options)?;
        let mut script: Vec<u32> = self.asked[..at].iter().map(|&(answer, _)| answer).collect();
        script.push(self.asked[at].0 + 1);
        Some(script)
    }
}
