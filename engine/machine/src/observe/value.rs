//! Values as reports show them, taken while the machine stands where they can be read.

use crate::program::{ClassId, Field, FieldId, Kind, ObjId};
use crate::state::Init;
use crate::vm::Vm;

/// Characters of a string that are kept.
const TEXT: usize = 40;

/// An object, as far as a report needs it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    /// Which one.
    pub id: ObjId,
    /// Its class.
    pub class: ClassId,
}

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `null`
    Null,
    /// Any integral type.
    Integer(i64),
    /// `boolean`
    Boolean(bool),
    /// `char`
    Char(u16),
    /// `float`
    Float(f32),
    /// `double`
    Double(f64),
    /// A string, shortened.
    Text(String),
    /// Something with a name of its own: an enum constant, a class.
    Named(String),
    /// Any other object.
    Object(Object),
}

/// A place in memory.
#[derive(Clone, PartialEq, Debug)]
pub enum Target {
    /// A static field.
    Static(FieldId),
    /// A field of an object.
    Field(Value, FieldId),
    /// An element of an array.
    Element(Value, u64),
    /// Some part of an object.
    Part(Value),
}

impl Vm {
    /// Objects that a static final field of the program holds, where the machine stands.
    pub fn constants(&self) -> impl Iterator<Item = (ObjId, FieldId)> + '_ {
        let classes = self.program.classes.iter().enumerate().map(|(index, class)| (ClassId::new(index), class));
        let own = classes.filter(|(_, class)| !class.is_library() && !class.statics.refs.is_empty());
        own.filter(|&(id, _)| self.state.init(id) == Init::Done).flat_map(move |(id, class)| {
            let mirror = self.state.ready_mirror(id);
            class.fields.iter().filter_map(move |&field| {
                let f = self.program.field(field);
                let constant = f.kind == Kind::Ref && f.flags.is_final() && f.flags.is_static();
                let value = || ObjId(self.state.heap.field(mirror, self.known.class_slots + f.slot) as u32);
                constant.then(|| (value(), field))
            })
        })
    }

    /// A register's content as a value.
    pub fn value(&self, kind: Kind, raw: u64) -> Value {
        match kind {
            Kind::Void => Value::Null,
            Kind::Boolean => Value::Boolean(raw & 1 == 1),
            Kind::Byte => Value::Integer(i64::from(raw as i8)),
            Kind::Short => Value::Integer(i64::from(raw as i16)),
            Kind::Int => Value::Integer(i64::from(raw as u32 as i32)),
            Kind::Long => Value::Integer(raw as i64),
            Kind::Char => Value::Char(raw as u16),
            Kind::Float => Value::Float(f32::from_bits(raw as u32)),
            Kind::Double => Value::Double(f64::from_bits(raw)),
            Kind::Ref => self.object_value(ObjId(raw as u32)),
        }
    }

    /// A register's content in a few words.
    pub(crate) fn short_value(&self, kind: Kind, raw: u64) -> String {
        match self.value(kind, raw) {
            Value::Null => "null".to_string(),
            Value::Integer(value) => value.to_string(),
            Value::Boolean(value) => value.to_string(),
            Value::Char(unit) => format!("{:?}", String::from_utf16_lossy(&[unit])),
            Value::Float(value) => value.to_string(),
            Value::Double(value) => value.to_string(),
            Value::Text(text) => format!("{text:?}"),
            Value::Named(name) => name,
            Value::Object(object) => match self.program.class(object.class).array_kind() {
                Some(_) => {
                    let name = crate::vm::external_type(self.program.class_name(object.class));
                    name.replacen("[]", &format!("[{}]", self.state.heap.array_len(object.id)), 1)
                }
                None => self.external_name(object.class),
            },
        }
    }

    /// An object as a value.
    pub fn object_value(&self, obj: ObjId) -> Value {
        if obj.is_null() {
            return Value::Null;
        }
        if obj.index() >= self.state.heap.object_count() {
            return Value::Named("memory outside the heap".into());
        }
        let class = self.state.heap.class_of(obj);
        if class == self.known.string {
            let text = self.text(obj).unwrap_or_default();
            let mut short: String = text.chars().take(TEXT).collect();
            if short.len() < text.len() {
                short.push('…');
            }
            return Value::Text(short);
        }
        if let Some(mirrored) = self.state.class_of_mirror(obj) {
            return Value::Named(format!("{}.class", self.external_name(mirrored)));
        }
        let object = Value::Object(Object { id: obj, class });
        let field = |name: &str| self.program.find_field(class, name).map(|f| self.program.field(f));
        if self.program.class_facts(class).is_box
            && let Some(f) = field("value")
        {
            return self.value(f.kind, self.state.heap.field(obj, f.slot));
        }
        let is_enum = self.program.class(class).supers.get(1).is_some_and(|&c| {
            self.program.class_facts(c).is_enum_base && self.program.class(class).super_class.is_some()
        });
        match field("name") {
            Some(f) if is_enum => {
                let name = ObjId(self.state.heap.field(obj, f.slot) as u32);
                self.text(name).map_or(object, Value::Named)
            }
            Some(_) | None => object,
        }
    }

    /// What `Throwable.getCause` would give. An exception without a cause has itself or none in the field.
    pub fn cause_of(&mut self, exception: ObjId) -> Option<ObjId> {
        let slot = self.slot(self.known.throwable, "cause");
        let class = self.state.heap.class_of(exception);
        // That of reflection keeps it elsewhere.
        let keeps_target = self.program.class_facts(class).keeps_target;
        let target = self.program.find_field(class, "target").filter(|_| keeps_target);
        let slot = target.map_or(slot, |field| self.program.field(field).slot);
        let cause = ObjId(self.state.heap.field(exception, slot) as u32);
        (!cause.is_null() && cause != exception).then_some(cause)
    }

    /// The place that `Unsafe` and its users name by an object and an offset.
    pub fn target_at(&self, obj: ObjId, offset: i64) -> Target {
        let value = self.object_value(obj);
        let at = offset - crate::natives::UNSAFE_BASE;
        if obj.is_null() || obj.index() >= self.state.heap.object_count() || at < 0 {
            return Target::Part(value);
        }
        let class = self.state.heap.class_of(obj);
        if let Some(kind) = self.program.class(class).array_kind() {
            return Target::Element(value, at as u64 / kind.element_bytes().max(1) as u64);
        }
        let slot = at / 8;
        if let Some(mirrored) = self.state.class_of_mirror(obj) {
            let fields = &self.program.class(mirrored).fields;
            let is_it = |f: &Field| f.flags.is_static() && i64::from(self.known.class_slots + f.slot) == slot;
            let found = fields.iter().find(|&&f| is_it(self.program.field(f)));
            return found.map_or(Target::Part(value), |&f| Target::Static(f));
        }
        let supers = self.program.class(class).supers.iter().rev();
        let is_it = |f: &Field| !f.flags.is_static() && i64::from(f.slot) == slot;
        let found =
            supers.flat_map(|&c| self.program.class(c).fields.iter().copied()).find(|&f| is_it(self.program.field(f)));
        match found {
            Some(field) => Target::Field(value, field),
            None => Target::Part(value),
        }
    }

    /// What a place holds, for a kind of access.
    pub fn peek_at(&self, obj: ObjId, offset: i64, kind: Kind) -> Option<Value> {
        self.raw_at(obj, offset, kind).map(|raw| self.value(kind, raw))
    }

    /// The same in register form.
    pub fn raw_at(&self, obj: ObjId, offset: i64, kind: Kind) -> Option<u64> {
        let at = offset - crate::natives::UNSAFE_BASE;
        if obj.is_null() || obj.index() >= self.state.heap.object_count() || at < 0 {
            return None;
        }
        if self.program.class(self.state.heap.class_of(obj)).array_kind().is_some() {
            let (at, size) = (at as usize, kind.element_bytes());
            let bytes = self.state.heap.bytes_of(obj).get(at..at + size)?;
            let mut raw = [0; 8];
            raw[..size].copy_from_slice(bytes);
            return Some(u64::from_le_bytes(raw));
        }
        let slot = u16::try_from(at / 8).ok()?;
        (usize::from(slot) < self.state.heap.words_of(obj).len()).then(|| self.state.heap.field(obj, slot))
    }
}
