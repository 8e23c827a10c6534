//! What happens during a replay, for reports.
//!
//! The recorder looks on while every instruction of a schedule is executed. It keeps the visible actions with the values
//! read and written, and the calls from the program into the class library, with arguments and results: a person wants to
//! see `lock.lock()` in a line of their own, not the dozen steps inside. Which of all that is shown is the report's business.

use super::blocked::held_by;
use super::moves::WakeUp;
use super::schedule::{Observer, Turn, enters_again};
use super::verdict::{Beside, Early, Passing};
use braid_machine::interp::TraceLine;
use braid_machine::known::ThreadMethod;
use braid_machine::natives::effect::{Access, Effect};
use braid_machine::natives::{Arguments, UNSAFE_BASE, next_part};
use braid_machine::observe::{Action, Place};
use braid_machine::observe::{Target, Value};
use braid_machine::state::{Frame, FrameExit, Status, Wake};
use braid_machine::vm::Vm;
use braid_program::{Body, ClassId, Kind, MethodId, ObjId, Op, Pc, ThreadId};
use rustc_hash::FxHashMap;

/// Something that happened.
#[derive(Clone, Debug)]
pub struct Event {
    /// Who.
    pub thread: ThreadId,
    /// What.
    pub kind: EventKind,
    /// Where: the innermost line of the program's own if there is one, else the innermost line.
    pub line: Option<TraceLine>,
    /// Whether that line is the program's own.
    pub own: bool,
    /// The method that did it.
    pub method: Option<MethodId>,
    /// The call into the class library during which it happened: its position in the list.
    pub call: Option<usize>,
    /// Whether the thread stopped there until another one woke it.
    pub blocked: bool,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum EventKind {
    /// A read of memory.
    Read(Target, Value),
    /// A write of what is new over what is old.
    #[allow(missing_docs)]
    Write { target: Target, new: Value, old: Value },
    /// An atomic compare-and-set; it succeeded if `found` is what was expected, unless it is a weak one that failed for
    /// no reason.
    #[allow(missing_docs)]
    CompareAndSet { target: Target, expected: Value, found: Value, new: Value, spurious: bool },
    /// Entering a monitor.
    Lock(Value),
    /// Leaving one.
    Unlock(Value),
    /// `Object.wait`, which releases the monitor.
    Wait(Value),
    /// `notify` or `notifyAll` and who was woken.
    #[allow(missing_docs)]
    Notify { object: Value, all: bool, woken: Vec<ThreadId> },
    /// `LockSupport.park`, with the object that the thread says it waits for.
    Park(Value),
    /// `LockSupport.unpark` of a thread.
    Unpark(Value),
    /// `Thread.sleep`.
    Sleep,
    /// The start of a thread.
    Start(Value),
    /// Interrupting a thread.
    Interrupt(Value),
    /// The end of the thread.
    End,
    /// Initializing a class.
    Initialize(ClassId),
    /// The thread goes on after it was blocked.
    Wakes(WakeReason),
    /// A call from the program into the class library.
    Call(Call),
    /// The program wrote to standard output or standard error.
    #[allow(missing_docs)]
    Output { stream: u8, text: String },
    /// Any other native method.
    Native(Value),
}

/// Why a thread goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WakeReason {
    /// It was notified or unparked.
    Signalled,
    /// Its time was up.
    TimeOut,
    /// It was interrupted.
    Interrupted,
    /// For no reason.
    Spurious,
}

/// A call into the class library.
#[derive(Clone, Debug)]
pub struct Call {
    /// What was called.
    pub method: MethodId,
    /// On what; null for static methods.
    pub receiver: Value,
    /// With what.
    pub args: Vec<Value>,
    /// How it ended, and after how many events.
    pub end: Option<(CallEnd, usize)>,
    /// The first event that happened in it, if any. Until then no other thread could see that it was made.
    pub began: Option<usize>,
    /// Whether it asked for a choice.
    pub choice: bool,
}

/// How a call ended.
#[derive(Clone, Debug)]
pub enum CallEnd {
    /// With a result, if it has any.
    Returned(Option<Value>),
    /// With an exception.
    Threw,
}

/// A call that has not ended.
struct Open {
    /// Frames of the thread when it called.
    depth: usize,
    event: usize,
    /// Where the caller goes on.
    back: Pc,
    result: u16,
}

/// What a thread looked like before an instruction.
#[derive(Default)]
struct Before {
    depth: usize,
    own: bool,
    /// A monitor that it is about to enter for the first time, and where.
    enters: Option<(ObjId, Option<TraceLine>)>,
    runs: bool,
    asked: usize,
    clock: i64,
}

/// Collects events.
#[derive(Default)]
pub(super) struct Recorder {
    pub(super) events: Vec<Event>,
    /// Where each monitor was entered by its owner.
    pub(super) acquired: FxHashMap<(ThreadId, ObjId), TraceLine>,
    open: FxHashMap<ThreadId, Vec<Open>>,
    before: Before,
    /// An event of the running instruction that learns more when it is done.
    acting: Option<usize>,
    waiters: Vec<ThreadId>,
    /// Output seen so far.
    printed: usize,
    /// Events before each turn.
    turns: Vec<usize>,
    /// Where time does not wait for threads that can go on.
    pub(super) early: Vec<Early>,
    /// For each object that a lock keeps in its field `sync`, the lock.
    wrappers: FxHashMap<ObjId, ObjId>,
}

impl Recorder {
    /// A recorder, while the machine stands where the search began; what the program printed until then is its first event.
    pub(super) fn new(vm: &Vm) -> Self {
        let owner = |obj: ObjId| vm.state.monitor(obj).and_then(|m| m.owner).map(|(thread, _)| thread);
        let held = vm.observed.taken_before.iter().filter_map(|(&obj, &line)| Some(((owner(obj)?, obj), line)));
        let acquired = held.collect();
        let mut recorder = Recorder { acquired, ..Recorder::default() };
        recorder.print(vm, ThreadId(0));
        for event in &mut recorder.events {
            // Where that was has not been kept.
            (event.line, event.own, event.method) = (None, false, None);
        }
        recorder
    }

    fn push(&mut self, vm: &Vm, thread: ThreadId, kind: EventKind) -> usize {
        let call = match self.open.get(&thread).and_then(|open| open.last()) {
            Some(open) if own_depth(vm, thread) <= open.depth => Some(open.event),
            Some(_) | None => None,
        };
        let line = vm.user_line(thread);
        // What initializes a class of a library, or links a line, is not what the line says.
        let above = vm.state.thread(thread).frames.get(own_depth(vm, thread));
        let is_beside = call.is_none() && above.is_some_and(|frame| frame.exit.repeats());
        self.events.push(Event {
            thread,
            kind,
            line,
            own: !is_beside && line.is_some_and(|l| vm.is_shown(l.method)),
            method: vm.state.current_method(thread),
            call,
            blocked: false,
        });
        self.events.len() - 1
    }

    /// Something visible happens in all calls that the thread is in.
    fn show_calls(&mut self, thread: ThreadId) {
        let next = self.events.len();
        for open in self.open.get(&thread).into_iter().flatten() {
            if let EventKind::Call(call) = &mut self.events[open.event].kind {
                call.began.get_or_insert(next);
            }
        }
    }

    fn print(&mut self, vm: &Vm, thread: ThreadId) {
        while let Some(output) = vm.state.output().get(self.printed) {
            let text = String::from_utf8_lossy(&output.bytes).into_owned();
            self.printed += 1;
            self.show_calls(thread);
            self.push(vm, thread, EventKind::Output { stream: output.stream, text });
        }
    }

    /// The calls that the thread has come back from end.
    fn close(&mut self, vm: &Vm, thread: ThreadId) {
        let frames = &vm.state.thread(thread).frames;
        while let Some(open) = self.open.get_mut(&thread).and_then(|open| open.pop_if(|o| frames.len() <= o.depth)) {
            let at = self.events.len();
            let EventKind::Call(call) = &mut self.events[open.event].kind else { continue };
            let back = frames.len() == open.depth && frames.last().is_some_and(|f| f.pc == open.back);
            let end = if back {
                let kind = vm.program.method(call.method).result;
                let raw = vm.state.thread(thread).register(open.result);
                CallEnd::Returned((kind != Kind::Void).then(|| vm.value(kind, raw)))
            } else {
                CallEnd::Threw
            };
            call.end = Some((end, at));
            let unseen = call.began.is_none() && !call.choice && !is_always_shown(vm, call.method);
            // Who has taken a lock is to be known even if no other thread could see it.
            if unseen && at == open.event + 1 && held_by(vm, call).is_none() {
                self.events.pop();
            }
        }
    }

    fn open(&mut self, vm: &Vm, thread: ThreadId, frame: &Frame) {
        let t = vm.state.thread(thread);
        let m = vm.program.method(frame.method);
        let registers = t.registers(frame);
        let mut at = usize::from(!m.is_static());
        let receiver = if at == 1 { vm.object_value(ObjId(registers[0] as u32)) } else { Value::Null };
        let mut args = Vec::new();
        for &kind in &m.params {
            args.push(registers.get(at).map_or(Value::Null, |&raw| vm.value(kind, raw)));
            at += usize::from(kind.slots());
        }
        if let Value::Object(object) = receiver
            && let Some(inner) = vm.wrapped_synchronizer(object)
        {
            self.wrappers.entry(inner).or_insert(object.id);
        }
        let depth = t.frames.len() - 1;
        let Some(caller) = depth.checked_sub(1).map(|i| t.frames[i]) else { return };
        let call = Call { method: frame.method, receiver, args, end: None, began: None, choice: false };
        let event = self.push(vm, thread, EventKind::Call(call));
        let open = Open { depth, event, back: caller.pc, result: frame.result };
        self.open.entry(thread).or_default().push(open);
    }
}

impl Observer for Recorder {
    fn wakes(&mut self, vm: &Vm, turn: &Turn) {
        self.turns.push(self.events.len());
        if turn.wake == WakeUp::Expires && vm.deadline(turn.thread).is_some() {
            self.note_early(vm, turn.thread, Passing::Wait);
        }
        let core = vm.state.thread(turn.thread).core;
        if turn.wake != WakeUp::None
            && turn.actions == 0
            && matches!(core.status, Status::Waiting { .. } | Status::Awaiting { .. })
        {
            // It goes on when it has its lock again.
            return;
        }
        let how = match (turn.wake, core.wake) {
            (WakeUp::Expires, _) => WakeReason::TimeOut,
            (WakeUp::Spurious, _) | (WakeUp::None, Wake::Spurious) => WakeReason::Spurious,
            (WakeUp::None, Wake::None) => return,
            (WakeUp::None, Wake::Signalled) => WakeReason::Signalled,
            (WakeUp::None, Wake::TimedOut) => WakeReason::TimeOut,
            (WakeUp::None, Wake::Interrupted | Wake::InterruptedAgain) => WakeReason::Interrupted,
        };
        if turn.wake == WakeUp::None && enters_again(vm, turn.thread) && !vm.can_run(turn.thread) {
            return;
        }
        self.show_calls(turn.thread);
        self.push(vm, turn.thread, EventKind::Wakes(how));
    }

    fn acts(&mut self, vm: &Vm, thread: ThreadId, action: &Action) {
        if let Action::Native { method, .. } = action
            && vm.is_hosted(*method)
        {
            // The call itself is told, with its arguments.
            self.show_calls(thread);
            return;
        }
        let Some(kind) = describe(vm, thread, action) else { return };
        self.waiters = match action {
            Action::Native { obj, .. } if matches!(kind, EventKind::Notify { .. }) => {
                vm.state.monitor(*obj).map(|m| m.waiters.clone()).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        self.show_calls(thread);
        self.acting = Some(self.push(vm, thread, kind));
    }

    fn before(&mut self, vm: &Vm, thread: ThreadId) {
        let t = vm.state.thread(thread);
        let mut before = Before {
            depth: t.frames.len(),
            asked: vm.run.choices.asked(),
            runs: runs(t.core.status),
            clock: vm.now(),
            ..Before::default()
        };
        if let Some(frame) = t.top() {
            before.own = vm.is_shown(frame.method);
            if let (Body::Code(_), Op::MonitorEnter { a }) =
                (&vm.program.method(frame.method).body, vm.program.code[frame.pc.index()])
            {
                let obj = ObjId(t.register(a.0) as u32);
                before.enters = (!obj.is_null() && !vm.holds(thread, obj)).then(|| (obj, vm.user_line(thread)));
            }
            if let Some(sync) = vm.acquires(thread) {
                before.enters = (!vm.holds(thread, sync)).then(|| (sync, vm.user_line(thread)));
            }
        }
        self.before = before;
    }

    fn after(&mut self, vm: &Vm, thread: ThreadId) {
        let before = std::mem::take(&mut self.before);
        let t = vm.state.thread(thread);
        if let Some((obj, Some(line))) = before.enters
            && vm.holds(thread, obj)
        {
            self.acquired.insert((thread, obj), line);
        }
        if before.runs && !runs(t.core.status) {
            self.block(vm, thread);
        }
        // Which waiter is notified and whether a weak compare-and-set fails is told by the event itself.
        let mut told = false;
        match self.acting.take().map(|at| &mut self.events[at].kind) {
            Some(EventKind::Notify { woken, .. }) => {
                let reached = |w: &ThreadId| vm.state.thread(*w).core.wake == Wake::Signalled;
                *woken = std::mem::take(&mut self.waiters).into_iter().filter(reached).collect();
                told = true;
            }
            Some(EventKind::CompareAndSet { spurious, .. }) => {
                *spurious = vm.run.choices.answer(before.asked) == Some(1);
                told = true;
            }
            Some(_) | None => {}
        }
        if vm.now() > before.clock {
            self.note_early(vm, thread, Passing::Look);
        }
        self.print(vm, thread);
        if !told
            && vm.run.choices.asked() > before.asked
            && let Some(open) = self.open.get(&thread).and_then(|open| open.last())
            && let EventKind::Call(call) = &mut self.events[open.event].kind
        {
            call.choice = true;
        }
        self.close(vm, thread);
        let hosted = t.top().is_some_and(|frame| vm.is_hosted(frame.method));
        if (before.own || hosted)
            && t.frames.len() == before.depth + 1
            && let Some(&frame) = t.top()
            && frame.exit == FrameExit::Plain
            && (!vm.is_shown(frame.method) || hosted || is_answered(vm, frame.method))
        {
            self.open(vm, thread, &frame);
        }
    }
}

impl Recorder {
    /// The object that a call was made on and that keeps this one for its work: the lock of a lock's synchronizer.
    pub(super) fn wrapper(&self, inner: ObjId) -> Option<ObjId> {
        self.wrappers.get(&inner).copied()
    }

    /// Time passes. Where no other thread could go on before, none can tell.
    fn note_early(&mut self, vm: &Vm, thread: ThreadId, what: Passing) {
        let until = vm.deadline(thread);
        let acts = |other: ThreadId| {
            let is_blocked = || vm.pending_action(other).is_some_and(|action| vm.blocks(other, &action));
            vm.can_run(other) && !vm.awaits_others(other) && !is_blocked()
        };
        let others = vm.state.thread_ids().filter(|&other| other != thread);
        let beside = others.filter_map(|other| {
            let waits = vm.deadline(other).is_some_and(|at| until.is_some_and(|until| at < until));
            (waits || acts(other)).then(|| Beside { thread: other, line: vm.user_line(other), waits })
        });
        let beside: Vec<Beside> = beside.collect();
        if what == Passing::Wait && beside.is_empty() {
            return;
        }
        let call = self.open.get(&thread).and_then(|open| open.last()).map(|open| open.event);
        let (line, method) = (vm.user_line(thread), vm.state.current_method(thread));
        self.early.push(Early { thread, what, line, call, method, beside });
    }

    /// How much happened before a turn.
    pub(super) fn before_turn(&self, turn: usize) -> usize {
        self.turns.get(turn).copied().unwrap_or(self.events.len())
    }

    /// The thread has just stopped until another one wakes it.
    fn block(&mut self, vm: &Vm, thread: ThreadId) {
        let what = match vm.state.thread(thread).core.status {
            Status::Waiting { monitor, .. } => EventKind::Wait(vm.object_value(monitor)),
            Status::Awaiting { condition, .. } => EventKind::Wait(vm.object_value(condition)),
            Status::Parked { .. } => EventKind::Park(Value::Null),
            Status::Sleeping { .. } => EventKind::Sleep,
            Status::Runnable
            | Status::Entering { .. }
            | Status::Acquiring { .. }
            | Status::Reacquiring { .. }
            | Status::Initializing { .. }
            | Status::Terminated => return,
        };
        self.show_calls(thread);
        let at = match self.acting {
            Some(at) => at,
            // Part of something atomic, as joining a thread is.
            None => self.push(vm, thread, what),
        };
        self.events[at].blocked = true;
    }
}

fn runs(status: Status) -> bool {
    match status {
        Status::Runnable
        | Status::Entering { .. }
        | Status::Acquiring { .. }
        | Status::Reacquiring { .. }
        | Status::Initializing { .. } => true,
        Status::Waiting { .. }
        | Status::Awaiting { .. }
        | Status::Parked { .. }
        | Status::Sleeping { .. }
        | Status::Terminated => false,
    }
}

/// Frames up to the innermost one that is the program's own.
fn own_depth(vm: &Vm, thread: ThreadId) -> usize {
    let frames = &vm.state.thread(thread).frames;
    frames.iter().rposition(|f| vm.is_shown(f.method)).map_or(0, |i| i + 1)
}

/// Whether a call is shown even if nothing visible happens in it.
fn is_always_shown(vm: &Vm, method: MethodId) -> bool {
    is_answered(vm, method) || vm.is_hosted(method) || vm.thread_method(method) == Some(ThreadMethod::Join)
}

/// Whether a model answers a method, be it one of the program's own.
fn is_answered(vm: &Vm, method: MethodId) -> bool {
    // Methods of a class that stands for another one are code like any other.
    vm.program.modelled.contains_key(&method) && !vm.program.class(vm.program.method(method).class).model
}

/// A visible action that is about to happen, with the values it is about to read or write. Constants are not told.
fn describe(vm: &Vm, thread: ThreadId, action: &Action) -> Option<EventKind> {
    let t = vm.state.thread(thread);
    let frame = t.top()?;
    Some(match action {
        Action::Access { place: Place::Field(field), obj, write, .. } => {
            let f = vm.program.field(*field);
            if f.flags.is_final() && !write {
                return None;
            }
            let (target, slot) = match f.flags.is_static() {
                true => (Target::Static(*field), vm.known.class_slots + f.slot),
                false => (Target::Field(vm.object_value(*obj), *field), f.slot),
            };
            match vm.program.code[frame.pc.index()] {
                Op::PutFieldQ { v, .. } | Op::PutStaticQ { v, .. } => {
                    let old = vm.value(f.kind, vm.state.heap.field(*obj, slot));
                    EventKind::Write { target, new: vm.value(f.kind, t.register(v.0)), old }
                }
                _ => EventKind::Read(target, vm.value(f.kind, vm.state.heap.field(*obj, slot))),
            }
        }
        Action::Access { place: Place::Array(_), obj, .. } => element(vm, thread, *obj),
        Action::Enter { monitor } => EventKind::Lock(vm.object_value(*monitor)),
        Action::Exit { .. } if vm.ends_initializer(thread).is_some() => return None,
        Action::Exit { monitor } => EventKind::Unlock(vm.object_value(*monitor)),
        Action::Acquire { sync, .. } => EventKind::Lock(vm.object_value(*sync)),
        Action::Release { sync, .. } => EventKind::Unlock(vm.object_value(*sync)),
        Action::Initialize { class } => EventKind::Initialize(*class),
        Action::Start { thread } => EventKind::Start(vm.object_value(*thread)),
        Action::Attempt { action, .. } => EventKind::Native(vm.object_value(*action)),
        Action::Link { .. } | Action::Prune => return None,
        Action::Native { method, obj } => native(vm, thread, *method, *obj),
    })
}

fn element(vm: &Vm, thread: ThreadId, obj: ObjId) -> EventKind {
    let t = vm.state.thread(thread);
    let op = vm.program.code[t.top().map_or(0, |f| f.pc.index())];
    let kind = vm.program.class(vm.state.heap.class_of(obj)).array_kind().unwrap_or(Kind::Ref);
    let target = |i: u16| Target::Element(vm.object_value(obj), u64::from(t.register(i) as u32));
    let offset = |i: u16| UNSAFE_BASE + i64::from(t.register(i) as u32) * kind.element_bytes() as i64;
    let found = |i: u16| vm.peek_at(obj, offset(i), kind).unwrap_or(Value::Null);
    let new = |v: u16| vm.value(kind, t.register(v));
    match op {
        Op::BALoad { i, .. }
        | Op::CALoad { i, .. }
        | Op::SALoad { i, .. }
        | Op::IALoad { i, .. }
        | Op::LALoad { i, .. }
        | Op::AALoad { i, .. } => EventKind::Read(target(i.0), found(i.0)),
        Op::BAStore { i, v, .. }
        | Op::CAStore { i, v, .. }
        | Op::IAStore { i, v, .. }
        | Op::LAStore { i, v, .. }
        | Op::AAStore { i, v, .. } => EventKind::Write { target: target(i.0), new: new(v.0), old: found(i.0) },
        _ => EventKind::Native(vm.object_value(obj)),
    }
}

fn native(vm: &Vm, thread: ThreadId, method: MethodId, obj: ObjId) -> EventKind {
    let object = vm.object_value(obj);
    match vm.effect(method) {
        Effect::Wait | Effect::Await { .. } => EventKind::Wait(object),
        // It is about to throw.
        Effect::Notify { .. } if !vm.holds(thread, obj) => EventKind::Native(object),
        Effect::Notify { all } | Effect::Signal { all } => EventKind::Notify { object, all, woken: Vec::new() },
        Effect::Interrupt => EventKind::Interrupt(object),
        Effect::Sleep => EventKind::Sleep,
        Effect::CopyArray => copied(vm, thread).unwrap_or(EventKind::Native(object)),
        Effect::Park => EventKind::Park(vm.object_value(vm.park_blocker(thread))),
        Effect::Unpark => EventKind::Unpark(object),
        Effect::Terminate => EventKind::End,
        Effect::Memory { how, kind, mode: _ } => accessed(vm, thread, how, kind),
        _ => EventKind::Native(object),
    }
}

/// An access of memory through `Unsafe`.
fn accessed(vm: &Vm, thread: ThreadId, how: Access, kind: Kind) -> EventKind {
    let t = vm.state.thread(thread);
    let (obj, offset) = (ObjId(t.register(1) as u32), t.register(2) as i64);
    let target = vm.target_at(obj, offset);
    let peek = || vm.peek_at(obj, offset, kind).unwrap_or(Value::Null);
    let argument = |at: u16| vm.value(kind, t.register(at));
    match how {
        Access::Read => EventKind::Read(target, peek()),
        Access::Write => EventKind::Write { target, new: argument(4), old: peek() },
        Access::Change(update) => {
            let new = vm.value(kind, update.apply(kind, vm.raw_at(obj, offset, kind).unwrap_or(0), t.register(4)));
            EventKind::CompareAndSet { target, expected: peek(), found: peek(), new, spurious: false }
        }
        Access::CompareAndSet | Access::WeakCompareAndSet | Access::CompareAndExchange => {
            let new = argument(4 + kind.slots());
            EventKind::CompareAndSet { target, expected: argument(4), found: peek(), new, spurious: false }
        }
    }
}

/// The element that the copy of an array takes next, if others may look on: that it is written, or read if no thread can see
/// where it goes.
fn copied(vm: &Vm, thread: ThreadId) -> Option<EventKind> {
    let t = vm.state.thread(thread);
    let args = Arguments(t.registers(t.top()?));
    let first = i64::from(next_part(vm, thread, args).filter(|part| part.length == 1)?.first);
    let (from, to) = (args.obj(0), args.obj(2));
    let kind = vm.program.class(vm.state.heap.class_of(from)).array_kind()?;
    let (from_at, to_at) = (i64::from(args.int(1)) + first, i64::from(args.int(3)) + first);
    let element = |array: ObjId, at: i64| vm.peek_at(array, UNSAFE_BASE + at * kind.element_bytes() as i64, kind);
    let value = element(from, from_at)?;
    Some(match vm.state.heap.is_shared(to) {
        true => {
            let target = Target::Element(vm.object_value(to), u64::try_from(to_at).ok()?);
            EventKind::Write { target, new: value, old: element(to, to_at)? }
        }
        false => EventKind::Read(Target::Element(vm.object_value(from), u64::try_from(from_at).ok()?), value),
    })
}
