//! Basic blocks, subroutine contexts and the fixed point.

use super::Refusal;
use super::step::Stepper;
use super::types::{Frame, Oracle, merge_slots};
use crate::classfile::{DecodedCode, ExceptionEntry, Instruction, Opcode, Operand};
use rustc_hash::FxHashMap;

/// A chain of subroutine calls; number 0 is the method itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ContextId(pub u32);

/// One subroutine call within another context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context {
    /// The context of the call.
    pub parent: ContextId,
    /// The instruction after the `jsr`, where `ret` goes: its index.
    pub back_to: usize,
    /// The first instruction of the subroutine: its index.
    pub entry: usize,
}

/// A basic block in a context: its position in [`Flow::blocks`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BlockId(pub u32);

/// A basic block that can be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The context it belongs to.
    pub context: ContextId,
    /// Index of the first instruction.
    pub start: usize,
    /// One past the last instruction.
    pub end: usize,
    /// The types at the start.
    pub entry: Frame,
}

/// The result of the inference.
pub struct Flow<'a> {
    /// The code analysed.
    pub decoded: &'a DecodedCode<'a>,
    /// Exception table.
    pub handlers: Vec<ExceptionEntry<'a>>,
    /// Contexts; the first one stands for the method itself and its fields mean nothing.
    pub contexts: Vec<Context>,
    /// Reachable blocks, by context, then by position.
    pub blocks: Vec<Block>,
    ids: FxHashMap<(ContextId, usize), BlockId>,
    calls: FxHashMap<(ContextId, usize), ContextId>,
}

impl Flow<'_> {
    /// The block that starts at this instruction, if it can be reached.
    pub fn block(&self, context: ContextId, start: usize) -> Option<BlockId> {
        self.ids.get(&(context, start)).copied()
    }

    /// The context that the `jsr` at this instruction leads to.
    pub fn call(&self, context: ContextId, jsr: usize) -> Option<ContextId> {
        self.calls.get(&(context, jsr)).copied()
    }
}

/// More blocks than this, after inlining subroutines, are refused: nested subroutines multiply.
const MAX_BLOCKS: usize = 1 << 20;

struct Analysis<'a, 'o, O> {
    decoded: &'a DecodedCode<'a>,
    handlers: Vec<ExceptionEntry<'a>>,
    stepper: Stepper<'a, 'o, O>,
    /// Number of the block that starts at an instruction, or `NONE`.
    leader: Vec<u32>,
    /// First instruction of each block.
    starts: Vec<usize>,
    /// Instructions at which an exception range starts or ends.
    boundary: Vec<bool>,
    contexts: Vec<Context>,
    calls: FxHashMap<(ContextId, usize), ContextId>,
    /// Entry types by context and block.
    states: Vec<Option<Frame>>,
    dirty: Vec<bool>,
    pending: usize,
}

const NONE: u32 = u32::MAX;

/// Infers the types at the start of every block that can be reached.
pub fn infer<'a>(decoded: &'a DecodedCode<'a>, oracle: &mut impl Oracle) -> Result<Flow<'a>, Refusal> {
    infer_split(decoded, oracle, &[])
}

/// The same with blocks that also start at these bytecode indices: compilers declare some frames where no jump goes.
pub fn infer_split<'a>(
    decoded: &'a DecodedCode<'a>,
    oracle: &mut impl Oracle,
    also: &[u16],
) -> Result<Flow<'a>, Refusal> {
    let code = decoded.code();
    let handlers = code.exceptions().map_err(|error| Refusal::new(0, error.what()))?;
    let instructions = decoded.instructions();
    let mut leads = vec![false; instructions.len() + 1];
    leads[0] = true;
    let index_at = |bci: u16| decoded.index_at(bci).unwrap_or(instructions.len());
    for (at, instruction) in instructions.iter().enumerate() {
        instruction.for_each_target(|target| leads[index_at(target)] = true);
        if ends_block(instruction) {
            leads[at + 1] = true;
        }
    }
    also.iter().for_each(|&bci| leads[index_at(bci)] = true);
    let mut boundary = vec![false; instructions.len() + 1];
    for row in &handlers {
        leads[index_at(row.handler)] = true;
        boundary[index_at(row.start)] = true;
        boundary[index_at(row.end)] = true;
    }
    let mut leader = vec![NONE; instructions.len()];
    let mut starts = Vec::new();
    for at in 0..instructions.len() {
        if leads[at] {
            // At most 65,535 instructions.
            leader[at] = starts.len() as u32;
            starts.push(at);
        }
    }
    let mut analysis = Analysis {
        decoded,
        handlers,
        stepper: Stepper::new(code, oracle),
        leader,
        states: vec![None; starts.len()],
        dirty: vec![false; starts.len()],
        starts,
        boundary,
        contexts: vec![Context { parent: ContextId(0), back_to: 0, entry: usize::MAX }],
        calls: FxHashMap::default(),
        pending: 0,
    };
    let initial = analysis.stepper.initial();
    analysis.flow_to(0, ContextId(0), 0, &initial)?;
    analysis.run()?;
    Ok(analysis.finish())
}

/// Whether a new block starts after this instruction.
fn ends_block(instruction: &Instruction<'_>) -> bool {
    matches!(instruction.operand, Operand::Target(_) | Operand::Table(_) | Operand::Lookup(_))
        || !falls_through(instruction.opcode)
}

/// Whether control can go on to the next instruction.
pub(crate) fn falls_through(opcode: Opcode) -> bool {
    use Opcode as O;
    !matches!(
        opcode,
        O::Goto
            | O::Jsr
            | O::Ret
            | O::Tableswitch
            | O::Lookupswitch
            | O::Ireturn
            | O::Lreturn
            | O::Freturn
            | O::Dreturn
            | O::Areturn
            | O::Return
            | O::Athrow
    )
}

impl<'a, O: Oracle> Analysis<'a, '_, O> {
    fn run(&mut self) -> Result<(), Refusal> {
        while self.pending > 0 {
            // Sweeps in code order: most edges go forward, so few sweeps are needed.
            let mut state = 0;
            while state < self.dirty.len() {
                if std::mem::take(&mut self.dirty[state]) {
                    self.pending -= 1;
                    self.run_block(state)?;
                }
                state += 1;
            }
        }
        Ok(())
    }

    fn run_block(&mut self, state: usize) -> Result<(), Refusal> {
        let context = ContextId((state / self.starts.len()) as u32);
        let block = state % self.starts.len();
        let Some(mut frame) = self.states[state].clone() else { return Ok(()) };
        let decoded = self.decoded;
        let instructions = decoded.instructions();
        let mut at = self.starts[block];
        let mut locals_changed = true;
        loop {
            let instruction = &instructions[at];
            if !self.handlers.is_empty() && (locals_changed || self.boundary[at]) {
                self.flow_to_handlers(instruction.offset, context, &frame)?;
                locals_changed = false;
            }
            self.stepper.step(&mut frame, instruction)?;
            locals_changed |= changes_locals(instruction.opcode);
            let next = at + 1;
            if ends_block(instruction) {
                return self.leave(at, context, &frame);
            }
            if next >= instructions.len() {
                return Err(Refusal::new(instruction.offset, "Control flow falls through code end"));
            }
            if self.leader[next] != NONE {
                return self.flow_to(next, context, instruction.offset, &frame);
            }
            at = next;
        }
    }

    /// Control leaves a block by its last instruction.
    fn leave(&mut self, at: usize, context: ContextId, frame: &Frame) -> Result<(), Refusal> {
        let instruction = self.decoded.instructions()[at];
        let bci = instruction.offset;
        match instruction.opcode {
            Opcode::Jsr => {
                let Operand::Target(target) = instruction.operand else {
                    return Err(Refusal::new(bci, "jsr without a target"));
                };
                let entry = self.index(target, bci)?;
                let callee = self.enter(context, at, entry, bci)?;
                self.flow_to(entry, callee, bci, frame)
            }
            Opcode::Ret => {
                if context == ContextId(0) {
                    return Err(Refusal::new(bci, "ret outside of a subroutine"));
                }
                let Context { parent, back_to, .. } = self.contexts[context.0 as usize];
                self.flow_to(back_to, parent, bci, frame)
            }
            _ => {
                let mut targets = Vec::new();
                instruction.for_each_target(|target| targets.push(target));
                for target in targets {
                    let index = self.index(target, bci)?;
                    self.flow_to(index, context, bci, frame)?;
                }
                if !falls_through(instruction.opcode) {
                    return Ok(());
                }
                if at + 1 >= self.decoded.instructions().len() {
                    return Err(Refusal::new(bci, "Control flow falls through code end"));
                }
                self.flow_to(at + 1, context, bci, frame)
            }
        }
    }

    fn index(&self, target: u16, bci: u16) -> Result<usize, Refusal> {
        self.decoded.index_at(target).ok_or_else(|| Refusal::new(bci, format!("Bad jump target {target}")))
    }

    /// The context of a subroutine call. A subroutine is never active twice (JVMS 4.9.2): if it seems to be, the earlier
    /// activation was left by a jump, and the call counts as made from where that one was called.
    fn enter(&mut self, from: ContextId, jsr: usize, entry: usize, bci: u16) -> Result<ContextId, Refusal> {
        if let Some(&context) = self.calls.get(&(from, jsr)) {
            return Ok(context);
        }
        let mut parent = from;
        let mut at = from;
        while at != ContextId(0) {
            let context = self.contexts[at.0 as usize];
            if context.entry == entry {
                parent = context.parent;
            }
            at = context.parent;
        }
        let context = if parent == from {
            if jsr + 1 >= self.decoded.instructions().len() {
                return Err(Refusal::new(bci, "Control flow falls through code end"));
            }
            if self.states.len() + self.starts.len() > MAX_BLOCKS {
                return Err(Refusal::new(bci, "Subroutines are nested too deeply"));
            }
            let context = ContextId(self.contexts.len() as u32);
            self.contexts.push(Context { parent, back_to: jsr + 1, entry });
            self.states.resize(self.states.len() + self.starts.len(), None);
            self.dirty.resize(self.states.len(), false);
            context
        } else {
            self.enter(parent, jsr, entry, bci)?
        };
        self.calls.insert((from, jsr), context);
        Ok(context)
    }

    fn flow_to_handlers(&mut self, bci: u16, context: ContextId, frame: &Frame) -> Result<(), Refusal> {
        for at in 0..self.handlers.len() {
            let row = self.handlers[at];
            if row.start <= bci && bci < row.end {
                let target = self.index(row.handler, bci)?;
                let caught = self.stepper.caught(row.catch);
                let state = self.state(context, target);
                match &mut self.states[state] {
                    Some(known) if known.stack.len() == 1 => {
                        let mut changed = merge_slots(self.stepper.oracle, &mut known.locals, &frame.locals);
                        changed |= merge_slots(self.stepper.oracle, &mut known.stack, &[caught]);
                        if changed {
                            self.mark(state);
                        }
                    }
                    Some(_) => return Err(Refusal::new(bci, "Inconsistent stack height at exception handler")),
                    None => {
                        self.states[state] = Some(Frame { locals: frame.locals.clone(), stack: vec![caught] });
                        self.mark(state);
                    }
                }
            }
        }
        Ok(())
    }

    fn state(&self, context: ContextId, start: usize) -> usize {
        context.0 as usize * self.starts.len() + self.leader[start] as usize
    }

    fn mark(&mut self, state: usize) {
        if !std::mem::replace(&mut self.dirty[state], true) {
            self.pending += 1;
        }
    }

    /// Merges a frame into the entry of the block at an instruction.
    fn flow_to(&mut self, start: usize, context: ContextId, bci: u16, frame: &Frame) -> Result<(), Refusal> {
        let state = self.state(context, start);
        match &mut self.states[state] {
            None => {
                self.states[state] = Some(frame.clone());
                self.mark(state);
            }
            Some(known) => {
                if known.stack.len() != frame.stack.len() {
                    return Err(Refusal::new(bci, "Inconsistent stack height"));
                }
                let mut changed = merge_slots(self.stepper.oracle, &mut known.locals, &frame.locals);
                changed |= merge_slots(self.stepper.oracle, &mut known.stack, &frame.stack);
                if changed {
                    self.mark(state);
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Flow<'a> {
        let mut blocks = Vec::new();
        let mut ids = FxHashMap::default();
        let per_context = self.starts.len();
        for (state, entry) in self.states.into_iter().enumerate() {
            let Some(entry) = entry else { continue };
            let (context, block) = (ContextId((state / per_context) as u32), state % per_context);
            let start = self.starts[block];
            let end = self.starts.get(block + 1).copied().unwrap_or(self.decoded.instructions().len());
            ids.insert((context, start), BlockId(blocks.len() as u32));
            blocks.push(Block { context, start, end, entry });
        }
        Flow { decoded: self.decoded, handlers: self.handlers, contexts: self.contexts, blocks, ids, calls: self.calls }
    }
}

/// Whether an instruction can change the type of a local variable.
fn changes_locals(opcode: Opcode) -> bool {
    use Opcode as O;
    matches!(opcode, O::Istore | O::Lstore | O::Fstore | O::Dstore | O::Astore | O::Invokespecial | O::New)
}
