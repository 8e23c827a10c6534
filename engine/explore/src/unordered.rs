//! The second search of a verified program: for data races that only something else than synchronization keeps apart
//! (`observe/happens.rs` of the machine says what orders and what does not).

use super::canon::Exact;
use super::checker::{Checker, Ended};
use super::explain::Found;
use super::livelock::Unobserved;
use super::order::DepthFirst;
use super::store::Seen;
use super::verdict::{Race, Races, Reduction, Search, Store};
use braid_machine::observe::Unordered;
use braid_machine::state::Histories;

/// The search for unordered accesses may take so many states for each state of the first search, and as many more.
const FACTOR: u64 = 20;
const MORE: u64 = 100_000;

impl From<Unordered> for Race {
    fn from(Unordered { location, place, sites }: Unordered) -> Race {
        Race { location, place, sites, depth: 0, is_past: true }
    }
}

impl Checker<'_> {
    /// Whether something has ordered threads that is no synchronization.
    fn is_ordered_otherwise(&self) -> bool {
        let looks = self.options.races != Races::Off && self.options.reduction != Reduction::Cycle;
        let searches = !matches!(self.options.search, Search::Random(_));
        looks && searches && (self.vm.observed.weak.has_accesses() || self.vm.observed.weak.orders().next().is_some())
    }

    /// Searches a program that is verified once more, for accesses that synchronization does not order.
    pub(super) fn search_unordered(&mut self) -> Result<(), Ended> {
        if !self.is_ordered_otherwise() {
            return Ok(());
        }
        let (options, stats) = (self.options.clone(), self.stats);
        let found = std::mem::take(&mut self.races.found);
        let root = self.root.clone();
        self.go_back(&root);
        self.vm.observed.happens.start(true);
        self.vm.state.histories = Histories::default();
        self.options.store = Store::Exact;
        self.options.all = false;
        self.options.outcomes = false;
        let most = stats.states.saturating_mul(FACTOR).saturating_add(MORE);
        self.options.limits.states = Some(self.options.limits.states.map_or(most, |limit| limit.min(most)));
        self.stats.states = 0;
        (self.seen, self.exact) = (Some(Seen::Numbers(Vec::new())), Some(Box::new(Exact::new(self.vm))));
        let result = self.explore(&mut DepthFirst::default(), &mut Unobserved);
        self.go_back(&root);
        (self.options, self.stats) = (options, stats);
        self.vm.observed.happens.start(false);
        let more = std::mem::replace(&mut self.races.found, found);
        for race in more {
            self.add_race(race);
        }
        match result {
            Ok(()) => {
                self.vm.observed.weak.orders_were_followed();
                Ok(())
            }
            // What was not looked at is named.
            Err(Ended::Stopped(_)) => Ok(()),
            Err(ended) => Err(ended),
        }
    }

    /// A move has been taken from a node: reports what it has met that nothing orders.
    pub(super) fn watch_unordered(
        &mut self,
        from: super::paths::NodeId,
        step: &super::moves::Move,
    ) -> Result<(), Ended> {
        for race in self.vm.observed.happens.take().into_iter().map(Race::from) {
            if self.options.races == Races::Error {
                return self.fails(Found::Race(Box::new(race)), from, std::slice::from_ref(step));
            }
            self.add_race(race);
        }
        Ok(())
    }
}
