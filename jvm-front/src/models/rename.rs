//! Class files under other names.
//!
//! A class that stands for a type is linked under the type's name, and so are its nested classes. All names of classes in a class
//! file, and all descriptors and signatures, are `Utf8` constants (JVMS 4.4.7), so only those change. A string literal may
//! share its constant with one of them and must keep its text: it gets a constant of its own.

use crate::classfile::Bytes;

/// Which classes get which names.
#[derive(Default)]
pub(super) struct Renaming(Vec<(String, String)>);

/// What may follow the name of a class in a descriptor or signature: its end, a nested class, or type arguments.
const AFTER: [&str; 4] = [";", "$", "<", "."];

impl Renaming {
    /// From one name to another, in internal form.
    pub(super) fn new(pairs: impl Iterator<Item = (String, String)>) -> Renaming {
        Renaming(pairs.collect())
    }

    /// What becomes of the name of a class, a descriptor or a signature; nothing if it stays.
    pub(super) fn name(&self, text: &str) -> Option<String> {
        let mut now: Option<String> = None;
        for (from, to) in &self.0 {
            let text = now.as_deref().unwrap_or(text);
            if let Some(rest) = text.strip_prefix(from.as_str())
                && (rest.is_empty() || rest.starts_with('$'))
            {
                return Some(format!("{to}{rest}"));
            }
            let mut changed = String::new();
            let mut last = 0;
            for (at, _) in text.match_indices(from.as_str()) {
                let end = at + from.len();
                // In a descriptor an `L` stands before the name; without a slash before that it begins there.
                let begins = at > 0 && text.as_bytes()[at - 1] == b'L' && begins_type(&text[..at - 1]);
                if begins && AFTER.iter().any(|after| text[end..].starts_with(after)) {
                    changed.push_str(&text[last..at]);
                    changed.push_str(to);
                    last = end;
                }
            }
            if last > 0 {
                changed.push_str(&text[last..]);
                now = Some(changed);
            }
        }
        now
    }

    /// A class file with the names changed. What is no class file stays as it is: whoever reads it says so.
    pub(super) fn class_file(&self, bytes: Bytes) -> Bytes {
        if self.0.is_empty() {
            return bytes;
        }
        self.rewrite(&bytes).map_or(bytes, Bytes::from)
    }

    fn rewrite(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let u16_at = |at: usize| bytes.get(at..at + 2).map(|b| u16::from_be_bytes([b[0], b[1]]));
        let count = u16_at(8)?;
        // Where each constant is, and where the pool ends.
        let mut places = vec![0; usize::from(count)];
        let mut at = 10;
        let mut index = 1;
        while index < count {
            places[usize::from(index)] = at;
            let (size, slots) = match *bytes.get(at)? {
                1 => (3 + usize::from(u16_at(at + 1)?), 1),
                3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => (5, 1),
                5 | 6 => (9, 2),
                7 | 8 | 16 | 19 | 20 => (3, 1),
                15 => (4, 1),
                _ => return None,
            };
            at += size;
            index += slots;
        }
        let end = at;
        let text_at = |place: usize| -> Option<&str> {
            let len = usize::from(u16_at(place + 1)?);
            std::str::from_utf8(bytes.get(place + 3..place + 3 + len)?).ok()
        };
        let renamed = |place: usize| text_at(place).and_then(|text| self.name(text));
        let mut changed = bytes[..10].to_vec();
        let mut literals: Vec<&str> = Vec::new();
        for &place in places.iter().filter(|&&place| place != 0) {
            let next = places.iter().copied().filter(|&p| p > place).min().unwrap_or(end);
            match bytes[place] {
                1 => match renamed(place) {
                    Some(name) => push_utf8(&mut changed, &name)?,
                    None => changed.extend_from_slice(&bytes[place..next]),
                },
                8 => {
                    let of = *places.get(usize::from(u16_at(place + 1)?))?;
                    if renamed(of).is_some() {
                        let own = usize::from(count) + literals.len();
                        literals.push(text_at(of)?);
                        changed.push(8);
                        changed.extend_from_slice(&u16::try_from(own).ok()?.to_be_bytes());
                    } else {
                        changed.extend_from_slice(&bytes[place..next]);
                    }
                }
                _ => changed.extend_from_slice(&bytes[place..next]),
            }
        }
        let all = u16::try_from(usize::from(count) + literals.len()).ok()?;
        changed[8..10].copy_from_slice(&all.to_be_bytes());
        for literal in literals {
            push_utf8(&mut changed, literal)?;
        }
        changed.extend_from_slice(&bytes[end..]);
        Some(changed)
    }
}

/// Whether a class type can begin behind this part of a descriptor or signature: nothing that it is the end of is a name.
fn begins_type(before: &str) -> bool {
    // Behind a finished type, a bracket or the like only letters of primitive types can come.
    let tail = &before[before.rfind([';', '(', ')', '[', '<', ':', '+', '-', '*', '^']).map_or(0, |at| at + 1)..];
    tail.bytes().all(|b| b"BCDFIJSZV".contains(&b))
}

fn push_utf8(to: &mut Vec<u8>, text: &str) -> Option<()> {
    to.push(1);
    to.extend_from_slice(&u16::try_from(text.len()).ok()?.to_be_bytes());
    to.extend_from_slice(text.as_bytes());
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_where_they_are_names() {
        let pairs = [("acme/Fake".to_owned(), "java/net/Socket".to_owned())];
        let renaming = Renaming::new(pairs.into_iter());
        let cases = [
            ("acme/Fake", Some("java/net/Socket")),
            ("acme/Fake$In", Some("java/net/Socket$In")),
            ("acme/Faker", None),
            ("x/acme/Fake", None),
            ("Lacme/Fake;", Some("Ljava/net/Socket;")),
            (
                "([Lacme/Fake;ILacme/Fake$In;)Lacme/Faker;",
                Some("([Ljava/net/Socket;ILjava/net/Socket$In;)Lacme/Faker;"),
            ),
            ("(JLacme/Fake;)V", Some("(JLjava/net/Socket;)V")),
            ("Ljava/util/List<Lacme/Fake;>;", Some("Ljava/util/List<Ljava/net/Socket;>;")),
            ("<T:Lacme/Fake;>Ljava/lang/Object;", Some("<T:Ljava/net/Socket;>Ljava/lang/Object;")),
            ("LxLacme/Fake;", None),
            ("acme.Fake", None),
        ];
        for (before, after) in cases {
            assert_eq!(renaming.name(before).as_deref(), after, "{before}");
        }
    }
}
