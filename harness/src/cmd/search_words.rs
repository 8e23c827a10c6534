//! The words that options of `braid check` take.

use braid_engine::check::{Reduction, Search, Store, Strategy};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::sync::OnceLock;

/// A reduction of the engine.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct ReductionArg(pub(super) Reduction);

impl ValueEnum for ReductionArg {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: OnceLock<Vec<ReductionArg>> = OnceLock::new();
        ALL.get_or_init(|| Reduction::ALL.iter().map(|&reduction| ReductionArg(reduction)).collect())
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.help()))
    }
}

/// A strategy of the engine, by its name.
#[derive(Clone, Copy)]
pub(super) struct SearchArg(pub(super) &'static Strategy);

impl Default for SearchArg {
    fn default() -> Self {
        SearchArg(Search::STRATEGIES[0])
    }
}

impl PartialEq for SearchArg {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl std::fmt::Debug for SearchArg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name)
    }
}

impl ValueEnum for SearchArg {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: OnceLock<Vec<SearchArg>> = OnceLock::new();
        ALL.get_or_init(|| Search::STRATEGIES.iter().map(|&strategy| SearchArg(strategy)).collect())
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name).help(self.0.help))
    }
}

#[derive(Clone, Copy, PartialEq, Default, Debug, ValueEnum)]
pub(super) enum TimeArg {
    /// As with patient; what is verified then and depends on time, is searched with free as well
    #[default]
    Auto,
    /// Only when no thread can do more than spin, the earliest first
    #[value(alias = "virtual")]
    Patient,
    /// At any moment
    Free,
}

#[derive(Clone, Copy, PartialEq, Default, Debug, ValueEnum)]
pub(super) enum TimingArg {
    /// Report it beside the verdict
    #[default]
    Warn,
    /// Report it as a violation
    Error,
    /// Do not look for it
    Off,
}

/// What becomes of timed waits that expire early, where they are looked at apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// What goes wrong by them is reported beside the verdict.
    Warn,
    /// What goes wrong by them is a violation.
    Error,
    /// They are not looked at.
    Off,
}

#[derive(Clone, Copy, PartialEq, Default, Debug, ValueEnum)]
pub(super) enum RacesArg {
    /// Report them beside the verdict
    #[default]
    Warn,
    /// Report the first one as a violation
    Error,
    /// Do not look for them
    Off,
}

#[derive(Clone, Copy, PartialEq, Default, Debug, ValueEnum)]
pub(super) enum CanonArg {
    /// By what changed since the state before
    #[default]
    Incremental,
    /// A traversal of what is reachable, in every state
    Full,
}

#[derive(Clone, Copy, PartialEq, Default, Debug, ValueEnum)]
pub(super) enum SymmetryArg {
    /// Threads that are alike are taken for each other
    #[default]
    On,
    /// Each thread is told from all others
    Off,
}

/// A store of the engine.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct StoreArg(pub(super) Store);

impl ValueEnum for StoreArg {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: OnceLock<Vec<StoreArg>> = OnceLock::new();
        ALL.get_or_init(|| Store::ALL.iter().map(|&store| StoreArg(store)).collect())
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.help()))
    }
}

#[derive(Clone, Copy, PartialEq, Default, Debug, ValueEnum)]
pub(super) enum JucArg {
    /// As steps, and methods of pools, CompletableFuture and fork-join, although that may hide something a program could tell
    Wide,
    /// As model, and methods of queues, futures, maps and the like as one step each, or a few
    Steps,
    /// Locks and conditions as models, where that cannot be told from the bytecode
    #[default]
    Model,
    /// As the JDK's bytecode
    Bytecode,
}
