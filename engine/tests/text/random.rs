//! Random programs: what every reduction says of them is what the search without one says, and the referee.
//!
//! Two or three threads of a few statements each, over volatile and lock-protected data, with choices, loops that end by a
//! choice, loops that never end, and assumptions. `BRAID_RANDOM=N` tries N programs instead of a few, `BRAID_SEED=S` begins
//! elsewhere.

use crate::machine::{machine, options};
use braid_engine::check::{Checker, Options, Reduction, Search, StopReason, Symmetry, Verdict, ViolationKind, judge};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Programs that every test run tries.
const PROGRAMS: u64 = 15;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// A program in the making.
struct Writer {
    random: Random,
    text: String,
    labels: u32,
}

impl Writer {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "  {line}").expect("invariant: strings grow");
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("l{}", self.labels)
    }

    fn name(&mut self, names: [&str; 2]) -> String {
        names[self.random.below(2) as usize].to_owned()
    }

    /// Something that other threads can see.
    fn access(&mut self) {
        let volatile = self.name(["v", "w"]);
        match self.random.below(5) {
            0 | 1 => {
                let value = self.random.below(3);
                self.line(&format!("iconst r1, {value}"));
                self.line(&format!("put {volatile}, r1"));
            }
            2 => {
                self.line(&format!("get r1, {volatile}"));
                self.line("number r1");
            }
            _ => {
                self.line("get r1, x");
                self.line("ixork r1, r1, 1");
                self.line("put x, r1");
            }
        }
    }

    fn locked(&mut self, depth: u32) {
        let lock = self.name(["p", "q"]);
        let register = format!("r{}", 2 + depth);
        self.line(&format!("get {register}, {lock}"));
        self.line(&format!("monitorenter {register}"));
        for _ in 0..=self.random.below(2) {
            self.statement(depth + 1);
        }
        self.line(&format!("monitorexit {register}"));
    }

    fn statement(&mut self, depth: u32) {
        match self.random.below(14) {
            0..=5 => self.access(),
            6 | 7 if depth < 2 => self.locked(depth),
            8 | 9 => {
                let (again, register) = (self.label(), format!("r{}", 5 + depth));
                self.text.push_str(&format!("{again}:\n"));
                if self.random.below(2) == 0 && depth < 2 {
                    self.statement(depth + 1);
                }
                self.line(&format!("choose {register}, 2"));
                self.line(&format!("ifeqk {register}, 0, {again}"));
            }
            10 => {
                let (past, volatile) = (self.label(), self.name(["v", "w"]));
                self.line(&format!("get r1, {volatile}"));
                let value = self.random.below(3);
                self.line(&format!("ifeqk r1, {value}, {past}"));
                if depth < 2 {
                    self.statement(depth + 1);
                }
                self.text.push_str(&format!("{past}:\n"));
                self.line("iconst r1, 0");
            }
            11 => {
                let (again, past) = (self.label(), self.label());
                let condition = ["get r1, v", "get r1, x", "choose r1, 2"][self.random.below(3) as usize];
                self.line(condition);
                self.line(&format!("ifeqk r1, 0, {past}"));
                self.text.push_str(&format!("{again}:\n"));
                self.line(&format!("goto {again}"));
                self.text.push_str(&format!("{past}:\n"));
                self.line("iconst r1, 0");
            }
            12 => {
                let condition = self.name(["get r1, v", "choose r1, 3"]);
                self.line(&condition);
                self.line("assume r1");
            }
            _ => {
                self.line("get r1, w");
                self.line("ixork r1, r1, 2");
                self.line("assert r1");
            }
        }
    }
}

impl Writer {
    /// Something about another thread, or the own one: joins it, or looks at its end in another way.
    fn about_thread(&mut self) {
        let (past, target) = (self.label(), ["t0", "t1", "m"][self.random.below(3) as usize]);
        self.line(&format!("get r7, {target}"));
        self.line(&format!("ifnull r7, {past}"));
        match self.random.below(12) {
            0..=7 => self.line("join r7"),
            8 => {
                self.line("move r20, r7");
                self.line("invokevirtual r1, r20, java/lang/Thread.isAlive()Z");
                self.line("number r1");
            }
            9 => {
                self.line("monitorenter r7");
                self.access();
                self.line("monitorexit r7");
            }
            10 => {
                self.line("monitorenter r7");
                self.line("join r7");
                self.line("monitorexit r7");
            }
            _ => self.line("interrupt r7"),
        }
        self.text.push_str(&format!("{past}:\n"));
        self.line("iconst r1, 0");
    }

    /// Statements, some of them about threads.
    fn statements(&mut self, most: u64) {
        for _ in 0..=self.random.below(most) {
            match self.random.below(5) {
                0 | 1 => self.about_thread(),
                _ => self.statement(1),
            }
        }
    }
}

/// The program with this number whose threads join each other, and sometimes look at ends in other ways.
fn joining_program(seed: u64) -> String {
    let mut writer = Writer { random: Random(seed.wrapping_mul(0x9e37_79b9)), text: String::new(), labels: 0 };
    writer.text.push_str(
        "shared p Object final\nshared q Object final\nshared v I volatile\nshared w I volatile\nshared x I\n\
         shared t0 Object volatile\nshared t1 Object volatile\nshared m Object volatile\n",
    );
    let threads = 1 + writer.random.below(2);
    for thread in 0..threads {
        writer.text.push_str(&format!("thread T{thread} {{\n"));
        writer.statements(2);
        writer.text.push_str("}\n");
    }
    writer.text.push_str("main {\n");
    if writer.random.below(4) == 0 {
        writer.line("invokestatic r9, r20, java/lang/Thread.currentThread()Ljava/lang/Thread;");
        writer.line("put m, r9");
    }
    for thread in 0..threads {
        let is_daemon = writer.random.below(10) == 0;
        writer.line(&format!("new r{}, T{thread}", 10 + thread));
        if writer.random.below(3) == 0 {
            // Before the thread runs.
            writer.line(&format!("put t{thread}, r{}", 10 + thread));
        }
        if is_daemon {
            writer.line("iconst r1, 1");
            writer.line(&format!("putfield r{}, r1, java/lang/Thread.daemon:Z", 10 + thread));
        }
        writer.line(&format!("move r20, r{}", 10 + thread));
        writer.line("invokevirtual r20, r20, java/lang/Thread.start()V");
        if writer.random.below(3) == 0 {
            writer.statement(1);
        }
    }
    writer.statements(1);
    for thread in 0..threads {
        if writer.random.below(3) != 0 {
            writer.line(&format!("join r{}", 10 + thread));
        }
    }
    writer.statements(1);
    writer.text.push_str("}\n");
    writer.text
}

impl Writer {
    /// Something to an object that several threads may know.
    fn cell(&mut self) {
        let (past, cell) = (self.label(), self.name(["c", "d"]));
        self.line(&format!("get r7, {cell}"));
        self.line(&format!("ifnull r7, {past}"));
        match self.random.below(4) {
            0 => {
                let value = 1 + self.random.below(2);
                self.line(&format!("iconst r1, {value}"));
                self.line("putfield r7, r1, Cell.n:I");
            }
            1 => {
                self.line("getfield r1, r7, Cell.n:I");
                self.line("number r1");
            }
            2 => {
                self.line("getfield r1, r7, Cell.n:I");
                self.line("iaddk r1, r1, 1");
                self.line("putfield r7, r1, Cell.n:I");
            }
            _ => {
                self.line("monitorenter r7");
                self.line("getfield r1, r7, Cell.n:I");
                self.line("ixork r1, r1, 1");
                self.line("putfield r7, r1, Cell.n:I");
                self.line("monitorexit r7");
            }
        }
        self.text.push_str(&format!("{past}:\n"));
        self.line("iconst r1, 0");
    }
}

/// The program with this number in which several threads have the same code, and work on objects that main makes before or
/// while they run.
fn alike_program(seed: u64) -> String {
    let mut writer = Writer { random: Random(seed.wrapping_mul(0x9e37_79b9)), text: String::new(), labels: 0 };
    writer.text.push_str(
        "shared p Object final\nshared q Object final\nshared v I volatile\nshared w I volatile\nshared x I\n\
         shared c Object volatile\nshared d Object volatile\n\
         class Cell extends java/lang/Object {\n  field n I flags 0x41\n}\n",
    );
    for thread in 0..2 {
        writer.text.push_str(&format!("thread T{thread} {{\n"));
        for _ in 0..=writer.random.below(2) {
            match writer.random.below(2) {
                0 => writer.cell(),
                _ => writer.statement(1),
            }
        }
        writer.text.push_str("}\n");
    }
    writer.text.push_str("main {\n");
    let mut cells = vec!["c", "d"];
    for thread in ["T0", "T0", "T1"] {
        if writer.random.below(2) == 0
            && let Some(cell) = cells.pop()
        {
            writer.line("new r8, Cell");
            writer.line(&format!("put {cell}, r8"));
        }
        if writer.random.below(4) != 0 {
            writer.line(&format!("spawn r10, {thread}"));
        }
    }
    if writer.random.below(2) == 0 {
        writer.line("join r10");
    }
    if writer.random.below(2) == 0 {
        writer.cell();
    }
    writer.text.push_str("}\n");
    writer.text
}

/// The program with this number.
fn program(seed: u64) -> String {
    let mut writer = Writer { random: Random(seed.wrapping_mul(0x9e37_79b9)), text: String::new(), labels: 0 };
    writer.text.push_str(
        "shared p Object final\nshared q Object final\nshared v I volatile\nshared w I volatile\nshared x I\n",
    );
    let threads = 1 + writer.random.below(2);
    for thread in 0..threads {
        writer.text.push_str(&format!("thread T{thread} {{\n"));
        for _ in 0..=writer.random.below(3) {
            writer.statement(0);
        }
        writer.text.push_str("}\n");
    }
    writer.text.push_str("main {\n");
    for thread in 0..threads {
        writer.line(&format!("spawn r{}, T{thread}", 10 + thread));
    }
    for _ in 0..=writer.random.below(2) {
        writer.statement(0);
    }
    writer.text.push_str("}\n");
    writer.text
}

/// What a search says of a program; nothing if it is too large.
fn search(text: &str, options: Options) -> Option<(BTreeSet<String>, BTreeSet<String>, u64)> {
    let mut vm = machine(text);
    let mut checker = Checker::new(&mut vm, options);
    let verdict = checker.run();
    assert!(checker.ended_early().is_none(), "{:?} in\n{text}", checker.ended_early());
    match verdict {
        Verdict::Inconclusive(StopReason::States(_)) => return None,
        Verdict::Inconclusive(StopReason::Dropped(_)) => {}
        Verdict::Inconclusive(reason) => panic!("{reason:?} in\n{text}"),
        Verdict::Verified(_) | Verdict::Violated(_) => {}
    }
    let kinds = checker.violations().iter().map(|violation| kind(&violation.kind())).collect();
    Some((kinds, checker.outcomes().clone(), checker.stats().states))
}

fn kind(kind: &ViolationKind) -> String {
    format!("{kind:?}")
}

#[test]
fn random_programs_have_the_same_violations_and_outcomes_with_every_reduction() {
    compare(program);
}

#[test]
fn random_programs_that_join_have_the_same_violations_and_outcomes_with_every_reduction() {
    compare(joining_program);
}

#[test]
fn random_programs_with_threads_that_are_alike_have_the_same_violations_and_outcomes_with_every_reduction() {
    compare(alike_program);
}

/// Compares what every reduction says of some programs.
fn compare(program: fn(u64) -> String) {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let first = number("BRAID_SEED", 1u64);
    let mut compared = 0;
    for seed in first..first + number("BRAID_RANDOM", PROGRAMS) {
        let text = program(seed);
        let full = Options { reduction: Reduction::None, ..options() };
        let ruling = judge(&mut machine(&text), &full);
        if ruling.stopped.is_some() {
            continue;
        }
        // Where others wait for ever beside a daemon that spins, it is a matter of words what that is.
        let has_daemon = text.contains("Thread.daemon");
        let word = |kind: String| if has_daemon && kind == "Livelock" { "Deadlock".to_owned() } else { kind };
        let kinds = |kinds: BTreeSet<String>| kinds.into_iter().map(word).collect();
        let expected: (BTreeSet<_>, _) = (kinds(ruling.violations.iter().map(kind).collect()), ruling.outcomes);
        let mut states = Vec::new();
        for (reduction, search_order, look_after) in [
            (Reduction::None, Search::Dfs, 50),
            (Reduction::Local, Search::Bfs, 1_000),
            (Reduction::Cycle, Search::Dfs, 50),
            (Reduction::Transactions, Search::Dfs, Options::LOOK_AFTER),
            (Reduction::Transactions, Search::Dfs, 1),
            (Reduction::Transactions, Search::Bfs, 50),
        ] {
            for symmetry in [Symmetry::On, Symmetry::Off] {
                let with = Options { reduction, search: search_order, look_after, symmetry, ..options() };
                let Some((violations, outcomes, count)) = search(&text, with) else { continue };
                let how = format!("{seed}: {reduction:?} {look_after} symmetry {symmetry:?} in\n{text}");
                assert_eq!((kinds(violations), outcomes), expected, "{how}");
                if reduction == Reduction::Transactions && symmetry == Symmetry::Off {
                    states.push(count);
                }
            }
        }
        states.dedup();
        assert!(states.len() <= 1, "{seed}: {states:?} states with different patience in\n{text}");
        compared += 1;
    }
    assert!(compared > 0, "every program is too large");
}
