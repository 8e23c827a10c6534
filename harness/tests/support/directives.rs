//! The `//@` directives and `//~` markers of the programs in `java-tests`.
//!
//! Directives stand on top of a file, before anything else, one a line: `//@ name`, `//@ name: value` or, for one
//! revision only, `//@[revision] name: value`. Unknown, repeated or missing directives are errors.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::jdk::Jdk;

/// One program of `java-tests`.
pub struct Case {
    pub path: PathBuf,
    /// The only JDK this program is for; `None` means every one.
    pub jdk: Option<u32>,
    /// Why the answer is wrong today; the tests insist that it still is.
    pub known_wrong: Option<String>,
    pub kind: Kind,
}

/// What a program is for.
pub enum Kind {
    /// Run under one schedule; everything it prints is compared with the real JVM.
    Run(RunSpec),
    /// Checked under every schedule; the verdict is compared with the header.
    Check(CheckSpec),
}

/// How to run a program, and how it ends.
pub struct RunSpec {
    pub args: Vec<String>,
    pub stdin: String,
    pub exit: i32,
}

/// How to check a program, and what to expect.
pub struct CheckSpec {
    pub verdict: Verdict,
    /// The verdict with patient time.
    pub patient: Verdict,
    /// One entry for each revision (a single unnamed one without `//@ revisions`).
    pub revisions: Vec<Revision>,
    /// Marked lines and the word of each marker.
    pub markers: BTreeMap<u32, String>,
    /// The exact set of outcomes, of a program that ends with `Outcome.is(outcome, args)`. Checked with the argument
    /// list `only` and all of them the program is verified; with any single one of them its assertion fails.
    pub outcomes: Vec<String>,
}

/// One way of checking a program: its flags and arguments.
pub struct Revision {
    pub name: String,
    pub flags: Vec<String>,
    pub args: Vec<String>,
    /// How many states transactions store.
    pub states: States,
    /// What the report names as fixed, if the header says it.
    pub fixed: Option<Vec<String>>,
    /// Why the answer to this revision is wrong today.
    pub known_wrong: Option<String>,
}

/// How many states a search stores, as far as the header says it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct States {
    /// On every JDK.
    everywhere: Option<u64>,
    /// On one JDK.
    on: BTreeMap<u32, u64>,
}

impl States {
    /// The number on a JDK of this version.
    pub fn on(&self, version: u32) -> Option<u64> {
        self.on.get(&version).copied().or(self.everywhere)
    }

    /// Whether the header says nothing.
    pub fn is_open(&self) -> bool {
        self.everywhere.is_none() && self.on.is_empty()
    }

    fn parse(text: &str) -> Option<States> {
        if let Ok(number) = text.parse() {
            return Some(States { everywhere: Some(number), on: BTreeMap::new() });
        }
        let pair = |part: &str| {
            let (number, version) = part.split_once(" on ")?;
            Some((version.trim().parse().ok()?, number.trim().parse().ok()?))
        };
        Some(States { everywhere: None, on: text.split(',').map(pair).collect::<Option<_>>()? })
    }
}

/// The expected verdict of a checked program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Verified,
    Deadlock,
    Assertion,
    Uncaught(String),
    Race,
    Livelock,
    Inconclusive(String),
}

impl Case {
    /// The main class, which is also the file's name.
    pub fn name(&self) -> String {
        self.path.file_stem().expect("a source file has a name").to_string_lossy().into_owned()
    }

    /// Whether a test asks for it that has a pattern for paths: all programs are meant, or, with `BRAID_QUICK`, those of the
    /// cross-section.
    pub fn is_asked_for(&self, pattern: &str) -> bool {
        self.path.to_string_lossy().contains(pattern) && (!is_quick() || self.is_in_cross_section())
    }

    /// Whether a text is in its source.
    pub fn mentions(&self, text: &str) -> bool {
        std::fs::read_to_string(&self.path).expect("a program is readable").contains(text)
    }

    /// Whether it is one of the few that stand for all where time is short (`java-tests/quick.txt`).
    pub fn is_in_cross_section(&self) -> bool {
        cross_section().iter().any(|name| self.path.ends_with(format!("{name}.java")))
    }

    /// The folder that the program is in.
    pub fn folder(&self) -> &Path {
        self.path.parent().expect("a program is in a folder")
    }

    /// Whether it is for this JDK, and the JDK's compiler can compile it.
    pub fn runs_on(&self, jdk: &Jdk) -> bool {
        self.jdk.is_none_or(|only| only == jdk.version && only <= jdk.compiles)
    }
}

/// Whether only a cross-section is asked for (`scripts/test --quick`).
pub fn is_quick() -> bool {
    std::env::var_os("BRAID_QUICK").is_some_and(|value| !value.is_empty())
}

/// The programs of the cross-section: a folder and a name each.
pub fn cross_section() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let text = std::fs::read_to_string(java_tests().join("quick.txt")).expect("java-tests/quick.txt is readable");
        text.lines().map(str::to_owned).collect()
    })
}

/// The folder of checked programs.
pub fn java_tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../java-tests")
}

/// Classes that checked programs use, below `java-tests/api`, and Braid's own; compiled along with them.
pub fn api_sources() -> Result<Vec<PathBuf>, String> {
    let mut api = sources(&java_tests().join("api"))?;
    api.extend(sources(&java_tests().join("../harness/java/api"))?);
    Ok(api)
}

/// Test classes of the test frameworks, below `java-tests/testing`.
pub fn test_classes() -> Result<Vec<PathBuf>, String> {
    sources(&java_tests().join("testing"))
}

/// The source files below a folder.
pub fn programs_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    sources(folder)
}

/// All programs, sorted by path.
pub fn load_cases() -> Result<Vec<Case>, String> {
    // Programs of found bugs that need libraries, or show them without Braid.
    let others =
        ["api", "testing", "libraries", "found/libraries", "found/plain"].map(|folder| java_tests().join(folder));
    let mut paths = sources(&java_tests())?;
    paths.retain(|path| !others.iter().any(|folder| path.starts_with(folder)));
    let mut seen = BTreeMap::new();
    for path in &paths {
        let name = path.file_stem().expect("a source file has a name").to_owned();
        if let Some(other) = seen.insert(name, path) {
            return Err(format!("two programs share a class name: {} and {}", other.display(), path.display()));
        }
    }
    paths.into_iter().map(load_case).collect()
}

fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    collect(folder, &mut paths).map_err(|error| format!("{}: {error}", folder.display()))?;
    paths.sort();
    Ok(paths)
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, into)?;
        } else if path.extension().is_some_and(|extension| extension == "java") {
            into.push(path);
        }
    }
    Ok(())
}

fn load_case(path: PathBuf) -> Result<Case, String> {
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse(path.clone(), &text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The directives of one file: plain ones by name, and by (revision, name).
#[derive(Default)]
struct Header {
    plain: BTreeMap<String, String>,
    of_revision: BTreeMap<(String, String), String>,
}

impl Header {
    fn take(&mut self, name: &str) -> Option<String> {
        self.plain.remove(name)
    }
}

fn parse(path: PathBuf, text: &str) -> Result<Case, String> {
    let mut header = read_header(text)?;
    let jdk = header.take("jdk").map(|value| value.parse().map_err(|_| format!("bad jdk: {value}"))).transpose()?;
    let known_wrong = header.take("known-wrong");
    let kind = match (header.take("run"), header.take("verdict")) {
        (Some(_), None) => Kind::Run(run_spec(&mut header)?),
        (None, Some(verdict)) => Kind::Check(check_spec(&mut header, &verdict, text)?),
        (Some(_), Some(_)) => return Err("both run and verdict".to_owned()),
        (None, None) => return Err("neither run nor verdict".to_owned()),
    };
    if let Some(name) = header.plain.keys().next() {
        return Err(format!("unknown directive {name}"));
    }
    if let Some((revision, name)) = header.of_revision.keys().next() {
        return Err(format!("unknown directive {name} for revision {revision}"));
    }
    Ok(Case { path, jdk, known_wrong, kind })
}

fn read_header(text: &str) -> Result<Header, String> {
    let mut header = Header::default();
    for line in text.lines().map_while(|line| line.strip_prefix("//@")) {
        let (revision, rest) = match line.strip_prefix('[') {
            Some(rest) => rest.split_once(']').ok_or_else(|| format!("unclosed revision in {line}"))?,
            None => ("", line),
        };
        let (name, value) = rest.split_once(':').unwrap_or((rest, ""));
        let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
        let repeated = if revision.is_empty() {
            header.plain.insert(name.clone(), value).is_some()
        } else {
            header.of_revision.insert((revision.to_owned(), name.clone()), value).is_some()
        };
        if repeated {
            return Err(format!("repeated directive {name}"));
        }
    }
    if text.lines().skip_while(|line| line.starts_with("//@")).any(|line| line.starts_with("//@")) {
        return Err("a directive below the first lines".to_owned());
    }
    Ok(header)
}

fn run_spec(header: &mut Header) -> Result<RunSpec, String> {
    let exit = header.take("exit").unwrap_or_else(|| "0".to_owned());
    Ok(RunSpec {
        args: words(header.take("args")),
        stdin: unescape(&header.take("stdin").unwrap_or_default())?,
        exit: exit.parse().map_err(|_| format!("bad exit: {exit}"))?,
    })
}

fn check_spec(header: &mut Header, verdict: &str, text: &str) -> Result<CheckSpec, String> {
    let flags = words(header.take("flags"));
    let args = words(header.take("args"));
    let states = header.take("states");
    let fixed = header.take("fixed");
    let mut names = words(header.take("revisions"));
    if names.is_empty() {
        names.push(String::new());
    }
    let mut revisions = Vec::new();
    for name in names {
        let mut own = |directive: &str| header.of_revision.remove(&(name.clone(), directive.to_owned()));
        let mut flags = flags.clone();
        flags.extend(words(own("flags")));
        let args = own("args").map_or_else(|| args.clone(), |value| words(Some(value)));
        let known_wrong = own("known-wrong");
        let states = own("states").or_else(|| states.clone());
        let states = states.map(|value| States::parse(&value).ok_or_else(|| format!("bad states: {value}")));
        let states = states.transpose()?.unwrap_or_default();
        let fixed = own("fixed").or_else(|| fixed.clone());
        let fixed = fixed.map(|value| words(Some(value)).into_iter().filter(|word| word != "nothing").collect());
        revisions.push(Revision { name, flags, args, states, fixed, known_wrong });
    }
    let verdict = parse_verdict(verdict)?;
    let patient = header.take("patient").map(|patient| parse_verdict(&patient)).transpose()?;
    if patient.as_ref() == Some(&verdict) {
        return Err("with patient time the verdict is the same anyway".to_owned());
    }
    let outcomes = words(header.take("outcomes"));
    if !outcomes.is_empty() && verdict != Verdict::Verified {
        return Err("outcomes of a program that is not verified".to_owned());
    }
    let patient = patient.unwrap_or_else(|| verdict.clone());
    Ok(CheckSpec { verdict, patient, revisions, markers: markers(text)?, outcomes })
}

fn parse_verdict(text: &str) -> Result<Verdict, String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match (word, rest.trim()) {
        ("verified", "") => Ok(Verdict::Verified),
        ("deadlock", "") => Ok(Verdict::Deadlock),
        ("assertion", "") => Ok(Verdict::Assertion),
        ("uncaught", class) if !class.is_empty() => Ok(Verdict::Uncaught(class.to_owned())),
        ("race", "") => Ok(Verdict::Race),
        ("livelock", "") => Ok(Verdict::Livelock),
        ("inconclusive", reason) if !reason.is_empty() => Ok(Verdict::Inconclusive(reason.to_owned())),
        _ => Err(format!("unknown verdict {text}")),
    }
}

fn markers(text: &str) -> Result<BTreeMap<u32, String>, String> {
    let mut markers = BTreeMap::new();
    for (line, number) in text.lines().zip(1..) {
        if let Some((_, word)) = line.split_once("//~") {
            if word.trim().is_empty() {
                return Err(format!("empty marker on line {number}"));
            }
            markers.insert(number, word.trim().to_owned());
        }
    }
    Ok(markers)
}

fn words(value: Option<String>) -> Vec<String> {
    value.unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

fn unescape(text: &str) -> Result<String, String> {
    let mut result = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => result.push('\n'),
                Some('t') => result.push('\t'),
                Some('\\') => result.push('\\'),
                other => return Err(format!("unknown escape {other:?} in stdin")),
            },
            other => result.push(other),
        }
    }
    Ok(result)
}
