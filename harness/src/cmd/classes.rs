//! `braid classes`: what is found on a class path or in a JDK, whether all of it can be read, and how long that takes.

use crate::output::complain;
use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use braid_jvm_front::classfile::{Decoded, decode_everything};
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::{ClassPath, ClassSource, Listed, SourceError};

/// The exit code for bad input.
const BAD_INPUT: u8 = 3;
/// How many problems of one source are printed.
const SHOWN: usize = 20;

/// List what is found on a class path, or in the JDK if none is given, and read all of it.
#[derive(clap::Args, Debug)]
pub struct ClassesArgs {
    /// The JDK's directory; else JAVA_HOME, else the JDK of the java on the PATH
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,

    /// Directories, jars and jmods, as java takes them
    #[arg(long, visible_alias = "cp", value_name = "PATH", conflicts_with = "target")]
    classpath: Option<String>,

    /// A jar, jmod, directory or .java file
    target: Option<PathBuf>,

    /// Only the classes of this module
    #[arg(long, value_name = "NAME")]
    module: Option<String>,

    /// Print the name of every class
    #[arg(long)]
    list: bool,
}

/// Runs the command: 0 if everything can be read, 3 if not.
pub fn run(args: ClassesArgs) -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let result = report(&args, &mut out).and_then(|problems| {
        out.flush()?;
        Ok(problems)
    });
    match result {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(BAD_INPUT),
        // Whoever read our output has seen enough.
        Err(error) if error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            complain(error);
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Writes the report and says how many problems there are.
fn report(args: &ClassesArgs, out: &mut impl Write) -> Result<usize, Box<dyn Error>> {
    let jdk = Jdk::find(args.jdk.as_deref())?;
    writeln!(out, "JDK {} in {}", jdk.version(), jdk.home().display())?;
    let started = Instant::now();
    // Kept until the end: it holds the classes of a compiled target.
    let mut compiled = None;
    let class_path = match (&args.classpath, &args.target) {
        (Some(spec), _) => ClassPath::open(spec, jdk.feature())?,
        (None, None) => jdk.boot_class_path()?,
        (None, Some(file)) if file.extension().is_some_and(|extension| extension == "java") => {
            let classes = compiled.insert(jdk.compile(std::slice::from_ref(file), None)?);
            writeln!(out, "compiled {} in {}", file.display(), show_time(started.elapsed()))?;
            ClassPath::from_paths([classes.path().to_owned()], jdk.feature())?
        }
        (None, Some(target)) if !target.exists() => {
            return Err(format!("{}: there is no such file", target.display()).into());
        }
        (None, Some(target)) => ClassPath::from_paths([target.clone()], jdk.feature())?,
    };
    if class_path.sources().is_empty() {
        return Err("nothing on the class path exists".into());
    }
    writeln!(out, "opened {} in {}", plural(class_path.sources().len(), "source"), show_time(started.elapsed()))?;
    let mut problems = 0;
    let mut earlier = HashSet::new();
    for source in class_path.sources() {
        problems += report_source(source, args, &mut earlier, out)?;
    }
    Ok(problems)
}

/// What one source has.
#[derive(Default)]
struct Census {
    classes: usize,
    resources: usize,
    bytes: usize,
    modules: BTreeMap<String, usize>,
    versions: BTreeMap<(u16, u16), usize>,
    decoded: Decoded,
    shadowed: usize,
    problems: Vec<String>,
    read: Duration,
    parse: Duration,
    decode: Duration,
}

fn report_source(
    source: &ClassSource,
    args: &ClassesArgs,
    earlier: &mut HashSet<String>,
    out: &mut impl Write,
) -> Result<usize, Box<dyn Error>> {
    writeln!(out, "\n{}", source.path().display())?;
    let started = Instant::now();
    let mut list = source.list()?;
    if let Some(module) = &args.module {
        list.retain(|listed| listed.module.as_deref() == Some(module));
        if list.is_empty() {
            writeln!(out, "  nothing of module {module}")?;
            return Ok(0);
        }
    }
    let listing = started.elapsed();

    let mut census = Census { problems: source.problems(), ..Census::default() };
    for listed in &list {
        if !listed.name.ends_with(".class") {
            census.resources += 1;
            continue;
        }
        if let Some(name) = listed.class_name() {
            census.shadowed += usize::from(!earlier.insert(name.to_owned()));
            if args.list {
                writeln!(out, "  {name}")?;
            }
        }
        if let Err(problem) = census.take(source, listed) {
            census.problems.push(problem.to_string());
        }
    }
    census.write(listing, out)?;
    Ok(census.problems.len())
}

impl Census {
    /// Reads one class completely.
    fn take(&mut self, source: &ClassSource, listed: &Listed) -> Result<(), SourceError> {
        self.classes += 1;
        if let Some(module) = &listed.module {
            *self.modules.entry(module.to_string()).or_default() += 1;
        }
        let started = Instant::now();
        let found = source.read(listed);
        self.read += started.elapsed();
        let Some(found) = found? else {
            self.problems.push(format!("{}: {} went away", source.path().display(), listed.name));
            return Ok(());
        };
        self.bytes += found.bytes.len();

        let started = Instant::now();
        let class = found.parse();
        self.parse += started.elapsed();
        let class = class?;
        *self.versions.entry(class.version()).or_default() += 1;
        if listed.class_name().is_some_and(|name| name != class.name()) {
            let place = Path::new(&found.origin.entry).display();
            self.problems.push(format!("{}, entry {place}: this is class {}", source.path().display(), class.name()));
        }

        let started = Instant::now();
        let decoded = decode_everything(&class);
        self.decode += started.elapsed();
        self.decoded += decoded.map_err(|error| found.origin.locate(error))?;
        Ok(())
    }

    fn write(&self, listing: Duration, out: &mut impl Write) -> io::Result<()> {
        let megabytes = self.bytes as f64 / 1e6;
        let resources = plural(self.resources, "resource");
        writeln!(out, "  {}, {megabytes:.1} MB; {resources}", plural(self.classes, "class"))?;
        if self.modules.len() > 1 {
            writeln!(out, "  modules:")?;
            for (module, classes) in &self.modules {
                writeln!(out, "    {classes:6}  {module}")?;
            }
        }
        let versions: Vec<String> = self.versions.iter().map(show_version).collect();
        writeln!(out, "  class-file versions: {}", if versions.is_empty() { "-".into() } else { versions.join(", ") })?;
        let Decoded { methods, fields, instructions, frames, bootstrap_methods, .. } = self.decoded;
        writeln!(out, "  {}, {}", plural(methods, "method"), plural(fields, "field"))?;
        let dynamic = plural(bootstrap_methods, "bootstrap method");
        writeln!(out, "  {}, {}, {dynamic}", plural(instructions, "instruction"), plural(frames, "stack map frame"))?;
        if self.shadowed > 0 {
            writeln!(out, "  {} hidden by earlier sources", plural(self.shadowed, "class"))?;
        }
        let [listing, read, parse, decode] = [listing, self.read, self.parse, self.decode].map(show_time);
        writeln!(out, "  time: list {listing}, read {read}, parse {parse}, decode everything {decode}")?;
        match self.problems.len() {
            0 => writeln!(out, "  no problems"),
            count => {
                writeln!(out, "  {}:", plural(count, "problem"))?;
                self.problems.iter().take(SHOWN).try_for_each(|problem| writeln!(out, "    {problem}"))?;
                match count.saturating_sub(SHOWN) {
                    0 => Ok(()),
                    more => writeln!(out, "    and {more} more"),
                }
            }
        }
    }
}

/// `61 (Java 17) × 6445`
fn show_version((&(major, minor), count): (&(u16, u16), &usize)) -> String {
    let preview = if major >= 56 && minor == u16::MAX { ", preview" } else { "" };
    match major {
        // Java 1.1 to 1.4 count differently.
        ..49 => format!("{major}.{minor} × {count}"),
        _ => format!("{major} (Java {}{preview}) × {count}", major - 44),
    }
}

fn show_time(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

fn plural(count: usize, noun: &str) -> String {
    match (count, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "class") => format!("{count} classes"),
        _ => format!("{count} {noun}s"),
    }
}
