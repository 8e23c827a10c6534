//! Undo: whatever a run does after a checkpoint, rolling back gives a state with the key it had.
//!
//! Over a sample of the run programs, with random prefixes and random intervals. `BRAID_SEED` changes the sequence.

mod support;

use braid_engine::check::{Canon, Canonicalizer};
use braid_engine::program::ThreadId;
use braid_engine::vm::Vm;
use braid_harness::target::{Setting, Stdin, Target, TargetArgs};
use support::directives::{Case, Kind, load_cases};
use support::jdk::{compile, tested};
use support::temp::TempDir;

/// Checkpoints tried in one program.
const ROUNDS: u32 = 12;

#[test]
fn rolling_back_restores_the_key() {
    let seed = std::env::var("BRAID_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(20_261_116_u64);
    println!("seed {seed}");
    let cases = load_cases().expect("java-tests is well formed");
    let runs: Vec<&Case> = cases.iter().filter(|case| matches!(case.kind, Kind::Run(_))).collect();
    let mut rolled_back = 0;
    for jdk in tested() {
        let version = jdk.version;
        // Every fourth program, so that two JDKs together stay quick.
        let sample: Vec<&&Case> = runs.iter().filter(|case| case.runs_on(&jdk)).step_by(4).collect();
        let classes = TempDir::new("undo").expect("a temporary directory");
        let sources: Vec<_> = sample.iter().map(|case| case.path.as_path()).collect();
        compile(&jdk, &sources, classes.path()).expect("the programs compile");
        for case in sample {
            let args = TargetArgs {
                jdk: Some(jdk.home.clone()),
                classpath: Some(classes.path().display().to_string()),
                main: Some(case.name()),
                ..TargetArgs::default()
            };
            let target = Target::resolve(&args).expect("the target resolves");
            let setting = Setting { assertions: false, single: true, models: false, stdin: Stdin::Known(Vec::new()) };
            let launched = target.launch(setting).expect("the class library boots");
            if launched.failure.is_none() {
                let mut vm = launched.vm;
                rolled_back += exercise(&mut vm, seed ^ u64::from(version), &case.name());
            }
        }
    }
    println!("{rolled_back} intervals rolled back");
    assert!(rolled_back > 200, "only {rolled_back} intervals: the test tests nothing");
}

/// Runs a program in random pieces; some are undone, and the key must be what it was.
fn exercise(vm: &mut Vm, mut random: u64, name: &str) -> u32 {
    let mut canonicalizer = Canonicalizer::new(vm, Canon::Incremental);
    let mut count = 0;
    for _ in 0..ROUNDS {
        let kept = vm.state.checkpoint();
        advance(vm, &mut random);
        canonicalizer.advance(vm, &kept);
        let before = canonicalizer.key(vm);
        let mark = vm.state.checkpoint();
        let canon = canonicalizer.mark();
        let went_on = advance(vm, &mut random);
        canonicalizer.advance(vm, &mark);
        let between = canonicalizer.key(vm);
        vm.state.rollback(&mark);
        canonicalizer.rollback(&canon);
        assert_eq!(canonicalizer.key(vm), before, "{name}: the key after rolling back");
        if went_on {
            // An interval that changes nothing tests nothing.
            count += u32::from(between != before);
        } else {
            break;
        }
    }
    count
}

/// A few random turns of random threads; false when no thread can run.
fn advance(vm: &mut Vm, random: &mut u64) -> bool {
    let mut ran = false;
    for _ in 0..4 {
        let able: Vec<ThreadId> = vm.state.thread_ids().filter(|&t| vm.can_run(t)).collect();
        if able.is_empty() {
            return ran;
        }
        let thread = able[next(random) as usize % able.len()];
        vm.run_thread(thread, 1 + next(random) % 3_000);
        ran = true;
    }
    ran
}

fn next(random: &mut u64) -> u64 {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *random >> 33
}
