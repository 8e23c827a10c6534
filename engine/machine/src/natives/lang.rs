//! `Object`, `System`, `Class` basics, `String`, `Throwable`, numbers.

use super::effect::PinnedAnswer;
use super::{Arguments, Outcome, Row, nothing, rows};
use crate::interp::{Raise, Res, TraceLine, Watch};
use crate::program::{ClassKind, ClassLoaderKind, Kind, ObjId, ThreadId, stable_key};
use crate::state::Header;
use crate::vm::Vm;

fn hash_code(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let hash = vm.identity_hash(tid, args.obj(0));
    Outcome::int(hash)
}

fn identity_hash(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let obj = args.obj(0);
    let hash = if obj.is_null() { 0 } else { vm.identity_hash(tid, obj) };
    Outcome::int(hash)
}

impl Vm {
    /// The identity hash of an object: for mirrors made from the class name, for others from the thread that asks first and
    /// how often it has asked. No address, no allocation order.
    pub(crate) fn identity_hash(&mut self, tid: ThreadId, obj: ObjId) -> i32 {
        let known = self.state.heap.header(obj).hash;
        if known != 0 {
            return known as i32;
        }
        let raw = match self.state.class_of_mirror(obj) {
            Some(class) => stable_key(&[b"mirror", &self.program.class(class).key.to_le_bytes()]),
            None => {
                let thread = self.state.thread(tid);
                let raw = stable_key(&[&thread.key.to_le_bytes(), &thread.core.hashes.to_le_bytes()]);
                self.state.core_mut(tid).hashes += 1;
                self.observed.threads_made_hashes |= tid.index() != 0;
                raw
            }
        };
        let hash = ((raw >> 20) as u32 & 0x7fff_ffff).max(1);
        self.state.heap.set_hash(obj, hash);
        hash as i32
    }

    /// An array of `StackTraceElement`.
    pub(crate) fn stack_trace_elements(&mut self, lines: &[TraceLine]) -> Res<ObjId> {
        let class = self.class("java/lang/StackTraceElement")?;
        self.init_now(class)?;
        let array = self.new_array("[Ljava/lang/StackTraceElement;", lines.len() as u32)?;
        for (i, line) in lines.iter().enumerate() {
            let element = self.alloc(class);
            self.fill_stack_trace_element(element, line)?;
            self.state.heap.set_ref_at(array, i as u32, element);
        }
        Ok(array)
    }

    pub(super) fn fill_stack_trace_element(&mut self, element: ObjId, line: &TraceLine) -> Res<()> {
        let class = self.class("java/lang/StackTraceElement")?;
        let declaring = self.program.method(line.method).class;
        let name = self.external_name(declaring);
        let name = self.interned_text(&name);
        let method = self.program.shared_name(self.program.method(line.method).name);
        let method = self.interned_text(&method);
        let file = self.program.class(declaring).source_file.map(|s| self.program.shared_name(s));
        let file = file.map_or(ObjId::NULL, |f| self.interned_text(&f));
        let mirror = self.mirror(declaring);
        let set = |vm: &mut Vm, field: &'static str, value: u64| {
            let slot = vm.slot(class, field);
            vm.state.heap.set_field(element, slot, value);
        };
        set(self, "declaringClassObject", u64::from(mirror.0));
        set(self, "declaringClass", u64::from(name.0));
        set(self, "methodName", u64::from(method.0));
        set(self, "fileName", u64::from(file.0));
        set(self, "lineNumber", u64::from(line.line as u32));
        match self.program.class(declaring).loader {
            ClassLoaderKind::Boot => {
                let module = self.module_name(declaring);
                if let Some(module) = module {
                    let module = self.interned_text(&module);
                    set(self, "moduleName", u64::from(module.0));
                    let version =
                        self.config.properties.iter().find(|(k, _)| k == "java.version").map(|(_, v)| v.clone());
                    if let Some(version) = version {
                        let version = self.interned_text(&version);
                        set(self, "moduleVersion", u64::from(version.0));
                    }
                }
            }
            ClassLoaderKind::Platform => {
                let loader = self.interned_text("platform");
                set(self, "classLoaderName", u64::from(loader.0));
            }
            ClassLoaderKind::App => {
                let loader = self.interned_text("app");
                set(self, "classLoaderName", u64::from(loader.0));
            }
            kind @ ClassLoaderKind::User(_) => {
                let loader = self.loader_object(kind);
                let class = self.class("java/lang/ClassLoader")?;
                let slot = self.slot(class, "name");
                let name = self.state.heap.field(loader, slot);
                set(self, "classLoaderName", name);
            }
        }
        Ok(())
    }

    /// The stack trace that was stored in a throwable.
    pub fn trace_of(&mut self, throwable: ObjId) -> Vec<TraceLine> {
        let slot = self.slot(self.known.throwable, "backtrace");
        let array = ObjId(self.state.heap.field(throwable, slot) as u32);
        if array.is_null() { Vec::new() } else { lines_of_backtrace(self, array) }
    }
}

fn clone(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let obj = args.obj(0);
    let class = vm.state.heap.class_of(obj);
    let cloneable = vm.class("java/lang/Cloneable")?;
    if !matches!(vm.program.class(class).kind, ClassKind::Array { .. }) && !vm.program.is_subclass(class, cloneable) {
        return Err(Raise::new("java/lang/CloneNotSupportedException", vm.external_name(class)));
    }
    vm.check_memory(vm.state.heap.bytes_of(obj).len() as u64)?;
    // Arrays of the class library's own are mostly made to be cloned, and not written any more.
    let is_array = vm.program.class(class).array_kind().is_some();
    if others_see(vm, obj) && (is_own(vm, obj) || !is_array) {
        vm.ask(tid, PinnedAnswer::Clones);
    }
    Outcome::obj(vm.state.heap.clone_object(obj))
}

fn get_class(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.state.heap.class_of(args.obj(0));
    Outcome::obj(vm.mirror(class))
}

fn arraycopy(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let (from, to) = (args.non_null(0)?, args.non_null(2)?);
    let kind = kind_of_copy(vm, from, to)?;
    let (from_at, to_at, count) = within_bounds(vm, kind, args)?;
    // What is read has been written when others come next.
    vm.observed.copied_parts |=
        count > 0 && from != to && others_see(vm, from) && others_see(vm, to) && next_part(vm, tid, args).is_some();
    let is_subclass = vm.program.is_subclass(vm.state.heap.class_of(from), vm.state.heap.class_of(to));
    let checked = kind == Kind::Ref && !is_subclass;
    if let Some(Part { first, length }) = next_part(vm, tid, args).filter(|part| part.length < count) {
        // This part now, the others each in a step of its own.
        vm.observed.copied_parts |= length > 1;
        match checked {
            true => copy_checked(vm, from, from_at + first, to, to_at + first, length)?,
            false => copy(vm, kind, from, from_at + first, to, to_at + first, length),
        }
        let frame = vm.state.thread(tid).top().expect("invariant: a native has a frame");
        let (method, exit) = (frame.method, frame.exit);
        let step = if first == 0 { length } else { 0 };
        let rest = [from.0, from_at + step, to.0, to_at + step, count - length];
        return Ok(Outcome::Tail { method, args: rest.map(u64::from).to_vec(), exit });
    }
    match checked {
        true => copy_checked(vm, from, from_at, to, to_at, count)?,
        false => copy(vm, kind, from, from_at, to, to_at, count),
    }
    Outcome::void()
}

/// What the elements are of two arrays between which some are to be copied.
fn kind_of_copy(vm: &Vm, from: ObjId, to: ObjId) -> Res<Kind> {
    let store = |text: String| Raise::new("java/lang/ArrayStoreException", text);
    let (from_class, to_class) = (vm.state.heap.class_of(from), vm.state.heap.class_of(to));
    let describe = |class| match vm.program.class(class).kind {
        ClassKind::Array { kind: Kind::Ref, .. } => "object array[]".to_string(),
        ClassKind::Array { kind, .. } => format!("{}[]", kind.keyword()),
        _ => vm.external_name(class),
    };
    let Some(from_kind) = vm.program.class(from_class).array_kind() else {
        return Err(store(format!("arraycopy: source type {} is not an array", describe(from_class))));
    };
    let Some(to_kind) = vm.program.class(to_class).array_kind() else {
        return Err(store(format!("arraycopy: destination type {} is not an array", describe(to_class))));
    };
    if from_kind != to_kind {
        let (from, to) = (describe(from_class), describe(to_class));
        return Err(store(format!("arraycopy: type mismatch: can not copy {from} into {to}")));
    }
    Ok(from_kind)
}

/// Where elements are to be copied from and to, and how many.
fn within_bounds(vm: &Vm, kind: Kind, args: Arguments) -> Res<(u32, u32, u32)> {
    let (from_at, to_at, count) = (args.int(1), args.int(3), args.int(4));
    let bounds = |what: String, of: Option<u32>| {
        let of = of.map_or_else(String::new, |len| match kind {
            Kind::Ref => format!(" out of bounds for object array[{len}]"),
            _ => format!(" out of bounds for {}[{len}]", kind.keyword()),
        });
        Raise::new("java/lang/ArrayIndexOutOfBoundsException", format!("arraycopy: {what}{of}"))
    };
    let (from_len, to_len) = (vm.state.heap.array_len(args.non_null(0)?), vm.state.heap.array_len(args.non_null(2)?));
    if from_at < 0 {
        return Err(bounds(format!("source index {from_at}"), Some(from_len)));
    }
    if to_at < 0 {
        return Err(bounds(format!("destination index {to_at}"), Some(to_len)));
    }
    if count < 0 {
        return Err(bounds(format!("length {count} is negative"), None));
    }
    let (from_at, to_at, count) = (from_at as u32, to_at as u32, count as u32);
    let end = |at: u32| u64::from(at) + u64::from(count);
    if end(from_at) > u64::from(from_len) {
        return Err(bounds(format!("last source index {}", end(from_at)), Some(from_len)));
    }
    if end(to_at) > u64::from(to_len) {
        return Err(bounds(format!("last destination index {}", end(to_at)), Some(to_len)));
    }
    Ok((from_at, to_at, count))
}

/// Some of the elements that are to be copied.
#[derive(Clone, Copy)]
pub struct Part {
    pub first: u32,
    pub length: u32,
}

/// So many elements and more are copied in parts of several: a copy that takes long would have too many steps.
const LONG: u32 = 32;

/// What `System.arraycopy` copies next if others may look on: one element, of a long copy some. Where source and target overlap,
/// it begins at the end that would otherwise be overwritten.
pub fn next_part(vm: &Vm, tid: ThreadId, args: Arguments) -> Option<Part> {
    let (from, to) = (args.obj(0), args.obj(2));
    let count = u32::try_from(args.int(4)).ok()?;
    // The referee takes nothing together.
    let length = if vm.run.watch == Watch::Each { count.min(1) } else { (count / (LONG / 2)).max(1) };
    let backward = from == to && args.int(1) < args.int(3);
    let first = if backward { count.checked_sub(length)? } else { 0 };
    let seen = |array| {
        vm.run.watch == Watch::Each || others_see(vm, array) && (is_own(vm, array) || vm.library_is_seen_copying(tid))
    };
    (seen(from) || seen(to)).then_some(Part { first, length })
}

/// Whether other threads may look at an array while it is copied.
fn others_see(vm: &Vm, array: ObjId) -> bool {
    match vm.run.watch {
        Watch::Off | Watch::Alone => false,
        Watch::Stop | Watch::Pass => !array.is_null() && vm.state.heap.is_shared(array),
        Watch::Each => !array.is_null(),
    }
}

/// Whether the program's own code has made an array.
fn is_own(vm: &Vm, array: ObjId) -> bool {
    vm.state.heap.header(array).site & Header::OWN != 0
}

/// Copies elements of one array to another one of the same kind; both have as many.
fn copy(vm: &mut Vm, kind: Kind, from: ObjId, from_at: u32, to: ObjId, to_at: u32, count: u32) {
    if kind == Kind::Ref && vm.run.watch != Watch::Off && vm.state.heap.is_shared(to) {
        for i in from_at..from_at + count {
            vm.publish(to, vm.state.heap.ref_at(from, i));
        }
    }
    let size = kind.element_bytes();
    vm.state.heap.copy_bytes(from, from_at as usize * size, to, to_at as usize * size, count as usize * size);
}

/// Copies references into an array of a narrower class, up to the first that does not fit.
fn copy_checked(vm: &mut Vm, from: ObjId, from_at: u32, to: ObjId, to_at: u32, count: u32) -> Res<()> {
    let to_class = vm.state.heap.class_of(to);
    let ClassKind::Array { element, .. } = vm.program.class(to_class).kind else { return Ok(()) };
    for i in 0..count {
        let value = vm.state.heap.ref_at(from, from_at + i);
        if !value.is_null() && !vm.program.is_subclass(vm.state.heap.class_of(value), element) {
            let text = format!(
                "arraycopy: element type mismatch: can not cast one of the elements of {}[] to the type of the destination array, {}",
                match vm.program.class(vm.state.heap.class_of(from)).kind {
                    ClassKind::Array { element, .. } => vm.external_name(element),
                    _ => String::new(),
                },
                vm.external_name(element),
            );
            return Err(Raise::new("java/lang/ArrayStoreException", text));
        }
        vm.publish(to, value);
        vm.state.heap.set_ref_at(to, to_at + i, value);
    }
    Ok(())
}

/// Compares two arrays some bytes at a time. What others may write to at the same time is left to the caller, who goes on
/// element by element.
fn vectorized_mismatch(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (a, a_at, b, b_at) = (args.obj(0), args.long(1), args.obj(3), args.long(4));
    let (length, log_bytes) = (args.int(6), args.int(7));
    let bytes = |array: ObjId, at: i64| {
        let own = !array.is_null() && !others_see(vm, array);
        let first = usize::try_from(at - super::UNSAFE_BASE).ok().filter(|_| own)?;
        vm.state.heap.bytes_of(array).get(first..first + (usize::try_from(length).ok()? << log_bytes))
    };
    let (Some(a), Some(b)) = (bytes(a, a_at), bytes(b, b_at)) else { return Outcome::int(!length) };
    let mismatch = a.iter().zip(b).position(|(x, y)| x != y);
    Outcome::int(mismatch.map_or(!0, |at| (at >> log_bytes) as i32))
}

fn intern(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let obj = args.obj(0);
    let units = vm.string_utf16(obj);
    if let Some(known) = vm.state.interned(&units) {
        return Outcome::obj(known);
    }
    vm.state.intern(units.into(), obj);
    vm.publish_to_all(obj);
    Outcome::obj(obj)
}

fn fill_in_stack_trace(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let obj = args.obj(0);
    let lines = vm.stack_lines(tid);
    // The frames of fillInStackTrace itself and of the exception's constructors are not shown.
    let class = vm.state.heap.class_of(obj);
    let mut skip = 0;
    let mut in_constructors = false;
    for line in &lines {
        let method = vm.program.method(line.method);
        let name = vm.program.name(method.name);
        if !in_constructors && name == "fillInStackTrace" {
            skip += 1;
        } else if name == "<init>" && vm.program.is_subclass(class, method.class) {
            in_constructors = true;
            skip += 1;
        } else {
            break;
        }
    }
    vm.fill_in_stack_trace(obj, &lines[skip..])?;
    Outcome::obj(obj)
}

fn init_stack_trace_elements(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (elements, from) = (args.non_null(0)?, args.non_null(1)?);
    let lines = if vm.program.is_subclass(vm.state.heap.class_of(from), vm.known.throwable) {
        vm.trace_of(from)
    } else {
        lines_of_backtrace(vm, from)
    };
    for (i, line) in lines.iter().enumerate().take(vm.state.heap.array_len(elements) as usize) {
        let element = vm.state.heap.ref_at(elements, i as u32);
        vm.fill_stack_trace_element(element, line)?;
    }
    Outcome::void()
}

fn lines_of_backtrace(vm: &Vm, array: ObjId) -> Vec<TraceLine> {
    (0..vm.state.heap.array_len(array) / 2)
        .filter_map(|i| {
            let method = vm.program.method_by_key(vm.state.heap.long_at(array, i * 2))?;
            let place = vm.state.heap.long_at(array, i * 2 + 1);
            Some(TraceLine { method, line: place as u32 as i32, bci: (place >> 32) as u16 })
        })
        .collect()
}

fn set_stream(name: &'static str) -> impl Fn(&mut Vm, Arguments) -> Res<Outcome> {
    move |vm, args| {
        if vm.run.watch == Watch::Stop && !vm.runs_to_completion() {
            // Reading a static final field is nothing that others can see.
            return Err(Raise::Unsupported(format!("System.{name} is set while there are other threads")));
        }
        let class = vm.class("java/lang/System")?;
        vm.set_static_field(class, name, args.raw(0))?;
        Outcome::void()
    }
}

fn same_bits(_: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    Ok(Outcome::Value(args.raw(0)))
}

fn helpful_npe_message(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    // Only exceptions that the machine itself threw have a computed message, and those carry it already.
    let _ = (vm, args);
    Outcome::obj(ObjId::NULL)
}

fn math(op: fn(f64) -> f64, args: Arguments) -> Res<Outcome> {
    Ok(Outcome::Value(op(args.double(0)).to_bits()))
}

fn halt(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.state.scalars.halted = Some(args.int(0));
    Outcome::void()
}

/// `String.hashCode` of Latin-1 bytes: a pure function, worth doing natively because start-up is full of it.
fn latin1_hash(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let value = args.non_null(0)?;
    let len = vm.state.heap.array_len(value) as usize;
    let bytes = &vm.state.heap.bytes_of(value)[..len];
    let hash = bytes.iter().fold(0i32, |h, &b| h.wrapping_mul(31).wrapping_add(i32::from(b)));
    Outcome::int(hash)
}

fn primitive_class(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(0)?).unwrap_or_default();
    let class = vm.class(&name)?;
    Outcome::obj(vm.mirror(class))
}

fn class_name(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let mirror = args.obj(0);
    let class = vm.class_of_mirror(mirror)?;
    let name = vm.external_name(class);
    let name = vm.interned_text(&name);
    let slot = vm.slot(vm.known.class, "name");
    vm.state.heap.set_field(mirror, slot, u64::from(name.0));
    Outcome::obj(name)
}

fn class_is(vm: &mut Vm, args: Arguments, test: fn(&crate::program::Class) -> bool) -> Res<Outcome> {
    let class = vm.class_of_mirror(args.obj(0))?;
    Outcome::bool(test(vm.program.class(class)))
}

fn is_instance(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class_of_mirror(args.obj(0))?;
    let obj = args.obj(1);
    Outcome::bool(!obj.is_null() && vm.program.is_subclass(vm.state.heap.class_of(obj), class))
}

fn is_assignable(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class_of_mirror(args.obj(0))?;
    let other = vm.class_of_mirror(args.non_null(1)?)?;
    Outcome::bool(vm.program.is_subclass(other, class))
}

fn superclass(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class_of_mirror(args.obj(0))?;
    let c = vm.program.class(class);
    match c.super_class {
        Some(sup) if !c.is_interface() => Outcome::obj(vm.mirror(sup)),
        _ => Outcome::obj(ObjId::NULL),
    }
}

fn assertion_status(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class_of_mirror(args.non_null(0)?)?;
    Outcome::bool(vm.config.assertions && !vm.program.class(class).is_library())
}

fn assertion_directives(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let class = vm.class("java/lang/AssertionStatusDirectives")?;
    vm.init_now(class)?;
    let obj = vm.alloc(class);
    for (field, array) in [
        ("classes", "[Ljava/lang/String;"),
        ("packages", "[Ljava/lang/String;"),
        ("classEnabled", "[Z"),
        ("packageEnabled", "[Z"),
    ] {
        let empty = vm.new_array(array, 0)?;
        let slot = vm.slot(class, field);
        vm.state.heap.set_field(obj, slot, u64::from(empty.0));
    }
    let slot = vm.slot(class, "deflt");
    vm.state.heap.set_field(obj, slot, u64::from(vm.config.assertions));
    Outcome::obj(obj)
}

pub(super) const ROWS: &[Row] = rows! {
    "java/lang/Object" {
        "hashCode" "()I" [Hash(0), Pinned(PinnedAnswer::Identity)] => hash_code,
        "clone" "()Ljava/lang/Object;" [Clone, Computed] => clone,
        "getClass" "()Ljava/lang/Class;" [Nothing, Computed] => get_class,
    }
    "java/lang/System" {
        "identityHashCode" "(Ljava/lang/Object;)I" [Hash(0), Pinned(PinnedAnswer::Identity)] => identity_hash,
        "arraycopy" "(Ljava/lang/Object;ILjava/lang/Object;II)V" [CopyArray, Computed] => arraycopy,
        "setIn0" "(Ljava/io/InputStream;)V" [Static("in"), Computed] => |vm, _, args| set_stream("in")(vm, args),
        "setOut0" "(Ljava/io/PrintStream;)V" [Static("out"), Computed] => |vm, _, args| set_stream("out")(vm, args),
        "setErr0" "(Ljava/io/PrintStream;)V" [Static("err"), Computed] => |vm, _, args| set_stream("err")(vm, args),
    }
    "java/lang/String" { "intern" "()Ljava/lang/String;" [Intern, Computed] => intern }
    "jdk/internal/util/ArraysSupport" {
        "vectorizedMismatch" "(Ljava/lang/Object;JLjava/lang/Object;JII)I" [CompareMemory, Computed] => vectorized_mismatch,
    }
    "java/lang/StringLatin1" { "hashCode" "([B)I" [Nothing, Computed] => latin1_hash }
    "java/lang/StringUTF16" { "isBigEndian" "()Z" [Nothing, Computed] => super::zero }
    "java/lang/Throwable" { "fillInStackTrace" "(I)Ljava/lang/Throwable;" [Object(0), Computed] => fill_in_stack_trace }
    "java/lang/NullPointerException" { "getExtendedNPEMessage" "()Ljava/lang/String;" [Object(0), Computed] => helpful_npe_message }
    "java/lang/StackTraceElement" {
        "initStackTraceElements" "([Ljava/lang/StackTraceElement;Ljava/lang/Throwable;)V" [Object(1), Computed] => init_stack_trace_elements,
        "initStackTraceElements" "([Ljava/lang/StackTraceElement;Ljava/lang/Object;I)V" [Object(1), Computed] => init_stack_trace_elements,
    }
    "java/lang/Float" {
        "floatToRawIntBits" "(F)I" [Nothing, Computed] => same_bits,
        "intBitsToFloat" "(I)F" [Nothing, Computed] => same_bits,
    }
    "java/lang/Double" {
        "doubleToRawLongBits" "(D)J" [Nothing, Computed] => same_bits,
        "longBitsToDouble" "(J)D" [Nothing, Computed] => same_bits,
    }
    // The functions of fdlibm, which StrictMath promises bit for bit; libm is a port of the same code.
    "java/lang/StrictMath" {
        "sqrt" "(D)D" [Nothing, Computed] => |_, _, args| math(f64::sqrt, args),
        "sin" "(D)D" [Nothing, Computed] => |_, _, args| math(super::fdlibm::sin, args),
        "cos" "(D)D" [Nothing, Computed] => |_, _, args| math(super::fdlibm::cos, args),
        "tan" "(D)D" [Nothing, Computed] => |_, _, args| math(libm::tan, args),
        "asin" "(D)D" [Nothing, Computed] => |_, _, args| math(libm::asin, args),
        "acos" "(D)D" [Nothing, Computed] => |_, _, args| math(libm::acos, args),
        "atan" "(D)D" [Nothing, Computed] => |_, _, args| math(libm::atan, args),
        "sinh" "(D)D" [Nothing, Computed] => |_, _, args| math(super::fdlibm::sinh, args),
        "cosh" "(D)D" [Nothing, Computed] => |_, _, args| math(super::fdlibm::cosh, args),
        "tanh" "(D)D" [Nothing, Computed] => |_, _, args| math(super::fdlibm::tanh, args),
        "log" "(D)D" [Nothing, Computed] => |_, _, args| math(super::fdlibm::log, args),
        "log10" "(D)D" [Nothing, Computed] => |_, _, args| math(super::fdlibm::log10, args),
        "log1p" "(D)D" [Nothing, Computed] => |_, _, args| math(libm::log1p, args),
        "expm1" "(D)D" [Nothing, Computed] => |_, _, args| math(libm::expm1, args),
        "atan2" "(DD)D" [Nothing, Computed] => |_, _, args| Ok(Outcome::Value(libm::atan2(args.double(0), args.double(2)).to_bits())),
        "IEEEremainder" "(DD)D" [Nothing, Computed] => |_, _, args| Ok(Outcome::Value(libm::remainder(args.double(0), args.double(2)).to_bits())),
    }
    "java/lang/Shutdown" {
        "halt0" "(I)V" [Halt, Computed] => halt,
        "beforeHalt" "()V" [Nothing, Computed] => nothing,
    }
    "java/lang/Class" {
        "getPrimitiveClass" "(Ljava/lang/String;)Ljava/lang/Class;" [Nothing, Computed] => primitive_class,
        "initClassName" "()Ljava/lang/String;" [Nothing, Computed] => class_name,
        "isArray" "()Z" [Nothing, Computed] => |vm, _, args| class_is(vm, args, |c| matches!(c.kind, ClassKind::Array { .. })),
        "isInterface" "()Z" [Nothing, Computed] => |vm, _, args| class_is(vm, args, |c| c.is_interface()),
        "isPrimitive" "()Z" [Nothing, Computed] => |vm, _, args| class_is(vm, args, |c| matches!(c.kind, ClassKind::Primitive(_))),
        // Of the classes made here, programs only see those of lambdas, which are hidden ones.
        "isHidden" "()Z" [Nothing, Computed] => |vm, _, args| class_is(vm, args, |c| c.hidden || c.synthetic),
        "isRecord0" "()Z" [Nothing, Computed] => super::reflect::is_record,
        "isInstance" "(Ljava/lang/Object;)Z" [Nothing, Computed] => is_instance,
        "isAssignableFrom" "(Ljava/lang/Class;)Z" [Nothing, Computed] => is_assignable,
        "getSuperclass" "()Ljava/lang/Class;" [Nothing, Computed] => superclass,
        "desiredAssertionStatus0" "(Ljava/lang/Class;)Z" [Nothing, Computed] => assertion_status,
    }
    "java/lang/ClassLoader" {
        "retrieveDirectives" "()Ljava/lang/AssertionStatusDirectives;" [Nothing, Computed] => assertion_directives,
    }
};

impl Vm {
    /// The detail message of a throwable.
    pub fn throwable_message(&mut self, throwable: ObjId) -> Option<String> {
        let slot = self.slot(self.known.throwable, "detailMessage");
        self.text(ObjId(self.state.heap.field(throwable, slot) as u32))
    }
}
