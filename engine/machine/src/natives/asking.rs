//! Asking class loaders of the program's own for classes that code needs (JVMS 5.3.2).
//!
//! Their `loadClass` is code of the program. During a search it runs in a frame of its own, above a method of the engine's that
//! keeps the answer, and the instruction that needs the class is executed again afterwards. So other threads may run meanwhile.
//! The answer is part of the state, as the virtual machine records it: from then on the loader is not asked for that name, in
//! this execution. Before a search, and inside the engine's own calls, the loader is asked in one go.
//!
//! Whether a loader has answered is nothing that an instruction looks at as an action. So if one thread has been answered, and
//! another one has asked for the same name or found it, on any path, the check is inconclusive ([`super::define`]).

use super::effect::Effect;
use super::{Arguments, Outcome, Row, own};
use crate::interp::{Raise, Res};
use crate::program::{
    Args, Assembler, Body, ClassId, ClassLoaderKind, Dst, Kind, Method, MethodId, ObjId, Op, SiteKind, Slot, Src,
    ThreadId, access,
};
use crate::state::FrameExit;
use crate::vm::Vm;

const NOT_FOUND_EXCEPTION: &str = "java/lang/ClassNotFoundException";

/// The engine's methods that ask.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asking {
    /// Asks for a class that code needs: `ClassNotFoundException` becomes the cause of `NoClassDefFoundError`.
    for_code: MethodId,
    /// Asks for a class on behalf of `Class.forName`, which throws what the loader throws.
    for_name: MethodId,
    /// A native that keeps an answer.
    pub answered: MethodId,
    /// A native that throws `NoClassDefFoundError`.
    pub not_found: MethodId,
}

/// Keeps what a loader has answered: the loader, the name, the class.
pub(super) static ANSWERED: Row =
    own("answered", "(Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/lang/Class;)V", Effect::Classes, answered);

/// Throws the error of code that needs a class which its loader has not found: the name, the exception.
pub(super) static NOT_FOUND: Row =
    own("notFound", "(Ljava/lang/String;Ljava/lang/ClassNotFoundException;)V", Effect::Nothing, not_found);

fn answered(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(1)?).unwrap_or_default().replace('.', "/");
    let kind = vm.loader_kind(args.obj(0))?;
    let caller = vm.state.thread(tid).frames.iter().rev().nth(1).map(|frame| frame.method);
    let is_by_name = caller == Some(vm.known.asking.for_name);
    let class = vm.accept(&name, args.obj(2), is_by_name)?;
    let sym = vm.program.intern(&name);
    vm.note_defined(sym, kind)?;
    vm.keep_class(&name, kind, class);
    Outcome::void()
}

fn not_found(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(0)?).unwrap_or_default().replace('.', "/");
    Err(vm.no_class(tid, &name, args.obj(1))?)
}

impl Vm {
    /// The loader of the class whose code a thread runs.
    pub(crate) fn loader_of_running(&self, tid: ThreadId) -> ClassLoaderKind {
        let frame = self.state.thread(tid).top();
        frame.map_or(ClassLoaderKind::App, |frame| self.program.class(self.program.method(frame.method).class).loader)
    }

    /// Lets a loader of the program's own load a class that code needs. `Again` if the code of the loader has to run first.
    pub(crate) fn ask_loader(&mut self, tid: ThreadId, name: &str, kind: ClassLoaderKind) -> Res<()> {
        match self.asks_in_frames(kind)? {
            true => self.begin_to_ask(tid, name, kind, self.known.asking.for_code).map(drop),
            false => self.ask_loader_now(tid, name, kind),
        }
    }

    /// The class of a name that a loader of the program's own has loaded, or loads now.
    pub(super) fn find_or_ask(&mut self, tid: ThreadId, name: &str, kind: ClassLoaderKind) -> Res<ClassId> {
        let name = name.replace('.', "/");
        let sym = self.program.intern(&name);
        if let Some(class) = self.program.find_class(sym, kind) {
            return Ok(class);
        }
        if self.asks_in_frames(kind)? {
            return Err(self.begin_to_ask(tid, &name, kind, self.known.asking.for_name)?);
        }
        let mirror = self.call_loader(&name, kind)?;
        let class = self.accept(&name, mirror, true)?;
        self.keep_class(&name, kind, class);
        Ok(class)
    }

    /// The same as [`Vm::ask_loader`], in one go: no other thread may define the class.
    pub(crate) fn ask_loader_now(&mut self, tid: ThreadId, name: &str, kind: ClassLoaderKind) -> Res<()> {
        let mirror = match self.call_loader(name, kind) {
            Err(Raise::Object(thrown)) => {
                let expected = self.class(NOT_FOUND_EXCEPTION)?;
                if !self.program.is_subclass(self.state.heap.class_of(thrown), expected) {
                    return Err(Raise::Object(thrown));
                }
                return Err(self.no_class(tid, name, thrown)?);
            }
            answer => answer?,
        };
        let class = self.accept(name, mirror, false)?;
        self.keep_class(name, kind, class);
        Ok(())
    }

    /// Whether the code of a loader runs in frames of its own: it is the program's, and other threads may run.
    fn asks_in_frames(&mut self, kind: ClassLoaderKind) -> Res<bool> {
        let loader = self.loader_object(kind);
        let is_library = loader.is_null() || self.program.class(self.state.heap.class_of(loader)).is_library();
        Ok(self.is_searching() && self.run.stop_depth.is_none() && !is_library)
    }

    /// Calls one of the methods that ask.
    fn begin_to_ask(&mut self, tid: ThreadId, name: &str, kind: ClassLoaderKind, method: MethodId) -> Res<Raise> {
        let looked = self.program.intern(name);
        self.note_looked(looked, kind)?;
        let loader = self.loader_object(kind);
        let text = self.interned_text(&name.replace('/', "."));
        self.push_call(tid, method, &[u64::from(loader.0), u64::from(text.0)], FrameExit::Again)?;
        Ok(Raise::Again)
    }

    /// Calls `loadClass` of a loader in one go.
    fn call_loader(&mut self, name: &str, kind: ClassLoaderKind) -> Res<ObjId> {
        let loader = self.loader_object(kind);
        let load = self.custom_loader(loader)?;
        let load = load.ok_or_else(|| Raise::Unsupported(format!("loading {name} without a loader to ask")))?;
        let load = self.select(loader, load)?;
        let looked = self.program.intern(name);
        self.note_looked(looked, kind)?;
        let text = self.interned_text(&name.replace('/', "."));
        Ok(ObjId(self.call_now(load, &[u64::from(loader.0), u64::from(text.0)])? as u32))
    }

    /// The class that a loader has answered, if that is one of the name that was asked for.
    fn accept(&self, name: &str, mirror: ObjId, is_by_name: bool) -> Res<ClassId> {
        let class = self.state.class_of_mirror(mirror).filter(|&class| self.program.class_name(class) == name);
        class.ok_or_else(|| match is_by_name {
            true => Raise::new(NOT_FOUND_EXCEPTION, name.replace('/', ".")),
            false => Raise::new("java/lang/NoClassDefFoundError", name),
        })
    }

    /// Keeps the answer of a loader: in a search it is state.
    fn keep_class(&mut self, name: &str, kind: ClassLoaderKind, class: ClassId) {
        let sym = self.program.intern(name);
        if self.is_searching() {
            self.state.define(sym, kind, class);
            self.meet_definitions();
        } else {
            self.program.alias_class(sym, kind, class);
        }
    }

    /// The error of code that needs a class which its loader has not found.
    fn no_class(&mut self, tid: ThreadId, name: &str, cause: ObjId) -> Res<Raise> {
        let error = self.make_throwable(tid, "java/lang/NoClassDefFoundError", Some(name.to_string()))?;
        let slot = self.slot(self.known.throwable, "cause");
        self.publish(error, cause);
        self.state.heap.set_field(error, slot, u64::from(cause.0));
        Ok(Raise::Object(error))
    }

    /// Makes the methods that ask, in the engine's class.
    pub(crate) fn add_asking_methods(&mut self, class: ClassId) {
        let mut native =
            |row: &Row, params: usize| self.add_asking(class, row.name, row.descriptor, params, Body::Native);
        let (answered, not_found) = (native(&ANSWERED, 3), native(&NOT_FOUND, 2));
        let descriptor = "(Ljava/lang/ClassLoader;Ljava/lang/String;)V";
        let for_code = self.add_asking(class, "askForCode", descriptor, 2, Body::Untranslated);
        let for_name = self.add_asking(class, "askForName", descriptor, 2, Body::Untranslated);
        self.known.asking = Asking { for_code, for_name, answered, not_found };
    }

    fn add_asking(&mut self, class: ClassId, name: &str, descriptor: &str, params: usize, body: Body) -> MethodId {
        let (name, descriptor) = (self.program.intern(name), self.program.intern(descriptor));
        self.program.add_method(Method {
            class,
            name,
            descriptor,
            key: 0,
            flags: access::STATIC,
            arg_slots: params as u16,
            params: vec![Kind::Ref; params],
            result: Kind::Void,
            vslot: None,
            body,
            polymorphic: false,
            hidden_frame: true,
            index: 0,
        })
    }

    /// Writes the code of the methods that ask. Once, when the class library is up.
    pub(crate) fn prepare_asking(&mut self) -> Res<()> {
        let class_loader = self.class("java/lang/ClassLoader")?;
        let Some(load) = self.program.find_method(class_loader, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;")
        else {
            return Ok(());
        };
        let Some(slot) = self.program.method(load).vslot else { return Ok(()) };
        let Asking { for_code, for_name, answered, not_found } = self.known.asking;
        let exception = self.program.intern(NOT_FOUND_EXCEPTION);
        let holder = self.program.method(for_code).class;
        let expected = self.program.add_site(holder, SiteKind::Class(exception));
        for method in [for_code, for_name] {
            // Registers: loader, name, what came of it, and the arguments of a call.
            let (loader, name, result, args) = (0, 1, 2, 3);
            let mut code = Assembler::new();
            let (start, end, handler) = (code.label(), code.label(), code.label());
            code.push(Op::Move { d: Dst(args), s: Src(loader) });
            code.push(Op::Move { d: Dst(args + 1), s: Src(name) });
            code.place(start);
            code.push(Op::InvokeVirtualQ { d: Dst(result), args: Args(args), slot: Slot(slot), method: load });
            code.place(end);
            code.push(Op::Move { d: Dst(args), s: Src(loader) });
            code.push(Op::Move { d: Dst(args + 1), s: Src(name) });
            code.push(Op::Move { d: Dst(args + 2), s: Src(result) });
            code.push(Op::InvokeDirectQ { d: Dst(result), args: Args(args), method: answered });
            code.push(Op::Return {});
            code.place(handler);
            if method == for_code {
                code.push(Op::Move { d: Dst(args), s: Src(name) });
                code.push(Op::Move { d: Dst(args + 1), s: Src(result) });
                code.push(Op::InvokeDirectQ { d: Dst(result), args: Args(args), method: not_found });
                code.handler(start, end, handler, Dst(result), Some(expected));
            }
            code.push(Op::Return {});
            code.finish(&mut self.program, method, args + 3);
        }
        Ok(())
    }
}
