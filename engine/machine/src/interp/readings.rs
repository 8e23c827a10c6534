//! Readings of the clock on their way through registers.
//!
//! A reading that is not followed any further makes the time a part of the state ([`Scalars::dated`]). That is the rule for
//! every instruction and every native; what keeps a reading a reading is listed here.
//!
//! [`Scalars::dated`]: crate::state::Scalars::dated

use crate::program::{Op, Role, Src, ThreadId};
use crate::state::{Frame, Reading, Readings};
use crate::vm::Vm;

/// What an instruction that has been executed makes of readings in the registers from `base`. Gives the time that something
/// now depends on which is not followed.
pub(super) fn follow(readings: &mut Readings, base: usize, registers: &[u64], op: &Op) -> Option<i64> {
    let get = |register: u16| readings.get(base + usize::from(register));
    let time = |reading: Option<Reading>| reading.map(|reading| reading.taken);
    let (to, reading, lost) = match *op {
        Op::Move { d, s } => (Some(d.0), get(s.0), None),
        Op::LAdd { d, a, b } => match (get(a.0), get(b.0)) {
            (Some(reading), None) | (None, Some(reading)) => (Some(d.0), Some(reading), None),
            (a, b) => (Some(d.0), None, time(a).max(time(b))),
        },
        Op::LSub { d, a, b } => match (get(a.0), get(b.0)) {
            (Some(reading), None) => (Some(d.0), Some(reading), None),
            // How far apart two looks were does not depend on when they were.
            (Some(a), Some(b)) if a.of == b.of => (Some(d.0), None, None),
            (a, b) => (Some(d.0), None, time(a).max(time(b))),
        },
        // Whether the answer depends on the time was asked before it was given.
        Op::LCmp { d, .. } => (Some(d.0), None, None),
        ref other => {
            let (mut to, mut lost) = (None, None);
            let mut uses = |register: u16, to: Option<u16>| {
                let reading = get(register);
                // The result may be where the reading was.
                let value = reading.filter(|_| to.is_none()).map(|r| r.latest(registers[usize::from(register)]));
                lost = lost.max(value.max(time(reading)));
            };
            other.registers(&mut |role, register| match role {
                Role::Def => to = Some(register),
                Role::Use => uses(register, to),
                Role::Args => {}
            });
            (to, None, lost)
        }
    };
    match to.map(|to| readings.set(base + usize::from(to), reading)) {
        Some(false) => lost.max(time(reading)),
        Some(true) | None => lost,
    }
}

/// Whether comparing two numbers may have another answer at another time: a reading with a number that later ones may pass,
/// or with one of another clock. A number that is less than a reading is less than all later ones.
pub(super) fn may_pass(readings: &Readings, base: usize, a: (Src, u64), b: (Src, u64)) -> bool {
    let get = |register: Src| readings.get(base + usize::from(register.0));
    match (get(a.0), get(b.0)) {
        (None, None) => false,
        (Some(x), Some(y)) => x.of != y.of,
        (Some(_), None) => a.1 as i64 <= b.1 as i64,
        (None, Some(_)) => b.1 as i64 <= a.1 as i64,
    }
}

impl Vm {
    /// The instruction at which a thread stands returns: if it returns a reading, the caller has one.
    pub(super) fn return_reading(&mut self, tid: ThreadId) {
        let thread = self.state.thread(tid);
        if thread.core.readings.is_empty() {
            return;
        }
        let Some(frame) = thread.top() else { return };
        if let Op::ReturnV { a } = self.program.code[frame.pc.index()] {
            self.run.reading = thread.core.readings.get(frame.base as usize + usize::from(a.0));
        }
    }

    /// An instruction of the slow path is about to be executed, which does not follow readings.
    pub(super) fn lose_readings(&mut self, tid: ThreadId, op: &Op) {
        let thread = self.state.thread(tid);
        let readings = &thread.core.readings;
        if readings.is_empty() {
            return;
        }
        let base = thread.top().map_or(0, |frame| frame.base as usize);
        let moves_arguments = matches!(op, Op::InvokeDynamic { .. } | Op::InvokeHandleQ { .. });
        let mut lost = None;
        op.registers(&mut |role, register| {
            let at = base + usize::from(register);
            let uses = match role {
                Role::Def => 0,
                Role::Use => 1,
                Role::Args if moves_arguments => usize::MAX,
                Role::Args => 0,
            };
            let found = readings.from(at).filter(|&(place, _)| place - at < uses);
            lost = lost.max(found.map(|(place, reading)| reading.latest(thread.stack[place])).max());
        });
        if let Some(time) = lost {
            self.state.scalars.lose(time);
        }
    }

    /// A native method is about to run. It may make anything of a reading, except that waiting up to a date is the same at
    /// any time.
    pub(super) fn note_readings(&mut self, tid: ThreadId, frame: &Frame) {
        let thread = self.state.thread(tid);
        let found = thread.core.readings.from(frame.base as usize);
        let lost = found.map(|(place, reading)| reading.latest(thread.stack[place])).max();
        let m = self.program.method(frame.method);
        if let (Some(time), false) = (lost, self.has_native_name(m, "jdk/internal/misc/Unsafe", "park")) {
            self.state.scalars.lose(time);
        }
    }

    fn has_native_name(&self, m: &crate::program::Method, class: &str, name: &str) -> bool {
        self.program.class_name(m.class) == class && self.program.name(m.name) == name
    }

    /// A call or something else puts arguments where it likes: from here on a thread's stack holds no readings.
    pub(super) fn cut_readings(&mut self, tid: ThreadId, from: usize) {
        if !self.state.thread(tid).core.readings.is_empty() {
            self.state.core_mut(tid).readings.cut(from);
        }
    }

    /// A register of the frame on top of a thread's stack was written, with what the thread was given last.
    pub(super) fn receive_reading(&mut self, tid: ThreadId, register: u16) {
        let reading = self.run.reading.take();
        let thread = self.state.thread(tid);
        if reading.is_none() && thread.core.readings.is_empty() {
            return;
        }
        let at = thread.top().map_or(0, |frame| frame.base as usize) + usize::from(register);
        let kept = self.state.core_mut(tid).readings.set(at, reading);
        if let (false, Some(reading)) = (kept, reading) {
            self.state.scalars.lose(reading.taken);
        }
    }
}
