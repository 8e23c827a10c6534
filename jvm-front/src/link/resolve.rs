//! Resolution of symbolic references (JVMS 5.4.3).

use super::messages::{external, external_method, external_type, method_text};
use super::select::{Maximal, conflict};
use crate::front::Front;
use braid_engine::program::{
    ClassId, ClassKind, FieldId, HandleKind, LinkError, MethodId, Program, SiteId, SiteKind, Sym, access,
};

fn incompatible(message: impl Into<String>) -> LinkError {
    LinkError::throw("java/lang/IncompatibleClassChangeError", message)
}

fn illegal(message: impl Into<String>) -> LinkError {
    LinkError::throw("java/lang/IllegalAccessError", message)
}

/// A method reference with its names interned.
#[derive(Clone, Copy)]
struct MethodRef {
    name: Sym,
    descriptor: Sym,
    interface: bool,
}

impl Front {
    /// JVMS 5.4.3.1.
    pub(crate) fn class_at(&mut self, program: &mut Program, holder: ClassId, name: Sym) -> Result<ClassId, LinkError> {
        let loader = program.class(holder).loader;
        if program.class(holder).name == name {
            // A hidden class finds itself under its own name only by this rule.
            return Ok(holder);
        }
        let name = program.shared_name(name);
        let class = match self.data(holder) {
            Some(data) if program.class(holder).hidden && *data.file.name() == *name => holder,
            _ => self.load(program, &name, loader).map_err(|error| out_of_reach(program, holder, error))?,
        };
        if self.can_access_class(program, holder, class) {
            return Ok(class);
        }
        let (there, here) = (external(program.class_name(class)), external(program.class_name(holder)));
        let places = self.both_places(program, class, holder);
        Err(illegal(format!("failed to access class {there} from class {here} ({places})")))
    }

    /// JVMS 5.4.3.2.
    pub(crate) fn field_at(
        &mut self,
        program: &mut Program,
        site: SiteId,
        statically: bool,
        write: bool,
    ) -> Result<FieldId, LinkError> {
        let site = program.sites[site.index()].clone();
        let (class, name, descriptor) = match site.kind {
            SiteKind::Field { class, name, descriptor } => (class, name, descriptor),
            SiteKind::Handle { class, name, descriptor, .. } => (class, name, descriptor),
            other => return Err(LinkError::Unsupported(format!("{other:?} resolved as a field"))),
        };
        let named = self.class_at(program, site.holder, class)?;
        let Some(id) = self.find_field(program, named, name, descriptor) else {
            let site_name = name;
            let (class, name) = (external(program.class_name(named)), program.name(name));
            let message = if self.feature >= 21 {
                let ty = external_type(program.name(descriptor));
                format!("Class {class} does not have member field '{ty} {name}'")
            } else {
                name.to_owned()
            };
            let error = LinkError::throw("java/lang/NoSuchFieldError", message);
            return Err(self.left_out(program, named, program.name(site_name), error));
        };
        let field = program.field(id).clone();
        if !self.can_access_member(program, site.holder, named, field.class, field.flags.0) {
            let how = visibility(field.flags.0);
            let (here, there) = (external(program.class_name(site.holder)), external(program.class_name(field.class)));
            let places = self.both_places(program, site.holder, field.class);
            let name = program.name(name);
            return Err(illegal(format!("class {here} tried to access {how}field {there}.{name} ({places})")));
        }
        let text = |program: &Program| format!("{}.{}", external(program.class_name(named)), program.name(field.name));
        if field.flags.is_static() != statically {
            let wanted = if statically { "static" } else { "non-static" };
            return Err(incompatible(format!("Expected {wanted} field {}", text(program))));
        }
        if write && field.flags.is_final() && field.class != site.holder && !program.class(site.holder).synthetic {
            let how = if statically { "static" } else { "non-static" };
            let here = external(program.class_name(site.holder));
            return Err(illegal(format!(
                "Update to {how} final field {} attempted from a different class ({here}) than the field's declaring class",
                text(program)
            )));
        }
        Ok(id)
    }

    fn find_field(&self, program: &Program, class: ClassId, name: Sym, descriptor: Sym) -> Option<FieldId> {
        if let Some(&field) = self.fields.get(&(class, name, descriptor)) {
            return Some(field);
        }
        let class = program.class(class);
        let mut supertypes = class.interfaces.iter().chain(&class.super_class);
        supertypes.find_map(|&supertype| self.find_field(program, supertype, name, descriptor))
    }

    /// JVMS 5.4.3.3, 5.4.3.4 and, for `invokespecial`, the choice of the method to run.
    pub(crate) fn method_at(
        &mut self,
        program: &mut Program,
        site: SiteId,
        how: HandleKind,
    ) -> Result<MethodId, LinkError> {
        let site = program.sites[site.index()].clone();
        let (class, name, descriptor, interface) = match site.kind {
            SiteKind::Method { class, name, descriptor, interface }
            | SiteKind::Handle { class, name, descriptor, interface, .. } => (class, name, descriptor, interface),
            other => return Err(LinkError::Unsupported(format!("{other:?} resolved as a method"))),
        };
        let named = self.class_at(program, site.holder, class)?;
        let reference = MethodRef { name, descriptor, interface };
        self.resolve_method_in(program, site.holder, named, reference, how)
    }

    fn resolve_method_in(
        &mut self,
        program: &mut Program,
        holder: ClassId,
        named: ClassId,
        reference: MethodRef,
        how: HandleKind,
    ) -> Result<MethodId, LinkError> {
        let MethodRef { name, descriptor, interface } = reference;
        let is_interface = program.class(named).is_interface();
        let text = |program: &Program| {
            external_method(program.class_name(named), program.name(name), program.name(descriptor))
        };
        let class_text = |program: &Program| external(program.class_name(named));
        match how {
            HandleKind::InvokeInterface if !is_interface => {
                return Err(incompatible(format!("Found class {}, but interface was expected", class_text(program))));
            }
            HandleKind::InvokeVirtual if is_interface => {
                return Err(incompatible(format!("Found interface {}, but class was expected", class_text(program))));
            }
            _ if is_interface && !interface => {
                return Err(incompatible(format!("Method '{}' must be InterfaceMethodref constant", text(program))));
            }
            _ if !is_interface && interface => {
                return Err(incompatible(format!("Method '{}' must be Methodref constant", text(program))));
            }
            _ => {}
        }
        let found = if is_interface {
            self.find_in_interface(program, named, name, descriptor)
        } else {
            self.find_in_class(program, named, name, descriptor)
        };
        let Some(method) = found else {
            let error = LinkError::throw("java/lang/NoSuchMethodError", format!("'{}'", text(program)));
            return Err(self.left_out(program, named, &text(program), error));
        };
        let (flags, declarer) = (program.method(method).flags, program.method(method).class);
        let constructor = program.name(name) == "<init>";
        if constructor && declarer != named {
            let (class, descriptor) = (class_text(program), program.name(descriptor));
            let message = format!(
                "{class}: method 'void <init>({})' not found",
                super::messages::external_parameters(descriptor)
            );
            let error = LinkError::throw("java/lang/NoSuchMethodError", message);
            return Err(self.left_out(program, named, &text(program), error));
        }
        // Every array has a public clone (JLS 10.7).
        let array_clone = matches!(program.class(named).kind, ClassKind::Array { .. }) && program.name(name) == "clone";
        if !array_clone && !self.can_access_member(program, holder, named, declarer, flags) {
            let places = self.both_places(program, holder, declarer);
            let how = visibility(flags);
            let here = external(program.class_name(holder));
            let method = method_text(program, method);
            return Err(illegal(format!("class {here} tried to access {how}method '{method}' ({places})")));
        }
        let is_static = flags & access::STATIC != 0;
        let mismatch = match how {
            HandleKind::InvokeStatic if !is_static => Some("Expected static method"),
            HandleKind::InvokeInterface if is_static => Some("Expected instance not static method"),
            HandleKind::InvokeVirtual | HandleKind::InvokeSpecial | HandleKind::NewInvokeSpecial if is_static => {
                Some("Expecting non-static method")
            }
            _ => None,
        };
        if let Some(what) = mismatch {
            return Err(incompatible(format!("{what} '{}'", method_text(program, method))));
        }
        match how {
            HandleKind::InvokeSpecial if !constructor => self.special(program, holder, named, method),
            _ => Ok(method),
        }
    }

    /// JVMS 5.4.3.3 from step 2 on.
    fn find_in_class(&self, program: &Program, class: ClassId, name: Sym, descriptor: Sym) -> Option<MethodId> {
        if let Some(method) = self.polymorphic(program, class, name) {
            return Some(method);
        }
        if let Some(method) = self.in_classes(program, class, name, descriptor) {
            return Some(method);
        }
        self.find_in_superinterfaces(program, class, name, descriptor)
    }

    /// JVMS 5.4.3.4 from step 2 on.
    fn find_in_interface(&self, program: &Program, class: ClassId, name: Sym, descriptor: Sym) -> Option<MethodId> {
        if let Some(method) = self.declared(class, name, descriptor) {
            return Some(method);
        }
        let object = program.class(class).super_class?;
        if let Some(method) = self.declared(object, name, descriptor)
            && program.method(method).flags & (access::PUBLIC | access::STATIC) == access::PUBLIC
        {
            return Some(method);
        }
        self.find_in_superinterfaces(program, class, name, descriptor)
    }

    fn find_in_superinterfaces(
        &self,
        program: &Program,
        class: ClassId,
        name: Sym,
        descriptor: Sym,
    ) -> Option<MethodId> {
        match self.maximal(program, class, name, descriptor) {
            Maximal::One(method) | Maximal::Abstract(method) => Some(method),
            Maximal::Conflict(methods) => methods.first().copied(),
            Maximal::None => None,
        }
    }

    /// A signature-polymorphic method of this name (JVMS 2.9.3): `MethodHandle` and `VarHandle` have one method a name.
    fn polymorphic(&self, program: &Program, class: ClassId, name: Sym) -> Option<MethodId> {
        let holder =
            matches!(program.class_name(class), "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle");
        let methods = program.class(class).methods.iter().filter(|_| holder);
        methods.copied().find(|&m| program.method(m).polymorphic && program.method(m).name == name)
    }

    /// The method that `invokespecial` runs (JVMS 6.5).
    fn special(
        &mut self,
        program: &Program,
        holder: ClassId,
        named: ClassId,
        resolved: MethodId,
    ) -> Result<MethodId, LinkError> {
        let method = program.method(resolved);
        let from = program.class(holder);
        let above = !program.class(named).is_interface()
            && named != holder
            && program.is_subclass(holder, named)
            && from.has(access::SUPER);
        let start = match from.super_class {
            Some(superclass) if above => superclass,
            _ => named,
        };
        let (name, descriptor) = (method.name, method.descriptor);
        let class_method =
            self.in_classes(program, start, name, descriptor).filter(|&m| !program.method(m).has(access::STATIC));
        let selected = match class_method {
            Some(selected) => selected,
            None => match self.maximal(program, start, name, descriptor) {
                Maximal::One(selected) | Maximal::Abstract(selected) => selected,
                Maximal::Conflict(methods) => return Err(conflict(program, &methods)),
                Maximal::None => resolved,
            },
        };
        if program.method(selected).has(access::ABSTRACT) {
            let text = method_text(program, selected);
            return Err(LinkError::throw("java/lang/AbstractMethodError", text));
        }
        Ok(selected)
    }
}

impl Front {
    /// What becomes of a missing member: if a class that a model stands for would have it, the model does not show what the
    /// program does, and the program must not see an error that it would not see without models.
    fn left_out(&self, program: &Program, named: ClassId, member: &str, error: LinkError) -> LinkError {
        let Some(models) = &self.models else { return error };
        let standing = program.class(named).supers.iter().find_map(|&class| {
            let name = program.class_name(class);
            models.of_type(name).map(|model| (external(name), external(model)))
        });
        match standing {
            Some((target, model)) => LinkError::Unsupported(format!(
                "no model of {member}: {model}, which stands for {target}, does not have it"
            )),
            None => error,
        }
    }
}

/// A class that models name and do not reach: one of the application's, or one that is not there. The program would not have
/// met that error.
fn out_of_reach(program: &Program, holder: ClassId, error: LinkError) -> LinkError {
    match error {
        LinkError::Throw { class: "java/lang/NoClassDefFoundError", message } if program.class(holder).model => {
            LinkError::Unsupported(format!(
                "{} in the model {}, which reaches classes of the JDK and of the models only",
                external(&message),
                external(program.class_name(holder)),
            ))
        }
        other @ (LinkError::Throw { .. } | LinkError::Load { .. } | LinkError::Unsupported(_)) => other,
    }
}

fn visibility(flags: u16) -> &'static str {
    match flags {
        _ if flags & access::PRIVATE != 0 => "private ",
        _ if flags & access::PROTECTED != 0 => "protected ",
        _ => "",
    }
}
