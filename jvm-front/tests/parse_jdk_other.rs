//! What we read from classes of both JDKs is what another reader finds in them: the crate classfile-parser, which was written by
//! others and shares no line with ours. It knows nothing of dynamic constants, modules and packages, so it refuses the classes
//! that have them in their constant pools, and only those. Flags that it has no name for are masked.
//!
//! A sample; `BRAID_WHOLE_JDK` compares every class.

mod common;

use braid_jvm_front::classfile::{Attributes, ClassFile, Code, Tag};
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::ClassSource;
use classfile_parser::attribute_info::{AttributeInfo, code_attribute_parser};
use classfile_parser::code_attribute::code_parser;
use classfile_parser::constant_info::ConstantInfo;
use classfile_parser::field_info::FieldAccessFlags;
use classfile_parser::method_info::MethodAccessFlags;
use classfile_parser::{ClassAccessFlags, class_parser};

/// Every so many classes one is compared.
const STEP: usize = 29;

/// Compares a class; how many things were compared, or none if the other reader cannot read it.
fn compare(class: &ClassFile, bytes: &[u8]) -> Option<usize> {
    let is_new = |tag| matches!(tag, Tag::Dynamic | Tag::Module | Tag::Package);
    let refused = class.constants().iter().any(|(_, tag)| is_new(tag));
    let name = class.name();
    let parsed = class_parser(bytes).ok();
    assert_eq!(parsed.is_none(), refused, "{name}: whether the other reader refuses it");
    let (rest, other) = parsed?;
    assert!(rest.is_empty(), "{name}: {} bytes are left", rest.len());
    let pool = Pool { name, constants: &other.const_pool };
    assert_eq!(class.version(), (other.major_version, other.minor_version), "{name}: version");
    assert_eq!(class.access() & ClassAccessFlags::all().bits(), other.access_flags.bits(), "{name}: flags");
    assert_eq!(name, pool.class(other.this_class).unwrap_or_default());
    assert_eq!(class.super_name(), pool.class(other.super_class), "{name}: superclass");
    let interfaces: Vec<_> = other.interfaces.iter().filter_map(|&index| pool.class(index)).collect();
    assert!(class.interfaces().eq(interfaces.iter().copied()), "{name}: {interfaces:?}");
    let mut count = compare_constants(class, &pool);
    assert_eq!(class.fields().len(), other.fields.len(), "{name}: fields");
    for (ours, theirs) in class.fields().zip(&other.fields) {
        let (field, descriptor) = (pool.text(theirs.name_index), pool.text(theirs.descriptor_index));
        assert_eq!((ours.name(), ours.descriptor()), (field, descriptor), "{name}");
        assert_eq!(ours.access() & FieldAccessFlags::all().bits(), theirs.access_flags.bits(), "{name}.{field}");
        count += 1 + compare_attributes(ours.attributes(), &theirs.attributes, &pool);
    }
    assert_eq!(class.methods().len(), other.methods.len(), "{name}: methods");
    for (ours, theirs) in class.methods().zip(&other.methods) {
        let (method, descriptor) = (pool.text(theirs.name_index), pool.text(theirs.descriptor_index));
        assert_eq!((ours.name(), ours.descriptor()), (method, descriptor), "{name}");
        assert_eq!(ours.access() & MethodAccessFlags::all().bits(), theirs.access_flags.bits(), "{name}.{method}");
        count += 1 + compare_attributes(ours.attributes(), &theirs.attributes, &pool);
        let their_code = theirs.attributes.iter().find(|attribute| pool.text(attribute.attribute_name_index) == "Code");
        match (ours.code().expect("decodes"), their_code) {
            (Some(ours), Some(theirs)) => count += compare_code(ours, theirs, &pool),
            (None, None) => {}
            (ours, _) => panic!("{name}.{method}: code for us: {}", ours.is_some()),
        }
    }
    Some(count + compare_attributes(class.attributes(), &other.attributes, &pool))
}

/// The other reader's constants.
struct Pool<'a> {
    name: &'a str,
    constants: &'a [ConstantInfo],
}

impl<'a> Pool<'a> {
    fn get(&self, index: u16) -> Option<&'a ConstantInfo> {
        self.constants.get(usize::from(index.checked_sub(1)?))
    }

    fn text(&self, index: u16) -> &'a str {
        match self.get(index) {
            Some(ConstantInfo::Utf8(text)) => &text.utf8_string,
            other => panic!("{}: constant {index} is {other:?}", self.name),
        }
    }

    fn class(&self, index: u16) -> Option<&'a str> {
        match self.get(index)? {
            ConstantInfo::Class(class) => Some(self.text(class.name_index)),
            other => panic!("{}: constant {index} is {other:?}", self.name),
        }
    }
}

fn compare_constants(class: &ClassFile, pool: &Pool<'_>) -> usize {
    let name = pool.name;
    // Ours counts index zero, as class files do.
    assert_eq!(class.constants().len(), pool.constants.len() + 1, "{name}: constants");
    let mut used = 0;
    for (index, tag) in class.constants().iter() {
        let theirs = pool.get(index.0).expect("there are as many");
        let their_tag = match theirs {
            ConstantInfo::Utf8(theirs) => {
                // A lone surrogate is lost there, and kept as it is here.
                let ours = class.constants().utf8(index).expect("decodes");
                let is_whole = !theirs.utf8_string.contains(char::REPLACEMENT_CHARACTER);
                assert!(!is_whole || ours == theirs.utf8_string, "{name}: constant {}: {ours:?}", index.0);
                Tag::Utf8
            }
            ConstantInfo::Integer(_) => Tag::Integer,
            ConstantInfo::Float(_) => Tag::Float,
            ConstantInfo::Long(_) => Tag::Long,
            ConstantInfo::Double(_) => Tag::Double,
            ConstantInfo::Class(_) => Tag::Class,
            ConstantInfo::String(_) => Tag::String,
            ConstantInfo::FieldRef(_) => Tag::FieldRef,
            ConstantInfo::MethodRef(_) => Tag::MethodRef,
            ConstantInfo::InterfaceMethodRef(_) => Tag::InterfaceMethodRef,
            ConstantInfo::NameAndType(_) => Tag::NameAndType,
            ConstantInfo::MethodHandle(_) => Tag::MethodHandle,
            ConstantInfo::MethodType(_) => Tag::MethodType,
            ConstantInfo::InvokeDynamic(_) => Tag::InvokeDynamic,
            ConstantInfo::Unusable => panic!("{name}: constant {} is the second half of another", index.0),
        };
        assert_eq!(tag, their_tag, "{name}: constant {}", index.0);
        used += 1;
    }
    let theirs = pool.constants.iter().filter(|constant| !matches!(constant, ConstantInfo::Unusable)).count();
    assert_eq!(used, theirs, "{name}: constants that are not the second half of another");
    used
}

fn compare_attributes(ours: Attributes<'_>, theirs: &[AttributeInfo], pool: &Pool<'_>) -> usize {
    let ours: Vec<_> = ours.iter().map(|attribute| (attribute.name(), attribute.bytes())).collect();
    let theirs: Vec<_> = theirs.iter().map(|one| (pool.text(one.attribute_name_index), one.info.as_slice())).collect();
    assert_eq!(ours, theirs, "{}: attributes", pool.name);
    ours.len()
}

fn compare_code(ours: Code<'_>, theirs: &AttributeInfo, pool: &Pool<'_>) -> usize {
    let at = format!("{}.{}", pool.name, ours.method().name());
    let Ok((rest, theirs)) = code_attribute_parser(&theirs.info) else {
        panic!("{at}: the other reader finds no code")
    };
    assert!(rest.is_empty(), "{at}: {} bytes are left", rest.len());
    let frame = (theirs.max_stack, theirs.max_locals, theirs.code_length as usize);
    assert_eq!((ours.max_stack(), ours.max_locals(), ours.bytecode().len()), frame, "{at}: stack, locals, length");
    assert_eq!(ours.bytecode(), theirs.code, "{at}: code");
    let Ok((rest, instructions)) = code_parser(&theirs.code) else { panic!("{at}: the other reader cannot decode it") };
    // It stops silently at what it does not know.
    assert!(rest.is_empty(), "{at}: {} bytes of code are left", rest.len());
    let decoded = ours.decode().expect("decodes");
    let offsets: Vec<_> = decoded.instructions().iter().map(|instruction| usize::from(instruction.offset)).collect();
    let their_offsets: Vec<_> = instructions.iter().map(|&(offset, _)| offset).collect();
    assert_eq!(offsets, their_offsets, "{at}: where instructions begin");
    let handlers: Vec<_> = ours.exceptions().expect("decodes");
    let handlers: Vec<_> = handlers.iter().map(|row| (row.start, row.end, row.handler, row.catch_index.0)).collect();
    let rows = theirs.exception_table.iter().map(|row| (row.start_pc, row.end_pc, row.handler_pc, row.catch_type));
    assert!(rows.eq(handlers.iter().copied()), "{at}: exception table");
    offsets.len() + handlers.len() + compare_attributes(ours.attributes(), &theirs.attributes, pool)
}

fn compare_all(jdk: &Jdk) {
    let step = if std::env::var_os("BRAID_WHOLE_JDK").is_some() { 1 } else { STEP };
    let source = ClassSource::Image(jdk.image().expect("the JDK has lib/modules"));
    let (mut classes, mut refused, mut facts) = (0, 0, 0);
    let list = source.list().expect("an image lists");
    let is_class = |name: &str| name.ends_with(".class");
    for listed in list.iter().filter(|listed| is_class(&listed.name)).step_by(step) {
        let found = source.read(listed).expect("reads").expect("what is listed is there");
        let class = found.parse().expect("parses");
        match compare(&class, class.constants().bytes()) {
            Some(count) => facts += count,
            None => refused += 1,
        }
        classes += 1;
    }
    println!("JDK {}: {facts} things in {classes} classes, of which it refuses {refused}", jdk.version());
    assert!(classes * step > common::expected(jdk, 25_000) && refused * 100 < classes * 3 && facts > classes * 100);
}

#[test]
fn jdk_17() {
    compare_all(&common::jdk(17));
}

#[test]
fn jdk_25() {
    compare_all(&common::jdk(25));
}
