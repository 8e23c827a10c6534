//! The clock: the timer, the date, and how time passes for a program that waits by looking at them.
//!
//! The clock of a search moves when a timed wait expires. A program may also wait for time to pass by looking at the clock
//! again and again, and then it does pass: where timed waits may expire at any moment, a look at the clock finds that no
//! time has passed, or [`LAPSE`], which is more than programs wait for. That is a choice, and it is asked for only where it
//! can make a difference: where the program's own code looks, and there is a time to compare the answer with that is not as
//! long ago, wherever the program can get at it. So a lapse is followed by another one only if the program has taken the
//! time anew, and loops of looks close. Where times are part of the state they do not, hence [`LAPSES`].

use super::effect::Effect;
use super::{Arguments, Outcome, Row, rows};
use crate::interp::{Res, Watch};
use crate::program::{ClassId, ClassKind, Facts, Kind, MethodId, ObjId, ThreadId};
use crate::state::{CLOCK_START, EPOCH_MILLIS, Frame, Init, Reading, date};
use crate::vm::Vm;
use rustc_hash::FxHashSet;
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

/// Nor does one for which this much has passed, even if others are ahead of it.
const MOST: i64 = 4 * LAPSES;

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
        let is_clock = self.effect(native.method) == Effect::Clock;
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
            && matches!(self.lapse(tid), Lapse::Of(_))
    }

    /// What may pass at a look at the clock. How far away times in variables of other threads are is no part of the state, so
    /// these do not count.
    fn lapse(&self, tid: ThreadId) -> Lapse {
        let mut numbers = Numbers::default();
        self.variables(tid, &mut numbers);
        let ahead = |numbers: &Numbers| numbers.found.iter().filter_map(|&number| self.ahead(tid, number)).max();
        let own = ahead(&numbers);
        self.reach(&mut numbers);
        let late = self.state.thread(tid).core.late;
        match ahead(&numbers) {
            None => Lapse::Nothing,
            Some(ahead) if ahead <= -LAPSE => Lapse::Enough,
            // What others have noted may be later than anything that has passed here.
            Some(ahead) if late < LAPSES || own < Some(ahead) && late < MOST => Lapse::Of(ahead.max(0) + LAPSE),
            Some(ahead) if own < Some(ahead) => Lapse::TooMuch,
            Some(_) => Lapse::Enough,
        }
    }

    /// The live variables of the program's own code on a thread's stack, and of methods that wait for it.
    fn variables(&self, tid: ThreadId, numbers: &mut Numbers) {
        let frames = &self.state.thread(tid).frames;
        let looks = |method: MethodId| self.is_users(method) || self.tells_rest(method);
        let depths = (0..frames.len()).filter(|&depth| looks(frames[depth].method));
        depths.for_each(|depth| self.variables_of(tid, depth, numbers));
    }

    /// The live variables of a frame.
    fn variables_of(&self, tid: ThreadId, depth: usize, numbers: &mut Numbers) {
        let thread = self.state.thread(tid);
        let method = thread.frames[depth].method;
        if self.program.method(method).code().is_none() {
            return;
        }
        let registers = thread.registers(&thread.frames[depth]);
        let mut known = self.facts_at_clock.borrow_mut();
        let facts = known.entry(method).or_insert_with(|| Rc::new(Facts::of(&self.program, method))).clone();
        for (register, is_ref) in facts.live_at_rest(thread.rest(depth)) {
            let value = registers[usize::from(register)];
            match is_ref {
                true => numbers.objects.push(ObjId(value as u32)),
                false => numbers.found.push(value as i64),
            }
        }
    }

    /// Adds what can be reached from variables, from static fields of the program's own classes, and from threads. What the
    /// class library made before the program began holds no times of the program's, apart from thread-local variables.
    fn reach(&self, numbers: &mut Numbers) {
        numbers.objects.extend(self.state.threads().iter().map(|thread| thread.object));
        let classes = (0..self.program.classes.len()).map(ClassId::new);
        for class in classes.filter(|&class| !self.program.class(class).loader.is_library()) {
            if let (Some(mirror), true) = (self.state.mirror(class), self.state.init(class) != Init::Linked) {
                self.fields(class, mirror, Storage::Static, numbers);
            }
        }
        let follows = |obj: ObjId| {
            let class = self.program.class_name(self.state.heap.class_of(obj));
            obj >= self.first_own || class.contains("java/lang/ThreadLocal$ThreadLocalMap")
        };
        let mut seen: FxHashSet<ObjId> = std::mem::take(&mut numbers.objects).into_iter().collect();
        seen.remove(&ObjId::NULL);
        seen.iter().for_each(|&root| self.members(root, numbers));
        while let Some(obj) = numbers.objects.pop() {
            if !obj.is_null() && follows(obj) && seen.insert(obj) {
                self.members(obj, numbers);
            }
        }
    }

    /// The numbers and references in an object.
    fn members(&self, obj: ObjId, numbers: &mut Numbers) {
        let heap = &self.state.heap;
        let class = self.program.class(heap.class_of(obj));
        match class.kind {
            ClassKind::Array { kind: Kind::Ref, .. } => {
                numbers.objects.extend((0..heap.array_len(obj)).map(|i| heap.ref_at(obj, i)));
            }
            ClassKind::Array { kind: Kind::Long, .. } => {
                numbers.found.extend(heap.words_of(obj).iter().map(|&word| word as i64));
            }
            ClassKind::Array { .. } | ClassKind::Primitive(_) => {}
            ClassKind::Instance | ClassKind::Interface => {
                class.supers.iter().for_each(|&class| self.fields(class, obj, Storage::Instance, numbers));
            }
        }
    }

    /// The fields that a class declares and a holder has.
    fn fields(&self, class: ClassId, holder: ObjId, storage: Storage, numbers: &mut Numbers) {
        let is_instant = self.program.class_name(class) == "java/time/Instant";
        for field in self.program.class(class).fields.iter().map(|&field| self.program.field(field)) {
            if field.flags.is_static() != (storage == Storage::Static) {
                continue;
            }
            let slot = if storage == Storage::Static { self.known.class_slots + field.slot } else { field.slot };
            let value = self.state.heap.field(holder, slot);
            match field.kind {
                Kind::Ref => numbers.objects.push(ObjId(value as u32)),
                // Of the fields of an instant this is the one in seconds.
                Kind::Long if is_instant => numbers.found.push((value as i64).saturating_mul(1_000)),
                Kind::Long => numbers.found.push(value as i64),
                _ => {}
            }
        }
    }

    /// How far ahead a number is, if it is a time: as the timer or as milliseconds of the date.
    fn ahead(&self, tid: ThreadId, number: i64) -> Option<i64> {
        /// Two days.
        const FAR: u64 = 48 * LAPSE.unsigned_abs();
        let now = self.now(tid);
        let by_timer = number.wrapping_sub(now);
        let by_date = number.wrapping_sub(date(now)).saturating_mul(1_000_000);
        [by_timer, by_date].into_iter().filter(|ahead| ahead.unsigned_abs() < FAR).max()
    }

    /// A thread looks at the clock.
    fn look_at_clock(&mut self, tid: ThreadId) {
        if self.watch == Watch::Off || !self.looks_at_clock(tid) {
            return;
        }
        if self.config.virtual_time {
            self.looked_in_vain = true;
            return;
        }
        match self.lapse(tid) {
            Lapse::Of(time) => {
                if self.choices.next(2) == 1 {
                    self.state.core_mut(tid).late += time;
                }
            }
            Lapse::Nothing | Lapse::TooMuch => self.looked_in_vain = true,
            Lapse::Enough => {}
        }
    }
}

/// What may pass at a look at the clock.
enum Lapse {
    /// So much.
    Of(i64),
    /// Nothing that could be told: there is no time to compare with.
    Nothing,
    /// Nothing more: all times are long ago, or enough has passed for a thread that waits in vain.
    Enough,
    /// Nothing more, although that could be told.
    TooMuch,
}

/// Numbers that a program can get at.
#[derive(Default)]
struct Numbers {
    found: Vec<i64>,
    /// Where there may be more.
    objects: Vec<ObjId>,
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
        "currentTimeMillis" "()J" [Clock, Pinned(Fixed::Clock)] => current_time_millis,
        "nanoTime" "()J" [Clock, Pinned(Fixed::Clock)] => nano_time,
    }
    "jdk/internal/misc/VM" { "getNanoTimeAdjustment" "(J)J" [Clock, Pinned(Fixed::Clock)] => nano_adjustment }
};
