//! Error messages in the words of the reference JVM.

use crate::descriptors::{parameters, result};
use crate::front::Front;
use braid_engine::program::{ClassId, ClassLoaderKind, MethodId, Program, kind_of};

/// A class name as Java prints it: `java.lang.String`, `int[]`.
pub(crate) fn external(internal: &str) -> String {
    match internal.strip_prefix('[') {
        Some(component) => format!("{}[]", external_type(component)),
        None => internal.replace('/', "."),
    }
}

/// The Java type that a field descriptor names.
pub(crate) fn external_type(descriptor: &str) -> String {
    match descriptor.as_bytes().first() {
        Some(b'[') => format!("{}[]", external_type(&descriptor[1..])),
        Some(b'L') => external(&descriptor[1..descriptor.len() - 1]),
        _ => kind_of(descriptor).keyword().to_owned(),
    }
}

/// The parameter types of a method, separated by commas.
pub(crate) fn external_parameters(descriptor: &str) -> String {
    let types: Vec<String> = parameters(descriptor).map(|(_, descriptor)| external_type(descriptor)).collect();
    types.join(", ")
}

/// `int pkg.Class.name(long, java.lang.String)`, as in `NoSuchMethodError`.
pub(crate) fn external_method(class: &str, name: &str, descriptor: &str) -> String {
    let returns = external_type(result(descriptor));
    format!("{returns} {}.{name}({})", external(class), external_parameters(descriptor))
}

/// The same of a linked method.
pub(crate) fn method_text(program: &Program, method: MethodId) -> String {
    let method = program.method(method);
    let class = program.class_name(method.class);
    external_method(class, program.name(method.name), program.name(method.descriptor))
}

impl Front {
    /// Where two classes are: `A and B are in unnamed module of loader 'app'`, or the longer form for two places.
    pub(super) fn both_places(&self, program: &Program, a: ClassId, b: ClassId) -> String {
        let (name_a, name_b) = (external(program.class_name(a)), external(program.class_name(b)));
        let (place_a, place_b) = (self.place(program, a), self.place(program, b));
        if place_a == place_b {
            format!("{name_a} and {name_b} are in {place_a}")
        } else {
            format!("{name_a} is in {place_a}; {name_b} is in {place_b}")
        }
    }

    /// Where one class is: `A is in module java.base of loader 'bootstrap'`.
    pub(super) fn one_place(&self, program: &Program, class: ClassId) -> String {
        format!("{} is in {}", external(program.class_name(class)), self.place(program, class))
    }

    fn place(&self, program: &Program, class: ClassId) -> String {
        let loader = match program.class(class).loader {
            ClassLoaderKind::Boot => "'bootstrap'",
            ClassLoaderKind::Platform => "'platform'",
            ClassLoaderKind::App => "'app'",
            ClassLoaderKind::User(_) => "of the program",
        };
        match self.data(class).and_then(|data| data.module().map(str::to_owned)) {
            Some(module) => format!("module {module} of loader {loader}"),
            None => format!("unnamed module of loader {loader}"),
        }
    }
}
