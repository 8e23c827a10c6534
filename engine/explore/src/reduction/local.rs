//! Every visible action is a step, and what a thread does on its own belongs to the next one. Final fields are constants.

use super::Rules;
use crate::expand::{Expanded, Transaction};
use braid_machine::observe::Action;

pub(super) static RULES: Local = Local;

pub(super) struct Local;

impl Rules for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn help(&self) -> &'static str {
        "The same, but final fields are constants"
    }

    fn finals_are_constant(&self) -> bool {
        true
    }

    fn ends_go_unseen(&self) -> bool {
        false
    }

    fn takes_steps(&self) -> bool {
        true
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn admit(&self, transaction: &mut Transaction<'_, '_>, _: &Action, inside: bool) -> Result<bool, Expanded> {
        if !inside && transaction.phase.acted {
            return Err(Expanded::End);
        }
        transaction.note_point(true);
        Ok(!inside)
    }
}
