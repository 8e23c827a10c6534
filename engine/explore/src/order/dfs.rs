//! Depth-first: the newest state first. Terminal components are found by Tarjan's algorithm on the way (`livelock`).

use super::{Arrival, Order, Search, Strategy, Told};
use crate::checker::{Checker, Ended};
use crate::property::{Components, SpuriousTolerantComponents};
use crate::tree::NodeId;

pub(super) static STRATEGY: Strategy = Strategy {
    name: "dfs",
    help: "Depth first",
    is_complete: true,
    make: |_| Search::Dfs,
    parameters: |_| Told::default(),
    run,
};

fn run(checker: &mut Checker<'_>) -> Result<(), Ended> {
    match checker.options.spurious {
        true => checker.search(&mut DepthFirst::default(), &mut SpuriousTolerantComponents::default()),
        false => checker.search(&mut DepthFirst::default(), &mut Components::default()),
    }
}

/// Newest state first.
#[derive(Default)]
pub(crate) struct DepthFirst {
    stack: Vec<NodeId>,
}

impl Order for DepthFirst {
    fn pick(&mut self) -> Option<NodeId> {
        self.stack.last().copied()
    }

    fn took(&mut self, arrival: Arrival) {
        if let Arrival::New(node) = arrival {
            self.stack.push(node);
        }
    }

    fn done(&mut self) {
        self.stack.pop();
    }
}
