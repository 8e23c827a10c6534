//! Field and method descriptors (JVMS 4.3) and the names in a class file (JVMS 4.2).

/// The type a field descriptor names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldType<'a> {
    /// `B`
    Byte,
    /// `C`
    Char,
    /// `D`
    Double,
    /// `F`
    Float,
    /// `I`
    Int,
    /// `J`
    Long,
    /// `S`
    Short,
    /// `Z`
    Boolean,
    /// `Lname;`, with the internal name.
    Class(&'a str),
    /// `[...`, with the whole descriptor, which is also the array's class name.
    Array(&'a str),
}

impl<'a> FieldType<'a> {
    /// Reads a field descriptor; `None` unless all of the text is one.
    pub fn parse(descriptor: &'a str) -> Option<Self> {
        let (ty, rest) = Self::split(descriptor)?;
        rest.is_empty().then_some(ty)
    }

    /// The first field descriptor in the text, and the rest.
    fn split(text: &'a str) -> Option<(Self, &'a str)> {
        let end = field_end(text.as_bytes(), 0)?;
        let (this, rest) = text.split_at(end);
        let ty = match this.as_bytes()[0] {
            b'B' => Self::Byte,
            b'C' => Self::Char,
            b'D' => Self::Double,
            b'F' => Self::Float,
            b'I' => Self::Int,
            b'J' => Self::Long,
            b'S' => Self::Short,
            b'Z' => Self::Boolean,
            b'L' => Self::Class(&this[1..end - 1]),
            _ => Self::Array(this),
        };
        Some((ty, rest))
    }

    /// How many local-variable slots a value takes: 2 for `long` and `double`, else 1.
    pub fn slots(self) -> u16 {
        match self {
            Self::Long | Self::Double => 2,
            Self::Byte | Self::Char | Self::Float | Self::Int | Self::Short | Self::Boolean => 1,
            Self::Class(_) | Self::Array(_) => 1,
        }
    }

    /// Whether values of the type are references.
    pub fn is_reference(self) -> bool {
        matches!(self, Self::Class(_) | Self::Array(_))
    }

    /// The element type, if this is an array.
    pub fn element(self) -> Option<FieldType<'a>> {
        match self {
            Self::Array(descriptor) => Self::parse(&descriptor[1..]),
            _ => None,
        }
    }
}

/// A method descriptor that was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodDescriptor<'a> {
    text: &'a str,
}

impl<'a> MethodDescriptor<'a> {
    /// Checks a method descriptor.
    pub fn parse(text: &'a str) -> Option<Self> {
        is_method_descriptor(text.as_bytes()).then_some(Self { text })
    }

    /// The descriptor as it stands in the class file.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// The parameters, from left to right.
    pub fn parameters(self) -> Parameters<'a> {
        Parameters { rest: &self.text[1..] }
    }

    /// The type of the result, `None` for `void`.
    pub fn result(self) -> Option<FieldType<'a>> {
        let close = self.text.rfind(')').expect("invariant: a checked method descriptor has one ')'");
        FieldType::parse(&self.text[close + 1..])
    }

    /// The slots the parameters take, without a receiver.
    pub fn parameter_slots(self) -> u16 {
        self.parameters().map(FieldType::slots).sum()
    }
}

/// The parameter types of a method descriptor.
#[derive(Clone, Debug)]
pub struct Parameters<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Parameters<'a> {
    type Item = FieldType<'a>;

    fn next(&mut self) -> Option<FieldType<'a>> {
        // At the closing parenthesis `split` finds no type, and the iterator stays there.
        let (ty, rest) = FieldType::split(self.rest)?;
        self.rest = rest;
        Some(ty)
    }
}

/// Where the field descriptor that starts at `at` ends.
fn field_end(text: &[u8], at: usize) -> Option<usize> {
    let mut i = at;
    while *text.get(i)? == b'[' {
        i += 1;
    }
    if i - at > 255 {
        return None;
    }
    match text[i] {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => Some(i + 1),
        b'L' => {
            let len = text[i + 1..].iter().position(|&b| b == b';')?;
            let end = i + 1 + len;
            is_binary_name(&text[i + 1..end]).then_some(end + 1)
        }
        _ => None,
    }
}

/// Whether all of the text is a field descriptor.
pub(crate) fn is_field_descriptor(text: &[u8]) -> bool {
    field_end(text, 0) == Some(text.len())
}

/// Whether all of the text is a method descriptor with at most 255 parameter slots.
pub(crate) fn is_method_descriptor(text: &[u8]) -> bool {
    if text.first() != Some(&b'(') {
        return false;
    }
    let mut at = 1;
    let mut slots = 0;
    while text.get(at) != Some(&b')') {
        slots += if matches!(text.get(at), Some(b'J' | b'D')) { 2 } else { 1 };
        match field_end(text, at) {
            Some(end) => at = end,
            None => return false,
        }
    }
    slots <= 255 && (text[at + 1..] == *b"V" || is_field_descriptor(&text[at + 1..]))
}

/// A class or interface name in internal form: identifiers separated by `/`.
fn is_binary_name(name: &[u8]) -> bool {
    let mut last = b'/';
    for &b in name {
        if matches!(b, b'.' | b';' | b'[') || (b == b'/' && last == b'/') {
            return false;
        }
        last = b;
    }
    last != b'/'
}

/// What a `CONSTANT_Class` may name: a class in internal form, or an array by its descriptor.
pub(crate) fn is_class_name(name: &[u8]) -> bool {
    match name.first() {
        Some(b'[') => is_field_descriptor(name),
        _ => is_binary_name(name),
    }
}

/// An unqualified field name.
pub(crate) fn is_field_name(name: &[u8]) -> bool {
    !name.is_empty() && !name.iter().any(|b| matches!(b, b'.' | b';' | b'[' | b'/'))
}

/// An unqualified method name, or one of the two special ones.
pub(crate) fn is_method_name(name: &[u8]) -> bool {
    name == b"<init>" || name == b"<clinit>" || (is_field_name(name) && !name.iter().any(|b| matches!(b, b'<' | b'>')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_descriptors_take_apart() {
        let d = MethodDescriptor::parse("(I[[JLjava/lang/String;D)[B").expect("well-formed");
        assert_eq!(
            d.parameters().collect::<Vec<_>>(),
            [FieldType::Int, FieldType::Array("[[J"), FieldType::Class("java/lang/String"), FieldType::Double]
        );
        assert_eq!(d.result(), Some(FieldType::Array("[B")));
        assert_eq!(d.parameter_slots(), 5);
        assert_eq!(MethodDescriptor::parse("()V").expect("well-formed").result(), None);
    }

    #[test]
    fn broken_descriptors_are_refused() {
        for bad in ["", "I", "(", "()", "(V)V", "()VV", "(L;)V", "(La;", "([)V", "()[V", "(La.b;)V", "(La//b;)V"] {
            assert_eq!(MethodDescriptor::parse(bad), None, "{bad}");
        }
        for bad in ["", "V", "[", "L", "L;", "La", "II", "L/a;", "La/;", "L[I;"] {
            assert_eq!(FieldType::parse(bad), None, "{bad}");
        }
        let slots = |n: usize| format!("({})V", "J".repeat(n));
        assert!(MethodDescriptor::parse(&slots(127)).is_some());
        assert!(MethodDescriptor::parse(&slots(128)).is_none());
        assert!(FieldType::parse(&format!("{}I", "[".repeat(255))).is_some());
        assert!(FieldType::parse(&format!("{}I", "[".repeat(256))).is_none());
    }

    #[test]
    fn names() {
        assert!(is_class_name(b"a/b$C") && is_class_name(b"[La/b;") && is_class_name(b"module-info"));
        assert!(!is_class_name(b"") && !is_class_name(b"a.b") && !is_class_name(b"a/") && !is_class_name(b"[V"));
        assert!(is_method_name(b"<init>") && !is_method_name(b"<x>") && is_field_name(b"<x>"));
    }
}
