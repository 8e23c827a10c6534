//! The main section of a jar's manifest (JAR File Specification).

use std::path::{Path, PathBuf};

/// What class loading wants from a manifest.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    pub(super) multi_release: bool,
    pub(super) class_path: Vec<String>,
    pub(super) main_class: Option<String>,
}

impl Manifest {
    /// Reads the main section; a manifest that is not text has nothing in it.
    pub(super) fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let mut manifest = Self::default();
        let mut attribute = String::new();
        // `lines` splits at \n and \r\n; the specification also allows a lone \r.
        let lines = text.lines().flat_map(|line| line.split('\r'));
        for line in lines.chain([""]) {
            if let Some(continued) = line.strip_prefix(' ') {
                attribute.push_str(continued);
                continue;
            }
            manifest.set(&attribute);
            attribute.clear();
            attribute.push_str(line);
            if line.is_empty() {
                break;
            }
        }
        manifest
    }

    fn set(&mut self, attribute: &str) {
        let Some((name, value)) = attribute.split_once(": ") else {
            return;
        };
        match name.to_ascii_lowercase().as_str() {
            "multi-release" => self.multi_release = value.trim().eq_ignore_ascii_case("true"),
            "class-path" => self.class_path = value.split_ascii_whitespace().map(str::to_owned).collect(),
            "main-class" => self.main_class = Some(value.trim().to_owned()),
            _ => {}
        }
    }

    /// The files the `Class-Path` names, relative to the jar's directory. What is not a file URL is left out, as the JDK's
    /// loader does with what it cannot open.
    pub(super) fn class_path(&self, jar: &Path) -> Vec<PathBuf> {
        let base = jar.parent().unwrap_or(Path::new(""));
        let resolve = |url: &String| {
            let path = match url.split_once(':') {
                Some(("file", path)) => path.strip_prefix("//").filter(|rest| rest.starts_with('/')).unwrap_or(path),
                Some(_) => return None,
                None => url,
            };
            Some(base.join(percent_decode(path)?))
        };
        self.class_path.iter().filter_map(resolve).collect()
    }
}

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first == b'%' {
            let (digits, after) = rest.split_at_checked(2)?;
            bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            rest = after;
        } else {
            bytes.push(first);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continued_lines_and_sections() {
        let text = b"Manifest-Version: 1.0\r\nclass-path: a.jar li\r\n b/b.jar  c/\r\nMulti-Release: TRUE\r\n\r\nMain-Class: Not.This\r\n";
        let manifest = Manifest::parse(text);
        assert!(manifest.multi_release);
        assert_eq!(manifest.class_path, ["a.jar", "lib/b.jar", "c/"]);
        assert_eq!(manifest.main_class, None);
    }

    #[test]
    fn class_path_urls() {
        let manifest = Manifest::parse(b"Class-Path: a%20b.jar file:/x/y.jar file:///z.jar http://h/w.jar bad%2\n");
        let paths = manifest.class_path(Path::new("/lib/main.jar"));
        assert_eq!(paths, ["/lib/a b.jar", "/x/y.jar", "/z.jar"].map(PathBuf::from));
    }

    #[test]
    fn last_line_without_newline() {
        assert_eq!(Manifest::parse(b"Main-Class: a.B").main_class.as_deref(), Some("a.B"));
        assert_eq!(Manifest::parse(b"\xFF\xFE"), Manifest::default());
    }
}
