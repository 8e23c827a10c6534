//! Words, quoted text and numbers.

use super::TextError;

/// Reads one line from left to right.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    line: usize,
}

/// Characters that a bare word may have; everything else is quoted.
fn is_bare(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '<' | '>' | '/' | ';' | '[' | '-' | '+')
}

/// A name, quoted if need be.
pub(super) fn word(name: &str) -> String {
    if !name.is_empty() && name.chars().all(is_bare) {
        return name.to_owned();
    }
    quote(&name.encode_utf16().collect::<Vec<_>>())
}

/// A descriptor, quoted if need be.
pub(super) fn descriptor(text: &str) -> String {
    if text.chars().all(|c| is_bare(c) || matches!(c, '(' | ')')) { text.to_owned() } else { word(text) }
}

/// UTF-16 as a quoted text.
pub(super) fn quote(units: &[u16]) -> String {
    let mut text = String::from("\"");
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok('"') => text += "\\\"",
            Ok('\\') => text += "\\\\",
            Ok('\n') => text += "\\n",
            Ok('\t') => text += "\\t",
            Ok(c) if c == ' ' || !(c.is_control() || c.is_whitespace()) => text.push(c),
            Ok(c) => {
                let mut buffer = [0; 2];
                for unit in c.encode_utf16(&mut buffer) {
                    text += &format!("\\u{unit:04x}");
                }
            }
            Err(lone) => text += &format!("\\u{:04x}", lone.unpaired_surrogate()),
        }
    }
    text.push('"');
    text
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, line: usize) -> Self {
        let mut cursor = Cursor { rest: text, line };
        cursor.skip_blanks();
        cursor
    }

    pub(super) fn error<T>(&self, what: impl Into<String>) -> Result<T, TextError> {
        Err(TextError { line: self.line, what: what.into() })
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
        if self.rest.starts_with('#') {
            self.rest = "";
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn finish(&self) -> Result<(), TextError> {
        if self.is_done() { Ok(()) } else { self.error(format!("unexpected {:?}", self.rest)) }
    }

    /// Takes this text if it comes next; words must end there.
    pub(super) fn accept(&mut self, text: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(text) else { return false };
        let is_word = text.chars().all(is_bare);
        if is_word && rest.chars().next().is_some_and(is_bare) {
            return false;
        }
        self.rest = rest;
        self.skip_blanks();
        true
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<(), TextError> {
        if self.accept(text) { Ok(()) } else { self.error(format!("{text:?} expected before {:?}", self.rest)) }
    }

    /// A bare or quoted name; following blanks are skipped.
    pub(super) fn word(&mut self) -> Result<String, TextError> {
        let word = self.glued(is_bare)?;
        self.skip_blanks();
        Ok(word)
    }

    /// A field or method descriptor.
    pub(super) fn descriptor(&mut self) -> Result<String, TextError> {
        let word = self.glued(|c| is_bare(c) || matches!(c, '(' | ')'))?;
        self.skip_blanks();
        Ok(word)
    }

    /// A name without looking at what follows.
    pub(super) fn glued(&mut self, bare: impl Fn(char) -> bool) -> Result<String, TextError> {
        if self.rest.starts_with('"') {
            let units = self.quoted()?;
            return String::from_utf16(&units).or_else(|_| self.error("a name with half of a surrogate pair"));
        }
        let end = self.rest.find(|c| !bare(c)).unwrap_or(self.rest.len());
        if end == 0 {
            return self.error(format!("a name expected before {:?}", self.rest));
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(word.to_owned())
    }

    /// A class name that something may be glued to.
    pub(super) fn glued_word(&mut self) -> Result<String, TextError> {
        self.glued(is_bare)
    }

    /// A quoted text as UTF-16.
    pub(super) fn quoted(&mut self) -> Result<Vec<u16>, TextError> {
        let mut units = Vec::new();
        let mut chars = self.rest.char_indices().skip(1);
        loop {
            let Some((at, c)) = chars.next() else { return self.error("a text without an end") };
            match c {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(units);
                }
                '\\' => match chars.next().map(|(_, c)| c) {
                    Some('n') => units.push(10),
                    Some('t') => units.push(9),
                    Some(c @ ('"' | '\\')) => units.push(c as u16),
                    Some('u') => {
                        let digits: String = chars.by_ref().take(4).map(|(_, c)| c).collect();
                        match u16::from_str_radix(&digits, 16) {
                            Ok(unit) => units.push(unit),
                            Err(_) => return self.error("\\u without four digits"),
                        }
                    }
                    _ => return self.error("an unknown escape"),
                },
                c => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            }
        }
    }

    /// A quoted text; following blanks are skipped.
    pub(super) fn text(&mut self) -> Result<Vec<u16>, TextError> {
        if !self.rest.starts_with('"') {
            return self.error("a quoted text expected");
        }
        let units = self.quoted()?;
        self.skip_blanks();
        Ok(units)
    }

    /// A decimal or `0x` number in the range of the wanted type.
    pub(super) fn number<T: TryFrom<i64>>(&mut self) -> Result<T, TextError> {
        let word = self.word()?;
        let value = match word.strip_prefix("0x") {
            Some(digits) => i64::from_str_radix(digits, 16).ok(),
            None => word.parse().ok(),
        };
        match value.and_then(|value| T::try_from(value).ok()) {
            Some(value) => Ok(value),
            None => self.error(format!("{word:?} is no number in range")),
        }
    }

    /// Whether a number comes next.
    pub(super) fn at_number(&self) -> bool {
        self.rest.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Whether this character comes next.
    pub(super) fn at(&self, c: char) -> bool {
        self.rest.starts_with(c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_texts_come_back() {
        let texts: [&[u16]; 4] = [&[], &[0x61, 0x22, 0x5c, 10, 9, 0], &[0xd83d], &[0xd83d, 0xde00, 0x2028]];
        for units in texts {
            let quoted = quote(units);
            assert_eq!(Cursor::new(&quoted, 1).text(), Ok(units.to_vec()), "{quoted}");
        }
    }

    #[test]
    fn words_with_unusual_characters_are_quoted() {
        assert_eq!(word("a/b$C"), "a/b$C");
        assert_eq!(word("a b"), "\"a b\"");
        assert_eq!(Cursor::new("\"a, b\" c", 1).word(), Ok("a, b".to_owned()));
        assert!(Cursor::new("abc", 3).number::<i32>().is_err_and(|error| error.line == 3));
    }
}
