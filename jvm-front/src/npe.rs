//! Messages of `NullPointerException`s (JEP 358), computed from bytecode as the reference JVM does.
//!
//! The instruction that failed tells what could not be done. Which expression was null is found by following the stack: a
//! simulation notes for every stack slot which instruction pushed it, and slots that different instructions may have
//! pushed are not described. The passes over the code, their order and the depth limit follow HotSpot
//! (`bytecodeUtils.cpp`), because messages that differ in detail would be noticed.

use crate::classfile::{
    Code, ConstIndex, ConstantPool, DecodedCode, Instruction, LocalVariable, MemberRef, Opcode, Operand,
};
use crate::descriptors::{parameter_slots, parameters, result};
use crate::link::messages::{external, external_type};
use braid_engine::program::{Kind, kind_of};

/// How deep expressions are followed.
const MAX_DETAIL: u32 = 5;

/// The detail message for a null pointer at a bytecode index.
pub(crate) fn message(code: Code<'_>, bci: u16) -> Option<String> {
    let decoded = code.decode().ok()?;
    let explainer = Explainer {
        constants: code.method().class().constants(),
        variables: code.local_variables().unwrap_or_default(),
        stacks: simulate(&decoded),
        decoded: &decoded,
        code,
    };
    let at = decoded.index_at(bci)?;
    let (mut text, slot) = explainer.action(&decoded.instructions()[at])?;
    let mut cause = String::new();
    if explainer.cause(&mut cause, at, slot, MAX_DETAIL, Position::Outer) {
        text += &cause;
        text += "\" is null";
    }
    Some(text)
}

/// The stack before an instruction: for every slot the bytecode index that pushed it, if it is only one.
#[derive(Clone, Default)]
struct Stack {
    slots: Vec<Option<u16>>,
    /// Local variables below 64 that may have been assigned.
    written: u64,
}

impl Stack {
    fn push(&mut self, bci: u16, kind: Kind) {
        for _ in 0..kind.slots() {
            self.slots.push(Some(bci));
        }
    }

    fn pop(&mut self, count: u16) {
        let left = self.slots.len().saturating_sub(count.into());
        self.slots.truncate(left);
    }

    fn get(&self, slot: u16) -> Option<u16> {
        let at = self.slots.len().checked_sub(usize::from(slot) + 1)?;
        self.slots[at]
    }

    /// Copies the topmost `count` slots below `skip` further ones.
    fn duplicate(&mut self, count: usize, skip: usize) {
        let len = self.slots.len();
        if let (Some(from), Some(at)) = (len.checked_sub(count), len.checked_sub(count + skip)) {
            let top = self.slots[from..].to_vec();
            self.slots.splice(at..at, top);
        }
    }

    fn write(&mut self, local: u16) {
        if local < 64 {
            self.written |= 1 << local;
        }
    }

    fn merge(&mut self, other: &Stack) {
        for (mine, theirs) in self.slots.iter_mut().zip(&other.slots) {
            if mine != theirs {
                *mine = None;
            }
        }
        self.written |= other.written;
    }
}

/// Stacks before all instructions that are reached.
fn simulate(decoded: &DecodedCode<'_>) -> Vec<Option<Stack>> {
    let instructions = decoded.instructions();
    let mut stacks: Vec<Option<Stack>> = vec![None; instructions.len()];
    stacks[0] = Some(Stack::default());
    for row in decoded.code().exceptions().unwrap_or_default() {
        if let Some(at) = decoded.index_at(row.handler)
            && stacks[at].is_none()
        {
            let mut stack = Stack::default();
            stack.push(row.handler, Kind::Ref);
            stacks[at] = Some(stack);
        }
    }
    let constants = decoded.code().method().class().constants();
    let mut added = true;
    while added {
        added = false;
        for (at, instruction) in instructions.iter().enumerate() {
            let Some(mut stack) = stacks[at].clone() else { continue };
            apply(&mut stack, instruction, constants);
            let mut successors = Vec::new();
            instruction.for_each_target(|target| successors.extend(decoded.index_at(target)));
            if crate::infer::falls_through(instruction.opcode) {
                successors.push(at + 1);
            }
            for successor in successors {
                match stacks.get_mut(successor) {
                    Some(Some(known)) => known.merge(&stack),
                    Some(unknown) => {
                        *unknown = Some(stack.clone());
                        added = true;
                    }
                    None => {}
                }
            }
        }
    }
    stacks
}

/// The kind of an instruction's result and the slots it takes from the stack; special cases are handled by [`apply`].
fn effect(opcode: Opcode) -> (u16, Kind) {
    use Opcode as O;
    match opcode {
        O::Nop | O::Iinc | O::Goto | O::Ret | O::Return | O::Checkcast => (0, Kind::Void),
        O::AconstNull | O::Aload | O::New | O::Jsr => (0, Kind::Ref),
        O::Iconst | O::Iload => (0, Kind::Int),
        O::Lconst | O::Lload => (0, Kind::Long),
        O::Fconst | O::Fload => (0, Kind::Float),
        O::Dconst | O::Dload | O::Ldc2 => (0, Kind::Double),
        O::Ldc => (0, Kind::Ref),
        O::Iaload | O::Baload | O::Caload | O::Saload => (2, Kind::Int),
        O::Faload => (2, Kind::Float),
        O::Laload => (2, Kind::Long),
        O::Daload => (2, Kind::Double),
        O::Aaload => (2, Kind::Ref),
        O::Istore | O::Fstore | O::Astore | O::Pop => (1, Kind::Void),
        O::Lstore | O::Dstore | O::Pop2 => (2, Kind::Void),
        O::Iastore | O::Fastore | O::Aastore | O::Bastore | O::Castore | O::Sastore => (3, Kind::Void),
        O::Lastore | O::Dastore => (4, Kind::Void),
        O::Iadd | O::Isub | O::Imul | O::Idiv | O::Irem | O::Ishl | O::Ishr | O::Iushr | O::Iand | O::Ior | O::Ixor => {
            (2, Kind::Int)
        }
        O::Fadd | O::Fsub | O::Fmul | O::Fdiv | O::Frem => (2, Kind::Float),
        O::Ladd | O::Lsub | O::Lmul | O::Ldiv | O::Lrem | O::Land | O::Lor | O::Lxor => (4, Kind::Long),
        O::Dadd | O::Dsub | O::Dmul | O::Ddiv | O::Drem => (4, Kind::Double),
        O::Lshl | O::Lshr | O::Lushr => (3, Kind::Long),
        O::Ineg | O::I2b | O::I2c | O::I2s | O::F2i => (1, Kind::Int),
        O::Fneg | O::I2f => (1, Kind::Float),
        O::Lneg | O::D2l => (2, Kind::Long),
        O::Dneg | O::L2d => (2, Kind::Double),
        O::I2l | O::F2l => (1, Kind::Long),
        O::I2d | O::F2d => (1, Kind::Double),
        O::L2i | O::D2i => (2, Kind::Int),
        O::L2f | O::D2f => (2, Kind::Float),
        O::Lcmp | O::Dcmpl | O::Dcmpg => (4, Kind::Int),
        O::Fcmpl | O::Fcmpg => (2, Kind::Int),
        O::Ifeq | O::Ifne | O::Iflt | O::Ifge | O::Ifgt | O::Ifle | O::Ifnull | O::Ifnonnull => (1, Kind::Void),
        O::IfIcmpeq | O::IfIcmpne | O::IfIcmplt | O::IfIcmpge | O::IfIcmpgt | O::IfIcmple => (2, Kind::Void),
        O::IfAcmpeq | O::IfAcmpne => (2, Kind::Void),
        O::Tableswitch | O::Lookupswitch | O::Ireturn | O::Freturn | O::Areturn => (1, Kind::Void),
        O::Athrow | O::Monitorenter | O::Monitorexit => (1, Kind::Void),
        O::Lreturn | O::Dreturn => (2, Kind::Void),
        O::Newarray | O::Anewarray => (1, Kind::Ref),
        O::Arraylength | O::Instanceof => (1, Kind::Int),
        O::Dup | O::DupX1 | O::DupX2 | O::Dup2 | O::Dup2X1 | O::Dup2X2 | O::Swap => (0, Kind::Void),
        O::Getstatic | O::Putstatic | O::Getfield | O::Putfield | O::Multianewarray => (0, Kind::Void),
        O::Invokevirtual | O::Invokespecial | O::Invokestatic | O::Invokeinterface | O::Invokedynamic => {
            (0, Kind::Void)
        }
    }
}

fn apply(stack: &mut Stack, instruction: &Instruction<'_>, constants: &ConstantPool) {
    use Opcode as O;
    let bci = instruction.offset;
    let index = constant_index(instruction);
    match instruction.opcode {
        O::Dup => stack.duplicate(1, 0),
        O::DupX1 => stack.duplicate(1, 1),
        O::DupX2 => stack.duplicate(1, 2),
        O::Dup2 => stack.duplicate(2, 0),
        O::Dup2X1 => stack.duplicate(2, 1),
        O::Dup2X2 => stack.duplicate(2, 2),
        O::Swap => {
            let len = stack.slots.len();
            if len >= 2 {
                stack.slots.swap(len - 1, len - 2);
            }
        }
        O::Getstatic | O::Putstatic | O::Getfield | O::Putfield => {
            let kind = constants.member(index).map_or(Kind::Int, |member| kind_of(member.descriptor));
            let pops = match instruction.opcode {
                O::Getstatic => 0,
                O::Putstatic => kind.slots(),
                O::Getfield => 1,
                _ => kind.slots() + 1,
            };
            stack.pop(pops);
            if matches!(instruction.opcode, O::Getstatic | O::Getfield) {
                stack.push(bci, kind);
            }
        }
        O::Invokevirtual | O::Invokespecial | O::Invokestatic | O::Invokeinterface | O::Invokedynamic => {
            let descriptor = match instruction.opcode {
                O::Invokedynamic => constants.invoke_dynamic(index).map(|site| site.descriptor),
                _ => constants.member(index).map(|member| member.descriptor),
            };
            let descriptor = descriptor.unwrap_or("()V");
            let receiver = !matches!(instruction.opcode, O::Invokestatic | O::Invokedynamic);
            stack.pop(parameter_slots(descriptor) + u16::from(receiver));
            stack.push(bci, kind_of(result(descriptor)));
        }
        O::Multianewarray => {
            if let Operand::MultiArray { dimensions, .. } = instruction.operand {
                stack.pop(dimensions.into());
            }
            stack.push(bci, Kind::Ref);
        }
        opcode => {
            let (pops, kind) = effect(opcode);
            stack.pop(pops);
            stack.push(bci, kind);
            match instruction.operand {
                Operand::Increment { local, .. } => stack.write(local),
                Operand::Local(local) if matches!(opcode, O::Istore | O::Fstore | O::Astore) => stack.write(local),
                Operand::Local(local) if matches!(opcode, O::Lstore | O::Dstore) => {
                    stack.write(local);
                    stack.write(local + 1);
                }
                _ => {}
            }
        }
    }
}

fn constant_index(instruction: &Instruction<'_>) -> ConstIndex {
    match instruction.operand {
        Operand::Constant(index) => index,
        _ => ConstIndex(0),
    }
}

/// Where in the message an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    /// The whole cause.
    Outer,
    /// The object of a field or the array of an element.
    Part,
    /// The index of an element.
    Index,
}

struct Explainer<'a> {
    code: Code<'a>,
    constants: &'a ConstantPool,
    variables: Vec<LocalVariable<'a>>,
    decoded: &'a DecodedCode<'a>,
    stacks: Vec<Option<Stack>>,
}

impl<'a> Explainer<'a> {
    /// What could not be done, and the stack slot of the null reference.
    fn action(&self, instruction: &Instruction<'a>) -> Option<(String, u16)> {
        use Opcode as O;
        let member = || self.constants.member(constant_index(instruction)).ok();
        let load = |what: &str| Some((format!("Cannot load from {what} array"), 1));
        let store = |what: &str, slot| Some((format!("Cannot store to {what} array"), slot));
        match instruction.opcode {
            O::Iaload => load("int"),
            O::Faload => load("float"),
            O::Aaload => load("object"),
            O::Baload => load("byte/boolean"),
            O::Caload => load("char"),
            O::Saload => load("short"),
            O::Laload => load("long"),
            O::Daload => load("double"),
            O::Iastore => store("int", 2),
            O::Fastore => store("float", 2),
            O::Aastore => store("object", 2),
            O::Bastore => store("byte/boolean", 2),
            O::Castore => store("char", 2),
            O::Sastore => store("short", 2),
            O::Lastore => store("long", 3),
            O::Dastore => store("double", 3),
            O::Arraylength => Some(("Cannot read the array length".to_owned(), 0)),
            O::Athrow => Some(("Cannot throw exception".to_owned(), 0)),
            O::Monitorenter => Some(("Cannot enter synchronized block".to_owned(), 0)),
            O::Monitorexit => Some(("Cannot exit synchronized block".to_owned(), 0)),
            O::Getfield => Some((format!("Cannot read field \"{}\"", member()?.name), 0)),
            O::Putfield => {
                let member = member()?;
                Some((format!("Cannot assign field \"{}\"", member.name), kind_of(member.descriptor).slots()))
            }
            O::Invokevirtual | O::Invokespecial | O::Invokeinterface => {
                let member = member()?;
                // A constructor's receiver is never null: the exception was made by the program.
                if member.name == "<init>" {
                    return None;
                }
                Some((format!("Cannot invoke \"{}\"", method_text(member)), parameter_slots(member.descriptor)))
            }
            _ => None,
        }
    }

    /// Describes what pushed a slot of the stack before an instruction; whether there was something to say.
    fn cause(&self, text: &mut String, at: usize, slot: u16, detail: u32, position: Position) -> bool {
        use Opcode as O;
        if detail == 0 {
            return false;
        }
        let source = self.stacks[at].as_ref().and_then(|stack| stack.get(slot));
        let Some(source) = source.and_then(|bci| self.decoded.index_at(bci)) else { return false };
        let instruction = &self.decoded.instructions()[source];
        let call =
            matches!(instruction.opcode, O::Invokevirtual | O::Invokespecial | O::Invokestatic | O::Invokeinterface);
        let start = text.len();
        if position == Position::Outer && !call {
            *text += " because \"";
        }
        let said = match instruction.opcode {
            O::Iload | O::Aload => {
                let Operand::Local(local) = instruction.operand else { return false };
                *text += &self.local(source, instruction.offset, local);
                true
            }
            O::AconstNull => {
                *text += "null";
                true
            }
            O::Iconst => {
                let Operand::Int(value) = instruction.operand else { return false };
                *text += &value.to_string();
                true
            }
            O::Getstatic => match self.constants.member(constant_index(instruction)) {
                Ok(member) => {
                    *text += &format!("{}.{}", short(&external(member.class)), member.name);
                    true
                }
                Err(_) => false,
            },
            O::Getfield => {
                let inner = if position == Position::Index { Position::Index } else { Position::Part };
                if self.cause(text, source, 0, detail - 1, inner) {
                    *text += ".";
                }
                *text += self.constants.member(constant_index(instruction)).map_or("", |member| member.name);
                true
            }
            _ if call => {
                if detail == MAX_DETAIL && position != Position::Index {
                    *text += " because the return value of \"";
                }
                match self.constants.member(constant_index(instruction)) {
                    Ok(member) => *text += &method_text(member),
                    Err(_) => return false,
                }
                true
            }
            O::Iaload | O::Aaload => {
                let inner = if position == Position::Index { Position::Index } else { Position::Part };
                if !self.cause(text, source, 1, detail - 1, inner) {
                    *text += "<array>";
                }
                *text += "[";
                if !self.cause(text, source, 0, detail, Position::Index) {
                    *text += "...";
                }
                *text += "]";
                true
            }
            _ => false,
        };
        if !said {
            text.truncate(start);
        }
        said
    }

    /// The name of a local variable, or what is known of it.
    fn local(&self, at: usize, bci: u16, local: u16) -> String {
        let covers = |v: &&LocalVariable<'_>| {
            v.slot == local && v.start <= bci && u32::from(bci) < u32::from(v.start) + u32::from(v.length)
        };
        if let Some(variable) = self.variables.iter().find(covers) {
            return variable.name.to_owned();
        }
        let method = self.code.method();
        let written = self.stacks[at].as_ref().map_or(0, |stack| stack.written);
        let is_parameter = local >= 64 || written & (1 << local) == 0;
        if is_parameter && !method.is_static() && local == 0 {
            return "this".to_owned();
        }
        let mut first = u16::from(!method.is_static());
        for (number, (kind, _)) in parameters(method.descriptor()).enumerate() {
            if is_parameter && (first..first + kind.slots()).contains(&local) {
                return format!("<parameter{}>", number + 1);
            }
            first += kind.slots();
        }
        format!("<local{local}>")
    }
}

/// The two classes that messages name without their package.
fn short(class: &str) -> &str {
    match class {
        "java.lang.Object" => "Object",
        "java.lang.String" => "String",
        other => other,
    }
}

/// `Class.name(Type, Type[])`.
fn method_text(member: MemberRef<'_>) -> String {
    let types = parameters(member.descriptor).map(|(_, descriptor)| {
        let text = external_type(descriptor);
        let element = text.trim_end_matches("[]");
        format!("{}{}", short(element), &text[element.len()..])
    });
    let types: Vec<String> = types.collect();
    format!("{}.{}({})", short(&external(member.class)), member.name, types.join(", "))
}
