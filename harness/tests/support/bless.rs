//! Writes today's numbers of states into the headers of programs.

use std::collections::BTreeMap;

use super::directives::Case;

/// How many states a search stores, by JDK version.
pub type Counts = BTreeMap<u32, u64>;

/// Whether headers are to be written instead of compared.
pub fn is_asked_for() -> bool {
    std::env::var_os("BRAID_BLESS").is_some()
}

/// Writes the numbers of each revision into the header of a program; of the JDKs that are not among them what was there is lost.
pub fn write(case: &Case, counts: &[(String, Counts)]) {
    let text = std::fs::read_to_string(&case.path).expect("the program is readable");
    let blessed = with_counts(&text, counts);
    if blessed != text {
        std::fs::write(&case.path, blessed).expect("the program is writable");
    }
}

/// The text with these directives in place of those that it has, in the same places, else at the end of the header.
pub fn with_counts(text: &str, counts: &[(String, Counts)]) -> String {
    let (_, first) = counts.first().expect("a program has a revision");
    let all_the_same = counts.iter().all(|(_, counts)| counts == first);
    let lines: Vec<String> = match all_the_same {
        true => vec![format!("//@ states: {}", value(first))],
        false => counts.iter().map(|(name, counts)| format!("//@[{name}] states: {}", value(counts))).collect(),
    };
    let is_old = |line: &str| {
        let directive = line.strip_prefix("//@").map(|rest| rest.split_once(':').map_or(rest, |(name, _)| name));
        directive.is_some_and(|name| name.trim().rsplit(']').next().is_some_and(|name| name.trim() == "states"))
    };
    let header = text.lines().take_while(|line| line.starts_with("//@")).count();
    let at = text.lines().position(is_old).unwrap_or(header);
    let mut blessed: Vec<&str> = text.lines().collect();
    // Others than the first of several are behind it.
    blessed.retain(|line| !is_old(line));
    blessed.splice(at..at, lines.iter().map(String::as_str));
    blessed.join("\n") + "\n"
}

/// One number if all JDKs have it, else one for each.
fn value(counts: &Counts) -> String {
    let mut numbers = counts.values();
    let first = numbers.next().expect("a count");
    match counts.len() > 1 && numbers.all(|number| number == first) {
        true => first.to_string(),
        false => counts.iter().map(|(jdk, number)| format!("{number} on {jdk}")).collect::<Vec<_>>().join(", "),
    }
}
