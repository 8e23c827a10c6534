//! What `@braid.junit.BraidTest` says: options of the search, and what passes the test.
//!
//! A class file holds the members that were written down; the others stay open, so that what is named elsewhere, or
//! Braid's own default, holds for them.

use super::classes::{Mark, Member};
use crate::cmd::search_args::SearchArgs;
use serde_json::{Value, json};

/// The annotation's internal name.
pub(super) const BRAID_TEST: &str = "braid/junit/BraidTest";

/// What lists of tests call it.
pub(super) const FRAMEWORK: &str = "braid";

/// How a check ended, as an expectation sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome<'a> {
    /// No schedule violates anything.
    Verified,
    /// Some schedule does: the kind of violation, as reports call it.
    Violated(&'a str),
    /// Neither is known.
    Inconclusive,
}

/// What passes a test.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Expectation {
    /// A violation is expected instead of none.
    pub violated: bool,
    /// The kind of violation that is expected, if not any: the first word of the report's.
    pub kind: Option<String>,
    /// A check without a verdict passes, too.
    pub tolerates_inconclusive: bool,
}

impl Expectation {
    /// Whether a test that ended so has passed.
    pub fn is_met_by(&self, outcome: Outcome<'_>) -> bool {
        match outcome {
            Outcome::Verified => !self.violated,
            Outcome::Violated(kind) => {
                let first = kind.split(' ').next();
                self.violated && self.kind.as_deref().is_none_or(|expected| first == Some(expected))
            }
            Outcome::Inconclusive => self.tolerates_inconclusive,
        }
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let Expectation { violated, kind, tolerates_inconclusive } = self;
        let verdict = if *violated { "violated" } else { "verified" };
        json!({ "verdict": verdict, "kind": kind, "tolerates_inconclusive": tolerates_inconclusive })
    }
}

/// What the annotation of a test says.
#[derive(Debug)]
pub(super) struct BraidTest {
    pub(super) options: SearchArgs,
    pub(super) expectation: Expectation,
}

/// Whether a method has the annotation.
pub(super) fn is_test(member: &Member) -> bool {
    member.marks.iter().any(|mark| mark.is(BRAID_TEST))
}

/// Reads the annotation of a method, if it has one.
pub(super) fn read(member: &Member) -> Result<Option<BraidTest>, String> {
    member.marks.iter().find(|mark| mark.is(BRAID_TEST)).map(parse).transpose()
}

fn parse(mark: &Mark) -> Result<BraidTest, String> {
    let mut expectation = Expectation::default();
    let mut given: Vec<(&str, String)> = Vec::new();
    for (name, word) in mark.words() {
        let word = word.ok_or_else(|| format!("{name} has a value that is not understood"))?;
        match name {
            "expect" => match word.as_str() {
                "verified" => expectation.violated = false,
                "violated" => expectation.violated = true,
                _ => return Err(format!("expect = {} is not known", word.to_uppercase())),
            },
            "kind" => match word.as_str() {
                "any" => expectation.kind = None,
                "deadlock" | "livelock" | "assertion" | "uncaught" | "race" => expectation.kind = Some(word),
                _ => return Err(format!("kind = {} is not known", word.to_uppercase())),
            },
            "tolerateInconclusive" => expectation.tolerates_inconclusive = word == "true",
            "timeLimit" | "memoryLimit" | "maxStates" | "maxDepth" => {
                // Zero is what the annotation itself calls no limit.
                let number: f64 = word.parse().map_err(|_| format!("{name} = {word} is no number"))?;
                match number {
                    0.0 => continue,
                    number if number.is_finite() && number > 0.0 => given.push((option(name), word)),
                    _ => return Err(format!("{name} = {word}: a limit is a positive number, or 0 for none")),
                }
            }
            "time" | "timing" | "races" | "search" | "reduction" if word == "default" => {}
            "time" | "timing" | "races" | "search" | "reduction" | "spurious" => given.push((option(name), word)),
            _ => return Err(format!("{name} is not known: the jar of braid-junit is of another version")),
        }
    }
    let has = |option: &str, value: &str| given.iter().any(|(name, word)| *name == option && word == value);
    if expectation.kind.is_some() && !expectation.violated {
        return Err("kind is about violations, and expect is not VIOLATED".to_string());
    }
    if expectation.kind.as_deref() == Some("race") && !has("races", "error") {
        return Err("kind = RACE needs races = ERROR, else no race is a violation".to_string());
    }
    if has("search", "random") && !expectation.violated && !expectation.tolerates_inconclusive {
        return Err("search = RANDOM never verifies, and expect is VERIFIED".to_string());
    }
    if has("reduction", "cycle") && (has("search", "bfs") || has("search", "random")) {
        return Err("reduction = CYCLE needs search = DFS".to_string());
    }
    if has("reduction", "cycle") && has("races", "error") {
        return Err("reduction = CYCLE does not look for data races, and races is ERROR".to_string());
    }
    let options = SearchArgs::from_given(given.iter().map(|(name, word)| (*name, word.as_str())))?;
    Ok(BraidTest { options, expectation })
}

/// The command line's name of a member.
fn option(member: &str) -> &'static str {
    match member {
        "timeLimit" => "time-limit",
        "memoryLimit" => "memory-limit",
        "maxStates" => "max-states",
        "maxDepth" => "max-depth",
        "time" => "time",
        "timing" => "timing",
        "races" => "races",
        "search" => "search",
        "reduction" => "reduction",
        "spurious" => "spurious",
        other => unreachable!("{other} is no option"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expectation_is_met_by_its_own_verdict_only() {
        let plain = Expectation::default();
        let violated = Expectation { violated: true, ..Expectation::default() };
        let deadlock = Expectation { kind: Some("deadlock".to_string()), ..violated.clone() };
        let uncaught = Expectation { kind: Some("uncaught".to_string()), ..violated.clone() };
        let tolerant = Expectation { tolerates_inconclusive: true, ..Expectation::default() };
        let outcomes = [
            Outcome::Verified,
            Outcome::Violated("deadlock"),
            Outcome::Violated("uncaught java.lang.Error"),
            Outcome::Inconclusive,
        ];
        for (expectation, met) in [
            (plain, [true, false, false, false]),
            (violated, [false, true, true, false]),
            (deadlock, [false, true, false, false]),
            (uncaught, [false, false, true, false]),
            (tolerant, [true, false, false, true]),
        ] {
            assert_eq!(outcomes.map(|outcome| expectation.is_met_by(outcome)), met, "{expectation:?}");
        }
    }
}
