//! Reports of a few programs, compared byte for byte with the files in `tests/reports`, without the figures in the last
//! line. `BRAID_UPDATE=1` writes the files anew: look at the difference before you keep it.

mod support;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use support::jdk::judged;
use support::process::run_with_deadline;

/// The programs, and options for them.
const PROGRAMS: [(&str, &[&str]); 25] = [
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
    ("monitor/TimedLatch", &["--timing", "error"]),
    ("livelock/TwoSpinners", &[]),
    ("livelock/TimedQueuePoll", &[]),
    ("deadlock/ChoiceThenBlocked", &["--classpath", "java-tests/api"]),
    ("deadlock/ExecutorNotShutDown", &[]),
    ("deadlock/FutureNeverDone", &[]),
    ("init/InitDeadlock", &[]),
    ("init/CausedByInitializer", &[]),
    ("assert/ManyFieldsInLine", &[]),
    ("deadlock/ReadWriteInversion", &[]),
    ("deadlock/ReadUpgrade", &[]),
    ("deadlock/SemaphoreInversion", &[]),
    ("deadlock/StampedInversion", &[]),
    ("deadlock/LatchNeverOpen", &[]),
    ("livelock/RetryForEver", &[]),
];

#[test]
fn reports_are_as_they_were() {
    let jdk = judged();
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

#[test]
fn answers_that_are_fixed_are_named() {
    let jdk = judged();
    let scratch = support::temp::TempDir::new("fixed").expect("a temporary directory");
    let source = scratch.path().join("Asks.java");
    let program = "public class Asks { public static void main(String[] args) { switch (args[0]) {
        case \"random\" -> { assert Math.random() >= 0; }
        case \"clock\" -> { assert System.currentTimeMillis() > 0; }
        case \"identity\" -> { assert new Object().hashCode() >= 0; }
        case \"relative\" -> { assert new java.io.File(\"x\").getAbsolutePath() != null; }
        case \"absolute\" -> { assert new java.io.File(\"/x\").getAbsolutePath() != null; }
        case \"seeded\" -> { assert new java.util.Random(1).nextInt(5) >= 0; }
    } } }";
    std::fs::write(&source, program).expect("a file can be written");
    let sentences = ["random numbers", "look at the clock", "identity hash codes", "properties of the host"];
    let asked = [("random", Some(0)), ("clock", Some(1)), ("identity", Some(2)), ("relative", Some(3))];
    for (asks, named) in asked.into_iter().chain([("absolute", None), ("seeded", None)]) {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.arg("check").arg("--jdk").arg(&jdk.home).arg(&source).arg(asks);
        let outcome = run_with_deadline(&mut braid, "", Duration::from_secs(60)).expect("the check ends");
        let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
        assert_eq!(outcome.code, Some(0), "{text}");
        for (at, sentence) in sentences.into_iter().enumerate() {
            assert_eq!(text.contains(sentence), named == Some(at), "{asks}: {text}");
        }
    }
}

#[test]
fn weak_accesses_are_named() {
    let jdk = judged();
    let scratch = support::temp::TempDir::new("weak").expect("a temporary directory");
    let source = scratch.path().join("Weak.java");
    let program = "import java.util.concurrent.atomic.AtomicInteger;
        public class Weak {
            static final AtomicInteger FLAG = new AtomicInteger();
            public static void main(String[] args) {
                Thread other = new Thread(() -> FLAG.get());
                other.start();
                switch (args[0]) {
                    case \"volatile\" -> FLAG.set(1);
                    case \"release\" -> FLAG.setRelease(1);
                    case \"opaque\" -> FLAG.getOpaque();
                    case \"plain\" -> FLAG.getPlain();
                    case \"lazy\" -> FLAG.lazySet(1);
                    case \"exchange\" -> FLAG.compareAndExchangeAcquire(0, 1);
                    default -> new java.util.concurrent.ConcurrentHashMap<>().put(1, 2);
                }
            }
        }";
    std::fs::write(&source, program).expect("a file can be written");
    let named = [
        ("volatile", None),
        ("release", Some("AtomicInteger.setRelease at Weak.java:9")),
        ("opaque", Some("AtomicInteger.getOpaque at Weak.java:10")),
        ("plain", Some("AtomicInteger.getPlain at Weak.java:11")),
        ("lazy", Some("AtomicInteger.lazySet at Weak.java:12")),
        ("exchange", Some("AtomicInteger.compareAndExchangeAcquire at Weak.java:13")),
        ("map", None),
    ];
    for (way, named) in named {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.arg("check").arg("--jdk").arg(&jdk.home).arg(&source).arg(way);
        let outcome = run_with_deadline(&mut braid, "", Duration::from_secs(60)).expect("the check ends");
        let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
        assert_eq!(outcome.code, Some(0), "{text}");
        assert_eq!(text.contains("sequential consistency loses nothing"), named.is_none(), "{way}: {text}");
        assert!(named.is_none_or(|named| text.contains(named)), "{way}: {text}");
        let only = text.starts_with("verified under sequential consistency only");
        assert_eq!(only, named.is_some(), "{way}: {text}");
    }
}

#[test]
fn a_limit_that_ends_the_second_search_is_named() {
    let jdk = judged();
    let scratch = support::temp::TempDir::new("second").expect("a temporary directory");
    let source = scratch.path().join("Second.java");
    let program = "import java.util.concurrent.atomic.AtomicInteger;
        public class Second {
            static final AtomicInteger FLAG = new AtomicInteger();
            static int data;
            static synchronized void add() { data++; }
            public static void main(String[] args) {
                Thread main = Thread.currentThread();
                for (int i = 0; i < 2; i++) {
                    new Thread(() -> {
                        if (args[0].equals(\"state\")) main.getState(); else FLAG.getOpaque();
                        add();
                        add();
                    }).start();
                }
            }
        }";
    std::fs::write(&source, program).expect("a file can be written");
    let check = |limit: Option<usize>, way: &str| {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.arg("check").arg("--jdk").arg(&jdk.home);
        braid.args(limit.map(|limit| format!("--max-states={limit}"))).arg(&source).arg(way);
        let outcome = run_with_deadline(&mut braid, "", Duration::from_secs(60)).expect("the check ends");
        let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
        assert_eq!(outcome.code, Some(0), "{text}");
        text
    };
    let cut_short = [
        ("opaque", "data races that only they keep apart were not looked for"),
        ("state", "a data race that only this keeps apart is not found: asking for the state of another thread"),
    ];
    for (way, sentence) in cut_short {
        let whole = check(None, way);
        assert!(!whole.contains(sentence) && !whole.contains("loses nothing"), "{way}: {whole}");
        assert_eq!(whole.contains("are passed over"), way == "state", "{way}: {whole}");
        let states = whole.lines().find_map(|line| line.split_once(" states,")).expect("states are counted").0;
        // The second search has more states than the first.
        let short = check(Some(states.parse::<usize>().expect("a number of states") + 1), way);
        assert!(short.contains(sentence) && !short.contains("loses nothing"), "{way}: {short}");
    }
}

#[test]
fn a_join_whose_time_is_up_is_told_as_one() {
    let jdk = judged();
    let scratch = support::temp::TempDir::new("join").expect("a temporary directory");
    let source = scratch.path().join("Joins.java");
    let program = "public class Joins {
        static volatile boolean done;
        public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> done = true, \"other\");
            other.start();
            other.join(Long.parseLong(args[0]));
            assert done && args[0].equals(\"10\");
        }
    }";
    std::fs::write(&source, program).expect("a file can be written");
    for (millis, ended) in [("10", false), ("0", true)] {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.arg("check").args(["--timing", "error"]).arg("--jdk").arg(&jdk.home).arg(&source).arg(millis);
        let outcome = run_with_deadline(&mut braid, "", Duration::from_secs(60)).expect("the check ends");
        let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
        assert_eq!(outcome.code, Some(1), "{text}");
        assert_eq!(text.contains("other has not ended"), !ended, "{text}");
        assert_eq!(text.contains("has ended"), ended, "{text}");
    }
}

#[test]
fn values_are_written_as_in_java_and_stay_in_their_columns() {
    let jdk = judged();
    let scratch = support::temp::TempDir::new("values").expect("a temporary directory");
    let source = scratch.path().join("Values.java");
    let program = "public class Values {
        static volatile char c; static volatile float f; static volatile double d; static volatile String s;
        public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> {
                c = (char) 0xd800; c = (char) 7; f = Float.POSITIVE_INFINITY; f = 0.5f;
                d = Double.NEGATIVE_INFINITY; d = Double.NaN; d = -0.0; s = \"long\".repeat(50);
            }, \"other\".repeat(50));
            other.start();
            other.join();
            assert s == null : s;
        }
    }";
    std::fs::write(&source, program).expect("a file can be written");
    let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
    braid.arg("check").arg("--jdk").arg(&jdk.home).arg(&source).env("COLUMNS", "90");
    let outcome = run_with_deadline(&mut braid, "", Duration::from_secs(60)).expect("the check ends");
    let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
    assert_eq!(outcome.code, Some(1), "{text}");
    for value in ["c = '\\ud800'", "c = '\\u0007'", "f = Infinity", "f = 0.5f", "d = -Infinity", "d = NaN", "d = -0.0"]
    {
        assert!(text.lines().any(|line| line.contains(&format!("writes {value}, was "))), "{value}: {text}");
    }
    let table = text.split_once("how it happens").and_then(|(_, rest)| rest.split_once("to see it again"));
    let longest = table.and_then(|(table, _)| table.lines().map(|line| line.chars().count()).max());
    assert!(longest.is_some_and(|longest| longest <= 90), "{longest:?}: {text}");
}
