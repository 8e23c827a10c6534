//! Building the code of one method with labels instead of positions.

use super::Program;
use super::class::{Body, Code, Handler, LocalName, SwitchTable};
use super::ids::{Dst, MethodId, Pc, SiteId, TableId};
use super::op::Op;

/// A position in code that is being built.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label(pub u32);

impl Label {
    /// The label as a jump target; [`Assembler::finish`] replaces it by the position.
    pub fn pc(self) -> Pc {
        Pc(self.0)
    }
}

/// Collects instructions, then places them in a program.
///
/// Jump targets in pushed instructions and tables are labels (`label.pc()`); `finish` turns them into positions.
#[derive(Default)]
pub struct Assembler {
    ops: Vec<Op>,
    bci: Vec<u16>,
    labels: Vec<Option<u32>>,
    handlers: Vec<(Label, Label, Label, Dst, Option<SiteId>)>,
    tables: Vec<TableId>,
    current_bci: u16,
    /// Line table of the method.
    pub lines: Vec<(u16, u16)>,
    /// Names of local variables.
    pub locals: Vec<LocalName>,
}

impl Assembler {
    /// An empty body.
    pub fn new() -> Self {
        Self::default()
    }

    /// Instructions pushed from now on come from this bytecode index.
    pub fn at_bci(&mut self, bci: u16) {
        self.current_bci = bci;
    }

    /// Appends an instruction.
    pub fn push(&mut self, op: Op) {
        self.ops.push(op);
        self.bci.push(self.current_bci);
    }

    /// A new label without a position.
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(u32::try_from(self.labels.len() - 1).expect("invariant: a method has fewer than 2^32 labels"))
    }

    /// Puts a label here.
    pub fn place(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(u32::try_from(self.ops.len()).expect("invariant: code fits 32 bits"));
    }

    /// A new label with this position.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.place(label);
        label
    }

    /// A new label at an instruction that was pushed before (or at the end, for the present length).
    pub fn label_at(&mut self, position: usize) -> Label {
        let label = self.label();
        self.labels[label.0 as usize] = Some(u32::try_from(position).expect("invariant: code fits 32 bits"));
        label
    }

    /// The instructions so far, with labels as targets.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// The instruction pushed last.
    pub fn last(&self) -> Option<Op> {
        self.ops.last().copied()
    }

    /// Lets the instruction pushed last write another register.
    pub fn redirect_last(&mut self, to: Dst) {
        if let Some(op) = self.ops.last_mut() {
            *op = op.with_result(to);
        }
    }

    /// Number of instructions so far.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether nothing has been pushed.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// Adds an exception handler; handlers are tried in the order they are added. Empty ranges are dropped.
    pub fn handler(&mut self, start: Label, end: Label, target: Label, exception: Dst, catches: Option<SiteId>) {
        self.handlers.push((start, end, target, exception, catches));
    }

    /// Adds a jump table whose targets are labels.
    pub fn table(&mut self, program: &mut Program, table: SwitchTable) -> TableId {
        let id = TableId::new(program.tables.len());
        program.tables.push(table);
        self.tables.push(id);
        id
    }

    /// Places the code at the end of the program and makes it the body of `method`.
    ///
    /// # Panics
    /// If a used label was never placed.
    pub fn finish(self, program: &mut Program, method: MethodId, registers: u16) {
        let start = u32::try_from(program.code.len()).expect("invariant: code fits 32 bits");
        let at = |label: Pc| Pc(start + self.labels[label.index()].expect("invariant: used labels are placed"));
        for op in &self.ops {
            let placed = match op.target() {
                // Labels and positions share the operand type: move the label number to the position it stands for.
                Some(label) => op.rebased(at(label).0.wrapping_sub(label.0)),
                None => *op,
            };
            program.code.push(placed);
        }
        program.bci.extend_from_slice(&self.bci);
        for table in &self.tables {
            match &mut program.tables[table.index()] {
                SwitchTable::Dense { targets, default, .. } => {
                    targets.iter_mut().for_each(|t| *t = at(*t));
                    *default = at(*default);
                }
                SwitchTable::Sparse { cases, default } => {
                    cases.iter_mut().for_each(|(_, t)| *t = at(*t));
                    *default = at(*default);
                }
            }
        }
        let handlers = self
            .handlers
            .iter()
            .map(|&(from, to, target, exception, catches)| Handler {
                start: at(from.pc()),
                end: at(to.pc()),
                target: at(target.pc()),
                exception,
                catches,
            })
            .filter(|h| h.start < h.end)
            .collect();
        program.methods[method.index()].body = Body::Code(Box::new(Code {
            start: Pc(start),
            end: Pc::new(program.code.len()),
            registers,
            noted: false,
            handlers,
            lines: self.lines,
            locals: self.locals,
        }));
    }
}
