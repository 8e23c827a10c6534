//! `gov.nasa.jpf.vm.Verify`, through which drivers written for Java PathFinder speak to the checker.
//!
//! Every public method has a row: it answers, or it refuses by name and says what to do instead. The code that the class brings
//! along is for runs without a checker (it draws one answer at random), so it never runs, but for two methods (`OWN_CODE`)
//! whose own code does what is asked for.
//!
//! *Counters* (and bit sets, and values by key) are kept outside of the state: going back does not undo them, so they add
//! up over all that a search explores. A program that could read one while schedules are explored would not be a
//! function of its state: two equal states could go on differently, and a replay would not show what the search has
//! seen. So writing is allowed and has no effect on the program; reading is refused, as is using the result of
//! `incrementCounter` (its register is live after the call). Before the first thread or choice there is one execution
//! only; there reading is allowed, and in single runs. A call counts once for every explored move that makes it: moves
//! that are only taken again (replays, other orders, a second search for races) do not count, nor do those that lead to a
//! state that was met before and are therefore not followed. So the sums depend on the options, as in PathFinder, and a
//! report tells them beside the verdict, not as a part of it.

use super::choices::{begin_atomic, choose_boolean, choose_from, choose_from_wide, end_atomic, ignore_if};
use super::{Arguments, Outcome, Row, rows};
use crate::interp::{Raise, Res};
use crate::program::{Facts, ObjId, ThreadId};
use crate::vm::Vm;
use std::collections::BTreeMap;

/// The class.
pub(super) const CLASS: &str = "gov/nasa/jpf/vm/Verify";

/// Methods of it whose own code is right.
pub(super) const OWN_CODE: [&str; 2] = ["isCalledFromClass", "log"];

/// What programs count outside of their state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counters: BTreeMap<i32, i32>,
    values: BTreeMap<String, i32>,
    bits: BTreeMap<(i32, i32), bool>,
    /// What is executed has been counted before, or does not count.
    paused: bool,
    /// What was counted before the search began.
    before: Option<Box<Tally>>,
}

impl Tally {
    /// A search begins: what has been counted stays, and only moves that it explores count.
    pub fn begin_search(&mut self) {
        self.before = None;
        let before = self.clone();
        *self = Tally { paused: true, before: Some(Box::new(before.clone())), ..before };
    }

    /// The search starts again.
    pub fn restart(&mut self) {
        if let Some(before) = self.before.take() {
            *self = *before;
            self.begin_search();
        }
    }

    /// Lets what comes count, or not.
    pub fn count(&mut self, counts: bool) {
        self.paused = !counts;
    }

    /// What was counted: names and numbers.
    pub fn told(&self) -> BTreeMap<String, i32> {
        let counters = self.counters.iter().map(|(id, &count)| (format!("counter {id}"), count));
        let values = self.values.iter().map(|(key, &value)| (format!("value {key}"), value));
        let bits = self.bits.iter().map(|((id, bit), &value)| (format!("bit {bit} of set {id}"), i32::from(value)));
        counters.chain(values).chain(bits).collect()
    }
}

impl Vm {
    /// The name of the method that runs, for refusals.
    fn verify_method(&self, tid: ThreadId) -> String {
        let name =
            self.state.thread(tid).top().map_or("", |top| self.program.name(self.program.method(top.method).name));
        format!("gov.nasa.jpf.vm.Verify.{name}")
    }

    /// Refuses the running method.
    fn refuse<T>(&self, tid: ThreadId, why: &str) -> Res<T> {
        Err(Raise::Unsupported(format!("{}: {why}", self.verify_method(tid))))
    }

    /// Refuses to tell the program what is outside of its state.
    fn refuse_reading(&self, tid: ThreadId) -> Res<()> {
        if self.is_searching() {
            return self.refuse(
                tid,
                "counters are outside of the state, and what a program reads from there while schedules are explored \
                 would depend on the order of the search; the report tells them",
            );
        }
        Ok(())
    }

    /// Whether the caller of the running method uses its result.
    fn result_is_used(&self, tid: ThreadId) -> bool {
        let [.., caller, top] = &self.state.thread(tid).frames[..] else { return true };
        if self.program.method(caller.method).code().is_none() {
            return true;
        }
        Facts::of(&self.program, caller.method).is_live(caller.pc, top.result)
    }

    /// A property from the command line.
    fn given_property(&self, key: &str) -> Option<&str> {
        self.config.properties.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The numbers that the properties of a choice describe, as PathFinder's generators read them.
    fn numbers_by_name(&self, tid: ThreadId, id: &str) -> Res<Vec<f64>> {
        let given = |part: &str| self.given_property(&format!("{id}.{part}"));
        let number = |part: &str| -> Res<Option<f64>> {
            let Some(text) = given(part) else { return Ok(None) };
            text.trim().parse().map(Some).or_else(|_| self.refuse(tid, &format!("{id}.{part} is no number: {text}")))
        };
        let class = given("class").map(|class| class.rsplit('.').next().unwrap_or(class).to_string());
        let kind = match class.as_deref() {
            Some("IntIntervalGenerator") => Generator::Interval,
            Some(
                "IntChoiceFromSet"
                | "IntChoiceFromList"
                | "DoubleChoiceFromSet"
                | "DoubleChoiceFromList"
                | "LongChoiceFromList"
                | "FloatChoiceFromList",
            ) => Generator::List,
            Some("DoubleThresholdGenerator") => Generator::Threshold,
            Some(other) => {
                let why = format!("no model of the choice generator {other}, which {id}.class names");
                return self.refuse(tid, &why);
            }
            None if given("values").is_some() => Generator::List,
            None if given("threshold").is_some() => Generator::Threshold,
            None => Generator::Interval,
        };
        let missing = |parts: &str| {
            self.refuse(tid, &format!("the properties {parts} say what to choose from, and are given by -D"))
        };
        match kind {
            Generator::List => {
                let Some(values) = given("values") else { return missing(&format!("{id}.values")) };
                let words = values.split([':', ',', ';', ' ', '{', '}', '\t']).filter(|word| !word.is_empty());
                let numbers: Result<Vec<f64>, &str> = words.map(|word| word.parse().map_err(|_| word)).collect();
                match numbers {
                    Ok(numbers) if numbers.is_empty() => self.refuse(tid, &format!("{id}.values is empty")),
                    Ok(numbers) => Ok(numbers),
                    Err(word) => {
                        self.refuse(tid, &format!("{id}.values: {word} is no number (variables are not read)"))
                    }
                }
            }
            Generator::Threshold => match (number("low")?, number("threshold")?, number("high")?) {
                (Some(low), Some(threshold), Some(high)) => Ok(vec![low, threshold, high]),
                _ => missing(&format!("{id}.low, {id}.threshold and {id}.high")),
            },
            Generator::Interval => {
                let (Some(min), Some(max)) = (number("min")?, number("max")?) else {
                    return missing(&format!("{id}.min and {id}.max, or {id}.values,"));
                };
                let delta = number("delta")?.unwrap_or(1.0);
                let (low, high) = (min.min(max), min.max(max));
                if delta == 0.0 || !delta.is_finite() || (high - low) / delta.abs() > MOST {
                    return self.refuse(tid, &format!("no steps of {delta} from {low} to {high}"));
                }
                let count = ((high - low) / delta.abs()).floor() as u32;
                let start = if delta > 0.0 { low } else { high };
                Ok((0..=count).map(|step| start + f64::from(step) * delta).collect())
            }
        }
    }
}

/// How the numbers of a choice are described.
enum Generator {
    Interval,
    List,
    Threshold,
}

/// More numbers than this are no choice that a search comes to the end of.
const MOST: f64 = 1e6;

/// Keys by which PathFinder's own search, scheduling and reports are configured. What they ask for has no meaning here, and
/// changes nothing that a verdict says: all schedules are explored, and what is not varied is named.
const STEERING: [&str; 9] = ["search.", "vm.", "cg.", "report.", "log.", "jpf.", "listener", "peer_packages", "trace."];

fn choose_between(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    between(vm, args.int(0), args.int(1))
}

fn choose_up_to(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    between(vm, 0, args.int(0))
}

/// Any `int` between two bounds, both included; the bounds may be given in either order.
fn between(vm: &mut Vm, one: i32, other: i32) -> Res<Outcome> {
    let (low, high) = (one.min(other), one.max(other));
    let Ok(options) = u32::try_from(i64::from(high) - i64::from(low) + 1) else {
        return Err(Raise::Unsupported("gov.nasa.jpf.vm.Verify: a choice among all numbers of 32 bits".into()));
    };
    Outcome::int(low.wrapping_add(vm.run.choose(options) as i32))
}

fn break_with_choice(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    between(vm, args.int(1), args.int(2))
}

fn int_by_name(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let id = vm.text(args.non_null(0)?).unwrap_or_default();
    let numbers = vm.numbers_by_name(tid, &id)?;
    if let Some(number) = numbers.iter().find(|&&number| f64::from(number as i32) != number) {
        return vm.refuse(tid, &format!("{id}: {number} is no int"));
    }
    Outcome::int(numbers[vm.run.choose(numbers.len() as u32) as usize] as i32)
}

fn double_by_name(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let id = vm.text(args.non_null(0)?).unwrap_or_default();
    let numbers = vm.numbers_by_name(tid, &id)?;
    Ok(Outcome::Value(numbers[vm.run.choose(numbers.len() as u32) as usize].to_bits()))
}

/// The value with as many bits flipped as asked for, whichever of the lowest ones.
fn flip(vm: &mut Vm, value: i64, flips: i32, width: i32) -> Res<i64> {
    if !(0..=64).contains(&width) || !(0..=width).contains(&flips) {
        let message = format!("cannot flip {flips} of {width} bits");
        return Err(Raise::new("java/lang/IllegalArgumentException", message));
    }
    let (mut value, mut lowest) = (value, 0);
    for flipped in 0..flips {
        // The bits that are still to come need room above this one.
        let highest = width - flips + flipped;
        let bit = lowest + vm.run.choose((highest - lowest + 1) as u32) as i32;
        value ^= 1 << bit;
        lowest = bit + 1;
    }
    Ok(value)
}

fn flip_long_within(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    Outcome::long(flip(vm, args.long(0), args.int(2), args.int(3))?)
}
fn flip_long(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    Outcome::long(flip(vm, args.long(0), args.int(2), 64)?)
}
fn flip_int(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    Outcome::int(flip(vm, args.int(0).into(), args.int(1), 32)? as i32)
}
fn flip_short(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    Outcome::int((flip(vm, args.int(0).into(), args.int(1), 16)? as i16).into())
}
fn flip_char(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    Outcome::int((flip(vm, args.int(0).into(), args.int(1), 16)? as u16).into())
}
fn flip_byte(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    Outcome::int((flip(vm, args.int(0).into(), args.int(1), 8)? as i8).into())
}

fn get_counter(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.refuse_reading(tid)?;
    Outcome::int(vm.observed.tally.counters.get(&args.int(0)).copied().unwrap_or(0))
}

fn set_counter(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    if !vm.observed.tally.paused && args.int(0) >= 0 {
        vm.observed.tally.counters.insert(args.int(0), args.int(1));
    }
    Outcome::void()
}

fn reset_counter(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    if !vm.observed.tally.paused
        && let Some(counter) = vm.observed.tally.counters.get_mut(&args.int(0))
    {
        *counter = 0;
    }
    Outcome::void()
}

fn increment_counter(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    if vm.is_searching() && vm.result_is_used(tid) {
        vm.refuse_reading(tid)?;
    }
    if vm.observed.tally.paused || args.int(0) < 0 {
        return Outcome::int(0);
    }
    let counter = vm.observed.tally.counters.entry(args.int(0)).or_default();
    *counter = counter.wrapping_add(1);
    // In a search no program can see this, and the state must not say what was counted.
    let count = if vm.is_searching() { 0 } else { *vm.observed.tally.counters.entry(args.int(0)).or_default() };
    Outcome::int(count)
}

fn put_value(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let key = vm.text(args.non_null(0)?).unwrap_or_default();
    if !vm.observed.tally.paused {
        vm.observed.tally.values.insert(key, args.int(1));
    }
    Outcome::void()
}

fn get_value(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    /// What there is no value for.
    const NO_VALUE: i32 = -1;
    vm.refuse_reading(tid)?;
    let key = vm.text(args.non_null(0)?).unwrap_or_default();
    Outcome::int(vm.observed.tally.values.get(&key).copied().unwrap_or(NO_VALUE))
}

fn set_bit(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    if !vm.observed.tally.paused {
        vm.observed.tally.bits.insert((args.int(0), args.int(1)), args.bool(2));
    }
    Outcome::void()
}

fn get_bit(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.refuse_reading(tid)?;
    Outcome::bool(vm.observed.tally.bits.get(&(args.int(0), args.int(1))).copied().unwrap_or(false))
}

fn assert_true(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    holds(vm, tid, args.bool(0))
}

fn assert_true_saying(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    if !args.bool(1) {
        let text = shown(vm, args.obj(0)) + "\n";
        vm.state.write(1, text.as_bytes());
    }
    holds(vm, tid, args.bool(1))
}

fn holds(_: &mut Vm, _: ThreadId, condition: bool) -> Res<Outcome> {
    if condition {
        return Outcome::void();
    }
    Err(Raise::new("java/lang/AssertionError", "Verify.assertTrue failed"))
}

/// A string as it is printed.
fn shown(vm: &Vm, text: ObjId) -> String {
    vm.text(text).unwrap_or_else(|| "null".into())
}

fn put(vm: &mut Vm, text: &str) -> Res<Outcome> {
    vm.state.write(1, text.as_bytes());
    Outcome::void()
}

fn print(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let text = shown(vm, args.obj(0));
    put(vm, &text)
}
fn println(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let text = shown(vm, args.obj(0)) + "\n";
    put(vm, &text)
}
fn print_line_end(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    put(vm, "\n")
}
fn print_int(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let text = format!("{} : {}", shown(vm, args.obj(0)), args.int(1));
    put(vm, &text)
}
fn print_boolean(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let text = format!("{} : {}", shown(vm, args.obj(0)), args.bool(1));
    put(vm, &text)
}
fn print_all(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let text: String = strings(vm, args.non_null(0)?).iter().map(|&text| shown(vm, text)).collect();
    put(vm, &text)
}
fn thread_print(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let text = format!("{}: {}", vm.thread_name(tid), shown(vm, args.obj(0)));
    put(vm, &text)
}
fn thread_println(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let text = format!("{}: {}\n", vm.thread_name(tid), shown(vm, args.obj(0)));
    put(vm, &text)
}

/// What the path has printed is there already: only what is to be said about it is new.
fn print_path(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    println(vm, tid, args)
}
fn print_path_if(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    if !args.bool(0) {
        return Outcome::void();
    }
    let text = shown(vm, args.obj(1)) + "\n";
    put(vm, &text)
}

/// The elements of an array of references.
fn strings(vm: &Vm, array: ObjId) -> Vec<ObjId> {
    (0..vm.state.heap.array_len(array)).map(|at| vm.state.heap.ref_at(array, at)).collect()
}

/// Settings that steer PathFinder have no meaning here; any other must be what it is already, since it would not be undone.
fn set_properties(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    if args.obj(0).is_null() {
        return Outcome::void();
    }
    for text in strings(vm, args.obj(0)) {
        let Some(text) = vm.text(text) else { continue };
        let (key, value) = text.split_once('=').unwrap_or((&text, "true"));
        let (key, value) = (key.trim().trim_start_matches('+').trim_end_matches('+'), value.trim());
        let steers = STEERING.iter().any(|prefix| key.starts_with(prefix));
        if !steers && vm.given_property(key) != Some(value) {
            let why = format!("a setting is no part of the state and would not be undone; give it by -D{key}={value}");
            return vm.refuse(tid, &why);
        }
    }
    Outcome::void()
}

fn get_property(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let Some(key) = vm.text(args.obj(0)) else { return Outcome::obj(ObjId::NULL) };
    match vm.given_property(&key).map(str::to_string) {
        Some(value) => {
            let value = vm.new_string(&value);
            Outcome::obj(value)
        }
        None if STEERING.iter().any(|prefix| key.starts_with(prefix)) => {
            vm.refuse(tid, &format!("{key} is a setting of PathFinder; what it should say here is given by -D{key}=…"))
        }
        None => Outcome::obj(ObjId::NULL),
    }
}

fn terminate_search(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.refuse(tid, "the program asks to end the search, so not everything was explored")
}

const TRACES: &str = "traces are written by the report, with the schedule to replay them by (--report)";

fn store_trace(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.refuse(tid, TRACES)
}
fn store_trace_if(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    if args.bool(0) { vm.refuse(tid, TRACES) } else { Outcome::void() }
}

fn no_attributes(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.refuse(tid, "attributes are for listeners, which there are none of; keep such values in fields or in a map")
}
fn no_objects(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.refuse(tid, "objects are not chosen by a name or a type; put them into an array and choose an index by getInt")
}
fn no_sharing(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.refuse(tid, "which objects count as shared is a matter of the search, not of the program's state")
}
fn no_heuristic(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.refuse(tid, "the value is outside of the state, and no search here uses it")
}
fn no_json(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.refuse(tid, "objects are not made from JSON; write the constructor calls, with choices as arguments")
}
fn no_object_files(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.refuse(tid, "objects are not written to files or read from there; use java.io.ObjectInputStream on a resource")
}
fn no_peer(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.refuse(tid, "there are no native peers; see the guide, Native models")
}

pub(super) const ROWS: &[Row] = rows! {
    "gov/nasa/jpf/vm/Verify" {
        "getBoolean" "()Z" [Choice(&[]), Computed] => choose_boolean,
        "getBoolean" "(Z)Z" [Choice(&[]), Computed] => choose_boolean,
        "randomBool" "()Z" [Choice(&[]), Computed] => choose_boolean,
        "getInt" "(II)I" [Choice(&[]), Computed] => choose_between,
        "random" "(I)I" [Choice(&[]), Computed] => choose_up_to,
        "getIntFromList" "([I)I" [Choice(&[whole(0)]), Computed] => choose_from,
        "getIntFromSet" "([I)I" [Choice(&[whole(0)]), Computed] => choose_from,
        "getFloatFromList" "([F)F" [Choice(&[whole(0)]), Computed] => choose_from,
        "getFloatFromSet" "([F)F" [Choice(&[whole(0)]), Computed] => choose_from,
        "getLongFromList" "([J)J" [Choice(&[whole(0)]), Computed] => choose_from_wide,
        "getLongFromSet" "([J)J" [Choice(&[whole(0)]), Computed] => choose_from_wide,
        "getDoubleFromList" "([D)D" [Choice(&[whole(0)]), Computed] => choose_from_wide,
        "getDoubleFromSet" "([D)D" [Choice(&[whole(0)]), Computed] => choose_from_wide,
        "getInt" "(Ljava/lang/String;)I" [Choice(&[]), Computed] => int_by_name,
        "getDouble" "(Ljava/lang/String;)D" [Choice(&[]), Computed] => double_by_name,
        "getBitFlip" "(JII)J" [Choice(&[]), Computed] => flip_long_within,
        "getBitFlip" "(JI)J" [Choice(&[]), Computed] => flip_long,
        "getBitFlip" "(II)I" [Choice(&[]), Computed] => flip_int,
        "getBitFlip" "(SI)S" [Choice(&[]), Computed] => flip_short,
        "getBitFlip" "(CI)C" [Choice(&[]), Computed] => flip_char,
        "getBitFlip" "(BI)B" [Choice(&[]), Computed] => flip_byte,
        "breakTransition" "(Ljava/lang/String;II)I" [Choice(&[]), Computed] => break_with_choice,
        // A step of its own, so that a transition ends here.
        "breakTransition" "(Ljava/lang/String;)V" [Outside(&[]), Computed] => super::nothing,
        "ignoreIf" "(Z)V" [Prune(true), Computed] => ignore_if,
        "beginAtomic" "()V" [AtomicBegin, Computed] => begin_atomic,
        "endAtomic" "()V" [AtomicEnd, Computed] => end_atomic,
        "isRunningInJPF" "()Z" [Nothing, Computed] => super::one,
        "vmIsMatchingStates" "()Z" [Nothing, Computed] => super::one,
        // A replay has to take the way of the search, so it does not tell.
        "isTraceReplay" "()Z" [Nothing, Computed] => super::zero,
        "currentTimeMillis" "()J" [Clock(crate::state::Clock::Date), Pinned(PinnedAnswer::Clock)] => super::clock::current_time_millis,
        "getCounter" "(I)I" [Nothing, Computed] => get_counter,
        "setCounter" "(II)V" [Nothing, Computed] => set_counter,
        "resetCounter" "(I)V" [Nothing, Computed] => reset_counter,
        "incrementCounter" "(I)I" [Nothing, Computed] => increment_counter,
        "putValue" "(Ljava/lang/String;I)V" [Nothing, Computed] => put_value,
        "getValue" "(Ljava/lang/String;)I" [Nothing, Computed] => get_value,
        "setBitInBitSet" "(IIZ)V" [Nothing, Computed] => set_bit,
        "getBitInBitSet" "(II)Z" [Nothing, Computed] => get_bit,
        "assertTrue" "(Z)V" [Nothing, Computed] => assert_true,
        "assertTrue" "(Ljava/lang/String;Z)V" [Output(&[]), Computed] => assert_true_saying,
        "print" "(Ljava/lang/String;)V" [Output(&[]), Computed] => print,
        "print" "(Ljava/lang/String;I)V" [Output(&[]), Computed] => print_int,
        "print" "(Ljava/lang/String;Z)V" [Output(&[]), Computed] => print_boolean,
        "print" "([Ljava/lang/String;)V" [Output(&[whole(0)]), Computed] => print_all,
        "println" "()V" [Output(&[]), Computed] => print_line_end,
        "println" "(Ljava/lang/String;)V" [Output(&[]), Computed] => println,
        "threadPrint" "(Ljava/lang/String;)V" [Output(&[]), Computed] => thread_print,
        "threadPrintln" "(Ljava/lang/String;)V" [Output(&[]), Computed] => thread_println,
        "printPathOutput" "(Ljava/lang/String;)V" [Output(&[]), Computed] => print_path,
        "printPathOutput" "(ZLjava/lang/String;)V" [Output(&[]), Computed] => print_path_if,
        // The trace shows the call, and so the comment.
        "addComment" "(Ljava/lang/String;)V" [Output(&[]), Computed] => super::nothing,
        "setProperties" "([Ljava/lang/String;)V" [Arrays(&[whole(0)]), Computed] => set_properties,
        "getProperty" "(Ljava/lang/String;)Ljava/lang/String;" [Nothing, Computed] => get_property,
        // Hints to PathFinder's search and marks for its listeners.
        "boring" "(Z)V" [Nothing, Computed] => super::nothing,
        "interesting" "(Z)V" [Nothing, Computed] => super::nothing,
        "setHeuristicSearchValue" "(I)V" [Nothing, Computed] => super::nothing,
        "resetHeuristicSearchValue" "()V" [Nothing, Computed] => super::nothing,
        "setShared" "(Ljava/lang/Object;Z)V" [Nothing, Computed] => super::nothing,
        "freezeSharedness" "(Ljava/lang/Object;Z)V" [Nothing, Computed] => super::nothing,
        "atLabel" "(Ljava/lang/String;)V" [Nothing, Computed] => super::nothing,
        "atLabel" "(I)V" [Nothing, Computed] => super::nothing,
        "instrumentPoint" "(Ljava/lang/String;)V" [Nothing, Computed] => super::nothing,
        "instrumentPointDeep" "(Ljava/lang/String;)V" [Nothing, Computed] => super::nothing,
        "instrumentPointDeepRecur" "(Ljava/lang/String;I)V" [Nothing, Computed] => super::nothing,
        "busyWait" "(J)V" [Nothing, Computed] => super::nothing,
        // Refused, with what to do instead.
        "getHeuristicSearchValue" "()I" [Nothing, Computed] => no_heuristic,
        "isShared" "(Ljava/lang/Object;)Z" [Nothing, Computed] => no_sharing,
        "terminateSearch" "()V" [Nothing, Computed] => terminate_search,
        "storeTrace" "(Ljava/lang/String;Ljava/lang/String;)V" [Nothing, Computed] => store_trace,
        "storeTraceIf" "(ZLjava/lang/String;Ljava/lang/String;)V" [Nothing, Computed] => store_trace_if,
        "storeTraceAndTerminate" "(Ljava/lang/String;Ljava/lang/String;)V" [Nothing, Computed] => store_trace,
        "storeTraceAndTerminateIf" "(ZLjava/lang/String;Ljava/lang/String;)V" [Nothing, Computed] => store_trace_if,
        "getObject" "(Ljava/lang/String;)Ljava/lang/Object;" [Nothing, Computed] => no_objects,
        "randomObject" "(Ljava/lang/String;)Ljava/lang/Object;" [Nothing, Computed] => no_objects,
        "createFromJSON" "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Object;" [Nothing, Computed] => no_json,
        "writeObjectToFile" "(Ljava/lang/Object;Ljava/lang/String;)V" [Nothing, Computed] => no_object_files,
        "readObjectFromFile" "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Object;" [Nothing, Computed] => no_object_files,
        "setPeerClass" "(Ljava/lang/Class;)V" [Nothing, Computed] => no_peer,
        "setFieldAttribute" "(Ljava/lang/Object;Ljava/lang/String;I)V" [Nothing, Computed] => no_attributes,
        "getFieldAttribute" "(Ljava/lang/Object;Ljava/lang/String;)I" [Nothing, Computed] => no_attributes,
        "addFieldAttribute" "(Ljava/lang/Object;Ljava/lang/String;I)V" [Nothing, Computed] => no_attributes,
        "getFieldAttributes" "(Ljava/lang/Object;Ljava/lang/String;)[I" [Nothing, Computed] => no_attributes,
        "setLocalAttribute" "(Ljava/lang/String;I)V" [Nothing, Computed] => no_attributes,
        "getLocalAttribute" "(Ljava/lang/String;)I" [Nothing, Computed] => no_attributes,
        "addLocalAttribute" "(Ljava/lang/String;I)V" [Nothing, Computed] => no_attributes,
        "getLocalAttributes" "(Ljava/lang/String;)[I" [Nothing, Computed] => no_attributes,
        "setElementAttribute" "(Ljava/lang/Object;II)V" [Nothing, Computed] => no_attributes,
        "getElementAttribute" "(Ljava/lang/Object;I)I" [Nothing, Computed] => no_attributes,
        "addElementAttribute" "(Ljava/lang/Object;II)V" [Nothing, Computed] => no_attributes,
        "getElementAttributes" "(Ljava/lang/Object;I)[I" [Nothing, Computed] => no_attributes,
        "setObjectAttribute" "(Ljava/lang/Object;I)V" [Nothing, Computed] => no_attributes,
        "getObjectAttribute" "(Ljava/lang/Object;)I" [Nothing, Computed] => no_attributes,
        "addObjectAttribute" "(Ljava/lang/Object;I)V" [Nothing, Computed] => no_attributes,
        "getObjectAttributes" "(Ljava/lang/Object;)[I" [Nothing, Computed] => no_attributes,
    }
};
