//! Virtual time and threads that spin.
//!
//! Under virtual time the clock advances only when no thread can run. A thread that spins can always run, yet to wait until it
//! stops would be in vain in a terminal component (`property/livelock`). No machine spins for ever in no time, so time advances
//! there as well, in every state of the component, for the waits that end first.
//!
//! Which states those are is known only after they were explored. Their keys are kept, the search goes on as if the component
//! could be left, and is done over when it is through. What it finds wrong before that is wrong all the same: letting time
//! pass in more states only adds executions. Each time there are more such states, so this comes to an end when the search
//! does.

use rustc_hash::FxHashSet;

/// States in which virtual time advances although threads can run: all that they do is spin.
#[derive(Default)]
pub(super) struct SpinStates {
    keys: FxHashSet<u128>,
    grown: bool,
}

impl SpinStates {
    /// Adds the states of a terminal component; false if time has been passing in all of them.
    pub(super) fn add(&mut self, keys: impl Iterator<Item = u128>) -> bool {
        let known = self.keys.len();
        self.keys.extend(keys);
        self.grown |= self.keys.len() > known;
        self.keys.len() > known
    }

    /// Whether no state was added.
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Whether a state is one of them.
    pub(super) fn contains(&self, key: u128) -> bool {
        self.keys.contains(&key)
    }

    /// Whether states were added in this search.
    pub(super) fn have_grown(&self) -> bool {
        self.grown
    }

    /// The search starts again, with the same keys of states.
    pub(super) fn restart(&mut self) {
        self.grown = false;
    }
}
