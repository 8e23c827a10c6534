//! Tests that the launcher of their framework runs, since something stands on them that only it knows: rules, runners,
//! extensions, parameters.
//!
//! The launcher is part of the program then, and runs as bytecode. A small class in Java (`harness/java/testing`) asks it for one
//! test, and ends as the test does.

use super::classes::{Classes, Members};
use super::frameworks::Framework;
use crate::discover::Refusal;
use braid_engine::program::split_descriptor;

/// The class that calls launchers.
pub const DRIVER: &str = "braid.testing.Launch";

/// A test, or all tests of a class, that a launcher runs.
#[derive(Clone, Debug)]
pub struct Launch {
    /// How reports call it.
    pub name: String,
    /// What it needs the launcher for.
    pub why: String,
    /// The framework.
    pub framework: &'static str,
    /// The class it is asked for in.
    pub class: String,
    /// It, and what has to run before it, with types of parameters: `name(int)`. Nothing for all of the class.
    pub methods: Vec<String>,
    /// Whether it is made of invocations that differ.
    pub is_several: bool,
    /// The only one of these that is to run, counted from one.
    pub invocation: Option<u32>,
}

impl Launch {
    /// How reports call it, and which invocation of it is meant.
    pub fn label(&self) -> String {
        self.invocation.map_or_else(|| self.name.clone(), |number| format!("{}[{number}]", self.name))
    }

    /// The words for the class that calls launchers; `print` failures, or let the first one end the program.
    pub fn words(&self, print: bool) -> Vec<String> {
        let what = if print { "print" } else { "throw" };
        let what = what.to_owned() + &self.invocation.map(|number| format!("[{number}]")).unwrap_or_default();
        let words = [what, self.framework.to_owned(), self.class.clone()];
        words.into_iter().chain(self.methods.iter().cloned()).collect()
    }
}

/// The name of a test and the number of its invocation that is asked for: `name[2]`. No method has a name with a bracket in it (JVMS
/// 4.2.2).
pub(super) fn invocation(asked: &str) -> (&str, Option<u32>) {
    let parts = asked.strip_suffix(']').and_then(|rest| rest.split_once('['));
    let number = |(name, number): (&'_ str, &str)| number.parse().ok().filter(|&n| n > 0).map(|n| (name.len(), n));
    match parts.and_then(number) {
        Some((end, number)) => (&asked[..end], Some(number)),
        None => (asked, None),
    }
}

/// The framework of tests that only engines of the JUnit Platform know.
pub(super) const PLATFORM: &str = "platform";

/// The class without which the tests of a framework cannot be launched.
fn launcher(framework: &str) -> &'static str {
    match framework {
        "junit4" => "org/junit/runner/JUnitCore",
        "jupiter" => "org/junit/jupiter/engine/JupiterTestEngine",
        "testng" => "org/testng/TestNG",
        _ => "org/junit/platform/engine/TestEngine",
    }
}

/// Why a framework's tests cannot be launched: its launcher is not on the class path.
pub(super) fn missing(framework: &str, why: &str, classes: &Classes<'_>) -> Result<Option<String>, Refusal> {
    let launcher = launcher(framework);
    let name = launcher.replace('/', ".");
    Ok(classes.load(launcher)?.is_none().then(|| format!("{why} needs {name}, which is not on the class path")))
}

/// A method as launchers name it.
pub(super) fn method(name: &str, descriptor: &str) -> String {
    let types = split_descriptor(descriptor).0.into_iter().map(|parameter| {
        let element = parameter.trim_start_matches('[');
        let plain = match element {
            "Z" => "boolean",
            "B" => "byte",
            "C" => "char",
            "D" => "double",
            "F" => "float",
            "I" => "int",
            "J" => "long",
            "S" => "short",
            class => class.trim_start_matches('L').trim_end_matches(';'),
        };
        plain.replace('/', ".") + &"[]".repeat(parameter.len() - element.len())
    });
    let types: Vec<String> = types.collect();
    format!("{name}({})", types.join(", "))
}

/// What a class that has no annotations of a known framework has instead that engines of the JUnit Platform look for.
pub(super) fn is_testable(members: &Members) -> bool {
    let testable = "org/junit/platform/commons/annotation/Testable";
    let marks = members.class_marks.iter().chain(members.methods.iter().flat_map(|method| &method.marks));
    marks.into_iter().any(|mark| mark.is(testable))
}

impl Framework {
    /// Whether the runner of a class, not its methods, says what its tests are.
    pub(super) fn has_runner(self, members: &Members) -> bool {
        self == Framework::JUnit4 && members.class_marks.iter().any(|mark| mark.is("org/junit/runner/RunWith"))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_invocation_stands_in_brackets() {
        let expected =
            [("m", ("m", None)), ("m[12]", ("m", Some(12))), ("m[0]", ("m[0]", None)), ("m[x]", ("m[x]", None))];
        for (asked, parts) in expected {
            assert_eq!(super::invocation(asked), parts);
        }
    }

    #[test]
    fn methods_are_named_with_their_types() {
        assert_eq!(super::method("m", "()V"), "m()");
        assert_eq!(super::method("m", "(I[JLa/B$C;[[La/D;)V"), "m(int, long[], a.B$C, a.D[][])");
    }
}
