//! `java.lang.invoke`: resolution of member names, and classes made at run time.

use super::unsafe_access::BASE;
use super::{Arguments, Outcome, Row, nothing, rows, zero};
use crate::interp::{Raise, Res};
use crate::program::{ClassId, FieldId, HandleKind, MethodId, ObjId, SiteKind, ThreadId, access};
use crate::vm::Vm;

// Flags of `MemberName` (java.lang.invoke.MethodHandleNatives.Constants).
const IS_METHOD: u32 = 0x0001_0000;
const IS_CONSTRUCTOR: u32 = 0x0002_0000;
const IS_FIELD: u32 = 0x0004_0000;
const TRUSTED_FINAL: u32 = 0x0020_0000;
const KIND_SHIFT: u32 = 24;

impl Vm {
    fn member_class(&mut self) -> Res<ClassId> {
        self.class("java/lang/invoke/MemberName")
    }

    fn member_field(&mut self, member: ObjId, field: &'static str) -> Res<u64> {
        let class = self.member_class()?;
        let slot = self.slot(class, field);
        Ok(self.state.heap.field(member, slot))
    }

    fn set_member_field(&mut self, member: ObjId, field: &'static str, value: u64) -> Res<()> {
        let class = self.member_class()?;
        let slot = self.slot(class, field);
        self.state.heap.set_field(member, slot, value);
        Ok(())
    }

    /// Records in a member name which method it stands for. The heap gets the method's stable key.
    fn bind_method(&mut self, member: ObjId, method: MethodId, kind: u32) -> Res<()> {
        let m = self.program.method(method);
        let (holder, modifiers) = (m.class, u32::from(m.flags));
        let sort = if self.program.name(m.name) == "<init>" { IS_CONSTRUCTOR } else { IS_METHOD };
        let resolved = self.resolved_method(method)?;
        let mirror = self.mirror(holder);
        self.set_member_field(member, "method", u64::from(resolved.0))?;
        self.set_member_field(member, "clazz", u64::from(mirror.0))?;
        self.set_member_field(member, "flags", u64::from(modifiers | sort | kind << KIND_SHIFT))
    }

    /// Records in a member name which method a frame executes.
    pub(super) fn bind_caller(&mut self, member: ObjId, method: MethodId) -> Res<()> {
        let kind = self.direct_kind(method);
        self.bind_method(member, method, kind as u32)
    }

    /// How a method is called when it is named directly.
    fn direct_kind(&self, method: MethodId) -> HandleKind {
        let m = self.program.method(method);
        if m.is_static() {
            HandleKind::InvokeStatic
        } else if self.program.name(m.name) == "<init>" {
            HandleKind::NewInvokeSpecial
        } else if self.program.class(m.class).is_interface() && !m.has(access::PRIVATE) {
            HandleKind::InvokeInterface
        } else if m.vslot.is_some() {
            HandleKind::InvokeVirtual
        } else {
            HandleKind::InvokeSpecial
        }
    }

    /// A `ResolvedMethodName`: the holder's mirror, and behind the declared fields the method's stable key.
    pub(super) fn resolved_method(&mut self, method: MethodId) -> Res<ObjId> {
        let m = self.program.method(method);
        let (holder, key) = (m.class, m.key);
        let class = self.class("java/lang/invoke/ResolvedMethodName")?;
        self.init_now(class)?;
        let slots = self.program.class(class).instance.slots;
        let resolved = self.state.heap.alloc(class, u32::from(slots) + 1);
        let mirror = self.mirror(holder);
        if self.program.find_field(class, "vmholder").is_some() {
            let slot = self.slot(class, "vmholder");
            self.state.heap.set_field(resolved, slot, u64::from(mirror.0));
        }
        self.state.heap.set_field(resolved, slots, key);
        Ok(resolved)
    }

    fn bind_field(&mut self, member: ObjId, field: FieldId, kind: u32) -> Res<()> {
        let f = self.program.field(field).clone();
        let mirror = self.mirror(f.class);
        let trusted = if f.flags.is_final() && (f.flags.is_static() || self.program.class(f.class).hidden) {
            TRUSTED_FINAL
        } else {
            0
        };
        self.set_member_field(member, "clazz", u64::from(mirror.0))?;
        self.set_member_field(
            member,
            "flags",
            u64::from(u32::from(f.flags.0) | IS_FIELD | trusted | kind << KIND_SHIFT),
        )
    }

    fn member_as_field(&mut self, member: ObjId) -> Res<FieldId> {
        let mirror = ObjId(self.member_field(member, "clazz")? as u32);
        let class = self.class_of_mirror(mirror)?;
        let name = ObjId(self.member_field(member, "name")? as u32);
        let name = self.text(name).unwrap_or_default();
        self.program.find_field(class, &name).ok_or_else(|| Raise::new("java/lang/NoSuchFieldError", name))
    }

    /// The descriptor in a member name's `type`: a `MethodType`, a `Class`, a string, or result and parameters in an array.
    fn member_descriptor(&mut self, kind: ObjId) -> Res<String> {
        let class = self.state.heap.class_of(kind);
        let name = self.program.class_name(class).to_string();
        match name.as_str() {
            "java/lang/String" => Ok(self.text(kind).unwrap_or_default()),
            "java/lang/Class" => self.descriptor_of_mirror(kind),
            "java/lang/invoke/MethodType" => {
                let (rtype, ptypes) = (self.slot(class, "rtype"), self.slot(class, "ptypes"));
                let result = ObjId(self.state.heap.field(kind, rtype) as u32);
                let params = ObjId(self.state.heap.field(kind, ptypes) as u32);
                self.join_descriptor(result, params)
            }
            _ => {
                let (result, params) = (self.state.heap.ref_at(kind, 0), self.state.heap.ref_at(kind, 1));
                self.join_descriptor(result, params)
            }
        }
    }

    fn join_descriptor(&mut self, result: ObjId, params: ObjId) -> Res<String> {
        let mut text = String::from("(");
        for i in 0..self.state.heap.array_len(params) {
            let mirror = self.state.heap.ref_at(params, i);
            text += &self.descriptor_of_mirror(mirror)?;
        }
        text.push(')');
        text += &self.descriptor_of_mirror(result)?;
        Ok(text)
    }

    fn descriptor_of_mirror(&mut self, mirror: ObjId) -> Res<String> {
        let class = self.class_of_mirror(mirror)?;
        let c = self.program.class(class);
        let name = self.program.name(c.name);
        Ok(match c.kind {
            crate::program::ClassKind::Primitive(kind) => kind.descriptor().to_string(),
            crate::program::ClassKind::Array { .. } => name.to_string(),
            crate::program::ClassKind::Instance | crate::program::ClassKind::Interface => format!("L{name};"),
        })
    }
}

fn init(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (member, from) = (args.non_null(0)?, args.non_null(1)?);
    let class = vm.state.heap.class_of(from);
    match vm.program.class_name(class) {
        "java/lang/reflect/Field" => {
            let field = vm.reflected_field(from)?;
            let kind =
                if vm.program.field(field).flags.is_static() { HandleKind::GetStatic } else { HandleKind::GetField };
            vm.bind_field(member, field, kind as u32)?;
        }
        _ => {
            let method = vm.reflected_method(from)?;
            let kind = vm.direct_kind(method);
            vm.bind_method(member, method, kind as u32)?;
        }
    }
    Outcome::void()
}

/// Fills in name and type of a member name that only knows its method.
fn expand(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let member = args.non_null(0)?;
    let flags = vm.member_field(member, "flags")? as u32;
    if flags & IS_FIELD != 0 {
        return Err(Raise::Unsupported("MethodHandleNatives.expand of a field".into()));
    }
    let method = vm.member_target(member)?;
    let m = vm.program.method(method);
    let (name, descriptor) = (vm.program.shared_name(m.name), vm.program.shared_name(m.descriptor));
    for (field, text) in [("name", name), ("type", descriptor)] {
        if vm.member_field(member, field)? == 0 {
            let text = vm.interned_text(&text);
            vm.set_member_field(member, field, u64::from(text.0))?;
        }
    }
    Outcome::void()
}

fn resolve(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (member, caller, speculative) = (args.non_null(0)?, args.obj(1), args.bool(3));
    match resolve_member(vm, member, caller) {
        Ok(()) => Outcome::obj(member),
        Err(Raise::New { .. }) if speculative => Outcome::obj(ObjId::NULL),
        Err(other) => Err(other),
    }
}

fn resolve_member(vm: &mut Vm, member: ObjId, caller: ObjId) -> Res<()> {
    let flags = vm.member_field(member, "flags")? as u32;
    let mirror = ObjId(vm.member_field(member, "clazz")? as u32);
    if mirror.is_null() {
        return Err(Raise::new("java/lang/InternalError", "nothing to resolve"));
    }
    let class = vm.class_of_mirror(mirror)?;
    let name = ObjId(vm.member_field(member, "name")? as u32);
    let name = vm.text(name).unwrap_or_default();
    let kind_object = ObjId(vm.member_field(member, "type")? as u32);
    let descriptor = vm.member_descriptor(kind_object)?;
    let holder = if caller.is_null() { class } else { vm.class_of_mirror(caller)? };
    let class_name = vm.program.class(class).name;
    let (name_sym, descriptor_sym) = (vm.program.intern(&name), vm.program.intern(&descriptor));
    let kind = flags >> KIND_SHIFT & 0xf;
    if flags & IS_FIELD != 0 {
        let field = find_member_field(vm, class, &name, &descriptor)
            .ok_or_else(|| Raise::new("java/lang/NoSuchFieldError", name.clone()))?;
        // Whether the field is static is for the class library to check: the kind follows the field.
        let setter = matches!(kind, 3 | 4);
        let kind = match (vm.program.field(field).flags.is_static(), setter) {
            (false, false) => HandleKind::GetField,
            (true, false) => HandleKind::GetStatic,
            (false, true) => HandleKind::PutField,
            (true, true) => HandleKind::PutStatic,
        };
        return vm.bind_field(member, field, kind as u32);
    }
    if vm.program.class_name(class) == "java/lang/invoke/MethodHandle" && kind != 8 {
        // Intrinsics: every descriptor has its own method in principle; here they all are the one declared method.
        let declared = vm.program.class(class).methods.iter().copied().find(|&m| vm.program.method(m).name == name_sym);
        if let Some(method) = declared
            .filter(|&m| vm.program.method(m).polymorphic || name.starts_with("linkTo") || name == "invokeBasic")
        {
            return vm.bind_method(member, method, kind);
        }
    }
    let how = match kind {
        5 => HandleKind::InvokeVirtual,
        6 => HandleKind::InvokeStatic,
        7 | 8 => HandleKind::InvokeSpecial,
        9 => HandleKind::InvokeInterface,
        _ => return Err(Raise::new("java/lang/InternalError", "unrecognized MemberName format")),
    };
    // Trusted look-ups come without a caller; access from the class itself is what they mean.
    let site_holder = if caller.is_null() { class } else { holder };
    let interface = vm.program.class(class).is_interface();
    let site = vm.program.add_site(
        site_holder,
        SiteKind::Method { class: class_name, name: name_sym, descriptor: descriptor_sym, interface },
    );
    let method = match direct_method(vm, class, name_sym, descriptor_sym, how) {
        Some(method) => method,
        None => vm.loader.resolve_method(&mut vm.program, site, how)?,
    };
    let m = vm.program.method(method);
    let kind = match how {
        HandleKind::InvokeVirtual | HandleKind::InvokeInterface => {
            if vm.program.class(m.class).is_interface() && !m.has(access::PRIVATE) {
                HandleKind::InvokeInterface as u32
            } else if m.vslot.is_some() {
                HandleKind::InvokeVirtual as u32
            } else {
                HandleKind::InvokeSpecial as u32
            }
        }
        _ => kind,
    };
    vm.bind_method(member, method, kind)
}

/// A method declared by the class itself, by identity of names: classes defined at run time may share a name with others.
fn direct_method(
    vm: &Vm,
    class: ClassId,
    name: crate::program::Sym,
    descriptor: crate::program::Sym,
    how: HandleKind,
) -> Option<MethodId> {
    let found = vm.program.class(class).methods.iter().copied().find(|&m| {
        let method = vm.program.method(m);
        method.name == name && method.descriptor == descriptor
    })?;
    (vm.program.method(found).is_static() == (how == HandleKind::InvokeStatic)).then_some(found)
}

fn find_member_field(vm: &Vm, class: ClassId, name: &str, descriptor: &str) -> Option<FieldId> {
    let descriptor = vm.program.find_name(descriptor)?;
    let mut at = Some(class);
    while let Some(c) = at {
        if let Some(field) = vm.program.declared_field(c, name)
            && vm.program.field(field).descriptor == descriptor
        {
            return Some(field);
        }
        for &interface in &vm.program.class(c).all_interfaces {
            if let Some(field) = vm.program.declared_field(interface, name) {
                return Some(field);
            }
        }
        at = vm.program.class(c).super_class;
    }
    None
}

fn object_field_offset(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let field = vm.member_as_field(args.non_null(0)?)?;
    Outcome::long(BASE + 8 * i64::from(vm.program.field(field).slot))
}

fn static_field_offset(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let field = vm.member_as_field(args.non_null(0)?)?;
    Outcome::long(BASE + 8 * i64::from(vm.known.class_slots + vm.program.field(field).slot))
}

fn static_field_base(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let field = vm.member_as_field(args.non_null(0)?)?;
    let class = vm.program.field(field).class;
    Outcome::obj(vm.mirror(class))
}

fn set_call_site_target(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class("java/lang/invoke/CallSite")?;
    let slot = vm.slot(class, "target");
    let site = args.non_null(0)?;
    vm.publish(site, args.obj(1));
    vm.state.heap.set_field(site, slot, args.raw(1));
    Outcome::void()
}

fn member_info(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let array = vm.new_array("[Ljava/lang/Object;", 2)?;
    let index = vm.box_value(crate::program::Kind::Long, 0)?;
    let clazz = vm.member_field(args.non_null(0)?, "clazz")?;
    vm.state.heap.set_ref_at(array, 0, index);
    vm.state.heap.set_ref_at(array, 1, ObjId(clazz as u32));
    Outcome::obj(array)
}

// ----- classes from bytes -----

fn bytes_of(vm: &Vm, array: ObjId, offset: i32, len: i32) -> Res<Vec<u8>> {
    let size = vm.state.heap.array_len(array) as i32;
    if offset < 0 || len < 0 || offset > size - len {
        return Err(Raise::bare("java/lang/ArrayIndexOutOfBoundsException"));
    }
    Ok(vm.state.heap.bytes_of(array)[offset as usize..(offset + len) as usize].to_vec())
}

/// JVMS 4.8: what does not start as a class file does is none.
fn check_magic(bytes: &[u8], name: &str) -> Res<()> {
    const MAGIC: u32 = 0xcafe_babe;
    let wrong = |message: String| Err(Raise::new("java/lang/ClassFormatError", message));
    match bytes.first_chunk() {
        Some(&start) if u32::from_be_bytes(start) == MAGIC => Ok(()),
        Some(&start) => wrong(format!("Incompatible magic value {} in class file {name}", u32::from_be_bytes(start))),
        None => wrong("Truncated class file".to_string()),
    }
}

/// `Lookup.defineHiddenClass` and the class library's own hidden classes.
fn define_hidden(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let (loader, lookup, array, offset, len) =
        (args.obj(0), args.non_null(1)?, args.non_null(3)?, args.int(4), args.int(5));
    let (initialize, flags, data) = (args.bool(7), args.int(8), args.obj(9));
    let host = vm.class_of_mirror(lookup)?;
    let bytes = bytes_of(vm, array, offset, len)?;
    let hidden = flags & 2 != 0;
    let class = vm.define(&bytes, loader, hidden, Some(host))?;
    let mirror = vm.mirror(class);
    if vm.program.declared_field(vm.known.class, "classData").is_some() {
        let slot = vm.slot(vm.known.class, "classData");
        vm.publish(mirror, data);
        vm.state.heap.set_field(mirror, slot, u64::from(data.0));
    }
    let _ = tid;
    if initialize {
        vm.init_now(class)?;
    }
    Outcome::obj(mirror)
}

fn define_class(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    define_named(vm, args.obj(0), args, 1)
}

/// The same for those who go around the loader.
fn define_by_unsafe(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    define_named(vm, args.obj(5), args, 1)
}

/// Defines a class whose name is in a slot, and its bytes in the next three.
fn define_named(vm: &mut Vm, loader: ObjId, args: Arguments, slot: usize) -> Res<Outcome> {
    let (array, offset, len) = (args.non_null(slot + 1)?, args.int(slot + 2), args.int(slot + 3));
    let bytes = bytes_of(vm, array, offset, len)?;
    let name = vm.text(args.obj(slot)).map_or_else(|| "<Unknown>".to_string(), |name| name.replace('.', "/"));
    check_magic(&bytes, &name)?;
    let class = vm.define(&bytes, loader, false, None)?;
    Outcome::obj(vm.mirror(class))
}

pub(super) const ROWS: &[Row] = rows! {
    "jdk/internal/misc/Unsafe" {
        "defineClass0" "(Ljava/lang/String;[BIILjava/lang/ClassLoader;Ljava/security/ProtectionDomain;)Ljava/lang/Class;" [Classes, Computed] => define_by_unsafe,
    }
    "java/lang/invoke/MethodHandleNatives" {
        "init" "(Ljava/lang/invoke/MemberName;Ljava/lang/Object;)V" [Object(0), Computed] => init,
        "expand" "(Ljava/lang/invoke/MemberName;)V" [Object(0), Computed] => expand,
        "resolve" "(Ljava/lang/invoke/MemberName;Ljava/lang/Class;IZ)Ljava/lang/invoke/MemberName;" [Nothing, Computed] => resolve,
        "objectFieldOffset" "(Ljava/lang/invoke/MemberName;)J" [Nothing, Computed] => object_field_offset,
        "staticFieldOffset" "(Ljava/lang/invoke/MemberName;)J" [Nothing, Computed] => static_field_offset,
        "staticFieldBase" "(Ljava/lang/invoke/MemberName;)Ljava/lang/Object;" [Nothing, Computed] => static_field_base,
        "getMemberVMInfo" "(Ljava/lang/invoke/MemberName;)Ljava/lang/Object;" [Nothing, Computed] => member_info,
        "setCallSiteTargetNormal" "(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V" [Field { name: "target", write: true }, Computed] => set_call_site_target,
        "setCallSiteTargetVolatile" "(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V" [Field { name: "target", write: true }, Computed] => set_call_site_target,
        "clearCallSiteContext" "(Ljava/lang/invoke/MethodHandleNatives$CallSiteContext;)V" [Nothing, Computed] => nothing,
        "getNamedCon" "(I[Ljava/lang/Object;)I" [Nothing, Computed] => zero,
    }
    "java/lang/ClassLoader" {
        "defineClass0" "(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[BIILjava/security/ProtectionDomain;ZILjava/lang/Object;)Ljava/lang/Class;" [Classes, Computed] => define_hidden,
        "defineClass1" "(Ljava/lang/ClassLoader;Ljava/lang/String;[BIILjava/security/ProtectionDomain;Ljava/lang/String;)Ljava/lang/Class;" [Classes, Computed] => define_class,
    }
};
