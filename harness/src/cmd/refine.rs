//! `braid refine`: does a table of steps hide anything that clients of a class can see? Random clients call the public methods of the
//! class from a few threads; each is checked with the steps of the table and with every method in as many steps as it has, and
//! has to end the same.
//!
//! `clients` writes the clients, in Java. Each check is a `braid check` of its own: one that fails or grows too large takes nothing
//! with it.

mod clients;

use crate::models::shipped;
use crate::output::{complain, say};
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::ClassPath;
use clap::Args;
use clients::{Clients, Kind};
use serde_json::Value;
use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The exit code for bad input.
const BAD_INPUT: u8 = 3;
/// The name of the class that clients are in.
const PROGRAM: &str = "BraidRefineClients";

/// Compares what random clients of a class end with, with steps and without
#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 0 no difference, 1 a difference, 2 nothing could be compared, 3 bad input or usage."
)]
pub struct RefineArgs {
    /// The class whose public methods clients call
    #[arg(value_name = "CLASS")]
    class: String,
    /// A file that says which methods are one step each; may be repeated
    #[arg(long, value_name = "FILE")]
    steps: Vec<PathBuf>,
    /// Class path, as java takes it
    #[arg(long, visible_alias = "cp", value_name = "PATH")]
    classpath: Option<String>,
    /// The JDK's directory; else JAVA_HOME, else the JDK of the java on the PATH
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,
    /// A Java expression that makes the object that clients share; else a public constructor or factory of the class does
    #[arg(long, value_name = "JAVA")]
    object: Option<String>,
    /// How many clients
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..))]
    clients: u32,
    /// The seed that clients are made of
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// States after which a client is passed over
    #[arg(long, value_name = "N", default_value = "20000")]
    max_states: u64,
}

/// Runs the command.
pub fn run(args: RefineArgs) -> ExitCode {
    match refine(&args) {
        Ok(tally) => {
            say(&tally.summary(&args.class));
            tally.code()
        }
        Err(error) => {
            complain(error);
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// What came of the clients.
#[derive(Default)]
struct Tally {
    same: u32,
    unfinished: u32,
    different: u32,
    with: u64,
    without: u64,
    /// Clients that took a step of the class.
    in_steps: u32,
}

impl Tally {
    fn summary(&self, class: &str) -> String {
        let Tally { same, unfinished, different, with, without, in_steps } = self;
        let mut text = format!(
            "{same} clients of {class} end the same ({with} states in steps, {without} without), {different} do not, {unfinished} come to no end\n"
        );
        if *in_steps == 0 {
            text.push_str("no client took a step of the class: the table has none that they come to\n");
        }
        text
    }

    fn code(&self) -> ExitCode {
        match (self.different, self.same) {
            (0, 0) => ExitCode::from(2),
            (0, _) => ExitCode::SUCCESS,
            _ => ExitCode::from(1),
        }
    }
}

/// What executions of a client end with.
#[derive(PartialEq)]
struct Ends {
    outcomes: BTreeSet<String>,
    violations: BTreeSet<String>,
}

/// What a check of a client said.
enum Checked {
    Ends(Ends),
    /// A limit was reached, or something is not modelled.
    Unfinished,
}

fn refine(args: &RefineArgs) -> Result<Tally, Box<dyn Error>> {
    let jdk = Jdk::find(args.jdk.as_deref())?;
    let text = ClassPath::expand(args.classpath.as_deref().unwrap_or_default());
    let app = ClassPath::open(&text, jdk.feature())?;
    let boot = jdk.boot_class_path()?;
    crate::steps::read(&args.steps, &app, &boot)?;
    let kind = Kind::of(&args.class, args.object.as_deref(), &app, &boot)?;
    let clients = Clients::random(&kind, args.seed, args.clients);
    let folder = tempfile::TempDir::with_prefix("braid-refine-")?;
    let source = folder.path().join(format!("{PROGRAM}.java"));
    std::fs::write(&source, clients.program(PROGRAM, &kind))?;
    let api = tempfile::TempDir::with_prefix("braid-api-")?;
    shipped::written(api.path(), shipped::API)?;
    let places = format!("{text}:{}", api.path().display());
    let compiled = jdk.compile(&[source], Some(&places))?;
    let class_path = format!("{}:{text}", compiled.path().display());
    let check = |client: usize, juc: &str| checked(args, &jdk, &class_path, folder.path(), client, juc);
    let mut tally = Tally::default();
    for client in 0..clients.len() {
        let (without, states_without, _) = check(client, "model")?;
        let Checked::Ends(without) = without else {
            tally.unfinished += 1;
            continue;
        };
        let (with, states_with, taken) = check(client, "steps")?;
        let Checked::Ends(with) = with else {
            tally.unfinished += 1;
            continue;
        };
        tally.in_steps += u32::from(taken.contains(&args.class));
        if with == without {
            tally.same += 1;
            tally.with += states_with;
            tally.without += states_without;
        } else {
            tally.different += 1;
            say(&format!("{}{}\n", clients.told(client), difference(&with, &without)));
        }
    }
    Ok(tally)
}

/// What only one of both ends with.
fn difference(with: &Ends, without: &Ends) -> String {
    let mut lines = String::new();
    let mut tell = |what: &str, these: Vec<&String>| {
        these.iter().for_each(|one| lines.push_str(&format!("    {what}: {one}\n")));
    };
    tell("only without steps", without.outcomes.difference(&with.outcomes).collect());
    tell("only without steps", without.violations.difference(&with.violations).collect());
    tell("only in steps", with.outcomes.difference(&without.outcomes).collect());
    tell("only in steps", with.violations.difference(&without.violations).collect());
    lines
}

/// Checks a client: what it ends with, how many states it has, and the assumption that names classes in steps.
fn checked(
    args: &RefineArgs,
    jdk: &Jdk,
    class_path: &str,
    folder: &Path,
    client: usize,
    juc: &str,
) -> Result<(Checked, u64, String), Box<dyn Error>> {
    let file = folder.join("report.json");
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["check", "--no-config", "--quiet", "--outcomes", "--races", "off", "--juc", juc]);
    command.arg("--max-states").arg(args.max_states.to_string());
    command.arg("--report").arg(format!("json={}", file.display()));
    if juc == "steps" {
        args.steps.iter().for_each(|file| _ = command.arg("--steps").arg(file));
    }
    command.arg("--jdk").arg(jdk.home()).args(["--classpath", class_path, "--main", PROGRAM, &client.to_string()]);
    let output = command.stdin(Stdio::null()).output()?;
    let said = || String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned();
    let report = std::fs::read_to_string(&file).map_err(|_| format!("client {client}: {}", said()))?;
    std::fs::remove_file(&file)?;
    let report: Value = serde_json::from_str(&report)?;
    let texts = |value: &Value, name: Option<&str>| -> BTreeSet<String> {
        let all = value.as_array().into_iter().flatten();
        all.filter_map(|one| Some(name.map_or(one, |name| &one[name]).as_str()?.to_string())).collect()
    };
    let reason = report["reason"].as_str().unwrap_or_default();
    let checked = match reason {
        "" => Checked::Ends(Ends {
            outcomes: texts(&report["outcomes"], None),
            violations: texts(&report["violations"], Some("kind")),
        }),
        reason if reason.contains("limit") => Checked::Unfinished,
        reason => {
            complain(format!("client {client} is passed over: {reason}"));
            Checked::Unfinished
        }
    };
    let states = report["stats"]["states"].as_u64().unwrap_or_default();
    let taken = texts(&report["assumptions"], None).into_iter().filter(|line| line.contains("as one step")).collect();
    Ok((checked, states, taken))
}
