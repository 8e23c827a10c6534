//! Names of values, objects, places and threads in one report.
//!
//! An object that a static final field holds is called like the field. Others are numbered by class in the order in which
//! a report first names them, so the numbers are small and depend on the execution alone.

use super::plain::quoted;
use braid_engine::check::{Counterexample, Object, Target, ThreadInfo, Value};
use braid_engine::interp::TraceLine;
use braid_engine::program::{ClassId, FieldId, MethodId, ObjId, ThreadId, kind_of};
use braid_engine::vm::Vm;
use std::cell::RefCell;
use std::collections::HashMap;

/// The names of one report.
pub struct Names<'a> {
    vm: &'a Vm,
    threads: &'a [ThreadInfo],
    constants: HashMap<ObjId, FieldId>,
    numbers: RefCell<Numbers>,
}

#[derive(Default)]
struct Numbers {
    of_object: HashMap<ObjId, usize>,
    used: HashMap<String, usize>,
}

impl<'a> Names<'a> {
    /// Nothing is named yet.
    pub fn new(vm: &'a Vm, counterexample: &'a Counterexample) -> Self {
        let mut constants = HashMap::new();
        for &(object, field) in &counterexample.constants {
            constants.entry(object).or_insert(field);
        }
        Names { vm, threads: &counterexample.threads, constants, numbers: RefCell::default() }
    }

    /// The program's name for a thread.
    pub fn thread(&self, thread: ThreadId) -> &'a str {
        self.threads.get(thread.index()).map_or("?", |t| &t.name)
    }

    /// Whether a value is the object of a thread.
    pub fn is_thread(&self, thread: ThreadId, value: &Value) -> bool {
        let Value::Object(object) = value else { return false };
        self.threads.get(thread.index()).is_some_and(|thread| thread.object == object.id)
    }

    /// A class as reports call it: without its package and without the class around it.
    pub fn class(&self, class: ClassId) -> String {
        short_class(&self.vm.external_name(class))
    }

    /// `Class.method`.
    pub fn method(&self, method: MethodId) -> String {
        let m = self.vm.program.method(method);
        format!("{}.{}", self.class(m.class), self.vm.program.name(m.name))
    }

    /// `Bank.LOCK` or `Node@1`; a thread by its own name.
    pub fn object(&self, object: Object) -> String {
        if let Some(thread) = self.threads.iter().find(|t| t.object == object.id) {
            return thread.name.clone();
        }
        if let Some(&field) = self.constants.get(&object.id) {
            return self.target(&Target::Static(field), None);
        }
        let class = self.class(object.class);
        let mut numbers = self.numbers.borrow_mut();
        let Numbers { of_object, used } = &mut *numbers;
        let number = *of_object.entry(object.id).or_insert_with(|| {
            let count = used.entry(class.clone()).or_default();
            *count += 1;
            *count
        });
        format!("{class}@{number}")
    }

    /// A value as Java would write it, as far as it can.
    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Null => "null".into(),
            Value::Integer(n) => n.to_string(),
            Value::Boolean(b) => b.to_string(),
            Value::Char(unit) => match char::from_u32(u32::from(*unit)) {
                Some(c) => quoted(c.encode_utf8(&mut [0; 4]), '\''),
                // Half of a character.
                None => format!("'\\u{unit:04x}'"),
            },
            Value::Float(f) if f.is_finite() => format!("{f:?}f"),
            Value::Float(f) => not_finite(f64::from(*f)).into(),
            Value::Double(d) if d.is_finite() => format!("{d:?}"),
            Value::Double(d) => not_finite(*d).into(),
            Value::Text(text) => quoted(text, '"'),
            Value::Named(name) => name.clone(),
            Value::Object(object) => self.object(*object),
        }
    }

    /// A place in memory, as a line of code would write it: without the class if it is the line's own.
    pub fn target(&self, target: &Target, line: Option<&TraceLine>) -> String {
        let field = |f| self.vm.program.name(self.vm.program.field(f).name);
        match target {
            Target::Static(f)
                if line.is_some_and(|l| self.vm.program.method(l.method).class == self.vm.program.field(*f).class) =>
            {
                field(*f).to_string()
            }
            Target::Static(f) => format!("{}.{}", self.class(self.vm.program.field(*f).class), field(*f)),
            Target::Field(object, f) => format!("{}.{}", self.value(object), field(*f)),
            Target::Element(array, index) => format!("{}[{index}]", self.value(array)),
            Target::Part(object) => self.value(object),
        }
    }

    /// `File.java:12`, if both are known.
    pub fn file_and_line(&self, line: &TraceLine) -> Option<String> {
        let file = self.file(line)?;
        (line.line > 0).then(|| format!("{file}:{}", line.line))
    }

    /// The source file's name.
    pub fn file(&self, line: &TraceLine) -> Option<&'a str> {
        let class = self.vm.program.class(self.vm.program.method(line.method).class);
        class.source_file.map(|s| self.vm.program.name(s))
    }
}

/// What Java calls a number that is none, or beyond all others.
fn not_finite(number: f64) -> &'static str {
    match number {
        f64::INFINITY => "Infinity",
        f64::NEG_INFINITY => "-Infinity",
        _ => "NaN",
    }
}

/// `Node` for `pkg.Stack$Node`, `int[]` for `[I`, `Foo$1` for an anonymous class.
pub fn short_class(external: &str) -> String {
    let element = external.trim_start_matches('[');
    let dimensions = external.len() - element.len();
    let name = match (dimensions, element.strip_prefix('L').and_then(|e| e.strip_suffix(';'))) {
        (0, _) => element,
        (_, Some(class)) => class,
        (_, None) => kind_of(element).keyword(),
    };
    if name.contains("$$Lambda") {
        return format!("lambda{}", "[]".repeat(dimensions));
    }
    // Hidden classes have a slash in their names.
    let name = name.split('/').next().unwrap_or(name);
    let mut short = name.rsplit('.').next().unwrap_or(name);
    if let Some((_, inner)) = short.rsplit_once('$')
        && inner.starts_with(|c: char| c.is_alphabetic())
    {
        // The parts of a lock are called like the lock.
        short = match inner {
            "Sync" | "FairSync" | "NonfairSync" => short.split('$').next().unwrap_or(short),
            "ConditionObject" => "Condition",
            _ => inner,
        };
    }
    format!("{short}{}", "[]".repeat(dimensions))
}

#[cfg(test)]
mod tests {
    use super::short_class;

    #[test]
    fn classes_have_short_names() {
        for (external, short) in [
            ("java.lang.Object", "Object"),
            ("pkg.Stack$Node", "Node"),
            ("Foo$1", "Foo$1"),
            ("pkg.Foo$$Lambda$lambda$main$1$1", "lambda"),
            ("[I", "int[]"),
            ("[[Ljava.lang.String;", "String[][]"),
            ("java.util.concurrent.locks.ReentrantLock$NonfairSync", "ReentrantLock"),
            ("java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", "Condition"),
        ] {
            assert_eq!(short_class(external), short);
        }
    }
}
