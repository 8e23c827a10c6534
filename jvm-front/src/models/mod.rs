//! Models in Java: classes that a user gives to stand for methods or whole classes that Braid could not execute otherwise.
//!
//! A model is bytecode, and runs as such: its state is in the heap, is undone and compared like the program's, and its threads
//! interleave inside it. Two kinds:
//!
//! * a static method with `@braid.Model("java.util.UUID#randomUUID()Ljava/util/UUID;")` stands for that method. The target's body
//!   becomes a call of the model (`indy/model.rs`); the target itself stays what it is to resolution, dispatch and reflection;
//! * a class with `@braid.Model(type = "java.net.Socket")` stands for that class: wherever the type's name is loaded, the class
//!   file of the model is linked under the name of the type, by the type's loader. So instances have the model's fields, and
//!   library code in the same package reaches its members. Nested classes of the model go with it (`rename`).
//!
//! Other classes of the models belong to the boot loader, so that library code can reach them. They cannot name classes of the
//! application then: such a name stops the check (`link/resolve.rs`).
//!
//! This module reads declarations and answers the linker. Whether a declaration fits is for others to judge before that.

mod rename;

use crate::classfile::{Annotation, Attributes, ClassFile, ElementValue, ParseError, Retention};
use crate::source::{ClassPath, Found, Origin, SourceError};
use braid_engine::program::ClassLoaderKind;
use rename::Renaming;
use rustc_hash::FxHashMap;

/// A method by class, name and descriptor, in internal form.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MethodName {
    /// `java/util/UUID`
    pub class: String,
    /// `randomUUID`
    pub name: String,
    /// `()Ljava/util/UUID;`
    pub descriptor: String,
}

/// Something that carries the annotation of a model.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The jar or folder, and the class file in it.
    pub origin: Origin,
    /// The annotated class, or that of the annotated method, in internal form.
    pub class: String,
    /// The annotated method; nothing if it is the class.
    pub method: Option<DeclaredMethod>,
    /// Names and values of the annotation's elements that are given: texts and booleans.
    pub elements: Vec<(String, Given)>,
}

/// A method that carries the annotation of a model.
#[derive(Clone, Debug)]
pub struct DeclaredMethod {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its access flags.
    pub access: u16,
    /// The exceptions of its `throws` clause, in internal form.
    pub throws: Vec<String>,
}

/// The value of an annotation's element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// A `String`.
    Text(String),
    /// A `boolean`.
    Flag(bool),
    /// The name of an enum constant.
    Constant(String),
    /// A class, in internal form.
    Class(String),
    /// Several of one kind.
    Several(Vec<Given>),
    /// Anything else.
    Other,
}

impl Declaration {
    /// The value of an element.
    pub fn element(&self, name: &str) -> Option<&Given> {
        self.elements.iter().find(|(given, _)| given == name).map(|(_, value)| value)
    }

    /// The value of an element that is a text and not empty.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.element(name) {
            Some(Given::Text(text)) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// The value of an element that is a flag; false if it is not given.
    pub fn flag(&self, name: &str) -> bool {
        self.element(name) == Some(&Given::Flag(true))
    }
}

fn given(value: &ElementValue<'_>) -> Given {
    match value {
        ElementValue::String(text) => Given::Text((*text).to_owned()),
        ElementValue::Boolean(flag) => Given::Flag(*flag),
        ElementValue::Enum(_, constant) => Given::Constant((*constant).to_owned()),
        ElementValue::Class(class) => {
            let name = class.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(class);
            Given::Class(name.to_owned())
        }
        ElementValue::Array(values) => Given::Several(values.iter().map(given).collect()),
        ElementValue::Byte(_)
        | ElementValue::Char(_)
        | ElementValue::Double(_)
        | ElementValue::Float(_)
        | ElementValue::Int(_)
        | ElementValue::Long(_)
        | ElementValue::Short(_)
        | ElementValue::Annotation(_) => Given::Other,
    }
}

/// The elements of an annotation among attributes, if it is there.
fn annotation(attributes: Attributes<'_>, descriptor: &str) -> Result<Option<Vec<(String, Given)>>, ParseError> {
    for retention in [Retention::Runtime, Retention::Class] {
        let all = attributes.annotations(retention)?;
        if let Some(Annotation { elements, .. }) = all.iter().find(|annotation| annotation.descriptor == descriptor) {
            return Ok(Some(elements.iter().map(|(name, value)| ((*name).to_owned(), given(value))).collect()));
        }
    }
    Ok(None)
}

/// Whether classes of a module of the JDK belong to the boot loader, so that models reach them.
pub fn is_boot_module(name: &str) -> bool {
    crate::link::loader_of(name) == ClassLoaderKind::Boot
}

/// All classes and methods of some jars and folders that carry an annotation, given by its descriptor.
pub fn declarations(path: &ClassPath, descriptor: &str) -> Result<Vec<Declaration>, SourceError> {
    let mut all = Vec::new();
    for source in path.sources() {
        for listed in source.list()?.iter().filter(|listed| listed.class_name().is_some()) {
            let Some(found) = source.read(listed)? else { continue };
            let file = found.parse()?;
            declared_in(&file, &found.origin, descriptor, &mut all).map_err(|error| found.origin.locate(error))?;
        }
    }
    Ok(all)
}

fn declared_in(
    file: &ClassFile,
    origin: &Origin,
    descriptor: &str,
    all: &mut Vec<Declaration>,
) -> Result<(), ParseError> {
    let class = file.name().to_owned();
    if let Some(elements) = annotation(file.attributes(), descriptor)? {
        all.push(Declaration { origin: origin.clone(), class: class.clone(), method: None, elements });
    }
    for method in file.methods() {
        if let Some(elements) = annotation(method.attributes(), descriptor)? {
            let throws = method.attributes().exceptions()?.into_iter().map(str::to_owned).collect();
            let method = DeclaredMethod {
                name: method.name().to_owned(),
                descriptor: method.descriptor().to_owned(),
                access: method.access(),
                throws,
            };
            all.push(Declaration { origin: origin.clone(), class: class.clone(), method: Some(method), elements });
        }
    }
    Ok(())
}

/// The models of a check, as the linker asks for them.
#[derive(Default)]
pub struct Models {
    path: ClassPath,
    methods: FxHashMap<MethodName, MethodName>,
    /// By the name of the type, in internal form: the class that stands for it.
    types: FxHashMap<String, String>,
    renaming: Renaming,
}

impl Models {
    /// Models from these jars and folders: methods that stand for methods, and classes that stand for types, each as target
    /// and model.
    pub fn new(
        path: ClassPath,
        methods: impl IntoIterator<Item = (MethodName, MethodName)>,
        types: impl IntoIterator<Item = (String, String)>,
    ) -> Models {
        let types: FxHashMap<String, String> = types.into_iter().collect();
        let renaming = Renaming::new(types.iter().map(|(to, from)| (from.clone(), to.clone())));
        let methods = methods.into_iter().map(|(target, model)| {
            let name = |name: String| renaming.name(&name).unwrap_or(name);
            let descriptor = renaming.name(&model.descriptor).unwrap_or(model.descriptor);
            (target, MethodName { class: name(model.class), name: model.name, descriptor })
        });
        Models { path, methods: methods.collect(), types, renaming }
    }

    /// The static method that answers for a method.
    pub(crate) fn answer(&self, class: &str, name: &str, descriptor: &str) -> Option<&MethodName> {
        if self.methods.is_empty() {
            return None;
        }
        let wanted = MethodName { class: class.into(), name: name.into(), descriptor: descriptor.into() };
        self.methods.get(&wanted)
    }

    /// The type that a name belongs to for which a class stands: the type itself, or the one it is nested in; with the name of
    /// the model's class for it.
    pub(crate) fn stands_for(&self, name: &str) -> Option<(&str, String)> {
        if self.types.is_empty() {
            return None;
        }
        let ends = name.match_indices('$').map(|(at, _)| at).chain([name.len()]);
        ends.into_iter().find_map(|end| {
            let (target, model) = self.types.get_key_value(&name[..end])?;
            Some((target.as_str(), format!("{model}{}", &name[end..])))
        })
    }

    /// The class that stands for a type.
    pub(crate) fn of_type(&self, name: &str) -> Option<&str> {
        self.types.get(name).map(String::as_str)
    }

    /// The class file of a model, by its own name.
    pub(crate) fn find(&self, name: &str) -> Result<Option<Found>, SourceError> {
        let found = self.path.find_class(name)?;
        Ok(found.map(|found| Found { bytes: self.renaming.class_file(found.bytes), origin: found.origin }))
    }

    /// Whether a class of the models has another name where it is linked.
    pub(crate) fn is_renamed(&self, name: &str) -> bool {
        self.renaming.name(name).is_some()
    }
}
