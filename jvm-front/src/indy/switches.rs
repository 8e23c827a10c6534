//! Switches over types and enums: `SwitchBootstraps`.
//!
//! The call site has the selector and the index of the first label to try; the answer is the index of the first label from
//! there on that fits, the number of labels if none does, and -1 for `null`.

use super::build::{Builder, Named};
use super::{CallSite, malformed};
use crate::classfile::{ConstIndex, Constant, ConstantPool};
use crate::descriptors::parameters;
use crate::front::Front;
use braid_engine::program::{
    ClassLoaderKind, Dst, HandleKind, Kind, LinkError, MethodId, Op, Program, Src, SwitchTable, class_of_descriptor,
};

/// One case label.
enum Case<'a> {
    /// Instances of a class.
    Class(&'a str),
    /// Equal strings.
    String(ConstIndex),
    /// A boxed number or character of this value.
    Integer(i32),
    /// A constant of an enum: class and name.
    Enum(String, String),
    /// Nothing: an enum constant that does not exist.
    Never,
}

impl Front {
    /// `typeSwitch`; labels of preview features are left to the JDK.
    pub(super) fn type_switch(
        &mut self,
        program: &mut Program,
        site: &CallSite<'_>,
    ) -> Result<Option<MethodId>, LinkError> {
        let selector = parameters(site.descriptor).next();
        if selector.is_none_or(|(kind, _)| kind != Kind::Ref) {
            return Ok(None);
        }
        let constants = site.data.file.constants();
        let mut cases = Vec::new();
        for &label in &site.bootstrap.arguments {
            cases.push(match constants.get(label) {
                Ok(Constant::Class(name)) => Case::Class(name),
                Ok(Constant::String(_)) => Case::String(label),
                Ok(Constant::Integer(v)) => Case::Integer(v),
                Ok(Constant::Dynamic(_)) => match enum_label(site, label) {
                    Some((class, name)) => Case::Enum(class, name),
                    None => return Ok(None),
                },
                _ => return Ok(None),
            });
        }
        self.switch(program, site, cases).map(Some)
    }

    /// `enumSwitch`: labels are names of constants of the selector's class, or classes.
    pub(super) fn enum_switch(
        &mut self,
        program: &mut Program,
        site: &CallSite<'_>,
    ) -> Result<Option<MethodId>, LinkError> {
        let selector = parameters(site.descriptor).next().and_then(|(_, descriptor)| class_of_descriptor(descriptor));
        let Some(selector) = selector else { return Ok(None) };
        let constants = site.data.file.constants();
        let mut cases = Vec::new();
        for &label in &site.bootstrap.arguments {
            cases.push(match constants.get(label) {
                Ok(Constant::Class(name)) => Case::Class(name),
                Ok(Constant::String(name)) => Case::Enum(selector.to_owned(), name.to_owned()),
                _ => return Ok(None),
            });
        }
        self.switch(program, site, cases).map(Some)
    }

    /// Constants that the enum does not have match nothing.
    fn existing<'a>(&mut self, program: &mut Program, case: Case<'a>, loader: ClassLoaderKind) -> Case<'a> {
        match case {
            Case::Enum(class, name) => match self.load(program, &class, loader) {
                Ok(id) if program.find_field(id, &name).is_some() => Case::Enum(class, name),
                Ok(_) | Err(_) => Case::Never,
            },
            Case::Class(_) | Case::String(_) | Case::Integer(_) | Case::Never => case,
        }
    }

    fn switch(
        &mut self,
        program: &mut Program,
        site: &CallSite<'_>,
        cases: Vec<Case<'_>>,
    ) -> Result<MethodId, LinkError> {
        let method = self.helper_method(program, site, "switch")?;
        let loader = program.class(site.caller).loader;
        let cases: Vec<Case<'_>> = cases.into_iter().map(|case| self.existing(program, case, loader)).collect();
        let mut builder = Builder::new(program, site.caller, 2);
        let answer = builder.temporary();
        let (null, none) = (builder.asm.label(), builder.asm.label());
        builder.push(Op::IfNull { a: Src(0), to: null.pc() });
        let tests: Vec<_> = cases.iter().map(|_| builder.asm.label()).collect();
        let targets = tests.iter().map(|label| label.pc()).collect();
        let table = SwitchTable::Dense { low: 0, targets, default: none.pc() };
        let table = builder.asm.table(builder.program, table);
        builder.push(Op::Switch { a: Src(1), table });
        for (at, case) in cases.iter().enumerate() {
            let mark = builder.mark();
            builder.asm.place(tests[at]);
            let next = tests.get(at + 1).copied().unwrap_or(none);
            test(&mut builder, site, case, next.pc()).ok_or_else(|| malformed(site))?;
            if !matches!(case, Case::Never) {
                builder.push(Op::ConstI { d: Dst(answer), v: at as i32 });
                builder.give_back(answer, Kind::Int);
            }
            builder.release(mark);
        }
        builder.asm.place(none);
        builder.push(Op::ConstI { d: Dst(answer), v: cases.len() as i32 });
        builder.give_back(answer, Kind::Int);
        builder.asm.place(null);
        builder.push(Op::ConstI { d: Dst(answer), v: -1 });
        builder.give_back(answer, Kind::Int);
        builder.finish(method);
        Ok(method)
    }
}

/// Goes to `next` unless the selector in register 0 fits.
fn test(
    builder: &mut Builder<'_>,
    site: &CallSite<'_>,
    case: &Case<'_>,
    next: braid_engine::program::Pc,
) -> Option<()> {
    let instance_of = |builder: &mut Builder<'_>, class: &str| {
        let site = builder.class_site(class);
        let d = builder.temporary();
        builder.push(Op::InstanceOf { d: Dst(d), a: Src(0), site });
        Src(d)
    };
    match case {
        Case::Class(class) => {
            let fits = instance_of(builder, class);
            builder.push(Op::IfEqK { a: fits, k: 0, to: next });
        }
        Case::String(index) => {
            let units = site.data.file.constants().string_utf16(*index).ok()?;
            let s = builder.program.intern_string(&units);
            let label = builder.string_id(s);
            let equals = Named::new("java/lang/String", "equals", "(Ljava/lang/Object;)Z");
            let equal = builder.call(HandleKind::InvokeVirtual, equals, &[label, 0]);
            builder.push(Op::IfEqK { a: Src(equal), k: 0, to: next });
        }
        Case::Integer(value) => {
            let (no_number, compare) = (builder.asm.label(), builder.asm.label());
            let found = builder.temporary();
            let number = instance_of(builder, "java/lang/Number");
            builder.push(Op::IfEqK { a: number, k: 0, to: no_number.pc() });
            let int_value = Named::new("java/lang/Number", "intValue", "()I");
            let raw = builder.call(HandleKind::InvokeVirtual, int_value, &[0]);
            builder.push(Op::Move { d: Dst(found), s: Src(raw) });
            builder.push(Op::Goto { to: compare.pc() });
            builder.asm.place(no_number);
            let character = instance_of(builder, "java/lang/Character");
            builder.push(Op::IfEqK { a: character, k: 0, to: next });
            let char_value = Named::new("java/lang/Character", "charValue", "()C");
            let raw = builder.call(HandleKind::InvokeVirtual, char_value, &[0]);
            builder.push(Op::Move { d: Dst(found), s: Src(raw) });
            builder.asm.place(compare);
            let value = builder.int(*value);
            builder.push(Op::IfNe { a: Src(found), b: Src(value), to: next });
        }
        Case::Enum(class, name) => {
            // An instance exists, so the class is initialized and reading the constant runs nothing.
            let fits = instance_of(builder, class);
            builder.push(Op::IfEqK { a: fits, k: 0, to: next });
            let field = builder.field_site(class, name, &format!("L{class};"));
            let constant = builder.temporary();
            builder.push(Op::GetStatic { d: Dst(constant), site: field });
            builder.push(Op::IfNotSame { a: Src(0), b: Src(constant), to: next });
        }
        Case::Never => builder.push(Op::Goto { to: next }),
    }
    Some(())
}

/// The enum constant that javac describes as `EnumDesc.of(ClassDesc.of("pkg.E"), "NAME")`, both calls as dynamic constants
/// through `ConstantBootstraps.invoke`.
fn enum_label(site: &CallSite<'_>, label: ConstIndex) -> Option<(String, String)> {
    let constants = site.data.file.constants();
    let enum_desc = invocation(site, constants, label, "java/lang/Enum$EnumDesc")?;
    let [class, name] = enum_desc.as_slice() else { return None };
    let class_desc = invocation(site, constants, *class, "java/lang/constant/ClassDesc")?;
    let [class] = class_desc.as_slice() else { return None };
    match (constants.get(*class), constants.get(*name)) {
        (Ok(Constant::String(class)), Ok(Constant::String(name))) => Some((class.replace('.', "/"), name.to_owned())),
        _ => None,
    }
}

/// The arguments of a dynamic constant that calls the static method `of` of a class.
fn invocation(
    site: &CallSite<'_>,
    constants: &ConstantPool,
    index: ConstIndex,
    class: &str,
) -> Option<Vec<ConstIndex>> {
    let dynamic = constants.dynamic(index).ok()?;
    let bootstrap = site.data.file.bootstrap_method(dynamic.bootstrap).ok()?;
    let reference = bootstrap.method.reference;
    let (&target, arguments) = bootstrap.arguments.split_first()?;
    let target = constants.method_handle(target).ok()?.reference;
    let fits = (reference.class, reference.name) == ("java/lang/invoke/ConstantBootstraps", "invoke")
        && (target.class, target.name) == (class, "of");
    fits.then(|| arguments.to_vec())
}
