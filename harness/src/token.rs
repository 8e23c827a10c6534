//! Schedules as short texts that can be pasted: `b1-…`.
//!
//! After the version come, in base64 as for URLs: the options that decide what a schedule means, a hash of the program's
//! name and arguments, the ending, the turns, and a checksum. Numbers are written seven bits at a time, so that a schedule
//! of ten turns takes about fifty characters.

use braid_engine::check::{Ending, Options, Schedule, Time, Turn, WakeUp};
use braid_engine::parts::Visibility;
use braid_engine::program::{ThreadId, stable_key};

/// What the tokens of this version begin with.
const VERSION: &str = "b1-";
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// More turns, actions or answers than this are an error.
const MANY: u64 = 100_000_000;

/// What a token says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// The schedule.
    pub schedule: Schedule,
    /// When timed waits expire.
    pub time: Time,
    /// Whether waits end for no reason.
    pub spurious: bool,
    /// Whether models stand for library classes.
    pub models: bool,
    /// Feature version of the class library.
    pub jdk: u16,
    /// Hash of the program's name and arguments.
    program: u32,
}

impl Token {
    /// The token of a schedule of a program.
    pub fn new(schedule: &Schedule, options: &Options, models: bool, jdk: u16, program: &str) -> Token {
        let (time, spurious) = (options.time, options.spurious);
        Token { schedule: schedule.clone(), time, spurious, models, jdk, program: hash(program.as_bytes()) }
    }

    /// Whether the schedule is one of this program.
    pub fn is_for(&self, program: &str) -> bool {
        self.program == hash(program.as_bytes())
    }

    /// As text.
    pub fn encode(&self) -> String {
        let Token { schedule, time, spurious, models, jdk, program } = self;
        let Schedule { turns, ending, visibility } = schedule;
        let Visibility {
            finals_are_constant,
            threads_are_observed,
            numbers_are_observed,
            copies_are_observed,
            initializers_interleave,
            housekeeping_interleaves,
            classes_are_observed,
            garbage_is_collected,
            time_is_observed,
            ends_go_unseen,
        } = *visibility;
        let mut out = Vec::new();
        let flags = u64::from(finals_are_constant)
            | u64::from(*time == Time::Patient) << 1
            | u64::from(*spurious) << 2
            | u64::from(*models) << 3
            | u64::from(threads_are_observed) << 4
            | u64::from(numbers_are_observed) << 5
            | u64::from(copies_are_observed) << 6
            | u64::from(initializers_interleave) << 7
            | u64::from(housekeeping_interleaves) << 8
            | u64::from(classes_are_observed) << 9
            | u64::from(time_is_observed) << 10
            | u64::from(garbage_is_collected) << 11
            | u64::from(ends_go_unseen) << 12;
        put(&mut out, flags);
        put(&mut out, u64::from(*jdk));
        out.extend(program.to_le_bytes());
        match *ending {
            Ending::Failure => put(&mut out, 0),
            Ending::Starvation => put(&mut out, 1),
            Ending::Livelock(from) => {
                put(&mut out, 2);
                put(&mut out, from as u64);
            }
            Ending::Race(first, second) => {
                put(&mut out, 3);
                put(&mut out, u64::from(first.0));
                put(&mut out, u64::from(second.0));
            }
            Ending::Unordered => put(&mut out, 4),
        }
        put(&mut out, turns.len() as u64);
        for Turn { thread, wake, actions, answers } in turns {
            let wake = match wake {
                WakeUp::None => 0,
                WakeUp::Expires => 1,
                WakeUp::Spurious => 2,
            };
            put(&mut out, u64::from(thread.0) << 3 | wake << 1 | u64::from(!answers.is_empty()));
            put(&mut out, u64::from(*actions));
            if !answers.is_empty() {
                put(&mut out, answers.len() as u64);
                answers.iter().for_each(|&answer| put(&mut out, u64::from(answer)));
            }
        }
        let sum = hash(&out);
        out.extend(sum.to_le_bytes());
        format!("{VERSION}{}", to_text(&out))
    }

    /// From text; an error says what is wrong with it.
    pub fn decode(text: &str) -> Result<Token, String> {
        let Some(rest) = text.strip_prefix(VERSION) else {
            let version = text.split_once('-').map(|(version, _)| version).filter(|v| v.starts_with('b'));
            return Err(match version {
                Some(version) if version[1..].bytes().all(|b| b.is_ascii_digit()) => {
                    format!("a token of version {version}; this program reads {}", VERSION.trim_end_matches('-'))
                }
                Some(_) | None => format!("{text:?} is no token: tokens begin with {VERSION}"),
            });
        };
        let broken = || "the token is broken: was all of it copied?".to_string();
        let bytes = from_text(rest).ok_or_else(broken)?;
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or_else(broken)?;
        if hash(body) != u32::from_le_bytes(*sum) {
            return Err(broken());
        }
        let mut bytes = body;
        read(&mut bytes).filter(|_| bytes.is_empty()).ok_or_else(broken)
    }
}

fn hash(bytes: &[u8]) -> u32 {
    let key = stable_key(&[bytes]);
    (key ^ key >> 32) as u32
}

fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn get(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn read(bytes: &mut &[u8]) -> Option<Token> {
    let flags = get(bytes)?;
    let jdk = u16::try_from(get(bytes)?).ok()?;
    let (program, rest) = bytes.split_first_chunk::<4>()?;
    let program = u32::from_le_bytes(*program);
    *bytes = rest;
    let thread = |value: u64| u32::try_from(value).ok().map(ThreadId);
    let ending = match get(bytes)? {
        0 => Ending::Failure,
        1 => Ending::Starvation,
        2 => Ending::Livelock(usize::try_from(get(bytes)?).ok()?),
        3 => Ending::Race(thread(get(bytes)?)?, thread(get(bytes)?)?),
        4 => Ending::Unordered,
        _ => return None,
    };
    let count = get(bytes).filter(|&n| n < MANY)?;
    let mut turns = Vec::new();
    for _ in 0..count {
        let head = get(bytes)?;
        let wake = match head >> 1 & 3 {
            0 => WakeUp::None,
            1 => WakeUp::Expires,
            2 => WakeUp::Spurious,
            _ => return None,
        };
        let actions = u32::try_from(get(bytes)?).ok()?;
        let mut answers = Vec::new();
        if head & 1 == 1 {
            for _ in 0..get(bytes).filter(|&n| n < MANY)? {
                answers.push(u32::try_from(get(bytes)?).ok()?);
            }
        }
        turns.push(Turn { thread: thread(head >> 3)?, wake, actions, answers });
    }
    if matches!(ending, Ending::Livelock(from) if from > turns.len()) {
        return None;
    }
    let visibility = Visibility {
        finals_are_constant: flags & 1 != 0,
        threads_are_observed: flags & 16 != 0,
        numbers_are_observed: flags & 32 != 0,
        copies_are_observed: flags & 64 != 0,
        initializers_interleave: flags & 128 != 0,
        housekeeping_interleaves: flags & 256 != 0,
        classes_are_observed: flags & 512 != 0,
        time_is_observed: flags & 1024 != 0,
        garbage_is_collected: flags & 2048 != 0,
        ends_go_unseen: flags & 4096 != 0,
    };
    let schedule = Schedule { turns, ending, visibility };
    let time = if flags & 2 == 0 { Time::Free } else { Time::Patient };
    (flags < 8192).then_some(Token { schedule, time, spurious: flags & 4 != 0, models: flags & 8 != 0, jdk, program })
}

fn to_text(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0u32, |g, &b| g << 8 | u32::from(b)) << (8 * (3 - chunk.len()));
        for i in 0..=chunk.len() {
            out.push(char::from(ALPHABET[(group >> (18 - 6 * i) & 63) as usize]));
        }
    }
    out
}

fn from_text(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> =
        text.bytes().map(|b| ALPHABET.iter().position(|&a| a == b).map(|at| at as u32)).collect();
    let mut out = Vec::new();
    for chunk in digits?.chunks(4) {
        if chunk.len() == 1 {
            return None;
        }
        let group = chunk.iter().fold(0u32, |g, &d| g << 6 | d) << (6 * (4 - chunk.len()));
        let bytes = group.to_be_bytes();
        out.extend(&bytes[1..chunk.len()]);
        if bytes[chunk.len()..].iter().any(|&b| b != 0) {
            return None;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token() -> Token {
        let turn = |thread, wake, actions, answers| Turn { thread: ThreadId(thread), wake, actions, answers };
        let turns = vec![
            turn(0, WakeUp::None, 3, vec![]),
            turn(1, WakeUp::Expires, 300, vec![0, 200]),
            turn(2, WakeUp::Spurious, 0, vec![1]),
        ];
        let visibility = Visibility {
            finals_are_constant: true,
            threads_are_observed: true,
            numbers_are_observed: true,
            copies_are_observed: true,
            initializers_interleave: true,
            housekeeping_interleaves: true,
            classes_are_observed: true,
            time_is_observed: true,
            garbage_is_collected: true,
            ends_go_unseen: true,
        };
        let schedule = Schedule { turns, ending: Ending::Livelock(1), visibility };
        Token { schedule, time: Time::Patient, spurious: true, models: true, jdk: 17, program: hash(b"Main a b") }
    }

    #[test]
    fn a_token_survives_the_way_through_text() {
        let text = token().encode();
        assert_eq!(Token::decode(&text), Ok(token()));
        assert!(token().is_for("Main a b") && !token().is_for("Main a c"));
    }

    #[test]
    fn every_changed_or_missing_character_is_noticed() {
        let text = token().encode();
        for at in 0..text.len() {
            assert!(Token::decode(&text[..at]).is_err(), "{at} characters");
            for other in ['A', 'z', '_', 'é', ' '] {
                let mut changed: Vec<char> = text.chars().collect();
                if changed[at] != other {
                    changed[at] = other;
                    let changed: String = changed.into_iter().collect();
                    assert!(Token::decode(&changed).is_err(), "{changed}");
                }
            }
        }
    }
}
