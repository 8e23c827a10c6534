//! Threads that get past others at a synchronizer whose model has no queue.
//!
//! A model lets a thread in whenever the synchronizer's hook does. The class library does not always: a reader waits behind a
//! writer that waits for another reader, and an acquisition of one permit behind one of two. To whoever waits for the first
//! in the queue that is a delay like any other, since the thread might not have come yet; and what it might have done first
//! is explored. It only makes a difference when nobody else can do anything, or only look again and again: with the queue that
//! would be a deadlock or a livelock (or a matter of time, where that passes when nobody can run). So if all that can happen in
//! a state is that threads get in where others cannot, the model does not tell the truth about it, and the search is done over
//! with the bytecode. A loop of several states around such a state is not recognized.

use super::paths::NodeId;
use crate::program::ObjId;
use rustc_hash::FxHashMap;

/// What a move was as far as synchronizers are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Passage {
    /// The thread was not let in here, and did nothing else.
    Refused(ObjId),
    /// The first thing it did was to get in here.
    Entered(ObjId),
    /// It led nowhere, or back.
    Nowhere,
    /// It did something else.
    Other,
}

#[derive(Default)]
struct Queue {
    refused: Vec<ObjId>,
    entered: Vec<ObjId>,
    /// Something else happened as well.
    other: bool,
}

/// The synchronizers at which threads have met, by node.
#[derive(Default)]
pub(super) struct Queues(FxHashMap<NodeId, Queue>);

impl Queues {
    /// Forgets everything.
    pub(super) fn restart(&mut self) {
        self.0.clear();
    }

    /// A move was taken from a node; `went_on`: one before it did something else.
    pub(super) fn took(&mut self, from: NodeId, passage: Passage, went_on: bool) {
        let new = || Queue { other: went_on, ..Queue::default() };
        match passage {
            Passage::Refused(sync) => self.0.entry(from).or_insert_with(new).refused.push(sync),
            Passage::Entered(sync) => self.0.entry(from).or_insert_with(new).entered.push(sync),
            Passage::Other => {
                if let Some(queue) = self.0.get_mut(&from) {
                    queue.other = true;
                }
            }
            Passage::Nowhere => {}
        }
    }

    /// Forgets a node; true if all that can happen there is that threads get in where others cannot.
    pub(super) fn close(&mut self, node: NodeId) -> bool {
        let Some(Queue { refused, entered, other }) = self.0.remove(&node) else { return false };
        !other && !entered.is_empty() && entered.iter().all(|sync| refused.contains(sync))
    }
}
