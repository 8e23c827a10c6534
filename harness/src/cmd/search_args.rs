//! The words that say how to search, for `braid check`.

use super::search_words::{
    CanonArg, JucArg, RacesArg, ReductionArg, SearchArg, StoreArg, SymmetryArg, TimeArg, Timing, TimingArg,
};
use crate::report::{self, Detail, model};
use crate::{memory, progress};
use braid_engine::check::{Canon, Limits, Options, Parameters, Races, Reduction, Search, Symmetry, Time};
use braid_engine::steps::StepTable;
use clap::{Args, FromArgMatches as _, ValueEnum};
use serde_json::Value;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How to search, and when to give up. What is not given stays open, so that one set can be laid over another: the
/// command line over `braid.toml` over a test's own annotation over the defaults.
#[derive(Args, Clone, Default, PartialEq, Debug)]
pub struct SearchArgs {
    /// What is taken to commute [default: transactions]
    #[arg(long, value_enum)]
    reduction: Option<ReductionArg>,
    /// The order of the search [default: dfs]
    #[arg(long, value_enum)]
    search: Option<SearchArg>,
    /// When timed waits expire [default: auto]
    #[arg(long, value_enum)]
    time: Option<TimeArg>,
    /// With --time auto, what to do about what only goes wrong when a timed wait expires early [default: warn]
    #[arg(long, value_enum)]
    timing: Option<TimingArg>,
    /// Let waits and parks end for no reason
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    spurious: Option<bool>,
    /// Explore schedules with at most this many preemptions only, fewer first: never verifies
    #[arg(long, value_name = "N")]
    preemptions: Option<u32>,
    /// What to do about data races [default: warn]
    #[arg(long, value_enum)]
    races: Option<RacesArg>,
    /// Go on after a violation: find all that are of different kinds or at different places
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    all: Option<bool>,
    /// Tell what executions end with: what they record by Braid.outcome, and how they fail; goes on after violations
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    outcomes: Option<bool>,
    /// Diagnostic: a second search, slow and simple, to compare verdicts and outcomes with
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    referee: Option<bool>,
    /// How states are named [default: incremental]
    #[arg(long, value_enum)]
    canon: Option<CanonArg>,
    /// Whether threads that are alike are taken for each other, where that pays [default: on]
    #[arg(long, value_enum)]
    symmetry: Option<SymmetryArg>,
    /// How visited states are stored [default: compact]
    #[arg(long, value_enum)]
    store: Option<StoreArg>,
    /// How java.util.concurrent runs [default: model]
    #[arg(long, value_enum)]
    juc: Option<JucArg>,
    /// Seed of searches that draw at random [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// For --search pct: how many orderings a bug may need, one more than a run has preemptions [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth_bound: Option<u32>,
    /// Instructions after which a transaction is looked at for endless loops; verdicts and states do not depend on it
    #[arg(long, value_name = "N", hide = true)]
    look_after: Option<u64>,
    /// Give up when one transaction of a thread has more instructions [default: 1000000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_transaction: Option<u64>,
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

/// One option, named as on the command line, with a value as text, such as an annotation or a file gives it.
pub type Given<'a> = (&'a str, &'a str);

/// What an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// True or false.
    Boolean,
    /// One of a few words.
    Word,
    /// A number.
    Number,
}

impl SearchArgs {
    /// The options that others than the command line give.
    pub fn from_given<'a>(given: impl IntoIterator<Item = Given<'a>>) -> Result<SearchArgs, String> {
        let words = given.into_iter().map(|(name, value)| format!("--{name}={value}"));
        let matches = Self::command().try_get_matches_from(words).map_err(|error| first_paragraph(&error))?;
        SearchArgs::from_arg_matches(&matches).map_err(|error| first_paragraph(&error))
    }

    /// The names of all options and what they take.
    pub fn names() -> Vec<(String, Takes)> {
        let takes = |arg: &clap::Arg| match arg.get_possible_values().as_slice() {
            [] => Takes::Number,
            [first, ..] if first.get_name() == "true" => Takes::Boolean,
            [..] => Takes::Word,
        };
        let command = Self::command();
        command.get_arguments().filter_map(|arg| Some((arg.get_long()?.to_string(), takes(arg)))).collect()
    }

    /// What is given, named as on the command line, for programs.
    pub fn to_json(&self) -> Value {
        let SearchArgs {
            reduction,
            search,
            time,
            timing,
            spurious,
            preemptions,
            races,
            all,
            outcomes,
            referee,
            canon,
            symmetry,
            store,
            juc,
            seed,
            depth_bound,
            time_limit,
            memory_limit,
            max_states,
            max_depth,
            max_transaction,
            look_after,
        } = self;
        let entries = [
            ("reduction", reduction.map(word)),
            ("search", search.map(word)),
            ("time", time.map(word)),
            ("timing", timing.map(word)),
            ("spurious", spurious.map(Value::from)),
            ("preemptions", preemptions.map(Value::from)),
            ("races", races.map(word)),
            ("all", all.map(Value::from)),
            ("outcomes", outcomes.map(Value::from)),
            ("referee", referee.map(Value::from)),
            ("canon", canon.map(word)),
            ("symmetry", symmetry.map(word)),
            ("store", store.map(word)),
            ("juc", juc.map(word)),
            ("seed", seed.map(Value::from)),
            ("depth-bound", depth_bound.map(Value::from)),
            ("time-limit", time_limit.map(|limit| Value::from(limit.as_secs_f64()))),
            ("memory-limit", memory_limit.map(Value::from)),
            ("max-states", max_states.map(Value::from)),
            ("max-depth", max_depth.map(Value::from)),
            ("max-transaction", max_transaction.map(Value::from)),
            ("look-after", look_after.map(Value::from)),
        ];
        entries.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?))).collect()
    }

    fn command() -> clap::Command {
        SearchArgs::augment_args(clap::Command::new("braid").no_binary_name(true).disable_help_flag(true))
    }

    /// These options, and where they leave one open, the other's.
    pub fn over(self, lower: SearchArgs) -> SearchArgs {
        let SearchArgs {
            reduction,
            search,
            time,
            timing,
            spurious,
            preemptions,
            races,
            all,
            outcomes,
            referee,
            canon,
            symmetry,
            store,
            juc,
            seed,
            depth_bound,
            time_limit,
            memory_limit,
            max_states,
            max_depth,
            max_transaction,
            look_after,
        } = self;
        SearchArgs {
            reduction: reduction.or(lower.reduction),
            search: search.or(lower.search),
            time: time.or(lower.time),
            timing: timing.or(lower.timing),
            spurious: spurious.or(lower.spurious),
            preemptions: preemptions.or(lower.preemptions),
            races: races.or(lower.races),
            all: all.or(lower.all),
            outcomes: outcomes.or(lower.outcomes),
            referee: referee.or(lower.referee),
            canon: canon.or(lower.canon),
            symmetry: symmetry.or(lower.symmetry),
            store: store.or(lower.store),
            juc: juc.or(lower.juc),
            seed: seed.or(lower.seed),
            depth_bound: depth_bound.or(lower.depth_bound),
            time_limit: time_limit.or(lower.time_limit),
            memory_limit: memory_limit.or(lower.memory_limit),
            max_states: max_states.or(lower.max_states),
            max_depth: max_depth.or(lower.max_depth),
            max_transaction: max_transaction.or(lower.max_transaction),
            look_after: look_after.or(lower.look_after),
        }
    }

    fn reduction(&self) -> Reduction {
        self.reduction.unwrap_or_default().0
    }

    fn search(&self) -> Search {
        let default = Parameters::default();
        let parameters = Parameters {
            seed: self.seed.unwrap_or(default.seed),
            depth_bound: self.depth_bound.unwrap_or(default.depth_bound),
        };
        (self.search.unwrap_or_default().0.make)(parameters)
    }

    fn races(&self) -> RacesArg {
        self.races.unwrap_or_default()
    }

    /// Whether models stand for library classes.
    pub fn models(&self) -> bool {
        match self.juc.unwrap_or_default() {
            JucArg::Wide | JucArg::Steps | JucArg::Model => true,
            JucArg::Bytecode => false,
        }
    }

    /// What becomes of timed waits that expire early, if they are to be looked at apart. Outcomes are those of all of them, and
    /// the referee knows no other time.
    pub fn timing(&self) -> Option<Timing> {
        let is_auto = self.time.unwrap_or_default() == TimeArg::Auto;
        (is_auto && !self.is_about_outcomes()).then_some(match self.timing.unwrap_or_default() {
            TimingArg::Warn => Timing::Warn,
            TimingArg::Error => Timing::Error,
            TimingArg::Off => Timing::Off,
        })
    }

    fn is_about_outcomes(&self) -> bool {
        self.outcomes.unwrap_or(false) || self.referee.unwrap_or(false)
    }

    /// Which methods are one step each.
    fn steps(&self) -> Option<Arc<StepTable>> {
        match self.juc.unwrap_or_default() {
            JucArg::Wide => Some(Arc::new(StepTable::jdk_wide())),
            JucArg::Steps => Some(Arc::new(StepTable::jdk())),
            JucArg::Model | JucArg::Bytecode => None,
        }
    }

    /// Whether the referee is to judge, if the other options go with that.
    pub fn referee(&self) -> Result<bool, Box<dyn Error>> {
        let refused = [
            ("--reduction", self.reduction() != Reduction::default()),
            ("--search", self.search() != Search::Dfs),
            ("--preemptions", self.preemptions.is_some()),
            ("--time patient", matches!(self.time.unwrap_or_default(), TimeArg::Patient)),
            ("--races error", matches!(self.races(), RacesArg::Error)),
            ("--canon full", matches!(self.canon, Some(CanonArg::Full))),
            ("--store", self.store.unwrap_or_default() != StoreArg::default()),
            ("--max-depth", self.max_depth.is_some()),
            ("--max-transaction", self.max_transaction.is_some()),
        ];
        let referee = self.referee.unwrap_or(false);
        match refused.into_iter().find(|&(_, given)| given && referee) {
            Some((option, _)) => Err(format!("{option} does not go with --referee").into()),
            None => Ok(referee),
        }
    }

    /// The options as reports tell them. What is free differs from time to time, so a limit counts only if it was given.
    pub fn told(&self, options: &Options, detail: Detail) -> model::Options {
        let limits = Limits { memory: self.memory_limit.map(|mb| mb << 20), ..options.limits.clone() };
        let told = report::options(&Options { limits, ..options.clone() }, self.models(), detail);
        let (time, timing) = match self.timing() {
            None => (told.time, None),
            Some(_) => ("auto".to_string(), Some(told_word(self.timing.unwrap_or_default()))),
        };
        model::Options { referee: self.referee.unwrap_or(false), time, timing, ..told }
    }

    /// The options of the search, which ends when the flag is set.
    pub fn options(&self, interrupted: Arc<AtomicBool>) -> Result<Options, Box<dyn Error>> {
        let reduction = self.reduction();
        if reduction.needs_stack() && self.search() != Search::Dfs {
            let name = reduction.name();
            return Err(format!(
                "--reduction {name} finds cycles on the stack of a depth-first search: it needs --search dfs"
            )
            .into());
        }
        if !reduction.shows_races() && matches!(self.races(), RacesArg::Error) {
            let name = reduction.name();
            return Err(
                format!("--reduction {name} does not look for data races: it cannot go with --races error").into()
            );
        }
        if self.preemptions.is_some() {
            let strategy = self.search().strategy();
            if !strategy.is_complete {
                return Err(format!(
                    "--preemptions bounds a search of all schedules: it cannot go with --search {}",
                    strategy.name
                )
                .into());
            }
            if reduction.needs_stack() {
                let name = reduction.name();
                return Err(
                    format!("--preemptions counts whole transactions: it cannot go with --reduction {name}").into()
                );
            }
        }
        let outcomes = self.outcomes.unwrap_or(false);
        Ok(Options {
            reduction,
            search: self.search(),
            canon: match self.canon.unwrap_or_default() {
                CanonArg::Incremental => Canon::Incremental,
                CanonArg::Full => Canon::Full,
            },
            symmetry: match self.symmetry.unwrap_or_default() {
                SymmetryArg::On => Symmetry::On,
                SymmetryArg::Off => Symmetry::Off,
            },
            store: self.store.unwrap_or_default().0,
            time: match self.time.unwrap_or_default() {
                TimeArg::Free => Time::Free,
                TimeArg::Auto if self.is_about_outcomes() => Time::Free,
                TimeArg::Auto | TimeArg::Patient => Time::Patient,
            },
            spurious: self.spurious.unwrap_or(false),
            steps: self.steps(),
            preemptions: self.preemptions,
            races: match self.races() {
                RacesArg::Warn if reduction.shows_races() => Races::Warn,
                RacesArg::Error => Races::Error,
                RacesArg::Warn | RacesArg::Off => Races::Off,
            },
            limits: Limits {
                time: self.time_limit,
                since: None,
                states: self.max_states,
                depth: self.max_depth,
                transaction: self.max_transaction,
                memory: self.memory_limit.map(|mb| mb << 20).or_else(memory::default_limit),
            },
            all: self.all.unwrap_or(false) || outcomes,
            outcomes,
            look_after: self.look_after.unwrap_or(Options::LOOK_AFTER),
            resident: memory::resident,
            progress: progress::on_terminals(),
            interrupted,
        })
    }
}

/// A value as it is typed.
fn word(value: impl ValueEnum) -> Value {
    Value::from(told_word(value))
}

fn told_word(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default()
}

/// What is wrong, without the advice for the command line.
fn first_paragraph(error: &clap::Error) -> String {
    let text = error.to_string();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let lines: Vec<&str> = paragraph.lines().map(str::trim).collect();
    lines.join(" ").trim_start_matches("error: ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(options: &[Given<'_>]) -> SearchArgs {
        SearchArgs::from_given(options.iter().copied()).expect("the options are fine")
    }

    #[test]
    fn an_option_that_is_given_covers_the_one_below() {
        // Two values for each option: whichever is given above stays.
        let values = |name: &str, takes: Takes| match (name, takes) {
            ("reduction", _) => ["none", "local"],
            ("search", _) => ["bfs", "random"],
            ("time", _) => ["free", "virtual"],
            ("timing", _) => ["off", "error"],
            ("races", _) => ["off", "error"],
            ("canon", _) => ["full", "incremental"],
            ("symmetry", _) => ["off", "on"],
            ("store", _) => ["exact", "compact"],
            ("juc", _) => ["bytecode", "wide"],
            (_, Takes::Boolean) => ["false", "true"],
            (_, Takes::Number) => ["3", "4"],
            (other, Takes::Word) => panic!("no values for {other}"),
        };
        for (name, takes) in SearchArgs::names() {
            let [first, second] = values(&name, takes).map(|value| given(&[(&name, value)]));
            assert_ne!(first, second, "{name}");
            assert!(!first.to_json()[&name].is_null(), "{name}");
            assert_eq!(first.clone().over(second.clone()), first, "{name}");
            assert_eq!(SearchArgs::default().over(second.clone()), second, "{name}");
            assert_eq!(second.clone().over(SearchArgs::default()), second, "{name}");
        }
        assert_eq!(
            given(&[("time-limit", "3")]).over(given(&[("races", "off"), ("time-limit", "4")])),
            given(&[("races", "off"), ("time-limit", "3")])
        );
    }

    #[test]
    fn help_tells_the_defaults_that_hold() {
        let named = |default: &dyn ToString| format!("[default: {}]", default.to_string());
        let name = |value: Option<clap::builder::PossibleValue>| value.map(|v| v.get_name().to_string());
        let defaults = [
            ("reduction", name(ReductionArg::default().to_possible_value())),
            ("search", name(SearchArg::default().to_possible_value())),
            ("time", name(TimeArg::default().to_possible_value())),
            ("timing", name(TimingArg::default().to_possible_value())),
            ("races", name(RacesArg::default().to_possible_value())),
            ("canon", name(CanonArg::default().to_possible_value())),
            ("symmetry", name(SymmetryArg::default().to_possible_value())),
            ("store", name(StoreArg::default().to_possible_value())),
            ("juc", name(JucArg::default().to_possible_value())),
        ];
        let command = SearchArgs::command();
        for (option, default) in defaults {
            let arg = command.get_arguments().find(|arg| arg.get_long() == Some(option)).expect("there is the option");
            let help = arg.get_help().expect("every option has help").to_string();
            assert!(help.ends_with(&named(&default.expect("no value is hidden"))), "{option}: {help}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_in_one_line() {
        let wrong = SearchArgs::from_given([("reduction", "some")]).expect_err("there is no such reduction");
        assert!(wrong.starts_with("invalid value 'some' for '--reduction"), "{wrong}");
        assert!(wrong.ends_with("[possible values: none, local, transactions, cycle, incomplete]"), "{wrong}");
        let wrong = SearchArgs::from_given([("time-limit", "-1")]).expect_err("times are not negative");
        assert!(wrong.contains("a number of seconds, 0 or more, is expected"), "{wrong}");
    }
}
