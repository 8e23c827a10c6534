//! One instruction after the other.

use super::narrow;
use super::operators::{Binary, Comparison, EQ, GE, GT, LE, LT, NE, WithConstant, element_kind};
use super::sites::Sites;
use super::stack::{Entry, SymbolicStack, Value};
use crate::classfile::{ConstIndex, ConstantPool, Instruction, Opcode, Operand};
use crate::descriptors::{parameter_slots, result};
use crate::infer::{Block, ContextId, Flow, Refusal, Type};
use braid_engine::program::{
    Args, ClassId, ConstantValue, Dst, Kind, Label, MethodId, Op, Pc, Program, SiteId, SiteKind, Src, SwitchTable,
    kind_of,
};

/// The state of one method's translation.
pub(super) struct Emitter<'a, 'p> {
    pub(super) program: &'p mut Program,
    pub(super) sites: &'p Sites,
    pub(super) class: ClassId,
    pub(super) method: MethodId,
    pub(super) result: Kind,
    /// The register of the monitor of a synchronized method.
    pub(super) monitor: Option<u16>,
    pub(super) stack: SymbolicStack,
    /// One label a block.
    pub(super) labels: Vec<Label>,
    pub(super) flow: &'p Flow<'a>,
    pub(super) constants: &'a ConstantPool,
}

impl<'a> Emitter<'a, '_> {
    /// Translates a block and notes where each of its instructions starts.
    pub(super) fn block(&mut self, block: &Block, positions: &mut Vec<(u16, usize)>) -> Result<(), Refusal> {
        self.stack.reset(block.entry.stack.iter().map(|&ty| ty == Type::High));
        for at in block.start..block.end {
            let instruction = self.flow.decoded.instructions()[at];
            self.stack.asm.at_bci(instruction.offset);
            positions.push((instruction.offset, self.stack.asm.len()));
            self.instruction(block.context, at, &instruction)?;
        }
        // Nothing is left to do if the last instruction was a jump: the stack is settled.
        self.stack.settle_from(0);
        Ok(())
    }

    fn target(&self, context: ContextId, bci: u16) -> Result<Pc, Refusal> {
        let block = self.flow.decoded.index_at(bci).and_then(|at| self.flow.block(context, at));
        match block {
            Some(block) => Ok(self.labels[block.0 as usize].pc()),
            None => Err(Refusal::new(bci, "Bad jump target")),
        }
    }

    fn emit(&mut self, op: Op) {
        self.stack.asm.push(op);
    }

    fn unary(&mut self, kind: Kind, op: fn(Dst, Src) -> Op) {
        let a = self.stack.pop_source();
        self.stack.push_result(kind, |d| op(d, a));
    }

    fn binary(&mut self, kind: Kind, op: Binary) {
        let b = self.stack.pop();
        let a = self.stack.pop();
        let (a, b) = (self.stack.source(a), self.stack.source(b));
        self.stack.push_result(kind, |d| op(d, a, b));
    }

    /// An `int` operation that has a form with a constant on the right.
    fn binary_constant(&mut self, op: Binary, constant: WithConstant, commutes: bool) {
        let b = self.stack.pop();
        let a = self.stack.pop();
        match (a.entry, b.entry) {
            (_, Entry::Int(k)) => {
                let a = self.stack.source(a);
                self.stack.push_result(Kind::Int, |d| constant(d, a, k));
            }
            (Entry::Int(k), _) if commutes => {
                let b = self.stack.source(b);
                self.stack.push_result(Kind::Int, |d| constant(d, b, k));
            }
            _ => {
                let (a, b) = (self.stack.source(a), self.stack.source(b));
                self.stack.push_result(Kind::Int, |d| op(d, a, b));
            }
        }
    }

    fn compare(&mut self, a: Value, b: Value, comparison: &Comparison, to: Pc) {
        let small = |entry| match entry {
            Entry::Int(k) => i16::try_from(k).ok(),
            _ => None,
        };
        let op = match (small(a.entry), small(b.entry)) {
            (_, Some(k)) => {
                let a = self.stack.source(a);
                (comparison.constant)(a, k, to)
            }
            (Some(k), None) => {
                let b = self.stack.source(b);
                (comparison.exchanged)(b, k, to)
            }
            (None, None) => {
                let (a, b) = (self.stack.source(a), self.stack.source(b));
                (comparison.registers)(a, b, to)
            }
        };
        self.stack.settle_from(0);
        self.emit(op);
    }

    fn branch_zero(&mut self, comparison: &Comparison, to: Pc) {
        let a = self.stack.pop();
        let zero = Value { entry: Entry::Int(0), home: a.home };
        self.compare(a, zero, comparison, to);
    }

    fn branch_two(&mut self, comparison: &Comparison, to: Pc) {
        let b = self.stack.pop();
        let a = self.stack.pop();
        self.compare(a, b, comparison, to);
    }

    fn array_load(&mut self, kind: Kind, op: Binary) {
        self.binary(kind, op);
    }

    fn array_store(&mut self, op: fn(Src, Src, Src) -> Op) {
        let v = self.stack.pop();
        let i = self.stack.pop();
        let a = self.stack.pop();
        let (a, i, v) = (self.stack.source(a), self.stack.source(i), self.stack.source(v));
        self.emit(op(a, i, v));
    }

    fn class_site(&mut self, index: ConstIndex, bci: u16) -> Result<SiteId, Refusal> {
        self.sites
            .class(self.program, self.class, self.constants, index)
            .ok_or_else(|| Refusal::new(bci, "Bad class constant"))
    }

    fn member_site(&mut self, index: ConstIndex, bci: u16) -> Result<SiteId, Refusal> {
        self.sites
            .member(self.program, self.class, self.constants, index)
            .ok_or_else(|| Refusal::new(bci, "Bad member constant"))
    }

    fn load_constant(&mut self, index: ConstIndex, bci: u16) -> Result<(), Refusal> {
        let constant = self
            .sites
            .constant(self.program, self.class, self.constants, index)
            .ok_or_else(|| Refusal::new(bci, "Bad constant"))?;
        match constant {
            ConstantValue::Int(v) => self.stack.push(Entry::Int(v), Kind::Int),
            ConstantValue::Float(bits) => self.stack.push(Entry::Float(bits), Kind::Float),
            ConstantValue::Long(v) => self.stack.push(Entry::Long(v), Kind::Long),
            ConstantValue::Double(bits) => self.stack.push(Entry::Double(bits), Kind::Double),
            ConstantValue::String(s) => self.stack.push_result(Kind::Ref, |d| Op::ConstString { d, s }),
            ConstantValue::Site(site) => match self.program.sites[site.index()].kind {
                SiteKind::Class(_) => self.stack.push_result(Kind::Ref, |d| Op::ConstClass { d, site }),
                SiteKind::Dynamic { descriptor, .. } => {
                    let kind = kind_of(self.program.name(descriptor));
                    self.stack.push_result(kind, |d| Op::ConstDynamic { d, site });
                }
                SiteKind::Field { .. }
                | SiteKind::Method { .. }
                | SiteKind::CallSite { .. }
                | SiteKind::Handle { .. }
                | SiteKind::MethodType(_) => self.stack.push_result(Kind::Ref, |d| Op::ConstDynamic { d, site }),
            },
        }
        Ok(())
    }

    fn field(&mut self, opcode: Opcode, index: ConstIndex, bci: u16) -> Result<(), Refusal> {
        let site = self.member_site(index, bci)?;
        let member = self.constants.member(index).map_err(|error| Refusal::new(bci, error.what()))?;
        let kind = kind_of(member.descriptor);
        match opcode {
            Opcode::Getstatic => self.stack.push_result(kind, |d| Op::GetStatic { d, site }),
            Opcode::Getfield => {
                let obj = self.stack.pop_source();
                self.stack.push_result(kind, |d| Op::GetField { d, obj, site });
            }
            Opcode::Putstatic => {
                let v = self.stack.pop_source();
                self.emit(Op::PutStatic { v, site });
            }
            _ => {
                let v = self.stack.pop();
                let obj = self.stack.pop();
                let (obj, v) = (self.stack.source(obj), self.stack.source(v));
                self.emit(Op::PutField { obj, v, site });
            }
        }
        Ok(())
    }

    fn invoke(&mut self, opcode: Opcode, index: ConstIndex, bci: u16) -> Result<(), Refusal> {
        let descriptor = match opcode {
            Opcode::Invokedynamic => self.constants.invoke_dynamic(index).map(|site| site.descriptor),
            _ => self.constants.member(index).map(|member| member.descriptor),
        };
        let descriptor = descriptor.map_err(|error| Refusal::new(bci, error.what()))?;
        let receiver = !matches!(opcode, Opcode::Invokestatic | Opcode::Invokedynamic);
        let slots = usize::from(parameter_slots(descriptor)) + usize::from(receiver);
        let site = match opcode {
            Opcode::Invokedynamic => self.call_site(index, bci)?,
            _ => self.member_site(index, bci)?,
        };
        self.stack.settle_from(self.stack.depth() - slots);
        self.stack.drop_slots(slots);
        let args = Args(self.stack.next_home());
        let op = |d| match opcode {
            Opcode::Invokestatic => Op::InvokeStatic { d, args, site },
            Opcode::Invokespecial => Op::InvokeSpecial { d, args, site },
            Opcode::Invokevirtual => Op::InvokeVirtual { d, args, site },
            Opcode::Invokeinterface => Op::InvokeInterface { d, args, site },
            _ => Op::InvokeDynamic { d, args, site },
        };
        match kind_of(result(descriptor)) {
            Kind::Void => self.emit(op(Dst(args.0))),
            kind => self.stack.push_result(kind, op),
        }
        Ok(())
    }

    fn call_site(&mut self, index: ConstIndex, bci: u16) -> Result<SiteId, Refusal> {
        let site = self.constants.invoke_dynamic(index).map_err(|error| Refusal::new(bci, error.what()))?;
        let name = self.program.intern(site.name);
        let descriptor = self.program.intern(site.descriptor);
        let kind = SiteKind::CallSite { constant: index.0.into(), name, descriptor, bci, method: self.method };
        Ok(self.program.add_site(self.class, kind))
    }

    fn switch(&mut self, context: ContextId, instruction: &Instruction<'a>) -> Result<(), Refusal> {
        let a = self.stack.pop_source();
        self.stack.settle_from(0);
        let table = match &instruction.operand {
            Operand::Table(switch) => {
                let targets = switch.targets().map(|(_, bci)| self.target(context, bci));
                SwitchTable::Dense {
                    low: switch.low(),
                    targets: targets.collect::<Result<_, _>>()?,
                    default: self.target(context, switch.default())?,
                }
            }
            Operand::Lookup(switch) => {
                let cases = switch.targets().map(|(key, bci)| Ok((key, self.target(context, bci)?)));
                SwitchTable::Sparse {
                    cases: cases.collect::<Result<_, Refusal>>()?,
                    default: self.target(context, switch.default())?,
                }
            }
            _ => return Err(Refusal::new(instruction.offset, "switch without a table")),
        };
        let table = self.stack.asm.table(self.program, table);
        self.emit(Op::Switch { a, table });
        Ok(())
    }

    fn give_back(&mut self) {
        let value = self.stack.pop();
        let made = self.stack.fresh_of(value);
        let mut a = self.stack.source(value);
        let d = Dst(value.home);
        let in_range = match value.entry {
            Entry::Int(v) => narrow(self.result, v),
            _ => made == Some(self.result),
        };
        let conversion = match self.result {
            _ if in_range => None,
            Kind::Boolean => Some(Op::I2Z { d, a }),
            Kind::Byte => Some(Op::I2B { d, a }),
            Kind::Char => Some(Op::I2C { d, a }),
            Kind::Short => Some(Op::I2S { d, a }),
            Kind::Void | Kind::Int | Kind::Long | Kind::Float | Kind::Double | Kind::Ref => None,
        };
        if let Some(op) = conversion {
            self.emit(op);
            a = Src(value.home);
        }
        self.leave_monitor();
        self.emit(Op::ReturnV { a });
    }

    fn leave_monitor(&mut self) {
        if let Some(register) = self.monitor {
            self.emit(Op::MonitorExit { a: Src(register) });
        }
    }

    /// After a jump that does not fall through, nothing of the stack is of interest.
    fn end(&mut self) {
        self.stack.reset(std::iter::empty());
    }

    fn instruction(&mut self, context: ContextId, at: usize, instruction: &Instruction<'a>) -> Result<(), Refusal> {
        use Opcode as O;
        let bci = instruction.offset;
        let local = match instruction.operand {
            Operand::Local(local) => local,
            _ => 0,
        };
        let constant = match instruction.operand {
            Operand::Constant(index) => index,
            _ => ConstIndex(0),
        };
        let int = match instruction.operand {
            Operand::Int(v) => v,
            _ => 0,
        };
        let to = match instruction.operand {
            Operand::Target(target) if instruction.opcode != O::Jsr => self.target(context, target)?,
            _ => Pc(0),
        };
        match instruction.opcode {
            O::Nop => {}
            O::AconstNull => self.stack.push(Entry::Null, Kind::Ref),
            O::Iconst => self.stack.push(Entry::Int(int), Kind::Int),
            O::Lconst => self.stack.push(Entry::Long(int.into()), Kind::Long),
            // The operand is one of 0, 1 and 2, which both types hold exactly.
            O::Fconst => self.stack.push(Entry::Float((int as f32).to_bits()), Kind::Float),
            O::Dconst => self.stack.push(Entry::Double(f64::from(int).to_bits()), Kind::Double),
            O::Ldc | O::Ldc2 => self.load_constant(constant, bci)?,
            O::Iload => self.stack.push(Entry::Register(local), Kind::Int),
            O::Lload => self.stack.push(Entry::Register(local), Kind::Long),
            O::Fload => self.stack.push(Entry::Register(local), Kind::Float),
            O::Dload => self.stack.push(Entry::Register(local), Kind::Double),
            O::Aload => self.stack.push(Entry::Register(local), Kind::Ref),
            O::Istore | O::Lstore | O::Fstore | O::Dstore | O::Astore => self.stack.store(local),
            O::Iaload => self.array_load(Kind::Int, |d, a, i| Op::IALoad { d, a, i }),
            O::Faload => self.array_load(Kind::Float, |d, a, i| Op::IALoad { d, a, i }),
            O::Laload => self.array_load(Kind::Long, |d, a, i| Op::LALoad { d, a, i }),
            O::Daload => self.array_load(Kind::Double, |d, a, i| Op::LALoad { d, a, i }),
            O::Aaload => self.array_load(Kind::Ref, |d, a, i| Op::AALoad { d, a, i }),
            O::Baload => self.array_load(Kind::Byte, |d, a, i| Op::BALoad { d, a, i }),
            O::Caload => self.array_load(Kind::Char, |d, a, i| Op::CALoad { d, a, i }),
            O::Saload => self.array_load(Kind::Short, |d, a, i| Op::SALoad { d, a, i }),
            O::Iastore | O::Fastore => self.array_store(|a, i, v| Op::IAStore { a, i, v }),
            O::Lastore | O::Dastore => self.array_store(|a, i, v| Op::LAStore { a, i, v }),
            O::Aastore => self.array_store(|a, i, v| Op::AAStore { a, i, v }),
            O::Bastore => self.array_store(|a, i, v| Op::BAStore { a, i, v }),
            O::Castore | O::Sastore => self.array_store(|a, i, v| Op::CAStore { a, i, v }),
            O::Pop => self.stack.drop_slots(1),
            O::Pop2 => self.stack.drop_slots(2),
            O::Dup => self.stack.shuffle(1, &[0, 0]),
            O::DupX1 => self.stack.shuffle(2, &[1, 0, 1]),
            O::DupX2 => self.stack.shuffle(3, &[2, 0, 1, 2]),
            O::Dup2 => self.stack.shuffle(2, &[0, 1, 0, 1]),
            O::Dup2X1 => self.stack.shuffle(3, &[1, 2, 0, 1, 2]),
            O::Dup2X2 => self.stack.shuffle(4, &[2, 3, 0, 1, 2, 3]),
            O::Swap => self.stack.shuffle(2, &[1, 0]),
            O::Iadd => self.binary_constant(|d, a, b| Op::IAdd { d, a, b }, |d, a, k| Op::IAddK { d, a, k }, true),
            O::Isub => self.binary_constant(
                |d, a, b| Op::ISub { d, a, b },
                |d, a, k| Op::IAddK { d, a, k: k.wrapping_neg() },
                false,
            ),
            O::Imul => self.binary_constant(|d, a, b| Op::IMul { d, a, b }, |d, a, k| Op::IMulK { d, a, k }, true),
            O::Iand => self.binary_constant(|d, a, b| Op::IAnd { d, a, b }, |d, a, k| Op::IAndK { d, a, k }, true),
            O::Ior => self.binary_constant(|d, a, b| Op::IOr { d, a, b }, |d, a, k| Op::IOrK { d, a, k }, true),
            O::Ixor => self.binary_constant(|d, a, b| Op::IXor { d, a, b }, |d, a, k| Op::IXorK { d, a, k }, true),
            O::Ishl => self.binary_constant(|d, a, b| Op::IShl { d, a, b }, |d, a, k| Op::IShlK { d, a, k }, false),
            O::Ishr => self.binary_constant(|d, a, b| Op::IShr { d, a, b }, |d, a, k| Op::IShrK { d, a, k }, false),
            O::Iushr => self.binary_constant(|d, a, b| Op::IUshr { d, a, b }, |d, a, k| Op::IUshrK { d, a, k }, false),
            O::Idiv => self.binary(Kind::Int, |d, a, b| Op::IDiv { d, a, b }),
            O::Irem => self.binary(Kind::Int, |d, a, b| Op::IRem { d, a, b }),
            O::Ladd => self.binary(Kind::Long, |d, a, b| Op::LAdd { d, a, b }),
            O::Lsub => self.binary(Kind::Long, |d, a, b| Op::LSub { d, a, b }),
            O::Lmul => self.binary(Kind::Long, |d, a, b| Op::LMul { d, a, b }),
            O::Ldiv => self.binary(Kind::Long, |d, a, b| Op::LDiv { d, a, b }),
            O::Lrem => self.binary(Kind::Long, |d, a, b| Op::LRem { d, a, b }),
            O::Land => self.binary(Kind::Long, |d, a, b| Op::LAnd { d, a, b }),
            O::Lor => self.binary(Kind::Long, |d, a, b| Op::LOr { d, a, b }),
            O::Lxor => self.binary(Kind::Long, |d, a, b| Op::LXor { d, a, b }),
            O::Lshl => self.binary(Kind::Long, |d, a, b| Op::LShl { d, a, b }),
            O::Lshr => self.binary(Kind::Long, |d, a, b| Op::LShr { d, a, b }),
            O::Lushr => self.binary(Kind::Long, |d, a, b| Op::LUshr { d, a, b }),
            O::Fadd => self.binary(Kind::Float, |d, a, b| Op::FAdd { d, a, b }),
            O::Fsub => self.binary(Kind::Float, |d, a, b| Op::FSub { d, a, b }),
            O::Fmul => self.binary(Kind::Float, |d, a, b| Op::FMul { d, a, b }),
            O::Fdiv => self.binary(Kind::Float, |d, a, b| Op::FDiv { d, a, b }),
            O::Frem => self.binary(Kind::Float, |d, a, b| Op::FRem { d, a, b }),
            O::Dadd => self.binary(Kind::Double, |d, a, b| Op::DAdd { d, a, b }),
            O::Dsub => self.binary(Kind::Double, |d, a, b| Op::DSub { d, a, b }),
            O::Dmul => self.binary(Kind::Double, |d, a, b| Op::DMul { d, a, b }),
            O::Ddiv => self.binary(Kind::Double, |d, a, b| Op::DDiv { d, a, b }),
            O::Drem => self.binary(Kind::Double, |d, a, b| Op::DRem { d, a, b }),
            O::Ineg => self.unary(Kind::Int, |d, a| Op::INeg { d, a }),
            O::Lneg => self.unary(Kind::Long, |d, a| Op::LNeg { d, a }),
            O::Fneg => self.unary(Kind::Float, |d, a| Op::FNeg { d, a }),
            O::Dneg => self.unary(Kind::Double, |d, a| Op::DNeg { d, a }),
            O::Iinc => {
                if let Operand::Increment { local, by } = instruction.operand {
                    self.stack.release_local(local);
                    self.emit(Op::IAddK { d: Dst(local), a: Src(local), k: by.into() });
                }
            }
            O::I2l => self.unary(Kind::Long, |d, a| Op::I2L { d, a }),
            O::I2f => self.unary(Kind::Float, |d, a| Op::I2F { d, a }),
            O::I2d => self.unary(Kind::Double, |d, a| Op::I2D { d, a }),
            O::L2i => self.unary(Kind::Int, |d, a| Op::L2I { d, a }),
            O::L2f => self.unary(Kind::Float, |d, a| Op::L2F { d, a }),
            O::L2d => self.unary(Kind::Double, |d, a| Op::L2D { d, a }),
            O::F2i => self.unary(Kind::Int, |d, a| Op::F2I { d, a }),
            O::F2l => self.unary(Kind::Long, |d, a| Op::F2L { d, a }),
            O::F2d => self.unary(Kind::Double, |d, a| Op::F2D { d, a }),
            O::D2i => self.unary(Kind::Int, |d, a| Op::D2I { d, a }),
            O::D2l => self.unary(Kind::Long, |d, a| Op::D2L { d, a }),
            O::D2f => self.unary(Kind::Float, |d, a| Op::D2F { d, a }),
            O::I2b => self.unary(Kind::Byte, |d, a| Op::I2B { d, a }),
            O::I2c => self.unary(Kind::Char, |d, a| Op::I2C { d, a }),
            O::I2s => self.unary(Kind::Short, |d, a| Op::I2S { d, a }),
            O::Lcmp => self.binary(Kind::Int, |d, a, b| Op::LCmp { d, a, b }),
            O::Fcmpl => self.binary(Kind::Int, |d, a, b| Op::FCmpL { d, a, b }),
            O::Fcmpg => self.binary(Kind::Int, |d, a, b| Op::FCmpG { d, a, b }),
            O::Dcmpl => self.binary(Kind::Int, |d, a, b| Op::DCmpL { d, a, b }),
            O::Dcmpg => self.binary(Kind::Int, |d, a, b| Op::DCmpG { d, a, b }),
            O::Ifeq => self.branch_zero(&EQ, to),
            O::Ifne => self.branch_zero(&NE, to),
            O::Iflt => self.branch_zero(&LT, to),
            O::Ifge => self.branch_zero(&GE, to),
            O::Ifgt => self.branch_zero(&GT, to),
            O::Ifle => self.branch_zero(&LE, to),
            O::IfIcmpeq => self.branch_two(&EQ, to),
            O::IfIcmpne => self.branch_two(&NE, to),
            O::IfIcmplt => self.branch_two(&LT, to),
            O::IfIcmpge => self.branch_two(&GE, to),
            O::IfIcmpgt => self.branch_two(&GT, to),
            O::IfIcmple => self.branch_two(&LE, to),
            O::IfAcmpeq | O::IfAcmpne => {
                let b = self.stack.pop();
                let a = self.stack.pop();
                let (a, b) = (self.stack.source(a), self.stack.source(b));
                self.stack.settle_from(0);
                self.emit(match instruction.opcode {
                    O::IfAcmpeq => Op::IfSame { a, b, to },
                    _ => Op::IfNotSame { a, b, to },
                });
            }
            O::Ifnull | O::Ifnonnull => {
                let a = self.stack.pop_source();
                self.stack.settle_from(0);
                self.emit(match instruction.opcode {
                    O::Ifnull => Op::IfNull { a, to },
                    _ => Op::IfNonNull { a, to },
                });
            }
            O::Goto => {
                self.stack.settle_from(0);
                self.emit(Op::Goto { to });
                self.end();
            }
            O::Jsr => {
                // Subroutines are inlined: the return address is never read.
                self.stack.push(Entry::Int(0), Kind::Int);
                self.stack.settle_from(0);
                let callee = self.flow.call(context, at);
                let (Some(callee), Operand::Target(target)) = (callee, instruction.operand) else {
                    return Err(Refusal::new(bci, "Bad subroutine call"));
                };
                let to = self.target(callee, target)?;
                self.emit(Op::Goto { to });
                self.end();
            }
            O::Ret => {
                self.stack.settle_from(0);
                let from = self.flow.contexts[context.0 as usize];
                let back = self.flow.decoded.instructions()[from.back_to].offset;
                let to = self.target(from.parent, back)?;
                self.emit(Op::Goto { to });
                self.end();
            }
            O::Tableswitch | O::Lookupswitch => {
                self.switch(context, instruction)?;
                self.end();
            }
            O::Ireturn | O::Lreturn | O::Freturn | O::Dreturn | O::Areturn => {
                self.give_back();
                self.end();
            }
            O::Return => {
                self.leave_monitor();
                self.emit(Op::Return {});
                self.end();
            }
            O::Getstatic | O::Putstatic | O::Getfield | O::Putfield => self.field(instruction.opcode, constant, bci)?,
            O::Invokevirtual | O::Invokespecial | O::Invokestatic | O::Invokeinterface | O::Invokedynamic => {
                self.invoke(instruction.opcode, constant, bci)?;
            }
            O::New => {
                let site = self.class_site(constant, bci)?;
                self.stack.push_result(Kind::Ref, |d| Op::New { d, site });
            }
            O::Newarray => {
                let elem = match instruction.operand {
                    Operand::ArrayType(ty) => element_kind(ty),
                    _ => return Err(Refusal::new(bci, "newarray without a type")),
                };
                let len = self.stack.pop_source();
                self.stack.push_result(Kind::Ref, |d| Op::NewArray { d, len, elem });
            }
            O::Anewarray => {
                let site = self.class_site(constant, bci)?;
                let len = self.stack.pop_source();
                self.stack.push_result(Kind::Ref, |d| Op::ANewArray { d, len, site });
            }
            O::Multianewarray => {
                let Operand::MultiArray { class, dimensions: dims } = instruction.operand else {
                    return Err(Refusal::new(bci, "multianewarray without dimensions"));
                };
                let site = self.class_site(class, bci)?;
                self.stack.settle_from(self.stack.depth() - usize::from(dims));
                self.stack.drop_slots(dims.into());
                let lens = Args(self.stack.next_home());
                self.stack.push_result(Kind::Ref, |d| Op::MultiNewArray { d, lens, dims, site });
            }
            O::Arraylength => self.unary(Kind::Int, |d, a| Op::ArrayLength { d, a }),
            O::Athrow => {
                let a = self.stack.pop_source();
                self.emit(Op::Throw { a });
                self.end();
            }
            O::Checkcast => {
                let site = self.class_site(constant, bci)?;
                let value = self.stack.pop();
                let a = self.stack.source(value);
                self.emit(Op::CheckCast { a, site });
                self.stack.push(value.entry, Kind::Ref);
            }
            O::Instanceof => {
                let site = self.class_site(constant, bci)?;
                let a = self.stack.pop_source();
                self.stack.push_result(Kind::Boolean, |d| Op::InstanceOf { d, a, site });
            }
            O::Monitorenter => {
                let a = self.stack.pop_source();
                self.emit(Op::MonitorEnter { a });
            }
            O::Monitorexit => {
                let a = self.stack.pop_source();
                self.emit(Op::MonitorExit { a });
            }
        }
        Ok(())
    }
}
