//! The `Code` attribute (JVMS 4.7.3) and its tables.

use super::attributes::{AttributeTable, Attributes};
use super::constant::ConstIndex;
use super::error::ParseError;
use super::frames::{Frame, Frames};
use super::instruction::{DecodedCode, Instructions};
use super::{ClassFile, Method};

/// The bytecode of a method.
#[derive(Clone, Copy, Debug)]
pub struct Code<'a> {
    method: Method<'a>,
    max_stack: u16,
    max_locals: u16,
    bytecode: &'a [u8],
    /// Where the bytecode and the exception table's rows start in the class file.
    start: usize,
    exceptions: usize,
    attributes: AttributeTable,
}

/// One row of an exception table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExceptionEntry<'a> {
    /// The first offset covered.
    pub start: u16,
    /// The first offset no longer covered; may be the length of the code.
    pub end: u16,
    /// Where the handler starts.
    pub handler: u16,
    /// The class caught; `None` for everything.
    pub catch: Option<&'a str>,
    /// The index of that class in the constant pool.
    pub catch_index: ConstIndex,
}

/// One row of a line table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineNumber {
    /// The offset at which the line starts.
    pub start: u16,
    /// The line.
    pub line: u16,
}

/// Which line each instruction came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineNumberTable {
    rows: Vec<LineNumber>,
}

impl LineNumberTable {
    /// The rows by offset; rows of the same offset keep the order of the class file.
    pub fn rows(&self) -> &[LineNumber] {
        &self.rows
    }

    /// The line of the instruction at an offset. Where rows compete we choose as HotSpot does: the first row for this very
    /// offset, else the last of the nearest before it.
    pub fn line_at(&self, offset: u16) -> Option<u16> {
        let from = self.rows.partition_point(|row| row.start < offset);
        match self.rows.get(from) {
            Some(row) if row.start == offset => Some(row.line),
            _ => Some(self.rows[from.checked_sub(1)?].line),
        }
    }
}

/// One row of `LocalVariableTable` or `LocalVariableTypeTable`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalVariable<'a> {
    /// The first offset at which the variable has a value.
    pub start: u16,
    /// The number of bytes of code from there on.
    pub length: u16,
    /// The variable's name.
    pub name: &'a str,
    /// Its descriptor, or in a `LocalVariableTypeTable` its generic signature.
    pub descriptor: &'a str,
    /// The slot it is in; a `long` or `double` is in the next one too.
    pub slot: u16,
}

impl<'a> Code<'a> {
    pub(super) fn parse(method: Method<'a>, at: usize, end: usize) -> Result<Self, ParseError> {
        let class = method.class();
        let constants = class.constants();
        let mut c = constants.cursor(at, end);
        // Before version 45.3 the three sizes were shorter; it is not in the specification, but in HotSpot's parser.
        let old = class.version() < (45, 3);
        let (max_stack, max_locals, length) = if old {
            (c.u8()?.into(), c.u8()?.into(), usize::from(c.u16()?))
        } else {
            (c.u16()?, c.u16()?, c.u32()? as usize)
        };
        if length == 0 || length > 0xFFFF {
            return Err(c.malformed(at, format!("code of length {length} in {}", method.name())));
        }
        if max_locals < method.argument_slots() {
            let what = format!("{max_locals} locals cannot hold the arguments of {}", method.name());
            return Err(c.malformed(at, what));
        }
        let start = c.offset();
        let bytecode = c.take(length)?;
        let rows = usize::from(c.u16()?);
        let exceptions = c.offset();
        c.take(8 * rows)?;
        let attributes = AttributeTable::parse(&mut c, constants, |_, _, _| Ok(()))?;
        c.finish("Code")?;
        Ok(Self { method, max_stack, max_locals, bytecode, start, exceptions, attributes })
    }

    /// The method the code belongs to.
    pub fn method(self) -> Method<'a> {
        self.method
    }

    pub(super) fn class(self) -> &'a ClassFile {
        self.method.class()
    }

    /// The depth of the operand stack, in slots.
    pub fn max_stack(self) -> u16 {
        self.max_stack
    }

    /// The number of local-variable slots.
    pub fn max_locals(self) -> u16 {
        self.max_locals
    }

    /// The bytecode; 1 to 65535 bytes.
    pub fn bytecode(self) -> &'a [u8] {
        self.bytecode
    }

    /// Where the bytecode starts in the class file.
    pub fn offset(self) -> usize {
        self.start
    }

    pub(super) fn malformed(self, pc: usize, what: impl std::fmt::Display) -> ParseError {
        let constants = self.class().constants();
        constants.malformed(self.start + pc, format!("{} at {pc}: {what}", self.method.name()))
    }

    /// The attributes of the code.
    pub fn attributes(self) -> Attributes<'a> {
        Attributes::new(self.class(), self.attributes)
    }

    /// The exception table, in order; the ranges lie inside the code.
    pub fn exceptions(self) -> Result<Vec<ExceptionEntry<'a>>, ParseError> {
        let constants = self.class().constants();
        let mut c = constants.cursor(self.exceptions - 2, usize::MAX);
        c.table(8, |c| {
            let at = c.offset();
            let (start, end, handler) = (c.u16()?, c.u16()?, c.u16()?);
            let len = self.bytecode.len();
            if start >= end || usize::from(end) > len || usize::from(handler) >= len {
                return Err(c.malformed(at, format!("exception range {start}..{end} to {handler} in code of {len}")));
            }
            let catch_index = ConstIndex(c.u16()?);
            let catch = match catch_index.0 {
                0 => None,
                _ => Some(constants.class_name(catch_index)?),
            };
            Ok(ExceptionEntry { start, end, handler, catch, catch_index })
        })
    }

    /// The lines, from all `LineNumberTable`s.
    pub fn lines(self) -> Result<LineNumberTable, ParseError> {
        let mut rows = Vec::new();
        for attribute in self.attributes().iter().filter(|a| a.is("LineNumberTable")) {
            rows.append(&mut attribute.read(|c, _| {
                c.table(4, |c| {
                    let at = c.offset();
                    let (start, line) = (c.u16()?, c.u16()?);
                    if usize::from(start) >= self.bytecode.len() {
                        return Err(c.malformed(at, format!("line {line} starts outside the code, at {start}")));
                    }
                    Ok(LineNumber { start, line })
                })
            })?);
        }
        rows.sort_by_key(|row| row.start);
        Ok(LineNumberTable { rows })
    }

    /// The variables of the source, from all `LocalVariableTable`s.
    pub fn local_variables(self) -> Result<Vec<LocalVariable<'a>>, ParseError> {
        let variables = self.variables("LocalVariableTable")?;
        let constants = self.class().constants();
        for variable in &variables {
            if super::FieldType::parse(variable.descriptor).is_none() {
                let what = format!("variable {} has bad descriptor {:?}", variable.name, variable.descriptor);
                return Err(constants.malformed(self.start, what));
            }
        }
        Ok(variables)
    }

    /// The variables of generic type, from all `LocalVariableTypeTable`s; the descriptors are signatures.
    pub fn local_variable_types(self) -> Result<Vec<LocalVariable<'a>>, ParseError> {
        self.variables("LocalVariableTypeTable")
    }

    fn variables(self, name: &str) -> Result<Vec<LocalVariable<'a>>, ParseError> {
        let mut rows = Vec::new();
        for attribute in self.attributes().iter().filter(|a| a.is(name)) {
            rows.append(&mut attribute.read(|c, constants| {
                c.table(10, |c| {
                    let at = c.offset();
                    let variable = LocalVariable {
                        start: c.u16()?,
                        length: c.u16()?,
                        name: constants.utf8(ConstIndex(c.u16()?))?,
                        descriptor: constants.utf8(ConstIndex(c.u16()?))?,
                        slot: c.u16()?,
                    };
                    let end = usize::from(variable.start) + usize::from(variable.length);
                    if end > self.bytecode.len() || variable.slot >= self.max_locals {
                        return Err(c.malformed(at, format!("variable {} outside the code or locals", variable.name)));
                    }
                    Ok(variable)
                })
            })?);
        }
        Ok(rows)
    }

    /// The instructions in order; each is checked by itself.
    pub fn instructions(self) -> Instructions<'a> {
        Instructions::new(self)
    }

    /// All instructions, checked together: every jump, switch and exception range meets instruction boundaries.
    pub fn decode(self) -> Result<DecodedCode<'a>, ParseError> {
        DecodedCode::new(self)
    }

    /// Whether the code carries a `StackMapTable` that counts (class files since version 50).
    pub fn has_stack_map(self) -> bool {
        self.class().version().0 >= 50 && self.attributes().has("StackMapTable")
    }

    /// The frames of the `StackMapTable` one after the other, in constant space; the first one is the implicit frame at
    /// offset 0.
    pub fn frames(self) -> Result<Frames<'a>, ParseError> {
        Frames::new(self)
    }

    /// The declared frames of the `StackMapTable`, without the implicit one at offset 0.
    pub fn stack_map(self) -> Result<Vec<Frame<'a>>, ParseError> {
        Frames::new(self)?.collect()
    }
}
