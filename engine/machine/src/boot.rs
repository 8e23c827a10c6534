//! Bringing up the class library, and running a program under the fixed schedule.
//!
//! The phases are the reference JVM's: core classes, the main thread and its group, then `System.initPhase1` to `3`, all of
//! it the library's own bytecode.

use crate::interp::{Raise, Res, Stop};
use crate::natives::effect::Effect;
use crate::program::{ClassId, ClassLoaderKind, MethodId, ObjId, ThreadId, access};
use crate::state::{FrameExit, Status, Thread};
use crate::vm::{JVMTI_RUNNABLE, Vm};

/// Instructions a thread runs before the next one has its turn.
const QUANTUM: u64 = 50_000;

/// Nanoseconds that an instruction takes in a single run. So a sleep ends beside a thread that never rests.
const NANOS_PER_INSTRUCTION: i64 = 5;

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// The program ended with this exit code.
    Exit(i32),
    /// Something is not modelled.
    Unsupported(String),
    /// Every thread is blocked for ever.
    Deadlock(String),
}

impl Vm {
    /// Starts the class library. Afterwards classes of the program can be run.
    pub fn boot(&mut self) -> Res<()> {
        if !self.loader.has_class_library() {
            return self.boot_lean();
        }
        for name in
            ["java/lang/String", "java/lang/System", "java/lang/Class", "java/lang/ThreadGroup", "java/lang/Thread"]
        {
            self.class(name)?;
        }
        let thread_class = self.known.thread;
        let main = self.alloc(thread_class);
        self.run.current = self.state.add_thread(Thread::new(main, 1, false));
        self.set_unsafe_constants()?;
        self.init_now(self.known.object)?;
        self.init_now(self.known.string)?;
        let group_class = self.class("java/lang/ThreadGroup")?;
        self.prepare_main_thread(main)?;
        self.init_now(group_class)?;
        let system_group = self.alloc(group_class);
        self.call_init(group_class, system_group, "()V", &[])?;
        let main_group = self.alloc(group_class);
        let name = self.interned_text("main");
        self.call_init(group_class, main_group, "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V", &[system_group, name])?;
        self.set_main_group(main, main_group)?;
        self.init_now(thread_class)?;
        self.call_init(thread_class, main, "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V", &[main_group, name])?;
        self.set_thread_status(main, JVMTI_RUNNABLE);
        self.init_now(self.known.class)?;
        const FIRST: [&str; 5] = [
            "java/lang/Module",
            "java/lang/reflect/Method",
            "java/lang/ref/Finalizer",
            // Where these are thrown there is no room for initializers.
            "java/lang/StackOverflowError",
            "java/lang/OutOfMemoryError",
        ];
        for name in FIRST {
            let class = self.class(name)?;
            self.init_now(class)?;
        }
        let system = self.class("java/lang/System")?;
        self.init_now(system)?;
        let phase1 = self.static_method("java/lang/System", "initPhase1", "()V")?;
        self.call_now(phase1, &[])?;
        let phase2 = self.static_method("java/lang/System", "initPhase2", "(ZZ)I")?;
        let failed = self.call_now(phase2, &[1, 1])?;
        if failed as u32 != 0 {
            return Err(Raise::Unsupported("the module system did not start".into()));
        }
        let phase3 = self.static_method("java/lang/System", "initPhase3", "()V")?;
        self.call_now(phase3, &[])?;
        self.adopt_loaders()?;
        self.prepare_answers()?;
        self.prepare_asking()?;
        self.prepare_blocks()?;
        self.prepare_references()?;
        self.known.booted = true;
        self.known.first_program_object = ObjId::new(self.state.heap.object_count());
        Ok(())
    }

    /// Properties of the machine that the class library reads from static fields: 64 bits, little-endian.
    fn set_unsafe_constants(&mut self) -> Res<()> {
        let class = self.class("jdk/internal/misc/UnsafeConstants")?;
        self.init_now(class)?;
        for (field, value) in [
            ("ADDRESS_SIZE0", 8),
            ("PAGE_SIZE", 4096),
            ("BIG_ENDIAN", 0),
            ("UNALIGNED_ACCESS", 1),
            ("DATA_CACHE_LINE_FLUSH_SIZE", 0),
        ] {
            self.set_static_field(class, field, value)?;
        }
        Ok(())
    }

    /// The main thread must look like a thread before its constructor runs: the constructor asks for the current one.
    fn prepare_main_thread(&mut self, main: ObjId) -> Res<()> {
        if self.program.find_field(self.known.thread, "holder").is_some() {
            let class = self.class("java/lang/Thread$FieldHolder")?;
            let holder = self.alloc(class);
            let priority = self.slot(class, "priority");
            self.state.heap.set_field(holder, priority, 5);
            let slot = self.slot(self.known.thread, "holder");
            self.state.heap.set_field(main, slot, u64::from(holder.0));
        } else {
            let slot = self.slot(self.known.thread, "priority");
            self.state.heap.set_field(main, slot, 5);
        }
        Ok(())
    }

    fn set_main_group(&mut self, main: ObjId, group: ObjId) -> Res<()> {
        if self.program.find_field(self.known.thread, "holder").is_some() {
            let slot = self.slot(self.known.thread, "holder");
            let holder = ObjId(self.state.heap.field(main, slot) as u32);
            let class = self.state.heap.class_of(holder);
            let slot = self.slot(class, "group");
            self.state.heap.set_field(holder, slot, u64::from(group.0));
        } else {
            let slot = self.slot(self.known.thread, "group");
            self.state.heap.set_field(main, slot, u64::from(group.0));
        }
        Ok(())
    }

    fn call_init(&mut self, class: ClassId, obj: ObjId, descriptor: &str, args: &[ObjId]) -> Res<()> {
        let init = self.program.declared_method(class, "<init>", descriptor).ok_or_else(|| {
            Raise::Unsupported(format!("{} has no constructor {descriptor}", self.external_name(class)))
        })?;
        let args: Vec<u64> = [obj].iter().chain(args).map(|o| u64::from(o.0)).collect();
        self.call_now(init, &args)?;
        Ok(())
    }

    /// Classes of the application get the loaders that the library has just made.
    fn adopt_loaders(&mut self) -> Res<()> {
        let get = self.static_method("java/lang/ClassLoader", "getSystemClassLoader", "()Ljava/lang/ClassLoader;")?;
        self.known.app_loader = ObjId(self.call_now(get, &[])? as u32);
        let get = self.static_method("java/lang/ClassLoader", "getPlatformClassLoader", "()Ljava/lang/ClassLoader;")?;
        self.known.platform_loader = ObjId(self.call_now(get, &[])? as u32);
        for index in 0..self.program.classes.len() {
            let class = ClassId::new(index);
            if self.program.class(class).loader != ClassLoaderKind::Boot
                && let Some(mirror) = self.state.mirror(class)
            {
                self.set_mirror_context(class, mirror);
            }
        }
        Ok(())
    }

    /// Puts the call of `main` on the main thread's stack.
    pub fn enter_main(&mut self, class_name: &str, args: &[String]) -> Res<()> {
        let class = self.loader.load_class(&mut self.program, &class_name.replace('.', "/"), ClassLoaderKind::App)?;
        let array = self.new_array("[Ljava/lang/String;", args.len() as u32)?;
        for (i, arg) in args.iter().enumerate() {
            let text = self.new_string(arg);
            self.state.heap.set_ref_at(array, i as u32, text);
        }
        let (method, values) = self.find_main(class, array)?;
        let tid = self.run.current;
        self.push_call(tid, method, &values, FrameExit::Run)?;
        if let Err(raise) = self.ensure_init(tid, class)
            && raise != Raise::Again
        {
            return Err(raise);
        }
        Ok(())
    }

    /// `public static void main(String[])`, or what newer launchers accept (JEP 512).
    fn find_main(&mut self, class: ClassId, array: ObjId) -> Res<(MethodId, Vec<u64>)> {
        let args = vec![u64::from(array.0)];
        if let Some(method) = self.program.find_method(class, "main", "([Ljava/lang/String;)V") {
            let m = self.program.method(method);
            if m.is_static() && (m.has(access::PUBLIC) || self.config.jdk_feature >= 25) {
                return Ok((method, args));
            }
            if self.config.jdk_feature >= 25 && !m.has(access::PRIVATE) {
                let obj = self.launch_instance(class)?;
                return Ok((method, vec![u64::from(obj.0), u64::from(array.0)]));
            }
        }
        if self.config.jdk_feature >= 25
            && let Some(method) = self.program.find_method(class, "main", "()V")
        {
            if self.program.method(method).is_static() {
                return Ok((method, Vec::new()));
            }
            let obj = self.launch_instance(class)?;
            return Ok((method, vec![u64::from(obj.0)]));
        }
        let name = self.external_name(class);
        let methods = &self.program.class(class).methods;
        let almost = methods.iter().any(|&method| self.program.name(self.program.method(method).name) == "main");
        let hint = match (almost, self.config.jdk_feature >= 25) {
            (false, _) => "",
            (true, false) => "; one that is not public static void main(String[]) does not count",
            (true, true) => "; one that does not return void, or takes anything but a String[], does not count",
        };
        Err(Raise::new("java/lang/NoSuchMethodError", format!("class {name} has no main method{hint}")))
    }

    fn launch_instance(&mut self, class: ClassId) -> Res<ObjId> {
        self.init_now(class)?;
        let obj = self.alloc(class);
        self.call_init(class, obj, "()V", &[])?;
        Ok(obj)
    }

    /// Runs everything under the fixed schedule: round robin, a fixed quantum; when no thread can run, the earliest timed
    /// wait expires. `output` gets what the program writes as it is written.
    pub fn run_all(&mut self, mut output: impl FnMut(u8, &[u8])) -> RunEnd {
        let main = self.run.current;
        let mut next = main.index();
        if let Some(words) = self.config.collect_after {
            self.state.heap.collect_after(words);
        }
        // Threads that await what is not possible, as long as no other thread has run since.
        let mut refused: Vec<ThreadId> = Vec::new();
        loop {
            let ids: Vec<ThreadId> = self.state.thread_ids().collect();
            let start = next.min(ids.len());
            let mut in_turn = (0..ids.len()).map(|i| ids[(start + i) % ids.len()]);
            let chosen = in_turn.find(|&t| self.can_run(t) && !refused.contains(&t));
            let Some(tid) = chosen else {
                if !self.anyone_alive() {
                    break;
                }
                let soonest = ids.iter().filter_map(|&t| self.deadline(t).map(|at| (at, t))).min();
                let Some((at, tid)) = soonest else { return RunEnd::Deadlock(self.describe_blocked()) };
                self.pass_time_until(at);
                self.expire(tid);
                refused.clear();
                continue;
            };
            next = tid.index() + 1;
            let awaited = matches!(self.next_effect(tid), Some(Effect::Attempt(_)));
            let stop = self.run_for_a_while(tid);
            if stop != Stop::Refused || !awaited {
                refused.clear();
            }
            if stop == Stop::Refused {
                refused.push(tid);
            }
            for written in self.state.drain_output() {
                output(written.stream, &written.bytes);
            }
            if std::mem::take(&mut self.run.needs_input) {
                self.take_input();
            }
            if self.state.thread(tid).core.atomic > 0 && self.can_run(tid) {
                next = tid.index();
            }
            self.collect_if_due();
            if stop == Stop::Budget
                && let Err(what) = self.enforce_limit(tid)
            {
                return RunEnd::Unsupported(what);
            }
            match stop {
                Stop::Budget
                | Stop::Yielded
                | Stop::Blocked
                | Stop::Refused
                | Stop::Returned
                | Stop::Visible
                | Stop::Uncaught(_) => {}
                Stop::Ended => {
                    if tid == main && !self.state.thread(tid).core.thrown.is_null() {
                        self.run.main_threw = true;
                    }
                    if !self.anyone_alive() {
                        break;
                    }
                }
                Stop::Halted(code) => return RunEnd::Exit(code),
                Stop::Pruned => return RunEnd::Exit(0),
                Stop::Unsupported(what) => return RunEnd::Unsupported(what),
            }
        }
        // The last non-daemon thread is gone: shutdown hooks run on a thread of their own.
        let code = i32::from(self.run.main_threw);
        let end = self.shut_down();
        for written in self.state.drain_output() {
            output(written.stream, &written.bytes);
        }
        match end {
            Ok(()) => RunEnd::Exit(code),
            Err(what) => RunEnd::Unsupported(what),
        }
    }

    /// Runs a thread, which takes time: timed waits that are over by then expire, the earliest first.
    fn run_for_a_while(&mut self, tid: ThreadId) -> Stop {
        let before = self.run.executed();
        let stop = self.run_thread(tid, QUANTUM);
        let instructions = i64::try_from(self.run.executed().saturating_sub(before)).unwrap_or(i64::MAX);
        let now = self.now().saturating_add(instructions.saturating_mul(NANOS_PER_INSTRUCTION));
        self.state.scalars.clock = now;
        let mut over: Vec<(i64, ThreadId)> =
            self.state.thread_ids().filter_map(|t| self.deadline(t).filter(|&at| at < now).map(|at| (at, t))).collect();
        over.sort_unstable();
        over.into_iter().for_each(|(_, t)| self.expire(t));
        stop
    }

    fn shut_down(&mut self) -> Result<(), String> {
        let shutdown = self.static_method("java/lang/Shutdown", "shutdown", "()V").map_err(|r| format!("{r:?}"))?;
        let class = self.program.method(shutdown).class;
        let tid = self.run.current;
        let core = self.state.core_mut(tid);
        core.status = Status::Runnable;
        core.thrown = ObjId::NULL;
        self.init_now(class).map_err(|r| format!("{r:?}"))?;
        let depth = self.state.thread(tid).frames.len();
        self.push_call(tid, shutdown, &[], FrameExit::Engine).map_err(|r| format!("{r:?}"))?;
        // Hooks are threads: all threads may run until the main thread is back.
        loop {
            if self.state.thread(tid).frames.len() <= depth {
                return Ok(());
            }
            let ids: Vec<ThreadId> = self.state.thread_ids().collect();
            let mut ran = false;
            for t in ids {
                if self.state.thread(tid).frames.len() > depth && self.can_run(t) {
                    ran = true;
                    self.run.stop_depth = (t == tid).then_some(depth);
                    let stop = self.run_for_a_while(t);
                    self.run.stop_depth = None;
                    match stop {
                        Stop::Unsupported(what) => return Err(what),
                        Stop::Halted(_) | Stop::Pruned => return Ok(()),
                        Stop::Budget
                        | Stop::Yielded
                        | Stop::Blocked
                        | Stop::Refused
                        | Stop::Returned
                        | Stop::Ended
                        | Stop::Visible
                        | Stop::Uncaught(_) => {}
                    }
                }
            }
            if !ran {
                let soonest = self.state.thread_ids().filter_map(|t| self.deadline(t).map(|at| (at, t))).min();
                let Some((at, t)) = soonest else { return Ok(()) };
                self.pass_time_until(at);
                self.expire(t);
            }
        }
    }

    /// Whether a thread that keeps the program alive is left.
    fn anyone_alive(&self) -> bool {
        self.state.threads().iter().any(|t| !t.is_terminated() && !t.core.daemon && !t.frames.is_empty())
    }

    fn describe_blocked(&self) -> String {
        let mut text = String::from("every thread is blocked:");
        for id in self.state.thread_ids() {
            let thread = self.state.thread(id);
            if !thread.is_terminated() {
                text.push_str(&format!("\n  thread {}: {:?}{}", id.0, thread.core.status, self.where_is(id)));
            }
        }
        text
    }
}
