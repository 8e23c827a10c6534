//! Whether an earlier report still holds, so that nothing needs to be checked again.
//!
//! A verdict is a function of the program, what it reads, the class library, the options and Braid itself. An earlier one is
//! given again only if all of these are known to be the same: every class that was loaded, as the class path finds it now; the
//! names of everything on the class path (a class that was looked for in vain may be there now, or one that was not loaded may
//! stand before another) and the contents of what is no class; arguments and system properties; the
//! current directory; the JDK; the options; the very
//! build of Braid. A program that has read files, standard input or properties of the host is always checked again, and so is
//! what was not verified: a violation is to be seen, and a limit may not be reached this time.

use crate::inputs;
use crate::report::Report;
use crate::report::model::{Class, Jdk, Options, SCHEMA, Target, Tool, Verdict};
use braid_jvm_front::source::ClassPath;
use std::error::Error;
use std::path::Path;

/// Answers that come from outside and are in no hash.
const FROM_OUTSIDE: [&str; 2] = ["files", "host"];

/// The checks of an earlier report.
#[derive(Default)]
pub struct Earlier(Vec<Report>);

/// What a check would rest on now.
pub struct Now<'a> {
    /// The program.
    pub target: &'a Target,
    /// The hash of the class path's other contents.
    pub surroundings: &'a Option<String>,
    /// Where classes are found.
    pub class_path: &'a ClassPath,
    /// The class library.
    pub jdk: &'a Jdk,
    /// How it would be checked.
    pub options: &'a Options,
}

impl Earlier {
    /// Reads a JSON report. None is there before the first check, and an empty one after a check that was killed.
    pub fn read(file: &Path) -> Result<Earlier, Box<dyn Error>> {
        let wrong = |error: &dyn std::fmt::Display| format!("--unchanged-since: {}: {error}", file.display());
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Earlier::default()),
            Err(error) => return Err(wrong(&error).into()),
        };
        if text.is_empty() {
            return Ok(Earlier::default());
        }
        let report = crate::report::parse(&text).map_err(|error| wrong(&format!("no JSON report: {error}")))?;
        Ok(Earlier(report.checks().to_vec()))
    }

    /// The earlier report of a check, if that would end the same way.
    pub fn still_holds(&self, now: &Now) -> Option<Report> {
        let same = |report: &&Report| {
            let Report { schema, verdict, reason, target, tool, jdk, options, fixed, classes, .. } = report;
            let Some(target) = target else { return false };
            let Target { name, arguments, properties, words: _, class_path, reads_input } = target;
            let asks_outside = *reads_input || fixed.iter().any(|fixed| FROM_OUTSIDE.contains(&fixed.kind.as_str()));
            let unchanged = |class: &Class| {
                inputs::class_hash(&class.name.replace('.', "/"), now.class_path).as_ref() == Some(&class.sha256)
            };
            *schema == SCHEMA
                && *verdict == Verdict::Verified
                && reason.is_none()
                && *tool == Tool::default()
                && jdk.as_ref() == Some(now.jdk)
                && options.as_ref() == Some(now.options)
                && *name == now.target.name
                && *arguments == now.target.arguments
                && *properties == now.target.properties
                && !asks_outside
                && class_path.is_some()
                && class_path == now.surroundings
                && !classes.is_empty()
                && classes.iter().all(unchanged)
        };
        let found = self.0.iter().find(same)?;
        let referee = found.options.as_ref().is_some_and(|options| options.referee);
        Some(Report { unchanged: true, referee, expectation: None, ..found.clone() })
    }
}
