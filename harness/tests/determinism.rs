//! The same run twice is the same run: output, exit code and number of instructions.

mod support;

use std::process::Command;
use std::time::Duration;
use support::directives::{Case, Kind, load_cases};
use support::jdk::{Jdk, compile, tested};
use support::process::run_with_deadline;
use support::temp::TempDir;

/// Programs whose answers would show an address, a clock, a seed or the order of a hash table.
const SAMPLE: [&str; 10] = [
    "ObjectMethods",
    "SeededRandom",
    "Uuids",
    "HashMapOrder",
    "Timers",
    "ParallelStreams",
    "ForkJoin",
    "CachedPool",
    "ConcurrentHashMaps",
    "VirtualThreads",
];
/// About so many more from all over the corpus.
const FEWEST: usize = 12;
const DEADLINE: Duration = Duration::from_secs(60);

#[test]
fn the_same_run_twice_is_the_same_run() {
    let cases = load_cases().expect("java-tests is well formed");
    let jdk = tested().pop().expect("invariant: one is tested");
    let runs: Vec<&Case> =
        cases.iter().filter(|case| matches!(case.kind, Kind::Run(_)) && case.runs_on(&jdk)).collect();
    let named: Vec<&Case> = runs.iter().copied().filter(|case| SAMPLE.contains(&case.name().as_str())).collect();
    assert_eq!(named.len(), SAMPLE.len(), "a program of the sample is gone");
    // The rest of the sample: every so many programs of the corpus.
    let step = runs.len().div_ceil(FEWEST).max(1);
    let mut sample = named;
    sample.extend(runs.iter().copied().step_by(step));
    sample.sort_by(|a, b| a.path.cmp(&b.path));
    sample.dedup_by(|a, b| a.path == b.path);

    let classes = TempDir::new("determinism").expect("a temporary directory");
    let sources: Vec<_> = sample.iter().map(|case| case.path.as_path()).collect();
    compile(&jdk, &sources, classes.path()).expect("the corpus compiles");
    for case in sample {
        let (first, second) = (run(case, &jdk, &classes), run(case, &jdk, &classes));
        assert!(first == second, "{}: two runs differ:\n{first:#?}\n{second:#?}", case.name());
    }
}

/// What can be seen of a run, and how many instructions it took.
#[derive(PartialEq, Eq, Debug)]
struct Seen {
    stdout: String,
    stderr: String,
    code: Option<i32>,
    instructions: Vec<String>,
}

fn run(case: &Case, jdk: &Jdk, classes: &TempDir) -> Seen {
    let Kind::Run(spec) = &case.kind else { unreachable!("only run programs are in the sample") };
    let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
    braid.args(["run", "--stats", "--jdk"]).arg(&jdk.home).arg("--classpath").arg(classes.path());
    braid.arg("--main").arg(case.name()).args(&spec.args);
    let outcome = run_with_deadline(&mut braid, &spec.stdin, DEADLINE).expect("the program ends");
    let stderr = String::from_utf8_lossy(&outcome.stderr).into_owned();
    let (stats, stderr): (Vec<&str>, Vec<&str>) = stderr.lines().partition(|line| line.starts_with("braid: target "));
    let stats = stats.first().expect("--stats prints a line");
    // `boot 80.1ms (811940 instructions), run …`: times differ, counts do not.
    let instructions = stats.split('(').skip(1).filter_map(|part| part.split(' ').next()).map(str::to_owned).collect();
    Seen {
        stdout: String::from_utf8_lossy(&outcome.stdout).into_owned(),
        stderr: stderr.join("\n"),
        code: outcome.code,
        instructions,
    }
}
