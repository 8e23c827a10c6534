//! Tables that number what they are given: strings of bytes, pairs of numbers, lists of numbers. Equal things get the same
//! number, others do not; hashes only say where to look.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Numbers of the entries of some table, found by hash.
#[derive(Default)]
struct Index {
    /// Number plus one; zero is empty.
    cells: Vec<u32>,
    used: usize,
}

impl Index {
    /// The number of an equal entry, or the cell for a new one.
    fn find(&self, hash: u64, equal: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let spread = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = ((u128::from(spread) * self.cells.len() as u128) >> 64) as usize;
        loop {
            match self.cells[at] {
                0 => return Err(at),
                cell if equal(cell - 1) => return Ok(cell - 1),
                _ => at = (at + 1) % self.cells.len(),
            }
        }
    }

    /// Makes room for one more entry.
    fn reserve(&mut self, hash_of: impl Fn(u32) -> u64) {
        if self.used * 5 < self.cells.len() * 4 {
            return;
        }
        let old = std::mem::take(&mut self.cells);
        self.cells = vec![0; (old.len() * 3 / 2).max(64)];
        for cell in old.into_iter().filter(|&cell| cell != 0) {
            let Err(at) = self.find(hash_of(cell - 1), |_| false) else { continue };
            self.cells[at] = cell;
        }
    }

    fn set(&mut self, at: usize, number: u32) {
        self.cells[at] = number + 1;
        self.used += 1;
    }

    fn bytes(&self) -> usize {
        self.cells.capacity() * 4
    }
}

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Adds to a vector, which grows by a quarter: what is measured is what is used.
fn push<T: Copy>(vec: &mut Vec<T>, values: &[T]) {
    if vec.capacity() - vec.len() < values.len() {
        vec.reserve_exact(values.len().max(vec.len() / 4).max(16));
    }
    vec.extend_from_slice(values);
}

/// Strings of bytes with numbers.
#[derive(Default)]
pub(super) struct Strings {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    index: Index,
}

impl Strings {
    pub fn number(&mut self, text: &[u8]) -> u32 {
        let Strings { bytes, ends, index } = self;
        let at = |number: u32| {
            let from = if number == 0 { 0 } else { ends[number as usize - 1] };
            &bytes[from as usize..ends[number as usize] as usize]
        };
        index.reserve(|number| hash_of(at(number)));
        match index.find(hash_of(text), |number| at(number) == text) {
            Ok(number) => number,
            Err(cell) => {
                let number = u32::try_from(ends.len()).expect("fewer than 2^32 components");
                push(bytes, text);
                push(ends, &[u32::try_from(bytes.len()).expect("fewer than 2^32 bytes of components")]);
                index.set(cell, number);
                number
            }
        }
    }

    pub fn bytes(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * 4 + self.index.bytes()
    }
}

/// Pairs of numbers with numbers.
#[derive(Default)]
pub(super) struct Pairs {
    pairs: Vec<(u32, u32)>,
    index: Index,
}

impl Pairs {
    pub fn number(&mut self, pair: (u32, u32)) -> u32 {
        let Pairs { pairs, index } = self;
        index.reserve(|number| hash_of(pairs[number as usize]));
        match index.find(hash_of(pair), |number| pairs[number as usize] == pair) {
            Ok(number) => number,
            Err(cell) => {
                let number = u32::try_from(pairs.len()).expect("fewer than 2^32 pairs");
                push(pairs, &[pair]);
                index.set(cell, number);
                number
            }
        }
    }

    /// The number of a list among lists of the same length.
    pub fn list(&mut self, list: &[u32]) -> u32 {
        match *list {
            [] => 0,
            [one] => one,
            [..] => {
                // The left part is full, so that what is added at the end leaves it alone.
                let (left, right) = list.split_at(list.len().next_power_of_two() / 2);
                let pair = (self.list(left), self.list(right));
                self.number(pair)
            }
        }
    }

    pub fn bytes(&self) -> usize {
        self.pairs.capacity() * 8 + self.index.bytes()
    }
}

/// A string in the making.
#[derive(Default)]
pub(super) struct Text(pub Vec<u8>);

impl Text {
    /// Adds a number, in as few bytes as it needs.
    pub fn put(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}
