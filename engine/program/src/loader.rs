//! What the engine asks of a producer of programs.

use super::Program;
use super::ids::{ClassId, FieldId, MethodId, SiteId, StrId, Sym};
use std::fmt;

/// The class loaders that are told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ClassLoaderKind {
    /// The JDK's own modules.
    Boot,
    /// The platform loader.
    Platform,
    /// The class path.
    App,
    /// A loader of the program's own, by the number the engine gave it.
    User(u32),
}

impl ClassLoaderKind {
    /// Whether classes of this loader belong to the class library, not to the program.
    pub fn is_library(self) -> bool {
        match self {
            ClassLoaderKind::Boot | ClassLoaderKind::Platform => true,
            ClassLoaderKind::App | ClassLoaderKind::User(_) => false,
        }
    }
}

/// An operand that is resolved on first use, seen from the class that holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// The class whose code holds the operand: access is checked from here.
    pub holder: ClassId,
    /// What it names.
    pub kind: SiteKind,
}

/// What a site names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// A class by internal name (array classes by descriptor).
    Class(Sym),
    /// A field.
    #[allow(missing_docs)]
    Field { class: Sym, name: Sym, descriptor: Sym },
    /// A method.
    #[allow(missing_docs)]
    Method { class: Sym, name: Sym, descriptor: Sym, interface: bool },
    /// An `invokedynamic` call site: `constant` is the front-end's own number for its bootstrap.
    #[allow(missing_docs)]
    CallSite { constant: u32, name: Sym, descriptor: Sym, bci: u16, method: MethodId },
    /// A method handle constant.
    #[allow(missing_docs)]
    Handle { kind: HandleKind, class: Sym, name: Sym, descriptor: Sym, interface: bool },
    /// A method type constant.
    MethodType(Sym),
    /// A dynamic constant: `constant` is the front-end's own number for its bootstrap.
    #[allow(missing_docs)]
    Dynamic { constant: u32, name: Sym, descriptor: Sym },
}

/// Kinds of method handle constants (JVMS table 5.4.3.5-A).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum HandleKind {
    GetField = 1,
    GetStatic = 2,
    PutField = 3,
    PutStatic = 4,
    InvokeVirtual = 5,
    InvokeStatic = 6,
    InvokeSpecial = 7,
    NewInvokeSpecial = 8,
    InvokeInterface = 9,
}

/// What an `invokedynamic` call site calls.
#[derive(Clone, Debug, PartialEq)]
pub enum DynamicTarget {
    /// A static method, synthesized for the common bootstraps: the call site becomes a plain call.
    Method(MethodId),
    /// Run the bootstrap method as bytecode: its handle and its static arguments, as sites or constants.
    Bootstrap {
        /// The bootstrap method.
        handle: SiteId,
        /// Static arguments.
        arguments: Vec<ConstantValue>,
    },
}

/// A loadable constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ConstantValue {
    /// `int` and smaller.
    Int(i32),
    /// `long`
    Long(i64),
    /// `float`, as bits.
    Float(u32),
    /// `double`, as bits.
    Double(u64),
    /// A string.
    String(StrId),
    /// A class, method type, method handle or dynamic constant.
    Site(SiteId),
}

/// Why something could not be loaded, linked or translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// The program must see this error thrown: internal class name and message, as the reference JVM words it.
    #[allow(missing_docs)]
    Throw { class: &'static str, message: String },
    /// A loader of the program's own must be asked for this class first; then the same thing is tried again.
    #[allow(missing_docs)]
    Load { name: String, loader: ClassLoaderKind },
    /// The front-end cannot handle it; the run ends as unsupported with this text.
    Unsupported(String),
}

impl LinkError {
    /// An error that the program sees.
    pub fn throw(class: &'static str, message: impl Into<String>) -> Self {
        LinkError::Throw { class, message: message.into() }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Throw { class, message } => {
                write!(f, "{}: {message}", class.replace('/', "."))
            }
            LinkError::Load { name, .. } => write!(f, "{name} is for a loader of the program's own to load"),
            LinkError::Unsupported(what) => write!(f, "unsupported: {what}"),
        }
    }
}

/// Produces classes and code on demand. Everything it does is invisible to the checked program except through errors.
pub trait Loader {
    /// Whether the class library of a JDK is among the classes, to be started by its own code. A program without one
    /// brings along the few classes that the engine itself needs.
    fn has_class_library(&self) -> bool {
        true
    }

    /// Loads and links a class by internal name (or array descriptor) as seen from `loader`.
    /// A missing class is `NoClassDefFoundError`.
    fn load_class(&mut self, program: &mut Program, name: &str, loader: ClassLoaderKind) -> Result<ClassId, LinkError>;

    /// Makes a class from bytes that the program supplied (`ClassLoader.defineClass`, `Lookup.defineHiddenClass`).
    /// A hidden class gets a name with a suffix and `host` as its nest host when one is given.
    fn define_class(
        &mut self,
        program: &mut Program,
        bytes: &[u8],
        loader: ClassLoaderKind,
        hidden: bool,
        host: Option<ClassId>,
    ) -> Result<ClassId, LinkError>;

    /// Turns a method with [`super::Body::Untranslated`] into code.
    fn translate(&mut self, program: &mut Program, method: MethodId) -> Result<(), LinkError>;

    /// Resolves a [`SiteKind::Class`] (JVMS 5.4.3.1), access check included.
    fn resolve_class(&mut self, program: &mut Program, site: SiteId) -> Result<ClassId, LinkError>;

    /// Resolves a [`SiteKind::Field`] (JVMS 5.4.3.2); `statically` tells which sort of access it is for,
    /// a mismatch is `IncompatibleClassChangeError`. `write` matters for final fields.
    fn resolve_field(
        &mut self,
        program: &mut Program,
        site: SiteId,
        statically: bool,
        write: bool,
    ) -> Result<FieldId, LinkError>;

    /// Resolves a [`SiteKind::Method`] for one of the four invocations (JVMS 5.4.3.3, 5.4.3.4). For `Special` the result is
    /// the method to run (superclass rule applied). Signature-polymorphic methods are found with `polymorphic` set.
    fn resolve_method(&mut self, program: &mut Program, site: SiteId, how: HandleKind) -> Result<MethodId, LinkError>;

    /// Links an `invokedynamic` call site or a dynamic constant.
    fn resolve_dynamic(&mut self, program: &mut Program, site: SiteId) -> Result<DynamicTarget, LinkError>;

    /// The implementation of interface method `method` in `class` (JVMS 5.4.6): `AbstractMethodError`,
    /// `IncompatibleClassChangeError` and `IllegalAccessError` as they apply. The engine caches it in the class's itable.
    fn select_interface_method(
        &mut self,
        program: &mut Program,
        class: ClassId,
        method: MethodId,
    ) -> Result<MethodId, LinkError>;

    /// The detail message of a `NullPointerException` thrown at a bytecode, computed from the code (JEP 358).
    fn null_pointer_message(&mut self, program: &mut Program, method: MethodId, bci: u16) -> Option<String>;

    /// A static method `(Object receiver, Object[] arguments) -> Object` that unpacks and converts the arguments, calls
    /// `method` (virtually if it is an instance method; a constructor is called on a new object, which is the result)
    /// and boxes the result; nothing is caught and nothing checked that a cast does not check.
    fn reflective_adapter(&mut self, program: &mut Program, method: MethodId) -> Result<MethodId, LinkError>;

    /// What reflection shows of a class.
    fn reflection(&mut self, program: &mut Program, class: ClassId) -> Result<Reflection, LinkError>;

    /// An entry of the constant pool of a class, for annotations.
    fn pool_constant(&mut self, program: &mut Program, class: ClassId, index: u16) -> Option<PoolConstant>;

    /// The bytes of a resource on the class path, all hits in order, with the URL of each. A name that starts with a
    /// slash is that of a module of the class library, a slash and a resource in it.
    fn resources(&mut self, name: &str) -> Vec<(String, Vec<u8>)>;
}

/// A constant-pool entry as annotations refer to it.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum PoolConstant {
    Utf8(String),
    String(String),
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    /// Anything else.
    Other,
}

/// What reflection shows of a class beyond what linking needs.
#[derive(Clone, Default, Debug)]
pub struct Reflection {
    /// `Signature` attribute.
    pub signature: Option<String>,
    /// Raw `RuntimeVisibleAnnotations`.
    pub annotations: Option<Vec<u8>>,
    /// Raw `RuntimeVisibleTypeAnnotations`.
    pub type_annotations: Option<Vec<u8>>,
    /// `InnerClasses` entries.
    pub inner_classes: Vec<InnerClass>,
    /// `EnclosingMethod`: class, and name and descriptor of the method if there is one.
    pub enclosing_method: Option<(String, Option<(String, String)>)>,
    /// `NestHost`.
    pub nest_host: Option<String>,
    /// `NestMembers`.
    pub nest_members: Vec<String>,
    /// `PermittedSubclasses`, if the class is sealed.
    pub permitted_subclasses: Option<Vec<String>>,
    /// `Record` components, if the class is a record.
    pub record: Option<Vec<RecordComponent>>,
    /// Per field of the class, in the order of its `fields`.
    pub fields: Vec<MemberReflection>,
    /// Per method of the class, in the order of its `methods`.
    pub methods: Vec<MemberReflection>,
    /// The module the class belongs to (`java.base`), if it is a named one.
    pub module: Option<String>,
    /// Where the class came from, for `ProtectionDomain`s and messages.
    pub origin: Option<String>,
}

/// One `InnerClasses` entry.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct InnerClass {
    pub inner: String,
    pub outer: Option<String>,
    pub name: Option<String>,
    pub flags: u16,
}

/// One record component.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct RecordComponent {
    pub name: String,
    pub descriptor: String,
    pub signature: Option<String>,
    pub annotations: Option<Vec<u8>>,
    pub type_annotations: Option<Vec<u8>>,
}

/// What reflection shows of a field or method.
#[derive(Clone, Default, Debug)]
#[allow(missing_docs)]
pub struct MemberReflection {
    pub signature: Option<String>,
    pub annotations: Option<Vec<u8>>,
    pub parameter_annotations: Option<Vec<u8>>,
    pub annotation_default: Option<Vec<u8>>,
    pub type_annotations: Option<Vec<u8>>,
    pub exceptions: Vec<String>,
    /// `MethodParameters`: name (if given) and flags.
    pub parameters: Option<Vec<(Option<String>, u16)>>,
}
