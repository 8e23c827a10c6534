//! Threads that get past others at a synchronizer whose model has no queue.
//!
//! A model lets a thread in whenever the synchronizer's hook does. The class library does not always: a reader waits behind a
//! writer that waits for another reader, and an acquisition of one permit behind one of two. To whoever waits for the first
//! in the queue that is a delay like any other, since the thread might not have come yet; and what it might have done first
//! is explored. It only makes a difference when nobody else can do anything, or only look again and again: with the queue that
//! would be a deadlock or a livelock (or a matter of time, where that passes when nobody can run).
//!
//! So take the moves away by which threads get in where others cannot, or at a fair lock before one that was signalled. If there is a trap in what is left (`livelock`), the
//! model does not tell the truth about it, and the search is done over with the bytecode. A trap that is one state is
//! recognized when the state is closed. Any other has a cycle of several states, so if the search has met such a move and may
//! have met a cycle, everything is explored once more, and all moves are kept ([`Orderly`]).

use super::livelock::{Edges, GraphObserver, Taken};
use super::order::Arrival;
use super::paths::NodeId;
use braid_program::ObjId;
use rustc_hash::FxHashMap;

/// What a move was as far as synchronizers are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Passage {
    /// The thread was not let in here, and did nothing else.
    Refused(ObjId),
    /// The first thing it did was to get in here.
    Entered(ObjId),
    /// It got in here before a thread that is in the queue for certain.
    Overtook(ObjId),
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

/// The synchronizers at which threads have met.
#[derive(Default)]
pub(super) struct Queues {
    met: FxHashMap<NodeId, Queue>,
    /// Some thread has got in where another one cannot.
    passed: bool,
    /// There may be a cycle of several states.
    cycle: bool,
}

impl Queues {
    /// Forgets everything.
    pub(super) fn restart(&mut self) {
        *self = Queues::default();
    }

    /// A move may have closed a cycle of several states.
    pub(super) fn goes_round(&mut self) {
        self.cycle = true;
    }

    /// Whether there may be a trap of several states that threads only leave by passing others.
    pub(super) fn may_hide_trap(&self) -> bool {
        self.passed && self.cycle
    }

    /// A move was taken from a node; `went_on`: one before it did something else.
    pub(super) fn took(&mut self, from: NodeId, passage: Passage, went_on: bool) {
        let new = || Queue { other: went_on, ..Queue::default() };
        match passage {
            Passage::Refused(sync) => self.met.entry(from).or_insert_with(new).refused.push(sync),
            Passage::Entered(sync) => self.met.entry(from).or_insert_with(new).entered.push(sync),
            Passage::Overtook(sync) => {
                let queue = self.met.entry(from).or_insert_with(new);
                queue.entered.push(sync);
                queue.refused.push(sync);
            }
            Passage::Other => {
                if let Some(queue) = self.met.get_mut(&from) {
                    queue.other = true;
                }
            }
            Passage::Nowhere => {}
        }
    }

    /// Forgets a node; true if all that can happen there is that threads get in where others cannot.
    pub(super) fn close(&mut self, node: NodeId) -> bool {
        let Some(Queue { refused, entered, other }) = self.met.remove(&node) else { return false };
        self.passed |= entered.iter().any(|sync| refused.contains(sync));
        !other && !entered.is_empty() && entered.iter().all(|sync| refused.contains(sync))
    }
}

/// The moves of a search without those by which threads get in where others cannot.
#[derive(Default)]
pub(super) struct Orderly {
    edges: Edges,
    /// Nodes that are open and where threads have met.
    met: FxHashMap<NodeId, Meeting>,
}

#[derive(Default)]
struct Meeting {
    refused: Vec<ObjId>,
    /// Where threads got in, and where that led.
    entered: Vec<(ObjId, Arrival)>,
}

impl GraphObserver for Orderly {
    fn entered(&mut self, node: NodeId, key: u128) {
        self.edges.entered(node, key);
    }

    fn took(&mut self, taken: &Taken) {
        match taken.passage {
            Passage::Refused(sync) => self.met.entry(taken.from).or_default().refused.push(sync),
            Passage::Entered(sync) => self.met.entry(taken.from).or_default().entered.push((sync, taken.arrival)),
            Passage::Overtook(_) => {}
            Passage::Nowhere | Passage::Other => self.edges.took(taken),
        }
    }

    fn closed(&mut self, node: NodeId, moved: bool) -> bool {
        let Meeting { refused, entered } = self.met.remove(&node).unwrap_or_default();
        for (_, arrival) in entered.into_iter().filter(|(sync, _)| !refused.contains(sync)) {
            self.edges.add(node, arrival);
        }
        self.edges.closed(node, moved)
    }

    const KEEPS_CLOSED: bool = true;

    fn leads_back(&self, from: NodeId, key: u128) -> bool {
        self.edges.leads_back(from, key)
    }

    fn trapped(&self) -> Vec<NodeId> {
        self.edges.trapped()
    }
}
