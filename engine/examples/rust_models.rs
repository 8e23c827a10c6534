//! The engine as a library, with rows of its own in the table of natives.
//!
//!     cargo run -p braid-engine --example rust_models -- JDK CLASSES MAIN
//!
//! checks the class `MAIN` in the folder `CLASSES`. The program may have a class `Meter` with native methods:
//!
//!     class Meter {
//!         static native int scale(int value);           // computes
//!         static native void sample(int[] into);        // writes an array that it is given
//!         static native boolean isOnline();             // yes or no, whatever the program must cope with
//!     }
//!
//! A row names class, method and descriptor, and says what the native touches that other threads can see and whether its
//! answer is fixed. Neither has a default: the verdict is only as right as they are. Where two effects seem to fit, the
//! stronger one is right.

use braid_engine::check::{Checker, Options, Races, Stats, Verdict};
use braid_engine::host::NoFiles;
use braid_engine::interp::{Raise, Res};
use braid_engine::natives::effect::{Answer, Effect, Given};
use braid_engine::natives::{Arguments, NativeTable, Outcome, Row};
use braid_engine::program::{Program, ThreadId};
use braid_engine::vm::{Config, Vm};
use braid_jvm_front::Front;
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::ClassPath;
use std::error::Error;
use std::path::Path;

/// All of the array in slot 0 is written.
const INTO: &[Given] = &[Given { slot: 0, ranged: false, write: true }];

/// The models.
pub static ROWS: [Row; 3] = [
    Row {
        class: "Meter",
        name: "scale",
        descriptor: "(I)I",
        effect: Effect::Nothing,
        answer: Answer::Computed,
        run: scale,
    },
    Row {
        class: "Meter",
        name: "sample",
        descriptor: "([I)V",
        effect: Effect::Arrays(INTO),
        answer: Answer::Computed,
        run: sample,
    },
    Row {
        class: "Meter",
        name: "isOnline",
        descriptor: "()Z",
        // Both answers are explored.
        effect: Effect::Choice(&[]),
        answer: Answer::Computed,
        run: is_online,
    },
];

fn scale(_: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    Outcome::int(args.int(0).wrapping_mul(10))
}

fn sample(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let into = args.non_null(0)?;
    for at in 0..vm.state.heap.array_len(into) {
        vm.state.heap.set_int_at(into, at, 100 + at);
    }
    Outcome::void()
}

fn is_online(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::bool(vm.choose(2) == 1)
}

/// Explores every schedule of a program whose natives these rows answer.
pub fn check(jdk: &Path, classes: &Path, main: &str, rows: &'static [Row]) -> Result<(Verdict, Stats), Box<dyn Error>> {
    let jdk = Jdk::open(jdk)?;
    let class_path = classes.display().to_string();
    let config = Config {
        jdk_feature: u32::from(jdk.feature()),
        java_home: jdk.home().display().to_string(),
        class_path: class_path.clone(),
        assertions: true,
        models: true,
        ..Config::default()
    };
    let mut program = Program::default();
    let class_path = ClassPath::open(&class_path, jdk.feature())?;
    let front = Front::new(&mut program, jdk.boot_class_path()?, class_path, jdk.feature());
    let natives = NativeTable::with(config.models, rows)?;
    let said = |raise: Raise| format!("{raise:?}");
    let mut vm = Vm::with_natives(program, Box::new(front), Box::new(NoFiles), config, natives).map_err(said)?;
    vm.boot().and_then(|()| vm.enter_main(main, &[])).map_err(said)?;
    let options = Options { races: Races::Error, ..Options::default() };
    let mut checker = Checker::new(&mut vm, options);
    let verdict = checker.run();
    Ok((verdict, checker.stats()))
}

#[allow(dead_code, reason = "the test calls the rest as a module")]
fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [jdk, classes, main] = words.as_slice() else { return Err("JDK, CLASSES and MAIN are needed".into()) };
    let (verdict, stats) = check(Path::new(jdk), Path::new(classes), main, &ROWS)?;
    match verdict {
        Verdict::Verified(_) => println!("verified: {} states", stats.states),
        Verdict::Violated(violation) => println!("violated: {}", violation.message),
        Verdict::Inconclusive(reason) => println!("inconclusive: {reason:?}"),
    }
    Ok(())
}
