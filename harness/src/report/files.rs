//! The files that reports go to.

use super::model::Report;
use super::{github, gitlab, html, json, junit, sarif};
use crate::output::say;
use std::error::Error;
use std::path::PathBuf;

/// A kind of report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Json,
    Sarif,
    Junit,
    Html,
    Github,
    Gitlab,
}

impl Kind {
    const ALL: [Kind; 6] = [Kind::Json, Kind::Sarif, Kind::Junit, Kind::Html, Kind::Github, Kind::Gitlab];

    fn name(self) -> &'static str {
        match self {
            Kind::Json => "json",
            Kind::Sarif => "sarif",
            Kind::Junit => "junit",
            Kind::Html => "html",
            Kind::Github => "github",
            Kind::Gitlab => "gitlab",
        }
    }

    fn write(self, report: &Report) -> String {
        match self {
            Kind::Json => json(report),
            Kind::Sarif => sarif::sarif(report),
            Kind::Junit => junit::junit(report),
            Kind::Html => html::html(report),
            Kind::Github => github::github(report),
            Kind::Gitlab => gitlab::gitlab(report),
        }
    }
}

/// Where a report goes.
enum Place {
    File(PathBuf),
    StandardOutput,
}

/// The reports to be written.
pub struct ReportFiles(Vec<(Kind, Place)>);

impl ReportFiles {
    /// What `--report` asks for, empty files so far.
    pub fn create(reports: &[String]) -> Result<ReportFiles, Box<dyn Error>> {
        let mut files: Vec<(Kind, Place)> = Vec::new();
        for report in reports {
            let named = report.split_once('=').filter(|(_, file)| !file.is_empty());
            let known = named.and_then(|(name, file)| Some((Kind::ALL.into_iter().find(|k| k.name() == name)?, file)));
            let Some((kind, file)) = known else {
                let kinds = Kind::ALL.map(Kind::name).join(", ");
                return Err(format!("--report {report}: expected KIND=FILE, where KIND is one of {kinds}").into());
            };
            if files.iter().any(|(other, _)| *other == kind) {
                return Err(format!("--report {}=FILE: given twice", kind.name()).into());
            }
            let place = match file {
                "-" => Place::StandardOutput,
                file => Place::File(PathBuf::from(file)),
            };
            let same = |(other, at): &(Kind, Place)| match (at, &place) {
                (Place::File(a), Place::File(b)) if a == b => Some(other.name()),
                (Place::StandardOutput, Place::StandardOutput) => Some(other.name()),
                (Place::File(_) | Place::StandardOutput, Place::File(_) | Place::StandardOutput) => None,
            };
            if let Some(other) = files.iter().find_map(same) {
                return Err(format!("--report {report}: the {other} report goes there").into());
            }
            files.push((kind, place));
        }
        for (_, place) in &files {
            if let Place::File(path) = place {
                std::fs::File::create(path).map_err(|e| format!("--report: {}: {e}", path.display()))?;
            }
        }
        Ok(ReportFiles(files))
    }

    /// Writes the reports.
    pub fn write(&self, report: &Report) -> Result<(), Box<dyn Error>> {
        for (kind, place) in &self.0 {
            let text = kind.write(report);
            match place {
                Place::File(path) => {
                    std::fs::write(path, text).map_err(|e| format!("--report: {}: {e}", path.display()))?;
                }
                Place::StandardOutput => say(&text),
            }
        }
        Ok(())
    }
}
