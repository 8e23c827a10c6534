//! The body of a method that a model answers: it calls the model.
//!
//! What belongs to the declaration of the method stays: a synchronized one holds its monitor while the model runs (JVMS 2.11.10),
//! stack traces show it below the model.

use super::build::{Builder, Named, parameter_registers};
use crate::descriptors::parameter_slots;
use crate::front::Front;
use crate::models::MethodName;
use braid_engine::program::{
    ClassLoaderKind, Dst, HandleKind, LinkError, MethodId, Op, Program, SiteKind, Src, access,
};

impl Front {
    /// Writes the body of a method that a static method stands for.
    pub(crate) fn answer_by_model(
        &mut self,
        program: &mut Program,
        method: MethodId,
        model: &MethodName,
    ) -> Result<(), LinkError> {
        // Names are resolved with the eyes of a class that the boot loader has, and that may use whatever there is.
        let object = self.load(program, "java/lang/Object", ClassLoaderKind::Boot)?;
        let holder = self.helper_class(program, object)?;
        let this = program.method(method);
        let (class, flags, result) = (this.class, this.flags, this.result);
        let descriptor = program.shared_name(this.descriptor);
        let is_static = flags & access::STATIC != 0;
        let receiver = u16::from(!is_static);
        let mut arguments: Vec<u16> = (0..receiver).collect();
        arguments.extend(parameter_registers(&descriptor, receiver).iter().map(|parameter| parameter.register));
        let mut builder = Builder::new(program, holder, receiver + parameter_slots(&descriptor));
        let monitor = (flags & access::SYNCHRONIZED != 0).then(|| match is_static {
            false => 0,
            true => {
                let name = builder.program.class(class).name;
                let site = builder.program.add_site(class, SiteKind::Class(name));
                let mirror = builder.temporary();
                builder.push(Op::ConstClass { d: Dst(mirror), site });
                mirror
            }
        });
        if let Some(monitor) = monitor {
            builder.push(Op::MonitorEnter { a: Src(monitor) });
        }
        let body = builder.asm.len();
        let named = Named::new(&model.class, &model.name, &model.descriptor);
        let register = builder.call(HandleKind::InvokeStatic, named, &arguments);
        if let Some(monitor) = monitor {
            builder.push(Op::MonitorExit { a: Src(monitor) });
        }
        builder.give_back(register, result);
        if let Some(monitor) = monitor {
            let exception = builder.temporary();
            let from = builder.asm.label_at(body);
            let target = builder.asm.here();
            builder.push(Op::MonitorExit { a: Src(monitor) });
            builder.push(Op::Throw { a: Src(exception) });
            builder.asm.handler(from, target, target, Dst(exception), None);
        }
        builder.finish(method);
        Ok(())
    }
}
