//! Reflection: classes, members, annotations' constants, caller sensitivity.

use super::{Arguments, Outcome, Row, rows, zero};
use crate::interp::{Raise, Res};
use crate::program::{
    ClassId, ClassKind, ClassLoaderKind, FieldId, MemberReflection, MethodId, ObjId, PoolConstant, Reflection,
    ThreadId, access, split_descriptor,
};
use crate::vm::Vm;

impl Vm {
    fn reflection(&mut self, class: ClassId) -> Res<Reflection> {
        Ok(self.loader.reflection(&mut self.program, class)?)
    }

    fn optional_string(&mut self, text: Option<&str>) -> ObjId {
        text.map_or(ObjId::NULL, |t| self.interned_text(t))
    }

    fn optional_bytes(&mut self, bytes: Option<&[u8]>) -> Res<ObjId> {
        let Some(bytes) = bytes else { return Ok(ObjId::NULL) };
        let array = self.new_array("[B", bytes.len() as u32)?;
        self.state.heap.bytes_mut(array, 0, bytes.len()).copy_from_slice(bytes);
        Ok(array)
    }

    fn class_array(&mut self, holder: ClassId, descriptors: &[&str]) -> Res<ObjId> {
        let array = self.new_array("[Ljava/lang/Class;", descriptors.len() as u32)?;
        for (i, descriptor) in descriptors.iter().enumerate() {
            let mirror = self.mirror_of_descriptor(holder, descriptor)?;
            self.state.heap.set_ref_at(array, i as u32, mirror);
        }
        Ok(array)
    }

    fn named_classes(&mut self, holder: ClassId, names: &[String]) -> Res<ObjId> {
        let array = self.new_array("[Ljava/lang/Class;", names.len() as u32)?;
        let loader = self.program.class(holder).loader;
        for (i, name) in names.iter().enumerate() {
            let class = self.loader.load_class(&mut self.program, name, loader)?;
            let mirror = self.mirror(class);
            self.state.heap.set_ref_at(array, i as u32, mirror);
        }
        Ok(array)
    }

    fn set_named(&mut self, obj: ObjId, class: ClassId, field: &'static str, value: u64) {
        if self.program.find_field(class, field).is_some() {
            let slot = self.slot(class, field);
            self.state.heap.set_field(obj, slot, value);
        }
    }

    /// The modifiers that `Class.getModifiers` shows: for member classes those of their `InnerClasses` entry.
    pub(crate) fn class_modifiers(&mut self, class: ClassId) -> u16 {
        let c = self.program.class(class);
        let mut flags = c.flags & !access::SUPER;
        match c.kind {
            ClassKind::Primitive(_) => return access::PUBLIC | access::FINAL | access::ABSTRACT,
            ClassKind::Array { element, .. } => {
                let visible = self.class_modifiers(element) & (access::PUBLIC | access::PRIVATE | access::PROTECTED);
                return visible | access::FINAL | access::ABSTRACT;
            }
            ClassKind::Instance | ClassKind::Interface => {}
        }
        let name = self.program.class_name(class).to_string();
        if name.contains('$')
            && let Ok(reflection) = self.loader.reflection(&mut self.program, class)
            && let Some(entry) = reflection.inner_classes.iter().find(|e| e.inner == name)
        {
            flags = entry.flags & !access::SUPER;
        }
        flags
    }

    /// A `java.lang.reflect.Method`, `Constructor` or `Field` object.
    fn method_object(&mut self, method: MethodId, slot: usize, info: &MemberReflection) -> Res<ObjId> {
        let m = self.program.method(method);
        let (holder, flags) = (m.class, m.flags);
        let name = self.program.shared_name(m.name);
        let descriptor = self.program.shared_name(m.descriptor);
        let constructor = &*name == "<init>";
        let class =
            self.class(if constructor { "java/lang/reflect/Constructor" } else { "java/lang/reflect/Method" })?;
        self.init_now(class)?;
        let (params, result) = split_descriptor(&descriptor);
        let params = self.class_array(holder, &params)?;
        let exceptions = self.named_classes(holder, &info.exceptions)?;
        let mirror = self.mirror(holder);
        let obj = self.alloc(class);
        let signature = self.optional_string(info.signature.as_deref());
        let annotations = self.optional_bytes(info.annotations.as_deref())?;
        let parameter_annotations = self.optional_bytes(info.parameter_annotations.as_deref())?;
        let mut values: Vec<(&'static str, u64)> = vec![
            ("clazz", u64::from(mirror.0)),
            ("slot", slot as u64),
            ("parameterTypes", u64::from(params.0)),
            ("exceptionTypes", u64::from(exceptions.0)),
            ("modifiers", u64::from(flags & 0x7fff)),
            ("signature", u64::from(signature.0)),
            ("annotations", u64::from(annotations.0)),
            ("parameterAnnotations", u64::from(parameter_annotations.0)),
        ];
        if !constructor {
            let name = self.interned_text(&name);
            let result = self.mirror_of_descriptor(holder, result)?;
            let default = self.optional_bytes(info.annotation_default.as_deref())?;
            values.extend([
                ("name", u64::from(name.0)),
                ("returnType", u64::from(result.0)),
                ("annotationDefault", u64::from(default.0)),
            ]);
        }
        for (field, value) in values {
            self.set_named(obj, class, field, value);
        }
        Ok(obj)
    }

    fn field_object(&mut self, field: FieldId, slot: usize, info: &MemberReflection) -> Res<ObjId> {
        let f = self.program.field(field).clone();
        let class = self.class("java/lang/reflect/Field")?;
        self.init_now(class)?;
        let descriptor = self.program.shared_name(f.descriptor);
        let name = self.program.shared_name(f.name);
        let kind = self.mirror_of_descriptor(f.class, &descriptor)?;
        let mirror = self.mirror(f.class);
        let name = self.interned_text(&name);
        let signature = self.optional_string(info.signature.as_deref());
        let annotations = self.optional_bytes(info.annotations.as_deref())?;
        let obj = self.alloc(class);
        let trusted = f.flags.is_final()
            && (f.flags.is_static()
                || self.program.class(f.class).hidden
                || self.reflection(f.class).is_ok_and(|r| r.record.is_some()));
        for (field, value) in [
            ("clazz", u64::from(mirror.0)),
            ("slot", slot as u64),
            ("name", u64::from(name.0)),
            ("type", u64::from(kind.0)),
            ("modifiers", u64::from(f.flags.0)),
            ("trustedFinal", u64::from(trusted)),
            ("signature", u64::from(signature.0)),
            ("annotations", u64::from(annotations.0)),
        ] {
            self.set_named(obj, class, field, value);
        }
        Ok(obj)
    }

    /// The method that a `Method` or `Constructor` object stands for.
    pub(crate) fn reflected_method(&mut self, obj: ObjId) -> Res<MethodId> {
        let class = self.state.heap.class_of(obj);
        let (clazz, slot) = (self.slot(class, "clazz"), self.slot(class, "slot"));
        let declaring = self.class_of_mirror(ObjId(self.state.heap.field(obj, clazz) as u32))?;
        let at = self.state.heap.field(obj, slot) as usize;
        Ok(self.program.class(declaring).methods[at])
    }
}

fn receiver_class(vm: &Vm, args: Arguments) -> Res<ClassId> {
    vm.class_of_mirror(args.obj(0))
}

fn modifiers(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let flags = vm.class_modifiers(class);
    Outcome::int(i32::from(flags))
}

fn raw_flags(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    Outcome::int(i32::from(vm.program.class(class).flags))
}

fn interfaces(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let interfaces = vm.program.class(class).interfaces.clone();
    let array = vm.new_array("[Ljava/lang/Class;", interfaces.len() as u32)?;
    for (i, interface) in interfaces.into_iter().enumerate() {
        let mirror = vm.mirror(interface);
        vm.state.heap.set_ref_at(array, i as u32, mirror);
    }
    Outcome::obj(array)
}

fn declared_members(vm: &mut Vm, args: Arguments, constructors: bool) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let public_only = args.bool(1);
    let element = if constructors { "[Ljava/lang/reflect/Constructor;" } else { "[Ljava/lang/reflect/Method;" };
    if !matches!(vm.program.class(class).kind, ClassKind::Instance | ClassKind::Interface) {
        return Outcome::obj(vm.new_array(element, 0)?);
    }
    let reflection = vm.reflection(class)?;
    let empty = MemberReflection::default();
    let mut objects = Vec::new();
    for (slot, method) in vm.program.class(class).methods.clone().into_iter().enumerate() {
        let m = vm.program.method(method);
        let name = vm.program.name(m.name);
        if name == "<clinit>" || (name == "<init>") != constructors || (public_only && !m.has(access::PUBLIC)) {
            continue;
        }
        // What makes the objects of a class that the reference JVM spins is no method of it.
        let ours = vm.program.class(class).synthetic && m.is_static();
        if slot >= reflection.methods.len() || ours {
            continue;
        }
        let info = reflection.methods.get(slot).unwrap_or(&empty).clone();
        objects.push(vm.method_object(method, slot, &info)?);
    }
    let array = vm.new_array(element, objects.len() as u32)?;
    for (i, obj) in objects.into_iter().enumerate() {
        vm.state.heap.set_ref_at(array, i as u32, obj);
    }
    Outcome::obj(array)
}

fn declared_fields(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let public_only = args.bool(1);
    let array_class = "[Ljava/lang/reflect/Field;";
    if !matches!(vm.program.class(class).kind, ClassKind::Instance | ClassKind::Interface) {
        return Outcome::obj(vm.new_array(array_class, 0)?);
    }
    let reflection = vm.reflection(class)?;
    let mut objects = Vec::new();
    for (slot, field) in vm.program.class(class).fields.clone().into_iter().enumerate() {
        if public_only && !vm.program.field(field).flags.has(access::PUBLIC) {
            continue;
        }
        let info = reflection.fields.get(slot).cloned().unwrap_or_default();
        objects.push(vm.field_object(field, slot, &info)?);
    }
    let array = vm.new_array(array_class, objects.len() as u32)?;
    for (i, obj) in objects.into_iter().enumerate() {
        vm.state.heap.set_ref_at(array, i as u32, obj);
    }
    Outcome::obj(array)
}

fn declaring_class(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let name = vm.program.class_name(class).to_string();
    let reflection = vm.reflection(class)?;
    let outer = reflection.inner_classes.iter().find(|e| e.inner == name).and_then(|e| e.outer.clone());
    match outer {
        Some(outer) => {
            let loader = vm.program.class(class).loader;
            let outer = vm.loader.load_class(&mut vm.program, &outer, loader)?;
            Outcome::obj(vm.mirror(outer))
        }
        None => Outcome::obj(ObjId::NULL),
    }
}

fn declared_classes(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let name = vm.program.class_name(class).to_string();
    let inner: Vec<String> = vm
        .reflection(class)?
        .inner_classes
        .into_iter()
        .filter(|e| e.outer.as_deref() == Some(&name))
        .map(|e| e.inner)
        .collect();
    Outcome::obj(vm.named_classes(class, &inner)?)
}

fn enclosing_method(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let Some((outer, method)) = vm.reflection(class)?.enclosing_method else { return Outcome::obj(ObjId::NULL) };
    let loader = vm.program.class(class).loader;
    let outer = vm.loader.load_class(&mut vm.program, &outer, loader)?;
    let array = vm.new_array("[Ljava/lang/Object;", 3)?;
    let mirror = vm.mirror(outer);
    vm.state.heap.set_ref_at(array, 0, mirror);
    if let Some((name, descriptor)) = method {
        let (name, descriptor) = (vm.interned_text(&name), vm.interned_text(&descriptor));
        vm.state.heap.set_ref_at(array, 1, name);
        vm.state.heap.set_ref_at(array, 2, descriptor);
    }
    Outcome::obj(array)
}

fn simple_binary_name(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let name = vm.program.class_name(class).to_string();
    let entry = vm.reflection(class)?.inner_classes.into_iter().find(|e| e.inner == name);
    let simple = entry.and_then(|e| e.name);
    let simple = vm.optional_string(simple.as_deref());
    Outcome::obj(simple)
}

fn signature(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    if !matches!(vm.program.class(class).kind, ClassKind::Instance | ClassKind::Interface) {
        return Outcome::obj(ObjId::NULL);
    }
    let signature = vm.reflection(class)?.signature;
    let signature = vm.optional_string(signature.as_deref());
    Outcome::obj(signature)
}

fn raw_annotations(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let bytes = vm.reflection(class)?.annotations;
    Outcome::obj(vm.optional_bytes(bytes.as_deref())?)
}

fn raw_type_annotations(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let bytes = vm.reflection(class)?.type_annotations;
    Outcome::obj(vm.optional_bytes(bytes.as_deref())?)
}

fn constant_pool(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class("jdk/internal/reflect/ConstantPool")?;
    vm.init_now(class)?;
    let pool = vm.alloc(class);
    vm.set_named(pool, class, "constantPoolOop", args.raw(0));
    Outcome::obj(pool)
}

fn pool_entry(vm: &mut Vm, args: Arguments) -> Res<(ClassId, PoolConstant)> {
    let class = vm.class_of_mirror(args.non_null(1)?)?;
    let index = u16::try_from(args.int(2)).unwrap_or(0);
    match vm.loader.pool_constant(&mut vm.program, class, index) {
        Some(constant) => Ok((class, constant)),
        None => Err(Raise::new("java/lang/IllegalArgumentException", "Constant pool index out of bounds")),
    }
}

fn pool_value(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    match pool_entry(vm, args)?.1 {
        PoolConstant::Utf8(text) | PoolConstant::String(text) => Outcome::obj(vm.interned_text(&text)),
        PoolConstant::Int(value) => Outcome::int(value),
        PoolConstant::Long(value) => Outcome::long(value),
        PoolConstant::Float(bits) => Ok(Outcome::Value(u64::from(bits))),
        PoolConstant::Double(bits) => Ok(Outcome::Value(bits)),
        PoolConstant::Other => {
            Err(Raise::new("java/lang/IllegalArgumentException", "Wrong type at constant pool index"))
        }
    }
}

pub(super) fn is_record(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let record = vm.reflection(class)?.record.is_some();
    Outcome::bool(record)
}

fn record_components(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let Some(components) = vm.reflection(class)?.record else { return Outcome::obj(ObjId::NULL) };
    let component_class = vm.class("java/lang/reflect/RecordComponent")?;
    vm.init_now(component_class)?;
    let array = vm.new_array("[Ljava/lang/reflect/RecordComponent;", components.len() as u32)?;
    let reflection = vm.reflection(class)?;
    for (i, component) in components.iter().enumerate() {
        let obj = vm.alloc(component_class);
        let mirror = vm.mirror(class);
        let name = vm.interned_text(&component.name);
        let kind = vm.mirror_of_descriptor(class, &component.descriptor)?;
        let signature = vm.optional_string(component.signature.as_deref());
        let annotations = vm.optional_bytes(component.annotations.as_deref())?;
        let accessor = vm.program.declared_method(class, &component.name, &format!("(){}", component.descriptor));
        let accessor = match accessor {
            Some(method) => {
                let slot = vm.program.class(class).methods.iter().position(|&m| m == method).unwrap_or(0);
                let info = reflection.methods.get(slot).cloned().unwrap_or_default();
                vm.method_object(method, slot, &info)?
            }
            None => ObjId::NULL,
        };
        for (field, value) in [
            ("clazz", mirror.0),
            ("name", name.0),
            ("type", kind.0),
            ("signature", signature.0),
            ("annotations", annotations.0),
            ("accessor", accessor.0),
        ] {
            vm.set_named(obj, component_class, field, u64::from(value));
        }
        vm.state.heap.set_ref_at(array, i as u32, obj);
    }
    Outcome::obj(array)
}

fn permitted_subclasses(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    match vm.reflection(class)?.permitted_subclasses {
        Some(names) => Outcome::obj(vm.named_classes(class, &names)?),
        None => Outcome::obj(ObjId::NULL),
    }
}

fn nest_host_of(vm: &mut Vm, class: ClassId) -> Res<ClassId> {
    match vm.program.class(class).nest_host {
        Some(name) => {
            let name = vm.program.shared_name(name);
            let loader = vm.program.class(class).loader;
            Ok(vm.loader.load_class(&mut vm.program, &name, loader)?)
        }
        None => Ok(class),
    }
}

fn nest_host(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let host = nest_host_of(vm, class)?;
    Outcome::obj(vm.mirror(host))
}

fn nest_members(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    let host = nest_host_of(vm, class)?;
    let mut names = vec![vm.program.class_name(host).to_string()];
    names.extend(vm.reflection(host)?.nest_members);
    Outcome::obj(vm.named_classes(host, &names)?)
}

fn nest_mates(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (a, b) = (vm.class_of_mirror(args.non_null(0)?)?, vm.class_of_mirror(args.non_null(1)?)?);
    let same = nest_host_of(vm, a)? == nest_host_of(vm, b)?;
    Outcome::bool(same)
}

/// The class whose method called the method that asks, reflection frames left out.
fn caller_class(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    let frames: Vec<MethodId> = vm.state.thread(tid).frames.iter().rev().map(|f| f.method).collect();
    let mut seen = 0;
    for method in frames {
        let m = vm.program.method(method);
        let class = vm.program.class(m.class);
        let name = vm.program.class_name(m.class);
        let invokes = name == "java/lang/reflect/Method" && vm.program.name(m.name) == "invoke";
        let plumbing = m.hidden_frame
            || class.synthetic
            || (seen >= 2
                && (invokes
                    || name.starts_with("jdk/internal/reflect/")
                    || name.starts_with("java/lang/invoke/LambdaForm")));
        if plumbing {
            continue;
        }
        if seen == 2 {
            let class = m.class;
            return Outcome::obj(vm.mirror(class));
        }
        seen += 1;
    }
    Outcome::obj(ObjId::NULL)
}

fn access_flags(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class_of_mirror(args.non_null(0)?)?;
    Outcome::int(i32::from(vm.program.class(class).flags & !access::SUPER))
}

fn parameters(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let method = vm.reflected_method(args.obj(0))?;
    let class = vm.program.method(method).class;
    let slot = vm.program.class(class).methods.iter().position(|&m| m == method).unwrap_or(0);
    let info = vm.reflection(class)?.methods.get(slot).cloned().unwrap_or_default();
    let Some(parameters) = info.parameters else { return Outcome::obj(ObjId::NULL) };
    let parameter_class = vm.class("java/lang/reflect/Parameter")?;
    vm.init_now(parameter_class)?;
    let array = vm.new_array("[Ljava/lang/reflect/Parameter;", parameters.len() as u32)?;
    for (i, (name, flags)) in parameters.into_iter().enumerate() {
        let obj = vm.alloc(parameter_class);
        let name = vm.interned_text(&name.unwrap_or_default());
        vm.set_named(obj, parameter_class, "name", u64::from(name.0));
        vm.set_named(obj, parameter_class, "modifiers", u64::from(flags));
        vm.set_named(obj, parameter_class, "executable", args.raw(0));
        vm.set_named(obj, parameter_class, "index", i as u64);
        vm.state.heap.set_ref_at(array, i as u32, obj);
    }
    Outcome::obj(array)
}

/// Newer class libraries keep the domain in a field of the mirror; older ones ask a native for it.
fn public_protection_domain(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let descriptor = "()Ljava/security/ProtectionDomain;";
    if let Some(method) = vm.program.declared_method(vm.known.class, "protectionDomain", descriptor) {
        return Ok(Outcome::Tail { method, args: vec![args.raw(0)], exit: crate::state::FrameExit::Plain });
    }
    match protection_domain(vm, tid, args)? {
        Outcome::Value(0) => {
            let holder = vm.class("java/lang/Class$Holder")?;
            vm.ensure_init(tid, holder)?;
            Ok(Outcome::Value(vm.static_field(holder, "allPermDomain")?))
        }
        found => Ok(found),
    }
}

/// The domain that the application loader gives a class: that of the directory or archive it came from. Classes of the
/// platform have none of their own.
fn protection_domain(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = receiver_class(vm, args)?;
    if vm.program.class(class).loader != ClassLoaderKind::App || vm.program.class(class).synthetic {
        return Outcome::obj(ObjId::NULL);
    }
    let Some(origin) = vm.reflection(class)?.origin else { return Outcome::obj(ObjId::NULL) };
    let path = vm.new_string(&vm.absolute(&origin));
    let file = vm.construct_with("java/io/File", "(Ljava/lang/String;)V", &[u64::from(path.0)])?;
    let uri = vm.call_on(file, "toURI", "()Ljava/net/URI;", &[])?;
    let url = vm.call_on(ObjId(uri as u32), "toURL", "()Ljava/net/URL;", &[])?;
    let source =
        vm.construct_with("java/security/CodeSource", "(Ljava/net/URL;[Ljava/security/cert/Certificate;)V", &[url, 0])?;
    let loader = vm.known.app_loader;
    let descriptor = "(Ljava/security/CodeSource;)Ljava/security/ProtectionDomain;";
    Ok(Outcome::Value(vm.call_on(loader, "getProtectionDomain", descriptor, &[u64::from(source.0)])?))
}

fn has_static_initializer(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class_of_mirror(args.non_null(0)?)?;
    Outcome::bool(vm.program.class(class).class_initializer.is_some())
}

pub(super) const ROWS: &[Row] = rows! {
    "java/lang/Class" {
        "getModifiers" "()I" [Nothing, Computed] => modifiers,
        "getClassAccessFlagsRaw0" "()I" [Nothing, Computed] => raw_flags,
        "getInterfaces0" "()[Ljava/lang/Class;" [Nothing, Computed] => interfaces,
        "getDeclaredMethods0" "(Z)[Ljava/lang/reflect/Method;" [Nothing, Computed] => |vm, _, args| declared_members(vm, args, false),
        "getDeclaredConstructors0" "(Z)[Ljava/lang/reflect/Constructor;" [Nothing, Computed] => |vm, _, args| declared_members(vm, args, true),
        "getDeclaredFields0" "(Z)[Ljava/lang/reflect/Field;" [Nothing, Computed] => declared_fields,
        "getDeclaringClass0" "()Ljava/lang/Class;" [Nothing, Computed] => declaring_class,
        "getDeclaredClasses0" "()[Ljava/lang/Class;" [Nothing, Computed] => declared_classes,
        "getEnclosingMethod0" "()[Ljava/lang/Object;" [Nothing, Computed] => enclosing_method,
        "getSimpleBinaryName0" "()Ljava/lang/String;" [Nothing, Computed] => simple_binary_name,
        "getGenericSignature0" "()Ljava/lang/String;" [Nothing, Computed] => signature,
        "getRawAnnotations" "()[B" [Nothing, Computed] => raw_annotations,
        "getRawTypeAnnotations" "()[B" [Nothing, Computed] => raw_type_annotations,
        "getConstantPool" "()Ljdk/internal/reflect/ConstantPool;" [Nothing, Computed] => constant_pool,
        "getRecordComponents0" "()[Ljava/lang/reflect/RecordComponent;" [Nothing, Computed] => record_components,
        "getPermittedSubclasses0" "()[Ljava/lang/Class;" [Nothing, Computed] => permitted_subclasses,
        "getNestHost0" "()Ljava/lang/Class;" [Nothing, Computed] => nest_host,
        "getNestMembers0" "()[Ljava/lang/Class;" [Nothing, Computed] => nest_members,
        "getProtectionDomain" "()Ljava/security/ProtectionDomain;" [Nothing, Computed] => public_protection_domain,
        "getProtectionDomain0" "()Ljava/security/ProtectionDomain;" [Nothing, Computed] => protection_domain,
        "getSigners" "()[Ljava/lang/Object;" [Nothing, Computed] => zero,
    }
    "jdk/internal/reflect/ConstantPool" {
        "getUTF8At0" "(Ljava/lang/Object;I)Ljava/lang/String;" [Nothing, Computed] => pool_value,
        "getStringAt0" "(Ljava/lang/Object;I)Ljava/lang/String;" [Nothing, Computed] => pool_value,
        "getIntAt0" "(Ljava/lang/Object;I)I" [Nothing, Computed] => pool_value,
        "getLongAt0" "(Ljava/lang/Object;I)J" [Nothing, Computed] => pool_value,
        "getFloatAt0" "(Ljava/lang/Object;I)F" [Nothing, Computed] => pool_value,
        "getDoubleAt0" "(Ljava/lang/Object;I)D" [Nothing, Computed] => pool_value,
    }
    "jdk/internal/reflect/Reflection" {
        "getCallerClass" "()Ljava/lang/Class;" [Nothing, Computed] => caller_class,
        "getClassAccessFlags" "(Ljava/lang/Class;)I" [Nothing, Computed] => access_flags,
        "areNestMates" "(Ljava/lang/Class;Ljava/lang/Class;)Z" [Nothing, Computed] => nest_mates,
    }
    "java/lang/reflect/Executable" {
        "getParameters0" "()[Ljava/lang/reflect/Parameter;" [Nothing, Computed] => parameters,
        "getTypeAnnotationBytes0" "()[B" [Nothing, Computed] => zero,
    }
    "java/lang/reflect/Field" { "getTypeAnnotationBytes0" "()[B" [Nothing, Computed] => zero }
    "java/io/ObjectStreamClass" {
        "initNative" "()V" [Nothing, Computed] => super::nothing,
        "hasStaticInitializer" "(Ljava/lang/Class;)Z" [Nothing, Computed] => has_static_initializer,
    }
};
