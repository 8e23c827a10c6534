//! `jdk.internal.misc.Unsafe`.
//!
//! Offsets: 16 plus eight times the slot for fields (static fields: slot in the mirror), 16 plus the byte position for
//! array elements. Memory outside the heap is in `blocks.rs`.

use super::blocks::OUTSIDE;
use super::effect::{Access, Effect};
use super::{Arguments, Outcome, Row, rows};
use crate::interp::{Raise, Res, narrow};
use crate::program::{ClassKind, Kind, ObjId, ThreadId};
use crate::state::{Init, timer_at};
use crate::vm::Vm;

/// Offset of the first field or element.
pub const BASE: i64 = 16;

/// A place that `Unsafe` can read and write.
#[derive(Clone, Copy)]
enum RawPlace {
    Field(ObjId, u16),
    Bytes(ObjId, usize),
}

impl Vm {
    fn place(&self, obj: ObjId, offset: i64, size: usize) -> Res<RawPlace> {
        if obj.is_null() {
            return self.place_outside(offset, size);
        }
        let bad = || Raise::Unsupported(format!("Unsafe access at offset {offset}"));
        if !self.state.heap.is_live(obj) {
            return Err(bad());
        }
        let at = usize::try_from(offset - BASE).map_err(|_| bad())?;
        if let ClassKind::Array { .. } = self.program.class(self.state.heap.class_of(obj)).kind {
            if at + size > self.state.heap.bytes_of(obj).len() {
                return Err(bad());
            }
            return Ok(RawPlace::Bytes(obj, at));
        }
        if at % 8 != 0 || at / 8 >= self.state.heap.words_of(obj).len() {
            return Err(bad());
        }
        Ok(RawPlace::Field(obj, (at / 8) as u16))
    }

    /// What an access by offset finds.
    fn load(&mut self, place: RawPlace, kind: Kind) -> u64 {
        if let RawPlace::Field(obj, slot) = place {
            self.observed.names_were_read |= self.tells_threads_apart(obj, slot);
        }
        self.peek(place, kind)
    }

    /// A place outside the heap. One that is in no block, or not any more, is none.
    fn place_outside(&self, address: i64, size: usize) -> Res<RawPlace> {
        let bad = || Raise::Unsupported(format!("access to {OUTSIDE} at {address:#x}, where none is taken"));
        let block = self.block(address).ok_or_else(bad)?;
        let at = usize::try_from((address & 0xffff_ffff) - BASE).map_err(|_| bad())?;
        let is_block = matches!(self.program.class(self.state.heap.class_of(block)).kind, ClassKind::Array { .. });
        if !is_block || at + size > self.state.heap.bytes_of(block).len() {
            return Err(bad());
        }
        Ok(RawPlace::Bytes(block, at))
    }

    fn peek(&self, place: RawPlace, kind: Kind) -> u64 {
        match place {
            RawPlace::Field(obj, slot) => self.state.heap.field(obj, slot),
            RawPlace::Bytes(obj, at) => {
                let size = kind.element_bytes();
                let mut raw = [0; 8];
                raw[..size].copy_from_slice(&self.state.heap.bytes_of(obj)[at..at + size]);
                narrow(kind, u64::from_le_bytes(raw))
            }
        }
    }

    fn poke(&mut self, place: RawPlace, kind: Kind, value: u64) {
        let (RawPlace::Field(holder, _) | RawPlace::Bytes(holder, _)) = place;
        if kind == Kind::Ref {
            self.publish(holder, ObjId(value as u32));
        }
        match place {
            RawPlace::Field(obj, slot) => self.state.heap.set_field(obj, slot, narrow(kind, value)),
            RawPlace::Bytes(obj, at) => {
                let size = kind.element_bytes();
                self.state.heap.bytes_mut(obj, at, size).copy_from_slice(&value.to_le_bytes()[..size]);
            }
        }
    }
}

pub(super) fn get<const K: u8>(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let kind = kind::<K>();
    let place = vm.place(args.obj(1), args.long(2), kind.element_bytes())?;
    Ok(Outcome::Value(vm.load(place, kind)))
}

pub(super) fn put<const K: u8>(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let kind = kind::<K>();
    let place = vm.place(args.obj(1), args.long(2), kind.element_bytes())?;
    vm.poke(place, kind, args.raw(4));
    Outcome::void()
}

fn compare_and_set<const K: u8>(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let kind = kind::<K>();
    let place = vm.place(args.obj(1), args.long(2), kind.element_bytes())?;
    let new = args.raw(4 + kind.slots() as usize);
    let equal = vm.load(place, kind) == narrow(kind, args.raw(4));
    if equal {
        vm.poke(place, kind, new);
    }
    Outcome::bool(equal)
}

impl Vm {
    /// Whether the compare-and-set before which a thread stands finds what it expects.
    pub(crate) fn comparison_succeeds(&self, tid: ThreadId) -> bool {
        let (Some(Effect::Memory { kind, .. }), Some(frame)) = (self.next_effect(tid), self.state.thread(tid).top())
        else {
            return false;
        };
        let args = Arguments(self.state.thread(tid).registers(frame));
        let place = self.place(args.obj(1), args.long(2), kind.element_bytes());
        place.is_ok_and(|place| self.peek(place, kind) == narrow(kind, args.raw(4)))
    }
}

/// A compare-and-set that may fail for no reason. Where it fails anyway, that is no choice.
pub(super) fn weak_compare_and_set<const K: u8>(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let kind = kind::<K>();
    let place = vm.place(args.obj(1), args.long(2), kind.element_bytes())?;
    let equal = vm.load(place, kind) == narrow(kind, args.raw(4));
    if vm.config.spurious && equal && vm.run.choose(2) == 1 {
        return Outcome::bool(false);
    }
    compare_and_set::<K>(vm, tid, args)
}

pub(super) fn compare_and_exchange<const K: u8>(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let kind = kind::<K>();
    let place = vm.place(args.obj(1), args.long(2), kind.element_bytes())?;
    let old = vm.load(place, kind);
    if old == narrow(kind, args.raw(4)) {
        vm.poke(place, kind, args.raw(4 + kind.slots() as usize));
    }
    Ok(Outcome::Value(old))
}

/// How `getAnd…` changes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Update {
    Set,
    Add,
    Or,
    And,
    Xor,
}

impl Update {
    /// The value after the change, in register form.
    pub fn apply(self, kind: Kind, old: u64, operand: u64) -> u64 {
        let new = match self {
            Update::Set => operand,
            Update::Add => match kind {
                Kind::Float => (f32::from_bits(old as u32) + f32::from_bits(operand as u32)).to_bits().into(),
                Kind::Double => (f64::from_bits(old) + f64::from_bits(operand)).to_bits(),
                Kind::Boolean
                | Kind::Byte
                | Kind::Short
                | Kind::Char
                | Kind::Int
                | Kind::Long
                | Kind::Ref
                | Kind::Void => old.wrapping_add(operand),
            },
            Update::Or => old | operand,
            Update::And => old & operand,
            Update::Xor => old ^ operand,
        };
        narrow(kind, new)
    }
}

/// `getAndAddInt` and the like: as bytecode a loop around a compare-and-set, which takes effect when that succeeds.
pub(super) fn get_and_update(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let Some(Effect::Memory { how: Access::Change(update), kind, .. }) = vm.next_effect(tid) else {
        return Err(Raise::Unsupported("an update of memory that its row does not tell".into()));
    };
    let place = vm.place(args.obj(1), args.long(2), kind.element_bytes())?;
    let old = vm.load(place, kind);
    vm.poke(place, kind, update.apply(kind, old, args.raw(4)));
    Ok(Outcome::Value(old))
}

/// Rows that stand for bytecode, in searches that use models.
pub(super) const MODELS: &[Row] = rows! {
    "jdk/internal/misc/Unsafe" {
        "getAndAddInt" "(Ljava/lang/Object;JI)I" [Memory { how: Change(Update::Add), kind: Kind::Int, mode: Mode::Volatile }, Computed] => get_and_update,
        "getAndAddLong" "(Ljava/lang/Object;JJ)J" [Memory { how: Change(Update::Add), kind: Kind::Long, mode: Mode::Volatile }, Computed] => get_and_update,
        "getAndSetInt" "(Ljava/lang/Object;JI)I" [Memory { how: Change(Update::Set), kind: Kind::Int, mode: Mode::Volatile }, Computed] => get_and_update,
        "getAndSetLong" "(Ljava/lang/Object;JJ)J" [Memory { how: Change(Update::Set), kind: Kind::Long, mode: Mode::Volatile }, Computed] => get_and_update,
        "getAndSetReference" "(Ljava/lang/Object;JLjava/lang/Object;)Ljava/lang/Object;" [Memory { how: Change(Update::Set), kind: Kind::Ref, mode: Mode::Volatile }, Computed] => get_and_update,
        "getAndBitwiseOrInt" "(Ljava/lang/Object;JI)I" [Memory { how: Change(Update::Or), kind: Kind::Int, mode: Mode::Volatile }, Computed] => get_and_update,
        "getAndBitwiseAndInt" "(Ljava/lang/Object;JI)I" [Memory { how: Change(Update::And), kind: Kind::Int, mode: Mode::Volatile }, Computed] => get_and_update,
        "getAndBitwiseXorInt" "(Ljava/lang/Object;JI)I" [Memory { how: Change(Update::Xor), kind: Kind::Int, mode: Mode::Volatile }, Computed] => get_and_update,
        "getAndBitwiseOrLong" "(Ljava/lang/Object;JJ)J" [Memory { how: Change(Update::Or), kind: Kind::Long, mode: Mode::Volatile }, Computed] => get_and_update,
        "getAndBitwiseAndLong" "(Ljava/lang/Object;JJ)J" [Memory { how: Change(Update::And), kind: Kind::Long, mode: Mode::Volatile }, Computed] => get_and_update,
        "getAndBitwiseXorLong" "(Ljava/lang/Object;JJ)J" [Memory { how: Change(Update::Xor), kind: Kind::Long, mode: Mode::Volatile }, Computed] => get_and_update,
    }
};

fn kind<const K: u8>() -> Kind {
    Kind::of_descriptor(K).expect("invariant: rows are instantiated with descriptor characters")
}

fn field_offset_by_name(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class_of_mirror(args.non_null(1)?)?;
    let name = vm.text(args.non_null(2)?).unwrap_or_default();
    match vm.program.declared_field(class, &name) {
        Some(field) => Outcome::long(BASE + 8 * i64::from(vm.program.field(field).slot)),
        None => Err(Raise::new("java/lang/InternalError", name)),
    }
}

impl Vm {
    /// The class of a mirror argument.
    pub(crate) fn class_of_mirror(&self, mirror: ObjId) -> Res<crate::program::ClassId> {
        self.state.class_of_mirror(mirror).ok_or_else(|| Raise::Unsupported("a class mirror without a class".into()))
    }

    /// The field that a `java.lang.reflect.Field` stands for.
    pub(crate) fn reflected_field(&mut self, field: ObjId) -> Res<crate::program::FieldId> {
        let class = self.class("java/lang/reflect/Field")?;
        let (clazz, slot) = (self.slot(class, "clazz"), self.slot(class, "slot"));
        let declaring = self.class_of_mirror(ObjId(self.state.heap.field(field, clazz) as u32))?;
        let at = self.state.heap.field(field, slot) as usize;
        Ok(self.program.class(declaring).fields[at])
    }
}

fn field_offset(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let field = vm.reflected_field(args.non_null(1)?)?;
    Outcome::long(BASE + 8 * i64::from(vm.program.field(field).slot))
}

fn static_offset(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let field = vm.reflected_field(args.non_null(1)?)?;
    Outcome::long(BASE + 8 * i64::from(vm.known.class_slots + vm.program.field(field).slot))
}

fn static_base(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let field = vm.reflected_field(args.non_null(1)?)?;
    let mirror = vm.mirror(vm.program.field(field).class);
    Outcome::obj(mirror)
}

fn index_scale(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class_of_mirror(args.non_null(1)?)?;
    let kind = vm.program.class(class).array_kind().unwrap_or(Kind::Byte);
    Outcome::int(kind.element_bytes() as i32)
}

fn array_base(_: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::int(BASE as i32)
}

fn allocate_instance(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class_of_mirror(args.non_null(1)?)?;
    vm.ensure_init(tid, class)?;
    Outcome::obj(vm.alloc(class))
}

fn ensure_initialized(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class_of_mirror(args.non_null(1)?)?;
    vm.ensure_init(tid, class)?;
    Outcome::void()
}

fn should_be_initialized(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class_of_mirror(args.non_null(1)?)?;
    let library = vm.program.class(class).is_library();
    if library && vm.is_searching() && vm.state.init(class) != Init::Done && vm.looks_at_class(tid) {
        // So initializers of the library are no atomic steps: another thread may find one under way.
        vm.observed.regions.observe_initializers();
    }
    Outcome::bool(vm.state.init(class) != Init::Done)
}

fn copy_memory(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let count = args.long(7) as usize;
    let from = vm.place(args.obj(1), args.long(2), count)?;
    let to = vm.place(args.obj(4), args.long(5), count)?;
    match (from, to) {
        (RawPlace::Bytes(from, at), RawPlace::Bytes(to, into)) => {
            vm.state.heap.copy_bytes(from, at, to, into, count);
            Outcome::void()
        }
        _ => Err(Raise::Unsupported("Unsafe.copyMemory on fields".into())),
    }
}

/// Copies and reverses the bytes of each element.
fn copy_swap_memory(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (count, size) = (args.long(7) as usize, args.long(9).max(1) as usize);
    let from = vm.place(args.obj(1), args.long(2), count)?;
    let to = vm.place(args.obj(4), args.long(5), count)?;
    let (RawPlace::Bytes(from, at), RawPlace::Bytes(to, into)) = (from, to) else {
        return Err(Raise::Unsupported("Unsafe.copySwapMemory on fields".into()));
    };
    let mut bytes = vm.state.heap.bytes_of(from)[at..at + count].to_vec();
    bytes.chunks_exact_mut(size).for_each(<[u8]>::reverse);
    vm.state.heap.bytes_mut(to, into, count).copy_from_slice(&bytes);
    Outcome::void()
}

fn set_memory(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let count = args.long(4) as usize;
    match vm.place(args.obj(1), args.long(2), count)? {
        RawPlace::Bytes(obj, at) => {
            vm.state.heap.bytes_mut(obj, at, count).fill(args.raw(6) as u8);
            Outcome::void()
        }
        RawPlace::Field(..) => Err(Raise::Unsupported("Unsafe.setMemory on fields".into())),
    }
}

fn allocate_memory(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let size = u32::try_from(args.long(1)).map_err(|_| Raise::bare("java/lang/OutOfMemoryError"))?;
    let address = vm.take_memory(size)?;
    Outcome::long(address)
}

fn free_memory(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.give_back_memory(args.long(1))?;
    Outcome::void()
}

impl Vm {
    /// Where an address outside the Java heap points: an array and a position in it.
    pub(crate) fn outside_bytes(&self, address: i64) -> Res<(ObjId, usize)> {
        match self.place(ObjId::NULL, address, 0)? {
            RawPlace::Bytes(array, at) => Ok((array, at)),
            RawPlace::Field(..) => Err(Raise::Unsupported(format!("memory at address {address:#x}"))),
        }
    }

    /// Memory outside the Java heap that is not given back, of a single run or known to its taker alone.
    pub(crate) fn outside_memory(&mut self, size: u32) -> Res<i64> {
        let array = self.new_array("[B", size.max(8))?;
        // It keeps the array from being collected, which no search does.
        if let Ok(tables) = self.change_tables("taking memory outside the heap") {
            tables.off_heap.insert(array);
        }
        Ok((i64::from(array.0) << 32) + BASE)
    }
}

fn throw_exception(_: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    Err(Raise::Object(args.non_null(1)?))
}

fn park(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let (absolute, time) = (args.bool(1), args.long(2));
    let until = match (absolute, time) {
        (false, 0) => None,
        (false, nanos) => vm.deadline_after(nanos),
        (true, millis) => {
            vm.observed.is_timed = true;
            if !vm.is_given_reading(tid) {
                vm.note_fixed_deadline();
            }
            Some(timer_at(millis))
        }
    };
    check_permit_use(vm, tid)?;
    vm.park(tid, until)?;
    Outcome::void()
}

/// Permits that the program handles itself are what a queue of waiting threads would also use.
fn check_permit_use(vm: &mut Vm, tid: ThreadId) -> Res<()> {
    let support =
        |class: &str| class == "jdk/internal/misc/Unsafe" || class == "java/util/concurrent/locks/LockSupport";
    let callers = vm.state.thread(tid).frames.iter().rev().map(|frame| vm.program.method(frame.method).class);
    let caller = callers.into_iter().find(|&class| !support(vm.program.class_name(class)));
    match caller.is_some_and(|class| !vm.program.class(class).is_library()) {
        true => vm.models_are_unfit(|_| "the program parks or unparks threads itself".to_string()),
        false => Ok(()),
    }
}

fn unpark(vm: &mut Vm, caller: ThreadId, args: Arguments) -> Res<Outcome> {
    check_permit_use(vm, caller)?;
    if let Some(tid) = vm.thread_of(args.obj(1)) {
        vm.unpark(tid);
    }
    Outcome::void()
}

pub(super) const ROWS: &[Row] = rows! {
    "jdk/internal/misc/Unsafe" {
        "getBoolean" "(Ljava/lang/Object;J)Z" [Memory { how: Read, kind: Kind::Boolean, mode: Mode::Plain }, Computed] => get::<b'Z'>,
        "getByte" "(Ljava/lang/Object;J)B" [Memory { how: Read, kind: Kind::Byte, mode: Mode::Plain }, Computed] => get::<b'B'>,
        "getShort" "(Ljava/lang/Object;J)S" [Memory { how: Read, kind: Kind::Short, mode: Mode::Plain }, Computed] => get::<b'S'>,
        "getChar" "(Ljava/lang/Object;J)C" [Memory { how: Read, kind: Kind::Char, mode: Mode::Plain }, Computed] => get::<b'C'>,
        "getInt" "(Ljava/lang/Object;J)I" [Memory { how: Read, kind: Kind::Int, mode: Mode::Plain }, Computed] => get::<b'I'>,
        "getLong" "(Ljava/lang/Object;J)J" [Memory { how: Read, kind: Kind::Long, mode: Mode::Plain }, Computed] => get::<b'J'>,
        "getFloat" "(Ljava/lang/Object;J)F" [Memory { how: Read, kind: Kind::Float, mode: Mode::Plain }, Computed] => get::<b'F'>,
        "getDouble" "(Ljava/lang/Object;J)D" [Memory { how: Read, kind: Kind::Double, mode: Mode::Plain }, Computed] => get::<b'D'>,
        "getReference" "(Ljava/lang/Object;J)Ljava/lang/Object;" [Memory { how: Read, kind: Kind::Ref, mode: Mode::Plain }, Computed] => get::<b'L'>,
        "getBooleanVolatile" "(Ljava/lang/Object;J)Z" [Memory { how: Read, kind: Kind::Boolean, mode: Mode::Volatile }, Computed] => get::<b'Z'>,
        "getByteVolatile" "(Ljava/lang/Object;J)B" [Memory { how: Read, kind: Kind::Byte, mode: Mode::Volatile }, Computed] => get::<b'B'>,
        "getShortVolatile" "(Ljava/lang/Object;J)S" [Memory { how: Read, kind: Kind::Short, mode: Mode::Volatile }, Computed] => get::<b'S'>,
        "getCharVolatile" "(Ljava/lang/Object;J)C" [Memory { how: Read, kind: Kind::Char, mode: Mode::Volatile }, Computed] => get::<b'C'>,
        "getIntVolatile" "(Ljava/lang/Object;J)I" [Memory { how: Read, kind: Kind::Int, mode: Mode::Volatile }, Computed] => get::<b'I'>,
        "getLongVolatile" "(Ljava/lang/Object;J)J" [Memory { how: Read, kind: Kind::Long, mode: Mode::Volatile }, Computed] => get::<b'J'>,
        "getFloatVolatile" "(Ljava/lang/Object;J)F" [Memory { how: Read, kind: Kind::Float, mode: Mode::Volatile }, Computed] => get::<b'F'>,
        "getDoubleVolatile" "(Ljava/lang/Object;J)D" [Memory { how: Read, kind: Kind::Double, mode: Mode::Volatile }, Computed] => get::<b'D'>,
        "getReferenceVolatile" "(Ljava/lang/Object;J)Ljava/lang/Object;" [Memory { how: Read, kind: Kind::Ref, mode: Mode::Volatile }, Computed] => get::<b'L'>,
        "putBoolean" "(Ljava/lang/Object;JZ)V" [Memory { how: Write, kind: Kind::Boolean, mode: Mode::Plain }, Computed] => put::<b'Z'>,
        "putByte" "(Ljava/lang/Object;JB)V" [Memory { how: Write, kind: Kind::Byte, mode: Mode::Plain }, Computed] => put::<b'B'>,
        "putShort" "(Ljava/lang/Object;JS)V" [Memory { how: Write, kind: Kind::Short, mode: Mode::Plain }, Computed] => put::<b'S'>,
        "putChar" "(Ljava/lang/Object;JC)V" [Memory { how: Write, kind: Kind::Char, mode: Mode::Plain }, Computed] => put::<b'C'>,
        "putInt" "(Ljava/lang/Object;JI)V" [Memory { how: Write, kind: Kind::Int, mode: Mode::Plain }, Computed] => put::<b'I'>,
        "putLong" "(Ljava/lang/Object;JJ)V" [Memory { how: Write, kind: Kind::Long, mode: Mode::Plain }, Computed] => put::<b'J'>,
        "putFloat" "(Ljava/lang/Object;JF)V" [Memory { how: Write, kind: Kind::Float, mode: Mode::Plain }, Computed] => put::<b'F'>,
        "putDouble" "(Ljava/lang/Object;JD)V" [Memory { how: Write, kind: Kind::Double, mode: Mode::Plain }, Computed] => put::<b'D'>,
        "putReference" "(Ljava/lang/Object;JLjava/lang/Object;)V" [Memory { how: Write, kind: Kind::Ref, mode: Mode::Plain }, Computed] => put::<b'L'>,
        "putBooleanVolatile" "(Ljava/lang/Object;JZ)V" [Memory { how: Write, kind: Kind::Boolean, mode: Mode::Volatile }, Computed] => put::<b'Z'>,
        "putByteVolatile" "(Ljava/lang/Object;JB)V" [Memory { how: Write, kind: Kind::Byte, mode: Mode::Volatile }, Computed] => put::<b'B'>,
        "putShortVolatile" "(Ljava/lang/Object;JS)V" [Memory { how: Write, kind: Kind::Short, mode: Mode::Volatile }, Computed] => put::<b'S'>,
        "putCharVolatile" "(Ljava/lang/Object;JC)V" [Memory { how: Write, kind: Kind::Char, mode: Mode::Volatile }, Computed] => put::<b'C'>,
        "putIntVolatile" "(Ljava/lang/Object;JI)V" [Memory { how: Write, kind: Kind::Int, mode: Mode::Volatile }, Computed] => put::<b'I'>,
        "putLongVolatile" "(Ljava/lang/Object;JJ)V" [Memory { how: Write, kind: Kind::Long, mode: Mode::Volatile }, Computed] => put::<b'J'>,
        "putFloatVolatile" "(Ljava/lang/Object;JF)V" [Memory { how: Write, kind: Kind::Float, mode: Mode::Volatile }, Computed] => put::<b'F'>,
        "putDoubleVolatile" "(Ljava/lang/Object;JD)V" [Memory { how: Write, kind: Kind::Double, mode: Mode::Volatile }, Computed] => put::<b'D'>,
        "putReferenceVolatile" "(Ljava/lang/Object;JLjava/lang/Object;)V" [Memory { how: Write, kind: Kind::Ref, mode: Mode::Volatile }, Computed] => put::<b'L'>,
        "compareAndSetByte" "(Ljava/lang/Object;JBB)Z" [Memory { how: CompareAndSet, kind: Kind::Byte, mode: Mode::Volatile }, Computed] => compare_and_set::<b'B'>,
        "compareAndSetBoolean" "(Ljava/lang/Object;JZZ)Z" [Memory { how: CompareAndSet, kind: Kind::Boolean, mode: Mode::Volatile }, Computed] => compare_and_set::<b'Z'>,
        "compareAndSetShort" "(Ljava/lang/Object;JSS)Z" [Memory { how: CompareAndSet, kind: Kind::Short, mode: Mode::Volatile }, Computed] => compare_and_set::<b'S'>,
        "compareAndSetChar" "(Ljava/lang/Object;JCC)Z" [Memory { how: CompareAndSet, kind: Kind::Char, mode: Mode::Volatile }, Computed] => compare_and_set::<b'C'>,
        "compareAndSetInt" "(Ljava/lang/Object;JII)Z" [Memory { how: CompareAndSet, kind: Kind::Int, mode: Mode::Volatile }, Computed] => compare_and_set::<b'I'>,
        "compareAndSetLong" "(Ljava/lang/Object;JJJ)Z" [Memory { how: CompareAndSet, kind: Kind::Long, mode: Mode::Volatile }, Computed] => compare_and_set::<b'J'>,
        "compareAndSetReference" "(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Z" [Memory { how: CompareAndSet, kind: Kind::Ref, mode: Mode::Volatile }, Computed] => compare_and_set::<b'L'>,
        // Those of the other kinds call these.
        "weakCompareAndSetInt" "(Ljava/lang/Object;JII)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Int, mode: Mode::Volatile }, Computed] => weak_compare_and_set::<b'I'>,
        "weakCompareAndSetIntPlain" "(Ljava/lang/Object;JII)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Int, mode: Mode::Plain }, Computed] => weak_compare_and_set::<b'I'>,
        "weakCompareAndSetIntAcquire" "(Ljava/lang/Object;JII)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Int, mode: Mode::Acquire }, Computed] => weak_compare_and_set::<b'I'>,
        "weakCompareAndSetIntRelease" "(Ljava/lang/Object;JII)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Int, mode: Mode::Release }, Computed] => weak_compare_and_set::<b'I'>,
        "weakCompareAndSetLong" "(Ljava/lang/Object;JJJ)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Long, mode: Mode::Volatile }, Computed] => weak_compare_and_set::<b'J'>,
        "weakCompareAndSetLongPlain" "(Ljava/lang/Object;JJJ)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Long, mode: Mode::Plain }, Computed] => weak_compare_and_set::<b'J'>,
        "weakCompareAndSetLongAcquire" "(Ljava/lang/Object;JJJ)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Long, mode: Mode::Acquire }, Computed] => weak_compare_and_set::<b'J'>,
        "weakCompareAndSetLongRelease" "(Ljava/lang/Object;JJJ)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Long, mode: Mode::Release }, Computed] => weak_compare_and_set::<b'J'>,
        "weakCompareAndSetReference" "(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Ref, mode: Mode::Volatile }, Computed] => weak_compare_and_set::<b'L'>,
        "weakCompareAndSetReferencePlain" "(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Ref, mode: Mode::Plain }, Computed] => weak_compare_and_set::<b'L'>,
        "weakCompareAndSetReferenceAcquire" "(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Ref, mode: Mode::Acquire }, Computed] => weak_compare_and_set::<b'L'>,
        "weakCompareAndSetReferenceRelease" "(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Ref, mode: Mode::Release }, Computed] => weak_compare_and_set::<b'L'>,
        "weakCompareAndSetByte" "(Ljava/lang/Object;JBB)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Byte, mode: Mode::Volatile }, Computed] => weak_compare_and_set::<b'B'>,
        "weakCompareAndSetShort" "(Ljava/lang/Object;JSS)Z" [Memory { how: WeakCompareAndSet, kind: Kind::Short, mode: Mode::Volatile }, Computed] => weak_compare_and_set::<b'S'>,
        "compareAndExchangeByte" "(Ljava/lang/Object;JBB)B" [Memory { how: CompareAndExchange, kind: Kind::Byte, mode: Mode::Volatile }, Computed] => compare_and_exchange::<b'B'>,
        "compareAndExchangeShort" "(Ljava/lang/Object;JSS)S" [Memory { how: CompareAndExchange, kind: Kind::Short, mode: Mode::Volatile }, Computed] => compare_and_exchange::<b'S'>,
        "compareAndExchangeInt" "(Ljava/lang/Object;JII)I" [Memory { how: CompareAndExchange, kind: Kind::Int, mode: Mode::Volatile }, Computed] => compare_and_exchange::<b'I'>,
        "compareAndExchangeLong" "(Ljava/lang/Object;JJJ)J" [Memory { how: CompareAndExchange, kind: Kind::Long, mode: Mode::Volatile }, Computed] => compare_and_exchange::<b'J'>,
        "compareAndExchangeReference" "(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;" [Memory { how: CompareAndExchange, kind: Kind::Ref, mode: Mode::Volatile }, Computed] => compare_and_exchange::<b'L'>,
        "objectFieldOffset0" "(Ljava/lang/reflect/Field;)J" [Nothing, Computed] => field_offset,
        "objectFieldOffset1" "(Ljava/lang/Class;Ljava/lang/String;)J" [Nothing, Computed] => field_offset_by_name,
        "staticFieldOffset0" "(Ljava/lang/reflect/Field;)J" [Nothing, Computed] => static_offset,
        "staticFieldBase0" "(Ljava/lang/reflect/Field;)Ljava/lang/Object;" [Nothing, Computed] => static_base,
        "arrayBaseOffset0" "(Ljava/lang/Class;)I" [Nothing, Computed] => array_base,
        "arrayIndexScale0" "(Ljava/lang/Class;)I" [Nothing, Computed] => index_scale,
        "allocateInstance" "(Ljava/lang/Class;)Ljava/lang/Object;" [Nothing, Computed] => allocate_instance,
        "ensureClassInitialized0" "(Ljava/lang/Class;)V" [Nothing, Computed] => ensure_initialized,
        "shouldBeInitialized0" "(Ljava/lang/Class;)Z" [ClassState(1), Computed] => should_be_initialized,
        "copyMemory0" "(Ljava/lang/Object;JLjava/lang/Object;JJ)V" [CopyMemory, Computed] => copy_memory,
        "copySwapMemory0" "(Ljava/lang/Object;JLjava/lang/Object;JJJ)V" [CopyMemory, Computed] => copy_swap_memory,
        "setMemory0" "(Ljava/lang/Object;JJB)V" [SetMemory, Computed] => set_memory,
        "allocateMemory0" "(J)J" [Outside(&[]), Computed] => allocate_memory,
        "freeMemory0" "(J)V" [Outside(&[]), Computed] => free_memory,
        "throwException" "(Ljava/lang/Throwable;)V" [Nothing, Computed] => throw_exception,
        "fullFence" "()V" [Fence(Mode::Volatile), Computed] => super::nothing,
        "loadFence" "()V" [Fence(Mode::Acquire), Computed] => super::nothing,
        "storeFence" "()V" [Fence(Mode::Release), Computed] => super::nothing,
        "park" "(ZJ)V" [Park, Computed] => park,
        "unpark" "(Ljava/lang/Object;)V" [Unpark, Computed] => unpark,
        "pageSize" "()I" [Nothing, Computed] => |_, _, _| Outcome::int(4096),
    }
};
