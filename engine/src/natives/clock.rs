//! The clock: the timer, the date, and how time passes for a program that waits by looking at them.
//!
//! The clock of a search moves when a timed wait expires. A program may also wait for time to pass by looking at the clock
//! again and again, and then it does pass: where timed waits may expire at any moment, a look at the clock finds that no
//! time has passed, or [`LAPSE`], which is more than programs wait for. That is a choice, and it is asked for only where it
//! can make a difference: where the program's own code looks, and something that it compares the answer with is at hand, a
//! time less than that far away. So a lapse is followed by another one only if the program has taken the time anew, and loops
//! of looks close. Where times are part of the state they do not, hence [`LAPSES`].

use super::{Arguments, Outcome, Row, rows};
use crate::interp::{Res, Watch};
use crate::program::{ClassId, Facts, Kind, MethodId, ObjId, ThreadId};
use crate::state::{CLOCK_START, EPOCH_MILLIS, Frame, Reading, date};
use crate::vm::Vm;
use std::rc::Rc;

/// What those read who seed generators of random numbers.
const SEED: i64 = 271_828_182_845;

/// Classes of the library that read the clock only to seed generators of random numbers.
const SEEDED: [&str; 4] = [
    "java/util/Random",
    "java/util/SplittableRandom",
    "java/util/concurrent/ThreadLocalRandom",
    "jdk/internal/util/random/RandomSupport",
];

/// What passes at once: an hour.
const LAPSE: i64 = 3_600_000_000_000;

/// A thread for which this much has passed does not wait by looking at the clock any more. Whether it has is part of the
/// state.
pub(crate) const LAPSES: i64 = 4 * LAPSE;

impl Vm {
    /// Whether the clock is read to seed a generator. Any seed will do, so it does not follow the time, which would make
    /// the time a part of the state.
    fn seeds(&self, tid: ThreadId) -> bool {
        let caller = self.state.thread(tid).frames.iter().nth_back(1);
        caller.is_some_and(|frame| SEEDED.contains(&self.program.class_name(self.program.method(frame.method).class)))
    }

    /// The time that a thread reads on the timer.
    fn timer(&mut self, tid: ThreadId) -> i64 {
        self.look_at_clock(tid);
        let now = self.now(tid);
        // After some days readings do not look like readings any more.
        self.state.scalars.dated |= !Reading::is(now as u64) || !Reading::is(date(now) as u64);
        now
    }

    /// Whether the program's own code stands before a look at the clock, be it through `java.time`.
    fn looks_at_clock(&self, tid: ThreadId) -> bool {
        const MEANS: [&str; 3] = ["java/time/", "java/util/Date", "java/lang/System"];
        let mut frames = self.state.thread(tid).frames.iter().rev();
        let Some(native) = frames.next() else { return false };
        let m = self.program.method(native.method);
        let is_clock = match self.program.class_name(m.class) {
            "java/lang/System" => matches!(self.program.name(m.name), "nanoTime" | "currentTimeMillis"),
            "jdk/internal/misc/VM" => self.program.name(m.name) == "getNanoTimeAdjustment",
            _ => false,
        };
        let name = |frame: &Frame| self.program.class_name(self.program.method(frame.method).class);
        let is_means =
            |frame: &Frame| MEANS.iter().any(|means| name(frame).starts_with(means)) || self.tells_rest(frame.method);
        let mut callers = frames.skip_while(|&frame| is_means(frame));
        is_clock && callers.next().is_some_and(|caller| self.is_users(caller.method))
    }

    /// Whether a method waits, and then looks at the clock to say how much of its time is left: `Condition.awaitNanos`.
    fn tells_rest(&self, method: MethodId) -> bool {
        let m = self.program.method(method);
        self.program.name(m.name) == "awaitNanos"
            && self.program.class_name(m.class).ends_with("Synchronizer$ConditionObject")
    }

    /// Whether a thread stands before a look at the clock at which time may have passed.
    pub(crate) fn time_may_pass(&self, tid: ThreadId) -> bool {
        self.watch != Watch::Off
            && !self.config.virtual_time
            && self.looks_at_clock(tid)
            && self.state.thread(tid).core.late < LAPSES
            && self.nearest_time(tid).is_some_and(|distance| distance < LAPSE.unsigned_abs())
    }

    /// How far away the nearest time is that the program's own code has at hand, or a method that waits for it.
    fn nearest_time(&self, tid: ThreadId) -> Option<u64> {
        let thread = self.state.thread(tid);
        let looks = |method: MethodId| self.is_users(method) || self.tells_rest(method);
        let depths = (0..thread.frames.len()).filter(|&depth| looks(thread.frames[depth].method));
        depths.flat_map(|depth| self.numbers_at_hand(tid, depth)).filter_map(|number| self.distance(tid, number)).min()
    }

    /// The numbers that a frame has at hand: in variables, in fields of objects that variables refer to, and in static
    /// fields of its class.
    fn numbers_at_hand(&self, tid: ThreadId, depth: usize) -> Vec<i64> {
        let thread = self.state.thread(tid);
        let Frame { method, pc, .. } = thread.frames[depth];
        let class = self.program.method(method).class;
        let mut numbers = self.longs(class, self.state.ready_mirror(class), Storage::Static);
        if self.program.method(method).code().is_none() {
            return numbers;
        }
        let registers = thread.registers(&thread.frames[depth]);
        let pending = thread.frames.get(depth + 1).filter(|callee| !callee.exit.repeats()).map(|callee| callee.result);
        let mut known = self.facts_at_clock.borrow_mut();
        let facts = known.entry(method).or_insert_with(|| Rc::new(Facts::of(&self.program, method))).clone();
        for register in facts.live_registers(pc).filter(|&register| Some(register) != pending) {
            let value = registers[usize::from(register)];
            let obj = ObjId(value as u32);
            if !facts.is_ref(pc, register) {
                numbers.push(value as i64);
            } else if !obj.is_null() {
                for &class in &self.program.class(self.state.heap.class_of(obj)).supers {
                    numbers.extend(self.longs(class, obj, Storage::Instance));
                }
            }
        }
        numbers
    }

    /// The fields of type `long` that a class declares.
    fn longs(&self, class: ClassId, holder: ObjId, storage: Storage) -> Vec<i64> {
        let c = self.program.class(class);
        let is_instant = self.program.class_name(class) == "java/time/Instant";
        if holder.is_null() || c.loader.is_library() && !is_instant {
            return Vec::new();
        }
        let fields = c.fields.iter().map(|&field| self.program.field(field));
        let fields = fields.filter(|f| f.kind == Kind::Long && f.flags.is_static() == (storage == Storage::Static));
        let slot = |slot: u16| if storage == Storage::Static { self.known.class_slots + slot } else { slot };
        let values = fields.map(|f| self.state.heap.field(holder, slot(f.slot)) as i64);
        values.map(|value| if is_instant { value.saturating_mul(1_000) } else { value }).collect()
    }

    /// How far a number is from now, if it is a time: as the timer or as milliseconds of the date.
    fn distance(&self, tid: ThreadId, number: i64) -> Option<u64> {
        /// Two days.
        const FAR: u64 = 48 * LAPSE.unsigned_abs();
        let now = self.now(tid);
        let date = date(now);
        let by_timer = number.wrapping_sub(now).unsigned_abs();
        let by_date = number.wrapping_sub(date).unsigned_abs().saturating_mul(1_000_000);
        Some(by_timer.min(by_date)).filter(|&distance| distance < FAR)
    }

    /// A thread looks at the clock.
    fn look_at_clock(&mut self, tid: ThreadId) {
        if self.watch == Watch::Off || !self.looks_at_clock(tid) {
            return;
        }
        if self.time_may_pass(tid) {
            if self.choices.next(2) == 1 {
                self.state.core_mut(tid).late += LAPSE;
            }
        } else if self.config.virtual_time || self.nearest_time(tid).is_none() {
            self.looked_in_vain = true;
        }
    }
}

/// Where fields are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Storage {
    Static,
    Instance,
}

fn current_time_millis(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::long(if vm.seeds(tid) { SEED } else { date(vm.timer(tid)) })
}

pub(super) fn nano_time(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    if vm.config.clock_ticks {
        vm.state.scalars.clock += 1_000;
    }
    Outcome::long(if vm.seeds(tid) { SEED } else { vm.timer(tid) })
}

/// Nanoseconds from a date in seconds to now: a number that does not look like a time.
fn nano_adjustment(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let passed = i128::from(vm.timer(tid) - CLOCK_START);
    let now = i128::from(EPOCH_MILLIS) * 1_000_000 + passed;
    vm.state.scalars.dated = true;
    let difference = now - i128::from(args.long(0)) * 1_000_000_000;
    Outcome::long(i64::try_from(difference).unwrap_or(-1))
}

pub(super) const ROWS: &[Row] = rows! {
    "java/lang/System" {
        "currentTimeMillis" "()J" => current_time_millis,
        "nanoTime" "()J" => nano_time,
    }
    "jdk/internal/misc/VM" { "getNanoTimeAdjustment" "(J)J" => nano_adjustment }
};
