//! Reports of a few programs, compared byte for byte with the files in `tests/reports`, without the figures in the last
//! line. `BRAID_UPDATE=1` writes the files anew: look at the difference before you keep it.

mod support;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use support::jdk::find_jdk;
use support::process::run_with_deadline;

/// The programs, and options for them.
const PROGRAMS: [(&str, &[&str]); 17] = [
    ("deadlock/LockInversion", &[]),
    ("deadlock/ReentrantInversion", &[]),
    ("deadlock/JoinHoldingLock", &[]),
    ("race/LostUpdate", &[]),
    ("race/PlainCounter", &["--races", "error"]),
    ("monitor/LostWakeUp", &[]),
    ("monitor/NotifyInsteadOfNotifyAll", &[]),
    ("monitor/InterruptIgnored", &[]),
    ("monitor/NotifyUnowned", &[]),
    ("monitor/SpuriousIf", &["--spurious"]),
    ("monitor/TimedLatch", &[]),
    ("livelock/TwoSpinners", &[]),
    ("livelock/TimedQueuePoll", &[]),
    ("deadlock/ChoiceThenBlocked", &["--classpath", "java-tests/api"]),
    ("deadlock/ExecutorNotShutDown", &[]),
    ("deadlock/FutureNeverDone", &[]),
    ("init/InitDeadlock", &[]),
];

#[test]
fn reports_are_as_they_were() {
    let jdk = find_jdk(17).expect("JDK 17 is installed");
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports");
    let update = std::env::var_os("BRAID_UPDATE").is_some();
    let mut different = Vec::new();
    for (program, options) in PROGRAMS {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        braid.env("JAVA_HOME", &jdk.home).env("COLUMNS", "120");
        braid.arg("check").args(options).arg(format!("java-tests/{program}.java"));
        let outcome = run_with_deadline(&mut braid, "", Duration::from_secs(120)).expect("the check ends");
        assert_eq!(outcome.code, Some(1), "{program}: {}", String::from_utf8_lossy(&outcome.stderr));
        let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
        let text = text.trim_end().rsplit_once('\n').map_or("", |(report, _figures)| report);
        let text = format!("{text}\n");
        let file = tests.join(format!("{}.txt", program.rsplit('/').next().unwrap_or(program)));
        if update {
            std::fs::write(&file, &text).expect("the directory of reports can be written");
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        if text != expected {
            different.push(format!("--- {program}, expected\n{expected}--- is\n{text}"));
        }
    }
    assert!(different.is_empty(), "{} reports differ:\n{}", different.len(), different.join("\n"));
}
