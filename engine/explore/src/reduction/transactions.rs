//! Transactions: right movers, one committing action, left movers (Lipton, 1975; `discipline` says how actions move). Those
//! that never end are completed (`completion`).

use super::Rules;
use crate::discipline::Mover;
use crate::expand::{Expanded, Transaction};
use braid_machine::observe::Action;

pub(super) static RULES: Transactions = Transactions;

pub(super) struct Transactions;

impl Rules for Transactions {
    fn name(&self) -> &'static str {
        "transactions"
    }

    fn help(&self) -> &'static str {
        "Transactions"
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
        true
    }

    fn admit(&self, transaction: &mut Transaction<'_, '_>, action: &Action, inside: bool) -> Result<bool, Expanded> {
        if inside {
            transaction.classify(action);
            transaction.commit();
            return Ok(false);
        }
        // Asking how an action moves takes note of it; an action that ends the transaction is asked again when it happens,
        // with the same locks held.
        let mover = transaction.classify(action);
        // A lock that other locks protect is free as long as the thread holds them, so it is a both-mover and does not block.
        if transaction.phase.took_right && mover != Mover::Both && transaction.can_block(action) {
            return Err(Expanded::End);
        }
        match mover {
            Mover::Both => Ok(false),
            Mover::Right | Mover::None if transaction.phase.committed => Err(Expanded::End),
            Mover::Right => {
                transaction.take_right(action);
                Ok(false)
            }
            Mover::Left => {
                transaction.commit();
                Ok(false)
            }
            Mover::None => {
                transaction.commit();
                transaction.note_unprotected();
                Ok(true)
            }
        }
    }
}
