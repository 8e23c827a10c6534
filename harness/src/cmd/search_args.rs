//! The words that say how to search, for `braid check`.

use crate::report::{self, Detail, model};
use crate::{memory, progress};
use braid_engine::check::{Canon, Limits, Options, Races, Reduction, Search, Store, Time};
use clap::{Args, ValueEnum};
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How to search, and when to give up.
#[derive(Args, Debug)]
pub struct SearchArgs {
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
    /// Tell what executions end with: what they record by Braid.outcome, and how they fail; goes on after violations
    #[arg(long)]
    outcomes: bool,
    /// Diagnostic: a second search, slow and simple, to compare verdicts and outcomes with
    #[arg(long)]
    referee: bool,
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
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Give up when the process needs this many megabytes; by default three quarters of what is free
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(..=u64::MAX >> 20))]
    memory_limit: Option<u64>,
    /// Give up after this many states
    #[arg(long, value_name = "N")]
    max_states: Option<u64>,
    /// Give up when a path has more than this many steps; a random walk begins anew
    #[arg(long, value_name = "N")]
    max_depth: Option<usize>,
}

/// A time limit in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "a number of seconds, 0 or more, is expected".to_string())
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
    /// Random walks until a limit is reached: never verifies
    Random,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TimeArg {
    /// At any moment
    Free,
    /// Only when nobody can do more than spin, the earliest first
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

impl SearchArgs {
    /// Whether models stand for library classes.
    pub fn models(&self) -> bool {
        match self.juc {
            JucArg::Model => true,
            JucArg::Bytecode => false,
        }
    }

    /// Whether the referee is to judge, if the other options go with that.
    pub fn referee(&self) -> Result<bool, Box<dyn Error>> {
        let refused = [
            ("--reduction", !matches!(self.reduction, ReductionArg::Transactions)),
            ("--search", !matches!(self.search, SearchArg::Dfs)),
            ("--time virtual", !matches!(self.time, TimeArg::Free)),
            ("--races error", matches!(self.races, RacesArg::Error)),
            ("--canon full", matches!(self.canon, CanonArg::Full)),
            ("--store exact", matches!(self.store, StoreArg::Exact)),
            ("--max-depth", self.max_depth.is_some()),
        ];
        match refused.into_iter().find(|&(_, given)| given && self.referee) {
            Some((option, _)) => Err(format!("{option} does not go with --referee").into()),
            None => Ok(self.referee),
        }
    }

    /// The options as reports tell them. What is free differs from time to time, so a limit counts only if it was given.
    pub fn told(&self, options: &Options, detail: Detail) -> model::Options {
        let limits = Limits { memory: self.memory_limit.map(|mb| mb << 20), ..options.limits.clone() };
        let told = report::options(&Options { limits, ..options.clone() }, self.models(), detail);
        model::Options { referee: self.referee, ..told }
    }

    /// The options of the search, which ends when the flag is set.
    pub fn options(&self, interrupted: Arc<AtomicBool>) -> Result<Options, Box<dyn Error>> {
        if let (ReductionArg::Cycle, SearchArg::Bfs | SearchArg::Random) = (self.reduction, self.search) {
            return Err(
                "--reduction cycle finds cycles on the stack of a search in depth: it needs --search dfs".into()
            );
        }
        if let (ReductionArg::Cycle, RacesArg::Error) = (self.reduction, self.races) {
            return Err("--reduction cycle does not look for data races: it cannot go with --races error".into());
        }
        Ok(Options {
            reduction: match self.reduction {
                ReductionArg::None => Reduction::None,
                ReductionArg::Local => Reduction::Local,
                ReductionArg::Transactions => Reduction::Transactions,
                ReductionArg::Cycle => Reduction::Cycle,
            },
            search: match self.search {
                SearchArg::Dfs => Search::Dfs,
                SearchArg::Bfs => Search::Bfs,
                SearchArg::Random => Search::Random(self.seed),
            },
            canon: match self.canon {
                CanonArg::Incremental => Canon::Incremental,
                CanonArg::Full => Canon::Full,
            },
            store: match self.store {
                StoreArg::Compact => Store::Compact,
                StoreArg::Exact => Store::Exact,
            },
            time: match self.time {
                TimeArg::Free => Time::Free,
                TimeArg::Virtual => Time::Virtual,
            },
            spurious: self.spurious,
            races: match (self.reduction, self.races) {
                // What a transaction commits by does not show where it is cut into pieces.
                (ReductionArg::Cycle, _) | (_, RacesArg::Off) => Races::Off,
                (_, RacesArg::Warn) => Races::Warn,
                (_, RacesArg::Error) => Races::Error,
            },
            limits: Limits {
                time: self.time_limit,
                since: None,
                states: self.max_states,
                depth: self.max_depth,
                memory: self.memory_limit.map(|mb| mb << 20).or_else(memory::default_limit),
            },
            all: self.all || self.outcomes,
            outcomes: self.outcomes,
            resident: memory::resident,
            progress: progress::on_terminals(),
            interrupted,
        })
    }
}
