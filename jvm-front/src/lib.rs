//! The front-end.
