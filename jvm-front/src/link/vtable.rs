//! Virtual tables (JVMS 5.4.5).
//!
//! A class's table is its superclass's, with overridden slots replaced and new methods behind. A method may override several
//! slots: package-private methods of the same name in different packages have different ones.
//!
//! Interface methods have no slots. `invokevirtual` of a method that only an interface declares (an abstract class need not
//! repeat it) resolves to the interface's method and is dispatched like `invokeinterface`.

use super::access::same_package;
use super::messages::external;
use crate::front::Front;
use braid_engine::program::{ClassId, LinkError, MethodId, Program, access};

impl Front {
    /// Gives the methods of a synthesized class their slots.
    pub(crate) fn rebuild_vtable(&self, program: &mut Program, class: ClassId) -> Result<(), LinkError> {
        build(program, class)
    }
}

/// Gives the methods of a class their slots and makes its table.
pub(super) fn build(program: &mut Program, class: ClassId) -> Result<(), LinkError> {
    let inherited = match program.class(class).super_class {
        Some(superclass) => program.class(superclass).vtable.clone(),
        None => Vec::new(),
    };
    let mut table = inherited.clone();
    for at in 0..program.class(class).methods.len() {
        let id = program.class(class).methods[at];
        let method = program.method(id);
        if method.flags & (access::STATIC | access::PRIVATE) != 0 || program.name(method.name).starts_with('<') {
            continue;
        }
        let (name, descriptor) = (method.name, method.descriptor);
        let mut slot = None;
        for (position, &old) in inherited.iter().enumerate() {
            let other = program.method(old);
            if other.name == name && other.descriptor == descriptor && can_override(program, id, old) {
                if other.has(access::FINAL) {
                    return Err(overrides_final(program, id, old));
                }
                table[position] = id;
                slot = slot.or(Some(position));
            }
        }
        let slot = slot.unwrap_or_else(|| {
            table.push(id);
            table.len() - 1
        });
        let Ok(slot) = u16::try_from(slot) else {
            let name = program.class_name(class);
            return Err(LinkError::Unsupported(format!("{name} has more than 65535 virtual methods")));
        };
        program.methods[id.index()].vslot = Some(slot);
    }
    program.classes[class.index()].vtable = table;
    Ok(())
}

/// Whether `method` overrides `old`, which has the same name and descriptor and stands in the superclass's table. The table
/// holds the latest method of each slot, so the transitive rule of JVMS 5.4.5 needs no walk.
fn can_override(program: &Program, method: MethodId, old: MethodId) -> bool {
    let old = program.method(old);
    old.flags & (access::PUBLIC | access::PROTECTED) != 0
        || same_package(program, program.method(method).class, old.class)
}

fn overrides_final(program: &Program, method: MethodId, old: MethodId) -> LinkError {
    let (m, o) = (program.method(method), program.method(old));
    let (class, superclass) = (program.class_name(m.class), program.class_name(o.class));
    let (name, descriptor) = (program.name(m.name), program.name(m.descriptor));
    let (class, superclass) = (external(class), external(superclass));
    let message = format!("class {class} overrides final method {superclass}.{name}{descriptor}");
    LinkError::throw("java/lang/IncompatibleClassChangeError", message)
}
