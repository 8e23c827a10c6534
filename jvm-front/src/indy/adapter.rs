//! Calls with arguments in an array, as reflection makes them.

use super::build::{Builder, Named, Typed, wrapper};
use crate::front::Front;
use crate::link::descriptor_of;
use crate::translate::name_of_method;
use braid_engine::program::{
    Dst, HandleKind, Kind, LinkError, MethodId, Op, Program, Src, access, kind_of, split_descriptor,
};

const ADAPTER: &str = "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";

impl Front {
    /// The adapter of a method: `(Object receiver, Object[] arguments) -> Object`.
    pub(crate) fn adapter(&mut self, program: &mut Program, target: MethodId) -> Result<MethodId, LinkError> {
        let class = program.method(target).class;
        let helper = self.helper_class(program, class)?;
        let name = format!("reflect${}", name_of_method(program, target));
        let (sym, descriptor) = (program.intern(&name), program.intern(ADAPTER));
        if let Some(method) = self.declared(helper, sym, descriptor) {
            return Ok(method);
        }
        let method = self.synthetic_method(program, helper, &name, ADAPTER, access::STATIC);
        let (flags, result) = (program.method(target).flags, program.method(target).result);
        let target_name = program.shared_name(program.method(target).name);
        let descriptor = program.shared_name(program.method(target).descriptor);
        let class_name = program.shared_name(program.class(class).name);
        let interface = program.class(class).is_interface();
        let (parameters, _) = split_descriptor(&descriptor);
        let mut builder = Builder::new(program, class, 2);
        let mut arguments = Vec::new();
        let constructor = &*target_name == "<init>";
        let is_static = flags & access::STATIC != 0;
        if !is_static && !constructor {
            builder.cast(0, "Ljava/lang/Object;", &descriptor_of(&class_name));
            arguments.push(0);
        }
        for (at, parameter) in parameters.iter().enumerate() {
            let index = builder.int(at as i32);
            let value = builder.temporary();
            builder.push(Op::AALoad { d: Dst(value), a: Src(1), i: Src(index) });
            arguments.push(unpack(&mut builder, value, parameter));
        }
        if constructor {
            let object = builder.construct(&class_name, &descriptor, &arguments);
            builder.give_back(object, Kind::Ref);
        } else {
            let named = Named { class: &class_name, name: &target_name, descriptor: &descriptor, interface };
            let how = match () {
                () if is_static => HandleKind::InvokeStatic,
                () if interface => HandleKind::InvokeInterface,
                () => HandleKind::InvokeVirtual,
            };
            let register = builder.call(how, named, &arguments);
            let register = match result {
                Kind::Ref => register,
                Kind::Void => {
                    builder.push(Op::ConstNull { d: Dst(register) });
                    register
                }
                kind => builder.boxed(register, kind),
            };
            builder.give_back(register, Kind::Ref);
        }
        builder.finish(method);
        Ok(method)
    }
}

/// An argument as the parameter wants it: a cast for references, unboxing and widening for primitives (JLS 5.1.2, 5.1.8).
fn unpack(builder: &mut Builder<'_>, register: u16, parameter: &str) -> u16 {
    let any = "Ljava/lang/Object;";
    let kind = kind_of(parameter);
    let value = Typed { register, descriptor: any };
    if !matches!(kind, Kind::Int | Kind::Long | Kind::Float | Kind::Double) {
        return builder.convert(value, parameter, any);
    }
    // A Character widens to these, but is no Number.
    let (number, done) = (builder.asm.label(), builder.asm.label());
    let found = builder.temporary();
    let site = builder.class_site(wrapper(Kind::Char));
    let is_char = builder.temporary();
    builder.push(Op::InstanceOf { d: Dst(is_char), a: Src(register), site });
    builder.push(Op::IfEqK { a: Src(is_char), k: 0, to: number.pc() });
    let raw = builder.convert(value, "C", any);
    let wide = builder.widen(raw, Kind::Char, kind);
    builder.push(Op::Move { d: Dst(found), s: Src(wide) });
    builder.push(Op::Goto { to: done.pc() });
    builder.asm.place(number);
    let raw = builder.convert(value, parameter, any);
    builder.push(Op::Move { d: Dst(found), s: Src(raw) });
    builder.asm.place(done);
    found
}
