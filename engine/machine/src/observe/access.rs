//! Accesses to memory that could be part of a data race, and whose code makes them.

use super::memory::Touch;
use super::visible::Place;
use crate::interp::TraceLine;
use crate::natives::effect::Effect;
use crate::natives::{Arguments, next_part};
use crate::program::{Body, ClassId, Kind, ObjId, ThreadId};
use crate::state::{Frame, Header};
use crate::vm::Vm;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// An access that a thread is about to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    touches: Vec<Touch>,
    /// Where: a hash of the thread's stack.
    site: u64,
}

impl Access {
    /// What is read and written.
    pub fn touches(&self) -> &[Touch] {
        &self.touches
    }

    /// Where: a hash of the thread's stack.
    pub fn site(&self) -> u64 {
        self.site
    }

    /// The first pair of touches that conflict.
    pub fn conflict(&self, other: &Access) -> Option<(Touch, Touch)> {
        self.touches.iter().flat_map(|x| other.touches.iter().map(move |y| (*x, *y))).find(|(x, y)| x.conflicts(y))
    }
}

/// One side of a race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Who.
    pub thread: ThreadId,
    /// The program's name for it.
    pub thread_name: String,
    /// Whether it writes.
    pub write: bool,
    /// The innermost line of the program's own, else the innermost line.
    pub line: Option<TraceLine>,
    /// The whole stack, innermost first.
    pub stack: Vec<TraceLine>,
}

impl Vm {
    /// What the next action of a thread reads or writes, as far as it could race.
    pub fn pending_access(&self, tid: ThreadId) -> Option<Access> {
        let mut touches = self.touches(tid);
        touches.retain(|touch| self.place_may_race(tid, touch.place));
        if touches.is_empty() {
            return None;
        }
        let mut hasher = FxHasher::default();
        self.stack_hash(tid).hash(&mut hasher);
        // One instruction may access different fields, as in a method that is given a handle.
        touches.iter().for_each(|touch| (touch.write, touch.place).hash(&mut hasher));
        Some(Access { touches, site: hasher.finish() })
    }

    /// A hash of where a thread stands.
    pub(crate) fn stack_hash(&self, tid: ThreadId) -> u64 {
        let mut hasher = FxHasher::default();
        for frame in &self.state.thread(tid).frames {
            (frame.method, frame.pc).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Whether an access of a thread to a place is one to report.
    pub(crate) fn place_may_race(&self, tid: ThreadId, place: Place) -> bool {
        match place {
            Place::Field(field) => self.program.field_may_race(field),
            Place::Array(site) => site & Header::OWN != 0 || self.program.code_may_race(self.accessor(tid)),
        }
    }

    /// Where a thread stands, for a report.
    pub fn site(&self, thread: ThreadId, write: bool) -> Site {
        Site {
            thread,
            thread_name: self.thread_names().swap_remove(thread.index()),
            write,
            line: self.user_line(thread),
            stack: self.stack_lines(thread),
        }
    }

    /// Whether a thread stands before a copy of several elements that others cannot look at in between.
    pub fn copies_at_once(&self, tid: ThreadId) -> bool {
        let thread = self.state.thread(tid);
        let several = |frame: &Frame| {
            let args = Arguments(thread.registers(frame));
            args.int(4) > 1 && next_part(self, tid, args).is_none()
        };
        self.next_effect(tid) == Some(Effect::CopyArray) && thread.top().is_some_and(several)
    }

    /// Whether a copy that the class library is about to make is one of several steps.
    pub(crate) fn library_is_seen_copying(&self, tid: ThreadId) -> bool {
        self.run.visibility.copies_are_observed && self.copy_may_race(tid)
    }

    /// Whether a copy that a thread is about to make is one of those that are searched for data races.
    pub(crate) fn copy_may_race(&self, tid: ThreadId) -> bool {
        self.program.code_may_race(self.accessor(tid))
    }

    /// The class whose code makes an access: that of the innermost method that is neither native nor only the means of
    /// an access (a variable handle, reflection).
    fn accessor(&self, tid: ThreadId) -> ClassId {
        let innermost = self.state.thread(tid).frames.iter().rev().map(|frame| self.program.method(frame.method));
        let mut real = innermost.filter(|m| !matches!(m.body, Body::Native) && !self.is_means(m.class));
        real.next().map_or(self.known.object, |method| method.class)
    }

    /// Whether the code of a class only does what other code asks for.
    pub(crate) fn is_means(&self, class: ClassId) -> bool {
        self.program.class(class).synthetic || self.program.class_facts(class).is_means
    }

    /// Whether the method that a thread runs was called by the program's own code, directly or by such means.
    pub(crate) fn is_called_by_user(&self, tid: ThreadId) -> bool {
        let callers = self.state.thread(tid).frames.iter().rev().skip(1).map(|frame| frame.method);
        let mut real = callers.filter(|&method| !self.is_means(self.program.method(method).class));
        real.next().is_some_and(|method| self.is_users(method))
    }

    /// How a location is called: `Foo.bar`, or an element of an array.
    pub fn location_name(&self, obj: ObjId, index: u32) -> String {
        let class = self.state.heap.class_of(obj);
        if let Some(kind) = self.program.class(class).array_kind() {
            let of = if kind == Kind::Ref { "reference" } else { kind.keyword() };
            return format!("element {index} of an array of {of}");
        }
        match self.field_by_slot(obj, index) {
            Some(field) => {
                let f = self.program.field(field);
                format!("{}.{}", self.external_name(f.class), self.program.name(f.name))
            }
            None => format!("a field of {}", self.external_name(class)),
        }
    }
}
