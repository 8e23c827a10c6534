//! Instructions (JVMS 6.5) and the static constraints on them (JVMS 4.9.1).

use super::attributes::is_loadable;
use super::code::Code;
use super::constant::{ConstIndex, Tag};
use super::constants::ConstantPool;
use super::cursor::Cursor;
use super::error::ParseError;
use super::opcode::{Form, Opcode, TABLE};

/// One instruction, with absolute jump targets.
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'a> {
    /// The offset in the code.
    pub offset: u16,
    /// The offset of the instruction after it, or the length of the code.
    pub next: u16,
    /// What it does.
    pub opcode: Opcode,
    /// With what.
    pub operand: Operand<'a>,
    raw: u8,
}

impl Instruction<'_> {
    /// The name of the form in the class file, as in `iload_0`; wide forms have the name of the instruction widened.
    pub fn mnemonic(&self) -> &'static str {
        TABLE[usize::from(self.raw)].mnemonic
    }

    /// Calls `see` with every offset the instruction may jump to; falling through is not among them.
    pub fn for_each_target(&self, mut see: impl FnMut(u16)) {
        match &self.operand {
            Operand::Target(target) => see(*target),
            Operand::Table(switch) => {
                see(switch.default());
                switch.targets().for_each(|(_, target)| see(target));
            }
            Operand::Lookup(switch) => {
                see(switch.default());
                switch.targets().for_each(|(_, target)| see(target));
            }
            Operand::None | Operand::Int(_) | Operand::Local(_) | Operand::Constant(_) => {}
            Operand::Increment { .. } | Operand::ArrayType(_) | Operand::MultiArray { .. } => {}
        }
    }
}

/// What an instruction works on, besides the stack.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a> {
    /// Nothing.
    None,
    /// The value of `Iconst`, `Lconst`, `Fconst` or `Dconst`.
    Int(i32),
    /// A local variable, smaller than `max_locals`.
    Local(u16),
    /// A constant of a kind that fits the opcode.
    Constant(ConstIndex),
    /// `Iinc`.
    Increment {
        /// The local variable.
        local: u16,
        /// What is added.
        by: i16,
    },
    /// A jump target inside the code.
    Target(u16),
    /// `Tableswitch`.
    Table(TableSwitch<'a>),
    /// `Lookupswitch`.
    Lookup(LookupSwitch<'a>),
    /// The element type of `Newarray`.
    ArrayType(ArrayType),
    /// `Multianewarray`.
    MultiArray {
        /// The array class.
        class: ConstIndex,
        /// How many dimensions are given on the stack; at least 1.
        dimensions: u8,
    },
}

/// Element types of primitive arrays (JVMS table 6.5.newarray-A).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are those of the types")]
pub enum ArrayType {
    Boolean,
    Char,
    Float,
    Double,
    Byte,
    Short,
    Int,
    Long,
}

impl ArrayType {
    fn from_u8(code: u8) -> Option<Self> {
        Some(match code {
            4 => Self::Boolean,
            5 => Self::Char,
            6 => Self::Float,
            7 => Self::Double,
            8 => Self::Byte,
            9 => Self::Short,
            10 => Self::Int,
            11 => Self::Long,
            _ => return None,
        })
    }

    /// The descriptor of the array, such as `[I`.
    pub fn descriptor(self) -> &'static str {
        match self {
            Self::Boolean => "[Z",
            Self::Char => "[C",
            Self::Float => "[F",
            Self::Double => "[D",
            Self::Byte => "[B",
            Self::Short => "[S",
            Self::Int => "[I",
            Self::Long => "[J",
        }
    }
}

/// The cases of a `tableswitch`.
#[derive(Clone, Copy, Debug)]
pub struct TableSwitch<'a> {
    offset: u16,
    default: u16,
    low: i32,
    jumps: &'a [u8],
}

impl<'a> TableSwitch<'a> {
    /// The target of all other values.
    pub fn default(&self) -> u16 {
        self.default
    }

    /// The smallest value in the table.
    pub fn low(&self) -> i32 {
        self.low
    }

    /// Values and targets; the values are consecutive.
    pub fn targets(&self) -> impl ExactSizeIterator<Item = (i32, u16)> + use<'a> {
        let (low, offset) = (self.low, self.offset);
        self.jumps.as_chunks::<4>().0.iter().enumerate().map(move |(i, jump)| {
            // At most 2¹⁴ entries; that `low + i` fits was checked.
            (low.wrapping_add(i as i32), checked_target(offset, *jump))
        })
    }
}

/// The cases of a `lookupswitch`.
#[derive(Clone, Copy, Debug)]
pub struct LookupSwitch<'a> {
    offset: u16,
    default: u16,
    pairs: &'a [u8],
}

impl<'a> LookupSwitch<'a> {
    /// The target of all other values.
    pub fn default(&self) -> u16 {
        self.default
    }

    /// Values, in ascending order, and targets.
    pub fn targets(&self) -> impl ExactSizeIterator<Item = (i32, u16)> + use<'a> {
        let offset = self.offset;
        self.pairs.as_chunks::<8>().0.iter().map(move |pair| {
            let [k0, k1, k2, k3, jump @ ..] = *pair;
            (i32::from_be_bytes([k0, k1, k2, k3]), checked_target(offset, jump))
        })
    }
}

/// A target whose range was checked when the instruction was decoded.
fn checked_target(offset: u16, jump: [u8; 4]) -> u16 {
    let target = i64::from(offset) + i64::from(i32::from_be_bytes(jump));
    u16::try_from(target).expect("invariant: switch targets were checked when decoded")
}

/// The instructions of a method, one after the other. After an error it ends.
#[derive(Clone)]
pub struct Instructions<'a> {
    code: Code<'a>,
    at: usize,
}

impl<'a> Instructions<'a> {
    pub(super) fn new(code: Code<'a>) -> Self {
        Self { code, at: 0 }
    }
}

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<Instruction<'a>, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.code.bytecode().len() {
            return None;
        }
        let result = decode(self.code, self.at);
        self.at = match &result {
            Ok(instruction) => instruction.next.into(),
            Err(_) => usize::MAX,
        };
        Some(result)
    }
}

fn decode<'a>(code: Code<'a>, pc: usize) -> Result<Instruction<'a>, ParseError> {
    let constants = code.class().constants();
    let start = code.offset();
    let mut c = constants.cursor(start + pc, start + code.bytecode().len());
    let mut raw = c.u8()?;
    let wide = TABLE.get(usize::from(raw)).is_some_and(|row| row.form == Form::Wide);
    if wide {
        raw = c.u8()?;
    }
    let Some(row) = TABLE.get(usize::from(raw)) else {
        return Err(code.malformed(pc, format!("unknown opcode {raw:#04x}")));
    };
    if wide && !matches!(row.form, Form::Local | Form::Increment) {
        return Err(code.malformed(pc, format!("wide {}", row.mnemonic)));
    }
    let here = offset_of(pc);
    let target = |jump: i32| {
        let target = i64::from(here) + i64::from(jump);
        match u16::try_from(target) {
            Ok(target) if usize::from(target) < code.bytecode().len() => Ok(target),
            _ => Err(code.malformed(pc, format!("{} jumps outside the code, to {target}", row.mnemonic))),
        }
    };
    let index = |c: &mut Cursor<'a>| Ok::<u16, ParseError>(if wide { c.u16()? } else { c.u8()?.into() });
    let operand = match row.form {
        Form::Plain => Operand::None,
        Form::Value(value) => Operand::Int(value),
        Form::Byte => Operand::Int((c.u8()? as i8).into()),
        Form::Short => Operand::Int(c.i16()?.into()),
        Form::Constant1 => Operand::Constant(ConstIndex(c.u8()?.into())),
        Form::Constant2 => Operand::Constant(ConstIndex(c.u16()?)),
        Form::Local => Operand::Local(index(&mut c)?),
        Form::LocalIs(local) => Operand::Local(local),
        Form::Increment => {
            Operand::Increment { local: index(&mut c)?, by: if wide { c.i16()? } else { (c.u8()? as i8).into() } }
        }
        Form::Jump2 => Operand::Target(target(c.i16()?.into())?),
        Form::Jump4 => Operand::Target(target(c.i32()?)?),
        Form::Table => table_switch(code, pc, &mut c, target)?,
        Form::Lookup => lookup_switch(code, pc, &mut c, target)?,
        Form::Interface => {
            let index = ConstIndex(c.u16()?);
            let (count, zero) = (c.u8()?, c.u8()?);
            if count == 0 || zero != 0 {
                return Err(code.malformed(pc, "invokeinterface with bad count or trailing byte"));
            }
            Operand::Constant(index)
        }
        Form::Dynamic => {
            let index = ConstIndex(c.u16()?);
            if c.u16()? != 0 {
                return Err(code.malformed(pc, "invokedynamic with non-zero trailing bytes"));
            }
            Operand::Constant(index)
        }
        Form::ArrayType => {
            let ty = c.u8()?;
            match ArrayType::from_u8(ty) {
                Some(ty) => Operand::ArrayType(ty),
                None => return Err(code.malformed(pc, format!("newarray of type {ty}"))),
            }
        }
        Form::MultiArray => Operand::MultiArray { class: ConstIndex(c.u16()?), dimensions: c.u8()? },
        Form::Wide => return Err(code.malformed(pc, "wide wide")),
    };
    check_operand(row.opcode, operand, constants, code.max_locals()).map_err(|what| code.malformed(pc, what))?;
    Ok(Instruction {
        offset: here,
        next: u16::try_from(c.offset() - start).expect("invariant: code has at most 65535 bytes"),
        opcode: row.opcode,
        operand,
        raw,
    })
}

/// The operand of a `tableswitch`; `target` says where a jump leads.
fn table_switch<'a>(
    code: Code<'a>,
    pc: usize,
    c: &mut Cursor<'a>,
    target: impl Fn(i32) -> Result<u16, ParseError>,
) -> Result<Operand<'a>, ParseError> {
    c.take(padding(pc))?;
    let (default, low, high) = (target(c.i32()?)?, c.i32()?, c.i32()?);
    let count = i64::from(high) - i64::from(low) + 1;
    let bytes = usize::try_from(count).ok().filter(|&n| n > 0).and_then(|n| n.checked_mul(4));
    let Some(bytes) = bytes else {
        return Err(code.malformed(pc, format!("tableswitch from {low} to {high}")));
    };
    let jumps = c.take(bytes)?;
    for jump in jumps.as_chunks::<4>().0 {
        target(i32::from_be_bytes(*jump))?;
    }
    Ok(Operand::Table(TableSwitch { offset: offset_of(pc), default, low, jumps }))
}

/// The operand of a `lookupswitch`.
fn lookup_switch<'a>(
    code: Code<'a>,
    pc: usize,
    c: &mut Cursor<'a>,
    target: impl Fn(i32) -> Result<u16, ParseError>,
) -> Result<Operand<'a>, ParseError> {
    c.take(padding(pc))?;
    let (default, count) = (target(c.i32()?)?, c.i32()?);
    let Some(bytes) = usize::try_from(count).ok().and_then(|n| n.checked_mul(8)) else {
        return Err(code.malformed(pc, format!("lookupswitch with {count} pairs")));
    };
    let pairs = c.take(bytes)?;
    let mut last = None;
    for &[k0, k1, k2, k3, ref jump @ ..] in pairs.as_chunks::<8>().0 {
        let key = i32::from_be_bytes([k0, k1, k2, k3]);
        if last.is_some_and(|last| last >= key) {
            return Err(code.malformed(pc, "lookupswitch with unsorted keys"));
        }
        last = Some(key);
        target(i32::from_be_bytes(*jump))?;
    }
    Ok(Operand::Lookup(LookupSwitch { offset: offset_of(pc), default, pairs }))
}

/// A position in code as class files have it.
fn offset_of(pc: usize) -> u16 {
    u16::try_from(pc).expect("invariant: code has at most 65535 bytes")
}

/// The bytes from after the opcode to the next multiple of four.
fn padding(pc: usize) -> usize {
    3 - pc % 4
}

/// Local variables exist, constants are of the right kind.
fn check_operand(
    opcode: Opcode,
    operand: Operand<'_>,
    constants: &ConstantPool,
    max_locals: u16,
) -> Result<(), String> {
    match operand {
        Operand::Local(local) | Operand::Increment { local, .. } => {
            let pair = matches!(opcode, Opcode::Lload | Opcode::Lstore | Opcode::Dload | Opcode::Dstore);
            if u32::from(local) + u32::from(pair) >= u32::from(max_locals) {
                return Err(format!("{opcode:?} of local {local}, of {max_locals}"));
            }
        }
        Operand::Constant(index) => {
            let tag = constants.tag(index);
            if !tag.is_some_and(|tag| constant_fits(opcode, tag, index, constants)) {
                let found = tag.map_or("nothing".to_owned(), |tag| format!("{tag:?}"));
                return Err(format!("{opcode:?} of constant {}, which is {found}", index.0));
            }
        }
        Operand::MultiArray { class, dimensions } => {
            let name = constants.class_name(class).map_err(|error| error.what().to_owned())?;
            let brackets = name.bytes().take_while(|&b| b == b'[').count();
            if dimensions == 0 || usize::from(dimensions) > brackets {
                return Err(format!("multianewarray of {dimensions} dimensions of {name}"));
            }
        }
        Operand::None | Operand::Int(_) | Operand::Target(_) | Operand::ArrayType(_) => {}
        Operand::Table(_) | Operand::Lookup(_) => {}
    }
    Ok(())
}

fn constant_fits(opcode: Opcode, tag: Tag, index: ConstIndex, constants: &ConstantPool) -> bool {
    let wide = || match tag {
        Tag::Dynamic => constants.dynamic(index).is_ok_and(|d| matches!(d.descriptor, "J" | "D")),
        _ => matches!(tag, Tag::Long | Tag::Double),
    };
    let names = |name: &str| constants.member_is_named(index, name);
    match opcode {
        // Classes can be loaded since version 49, handles and types since their tags exist (JVMS table 4.4-C).
        Opcode::Ldc => is_loadable(tag) && !wide() && (tag != Tag::Class || constants.major() >= 49),
        Opcode::Ldc2 => wide(),
        Opcode::Getstatic | Opcode::Putstatic | Opcode::Getfield | Opcode::Putfield => tag == Tag::FieldRef,
        Opcode::Invokevirtual => tag == Tag::MethodRef && !names("<init>"),
        Opcode::Invokeinterface => tag == Tag::InterfaceMethodRef,
        Opcode::Invokespecial => tag == Tag::MethodRef || (tag == Tag::InterfaceMethodRef && constants.major() >= 52),
        Opcode::Invokestatic => {
            (tag == Tag::MethodRef || (tag == Tag::InterfaceMethodRef && constants.major() >= 52)) && !names("<init>")
        }
        Opcode::Invokedynamic => tag == Tag::InvokeDynamic,
        Opcode::New => constants.class_name(index).is_ok_and(|name| !name.starts_with('[')),
        // Its array would have one dimension more, and 255 is the limit.
        Opcode::Anewarray => constants.class_name(index).is_ok_and(|name| name.as_bytes().get(254) != Some(&b'[')),
        _ => tag == Tag::Class,
    }
}

/// No instruction starts here.
const NOT_A_START: u16 = u16::MAX;

/// All instructions of a method. Jumps, switches and exception ranges meet instruction boundaries.
#[derive(Clone, Debug)]
pub struct DecodedCode<'a> {
    code: Code<'a>,
    instructions: Vec<Instruction<'a>>,
    /// The index of the instruction at each offset.
    starts: Vec<u16>,
}

impl<'a> DecodedCode<'a> {
    pub(super) fn new(code: Code<'a>) -> Result<Self, ParseError> {
        let len = code.bytecode().len();
        let mut instructions = Vec::with_capacity(len / 2 + 1);
        let mut starts = vec![NOT_A_START; len];
        for instruction in code.instructions() {
            let instruction = instruction?;
            // With at most 65535 bytes, the largest index is 65534.
            starts[usize::from(instruction.offset)] = instructions.len() as u16;
            instructions.push(instruction);
        }
        let decoded = Self { code, instructions, starts };
        for instruction in &decoded.instructions {
            let mut bad = None;
            instruction.for_each_target(|target| {
                if decoded.index_at(target).is_none() {
                    bad = Some(target);
                }
            });
            if let Some(target) = bad {
                let what = format!("{} jumps into an instruction, at {target}", instruction.mnemonic());
                return Err(code.malformed(instruction.offset.into(), what));
            }
        }
        for row in code.exceptions()? {
            let end_fits = usize::from(row.end) == len || decoded.index_at(row.end).is_some();
            if decoded.index_at(row.start).is_none() || !end_fits || decoded.index_at(row.handler).is_none() {
                let what = format!("exception range {}..{} to {} cuts an instruction", row.start, row.end, row.handler);
                return Err(code.malformed(row.start.into(), what));
            }
        }
        Ok(decoded)
    }

    /// The code these are the instructions of.
    pub fn code(&self) -> Code<'a> {
        self.code
    }

    /// The instructions, in order.
    pub fn instructions(&self) -> &[Instruction<'a>] {
        &self.instructions
    }

    /// The place in [`Self::instructions`] of the instruction at an offset; `None` if none starts there.
    pub fn index_at(&self, offset: u16) -> Option<usize> {
        match self.starts.get(usize::from(offset)) {
            None | Some(&NOT_A_START) => None,
            Some(&index) => Some(index.into()),
        }
    }
}
