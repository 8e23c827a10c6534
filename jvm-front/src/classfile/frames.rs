//! `StackMapTable` (JVMS 4.7.4), expanded to whole frames.
//!
//! A table of a few kilobytes can describe frames of gigabytes: each of 65,535 entries may mean 65,535 locals. So the reader
//! keeps one frame and changes it in place; collecting all of them is refused beyond [`MAX_COLLECTED`] entries.

use super::code::Code;
use super::constant::ConstIndex;
use super::constants::ConstantPool;
use super::cursor::Cursor;
use super::descriptor::FieldType;
use super::error::ParseError;
use super::opcode::{Opcode, TABLE};

/// The types that all collected frames of one method may hold together; a hundred times what the JDK's largest needs.
const MAX_COLLECTED: usize = 1 << 21;

/// A type as the verifier sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VerificationType<'a> {
    /// Nothing that can be used.
    Top,
    /// `int` and everything smaller.
    Integer,
    /// `float`
    Float,
    /// `long`, one entry for its two slots.
    Long,
    /// `double`, one entry for its two slots.
    Double,
    /// `null`
    Null,
    /// The receiver of a constructor that has not yet called another.
    UninitializedThis,
    /// A reference: a class in internal form, or an array's descriptor.
    Object(&'a str),
    /// The result of the `new` at that offset, whose constructor has not been called.
    Uninitialized(u16),
}

impl<'a> VerificationType<'a> {
    /// How many slots a value of the type takes.
    pub fn slots(self) -> usize {
        match self {
            Self::Long | Self::Double => 2,
            Self::Top | Self::Integer | Self::Float | Self::Null => 1,
            Self::UninitializedThis | Self::Object(_) | Self::Uninitialized(_) => 1,
        }
    }

    /// The type of a value of a declared type.
    pub fn of(ty: FieldType<'a>) -> Self {
        match ty {
            FieldType::Byte | FieldType::Char | FieldType::Int | FieldType::Short | FieldType::Boolean => Self::Integer,
            FieldType::Float => Self::Float,
            FieldType::Long => Self::Long,
            FieldType::Double => Self::Double,
            FieldType::Class(name) | FieldType::Array(name) => Self::Object(name),
        }
    }
}

/// The types of locals and stack before the instruction at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The offset of the instruction.
    pub offset: u16,
    /// The locals, as declared: `long` and `double` are one entry, and trailing unusable ones are left out.
    pub locals: Vec<VerificationType<'a>>,
    /// The operand stack, deepest first, `long` and `double` as one entry.
    pub stack: Vec<VerificationType<'a>>,
}

impl<'a> Frame<'a> {
    /// The frame at the start of a method (JVMS 4.10.1.6).
    fn initial(code: Code<'a>) -> Self {
        let method = code.method();
        let mut locals = Vec::new();
        if !method.is_static() {
            let class = code.class().name();
            locals.push(if method.name() == "<init>" && class != "java/lang/Object" {
                VerificationType::UninitializedThis
            } else {
                VerificationType::Object(class)
            });
        }
        locals.extend(method.method_type().parameters().map(VerificationType::of));
        Self { offset: 0, locals, stack: Vec::new() }
    }

    /// The locals by slot: a `long` or `double` is followed by [`VerificationType::Top`].
    pub fn local_slots(&self) -> impl Iterator<Item = VerificationType<'a>> + '_ {
        self.locals.iter().flat_map(|&ty| {
            let second = (ty.slots() == 2).then_some(VerificationType::Top);
            std::iter::once(ty).chain(second)
        })
    }
}

/// The frames of a method, each made from the one before. Not an `Iterator`, because the frame is changed in place.
#[derive(Clone)]
pub struct Frames<'a> {
    code: Code<'a>,
    constants: &'a ConstantPool,
    cursor: Cursor<'a>,
    left: u16,
    frame: Frame<'a>,
    local_slots: usize,
    /// At the implicit frame; the offset of the next one counts from 0 and not from 1.
    first: bool,
}

impl<'a> Frames<'a> {
    pub(super) fn new(code: Code<'a>) -> Result<Self, ParseError> {
        let constants = code.class().constants();
        let table = match code.has_stack_map() {
            true => code.attributes().find("StackMapTable"),
            false => None,
        };
        let (cursor, left) = match table {
            Some(table) => {
                let mut cursor = table.cursor();
                let left = cursor.u16()?;
                (cursor, left)
            }
            None => (constants.cursor(0, 0), 0),
        };
        let frame = Frame::initial(code);
        Ok(Self {
            code,
            constants,
            cursor,
            left,
            local_slots: frame.locals.iter().map(|ty| ty.slots()).sum(),
            frame,
            first: true,
        })
    }

    /// The frame reached; before the first [`Self::advance`] the implicit one of the method's start.
    pub fn current(&self) -> &Frame<'a> {
        &self.frame
    }

    /// How many frames are still to come.
    pub fn remaining(&self) -> u16 {
        self.left
    }

    /// Goes to the next frame; `false` at the end.
    pub fn advance(&mut self) -> Result<bool, ParseError> {
        if self.left == 0 {
            self.cursor.finish("StackMapTable")?;
            return Ok(false);
        }
        self.left -= 1;
        let at = self.cursor.offset();
        let tag = self.cursor.u8()?;
        let delta = match tag {
            0..=63 => tag.into(),
            64..=127 => (tag - 64).into(),
            128..=246 => return Err(self.cursor.malformed(at, format!("frame of reserved type {tag}"))),
            247..=255 => self.cursor.u16()?,
        };
        self.move_by(delta, at)?;
        match tag {
            0..=63 | 251 => self.frame.stack.clear(),
            64..=127 | 247 => {
                let ty = self.verification_type()?;
                self.frame.stack.clear();
                self.frame.stack.push(ty);
            }
            248..=250 => {
                for _ in tag..251 {
                    let Some(ty) = self.frame.locals.pop() else {
                        return Err(self.cursor.malformed(at, "chop frame without locals to chop"));
                    };
                    self.local_slots -= ty.slots();
                }
                self.frame.stack.clear();
            }
            252..=254 => {
                for _ in 251..tag {
                    let ty = self.verification_type()?;
                    self.local_slots += ty.slots();
                    self.frame.locals.push(ty);
                }
                self.frame.stack.clear();
            }
            255 => {
                self.frame.locals = self.types()?;
                self.frame.stack = self.types()?;
                self.local_slots = self.frame.locals.iter().map(|ty| ty.slots()).sum();
            }
            128..=246 => {}
        }
        let stack_slots: usize = self.frame.stack.iter().map(|ty| ty.slots()).sum();
        if self.local_slots > self.code.max_locals().into() || stack_slots > self.code.max_stack().into() {
            let what = format!("frame at {} is larger than the method's locals or stack", self.frame.offset);
            return Err(self.cursor.malformed(at, what));
        }
        Ok(true)
    }

    fn move_by(&mut self, delta: u16, at: usize) -> Result<(), ParseError> {
        let step = usize::from(delta) + usize::from(!self.first);
        let offset = usize::from(self.frame.offset) + step;
        self.first = false;
        if offset >= self.code.bytecode().len() {
            return Err(self.cursor.malformed(at, format!("frame outside the code, at {offset}")));
        }
        self.frame.offset = u16::try_from(offset).expect("invariant: code has at most 65535 bytes");
        Ok(())
    }

    fn types(&mut self) -> Result<Vec<VerificationType<'a>>, ParseError> {
        let count = usize::from(self.cursor.u16()?);
        // Every type takes a byte in the table.
        let mut types = Vec::with_capacity(count.min(self.cursor.left()));
        for _ in 0..count {
            types.push(self.verification_type()?);
        }
        Ok(types)
    }

    fn verification_type(&mut self) -> Result<VerificationType<'a>, ParseError> {
        let at = self.cursor.offset();
        Ok(match self.cursor.u8()? {
            0 => VerificationType::Top,
            1 => VerificationType::Integer,
            2 => VerificationType::Float,
            3 => VerificationType::Double,
            4 => VerificationType::Long,
            5 => VerificationType::Null,
            6 => VerificationType::UninitializedThis,
            7 => VerificationType::Object(self.constants.class_name(ConstIndex(self.cursor.u16()?))?),
            8 => {
                let offset = self.cursor.u16()?;
                let opcode = self.code.bytecode().get(usize::from(offset));
                let row = opcode.and_then(|&opcode| TABLE.get(usize::from(opcode)));
                if row.is_none_or(|row| row.opcode != Opcode::New) {
                    return Err(self.cursor.malformed(at, format!("no new instruction at {offset}")));
                }
                VerificationType::Uninitialized(offset)
            }
            tag => return Err(self.cursor.malformed(at, format!("verification type of kind {tag}"))),
        })
    }

    /// All frames still to come.
    pub(super) fn collect(mut self) -> Result<Vec<Frame<'a>>, ParseError> {
        let mut frames = Vec::new();
        let mut types = 0;
        while self.advance()? {
            types += self.frame.locals.len() + self.frame.stack.len();
            if types > MAX_COLLECTED {
                let what = format!("the frames of {} hold too many types", self.code.method().name());
                return Err(self.cursor.malformed(self.cursor.offset(), what));
            }
            frames.push(self.frame.clone());
        }
        Ok(frames)
    }
}
