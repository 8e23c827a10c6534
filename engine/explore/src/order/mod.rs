//! In which order states are visited: small strategies that one loop asks, a file each.
//!
//! To add one, write a file with a [`Strategy`] and name it in the list of [`strategies`]. The command line, its help, and
//! what reports tell of options are made from that list.

mod bfs;
mod dfs;
mod pct;
mod random;

pub(super) use bfs::BreadthFirst;
pub(super) use dfs::DepthFirst;
pub use pct::Pct;
pub(super) use random::Walk;

use super::checker::{Checker, Ended};
use super::moves::Move;
use super::tree::NodeId;

/// What a move led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arrival {
    /// Nowhere: the thread could not do anything.
    Nowhere,
    /// To a state that is new.
    New(NodeId),
    /// To a state with this key that was visited before.
    Known(u128),
    /// To the end of the execution.
    Ended,
}

/// How a strategy answers the loop.
pub(super) trait Order {
    /// The loop starts, at the first state. Strategies that sample are asked once for every execution.
    fn begin(&mut self) {}

    /// The state to go on from; none when there is nothing left to do.
    fn pick(&mut self) -> Option<NodeId>;

    /// The move to try next out of those that have not been tried, the last of which is the natural one.
    fn choose(&mut self, untried: &mut Vec<Move>) -> Option<Move> {
        untried.pop()
    }

    /// The move that was chosen has been taken.
    fn took(&mut self, arrival: Arrival);

    /// All moves of the state that was picked have been tried.
    fn done(&mut self);
}

/// A strategy, as the command line and reports know it.
pub struct Strategy {
    /// Its word on the command line.
    pub name: &'static str,
    /// What it does, in a line of help.
    pub help: &'static str,
    /// Whether it visits every state. One that does not never verifies.
    pub is_complete: bool,
    /// The search with these parameters; those that the strategy does not have are passed over.
    pub make: fn(Parameters) -> Search,
    /// The parameters that a search with this strategy has.
    pub parameters: fn(Search) -> Told,
    /// Searches.
    pub(super) run: fn(&mut Checker<'_>) -> Result<(), Ended>,
}

/// Parameters of all strategies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// Where random numbers start.
    pub seed: u64,
    /// The depth of the bugs to look for, at least one.
    pub depth_bound: u32,
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters { seed: 1, depth_bound: 3 }
    }
}

/// Parameters that a search has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Told {
    /// Where random numbers start.
    pub seed: Option<u64>,
    /// The depth of the bugs to look for.
    pub depth_bound: Option<u32>,
}

macro_rules! strategies {
    ($($(#[$doc:meta])* $variant:ident $(($parameters:ty))? in $module:ident;)*) => {
        /// The order of the search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Search {
            $($(#[$doc])* $variant $(($parameters))?),*
        }

        impl Search {
            /// All strategies, the default first.
            pub const STRATEGIES: &'static [&'static Strategy] = &[$(&$module::STRATEGY),*];

            /// The strategy.
            pub fn strategy(self) -> &'static Strategy {
                match self {
                    $(Search::$variant { .. } => &$module::STRATEGY),*
                }
            }
        }
    };
}

strategies! {
    /// Depth first.
    Dfs in dfs;
    /// Breadth first: shortest counterexample.
    Bfs in bfs;
    /// Random walks from the start, with this seed; never verifies.
    Random(u64) in random;
    /// Runs by random priorities; never verifies.
    Pct(Pct) in pct;
}

/// Steps after which an execution that is sampled is given up.
const LONGEST: usize = 100_000;

/// Knuth's linear congruential generator; its upper bits are good enough.
#[derive(Clone, Copy)]
struct Random(u64);

impl Random {
    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, bound: usize) -> usize {
        self.draw() as usize % bound
    }

    /// The move with answers to what it may ask, unless they are given.
    fn answer(&mut self, mut step: Move) -> Move {
        if step.choices.is_empty() {
            // Answers beyond the last possible one count as the last.
            step.choices = (0..4).map(|_| self.draw() as u32 & 3).collect();
        }
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_makes_searches_that_are_its_own() {
        let parameters = Parameters { seed: 7, depth_bound: 2 };
        for strategy in Search::STRATEGIES {
            let search = (strategy.make)(parameters);
            assert_eq!(search.strategy().name, strategy.name);
            let told = (strategy.parameters)(search);
            assert!(told.seed.is_none_or(|seed| seed == 7) && told.depth_bound.is_none_or(|depth| depth == 2));
            assert_eq!(
                told == Told::default(),
                strategy.is_complete,
                "what samples draws at random: {}",
                strategy.name
            );
        }
        assert_eq!(Search::STRATEGIES.iter().filter(|strategy| strategy.is_complete).count(), 2);
    }
}
