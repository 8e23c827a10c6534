//! Tables of steps that users give (`--steps`): read, and checked against the class path before anything is searched. A name that
//! no class has would be a step that is never taken, or a split that is never made.

use braid_engine::steps::{Kind, StepTable, TableRow};
use braid_jvm_front::source::{ClassPath, SourceError};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Tables of the class library with the rows of files.
#[derive(Clone, Debug)]
pub struct Tables {
    steps: Arc<StepTable>,
    wide: Arc<StepTable>,
}

impl Tables {
    /// The one with the same rows of the class library as another table.
    pub fn like(&self, table: &StepTable) -> Arc<StepTable> {
        if table.is_wide() { self.wide.clone() } else { self.steps.clone() }
    }
}

/// The tables of the class library with the rows of these files; nothing if there are none.
pub fn read(files: &[PathBuf], app: &ClassPath, boot: &ClassPath) -> Result<Option<Tables>, String> {
    if files.is_empty() {
        return Ok(None);
    }
    let (mut steps, mut wide) = (StepTable::jdk(), StepTable::jdk_wide());
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("--steps: {}: {error}", file.display()))?;
        let wrong = |line: usize, what: &str| format!("{}:{line}: {what}", file.display());
        let mut own = StepTable::default();
        own.add(&text).map_err(|error| wrong(error.line, &error.what))?;
        for row in own.rows() {
            check(&row, app, boot).map_err(|what| wrong(row.line, &what))?;
        }
        for table in [&mut steps, &mut wide] {
            table.add(&text).map_err(|error| wrong(error.line, &error.what))?;
        }
    }
    Ok(Some(Tables { steps: Arc::new(steps), wide: Arc::new(wide) }))
}

/// What the files say: a verdict rests on it.
pub fn contents(files: &[PathBuf]) -> Option<Vec<Vec<u8>>> {
    files.iter().map(|file| std::fs::read(file).ok()).collect()
}

/// Whether the classes that a row is for are there, and have what it names.
fn check(row: &TableRow<'_>, app: &ClassPath, boot: &ClassPath) -> Result<(), String> {
    let unreadable = |error: SourceError| error.to_string();
    let name = row.class.replace('/', ".");
    if app.find_class(row.class).map_err(unreadable)?.is_none() {
        return Err(match boot.find_class(row.class).map_err(unreadable)? {
            Some(_) => format!("{name} is a class of the JDK, whose steps come with Braid"),
            None => format!("there is no class {name} on the class path"),
        });
    }
    let classes = match row.nested {
        false => vec![row.class.to_string()],
        true => {
            let prefix = format!("{}$", row.class);
            let mut all = app.class_names().map_err(unreadable)?;
            all.retain(|class| class.starts_with(&prefix));
            all
        }
    };
    let mut methods = BTreeSet::new();
    let mut fields = BTreeSet::new();
    for class in classes {
        let Some(found) = app.find_class(&class).map_err(unreadable)? else { continue };
        let class = found.parse().map_err(unreadable)?;
        methods.extend(class.methods().map(|method| method.name().to_string()));
        fields.extend(class.fields().map(|field| field.name().to_string()));
    }
    let of = if row.nested { format!("no class nested in {name}") } else { name };
    for &(kind, word) in &row.names {
        let (is_there, what) = match kind {
            Kind::Method => (methods.contains(word), "method"),
            Kind::Member => (fields.contains(word) || methods.contains(word), "field or method"),
        };
        if !is_there {
            return Err(match row.nested {
                true => format!("{of} has a {what} {word}"),
                false => format!("{of} has no {what} {word}"),
            });
        }
    }
    Ok(())
}
