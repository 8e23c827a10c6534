//! Text of a program as a terminal can show it: nothing in it moves the cursor or changes how the rest is shown.

/// Whether a character is not to be shown as it is: controls, line separators, and what turns the direction of writing.
fn is_hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn push_escaped(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        // All of them are of one unit.
        hidden => out.push_str(&format!("\\u{:04x}", u32::from(hidden))),
    }
}

/// The text in one line, with escapes as in Java.
pub fn one_line(text: &str) -> String {
    let mut out = String::new();
    text.chars().for_each(|c| if is_hidden(c) { push_escaped(&mut out, c) } else { out.push(c) });
    out
}

/// The text in as many lines as it has, the second and later ones indented.
pub fn lines(text: &str) -> String {
    text.lines().map(one_line).collect::<Vec<_>>().join("\n    ")
}

/// The text as a literal of Java.
pub fn quoted(text: &str, quote: char) -> String {
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            c if c == quote || c == '\\' => out.extend(['\\', c]),
            c if is_hidden(c) => push_escaped(&mut out, c),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

/// How many columns of a terminal a character takes, roughly: marks none, most of East Asia and pictures two.
fn columns_of(c: char) -> usize {
    match c {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// How many columns of a terminal a line takes.
pub fn columns(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// The text, cut off if it takes more columns than these.
pub fn cut(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_string();
    }
    let mut taken = 1;
    let fits = |c: &char| {
        taken += columns_of(*c);
        taken <= width
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// The text in pieces that take no more columns than these; a character that is wider is a piece of its own.
pub fn pieces(text: &str, width: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut begin, mut taken) = (0, 0);
    for (at, c) in text.char_indices() {
        taken += columns_of(c);
        if taken > width && at > begin {
            pieces.push(&text[begin..at]);
            (begin, taken) = (at, columns_of(c));
        }
    }
    pieces.push(&text[begin..]);
    pieces
}

/// The text and blanks up to so many columns.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_move_the_cursor_is_escaped() {
        assert_eq!(one_line("a\tb\u{1b}[31m\r\n\u{202e}é日"), "a\\tb\\u001b[31m\\r\\n\\u202eé日");
        assert_eq!(lines("one\ntwo\u{7}\r\nthree"), "one\n    two\\u0007\n    three");
        assert_eq!(quoted("say \"x\\\"\0", '"'), r#""say \"x\\\"\u0000""#);
        assert_eq!(quoted("'", '\''), r"'\''");
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(columns("日本e\u{301}"), 5);
        assert_eq!(cut("日本語", 6), "日本語");
        assert_eq!(cut("日本語", 5), "日本…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(padded("日", 4), "日  ");
        assert_eq!(pieces("日本語", 5), ["日本", "語"]);
        assert_eq!(pieces("日本", 1), ["日", "本"]);
        assert_eq!(pieces("abcde", 2), ["ab", "cd", "e"]);
        assert_eq!(pieces("", 2), [""]);
    }
}
