//! How linking says that a class is missing, malformed or cannot be read.

use crate::classfile::{ParseError, ParseErrorKind};
use crate::source::{Origin, SourceError};
use braid_engine::program::LinkError;

/// A class that is not there.
pub(super) fn missing(name: &str) -> LinkError {
    LinkError::throw("java/lang/NoClassDefFoundError", name)
}

/// A class file that cannot be read is an error that the program sees.
pub(super) fn malformed(error: &ParseError) -> LinkError {
    LinkError::throw(class_of(error), error.to_string())
}

/// The same for a class that was found somewhere.
pub(super) fn malformed_at(place: &Origin, error: ParseError) -> LinkError {
    LinkError::throw(class_of(&error), place.locate(error).to_string())
}

fn class_of(error: &ParseError) -> &'static str {
    match error.kind() {
        ParseErrorKind::Version => "java/lang/UnsupportedClassVersionError",
        ParseErrorKind::Truncated | ParseErrorKind::Malformed => "java/lang/ClassFormatError",
    }
}

/// A class whose bytes cannot be had: the program gets no answer.
pub(super) fn unreadable(error: &SourceError) -> LinkError {
    LinkError::Unsupported(error.to_string())
}
