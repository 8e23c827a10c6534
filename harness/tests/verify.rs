//! Every public method of PathFinder's `Verify` has an answer or a refusal that names it, and counters live outside of states.
//!
//! The table below is written by hand from the public interface of jpf-core, with the lists by their older names
//! (`get…FromSet`) added. The class in `java-tests/api` has the same methods.

mod support;

use braid_engine::natives::all_rows;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::process::Command;
use support::directives::{api_sources, java_tests};
use support::jdk::compile;
use support::scene::{Scene, text};

/// What becomes of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Becomes {
    /// It is answered, by a row.
    Answered,
    /// The code that the class brings along is right.
    OwnCode,
    /// The check is inconclusive and names the method: a call that shows it.
    Refused(&'static str),
}

use Becomes::{Answered, OwnCode, Refused};

#[rustfmt::skip]
const METHODS: &[(&str, &str, Becomes)] = &[
    ("addComment", "(Ljava/lang/String;)V", Answered),
    ("addElementAttribute", "(Ljava/lang/Object;II)V", Refused("addElementAttribute(new int[1], 0, 1)")),
    ("addFieldAttribute", "(Ljava/lang/Object;Ljava/lang/String;I)V", Refused("addFieldAttribute(\"\", \"hash\", 1)")),
    ("addLocalAttribute", "(Ljava/lang/String;I)V", Refused("addLocalAttribute(\"args\", 1)")),
    ("addObjectAttribute", "(Ljava/lang/Object;I)V", Refused("addObjectAttribute(\"\", 1)")),
    ("assertTrue", "(Ljava/lang/String;Z)V", Answered),
    ("assertTrue", "(Z)V", Answered),
    ("atLabel", "(I)V", Answered),
    ("atLabel", "(Ljava/lang/String;)V", Answered),
    ("beginAtomic", "()V", Answered),
    ("boring", "(Z)V", Answered),
    ("breakTransition", "(Ljava/lang/String;)V", Answered),
    ("breakTransition", "(Ljava/lang/String;II)I", Answered),
    ("busyWait", "(J)V", Answered),
    ("createFromJSON", "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Object;", Refused("createFromJSON(String.class, \"{}\")")),
    ("currentTimeMillis", "()J", Answered),
    ("endAtomic", "()V", Answered),
    ("freezeSharedness", "(Ljava/lang/Object;Z)V", Answered),
    ("getBitFlip", "(BI)B", Answered),
    ("getBitFlip", "(CI)C", Answered),
    ("getBitFlip", "(II)I", Answered),
    ("getBitFlip", "(JI)J", Answered),
    ("getBitFlip", "(JII)J", Answered),
    ("getBitFlip", "(SI)S", Answered),
    ("getBitInBitSet", "(II)Z", Refused("getBitInBitSet(0, 1)")),
    ("getBoolean", "()Z", Answered),
    ("getBoolean", "(Z)Z", Answered),
    ("getCounter", "(I)I", Refused("getCounter(0)")),
    ("getDouble", "(Ljava/lang/String;)D", Answered),
    ("getDoubleFromList", "([D)D", Answered),
    ("getDoubleFromSet", "([D)D", Answered),
    ("getElementAttribute", "(Ljava/lang/Object;I)I", Refused("getElementAttribute(new int[1], 0)")),
    ("getElementAttributes", "(Ljava/lang/Object;I)[I", Refused("getElementAttributes(new int[1], 0)")),
    ("getFieldAttribute", "(Ljava/lang/Object;Ljava/lang/String;)I", Refused("getFieldAttribute(\"\", \"hash\")")),
    ("getFieldAttributes", "(Ljava/lang/Object;Ljava/lang/String;)[I", Refused("getFieldAttributes(\"\", \"hash\")")),
    ("getFloatFromList", "([F)F", Answered),
    ("getFloatFromSet", "([F)F", Answered),
    ("getHeuristicSearchValue", "()I", Refused("getHeuristicSearchValue()")),
    ("getInt", "(II)I", Answered),
    ("getInt", "(Ljava/lang/String;)I", Answered),
    ("getIntFromList", "([I)I", Answered),
    ("getIntFromSet", "([I)I", Answered),
    ("getLocalAttribute", "(Ljava/lang/String;)I", Refused("getLocalAttribute(\"args\")")),
    ("getLocalAttributes", "(Ljava/lang/String;)[I", Refused("getLocalAttributes(\"args\")")),
    ("getLongFromList", "([J)J", Answered),
    ("getLongFromSet", "([J)J", Answered),
    ("getObject", "(Ljava/lang/String;)Ljava/lang/Object;", Refused("getObject(\"key\")")),
    ("getObjectAttribute", "(Ljava/lang/Object;)I", Refused("getObjectAttribute(\"\")")),
    ("getObjectAttributes", "(Ljava/lang/Object;)[I", Refused("getObjectAttributes(\"\")")),
    ("getProperty", "(Ljava/lang/String;)Ljava/lang/String;", Answered),
    ("getValue", "(Ljava/lang/String;)I", Refused("getValue(\"key\")")),
    ("ignoreIf", "(Z)V", Answered),
    // Its result is the counter's value; where that is not used, it is answered.
    ("incrementCounter", "(I)I", Refused("setCounter(1, Verify.incrementCounter(0))")),
    ("instrumentPoint", "(Ljava/lang/String;)V", Answered),
    ("instrumentPointDeep", "(Ljava/lang/String;)V", Answered),
    ("instrumentPointDeepRecur", "(Ljava/lang/String;I)V", Answered),
    ("interesting", "(Z)V", Answered),
    ("isCalledFromClass", "(Ljava/lang/String;)Z", OwnCode),
    ("isRunningInJPF", "()Z", Answered),
    ("isShared", "(Ljava/lang/Object;)Z", Refused("isShared(\"\")")),
    ("isTraceReplay", "()Z", Answered),
    ("log", "(Ljava/lang/String;ILjava/lang/String;)V", OwnCode),
    ("log", "(Ljava/lang/String;ILjava/lang/String;Ljava/lang/String;)V", OwnCode),
    ("log", "(Ljava/lang/String;ILjava/lang/String;[Ljava/lang/Object;)V", OwnCode),
    ("print", "(Ljava/lang/String;)V", Answered),
    ("print", "(Ljava/lang/String;I)V", Answered),
    ("print", "(Ljava/lang/String;Z)V", Answered),
    ("print", "([Ljava/lang/String;)V", Answered),
    ("printPathOutput", "(Ljava/lang/String;)V", Answered),
    ("printPathOutput", "(ZLjava/lang/String;)V", Answered),
    ("println", "()V", Answered),
    ("println", "(Ljava/lang/String;)V", Answered),
    ("putValue", "(Ljava/lang/String;I)V", Answered),
    ("random", "(I)I", Answered),
    ("randomBool", "()Z", Answered),
    ("randomObject", "(Ljava/lang/String;)Ljava/lang/Object;", Refused("randomObject(\"java.lang.String\")")),
    ("readObjectFromFile", "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Object;", Refused("readObjectFromFile(String.class, \"file\")")),
    ("resetCounter", "(I)V", Answered),
    ("resetHeuristicSearchValue", "()V", Answered),
    ("setBitInBitSet", "(IIZ)V", Answered),
    ("setCounter", "(II)V", Answered),
    ("setElementAttribute", "(Ljava/lang/Object;II)V", Refused("setElementAttribute(new int[1], 0, 1)")),
    ("setFieldAttribute", "(Ljava/lang/Object;Ljava/lang/String;I)V", Refused("setFieldAttribute(\"\", \"hash\", 1)")),
    ("setHeuristicSearchValue", "(I)V", Answered),
    ("setLocalAttribute", "(Ljava/lang/String;I)V", Refused("setLocalAttribute(\"args\", 1)")),
    ("setObjectAttribute", "(Ljava/lang/Object;I)V", Refused("setObjectAttribute(\"\", 1)")),
    ("setPeerClass", "(Ljava/lang/Class;)V", Refused("setPeerClass(String.class)")),
    ("setProperties", "([Ljava/lang/String;)V", Answered),
    ("setShared", "(Ljava/lang/Object;Z)V", Answered),
    ("storeTrace", "(Ljava/lang/String;Ljava/lang/String;)V", Refused("storeTrace(\"file\", \"comment\")")),
    ("storeTraceAndTerminate", "(Ljava/lang/String;Ljava/lang/String;)V", Refused("storeTraceAndTerminate(\"file\", \"comment\")")),
    ("storeTraceAndTerminateIf", "(ZLjava/lang/String;Ljava/lang/String;)V", Refused("storeTraceAndTerminateIf(true, \"file\", \"comment\")")),
    ("storeTraceIf", "(ZLjava/lang/String;Ljava/lang/String;)V", Refused("storeTraceIf(true, \"file\", \"comment\")")),
    ("terminateSearch", "()V", Refused("terminateSearch()")),
    ("threadPrint", "(Ljava/lang/String;)V", Answered),
    ("threadPrintln", "(Ljava/lang/String;)V", Answered),
    ("vmIsMatchingStates", "()Z", Answered),
    ("writeObjectToFile", "(Ljava/lang/Object;Ljava/lang/String;)V", Refused("writeObjectToFile(\"\", \"file\")")),
];

/// A folder with compiled programs, given by name or by text, and the class.
fn scene(programs: &[&str], text: &[(&str, &str)]) -> Scene {
    let scene = Scene::new(text);
    let mut sources: Vec<_> = programs.iter().map(|name| java_tests().join(name)).collect();
    sources.extend(text.iter().map(|(name, _)| scene.path(name)));
    sources.extend(api_sources().expect("java-tests/api is readable"));
    let sources: Vec<_> = sources.iter().map(|path| path.as_path()).collect();
    compile(&scene.jdk, &sources, &scene.path("classes")).expect("the programs compile");
    scene
}

#[test]
fn every_method_has_an_answer_or_a_refusal() {
    let listed: BTreeSet<(&str, &str)> = METHODS.iter().map(|&(name, descriptor, _)| (name, descriptor)).collect();
    assert_eq!(listed.len(), METHODS.len(), "a method is listed twice");
    let with_rows: BTreeSet<(&str, &str)> =
        all_rows().filter(|row| row.class == "gov/nasa/jpf/vm/Verify").map(|row| (row.name, row.descriptor)).collect();
    let needs_row = METHODS.iter().filter(|(_, _, becomes)| *becomes != OwnCode);
    let needs_row: BTreeSet<(&str, &str)> = needs_row.map(|&(name, descriptor, _)| (name, descriptor)).collect();
    assert_eq!(with_rows, needs_row);
}

#[test]
fn the_class_that_programs_are_compiled_with_has_these_methods() {
    let scene = scene(&[], &[]);
    let mut javap = Command::new(scene.jdk.home.join("bin/javap"));
    javap.args(["-public", "-s", "-cp"]).arg(scene.path("classes")).arg("gov.nasa.jpf.vm.Verify");
    let said = text(&javap.output().expect("javap runs").stdout);
    let lines: Vec<&str> = said.lines().collect();
    let methods = lines.windows(2).filter_map(|pair| {
        let name = pair[0].split_once('(')?.0.rsplit(' ').next()?;
        Some((name.to_string(), pair[1].trim().strip_prefix("descriptor: ")?.to_string()))
    });
    let methods: BTreeSet<(String, String)> = methods.filter(|(name, _)| !name.contains('.')).collect();
    let listed = METHODS.iter().map(|&(name, descriptor, _)| (name.to_string(), descriptor.to_string()));
    assert_eq!(methods, listed.collect());
}

#[test]
fn refusals_name_the_method_and_the_place() {
    let mut cases = String::new();
    let mut refused = BTreeMap::new();
    for (at, &(name, _, becomes)) in METHODS.iter().enumerate() {
        if let Refused(call) = becomes {
            let _ = writeln!(cases, "case {at}: Verify.{call}; break;");
            refused.insert(at, name);
        }
    }
    let program = format!(
        "import gov.nasa.jpf.vm.Verify;\n\
         public class Refused {{ public static void main(String[] args) {{\n\
         if (Verify.getBoolean()) {{ switch (Integer.parseInt(args[0])) {{\n{cases}\n}} }} }} }}"
    );
    let scene = scene(&[], &[("Refused.java", &program)]);
    for (at, name) in refused {
        let number = at.to_string();
        let outcome = scene.run(&["check", "--classpath", "classes", "--main", "Refused", &number]);
        let said = text(&outcome.stdout) + &text(&outcome.stderr);
        assert_eq!(outcome.code, Some(2), "{name}: {said}");
        let reason = format!("inconclusive: unsupported: gov.nasa.jpf.vm.Verify.{name}: ");
        assert!(said.contains(&reason) && said.contains("at Refused.main(Refused.java:"), "{name}: {said}");
    }
}

#[test]
fn counters_add_up_over_what_was_explored() {
    let scene = scene(&["choice/VerifyCounters.java"], &[]);
    let check = |options: &[&str]| {
        let words = ["check", "--report", "json=report.json", "--classpath", "classes", "--main", "VerifyCounters"];
        let words: Vec<&str> = words[..1].iter().chain(options).chain(&words[1..]).copied().collect();
        let outcome = scene.run(&words);
        assert_eq!(outcome.code, Some(0), "{}", text(&outcome.stderr));
        (scene.report()["counters"].clone(), text(&outcome.stdout))
    };
    let (counted, said) = check(&[]);
    // One of three answers, all three answers, and what was set before there was a choice.
    assert_eq!((counted["counter 0"].as_i64(), counted["counter 2"].as_i64()), (Some(1), Some(3)), "{counted}");
    assert_eq!((counted["value key"].as_i64(), counted["bit 2 of set 1"].as_i64()), (Some(3), Some(1)), "{counted}");
    assert!(said.contains("\ncounted over all that was explored:\n    bit 2 of set 1: 1\n"), "{said}");
    // Moves that are only taken again do not count: breadth first the machine goes every way several times.
    let (breadth, _) = check(&["--search", "bfs"]);
    assert_eq!((breadth["counter 0"].as_i64(), breadth["counter 2"].as_i64()), (Some(1), Some(3)), "{breadth}");
}

#[test]
fn numbers_by_name_that_make_no_sense_are_refused() {
    let program = "public class Named { public static void main(String[] args) {\n\
                   gov.nasa.jpf.vm.Verify.getInt(\"n\"); } }";
    let scene = scene(&[], &[("Named.java", program)]);
    let wrong: [(&[&str], &str); 7] = [
        (&["-Dn.min=1"], "n.min and n.max, or n.values"),
        (&["-Dn.min=1", "-Dn.max=many"], "n.max is no number: many"),
        (&["-Dn.min=1", "-Dn.max=3", "-Dn.delta=0"], "no steps of 0 from 1 to 3"),
        (&["-Dn.min=0.5", "-Dn.max=3"], "n: 0.5 is no int"),
        (&["-Dn.values=1:size"], "size is no number (variables are not read)"),
        (&["-Dn.values="], "n.values is empty"),
        (&["-Dn.class=my.Generator"], "no model of the choice generator Generator, which n.class names"),
    ];
    for (properties, reason) in wrong {
        let mut words = vec!["check"];
        words.extend(properties);
        words.extend(["--classpath", "classes", "--main", "Named"]);
        let outcome = scene.run(&words);
        let said = text(&outcome.stdout);
        assert_eq!(outcome.code, Some(2), "{properties:?}: {said}");
        assert!(said.contains(reason), "{properties:?}: {said}");
    }
}
