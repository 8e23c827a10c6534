//! Decoding all there is in a class file, for tests, fuzzing and `braid classes`.

use rustc_hash::FxHashSet;

use super::annotations::Retention;
use super::attributes::Attributes;
use super::code::Code;
use super::error::ParseError;
use super::{ClassFile, Constant, Tag};

/// How much of everything a class has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "counts, named for what is counted")]
pub struct Decoded {
    pub constants: usize,
    pub fields: usize,
    pub methods: usize,
    pub instructions: usize,
    pub frames: usize,
    pub exception_rows: usize,
    pub lines: usize,
    pub variables: usize,
    pub annotations: usize,
    pub bootstrap_methods: usize,
    pub attributes: usize,
}

impl std::ops::AddAssign for Decoded {
    fn add_assign(&mut self, other: Self) {
        let Self {
            constants,
            fields,
            methods,
            instructions,
            frames,
            exception_rows,
            lines,
            variables,
            annotations,
            bootstrap_methods,
            attributes,
        } = other;
        self.constants += constants;
        self.fields += fields;
        self.methods += methods;
        self.instructions += instructions;
        self.frames += frames;
        self.exception_rows += exception_rows;
        self.lines += lines;
        self.variables += variables;
        self.annotations += annotations;
        self.bootstrap_methods += bootstrap_methods;
        self.attributes += attributes;
    }
}

/// Decodes every constant, attribute, instruction and frame, and fails on the first that is malformed.
pub fn decode_everything(class: &ClassFile) -> Result<Decoded, ParseError> {
    let mut n = Decoded::default();
    for (index, tag) in class.constants().iter() {
        n.constants += 1;
        match class.constants().get(index)? {
            Constant::String(_) => drop(class.constants().string_utf16(index)?),
            _ => debug_assert!(tag != Tag::String),
        }
    }
    for index in 0..class.bootstrap_count() {
        class.bootstrap_method(index as u16)?;
        n.bootstrap_methods += 1;
    }
    attributes(class.attributes(), &mut n)?;
    for component in class.attributes().record()?.unwrap_or_default() {
        attributes(component.attributes, &mut n)?;
    }
    for field in class.fields() {
        n.fields += 1;
        field.field_type();
        attributes(field.attributes(), &mut n)?;
    }
    for method in class.methods() {
        n.methods += 1;
        method.method_type().result();
        attributes(method.attributes(), &mut n)?;
        if let Some(c) = method.code()? {
            code(c, &mut n)?;
        }
    }
    Ok(n)
}

/// Every attribute but those of code. Readers of attributes that are absent cost a search and find nothing.
fn attributes(attributes: Attributes<'_>, n: &mut Decoded) -> Result<(), ParseError> {
    let mut seen = FxHashSet::default();
    for attribute in attributes.iter() {
        n.attributes += 1;
        if !seen.insert(attribute.name()) {
            continue;
        }
        match attribute.name() {
            "ConstantValue" => drop(attributes.constant_value()?),
            "Exceptions" => drop(attributes.exceptions()?),
            "Signature" => drop(attributes.signature()?),
            "SourceFile" => drop(attributes.source_file()?),
            "InnerClasses" => drop(attributes.source_access()?),
            "EnclosingMethod" => drop(attributes.enclosing_method()?),
            "NestHost" => drop(attributes.nest_host()?),
            "NestMembers" => drop(attributes.nest_members()?),
            "PermittedSubclasses" => drop(attributes.permitted_subclasses()?),
            "MethodParameters" => drop(attributes.method_parameters()?),
            "Module" => drop(attributes.module()?),
            "ModulePackages" => drop(attributes.module_packages()?),
            "ModuleMainClass" => drop(attributes.module_main_class()?),
            "AnnotationDefault" => n.annotations += usize::from(attributes.annotation_default()?.is_some()),
            _ => {}
        }
    }
    for retention in [Retention::Runtime, Retention::Class] {
        n.annotations += attributes.annotations(retention)?.len();
        n.annotations += attributes.parameter_annotations(retention)?.len();
        n.annotations += attributes.type_annotations(retention)?.len();
    }
    Ok(())
}

fn code(code: Code<'_>, n: &mut Decoded) -> Result<(), ParseError> {
    attributes(code.attributes(), n)?;
    let decoded = code.decode()?;
    n.instructions += decoded.instructions().len();
    n.exception_rows += code.exceptions()?.len();
    n.lines += code.lines()?.rows().len();
    n.variables += code.local_variables()?.len() + code.local_variable_types()?.len();
    let mut frames = code.frames()?;
    while frames.advance()? {
        n.frames += 1;
        let offset = frames.current().offset;
        if decoded.index_at(offset).is_none() {
            return Err(code.malformed(offset.into(), "frame inside an instruction"));
        }
    }
    Ok(())
}
