//! Overtaking: threads that acquire a synchronizer before others that wait for it. No violation, but where it matters the model
//! of the synchronizer, which has no queue, does not fit the program.
//!
//! **What is looked for.** A model lets a thread acquire whenever the synchronizer's hook does. The class library queues
//! threads: a reader waits behind a writer that waits for another reader, and an acquisition of one permit behind one of two.
//! To threads that wait for the first in the queue that is a delay like any other, since the overtaking thread might not have
//! arrived yet; and what it might have done first is explored. It makes a difference only where no thread can do anything else,
//! or only read again and again: with the queue that would be a deadlock or a livelock (or a matter of time, where that passes
//! when no thread can run).
//!
//! **Algorithm.** Remove the moves by which threads acquire what others at the same state cannot acquire, or, at a fair lock,
//! before one that was signalled. If a terminal component without an end is left (`livelock`), the model does not fit, and the
//! search is done over with the bytecode. Such a component of one state is recognized when the state is closed. Any other has
//! a cycle of several states, so if the search has met both an overtaking and, perhaps, a cycle, everything is explored once
//! more, with all moves kept ([`FifoGraph`]).
//!
//! **Reductions.** What is compared is what the first action of each transaction acquires, at one state. A transaction ends before
//! an acquisition that can block once it has taken a right mover (`expand`), so an acquisition that threads contend for is the
//! first action of its transaction; and inside a transaction that is not complete the other threads are scheduled as well where
//! one acquires something (`search`).

use super::livelock::{Edges, GraphObserver};
use super::{Closed, Findings, Property, Taken};
use crate::checker::{Checker, Ended};
use crate::expand::Expanded;
use crate::moves::{Move, WakeUp};
use crate::order::{Arrival, BreadthFirst, Search};
use crate::tree::NodeId;
use crate::verdict::StopReason;
use braid_machine::interp::Raise;
use braid_machine::vm::Vm;
use braid_program::ObjId;
use rustc_hash::FxHashMap;

/// What a move was as far as synchronizers are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LockStep {
    /// The thread could not acquire this, and did nothing else.
    Refused(ObjId),
    /// The first thing it did was to acquire this.
    Acquired(ObjId),
    /// It acquired this before a thread that is in the queue for certain.
    Overtook(ObjId),
    /// It led nowhere, or back.
    Nowhere,
    /// It did something else.
    Other,
}

impl LockStep {
    /// What a move was that has just been executed.
    pub(crate) fn of(vm: &Vm, step: &Move, expanded: &Expanded) -> LockStep {
        match (expanded, vm.models.overtook, vm.models.first) {
            (Expanded::Blocked, _, _) => vm.acquires(step.thread).map_or(LockStep::Nowhere, LockStep::Refused),
            (_, Some(sync), _) => LockStep::Overtook(sync),
            (_, None, Some(sync)) if step.wake == WakeUp::None => LockStep::Acquired(sync),
            (_, None, _) if step.wake == WakeUp::Spurious => LockStep::Nowhere,
            (_, None, _) => LockStep::Other,
        }
    }

    /// Whether a thread has acquired something, perhaps before others.
    pub(crate) fn acquires(self) -> bool {
        match self {
            LockStep::Acquired(_) | LockStep::Overtook(_) => true,
            LockStep::Refused(_) | LockStep::Nowhere | LockStep::Other => false,
        }
    }
}

/// What threads have tried to acquire at a state.
#[derive(Default)]
struct LockAttempts {
    refused: Vec<ObjId>,
    acquired: Vec<ObjId>,
    /// Something else happened as well.
    other: bool,
}

/// Where threads acquire what others cannot.
#[derive(Default)]
pub(crate) struct Overtaking {
    /// By open node.
    attempts: FxHashMap<NodeId, LockAttempts>,
    /// Some thread has acquired what another one could not.
    overtook: bool,
    /// There may be a cycle of several states.
    cycle: bool,
}

impl Property for Overtaking {
    const NAME: &'static str = "overtaking";

    fn begin(&mut self) {
        *self = Overtaking::default();
    }

    fn took(&mut self, search: &mut Checker<'_>, taken: &mut Taken<'_>) -> Findings {
        self.cycle |= taken.may_close_cycle && taken.lock_step != LockStep::Nowhere;
        let node = search.paths.node_mut(taken.from);
        let went_on = node.went_on;
        node.went_on |= taken.lock_step == LockStep::Other;
        let new = || LockAttempts { other: went_on, ..LockAttempts::default() };
        match taken.lock_step {
            LockStep::Refused(sync) => self.attempts.entry(taken.from).or_insert_with(new).refused.push(sync),
            LockStep::Acquired(sync) => self.attempts.entry(taken.from).or_insert_with(new).acquired.push(sync),
            LockStep::Overtook(sync) => {
                let attempts = self.attempts.entry(taken.from).or_insert_with(new);
                attempts.acquired.push(sync);
                attempts.refused.push(sync);
            }
            LockStep::Other => {
                if let Some(attempts) = self.attempts.get_mut(&taken.from) {
                    attempts.other = true;
                }
            }
            LockStep::Nowhere => {}
        }
        Ok(Vec::new())
    }

    /// If all that can happen is that threads acquire what others cannot, the state alone is terminal without these moves.
    fn closed(&mut self, search: &mut Checker<'_>, closed: &Closed) -> Findings {
        let Some(LockAttempts { refused, acquired, other }) = self.attempts.remove(&closed.node) else {
            return Ok(Vec::new());
        };
        self.overtook |= acquired.iter().any(|sync| refused.contains(sync));
        if !other && !acquired.is_empty() && acquired.iter().all(|sync| refused.contains(sync)) {
            search.reject_models()?;
        }
        Ok(Vec::new())
    }

    fn finish(&mut self, search: &mut Checker<'_>, _: &[NodeId]) -> Findings {
        if self.overtook && self.cycle {
            search.search_without_overtaking()?;
        }
        Ok(Vec::new())
    }
}

impl Checker<'_> {
    /// Explores everything once more, without letting threads overtake others at models of locks.
    fn search_without_overtaking(&mut self) -> Result<(), Ended> {
        self.go_back(&self.root.clone());
        let mut graph = FifoGraph::default();
        let all = self.options.all;
        self.aside(|checker| {
            checker.options.all = all;
            checker.options.search = Search::Bfs;
            checker.stats.states = 0;
            checker.explore(&mut BreadthFirst::default(), &mut graph)
        })?;
        if graph.terminal().is_empty() { Ok(()) } else { self.reject_models() }
    }

    /// With its queues the class library would not let the program go on somewhere.
    fn reject_models(&mut self) -> Result<(), Ended> {
        let what = "threads can go on only by overtaking others that wait in a queue";
        match self.vm.models_are_unfit(|_| what.to_string()) {
            Err(Raise::Unsupported(what)) => Err(Ended::Stopped(StopReason::Unsupported(what))),
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// The moves of a search without those by which threads acquire what others cannot.
#[derive(Default)]
struct FifoGraph {
    edges: Edges,
    /// By open node.
    attempts: FxHashMap<NodeId, Ahead>,
}

#[derive(Default)]
struct Ahead {
    refused: Vec<ObjId>,
    /// What threads acquired, and where that led.
    acquired: Vec<(ObjId, Arrival)>,
}

impl GraphObserver for FifoGraph {
    fn entered(&mut self, node: NodeId, key: u128) {
        self.edges.entered(node, key);
    }

    fn took(&mut self, taken: &Taken) {
        match taken.lock_step {
            LockStep::Refused(sync) => self.attempts.entry(taken.from).or_default().refused.push(sync),
            LockStep::Acquired(sync) => {
                self.attempts.entry(taken.from).or_default().acquired.push((sync, taken.arrival));
            }
            LockStep::Overtook(_) => {}
            LockStep::Nowhere | LockStep::Other => self.edges.took(taken),
        }
    }

    fn closed(&mut self, node: NodeId, moved: bool) -> bool {
        let Ahead { refused, acquired } = self.attempts.remove(&node).unwrap_or_default();
        for (_, arrival) in acquired.into_iter().filter(|(sync, _)| !refused.contains(sync)) {
            self.edges.add(node, arrival);
        }
        self.edges.closed(node, moved)
    }

    const KEEPS_CLOSED: bool = true;

    fn leads_back(&self, from: NodeId, key: u128) -> bool {
        self.edges.leads_back(from, key)
    }

    fn terminal(&self) -> Vec<NodeId> {
        self.edges.terminal()
    }
}
