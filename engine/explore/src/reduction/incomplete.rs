//! Transactions that are not completed: one that never ends hides the other threads. To measure what completion costs.

use super::{Rules, transactions};
use crate::expand::{Expanded, Transaction};
use braid_machine::observe::Action;

pub(super) static RULES: Incomplete = Incomplete;

pub(super) struct Incomplete;

impl Rules for Incomplete {
    fn name(&self) -> &'static str {
        "incomplete"
    }

    fn help(&self) -> &'static str {
        "Transactions without completion: unsound, so it never verifies; for measuring"
    }

    fn finals_are_constant(&self) -> bool {
        true
    }

    fn ends_go_unseen(&self) -> bool {
        true
    }

    fn takes_steps(&self) -> bool {
        true
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn admit(&self, transaction: &mut Transaction<'_, '_>, action: &Action, inside: bool) -> Result<bool, Expanded> {
        transactions::RULES.admit(transaction, action, inside)
    }
}
