//! String concatenation: `StringConcatFactory` (JLS 15.18.1, 5.1.11).
//!
//! The recipe becomes a chain of `StringBuilder.append` calls, whose overloads convert each operand as the language wants it.

use super::build::{Builder, Named, parameter_registers};
use super::{CallSite, malformed};
use crate::classfile::{ConstIndex, Constant};
use crate::front::Front;
use braid_engine::program::{Dst, HandleKind, Kind, LinkError, MethodId, Op, Program, SiteKind, kind_of};

pub(super) const BUILDER: &str = "java/lang/StringBuilder";

/// A part of the result.
enum Part {
    /// Fixed text.
    Text(Vec<u16>),
    /// The next argument.
    Argument,
    /// A constant that is not a string.
    Constant(ConstIndex),
}

impl Front {
    /// The method that concatenates the arguments of a call site.
    pub(super) fn concat(&mut self, program: &mut Program, site: &CallSite<'_>) -> Result<MethodId, LinkError> {
        let parts = parts(site).ok_or_else(|| malformed(site))?;
        let method = self.helper_method(program, site, "concat")?;
        let slots = program.method(method).arg_slots;
        let mut arguments = parameter_registers(site.descriptor, 0).into_iter();
        let mut builder = Builder::new(program, site.caller, slots);
        let text = builder.construct(BUILDER, "()V", &[]);
        for part in parts {
            let mark = builder.mark();
            match part {
                Part::Text(units) => {
                    let s = builder.program.intern_string(&units);
                    let register = builder.string_id(s);
                    append(&mut builder, text, register, "Ljava/lang/String;");
                }
                Part::Argument => {
                    let argument = arguments.next().ok_or_else(|| malformed(site))?;
                    append(&mut builder, text, argument.register, argument.descriptor);
                }
                Part::Constant(index) => {
                    let (register, descriptor) = constant(&mut builder, site, index).ok_or_else(|| malformed(site))?;
                    append(&mut builder, text, register, descriptor);
                }
            }
            builder.release(mark);
        }
        let descriptor = "()Ljava/lang/String;";
        let string = builder.call(HandleKind::InvokeVirtual, Named::new(BUILDER, "toString", descriptor), &[text]);
        builder.give_back(string, Kind::Ref);
        builder.finish(method);
        Ok(method)
    }
}

/// The parts that the recipe names, adjacent texts joined.
fn parts(site: &CallSite<'_>) -> Option<Vec<Part>> {
    let arguments = parameter_registers(site.descriptor, 0).len();
    if site.bootstrap.method.reference.name == "makeConcat" {
        return Some((0..arguments).map(|_| Part::Argument).collect());
    }
    let constants = site.data.file.constants();
    let mut given = site.bootstrap.arguments.iter().copied();
    let recipe = constants.string_utf16(given.next()?).ok()?;
    let mut parts: Vec<Part> = Vec::new();
    let mut text: Vec<u16> = Vec::new();
    let end_text = |text: &mut Vec<u16>, parts: &mut Vec<Part>| {
        if !text.is_empty() {
            parts.push(Part::Text(std::mem::take(text)));
        }
    };
    for unit in recipe {
        match unit {
            1 => {
                end_text(&mut text, &mut parts);
                parts.push(Part::Argument);
            }
            2 => {
                let index = given.next()?;
                match constants.get(index).ok()? {
                    Constant::String(_) => text.extend(constants.string_utf16(index).ok()?),
                    Constant::Integer(v) => text.extend(v.to_string().encode_utf16()),
                    Constant::Long(v) => text.extend(v.to_string().encode_utf16()),
                    _ => {
                        end_text(&mut text, &mut parts);
                        parts.push(Part::Constant(index));
                    }
                }
            }
            _ => text.push(unit),
        }
    }
    end_text(&mut text, &mut parts);
    (parts.iter().filter(|part| matches!(part, Part::Argument)).count() == arguments).then_some(parts)
}

/// A constant that only run time can turn into text.
fn constant(builder: &mut Builder<'_>, site: &CallSite<'_>, index: ConstIndex) -> Option<(u16, &'static str)> {
    use braid_engine::program::ConstantValue as V;
    let value = site.data.sites.constant(builder.program, site.caller, site.data.file.constants(), index)?;
    let d = builder.temporary();
    let to = Dst(d);
    let descriptor = match value {
        V::Int(v) => {
            builder.push(Op::ConstI { d: to, v });
            "I"
        }
        V::Float(bits) => {
            builder.push(Op::ConstI { d: to, v: bits.cast_signed() });
            "F"
        }
        V::Long(v) => {
            builder.push(Op::ConstW { d: to, low: v as i32, high: (v >> 32) as i32 });
            "J"
        }
        V::Double(bits) => {
            builder.push(Op::ConstW { d: to, low: bits as i32, high: (bits >> 32) as i32 });
            "D"
        }
        V::String(s) => {
            builder.push(Op::ConstString { d: to, s });
            "Ljava/lang/String;"
        }
        V::Site(site) => {
            let class = matches!(builder.program.sites[site.index()].kind, SiteKind::Class(_));
            builder.push(if class { Op::ConstClass { d: to, site } } else { Op::ConstDynamic { d: to, site } });
            "Ljava/lang/Object;"
        }
    };
    Some((d, descriptor))
}

/// Appends a value with the overload for its type; `char[]` counts as an object.
pub(super) fn append(builder: &mut Builder<'_>, to: u16, register: u16, descriptor: &str) {
    let parameter = match kind_of(descriptor) {
        Kind::Boolean => "Z",
        Kind::Char => "C",
        Kind::Byte | Kind::Short | Kind::Int => "I",
        Kind::Long => "J",
        Kind::Float => "F",
        Kind::Double => "D",
        Kind::Ref | Kind::Void if descriptor == "Ljava/lang/String;" => "Ljava/lang/String;",
        Kind::Ref | Kind::Void => "Ljava/lang/Object;",
    };
    let descriptor = format!("({parameter})Ljava/lang/StringBuilder;");
    builder.call(HandleKind::InvokeVirtual, Named::new(BUILDER, "append", &descriptor), &[to, register]);
}
