//! Instructions that resolve, initialize, allocate arrays, lock or throw.
//!
//! Each unresolved instruction is replaced by its quick form and executed again from the same position; the others advance
//! the position themselves when they are done.

use super::{Raise, Res, narrow};
use crate::program::{
    Args, ClassId, ClassKind, ConstantValue, DynamicTarget, HandleKind, Kind, MethodId, ObjId, Op, SiteId, SiteKind,
    Slot, ThreadId, access, class_of_descriptor, split_descriptor,
};
use crate::state::{Header, Init};
use crate::vm::Vm;

impl Vm {
    /// Executes an instruction by the slow path, unless it could not be resolved. Classes that it has found, this thread has found,
    /// also if it fails.
    pub(super) fn slow_noted(&mut self, tid: ThreadId, op: Op, resolved: Res<()>) -> Res<()> {
        let done = resolved.and_then(|()| self.slow(tid, op));
        self.note_found().and(done)
    }

    fn slow(&mut self, tid: ThreadId, op: Op) -> Res<()> {
        if !matches!(op, Op::InvokeDynamic { .. }) {
            self.program.present.take_used();
        }
        match op {
            Op::ConstString { d, s } => {
                let obj = self.literal(s);
                self.finish_with(tid, d.0, u64::from(obj.0))
            }
            Op::ConstClass { d, site } => {
                let class = self.loader.resolve_class(&mut self.program, site)?;
                self.quicken(tid, Op::ConstClassQ { d, class })
            }
            Op::ConstClassQ { d, class } => {
                let mirror = self.mirror(class);
                self.finish_with(tid, d.0, u64::from(mirror.0))
            }
            Op::ConstInstance { d, class } => {
                let obj = match self.state.instance(class) {
                    Some(obj) => obj,
                    None => {
                        let obj = self.alloc(class);
                        self.state.set_instance(class, obj);
                        self.publish_to_all(obj);
                        obj
                    }
                };
                self.finish_with(tid, d.0, u64::from(obj.0))
            }
            Op::ConstDynamic { d, site } => {
                let value = self.constant_value(tid, site)?;
                self.finish_with(tid, d.0, value)
            }

            Op::GetField { d, obj, site } => {
                let field = self.loader.resolve_field(&mut self.program, site, false, false)?;
                let slot = Slot(self.program.field(field).slot);
                // Each such instruction comes here before it is executed for the first time.
                self.observed.names_were_read |= self.known.threads.field(field).telling;
                self.quicken(tid, Op::GetFieldQ { d, obj, slot, field })
            }
            Op::PutField { obj, v, site } => {
                let field = self.loader.resolve_field(&mut self.program, site, false, true)?;
                let slot = Slot(self.program.field(field).slot);
                self.quicken(tid, Op::PutFieldQ { obj, v, slot, field })
            }
            Op::GetStatic { d, site } => {
                let field = self.loader.resolve_field(&mut self.program, site, true, false)?;
                let slot = Slot(self.known.class_slots + self.program.field(field).slot);
                self.quicken(tid, Op::GetStaticQ { d, slot, field })
            }
            Op::PutStatic { v, site } => {
                let field = self.loader.resolve_field(&mut self.program, site, true, true)?;
                let slot = Slot(self.known.class_slots + self.program.field(field).slot);
                self.quicken(tid, Op::PutStaticQ { v, slot, field })
            }
            // Initializing a class and accessing its fields are two actions. Once the class is ready, the instruction is
            // executed again, and the fast path asks whether other threads can see the access.
            Op::GetStaticQ { d, slot, field } => {
                let class = self.program.field(field).class;
                self.ensure_init(tid, class)?;
                if !self.state.ready_mirror(class).is_null() {
                    return Ok(());
                }
                let mirror = self.own_statics(class);
                let value = self.state.heap.field(mirror, slot.0);
                self.finish_with(tid, d.0, value)
            }
            Op::PutStaticQ { v, slot, field } => {
                let class = self.program.field(field).class;
                self.ensure_init(tid, class)?;
                if !self.state.ready_mirror(class).is_null() {
                    return Ok(());
                }
                let mirror = self.own_statics(class);
                let kind = self.program.field(field).kind;
                let value = narrow(kind, self.state.thread(tid).register(v.0));
                if kind == Kind::Ref {
                    self.publish(mirror, ObjId(value as u32));
                }
                self.state.heap.set_field(mirror, slot.0, value);
                self.advance(tid);
                Ok(())
            }

            Op::NewArray { d, len, elem } => {
                let len = self.state.thread(tid).register(len.0) as u32 as i32;
                let class = self.primitive_array(elem)?;
                let array = self.allocate_array(class, len)?;
                self.finish_with(tid, d.0, u64::from(array.0))
            }
            Op::ANewArray { d, len, site } => {
                let element = self.loader.resolve_class(&mut self.program, site)?;
                let class = self.array_of(element)?;
                self.quicken(tid, Op::ANewArrayQ { d, len, class })
            }
            Op::ANewArrayQ { d, len, class } => {
                let len = self.state.thread(tid).register(len.0) as u32 as i32;
                let array = self.allocate_array(class, len)?;
                self.finish_with(tid, d.0, u64::from(array.0))
            }
            Op::MultiNewArray { d, lens, dims, site } => {
                let class = self.loader.resolve_class(&mut self.program, site)?;
                let thread = self.state.thread(tid);
                let lens: Vec<i32> = (0..u16::from(dims)).map(|i| thread.register(lens.0 + i) as u32 as i32).collect();
                if let Some(bad) = lens.iter().find(|&&n| n < 0) {
                    return Err(Raise::new("java/lang/NegativeArraySizeException", bad.to_string()));
                }
                let array = self.allocate_multi(class, &lens)?;
                self.finish_with(tid, d.0, u64::from(array.0))
            }

            Op::New { d, site } => {
                let class = self.loader.resolve_class(&mut self.program, site)?;
                let c = self.program.class(class);
                if c.has(access::ABSTRACT) || c.kind != ClassKind::Instance {
                    let name = self.external_name(class);
                    return Err(Raise::new("java/lang/InstantiationError", name));
                }
                self.quicken(tid, Op::NewQ { d, class })
            }
            Op::NewQ { d, class } => {
                self.ensure_init(tid, class)?;
                self.check_memory(u64::from(self.program.class(class).instance.slots) * 8)?;
                let obj = self.alloc(class);
                self.finish_with(tid, d.0, u64::from(obj.0))
            }
            Op::CheckCast { a, site } => {
                if self.state.thread(tid).register(a.0) as u32 == 0 {
                    // JVMS 6.5: null passes without resolving the class.
                    self.advance(tid);
                    return Ok(());
                }
                let class = self.loader.resolve_class(&mut self.program, site)?;
                self.quicken(tid, Op::CheckCastQ { a, class })
            }
            Op::InstanceOf { d, a, site } => {
                if self.state.thread(tid).register(a.0) as u32 == 0 {
                    return self.finish_with(tid, d.0, 0);
                }
                let class = self.loader.resolve_class(&mut self.program, site)?;
                self.quicken(tid, Op::InstanceOfQ { d, a, class })
            }
            Op::MonitorEnter { a } => {
                let obj = self.non_null(tid, a.0)?;
                self.monitor_enter(tid, obj)?;
                self.advance(tid);
                Ok(())
            }
            Op::MonitorExit { a } => {
                let obj = self.non_null(tid, a.0)?;
                self.monitor_exit(tid, obj)?;
                self.advance(tid);
                Ok(())
            }
            Op::Throw { a } => {
                let obj = self.non_null(tid, a.0)?;
                Err(Raise::Object(obj))
            }
            Op::ThrowNew { class, message } => {
                let class = String::from_utf16_lossy(&self.program.string(class));
                let message = String::from_utf16_lossy(&self.program.string(message));
                let class = self.class(&class)?;
                self.ensure_init(tid, class)?;
                let obj = self.construct(tid, class, &message)?;
                Err(Raise::Object(obj))
            }

            Op::InvokeStatic { d, args, site } => {
                let method = self.loader.resolve_method(&mut self.program, site, HandleKind::InvokeStatic)?;
                if self.program.method(method).polymorphic {
                    return self.quicken(tid, Op::InvokeHandleQ { d, args, site });
                }
                self.quicken(tid, Op::InvokeStaticQ { d, args, method })
            }
            Op::InvokeSpecial { d, args, site } => {
                let method = self.loader.resolve_method(&mut self.program, site, HandleKind::InvokeSpecial)?;
                self.quicken(tid, Op::InvokeDirectQ { d, args, method })
            }
            Op::InvokeVirtual { d, args, site } => {
                let method = self.loader.resolve_method(&mut self.program, site, HandleKind::InvokeVirtual)?;
                if self.program.method(method).polymorphic {
                    return self.quicken(tid, Op::InvokeHandleQ { d, args, site });
                }
                let quick = self.dispatch_form(d, args, method);
                self.quicken(tid, quick)
            }
            Op::InvokeInterface { d, args, site } => {
                let method = self.loader.resolve_method(&mut self.program, site, HandleKind::InvokeInterface)?;
                let quick = self.dispatch_form(d, args, method);
                self.quicken(tid, quick)
            }
            Op::InvokeInterfaceQ { d: _, args, method } => {
                let obj = self.non_null(tid, args.0)?;
                let class = self.state.heap.class_of(obj);
                let found = self.loader.select_interface_method(&mut self.program, class, method)?;
                self.program.classes[class.index()].itable.insert(method, found);
                Ok(())
            }
            Op::InvokeStaticQ { d, args, method } => {
                let class = self.program.method(method).class;
                self.ensure_init(tid, class)?;
                self.advance(tid);
                self.call(tid, method, args.0, d.0)
            }
            Op::InvokeDynamic { d, args, site } => match self.dynamic_target(site)? {
                DynamicTarget::Method(method) => self.quicken(tid, Op::InvokeStaticQ { d, args, method }),
                DynamicTarget::Bootstrap { .. } => self.invoke_call_site(tid, site, d.0, args.0),
            },
            Op::InvokeHandleQ { d, args, site } => self.invoke_handle(tid, site, d.0, args.0),
            other => Err(Raise::Unsupported(format!("{} in the slow path", other.mnemonic()))),
        }
    }

    /// Where the static fields of a class are that the running thread is just initializing. No other thread gets at them
    /// before that is over (JVMS 5.5).
    fn own_statics(&mut self, class: ClassId) -> ObjId {
        debug_assert!(matches!(self.state.init(class), Init::Running(_)), "a class that is ready has a fast path");
        self.mirror(class)
    }

    fn dispatch_form(&self, d: crate::program::Dst, args: Args, method: MethodId) -> Op {
        let m = self.program.method(method);
        match m.vslot {
            _ if self.program.class(m.class).is_interface() && !m.has(access::PRIVATE) => {
                Op::InvokeInterfaceQ { d, args, method }
            }
            Some(slot) => Op::InvokeVirtualQ { d, args, slot: Slot(slot), method },
            None => Op::InvokeDirectQ { d, args, method },
        }
    }

    fn quicken(&mut self, tid: ThreadId, op: Op) -> Res<()> {
        let pc = self.state.thread(tid).top().expect("invariant: a running thread has a frame").pc;
        self.replace(pc, op)
    }

    /// The instruction is done.
    pub(crate) fn advance(&mut self, tid: ThreadId) {
        self.state.thread_mut(tid).frames.last_mut().expect("invariant: a running thread has a frame").pc.0 += 1;
    }

    pub(crate) fn finish_with(&mut self, tid: ThreadId, d: u16, value: u64) -> Res<()> {
        let thread = self.state.thread_mut(tid);
        let frame = thread.frames.last_mut().expect("invariant: a running thread has a frame");
        frame.pc.0 += 1;
        thread.stack[frame.base as usize + d as usize] = value;
        self.receive_reading(tid, d);
        Ok(())
    }

    fn non_null(&self, tid: ThreadId, register: u16) -> Res<ObjId> {
        let obj = ObjId(self.state.thread(tid).register(register) as u32);
        if obj.is_null() { Err(Raise::NullPointer) } else { Ok(obj) }
    }

    // ----- arrays -----

    /// Refuses an allocation that would pass the heap limit. In a search nothing is collected, so there it is open whether
    /// what is there would have to be.
    pub(crate) fn check_memory(&self, bytes: u64) -> Res<()> {
        if self.state.heap.bytes() as u64 + bytes > self.config.max_heap {
            if bytes <= self.config.max_heap {
                self.refuse_in_search("filling the heap, garbage included,")?;
            }
            return Err(Raise::new("java/lang/OutOfMemoryError", "Java heap space"));
        }
        Ok(())
    }

    /// A new array of an array class.
    pub(crate) fn allocate_array(&mut self, class: ClassId, len: i32) -> Res<ObjId> {
        let len =
            u32::try_from(len).map_err(|_| Raise::new("java/lang/NegativeArraySizeException", len.to_string()))?;
        let kind = self.program.class(class).array_kind().unwrap_or(Kind::Ref);
        if len >= i32::MAX as u32 - 1 {
            return Err(Raise::new("java/lang/OutOfMemoryError", "Requested array size exceeds VM limit"));
        }
        self.check_memory(u64::from(len) * kind.element_bytes() as u64)?;
        let array = self.state.heap.alloc_array(class, kind, len);
        if let Some(frame) = self.state.thread(self.run.current).top() {
            let by = self.program.class(self.program.method(frame.method).class);
            let own = if by.is_library() { 0 } else { Header::OWN };
            self.state.heap.set_site(array, frame.pc.0 | own);
        }
        Ok(array)
    }

    pub(crate) fn allocate_multi(&mut self, class: ClassId, lens: &[i32]) -> Res<ObjId> {
        let array = self.allocate_array(class, lens[0])?;
        if let (ClassKind::Array { element, .. }, true) = (self.program.class(class).kind.clone(), lens.len() > 1) {
            for i in 0..lens[0] as u32 {
                let inner = self.allocate_multi(element, &lens[1..])?;
                self.state.heap.set_ref_at(array, i, inner);
            }
        }
        Ok(array)
    }

    // ----- dynamic constants and call sites -----

    /// What a call site or dynamic constant is linked to; asked of the loader once.
    pub(crate) fn dynamic_target(&mut self, site: SiteId) -> Res<DynamicTarget> {
        if let Some(target) = self.links.dynamic.get(&site).cloned() {
            self.use_target(site);
            return Ok(target);
        }
        self.program.present.take_used();
        let target = self.loader.resolve_dynamic(&mut self.program, site)?;
        self.note_target(site, &target);
        if let DynamicTarget::Method(method) = &target {
            let class = self.program.method(*method).class;
            if self.program.class(class).synthetic && self.state.init(class) != Init::Done {
                self.mirror(class);
                self.state.set_init(class, Init::Done);
            }
        }
        self.links.dynamic.insert(site, target.clone());
        Ok(target)
    }

    /// The object (or primitive) of a method handle, method type or dynamic constant; `Again` while that is made.
    ///
    /// Method handles and types are functions of the program alone, so that it does not show when they are made.
    pub(crate) fn constant_value(&mut self, tid: ThreadId, site: SiteId) -> Res<u64> {
        if let Some(value) = self.state.linked(site) {
            return Ok(value);
        }
        let holder = self.program.sites[site.index()].holder;
        let value = match self.program.sites[site.index()].kind.clone() {
            SiteKind::Class(_) => {
                let class = self.loader.resolve_class(&mut self.program, site)?;
                u64::from(self.mirror(class).0)
            }
            SiteKind::MethodType(descriptor) => {
                let descriptor = self.program.shared_name(descriptor);
                u64::from(self.method_type(holder, &descriptor)?.0)
            }
            SiteKind::Handle { kind, class, name, descriptor, interface: _ } => {
                let (class, name, descriptor) = (
                    self.program.shared_name(class),
                    self.program.shared_name(name),
                    self.program.shared_name(descriptor),
                );
                self.method_handle(holder, kind, &class, &name, &descriptor)?
            }
            SiteKind::Dynamic { .. } => return self.dynamic_constant(tid, site),
            SiteKind::Field { .. } | SiteKind::Method { .. } | SiteKind::CallSite { .. } => {
                return Err(Raise::Unsupported("a constant that is no constant".into()));
            }
        };
        self.state.set_linked(site, value);
        self.publish_to_all(ObjId(value as u32));
        Ok(value)
    }

    /// A constant as an object, primitives boxed.
    pub(crate) fn boxed_constant(&mut self, constant: ConstantValue) -> Res<ObjId> {
        Ok(match constant {
            ConstantValue::Int(v) => self.box_value(Kind::Int, u64::from(v as u32))?,
            ConstantValue::Long(v) => self.box_value(Kind::Long, v as u64)?,
            ConstantValue::Float(v) => self.box_value(Kind::Float, u64::from(v))?,
            ConstantValue::Double(v) => self.box_value(Kind::Double, v)?,
            ConstantValue::String(s) => self.literal(s),
            ConstantValue::Site(site) => {
                let value = self.constant_value(self.run.current, site)?;
                match &self.program.sites[site.index()].kind {
                    SiteKind::Dynamic { descriptor, .. } => {
                        let kind = crate::program::kind_of(self.program.name(*descriptor));
                        if kind == Kind::Ref { ObjId(value as u32) } else { self.box_value(kind, value)? }
                    }
                    _ => ObjId(value as u32),
                }
            }
        })
    }

    /// A value boxed as the `valueOf` method of its wrapper boxes it.
    pub(crate) fn box_value(&mut self, kind: Kind, value: u64) -> Res<ObjId> {
        let (class, primitive) = match kind {
            Kind::Boolean => ("java/lang/Boolean", 'Z'),
            Kind::Byte => ("java/lang/Byte", 'B'),
            Kind::Char => ("java/lang/Character", 'C'),
            Kind::Short => ("java/lang/Short", 'S'),
            Kind::Int => ("java/lang/Integer", 'I'),
            Kind::Long => ("java/lang/Long", 'J'),
            Kind::Float => ("java/lang/Float", 'F'),
            Kind::Double => ("java/lang/Double", 'D'),
            Kind::Ref => return Ok(ObjId(value as u32)),
            Kind::Void => return Ok(ObjId::NULL),
        };
        let id = self.class(class)?;
        self.init_now(id)?;
        let method = self.static_method(class, "valueOf", &format!("({primitive})L{class};"))?;
        Ok(ObjId(self.call_now(method, &[value])? as u32))
    }

    /// The `MethodType` object of a method descriptor, as `holder` sees the classes.
    pub(crate) fn method_type(&mut self, holder: ClassId, descriptor: &str) -> Res<ObjId> {
        let (params, result) = split_descriptor(descriptor);
        let result = self.mirror_of_descriptor(holder, result)?;
        let array = self.new_array("[Ljava/lang/Class;", params.len() as u32)?;
        for (i, param) in params.iter().enumerate() {
            let mirror = self.mirror_of_descriptor(holder, param)?;
            self.state.heap.set_ref_at(array, i as u32, mirror);
        }
        let natives = self.class("java/lang/invoke/MethodHandleNatives")?;
        self.init_now(natives)?;
        let method = self.static_method(
            "java/lang/invoke/MethodHandleNatives",
            "findMethodHandleType",
            "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;",
        )?;
        Ok(ObjId(self.call_now(method, &[u64::from(result.0), u64::from(array.0)])? as u32))
    }

    /// The mirror of the class that a field descriptor names.
    pub(crate) fn mirror_of_descriptor(&mut self, holder: ClassId, descriptor: &str) -> Res<ObjId> {
        let class = match class_of_descriptor(descriptor) {
            Some(name) => {
                let loader = self.program.class(holder).loader;
                self.loader.load_class(&mut self.program, name, loader)?
            }
            None => self.class(crate::program::kind_of(descriptor).keyword())?,
        };
        Ok(self.mirror(class))
    }
}
