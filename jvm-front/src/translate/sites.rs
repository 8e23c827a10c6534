//! Operands that are resolved on first use: one site per constant of a class.

use crate::classfile::{ConstIndex, Constant, ConstantPool, HandleKind as ConstantHandle, MethodHandle, RefKind};
use braid_engine::program::{ClassId, ConstantValue, HandleKind, Program, SiteId, SiteKind};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// The sites of one class by constant-pool index. Call sites are not among them: each instruction has its own.
#[derive(Default)]
pub(crate) struct Sites {
    by_constant: RefCell<FxHashMap<u16, SiteId>>,
}

impl Sites {
    /// A site that belongs to no constant.
    pub(crate) fn get_kind(&self, program: &mut Program, holder: ClassId, kind: SiteKind) -> SiteId {
        program.add_site(holder, kind)
    }

    /// The site of a class constant.
    pub(crate) fn class(
        &self,
        program: &mut Program,
        holder: ClassId,
        constants: &ConstantPool,
        index: ConstIndex,
    ) -> Option<SiteId> {
        if let Some(site) = self.known(index) {
            return Some(site);
        }
        let name = constants.class_name(index).ok()?;
        Some(self.cached(index, program, |program| {
            let name = program.intern(name);
            program.add_site(holder, SiteKind::Class(name))
        }))
    }

    /// The site of a field or method constant.
    pub(crate) fn member(
        &self,
        program: &mut Program,
        holder: ClassId,
        constants: &ConstantPool,
        index: ConstIndex,
    ) -> Option<SiteId> {
        if let Some(site) = self.known(index) {
            return Some(site);
        }
        let member = constants.member(index).ok()?;
        Some(self.cached(index, program, |program| {
            let class = program.intern(member.class);
            let name = program.intern(member.name);
            let descriptor = program.intern(member.descriptor);
            let kind = match member.kind {
                RefKind::Field => SiteKind::Field { class, name, descriptor },
                RefKind::Method => SiteKind::Method { class, name, descriptor, interface: false },
                RefKind::InterfaceMethod => SiteKind::Method { class, name, descriptor, interface: true },
            };
            program.add_site(holder, kind)
        }))
    }

    /// A loadable constant (JVMS table 4.4-C).
    pub(crate) fn constant(
        &self,
        program: &mut Program,
        holder: ClassId,
        constants: &ConstantPool,
        index: ConstIndex,
    ) -> Option<ConstantValue> {
        Some(match constants.get(index).ok()? {
            Constant::Integer(v) => ConstantValue::Int(v),
            Constant::Float(v) => ConstantValue::Float(v.to_bits()),
            Constant::Long(v) => ConstantValue::Long(v),
            Constant::Double(v) => ConstantValue::Double(v.to_bits()),
            Constant::String(_) => ConstantValue::String(program.intern_string(&constants.string_utf16(index).ok()?)),
            Constant::Class(_) => ConstantValue::Site(self.class(program, holder, constants, index)?),
            Constant::MethodHandle(handle) => {
                ConstantValue::Site(self.cached(index, program, |program| handle_site(program, holder, handle)))
            }
            Constant::MethodType(descriptor) => ConstantValue::Site(self.cached(index, program, |program| {
                let descriptor = program.intern(descriptor);
                program.add_site(holder, SiteKind::MethodType(descriptor))
            })),
            Constant::Dynamic(dynamic) => ConstantValue::Site(self.cached(index, program, |program| {
                let name = program.intern(dynamic.name);
                let descriptor = program.intern(dynamic.descriptor);
                program.add_site(holder, SiteKind::Dynamic { constant: index.0.into(), name, descriptor })
            })),
            Constant::Utf8(_)
            | Constant::Member(_)
            | Constant::NameAndType(..)
            | Constant::InvokeDynamic(_)
            | Constant::Module(_)
            | Constant::Package(_) => return None,
        })
    }

    fn known(&self, index: ConstIndex) -> Option<SiteId> {
        self.by_constant.borrow().get(&index.0).copied()
    }

    fn cached(&self, index: ConstIndex, program: &mut Program, make: impl FnOnce(&mut Program) -> SiteId) -> SiteId {
        if let Some(site) = self.known(index) {
            return site;
        }
        let site = make(program);
        self.by_constant.borrow_mut().insert(index.0, site);
        site
    }
}

/// A new site for a method handle constant.
pub(crate) fn handle_site(program: &mut Program, holder: ClassId, handle: MethodHandle<'_>) -> SiteId {
    let class = program.intern(handle.reference.class);
    let name = program.intern(handle.reference.name);
    let descriptor = program.intern(handle.reference.descriptor);
    let interface = handle.reference.kind == RefKind::InterfaceMethod;
    let kind = handle_kind(handle.kind);
    program.add_site(holder, SiteKind::Handle { kind, class, name, descriptor, interface })
}

/// The engine's name of a handle kind.
pub(crate) fn handle_kind(kind: ConstantHandle) -> HandleKind {
    match kind {
        ConstantHandle::GetField => HandleKind::GetField,
        ConstantHandle::GetStatic => HandleKind::GetStatic,
        ConstantHandle::PutField => HandleKind::PutField,
        ConstantHandle::PutStatic => HandleKind::PutStatic,
        ConstantHandle::InvokeVirtual => HandleKind::InvokeVirtual,
        ConstantHandle::InvokeStatic => HandleKind::InvokeStatic,
        ConstantHandle::InvokeSpecial => HandleKind::InvokeSpecial,
        ConstantHandle::NewInvokeSpecial => HandleKind::NewInvokeSpecial,
        ConstantHandle::InvokeInterface => HandleKind::InvokeInterface,
    }
}
