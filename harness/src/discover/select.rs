//! Tests by a pattern: those of every class that matches it.
//!
//! `*` stands for any characters, dots included: `com.example.*` is all below a package, which is written `com.example..`, too, and
//! `*` is everything. A name without a
//! dot that is no class of its own is that of a class in any package. Only directories of the class path are searched,
//! and the jar that the command line names as its target: the others are libraries.

use super::{Classes, Found, Refusal, find};
use braid_jvm_front::source::{ClassPath, ClassSource};
use std::collections::BTreeSet;
use std::path::Path;

/// Where classes that match a pattern are looked for.
#[derive(Clone, Copy, Debug)]
pub enum Places<'a> {
    /// The directories of the class path, and this jar of it.
    Directories(Option<&'a Path>),
    /// This directory or jar of the class path.
    Only(&'a Path),
}

/// Finds what a class, a class and a method, or a pattern of classes names; each class on its own.
pub fn select(what: &str, app: &ClassPath, boot: &ClassPath, places: Places<'_>) -> Result<Vec<Found>, Refusal> {
    let (class, method) = what.split_once('#').map_or((what, None), |(class, method)| (class, Some(method)));
    let below = class.strip_suffix("..").map(|package| format!("{package}.*"));
    let class = below.as_deref().unwrap_or(class);
    let internal = class.replace('.', "/");
    let classes = Classes::new(app, boot);
    let is_pattern = class.contains('*');
    if !is_pattern && (class.contains('.') || classes.load(&internal)?.is_some()) {
        return super::discover(what, app, boot).map(|found| vec![found]);
    }
    let pattern = if is_pattern { class.to_owned() } else { format!("*.{class}") };
    let mut matching = BTreeSet::new();
    let mut searched = Vec::new();
    for source in app.sources() {
        let is_searched = match (places, source) {
            (Places::Directories(_), ClassSource::Directory(_)) => true,
            (Places::Directories(jar), ClassSource::Archive(archive)) => Some(archive.path()) == jar,
            (Places::Directories(_), ClassSource::Image(_)) => false,
            (Places::Only(place), source) => source.path() == place,
        };
        if is_searched {
            searched.push(source.path().display().to_string());
            let names = source.list()?.into_iter().filter_map(|listed| listed.class_name().map(str::to_owned));
            matching.extend(names.filter(|name| matches(&pattern, &name.replace('/', "."))));
        }
    }
    if matching.is_empty() && !is_pattern {
        return Err(Refusal::Usage(format!("there is no class {class} on the class path")));
    }
    let mut all = Vec::new();
    for name in matching {
        // What is not what a framework would run is passed over; what it would run and Braid does not is named.
        match find(&name, method, app, boot) {
            Ok(found) if found.is_empty() => {}
            Ok(found) => all.push(found),
            Err(Refusal::Nothing(_)) => {}
            Err(Refusal::Unsupported(why)) => {
                let class = name.replace('/', ".");
                let about_it = why.strip_prefix(&*class).map(str::trim_start);
                let why = about_it.and_then(|why| why.strip_prefix("has ").or(why.strip_prefix("is "))).unwrap_or(&why);
                let why = why.to_string();
                all.push(Found { refused: vec![(class, why)], ..Found::default() });
            }
            Err(usage @ Refusal::Usage(_)) => return Err(usage),
        }
    }
    if all.is_empty() {
        let places = if searched.is_empty() { "no directory of the class path".into() } else { searched.join(", ") };
        return Err(Refusal::Nothing(format!("no test matches {what}: searched {places}")));
    }
    Ok(all)
}

/// Whether a name matches a pattern with `*`.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_any_characters() {
        for (pattern, name, expected) in [
            ("*", "a.B", true),
            ("a.*", "a.B", true),
            ("a.*", "a.b.C", true),
            ("a.*", "ab.C", false),
            ("*Test", "a.QueueTest", true),
            ("*Test", "a.QueueTests", false),
            ("a.*.C*", "a.b.Cd", true),
            ("a.*.C*", "a.C", false),
            ("a.B", "a.B", true),
            ("a.B", "a.BC", false),
            ("aa*aa", "aaa", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
