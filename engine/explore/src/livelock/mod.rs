//! Programs that never end: states from which no end can be reached.
//!
//! A *trap* is a terminal strongly connected component of the state graph in which a thread moves: nothing leads out of
//! it, neither to the end of the program nor to a violation nor to an execution that the program itself drops. A fair
//! scheduler cannot leave it, as no scheduler can; and an execution that is fair to every move that is possible again and
//! again ends up in a terminal component, so what is no trap is left by fairness. In a trap
//!
//! * some thread moves that keeps the program alive: a *livelock*;
//! * only daemons move, and every other thread waits for ever: a *deadlock* of those, although the program does not
//!   stand still.
//!
//! **Depth first** traps are found by Tarjan's algorithm. A state is *open* until its component is complete. An index is
//! kept for open states only: the position among them. A component that is complete and no trap can reach an end, so a
//! move to a state that is no longer open counts as a way out, and one bit of each state on the stack says whether its
//! component has one. **Breadth first** all moves are kept and followed back from the ends when everything is explored.
//!
//! **Reductions preserve traps.** Where a state of the reduced graph can reach an end in the full graph, it can in the
//! reduced one: an execution that ends leaves no transaction incomplete, so it can be reordered into whole transactions
//! with the same end (`expand`). So a trap of the reduced graph is none that the full graph could leave. Conversely let no
//! end be reachable from some state of the full graph. Let every thread that is inside a transaction there run on until
//! its transaction ends: it ends when it blocks, and it ends by budget if it does not otherwise. From the state reached
//! no end is reachable either, and it lies at the end of an execution of whole transactions, so it is a state of the
//! reduced graph.

mod components;
mod edges;
mod survey;

pub(super) use components::{Components, SpuriousTolerantComponents};
pub(super) use edges::Edges;
pub(super) use survey::lines_alone;

use super::moves::Move;
use super::order::Arrival;
use super::paths::NodeId;
use super::queues::Passage;
use braid_machine::interp::TraceLine;

/// A move of a search.
pub(super) struct Taken<'a> {
    /// Where it was taken.
    pub(super) from: NodeId,
    /// The move.
    pub(super) step: &'a Move,
    /// Where it led.
    pub(super) arrival: Arrival,
    /// What it was as far as synchronizers are concerned.
    pub(super) passage: Passage,
    /// Where its actions are, if that is asked for.
    pub(super) lines: &'a [TraceLine],
}

/// Observes the graph that a search explores, for states that cannot come to an end.
pub(super) trait GraphObserver {
    /// A state is new.
    fn entered(&mut self, node: NodeId, key: u128);
    /// A move was taken.
    fn took(&mut self, taken: &Taken);
    /// All moves of a state have been tried; `moved`: at least one led somewhere, and not by waking up for no reason. True
    /// if the state is the first of a trap.
    fn closed(&mut self, node: NodeId, moved: bool) -> bool;
    /// Whether the paths to states that are closed will be asked for.
    const KEEPS_CLOSED: bool;
    /// Whether a state is open: depth first, that includes all states on the stack.
    fn is_open(&self, _: u128) -> bool {
        false
    }
    /// Whether a name is that of the state a move was taken from.
    fn leads_back(&self, _: NodeId, _: u128) -> bool {
        false
    }
    /// After the search: a state of each trap that has not been told of yet.
    fn trapped(&self) -> Vec<NodeId> {
        Vec::new()
    }
}

/// For walks, which see no graph.
pub(super) struct Unobserved;

impl GraphObserver for Unobserved {
    fn entered(&mut self, _: NodeId, _: u128) {}
    fn took(&mut self, _: &Taken) {}
    fn closed(&mut self, _: NodeId, _: bool) -> bool {
        false
    }
    const KEEPS_CLOSED: bool = true;
}

#[cfg(test)]
mod tests {
    use super::super::moves::WakeUp;
    use super::*;
    use braid_program::ThreadId;
    use rustc_hash::FxHashSet;

    /// A graph as a search would meet it: from each state the states that moves lead to; `None` is the end.
    type Graph = Vec<Vec<Option<usize>>>;

    fn step() -> Move {
        Move { thread: ThreadId(0), wake: WakeUp::None, choices: Vec::new() }
    }

    fn taken(from: usize, step: &Move, arrival: Arrival) -> Taken<'_> {
        Taken { from: NodeId(from as u32), step, arrival, passage: Passage::Other, lines: &[] }
    }

    /// Depth first: whether a trap is found.
    fn by_components(graph: &Graph, at: usize, ends: &mut Components, met: &mut FxHashSet<usize>) -> bool {
        ends.entered(NodeId(at as u32), at as u128);
        for &to in &graph[at] {
            let arrival = match to {
                None => Arrival::Ended,
                Some(to) if met.insert(to) => {
                    if by_components(graph, to, ends, met) {
                        return true;
                    }
                    Arrival::New(NodeId(to as u32))
                }
                Some(to) => Arrival::Known(to as u128),
            };
            ends.took(&taken(at, &step(), arrival));
        }
        ends.closed(NodeId(at as u32), !graph[at].is_empty())
    }

    /// Breadth first: whether a trap is found.
    fn by_edges(graph: &Graph) -> bool {
        let mut ends = Edges::default();
        let mut nodes = vec![0];
        ends.entered(NodeId(0), 0);
        let mut next = 0;
        while let Some(&at) = nodes.get(next) {
            for &to in &graph[at] {
                let arrival = match to {
                    None => Arrival::Ended,
                    Some(to) if !nodes.contains(&to) => {
                        let node = NodeId(nodes.len() as u32);
                        nodes.push(to);
                        ends.entered(node, to as u128);
                        Arrival::New(node)
                    }
                    Some(to) => Arrival::Known(to as u128),
                };
                ends.took(&taken(next, &step(), arrival));
            }
            ends.closed(NodeId(next as u32), !graph[at].is_empty());
            next += 1;
        }
        !ends.trapped().is_empty()
    }

    /// By definition: whether some state can be reached from which no end can be reached.
    fn by_reachability(graph: &Graph) -> bool {
        let reach = |from: usize| {
            let (mut reached, mut work) = (FxHashSet::default(), vec![from]);
            while let Some(at) = work.pop() {
                if reached.insert(at) {
                    work.extend(graph[at].iter().flatten());
                }
            }
            reached
        };
        let ends = |at: &usize| graph[*at].is_empty() || graph[*at].contains(&None);
        reach(0).into_iter().any(|state| !reach(state).iter().any(&ends))
    }

    #[test]
    fn traps_are_found_in_both_orders() {
        let mut random = 1u64;
        let mut draw = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        let mut traps = 0;
        for case in 0..20_000 {
            let size = 1 + draw(9);
            let mut graph: Graph = vec![Vec::new(); size];
            for moves in &mut graph {
                for _ in 0..draw(4) {
                    moves.push((draw(8) != 0).then(|| draw(size)));
                }
            }
            let expected = by_reachability(&graph);
            traps += usize::from(expected);
            let met = &mut FxHashSet::from_iter([0]);
            assert_eq!(by_components(&graph, 0, &mut Components::default(), met), expected, "{case}: {graph:?}");
            assert_eq!(by_edges(&graph), expected, "{case}: {graph:?}");
        }
        assert!((1000..19_000).contains(&traps), "{traps} graphs with traps");
    }
}
