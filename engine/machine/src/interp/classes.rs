//! Mirrors and class initialization (JVMS 5.5).

use super::{Raise, Res};
use crate::program::{Body, ClassId, ClassKind, ConstantValue, ObjId, ThreadId, access};
use crate::state::{FrameExit, Init, Status};
use crate::vm::Vm;

impl Vm {
    /// The mirror of a class, made when first asked for. Static fields live in it behind the fields of `Class`.
    pub fn mirror(&mut self, class: ClassId) -> ObjId {
        if let Some(mirror) = self.state.mirror(class) {
            return mirror;
        }
        let fields = self.known.class_slots;
        let statics = self.program.class(class).statics.slots;
        let mirror = self.state.heap.alloc(self.known.class, u32::from(fields + statics));
        self.state.set_mirror(class, mirror);
        if self.run.watch != super::Watch::Off {
            self.state.heap.set_shared(mirror);
        }
        self.prepare_statics(class, mirror);
        if let ClassKind::Array { element, .. } = self.program.class(class).kind {
            let component = self.mirror(element);
            let slot = self.slot(self.known.class, "componentType");
            self.state.heap.set_field(mirror, slot, u64::from(component.0));
        }
        self.set_mirror_context(class, mirror);
        mirror
    }

    fn prepare_statics(&mut self, class: ClassId, mirror: ObjId) {
        for field in self.program.class(class).fields.clone() {
            let f = self.program.field(field);
            let Some(constant) = f.constant else { continue };
            if !f.flags.is_static() {
                continue;
            }
            let slot = self.known.class_slots + f.slot;
            let value = match constant {
                ConstantValue::Int(v) => u64::from(v as u32),
                ConstantValue::Long(v) => v as u64,
                ConstantValue::Float(v) => u64::from(v),
                ConstantValue::Double(v) => v,
                ConstantValue::String(s) => u64::from(self.literal(s).0),
                ConstantValue::Site(_) => continue,
            };
            self.state.heap.set_field(mirror, slot, value);
        }
    }

    /// Makes sure that a class is initialized, or being initialized by this thread. `Again` when frames were pushed or the
    /// thread has to wait.
    pub(crate) fn ensure_init(&mut self, tid: ThreadId, class: ClassId) -> Res<()> {
        match self.state.init(class) {
            Init::Done => return Ok(()),
            Init::Running(owner) if owner == tid => return Ok(()),
            Init::Running(_) if self.initializes_unseen(tid, class) => return self.initialize_seen(tid, class),
            Init::Running(_) => {
                self.state.core_mut(tid).status = Status::Initializing { class };
                return Err(Raise::Again);
            }
            Init::Failed => {
                let error = self.failed_class_error(tid, class)?;
                return Err(Raise::Object(error));
            }
            Init::Linked => {}
        }
        if self.initializes_unseen(tid, class) {
            return self.initialize_seen(tid, class);
        }
        self.mirror(class);
        let supers = self.initialized_before(class);
        let initializer = self.program.class(class).class_initializer;
        if initializer.is_none() && supers.iter().all(|&s| self.state.init(s) == Init::Done) {
            self.state.set_init(class, Init::Done);
            return Ok(());
        }
        let method = initializer.unwrap_or(self.known.nothing);
        if let Body::Untranslated = self.program.method(method).body {
            self.loader.translate(&mut self.program, method)?;
        }
        // Once the frame is there, whatever fails leaves it, and then the class is not left in between.
        self.push_call(tid, method, &[], FrameExit::Initializer(class))?;
        self.state.set_init(class, Init::Running(tid));
        if self.program.class(class).is_library() {
            self.observed.regions.begins(class, self.state.heap.object_count());
        }
        // The last one pushed runs first: the superclass, then the interfaces in order.
        for &before in supers.iter().rev() {
            if self.state.init(before) != Init::Done {
                let method = self.known.initialize;
                let args = [u64::from(self.mirror(before).0)];
                self.push_call(tid, method, &args, FrameExit::Again)?;
            }
        }
        Err(Raise::Again)
    }

    /// Leaves it to a frame of its own to initialize a class, or to wait for that: an action that others can see. Then the
    /// instruction or native that needs the class runs again.
    fn initialize_seen(&mut self, tid: ThreadId, class: ClassId) -> Res<()> {
        let mirror = self.mirror(class);
        self.push_call(tid, self.known.initialize, &[u64::from(mirror.0)], FrameExit::Again)?;
        Err(Raise::Again)
    }

    /// What JVMS 5.5 step 7 initializes first: the superclass, and superinterfaces that declare default methods.
    fn initialized_before(&self, class: ClassId) -> Vec<ClassId> {
        let c = self.program.class(class);
        if c.is_interface() || !matches!(c.kind, ClassKind::Instance) {
            return Vec::new();
        }
        let mut before: Vec<ClassId> = c.super_class.into_iter().collect();
        self.collect_default_interfaces(class, &mut before);
        before
    }

    fn collect_default_interfaces(&self, class: ClassId, found: &mut Vec<ClassId>) {
        for &interface in &self.program.class(class).interfaces {
            self.collect_default_interfaces(interface, found);
            let has_default = self.program.class(interface).methods.iter().any(|&m| {
                let method = self.program.method(m);
                !method.is_static() && !method.has(access::ABSTRACT)
            });
            if has_default && !found.contains(&interface) {
                found.push(interface);
            }
        }
    }

    /// A class initializer ended.
    pub(super) fn finish_init(&mut self, class: ClassId, how: Init) {
        self.state.set_init(class, how);
        for id in self.state.thread_ids() {
            if self.state.thread(id).core.status == (Status::Initializing { class }) {
                self.state.core_mut(id).status = Status::Runnable;
            }
        }
    }
}
