//! Livelock: states from which no execution can come to an end, although threads move.
//!
//! **What is looked for.** A terminal component of the state graph: a strongly connected component in which a thread moves and
//! that no move leaves, neither to the end of the program nor to a violation nor to an execution that the program itself drops.
//! No scheduler leaves it. Any other component is left by fairness: an execution that takes every move that is possible
//! infinitely often ends in a terminal component. In a terminal component
//!
//! * a thread moves that keeps the program alive: a *livelock*;
//! * only daemons move, and every other thread waits for ever: a *deadlock* of those.
//!
//! **Algorithm.** Depth-first, terminal components are found by Tarjan's algorithm (Tarjan, 1972). A state is *open* until its
//! component is complete. An index is kept for open states only: the position among them. A component that is complete and not
//! terminal can reach an end, so a move to a state that is no longer open counts as a way out, and one bit for each state
//! on the stack says whether its component has one. Breadth-first, all moves are kept and followed backward from the ends when
//! everything is explored. A component that was found is explored once more to say what runs in it (`survey`).
//!
//! **Reductions preserve it.** If a state of the reduced graph can reach an end in the full graph, it can in the reduced one: an
//! execution that ends leaves no transaction incomplete, so it can be reordered into whole transactions with the same end
//! (`expand`). So the full graph does not leave a terminal component of the reduced one either. Conversely let no end be
//! reachable from some state of the full graph. Let every thread that is inside a transaction there run on until its
//! transaction ends, or to the last point that completion makes a state of (`completion`), if it runs for ever. From the state
//! reached no end is reachable either. It lies at the end of an execution of whole transactions, but for threads that run for ever
//! by actions that commute with all others; without those it is a state of the reduced graph, with a loop for each.

mod components;
mod edges;
mod survey;

pub(crate) use components::{Components, SpuriousTolerantComponents};
pub(crate) use edges::Edges;

use super::{Closed, Findings, Property, Replayed, Taken};
use crate::checker::{Checker, Ended};
use crate::findings::{Identity, Witness};
use crate::record::{Event, EventKind};
use crate::schedule::{Ending, Reached, Turn};
use crate::tree::NodeId;
use crate::verdict::{Evidence, Loop};
use braid_machine::interp::TraceLine;
use braid_machine::vm::Vm;
use braid_program::ThreadId;
use survey::lines_alone;

/// Terminal components in which a thread runs that keeps the program alive.
#[derive(Default)]
pub(crate) struct Livelock;

impl Property for Livelock {
    const NAME: &'static str = "livelock";

    fn closed(&mut self, search: &mut Checker<'_>, closed: &Closed) -> Findings {
        match closed.is_terminal {
            true if search.doubts_steps() => Err(Ended::Restart),
            true => Ok(search.survey(closed.node)?.into_iter().collect()),
            false => Ok(Vec::new()),
        }
    }

    fn finish(&mut self, search: &mut Checker<'_>, terminal: &[NodeId]) -> Findings {
        if !terminal.is_empty() && search.doubts_steps() {
            return Err(Ended::Restart);
        }
        for &node in terminal {
            // At once, while the machine stands there.
            let finding = search.survey(node)?;
            search.report(Ok(finding.into_iter().collect()))?;
        }
        Ok(Vec::new())
    }

    /// The lines of the loops.
    fn identify(_: &mut Vm, witness: &Witness) -> Identity {
        let loops = match witness {
            Witness::Loop { loops, .. } => loops.as_slice(),
            Witness::State | Witness::Failure(_) | Witness::Accesses(_) => &[],
        };
        let parts = loops.iter().flat_map(|endless| {
            let lines = endless.lines.iter();
            let lines = lines.map(|line| u64::from(line.method.0) << 32 | u64::from(line.line.cast_unsigned()));
            [endless.lines.len() as u64].into_iter().chain(lines)
        });
        Identity::new(Self::NAME, parts)
    }

    /// Whether the turns lead around was seen by the search; of a schedule from elsewhere `explain` sees to it.
    fn recognize(_: &mut Vm, reached: &Reached, ending: Ending) -> Option<(Identity, Ending)> {
        match (reached, ending) {
            (Reached::Next | Reached::Blocked, Ending::Livelock(_)) => Some((Identity::new(Self::NAME, []), ending)),
            (Reached::Next | Reached::Blocked, Ending::Failure | Ending::Starvation)
            | (Reached::Next | Reached::Blocked, Ending::Race(..) | Ending::Unordered)
            | (Reached::Over | Reached::Uncaught(_) | Reached::Unsupported(_), _) => None,
        }
    }

    fn describe(vm: &mut Vm, replayed: &Replayed<'_>) -> Option<(Evidence, String)> {
        let Replayed { reached, schedule, recorder } = replayed;
        let Ending::Livelock(from) = schedule.ending else { return None };
        Self::recognize(vm, reached, schedule.ending)?;
        let before_loop = recorder.before_turn(from);
        let loops = loops(vm, schedule.turns.get(from..)?, &recorder.events[before_loop..]);
        let message = match loops.len() {
            1 => "a thread runs for ever, and no schedule lets the program end".to_string(),
            n => format!("{n} threads run for ever, and no schedule lets the program end"),
        };
        Some((Evidence::Livelock { loops, before_loop }, message))
    }
}

/// The threads that run for ever, and the lines where they do something.
fn loops(vm: &mut Vm, round: &[Turn], events: &[Event]) -> Vec<Loop> {
    let mut threads: Vec<ThreadId> = round.iter().map(|turn| turn.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    threads.retain(|&t| !vm.state.thread(t).core.daemon);
    let loops = threads.into_iter().map(|thread| {
        let acts = events.iter().filter(|e| e.thread == thread && !matches!(e.kind, EventKind::Call(_)));
        let mut lines: Vec<TraceLine> = acts.filter_map(|e| e.line).collect();
        if lines.is_empty() {
            lines = lines_alone(vm, thread);
        }
        lines.sort_unstable_by_key(|line| (line.method, line.line));
        lines.dedup_by_key(|line| (line.method, line.line));
        Loop { thread, lines }
    });
    loops.collect()
}

/// Observes the graph that/// Observes the graph that a search explores, for terminal components.
pub(crate) trait GraphObserver {
    /// A state is new.
    fn entered(&mut self, node: NodeId, key: u128);
    /// A move was taken.
    fn took(&mut self, taken: &Taken);
    /// All moves of a state have been tried; `moved`: at least one led somewhere, and not by waking up for no reason. True
    /// if the state is the first of a
    /// terminal component.
    fn closed(&mut self, node: NodeId, moved: bool) -> bool;
    /// Whether the paths to states that are closed will be asked for.
    const KEEPS_CLOSED: bool;
    /// Whether a state is open: depth-first, that includes all states on the stack.
    fn is_open(&self, _: u128) -> bool {
        false
    }
    /// Whether a name is that of the state a move was taken from.
    fn leads_back(&self, _: NodeId, _: u128) -> bool {
        false
    }
    /// After the search: a state of each terminal component that has not been told of yet.
    fn terminal(&self) -> Vec<NodeId> {
        Vec::new()
    }
}

/// For walks, which see no graph.
pub(crate) struct Unobserved;

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
    use super::super::LockStep;
    use super::*;
    use crate::expand::{Committing, Expanded};
    use crate::moves::{Move, WakeUp};
    use crate::order::Arrival;
    use braid_program::ThreadId;
    use rustc_hash::FxHashSet;

    /// A graph as a search would meet it: from each state the states that moves lead to; `None` is the end.
    type Graph = Vec<Vec<Option<usize>>>;

    fn step() -> Move {
        Move::of(ThreadId(0), WakeUp::None)
    }

    /// Tells of a move.
    fn take(graph: &mut impl GraphObserver, from: usize, arrival: Arrival) {
        graph.took(&Taken {
            from: NodeId(from as u32),
            step: &step(),
            expanded: &Expanded::End,
            arrival,
            lock_step: LockStep::Other,
            may_close_cycle: false,
            committing: &mut Committing::default(),
            lines: &[],
            lasso: None,
        });
    }

    /// Depth-first: whether a terminal component is found.
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
            take(ends, at, arrival);
        }
        ends.closed(NodeId(at as u32), !graph[at].is_empty())
    }

    /// Breadth-first: whether a terminal component is found.
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
                take(&mut ends, next, arrival);
            }
            ends.closed(NodeId(next as u32), !graph[at].is_empty());
            next += 1;
        }
        !ends.terminal().is_empty()
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
    fn terminal_components_are_found_in_both_orders() {
        let mut random = 1u64;
        let mut draw = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        let mut endless = 0;
        for case in 0..20_000 {
            let size = 1 + draw(9);
            let mut graph: Graph = vec![Vec::new(); size];
            for moves in &mut graph {
                for _ in 0..draw(4) {
                    moves.push((draw(8) != 0).then(|| draw(size)));
                }
            }
            let expected = by_reachability(&graph);
            endless += usize::from(expected);
            let met = &mut FxHashSet::from_iter([0]);
            assert_eq!(by_components(&graph, 0, &mut Components::default(), met), expected, "{case}: {graph:?}");
            assert_eq!(by_edges(&graph), expected, "{case}: {graph:?}");
        }
        assert!((1000..19_000).contains(&endless), "{endless} graphs without an end");
    }
}
