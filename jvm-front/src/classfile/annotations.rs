//! Annotations (JVMS 4.7.16 to 4.7.22).

use super::constant::{ConstIndex, Constant};
use super::constants::ConstantPool;
use super::cursor::Cursor;
use super::error::ParseError;

/// Deeper nesting of annotation values than this is refused; the reader recurses.
const MAX_DEPTH: usize = 64;

/// Which of the two families of annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retention {
    /// `RetentionPolicy.RUNTIME`: seen by reflection.
    Runtime,
    /// `RetentionPolicy.CLASS`: only in the class file.
    Class,
}

impl Retention {
    pub(super) fn annotations(self) -> &'static str {
        match self {
            Self::Runtime => "RuntimeVisibleAnnotations",
            Self::Class => "RuntimeInvisibleAnnotations",
        }
    }

    pub(super) fn parameter_annotations(self) -> &'static str {
        match self {
            Self::Runtime => "RuntimeVisibleParameterAnnotations",
            Self::Class => "RuntimeInvisibleParameterAnnotations",
        }
    }

    pub(super) fn type_annotations(self) -> &'static str {
        match self {
            Self::Runtime => "RuntimeVisibleTypeAnnotations",
            Self::Class => "RuntimeInvisibleTypeAnnotations",
        }
    }
}

/// One annotation.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation<'a> {
    /// The field descriptor of the annotation interface.
    pub descriptor: &'a str,
    /// Names and values of the elements that are given.
    pub elements: Vec<(&'a str, ElementValue<'a>)>,
}

impl<'a> Annotation<'a> {
    /// The value of an element, if given.
    pub fn element(&self, name: &str) -> Option<&ElementValue<'a>> {
        self.elements.iter().find(|(given, _)| *given == name).map(|(_, value)| value)
    }
}

/// The value of an annotation's element.
#[derive(Clone, Debug, PartialEq)]
pub enum ElementValue<'a> {
    /// `byte`
    Byte(i8),
    /// `char`, one UTF-16 unit.
    Char(u16),
    /// `double`
    Double(f64),
    /// `float`
    Float(f32),
    /// `int`
    Int(i32),
    /// `long`
    Long(i64),
    /// `short`
    Short(i16),
    /// `boolean`
    Boolean(bool),
    /// `String`
    String(&'a str),
    /// An enum constant: the descriptor of the enum and the constant's name.
    Enum(&'a str, &'a str),
    /// A class: a return descriptor, so `V` is possible.
    Class(&'a str),
    /// A nested annotation.
    Annotation(Box<Annotation<'a>>),
    /// An array.
    Array(Vec<ElementValue<'a>>),
}

/// An annotation on a use of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeAnnotation<'a> {
    /// The kind of place (JVMS table 4.7.20-A).
    pub target_type: u8,
    /// The place itself, in the form that `target_type` asks for.
    pub target: &'a [u8],
    /// The way from the type at that place to the part annotated.
    pub path: Vec<TypePathStep>,
    /// The annotation.
    pub annotation: Annotation<'a>,
}

/// One step into a compound type (JVMS 4.7.20.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypePathStep {
    /// To the element type of an array.
    ArrayElement,
    /// Into a nested type.
    Nested,
    /// To the bound of a wildcard.
    WildcardBound,
    /// To the type argument of the given number.
    TypeArgument(u8),
}

pub(super) fn annotations<'a>(
    c: &mut Cursor<'a>,
    constants: &'a ConstantPool,
) -> Result<Vec<Annotation<'a>>, ParseError> {
    c.table(4, |c| annotation(c, constants, 0))
}

pub(super) fn element_value<'a>(
    c: &mut Cursor<'a>,
    constants: &'a ConstantPool,
) -> Result<ElementValue<'a>, ParseError> {
    value(c, constants, 0)
}

pub(super) fn type_annotations<'a>(
    c: &mut Cursor<'a>,
    constants: &'a ConstantPool,
) -> Result<Vec<TypeAnnotation<'a>>, ParseError> {
    c.table(6, |c| {
        let at = c.offset();
        let target_type = c.u8()?;
        let target = match target_type {
            0x00 | 0x01 | 0x16 => c.take(1)?,
            0x10..=0x12 | 0x17 | 0x42..=0x46 => c.take(2)?,
            0x13..=0x15 => c.take(0)?,
            0x40 | 0x41 => {
                let rows = usize::from({ *c }.u16()?);
                c.take(2 + 6 * rows)?
            }
            0x47..=0x4B => c.take(3)?,
            _ => return Err(c.malformed(at, format!("type annotation on unknown place {target_type:#04x}"))),
        };
        let steps = usize::from(c.u8()?);
        let path = c.items(steps, 2, &mut |c| {
            let at = c.offset();
            match (c.u8()?, c.u8()?) {
                (0, 0) => Ok(TypePathStep::ArrayElement),
                (1, 0) => Ok(TypePathStep::Nested),
                (2, 0) => Ok(TypePathStep::WildcardBound),
                (3, argument) => Ok(TypePathStep::TypeArgument(argument)),
                (kind, _) => Err(c.malformed(at, format!("type path step of kind {kind}"))),
            }
        })?;
        Ok(TypeAnnotation { target_type, target, path, annotation: annotation(c, constants, 0)? })
    })
}

fn annotation<'a>(c: &mut Cursor<'a>, constants: &'a ConstantPool, depth: usize) -> Result<Annotation<'a>, ParseError> {
    let descriptor = constants.field_descriptor(ConstIndex(c.u16()?))?;
    let elements = c.table(5, |c| {
        let name = constants.utf8(ConstIndex(c.u16()?))?;
        Ok((name, value(c, constants, depth + 1)?))
    })?;
    Ok(Annotation { descriptor, elements })
}

fn value<'a>(c: &mut Cursor<'a>, constants: &'a ConstantPool, depth: usize) -> Result<ElementValue<'a>, ParseError> {
    let at = c.offset();
    if depth > MAX_DEPTH {
        return Err(c.malformed(at, "annotation values nested too deeply"));
    }
    let tag = c.u8()?;
    match tag {
        b'e' => {
            let descriptor = constants.field_descriptor(ConstIndex(c.u16()?))?;
            Ok(ElementValue::Enum(descriptor, constants.utf8(ConstIndex(c.u16()?))?))
        }
        b'c' => Ok(ElementValue::Class(constants.utf8(ConstIndex(c.u16()?))?)),
        b's' => Ok(ElementValue::String(constants.utf8(ConstIndex(c.u16()?))?)),
        b'@' => Ok(ElementValue::Annotation(Box::new(annotation(c, constants, depth)?))),
        b'[' => Ok(ElementValue::Array(c.table(3, |c| value(c, constants, depth + 1))?)),
        _ => {
            // `byte`, `char`, `short` and `boolean` are stored as `int`; only the low bits count (JVMS 4.7.16.1).
            Ok(match (tag, constants.get(ConstIndex(c.u16()?))?) {
                (b'B', Constant::Integer(i)) => ElementValue::Byte(i as i8),
                (b'C', Constant::Integer(i)) => ElementValue::Char(i as u16),
                (b'S', Constant::Integer(i)) => ElementValue::Short(i as i16),
                (b'Z', Constant::Integer(i)) => ElementValue::Boolean(i != 0),
                (b'I', Constant::Integer(i)) => ElementValue::Int(i),
                (b'F', Constant::Float(f)) => ElementValue::Float(f),
                (b'J', Constant::Long(l)) => ElementValue::Long(l),
                (b'D', Constant::Double(d)) => ElementValue::Double(d),
                (tag, _) => return Err(c.malformed(at, format!("annotation value with tag {tag:#04x}"))),
            })
        }
    }
}
