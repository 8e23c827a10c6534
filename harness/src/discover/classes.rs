//! What class files say: annotations, with those of annotations, and the members of a class and its supertypes.

use braid_engine::drive::Call;
use braid_jvm_front::classfile::{Attributes, ClassFile, ElementValue, ParseError, Retention, access};
use braid_jvm_front::source::{ClassPath, SourceError};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// An annotation.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    /// Internal name of its type.
    pub(super) name: String,
    /// The elements given.
    values: Vec<(String, Value)>,
    /// It stands on another annotation, not on the element itself.
    pub(super) indirect: bool,
}

/// The value of an annotation's element, as far as discovery asks.
#[derive(Clone, PartialEq, Debug)]
enum Value {
    Boolean(bool),
    Int(i32),
    Long(i64),
    Double(f64),
    /// Internal name of a class, or name of an enum constant.
    Name(String),
    Text(String),
    List(Vec<Value>),
    Other,
}

impl Mark {
    pub(super) fn is(&self, name: &str) -> bool {
        self.name == name
    }

    /// The annotation's own name, as it is written.
    pub(super) fn simple(&self) -> String {
        format!("@{}", self.name.rsplit(['/', '$']).next().unwrap_or(&self.name))
    }

    pub(super) fn has(&self, element: &str) -> bool {
        self.value(element).is_some()
    }

    fn value(&self, element: &str) -> Option<&Value> {
        self.values.iter().find(|(name, _)| name == element).map(|(_, value)| value)
    }

    pub(super) fn boolean(&self, element: &str) -> Option<bool> {
        match self.value(element)? {
            Value::Boolean(value) => Some(*value),
            Value::Int(_)
            | Value::Long(_)
            | Value::Double(_)
            | Value::Name(_)
            | Value::Text(_)
            | Value::List(_)
            | Value::Other => None,
        }
    }

    pub(super) fn int(&self, element: &str) -> Option<i32> {
        match self.value(element)? {
            Value::Int(value) => Some(*value),
            Value::Boolean(_)
            | Value::Long(_)
            | Value::Double(_)
            | Value::Name(_)
            | Value::Text(_)
            | Value::List(_)
            | Value::Other => None,
        }
    }

    /// The elements given, as the words of an option: numbers in decimal, enum constants in small letters.
    pub(super) fn words(&self) -> impl Iterator<Item = (&str, Option<String>)> {
        self.values.iter().map(|(name, value)| {
            let word = match value {
                Value::Boolean(value) => Some(value.to_string()),
                Value::Int(value) => Some(value.to_string()),
                Value::Long(value) => Some(value.to_string()),
                Value::Double(value) => Some(value.to_string()),
                Value::Name(name) => Some(name.to_lowercase()),
                Value::Text(_) | Value::List(_) | Value::Other => None,
            };
            (name.as_str(), word)
        })
    }

    /// Classes, enum constants or strings, one or an array of them.
    pub(super) fn names(&self, element: &str) -> Vec<String> {
        let mut names = Vec::new();
        if let Some(value) = self.value(element) {
            collect(value, &mut names);
        }
        names
    }
}

fn collect(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Name(name) | Value::Text(name) => names.push(name.clone()),
        Value::List(values) => values.iter().for_each(|value| collect(value, names)),
        Value::Boolean(_) | Value::Int(_) | Value::Long(_) | Value::Double(_) | Value::Other => {}
    }
}

/// A method of the class or of a supertype.
#[derive(Debug)]
pub(super) struct Member {
    /// Internal name of the declaring class.
    pub(super) class: String,
    pub(super) name: String,
    pub(super) descriptor: String,
    pub(super) is_static: bool,
    pub(super) is_public: bool,
    pub(super) is_private: bool,
    /// How many steps up its class is: zero for the class itself.
    pub(super) up: usize,
    pub(super) marks: Vec<Mark>,
}

/// A class with everything it inherits.
pub(super) struct Members {
    /// Annotations of the class and its superclasses, the class's own first.
    pub(super) class_marks: Vec<Mark>,
    /// Methods, those of the class first, then by supertype going up, in the order of the files.
    pub(super) methods: Vec<Rc<Member>>,
    /// Annotations of fields, with the field's name.
    pub(super) field_marks: Vec<(String, Mark)>,
    /// Descriptors of the constructors of the class.
    pub(super) constructors: Vec<String>,
    pub(super) is_abstract: bool,
    /// A subclass of `junit.framework.TestCase`.
    pub(super) is_test_case: bool,
}

/// The classes of a class path, parsed once.
pub(super) struct Classes<'a> {
    app: &'a ClassPath,
    boot: &'a ClassPath,
    parsed: RefCell<BTreeMap<String, Option<Rc<ClassFile>>>>,
}

impl<'a> Classes<'a> {
    pub(super) fn new(app: &'a ClassPath, boot: &'a ClassPath) -> Self {
        Classes { app, boot, parsed: RefCell::default() }
    }

    pub(super) fn load(&self, name: &str) -> Result<Option<Rc<ClassFile>>, SourceError> {
        if let Some(known) = self.parsed.borrow().get(name) {
            return Ok(known.clone());
        }
        let found = match self.boot.find_class(name)? {
            Some(found) => Some(found),
            None => self.app.find_class(name)?,
        };
        let class = found.map(|f| f.parse()).transpose()?.map(Rc::new);
        self.parsed.borrow_mut().insert(name.to_owned(), class.clone());
        Ok(class)
    }

    /// Where a method stands: its source file, with the package as folders, and the first line of its code.
    pub(super) fn place(&self, call: &Call) -> Result<(Option<String>, Option<u16>), Trouble> {
        let Some(class) = self.load(&call.class)? else { return Ok((None, None)) };
        let file = class.attributes().source_file()?.map(|file| match call.class.rsplit_once('/') {
            Some((package, _)) => format!("{package}/{file}"),
            None => file.to_owned(),
        });
        let method = class.methods().find(|m| m.name() == call.name && m.descriptor() == call.descriptor);
        let code = method.map(|method| method.code()).transpose()?.flatten();
        let lines = code.map(|code| code.lines()).transpose()?;
        Ok((file, lines.and_then(|lines| lines.rows().iter().map(|row| row.line).min())))
    }

    /// The annotations of an element and, behind them, those of their types.
    pub(super) fn marks(&self, attributes: Attributes<'_>) -> Result<Vec<Mark>, Trouble> {
        let mut marks = Vec::new();
        self.add_marks(attributes, false, &mut BTreeSet::new(), &mut marks)?;
        Ok(marks)
    }

    fn add_marks(
        &self,
        attributes: Attributes<'_>,
        indirect: bool,
        been: &mut BTreeSet<String>,
        marks: &mut Vec<Mark>,
    ) -> Result<(), Trouble> {
        for annotation in attributes.annotations(Retention::Runtime)? {
            let name = annotation.descriptor.trim_start_matches('L').trim_end_matches(';').to_owned();
            if name.starts_with("java/") || !been.insert(name.clone()) {
                continue;
            }
            let values = annotation.elements.iter().map(|(name, v)| ((*name).to_owned(), value(v))).collect();
            marks.push(Mark { name: name.clone(), values, indirect });
            if let Some(class) = self.load(&name)? {
                self.add_marks(class.attributes(), true, been, marks)?;
            }
        }
        Ok(())
    }

    /// A class and what it inherits. Supertypes that are not on the class path are left out; linking will complain.
    pub(super) fn members(&self, name: &str) -> Result<Members, Trouble> {
        let mut members = Members {
            class_marks: Vec::new(),
            methods: Vec::new(),
            field_marks: Vec::new(),
            constructors: Vec::new(),
            is_abstract: false,
            is_test_case: false,
        };
        let (mut interfaces, mut up, mut next) = (Vec::new(), 0, Some(name.to_owned()));
        let mut been = BTreeSet::new();
        while let Some(name) = next.take().filter(|n| n != "java/lang/Object" && been.insert(n.clone())) {
            members.is_test_case |= name == "junit/framework/TestCase";
            let Some(class) = self.load(&name)? else { break };
            if up == 0 {
                members.is_abstract = class.access() & (access::ABSTRACT | access::INTERFACE) != 0;
                let constructors = class.methods().filter(|method| method.name() == "<init>");
                members.constructors = constructors.map(|method| method.descriptor().to_owned()).collect();
            }
            members.class_marks.extend(self.marks(class.attributes())?);
            for field in class.fields() {
                for mark in self.marks(field.attributes())? {
                    members.field_marks.push((field.name().to_owned(), mark));
                }
            }
            self.add_methods(&class, up, &mut members)?;
            interfaces.extend(class.interfaces().map(str::to_owned));
            next = class.super_name().map(str::to_owned);
            up += 1;
        }
        while let Some(name) = interfaces.pop() {
            if !been.insert(name.clone()) {
                continue;
            }
            if let Some(interface) = self.load(&name)? {
                members.class_marks.extend(self.marks(interface.attributes())?);
                self.add_methods(&interface, up, &mut members)?;
                interfaces.extend(interface.interfaces().map(str::to_owned));
                up += 1;
            }
        }
        Ok(members)
    }

    fn add_methods(&self, class: &ClassFile, up: usize, members: &mut Members) -> Result<(), Trouble> {
        for method in class.methods() {
            let access = method.access();
            if access & (access::BRIDGE | access::SYNTHETIC | access::ABSTRACT) != 0 || method.name().starts_with('<') {
                continue;
            }
            members.methods.push(Rc::new(Member {
                class: class.name().to_owned(),
                name: method.name().to_owned(),
                descriptor: method.descriptor().to_owned(),
                is_static: method.is_static(),
                is_public: access & access::PUBLIC != 0,
                is_private: access & access::PRIVATE != 0,
                up,
                marks: self.marks(method.attributes())?,
            }));
        }
        Ok(())
    }

    /// The `@Nested` classes declared in a class, in the order of the file.
    pub(super) fn nested(&self, name: &str) -> Result<Vec<String>, Trouble> {
        let Some(class) = self.load(name)? else { return Ok(Vec::new()) };
        let mut nested = Vec::new();
        for inner in class.attributes().inner_classes()? {
            if inner.outer != Some(name) || inner.access & access::STATIC != 0 {
                continue;
            }
            if let Some(inner_class) = self.load(inner.inner)?
                && self.marks(inner_class.attributes())?.iter().any(|m| m.is("org/junit/jupiter/api/Nested"))
            {
                nested.push(inner.inner.to_owned());
            }
        }
        Ok(nested)
    }
}

fn value(value: &ElementValue<'_>) -> Value {
    let class = |d: &str| d.trim_start_matches('L').trim_end_matches(';').to_owned();
    match value {
        ElementValue::Boolean(value) => Value::Boolean(*value),
        ElementValue::Int(value) => Value::Int(*value),
        ElementValue::Long(value) => Value::Long(*value),
        ElementValue::Double(value) => Value::Double(*value),
        ElementValue::Enum(_, name) => Value::Name((*name).to_owned()),
        ElementValue::String(text) => Value::Text(text.to_string()),
        ElementValue::Class(descriptor) => Value::Name(class(descriptor)),
        ElementValue::Array(values) => Value::List(values.iter().map(self::value).collect()),
        ElementValue::Byte(_)
        | ElementValue::Char(_)
        | ElementValue::Float(_)
        | ElementValue::Short(_)
        | ElementValue::Annotation(_) => Value::Other,
    }
}

/// A class that cannot be found or read.
#[derive(Debug)]
pub(super) struct Trouble(String);

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Trouble {}

impl From<SourceError> for Trouble {
    fn from(error: SourceError) -> Self {
        Trouble(error.to_string())
    }
}

impl From<ParseError> for Trouble {
    fn from(error: ParseError) -> Self {
        Trouble(error.to_string())
    }
}
