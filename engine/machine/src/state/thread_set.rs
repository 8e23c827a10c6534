//! Sets of threads, small enough to be copied.

use crate::program::ThreadId;

/// A set of threads with numbers below [`ThreadSet::LIMIT`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ThreadSet(u128);

impl ThreadSet {
    /// Threads from this number on cannot be in a set.
    pub const LIMIT: usize = u128::BITS as usize;

    /// Whether a thread can be in a set.
    pub fn can_hold(thread: ThreadId) -> bool {
        thread.index() < Self::LIMIT
    }

    /// Whether no thread is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a thread is in the set.
    pub fn contains(self, thread: ThreadId) -> bool {
        Self::can_hold(thread) && self.0 >> thread.index() & 1 == 1
    }

    /// Adds a thread, which can be in a set.
    pub fn insert(&mut self, thread: ThreadId) {
        debug_assert!(Self::can_hold(thread), "the thread fits");
        self.0 |= 1 << thread.index();
    }

    /// The threads of both.
    pub fn union(self, other: Self) -> Self {
        ThreadSet(self.0 | other.0)
    }

    /// Its threads, in the order of their numbers.
    pub fn threads(self) -> impl Iterator<Item = ThreadId> {
        (0..Self::LIMIT - self.0.leading_zeros() as usize)
            .map(ThreadId::new)
            .filter(move |&thread| self.contains(thread))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_put_in() {
        let mut set = ThreadSet::default();
        assert!(set.is_empty() && set.threads().next().is_none());
        let (first, last, beyond) = (ThreadId::new(0), ThreadId::new(127), ThreadId::new(128));
        set.insert(last);
        set.insert(first);
        assert_eq!(set.threads().collect::<Vec<_>>(), [first, last]);
        assert!(set.contains(last) && !set.contains(ThreadId::new(1)) && !set.contains(beyond));
        assert!(!ThreadSet::can_hold(beyond));
        assert_eq!(set.union(ThreadSet::default()), set);
    }
}
