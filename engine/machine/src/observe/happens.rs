//! Data races that only something else than synchronization keeps apart.
//!
//! The search for data races finds two threads that stand before conflicting accesses. That is all there is as long as whatever orders two
//! threads in a search is synchronization (JLS 17.4.4). A program may also order its threads by accesses weaker than
//! volatile, by asking what another thread is doing, by parking, by files, by a plain field of a library object, or by the time that a
//! sleep takes under virtual time; then the two accesses never come together, and race all the same. So if a verified
//! program has done one of these things, its states are searched once more, each with its history: which past accesses are
//! ordered before what (`state/history.rs`). An access that conflicts with a past one which is not ordered before its thread
//! is a data race.
//!
//! **What orders** is a list, and nothing else does: unlocking a monitor and locking it; a volatile write and every later
//! volatile read of the variable; a releasing write and an acquiring read that finds its value (updates pass it on);
//! starting a thread; the end of a thread and finding out about it by `join` or `isAlive`, which lock its monitor or read a
//! volatile field; an interrupt and finding out about it, which is the same field; the end of a class initializer. Atomic
//! blocks order each other, since they are no part of Java. A fence makes the weaker writes after it releasing ones, for what
//! came before the fence, and the weaker reads before it acquiring ones, for what comes after it. A plain read of a field that
//! the class library publishes by other means (`weak`) counts as acquiring: its documentation promises that.
//!
//! **With transactions** the search stays what it is: an action that moves past others in a state also moves past them in
//! its history. Acquiring a lock adds its thread where the lock stands, releasing one adds the lock where its thread stands,
//! and a protected access replaces what is known about its own location; none of that looks at what an action of another
//! thread changes that it can move past.
//!
//! **What others cannot reach yet** is accessed without a visible action. When such an object is published, those of its
//! fields that do not hold their default count as written by its thread then, except for what is reached through final
//! fields (JLS 17.5). A write of the default, and a write behind a final field after the constructor, are passed over.
//! Accesses inside of class initializers are passed over as past ones: all that use the class come after them.
//!
//! States are told apart exactly, because only there are histories part of a state. If a limit ends this search, the verdict
//! stays and names what was not looked at.

use super::access::Site;
use super::memory::Touch;
use super::visible::{Action, Place};
use crate::natives::effect::{Access, Effect, Mode};
use crate::program::{ObjId, ThreadId};
use crate::state::{Carrier, FrameExit, History, Ordering, PastAccess};
use crate::vm::Vm;
use rustc_hash::{FxHashMap, FxHashSet};

/// Two conflicting accesses that nothing orders; the first lies in the past.
#[derive(Clone, Debug)]
pub struct Unordered {
    /// What is accessed.
    pub location: String,
    /// The same, whatever the object or the element.
    pub place: Place,
    /// The two accesses.
    pub sites: [Site; 2],
}

/// What is known of accesses that nothing orders.
#[derive(Default)]
pub struct Happens {
    on: bool,
    /// Where the running action is.
    place: u32,
    /// What the running action has published to, besides its thread.
    released: Vec<Carrier>,
    /// How many objects others could reach when that was looked at last.
    shared: usize,
    sites: Vec<Site>,
    numbers: FxHashMap<(u64, ThreadId), u32>,
    /// Pairs of sites that need no other look.
    settled: FxHashSet<(u32, u32)>,
    /// Races that were found.
    found: Vec<Unordered>,
}

impl Happens {
    /// Whether histories are kept.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Keeps histories from here on, or does not.
    pub fn start(&mut self, on: bool) {
        *self = Happens { on, ..Happens::default() };
    }

    /// The races since this was asked last.
    pub fn take(&mut self) -> Vec<Unordered> {
        std::mem::take(&mut self.found)
    }

    /// The first race since histories are kept.
    pub fn first(&self) -> Option<&Unordered> {
        self.found.first()
    }
}

/// How a variable is accessed.
#[derive(Clone, Copy)]
struct Variable {
    at: (ObjId, u32),
    reads: bool,
    writes: bool,
    mode: Mode,
}

impl Vm {
    fn carrier(&self, tid: ThreadId) -> Carrier {
        Carrier::Thread(self.state.thread(tid).object)
    }

    /// Changes the history of the state.
    fn change_history(&mut self, change: impl FnOnce(&mut History)) {
        let mut history = self.state.histories.get(self.state.scalars.history);
        change(&mut history);
        history.settle(&self.alive());
        self.state.scalars.history = self.state.histories.number(history);
    }

    fn alive(&self) -> Vec<Carrier> {
        let alive = self.state.threads().iter().filter(|thread| !thread.is_terminated());
        alive.map(|thread| Carrier::Thread(thread.object)).collect()
    }

    /// The same for changes of what is ordered before what. Most of them change nothing, and looking whether they do costs less than
    /// looking up the number of the same history.
    fn order_history(&mut self, changes: &[Ordering]) {
        let Some(history) = self.state.histories.at(self.state.scalars.history) else { return };
        let changes_it = changes.iter().any(|&change| history.is_changed_by(change));
        if changes_it || !history.is_settled(&self.alive()) {
            self.change_history(|history| changes.iter().for_each(|&change| history.change(change)));
        }
    }

    /// A thread comes after what a carrier brings.
    pub(crate) fn happens_acquire(&mut self, tid: ThreadId, from: Carrier) {
        if self.observed.happens.on {
            let thread = self.carrier(tid);
            self.order_history(&[Ordering::Carry(from, thread)]);
        }
    }

    /// A carrier brings what a thread has done so far.
    pub(crate) fn happens_release(&mut self, tid: ThreadId, to: Carrier) {
        if self.observed.happens.on {
            self.observed.happens.released.push(to);
            let thread = self.carrier(tid);
            self.order_history(&[Ordering::Carry(thread, to)]);
        }
    }

    /// A thread has found out about an interrupt.
    pub(crate) fn happens_interrupted(&mut self, tid: ThreadId) {
        if self.observed.happens.on {
            let slot = u32::from(self.known.threads.interrupted_slot);
            let object = self.state.thread(tid).object;
            self.happens_acquire(tid, Carrier::Variable(object, slot));
        }
    }

    /// A thread is about to end; the one field that tells so is volatile.
    pub(crate) fn happens_end(&mut self, tid: ThreadId) {
        if self.observed.happens.on {
            let slot = u32::from(self.slot(self.known.thread, "eetop"));
            let object = self.state.thread(tid).object;
            self.happens_release(tid, Carrier::Variable(object, slot));
        }
    }

    /// The thread is no more.
    pub(crate) fn happens_forget(&mut self, tid: ThreadId) {
        if self.observed.happens.on {
            let thread = self.carrier(tid);
            let object = self.state.thread(tid).object;
            self.order_history(&[thread, Carrier::Read(object), Carrier::Fenced(object)].map(Ordering::Forget));
        }
    }

    /// A thread goes on from where the machine stands.
    pub fn happens_begin(&mut self) {
        self.observed.happens.released.clear();
        self.observed.happens.shared = self.state.heap.sharing().len();
    }

    /// A thread is about to take an action that others can see.
    pub fn happens_act(&mut self, tid: ThreadId) {
        if self.observed.happens.on {
            self.happens_next(tid);
            // First the access itself: what it orders comes with it.
            self.happens_access(tid);
            self.happens_order(tid);
        }
    }

    /// A thread is about to take an action inside a part of the library that runs atomically. Its plain accesses are not
    /// looked at, as the search for data races does not.
    pub(crate) fn happens_unseen(&mut self, tid: ThreadId) {
        if self.observed.happens.on {
            self.happens_next(tid);
            self.happens_order(tid);
        }
    }

    /// The last action of a thread is over, another one begins.
    fn happens_next(&mut self, tid: ThreadId) {
        self.happens_publish(tid);
        self.observed.happens.released.clear();
        let hash = self.stack_hash(tid);
        self.observed.happens.place = self.happens_site(tid, hash, true);
    }

    /// What the next action of a thread orders.
    fn happens_order(&mut self, tid: ThreadId) {
        let Some(action) = self.pending_action(tid) else { return };
        match action {
            Action::Access { place: Place::Field(field), obj, write, volatile: true } => {
                let at = (obj, self.slot_in_object(field));
                self.happens_variable(tid, Variable { at, reads: !write, writes: write, mode: Mode::Volatile });
            }
            // Collections promise an order that their code gets from fences and dependencies.
            Action::Access { place: Place::Field(field), obj, write: false, .. }
                if self.program.is_published(field) =>
            {
                let at = (obj, self.slot_in_object(field));
                self.happens_variable(tid, Variable { at, reads: true, writes: false, mode: Mode::Acquire });
            }
            Action::Access { .. } => {}
            Action::Native { method, .. } => match self.effect(method) {
                Effect::Memory { how, mode, .. } => {
                    let reads = how != Access::Write;
                    let writes = match how {
                        Access::Read => false,
                        Access::Write | Access::Change(_) => true,
                        Access::CompareAndSet | Access::WeakCompareAndSet | Access::CompareAndExchange => {
                            self.comparison_succeeds(tid)
                        }
                    };
                    if let Some(touch) = self.native_touches(tid).first() {
                        let at = (touch.obj, touch.first);
                        self.happens_variable(tid, Variable { at, reads, writes, mode });
                    }
                }
                Effect::Fence(mode) => self.happens_fence(tid, mode),
                Effect::AtomicBegin => self.happens_acquire(tid, Carrier::Atomic),
                _ => {}
            },
            Action::Start { thread } => self.happens_release(tid, Carrier::Thread(thread)),
            Action::Initialize { class } => {
                if let Some(mirror) = self.state.mirror(class) {
                    self.happens_acquire(tid, Carrier::Monitor(mirror));
                }
            }
            // What comes of it is for those that come later; what it does is accessed one by one.
            Action::Attempt { .. } => self.happens_acquire(tid, Carrier::Atomic),
            // That of an initializer; monitors tell themselves.
            Action::Exit { monitor } => self.happens_release(tid, Carrier::Monitor(monitor)),
            // What a synchronizer is made of is accessed one by one.
            Action::Enter { .. }
            | Action::Acquire { .. }
            | Action::Release { .. }
            | Action::Link { .. }
            | Action::Prune => {}
        }
    }

    fn happens_variable(&mut self, tid: ThreadId, variable: Variable) {
        let Variable { at: (obj, slot), reads, writes, mode } = variable;
        let (all, value) = (Carrier::Variable(obj, slot), Carrier::Value(obj, slot));
        if reads && mode == Mode::Volatile {
            self.happens_acquire(tid, all);
        }
        if reads && matches!(mode, Mode::Volatile | Mode::Acquire) {
            self.happens_acquire(tid, value);
        }
        let object = self.state.thread(tid).object;
        // If it is not read, the value that others brought is gone. An update passes it on.
        let found = if reads { Ordering::Carry(value, Carrier::Read(object)) } else { Ordering::Forget(value) };
        let brought = writes.then_some(Ordering::Carry(Carrier::Fenced(object), value));
        self.order_history(&[&[found], brought.as_slice()].concat());
        let history = self.state.histories.at(self.state.scalars.history);
        if writes && history.is_some_and(|history| history.fenced.binary_search(&object).is_ok()) {
            // What the thread publishes by this it may have written before its fence.
            self.observed.happens.released.push(value);
        }
        if writes && matches!(mode, Mode::Volatile | Mode::Release) {
            self.happens_release(tid, value);
        }
        if writes && mode == Mode::Volatile {
            self.happens_release(tid, all);
        }
    }

    fn happens_fence(&mut self, tid: ThreadId, mode: Mode) {
        let (thread, object) = (self.carrier(tid), self.state.thread(tid).object);
        self.change_history(|history| {
            if matches!(mode, Mode::Acquire | Mode::Volatile) {
                history.carry(Carrier::Read(object), thread);
            }
            if matches!(mode, Mode::Release | Mode::Volatile) {
                history.carry(thread, Carrier::Fenced(object));
                if let Err(at) = history.fenced.binary_search(&object) {
                    history.fenced.insert(at, object);
                }
            }
        });
    }

    /// A thread is about to access memory: looks for past accesses that nothing orders before it, and adds this one.
    fn happens_access(&mut self, tid: ThreadId) {
        let Some(access) = self.pending_access(tid) else { return };
        let thread = self.carrier(tid);
        let write = access.touches().iter().any(|touch| touch.write);
        let site = self.happens_site(tid, access.site(), write);
        let history = self.state.histories.at(self.state.scalars.history).cloned();
        for touch in access.touches() {
            let unordered = history.iter().flat_map(|history| &history.accesses).filter(|past| {
                let other =
                    Touch { write: past.write, plain: past.plain, first: past.first, last: past.last, ..*touch };
                past.obj == touch.obj && touch.conflicts(&other) && !past.is_before(thread)
            });
            for past in unordered {
                self.happens_race(past, touch, site);
            }
        }
        if self.is_in_initializer(tid) {
            return;
        }
        let touches = access.touches().to_vec();
        self.change_history(|history| {
            for Touch { obj, first, last, write, plain, .. } in touches {
                history.add(thread, PastAccess { obj, first, last, write, plain, site, before: vec![thread] });
            }
        });
    }

    /// Whether a thread initializes a class: all that use the class come after that.
    fn is_in_initializer(&self, tid: ThreadId) -> bool {
        self.state.thread(tid).frames.iter().any(|frame| matches!(frame.exit, FrameExit::Initializer(_)))
    }

    /// The number of a place in the program where a thread stands.
    fn happens_site(&mut self, tid: ThreadId, hash: u64, write: bool) -> u32 {
        if let Some(&number) = self.observed.happens.numbers.get(&(hash, tid)) {
            return number;
        }
        let site = self.site(tid, write);
        let number = u32::try_from(self.observed.happens.sites.len()).expect("fewer than 2^32 sites of accesses");
        self.observed.happens.sites.push(site);
        self.observed.happens.numbers.insert((hash, tid), number);
        number
    }

    fn happens_race(&mut self, past: &PastAccess, touch: &Touch, site: u32) {
        if !self.observed.happens.settled.insert((past.site, site)) {
            return;
        }
        let mut first = self.observed.happens.sites[past.site as usize].clone();
        let mut second = self.observed.happens.sites[site as usize].clone();
        (first.write, second.write) = (past.write, touch.write);
        let location = self.location_name(touch.obj, touch.first.max(past.first));
        self.observed.happens.found.push(Unordered { location, place: touch.place, sites: [first, second] });
    }

    /// Objects have been published by the last action of a thread: what it has written to them before counts now.
    pub fn happens_publish(&mut self, tid: ThreadId) {
        if !self.observed.happens.on {
            return;
        }
        let from = self.observed.happens.shared.min(self.state.heap.sharing().len());
        self.observed.happens.shared = self.state.heap.sharing().len();
        let published: Vec<ObjId> = self.state.heap.sharing()[from..].to_vec();
        if published.is_empty() || self.is_in_initializer(tid) {
            return;
        }
        let frozen = self.behind_finals(&published);
        let thread = self.carrier(tid);
        let mut before = vec![thread];
        before.extend(&self.observed.happens.released);
        before.sort_unstable();
        before.dedup();
        let touches: Vec<Touch> = published
            .into_iter()
            .filter(|obj| !frozen.contains(obj))
            // Static fields are not written before their class is in use.
            .filter(|&obj| self.state.class_of_mirror(obj).is_none())
            .flat_map(|obj| self.written_slots(tid, obj))
            .collect();
        if touches.is_empty() {
            return;
        }
        let site = self.observed.happens.place;
        self.change_history(|history| {
            for Touch { obj, first, last, .. } in touches {
                let before = before.clone();
                history.add(thread, PastAccess { obj, first, last, write: true, plain: true, site, before });
            }
        });
    }

    /// Of these objects, those that are reached through a final field of another one.
    fn behind_finals(&self, objects: &[ObjId]) -> FxHashSet<ObjId> {
        let among: FxHashSet<ObjId> = objects.iter().copied().collect();
        let mut frozen = FxHashSet::default();
        let mut work: Vec<ObjId> = Vec::new();
        for &obj in objects {
            self.for_each_referent(obj, |is_final, target| {
                if is_final && among.contains(&target) {
                    work.push(target);
                }
            });
        }
        while let Some(obj) = work.pop() {
            if frozen.insert(obj) {
                self.for_each_referent(obj, |_, target| {
                    if among.contains(&target) {
                        work.push(target);
                    }
                });
            }
        }
        frozen
    }

    fn for_each_referent(&self, obj: ObjId, mut look: impl FnMut(bool, ObjId)) {
        let class = self.program.class(self.state.heap.class_of(obj));
        if class.array_kind().is_some() {
            if class.array_kind() == Some(crate::program::Kind::Ref) {
                (0..self.state.heap.array_len(obj)).for_each(|i| look(false, self.state.heap.ref_at(obj, i)));
            }
            return;
        }
        for &slot in &class.instance.refs {
            let field = self.field_by_slot(obj, u32::from(slot));
            let is_final = field.is_some_and(|field| self.program.field(field).flags.is_final());
            look(is_final, ObjId(self.state.heap.field(obj, slot) as u32));
        }
    }

    /// What has been written of an object that one thread could reach, as far as that could race.
    fn written_slots(&self, tid: ThreadId, obj: ObjId) -> Vec<Touch> {
        let heap = &self.state.heap;
        if heap.words_of(obj).iter().all(|&word| word == 0) {
            return Vec::new();
        }
        let header = heap.header(obj);
        let touch = |place: Place, first: u32, last: u32| Touch { place, obj, first, last, write: true, plain: true };
        if self.program.class(header.class).array_kind().is_some() {
            let place = Place::Array(header.site);
            let all = touch(place, 0, header.len.saturating_sub(1));
            return if self.place_may_race(tid, place) { vec![all] } else { Vec::new() };
        }
        let written = (0..header.len).filter(|&slot| heap.words_of(obj)[slot as usize] != 0);
        let fields = written.filter_map(|slot| {
            let field = self.field_by_slot(obj, slot)?;
            let is_final = self.program.field(field).flags.is_final();
            (!is_final && self.place_may_race(tid, Place::Field(field))).then(|| touch(Place::Field(field), slot, slot))
        });
        fields.collect()
    }
}
