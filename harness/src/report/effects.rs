//! What each row of an execution changes that a person wants to follow: values of memory, and who holds which lock.
//!
//! A row stands for all that happens until the next one is told, so what it changes is what the events of that stretch come
//! to. Monitors are followed wherever they are entered; of `java.util.concurrent` the locks that are taken and given back by
//! `lock`, `tryLock` and `unlock`. While a thread waits, it does not hold what it waits on.

use super::model::{Known, LockChange};
use super::names::Names;
use super::rows::Row;
use braid_engine::check::{Call, CallEnd, Event, EventKind, Object, Target, Value};
use braid_engine::program::{ObjId, ThreadId};
use braid_engine::vm::Vm;
use std::collections::{BTreeMap, HashMap};

struct Follower<'a> {
    vm: &'a Vm,
    names: &'a Names<'a>,
    /// How often a thread holds a lock, in the order in which it took them first.
    held: Vec<(ThreadId, Object, u32)>,
    /// What a thread gets back when its wait is over.
    released: HashMap<ThreadId, (Object, u32)>,
    values: Vec<Known>,
    touched: BTreeMap<(ThreadId, ObjId), Object>,
}

/// For each row what is known of memory after it, and which locks are taken and given back.
pub fn effects(vm: &Vm, names: &Names, events: &[Event], rows: &[Row]) -> Vec<(Vec<Known>, Vec<LockChange>)> {
    let mut ends: HashMap<usize, Vec<usize>> = HashMap::new();
    for (at, event) in events.iter().enumerate() {
        if let EventKind::Call(Call { end: Some((_, end)), .. }) = &event.kind {
            ends.entry(*end).or_default().push(at);
        }
    }
    let mut follower = Follower {
        vm,
        names,
        held: Vec::new(),
        released: HashMap::new(),
        values: Vec::new(),
        touched: BTreeMap::new(),
    };
    let mut at = 0;
    let mut out = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let before = follower.held.clone();
        let until = rows.get(i + 1).map_or(events.len() + 1, |next| next.at).max(at);
        // A call that ends before an event has ended in the stretch before it, unless a row tells of its end.
        let returns = |row: &Row| row.kind == "returns";
        let told_next = rows.get(i + 1).is_some_and(returns);
        let ends_here = if returns(row) { ends.remove(&at) } else { None };
        ends_here.into_iter().flatten().for_each(|call| follower.call_ends(&events[call]));
        for at in at..until {
            events.get(at).into_iter().for_each(|event| follower.event(event));
            if !(told_next && at + 1 == until) {
                let ended = ends.remove(&(at + 1)).into_iter().flatten();
                ended.for_each(|call| follower.call_ends(&events[call]));
            }
        }
        at = until;
        let mut values = std::mem::take(&mut follower.values);
        if row.kind == "again" {
            // What was left out is no news once the loop is over.
            values.clear();
        }
        out.push((values, follower.changes(&before)));
    }
    out
}

impl Follower<'_> {
    fn event(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Lock(Value::Object(lock)) => self.take(event.thread, *lock, 1),
            EventKind::Unlock(Value::Object(lock)) => self.give_back(event.thread, *lock),
            EventKind::Wait(Value::Object(waits_on)) if event.blocked => {
                let count = self.held.iter().find(|h| h.0 == event.thread && h.1.id == waits_on.id).map(|h| h.2);
                // A condition does not tell its lock. If the thread holds one lock only, it is that.
                let mut own = self.held.iter().filter(|h| h.0 == event.thread);
                let only = own.next().filter(|_| own.next().is_none()).map(|h| (h.1, h.2));
                let released = count.map(|count| (*waits_on, count)).or(only);
                if let Some((lock, count)) = released {
                    self.touched.insert((event.thread, lock.id), lock);
                    self.held.retain(|h| h.0 != event.thread || h.1.id != lock.id);
                    self.released.insert(event.thread, (lock, count));
                }
            }
            EventKind::Wakes(_) => {
                if let Some((lock, count)) = self.released.remove(&event.thread) {
                    self.take(event.thread, lock, count);
                }
            }
            EventKind::Read(target, value) | EventKind::Write { target, new: value, old: _ } => {
                self.learn(event, target, value)
            }
            EventKind::CompareAndSet { target, expected, found, new, spurious } => {
                let now = if expected == found && !spurious { new } else { found };
                self.learn(event, target, now);
            }
            EventKind::Lock(_)
            | EventKind::Unlock(_)
            | EventKind::Wait(_)
            | EventKind::Notify { .. }
            | EventKind::Park(_)
            | EventKind::Unpark(_)
            | EventKind::Sleep
            | EventKind::Start(_)
            | EventKind::Interrupt(_)
            | EventKind::End
            | EventKind::Initialize(_)
            | EventKind::Call(_)
            | EventKind::Output { .. }
            | EventKind::Native(_) => {}
        }
    }

    /// Locks of the class library are taken and given back by calls.
    fn call_ends(&mut self, event: &Event) {
        let EventKind::Call(Call { method, receiver: Value::Object(lock), end: Some((end, _)), .. }) = &event.kind
        else {
            return;
        };
        let method = self.vm.program.method(*method);
        if !self.vm.program.class_name(method.class).starts_with("java/util/concurrent/locks/") {
            return;
        }
        match (self.vm.program.name(method.name), end) {
            ("lock" | "lockInterruptibly", CallEnd::Returned(_))
            | ("tryLock", CallEnd::Returned(Some(Value::Boolean(true)))) => self.take(event.thread, *lock, 1),
            ("unlock", CallEnd::Returned(_)) => self.give_back(event.thread, *lock),
            (_, CallEnd::Returned(_) | CallEnd::Threw) => {}
        }
    }

    fn take(&mut self, thread: ThreadId, lock: Object, times: u32) {
        self.touched.insert((thread, lock.id), lock);
        match self.held.iter_mut().find(|h| h.0 == thread && h.1.id == lock.id) {
            Some(held) => held.2 += times,
            None => self.held.push((thread, lock, times)),
        }
    }

    fn give_back(&mut self, thread: ThreadId, lock: Object) {
        self.touched.insert((thread, lock.id), lock);
        if let Some(held) = self.held.iter_mut().find(|h| h.0 == thread && h.1.id == lock.id) {
            held.2 = held.2.saturating_sub(1);
        }
        self.held.retain(|h| h.2 > 0);
    }

    /// Memory of the program's own, and of atomic variables, is followed.
    fn learn(&mut self, event: &Event, target: &Target, value: &Value) {
        let atomic = |class| self.vm.program.class_name(class).starts_with("java/util/concurrent/atomic/");
        let (followed, place) = match target {
            Target::Field(Value::Object(object), _) if atomic(object.class) => {
                (true, Target::Part(Value::Object(*object)))
            }
            Target::Field(..) | Target::Static(_) | Target::Element(..) | Target::Part(_) => {
                (event.own && event.call.is_none(), target.clone())
            }
        };
        if followed {
            let place = self.names.target(&place, None);
            let value = self.names.value(value);
            self.values.retain(|known| known.place != place);
            self.values.push(Known { place, value });
        }
    }

    /// What the locks held have come to since.
    fn changes(&mut self, before: &[(ThreadId, Object, u32)]) -> Vec<LockChange> {
        let touched = std::mem::take(&mut self.touched);
        let holds =
            |held: &[(ThreadId, Object, u32)], key: (ThreadId, ObjId)| held.iter().any(|h| (h.0, h.1.id) == key);
        let changed = touched.into_iter().filter_map(|(key, lock)| {
            let held = holds(&self.held, key);
            (held != holds(before, key)).then(|| LockChange {
                thread: self.names.thread(key.0).to_string(),
                lock: self.names.object(lock),
                held,
            })
        });
        changed.collect()
    }
}
