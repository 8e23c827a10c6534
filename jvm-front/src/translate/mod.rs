//! Stack code to register code.
//!
//! Local variable `i` becomes register `i`; operand-stack position `j` becomes register `base + j`, where `base` is the number
//! of locals (one more in a synchronized method that needs a register for its monitor: what lies above a call's
//! arguments belongs to the callee, so a value that must survive calls cannot stand behind the stack). Loads and
//! constants emit nothing: the [`stack::SymbolicStack`] forwards them to the instruction that uses them. At the end of a
//! basic block every value is in its own register, so blocks can be translated one by one.
//!
//! Stores are never delayed. At each instruction that may throw, the locals therefore have the values that the bytecode gives them,
//! which is all an exception handler can see.
//!
//! Code that cannot be reached is not translated. Code that fails the checks of the inference gives a `VerifyError`
//! when the method is translated, that is, when it is first called; a JVM throws it when the class is linked.

mod emit;
mod operators;
mod sites;
mod stack;

pub(crate) use sites::{Sites, handle_kind, handle_site};

use crate::classfile::{Code, ParseError};
use crate::infer::{self, ContextId, Flow, Kinds, Refusal};
use braid_engine::program::{
    ClassId, Dst, Kind, Label, LinkError, LocalName, MethodId, Op, Program, SiteKind, Src, access,
};
use emit::Emitter;
use stack::SymbolicStack;

/// Translates one method.
pub(crate) fn translate(
    program: &mut Program,
    sites: &Sites,
    class: ClassId,
    method: MethodId,
    code: Code<'_>,
) -> Result<(), LinkError> {
    let refused = |refusal: Refusal| verify_error(code, &refusal);
    let decoded = code.decode().map_err(|error| format_error(&error))?;
    let flow = infer::infer(&decoded, &mut Kinds).map_err(refused)?;
    let this = program.method(method);
    let (synchronized, is_static) = (this.has(access::SYNCHRONIZED), this.is_static());
    let result = this.result;
    // `this` serves as its own copy unless the method overwrites it.
    let monitor = match synchronized {
        false => None,
        true if !is_static && !stores_to_zero(&flow) => Some(0),
        true => Some(code.max_locals()),
    };
    let own = u16::from(monitor.is_some_and(|register| register != 0 || is_static));
    let registers = usize::from(code.max_locals()) + usize::from(code.max_stack()) + usize::from(own) + 1;
    let Ok(registers) = u16::try_from(registers) else {
        let name = program.qualified_name(method);
        return Err(LinkError::Unsupported(format!("{name} needs {registers} registers, at most 65535 are possible")));
    };
    let base = code.max_locals() + own;
    let mut emitter = Emitter {
        program,
        sites,
        class,
        method,
        result,
        monitor,
        stack: SymbolicStack::new(base, registers - 1),
        labels: Vec::new(),
        flow: &flow,
        constants: code.method().class().constants(),
    };
    emitter.run(is_static, base).map_err(refused)?;
    let mut asm = emitter.stack.asm;
    (asm.lines, asm.locals) = tables(program, code).map_err(|error| format_error(&error))?;
    asm.finish(program, method, registers);
    Ok(())
}

impl Emitter<'_, '_> {
    /// Emits all blocks, context by context, and the exception table of each.
    fn run(&mut self, is_static: bool, base: u16) -> Result<(), Refusal> {
        for _ in 0..self.flow.blocks.len() {
            let label = self.stack.asm.label();
            self.labels.push(label);
        }
        self.stack.asm.at_bci(0);
        if let Some(register) = self.monitor {
            self.enter_monitor(register, is_static);
        }
        let body = self.stack.asm.len();
        let mut next = 0;
        for context in 0..self.flow.contexts.len() {
            let context = ContextId(context as u32);
            // Bytecode index and position of every instruction of this context.
            let mut positions: Vec<(u16, usize)> = Vec::new();
            while let Some(block) = self.flow.blocks.get(next).filter(|block| block.context == context) {
                self.stack.asm.place(self.labels[next]);
                self.block(block, &mut positions)?;
                next += 1;
            }
            self.handlers(context, &positions, base);
        }
        if let Some(register) = self.monitor {
            self.leave_by_exception(register, body, base);
        }
        Ok(())
    }

    fn enter_monitor(&mut self, register: u16, is_static: bool) {
        if is_static {
            let name = self.program.class(self.class).name;
            let site = self.sites.get_kind(self.program, self.class, SiteKind::Class(name));
            self.stack.asm.push(Op::ConstClass { d: Dst(register), site });
        } else if register != 0 {
            self.stack.asm.push(Op::Move { d: Dst(register), s: Src(0) });
        }
        self.stack.asm.push(Op::MonitorEnter { a: Src(register) });
    }

    /// The handlers that cover instructions of one context.
    fn handlers(&mut self, context: ContextId, positions: &[(u16, usize)], base: u16) {
        let end = self.stack.asm.len();
        let position = |bci: u16| {
            let at = positions.partition_point(|&(b, _)| b < bci);
            positions.get(at).map_or(end, |&(_, position)| position)
        };
        for row in &self.flow.handlers {
            let (from, to) = (position(row.start), position(row.end));
            let target = self.flow.decoded.index_at(row.handler).and_then(|at| self.flow.block(context, at));
            let Some(target) = target.filter(|_| from < to) else { continue };
            let catches = match row.catch {
                None => None,
                Some(_) => self.sites.class(self.program, self.class, self.constants, row.catch_index),
            };
            let (from, to) = (self.stack.asm.label_at(from), self.stack.asm.label_at(to));
            let target: Label = self.labels[target.0 as usize];
            self.stack.asm.handler(from, to, target, Dst(base), catches);
        }
    }

    /// A synchronized method that is left by an exception leaves its monitor (JVMS 2.11.10).
    fn leave_by_exception(&mut self, register: u16, body: usize, base: u16) {
        let from = self.stack.asm.label_at(body);
        let target = self.stack.asm.here();
        self.stack.asm.at_bci(0);
        self.stack.asm.push(Op::MonitorExit { a: Src(register) });
        self.stack.asm.push(Op::Throw { a: Src(base) });
        self.stack.asm.handler(from, target, target, Dst(base), None);
    }
}

/// Whether some instruction writes local variable 0.
fn stores_to_zero(flow: &Flow<'_>) -> bool {
    use crate::classfile::{Opcode as O, Operand};
    flow.decoded.instructions().iter().any(|instruction| {
        matches!(instruction.opcode, O::Istore | O::Lstore | O::Fstore | O::Dstore | O::Astore)
            && matches!(instruction.operand, Operand::Local(0))
            || matches!(instruction.operand, Operand::Increment { local: 0, .. })
    })
}

type Tables = (Vec<(u16, u16)>, Vec<LocalName>);

fn tables(program: &mut Program, code: Code<'_>) -> Result<Tables, ParseError> {
    let mut lines: Vec<(u16, u16)> = Vec::new();
    for row in code.lines()?.rows() {
        lines.push((row.start, row.line));
    }
    let mut locals = Vec::new();
    for variable in code.local_variables()? {
        locals.push(LocalName {
            start: variable.start,
            end: variable.start.saturating_add(variable.length),
            register: variable.slot,
            name: program.intern(variable.name),
            descriptor: program.intern(variable.descriptor),
        });
    }
    Ok((lines, locals))
}

fn verify_error(code: Code<'_>, refusal: &Refusal) -> LinkError {
    let method = code.method();
    let (class, name, descriptor) = (method.class().name(), method.name(), method.descriptor());
    LinkError::throw(
        "java/lang/VerifyError",
        format!("{} at {class}.{name}{descriptor} @{}", refusal.what, refusal.bci),
    )
}

/// Code that breaks the static constraints of JVMS 4.9.1.
fn format_error(error: &ParseError) -> LinkError {
    LinkError::throw("java/lang/VerifyError", error.to_string())
}

/// The kinds whose values are `int`s of a smaller range.
fn narrow(kind: Kind, value: i32) -> bool {
    match kind {
        Kind::Boolean => (0..=1).contains(&value),
        Kind::Byte => i8::try_from(value).is_ok(),
        Kind::Char => u16::try_from(value).is_ok(),
        Kind::Short => i16::try_from(value).is_ok(),
        Kind::Void | Kind::Int | Kind::Long | Kind::Float | Kind::Double | Kind::Ref => true,
    }
}

/// A method's name as part of the name of something synthesized for it: overloads after the first are numbered, in the order
/// of the class file, and the names of initializers become words.
pub(crate) fn name_of_method(program: &Program, method: MethodId) -> String {
    let this = program.method(method);
    let all = &program.class(this.class).methods;
    let before = all.iter().take_while(|&&m| m != method).filter(|&&m| program.method(m).name == this.name).count();
    let name = match program.name(this.name) {
        "<init>" => "new",
        "<clinit>" => "static",
        name => name,
    };
    if before == 0 { name.to_owned() } else { format!("{name}${before}") }
}
