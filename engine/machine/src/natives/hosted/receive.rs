//! An answer of a host, put into the heap.

use super::super::Outcome;
use crate::host::{HostAnswer, HostObject, HostThrown, HostValue};
use crate::interp::{Raise, Res};
use crate::program::{ClassId, ClassLoaderKind, Kind, MethodId, ObjId, ThreadId, class_of_descriptor};
use crate::state::Header;
use crate::vm::Vm;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Throwables that a throwable of a host may have as causes of one another.
const CAUSES: usize = 16;

/// Why an answer cannot be taken.
pub(super) enum Failure {
    /// Something else comes first, or something is thrown.
    Raise(Raise),
    /// It has no place here.
    Refused(String),
}

impl From<Raise> for Failure {
    fn from(raise: Raise) -> Self {
        Failure::Raise(raise)
    }
}

/// Puts an answer into the heap.
pub(super) struct Received<'a> {
    pub(super) vm: &'a mut Vm,
    pub(super) tid: ThreadId,
    pub(super) answer: &'a Rc<HostAnswer>,
    /// The objects of the call, then those of the answer.
    pub(super) objects: Vec<ObjId>,
    /// Classes that the answer names.
    pub(super) classes: FxHashMap<String, ClassId>,
}

impl Received<'_> {
    /// What the call comes to. Until all classes are ready nothing has happened: the call may be made again.
    pub(super) fn receive(&mut self, method: MethodId) -> Result<Res<Outcome>, Failure> {
        let answer = self.answer.clone();
        let loader = self.vm.program.class(self.vm.program.method(method).class).loader;
        for object in answer.objects.iter().chain(answer.written.iter().map(|(_, object)| object)) {
            let (HostObject::References { class, .. }
            | HostObject::Constant { class, .. }
            | HostObject::Record { class, .. }) = object
            else {
                continue;
            };
            self.prepare(class, loader)?;
        }
        let mut thrown = answer.result.as_ref().err();
        let mut depth = 0;
        while let Some(one) = thrown {
            self.prepare(&one.class, loader)?;
            depth += 1;
            if depth > CAUSES {
                return Err(Failure::Refused("it throws something with very many causes".into()));
            }
            thrown = one.cause.as_deref();
        }
        self.check_types(&answer, method)?;
        let given = self.objects.len();
        for object in &answer.objects {
            let obj = self.make(object)?;
            self.objects.push(obj);
        }
        // References between them, now that all are there.
        for (at, object) in answer.objects.iter().enumerate() {
            self.fill(self.objects[given + at], object)?;
        }
        for (at, object) in &answer.written {
            self.fill(self.object(*at)?, object)?;
        }
        match &answer.result {
            Ok(HostValue::Void) => Ok(Outcome::void()),
            Ok(value) => Ok(Ok(Outcome::Value(self.register(*value)?))),
            Err(thrown) => {
                let obj = self.throwable(thrown)?;
                Ok(Err(Raise::Object(obj)))
            }
        }
    }

    /// Loads and initializes a class that an answer names.
    fn prepare(&mut self, name: &str, loader: ClassLoaderKind) -> Result<(), Failure> {
        if self.classes.contains_key(name) {
            return Ok(());
        }
        let loader = if loader.is_library() { ClassLoaderKind::App } else { loader };
        let class = match self.vm.loader.load_class(&mut self.vm.program, name, loader).map_err(Raise::from) {
            Ok(class) => class,
            Err(Raise::New { .. }) => {
                let name = name.replace('/', ".");
                return Err(Failure::Refused(format!(
                    "the answer has an object of {name}, which the program does not have"
                )));
            }
            Err(raise) => return Err(raise.into()),
        };
        if self.vm.program.class(class).array_kind().is_none() {
            self.vm.ensure_init(self.tid, class)?;
        }
        self.classes.insert(name.to_string(), class);
        Ok(())
    }

    fn class(&self, name: &str) -> Result<ClassId, Failure> {
        self.classes.get(name).copied().ok_or_else(|| Failure::Refused("the answer is no answer to this call".into()))
    }

    fn object(&self, at: u32) -> Result<ObjId, Failure> {
        let obj = self.objects.get(at as usize).copied();
        obj.ok_or_else(|| Failure::Refused("the answer is no answer to this call".into()))
    }

    /// Whether the answer is one of the types that the method and the arrays have. A host may be any process.
    fn check_types(&mut self, answer: &HostAnswer, method: MethodId) -> Result<(), Failure> {
        let wrong = || Failure::Refused("the answer does not have the type that is declared".to_string());
        let heap = &self.vm.state.heap;
        for (at, object) in &answer.written {
            let before = heap.class_of(self.object(*at)?);
            let before_len = heap.array_len(self.object(*at)?) as usize;
            let kind = self.vm.program.class(before).array_kind().ok_or_else(wrong)?;
            let fits = match object {
                HostObject::Primitives { element, bytes } => {
                    kind.descriptor() == *element
                        && kind != Kind::Ref
                        && bytes.len() == before_len * kind.element_bytes()
                }
                HostObject::References { class, elements } => {
                    self.class(class)? == before && elements.len() == before_len
                }
                _ => false,
            };
            if !fits {
                return Err(wrong());
            }
        }
        let Ok(value) = answer.result else { return Ok(()) };
        let m = self.vm.program.method(method);
        let descriptor = self.vm.program.name(m.descriptor).to_string();
        let (_, result) = crate::program::split_descriptor(&descriptor);
        let (holder, kind) = (m.class, m.result);
        let fits = match value {
            HostValue::Void => kind == Kind::Void,
            HostValue::Boolean(_) => kind == Kind::Boolean,
            HostValue::Byte(_) => kind == Kind::Byte,
            HostValue::Char(_) => kind == Kind::Char,
            HostValue::Short(_) => kind == Kind::Short,
            HostValue::Int(_) => kind == Kind::Int,
            HostValue::Long(_) => kind == Kind::Long,
            HostValue::Float(_) => kind == Kind::Float,
            HostValue::Double(_) => kind == Kind::Double,
            HostValue::Null => kind == Kind::Ref,
            HostValue::Object(at) => {
                let declared = class_of_descriptor(result).ok_or_else(wrong)?;
                let loader = self.vm.program.class(holder).loader;
                let declared =
                    self.vm.loader.load_class(&mut self.vm.program, declared, loader).map_err(Raise::from)?;
                let class = match self.objects.get(at as usize) {
                    Some(&given) => self.vm.state.heap.class_of(given),
                    None => {
                        let at = at as usize - self.objects.len();
                        self.class_of(answer.objects.get(at).ok_or_else(wrong)?)?
                    }
                };
                self.vm.program.is_subclass(class, declared)
            }
        };
        if fits { Ok(()) } else { Err(wrong()) }
    }

    /// The class that an object of an answer has; of an enum's constant the enum.
    fn class_of(&mut self, object: &HostObject) -> Result<ClassId, Failure> {
        Ok(match object {
            HostObject::Text(_) => self.vm.known.string,
            HostObject::Boxed(value) => self.vm.class(boxed(*value).0)?,
            HostObject::Primitives { element, .. } => self.vm.class(&format!("[{element}"))?,
            HostObject::References { class, .. }
            | HostObject::Constant { class, .. }
            | HostObject::Record { class, .. } => self.class(class)?,
            HostObject::Integer { .. } => self.vm.class("java/math/BigInteger")?,
            HostObject::Decimal { .. } => self.vm.class("java/math/BigDecimal")?,
            HostObject::Uuid { .. } => self.vm.class("java/util/UUID")?,
            HostObject::Receiver { .. } => return Err(Failure::Refused("the answer has a receiver".into())),
        })
    }

    /// A new object, without what it refers to.
    fn make(&mut self, object: &HostObject) -> Result<ObjId, Failure> {
        let vm = &mut *self.vm;
        Ok(match object {
            HostObject::Text(units) => vm.new_string_utf16(units),
            HostObject::Boxed(value) => {
                let (class, descriptor) = boxed(*value);
                // Small ones are the same object each time, as boxing makes them.
                let value_of = vm.static_method(class, "valueOf", descriptor)?;
                let raw = register(*value).unwrap_or(0);
                let class = vm.class(class)?;
                vm.init_now(class)?;
                ObjId(vm.call_now(value_of, &[raw, 0])? as u32)
            }
            HostObject::Primitives { element, bytes } => {
                let kind = u8::try_from(*element).ok().and_then(Kind::of_descriptor).unwrap_or(Kind::Void);
                let size = kind.element_bytes();
                if size == 0 || kind == Kind::Ref || bytes.len() % size != 0 {
                    return Err(Failure::Refused("the answer has an array of no type".into()));
                }
                let class = vm.primitive_array(kind)?;
                self.array(class, kind, bytes.len() / size)?
            }
            HostObject::References { class, elements } => {
                let class = self.class(class)?;
                if self.vm.program.class(class).array_kind() != Some(Kind::Ref) {
                    return Err(Failure::Refused("the answer has an array of no type".into()));
                }
                self.array(class, Kind::Ref, elements.len())?
            }
            HostObject::Constant { class, name } => {
                let class = self.class(class)?;
                let field = self.vm.program.declared_field(class, name);
                let field = field.map(|field| self.vm.program.field(field)).filter(|field| field.flags.is_static());
                let Some(slot) = field.map(|field| field.slot) else {
                    let class = self.vm.external_name(class);
                    return Err(Failure::Refused(format!("the program's {class} has no constant {name}")));
                };
                let mirror = self.vm.mirror(class);
                ObjId(self.vm.state.heap.field(mirror, self.vm.known.class_slots + slot) as u32)
            }
            HostObject::Record { class, .. } => {
                let class = self.class(class)?;
                self.vm.alloc(class)
            }
            HostObject::Integer { negative, magnitude } => self.big_integer(*negative, magnitude)?,
            HostObject::Decimal { negative, magnitude, scale } => {
                let unscaled = self.big_integer(*negative, magnitude)?;
                let args = [u64::from(unscaled.0), u64::from(*scale as u32)];
                self.vm.construct_with("java/math/BigDecimal", "(Ljava/math/BigInteger;I)V", &args)?
            }
            HostObject::Uuid { most, least } => vm.construct_with("java/util/UUID", "(JJ)V", &[*most, 0, *least, 0])?,
            HostObject::Receiver { .. } => return Err(Failure::Refused("the answer has a receiver".into())),
        })
    }

    /// A new array, which counts as one that the calling code has made.
    fn array(&mut self, class: ClassId, kind: Kind, len: usize) -> Result<ObjId, Failure> {
        let vm = &mut *self.vm;
        let bytes = (len * kind.element_bytes()) as u64;
        if vm.state.heap.bytes() as u64 + bytes > vm.config.max_heap {
            return Err(Failure::Refused("the answer does not fit into the heap".into()));
        }
        let len = u32::try_from(len).map_err(|_| Failure::Refused("the answer does not fit into the heap".into()))?;
        let array = vm.state.heap.alloc_array(class, kind, len);
        let caller = vm.state.thread(self.tid).frames.iter().nth_back(1).copied();
        if let Some(caller) = caller {
            let own = if vm.is_users(caller.method) { Header::OWN } else { 0 };
            vm.state.heap.set_site(array, caller.pc.0 | own);
        }
        Ok(array)
    }

    fn big_integer(&mut self, negative: bool, magnitude: &[u8]) -> Result<ObjId, Failure> {
        let len = u32::try_from(magnitude.len()).map_err(|_| Failure::Refused("the answer is too large".into()))?;
        let bytes = self.vm.new_array("[B", len)?;
        self.vm.state.heap.bytes_mut(bytes, 0, magnitude.len()).copy_from_slice(magnitude);
        let zero = magnitude.iter().all(|&byte| byte == 0);
        let sign = match (zero, negative) {
            (true, _) => 0i32,
            (false, true) => -1,
            (false, false) => 1,
        };
        let args = [u64::from(sign as u32), u64::from(bytes.0)];
        Ok(self.vm.construct_with("java/math/BigInteger", "(I[B)V", &args)?)
    }

    /// Gives an array or a record its content. Into an array of the call that is a write of the calling thread.
    fn fill(&mut self, obj: ObjId, object: &HostObject) -> Result<(), Failure> {
        match object {
            HostObject::Primitives { bytes, .. } => {
                let heap = &mut self.vm.state.heap;
                let old = &heap.bytes_of(obj)[..bytes.len()];
                let Some(first) = old.iter().zip(bytes).position(|(a, b)| a != b) else { return Ok(()) };
                let last = old.iter().zip(bytes).rposition(|(a, b)| a != b).unwrap_or(first);
                heap.bytes_mut(obj, first, last - first + 1).copy_from_slice(&bytes[first..=last]);
            }
            HostObject::References { elements, .. } => {
                for (at, &value) in elements.iter().enumerate() {
                    let (at, value) = (at as u32, ObjId(self.register(value)? as u32));
                    if self.vm.state.heap.ref_at(obj, at) != value {
                        self.check_store(obj, value)?;
                        self.vm.publish(obj, value);
                        self.vm.state.heap.set_ref_at(obj, at, value);
                    }
                }
            }
            HostObject::Record { class, components } => {
                let class = self.class(class)?;
                let declared = self.vm.program.class(class).fields.len();
                let fields = (0..declared).map(|at| self.vm.program.class(class).fields[at]);
                let fields: Vec<_> = fields.filter(|&field| !self.vm.program.field(field).flags.is_static()).collect();
                let same = fields.len() == components.len()
                    && fields.iter().zip(components).all(|(&field, (name, descriptor, _))| {
                        let f = self.vm.program.field(field);
                        self.vm.program.name(f.name) == name && self.vm.program.name(f.descriptor) == descriptor
                    });
                if !same {
                    let class = self.vm.external_name(class);
                    return Err(Failure::Refused(format!("the program's record {class} has other components")));
                }
                for (field, (_, _, value)) in fields.into_iter().zip(components) {
                    let raw = self.register(*value)?;
                    let slot = self.vm.program.field(field).slot;
                    self.vm.state.heap.set_field(obj, slot, raw);
                }
            }
            HostObject::Text(_)
            | HostObject::Boxed(_)
            | HostObject::Constant { .. }
            | HostObject::Integer { .. }
            | HostObject::Decimal { .. }
            | HostObject::Uuid { .. }
            | HostObject::Receiver { .. } => {}
        }
        Ok(())
    }

    /// Whether an array can hold an object.
    fn check_store(&self, array: ObjId, value: ObjId) -> Result<(), Failure> {
        if value.is_null() {
            return Ok(());
        }
        let heap = &self.vm.state.heap;
        let crate::program::ClassKind::Array { element, .. } = self.vm.program.class(heap.class_of(array)).kind else {
            return Err(Failure::Refused("the answer writes elements of what is no array".into()));
        };
        match self.vm.program.is_subclass(heap.class_of(value), element) {
            true => Ok(()),
            false => Err(Failure::Refused("the answer has an array with an element that it cannot hold".into())),
        }
    }

    fn register(&self, value: HostValue) -> Result<u64, Failure> {
        match value {
            HostValue::Object(at) => self.object(at).map(|obj| u64::from(obj.0)),
            other => Ok(register(other).unwrap_or(0)),
        }
    }

    /// A throwable like the host's, with its stack in front of the calling thread's.
    fn throwable(&mut self, thrown: &HostThrown) -> Result<ObjId, Failure> {
        let class = self.class(&thrown.class)?;
        let name = self.vm.external_name(class);
        if !self.vm.program.is_subclass(class, self.vm.known.throwable) {
            return Err(Failure::Refused(format!("it throws {name}, which is no throwable")));
        }
        // Helpful messages of null pointers are kept in fields, but they are messages.
        let plain = |c: &ClassId| {
            *c == self.vm.known.throwable
                || *c == self.vm.known.object
                || self.vm.program.class_name(*c) == "java/lang/NullPointerException"
                || self.vm.program.class(*c).fields.iter().all(|&f| self.vm.program.field(f).flags.is_static())
        };
        if !self.vm.program.class(class).supers.iter().all(plain) {
            return Err(Failure::Refused(format!("it throws {name}, which has fields of its own")));
        }
        let cause = match &thrown.cause {
            Some(cause) => self.throwable(cause)?,
            None => ObjId::NULL,
        };
        let obj = self.vm.make_throwable_of(self.tid, class, thrown.message.as_deref())?;
        let throwable = self.vm.known.throwable;
        let slot = self.vm.slot(throwable, "cause");
        self.vm.state.heap.set_field(obj, slot, u64::from(cause.0));
        // Not the program's own method, which a subclass may have.
        let get = self.vm.static_method("java/lang/Throwable", "getStackTrace", "()[Ljava/lang/StackTraceElement;")?;
        let calling = ObjId(self.vm.call_now(get, &[u64::from(obj.0)])? as u32);
        let mut elements = Vec::new();
        for frame in &thrown.stack {
            let mut text = |text: Option<&str>| text.map_or(0, |text| u64::from(self.vm.new_string(text).0));
            let (class, method, file) =
                (text(Some(&frame.class)), text(Some(&frame.method)), text(frame.file.as_deref()));
            let args = [class, method, file, u64::from(frame.line as u32)];
            let descriptor = "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;I)V";
            elements.push(self.vm.construct_with("java/lang/StackTraceElement", descriptor, &args)?);
        }
        let heap = &self.vm.state.heap;
        elements.extend((0..heap.array_len(calling)).map(|at| heap.ref_at(calling, at)));
        let stack = self.vm.new_array("[Ljava/lang/StackTraceElement;", elements.len() as u32)?;
        for (at, element) in elements.into_iter().enumerate() {
            self.vm.state.heap.set_ref_at(stack, at as u32, element);
        }
        let slot = self.vm.slot(throwable, "stackTrace");
        self.vm.state.heap.set_field(obj, slot, u64::from(stack.0));
        Ok(obj)
    }
}

/// The class of a box, and the descriptor of what makes one.
fn boxed(value: HostValue) -> (&'static str, &'static str) {
    match value {
        HostValue::Boolean(_) => ("java/lang/Boolean", "(Z)Ljava/lang/Boolean;"),
        HostValue::Byte(_) => ("java/lang/Byte", "(B)Ljava/lang/Byte;"),
        HostValue::Char(_) => ("java/lang/Character", "(C)Ljava/lang/Character;"),
        HostValue::Short(_) => ("java/lang/Short", "(S)Ljava/lang/Short;"),
        HostValue::Long(_) => ("java/lang/Long", "(J)Ljava/lang/Long;"),
        HostValue::Float(_) => ("java/lang/Float", "(F)Ljava/lang/Float;"),
        HostValue::Double(_) => ("java/lang/Double", "(D)Ljava/lang/Double;"),
        HostValue::Int(_) | HostValue::Void | HostValue::Null | HostValue::Object(_) => {
            ("java/lang/Integer", "(I)Ljava/lang/Integer;")
        }
    }
}

/// A primitive in register form.
fn register(value: HostValue) -> Option<u64> {
    Some(match value {
        HostValue::Void | HostValue::Null => 0,
        HostValue::Boolean(value) => u64::from(value),
        HostValue::Byte(value) => u64::from(i32::from(value) as u32),
        HostValue::Char(value) => u64::from(value),
        HostValue::Short(value) => u64::from(i32::from(value) as u32),
        HostValue::Int(value) => u64::from(value as u32),
        HostValue::Long(value) => value as u64,
        HostValue::Float(bits) => u64::from(bits),
        HostValue::Double(bits) => bits,
        HostValue::Object(_) => return None,
    })
}
