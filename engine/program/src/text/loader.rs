//! A loader over text: classes by name, resolution without access checks.

use super::TextError;
use super::parse::{self, BodyText, ClassText, ConstantText, Lines};
use crate::{
    Body, Class, ClassId, ClassKind, ClassLoaderKind, ConstantValue, DynamicTarget, Field, FieldFlags, FieldId,
    HandleKind, Kind, LinkError, Loader, Method, MethodId, PoolConstant, Program, Reflection, SiteId, SiteKind, Sym,
    access, kind_of, split_descriptor, stable_key,
};
use rustc_hash::FxHashMap;

/// Produces programs from text. `java/lang/Object` is there even if the text does not have it.
pub struct TextLoader {
    classes: FxHashMap<String, ClassText>,
    order: Vec<String>,
    bodies: FxHashMap<MethodId, Lines>,
}

fn missing(name: &str) -> LinkError {
    LinkError::throw("java/lang/NoClassDefFoundError", name)
}

impl TextLoader {
    /// Reads a text and adds the primitive classes to the program.
    pub fn new(program: &mut Program, text: &str) -> Result<Self, TextError> {
        let mut loader = TextLoader { classes: FxHashMap::default(), order: Vec::new(), bodies: FxHashMap::default() };
        for class in parse::classes(text)? {
            loader.order.push(class.name.clone());
            loader.classes.insert(class.name.clone(), class);
        }
        for kind in Kind::PRIMITIVES.into_iter().chain([Kind::Void]) {
            let flags = access::PUBLIC | access::FINAL | access::ABSTRACT;
            let class = blank(program, kind.keyword(), flags, ClassKind::Primitive(kind), ClassLoaderKind::Boot);
            program.add_class(class);
        }
        Ok(loader)
    }

    /// The names of the classes in the text, in order.
    pub fn names(&self) -> &[String] {
        &self.order
    }

    fn load(&mut self, program: &mut Program, name: &str) -> Result<ClassId, LinkError> {
        let sym = program.intern(name);
        let loaders = [ClassLoaderKind::Boot, ClassLoaderKind::Platform, ClassLoaderKind::App];
        if let Some(class) = loaders.iter().find_map(|&loader| program.find_class(sym, loader)) {
            return Ok(class);
        }
        if let Some(component) = name.strip_prefix('[') {
            return self.load_array(program, name, component);
        }
        if name == "java/lang/Object" && !self.classes.contains_key(name) {
            let flags = access::PUBLIC | access::SUPER;
            let mut class = blank(program, name, flags, ClassKind::Instance, ClassLoaderKind::Boot);
            class.supers.push(ClassId::new(program.classes.len()));
            return Ok(program.add_class(class));
        }
        let (superclass, interfaces) = match self.classes.get(name) {
            Some(text) => (text.superclass.clone(), text.interfaces.clone()),
            None => return Err(missing(name)),
        };
        let superclass = match superclass {
            Some(superclass) => Some(self.load(program, &superclass)?),
            None => None,
        };
        let mut supertypes = Vec::new();
        for interface in interfaces {
            supertypes.push(self.load(program, &interface)?);
        }
        // Taken out while it is read; a class that extends itself is not found.
        let text = self.classes.remove(name).ok_or_else(|| missing(name))?;
        let class = self.link(program, &text, superclass, supertypes);
        self.classes.insert(name.to_owned(), text);
        Ok(class)
    }

    fn load_array(&mut self, program: &mut Program, name: &str, component: &str) -> Result<ClassId, LinkError> {
        let kind = kind_of(component);
        let element = match component.as_bytes() {
            [b'L', .., b';'] => self.load(program, &component[1..component.len() - 1])?,
            [b'[', ..] => self.load(program, component)?,
            [_] if kind != Kind::Void => self.load(program, kind.keyword())?,
            _ => return Err(missing(name)),
        };
        let object = self.load(program, "java/lang/Object")?;
        let flags = access::PUBLIC | access::FINAL | access::ABSTRACT;
        let mut class = blank(program, name, flags, ClassKind::Array { element, kind }, program.class(element).loader);
        class.super_class = Some(object);
        class.depth = 1;
        class.supers = vec![object, ClassId::new(program.classes.len())];
        class.vtable = program.class(object).vtable.clone();
        Ok(program.add_class(class))
    }

    fn link(
        &mut self,
        program: &mut Program,
        text: &ClassText,
        superclass: Option<ClassId>,
        interfaces: Vec<ClassId>,
    ) -> ClassId {
        let kind = if text.interface { ClassKind::Interface } else { ClassKind::Instance };
        let mut class = blank(program, &text.name, text.flags, kind, text.loader);
        class.source_file = text.source.as_deref().map(|source| program.intern(source));
        let id = ClassId::new(program.classes.len());
        if let Some(parent) = superclass.map(|superclass| program.class(superclass)) {
            class.depth = parent.depth + 1;
            class.supers.clone_from(&parent.supers);
            class.all_interfaces.clone_from(&parent.all_interfaces);
            class.instance = parent.instance.clone();
            class.vtable.clone_from(&parent.vtable);
        }
        class.supers.push(id);
        for &interface in &interfaces {
            class.all_interfaces.extend_from_slice(&program.class(interface).all_interfaces);
        }
        if text.interface {
            class.all_interfaces.push(id);
            class.vtable.clear();
        }
        class.all_interfaces.sort_unstable();
        class.all_interfaces.dedup();
        class.super_class = superclass;
        class.interfaces = interfaces;
        program.add_class(class);
        add_fields(program, id, text);
        self.add_methods(program, id, text);
        id
    }

    fn add_methods(&mut self, program: &mut Program, id: ClassId, text: &ClassText) {
        for (index, method) in text.methods.iter().enumerate() {
            let (parameters, result) = split_descriptor(&method.descriptor);
            let params: Vec<Kind> = parameters.into_iter().map(kind_of).collect();
            let slots: u16 = params.iter().map(|kind| kind.slots()).sum();
            let is_static = method.flags & access::STATIC != 0;
            let (name, descriptor) = (program.intern(&method.name), program.intern(&method.descriptor));
            let added = program.add_method(Method {
                class: id,
                name,
                descriptor,
                key: 0,
                flags: method.flags,
                arg_slots: slots + u16::from(!is_static),
                params,
                result: kind_of(result),
                vslot: None,
                body: match method.body {
                    BodyText::Abstract => Body::Abstract,
                    BodyText::Native => Body::Native,
                    BodyText::Untranslated | BodyText::Code(_) => Body::Untranslated,
                },
                polymorphic: false,
                hidden_frame: false,
                index: u16::try_from(index).unwrap_or(u16::MAX),
            });
            if let BodyText::Code(lines) = &method.body {
                self.bodies.insert(added, lines.clone());
            }
            if method.name == "<clinit>" {
                program.classes[id.index()].class_initializer = Some(added);
            }
            let is_virtual =
                !is_static && method.flags & access::PRIVATE == 0 && !method.name.starts_with('<') && !text.interface;
            if is_virtual {
                let slot = virtual_slot(program, id, added, name, descriptor);
                program.methods[added.index()].vslot = u16::try_from(slot).ok();
            }
        }
    }

    /// A method of a class, its superclasses or superinterfaces.
    fn find(&self, program: &Program, class: ClassId, name: Sym, descriptor: Sym) -> Option<MethodId> {
        let class = program.class(class);
        let all = class.supers.iter().rev().chain(&class.all_interfaces);
        let mut methods = all.flat_map(|&class| program.class(class).methods.iter().copied());
        methods.find(|&m| program.method(m).name == name && program.method(m).descriptor == descriptor)
    }
}

/// Puts a method into its class's table, over the one it overrides or behind all.
fn virtual_slot(program: &mut Program, class: ClassId, method: MethodId, name: Sym, descriptor: Sym) -> usize {
    let overrides = |&old: &MethodId| program.method(old).name == name && program.method(old).descriptor == descriptor;
    let slot = program.class(class).vtable.iter().position(overrides);
    let table = &mut program.classes[class.index()].vtable;
    match slot {
        Some(slot) => {
            table[slot] = method;
            slot
        }
        None => {
            table.push(method);
            table.len() - 1
        }
    }
}

fn add_fields(program: &mut Program, id: ClassId, text: &ClassText) {
    for field in &text.fields {
        let kind = kind_of(&field.descriptor);
        let flags = FieldFlags(field.flags);
        let class = &mut program.classes[id.index()];
        let shape = if flags.is_static() { &mut class.statics } else { &mut class.instance };
        let slot = shape.slots;
        shape.slots += 1;
        if kind == Kind::Ref {
            shape.refs.push(slot);
        }
        let constant = field.constant.as_ref().map(|constant| match constant {
            ConstantText::Int(v) => ConstantValue::Int(*v),
            ConstantText::Long(v) => ConstantValue::Long(*v),
            ConstantText::Float(bits) => ConstantValue::Float(*bits),
            ConstantText::Double(bits) => ConstantValue::Double(*bits),
            ConstantText::String(units) => ConstantValue::String(program.intern_string(units)),
        });
        let (name, descriptor) = (program.intern(&field.name), program.intern(&field.descriptor));
        program.add_field(Field { class: id, name, descriptor, kind, flags, slot, constant });
    }
}

fn blank(program: &mut Program, name: &str, flags: u16, kind: ClassKind, loader: ClassLoaderKind) -> Class {
    Class::blank(program.intern(name), stable_key(&[name.as_bytes(), b"text"]), flags, kind, loader)
}

impl Loader for TextLoader {
    fn has_class_library(&self) -> bool {
        false
    }

    fn load_class(&mut self, program: &mut Program, name: &str, _: ClassLoaderKind) -> Result<ClassId, LinkError> {
        self.load(program, name)
    }

    fn define_class(
        &mut self,
        _: &mut Program,
        _: &[u8],
        _: ClassLoaderKind,
        _: bool,
        _: Option<ClassId>,
    ) -> Result<ClassId, LinkError> {
        Err(LinkError::Unsupported("classes from bytes in a program from text".to_owned()))
    }

    fn translate(&mut self, program: &mut Program, method: MethodId) -> Result<(), LinkError> {
        let Some(lines) = self.bodies.remove(&method) else { return Ok(()) };
        let result = parse::assemble(program, method, &lines, &mut |program, name| self.load(program, name).ok());
        result.map_err(|error| LinkError::Unsupported(error.to_string()))
    }

    fn resolve_class(&mut self, program: &mut Program, site: SiteId) -> Result<ClassId, LinkError> {
        match program.sites[site.index()].kind {
            SiteKind::Class(name) => {
                let name = program.shared_name(name);
                self.load(program, &name)
            }
            ref other => Err(LinkError::Unsupported(format!("{other:?} resolved as a class"))),
        }
    }

    fn resolve_field(
        &mut self,
        program: &mut Program,
        site: SiteId,
        statically: bool,
        _write: bool,
    ) -> Result<FieldId, LinkError> {
        let SiteKind::Field { class, name, descriptor } = program.sites[site.index()].kind else {
            return Err(LinkError::Unsupported("no field".to_owned()));
        };
        let class = program.shared_name(class);
        let class = self.load(program, &class)?;
        let name = program.shared_name(name);
        match program.find_field(class, &name) {
            Some(field) if program.field(field).descriptor == descriptor => {
                if program.field(field).flags.is_static() == statically {
                    return Ok(field);
                }
                Err(LinkError::throw("java/lang/IncompatibleClassChangeError", &*name))
            }
            Some(_) | None => Err(LinkError::throw("java/lang/NoSuchFieldError", &*name)),
        }
    }

    fn resolve_method(&mut self, program: &mut Program, site: SiteId, _: HandleKind) -> Result<MethodId, LinkError> {
        let SiteKind::Method { class, name, descriptor, .. } = program.sites[site.index()].kind else {
            return Err(LinkError::Unsupported("no method".to_owned()));
        };
        let class = program.shared_name(class);
        let class = self.load(program, &class)?;
        self.find(program, class, name, descriptor)
            .ok_or_else(|| LinkError::throw("java/lang/NoSuchMethodError", program.name(name)))
    }

    /// A call site calls the static method of the same name and descriptor in its own class.
    fn resolve_dynamic(&mut self, program: &mut Program, site: SiteId) -> Result<DynamicTarget, LinkError> {
        let holder = program.sites[site.index()].holder;
        match program.sites[site.index()].kind {
            SiteKind::CallSite { name, descriptor, .. } => match self.find(program, holder, name, descriptor) {
                Some(method) => Ok(DynamicTarget::Method(method)),
                None => Err(LinkError::throw("java/lang/NoSuchMethodError", program.name(name))),
            },
            ref other => Err(LinkError::Unsupported(format!("{other:?} in a program from text"))),
        }
    }

    fn select_interface_method(
        &mut self,
        program: &mut Program,
        class: ClassId,
        method: MethodId,
    ) -> Result<MethodId, LinkError> {
        let (name, descriptor) = (program.method(method).name, program.method(method).descriptor);
        match self.find(program, class, name, descriptor) {
            Some(found) if !program.method(found).has(access::ABSTRACT) => Ok(found),
            Some(_) | None => Err(LinkError::throw("java/lang/AbstractMethodError", program.name(name))),
        }
    }

    fn null_pointer_message(&mut self, _: &mut Program, _: MethodId, _: u16) -> Option<String> {
        None
    }

    fn reflective_adapter(&mut self, _: &mut Program, _: MethodId) -> Result<MethodId, LinkError> {
        Err(LinkError::Unsupported("reflective calls in a program from text".to_owned()))
    }

    fn reflection(&mut self, _: &mut Program, _: ClassId) -> Result<Reflection, LinkError> {
        Ok(Reflection::default())
    }

    fn pool_constant(&mut self, _: &mut Program, _: ClassId, _: u16) -> Option<PoolConstant> {
        None
    }

    fn resources(&mut self, _: &str) -> Vec<(String, Vec<u8>)> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::super::print_class;
    use super::*;

    const COUNTER: &str = r#"class Counter extends java/lang/Object implements java/lang/Runnable {
  flags 0x21
  source "Counter.java"
  field n I flags 0x2
  field NAME Ljava/lang/String; flags 0x19 = "a \"b\"\u0000"
  field PI D flags 0x19 = double 0x400921fb54442d18
  method add (I)V flags 0x1 {
    registers 4
    line 0 7
    local r1 x I 0 8
    catch L0 L3 L3 r2 java/lang/Throwable
  L0:
    0 getfield r2, r0, Counter.n:I # line 7
    4 iadd r2, r2, r1
    5 putfield r0, r2, Counter.n:I
  L3:
    8 switch r1, cases (-5: L3, 7: L4) else L6
  L4:
    9 invokeinterface r2, r2, interface "odd name"."m, n"()V
    9 iflek r1, -3, L3
  L6:
    10 return
  }
  method run ()V flags 0x1 native
}
"#;

    fn reprint(text: &str) -> Result<String, String> {
        let mut program = Program::default();
        let with_runnable = format!("interface java/lang/Runnable extends java/lang/Object {{\n}}\n{text}");
        let mut loader = TextLoader::new(&mut program, &with_runnable).map_err(|error| error.to_string())?;
        let class = loader.load(&mut program, "Counter").map_err(|error| error.to_string())?;
        for method in program.class(class).methods.clone() {
            loader.translate(&mut program, method).map_err(|error| error.to_string())?;
        }
        Ok(print_class(&program, class))
    }

    #[test]
    fn printing_what_was_read_gives_the_same_text() {
        assert_eq!(reprint(COUNTER).as_deref(), Ok(COUNTER));
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        for (good, bad, what) in [
            ("iadd r2, r2, r1", "iadd r2, r2", "\",\" expected"),
            ("iadd r2, r2, r1", "iaddd r2, r2, r1", "no instruction is called \"iaddd\""),
            ("-3, L3", "-33333, L3", "no number in range"),
            ("L6:\n", "", "label L6 is nowhere"),
            ("L4:\n", "L3:\n", "label L3 is there twice"),
            ("(-5: L3, 7: L4)", "(7: L3, 7: L4)", "must ascend"),
        ] {
            let error = reprint(&COUNTER.replace(good, bad)).expect_err(bad);
            assert!(error.contains(what) && error.contains("line "), "{bad}: {error}");
        }
    }
}
