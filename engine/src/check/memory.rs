//! What an action reads and writes, down to the single field or element: for actions of the program's own code and for
//! natives, which may touch several.
//!
//! Natives that are not listed here touch nothing that a field access or an array access of the program could touch too.

use super::visible::{Action, Place};
use crate::program::{FieldId, MethodId, ObjId, Op, ThreadId};
use crate::state::Header;
use crate::vm::Vm;

/// Part of an object that an action reads or writes: fields by slot, elements by index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Touch {
    pub(super) place: Place,
    pub(super) obj: ObjId,
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) write: bool,
    /// Neither volatile nor atomic.
    pub(super) plain: bool,
}

impl Touch {
    /// Whether two accesses by different threads do not commute and one of them is plain.
    pub(super) fn conflicts(&self, other: &Touch) -> bool {
        self.obj == other.obj
            && self.first <= other.last
            && other.first <= self.last
            && (self.write || other.write)
            && (self.plain || other.plain)
    }
}

/// An array that a native is given and reads or writes as a whole, or from the index to the length that follow it.
struct Given {
    slot: usize,
    ranged: bool,
    write: bool,
}

/// The arrays that a native of the class library is given, by slot.
fn given(class: &str, name: &str) -> &'static [Given] {
    const fn part(slot: usize, write: bool) -> Given {
        Given { slot, ranged: true, write }
    }
    const fn whole(slot: usize) -> Given {
        Given { slot, ranged: false, write: false }
    }
    match (class, name) {
        ("java/util/zip/Inflater", "inflateBytesBytes") | ("java/util/zip/Deflater", "deflateBytesBytes") => {
            &const { [part(3, false), part(6, true)] }
        }
        ("java/util/zip/Inflater", "inflateBytesBuffer") | ("java/util/zip/Deflater", "deflateBytesBuffer") => {
            &const { [part(3, false)] }
        }
        ("java/util/zip/Inflater", "inflateBufferBytes") | ("java/util/zip/Deflater", "deflateBufferBytes") => {
            &const { [part(6, true)] }
        }
        ("java/util/zip/Deflater", "setDictionary") => &const { [part(2, false)] },
        ("java/util/zip/CRC32", "updateBytes0") | ("java/util/zip/Adler32", "updateBytes") => {
            &const { [part(1, false)] }
        }
        ("java/io/FileOutputStream", "writeBytes") => &const { [part(1, false)] },
        (
            "jdk/internal/reflect/NativeMethodAccessorImpl"
            | "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor",
            "invoke0",
        ) => &const { [whole(2)] },
        (
            "jdk/internal/reflect/NativeConstructorAccessorImpl"
            | "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor",
            "newInstance0",
        ) => &const { [whole(1)] },
        ("java/lang/reflect/Array", "multiNewArray") => &const { [whole(1)] },
        ("gov/nasa/jpf/vm/Verify", "getIntFromList") => &const { [whole(0)] },
        _ => &[],
    }
}

impl Vm {
    /// Whether a native is given an array of the program's own that others can get at.
    pub(super) fn is_given_shared(&self, class: &str, name: &str, registers: &[u64]) -> bool {
        given(class, name).iter().any(|given| {
            let array = ObjId(registers[given.slot] as u32);
            let own = |array: ObjId| self.state.heap.header(array).site & Header::OWN != 0;
            !array.is_null() && self.state.heap.is_shared(array) && own(array)
        })
    }

    /// Whether the native on top of a thread's stack reads or writes several elements of a shared array at once, where the
    /// class library of a JVM does that one by one.
    pub(super) fn works_in_bulk(&self, tid: ThreadId, method: MethodId) -> bool {
        let m = self.program.method(method);
        let (class, name) = (self.program.class_name(m.class), self.program.name(m.name));
        let memory = class == "jdk/internal/misc/Unsafe" && name.ends_with("Memory0");
        (memory || !given(class, name).is_empty()) && self.touches(tid).iter().any(|touch| touch.first < touch.last)
    }

    /// What the next action of a thread reads and writes in objects that others can reach.
    pub(super) fn touches(&self, tid: ThreadId) -> Vec<Touch> {
        let mut touches = match self.pending_action(tid) {
            Some(Action::Access { place: Place::Field(field), obj, write, volatile }) => {
                let f = self.program.field(field);
                let slot = u32::from(if f.flags.is_static() { self.known.class_slots + f.slot } else { f.slot });
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
    pub(super) fn native_touches(&self, tid: ThreadId) -> Vec<Touch> {
        let thread = self.state.thread(tid);
        let Some(frame) = thread.top() else { return Vec::new() };
        let method = self.program.method(frame.method);
        let registers = thread.registers(frame);
        let obj = |slot: usize| ObjId(registers[slot] as u32);
        let index = |slot: usize| registers[slot] as u32;
        let name = self.program.name(method.name);
        match self.program.class_name(method.class) {
            "jdk/internal/misc/Unsafe"
                if ["get", "put", "compareAnd", "weakCompareAnd"].iter().any(|p| name.starts_with(p)) =>
            {
                let write = !name.starts_with("get") || name.starts_with("getAnd");
                let plain = !name.contains("And") && !name.ends_with("Volatile") && !self.updates_atomically(tid);
                let width = match name {
                    _ if name.contains("Long") || name.contains("Double") => 8,
                    _ if name.contains("Int") || name.contains("Float") || name.contains("Reference") => 4,
                    _ if name.contains("Short") || name.contains("Char") => 2,
                    _ => 1,
                };
                let touch = self.unsafe_touch(obj(1), registers[2] as i64, width);
                touch.map(|touch| Touch { write, plain, ..touch }).into_iter().collect()
            }
            "jdk/internal/misc/Unsafe" if matches!(name, "copyMemory0" | "copySwapMemory0" | "setMemory0") => {
                let (from, to, width) = if name == "setMemory0" { (None, 1, 4) } else { (Some(1), 4, 7) };
                let touch = |slot: usize, write: bool| {
                    let width = u32::try_from(registers[width]).ok().filter(|&width| width > 0)?;
                    let touch = self.unsafe_touch(obj(slot), registers[slot + 1] as i64, width)?;
                    Some(Touch { write, ..touch })
                };
                from.and_then(|slot| touch(slot, false)).into_iter().chain(touch(to, true)).collect()
            }
            "java/lang/System" if name == "arraycopy" => {
                let count = index(4);
                let from = self.elements(obj(0), index(1), count, false);
                let to = self.elements(obj(2), index(3), count, true);
                // Where one of them does not fit, nothing is copied.
                from.zip(to).map_or(Vec::new(), |(from, to)| vec![from, to])
            }
            "java/lang/Object" if name == "clone" => self.whole(obj(0)),
            "java/lang/ref/Reference" | "java/lang/ref/PhantomReference" => {
                let write = name == "clear0";
                self.named_field(obj(0), "referent").map(|touch| Touch { write, ..touch }).into_iter().collect()
            }
            "java/lang/invoke/MethodHandleNatives" if name.starts_with("setCallSiteTarget") => {
                self.named_field(obj(0), "target").map(|touch| Touch { write: true, ..touch }).into_iter().collect()
            }
            "java/lang/reflect/Array" if name.starts_with("set") => {
                self.elements(obj(0), index(1), 1, true).into_iter().collect()
            }
            "java/lang/reflect/Array" if name.starts_with("get") && name != "getLength" => {
                self.elements(obj(0), index(1), 1, false).into_iter().collect()
            }
            class => {
                let touches = given(class, name).iter().filter_map(|given| {
                    let array = obj(given.slot);
                    match given.ranged {
                        true => self.elements(array, index(given.slot + 1), index(given.slot + 2), given.write),
                        false => self.elements(array, 0, self.state.heap.array_len(array), given.write),
                    }
                });
                touches.collect()
            }
        }
    }

    /// Whether the native on top of a thread's stack is part of an atomic update: one that is no more than an acquire or a
    /// release guesses the old value by a plain read, and a compare-and-set does the work.
    fn updates_atomically(&self, tid: ThreadId) -> bool {
        let caller = self.state.thread(tid).frames.iter().nth_back(1).map(|frame| self.program.method(frame.method));
        caller.is_some_and(|m| {
            self.program.class_name(m.class) == "jdk/internal/misc/Unsafe" && self.program.name(m.name).contains("And")
        })
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
    pub(super) fn field_by_slot(&self, obj: ObjId, slot: u32) -> Option<FieldId> {
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
