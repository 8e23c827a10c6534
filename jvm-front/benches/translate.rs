//! How long loading, linking and translating takes: what HelloWorld needs, and the whole of `java.base`.
//!
//! `cargo bench -p braid-jvm-front --bench translate`. HelloWorld is run once to learn which classes and methods it reaches;
//! what is measured is a fresh front-end that loads those classes and translates those methods in the same order.

#[path = "../tests/common/mod.rs"]
mod common;

use braid_engine::host::NoFiles;
use braid_engine::program::{Body, ClassKind, ClassLoaderKind, Loader, MethodId, Program};
use braid_engine::vm::{Config, Vm};
use braid_jvm_front::Front;
use braid_jvm_front::classfile::ClassFile;
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::ClassPath;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const RUNS: u32 = 25;

/// A stop-watch of processor time, where the system tells it (other programs on the same cores do not count), else of real
/// time. Systems count processor time in steps of some milliseconds, so only means over many runs say something.
struct Clock {
    last: Duration,
    started: Instant,
}

impl Clock {
    fn start() -> Self {
        let started = Instant::now();
        Clock { last: Self::now(started), started }
    }

    fn now(started: Instant) -> Duration {
        let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        match stat.split(' ').next().and_then(|nanos| nanos.parse().ok()) {
            Some(nanos) => Duration::from_nanos(nanos),
            None => started.elapsed(),
        }
    }

    fn lap(&mut self) -> Duration {
        let now = Self::now(self.started);
        now - std::mem::replace(&mut self.last, now)
    }
}

/// A class that a run loaded, and the places of the methods it called.
struct Reached {
    name: String,
    loader: ClassLoaderKind,
    methods: Vec<u16>,
}

fn front(jdk: &Jdk, classes: &Path) -> (Program, Front) {
    let mut program = Program::default();
    let app = ClassPath::from_paths([classes.to_owned()], jdk.feature()).expect("a directory");
    let boot = jdk.boot_class_path().expect("the JDK has lib/modules");
    let front = Front::new(&mut program, boot, app, jdk.feature());
    (program, front)
}

/// What a run of HelloWorld loads and translates, in order.
fn reach(jdk: &Jdk, classes: &Path) -> Vec<Reached> {
    let (program, front) = front(jdk, classes);
    let config = Config {
        jdk_feature: u32::from(jdk.feature()),
        java_home: jdk.home().display().to_string(),
        class_path: classes.display().to_string(),
        ..Config::default()
    };
    let mut vm = Vm::new(program, Box::new(front), Box::new(NoFiles), config).expect("a machine");
    vm.boot().expect("the class library boots");
    vm.enter_main("HelloWorld", &[]).expect("main is there");
    let mut output = Vec::new();
    vm.run_all(|_, bytes| output.extend_from_slice(bytes));
    assert_eq!(String::from_utf8_lossy(&output).trim(), "Hello, world!");
    let program = &vm.program;
    let from_file = |kind: &ClassKind| matches!(kind, ClassKind::Instance | ClassKind::Interface);
    let linked = program.classes.iter().filter(|class| from_file(&class.kind) && !class.synthetic && !class.hidden);
    linked
        .map(|class| Reached {
            name: program.name(class.name).to_owned(),
            loader: class.loader,
            methods: class
                .methods
                .iter()
                .map(|&method| program.method(method))
                .filter(|method| matches!(method.body, Body::Code(_)))
                .map(|method| method.index)
                .collect(),
        })
        .collect()
}

/// Times of one pass.
struct Pass {
    input: Duration,
    parse: Duration,
    link: Duration,
    translate: Duration,
    instructions: usize,
}

fn pass(jdk: &Jdk, classes: &Path, reached: &[Reached]) -> Pass {
    let mut clock = Clock::start();
    // Input and parsing by themselves; linking does both again.
    let (_, alone) = front(jdk, classes);
    let image = jdk.boot_class_path().expect("the JDK has lib/modules");
    clock.lap();
    let found: Vec<_> = reached
        .iter()
        .filter_map(|class| image.find_class(&class.name).or(alone.class_path().find_class(&class.name)).ok().flatten())
        .collect();
    let touched: u64 = found.iter().flat_map(|found| found.bytes.iter().step_by(4096)).map(|&b| u64::from(b)).sum();
    black_box(touched);
    let input = clock.lap();
    let parsed: Vec<ClassFile> = found.iter().map(|found| found.parse().expect("it parses")).collect();
    black_box(parsed.len());
    let parse = clock.lap();

    let (mut program, mut front) = front(jdk, classes);
    let ids: Vec<_> = reached
        .iter()
        .map(|class| front.load_class(&mut program, &class.name, class.loader).expect("it links"))
        .collect();
    let all = clock.lap();
    for (class, id) in reached.iter().zip(ids) {
        let wanted: Vec<MethodId> = program.class(id).methods.clone();
        for &index in &class.methods {
            front.translate(&mut program, wanted[usize::from(index)]).expect("it translates");
        }
    }
    let translate = clock.lap();
    Pass { input, parse, link: all, translate, instructions: program.code.len() }
}

fn main() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../java-tests/lang/HelloWorld.java");
    for jdk in common::jdks() {
        let compiled = jdk.compile(&[PathBuf::from(&source)], None).expect("HelloWorld compiles");
        let reached = reach(&jdk, compiled.path());
        let total = |pass: &Pass| pass.link + pass.translate;
        let mean = mean((0..RUNS).map(|_| pass(&jdk, compiled.path(), &reached)));
        let methods: usize = reached.iter().map(|class| class.methods.len()).sum();
        let share = |part: Duration| 100.0 * part.as_secs_f64() / total(&mean).as_secs_f64();
        println!(
            "JDK {}: HelloWorld: {} classes, {methods} methods, {} instructions in {:.1?}: load and link \
             {:.1?}, of that input {:.1?} ({:.0} % of all) and parsing {:.1?}; translate {:.1?}",
            jdk.version(),
            reached.len(),
            mean.instructions,
            total(&mean),
            mean.link,
            mean.input,
            share(mean.input),
            mean.parse,
            mean.translate
        );
        whole_base(&jdk, compiled.path());
    }
}

/// The mean of some passes.
fn mean(passes: impl Iterator<Item = Pass>) -> Pass {
    let sum = passes.reduce(|a, b| Pass {
        input: a.input + b.input,
        parse: a.parse + b.parse,
        link: a.link + b.link,
        translate: a.translate + b.translate,
        instructions: b.instructions,
    });
    let Pass { input, parse, link, translate, instructions } = sum.expect("some runs");
    Pass { input: input / RUNS, parse: parse / RUNS, link: link / RUNS, translate: translate / RUNS, instructions }
}

/// All methods of `java.base`.
fn whole_base(jdk: &Jdk, classes: &Path) {
    let image = jdk.boot_class_path().expect("the JDK has lib/modules");
    let listed = image.sources()[0].list().expect("an image lists");
    let in_base = listed.iter().filter(|listed| listed.module.as_deref() == Some("java.base"));
    let names: Vec<&str> = in_base.filter_map(|listed| listed.class_name()).collect();
    let mut clock = Clock::start();
    let (mut program, mut front) = front(jdk, classes);
    for name in &names {
        front.load_class(&mut program, name, ClassLoaderKind::Boot).expect("it links");
    }
    let link = clock.lap();
    let mut methods = 0;
    for id in (0..program.methods.len()).map(MethodId::new) {
        if matches!(program.method(id).body, Body::Untranslated) {
            front.translate(&mut program, id).expect("it translates");
            methods += 1;
        }
    }
    let translate = clock.lap();
    println!(
        "JDK {}: java.base: {} classes linked in {link:.1?}, {methods} methods into {} instructions in {translate:.1?}",
        jdk.version(),
        names.len(),
        program.code.len()
    );
}
