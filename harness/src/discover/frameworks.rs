//! What the annotations of each framework mean.

use super::braid_test::BRAID_TEST;
use super::classes::{Mark, Member, Members};
use braid_engine::drive::Test;
use std::rc::Rc;

/// A test framework.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Framework {
    JUnit4,
    Jupiter,
    TestNg,
}

/// What a method is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    BeforeAll,
    BeforeEach,
    Test,
    AfterEach,
    AfterAll,
}

impl Role {
    pub(super) const ALL: [Role; 5] = [Role::BeforeAll, Role::BeforeEach, Role::Test, Role::AfterEach, Role::AfterAll];
}

impl Framework {
    /// Its name, as `braid list-tests` tells it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Framework::JUnit4 => "junit4",
            Framework::Jupiter => "jupiter",
            Framework::TestNg => "testng",
        }
    }

    /// The framework whose annotations the methods have.
    pub(super) fn of(members: &Members) -> Result<Option<Framework>, &'static str> {
        let marks = || members.methods.iter().flat_map(|m| &m.marks).chain(&members.class_marks);
        let jupiter = marks().any(|m| m.name.starts_with("org/junit/jupiter/"));
        let testng = marks().any(|m| m.name.starts_with("org/testng/annotations/"));
        // The annotations of the platform stand on those of Jupiter.
        let newer = |name: &str| name.starts_with("org/junit/jupiter/") || name.starts_with("org/junit/platform/");
        let junit4 = marks().any(|m| m.name.starts_with("org/junit/") && !newer(&m.name));
        match (junit4, jupiter, testng) {
            // Tests of Braid's own, with nothing around them, run as Jupiter's do.
            (false, false, false) if marks().any(|m| m.is(BRAID_TEST)) => Ok(Some(Framework::Jupiter)),
            // JUnit 4 runs those of JUnit 3, too.
            (false, false, false) => Ok(members.is_test_case.then_some(Framework::JUnit4)),
            (true, false, false) => Ok(Some(Framework::JUnit4)),
            (false, true, false) => Ok(Some(Framework::Jupiter)),
            (false, false, true) => Ok(Some(Framework::TestNg)),
            _ => Err("has annotations of more than one test framework"),
        }
    }

    /// The annotations that give a method a role, in the order in which such methods run.
    fn names(self, role: Role) -> &'static [&'static str] {
        match (self, role) {
            (Framework::JUnit4, Role::BeforeAll) => &["org/junit/BeforeClass"],
            (Framework::JUnit4, Role::BeforeEach) => &["org/junit/Before"],
            (Framework::JUnit4, Role::Test) => &["org/junit/Test", BRAID_TEST],
            (Framework::JUnit4, Role::AfterEach) => &["org/junit/After"],
            (Framework::JUnit4, Role::AfterAll) => &["org/junit/AfterClass"],
            (Framework::Jupiter, Role::BeforeAll) => &["org/junit/jupiter/api/BeforeAll"],
            (Framework::Jupiter, Role::BeforeEach) => &["org/junit/jupiter/api/BeforeEach"],
            (Framework::Jupiter, Role::Test) => &[
                "org/junit/jupiter/api/Test",
                "org/junit/jupiter/api/TestTemplate",
                "org/junit/jupiter/api/TestFactory",
                BRAID_TEST,
            ],
            (Framework::Jupiter, Role::AfterEach) => &["org/junit/jupiter/api/AfterEach"],
            (Framework::Jupiter, Role::AfterAll) => &["org/junit/jupiter/api/AfterAll"],
            // The class is all there is of a suite and of a `<test>` here.
            (Framework::TestNg, Role::BeforeAll) => &[
                "org/testng/annotations/BeforeSuite",
                "org/testng/annotations/BeforeTest",
                "org/testng/annotations/BeforeClass",
            ],
            (Framework::TestNg, Role::BeforeEach) => &["org/testng/annotations/BeforeMethod"],
            (Framework::TestNg, Role::Test) => &["org/testng/annotations/Test", BRAID_TEST],
            (Framework::TestNg, Role::AfterEach) => &["org/testng/annotations/AfterMethod"],
            (Framework::TestNg, Role::AfterAll) => &[
                "org/testng/annotations/AfterClass",
                "org/testng/annotations/AfterTest",
                "org/testng/annotations/AfterSuite",
            ],
        }
    }

    /// Whether all tests share one instance.
    pub(super) fn shares(self, members: &Members) -> bool {
        match self {
            Framework::JUnit4 => false,
            Framework::Jupiter => {
                let lifecycle = members.class_marks.iter().find(|m| m.is("org/junit/jupiter/api/TestInstance"));
                lifecycle.is_some_and(|m| m.names("value") == ["PER_CLASS"])
            }
            Framework::TestNg => true,
        }
    }

    /// What stands on the class and is not driven.
    pub(super) fn refuse_class(self, members: &Members) -> Option<String> {
        let methods = members.methods.iter().flat_map(|m| m.marks.iter().map(|mark| (m.name.as_str(), mark)));
        let fields = members.field_marks.iter().map(|(name, mark)| (name.as_str(), mark));
        let on_member = |names: &[&str]| {
            let hit = methods.clone().chain(fields.clone()).find(|(_, mark)| names.contains(&mark.name.as_str()));
            hit.map(|(member, mark)| format!("{} {member}", mark.simple()))
        };
        let on_class = |name: &str| members.class_marks.iter().find(|m| m.is(name));
        match self {
            Framework::JUnit4 => {
                let plain = ["org/junit/runners/JUnit4", "org/junit/runners/BlockJUnit4ClassRunner"];
                let runner = on_class("org/junit/runner/RunWith").map(|m| m.names("value").join(" "));
                let runner = runner.filter(|name| !plain.contains(&name.as_str()));
                let old = members.is_test_case.then(|| "a test case of JUnit 3".to_string());
                runner
                    .map(|name| format!("@RunWith {}", name.replace('/', ".")))
                    .or(old)
                    .or_else(|| on_member(&["org/junit/Rule", "org/junit/ClassRule"]))
            }
            Framework::Jupiter => {
                on_class("org/junit/jupiter/api/extension/ExtendWith").map(Mark::simple).or_else(|| {
                    on_member(&[
                        "org/junit/jupiter/api/extension/RegisterExtension",
                        "org/junit/jupiter/api/io/TempDir",
                    ])
                })
            }
            Framework::TestNg => ["org/testng/annotations/Listeners", "org/testng/annotations/Guice"]
                .iter()
                .find_map(|name| on_class(name).map(Mark::simple))
                .or_else(|| {
                    on_member(&[
                        "org/testng/annotations/Factory",
                        "org/testng/annotations/BeforeGroups",
                        "org/testng/annotations/AfterGroups",
                    ])
                }),
        }
    }

    /// What makes or surrounds the tests of a class and is not driven: parameters.
    pub(super) fn refuse_surroundings(self, members: &Members, level: usize) -> Option<String> {
        let roles = [Role::BeforeAll, Role::BeforeEach, Role::AfterEach, Role::AfterAll];
        let mut around = roles.into_iter().flat_map(|role| self.members(members, role));
        if let Some(member) = around.find(|member| !member.descriptor.starts_with("()")) {
            return Some(format!("parameters of {}", member.name));
        }
        // Inner classes take the instance around them.
        let fits = |descriptor: &String| match level {
            0 => descriptor == "()V",
            _ => descriptor.starts_with("(L") && descriptor.find(';') == Some(descriptor.len() - 3),
        };
        let constructors = &members.constructors;
        (!constructors.is_empty() && !constructors.iter().any(fits))
            .then(|| "parameters of the constructor".to_string())
    }

    /// A test after all those that have to run before it; nothing if that cannot be told.
    pub(super) fn with_those_before(self, members: &Members, test: &Rc<Member>) -> Vec<Rc<Member>> {
        let mut found = vec![test.clone()];
        let mut at = 0;
        while let Some(member) = found.get(at).cloned() {
            at += 1;
            let mark = member.marks.iter().find(|mark| self == Framework::TestNg && mark.is(self.names(Role::Test)[0]));
            let Some(mark) = mark else { continue };
            if mark.has("dependsOnGroups") {
                return Vec::new();
            }
            for name in mark.names("dependsOnMethods") {
                let Some(before) = members.methods.iter().find(|method| method.name == name) else { return Vec::new() };
                if !found.iter().any(|known| Rc::ptr_eq(known, before)) {
                    found.push(before.clone());
                }
            }
        }
        found
    }

    /// The methods of a role, in the order in which they run.
    pub(super) fn members(self, members: &Members, role: Role) -> Vec<Rc<Member>> {
        let names = self.names(role);
        let has = |m: &Member| m.marks.iter().any(|mark| names.contains(&mark.name.as_str()));
        let public_tests = self == Framework::TestNg
            && role == Role::Test
            && members.class_marks.iter().any(|m| m.is("org/testng/annotations/Test"));
        let by_name = |m: &Member| {
            members.is_test_case
                && role == Role::Test
                && m.name.starts_with("test")
                && m.descriptor == "()V"
                && m.is_public
        };
        let other_role = |m: &Member| m.marks.iter().any(|mark| mark.name.starts_with("org/testng/annotations/"));
        let mut chosen: Vec<Rc<Member>> = Vec::new();
        for (at, m) in members.methods.iter().enumerate() {
            let implied = public_tests
                && m.is_public
                && !m.is_static
                && m.up == 0
                && m.descriptor.ends_with(")V")
                && !other_role(m);
            if !has(m) && !implied && !by_name(m) {
                continue;
            }
            let overrides = |below: &Rc<Member>| {
                below.name == m.name && below.descriptor == m.descriptor && below.up < m.up && !m.is_private
            };
            // JUnit 4 looks at annotated methods only, the others at what is overridden.
            let hidden = match self {
                Framework::JUnit4 => chosen.iter().any(overrides),
                Framework::Jupiter | Framework::TestNg => members.methods[..at].iter().any(overrides),
            };
            if !hidden {
                chosen.push(m.clone());
            }
        }
        let sorted_by_name = self == Framework::TestNg
            || members
                .class_marks
                .iter()
                .any(|m| m.is("org/junit/FixMethodOrder") && m.names("value") == ["NAME_ASCENDING"]);
        chosen.sort_by_key(|m| {
            (m.up, if sorted_by_name { 0 } else { hash(&m.name) }, m.name.clone(), m.descriptor.clone())
        });
        let top_down = match (self, role) {
            (_, Role::BeforeAll | Role::BeforeEach) => true,
            (_, Role::AfterEach | Role::AfterAll) => false,
            (Framework::Jupiter, Role::Test) => true,
            (Framework::JUnit4 | Framework::TestNg, Role::Test) => false,
        };
        if self == Framework::JUnit4 && top_down {
            // Each is put in front of those found before.
            chosen.reverse();
        } else if top_down {
            chosen.sort_by_key(|m| std::cmp::Reverse(m.up));
        }
        let rank = |m: &Member| names.iter().position(|name| m.marks.iter().any(|mark| mark.is(name)));
        chosen.sort_by_key(|m| match role {
            Role::Test => None,
            Role::BeforeAll | Role::BeforeEach | Role::AfterEach | Role::AfterAll => rank(m),
        });
        chosen
    }

    fn test_mark(self, member: &Member) -> Option<&Mark> {
        member.marks.iter().find(|m| m.is(self.names(Role::Test)[0]))
    }

    /// Whether a test is switched off.
    pub(super) fn is_disabled(self, members: &Members, member: &Member) -> bool {
        let off = match self {
            Framework::JUnit4 => "org/junit/Ignore",
            Framework::Jupiter => "org/junit/jupiter/api/Disabled",
            Framework::TestNg => "org/testng/annotations/Ignore",
        };
        let enabled = |marks: &[Mark]| {
            marks.iter().find(|m| m.is("org/testng/annotations/Test")).and_then(|m| m.boolean("enabled"))
        };
        members.class_marks.iter().chain(&member.marks).any(|m| m.is(off))
            || self == Framework::TestNg
                && enabled(&member.marks).or_else(|| enabled(&members.class_marks)) == Some(false)
    }

    /// What stands on a test and is not driven.
    pub(super) fn refuse_test(self, member: &Member, takes_parameters: bool) -> Option<String> {
        let on = |name: &str| member.marks.iter().find(|m| m.is(name));
        match self {
            Framework::JUnit4 => {}
            Framework::Jupiter => {
                let how = ["org/junit/jupiter/api/TestTemplate", "org/junit/jupiter/api/TestFactory"];
                if let Some(mark) = how.iter().find_map(|name| on(name)) {
                    let written = member.marks.iter().find(|m| !m.indirect && mark.indirect).unwrap_or(mark);
                    return Some(written.simple());
                }
                if on("org/junit/jupiter/api/extension/ExtendWith").is_some() {
                    return Some("an extension".to_string());
                }
            }
            Framework::TestNg => {
                let elements = [
                    "dataProvider",
                    "dependsOnMethods",
                    "dependsOnGroups",
                    "invocationCount",
                    "threadPoolSize",
                    "successPercentage",
                    "expectedExceptionsMessageRegExp",
                    "retryAnalyzer",
                ];
                let mark = self.test_mark(member);
                if let Some(element) = mark.and_then(|m| elements.iter().find(|element| m.has(element))) {
                    return Some(format!("{element} of @Test"));
                }
            }
        }
        takes_parameters.then(|| "parameters".to_string())
    }

    /// Whether a test is made of invocations that differ: by what they are given, or since code makes them. Repetitions do not.
    pub(super) fn has_invocations(self, members: &Members, member: &Member) -> bool {
        let on = |name: &str| member.marks.iter().any(|m| m.is(name));
        match self {
            Framework::JUnit4 => {
                let runner = members.class_marks.iter().find(|m| m.is("org/junit/runner/RunWith"));
                runner.is_some_and(|m| m.names("value") == ["org/junit/runners/Parameterized"])
            }
            Framework::Jupiter => {
                let made = on("org/junit/jupiter/api/TestTemplate") || on("org/junit/jupiter/api/TestFactory");
                made && !on("org/junit/jupiter/api/RepeatedTest")
            }
            Framework::TestNg => self.test_mark(member).is_some_and(|mark| mark.has("dataProvider")),
        }
    }

    /// The exceptions one of which a test must throw.
    pub(super) fn expected(self, member: &Member) -> Vec<String> {
        let element = match self {
            Framework::JUnit4 => "expected",
            Framework::Jupiter => return Vec::new(),
            Framework::TestNg => "expectedExceptions",
        };
        let mut names = self.test_mark(member).map(|m| m.names(element)).unwrap_or_default();
        names.retain(|name| name != "org/junit/Test$None");
        names
    }

    /// The order among tests that the class or the tests themselves ask for.
    pub(super) fn sort_tests(self, members: &Members, tests: &mut [(Rc<Member>, Test)]) {
        match self {
            Framework::JUnit4 => {}
            Framework::Jupiter => {
                let order = members.class_marks.iter().find(|m| m.is("org/junit/jupiter/api/TestMethodOrder"));
                let order = order.map(|m| m.names("value").join(" ")).unwrap_or_default();
                if order.ends_with("$OrderAnnotation") {
                    let place = |m: &Member| m.marks.iter().find(|m| m.is("org/junit/jupiter/api/Order"))?.int("value");
                    tests.sort_by_key(|(m, _)| place(m).unwrap_or(i32::MAX / 2));
                } else if order.ends_with("$MethodName") {
                    tests.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
                }
            }
            Framework::TestNg => {
                let priority = |m: &Member| self.test_mark(m).and_then(|m| m.int("priority")).unwrap_or(0);
                tests.sort_by_key(|(m, _)| (priority(m), m.name.clone()));
            }
        }
    }
}

/// `String.hashCode`.
fn hash(name: &str) -> i32 {
    name.encode_utf16().fold(0i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}
