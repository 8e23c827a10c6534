//! No reduction: every visible action is a step, and reads of final fields are visible. To compare the others with.

use super::{Rules, local};
use crate::expand::{Expanded, Transaction};
use braid_machine::observe::Action;

pub(super) static RULES: NoReduction = NoReduction;

pub(super) struct NoReduction;

impl Rules for NoReduction {
    fn name(&self) -> &'static str {
        "none"
    }

    fn help(&self) -> &'static str {
        "Every visible action is a step"
    }

    fn finals_are_constant(&self) -> bool {
        false
    }

    fn ends_go_unseen(&self) -> bool {
        false
    }

    fn takes_steps(&self) -> bool {
        false
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn admit(&self, transaction: &mut Transaction<'_, '_>, action: &Action, inside: bool) -> Result<bool, Expanded> {
        local::RULES.admit(transaction, action, inside)
    }
}
