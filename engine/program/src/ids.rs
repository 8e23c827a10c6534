//! Identifiers. Every index into a table of the engine is a type of its own.

/// Declares `u32` newtypes and the typed vector access that goes with them.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the table that this identifier indexes.
            #[inline(always)]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The identifier of position `index`.
            #[inline(always)]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("invariant: tables hold fewer than 2^32 entries"))
            }
        }
    )*};
}

ids! {
    /// An interned name: class, member or descriptor.
    Sym,
    /// A string constant (its UTF-16 content).
    StrId,
    /// A class, interface, array class or primitive pseudo-class.
    ClassId,
    /// A declared field.
    FieldId,
    /// A declared or synthesized method.
    MethodId,
    /// An operand that is resolved on first use.
    SiteId,
    /// A jump table.
    TableId,
    /// A position in the program-wide code array.
    Pc,
    /// A heap object of a state; zero is `null`.
    ObjId,
    /// A thread of a state.
    ThreadId,
}

impl ObjId {
    /// The null reference.
    pub const NULL: ObjId = ObjId(0);

    /// Whether this is the null reference.
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self.0 == 0
    }
}

/// A register that an instruction writes. Registers are numbered from the base of the frame: first the method's local
/// variables as the class file numbers them, then those of the translator's own that survive calls, then the operand-stack
/// positions, then scratch registers. What lies above a call's arguments belongs to the callee.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dst(pub u16);

/// A register that an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Src(pub u16);

/// The first of the consecutive registers that hold a call's arguments; the callee's frame starts there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Args(pub u16);

/// The slot of a field in its object, or of a method in a virtual table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Slot(pub u16);
