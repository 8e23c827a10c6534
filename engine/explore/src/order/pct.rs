//! Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010).
//!
//! Every thread has a priority, drawn at random when it first appears, and of the threads that can move the one with the
//! highest priority does. At D - 1 steps of a run, drawn at random, the thread that has just moved falls to a priority
//! below all that were drawn, each time another one. So a run has D - 1 preemptions at most, at random places.
//!
//! A bug has depth D if D ordering constraints between steps of different threads are enough for a schedule to show it. The
//! paper's theorem: one run with bound D finds a bug of depth D with a probability of at least 1 / (n k^(D-1)), where n is
//! the number of threads and k that of steps. A step here is a move of the search, so the chosen reduction decides how many
//! there are: fewer steps, better odds. Wherever a reduction is sound, each bug has a schedule of such moves.
//!
//! Where this deviates:
//!
//! * k is not known in advance. It is the length of the longest run so far, so the first run has no preemptions, and the
//!   bound holds from the run on after which no run is longer.
//! * Threads appear while the program runs. Their priorities are independent draws from a large range instead of a
//!   permutation, which orders them in every way alike, but for draws that are equal (probability below n² / 2³²).
//! * A thread that spins with the highest priority would keep those from running that it waits for. One that has moved
//!   [`PATIENCE`] times in a row falls below all others, which adds runs and takes none away that end before.
//! * Answers to choices, and which of its own moves a thread takes (to run, or to wake up), are drawn at random.
//!
//! A strategy that samples shows violations, which are replayed like all others, and proves nothing: it never verifies.

use super::{Arrival, LONGEST, Order, Random, Search, Strategy, Told};
use crate::checker::{Checker, Ended};
use crate::moves::Move;
use crate::tree::NodeId;
use braid_program::ThreadId;

pub(super) static STRATEGY: Strategy = Strategy {
    name: "pct",
    help: "Runs by random priorities until a limit is reached, each with --depth-bound minus one preemptions: never verifies",
    is_complete: false,
    make: |parameters| Search::Pct(Pct { depth: parameters.depth_bound.max(1), seed: parameters.seed }),
    parameters: |search| Told { seed: pct(search).map(|pct| pct.seed), depth_bound: pct(search).map(|pct| pct.depth) },
    run,
};

/// Moves in a row after which a thread lets others go first.
const PATIENCE: usize = 1_000;

/// Priorities that are drawn are above this; those that threads fall to are not.
const DRAWN: i64 = 1 << 32;

/// Parameters of the strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pct {
    /// The depth of the bugs to look for: one more than a run has preemptions. At least one.
    pub depth: u32,
    /// Where random numbers start.
    pub seed: u64,
}

/// The parameters of a search by this strategy.
fn pct(search: Search) -> Option<Pct> {
    if let Search::Pct(pct) = search { Some(pct) } else { None }
}

fn run(checker: &mut Checker<'_>) -> Result<(), Ended> {
    let pct = pct(checker.options.search).expect("invariant: the search is this strategy's");
    checker.sample(&mut Priorities::new(pct))
}

/// One run after the other.
struct Priorities {
    random: Random,
    depth: u32,
    /// Steps of the longest run so far.
    longest: usize,
    at: Option<NodeId>,
    /// Steps of this run.
    steps: usize,
    /// By thread; drawn when it first appears.
    priorities: Vec<Option<i64>>,
    /// After which steps the thread that has moved falls, and how low.
    changes: Vec<(usize, i64)>,
    /// The thread whose move is under way, and how many it has taken in a row.
    moves: Option<(ThreadId, usize)>,
    /// The lowest priority there is.
    lowest: i64,
}

impl Priorities {
    fn new(Pct { depth, seed }: Pct) -> Self {
        Priorities {
            random: Random(seed),
            depth,
            longest: 0,
            at: None,
            steps: 0,
            priorities: Vec::new(),
            changes: Vec::new(),
            moves: None,
            lowest: 0,
        }
    }

    fn priority(&mut self, thread: ThreadId) -> i64 {
        if self.priorities.len() <= thread.index() {
            self.priorities.resize(thread.index() + 1, None);
        }
        let random = &mut self.random;
        *self.priorities[thread.index()].get_or_insert_with(|| DRAWN + random.draw() as i64)
    }

    /// The thread that has just moved falls to a priority.
    fn fall(&mut self, to: i64) {
        if let Some((thread, _)) = self.moves {
            self.priorities[thread.index()] = Some(to);
        }
    }

    /// A step of the run is over.
    fn step(&mut self) {
        self.steps += 1;
        self.longest = self.longest.max(self.steps);
        let steps = self.steps;
        if let Some(&(_, to)) = self.changes.iter().find(|&&(at, _)| at == steps) {
            self.fall(to);
        }
        if self.moves.is_some_and(|(_, row)| row >= PATIENCE) {
            self.lowest -= 1;
            self.fall(self.lowest);
            self.moves = None;
        }
    }
}

impl Order for Priorities {
    fn begin(&mut self) {
        (self.at, self.steps, self.moves, self.lowest) = (None, 0, None, 0);
        self.priorities.clear();
        self.changes.clear();
        if self.longest > 0 {
            for change in 1..self.depth {
                let at = 1 + self.random.below(self.longest);
                self.changes.push((at, i64::from(change)));
            }
        }
    }

    fn pick(&mut self) -> Option<NodeId> {
        self.at
    }

    fn choose(&mut self, untried: &mut Vec<Move>) -> Option<Move> {
        // In the order of their numbers, so that threads that appear together draw in that order.
        let mut threads: Vec<ThreadId> = untried.iter().map(|step| step.thread).collect();
        threads.sort_unstable();
        threads.dedup();
        let next = threads.into_iter().max_by_key(|&thread| self.priority(thread))?;
        let own: Vec<usize> = (0..untried.len()).filter(|&at| untried[at].thread == next).collect();
        let which = own[self.random.below(own.len())];
        let row = self.moves.filter(|&(thread, _)| thread == next).map_or(0, |(_, row)| row);
        self.moves = Some((next, row + 1));
        Some(self.random.answer(untried.swap_remove(which)))
    }

    fn took(&mut self, arrival: Arrival) {
        match arrival {
            Arrival::Nowhere => {}
            Arrival::New(node) => {
                // The first state is where the run begins, not where a step leads to.
                if self.at.is_some() {
                    self.step();
                }
                self.at = (self.steps <= LONGEST).then_some(node);
            }
            Arrival::Known(_) | Arrival::Ended => self.at = None,
        }
    }

    fn done(&mut self) {
        self.at = None;
    }
}
