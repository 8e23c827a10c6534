//! The clock: the timer, the date, and how time passes for a program that waits by looking at them.
//!
//! There is one clock for all threads, and it never runs backwards. In a search it moves when a timed wait expires: to the
//! first whole millisecond after the end of the wait, if it does not show more already. So a thread that learns of that in any
//! way finds that the time has passed.
//!
//! A program may also wait for time to pass by looking at the clock again and again, and then it does pass: where timed
//! waits may expire at any moment, a look at the clock finds that no time has passed, or [`LAPSE`], which is more than
//! programs wait for. That is a choice, and it is asked for only where it can make a difference: where the program's own
//! code looks, and there is a time to compare the answer with that is not as long ago: a reading in a live variable of the
//! thread, or the last one that is not followed any more. So a lapse is followed by another one only if the program has taken the
//! time anew, and loops of looks close. Where the time is part of the state they do not, hence [`LAPSES`].
//!
//! A date may be compared with a fixed one, a deadline: so the date of a look is that of the start, or a lifetime later.
//!
//! A thread that waits in vain again and again at the same place lets the readings of other threads grow old. After
//! [`ROUNDS`] times a lot of time passes at once, so that loops of timed waits close as well (`check/canon/times.rs`).

use super::effect::Effect;
use super::{Arguments, Outcome, Row, rows};
use crate::interp::{Res, Watch};
use crate::program::{Facts, MethodId, ThreadId};
use crate::state::{CENTURY, CLOCK_START, Clock, EPOCH_MILLIS, Frame, LAPSE, Reading, Scalars, after, date};
use crate::vm::Vm;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::rc::Rc;

/// What those read who seed generators of random numbers.
const SEED: i64 = 271_828_182_845;

/// Where the time is part of the state, this much passes by looking at the clock, and no more.
const LAPSES: i64 = 16 * LAPSE;

/// How often a wait at the same place expires before a lot of time passes at once.
const ROUNDS: u8 = 4;

impl Vm {
    /// Whether the clock is read to seed a generator. Any seed will do, so it does not follow the time, which would make
    /// the time a part of the state.
    pub(crate) fn seeds(&self, tid: ThreadId) -> bool {
        let caller = self.state.thread(tid).frames.iter().nth_back(1);
        caller.is_some_and(|frame| self.program.class_facts(self.program.method(frame.method).class).seeds)
    }

    /// The time that a thread reads on a clock, as the timer shows it.
    fn read(&mut self, tid: ThreadId, of: Clock) -> i64 {
        self.look_at_clock(tid);
        let taken = self.state.scalars.clock;
        if self.run.watch != Watch::Off {
            self.run.looks += 1;
            self.observed.time_was_read = true;
            self.observed.is_timed = true;
            self.run.reading = Some(Reading { of, taken });
        }
        taken
    }

    /// Whether keys say anything about time.
    pub fn time_shows(&self) -> bool {
        self.config.virtual_time || self.run.visibility.time_is_observed
    }

    /// Whether what a thread reads on the clock, or when its wait will be over, depends on what others do.
    pub fn time_is_shared(&self) -> bool {
        !self.config.virtual_time && self.run.visibility.time_is_observed
    }

    /// Whether a look at the clock has found that it is a lifetime later.
    pub fn is_far_future(&self) -> bool {
        self.passed() >= CENTURY
    }

    /// What has passed since the clock was started.
    fn passed(&self) -> i64 {
        self.state.scalars.clock.saturating_sub(CLOCK_START)
    }

    /// The clock that the program is about to look at, by whatever means: `java.time`, calendars, handles, reflection. What
    /// parts of the class library that wait themselves find there is their own affair.
    fn looks_at_clock(&self, tid: ThreadId) -> Option<Clock> {
        let mut frames = self.state.thread(tid).frames.iter().rev();
        let native = frames.next()?;
        let Effect::Clock(clock) = self.effect(native.method) else { return None };
        let waits = |frame: &Frame| {
            self.program.class_facts(self.program.method(frame.method).class).waits && !self.tells_rest(frame.method)
        };
        let mut callers = frames.skip_while(|&frame| !self.is_users(frame.method) && !waits(frame));
        callers.next().is_some_and(|caller| self.is_users(caller.method)).then_some(clock)
    }

    /// Whether a method waits, and then looks at the clock to say how much of its time is left: `Condition.awaitNanos`.
    fn tells_rest(&self, method: MethodId) -> bool {
        let m = self.program.method(method);
        self.program.name(m.name) == "awaitNanos"
            && self.program.class_name(m.class).ends_with("Synchronizer$ConditionObject")
    }

    /// Whether a thread stands before a look at the clock at which time may have passed.
    pub(crate) fn time_may_pass(&self, tid: ThreadId) -> bool {
        self.run.watch != Watch::Off
            && !self.config.virtual_time
            && self.looks_at_clock(tid).is_some_and(|clock| !self.lapses(tid, clock).to.is_empty())
    }

    /// What a look at the clock may find besides that no time has passed.
    fn lapses(&self, tid: ThreadId, clock: Clock) -> Lapses {
        let now = self.state.scalars.clock;
        let mut lapses = Lapses::default();
        let Scalars { dated, noted, .. } = self.state.scalars;
        let mut times: Vec<i64> =
            self.live_readings(tid).into_iter().map(|(value, reading)| reading.latest(value)).collect();
        times.extend(dated.then_some(noted));
        match times.into_iter().max() {
            None => lapses.in_vain = true,
            // All of them are long ago, as far as that is known.
            Some(time) if now.saturating_sub(time) >= LAPSE => lapses.in_vain = dated,
            Some(_) if dated && self.passed() % CENTURY >= LAPSES => lapses.in_vain = true,
            Some(time) => lapses.to.push(after(now.max(time).saturating_add(LAPSE))),
        }
        if clock == Clock::Date && !self.is_far_future() {
            lapses.to.push(after(now.saturating_add(CENTURY)));
        }
        lapses
    }

    /// The readings in live variables of a thread.
    fn live_readings(&self, tid: ThreadId) -> Vec<(u64, Reading)> {
        let thread = self.state.thread(tid);
        if thread.core.readings.is_empty() || thread.is_terminated() {
            return Vec::new();
        }
        let reading = |at: u32, register: u16| thread.core.readings.get(at as usize + usize::from(register));
        let mut found = Vec::new();
        self.live_numbers(tid, |base, register, value| {
            found.extend(reading(base, register).map(|reading| (value, reading)));
        });
        found
    }

    /// Reports the live variables of a thread that hold no references.
    fn live_numbers(&self, tid: ThreadId, mut report: impl FnMut(u32, u16, u64)) {
        let thread = self.state.thread(tid);
        for (depth, &Frame { method, base, .. }) in thread.frames.iter().enumerate() {
            if self.program.method(method).code().is_none() {
                continue;
            }
            let registers = thread.registers(&thread.frames[depth]);
            let mut known = self.links.facts_at_clock.borrow_mut();
            let facts = known.entry(method).or_insert_with(|| Rc::new(Facts::of(&self.program, method))).clone();
            for (register, is_ref) in facts.live_at_rest(thread.rest(depth)) {
                if !is_ref {
                    report(base, register, registers[usize::from(register)]);
                }
            }
        }
    }

    /// A thread looks at the clock.
    fn look_at_clock(&mut self, tid: ThreadId) {
        if self.run.watch == Watch::Off {
            return;
        }
        let Some(clock) = self.looks_at_clock(tid) else { return };
        if self.config.virtual_time {
            self.observed.looked_in_vain = true;
            return;
        }
        let lapses = self.lapses(tid, clock);
        self.observed.looked_in_vain |= lapses.in_vain;
        let count = lapses.to.len() as u32;
        if count > 0
            && let Some(at) = (self.run.choose(count + 1) as usize).checked_sub(1)
        {
            self.state.scalars.clock = lapses.to[at];
        }
    }

    /// The time of a thread's wait is up.
    pub fn time_is_up(&mut self, tid: ThreadId, at: i64) {
        self.pass_time_until(at);
        if !self.time_is_shared() || self.state.scalars.dated {
            return;
        }
        let place = self.place_of(tid);
        let (last, rounds) = self.state.thread(tid).core.expired;
        let rounds = if place == last { rounds.saturating_add(1).min(ROUNDS) } else { 1 };
        self.state.core_mut(tid).expired = (place, rounds);
        if rounds == ROUNDS {
            self.pass_rounds(tid);
        }
    }

    /// A thread waits up to a date that is no reading of the clock, or is not followed: how long depends on the time.
    pub(crate) fn note_fixed_deadline(&mut self) {
        self.observed.is_timed = true;
        if self.run.watch != Watch::Off {
            self.observed.time_was_read = true;
            self.state.scalars.lose(self.state.scalars.clock);
        }
    }

    /// Whether the native on top of a thread's stack is given a reading.
    pub(crate) fn is_given_reading(&self, tid: ThreadId) -> bool {
        let thread = self.state.thread(tid);
        thread.top().is_some_and(|frame| thread.core.readings.from(frame.base as usize).next().is_some())
    }

    /// Time passes until a wait is over.
    pub(crate) fn pass_time_until(&mut self, at: i64) {
        if at >= self.state.scalars.clock {
            self.state.scalars.clock = after(at);
        }
    }

    /// A thread waits in vain again and again. If any thread can tell, much time passes by that.
    fn pass_rounds(&mut self, tid: ThreadId) {
        let now = self.state.scalars.clock;
        let fresh = |(_, reading): (u64, Reading)| now.saturating_sub(reading.taken) < LAPSE;
        let counts = self.state.thread_ids().any(|id| self.live_readings(id).into_iter().any(fresh));
        let others = self.state.thread_ids().filter(|&id| id != tid);
        let last = others.filter_map(|id| self.deadline(id)).filter(|&at| at > now).max();
        if counts || last.is_some() {
            self.state.scalars.clock = after(last.unwrap_or(now).saturating_add(LAPSE));
        }
    }

    /// Where a thread is, as far as its stack tells: the instructions, and the numbers in variables that are no readings.
    fn place_of(&self, tid: ThreadId) -> u64 {
        let thread = self.state.thread(tid);
        let mut hasher = FxHasher::default();
        for frame in &thread.frames {
            let m = self.program.method(frame.method);
            hasher.write_u64(m.key);
            hasher.write_u32(m.code().map_or(0, |code| frame.pc.0.wrapping_sub(code.start.0)));
        }
        self.live_numbers(tid, |base, register, value| {
            let reading = thread.core.readings.get(base as usize + usize::from(register));
            hasher.write_u64(if reading.is_some() { 0 } else { value });
        });
        hasher.finish() | 1
    }
}

/// What a look at the clock may find.
#[derive(Default)]
struct Lapses {
    /// That it is one of these times.
    to: Vec<i64>,
    /// Whether more time may pass than can be told, or there is nothing yet to tell it by.
    in_vain: bool,
}

pub(super) fn current_time_millis(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::long(if vm.seeds(tid) { SEED } else { date(vm.read(tid, Clock::Date)) })
}

pub(super) fn nano_time(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    if vm.config.clock_ticks {
        vm.state.scalars.clock += 1_000;
    }
    Outcome::long(if vm.seeds(tid) { SEED } else { vm.read(tid, Clock::Timer) })
}

/// Nanoseconds from a date in seconds to now: what becomes of that is not followed.
fn nano_adjustment(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let passed = i128::from(vm.read(tid, Clock::Date) - CLOCK_START);
    vm.run.reading = None;
    let now = i128::from(EPOCH_MILLIS) * 1_000_000 + passed;
    if vm.run.watch != Watch::Off {
        vm.state.scalars.lose(vm.state.scalars.clock);
    }
    let difference = now - i128::from(args.long(0)) * 1_000_000_000;
    Outcome::long(i64::try_from(difference).unwrap_or(-1))
}

/// Milliseconds since the program has started: what becomes of that is not followed.
pub(super) fn uptime(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    let passed = vm.read(tid, Clock::Timer) - CLOCK_START;
    vm.run.reading = None;
    if vm.run.watch != Watch::Off {
        vm.state.scalars.lose(vm.state.scalars.clock);
    }
    Outcome::long(passed / 1_000_000 + 1)
}

pub(super) const ROWS: &[Row] = rows! {
    "java/lang/System" {
        "currentTimeMillis" "()J" [Clock(crate::state::Clock::Date), Pinned(PinnedAnswer::Clock)] => current_time_millis,
        "nanoTime" "()J" [Clock(crate::state::Clock::Timer), Pinned(PinnedAnswer::Clock)] => nano_time,
    }
    "jdk/internal/misc/VM" { "getNanoTimeAdjustment" "(J)J" [Clock(crate::state::Clock::Date), Pinned(PinnedAnswer::Clock)] => nano_adjustment }
};
