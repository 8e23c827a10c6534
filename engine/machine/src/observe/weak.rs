//! Accesses that order less than volatile ones: what a verdict under sequential consistency does not cover.
//!
//! The search executes every access in some order that all threads agree on. For volatile accesses, locks and whatever else
//! the language counts as synchronization (JLS 17.4.4) nothing is lost by that in a program without data races. Accesses of
//! the weaker modes (`VarHandle`: plain, opaque, acquire, release; the atomic classes; fences) promise less: two threads
//! may each write by `setRelease` and then read the old value by `getAcquire`, which no order explains. So a program that
//! uses them is verified under sequential consistency only, and the verdict names them.
//!
//! Named is what the program's own code asks for, directly or through handles, reflection and the atomic classes. What the
//! class library does inside of its own data structures rests on the proofs of their authors.
//!
//! Some more things order threads in the search and nowhere else: what a thread finds out about another one by looking at it
//! ([`Orders`]). After that, "no data race was found" means less.

use crate::interp::TraceLine;
use crate::natives::effect::{Effect, Mode};
use crate::program::{MethodId, ThreadId};
use crate::vm::Vm;
use std::collections::BTreeSet;

use super::memory::Touch;
use super::visible::{Action, Place};

/// Ways to order threads in a search that are no synchronization.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Orders {
    /// `Thread.getState`, lists of threads.
    States,
    /// Fields of another thread's object: priority, what it is parked for.
    Threads,
    /// `LockSupport.park` and `unpark`.
    Parking,
    /// Fields of library objects that are neither volatile nor protected by a lock.
    Library,
    /// Files that the program writes.
    Files,
    /// Under virtual time, that a wait ends when no other thread can do more than spin.
    Time,
}

/// What was executed of this.
#[derive(Clone, Default, Debug)]
pub struct Weak {
    /// Accesses: how they are called, and where in the program's own code.
    accesses: BTreeSet<(String, u32, i32)>,
    /// Other ways.
    orders: BTreeSet<Orders>,
    /// The key of the first thread that has worked on files,
    first_outside: Option<u64>,
    /// and whether another one has.
    several_outside: bool,
    /// Races that only these keep apart have been looked for in all schedules.
    followed: bool,
}

impl Weak {
    /// The weak accesses, each with where it is.
    pub fn accesses(&self) -> impl Iterator<Item = (&str, TraceLine)> {
        self.accesses
            .iter()
            .map(|(name, method, line)| (name.as_str(), TraceLine { method: MethodId(*method), line: *line, bci: 0 }))
    }

    /// Whether there was one.
    pub fn has_accesses(&self) -> bool {
        !self.accesses.is_empty()
    }

    /// Whether it is known which accesses only such ways keep apart.
    pub fn are_followed(&self) -> bool {
        self.followed
    }

    /// It is known which accesses only such ways keep apart.
    pub fn orders_were_followed(&mut self) {
        self.followed = true;
    }

    /// Other ways to order threads that are no synchronization.
    pub fn orders(&self) -> impl Iterator<Item = Orders> {
        self.orders.iter().copied()
    }
}

impl Vm {
    /// Takes note of an action that a thread is about to take, as far as it orders less than it seems to.
    pub fn note_weak(&mut self, tid: ThreadId, action: &Action) {
        match *action {
            Action::Native { method, .. } => match self.effect(method) {
                Effect::Memory { mode, .. } => {
                    if self.is_weaker_than_volatile(tid, mode)
                        && let Some(found) = self.asked_for_by_program(tid)
                    {
                        self.observed.weak.accesses.insert(found);
                    }
                }
                Effect::ThreadState | Effect::Threads => {
                    self.observed.weak.orders.insert(Orders::States);
                }
                Effect::Park | Effect::Unpark if self.asked_for_by_program(tid).is_some() => {
                    self.observed.weak.orders.insert(Orders::Parking);
                }
                Effect::Outside(_) => self.note_outside(tid),
                _ => {}
            },
            Action::Access { place: Place::Field(field), obj: _, write: false, volatile: false } => {
                if self.known.threads.field(field).ordinary && self.is_called_by_user(tid) {
                    self.observed.weak.orders.insert(Orders::Threads);
                }
            }
            Action::Access { .. }
            | Action::Enter { .. }
            | Action::Exit { .. }
            | Action::Initialize { .. }
            | Action::Link { .. }
            | Action::Acquire { .. }
            | Action::Attempt { .. }
            | Action::Release { .. }
            | Action::Prune
            | Action::Start { .. } => {}
        }
    }

    /// Takes note of a plain access to memory outside the heap that another thread has used.
    pub(crate) fn note_shared_memory(&mut self, tid: ThreadId) {
        if let Some(line) = self.user_line(tid) {
            let name = "memory outside the heap".to_owned();
            self.observed.weak.accesses.insert((name, line.method.0, line.line));
        }
    }

    /// Takes note that a thread is about to work on files. What one thread has written another one may find there.
    fn note_outside(&mut self, tid: ThreadId) {
        let thread = self.state.thread(tid).key;
        let weak = &mut self.observed.weak;
        weak.several_outside |= *weak.first_outside.get_or_insert(thread) != thread;
        if weak.several_outside && self.state.outside().was_written() {
            weak.orders.insert(Orders::Files);
        }
    }

    /// Takes note that the time of a wait is up.
    pub fn note_expired(&mut self) {
        if self.config.virtual_time {
            self.observed.weak.orders.insert(Orders::Time);
        }
    }

    /// Takes note of an access that commutes with nothing, if it is a plain one to a field of the class library that the race
    /// detector passes over: it may be all that orders two threads.
    pub fn note_unprotected(&mut self, tid: ThreadId) {
        if self.observed.weak.orders.contains(&Orders::Library) {
            return;
        }
        let plain = |touch: &Touch| {
            let Place::Field(field) = touch.place else { return false };
            let f = self.program.field(field);
            // What a thread does not read tells it nothing.
            !touch.write
                && touch.plain
                && !f.flags.is_volatile()
                && !f.flags.is_final()
                && self.program.class(f.class).is_library()
                && !self.program.is_published(field)
                && !self.program.field_may_race(field)
        };
        if self.touches(tid).iter().any(plain) {
            self.observed.weak.orders.insert(Orders::Library);
        }
    }

    /// Whether the access of the native on top of a thread's stack is weaker than a volatile one, and should not be: plain
    /// accesses to what is no volatile field are for the race detector.
    fn is_weaker_than_volatile(&self, tid: ThreadId, mode: Mode) -> bool {
        let is_volatile = |place: Place| match place {
            Place::Field(field) => self.program.field(field).flags.is_volatile(),
            Place::Array(_) => false,
        };
        match mode {
            Mode::Opaque | Mode::Acquire | Mode::Release => true,
            Mode::Volatile => false,
            // A weak compare-and-set, or a plain access to a volatile field.
            Mode::Plain => self.native_touches(tid).iter().any(|touch| !touch.plain || is_volatile(touch.place)),
        }
    }

    /// What the program's own code has called to get to where a thread is, and from where, if nothing but means of access
    /// lies in between.
    fn asked_for_by_program(&self, tid: ThreadId) -> Option<(String, u32, i32)> {
        let lines = self.state.thread(tid).frames.iter().rev().skip(1);
        let mut called = None;
        for frame in lines {
            if self.is_users(frame.method) {
                let line = self.user_line(tid)?;
                let name = self.access_name(called.unwrap_or(frame.method));
                return Some((name, line.method.0, line.line));
            }
            let class = self.program.method(frame.method).class;
            if !self.is_means(class) && !self.program.class_facts(class).gives_access {
                return None;
            }
            called = Some(frame.method);
        }
        None
    }

    /// `VarHandle.setRelease`: what the classes behind a handle are called is of no interest.
    fn access_name(&self, method: MethodId) -> String {
        let m = self.program.method(method);
        let class = self.program.class_name(m.class);
        let class = class.rsplit_once('/').map_or(class, |(_, simple)| simple);
        let class = if class.starts_with("VarHandle") { "VarHandle" } else { class };
        format!("{}.{}", class.replace('$', "."), self.program.name(m.name))
    }
}
