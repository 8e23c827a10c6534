//! Paths as other programs want them: relative to the repository, so that a server that checks it out elsewhere finds them.

use std::path::{Component, Path, PathBuf};

/// The top of the repository that the current directory is in, or that directory itself.
pub struct Root(PathBuf);

impl Root {
    /// The one of the current directory.
    pub fn here() -> Root {
        let here = std::env::current_dir().unwrap_or_default();
        let top = here.ancestors().find(|above| above.join(".git").exists()).map(Path::to_path_buf);
        Root(top.unwrap_or(here))
    }

    /// A path below the root, with slashes; nothing if it is elsewhere.
    pub fn relative(&self, path: &str) -> Option<String> {
        let mut whole = PathBuf::new();
        for part in std::path::absolute(path).ok()?.components() {
            match part {
                Component::ParentDir => drop(whole.pop()),
                Component::CurDir => {}
                Component::Prefix(_) | Component::RootDir | Component::Normal(_) => whole.push(part),
            }
        }
        let below = whole.strip_prefix(&self.0).ok()?;
        Some(below.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/"))
    }

    /// A path below the root if it is, else as it is.
    pub fn shown(&self, path: &str) -> String {
        self.relative(path).unwrap_or_else(|| path.to_string())
    }

    /// A relative reference for a path below the root, else an absolute one.
    pub fn uri(&self, path: &str) -> String {
        match self.relative(path) {
            Some(below) => escaped(&below),
            None => match std::path::absolute(path) {
                Ok(whole) => format!("file://{}", escaped(&whole.to_string_lossy())),
                Err(_) => escaped(path),
            },
        }
    }
}

/// A path as a part of a URI (RFC 3986): all but unreserved characters and slashes in percent signs.
fn escaped(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/$".contains(&byte);
    path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_below_the_root_are_relative_and_others_are_not() {
        let root = Root(PathBuf::from("/home/me/my project"));
        assert_eq!(root.relative("/home/me/my project/src/../a b.java").as_deref(), Some("a b.java"));
        assert_eq!(root.uri("/home/me/my project/src/a b#é.java"), "src/a%20b%23%C3%A9.java");
        assert_eq!(root.uri("/tmp/x:y.java"), "file:///tmp/x%3Ay.java");
    }
}
