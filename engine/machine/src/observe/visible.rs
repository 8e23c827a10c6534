//! Which actions other threads can see.
//!
//! Invisible are: everything on registers, and every access to an object that only this thread can reach. Whether others
//! can reach an object is a sticky bit that is set when the object is stored where they can look.

use crate::interp::Watch;
use crate::known::ThreadMethod;
use crate::natives::effect::{Effect, Patience};
use crate::parts::Visibility;
use crate::program::{Body, ClassId, FieldId, MethodId, ObjId, Op, SiteId, ThreadId};
use crate::state::{Frame, FrameExit, Init, Status};
use crate::vm::Vm;

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
    /// Looking whether a call site or dynamic constant is linked that is not, or linking it.
    #[allow(missing_docs)]
    Link { site: SiteId },
    /// Acquiring a synchronizer of `java.util.concurrent`.
    #[allow(missing_docs)]
    Acquire { sync: ObjId, patience: Patience },
    /// Taking an action of the program's own as a whole, once that is possible.
    #[allow(missing_docs)]
    Attempt { action: ObjId, patience: Patience },
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

impl Action {
    /// How long a thread would wait for an action of which it shows only when it is tried whether it is possible.
    pub fn tries(&self) -> Option<Patience> {
        match *self {
            Action::Acquire { patience, .. } | Action::Attempt { patience, .. } => Some(patience),
            Action::Access { .. }
            | Action::Enter { .. }
            | Action::Exit { .. }
            | Action::Initialize { .. }
            | Action::Link { .. }
            | Action::Release { .. }
            | Action::Prune
            | Action::Start { .. }
            | Action::Native { .. } => None,
        }
    }
}

impl Vm {
    /// Stores a reference where it may be seen: what a shared object points to is shared.
    pub(crate) fn publish(&mut self, holder: ObjId, value: ObjId) {
        if self.run.watch != Watch::Off && self.state.heap.is_shared(holder) && !self.state.heap.is_shared(value) {
            crate::state::share(&self.program, &mut self.state.heap, value);
        }
    }

    /// An object that every thread can get at from now on.
    pub(crate) fn publish_to_all(&mut self, obj: ObjId) {
        if self.run.watch != Watch::Off {
            crate::state::share(&self.program, &mut self.state.heap, obj);
        }
    }

    /// Whether a visible action may happen now; if it may, the next one may not.
    pub(crate) fn pass(&mut self, tid: ThreadId) -> bool {
        match self.run.watch {
            Watch::Off | Watch::Alone | Watch::Each => true,
            Watch::Stop => {
                let unseen = self.goes_unseen(tid);
                if unseen {
                    self.note_unseen(tid);
                    self.happens_unseen(tid);
                }
                unseen
            }
            Watch::Pass => {
                self.run.watch = Watch::Stop;
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
    /// * Initializers of library classes: no other thread can use the class meanwhile, and what they read of the rest of the
    ///   library is what it was.
    /// * Making, starting, joining and ending a thread: each is a sequence that takes the monitor of the thread or of its
    ///   group, works on what that monitor protects, and lets it go or waits: right movers, one action, left movers. What
    ///   others must see of it (`start0`, the end of the thread) is an action of its own. So is what has to do with
    ///   properties that any thread may set or ask for: a new thread takes some from its parent, one that ends clears some. If
    ///   the program looks at groups, joining and leaving one are such things too.
    ///
    /// The program's own code that one of these calls (`InheritableThreadLocal.childValue`, say) does not. That other threads
    /// keep away from what these parts work on is observed (`regions`).
    pub fn runs_atomically(&self, tid: ThreadId) -> bool {
        self.run.stop_depth.is_some() || self.is_in_region(tid)
    }

    /// Actions that stand for themselves although they happen inside an atomic part: others wait for them, or could come
    /// before them. A new thread takes properties from its parent and is limited by its group, one that ends clears some
    /// that others may ask for.
    fn is_end_of_region(&self, tid: ThreadId) -> bool {
        let Some(frame) = self.state.thread(tid).top() else { return false };
        if self.run.stop_depth.is_some() {
            return false;
        }
        match self.program.method(frame.method).body {
            Body::Native => match self.effect(frame.method) {
                Effect::Start | Effect::Number => true,
                Effect::Wait => {
                    self.run.visibility.threads_are_observed
                        || self.is_seen_interrupted(tid)
                        || self.begins_timed_wait(tid, frame.method)
                }
                Effect::Clock(_) => self.time_is_shared() && !self.seeds(tid),
                _ => false,
            },
            Body::Code(_) => match self.program.code[frame.pc.index()] {
                Op::MonitorEnter { .. } => self.begins_or_misses(tid),
                Op::GetFieldQ { field, .. } => self.known.threads.field(field).inherited,
                Op::PutFieldQ { obj, field, .. } => {
                    self.known.threads.field(field).forgotten && {
                        let holder = ObjId(self.state.thread(tid).register(obj.0) as u32);
                        self.state.heap.field(holder, self.program.field(field).slot) != 0
                    }
                }
                _ => false,
            },
            Body::Untranslated | Body::Abstract => false,
        }
    }

    /// Whether a thread is about to start one that others can get at, or to join one that has not been started: until then
    /// it is not alive and joining it takes no time, from then on joining it does. So neither moves. Nor does a join by a thread
    /// that is interrupted, which throws as long as the other one is alive.
    pub fn begins_or_misses(&self, tid: ThreadId) -> bool {
        let thread = self.state.thread(tid);
        let Some(frame) = thread.top() else { return false };
        // Both take the monitor of the thread first.
        let Op::MonitorEnter { a } = self.program.code[frame.pc.index()] else { return false };
        let obj = ObjId(thread.register(a.0) as u32);
        match self.thread_method(frame.method) {
            Some(ThreadMethod::Start) => true,
            Some(ThreadMethod::Join) => {
                self.is_interrupted(tid) || self.state.threads().iter().all(|t| t.object != obj)
            }
            Some(ThreadMethod::Make | ThreadMethod::End) | None => false,
        }
    }

    /// Whether a method takes care of threads and runs atomically.
    pub(crate) fn is_thread_housekeeping(&self, method: MethodId) -> bool {
        match self.thread_method(method) {
            Some(ThreadMethod::Join) => true,
            Some(ThreadMethod::Make | ThreadMethod::Start | ThreadMethod::End) => self.housekeeping_is_atomic(),
            None => false,
        }
    }

    /// Whether making, starting and ending a thread run atomically.
    pub(crate) fn housekeeping_is_atomic(&self) -> bool {
        let Visibility { threads_are_observed, housekeeping_interleaves, .. } = self.run.visibility;
        !threads_are_observed && !housekeeping_interleaves
    }

    /// Whether a program looks at what another thread is doing: at its state, at who is in a group of threads, or at who is
    /// there at all.
    pub fn looks_at_threads(&self, tid: ThreadId, action: &Action) -> bool {
        let thread = self.state.thread(tid);
        let Some(frame) = thread.top() else { return false };
        let m = self.program.method(frame.method);
        match action {
            Action::Native { method, obj } if *obj != thread.object => match self.effect(*method) {
                Effect::ThreadState => self.observes(tid, *obj),
                Effect::Threads => true,
                _ => false,
            },
            // Making a group and putting threads into it tells no thread anything.
            Action::Enter { .. } if self.known.thread_group == Some(m.class) => {
                let name = self.program.name(m.name);
                name != "<init>" && !name.starts_with("add") && !self.runs_atomically(tid)
            }
            Action::Native { .. }
            | Action::Enter { .. }
            | Action::Access { .. }
            | Action::Exit { .. }
            | Action::Initialize { .. }
            | Action::Link { .. }
            | Action::Acquire { .. }
            | Action::Attempt { .. }
            | Action::Release { .. }
            | Action::Prune
            | Action::Start { .. } => false,
        }
    }

    /// A thread cannot take its next action. If the program looks at threads and that is news, it waits from now on.
    pub fn wait_visibly(&mut self, tid: ThreadId, action: &Action) -> bool {
        let monitor = match *action {
            Action::Enter { monitor } => monitor,
            // A thread that ends takes the monitor of its own object.
            Action::Native { method, obj } if method == self.known.terminate => obj,
            Action::Native { .. }
            | Action::Access { .. }
            | Action::Exit { .. }
            | Action::Initialize { .. }
            | Action::Link { .. }
            | Action::Acquire { .. }
            | Action::Attempt { .. }
            | Action::Release { .. }
            | Action::Prune
            | Action::Start { .. } => return false,
        };
        if !self.run.visibility.threads_are_observed || self.state.thread(tid).core.status != Status::Runnable {
            return false;
        }
        self.state.core_mut(tid).status = Status::Entering { monitor, depth: 1 };
        true
    }

    pub(crate) fn watches(&self) -> bool {
        matches!(self.run.watch, Watch::Stop | Watch::Pass)
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
            _ => self.initializes(tid, op).is_some() || self.links(op).is_some(),
        }
    }

    /// Whether other threads can see that a frame is left: that an initializer is over, or that a site is linked.
    pub(crate) fn return_is_visible(&self, tid: ThreadId, frame: &Frame) -> bool {
        match frame.exit {
            FrameExit::Initializer(_) => self.ends_initializer(tid).is_some(),
            FrameExit::Link(_) => self.watches(),
            FrameExit::Plain
            | FrameExit::Reflective
            | FrameExit::Again
            | FrameExit::Run
            | FrameExit::Handler
            | FrameExit::End
            | FrameExit::Engine => false,
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
    pub(crate) fn native_initializes(&self, tid: ThreadId, frame: &Frame) -> Option<ClassId> {
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
            Init::Linked if self.run.visibility.classes_are_observed => {
                !self.program.class(class).is_library() || self.initializer_shows(class)
            }
            Init::Linked => self.initializer_shows(class),
        }
    }

    /// Whether a thread is about to initialize a class by something that no other thread can see (reflection, a method handle),
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
    pub fn ends_initializer(&self, tid: ThreadId) -> Option<ClassId> {
        let frame = self.state.thread(tid).top()?;
        let Body::Code(_) = self.program.method(frame.method).body else { return None };
        let (FrameExit::Initializer(class), Op::Return {}) = (frame.exit, self.program.code[frame.pc.index()]) else {
            return None;
        };
        // One without code of its own is over as soon as its superclasses are.
        (self.initializer_interleaves(class) && self.program.class(class).class_initializer.is_some()).then_some(class)
    }

    fn initializer_shows(&self, class: ClassId) -> bool {
        let c = self.program.class(class);
        c.supers.iter().chain(&c.all_interfaces).any(|&c| {
            self.initializer_interleaves(c)
                && self.state.init(c) != Init::Done
                && self.program.class(c).class_initializer.is_some()
        })
    }

    /// Whether other threads may run while a class is initialized.
    pub(crate) fn initializer_interleaves(&self, class: ClassId) -> bool {
        !self.program.class(class).is_library() || self.run.visibility.initializers_interleave
    }

    /// Whether a thread is interrupted and others can ask for that: what finds it out clears it.
    pub(crate) fn is_seen_interrupted(&self, tid: ThreadId) -> bool {
        let object = self.state.thread(tid).object;
        self.state.heap.is_shared(object) && self.is_interrupted(tid)
    }

    /// Whether what a thread does not catch may be dealt with otherwise than by printing it: the program set a handler, or
    /// its own thread class may give one, or it is a `ThreadDeath`, which some versions of the class library pass over. Then
    /// the class library decides, and if it prints after all that is noticed.
    pub(crate) fn has_own_handler(&mut self, tid: ThreadId) -> bool {
        const HANDLER: (&str, &str) = ("getUncaughtExceptionHandler", "()Ljava/lang/Thread$UncaughtExceptionHandler;");
        let object = self.state.thread(tid).object;
        let class = self.known.thread;
        let found = self.program.find_method(self.state.heap.class_of(object), HANDLER.0, HANDLER.1);
        if found.is_some_and(|method| self.program.method(method).class != class) {
            return true;
        }
        let thrown = self.state.heap.class_of(self.state.thread(tid).core.thrown);
        if self.class("java/lang/ThreadDeath").is_ok_and(|death| self.program.is_subclass(thrown, death)) {
            return true;
        }
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
            return Some(self.native_action(tid, &frame));
        }
        let op = self.program.code[frame.pc.index()];
        if let Some(class) = self.initializes(tid, &op) {
            return Some(Action::Initialize { class });
        }
        if let Some(class) = self.ends_initializer(tid) {
            return self.state.mirror(class).map(|monitor| Action::Exit { monitor });
        }
        if let (FrameExit::Link(site), Op::ReturnV { .. }) = (frame.exit, op) {
            return Some(Action::Link { site });
        }
        if let Some(site) = self.links(&op) {
            return Some(Action::Link { site });
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
            | Action::Link { .. }
            // Whether a synchronizer lets a thread in is known when it has tried.
            | Action::Acquire { .. }
            | Action::Attempt { .. }
            | Action::Release { .. }
            | Action::Native { .. } => false,
        }
    }

    /// The synchronizer that a thread stands before and wants to acquire.
    pub fn acquires(&self, tid: ThreadId) -> Option<ObjId> {
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
            | Action::Link { .. }
            | Action::Attempt { .. }
            | Action::Release { .. }
            | Action::Prune
            | Action::Start { .. }
            | Action::Native { .. } => None,
        }
    }

    /// Whether a method runs to its end while no other thread is scheduled.
    pub(crate) fn runs_to_completion(&self) -> bool {
        self.run.stop_depth.is_some()
    }
}
