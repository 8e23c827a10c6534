//! Writing transition code by hand: calls, boxing, and the classes and methods that hold it.

use crate::descriptors::{parameter_slots, parameters, result};
use crate::front::Front;
use crate::link::blank;
use braid_engine::program::{
    Args, Assembler, Body, ClassId, ClassKind, ClassLoaderKind, Dst, Field, FieldFlags, HandleKind, Kind, LinkError,
    Method, MethodId, Op, Program, Shape, SiteId, SiteKind, Src, access, class_of_descriptor, kind_of, stable_key,
};

/// A register and the descriptor of what it holds.
#[derive(Clone, Copy)]
pub(super) struct Typed<'a> {
    pub(super) register: u16,
    pub(super) descriptor: &'a str,
}

/// A method by its names.
#[derive(Clone, Copy)]
pub(super) struct Named<'a> {
    pub(super) class: &'a str,
    pub(super) name: &'a str,
    pub(super) descriptor: &'a str,
    pub(super) interface: bool,
}

impl<'a> Named<'a> {
    /// A method of a class.
    pub(super) fn new(class: &'a str, name: &'a str, descriptor: &'a str) -> Self {
        Named { class, name, descriptor, interface: false }
    }
}

/// Emits the body of one method.
pub(super) struct Builder<'p> {
    pub(super) program: &'p mut Program,
    pub(super) asm: Assembler,
    /// The class from whose point of view names are resolved and access is checked.
    holder: ClassId,
    next: u16,
    used: u16,
}

impl<'p> Builder<'p> {
    /// A body whose arguments take `slots` registers from 0 on.
    pub(super) fn new(program: &'p mut Program, holder: ClassId, slots: u16) -> Self {
        Builder { program, asm: Assembler::new(), holder, next: slots, used: slots }
    }

    /// A new register that calls leave alone.
    pub(super) fn temporary(&mut self) -> u16 {
        let register = self.next;
        self.next += 1;
        self.used = self.used.max(self.next);
        register
    }

    /// The first free register, to be given back to [`Builder::release`].
    pub(super) fn mark(&self) -> u16 {
        self.next
    }

    /// Frees all registers from a mark on.
    pub(super) fn release(&mut self, mark: u16) {
        self.next = mark;
    }

    pub(super) fn push(&mut self, op: Op) {
        self.asm.push(op);
    }

    pub(super) fn class_site(&mut self, name: &str) -> SiteId {
        let name = self.program.intern(name);
        self.program.add_site(self.holder, SiteKind::Class(name))
    }

    pub(super) fn field_site(&mut self, class: &str, name: &str, descriptor: &str) -> SiteId {
        let (class, name) = (self.program.intern(class), self.program.intern(name));
        let descriptor = self.program.intern(descriptor);
        self.program.add_site(self.holder, SiteKind::Field { class, name, descriptor })
    }

    fn method_site(&mut self, method: Named<'_>) -> SiteId {
        let (class, name) = (self.program.intern(method.class), self.program.intern(method.name));
        let descriptor = self.program.intern(method.descriptor);
        let interface = method.interface;
        self.program.add_site(self.holder, SiteKind::Method { class, name, descriptor, interface })
    }

    /// Calls a method; the arguments, receiver first, are copied above everything that is in use.
    pub(super) fn call(&mut self, how: HandleKind, method: Named<'_>, arguments: &[u16]) -> u16 {
        let site = self.method_site(method);
        let first = self.next;
        let receiver = (how != HandleKind::InvokeStatic).then_some(Kind::Ref);
        let kinds = receiver.into_iter().chain(parameters(method.descriptor).map(|(kind, _)| kind));
        let mut to = first;
        for (&from, kind) in arguments.iter().zip(kinds) {
            self.push(Op::Move { d: Dst(to), s: Src(from) });
            to += kind.slots();
        }
        self.used = self.used.max(to);
        let args = Args(first);
        let d = Dst(self.temporary());
        self.push(match how {
            HandleKind::InvokeStatic => Op::InvokeStatic { d, args, site },
            HandleKind::InvokeSpecial | HandleKind::NewInvokeSpecial => Op::InvokeSpecial { d, args, site },
            HandleKind::InvokeInterface => Op::InvokeInterface { d, args, site },
            HandleKind::InvokeVirtual
            | HandleKind::GetField
            | HandleKind::GetStatic
            | HandleKind::PutField
            | HandleKind::PutStatic => Op::InvokeVirtual { d, args, site },
        });
        d.0
    }

    /// A new object whose constructor has been called.
    pub(super) fn construct(&mut self, class: &str, descriptor: &str, arguments: &[u16]) -> u16 {
        let object = self.temporary();
        let site = self.class_site(class);
        self.push(Op::New { d: Dst(object), site });
        let all: Vec<u16> = std::iter::once(object).chain(arguments.iter().copied()).collect();
        self.call(HandleKind::InvokeSpecial, Named::new(class, "<init>", descriptor), &all);
        object
    }

    pub(super) fn string(&mut self, text: &str) -> u16 {
        let s = self.program.intern_text(text);
        self.string_id(s)
    }

    pub(super) fn string_id(&mut self, s: braid_engine::program::StrId) -> u16 {
        let d = self.temporary();
        self.push(Op::ConstString { d: Dst(d), s });
        d
    }

    pub(super) fn int(&mut self, v: i32) -> u16 {
        let d = self.temporary();
        self.push(Op::ConstI { d: Dst(d), v });
        d
    }

    /// `checkcast`, unless it cannot fail.
    pub(super) fn cast(&mut self, register: u16, from: &str, to: &str) {
        if from == to || to == "Ljava/lang/Object;" {
            return;
        }
        if let Some(class) = class_of_descriptor(to) {
            let site = self.class_site(class);
            self.push(Op::CheckCast { a: Src(register), site });
        }
    }

    fn unary(&mut self, from: u16, op: fn(Dst, Src) -> Op) -> u16 {
        let d = self.temporary();
        self.push(op(Dst(d), Src(from)));
        d
    }

    /// Widening of primitives (JLS 5.1.2).
    pub(super) fn widen(&mut self, register: u16, from: Kind, to: Kind) -> u16 {
        match (from, to) {
            (Kind::Byte | Kind::Char | Kind::Short | Kind::Int, Kind::Long) => {
                self.unary(register, |d, a| Op::I2L { d, a })
            }
            (Kind::Byte | Kind::Char | Kind::Short | Kind::Int, Kind::Float) => {
                self.unary(register, |d, a| Op::I2F { d, a })
            }
            (Kind::Byte | Kind::Char | Kind::Short | Kind::Int, Kind::Double) => {
                self.unary(register, |d, a| Op::I2D { d, a })
            }
            (Kind::Long, Kind::Float) => self.unary(register, |d, a| Op::L2F { d, a }),
            (Kind::Long, Kind::Double) => self.unary(register, |d, a| Op::L2D { d, a }),
            (Kind::Float, Kind::Double) => self.unary(register, |d, a| Op::F2D { d, a }),
            _ => register,
        }
    }

    /// Boxes a primitive as its wrapper's `valueOf` does.
    pub(super) fn boxed(&mut self, register: u16, kind: Kind) -> u16 {
        let class = wrapper(kind);
        let descriptor = format!("({})L{class};", kind.descriptor());
        self.call(HandleKind::InvokeStatic, Named::new(class, "valueOf", &descriptor), &[register])
    }

    /// Unboxes with the method of `class`, which is the wrapper or `java/lang/Number`.
    fn unboxed(&mut self, register: u16, class: &str, kind: Kind) -> u16 {
        let descriptor = format!("(){}", kind.descriptor());
        let name = format!("{}Value", kind.keyword());
        self.call(HandleKind::InvokeVirtual, Named::new(class, &name, &descriptor), &[register])
    }

    /// Adapts a value as the classes of `LambdaMetafactory` do: `declared` is the type that the functional interface promises
    /// for this value, which may be narrower than what its descriptor says.
    pub(super) fn convert(&mut self, value: Typed<'_>, to: &str, declared: &str) -> u16 {
        let Typed { register, descriptor: from } = value;
        let (from_kind, to_kind) = (kind_of(from), kind_of(to));
        match (from_kind, to_kind) {
            _ if from == to && from == declared => register,
            (Kind::Ref, Kind::Ref) => {
                let middle = if kind_of(declared) == Kind::Ref { declared } else { from };
                self.cast(register, from, middle);
                self.cast(register, middle, to);
                register
            }
            (Kind::Ref, _) => {
                let source = if kind_of(declared) == Kind::Ref { declared } else { from };
                self.cast(register, from, source);
                match class_of_descriptor(source).and_then(primitive_of) {
                    Some(own) => {
                        let class = wrapper(own);
                        let raw = self.unboxed(register, class, own);
                        self.widen(raw, own, to_kind)
                    }
                    None => {
                        let class = match to_kind {
                            Kind::Boolean | Kind::Char => wrapper(to_kind),
                            _ => "java/lang/Number",
                        };
                        self.cast(register, source, &format!("L{class};"));
                        self.unboxed(register, class, to_kind)
                    }
                }
            }
            (_, Kind::Ref) => match class_of_descriptor(to).and_then(primitive_of) {
                Some(own) => {
                    let wide = self.widen(register, from_kind, own);
                    self.boxed(wide, own)
                }
                None => {
                    let object = self.boxed(register, from_kind);
                    self.cast(object, &format!("L{};", wrapper(from_kind)), to);
                    object
                }
            },
            _ => self.widen(register, from_kind, to_kind),
        }
    }

    /// Returns a value, or nothing for `void`.
    pub(super) fn give_back(&mut self, register: u16, kind: Kind) {
        self.push(match kind {
            Kind::Void => Op::Return {},
            _ => Op::ReturnV { a: Src(register) },
        });
    }

    /// Makes the code the body of a method.
    pub(super) fn finish(self, method: MethodId) {
        self.asm.finish(self.program, method, self.used.max(1));
    }
}

/// The wrapper class of a primitive kind.
pub(super) fn wrapper(kind: Kind) -> &'static str {
    match kind {
        Kind::Void => "java/lang/Void",
        Kind::Boolean => "java/lang/Boolean",
        Kind::Byte => "java/lang/Byte",
        Kind::Char => "java/lang/Character",
        Kind::Short => "java/lang/Short",
        Kind::Int => "java/lang/Integer",
        Kind::Long => "java/lang/Long",
        Kind::Float => "java/lang/Float",
        Kind::Double => "java/lang/Double",
        Kind::Ref => "java/lang/Object",
    }
}

/// The primitive kind that a class wraps.
fn primitive_of(class: &str) -> Option<Kind> {
    Kind::PRIMITIVES.into_iter().find(|&kind| wrapper(kind) == class)
}

/// The registers of a method's parameters, from `first` on, with their descriptors.
pub(super) fn parameter_registers(descriptor: &str, first: u16) -> Vec<Typed<'_>> {
    let mut at = first;
    parameters(descriptor)
        .map(|(kind, descriptor)| {
            let typed = Typed { register: at, descriptor };
            at += kind.slots();
            typed
        })
        .collect()
}

impl Front {
    /// Adds a class that no class file made.
    pub(super) fn synthetic_class(
        &mut self,
        program: &mut Program,
        name: &str,
        loader: ClassLoaderKind,
        interfaces: &[ClassId],
    ) -> Result<ClassId, LinkError> {
        let object = self.load(program, "java/lang/Object", ClassLoaderKind::Boot)?;
        let name = program.intern(name);
        let flags = access::FINAL | access::SUPER | access::SYNTHETIC;
        let mut class = blank(name, program, flags, ClassKind::Instance, loader);
        let id = ClassId::new(program.classes.len());
        class.super_class = Some(object);
        class.depth = 1;
        class.supers = vec![object, id];
        class.interfaces = interfaces.to_vec();
        for &interface in interfaces {
            class.all_interfaces.extend_from_slice(&program.class(interface).all_interfaces);
        }
        class.all_interfaces.sort_unstable();
        class.all_interfaces.dedup();
        class.instance = program.class(object).instance.clone();
        class.vtable = program.class(object).vtable.clone();
        class.synthetic = true;
        Ok(self.add(program, class, None))
    }

    /// The class that holds the synthesized static methods of another one.
    pub(super) fn helper_class(&mut self, program: &mut Program, owner: ClassId) -> Result<ClassId, LinkError> {
        if let Some(&helper) = self.helpers.get(&owner) {
            return Ok(helper);
        }
        let name = format!("{}$$Dynamic", program.class_name(owner));
        let helper = self.synthetic_class(program, &name, program.class(owner).loader, &[])?;
        program.classes[helper.index()].key = stable_key(&[&program.class(owner).key.to_le_bytes(), name.as_bytes()]);
        self.helpers.insert(owner, helper);
        Ok(helper)
    }

    /// Adds a method to a synthesized class; its body comes from a [`Builder`].
    pub(super) fn synthetic_method(
        &mut self,
        program: &mut Program,
        class: ClassId,
        name: &str,
        descriptor: &str,
        flags: u16,
    ) -> MethodId {
        let (name, sym) = (program.intern(name), program.intern(descriptor));
        let method = program.add_method(Method {
            class,
            name,
            descriptor: sym,
            key: 0,
            flags,
            arg_slots: parameter_slots(descriptor) + u16::from(flags & access::STATIC == 0),
            params: parameters(descriptor).map(|(kind, _)| kind).collect(),
            result: kind_of(result(descriptor)),
            vslot: None,
            body: Body::Untranslated,
            polymorphic: false,
            hidden_frame: true,
            index: u16::MAX,
        });
        self.methods.insert((class, name, sym), method);
        method
    }

    /// Adds a field to a synthesized class.
    pub(super) fn synthetic_field(&mut self, program: &mut Program, class: ClassId, name: &str, descriptor: &str) {
        let (name, sym) = (program.intern(name), program.intern(descriptor));
        let kind = kind_of(descriptor);
        let Shape { slots, refs } = &mut program.classes[class.index()].instance;
        let slot = *slots;
        *slots += 1;
        if kind == Kind::Ref {
            refs.push(slot);
        }
        // Not private: the forwarding methods read it with the eyes of the calling class, which is in the same package.
        let flags = FieldFlags(access::FINAL);
        let field = program.add_field(Field { class, name, descriptor: sym, kind, flags, slot, constant: None });
        self.fields.insert((class, name, sym), field);
    }
}
