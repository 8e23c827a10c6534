//! Calls, returns and the life of a thread around them.

use super::{MAX_FRAMES, Question, RESERVE, Raise, Res, Stop};
use crate::natives::Outcome;
use crate::program::{Body, ClassId, MethodId, ObjId, ThreadId, stable_key};
use crate::state::{Frame, FrameExit, Init, Status, Thread};
use crate::vm::{UncaughtIn, Vm};

impl Vm {
    /// Calls a method with the arguments in the caller's registers from `args`.
    pub(super) fn call(&mut self, tid: ThreadId, method: MethodId, args: u16, result: u16) -> Res<()> {
        let base = self.state.thread(tid).top().map_or(0, |f| f.base) + u32::from(args);
        let noted = self.push_frame(tid, method, base, result, FrameExit::Plain).inspect_err(|_| {
            // The call has not happened: the position goes back to the calling instruction.
            let frame = self.state.thread_mut(tid).frames.last_mut();
            frame.expect("invariant: the caller's frame").pc.0 -= 1;
        })?;
        if noted {
            if self.defers_join(tid, method) {
                return self.leave_frame(tid, 0);
            }
            self.note_call(tid, method);
        }
        Ok(())
    }

    /// Pushes a frame whose registers start at `base` of the thread's stack, where the arguments are or will be. Answers
    /// whether the call is to be noted once they are there.
    pub(crate) fn push_frame(
        &mut self,
        tid: ThreadId,
        method: MethodId,
        base: u32,
        result: u16,
        exit: FrameExit,
    ) -> Res<bool> {
        if let Body::Untranslated = self.program.method(method).body {
            if self.has_native(method) {
                self.program.methods[method.index()].body = Body::Native;
            } else {
                self.loader.translate(&mut self.program, method)?;
                let noted = self.is_noted(method);
                if let Body::Code(code) = &mut self.program.methods[method.index()].body {
                    code.noted = noted;
                }
            }
        }
        let is_own = |vm: &Vm| !vm.program.class(vm.program.method(method).class).is_library();
        if self.run.stop_depth.is_some() && self.is_searching() && !self.run.attempts.is_on() && is_own(self) {
            // Other threads could run meanwhile, and see it.
            let name = self.program.qualified_name(method);
            return Err(Raise::Unsupported(format!(
                "{name}, called by the machine itself, while schedules are explored"
            )));
        }
        let m = self.program.method(method);
        let (pc, registers, noted) = match &m.body {
            Body::Code(code) => (code.start, code.registers, code.noted),
            Body::Native => (crate::program::Pc(0), m.arg_slots, false),
            Body::Abstract => {
                return Err(Raise::new("java/lang/AbstractMethodError", self.abstract_message(tid, method, base)));
            }
            Body::Untranslated => return Err(Raise::Unsupported("translation left no code".into())),
        };
        let arguments = usize::from(m.arg_slots.min(registers));
        let within = self.within(tid, method, exit);
        let thread = self.state.thread_mut(tid);
        let most = match exit {
            FrameExit::Plain if self.run.stop_depth.is_none() => MAX_FRAMES,
            FrameExit::Plain
            | FrameExit::Reflective
            | FrameExit::Again
            | FrameExit::Run
            | FrameExit::Handler
            | FrameExit::End
            | FrameExit::Engine
            | FrameExit::Link(_)
            | FrameExit::Initializer(_) => MAX_FRAMES + RESERVE,
        };
        if thread.frames.len() >= most {
            self.ask(tid, crate::natives::effect::PinnedAnswer::Depth);
            return Err(Raise::bare("java/lang/StackOverflowError"));
        }
        thread.frames.push(Frame { method, pc, base, registers, result, exit, within });
        if !thread.core.readings.is_empty() {
            thread.core.readings.cut(base as usize + arguments);
        }
        let end = base as usize + registers as usize;
        if thread.stack.len() < end {
            thread.stack.resize(end.next_power_of_two().max(256), 0);
        }
        if self.run.watch == super::Watch::Each {
            // What earlier calls have left is no part of this one (JVMS 4.10.1: nothing is read before it is written), but
            // all registers are part of the referee's states.
            thread.stack[base as usize + arguments..end].fill(0);
        }
        Ok(noted)
    }

    /// Pushes a frame above the running one, for a call that no instruction makes.
    pub(crate) fn push_call(&mut self, tid: ThreadId, method: MethodId, args: &[u64], exit: FrameExit) -> Res<()> {
        let base = self.state.thread(tid).top().map_or(0, |f| f.base + u32::from(f.registers));
        let noted = self.push_frame(tid, method, base, 0, exit)?;
        let thread = self.state.thread_mut(tid);
        let base = base as usize;
        if thread.stack.len() < base + args.len() {
            thread.stack.resize(base + args.len(), 0);
        }
        thread.stack[base..base + args.len()].copy_from_slice(args);
        if noted {
            self.note_call(tid, method);
        }
        self.cut_readings(tid, base);
        Ok(())
    }

    fn abstract_message(&self, tid: ThreadId, method: MethodId, base: u32) -> String {
        let receiver = ObjId(self.state.thread(tid).stack.get(base as usize).copied().unwrap_or(0) as u32);
        let m = self.program.method(method);
        let holder = if receiver.is_null() { m.class } else { self.state.heap.class_of(receiver) };
        let owner = self.external_name(m.class);
        let kind = if self.program.class(m.class).is_interface() { "interface" } else { "abstract class" };
        format!(
            "Receiver class {} does not define or inherit an implementation of the resolved method 'abstract {}' of {kind} {owner}.",
            self.external_name(holder),
            self.external_method(method),
        )
    }

    /// Leaves the running frame with a result.
    pub(super) fn leave_frame(&mut self, tid: ThreadId, value: u64) -> Res<()> {
        let frame = self.state.thread_mut(tid).frames.pop().expect("invariant: a running thread has a frame");
        if self.run.steps.is_under_way() {
            self.leave_in_step(tid, &frame);
        }
        self.cut_readings(tid, frame.base as usize);
        let reading = self.run.reading.take();
        match frame.exit {
            FrameExit::Plain | FrameExit::Reflective => {
                self.state.uncover(tid);
                let thread = &mut self.state.threads[tid.index()];
                let base = thread.frames.last().expect("invariant: a plain frame has a caller").base as usize;
                thread.stack[base + frame.result as usize] = value;
                self.run.reading = reading;
                self.receive_reading(tid, frame.result);
            }
            FrameExit::Initializer(class) => {
                self.state.uncover(tid);
                self.finish_init(class, Init::Done);
            }
            FrameExit::Again => self.state.uncover(tid),
            FrameExit::Link(site) => {
                self.state.uncover(tid);
                self.keep_answer(Question::Site(site), ObjId(value as u32))?;
            }
            FrameExit::Run | FrameExit::Handler => {
                return self.thread_exit(tid).map_err(Raise::Unsupported);
            }
            FrameExit::End => self.terminate(tid)?,
            FrameExit::Engine => {
                self.state.uncover(tid);
                self.state.core_mut(tid).result = value;
                // What the engine does with it is not followed.
                if let Some(reading) = reading {
                    self.state.scalars.lose(reading.latest(value));
                }
            }
        }
        Ok(())
    }

    /// Runs the native method whose frame is on top.
    pub(super) fn run_native(&mut self, tid: ThreadId, frame: Frame) -> Res<()> {
        let base = frame.base as usize;
        let args = self.state.thread(tid).stack[base..base + frame.registers as usize].to_vec();
        if !self.state.thread(tid).core.readings.is_empty() {
            self.note_readings(tid, &frame);
        }
        match self.native(tid, frame.method, &args)? {
            Outcome::Void => self.leave_frame(tid, 0),
            Outcome::Value(value) => self.leave_frame(tid, value),
            Outcome::Tail { method, args, exit } => {
                self.state.thread_mut(tid).frames.pop();
                let noted = self.push_frame(tid, method, frame.base, frame.result, exit)?;
                let thread = self.state.thread_mut(tid);
                if thread.stack.len() < base + args.len() {
                    thread.stack.resize(base + args.len(), 0);
                }
                thread.stack[base..base + args.len()].copy_from_slice(&args);
                if noted {
                    self.note_call(tid, method);
                }
                self.cut_readings(tid, base);
                Ok(())
            }
        }
    }

    /// A thread's `run` threw: its handler is called, then it ends. A watched thread without a handler of its own stops
    /// before that ([`Vm::fails`]).
    pub(super) fn uncaught(&mut self, tid: ThreadId, exception: ObjId) -> Result<(), String> {
        self.state.core_mut(tid).thrown = exception;
        let thread = self.state.thread(tid).object;
        let class = self.known.thread;
        let method = self.program.find_method(class, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
        let method = method.ok_or("Thread.dispatchUncaughtException is missing")?;
        let args = [u64::from(thread.0), u64::from(exception.0)];
        self.push_call(tid, method, &args, FrameExit::Handler).map_err(|r| format!("{r:?}"))
    }

    /// The exception that a thread is about to fail with: it stands before the handler that prints it. Who took a handler
    /// away in time shows only when the class library looks for one and does not find it: it is about to print then.
    pub(super) fn fails(&mut self, tid: ThreadId, frame: &Frame) -> Option<ObjId> {
        let thrown = self.state.thread(tid).core.thrown;
        if thrown.is_null() || self.program.method(frame.method).code().is_none_or(|code| frame.pc != code.start) {
            return None;
        }
        let counts = match self.config.uncaught {
            UncaughtIn::All => true,
            UncaughtIn::Test => tid.index() == 0 || self.is_assertion(thrown),
            UncaughtIn::Main => tid.index() == 0,
        };
        if !counts {
            return None;
        }
        let fails = match frame.exit {
            FrameExit::Handler => !self.has_own_handler(tid),
            FrameExit::Plain
            | FrameExit::Reflective
            | FrameExit::Initializer(_)
            | FrameExit::Again
            | FrameExit::Link(_)
            | FrameExit::Run
            | FrameExit::End
            | FrameExit::Engine => self.prints_uncaught(tid),
        };
        fails.then_some(thrown)
    }

    /// Whether the class library has found no handler for what a thread does not catch: the last group of threads prints.
    fn prints_uncaught(&self, tid: ThreadId) -> bool {
        let mut frames = self.state.thread(tid).frames.iter().rev();
        let name = |frame: &Frame| self.program.name(self.program.method(frame.method).name);
        let asks_group = |frame: &Frame| {
            Some(self.program.method(frame.method).class) == self.known.thread_group
                && name(frame) == "uncaughtException"
        };
        frames.next().is_some_and(|top| name(top).starts_with("print"))
            && frames.next().is_some_and(asks_group)
            && frames.find(|frame| !asks_group(frame)).is_some_and(|frame| frame.exit == FrameExit::Handler)
    }

    /// The last a thread does: `Thread.exit`, then the engine's own `terminate`.
    pub(super) fn thread_exit(&mut self, tid: ThreadId) -> Result<(), String> {
        let thread = [u64::from(self.state.thread(tid).object.0)];
        let failed = |raise: Raise| format!("{raise:?}");
        self.push_call(tid, self.known.terminate, &thread, FrameExit::End).map_err(failed)?;
        match self.program.find_method(self.known.thread, "exit", "()V") {
            Some(method) => self.push_call(tid, method, &thread, FrameExit::Again).map_err(failed),
            None => Ok(()),
        }
    }

    /// The thread object shows that the thread is no more, and threads that join it are notified: under the object's monitor,
    /// so that no thread that has just seen it alive misses that.
    pub(crate) fn announce_end(&mut self, tid: ThreadId) -> Res<()> {
        let object = self.state.thread(tid).object;
        self.monitor_enter(tid, object)?;
        self.happens_end(tid);
        self.set_thread_status(object, crate::vm::JVMTI_TERMINATED);
        self.notify_all_waiters(object);
        self.monitor_exit(tid, object)
    }

    /// The thread is no more. In a search, the last one that kept the program alive leaves the shutdown hooks to run.
    pub(super) fn terminate(&mut self, tid: ThreadId) -> Res<()> {
        self.state.core_mut(tid).status = Status::Terminated;
        self.happens_forget(tid);
        let over = self.state.threads().iter().all(|t| t.is_terminated() || t.core.daemon);
        if self.run.watch != super::Watch::Off && over && self.has_shutdown_hooks() {
            self.start_shutdown()?;
        }
        Ok(())
    }

    /// Whether the program has registered shutdown hooks that have not been started yet.
    fn has_shutdown_hooks(&mut self) -> bool {
        let Ok(class) = self.class("java/lang/ApplicationShutdownHooks") else { return false };
        if self.state.init(class) != Init::Done {
            return false;
        }
        let hooks = self.static_field(class, "hooks").map_or(ObjId::NULL, |hooks| ObjId(hooks as u32));
        if hooks.is_null() {
            return false;
        }
        let size = self.slot(self.state.heap.class_of(hooks), "size");
        self.state.heap.field(hooks, size) != 0
    }

    /// The thread in which the virtual machine shuts down: it starts the hooks, waits for them and halts. On the reference
    /// JVM it is the one that called `main`.
    fn start_shutdown(&mut self) -> Res<()> {
        let shutdown = self.static_method("java/lang/Shutdown", "shutdown", "()V")?;
        let halt = self.static_method("java/lang/Shutdown", "halt0", "(I)V")?;
        let main = &self.state.threads()[0];
        let key = stable_key(&[&main.key.to_le_bytes(), b"shutdown"]);
        let id = self.state.add_thread(Thread::new(main.object, key, false));
        // It begins after the last end.
        self.state.core_mut(id).joined = self.ended();
        self.push_call(id, halt, &[0], FrameExit::End)?;
        self.push_call(id, shutdown, &[], FrameExit::Again)
    }

    /// Runs a method to its end on the current thread, nothing else being scheduled: for boot and for initializers of
    /// platform classes whose running cannot be observed.
    pub(crate) fn call_now(&mut self, method: MethodId, args: &[u64]) -> Res<u64> {
        self.call_within(method, args, u64::MAX)
    }

    /// The same for a method that may not come to its end: it fails after so many instructions.
    pub fn call_within(&mut self, method: MethodId, args: &[u64], budget: u64) -> Res<u64> {
        let tid = self.run.current;
        let depth = self.state.thread(tid).frames.len();
        self.push_call(tid, method, args, FrameExit::Engine)?;
        self.run_until(tid, depth, budget)
    }

    /// Runs the current thread until it is back at `depth` frames.
    fn run_until(&mut self, tid: ThreadId, depth: usize, mut budget: u64) -> Res<u64> {
        let outer = self.run.stop_depth.replace(depth);
        let mut stop = Stop::Budget;
        while stop != Stop::Returned {
            stop = self.run_within(tid, &mut budget);
            let failure = match &stop {
                Stop::Budget if budget == 0 => {
                    Raise::Unsupported("so many instructions in the engine's own call".into())
                }
                Stop::Visible if self.run.attempts.is_on() => {
                    Raise::Unsupported(format!("an awaited action with so many choices{}", self.where_is(tid)))
                }
                Stop::Budget | Stop::Yielded | Stop::Returned | Stop::Visible => continue,
                Stop::Blocked | Stop::Refused if self.run.attempts.is_trial() => {
                    self.run.attempts.blocked = true;
                    Raise::Again
                }
                Stop::Blocked | Stop::Refused => {
                    Raise::Unsupported(format!("blocked inside the engine's own call{}", self.where_is(tid)))
                }
                Stop::Ended | Stop::Uncaught(_) => {
                    Raise::Unsupported("the thread ended inside the engine's own call".into())
                }
                Stop::Pruned => {
                    // For the caller that runs the thread.
                    self.run.pruned = true;
                    Raise::Again
                }
                Stop::Halted(_) => Raise::Again,
                Stop::Unsupported(what) => Raise::Unsupported(what.clone()),
            };
            self.run.stop_depth = outer;
            return Err(failure);
        }
        self.run.stop_depth = outer;
        let core = self.state.core_mut(tid);
        let thrown = std::mem::replace(&mut core.thrown, ObjId::NULL);
        let result = std::mem::take(&mut core.result);
        if thrown.is_null() { Ok(result) } else { Err(Raise::Object(thrown)) }
    }

    /// Initializes a class at once (see [`Vm::call_now`]).
    pub(crate) fn init_now(&mut self, class: ClassId) -> Res<()> {
        let mirror = self.mirror(class);
        self.call_now(self.known.initialize, &[u64::from(mirror.0)])?;
        Ok(())
    }
}
