//! Transactions whose states are states of the search: only their own thread is scheduled there, unless that closes a cycle.
//! That is the other cure for transactions that never end.

use super::{Reduction, Rules, transactions};
use crate::expand::{Expanded, Transaction};
use braid_machine::observe::Action;

pub(super) static RULES: Cycle = Cycle;

pub(super) struct Cycle;

impl Rules for Cycle {
    fn name(&self) -> &'static str {
        "cycle"
    }

    fn help(&self) -> &'static str {
        "Transactions that end at cycles of the search; depth first only"
    }

    fn finals_are_constant(&self) -> bool {
        true
    }

    fn ends_go_unseen(&self) -> bool {
        true
    }

    fn takes_steps(&self) -> bool {
        false
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn admit(&self, transaction: &mut Transaction<'_, '_>, action: &Action, inside: bool) -> Result<bool, Expanded> {
        if *action == Action::Prune && transaction.phase.acted && !inside {
            // No cycle closes where an execution is dropped.
            return Err(Expanded::End);
        }
        let phase = transaction.phase;
        let commits = transactions::RULES.admit(transaction, action, inside)?;
        if transaction.stepped && !inside {
            // The transaction goes on, but this is a state of the search.
            transaction.will_go_on(phase);
            return Err(Expanded::End);
        }
        Ok(commits)
    }

    fn undivided(&self) -> Option<Reduction> {
        Some(Reduction::Transactions)
    }

    fn without_stack(&self) -> Option<Reduction> {
        // The same moves, of one action each.
        Some(Reduction::Local)
    }
}
