//! Commit-point completion (Levin, Palmer, Qadeer and Rajamani, SPIN 2005), confined to one transaction.
//!
//! A transaction hides the other threads from its beginning to its end. That is sound if every *commit point*, the state
//! after the committing action and after each pure left mover, can come to an end of the transaction: all threads are
//! scheduled there, and what they would have done at the commit point they can still do. A commit point from which the
//! thread never gets to an end would hide them for ever (the ignoring problem). It becomes a state of the search itself.
//!
//! The paper runs one depth-first search over all states and decides when a commit point leaves the stack. Here the search
//! for ends is a search of its own, over the transitions of one thread from one state. So it does not matter in which order
//! the outer search visits states. Its nodes are the sequences of answers to choices; between two choices the thread is
//! deterministic (`lasso` recognizes that it runs for ever there). Sequences whose states are equal before a choice have one
//! continuation, which is explored once: a loop that asks in every round is finite, and comes to its end through its exit.
//!
//! When all sequences have been tried, this is decided for each node, in this order:
//!
//! * whether an end can be reached from it;
//! * if not, whether all of its executions are dropped by the program, or some run for ever.
//!
//! A node without an end needs a state of the search if one of its executions runs for ever, or if it commits. The state is
//! the first where that is settled: after the choice that leads there. Before the first choice of the transaction it is the
//! last commit point. Where an execution runs for ever, right movers count as commit points, too: a thread that loops while it
//! holds a lock keeps others from taking it, and only a state in which it holds the lock shows that. A transaction that runs
//! for ever without such a point is a loop at the state where it began: its actions commute with all others, so it runs for
//! ever wherever the others get to.
//!
//! From a state that is made so, a new transaction begins, to which all of this applies again. What is decided depends on
//! the states that the thread can reach, not on when equal ones were recognized.

use super::lasso::Lasso;
use super::moves::{Cut, Move, WakeUp};
use braid_program::ThreadId;
use rustc_hash::FxHashMap;

/// The points on the way of one expansion where a state of the search could be made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Points {
    /// Instructions up to the last commit point before the first choice.
    pub(super) commit: Option<u64>,
    /// Instructions up to the last point of any kind before the first choice.
    pub(super) any: Option<u64>,
    /// How many choices were asked for before the last commit point.
    pub(super) committed_after: Option<usize>,
}

impl Points {
    /// A point after so many instructions and choices.
    pub(super) fn note(&mut self, commits: bool, is_right_mover: bool, at: u64, asked: usize) {
        if (commits || is_right_mover) && asked == 0 {
            self.any = Some(at);
        }
        if commits {
            self.committed_after = Some(asked);
            if asked == 0 {
                self.commit = Some(at);
            }
        }
    }
}

/// How an expansion ended, as far as completion is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PathEnd {
    /// At an end of the transaction or of the program.
    Ends,
    /// The program drops the execution.
    Drops,
    /// The thread runs for ever.
    Diverges(Lasso),
    /// It goes on like the node before whose last choice another path has stood.
    Joins(PathId),
}

/// A sequence of answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PathId(usize);

const ROOT: PathId = PathId(0);

#[derive(Default)]
struct PathNode {
    parent: usize,
    answer: u32,
    /// Instructions from the beginning of the transaction to the state after the last answer.
    begins: u64,
    commits: bool,
    children: Vec<usize>,
    end: Option<PathEnd>,
}

/// What is known of a node when everything has been tried.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Fate {
    can_end: bool,
    only_drops: bool,
    commits: bool,
}

impl Fate {
    fn needs_state(self) -> bool {
        !self.can_end && (!self.only_drops || self.commits)
    }
}

/// All expansions of one thread from one state, so far.
pub(super) struct LocalSearch {
    thread: ThreadId,
    wake: WakeUp,
    nodes: Vec<PathNode>,
    /// States before choices, with the node that was there first.
    junctions: FxHashMap<u128, PathId>,
    points: Points,
}

impl LocalSearch {
    /// Of a thread that runs, or wakes up first.
    pub(super) fn new(thread: ThreadId, wake: WakeUp) -> Self {
        let (nodes, junctions) = (vec![PathNode::default()], FxHashMap::default());
        LocalSearch { thread, wake, nodes, junctions, points: Points::default() }
    }

    /// Whether it is that of a move.
    pub(super) fn is_of(&self, step: &Move) -> bool {
        (self.thread, self.wake) == (step.thread, step.wake)
    }

    /// The node of a sequence of answers, given at these instructions.
    fn node(&mut self, answers: impl IntoIterator<Item = (u32, u64)>) -> PathId {
        let mut at = 0;
        for (answer, begins) in answers {
            let known = self.nodes[at].children.iter().copied().find(|&child| self.nodes[child].answer == answer);
            at = known.unwrap_or_else(|| {
                let child = self.nodes.len();
                self.nodes.push(PathNode { parent: at, answer, begins, ..PathNode::default() });
                self.nodes[at].children.push(child);
                child
            });
        }
        PathId(at)
    }

    /// The thread stands before a choice, after these answers, in the state with this key. The node that stood there first,
    /// if it is another one.
    pub(super) fn arrive(&mut self, key: u128, answers: impl IntoIterator<Item = (u32, u64)>) -> Option<PathId> {
        let node = self.node(answers);
        let first = *self.junctions.entry(key).or_insert(node);
        (first != node).then_some(first)
    }

    /// An expansion with these answers has ended.
    pub(super) fn record(&mut self, answers: &[(u32, u64)], points: Points, end: PathEnd) {
        let PathId(leaf) = self.node(answers.iter().copied());
        self.points = Points { committed_after: None, ..points };
        let end = match end {
            // The loop leads through choices: the rest is that of where it began.
            PathEnd::Diverges(Lasso { asked, .. }) if asked < answers.len() => {
                PathEnd::Joins(self.node(answers[..asked].iter().copied()))
            }
            PathEnd::Ends | PathEnd::Drops | PathEnd::Diverges(_) | PathEnd::Joins(_) => end,
        };
        self.nodes[leaf].end = Some(end);
        if let Some(asked) = points.committed_after {
            let PathId(node) = self.node(answers[..asked.min(answers.len())].iter().copied());
            self.nodes[node].commits = true;
        }
    }

    /// Everything has been tried: the moves to the states that are needed besides the ends.
    pub(super) fn complete(&self) -> Vec<Move> {
        let fates = self.fates();
        let root = fates[ROOT.0];
        let point = if root.only_drops { self.points.commit } else { self.points.any };
        if let (true, Some(at)) = (root.needs_state(), point) {
            return vec![self.cut(Vec::new(), at)];
        }
        let mut moves = Vec::new();
        let mut work = vec![ROOT.0];
        while let Some(at) = work.pop() {
            for &child in &self.nodes[at].children {
                if fates[child].can_end {
                    work.push(child);
                } else if fates[child].needs_state() {
                    moves.push(self.cut(self.answers(child), self.nodes[child].begins));
                }
            }
        }
        moves
    }

    fn cut(&self, choices: Vec<u32>, at: u64) -> Move {
        let cut = Cut { at, asked: choices.len() };
        Move { thread: self.thread, wake: self.wake, choices, cut: Some(cut) }
    }

    /// The answers that lead to a node.
    fn answers(&self, mut node: usize) -> Vec<u32> {
        let mut answers = Vec::new();
        while node != ROOT.0 {
            answers.push(self.nodes[node].answer);
            node = self.nodes[node].parent;
        }
        answers.reverse();
        answers
    }

    /// Least fixed points: what can be reached is found by following all ways.
    fn fates(&self) -> Vec<Fate> {
        let mut fates = vec![Fate::default(); self.nodes.len()];
        loop {
            let mut changed = false;
            // Children come after their parents, so most is settled by one pass.
            for at in (0..self.nodes.len()).rev() {
                let fate = self.fate(at, &fates);
                changed |= std::mem::replace(&mut fates[at], fate) != fate;
            }
            if !changed {
                return fates;
            }
        }
    }

    fn fate(&self, at: usize, fates: &[Fate]) -> Fate {
        let node = &self.nodes[at];
        let children = node.children.iter().map(|&child| fates[child]);
        let commits = node.commits || children.clone().any(|fate| fate.commits);
        let (can_end, only_drops) = match node.end {
            Some(PathEnd::Ends) => (true, false),
            Some(PathEnd::Drops) => (false, true),
            Some(PathEnd::Diverges(_)) => (false, false),
            Some(PathEnd::Joins(PathId(other))) => (fates[other].can_end, fates[other].only_drops),
            None => {
                let all_drop = !node.children.is_empty() && children.clone().all(|fate| fate.only_drops);
                (children.clone().any(|fate| fate.can_end), all_drop)
            }
        };
        Fate { can_end, only_drops, commits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LASSO: Lasso = Lasso { lead: 9, period: 2, asked: 0 };
    const NO_POINTS: Points = Points { commit: None, any: None, committed_after: None };
    const COMMITTED: Points = Points { commit: Some(3), any: Some(3), committed_after: Some(0) };

    fn search(points: Points, paths: &[(&[u32], PathEnd)]) -> Vec<(Vec<u32>, Option<u64>)> {
        let mut local = LocalSearch::new(ThreadId(1), WakeUp::None);
        for &(answers, end) in paths {
            let answers: Vec<(u32, u64)> = answers.iter().zip(10..).map(|(&answer, at)| (answer, at)).collect();
            let end = match end {
                PathEnd::Diverges(lasso) if lasso.asked == 0 => {
                    PathEnd::Diverges(Lasso { asked: answers.len(), ..lasso })
                }
                end => end,
            };
            local.record(&answers, points, end);
        }
        local.complete().into_iter().map(|step| (step.choices, step.cut.map(|cut| cut.at))).collect()
    }

    #[test]
    fn a_commit_point_that_some_path_completes_is_no_state() {
        let paths: [(&[u32], PathEnd); 2] = [(&[0], PathEnd::Drops), (&[1], PathEnd::Ends)];
        assert_eq!(search(COMMITTED, &paths), []);
    }

    #[test]
    fn a_commit_point_that_no_path_completes_is_a_state() {
        let paths: [(&[u32], PathEnd); 2] = [(&[0], PathEnd::Drops), (&[1], PathEnd::Diverges(LASSO))];
        assert_eq!(search(COMMITTED, &paths), [(vec![], Some(3))]);
        assert_eq!(search(COMMITTED, &paths[..1]), [(vec![], Some(3))]);
        assert_eq!(search(NO_POINTS, &paths[..1]), [], "nothing has happened that another thread could see");
    }

    #[test]
    fn an_answer_that_leads_to_an_endless_loop_is_a_state_although_another_one_ends() {
        let paths: [(&[u32], PathEnd); 2] = [(&[0], PathEnd::Ends), (&[1], PathEnd::Diverges(LASSO))];
        assert_eq!(search(COMMITTED, &paths), [(vec![1], Some(10))]);
    }

    #[test]
    fn a_loop_of_choices_ends_by_its_exit_or_not_at_all() {
        let back = PathEnd::Diverges(Lasso { asked: 1, ..LASSO });
        // After the first answer the thread asks again and again.
        assert_eq!(search(COMMITTED, &[(&[0, 0], back), (&[0, 1], PathEnd::Ends)]), []);
        let around = [(&[0, 0][..], back), (&[0, 1], back)];
        assert_eq!(search(COMMITTED, &around), [(vec![], Some(3))]);
        assert_eq!(search(NO_POINTS, &around), [(vec![0], Some(10))]);
    }

    #[test]
    fn equal_states_before_a_choice_have_one_continuation() {
        let mut local = LocalSearch::new(ThreadId(1), WakeUp::None);
        assert_eq!(local.arrive(7, []), None);
        local.record(&[(0, 4)], NO_POINTS, PathEnd::Ends);
        assert_eq!(local.arrive(7, []), None, "the same path again");
        let first = local.arrive(7, [(1, 4)]).expect("another path came here first");
        local.record(&[(1, 4)], COMMITTED, PathEnd::Joins(first));
        assert_eq!(local.complete(), []);
    }
}
