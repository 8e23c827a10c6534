//! `java.lang.reflect.Array`.

use super::calls::{accepts, wrapper_kind};
use super::{Arguments, Outcome, Row, rows};
use crate::interp::{Raise, Res};
use crate::program::{ClassKind, Kind, ObjId, ThreadId};
use crate::vm::Vm;

fn array_arg(vm: &Vm, args: Arguments) -> Res<(ObjId, Kind)> {
    let array = args.non_null(0)?;
    match vm.program.class(vm.state.heap.class_of(array)).array_kind() {
        Some(kind) => Ok((array, kind)),
        None => Err(Raise::new("java/lang/IllegalArgumentException", "Argument is not an array")),
    }
}

fn array_length(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (array, _) = array_arg(vm, args)?;
    Outcome::int(vm.state.heap.array_len(array) as i32)
}

fn element(vm: &Vm, array: ObjId, kind: Kind, at: i32) -> Res<u64> {
    let len = vm.state.heap.array_len(array);
    let index = u32::try_from(at)
        .ok()
        .filter(|&i| i < len)
        .ok_or_else(|| Raise::bare("java/lang/ArrayIndexOutOfBoundsException"))?;
    let heap = &vm.state.heap;
    Ok(crate::interp::narrow(
        kind,
        match kind.element_bytes() {
            1 => u64::from(heap.byte_at(array, index)),
            2 => u64::from(heap.short_at(array, index)),
            4 => u64::from(heap.int_at(array, index)),
            _ => heap.long_at(array, index),
        },
    ))
}

fn set_element(vm: &mut Vm, array: ObjId, kind: Kind, at: i32, value: u64) -> Res<()> {
    let len = vm.state.heap.array_len(array);
    let index = u32::try_from(at)
        .ok()
        .filter(|&i| i < len)
        .ok_or_else(|| Raise::bare("java/lang/ArrayIndexOutOfBoundsException"))?;
    if kind == Kind::Ref {
        vm.publish(array, ObjId(value as u32));
    }
    let heap = &mut vm.state.heap;
    match kind.element_bytes() {
        1 => heap.set_byte_at(array, index, value as u8),
        2 => heap.set_short_at(array, index, value as u16),
        4 => heap.set_int_at(array, index, value as u32),
        _ => heap.set_long_at(array, index, value),
    }
    Ok(())
}

fn array_get(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (array, kind) = array_arg(vm, args)?;
    let value = element(vm, array, kind, args.int(1))?;
    Outcome::obj(vm.box_value(kind, value)?)
}

fn widen(from: Kind, to: Kind, value: u64) -> Res<u64> {
    if !accepts(to, from) {
        return Err(Raise::new("java/lang/IllegalArgumentException", "argument type mismatch"));
    }
    let signed = i64::from(value as u32 as i32);
    Ok(match (from, to) {
        _ if from == to => value,
        (Kind::Long, Kind::Float) => u64::from((value as i64 as f32).to_bits()),
        (Kind::Long, Kind::Double) => (value as i64 as f64).to_bits(),
        (Kind::Float, Kind::Double) => f64::from(f32::from_bits(value as u32)).to_bits(),
        (_, Kind::Long) => signed as u64,
        (_, Kind::Float) => u64::from((signed as f32).to_bits()),
        (_, Kind::Double) => (signed as f64).to_bits(),
        _ => value,
    })
}

fn array_get_as<const K: u8>(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (array, kind) = array_arg(vm, args)?;
    let to = Kind::of_descriptor(K).expect("invariant: rows are instantiated with descriptor characters");
    let value = element(vm, array, kind, args.int(1))?;
    Ok(Outcome::Value(widen(kind, to, value)?))
}

fn array_set_as<const K: u8>(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (array, kind) = array_arg(vm, args)?;
    let from = Kind::of_descriptor(K).expect("invariant: rows are instantiated with descriptor characters");
    let value = widen(from, kind, args.raw(2))?;
    set_element(vm, array, kind, args.int(1), value)?;
    Outcome::void()
}

fn array_set(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (array, kind) = array_arg(vm, args)?;
    let value = args.obj(2);
    let mismatch = || Raise::new("java/lang/IllegalArgumentException", "array element type mismatch");
    let raw = if kind == Kind::Ref {
        let ClassKind::Array { element, .. } = vm.program.class(vm.state.heap.class_of(array)).kind else {
            return Err(mismatch());
        };
        if !value.is_null() && !vm.program.is_subclass(vm.state.heap.class_of(value), element) {
            return Err(mismatch());
        }
        u64::from(value.0)
    } else {
        if value.is_null() {
            return Err(mismatch());
        }
        let wrapper = vm.state.heap.class_of(value);
        let from = wrapper_kind(vm.program.class_name(wrapper))
            .ok_or_else(|| Raise::new("java/lang/IllegalArgumentException", "argument type mismatch"))?;
        let raw = vm.unbox(from, value)?;
        widen(from, kind, raw)?
    };
    set_element(vm, array, kind, args.int(1), raw)?;
    Outcome::void()
}

fn new_array(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let element = vm.class_of_mirror(args.non_null(0)?)?;
    if vm.program.class(element).kind == ClassKind::Primitive(Kind::Void) {
        return Err(Raise::bare("java/lang/IllegalArgumentException"));
    }
    let class = vm.array_of(element)?;
    Outcome::obj(vm.allocate_array(class, args.int(1))?)
}

fn multi_new_array(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let mut class = vm.class_of_mirror(args.non_null(0)?)?;
    let dims = args.non_null(1)?;
    let lens: Vec<i32> = (0..vm.state.heap.array_len(dims)).map(|i| vm.state.heap.int_at(dims, i) as i32).collect();
    if lens.is_empty() {
        return Err(Raise::new("java/lang/IllegalArgumentException", "Empty dimensions array"));
    }
    if let Some(bad) = lens.iter().find(|&&n| n < 0) {
        return Err(Raise::new("java/lang/NegativeArraySizeException", bad.to_string()));
    }
    for _ in &lens {
        class = vm.array_of(class)?;
    }
    Outcome::obj(vm.allocate_multi(class, &lens)?)
}

pub(super) const ROWS: &[Row] = rows! {
    "java/lang/reflect/Array" {
        "getLength" "(Ljava/lang/Object;)I" [Nothing, Computed] => array_length,
        "get" "(Ljava/lang/Object;I)Ljava/lang/Object;" [Element { write: false }, Computed] => array_get,
        "set" "(Ljava/lang/Object;ILjava/lang/Object;)V" [Element { write: true }, Computed] => array_set,
        "newArray" "(Ljava/lang/Class;I)Ljava/lang/Object;" [Nothing, Computed] => new_array,
        "multiNewArray" "(Ljava/lang/Class;[I)Ljava/lang/Object;" [Arrays(&[whole(1)]), Computed] => multi_new_array,
        "getBoolean" "(Ljava/lang/Object;I)Z" [Element { write: false }, Computed] => array_get_as::<b'Z'>,
        "getByte" "(Ljava/lang/Object;I)B" [Element { write: false }, Computed] => array_get_as::<b'B'>,
        "getChar" "(Ljava/lang/Object;I)C" [Element { write: false }, Computed] => array_get_as::<b'C'>,
        "getShort" "(Ljava/lang/Object;I)S" [Element { write: false }, Computed] => array_get_as::<b'S'>,
        "getInt" "(Ljava/lang/Object;I)I" [Element { write: false }, Computed] => array_get_as::<b'I'>,
        "getLong" "(Ljava/lang/Object;I)J" [Element { write: false }, Computed] => array_get_as::<b'J'>,
        "getFloat" "(Ljava/lang/Object;I)F" [Element { write: false }, Computed] => array_get_as::<b'F'>,
        "getDouble" "(Ljava/lang/Object;I)D" [Element { write: false }, Computed] => array_get_as::<b'D'>,
        "setBoolean" "(Ljava/lang/Object;IZ)V" [Element { write: true }, Computed] => array_set_as::<b'Z'>,
        "setByte" "(Ljava/lang/Object;IB)V" [Element { write: true }, Computed] => array_set_as::<b'B'>,
        "setChar" "(Ljava/lang/Object;IC)V" [Element { write: true }, Computed] => array_set_as::<b'C'>,
        "setShort" "(Ljava/lang/Object;IS)V" [Element { write: true }, Computed] => array_set_as::<b'S'>,
        "setInt" "(Ljava/lang/Object;II)V" [Element { write: true }, Computed] => array_set_as::<b'I'>,
        "setLong" "(Ljava/lang/Object;IJ)V" [Element { write: true }, Computed] => array_set_as::<b'J'>,
        "setFloat" "(Ljava/lang/Object;IF)V" [Element { write: true }, Computed] => array_set_as::<b'F'>,
        "setDouble" "(Ljava/lang/Object;ID)V" [Element { write: true }, Computed] => array_set_as::<b'D'>,
    }
};
