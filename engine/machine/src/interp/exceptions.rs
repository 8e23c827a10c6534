//! Exceptions: making them, filling in stack traces, unwinding.

use super::Question;
use crate::program::{Body, ClassId, ClassLoaderKind, MethodId, ObjId, Pc, ThreadId};
use crate::state::{Frame, FrameExit, Init};
use crate::vm::Vm;

/// Why an instruction or native did not complete normally.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Raise {
    /// `NullPointerException` with the message that the front-end works out from the code.
    NullPointer,
    /// `ClassCastException`.
    #[allow(missing_docs)]
    Cast { from: ClassId, to: ClassId },
    /// A new exception of this class.
    #[allow(missing_docs)]
    New { class: &'static str, message: Option<String> },
    /// An exception object.
    Object(ObjId),
    /// Nothing happened yet: other frames come first or the thread is blocked; then the instruction runs again.
    Again,
    /// A loader of the program's own is asked for a class; then the instruction runs again.
    #[allow(missing_docs)]
    Load { name: String, loader: ClassLoaderKind },
    /// Not modelled.
    Unsupported(String),
}

/// The result of something that can raise.
pub type Res<T> = Result<T, Raise>;

impl Raise {
    /// A new exception with a message.
    pub fn new(class: &'static str, message: impl Into<String>) -> Self {
        Raise::New { class, message: Some(message.into()) }
    }

    /// A new exception without a message.
    pub fn bare(class: &'static str) -> Self {
        Raise::New { class, message: None }
    }

    pub(crate) fn divide() -> Self {
        Raise::new("java/lang/ArithmeticException", "/ by zero")
    }

    pub(crate) fn index(at: i32, len: u32) -> Self {
        Raise::new("java/lang/ArrayIndexOutOfBoundsException", format!("Index {at} out of bounds for length {len}"))
    }
}

impl From<crate::program::LinkError> for Raise {
    fn from(error: crate::program::LinkError) -> Self {
        match error {
            crate::program::LinkError::Throw { class, message } => Raise::new(class, message),
            crate::program::LinkError::Load { name, loader } => Raise::Load { name, loader },
            crate::program::LinkError::Unsupported(what) => Raise::Unsupported(what),
        }
    }
}

/// A line of a stack trace: method, and line number or -1 when unknown, -2 in a native method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceLine {
    /// The method.
    pub method: MethodId,
    /// Source line.
    pub line: i32,
    /// Bytecode index.
    pub bci: u16,
}

/// A frame of a thread's stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackFrame {
    /// Where it is.
    pub(crate) line: TraceLine,
    /// Stack traces leave it out.
    pub(crate) hidden: bool,
    /// The reference JVM has no such frame.
    pub(crate) ours: bool,
}

impl Vm {
    /// Lets a thread throw. An error is the text of what is not modelled.
    pub(crate) fn raise(&mut self, tid: ThreadId, raise: Raise) -> Result<(), String> {
        let made = match raise {
            Raise::Again => return Ok(()),
            // A call of the engine's own has told the place.
            Raise::Unsupported(what) if what.contains("\n    at ") => return Err(what),
            Raise::Unsupported(what) => return Err(format!("{what}{}", self.where_is(tid))),
            Raise::Object(obj) => Ok(obj),
            Raise::Load { name, loader } => match self.ask_loader(tid, &name, loader) {
                Ok(()) | Err(Raise::Again) => return Ok(()),
                Err(raise) => return self.raise(tid, raise),
            },
            Raise::New { class, message } => {
                if class == "java/lang/NoClassDefFoundError"
                    && let Some(name) = &message
                {
                    let name = self.program.intern(name);
                    let loader = self.loader_of_running(tid);
                    if let Err(raise) = self.note_looked(name, loader) {
                        return self.raise(tid, raise);
                    }
                }
                self.make_throwable(tid, class, message)
            }
            Raise::NullPointer => {
                let message = self.null_pointer_message(tid);
                self.make_throwable(tid, "java/lang/NullPointerException", message)
            }
            Raise::Cast { from, to } => {
                let message = self.cast_message(from, to);
                self.make_throwable(tid, "java/lang/ClassCastException", Some(message))
            }
        };
        match made {
            Ok(obj) => self.unwind(tid, obj),
            Err(again) => self.raise(tid, again),
        }
    }

    /// ` at pkg.Class.method(File.java:12)` for the place where a thread is.
    pub fn where_is(&self, tid: ThreadId) -> String {
        let lines = self.stack_lines(tid);
        let Some(first) = lines.first() else { return String::new() };
        let mut text = format!("\n    at {}", self.format_line(first));
        for line in lines.iter().skip(1).take(30) {
            text.push_str(&format!("\n    at {}", self.format_line(line)));
        }
        text
    }

    /// `pkg.Class.method(File.java:12)`.
    pub fn format_line(&self, line: &TraceLine) -> String {
        let class = self.program.class(self.program.method(line.method).class);
        let file = class.source_file.map(|s| self.program.name(s));
        let place = match (line.line, file) {
            (-2, _) => "Native Method".to_string(),
            (_, None) => "Unknown Source".to_string(),
            (-1, Some(file)) => file.to_string(),
            (n, Some(file)) => format!("{file}:{n}"),
        };
        format!("{}({place})", self.program.qualified_name(line.method))
    }

    fn null_pointer_message(&mut self, tid: ThreadId) -> Option<String> {
        let frame = *self.state.thread(tid).top()?;
        let bci = match self.program.method(frame.method).body {
            Body::Code(_) => self.program.bci_of(frame.pc),
            Body::Native | Body::Abstract | Body::Untranslated => return None,
        };
        self.loader.null_pointer_message(&mut self.program, frame.method, bci)
    }

    fn cast_message(&mut self, from: ClassId, to: ClassId) -> String {
        let name = |vm: &Vm, c: ClassId| vm.external_name(c);
        let (a, b) = (name(self, from), name(self, to));
        let (wa, wb) = (self.describe_module(from), self.describe_module(to));
        if wa == wb {
            format!("class {a} cannot be cast to class {b} ({a} and {b} are in {wa})")
        } else {
            format!("class {a} cannot be cast to class {b} ({a} is in {wa}; {b} is in {wb})")
        }
    }

    /// Makes an exception as its constructor would, the stack trace filled in.
    pub(crate) fn make_throwable(&mut self, tid: ThreadId, class: &'static str, message: Option<String>) -> Res<ObjId> {
        let class = self.class(class)?;
        self.ensure_init(tid, class)?;
        let message: Option<Vec<u16>> = message.map(|message| message.encode_utf16().collect());
        self.make_throwable_of(tid, class, message.as_deref())
    }

    /// The same for a class that is initialized.
    pub(crate) fn make_throwable_of(&mut self, tid: ThreadId, class: ClassId, message: Option<&[u16]>) -> Res<ObjId> {
        let throwable = self.known.throwable;
        let obj = self.alloc(class);
        if let Some(message) = message {
            let text = self.new_string_utf16(message);
            let slot = self.slot(throwable, "detailMessage");
            self.state.heap.set_field(obj, slot, u64::from(text.0));
        }
        // The field initializers of Throwable: cause = this, stackTrace and suppressedExceptions the sentinels.
        let cause = self.slot(throwable, "cause");
        self.state.heap.set_field(obj, cause, u64::from(obj.0));
        for (field, sentinel) in [("stackTrace", "UNASSIGNED_STACK"), ("suppressedExceptions", "SUPPRESSED_SENTINEL")] {
            let value = self.static_field(throwable, sentinel)?;
            let slot = self.slot(throwable, field);
            self.state.heap.set_field(obj, slot, value);
        }
        let lines = self.stack_lines(tid);
        self.fill_in_stack_trace(obj, &lines)?;
        Ok(obj)
    }

    /// The stack of a thread as a stack trace shows it, innermost first.
    pub fn stack_lines(&self, tid: ThreadId) -> Vec<TraceLine> {
        self.stack_frames(tid).into_iter().filter(|frame| !frame.hidden).map(|frame| frame.line).collect()
    }

    /// All frames of a thread, innermost first.
    pub(crate) fn stack_frames(&self, tid: ThreadId) -> Vec<StackFrame> {
        let thread = self.state.thread(tid);
        let mut frames = Vec::with_capacity(thread.frames.len());
        let mut resumes_after_call = false;
        for frame in thread.frames.iter().rev() {
            let method = self.program.method(frame.method);
            let at = if resumes_after_call { Pc(frame.pc.0.wrapping_sub(1)) } else { frame.pc };
            resumes_after_call = !frame.exit.repeats();
            let class = self.program.class(method.class);
            let ours = class.synthetic;
            // JEP 371: methods of hidden classes are not shown in stack traces.
            let hidden = method.hidden_frame || ours || class.hidden;
            let (line, bci) = match &method.body {
                Body::Code(code) => {
                    let bci = self.program.bci_of(at);
                    (code.line_of_bci(bci).map_or(-1, i32::from), bci)
                }
                Body::Native | Body::Abstract | Body::Untranslated => (-2, 0),
            };
            frames.push(StackFrame { line: TraceLine { method: frame.method, line, bci }, hidden, ours });
        }
        frames
    }

    /// Stores a stack trace in a throwable. The heap gets stable keys of methods, never their ids.
    pub(crate) fn fill_in_stack_trace(&mut self, obj: ObjId, lines: &[TraceLine]) -> Res<()> {
        let lines = &lines[..lines.len().min(1024)];
        let array = self.new_array("[J", lines.len() as u32 * 2)?;
        for (at, line) in lines.iter().enumerate() {
            let key = self.program.method(line.method).key;
            self.state.heap.set_long_at(array, at as u32 * 2, key);
            let place = u64::from(line.line as u32) | u64::from(line.bci) << 32;
            self.state.heap.set_long_at(array, at as u32 * 2 + 1, place);
        }
        let throwable = self.known.throwable;
        let (backtrace, depth) = (self.slot(throwable, "backtrace"), self.slot(throwable, "depth"));
        self.state.heap.set_field(obj, backtrace, u64::from(array.0));
        self.state.heap.set_field(obj, depth, lines.len() as u64);
        Ok(())
    }

    /// Finds the handler for an exception, leaving frames on the way.
    pub(crate) fn unwind(&mut self, tid: ThreadId, exception: ObjId) -> Result<(), String> {
        let mut exception = exception;
        let mut after_call = false;
        loop {
            let Some(frame) = self.state.thread(tid).top().copied() else {
                self.state.core_mut(tid).thrown = exception;
                return Ok(());
            };
            match self.find_handler(&frame, exception, after_call) {
                Ok(Some((target, register))) => {
                    self.state.uncover(tid);
                    let thread = self.state.thread_mut(tid);
                    thread.stack[frame.base as usize + register as usize] = u64::from(exception.0);
                    thread.frames.last_mut().expect("invariant: the frame was on top").pc = target;
                    self.receive_reading(tid, register);
                    return Ok(());
                }
                Ok(None) => {}
                Err(Raise::Unsupported(what)) => return Err(what),
                Err(Raise::Load { name, loader }) => match self.ask_loader_now(tid, &name, loader) {
                    Ok(()) => continue,
                    Err(raise) => return self.raise(tid, raise),
                },
                Err(other) => {
                    // The class of a catch clause could not be resolved: that error takes the exception's place.
                    self.state.uncover(tid);
                    return self.raise(tid, other);
                }
            }
            self.state.thread_mut(tid).frames.pop();
            if self.run.steps.is_under_way() {
                self.leave_in_step(tid, &frame);
            }
            after_call = !frame.exit.repeats();
            match frame.exit {
                FrameExit::Plain | FrameExit::Again | FrameExit::Link(_) => {}
                FrameExit::Reflective => {
                    exception = match self.wrap_reflective(exception) {
                        Ok(wrapped) => wrapped,
                        Err(Raise::Unsupported(what)) => return Err(what),
                        Err(_) => return Err("an exception while making InvocationTargetException".into()),
                    };
                }
                FrameExit::Initializer(class) => {
                    self.finish_init(class, Init::Failed);
                    if self.initializer_interleaves(class) {
                        self.run.initializer_failed = true;
                        self.run.note_unannounced();
                    }
                    match self.record_initializer_error(tid, class, exception) {
                        Ok(()) => {}
                        Err(Raise::Unsupported(what)) => return Err(what),
                        Err(_) => return Err("an exception while recording an initializer's error".into()),
                    }
                    exception = match self.wrap_initializer_error(tid, exception) {
                        Ok(wrapped) => wrapped,
                        Err(Raise::Unsupported(what)) => return Err(what),
                        Err(_) => return Err("an exception while making ExceptionInInitializerError".into()),
                    };
                }
                FrameExit::Run => return self.uncaught(tid, exception),
                // JLS 11.3: an exception thrown by the handler itself is ignored, though the machine speaks of it.
                FrameExit::Handler => {
                    self.report_handler_error(tid, exception);
                    return self.thread_exit(tid);
                }
                FrameExit::End => {
                    return self.terminate(tid).map_err(|raise| format!("{raise:?}"));
                }
                FrameExit::Engine => {
                    self.state.core_mut(tid).thrown = exception;
                    return Ok(());
                }
            }
            self.state.uncover(tid);
        }
    }

    fn find_handler(&mut self, frame: &Frame, exception: ObjId, after_call: bool) -> Res<Option<(Pc, u16)>> {
        let Some(code) = self.program.method(frame.method).code() else { return Ok(None) };
        let at = if after_call { Pc(frame.pc.0 - 1) } else { frame.pc };
        let class = self.state.heap.class_of(exception);
        let candidates: Vec<_> = code.handlers.iter().filter(|h| h.start <= at && at < h.end).cloned().collect();
        for handler in candidates {
            let catches = match handler.catches {
                None => true,
                Some(site) => {
                    let caught = self.loader.resolve_class(&mut self.program, site)?;
                    self.note_found()?;
                    self.program.is_subclass(class, caught)
                }
            };
            if catches {
                return Ok(Some((handler.target, handler.exception.0)));
            }
        }
        Ok(None)
    }

    pub(crate) fn thread_name(&mut self, tid: ThreadId) -> String {
        let object = self.state.thread(tid).object;
        let slot = self.slot(self.known.thread, "name");
        self.text(ObjId(self.state.heap.field(object, slot) as u32)).unwrap_or_default()
    }

    fn report_handler_error(&mut self, tid: ThreadId, exception: ObjId) {
        let class = self.external_name(self.state.heap.class_of(exception));
        let name = self.thread_name(tid);
        let text = format!("\nException: {class} thrown from the UncaughtExceptionHandler in thread \"{name}\"\n");
        self.state.write(2, text.as_bytes());
    }

    /// Keeps what later uses of a class that failed to initialize show as the cause: where and why, without the exception
    /// itself.
    fn record_initializer_error(&mut self, tid: ThreadId, class: ClassId, exception: ObjId) -> Res<()> {
        const RECORDED: &str = "java/lang/ExceptionInInitializerError";
        let recorded = self.class(RECORDED)?;
        if self.state.init(recorded) != Init::Done {
            self.init_now(recorded)?;
        }
        let why = self.external_name(self.state.heap.class_of(exception));
        let (detail, thread) = (self.throwable_message(exception), self.thread_name(tid));
        let message = match detail {
            Some(detail) => format!("Exception {why}: {detail} [in thread \"{thread}\"]"),
            None => format!("Exception {why} [in thread \"{thread}\"]"),
        };
        let error = self.make_throwable(tid, RECORDED, Some(message))?;
        let throwable = self.known.throwable;
        for field in ["backtrace", "depth"] {
            let slot = self.slot(throwable, field);
            let value = self.state.heap.field(exception, slot);
            self.state.heap.set_field(error, slot, value);
        }
        let slot = self.slot(throwable, "cause");
        self.state.heap.set_field(error, slot, 0);
        self.keep_answer(Question::Failure(class), error)
    }

    /// `NoClassDefFoundError` for a class whose initializer failed before.
    pub(super) fn failed_class_error(&mut self, tid: ThreadId, class: ClassId) -> Res<ObjId> {
        let message = format!("Could not initialize class {}", self.external_name(class));
        let error = self.make_throwable(tid, "java/lang/NoClassDefFoundError", Some(message))?;
        let cause = self.answer(Question::Failure(class));
        if !cause.is_null() {
            let slot = self.slot(self.known.throwable, "cause");
            self.state.heap.set_field(error, slot, u64::from(cause.0));
        }
        Ok(error)
    }

    /// JVMS 5.5 step 10: what is not an `Error` becomes an `ExceptionInInitializerError` with it as cause.
    fn wrap_initializer_error(&mut self, tid: ThreadId, exception: ObjId) -> Res<ObjId> {
        let error = self.class("java/lang/Error")?;
        if self.program.is_subclass(self.state.heap.class_of(exception), error) {
            return Ok(exception);
        }
        let class = self.class("java/lang/ExceptionInInitializerError")?;
        if self.state.init(class) != Init::Done {
            self.init_now(class)?;
        }
        let wrapped = self.make_throwable(tid, "java/lang/ExceptionInInitializerError", None)?;
        let throwable = self.known.throwable;
        let cause = self.slot(throwable, "cause");
        self.state.heap.set_field(wrapped, cause, u64::from(exception.0));
        if let Some(field) = self.program.declared_field(class, "exception") {
            let slot = self.program.field(field).slot;
            self.state.heap.set_field(wrapped, slot, u64::from(exception.0));
        }
        Ok(wrapped)
    }

    fn wrap_reflective(&mut self, exception: ObjId) -> Res<ObjId> {
        let class = self.class("java/lang/reflect/InvocationTargetException")?;
        self.init_now(class)?;
        let wrapped = self.alloc(class);
        let init = self.program.declared_method(class, "<init>", "(Ljava/lang/Throwable;)V");
        let init = init.ok_or_else(|| Raise::Unsupported("InvocationTargetException has no constructor".into()))?;
        self.call_now(init, &[u64::from(wrapped.0), u64::from(exception.0)])?;
        Ok(wrapped)
    }
}
