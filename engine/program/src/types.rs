//! Kinds of values and the descriptors that spell them (JVMS 4.3).

/// The kind of a field, argument or result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// `void`: results only.
    Void,
    /// `boolean`
    Boolean,
    /// `byte`
    Byte,
    /// `char`
    Char,
    /// `short`
    Short,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
    /// A reference.
    Ref,
}

impl Kind {
    /// All primitive kinds that an array can have as elements.
    pub const PRIMITIVES: [Kind; 8] =
        [Kind::Boolean, Kind::Byte, Kind::Char, Kind::Short, Kind::Int, Kind::Long, Kind::Float, Kind::Double];

    /// The kind that a descriptor's first character spells.
    pub fn of_descriptor(first: u8) -> Option<Kind> {
        Some(match first {
            b'V' => Kind::Void,
            b'Z' => Kind::Boolean,
            b'B' => Kind::Byte,
            b'C' => Kind::Char,
            b'S' => Kind::Short,
            b'I' => Kind::Int,
            b'J' => Kind::Long,
            b'F' => Kind::Float,
            b'D' => Kind::Double,
            b'L' | b'[' => Kind::Ref,
            _ => return None,
        })
    }

    /// The descriptor character; `L` for every reference.
    pub fn descriptor(self) -> char {
        match self {
            Kind::Void => 'V',
            Kind::Boolean => 'Z',
            Kind::Byte => 'B',
            Kind::Char => 'C',
            Kind::Short => 'S',
            Kind::Int => 'I',
            Kind::Long => 'J',
            Kind::Float => 'F',
            Kind::Double => 'D',
            Kind::Ref => 'L',
        }
    }

    /// The keyword of a primitive kind.
    pub fn keyword(self) -> &'static str {
        match self {
            Kind::Void => "void",
            Kind::Boolean => "boolean",
            Kind::Byte => "byte",
            Kind::Char => "char",
            Kind::Short => "short",
            Kind::Int => "int",
            Kind::Long => "long",
            Kind::Float => "float",
            Kind::Double => "double",
            Kind::Ref => "reference",
        }
    }

    /// Local-variable slots that a value takes (JVMS 2.6.1).
    pub fn slots(self) -> u16 {
        match self {
            Kind::Void => 0,
            Kind::Long | Kind::Double => 2,
            Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int | Kind::Float | Kind::Ref => 1,
        }
    }

    /// Bytes of an array element.
    pub fn element_bytes(self) -> usize {
        match self {
            Kind::Void => 0,
            Kind::Boolean | Kind::Byte => 1,
            Kind::Char | Kind::Short => 2,
            Kind::Int | Kind::Float | Kind::Ref => 4,
            Kind::Long | Kind::Double => 8,
        }
    }
}

/// Splits a method descriptor into its parameter descriptors and its result descriptor.
///
/// The descriptor has been validated when its class was read; a malformed one gives what could be split.
pub fn split_descriptor(descriptor: &str) -> (Vec<&str>, &str) {
    let bytes = descriptor.as_bytes();
    let mut params = Vec::new();
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b')' {
        let start = at;
        while at < bytes.len() && bytes[at] == b'[' {
            at += 1;
        }
        if bytes.get(at) == Some(&b'L') {
            while at < bytes.len() && bytes[at] != b';' {
                at += 1;
            }
        }
        at += 1;
        params.push(&descriptor[start..at.min(descriptor.len())]);
    }
    (params, descriptor.get(at + 1..).unwrap_or(""))
}

/// The kinds of the slots that the parameters of a method descriptor take, without a receiver: none for the second slot of
/// a `long` or `double`. None at all if it is no method descriptor.
pub fn slot_kinds(descriptor: &str) -> Option<Vec<Option<Kind>>> {
    let (params, result) = split_descriptor(descriptor);
    let is_type = |text: &str| {
        let element = text.trim_start_matches('[');
        let kind = element.bytes().next().and_then(Kind::of_descriptor);
        match kind {
            Some(Kind::Ref) => element.len() > 2 && element.find(';') == Some(element.len() - 1),
            Some(Kind::Void) | None => false,
            Some(_) => element.len() == 1,
        }
    };
    let whole = format!("({}){result}", params.concat()) == descriptor;
    if !whole || !params.iter().all(|param| is_type(param)) || !(result == "V" || is_type(result)) {
        return None;
    }
    let mut slots = Vec::new();
    for param in params {
        let kind = kind_of(param);
        slots.push(Some(kind));
        slots.extend((1..kind.slots()).map(|_| None));
    }
    Some(slots)
}

/// The kind that a field descriptor spells.
pub fn kind_of(descriptor: &str) -> Kind {
    descriptor.bytes().next().and_then(Kind::of_descriptor).unwrap_or(Kind::Void)
}

/// The class a field descriptor names in the form of a `Class` constant: `Ljava/lang/String;` gives `java/lang/String`,
/// array descriptors stay, primitives give `None`.
pub fn class_of_descriptor(descriptor: &str) -> Option<&str> {
    match descriptor.as_bytes().first()? {
        b'L' => descriptor.get(1..descriptor.len() - 1),
        b'[' => Some(descriptor),
        _ => None,
    }
}
