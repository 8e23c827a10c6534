//! What the engine knows of the class library by name, looked up once: from here on there are only numbers.

use crate::interp::{Raise, Res};
use crate::natives::Asking;
use crate::program::{ClassId, FieldId, MethodId, ObjId, Program};
use crate::vm::Vm;

/// A base class of synchronizers.
#[derive(Clone, Copy, Debug)]
pub struct Synchronizer {
    /// The class.
    pub class: ClassId,
    /// Whether its state is a `long`.
    pub is_long: bool,
    /// The class of its conditions.
    pub condition: ClassId,
    /// Where those refer to it.
    pub of_condition: u16,
}

/// Classes and slots that the engine itself uses.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Known {
    pub object: ClassId,
    pub class: ClassId,
    pub string: ClassId,
    pub throwable: ClassId,
    pub thread: ClassId,
    /// Field slots of a `java/lang/Class` instance; statics of the mirrored class follow.
    pub class_slots: u16,
    pub string_value: u16,
    pub string_coder: u16,
    pub(crate) method_handle: Option<ClassId>,
    pub thread_group: Option<ClassId>,
    /// The base classes of weak references and their like, and of their queues.
    pub references: Vec<ClassId>,
    /// Where newer class libraries keep what is common to a thread's life: its priority, its group.
    pub thread_holder: Option<ClassId>,
    /// What the methods and fields of threads are for.
    pub threads: ThreadFacts,
    /// The base classes of synchronizers, where models stand for them.
    pub synchronizers: Vec<Synchronizer>,
    /// A native that initializes the class whose mirror it is given.
    pub initialize: MethodId,
    /// A native that lets the running thread end.
    pub terminate: MethodId,
    /// A native that writes a file.
    pub(crate) write_file: MethodId,
    /// What asks a class loader of the program's own.
    pub(crate) asking: Asking,
    /// A method that does nothing.
    pub nothing: MethodId,
    /// The module of the class library's base.
    pub(crate) boot_module: ObjId,
    /// The loader of the class path.
    pub(crate) app_loader: ObjId,
    /// The loader of the other modules of the class library.
    pub(crate) platform_loader: ObjId,
    /// The thread of the class library that puts cleared references into their queues.
    pub(crate) reference_handler: ObjId,
    /// The class library is up.
    pub(crate) booted: bool,
    /// The objects below this one were made before the program began.
    pub first_program_object: ObjId,
}

impl Known {
    pub(crate) fn method_handle(&self) -> Res<ClassId> {
        self.method_handle.ok_or_else(|| Raise::Unsupported("MethodHandle is not loaded".into()))
    }
}

/// What a method of `Thread` does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadMethod {
    /// Makes a thread.
    Make,
    /// Starts one.
    Start,
    /// Waits for the end of one.
    Join,
    /// Clears what a thread that ends does not need any more.
    End,
}

/// What a field of a thread, of its holder or of its group is for.
#[derive(Clone, Copy, Default, Debug)]
pub struct ThreadField {
    /// A new thread takes it from its parent, or is limited to it by its group.
    pub inherited: bool,
    /// A thread that ends clears it.
    pub forgotten: bool,
    /// No native looks at it behind the back of another thread.
    pub ordinary: bool,
    /// It tells the thread from others that are alike: its name, its number.
    pub telling: bool,
    /// It tells whether the thread has ended.
    pub tells_end: bool,
}

/// What the methods and fields of threads are for.
#[derive(Clone, Debug, Default)]
pub struct ThreadFacts {
    methods: Vec<(MethodId, ThreadMethod)>,
    fields: Vec<(FieldId, ThreadField)>,
    /// The interrupt flag, which the class library keeps in the thread object.
    pub interrupted: Option<FieldId>,
    /// Where that is.
    pub interrupted_slot: u16,
    /// Where the name and the number of a thread are.
    pub telling_slots: Vec<u16>,
    /// Where a group keeps its threads, in the order they came, if it does.
    pub listing_slot: Option<u16>,
    /// `join()`.
    pub join: Option<MethodId>,
    /// Where a thread keeps its holder.
    pub holder: Option<u16>,
    /// Where a group says that it is destroyed with the end of its last thread, if this class library destroys groups.
    pub group_is_destroyed: Option<u16>,
}

impl ThreadFacts {
    /// Looks them up. Feature versions differ in where they keep a property, in the thread or in its holder.
    pub fn of(program: &Program, known: &Known) -> Self {
        let methods = program.class(known.thread).methods.iter().filter_map(|&method| {
            let what = match program.name(program.method(method).name) {
                "<init>" => ThreadMethod::Make,
                "start" => ThreadMethod::Start,
                "join" => ThreadMethod::Join,
                "exit" => ThreadMethod::End,
                _ => return None,
            };
            Some((method, what))
        });
        let ordinary = ThreadField { ordinary: true, ..ThreadField::default() };
        let of_thread = |name: &str| match name {
            "priority" | "daemon" | "contextClassLoader" => Some(ThreadField { inherited: true, ..ordinary }),
            "group" | "uncaughtExceptionHandler" => Some(ThreadField { forgotten: true, ..ordinary }),
            "parkBlocker" | "target" | "scopedValueBindings" => Some(ordinary),
            "name" | "tid" => Some(ThreadField { telling: true, ..ThreadField::default() }),
            "eetop" | "threadStatus" => Some(ThreadField { tells_end: true, ..ThreadField::default() }),
            _ => None,
        };
        let of_group =
            |name: &str| (name == "maxPriority").then_some(ThreadField { inherited: true, ..Default::default() });
        let mut fields = Vec::new();
        for class in [Some(known.thread), known.thread_holder, known.thread_group].into_iter().flatten() {
            for &field in &program.class(class).fields {
                let name = program.name(program.field(field).name);
                let what = if known.thread_group == Some(class) { of_group(name) } else { of_thread(name) };
                fields.extend(what.map(|what| (field, what)));
            }
        }
        let interrupted = program.find_field(known.thread, "interrupted");
        let slot_of = |field: FieldId| program.field(field).slot;
        let telling = fields.iter().filter(|(_, what): &&(FieldId, ThreadField)| what.telling);
        let telling_slots = telling.map(|&(field, _)| slot_of(field)).collect();
        let listing_slot = known.thread_group.and_then(|group| program.find_field(group, "threads")).map(slot_of);
        let slot = |class: ClassId, name: &str| program.find_field(class, name).map(|field| program.field(field).slot);
        ThreadFacts {
            join: program.find_method(known.thread, "join", "()V"),
            holder: slot(known.thread, "holder"),
            group_is_destroyed: known
                .thread_group
                .filter(|&group| program.find_field(group, "destroyed").is_some())
                .and_then(|group| slot(group, "daemon")),
            methods: methods.collect(),
            fields,
            interrupted,
            interrupted_slot: interrupted.map_or(0, slot_of),
            telling_slots,
            listing_slot,
        }
    }

    /// What a method does with threads, if it is one of `Thread` that makes, starts, joins or ends one.
    pub fn method(&self, method: MethodId) -> Option<ThreadMethod> {
        self.methods.iter().find(|&&(known, _)| known == method).map(|&(_, what)| what)
    }

    /// What a field of a thread is for; nothing in particular if it is not listed.
    pub fn field(&self, field: FieldId) -> ThreadField {
        self.fields.iter().find(|&&(known, _)| known == field).map_or_else(ThreadField::default, |&(_, what)| what)
    }
}

impl Vm {
    /// Whether a slot of an object tells a thread from others that are alike.
    pub(crate) fn tells_threads_apart(&self, obj: ObjId, slot: u16) -> bool {
        self.known.threads.telling_slots.contains(&slot)
            && self.program.is_subclass(self.state.heap.class_of(obj), self.known.thread)
    }

    /// Looks up the base classes of synchronizers.
    pub(crate) fn know_synchronizers(&mut self) -> Res<()> {
        let bases = ["AbstractQueuedSynchronizer", "AbstractQueuedLongSynchronizer"];
        for (base, is_long) in bases.into_iter().zip([false, true]) {
            let class = self.class(&format!("java/util/concurrent/locks/{base}"))?;
            let condition = self.class(&format!("java/util/concurrent/locks/{base}$ConditionObject"))?;
            let of_condition = self.slot(condition, "this$0");
            self.known.synchronizers.push(Synchronizer { class, is_long, condition, of_condition });
        }
        Ok(())
    }

    /// What a method does with threads, if it is one of `Thread` that makes, starts, joins or ends one.
    pub fn thread_method(&self, method: MethodId) -> Option<ThreadMethod> {
        if self.program.method(method).class != self.known.thread {
            return None;
        }
        self.known.threads.method(method)
    }
}
