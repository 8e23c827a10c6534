//! Attributes (JVMS 4.7): finding them, and typed readers for those that are not about code.

use super::annotations::{self, Annotation, ElementValue, Retention, TypeAnnotation};
use super::constant::{ConstIndex, Constant, MethodHandle, Tag};
use super::constants::ConstantPool;
use super::cursor::Cursor;
use super::error::ParseError;
use super::module::Module;
use super::{ClassFile, access};

/// Where a table of attributes is; its extent was checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeTable {
    start: u32,
    count: u16,
}

impl AttributeTable {
    /// Walks over a table and shows each attribute's name and extent to `see`.
    pub(super) fn parse(
        cursor: &mut Cursor<'_>,
        constants: &ConstantPool,
        mut see: impl FnMut(&[u8], u32, u32) -> Result<(), &'static str>,
    ) -> Result<Self, ParseError> {
        let count = cursor.u16()?;
        let start = offset(cursor);
        for _ in 0..count {
            let at = cursor.offset();
            let name = constants.text(ConstIndex(cursor.u16()?))?;
            let len = cursor.u32()? as usize;
            let from = offset(cursor);
            cursor.take(len)?;
            see(name, from, offset(cursor)).map_err(|what| cursor.malformed(at, what))?;
        }
        Ok(Self { start, count })
    }
}

fn offset(cursor: &Cursor<'_>) -> u32 {
    u32::try_from(cursor.offset()).expect("invariant: class files are smaller than 1 GiB")
}

/// The attributes of a class, field, method, record component or piece of code.
#[derive(Clone, Copy, Debug)]
pub struct Attributes<'a> {
    class: &'a ClassFile,
    table: AttributeTable,
}

/// One attribute: its name and its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'a> {
    constants: &'a ConstantPool,
    name: ConstIndex,
    start: usize,
    end: usize,
}

impl<'a> Attribute<'a> {
    /// The attribute's name.
    pub fn name(self) -> &'a str {
        self.constants.utf8(self.name).expect("invariant: checked when the table was parsed")
    }

    /// Whether the attribute has that name.
    pub fn is(self, name: &str) -> bool {
        self.constants.text(self.name).is_ok_and(|text| text == name.as_bytes())
    }

    /// The contents, without name and length.
    pub fn bytes(self) -> &'a [u8] {
        &self.constants.bytes()[self.start..self.end]
    }

    /// Where the contents start in the class file.
    pub fn offset(self) -> usize {
        self.start
    }

    pub(super) fn cursor(self) -> Cursor<'a> {
        self.constants.cursor(self.start, self.end)
    }

    /// Reads the whole contents.
    pub(super) fn read<T>(
        self,
        read: impl FnOnce(&mut Cursor<'a>, &'a ConstantPool) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        let mut cursor = self.cursor();
        let value = read(&mut cursor, self.constants)?;
        cursor.finish(self.name())?;
        Ok(value)
    }
}

/// One row of `InnerClasses`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerClass<'a> {
    /// The class described.
    pub inner: &'a str,
    /// The class it is a member of; `None` for local and anonymous ones.
    pub outer: Option<&'a str>,
    /// Its simple name; `None` for anonymous ones.
    pub name: Option<&'a str>,
    /// The access flags of the source.
    pub access: u16,
}

/// The contents of `EnclosingMethod`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnclosingMethod<'a> {
    /// The innermost enclosing class.
    pub class: &'a str,
    /// Name and descriptor of the enclosing method, if there is one.
    pub method: Option<(&'a str, &'a str)>,
}

/// One row of `BootstrapMethods`.
#[derive(Clone, Debug, PartialEq)]
pub struct BootstrapMethod<'a> {
    /// The method to call.
    pub method: MethodHandle<'a>,
    /// Its static arguments: indices of loadable constants.
    pub arguments: Vec<ConstIndex>,
}

impl<'a> BootstrapMethod<'a> {
    pub(super) fn read(constants: &'a ConstantPool, at: usize) -> Result<Self, ParseError> {
        let mut cursor = constants.cursor(at, usize::MAX);
        let method = constants.method_handle(ConstIndex(cursor.u16()?))?;
        let arguments = cursor.table(2, |c| {
            let at = c.offset();
            let index = ConstIndex(c.u16()?);
            match constants.tag(index) {
                Some(tag) if is_loadable(tag) => Ok(index),
                tag => Err(c.malformed(at, format!("{tag:?} as bootstrap argument"))),
            }
        })?;
        Ok(Self { method, arguments })
    }
}

/// JVMS table 4.4-C.
pub(super) fn is_loadable(tag: Tag) -> bool {
    match tag {
        Tag::Integer | Tag::Float | Tag::Long | Tag::Double | Tag::Class | Tag::String => true,
        Tag::MethodHandle | Tag::MethodType | Tag::Dynamic => true,
        Tag::Utf8 | Tag::FieldRef | Tag::MethodRef | Tag::InterfaceMethodRef => false,
        Tag::NameAndType | Tag::InvokeDynamic | Tag::Module | Tag::Package => false,
    }
}

/// One row of `MethodParameters`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodParameter<'a> {
    /// The name, if there is one.
    pub name: Option<&'a str>,
    /// `FINAL`, `SYNTHETIC` or mandated (0x8000).
    pub access: u16,
}

/// One component of a record class.
#[derive(Clone, Copy, Debug)]
pub struct RecordComponent<'a> {
    /// The component's name.
    pub name: &'a str,
    /// The descriptor of its type.
    pub descriptor: &'a str,
    /// `Signature` and annotations.
    pub attributes: Attributes<'a>,
}

impl<'a> Attributes<'a> {
    pub(super) fn new(class: &'a ClassFile, table: AttributeTable) -> Self {
        Self { class, table }
    }

    /// All attributes, known or not, in order.
    pub fn iter(self) -> impl Iterator<Item = Attribute<'a>> {
        let constants = self.class.constants();
        let mut cursor = constants.cursor(self.table.start as usize, usize::MAX);
        (0..self.table.count).map_while(move |_| {
            let name = ConstIndex(cursor.u16().ok()?);
            let len = cursor.u32().ok()? as usize;
            let start = cursor.offset();
            cursor.take(len).ok()?;
            Some(Attribute { constants, name, start, end: start + len })
        })
    }

    /// The first attribute of that name.
    pub fn find(self, name: &str) -> Option<Attribute<'a>> {
        self.iter().find(|attribute| attribute.is(name))
    }

    /// Whether there is an attribute of that name.
    pub fn has(self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn read<T>(
        self,
        name: &str,
        read: impl FnOnce(&mut Cursor<'a>, &'a ConstantPool) -> Result<T, ParseError>,
    ) -> Result<Option<T>, ParseError> {
        self.find(name).map(|attribute| attribute.read(read)).transpose()
    }

    /// `ConstantValue`: the initial value of a static field.
    pub fn constant_value(self) -> Result<Option<(ConstIndex, Constant<'a>)>, ParseError> {
        self.read("ConstantValue", |c, constants| {
            let at = c.offset();
            let index = ConstIndex(c.u16()?);
            match constants.get(index)? {
                value @ (Constant::Integer(_)
                | Constant::Float(_)
                | Constant::Long(_)
                | Constant::Double(_)
                | Constant::String(_)) => Ok((index, value)),
                other => Err(c.malformed(at, format!("{other:?} as constant value"))),
            }
        })
    }

    /// `Exceptions`: the checked exceptions a method declares.
    pub fn exceptions(self) -> Result<Vec<&'a str>, ParseError> {
        self.class_list("Exceptions")
    }

    /// `NestMembers`.
    pub fn nest_members(self) -> Result<Vec<&'a str>, ParseError> {
        self.class_list("NestMembers")
    }

    /// `PermittedSubclasses`; `None` if the class is not sealed.
    pub fn permitted_subclasses(self) -> Result<Option<Vec<&'a str>>, ParseError> {
        self.read("PermittedSubclasses", class_names)
    }

    fn class_list(self, name: &str) -> Result<Vec<&'a str>, ParseError> {
        Ok(self.read(name, class_names)?.unwrap_or_default())
    }

    /// `NestHost`.
    pub fn nest_host(self) -> Result<Option<&'a str>, ParseError> {
        self.read("NestHost", |c, constants| constants.class_name(ConstIndex(c.u16()?)))
    }

    /// `Signature`: the generic type, as text.
    pub fn signature(self) -> Result<Option<&'a str>, ParseError> {
        self.read("Signature", utf8)
    }

    /// `SourceFile`.
    pub fn source_file(self) -> Result<Option<&'a str>, ParseError> {
        self.read("SourceFile", utf8)
    }

    /// `SourceDebugExtension`: the raw bytes.
    pub fn source_debug_extension(self) -> Option<&'a [u8]> {
        self.find("SourceDebugExtension").map(Attribute::bytes)
    }

    /// `InnerClasses`.
    pub fn inner_classes(self) -> Result<Vec<InnerClass<'a>>, ParseError> {
        let rows = self.read("InnerClasses", |c, constants| {
            c.table(8, |c| {
                Ok(InnerClass {
                    inner: constants.class_name(ConstIndex(c.u16()?))?,
                    outer: optional(c, |index| constants.class_name(index))?,
                    name: optional(c, |index| constants.utf8(index))?,
                    access: c.u16()?,
                })
            })
        })?;
        Ok(rows.unwrap_or_default())
    }

    /// `EnclosingMethod`.
    pub fn enclosing_method(self) -> Result<Option<EnclosingMethod<'a>>, ParseError> {
        self.read("EnclosingMethod", |c, constants| {
            Ok(EnclosingMethod {
                class: constants.class_name(ConstIndex(c.u16()?))?,
                method: optional(c, |index| constants.name_and_type(index))?,
            })
        })
    }

    /// `Record`: the components; `None` if the class is not a record.
    pub fn record(self) -> Result<Option<Vec<RecordComponent<'a>>>, ParseError> {
        self.read("Record", |c, constants| {
            c.table(6, |c| {
                Ok(RecordComponent {
                    name: constants.utf8(ConstIndex(c.u16()?))?,
                    descriptor: constants.field_descriptor(ConstIndex(c.u16()?))?,
                    attributes: Attributes {
                        class: self.class,
                        table: AttributeTable::parse(c, constants, |_, _, _| Ok(()))?,
                    },
                })
            })
        })
    }

    /// `MethodParameters`; `None` if the compiler did not write it.
    pub fn method_parameters(self) -> Result<Option<Vec<MethodParameter<'a>>>, ParseError> {
        self.read("MethodParameters", |c, constants| {
            let count = usize::from(c.u8()?);
            c.items(count, 4, &mut |c| {
                Ok(MethodParameter { name: optional(c, |index| constants.utf8(index))?, access: c.u16()? })
            })
        })
    }

    /// `Synthetic`, which compilers before version 49 wrote in place of the flag.
    pub fn is_synthetic(self) -> bool {
        self.has("Synthetic")
    }

    /// `Deprecated`.
    pub fn is_deprecated(self) -> bool {
        self.has("Deprecated")
    }

    /// `RuntimeVisibleAnnotations` or `RuntimeInvisibleAnnotations`.
    pub fn annotations(self, retention: Retention) -> Result<Vec<Annotation<'a>>, ParseError> {
        let rows = self.read(retention.annotations(), annotations::annotations)?;
        Ok(rows.unwrap_or_default())
    }

    /// `RuntimeVisibleParameterAnnotations` or the invisible one: one list a parameter.
    pub fn parameter_annotations(self, retention: Retention) -> Result<Vec<Vec<Annotation<'a>>>, ParseError> {
        let rows = self.read(retention.parameter_annotations(), |c, constants| {
            let count = usize::from(c.u8()?);
            c.items(count, 2, &mut |c| annotations::annotations(c, constants))
        })?;
        Ok(rows.unwrap_or_default())
    }

    /// `RuntimeVisibleTypeAnnotations` or the invisible one.
    pub fn type_annotations(self, retention: Retention) -> Result<Vec<TypeAnnotation<'a>>, ParseError> {
        let rows = self.read(retention.type_annotations(), annotations::type_annotations)?;
        Ok(rows.unwrap_or_default())
    }

    /// `AnnotationDefault`: the default value of an annotation's element.
    pub fn annotation_default(self) -> Result<Option<ElementValue<'a>>, ParseError> {
        self.read("AnnotationDefault", annotations::element_value)
    }

    /// `Module`.
    pub fn module(self) -> Result<Option<Module<'a>>, ParseError> {
        self.read("Module", Module::read)
    }

    /// `ModulePackages`: every package of the module, in internal form.
    pub fn module_packages(self) -> Result<Vec<&'a str>, ParseError> {
        let rows =
            self.read("ModulePackages", |c, constants| c.table(2, |c| constants.package(ConstIndex(c.u16()?))))?;
        Ok(rows.unwrap_or_default())
    }

    /// `ModuleMainClass`.
    pub fn module_main_class(self) -> Result<Option<&'a str>, ParseError> {
        self.read("ModuleMainClass", |c, constants| constants.class_name(ConstIndex(c.u16()?)))
    }

    /// Where each row of `BootstrapMethods` starts; every row was measured and its contents checked.
    pub(super) fn bootstrap_offsets(self) -> Result<Box<[u32]>, ParseError> {
        let rows = self.read("BootstrapMethods", |c, constants| {
            c.table(4, |c| {
                let at = c.offset();
                BootstrapMethod::read(constants, at)?;
                c.u16()?;
                let arguments = usize::from(c.u16()?);
                c.take(2 * arguments)?;
                Ok(u32::try_from(at).expect("invariant: class files are smaller than 1 GiB"))
            })
        })?;
        Ok(rows.unwrap_or_default().into())
    }

    /// The flags of the class as its source has them: from its own row in `InnerClasses`, else from the class file.
    pub fn source_access(self) -> Result<u16, ParseError> {
        let name = self.class.name();
        let row = self.inner_classes()?.into_iter().find(|row| row.inner == name);
        Ok(row.map_or(self.class.access() & !access::SUPER, |row| row.access))
    }
}

fn class_names<'a>(c: &mut Cursor<'a>, constants: &'a ConstantPool) -> Result<Vec<&'a str>, ParseError> {
    c.table(2, |c| constants.class_name(ConstIndex(c.u16()?)))
}

fn utf8<'a>(c: &mut Cursor<'a>, constants: &'a ConstantPool) -> Result<&'a str, ParseError> {
    constants.utf8(ConstIndex(c.u16()?))
}

/// An index that may be zero, for nothing.
pub(super) fn optional<T>(
    c: &mut Cursor<'_>,
    get: impl FnOnce(ConstIndex) -> Result<T, ParseError>,
) -> Result<Option<T>, ParseError> {
    match c.u16()? {
        0 => Ok(None),
        index => get(ConstIndex(index)).map(Some),
    }
}
