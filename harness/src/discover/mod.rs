//! Finding the tests of a class in its files: JUnit 4, JUnit Jupiter and TestNG, and Braid's own `@BraidTest`, which
//! stands alone or beside those of one of them, and whose tests share their set-up and tear-down.
//!
//! Annotations are read from class files, those of superclasses and (Jupiter) interfaces and annotations of annotations
//! included; no code runs for it. Order follows the frameworks: set-up of superclasses first, tear-down last, methods of
//! one class by the hash of their name (JUnit), or by priority and name (TestNG).
//!
//! A feature that changes what a test does and is not driven (rules, runners, extensions, parameters) makes it a test for the
//! launcher of its framework (`launch`): all tests of the class if it stands there, else this one. Without the launcher on the
//! class path they are refused by name. Time limits of tests are not applied: a run has no clock to hold them against, and a
//! test that never ends is found by other means.

mod braid_test;
mod classes;
mod frameworks;
mod launch;
mod select;

use crate::cmd::search_args::SearchArgs;
use braid_engine::drive::{Call, Test, TestClass};
use braid_jvm_front::source::ClassPath;
use classes::{Classes, Member, Members};
use frameworks::{Framework, Role};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::rc::Rc;

/// Exceptions that abandon a test instead of failing it.
pub const SKIPS: [&str; 4] = [
    "org/junit/internal/AssumptionViolatedException",
    "org/junit/AssumptionViolatedException",
    "org/opentest4j/TestAbortedException",
    "org/testng/SkipException",
];

pub use braid_test::{Expectation, Outcome};
pub use launch::{DRIVER, Launch};
pub use select::{Places, select};

/// The tests of a class that were asked for.
#[derive(Default)]
pub struct Found {
    /// What can be driven, all of it.
    pub root: TestClass,
    /// Tests that are switched off.
    pub disabled: Vec<String>,
    /// Tests that the launcher of their framework runs.
    pub launched: Vec<Launch>,
    /// Tests that are not run, and why.
    pub refused: Vec<(String, String)>,
    /// What is known of each test, whether it is driven or not, by its name.
    pub about: BTreeMap<String, About>,
}

/// What is known of a test.
#[derive(Clone, Debug)]
pub struct About {
    /// The framework that it is for.
    pub framework: &'static str,
    /// The class it is a test of.
    pub class: String,
    /// The method, in the class that declares it.
    pub call: Call,
    /// The source file of that class, with its package as folders, if the class tells.
    pub file: Option<String>,
    /// The first line of the method's code, if the class tells.
    pub line: Option<u16>,
    /// Options that the test carries itself, in annotations.
    pub options: SearchArgs,
    /// What passes the test, if it is one of Braid's own.
    pub expectation: Option<Expectation>,
}

/// How a test is run.
#[derive(Clone, Debug)]
pub enum How {
    /// By a method of ours that calls it, and what surrounds it.
    Driven(TestClass),
    /// By the launcher of its framework.
    Launched(Launch),
}

/// A test on its own.
#[derive(Clone, Debug)]
pub struct Single {
    /// How reports call it.
    pub name: String,
    /// The test, if this is one of its invocations: what [`Found::about`] knows it by.
    pub test: String,
    /// How it is asked for.
    pub typed: String,
    /// How it is run.
    pub how: How,
}

impl Found {
    /// Each test on its own, with its name and what surrounds it.
    pub fn singles(&self) -> Vec<Single> {
        let mut driven = Vec::new();
        split(&self.root, &|class| class, &mut driven);
        let driven = driven.into_iter().map(|(name, class)| (name, How::Driven(class)));
        let launched = self.launched.iter().map(|launch| (launch.name.clone(), How::Launched(launch.clone())));
        let typed = |name: &str| match self.about.get(name) {
            Some(about) => format!("{}#{}", about.class, about.call.name),
            None => name.to_owned(),
        };
        let single = |(name, how): (String, How)| {
            let one = Single { typed: typed(&name), test: name.clone(), name, how: how.clone() };
            match how {
                How::Launched(Launch { invocation: Some(number), .. }) => one.invocation(number),
                How::Launched(_) | How::Driven(_) => one,
            }
        };
        driven.chain(launched).map(single).collect()
    }
}

impl Single {
    /// One invocation of the test, counted from one.
    #[must_use]
    pub fn invocation(&self, number: u32) -> Single {
        let how = match &self.how {
            How::Launched(launch) => How::Launched(Launch { invocation: Some(number), ..launch.clone() }),
            how @ How::Driven(_) => how.clone(),
        };
        let name = format!("{}[{number}]", self.test);
        let typed = format!("{}[{number}]", self.typed);
        Single { name, test: self.test.clone(), typed, how }
    }

    /// Whether it stands for all invocations of a test, which differ.
    pub fn is_several(&self) -> bool {
        matches!(&self.how, How::Launched(Launch { is_several: true, invocation: None, .. }))
    }
}

impl Found {
    /// Leaves out the tests that another one has as well.
    pub fn remove(&mut self, other: &Found) {
        let known: BTreeSet<String> = other.names();
        if known.is_disjoint(&self.names()) {
            return;
        }
        retain(&mut self.root, &|test| !known.contains(test));
        self.launched.retain(|launch| !known.contains(&launch.label()));
        self.disabled.retain(|test| !known.contains(test));
        self.refused.retain(|(test, _)| !known.contains(test));
        self.about.retain(|test, _| !known.contains(test));
    }

    /// Whether there is no test in it.
    pub fn is_empty(&self) -> bool {
        self.names().is_empty()
    }

    /// The names of all tests, whether they are driven or not.
    fn names(&self) -> BTreeSet<String> {
        let run = self.singles().into_iter().map(|single| single.name);
        let refused = self.refused.iter().map(|(test, _)| test.clone());
        run.chain(self.disabled.iter().cloned()).chain(refused).collect()
    }
}

/// Leaves only some tests in a class and those nested in it.
fn retain(class: &mut TestClass, keep: &dyn Fn(&str) -> bool) {
    class.tests.retain(|test| keep(&test.name));
    class.nested.iter_mut().for_each(|nested| retain(nested, keep));
    class.nested.retain(has_tests);
}

/// Adds a tree for each test below `class`; `wrap` puts the enclosing classes around one.
fn split(class: &TestClass, wrap: &dyn Fn(TestClass) -> TestClass, singles: &mut Vec<(String, TestClass)>) {
    let bare = TestClass { tests: Vec::new(), nested: Vec::new(), ..class.clone() };
    for test in &class.tests {
        singles.push((test.name.clone(), wrap(TestClass { tests: vec![test.clone()], ..bare.clone() })));
    }
    for nested in &class.nested {
        let around = |inner: TestClass| wrap(TestClass { nested: vec![inner], ..bare.clone() });
        split(nested, &around, singles);
    }
}

/// Why a class cannot be tested.
#[derive(Debug)]
pub enum Refusal {
    /// Bad input.
    Usage(String),
    /// Something not driven.
    Unsupported(String),
    /// The class is none that a framework would run: bad input if it was asked for by its name.
    Nothing(String),
}

impl<E: Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Refusal::Usage(error.to_string())
    }
}

/// Finds what `CLASS`, `CLASS#method` or `CLASS#method+method` names.
pub fn discover(what: &str, app: &ClassPath, boot: &ClassPath) -> Result<Found, Refusal> {
    let (class, method) = what.split_once('#').map_or((what, None), |(class, method)| (class, Some(method)));
    let name = class.replace('.', "/");
    let classes = Classes::new(app, boot);
    if classes.load(&name)?.is_none() {
        return Err(Refusal::Usage(format!("there is no class {class} on the class path")));
    }
    // A nested class is driven from its outermost class, whose instances it needs.
    let finder = Finder::new(classes, &name, method);
    let mut top = name.clone();
    while let Some(outer) = finder.outer_of(&top)? {
        top = outer;
    }
    let found = finder.find(&top)?;
    if found.singles().is_empty() && found.refused.is_empty() {
        let wanted = method.map_or_else(|| "test methods".to_string(), |m| format!("test method {m}"));
        let why = match found.disabled.first() {
            Some(test) => format!("{test} is disabled"),
            None => format!("{class} has no {wanted}"),
        };
        return Err(Refusal::Nothing(why));
    }
    let is_known = |method: &str| found.about.values().any(|about| about.call.name == method);
    let asked = method.iter().flat_map(|methods| methods.split('+'));
    if let Some(method) = asked.map(|asked| launch::invocation(asked).0).find(|method| !is_known(method)) {
        return Err(Refusal::Nothing(format!("{class} has no test method {method}")));
    }
    Ok(found)
}

/// The tests of a class that is perhaps none with tests; nothing of one whose tests are found from the class around it.
fn find(name: &str, method: Option<&str>, app: &ClassPath, boot: &ClassPath) -> Result<Found, Refusal> {
    let finder = Finder::new(Classes::new(app, boot), name, method);
    if finder.outer_of(name)?.is_some() {
        return Ok(Found::default());
    }
    finder.find(name)
}

/// The name of a method that was asked for, and the number of an invocation.
type Asked<'a> = (&'a str, Option<u32>);

struct Finder<'a> {
    classes: Classes<'a>,
    /// The class and methods that were asked for.
    only: (String, Option<Vec<Asked<'a>>>),
    disabled: Vec<String>,
    launched: Vec<Launch>,
    refused: Vec<(String, String)>,
    about: BTreeMap<String, About>,
}

impl<'a> Finder<'a> {
    fn new(classes: Classes<'a>, name: &str, method: Option<&'a str>) -> Self {
        let only = (name.to_owned(), method.map(|methods| methods.split('+').map(launch::invocation).collect()));
        let (disabled, launched, refused, about) = Default::default();
        Finder { classes, only, disabled, launched, refused, about }
    }

    /// What was asked for, in a class that is not nested in another.
    fn find(mut self, top: &str) -> Result<Found, Refusal> {
        let wanted = top == self.only.0;
        let root = self.class(top, 0, wanted)?;
        let Finder { classes: _, only: _, disabled, launched, refused, about } = self;
        Ok(Found { root, disabled, launched, refused, about })
    }

    /// What is known of a test before it is clear whether it is driven.
    fn about(&self, framework: Framework, class: &str, member: &Member) -> Result<About, Refusal> {
        let call =
            Call { class: member.class.clone(), name: member.name.clone(), descriptor: member.descriptor.clone() };
        let (file, line) = self.classes.place(&call)?;
        let own = braid_test::read(member)
            .map_err(|why| Refusal::Usage(format!("{class}.{}: @BraidTest is wrong: {why}", member.name)))?;
        let framework = if own.is_some() { braid_test::FRAMEWORK } else { framework.name() };
        let (options, expectation) = own.map(|own| (own.options, own.expectation)).unzip();
        let options = options.unwrap_or_default();
        Ok(About { framework, class: class.to_owned(), call, file, line, options, expectation })
    }

    /// Whether a test of a class is among those that were asked for.
    fn is_asked_for(&self, member: &Member) -> bool {
        self.only.1.as_ref().is_none_or(|only| only.iter().any(|&(name, _)| name == member.name))
    }

    /// The invocations of a test that were asked for: none for all of it.
    fn invocations(&self, member: &Member) -> Vec<Option<u32>> {
        let only = self.only.1.iter().flatten().filter(|(name, _)| *name == member.name);
        let numbers: BTreeSet<Option<u32>> = only.map(|&(_, number)| number).collect();
        if numbers.is_empty() || numbers.contains(&None) { vec![None] } else { numbers.into_iter().collect() }
    }

    /// Leaves each test of a class that cannot be driven to the launcher, and those nested in it, which it surrounds.
    fn launch_all(&mut self, name: &str, why: &str, wanted: bool) -> Result<(), Refusal> {
        let members = self.classes.members(name)?;
        let external = name.replace('/', ".");
        if let Ok(Some(framework)) = Framework::of(&members) {
            let tests = framework.members(&members, Role::Test);
            let tests: Vec<_> = tests.into_iter().filter(|member| wanted && self.is_asked_for(member)).collect();
            if members.is_abstract && !tests.is_empty() {
                return Err(Refusal::Nothing(format!("{external} is abstract")));
            }
            for member in &tests {
                let test = format!("{external}.{}", member.name);
                self.about.insert(test.clone(), self.about(framework, &external, member)?);
                if framework.is_disabled(&members, member) {
                    self.disabled.push(test);
                } else {
                    self.launch(framework, &members, &external, member, why)?;
                }
            }
            if tests.is_empty() && wanted && self.only.1.is_none() && framework.has_runner(&members) {
                self.launch_whole(framework.name(), &external, why)?;
            }
        }
        for inner in self.classes.nested(name)? {
            let inside = wanted || inner == self.only.0;
            self.launch_all(&inner, why, inside)?;
        }
        Ok(())
    }

    /// Leaves a test to the launcher of its framework.
    fn launch(
        &mut self,
        framework: Framework,
        members: &Members,
        class: &str,
        member: &Rc<Member>,
        why: &str,
    ) -> Result<(), Refusal> {
        let name = format!("{class}.{}", member.name);
        if braid_test::is_test(member) {
            self.refused.push((name, format!("{why} is unsupported with @BraidTest")));
            return Ok(());
        }
        if let Some(missing) = launch::missing(framework.name(), why, &self.classes)? {
            self.refused.push((name, missing));
            return Ok(());
        }
        let methods = framework.with_those_before(members, member);
        let methods = methods.iter().map(|member| launch::method(&member.name, &member.descriptor));
        let methods: Vec<String> = methods.collect();
        let is_several = framework.has_invocations(members, member);
        for invocation in self.invocations(member) {
            if invocation.is_some() && !is_several {
                return Err(Refusal::Nothing(format!("{name} has no invocations that differ")));
            }
            let (name, why, class) = (name.clone(), why.to_owned(), class.to_owned());
            let (methods, framework) = (methods.clone(), framework.name());
            self.launched.push(Launch { name, why, framework, class, methods, is_several, invocation });
        }
        Ok(())
    }

    /// Leaves whatever tests a class has to a launcher.
    fn launch_whole(&mut self, framework: &'static str, class: &str, why: &str) -> Result<(), Refusal> {
        if let Some(missing) = launch::missing(framework, why, &self.classes)? {
            self.refused.push((class.to_owned(), missing));
            return Ok(());
        }
        let (name, why, class) = (class.to_owned(), why.to_owned(), class.to_owned());
        let (methods, is_several, invocation) = (Vec::new(), false, None);
        self.launched.push(Launch { name, why, framework, class, methods, is_several, invocation });
        Ok(())
    }

    /// The class around a `@Nested` one.
    fn outer_of(&self, name: &str) -> Result<Option<String>, Refusal> {
        let Some(class) = self.classes.load(name)? else { return Ok(None) };
        if !self.classes.marks(class.attributes())?.iter().any(|m| m.is("org/junit/jupiter/api/Nested")) {
            return Ok(None);
        }
        let inner = class.attributes().inner_classes()?;
        Ok(inner.iter().find(|i| i.inner == name).and_then(|i| i.outer).map(str::to_owned))
    }

    /// A class and, for Jupiter, the classes nested in it; `wanted` if its own tests were asked for.
    fn class(&mut self, name: &str, level: usize, wanted: bool) -> Result<TestClass, Refusal> {
        let members = self.classes.members(name)?;
        let external = name.replace('/', ".");
        let Some(framework) = Framework::of(&members).map_err(|why| Refusal::Usage(format!("{external} {why}")))?
        else {
            if wanted && self.only.1.is_none() && !members.is_abstract && launch::is_testable(&members) {
                self.launch_whole(launch::PLATFORM, &external, "a test engine")?;
            }
            return self.nest(TestClass { class: name.to_owned(), ..TestClass::default() }, level, wanted);
        };
        let about_all = framework.refuse_class(&members).or_else(|| framework.refuse_surroundings(&members, level));
        if let Some(why) = about_all {
            self.launch_all(name, &why, wanted)?;
            return Ok(TestClass { class: name.to_owned(), ..TestClass::default() });
        }
        let mut class = TestClass { class: name.to_owned(), shared: framework.shares(&members), ..Default::default() };
        let mut tests: Vec<(Rc<Member>, Test)> = Vec::new();
        for role in Role::ALL {
            for member in framework.members(&members, role) {
                let call = Call {
                    class: member.class.clone(),
                    name: member.name.clone(),
                    descriptor: member.descriptor.clone(),
                };
                let takes = !member.descriptor.starts_with("()");
                match role {
                    Role::Test => {
                        let test = format!("{external}.{}", member.name);
                        if !self.is_asked_for(&member) || !wanted {
                            continue;
                        }
                        let about = self.about(framework, &external, &member)?;
                        self.about.insert(test.clone(), about);
                        if framework.is_disabled(&members, &member) {
                            self.disabled.push(test);
                        } else if let Some(why) = framework.refuse_test(&member, takes) {
                            self.launch(framework, &members, &external, &member, &why)?;
                        } else {
                            if self.invocations(&member) != [None] {
                                return Err(Refusal::Nothing(format!("{test} has no invocations that differ")));
                            }
                            let expected = framework.expected(&member);
                            tests.push((member.clone(), Test { name: test, call, expected }));
                        }
                        continue;
                    }
                    Role::BeforeAll | Role::AfterAll | Role::BeforeEach | Role::AfterEach => {
                        if matches!(role, Role::BeforeAll | Role::AfterAll) && !member.is_static && !class.shared {
                            return Err(Refusal::Usage(format!("{external}.{} must be static", member.name)));
                        }
                    }
                }
                match role {
                    Role::BeforeAll => class.before_all.push(call),
                    Role::AfterAll => class.after_all.push(call),
                    Role::BeforeEach => class.before_each.push(call),
                    Role::AfterEach => class.after_each.push(call),
                    Role::Test => {}
                }
            }
        }
        framework.sort_tests(&members, &mut tests);
        class.tests = tests.into_iter().map(|(_, test)| test).collect();
        if members.is_abstract && !class.tests.is_empty() {
            return Err(Refusal::Nothing(format!("{external} is abstract")));
        }
        self.nest(class, level, wanted)
    }

    /// Adds the `@Nested` classes.
    fn nest(&mut self, mut class: TestClass, level: usize, wanted: bool) -> Result<TestClass, Refusal> {
        if level > 16 {
            return Err(Refusal::Usage(format!("{} is nested too deeply", class.class)));
        }
        for inner in self.classes.nested(&class.class)? {
            let inside = wanted || inner == self.only.0;
            let nested = self.class(&inner, level + 1, inside)?;
            if has_tests(&nested) {
                class.nested.push(nested);
            }
        }
        Ok(class)
    }
}

/// Whether there is anything to run in a class.
pub fn has_tests(class: &TestClass) -> bool {
    !class.tests.is_empty() || class.nested.iter().any(has_tests)
}
