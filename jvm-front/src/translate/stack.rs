//! The symbolic operand stack.
//!
//! An entry says where a value is: a register or a constant. Position `p` has a register of its own, its *home*
//! `base + p`. Two rules make forwarding safe without any search:
//!
//! * an entry names a local variable, a constant, or the home of a position that is not above its own;
//! * if any entry names the home of position `p`, the entry at `p` does.
//!
//! Pushing, popping and duplicating keep both; [`SymbolicStack::shuffle`] restores them with moves. So settling entries (copying
//! them to their homes) from the top down never overwrites a value that is still needed, and the home of a popped or a
//! new position is always free.

use braid_engine::program::{Assembler, Dst, Kind, Op, Src};

/// Where the value of a stack slot is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// In a register.
    Register(u16),
    /// An `int` constant.
    Int(i32),
    /// The bits of a `float` constant.
    Float(u32),
    /// A `long` constant.
    Long(i64),
    /// The bits of a `double` constant.
    Double(u64),
    /// `null`
    Null,
    /// The second slot of a `long` or `double`.
    High,
}

/// A popped value and the home register of the position it had.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) entry: Entry,
    pub(super) home: u16,
}

/// The result register of the instruction that was pushed last, while it is its only use.
#[derive(Clone, Copy)]
struct Fresh {
    at: usize,
    register: u16,
    kind: Kind,
}

/// The stack and the code that is being emitted.
pub(super) struct SymbolicStack {
    pub(super) asm: Assembler,
    entries: Vec<Entry>,
    base: u16,
    scratch: u16,
    fresh: Option<Fresh>,
}

impl SymbolicStack {
    /// A stack whose homes start at register `base`; `scratch` lies behind them.
    pub(super) fn new(base: u16, scratch: u16) -> Self {
        SymbolicStack { asm: Assembler::new(), entries: Vec::new(), base, scratch, fresh: None }
    }

    /// Starts a block: every value is in its home. `high` tells which slots are second halves.
    pub(super) fn reset(&mut self, high: impl Iterator<Item = bool>) {
        self.entries.clear();
        for (position, high) in high.enumerate() {
            let home = self.home(position);
            self.entries.push(if high { Entry::High } else { Entry::Register(home) });
        }
        self.fresh = None;
    }

    fn home(&self, position: usize) -> u16 {
        // The translator has checked that base + max_stack fits.
        self.base.wrapping_add(position as u16)
    }

    /// Number of slots.
    pub(super) fn depth(&self) -> usize {
        self.entries.len()
    }

    /// The home of the next position.
    pub(super) fn next_home(&self) -> u16 {
        self.home(self.entries.len())
    }

    /// Pushes a value that needs no instruction.
    pub(super) fn push(&mut self, entry: Entry, kind: Kind) {
        self.entries.push(entry);
        if kind.slots() == 2 {
            self.entries.push(Entry::High);
        }
    }

    /// Emits an instruction and pushes its result.
    pub(super) fn push_result(&mut self, kind: Kind, op: impl FnOnce(Dst) -> Op) {
        let register = self.next_home();
        self.fresh = Some(Fresh { at: self.asm.len(), register, kind });
        self.asm.push(op(Dst(register)));
        self.push(Entry::Register(register), kind);
    }

    /// Pops a value, whatever its size.
    pub(super) fn pop(&mut self) -> Value {
        let mut entry = self.entries.pop().expect("invariant: the inference has checked the depth");
        if entry == Entry::High {
            entry = self.entries.pop().expect("invariant: a second half has a first");
        }
        Value { entry, home: self.next_home() }
    }

    /// Drops slots.
    pub(super) fn drop_slots(&mut self, count: usize) {
        self.entries.truncate(self.entries.len() - count);
    }

    /// The register that holds a popped value; constants are loaded into its home.
    pub(super) fn source(&mut self, value: Value) -> Src {
        match value.entry {
            Entry::Register(register) => Src(register),
            _ => {
                self.load(value.entry, value.home);
                Src(value.home)
            }
        }
    }

    /// Pops a value into a register.
    pub(super) fn pop_source(&mut self) -> Src {
        let value = self.pop();
        self.source(value)
    }

    /// Puts the value of an entry into a register.
    fn load(&mut self, entry: Entry, to: u16) {
        let d = Dst(to);
        let op = match entry {
            Entry::Register(register) if register == to => return,
            Entry::Register(register) => Op::Move { d, s: Src(register) },
            Entry::Int(v) => Op::ConstI { d, v },
            Entry::Float(bits) => Op::ConstI { d, v: bits.cast_signed() },
            Entry::Long(v) => wide_constant(d, v),
            Entry::Double(bits) => wide_constant(d, bits.cast_signed()),
            Entry::Null => Op::ConstNull { d },
            Entry::High => return,
        };
        self.asm.push(op);
    }

    /// Puts all values from this position on into their homes.
    pub(super) fn settle_from(&mut self, from: usize) {
        for position in (from..self.entries.len()).rev() {
            self.settle(position);
        }
    }

    fn settle(&mut self, position: usize) {
        let home = self.home(position);
        if self.entries[position] != Entry::High {
            self.load(self.entries[position], home);
            self.entries[position] = Entry::Register(home);
        }
    }

    /// Before a local variable changes: values that are still to be read from it move to their homes.
    pub(super) fn release_local(&mut self, local: u16) {
        for position in (0..self.entries.len()).rev() {
            if self.entries[position] == Entry::Register(local) {
                self.settle(position);
            }
        }
    }

    /// Pops a value into a local variable.
    pub(super) fn store(&mut self, local: u16) {
        let value = self.pop();
        if value.entry == Entry::Register(local) {
            return;
        }
        self.release_local(local);
        match self.fresh_of(value) {
            Some(_) if !self.entries.contains(&value.entry) => self.asm.redirect_last(Dst(local)),
            _ => self.load(value.entry, local),
        }
        self.fresh = None;
    }

    /// The kind of the result that a value is, if the instruction pushed last made it.
    pub(super) fn fresh_of(&self, value: Value) -> Option<Kind> {
        let fresh = self.fresh?;
        let same = fresh.at + 1 == self.asm.len() && value.entry == Entry::Register(fresh.register);
        same.then_some(fresh.kind)
    }

    /// Replaces the topmost `window` slots by a selection of them, given from deepest to topmost.
    pub(super) fn shuffle(&mut self, window: usize, order: &[usize]) {
        let low = self.entries.len() - window;
        let old: Vec<Entry> = self.entries.split_off(low);
        let mut new: Vec<Entry> = order.iter().map(|&from| old[from]).collect();
        let first_home = self.home(low);
        let mut moves: Vec<(u16, u16)> = Vec::new();
        for at in 0..new.len() {
            let Entry::Register(register) = new[at] else { continue };
            let in_window = register >= first_home && usize::from(register - first_home) < window;
            if !in_window || new[..at].contains(&new[at]) {
                continue;
            }
            moves.push((register, self.home(low + at)));
        }
        for entry in &mut new {
            if let Entry::Register(register) = *entry
                && let Some(&(_, to)) = moves.iter().find(|&&(from, _)| from == register)
            {
                *entry = Entry::Register(to);
            }
        }
        self.move_all(moves);
        self.entries.extend(new);
    }

    /// Copies registers as if all at once.
    fn move_all(&mut self, mut moves: Vec<(u16, u16)>) {
        moves.retain(|&(from, to)| from != to);
        while !moves.is_empty() {
            let free = moves.iter().position(|&(_, to)| !moves.iter().any(|&(from, _)| from == to));
            match free {
                Some(at) => {
                    let (from, to) = moves.swap_remove(at);
                    self.asm.push(Op::Move { d: Dst(to), s: Src(from) });
                }
                None => {
                    // Only cycles are left: free one register.
                    self.asm.push(Op::Move { d: Dst(self.scratch), s: Src(moves[0].0) });
                    moves[0].0 = self.scratch;
                }
            }
        }
    }
}

fn wide_constant(d: Dst, v: i64) -> Op {
    match i32::try_from(v) {
        Ok(v) => Op::ConstL { d, v },
        // The two halves; truncation is meant.
        Err(_) => Op::ConstW { d, low: v as i32, high: (v >> 32) as i32 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs moves and constants on a register file.
    fn run(stack: SymbolicStack, registers: &mut [i64]) {
        for op in stack.asm.ops() {
            match *op {
                Op::Move { d, s } => registers[usize::from(d.0)] = registers[usize::from(s.0)],
                Op::ConstI { d, v } => registers[usize::from(d.0)] = v.into(),
                Op::ConstNull { d } => registers[usize::from(d.0)] = 0,
                other => panic!("unexpected {other:?}"),
            }
        }
    }

    /// Every sequence of up to five stack instructions leaves the values that a plain stack has.
    #[test]
    fn shuffles_agree_with_a_plain_stack() {
        const BASE: usize = 4;
        let shuffles: [(usize, &[usize]); 8] = [
            (2, &[1, 0]),
            (1, &[0, 0]),
            (2, &[1, 0, 1]),
            (3, &[2, 0, 1, 2]),
            (2, &[0, 1, 0, 1]),
            (3, &[1, 2, 0, 1, 2]),
            (4, &[2, 3, 0, 1, 2, 3]),
            (1, &[]),
        ];
        let choices = shuffles.len() + 4;
        for program in 0..choices.pow(5) {
            let mut symbolic = SymbolicStack::new(BASE as u16, 40);
            let mut plain: Vec<i64> = vec![100, 101, 102, 103];
            let mut locals: Vec<i64> = vec![10, 11, 12, 13];
            symbolic.reset([false; 4].into_iter());
            let mut rest = program;
            for step in 0..5 {
                let choice = rest % choices;
                rest /= choices;
                match choice.checked_sub(shuffles.len()) {
                    None => {
                        let (window, order) = shuffles[choice];
                        if plain.len() < window {
                            continue;
                        }
                        let old = plain.split_off(plain.len() - window);
                        plain.extend(order.iter().map(|&at| old[at]));
                        symbolic.shuffle(window, order);
                    }
                    Some(0) => {
                        symbolic.push(Entry::Int(step), Kind::Int);
                        plain.push(step.into());
                    }
                    Some(local @ (1 | 2)) => {
                        symbolic.push(Entry::Register(local as u16), Kind::Int);
                        plain.push(locals[local]);
                    }
                    Some(_) => {
                        if let Some(value) = plain.pop() {
                            symbolic.store(1);
                            locals[1] = value;
                        }
                    }
                }
            }
            symbolic.settle_from(0);
            let mut registers = vec![0; 41];
            registers[..4].copy_from_slice(&[10, 11, 12, 13]);
            registers[BASE..BASE + 4].copy_from_slice(&[100, 101, 102, 103]);
            run(symbolic, &mut registers);
            assert_eq!(&registers[BASE..BASE + plain.len()], plain, "program {program}");
            assert_eq!(registers[..4], locals, "program {program}");
        }
    }
}
