//! Where threads are, in the terms of the program: its own lines, its own names.

use crate::interp::TraceLine;
use crate::program::{MethodId, ObjId, ThreadId};
use crate::vm::Vm;

impl Vm {
    /// The program's names for its threads, by their number, made different from each other.
    pub fn thread_names(&self) -> Vec<String> {
        let field = self.program.find_field(self.known.thread, "name").map(|f| self.program.field(f).slot);
        let mut names: Vec<String> = Vec::new();
        for thread in self.state.threads() {
            let name = field.map_or(ObjId::NULL, |slot| ObjId(self.state.heap.field(thread.object, slot) as u32));
            let name = self.text(name).filter(|n| !n.is_empty()).unwrap_or_else(|| "unnamed".into());
            let mut unique = name.clone();
            let mut count = 1;
            while names.contains(&unique) {
                count += 1;
                unique = format!("{name} ({count})");
            }
            names.push(unique);
        }
        names
    }
}

impl Vm {
    /// Whether a method is the user's: neither of the class library, nor of a model, which is to the program what the library
    /// is, nor of a test framework or a checker.
    pub fn is_users(&self, method: MethodId) -> bool {
        let id = self.program.method(method).class;
        let class = self.program.class(id);
        !class.is_library() && !class.model && !self.program.class_facts(id).is_framework
    }

    /// Whether a method is the program's own for reports: the user's, and not of a library that the program uses.
    pub fn is_shown(&self, method: MethodId) -> bool {
        self.is_users(method) && !self.program.class(self.program.method(method).class).foreign
    }

    /// Whether an exception is an `AssertionError` or one of the subclasses that test frameworks throw.
    pub fn is_assertion(&self, exception: ObjId) -> bool {
        let class = self.program.class(self.state.heap.class_of(exception));
        class.supers.iter().any(|&c| self.program.class_facts(c).is_assertion)
    }
}

impl Vm {
    /// The object that a thread has said it is parked for.
    pub fn park_blocker(&self, thread: ThreadId) -> ObjId {
        let field = self.program.find_field(self.known.thread, "parkBlocker");
        let object = self.state.thread(thread).object;
        field.map_or(ObjId::NULL, |f| ObjId(self.state.heap.field(object, self.program.field(f).slot) as u32))
    }

    /// The innermost line of a thread that is the program's own, else that of a library that the program uses, else the innermost line.
    pub fn user_line(&self, tid: ThreadId) -> Option<TraceLine> {
        let lines = self.stack_lines(tid);
        let find = |is_it: &dyn Fn(MethodId) -> bool| lines.iter().find(|line| line.line > 0 && is_it(line.method));
        let own = find(&|method| self.is_shown(method)).or_else(|| find(&|method| self.is_users(method)));
        own.or(lines.first()).copied()
    }
}
