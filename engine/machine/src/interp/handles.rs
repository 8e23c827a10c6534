//! Method handles, variable handles and call sites.
//!
//! Variable handles are called without the invoker machinery: the access methods of a handle are static methods of its
//! class, with the handle as first argument, so a call site's registers are already right. Method handles run the code of
//! their lambda form, as `invokeBasic` does; `invokeExact` and `invoke` come down to it after the type check or `asType`.
//! Everything else of `java.lang.invoke` is the JDK's own bytecode.

use super::{Raise, Res};
use crate::program::{
    ClassId, FieldId, HandleKind, Kind, MethodId, ObjId, SiteId, SiteKind, ThreadId, kind_of, split_descriptor,
};
use crate::vm::Vm;

const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";

impl Vm {
    /// A call of a signature-polymorphic method.
    pub(super) fn invoke_handle(&mut self, tid: ThreadId, site: SiteId, d: u16, args: u16) -> Res<()> {
        let holder = self.program.sites[site.index()].holder;
        let SiteKind::Method { class, name, descriptor, .. } = self.program.sites[site.index()].kind.clone() else {
            return Err(Raise::Unsupported("a handle call without a method".into()));
        };
        let (class, name) = (self.program.shared_name(class), self.program.shared_name(name));
        let descriptor = self.program.shared_name(descriptor);
        if name.starts_with("linkTo") {
            return self.link_to(tid, &name, &descriptor, d, args);
        }
        let receiver = ObjId(self.state.thread(tid).register(args) as u32);
        if receiver.is_null() {
            return Err(Raise::NullPointer);
        }
        if &*class == "java/lang/invoke/VarHandle" {
            return self.invoke_var_handle(tid, site, receiver, (&name, &descriptor), d, args);
        }
        let mut target = receiver;
        if &*name != "invokeBasic" {
            let wanted = match self.state.linked(site) {
                Some(wanted) => ObjId(wanted as u32),
                None => {
                    let made = self.method_type(holder, &descriptor)?;
                    self.state.set_linked(site, u64::from(made.0));
                    made
                }
            };
            let slot = self.slot(self.known.method_handle()?, "type");
            let actual = ObjId(self.state.heap.field(receiver, slot) as u32);
            if actual != wanted {
                if &*name == "invokeExact" {
                    let (expected, found) = (self.text_of(actual)?, self.text_of(wanted)?);
                    return Err(Raise::new(
                        "java/lang/invoke/WrongMethodTypeException",
                        self.wrong_type_message(&expected, &found),
                    ));
                }
                let as_type = self.program.find_method(
                    self.state.heap.class_of(receiver),
                    "asType",
                    "(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;",
                );
                let as_type = as_type.ok_or_else(|| Raise::Unsupported("MethodHandle.asType is missing".into()))?;
                target = ObjId(self.call_now(as_type, &[u64::from(receiver.0), u64::from(wanted.0)])? as u32);
            }
        }
        let method = self.form_entry(target)?;
        let base = self.state.thread(tid).top().expect("invariant: a running thread has a frame").base;
        self.state.thread_mut(tid).stack[base as usize + args as usize] = u64::from(target.0);
        self.advance(tid);
        self.call(tid, method, args, d)
    }

    fn wrong_type_message(&self, expected: &str, found: &str) -> String {
        if self.config.jdk_feature >= 21 {
            format!("handle's method type {expected} but found {found}")
        } else {
            format!("expected {expected} but found {found}")
        }
    }

    /// The static method that runs a method handle's form.
    fn form_entry(&mut self, handle: ObjId) -> Res<MethodId> {
        let form_slot = self.slot(self.known.method_handle()?, "form");
        let form = ObjId(self.state.heap.field(handle, form_slot) as u32);
        let class = self.class("java/lang/invoke/LambdaForm")?;
        let entry_slot = self.slot(class, "vmentry");
        let mut entry = ObjId(self.state.heap.field(form, entry_slot) as u32);
        if entry.is_null() {
            let prepare = self.program.find_method(class, "prepare", "()V");
            let prepare = prepare.ok_or_else(|| Raise::Unsupported("LambdaForm.prepare is missing".into()))?;
            self.call_now(prepare, &[u64::from(form.0)])?;
            entry = ObjId(self.state.heap.field(form, entry_slot) as u32);
        }
        self.member_target(entry)
    }

    /// The method that a resolved `MemberName` stands for.
    pub(crate) fn member_target(&mut self, member: ObjId) -> Res<MethodId> {
        if member.is_null() {
            return Err(Raise::NullPointer);
        }
        let class = self.class("java/lang/invoke/MemberName")?;
        let slot = self.slot(class, "method");
        let resolved = ObjId(self.state.heap.field(member, slot) as u32);
        if resolved.is_null() {
            return Err(Raise::new("java/lang/InternalError", "MemberName is not resolved"));
        }
        self.target_of_resolved(resolved)
    }

    /// The method that a `ResolvedMethodName` stands for.
    pub(crate) fn target_of_resolved(&mut self, resolved: ObjId) -> Res<MethodId> {
        let class = self.class("java/lang/invoke/ResolvedMethodName")?;
        let key = self.state.heap.field(resolved, self.program.class(class).instance.slots);
        self.program.method_by_key(key).ok_or_else(|| Raise::Unsupported("a method that is not loaded".into()))
    }

    /// `MethodHandle.linkToStatic` and its relatives: the last argument names the target.
    fn link_to(&mut self, tid: ThreadId, name: &str, descriptor: &str, d: u16, args: u16) -> Res<()> {
        let (params, _) = split_descriptor(descriptor);
        let slots: u16 = params.iter().map(|p| kind_of(p).slots()).sum();
        let member = ObjId(self.state.thread(tid).register(args + slots - 1) as u32);
        let mut method = self.member_target(member)?;
        if name != "linkToStatic" {
            let receiver = ObjId(self.state.thread(tid).register(args) as u32);
            if receiver.is_null() {
                return Err(Raise::NullPointer);
            }
            if name != "linkToSpecial" {
                method = self.select(receiver, method)?;
            }
        } else {
            let class = self.program.method(method).class;
            self.ensure_init(tid, class)?;
        }
        self.advance(tid);
        self.call(tid, method, args, d)
    }

    /// The method that a virtual or interface call on `receiver` runs.
    pub fn select(&mut self, receiver: ObjId, method: MethodId) -> Res<MethodId> {
        let class = self.state.heap.class_of(receiver);
        let m = self.program.method(method);
        if self.program.class(m.class).is_interface() {
            if let Some(&found) = self.program.class(class).itable.get(&method) {
                return Ok(found);
            }
            let found = self.loader.select_interface_method(&mut self.program, class, method)?;
            self.program.classes[class.index()].itable.insert(method, found);
            return Ok(found);
        }
        Ok(m.vslot.map_or(method, |slot| self.program.class(class).vtable[slot as usize]))
    }

    fn invoke_var_handle(
        &mut self,
        tid: ThreadId,
        site: SiteId,
        handle: ObjId,
        (name, descriptor): (&str, &str),
        d: u16,
        args: u16,
    ) -> Res<()> {
        let found = self.access_method(self.state.heap.class_of(handle), name);
        let (params, result) = split_descriptor(descriptor);
        let fits = found.is_some_and(|found| {
            let method = self.program.method(found);
            let given = params.iter().map(|p| kind_of(p));
            let result = kind_of(result);
            method.params.iter().skip(1).copied().eq(given) && (result == Kind::Void || result == method.result)
        });
        let class = self.class("java/lang/invoke/VarHandle")?;
        let exact = self.slot(class, "exact");
        if let (Some(found), true, 0) = (found, fits, self.state.heap.field(handle, exact)) {
            self.advance(tid);
            return self.call(tid, found, args, d);
        }
        // Types that only fit after conversion, modes a handle does not have, handles that delegate or insist on exact
        // types: the class library decides and gives the method handle to call.
        let slots: u16 = params.iter().map(|p| kind_of(p).slots()).sum();
        let access = match self.state.linked(site) {
            Some(linked) => ObjId(linked as u32),
            None => {
                let made = self.access_descriptor(self.program.sites[site.index()].holder, name, descriptor)?;
                self.state.set_linked(site, u64::from(made.0));
                made
            }
        };
        let check = self.library_method("java/lang/invoke/Invokers", "checkVarHandleGenericType")?;
        let target = ObjId(self.call_now(check, &[u64::from(handle.0), u64::from(access.0)])? as u32);
        let direct =
            self.program.find_method(self.state.heap.class_of(handle), "asDirect", "()Ljava/lang/invoke/VarHandle;");
        let direct = direct.ok_or_else(|| Raise::Unsupported("VarHandle.asDirect is missing".into()))?;
        let direct = self.call_now(direct, &[u64::from(handle.0)])?;
        let method = self.form_entry(target)?;
        let mut values = vec![u64::from(target.0), direct];
        values.extend((1..=slots).map(|slot| self.state.thread(tid).register(args + slot)));
        let base = self.state.thread(tid).top().expect("invariant: a running thread has a frame").base;
        let start = base + u32::from(args + slots + 1);
        self.advance(tid);
        self.push_frame(tid, method, start, d, crate::state::FrameExit::Plain)?;
        let start = start as usize;
        let thread = self.state.thread_mut(tid);
        if thread.stack.len() < start + values.len() {
            thread.stack.resize(start + values.len(), 0);
        }
        thread.stack[start..start + values.len()].copy_from_slice(&values);
        Ok(())
    }

    /// `VarHandle.AccessDescriptor`: the types of a call site and the access mode that its method name says.
    fn access_descriptor(&mut self, holder: ClassId, name: &str, descriptor: &str) -> Res<ObjId> {
        let kind = self.method_type(holder, descriptor)?;
        let named = self.interned_text(name);
        let find = self.library_method("java/lang/invoke/VarHandle$AccessMode", "valueFromMethodName")?;
        let mode = ObjId(self.call_now(find, &[u64::from(named.0)])? as u32);
        let slot = self.slot(self.state.heap.class_of(mode), "at");
        let access = ObjId(self.state.heap.field(mode, slot) as u32);
        let constants = self.class("java/lang/Enum")?;
        let ordinal = self.slot(constants, "ordinal");
        let (mode, access) = (self.state.heap.field(mode, ordinal), self.state.heap.field(access, ordinal));
        let init = self.library_method("java/lang/invoke/VarHandle$AccessDescriptor", "<init>")?;
        let made = self.alloc(self.program.method(init).class);
        self.call_now(init, &[u64::from(made.0), u64::from(kind.0), access, mode])?;
        Ok(made)
    }

    fn access_method(&self, class: ClassId, name: &str) -> Option<MethodId> {
        let name = self.program.find_name(name)?;
        let mut at = Some(class);
        while let Some(c) = at {
            let found = self.program.class(c).methods.iter().copied().find(|&m| {
                let method = self.program.method(m);
                method.name == name && method.is_static()
            });
            if found.is_some() {
                return found;
            }
            at = self.program.class(c).super_class;
        }
        None
    }

    /// A method handle constant (JVMS 5.4.3.5), made by the class library.
    pub(crate) fn method_handle(
        &mut self,
        holder: ClassId,
        kind: HandleKind,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Res<u64> {
        let caller = self.mirror(holder);
        let loader = self.program.class(holder).loader;
        let defining = self.loader.load_class(&mut self.program, class, loader)?;
        let defining = self.mirror(defining);
        let kind_of_type = match kind {
            HandleKind::GetField | HandleKind::GetStatic | HandleKind::PutField | HandleKind::PutStatic => {
                self.mirror_of_descriptor(holder, descriptor)?
            }
            HandleKind::InvokeVirtual
            | HandleKind::InvokeStatic
            | HandleKind::InvokeSpecial
            | HandleKind::NewInvokeSpecial
            | HandleKind::InvokeInterface => self.method_type(holder, descriptor)?,
        };
        let name = self.interned_text(name);
        let link = self.library_method(NATIVES, "linkMethodHandleConstant")?;
        let args = [caller.0, kind as u32, defining.0, name.0, kind_of_type.0].map(u64::from);
        self.call_now(link, &args)
    }

    /// A method of the class library that is found by its name alone.
    pub(super) fn library_method(&mut self, class: &str, name: &str) -> Res<MethodId> {
        let id = self.class(class)?;
        self.init_now(id)?;
        let sym = self.program.intern(name);
        let found = self.program.class(id).methods.iter().copied().find(|&m| self.program.method(m).name == sym);
        found.ok_or_else(|| Raise::Unsupported(format!("{class}.{name} is missing")))
    }

    /// Links (once) and calls a call site whose bootstrap method runs as bytecode.
    pub(super) fn invoke_call_site(&mut self, tid: ThreadId, site: SiteId, d: u16, args: u16) -> Res<()> {
        let linked = self.linked_call_site(tid, site)?;
        let SiteKind::CallSite { descriptor, .. } = self.program.sites[site.index()].kind.clone() else {
            return Err(Raise::Unsupported("a call site that is none".into()));
        };
        let member = self.state.heap.ref_at(linked, 0);
        let appendix = self.state.heap.ref_at(linked, 1);
        let method = self.member_target(member)?;
        let class = self.program.method(method).class;
        self.ensure_init(tid, class)?;
        let (params, _) = split_descriptor(self.program.name(descriptor));
        let slots: u16 = params.iter().map(|p| kind_of(p).slots()).sum();
        let thread = self.state.thread_mut(tid);
        let at = thread.top().expect("invariant: a running thread has a frame").base as usize + (args + slots) as usize;
        if !appendix.is_null() {
            if thread.stack.len() <= at {
                thread.stack.resize(at + 1, 0);
            }
            thread.stack[at] = u64::from(appendix.0);
        }
        self.advance(tid);
        self.call(tid, method, args, d)
    }

    /// The primitive inside a wrapper object.
    pub(crate) fn unbox(&mut self, _kind: Kind, wrapper: ObjId) -> Res<u64> {
        if wrapper.is_null() {
            return Err(Raise::NullPointer);
        }
        let class = self.state.heap.class_of(wrapper);
        let field: FieldId =
            self.program.find_field(class, "value").ok_or_else(|| Raise::bare("java/lang/ClassCastException"))?;
        Ok(self.state.heap.field(wrapper, self.program.field(field).slot))
    }
}
