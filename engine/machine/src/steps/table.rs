//! The table of steps, and how it is written.

use std::fmt;

/// What methods are to steps. `jdk.steps` describes the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepTable {
    groups: Vec<String>,
    rows: Vec<Row>,
    /// Whether groups are in use whose steps are known to hide something, or about which too little is known.
    wide: bool,
}

/// Words of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    /// Where it is written, counted from 1.
    line: usize,
    class: String,
    /// The classes nested in it are meant, not the class itself.
    nested: bool,
    /// Of the class library; a table of the user's is for other classes.
    library: bool,
    when: When,
    words: Vec<Word>,
}

/// When a row holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Always,
    /// While the group is not withdrawn.
    Large(usize),
    /// Once it is.
    Small(usize),
    /// Its methods ask for what the large steps of the group leave out.
    Ask(usize),
    /// The same where the program's own code calls them.
    Run(usize),
    /// Its methods ask when they call the program's own code.
    Call(usize),
    /// Objects that are given to its constructors are part of it: the program's own calls of their methods ask.
    Lend(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    Part(String),
    Alone(String),
    Apart(String),
    Last(String),
    Spins(String),
    Member(String),
}

/// What a method is to steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing.
    #[default]
    None,
    /// A step, or part of the one that calls it.
    Part,
    /// A step of its own.
    Alone,
    /// No step, and no part of one.
    Apart,
}

/// Whether a method asks for what the large steps of a group leave out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Asks {
    /// It does not.
    #[default]
    Nothing,
    /// It does.
    Always(usize),
    /// If the program's own code calls it.
    OwnCode(usize),
    /// If it calls the program's own code.
    Calling(usize),
}

/// All of that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Roles {
    pub(super) role: Role,
    pub(super) asks: Asks,
    /// Its return ends the step under way.
    pub(super) last: bool,
    /// It gives way a few times before it does something else, so the step goes on where it does.
    pub(super) spins: bool,
}

impl Roles {
    pub(super) const NONE: Roles = Roles { role: Role::None, asks: Asks::Nothing, last: false, spins: false };
}

/// What is wrong with a table, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// What a name of a table is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A method.
    Method,
    /// A field, or a native method.
    Member,
}

/// What a line of a table names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow<'a> {
    /// The line, counted from 1.
    pub line: usize,
    /// The class, with slashes.
    pub class: &'a str,
    /// The classes nested in it are meant, not the class itself.
    pub nested: bool,
    /// The names.
    pub names: Vec<(Kind, &'a str)>,
}

impl StepTable {
    /// The steps of the JDK's class library.
    pub fn jdk() -> StepTable {
        StepTable::of_jdk(false)
    }

    /// The same, and the groups whose steps are in doubt.
    pub fn jdk_wide() -> StepTable {
        StepTable::of_jdk(true)
    }

    fn of_jdk(wide: bool) -> StepTable {
        let mut table = StepTable { wide, ..StepTable::default() };
        table.read(include_str!("jdk.steps"), true).expect("invariant: a test reads the table that ships");
        table
    }

    /// Whether groups are in use whose steps are in doubt.
    pub fn is_wide(&self) -> bool {
        self.wide
    }

    /// Adds the rows of a text, which are for classes of other libraries.
    pub fn add(&mut self, text: &str) -> Result<(), TableError> {
        self.read(text, false)
    }

    fn read(&mut self, text: &str, library: bool) -> Result<(), TableError> {
        let mut group = None;
        // Rows of a group that is in doubt and not asked for are read all the same, and dropped.
        let mut dropped = false;
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let mut words = line.split_whitespace();
            let Some(first) = words.next() else { continue };
            let failed = |what: String| TableError { line: at + 1, what };
            if first == "group" || first == "doubtful" {
                let name = words.next().ok_or_else(|| failed("a group has a name".into()))?;
                group = Some(self.groups.len());
                self.groups.push(name.into());
                dropped = first == "doubtful" && !self.wide;
                continue;
            }
            let of_group =
                || group.ok_or_else(|| failed(format!("`{first}` belongs to a group: write `group NAME` before it")));
            let when = match first {
                "steps" => When::Always,
                "large" => When::Large(of_group()?),
                "small" => When::Small(of_group()?),
                "ask" => When::Ask(of_group()?),
                "run" => When::Run(of_group()?),
                "call" => When::Call(of_group()?),
                "lend" if library => When::Lend(of_group()?),
                _ => {
                    let known = "`steps`, `group`, `doubtful`, `large`, `small`, `ask`, `run`, `call` or `lend`";
                    return Err(failed(format!("`{first}` is none of {known}")));
                }
            };
            let class = words.next().ok_or_else(|| failed(format!("`{first}` wants a class and names")))?;
            let (class, nested) = class.strip_suffix("$*").map_or((class, false), |outer| (outer, true));
            let class = class.replace('.', "/");
            let words: Vec<Word> = words.map(Word::of).collect();
            if words.is_empty() {
                return Err(failed(format!("`{first} {class}` names no method")));
            }
            if !dropped {
                self.rows.push(Row { line: at + 1, class, nested, library, when, words });
            }
        }
        Ok(())
    }

    /// Whether there are rows for a class that is none of the class library.
    pub(super) fn names(&self, class: &str) -> bool {
        self.rows.iter().any(|row| !row.library && row.is_for(class))
    }

    /// Whether objects are lent to those of a class.
    pub(super) fn lends(&self, class: &str) -> bool {
        self.lent().any(|(_, row)| row.is_for(class))
    }

    /// The groups of what is asked through objects that are lent.
    pub(super) fn lending(&self) -> impl Iterator<Item = usize> {
        self.lent().map(|(group, _)| group)
    }

    fn lent(&self) -> impl Iterator<Item = (usize, &Row)> {
        self.rows.iter().filter_map(|row| match row.when {
            When::Lend(group) if row.library => Some((group, row)),
            When::Lend(_)
            | When::Always
            | When::Large(_)
            | When::Small(_)
            | When::Ask(_)
            | When::Run(_)
            | When::Call(_) => None,
        })
    }

    /// What a method of a class is, where some groups are withdrawn. Words that are more exact win over `*`, and of these the
    /// one that makes steps smaller.
    pub(super) fn roles(&self, class: &str, library: bool, name: &str, withdrawn: &dyn Fn(usize) -> bool) -> Roles {
        let mut roles = Roles::default();
        for row in self.rows.iter().filter(|row| row.library == library && row.is_for(class)) {
            let holds = match row.when {
                When::Always => true,
                When::Large(group) => !withdrawn(group),
                When::Small(group) => withdrawn(group),
                When::Ask(group) if row.has(name) => {
                    roles.asks = Asks::Always(group);
                    false
                }
                When::Run(group) if row.has(name) => {
                    roles.asks = Asks::OwnCode(group);
                    false
                }
                When::Call(group) if row.has(name) => {
                    roles.asks = Asks::Calling(group);
                    false
                }
                When::Ask(_) | When::Run(_) | When::Call(_) | When::Lend(_) => false,
            };
            if !holds {
                continue;
            }
            for word in &row.words {
                let role = match word {
                    Word::Part(word) if word == "*" || word == name => Role::Part,
                    Word::Alone(word) if word == name => Role::Alone,
                    Word::Apart(word) if word == name => Role::Apart,
                    Word::Last(word) if word == name => {
                        roles.last = true;
                        continue;
                    }
                    Word::Spins(word) if word == name => {
                        roles.spins = true;
                        continue;
                    }
                    Word::Part(_)
                    | Word::Alone(_)
                    | Word::Apart(_)
                    | Word::Last(_)
                    | Word::Spins(_)
                    | Word::Member(_) => continue,
                };
                roles.role = match (roles.role, role) {
                    (Role::Apart, _) | (_, Role::Apart) => Role::Apart,
                    (Role::Alone, _) | (_, Role::Alone) => Role::Alone,
                    (Role::Part, _) | (_, Role::Part) => Role::Part,
                    (Role::None, Role::None) => Role::None,
                };
            }
        }
        roles
    }

    /// Whether an access to a field, or a call of a native method, begins another step.
    pub(super) fn member_begins(&self, class: &str, name: &str, withdrawn: &dyn Fn(usize) -> bool) -> bool {
        self.rows.iter().any(|row| {
            let holds = match row.when {
                When::Always => true,
                When::Large(group) => !withdrawn(group),
                When::Small(group) => withdrawn(group),
                When::Ask(_) | When::Run(_) | When::Call(_) | When::Lend(_) => false,
            };
            holds
                && row.is_for(class)
                && row.words.iter().any(|word| matches!(word, Word::Member(word) if word == name))
        })
    }

    /// All lines, and what they name.
    pub fn rows(&self) -> impl Iterator<Item = TableRow<'_>> {
        self.rows.iter().map(|row| {
            let names = row.words.iter().filter_map(|word| match word {
                Word::Part(name) if name == "*" || name == "<init>" => None,
                Word::Part(name) | Word::Alone(name) | Word::Apart(name) | Word::Last(name) | Word::Spins(name) => {
                    Some((Kind::Method, name.as_str()))
                }
                Word::Member(name) => Some((Kind::Member, name.as_str())),
            });
            TableRow { line: row.line, class: &row.class, nested: row.nested, names: names.collect() }
        })
    }
}

impl Row {
    /// Whether it names a method, without a sign.
    fn has(&self, name: &str) -> bool {
        self.words.iter().any(|word| matches!(word, Word::Part(word) if word == name))
    }

    fn is_for(&self, class: &str) -> bool {
        match class.strip_prefix(self.class.as_str()) {
            Some("") => !self.nested,
            Some(rest) => self.nested && rest.starts_with('$'),
            None => false,
        }
    }
}

impl Word {
    fn of(word: &str) -> Word {
        match word.split_at_checked(1) {
            Some(("^", name)) => Word::Alone(name.into()),
            Some(("~", name)) => Word::Apart(name.into()),
            Some(("|", name)) => Word::Last(name.into()),
            Some(("+", name)) => Word::Spins(name.into()),
            Some(("@", name)) => Word::Member(name.into()),
            _ => Word::Part(word.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> StepTable {
        let mut table = StepTable::default();
        table.add(text).expect("the table is in order");
        table
    }

    fn role(table: &StepTable, class: &str, name: &str, withdrawn: bool) -> Role {
        table.roles(class, false, name, &|_| withdrawn).role
    }

    #[test]
    fn the_table_that_ships_is_in_order() {
        assert!(StepTable::jdk().rows.len() > 20);
    }

    #[test]
    fn the_word_that_makes_steps_smaller_wins() {
        let table = table("steps a.B * ^alone ~apart |last\nsteps a/B alone apart");
        assert_eq!(role(&table, "a/B", "any", false), Role::Part);
        assert_eq!(role(&table, "a/B", "alone", false), Role::Alone);
        assert_eq!(role(&table, "a/B", "apart", false), Role::Apart);
        assert_eq!(role(&table, "a/B$C", "any", false), Role::None, "a nested class has rows of its own");
        let last = table.roles("a/B", false, "last", &|_| false);
        assert_eq!(last, Roles { role: Role::Part, last: true, ..Roles::NONE });
        assert_eq!(table.roles("a/B", true, "any", &|_| false), Roles::NONE, "the library has a table of its own");
    }

    #[test]
    fn a_group_that_is_withdrawn_has_other_steps() {
        let table = table("group g\nlarge a/B$* *\nsmall a/B$C get @at\nask a/B size\nrun a/B run");
        assert_eq!(role(&table, "a/B$C", "put", false), Role::Part);
        assert_eq!(role(&table, "a/B$C", "put", true), Role::None);
        assert_eq!(role(&table, "a/B$C", "get", true), Role::Part);
        assert!(table.member_begins("a/B$C", "at", &|_| true) && !table.member_begins("a/B$C", "at", &|_| false));
        assert_eq!(table.roles("a/B", false, "size", &|_| false).asks, Asks::Always(0));
        assert_eq!(table.roles("a/B", false, "run", &|_| false).asks, Asks::OwnCode(0));
    }

    #[test]
    fn a_group_in_doubt_counts_only_where_it_is_asked_for() {
        let text = "doubtful d\nlarge a/B get\ngroup g\nlarge a/B put\ncall a/B tell";
        let mut wide = StepTable { wide: true, ..StepTable::default() };
        wide.add(text).expect("the table is in order");
        let plain = table(text);
        assert_eq!(role(&plain, "a/B", "get", false), Role::None);
        assert_eq!(role(&wide, "a/B", "get", false), Role::Part);
        assert_eq!(role(&plain, "a/B", "put", false), Role::Part);
        assert_eq!(plain.roles("a/B", false, "tell", &|_| false).asks, Asks::Calling(1));
        assert!(StepTable::jdk().rows.len() < StepTable::jdk_wide().rows.len());
    }

    #[test]
    fn only_the_librarys_table_says_what_is_lent() {
        let name = "java/util/concurrent/ThreadPoolExecutor";
        assert!(StepTable::jdk_wide().lends(name) && !StepTable::jdk().lends(name));
        let failed = StepTable::default().add("group g\nlend a/B <init>").expect_err("it is not the library");
        assert!(failed.what.starts_with("`lend` is none of"), "{failed}");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let failed = |text: &str| StepTable::default().add(text).expect_err("it is not in order").to_string();
        assert_eq!(
            failed("\nstep a/B c"),
            "line 2: `step` is none of `steps`, `group`, `doubtful`, `large`, `small`, `ask`, `run`, `call` or `lend`"
        );
        assert_eq!(failed("large a/B c"), "line 1: `large` belongs to a group: write `group NAME` before it");
        assert_eq!(failed("steps a/B # c"), "line 1: `steps a/B` names no method");
        assert_eq!(failed("steps"), "line 1: `steps` wants a class and names");
        assert_eq!(failed("group"), "line 1: a group has a name");
    }
}
