//! What is taken to commute, and what the search makes of that: reductions, a file each.
//!
//! To add one, write a file with a [`Rules`] and name it in the list of [`reductions`]. The command line, its help, and what
//! reports tell of options are made from that list.

mod cycle;
mod incomplete;
mod local;
mod none;
mod transactions;

use super::expand::{Expanded, Transaction};
use braid_machine::observe::Action;

/// The rules of a reduction. A method without a default is one that soundness depends on.
pub(super) trait Rules: Sync {
    /// Its word on the command line.
    fn name(&self) -> &'static str;

    /// What it takes to commute, in a line of help.
    fn help(&self) -> &'static str;

    /// Whether reads of final fields are invisible, until a write to one shows after its object was published.
    fn finals_are_constant(&self) -> bool;

    /// Whether joins wait before the next action only, and ends of threads commute with what comes before, until something
    /// shows when a thread ends.
    fn ends_go_unseen(&self) -> bool;

    /// Whether methods that a table names are one step each (`braid_machine::steps`).
    fn takes_steps(&self) -> bool;

    /// Whether no thread is hidden for ever by a transaction without an end. A reduction that cannot say so never verifies.
    fn is_complete(&self) -> bool;

    /// What becomes of a transaction that stands before an action, which is about to happen; `inside` an atomic block,
    /// where nothing ends it. Whether the action commits the transaction, or an error if the transaction ends before.
    fn admit(&self, transaction: &mut Transaction<'_, '_>, action: &Action, inside: bool) -> Result<bool, Expanded>;

    /// The reduction with the same transactions that takes each in one move, if this one divides them: then every state on
    /// the way of a transaction is a state of the search. The action that commits does not show in every move of such a
    /// search, so it does not look for data races, and it finds on its stack whether a transaction never ends, so it has
    /// to be depth first.
    fn undivided(&self) -> Option<Reduction> {
        None
    }

    /// The reduction for a search in between that has no stack to find cycles by, if this one needs a stack.
    fn without_stack(&self) -> Option<Reduction> {
        None
    }
}

macro_rules! reductions {
    ($($(#[$doc:meta])* $variant:ident in $module:ident;)*) => {
        /// What is taken to commute.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        pub enum Reduction {
            $($(#[$doc])* $variant),*
        }

        impl Reduction {
            /// All reductions.
            pub const ALL: &'static [Reduction] = &[$(Reduction::$variant),*];

            /// The rules.
            pub(super) fn rules(self) -> &'static dyn Rules {
                match self {
                    $(Reduction::$variant => &$module::RULES),*
                }
            }
        }
    };
}

reductions! {
    /// Every visible action is a step; reads of final fields are visible too.
    None in none;
    /// Every visible action is a step; final fields are constants.
    Local in local;
    /// Transactions of right movers, a committing action and left movers, with commit-point completion.
    #[default]
    Transactions in transactions;
    /// The same, but transactions that never end are found as cycles of the search, which stores every state on their
    /// way. Depth first only.
    Cycle in cycle;
    /// Transactions that are not completed: one that never ends hides the other threads. Unsound, so it never verifies; for
    /// measuring what completion costs.
    Incomplete in incomplete;
}

impl Reduction {
    /// Its word on the command line.
    pub fn name(self) -> &'static str {
        self.rules().name()
    }

    /// What it takes to commute, in a line of help.
    pub fn help(self) -> &'static str {
        self.rules().help()
    }

    /// Whether a search with it can verify.
    pub fn is_complete(self) -> bool {
        self.rules().is_complete()
    }

    /// Whether a search with it has to be depth first, since it looks for cycles on its stack.
    pub fn needs_stack(self) -> bool {
        self.rules().without_stack().is_some()
    }

    /// Whether a search with it looks for data races.
    pub fn shows_races(self) -> bool {
        !self.divides_transactions()
    }

    /// Whether every state on the way of a transaction is a state of the search.
    pub(super) fn divides_transactions(self) -> bool {
        self.rules().undivided().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reduction_has_a_word_of_its_own_and_what_stands_for_it_needs_no_stack() {
        for &reduction in Reduction::ALL {
            let same: Vec<_> = Reduction::ALL.iter().filter(|other| other.name() == reduction.name()).collect();
            assert_eq!(same, [&reduction]);
            let rules = reduction.rules();
            assert!(rules.undivided().is_none_or(|whole| !whole.divides_transactions()), "{}", rules.name());
            assert!(rules.without_stack().is_none_or(|other| !other.needs_stack()), "{}", rules.name());
            // Both stand for the same transition system, up to where its transactions are divided.
            for other in [rules.undivided(), rules.without_stack()].into_iter().flatten() {
                assert_eq!(other.rules().finals_are_constant(), rules.finals_are_constant(), "{}", rules.name());
                assert!(other.is_complete() || !rules.is_complete(), "{}", rules.name());
            }
        }
    }

    #[test]
    fn all_but_one_can_verify() {
        let unsound: Vec<_> = Reduction::ALL.iter().filter(|reduction| !reduction.is_complete()).collect();
        assert_eq!(unsound, [&Reduction::Incomplete]);
        assert!(Reduction::default().is_complete());
    }
}
