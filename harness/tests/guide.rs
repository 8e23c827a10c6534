//! The guide does what it says: every command in it is executed, every output compared, every file written and every piece
//! of a sample found in the sample.
//!
//! A fenced block is one of three. `console` holds commands, each behind `$ `, with what they print; all of a chapter run in
//! one shell, in a folder of the chapter's own. In outputs `[..]` stands for any characters of a line, and a line `...` for
//! any lines. A block below a comment `<!-- file: NAME -->` is written to that file before the commands behind it run. A block
//! below `<!-- sample: PATH -->` stands in that file of the repository, line by line. There are no others.
//!
//! `BRAID_BLESS=1 cargo test -p braid --test guide` writes what commands print today into the guide, where it differs.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use support::artifacts;
use support::jdk::judged;
use support::process::run_with_deadline;
use support::scene::{Scene, text};
use support::temp::TempDir;

/// The first build fetches what it needs.
const DEADLINE: Duration = Duration::from_secs(900);
/// What no command prints.
const MARK: &str = "=== end of a command ===";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn guide() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("guide/src")
}

/// A fenced block.
enum Block {
    File { name: String, text: String },
    Sample { path: String, text: String },
    Console(Vec<Step>),
}

/// A command with the lines of the chapter that hold its output.
struct Step {
    command: String,
    from: usize,
    to: usize,
}

fn blocks(chapter: &str, lines: &[&str]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(language) = lines[at].trim_start().strip_prefix("```") else {
            at += 1;
            continue;
        };
        let begin = at + 1;
        let length = lines[begin..].iter().position(|line| line.trim() == "```");
        let end = begin + length.unwrap_or_else(|| panic!("{chapter}:{}: a block without an end", at + 1));
        let comment = |word: &str| {
            let before = at.checked_sub(1).map(|before| lines[before]).unwrap_or_default();
            Some(before.trim().strip_prefix("<!-- ")?.strip_suffix(" -->")?.strip_prefix(word)?.trim().to_string())
        };
        let whole = lines[begin..end].iter().map(|line| format!("{line}\n")).collect::<String>();
        let block = if language == "console" {
            Block::Console(steps(chapter, lines, begin, end))
        } else if let Some(name) = comment("file:") {
            Block::File { name, text: whole }
        } else if let Some(path) = comment("sample:") {
            Block::Sample { path, text: whole }
        } else {
            panic!("{chapter}:{}: a block that nothing holds against anything", at + 1)
        };
        blocks.push(block);
        at = end + 1;
    }
    blocks
}

fn steps(chapter: &str, lines: &[&str], begin: usize, end: usize) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (number, line) in lines.iter().enumerate().take(end).skip(begin) {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push(Step { command: command.to_string(), from: number + 1, to: number + 1 }),
            (None, Some(step)) => step.to = number + 1,
            (None, None) => panic!("{chapter}:{}: output without a command", number + 1),
        }
    }
    steps
}

/// Puts the jar that models are compiled with into a folder.
fn api_jar(folder: &Path) {
    let mut script = Command::new(repository().join("scripts/api-jar"));
    let done = script.arg(folder.join("braid-api.jar")).output().expect("the script runs");
    assert!(done.status.success(), "{}", text(&done.stderr));
}

/// Runs a chapter, and compares.
fn run(chapter: &str) {
    let file = guide().join(chapter);
    let whole = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{chapter}: {error}"));
    let lines: Vec<&str> = whole.lines().collect();
    let folder = TempDir::new("guide").expect("a temporary directory");
    let tools = TempDir::new("tools").expect("a temporary directory");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_braid"), tools.path().join("braid")).expect("a link can be made");
    if whole.contains("\n$ mvn ") || whole.contains("\n$ gradle ") {
        build_tools(tools.path());
    }
    if whole.contains(" braid-api.jar ") {
        api_jar(folder.path());
    }
    let mut script = String::from("exec 2>&1\n");
    let mut steps: Vec<Step> = Vec::new();
    for block in blocks(chapter, &lines) {
        match block {
            Block::File { name, text } => {
                let hidden = folder.path().join(format!(".guide/{}", steps.len())).join(&name);
                let parent = hidden.parent().expect("a file is in a folder");
                std::fs::create_dir_all(parent).expect("a folder can be made");
                std::fs::write(&hidden, text).expect("a file can be written");
                let from = hidden.display();
                script += &format!("mkdir -p \"$(dirname '{name}')\" && cp '{from}' '{name}'\n");
            }
            Block::Sample { path, text } => is_in_sample(chapter, &path, &text),
            Block::Console(more) => {
                for step in &more {
                    script += &format!("{}\n__code=$?; printf '\\n%s\\n' '{MARK}'; (exit $__code)\n", step.command);
                }
                steps.extend(more);
            }
        }
    }
    let jdk = judged();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut bash = Command::new("bash");
    bash.args(["-c", &script]).current_dir(folder.path()).env_remove("COLUMNS").env("JAVA_HOME", &jdk.home);
    bash.env("PATH", format!("{}:{}:{path}", tools.path().display(), jdk.home.join("bin").display()));
    bash.env("XDG_CACHE_HOME", folder.path().join("cache"));
    bash.env("SAMPLES", std::fs::canonicalize(repository().join("harness/samples")).expect("the samples are there"));
    let outcome = run_with_deadline(&mut bash, "", DEADLINE).expect("the commands end");
    let said = text(&outcome.stdout);
    let outputs: Vec<&str> = said.split(&format!("\n{MARK}\n")).collect();
    assert_eq!(outputs.len(), steps.len() + 1, "{chapter}: not all commands ran\n{said}");
    let mut blessed: Vec<String> = Vec::new();
    let (mut done, mut wrong) = (0, Vec::new());
    for (step, output) in steps.iter().zip(&outputs) {
        let actual: Vec<&str> = output.trim_end_matches('\n').lines().collect();
        let actual = if output.trim_end_matches('\n').is_empty() { Vec::new() } else { actual };
        let expected = &lines[step.from..step.to];
        blessed.extend(lines[done..step.from].iter().map(|line| line.to_string()));
        if matches(expected, &actual) {
            blessed.extend(expected.iter().map(|line| line.to_string()));
        } else {
            blessed.extend(actual.iter().map(|line| generalize(line)));
            let number = step.from;
            wrong.push(format!(
                "{chapter}:{number}: $ {}\nexpected:\n{}\nprinted:\n{}",
                step.command,
                expected.join("\n"),
                actual.join("\n")
            ));
        }
        done = step.to;
    }
    blessed.extend(lines[done..].iter().map(|line| line.to_string()));
    if std::env::var_os("BRAID_BLESS").is_some() && !wrong.is_empty() {
        std::fs::write(&file, blessed.join("\n") + "\n").expect("the guide can be written");
        return;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Real Maven and Gradle, which find the artifacts of this build, and go to the network for what is missing alone.
fn build_tools(folder: &Path) {
    let repository = artifacts::repository().display();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it is in the target directory");
    let gradle = artifacts::root().join("scripts/gradle");
    let path = std::env::var("PATH").unwrap_or_default();
    let mvn = format!(
        "#!/usr/bin/env bash\nexport PATH='{path}'\nmvn() {{ command mvn -B -ntp '-Dmaven.repo.local={repository}' \"$@\" >said 2>&1; }}\n\
         mvn -o \"$@\"; code=$?\nif grep -qE 'in offline mode|ResolutionException' said; then mvn \"$@\"; code=$?; fi\n\
         cat said; rm said; exit $code\n"
    );
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gradle-home");
    let gradle = format!(
        "#!/usr/bin/env bash\nexport PATH='{path}' BRAID_GRADLE_REPO='{repository}' CARGO_TARGET_DIR='{}'\n\
         exec '{}' '-Dmaven.repo.local={repository}' --gradle-user-home '{}' --no-daemon --console=plain \"$@\"\n",
        target.display(),
        gradle.display(),
        home.display()
    );
    for (name, script) in [("mvn", mvn), ("gradle", gradle)] {
        let file = folder.join(name);
        std::fs::write(&file, script).expect("a script can be written");
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(file, executable).expect("a script can be made executable");
    }
}

/// Whether lines are as expected.
fn matches(expected: &[&str], actual: &[&str]) -> bool {
    match (expected.split_first(), actual.split_first()) {
        (None, None) => true,
        (Some((&"...", rest)), _) => (0..=actual.len()).any(|skip| matches(rest, &actual[skip..])),
        (Some((line, rest)), Some((printed, more))) => line_matches(line, printed) && matches(rest, more),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

fn line_matches(expected: &str, actual: &str) -> bool {
    let mut parts = expected.trim_end().split("[..]");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = actual.trim_end().strip_prefix(first) else { return false };
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

/// What differs from run to run, or from one version of the search to the next, is left open: tokens and statistics.
fn generalize(line: &str) -> String {
    let is_statistics = line.contains(" states, ") && line.contains(" transitions, ");
    if is_statistics {
        return "[..] states, [..] transitions, [..] s".to_string();
    }
    let word = |word: &str| match word.strip_prefix("b1-") {
        Some(_) => "b1-[..]".to_string(),
        None => word.to_string(),
    };
    let line = line.trim_end().split(' ').map(word).collect::<Vec<_>>().join(" ");
    match (line.split_once("was missed is below "), line.split_once(".java:")) {
        (Some((before, _)), _) => format!("{before}was missed is below [..]"),
        // Lines of the class library differ from one update of the JDK to the next.
        (None, Some((before, _))) if before.starts_with("    at java.") => format!("{before}.java:[..])"),
        (None, Some(_) | None) => line,
    }
}

/// Demands that the lines stand in a file of the repository one after the other, however they are indented.
fn is_in_sample(chapter: &str, path: &str, text: &str) {
    let sample =
        std::fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{chapter}: {path}: {error}"));
    let dedent = |text: &str| -> Vec<String> {
        let margin =
            text.lines().filter(|line| !line.trim().is_empty()).map(|line| line.len() - line.trim_start().len());
        let margin = margin.min().unwrap_or(0);
        text.lines().map(|line| line.get(margin..).unwrap_or_default().trim_end().to_string()).collect()
    };
    let wanted = dedent(text);
    let lines: Vec<&str> = sample.lines().collect();
    let found = lines.windows(wanted.len().max(1)).any(|window| dedent(&window.join("\n")) == wanted);
    assert!(found, "{chapter}: these lines are not in {path}:\n{text}");
}

macro_rules! chapters {
    ($($name:ident: $file:literal),* $(,)?) => {
        const CHAPTERS: &[&str] = &[$($file),*];
        $(
            #[test]
            fn $name() {
                run($file);
            }
        )*
    };
}

chapters! {
    introduction: "introduction.md",
    the_first_check: "first-check.md",
    writing_a_harness: "harness.md",
    reading_a_counterexample: "counterexample.md",
    verdicts: "verdicts.md",
    inconclusive: "inconclusive.md",
    builds: "build.md",
    ides: "ide.md",
    the_command_line: "command-line.md",
    coming_from_other_tools: "coming-from.md",
    coming_from_pathfinder: "pathfinder.md",
    native_models: "native-models.md",
}

#[test]
fn every_chapter_is_in_the_summary_and_every_link_leads_somewhere() {
    let files =
        std::fs::read_dir(guide()).expect("the guide is there").map(|entry| entry.expect("a readable folder").path());
    let chapters: BTreeSet<String> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| path.file_name().expect("files have names").to_string_lossy().into_owned())
        .filter(|name| name != "SUMMARY.md")
        .collect();
    assert_eq!(chapters, CHAPTERS.iter().map(|name| name.to_string()).collect(), "chapters that are tested");
    let read = |name: &str| std::fs::read_to_string(guide().join(name)).expect("a chapter is readable");
    let summary = read("SUMMARY.md");
    for chapter in &chapters {
        assert!(summary.contains(&format!("({chapter})")), "SUMMARY.md does not name {chapter}");
    }
    let readme = repository().join("README.md");
    let contributing = repository().join("CONTRIBUTING.md");
    let mut pages: Vec<(PathBuf, String)> = chapters.iter().map(|name| (guide().join(name), read(name))).collect();
    pages.push((guide().join("SUMMARY.md"), summary));
    for page in [readme, contributing] {
        let text = std::fs::read_to_string(&page).expect("the page is readable");
        pages.push((page, text));
    }
    for (page, text) in pages {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.starts_with("https://") {
                continue;
            }
            let folder = page.parent().expect("a page is in a folder");
            assert!(folder.join(target).exists(), "{}: {link} leads nowhere", page.display());
        }
    }
}

#[test]
fn every_option_is_in_the_guide() {
    let page = std::fs::read_to_string(guide().join("command-line.md")).expect("the page is readable");
    for command in ["check", "replay", "run", "list-tests", "completions", "classes", "dump", "natives", "refine"] {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        let outcome = run_with_deadline(braid.args([command, "--help"]), "", DEADLINE).expect("help ends");
        let help = text(&outcome.stdout);
        assert!(page.contains(&format!("`braid {command}")), "braid {command} is not in the guide");
        let words = help.split(|c: char| c.is_whitespace() || "[]()<>=,.;:`".contains(c));
        let options: BTreeSet<&str> = words.filter(|word| word.starts_with("--") && word.len() > 2).collect();
        for option in options.into_iter().filter(|&option| option != "--help") {
            assert!(page.contains(&format!("`{option}")), "{option} of braid {command} is not in the guide");
        }
    }
}

#[test]
fn a_difference_is_noticed() {
    assert!(matches(&["a [..] c", "...", "z"], &["a bbb c", "1", "2", "z"]));
    assert!(matches(&["..."], &[]));
    assert!(!matches(&["a"], &["a", "b"]));
    assert!(!matches(&["a [..] c"], &["a b d"]));
    assert!(!matches(&["a"], &[]));
    assert!(!matches(&["x[..]"], &["y"]));
}

#[test]
fn the_problem_matcher_finds_the_problems() {
    let page = std::fs::read_to_string(guide().join("ide.md")).expect("the page is readable");
    let json =
        page.split_once("```json\n").and_then(|(_, rest)| rest.split_once("\n```")).expect("there is a tasks.json").0;
    let tasks: serde_json::Value = serde_json::from_str(json).expect("tasks.json is JSON");
    let tasks = tasks["tasks"].as_array().expect("there are tasks");
    let crossed = "public class Crossed { static final Object A = new Object(), B = new Object();
        public static void main(String[] args) {
            new Thread(() -> { synchronized (A) { synchronized (B) { } } }).start();
            synchronized (B) { synchronized (A) { } } } }";
    let racy = "public class Racy { static int x; public static void main(String[] args) {
            new Thread(() -> x = 1).start();
            x = 2; } }";
    let scene = Scene::new(&[("a b/Crossed.java", crossed), ("Racy.java", racy)]);
    scene.write("braid.toml", b"[targets.c]\nfile = \"a b/Crossed.java\"\n[targets.r]\nfile = \"Racy.java\"\n");
    let mut matched = 0;
    for task in tasks {
        let pattern = &task["problemMatcher"]["pattern"];
        let matcher =
            regex_lite::Regex::new(pattern["regexp"].as_str().expect("a pattern")).expect("a regular expression");
        let group = |name: &str| usize::try_from(pattern[name].as_u64().expect("a group")).expect("a small number");
        assert_eq!(task["command"], "braid");
        let words: Vec<&str> =
            task["args"].as_array().expect("words").iter().filter_map(|word| word.as_str()).collect();
        // The file under the cursor, or all that braid.toml names.
        let files = if words.contains(&"${relativeFile}") { &["a b/Crossed.java", "Racy.java"][..] } else { &["all"] };
        let mut problems = Vec::new();
        for file in files {
            let words: Vec<String> = words.iter().map(|word| word.replace("${relativeFile}", file)).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            for line in text(&scene.run(&words).stdout).lines() {
                if let Some(found) = matcher.captures(line) {
                    let part = |name: &str| found.get(group(name)).expect("the group is there").as_str().to_string();
                    assert!(!part("message").is_empty());
                    problems.push((part("file"), part("line"), part("severity")));
                }
            }
        }
        let expected = [("a b/Crossed.java", "4", "error"), ("Racy.java", "2", "warning")];
        assert_eq!(problems, expected.map(|(file, line, severity)| (file.into(), line.into(), severity.into())));
        matched += 1;
    }
    assert_eq!(matched, 2);
}
