//! Linked classes, fields, methods and their code.

use super::ids::{ClassId, Dst, FieldId, MethodId, Pc, SiteId, Sym};
use super::loader::ClassLoaderKind;
use super::types::Kind;
use rustc_hash::FxHashMap;

/// Access and property flags (JVMS tables 4.1-B, 4.5-A, 4.6-A).
#[allow(missing_docs)]
pub mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const SUPER: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const BRIDGE: u16 = 0x0040;
    pub const VARARGS: u16 = 0x0080;
    pub const TRANSIENT: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const STRICT: u16 = 0x0800;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
}

/// What sort of class it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassKind {
    /// A class with instances of its own.
    Instance,
    /// An interface or annotation.
    Interface,
    /// An array class; `element` is the component class (a primitive pseudo-class for `int[]`).
    Array {
        /// Component class.
        element: ClassId,
        /// Component kind.
        kind: Kind,
    },
    /// `int`, `void` and so on: mirrors only.
    Primitive(Kind),
}

/// Which slots of an object hold references.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Number of eight-byte field slots.
    pub slots: u16,
    /// Slots that hold references, ascending.
    pub refs: Vec<u16>,
}

/// A linked class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Internal name: `java/lang/String`, `[I`, `int`.
    pub name: Sym,
    /// Stable key made from the name and the loader.
    pub key: u64,
    /// Access flags as in the class file (`InnerClasses` flags not applied).
    pub flags: u16,
    /// What sort of class it is.
    pub kind: ClassKind,
    /// Defining loader.
    pub loader: ClassLoaderKind,
    /// Direct superclass; interfaces and arrays have `java/lang/Object`.
    pub super_class: Option<ClassId>,
    /// Direct superinterfaces, in order.
    pub interfaces: Vec<ClassId>,
    /// Number of superclasses.
    pub depth: u32,
    /// Superclasses from `java/lang/Object` down to this class itself: `supers[depth] == self`.
    pub supers: Vec<ClassId>,
    /// All superinterfaces (and the class itself if it is an interface), sorted by id.
    pub all_interfaces: Vec<ClassId>,
    /// Declared fields, in class-file order.
    pub fields: Vec<FieldId>,
    /// Declared methods, in class-file order, then synthesized ones.
    pub methods: Vec<MethodId>,
    /// Layout of an instance, superclass slots first.
    pub instance: Shape,
    /// Layout of the static fields. They are kept in the class mirror, behind the fields of `java/lang/Class`.
    pub statics: Shape,
    /// Virtual methods by slot. Interfaces have none.
    pub vtable: Vec<MethodId>,
    /// Interface method to the method that implements it here, filled when first dispatched.
    pub itable: FxHashMap<MethodId, MethodId>,
    /// `<clinit>`.
    pub class_initializer: Option<MethodId>,
    /// The name of the source file, if the class file has it.
    pub source_file: Option<Sym>,
    /// Nest host if it is another class.
    pub nest_host: Option<Sym>,
    /// Synthesized by translation; not visible to reflection, and its initialization cannot be observed.
    pub synthetic: bool,
    /// A hidden class (JVMS 5.3): `Class.isHidden`.
    pub hidden: bool,
    /// Comes from what a user gives as models. The boot loader defines it, yet it is no part of the class library: its code
    /// interleaves, races and fails like the program's own, whichever code calls it.
    pub model: bool,
    /// It belongs to what the program uses, not to the program: reports leave out what it does inside. The search makes no difference.
    pub foreign: bool,
}

impl Class {
    /// A class without members and supertypes.
    pub fn blank(name: Sym, key: u64, flags: u16, kind: ClassKind, loader: ClassLoaderKind) -> Class {
        Class {
            name,
            key,
            flags,
            kind,
            loader,
            super_class: None,
            interfaces: Vec::new(),
            depth: 0,
            supers: Vec::new(),
            all_interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            instance: Shape::default(),
            statics: Shape::default(),
            vtable: Vec::new(),
            itable: FxHashMap::default(),
            class_initializer: None,
            source_file: None,
            nest_host: None,
            synthetic: false,
            hidden: false,
            model: false,
            foreign: false,
        }
    }

    /// Whether it belongs to the class library, neither to the program nor to models.
    pub fn is_library(&self) -> bool {
        self.loader.is_library() && !self.model
    }

    /// Whether all of these flags are set.
    pub fn has(&self, flags: u16) -> bool {
        self.flags & flags == flags
    }

    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.kind == ClassKind::Interface
    }

    /// The component kind of an array class.
    pub fn array_kind(&self) -> Option<Kind> {
        match self.kind {
            ClassKind::Array { kind, .. } => Some(kind),
            ClassKind::Instance | ClassKind::Interface | ClassKind::Primitive(_) => None,
        }
    }
}

/// What matters of a field's flags when it is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FieldFlags(pub u16);

impl FieldFlags {
    /// Whether all of these flags are set.
    pub fn has(self, flags: u16) -> bool {
        self.0 & flags == flags
    }
    /// `static`
    pub fn is_static(self) -> bool {
        self.has(access::STATIC)
    }
    /// `volatile`
    pub fn is_volatile(self) -> bool {
        self.has(access::VOLATILE)
    }
    /// `final`
    pub fn is_final(self) -> bool {
        self.has(access::FINAL)
    }
}

/// A declared field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Declaring class.
    pub class: ClassId,
    /// Name.
    pub name: Sym,
    /// Descriptor.
    pub descriptor: Sym,
    /// Kind of the values.
    pub kind: Kind,
    /// Flags.
    pub flags: FieldFlags,
    /// Slot in the instance or among the class's statics.
    pub slot: u16,
    /// `ConstantValue` attribute of a static field: register form, or a string constant.
    pub constant: Option<super::loader::ConstantValue>,
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Declaring class.
    pub class: ClassId,
    /// Name.
    pub name: Sym,
    /// Descriptor.
    pub descriptor: Sym,
    /// Stable key, set by [`super::Program::add_method`].
    pub key: u64,
    /// Access flags.
    pub flags: u16,
    /// Slots that the arguments take, receiver included; `long` and `double` take two.
    pub arg_slots: u16,
    /// Kinds of the declared parameters, receiver not included.
    pub params: Vec<Kind>,
    /// Kind of the result.
    pub result: Kind,
    /// Slot in the virtual table, for methods that have one. Interface methods have none, even when `invokevirtual` resolves
    /// to them through an abstract class: they are dispatched like `invokeinterface`.
    pub vslot: Option<u16>,
    /// What runs.
    pub body: Body,
    /// Signature-polymorphic (JVMS 2.9.3).
    pub polymorphic: bool,
    /// `@Hidden`: it does not show in stack traces.
    pub hidden_frame: bool,
    /// Which method of its class file this is; front-ends find their data by it.
    pub index: u16,
}

impl Method {
    /// Whether all of these flags are set.
    pub fn has(&self, flags: u16) -> bool {
        self.flags & flags == flags
    }
    /// `static`
    pub fn is_static(&self) -> bool {
        self.has(access::STATIC)
    }
    /// The code, if it has been translated.
    pub fn code(&self) -> Option<&Code> {
        match &self.body {
            Body::Code(code) => Some(code),
            Body::Abstract | Body::Native | Body::Untranslated => None,
        }
    }
}

/// What runs when a method is called.
#[derive(Clone, Debug)]
pub enum Body {
    /// Nothing: `AbstractMethodError`.
    Abstract,
    /// A native method; the engine's table decides.
    Native,
    /// Not yet translated.
    Untranslated,
    /// Transition code.
    Code(Box<Code>),
}

/// The code of a method: a range of the program's code array and what is known of it.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// First instruction.
    pub start: Pc,
    /// One past the last instruction.
    pub end: Pc,
    /// Registers of a frame.
    pub registers: u16,
    /// Whether the engine takes note of calls.
    pub noted: bool,
    /// Exception handlers in the order they are tried.
    pub handlers: Vec<Handler>,
    /// `(first bytecode index, line)`, ascending by index.
    pub lines: Vec<(u16, u16)>,
    /// Names of local variables, for explanations.
    pub locals: Vec<LocalName>,
}

impl Code {
    /// The line of a bytecode index.
    pub fn line_of_bci(&self, bci: u16) -> Option<u16> {
        let at = self.lines.partition_point(|&(start, _)| start <= bci);
        at.checked_sub(1).map(|i| self.lines[i].1)
    }
}

/// An exception handler: a range of instructions, where to go, what is caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// First instruction covered.
    pub start: Pc,
    /// One past the last instruction covered.
    pub end: Pc,
    /// Where the handler begins.
    pub target: Pc,
    /// The register that receives the exception.
    pub exception: Dst,
    /// The class caught (a [`super::SiteKind::Class`] site); `None` catches everything.
    pub catches: Option<SiteId>,
}

/// The name of a local variable in a range of bytecode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalName {
    /// First bytecode index.
    pub start: u16,
    /// One past the last.
    pub end: u16,
    /// Local variable number, which is its register.
    pub register: u16,
    /// Name.
    pub name: Sym,
    /// Descriptor.
    pub descriptor: Sym,
}

/// A jump table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwitchTable {
    /// Consecutive keys from `low`.
    Dense {
        /// Key of the first target.
        low: i32,
        /// Targets.
        targets: Vec<Pc>,
        /// Where other keys go.
        default: Pc,
    },
    /// Sorted keys.
    Sparse {
        /// Key and target, ascending by key.
        cases: Vec<(i32, Pc)>,
        /// Where other keys go.
        default: Pc,
    },
}

impl SwitchTable {
    /// All targets, the default last.
    pub fn targets(&self) -> Vec<Pc> {
        match self {
            SwitchTable::Dense { targets, default, .. } => targets.iter().copied().chain([*default]).collect(),
            SwitchTable::Sparse { cases, default } => cases.iter().map(|&(_, t)| t).chain([*default]).collect(),
        }
    }

    /// Where `key` goes.
    #[inline]
    pub fn target(&self, key: i32) -> Pc {
        match self {
            SwitchTable::Dense { low, targets, default } => {
                let at = i64::from(key) - i64::from(*low);
                usize::try_from(at).ok().and_then(|i| targets.get(i)).copied().unwrap_or(*default)
            }
            SwitchTable::Sparse { cases, default } => {
                cases.binary_search_by_key(&key, |&(k, _)| k).map_or(*default, |i| cases[i].1)
            }
        }
    }
}
