//! Times that a program reads, and how they are told from other numbers.
//!
//! A loop of timed waits that expire in vain comes back to the same state only if the time itself is no part of it. So a
//! number that came from the clock, a *reading*, is known as one: by where it came from, not by what it looks like. Keys
//! say how long ago its look at the clock was, and leave the time itself out.
//!
//! Readings are followed through registers only: through moves, calls and returns, and where a program adds a duration or
//! subtracts one. The difference of two readings is a number like any other, and so is the answer when they are compared.
//! Whatever else happens to a reading (it is stored in the heap, divided, converted, given to a native method, or compared
//! with a number that it may pass one day) makes the time a part of the state from then on:
//! [`Scalars::dated`](super::Scalars::dated). So a reading that is no longer followed is an ordinary number in a state that
//! says what time it is.

/// What the timer shows first, in nanoseconds. No number is anything special for being near to it.
pub const CLOCK_START: i64 = 0x0713_1415_9265_3589;

/// The date at which the clock starts: 2024-01-01T00:00:00Z.
pub const EPOCH_MILLIS: i64 = 1_704_067_200_000;

const NANOS_PER_MILLI: i64 = 1_000_000;

/// What is a long time: an hour. That much passes at once where it does, and times that are further apart than this are
/// this far apart.
pub const LAPSE: i64 = 3_600_000_000_000;

/// A lifetime: more than a hundred years. In milliseconds and in seconds it is a multiple of 2^32 and a positive `int`, so that
/// a program which keeps the difference of two dates in an `int` does not take it for a negative one.
pub const CENTURY: i64 = 4_326_105_808_896_000_000;

/// Readings that are followed in one thread.
const MOST: usize = 12;

/// What a number is a reading of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// `System.nanoTime`.
    Timer,
    /// `System.currentTimeMillis`.
    Date,
}

/// Where a number comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The clock that was read.
    pub of: Clock,
    /// When it was read, as the timer shows it. The number is what the clock showed then, plus or minus durations.
    pub taken: i64,
}

impl Reading {
    /// What has been added to what the clock showed.
    pub fn offset(self, value: u64) -> i64 {
        (value as i64).wrapping_sub(match self.of {
            Clock::Timer => self.taken,
            Clock::Date => date(self.taken),
        })
    }

    /// The latest of two times: when the clock was read, and what a number stands for that was made of the reading. What is
    /// further ahead than a lifetime is no time that a thread waits for.
    pub fn latest(self, value: u64) -> i64 {
        let offset = self.offset(value);
        let ahead = match self.of {
            Clock::Timer => offset,
            Clock::Date => offset.saturating_mul(NANOS_PER_MILLI),
        };
        if (0..CENTURY).contains(&ahead) { self.taken.saturating_add(ahead) } else { self.taken }
    }
}

/// A reading in a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    /// Where it is in the thread's stack.
    at: u32,
    reading: Reading,
}

/// The readings in the registers of a thread. Small enough to be saved with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Readings {
    len: u8,
    entries: [Entry; MOST],
}

impl Default for Readings {
    fn default() -> Self {
        let none = Entry { at: 0, reading: Reading { of: Clock::Timer, taken: 0 } };
        Readings { len: 0, entries: [none; MOST] }
    }
}

impl Readings {
    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn entries(&self) -> &[Entry] {
        &self.entries[..usize::from(self.len)]
    }

    /// The reading at a place of the stack.
    #[inline]
    pub fn get(&self, at: usize) -> Option<Reading> {
        self.entries().iter().find(|entry| entry.at as usize == at).map(|entry| entry.reading)
    }

    /// The readings from this place of the stack on, with their places.
    pub fn from(&self, at: usize) -> impl Iterator<Item = (usize, Reading)> {
        let entries = self.entries().iter().filter(move |entry| entry.at as usize >= at);
        entries.map(|entry| (entry.at as usize, entry.reading))
    }

    /// A place of the stack holds this reading now, or none. False if there is no room for it.
    #[must_use]
    pub fn set(&mut self, at: usize, reading: Option<Reading>) -> bool {
        let known = self.entries().iter().position(|entry| entry.at as usize == at);
        match (known, reading) {
            (None, None) => {}
            (Some(known), Some(reading)) => self.entries[known].reading = reading,
            (Some(known), None) => {
                self.len -= 1;
                self.entries[known] = self.entries[usize::from(self.len)];
            }
            (None, Some(_)) if usize::from(self.len) == MOST => return false,
            (None, Some(reading)) => {
                let Ok(at) = u32::try_from(at) else { return false };
                self.entries[usize::from(self.len)] = Entry { at, reading };
                self.len += 1;
            }
        }
        true
    }

    /// A place of the stack holds an ordinary number now.
    pub fn clear(&mut self, at: usize) {
        let kept = self.set(at, None);
        debug_assert!(kept, "forgetting takes no room");
    }

    /// Nothing from this place of the stack on counts any more.
    pub fn cut(&mut self, at: usize) {
        while let Some(last) = self.entries().iter().find(|entry| entry.at as usize >= at) {
            self.clear(last.at as usize);
        }
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

/// The first whole millisecond after a time. Clocks that move by whole milliseconds show the date and the timer together.
pub fn after(timer: i64) -> i64 {
    let passed = timer.saturating_sub(CLOCK_START).div_euclid(NANOS_PER_MILLI);
    CLOCK_START.saturating_add(passed.saturating_add(1).saturating_mul(NANOS_PER_MILLI))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Reading = Reading { of: Clock::Timer, taken: CLOCK_START + 5_000_000 };

    #[test]
    fn readings_are_known_by_where_they_are() {
        let mut readings = Readings::default();
        assert!(readings.is_empty() && readings.set(7, Some(NOW)) && readings.set(9, Some(NOW)));
        assert_eq!(readings.get(7), Some(NOW));
        assert_eq!(readings.get(8), None);
        readings.clear(7);
        assert_eq!((readings.get(7), readings.get(9)), (None, Some(NOW)));
        assert_eq!(readings.from(9).collect::<Vec<_>>(), [(9, NOW)]);
        assert_eq!(readings.from(10).count(), 0);
        readings.cut(9);
        assert!(readings.is_empty());
    }

    #[test]
    fn there_is_an_end_to_what_can_be_followed() {
        let mut readings = Readings::default();
        assert!((0..MOST).all(|at| readings.set(at, Some(NOW))));
        assert!(!readings.set(MOST, Some(NOW)) && readings.set(0, Some(NOW)) && readings.set(MOST, None));
    }

    #[test]
    fn what_was_added_to_a_reading_is_known() {
        assert_eq!(NOW.offset(NOW.taken as u64 + 42), 42);
        let today = Reading { of: Clock::Date, taken: NOW.taken };
        assert_eq!(today.offset(EPOCH_MILLIS as u64 + 3), -2);
        assert_eq!(today.latest(EPOCH_MILLIS as u64 + 3), today.taken);
        assert_eq!(today.latest(EPOCH_MILLIS as u64 + 7), today.taken + 2_000_000);
        assert_eq!(NOW.latest(i64::MAX as u64), NOW.taken);
    }

    #[test]
    fn dates_and_times_agree() {
        assert_eq!(date(CLOCK_START), EPOCH_MILLIS);
        assert_eq!(date(timer_at(EPOCH_MILLIS + 77)), EPOCH_MILLIS + 77);
        assert_eq!(date(CLOCK_START - 1), EPOCH_MILLIS - 1);
        assert_eq!(after(CLOCK_START), CLOCK_START + 1_000_000);
        assert_eq!(after(CLOCK_START + 1_999_999), CLOCK_START + 2_000_000);
        assert_eq!(after(i64::MAX), i64::MAX);
    }
}
