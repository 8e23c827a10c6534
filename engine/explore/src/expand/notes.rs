//! What is asked of a transaction, and what it answers.

use crate::completion::PathId;
use crate::lasso::Lasso;
use crate::verdict::StopReason;
use braid_machine::interp::TraceLine;
use braid_machine::observe::Access;
use braid_machine::vm::Vm;
use braid_program::{ObjId, ThreadId};

/// How an expansion ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expanded {
    /// Other threads may run now.
    End,
    /// The thread cannot do anything.
    Blocked,
    /// The program is over.
    Over,
    /// The program has dropped this execution.
    Dropped,
    /// The thread runs for ever inside its transaction.
    Diverges(Lasso),
    /// The thread stands before a choice, in a state where another path of the same transaction has been.
    Joins(PathId),
    /// A limit has been reached inside the transaction.
    Stopped(StopReason),
    /// The thread's `run` threw.
    Uncaught(ObjId),
    /// Not modelled.
    Unsupported(String),
}

/// The action by which a transaction commits: the one that is no right mover. Without transactions, the first.
#[derive(Default, Debug)]
pub(crate) struct Committing {
    /// Monitors that were entered before it.
    pub(crate) monitors: Vec<ObjId>,
    /// What it accesses, if that could race.
    pub(crate) access: Option<Access>,
    /// The transaction is to stop before it.
    pub(crate) stop: bool,
    /// How far the transaction is when it starts here, if the reduction divides it.
    pub(crate) begun: Phase,
    /// How far it is at the end, if the reduction divides it and it goes on from there.
    pub(crate) goes_on: Option<Phase>,
}

impl Committing {
    /// For a transaction that is this far.
    pub(crate) fn begun(begun: Phase) -> Self {
        Committing { begun, ..Committing::default() }
    }
}

/// How far a transaction is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Phase {
    /// Something has happened that others could see.
    pub(crate) acted: bool,
    /// One of its actions was a right mover.
    pub(crate) took_right: bool,
    /// Its committing action, or a left mover, is among its actions.
    pub(crate) committed: bool,
}

impl Phase {
    /// As a number below eight.
    pub(crate) fn bits(self) -> u64 {
        let Phase { acted, took_right, committed } = self;
        u64::from(acted) << 2 | u64::from(took_right) << 1 | u64::from(committed)
    }
}

/// What a caller wants to know of a move besides where it leads.
#[derive(Default)]
pub(crate) struct Notes<'a> {
    /// Where its actions are in the program's own code.
    pub(crate) lines: Option<&'a mut Vec<TraceLine>>,
    /// The action by which it commits.
    pub(crate) committing: Option<&'a mut Committing>,
    /// How many visible actions it takes. The thread then stops before every one of them, even when no thread is left to see
    /// it.
    pub(crate) actions: Option<&'a mut u32>,
    /// Knows where other paths of the same transaction have been.
    pub(crate) junctions: Option<&'a mut dyn Junctions>,
    /// The move only looks ahead: what it comes to may have other ways on, which the search does not take here.
    pub(crate) ahead: bool,
    /// Limits of the search may stop the move. Only a move that is executed for the first time: one that is taken again has
    /// to lead to where it led before, however late it is.
    pub(crate) bounded: bool,
}

/// Knows the states before choices that other paths of a transaction have been in.
pub(crate) trait Junctions {
    /// A thread stands before a choice; how far its transaction is. The path that stood there first, if it is another one.
    fn arrive(&mut self, vm: &mut Vm, thread: ThreadId, phase: Phase) -> Option<PathId>;
}

impl Notes<'_> {
    /// Counts a visible action.
    pub(super) fn count(&mut self) {
        if let Some(actions) = self.actions.as_deref_mut() {
            *actions += 1;
        }
    }

    /// Counts visible actions no longer that have not happened after all.
    pub(super) fn discount(&mut self, count: u32) {
        if let Some(actions) = self.actions.as_deref_mut() {
            *actions -= count;
        }
    }
}
