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

mod receive;

use super::effect::{Answer, Effect};
use super::{Arguments, Outcome, Row, own};
use crate::host::{HostCall, HostObject, HostValue};
use crate::interp::{Raise, Res};
use crate::program::{Kind, MethodId, ObjId, ThreadId, access};
use crate::vm::Vm;
use receive::{Failure, Received};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The row of native methods of the program's own that a library answers.
pub(super) static LIBRARY: Row = own("library", "()V", Effect::Hosted, call);

/// Bytes of content that go to a host in one call.
const MOST: usize = 16 << 20;

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
        self.world.host.as_ref().is_some_and(|host| host.has_libraries())
            && m.has(access::NATIVE)
            && !self.program.class(m.class).loader.is_library()
            && !self.is_closed(method)
    }

    /// Whether a host answers a method.
    pub fn is_hosted(&self, method: MethodId) -> bool {
        self.world.host.is_some() && self.effect(method) == Effect::Hosted
    }

    /// What hosts were asked for, and how often.
    pub fn host_calls(&self) -> &HostCalls {
        &self.observed.host_calls
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
            let host = self.world.host.as_ref().ok_or_else(|| "there is no host".to_string())?;
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
        let by = vm.world.host.as_ref().map(|host| {
            let m = vm.program.method(method);
            let name = |sym| vm.program.name(sym);
            host.answered_by(vm.program.class_name(m.class), name(m.name), name(m.descriptor))
        });
        let by = by.map(|by| format!(", answered by {by}")).unwrap_or_default();
        Raise::Unsupported(format!("the call {}{by}: {why}", vm.describe_call(method, args.0)))
    };
    // Whatever is in the objects.
    vm.observed.names_were_read = true;
    let passed = vm.pass_call(method, args.0).map_err(|why| refuse(vm, why))?;
    let host = vm.world.host.clone().ok_or_else(|| refuse(vm, "there is no host".to_string()))?;
    let answer = host.answer(&passed.call).map_err(|why| refuse(vm, why))?;
    let mut received = Received { vm, tid, answer: &answer, objects: passed.objects, classes: FxHashMap::default() };
    let outcome = match received.receive(method) {
        Ok(outcome) => outcome,
        Err(Failure::Raise(raise)) => return Err(raise),
        Err(Failure::Refused(why)) => return Err(refuse(vm, why)),
    };
    let by = host.answered_by(&passed.call.class, &passed.call.name, &passed.call.descriptor);
    let name = vm.program.qualified_name(method);
    vm.observed.host_calls.entry(name).or_insert(HostUse { by, calls: 0 }).calls += 1;
    outcome
}
