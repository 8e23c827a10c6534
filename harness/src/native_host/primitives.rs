//! Arrays of primitive values in the helper's JVM.

use super::values::{Res, refused};
use jni::Env;
use jni::objects::{
    JBooleanArray, JByteArray, JCharArray, JDoubleArray, JFloatArray, JIntArray, JLongArray, JObject, JPrimitiveArray,
    JShortArray, TypeArray,
};

/// How many bytes an element takes.
pub(super) fn element_size(element: &str) -> usize {
    match element {
        "Z" | "B" => 1,
        "C" | "S" => 2,
        "I" | "F" => 4,
        _ => 8,
    }
}

/// Elements as bytes, least first.
trait Elements: TypeArray + Copy + Default {
    const SIZE: usize;
    fn of(bytes: &[u8]) -> Self;
    fn put(self, into: &mut Vec<u8>);
}

macro_rules! elements {
    ($($element:ty)*) => { $(impl Elements for $element {
        const SIZE: usize = size_of::<$element>();
        fn of(bytes: &[u8]) -> Self {
            let mut whole = [0; size_of::<$element>()];
            whole.copy_from_slice(bytes);
            Self::from_le_bytes(whole)
        }
        fn put(self, into: &mut Vec<u8>) {
            into.extend(self.to_le_bytes());
        }
    })* };
}
elements! { i8 u16 i16 i32 i64 f32 f64 }

impl Elements for bool {
    const SIZE: usize = 1;
    fn of(bytes: &[u8]) -> Self {
        bytes.first().is_some_and(|&byte| byte & 1 == 1)
    }
    fn put(self, into: &mut Vec<u8>) {
        into.push(u8::from(self));
    }
}

fn write_array<'l, T: Elements>(env: &mut Env<'l>, bytes: &[u8]) -> Res<JPrimitiveArray<'l, T>> {
    let elements: Vec<T> = bytes.chunks_exact(T::SIZE).map(T::of).collect();
    let array = JPrimitiveArray::<T>::new(env, elements.len())?;
    array.set_region(env, 0, &elements)?;
    Ok(array)
}

fn read_array<T: Elements>(env: &Env, array: &JPrimitiveArray<T>) -> Res<Vec<u8>> {
    let mut elements = vec![T::default(); array.len(env)?];
    array.get_region(env, 0, &mut elements)?;
    let mut bytes = Vec::with_capacity(elements.len() * T::SIZE);
    elements.into_iter().for_each(|element| element.put(&mut bytes));
    Ok(bytes)
}

/// An array of primitive values.
pub(super) fn primitives<'l>(env: &mut Env<'l>, element: char, bytes: &[u8]) -> Res<JObject<'l>> {
    Ok(match element {
        'Z' => write_array::<bool>(env, bytes)?.into(),
        'B' => write_array::<i8>(env, bytes)?.into(),
        'C' => write_array::<u16>(env, bytes)?.into(),
        'S' => write_array::<i16>(env, bytes)?.into(),
        'I' => write_array::<i32>(env, bytes)?.into(),
        'J' => write_array::<i64>(env, bytes)?.into(),
        'F' => write_array::<f32>(env, bytes)?.into(),
        'D' => write_array::<f64>(env, bytes)?.into(),
        other => return refused(format!("an array of {other}")),
    })
}

/// What such an array holds.
pub(super) fn read_primitives(env: &Env, array: &JObject, element: &str) -> Res<Vec<u8>> {
    match element {
        "Z" => read_array(env, &*env.as_cast::<JBooleanArray>(array)?),
        "B" => read_array(env, &*env.as_cast::<JByteArray>(array)?),
        "C" => read_array(env, &*env.as_cast::<JCharArray>(array)?),
        "S" => read_array(env, &*env.as_cast::<JShortArray>(array)?),
        "I" => read_array(env, &*env.as_cast::<JIntArray>(array)?),
        "J" => read_array(env, &*env.as_cast::<JLongArray>(array)?),
        "F" => read_array(env, &*env.as_cast::<JFloatArray>(array)?),
        "D" => read_array(env, &*env.as_cast::<JDoubleArray>(array)?),
        other => refused(format!("an array of {other}")),
    }
}

/// How many elements it has.
pub(super) fn array_length(env: &Env, array: &JObject, element: &str) -> Res<usize> {
    Ok(match element {
        "Z" => env.as_cast::<JBooleanArray>(array)?.len(env)?,
        "B" => env.as_cast::<JByteArray>(array)?.len(env)?,
        "C" => env.as_cast::<JCharArray>(array)?.len(env)?,
        "S" => env.as_cast::<JShortArray>(array)?.len(env)?,
        "I" => env.as_cast::<JIntArray>(array)?.len(env)?,
        "J" => env.as_cast::<JLongArray>(array)?.len(env)?,
        "F" => env.as_cast::<JFloatArray>(array)?.len(env)?,
        "D" => env.as_cast::<JDoubleArray>(array)?.len(env)?,
        other => return refused(format!("an array of {other}")),
    })
}
