//! Choices that the program asks for: Braid's own API, and the part of Java PathFinder's that drivers use.
//!
//! In a search every answer is explored; a single run takes the first.

use super::{Arguments, Outcome, Row, rows};
use crate::interp::{Raise, Res};
use crate::program::ThreadId;
use crate::vm::Vm;

fn choose_boolean(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::bool(vm.choices.next(2) == 1)
}

/// An `int` between two bounds, both included.
fn choose_between(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (low, high) = (args.int(0), args.int(1));
    let options = u32::try_from(i64::from(high) - i64::from(low) + 1).unwrap_or(0);
    if options == 0 {
        return Err(Raise::new("java/lang/IllegalArgumentException", format!("no int from {low} to {high}")));
    }
    Outcome::int(low.wrapping_add(vm.choices.next(options) as i32))
}

/// An `int` from zero up to the bound, included.
fn choose_up_to(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let options = u32::try_from(i64::from(args.int(0)) + 1).unwrap_or(0).max(1);
    Outcome::int(vm.choices.next(options) as i32)
}

/// An `int` from zero up to the bound, not included.
fn choose_below(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let options = u32::try_from(args.int(0)).unwrap_or(0);
    if options == 0 {
        return Err(Raise::new("java/lang/IllegalArgumentException", format!("no int below {}", args.int(0))));
    }
    Outcome::int(vm.choices.next(options) as i32)
}

fn ignore_if(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.pruned = args.bool(0);
    Outcome::void()
}

fn assume(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.pruned = !args.bool(0);
    Outcome::void()
}

/// One of the numbers in an array.
fn choose_from(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let list = args.non_null(0)?;
    let len = vm.state.heap.array_len(list);
    if len == 0 {
        return Err(Raise::new("java/lang/IllegalArgumentException", "nothing to choose from"));
    }
    let at = vm.choices.next(len);
    Outcome::int(vm.state.heap.int_at(list, at) as i32)
}

fn begin_atomic(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.state.core_mut(tid).atomic += 1;
    Outcome::void()
}

fn end_atomic(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
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

pub(super) const ROWS: &[Row] = rows! {
    "gov/nasa/jpf/vm/Verify" {
        "getBoolean" "()Z" => choose_boolean,
        "randomBool" "()Z" => choose_boolean,
        "getBoolean" "(Z)Z" => choose_boolean,
        "getInt" "(II)I" => choose_between,
        "getIntFromList" "([I)I" => choose_from,
        "random" "(I)I" => choose_up_to,
        "ignoreIf" "(Z)V" => ignore_if,
        "beginAtomic" "()V" => begin_atomic,
        "endAtomic" "()V" => end_atomic,
        "isRunningInJPF" "()Z" => super::one,
    }
    "braid/Braid" {
        "choose" "(I)I" => choose_below,
        "choose" "(II)I" => choose_between,
        "choose" "()Z" => choose_boolean,
        "assume" "(Z)V" => assume,
        "beginAtomic" "()V" => begin_atomic,
        "endAtomic" "()V" => end_atomic,
        "isChecked" "()Z" => super::one,
        "record" "(Ljava/lang/String;)V" => record,
    }
};
