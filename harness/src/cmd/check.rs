//! `braid check`: every schedule.

use crate::discover::Refusal;
use crate::progress;
use crate::report::{self, Again, Case, Detail, Form};
use crate::target::{Launched, Setting, Stdin, Target, TargetArgs, read_stdin};
use crate::token::Token;
use braid_engine::check::{Canon, Checker, Limits, Options, Races, Reduction, Search, Store, Time, Verdict, Violation};
use braid_engine::drive::Failures;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Explores every schedule of a program
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// What is taken to commute
    #[arg(long, value_enum, default_value = "transactions")]
    reduction: ReductionArg,
    /// The order of the search
    #[arg(long, value_enum, default_value = "dfs")]
    search: SearchArg,
    /// When timed waits expire
    #[arg(long, value_enum, default_value = "free")]
    time: TimeArg,
    /// Let waits and parks end for no reason
    #[arg(long)]
    spurious: bool,
    /// What to do about data races
    #[arg(long, value_enum, default_value = "warn")]
    races: RacesArg,
    /// Go on after a violation: find all that are of different kinds or at different places
    #[arg(long)]
    all: bool,
    /// How states are named
    #[arg(long, value_enum, default_value = "incremental")]
    canon: CanonArg,
    /// How the states met are stored
    #[arg(long, value_enum, default_value = "compact")]
    store: StoreArg,
    /// How java.util.concurrent runs
    #[arg(long, value_enum, default_value = "model")]
    juc: JucArg,
    /// Seed of random walks
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS")]
    time_limit: Option<f64>,
    /// Give up when the process takes this many megabytes
    #[arg(long, value_name = "MB")]
    memory_limit: Option<u64>,
    /// Give up after this many states
    #[arg(long, value_name = "N")]
    max_states: Option<u64>,
    /// Give up on paths of more than this many steps
    #[arg(long, value_name = "N")]
    max_depth: Option<usize>,
    /// Write a report: json=FILE
    #[arg(long, value_name = "KIND=FILE")]
    report: Vec<String>,
    /// How much of a counterexample is told
    #[arg(long, value_enum, default_value = "short")]
    trace: TraceArg,
    #[command(flatten)]
    target: TargetArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum TraceArg {
    /// What happens in the program's own lines
    Short,
    /// Every action that other threads can see
    Full,
}

impl From<TraceArg> for Detail {
    fn from(arg: TraceArg) -> Detail {
        match arg {
            TraceArg::Short => Detail::Short,
            TraceArg::Full => Detail::Full,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ReductionArg {
    /// Every visible action is a step
    None,
    /// The same, but final fields are constants
    Local,
    /// Transactions
    Transactions,
    /// Transactions that end at cycles of the search; depth first only
    Cycle,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SearchArg {
    /// Depth first
    Dfs,
    /// Breadth first: shortest counterexample
    Bfs,
    /// Random walks: never verifies
    Random,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TimeArg {
    /// At any moment
    Free,
    /// Only when nobody can run, the earliest first
    Virtual,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RacesArg {
    /// Report them beside the verdict
    Warn,
    /// Report the first one as a violation
    Error,
    /// Do not look for them
    Off,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CanonArg {
    /// By what changed since the state before
    Incremental,
    /// A traversal of what is reachable, in every state
    Full,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StoreArg {
    /// As keys of 128 bits
    Compact,
    /// As trees of components, without relying on hashes
    Exact,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum JucArg {
    /// Locks and conditions as models, where that cannot be told from the bytecode
    Model,
    /// As the JDK's bytecode
    Bytecode,
}

/// Runs the command: 0 verified, 1 violated, 2 inconclusive, 3 bad input or usage.
pub fn run(args: CheckArgs) -> ExitCode {
    match execute(&args) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("braid: {error}");
            ExitCode::from(3)
        }
    }
}

fn execute(args: &CheckArgs) -> Result<ExitCode, Box<dyn Error>> {
    let json = json_path(&args.report)?;
    if let Some(path) = &json {
        // Better now than after an hour.
        std::fs::File::create(path).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let target = Target::resolve(&args.target)?;
    let tests = match target.tests() {
        Ok(tests) => tests,
        Err(Refusal::Usage(what)) => return Err(what.into()),
        Err(Refusal::Unsupported(what)) => {
            let what = format!("unsupported: {what}");
            eprintln!("braid: {what}");
            if let Some(path) = json {
                write_json(&path, &report::failed_start(&what))?;
            }
            return Ok(ExitCode::from(2));
        }
    };
    let options = options(args)?;
    let form = Form { sources: target.sources(&args.target), detail: args.trace.into(), width: report::width() };
    let feature = target.feature();
    let stdin = read_stdin()?;
    let models = matches!(args.juc, JucArg::Model);
    let setting = |models: bool| {
        let stdin = Stdin::Known(stdin.clone());
        Setting { assertions: true, single: false, models, stdin }
    };
    let Some(found) = tests else {
        let program = Program { name: target.name(), typed: args.target.as_typed(None), feature };
        let (verdict, report) = check(models, &options, &form, &program, |models| target.launch(setting(models)))?;
        if let Some(path) = json {
            write_json(&path, &report)?;
        }
        return Ok(verdict.into());
    };
    // Every test from a fresh start: their state spaces add up instead of multiplying.
    let mut ended: Vec<(Ended, Value)> = Vec::new();
    for test in &found.disabled {
        println!("test {test}: disabled");
    }
    for (test, why) in &found.refused {
        println!("test {test}: inconclusive: {why} is unsupported");
        let mut report = report::failed_start(&format!("{why} is unsupported"));
        report["test"] = json!(test);
        ended.push((Ended::Inconclusive, report));
    }
    let singles = found.singles();
    let single = singles.len() + found.refused.len() + found.disabled.len() == 1;
    for (test, class) in &singles {
        println!("test {test}:");
        let program = Program { name: test.clone(), typed: args.target.as_typed(Some(test)), feature };
        let launch = |models| target.launch_tests(setting(models), class, Failures::Throw);
        let (verdict, mut report) = check(models, &options, &form, &program, launch)?;
        report["test"] = json!(test);
        ended.push((verdict, report));
        if options.interrupted.load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
    }
    let count = |which| ended.iter().filter(|(verdict, _)| *verdict == which).count();
    let worst = ended.iter().map(|(verdict, _)| *verdict).max().unwrap_or(Ended::Inconclusive);
    if !single {
        println!(
            "{} tests: {} violated, {} inconclusive, {} verified, {} disabled",
            ended.len() + found.disabled.len(),
            count(Ended::Violated),
            count(Ended::Inconclusive),
            count(Ended::Verified),
            found.disabled.len(),
        );
    }
    if let Some(path) = json {
        let mut reports: Vec<Value> = ended.into_iter().map(|(_, report)| report).collect();
        match reports.pop() {
            Some(report) if single => write_json(&path, &report)?,
            last => {
                reports.extend(last);
                write_json(&path, &json!({ "schema": report::SCHEMA, "verdict": worst.name(), "tests": reports }))?;
            }
        }
    }
    Ok(worst.into())
}

/// How a check ended; the worst of several decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Ended {
    Verified,
    Inconclusive,
    Violated,
}

impl Ended {
    fn name(self) -> &'static str {
        match self {
            Ended::Verified => "verified",
            Ended::Inconclusive => "inconclusive",
            Ended::Violated => "violated",
        }
    }
}

impl From<Ended> for ExitCode {
    fn from(ended: Ended) -> Self {
        ExitCode::from(match ended {
            Ended::Verified => 0,
            Ended::Violated => 1,
            Ended::Inconclusive => 2,
        })
    }
}

/// What is checked.
struct Program {
    /// What tells it from others.
    name: String,
    /// The words that name it on the command line.
    typed: String,
    /// Feature version of the class library.
    feature: u16,
}

/// Explores the schedules of a program and prints what it found. Where models do not fit, it is done over without.
fn check(
    models: bool,
    options: &Options,
    form: &Form,
    program: &Program,
    launch: impl Fn(bool) -> Result<Launched, Box<dyn Error>>,
) -> Result<(Ended, Value), Box<dyn Error>> {
    let launched = launch(models)?;
    if let Some(failure) = launched.failure {
        eprintln!("braid: {failure}");
        return Ok((Ended::Inconclusive, report::failed_start(&failure)));
    }
    let mut vm = launched.vm;
    let began = Instant::now();
    let mut checker = Checker::new(&mut vm, options.clone());
    let verdict = checker.run();
    progress::done();
    let unfit = matches!(verdict, Verdict::Inconclusive(_)) && checker.vm().models_do_not_fit();
    if unfit {
        return check(false, options, form, program, launch);
    }
    let stats = checker.stats();
    let races = checker.races().to_vec();
    let assumptions = report::assumptions(options, &races, &verdict, &stats, checker.vm());
    let seconds = began.elapsed().as_secs_f64();
    let violations = checker.violations().to_vec();
    let ended_early = checker.ended_early().cloned();
    drop(checker);
    let again = |violation: &Violation| {
        let token = Token::new(&violation.schedule, options, models, program.feature, &program.name);
        Again { token: token.encode(), target: program.typed.clone() }
    };
    let case = Case {
        vm: &vm,
        form,
        again: &again,
        assumptions,
        races: &races,
        violations: &violations,
        ended_early: ended_early.as_ref(),
        seconds,
    };
    print!("{}", report::text(&case, &verdict, &stats));
    let report = report::json(&case, &verdict, &stats);
    let ended = match verdict {
        Verdict::Verified => Ended::Verified,
        Verdict::Violated(_) => Ended::Violated,
        Verdict::Inconclusive(_) => Ended::Inconclusive,
    };
    Ok((ended, report))
}

pub(super) fn write_json(path: &Path, report: &Value) -> Result<(), Box<dyn Error>> {
    Ok(std::fs::write(path, format!("{report:#}\n")).map_err(|e| format!("{}: {e}", path.display()))?)
}

/// The options of the search; Ctrl-C ends it with what it knows, a second one ends the process.
fn options(args: &CheckArgs) -> Result<Options, Box<dyn Error>> {
    if let (ReductionArg::Cycle, SearchArg::Bfs | SearchArg::Random) = (args.reduction, args.search) {
        return Err("--reduction cycle finds cycles on the stack of a search in depth: it needs --search dfs".into());
    }
    if let (ReductionArg::Cycle, RacesArg::Error) = (args.reduction, args.races) {
        return Err("--reduction cycle does not look for data races: it cannot go with --races error".into());
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    ctrlc::set_handler(move || {
        if flag.swap(true, std::sync::atomic::Ordering::Relaxed) {
            std::process::exit(2);
        }
    })?;
    Ok(Options {
        reduction: match args.reduction {
            ReductionArg::None => Reduction::None,
            ReductionArg::Local => Reduction::Local,
            ReductionArg::Transactions => Reduction::Transactions,
            ReductionArg::Cycle => Reduction::Cycle,
        },
        search: match args.search {
            SearchArg::Dfs => Search::Dfs,
            SearchArg::Bfs => Search::Bfs,
            SearchArg::Random => Search::Random(args.seed),
        },
        canon: match args.canon {
            CanonArg::Incremental => Canon::Incremental,
            CanonArg::Full => Canon::Full,
        },
        store: match args.store {
            StoreArg::Compact => Store::Compact,
            StoreArg::Exact => Store::Exact,
        },
        time: match args.time {
            TimeArg::Free => Time::Free,
            TimeArg::Virtual => Time::Virtual,
        },
        spurious: args.spurious,
        races: match (args.reduction, args.races) {
            // What a transaction commits by does not show where it is cut into pieces.
            (ReductionArg::Cycle, _) | (_, RacesArg::Off) => Races::Off,
            (_, RacesArg::Warn) => Races::Warn,
            (_, RacesArg::Error) => Races::Error,
        },
        limits: Limits {
            time: args.time_limit.map(Duration::from_secs_f64),
            states: args.max_states,
            depth: args.max_depth,
            memory: args.memory_limit.map(|mb| mb << 20),
        },
        all: args.all,
        resident: report::resident,
        progress: progress::on_terminals(),
        interrupted,
    })
}

pub(super) fn json_path(reports: &[String]) -> Result<Option<PathBuf>, Box<dyn Error>> {
    let mut path = None;
    for report in reports {
        match report.split_once('=') {
            Some(("json", file)) if !file.is_empty() => path = Some(PathBuf::from(file)),
            _ => return Err(format!("--report {report}: expected json=FILE").into()),
        }
    }
    Ok(path)
}
