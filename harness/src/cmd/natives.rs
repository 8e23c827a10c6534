//! `braid natives`: the native methods that are modelled, and those of the class library that are not.

use crate::output::complain;
use braid_engine::natives::{Row, all_rows, is_registration_hook, model_rows};
use braid_jvm_front::jdk::Jdk;
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// List the modelled native methods, and those of the JDK's java.base that have no model
#[derive(clap::Args, Debug)]
pub struct NativesArgs {
    /// The JDK's directory; else JAVA_HOME, else the JDK of the java on the PATH
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,
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

    let signature = |row: &Row| (row.class.to_owned(), row.name.to_owned(), row.descriptor.to_owned());
    let rows: BTreeMap<Signature, &Row> = all_rows().map(|row| (signature(row), row)).collect();
    list(out, "modelled", &rows, &methods)?;
    let models: BTreeMap<Signature, &Row> = model_rows().map(|row| (signature(row), row)).collect();
    list(out, "modelled in searches, unless --juc bytecode is given", &models, &methods)?;

    let is_missing = |signature: &Signature, declared: Declared| {
        declared == Declared::Native && !is_registration_hook(&signature.1) && !rows.contains_key(signature)
    };
    let missing: Vec<&Signature> = methods.iter().filter(|&(s, &d)| is_missing(s, d)).map(|(s, _)| s).collect();
    writeln!(out, "\nnative methods of java.base without a model: {}", missing.len())?;
    for (class, name, descriptor) in missing {
        writeln!(out, "  {}.{name}{descriptor}", class.replace('/', "."))?;
    }
    Ok(())
}

/// What is modelled: how it is declared, what it touches that other threads can see, and whether its answer is fixed.
fn list(
    out: &mut impl Write,
    title: &str,
    rows: &BTreeMap<Signature, &Row>,
    methods: &BTreeMap<Signature, Declared>,
) -> io::Result<()> {
    writeln!(out, "\n{title}: {}", rows.len())?;
    for (signature, row) in rows {
        let declared = methods.get(signature).copied().unwrap_or(Declared::Nowhere);
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
