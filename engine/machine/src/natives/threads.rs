//! `Thread`, `Object.wait` and `notify`.

use super::effect::Effect;
use super::{Arguments, Outcome, Row, nothing, rows};
use crate::interp::{Raise, Res, Watch};
use crate::parts::Numbering;
use crate::program::{ClassId, ObjId, ThreadId, stable_key};
use crate::state::{FrameExit, Status, Thread};
use crate::vm::{JVMTI_RUNNABLE, Vm};

impl Vm {
    /// The thread whose `java.lang.Thread` object this is, if it was started.
    pub fn thread_of(&self, object: ObjId) -> Option<ThreadId> {
        if object.is_null() {
            return None;
        }
        self.state.thread_ids().find(|&t| self.state.thread(t).object == object)
    }

    /// Writes a field of a `Thread` that newer class libraries keep in its `FieldHolder`.
    fn set_thread_field(&mut self, object: ObjId, name: &'static str, value: u64) {
        let class = self.known.thread;
        if self.program.find_field(class, name).is_some() {
            let slot = self.slot(class, name);
            self.state.heap.set_field(object, slot, value);
            return;
        }
        let holder_slot = self.slot(class, "holder");
        let holder = ObjId(self.state.heap.field(object, holder_slot) as u32);
        if !holder.is_null() {
            let slot = self.slot(self.state.heap.class_of(holder), name);
            self.state.heap.set_field(holder, slot, value);
        }
    }

    /// Reads such a field.
    pub(crate) fn thread_field(&mut self, object: ObjId, name: &'static str) -> u64 {
        let class = self.known.thread;
        if self.program.find_field(class, name).is_some() {
            let slot = self.slot(class, name);
            return self.state.heap.field(object, slot);
        }
        let holder_slot = self.slot(class, "holder");
        let holder = ObjId(self.state.heap.field(object, holder_slot) as u32);
        if holder.is_null() {
            return 0;
        }
        let slot = self.slot(self.state.heap.class_of(holder), name);
        self.state.heap.field(holder, slot)
    }

    /// Whether a thread of the class library's own waits for objects that nothing refers to any more. In a search there are
    /// none before a collection, and it would look at the clock for ever.
    pub(crate) fn is_cleaner(&self, object: ObjId) -> bool {
        self.run.watch != Watch::Off && self.cleaning_task(object).is_some()
    }

    /// What such a thread runs.
    pub(super) fn cleaning_task(&self, object: ObjId) -> Option<ObjId> {
        let is = |object: ObjId, name: &str| self.program.class_name(self.state.heap.class_of(object)) == name;
        if !is(object, "jdk/internal/misc/InnocuousThread") {
            return None;
        }
        let held = || self.referent(self.referent(object, "holder")?, "task");
        self.referent(object, "target").or_else(held).filter(|&task| is(task, "jdk/internal/ref/CleanerImpl"))
    }

    /// What a field of an object refers to, if there is such a field.
    pub(super) fn referent(&self, object: ObjId, name: &str) -> Option<ObjId> {
        let field = self.program.find_field(self.state.heap.class_of(object), name)?;
        let value = ObjId(self.state.heap.field(object, self.program.field(field).slot) as u32);
        (!value.is_null()).then_some(value)
    }

    /// Sets the status that `Thread.getState` and `isAlive` derive from.
    pub(crate) fn set_thread_status(&mut self, object: ObjId, status: i32) {
        self.set_thread_field(object, "threadStatus", u64::from(status as u32));
        let alive = u64::from(status & 1 == 1);
        let slot = self.slot(self.known.thread, "eetop");
        self.state.heap.set_field(object, slot, alive);
    }

    /// The interrupt flag, which the class library keeps in the thread object.
    pub fn is_interrupted(&self, tid: ThreadId) -> bool {
        let object = self.state.thread(tid).object;
        let slot = self.known.threads.interrupted_slot;
        self.state.heap.field(object, slot) != 0
    }

    /// Sets the interrupt flag.
    pub(crate) fn set_interrupted(&mut self, tid: ThreadId, on: bool) {
        self.happens_interrupted(tid);
        let object = self.state.thread(tid).object;
        let slot = self.known.threads.interrupted_slot;
        self.state.heap.set_field(object, slot, u64::from(on));
    }
}

impl Vm {
    /// Takes note that a thread takes a number for a new one.
    fn note_numbering(&mut self, tid: ThreadId) {
        let key = self.state.thread(tid).key;
        self.observed.numbering = match self.observed.numbering {
            Numbering::Nobody => Numbering::One(key),
            Numbering::One(other) if other == key => Numbering::One(key),
            Numbering::One(_) | Numbering::Several => Numbering::Several,
        };
    }

    /// Whether the numbers of threads depend on the schedule and the program has asked for one or for a name, which may have
    /// been made of one.
    pub fn numbers_matter(&self) -> bool {
        self.observed.numbering == Numbering::Several && self.asks_for_numbers()
    }

    /// The same where each thread but the main one stands for others that are like it.
    pub fn numbers_would_matter(&self) -> bool {
        let main = self.state.threads().first().map_or(0, |thread| thread.key);
        let several = match self.observed.numbering {
            Numbering::Nobody => false,
            Numbering::One(thread) => thread != main,
            Numbering::Several => true,
        };
        several && self.asks_for_numbers()
    }

    /// Whether the program has asked for the number or the name of a thread. A method that has been called has code.
    fn asks_for_numbers(&self) -> bool {
        const TELLING: [(&str, &str); 4] = [
            ("getName", "()Ljava/lang/String;"),
            ("toString", "()Ljava/lang/String;"),
            ("getId", "()J"),
            ("threadId", "()J"),
        ];
        let asked = |(name, descriptor): (&str, &str)| {
            let method = self.program.find_method(self.known.thread, name, descriptor);
            method.is_some_and(|method| self.program.method(method).code().is_some())
        };
        TELLING.into_iter().any(asked)
    }

    /// Lets a thread run, which another one starts.
    pub(super) fn start_thread(&mut self, tid: ThreadId, object: ObjId) -> Res<()> {
        if self.run.watch != Watch::Off {
            // From now on the program looks.
            if self.run.watch == Watch::Alone {
                self.run.note_unannounced();
                self.run.watch = Watch::Stop;
            }
            crate::state::share(&self.program, &mut self.state.heap, object);
        }
        let parent = self.state.thread(tid);
        let key = stable_key(&[&parent.key.to_le_bytes(), &parent.core.started.to_le_bytes()]);
        self.state.core_mut(tid).started += 1;
        let daemon = self.thread_field(object, "daemon") != 0;
        self.run.ends_show |= daemon;
        self.run.groups_show |= self.is_destroyed_with_group(object);
        let joined = self.joined_before_start(tid);
        let id = self.state.add_thread(Thread::new(object, key, daemon));
        self.state.core_mut(id).joined = joined;
        let run = self.program.find_method(self.state.heap.class_of(object), "run", "()V");
        let run = run.ok_or_else(|| Raise::Unsupported("a thread without run()".into()))?;
        let run = self.select(object, run)?;
        self.push_call(id, run, &[u64::from(object.0)], FrameExit::Run)?;
        Ok(())
    }
}

fn current(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::obj(vm.state.thread(tid).object)
}

fn start(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let object = args.obj(0);
    vm.set_thread_status(object, JVMTI_RUNNABLE);
    // The class library's own daemons (reference handler, finalizer, cleaner) have nothing to do here before there is a
    // collection (`references`).
    if vm.is_cleaner(object) {
        vm.keep_idle(object)?;
        return Outcome::void();
    }
    if !vm.known.booted {
        if vm.program.class_name(vm.state.heap.class_of(object)) == "java/lang/ref/Reference$ReferenceHandler" {
            vm.known.reference_handler = object;
        }
        return Outcome::void();
    }
    vm.start_thread(tid, object)?;
    Outcome::void()
}

fn yield_now(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.run.yielded = true;
    Outcome::void()
}

fn sleep_millis(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    if args.long(0) < 0 {
        return Err(Raise::new("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    vm.sleep(tid, args.long(0).saturating_mul(1_000_000))?;
    Outcome::void()
}

fn sleep_nanos(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.sleep(tid, args.long(0))?;
    Outcome::void()
}

fn holds_lock(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let obj = args.non_null(0)?;
    Outcome::bool(vm.holds(tid, obj))
}

fn interrupt(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    if let Some(target) = vm.thread_of(args.obj(0)) {
        vm.interrupt(target);
    }
    Outcome::void()
}

/// `Thread.stop`, until JDK 19: the thread throws what it is given, wherever it is. Here only a thread that stops itself does, and one
/// that has ended has nothing to throw it.
fn stop(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    match vm.thread_of(args.obj(0)) {
        Some(target) if target == tid => Err(Raise::Object(args.non_null(1)?)),
        Some(target) if vm.state.thread(target).is_terminated() => Outcome::void(),
        Some(_) => Err(refused("stop", "ends another thread between any two instructions; interrupt it instead")),
        None => Err(refused("stop", "lets a thread end that is started later; do not start it instead")),
    }
}

/// `Thread.suspend`, until JDK 19.
fn suspend(_: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Err(refused("suspend", "stops a thread between any two instructions; let it wait for a condition instead"))
}

fn refused(what: &str, why: &str) -> Raise {
    Raise::Unsupported(format!("Thread.{what}, which {why}"))
}

fn wait(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let millis = args.long(1);
    if millis < 0 {
        return Err(Raise::new("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    let until = (millis > 0).then(|| vm.deadline_after(millis.saturating_mul(1_000_000))).flatten();
    vm.wait(tid, args.obj(0), until)?;
    Outcome::void()
}

fn notify(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.notify(tid, args.obj(0))?;
    Outcome::void()
}

fn notify_all(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.notify_all(tid, args.obj(0))?;
    Outcome::void()
}

/// `Thread.getState`: from what the thread does, instead of from a status word that the engine would have to keep.
fn get_state(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let object = args.obj(0);
    if vm.run.watch != Watch::Off && vm.observes(tid, object) {
        vm.models_are_unfit(|_| "the state of another thread is asked for".to_string())?;
    }
    if let Some(thread) = vm.thread_of(object)
        && matches!(vm.next_effect(thread), Some(Effect::Attempt(_)))
    {
        // Whether it waits or has not come yet is left open.
        return Err(Raise::Unsupported("the state of a thread that awaits an action".into()));
    }
    let name = match vm.thread_of(object) {
        None if vm.thread_field(object, "threadStatus") == 0 => "NEW",
        None => "RUNNABLE",
        Some(thread) => match vm.state.thread(thread).core.status {
            Status::Runnable | Status::Initializing { .. } => "RUNNABLE",
            Status::Entering { .. } => "BLOCKED",
            Status::Waiting { until: None, .. }
            | Status::Parked { until: None }
            | Status::Acquiring { until: None }
            | Status::Awaiting { until: None, .. }
            | Status::Reacquiring { .. } => "WAITING",
            Status::Waiting { until: Some(_), .. }
            | Status::Parked { until: Some(_) }
            | Status::Acquiring { until: Some(_) }
            | Status::Awaiting { until: Some(_), .. }
            | Status::Sleeping { .. } => "TIMED_WAITING",
            Status::Terminated => "TERMINATED",
        },
    };
    let class = vm.class("java/lang/Thread$State")?;
    vm.ensure_init(tid, class)?;
    Ok(Outcome::Value(vm.static_field(class, name)?))
}

pub(super) fn all_threads(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let objects: Vec<ObjId> = vm.state.threads().iter().filter(|t| !t.is_terminated()).map(|t| t.object).collect();
    let array = vm.new_array("[Ljava/lang/Thread;", objects.len() as u32)?;
    for (i, object) in objects.into_iter().enumerate() {
        vm.state.heap.set_ref_at(array, i as u32, object);
    }
    Outcome::obj(array)
}

fn dump_threads(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let threads = args.non_null(0)?;
    let len = vm.state.heap.array_len(threads);
    let result = vm.new_array("[[Ljava/lang/StackTraceElement;", len)?;
    for i in 0..len {
        let object = vm.state.heap.ref_at(threads, i);
        let lines = vm.thread_of(object).map(|t| vm.stack_lines(t)).unwrap_or_default();
        let trace = vm.stack_trace_elements(&lines)?;
        vm.state.heap.set_ref_at(result, i, trace);
    }
    Outcome::obj(result)
}

fn stack_trace(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let lines = vm.thread_of(args.obj(0)).map(|t| vm.stack_lines(t)).unwrap_or_default();
    let trace = vm.stack_trace_elements(&lines)?;
    Outcome::obj(trace)
}

/// The number in the default name of a thread, until JDK 20.
fn next_name_in_thread(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    next_number(vm, tid, vm.known.thread, "threadInitNumber")
}

/// The same since then.
fn next_name(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    let class = vm.class("java/lang/Thread$ThreadNumbering")?;
    next_number(vm, tid, class, "next")
}

fn next_number(vm: &mut Vm, tid: ThreadId, class: ClassId, counter: &'static str) -> Res<Outcome> {
    vm.note_numbering(tid);
    let number = vm.static_field(class, counter)? as u32;
    vm.set_static_field(class, counter, u64::from(number.wrapping_add(1)))?;
    Outcome::int(number as i32)
}

/// The id of a thread, until JDK 18.
fn next_id_in_thread(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.note_numbering(tid);
    let id = vm.static_field(vm.known.thread, "threadSeqNumber")?.wrapping_add(1);
    vm.set_static_field(vm.known.thread, "threadSeqNumber", id)?;
    Outcome::long(id as i64)
}

/// The same since then.
fn next_id(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.note_numbering(tid);
    let class = vm.class("java/lang/Thread$ThreadIdentifiers")?;
    let array = ObjId((vm.static_field(class, "NEXT_TID_OFFSET")? >> 32) as u32);
    let id = vm.state.heap.long_at(array, 0);
    vm.state.heap.set_long_at(array, 0, id.wrapping_add(1));
    Outcome::long(id as i64)
}

/// The counter of thread ids lives outside the heap.
fn next_thread_id_offset(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let address = vm.outside_memory(8)?;
    let array = ObjId((address >> 32) as u32);
    // Ids up to here belong to threads of the virtual machine itself, as on the reference JVM.
    vm.state.heap.set_long_at(array, 0, 3);
    Outcome::long(address)
}

pub(super) const ROWS: &[Row] = rows! {
    "java/lang/Thread" {
        "currentThread" "()Ljava/lang/Thread;" [Nothing, Computed] => current,
        "currentCarrierThread" "()Ljava/lang/Thread;" [Nothing, Computed] => current,
        "setCurrentThread" "(Ljava/lang/Thread;)V" [Nothing, Computed] => nothing,
        "start0" "()V" [Start, Computed] => start,
        "yield" "()V" [Yield, Computed] => yield_now,
        "yield0" "()V" [Yield, Computed] => yield_now,
        "sleep" "(J)V" [Sleep, Computed] => sleep_millis,
        "sleepNanos0" "(J)V" [Sleep, Computed] => sleep_nanos,
        "holdsLock" "(Ljava/lang/Object;)Z" [Nothing, Computed] => holds_lock,
        "interrupt0" "()V" [Interrupt, Computed] => interrupt,
        "stop0" "(Ljava/lang/Object;)V" [Threads, Computed] => stop,
        "suspend0" "()V" [Threads, Computed] => suspend,
        // No thread is ever suspended.
        "resume0" "()V" [Nothing, Computed] => nothing,
        "clearInterruptEvent" "()V" [Nothing, Computed] => nothing,
        "setPriority0" "(I)V" [Nothing, Computed] => nothing,
        "setNativeName" "(Ljava/lang/String;)V" [Nothing, Computed] => nothing,
        "getState" "()Ljava/lang/Thread$State;" [ThreadState, Computed] => get_state,
        "threadState" "()Ljava/lang/Thread$State;" [ThreadState, Computed] => get_state,
        "getThreads" "()[Ljava/lang/Thread;" [Threads, Computed] => all_threads,
        "dumpThreads" "([Ljava/lang/Thread;)[[Ljava/lang/StackTraceElement;" [Threads, Pinned(PinnedAnswer::Stacks)] => dump_threads,
        "getStackTrace0" "()Ljava/lang/Object;" [Threads, Pinned(PinnedAnswer::Stacks)] => stack_trace,
        "getNextThreadIdOffset" "()J" [Outside(&[]), Computed] => next_thread_id_offset,
        "nextThreadNum" "()I" [Number, Computed] => next_name_in_thread,
        "nextThreadID" "()J" [Number, Computed] => next_id_in_thread,
        "ensureMaterializedForStackWalk" "(Ljava/lang/Object;)V" [Nothing, Computed] => nothing,
        "scopedValueCache" "()[Ljava/lang/Object;" [Nothing, Computed] => super::zero,
        "setScopedValueCache" "([Ljava/lang/Object;)V" [Nothing, Computed] => nothing,
        "onSpinWait" "()V" [Yield, Computed] => yield_now,
    }
    "java/lang/Thread$ThreadNumbering" { "next" "()I" [Number, Computed] => next_name }
    "java/lang/Thread$ThreadIdentifiers" { "next" "()J" [Number, Computed] => next_id }
    // A cache of look-ups that the values themselves answer as well.
    "java/lang/ScopedValue$Cache" { "put" "(Ljava/lang/ScopedValue;Ljava/lang/Object;)V" [Nothing, Computed] => nothing }
    "java/lang/Object" {
        "wait" "(J)V" [Wait, Computed] => wait,
        "wait0" "(J)V" [Wait, Computed] => wait,
        "notify" "()V" [Notify { all: false }, Computed] => notify,
        "notifyAll" "()V" [Notify { all: true }, Computed] => notify_all,
    }
};
