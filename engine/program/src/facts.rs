//! Per-point facts of transition code: which registers are live, and which of those hold references.
//!
//! Liveness is the usual backward data flow; an instruction that a handler covers can also continue at the handler.
//! Whether a register holds a reference is a forward data flow over what instructions produce. A register whose kind
//! differs between paths is never live there in verified code.
//!
//! Dead registers are no part of a state: they are neither hashed nor roots.
//!
//! A frame that has called another one rests *inside* the calling instruction: the call may still complete, which writes
//! its result, or throw, which continues at a handler that covers it. So what counts there is what is live after the call,
//! without the result, and what those handlers need, the old value of the result register included.

use super::{Body, Kind, MethodId, Op, Pc, Program, Role, SiteKind, kind_of, split_descriptor};

/// Register sets, one a point: bit rows in one array.
#[derive(Debug)]
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn new(rows: usize, registers: usize) -> Self {
        let words = registers.div_ceil(64).max(1);
        Rows { words, bits: vec![0; rows * words] }
    }
    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }
    fn has(&self, row: usize, register: u16) -> bool {
        self.row(row)[register as usize / 64] >> (register % 64) & 1 == 1
    }
    fn set(&mut self, row: usize, register: u16) {
        self.bits[row * self.words + register as usize / 64] |= 1 << (register % 64);
    }
    fn clear(&mut self, row: usize, register: u16) {
        self.bits[row * self.words + register as usize / 64] &= !(1 << (register % 64));
    }
    /// Adds the bits of `from`; true if that changed anything.
    fn merge(&mut self, row: usize, from: &[u64]) -> bool {
        let mut changed = false;
        for (to, from) in self.bits[row * self.words..(row + 1) * self.words].iter_mut().zip(from) {
            changed |= *from & !*to != 0;
            *to |= from;
        }
        changed
    }
}

/// The facts of one method.
#[derive(Debug)]
pub struct Facts {
    start: Pc,
    registers: u16,
    live: Rows,
    /// What is live while an instruction is under way that has called another method.
    calling: Rows,
    refs: Rows,
    /// Instructions that a jump from further down goes to.
    loop_heads: Vec<Pc>,
}

impl Facts {
    /// Computes the facts of a translated method.
    ///
    /// # Panics
    /// If the method has no code.
    pub fn of(program: &Program, method: MethodId) -> Facts {
        let Body::Code(code) = &program.method(method).body else { panic!("facts of a method without code") };
        let (start, len) = (code.start, code.end.index() - code.start.index());
        let successors = successors(program, method);
        let mut facts = Facts {
            start,
            registers: code.registers,
            live: Rows::new(len, code.registers as usize),
            calling: Rows::new(len, code.registers as usize),
            refs: Rows::new(len, code.registers as usize),
            loop_heads: Vec::new(),
        };
        facts.find_liveness(program, method, &successors);
        facts.find_references(program, method, &successors);
        for (at, next) in successors.iter().enumerate() {
            for &to in next.iter().filter(|&&to| to <= at) {
                let head = Pc(start.0 + to as u32);
                if !facts.loop_heads.contains(&head) {
                    facts.loop_heads.push(head);
                }
            }
        }
        facts
    }

    /// Whether a register's value before the instruction at `pc` can still be read.
    pub fn is_live(&self, pc: Pc, register: u16) -> bool {
        register < self.registers && self.live.has(pc.index() - self.start.index(), register)
    }

    /// Whether a register may hold a reference before the instruction at `pc`.
    pub fn is_ref(&self, pc: Pc, register: u16) -> bool {
        register < self.registers && self.refs.has(pc.index() - self.start.index(), register)
    }

    /// The live registers before the instruction at `pc`, ascending.
    pub fn live_registers(&self, pc: Pc) -> impl Iterator<Item = u16> + '_ {
        registers_of(self.live.row(pc.index() - self.start.index()))
    }

    /// The registers of a frame that count while it rests, ascending, and whether each holds a reference. This is the only
    /// definition of what is live at rest: state keys, roots, clocks and the collector all use it.
    pub fn live_at_rest(&self, rest: Rest) -> impl Iterator<Item = (u16, bool)> + '_ {
        let (rows, pc) = match rest {
            Rest::Before(pc) => (&self.live, pc),
            Rest::Calling(pc) => (&self.calling, pc),
        };
        let at = pc.index() - self.start.index();
        registers_of(rows.row(at)).map(move |register| (register, self.refs.has(at, register)))
    }

    /// Where loops are entered.
    pub fn loop_heads(&self) -> &[Pc] {
        &self.loop_heads
    }

    fn find_liveness(&mut self, program: &Program, method: MethodId, successors: &[Vec<usize>]) {
        let code = program.method(method).code().expect("invariant: checked by the caller");
        let covering = handlers_by_point(program, method);
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..successors.len()).rev() {
                let mut row = vec![0; self.live.words];
                for &next in &successors[at] {
                    row.iter_mut().zip(self.live.row(next)).for_each(|(to, from)| *to |= from);
                }
                let op = &program.code[self.start.index() + at];
                // A result is written only if the instruction completes, so the handlers' needs are added after this.
                visit(program, op, &mut |role, register| {
                    if role == Role::Def {
                        row[register as usize / 64] &= !(1 << (register % 64));
                    }
                });
                for &handler in &covering[at] {
                    let handler = &code.handlers[handler];
                    let target = handler.target.index() - self.start.index();
                    let mut needs = self.live.row(target).to_vec();
                    needs[handler.exception.0 as usize / 64] &= !(1 << (handler.exception.0 % 64));
                    row.iter_mut().zip(&needs).for_each(|(to, from)| *to |= from);
                }
                self.calling.merge(at, &row);
                visit(program, op, &mut |role, register| {
                    if role == Role::Use {
                        row[register as usize / 64] |= 1 << (register % 64);
                    }
                });
                changed |= self.live.merge(at, &row);
            }
        }
    }

    fn find_references(&mut self, program: &Program, method: MethodId, successors: &[Vec<usize>]) {
        let m = program.method(method);
        let code = m.code().expect("invariant: checked by the caller");
        let mut reached = vec![false; successors.len()];
        let mut work = vec![0];
        if successors.is_empty() {
            return;
        }
        reached[0] = true;
        let mut register = 0;
        if !m.is_static() {
            self.refs.set(0, 0);
            register = 1;
        }
        for &param in &m.params {
            if param == Kind::Ref {
                self.refs.set(0, register);
            }
            register += param.slots();
        }
        let covering = handlers_by_point(program, method);
        while let Some(at) = work.pop() {
            let before = self.refs.row(at).to_vec();
            for &handler in &covering[at] {
                let handler = &code.handlers[handler];
                let target = handler.target.index() - self.start.index();
                let mut row = before.clone();
                row[handler.exception.0 as usize / 64] |= 1 << (handler.exception.0 % 64);
                if self.refs.merge(target, &row) | !std::mem::replace(&mut reached[target], true) {
                    work.push(target);
                }
            }
            let op = &program.code[self.start.index() + at];
            let mut after = Rows { words: self.refs.words, bits: before };
            if let Some((register, is_ref)) = result(program, op, &after) {
                if is_ref { after.set(0, register) } else { after.clear(0, register) }
            }
            for &next in &successors[at] {
                if self.refs.merge(next, after.row(0)) | !std::mem::replace(&mut reached[next], true) {
                    work.push(next);
                }
            }
        }
    }
}

/// Where a frame rests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Before this instruction, which will be executed, perhaps once more.
    Before(Pc),
    /// Inside this instruction, which has called another method.
    Calling(Pc),
}

/// The registers whose bits are set, ascending.
fn registers_of(row: &[u64]) -> impl Iterator<Item = u16> + '_ {
    row.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros())?;
            bits &= bits - 1;
            Some(word as u16 * 64 + bit as u16)
        })
    })
}

fn handlers_by_point(program: &Program, method: MethodId) -> Vec<Vec<usize>> {
    let code = program.method(method).code().expect("invariant: only methods with code have facts");
    let mut points = vec![Vec::new(); code.end.index() - code.start.index()];
    for (i, handler) in code.handlers.iter().enumerate() {
        for point in &mut points[handler.start.index() - code.start.index()..handler.end.index() - code.start.index()] {
            point.push(i);
        }
    }
    points
}

/// For each instruction, where control can go next without an exception.
fn successors(program: &Program, method: MethodId) -> Vec<Vec<usize>> {
    let code = program.method(method).code().expect("invariant: only methods with code have facts");
    let start = code.start.index();
    // A subroutine returns behind any of the method's calls of it.
    let returns: Vec<usize> = (start..code.end.index())
        .filter(|&at| matches!(program.code[at], Op::Jsr { .. }))
        .map(|at| at + 1 - start)
        .collect();
    (start..code.end.index())
        .map(|at| {
            let op = &program.code[at];
            let mut next = Vec::new();
            if let Some(target) = op.target() {
                next.push(target.index() - start);
            }
            match op {
                Op::Switch { table, .. } => {
                    next.extend(program.tables[table.index()].targets().iter().map(|t| t.index() - start));
                }
                Op::Ret { .. } => next.extend(&returns),
                _ => {}
            }
            if !op.ends_block() && !matches!(op, Op::Jsr { .. }) && at + 1 < code.end.index() {
                next.push(at + 1 - start);
            }
            next
        })
        .collect()
}

/// Reports all registers that an instruction reads and writes, call arguments one by one.
fn visit(program: &Program, op: &Op, report: &mut impl FnMut(Role, u16)) {
    let writes = writes_result(program, op);
    op.registers(&mut |role, register| match role {
        Role::Use => report(Role::Use, register),
        Role::Def => {
            if writes {
                report(Role::Def, register);
            }
        }
        Role::Args => arguments(program, op, &mut |at| report(Role::Use, register + at)),
    });
}

/// Reports where the arguments of a call stand, counted from the first. The second slot of a `long` or `double` holds
/// nothing: if it counted as read, what an earlier instruction left there would seem to be alive.
fn arguments(program: &Program, op: &Op, report: &mut impl FnMut(u16)) {
    let receiver = match *op {
        Op::InvokeStatic { .. } | Op::InvokeDynamic { .. } => false,
        Op::InvokeSpecial { .. } | Op::InvokeVirtual { .. } | Op::InvokeInterface { .. } => true,
        Op::InvokeHandleQ { site, .. } => match &program.sites[site.index()].kind {
            // `linkTo…` methods are static, all others have the handle as receiver.
            SiteKind::Method { name, .. } => !program.name(*name).starts_with("linkTo"),
            _ => true,
        },
        Op::InvokeStaticQ { method, .. }
        | Op::InvokeDirectQ { method, .. }
        | Op::InvokeVirtualQ { method, .. }
        | Op::InvokeInterfaceQ { method, .. } => !program.method(method).is_static(),
        Op::MultiNewArray { dims, .. } => return (0..u16::from(dims)).for_each(report),
        _ => return,
    };
    let mut at = 0;
    let mut argument = |kind: Kind| {
        report(at);
        at += kind.slots();
    };
    if receiver {
        argument(Kind::Ref);
    }
    match *op {
        Op::InvokeStaticQ { method, .. }
        | Op::InvokeDirectQ { method, .. }
        | Op::InvokeVirtualQ { method, .. }
        | Op::InvokeInterfaceQ { method, .. } => {
            program.method(method).params.iter().copied().for_each(argument);
        }
        Op::InvokeStatic { site, .. }
        | Op::InvokeDynamic { site, .. }
        | Op::InvokeSpecial { site, .. }
        | Op::InvokeVirtual { site, .. }
        | Op::InvokeInterface { site, .. }
        | Op::InvokeHandleQ { site, .. } => {
            if let SiteKind::Method { descriptor, .. } | SiteKind::CallSite { descriptor, .. } =
                &program.sites[site.index()].kind
            {
                split_descriptor(program.name(*descriptor)).0.into_iter().map(kind_of).for_each(argument);
            }
        }
        _ => {}
    }
}

/// The kind of a call's result, if the instruction is a call.
fn call_result(program: &Program, op: &Op) -> Option<Kind> {
    match *op {
        Op::InvokeStatic { site, .. }
        | Op::InvokeSpecial { site, .. }
        | Op::InvokeVirtual { site, .. }
        | Op::InvokeInterface { site, .. }
        | Op::InvokeDynamic { site, .. }
        | Op::InvokeHandleQ { site, .. } => match &program.sites[site.index()].kind {
            SiteKind::Method { descriptor, .. } | SiteKind::CallSite { descriptor, .. } => {
                Some(kind_of(split_descriptor(program.name(*descriptor)).1))
            }
            _ => Some(Kind::Void),
        },
        Op::InvokeStaticQ { method, .. }
        | Op::InvokeDirectQ { method, .. }
        | Op::InvokeVirtualQ { method, .. }
        | Op::InvokeInterfaceQ { method, .. } => Some(program.method(method).result),
        _ => None,
    }
}

fn writes_result(program: &Program, op: &Op) -> bool {
    call_result(program, op) != Some(Kind::Void)
}

/// The register that an instruction writes, and whether a reference goes there.
fn result(program: &Program, op: &Op, before: &Rows) -> Option<(u16, bool)> {
    let mut defined = None;
    visit(program, op, &mut |role, register| {
        if role == Role::Def {
            defined = Some(register);
        }
    });
    let register = defined?;
    let of_field_site = |site: super::SiteId| match &program.sites[site.index()].kind {
        SiteKind::Field { descriptor, .. } => kind_of(program.name(*descriptor)) == Kind::Ref,
        _ => false,
    };
    let is_ref = match *op {
        Op::Move { s, .. } => before.has(0, s.0),
        Op::ConstNull { .. }
        | Op::ConstString { .. }
        | Op::ConstClass { .. }
        | Op::ConstClassQ { .. }
        | Op::ConstInstance { .. }
        | Op::NewArray { .. }
        | Op::ANewArray { .. }
        | Op::ANewArrayQ { .. }
        | Op::MultiNewArray { .. }
        | Op::AALoad { .. }
        | Op::New { .. }
        | Op::NewQ { .. } => true,
        Op::ConstDynamic { site, .. } => match &program.sites[site.index()].kind {
            SiteKind::Dynamic { descriptor, .. } => kind_of(program.name(*descriptor)) == Kind::Ref,
            _ => true,
        },
        Op::GetField { site, .. } | Op::GetStatic { site, .. } => of_field_site(site),
        Op::GetFieldQ { field, .. } | Op::GetStaticQ { field, .. } => program.field(field).kind == Kind::Ref,
        _ => call_result(program, op) == Some(Kind::Ref),
    };
    Some((register, is_ref))
}
