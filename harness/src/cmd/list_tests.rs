//! `braid list-tests`: the tests that `braid check --test` would check, for build tools and for a look before a check.

use crate::discover::{About, Expectation, Found, Places, Refusal};
use crate::output::{complain, say};
use crate::report::Sources;
use crate::target::{Target, TargetArgs};
use clap::Args;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Version of the list for programs.
const SCHEMA: u32 = 1;

/// Lists tests: of a class, of a source file, of a directory or jar, or of the whole class path
#[derive(Args, Debug)]
pub struct ListTestsArgs {
    /// For programs: JSON
    #[arg(long)]
    json: bool,
    /// The JDK's directory; else JAVA_HOME, else the JDK of the java on the PATH
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,
    /// Class path, as java takes it
    #[arg(long, visible_alias = "cp", value_name = "PATH")]
    classpath: Option<String>,
    /// Where source files are: folders, files and jars, with `:` between them; else they are looked for where build tools keep them
    #[arg(long, value_name = "PATH")]
    source: Vec<PathBuf>,
    /// A folder or jar, which is put on the class path: all of its tests, or those that the targets name
    #[arg(long, value_name = "DIR|JAR")]
    tests_in: Option<PathBuf>,
    /// The configuration file, for its class path; else a braid.toml is looked for upwards from here
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,
    /// Leave a braid.toml aside
    #[arg(long)]
    no_config: bool,
    /// A class, CLASS#METHOD or pattern such as com.example.*, a .java file, a jar, a directory of classes; without any,
    /// the directories of the class path
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
}

/// Runs the command: 0 if there are tests, 3 if there are none (but for programs, who get an empty list) or for bad input.
pub fn run(args: ListTestsArgs) -> ExitCode {
    match list(&args) {
        Ok(tests) if args.json => {
            let tests: Vec<Value> = tests.values().map(Listed::json).collect();
            say(&format!("{:#}\n", json!({ "schema": SCHEMA, "tests": tests })));
            ExitCode::SUCCESS
        }
        Ok(tests) => {
            tests.values().for_each(|test| say(&test.line()));
            ExitCode::SUCCESS
        }
        Err(error) => {
            complain(error);
            ExitCode::from(3)
        }
    }
}

/// A test, or a class of which no test can be told.
struct Listed {
    /// `Class#method`, or the class alone.
    id: String,
    about: Option<About>,
    disabled: bool,
    /// What it needs the launcher of its framework for.
    launcher: Option<String>,
    refused: Option<String>,
    /// Where its source file is.
    path: Option<String>,
}

impl Listed {
    fn json(&self) -> Value {
        let Listed { id, about, disabled, launcher, refused, path } = self;
        let mut test = json!({ "id": id, "disabled": disabled, "launcher": launcher, "refused": refused });
        match about {
            Some(About { framework, class, call, file, line, options, expectation }) => {
                test["class"] = json!(class);
                test["method"] = json!(call.name);
                test["framework"] = json!(framework);
                test["file"] = json!(path.as_ref().or(file.as_ref()));
                test["line"] = json!(line);
                test["options"] = options.to_json();
                test["expectation"] = expectation.as_ref().map_or(Value::Null, Expectation::json);
            }
            None => test["class"] = json!(id),
        }
        test
    }

    fn line(&self) -> String {
        let Listed { id, about, disabled, launcher, refused, path } = self;
        let framework = about.as_ref().map(|about| format!("  {}", about.framework)).unwrap_or_default();
        let place = about.as_ref().and_then(|about| {
            let file = path.as_ref().or(about.file.as_ref())?;
            Some(format!("  {file}{}", about.line.map(|line| format!(":{line}")).unwrap_or_default()))
        });
        let state = match (disabled, refused, launcher) {
            (true, _, _) => "  disabled".to_string(),
            (false, Some(why), _) => format!("  not checked: {why}"),
            (false, None, Some(why)) => format!("  by its launcher: {why}"),
            (false, None, None) => String::new(),
        };
        format!("{id}{framework}{}{state}\n", place.unwrap_or_default())
    }
}

/// The tests that the targets name, each once, by their ids.
fn list(args: &ListTestsArgs) -> Result<BTreeMap<String, Listed>, Box<dyn Error>> {
    let mut tests = BTreeMap::new();
    let everything = vec!["*".to_string()];
    let targets = if args.targets.is_empty() { &everything } else { &args.targets };
    for name in targets {
        let path = Path::new(name);
        let extension = path.extension().and_then(|extension| extension.to_str());
        let mut words = TargetArgs {
            jdk: args.jdk.clone(),
            classpath: args.classpath.clone(),
            source: args.source.clone(),
            config: args.config.clone(),
            no_config: args.no_config,
            tests_in: args.tests_in.clone(),
            ..TargetArgs::default()
        };
        let (target, found) = match extension {
            _ if let Some(place) = &args.tests_in => {
                words.test = vec![name.clone()];
                let target = Target::resolve(&words)?;
                let found = target.tests_in(name, Places::Only(place));
                (target, found)
            }
            Some("java") => {
                words.words.push(name.clone());
                let target = Target::resolve(&words)?;
                let found = target.tests_in(target.entry(), Places::Directories(None));
                (target, found)
            }
            Some("jar") | None | Some(_) if path.exists() => {
                words.test = vec!["*".to_string()];
                words.classpath = Some(match &args.classpath {
                    Some(more) => format!("{name}:{more}"),
                    None => name.clone(),
                });
                let target = Target::resolve(&words)?;
                let found = target.tests_in("*", Places::Only(path));
                (target, found)
            }
            Some(_) | None => {
                words.test = vec![name.clone()];
                let target = Target::resolve(&words)?;
                let found = target.tests_in(name, Places::Directories(None));
                (target, found)
            }
        };
        // For a program a folder without tests is as good as any other.
        if let (true, Err(Refusal::Nothing(_))) = (args.json && (path.exists() || name.contains('*')), &found) {
            continue;
        }
        let found = found.map_err(|refusal| match refusal {
            Refusal::Usage(what) | Refusal::Nothing(what) => what,
            Refusal::Unsupported(what) => format!("unsupported: {what}"),
        })?;
        let sources = target.sources();
        for class in found {
            add(class, &sources, &mut tests);
        }
    }
    Ok(tests)
}

fn add(found: Found, sources: &Sources, tests: &mut BTreeMap<String, Listed>) {
    let Found { root: _, disabled, launched, refused, about } = found;
    let why = |name: &str| refused.iter().find(|(test, _)| test == name).map(|(_, why)| why.clone());
    let launcher = |name: &str| launched.iter().find(|launch| launch.name == name).map(|launch| launch.why.clone());
    let whole = launched.iter().map(|launch| &launch.name).chain(refused.iter().map(|(test, _)| test));
    for class in whole.filter(|name| !about.contains_key(*name)) {
        let (launcher, refused) = (launcher(class), why(class));
        let listed = Listed { id: class.clone(), about: None, disabled: false, launcher, refused, path: None };
        tests.insert(class.clone(), listed);
    }
    for (name, about) in about {
        let id = format!("{}#{}", about.class, about.call.name);
        let (launcher, refused, disabled) = (launcher(&name), why(&name), disabled.contains(&name));
        let path = about.file.as_ref().and_then(|file| sources.locate(file));
        let listed = Listed { id: id.clone(), about: Some(about), disabled, launcher, refused, path };
        tests.insert(id, listed);
    }
}
