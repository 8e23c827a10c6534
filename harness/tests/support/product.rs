//! The product of all options that must not change what is found.

use std::fmt;

/// What is taken to commute.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reduction {
    None,
    Local,
    Transactions,
    Cycle,
}

/// The order of the search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Search {
    Dfs,
    Bfs,
}

/// How states are stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Store {
    Compact,
    Exact,
}

/// How states are named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Canon {
    Incremental,
    Full,
}

/// Whether threads that are alike are taken for each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Symmetry {
    On,
    Off,
}

/// How `java.util.concurrent` runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Juc {
    /// For programs that use it; `tests/refine.rs` compares the rest.
    Steps,
    /// The same.
    Wide,
    Model,
    Bytecode,
}

/// One value for each option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Choice {
    pub reduction: Reduction,
    pub search: Search,
    pub store: Store,
    pub canon: Canon,
    pub symmetry: Symmetry,
    pub juc: Juc,
}

impl Choice {
    /// What the command takes where nothing is said, but for steps: these are compared with it.
    pub const DEFAULT: Choice = Choice {
        reduction: Reduction::Transactions,
        search: Search::Dfs,
        store: Store::Compact,
        canon: Canon::Incremental,
        symmetry: Symmetry::On,
        juc: Juc::Model,
    };
    /// Every visible action is a step.
    pub const NONE: Choice = Choice { reduction: Reduction::None, ..Choice::DEFAULT };
    /// The same with final fields as constants.
    pub const LOCAL: Choice = Choice { reduction: Reduction::Local, ..Choice::DEFAULT };
    pub const BREADTH: Choice = Choice { search: Search::Bfs, ..Choice::DEFAULT };
    /// Cycles of the search as the cure for endless transactions.
    pub const CYCLE: Choice = Choice { reduction: Reduction::Cycle, ..Choice::DEFAULT };
    /// States named by a traversal of the heap: the same report, byte for byte.
    pub const FULL: Choice = Choice { canon: Canon::Full, ..Choice::DEFAULT };
    /// Each thread is told from all others.
    pub const APART: Choice = Choice { symmetry: Symmetry::Off, ..Choice::DEFAULT };
    /// Methods of the class library in steps.
    pub const STEPS: Choice = Choice { juc: Juc::Steps, ..Choice::DEFAULT };
    /// More methods are steps, of which it is known that they hide something.
    pub const WIDE: Choice = Choice { juc: Juc::Wide, ..Choice::DEFAULT };
    /// Without models of library classes.
    pub const BYTECODE: Choice = Choice { juc: Juc::Bytecode, ..Choice::DEFAULT };
    /// Every visible action is a step, every name comes from a traversal, no class stands for another: the judge.
    pub const JUDGE: Choice =
        Choice { reduction: Reduction::None, canon: Canon::Full, juc: Juc::Bytecode, ..Choice::DEFAULT };

    /// Whether threads can be taken for each other at all.
    pub fn can_be_symmetric(self) -> bool {
        self.reduction != Reduction::None && self.store == Store::Compact
    }

    /// All choices; cycles are found depth first only, and symmetry is left out where there is none.
    pub fn all() -> Vec<Choice> {
        let mut all = Vec::new();
        for reduction in [Reduction::None, Reduction::Local, Reduction::Transactions, Reduction::Cycle] {
            for search in [Search::Dfs, Search::Bfs] {
                for store in [Store::Compact, Store::Exact] {
                    for canon in [Canon::Incremental, Canon::Full] {
                        for juc in [Juc::Model, Juc::Bytecode] {
                            for symmetry in [Symmetry::On, Symmetry::Off] {
                                all.push(Choice { reduction, search, store, canon, symmetry, juc });
                            }
                        }
                    }
                }
            }
        }
        all.retain(|choice| choice.search == Search::Dfs || choice.reduction != Reduction::Cycle);
        all.retain(|choice| choice.symmetry == Symmetry::On || choice.can_be_symmetric());
        all
    }

    /// The words on the command line.
    pub fn flags(self) -> [&'static str; 12] {
        let Choice { reduction, search, store, canon, symmetry, juc } = self;
        [
            "--reduction",
            match reduction {
                Reduction::None => "none",
                Reduction::Local => "local",
                Reduction::Transactions => "transactions",
                Reduction::Cycle => "cycle",
            },
            "--search",
            match search {
                Search::Dfs => "dfs",
                Search::Bfs => "bfs",
            },
            "--store",
            match store {
                Store::Compact => "compact",
                Store::Exact => "exact",
            },
            "--canon",
            match canon {
                Canon::Incremental => "incremental",
                Canon::Full => "full",
            },
            "--symmetry",
            match symmetry {
                Symmetry::On => "on",
                Symmetry::Off => "off",
            },
            "--juc",
            match juc {
                Juc::Model => "model",
                Juc::Steps => "steps",
                Juc::Wide => "wide",
                Juc::Bytecode => "bytecode",
            },
        ]
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = self.flags();
        f.pad(&flags.chunks_exact(2).map(|option| option[1]).collect::<Vec<_>>().join(" "))
    }
}
