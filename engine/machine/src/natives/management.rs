//! What beans of `java.lang.management` ask for: a virtual machine that starts when the program does.
//!
//! What a program measures here (how much memory, how many classes) is not what it computes with, so there are fixed answers, and
//! nothing where there is none.

use super::clock::uptime;
use super::{Arguments, Outcome, Row, nothing, rows, zero};
use crate::interp::Res;
use crate::observe::Action;
use crate::program::{ObjId, ThreadId};
use crate::state::{EPOCH_MILLIS, Status};
use crate::vm::Vm;

/// The thread that has what another one waits for alone.
fn awaited(vm: &Vm, tid: ThreadId) -> Option<ThreadId> {
    match vm.pending_action(tid) {
        Some(Action::Enter { monitor }) => vm.state.monitor(monitor)?.owner.map(|(owner, _)| owner),
        Some(Action::Acquire { sync, .. }) => vm.thread_of(vm.owner_field(sync)?.1),
        Some(_) | None => match vm.state.thread(tid).core.status {
            Status::Parked { .. } => vm.thread_of(vm.owner_field(vm.park_blocker(tid))?.1),
            _ => None,
        },
    }
}

/// Threads that wait for each other in a circle; nothing if there are none.
fn deadlocked(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let in_circle = |&tid: &ThreadId| {
        let next = std::iter::successors(awaited(vm, tid), |&other| awaited(vm, other));
        next.take(vm.state.threads().len()).any(|other| other == tid)
    };
    let found: Vec<ThreadId> = vm.state.thread_ids().filter(in_circle).collect();
    if found.is_empty() {
        return Outcome::obj(ObjId::NULL);
    }
    let array = vm.new_array("[Ljava/lang/Thread;", found.len() as u32)?;
    for (at, tid) in found.into_iter().enumerate() {
        let object = vm.state.thread(tid).object;
        vm.state.heap.set_ref_at(array, at as u32, object);
    }
    Outcome::obj(array)
}

/// What is there to be asked for: who waits for whom.
fn supported(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let class = vm.class("sun/management/VMManagementImpl")?;
    for field in ["objectMonitorUsageSupport", "synchronizerUsageSupport"] {
        vm.set_static_field(class, field, 1)?;
    }
    Outcome::void()
}

fn null(_: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::obj(ObjId::NULL)
}

fn empty(vm: &mut Vm, class: &str) -> Res<Outcome> {
    Outcome::obj(vm.new_array(class, 0)?)
}

fn live_threads(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::int(vm.state.threads().iter().filter(|thread| !thread.is_terminated()).count() as i32)
}

fn live_daemons(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let daemon = |thread: &&crate::state::Thread| !thread.is_terminated() && thread.core.daemon;
    Outcome::int(vm.state.threads().iter().filter(daemon).count() as i32)
}

/// Half of the heap is used, as `Runtime.freeMemory` says.
fn memory_usage(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class("java/lang/management/MemoryUsage")?;
    vm.ensure_init(tid, class)?;
    let most = vm.config.max_heap;
    let amounts = if args.raw(1) != 0 { [0, most / 2, most, most] } else { [0, 1 << 20, 1 << 20, u64::MAX] };
    let usage = vm.alloc(class);
    for (field, amount) in ["init", "used", "committed", "max"].into_iter().zip(amounts) {
        let slot = vm.slot(class, field);
        vm.state.heap.set_field(usage, slot, amount);
    }
    Outcome::obj(usage)
}

pub(super) const ROWS: &[Row] = rows! {
    "sun/management/VMManagementImpl" {
        "getVersion0" "()Ljava/lang/String;" [Nothing, Pinned(PinnedAnswer::Host)] => |vm, _, _| Outcome::obj(vm.new_string("4.0")),
        "initOptionalSupportFields" "()V" [Nothing, Pinned(PinnedAnswer::Host)] => supported,
        "isThreadContentionMonitoringEnabled" "()Z" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "isThreadCpuTimeEnabled" "()Z" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "isThreadAllocatedMemoryEnabled" "()Z" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "getVerboseClass" "()Z" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "getVerboseGC" "()Z" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "getProcessId" "()I" [Nothing, Pinned(PinnedAnswer::Process)] => |_, _, _| Outcome::int(1),
        "getVmArguments0" "()[Ljava/lang/String;" [Nothing, Pinned(PinnedAnswer::Host)] => |vm, _, _| empty(vm, "[Ljava/lang/String;"),
        "getStartupTime" "()J" [Nothing, Pinned(PinnedAnswer::Clock)] => |_, _, _| Outcome::long(EPOCH_MILLIS),
        "getUptime0" "()J" [Clock(crate::state::Clock::Timer), Pinned(PinnedAnswer::Clock)] => uptime,
        "getAvailableProcessors" "()I" [Nothing, Pinned(PinnedAnswer::Processors)] => |vm, _, _| Outcome::int(vm.config.processors),
        "getLiveThreadCount" "()I" [Threads, Computed] => live_threads,
        "getDaemonThreadCount" "()I" [Threads, Computed] => live_daemons,
        "getTotalThreadCount" "()J" [Threads, Computed] => |vm, _, _| Outcome::long(vm.state.threads().len() as i64),
    }
    "sun/management/ThreadImpl" {
        "getThreads" "()[Ljava/lang/Thread;" [Threads, Computed] => super::threads::all_threads,
        "findDeadlockedThreads0" "()[Ljava/lang/Thread;" [Threads, Computed] => deadlocked,
    }
    "com/sun/management/internal/OperatingSystemImpl" { "initialize0" "()V" [Nothing, Computed] => nothing }
    "sun/management/MemoryImpl" {
        "getMemoryUsage0" "(Z)Ljava/lang/management/MemoryUsage;" [Nothing, Pinned(PinnedAnswer::Memory)] => memory_usage,
        "getMemoryPools0" "()[Ljava/lang/management/MemoryPoolMXBean;" [Nothing, Pinned(PinnedAnswer::Memory)] => |vm, _, _| empty(vm, "[Ljava/lang/management/MemoryPoolMXBean;"),
        "getMemoryManagers0" "()[Ljava/lang/management/MemoryManagerMXBean;" [Nothing, Pinned(PinnedAnswer::Memory)] => |vm, _, _| empty(vm, "[Ljava/lang/management/MemoryManagerMXBean;"),
    }
    // Files of images are read like any other.
    "jdk/internal/jimage/NativeImageBuffer" { "getNativeMap" "(Ljava/lang/String;)Ljava/nio/ByteBuffer;" [Nothing, Computed] => null }
};
