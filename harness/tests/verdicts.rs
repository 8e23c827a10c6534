//! Every checked program of `java-tests` gets the verdict of its header from `braid check`, whatever is taken to commute
//! and in whatever order states are visited, however they are stored and named; violations are reported at the marked
//! lines and nowhere else.
//!
//! Every list of arguments of every program is checked on JDK 17 with
//!
//! * transactions depth-first, the judge of the rest, and then with states named by a traversal, which has to give the same
//!   report: so the same check twice gives the same report;
//! * no reduction, threads told apart, and if it uses `java.util.concurrent`, the bytecode of that, steps and the widest ones;
//! * one of final fields as constants, transactions breadth-first, cycles unless it is about data races, and the bytecode if it uses
//!   `java.util.concurrent` only inside the class library: these go round;
//! * one more choice of all options, which goes round: the first list of a program takes its turn among those that
//!   store states exactly, other lists take theirs among the others;
//!
//! * `--time auto` with transactions depth-first, if the program waits for some time or looks at a clock: the verdict is that of
//!   patient time, and what free time shows besides is told beside it; everything else has `--time free`, unless the header says
//!   otherwise;
//!
//! and on JDK 25 with transactions, and so are the programs of `regress` and `race` on Java 21 if `BRAID_JDK21` names a
//! runtime. A list that shows that one outcome of several is reached is checked with transactions and with one more choice.
//!
//! Options of a revision that are chosen here are dropped. Revisions that are then equal are checked once. Where the header
//! says how many states there are, transactions have to store, depth-first, just as many.
//!
//! A check that runs out of time or states says so, which is never wrong: it is accepted from all other combinations when transactions
//! depth-first give the right answer, and from transactions on JDK 25 when they give it on JDK 17.
//! `BRAID_VERDICTS=substring` restricts the programs by path; `BRAID_VERDICTS_SECONDS` gives other combinations more time, and lets
//! none go round.
//! With `BRAID_QUICK` a cross-section is checked with transactions alone.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use support::bless::{self, Counts};
use support::check::{Answer, Limit, Report, Target, check, in_parallel, lines_of};
use support::directives::{Case, CheckSpec, Kind, Revision, Verdict, api_sources, is_quick, load_cases};
use support::jdk::{Jdk, compile, find_runtime, tested};
use support::product::{Choice, Reduction, Store};
use support::temp::TempDir;

/// A version that may be there as a runtime only.
const RUNTIME: u32 = 21;
/// The folders whose programs are checked on Java 21 as well.
const RUN_ELSEWHERE: [&str; 2] = ["regress", "race"];
/// Options with a value that this test chooses.
const DROPPED: [&str; 6] = ["--reduction", "--search", "--store", "--canon", "--symmetry", "--juc"];
/// The package that models and steps are about.
const JUC: &str = "java.util.concurrent";
/// How long transactions may take, on a machine that others use too.
const LIMIT: Duration = Duration::from_secs(120);
/// How long other JDKs may take; what takes longer is not checked a second time.
const OTHER_LIMIT: Duration = Duration::from_secs(5);
/// How far all other combinations may go, unless `BRAID_VERDICTS_SECONDS` gives them time: so many states, which are the same on
/// every machine, and for those whose states cost much
const CHOICE_STATES: &str = "3000";
/// so long.
const CHOICE_LIMIT: Duration = Duration::from_secs(1);
/// How long a program that is known to be wrong may take.
const WRONG_LIMIT: Duration = Duration::from_secs(3);

/// One program with one list of options and arguments on one JDK.
struct Job<'a> {
    case: &'a Case,
    spec: &'a CheckSpec,
    flags: Vec<String>,
    args: Vec<String>,
    expected: Verdict,
    /// Which revision of the program it is, unless it is one of its outcomes.
    revision: Option<&'a Revision>,
    /// What the report names as fixed.
    fixed: Option<&'a [String]>,
    known_wrong: Option<&'a str>,
    /// The choice whose turn it is.
    turn: Choice,
    /// Which one of all programs it is.
    position: usize,
    place: Place<'a>,
    classes: &'a Path,
}

/// A JDK, and whether it is the one on which transactions must come to an end.
#[derive(Clone, Copy)]
struct Place<'a> {
    jdk: &'a Jdk,
    is_judged: bool,
}

/// What came of a job.
struct Outcome {
    reports: BTreeMap<Choice, Report>,
    /// What is not as the header says.
    wrong: Vec<String>,
}

/// What one choice of options costs, in seconds.
#[derive(Default)]
struct Spent {
    all: f64,
    /// By checks that ran out of time.
    in_vain: f64,
}

#[test]
fn verdicts_are_those_of_the_headers() {
    let began = Instant::now();
    let cases = load_cases().expect("java-tests is well formed");
    let filter = std::env::var("BRAID_VERDICTS").unwrap_or_default();
    let selected: Vec<&Case> =
        cases.iter().filter(|case| matches!(case.kind, Kind::Check(_)) && case.is_asked_for(&filter)).collect();
    assert!(!selected.is_empty(), "no program matches BRAID_VERDICTS={filter:?}");

    let mut failures = Vec::new();
    let mut counted = Counted::new();
    let mut met = BTreeMap::<Choice, usize>::new();
    let mut spent = BTreeMap::<Choice, Spent>::new();
    let jdks = tested();
    let judged = &jdks[0];
    let runtime = find_runtime(RUNTIME).filter(|runtime| jdks.iter().all(|jdk| jdk.version != runtime.version));
    if runtime.is_none() {
        println!("Java {RUNTIME}: not checked apart, since BRAID_JDK{RUNTIME} names no runtime");
    }
    for jdk in jdks.iter().chain(&runtime) {
        let version = jdk.version;
        let only_runtime = runtime.as_ref().is_some_and(|runtime| std::ptr::eq(runtime, jdk));
        let elsewhere =
            |case: &&Case| RUN_ELSEWHERE.iter().any(|folder| case.path.parent().is_some_and(|p| p.ends_with(folder)));
        let here: Vec<&Case> =
            selected.iter().copied().filter(|case| case.runs_on(jdk) && (!only_runtime || elsewhere(case))).collect();
        if here.is_empty() {
            continue;
        }
        // A runtime has no compiler.
        let compiler = if only_runtime { judged } else { jdk };
        let classes = TempDir::new(&format!("verdicts{version}")).expect("a temporary directory");
        let api = api_sources().expect("java-tests/api is readable");
        let sources: Vec<&Path> = here.iter().map(|case| &case.path).chain(&api).map(|path| path.as_path()).collect();
        compile(compiler, &sources, classes.path()).expect("the checked programs compile");
        let position = |case: &Case| cases.iter().position(|other| std::ptr::eq(other, case)).unwrap_or(0);
        let place = Place { jdk, is_judged: std::ptr::eq(jdk, judged) };
        let jobs: Vec<Job> = here.iter().flat_map(|case| jobs(case, position(case), place, classes.path())).collect();
        // Nothing else is written into headers than what revisions count.
        let jobs: Vec<Job> = jobs.into_iter().filter(|job| !bless::is_asked_for() || is_counted(job)).collect();
        let outcomes = in_parallel(&jobs, run);
        println!("JDK {version}: {} programs, {} argument lists", here.len(), jobs.len());
        print_table(&jobs, &outcomes);
        for (job, outcome) in jobs.iter().zip(&outcomes) {
            let answered = |report: &Report| report.answer != Answer::TooSlow;
            let ended = outcome.reports.get(&job.turn).is_some_and(answered);
            *met.entry(job.turn).or_default() += usize::from(ended);
            for (choice, report) in &outcome.reports {
                let spent = spent.entry(*choice).or_default();
                spent.all += report.seconds();
                spent.in_vain += if answered(report) { 0.0 } else { report.seconds() };
            }
        }
        if bless::is_asked_for() {
            jobs.iter().zip(&outcomes).for_each(|(job, outcome)| count(job, outcome, &mut counted));
        }
        for case in here {
            // Of the checks that are known to be wrong for one reason at least one must still be.
            let mut by_reason = BTreeMap::<Option<&str>, Vec<(&Job, &Outcome)>>::new();
            for (job, outcome) in jobs.iter().zip(&outcomes).filter(|(job, _)| std::ptr::eq(job.case, case)) {
                by_reason.entry(job.known_wrong).or_default().push((job, outcome));
            }
            failures.extend(by_reason.iter().flat_map(|(reason, outcomes)| judge(case, *reason, outcomes)));
        }
    }
    counted.iter().for_each(|(name, counts)| bless_case(&selected, name, counts));
    println!("checks that ended, by choice of options:");
    met.iter().for_each(|(product, count)| println!("{product:<40} {count:>4}"));
    println!("seconds of all checks and of those out of time, by choice of options:");
    for (product, Spent { all, in_vain }) in &spent {
        println!("{product:<40} {all:>6.1} {in_vain:>6.1}");
    }
    println!("{:.0} s", began.elapsed().as_secs_f64());
    assert!(failures.is_empty(), "{} verdicts are wrong:\n{}", failures.len(), failures.join("\n"));
}

/// The distinct checks of a program, which is the one at this position among all.
fn jobs<'a>(case: &'a Case, position: usize, place: Place<'a>, classes: &'a Path) -> Vec<Job<'a>> {
    let Kind::Check(spec) = &case.kind else { unreachable!("only checked programs are selected") };
    let mut jobs: Vec<Job> = Vec::new();
    let mut seen = BTreeSet::new();
    for revision in &spec.revisions {
        let known_wrong = revision.known_wrong.as_deref().or(case.known_wrong.as_deref());
        let mut add = |args: Vec<String>, expected: Verdict, counted: Option<&'a Revision>| {
            let flags = kept(&revision.flags);
            if seen.insert((flags.clone(), args.clone())) {
                let about_races = flags.iter().any(|flag| flag == "--races");
                let turn = turn(position, jobs.len(), about_races);
                let fixed = revision.fixed.as_deref();
                jobs.push(Job {
                    case,
                    spec,
                    flags,
                    args,
                    expected,
                    revision: counted,
                    fixed,
                    known_wrong,
                    turn,
                    position,
                    place,
                    classes,
                });
            }
        };
        add(revision.args.clone(), spec.verdict.clone(), Some(revision));
        if !spec.outcomes.is_empty() {
            let all = std::iter::once("only".to_owned()).chain(spec.outcomes.iter().cloned());
            add(all.collect(), Verdict::Verified, None);
            spec.outcomes.iter().for_each(|outcome| add(vec![outcome.clone()], Verdict::Assertion, None));
        }
    }
    jobs
}

/// The choice whose turn it is with the `list`th list of arguments of a program.
fn turn(position: usize, list: usize, about_races: bool) -> Choice {
    let mut all = Choice::all();
    let store = if list == 0 { Store::Exact } else { Store::Compact };
    // Cycles do not go with races.
    all.retain(|choice| choice.store == store && !(about_races && choice.reduction == Reduction::Cycle));
    all[(position + list) % all.len()]
}

/// Of the choices that every program is checked with by night, the one whose turn it is.
fn going_round(job: &Job) -> Vec<Choice> {
    let mut choices = vec![Choice::LOCAL, Choice::BREADTH];
    if !job.flags.iter().any(|flag| flag == "--races") {
        choices.push(Choice::CYCLE);
    }
    if !job.case.mentions(JUC) {
        choices.push(Choice::BYTECODE);
    }
    match std::env::var_os("BRAID_VERDICTS_SECONDS") {
        Some(_) => choices,
        None => vec![choices[job.position % choices.len()]],
    }
}

/// The options without those that this test chooses.
fn kept(flags: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = flags.iter();
    while let Some(word) = words.next() {
        if DROPPED.contains(&word.as_str()) {
            words.next();
        } else {
            kept.push(word.clone());
        }
    }
    kept
}

/// How far combinations may go that are compared with depth-first transactions.
fn choice_limit() -> Limit {
    match std::env::var("BRAID_VERDICTS_SECONDS") {
        Ok(given) => {
            Limit::time(Duration::from_secs(given.parse().expect("BRAID_VERDICTS_SECONDS is a number of seconds")))
        }
        Err(_) => Limit { states: Some(CHOICE_STATES), time: CHOICE_LIMIT },
    }
}

fn run(job: &Job) -> Outcome {
    let name = job.case.name();
    let target = Target { jdk: job.place.jdk, classes: job.classes, main: &name, flags: &job.flags, args: &job.args };
    let mut outcome = Outcome { reports: BTreeMap::new(), wrong: Vec::new() };
    let limit = match (job.known_wrong, job.place.is_judged) {
        (Some(_), _) => WRONG_LIMIT,
        (None, true) => LIMIT,
        (None, false) if bless::is_asked_for() => LIMIT,
        (None, false) => OTHER_LIMIT,
    };
    // Headers count states with all threads told apart.
    let first = if bless::is_asked_for() { Choice::APART } else { Choice::DEFAULT };
    match check(&target, first, Limit::time(limit)) {
        Ok(report) if report.answer == Answer::TooSlow && job.known_wrong.is_none() && !job.place.is_judged => {
            outcome.reports.insert(Choice::DEFAULT, report);
        }
        Ok(report) => {
            outcome.wrong.extend(difference(job, Choice::DEFAULT, &report));
            outcome.wrong.extend(misplaced(job, &report));
            outcome.wrong.extend(miscounted(job, Choice::DEFAULT, &report));
            outcome.wrong.extend(misnamed(job, &report));
            outcome.reports.insert(Choice::DEFAULT, report);
        }
        Err(what) => outcome.wrong.push(what),
    }
    // One answer shows that a known wrong program is still wrong; a wrong answer of transactions is told at once.
    if job.known_wrong.is_some()
        || !job.place.is_judged
        || !outcome.wrong.is_empty()
        || is_quick()
        || bless::is_asked_for()
    {
        return outcome;
    }
    let mut others: Vec<(Choice, Limit)> = vec![(job.turn, choice_limit())];
    // That one outcome is reached is enough: the check with all outcomes compares the rest.
    if job.expected == job.spec.verdict {
        let always = [Choice::NONE, Choice::APART];
        let library: &[Choice] =
            if job.case.mentions(JUC) { &[Choice::BYTECODE, Choice::STEPS, Choice::WIDE] } else { &[] };
        let asked = always.into_iter().chain(library.iter().copied()).chain(going_round(job));
        others.extend(asked.map(|choice| (choice, choice_limit())));
        // It has to say the same, so no limit may end a part of it.
        let quick = outcome.reports[&Choice::DEFAULT].seconds() < 0.3;
        others.extend(quick.then_some((Choice::FULL, Limit::time(LIMIT))));
    }
    for (choice, limit) in others {
        match check(&target, choice, limit) {
            Ok(report) => {
                if report.answer != Answer::TooSlow {
                    outcome.wrong.extend(difference(job, choice, &report));
                    outcome.wrong.extend((choice == Choice::APART).then(|| miscounted(job, choice, &report)).flatten());
                }
                outcome.reports.insert(choice, report);
            }
            Err(what) => outcome.wrong.push(format!("{choice}: {what}")),
        }
    }
    let is_timed = outcome.reports.get(&Choice::DEFAULT).is_some_and(Report::is_timed);
    let own_time = job.flags.iter().any(|flag| ["--time", "--outcomes"].contains(&flag.as_str()));
    if job.expected == job.spec.verdict && !own_time {
        outcome.wrong.extend(if is_timed { mistimed(job) } else { unexpectedly_timeless(job) });
    }
    let lasting = |choice| outcome.reports.get(&choice).filter(|r| r.answer != Answer::TooSlow).map(Report::lasting);
    if let (Some(first), Some(again)) = (lasting(Choice::DEFAULT), lasting(Choice::FULL))
        && first != again
    {
        outcome.wrong.push(format!("two runs, two reports:\n{first:#}\n{again:#}"));
    }
    outcome
}

/// What is wrong with the answer of `--time auto`.
fn mistimed(job: &Job) -> Option<String> {
    let (spec, name) = (job.spec, job.case.name());
    let flags: Vec<String> = job.flags.iter().cloned().chain(["--time".into(), "auto".into()]).collect();
    let target = Target { jdk: job.place.jdk, classes: job.classes, main: &name, flags: &flags, args: &job.args };
    let report = match check(&target, Choice::DEFAULT, choice_limit()) {
        Ok(report) => report,
        Err(what) => return Some(format!("--time auto: {what}")),
    };
    let timing = &report.json["timing"];
    let early = &timing["violations"][0];
    let kind = early["kind"].as_str().unwrap_or_default().to_owned();
    let lines = lines_of(early, &format!("{name}.java"));
    let marked: BTreeSet<u32> = job.spec.markers.keys().copied().collect();
    let is_limited = timing["verdict"] == "inconclusive";
    let right = match (&spec.patient, &report.answer) {
        (_, Answer::TooSlow) => true,
        (Verdict::Verified, Answer::Verified) if is_limited => true,
        (Verdict::Verified, Answer::Verified) if spec.verdict == Verdict::Verified => early.is_null(),
        (Verdict::Verified, Answer::Verified) => {
            is_expected(&spec.verdict, &Answer::Violated(kind)) && lines == marked && !early["note"].is_null()
        }
        (patient, answer) => is_expected(patient, answer),
    };
    (!right).then(|| {
        format!("--time auto: {}, {:?} expected, marked {marked:?}\n{}", report.answer, spec.patient, report.text)
    })
}

/// A header that speaks of time, of a program that time means nothing to.
fn unexpectedly_timeless(job: &Job) -> Option<String> {
    (job.spec.patient != job.spec.verdict).then(|| "time means nothing to the program: no patient verdict".to_owned())
}

/// How an answer differs from the expected verdict.
fn difference(job: &Job, choice: Choice, report: &Report) -> Option<String> {
    let right = is_expected(&job.expected, &report.answer);
    let (answer, expected) = (&report.answer, &job.expected);
    (!right).then(|| format!("{choice}: {answer}, expected {expected:?}\n{}", report.text))
}

fn is_expected(expected: &Verdict, answer: &Answer) -> bool {
    match (expected, answer) {
        (Verdict::Verified, Answer::Verified) => true,
        (Verdict::Deadlock, Answer::Violated(kind)) => kind == "deadlock",
        (Verdict::Assertion, Answer::Violated(kind)) => kind == "assertion",
        (Verdict::Uncaught(class), Answer::Violated(kind)) => kind.strip_prefix("uncaught ") == Some(class),
        (Verdict::Race, Answer::Violated(kind)) => kind == "race",
        (Verdict::Livelock, Answer::Violated(kind)) => kind == "livelock",
        (Verdict::Inconclusive(expected), Answer::Inconclusive(reason)) => reason.contains(expected.as_str()),
        (
            Verdict::Verified
            | Verdict::Deadlock
            | Verdict::Assertion
            | Verdict::Uncaught(_)
            | Verdict::Race
            | Verdict::Livelock
            | Verdict::Inconclusive(_),
            Answer::Verified | Answer::Violated(_) | Answer::TooSlow | Answer::Inconclusive(_),
        ) => false,
    }
}

/// Marked lines at which nothing is reported, and reported lines without a mark.
fn misplaced(job: &Job, report: &Report) -> Option<String> {
    let marked: BTreeSet<u32> = match job.expected == job.spec.verdict && job.expected != Verdict::Verified {
        true => job.spec.markers.keys().copied().collect(),
        // An outcome that is asked for fails elsewhere.
        false => return None,
    };
    let reported = report.lines(&format!("{}.java", job.case.name()));
    (marked != reported).then(|| format!("marked lines {marked:?}, reported lines {reported:?}\n{}", report.text))
}

/// More states than the header says; with all threads told apart, fewer as well.
fn miscounted(job: &Job, choice: Choice, report: &Report) -> Option<String> {
    let Place { jdk, .. } = job.place;
    let expected = job.revision?.states.on(jdk.version).filter(|_| jdk.is_whole && !bless::is_asked_for())?;
    let states = report.states();
    // Where threads are taken for each other, disciplines tell fewer objects apart.
    let wrong = states > expected + expected / 2 || choice == Choice::APART && states != expected;
    wrong.then(|| format!("{states} states with {choice}, {expected} in the header"))
}

/// Other fixed answers than the header says.
fn misnamed(job: &Job, report: &Report) -> Option<String> {
    let expected: BTreeSet<&str> = job.fixed?.iter().map(String::as_str).collect();
    let named = report.json["fixed"].as_array().into_iter().flatten();
    let named: BTreeSet<&str> = named.filter_map(|fixed| fixed["kind"].as_str()).collect();
    (named != expected).then(|| format!("{named:?} are named as fixed, {expected:?} in the header\n{}", report.text))
}

/// What searches store: by program, then by options and arguments, then by JDK.
type Counted = BTreeMap<String, BTreeMap<(Vec<String>, Vec<String>), Counts>>;

/// Whether the header of a program says, or should say, how many states a check stores.
fn is_counted(job: &Job) -> bool {
    let pinned = |revision: &Revision| job.expected == Verdict::Verified || !revision.states.is_open();
    job.known_wrong.is_none() && job.place.jdk.is_whole && job.revision.is_some_and(pinned)
}

/// Notes how many states a check has stored.
fn count(job: &Job, outcome: &Outcome, counted: &mut Counted) {
    let ended = outcome.reports.get(&Choice::DEFAULT).filter(|report| report.answer != Answer::TooSlow);
    if let Some(report) = ended.filter(|_| outcome.wrong.is_empty()) {
        let lists = counted.entry(job.case.name()).or_default();
        let counts = lists.entry((job.flags.clone(), job.args.clone())).or_default();
        counts.insert(job.place.jdk.version, report.states());
    }
}

/// Writes what was counted into the header of a program.
fn bless_case(cases: &[&Case], name: &str, lists: &BTreeMap<(Vec<String>, Vec<String>), Counts>) {
    let case = cases.iter().find(|case| case.name() == name).expect("invariant: it was checked");
    let Kind::Check(spec) = &case.kind else { unreachable!("only checked programs are selected") };
    // Revisions that are equal but for what this test chooses have been checked once.
    let counts = |revision: &Revision| {
        Some((revision.name.clone(), lists.get(&(kept(&revision.flags), revision.args.clone()))?.clone()))
    };
    if let Some(counts) = spec.revisions.iter().map(counts).collect::<Option<Vec<_>>>() {
        bless::write(case, &counts);
    }
}

/// The reason of programs whose checks do not end in time.
const TOO_SLOW: &str = "too slow";

/// What is wrong with those checks of a program that are known to be wrong for this reason, or not known to be.
fn judge(case: &Case, known_wrong: Option<&str>, outcomes: &[(&Job, &Outcome)]) -> Vec<String> {
    let wrong = outcomes.iter().flat_map(|(job, outcome)| {
        let title = format!("--- {} {:?} on JDK {}", case.name(), job.args, job.place.jdk.version);
        outcome.wrong.iter().map(move |what| format!("{title}: {what}"))
    });
    let wrong: Vec<String> = wrong.collect();
    match known_wrong {
        None => wrong,
        // Whether a check is too slow depends on the machine: being in time is fine, another answer is not.
        Some(TOO_SLOW) => {
            let slow = |what: &String| what.contains(&format!(": {}, expected", Answer::TooSlow));
            // A check that did not end reports no lines either.
            let unfinished = wrong.iter().any(slow);
            wrong.into_iter().filter(|what| !(slow(what) || unfinished && what.contains(": marked lines"))).collect()
        }
        Some(reason) if wrong.is_empty() => {
            vec![format!("--- {}: right now; remove `known-wrong: {reason}`", case.name())]
        }
        Some(_) => Vec::new(),
    }
}

fn print_table(jobs: &[Job], outcomes: &[Outcome]) {
    println!(
        "{:<42} {:<12} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7}",
        "program", "answer", "none", "local", "trans", "bfs", "cycle", "bytecode", "seconds"
    );
    let columns = [Choice::NONE, Choice::LOCAL, Choice::DEFAULT, Choice::BREADTH, Choice::CYCLE, Choice::BYTECODE];
    let mut totals = BTreeMap::<Choice, u64>::new();
    let mut slow = 0;
    for (job, Outcome { reports, .. }) in jobs.iter().zip(outcomes) {
        let mut title = job.case.name();
        for word in job.flags.iter().chain(&job.args) {
            title = format!("{title} {word}");
        }
        let answer = reports.get(&Choice::DEFAULT).map_or("?".to_owned(), |r| r.answer.to_string());
        let known_wrong = if job.known_wrong.is_some() { " (known wrong)" } else { "" };
        let states = columns.map(|choice| match reports.get(&choice) {
            None => "-".to_owned(),
            Some(report) if report.answer == Answer::TooSlow => {
                slow += usize::from(known_wrong.is_empty());
                format!(">{}", report.states())
            }
            Some(report) => {
                *totals.entry(choice).or_default() += report.states();
                report.states().to_string()
            }
        });
        let seconds: f64 = reports.values().map(Report::seconds).sum();
        let states = states.map(|states| format!("{states:>9}")).join(" ");
        println!("{title:<42.42} {answer:<12.12} {states} {seconds:>7.2}{known_wrong}");
    }
    let totals: Vec<String> = totals.iter().map(|(choice, states)| format!("{choice} {states}")).collect();
    println!("states of the checks that ended: {}", totals.join(", "));
    println!("checks out of time, not counting the known wrong: {slow}\n");
}

#[test]
fn numbers_are_written_in_place_or_below_the_header() {
    let counts = |pairs: &[(u32, u64)]| pairs.iter().copied().collect::<Counts>();
    let one = [(String::new(), counts(&[(17, 5), (25, 5)]))];
    assert_eq!(
        bless::with_counts("//@ verdict: verified\nclass A {}\n", &one),
        "//@ verdict: verified\n//@ states: 5\nclass A {}\n"
    );
    let by_jdk = [(String::new(), counts(&[(17, 5), (25, 7)]))];
    assert_eq!(
        bless::with_counts("//@ states: 1\n//@ args: x\n", &by_jdk),
        "//@ states: 5 on 17, 7 on 25\n//@ args: x\n"
    );
    let two = [("a".to_owned(), counts(&[(17, 5)])), ("b".to_owned(), counts(&[(17, 6)]))];
    assert_eq!(
        bless::with_counts("//@ revisions: a b\n//@ states: 1\nclass A {}\n", &two),
        "//@ revisions: a b\n//@[a] states: 5 on 17\n//@[b] states: 6 on 17\nclass A {}\n"
    );
}
