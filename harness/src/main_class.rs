//! The main class of a jar or of a source file.

use braid_jvm_front::source::ClassPath;
use std::error::Error;
use std::path::{Path, PathBuf};

/// The class that the manifest of a jar names.
pub fn of_jar(path: &Path, feature: u16) -> Result<String, Box<dyn Error>> {
    let jar = ClassPath::from_paths([path.to_owned()], feature)?;
    let manifest = jar.find_resource("META-INF/MANIFEST.MF")?.into_iter().next();
    let manifest = manifest.ok_or_else(|| format!("{}: no manifest; use --classpath and --main", path.display()))?;
    let text = String::from_utf8_lossy(&manifest.bytes).replace("\r\n", "\n").replace("\n ", "");
    let main = text.lines().find_map(|l| l.strip_prefix("Main-Class:"));
    let main =
        main.ok_or_else(|| format!("{}: no Main-Class in the manifest; use --classpath and --main", path.display()))?;
    Ok(main.trim().to_string())
}

/// The class of a source file that is run: the one named like the file, else the first, which `java File.java` would
/// run. The file was compiled into the directory `classes`.
pub fn of_source(path: &Path, classes: &Path) -> Result<String, Box<dyn Error>> {
    let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let stem = path.file_stem().and_then(|s| s.to_str()).ok_or("a file without a name")?;
    let Head { package, first_type } = Head::of(&text);
    let qualified = |name: &str| if package.is_empty() { name.to_string() } else { format!("{package}.{name}") };
    let named = qualified(stem);
    if classes.join(named.replace('.', "/")).with_extension("class").exists() {
        return Ok(named);
    }
    let first = first_type.ok_or_else(|| format!("{}: no class in it", path.display()))?;
    Ok(qualified(&first))
}

/// The directory that the packages of a source file begin in: other source files that it needs may be there.
pub fn source_root(path: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let Head { package, first_type: _ } = Head::of(&String::from_utf8_lossy(&bytes));
    let absolute = std::path::absolute(path)?;
    let folder = absolute.parent().unwrap_or(Path::new("/"));
    let mut root = folder;
    for part in package.split('.').rev().filter(|part| !part.is_empty()) {
        match root.parent() {
            Some(above) if root.file_name().is_some_and(|name| name == part) => root = above,
            // It is not where its package says.
            Some(_) | None => {
                root = folder;
                break;
            }
        }
    }
    // Paths in reports are as short as the one that was typed.
    let here = std::env::current_dir()?;
    Ok(match root.strip_prefix(&here) {
        Ok(below) if path.is_relative() && below.as_os_str().is_empty() => PathBuf::from("."),
        Ok(below) if path.is_relative() => below.to_owned(),
        Ok(_) | Err(_) => root.to_owned(),
    })
}

/// The package that a source file says it is in; empty if it says none.
pub fn package_of(text: &str) -> String {
    Head::of(text).package
}

/// What a source file begins with.
#[derive(PartialEq, Eq, Debug)]
struct Head {
    /// The package; empty if there is none.
    package: String,
    /// The first top-level class, interface, enum or record.
    first_type: Option<String>,
}

impl Head {
    fn of(text: &str) -> Head {
        let mut words = Words(text);
        let mut package = String::new();
        let mut depth = 0usize;
        while let Some(word) = words.next() {
            match word {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth = depth.saturating_sub(1),
                "package" if depth == 0 => package = words.by_ref().take_while(|&w| w != ";").collect(),
                "class" | "interface" | "enum" | "record" if depth == 0 => {
                    return Head { package, first_type: words.next().map(str::to_string) };
                }
                _ => {}
            }
        }
        Head { package, first_type: None }
    }
}

/// The words of a source file, and what stands between them character by character; without comments and literals.
struct Words<'a>(&'a str);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.0 = self.0.trim_start();
            let rest = self.0;
            let until = |end: &str, from: usize| rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len());
            let skipped = match rest {
                _ if rest.starts_with("//") => until("\n", 2),
                _ if rest.starts_with("/*") => until("*/", 2),
                _ if rest.starts_with("\"\"\"") => quoted(rest, "\"\"\""),
                _ if rest.starts_with('"') => quoted(rest, "\""),
                _ if rest.starts_with('\'') => quoted(rest, "'"),
                _ => 0,
            };
            if skipped == 0 {
                break;
            }
            self.0 = &rest[skipped..];
        }
        let first = self.0.chars().next()?;
        let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = match in_word(first) {
            true => self.0.find(|c| !in_word(c)).unwrap_or(self.0.len()),
            false => first.len_utf8(),
        };
        let (word, rest) = self.0.split_at(length);
        self.0 = rest;
        Some(word)
    }
}

/// The length of the literal that `text` begins with, between two quotes like this one.
fn quoted(text: &str, quote: &str) -> usize {
    let mut at = quote.len();
    while let Some(c) = text[at..].chars().next() {
        if text[at..].starts_with(quote) {
            return at + quote.len();
        }
        at += c.len_utf8();
        if c == '\\' {
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_source_file_is_found_among_comments_and_literals() {
        let cases = [
            ("public class A { class B {} }", "", Some("A")),
            (
                "/* package no; */ // package no;\npackage  a . b /* c */ ; import x.Y;\nfinal class C {}",
                "a.b",
                Some("C"),
            ),
            ("/*\npackage no;\n*/\npackage p;\ninterface I<T> {}", "p", Some("I")),
            ("@A(value = \"class X {\", c = '\"', k = { Y.class }) enum E { F }", "", Some("E")),
            ("@T(\"\"\"\n class \\\"\"\" Z \"\"\") record R(int x) {}", "", Some("R")),
            ("class Größe$1 {}", "", Some("Größe$1")),
            ("/* never closed", "", None),
            ("\"never closed \\", "", None),
            ("void main() { class L {} }", "", None),
        ];
        for (text, package, first) in cases {
            let expected = Head { package: package.to_string(), first_type: first.map(str::to_string) };
            assert_eq!(Head::of(text), expected, "{text}");
        }
    }
}
