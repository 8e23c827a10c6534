//! Data races that only something other than synchronization keeps apart (an access weaker than volatile, the state of another
//! thread, parking, a wait that expired): conflicting accesses that happens-before does not order, although the search never
//! reaches a state in which both are possible.
//!
//! **Algorithm.** A program that is verified, and in which something else has ordered threads, is searched a second time. Each
//! state then has a history: the past accesses that could still race, with what each is ordered before, as in Goldilocks
//! (Elmas, Qadeer and Tasiran, PLDI 2007). Histories are part of the key, and finite, so loops close. `observe/happens.rs` of the
//! machine says what extends them. An access that its history does not order is a race.
//!
//! **Reductions.** The second search takes the same transactions. Actions that commute touch no location in common, or are
//! ordered by the lock that protects it, so which of them comes first does not change what a history orders.

use super::{Taken, Unobserved};
use crate::canon::Exact;
use crate::checker::{Checker, Ended};
use crate::findings::Finding;
use crate::order::DepthFirst;
use crate::store::Store;
use crate::verdict::{Race, Races};
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
    /// Whether something other than synchronization has ordered threads.
    fn is_ordered_otherwise(&self) -> bool {
        let looks = self.options.races != Races::Off && self.options.reduction.shows_races();
        let searches = self.options.search.strategy().is_complete;
        looks && searches && (self.vm.observed.weak.has_accesses() || self.vm.observed.weak.orders().next().is_some())
    }

    /// Searches a program that is verified once more, for accesses that synchronization does not order.
    pub(crate) fn search_unordered(&mut self) -> Result<(), Ended> {
        if !self.is_ordered_otherwise() {
            return Ok(());
        }
        let (options, stats) = (self.options.clone(), self.stats);
        let root = self.root.clone();
        self.go_back(&root);
        self.vm.observed.happens.start(true);
        // Joins order threads where they wait.
        let ends_go_unseen = std::mem::take(&mut self.vm.run.visibility.ends_go_unseen);
        self.vm.state.histories = Histories::default();
        self.options.store = Store::Exact;
        self.options.all = false;
        self.options.outcomes = false;
        let most = stats.states.saturating_mul(FACTOR).saturating_add(MORE);
        self.options.limits.states = Some(self.options.limits.states.map_or(most, |limit| limit.min(most)));
        self.stats.states = 0;
        (self.seen, self.exact) = (Some(self.options.store.kind().empty()), Some(Box::new(Exact::new(self.vm))));
        let result = self.explore(&mut DepthFirst::default(), &mut Unobserved);
        self.go_back(&root);
        (self.options, self.stats) = (options, stats);
        self.vm.observed.happens.start(false);
        self.vm.run.visibility.ends_go_unseen = ends_go_unseen;
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

    /// What a move has accessed although nothing orders it.
    pub(super) fn unordered_accesses(&mut self, taken: &Taken<'_>) -> Vec<Finding> {
        let mut findings = Vec::new();
        for race in self.vm.observed.happens.take().into_iter().map(Race::from) {
            findings.extend(self.finding_of(race, taken.from, &[taken.step]));
            if self.is_enough(&findings) {
                break;
            }
        }
        findings
    }
}
