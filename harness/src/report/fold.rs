//! Leaving out rows that tell a person nothing new: rounds of a loop, and the middle of what a thread does in one go.

use super::rows::Row;

/// Rows of which the second and all but the last repetition of a loop are left out.
pub(super) fn fold(rows: Vec<Row>) -> Vec<Row> {
    /// The most rows that one round of a loop may have.
    const ROUND: usize = 12;
    /// Rounds that are worth to be left out.
    const ROUNDS: usize = 5;
    let alike = |a: &Row, b: &Row| {
        // The same instruction: a line may do the same sort of thing to many fields.
        let place = |row: &Row| row.line.map(|l| (l.method, l.line, l.bci));
        a.thread == b.thread && a.kind == b.kind && place(a) == place(b)
    };
    let mut rows: Vec<Option<Row>> = rows.into_iter().map(Some).collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let same = |i: usize, j: usize| match (rows.get(i), rows.get(j)) {
            (Some(Some(a)), Some(Some(b))) => alike(a, b),
            _ => false,
        };
        let rounds = |length: usize| (0..).take_while(|&i| same(at + i, at + i + length)).count() / length + 1;
        let found = (1..=ROUND).map(|length| (length, rounds(length))).find(|&(_, rounds)| rounds >= ROUNDS);
        let Some((length, rounds)) = found else {
            out.extend(rows[at].take());
            at += 1;
            continue;
        };
        let last = at + length * (rounds - 1);
        out.extend(rows[at..at + length].iter_mut().filter_map(Option::take));
        let left_out = rows[at + length].as_ref().map_or(0, |row| row.at);
        if let Some(first) = out.last() {
            let text = format!("... {} more times", rounds - 2);
            let thread = first.thread;
            out.push(Row { thread, line: None, own: false, text, kind: "again", last: false, at: left_out });
        }
        out.extend(rows[last..last + length].iter_mut().filter_map(Option::take));
        at = last + length;
    }
    out
}

/// The most rows of a short trace, without those that say what went wrong.
const ROWS: usize = 56;

/// Rows of which the middle of long runs of one thread is left out if there are too many: what matters is around the switches
/// from one thread to another. Where threads take turns too often for that, the middle of all is left out: what leads to a failure is
/// near the end.
pub(super) fn shorten(rows: Vec<Row>) -> Vec<Row> {
    /// So many rows at both ends of a run stay, however many runs there are.
    const LEAST: usize = 2;
    if rows.len() <= ROWS {
        return rows;
    }
    let mut runs: Vec<Vec<Row>> = Vec::new();
    for row in rows {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| last.thread == row.thread) => run.push(row),
            Some(_) | None => runs.push(vec![row]),
        }
    }
    let left = |run: &Vec<Row>, ends: usize| if run.len() > 2 * ends + 1 { 2 * ends + 1 } else { run.len() };
    let total = |ends: usize| runs.iter().map(|run| left(run, ends)).sum::<usize>();
    let ends = (LEAST..=ROWS).rev().find(|&ends| total(ends) <= ROWS).unwrap_or(LEAST);
    let short = runs.into_iter().flat_map(|mut run| {
        if left(&run, ends) < run.len() {
            let end = run.split_off(run.len() - ends);
            let middle = run.split_off(ends);
            let row = |first: &Row| {
                let text = format!("... {} more, which --trace full tells", middle.len());
                Row { thread: first.thread, line: None, own: false, text, kind: "again", last: false, at: first.at }
            };
            run.extend(middle.first().map(row));
            run.extend(end);
        }
        run
    });
    let mut short: Vec<Row> = short.collect();
    if short.len() > ROWS {
        let end = short.split_off(short.len() - (ROWS - ROWS / 3 - 1));
        let middle = short.split_off(ROWS / 3);
        if let Some(first) = middle.first() {
            let text = format!("... {} more, of several threads, which --trace full tells", middle.len());
            let (thread, at) = (first.thread, first.at);
            short.push(Row { thread, line: None, own: false, text, kind: "again", last: false, at });
        }
        short.extend(end);
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_engine::program::ThreadId;

    fn row(thread: usize, at: usize) -> Row {
        let (line, text) = (None, String::new());
        Row { thread: ThreadId::new(thread), line, own: true, text, kind: "read", last: false, at }
    }

    #[test]
    fn the_middle_of_a_long_run_is_left_out_and_no_end_of_one() {
        let rows = || (0..200).map(|at| row(usize::from((100..104).contains(&at)), at));
        let short = shorten(rows().collect());
        assert!(short.len() <= ROWS, "{}", short.len());
        let told: Vec<usize> = short.iter().filter(|row| row.kind == "read").map(|row| row.at).collect();
        for at in [0, 98, 99, 100, 101, 102, 103, 104, 105, 199] {
            assert!(told.contains(&at), "{at}");
        }
        assert_eq!(short.iter().filter(|row| row.kind == "again").count(), 2);
        assert_eq!(shorten(rows().take(ROWS).collect()).len(), ROWS);
        // Where threads take turns it is the middle of all of it.
        let turns = shorten((0..200).map(|at| row(at % 2, at)).collect());
        assert_eq!(turns.len(), ROWS);
        let told: Vec<usize> = turns.iter().filter(|row| row.kind == "read").map(|row| row.at).collect();
        for at in [0, 1, ROWS / 3 - 1, 170, 198, 199] {
            assert!(told.contains(&at), "{at}");
        }
    }
}
