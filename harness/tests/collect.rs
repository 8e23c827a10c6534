//! Garbage collection cannot be seen: programs of the corpus print the same when garbage is collected all the time as
//! when it never is; and it makes room before a program is told that there is none.

mod support;

use braid_engine::boot::RunEnd;
use braid_engine::vm::Vm;
use braid_harness::target::{Setting, Stdin, Target, TargetArgs};
use std::path::Path;
use support::directives::{Case, Kind, load_cases};
use support::jdk::{Jdk, compile, judged, tested};
use support::temp::TempDir;

/// Words between collections when there are many.
const OFTEN: usize = 10_000;

fn machine(jdk: &Jdk, classes: &Path, main: &str, words: &[String], stdin: &str) -> Vm {
    let args = TargetArgs {
        jdk: Some(jdk.home.clone()),
        classpath: Some(classes.display().to_string()),
        main: Some(main.to_owned()),
        words: words.to_vec(),
        ..TargetArgs::default()
    };
    let target = Target::resolve(&args).expect("the target resolves");
    let setting =
        Setting { assertions: false, single: true, models: false, stdin: Stdin::Known(stdin.as_bytes().to_vec()) };
    let launched = target.launch(setting).expect("the class library boots");
    assert_eq!(launched.failure, None, "{main}");
    launched.vm
}

fn run(mut vm: Vm) -> (RunEnd, String) {
    let mut output = Vec::new();
    let end = vm.run_all(|_, bytes| output.extend_from_slice(bytes));
    (end, String::from_utf8_lossy(&output).into_owned())
}

#[test]
fn collecting_all_the_time_changes_no_output() {
    let cases = load_cases().expect("java-tests is well formed");
    for (jdk, first) in tested().into_iter().zip([1, 3, 5]) {
        let sample: Vec<&Case> = cases
            .iter()
            .filter(|case| matches!(case.kind, Kind::Run(_)) && case.runs_on(&jdk) && case.name() != "Garbage")
            .skip(first)
            .step_by(6)
            .collect();
        let classes = TempDir::new("collect").expect("a temporary directory");
        let sources: Vec<_> = sample.iter().map(|case| case.path.as_path()).collect();
        compile(&jdk, &sources, classes.path()).expect("the programs compile");
        for case in sample {
            let Kind::Run(spec) = &case.kind else { continue };
            let vm = || machine(&jdk, classes.path(), &case.name(), &spec.args, &spec.stdin);
            let (mut never, mut often) = (vm(), vm());
            never.config.collect_after = None;
            often.config.collect_after = Some(OFTEN);
            assert_eq!(run(often), run(never), "{} on JDK {}", case.name(), jdk.version);
        }
    }
}

const LEAK: &str = r#"
import java.util.LinkedList;

public class Leak {
    public static void main(String[] args) {
        LinkedList<Object> list = new LinkedList<>();
        try {
            while (true) {
                list.add(new Object());
            }
        } catch (OutOfMemoryError e) {
            boolean many = list.size() > 100_000;
            list = null;
            System.out.println(e.getMessage() + " " + many);
        }
        long[][] all = new long[1000][];
        int i = 0;
        try {
            for (; i < all.length; i++) {
                all[i] = new long[1 << 17];
            }
        } catch (OutOfMemoryError e) {
            all = null;
            System.out.println(e.getMessage() + " " + (i > 20 && i < 64));
        }
        for (i = 0; i < 20; i++) {
            System.out.print(new long[5 << 20].length == 5 << 20 ? "." : "?");
        }
        System.out.println();
    }
}
"#;

#[test]
fn a_full_heap_is_an_error_only_when_nothing_can_be_dropped() {
    let jdk = judged();
    let folder = TempDir::new("leak").expect("a temporary directory");
    let source = folder.path().join("Leak.java");
    std::fs::write(&source, LEAK).expect("a temporary file");
    compile(&jdk, &[&source], folder.path()).expect("the program compiles");
    let mut vm = machine(&jdk, folder.path(), "Leak", &[], "");
    vm.config.max_heap = 64 << 20;
    let (end, output) = run(vm);
    let expected = "Java heap space true\nJava heap space true\n....................\n";
    assert_eq!((end, output.as_str()), (RunEnd::Exit(0), expected));
}
