//! Properties: what a search looks for, a file each.
//!
//! The loop (`search`) tells every property of the list at the end of this file what happens: a state was picked, a move was
//! taken, a state is closed, everything is explored. A property answers with [`Finding`]s, each a path to where the program
//! is wrong. When a finding is explained (`explain`), its path is replayed as a schedule, and the same properties are asked
//! what the machine stands at, what tells it from other violations, and what there is to show of it. So what a property is
//! about is in its file alone. What is shared by all of them is [`Witness`]: the forms that a path can have.
//!
//! Dispatch is static. Properties are told in the order of the list, and of the end of the search in the opposite order:
//! [`overtaking::Overtaking`] comes first since where a model does not fit, whatever else is found there is void, and last
//! since it explores everything once more, which is in vain once something is wrong. While a property is told something, the
//! checker has none, and makes a fresh list if the property explores something itself (`Checker::aside`).

mod deadlock;
mod livelock;
mod overtaking;
mod race;
mod uncaught;
mod unordered;

pub(super) use deadlock::{at_block, waiting_threads};
pub(super) use livelock::{Components, Edges, GraphObserver, SpuriousTolerantComponents, Unobserved};
pub(super) use overtaking::LockStep;
pub(super) use race::identity as identity_of_race;

use super::checker::{Checker, Ended};
use super::expand::{Committing, Expanded};
use super::findings::{Finding, Found, Identity, Witness};
use super::lasso::Lasso;
use super::moves::Move;
use super::order::Arrival;
use super::record::Recorder;
use super::schedule::{Ending, Reached, Schedule};
use super::tree::NodeId;
use super::verdict::Evidence;
use braid_machine::interp::TraceLine;
use braid_machine::vm::Vm;

/// A move of a search.
pub(super) struct Taken<'a> {
    /// Where it was taken.
    pub(super) from: NodeId,
    /// The move.
    pub(super) step: &'a Move,
    /// How its transaction ended.
    pub(super) expanded: &'a Expanded,
    /// Where it led.
    pub(super) arrival: Arrival,
    /// What it was as far as synchronizers are concerned.
    pub(super) lock_step: LockStep,
    /// Whether it may have closed a cycle of several states.
    pub(super) may_close_cycle: bool,
    /// The action by which it has committed, if races are looked for. A property that keeps it takes it.
    pub(super) committing: &'a mut Committing,
    /// Where its actions are, if that is asked for.
    pub(super) lines: &'a [TraceLine],
    /// The loop, if the thread runs for ever in its transaction and the state stands for that.
    pub(super) lasso: Option<Lasso>,
}

/// A state from which everything has been tried; the machine stands there.
pub(super) struct Closed {
    /// Which.
    pub(super) node: NodeId,
    /// Whether a move led somewhere, and not by waking up for no reason.
    pub(super) ran: bool,
    /// Whether it is the first state of a terminal component that is complete now.
    pub(super) is_terminal: bool,
}

/// A schedule that was replayed; the machine stands at its end.
pub(super) struct Replayed<'a> {
    /// How its last turn ended.
    pub(super) reached: &'a Reached,
    /// The schedule.
    pub(super) schedule: &'a Schedule,
    /// What happened on the way.
    pub(super) recorder: &'a Recorder,
}

/// What a property answers. An error ends the search.
pub(super) type Findings = Result<Vec<Finding>, Ended>;

/// Something that a search can find violated.
pub(super) trait Property: Default {
    /// What a violation is called.
    const NAME: &'static str;

    /// An exploration begins, perhaps not the first one: nodes of an earlier one mean nothing now.
    #[inline]
    fn begin(&mut self) {}

    /// The machine stands at a state from which a random walk will go on.
    #[inline]
    fn picked(&mut self, _: &mut Checker<'_>, _: NodeId) -> Findings {
        Ok(Vec::new())
    }

    /// A move was taken. The machine stands where it led, unless an earlier property has moved it.
    #[inline]
    fn took(&mut self, _: &mut Checker<'_>, _: &mut Taken<'_>) -> Findings {
        Ok(Vec::new())
    }

    /// Everything has been tried at a state.
    #[inline]
    fn closed(&mut self, _: &mut Checker<'_>, _: &Closed) -> Findings {
        Ok(Vec::new())
    }

    /// Everything has been explored; a state of each terminal component that was not told of when it was closed.
    fn finish(&mut self, _: &mut Checker<'_>, _terminal: &[NodeId]) -> Findings {
        Ok(Vec::new())
    }

    /// What tells a finding of this property from others, where the machine stands at it.
    fn identify(_: &mut Vm, _: &Witness) -> Identity {
        Identity::new(Self::NAME, [])
    }

    /// What the machine stands at after a replay, if it is a violation of this property. The ending is that of the
    /// schedule, or one that fits better.
    fn recognize(_: &mut Vm, _: &Reached, _: Ending) -> Option<(Identity, Ending)> {
        None
    }

    /// The same in full and in words.
    fn describe(_: &mut Vm, _: &Replayed<'_>) -> Option<(Evidence, String)> {
        None
    }
}

macro_rules! properties {
    ($($field:ident: $property:ty;)*) => {
        /// All properties.
        #[derive(Default)]
        pub(super) struct Properties {
            $($field: $property),*
        }

        impl Properties {
            /// See [`Property::begin`].
            pub(super) fn begin(&mut self) {
                $(self.$field.begin();)*
            }

            /// See [`Property::picked`].
            pub(super) fn picked(&mut self, search: &mut Checker<'_>, at: NodeId) -> Result<(), Ended> {
                $(let findings = self.$field.picked(search, at);
                settle(search, findings)?;)*
                Ok(())
            }

            /// See [`Property::took`].
            pub(super) fn took(&mut self, search: &mut Checker<'_>, taken: &mut Taken<'_>) -> Result<(), Ended> {
                $(let findings = self.$field.took(search, taken);
                settle(search, findings)?;)*
                Ok(())
            }

            /// See [`Property::closed`].
            pub(super) fn closed(&mut self, search: &mut Checker<'_>, closed: &Closed) -> Result<(), Ended> {
                $(let findings = self.$field.closed(search, closed);
                settle(search, findings)?;)*
                Ok(())
            }

            /// See [`Property::finish`].
            pub(super) fn finish(&mut self, search: &mut Checker<'_>, terminal: &[NodeId]) -> Result<(), Ended> {
                type Finish = fn(&mut Properties, &mut Checker<'_>, &[NodeId]) -> Findings;
                let all: &[Finish] = &[$(|all, search, terminal| all.$field.finish(search, terminal)),*];
                for finish in all.iter().rev() {
                    let findings = finish(self, search, terminal);
                    settle(search, findings)?;
                }
                Ok(())
            }
        }

        /// See [`Property::identify`].
        pub(super) fn identify(vm: &mut Vm, found: &Found) -> Identity {
            $(if found.property == <$property>::NAME {
                return <$property>::identify(vm, &found.witness);
            })*
            Identity::new(found.property, [])
        }

        /// See [`Property::recognize`].
        pub(super) fn recognize(vm: &mut Vm, reached: &Reached, ending: Ending) -> Option<(Identity, Ending)> {
            None$(.or_else(|| <$property>::recognize(vm, reached, ending)))*
        }

        /// See [`Property::describe`].
        pub(super) fn describe(vm: &mut Vm, replayed: &Replayed<'_>) -> Option<(Evidence, String)> {
            None$(.or_else(|| <$property>::describe(vm, replayed)))*
        }
    };
}

properties! {
    overtaking: overtaking::Overtaking;
    uncaught: uncaught::Uncaught;
    deadlock: deadlock::Deadlock;
    livelock: livelock::Livelock;
    race: race::DataRace;
}

/// Reports what a property has answered. Nearly always that is nothing.
#[inline]
fn settle(search: &mut Checker<'_>, findings: Findings) -> Result<(), Ended> {
    match findings {
        Ok(none) if none.is_empty() => Ok(()),
        findings => search.report(findings),
    }
}

impl Checker<'_> {
    /// Tells all properties of something.
    pub(super) fn tell(
        &mut self,
        what: impl FnOnce(&mut Properties, &mut Self) -> Result<(), Ended>,
    ) -> Result<(), Ended> {
        let mut properties = self.properties.take().unwrap_or_default();
        let result = what(&mut properties, self);
        self.properties = Some(properties);
        result
    }
}
