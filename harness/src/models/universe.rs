//! The classes that models and programs can name: those of the JDK, of the models and of the class path.

use braid_jvm_front::classfile::{ClassFile, Constant, Method, Operand, RefKind};
use braid_jvm_front::models::MethodName;
use braid_jvm_front::source::{ClassPath, SourceError};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Whose class it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// The JDK's.
    Library,
    /// The models'.
    Models,
    /// The program's.
    Program,
}

/// A class that was found.
#[derive(Clone)]
pub struct Known {
    /// What it is.
    pub file: Rc<ClassFile>,
    /// Whose it is.
    pub whose: Whose,
    /// The module of the JDK that it is in.
    pub module: Option<Arc<str>>,
}

/// Something that a method refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reference {
    /// It may call this method, where it is declared or where it is inherited.
    Call(MethodName),
    /// It uses the class so that it has to be initialized; whether it makes an instance.
    #[allow(missing_docs)]
    Class { name: String, instance: bool },
}

/// All classes, looked up by internal name.
pub struct Universe<'a> {
    jdk: &'a ClassPath,
    models: &'a ClassPath,
    app: &'a ClassPath,
    known: RefCell<HashMap<String, Option<Known>>>,
}

impl<'a> Universe<'a> {
    /// The classes of a JDK, of models and of a class path.
    pub fn new(jdk: &'a ClassPath, models: &'a ClassPath, app: &'a ClassPath) -> Universe<'a> {
        Universe { jdk, models, app, known: RefCell::default() }
    }

    /// A class by its internal name. One that cannot be read is as if it were not there: whoever loads it says why.
    pub fn class(&self, name: &str) -> Option<Known> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let parse = |path: &ClassPath, whose: Whose| -> Result<Option<Known>, SourceError> {
            let Some(found) = path.find_class(name)? else { return Ok(None) };
            let file = Rc::new(found.parse()?);
            Ok(Some(Known { file, whose, module: found.origin.module }))
        };
        let places = [(self.jdk, Whose::Library), (self.models, Whose::Models), (self.app, Whose::Program)];
        let class = places.into_iter().find_map(|(path, whose)| parse(path, whose).ok().flatten());
        self.known.borrow_mut().insert(name.to_owned(), class.clone());
        class
    }

    /// The class path of the program.
    pub fn program(&self) -> &ClassPath {
        self.app
    }

    /// The jars and folders with models.
    pub fn models(&self) -> &ClassPath {
        self.models
    }

    /// The class library.
    pub fn library(&self) -> &ClassPath {
        self.jdk
    }

    /// The class that declares a method which is called through another one: that one, a superclass or a superinterface.
    pub fn declares(&self, called: &MethodName) -> Option<Known> {
        let known = self.class(&called.class)?;
        if known.file.find_method(&called.name, &called.descriptor).is_some() {
            return Some(known);
        }
        let supertypes = known.file.super_name().into_iter().chain(known.file.interfaces());
        supertypes.map(str::to_owned).find_map(|class| self.declares(&MethodName { class, ..called.clone() }))
    }

    /// Whether a class extends or implements another one, or is it. What is not found extends nothing.
    pub fn extends(&self, class: &str, other: &str) -> bool {
        class == other
            || other == "java/lang/Object"
            || self.class(class).is_some_and(|known| {
                let mut supertypes = known.file.super_name().into_iter().chain(known.file.interfaces());
                supertypes.any(|supertype| self.extends(supertype, other))
            })
    }
}

/// What the code of a method refers to. Code that cannot be read refers to nothing: translation says so.
pub fn references(method: Method<'_>) -> Vec<Reference> {
    let mut all = Vec::new();
    let Ok(Some(code)) = method.code() else { return all };
    let Ok(code) = code.decode() else { return all };
    let constants = method.class().constants();
    for instruction in code.instructions() {
        let Operand::Constant(index) = instruction.operand else { continue };
        let Ok(constant) = constants.get(index) else { continue };
        let made = instruction.mnemonic() == "new";
        refer(method, constant, made, &mut all);
    }
    all
}

fn refer(method: Method<'_>, constant: Constant<'_>, made: bool, all: &mut Vec<Reference>) {
    match constant {
        Constant::Member(member) if member.kind == RefKind::Field => {
            all.push(Reference::Class { name: member.class.to_owned(), instance: false });
        }
        Constant::Member(member) => all.push(Reference::Call(MethodName {
            class: member.class.to_owned(),
            name: member.name.to_owned(),
            descriptor: member.descriptor.to_owned(),
        })),
        Constant::Class(name) => all.push(Reference::Class { name: name.to_owned(), instance: made }),
        Constant::MethodHandle(handle) => refer(method, Constant::Member(handle.reference), made, all),
        Constant::InvokeDynamic(dynamic) | Constant::Dynamic(dynamic) => {
            let Ok(bootstrap) = method.class().bootstrap_method(dynamic.bootstrap) else { return };
            refer(method, Constant::Member(bootstrap.method.reference), false, all);
            for &argument in &bootstrap.arguments {
                if let Ok(argument @ Constant::MethodHandle(_)) = method.class().constants().get(argument) {
                    refer(method, argument, false, all);
                }
            }
        }
        Constant::Utf8(_)
        | Constant::Integer(_)
        | Constant::Float(_)
        | Constant::Long(_)
        | Constant::Double(_)
        | Constant::String(_)
        | Constant::NameAndType(..)
        | Constant::MethodType(_)
        | Constant::Module(_)
        | Constant::Package(_) => {}
    }
}
