//! Answers that a program gets from its surroundings and that a search does not vary: an assumption to be named.

use crate::natives::effect::Fixed;
use crate::program::{MethodId, Op};
use crate::vm::Vm;
use std::collections::BTreeSet;

impl Vm {
    /// What the program's own code has asked for, as far as it has run: calls are resolved when they are first executed.
    pub fn fixed_answers(&self) -> BTreeSet<Fixed> {
        let methods = (0..self.program.methods.len()).map(MethodId::new).filter(|&method| self.is_users(method));
        let code = methods.filter_map(|method| self.program.method(method).code());
        let ops = code.flat_map(|code| &self.program.code[code.start.index()..code.end.index()]);
        ops.filter_map(|op| match *op {
            Op::InvokeStaticQ { method, .. }
            | Op::InvokeDirectQ { method, .. }
            | Op::InvokeVirtualQ { method, .. }
            | Op::InvokeInterfaceQ { method, .. } => self.fixed_answer(method),
            _ => None,
        })
        .chain(self.hashed.then_some(Fixed::Identity))
        .chain(self.copied_parts.then_some(Fixed::Copies))
        .chain(self.cloned.then_some(Fixed::Clones))
        .chain(self.left_daemons.then_some(Fixed::Daemons))
        .collect()
    }

    fn fixed_answer(&self, method: MethodId) -> Option<Fixed> {
        let m = self.program.method(method);
        let descriptor = self.program.name(m.descriptor);
        match (self.program.class_name(m.class), self.program.name(m.name)) {
            // Without a seed.
            ("java/util/Random" | "java/util/SplittableRandom", "<init>") if descriptor == "()V" => Some(Fixed::Random),
            ("java/util/Collections", "shuffle") if descriptor == "(Ljava/util/List;)V" => Some(Fixed::Random),
            ("java/lang/Math" | "java/lang/StrictMath", "random")
            | ("java/util/concurrent/ThreadLocalRandom", "current")
            | ("java/util/UUID", "randomUUID")
            | ("java/security/SecureRandom", _) => Some(Fixed::Random),
            ("java/lang/System", "nanoTime" | "currentTimeMillis") => Some(Fixed::Clock),
            ("java/util/Date", "<init>") if descriptor == "()V" => Some(Fixed::Clock),
            (class, "now") if class.starts_with("java/time/") => Some(Fixed::Clock),
            ("java/lang/System", "identityHashCode") | ("java/lang/Object", "hashCode") => Some(Fixed::Identity),
            ("java/lang/System" | "java/lang/Runtime", "gc" | "freeMemory") | ("java/util/WeakHashMap", "<init>") => {
                Some(Fixed::Garbage)
            }
            ("java/lang/Thread", "getStackTrace" | "getAllStackTraces") => Some(Fixed::Stacks),
            ("java/lang/Object", "clone") => Some(Fixed::Clones),
            (class, "<init>") if class.starts_with("java/lang/ref/") => Some(Fixed::Garbage),
            _ => None,
        }
    }
}
