//! Breadth first: the oldest state first, so that the first violation met is one with the fewest moves.

use super::{Arrival, Order, Search, Strategy, Told};
use crate::checker::{Checker, Ended};
use crate::property::Edges;
use crate::tree::NodeId;

pub(super) static STRATEGY: Strategy = Strategy {
    name: "bfs",
    help: "Breadth first: shortest counterexample",
    is_complete: true,
    make: |_| Search::Bfs,
    parameters: |_| Told::default(),
    run,
};

fn run(checker: &mut Checker<'_>) -> Result<(), Ended> {
    checker.search(&mut BreadthFirst::default(), &mut Edges::default())
}

/// Oldest state first.
#[derive(Default)]
pub(crate) struct BreadthFirst {
    queue: std::collections::VecDeque<NodeId>,
}

impl Order for BreadthFirst {
    fn pick(&mut self) -> Option<NodeId> {
        self.queue.front().copied()
    }

    fn took(&mut self, arrival: Arrival) {
        if let Arrival::New(node) = arrival {
            self.queue.push_back(node);
        }
    }

    fn done(&mut self) {
        self.queue.pop_front();
    }
}
