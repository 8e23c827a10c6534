//! A step that is taken and rolled back allocates nothing, once the lists it is recorded in have grown to its size.

mod support;

use braid_engine::vm::Vm;
use braid_harness::target::{Setting, Stdin, Target, TargetArgs};
use support::jdk::{compile, judged};
use support::temp::TempDir;

const WORK: &str = r#"
public class Work {
    static final Object LOCK = new Object();
    static int[] numbers = new int[1000];
    static long total;
    Work next;
    int value;

    static int step(Work work, int i) {
        synchronized (LOCK) {
            work.value += i;
            numbers[i % 1000] = work.value;
            total += numbers[(i * 7) % 1000];
        }
        if (i % 16 == 0) {
            Work made = new Work();
            made.next = work.next;
            work.next = made;
        }
        return work.value;
    }

    public static void main(String[] args) {
        Work work = new Work();
        for (int i = 0; i < 100_000_000; i++) {
            total += step(work, i);
        }
    }
}
"#;

/// One step of a search, as far as the state is concerned.
fn step(vm: &mut Vm, instructions: u64) {
    let mark = vm.state.checkpoint();
    vm.run_thread(vm.run.current, instructions);
    vm.state.rollback(&mark);
}

#[test]
fn a_rolled_back_step_allocates_nothing() {
    let jdk = judged();
    let folder = TempDir::new("allocations").expect("a temporary directory");
    let source = folder.path().join("Work.java");
    std::fs::write(&source, WORK).expect("a temporary file");
    compile(&jdk, &[&source], folder.path()).expect("the program compiles");
    let args = TargetArgs {
        jdk: Some(jdk.home.clone()),
        classpath: Some(folder.path().display().to_string()),
        main: Some("Work".to_owned()),
        ..TargetArgs::default()
    };
    let target = Target::resolve(&args).expect("the target resolves");
    let setting = Setting { assertions: false, single: true, models: false, stdin: Stdin::Known(Vec::new()) };
    let launched = target.launch(setting).expect("the class library boots");
    assert_eq!(launched.failure, None);
    let mut vm = launched.vm;
    vm.run_thread(vm.run.current, 100_000);
    for instructions in [1, 10, 100, 1_000] {
        (0..10).for_each(|_| step(&mut vm, instructions));
        let used = allocation_counter::measure(|| (0..1_000).for_each(|_| step(&mut vm, instructions)));
        assert_eq!(used.count_total, 0, "allocations in 1000 steps of {instructions} instructions");
        // Move on, so that steps of each length start at different places.
        vm.run_thread(vm.run.current, 12_345);
    }
}
