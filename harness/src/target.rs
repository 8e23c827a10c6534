//! What is to be run or checked: from the command line's words to a class path and a main class.

use crate::changes::Files;
use crate::cmd::search_args::SearchArgs;
use crate::config;
use crate::discover::{self, Found, How, Launch, Places, Refusal};
use crate::host::{HostFiles, HostInput, WholeInput};
use crate::main_class;
use crate::models::{self, Model, shipped};
use crate::native_host::{self, Host, Memory, Plan};
use crate::report::{self, Sources};
use crate::steps;
pub use crate::target_args::TargetArgs;
use braid_engine::drive::{Failures, TestClass};
use braid_engine::host::{Input, NativeHost};
use braid_engine::natives::NativeTable;
use braid_engine::vm::{Config, UncaughtIn, Vm};
use braid_engine::{interp::Raise, program::Program};
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::ClassPath;
use braid_jvm_front::{Front, Own};
use std::cell::OnceCell;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A variable of the environment, as it is given.
fn variable(given: &str) -> Result<(String, String), String> {
    match given.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_string(), value.to_string())),
        Some(_) | None => Err(format!("--env: {given}: KEY=VALUE is expected")),
    }
}

/// Where a program begins.
enum Entry {
    /// A main class.
    Main(String),
    /// A test class, or one test.
    Test(String),
}

/// How a machine is set up.
pub struct Setting {
    /// Whether `assert` statements run.
    pub assertions: bool,
    /// A single run: reading the clock moves it, and garbage is collected.
    pub single: bool,
    /// Whether models stand for locks of `java.util.concurrent`.
    pub models: bool,
    /// Standard input.
    pub stdin: Stdin,
}

/// Where the program's standard input comes from.
pub enum Stdin {
    /// These bytes.
    Known(Vec<u8>),
    /// The command's own, the same in every schedule.
    Whole(WholeInput),
    /// The command's own, read when the program asks for it.
    Host,
}

/// A program that is ready to be loaded.
pub struct Target {
    /// What the configuration file says about the search.
    search: SearchArgs,
    jdk: Jdk,
    class_path: ClassPath,
    class_path_text: String,
    entry: Entry,
    /// The jar that the command line names.
    named_jar: Option<PathBuf>,
    uncaught: UncaughtIn,
    /// Packages that are the program's own.
    own: Vec<String>,
    /// The only place where tests are looked for.
    place: Option<PathBuf>,
    args: Vec<String>,
    properties: Vec<(String, String)>,
    /// Variables of the environment.
    environment: Vec<(String, String)>,
    /// Jars and folders with models, and the models in them.
    models: Option<(Vec<PathBuf>, Vec<Model>)>,
    /// The table of steps, if files add to it, and the files.
    steps: Option<steps::Tables>,
    step_files: Vec<PathBuf>,
    /// What answers natives outside of the machine, and the host models among that.
    native: Option<(Plan, Vec<Model>)>,
    /// It, once a machine was made.
    host: OnceCell<Rc<Host>>,
    /// Set from outside to end what takes long.
    interrupted: Arc<AtomicBool>,
    /// Where source files may be.
    source_folders: Vec<PathBuf>,
    /// Holds the classes of a compiled source file.
    compiled: Option<tempfile::TempDir>,
    /// The files that a check rests on, as they were.
    files: Rc<Files>,
}

/// Where a program begins, before its class path is opened.
#[derive(Default)]
struct Start {
    /// The class path as text.
    text: String,
    /// The main class, unless it is tests that are asked for.
    main: Option<String>,
    /// The classes of a source file.
    compiled: Option<tempfile::TempDir>,
    /// The folder of the source file's unnamed package.
    source_root: Option<PathBuf>,
    /// The jar that was named.
    named_jar: Option<PathBuf>,
}

impl Start {
    /// What options name, else the next word.
    fn of(args: &TargetArgs, words: &mut impl Iterator<Item = String>, jdk: &Jdk) -> Result<Start, Box<dyn Error>> {
        if let Some(main) = &args.main {
            let path = args.classpath.clone().ok_or("--main needs a class path: --classpath, or in braid.toml")?;
            return Ok(Start { text: path, main: Some(main.clone()), ..Start::default() });
        }
        if let Some(place) = &args.tests_in {
            if !place.exists() {
                return Err(format!("--tests-in: {}: there is no such folder or jar", place.display()).into());
            }
            let text = place.display().to_string();
            let text = args.classpath.as_ref().map_or(text.clone(), |more| format!("{text}:{more}"));
            return Ok(Start { text, ..Start::default() });
        }
        if let (false, [], Some(path)) = (args.test.is_empty(), args.words.as_slice(), &args.classpath) {
            return Ok(Start { text: path.clone(), ..Start::default() });
        }
        let target = words.next().ok_or("no target: name a .java file, a jar, or --classpath and --main")?;
        let path = Path::new(&target);
        if !path.exists() {
            let hint = match &args.classpath {
                Some(_) => format!("; for a class on the class path use --main {target}"),
                None => String::new(),
            };
            return Err(format!("{target}: there is no such file{hint}").into());
        }
        let with_more = |text: String| match &args.classpath {
            Some(more) => format!("{text}:{more}"),
            None => text,
        };
        match path.extension().and_then(|e| e.to_str()) {
            Some("java") => {
                let root = main_class::source_root(path)?;
                let api = api_source().map_err(|error| format!("temporary directory: {error}"))?;
                let places = format!("{}:{}", with_more(root.display().to_string()), api.path().display());
                let classes = jdk.compile(&[path.to_owned()], Some(&places))?;
                let text = with_more(classes.path().display().to_string());
                let main = Some(main_class::of_source(path, classes.path())?);
                Ok(Start { text, main, compiled: Some(classes), source_root: Some(root), named_jar: None })
            }
            Some("jar") if !args.test.is_empty() => {
                let named_jar = Some(path.to_owned());
                Ok(Start { text: with_more(target.clone()), named_jar, ..Start::default() })
            }
            Some("jar") => {
                let main = Some(main_class::of_jar(path, jdk.feature())?);
                Ok(Start { text: with_more(target.clone()), main, ..Start::default() })
            }
            _ => Err(format!(
                "{target}: neither a .java file nor a jar; for a class directory use --classpath and --main"
            )
            .into()),
        }
    }
}

impl Target {
    /// Finds the JDK, compiles if need be, opens the class path.
    pub fn resolve(args: &TargetArgs) -> Result<Target, Box<dyn Error>> {
        let (given, search) = match config::find(args)? {
            Some(config) => config.apply(args)?,
            None if args.target.is_some() => {
                return Err(format!("--target: there is no {} here or above", config::NAME).into());
            }
            None => (args.clone(), SearchArgs::default()),
        };
        let args = &given;
        let jdk = Jdk::find(args.jdk.as_deref())?;
        let mut properties = Vec::new();
        for define in &args.define {
            let (key, value) = define.split_once('=').unwrap_or((define, ""));
            properties.push((key.to_string(), value.to_string()));
        }
        let environment = args.env.iter().map(|given| variable(given)).collect::<Result<Vec<_>, _>>()?;
        if let Some(missing) = args.sources().find(|path| !path.exists()) {
            return Err(format!("--source: {}: there is no such file or folder", missing.display()).into());
        }
        let mut words = args.words.iter().cloned();
        let Start { text, main, compiled, source_root, named_jar } = Start::of(args, &mut words, &jdk)?;
        let entry = match (args.test.as_slice(), main) {
            ([], _) if args.tests_in.is_some() => Entry::Test("*".to_string()),
            ([], Some(main)) => Entry::Main(main),
            ([], None) => return Err("no main class".into()),
            (tests, _) => Entry::Test(tests.join(",")),
        };
        if let (Entry::Test(_), Some(word)) = (&entry, words.clone().next()) {
            return Err(format!("{word}: tests take no arguments").into());
        }
        let text = ClassPath::expand(&text);
        let class_path = ClassPath::open(&text, jdk.feature())?;
        let entry = match entry {
            // The file under the cursor may be a test.
            Entry::Main(class) if compiled.is_some() && words.len() == 0 => {
                match is_test(&class, &class_path, &jdk.boot_class_path()?) {
                    true => Entry::Test(class),
                    false => Entry::Main(class),
                }
            }
            other @ (Entry::Main(_) | Entry::Test(_)) => other,
        };
        let paths = shipped::found(&args.models, &jdk)?;
        let (bytecode, hosted) = models::ready(&paths, &args.native.native_models, &jdk, &class_path)?;
        let models = (!paths.is_empty()).then_some((paths, bytecode));
        let native = match args.native.are_given() {
            true => Some((args.native.plan(&jdk, &class_path, &properties)?, hosted)),
            false => None,
        };
        let steps = steps::read(&args.steps, &class_path, &jdk.boot_class_path()?)?;
        let mut source_folders: Vec<PathBuf> = args.sources().collect();
        if args.main.is_none() {
            source_folders.extend(args.words.first().map(PathBuf::from));
        }
        source_folders.extend(source_root);
        let files = Rc::new(Files::of(&class_path));
        Ok(Target {
            search,
            jdk,
            class_path,
            class_path_text: text,
            entry,
            named_jar,
            uncaught: args.uncaught.unwrap_or_default().into(),
            own: args.own.clone(),
            place: args.tests_in.clone(),
            args: words.collect(),
            properties,
            environment,
            models,
            steps,
            step_files: args.steps.clone(),
            native,
            host: OnceCell::new(),
            interrupted: Arc::default(),
            source_folders,
            compiled,
            files,
        })
    }

    /// The tests by class, if tests are asked for.
    pub fn tests(&self) -> Result<Option<Vec<Found>>, Refusal> {
        match &self.entry {
            Entry::Main(_) => Ok(None),
            Entry::Test(what) => {
                let everywhere = Places::Directories(self.named_jar.as_deref());
                self.tests_in(what, self.place.as_deref().map_or(everywhere, Places::Only)).map(Some)
            }
        }
    }

    /// The tests of a class or a pattern, or of several with commas between them.
    pub fn tests_in(&self, what: &str, places: Places<'_>) -> Result<Vec<Found>, Refusal> {
        let boot = self.jdk.boot_class_path()?;
        let mut all: Vec<Found> = Vec::new();
        for one in what.split(',') {
            for mut found in discover::select(one, &self.class_path, &boot, places)? {
                // What two patterns match is one test.
                all.iter().for_each(|earlier| found.remove(earlier));
                if !found.is_empty() {
                    all.push(found);
                }
            }
        }
        Ok(all)
    }

    /// The main class, or the test class or pattern.
    pub fn entry(&self) -> &str {
        let (Entry::Main(what) | Entry::Test(what)) = &self.entry;
        what
    }

    /// What tells the program from others: what is run, and with which arguments.
    pub fn name(&self) -> String {
        std::iter::once(self.entry()).chain(self.args.iter().map(String::as_str)).collect::<Vec<_>>().join("\0")
    }

    /// The files that a check rests on, as they were when they were first looked at.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The JDK.
    pub fn jdk(&self) -> &Jdk {
        &self.jdk
    }

    /// Where classes and resources are looked for.
    pub fn class_path(&self) -> &ClassPath {
        &self.class_path
    }

    /// Where models are looked for; an empty path if there are none.
    pub fn model_path(&self) -> Result<ClassPath, Box<dyn Error>> {
        match &self.models {
            Some((paths, _)) => models::open(paths, self.feature()),
            None => Ok(ClassPath::default()),
        }
    }

    /// The class path's words; nothing if a part of it is a temporary folder, which is another one every time.
    pub fn class_path_words(&self) -> Option<&str> {
        self.compiled.is_none().then_some(&self.class_path_text)
    }

    /// For reports: what is run, with what; the words are those that name it on the command line.
    pub fn told(&self, words: String) -> report::model::Target {
        let (Entry::Main(what) | Entry::Test(what)) = &self.entry;
        report::model::Target {
            name: what.clone(),
            arguments: self.args.clone(),
            properties: self.properties.iter().map(|(key, value)| format!("{key}={value}")).collect(),
            words,
            class_path: None,
            reads_input: false,
        }
    }

    /// The same target, which gives up waiting for a host when the flag is set.
    pub fn interrupted_by(self, interrupted: &Arc<AtomicBool>) -> Target {
        Target { interrupted: interrupted.clone(), ..self }
    }

    /// The files that answers of a host come from.
    pub fn host_files(&self) -> impl Iterator<Item = &Path> {
        self.native.iter().flat_map(|(plan, _)| plan.files())
    }

    /// The table of steps, if files add to it.
    pub fn steps(&self) -> Option<&steps::Tables> {
        self.steps.as_ref()
    }

    /// What the files say that add to the table of steps.
    pub fn step_files(&self) -> Option<Vec<Vec<u8>>> {
        steps::contents(&self.step_files)
    }

    /// What is told of the program besides its name, arguments and properties: its environment, where exceptions count, and what
    /// is its own.
    pub fn told_otherwise(&self) -> Vec<String> {
        let environment = self.environment.iter().map(|(name, value)| format!("--env {name}={value}"));
        let own = self.own.iter().map(|package| format!("--own {package}"));
        environment.chain(own).chain([format!("--uncaught {:?}", self.uncaught)]).collect()
    }

    /// Feature version of the class library.
    pub fn feature(&self) -> u16 {
        self.jdk.feature()
    }

    /// Where the program's source files may be.
    pub fn sources(&self) -> Sources {
        Sources::new(&self.source_folders, &self.class_path_text)
    }

    /// The options of the search that the configuration file gives.
    pub fn search(&self) -> &SearchArgs {
        &self.search
    }

    /// A machine with the class library booted and `main` about to be called.
    pub fn launch(&self, setting: Setting) -> Result<Launched, Box<dyn Error>> {
        let Entry::Main(main) = &self.entry else { return Err("a test class is not run through main".into()) };
        let mut vm = self.machine(setting, None)?;
        if let Err(raise) = vm.boot() {
            let what = explain(&mut vm, raise);
            return Ok(Launched { vm, failure: Some(what) });
        }
        let failure = match vm.enter_main(main, &self.args) {
            Ok(()) => None,
            Err(Raise::New { class: "java/lang/NoClassDefFoundError", message })
                if message.as_deref() == Some(&main.replace('.', "/")) =>
            {
                return Err(self.no_class(main).into());
            }
            Err(Raise::New { class: "java/lang/NoSuchMethodError", message }) => {
                return Err(message.unwrap_or_default().into());
            }
            // What is wrong with the class or one that it extends.
            Err(raise @ Raise::New { .. }) => {
                return Err(format!("class {main} cannot be loaded: {}", describe(raise)).into());
            }
            Err(raise) => match self.class_path.find_class(&main.replace('.', "/")) {
                Err(unreadable) => return Err(format!("class {main} cannot be loaded: {unreadable}").into()),
                Ok(_) => Some(explain(&mut vm, raise)),
            },
        };
        Ok(Launched { vm, failure })
    }

    /// A machine with the class library booted and tests about to be run.
    pub fn launch_tests(
        &self,
        setting: Setting,
        tests: &TestClass,
        failures: Failures,
    ) -> Result<Launched, Box<dyn Error>> {
        let mut vm = self.machine(setting, None)?;
        let begun = vm.boot().and_then(|()| vm.enter_tests(tests, &discover::SKIPS, failures));
        let failure = begun.err().map(|raise| explain(&mut vm, raise));
        Ok(Launched { vm, failure })
    }

    /// A machine with the class library booted and the launcher of a framework about to run tests.
    pub fn launch_launcher(
        &self,
        setting: Setting,
        launch: &Launch,
        failures: Failures,
    ) -> Result<Launched, Box<dyn Error>> {
        let driver = shipped::testing(&self.jdk)?;
        let mut vm = self.machine(setting, Some(&driver))?;
        let words = launch.words(failures == Failures::Print);
        let begun = vm.boot().and_then(|()| vm.enter_main(discover::DRIVER, &words));
        let failure = begun.err().map(|raise| explain(&mut vm, raise));
        Ok(Launched { vm, failure })
    }

    /// A machine that is about to run a test whose failure ends the program.
    pub fn launch_test(&self, setting: Setting, test: &How) -> Result<Launched, Box<dyn Error>> {
        match test {
            How::Driven(class) => self.launch_tests(setting, class, Failures::Throw),
            How::Launched(launch) => self.launch_launcher(setting, launch, Failures::Throw),
        }
    }

    fn no_class(&self, name: &str) -> String {
        let entries = self.class_path_text.split(':').filter(|entry| !entry.is_empty() && !entry.ends_with('*'));
        let missing: Vec<&str> = entries.filter(|entry| !Path::new(entry).exists()).collect();
        let hint = match missing.as_slice() {
            [] => String::new(),
            missing => format!("; {} does not exist", missing.join(", ")),
        };
        format!("there is no class {name} on the class path {}{hint}", self.class_path_text)
    }

    fn machine(&self, setting: Setting, driver: Option<&[PathBuf]>) -> Result<Vm, Box<dyn Error>> {
        let Setting { assertions, single, models: lock_models, stdin } = setting;
        let feature = self.jdk.feature();
        let mocks = shipped::mocks(&self.class_path, &self.jdk)?;
        let text = |paths: &[PathBuf]| paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
        let (front, mut back) = (text(&mocks.front), text(&mocks.back));
        back.splice(0..0, driver.map(text).unwrap_or_default());
        let parts = front.into_iter().chain([self.class_path_text.clone()]).chain(back);
        let class_path_text = parts.collect::<Vec<_>>().join(":");
        let input: Box<dyn Input> = match stdin {
            Stdin::Known(bytes) => Box::new(WholeInput::known(bytes)),
            Stdin::Whole(input) => Box::new(input),
            Stdin::Host => Box::new(HostInput),
        };
        let config = Config {
            jdk_feature: u32::from(feature),
            java_home: self.jdk.home().display().to_string(),
            class_path: class_path_text.clone(),
            properties: self.properties.clone(),
            environment: self.environment.clone(),
            uncaught: self.uncaught,
            assertions,
            directory: std::env::current_dir()?.display().to_string(),
            clock_ticks: single,
            models: lock_models,
            collect_after: single.then_some(braid_engine::state::NURSERY),
            ..Config::default()
        };
        let mut program = Program::default();
        // Each machine reads the class path for itself.
        let class_path = ClassPath::open(&class_path_text, feature)?;
        let mut front = Front::new(&mut program, self.jdk.boot_class_path()?, class_path, feature);
        front.use_own(self.own()?);
        if let Some((paths, list)) = &self.models {
            front.use_models(models::for_linker(models::open(paths, feature)?, list));
        }
        let rows = self.native.iter().flat_map(|(_, models)| native_host::rows(models));
        let natives = NativeTable::with(lock_models, rows)?;
        let mut vm = Vm::with_natives(
            program,
            Box::new(front),
            Box::new(HostFiles { seen: self.files.clone() }),
            config,
            natives,
        )
        .map_err(describe)?;
        vm.world.input = Some(input);
        vm.world.host = self.native.as_ref().map(|(plan, models)| {
            let memory = if single { Memory::None } else { Memory::Kept };
            let host = || Rc::new(Host::new(plan.clone(), models, memory, self.interrupted.clone()));
            let host: Rc<dyn NativeHost> = self.host.get_or_init(host).clone();
            host
        });
        Ok(vm)
    }
}

impl Target {
    /// Which classes are the program's own: those of the packages that are named, else those of folders, of the jar that is
    /// named and of the one where the program begins.
    fn own(&self) -> Result<Own, Box<dyn Error>> {
        if !self.own.is_empty() {
            return Ok(Own::Packages(self.own.clone()));
        }
        let jar = self.named_jar.iter().chain(&self.place).filter(|path| path.is_file()).cloned();
        let begins = match &self.entry {
            Entry::Main(main) => vec![main.as_str()],
            Entry::Test(tests) => tests.split(',').map(|test| test.split('#').next().unwrap_or(test)).collect(),
        };
        let mut archives: Vec<PathBuf> = jar.collect();
        for name in begins {
            let found = self.class_path.find_class(&name.replace('.', "/"))?;
            archives.extend(found.map(|found| found.origin.source.to_path_buf()));
        }
        Ok(Own::Archives(archives))
    }
}

/// Whether a class has tests and no main method.
fn is_test(class: &str, app: &ClassPath, boot: &ClassPath) -> bool {
    let Ok(Some(found)) = app.find_class(&class.replace('.', "/")) else { return false };
    let has_main = found.parse().map_or(true, |class| class.methods().any(|method| method.name() == "main"));
    !has_main && !matches!(discover::discover(class, app, boot), Err(Refusal::Nothing(_)))
}

/// A machine about to run `main`.
pub struct Launched {
    /// The machine.
    pub vm: Vm,
    /// Why `main` cannot be run.
    pub failure: Option<String>,
}

/// A folder with the sources of `braid.Braid` and what belongs to it, which source files may call without being given the jar.
fn api_source() -> Result<tempfile::TempDir, String> {
    let folder = tempfile::TempDir::with_prefix("braid-api-").map_err(|error| error.to_string())?;
    shipped::written(folder.path(), shipped::API)?;
    Ok(folder)
}

fn describe(raise: Raise) -> String {
    match raise {
        Raise::New { class, message } => format!("{}: {}", class.replace('/', "."), message.unwrap_or_default()),
        Raise::Unsupported(what) => format!("unsupported: {what}"),
        Raise::Load { name, .. } => format!("{name} is for a loader of the program's own to load"),
        other @ (Raise::NullPointer | Raise::Cast { .. } | Raise::Object(_) | Raise::Again) => format!("{other:?}"),
    }
}

/// The text of a failure during start-up, with the Java exception's own trace if it is one.
fn explain(vm: &mut Vm, raise: Raise) -> String {
    let Raise::Object(obj) = raise else { return describe(raise) };
    let mut text = vm.external_name(vm.state.heap.class_of(obj));
    if let Some(message) = vm.throwable_message(obj) {
        text = format!("{text}: {message}");
    }
    for line in vm.trace_of(obj) {
        text.push_str(&format!("\n    at {}", vm.format_line(&line)));
    }
    text
}
