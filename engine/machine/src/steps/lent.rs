//! Objects that a program lends to an object of the class library and keeps: the queue of a pool. The program's own calls of their
//! methods see what the pool does between two of its actions, just as `getQueue` would let it.
//!
//! Constructors of the classes that a table names in a `lend` row, and methods of queues, are noted when they are called
//! (`push_frame`). What a constructor is given is remembered by number for the whole search. In another execution the number may
//! be that of another object: then a group is withdrawn for nothing, which is right as well.

use super::table::StepTable;
use crate::program::{ClassId, Kind, MethodId, ObjId, ThreadId};
use crate::vm::Vm;
use std::sync::OnceLock;

/// What is lent.
const QUEUE: &str = "java/util/concurrent/BlockingQueue";

/// The rows on constructors, whatever table a search has: methods are translated before it begins.
fn lenders() -> &'static StepTable {
    static TABLE: OnceLock<StepTable> = OnceLock::new();
    TABLE.get_or_init(StepTable::jdk_wide)
}

impl Vm {
    /// Whether calls of a method are noted: a constructor that is lent a queue, or a method of a queue.
    pub(crate) fn is_noted_for_steps(&self, method: MethodId) -> bool {
        let m = self.program.method(method);
        self.program.class(m.class).is_library()
            && match self.program.name(m.name) {
                "<init>" => lenders().lends(self.program.class_name(m.class)),
                _ => !m.is_static() && self.is_queue(m.class),
            }
    }

    fn is_queue(&self, class: ClassId) -> bool {
        let interfaces = &self.program.class(class).all_interfaces;
        interfaces.iter().any(|&interface| self.program.class_name(interface) == QUEUE)
    }

    /// A method whose calls are noted is called; its frame is on top.
    pub(crate) fn note_call_for_steps(&mut self, tid: ThreadId, method: MethodId) {
        if !self.run.steps.is_on() {
            return;
        }
        let m = self.program.method(method);
        if self.program.name(m.name) == "<init>" {
            let mut slot = 1;
            for kind in m.params.clone() {
                if kind == Kind::Ref {
                    self.note_lent(ObjId(self.state.thread(tid).register(slot) as u32));
                }
                slot += kind.slots();
            }
            return;
        }
        let receiver = ObjId(self.state.thread(tid).register(0) as u32);
        if self.run.steps.lent.contains(&receiver) && self.is_called_by_own(tid) {
            self.run.steps.asked = true;
        }
    }

    fn note_lent(&mut self, given: ObjId) {
        if !given.is_null() && self.is_queue(self.state.heap.class_of(given)) {
            self.run.steps.lent.insert(given);
        }
    }

    /// Whether the program's own code calls a method of a queue, perhaps through other parts of the library, and not what the queue
    /// was lent to.
    fn is_called_by_own(&self, tid: ThreadId) -> bool {
        for frame in self.state.thread(tid).frames.iter().rev() {
            if self.is_own(frame.method) {
                return true;
            }
            if self.borrows(self.program.method(frame.method).class) {
                return false;
            }
        }
        true
    }

    /// Whether a class is one that queues are lent to, a subclass of it, or nested in it.
    fn borrows(&self, class: ClassId) -> bool {
        let supers = &self.program.class(class).supers;
        supers.iter().any(|&class| {
            let name = self.program.class_name(class);
            let outermost = name.split('$').next().unwrap_or(name);
            lenders().lends(outermost)
        })
    }

    /// The groups that the program's own code asks something of by methods of what it has lent.
    pub(super) fn asked_of_lent(&mut self) -> Vec<usize> {
        let steps = &mut self.run.steps;
        if !std::mem::take(&mut steps.asked) {
            return Vec::new();
        }
        steps.table.as_ref().map_or(Vec::new(), |table| table.lending().collect())
    }
}
