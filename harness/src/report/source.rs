//! Source files, for the text of lines.

use crate::main_class;
use braid_engine::interp::TraceLine;
use braid_engine::vm::Vm;
use braid_jvm_front::source::ClassPath;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Where source files may be.
#[derive(Default)]
pub struct Sources {
    roots: Vec<PathBuf>,
    /// Jars of source files.
    jars: Vec<(PathBuf, ClassPath)>,
    files: RefCell<HashMap<(String, String), Option<File>>>,
}

#[derive(Clone)]
struct File {
    path: PathBuf,
    lines: std::rc::Rc<[String]>,
}

impl Sources {
    /// Source files are looked for in these directories, then where build tools keep the sources of the classes in `class_path`,
    /// then where they keep those of the current directory. A root may be a source file itself, or a jar of source files.
    pub fn new(roots: &[PathBuf], class_path: &str) -> Self {
        let (archives, mut all): (Vec<PathBuf>, Vec<PathBuf>) =
            roots.iter().cloned().partition(|root| is_archive(root));
        let opened = archives.into_iter().filter_map(|path| {
            let opened = ClassPath::open(path.to_str()?, 0).ok()?;
            Some((path, opened))
        });
        let jars = opened.collect();
        let layout = ["src/main/java", "src/test/java", "src/main/kotlin", "src/test/kotlin", "src"];
        for entry in class_path.split(':').filter(|e| !e.is_empty()) {
            let entry = Path::new(entry);
            all.push(if entry.is_dir() { entry } else { entry.parent().unwrap_or(entry) }.to_owned());
            // As it was typed, then up from the current directory.
            for entry in [Ok(entry.to_owned()), std::path::absolute(entry)].into_iter().flatten() {
                for above in entry.ancestors().skip(1).take(4) {
                    all.extend(layout.iter().map(|l| above.join(l)).filter(|p| p.is_dir()));
                }
            }
        }
        all.extend(layout.iter().map(PathBuf::from).filter(|p| p.is_dir()));
        Sources { roots: all, jars, files: RefCell::default() }
    }

    /// The path of the file that a line is in, if it was found.
    pub fn path(&self, vm: &Vm, line: &TraceLine) -> Option<String> {
        self.file(vm, line).map(|f| f.path.display().to_string())
    }

    /// The path of a source file, named with its package as folders, if it was found.
    pub fn locate(&self, file: &str) -> Option<String> {
        let (package, name) = file.rsplit_once('/').unwrap_or(("", file));
        self.find(package, name).map(|found| found.path.display().to_string())
    }

    /// The text of a line, without the space around it.
    pub fn text(&self, vm: &Vm, line: &TraceLine) -> Option<String> {
        let file = self.file(vm, line)?;
        let at = usize::try_from(line.line).ok()?.checked_sub(1)?;
        let text = without_comment(file.lines.get(at)?).trim();
        (!text.is_empty()).then(|| text.to_string())
    }

    /// The lines of a file that was found under this path.
    pub fn lines(&self, path: &str) -> Option<std::rc::Rc<[String]>> {
        let files = self.files.borrow();
        files.values().flatten().find(|file| file.path.to_str() == Some(path)).map(|file| file.lines.clone())
    }

    fn file(&self, vm: &Vm, line: &TraceLine) -> Option<File> {
        let class = vm.program.class(vm.program.method(line.method).class);
        if class.is_library() {
            return None;
        }
        let name = vm.program.name(class.source_file?).to_string();
        let package = vm.program.name(class.name).rsplit_once('/').map_or("", |(package, _)| package).to_string();
        let mut files = self.files.borrow_mut();
        files.entry((package.clone(), name.clone())).or_insert_with(|| self.find(&package, &name)).clone()
    }

    fn find(&self, package: &str, name: &str) -> Option<File> {
        let candidates = self.roots.iter().flat_map(|root| {
            let itself = root.file_name().is_some_and(|n| n == name).then(|| root.clone());
            itself.into_iter().chain([root.join(package).join(name), root.join(name)])
        });
        let file = |path: PathBuf, bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            // Another package may have a file of the same name.
            let java = path.extension().is_some_and(|extension| extension == "java");
            if java && main_class::package_of(&text).replace('.', "/") != package {
                return None;
            }
            Some(File { path, lines: text.lines().map(str::to_string).collect() })
        };
        let mut on_disk = candidates.filter(|path| path.is_file());
        let found = on_disk.find_map(|path| file(path.clone(), &std::fs::read(&path).ok()?));
        found.or_else(|| {
            let entry = Path::new(package).join(name);
            self.jars.iter().find_map(|(jar, files)| {
                let found = files.find(entry.to_str()?).ok()??;
                file(jar.join(&entry), &found.bytes)
            })
        })
    }
}

/// Whether a path names a jar.
fn is_archive(path: &Path) -> bool {
    path.is_file() && path.extension().is_some_and(|extension| extension == "jar" || extension == "zip")
}

/// A line up to a comment that takes the rest of it. Two slashes in a literal are none.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut chars = line.char_indices();
    while let Some((at, c)) = chars.next() {
        match (quote, c) {
            (None, '/') if line[at..].starts_with("//") => return &line[..at],
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if c == open => quote = None,
            (Some(_), '\\') => drop(chars.next()),
            (None | Some(_), _) => {}
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::without_comment;

    #[test]
    fn comments_are_left_out_and_literals_are_not() {
        for (line, code) in [
            ("x = 1; // one", "x = 1; "),
            ("get(\"http://x\"); // fetch", "get(\"http://x\"); "),
            ("c = '\"'; // quote", "c = '\"'; "),
            ("s = \"\\\"//\"; // two", "s = \"\\\"//\"; "),
            ("x = a / b;", "x = a / b;"),
        ] {
            assert_eq!(without_comment(line), code);
        }
    }
}
