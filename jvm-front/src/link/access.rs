//! Access control (JVMS 5.4.4). Module exports are not checked.

use crate::front::Front;
use braid_engine::program::{ClassId, ClassKind, Program, access};

/// The package part of an internal name.
fn package(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(package, _)| package)
}

/// The class whose access counts: the innermost element class of an array.
fn innermost(program: &Program, mut class: ClassId) -> ClassId {
    while let ClassKind::Array { element, .. } = program.class(class).kind {
        class = element;
    }
    class
}

/// Whether two classes are in the same run-time package (JVMS 5.3).
pub(super) fn same_package(program: &Program, a: ClassId, b: ClassId) -> bool {
    a == b
        || program.class(a).loader == program.class(b).loader
            && package(program.class_name(a)) == package(program.class_name(b))
}

impl Front {
    /// Whether `from` may use `class`.
    pub(super) fn can_access_class(&self, program: &Program, from: ClassId, class: ClassId) -> bool {
        let class = innermost(program, class);
        let target = program.class(class);
        target.has(access::PUBLIC)
            || matches!(target.kind, ClassKind::Primitive(_))
            || program.class(from).synthetic
            || same_package(program, from, class)
    }

    /// Whether `from` may use a member of `declarer` with these flags, named through `named`.
    pub(super) fn can_access_member(
        &mut self,
        program: &mut Program,
        from: ClassId,
        named: ClassId,
        declarer: ClassId,
        flags: u16,
    ) -> bool {
        if from == declarer || flags & access::PUBLIC != 0 || program.class(from).synthetic {
            return true;
        }
        if flags & access::PRIVATE != 0 {
            return self.nest_host(program, from) == self.nest_host(program, declarer);
        }
        if same_package(program, from, declarer) {
            return true;
        }
        // Protected: from a subclass, and for instance members only through that subclass or below, or through a class
        // above it (`super.field`), where verification has looked at the receiver.
        flags & access::PROTECTED != 0
            && program.is_subclass(from, declarer)
            && (flags & access::STATIC != 0 || program.is_subclass(from, named) || program.is_subclass(named, from))
    }

    /// The nest host of a class (JVMS 5.4.4): the class itself unless its claim holds.
    pub(super) fn nest_host(&mut self, program: &mut Program, class: ClassId) -> ClassId {
        if let Some(&host) = self.nest_hosts.get(&class) {
            return host;
        }
        let host = self.claimed_host(program, class).unwrap_or(class);
        self.nest_hosts.insert(class, host);
        host
    }

    /// Makes a synthesized class a member of the nest of the class that its code was written in.
    pub(crate) fn join_nest(&mut self, program: &mut Program, class: ClassId, member: ClassId) {
        let host = self.nest_host(program, member);
        program.classes[class.index()].nest_host = Some(program.class(host).name);
        self.nest_hosts.insert(class, host);
    }

    fn claimed_host(&mut self, program: &mut Program, class: ClassId) -> Option<ClassId> {
        let claimed = program.class(class).nest_host?;
        let loader = program.class(class).loader;
        let claimed = program.shared_name(claimed);
        let host = self.load(program, &claimed, loader).ok()?;
        let name = program.class_name(class);
        let listed = self.data(host)?.file.attributes().nest_members().ok()?.contains(&name);
        (listed && same_package(program, host, class)).then_some(host)
    }
}
