//! Method lookup in hierarchies and selection (JVMS 5.4.3.3, 5.4.6).

use super::messages::{external, external_parameters, external_type, method_text};
use crate::descriptors::result;
use crate::front::Front;
use braid_engine::program::{ClassId, LinkError, MethodId, Program, Sym, access};

/// What superinterfaces offer for a name and descriptor.
pub(super) enum Maximal {
    /// No superinterface declares it.
    None,
    /// Exactly one maximally-specific method is not abstract.
    One(MethodId),
    /// All maximally-specific methods are abstract; this is one of them.
    Abstract(MethodId),
    /// Several are not abstract.
    Conflict(Vec<MethodId>),
}

impl Front {
    /// A method declared by exactly this class.
    pub(crate) fn declared(&self, class: ClassId, name: Sym, descriptor: Sym) -> Option<MethodId> {
        self.methods.get(&(class, name, descriptor)).copied()
    }

    /// A method of this class or its nearest superclass that has it.
    pub(crate) fn in_classes(&self, program: &Program, class: ClassId, name: Sym, descriptor: Sym) -> Option<MethodId> {
        let supers = program.class(class).supers.iter().rev();
        supers.filter_map(|&class| self.declared(class, name, descriptor)).next()
    }

    /// The maximally-specific superinterface methods (JVMS 5.4.3.3).
    pub(super) fn maximal(&self, program: &Program, class: ClassId, name: Sym, descriptor: Sym) -> Maximal {
        let mut found: Vec<MethodId> = Vec::new();
        for &interface in &program.class(class).all_interfaces {
            if let Some(method) = self.declared(interface, name, descriptor)
                && program.method(method).flags & (access::PRIVATE | access::STATIC) == 0
            {
                found.push(method);
            }
        }
        // What another one's interface extends is less specific.
        let candidates = found.clone();
        found.retain(|&method| {
            let class = program.method(method).class;
            !candidates.iter().any(|&other| {
                let other = program.method(other).class;
                other != class && program.is_subclass(other, class)
            })
        });
        // Where the choice does not matter to the program, it is the same in every run.
        found.sort_by_key(|&method| program.qualified_name(method));
        let concrete: Vec<MethodId> =
            found.iter().copied().filter(|&method| !program.method(method).has(access::ABSTRACT)).collect();
        match (concrete.as_slice(), found.first()) {
            ([], None) => Maximal::None,
            ([], Some(&first)) => Maximal::Abstract(first),
            (&[one], _) => Maximal::One(one),
            _ => Maximal::Conflict(concrete),
        }
    }

    /// The method that runs when interface method `method` is called on an instance of `class` (JVMS 5.4.6).
    pub(crate) fn select(&self, program: &Program, class: ClassId, method: MethodId) -> Result<MethodId, LinkError> {
        let resolved = program.method(method);
        if resolved.has(access::PRIVATE) {
            return Ok(method);
        }
        let (name, descriptor) = (resolved.name, resolved.descriptor);
        for &here in program.class(class).supers.iter().rev() {
            let Some(found) = self.declared(here, name, descriptor) else { continue };
            let flags = program.method(found).flags;
            if flags & (access::PRIVATE | access::STATIC) != 0 {
                continue;
            }
            if flags & access::PUBLIC == 0 && program.class(resolved.class).is_interface() {
                return Err(self.not_public(program, class, method, found));
            }
            if flags & access::ABSTRACT != 0 {
                return Err(no_implementation(program, class, method));
            }
            return Ok(found);
        }
        match self.maximal(program, class, name, descriptor) {
            Maximal::One(found) => Ok(found),
            Maximal::None | Maximal::Abstract(_) => Err(no_implementation(program, class, method)),
            // Before JDK 25 the reference JVM reported a conflict as a missing implementation.
            Maximal::Conflict(_) if self.feature < 25 => Err(no_implementation(program, class, method)),
            Maximal::Conflict(found) => Err(conflict(program, &found)),
        }
    }

    /// An interface method is implemented by a method that is not public.
    fn not_public(&self, program: &Program, class: ClassId, resolved: MethodId, found: MethodId) -> LinkError {
        let interface = program.method(resolved).class;
        let how = match program.method(found).flags {
            flags if flags & access::PROTECTED != 0 => "protected ",
            _ => "",
        };
        let message = format!(
            "class {} tried to access {how}method '{}' ({})",
            external(program.class_name(interface)),
            method_text(program, found),
            self.both_places(program, interface, class),
        );
        LinkError::throw("java/lang/IllegalAccessError", message)
    }
}

fn signature(program: &Program, method: MethodId) -> String {
    let method = program.method(method);
    let descriptor = program.name(method.descriptor);
    let prefix = if method.has(access::ABSTRACT) { "abstract " } else { "" };
    let returns = external_type(result(descriptor));
    format!("{prefix}{returns} {}({})", program.name(method.name), external_parameters(descriptor))
}

fn no_implementation(program: &Program, receiver: ClassId, resolved: MethodId) -> LinkError {
    let holder = program.method(resolved).class;
    let kind = if program.class(holder).is_interface() { "interface" } else { "abstract class" };
    let message = format!(
        "Receiver class {} does not define or inherit an implementation of the resolved method '{}' of {kind} {}.",
        external(program.class_name(receiver)),
        signature(program, resolved),
        external(program.class_name(holder)),
    );
    LinkError::throw("java/lang/AbstractMethodError", message)
}

pub(super) fn conflict(program: &Program, found: &[MethodId]) -> LinkError {
    let mut message = String::from("Conflicting default methods:");
    for &method in found {
        let method = program.method(method);
        message += &format!(" {}.{}", program.class_name(method.class), program.name(method.name));
    }
    LinkError::throw("java/lang/IncompatibleClassChangeError", message)
}
