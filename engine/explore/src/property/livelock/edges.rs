//! Breadth-first: all moves are kept, and followed back from the ends.

use super::{Components, GraphObserver, NodeId, Taken};
use crate::moves::WakeUp;
use crate::order::Arrival;
use rustc_hash::FxHashMap;

/// All moves, to be followed back from the ends.
#[derive(Default)]
pub(crate) struct Edges {
    nodes: FxHashMap<u128, NodeId>,
    edges: Vec<(NodeId, NodeId)>,
    ends: Vec<NodeId>,
}

impl GraphObserver for Edges {
    fn entered(&mut self, node: NodeId, key: u128) {
        self.nodes.insert(key, node);
    }

    fn took(&mut self, taken: &Taken) {
        // No thread can rely on waking up for no reason: such a move leaves no component.
        if taken.step.wake != WakeUp::Spurious {
            self.add(taken.from, taken.arrival);
        }
    }

    fn leads_back(&self, from: NodeId, key: u128) -> bool {
        self.nodes.get(&key) == Some(&from)
    }

    fn closed(&mut self, node: NodeId, moved: bool) -> bool {
        if !moved {
            self.ends.push(node);
        }
        false
    }

    const KEEPS_CLOSED: bool = true;

    fn terminal(&self) -> Vec<NodeId> {
        let mut backward = self.edges.clone();
        backward.sort_unstable_by_key(|&(_, to)| to);
        let mut ends = vec![false; self.nodes.len()];
        let mut work = self.ends.clone();
        while let Some(node) = work.pop() {
            if std::mem::replace(&mut ends[node.index()], true) {
                continue;
            }
            let first = backward.partition_point(|&(_, to)| to < node);
            work.extend(backward[first..].iter().take_while(|&&(_, to)| to == node).map(|&(from, _)| from));
        }
        self.components(&ends)
    }
}

impl Edges {
    /// A move from a node.
    pub(crate) fn add(&mut self, from: NodeId, arrival: Arrival) {
        match arrival {
            Arrival::Nowhere => {}
            Arrival::New(to) => self.edges.push((from, to)),
            Arrival::Known(key) => self.edges.push((from, self.nodes[&key])),
            Arrival::Ended => self.ends.push(from),
        }
    }

    /// One state of each terminal component among those that cannot come to an end: once more, depth-first.
    fn components(&self, ends: &[bool]) -> Vec<NodeId> {
        let mut forward: Vec<Vec<NodeId>> = vec![Vec::new(); ends.len()];
        self.edges
            .iter()
            .filter(|(from, _)| !ends[from.index()])
            .for_each(|&(from, to)| forward[from.index()].push(to));
        let mut met = ends.to_vec();
        let mut terminal = Vec::new();
        let mut components = Components::default();
        let mut stack: Vec<NodeId> = Vec::new();
        for start in (0..ends.len()).map(|index| NodeId(index as u32)) {
            let mut next = (!met[start.index()]).then_some(start);
            while let Some(node) = next.take().or_else(|| stack.pop()) {
                if !std::mem::replace(&mut met[node.index()], true) {
                    components.entered(node, node.index() as u128);
                }
                while let Some(to) = forward[node.index()].pop() {
                    if !met[to.index()] {
                        next = Some(to);
                        break;
                    }
                    components.reaches(Some(to.index() as u128));
                }
                if next.is_some() {
                    stack.push(node);
                } else if components.closed(node, true) {
                    terminal.push(node);
                }
            }
        }
        terminal
    }
}
