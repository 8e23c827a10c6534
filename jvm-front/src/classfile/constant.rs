//! The constants of a class file (JVMS 4.4) as values.

/// An index into a constant pool, as it stands in the class file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstIndex(pub u16);

/// The tag of a constant (JVMS table 4.4-A).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub enum Tag {
    Utf8,
    Integer,
    Float,
    Long,
    Double,
    Class,
    String,
    FieldRef,
    MethodRef,
    InterfaceMethodRef,
    NameAndType,
    MethodHandle,
    MethodType,
    Dynamic,
    InvokeDynamic,
    Module,
    Package,
}

impl Tag {
    pub(super) fn from_u8(tag: u8) -> Option<Self> {
        Some(match tag {
            1 => Self::Utf8,
            3 => Self::Integer,
            4 => Self::Float,
            5 => Self::Long,
            6 => Self::Double,
            7 => Self::Class,
            8 => Self::String,
            9 => Self::FieldRef,
            10 => Self::MethodRef,
            11 => Self::InterfaceMethodRef,
            12 => Self::NameAndType,
            15 => Self::MethodHandle,
            16 => Self::MethodType,
            17 => Self::Dynamic,
            18 => Self::InvokeDynamic,
            19 => Self::Module,
            20 => Self::Package,
            _ => return None,
        })
    }

    /// The bytes after the tag; for `Utf8`, those of the length.
    pub(super) fn size(self) -> usize {
        match self {
            Self::Utf8 | Self::Class | Self::String | Self::MethodType | Self::Module | Self::Package => 2,
            Self::MethodHandle => 3,
            Self::Integer | Self::Float => 4,
            Self::FieldRef | Self::MethodRef | Self::InterfaceMethodRef => 4,
            Self::NameAndType | Self::Dynamic | Self::InvokeDynamic => 4,
            Self::Long | Self::Double => 8,
        }
    }

    /// The first class-file version that has the tag.
    pub(super) fn since(self) -> u16 {
        match self {
            Self::MethodHandle | Self::MethodType | Self::InvokeDynamic => 51,
            Self::Module | Self::Package => 53,
            Self::Dynamic => 55,
            Self::Utf8 | Self::Integer | Self::Float | Self::Long | Self::Double => 45,
            Self::Class | Self::String | Self::NameAndType => 45,
            Self::FieldRef | Self::MethodRef | Self::InterfaceMethodRef => 45,
        }
    }
}

/// Which of the three kinds of member a reference names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefKind {
    /// A field.
    Field,
    /// A method of a class.
    Method,
    /// A method of an interface.
    InterfaceMethod,
}

/// A symbolic reference to a field or method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemberRef<'a> {
    /// Field, class method or interface method.
    pub kind: RefKind,
    /// The class named in the reference, in internal form, or an array's descriptor.
    pub class: &'a str,
    /// The member's name.
    pub name: &'a str,
    /// The member's descriptor, of the sort that `kind` asks for.
    pub descriptor: &'a str,
}

/// What a method handle does (JVMS table 5.4.3.5-A).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub enum HandleKind {
    GetField = 1,
    GetStatic,
    PutField,
    PutStatic,
    InvokeVirtual,
    InvokeStatic,
    InvokeSpecial,
    NewInvokeSpecial,
    InvokeInterface,
}

impl HandleKind {
    pub(super) fn from_u8(kind: u8) -> Option<Self> {
        Some(match kind {
            1 => Self::GetField,
            2 => Self::GetStatic,
            3 => Self::PutField,
            4 => Self::PutStatic,
            5 => Self::InvokeVirtual,
            6 => Self::InvokeStatic,
            7 => Self::InvokeSpecial,
            8 => Self::NewInvokeSpecial,
            9 => Self::InvokeInterface,
            _ => return None,
        })
    }
}

/// A method handle constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MethodHandle<'a> {
    /// What calling the handle does.
    pub kind: HandleKind,
    /// The field or method it does it to.
    pub reference: MemberRef<'a>,
}

/// A dynamic constant or dynamic call site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dynamic<'a> {
    /// Index into the class's bootstrap methods, known to exist.
    pub bootstrap: u16,
    /// The name given to the bootstrap method.
    pub name: &'a str,
    /// A field descriptor for a constant, a method descriptor for a call site.
    pub descriptor: &'a str,
}

/// One constant with its references followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant<'a> {
    /// Text.
    Utf8(&'a str),
    /// `int`
    Integer(i32),
    /// `float`
    Float(f32),
    /// `long`
    Long(i64),
    /// `double`
    Double(f64),
    /// A class in internal form, or an array's descriptor.
    Class(&'a str),
    /// A string; [`super::ConstantPool::string_utf16`] has lone surrogates exactly.
    String(&'a str),
    /// A field, method or interface method.
    Member(MemberRef<'a>),
    /// A name and a field or method descriptor.
    NameAndType(&'a str, &'a str),
    /// A method handle.
    MethodHandle(MethodHandle<'a>),
    /// A method type, by its descriptor.
    MethodType(&'a str),
    /// A dynamically computed constant.
    Dynamic(Dynamic<'a>),
    /// A dynamic call site.
    InvokeDynamic(Dynamic<'a>),
    /// A module's name.
    Module(&'a str),
    /// A package's name.
    Package(&'a str),
}
