//! Words of the command line that stand in a file: `@FILE`, as the JDK's tools take them.
//!
//! Words are separated by white space. Quotes (`"` or `'`) keep it in a word; within them a backslash stands before `n`,
//! `r`, `t`, `f` or a character that is meant as it is, and at the end of a line it goes on in the next, whose first white
//! space does not count. A `#` at the beginning of a word starts a comment. A word of a file that begins with `@` is no
//! further file. `@@x` stands for the word `@x`, and behind `--` every word is what it is.
//!
//! Two deviations. The `java` command takes a `#` in a word for a comment, and drops the word; `javac` does not, and
//! neither does Braid, whose tests are called `Class#method`. A quote that is never closed is an error.

use std::ffi::OsString;
use std::path::Path;

/// The words with those of the files that they name.
pub fn expand(words: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, String> {
    let mut expanded = Vec::new();
    let mut words = words.into_iter();
    // The command's own name.
    expanded.extend(words.next());
    while let Some(word) = words.next() {
        if word == "--" {
            expanded.push(word);
            expanded.extend(words);
            break;
        }
        match word.to_str().and_then(|text| text.strip_prefix('@')) {
            None | Some("") => expanded.push(word),
            Some(rest) if rest.starts_with('@') => expanded.push(rest.into()),
            Some(path) => expanded.extend(read(Path::new(path))?.into_iter().map(OsString::from)),
        }
    }
    Ok(expanded)
}

/// The words of a file.
fn read(path: &Path) -> Result<Vec<String>, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("@{}: {error}", path.display()))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        format!("{}:{line}: no UTF-8 text", path.display())
    })?;
    split(&text).map_err(|line| format!("{}:{line}: a quote is never closed", path.display()))
}

/// The words of a text, or the line of a quote that is never closed.
fn split(text: &str) -> Result<Vec<String>, usize> {
    // Windows ends lines by two characters.
    let text = text.replace("\r\n", "\n");
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut line = 1;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' | '\n' | '\r' | '\u{c}' => {
                words.extend(word.take());
                line += usize::from(c == '\n');
            }
            '#' if word.is_none() => while chars.next_if(|&c| c != '\n').is_some() {},
            '"' | '\'' => {
                let opened = line;
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        None => return Err(opened),
                        Some('\n') => return Err(opened),
                        Some(end) if end == c => break,
                        Some('\\') => match chars.next() {
                            None => return Err(opened),
                            Some('n') => word.push('\n'),
                            Some('r') => word.push('\r'),
                            Some('t') => word.push('\t'),
                            Some('f') => word.push('\u{c}'),
                            Some('\n') => {
                                line += 1;
                                while chars.next_if(|&c| c == ' ' || c == '\t' || c == '\u{c}').is_some() {}
                            }
                            Some(other) => word.push(other),
                        },
                        Some(other) => word.push(other),
                    }
                }
            }
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_jdk_tools() {
        let text = "A x#y z # rest\n\"a b\\tc\" 'it\"s' back\\slash \"cont\\\n   inued\" pre\"q r\"post @A.java \"#q\" \\#\n\
                    \"\"\r\n'\\'' \"C:\\\\x\"";
        let expected = [
            "A",
            "x#y",
            "z",
            "a b\tc",
            "it\"s",
            "back\\slash",
            "continued",
            "preq rpost",
            "@A.java",
            "#q",
            "\\#",
            "",
            "'",
            "C:\\x",
        ];
        assert_eq!(split(text), Ok(expected.map(str::to_owned).to_vec()));
        assert_eq!(split(""), Ok(Vec::new()));
        assert_eq!(split("# only a comment"), Ok(Vec::new()));
    }

    #[test]
    fn a_quote_that_is_never_closed_is_told_with_its_line() {
        assert_eq!(split("a\n b 'c\nd"), Err(2));
        assert_eq!(split("a 'b\\\n c' \"d"), Err(2));
        assert_eq!(split("\"\\"), Err(1));
    }
}
