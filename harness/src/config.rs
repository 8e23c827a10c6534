//! `braid.toml`: what the command line would otherwise say again and again, beside the program that it is about.
//!
//! The file is found upwards from the target, or from the working directory. Paths in it are relative to its folder. What the
//! command line says wins over the file, and a named target's own settings win over those for all: options and properties
//! one by one, a class path or a list of source folders as a whole. A key that means nothing is an error, with its place: a
//! limit that is silently ignored would be worse.

use crate::cmd::search_args::{SearchArgs, Takes};
use crate::models::shipped;
use crate::native_host::{self, NativeArgs};
use crate::target::TargetArgs;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The name of the file.
pub const NAME: &str = "braid.toml";

/// What a file says.
#[derive(Debug)]
pub struct Config {
    /// The file, as short as it can be told.
    path: PathBuf,
    /// The folder that paths are relative to; empty for the working directory.
    folder: PathBuf,
    common: Settings,
    /// In the order of the file.
    targets: Vec<Named>,
}

/// What can be said for all targets or for one.
#[derive(Clone, Default, Debug)]
struct Settings {
    jdk: Option<Placed<PathBuf>>,
    classpath: Option<Vec<Placed<PathBuf>>>,
    source: Option<Vec<Placed<PathBuf>>>,
    models: Option<Vec<Placed<PathBuf>>>,
    steps: Option<Vec<Placed<PathBuf>>>,
    native: Native,
    properties: Vec<(String, String)>,
    options: SearchArgs,
}

/// What answers natives outside of Braid.
#[derive(Clone, Default, Debug)]
struct Native {
    models: Option<Vec<Placed<PathBuf>>>,
    /// Files, or names that `java.library.path` finds.
    library: Option<Vec<Placed<PathBuf>>>,
    /// Values of options.
    rest: NativeArgs,
}

/// A target with a name.
#[derive(Debug)]
struct Named {
    name: String,
    what: What,
    args: Vec<String>,
    settings: Settings,
}

/// What a target is.
#[derive(Debug)]
enum What {
    /// A source file or a jar.
    File(Placed<PathBuf>),
    /// A main class of the class path.
    Main(String),
    /// A test class, a test or a pattern.
    Test(String),
}

/// A value with its line and column.
#[derive(Clone, Debug)]
struct Placed<T> {
    value: T,
    place: (usize, usize),
}

/// The file that holds for a target, if there is one and it is not to be left aside.
pub fn find(args: &TargetArgs) -> Result<Option<Config>, String> {
    if args.no_config {
        return Ok(None);
    }
    if let Some(path) = &args.config {
        return Config::read(path).map(Some);
    }
    let here = std::env::current_dir().map_err(|error| format!("the working directory: {error}"))?;
    let target = args.words.first().map(Path::new).filter(|path| args.names_a_file() && path.exists());
    let start = match target {
        Some(target) => std::path::absolute(target).map_err(|error| format!("{}: {error}", target.display()))?,
        None => here.join(NAME),
    };
    for folder in start.ancestors().skip(1) {
        let path = folder.join(NAME);
        if path.is_file() {
            return Config::read(path.strip_prefix(&here).unwrap_or(&path)).map(Some);
        }
    }
    Ok(None)
}

impl Config {
    fn read(path: &Path) -> Result<Config, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Reader { path, text: &text }.config()
    }

    /// The names of the targets, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.targets.iter().map(|target| target.name.as_str())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The words of the command line with what the file adds to them, and the options of the search that it gives.
    pub fn apply(&self, args: &TargetArgs) -> Result<(TargetArgs, SearchArgs), String> {
        let named = match &args.target {
            None => None,
            Some(name) => Some(self.named(name)?),
        };
        let layers: Vec<&Settings> = named.map(|n| &n.settings).into_iter().chain([&self.common]).collect();
        let mut args = args.clone();
        if args.jdk.is_none()
            && let Some(jdk) = layers.iter().find_map(|layer| layer.jdk.as_ref())
        {
            args.jdk = Some(self.existing(jdk)?);
        }
        if args.classpath.is_none()
            && let Some(entries) = layers.iter().find_map(|layer| layer.classpath.as_ref())
        {
            let entries: Result<Vec<String>, String> =
                entries.iter().map(|entry| Ok(self.existing(entry)?.display().to_string())).collect();
            args.classpath = Some(entries?.join(":"));
        }
        if args.source.is_empty()
            && let Some(paths) = layers.iter().find_map(|layer| layer.source.as_ref())
        {
            args.source = paths.iter().map(|path| self.existing(path)).collect::<Result<_, _>>()?;
        }
        if args.models.is_empty()
            && let Some(paths) = layers.iter().find_map(|layer| layer.models.as_ref())
        {
            let found = |path: &Placed<PathBuf>| match shipped::is_name(&path.value) {
                true => Ok(path.value.clone()),
                false => self.existing(path),
            };
            args.models = paths.iter().map(found).collect::<Result<_, _>>()?;
        }
        if args.steps.is_empty()
            && let Some(paths) = layers.iter().find_map(|layer| layer.steps.as_ref())
        {
            args.steps = paths.iter().map(|path| self.existing(path)).collect::<Result<_, _>>()?;
        }
        for layer in &layers {
            args.native = args.native.clone().over(self.native(&layer.native)?);
        }
        // The last of several definitions counts.
        let defined = layers.iter().rev().flat_map(|layer| &layer.properties);
        let defined: Vec<String> = defined.map(|(key, value)| format!("{key}={value}")).collect();
        args.define.splice(0..0, defined);
        if let Some(Named { name: _, what, args: words, settings: _ }) = named {
            if args.words.is_empty() {
                args.words = words.clone();
            }
            match what {
                What::File(file) => args.words.insert(0, self.existing(file)?.display().to_string()),
                What::Main(class) => args.main = Some(class.clone()),
                What::Test(tests) if args.test.is_empty() => args.test.push(tests.clone()),
                What::Test(_) => {}
            }
        }
        let options = layers.into_iter().fold(SearchArgs::default(), |given, layer| given.over(layer.options.clone()));
        Ok((args, options))
    }

    fn native(&self, native: &Native) -> Result<NativeArgs, String> {
        let Native { models, library, rest } = native.clone();
        let models = models.unwrap_or_default().iter().map(|path| self.existing(path)).collect::<Result<_, _>>()?;
        let library = library.unwrap_or_default().into_iter().map(|library| {
            // A name is no path: it is looked for elsewhere.
            let is_name = library.value.components().count() == 1 && !self.folder.join(&library.value).exists();
            if is_name { Ok(library.value) } else { self.existing(&library) }
        });
        let library = library.collect::<Result<_, _>>()?;
        Ok(NativeArgs { native_models: models, native_library: library, ..rest })
    }

    fn named(&self, name: &str) -> Result<&Named, String> {
        let unknown = || {
            let path = self.path.display();
            match self.targets.len() {
                0 => format!("--target {name}: {path} names no targets"),
                _ => format!("--target {name}: {path} has no such target{}", advice(name, self.names())),
            }
        };
        self.targets.iter().find(|target| target.name == name).ok_or_else(unknown)
    }

    /// A path that is there. Only the folder of a `*` can be looked for.
    fn existing(&self, path: &Placed<PathBuf>) -> Result<PathBuf, String> {
        let whole = self.folder.join(&path.value);
        let sought = match whole.file_name() {
            Some(name) if name == "*" => whole.parent().filter(|folder| !folder.as_os_str().is_empty()),
            Some(_) | None => Some(whole.as_path()),
        };
        match sought {
            Some(sought) if !sought.exists() => {
                let (line, column) = path.place;
                let file = self.path.display();
                Err(format!("{file}:{line}:{column}: {}: there is no such file or folder", sought.display()))
            }
            Some(_) | None => Ok(whole),
        }
    }
}

type Value<'a> = Spanned<DeValue<'a>>;

/// A file that is being read.
struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
}

/// The keys of settings, for all targets or for one.
const SETTINGS: [&str; 11] = [
    "jdk",
    "classpath",
    "source",
    "models",
    "steps",
    "properties",
    "options",
    "native-models",
    "native-library",
    "native-timeout",
    "verify-native-models",
];

impl Reader<'_> {
    fn config(&self) -> Result<Config, String> {
        let document = DeTable::parse(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.error(at, error.message())
        })?;
        let table = document.get_ref();
        let keys: Vec<&str> = SETTINGS.into_iter().chain(["targets"]).collect();
        self.known(table, &keys)?;
        let mut targets: Vec<(usize, Named)> = Vec::new();
        if let Some(value) = table.get("targets") {
            for (name, value) in self.table(value)? {
                targets.push((name.span().start, self.target(name.get_ref(), value)?));
            }
        }
        targets.sort_by_key(|&(at, _)| at);
        Ok(Config {
            path: self.path.to_owned(),
            folder: self.path.parent().unwrap_or(Path::new("")).to_owned(),
            common: self.settings(table)?,
            targets: targets.into_iter().map(|(_, target)| target).collect(),
        })
    }

    fn target(&self, name: &str, value: &Value<'_>) -> Result<Named, String> {
        let table = self.table(value)?;
        let keys: Vec<&str> = SETTINGS.into_iter().chain(["file", "main", "test", "args"]).collect();
        self.known(table, &keys)?;
        let what = match ["file", "main", "test"].map(|key| table.get(key)) {
            [Some(file), None, None] => What::File(self.path_value(file)?),
            [None, Some(main), None] => What::Main(self.string(main)?),
            [None, None, Some(test)] => What::Test(self.string(test)?),
            _ => {
                let wrong = format!("target {name:?} needs one of the keys \"file\", \"main\" and \"test\"");
                return Err(self.error(value.span().start, &wrong));
            }
        };
        let args = table.get("args").map_or(Ok(Vec::new()), |args| self.list(args, |arg| self.string(arg)))?;
        if let (What::Test(_), Some(value), false) = (&what, table.get("args"), args.is_empty()) {
            return Err(self.error(value.span().start, "tests take no arguments"));
        }
        Ok(Named { name: name.to_string(), what, args, settings: self.settings(table)? })
    }

    fn settings(&self, table: &DeTable<'_>) -> Result<Settings, String> {
        let paths = |key| table.get(key).map(|value| self.list(value, |path| self.path_value(path))).transpose();
        let mut properties = Vec::new();
        if let Some(value) = table.get("properties") {
            for (key, value) in self.table(value)? {
                properties.push((key.get_ref().to_string(), self.string(value)?));
            }
        }
        let mut options = SearchArgs::default();
        if let Some(value) = table.get("options") {
            let known = SearchArgs::names();
            let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
            let given = self.table(value)?;
            self.known(given, &names)?;
            for (name, value) in given {
                let takes = known.iter().find(|(known, _)| known == name.get_ref()).map(|&(_, takes)| takes);
                let takes = takes.expect("invariant: the keys are known");
                options = self.option(name.get_ref(), takes, value)?.over(options);
            }
        }
        Ok(Settings {
            jdk: table.get("jdk").map(|jdk| self.path_value(jdk)).transpose()?,
            classpath: paths("classpath")?,
            source: paths("source")?,
            models: paths("models")?,
            steps: paths("steps")?,
            native: Native {
                models: paths("native-models")?,
                library: paths("native-library")?,
                rest: self.native_options(table)?,
            },
            properties,
            options,
        })
    }

    /// The options of a host that are no paths.
    fn native_options(&self, table: &DeTable<'_>) -> Result<NativeArgs, String> {
        let mut native = NativeArgs::default();
        if let Some(value) = table.get("native-timeout") {
            let text = self.text_of("native-timeout", Takes::Number, value)?;
            let seconds = native_host::seconds(&text).map_err(|wrong| self.error(value.span().start, &wrong))?;
            native.native_timeout = Some(seconds);
        }
        if let Some(value) = table.get("verify-native-models") {
            native.verify_native_models = Some(self.text_of("verify-native-models", Takes::Boolean, value)? == "true");
        }
        Ok(native)
    }

    fn option(&self, name: &str, takes: Takes, value: &Value<'_>) -> Result<SearchArgs, String> {
        let text = self.text_of(name, takes, value)?;
        SearchArgs::from_given([(name, text.as_str())]).map_err(|wrong| self.error(value.span().start, &wrong))
    }

    /// A value as the command line would have it.
    fn text_of(&self, name: &str, takes: Takes, value: &Value<'_>) -> Result<String, String> {
        Ok(match (takes, value.get_ref()) {
            (Takes::Boolean, DeValue::Boolean(value)) => value.to_string(),
            (Takes::Word, DeValue::String(word)) => word.to_string(),
            (Takes::Number, DeValue::Float(number)) => number.as_str().to_string(),
            (Takes::Number, DeValue::Integer(number)) => {
                let decimal = i128::from_str_radix(number.as_str(), number.radix());
                decimal.map_err(|error| self.error(value.span().start, &error.to_string()))?.to_string()
            }
            (Takes::Boolean, other) => return Err(self.mismatch(name, "true or false", other, value)),
            (Takes::Word, other) => return Err(self.mismatch(name, "a string", other, value)),
            (Takes::Number, other) => return Err(self.mismatch(name, "a number", other, value)),
        })
    }

    fn mismatch(&self, name: &str, expected: &str, found: &DeValue<'_>, value: &Value<'_>) -> String {
        self.error(value.span().start, &format!("{name:?} is {expected}, not {}", kind(found)))
    }

    /// Refuses keys that mean nothing.
    fn known(&self, table: &DeTable<'_>, keys: &[&str]) -> Result<(), String> {
        // Tables are sorted by name; the first in the file is told.
        let unknown = table.keys().filter(|key| !keys.contains(&&**key.get_ref()));
        match unknown.min_by_key(|key| key.span().start) {
            None => Ok(()),
            Some(key) => {
                let name = key.get_ref();
                let advice = advice(name, keys.iter().copied());
                Err(self.error(key.span().start, &format!("unknown key {name:?}{advice}")))
            }
        }
    }

    fn table<'v, 'i>(&self, value: &'v Value<'i>) -> Result<&'v DeTable<'i>, String> {
        self.expect(value, "a table", |value| value.as_table())
    }

    fn string(&self, value: &Value<'_>) -> Result<String, String> {
        self.expect(value, "a string", |value| value.as_str()).map(str::to_string)
    }

    fn path_value(&self, value: &Value<'_>) -> Result<Placed<PathBuf>, String> {
        Ok(Placed { value: self.string(value)?.into(), place: self.place(value.span().start) })
    }

    fn list<T>(&self, value: &Value<'_>, item: impl Fn(&Value<'_>) -> Result<T, String>) -> Result<Vec<T>, String> {
        self.expect(value, "a list", |value| value.as_array())?.iter().map(item).collect()
    }

    fn expect<'v, 'i, T>(
        &self,
        value: &'v Value<'i>,
        expected: &str,
        get: impl FnOnce(&'v DeValue<'i>) -> Option<T>,
    ) -> Result<T, String> {
        let wrong =
            || self.error(value.span().start, &format!("{expected} is expected, not {}", kind(value.get_ref())));
        get(value.get_ref()).ok_or_else(wrong)
    }

    /// A message with its place, as compilers write it.
    fn error(&self, at: usize, what: &str) -> String {
        let (line, column) = self.place(at);
        format!("{}:{line}:{column}: {what}", self.path.display())
    }

    /// Line and column of a byte.
    fn place(&self, at: usize) -> (usize, usize) {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        (1 + before.matches('\n').count(), 1 + line.chars().count())
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a number with a point",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// What was perhaps meant, or what there is.
fn advice<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let near = known.iter().map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate)).min();
    match near {
        Some((distance, candidate)) if distance <= 1 + name.chars().count() / 4 => {
            format!(": did you mean {candidate:?}?")
        }
        _ => format!("; there are {}", known.join(", ")),
    }
}
