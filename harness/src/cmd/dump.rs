//! `braid dump`: the transition code of a class or method, with source lines, types and liveness.

use crate::output::complain;
use braid_engine::program::{Body, ClassId, ClassLoaderKind, Facts, LinkError, Loader, MethodId, Pc, Program};
use braid_engine::text::{print_class, print_method};
use braid_jvm_front::Front;
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::ClassPath;
use std::error::Error;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

/// Print the transition code of a class or method
#[derive(clap::Args, Debug)]
pub struct DumpArgs {
    /// The JDK's directory; else JAVA_HOME, else the JDK of the java on the PATH
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,
    /// Class path, as java takes it
    #[arg(long, visible_alias = "cp", value_name = "PATH")]
    classpath: Option<String>,
    /// A class, as pkg.Class or pkg/Class, and perhaps #method for all methods of that name
    #[arg(value_name = "CLASS[#METHOD]")]
    target: String,
}

/// Runs the command: 0 if everything was printed, 3 if there is no such class or method or it cannot be translated.
pub fn run(args: DumpArgs) -> ExitCode {
    match dump(&args) {
        Ok(text) => {
            // A closed pipe is no failure of ours.
            let _ = io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => {
            complain(error);
            ExitCode::from(3)
        }
    }
}

fn dump(args: &DumpArgs) -> Result<String, Box<dyn Error>> {
    let jdk = Jdk::find(args.jdk.as_deref())?;
    let app = match &args.classpath {
        Some(path) => ClassPath::open(path, jdk.feature())?,
        None => ClassPath::default(),
    };
    let mut program = Program::default();
    let mut front = Front::new(&mut program, jdk.boot_class_path()?, app, jdk.feature());
    let (class, method) = match args.target.split_once('#') {
        Some((class, method)) => (class, Some(method)),
        None => (args.target.as_str(), None),
    };
    let name = class.replace('.', "/");
    let class = front.load_class(&mut program, &name, ClassLoaderKind::App).map_err(|error| match error {
        LinkError::Throw { class: "java/lang/NoClassDefFoundError", message } if message == name => {
            format!("there is no class {class}")
        }
        other => other.to_string(),
    })?;
    let wanted: Vec<MethodId> = program.class(class).methods.clone();
    let is_wanted =
        |program: &Program, id: MethodId| method.is_none_or(|name| program.name(program.method(id).name) == name);
    let wanted: Vec<MethodId> = wanted.into_iter().filter(|&id| is_wanted(&program, id)).collect();
    if let (true, Some(method)) = (wanted.is_empty(), method) {
        return Err(format!("{} has no method {method}", args.target).into());
    }
    for &id in &wanted {
        front.translate(&mut program, id).map_err(|error| format!("{}: {error}", program.qualified_name(id)))?;
    }
    Ok(text(&program, class, &wanted))
}

/// The class's head and fields, then the methods with their facts.
fn text(program: &Program, class: ClassId, methods: &[MethodId]) -> String {
    let whole = print_class(program, class);
    let is_head = |line: &&str| !line.starts_with("  method ") && *line != "}";
    let mut text: String = whole.lines().take_while(is_head).map(|line| format!("{line}\n")).collect();
    for &id in methods {
        text += &match program.method(id).body {
            Body::Code(_) => {
                let facts = Facts::of(program, id);
                print_method(program, id, &|pc| note(program, id, &facts, pc))
            }
            Body::Abstract | Body::Native | Body::Untranslated => print_method(program, id, &|_| None),
        };
    }
    text + "}\n"
}

/// What is live before an instruction: variables by name and type, other registers with the sort of value they hold.
fn note(program: &Program, method: MethodId, facts: &Facts, pc: Pc) -> Option<String> {
    let code = program.method(method).code()?;
    let bci = program.bci_of(pc);
    let describe = |register: u16| {
        let named = code.locals.iter().find(|v| v.register == register && v.start <= bci && bci < v.end);
        match named {
            Some(v) => format!("r{register} {} {}", program.name(v.name), program.name(v.descriptor)),
            None if facts.is_ref(pc, register) => format!("r{register} ref"),
            None => format!("r{register} value"),
        }
    };
    let live: Vec<String> = facts.live_registers(pc).map(describe).collect();
    let head = if facts.loop_heads().contains(&pc) { "loop; " } else { "" };
    Some(format!("{head}live: {}", if live.is_empty() { "nothing".to_owned() } else { live.join(", ") }))
}
