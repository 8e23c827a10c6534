//! Virtual time and threads that spin.
//!
//! Under virtual time a clock moves only when nobody can run. A thread that spins can always run, yet waiting for it to
//! stop would be in vain where all that can happen goes round in circles: in a trap (`livelock`). No machine spins for ever
//! in no time, so there time passes as well, in every state of the trap, for the waits that end first.
//!
//! Which states those are is known only after they were explored. Their names are kept, the search goes on as if the trap
//! had a way out, and is done over when it is through. What it finds wrong before that is wrong all the same: letting time
//! pass in more states only adds executions. Each time there are more such states, so this comes to an end when the search
//! does.

use rustc_hash::FxHashSet;

/// The states in which time passes although somebody can run.
#[derive(Default)]
pub(super) struct Circles {
    names: FxHashSet<u128>,
    grown: bool,
}

impl Circles {
    /// Adds the states of a trap; false if time has been passing in all of them.
    pub(super) fn add(&mut self, names: impl Iterator<Item = u128>) -> bool {
        let known = self.names.len();
        self.names.extend(names);
        self.grown |= self.names.len() > known;
        self.names.len() > known
    }

    /// Whether no state was added.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether a state is one of them.
    pub(super) fn contains(&self, name: u128) -> bool {
        self.names.contains(&name)
    }

    /// Whether states were added in this search.
    pub(super) fn have_grown(&self) -> bool {
        self.grown
    }

    /// The search starts again, with states called as before.
    pub(super) fn restart(&mut self) {
        self.grown = false;
    }
}
