//! What Java code has decided once for the whole program: results of bootstrap methods, and why initializers failed.
//!
//! Such an answer is part of the state: after backtracking the code has not run, and another execution may decide
//! otherwise. So it is kept in the heap, in an array from before the search, and undo, state keys and garbage collection
//! deal with it like with any object. Which element is whose is no part of the state: numbers are handed out when they are
//! first asked for, and stay.
//!
//! A bootstrap method (JVMS 5.4.3.6) runs in a frame of its own, and other threads may run meanwhile, and link the same call
//! site. The first result counts, for all of them (JVMS 6.5 `invokedynamic`). So looking whether a site is linked is a
//! visible action as long as it is not, and so is linking it.

use super::{Raise, Res};
use crate::program::{
    Args, Assembler, Body, ClassId, ConstantValue, Dst, DynamicTarget, Kind, Method, MethodId, ObjId, Op, SiteId,
    SiteKind, Src, Sym, ThreadId, access, kind_of,
};
use crate::state::FrameExit;
use crate::vm::Vm;
use rustc_hash::FxHashMap;

const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";

/// Answers that are kept.
const ROOM: u32 = 1_024;

/// What an answer is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Question {
    /// What a call site or dynamic constant is linked to.
    Site(SiteId),
    /// Why the initializer of a class failed.
    Failure(ClassId),
    /// The module of a package, if it was defined during the search.
    Package(Sym),
    /// The loader with this number, if it was met during the search.
    Loader(u32),
}

/// Where answers are kept.
#[derive(Default)]
pub(crate) struct Answers {
    /// An array from before the search.
    array: ObjId,
    numbers: FxHashMap<Question, u32>,
    /// Methods that link a call site, and a dynamic constant.
    call_site: Option<MethodId>,
    constant: Option<MethodId>,
}

impl Answers {
    /// Whether a package was asked for that was defined during a search.
    pub(crate) fn has_packages(&self) -> bool {
        self.numbers.keys().any(|question| match question {
            Question::Package(_) => true,
            Question::Site(_) | Question::Failure(_) | Question::Loader(_) => false,
        })
    }

    /// The array that keeps what is kept.
    pub(crate) fn root(&self) -> ObjId {
        self.array
    }
}

impl Vm {
    /// Makes room for answers. Once, while the class library starts.
    pub(crate) fn prepare_answers(&mut self) -> Res<()> {
        self.links.answers.array = self.new_array("[Ljava/lang/Object;", ROOM)?;
        Ok(())
    }

    /// What is kept; null if there is nothing yet.
    pub(crate) fn answer(&self, question: Question) -> ObjId {
        let number = self.links.answers.numbers.get(&question);
        number.map_or(ObjId::NULL, |&number| self.state.heap.ref_at(self.links.answers.array, number))
    }

    /// Keeps an answer, unless there is one.
    pub(crate) fn keep_answer(&mut self, question: Question, answer: ObjId) -> Res<()> {
        let next = self.links.answers.numbers.len() as u32;
        let number = *self.links.answers.numbers.entry(question).or_insert(next);
        if number >= ROOM {
            return Err(Raise::Unsupported(format!(
                "more than {ROOM} answers of bootstrap methods, failed initializers, modules and class loaders"
            )));
        }
        if self.state.heap.ref_at(self.links.answers.array, number).is_null() {
            self.publish(self.links.answers.array, answer);
            self.state.heap.set_ref_at(self.links.answers.array, number, answer);
        }
        Ok(())
    }

    /// The call site or dynamic constant that an instruction needs to be linked by a bootstrap method, if it is not yet.
    pub(crate) fn links(&self, op: &Op) -> Option<SiteId> {
        let (Op::InvokeDynamic { site, .. } | Op::ConstDynamic { site, .. }) = *op else { return None };
        let bootstrap = matches!(self.links.dynamic.get(&site), Some(DynamicTarget::Bootstrap { .. }));
        (bootstrap && self.answer(Question::Site(site)).is_null()).then_some(site)
    }

    /// Asks the loader what an instruction is to be linked by, so that it is known before the instruction is executed.
    pub(super) fn resolve_dynamic(&mut self, op: &Op) -> Res<()> {
        match *op {
            Op::InvokeDynamic { site, .. } => self.dynamic_target(site).map(drop),
            Op::ConstDynamic { site, .. } => match self.program.sites[site.index()].kind {
                SiteKind::Dynamic { .. } => self.dynamic_target(site).map(drop),
                SiteKind::Class(_)
                | SiteKind::MethodType(_)
                | SiteKind::Handle { .. }
                | SiteKind::Field { .. }
                | SiteKind::Method { .. }
                | SiteKind::CallSite { .. } => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// The value of a dynamic constant; `Again` while its bootstrap method runs.
    pub(super) fn dynamic_constant(&mut self, tid: ThreadId, site: SiteId) -> Res<u64> {
        let SiteKind::Dynamic { name, descriptor, .. } = self.program.sites[site.index()].kind.clone() else {
            return Err(Raise::Unsupported("a dynamic constant that is none".into()));
        };
        let descriptor = self.program.shared_name(descriptor);
        let linked = self.answer(Question::Site(site));
        if !linked.is_null() {
            let value = self.state.heap.ref_at(linked, 0);
            return match kind_of(&descriptor) {
                Kind::Ref => Ok(u64::from(value.0)),
                kind => self.unbox(kind, value),
            };
        }
        let holder = self.program.sites[site.index()].holder;
        let kind = self.mirror_of_descriptor(holder, &descriptor)?;
        let method = match self.links.answers.constant {
            Some(method) => method,
            None => {
                let method = self.link_method("linkDynamicConstant", Appendix::None)?;
                *self.links.answers.constant.insert(method)
            }
        };
        let name = self.program.shared_name(name);
        self.begin_link(tid, site, method, &name, kind)
    }

    /// The pair (member, appendix) that a call site is linked to; `Again` while its bootstrap method runs.
    pub(super) fn linked_call_site(&mut self, tid: ThreadId, site: SiteId) -> Res<ObjId> {
        let linked = self.answer(Question::Site(site));
        if !linked.is_null() {
            return Ok(linked);
        }
        let SiteKind::CallSite { name, descriptor, .. } = self.program.sites[site.index()].kind.clone() else {
            return Err(Raise::Unsupported("a call site that is none".into()));
        };
        let holder = self.program.sites[site.index()].holder;
        let (name, descriptor) = (self.program.shared_name(name), self.program.shared_name(descriptor));
        let kind = self.method_type(holder, &descriptor)?;
        let method = match self.links.answers.call_site {
            Some(method) => method,
            None => {
                let method = self.link_method("linkCallSite", Appendix::Last)?;
                *self.links.answers.call_site.insert(method)
            }
        };
        self.begin_link(tid, site, method, &name, kind).map(|_| linked)
    }

    /// Calls the bootstrap method of a site. Afterwards the instruction that needs it is executed again.
    fn begin_link(&mut self, tid: ThreadId, site: SiteId, method: MethodId, name: &str, kind: ObjId) -> Res<u64> {
        let DynamicTarget::Bootstrap { handle, arguments } = self.dynamic_target(site)? else {
            return Err(Raise::Unsupported("a bootstrap method where none is needed".into()));
        };
        let holder = self.program.sites[site.index()].holder;
        let mut args = self.bootstrap_arguments(tid, holder, handle, &arguments, name, kind)?;
        if self.program.method(method).params.contains(&Kind::Int) {
            // Some versions of the class library want an index, which they only trace.
            args.insert(1, 0);
        }
        self.push_call(tid, method, &args, FrameExit::Link(site))?;
        Err(Raise::Again)
    }

    /// What the class library's linking methods take: caller, bootstrap method, name, type, static arguments.
    fn bootstrap_arguments(
        &mut self,
        tid: ThreadId,
        holder: ClassId,
        handle: SiteId,
        arguments: &[ConstantValue],
        name: &str,
        kind: ObjId,
    ) -> Res<Vec<u64>> {
        let caller = self.mirror(holder);
        let bootstrap = self.constant_value(tid, handle)?;
        let name = self.interned_text(name);
        let statics = match arguments {
            [] => ObjId::NULL,
            [one] => self.boxed_constant(*one)?,
            many => {
                let array = self.new_array("[Ljava/lang/Object;", many.len() as u32)?;
                for (i, argument) in many.iter().enumerate() {
                    let value = self.boxed_constant(*argument)?;
                    self.state.heap.set_ref_at(array, i as u32, value);
                }
                array
            }
        };
        Ok(vec![u64::from(caller.0), bootstrap, u64::from(name.0), u64::from(kind.0), u64::from(statics.0)])
    }

    /// A method of the engine's own that calls one of the class library's linking methods with the same arguments and
    /// returns what it answers in an array, an appendix behind it.
    fn link_method(&mut self, name: &str, appendix: Appendix) -> Res<MethodId> {
        let link = self.library_method(NATIVES, name)?;
        let params = self.program.method(link).params.clone();
        let given = params.len() - usize::from(appendix == Appendix::Last);
        let objects = self.class("[Ljava/lang/Object;")?;
        let (sym, descriptor) = (self.program.intern(name), self.program.intern("()[Ljava/lang/Object;"));
        let method = self.program.add_method(Method {
            class: self.program.method(self.known.nothing).class,
            name: sym,
            descriptor,
            key: 0,
            flags: access::STATIC,
            arg_slots: given as u16,
            params: params[..given].to_vec(),
            result: Kind::Ref,
            vslot: None,
            body: Body::Untranslated,
            polymorphic: false,
            hidden_frame: true,
            index: 0,
        });
        let first = given as u16;
        let (extra, pair, index, value, args) = (first, first + 1, first + 2, first + 3, first + 4);
        let mut code = Assembler::new();
        code.push(Op::ConstI { d: Dst(index), v: 1 });
        code.push(Op::ANewArrayQ { d: Dst(extra), len: Src(index), class: objects });
        for at in 0..first {
            code.push(Op::Move { d: Dst(args + at), s: Src(at) });
        }
        code.push(Op::Move { d: Dst(args + first), s: Src(extra) });
        code.push(Op::InvokeStaticQ { d: Dst(value), args: Args(args), method: link });
        code.push(Op::ConstI { d: Dst(index), v: 2 });
        code.push(Op::ANewArrayQ { d: Dst(pair), len: Src(index), class: objects });
        code.push(Op::ConstI { d: Dst(index), v: 0 });
        code.push(Op::AAStore { a: Src(pair), i: Src(index), v: Src(value) });
        code.push(Op::AALoad { d: Dst(value), a: Src(extra), i: Src(index) });
        code.push(Op::ConstI { d: Dst(index), v: 1 });
        code.push(Op::AAStore { a: Src(pair), i: Src(index), v: Src(value) });
        code.push(Op::ReturnV { a: Src(pair) });
        code.finish(&mut self.program, method, args + first + 1);
        Ok(method)
    }
}

/// Whether a linking method takes an array for an appendix.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Appendix {
    None,
    Last,
}
