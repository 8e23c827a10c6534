//! Keys up to symmetry on real programs: for every state with all threads told apart, the key has to be what trying all
//! permutations of threads gives, and the search has to store one state for each.

mod support;

use braid_engine::check::{Checker, Limits, Options, Symmetry, Verdict};
use braid_harness::target::{Setting, Stdin, Target, TargetArgs};
use std::path::Path;
use support::directives::{api_sources, load_cases};
use support::jdk::{Jdk, compile, tested};
use support::temp::TempDir;

/// What the class library does behind threads, too: synchronizers, maps, thread locals, class initializers.
const PROGRAMS: [(&str, &str); 7] = [
    ("NoJoins", "4"),
    ("LocalLock", ""),
    ("LocksOfTheirOwn", ""),
    ("FirstWaiter", ""),
    ("SymmetricWorkers", "3"),
    ("ThreadMap", ""),
    ("BBuf", "2 1 1 1"),
];

/// How many states are stored at most: what theory says of the first ones, and before the first start one more.
const COUNTS: [(&str, &str, u64); 11] = [
    ("Stages", "3 3", 7 + 1),
    ("Stages", "4 4", 25 + 1),
    ("Stages", "8 4", 81 + 1),
    ("Stages", "6 5", 140 + 1),
    ("NoJoins", "10", 11),
    ("SymmetricWorkers", "10", 67),
    ("BBuf", "2 2 2 1", 152),
    ("BBuf", "3 3 2 1", 1_100),
    ("Race", "3 2", 212),
    ("RLock", "2 2 1", 19),
    ("DinOrd", "5", 154),
];

/// So many states may be compared.
const STATES: u64 = 3_000;

/// Searches a program.
fn search<R>(jdk: &Jdk, classes: &Path, program: (&str, &str), symmetry: Symmetry, tell: impl Fn(&Checker) -> R) -> R {
    let (main, words) = program;
    let args = TargetArgs {
        jdk: Some(jdk.home.clone()),
        classpath: Some(classes.display().to_string()),
        main: Some(main.to_owned()),
        words: words.split_whitespace().map(str::to_owned).collect(),
        ..TargetArgs::default()
    };
    let target = Target::resolve(&args).expect("the target resolves");
    let setting = Setting { assertions: true, single: false, models: true, stdin: Stdin::Known(Vec::new()) };
    let mut launched = target.launch(setting).expect("the class library boots");
    assert!(launched.failure.is_none(), "{main}: the program does not begin");
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    let mut checker = Checker::new(&mut launched.vm, Options { symmetry, limits, ..Options::default() });
    match checker.run() {
        Verdict::Verified(_) => {}
        Verdict::Violated(_) | Verdict::Inconclusive(_) => panic!("{main} {words}: not verified"),
    }
    tell(&checker)
}

#[test]
fn alike_threads_are_counted() {
    let cases = load_cases().expect("java-tests is well formed");
    for jdk in tested() {
        let classes = TempDir::new("counts").expect("a temporary directory");
        let api = api_sources().expect("the sources of the API are there");
        let chosen = cases.iter().filter(|case| COUNTS.iter().any(|(name, ..)| *name == case.name()));
        let sources: Vec<&Path> =
            chosen.map(|case| case.path.as_path()).chain(api.iter().map(|p| p.as_path())).collect();
        compile(&jdk, &sources, classes.path()).expect("the programs compile");
        for (name, words, most) in COUNTS {
            let stored = search(&jdk, classes.path(), (name, words), Symmetry::On, |checker| checker.stats().states);
            assert!(stored <= most, "{name} {words} on {}: {stored} states, more than {most}", jdk.version);
        }
    }
}

#[test]
fn keys_are_those_of_all_permutations() {
    let cases = load_cases().expect("java-tests is well formed");
    for jdk in tested() {
        let classes = TempDir::new("symmetry").expect("a temporary directory");
        let api = api_sources().expect("the sources of the API are there");
        let chosen = cases.iter().filter(|case| PROGRAMS.iter().any(|(name, _)| *name == case.name()));
        let sources: Vec<&Path> =
            chosen.map(|case| case.path.as_path()).chain(api.iter().map(|p| p.as_path())).collect();
        compile(&jdk, &sources, classes.path()).expect("the programs compile");
        let mut gained = 0;
        for program in PROGRAMS {
            let version = jdk.version;
            let stored = search(&jdk, classes.path(), program, Symmetry::On, |checker| checker.stats().states);
            let (apart, audit) = search(&jdk, classes.path(), program, Symmetry::Audit, |checker| {
                (checker.stats().states, checker.audit().filter(|_| checker.is_symmetric()).cloned())
            });
            let Some(audit) = audit else {
                assert_eq!(stored, apart, "{program:?} on {version}: threads are told apart");
                continue;
            };
            println!("{program:?} on {version}: {apart} states, {stored} stored, {} orbits", audit.orbits());
            assert_eq!((audit.confused, audit.split), (0, 0), "{program:?} on {version}: confused, split");
            let gave_up = stored == apart;
            assert!(gave_up || audit.keys() == stored, "{program:?} on {version}: {} keys", audit.keys());
            gained += u64::from(stored < apart);
        }
        assert!(gained >= 4, "only {gained} programs have fewer states: the test tests nothing");
    }
}
