//! Keys of 128 bits in one table. Two states with equal keys are taken for one; with n states and keys that are as good as random,
//! the probability that this happens at all is below n² / 2¹²⁹.

use super::{Kind, StateSet};
use crate::assumptions::StateIdentity;

pub(super) static KIND: Compact = Compact;

pub(super) struct Compact;

impl Kind for Compact {
    fn name(&self) -> &'static str {
        "compact"
    }

    fn help(&self) -> &'static str {
        "As keys of 128 bits"
    }

    fn numbers_states(&self) -> bool {
        false
    }

    fn identity(&self, states: u64) -> StateIdentity {
        // That any two of n keys are equal: less than n² / 2 pairs, each with a probability of 1 / 2¹²⁸.
        StateIdentity::Keys((states as f64).powi(2) / 2f64.powi(129))
    }

    fn empty(&self) -> Box<dyn StateSet> {
        Box::new(KeySet::default())
    }
}

/// So many keys may come between two looks at the memory in use.
const SOON: usize = 1024;

/// A set of keys: open addressing with linear probing. The keys are hashes already. Full to four fifths it grows by half,
/// so that it takes between 20 and 30 bytes a key.
#[derive(Default)]
struct KeySet {
    /// Zero is an empty slot.
    slots: Vec<u128>,
    used: usize,
}

impl KeySet {
    fn find(&self, key: u128) -> usize {
        let mut at = ((u128::from(key as u64) * self.slots.len() as u128) >> 64) as usize;
        while self.slots[at] != 0 && self.slots[at] != key {
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
        at
    }

    /// How many keys there is room for.
    fn limit(&self) -> usize {
        (self.slots.len() * 4).div_ceil(5)
    }

    /// How many slots there will be next.
    fn grown(&self) -> usize {
        (self.slots.len() * 3 / 2).max(64)
    }

    fn grow(&mut self) {
        let grown = vec![0; self.grown()];
        let old = std::mem::replace(&mut self.slots, grown);
        for key in old.into_iter().filter(|&key| key != 0) {
            let at = self.find(key);
            self.slots[at] = key;
        }
    }
}

impl StateSet for KeySet {
    fn insert(&mut self, key: u128) -> bool {
        // One key in 2^128 shares its slot with the next.
        let key = key.max(1);
        if self.used >= self.limit() {
            self.grow();
        }
        let at = self.find(key);
        if self.slots[at] == key {
            return false;
        }
        self.slots[at] = key;
        self.used += 1;
        true
    }

    fn fresh(&self) -> Box<dyn StateSet> {
        Box::new(KeySet::default())
    }

    fn growth(&self) -> u64 {
        if self.used + SOON >= self.limit() { self.grown() as u64 * 16 } else { 0 }
    }

    fn bytes(&self) -> u64 {
        self.slots.capacity() as u64 * 16
    }
}

#[cfg(test)]
mod tests {
    use super::{KeySet, StateSet as _};

    /// A permutation of the numbers, to have keys that are spread and different.
    fn key(n: u64) -> u128 {
        u128::from(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)) << 64 | u128::from(n.wrapping_mul(0xd134_2543_de82_ef95))
    }

    #[test]
    fn a_set_knows_what_was_put_in_and_nothing_else() {
        let mut set = KeySet::default();
        for n in 0..100_000 {
            assert!(set.insert(key(n)), "{n} is new");
            assert!(!set.insert(key(n / 2)), "{n} halved is known");
        }
        assert_eq!(set.used, 100_000);
    }

    #[test]
    fn a_set_takes_at_most_thirty_bytes_a_key() {
        let mut set = KeySet::default();
        for n in 0..200_000 {
            set.insert(key(n));
            assert!(n < 1000 || set.bytes() <= 31 * (n + 1), "{} bytes for {} keys", set.bytes(), n + 1);
        }
    }

    #[test]
    fn a_set_says_before_it_grows_what_that_takes() {
        let mut set = KeySet::default();
        for n in 0..200_000 {
            let (before, growth) = (set.bytes(), set.growth());
            set.insert(key(n));
            assert!(
                set.bytes() == before || set.bytes() == growth,
                "{before} bytes, {growth} to grow, {}",
                set.bytes()
            );
        }
    }
}
