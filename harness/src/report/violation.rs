//! A violation and how it comes about, as data.

use serde::{Deserialize, Serialize};

/// Which property is violated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub enum Kind {
    /// Threads wait for ever.
    Deadlock,
    /// An assertion failed.
    Assertion,
    /// An exception of this class was not caught.
    Uncaught(String),
    /// The program runs for ever.
    Livelock,
    /// A data race.
    Race,
    /// One that a later version knows.
    Other(String),
}

impl From<Kind> for String {
    fn from(kind: Kind) -> String {
        match kind {
            Kind::Uncaught(class) => format!("uncaught {class}"),
            Kind::Other(other) => other,
            Kind::Deadlock | Kind::Assertion | Kind::Livelock | Kind::Race => kind.rule().to_string(),
        }
    }
}

impl From<String> for Kind {
    fn from(text: String) -> Kind {
        match text.as_str() {
            "deadlock" => Kind::Deadlock,
            "assertion" => Kind::Assertion,
            "livelock" => Kind::Livelock,
            "race" => Kind::Race,
            other => match other.strip_prefix("uncaught ") {
                Some(class) => Kind::Uncaught(class.to_string()),
                None => Kind::Other(text),
            },
        }
    }
}

impl Kind {
    /// What the property is called where classes of exceptions do not matter.
    pub fn rule(&self) -> &str {
        match self {
            Kind::Deadlock => "deadlock",
            Kind::Assertion => "assertion",
            Kind::Uncaught(_) => "uncaught",
            Kind::Livelock => "livelock",
            Kind::Race => "race",
            Kind::Other(other) => other,
        }
    }

    /// What a violation is called in front of its message.
    pub fn title(&self) -> &str {
        match self {
            Kind::Deadlock => "deadlock",
            Kind::Assertion => "assertion failed",
            Kind::Uncaught(_) => "uncaught exception",
            Kind::Livelock => "livelock",
            Kind::Race => "data race",
            Kind::Other(other) => other,
        }
    }
}

/// A line that some code stands in.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// The class, as Java writes it.
    pub class: String,
    /// The method.
    pub method: String,
    /// The name of the source file.
    pub file: Option<String>,
    /// The line, if it is known.
    pub line: Option<u32>,
    /// Whether that is the program's own code: neither the class library nor a test framework.
    pub own: bool,
    /// The path of the source file, if it was found.
    pub path: Option<String>,
}

impl Frame {
    /// The path of the source file if it was found, else its name.
    pub fn path_or_file(&self) -> Option<&str> {
        self.path.as_deref().or(self.file.as_deref())
    }

    /// `File.java:12`, if both are known.
    pub fn file_and_line(&self) -> Option<String> {
        Some(format!("{}:{}", self.file.as_ref()?, self.line?))
    }
}

/// A stack, innermost first: as text, and taken apart.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Stack {
    /// `pkg.Class.method(File.java:12)`.
    pub stack: Vec<String>,
    /// The same.
    #[serde(default)]
    pub frames: Vec<Frame>,
}

/// A violation and how it comes about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Violation {
    /// Which property.
    pub kind: Kind,
    /// What, in one line, with the place.
    #[serde(default)]
    pub one_line: String,
    /// What, in words.
    pub message: String,
    /// The exception, if it is one.
    #[serde(default)]
    pub exception: Option<Exception>,
    /// The thread that failed, if it is one.
    pub thread: Option<String>,
    /// Where: `pkg.Class.method(File.java:12)`.
    pub location: Option<String>,
    /// The path of the source file if it was found, else its name.
    pub file: Option<String>,
    /// The line.
    pub line: Option<u32>,
    /// The place, taken apart.
    #[serde(default)]
    pub place: Option<Frame>,
    /// The exception's stack.
    #[serde(flatten)]
    pub stack: Stack,
    /// What caused the exception, and what caused that.
    pub causes: Vec<Cause>,
    /// For a deadlock: each thread that waits.
    pub blocked: Vec<Blocked>,
    /// For a deadlock: threads that each wait for the next, the last for the first.
    pub cycle: Vec<String>,
    /// For a livelock: each thread that runs for ever.
    pub loops: Vec<Loop>,
    /// For a race: its two sides.
    pub race: Option<Race>,
    /// All threads in the order in which they started.
    pub threads: Vec<String>,
    /// What the program printed on the way.
    pub output: String,
    /// The schedule, to be pasted.
    pub token: String,
    /// The command that shows it again.
    #[serde(default)]
    pub replay: String,
    /// Where time passes although others could go on.
    #[serde(default)]
    pub early: Vec<Early>,
    /// What else is to be known.
    #[serde(default)]
    pub note: Option<String>,
    /// What stays the same when lines are moved.
    #[serde(default)]
    pub fingerprint: String,
    /// Context switches of the schedule.
    pub switches: usize,
    /// Those of the schedule that the search came upon.
    pub found_switches: usize,
    /// Turns.
    pub schedule: Vec<Turn>,
    /// What happened.
    pub trace: Vec<Step>,
}

/// An exception.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Exception {
    /// Its class.
    pub class: String,
    /// Its message, if it has one.
    pub message: Option<String>,
}

impl Exception {
    /// From `class: message`, or `class`.
    pub fn of(text: &str) -> Exception {
        match text.split_once(": ") {
            Some((class, message)) => Exception { class: class.into(), message: Some(message.into()) },
            None => Exception { class: text.into(), message: None },
        }
    }
}

/// What caused an exception.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cause {
    /// Class and message.
    pub message: String,
    /// The same, taken apart.
    #[serde(default)]
    pub exception: Option<Exception>,
    /// Its stack.
    #[serde(flatten)]
    pub stack: Stack,
}

/// A thread that cannot go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Blocked {
    /// Which.
    pub thread: String,
    /// For what it waits, in words.
    pub waits: String,
    /// What it waits for: a lock, a condition, a class.
    #[serde(default)]
    pub object: Option<String>,
    /// Who holds that; on a cycle the next thread.
    pub holder: Option<String>,
    /// Where that one has taken it.
    pub acquired: Option<String>,
    /// All who hold it, as far as they are known.
    pub holders: Vec<String>,
    /// Where it waits: the innermost line of the program's own if there is one.
    pub location: Option<String>,
    /// The same, taken apart.
    #[serde(default)]
    pub place: Option<Frame>,
    /// Where it was started, if all of its stack is the library's own.
    #[serde(default)]
    pub started: Option<String>,
    /// Its stack.
    #[serde(flatten)]
    pub stack: Stack,
}

/// A timed wait that expires while others can go on, or a look at the clock that finds that time has passed meanwhile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Early {
    /// Who waits or looks.
    pub thread: String,
    /// `wait` or `look`.
    pub what: String,
    /// The call in which it does.
    pub call: String,
    /// Where.
    pub place: Option<Frame>,
    /// Who could have gone on instead.
    pub beside: Vec<Beside>,
    /// All that in words.
    pub text: String,
}

/// A thread that could have gone on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Beside {
    /// Which.
    pub thread: String,
    /// Whether it is in a timed wait itself, which would end first.
    pub waits: bool,
    /// Where it is.
    pub place: Option<Frame>,
}

/// A thread that runs for ever.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Loop {
    /// Which.
    pub thread: String,
    /// The lines that it comes through.
    pub lines: Vec<String>,
    /// The same, taken apart.
    #[serde(default)]
    pub frames: Vec<Frame>,
}

/// A data race.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Race {
    /// What is accessed.
    pub location: String,
    /// The two accesses.
    pub sites: Vec<Site>,
}

/// One side of a race.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Site {
    /// Who.
    pub thread: String,
    /// `read` or `write`.
    pub access: Access,
    /// Where.
    pub location: Option<String>,
    /// The same, taken apart.
    #[serde(default)]
    pub place: Option<Frame>,
    /// The stack.
    #[serde(flatten)]
    pub stack: Stack,
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Access {
    Read,
    Write,
}

impl Access {
    /// As reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::Write => "write",
        }
    }
}

/// What a schedule lets a thread do before the next one goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Who.
    pub thread: String,
    /// Why it goes on, if it waited.
    pub wake: Option<String>,
    /// Visible actions.
    pub actions: u32,
    /// Answers to data choices.
    pub choices: Vec<u32>,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Who.
    pub thread: String,
    /// What sort of thing.
    pub kind: String,
    /// What, in words.
    pub action: String,
    /// Where.
    pub location: Option<String>,
    /// The text of the line, if it was found.
    pub source: Option<String>,
    /// The place, taken apart.
    #[serde(default)]
    pub place: Option<Frame>,
    /// Whether the place is a line of the program's own.
    #[serde(default)]
    pub own: bool,
    /// Whether the execution ends with it.
    #[serde(default)]
    pub last: bool,
    /// What is known of memory from then on.
    #[serde(default)]
    pub values: Vec<Known>,
    /// Locks that are taken and given back.
    #[serde(default)]
    pub locks: Vec<LockChange>,
}

/// A place in memory and what is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Known {
    /// Where.
    pub place: String,
    /// What.
    pub value: String,
}

/// A lock that is taken or given back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LockChange {
    /// Who.
    pub thread: String,
    /// What.
    pub lock: String,
    /// Whether the thread holds it from then on.
    pub held: bool,
}

/// A source file, or a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Its path.
    pub path: String,
    /// The number of the first line.
    pub first: u32,
    /// The lines.
    pub lines: Vec<String>,
}

impl Violation {
    /// A violation of which only the kind is known.
    pub fn bare(kind: Kind) -> Violation {
        Violation {
            early: Vec::new(),
            one_line: kind.title().to_string(),
            message: String::new(),
            kind,
            exception: None,
            thread: None,
            location: None,
            file: None,
            line: None,
            place: None,
            stack: Stack::default(),
            causes: Vec::new(),
            blocked: Vec::new(),
            cycle: Vec::new(),
            loops: Vec::new(),
            race: None,
            threads: Vec::new(),
            output: String::new(),
            token: String::new(),
            replay: String::new(),
            note: None,
            fingerprint: String::new(),
            switches: 0,
            found_switches: 0,
            schedule: Vec::new(),
            trace: Vec::new(),
        }
    }
}
