//! Undo: whatever a run does after a checkpoint, rolling back gives a state with the key that it had, and going on from
//! there leads to the same places.

use crate::machine::machine;
use braid_engine::check::{Canon, Canonicalizer};
use braid_engine::program::ThreadId;
use braid_engine::vm::Vm;

/// A program that changes every part of a state: heap, arrays, monitors, statuses, initializers, outcomes, hash codes.
const ALL_PARTS: &str = include_str!("undo.text");

/// A state's key by a traversal, and by what changed since the last state.
fn keys(vm: &Vm, incremental: &mut Canonicalizer) -> (u128, u128) {
    let mut full = Canonicalizer::new(vm, Canon::Full);
    (full.key(vm), incremental.key(vm))
}

fn draw(random: &mut u64) -> u64 {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *random >> 33
}

/// Runs random threads for a few instructions each; gives what was run.
fn advance(vm: &mut Vm, random: &mut u64) -> Vec<(ThreadId, u64)> {
    let mut ran = Vec::new();
    for _ in 0..1 + draw(random) % 6 {
        let able: Vec<ThreadId> = vm.state.thread_ids().filter(|&t| vm.can_run(t)).collect();
        if able.is_empty() {
            break;
        }
        let turn = (able[draw(random) as usize % able.len()], 1 + draw(random) % 12);
        vm.run_thread(turn.0, turn.1);
        ran.push(turn);
    }
    ran
}

#[test]
fn the_state_after_undo_is_the_state_before() {
    let (mut undone, mut different) = (0, 0);
    for seed in 1..40 {
        let mut random = seed;
        let mut vm = machine(ALL_PARTS);
        vm.state.heap.share_everything();
        let mut canon = Canonicalizer::new(&vm, Canon::Incremental);
        for _ in 0..40 {
            let since = vm.state.checkpoint();
            advance(&mut vm, &mut random);
            canon.advance(&vm, &since);
            let (mark, canon_mark) = (vm.state.checkpoint(), canon.mark());
            let before = keys(&vm, &mut canon);
            let turns = advance(&mut vm, &mut random);
            if turns.is_empty() {
                break;
            }
            canon.advance(&vm, &mark);
            let between = keys(&vm, &mut canon);
            vm.state.rollback(&mark);
            canon.rollback(&canon_mark);
            assert_eq!(keys(&vm, &mut canon), before, "seed {seed}: after {turns:?} were undone");
            for &(thread, instructions) in &turns {
                vm.run_thread(thread, instructions);
            }
            canon.advance(&vm, &mark);
            assert_eq!(keys(&vm, &mut canon), between, "seed {seed}: after {turns:?} were taken again");
            undone += 1;
            different += u32::from(before != between);
        }
    }
    assert!(undone > 300 && different > 300, "{undone} undone, {different} of them changed something");
}
