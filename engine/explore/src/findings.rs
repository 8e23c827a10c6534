//! What a search has found: ends it, or is collected and explained when the search is over.

use super::checker::{Checker, Ended};
use super::explain::explain;
use super::moves::Move;
use super::property::{Findings, identify};
use super::tree::NodeId;
use super::verdict::{Loop, Race, StopReason};
use braid_machine::interp::TraceLine;
use braid_program::ObjId;

/// A path of the search to where a property is violated.
pub(super) struct Finding {
    /// What it leads to.
    pub(super) found: Found,
    /// The node that the path leads to first.
    pub(super) at: NodeId,
    /// The moves from there.
    pub(super) more: Vec<Move>,
}

impl Finding {
    /// Something that the moves from a node lead to.
    pub(super) fn new(property: &'static str, witness: Witness, at: NodeId, more: Vec<Move>) -> Finding {
        Finding { found: Found { property, witness }, at, more }
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// The property, by its name.
    pub(super) property: &'static str,
    /// How the path ends.
    pub(super) witness: Witness,
}

/// How the path of a finding ends, whatever the property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Witness {
    /// At a state that is wrong.
    State,
    /// With a move in which its thread threw this.
    Failure(ObjId),
    /// Once around a loop: its last moves, this many. These threads run in it.
    #[allow(missing_docs)]
    Loop { loops: Vec<Loop>, round: usize },
    /// With two accesses that nothing orders, or before them.
    Accesses(Box<Race>),
}

/// What makes two violations the same: the property, and numbers that say where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Identity {
    pub(super) property: &'static str,
    parts: Vec<u64>,
}

impl Identity {
    /// A violation of a property, with what tells it from others.
    pub(super) fn new(property: &'static str, parts: impl IntoIterator<Item = u64>) -> Identity {
        Identity { property, parts: parts.into_iter().collect() }
    }
}

/// A line as numbers.
pub(super) fn line_parts(line: Option<TraceLine>) -> [u64; 2] {
    // Lines that are unknown are negative.
    line.map_or([0, 0], |TraceLine { method, line, bci }| {
        [u64::from(method.0) << 32 | u64::from(line.cast_unsigned()), 1 + u64::from(bci)]
    })
}

/// A violation to be explained when the search is over.
pub(super) struct Collected {
    identity: Identity,
    path: Vec<Move>,
    found: Found,
}

impl Checker<'_> {
    /// What a property has found ends the search, unless it collects all. Where the identity of a finding depends on the
    /// state, the machine stands at it.
    pub(super) fn report(&mut self, findings: Findings) -> Result<(), Ended> {
        for Finding { found, at, more } in findings? {
            if !self.options.all {
                return Err(self.violation(found, at, more));
            }
            let identity = identify(self.vm, &found);
            if self.collected.iter().all(|known| known.identity != identity) {
                let mut path = self.paths.schedule(at);
                path.extend(more);
                self.collected.push(Collected { identity, path, found });
            }
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
        for Collected { path, found, .. } in collected {
            match explain(self.vm, &root.mark, &self.options, &mut self.disciplines, &path, found, among) {
                Ok(violation) => self.violations.push(*violation),
                Err(what) => unexplained = Some(StopReason::NotReplayed(what)),
            }
        }
        unexplained
    }

    /// Describes what was found, where the machine stands: at a node, or after more moves.
    fn violation(&mut self, found: Found, at: NodeId, more: Vec<Move>) -> Ended {
        let mut path = self.paths.schedule(at);
        path.extend(more);
        let root = self.root.clone();
        match explain(self.vm, &root.mark, &self.options, &mut self.disciplines, &path, found, 1) {
            Ok(violation) => Ended::Violation(violation),
            Err(what) => Ended::Stopped(StopReason::NotReplayed(what)),
        }
    }
}
