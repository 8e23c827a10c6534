//! The instruction set of transition code: a register machine over untyped 64-bit registers.
//!
//! `int` and the smaller types are held zero-extended from their 32-bit two's complement form, `float` and `double` as
//! their bits, references as object numbers (zero is `null`). Every value so has exactly one register form, which is what
//! state keys hash. A `long` or `double` takes one register; the next local number stays unused, as in the class file.
//!
//! Instructions with a [`SiteId`] are resolved when they are first executed and replaced by their quick form (the names
//! ending in `Q`). Only the unresolved forms and instructions without a site are produced by translation and appear in
//! the textual form of a program; quick forms are the engine's business.
//!
//! Argument passing costs nothing: a call names the first argument register ([`Args`]) and the callee's frame starts there.

use super::ids::{Args, ClassId, Dst, FieldId, MethodId, Pc, SiteId, Slot, Src, StrId, TableId};
use super::types::Kind;

/// What an operand field means; lets one macro derive register visiting, printing and parsing.
pub trait Operand: Copy {
    /// Reports the registers in this operand.
    fn registers(self, _visit: &mut impl FnMut(Role, u16)) {}
    /// Moves a jump target by `delta` (used when code is placed).
    fn rebase(self, _delta: u32) -> Self {
        self
    }
    /// The jump target, if the operand is one.
    fn target(self) -> Option<Pc> {
        None
    }
    /// The same operand with another result register.
    fn redirect(self, _to: Dst) -> Self {
        self
    }
}

/// How an instruction uses a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The instruction reads it.
    Use,
    /// The instruction writes it.
    Def,
    /// First register of a call's arguments; how many follow is the call's business.
    Args,
}

impl Operand for Dst {
    fn registers(self, visit: &mut impl FnMut(Role, u16)) {
        visit(Role::Def, self.0);
    }
    fn redirect(self, to: Dst) -> Self {
        to
    }
}
impl Operand for Src {
    fn registers(self, visit: &mut impl FnMut(Role, u16)) {
        visit(Role::Use, self.0);
    }
}
impl Operand for Args {
    fn registers(self, visit: &mut impl FnMut(Role, u16)) {
        visit(Role::Args, self.0);
    }
}
impl Operand for Pc {
    fn rebase(self, delta: u32) -> Self {
        Pc(self.0.wrapping_add(delta))
    }
    fn target(self) -> Option<Pc> {
        Some(self)
    }
}
impl Operand for i32 {}
impl Operand for i16 {}
impl Operand for u8 {}
impl Operand for Slot {}
impl Operand for SiteId {}
impl Operand for StrId {}
impl Operand for TableId {}
impl Operand for ClassId {}
impl Operand for FieldId {}
impl Operand for MethodId {}
impl Operand for Kind {}

macro_rules! ops {
    ($($(#[$doc:meta])* $name:ident $text:literal { $($field:ident : $ty:ty),* }),* $(,)?) => {
        /// One instruction of transition code. Names follow the JVMS where there is a bytecode of the same meaning.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum Op {
            $($(#[$doc])* $name { $(#[allow(missing_docs)] $field: $ty),* }),*
        }

        impl Op {
            /// The mnemonic, as in the textual form.
            pub fn mnemonic(&self) -> &'static str {
                match self { $(Op::$name { .. } => $text),* }
            }

            /// Reports every register operand with its role, in operand order.
            pub fn registers(&self, visit: &mut impl FnMut(Role, u16)) {
                match *self { $(Op::$name { $($field),* } => { $($field.registers(visit);)* let _ = &visit; }),* }
            }

            /// The same instruction with its jump target moved by `delta`.
            pub fn rebased(self, delta: u32) -> Op {
                let _ = delta;
                match self { $(Op::$name { $($field),* } => Op::$name { $($field: $field.rebase(delta)),* }),* }
            }

            /// The jump target, for instructions that have one in place (switches have a table).
            pub fn target(&self) -> Option<Pc> {
                match *self { $(Op::$name { $($field),* } => { let target: Option<Pc> = None; $(let target = target.or($field.target());)* target }),* }
            }

            /// The same instruction with its result in another register; without a result nothing changes.
            pub fn with_result(self, to: Dst) -> Op {
                let _ = to;
                match self { $(Op::$name { $($field),* } => Op::$name { $($field: $field.redirect(to)),* }),* }
            }

            /// Formats the operands with `show`, one call an operand, in order.
            pub fn operands<F: OperandSink>(&self, sink: &mut F) {
                match *self { $(Op::$name { $($field),* } => { $(sink.operand($field.into());)* let _ = &sink; }),* }
            }

            /// Rebuilds an instruction from its mnemonic by asking `source` for each operand.
            pub fn read<F: OperandSource>(mnemonic: &str, source: &mut F) -> Result<Option<Op>, F::Error> {
                Ok(Some(match mnemonic {
                    $($text => { let _ = &source; Op::$name { $($field: <$ty as ReadOperand>::read(source)?),* } })*
                    _ => return Ok(None),
                }))
            }
        }
    };
}

/// An operand in a form that printers can match on.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum AnyOperand {
    Dst(Dst),
    Src(Src),
    Args(Args),
    Target(Pc),
    Int(i32),
    Slot(Slot),
    Site(SiteId),
    Str(StrId),
    Table(TableId),
    Class(ClassId),
    Field(FieldId),
    Method(MethodId),
    Kind(Kind),
}

/// Receives the operands of an instruction.
pub trait OperandSink {
    /// One operand.
    fn operand(&mut self, operand: AnyOperand);
}

/// Supplies the operands of an instruction that is being read from text.
pub trait OperandSource {
    /// What can go wrong.
    type Error;
    /// The next operand must be of the kind that `want` shows.
    fn operand(&mut self, want: OperandKind) -> Result<AnyOperand, Self::Error>;
}

macro_rules! any_operand {
    ($($variant:ident($ty:ty)),*) => {
        /// The kinds of operands.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum OperandKind { $($variant),* }

        $(
            impl From<$ty> for AnyOperand {
                fn from(value: $ty) -> Self {
                    AnyOperand::$variant(value)
                }
            }
            impl ReadOperand for $ty {
                fn read<F: OperandSource>(source: &mut F) -> Result<Self, F::Error> {
                    match source.operand(OperandKind::$variant)? {
                        AnyOperand::$variant(value) => Ok(value),
                        other => panic!("operand source answered {other:?} for {:?}", OperandKind::$variant),
                    }
                }
            }
        )*
    };
}

/// Operand types that can be read from text.
pub trait ReadOperand: Sized {
    /// Takes the next operand.
    fn read<F: OperandSource>(source: &mut F) -> Result<Self, F::Error>;
}

any_operand!(
    Dst(Dst),
    Src(Src),
    Args(Args),
    Target(Pc),
    Int(i32),
    Slot(Slot),
    Site(SiteId),
    Str(StrId),
    Table(TableId),
    Class(ClassId),
    Field(FieldId),
    Method(MethodId),
    Kind(Kind)
);

impl From<i16> for AnyOperand {
    fn from(value: i16) -> Self {
        AnyOperand::Int(value.into())
    }
}
impl ReadOperand for i16 {
    fn read<F: OperandSource>(source: &mut F) -> Result<Self, F::Error> {
        // A textual immediate out of range wraps; the parser checks the range before it answers.
        i32::read(source).map(|v| v as i16)
    }
}
impl From<u8> for AnyOperand {
    fn from(value: u8) -> Self {
        AnyOperand::Int(value.into())
    }
}
impl ReadOperand for u8 {
    fn read<F: OperandSource>(source: &mut F) -> Result<Self, F::Error> {
        i32::read(source).map(|v| v as u8)
    }
}

ops! {
    /// Copies a register.
    Move "move" { d: Dst, s: Src },
    /// Loads an `int` or the bits of a `float`.
    ConstI "iconst" { d: Dst, v: i32 },
    /// Loads a `long`, sign-extended from 32 bits.
    ConstL "lconst" { d: Dst, v: i32 },
    /// Loads 64 bits: high and low half (a `long` or the bits of a `double`).
    ConstW "wconst" { d: Dst, low: i32, high: i32 },
    /// Loads `null`.
    ConstNull "null" { d: Dst },
    /// Loads the interned string of a constant.
    ConstString "string" { d: Dst, s: StrId },
    /// Loads a class mirror.
    ConstClass "class" { d: Dst, site: SiteId },
    /// Loads a method type, method handle or dynamic constant.
    ConstDynamic "condy" { d: Dst, site: SiteId },
    /// Loads the one instance of a stateless synthesized class (a lambda that captures nothing).
    ConstInstance "instance" { d: Dst, class: ClassId },

    // int arithmetic (JVMS 6.5; overflow wraps)
    IAdd "iadd" { d: Dst, a: Src, b: Src },
    ISub "isub" { d: Dst, a: Src, b: Src },
    IMul "imul" { d: Dst, a: Src, b: Src },
    IDiv "idiv" { d: Dst, a: Src, b: Src },
    IRem "irem" { d: Dst, a: Src, b: Src },
    IAnd "iand" { d: Dst, a: Src, b: Src },
    IOr "ior" { d: Dst, a: Src, b: Src },
    IXor "ixor" { d: Dst, a: Src, b: Src },
    IShl "ishl" { d: Dst, a: Src, b: Src },
    IShr "ishr" { d: Dst, a: Src, b: Src },
    IUshr "iushr" { d: Dst, a: Src, b: Src },
    INeg "ineg" { d: Dst, a: Src },
    IAddK "iaddk" { d: Dst, a: Src, k: i32 },
    IMulK "imulk" { d: Dst, a: Src, k: i32 },
    IAndK "iandk" { d: Dst, a: Src, k: i32 },
    IOrK "iork" { d: Dst, a: Src, k: i32 },
    IXorK "ixork" { d: Dst, a: Src, k: i32 },
    IShlK "ishlk" { d: Dst, a: Src, k: i32 },
    IShrK "ishrk" { d: Dst, a: Src, k: i32 },
    IUshrK "iushrk" { d: Dst, a: Src, k: i32 },
    // long arithmetic; shift counts are ints
    LAdd "ladd" { d: Dst, a: Src, b: Src },
    LSub "lsub" { d: Dst, a: Src, b: Src },
    LMul "lmul" { d: Dst, a: Src, b: Src },
    LDiv "ldiv" { d: Dst, a: Src, b: Src },
    LRem "lrem" { d: Dst, a: Src, b: Src },
    LAnd "land" { d: Dst, a: Src, b: Src },
    LOr "lor" { d: Dst, a: Src, b: Src },
    LXor "lxor" { d: Dst, a: Src, b: Src },
    LShl "lshl" { d: Dst, a: Src, b: Src },
    LShr "lshr" { d: Dst, a: Src, b: Src },
    LUshr "lushr" { d: Dst, a: Src, b: Src },
    LNeg "lneg" { d: Dst, a: Src },
    // floating point, strict IEEE 754
    FAdd "fadd" { d: Dst, a: Src, b: Src },
    FSub "fsub" { d: Dst, a: Src, b: Src },
    FMul "fmul" { d: Dst, a: Src, b: Src },
    FDiv "fdiv" { d: Dst, a: Src, b: Src },
    FRem "frem" { d: Dst, a: Src, b: Src },
    FNeg "fneg" { d: Dst, a: Src },
    DAdd "dadd" { d: Dst, a: Src, b: Src },
    DSub "dsub" { d: Dst, a: Src, b: Src },
    DMul "dmul" { d: Dst, a: Src, b: Src },
    DDiv "ddiv" { d: Dst, a: Src, b: Src },
    DRem "drem" { d: Dst, a: Src, b: Src },
    DNeg "dneg" { d: Dst, a: Src },
    // conversions
    I2L "i2l" { d: Dst, a: Src },
    I2F "i2f" { d: Dst, a: Src },
    I2D "i2d" { d: Dst, a: Src },
    L2I "l2i" { d: Dst, a: Src },
    L2F "l2f" { d: Dst, a: Src },
    L2D "l2d" { d: Dst, a: Src },
    F2I "f2i" { d: Dst, a: Src },
    F2L "f2l" { d: Dst, a: Src },
    F2D "f2d" { d: Dst, a: Src },
    D2I "d2i" { d: Dst, a: Src },
    D2L "d2l" { d: Dst, a: Src },
    D2F "d2f" { d: Dst, a: Src },
    I2B "i2b" { d: Dst, a: Src },
    I2C "i2c" { d: Dst, a: Src },
    I2S "i2s" { d: Dst, a: Src },
    /// Keeps the lowest bit (a `boolean` made from an `int`).
    I2Z "i2z" { d: Dst, a: Src },
    LCmp "lcmp" { d: Dst, a: Src, b: Src },
    FCmpL "fcmpl" { d: Dst, a: Src, b: Src },
    FCmpG "fcmpg" { d: Dst, a: Src, b: Src },
    DCmpL "dcmpl" { d: Dst, a: Src, b: Src },
    DCmpG "dcmpg" { d: Dst, a: Src, b: Src },

    // jumps
    Goto "goto" { to: Pc },
    IfEq "ifeq" { a: Src, b: Src, to: Pc },
    IfNe "ifne" { a: Src, b: Src, to: Pc },
    IfLt "iflt" { a: Src, b: Src, to: Pc },
    IfGe "ifge" { a: Src, b: Src, to: Pc },
    IfGt "ifgt" { a: Src, b: Src, to: Pc },
    IfLe "ifle" { a: Src, b: Src, to: Pc },
    /// Compare with a small constant.
    IfEqK "ifeqk" { a: Src, k: i16, to: Pc },
    IfNeK "ifnek" { a: Src, k: i16, to: Pc },
    IfLtK "ifltk" { a: Src, k: i16, to: Pc },
    IfGeK "ifgek" { a: Src, k: i16, to: Pc },
    IfGtK "ifgtk" { a: Src, k: i16, to: Pc },
    IfLeK "iflek" { a: Src, k: i16, to: Pc },
    IfSame "ifsame" { a: Src, b: Src, to: Pc },
    IfNotSame "ifnotsame" { a: Src, b: Src, to: Pc },
    IfNull "ifnull" { a: Src, to: Pc },
    IfNonNull "ifnonnull" { a: Src, to: Pc },
    Switch "switch" { a: Src, table: TableId },
    /// Subroutine call of old class files: stores the return point in `d`.
    Jsr "jsr" { d: Dst, to: Pc },
    /// Return from a subroutine.
    Ret "ret" { a: Src },

    // fields
    GetField "getfield" { d: Dst, obj: Src, site: SiteId },
    PutField "putfield" { obj: Src, v: Src, site: SiteId },
    GetStatic "getstatic" { d: Dst, site: SiteId },
    PutStatic "putstatic" { v: Src, site: SiteId },

    // arrays
    NewArray "newarray" { d: Dst, len: Src, elem: Kind },
    ANewArray "anewarray" { d: Dst, len: Src, site: SiteId },
    /// The dimensions' lengths stand in `dims` consecutive registers from `lens`; the site names the array class.
    MultiNewArray "multianewarray" { d: Dst, lens: Args, dims: u8, site: SiteId },
    ArrayLength "arraylength" { d: Dst, a: Src },
    BALoad "baload" { d: Dst, a: Src, i: Src },
    CALoad "caload" { d: Dst, a: Src, i: Src },
    SALoad "saload" { d: Dst, a: Src, i: Src },
    /// `int` and `float` elements.
    IALoad "iaload" { d: Dst, a: Src, i: Src },
    /// `long` and `double` elements.
    LALoad "laload" { d: Dst, a: Src, i: Src },
    AALoad "aaload" { d: Dst, a: Src, i: Src },
    BAStore "bastore" { a: Src, i: Src, v: Src },
    /// `char` and `short` elements.
    CAStore "castore" { a: Src, i: Src, v: Src },
    IAStore "iastore" { a: Src, i: Src, v: Src },
    LAStore "lastore" { a: Src, i: Src, v: Src },
    AAStore "aastore" { a: Src, i: Src, v: Src },

    // objects
    New "new" { d: Dst, site: SiteId },
    CheckCast "checkcast" { a: Src, site: SiteId },
    InstanceOf "instanceof" { d: Dst, a: Src, site: SiteId },
    MonitorEnter "monitorenter" { a: Src },
    MonitorExit "monitorexit" { a: Src },
    Throw "throw" { a: Src },
    /// Throws a new `class(message)`: how translation passes on code that must fail when it is reached.
    ThrowNew "thrownew" { class: StrId, message: StrId },

    // calls; the result, if any, goes to `d`
    InvokeStatic "invokestatic" { d: Dst, args: Args, site: SiteId },
    InvokeSpecial "invokespecial" { d: Dst, args: Args, site: SiteId },
    InvokeVirtual "invokevirtual" { d: Dst, args: Args, site: SiteId },
    InvokeInterface "invokeinterface" { d: Dst, args: Args, site: SiteId },
    InvokeDynamic "invokedynamic" { d: Dst, args: Args, site: SiteId },
    Return "return" {},
    /// Returns a value.
    ReturnV "returnv" { a: Src },

    // quick forms
    ConstClassQ "class.q" { d: Dst, class: ClassId },
    GetFieldQ "getfield.q" { d: Dst, obj: Src, slot: Slot, field: FieldId },
    PutFieldQ "putfield.q" { obj: Src, v: Src, slot: Slot, field: FieldId },
    GetStaticQ "getstatic.q" { d: Dst, slot: Slot, field: FieldId },
    PutStaticQ "putstatic.q" { v: Src, slot: Slot, field: FieldId },
    NewQ "new.q" { d: Dst, class: ClassId },
    ANewArrayQ "anewarray.q" { d: Dst, len: Src, class: ClassId },
    CheckCastQ "checkcast.q" { a: Src, class: ClassId },
    InstanceOfQ "instanceof.q" { d: Dst, a: Src, class: ClassId },
    InvokeStaticQ "invokestatic.q" { d: Dst, args: Args, method: MethodId },
    /// A call whose target is known: constructors, private, final and `super` methods.
    InvokeDirectQ "invokedirect.q" { d: Dst, args: Args, method: MethodId },
    InvokeVirtualQ "invokevirtual.q" { d: Dst, args: Args, slot: Slot, method: MethodId },
    InvokeInterfaceQ "invokeinterface.q" { d: Dst, args: Args, method: MethodId },
    /// A signature-polymorphic call; the site stays, the target depends on the handle.
    InvokeHandleQ "invokehandle.q" { d: Dst, args: Args, site: SiteId },
}

impl Op {
    /// Whether control never falls through to the next instruction.
    pub fn ends_block(&self) -> bool {
        matches!(
            self,
            Op::Goto { .. }
                | Op::Switch { .. }
                | Op::Ret { .. }
                | Op::Throw { .. }
                | Op::ThrowNew { .. }
                | Op::Return {}
                | Op::ReturnV { .. }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_takes_twelve_bytes() {
        assert_eq!(size_of::<Op>(), 12);
    }
}
