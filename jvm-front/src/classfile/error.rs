//! What is wrong with a class file, and where.

use std::borrow::Cow;
use std::fmt;

/// The kind of a [`ParseError`]; it decides which Java error a lookup of the class ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// The bytes end before the structure does (`ClassFormatError`).
    Truncated,
    /// The structure breaks a rule of JVMS chapter 4 (`ClassFormatError`).
    Malformed,
    /// The class-file version is not one we read (`UnsupportedClassVersionError`).
    Version,
}

/// A class file that cannot be read: which class, at which byte, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    class: Option<String>,
    offset: usize,
    kind: ParseErrorKind,
    what: Cow<'static, str>,
}

impl ParseError {
    pub(crate) fn new(
        kind: ParseErrorKind,
        class: Option<&str>,
        offset: usize,
        what: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self(Box::new(Inner { class: class.map(str::to_owned), offset, kind, what: what.into() }))
    }

    /// The class being read, in internal form (`java/lang/String`), once its name is known.
    pub fn class(&self) -> Option<&str> {
        self.0.class.as_deref()
    }

    /// The offset of the offending bytes from the start of the class file.
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// Which family of failure this is.
    pub fn kind(&self) -> ParseErrorKind {
        self.0.kind
    }

    /// The rule that was broken, in words.
    pub fn what(&self) -> &str {
        &self.0.what
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(class) = self.class() {
            write!(f, "class {class}, ")?;
        }
        write!(f, "offset {}: {}", self.offset(), self.what())
    }
}

impl std::error::Error for ParseError {}
