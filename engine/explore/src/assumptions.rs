//! What a verdict rests on, as data. Reports put it into words.
//!
//! A *verified* holds under assumptions: that the scheduler is fair, that keys of states do not collide, that an answer
//! which the machine pins is one of those that matter. [`Verdict::Verified`](super::verdict::Verdict::Verified) has them with
//! it, so nothing is verified without them. A field for each: what words them takes the structure apart, and a new field
//! does not compile before it is worded.

use super::checker::Checker;
use super::verdict::{Races, StopReason, Time};
use braid_machine::interp::TraceLine;
use braid_machine::natives::HostUse;
use braid_machine::natives::effect::PinnedAnswer;
use braid_machine::observe::Orders;
use braid_machine::vm::Vm;
use std::collections::BTreeMap;

/// What a verdict rests on.
#[derive(Clone, PartialEq, Debug)]
pub struct Assumptions {
    /// Why no execution runs for ever.
    pub termination: Termination,
    /// Why executions under sequential consistency are all that count.
    pub consistency: Consistency,
    /// Whether waits and parks may end, and a weak compare-and-set may fail, for no reason.
    pub spurious: bool,
    /// When timed waits expire.
    pub time: Time,
    /// Whether a timed wait or a look at the clock was met, so that this matters.
    pub is_timed: bool,
    /// What is known of waits that expire early, where they do not.
    pub early: EarlyExpiries,
    /// What orders less than the search takes it to.
    pub weak: WeakOrders,
    /// Answers that the program was given and that are not varied, and where first.
    pub pinned: BTreeMap<PinnedAnswer, Option<TraceLine>>,
    /// Whether native libraries of a host count as loaded before the program loads them.
    pub libraries_are_loaded: bool,
    /// Models that have answered.
    pub models: Vec<ModelUse>,
    /// Classes with methods that were taken as one step each, although they have several actions.
    pub steps: Vec<String>,
    /// Whether data races were looked for, but not in the atomic blocks that there are.
    pub atomic_blocks_are_skipped: bool,
    /// Moves in which the program dropped the execution.
    pub dropped: u64,
    /// How states are told apart; none if none were stored.
    pub identity: Option<StateIdentity>,
}

/// Why no execution runs for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// A fair scheduler leaves every loop that some schedule leaves; loops that no schedule leaves were looked for.
    Fairness,
    /// Livelock was not looked for.
    Unchecked,
}

/// Why executions under sequential consistency are all that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consistency {
    /// An assumption: data races were not looked for.
    Unchecked,
    /// An assumption: the program has data races.
    Racy,
    /// An assumption: not every schedule was searched for data races.
    Unfinished,
    /// An assumption: no data race was found, but there are accesses weaker than volatile.
    WeakAccesses,
    /// No data race was found, also where something else than synchronization orders threads, with few exceptions.
    Followed,
    /// An assumption: no data race was found, but something else than synchronization orders threads.
    OtherOrders,
    /// There is no data race (JLS 17.4.5: then all executions are sequentially consistent).
    RaceFree,
}

/// What is known of timed waits that expire while others can go on, of a program that was searched with patient time. Another
/// search knows more than none; its caller says so here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EarlyExpiries {
    /// Nothing, and nothing was to be known.
    NotAsked,
    /// Nothing, although that is asked by default.
    Off,
    /// They were not all looked at.
    Stopped(StopReason),
    /// They violate something.
    Violate,
}

/// What orders less than the search takes it to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WeakOrders {
    /// Accesses weaker than volatile, and where.
    pub accesses: Vec<(String, TraceLine)>,
    /// Other ways that are no synchronization.
    pub orders: Vec<Orders>,
    /// Whether data races that only these keep apart have been looked for in every schedule.
    pub followed: bool,
}

/// A model that has answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelUse {
    /// What kind of model it is.
    pub kind: ModelKind,
    /// What it answers for.
    pub target: String,
    /// What answers.
    pub model: String,
    /// How often, in all executions.
    pub calls: u64,
}

/// Kinds of models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelKind {
    /// Java code, which is explored like the program's own.
    Bytecode,
    /// Something outside, which is taken to look at nothing but the arguments.
    Host,
}

/// How states are told apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum StateIdentity {
    /// By keys: with a probability below this one a state was taken for another.
    Keys(f64),
    /// Exactly.
    Exact,
}

/// How much of the schedules a search has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coverage {
    /// All of them.
    All,
    /// Some.
    Some,
}

impl Checker<'_> {
    /// What a verdict other than *verified*, which has its own, rests on.
    pub fn assumptions(&self) -> Assumptions {
        self.collect_assumptions(Coverage::Some)
    }

    /// What the verdict rests on, if the search ends here.
    pub(super) fn collect_assumptions(&self, coverage: Coverage) -> Assumptions {
        let (vm, options, stats) = (&*self.vm, &self.options, self.stats());
        let weak = &vm.observed.weak;
        let has_libraries = vm.world.host.as_ref().is_some_and(|host| host.has_libraries());
        Assumptions {
            termination: match options.search.strategy().is_complete && options.preemptions.is_none() {
                true => Termination::Fairness,
                false => Termination::Unchecked,
            },
            consistency: match (options.races, coverage) {
                (Races::Off, _) => Consistency::Unchecked,
                (Races::Warn, _) if !self.races().is_empty() => Consistency::Racy,
                (Races::Warn | Races::Error, Coverage::Some) => Consistency::Unfinished,
                (Races::Warn | Races::Error, Coverage::All) if weak.has_accesses() => Consistency::WeakAccesses,
                (Races::Warn | Races::Error, Coverage::All) if weak.are_followed() => Consistency::Followed,
                (Races::Warn | Races::Error, Coverage::All) if weak.orders().next().is_some() => {
                    Consistency::OtherOrders
                }
                (Races::Warn | Races::Error, Coverage::All) => Consistency::RaceFree,
            },
            spurious: options.spurious,
            time: options.time,
            is_timed: vm.observed.is_timed || coverage == Coverage::Some,
            early: EarlyExpiries::NotAsked,
            weak: WeakOrders {
                accesses: weak.accesses().map(|(name, line)| (name.to_string(), line)).collect(),
                orders: weak.orders().collect(),
                followed: weak.are_followed(),
            },
            pinned: vm.pinned_answers(),
            libraries_are_loaded: has_libraries && !vm.host_calls().is_empty(),
            models: models(vm),
            steps: vm.classes_in_steps(),
            atomic_blocks_are_skipped: vm.observed.atomic_blocks && options.races != Races::Off,
            dropped: stats.dropped,
            // A replay stores no states.
            identity: (stats.states > 0).then(|| options.store.kind().identity(stats.states)),
        }
    }
}

/// The models that have answered, and how often.
fn models(vm: &Vm) -> Vec<ModelUse> {
    let bytecode = vm.observed.model_calls.iter().map(|(modelled, &calls)| {
        let (target, model) = (modelled.target.clone(), modelled.model.clone());
        ModelUse { kind: ModelKind::Bytecode, target, model, calls }
    });
    let hosted = vm.host_calls().iter().map(|(target, HostUse { by, calls })| {
        let (target, model) = (target.clone(), by.clone());
        ModelUse { kind: ModelKind::Host, target, model, calls: *calls }
    });
    bytecode.chain(hosted).collect()
}
