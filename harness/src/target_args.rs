//! The words that name a program on the command line.

use crate::native_host::NativeArgs;
use braid_engine::vm::UncaughtIn;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The words that name a program, the same for every command that executes one.
#[derive(Args, Clone, Default, Debug)]
pub struct TargetArgs {
    /// A target that braid.toml names
    #[arg(long, value_name = "NAME", conflicts_with = "main")]
    pub target: Option<String>,
    /// The configuration file; else a braid.toml is looked for upwards from the target, or from here
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Leave a braid.toml aside
    #[arg(long)]
    pub no_config: bool,
    /// The JDK's directory; else JAVA_HOME, else the JDK of the java on the PATH
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Class path, as java takes it
    #[arg(long, visible_alias = "cp", value_name = "PATH")]
    pub classpath: Option<String>,
    /// Main class, with --classpath
    #[arg(long, value_name = "CLASS")]
    pub main: Option<String>,
    /// A test class, one test of it, a pattern such as com.example.*, or a package and all below it, com.example.., in place of a
    /// main class: JUnit 4, JUnit Jupiter or TestNG; may be repeated
    #[arg(long, value_name = "CLASS[#METHOD]", conflicts_with = "main")]
    pub test: Vec<String>,
    /// All tests of a folder or jar, which is put on the class path, or those of them that --test names
    #[arg(long, value_name = "DIR|JAR", conflicts_with_all = ["main", "target"])]
    pub tests_in: Option<PathBuf>,
    /// A package, and all below it, that is the program's own for reports, and no other is; else what is not in a jar that the
    /// program uses; may be repeated
    #[arg(long, value_name = "PACKAGE")]
    pub own: Vec<String>,
    /// Where source files are, for reports: folders, files and jars, with `:` between them; else they are looked for where build
    /// tools keep them; may be repeated
    #[arg(long, value_name = "PATH")]
    pub source: Vec<PathBuf>,
    /// A jar or folder with models: classes that stand for methods or classes that Braid could not execute; or `shipped` for
    /// those that come with Braid, or `net`, `random`, `env`, `process` for some of these; may be repeated
    #[arg(long, value_name = "JAR|DIR|NAME")]
    pub models: Vec<PathBuf>,
    /// A file that says which methods of classes on the class path a check takes as one step each, as those of the class library;
    /// with --juc steps; may be repeated
    #[arg(long, value_name = "FILE")]
    pub steps: Vec<PathBuf>,
    /// What answers natives outside of Braid.
    #[command(flatten)]
    pub native: NativeArgs,
    /// A system property
    #[arg(short = 'D', value_name = "KEY=VALUE")]
    pub define: Vec<String>,
    /// A variable of the program's environment, which has no others; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub env: Vec<String>,
    /// In which threads an exception that nothing catches is a violation
    #[arg(long, value_enum, value_name = "THREADS")]
    pub uncaught: Option<UncaughtArg>,
    /// A .java file or a jar (without --main), then the program's arguments; after -- if the first begins with a dash
    #[arg(trailing_var_arg = true, value_name = "TARGET ARGS")]
    pub words: Vec<String>,
}

impl TargetArgs {
    /// The places where source files are, one by one.
    pub fn sources(&self) -> impl Iterator<Item = PathBuf> {
        self.source.iter().flat_map(|given| match given.to_str() {
            Some(text) if !given.exists() => {
                text.split(':').filter(|part| !part.is_empty()).map(PathBuf::from).collect()
            }
            Some(_) | None => vec![given.clone()],
        })
    }

    /// Whether the first word is a file to check, and no argument of the program.
    pub fn names_a_file(&self) -> bool {
        self.main.is_none() && self.target.is_none()
    }

    /// Whether nothing says what to check: all that the configuration file names.
    pub fn names_nothing(&self) -> bool {
        self.words.is_empty() && self.names_a_file() && self.test.is_empty() && self.tests_in.is_none()
    }

    /// The words behind the target that do not stand behind `--`.
    pub fn loose_words(&self) -> impl Iterator<Item = &str> {
        // With a main class there is no other target, and only `--` makes a dash begin the program's words.
        let targets = usize::from(self.names_a_file());
        let loose = targets == 1 || self.words.first().is_some_and(|word| !word.starts_with('-'));
        self.words.iter().skip(targets).map(String::as_str).take_while(move |&word| loose && word != "--")
    }

    /// The words as they would be typed, for one test if it is one, such as `pkg.Class#method`.
    pub fn as_typed(&self, test: Option<&str>) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut option =
            |name: &str, value: Option<String>| words.extend(value.into_iter().flat_map(|v| [name.into(), v]));
        option("--config", self.config.as_ref().map(|p| p.display().to_string()));
        option("--target", self.target.clone());
        option("--jdk", self.jdk.as_ref().map(|p| p.display().to_string()));
        option("--classpath", self.classpath.clone());
        option("--main", self.main.clone());
        option("--tests-in", self.tests_in.as_ref().map(|p| p.display().to_string()));
        match test {
            Some(one) => option("--test", Some(one.to_string())),
            None => self.test.iter().for_each(|test| option("--test", Some(test.clone()))),
        }
        self.define.iter().for_each(|define| option("-D", Some(define.clone())));
        let uncaught = self.uncaught.and_then(|arg| arg.to_possible_value());
        option("--uncaught", uncaught.map(|value| value.get_name().to_string()));
        self.env.iter().for_each(|variable| option("--env", Some(variable.clone())));
        self.models.iter().for_each(|path| option("--models", Some(path.display().to_string())));
        self.steps.iter().for_each(|path| option("--steps", Some(path.display().to_string())));
        self.own.iter().for_each(|package| option("--own", Some(package.clone())));
        self.source.iter().for_each(|path| option("--source", Some(path.display().to_string())));
        words.extend(self.native.as_typed());
        if self.no_config {
            words.push("--no-config".to_string());
        }
        if self.words.first().is_some_and(|word| word.starts_with('-')) {
            words.push("--".to_string());
        }
        words.extend(self.words.iter().cloned());
        // A word that begins with @ would name a file; behind `--` it does not.
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words[..end].iter_mut().filter(|word| word.starts_with('@')).for_each(|word| word.insert(0, '@'));
        words
            .into_iter()
            .map(|word| {
                let plain = |c: char| c.is_alphanumeric() || "_-./:=,@%+#".contains(c);
                match !word.is_empty() && word.chars().all(plain) {
                    true => word,
                    false => format!("'{}'", word.replace('\'', "'\\''")),
                }
            })
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// In which threads an exception that nothing catches is a violation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum UncaughtArg {
    /// In all
    #[default]
    All,
    /// In the main thread, and a failed assertion in all
    Test,
    /// In the main thread
    Main,
}

impl From<UncaughtArg> for UncaughtIn {
    fn from(arg: UncaughtArg) -> Self {
        match arg {
            UncaughtArg::All => UncaughtIn::All,
            UncaughtArg::Test => UncaughtIn::Test,
            UncaughtArg::Main => UncaughtIn::Main,
        }
    }
}
