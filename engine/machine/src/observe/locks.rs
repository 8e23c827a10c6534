//! Locks, waits and notifications, as far as what a thread stands before tells.

use super::value::Object;
use super::visible::{Action, Place};
use crate::natives::effect::Effect;
use crate::program::{ClassId, FieldId, Kind, MethodId, ObjId, ThreadId};
use crate::vm::Vm;

impl Vm {
    /// Whether a program asks if another thread is interrupted.
    pub fn looks_at_interrupt(&self, tid: ThreadId, action: &Action) -> bool {
        let Action::Access { place: Place::Field(field), obj, write: false, .. } = *action else { return false };
        let thread = self.state.thread(tid);
        let asks = self.known.threads.interrupted == Some(field) && obj != thread.object;
        asks && self.is_called_by_user(tid)
    }

    /// Whether an object is a synchronizer that models stand for.
    pub fn is_synchronizer(&self, obj: ObjId) -> bool {
        let of = |class: ClassId| self.program.is_subclass(self.state.heap.class_of(obj), class);
        !obj.is_null() && self.known.synchronizers.iter().any(|s| of(s.class))
    }

    /// Whether a reference names a lock: it is the lock, or the `Lock` object around a synchronizer.
    pub fn denotes(&self, value: ObjId, held: ObjId) -> bool {
        if value == held {
            return true;
        }
        if value.is_null() || !self.is_synchronizer(held) {
            return false;
        }
        let id = self.state.heap.class_of(value);
        let class = self.program.class(id);
        class.is_library()
            && class.array_kind().is_none()
            && class.instance.refs.iter().any(|&slot| self.state.heap.field(value, slot) as u32 == held.0)
            && self.program.class_facts(id).is_lock
    }

    /// The synchronizer that a lock or the like is a wrapper of, as those of the class library are.
    pub fn wrapped_synchronizer(&self, outer: Object) -> Option<ObjId> {
        self.reference(outer.id, "sync").map(|(_, inner)| inner)
    }

    /// The field of a synchronizer that says which thread has it alone, and the object of that thread.
    pub fn owner_field(&self, sync: ObjId) -> Option<(FieldId, ObjId)> {
        self.reference(sync, "exclusiveOwnerThread")
    }

    /// The number that a synchronizer holds.
    pub fn synchronizer_state(&self, sync: ObjId) -> Option<i32> {
        let field = self.program.find_field(self.state.heap.class_of(sync), "state")?;
        Some(self.state.heap.field(sync, self.program.field(field).slot) as u32 as i32)
    }

    /// What a field of this name refers to, if the object has one for references.
    fn reference(&self, obj: ObjId, name: &str) -> Option<(FieldId, ObjId)> {
        let id = self.program.find_field(self.state.heap.class_of(obj), name)?;
        let field = self.program.field(id);
        (field.kind == Kind::Ref).then(|| (id, ObjId(self.state.heap.field(obj, field.slot) as u32)))
    }

    /// Whether a native waits for an object or notifies its waiters.
    pub fn is_wait_or_notify(&self, method: MethodId) -> bool {
        matches!(
            self.effect(method),
            Effect::Wait | Effect::Notify { .. } | Effect::Await { .. } | Effect::Signal { .. }
        )
    }

    /// Whether a native notifies waiters.
    pub fn is_notify(&self, method: MethodId) -> bool {
        matches!(self.effect(method), Effect::Notify { .. } | Effect::Signal { .. })
    }

    /// Whether a thread stands before a wait that may end because time is up.
    pub fn is_timed_wait(&self, tid: ThreadId, method: MethodId) -> bool {
        match self.effect(method) {
            Effect::Wait => self.state.thread(tid).register(1) != 0,
            Effect::Await { timed } => timed,
            _ => false,
        }
    }

    /// Whether a native interrupts a thread.
    pub fn is_interrupt(&self, method: MethodId) -> bool {
        self.effect(method) == Effect::Interrupt
    }

    /// The lock that a thread must hold to wait for an object or notify its waiters.
    pub fn lock_of(&self, obj: ObjId) -> ObjId {
        let class = self.state.heap.class_of(obj);
        match self.known.synchronizers.iter().find(|s| s.condition == class) {
            Some(s) => ObjId(self.state.heap.field(obj, s.of_condition) as u32),
            None => obj,
        }
    }
}
