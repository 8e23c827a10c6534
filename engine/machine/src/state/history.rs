//! Which past accesses to memory are still unordered with what other threads may do next.
//!
//! A state of the search for unordered accesses (`observe/happens.rs`) has a history: the plain accesses made so far that could
//! still race, each with all that it is ordered before. This is the lock set of Goldilocks (Elmas, Qadeer, Tasiran 2007):
//! finite, without counters, so that loops close. Histories are numbered. The table only grows and is never undone, so a
//! state holds the number of its history, and going back restores it with the other scalars.

use crate::program::ObjId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Something that carries an order from one thread to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Carrier {
    /// What the thread with this object does next.
    Thread(ObjId),
    /// The next lock of this object's monitor.
    Monitor(ObjId),
    /// The next volatile read of this variable: an object and a slot or index.
    Variable(ObjId, u32),
    /// The next acquiring read of this variable that finds the value it has now.
    Value(ObjId, u32),
    /// What this thread does after its next acquiring fence.
    Read(ObjId),
    /// The next weaker write of this thread.
    Fenced(ObjId),
    /// The next atomic block.
    Atomic,
}

/// An access to memory in the past.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PastAccess {
    /// The object.
    pub obj: ObjId,
    /// The first slot or index.
    pub first: u32,
    /// The last.
    pub last: u32,
    /// Whether it wrote.
    pub write: bool,
    /// Whether it was neither volatile nor atomic.
    pub plain: bool,
    /// Where it was: a number that reports know. No part of what the history means.
    pub site: u32,
    /// What it is ordered before, sorted.
    pub before: Vec<Carrier>,
}

impl PastAccess {
    /// Whether it is ordered before what a carrier stands for.
    pub fn is_before(&self, carrier: Carrier) -> bool {
        self.before.binary_search(&carrier).is_ok()
    }

    fn order_before(&mut self, carrier: Carrier) {
        if let Err(at) = self.before.binary_search(&carrier) {
            self.before.insert(at, carrier);
        }
    }

    fn forget(&mut self, carrier: Carrier) {
        if let Ok(at) = self.before.binary_search(&carrier) {
            self.before.remove(at);
        }
    }

    fn covers(&self, other: &PastAccess) -> bool {
        self.obj == other.obj && self.first <= other.first && other.last <= self.last
    }
}

/// What an action does to the order of what came before it.
#[derive(Clone, Copy, Debug)]
pub enum Ordering {
    /// What comes before the first comes before the second as well.
    Carry(Carrier, Carrier),
    /// Nothing reaches any thread through this any more.
    Forget(Carrier),
}

/// All past accesses that could still race.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct History {
    /// The accesses, sorted.
    pub accesses: Vec<PastAccess>,
    /// Threads that have passed a releasing fence, sorted.
    pub fenced: Vec<ObjId>,
}

impl History {
    /// Whether a change makes it another one.
    pub fn is_changed_by(&self, change: Ordering) -> bool {
        self.accesses.iter().any(|access| match change {
            Ordering::Carry(from, to) => access.is_before(from) && !access.is_before(to),
            Ordering::Forget(carrier) => access.is_before(carrier),
        })
    }

    /// Makes a change.
    pub fn change(&mut self, change: Ordering) {
        match change {
            Ordering::Carry(from, to) => self.carry(from, to),
            Ordering::Forget(carrier) => self.forget(carrier),
        }
    }

    /// What comes before `from` comes before `to` as well.
    pub fn carry(&mut self, from: Carrier, to: Carrier) {
        for access in &mut self.accesses {
            if access.is_before(from) {
                access.order_before(to);
            }
        }
    }

    /// Nothing reaches any thread through this any more.
    pub fn forget(&mut self, carrier: Carrier) {
        self.accesses.iter_mut().for_each(|access| access.forget(carrier));
    }

    /// Adds an access of a thread. Earlier ones that it is ordered after, and that race with nothing that it does not race
    /// with, are forgotten.
    pub fn add(&mut self, thread: Carrier, access: PastAccess) {
        self.accesses.retain(|old| {
            let stands_for = (access.write || !old.write) && (access.plain || !old.plain);
            !(stands_for && access.covers(old) && old.is_before(thread))
        });
        self.accesses.push(access);
    }

    /// Whether there is nothing that all of these threads are ordered after.
    pub fn is_settled(&self, threads: &[Carrier]) -> bool {
        !self.accesses.iter().any(|access| threads.iter().all(|&thread| access.is_before(thread)))
    }

    /// Forgets what all of these threads are ordered after, and brings the rest into order.
    pub fn settle(&mut self, threads: &[Carrier]) {
        self.accesses.retain(|access| !threads.iter().all(|&thread| access.is_before(thread)));
        self.accesses.sort_unstable();
        self.accesses.dedup();
    }
}

/// All histories met so far.
#[derive(Default)]
pub struct Histories {
    /// Number zero is the empty history, which is not here.
    list: Vec<Rc<History>>,
    numbers: FxHashMap<Rc<History>, u32>,
}

impl Histories {
    /// A copy of a history.
    pub fn get(&self, number: u32) -> History {
        self.at(number).map_or(History::default(), |history| (**history).clone())
    }

    /// A history to look at; nothing if it is empty.
    pub fn at(&self, number: u32) -> Option<&Rc<History>> {
        number.checked_sub(1).and_then(|index| self.list.get(index as usize))
    }

    /// The number of a history.
    pub fn number(&mut self, history: History) -> u32 {
        if history == History::default() {
            return 0;
        }
        if let Some(&number) = self.numbers.get(&history) {
            return number;
        }
        let history = Rc::new(history);
        self.list.push(history.clone());
        let number = u32::try_from(self.list.len()).expect("fewer than 2^32 histories in one search");
        self.numbers.insert(history, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Carrier = Carrier::Thread(ObjId(1));
    const B: Carrier = Carrier::Thread(ObjId(2));
    const LOCK: Carrier = Carrier::Monitor(ObjId(9));

    fn access(write: bool, plain: bool, before: &[Carrier]) -> PastAccess {
        PastAccess { obj: ObjId(5), first: 0, last: 0, write, plain, site: 0, before: before.to_vec() }
    }

    #[test]
    fn a_lock_carries_the_order_from_thread_to_thread() {
        let mut history = History::default();
        history.add(A, access(true, true, &[A]));
        history.carry(LOCK, B);
        assert!(!history.accesses[0].is_before(B), "nothing was released yet");
        history.carry(A, LOCK);
        history.carry(LOCK, B);
        assert!(history.accesses[0].is_before(B));
        history.settle(&[A, B]);
        assert_eq!(history, History::default());
    }

    #[test]
    fn a_later_access_stands_for_an_earlier_one_only_if_it_races_with_as_much() {
        let mut history = History::default();
        history.add(A, access(true, true, &[A]));
        history.add(A, access(false, true, &[A]));
        assert_eq!(history.accesses.len(), 2, "a read does not stand for a write");
        history.add(A, access(true, false, &[A]));
        assert_eq!(history.accesses.len(), 3, "an atomic access does not stand for a plain one");
        history.add(A, access(true, true, &[A]));
        assert_eq!(history.accesses.len(), 1);
        history.add(B, access(true, true, &[B]));
        assert_eq!(history.accesses.len(), 2, "nothing orders the two");
    }

    #[test]
    fn a_change_that_changes_nothing_is_told() {
        let mut history = History::default();
        history.add(A, access(true, true, &[A]));
        for change in
            [Ordering::Carry(LOCK, B), Ordering::Carry(A, LOCK), Ordering::Carry(LOCK, B), Ordering::Forget(LOCK)]
        {
            for expected in [true, false] {
                let before = history.clone();
                let told = history.is_changed_by(change);
                history.change(change);
                assert_eq!(told, history != before, "{change:?}");
                // The first lock brings nothing yet; any change made twice is none the second time.
                assert!(expected || !told, "{change:?}");
            }
        }
        assert!(history.is_settled(&[ObjId(3)].map(Carrier::Thread)) && !history.is_settled(&[A, B]));
    }

    #[test]
    fn equal_histories_have_equal_numbers() {
        let mut histories = Histories::default();
        assert_eq!(histories.number(History::default()), 0);
        let mut history = History::default();
        history.add(A, access(true, true, &[A]));
        let number = histories.number(history.clone());
        assert!(number > 0);
        assert_eq!(histories.number(history.clone()), number);
        assert_eq!(histories.get(number), history);
    }
}
