//! Depth-first: terminal components by Tarjan's algorithm.

use super::edges::Edges;
use super::{GraphObserver, NodeId, Taken};
use crate::order::Arrival;
use rustc_hash::FxHashMap;

/// A state on the stack of a depth-first search.
struct OpenState {
    index: u32,
    /// Least index known to be reachable inside the component.
    low: u32,
    /// Whether an end can be reached from the component.
    escapes: bool,
}

/// Tarjan's algorithm.
#[derive(Default)]
pub(crate) struct Components {
    stack: Vec<OpenState>,
    /// Keys of the open states; their positions are their indices.
    open: Vec<u128>,
    index: FxHashMap<u128, u32>,
}

impl GraphObserver for Components {
    fn entered(&mut self, _: NodeId, key: u128) {
        let index = u32::try_from(self.open.len()).expect("fewer than 2^32 open states");
        self.open.push(key);
        self.index.insert(key, index);
        self.stack.push(OpenState { index, low: index, escapes: false });
    }

    fn took(&mut self, taken: &Taken) {
        match taken.arrival {
            Arrival::Nowhere | Arrival::New(_) => {}
            Arrival::Known(key) => self.reaches(Some(key)),
            Arrival::Ended => self.reaches(None),
        }
    }

    fn is_open(&self, key: u128) -> bool {
        self.index.contains_key(&key)
    }

    fn leads_back(&self, _: NodeId, key: u128) -> bool {
        self.stack.last().is_some_and(|frame| self.open.get(frame.index as usize) == Some(&key))
    }

    fn closed(&mut self, _: NodeId, moved: bool) -> bool {
        let OpenState { index, low, escapes } =
            self.stack.pop().expect("invariant: the state that closes is on the stack");
        // Where no thread can move the program is over: a deadlock has been reported.
        let escapes = escapes || !moved;
        let complete = low == index;
        if complete {
            for key in self.open.drain(index as usize..) {
                self.index.remove(&key);
            }
        }
        if let Some(parent) = self.stack.last_mut() {
            parent.escapes |= complete || escapes;
            parent.low = parent.low.min(low);
        }
        complete && !escapes
    }

    const KEEPS_CLOSED: bool = false;
}

impl Components {
    /// The newest state on the stack leads to a state that was met before, or to an end.
    pub(super) fn reaches(&mut self, key: Option<u128>) {
        let frame = self.stack.last_mut().expect("invariant: the state that moves is on the stack");
        match key.and_then(|key| self.index.get(&key)) {
            Some(&index) => frame.low = frame.low.min(index),
            None => frame.escapes = true,
        }
    }
}

/// Depth-first where waits may end for no reason. Which states those moves lead to has to be explored, but they do not
/// leave a component, so a depth-first search does not complete components one after the other: all moves are kept as well.
#[derive(Default)]
pub(crate) struct SpuriousTolerantComponents {
    open: Components,
    edges: Edges,
}

impl GraphObserver for SpuriousTolerantComponents {
    fn entered(&mut self, node: NodeId, key: u128) {
        self.open.entered(node, key);
        self.edges.entered(node, key);
    }

    fn took(&mut self, taken: &Taken) {
        self.open.took(taken);
        self.edges.took(taken);
    }

    fn is_open(&self, key: u128) -> bool {
        self.open.is_open(key)
    }

    fn leads_back(&self, from: NodeId, key: u128) -> bool {
        self.edges.leads_back(from, key)
    }

    fn closed(&mut self, node: NodeId, moved: bool) -> bool {
        self.open.closed(node, moved);
        self.edges.closed(node, moved)
    }

    const KEEPS_CLOSED: bool = true;

    fn terminal(&self) -> Vec<NodeId> {
        self.edges.terminal()
    }
}
