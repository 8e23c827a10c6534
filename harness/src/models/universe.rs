//! The classes that models and programs can name: those of the JDK, of the models and of the class path.

use braid_jvm_front::classfile::ClassFile;
use braid_jvm_front::source::{ClassPath, SourceError};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

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

/// All classes, looked up by internal name.
pub struct Universe<'a> {
    jdk: &'a ClassPath,
    models: &'a ClassPath,
    app: &'a ClassPath,
    known: RefCell<HashMap<String, Option<(Rc<ClassFile>, Whose)>>>,
}

impl<'a> Universe<'a> {
    /// The classes of a JDK, of models and of a class path.
    pub fn new(jdk: &'a ClassPath, models: &'a ClassPath, app: &'a ClassPath) -> Universe<'a> {
        Universe { jdk, models, app, known: RefCell::default() }
    }

    /// A class by its internal name. One that cannot be read is as if it were not there: whoever loads it says why.
    pub fn class(&self, name: &str) -> Option<(Rc<ClassFile>, Whose)> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let parse = |path: &ClassPath, whose: Whose| -> Result<Option<(Rc<ClassFile>, Whose)>, SourceError> {
            let found = path.find_class(name)?;
            found.map(|found| Ok((Rc::new(found.parse()?), whose))).transpose()
        };
        let places = [(self.jdk, Whose::Library), (self.models, Whose::Models), (self.app, Whose::Program)];
        let class = places.into_iter().find_map(|(path, whose)| parse(path, whose).ok().flatten());
        self.known.borrow_mut().insert(name.to_owned(), class.clone());
        class
    }
}
