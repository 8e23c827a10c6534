//! Reflective calls of methods and constructors.

use super::{Arguments, Outcome, Row, rows};
use crate::interp::{Raise, Res};
use crate::program::{ClassId, Kind, MethodId, ObjId, ThreadId, access, kind_of, split_descriptor};
use crate::vm::Vm;

fn invoke(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let method = vm.reflected_method(args.non_null(0)?)?;
    call_reflectively(vm, tid, method, args.obj(1), args.obj(2))
}

fn new_instance(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let constructor = args.non_null(0)?;
    let method = vm.reflected_method(constructor)?;
    if let Some(target) = serialization_target(vm, constructor) {
        vm.ensure_init(tid, target)?;
        let obj = vm.alloc(target);
        vm.call_now(method, &[u64::from(obj.0)])?;
        return Outcome::obj(obj);
    }
    call_reflectively(vm, tid, method, ObjId::NULL, args.obj(1))
}

/// The wrapper kinds that a reflective call accepts for a parameter, by widening (JLS 5.1.2).
pub(super) fn accepts(to: Kind, from: Kind) -> bool {
    match to {
        Kind::Double => !matches!(from, Kind::Boolean),
        Kind::Float => !matches!(from, Kind::Boolean | Kind::Double),
        Kind::Long => matches!(from, Kind::Byte | Kind::Short | Kind::Char | Kind::Int | Kind::Long),
        Kind::Int => matches!(from, Kind::Byte | Kind::Short | Kind::Char | Kind::Int),
        Kind::Short => matches!(from, Kind::Byte | Kind::Short),
        Kind::Boolean | Kind::Byte | Kind::Char | Kind::Void | Kind::Ref => to == from,
    }
}

pub(crate) fn wrapper_kind(name: &str) -> Option<Kind> {
    Some(match name {
        "java/lang/Boolean" => Kind::Boolean,
        "java/lang/Byte" => Kind::Byte,
        "java/lang/Character" => Kind::Char,
        "java/lang/Short" => Kind::Short,
        "java/lang/Integer" => Kind::Int,
        "java/lang/Long" => Kind::Long,
        "java/lang/Float" => Kind::Float,
        "java/lang/Double" => Kind::Double,
        _ => return None,
    })
}

fn call_reflectively(vm: &mut Vm, tid: ThreadId, method: MethodId, receiver: ObjId, arguments: ObjId) -> Res<Outcome> {
    let m = vm.program.method(method);
    let (class, is_static) = (m.class, m.is_static());
    let constructor = vm.program.name(m.name) == "<init>";
    let descriptor = vm.program.shared_name(m.descriptor);
    let bad = |text: &str| Raise::new("java/lang/IllegalArgumentException", text);
    if constructor && vm.program.class(class).has(access::ABSTRACT) {
        return Err(Raise::bare("java/lang/InstantiationException"));
    }
    if !constructor && !is_static {
        if receiver.is_null() {
            let message = "Cannot invoke \"Object.getClass()\" because \"obj\" is null";
            return Err(Raise::new("java/lang/NullPointerException", message));
        }
        let actual = vm.state.heap.class_of(receiver);
        if !vm.program.is_subclass(actual, class) {
            // Since JEP 416 the message names both classes.
            return Err(bad(&if vm.config.jdk_feature >= 18 {
                let (actual, declared) = (vm.external_name(actual), vm.external_name(class));
                format!("object of type {actual} is not an instance of {declared}")
            } else {
                "object is not an instance of declaring class".to_string()
            }));
        }
    }
    let (params, _) = split_descriptor(&descriptor);
    let given = if arguments.is_null() { 0 } else { vm.state.heap.array_len(arguments) as usize };
    if given != params.len() {
        return Err(bad(&if vm.config.jdk_feature >= 18 {
            format!("wrong number of arguments: {given} expected: {}", params.len())
        } else {
            "wrong number of arguments".to_string()
        }));
    }
    for (i, param) in params.iter().enumerate() {
        let value = vm.state.heap.ref_at(arguments, i as u32);
        let kind = kind_of(param);
        let fits = if kind == Kind::Ref {
            let wanted = vm.mirror_of_descriptor(class, param)?;
            let wanted = vm.class_of_mirror(wanted)?;
            value.is_null() || vm.program.is_subclass(vm.state.heap.class_of(value), wanted)
        } else {
            !value.is_null()
                && wrapper_kind(vm.program.class_name(vm.state.heap.class_of(value))).is_some_and(|w| accepts(kind, w))
        };
        if !fits {
            return Err(bad("argument type mismatch"));
        }
    }
    if constructor || is_static {
        vm.ensure_init(tid, class)?;
    }
    let adapter = vm.loader.reflective_adapter(&mut vm.program, method)?;
    let holder = vm.program.method(adapter).class;
    if vm.state.init(holder) != crate::state::Init::Done {
        vm.mirror(holder);
        vm.state.set_init(holder, crate::state::Init::Done);
    }
    Ok(Outcome::Tail {
        method: adapter,
        args: vec![u64::from(receiver.0), u64::from(arguments.0)],
        exit: crate::state::FrameExit::Reflective,
    })
}

/// A constructor that makes an object of one class with the constructor of a superclass, as deserialization does. Like the
/// one it is made from, with the class to instantiate in a word of its own behind the declared fields.
fn serialization_constructor(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (target, constructor) = (args.non_null(1)?, args.non_null(2)?);
    let class = vm.state.heap.class_of(constructor);
    let slots = vm.program.class(class).instance.slots;
    let made = vm.state.heap.alloc(class, u32::from(slots) + 1);
    for slot in 0..slots {
        let value = vm.state.heap.field(constructor, slot);
        vm.state.heap.set_field(made, slot, value);
    }
    vm.state.heap.set_field(made, slots, u64::from(target.0));
    let (accessor_class, field) = match vm.class("jdk/internal/reflect/NativeConstructorAccessorImpl") {
        Ok(class) => (class, "c"),
        Err(_) => (vm.class("jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor")?, "ctor"),
    };
    vm.init_now(accessor_class)?;
    let accessor = vm.alloc(accessor_class);
    let slot = vm.slot(accessor_class, field);
    vm.state.heap.set_field(accessor, slot, u64::from(made.0));
    for (field, value) in [("constructorAccessor", u64::from(accessor.0)), ("root", 0), ("override", 1)] {
        let slot = vm.slot(class, field);
        vm.state.heap.set_field(made, slot, value);
    }
    Outcome::obj(made)
}

/// The class that a constructor made for deserialization instantiates.
fn serialization_target(vm: &Vm, constructor: ObjId) -> Option<ClassId> {
    let slots = vm.program.class(vm.state.heap.class_of(constructor)).instance.slots;
    let extra = vm.state.heap.words_of(constructor).get(usize::from(slots))?;
    vm.state.class_of_mirror(ObjId(*extra as u32))
}

pub(super) const ROWS: &[Row] = rows! {
    "jdk/internal/reflect/ReflectionFactory" {
        "generateConstructor" "(Ljava/lang/Class;Ljava/lang/reflect/Constructor;)Ljava/lang/reflect/Constructor;" [Nothing, Computed] => serialization_constructor,
    }
    "jdk/internal/reflect/NativeMethodAccessorImpl" {
        "invoke0" "(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;" [Arrays(&[whole(2)]), Computed] => invoke,
    }
    "jdk/internal/reflect/NativeConstructorAccessorImpl" {
        "newInstance0" "(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)Ljava/lang/Object;" [Arrays(&[whole(1)]), Computed] => new_instance,
    }
    "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor" {
        "invoke0" "(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;" [Arrays(&[whole(2)]), Computed] => invoke,
    }
    "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor" {
        "newInstance0" "(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)Ljava/lang/Object;" [Arrays(&[whole(1)]), Computed] => new_instance,
    }
};
