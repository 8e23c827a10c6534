//! Which actions other threads can see, and how they commute.
//!
//! Invisible are: everything on registers, and every access to an object that only this thread can reach. Whether others
//! can reach an object is a sticky bit that is set when the object is stored where they can look.

use crate::interp::Watch;
use crate::program::{Body, ClassId, FieldId, Kind, MethodId, ObjId, Op, ThreadId};
use crate::state::{Frame, FrameExit, Init, Status, Wake};
use crate::vm::Vm;

/// How an action moves past actions of other threads (Lipton).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// Right mover: acquiring a lock.
    Right,
    /// Left mover: releasing one, starting a thread.
    Left,
    /// Both.
    Both,
    /// Neither.
    None,
}

/// A class of memory locations that one discipline is inferred for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A declared field, in whatever object.
    Field(FieldId),
    /// The elements of all arrays allocated at one position of the code.
    Array(u32),
}

/// The next action of a thread that other threads can see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A read or write of memory.
    #[allow(missing_docs)]
    Access { place: Place, obj: ObjId, write: bool, volatile: bool },
    /// Entering a monitor.
    #[allow(missing_docs)]
    Enter { monitor: ObjId },
    /// Leaving one, or the initializer of the class whose mirror it is: others may wait for either.
    #[allow(missing_docs)]
    Exit { monitor: ObjId },
    /// Initializing a class, or waiting for another thread that does.
    #[allow(missing_docs)]
    Initialize { class: ClassId },
    /// Acquiring a synchronizer of `java.util.concurrent`.
    #[allow(missing_docs)]
    Acquire { sync: ObjId, patience: Patience },
    /// Releasing one.
    #[allow(missing_docs)]
    Release { sync: ObjId, shared: bool },
    /// Dropping the execution. What others do before that is not dropped.
    Prune,
    /// Starting a thread.
    #[allow(missing_docs)]
    Start { thread: ObjId },
    /// Any other native: atomic access, wait, notify, park, sleep, interrupt.
    #[allow(missing_docs)]
    Native { method: MethodId, obj: ObjId },
}

/// What can end an acquisition besides being let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// Nothing.
    Endless,
    /// An interrupt.
    Interruptible,
    /// That and time.
    Timed,
}

/// What a native touches that other threads can see.
enum Effect {
    Nothing,
    /// The object in this argument slot.
    Object(usize),
    /// Two arrays.
    Objects(usize, usize),
    /// The synchronizer in slot 0, and whether the thread is interrupted.
    Interruptible,
    /// The object in slot 0, and that the thread is interrupted, if it is.
    Wait,
    /// The identity hash of the object in this slot, when it has none yet.
    Hash(usize),
    /// Makes the string in slot 0 the interned one, if there is none with its content yet.
    Intern,
    Always,
    /// Drops the execution if the `boolean` in slot 0 is this.
    Prune(bool),
    /// Takes the next number for a new thread.
    Number,
    /// Looks at the clock. If time may pass by that, a loop that waits for it must not hide the others; if others wait for
    /// some time, what is seen depends on how far they are.
    Clock,
}

const SYNCHRONIZER: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer";
const LONG_SYNCHRONIZER: &str = "java/util/concurrent/locks/AbstractQueuedLongSynchronizer";
pub(super) const LONG_CONDITION: &str = "java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionObject";
const REENTRANT_LOCK: &str = "java/util/concurrent/locks/ReentrantLock$Sync";
pub(super) const CONDITION: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject";

fn effect(class: &str, name: &str) -> Effect {
    match (class, name) {
        ("jdk/internal/misc/Unsafe", "park" | "unpark") => Effect::Always,
        ("jdk/internal/misc/Unsafe", "copyMemory0" | "copySwapMemory0") => Effect::Objects(1, 4),
        ("jdk/internal/misc/Unsafe", "setMemory0") => Effect::Object(1),
        ("jdk/internal/misc/Unsafe", _)
            if ["get", "put", "compareAnd", "weakCompareAnd"].iter().any(|prefix| name.starts_with(prefix)) =>
        {
            Effect::Object(1)
        }
        ("java/lang/Object", "wait" | "wait0") => Effect::Wait,
        ("java/lang/Object", "notify" | "notifyAll" | "clone") => Effect::Object(0),
        ("java/lang/Object", "hashCode") | ("java/lang/System", "identityHashCode") => Effect::Hash(0),
        ("java/lang/String", "intern") => Effect::Intern,
        ("java/lang/System", "arraycopy") => Effect::Objects(0, 2),
        ("java/lang/reflect/Array", "getLength" | "newArray" | "multiNewArray") => Effect::Nothing,
        ("java/lang/reflect/Array", _) => Effect::Object(0),
        ("java/lang/ref/Reference" | "java/lang/ref/PhantomReference", _) => Effect::Object(0),
        (
            "java/lang/Thread",
            "start0" | "interrupt0" | "sleep" | "sleepNanos0" | "getState" | "threadState" | "getThreads"
            | "dumpThreads" | "getStackTrace0",
        ) => Effect::Always,
        ("java/lang/invoke/MethodHandleNatives", "setCallSiteTargetNormal" | "setCallSiteTargetVolatile") => {
            Effect::Object(0)
        }
        // Where an atomic block begins, others can run; within, they cannot.
        ("gov/nasa/jpf/vm/Verify" | "braid/Braid", "beginAtomic") => Effect::Always,
        (SYNCHRONIZER | LONG_SYNCHRONIZER | REENTRANT_LOCK, _)
            if name.ends_with("Interruptibly") || name.ends_with("Nanos") =>
        {
            Effect::Interruptible
        }
        (SYNCHRONIZER | LONG_SYNCHRONIZER | REENTRANT_LOCK | CONDITION | LONG_CONDITION, _) => Effect::Object(0),
        // All read on from one place.
        (
            "java/io/FileInputStream" | "java/io/RandomAccessFile",
            "read0" | "readBytes" | "readBytes0" | "available0" | "skip0",
        ) => Effect::Always,
        ("gov/nasa/jpf/vm/Verify", "ignoreIf") => Effect::Prune(true),
        ("braid/Braid", "assume") => Effect::Prune(false),
        ("java/lang/System", "nanoTime" | "currentTimeMillis") | ("jdk/internal/misc/VM", "getNanoTimeAdjustment") => {
            Effect::Clock
        }
        ("java/lang/Thread", "nextThreadNum" | "nextThreadID")
        | ("java/lang/Thread$ThreadNumbering" | "java/lang/Thread$ThreadIdentifiers", "next") => Effect::Number,
        ("java/lang/Shutdown", "halt0") | ("<engine>", "terminate") => Effect::Always,
        _ => Effect::Nothing,
    }
}

/// Whether a field of a thread is an ordinary one: no native looks at it behind the back of another thread.
pub(super) fn is_ordinary(field: &str) -> bool {
    matches!(field, "parkBlocker" | "priority" | "daemon" | "contextClassLoader" | "group" | "uncaughtExceptionHandler")
}

impl Vm {
    /// Stores a reference where it may be seen: what a shared object points to is shared.
    pub(crate) fn publish(&mut self, holder: ObjId, value: ObjId) {
        if self.watch != Watch::Off && self.state.heap.is_shared(holder) && !self.state.heap.is_shared(value) {
            super::share(&self.program, &mut self.state.heap, value);
        }
    }

    /// An object that every thread can get at from now on.
    pub(crate) fn publish_to_all(&mut self, obj: ObjId) {
        if self.watch != Watch::Off {
            super::share(&self.program, &mut self.state.heap, obj);
        }
    }

    /// Whether a visible action may happen now; if it may, the next one may not.
    pub(crate) fn pass(&mut self, tid: ThreadId) -> bool {
        match self.watch {
            Watch::Off | Watch::Alone => true,
            Watch::Stop => self.goes_unseen(tid),
            Watch::Pass => {
                self.watch = Watch::Stop;
                true
            }
        }
    }

    /// Whether the next action of a thread, which others can reach, happens together with what comes before and after it.
    pub(crate) fn goes_unseen(&self, tid: ThreadId) -> bool {
        self.runs_atomically(tid) && !self.is_end_of_region(tid)
    }

    /// Whether the thread is in a part of the library that runs atomically.
    ///
    /// * Initializers of library classes: nobody else can use the class meanwhile, and what they read of the rest of the
    ///   library is what it was.
    /// * Making, starting, joining and ending a thread: each is a sequence that takes the monitor of the thread or of its
    ///   group, works on what that monitor protects, and lets it go or waits: right movers, one action, left movers. What
    ///   others must see of it (`start0`, the end of the thread) is an action of its own. So is what has to do with
    ///   properties that anybody may set or ask for: a new thread takes some from its parent, one that ends clears some. If
    ///   somebody looks at groups, joining and leaving one are such things too.
    ///
    /// The program's own code that one of these calls (`InheritableThreadLocal.childValue`, say) does not.
    pub(crate) fn runs_atomically(&self, tid: ThreadId) -> bool {
        let is_own = |f: &Frame| !self.program.class(self.program.method(f.method).class).loader.is_library();
        let frames = &self.state.thread(tid).frames;
        let innermost = frames.iter().rposition(|f| match f.exit {
            FrameExit::Initializer(class) => self.program.class(class).loader.is_library(),
            _ => self.is_thread_housekeeping(f.method),
        });
        self.stop_depth.is_some() || innermost.is_some_and(|at| !frames[at..].iter().any(is_own))
    }

    /// Actions that stand for themselves although they happen inside an atomic part: others wait for them, or could come
    /// before them.
    fn is_end_of_region(&self, tid: ThreadId) -> bool {
        let Some(frame) = self.state.thread(tid).top() else { return false };
        let m = self.program.method(frame.method);
        let (class, name) = (self.program.class_name(m.class), self.program.name(m.name));
        let stands = match m.body {
            Body::Native => {
                name == "start0" && m.class == self.known.thread
                    || match effect(class, name) {
                        Effect::Number => true,
                        Effect::Wait => self.is_seen_interrupted(tid) || self.begins_timed_wait(tid, frame.method),
                        Effect::Clock => self.time_is_shared() && !self.seeds(tid),
                        _ => false,
                    }
            }
            Body::Code(_) => self.begins_or_misses(tid) || self.inherits_or_forgets(tid, frame),
            Body::Untranslated | Body::Abstract => false,
        };
        self.stop_depth.is_none() && stands
    }

    /// Whether a thread is about to read what a new thread takes from its parent or is limited to by its group, or to
    /// clear what others may ask it for.
    fn inherits_or_forgets(&self, tid: ThreadId, frame: &Frame) -> bool {
        let (obj, field, write) = match self.program.code[frame.pc.index()] {
            Op::GetFieldQ { obj, field, .. } => (obj, field, false),
            Op::PutFieldQ { obj, field, .. } => (obj, field, true),
            _ => return false,
        };
        let f = self.program.field(field);
        let holds = || self.state.heap.field(ObjId(self.state.thread(tid).register(obj.0) as u32), f.slot) != 0;
        match (self.program.class_name(f.class), self.program.name(f.name)) {
            ("java/lang/Thread" | "java/lang/Thread$FieldHolder", "priority" | "daemon" | "contextClassLoader")
            | ("java/lang/ThreadGroup", "maxPriority") => !write,
            ("java/lang/Thread", "group" | "uncaughtExceptionHandler") => write && holds(),
            _ => false,
        }
    }

    /// Whether a thread is about to start one that others can get at, or to join one that has not been started: until then
    /// it is not alive and joining it takes no time, from then on joining it does. So neither moves.
    pub(super) fn begins_or_misses(&self, tid: ThreadId) -> bool {
        let thread = self.state.thread(tid);
        let Some(frame) = thread.top() else { return false };
        let m = self.program.method(frame.method);
        let (Body::Code(_), true) = (&m.body, m.class == self.known.thread) else { return false };
        // Both take the monitor of the thread first.
        let Op::MonitorEnter { a } = self.program.code[frame.pc.index()] else { return false };
        let obj = ObjId(thread.register(a.0) as u32);
        match self.program.name(m.name) {
            "start" => true,
            "join" => self.state.threads().iter().all(|t| t.object != obj),
            _ => false,
        }
    }

    fn is_thread_housekeeping(&self, method: MethodId) -> bool {
        let m = self.program.method(method);
        m.class == self.known.thread
            && match self.program.name(m.name) {
                "join" => true,
                "<init>" | "start" | "exit" => !self.program.visibility.threads_are_observed,
                _ => false,
            }
    }

    /// Whether a program looks at what another thread is doing: at its state, at who is in a group of threads, or at who is
    /// there at all.
    pub(super) fn looks_at_threads(&self, tid: ThreadId, action: &Action) -> bool {
        let thread = self.state.thread(tid);
        let Some(frame) = thread.top() else { return false };
        let m = self.program.method(frame.method);
        match action {
            Action::Native { method, obj } if m.class == self.known.thread && *obj != thread.object => {
                match self.program.name(self.program.method(*method).name) {
                    "getState" | "threadState" => self.is_called_by_user(tid),
                    "getThreads" | "dumpThreads" | "getStackTrace0" => true,
                    _ => false,
                }
            }
            // Making a group and putting threads into it tells nobody anything.
            Action::Enter { .. } if self.known.thread_group == Some(m.class) => {
                let name = self.program.name(m.name);
                name != "<init>" && !name.starts_with("add") && !self.runs_atomically(tid)
            }
            Action::Native { .. }
            | Action::Enter { .. }
            | Action::Access { .. }
            | Action::Exit { .. }
            | Action::Initialize { .. }
            | Action::Acquire { .. }
            | Action::Release { .. }
            | Action::Prune
            | Action::Start { .. } => false,
        }
    }

    /// A thread cannot take its next action. If somebody looks at threads and that is news, it waits from now on.
    pub(super) fn wait_visibly(&mut self, tid: ThreadId, action: &Action) -> bool {
        let Action::Enter { monitor } = *action else { return false };
        if !self.program.visibility.threads_are_observed || self.state.thread(tid).core.status != Status::Runnable {
            return false;
        }
        self.state.core_mut(tid).status = Status::Entering { monitor, depth: 1 };
        true
    }

    fn watches(&self) -> bool {
        matches!(self.watch, Watch::Stop | Watch::Pass)
    }

    /// Whether an instruction of the slow path can be seen by other threads.
    pub(crate) fn slow_is_visible(&self, tid: ThreadId, op: &Op) -> bool {
        if !self.watches() {
            return false;
        }
        let register = |r: u16| ObjId(self.state.thread(tid).register(r) as u32);
        match *op {
            Op::MonitorEnter { a } | Op::MonitorExit { a } => {
                let obj = register(a.0);
                !obj.is_null() && self.state.heap.is_shared(obj)
            }
            _ => self.initializes(tid, op).is_some(),
        }
    }

    /// The class whose initialization an instruction starts or waits for, if that can be seen.
    fn initializes(&self, tid: ThreadId, op: &Op) -> Option<ClassId> {
        let class = match *op {
            Op::GetStaticQ { field, .. } | Op::PutStaticQ { field, .. } => self.program.field(field).class,
            Op::NewQ { class, .. } => class,
            Op::InvokeStaticQ { method, .. } => self.program.method(method).class,
            _ => return None,
        };
        self.initialization_shows(tid, class).then_some(class)
    }

    /// The class that the native on top of a thread's stack is there to initialize, if that can be seen.
    fn native_initializes(&self, tid: ThreadId, frame: &Frame) -> Option<ClassId> {
        if frame.method != self.known.initialize {
            return None;
        }
        let mirror = ObjId(self.state.thread(tid).registers(frame)[0] as u32);
        self.state.class_of_mirror(mirror).filter(|&class| self.initialization_shows(tid, class))
    }

    /// Whether others can see that a thread initializes a class now, or waits for who does.
    fn initialization_shows(&self, tid: ThreadId, class: ClassId) -> bool {
        match self.state.init(class) {
            Init::Done | Init::Failed => false,
            Init::Running(owner) => owner != tid,
            Init::Linked => self.initializer_shows(class),
        }
    }

    /// Whether a thread is about to initialize a class by something that nobody can see (reflection, a method handle),
    /// although others can see the initialization.
    pub(crate) fn initializes_unseen(&self, tid: ThreadId, class: ClassId) -> bool {
        if !self.watches() || self.runs_atomically(tid) || !self.initialization_shows(tid, class) {
            return false;
        }
        let Some(frame) = self.state.thread(tid).top() else { return false };
        match self.program.method(frame.method).body {
            Body::Native => frame.method != self.known.initialize,
            Body::Code(_) => self.initializes(tid, &self.program.code[frame.pc.index()]).is_none(),
            Body::Untranslated | Body::Abstract => false,
        }
    }

    /// The class whose initializer, one of the program's own, a thread is about to leave by returning: others may wait for that.
    /// One that is left by an exception is noticed when that has happened (`expand`).
    pub(crate) fn ends_initializer(&self, tid: ThreadId) -> Option<ClassId> {
        let frame = self.state.thread(tid).top()?;
        let Body::Code(_) = self.program.method(frame.method).body else { return None };
        let (FrameExit::Initializer(class), Op::Return {}) = (frame.exit, self.program.code[frame.pc.index()]) else {
            return None;
        };
        // One without code of its own is over as soon as its superclasses are.
        let c = self.program.class(class);
        (!c.loader.is_library() && c.class_initializer.is_some()).then_some(class)
    }

    fn initializer_shows(&self, class: ClassId) -> bool {
        let c = self.program.class(class);
        c.supers.iter().chain(&c.all_interfaces).any(|&c| {
            let linked = self.program.class(c);
            !linked.loader.is_library() && self.state.init(c) != Init::Done && linked.class_initializer.is_some()
        })
    }

    /// Whether the native on top of a thread's stack does something that other threads can see.
    pub(crate) fn native_is_visible(&self, tid: ThreadId, frame: &Frame) -> bool {
        if !self.watches() || self.state.thread(tid).core.wake != Wake::None {
            return false;
        }
        if self.native_initializes(tid, frame).is_some() {
            return true;
        }
        let m = self.program.method(frame.method);
        let registers = self.state.thread(tid).registers(frame);
        let shared = |slot: usize| {
            let obj = ObjId(registers[slot] as u32);
            // Memory outside the heap belongs to everybody.
            self.state.heap.is_shared(obj)
        };
        let (class, name) = (self.program.class_name(m.class), self.program.name(m.name));
        if self.begins_timed_wait(tid, frame.method) {
            return true;
        }
        match effect(class, name) {
            Effect::Nothing => self.is_given_shared(class, name, registers),
            Effect::Always => true,
            Effect::Prune(when) => (registers[0] & 1 == 1) == when,
            Effect::Number => self.program.visibility.numbers_are_observed,
            Effect::Clock => self.time_is_shared() && !self.seeds(tid) || self.time_may_pass(tid),
            Effect::Object(slot) => shared(slot),
            Effect::Wait => shared(0) || self.is_seen_interrupted(tid),
            Effect::Interruptible => shared(0) || self.state.heap.is_shared(self.state.thread(tid).object),
            Effect::Objects(a, b) => shared(a) || shared(b),
            Effect::Intern => self.state.interned(&self.string_utf16(ObjId(registers[0] as u32))).is_none(),
            Effect::Hash(slot) => shared(slot) && self.state.heap.header(ObjId(registers[slot] as u32)).hash == 0,
        }
    }

    /// Whether a thread stands before a wait whose end depends on when it begins, and it can be told when that is.
    fn begins_timed_wait(&self, tid: ThreadId, method: MethodId) -> bool {
        let name = self.program.name(self.program.method(method).name);
        self.time_is_shared() && (self.is_timed_wait(tid, method) || name.ends_with("Nanos"))
    }

    /// Whether a thread is interrupted and others can ask for that: what finds it out clears it.
    fn is_seen_interrupted(&self, tid: ThreadId) -> bool {
        let object = self.state.thread(tid).object;
        let field = self.program.find_field(self.known.thread, "interrupted");
        let is_set = |field: FieldId| self.state.heap.field(object, self.program.field(field).slot) != 0;
        self.state.heap.is_shared(object) && field.is_some_and(is_set)
    }

    /// Whether the native on top of a thread's stack starts a thread or asks for a choice, so that from there on there is
    /// more than one execution.
    pub(crate) fn opens_choices(&self, tid: ThreadId, method: MethodId) -> bool {
        let m = self.program.method(method);
        match self.program.class_name(m.class) {
            "java/lang/System" | "jdk/internal/misc/VM" => self.time_may_pass(tid),
            "java/lang/Thread" => self.program.name(m.name) == "start0" && !self.starts_cleaner(tid),
            "gov/nasa/jpf/vm/Verify" | "braid/Braid" => {
                !matches!(self.program.name(m.name), "beginAtomic" | "endAtomic" | "isChecked" | "isRunningInJPF")
            }
            "jdk/internal/misc/Unsafe" => self.config.spurious && self.program.name(m.name).starts_with("weak"),
            _ => false,
        }
    }

    /// Whether the thread that is about to be started will never run.
    fn starts_cleaner(&self, tid: ThreadId) -> bool {
        self.is_cleaner(ObjId(self.state.thread(tid).register(0) as u32))
    }

    /// Whether a thread stands before the beginning of an atomic block.
    pub(super) fn atomic_is_next(&self, tid: ThreadId) -> bool {
        self.state.thread(tid).top().is_some_and(|frame| {
            let m = self.program.method(frame.method);
            matches!(m.body, Body::Native) && self.program.name(m.name) == "beginAtomic"
        })
    }

    /// Whether a thread stands before a native that starts a thread or asks for a choice.
    pub(crate) fn choice_is_next(&self, tid: ThreadId) -> bool {
        self.state.thread(tid).top().is_some_and(|frame| self.opens_choices(tid, frame.method))
    }

    /// Whether the program set a handler for exceptions that this thread does not catch.
    pub(crate) fn has_own_handler(&mut self, tid: ThreadId) -> bool {
        let object = self.state.thread(tid).object;
        let class = self.known.thread;
        let slot = self.slot(class, "uncaughtExceptionHandler");
        let own = self.state.heap.field(object, slot) as u32 != 0;
        own || self.static_field(class, "defaultUncaughtExceptionHandler").is_ok_and(|h| h as u32 != 0)
            || self.has_handling_group(object)
    }

    /// Whether a group that a thread is in, directly or through other groups, has a handler of the program's own.
    fn has_handling_group(&mut self, thread: ObjId) -> bool {
        const HANDLER: (&str, &str) = ("uncaughtException", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V");
        let mut group = ObjId(self.thread_field(thread, "group") as u32);
        while !group.is_null() {
            let class = self.state.heap.class_of(group);
            let handler = self.program.find_method(class, HANDLER.0, HANDLER.1);
            if handler.is_some_and(|method| self.is_users(method)) {
                return true;
            }
            let parent = self.slot(class, "parent");
            group = ObjId(self.state.heap.field(group, parent) as u32);
        }
        false
    }

    /// The action before which a thread has stopped.
    pub fn pending_action(&self, tid: ThreadId) -> Option<Action> {
        let frame = *self.state.thread(tid).top()?;
        let register = |r: u16| ObjId(self.state.thread(tid).register(r) as u32);
        let m = self.program.method(frame.method);
        if let Some(class) = self.native_initializes(tid, &frame) {
            return Some(Action::Initialize { class });
        }
        if let Body::Native = m.body {
            let (class, name) = (self.program.class_name(m.class), self.program.name(m.name));
            let obj = match effect(class, name) {
                Effect::Object(slot) | Effect::Hash(slot) | Effect::Objects(slot, _) => register(slot as u16),
                Effect::Interruptible | Effect::Wait => register(0),
                // What comes first may be no reference: how long to sleep, how to exit.
                Effect::Clock | Effect::Number => ObjId::NULL,
                Effect::Nothing | Effect::Always if m.is_static() && m.params.first() != Some(&Kind::Ref) => {
                    ObjId::NULL
                }
                Effect::Nothing | Effect::Always | Effect::Intern => register(0),
                Effect::Prune(_) => return Some(Action::Prune),
            };
            return Some(match (class, name) {
                ("java/lang/Thread", "start0") => Action::Start { thread: obj },
                (SYNCHRONIZER | LONG_SYNCHRONIZER, "release") => Action::Release { sync: obj, shared: false },
                (SYNCHRONIZER | LONG_SYNCHRONIZER, "releaseShared") => Action::Release { sync: obj, shared: true },
                (SYNCHRONIZER | LONG_SYNCHRONIZER, "acquire" | "acquireShared") | (REENTRANT_LOCK, "lock") => {
                    Action::Acquire { sync: obj, patience: Patience::Endless }
                }
                (SYNCHRONIZER | LONG_SYNCHRONIZER, "acquireInterruptibly" | "acquireSharedInterruptibly")
                | (REENTRANT_LOCK, "lockInterruptibly") => {
                    Action::Acquire { sync: obj, patience: Patience::Interruptible }
                }
                (SYNCHRONIZER | LONG_SYNCHRONIZER, "tryAcquireNanos" | "tryAcquireSharedNanos")
                | (REENTRANT_LOCK, "tryLockNanos") => Action::Acquire { sync: obj, patience: Patience::Timed },
                ("jdk/internal/misc/Unsafe", "park") => Action::Native { method: frame.method, obj: ObjId::NULL },
                ("jdk/internal/misc/Unsafe", "unpark") => Action::Native { method: frame.method, obj: register(1) },
                _ => Action::Native { method: frame.method, obj },
            });
        }
        let op = self.program.code[frame.pc.index()];
        if let Some(class) = self.initializes(tid, &op) {
            return Some(Action::Initialize { class });
        }
        if let Some(class) = self.ends_initializer(tid) {
            return self.state.mirror(class).map(|monitor| Action::Exit { monitor });
        }
        let field_access = |field: FieldId, obj: ObjId, write: bool| Action::Access {
            place: Place::Field(field),
            obj,
            write,
            volatile: self.program.field(field).flags.is_volatile(),
        };
        let element = |obj: ObjId, write: bool| Action::Access {
            place: Place::Array(self.state.heap.header(obj).site),
            obj,
            write,
            volatile: false,
        };
        Some(match op {
            Op::GetFieldQ { obj, field, .. } => field_access(field, register(obj.0), false),
            Op::PutFieldQ { obj, field, .. } => field_access(field, register(obj.0), true),
            Op::GetStaticQ { field, .. } => {
                field_access(field, self.state.ready_mirror(self.program.field(field).class), false)
            }
            Op::PutStaticQ { field, .. } => {
                field_access(field, self.state.ready_mirror(self.program.field(field).class), true)
            }
            Op::BALoad { a, .. }
            | Op::CALoad { a, .. }
            | Op::SALoad { a, .. }
            | Op::IALoad { a, .. }
            | Op::LALoad { a, .. }
            | Op::AALoad { a, .. } => element(register(a.0), false),
            Op::BAStore { a, .. }
            | Op::CAStore { a, .. }
            | Op::IAStore { a, .. }
            | Op::LAStore { a, .. }
            | Op::AAStore { a, .. } => element(register(a.0), true),
            Op::MonitorEnter { a } => Action::Enter { monitor: register(a.0) },
            Op::MonitorExit { a } => Action::Exit { monitor: register(a.0) },
            _ => return None,
        })
    }

    /// Whether the thread would block on this action now.
    pub fn blocks(&self, tid: ThreadId, action: &Action) -> bool {
        match action {
            Action::Enter { monitor } => {
                self.state.monitor(*monitor).and_then(|m| m.owner).is_some_and(|(owner, _)| owner != tid)
            }
            Action::Initialize { class } => {
                matches!(self.state.init(*class), Init::Running(owner) if owner != tid)
            }
            Action::Native { method, obj } if *method == self.known.terminate => {
                self.state.monitor(*obj).and_then(|m| m.owner).is_some_and(|(owner, _)| owner != tid)
            }
            Action::Access { .. }
            | Action::Exit { .. }
            | Action::Start { .. }
            | Action::Prune
            // Whether a synchronizer lets a thread in is known when it has tried.
            | Action::Acquire { .. }
            | Action::Release { .. }
            | Action::Native { .. } => false,
        }
    }

    /// The synchronizer that a thread stands before and wants to acquire.
    pub(super) fn acquires(&self, tid: ThreadId) -> Option<ObjId> {
        let frame = self.state.thread(tid).top()?;
        if !matches!(self.program.method(frame.method).body, Body::Native) {
            return None;
        }
        match self.pending_action(tid)? {
            Action::Acquire { sync, .. } => Some(sync),
            Action::Access { .. }
            | Action::Enter { .. }
            | Action::Exit { .. }
            | Action::Initialize { .. }
            | Action::Release { .. }
            | Action::Prune
            | Action::Start { .. }
            | Action::Native { .. } => None,
        }
    }

    /// Whether a method runs to its end without anybody else being scheduled.
    pub(crate) fn runs_to_completion(&self) -> bool {
        self.stop_depth.is_some()
    }
}
