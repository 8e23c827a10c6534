//! Steps are kept honest on clients that are written by hand: what they end with is compared with what they end with where every
//! method interleaves.
//!
//! The steps are the widest ones (`--juc wide`), which let happen less than those of `--juc steps`; but for the clients from which
//! those are known to hide something.
//!
//! The programs are `support/clients/*Clients.java`, one client for each `case "name"`. What the clients end with without steps
//! takes long to find, so it is kept: `support/clients/ends-17.json` and `ends-25.json` have outcomes and kinds of violations, or `null`
//! for a client that does not come to an end without steps. `BRAID_BLESS=1` finds it out again and writes it down.
//!
//! The test run takes the clients that are small with steps. `scripts/nightly` takes all, and finds out again what is kept
//! (`BRAID_CLIENTS_ANEW=1`). `BRAID_CLIENT=name` takes one; `BRAID_CLIENT_SECONDS` is how long a check may take.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::check::{Report, Target, ask, in_parallel};
use support::directives::{api_sources, java_tests};
use support::ends::{Ends, ends};
use support::jdk::{Jdk, compile, tested};
use support::temp::TempDir;

const PROGRAMS: [&str; 5] = ["QueueClients", "PoolClients", "FutureClients", "CollectionClients", "MeetingClients"];
/// What JDKs before 21 do not have.
const OF_21: &str = "VirtualClients";
/// Clients that the widest steps are known to hide something from: only those of `--juc steps` are compared.
const DOUBTED: [&str; 2] = ["MeetingClients forkCounts", "PoolClients refusedBeforeHook"];
/// Clients with more states than this are for the night.
const SMALL: u64 = 700;

/// What is known of a client.
#[derive(Clone)]
struct Known {
    /// What it ends with without steps, if it ever does.
    ends: Option<Ends>,
    /// How many states it has with steps: says only whether it is small.
    states: u64,
}

type Clients = BTreeMap<String, Known>;

#[test]
fn clients_end_in_steps_as_they_do_without() {
    let bless = support::bless::is_asked_for();
    let anew = bless || std::env::var_os("BRAID_CLIENTS_ANEW").is_some();
    for jdk in tested() {
        let began = Instant::now();
        let file = clients_folder().join(format!("ends-{}.json", jdk.version));
        let known = read(&file);
        let folder = compiled(&jdk);
        let names = names(jdk.compiles);
        let chosen: Vec<&String> = names
            .iter()
            .filter(|name| match std::env::var("BRAID_CLIENT") {
                Ok(one) => name.ends_with(&format!(" {one}")),
                Err(_) => anew || known.get(*name).is_some_and(|known| known.states <= SMALL && known.ends.is_some()),
            })
            .collect();
        let found = in_parallel(&chosen, |name| compare(name, known.get(*name), anew, &jdk, folder.path()));
        let mut now = known;
        let mut wrong = 0;
        for (name, found) in chosen.iter().zip(found) {
            match found {
                Ok(known) => _ = now.insert((*name).clone(), known),
                Err(what) => {
                    println!("--- {name} on JDK {}: {what}", jdk.version);
                    wrong += 1;
                }
            }
        }
        println!(
            "JDK {}: {} clients, {wrong} not alike, {:.0} s",
            jdk.version,
            chosen.len(),
            began.elapsed().as_secs_f64()
        );
        if bless {
            write(&file, &now);
        }
        assert!(wrong == 0, "{wrong} clients end otherwise in steps, printed above");
    }
}

#[test]
fn what_is_kept_is_of_clients_that_there_are() {
    for version in [17, 25] {
        let names: BTreeSet<String> = names(version).into_iter().collect();
        assert!(names.len() >= 100, "{} clients", names.len());
        let known = read(&clients_folder().join(format!("ends-{version}.json")));
        let kept: BTreeSet<String> = known.keys().cloned().collect();
        assert_eq!(kept.difference(&names).collect::<Vec<_>>(), Vec::<&String>::new(), "JDK {version}");
        let compared = known.values().filter(|known| known.ends.is_some()).count();
        assert!(compared >= 100, "only {compared} clients come to an end on JDK {version}");
    }
}

fn clients_folder() -> PathBuf {
    java_tests().join("../harness/tests/support/clients")
}

/// The programs that a compiler of this version can compile.
fn programs(version: u32) -> impl Iterator<Item = &'static str> {
    PROGRAMS.into_iter().chain((version >= 21).then_some(OF_21))
}

/// All clients: a class and a word.
fn names(version: u32) -> Vec<String> {
    let mut names = Vec::new();
    for program in programs(version) {
        let text =
            std::fs::read_to_string(clients_folder().join(format!("{program}.java"))).expect("clients are there");
        let cases = text.lines().filter_map(|line| line.trim().strip_prefix("case \"")?.split('"').next());
        names.extend(cases.map(|case| format!("{program} {case}")));
    }
    names
}

fn compiled(jdk: &Jdk) -> TempDir {
    let folder = TempDir::new("clients").expect("a temporary directory");
    let mut sources = api_sources().expect("java-tests/api is readable");
    let all = programs(jdk.compiles).chain(["Ends"]);
    sources.extend(all.map(|name| clients_folder().join(format!("{name}.java"))));
    let sources: Vec<&Path> = sources.iter().map(|path| path.as_path()).collect();
    compile(jdk, &sources, folder.path()).expect("clients compile");
    folder
}

/// Checks a client with steps, and without if what it ends with then is not known; an error if that is not the same.
fn compare(name: &str, known: Option<&Known>, anew: bool, jdk: &Jdk, classes: &Path) -> Result<Known, String> {
    let (main, args) = name.split_once(' ').expect("a class and a word");
    let args = [args.to_string()];
    let target = Target { jdk, classes, main, flags: &[], args: &args };
    let seconds = std::env::var("BRAID_CLIENT_SECONDS").map_or(20, |text| text.parse().expect("a number of seconds"));
    let asked = |juc: &str| ask(&target, &["--juc", juc, "--outcomes", "--races", "off"], Duration::from_secs(seconds));
    let told = |report: &Report| match ends(report) {
        Ok(ends) => Ok(ends),
        Err(what) => Err(format!("it does not end: {what}")),
    };
    let with = asked(if DOUBTED.contains(&name) { "steps" } else { "wide" })?;
    let kept = known.and_then(|known| known.ends.clone());
    let without = match &kept {
        Some(ends) if !anew => Some(ends.clone()),
        _ => told(&asked("model")?)?.or(kept.clone()),
    };
    if let (Some(kept), Some(without)) = (&kept, &without)
        && kept != without
        && !support::bless::is_asked_for()
    {
        return Err(format!("without steps {without:?}, and kept is {kept:?}"));
    }
    let states = with.states();
    let with = told(&with)?;
    match (&with, &without) {
        (Some(with), Some(without)) => with.same_as(without)?,
        (None, Some(_)) if !anew => return Err("a limit is reached with steps".into()),
        (None, Some(_)) => println!("{name} on JDK {}: only without steps it comes to an end", jdk.version),
        (_, None) => {}
    }
    Ok(Known { ends: without, states })
}

fn read(file: &Path) -> Clients {
    let Ok(text) = std::fs::read_to_string(file) else { return Clients::new() };
    let json: Value = serde_json::from_str(&text).expect("what is kept is JSON");
    let words = |value: &Value| -> BTreeSet<String> {
        value.as_array().into_iter().flatten().filter_map(|word| Some(word.as_str()?.to_owned())).collect()
    };
    let all = json.as_object().into_iter().flatten().map(|(name, client)| {
        let ends = client["outcomes"]
            .is_array()
            .then(|| Ends { outcomes: words(&client["outcomes"]), kinds: words(&client["violations"]) });
        (name.clone(), Known { ends, states: client["states"].as_u64().unwrap_or(u64::MAX) })
    });
    all.collect()
}

/// One client a line.
fn write(file: &Path, clients: &Clients) {
    let lines = clients.iter().map(|(name, known)| {
        let client = match &known.ends {
            Some(Ends { outcomes, kinds }) if kinds.is_empty() => {
                json!({ "outcomes": outcomes, "states": known.states })
            }
            Some(Ends { outcomes, kinds }) => {
                json!({ "outcomes": outcomes, "violations": kinds, "states": known.states })
            }
            None => json!({ "states": known.states }),
        };
        format!("{}: {client}", Value::from(name.as_str()))
    });
    let text = format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"));
    std::fs::write(file, text).expect("what is kept can be written");
}
