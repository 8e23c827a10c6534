//! Endless loops of a thread that runs on its own.
//!
//! While no other thread runs, a thread is a deterministic machine between two choices. If it comes back to a state in which
//! it was before, it does so for ever. The sequence of states then has the shape of a lasso: a lead, and a period.
//!
//! Looking costs, so a thread that stops soon pays nothing: the first look comes after a number of instructions that the
//! caller chooses. From then on, windows open from time to time in which the thread runs instruction by instruction. Each is
//! longer than the one before, so that it covers any period in the end, and together they are a small part of the run. The
//! state at the beginning of a window is its anchor. Where the thread stands at the same instruction again, with the same
//! numbers in its registers, the canonical keys of the two states are compared, as by Brent's algorithm (1980): with one
//! earlier state, at first the anchor, which is replaced after 1, 2, 4, 8, … comparisons.
//!
//! Equal keys mean equal states, up to the collisions of 128-bit hashes that every compact store accepts. So a loop that is
//! found is one, and the only thing that depends on when looking began is how soon it is found.

use super::canon::Canonicalizer;
use super::hash::Hasher128;
use braid_machine::interp::{Stop, Watch};
use braid_machine::vm::Vm;
use braid_program::{Facts, Pc, ThreadId};

/// Instructions that the shortest window has.
const SHORTEST: u64 = 1_024;

/// A window has this fraction of the instructions executed before it.
const SHARE: u64 = 32;

/// A window may take one key for so many of its instructions, and as many as the shortest window has in any case.
const INSTRUCTIONS_A_KEY: u64 = 64;

/// A loop: after `lead` instructions the thread is in it, and after `period` more it is where it was then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lasso {
    /// Instructions from the beginning of the run into the loop.
    pub(super) lead: u64,
    /// Instructions once around.
    pub(super) period: u64,
    /// Choices that had been asked for after the lead.
    pub(super) asked: usize,
}

/// Where a thread stands, as far as that can be told at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Spot {
    depth: usize,
    method: u64,
    pc: Pc,
    numbers: u128,
}

/// The state that later ones are compared with.
struct Snapshot {
    key: u128,
    at: u64,
    asked: usize,
}

struct Window {
    ends: u64,
    anchor: Spot,
    earlier: Snapshot,
    /// Comparisons with the earlier state, and after how many it is replaced.
    compared: u64,
    replace_after: u64,
    keys_left: u64,
}

/// Looks for the loop of one run of a thread.
pub(super) struct LoopFinder {
    thread: ThreadId,
    /// When the next window opens.
    opens: u64,
    window: Option<Window>,
    /// When it was looked last.
    looked: u64,
    /// Names states relative to one of them. Made when it is needed.
    names: Option<Canonicalizer>,
}

impl LoopFinder {
    /// Looks once a thread has run for so many instructions.
    pub(super) fn new(thread: ThreadId, after: u64) -> Self {
        LoopFinder { thread, opens: after.max(1), window: None, looked: 0, names: None }
    }

    /// How many more instructions the thread may run before the next look.
    pub(super) fn patience(&self, ran: u64) -> u64 {
        if self.window.is_some() { 1 } else { self.opens.saturating_sub(ran).max(1) }
    }

    /// Begins anew, after so many instructions: what was seen so far is forgotten.
    pub(super) fn restart(&mut self, ran: u64) {
        (self.window, self.names) = (None, None);
        self.opens = self.opens.max(ran + 1);
    }

    /// The thread has run for so many instructions and asked for so many choices: whether it is in a loop.
    pub(super) fn look(&mut self, vm: &mut Vm, ran: u64, asked: usize) -> Option<Lasso> {
        let Some(window) = &mut self.window else {
            if ran >= self.opens
                && let Some(anchor) = Spot::of(vm, self.thread)
            {
                let here = Snapshot { key: key(&mut self.names, vm), at: ran, asked };
                self.window = Some(Window::open(anchor, here));
                self.looked = ran;
            }
            return None;
        };
        if ran == self.looked {
            return None;
        }
        self.looked = ran;
        if ran > window.ends || window.keys_left == 0 {
            self.window = None;
            self.opens = ran.saturating_mul(2);
            return None;
        }
        if !window.anchor.is_here(vm, self.thread) {
            return None;
        }
        window.keys_left -= 1;
        let key = key(&mut self.names, vm);
        let earlier = &window.earlier;
        if earlier.key == key {
            return Some(Lasso { lead: earlier.at, period: ran - earlier.at, asked: earlier.asked });
        }
        window.compared += 1;
        if window.compared >= window.replace_after {
            window.earlier = Snapshot { key, at: ran, asked };
            window.replace_after *= 2;
            window.compared = 0;
        }
        None
    }
}

impl Window {
    fn open(anchor: Spot, here: Snapshot) -> Self {
        let length = SHORTEST.max(here.at / SHARE);
        let keys_left = SHORTEST.max(length / INSTRUCTIONS_A_KEY);
        Window { ends: here.at + length, anchor, earlier: here, compared: 0, replace_after: 1, keys_left }
    }
}

impl Spot {
    /// Where a thread stands, if it is in code.
    fn of(vm: &mut Vm, thread: ThreadId) -> Option<Spot> {
        let state = vm.state.thread(thread);
        let frame = *state.top()?;
        let depth = state.frames.len();
        let numbers = numbers(vm, thread);
        Some(Spot { depth, method: vm.program.method(frame.method).key, pc: frame.pc, numbers })
    }

    /// Whether a thread stands there again.
    fn is_here(&self, vm: &mut Vm, thread: ThreadId) -> bool {
        let state = vm.state.thread(thread);
        let near = state.frames.len() == self.depth && state.top().is_some_and(|frame| frame.pc == self.pc);
        near && Spot::of(vm, thread) == Some(*self)
    }
}

/// A hash of the live numbers in the registers of a thread's top frame.
fn numbers(vm: &mut Vm, thread: ThreadId) -> u128 {
    let mut hasher = Hasher128::new(0);
    let state = vm.state.thread(thread);
    if let Some(frame) = state.top()
        && vm.program.method(frame.method).code().is_some()
    {
        let known = vm.links.facts.entry(frame.method);
        let facts = known.or_insert_with(|| Facts::of(&vm.program, frame.method));
        let registers = state.registers(frame);
        for (register, is_ref) in facts.live_at_rest(state.rest(state.frames.len() - 1)) {
            if !is_ref {
                hasher.word(u64::from(register));
                hasher.word(registers[usize::from(register)]);
            }
        }
    }
    hasher.finish()
}

/// A key of the machine's state, which can be compared with others of the same run.
fn key(names: &mut Option<Canonicalizer>, vm: &Vm) -> u128 {
    let interval = vm.state.last_checkpoint().expect("invariant: threads of a search run after a checkpoint");
    let names = names.get_or_insert_with(|| Canonicalizer::within_interval(vm, interval));
    names.advance(vm, interval);
    names.key(vm)
}

/// Brings a thread that stands in a loop to the same place of it, wherever it stands: to the least spot on the way around.
pub(super) fn settle(vm: &mut Vm, thread: ThreadId, period: u64) {
    let Some(mut least) = Spot::of(vm, thread) else { return };
    let mut at = 0;
    for step in 1..period {
        step_once(vm, thread);
        if let Some(spot) = Spot::of(vm, thread).filter(|spot| *spot < least) {
            (least, at) = (spot, step);
        }
    }
    step_once(vm, thread);
    for _ in 0..at {
        step_once(vm, thread);
    }
}

/// Lets a thread execute an instruction, be it one that others can see.
fn step_once(vm: &mut Vm, thread: ThreadId) {
    for _ in 0..2 {
        match vm.run_thread(thread, 1) {
            Stop::Visible => vm.run.watch = Watch::Pass,
            Stop::Yielded
            | Stop::Budget
            | Stop::Blocked
            | Stop::Refused
            | Stop::Ended
            | Stop::Returned
            | Stop::Uncaught(_)
            | Stop::Pruned
            | Stop::Halted(_)
            | Stop::Unsupported(_) => return,
        }
    }
}
