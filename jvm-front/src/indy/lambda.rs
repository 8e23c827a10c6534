//! Lambdas and method references: `LambdaMetafactory`.
//!
//! A call site becomes a class with one field per captured value, one method per signature that the functional interface
//! needs (its own and the bridges asked for), and a static factory. A lambda that captures nothing has one instance.

use super::build::{Builder, Named, Typed, parameter_registers};
use super::{CallSite, malformed};
use crate::classfile::{ConstIndex, Constant, HandleKind as FileHandle, MethodHandle, RefKind};
use crate::descriptors::{parameters, result};
use crate::front::Front;
use crate::link::descriptor_of;
use crate::translate::{handle_kind, handle_site};
use braid_engine::program::{
    Assembler, ClassId, Dst, Kind, LinkError, MethodId, Op, Program, Src, access, class_of_descriptor, kind_of,
    stable_key,
};

/// Flags of `altMetafactory`.
const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// What the metafactory is told.
struct Lambda<'a> {
    /// The functional interface.
    interface: &'a str,
    /// The erased descriptor of its method.
    method: &'a str,
    /// The descriptor with type arguments filled in.
    instantiated: &'a str,
    implementation: MethodHandle<'a>,
    captured: Vec<&'a str>,
    bridges: Vec<&'a str>,
    markers: Vec<&'a str>,
    serializable: bool,
}

impl<'a> Lambda<'a> {
    fn read(site: &CallSite<'a>) -> Option<Self> {
        let constants = site.data.file.constants();
        let method_type = |index: ConstIndex| constants.method_type(index).ok();
        let int = |index: ConstIndex| match constants.get(index) {
            Ok(Constant::Integer(v)) => Some(v),
            _ => None,
        };
        let mut arguments = site.bootstrap.arguments.iter().copied();
        let method = method_type(arguments.next()?)?;
        let implementation = constants.method_handle(arguments.next()?).ok()?;
        let instantiated = method_type(arguments.next()?)?;
        let (mut bridges, mut markers, mut flags) = (Vec::new(), Vec::new(), 0);
        if let Some(index) = arguments.next() {
            flags = int(index)?;
            if flags & MARKERS != 0 {
                for _ in 0..int(arguments.next()?)? {
                    markers.push(constants.class_name(arguments.next()?).ok()?);
                }
            }
            if flags & BRIDGES != 0 {
                for _ in 0..int(arguments.next()?)? {
                    bridges.push(method_type(arguments.next()?)?);
                }
            }
        }
        let interface = class_of_descriptor(result(site.descriptor))?;
        let captured = parameters(site.descriptor).map(|(_, descriptor)| descriptor).collect();
        let serializable = flags & SERIALIZABLE != 0;
        Some(Lambda { interface, method, instantiated, implementation, captured, bridges, markers, serializable })
    }

    /// The type of the implementation as a function (JVMS table 5.4.3.5-B): a receiver is its first parameter.
    fn function(&self, caller: &str) -> Option<(Vec<String>, String)> {
        let reference = self.implementation.reference;
        let own = || parameters(reference.descriptor).map(|(_, descriptor)| descriptor.to_owned());
        let with_receiver = |class: &str| std::iter::once(descriptor_of(class)).chain(own()).collect();
        let returns = result(reference.descriptor).to_owned();
        Some(match self.implementation.kind {
            FileHandle::InvokeStatic => (own().collect(), returns),
            FileHandle::NewInvokeSpecial => (own().collect(), descriptor_of(reference.class)),
            FileHandle::InvokeVirtual | FileHandle::InvokeInterface => (with_receiver(reference.class), returns),
            FileHandle::InvokeSpecial => (with_receiver(caller), returns),
            FileHandle::GetField | FileHandle::GetStatic | FileHandle::PutField | FileHandle::PutStatic => return None,
        })
    }
}

impl Front {
    /// The factory of a lambda: its parameters are the captured values.
    pub(super) fn lambda(&mut self, program: &mut Program, site: &CallSite<'_>) -> Result<MethodId, LinkError> {
        let lambda = Lambda::read(site).ok_or_else(|| malformed(site))?;
        let loader = program.class(site.caller).loader;
        // Linkage errors of the implementation appear when the call site is linked.
        let handle = handle_site(program, site.caller, lambda.implementation);
        self.method_at(program, handle, handle_kind(lambda.implementation.kind))?;
        let mut interfaces = Vec::new();
        let serializable = lambda.serializable.then_some("java/io/Serializable");
        for name in std::iter::once(lambda.interface).chain(lambda.markers.iter().copied()).chain(serializable) {
            let interface = self.load(program, name, loader)?;
            if !interfaces.contains(&interface) {
                interfaces.push(interface);
            }
        }
        let name = format!("{}$$Lambda${}", program.class_name(site.caller), site.tag);
        let class = self.synthetic_class(program, &name, loader, &interfaces)?;
        // The JDK makes a hidden class, and `Class.isHidden` tells.
        program.classes[class.index()].hidden = true;
        program.classes[class.index()].key =
            stable_key(&[&program.class(site.caller).key.to_le_bytes(), name.as_bytes()]);
        for (at, descriptor) in lambda.captured.iter().enumerate() {
            self.synthetic_field(program, class, &format!("arg${}", at + 1), descriptor);
        }
        self.join_nest(program, class, site.caller);
        self.constructor(program, site, class, &name);
        let mut done: Vec<&str> = Vec::new();
        for descriptor in std::iter::once(lambda.method).chain(lambda.bridges.iter().copied()) {
            if !done.contains(&descriptor) {
                done.push(descriptor);
                self.forward(program, site, &lambda, class, &name, descriptor)?;
            }
        }
        if lambda.serializable {
            self.write_replace(program, site, &lambda, class, &name);
        } else {
            self.refuse_serialization(program, class);
        }
        self.rebuild_vtable(program, class)?;
        Ok(self.factory(program, site, &lambda, class, &name))
    }

    /// A method of the lambda's class that calls the implementation.
    fn forward(
        &mut self,
        program: &mut Program,
        site: &CallSite<'_>,
        lambda: &Lambda<'_>,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Result<(), LinkError> {
        let method = self.synthetic_method(program, class, site.name, descriptor, access::PUBLIC);
        let caller = program.class_name(site.caller).to_owned();
        let (wanted, returns) = lambda.function(&caller).ok_or_else(|| malformed(site))?;
        let arguments = parameter_registers(descriptor, 1);
        let slots = program.method(method).arg_slots;
        if wanted.len() != lambda.captured.len() + arguments.len() {
            return Err(malformed(site));
        }
        let reference = lambda.implementation.reference;
        let mut builder = Builder::new(program, site.caller, slots);
        let mut values = self.captured_values(&mut builder, lambda, name);
        let declared: Vec<&str> = parameters(lambda.instantiated).map(|(_, descriptor)| descriptor).collect();
        for (at, &argument) in arguments.iter().enumerate() {
            let want = &wanted[lambda.captured.len() + at];
            let declared = declared.get(at).copied().unwrap_or(argument.descriptor);
            values.push(builder.convert(argument, want, declared));
        }
        let register = match lambda.implementation.kind {
            FileHandle::NewInvokeSpecial => builder.construct(reference.class, reference.descriptor, &values),
            kind => {
                let target = Named {
                    class: reference.class,
                    name: reference.name,
                    descriptor: reference.descriptor,
                    interface: reference.kind == RefKind::InterfaceMethod,
                };
                builder.call(handle_kind(kind), target, &values)
            }
        };
        let promised = result(descriptor);
        let register = match (kind_of(promised), kind_of(&returns)) {
            (Kind::Void, _) => register,
            (Kind::Ref, Kind::Void) => {
                builder.push(Op::ConstNull { d: Dst(register) });
                register
            }
            _ => builder.convert(Typed { register, descriptor: &returns }, promised, promised),
        };
        builder.give_back(register, kind_of(promised));
        builder.finish(method);
        Ok(())
    }

    /// Reads the captured values from the lambda in register 0.
    fn captured_values(&self, builder: &mut Builder<'_>, lambda: &Lambda<'_>, name: &str) -> Vec<u16> {
        let read = |(at, descriptor): (usize, &&str)| {
            let site = builder.field_site(name, &format!("arg${}", at + 1), descriptor);
            let d = builder.temporary();
            builder.push(Op::GetField { d: Dst(d), obj: Src(0), site });
            d
        };
        lambda.captured.iter().enumerate().map(read).collect()
    }

    /// The private constructor, which only reflection can find: it takes the captured values.
    fn constructor(&mut self, program: &mut Program, site: &CallSite<'_>, class: ClassId, name: &str) {
        let end = site.descriptor.find(')').map_or(0, |close| close + 1);
        let descriptor = format!("{}V", &site.descriptor[..end]);
        let method = self.synthetic_method(program, class, "<init>", &descriptor, access::PRIVATE);
        let slots = program.method(method).arg_slots;
        let mut builder = Builder::new(program, class, slots);
        for (at, value) in parameter_registers(&descriptor, 1).into_iter().enumerate() {
            let field = builder.field_site(name, &format!("arg${}", at + 1), value.descriptor);
            builder.push(Op::PutField { obj: Src(0), v: Src(value.register), site: field });
        }
        builder.push(Op::Return {});
        builder.finish(method);
    }

    fn factory(
        &mut self,
        program: &mut Program,
        site: &CallSite<'_>,
        lambda: &Lambda<'_>,
        class: ClassId,
        name: &str,
    ) -> MethodId {
        let method = self.synthetic_method(program, class, "get$Lambda", site.descriptor, access::STATIC);
        let slots = program.method(method).arg_slots;
        let mut builder = Builder::new(program, class, slots);
        let object = builder.temporary();
        if lambda.captured.is_empty() {
            builder.push(Op::ConstInstance { d: Dst(object), class });
        } else {
            let new = builder.class_site(name);
            builder.push(Op::New { d: Dst(object), site: new });
            for (at, value) in parameter_registers(site.descriptor, 0).into_iter().enumerate() {
                let field = builder.field_site(name, &format!("arg${}", at + 1), value.descriptor);
                builder.push(Op::PutField { obj: Src(object), v: Src(value.register), site: field });
            }
        }
        builder.give_back(object, Kind::Ref);
        builder.finish(method);
        method
    }

    /// `writeReplace` of a serializable lambda (`java.lang.invoke.SerializedLambda`).
    fn write_replace(
        &mut self,
        program: &mut Program,
        site: &CallSite<'_>,
        lambda: &Lambda<'_>,
        class: ClassId,
        name: &str,
    ) {
        const SERIALIZED: &str = "java/lang/invoke/SerializedLambda";
        const CONSTRUCTOR: &str = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;I\
            Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V";
        let flags = access::PRIVATE | access::FINAL;
        let method = self.synthetic_method(program, class, "writeReplace", "()Ljava/lang/Object;", flags);
        let caller = program.class_name(site.caller).to_owned();
        let reference = lambda.implementation.reference;
        let mut builder = Builder::new(program, site.caller, 1);
        let captured = self.captured_values(&mut builder, lambda, name);
        let count = builder.int(captured.len() as i32);
        let array = builder.temporary();
        let object = builder.class_site("java/lang/Object");
        builder.push(Op::ANewArray { d: Dst(array), len: Src(count), site: object });
        for (at, (&register, &descriptor)) in captured.iter().zip(&lambda.captured).enumerate() {
            let any = "Ljava/lang/Object;";
            let boxed = builder.convert(Typed { register, descriptor }, any, any);
            let index = builder.int(at as i32);
            builder.push(Op::AAStore { a: Src(array), i: Src(index), v: Src(boxed) });
        }
        let mirror = builder.temporary();
        let class_site = builder.class_site(&caller);
        builder.push(Op::ConstClass { d: Dst(mirror), site: class_site });
        let mut arguments = vec![mirror];
        arguments.extend([lambda.interface, site.name, lambda.method].map(|text| builder.string(text)));
        arguments.push(builder.int(handle_kind(lambda.implementation.kind) as i32));
        let texts = [reference.class, reference.name, reference.descriptor, lambda.instantiated];
        arguments.extend(texts.map(|text| builder.string(text)));
        arguments.push(array);
        let serialized = builder.construct(SERIALIZED, CONSTRUCTOR, &arguments);
        builder.give_back(serialized, Kind::Ref);
        builder.finish(method);
    }

    /// A lambda whose interface happens to be serializable, but which was not written to be, refuses to be.
    fn refuse_serialization(&mut self, program: &mut Program, class: ClassId) {
        let serializable = program.class(class).all_interfaces.iter();
        let accidental = serializable.copied().any(|i| program.class_name(i) == "java/io/Serializable");
        if !accidental {
            return;
        }
        for (name, descriptor) in
            [("writeObject", "(Ljava/io/ObjectOutputStream;)V"), ("readObject", "(Ljava/io/ObjectInputStream;)V")]
        {
            let method = self.synthetic_method(program, class, name, descriptor, access::PRIVATE | access::FINAL);
            let mut asm = Assembler::new();
            let exception = program.intern_text("java/io/NotSerializableException");
            let message = program.intern_text("Non-serializable lambda");
            asm.push(Op::ThrowNew { class: exception, message });
            asm.finish(program, method, 2);
        }
    }
}
