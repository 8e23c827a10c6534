//! A check of liveness, for builds that check themselves.
//!
//! A state stands for all that were merged into it, and those differ in just the registers that do not count as live. So these
//! may hold anything: an execution that reads one goes wrong, and a test fails.

use crate::program::Facts;
use crate::vm::Vm;

/// Registers are overwritten at one state in so many: looking for them takes time.
pub const EVERY: u64 = 5;

/// Overwrites every register that does not count as live.
pub fn spoil_dead_registers(vm: &mut Vm) {
    const SPOILT: u64 = 0x00ba_dbad_badb_adba;
    for id in vm.state.thread_ids().collect::<Vec<_>>() {
        let thread = vm.state.thread(id);
        if thread.is_terminated() {
            continue;
        }
        let Some(end) = thread.frames.iter().map(|f| f.base as usize + f.registers as usize).max() else { continue };
        let mut live = vec![false; end];
        for (depth, frame) in thread.frames.iter().enumerate() {
            let base = frame.base as usize;
            if vm.program.method(frame.method).code().is_none() {
                live[base..base + frame.registers as usize].fill(true);
                continue;
            }
            let known = vm.links.facts.entry(frame.method);
            let facts = known.or_insert_with(|| Facts::of(&vm.program, frame.method));
            facts.live_at_rest(thread.rest(depth)).for_each(|(register, _)| live[base + register as usize] = true);
        }
        let stack = &mut vm.state.threads[id.index()].stack;
        stack.iter_mut().zip(&live).filter(|(_, live)| !**live).for_each(|(register, _)| *register = SPOILT);
    }
}
