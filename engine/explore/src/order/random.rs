//! Random walks: of the moves that are possible one at random, up to the end. A move that led somewhere is not taken back.

use super::{Arrival, LONGEST, Order, Random, Search, Strategy, Told};
use crate::checker::{Checker, Ended};
use crate::moves::Move;
use crate::tree::NodeId;

pub(super) static STRATEGY: Strategy = Strategy {
    name: "random",
    help: "Random walks until a limit is reached: never verifies",
    is_complete: false,
    make: |parameters| Search::Random(parameters.seed),
    parameters: |search| Told { seed: seed(search), ..Told::default() },
    run,
};

/// The seed of a search by random walks.
fn seed(search: Search) -> Option<u64> {
    if let Search::Random(seed) = search { Some(seed) } else { None }
}

fn run(checker: &mut Checker<'_>) -> Result<(), Ended> {
    let seed = seed(checker.options.search).expect("invariant: the search is this strategy's");
    checker.sample(&mut Walk::new(seed))
}

/// One walk after the other.
pub(crate) struct Walk {
    at: Option<NodeId>,
    random: Random,
    steps: usize,
}

impl Walk {
    /// Walks that draw from this state of a generator.
    pub(crate) fn new(seed: u64) -> Self {
        Walk { at: None, random: Random(seed), steps: 0 }
    }
}

impl Order for Walk {
    fn begin(&mut self) {
        (self.at, self.steps) = (None, 0);
    }

    fn pick(&mut self) -> Option<NodeId> {
        self.at
    }

    fn choose(&mut self, untried: &mut Vec<Move>) -> Option<Move> {
        if untried.is_empty() {
            return None;
        }
        let which = self.random.below(untried.len());
        Some(self.random.answer(untried.swap_remove(which)))
    }

    fn took(&mut self, arrival: Arrival) {
        match arrival {
            Arrival::Nowhere => {}
            Arrival::New(node) => {
                self.steps += 1;
                self.at = (self.steps <= LONGEST).then_some(node);
            }
            Arrival::Known(_) | Arrival::Ended => self.at = None,
        }
    }

    fn done(&mut self) {
        self.at = None;
    }
}
