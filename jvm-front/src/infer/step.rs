//! The effect of one instruction on a frame (JVMS 6.5, 4.10.1.9).

use super::Refusal;
use super::types::{Frame, Oracle, Type, TypeName};
use crate::classfile::{Code, ConstIndex, Constant, Instruction, Opcode, Operand};
use crate::descriptors::{parameters, result};
use braid_engine::program::{Kind, class_of_descriptor, kind_of};

/// Runs instructions on a frame.
pub(super) struct Stepper<'a, 'o, O> {
    code: Code<'a>,
    pub(super) oracle: &'o mut O,
    this: TypeName,
    bci: u16,
}

impl<'a, 'o, O: Oracle> Stepper<'a, 'o, O> {
    pub(super) fn new(code: Code<'a>, oracle: &'o mut O) -> Self {
        let this = oracle.class(code.method().class().name());
        Stepper { code, oracle, this, bci: 0 }
    }

    /// The frame at the start of the method (JVMS 4.10.1.6).
    pub(super) fn initial(&mut self) -> Frame {
        let method = self.code.method();
        let mut locals = Vec::with_capacity(self.code.max_locals().into());
        if !method.is_static() {
            let constructor = method.name() == "<init>" && method.class().super_name().is_some();
            locals.push(if constructor { Type::UninitThis } else { Type::Ref(self.this) });
        }
        for (_, descriptor) in parameters(method.descriptor()) {
            let ty = self.of_descriptor(descriptor);
            locals.push(ty);
            if ty.is_wide() {
                locals.push(Type::High);
            }
        }
        locals.resize(self.code.max_locals().into(), Type::Top);
        Frame { locals, stack: Vec::new() }
    }

    /// The type of the exception that a handler receives.
    pub(super) fn caught(&mut self, class: Option<&str>) -> Type {
        Type::Ref(self.oracle.class(class.unwrap_or("java/lang/Throwable")))
    }

    fn of_descriptor(&mut self, descriptor: &str) -> Type {
        match kind_of(descriptor) {
            Kind::Long => Type::Long,
            Kind::Double => Type::Double,
            Kind::Float => Type::Float,
            Kind::Ref => Type::Ref(self.oracle.class(class_of_descriptor(descriptor).unwrap_or_default())),
            Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int => Type::Int,
            Kind::Void => Type::Top,
        }
    }

    fn refuse<T>(&self, what: impl Into<String>) -> Result<T, Refusal> {
        Err(Refusal::new(self.bci, what))
    }

    fn push(&mut self, frame: &mut Frame, ty: Type) -> Result<(), Refusal> {
        let slots = if ty.is_wide() { 2 } else { 1 };
        if frame.stack.len() + slots > usize::from(self.code.max_stack()) {
            return self.refuse("Operand stack overflow");
        }
        frame.stack.push(ty);
        if slots == 2 {
            frame.stack.push(Type::High);
        }
        Ok(())
    }

    /// Takes one slot.
    fn pop_slot(&mut self, frame: &mut Frame) -> Result<Type, Refusal> {
        match frame.stack.pop() {
            Some(ty) => Ok(ty),
            None => self.refuse("Operand stack underflow"),
        }
    }

    fn pop(&mut self, frame: &mut Frame, want: Type) -> Result<(), Refusal> {
        if want.is_wide() && self.pop_slot(frame)? != Type::High {
            return self.refuse(format!("Bad type on operand stack: {want:?} expected"));
        }
        let found = self.pop_slot(frame)?;
        let fits = match (found, want) {
            (Type::Ref(from), Type::Ref(to)) => self.oracle.assignable(from, to),
            (Type::Null, Type::Ref(_)) => true,
            _ => found == want,
        };
        if fits { Ok(()) } else { self.refuse(format!("Bad type on operand stack: {found:?}, {want:?} expected")) }
    }

    fn pop_reference(&mut self, frame: &mut Frame) -> Result<Type, Refusal> {
        match self.pop_slot(frame)? {
            ty @ (Type::Null | Type::Ref(_)) => Ok(ty),
            other => self.refuse(format!("Bad type on operand stack: {other:?}, a reference expected")),
        }
    }

    /// `inputs` from deepest to topmost, then the result.
    fn operate(&mut self, frame: &mut Frame, inputs: &[Type], output: Option<Type>) -> Result<(), Refusal> {
        for &input in inputs.iter().rev() {
            self.pop(frame, input)?;
        }
        match output {
            Some(ty) => self.push(frame, ty),
            None => Ok(()),
        }
    }

    fn load(&mut self, frame: &mut Frame, local: u16, want: Type) -> Result<(), Refusal> {
        let found = frame.locals[usize::from(local)];
        if found != want || (want.is_wide() && frame.locals[usize::from(local) + 1] != Type::High) {
            return self.refuse(format!("Bad local variable type: {found:?} in local {local}, {want:?} expected"));
        }
        self.push(frame, want)
    }

    fn store(&mut self, frame: &mut Frame, local: u16, ty: Type) {
        let at = usize::from(local);
        // Writing either half of a wide value takes the other half with it.
        if frame.locals[at] == Type::High && at > 0 {
            frame.locals[at - 1] = Type::Top;
        }
        let last = if ty.is_wide() { at + 1 } else { at };
        if frame.locals.get(last + 1) == Some(&Type::High) && frame.locals[last].is_wide() {
            frame.locals[last + 1] = Type::Top;
        }
        frame.locals[at] = ty;
        if ty.is_wide() {
            frame.locals[last] = Type::High;
        }
    }

    fn pop_store(&mut self, frame: &mut Frame, local: u16, ty: Type) -> Result<(), Refusal> {
        self.pop(frame, ty)?;
        self.store(frame, local, ty);
        Ok(())
    }

    /// Duplicates the topmost `count` slots under `skip` further ones (JVMS 6.5 `dup*`); no wide value may be cut.
    fn duplicate(&mut self, frame: &mut Frame, count: usize, skip: usize) -> Result<(), Refusal> {
        let len = frame.stack.len();
        if len < count + skip {
            return self.refuse("Operand stack underflow");
        }
        if len + count > usize::from(self.code.max_stack()) {
            return self.refuse("Operand stack overflow");
        }
        let cuts = |at: usize| frame.stack.get(at) == Some(&Type::High);
        if cuts(len - count) || cuts(len - count - skip) {
            return self.refuse("Bad type on operand stack: half of a long or double");
        }
        let top: Vec<Type> = frame.stack[len - count..].to_vec();
        let at = len - count - skip;
        frame.stack.splice(at..at, top);
        Ok(())
    }

    fn discard(&mut self, frame: &mut Frame, count: usize) -> Result<(), Refusal> {
        let Some(at) = frame.stack.len().checked_sub(count) else {
            return self.refuse("Operand stack underflow");
        };
        if frame.stack[at] == Type::High {
            return self.refuse("Bad type on operand stack: half of a long or double");
        }
        frame.stack.truncate(at);
        Ok(())
    }

    fn array_load(&mut self, frame: &mut Frame, element: Type) -> Result<(), Refusal> {
        self.pop(frame, Type::Int)?;
        self.pop_reference(frame)?;
        self.push(frame, element)
    }

    fn array_store(&mut self, frame: &mut Frame, element: Type) -> Result<(), Refusal> {
        self.pop(frame, element)?;
        self.pop(frame, Type::Int)?;
        self.pop_reference(frame).map(drop)
    }

    /// What `ldc` of a constant pushes.
    fn constant(&mut self, index: ConstIndex) -> Result<Type, Refusal> {
        let constant = self.code.method().class().constants().get(index);
        let Ok(constant) = constant else { return self.refuse("Bad constant") };
        Ok(match constant {
            Constant::Integer(_) => Type::Int,
            Constant::Float(_) => Type::Float,
            Constant::Long(_) => Type::Long,
            Constant::Double(_) => Type::Double,
            Constant::String(_) => Type::Ref(self.oracle.class("java/lang/String")),
            Constant::Class(_) => Type::Ref(self.oracle.class("java/lang/Class")),
            Constant::MethodHandle(_) => Type::Ref(self.oracle.class("java/lang/invoke/MethodHandle")),
            Constant::MethodType(_) => Type::Ref(self.oracle.class("java/lang/invoke/MethodType")),
            Constant::Dynamic(dynamic) => self.of_descriptor(dynamic.descriptor),
            Constant::Utf8(_)
            | Constant::Member(_)
            | Constant::NameAndType(..)
            | Constant::InvokeDynamic(_)
            | Constant::Module(_)
            | Constant::Package(_) => return self.refuse("Constant cannot be loaded"),
        })
    }

    fn class_constant(&mut self, index: ConstIndex) -> Result<&'a str, Refusal> {
        let class = self.code.method().class();
        class.constants().class_name(index).or_else(|_| self.refuse("Bad class constant"))
    }

    fn field(&mut self, frame: &mut Frame, opcode: Opcode, index: ConstIndex) -> Result<(), Refusal> {
        let class = self.code.method().class();
        let Ok(field) = class.constants().field_ref(index) else { return self.refuse("Bad field constant") };
        let ty = self.of_descriptor(field.descriptor);
        if matches!(opcode, Opcode::Putfield | Opcode::Putstatic) {
            self.pop(frame, ty)?;
        }
        if matches!(opcode, Opcode::Getfield | Opcode::Putfield) {
            // A constructor may set fields of its own class before it calls another constructor (JVMS 4.10.1.9).
            let early = opcode == Opcode::Putfield
                && frame.stack.last() == Some(&Type::UninitThis)
                && field.class == class.name();
            if early {
                frame.stack.pop();
            } else {
                let owner = Type::Ref(self.oracle.class(field.class));
                self.pop(frame, owner)?;
            }
        }
        match opcode {
            Opcode::Getfield | Opcode::Getstatic => self.push(frame, ty),
            _ => Ok(()),
        }
    }

    fn invoke(&mut self, frame: &mut Frame, opcode: Opcode, index: ConstIndex) -> Result<(), Refusal> {
        let constants = self.code.method().class().constants();
        let (class, name, descriptor) = if opcode == Opcode::Invokedynamic {
            let Ok(site) = constants.invoke_dynamic(index) else { return self.refuse("Bad call site constant") };
            ("", site.name, site.descriptor)
        } else {
            let Ok(method) = constants.method_ref(index) else { return self.refuse("Bad method constant") };
            (method.class, method.name, method.descriptor)
        };
        let mut types = [Type::Top; 256];
        let mut count = 0;
        for (_, descriptor) in parameters(descriptor) {
            types[count] = self.of_descriptor(descriptor);
            count += 1;
        }
        for &ty in types[..count].iter().rev() {
            self.pop(frame, ty)?;
        }
        match opcode {
            Opcode::Invokestatic | Opcode::Invokedynamic => {}
            Opcode::Invokespecial if name == "<init>" => {
                let object = self.pop_slot(frame)?;
                let initialized = match object {
                    Type::UninitThis => Type::Ref(self.this),
                    Type::Uninit(_) => Type::Ref(self.oracle.class(class)),
                    other => return self.refuse(format!("Bad type on operand stack: {other:?} is initialized")),
                };
                for slot in frame.locals.iter_mut().chain(&mut frame.stack) {
                    if *slot == object {
                        *slot = initialized;
                    }
                }
            }
            _ => {
                let receiver = match opcode {
                    // `super.m()`, or a private method: on this class's instances only (JVMS 4.10.1.9 `invokespecial`).
                    Opcode::Invokespecial => Type::Ref(self.this),
                    _ => Type::Ref(self.oracle.class(class)),
                };
                self.pop(frame, receiver)?;
            }
        }
        let result = result(descriptor);
        match kind_of(result) {
            Kind::Void => Ok(()),
            _ => {
                let ty = self.of_descriptor(result);
                self.push(frame, ty)
            }
        }
    }

    /// Checks a returned value against the method's own descriptor.
    fn give_back(&mut self, frame: &mut Frame, ty: Option<Type>) -> Result<(), Refusal> {
        let declared = result(self.code.method().descriptor());
        let want = (declared != "V").then(|| self.of_descriptor(declared));
        match (ty, want) {
            (None, None) => {
                if frame.locals.first() == Some(&Type::UninitThis) && self.code.method().name() == "<init>" {
                    return self.refuse("Constructor must call super() or this() before return");
                }
                Ok(())
            }
            (Some(Type::Ref(_)), Some(Type::Ref(_))) => self.pop(frame, want.unwrap_or(Type::Top)),
            (Some(given), Some(want)) if given == want => self.pop(frame, given),
            _ => self.refuse("Wrong return type in function"),
        }
    }

    /// Applies an instruction. Where control goes is the caller's business; `jsr` pushes a return address.
    pub(super) fn step(&mut self, frame: &mut Frame, instruction: &Instruction<'a>) -> Result<(), Refusal> {
        use Opcode as O;
        use Type::{Double, Float, Int, Long, Null};
        self.bci = instruction.offset;
        let local = match instruction.operand {
            Operand::Local(local) => local,
            _ => 0,
        };
        let constant = match instruction.operand {
            Operand::Constant(index) => index,
            _ => ConstIndex(0),
        };
        let any = Type::Ref(TypeName(0));
        match instruction.opcode {
            O::Nop | O::Goto | O::Ret => Ok(()),
            O::Iinc => match instruction.operand {
                Operand::Increment { local, .. } if frame.locals[usize::from(local)] == Int => Ok(()),
                _ => self.refuse("Bad local variable type: iinc of no int"),
            },
            O::AconstNull => self.push(frame, Null),
            O::Iconst => self.push(frame, Int),
            O::Lconst => self.push(frame, Long),
            O::Fconst => self.push(frame, Float),
            O::Dconst => self.push(frame, Double),
            O::Ldc | O::Ldc2 => {
                let ty = self.constant(constant)?;
                self.push(frame, ty)
            }
            O::Iload => self.load(frame, local, Int),
            O::Lload => self.load(frame, local, Long),
            O::Fload => self.load(frame, local, Float),
            O::Dload => self.load(frame, local, Double),
            O::Aload => match frame.locals[usize::from(local)] {
                ty if ty.is_reference() => self.push(frame, ty),
                other => {
                    self.refuse(format!("Bad local variable type: {other:?} in local {local}, a reference expected"))
                }
            },
            O::Istore => self.pop_store(frame, local, Int),
            O::Lstore => self.pop_store(frame, local, Long),
            O::Fstore => self.pop_store(frame, local, Float),
            O::Dstore => self.pop_store(frame, local, Double),
            O::Astore => {
                let ty = self.pop_slot(frame)?;
                if !ty.is_reference() && ty != Type::ReturnAddress {
                    return self.refuse(format!("Bad type on operand stack: {ty:?}, a reference expected"));
                }
                self.store(frame, local, ty);
                Ok(())
            }
            O::Iaload | O::Baload | O::Caload | O::Saload => self.array_load(frame, Int),
            O::Laload => self.array_load(frame, Long),
            O::Faload => self.array_load(frame, Float),
            O::Daload => self.array_load(frame, Double),
            O::Aaload => {
                self.pop(frame, Int)?;
                let element = match self.pop_reference(frame)? {
                    Type::Ref(array) => match self.oracle.element(array) {
                        Some(ty) => ty,
                        None => Type::Ref(self.oracle.class("java/lang/Object")),
                    },
                    other => other,
                };
                self.push(frame, element)
            }
            O::Iastore | O::Bastore | O::Castore | O::Sastore => self.array_store(frame, Int),
            O::Lastore => self.array_store(frame, Long),
            O::Fastore => self.array_store(frame, Float),
            O::Dastore => self.array_store(frame, Double),
            O::Aastore => {
                self.pop_reference(frame)?;
                self.pop(frame, Int)?;
                self.pop_reference(frame).map(drop)
            }
            O::Pop => self.discard(frame, 1),
            O::Pop2 => self.discard(frame, 2),
            O::Dup => self.duplicate(frame, 1, 0),
            O::DupX1 => self.duplicate(frame, 1, 1),
            O::DupX2 => self.duplicate(frame, 1, 2),
            O::Dup2 => self.duplicate(frame, 2, 0),
            O::Dup2X1 => self.duplicate(frame, 2, 1),
            O::Dup2X2 => self.duplicate(frame, 2, 2),
            O::Swap => {
                let len = frame.stack.len();
                if len < 2 || frame.stack[len - 2..].contains(&Type::High) {
                    return self.refuse("Bad type on operand stack: swap needs two single slots");
                }
                frame.stack.swap(len - 1, len - 2);
                Ok(())
            }
            O::Iadd
            | O::Isub
            | O::Imul
            | O::Idiv
            | O::Irem
            | O::Iand
            | O::Ior
            | O::Ixor
            | O::Ishl
            | O::Ishr
            | O::Iushr => self.operate(frame, &[Int, Int], Some(Int)),
            O::Ladd | O::Lsub | O::Lmul | O::Ldiv | O::Lrem | O::Land | O::Lor | O::Lxor => {
                self.operate(frame, &[Long, Long], Some(Long))
            }
            O::Lshl | O::Lshr | O::Lushr => self.operate(frame, &[Long, Int], Some(Long)),
            O::Fadd | O::Fsub | O::Fmul | O::Fdiv | O::Frem => self.operate(frame, &[Float, Float], Some(Float)),
            O::Dadd | O::Dsub | O::Dmul | O::Ddiv | O::Drem => self.operate(frame, &[Double, Double], Some(Double)),
            O::Ineg | O::I2b | O::I2c | O::I2s => self.operate(frame, &[Int], Some(Int)),
            O::Lneg => self.operate(frame, &[Long], Some(Long)),
            O::Fneg => self.operate(frame, &[Float], Some(Float)),
            O::Dneg => self.operate(frame, &[Double], Some(Double)),
            O::I2l => self.operate(frame, &[Int], Some(Long)),
            O::I2f => self.operate(frame, &[Int], Some(Float)),
            O::I2d => self.operate(frame, &[Int], Some(Double)),
            O::L2i => self.operate(frame, &[Long], Some(Int)),
            O::L2f => self.operate(frame, &[Long], Some(Float)),
            O::L2d => self.operate(frame, &[Long], Some(Double)),
            O::F2i => self.operate(frame, &[Float], Some(Int)),
            O::F2l => self.operate(frame, &[Float], Some(Long)),
            O::F2d => self.operate(frame, &[Float], Some(Double)),
            O::D2i => self.operate(frame, &[Double], Some(Int)),
            O::D2l => self.operate(frame, &[Double], Some(Long)),
            O::D2f => self.operate(frame, &[Double], Some(Float)),
            O::Lcmp => self.operate(frame, &[Long, Long], Some(Int)),
            O::Fcmpl | O::Fcmpg => self.operate(frame, &[Float, Float], Some(Int)),
            O::Dcmpl | O::Dcmpg => self.operate(frame, &[Double, Double], Some(Int)),
            O::Ifeq | O::Ifne | O::Iflt | O::Ifge | O::Ifgt | O::Ifle | O::Tableswitch | O::Lookupswitch => {
                self.operate(frame, &[Int], None)
            }
            O::IfIcmpeq | O::IfIcmpne | O::IfIcmplt | O::IfIcmpge | O::IfIcmpgt | O::IfIcmple => {
                self.operate(frame, &[Int, Int], None)
            }
            O::IfAcmpeq | O::IfAcmpne => {
                for _ in 0..2 {
                    let ty = self.pop_slot(frame)?;
                    if !ty.is_reference() {
                        return self.refuse(format!("Bad type on operand stack: {ty:?}, a reference expected"));
                    }
                }
                Ok(())
            }
            O::Ifnull | O::Ifnonnull | O::Monitorenter | O::Monitorexit => {
                let ty = self.pop_slot(frame)?;
                if ty.is_reference() {
                    return Ok(());
                }
                self.refuse(format!("Bad type on operand stack: {ty:?}, a reference expected"))
            }
            O::Athrow => {
                let throwable = Type::Ref(self.oracle.class("java/lang/Throwable"));
                self.pop(frame, throwable)
            }
            O::Jsr => self.push(frame, Type::ReturnAddress),
            O::Ireturn => self.give_back(frame, Some(Int)),
            O::Lreturn => self.give_back(frame, Some(Long)),
            O::Freturn => self.give_back(frame, Some(Float)),
            O::Dreturn => self.give_back(frame, Some(Double)),
            O::Areturn => self.give_back(frame, Some(any)),
            O::Return => self.give_back(frame, None),
            O::Getstatic | O::Putstatic | O::Getfield | O::Putfield => self.field(frame, instruction.opcode, constant),
            O::Invokevirtual | O::Invokespecial | O::Invokestatic | O::Invokeinterface | O::Invokedynamic => {
                self.invoke(frame, instruction.opcode, constant)
            }
            O::New => {
                // An object of this place that is still around cannot be told from the new one (JVMS 4.10.1.9 `new`).
                let fresh = Type::Uninit(instruction.offset);
                for slot in frame.locals.iter_mut().filter(|slot| **slot == fresh) {
                    *slot = Type::Top;
                }
                if frame.stack.contains(&fresh) {
                    return self.refuse("Uninitialized object exists on the operand stack before new");
                }
                self.push(frame, fresh)
            }
            O::Newarray => {
                self.pop(frame, Int)?;
                let name = match instruction.operand {
                    Operand::ArrayType(ty) => ty.descriptor(),
                    _ => return self.refuse("newarray without a type"),
                };
                let ty = Type::Ref(self.oracle.class(name));
                self.push(frame, ty)
            }
            O::Anewarray => {
                self.pop(frame, Int)?;
                let name = self.class_constant(constant)?;
                let component = self.oracle.class(name);
                let ty = Type::Ref(self.oracle.array_of(component));
                self.push(frame, ty)
            }
            O::Multianewarray => {
                let Operand::MultiArray { class, dimensions } = instruction.operand else {
                    return self.refuse("multianewarray without dimensions");
                };
                for _ in 0..dimensions {
                    self.pop(frame, Int)?;
                }
                let name = self.class_constant(class)?;
                let ty = Type::Ref(self.oracle.class(name));
                self.push(frame, ty)
            }
            O::Arraylength => {
                self.pop_reference(frame)?;
                self.push(frame, Int)
            }
            O::Checkcast => {
                self.pop_reference(frame)?;
                let name = self.class_constant(constant)?;
                let ty = Type::Ref(self.oracle.class(name));
                self.push(frame, ty)
            }
            O::Instanceof => {
                self.pop_reference(frame)?;
                self.push(frame, Int)
            }
        }
    }
}
