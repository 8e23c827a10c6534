//! Native methods that a host answers ([`crate::host::NativeHost`]): arguments by value there, answers by value back.
//!
//! What goes by value: primitives, strings, arrays of all that, boxes, constants of enums, records, `BigInteger`, `BigDecimal`
//! and `UUID`. All but the arrays never change. Anything else is refused by name: an object whose identity, state or code
//! matters has no value to pass. Two references to one object stay two references to one object, there and back.
//!
//! A call is one action of the calling thread. It reads the arrays that its arguments lead to, and writes what the answer
//! changes in them; since a host answers the same call in the same way, that is known before the call is made (`check/memory`).
//! An element that is written with the value that it has is not told from one that is not written: the state is the same, but
//! a data race that consists of such a write alone is not found.

use super::effect::{Answer, Effect};
use super::{Arguments, Outcome, Row, own};
use crate::host::{HostAnswer, HostCall, HostObject, HostThrown, HostValue};
use crate::interp::{Raise, Res};
use crate::program::{ClassId, ClassLoaderKind, Kind, MethodId, ObjId, ThreadId, access, class_of_descriptor};
use crate::state::Header;
use crate::vm::Vm;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The row of native methods of the program's own that a library answers.
pub(super) static LIBRARY: Row = own("library", "()V", Effect::Hosted, call);

/// Bytes of content that go to a host in one call.
const MOST: usize = 16 << 20;

/// Throwables that a throwable of a host may have as causes of one another.
const CAUSES: usize = 16;

/// How often a host was asked, by method.
pub type HostCalls = BTreeMap<String, HostUse>;

/// What a host was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostUse {
    /// What answered.
    pub by: String,
    /// How often a thread made the call, in all executions.
    pub calls: u64,
}

/// A row for a method that a host answers. Rows live as long as the process: there are as many as there are models.
pub fn hosted_row(class: &str, name: &str, descriptor: &str) -> &'static Row {
    let kept = |text: &str| -> &'static str { Box::leak(text.to_string().into_boxed_str()) };
    Box::leak(Box::new(Row {
        class: kept(class),
        name: kept(name),
        descriptor: kept(descriptor),
        effect: Effect::Hosted,
        answer: Answer::Computed,
        run: call,
    }))
}

/// A call, and the objects that it stands for.
struct Passed {
    call: HostCall,
    objects: Vec<ObjId>,
}

/// Takes arguments apart.
struct Passing<'a> {
    vm: &'a Vm,
    known: FxHashMap<ObjId, u32>,
    objects: Vec<ObjId>,
    bytes: usize,
}

impl Passing<'_> {
    fn value(&mut self, kind: Kind, raw: u64) -> HostValue {
        match kind {
            Kind::Void => HostValue::Void,
            Kind::Boolean => HostValue::Boolean(raw & 1 == 1),
            Kind::Byte => HostValue::Byte(raw as i8),
            Kind::Char => HostValue::Char(raw as u16),
            Kind::Short => HostValue::Short(raw as i16),
            Kind::Int => HostValue::Int(raw as u32 as i32),
            Kind::Long => HostValue::Long(raw as i64),
            Kind::Float => HostValue::Float(raw as u32),
            Kind::Double => HostValue::Double(raw),
            Kind::Ref => self.reference(ObjId(raw as u32)),
        }
    }

    fn reference(&mut self, obj: ObjId) -> HostValue {
        if obj.is_null() {
            return HostValue::Null;
        }
        let next = self.objects.len() as u32;
        let at = *self.known.entry(obj).or_insert(next);
        if at == next {
            self.objects.push(obj);
        }
        HostValue::Object(at)
    }

    /// The value of an object, or the name of its class if it has none.
    fn object(&mut self, obj: ObjId) -> Result<HostObject, String> {
        let vm = self.vm;
        let heap = &vm.state.heap;
        let id = heap.class_of(obj);
        let class = vm.program.class(id);
        let name = vm.program.class_name(id);
        if let Some(kind) = class.array_kind() {
            let len = heap.array_len(obj);
            self.bytes += len as usize * kind.element_bytes();
            if kind == Kind::Ref {
                let elements = (0..len).map(|at| self.reference(heap.ref_at(obj, at))).collect();
                return Ok(HostObject::References { class: name.to_string(), elements });
            }
            let bytes = heap.bytes_of(obj)[..len as usize * kind.element_bytes()].to_vec();
            return Ok(HostObject::Primitives { element: kind.descriptor(), bytes });
        }
        if id == vm.known.string {
            let units = vm.string_utf16(obj);
            self.bytes += units.len() * 2;
            return Ok(HostObject::Text(units));
        }
        let field = |name: &str| {
            let field = vm.program.find_field(id, name).map(|field| vm.program.field(field));
            field.map(|field| (field.kind, heap.field(obj, field.slot))).ok_or_else(|| vm.external_name(id))
        };
        let superclass = class.super_class.map(|c| vm.program.class_name(c)).unwrap_or_default();
        match name {
            "java/lang/Boolean"
            | "java/lang/Byte"
            | "java/lang/Character"
            | "java/lang/Short"
            | "java/lang/Integer"
            | "java/lang/Long"
            | "java/lang/Float"
            | "java/lang/Double" => {
                let (kind, raw) = field("value")?;
                return Ok(HostObject::Boxed(self.value(kind, raw)));
            }
            "java/math/BigInteger" => {
                let (negative, magnitude) = big_integer(vm, obj);
                return Ok(HostObject::Integer { negative, magnitude });
            }
            "java/math/BigDecimal" => {
                let (scale, compact, big) = (field("scale")?.1, field("intCompact")?.1 as i64, field("intVal")?.1);
                let (negative, magnitude) = match compact {
                    // `BigDecimal.INFLATED`: it does not fit.
                    i64::MIN => big_integer(vm, ObjId(big as u32)),
                    small => (small < 0, small.unsigned_abs().to_be_bytes().to_vec()),
                };
                return Ok(HostObject::Decimal { negative, magnitude, scale: scale as u32 as i32 });
            }
            "java/util/UUID" => {
                return Ok(HostObject::Uuid { most: field("mostSigBits")?.1, least: field("leastSigBits")?.1 });
            }
            _ => {}
        }
        let is_enum = class.supers.get(1).is_some_and(|&c| vm.program.class_name(c) == "java/lang/Enum");
        if let (true, Some(&declaring)) = (is_enum, class.supers.get(2)) {
            let name = vm.text(ObjId(field("name")?.1 as u32)).unwrap_or_default();
            return Ok(HostObject::Constant { class: vm.program.class_name(declaring).to_string(), name });
        }
        if superclass == "java/lang/Record" {
            let fields = class.fields.iter().map(|&field| vm.program.field(field));
            let components = fields.filter(|field| !field.flags.is_static()).map(|field| {
                let (name, descriptor) = (vm.program.name(field.name), vm.program.name(field.descriptor));
                (name.to_string(), descriptor.to_string(), self.value(field.kind, heap.field(obj, field.slot)))
            });
            return Ok(HostObject::Record { class: name.to_string(), components: components.collect() });
        }
        Err(vm.external_name(id))
    }
}

/// Sign and magnitude of a `BigInteger`. Neither ever changes.
fn big_integer(vm: &Vm, obj: ObjId) -> (bool, Vec<u8>) {
    let class = vm.state.heap.class_of(obj);
    let field = |name: &str| {
        let field = vm.program.find_field(class, name).expect("invariant: BigInteger has signum and mag");
        vm.state.heap.field(obj, vm.program.field(field).slot)
    };
    let magnitude = ObjId(field("mag") as u32);
    let words = (0..vm.state.heap.array_len(magnitude)).map(|at| vm.state.heap.int_at(magnitude, at));
    ((field("signum") as u32 as i32) < 0, words.flat_map(u32::to_be_bytes).collect())
}

impl Vm {
    /// Whether a library answers a method: a native one of the program's own that has no row.
    pub(super) fn is_hosted_native(&self, method: MethodId) -> bool {
        let m = self.program.method(method);
        self.host.as_ref().is_some_and(|host| host.has_libraries())
            && m.has(access::NATIVE)
            && !self.program.class(m.class).loader.is_library()
            && !self.is_closed(method)
    }

    /// Whether a host answers a method.
    pub(crate) fn is_hosted(&self, method: MethodId) -> bool {
        self.host.is_some() && self.effect(method) == Effect::Hosted
    }

    /// What hosts were asked for, and how often.
    pub fn host_calls(&self) -> &HostCalls {
        &self.host_calls
    }

    /// The arrays that the arguments of a call lead to.
    fn arrays_behind(&self, method: MethodId, registers: &[u64]) -> Vec<ObjId> {
        let m = self.program.method(method);
        let mut found: FxHashSet<ObjId> = FxHashSet::default();
        let mut open: Vec<ObjId> = Vec::new();
        let mut at = 0;
        if !m.is_static() {
            open.push(ObjId(registers[0] as u32));
            at = 1;
        }
        for kind in &m.params {
            if *kind == Kind::Ref {
                open.push(ObjId(registers[at] as u32));
            }
            at += usize::from(kind.slots());
        }
        let mut arrays = Vec::new();
        while let Some(obj) = open.pop() {
            if obj.is_null() || !found.insert(obj) {
                continue;
            }
            let class = self.program.class(self.state.heap.class_of(obj));
            match class.array_kind() {
                Some(kind) => {
                    arrays.push(obj);
                    if kind == Kind::Ref {
                        open.extend((0..self.state.heap.array_len(obj)).map(|at| self.state.heap.ref_at(obj, at)));
                    }
                }
                None if class.super_class.is_some_and(|c| self.program.class_name(c) == "java/lang/Record") => {
                    open.extend(class.instance.refs.iter().map(|&slot| ObjId(self.state.heap.field(obj, slot) as u32)));
                }
                // What else goes by value has no arrays that change, and the rest is refused.
                None => {}
            }
        }
        arrays.sort();
        arrays
    }

    /// Whether a call reads or writes an array that other threads can get at.
    pub(crate) fn is_hosted_shared(&self, registers: &[u64], method: MethodId) -> bool {
        self.arrays_behind(method, registers).into_iter().any(|array| self.state.heap.is_shared(array))
    }

    /// The arrays that a call reads, and the first and the last element of each that its answer changes.
    pub(crate) fn hosted_arrays(&self, method: MethodId, registers: &[u64]) -> Vec<(ObjId, Option<(u32, u32)>)> {
        let arrays = self.arrays_behind(method, registers);
        if arrays.is_empty() {
            return Vec::new();
        }
        let answered = self.pass_call(method, registers).and_then(|passed| {
            let host = self.host.as_ref().ok_or_else(|| "there is no host".to_string())?;
            Ok((host.answer(&passed.call)?, passed))
        });
        let all = |array: ObjId| self.state.heap.array_len(array).checked_sub(1).map(|last| (0, last));
        let Ok((answer, passed)) = answered else {
            return arrays.into_iter().map(|array| (array, all(array))).collect();
        };
        let changed = |array: ObjId| {
            let at = passed.objects.iter().position(|&obj| obj == array)?;
            let (_, after) = answer.written.iter().find(|(written, _)| *written as usize == at)?;
            difference(&passed.call.objects[at], after).or_else(|| all(array))
        };
        arrays.into_iter().map(|array| (array, changed(array))).collect()
    }

    /// A call as it goes to a host, or why it does not.
    fn pass_call(&self, method: MethodId, registers: &[u64]) -> Result<Passed, String> {
        let m = self.program.method(method);
        let mut passing = Passing { vm: self, known: FxHashMap::default(), objects: Vec::new(), bytes: 0 };
        let mut arguments = Vec::new();
        let mut objects = Vec::new();
        let mut at = 0;
        let by_library = self.row(method).is_some_and(|row| std::ptr::eq(row, &LIBRARY));
        if !m.is_static() {
            arguments.push(passing.reference(ObjId(registers[0] as u32)));
            if by_library {
                objects.push(HostObject::Receiver { class: self.program.class_name(m.class).to_string() });
            }
            at = 1;
        }
        let mut param = 0;
        loop {
            // Everything that the arguments so far lead to.
            while objects.len() < passing.objects.len() {
                let obj = passing.objects[objects.len()];
                let object = passing.object(obj).map_err(|class| {
                    let which = if param == 0 { "the receiver".to_string() } else { format!("parameter {param}") };
                    format!("{which} leads to an object of {class}, which does not go to a host by value")
                })?;
                objects.push(object);
                if passing.bytes > MOST {
                    return Err(format!("the arguments have more than {} MB", MOST >> 20));
                }
            }
            let Some(&kind) = m.params.get(param) else { break };
            param += 1;
            arguments.push(passing.value(kind, registers[at]));
            at += usize::from(kind.slots());
        }
        let call = HostCall {
            class: self.program.class_name(m.class).to_string(),
            name: self.program.name(m.name).to_string(),
            descriptor: self.program.name(m.descriptor).to_string(),
            is_static: m.is_static(),
            arguments,
            objects,
        };
        Ok(Passed { call, objects: passing.objects })
    }

    /// The call of a method as a person writes it.
    fn describe_call(&self, method: MethodId, registers: &[u64]) -> String {
        let m = self.program.method(method);
        let mut at = usize::from(!m.is_static());
        let mut words = Vec::new();
        for &kind in &m.params {
            words.push(self.short_value(kind, registers[at]));
            at += usize::from(kind.slots());
        }
        format!("{}({})", self.program.qualified_name(method), words.join(", "))
    }
}

/// The first and the last element in which two arrays of one length differ.
fn difference(before: &HostObject, after: &HostObject) -> Option<(u32, u32)> {
    fn of<T: PartialEq>(before: &[T], after: &[T], size: usize) -> Option<(u32, u32)> {
        let mut different = before.iter().zip(after).enumerate().filter(|(_, (a, b))| a != b).map(|(at, _)| at / size);
        let first = different.next()?;
        let last = different.next_back().unwrap_or(first);
        Some((u32::try_from(first).ok()?, u32::try_from(last).ok()?))
    }
    match (before, after) {
        (HostObject::References { elements: a, .. }, HostObject::References { elements: b, .. }) => of(a, b, 1),
        (HostObject::Primitives { bytes: a, element }, HostObject::Primitives { bytes: b, .. }) => {
            let kind = u8::try_from(*element).ok().and_then(Kind::of_descriptor)?;
            of(a, b, kind.element_bytes().max(1))
        }
        _ => None,
    }
}

/// Runs a method that a host answers.
fn call(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let method = vm.state.current_method(tid).expect("invariant: a native that runs has a frame");
    let refuse = |vm: &Vm, why: String| {
        let by = vm.host.as_ref().map(|host| {
            let m = vm.program.method(method);
            let name = |sym| vm.program.name(sym);
            host.answered_by(vm.program.class_name(m.class), name(m.name), name(m.descriptor))
        });
        let by = by.map(|by| format!(", answered by {by}")).unwrap_or_default();
        Raise::Unsupported(format!("the call {}{by}: {why}", vm.describe_call(method, args.0)))
    };
    let passed = vm.pass_call(method, args.0).map_err(|why| refuse(vm, why))?;
    let host = vm.host.clone().ok_or_else(|| refuse(vm, "there is no host".to_string()))?;
    let answer = host.answer(&passed.call).map_err(|why| refuse(vm, why))?;
    let mut received = Received { vm, tid, answer: &answer, objects: passed.objects, classes: FxHashMap::default() };
    let outcome = match received.receive(method) {
        Ok(outcome) => outcome,
        Err(Failure::Raise(raise)) => return Err(raise),
        Err(Failure::Refused(why)) => return Err(refuse(vm, why)),
    };
    let by = host.answered_by(&passed.call.class, &passed.call.name, &passed.call.descriptor);
    let name = vm.program.qualified_name(method);
    vm.host_calls.entry(name).or_insert(HostUse { by, calls: 0 }).calls += 1;
    outcome
}

/// Why an answer cannot be taken.
enum Failure {
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
struct Received<'a> {
    vm: &'a mut Vm,
    tid: ThreadId,
    answer: &'a Rc<HostAnswer>,
    /// The objects of the call, then those of the answer.
    objects: Vec<ObjId>,
    /// Classes that the answer names.
    classes: FxHashMap<String, ClassId>,
}

impl Received<'_> {
    /// What the call comes to. Until all classes are ready nothing has happened: the call may be made again.
    fn receive(&mut self, method: MethodId) -> Result<Res<Outcome>, Failure> {
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
