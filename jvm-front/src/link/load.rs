//! Finding classes and adding them to the program (JVMS 5.3).

use super::errors::{malformed, malformed_at, missing, unreadable};
use super::messages::{external, external_method};
use super::{ClassData, modules, vtable};
use crate::classfile::access::MODULE;
use crate::classfile::{Bytes, ClassFile, Constant, Field as FileField, Method as FileMethod, Retention};
use crate::descriptors::{parameters, result};
use crate::front::Front;
use crate::models::{MethodName, Models};
use crate::source::{Found, SourceError};
use crate::translate::Sites;
use braid_engine::program::{
    Body, Class, ClassId, ClassKind, ClassLoaderKind, ConstantValue, Field, FieldFlags, Kind, LinkError, Method,
    MethodId, ModelledMethod, Program, Shape, Sym, access, kind_of, stable_key,
};
use std::rc::Rc;

/// Superclasses are loaded recursively; a longer chain than this is refused.
const MAX_DEPTH: usize = 2_000;

/// A parsed class on its way into the program.
struct Definition {
    data: Rc<ClassData>,
    name: Sym,
    loader: ClassLoaderKind,
    hidden: Option<Hidden>,
    /// It comes from the models that the user gives.
    model: bool,
    /// Of the bytes, if the program has supplied them: other classes may share the name.
    supplied: Option<u64>,
}

/// The bytes of a class and who defines it.
struct Discovered {
    found: Found,
    defining: ClassLoaderKind,
    /// It comes from the models that the user gives.
    model: bool,
}

/// What makes a class hidden (JVMS 5.3, `Lookup.defineHiddenClass`).
struct Hidden {
    /// The nest host given.
    host: Option<ClassId>,
}

fn class_key(name: &str, loader: ClassLoaderKind) -> u64 {
    let loader: &[u8] = match loader {
        ClassLoaderKind::Boot => b"boot",
        ClassLoaderKind::Platform => b"platform",
        ClassLoaderKind::App => b"app",
        ClassLoaderKind::User(number) => {
            return stable_key(&[name.as_bytes(), b"user", &number.to_le_bytes()]);
        }
    };
    stable_key(&[name.as_bytes(), loader])
}

impl Front {
    /// Adds the primitive pseudo-classes and `void`.
    pub(crate) fn add_primitives(&mut self, program: &mut Program) {
        for kind in Kind::PRIMITIVES.into_iter().chain([Kind::Void]) {
            let name = program.intern(kind.keyword());
            let flags = access::PUBLIC | access::FINAL | access::ABSTRACT;
            self.add(program, blank(name, program, flags, ClassKind::Primitive(kind), ClassLoaderKind::Boot), None);
        }
    }

    /// Adds a class; further tables of the front-end grow with those of the program.
    pub(crate) fn add(&mut self, program: &mut Program, class: Class, data: Option<Rc<ClassData>>) -> ClassId {
        let id = program.add_class(class);
        self.classes.resize_with(id.index() + 1, || None);
        self.classes[id.index()] = data;
        id
    }

    /// Loads and links a class by internal name or array descriptor.
    pub(crate) fn load(
        &mut self,
        program: &mut Program,
        name: &str,
        loader: ClassLoaderKind,
    ) -> Result<ClassId, LinkError> {
        // Which class an array's elements have may differ from state to state.
        let differs = name.starts_with('[') && !program.present.is_empty();
        if !differs
            && let Some(sym) = program.find_name(name)
            && let Some(id) = program.find_class(sym, loader)
        {
            return Ok(id);
        }
        if let Some(component) = name.strip_prefix('[') {
            return self.load_array(program, name, component, loader);
        }
        if let ClassLoaderKind::User(_) = loader {
            // Only the boot loader defines `java.*`; for anything else the loader itself must be asked.
            if !name.starts_with("java/") {
                return Err(LinkError::Load { name: name.to_owned(), loader });
            }
            let id = self.load(program, name, ClassLoaderKind::Platform)?;
            let sym = program.intern(name);
            program.alias_class(sym, loader, id);
            return Ok(id);
        }
        let Discovered { found, defining, model } = self.find(name, loader)?.ok_or_else(|| missing(name))?;
        let sym = program.intern(name);
        let id = match program.find_class(sym, defining) {
            Some(id) => id,
            None => {
                let file = ClassFile::parse(found.bytes).map_err(|error| malformed_at(&found.origin, error))?;
                self.check_version(&file)?;
                if file.name() != name {
                    return Err(missing(&format!("{name} (wrong name: {})", file.name())));
                }
                let data = Rc::new(ClassData { file, sites: Sites::default(), origin: Some(found.origin) });
                self.define(
                    program,
                    Definition { data, name: sym, loader: defining, hidden: None, model, supplied: None },
                )?
            }
        };
        if defining != loader {
            program.alias_class(sym, loader, id);
        }
        Ok(id)
    }

    /// Class files are for this JDK or an older one; those with preview features for this one (JVMS 4.1). That preview
    /// features are enabled goes without saying.
    fn check_version(&self, file: &ClassFile) -> Result<(), LinkError> {
        let (major, minor) = file.version();
        let newest = 44 + self.feature;
        let unsupported = |what: String| {
            let message = format!("{} {what}", file.name());
            Err(LinkError::throw("java/lang/UnsupportedClassVersionError", message))
        };
        if major > newest {
            return unsupported(format!(
                "has been compiled by a more recent version of the Java Runtime (class file version {major}.{minor}), this \
                 version of the Java Runtime only recognizes class file versions up to {newest}.0"
            ));
        }
        if major >= 56 && minor == u16::MAX && major != newest {
            return unsupported(format!(
                "(class file version {major}.{minor}) was compiled with preview features that are unsupported. This version \
                 of the Java Runtime only recognizes preview features for class file version {newest}.{minor}"
            ));
        }
        Ok(())
    }

    /// The bytes of a class and its defining loader, parents first.
    fn find(&self, name: &str, loader: ClassLoaderKind) -> Result<Option<Discovered>, LinkError> {
        if let Some(models) = &self.models
            && let Some(discovered) = self.find_standing(models, name).map_err(|error| unreadable(&error))?
            && discovered.defining <= loader
        {
            return Ok(Some(discovered));
        }
        let in_jdk = self.jdk.find_class(name).map_err(|error| unreadable(&error))?;
        if let Some(found) = in_jdk {
            let defining = found.origin.module.as_deref().map_or(ClassLoaderKind::Boot, modules::loader_of);
            if defining <= loader {
                return Ok(Some(Discovered { found, defining, model: false }));
            }
        }
        if let Some(models) = &self.models
            && let Some(found) = self.find_model(models, name).map_err(|error| unreadable(&error))?
        {
            return Ok(Some(Discovered { found, defining: ClassLoaderKind::Boot, model: true }));
        }
        if loader != ClassLoaderKind::App {
            return Ok(None);
        }
        let found = self.app.find_class(name).map_err(|error| unreadable(&error))?;
        Ok(found.map(|found| Discovered { found, defining: ClassLoaderKind::App, model: false }))
    }

    /// The class of the models that stands for a type, or for a class nested in it. The loader of the type defines it.
    fn find_standing(&self, models: &Models, name: &str) -> Result<Option<Discovered>, SourceError> {
        let Some((target, model)) = models.stands_for(name) else { return Ok(None) };
        let Some(found) = models.find(&model)? else { return Ok(None) };
        let module = self.jdk.find_class(target)?.map(|found| found.origin.module);
        let defining = match module {
            Some(module) => module.as_deref().map_or(ClassLoaderKind::Boot, modules::loader_of),
            None => ClassLoaderKind::App,
        };
        Ok(Some(Discovered { found, defining, model: true }))
    }

    /// A class of the models under its own name. What Braid offers to Java programs may come from the class path: models and
    /// program share one copy of it, or the one could not give the other an action to await.
    fn find_model(&self, models: &Models, name: &str) -> Result<Option<Found>, SourceError> {
        if models.is_renamed(name) {
            return Ok(None);
        }
        if let Some(found) = models.find(name)? {
            return Ok(Some(found));
        }
        let offered = name.strip_prefix("braid/").is_some_and(|rest| !rest.contains('/'));
        if offered { self.app.find_class(name) } else { Ok(None) }
    }

    /// The static method that answers for a method of a class file.
    pub(crate) fn model_of(&self, program: &Program, method: MethodId) -> Option<MethodName> {
        program.modelled.get(&method)?;
        let m = program.method(method);
        let models = self.models.as_ref()?;
        models.answer(program.class_name(m.class), program.name(m.name), program.name(m.descriptor)).cloned()
    }

    fn load_array(
        &mut self,
        program: &mut Program,
        name: &str,
        component: &str,
        loader: ClassLoaderKind,
    ) -> Result<ClassId, LinkError> {
        let kind = component.bytes().next().and_then(Kind::of_descriptor).ok_or_else(|| missing(name))?;
        let element = match component.as_bytes() {
            [b'[', ..] => self.load(program, component, loader)?,
            [b'L', .., b';'] => self.load(program, &component[1..component.len() - 1], loader)?,
            [_] if kind != Kind::Void && kind != Kind::Ref => {
                let keyword = program.intern(kind.keyword());
                program.find_class(keyword, ClassLoaderKind::Boot).ok_or_else(|| missing(name))?
            }
            _ => return Err(missing(name)),
        };
        let sym = program.intern(name);
        let defining = program.class(element).loader;
        let is_of_element = |id: &ClassId| program.class(*id).kind == ClassKind::Array { element, kind };
        if let Some(id) = program.find_class(sym, defining).filter(is_of_element) {
            program.alias_class(sym, loader, id);
            return Ok(id);
        }
        let object = self.load(program, "java/lang/Object", ClassLoaderKind::Boot)?;
        let cloneable = self.load(program, "java/lang/Cloneable", ClassLoaderKind::Boot)?;
        let serializable = self.load(program, "java/io/Serializable", ClassLoaderKind::Boot)?;
        let visible = program.class(element).flags & (access::PUBLIC | access::PRIVATE | access::PROTECTED);
        let flags = visible | access::FINAL | access::ABSTRACT;
        let mut class = blank(sym, program, flags, ClassKind::Array { element, kind }, defining);
        class.super_class = Some(object);
        class.interfaces = vec![cloneable, serializable];
        class.all_interfaces = vec![cloneable, serializable];
        class.all_interfaces.sort_unstable();
        class.depth = 1;
        class.vtable = program.class(object).vtable.clone();
        let id = ClassId::new(program.classes.len());
        class.supers = vec![object, id];
        self.add(program, class, None);
        if defining != loader {
            program.alias_class(sym, loader, id);
        }
        Ok(id)
    }

    /// Makes a class from bytes that the program supplies.
    pub(crate) fn define_bytes(
        &mut self,
        program: &mut Program,
        bytes: &[u8],
        loader: ClassLoaderKind,
        hidden: bool,
        host: Option<ClassId>,
    ) -> Result<ClassId, LinkError> {
        let file = ClassFile::parse(Bytes::from(bytes)).map_err(|error| malformed(&error))?;
        self.check_version(&file)?;
        let data_name = file.name().to_owned();
        let origin = host.and_then(|host| self.data(host).and_then(|data| data.origin.clone()));
        let data = Rc::new(ClassData { file, sites: Sites::default(), origin });
        if hidden {
            // Numbered by name: the same program makes the same names in every run.
            let count = self.hidden.entry(data_name.clone()).or_insert(0);
            let name = format!("{data_name}+0x{count:x}");
            *count += 1;
            let name = program.intern(&name);
            let hidden = Some(Hidden { host });
            return self.define(
                program,
                Definition { data, name, loader, hidden, model: false, supplied: Some(stable_key(&[bytes])) },
            );
        }
        let sym = program.intern(&data_name);
        if program.find_class(sym, loader).is_some() {
            let message = format!("loader attempted duplicate class definition for {}.", external(&data_name));
            return Err(LinkError::throw("java/lang/LinkageError", message));
        }
        self.define(
            program,
            Definition { data, name: sym, loader, hidden: None, model: false, supplied: Some(stable_key(&[bytes])) },
        )
    }

    /// Links a parsed class: supertypes first, then its own members.
    fn define(&mut self, program: &mut Program, definition: Definition) -> Result<ClassId, LinkError> {
        let Definition { ref data, name, loader, .. } = definition;
        if data.file.access() & MODULE != 0 {
            let message = format!("{} is not a class because access_flag ACC_MODULE is set", program.name(name));
            return Err(missing(&message));
        }
        if self.loading.contains(&(name, loader)) {
            return Err(LinkError::throw("java/lang/ClassCircularityError", program.name(name)));
        }
        if self.loading.len() > MAX_DEPTH {
            let name = program.name(name);
            return Err(LinkError::Unsupported(format!("{name} has more than {MAX_DEPTH} supertypes in a row")));
        }
        self.loading.push((name, loader));
        let supertypes = self.supertypes(program, data, loader);
        self.loading.pop();
        let (superclass, interfaces) = supertypes?;
        self.finish(program, definition, superclass, interfaces)
    }

    fn supertypes(
        &mut self,
        program: &mut Program,
        data: &ClassData,
        loader: ClassLoaderKind,
    ) -> Result<(Option<ClassId>, Vec<ClassId>), LinkError> {
        let superclass = match data.file.super_name() {
            None => None,
            Some(name) => Some(self.load(program, name, loader)?),
        };
        let mut interfaces = Vec::with_capacity(data.file.interfaces().len());
        for name in data.file.interfaces() {
            interfaces.push(self.load(program, name, loader)?);
        }
        Ok((superclass, interfaces))
    }

    fn finish(
        &mut self,
        program: &mut Program,
        definition: Definition,
        superclass: Option<ClassId>,
        interfaces: Vec<ClassId>,
    ) -> Result<ClassId, LinkError> {
        let Definition { data, name, loader, hidden, model, supplied } = definition;
        let file = &data.file;
        let kind = if file.is_interface() { ClassKind::Interface } else { ClassKind::Instance };
        // This may load classes, so it comes before the number of the new class is known.
        let host = hidden.as_ref().and_then(|hidden| hidden.host).map(|host| self.nest_host(program, host));
        let mut class = blank(name, program, file.access(), kind, loader);
        if let Some(supplied) = supplied {
            class.key = stable_key(&[&class.key.to_le_bytes(), &supplied.to_le_bytes()]);
        }
        let id = ClassId::new(program.classes.len());
        if let Some(superclass) = superclass {
            let parent = program.class(superclass);
            class.depth = parent.depth + 1;
            class.supers.clone_from(&parent.supers);
            class.all_interfaces.clone_from(&parent.all_interfaces);
            class.instance = parent.instance.clone();
        }
        class.supers.push(id);
        for &interface in &interfaces {
            class.all_interfaces.extend_from_slice(&program.class(interface).all_interfaces);
        }
        if file.is_interface() {
            class.all_interfaces.push(id);
        }
        class.all_interfaces.sort_unstable();
        class.all_interfaces.dedup();
        class.super_class = superclass;
        class.interfaces = interfaces;
        let attributes = file.attributes();
        class.source_file = attributes.source_file().ok().flatten().map(|name| program.intern(name));
        class.nest_host = attributes.nest_host().ok().flatten().map(|name| program.intern(name));
        class.hidden = hidden.is_some();
        class.model = model;
        class.foreign = self.is_foreign(&data);
        if hidden.is_some() {
            class.nest_host = host.map(|host| program.class(host).name).filter(|&host| host != name);
        }
        self.add(program, class, Some(data.clone()));
        if let Some(host) = host {
            self.nest_hosts.insert(id, host);
        }
        let linked = self.check_supertypes(program, id).and_then(|()| {
            self.add_fields(program, id, &data)?;
            self.add_methods(program, id, &data);
            if file.is_interface() { Ok(()) } else { vtable::build(program, id) }
        });
        if let Err(error) = linked {
            // The class must not be found again: the next attempt fails in the same way.
            program.forget_class(name, loader);
            return Err(error);
        }
        Ok(id)
    }

    /// JVMS 5.3.5 steps 3 and 4, and the rules on sealed classes.
    fn check_supertypes(&self, program: &Program, id: ClassId) -> Result<(), LinkError> {
        let class = program.class(id);
        let name = external(program.class_name(id));
        let refuse = |message: String| Err(LinkError::throw("java/lang/IncompatibleClassChangeError", message));
        if let Some(superclass) = class.super_class {
            let other = external(program.class_name(superclass));
            if program.class(superclass).is_interface() {
                return refuse(format!("class {name} has interface {other} as super class"));
            }
            if program.class(superclass).has(access::FINAL) {
                return refuse(format!("class {name} cannot inherit from final class {other}"));
            }
            if !self.can_access_class(program, id, superclass) {
                let places = self.both_places(program, id, superclass);
                let message = format!("class {name} cannot access its superclass {other} ({places})");
                return Err(LinkError::throw("java/lang/IllegalAccessError", message));
            }
            if !self.permits(program, superclass, id) {
                return refuse(self.not_permitted(&name, "inherit from", "class", &other));
            }
        }
        for &interface in &class.interfaces {
            let other = external(program.class_name(interface));
            if !program.class(interface).is_interface() {
                let place = self.one_place(program, interface);
                return refuse(format!(
                    "class {name} can not implement {other}, because it is not an interface ({place})"
                ));
            }
            if !self.can_access_class(program, id, interface) {
                let places = self.both_places(program, id, interface);
                let message = format!("class {name} cannot access its superinterface {other} ({places})");
                return Err(LinkError::throw("java/lang/IllegalAccessError", message));
            }
            if !self.permits(program, interface, id) {
                let how = if class.is_interface() { "extend" } else { "implement" };
                return refuse(self.not_permitted(&name, how, "interface", &other));
            }
        }
        Ok(())
    }

    fn not_permitted(&self, name: &str, how: &str, kind: &str, sealed: &str) -> String {
        if self.feature >= 25 {
            format!("Failed listed permitted subclass check: class {name} is not a permitted subclass of {sealed}")
        } else {
            format!("class {name} cannot {how} sealed {kind} {sealed}")
        }
    }

    /// Whether a class lets another extend it directly.
    fn permits(&self, program: &Program, sealed: ClassId, subclass: ClassId) -> bool {
        let Some(data) = self.data(sealed) else { return true };
        match data.file.attributes().permitted_subclasses() {
            Ok(Some(permitted)) => permitted.contains(&program.class_name(subclass)),
            Ok(None) | Err(_) => true,
        }
    }

    fn add_fields(&mut self, program: &mut Program, id: ClassId, data: &ClassData) -> Result<(), LinkError> {
        let mut instance = std::mem::take(&mut program.classes[id.index()].instance);
        let mut statics = Shape::default();
        for file in data.file.fields() {
            let kind = kind_of(file.descriptor());
            let shape = if file.is_static() { &mut statics } else { &mut instance };
            let slot = shape.slots;
            let Some(slots) = slot.checked_add(1) else {
                let name = program.class_name(id);
                return Err(LinkError::Unsupported(format!("{name} has more than 65535 fields")));
            };
            shape.slots = slots;
            if kind == Kind::Ref {
                shape.refs.push(slot);
            }
            let name = program.intern(file.name());
            let descriptor = program.intern(file.descriptor());
            let constant = constant_value(program, file)?;
            let flags = FieldFlags(file.access());
            let field = program.add_field(Field { class: id, name, descriptor, kind, flags, slot, constant });
            self.fields.insert((id, name, descriptor), field);
        }
        let class = &mut program.classes[id.index()];
        class.instance = instance;
        class.statics = statics;
        Ok(())
    }

    fn add_methods(&mut self, program: &mut Program, id: ClassId, data: &ClassData) {
        let boot = program.class(id).loader == ClassLoaderKind::Boot;
        let hidden = program.class(id).hidden;
        let polymorphic_holder =
            boot && matches!(data.file.name(), "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle");
        for (index, file) in data.file.methods().enumerate() {
            let name = program.intern(file.name());
            let descriptor = program.intern(file.descriptor());
            let params: Vec<Kind> = parameters(file.descriptor()).map(|(kind, _)| kind).collect();
            let slots: u16 = params.iter().map(|kind| kind.slots()).sum();
            let flags = file.access();
            let modelled = self.modelled(data.file.name(), file).filter(|_| !hidden);
            let body = match flags {
                // A method that a model answers has a body: the call of the model.
                _ if modelled.as_ref().is_some_and(|(_, answered)| *answered) => Body::Untranslated,
                _ if flags & access::NATIVE != 0 => Body::Native,
                _ if flags & access::ABSTRACT != 0 => Body::Abstract,
                _ => Body::Untranslated,
            };
            // JVMS 2.9.3: native, of variable arity, with the one parameter Object[].
            let polymorphic = polymorphic_holder
                && flags & (access::NATIVE | access::VARARGS) == access::NATIVE | access::VARARGS
                && file.descriptor().starts_with("([Ljava/lang/Object;)");
            let method = program.add_method(Method {
                class: id,
                name,
                descriptor,
                key: 0,
                flags,
                arg_slots: slots + u16::from(!file.is_static()),
                params,
                result: kind_of(result(file.descriptor())),
                vslot: None,
                body,
                polymorphic,
                hidden_frame: boot && hidden_frame(file),
                // A class file has at most 65,535 methods.
                index: index as u16,
            });
            self.methods.insert((id, name, descriptor), method);
            if let Some((modelled, _)) = modelled {
                program.modelled.insert(method, modelled.into());
            }
            if file.name() == "<clinit>" && file.descriptor() == "()V" {
                program.classes[id.index()].class_initializer = Some(method);
            }
        }
    }
}

impl Front {
    /// What a model stands for that answers a method, or that the method's class is; and whether it answers this method alone.
    fn modelled(&self, class: &str, method: FileMethod<'_>) -> Option<(ModelledMethod, bool)> {
        let models = self.models.as_ref()?;
        if let Some(MethodName { class: model, name, .. }) = models.answer(class, method.name(), method.descriptor()) {
            let target = external_method(class, method.name(), method.descriptor());
            // Without the result, as in a stack trace.
            let target = target.split_once(' ').map_or(target.clone(), |(_, method)| method.to_owned());
            return Some((ModelledMethod { target, model: format!("{}.{name}", external(model)) }, true));
        }
        let model = models.of_type(class).filter(|_| !method.name().starts_with("<clinit"))?;
        Some((ModelledMethod { target: external(class), model: external(model) }, false))
    }
}

/// A class without members and supertypes.
pub(crate) fn blank(name: Sym, program: &Program, flags: u16, kind: ClassKind, loader: ClassLoaderKind) -> Class {
    Class::blank(name, class_key(program.name(name), loader), flags, kind, loader)
}

/// The `ConstantValue` of a static field.
fn constant_value(program: &mut Program, field: FileField<'_>) -> Result<Option<ConstantValue>, LinkError> {
    if !field.is_static() {
        return Ok(None);
    }
    let value = field.attributes().constant_value().map_err(|error| malformed(&error))?;
    let Some((index, constant)) = value else { return Ok(None) };
    Ok(match constant {
        Constant::Integer(v) => Some(ConstantValue::Int(v)),
        Constant::Float(v) => Some(ConstantValue::Float(v.to_bits())),
        Constant::Long(v) => Some(ConstantValue::Long(v)),
        Constant::Double(v) => Some(ConstantValue::Double(v.to_bits())),
        Constant::String(_) => {
            let text = field.class().constants().string_utf16(index).map_err(|error| malformed(&error))?;
            Some(ConstantValue::String(program.intern_string(&text)))
        }
        Constant::Utf8(_)
        | Constant::Class(_)
        | Constant::Member(_)
        | Constant::NameAndType(..)
        | Constant::MethodHandle(_)
        | Constant::MethodType(_)
        | Constant::Dynamic(_)
        | Constant::InvokeDynamic(_)
        | Constant::Module(_)
        | Constant::Package(_) => None,
    })
}

/// Whether frames of the method are left out of stack traces.
fn hidden_frame(method: FileMethod<'_>) -> bool {
    let attributes = method.attributes();
    attributes.has("RuntimeVisibleAnnotations")
        && attributes.annotations(Retention::Runtime).is_ok_and(|annotations| {
            annotations.iter().any(|annotation| {
                matches!(
                    annotation.descriptor,
                    "Ljdk/internal/vm/annotation/Hidden;" | "Ljava/lang/invoke/LambdaForm$Hidden;"
                )
            })
        })
}
