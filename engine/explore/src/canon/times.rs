//! What a key says about time.
//!
//! Where the program never looks at the clock, nothing: a timed wait may expire at any moment, and how much time has passed
//! by then makes no difference. Once it looks ([`Visibility::time_is_observed`](braid_machine::parts::Visibility)), a key says
//! how long timed waits still last and how long ago the looks were whose readings are alive. The time itself is part of it
//! only if something depends on it that is not followed ([`Scalars::dated`](braid_machine::state::Scalars)).
//!
//! A thread that waits in vain again and again makes the readings of others older and older. So looks that are further
//! apart than [`LAPSE`] are that far apart, and so are the last look and the present. Verdicts name that.

use super::slots::FactsTable;
use braid_machine::state::{Clock, LAPSE, Reading};
use braid_machine::vm::Vm;
use braid_program::ThreadId;

/// How late a wait can be, in keys.
const LATE: i64 = 1_000_000;

/// A reading in a live register.
#[derive(Clone, Copy)]
pub(super) struct LiveReading {
    pub thread: ThreadId,
    /// The key of the thread.
    key: u64,
    pub depth: u32,
    pub register: u16,
    pub value: u64,
    reading: Reading,
}

/// Sorts readings by where they are. When their clocks were read, the last time first, and how long ago that is in keys.
fn ages(now: i64, live: &mut [LiveReading]) -> Vec<(i64, i64)> {
    live.sort_unstable_by_key(|live| (live.key, live.depth, live.register));
    let mut taken: Vec<i64> = live.iter().map(|live| live.reading.taken).collect();
    taken.sort_unstable_by(|a, b| b.cmp(a));
    taken.dedup();
    let (mut last, mut age) = (now, 0i64);
    let ages = taken.into_iter().map(|taken| {
        age = age.saturating_add(last.saturating_sub(taken).min(LAPSE));
        last = taken;
        (taken, age)
    });
    ages.collect()
}

/// The times in a state.
pub(super) struct Times {
    now: i64,
    /// Whether keys speak of time at all.
    shows: bool,
    dated: bool,
    live: Vec<LiveReading>,
    /// When clocks were read whose readings are alive, the last time first, and how long ago that is in keys.
    ages: Vec<(i64, i64)>,
}

impl Times {
    /// The times in the machine's state.
    pub fn of(vm: &Vm, facts: &mut FactsTable) -> Self {
        let now = vm.state.scalars.clock;
        let mut live = Vec::new();
        let timed = |id: ThreadId| !vm.state.thread(id).core.readings.is_empty();
        for id in vm.state.thread_ids().filter(|&id| timed(id) && !vm.state.thread(id).is_terminated()) {
            let thread = vm.state.thread(id);
            for depth in 0..thread.frames.len() {
                let base = thread.frames[depth].base as usize;
                facts.for_each_live(vm, thread, depth, |register, value, is_ref| {
                    if let (false, Some(reading)) = (is_ref, thread.core.readings.get(base + usize::from(register))) {
                        let depth = depth as u32;
                        live.push(LiveReading { thread: id, key: thread.key, depth, register, value, reading });
                    }
                });
            }
        }
        let ages = if live.is_empty() { Vec::new() } else { ages(now, &mut live) };
        let shows = vm.time_shows();
        Times { now, shows, dated: vm.state.scalars.dated, live, ages }
    }

    /// The time, and whether it is the far future, as far as they are part of the state.
    pub fn clock(&self, vm: &Vm) -> (i64, bool) {
        (if self.dated { self.now } else { 0 }, self.shows && vm.is_far_future())
    }

    /// How far away the last time is that is not followed.
    pub fn noted(&self, vm: &Vm) -> i64 {
        if self.dated { vm.state.scalars.noted.saturating_sub(self.now).max(-LAPSE) } else { 0 }
    }

    /// What a state says about the end of a wait.
    pub fn until(&self, at: Option<i64>) -> u64 {
        match at {
            None => 0,
            Some(_) if !self.shows => 1,
            Some(at) => {
                (at.max(self.now.saturating_sub(LATE)).wrapping_sub(self.now) as u64).wrapping_add(LATE as u64 + 2)
            }
        }
    }

    /// What a state says about waits of a thread that expired in a row. It does so whether or not another thread waits or has
    /// looked at the clock: one may do that later, while this count lasts.
    pub fn expired(&self, vm: &Vm, expired: (u64, u8)) -> (u64, u8) {
        let counts = self.shows && !self.dated && !vm.config.virtual_time;
        if counts { expired } else { (0, 0) }
    }

    /// The live readings, each with three numbers for what the state says about it.
    pub fn readings(&self) -> impl Iterator<Item = (LiveReading, [u64; 3])> {
        self.live.iter().map(|&live| {
            let LiveReading { value, reading, .. } = live;
            if self.dated {
                return (live, [2, value, 0]);
            }
            let age = self.ages.iter().find(|&&(taken, _)| taken == reading.taken).map_or(0, |&(_, age)| age);
            let of = match reading.of {
                Clock::Timer => 0,
                Clock::Date => 1,
            };
            (live, [of, age as u64, reading.offset(value) as u64])
        })
    }
}
