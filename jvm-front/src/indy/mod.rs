//! `invokedynamic` (JVMS 6.5, 5.4.3.6) without running bootstrap methods.
//!
//! The bootstrap methods that compilers use are known: lambdas and method references, string concatenation, the methods of
//! records, switches over types and enums. For those the call site's target is written directly in transition code. What
//! the JDK would spin as bytes at run time (a class per lambda, method handle trees for the rest) becomes a synthesized class or a
//! static method of one, named after the class, method and bytecode index of the call site, so names are the same in every
//! run. Names inside are resolved from the point of view of the calling class, as the bootstrap's `Lookup` would.
//!
//! Every other bootstrap method is handed to the engine, which runs it as bytecode.

mod adapter;
mod build;
mod concat;
mod lambda;
mod model;
mod records;
mod switches;

use crate::classfile::{BootstrapMethod, ConstIndex, HandleKind};
use crate::front::Front;
use crate::link::ClassData;
use crate::translate::{handle_site, name_of_method};
use braid_engine::program::{ClassId, DynamicTarget, LinkError, MethodId, Program, SiteId, SiteKind};
use std::rc::Rc;

/// An `invokedynamic` instruction with what its bootstrap is given.
struct CallSite<'a> {
    data: &'a ClassData,
    /// The class whose code has the call site.
    caller: ClassId,
    /// What names synthesized for it contain: method and bytecode index.
    tag: String,
    name: &'a str,
    descriptor: &'a str,
    bootstrap: BootstrapMethod<'a>,
}

/// A bootstrap whose arguments do not have the form that its compiler gives them.
fn malformed(site: &CallSite<'_>) -> LinkError {
    let reference = &site.bootstrap.method.reference;
    let message = format!("{}.{} cannot link {}{}", reference.class, reference.name, site.name, site.descriptor);
    LinkError::throw("java/lang/BootstrapMethodError", message)
}

impl Front {
    /// Links a call site or a dynamic constant.
    pub(crate) fn dynamic(&mut self, program: &mut Program, site: SiteId) -> Result<DynamicTarget, LinkError> {
        let holder = program.sites[site.index()].holder;
        let kind = program.sites[site.index()].kind.clone();
        let no_class = || LinkError::Unsupported("a dynamic operand outside of a class file".to_owned());
        let data: Rc<ClassData> = self.data(holder).ok_or_else(no_class)?;
        let constants = data.file.constants();
        let bad =
            |error: crate::classfile::ParseError| LinkError::throw("java/lang/ClassFormatError", error.to_string());
        let index = |constant: u32| ConstIndex(constant as u16);
        match kind {
            SiteKind::CallSite { constant, bci, method, .. } => {
                let dynamic = constants.invoke_dynamic(index(constant)).map_err(bad)?;
                let call = CallSite {
                    data: &data,
                    caller: holder,
                    tag: self.tag(program, method, bci),
                    name: dynamic.name,
                    descriptor: dynamic.descriptor,
                    bootstrap: data.file.bootstrap_method(dynamic.bootstrap).map_err(bad)?,
                };
                match self.known(program, &call)? {
                    Some(method) => Ok(DynamicTarget::Method(method)),
                    None => self.general(program, holder, &data, &call.bootstrap),
                }
            }
            SiteKind::Dynamic { constant, .. } => {
                let dynamic = constants.dynamic(index(constant)).map_err(bad)?;
                let bootstrap = data.file.bootstrap_method(dynamic.bootstrap).map_err(bad)?;
                self.general(program, holder, &data, &bootstrap)
            }
            SiteKind::Class(_)
            | SiteKind::Field { .. }
            | SiteKind::Method { .. }
            | SiteKind::Handle { .. }
            | SiteKind::MethodType(_) => Err(LinkError::Unsupported(format!("{kind:?} linked as a dynamic operand"))),
        }
    }

    /// The synthesized target for a bootstrap that we know; `None` for others.
    fn known(&mut self, program: &mut Program, site: &CallSite<'_>) -> Result<Option<MethodId>, LinkError> {
        let method = site.bootstrap.method;
        if method.kind != HandleKind::InvokeStatic {
            return Ok(None);
        }
        match (method.reference.class, method.reference.name) {
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
                self.lambda(program, site).map(Some)
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants" | "makeConcat") => {
                self.concat(program, site).map(Some)
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.record_method(program, site),
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch") => self.type_switch(program, site),
            ("java/lang/runtime/SwitchBootstraps", "enumSwitch") => self.enum_switch(program, site),
            _ => Ok(None),
        }
    }

    /// A bootstrap for the engine to run.
    fn general(
        &mut self,
        program: &mut Program,
        holder: ClassId,
        data: &ClassData,
        bootstrap: &BootstrapMethod<'_>,
    ) -> Result<DynamicTarget, LinkError> {
        let handle = handle_site(program, holder, bootstrap.method);
        let mut arguments = Vec::with_capacity(bootstrap.arguments.len());
        for &argument in &bootstrap.arguments {
            let constant = data.sites.constant(program, holder, data.file.constants(), argument);
            let unloadable = || LinkError::throw("java/lang/ClassFormatError", "bootstrap argument cannot be loaded");
            arguments.push(constant.ok_or_else(unloadable)?);
        }
        Ok(DynamicTarget::Bootstrap { handle, arguments })
    }

    /// `method$bci`; overloads after the first are numbered.
    fn tag(&self, program: &Program, method: MethodId, bci: u16) -> String {
        format!("{}${bci}", name_of_method(program, method))
    }

    /// The static method that a call site without a class of its own calls.
    fn helper_method(&mut self, program: &mut Program, site: &CallSite<'_>, what: &str) -> Result<MethodId, LinkError> {
        let class = self.helper_class(program, site.caller)?;
        let name = format!("{what}${}", site.tag);
        let flags = braid_engine::program::access::STATIC;
        Ok(self.synthetic_method(program, class, &name, site.descriptor, flags))
    }
}
