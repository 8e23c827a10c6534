//! The inner loop: instructions of one frame, on borrowed slices.

use super::{Raise, Watch, readings};
use crate::parts::Run;
use crate::program::{ClassId, ClassKind, Kind, MethodId, ObjId, Op, Pc, Program, ThreadId};
use crate::vm::Vm;

/// Why the inner loop is left.
pub(super) enum Exit {
    Budget,
    Call { method: MethodId, args: u16, d: u16 },
    Return(u64),
    Slow(Op),
    Raise(Raise),
    Visible,
}

#[inline(always)]
fn i(v: u64) -> i32 {
    v as u32 as i32
}
#[inline(always)]
fn from_i(v: i32) -> u64 {
    u64::from(v as u32)
}
#[inline(always)]
fn l(v: u64) -> i64 {
    v as i64
}
#[inline(always)]
fn f(v: u64) -> f32 {
    f32::from_bits(v as u32)
}
#[inline(always)]
fn from_f(v: f32) -> u64 {
    u64::from(v.to_bits())
}
#[inline(always)]
fn d(v: u64) -> f64 {
    f64::from_bits(v)
}
#[inline(always)]
fn from_d(v: f64) -> u64 {
    v.to_bits()
}

fn compare<T: PartialOrd>(a: T, b: T, unordered: i32) -> u64 {
    from_i(match a.partial_cmp(&b) {
        Some(order) => order as i32,
        None => unordered,
    })
}

impl Vm {
    /// Executes instructions of the running frame. On [`Exit::Budget`] and [`Exit::Call`] the frame's position is the
    /// instruction after, on all others the instruction itself.
    ///
    /// With `TIMED`, readings of the clock are followed from register to register.
    pub(super) fn run_frame<const WATCH: bool, const TIMED: bool>(&mut self, tid: ThreadId, left: &mut u64) -> Exit {
        let Vm { program, state, run: Run { watch, visibility, .. }, known, .. } = self;
        let crate::state::State { threads, heap, ready, literals, scalars, .. } = state;
        let thread = &mut threads[tid.index()];
        let frame = thread.frames.last_mut().expect("invariant: a running thread has a frame");
        let base = frame.base as usize;
        let regs = &mut thread.stack[base..base + frame.registers as usize];
        let readings = &mut thread.core.readings;
        let code = &program.code[..];
        let mut pc = frame.pc.index();
        let mut steps = *left;
        let finals = visibility.finals_are_constant;
        let cleared = visibility.garbage_is_collected;
        let references = &known.references;

        macro_rules! r {
            ($s:expr) => {
                regs[$s.0 as usize]
            };
        }
        macro_rules! obj {
            ($s:expr) => {{
                let o = ObjId(r!($s) as u32);
                if o.is_null() {
                    break Exit::Raise(Raise::NullPointer);
                }
                o
            }};
        }
        // An access that other threads can see stops the run, unless it is the one that was let through.
        macro_rules! visible {
            ($o:expr, $always:expr) => {
                if WATCH && heap.is_shared($o) && *watch != Watch::Alone && $always {
                    if *watch == Watch::Stop {
                        break Exit::Visible;
                    }
                    *watch = Watch::Stop;
                }
            };
        }
        // What a shared object points to is shared.
        macro_rules! publish {
            ($o:expr, $v:expr) => {
                if WATCH && heap.is_shared($o) && !heap.is_shared(ObjId($v as u32)) {
                    crate::state::share(program, heap, ObjId($v as u32));
                }
            };
        }
        macro_rules! slow {
            ($op:expr) => {
                break Exit::Slow($op)
            };
        }
        macro_rules! index {
            ($a:expr, $i:expr) => {{
                let at = r!($i) as u32;
                let len = heap.array_len($a);
                if at >= len {
                    break Exit::Raise(Raise::index(at as i32, len));
                }
                at
            }};
        }
        macro_rules! jump {
            ($cond:expr, $to:expr) => {
                if $cond {
                    pc = $to.index();
                }
            };
        }

        let exit = loop {
            if steps == 0 {
                break Exit::Budget;
            }
            steps -= 1;
            let op = code[pc];
            pc += 1;
            match op {
                Op::Move { d, s } => r!(d) = r!(s),
                Op::ConstI { d, v } => r!(d) = from_i(v),
                Op::ConstL { d, v } => r!(d) = i64::from(v) as u64,
                Op::ConstW { d, low, high } => r!(d) = u64::from(low as u32) | u64::from(high as u32) << 32,
                Op::ConstNull { d } => r!(d) = 0,
                Op::ConstString { d, s } => match literals.get(s.index()) {
                    Some(o) if !o.is_null() => r!(d) = u64::from(o.0),
                    _ => slow!(op),
                },

                Op::IAdd { d, a, b } => r!(d) = from_i(i(r!(a)).wrapping_add(i(r!(b)))),
                Op::ISub { d, a, b } => r!(d) = from_i(i(r!(a)).wrapping_sub(i(r!(b)))),
                Op::IMul { d, a, b } => r!(d) = from_i(i(r!(a)).wrapping_mul(i(r!(b)))),
                Op::IDiv { d, a, b } => {
                    let by = i(r!(b));
                    if by == 0 {
                        break Exit::Raise(Raise::divide());
                    }
                    r!(d) = from_i(i(r!(a)).wrapping_div(by));
                }
                Op::IRem { d, a, b } => {
                    let by = i(r!(b));
                    if by == 0 {
                        break Exit::Raise(Raise::divide());
                    }
                    r!(d) = from_i(i(r!(a)).wrapping_rem(by));
                }
                Op::IAnd { d, a, b } => r!(d) = r!(a) & r!(b),
                Op::IOr { d, a, b } => r!(d) = r!(a) | r!(b),
                Op::IXor { d, a, b } => r!(d) = r!(a) ^ r!(b),
                // JVMS 6.5: only the low five (six) bits of the count matter, which is what the wrapping shifts do.
                Op::IShl { d, a, b } => r!(d) = from_i(i(r!(a)).wrapping_shl(r!(b) as u32)),
                Op::IShr { d, a, b } => r!(d) = from_i(i(r!(a)).wrapping_shr(r!(b) as u32)),
                Op::IUshr { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_shr(r!(b) as u32)),
                Op::INeg { d, a } => r!(d) = from_i(i(r!(a)).wrapping_neg()),
                Op::IAddK { d, a, k } => r!(d) = from_i(i(r!(a)).wrapping_add(k)),
                Op::IMulK { d, a, k } => r!(d) = from_i(i(r!(a)).wrapping_mul(k)),
                Op::IAndK { d, a, k } => r!(d) = from_i(i(r!(a)) & k),
                Op::IOrK { d, a, k } => r!(d) = from_i(i(r!(a)) | k),
                Op::IXorK { d, a, k } => r!(d) = from_i(i(r!(a)) ^ k),
                Op::IShlK { d, a, k } => r!(d) = from_i(i(r!(a)).wrapping_shl(k as u32)),
                Op::IShrK { d, a, k } => r!(d) = from_i(i(r!(a)).wrapping_shr(k as u32)),
                Op::IUshrK { d, a, k } => r!(d) = u64::from((r!(a) as u32).wrapping_shr(k as u32)),
                Op::LAdd { d, a, b } => r!(d) = r!(a).wrapping_add(r!(b)),
                Op::LSub { d, a, b } => r!(d) = r!(a).wrapping_sub(r!(b)),
                Op::LMul { d, a, b } => r!(d) = r!(a).wrapping_mul(r!(b)),
                Op::LDiv { d, a, b } => {
                    let by = l(r!(b));
                    if by == 0 {
                        break Exit::Raise(Raise::divide());
                    }
                    r!(d) = l(r!(a)).wrapping_div(by) as u64;
                }
                Op::LRem { d, a, b } => {
                    let by = l(r!(b));
                    if by == 0 {
                        break Exit::Raise(Raise::divide());
                    }
                    r!(d) = l(r!(a)).wrapping_rem(by) as u64;
                }
                Op::LAnd { d, a, b } => r!(d) = r!(a) & r!(b),
                Op::LOr { d, a, b } => r!(d) = r!(a) | r!(b),
                Op::LXor { d, a, b } => r!(d) = r!(a) ^ r!(b),
                Op::LShl { d, a, b } => r!(d) = r!(a).wrapping_shl(r!(b) as u32),
                Op::LShr { d, a, b } => r!(d) = l(r!(a)).wrapping_shr(r!(b) as u32) as u64,
                Op::LUshr { d, a, b } => r!(d) = r!(a).wrapping_shr(r!(b) as u32),
                Op::LNeg { d, a } => r!(d) = r!(a).wrapping_neg(),
                Op::FAdd { d, a, b } => r!(d) = from_f(f(r!(a)) + f(r!(b))),
                Op::FSub { d, a, b } => r!(d) = from_f(f(r!(a)) - f(r!(b))),
                Op::FMul { d, a, b } => r!(d) = from_f(f(r!(a)) * f(r!(b))),
                Op::FDiv { d, a, b } => r!(d) = from_f(f(r!(a)) / f(r!(b))),
                Op::FRem { d, a, b } => r!(d) = from_f(f(r!(a)) % f(r!(b))),
                Op::FNeg { d, a } => r!(d) = from_f(-f(r!(a))),
                Op::DAdd { d: t, a, b } => r!(t) = from_d(d(r!(a)) + d(r!(b))),
                Op::DSub { d: t, a, b } => r!(t) = from_d(d(r!(a)) - d(r!(b))),
                Op::DMul { d: t, a, b } => r!(t) = from_d(d(r!(a)) * d(r!(b))),
                Op::DDiv { d: t, a, b } => r!(t) = from_d(d(r!(a)) / d(r!(b))),
                Op::DRem { d: t, a, b } => r!(t) = from_d(d(r!(a)) % d(r!(b))),
                Op::DNeg { d: t, a } => r!(t) = from_d(-d(r!(a))),
                Op::I2L { d, a } => r!(d) = i64::from(i(r!(a))) as u64,
                Op::I2F { d, a } => r!(d) = from_f(i(r!(a)) as f32),
                Op::I2D { d, a } => r!(d) = from_d(f64::from(i(r!(a)))),
                Op::L2I { d, a } => r!(d) = r!(a) & 0xffff_ffff,
                Op::L2F { d, a } => r!(d) = from_f(l(r!(a)) as f32),
                Op::L2D { d, a } => r!(d) = from_d(l(r!(a)) as f64),
                // Rust's float-to-int casts saturate and send NaN to zero, exactly as JLS 5.1.3 asks.
                Op::F2I { d, a } => r!(d) = from_i(f(r!(a)) as i32),
                Op::F2L { d, a } => r!(d) = (f(r!(a)) as i64) as u64,
                Op::F2D { d, a } => r!(d) = from_d(f64::from(f(r!(a)))),
                Op::D2I { d: t, a } => r!(t) = from_i(d(r!(a)) as i32),
                Op::D2L { d: t, a } => r!(t) = (d(r!(a)) as i64) as u64,
                Op::D2F { d: t, a } => r!(t) = from_f(d(r!(a)) as f32),
                Op::I2B { d, a } => r!(d) = from_i(i32::from(r!(a) as i8)),
                Op::I2C { d, a } => r!(d) = r!(a) & 0xffff,
                Op::I2S { d, a } => r!(d) = from_i(i32::from(r!(a) as i16)),
                Op::I2Z { d, a } => r!(d) = r!(a) & 1,
                Op::LCmp { d, a, b } => {
                    if TIMED {
                        scalars.dated |= readings::may_pass(readings, base, (a, r!(a)), (b, r!(b)));
                    }
                    r!(d) = compare(l(r!(a)), l(r!(b)), 0);
                }
                Op::FCmpL { d, a, b } => r!(d) = compare(f(r!(a)), f(r!(b)), -1),
                Op::FCmpG { d, a, b } => r!(d) = compare(f(r!(a)), f(r!(b)), 1),
                Op::DCmpL { d: t, a, b } => r!(t) = compare(d(r!(a)), d(r!(b)), -1),
                Op::DCmpG { d: t, a, b } => r!(t) = compare(d(r!(a)), d(r!(b)), 1),

                Op::Goto { to } => pc = to.index(),
                Op::IfEq { a, b, to } => jump!(r!(a) as u32 == r!(b) as u32, to),
                Op::IfNe { a, b, to } => jump!(r!(a) as u32 != r!(b) as u32, to),
                Op::IfLt { a, b, to } => jump!(i(r!(a)) < i(r!(b)), to),
                Op::IfGe { a, b, to } => jump!(i(r!(a)) >= i(r!(b)), to),
                Op::IfGt { a, b, to } => jump!(i(r!(a)) > i(r!(b)), to),
                Op::IfLe { a, b, to } => jump!(i(r!(a)) <= i(r!(b)), to),
                Op::IfEqK { a, k, to } => jump!(i(r!(a)) == i32::from(k), to),
                Op::IfNeK { a, k, to } => jump!(i(r!(a)) != i32::from(k), to),
                Op::IfLtK { a, k, to } => jump!(i(r!(a)) < i32::from(k), to),
                Op::IfGeK { a, k, to } => jump!(i(r!(a)) >= i32::from(k), to),
                Op::IfGtK { a, k, to } => jump!(i(r!(a)) > i32::from(k), to),
                Op::IfLeK { a, k, to } => jump!(i(r!(a)) <= i32::from(k), to),
                Op::IfSame { a, b, to } => jump!(r!(a) as u32 == r!(b) as u32, to),
                Op::IfNotSame { a, b, to } => jump!(r!(a) as u32 != r!(b) as u32, to),
                Op::IfNull { a, to } => jump!(r!(a) as u32 == 0, to),
                Op::IfNonNull { a, to } => jump!(r!(a) as u32 != 0, to),
                Op::Switch { a, table } => pc = program.tables[table.index()].target(i(r!(a))).index(),
                Op::Jsr { d, to } => {
                    r!(d) = pc as u64;
                    pc = to.index();
                }
                Op::Ret { a } => pc = r!(a) as usize,

                Op::GetFieldQ { d, obj, slot, field } => {
                    let o = obj!(obj);
                    visible!(o, !(finals && program.field(field).flags.is_final()));
                    r!(d) = heap.field(o, slot.0);
                }
                Op::PutFieldQ { obj, v, slot, field } => {
                    let o = obj!(obj);
                    visible!(o, true);
                    let kind = program.field(field).kind;
                    if kind == Kind::Ref {
                        publish!(o, r!(v));
                    }
                    heap.set_field(o, slot.0, narrow(kind, r!(v)));
                }
                Op::GetStaticQ { d, slot, field } => {
                    let mirror = ready.get(program.field(field).class.index()).copied().unwrap_or(ObjId::NULL);
                    if mirror.is_null() {
                        slow!(op);
                    }
                    visible!(mirror, !(finals && program.field(field).flags.is_final()));
                    r!(d) = heap.field(mirror, slot.0);
                }
                Op::PutStaticQ { v, slot, field } => {
                    let field = program.field(field);
                    let mirror = ready.get(field.class.index()).copied().unwrap_or(ObjId::NULL);
                    if mirror.is_null() {
                        slow!(op);
                    }
                    visible!(mirror, true);
                    if field.kind == Kind::Ref {
                        publish!(mirror, r!(v));
                    }
                    heap.set_field(mirror, slot.0, narrow(field.kind, r!(v)));
                }

                Op::ArrayLength { d, a } => {
                    let o = obj!(a);
                    r!(d) = u64::from(heap.array_len(o));
                }
                Op::BALoad { d, a, i } => {
                    let o = obj!(a);
                    let at = index!(o, i);
                    visible!(o, true);
                    r!(d) = from_i(i32::from(heap.byte_at(o, at) as i8));
                }
                Op::CALoad { d, a, i } => {
                    let o = obj!(a);
                    let at = index!(o, i);
                    visible!(o, true);
                    r!(d) = u64::from(heap.short_at(o, at));
                }
                Op::SALoad { d, a, i } => {
                    let o = obj!(a);
                    let at = index!(o, i);
                    visible!(o, true);
                    r!(d) = from_i(i32::from(heap.short_at(o, at) as i16));
                }
                Op::IALoad { d, a, i } | Op::AALoad { d, a, i } => {
                    let o = obj!(a);
                    let at = index!(o, i);
                    visible!(o, true);
                    r!(d) = u64::from(heap.int_at(o, at));
                }
                Op::LALoad { d, a, i } => {
                    let o = obj!(a);
                    let at = index!(o, i);
                    visible!(o, true);
                    r!(d) = heap.long_at(o, at);
                }
                Op::BAStore { a, i, v } => {
                    let o = obj!(a);
                    let at = index!(o, i);
                    visible!(o, true);
                    // bastore serves boolean[] too, which keeps only the low bit (JVMS 6.5).
                    let boolean = program.class(heap.class_of(o)).array_kind() == Some(Kind::Boolean);
                    let mask = if boolean { 1 } else { 0xff };
                    heap.set_byte_at(o, at, (r!(v) & mask) as u8);
                }
                Op::CAStore { a, i, v } => {
                    let o = obj!(a);
                    let at = index!(o, i);
                    visible!(o, true);
                    heap.set_short_at(o, at, r!(v) as u16);
                }
                Op::IAStore { a, i, v } => {
                    let o = obj!(a);
                    let at = index!(o, i);
                    visible!(o, true);
                    heap.set_int_at(o, at, r!(v) as u32);
                }
                Op::LAStore { a, i, v } => {
                    let o = obj!(a);
                    let at = index!(o, i);
                    visible!(o, true);
                    heap.set_long_at(o, at, r!(v));
                }
                Op::AAStore { a, i, v } => {
                    let o = obj!(a);
                    let at = index!(o, i);
                    visible!(o, true);
                    let value = ObjId(r!(v) as u32);
                    if !value.is_null() && !stores(program, heap.class_of(o), heap.class_of(value)) {
                        let name = program.class_name(heap.class_of(value)).replace('/', ".");
                        break Exit::Raise(Raise::new("java/lang/ArrayStoreException", name));
                    }
                    publish!(o, value.0);
                    heap.set_ref_at(o, at, value);
                }

                Op::CheckCastQ { a, class } => {
                    let o = ObjId(r!(a) as u32);
                    if !o.is_null() && !program.is_subclass(heap.class_of(o), class) {
                        break Exit::Raise(Raise::Cast { from: heap.class_of(o), to: class });
                    }
                }
                Op::InstanceOfQ { d, a, class } => {
                    let o = ObjId(r!(a) as u32);
                    r!(d) = u64::from(!o.is_null() && program.is_subclass(heap.class_of(o), class));
                }
                Op::NewQ { d, class } => {
                    if ready.get(class.index()).copied().unwrap_or(ObjId::NULL).is_null() {
                        slow!(op);
                    }
                    let slots = u32::from(program.class(class).instance.slots);
                    let made = heap.alloc(class, slots);
                    if WATCH && cleared && references.iter().any(|&base| program.is_subclass(class, base)) {
                        heap.set_shared(made);
                    }
                    r!(d) = u64::from(made.0);
                }

                Op::InvokeStaticQ { d, args, method } => {
                    let class = program.method(method).class;
                    if ready.get(class.index()).copied().unwrap_or(ObjId::NULL).is_null() {
                        slow!(op);
                    }
                    break Exit::Call { method, args: args.0, d: d.0 };
                }
                Op::InvokeDirectQ { d, args, method } => {
                    obj!(args);
                    break Exit::Call { method, args: args.0, d: d.0 };
                }
                Op::InvokeVirtualQ { d, args, slot, method: _ } => {
                    let o = obj!(args);
                    let method = program.class(heap.class_of(o)).vtable[slot.0 as usize];
                    break Exit::Call { method, args: args.0, d: d.0 };
                }
                Op::InvokeInterfaceQ { d, args, method } => {
                    let o = obj!(args);
                    match program.class(heap.class_of(o)).itable.get(&method) {
                        Some(&method) => break Exit::Call { method, args: args.0, d: d.0 },
                        None => slow!(op),
                    }
                }
                Op::Return {} => break Exit::Return(0),
                Op::ReturnV { a } => break Exit::Return(r!(a)),

                Op::ConstClass { .. }
                | Op::ConstClassQ { .. }
                | Op::ConstDynamic { .. }
                | Op::ConstInstance { .. }
                | Op::GetField { .. }
                | Op::PutField { .. }
                | Op::GetStatic { .. }
                | Op::PutStatic { .. }
                | Op::NewArray { .. }
                | Op::ANewArray { .. }
                | Op::ANewArrayQ { .. }
                | Op::MultiNewArray { .. }
                | Op::New { .. }
                | Op::CheckCast { .. }
                | Op::InstanceOf { .. }
                | Op::MonitorEnter { .. }
                | Op::MonitorExit { .. }
                | Op::Throw { .. }
                | Op::ThrowNew { .. }
                | Op::InvokeStatic { .. }
                | Op::InvokeSpecial { .. }
                | Op::InvokeVirtual { .. }
                | Op::InvokeInterface { .. }
                | Op::InvokeDynamic { .. }
                | Op::InvokeHandleQ { .. } => slow!(op),
            }
            if TIMED && let Some(time) = readings::follow(readings, base, regs, &op) {
                scalars.lose(time);
            }
        };
        *left = steps;
        frame.pc = match exit {
            Exit::Slow(_) | Exit::Raise(_) | Exit::Visible | Exit::Return(_) => Pc::new(pc - 1),
            Exit::Budget | Exit::Call { .. } => Pc::new(pc),
        };
        exit
    }
}

/// A value as a field of this kind keeps it (JVMS 6.5 `putfield`).
#[inline(always)]
pub(crate) fn narrow(kind: Kind, value: u64) -> u64 {
    match kind {
        Kind::Boolean => value & 1,
        Kind::Byte => from_i(i32::from(value as i8)),
        Kind::Char => value & 0xffff,
        Kind::Short => from_i(i32::from(value as i16)),
        Kind::Int | Kind::Float | Kind::Ref => value & 0xffff_ffff,
        Kind::Long | Kind::Double | Kind::Void => value,
    }
}

/// Whether an array of class `array` takes an element of class `value`.
fn stores(program: &Program, array: ClassId, value: ClassId) -> bool {
    match program.class(array).kind {
        ClassKind::Array { element, .. } => program.is_subclass(value, element),
        _ => false,
    }
}
