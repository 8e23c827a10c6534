//! Random small programs that await actions: the referee, which reduces nothing, has to find the same outcomes and violations as
//! the search with various options. `BRAID_AWAITS` is the number of programs, `BRAID_SEED` the seed of the first.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::check::{Answer, Report, Target, ask, in_parallel};
use support::directives::api_sources;
use support::generator::Random;
use support::jdk::{compile, judged};
use support::product::Choice;
use support::temp::TempDir;

const LIMIT: Duration = Duration::from_secs(20);
/// States that the referee may store.
const STATES: &str = "150000";

/// What a thread may do; `r` is a variable of its own.
const STATEMENTS: [&str; 18] = [
    "x++;",
    "r = x;",
    "y = x;",
    "v = 1;",
    "synchronized (M) { x++; y++; }",
    "synchronized (M) { x = 1; x = 0; }",
    "Braid.atomic(() -> { x++; y++; });",
    "T.interrupt();",
    "r = Thread.interrupted() ? 1 : 0;",
    "Braid.await(new Is(1));",
    "Braid.await(new Take());",
    "Braid.await(new Put());",
    "Braid.await(new Chooses());",
    "Braid.await(new Locks());",
    "Braid.await(new Loads());",
    "try { Braid.awaitInterruptibly(new Is(1)); r = 5; } catch (InterruptedException e) { r = 6; }",
    "try { r = Braid.await(new Take(), 1) ? 7 : 8; } catch (InterruptedException e) { r = 9; }",
    "try { r = Braid.await(new Is(0), 0) ? 3 : 4; } catch (InterruptedException e) { r = 2; }",
];
/// How many of them await nothing.
const PLAIN: usize = 9;

const DECLARATIONS: &str = "
    static int x, y;
    static volatile int v;
    static final Object M = new Object();
    static Thread T;

    static class L { static int n = 1, z = x; }
    static class Is extends Action {
        final int k;
        Is(int k) { this.k = k; }
        protected boolean attempt() { return x == k; }
    }
    static class Take extends Action {
        protected boolean attempt() { if (x <= 0) return false; x--; y++; return true; }
    }
    static class Put extends Action {
        protected boolean attempt() { if (x > 0) return false; x++; return true; }
    }
    static class Chooses extends Action {
        protected boolean attempt() { int c = Braid.choose(2); if (x == c) return false; y = c; return true; }
    }
    static class Locks extends Action {
        protected boolean attempt() { synchronized (M) { if (y == 0) return false; x += 2; return true; } }
    }
    static class Loads extends Action {
        protected boolean attempt() { return x + L.n > 1; }
    }
";

/// A program: a thread, and the main thread beside it.
fn program(seed: u64) -> (String, String) {
    let mut random = Random::new(seed);
    let name = format!("Awaits{seed}");
    let mut some = |count: usize| {
        // Every thread awaits something.
        let mut all = vec![STATEMENTS[PLAIN + random.below(STATEMENTS.len() - PLAIN)]];
        while all.len() < count {
            let at = random.below(all.len() + 1);
            all.insert(at, random.pick(&STATEMENTS));
        }
        all.join(" ")
    };
    let (other, main) = (some(2), some(2));
    let source = format!(
        "import braid.Action;\nimport braid.Braid;\n\npublic class {name} {{{DECLARATIONS}
    public static void main(String[] args) throws Exception {{
        Thread t = new Thread(() -> {{ int r = 0; {other} Braid.outcome(\"t\" + r); }});
        T = t;
        t.start();
        int r = 0;
        {main}
        t.join();
        Braid.outcome(\"m\" + r + x + y);
    }}
}}\n"
    );
    (name, source)
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn kinds(report: &Report) -> BTreeSet<String> {
    let violations = report.json["violations"].as_array().into_iter().flatten();
    violations.filter_map(|violation| Some(violation["kind"].as_str()?.to_owned())).collect()
}

fn is_complete(report: &Report) -> bool {
    report.json["reason"].is_null() && matches!(report.answer, Answer::Verified | Answer::Violated(_))
}

#[test]
fn awaited_actions_end_as_the_referee_says() {
    let jdk = judged();
    let folder = TempDir::new("awaits").expect("a temporary directory");
    let first = number("BRAID_SEED", 1);
    let programs: Vec<(String, String)> = (first..first + number("BRAID_AWAITS", 12)).map(program).collect();
    let mut sources = api_sources().expect("java-tests/api is readable");
    for (name, source) in &programs {
        let file = folder.path().join(format!("{name}.java"));
        std::fs::write(&file, source).expect("the folder can be written");
        sources.push(file);
    }
    let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    let classes = folder.path().join("classes");
    std::fs::create_dir(&classes).expect("the folder can be written");
    compile(&jdk, &sources, &classes).expect("the programs compile");
    let compared = in_parallel(&programs, |(name, source)| {
        let target = Target { jdk: &jdk, classes: &classes, main: name, flags: &[], args: &[] };
        let asked = |words: &[&str]| {
            let words: Vec<&str> = words.iter().copied().chain(["--all", "--outcomes", "--races", "off"]).collect();
            ask(&target, &words, LIMIT)
        };
        let judge = asked(&["--referee", "--max-states", STATES])?;
        if !is_complete(&judge) {
            let reason = judge.json["reason"].as_str().unwrap_or_default();
            return if reason.contains("limit") { Ok(false) } else { Err(format!("{reason}\n{source}")) };
        }
        let (every, turn) = (Choice::all(), name.bytes().map(usize::from).sum::<usize>());
        for choice in [Choice::DEFAULT, Choice::JUDGE, every[turn % every.len()], every[turn * 7 % every.len()]] {
            let found = asked(&choice.flags())?;
            if (found.outcomes(), kinds(&found)) != (judge.outcomes(), kinds(&judge)) || !is_complete(&found) {
                let (outcomes, right) = (found.outcomes(), judge.outcomes());
                let text = format!("{outcomes:?} {:?} with {choice}, not {right:?} {:?}", kinds(&found), kinds(&judge));
                return Err(format!("{name}: {text}\n{}\n{source}", found.json["reason"]));
            }
        }
        Ok(true)
    });
    let wrong: Vec<&String> = compared.iter().filter_map(|result| result.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), programs.len(), wrong[0]);
    let judged = compared.iter().filter(|result| matches!(result, Ok(true))).count();
    assert!(judged * 2 > programs.len(), "the referee has judged {judged} of {}", programs.len());
}
