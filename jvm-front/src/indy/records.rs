//! `equals`, `hashCode` and `toString` of records: `ObjectMethods`.

use super::build::{Builder, Named, wrapper};
use super::concat::{BUILDER, append};
use super::{CallSite, malformed};
use crate::classfile::{Constant, HandleKind as FileHandle, MemberRef};
use crate::front::Front;
use braid_engine::program::{Dst, HandleKind, Kind, LinkError, MethodId, Op, Program, Src, kind_of};

/// What the bootstrap is told: the record class, the names of its components and the fields behind them.
struct Record<'a> {
    class: &'a str,
    names: Vec<&'a str>,
    fields: Vec<MemberRef<'a>>,
}

impl<'a> Record<'a> {
    fn read(site: &CallSite<'a>) -> Option<Self> {
        let constants = site.data.file.constants();
        let [class, names, getters @ ..] = site.bootstrap.arguments.as_slice() else { return None };
        let class = constants.class_name(*class).ok()?;
        let Ok(Constant::String(names)) = constants.get(*names) else { return None };
        let names: Vec<&str> = names.split(';').filter(|name| !name.is_empty()).collect();
        let mut fields = Vec::new();
        for &getter in getters {
            let handle = constants.method_handle(getter).ok()?;
            if handle.kind != FileHandle::GetField {
                return None;
            }
            fields.push(handle.reference);
        }
        (names.len() == fields.len()).then_some(Record { class, names, fields })
    }

    /// `Class.getSimpleName`.
    fn simple_name(&self, site: &CallSite<'a>) -> &'a str {
        let rows = site.data.file.attributes().inner_classes().unwrap_or_default();
        let own = rows.iter().find(|row| row.inner == self.class);
        match own {
            Some(row) => row.name.unwrap_or(""),
            None => self.class.rsplit('/').next().unwrap_or(self.class),
        }
    }
}

impl Front {
    /// One of the three methods; anything else is left to the JDK.
    pub(super) fn record_method(
        &mut self,
        program: &mut Program,
        site: &CallSite<'_>,
    ) -> Result<Option<MethodId>, LinkError> {
        if !matches!(site.name, "equals" | "hashCode" | "toString") {
            return Ok(None);
        }
        let record = Record::read(site).ok_or_else(|| malformed(site))?;
        let method = self.helper_method(program, site, site.name)?;
        let slots = program.method(method).arg_slots;
        let mut builder = Builder::new(program, site.caller, slots);
        match site.name {
            "equals" => equals(&mut builder, &record),
            "hashCode" => hash_code(&mut builder, &record),
            _ => to_string(&mut builder, &record, record.simple_name(site)),
        }
        builder.finish(method);
        Ok(Some(method))
    }
}

fn read(builder: &mut Builder<'_>, object: u16, field: MemberRef<'_>) -> u16 {
    let site = builder.field_site(field.class, field.name, field.descriptor);
    let d = builder.temporary();
    builder.push(Op::GetField { d: Dst(d), obj: Src(object), site });
    d
}

/// `result = 31 * result + hash(component)` from 0 on.
fn hash_code(builder: &mut Builder<'_>, record: &Record<'_>) {
    let sum = builder.int(0);
    for &field in &record.fields {
        let mark = builder.mark();
        let value = read(builder, 0, field);
        let hash = match kind_of(field.descriptor) {
            Kind::Ref | Kind::Void => {
                let method = Named::new("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I");
                builder.call(HandleKind::InvokeStatic, method, &[value])
            }
            kind => {
                let descriptor = format!("({})I", kind.descriptor());
                let method = Named::new(wrapper(kind), "hashCode", &descriptor);
                builder.call(HandleKind::InvokeStatic, method, &[value])
            }
        };
        builder.push(Op::IMulK { d: Dst(sum), a: Src(sum), k: 31 });
        builder.push(Op::IAdd { d: Dst(sum), a: Src(sum), b: Src(hash) });
        builder.release(mark);
    }
    builder.give_back(sum, Kind::Int);
}

/// The other object is in register 1.
fn equals(builder: &mut Builder<'_>, record: &Record<'_>) {
    let (same, differ) = (builder.asm.label(), builder.asm.label());
    builder.push(Op::IfSame { a: Src(0), b: Src(1), to: same.pc() });
    let site = builder.class_site(record.class);
    let is_record = builder.temporary();
    builder.push(Op::InstanceOf { d: Dst(is_record), a: Src(1), site });
    builder.push(Op::IfEqK { a: Src(is_record), k: 0, to: differ.pc() });
    for &field in &record.fields {
        let mark = builder.mark();
        let (a, b) = (read(builder, 0, field), read(builder, 1, field));
        match kind_of(field.descriptor) {
            Kind::Ref | Kind::Void => {
                let method = Named::new("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
                let equal = builder.call(HandleKind::InvokeStatic, method, &[a, b]);
                builder.push(Op::IfEqK { a: Src(equal), k: 0, to: differ.pc() });
            }
            // `compare` tells 0.0 from -0.0 and finds NaN equal to itself, as the specification of Record wants it.
            kind @ (Kind::Float | Kind::Double) => {
                let descriptor = format!("({0}{0})I", kind.descriptor());
                let method = Named::new(wrapper(kind), "compare", &descriptor);
                let order = builder.call(HandleKind::InvokeStatic, method, &[a, b]);
                builder.push(Op::IfNeK { a: Src(order), k: 0, to: differ.pc() });
            }
            Kind::Long => {
                let order = builder.temporary();
                builder.push(Op::LCmp { d: Dst(order), a: Src(a), b: Src(b) });
                builder.push(Op::IfNeK { a: Src(order), k: 0, to: differ.pc() });
            }
            Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int => {
                builder.push(Op::IfNe { a: Src(a), b: Src(b), to: differ.pc() });
            }
        }
        builder.release(mark);
    }
    builder.asm.place(same);
    let yes = builder.int(1);
    builder.give_back(yes, Kind::Boolean);
    builder.asm.place(differ);
    let no = builder.int(0);
    builder.give_back(no, Kind::Boolean);
}

/// `Name[a=1, b=2]`.
fn to_string(builder: &mut Builder<'_>, record: &Record<'_>, simple_name: &str) {
    let text = builder.construct(BUILDER, "()V", &[]);
    let mut before = format!("{simple_name}[");
    for (name, &field) in record.names.iter().zip(&record.fields) {
        let mark = builder.mark();
        before += name;
        before += "=";
        let label = builder.string(&before);
        append(builder, text, label, "Ljava/lang/String;");
        let value = read(builder, 0, field);
        append(builder, text, value, field.descriptor);
        builder.release(mark);
        before = ", ".to_owned();
    }
    let close = if record.fields.is_empty() { format!("{before}]") } else { "]".to_owned() };
    let close = builder.string(&close);
    append(builder, text, close, "Ljava/lang/String;");
    let method = Named::new(BUILDER, "toString", "()Ljava/lang/String;");
    let string = builder.call(HandleKind::InvokeVirtual, method, &[text]);
    builder.give_back(string, Kind::Ref);
}
