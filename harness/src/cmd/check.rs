//! `braid check`: every schedule.

use crate::report;
use crate::target::{Target, TargetArgs, read_stdin};
use braid_engine::check::{Checker, Limits, Options, Reduction, Search, Time, Verdict};
use clap::{Args, ValueEnum};
use std::error::Error;
use std::path::PathBuf;
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
    /// How states are named; there is one way so far
    #[arg(long, value_enum, default_value = "full")]
    canon: CanonArg,
    /// How java.util.concurrent runs; there is one way so far
    #[arg(long, value_enum, default_value = "bytecode")]
    juc: JucArg,
    /// Seed of random walks
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS")]
    time_limit: Option<f64>,
    /// Give up at this many megabytes of state and stored keys
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
    #[command(flatten)]
    target: TargetArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ReductionArg {
    /// Every visible action is a step
    None,
    /// The same, but final fields are constants
    Local,
    /// Transactions
    Transactions,
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
enum CanonArg {
    /// A traversal of what is reachable, in every state
    Full,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum JucArg {
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
    let (CanonArg::Full, JucArg::Bytecode) = (args.canon, args.juc);
    let json = json_path(&args.report)?;
    if let Some(path) = &json {
        // Better now than after an hour.
        std::fs::File::create(path).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let target = Target::resolve(&args.target)?;
    let launched = target.launch(true, false, read_stdin()?)?;
    if let Some(failure) = launched.failure {
        eprintln!("braid: {failure}");
        return Ok(ExitCode::from(2));
    }
    let mut vm = launched.vm;
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    // Ctrl-C ends the search with what it knows; a second one ends the process.
    ctrlc::set_handler(move || {
        if flag.swap(true, std::sync::atomic::Ordering::Relaxed) {
            std::process::exit(2);
        }
    })?;
    let options = Options {
        reduction: match args.reduction {
            ReductionArg::None => Reduction::None,
            ReductionArg::Local => Reduction::Local,
            ReductionArg::Transactions => Reduction::Transactions,
        },
        search: match args.search {
            SearchArg::Dfs => Search::Dfs,
            SearchArg::Bfs => Search::Bfs,
            SearchArg::Random => Search::Random(args.seed),
        },
        time: match args.time {
            TimeArg::Free => Time::Free,
            TimeArg::Virtual => Time::Virtual,
        },
        spurious: args.spurious,
        limits: Limits {
            time: args.time_limit.map(Duration::from_secs_f64),
            states: args.max_states,
            depth: args.max_depth,
            memory: args.memory_limit.map(|mb| mb << 20),
        },
        interrupted,
    };
    let assumptions = report::assumptions(&options);
    let began = Instant::now();
    let mut checker = Checker::new(&mut vm, options);
    let verdict = checker.run();
    let stats = checker.stats();
    let seconds = began.elapsed().as_secs_f64();
    drop(checker);
    print!("{}", report::text(&vm, &verdict, &stats, seconds, &assumptions));
    if let Some(path) = json {
        let text = report::json(&vm, &verdict, &stats, seconds, &assumptions);
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(ExitCode::from(match verdict {
        Verdict::Verified => 0,
        Verdict::Violated(_) => 1,
        Verdict::Inconclusive(_) => 2,
    }))
}

fn json_path(reports: &[String]) -> Result<Option<PathBuf>, Box<dyn Error>> {
    let mut path = None;
    for report in reports {
        match report.split_once('=') {
            Some(("json", file)) if !file.is_empty() => path = Some(PathBuf::from(file)),
            _ => return Err(format!("--report {report}: expected json=FILE").into()),
        }
    }
    Ok(path)
}
