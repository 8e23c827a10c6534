//! Driving test classes without their framework's launcher.
//!
//! Whoever reads annotations says which methods a test class has and what they are for ([`TestClass`]); here they become
//! one method of transition code that calls them directly, in the order the frameworks document: what is for the whole
//! class, then for each test a fresh instance, set-up, the test, tear-down. So nothing of a framework runs except what
//! the tests themselves call, and reflection leaves no steps in a search.
//!
//! Tear-down runs whatever happened before it, as soon as there is an instance. An exception is a failure unless the
//! test expects it, or it belongs to the classes that abandon a test (a failed assumption).
//!
//! When all is done the program halts, as launchers do: threads that a test leaves behind do not keep it alive. Halting
//! is an action that others can see, so a search still runs them for any number of steps before it.

use crate::interp::{Raise, Res};
use crate::natives::effect::Effect;
use crate::natives::{Arguments, Outcome, Row, own};
use crate::program::{
    Args, Assembler, Body, ClassId, ClassLoaderKind, Dst, Kind, Label, Method, MethodId, Op, Slot, Src, ThreadId,
    access, kind_of, split_descriptor,
};
use crate::state::FrameExit;
use crate::vm::Vm;

/// A class with tests, and what belongs to all of them.
#[derive(Clone, Debug, Default)]
pub struct TestClass {
    /// Internal name.
    pub class: String,
    /// One instance for all tests instead of one for each.
    pub shared: bool,
    /// Run once before the tests.
    pub before_all: Vec<Call>,
    /// Run once after the tests.
    pub after_all: Vec<Call>,
    /// Run before each test, those of enclosing classes first.
    pub before_each: Vec<Call>,
    /// Run after each test, those of enclosing classes last.
    pub after_each: Vec<Call>,
    /// The tests, in order.
    pub tests: Vec<Test>,
    /// Inner classes with tests of their own; their instances get one of this class.
    pub nested: Vec<TestClass>,
}

/// A method without parameters that a framework calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Internal name of the class that declares it.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// A test.
#[derive(Clone, Debug)]
pub struct Test {
    /// How reports call it.
    pub name: String,
    /// The method.
    pub call: Call,
    /// Internal names of exceptions one of which it must throw; none if it must not throw.
    pub expected: Vec<String>,
}

/// What a failure does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failures {
    /// It is printed, and the next test runs.
    Print,
    /// After tear-down it ends the program as an uncaught exception.
    Throw,
}

/// What became of the tests of a run, for the summary.
#[derive(Clone, Debug, Default)]
pub(crate) struct TestLog {
    /// Tests, and classes whose own set-up or tear-down can fail.
    names: Vec<String>,
    tests: usize,
    failed: Vec<bool>,
    skipped: Vec<bool>,
}

impl Vm {
    /// Puts the tests of a class on the main thread's stack. `skips` are internal names of exceptions that abandon a test
    /// instead of failing it; those that are not on the class path do not matter.
    pub fn enter_tests(&mut self, root: &TestClass, skips: &[&str], failures: Failures) -> Res<()> {
        let mut known = Vec::new();
        for name in skips {
            if let Ok(class) = self.app_class(name) {
                known.push(class);
            }
        }
        let natives = Natives {
            failed: self.engine_native(&FAILED, &[Kind::Int, Kind::Ref]),
            skipped: self.engine_native(&SKIPPED, &[Kind::Int]),
            done: self.engine_native(&DONE, &[]),
            print: self.throwable_method("printStackTrace", "()V")?,
        };
        let depth = depth(root);
        let mut driver = Driver {
            vm: self,
            code: Assembler::new(),
            depth,
            skips: known,
            failures,
            natives,
            log: TestLog::default(),
        };
        driver.code.push(Op::ConstNull { d: driver.failure() });
        driver.class(&mut vec![root])?;
        driver.end()?;
        let Driver { code, log, .. } = driver;
        let registers = depth + EXTRA;
        let method = self.engine_method("drive", "()V", &[], Body::Untranslated);
        code.finish(&mut self.program, method, registers);
        self.run.tests = log;
        let tid = self.run.current;
        self.push_call(tid, method, &[], FrameExit::Run)
    }

    fn app_class(&mut self, name: &str) -> Res<ClassId> {
        Ok(self.loader.load_class(&mut self.program, name, ClassLoaderKind::App)?)
    }

    fn throwable_method(&mut self, name: &str, descriptor: &str) -> Res<MethodId> {
        let method = self.program.declared_method(self.known.throwable, name, descriptor);
        method.ok_or_else(|| Raise::Unsupported(format!("the class library has no Throwable.{name}")))
    }

    fn engine_native(&mut self, row: &'static Row, params: &[Kind]) -> MethodId {
        let method = self.engine_method(row.name, row.descriptor, params, Body::Native);
        self.natives.bind(method, row);
        method
    }

    fn engine_method(&mut self, name: &str, descriptor: &str, params: &[Kind], body: Body) -> MethodId {
        let class = self.program.method(self.known.nothing).class;
        let result = kind_of(split_descriptor(descriptor).1);
        let (name, descriptor) = (self.program.intern(name), self.program.intern(descriptor));
        self.program.add_method(Method {
            class,
            name,
            descriptor,
            key: 0,
            flags: access::STATIC,
            arg_slots: params.len() as u16,
            params: params.to_vec(),
            result,
            vslot: None,
            body,
            polymorphic: false,
            hidden_frame: true,
            index: 0,
        })
    }
}

/// What the methods that call tests tell: only the thread that calls them does, and only the summary reads it.
static FAILED: Row = own("testFailed", "(ILjava/lang/Throwable;)V", Effect::Output(&[]), test_failed);
static SKIPPED: Row = own("testSkipped", "(I)V", Effect::Nothing, test_skipped);
static DONE: Row = own("testsDone", "()I", Effect::Output(&[]), tests_done);

/// A test or what surrounds it failed: says which; the trace is printed by the code that called.
fn test_failed(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let index = args.raw(0) as usize;
    vm.run.tests.failed[index] = true;
    let text = format!("Exception in test {} ", vm.run.tests.names[index]);
    vm.state.write(2, text.as_bytes());
    Ok(Outcome::Void)
}

fn test_skipped(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.run.tests.skipped[args.raw(0) as usize] = true;
    Ok(Outcome::Void)
}

/// Writes the summary; the exit code is the result.
fn tests_done(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let count = |which: &[bool]| which.iter().filter(|&&w| w).count();
    let (failed, skipped) = (count(&vm.run.tests.failed), count(&vm.run.tests.skipped));
    let tests = vm.run.tests.tests;
    let plural = if tests == 1 { "" } else { "s" };
    let text = format!("{tests} test{plural}, {failed} failed, {skipped} skipped\n");
    vm.state.write(2, text.as_bytes());
    Ok(Outcome::Value(u64::from(failed > 0)))
}

fn depth(class: &TestClass) -> u16 {
    1 + class.nested.iter().map(depth).max().unwrap_or(0)
}

/// Registers beside the instances: failure, exception, scratch, and three for arguments.
const EXTRA: u16 = 6;

struct Natives {
    failed: MethodId,
    skipped: MethodId,
    done: MethodId,
    print: MethodId,
}

/// Writes the code. Registers: an instance for each level of nesting, the first failure, the exception just caught, a
/// scratch register, arguments.
struct Driver<'a> {
    vm: &'a mut Vm,
    code: Assembler,
    depth: u16,
    skips: Vec<ClassId>,
    failures: Failures,
    natives: Natives,
    log: TestLog,
}

impl Driver<'_> {
    fn failure(&self) -> Dst {
        Dst(self.depth)
    }
    fn caught(&self) -> Dst {
        Dst(self.depth + 1)
    }
    fn scratch(&self) -> Dst {
        Dst(self.depth + 2)
    }
    fn args(&self) -> u16 {
        self.depth + 3
    }

    /// Everything of the innermost class of the path.
    fn class(&mut self, path: &mut Vec<&TestClass>) -> Res<()> {
        let class = *path.last().expect("invariant: the path has the class");
        let level = path.len() - 1;
        let index = self.name(class.class.replace('/', "."));
        let after = self.code.label();
        let guarded = self.code.here();
        if class.shared {
            self.instance(path, level)?;
        }
        for call in &class.before_all {
            self.call(call, level)?;
        }
        let end = self.code.here();
        let tests = self.code.label();
        self.code.push(Op::Goto { to: tests.pc() });
        self.catch(guarded, end, index, after);
        self.code.place(tests);
        for test in &class.tests {
            self.test(path, test)?;
        }
        for nested in &class.nested {
            path.push(nested);
            self.class(path)?;
            path.pop();
        }
        self.code.place(after);
        self.tear_down(&class.after_all, level, index)?;
        Ok(())
    }

    fn test(&mut self, path: &[&TestClass], test: &Test) -> Res<()> {
        let index = self.name(test.name.clone());
        self.log.tests += 1;
        let (after, end) = (self.code.label(), self.code.label());
        let making = self.code.here();
        for level in 0..path.len() {
            if !path[level].shared {
                self.instance(path, level)?;
            }
        }
        let made = self.code.here();
        for (level, class) in path.iter().enumerate() {
            for call in &class.before_each {
                self.call(call, level)?;
            }
        }
        let ready = self.code.here();
        self.call(&test.call, path.len() - 1)?;
        let returned = self.code.here();
        if !test.expected.is_empty() {
            let names: Vec<String> = test.expected.iter().map(|e| e.replace('/', ".")).collect();
            let class = self.vm.program.intern_text("java/lang/AssertionError");
            let message = self.vm.program.intern_text(&format!("Expected exception: {}", names.join(", ")));
            self.code.push(Op::ThrowNew { class, message });
        }
        let checked = self.code.here();
        self.code.push(Op::Goto { to: after.pc() });
        self.catch(making, made, index, end);
        self.catch(made, ready, index, after);
        if !test.expected.is_empty() {
            let handler = self.code.here();
            self.code.handler(ready, returned, handler, self.caught(), None);
            for name in &test.expected {
                let class = self.vm.app_class(name)?;
                self.branch_if_caught(class, after);
            }
            self.note(index, after);
        }
        self.catch(ready, checked, index, after);
        self.code.place(after);
        for (level, class) in path.iter().enumerate().rev() {
            self.tear_down(&class.after_each, level, index)?;
        }
        self.code.place(end);
        // Nothing of a test is left for the next one.
        if self.failures == Failures::Print {
            let method = self.vm.static_method("java/lang/Thread", "interrupted", "()Z")?;
            self.code.push(Op::InvokeStaticQ { d: self.scratch(), args: Args(self.args()), method });
        }
        Ok(())
    }

    /// Every call, whatever the ones before did.
    fn tear_down(&mut self, calls: &[Call], level: usize, index: i32) -> Res<()> {
        for call in calls {
            let next = self.code.label();
            let start = self.code.here();
            self.call(call, level)?;
            let end = self.code.here();
            self.code.push(Op::Goto { to: next.pc() });
            self.catch(start, end, index, next);
            self.code.place(next);
        }
        Ok(())
    }

    fn name(&mut self, name: String) -> i32 {
        self.log.names.push(name);
        self.log.failed.push(false);
        self.log.skipped.push(false);
        i32::try_from(self.log.names.len() - 1).expect("invariant: a class file has fewer than 2^16 methods")
    }

    fn instance(&mut self, path: &[&TestClass], level: usize) -> Res<()> {
        let class = self.vm.app_class(&path[level].class)?;
        let descriptor = match level {
            0 => "()V".to_string(),
            _ => format!("(L{};)V", path[level - 1].class),
        };
        let constructor = self.vm.program.declared_method(class, "<init>", &descriptor);
        let name = self.vm.external_name(class);
        let constructor =
            constructor.ok_or_else(|| Raise::Unsupported(format!("{name} has no constructor without parameters")))?;
        let args = self.args();
        self.code.push(Op::NewQ { d: Dst(args), class });
        self.code.push(Op::Move { d: self.scratch(), s: Src(args) });
        if level > 0 {
            self.code.push(Op::Move { d: Dst(args + 1), s: Src(level as u16 - 1) });
        }
        self.code.push(Op::InvokeDirectQ { d: Dst(args), args: Args(args), method: constructor });
        self.code.push(Op::Move { d: Dst(level as u16), s: Src(self.scratch().0) });
        Ok(())
    }

    fn call(&mut self, call: &Call, level: usize) -> Res<()> {
        let class = self.vm.app_class(&call.class)?;
        let method = self.vm.program.declared_method(class, &call.name, &call.descriptor);
        let method = method.ok_or_else(|| Raise::Unsupported(format!("{}.{} is missing", call.class, call.name)))?;
        let m = self.vm.program.method(method);
        let (d, args) = (self.scratch(), Args(self.args()));
        let interface = self.vm.program.class(m.class).is_interface();
        let op = match m.vslot {
            _ if m.is_static() => {
                self.code.push(Op::InvokeStaticQ { d, args, method });
                return Ok(());
            }
            Some(slot) if !m.has(access::PRIVATE) => Op::InvokeVirtualQ { d, args, slot: Slot(slot), method },
            None if interface && !m.has(access::PRIVATE) => Op::InvokeInterfaceQ { d, args, method },
            Some(_) | None => Op::InvokeDirectQ { d, args, method },
        };
        self.code.push(Op::Move { d: Dst(args.0), s: Src(level as u16) });
        self.code.push(op);
        Ok(())
    }

    /// A handler for everything between two labels: takes note and goes on at `then`.
    fn catch(&mut self, start: Label, end: Label, index: i32, then: Label) {
        let handler = self.code.here();
        self.code.handler(start, end, handler, self.caught(), None);
        self.note(index, then);
    }

    /// Takes note of the exception that was caught, and goes on at `then`.
    fn note(&mut self, index: i32, then: Label) {
        let skipped = self.code.label();
        for class in self.skips.clone() {
            self.branch_if_caught(class, skipped);
        }
        let (args, caught) = (self.args(), Src(self.caught().0));
        let Natives { failed, skipped: skip, print, .. } = self.natives;
        match self.failures {
            Failures::Throw => {
                self.code.push(Op::IfNonNull { a: Src(self.failure().0), to: then.pc() });
                self.code.push(Op::Move { d: self.failure(), s: caught });
                self.code.push(Op::Goto { to: then.pc() });
                self.code.place(skipped);
            }
            Failures::Print => {
                self.code.push(Op::ConstI { d: Dst(args), v: index });
                self.code.push(Op::Move { d: Dst(args + 1), s: caught });
                self.code.push(Op::InvokeStaticQ { d: self.scratch(), args: Args(args), method: failed });
                self.code.push(Op::Move { d: Dst(args), s: caught });
                let slot = Slot(self.vm.program.method(print).vslot.expect("invariant: printStackTrace is virtual"));
                self.code.push(Op::InvokeVirtualQ { d: self.scratch(), args: Args(args), slot, method: print });
                self.code.push(Op::Goto { to: then.pc() });
                self.code.place(skipped);
                self.code.push(Op::ConstI { d: Dst(args), v: index });
                self.code.push(Op::InvokeStaticQ { d: self.scratch(), args: Args(args), method: skip });
            }
        }
        self.code.push(Op::Goto { to: then.pc() });
    }

    fn branch_if_caught(&mut self, class: ClassId, to: Label) {
        self.code.push(Op::InstanceOfQ { d: self.scratch(), a: Src(self.caught().0), class });
        self.code.push(Op::IfNeK { a: Src(self.scratch().0), k: 0, to: to.pc() });
    }

    /// The end of the program.
    fn end(&mut self) -> Res<()> {
        let args = self.args();
        match self.failures {
            Failures::Throw => {
                let passed = self.code.label();
                self.code.push(Op::IfNull { a: Src(self.failure().0), to: passed.pc() });
                self.code.push(Op::Throw { a: Src(self.failure().0) });
                self.code.place(passed);
                let halt = self.vm.static_method("java/lang/Shutdown", "halt0", "(I)V")?;
                self.code.push(Op::ConstI { d: Dst(args), v: 0 });
                self.code.push(Op::InvokeStaticQ { d: self.scratch(), args: Args(args), method: halt });
            }
            Failures::Print => {
                let exit = self.vm.static_method("java/lang/System", "exit", "(I)V")?;
                self.code.push(Op::InvokeStaticQ { d: Dst(args), args: Args(args), method: self.natives.done });
                self.code.push(Op::InvokeStaticQ { d: self.scratch(), args: Args(args), method: exit });
            }
        }
        self.code.push(Op::Return {});
        Ok(())
    }
}
