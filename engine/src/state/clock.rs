//! Times that a program reads, and how they are told from other numbers.
//!
//! A loop of timed waits that expire in vain comes back to the same state only if the time itself is no part of it. So
//! readings of the timer (`nanoTime`) and of the date (`currentTimeMillis`) are recognized by their size, and keys count
//! those in registers from the time of their thread. The time is then left out of the key, unless something else depends
//! on it: a reading in the heap, where other threads may find it, or a number that was computed from one.
//!
//! What a program may do with a reading without that: add a duration, subtract a duration or another reading, compare.
//! The results are readings again, or do not depend on when the thread reads the clock but on the readings' distances.
//! Comparing with a number that is no reading gives the same answer for all readings. Everything else (a division, a
//! shift, a conversion, an argument of a native method) makes the time a part of the state from then on:
//! [`Scalars::dated`](super::Scalars::dated).
//!
//! Taking another number for a reading loses merges of states, nothing else.

/// What the timer shows first, in nanoseconds: a number that nothing else has.
pub const CLOCK_START: i64 = 0x0713_1415_9265_3589;

/// The date at which the clock starts: 2024-01-01T00:00:00Z.
pub const EPOCH_MILLIS: i64 = 1_704_067_200_000;

/// Readings of the timer are within this many nanoseconds of its start, six days.
const TIMER_REACH: u64 = 1 << 49;

/// Readings of the date are within this many milliseconds of its start, 24 days.
const DATE_REACH: u64 = 1 << 31;

const NANOS_PER_MILLI: i64 = 1_000_000;

/// What a number may be a reading of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// `System.nanoTime`.
    Timer,
    /// `System.currentTimeMillis`.
    Date,
}

impl Reading {
    /// What a number looks like a reading of.
    #[inline]
    pub fn of(value: u64) -> Option<Reading> {
        let within = |start: i64, reach: u64| (value as i64).wrapping_sub(start).unsigned_abs() < reach;
        if within(CLOCK_START, TIMER_REACH) {
            Some(Reading::Timer)
        } else if within(EPOCH_MILLIS, DATE_REACH) {
            Some(Reading::Date)
        } else {
            None
        }
    }

    /// Whether a number looks like a reading.
    #[inline]
    pub fn is(value: u64) -> bool {
        Reading::of(value).is_some()
    }

    /// Whether adding two numbers makes a number of a reading.
    #[inline]
    pub fn spoils_sum(a: u64, b: u64) -> bool {
        match (Reading::of(a), Reading::of(b)) {
            (None, None) => false,
            (Some(reading), None) | (None, Some(reading)) => Reading::of(a.wrapping_add(b)) != Some(reading),
            (Some(_), Some(_)) => true,
        }
    }

    /// Whether subtracting two numbers makes a number of a reading.
    #[inline]
    pub fn spoils_difference(a: u64, b: u64) -> bool {
        match (Reading::of(a), Reading::of(b)) {
            (None, None) => false,
            (Some(reading), None) => Reading::of(a.wrapping_sub(b)) != Some(reading),
            (None, Some(_)) => true,
            (Some(a), Some(b)) => a != b,
        }
    }

    /// A reading as seen by a thread for which it is `now`: its distance, and what else the next reading depends on.
    pub fn relative(value: u64, now: i64) -> Option<(i64, u64)> {
        let reading = value as i64;
        Some(match Reading::of(value)? {
            Reading::Timer => (reading.wrapping_sub(now), 0),
            Reading::Date => {
                let rest = now.wrapping_sub(CLOCK_START).rem_euclid(NANOS_PER_MILLI);
                (reading.wrapping_sub(date(now)), 1 + rest as u64)
            }
        })
    }
}

/// The date in milliseconds when the timer shows this.
pub fn date(timer: i64) -> i64 {
    EPOCH_MILLIS.saturating_add(timer.wrapping_sub(CLOCK_START).div_euclid(NANOS_PER_MILLI))
}

/// What the timer shows at a date in milliseconds.
pub fn timer_at(date: i64) -> i64 {
    date.saturating_sub(EPOCH_MILLIS).saturating_mul(NANOS_PER_MILLI).saturating_add(CLOCK_START)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = CLOCK_START as u64 + 123_456_789;
    const TODAY: u64 = EPOCH_MILLIS as u64 + 123;

    #[test]
    fn durations_may_be_added_and_readings_compared() {
        for now in [NOW, TODAY] {
            assert!(!Reading::spoils_sum(now, 1_000) && !Reading::spoils_sum(1_000, now));
            assert!(!Reading::spoils_difference(now, 1_000) && !Reading::spoils_difference(now + 5, now));
            assert!(Reading::spoils_sum(now, now) && Reading::spoils_difference(1_000, now));
            assert!(Reading::spoils_sum(now, 1 << 62));
        }
        assert!(Reading::spoils_difference(NOW, TODAY));
        assert!(!Reading::spoils_sum(3, 4) && !Reading::spoils_difference(3, 4));
    }

    #[test]
    fn distances_do_not_depend_on_the_time() {
        let later = 7 * 1_000_000;
        let shifted = |value: u64| Reading::relative(value + later, NOW as i64 + later as i64);
        assert_eq!(Reading::relative(NOW + 9, NOW as i64), shifted(NOW + 9));
        assert_eq!(Reading::relative(TODAY, NOW as i64), Reading::relative(TODAY + 7, NOW as i64 + later as i64));
        // The rest of the millisecond decides when the date moves on.
        assert_ne!(Reading::relative(TODAY, NOW as i64), Reading::relative(TODAY, NOW as i64 + 1));
        assert_eq!(Reading::relative(42, NOW as i64), None);
    }

    #[test]
    fn dates_and_times_agree() {
        assert_eq!(date(CLOCK_START), EPOCH_MILLIS);
        assert_eq!(date(timer_at(EPOCH_MILLIS + 77)), EPOCH_MILLIS + 77);
        assert_eq!(date(CLOCK_START - 1), EPOCH_MILLIS - 1);
    }
}
