//! Natives that a helper process answers: host models (Java, on a JVM of its own) and JNI libraries.
//!
//! Nothing of this starts without one of the options below, and then when the first call is made. The helper is this same
//! binary (`helper`); it gets calls by value, answers by value (`wire`, `values`), and is confined (`confine`). Libraries see
//! stand-ins of the program's classes (`stub`) and a table of JNI functions without those that would do more than work on
//! arguments (`raw`). The program under check never runs natively.
//!
//! `client` keeps answers: a search makes the same call again and again, and each time it has to come to the same.

mod client;
mod confine;
pub mod helper;
mod primitives;
mod process;
mod raw;
mod stub;
mod values;
mod wire;

pub use client::{Host, Memory};

use crate::models::{Model, Target};
use braid_engine::natives::{Row, hosted_row};
use braid_jvm_front::source::ClassPath;
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Duration;
use wire::{ModelMethod, Stub, StubMethod};

/// The options that let natives be answered outside of Braid.
#[derive(Args, Clone, Default, Debug)]
pub struct NativeArgs {
    /// A jar or folder with host models: static methods, annotated with braid.HostModel, that a JVM of their own runs; may
    /// be repeated
    #[arg(long, value_name = "JAR|DIR")]
    pub native_models: Vec<PathBuf>,
    /// A JNI library that answers native methods of the program's own classes, as a file or as the name that
    /// System.loadLibrary takes and java.library.path finds; may be repeated
    #[arg(long, value_name = "FILE|NAME")]
    pub native_library: Vec<PathBuf>,
    /// Seconds that a host model or a function of a JNI library may take [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub native_timeout: Option<Duration>,
    /// Ask for each answer of a host model or JNI library twice: the check is inconclusive if they differ
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOLEAN")]
    pub verify_native_models: Option<bool>,
}

/// How long a call may take unless something else is asked for.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A time limit in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let seconds = seconds.filter(|time| !time.is_zero() && *time <= Duration::from_secs(86_400));
    seconds.ok_or_else(|| "a number of seconds, more than 0 and no more than a day, is expected".to_string())
}

impl NativeArgs {
    /// Whether a helper may be started.
    pub fn are_given(&self) -> bool {
        !self.native_models.is_empty() || !self.native_library.is_empty()
    }

    /// The words that say the same.
    pub fn as_typed(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut option = |name: &str, value: String| words.extend([name.to_string(), value]);
        self.native_models.iter().for_each(|path| option("--native-models", path.display().to_string()));
        self.native_library.iter().for_each(|path| option("--native-library", path.display().to_string()));
        if let Some(timeout) = self.native_timeout {
            option("--native-timeout", timeout.as_secs_f64().to_string());
        }
        if let Some(verify) = self.verify_native_models {
            words.push(format!("--verify-native-models={verify}"));
        }
        words
    }

    /// These options, and where they leave one open, the other's.
    pub fn over(self, lower: NativeArgs) -> NativeArgs {
        let NativeArgs { native_models, native_library, native_timeout, verify_native_models } = self;
        NativeArgs {
            native_models: if native_models.is_empty() { lower.native_models } else { native_models },
            native_library: if native_library.is_empty() { lower.native_library } else { native_library },
            native_timeout: native_timeout.or(lower.native_timeout),
            verify_native_models: verify_native_models.or(lower.verify_native_models),
        }
    }

    /// What is to be started, when it is needed.
    pub fn plan(
        &self,
        jdk: &braid_jvm_front::jdk::Jdk,
        app: &ClassPath,
        properties: &[(String, String)],
    ) -> Result<Plan, String> {
        let whole = |path: &Path| std::fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()));
        let models = self.native_models.iter().map(|path| whole(path)).collect::<Result<Vec<_>, _>>();
        let models = models.map_err(|error| format!("--native-models: {error}"))?;
        let libraries = self.native_library.iter().map(|library| find_library(library, properties));
        let libraries =
            libraries.collect::<Result<Vec<_>, _>>().map_err(|error| format!("--native-library: {error}"))?;
        let stubs = if libraries.is_empty() { Vec::new() } else { stubs(app)? };
        let java_home = whole(jdk.home())?;
        let machine = java_home.join("lib/server/libjvm.so");
        if !machine.is_file() {
            return Err(format!("{}: there is no such file, and host models need it", machine.display()));
        }
        Ok(Plan {
            java_home,
            feature: jdk.feature(),
            models,
            libraries,
            stubs,
            timeout: self.native_timeout.unwrap_or(TIMEOUT),
            verify: self.verify_native_models.unwrap_or(false),
        })
    }
}

/// What a helper is started with.
#[derive(Clone, Debug)]
pub struct Plan {
    java_home: PathBuf,
    feature: u16,
    models: Vec<PathBuf>,
    libraries: Vec<PathBuf>,
    stubs: Vec<Stub>,
    timeout: Duration,
    verify: bool,
}

impl Plan {
    /// The files that answers come from.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.models.iter().chain(&self.libraries).map(PathBuf::as_path)
    }
}

/// A library by its file, or by the name that `System.loadLibrary` takes.
fn find_library(given: &Path, properties: &[(String, String)]) -> Result<PathBuf, String> {
    const MAGIC: [u8; 4] = [0x7f, b'E', b'L', b'F'];
    let mut candidates = vec![given.to_path_buf()];
    let path = properties.iter().rev().find(|(key, _)| key == "java.library.path").map(|(_, value)| value.as_str());
    if let (Some(name), 1) = (given.to_str(), given.components().count()) {
        let folders = path.unwrap_or_default().split(':').filter(|folder| !folder.is_empty());
        candidates.extend(folders.map(|folder| Path::new(folder).join(format!("lib{name}.so"))));
    }
    let Some(found) = candidates.iter().find(|path| path.is_file()) else {
        let searched = match path {
            Some(path) => format!(", and java.library.path ({path}) has no such library"),
            None => String::new(),
        };
        return Err(format!("{}: there is no such file{searched}", given.display()));
    };
    let wrong = |error: std::io::Error| format!("{}: {error}", found.display());
    let mut begins = [0; 4];
    let mut file = std::fs::File::open(found).map_err(wrong)?;
    let is_library = std::io::Read::read_exact(&mut file, &mut begins).is_ok() && begins == MAGIC;
    if !is_library {
        return Err(format!("{}: that is no shared library", found.display()));
    }
    std::fs::canonicalize(found).map_err(wrong)
}

/// The classes of a class path that have native methods. What cannot be read is for who loads it to complain about.
fn stubs(app: &ClassPath) -> Result<Vec<Stub>, String> {
    const NATIVE: u16 = 0x0100;
    const STATIC: u16 = 0x0008;
    let mut found: Vec<Stub> = Vec::new();
    for name in app.class_names().map_err(|error| error.to_string())? {
        let Ok(Some(class)) = app.find_class(&name) else { continue };
        let Ok(class) = class.parse() else { continue };
        let methods = class.methods().filter(|method| method.access() & NATIVE != 0);
        let methods: Vec<StubMethod> = methods
            .map(|method| StubMethod {
                name: method.name().to_string(),
                descriptor: method.descriptor().to_string(),
                is_static: method.access() & STATIC != 0,
            })
            .collect();
        if !methods.is_empty() {
            found.push(Stub { class: class.name().to_string(), methods });
        }
    }
    Ok(found)
}

/// A host model that was found to fit.
#[derive(Clone, Debug)]
struct Hosted {
    row: (String, String, String),
    method: ModelMethod,
    /// What reports call it.
    name: String,
}

/// The host models among models.
fn hosted(models: &[Model]) -> Vec<Hosted> {
    let host = models.iter().filter(|model| model.kind == crate::models::Kind::Host);
    let hosted = host.filter_map(|model| {
        let (Ok(Target::Method(target)), Some(method)) = (&model.target, &model.method) else { return None };
        let row = (target.class.clone(), target.name.clone(), target.descriptor.clone());
        let (name, descriptor) = (method.name.clone(), method.descriptor.clone());
        Some(Hosted { row, method: ModelMethod { class: model.class.clone(), name, descriptor }, name: model.name() })
    });
    hosted.collect()
}

/// The rows of host models.
pub fn rows(models: &[Model]) -> Vec<&'static Row> {
    let rows = hosted(models).into_iter().map(|hosted| hosted.row);
    rows.map(|(class, name, descriptor)| hosted_row(&class, &name, &descriptor)).collect()
}
