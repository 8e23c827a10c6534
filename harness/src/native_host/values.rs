//! Values in the helper's JVM: from calls, and into answers.

use super::primitives::{array_length, element_size, primitives, read_primitives};
use braid_engine::host::{HostAnswer, HostFrame, HostObject, HostThrown, HostValue};
use jni::objects::{JByteArray, JCharArray, JClass, JObject, JObjectArray, JString, JThrowable};
use jni::signature::{RuntimeFieldSignature, RuntimeMethodSignature};
use jni::strings::JNIString;
use jni::{Env, JValue, JValueOwned, jni_sig, jni_str};
use std::collections::HashMap;

/// Bytes of content that an answer may have.
const MOST: usize = 32 << 20;
/// Frames of a stack trace that are kept.
const FRAMES: i32 = 64;
/// Throwables that are followed as causes.
const CAUSES: usize = 16;
/// So many objects are compared one by one; of more, only those with the same identity hash code.
const FEW: usize = 8;

/// Why there is no value.
pub enum Trouble {
    /// The JNI call failed; an exception may be pending.
    Jni(jni::errors::Error),
    /// It does not go by value.
    Refused(String),
}

impl From<jni::errors::Error> for Trouble {
    fn from(error: jni::errors::Error) -> Self {
        Trouble::Jni(error)
    }
}

pub(super) type Res<T> = Result<T, Trouble>;

pub(super) fn refused<T>(why: impl Into<String>) -> Res<T> {
    Err(Trouble::Refused(why.into()))
}

/// The objects of a call and its answer, by position.
pub struct Objects<'l> {
    objects: Vec<JObject<'l>>,
    /// Those with an identity hash code, once there are many.
    by_hash: HashMap<i32, Vec<usize>>,
    hashed: usize,
    bytes: usize,
}

impl<'l> Objects<'l> {
    /// Makes the objects of a call.
    pub fn make(env: &mut Env<'l>, given: &[HostObject]) -> Res<Self> {
        let mut made =
            Objects { objects: Vec::with_capacity(given.len()), by_hash: HashMap::new(), hashed: 0, bytes: 0 };
        // A record needs its components first, and they may come later in the list.
        let mut slots: Vec<Option<JObject<'l>>> = (0..given.len()).map(|_| None).collect();
        for at in 0..given.len() {
            made.make_one(env, given, &mut slots, at, 0)?;
        }
        for slot in slots {
            let Some(object) = slot else { return refused("the call has an object that is nowhere") };
            made.objects.push(object);
        }
        for (at, object) in given.iter().enumerate() {
            if let HostObject::References { elements, .. } = object {
                let array = env.as_cast::<JObjectArray>(&made.objects[at])?;
                for (index, element) in elements.iter().enumerate() {
                    if let HostValue::Object(element) = element {
                        array.set_element(env, index, &made.objects[*element as usize])?;
                    }
                }
            }
        }
        Ok(made)
    }

    fn make_one(
        &self,
        env: &mut Env<'l>,
        given: &[HostObject],
        slots: &mut [Option<JObject<'l>>],
        at: usize,
        depth: usize,
    ) -> Res<()> {
        if slots[at].is_some() {
            return Ok(());
        }
        if depth > 100 {
            return refused("records are nested too deeply");
        }
        let object: JObject<'l> = match &given[at] {
            HostObject::Text(units) => string(env, units)?.into(),
            HostObject::Boxed(value) => boxed(env, *value)?,
            HostObject::Primitives { element, bytes } => primitives(env, *element, bytes)?,
            HostObject::References { class, elements } => {
                let component = class.get(1..).unwrap_or_default();
                let component = component.strip_prefix('L').and_then(|c| c.strip_suffix(';')).unwrap_or(component);
                let component = find(env, component)?;
                let length = i32::try_from(elements.len()).map_err(|_| Trouble::Refused("a long array".into()))?;
                env.new_object_array(length, &component, JObject::null())?.into()
            }
            HostObject::Constant { class, name } => {
                let id = find(env, class)?;
                let signature = RuntimeFieldSignature::from_str(format!("L{class};"))?;
                env.get_static_field(&id, JNIString::new(name), signature.field_signature())?.l()?
            }
            HostObject::Record { class, components } => {
                for (_, _, value) in components {
                    if let HostValue::Object(component) = value {
                        self.make_one(env, given, slots, *component as usize, depth + 1)?;
                    }
                }
                let id = find(env, class)?;
                let types: String = components.iter().map(|(_, descriptor, _)| descriptor.as_str()).collect();
                let signature = RuntimeMethodSignature::from_str(format!("({types})V"))?;
                let null = JObject::null();
                let args: Vec<JValue> = components
                    .iter()
                    .map(|(_, _, value)| match value {
                        HostValue::Object(at) => JValue::Object(slots[*at as usize].as_ref().unwrap_or(&null)),
                        other => primitive(*other).unwrap_or(JValue::Object(&null)),
                    })
                    .collect();
                env.new_object(&id, signature.method_signature(), &args)?
            }
            HostObject::Integer { negative, magnitude } => big_integer(env, *negative, magnitude)?,
            HostObject::Decimal { negative, magnitude, scale } => {
                let unscaled = big_integer(env, *negative, magnitude)?;
                env.new_object(
                    jni_str!("java/math/BigDecimal"),
                    jni_sig!("(Ljava/math/BigInteger;I)V"),
                    &[JValue::Object(&unscaled), JValue::Int(*scale)],
                )?
            }
            HostObject::Uuid { most, least } => env.new_object(
                jni_str!("java/util/UUID"),
                jni_sig!("(JJ)V"),
                &[JValue::Long(*most as i64), JValue::Long(*least as i64)],
            )?,
            HostObject::Receiver { class } => {
                let id = find(env, class)?;
                env.alloc_object(&id)?
            }
        };
        slots[at] = Some(object);
        Ok(())
    }

    /// A value of the call as JNI passes it.
    pub fn argument<'a>(&'a self, value: HostValue, null: &'a JObject<'static>) -> JValue<'a> {
        match value {
            HostValue::Object(at) => self.objects.get(at as usize).map_or(JValue::Object(null), JValue::Object),
            other => primitive(other).unwrap_or(JValue::Object(null)),
        }
    }

    /// The object in a position of the call.
    pub fn object(&self, at: u32) -> Option<&JObject<'l>> {
        self.objects.get(at as usize)
    }

    /// What a call comes to.
    pub fn answer(
        mut self,
        env: &mut Env<'l>,
        given: &[HostObject],
        result: Result<JValueOwned<'l>, HostThrown>,
    ) -> Res<HostAnswer> {
        let result = match result {
            Ok(value) => Ok(self.take(env, value)?),
            Err(thrown) => Err(thrown),
        };
        let mut written = Vec::new();
        for (at, before) in given.iter().enumerate() {
            if matches!(before, HostObject::Primitives { .. } | HostObject::References { .. }) {
                let after = self.content(env, at)?;
                if after != *before {
                    written.push((at as u32, after));
                }
            }
        }
        // What these refer to, and so on.
        let mut objects = Vec::new();
        let mut at = given.len();
        while at < self.objects.len() {
            objects.push(self.content(env, at)?);
            at += 1;
        }
        Ok(HostAnswer { result, objects, written })
    }

    fn take(&mut self, env: &mut Env<'l>, value: JValueOwned<'l>) -> Res<HostValue> {
        Ok(match value {
            JValueOwned::Object(object) => self.reference(env, object)?,
            JValueOwned::Byte(value) => HostValue::Byte(value),
            JValueOwned::Char(value) => HostValue::Char(value),
            JValueOwned::Short(value) => HostValue::Short(value),
            JValueOwned::Int(value) => HostValue::Int(value),
            JValueOwned::Long(value) => HostValue::Long(value),
            JValueOwned::Bool(value) => HostValue::Boolean(value),
            JValueOwned::Float(value) => HostValue::Float(value.to_bits()),
            JValueOwned::Double(value) => HostValue::Double(value.to_bits()),
            JValueOwned::Void => HostValue::Void,
        })
    }

    /// The position of an object, a new one if it is not known.
    fn reference(&mut self, env: &mut Env<'l>, object: JObject<'l>) -> Res<HostValue> {
        if object.is_null() {
            return Ok(HostValue::Null);
        }
        let known = if self.objects.len() <= FEW {
            let mut known = self.objects.iter().enumerate();
            known.find_map(|(at, other)| env.is_same_object(&object, other).ok()?.then_some(at))
        } else {
            while self.hashed < self.objects.len() {
                let hash = identity(env, &self.objects[self.hashed])?;
                self.by_hash.entry(hash).or_default().push(self.hashed);
                self.hashed += 1;
            }
            let hash = identity(env, &object)?;
            let alike = self.by_hash.get(&hash).into_iter().flatten();
            alike.copied().find(|&at| env.is_same_object(&object, &self.objects[at]).unwrap_or(false))
        };
        let at = match known {
            Some(at) => at,
            None => {
                self.objects.push(object);
                self.objects.len() - 1
            }
        };
        let at = u32::try_from(at).map_err(|_| Trouble::Refused("too many objects".into()))?;
        Ok(HostValue::Object(at))
    }

    fn weigh(&mut self, bytes: usize) -> Res<()> {
        self.bytes += bytes;
        match self.bytes > MOST {
            true => refused(format!("the answer has more than {} MB", MOST >> 20)),
            false => Ok(()),
        }
    }

    /// The value of the object in a position.
    fn content(&mut self, env: &mut Env<'l>, at: usize) -> Res<HostObject> {
        let class = env.get_object_class(&self.objects[at])?;
        let name = class_name(env, &class)?;
        let object = &self.objects[at];
        let boxed = match name.as_str() {
            "java/lang/Boolean" => Some(get(env, object, "booleanValue", "()Z")?),
            "java/lang/Byte" => Some(get(env, object, "byteValue", "()B")?),
            "java/lang/Character" => Some(get(env, object, "charValue", "()C")?),
            "java/lang/Short" => Some(get(env, object, "shortValue", "()S")?),
            "java/lang/Integer" => Some(get(env, object, "intValue", "()I")?),
            "java/lang/Long" => Some(get(env, object, "longValue", "()J")?),
            "java/lang/Float" => Some(get(env, object, "floatValue", "()F")?),
            "java/lang/Double" => Some(get(env, object, "doubleValue", "()D")?),
            _ => None,
        };
        if let Some(value) = boxed {
            return Ok(HostObject::Boxed(self.take(env, value)?));
        }
        match name.as_str() {
            "java/lang/String" => {
                let units = text(env, object)?;
                self.weigh(units.len() * 2)?;
                return Ok(HostObject::Text(units));
            }
            "java/math/BigInteger" => {
                let (negative, magnitude) = sign_and_magnitude(env, object)?;
                self.weigh(magnitude.len())?;
                return Ok(HostObject::Integer { negative, magnitude });
            }
            "java/math/BigDecimal" => {
                let scale = get(env, object, "scale", "()I")?.i()?;
                let unscaled = get(env, object, "unscaledValue", "()Ljava/math/BigInteger;")?.l()?;
                let (negative, magnitude) = sign_and_magnitude(env, &unscaled)?;
                self.weigh(magnitude.len())?;
                return Ok(HostObject::Decimal { negative, magnitude, scale });
            }
            "java/util/UUID" => {
                let most = get(env, object, "getMostSignificantBits", "()J")?.j()? as u64;
                let least = get(env, object, "getLeastSignificantBits", "()J")?.j()? as u64;
                return Ok(HostObject::Uuid { most, least });
            }
            _ => {}
        }
        if let Some(element) = name.strip_prefix('[') {
            return self.array(env, at, &name, element);
        }
        if env.is_instance_of(&self.objects[at], jni_str!("java/lang/Enum"))? {
            let object = &self.objects[at];
            let declaring = get(env, object, "getDeclaringClass", "()Ljava/lang/Class;")?.l()?;
            let declaring = env.cast_local::<JClass>(declaring)?;
            let constant = get(env, object, "name", "()Ljava/lang/String;")?.l()?;
            let name = String::from_utf16_lossy(&text(env, &constant)?);
            return Ok(HostObject::Constant { class: class_name(env, &declaring)?, name });
        }
        if env.is_instance_of(&self.objects[at], jni_str!("java/lang/Record"))? {
            return self.record(env, at, &class, name);
        }
        refused(format!("the answer has an object of {}, which does not come back by value", name.replace('/', ".")))
    }

    fn array(&mut self, env: &mut Env<'l>, at: usize, class: &str, element: &str) -> Res<HostObject> {
        if !element.starts_with(['L', '[']) {
            let size = element_size(element);
            let length = array_length(env, &self.objects[at], element)?;
            self.weigh(length * size)?;
            let bytes = read_primitives(env, &self.objects[at], element)?;
            let element = element.chars().next().unwrap_or('?');
            return Ok(HostObject::Primitives { element, bytes });
        }
        let length = {
            let array = env.as_cast::<JObjectArray>(&self.objects[at])?;
            array.len(env)?
        };
        self.weigh(length * 4)?;
        let mut elements = Vec::with_capacity(length);
        for index in 0..length {
            let element = {
                let array = env.as_cast::<JObjectArray>(&self.objects[at])?;
                array.get_element(env, index)?
            };
            elements.push(self.reference(env, element)?);
        }
        Ok(HostObject::References { class: class.to_string(), elements })
    }

    fn record(&mut self, env: &mut Env<'l>, at: usize, class: &JClass<'l>, name: String) -> Res<HostObject> {
        let signature = jni_sig!("()[Ljava/lang/reflect/RecordComponent;");
        let listed = env.call_method(class, jni_str!("getRecordComponents"), signature, &[])?.l()?;
        let listed = env.cast_local::<JObjectArray>(listed)?;
        let mut components = Vec::new();
        for index in 0..listed.len(env)? {
            let component = listed.get_element(env, index)?;
            let field = env.call_method(&component, jni_str!("getName"), jni_sig!("()Ljava/lang/String;"), &[])?.l()?;
            let field = String::from_utf16_lossy(&text(env, &field)?);
            let kind = env.call_method(&component, jni_str!("getType"), jni_sig!("()Ljava/lang/Class;"), &[])?.l()?;
            let descriptor =
                env.call_method(&kind, jni_str!("descriptorString"), jni_sig!("()Ljava/lang/String;"), &[])?.l()?;
            let descriptor = String::from_utf16_lossy(&text(env, &descriptor)?);
            let signature = RuntimeFieldSignature::from_str(&descriptor)?;
            let value = env.get_field(&self.objects[at], JNIString::new(&field), signature.field_signature())?;
            components.push((field, descriptor, self.take(env, value)?));
        }
        Ok(HostObject::Record { class: name, components })
    }
}

/// A primitive as JNI passes it.
fn primitive(value: HostValue) -> Option<JValue<'static>> {
    Some(match value {
        HostValue::Boolean(value) => JValue::Bool(value),
        HostValue::Byte(value) => JValue::Byte(value),
        HostValue::Char(value) => JValue::Char(value),
        HostValue::Short(value) => JValue::Short(value),
        HostValue::Int(value) => JValue::Int(value),
        HostValue::Long(value) => JValue::Long(value),
        HostValue::Float(bits) => JValue::Float(f32::from_bits(bits)),
        HostValue::Double(bits) => JValue::Double(f64::from_bits(bits)),
        HostValue::Void | HostValue::Null | HostValue::Object(_) => return None,
    })
}

/// A class that the helper's class path has, or a class that it has a stub of.
fn find<'l>(env: &mut Env<'l>, name: &str) -> Res<JClass<'l>> {
    match env.find_class(JNIString::new(name)) {
        Ok(class) => Ok(class),
        Err(error) => {
            env.exception_clear();
            let name = name.replace('/', ".");
            refused(format!("{name} is neither in the JDK nor with the models ({error})"))
        }
    }
}

/// Calls a method without parameters.
fn get<'l>(env: &mut Env<'l>, object: &JObject, name: &str, signature: &str) -> Res<JValueOwned<'l>> {
    let signature = RuntimeMethodSignature::from_str(signature)?;
    Ok(env.call_method(object, JNIString::new(name), signature.method_signature(), &[])?)
}

fn identity(env: &mut Env, object: &JObject) -> Res<i32> {
    let signature = jni_sig!("(Ljava/lang/Object;)I");
    let system = jni_str!("java/lang/System");
    let hash = env.call_static_method(system, jni_str!("identityHashCode"), signature, &[JValue::Object(object)])?;
    Ok(hash.i()?)
}

/// The internal name of a class.
pub fn class_name(env: &mut Env, class: &JClass) -> Res<String> {
    let name = env.call_method(class, jni_str!("getName"), jni_sig!("()Ljava/lang/String;"), &[])?.l()?;
    Ok(String::from_utf16_lossy(&text(env, &name)?).replace('.', "/"))
}

/// A string of any units, also those that are no text.
fn string<'l>(env: &mut Env<'l>, units: &[u16]) -> Res<JString<'l>> {
    match String::from_utf16(units) {
        Ok(text) if text.is_ascii() && !text.contains('\0') => Ok(JString::new(env, &text)?),
        Ok(_) | Err(_) => {
            let chars = JCharArray::new(env, units.len())?;
            chars.set_region(env, 0, units)?;
            let class = jni_str!("java/lang/String");
            let made = env.new_object(class, jni_sig!("([C)V"), &[JValue::Object(&chars)])?;
            Ok(env.cast_local::<JString>(made)?)
        }
    }
}

/// The units of a string.
pub fn text(env: &mut Env, string: &JObject) -> Res<Vec<u16>> {
    let chars = env.call_method(string, jni_str!("toCharArray"), jni_sig!("()[C"), &[])?.l()?;
    let chars = env.cast_local::<JCharArray>(chars)?;
    let mut units = vec![0; chars.len(env)?];
    chars.get_region(env, 0, &mut units)?;
    Ok(units)
}

fn boxed<'l>(env: &mut Env<'l>, value: HostValue) -> Res<JObject<'l>> {
    let (class, descriptor) = match value {
        HostValue::Boolean(_) => ("java/lang/Boolean", "Z"),
        HostValue::Byte(_) => ("java/lang/Byte", "B"),
        HostValue::Char(_) => ("java/lang/Character", "C"),
        HostValue::Short(_) => ("java/lang/Short", "S"),
        HostValue::Int(_) => ("java/lang/Integer", "I"),
        HostValue::Long(_) => ("java/lang/Long", "J"),
        HostValue::Float(_) => ("java/lang/Float", "F"),
        HostValue::Double(_) => ("java/lang/Double", "D"),
        HostValue::Void | HostValue::Null | HostValue::Object(_) => return refused("a box of no primitive"),
    };
    let Some(primitive) = primitive(value) else { return refused("a box of no primitive") };
    let signature = RuntimeMethodSignature::from_str(format!("({descriptor})L{class};"))?;
    let class = JNIString::new(class);
    let made = env.call_static_method(&*class, jni_str!("valueOf"), signature.method_signature(), &[primitive])?;
    Ok(made.l()?)
}

fn big_integer<'l>(env: &mut Env<'l>, negative: bool, magnitude: &[u8]) -> Res<JObject<'l>> {
    let bytes = env.byte_array_from_slice(magnitude)?;
    let zero = magnitude.iter().all(|&byte| byte == 0);
    let sign = match (zero, negative) {
        (true, _) => 0,
        (false, true) => -1,
        (false, false) => 1,
    };
    let class = jni_str!("java/math/BigInteger");
    Ok(env.new_object(class, jni_sig!("(I[B)V"), &[JValue::Int(sign), JValue::Object(&bytes)])?)
}

fn sign_and_magnitude(env: &mut Env, object: &JObject) -> Res<(bool, Vec<u8>)> {
    let negative = get(env, object, "signum", "()I")?.i()? < 0;
    let magnitude = get(env, object, "abs", "()Ljava/math/BigInteger;")?.l()?;
    let bytes = get(env, &magnitude, "toByteArray", "()[B")?.l()?;
    let bytes = env.cast_local::<JByteArray>(bytes)?;
    Ok((negative, env.convert_byte_array(&bytes)?))
}

/// What was thrown, taken out of the environment; none if nothing was.
pub fn caught<'l>(env: &mut Env<'l>) -> Option<JThrowable<'l>> {
    let thrown = env.exception_occurred()?;
    env.exception_clear();
    Some(thrown)
}

/// A throwable by value, as long as it is one that a program is to see.
pub fn thrown(env: &mut Env, throwable: &JObject, depth: usize) -> Res<HostThrown> {
    let class = env.get_object_class(throwable)?;
    let class = class_name(env, &class)?;
    let mut message = None;
    let said = get(env, throwable, "getMessage", "()Ljava/lang/String;")?.l()?;
    if !said.is_null() {
        message = Some(text(env, &said)?);
    }
    let name = class.replace('/', ".");
    let words = message.as_ref().map(|m| format!(": {}", String::from_utf16_lossy(m))).unwrap_or_default();
    // That something is missing here, or that this JVM is at its limits, says nothing about the program.
    for error in ["java/lang/LinkageError", "java/lang/VirtualMachineError", "java/lang/ThreadDeath"] {
        if env.is_instance_of(throwable, &*JNIString::new(error))? {
            return refused(format!("it throws {name}{words}"));
        }
    }
    let suppressed = get(env, throwable, "getSuppressed", "()[Ljava/lang/Throwable;")?.l()?;
    if env.cast_local::<JObjectArray>(suppressed)?.len(env)? > 0 {
        return refused(format!("it throws {name}{words}, which has suppressed others"));
    }
    let cause = get(env, throwable, "getCause", "()Ljava/lang/Throwable;")?.l()?;
    let cause = match cause.is_null() {
        true => None,
        false if depth >= CAUSES => return refused(format!("it throws {name}{words} with very many causes")),
        false => Some(Box::new(thrown(env, &cause, depth + 1)?)),
    };
    let trace = get(env, throwable, "getStackTrace", "()[Ljava/lang/StackTraceElement;")?.l()?;
    let trace = env.cast_local::<JObjectArray>(trace)?;
    let length = i32::try_from(trace.len(env)?).unwrap_or(FRAMES).min(FRAMES);
    let mut stack = Vec::new();
    for index in 0..length {
        let element = trace.get_element(env, index as usize)?;
        let word = |env: &mut Env, name: &str| -> Res<Option<String>> {
            let word = get(env, &element, name, "()Ljava/lang/String;")?.l()?;
            Ok(if word.is_null() { None } else { Some(String::from_utf16_lossy(&text(env, &word)?)) })
        };
        stack.push(HostFrame {
            class: word(env, "getClassName")?.unwrap_or_default(),
            method: word(env, "getMethodName")?.unwrap_or_default(),
            file: word(env, "getFileName")?,
            line: get(env, &element, "getLineNumber", "()I")?.i()?,
        });
    }
    Ok(HostThrown { class, message, stack, cause })
}

/// What a failure comes to in words.
pub fn explain(env: &mut Env, trouble: Trouble) -> String {
    match trouble {
        Trouble::Refused(why) => why,
        Trouble::Jni(error) => match caught(env) {
            None => error.to_string(),
            Some(throwable) => {
                let said = env
                    .call_method(&throwable, jni_str!("toString"), jni_sig!("()Ljava/lang/String;"), &[])
                    .and_then(|said| said.l());
                match said.map_err(Trouble::from).and_then(|said| text(env, &said)) {
                    Ok(units) => String::from_utf16_lossy(&units),
                    Err(_) => {
                        env.exception_clear();
                        "something that cannot be told was thrown".to_string()
                    }
                }
            }
        },
    }
}
