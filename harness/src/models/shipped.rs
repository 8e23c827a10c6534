//! The models that ship with Braid: `--models shipped`, or some of them by name.
//!
//! They are Java sources inside the command (`harness/java/models`). Some are members of the class library's own packages, so they
//! are compiled against the class library that they will stand in, by that JDK's compiler, when they are first asked for; the
//! classes are kept in the user's cache, under a hash of the sources and of the JDK.

use crate::inputs::hex;
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::ClassPath;
use sha2::{Digest, Sha256};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A set of models.
struct Set {
    name: &'static str,
    sources: &'static [(&'static str, &'static str)],
}

/// The sources below a folder of `harness/java`, by their paths there.
macro_rules! sources {
    ($folder:literal: $($file:literal),* $(,)?) => {
        &[$(($file, include_str!(concat!("../../java/", $folder, "/", $file)))),*]
    };
}

/// What programs and models call: all models need it.
pub const API: &[(&str, &str)] =
    sources!("api": "braid/Action.java", "braid/Braid.java", "braid/HostModel.java", "braid/Model.java");

/// What asks launchers of test frameworks for tests.
const TESTING: Set = Set {
    name: "testing",
    sources: sources!("testing":
        "braid/testing/JUnit4.java",
        "braid/testing/Launch.java",
        "braid/testing/Platform.java",
        "braid/testing/TestNg.java",
    ),
};

/// What makes mocks of Mockito.
const MOCKITO: Set = Set { name: "mockito", sources: sources!("mockito": "braid/testing/SubclassMocks.java") };

/// What that is compiled against: as much of Mockito as it calls.
const MOCKITO_STUBS: &[(&str, &str)] = sources!("mockito-stubs":
    "org/mockito/MockedConstruction.java",
    "org/mockito/internal/creation/bytebuddy/ByteBuddyMockMaker.java",
    "org/mockito/invocation/MockHandler.java",
    "org/mockito/mock/MockCreationSettings.java",
    "org/mockito/plugins/MockMaker.java",
);

const API_SET: Set = Set { name: "api", sources: API };

const SETS: [Set; 4] = [
    Set {
        name: "net",
        sources: sources!("models/net":
            "java/net/LoopbackChannel.java",
            "java/net/LoopbackEnd.java",
            "java/net/LoopbackListener.java",
            "java/net/LoopbackNames.java",
            "java/net/LoopbackNetwork.java",
            "java/net/LoopbackProvider.java",
            "java/net/LoopbackServerChannel.java",
            "java/net/LoopbackSettings.java",
            "java/net/LoopbackSocketImpl.java",
            "sun/net/ModelNetProperties.java",
        ),
    },
    Set { name: "random", sources: sources!("models/random": "java/security/ModelSecureRandom.java") },
    Set { name: "env", sources: sources!("models/env": "java/lang/ModelEnvironment.java") },
    Set { name: "process", sources: sources!("models/process": "java/lang/ModelProcesses.java") },
];

/// The name of all sets together.
const ALL: &str = "shipped";

/// Whether a word is the name of models that ship with Braid.
pub fn is_name(word: &Path) -> bool {
    word.to_str().is_some_and(|text| text == ALL || SETS.iter().any(|set| text == set.name))
}

/// The jars and folders that words stand for: names of sets become folders with their classes. A path that is called like a set is
/// written with a `/`.
pub fn found(words: &[PathBuf], jdk: &Jdk) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for word in words {
        let text = word.to_str().unwrap_or_default();
        let sets: Vec<&Set> = SETS.iter().filter(|set| text == ALL || text == set.name).collect();
        if sets.is_empty() {
            paths.push(word.clone());
        }
        for set in sets {
            let classes = compiled(set, jdk).map_err(|error| format!("--models {text}: {error}"))?;
            if !paths.contains(&classes) {
                paths.push(classes);
            }
        }
    }
    // What models call need be neither in their jar nor on the class path of the program.
    if !paths.is_empty() {
        match compiled(&API_SET, jdk) {
            Ok(classes) => paths.push(classes),
            Err(error) if words.iter().any(|word| is_name(word)) => return Err(format!("--models: {error}").into()),
            // A runtime has no compiler; then it has to be in one of those places.
            Err(_) => {}
        }
    }
    Ok(paths)
}

/// The folders with the classes that ask launchers of test frameworks for tests.
pub fn testing(jdk: &Jdk) -> Result<[PathBuf; 2], Box<dyn Error>> {
    let classes = compiled(&TESTING, jdk).and_then(|testing| Ok([testing, compiled(&API_SET, jdk)?]));
    classes.map_err(|error| format!("a test that the launcher of its framework runs: {error}").into())
}

/// What the class path needs for mocks of Mockito.
#[derive(Default)]
pub struct Mocks {
    /// What comes before the program's own classes.
    pub front: Vec<PathBuf>,
    /// What comes behind them.
    pub back: Vec<PathBuf>,
}

/// Lets Mockito make mocks by subclasses where it would make inline ones: these take an agent in the virtual machine. A class of ours
/// refuses by name what a subclass cannot answer for. Nothing where the program has chosen another way, and nothing without a compiler,
/// so that the agent is missing, which ends as unsupported as well.
pub fn mocks(class_path: &ClassPath, jdk: &Jdk) -> Result<Mocks, Box<dyn Error>> {
    const FILE: &str = "mockito-extensions/org.mockito.plugins.MockMaker";
    if class_path.find_class("org/mockito/Mockito")?.is_none() || !jdk.tool("javac").is_file() {
        return Ok(Mocks::default());
    }
    let accessor = resource("mockito-accessor", MEMBER_ACCESSOR)?;
    let chosen = class_path.find(FILE)?;
    let is_inline = chosen.is_none_or(|file| names_inline(&String::from_utf8_lossy(&file.bytes)));
    if !is_inline {
        return Ok(Mocks { front: Vec::new(), back: vec![accessor] });
    }
    let maker = resource("mockito-maker", &[(FILE, "braid.testing.SubclassMocks\n")])?;
    let classes = compiled(&MOCKITO, jdk).and_then(|mockito| Ok([mockito, compiled(&API_SET, jdk)?]));
    let classes = classes.map_err(|error| format!("mocks of Mockito: {error}"))?;
    Ok(Mocks { front: vec![maker], back: classes.into_iter().chain([accessor]).collect() })
}

/// Whether a file of Mockito's chooses inline mocks: its first word does, comments aside.
fn names_inline(file: &str) -> bool {
    let word = file.lines().map(|line| line.split('#').next().unwrap_or(line).trim()).find(|line| !line.is_empty());
    matches!(word, Some("mock-maker-inline" | "org.mockito.internal.creation.bytebuddy.InlineByteBuddyMockMaker"))
}

/// A folder with a file that ships.
fn resource(name: &str, files: &[(&str, &str)]) -> Result<PathBuf, Box<dyn Error>> {
    let text: String = files.iter().flat_map(|(name, text)| [*name, *text]).collect();
    let folder = cache().join(format!("{name}-{}", &hex(&Sha256::digest(text.as_bytes()))[..24]));
    if !files.iter().all(|(name, _)| folder.join(name).is_file()) {
        written(&folder, files)?;
    }
    Ok(folder)
}

/// How Mockito gets at fields: the usual way makes classes for it. The class by its name, since older versions do not know the short one.
const MEMBER_ACCESSOR: &[(&str, &str)] = &[(
    "mockito-extensions/org.mockito.plugins.MemberAccessor",
    "org.mockito.internal.util.reflection.ReflectionMemberAccessor\n",
)];

/// Where the user's caches are.
fn cache() -> PathBuf {
    let given = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache"));
    given.or_else(home).unwrap_or_else(std::env::temp_dir).join("braid").join("models")
}

/// The folder with the classes of a set, compiled if they are not there yet.
fn compiled(set: &Set, jdk: &Jdk) -> Result<PathBuf, Box<dyn Error>> {
    let mut hash = Sha256::new();
    let release = std::fs::read(jdk.home().join("release")).unwrap_or_default();
    for part in [jdk.version().as_bytes(), &release, set.name.as_bytes()] {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    let stubs = if set.name == MOCKITO.name { MOCKITO_STUBS } else { &[] };
    for (name, text) in set.sources.iter().chain(API).chain(stubs) {
        hash.update(name.as_bytes());
        hash.update(text.len().to_le_bytes());
        hash.update(text.as_bytes());
    }
    let folder = cache().join(format!("{}-{}-{}", set.name, jdk.feature(), &hex(&hash.finalize())[..24]));
    if folder.is_dir() {
        return Ok(folder);
    }
    let parent = folder.parent().expect("invariant: the folder is made by joining");
    let wrong = |what: &Path, error: std::io::Error| format!("{}: {error}", what.display());
    std::fs::create_dir_all(parent).map_err(|error| wrong(parent, error))?;
    let work = tempfile::TempDir::new_in(parent).map_err(|error| wrong(parent, error))?;
    let (sources, api) = (work.path().join("sources"), work.path().join("api"));
    let files = written(&sources, set.sources)?;
    written(&api, API)?;
    written(&api, stubs)?;
    let javac = jdk.tool("javac");
    if !javac.is_file() {
        return Err(format!("{} is missing; a JRE cannot compile what ships as sources", javac.display()).into());
    }
    let classes = work.path().join("classes");
    let mut command = Command::new(&javac);
    command.args([
        "-g",
        "-nowarn",
        "-XDenableSunApiLintControl",
        "-Xlint:none",
        "-encoding",
        "UTF-8",
        "-implicit:none",
    ]);
    command.arg("-d").arg(&classes);
    if set.name == TESTING.name || set.name == MOCKITO.name {
        command.arg("-cp").arg(&api);
    } else if set.name != API_SET.name {
        command.arg("--patch-module").arg(format!("java.base={}", sources.display()));
        command.args(["--add-reads", "java.base=ALL-UNNAMED"]).arg("-cp").arg(&api);
    }
    let output = command.args(files).env("LC_ALL", "C.UTF-8").output().map_err(|error| wrong(&javac, error))?;
    if !output.status.success() {
        let said = [output.stderr, output.stdout].concat();
        return Err(format!("javac failed ({}):\n{}", output.status, String::from_utf8_lossy(&said).trim_end()).into());
    }
    // Another command may have been faster: then its folder is there, and has the same classes.
    match std::fs::rename(&classes, &folder) {
        Err(error) if !folder.is_dir() => Err(wrong(&folder, error).into()),
        Ok(()) | Err(_) => Ok(folder),
    }
}

/// Writes sources to a folder.
pub fn written(folder: &Path, sources: &[(&str, &str)]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for (name, text) in sources {
        let file = folder.join(name);
        let parent = file.parent().expect("invariant: a source is in a package");
        let write = std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&file, text));
        write.map_err(|error| format!("{}: {error}", file.display()))?;
        files.push(file);
    }
    Ok(files)
}
