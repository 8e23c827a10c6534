//! Every field of a state, changed on its own: the key and the exact number change, or stay where `canon/encode.rs` says that the
//! field is no part of them.
//!
//! What is changed is listed by macros that take the struct or enum apart as well, so a new field or variant does not compile
//! before it is said here how it is changed. All changes are compared with each other too: two that differ must not meet.

use braid_engine::state::{CLOCK_START, Status, Wake};
use braid_engine::vm::Vm;

/// What a state is called that nothing was changed in.
const UNCHANGED: &str = "unchanged";

/// Something done to a state.
struct Change {
    name: String,
    /// The change that gives a state of the same meaning; its own name if it is the first of that meaning.
    means: String,
    make: Box<dyn Fn(&mut Vm)>,
}

/// A change that makes another state of it.
fn counts(make: impl Fn(&mut Vm) + 'static) -> Change {
    Change { name: String::new(), means: String::new(), make: Box::new(make) }
}

/// A change that makes the same state of it as another one.
fn means(other: &str, make: impl Fn(&mut Vm) + 'static) -> Change {
    Change { means: other.to_owned(), ..counts(make) }
}

/// A change that nothing depends on.
fn ignored(make: impl Fn(&mut Vm) + 'static) -> Change {
    means(UNCHANGED, make)
}

/// Gives changes their names.
fn named(name: &str, changes: Vec<Change>) -> Vec<Change> {
    let of_many = changes.len() > 1;
    let name_of = |i: usize| if of_many { format!("{name} ({i})") } else { name.to_owned() };
    let named = changes.into_iter().enumerate().map(|(i, change)| {
        let name = name_of(i + 1);
        let means = if change.means.is_empty() { name.clone() } else { change.means };
        Change { name, means, make: change.make }
    });
    named.collect()
}

/// Changes of every field of a struct.
macro_rules! fields {
    ($type:ident { $($field:ident: [$($change:expr),* $(,)?]),* $(,)? }) => {{
        // Does not compile while a field is missing.
        fn _all(it: &$type) {
            let $type { $($field: _),* } = it;
        }
        let changes: Vec<Change> = [
            $(named(concat!(stringify!($type), ".", stringify!($field)), vec![$($change),*])),*
        ].into_iter().flatten().collect();
        changes
    }};
}

/// Values of every variant of an enum: one with the first values of all fields, and one more for each field with the other.
macro_rules! variants {
    ($type:ident { $($variant:ident { $($field:tt: $first:expr, $other:expr);* }),* $(,)? }) => {{
        // Does not compile while a variant or a field is missing.
        fn _all(it: $type) {
            match it {
                $($type::$variant { $($field: _),* } => {})*
            }
        }
        let mut all: Vec<(String, $type)> = Vec::new();
        $(
            let base = $type::$variant { $($field: $first),* };
            all.push((stringify!($variant).to_owned(), base));
            $(
                let mut changed = base;
                if let $type::$variant { $field: field, .. } = &mut changed {
                    *field = $other;
                }
                all.push((concat!(stringify!($variant), ".", stringify!($field)).to_owned(), changed));
            )*
        )*
        all
    }};
}

#[path = "fields/bench.rs"]
mod bench;
#[path = "fields/changes.rs"]
mod changes;

use bench::{Bench, LIVE_VALUE, set_register};
use changes::{
    cores, frames, heap, histories, joins, monitors, parts, readings, scalars, status_changes, statuses, threads, timed,
};

#[test]
fn every_field_has_its_place_in_keys_and_numbers() {
    let mut bench = Bench::new();
    let s = bench.scene;
    let mut changes = heap(s);
    changes.extend(monitors(s));
    changes.extend(parts(s));
    changes.extend(threads(s));
    changes.extend(frames(s));
    changes.extend(status_changes(s, |status| {
        matches!(status, Status::Runnable | Status::Initializing { .. } | Status::Entering { .. })
    }));
    changes.extend(cores(s));
    changes.extend(scalars());
    changes.extend(histories(s));
    assert!(changes.len() > 150, "{} changes", changes.len());
    bench.tell_apart(|_| {}, changes);
}

#[test]
fn waiting_to_enter_a_monitor_counts_once_it_was_woken_or_is_observed() {
    let mut bench = Bench::new();
    let s = bench.scene;
    let runs = |status| matches!(status, Status::Runnable | Status::Initializing { .. });
    bench.tell_apart(|vm| vm.state.core_mut(s.a).wake = Wake::Signalled, status_changes(s, runs));
    bench.vm.run.visibility.threads_are_observed = true;
    bench.tell_apart(|_| {}, status_changes(s, runs));
}

#[test]
fn joins_count_where_they_are_deferred() {
    let mut bench = Bench::new();
    let s = bench.scene;
    bench.vm.run.visibility.ends_go_unseen = true;
    bench.tell_apart(|_| {}, joins(s, false));
    bench.tell_apart(|vm| vm.state.core_mut(s.b).status = Status::Terminated, joins(s, true));
}

#[test]
fn times_count_where_the_program_looks_at_them() {
    let mut bench = Bench::new();
    let s = bench.scene;
    let later = |status: Status| {
        let later = |until: Option<i64>| until.map(|at| at + 1);
        match status {
            Status::Waiting { monitor, depth, until } => Status::Waiting { monitor, depth, until: later(until) },
            Status::Parked { until } => Status::Parked { until: later(until) },
            Status::Sleeping { until } => Status::Sleeping { until: later(until) },
            Status::Acquiring { until } => Status::Acquiring { until: later(until) },
            Status::Awaiting { condition, saved, until, interruptible } => {
                Status::Awaiting { condition, saved, until: later(until), interruptible }
            }
            Status::Reacquiring { saved, until } => Status::Reacquiring { saved, until: later(until) },
            Status::Runnable | Status::Entering { .. } | Status::Initializing { .. } | Status::Terminated => status,
        }
    };
    let unobserved = statuses(s).into_iter().flat_map(|(name, status)| {
        let set = move |vm: &mut Vm| vm.state.core_mut(s.a).status = status;
        let set_later = move |vm: &mut Vm| vm.state.core_mut(s.a).status = later(status);
        let runs = matches!(status, Status::Runnable | Status::Initializing { .. } | Status::Entering { .. });
        let first = if runs { ignored(set) } else { counts(set) };
        let second = means(if runs { UNCHANGED } else { &name }, set_later);
        named(&name, vec![first]).into_iter().chain(named(&format!("{name}, later"), vec![second]))
    });
    bench.tell_apart(|_| {}, unobserved.collect());
    bench.vm.run.visibility.time_is_observed = true;
    let timed_statuses = statuses(s).into_iter().filter(|&(_, status)| later(status) != status);
    let observed = timed_statuses.flat_map(|(name, status)| {
        let set = counts(move |vm| vm.state.core_mut(s.a).status = status);
        let set_later = counts(move |vm| vm.state.core_mut(s.a).status = later(status));
        named(&name, vec![set, set_later])
    });
    let expired = [(5, 1), (5, 2), (6, 1)];
    let expired = expired.map(|expired| counts(move |vm| vm.state.core_mut(s.a).expired = expired));
    let changes = observed.chain(named("ThreadCore.expired", expired.into())).chain(readings(s)).collect();
    bench.tell_apart(timed(s), changes);
}

#[test]
fn the_time_itself_counts_once_something_depends_on_it() {
    let mut bench = Bench::new();
    let s = bench.scene;
    bench.vm.run.visibility.time_is_observed = true;
    let dated = |vm: &mut Vm| {
        timed(s)(vm);
        vm.state.scalars.dated = true;
        vm.state.scalars.noted = CLOCK_START + 1;
    };
    let changes = vec![
        counts(|vm| vm.state.scalars.clock += 1),
        counts(|vm| vm.state.scalars.noted += 1),
        counts(|vm| vm.state.scalars.dated = false),
        // A reading is the number that it is.
        counts(move |vm| set_register(vm, s.a, LIVE_VALUE, CLOCK_START as u64 + 4)),
    ];
    bench.tell_apart(dated, named("dated", changes));
}
