//! Runs by random priorities: bugs of a depth are found with that bound, as often as the theorem says, and with no smaller one.

use crate::machine::{machine, options};
use braid_engine::check::{Checker, Limits, Options, Pct, Search, StopReason, Verdict, ViolationKind};

/// An update that is lost: one thread must be preempted between its read and its write. Depth 2.
const LOST_UPDATE: &str = "
shared n I volatile
thread A {
  get r0, n
  iaddk r0, r0, 1
  put n, r0
}
main {
  spawn r0, A
  spawn r1, A
  join r0
  join r1
  get r2, n
  iaddk r2, r2, -1
  assert r2
}
";

/// A must be preempted between its writes to p, and then B between its writes to q. Depth 3.
const TWICE_PREEMPTED: &str = "
shared p I volatile
shared q I volatile
thread A {
  iconst r0, 1
  put p, r0
  iconst r0, 2
  put p, r0
  get r1, q
  iaddk r1, r1, -1
  assert r1
}
thread B {
  get r0, p
  iconst r1, 0
  ifnek r0, 1, over
  iconst r1, 1
  put q, r1
  iconst r1, 2
  put q, r1
over:
}
main {
  spawn r0, A
  spawn r1, B
}
";

/// The end of one search: how many runs it began, the longest path, and whether it found the assertion.
fn search(program: &str, depth: u32, seed: u64, states: u64) -> (u64, usize, bool) {
    let limits = Limits { states: Some(states), ..Limits::default() };
    let options =
        Options { search: Search::Pct(Pct { depth, seed }), all: false, outcomes: false, limits, ..options() };
    let mut vm = machine(program);
    let mut checker = Checker::new(&mut vm, options);
    let found = match checker.run() {
        Verdict::Violated(found) => {
            assert_eq!(found.kind(), ViolationKind::Assertion);
            let again = checker.replay(&found.counterexample.schedule).expect("what is found replays");
            assert_eq!(again.kind(), ViolationKind::Assertion);
            true
        }
        Verdict::Inconclusive(StopReason::Sampled(runs, reason)) => {
            assert!(runs > 0 && matches!(*reason, StopReason::States(_)), "{runs} runs, {reason:?}");
            false
        }
        Verdict::Inconclusive(reason) => panic!("{reason:?}"),
        Verdict::Verified(_) => panic!("what samples never verifies"),
    };
    (checker.stats().runs, checker.stats().depth, found)
}

/// That a bug is found with its depth as the bound, on average after no more runs than the theorem says, and with a smaller
/// bound never.
fn found_by_depth(program: &str, depth: u32, threads: u64) {
    const SEARCHES: u64 = 60;
    let (mut runs, mut steps) = (0, 0);
    for seed in 1..=SEARCHES {
        let (took, longest, found) = search(program, depth, seed, 100_000);
        assert!(found, "seed {seed}: not found in {took} runs");
        assert_eq!(search(program, depth, seed, 100_000), (took, longest, true), "seed {seed}: not the same again");
        (runs, steps) = (runs + took, steps.max(longest as u64));
    }
    let bound = threads * steps.pow(depth - 1);
    println!("depth {depth}: {} runs on average, the bound is {bound}", runs as f64 / SEARCHES as f64);
    assert!(runs <= SEARCHES * bound, "{runs} runs in {SEARCHES} searches; at most {bound} are expected of one");
    for seed in 1..=SEARCHES {
        let (took, _, found) = search(program, depth - 1, seed, 1_000);
        assert!(!found, "seed {seed}: found by a bound of {} in run {took}", depth - 1);
    }
}

#[test]
fn a_bug_of_depth_two_needs_a_preemption() {
    found_by_depth(LOST_UPDATE, 2, 3);
}

#[test]
fn a_bug_of_depth_three_needs_two_preemptions() {
    found_by_depth(TWICE_PREEMPTED, 3, 3);
}

#[test]
fn a_thread_that_spins_lets_others_go_first() {
    // Whoever has the higher priority, the thread that spins ends: without patience no run would.
    let program = "
shared stop I volatile
thread A {
again:
  get r0, stop
  ifeqk r0, 0, again
  fail
}
main {
  spawn r0, A
  iconst r1, 1
  put stop, r1
}
";
    for seed in 1..=8 {
        let (runs, _, found) = search(program, 1, seed, 20_000);
        assert!(found && runs == 1, "seed {seed}: {runs} runs");
    }
}
