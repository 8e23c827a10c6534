//! Where states arise: for searches that do not come to an end.
//!
//! Each new state counts for the place where the thread stood whose move led to it: the innermost line of the program's own, and
//! the call into the class library that it was in; of a thread of the library's own, what it was in. Of the first moves each
//! is looked at, later one of many, so that this costs nothing to speak of.

use super::checker::Checker;
use super::moves::{Move, WakeUp};
use braid_machine::interp::TraceLine;
use braid_program::{MethodId, ThreadId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// So many moves are all looked at, and of later ones one in so many.
const ALL: u64 = 2_048;
const EVERY: u64 = 64;

/// Where states arise.
#[derive(Default)]
pub(super) struct Hot {
    spots: FxHashMap<Spot, Count>,
    seen: u64,
    from: Option<Begin>,
    moves: u64,
    expirations: u64,
}

/// A place in the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Spot {
    own: Option<(MethodId, i32)>,
    inside: Option<MethodId>,
}

/// Where a move begins.
struct Begin {
    spot: Spot,
    line: Option<TraceLine>,
    thread: ThreadId,
    /// How many moves it stands for.
    weight: u64,
}

#[derive(Default)]
struct Count {
    states: u64,
    threads: BTreeSet<ThreadId>,
    bci: u16,
}

/// A place in the program where many states arise.
#[derive(Clone, PartialEq, Debug)]
pub struct HotPlace {
    /// The line of the program's own; none in a thread of the library's own.
    pub line: Option<TraceLine>,
    /// The method of the class library that was called there.
    pub inside: Option<MethodId>,
    /// The part of all states, in percent.
    pub share: u64,
    /// How many threads come there.
    pub threads: usize,
}

impl Checker<'_> {
    /// A move is about to be taken: where its thread stands.
    pub(super) fn note_move(&mut self, step: &Move) {
        self.hot.moves += 1;
        self.hot.expirations += u64::from(step.wake == WakeUp::Expires);
        let weight = if self.hot.moves <= ALL { 1 } else { EVERY };
        self.hot.from = None;
        if weight != 1 && !self.hot.moves.is_multiple_of(EVERY) {
            return;
        }
        let lines = self.vm.stack_lines(step.thread);
        let own = lines.iter().position(|line| line.line > 0 && self.vm.is_shown(line.method));
        let inside = match own {
            Some(own) => own.checked_sub(1).map(|at| lines[at].method),
            None => lines.iter().map(|line| line.method).find(|&method| !self.is_inner(method)),
        };
        let line = own.map(|own| lines[own]);
        let spot = Spot { own: line.map(|line| (line.method, line.line)), inside };
        self.hot.from = Some(Begin { spot, line, thread: step.thread, weight });
    }

    /// The move has led to a new state.
    pub(super) fn note_new(&mut self) {
        let Some(Begin { spot, line, thread, weight }) = self.hot.from.take() else { return };
        let count = self.hot.spots.entry(spot).or_default();
        count.states += weight;
        count.threads.insert(thread);
        count.bci = line.map_or(0, |line| line.bci);
        self.hot.seen += weight;
    }

    /// Whether a method of the class library is one that others there wait with.
    fn is_inner(&self, method: MethodId) -> bool {
        let class = self.vm.program.class_name(self.vm.program.method(method).class);
        let inner = ["java/util/concurrent/locks/", "jdk/internal/", "sun/", "java/lang/Object", "java/lang/Thread"];
        inner.iter().any(|prefix| class.starts_with(prefix))
    }

    /// The places where most states arise, the first of which has the most.
    pub fn hot_places(&self) -> Vec<HotPlace> {
        /// So many are told.
        const MOST: usize = 5;
        let mut spots: Vec<(&Spot, &Count)> = self.hot.spots.iter().collect();
        spots.sort_by_key(|(spot, count)| (std::cmp::Reverse(count.states), spot.own, spot.inside));
        let each = spots.into_iter().take(MOST).map(|(spot, count)| HotPlace {
            line: spot.own.map(|(method, line)| TraceLine { method, line, bci: count.bci }),
            inside: spot.inside,
            share: count.states * 100 / self.hot.seen.max(1),
            threads: count.threads.len(),
        });
        each.collect()
    }

    /// The part of all moves that are timed waits which expire, in percent.
    pub fn share_of_expirations(&self) -> u64 {
        self.hot.expirations * 100 / self.hot.moves.max(1)
    }
}
