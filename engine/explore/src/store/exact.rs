//! States are numbered without relying on hashes (`canon/exact.rs`), and one bit a number says that it was visited.

use super::{Kind, StateSet};
use crate::assumptions::StateIdentity;

pub(super) static KIND: Exact = Exact;

pub(super) struct Exact;

impl Kind for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn help(&self) -> &'static str {
        "As trees of components, without relying on hashes"
    }

    fn numbers_states(&self) -> bool {
        true
    }

    fn identity(&self, _: u64) -> StateIdentity {
        StateIdentity::Exact
    }

    fn empty(&self) -> Box<dyn StateSet> {
        Box::new(Numbers::default())
    }
}

/// A bit for each number.
#[derive(Default)]
struct Numbers(Vec<u64>);

impl StateSet for Numbers {
    fn insert(&mut self, number: u128) -> bool {
        let (word, bit) = ((number / 64) as usize, 1 << (number % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    fn fresh(&self) -> Box<dyn StateSet> {
        Box::new(Numbers::default())
    }

    fn growth(&self) -> u64 {
        0
    }

    fn bytes(&self) -> u64 {
        self.0.capacity() as u64 * 8
    }
}
