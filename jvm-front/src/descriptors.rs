//! Walking over descriptors that were checked when their class was read.

use braid_engine::program::{Kind, kind_of};

/// The parameters of a method descriptor, from left to right, each with its kind.
pub fn parameters(descriptor: &str) -> Parameters<'_> {
    Parameters { rest: descriptor.strip_prefix('(').unwrap_or("") }
}

/// The result part of a method descriptor.
pub fn result(descriptor: &str) -> &str {
    descriptor.rfind(')').map_or("V", |at| &descriptor[at + 1..])
}

/// The slots that the parameters take, without a receiver.
pub fn parameter_slots(descriptor: &str) -> u16 {
    parameters(descriptor).map(|(kind, _)| kind.slots()).sum()
}

/// Iterator of [`parameters`].
pub struct Parameters<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Parameters<'a> {
    type Item = (Kind, &'a str);

    fn next(&mut self) -> Option<(Kind, &'a str)> {
        let bytes = self.rest.as_bytes();
        let mut end = 0;
        while bytes.get(end) == Some(&b'[') {
            end += 1;
        }
        match bytes.get(end)? {
            b')' => return None,
            b'L' => end += bytes[end..].iter().position(|&b| b == b';')? + 1,
            _ => end += 1,
        }
        let (this, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some((kind_of(this), this))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_and_result() {
        let d = "(I[[JLjava/lang/String;D)[B";
        let got: Vec<_> = parameters(d).collect();
        assert_eq!(got, [(Kind::Int, "I"), (Kind::Ref, "[[J"), (Kind::Ref, "Ljava/lang/String;"), (Kind::Double, "D")]);
        assert_eq!(result(d), "[B");
        assert_eq!(parameter_slots(d), 5);
        assert_eq!(parameters("()V").count(), 0);
    }
}
