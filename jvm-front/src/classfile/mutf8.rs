//! Modified UTF-8 (JVMS 4.4.7).
//!
//! Almost every constant is also plain UTF-8, and is handed out as the bytes in the file. The others (an encoded NUL, a
//! supplementary character as a surrogate pair, a lone surrogate) get a decoded copy when the pool is read. In that copy
//! a lone surrogate `U+D800..=U+DFFF`, which no Rust string can hold, is written as the private-use character
//! `U+10D800..=U+10DFFF`. Different texts stay different unless the file itself uses those private-use characters.
//! String constants are also available as exact UTF-16, where nothing is replaced.

/// How the text of one constant is to be had.
pub(crate) enum Text {
    /// The bytes in the file are UTF-8.
    Plain,
    /// They are not; this is the text.
    Decoded(Box<str>),
}

/// Checks one constant; the error is the position of the first bad byte.
pub(crate) fn check(bytes: &[u8], major: u16) -> Result<Text, usize> {
    // The top bit of `b | (b - 1)` is set exactly for 0 and for 0x80..; no branch, so this runs in vector registers.
    if bytes.iter().fold(0, |acc, &b| acc | b | b.wrapping_sub(1)) < 0x80 {
        return Ok(Text::Plain);
    }
    let mut units = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let (unit, len) = unit(&bytes[at..], major).ok_or(at)?;
        units.push(unit);
        at += len;
    }
    let text: String = char::decode_utf16(units)
        .map(|unit| {
            unit.unwrap_or_else(|lone| {
                char::from_u32(0x10_0000 + u32::from(lone.unpaired_surrogate()))
                    .expect("invariant: U+10D800..=U+10DFFF are characters")
            })
        })
        .collect();
    if text.as_bytes() == bytes { Ok(Text::Plain) } else { Ok(Text::Decoded(text.into())) }
}

/// The exact UTF-16 of a constant that [`check`] accepted.
pub(crate) fn utf16(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some((unit, len)) = unit(&bytes[at..], 0) {
        units.push(unit);
        at += len;
    }
    units
}

/// The first UTF-16 unit of `bytes` and its length. Overlong forms other than that of NUL were allowed up to version 47.
fn unit(bytes: &[u8], major: u16) -> Option<(u16, usize)> {
    let continuation = |at: usize| {
        let byte = *bytes.get(at)?;
        (byte & 0xC0 == 0x80).then_some(u16::from(byte & 0x3F))
    };
    let first = *bytes.first()?;
    match first {
        0x01..=0x7F => Some((first.into(), 1)),
        0xC0..=0xDF => {
            let unit = u16::from(first & 0x1F) << 6 | continuation(1)?;
            (unit == 0 || unit >= 0x80 || major <= 47).then_some((unit, 2))
        }
        0xE0..=0xEF => {
            let unit = u16::from(first & 0x0F) << 12 | continuation(1)? << 6 | continuation(2)?;
            (unit >= 0x800 || major <= 47).then_some((unit, 3))
        }
        0x00 | 0x80..=0xBF | 0xF0..=0xFF => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Result<String, usize> {
        check(bytes, 61).map(|text| match text {
            Text::Plain => String::from_utf8(bytes.to_vec()).expect("plain text is UTF-8"),
            Text::Decoded(text) => text.into(),
        })
    }

    #[test]
    fn plain_texts_are_not_copied() {
        for plain in ["", "abc", "größe", "漢字"] {
            assert!(matches!(check(plain.as_bytes(), 61), Ok(Text::Plain)), "{plain}");
        }
    }

    #[test]
    fn nul_pairs_and_lone_surrogates() {
        assert_eq!(text(b"a\xC0\x80b"), Ok("a\0b".into()));
        assert_eq!(text(b"\xED\xA0\xBD\xED\xB8\x80"), Ok("\u{1F600}".into()));
        assert_eq!(text(b"x\xED\xA0\xBD"), Ok("x\u{10D83D}".into()));
        assert_eq!(utf16(b"x\xED\xA0\xBD"), [0x78, 0xD83D]);
        assert_eq!(utf16(b"\xC0\x80"), [0]);
    }

    #[test]
    fn bad_bytes_are_placed() {
        assert_eq!(text(b"ab\0"), Err(2));
        assert_eq!(text(b"a\xF0\x9F\x98\x80"), Err(1));
        assert_eq!(text(b"\xC1\x81"), Err(0), "overlong A");
        assert_eq!(text(b"abc\xE2\x82"), Err(3), "cut short");
        assert!(check(b"\xC1\x81", 47).is_ok(), "allowed up to 47");
    }
}
