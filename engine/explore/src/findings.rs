//! What a search has found: ends it, or is collected and explained when the search is over.

use super::checker::{Checker, Ended};
use super::explain::{Found, explain, place_of};
use super::moves::Move;
use super::paths::NodeId;
use super::verdict::StopReason;

impl Checker<'_> {
    /// Something is wrong where the machine stands: at a node, or after more moves. Ends the search, unless it collects all.
    pub(super) fn fails(&mut self, found: Found, at: NodeId, more: &[Move]) -> Result<(), Ended> {
        if !self.options.all {
            return Err(self.violation(found, at, more.iter().cloned()));
        }
        let place = place_of(self.vm, &found);
        if self.collected.iter().all(|(known, _, other)| *known != place || !same_loops(other, &found)) {
            let mut path = self.paths.schedule(at);
            path.extend_from_slice(more);
            self.collected.push((place, path, found));
        }
        Ok(())
    }

    /// What all the violations look like that were collected.
    ///
    /// That their moves still lead there rests on this: what an access was taken for does not change between two starts of
    /// the search.
    ///
    /// If one does not replay, that is the answer: it says so instead of being shown.
    pub(super) fn explain_collected(&mut self) -> Option<StopReason> {
        let root = self.root.clone();
        let collected = std::mem::take(&mut self.collected);
        let among = collected.len();
        let mut unexplained = None;
        for (_, path, found) in collected {
            match explain(self.vm, &root.mark, &self.options, &mut self.disciplines, &path, found, among) {
                Ok(violation) => self.violations.push(*violation),
                Err(what) => unexplained = Some(StopReason::NotReplayed(what)),
            }
        }
        unexplained
    }

    /// Describes what was found, where the machine stands: at a node, or after more moves.
    pub(super) fn violation(&mut self, found: Found, at: NodeId, more: impl IntoIterator<Item = Move>) -> Ended {
        let mut path = self.paths.schedule(at);
        path.extend(more);
        let root = self.root.clone();
        match explain(self.vm, &root.mark, &self.options, &mut self.disciplines, &path, found, 1) {
            Ok(violation) => Ended::Violation(violation),
            Err(what) => Ended::Stopped(StopReason::NotReplayed(what)),
        }
    }
}

/// Whether two violations do not differ by the lines of their loops.
fn same_loops(one: &Found, other: &Found) -> bool {
    let lines = |found: &Found| match found {
        Found::Livelock { loops, .. } => {
            loops.iter().map(|l| l.lines.iter().map(|l| (l.method, l.line)).collect()).collect()
        }
        Found::Deadlock | Found::Uncaught(_) | Found::Race(_) => Vec::<Vec<_>>::new(),
    };
    lines(one) == lines(other)
}
