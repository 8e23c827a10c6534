//! What the native before which a thread stands does to others, as its row says (`natives/effect.rs`).

use super::visible::Action;
use crate::natives::effect::{Access, Effect, Patience};
use crate::program::{ClassId, Kind, MethodId, ObjId, ThreadId};
use crate::state::{Frame, Init, Wake};
use crate::vm::Vm;

impl Vm {
    /// Whether the native on top of a thread's stack does something that other threads can see.
    pub(crate) fn native_is_visible(&self, tid: ThreadId, frame: &Frame) -> bool {
        if !self.watches() || self.state.thread(tid).core.wake != Wake::None {
            return false;
        }
        if self.native_initializes(tid, frame).is_some() {
            return true;
        }
        let registers = self.state.thread(tid).registers(frame);
        let shared = |slot: usize| {
            let obj = ObjId(registers[slot] as u32);
            // Memory outside the heap belongs to all threads.
            self.state.heap.is_shared(obj)
        };
        if self.begins_timed_wait(tid, frame.method) || self.passes_join(tid, frame.method) {
            return true;
        }
        match self.effect(frame.method) {
            Effect::Nothing | Effect::Yield | Effect::AtomicEnd | Effect::Initialize => false,
            // Under sequential consistency there is nothing to keep in order.
            Effect::Fence(_) => self.observed.happens.is_on(),
            Effect::Output(given) | Effect::Arrays(given) | Effect::Choice(given) => {
                self.is_given_shared(given, registers)
            }
            Effect::Hosted => self.is_hosted_shared(registers, frame.method),
            Effect::Start
            | Effect::Interrupt
            | Effect::Sleep
            | Effect::Park
            | Effect::Unpark
            | Effect::ThreadState
            | Effect::Threads
            | Effect::AtomicBegin
            | Effect::Static(_)
            | Effect::Classes
            | Effect::Outside(_)
            | Effect::Draw
            | Effect::Collect
            | Effect::Attempt(_)
            | Effect::Halt
            | Effect::Terminate => true,
            Effect::Prune(when) => (registers[0] & 1 == 1) == when,
            Effect::Number => self.run.visibility.numbers_are_observed,
            Effect::Clock(_) => self.time_is_shared() && !self.seeds(tid) || self.time_may_pass(tid),
            Effect::Memory { .. } | Effect::SetMemory => shared(1),
            Effect::CopyMemory => shared(1) || shared(4),
            Effect::CompareMemory => shared(0) || shared(3),
            Effect::CopyArray => shared(0) || shared(2),
            Effect::Object(slot) => shared(slot),
            Effect::Clone
            | Effect::Field { .. }
            | Effect::Element { .. }
            | Effect::Notify { .. }
            | Effect::Await { .. }
            | Effect::Signal { .. }
            | Effect::Release { .. }
            | Effect::Queue
            | Effect::Acquire(Patience::Endless) => shared(0),
            Effect::Wait => shared(0) || self.is_seen_interrupted(tid),
            Effect::Acquire(Patience::Interruptible | Patience::Timed) => {
                shared(0) || self.state.heap.is_shared(self.state.thread(tid).object)
            }
            Effect::Intern => self.state.interned(&self.string_utf16(ObjId(registers[0] as u32))).is_none(),
            Effect::Hash(slot) => shared(slot) && self.state.heap.header(ObjId(registers[slot] as u32)).hash == 0,
            Effect::ClassState(slot) => self.class_state_shows(tid, ObjId(registers[slot] as u32)),
        }
    }

    /// Whether a thread stands before a wait whose end depends on when it begins, and it can be told when that is.
    pub(crate) fn begins_timed_wait(&self, tid: ThreadId, method: MethodId) -> bool {
        let timed = self.is_timed_wait(tid, method)
            || matches!(self.effect(method), Effect::Acquire(Patience::Timed) | Effect::Attempt(Patience::Timed));
        timed && self.time_is_shared()
    }

    /// Whether it makes a difference when a thread asks if the class behind a mirror is initialized: once it is, it stays so.
    /// The first such question of a program shows in any case, since what went before it may have hidden the difference.
    fn class_state_shows(&self, tid: ThreadId, mirror: ObjId) -> bool {
        let may_change = |class: ClassId| self.state.init(class) != Init::Done;
        self.state.class_of_mirror(mirror).is_some_and(may_change)
            || !self.run.visibility.classes_are_observed && self.looks_at_class(tid)
    }

    /// Whether a thread that asks what the thread behind an object is doing asks about another one. Whoever asks, the program
    /// may be told; but no other thread can have started one whose object it cannot reach.
    pub(crate) fn observes(&self, tid: ThreadId, object: ObjId) -> bool {
        object != self.state.thread(tid).object && self.state.heap.is_shared(object)
    }

    /// Whether a program asks if a class is initialized. The class library asks as well, to know whether a handle or an
    /// accessor that it makes has to initialize the class; that is looked up again then, so no program can tell the answer.
    pub fn looks_at_class(&self, tid: ThreadId) -> bool {
        let Some(Effect::ClassState(_)) = self.next_effect(tid) else { return false };
        let callers = self.state.thread(tid).frames.iter().rev().map(|frame| self.program.method(frame.method).class);
        // Those that `Unsafe` is called by.
        let of_native = self.state.thread(tid).top().map(|frame| self.program.method(frame.method).class);
        let mut asking = callers.skip_while(|&class| Some(class) == of_native);
        asking.next().is_some_and(|class| !self.program.class_facts(class).asks_again)
    }

    /// Whether the native on top of a thread's stack starts a thread or asks for a choice, so that from there on there is
    /// more than one execution.
    pub(crate) fn opens_choices(&self, tid: ThreadId, method: MethodId) -> bool {
        match self.effect(method) {
            Effect::Clock(_) => self.time_may_pass(tid),
            Effect::Start => !self.starts_cleaner(tid),
            // An action may ask for choices.
            Effect::Choice(_) | Effect::Prune(_) | Effect::Collect | Effect::Attempt(_) => true,
            Effect::Memory { how: Access::WeakCompareAndSet, .. } => self.config.spurious,
            _ => false,
        }
    }

    /// Whether the thread that is about to be started will never run.
    fn starts_cleaner(&self, tid: ThreadId) -> bool {
        self.is_cleaner(ObjId(self.state.thread(tid).register(0) as u32))
    }

    /// Whether a thread stands before the beginning of an atomic block.
    pub fn atomic_is_next(&self, tid: ThreadId) -> bool {
        self.next_effect(tid) == Some(Effect::AtomicBegin)
    }

    /// Whether a thread stands before a native that starts a thread or asks for a choice.
    pub fn choice_is_next(&self, tid: ThreadId) -> bool {
        let frame = self.state.thread(tid).top();
        frame.is_some_and(|frame| self.next_effect(tid).is_some() && self.opens_choices(tid, frame.method))
    }

    /// The action of the native on top of a thread's stack.
    pub(crate) fn native_action(&self, tid: ThreadId, frame: &Frame) -> Action {
        let m = self.program.method(frame.method);
        let register = |r: usize| ObjId(self.state.thread(tid).register(r as u16) as u32);
        let on = |obj: ObjId| Action::Native { method: frame.method, obj };
        match self.effect(frame.method) {
            Effect::Prune(_) => Action::Prune,
            Effect::Start => Action::Start { thread: register(0) },
            Effect::Release { shared } => Action::Release { sync: register(0), shared },
            Effect::Acquire(patience) => Action::Acquire { sync: register(0), patience },
            Effect::Attempt(patience) => Action::Attempt { action: register(0), patience },
            Effect::Object(slot) | Effect::Hash(slot) | Effect::ClassState(slot) => on(register(slot)),
            Effect::Memory { .. } | Effect::SetMemory | Effect::CopyMemory | Effect::Unpark => on(register(1)),
            Effect::Clock(_) | Effect::Number | Effect::Park | Effect::Draw | Effect::Collect => on(ObjId::NULL),
            Effect::CopyArray
            | Effect::CompareMemory
            | Effect::Clone
            | Effect::Field { .. }
            | Effect::Element { .. }
            | Effect::Wait
            | Effect::Notify { .. }
            | Effect::Await { .. }
            | Effect::Signal { .. }
            | Effect::Queue
            | Effect::Interrupt
            | Effect::ThreadState
            | Effect::Intern
            | Effect::Terminate => on(register(0)),
            // What comes first may be no reference: how long to sleep, how to exit.
            Effect::Nothing
            | Effect::Yield
            | Effect::Fence(_)
            | Effect::Output(_)
            | Effect::Arrays(_)
            | Effect::Static(_)
            | Effect::Sleep
            | Effect::Threads
            | Effect::Initialize
            | Effect::Classes
            | Effect::Halt
            | Effect::Choice(_)
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Outside(_)
            | Effect::Hosted => {
                let first = !m.is_static() || m.params.first() == Some(&Kind::Ref);
                on(if first { register(0) } else { ObjId::NULL })
            }
        }
    }
}
