//! Sequences of objects that hash as a whole and can be lengthened, shortened and hung elsewhere without looking at each.
//!
//! A *strand* is a list of *beads*, each with a digit. Its number is the sum of digit · BASE^position modulo the prime
//! 2^127 - 1, so a bead in front of the others multiplies what they add up to, and one behind them adds to it. Taking a
//! strand apart in the middle costs what the shorter part is long.
//!
//! What beads are is said in `locations/beads.rs`. Everything is undone by a log.

use braid_program::ObjId;
use std::collections::VecDeque;

/// The modulus, a Mersenne prime.
const PRIME: u128 = (1 << 127) - 1;
/// Any number that generates a large group.
const BASE: u128 = 0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15;

/// Number of a strand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StrandId(u32);

/// Where a bead is. Positions are counted from a place that stays when beads come and go in front.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeadIndex {
    pub strand: StrandId,
    index: i32,
}

/// What of a strand is saved as a whole.
#[derive(Clone, Copy)]
struct Core {
    anchor: ObjId,
    slot: u32,
    /// The index of the first bead.
    first: i32,
    number: u128,
    hash: u128,
}

struct Strand {
    core: Core,
    beads: VecDeque<ObjId>,
    /// The last pass in which its core was saved.
    saved: u32,
    /// The last pass in which it was found that its hash has to be computed again.
    dirty: u32,
}

#[derive(Clone, Copy)]
pub(super) enum Side {
    Front,
    Back,
}

enum StrandUndo {
    Taken(StrandId),
    Freed(StrandId),
    Pushed(StrandId, Side),
    Popped(StrandId, Side, ObjId),
    Core(StrandId, Core),
}

/// All strands.
pub(super) struct Strands {
    strands: Vec<Strand>,
    free: Vec<StrandId>,
    log: Vec<StrandUndo>,
    pass: u32,
    dirty: Vec<StrandId>,
    /// Powers of the base, as many as were needed so far.
    powers: Vec<u128>,
    inverse: u128,
}

impl Strands {
    pub fn new() -> Self {
        Strands {
            strands: Vec::new(),
            free: Vec::new(),
            log: Vec::new(),
            pass: 0,
            dirty: Vec::new(),
            powers: vec![1],
            inverse: power(BASE, PRIME - 2),
        }
    }

    /// Begins to work in a step.
    pub fn begin(&mut self, pass: u32) {
        self.pass = pass;
        self.dirty.clear();
    }

    /// Where the log stands.
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// Undoes everything since the log stood there.
    pub fn rollback(&mut self, mark: usize) {
        while self.log.len() > mark {
            match self.log.pop().expect("invariant: the log is longer than the mark") {
                StrandUndo::Taken(id) => self.free.push(id),
                StrandUndo::Freed(id) => {
                    let last = self.free.pop();
                    debug_assert_eq!(last, Some(id), "strands are freed and taken in turn");
                }
                StrandUndo::Pushed(id, Side::Front) => drop(self.beads_mut(id).pop_front()),
                StrandUndo::Pushed(id, Side::Back) => drop(self.beads_mut(id).pop_back()),
                StrandUndo::Popped(id, Side::Front, obj) => self.beads_mut(id).push_front(obj),
                StrandUndo::Popped(id, Side::Back, obj) => self.beads_mut(id).push_back(obj),
                StrandUndo::Core(id, core) => self.strands[id.0 as usize].core = core,
            }
        }
    }

    fn beads_mut(&mut self, id: StrandId) -> &mut VecDeque<ObjId> {
        &mut self.strands[id.0 as usize].beads
    }

    /// What of a strand is about to change.
    fn core_mut(&mut self, id: StrandId) -> &mut Core {
        let strand = &mut self.strands[id.0 as usize];
        if strand.saved != self.pass {
            strand.saved = self.pass;
            self.log.push(StrandUndo::Core(id, strand.core));
        }
        if strand.dirty != self.pass {
            strand.dirty = self.pass;
            self.dirty.push(id);
        }
        &mut strand.core
    }

    /// A strand without beads that hangs in a slot of an object.
    pub fn take(&mut self, anchor: ObjId, slot: u32) -> StrandId {
        let id = self.free.pop().unwrap_or_else(|| {
            let core = Core { anchor, slot, first: 0, number: 0, hash: 0 };
            self.strands.push(Strand { core, beads: VecDeque::new(), saved: 0, dirty: 0 });
            StrandId((self.strands.len() - 1) as u32)
        });
        self.log.push(StrandUndo::Taken(id));
        let core = self.core_mut(id);
        (core.anchor, core.slot) = (anchor, slot);
        id
    }

    /// Gives a strand without beads back.
    pub fn free(&mut self, id: StrandId) {
        debug_assert!(self.strands[id.0 as usize].beads.is_empty(), "a strand in use is not free");
        self.free.push(id);
        self.log.push(StrandUndo::Freed(id));
    }

    /// The object that a strand hangs from, and the slot that it hangs in. All beads refer to the next one by this slot.
    pub fn anchor(&self, id: StrandId) -> (ObjId, u32) {
        let core = &self.strands[id.0 as usize].core;
        (core.anchor, core.slot)
    }

    /// Hangs a strand elsewhere.
    pub fn set_anchor(&mut self, id: StrandId, anchor: ObjId) {
        self.core_mut(id).anchor = anchor;
    }

    /// The number of beads.
    pub fn len(&self, id: StrandId) -> u32 {
        self.strands[id.0 as usize].beads.len() as u32
    }

    /// How many beads come before one.
    pub fn position(&self, place: BeadIndex) -> u32 {
        (place.index - self.strands[place.strand.0 as usize].core.first) as u32
    }

    /// Puts a bead at an end.
    pub fn push(&mut self, id: StrandId, side: Side, obj: ObjId, digit: u128) -> BeadIndex {
        let len = self.len(id);
        let power = self.power_of_base(len);
        let core = self.core_mut(id);
        let index = match side {
            Side::Front => {
                core.number = add(reduce(digit), multiply(core.number, BASE));
                core.first -= 1;
                core.first
            }
            Side::Back => {
                core.number = add(core.number, multiply(reduce(digit), power));
                core.first + len as i32
            }
        };
        match side {
            Side::Front => self.beads_mut(id).push_front(obj),
            Side::Back => self.beads_mut(id).push_back(obj),
        }
        self.log.push(StrandUndo::Pushed(id, side));
        BeadIndex { strand: id, index }
    }

    /// The bead at an end.
    pub fn end(&self, id: StrandId, side: Side) -> Option<ObjId> {
        let beads = &self.strands[id.0 as usize].beads;
        match side {
            Side::Front => beads.front().copied(),
            Side::Back => beads.back().copied(),
        }
    }

    /// Takes the bead at an end away, which has this digit.
    pub fn pop(&mut self, id: StrandId, side: Side, digit: u128) {
        let power = self.power_of_base(self.len(id) - 1);
        let inverse = self.inverse;
        let core = self.core_mut(id);
        match side {
            Side::Front => {
                core.number = multiply(subtract(core.number, reduce(digit)), inverse);
                core.first += 1;
            }
            Side::Back => core.number = subtract(core.number, multiply(reduce(digit), power)),
        }
        let obj = match side {
            Side::Front => self.beads_mut(id).pop_front(),
            Side::Back => self.beads_mut(id).pop_back(),
        };
        self.log.push(StrandUndo::Popped(id, side, obj.expect("invariant: the strand has a bead")));
    }

    /// A bead has another digit.
    pub fn change(&mut self, place: BeadIndex, before: u128, now: u128) {
        let power = self.power_of_base(self.position(place));
        let core = self.core_mut(place.strand);
        core.number = add(core.number, multiply(subtract(reduce(now), reduce(before)), power));
    }

    /// The anchor of a strand has moved.
    pub fn moved(&mut self, id: StrandId) {
        self.core_mut(id);
    }

    /// The number of a strand.
    pub fn number(&self, id: StrandId) -> u128 {
        self.strands[id.0 as usize].core.number
    }

    /// The strands whose hashes have to be computed again.
    pub fn take_dirty(&mut self) -> Vec<StrandId> {
        std::mem::take(&mut self.dirty)
    }

    /// Sets the hash of a strand; returns the one before.
    pub fn set_hash(&mut self, id: StrandId, hash: u128) -> u128 {
        std::mem::replace(&mut self.core_mut(id).hash, hash)
    }

    /// Takes the list back to use it again.
    pub fn give_back(&mut self, dirty: Vec<StrandId>) {
        self.dirty = dirty;
    }

    fn power_of_base(&mut self, exponent: u32) -> u128 {
        while self.powers.len() <= exponent as usize {
            let last = self.powers[self.powers.len() - 1];
            self.powers.push(multiply(last, BASE));
        }
        self.powers[exponent as usize]
    }
}

/// The number of a strand with these digits.
pub(super) fn number_of(digits: impl DoubleEndedIterator<Item = u128>) -> u128 {
    digits.rev().fold(0, |number, digit| add(multiply(number, BASE), reduce(digit)))
}

// ----- arithmetic modulo 2^127 - 1 -----

fn reduce(value: u128) -> u128 {
    let value = (value & PRIME) + (value >> 127);
    if value >= PRIME { value - PRIME } else { value }
}

fn add(a: u128, b: u128) -> u128 {
    reduce(a + b)
}

fn subtract(a: u128, b: u128) -> u128 {
    reduce(a + (PRIME - b))
}

fn multiply(a: u128, b: u128) -> u128 {
    const LOW: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & LOW, b >> 64, b & LOW);
    // The upper halves have 63 bits, so nothing overflows but the sum of the lower words.
    let middle = a1 * b0 + a0 * b1;
    let (low, carry) = (a0 * b0).overflowing_add(middle << 64);
    let high = a1 * b1 + (middle >> 64) + u128::from(carry);
    // 2^128 is 2.
    add(reduce(low), reduce(high << 1))
}

fn power(base: u128, mut exponent: u128) -> u128 {
    let (mut result, mut square) = (1, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, square);
        }
        square = multiply(square, square);
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_long_multiplication() {
        let slowly = |a: u128, b: u128| {
            (0..127).rev().fold(0, |sum, bit| {
                let double = add(sum, sum);
                if b >> bit & 1 == 1 { add(double, a) } else { double }
            })
        };
        let numbers = [0, 1, 2, PRIME - 1, PRIME - 2, BASE, 1 << 126, (1 << 64) - 1, 1 << 64, BASE >> 3];
        for a in numbers {
            for b in numbers {
                assert_eq!(multiply(a, b), slowly(a, b), "{a:x} * {b:x}");
            }
        }
        assert_eq!(multiply(BASE, power(BASE, PRIME - 2)), 1);
    }

    #[test]
    fn beads_come_and_go_at_both_ends_and_everything_is_undone() {
        let digit = |obj: u32| reduce(u128::from(obj + 1).wrapping_mul(BASE << 2));
        let mut strands = Strands::new();
        strands.begin(1);
        let id = strands.take(ObjId(1), 0);
        let mut model: VecDeque<u32> = VecDeque::new();
        let mut marks = Vec::new();
        for step in 0..200_u32 {
            strands.begin(step + 2);
            marks.push((strands.mark(), model.clone()));
            match step * 7 % 5 {
                0 | 1 => {
                    strands.push(id, Side::Front, ObjId(step), digit(step));
                    model.push_front(step);
                }
                2 | 3 => {
                    let place = strands.push(id, Side::Back, ObjId(step), digit(step));
                    assert_eq!(strands.position(place) as usize, model.len());
                    model.push_back(step);
                }
                _ if step % 2 == 0 => strands.pop(id, Side::Front, digit(model.pop_front().expect("not empty"))),
                _ => strands.pop(id, Side::Back, digit(model.pop_back().expect("not empty"))),
            }
            assert_eq!(strands.number(id), number_of(model.iter().map(|&obj| digit(obj))));
        }
        while let Some((mark, model)) = marks.pop() {
            strands.rollback(mark);
            assert_eq!(strands.number(id), number_of(model.iter().map(|&obj| digit(obj))));
            assert_eq!(strands.end(id, Side::Back).map(|obj| obj.0), model.back().copied());
        }
    }

    #[test]
    fn a_digit_changes_where_the_bead_is() {
        let mut strands = Strands::new();
        strands.begin(1);
        let id = strands.take(ObjId(1), 0);
        let places: Vec<BeadIndex> = (0..5).map(|i| strands.push(id, Side::Back, ObjId(i), u128::from(i))).collect();
        strands.push(id, Side::Front, ObjId(9), 9);
        strands.change(places[2], 2, 77);
        assert_eq!(strands.number(id), number_of([9, 0, 1, 77, 3, 4].into_iter()));
        let free = strands.mark();
        let other = strands.take(ObjId(2), 0);
        strands.free(other);
        strands.rollback(free);
        assert_eq!(strands.take(ObjId(3), 1), other);
    }
}
