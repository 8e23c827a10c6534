//! The types of the data flow (JVMS 4.10.1.2) and how they merge.

/// The name of a class as the [`Oracle`] numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TypeName(pub u32);

/// What is known of a local variable or operand-stack slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// Nothing that can be used.
    Top,
    /// The second slot of a `long` or `double`.
    High,
    /// `int` and the smaller types.
    Int,
    /// `float`
    Float,
    /// `long`, in its first slot.
    Long,
    /// `double`, in its first slot.
    Double,
    /// `null`
    Null,
    /// The receiver of a constructor that has not called another one yet.
    UninitThis,
    /// What the `new` at this bytecode index made, not yet initialized.
    Uninit(u16),
    /// An initialized reference.
    Ref(TypeName),
    /// The return address of a subroutine (class files before version 51).
    ReturnAddress,
}

impl Type {
    /// Whether a value of this type takes two slots.
    pub fn is_wide(self) -> bool {
        match self {
            Type::Long | Type::Double => true,
            Type::Top
            | Type::High
            | Type::Int
            | Type::Float
            | Type::Null
            | Type::UninitThis
            | Type::Uninit(_)
            | Type::Ref(_)
            | Type::ReturnAddress => false,
        }
    }

    /// Whether it is a reference, initialized or not.
    pub fn is_reference(self) -> bool {
        match self {
            Type::Null | Type::UninitThis | Type::Uninit(_) | Type::Ref(_) => true,
            Type::Top | Type::High | Type::Int | Type::Float | Type::Long | Type::Double | Type::ReturnAddress => false,
        }
    }
}

/// What the inference must know of classes. The answers may be coarse: translation uses [`Kinds`], which tells no classes
/// apart and so loads none.
pub trait Oracle {
    /// The class or array class of this name.
    fn class(&mut self, name: &str) -> TypeName;
    /// The type of an element of the array; `None` if the oracle cannot tell, which counts as `Object`.
    fn element(&mut self, array: TypeName) -> Option<Type>;
    /// The array class with this component class.
    fn array_of(&mut self, component: TypeName) -> TypeName;
    /// The least class that both can be assigned to.
    fn common(&mut self, a: TypeName, b: TypeName) -> TypeName;
    /// Whether the verifier lets a value of class `from` be used as class `to` (JVMS 4.10.1.2).
    fn assignable(&mut self, from: TypeName, to: TypeName) -> bool;
}

/// The oracle that tells only kinds apart.
pub struct Kinds;

impl Oracle for Kinds {
    fn class(&mut self, _: &str) -> TypeName {
        TypeName(0)
    }
    fn element(&mut self, _: TypeName) -> Option<Type> {
        None
    }
    fn array_of(&mut self, _: TypeName) -> TypeName {
        TypeName(0)
    }
    fn common(&mut self, _: TypeName, _: TypeName) -> TypeName {
        TypeName(0)
    }
    fn assignable(&mut self, _: TypeName, _: TypeName) -> bool {
        true
    }
}

/// The types of all locals and of the operand stack at one point, by slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// One entry a local variable slot.
    pub locals: Vec<Type>,
    /// One entry an operand-stack slot, deepest first.
    pub stack: Vec<Type>,
}

/// The least type that both are assignable to.
pub fn merge(oracle: &mut impl Oracle, a: Type, b: Type) -> Type {
    match (a, b) {
        _ if a == b => a,
        (Type::Null, Type::Ref(_)) => b,
        (Type::Ref(_), Type::Null) => a,
        (Type::Ref(x), Type::Ref(y)) => Type::Ref(oracle.common(x, y)),
        _ => Type::Top,
    }
}

/// Merges `from` into `into`, slot by slot; whether something changed. Both have the same length.
pub fn merge_slots(oracle: &mut impl Oracle, into: &mut [Type], from: &[Type]) -> bool {
    let mut changed = false;
    for at in 0..into.len() {
        let merged = merge(oracle, into[at], from[at]);
        if merged != into[at] {
            into[at] = merged;
            changed = true;
        }
    }
    changed
}
