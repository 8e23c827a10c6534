//! From programs to text.

use super::lex::{descriptor, quote, word};
use crate::{
    AnyOperand, Body, ClassId, ClassLoaderKind, Code, ConstantValue, Method, MethodId, OperandSink, Pc, Program,
    SiteId, SiteKind, SwitchTable,
};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Something to say about an instruction, in a comment.
pub type Note<'a> = &'a dyn Fn(Pc) -> Option<String>;

/// Writing to a `String` cannot fail.
macro_rules! line {
    ($out:expr, $($format:tt)*) => {
        writeln!($out, $($format)*).expect("invariant: a String takes everything")
    };
}

/// A class with all its members.
pub fn print_class(program: &Program, id: ClassId) -> String {
    let class = program.class(id);
    let mut out = String::new();
    let keyword = if class.is_interface() { "interface" } else { "class" };
    write!(out, "{keyword} {}", word(program.class_name(id))).expect("invariant: a String takes everything");
    if let Some(superclass) = class.super_class {
        out += &format!(" extends {}", word(program.class_name(superclass)));
    }
    for (at, &interface) in class.interfaces.iter().enumerate() {
        out += if at == 0 { " implements " } else { ", " };
        out += &word(program.class_name(interface));
    }
    line!(out, " {{");
    line!(out, "  flags {:#x}", class.flags);
    match class.loader {
        ClassLoaderKind::Boot => line!(out, "  loader boot"),
        ClassLoaderKind::Platform => line!(out, "  loader platform"),
        ClassLoaderKind::App => {}
        ClassLoaderKind::User(number) => line!(out, "  loader user {number}"),
    }
    if let Some(source) = class.source_file {
        line!(out, "  source {}", word(program.name(source)));
    }
    for &field in &class.fields {
        let field = program.field(field);
        let (name, kind) = (word(program.name(field.name)), descriptor(program.name(field.descriptor)));
        let value = match field.constant {
            None => String::new(),
            Some(value) => format!(" = {}", constant(program, value)),
        };
        line!(out, "  field {name} {kind} flags {:#x}{value}", field.flags.0);
    }
    for &method in &class.methods {
        out += &print_method(program, method, &|_| None);
    }
    line!(out, "}}");
    out
}

fn constant(program: &Program, value: ConstantValue) -> String {
    match value {
        ConstantValue::Int(v) => format!("int {v}"),
        ConstantValue::Long(v) => format!("long {v}"),
        ConstantValue::Float(bits) => format!("float {bits:#x}"),
        ConstantValue::Double(bits) => format!("double {bits:#x}"),
        ConstantValue::String(id) => quote(&program.string(id)),
        ConstantValue::Site(site) => format!("site {}", site_text(program, site)),
    }
}

/// A method, as it stands in its class. `note` can add to the comments.
pub fn print_method(program: &Program, id: MethodId, note: Note<'_>) -> String {
    let method = program.method(id);
    let mut out = String::new();
    let (name, kind) = (word(program.name(method.name)), descriptor(program.name(method.descriptor)));
    let head = format!("  method {name} {kind} flags {:#x}", method.flags);
    match &method.body {
        Body::Abstract => line!(out, "{head} abstract"),
        Body::Native => line!(out, "{head} native"),
        Body::Untranslated => line!(out, "{head} untranslated"),
        Body::Code(code) => {
            line!(out, "{head} {{");
            print_code(program, method, code, note, &mut out);
            line!(out, "  }}");
        }
    }
    out
}

fn print_code(program: &Program, method: &Method, code: &Code, note: Note<'_>, out: &mut String) {
    line!(out, "    registers {}", code.registers);
    if method.hidden_frame {
        line!(out, "    hidden");
    }
    for &(bci, number) in &code.lines {
        line!(out, "    line {bci} {number}");
    }
    for local in &code.locals {
        let (name, kind) = (word(program.name(local.name)), descriptor(program.name(local.descriptor)));
        line!(out, "    local r{} {name} {kind} {} {}", local.register, local.start, local.end);
    }
    let labels = labels(program, code);
    for handler in &code.handlers {
        let label = |pc: Pc| format!("L{}", pc.0 - code.start.0);
        let caught = handler.catches.map_or(String::new(), |site| format!(" {}", site_text(program, site)));
        let (start, end, target) = (label(handler.start), label(handler.end), label(handler.target));
        line!(out, "    catch {start} {end} {target} r{}{caught}", handler.exception.0);
    }
    let mut last_line = None;
    for pc in code.start.0..=code.end.0 {
        if labels.contains(&pc) {
            line!(out, "  L{}:", pc - code.start.0);
        }
        if pc == code.end.0 {
            break;
        }
        let pc = Pc(pc);
        let op = program.code[pc.index()];
        let bci = program.bci[pc.index()];
        let mut operands = OperandPrinter { program, start: code.start, text: String::new() };
        op.operands(&mut operands);
        let mut comment = Vec::new();
        let here = code.line_of_bci(bci);
        if here != last_line {
            last_line = here;
            comment.extend(here.map(|line| format!("line {line}")));
        }
        comment.extend(note(pc));
        let separator = if operands.text.is_empty() { "" } else { " " };
        let comment = if comment.is_empty() { String::new() } else { format!(" # {}", comment.join("; ")) };
        line!(out, "    {bci} {}{separator}{}{comment}", op.mnemonic(), operands.text);
    }
}

/// All positions that something refers to.
fn labels(program: &Program, code: &Code) -> BTreeSet<u32> {
    let mut labels = BTreeSet::new();
    for pc in code.start.index()..code.end.index() {
        let op = program.code[pc];
        labels.extend(op.target().map(|target| target.0));
        if let crate::Op::Switch { table, .. } = op {
            labels.extend(program.tables[table.index()].targets().into_iter().map(|target| target.0));
        }
    }
    for handler in &code.handlers {
        labels.extend([handler.start.0, handler.end.0, handler.target.0]);
    }
    labels
}

struct OperandPrinter<'a> {
    program: &'a Program,
    start: Pc,
    text: String,
}

impl OperandPrinter<'_> {
    fn label(&self, pc: Pc) -> String {
        format!("L{}", pc.0.wrapping_sub(self.start.0))
    }

    fn table(&self, table: &SwitchTable) -> String {
        match table {
            SwitchTable::Dense { low, targets, default } => {
                let targets: Vec<String> = targets.iter().map(|&target| self.label(target)).collect();
                format!("from {low} ({}) else {}", targets.join(", "), self.label(*default))
            }
            SwitchTable::Sparse { cases, default } => {
                let cases: Vec<String> =
                    cases.iter().map(|&(k, target)| format!("{k}: {}", self.label(target))).collect();
                format!("cases ({}) else {}", cases.join(", "), self.label(*default))
            }
        }
    }
}

impl OperandSink for OperandPrinter<'_> {
    fn operand(&mut self, operand: AnyOperand) {
        let text = match operand {
            AnyOperand::Dst(r) => format!("r{}", r.0),
            AnyOperand::Src(r) => format!("r{}", r.0),
            AnyOperand::Args(r) => format!("r{}", r.0),
            AnyOperand::Target(pc) => self.label(pc),
            AnyOperand::Int(v) => v.to_string(),
            AnyOperand::Slot(slot) => format!("slot {}", slot.0),
            AnyOperand::Site(site) => site_text(self.program, site),
            AnyOperand::Str(id) => quote(&self.program.string(id)),
            AnyOperand::Table(table) => self.table(&self.program.tables[table.index()]),
            AnyOperand::Class(class) => word(self.program.class_name(class)),
            AnyOperand::Field(field) => {
                let field = self.program.field(field);
                let class = self.program.class_name(field.class);
                format!("{}.{}", word(class), word(self.program.name(field.name)))
            }
            AnyOperand::Method(method) => {
                let method = self.program.method(method);
                let class = self.program.class_name(method.class);
                let (name, kind) = (self.program.name(method.name), self.program.name(method.descriptor));
                format!("{}.{}{}", word(class), word(name), descriptor(kind))
            }
            AnyOperand::Kind(kind) => kind.keyword().to_owned(),
        };
        if !self.text.is_empty() {
            self.text += ", ";
        }
        self.text += &text;
    }
}

fn site_text(program: &Program, site: SiteId) -> String {
    let name = |sym| word(program.name(sym));
    let method = |class, n, d| format!("{}.{}{}", name(class), name(n), descriptor(program.name(d)));
    let field = |class, n, d| format!("{}.{}:{}", name(class), name(n), descriptor(program.name(d)));
    match program.sites[site.index()].kind {
        SiteKind::Class(class) => name(class),
        SiteKind::Field { class, name: n, descriptor: d } => field(class, n, d),
        SiteKind::Method { class, name: n, descriptor: d, interface: false } => method(class, n, d),
        SiteKind::Method { class, name: n, descriptor: d, interface: true } => {
            format!("interface {}", method(class, n, d))
        }
        SiteKind::CallSite { constant, name: n, descriptor: d, bci, .. } => {
            format!("{}{} constant {constant} bci {bci}", name(n), descriptor(program.name(d)))
        }
        SiteKind::Handle { kind, class, name: n, descriptor: d, interface } => {
            let is_field = !program.name(d).starts_with('(');
            let member = if is_field { field(class, n, d) } else { method(class, n, d) };
            let interface = if interface { "interface " } else { "" };
            format!("handle {} {interface}{member}", kind as u8)
        }
        SiteKind::MethodType(d) => format!("methodtype {}", descriptor(program.name(d))),
        SiteKind::Dynamic { constant, name: n, descriptor: d } => {
            format!("dynamic {}:{} constant {constant}", name(n), descriptor(program.name(d)))
        }
    }
}
