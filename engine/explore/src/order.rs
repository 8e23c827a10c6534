//! In which order states are visited: small strategies that one loop asks.

use super::moves::Move;
use super::paths::NodeId;

/// What a move led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arrival {
    /// Nowhere: the thread could not do anything.
    Nowhere,
    /// To a state that is new.
    New(NodeId),
    /// To a state with this key that was met before.
    Known(u128),
    /// To the end of the execution.
    Ended,
}

/// A strategy.
pub(super) trait Order {
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

/// Newest state first.
#[derive(Default)]
pub(super) struct DepthFirst {
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

/// Oldest state first.
#[derive(Default)]
pub(super) struct BreadthFirst {
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

/// Steps after which a walk is given up.
const LONGEST_WALK: usize = 100_000;

/// One random walk: a move that led somewhere is not taken back.
pub(super) struct Walk {
    at: Option<NodeId>,
    random: u64,
    steps: usize,
}

impl Walk {
    /// A walk that draws from this state of a generator.
    pub(super) fn new(random: u64) -> Self {
        Walk { at: None, random, steps: 0 }
    }

    /// The state of the generator, for the next walk.
    pub(super) fn random(&self) -> u64 {
        self.random
    }

    /// Knuth's linear congruential generator; its upper bits are good enough.
    fn draw(&mut self) -> u64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.random >> 33
    }
}

impl Order for Walk {
    fn pick(&mut self) -> Option<NodeId> {
        self.at
    }

    fn choose(&mut self, untried: &mut Vec<Move>) -> Option<Move> {
        if untried.is_empty() {
            return None;
        }
        let which = self.draw() as usize % untried.len();
        let mut step = untried.swap_remove(which);
        if step.choices.is_empty() {
            // Answers beyond the last possible one count as the last.
            step.choices = (0..4).map(|_| self.draw() as u32 & 3).collect();
        }
        Some(step)
    }

    fn took(&mut self, arrival: Arrival) {
        match arrival {
            Arrival::Nowhere => {}
            Arrival::New(node) => {
                self.steps += 1;
                self.at = (self.steps <= LONGEST_WALK).then_some(node);
            }
            Arrival::Known(_) | Arrival::Ended => self.at = None,
        }
    }

    fn done(&mut self) {
        self.at = None;
    }
}
