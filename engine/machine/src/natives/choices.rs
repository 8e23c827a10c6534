//! Choices that the program asks for by Braid's own API, and what Java PathFinder's (`verify`) shares with it.
//!
//! In a search every answer is explored; a single run takes the first.

use super::{Arguments, Outcome, Row, rows};
use crate::interp::{Raise, Res};
use crate::parts::Invocation;
use crate::program::{MethodId, ObjId, ThreadId};
use crate::state::Carrier;
use crate::vm::Vm;

pub(super) fn choose_boolean(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::bool(vm.run.choose(2) == 1)
}

/// An `int` between two bounds, both included.
fn choose_between(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (low, high) = (args.int(0), args.int(1));
    let options = u32::try_from(i64::from(high) - i64::from(low) + 1).unwrap_or(0);
    if options == 0 {
        return Err(Raise::new("java/lang/IllegalArgumentException", format!("no int from {low} to {high}")));
    }
    Outcome::int(low.wrapping_add(vm.run.choose(options) as i32))
}

/// An `int` from zero up to the bound, not included.
fn choose_below(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let options = u32::try_from(args.int(0)).unwrap_or(0);
    if options == 0 {
        return Err(Raise::new("java/lang/IllegalArgumentException", format!("no int below {}", args.int(0))));
    }
    Outcome::int(vm.run.choose(options) as i32)
}

pub(super) fn ignore_if(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.run.pruned = args.bool(0);
    Outcome::void()
}

fn assume(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.run.pruned = !args.bool(0);
    Outcome::void()
}

/// The place of one of the elements of an array.
fn choose_place(vm: &mut Vm, args: Arguments) -> Res<(ObjId, u32)> {
    let list = args.non_null(0)?;
    let len = vm.state.heap.array_len(list);
    if len == 0 {
        return Err(Raise::new("java/lang/IllegalArgumentException", "nothing to choose from"));
    }
    Ok((list, vm.run.choose(len)))
}

/// One of the numbers of four bytes in an array.
pub(super) fn choose_from(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (list, at) = choose_place(vm, args)?;
    Outcome::int(vm.state.heap.int_at(list, at) as i32)
}

/// One of the numbers of eight bytes in an array.
pub(super) fn choose_from_wide(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (list, at) = choose_place(vm, args)?;
    Ok(Outcome::Value(vm.state.heap.long_at(list, at)))
}

/// Classes whose methods are modelled or unsupported: their own code does something else than what is asked for. That of
/// Java PathFinder's draws one answer at random.
const CLOSED: [&str; 1] = [super::verify::CLASS];

/// Whether the engine answers for all methods of a class or refuses: their code never runs.
pub fn is_closed_class(class: &str) -> bool {
    CLOSED.contains(&class)
}

impl Vm {
    /// One of so many answers, at least one, each of which a search explores. For natives whose rows have
    /// [`Effect::Choice`](super::effect::Effect::Choice).
    pub fn choose(&mut self, options: u32) -> u32 {
        self.run.choose(options.max(1))
    }

    /// Whether the code of a method must not run, be there a model of it or not.
    pub(crate) fn is_closed(&self, method: MethodId) -> bool {
        let m = self.program.method(method);
        let name = self.program.name(m.name);
        is_closed_class(self.program.class_name(m.class))
            && !name.starts_with('<')
            && !super::verify::OWN_CODE.contains(&name)
    }
}

pub(super) fn begin_atomic(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.state.core_mut(tid).atomic += 1;
    Outcome::void()
}

pub(super) fn end_atomic(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.happens_release(tid, Carrier::Atomic);
    let core = vm.state.core_mut(tid);
    core.atomic = core.atomic.saturating_sub(1);
    Outcome::void()
}

/// Adds a value to what this execution ends with.
fn record(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let value = vm.text(args.obj(0)).unwrap_or_default();
    let list = vm.state.scalars.outcome;
    vm.state.scalars.outcome = vm.state.outcomes.longer(list, &value);
    Outcome::void()
}

/// A model does not know what the real thing would do.
fn refuse(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    Err(Raise::Unsupported(vm.text(args.obj(0)).unwrap_or_default()))
}

fn invocation_begun(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.observed.invocation = Invocation::Begun;
    Outcome::void()
}

fn invocation_missing(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.observed.invocation = Invocation::Missing;
    Err(Raise::Unsupported("the test has no such invocation".into()))
}

pub(super) const ROWS: &[Row] = rows! {
    "braid/testing/Launch" {
        "begun" "()V" [Nothing, Computed] => invocation_begun,
        "missing" "()V" [Nothing, Computed] => invocation_missing,
    }
    "braid/Braid" {
        "choose" "(I)I" [Choice(&[]), Computed] => choose_below,
        "choose" "(II)I" [Choice(&[]), Computed] => choose_between,
        "choose" "()Z" [Choice(&[]), Computed] => choose_boolean,
        "assume" "(Z)V" [Prune(false), Computed] => assume,
        "beginAtomic" "()V" [AtomicBegin, Computed] => begin_atomic,
        "endAtomic" "()V" [AtomicEnd, Computed] => end_atomic,
        "isChecked" "()Z" [Nothing, Computed] => super::one,
        "refuse" "(Ljava/lang/String;)V" [Nothing, Computed] => refuse,
        "record" "(Ljava/lang/String;)V" [Outside(&[]), Computed] => record,
    }
};
