//! `braid natives`: who answers which native method, and which natives of the class library, or which of those that a program
//! can come to, nothing answers.

use crate::models::{self, Kind, Model, Target, Universe, shipped};
use crate::output::complain;
use braid_engine::natives::{Row, all_rows, is_registration_hook, model_rows};
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::models::MethodName;
use braid_jvm_front::source::ClassPath;
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// List the modelled native methods, and those of the JDK's java.base, or those that some jars can reach, that have no model
#[derive(clap::Args, Debug)]
pub struct NativesArgs {
    /// The JDK's directory; else JAVA_HOME, else the JDK of the java on the PATH
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,
    /// A jar or folder with models, or a name of those that come with Braid: what they answer is listed, too; may be repeated
    #[arg(long, value_name = "JAR|DIR|NAME")]
    models: Vec<PathBuf>,
    /// A jar or folder with models for a host: what they answer is listed, too; may be repeated
    #[arg(long, value_name = "JAR|DIR")]
    native_models: Vec<PathBuf>,
    /// Class path of what the jars use, as java takes it
    #[arg(long, visible_alias = "cp", value_name = "PATH")]
    classpath: Option<String>,
    /// Jars or folders of a program: the native methods that it can reach and that nothing answers
    #[arg(value_name = "JAR")]
    jars: Vec<PathBuf>,
}

/// How a method of the table is declared in the class library at hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Declared {
    Native,
    Bytecode,
    Nowhere,
}

impl Declared {
    fn words(self) -> &'static str {
        match self {
            Declared::Native => "native",
            Declared::Bytecode => "instead of bytecode",
            Declared::Nowhere => "not in this JDK",
        }
    }
}

/// Class, name and descriptor.
type Signature = (String, String, String);

/// Runs the command.
pub fn run(args: NativesArgs) -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    match report(&args, &mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has seen enough.
        Err(error) if error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            complain(error);
            ExitCode::from(3)
        }
    }
}

fn report(args: &NativesArgs, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let jdk = Jdk::find(args.jdk.as_deref())?;
    writeln!(out, "JDK {} in {}", jdk.version(), jdk.home().display())?;
    let methods = methods_of_base(&jdk)?;

    if let Some(missing) = args.jars.iter().find(|jar| !jar.exists()) {
        return Err(format!("{}: there is no such file or folder", missing.display()).into());
    }
    let jars: Vec<String> = args.jars.iter().map(|jar| jar.display().to_string()).collect();
    let whole: Vec<String> = jars.iter().cloned().chain(args.classpath.clone()).collect();
    // Without a program there is no class path: an empty one would be the current folder.
    let app = if whole.is_empty() { ClassPath::default() } else { ClassPath::open(&whole.join(":"), jdk.feature())? };
    let places = shipped::found(&args.models, &jdk)?;
    let (mut given, hosted) = models::ready(&places, &args.native_models, &jdk, &app)?;
    given.extend(hosted);
    let answered: BTreeMap<Signature, &Model> =
        given.iter().filter_map(|model| Some((signature_of(model)?, model))).collect();

    let signature = |row: &Row| (row.class.to_owned(), row.name.to_owned(), row.descriptor.to_owned());
    let rows: BTreeMap<Signature, &Row> = all_rows().map(|row| (signature(row), row)).collect();
    list(out, "modelled", &rows, &methods, &answered)?;
    let models: BTreeMap<Signature, &Row> = model_rows().map(|row| (signature(row), row)).collect();
    list(out, "modelled in searches, unless --juc bytecode is given", &models, &methods, &answered)?;
    list_models(out, &given, &methods)?;

    let is_missing = |signature: &Signature, declared: Declared| {
        declared == Declared::Native
            && !is_registration_hook(&signature.1)
            && !rows.contains_key(signature)
            && !answered.contains_key(signature)
            && !given.iter().any(|model| matches!(&model.target, Ok(Target::Type(class)) if *class == signature.0))
    };
    let missing: Vec<&Signature> = methods.iter().filter(|&(s, &d)| is_missing(s, d)).map(|(s, _)| s).collect();
    writeln!(out, "\nnative methods of java.base without a model: {}", missing.len())?;
    for (class, name, descriptor) in missing {
        writeln!(out, "  {}.{name}{descriptor}", class.replace('/', "."))?;
    }
    if !args.jars.is_empty() {
        let path = if places.is_empty() { ClassPath::default() } else { models::open(&places, jdk.feature())? };
        let library = jdk.boot_class_path()?;
        let classes = ClassPath::open(&jars.join(":"), jdk.feature())?.class_names()?;
        let reached = models::unanswered(&classes, &given, &Universe::new(&library, &path, &app));
        writeln!(
            out,
            "\nnative methods that {} may reach and that nothing answers: {}\n(a call counts as reaching every method of that \
             name of any class that is instantiated on the way, so few of these are ever called;\n what is only called by \
             reflection is not here)",
            jars.join(", "),
            reached.len()
        )?;
        for (native, caller) in reached {
            let named = |method: &MethodName| format!("{}.{}", method.class.replace('/', "."), method.name);
            writeln!(out, "  {}{}  called by {}", named(&native), native.descriptor, named(&caller))?;
        }
    }
    Ok(())
}

/// The method that a model answers.
fn signature_of(model: &Model) -> Option<Signature> {
    match model.target.as_ref().ok()? {
        Target::Method(method) => Some((method.class.clone(), method.name.clone(), method.descriptor.clone())),
        Target::Type(_) => None,
    }
}

/// What models answer.
fn list_models(out: &mut impl Write, models: &[Model], methods: &BTreeMap<Signature, Declared>) -> io::Result<()> {
    if models.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nanswered by models: {}", models.len())?;
    for model in models {
        let how = match model.kind {
            Kind::Bytecode => "as bytecode: touches and answers what its code does",
            Kind::Host => "by a host: touches the arrays that it is given; answer: that of the host",
            Kind::Rust => "by a row",
        };
        match (&model.target, signature_of(model)) {
            (Ok(Target::Type(class)), _) => {
                writeln!(out, "  {}  (all of the class)  by {model}, {how}", class.replace('/', "."))?;
            }
            (Ok(Target::Method(_)), Some(signature)) => {
                // Only methods of java.base are known here.
                let declared = methods.get(&signature).map_or("", |declared| declared.words());
                let declared = if declared.is_empty() { String::new() } else { format!("  ({declared})") };
                let (class, name, descriptor) = &signature;
                writeln!(out, "  {}.{name}{descriptor}{declared}  by {model}, {how}", class.replace('/', "."))?;
            }
            (Ok(Target::Method(_)), None) | (Err(_), _) => {}
        }
    }
    Ok(())
}

/// What is modelled: how it is declared, what it touches that other threads can see, and whether its answer is fixed.
fn list(
    out: &mut impl Write,
    title: &str,
    rows: &BTreeMap<Signature, &Row>,
    methods: &BTreeMap<Signature, Declared>,
    answered: &BTreeMap<Signature, &Model>,
) -> io::Result<()> {
    writeln!(out, "\n{title}: {}", rows.len())?;
    for (signature, row) in rows {
        let declared = methods.get(signature).copied().unwrap_or(Declared::Nowhere);
        if let Some(model) = answered.get(signature) {
            writeln!(out, "  {}.{}{}  replaced by {model}", row.class.replace('/', "."), row.name, row.descriptor)?;
            continue;
        }
        let (class, name) = (row.class.replace('/', "."), row.name);
        writeln!(
            out,
            "  {class}.{name}{}  ({})  touches: {}; answer: {}",
            row.descriptor,
            declared.words(),
            row.effect,
            row.answer
        )?;
    }
    Ok(())
}

/// Every method of java.base with a body of either kind.
fn methods_of_base(jdk: &Jdk) -> Result<BTreeMap<Signature, Declared>, Box<dyn Error>> {
    const NATIVE: u16 = 0x0100;
    let mut methods = BTreeMap::new();
    for source in jdk.boot_class_path()?.sources() {
        for listed in source.list()? {
            if listed.module.as_deref() != Some("java.base") || listed.class_name().is_none() {
                continue;
            }
            let Some(found) = source.read(&listed)? else { continue };
            let class = found.parse()?;
            for method in class.methods() {
                let signature = (class.name().to_owned(), method.name().to_owned(), method.descriptor().to_owned());
                let native = method.access() & NATIVE != 0;
                methods.insert(signature, if native { Declared::Native } else { Declared::Bytecode });
            }
        }
    }
    Ok(methods)
}
