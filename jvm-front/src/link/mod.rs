//! Linking: from parsed classes to the engine's linked ones (JVMS chapter 5).
//!
//! * `load` finds, checks and adds classes: hierarchy, field layout, members;
//! * `vtable` gives methods their slots (JVMS 5.4.5);
//! * `resolve` resolves symbolic references (JVMS 5.4.3), `select` selects methods (JVMS 5.4.6);
//! * `access` decides who may use what (JVMS 5.4.4);
//! * `reflect` shows the rest of a class file to reflection;
//! * `errors` says what happens when a class is missing or broken;
//! * `messages` words errors as the reference JVM does, since programs and their tests read them.
//!
//! Loading and linking are one step here. What a class looks like depends on its name, its loader and the class files alone,
//! never on the order in which classes were met.

mod access;
mod errors;
mod load;
pub(crate) mod messages;
mod modules;
mod reflect;
mod resolve;
mod select;
mod vtable;

pub(crate) use load::blank;
pub(crate) use modules::loader_of;

use crate::classfile::ClassFile;
use crate::source::Origin;
use crate::translate::Sites;

/// What the front-end keeps of a class that came from a class file.
pub(crate) struct ClassData {
    pub(crate) file: ClassFile,
    pub(crate) sites: Sites,
    pub(crate) origin: Option<Origin>,
}

impl ClassData {
    /// The named module, if the class is in one.
    pub(crate) fn module(&self) -> Option<&str> {
        self.origin.as_ref()?.module.as_deref()
    }
}

/// The descriptor of a class given as in a `Class` constant.
pub(crate) fn descriptor_of(class: &str) -> String {
    if class.starts_with('[') { class.to_owned() } else { format!("L{class};") }
}
