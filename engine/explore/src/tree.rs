//! The states that the search may still go on from, as a tree of moves, and how the machine gets to one of them.
//!
//! A node says how its state was first reached: from which node, by which move. States themselves are not kept. The
//! machine stands somewhere on the *trail*, a path of the tree with a checkpoint at every node; to get to another node it
//! goes back to where the two paths part and takes the rest of the moves again. Depth-first that rest is always empty;
//! breadth-first neighbours in the queue have most of their paths in common.

use super::canon::CanonMark;
use super::completion::LocalSearch;
use super::expand::Phase;
use super::moves::Move;
use super::preemptions::Turns;
use braid_machine::state::Mark;
use braid_program::ThreadId;

/// A state to go back to, with what is known about its key.
#[derive(Clone)]
pub(super) struct Position {
    pub(super) mark: Mark,
    pub(super) canon: CanonMark,
}

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct NodeId(pub u32);

impl NodeId {
    /// The first node.
    pub(super) const ROOT: NodeId = NodeId(0);

    /// Its position in tables.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A state that was visited, as it was first reached.
pub(super) struct Node {
    parent: NodeId,
    depth: usize,
    step: Option<Move>,
    /// Moves that have not been tried, the next one last.
    pub(super) untried: Vec<Move>,
    /// Whether any move led anywhere.
    pub(super) moved: bool,
    /// Whether any move led anywhere that did not begin with waking up for no reason.
    pub(super) ran: bool,
    /// Whether any move did more than to acquire something or to lead back here.
    pub(super) went_on: bool,
    /// Whether time has been let pass here.
    pub(super) waited: bool,
    /// Whether time passes here although a thread can run.
    pub(super) time_passes: bool,
    /// The transaction that is not complete here, so that only its thread is scheduled.
    pub(super) inside: Option<(ThreadId, Phase)>,
    /// What its state was stored as.
    pub(super) name: u128,
    /// Its name with all threads told apart.
    pub(super) plain: u128,
    /// Who moved last, and after how many preemptions, if these are bounded.
    pub(super) turns: Option<Box<Turns>>,
    /// Transactions with choices that have not been followed through.
    pub(super) local: Vec<LocalSearch>,
}

/// The tree and the trail.
#[derive(Default)]
pub(super) struct SearchTree {
    nodes: Vec<Node>,
    trail: Vec<(NodeId, Position)>,
}

impl SearchTree {
    /// Forgets everything; the machine stands at the first state.
    pub(super) fn restart(&mut self) {
        self.nodes.clear();
        self.trail.clear();
    }

    /// Adds the state where the machine stands, one move after the end of the trail.
    pub(super) fn add(&mut self, step: Option<Move>, untried: Vec<Move>, position: Position) -> NodeId {
        let node = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 open states"));
        let parent = self.trail.last().map_or(NodeId::ROOT, |&(node, _)| node);
        self.nodes.push(Node {
            parent,
            depth: self.trail.len(),
            step,
            untried,
            moved: false,
            ran: false,
            went_on: false,
            waited: false,
            time_passes: false,
            inside: None,
            name: 0,
            plain: 0,
            turns: None,
            local: Vec::new(),
        });
        self.trail.push((node, position));
        node
    }

    /// The last node of the trail.
    pub(super) fn tip(&self) -> Option<NodeId> {
        self.trail.last().map(|&(node, _)| node)
    }

    /// A node.
    pub(super) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    /// A node, to change it.
    pub(super) fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.index()]
    }

    /// Drops a node that everything was tried at, but not its place in the tree if that is to be kept.
    pub(super) fn close(&mut self, node: NodeId, keep: bool) {
        if keep {
            self.nodes[node.index()].untried = Vec::new();
            return;
        }
        debug_assert_eq!(node.index() + 1, self.nodes.len(), "depth-first, the newest node closes first");
        self.nodes.pop();
        self.trail.pop();
    }

    /// Cuts the trail where the path to a node leaves it. Gives the checkpoint there and the nodes still to go to.
    pub(super) fn branch_to(&mut self, node: NodeId) -> (Position, Vec<NodeId>) {
        let mut ahead = Vec::new();
        let mut at = node;
        while self.trail.get(self.node(at).depth).is_none_or(|&(there, _)| there != at) {
            ahead.push(at);
            at = self.node(at).parent;
        }
        ahead.reverse();
        self.trail.truncate(self.node(at).depth + 1);
        let (_, position) = self.trail.last().expect("invariant: the root is on the trail");
        (position.clone(), ahead)
    }

    /// The checkpoint of the last node of the trail.
    pub(super) fn mark(&self) -> &Mark {
        &self.trail.last().expect("invariant: the root is on the trail").1.mark
    }

    /// The trail is one node longer: the machine has taken its move.
    pub(super) fn extend(&mut self, node: NodeId, position: Position) {
        debug_assert_eq!(self.node(node).depth, self.trail.len());
        self.trail.push((node, position));
    }

    /// The move that led to a node.
    pub(super) fn step(&self, node: NodeId) -> Option<&Move> {
        self.node(node).step.as_ref()
    }

    /// Moves from the root to a node.
    pub(super) fn depth(&self, node: NodeId) -> usize {
        self.node(node).depth
    }

    /// The moves from the root to a node.
    pub(super) fn schedule(&self, mut node: NodeId) -> Vec<Move> {
        let mut schedule = Vec::with_capacity(self.node(node).depth);
        while let Some(step) = &self.node(node).step {
            schedule.push(step.clone());
            node = self.node(node).parent;
        }
        schedule.reverse();
        schedule
    }
}
