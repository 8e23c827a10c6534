//! What is known of actions that the program awaits (`natives/attempt.rs`) while one is tried.

use super::memory::Touch;

/// How the attempt to take an action fares.
#[derive(Default)]
pub struct Attempts {
    /// One is under way.
    on: bool,
    /// It is only to show whether it is possible, and will be undone.
    trial: bool,
    /// It had to wait: what it does is not possible now.
    pub(crate) blocked: bool,
    /// What attempts have touched that others can reach, until the search takes note of it.
    pub touched: Vec<Touch>,
}

impl Attempts {
    /// Whether an attempt is under way: what happens is part of it.
    pub(crate) fn is_on(&self) -> bool {
        self.on
    }

    /// Whether what happens will be undone in any case.
    pub(crate) fn is_trial(&self) -> bool {
        self.on && self.trial
    }

    /// The objects from this number on are gone.
    pub(crate) fn forget_from(&mut self, objects: usize) {
        self.touched.retain(|touch| touch.obj.index() < objects);
    }

    /// An attempt begins.
    pub(crate) fn begin(&mut self, trial: bool) {
        (self.on, self.trial, self.blocked) = (true, trial, false);
    }

    /// It is over.
    pub(crate) fn end(&mut self) {
        (self.on, self.trial) = (false, false);
    }
}
