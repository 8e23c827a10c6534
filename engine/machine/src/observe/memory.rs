//! What an action reads and writes, down to the single field or element: for actions of the program's own code and for
//! natives, which may touch several.
//!
//! What natives touch is in their rows.

use super::visible::{Action, Place};
use crate::natives::effect::{Access, Effect, Given, Mode};
use crate::program::{FieldId, MethodId, ObjId, Op, ThreadId};
use crate::state::Header;
use crate::vm::Vm;

/// Part of an object that an action reads or writes: fields by slot, elements by index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    /// The class of memory locations.
    pub place: Place,
    /// The object.
    pub obj: ObjId,
    /// The first slot or element.
    pub first: u32,
    /// The last one.
    pub last: u32,
    /// Whether it is written.
    pub write: bool,
    /// Neither volatile nor atomic.
    pub plain: bool,
}

impl Touch {
    /// Whether two accesses by different threads do not commute and one of them is plain.
    pub(crate) fn conflicts(&self, other: &Touch) -> bool {
        self.obj == other.obj
            && self.first <= other.last
            && other.first <= self.last
            && (self.write || other.write)
            && (self.plain || other.plain)
    }
}

impl Vm {
    /// Whether a native is given an array of the program's own that others can get at.
    pub(crate) fn is_given_shared(&self, given: &[Given], registers: &[u64]) -> bool {
        given.iter().any(|given| {
            let array = ObjId(registers[given.slot] as u32);
            let own = |array: ObjId| self.state.heap.header(array).site & Header::OWN != 0;
            !array.is_null() && self.state.heap.is_shared(array) && own(array)
        })
    }

    /// Whether the native on top of a thread's stack reads or writes several elements of a shared array at once, where the
    /// class library of a JVM does that one by one.
    pub fn works_in_bulk(&self, tid: ThreadId, method: MethodId) -> bool {
        let bulk = match self.effect(method) {
            Effect::CopyMemory | Effect::SetMemory | Effect::CompareMemory | Effect::Hosted => true,
            Effect::Output(given) | Effect::Arrays(given) | Effect::Choice(given) | Effect::Outside(given) => {
                !given.is_empty()
            }
            _ => false,
        };
        bulk && self.touches(tid).iter().any(|touch| touch.first < touch.last)
    }

    /// What the next action of a thread reads and writes in objects that others can reach.
    pub(crate) fn touches(&self, tid: ThreadId) -> Vec<Touch> {
        let mut touches = match self.pending_action(tid) {
            Some(Action::Access { place: Place::Field(field), obj, write, volatile }) => {
                let slot = self.slot_in_object(field);
                vec![Touch { place: Place::Field(field), obj, first: slot, last: slot, write, plain: !volatile }]
            }
            Some(Action::Access { place, obj, write, .. }) => match self.pending_index(tid) {
                Some(index) => vec![Touch { place, obj, first: index, last: index, write, plain: true }],
                None => Vec::new(),
            },
            Some(Action::Native { .. }) => self.native_touches(tid),
            Some(
                Action::Enter { .. }
                | Action::Exit { .. }
                | Action::Initialize { .. }
                | Action::Acquire { .. }
                // What it touches shows when it has been tried (`attempt`).
                | Action::Attempt { .. }
                | Action::Release { .. }
                | Action::Link { .. }
                | Action::Prune
                | Action::Start { .. },
            )
            | None => Vec::new(),
        };
        touches.retain(|touch| self.state.heap.is_shared(touch.obj));
        touches
    }

    /// Where a field is in its object; static fields are in their class's mirror, behind its own.
    pub(crate) fn slot_in_object(&self, field: FieldId) -> u32 {
        let f = self.program.field(field);
        u32::from(if f.flags.is_static() { self.known.class_slots + f.slot } else { f.slot })
    }

    /// The index of the array element that a thread is about to access.
    fn pending_index(&self, tid: ThreadId) -> Option<u32> {
        let thread = self.state.thread(tid);
        let (Op::BALoad { i, .. }
        | Op::CALoad { i, .. }
        | Op::SALoad { i, .. }
        | Op::IALoad { i, .. }
        | Op::LALoad { i, .. }
        | Op::AALoad { i, .. }
        | Op::BAStore { i, .. }
        | Op::CAStore { i, .. }
        | Op::IAStore { i, .. }
        | Op::LAStore { i, .. }
        | Op::AAStore { i, .. }) = self.program.code[thread.top()?.pc.index()]
        else {
            return None;
        };
        Some(thread.register(i.0) as u32)
    }

    /// What the native on top of a thread's stack is about to read and write.
    pub fn native_touches(&self, tid: ThreadId) -> Vec<Touch> {
        let thread = self.state.thread(tid);
        let Some(frame) = thread.top() else { return Vec::new() };
        let registers = thread.registers(frame);
        let obj = |slot: usize| ObjId(registers[slot] as u32);
        let index = |slot: usize| registers[slot] as u32;
        let bytes = |slot: usize, count: u64, write: bool| {
            let count = u32::try_from(count).ok().filter(|&count| count > 0)?;
            let touch = self.unsafe_touch(obj(slot), registers[slot + 1] as i64, count)?;
            Some(Touch { write, ..touch })
        };
        match self.effect(frame.method) {
            Effect::Memory { how, kind, mode } => {
                let single = matches!(how, Access::Read | Access::Write);
                let plain = single && mode == Mode::Plain;
                let touch = self.unsafe_touch(obj(1), registers[2] as i64, kind.element_bytes() as u32);
                touch.map(|touch| Touch { write: how.writes(), plain, ..touch }).into_iter().collect()
            }
            Effect::CopyMemory => {
                bytes(1, registers[7], false).into_iter().chain(bytes(4, registers[7], true)).collect()
            }
            Effect::SetMemory => bytes(1, registers[4], true).into_iter().collect(),
            Effect::CompareMemory => {
                // So many elements, and the logarithm of the bytes that one has.
                let count = registers[6].checked_shl(index(7) & 7).unwrap_or(0);
                bytes(0, count, false).into_iter().chain(bytes(3, count, false)).collect()
            }
            Effect::CopyArray => {
                let count = index(4);
                let from = self.elements(obj(0), index(1), count, false);
                let to = self.elements(obj(2), index(3), count, true);
                // Where one of them does not fit, nothing is copied.
                from.zip(to).map_or(Vec::new(), |(from, to)| vec![from, to])
            }
            Effect::Clone => self.whole(obj(0)),
            Effect::Field { name, write } => {
                self.named_field(obj(0), name).map(|touch| Touch { write, ..touch }).into_iter().collect()
            }
            Effect::Static(name) => self.static_touch(frame.method, name).into_iter().collect(),
            Effect::Element { write } => self.elements(obj(0), index(1), 1, write).into_iter().collect(),
            Effect::Output(given) | Effect::Arrays(given) | Effect::Choice(given) | Effect::Outside(given) => {
                self.given_touches(given, registers)
            }
            Effect::Hosted => self.hosted_touches(frame.method, registers),
            Effect::Nothing
            | Effect::Yield
            | Effect::Fence(_)
            | Effect::Object(_)
            | Effect::Wait
            | Effect::Notify { .. }
            | Effect::Await { .. }
            | Effect::Signal { .. }
            | Effect::Acquire(_)
            | Effect::Attempt(_)
            | Effect::Release { .. }
            | Effect::Queue
            | Effect::Park
            | Effect::Unpark
            | Effect::Start
            | Effect::Interrupt
            | Effect::Sleep
            | Effect::ThreadState
            | Effect::Threads
            | Effect::Hash(_)
            | Effect::Intern
            | Effect::Number
            | Effect::Draw
            | Effect::Collect
            | Effect::Clock(_)
            | Effect::Initialize
            | Effect::ClassState(_)
            | Effect::Classes
            | Effect::Terminate
            | Effect::Halt
            | Effect::Prune(_)
            | Effect::AtomicBegin
            | Effect::AtomicEnd => Vec::new(),
        }
    }

    /// What a native reads and writes of arrays that it is given.
    fn given_touches(&self, given: &[Given], registers: &[u64]) -> Vec<Touch> {
        let touches = given.iter().filter_map(|given| {
            let array = ObjId(registers[given.slot] as u32);
            if array.is_null() {
                return None;
            }
            let (from, count) = match given.ranged {
                true => (registers[given.slot + 1] as u32, registers[given.slot + 2] as u32),
                false => (0, self.state.heap.array_len(array)),
            };
            self.elements(array, from, count, given.write)
        });
        touches.collect()
    }

    /// What a native that a host answers reads and writes: all of the arrays that it is given, and of those what the answer
    /// changes. Where there is no answer it writes them all; the call will end the path.
    fn hosted_touches(&self, method: MethodId, registers: &[u64]) -> Vec<Touch> {
        let mut touches = Vec::new();
        for (array, written) in self.hosted_arrays(method, registers) {
            touches.extend(self.elements(array, 0, self.state.heap.array_len(array), false));
            if let Some((first, last)) = written {
                touches.extend(self.elements(array, first, last - first + 1, true));
            }
        }
        touches
    }

    /// A write to a static field of the class of a native.
    fn static_touch(&self, method: MethodId, name: &str) -> Option<Touch> {
        let class = self.program.method(method).class;
        let field = self.program.declared_field(class, name)?;
        let slot = u32::from(self.known.class_slots + self.program.field(field).slot);
        let (place, obj) = (Place::Field(field), self.state.mirror(class)?);
        Some(Touch { place, obj, first: slot, last: slot, write: true, plain: true })
    }

    fn is_array(&self, obj: ObjId) -> bool {
        !obj.is_null() && self.program.class(self.state.heap.class_of(obj)).array_kind().is_some()
    }

    /// A part of an array, if it has one.
    fn elements(&self, array: ObjId, from: u32, count: u32, write: bool) -> Option<Touch> {
        if !self.is_array(array) || count == 0 || from.checked_add(count)? > self.state.heap.array_len(array) {
            return None;
        }
        let place = Place::Array(self.state.heap.header(array).site);
        Some(Touch { place, obj: array, first: from, last: from + (count - 1), write, plain: true })
    }

    /// Everything of an object, read.
    fn whole(&self, obj: ObjId) -> Vec<Touch> {
        if self.is_array(obj) {
            return self.elements(obj, 0, self.state.heap.array_len(obj), false).into_iter().collect();
        }
        if obj.is_null() {
            return Vec::new();
        }
        let slots = 0..self.state.heap.header(obj).len;
        slots.filter_map(|slot| self.field_touch(obj, slot)).collect()
    }

    /// What an access of so many bytes at an offset touches. A view of an array may touch several elements.
    fn unsafe_touch(&self, obj: ObjId, offset: i64, width: u32) -> Option<Touch> {
        if obj.is_null() {
            return None;
        }
        let at = u32::try_from(offset - crate::natives::UNSAFE_BASE).ok()?;
        let array = self.program.class(self.state.heap.class_of(obj)).array_kind();
        match array {
            Some(kind) => {
                let size = kind.element_bytes() as u32;
                let first = at / size;
                self.elements(obj, first, (at + width).div_ceil(size).max(first + 1) - first, false)
            }
            None => self.field_touch(obj, at / 8),
        }
    }

    /// A plain read of the field of an object that is called like this.
    fn named_field(&self, obj: ObjId, name: &str) -> Option<Touch> {
        if obj.is_null() {
            return None;
        }
        let field = self.program.find_field(self.state.heap.class_of(obj), name)?;
        self.field_touch(obj, u32::from(self.program.field(field).slot))
    }

    /// A plain read of one field.
    fn field_touch(&self, obj: ObjId, slot: u32) -> Option<Touch> {
        let place = Place::Field(self.field_by_slot(obj, slot)?);
        Some(Touch { place, obj, first: slot, last: slot, write: false, plain: true })
    }

    /// The field in a slot of an object; static fields are in their class's mirror.
    pub(crate) fn field_by_slot(&self, obj: ObjId, slot: u32) -> Option<FieldId> {
        let statics = u32::from(self.known.class_slots);
        let (mut at, slot, is_static) = match self.state.class_of_mirror(obj) {
            Some(class) if slot >= statics => (Some(class), slot - statics, true),
            Some(_) | None => (Some(self.state.heap.class_of(obj)), slot, false),
        };
        while let Some(class) = at {
            let c = self.program.class(class);
            let field = c.fields.iter().copied().find(|&field| {
                let f = self.program.field(field);
                f.flags.is_static() == is_static && u32::from(f.slot) == slot
            });
            if field.is_some() || is_static {
                return field;
            }
            at = c.super_class;
        }
        None
    }
}
