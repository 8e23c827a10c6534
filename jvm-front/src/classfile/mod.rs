//! Class files (JVMS chapter 4).
//!
//! [`ClassFile::parse`] checks the constant pool, the members and the extent of every attribute, and allocates four
//! tables per class, nothing per attribute. What is inside an attribute is decoded when asked for, and can then fail:
//! [`Attributes`] has a typed reader for each, [`Method::code`] leads to instructions, frames, lines and variables.
//! No input makes this module panic, and what it allocates is bounded by a small multiple of the bytes it was given.

pub mod access;
mod annotations;
mod attributes;
mod bytes;
mod code;
mod complete;
mod constant;
mod constants;
mod cursor;
pub mod descriptor;
mod error;
mod frames;
mod instruction;
mod module;
mod mutf8;
mod opcode;

pub use annotations::{Annotation, ElementValue, Retention, TypeAnnotation, TypePathStep};
pub use attributes::{
    Attribute, Attributes, BootstrapMethod, EnclosingMethod, InnerClass, MethodParameter, RecordComponent,
};
pub use bytes::Bytes;
pub use code::{Code, ExceptionEntry, LineNumber, LineNumberTable, LocalVariable};
pub use complete::{Decoded, decode_everything};
pub use constant::{ConstIndex, Constant, Dynamic, HandleKind, MemberRef, MethodHandle, RefKind, Tag};
pub use constants::ConstantPool;
pub use descriptor::{FieldType, MethodDescriptor};
pub use error::{ParseError, ParseErrorKind};
pub use frames::{Frame, Frames, VerificationType};
pub use instruction::{ArrayType, DecodedCode, Instruction, Instructions, LookupSwitch, Operand, TableSwitch};
pub use module::{Module, ModuleExports, ModuleProvides, ModuleRequires};
pub use opcode::Opcode;

use attributes::AttributeTable;
use cursor::Cursor;
use descriptor::{is_field_name, is_method_name};

/// The oldest and the newest major version we read: JDK 1.1 and JDK 25.
pub const VERSIONS: std::ops::RangeInclusive<u16> = 45..=69;

/// One class, interface or module descriptor.
#[derive(Clone, Debug)]
pub struct ClassFile {
    minor: u16,
    access: u16,
    constants: ConstantPool,
    this_class: ConstIndex,
    super_class: ConstIndex,
    interfaces: Box<[ConstIndex]>,
    fields: Box<[MemberInfo]>,
    methods: Box<[MemberInfo]>,
    attributes: AttributeTable,
    /// Where each entry of the `BootstrapMethods` attribute starts.
    bootstraps: Box<[u32]>,
}

/// What is stored of a field or method.
#[derive(Clone, Copy, Debug)]
struct MemberInfo {
    access: u16,
    name: ConstIndex,
    descriptor: ConstIndex,
    attributes: AttributeTable,
    /// Where the contents of the `Code` attribute start and end; empty for fields and methods without code.
    code: (u32, u32),
}

/// A field of a class file.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    class: &'a ClassFile,
    info: &'a MemberInfo,
}

/// A method of a class file.
#[derive(Clone, Copy, Debug)]
pub struct Method<'a> {
    class: &'a ClassFile,
    info: &'a MemberInfo,
}

impl ClassFile {
    /// Reads a class file.
    pub fn parse(bytes: Bytes) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(&bytes, 0, usize::MAX, None);
        let magic = cursor.u32()?;
        if magic != 0xCAFE_BABE {
            return Err(cursor.malformed(0, format!("magic number {magic:#010x} is not that of a class file")));
        }
        let (minor, major) = (cursor.u16()?, cursor.u16()?);
        check_version(major, minor)?;

        let mut constants = ConstantPool::parse(bytes.clone(), major)?;
        let mut cursor = Cursor::new(&bytes, constants.end(), usize::MAX, None);
        let access_at = cursor.offset();
        let access = cursor.u16()?;
        let this_class = ConstIndex(cursor.u16()?);
        constants.class_name(this_class)?;
        constants.set_this_class(this_class);

        let mut cursor = constants.cursor(cursor.offset(), usize::MAX);
        let super_class = ConstIndex(cursor.u16()?);
        let interfaces = cursor.table(2, |c| Ok(ConstIndex(c.u16()?)))?.into_boxed_slice();
        let fields = cursor.table(8, |c| member(c, &constants, Member::Field))?.into_boxed_slice();
        let methods = cursor.table(8, |c| member(c, &constants, Member::Method))?.into_boxed_slice();
        let attributes = AttributeTable::parse(&mut cursor, &constants, |_, _, _| Ok(()))?;
        cursor.finish("the class file")?;

        let mut class = Self {
            minor,
            access,
            constants,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
            bootstraps: Box::default(),
        };
        class.bootstraps = class.attributes().bootstrap_offsets()?;
        class.constants.check_bootstraps(class.bootstraps.len())?;
        class.check_header(access_at)?;
        Ok(class)
    }

    /// JVMS 4.1 on access flags, superclass and interfaces.
    fn check_header(&self, access_at: usize) -> Result<(), ParseError> {
        let refuse = |what: String| Err(self.constants.malformed(access_at, what));
        let access = self.access;
        if self.constants.class_name(self.this_class)?.starts_with('[') {
            return refuse("the class is named like an array".into());
        }
        if access & access::MODULE != 0 {
            if self.constants.major() < 53 || self.super_class.0 != 0 || !self.interfaces.is_empty() {
                return refuse("a module descriptor with a superclass, interfaces or an old version".into());
            }
            return Ok(());
        }
        let interface = access & access::INTERFACE != 0;
        // Compilers before version 50 left out ACC_ABSTRACT of interfaces, and the JVM forgives it.
        let forgiven = self.constants.major() < 50;
        if interface && (access & access::FINAL != 0 || (access & access::ABSTRACT == 0 && !forgiven))
            || !interface && access & access::ANNOTATION != 0
            || !interface && access & (access::FINAL | access::ABSTRACT) == access::FINAL | access::ABSTRACT
        {
            return refuse(format!("access flags {access:#06x} contradict each other"));
        }
        match self.super_class.0 {
            0 if self.name() == "java/lang/Object" => {}
            0 => return refuse("only java/lang/Object has no superclass".into()),
            _ => {
                let name = self.constants.class_name(self.super_class)?;
                if name.starts_with('[') || (interface && name != "java/lang/Object") {
                    return refuse(format!("{name} cannot be the superclass"));
                }
            }
        }
        for &interface in &self.interfaces {
            if self.constants.class_name(interface)?.starts_with('[') {
                return refuse("an array as superinterface".into());
            }
        }
        Ok(())
    }

    /// Major and minor version.
    pub fn version(&self) -> (u16, u16) {
        (self.constants.major(), self.minor)
    }

    /// Whether the class depends on preview features of its Java version.
    pub fn is_preview(&self) -> bool {
        self.constants.major() >= 56 && self.minor == 0xFFFF
    }

    /// The access flags; see [`access`].
    pub fn access(&self) -> u16 {
        self.access
    }

    /// Whether this is an interface.
    pub fn is_interface(&self) -> bool {
        self.access & access::INTERFACE != 0
    }

    /// The class's name in internal form.
    pub fn name(&self) -> &str {
        self.constants.class_name(self.this_class).expect("invariant: checked when parsed")
    }

    /// The superclass's name; `None` for `java/lang/Object` and module descriptors.
    pub fn super_name(&self) -> Option<&str> {
        self.constants.class_name(self.super_class).ok()
    }

    /// The names of the direct superinterfaces, in order.
    pub fn interfaces(&self) -> impl ExactSizeIterator<Item = &str> + '_ {
        let name = |&index| self.constants.class_name(index).expect("invariant: checked when parsed");
        self.interfaces.iter().map(name)
    }

    /// The fields, in order.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = Field<'_>> + '_ {
        self.fields.iter().map(|info| Field { class: self, info })
    }

    /// The methods, in order.
    pub fn methods(&self) -> impl ExactSizeIterator<Item = Method<'_>> + '_ {
        self.methods.iter().map(|info| Method { class: self, info })
    }

    /// One method, by its place in the class file.
    pub fn method(&self, index: usize) -> Option<Method<'_>> {
        self.methods.get(index).map(|info| Method { class: self, info })
    }

    /// One field, by its place in the class file.
    pub fn field(&self, index: usize) -> Option<Field<'_>> {
        self.fields.get(index).map(|info| Field { class: self, info })
    }

    /// The method with the given name and descriptor.
    pub fn find_method(&self, name: &str, descriptor: &str) -> Option<Method<'_>> {
        self.methods().find(|m| m.name() == name && m.descriptor() == descriptor)
    }

    /// The constant pool.
    pub fn constants(&self) -> &ConstantPool {
        &self.constants
    }

    /// The attributes of the class itself.
    pub fn attributes(&self) -> Attributes<'_> {
        Attributes::new(self, self.attributes)
    }

    /// The number of bootstrap methods.
    pub fn bootstrap_count(&self) -> usize {
        self.bootstraps.len()
    }

    /// A bootstrap method by the index that dynamic constants use.
    pub fn bootstrap_method(&self, index: u16) -> Result<BootstrapMethod<'_>, ParseError> {
        match self.bootstraps.get(usize::from(index)) {
            Some(&at) => BootstrapMethod::read(&self.constants, at as usize),
            None => Err(self.constants.malformed(0, format!("no bootstrap method {index}"))),
        }
    }
}

impl<'a> Field<'a> {
    /// The class that declares the field.
    pub fn class(self) -> &'a ClassFile {
        self.class
    }

    /// The access flags; see [`access`].
    pub fn access(self) -> u16 {
        self.info.access
    }

    /// Whether the field is static.
    pub fn is_static(self) -> bool {
        self.info.access & access::STATIC != 0
    }

    /// The name.
    pub fn name(self) -> &'a str {
        self.class.constants.utf8(self.info.name).expect("invariant: checked when parsed")
    }

    /// The descriptor.
    pub fn descriptor(self) -> &'a str {
        self.class.constants.utf8(self.info.descriptor).expect("invariant: checked when parsed")
    }

    /// The type the descriptor names.
    pub fn field_type(self) -> FieldType<'a> {
        FieldType::parse(self.descriptor()).expect("invariant: checked when parsed")
    }

    /// The attributes.
    pub fn attributes(self) -> Attributes<'a> {
        Attributes::new(self.class, self.info.attributes)
    }
}

impl<'a> Method<'a> {
    /// The class that declares the method.
    pub fn class(self) -> &'a ClassFile {
        self.class
    }

    /// The access flags; see [`access`].
    pub fn access(self) -> u16 {
        self.info.access
    }

    /// Whether the method is static.
    pub fn is_static(self) -> bool {
        self.info.access & access::STATIC != 0
    }

    /// The name.
    pub fn name(self) -> &'a str {
        self.class.constants.utf8(self.info.name).expect("invariant: checked when parsed")
    }

    /// The descriptor as text.
    pub fn descriptor(self) -> &'a str {
        self.class.constants.utf8(self.info.descriptor).expect("invariant: checked when parsed")
    }

    /// The descriptor's parts.
    pub fn method_type(self) -> MethodDescriptor<'a> {
        MethodDescriptor::parse(self.descriptor()).expect("invariant: checked when parsed")
    }

    /// The slots of receiver and parameters.
    pub fn argument_slots(self) -> u16 {
        self.method_type().parameter_slots() + u16::from(!self.is_static())
    }

    /// The attributes.
    pub fn attributes(self) -> Attributes<'a> {
        Attributes::new(self.class, self.info.attributes)
    }

    /// Whether the method has bytecode.
    pub fn has_code(self) -> bool {
        self.info.code.1 != 0
    }

    /// The bytecode and what belongs to it; `None` for abstract and native methods.
    pub fn code(self) -> Result<Option<Code<'a>>, ParseError> {
        let (start, end) = self.info.code;
        if end == 0 {
            return Ok(None);
        }
        Code::parse(self, start as usize, end as usize).map(Some)
    }
}

/// JVMS 4.1, table 4.1-A: minor versions are free up to 55, then 0, or 65535 for preview features.
fn check_version(major: u16, minor: u16) -> Result<(), ParseError> {
    let what = if !VERSIONS.contains(&major) {
        let (oldest, newest) = (VERSIONS.start(), VERSIONS.end());
        format!("class-file version {major}.{minor} is not supported ({oldest} to {newest} are)")
    } else if major >= 56 && minor != 0 && minor != 0xFFFF {
        format!("class-file version {major}.{minor} has an undefined minor version")
    } else {
        return Ok(());
    };
    Err(ParseError::new(ParseErrorKind::Version, None, 4, what))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Member {
    Field,
    Method,
}

fn member(cursor: &mut Cursor<'_>, constants: &ConstantPool, kind: Member) -> Result<MemberInfo, ParseError> {
    let at = cursor.offset();
    let access = cursor.u16()?;
    let name = ConstIndex(cursor.u16()?);
    let descriptor = ConstIndex(cursor.u16()?);
    let text = constants.utf8(name)?;
    match kind {
        Member::Field => {
            constants.field_descriptor(descriptor)?;
            if !is_field_name(text.as_bytes()) {
                return Err(cursor.malformed(at, format!("bad field name {text:?}")));
            }
        }
        Member::Method => {
            let descriptor = constants.method_descriptor(descriptor)?;
            if !is_method_name(text.as_bytes()) {
                return Err(cursor.malformed(at, format!("bad method name {text:?}")));
            }
            if text == "<init>" && (!descriptor.text().ends_with(")V") || access & access::STATIC != 0) {
                return Err(cursor.malformed(at, "a constructor that is static or has a result"));
            }
            if descriptor.parameter_slots() == 255 && access & access::STATIC == 0 {
                return Err(cursor.malformed(at, "more than 255 argument slots"));
            }
        }
    }
    let mut code = (0, 0);
    let attributes = AttributeTable::parse(cursor, constants, |name, start, end| {
        if kind == Member::Method && name == b"Code" {
            if code != (0, 0) {
                return Err("a second Code attribute");
            }
            code = (start, end);
        }
        Ok(())
    })?;
    if kind == Member::Method {
        let without = access & (access::NATIVE | access::ABSTRACT) != 0 && text != "<clinit>";
        if without != (code == (0, 0)) {
            let what = if without { "code in an abstract or native method" } else { "a method without code" };
            return Err(cursor.malformed(at, format!("{what}: {text}")));
        }
    }
    Ok(MemberInfo { access, name, descriptor, attributes, code })
}
