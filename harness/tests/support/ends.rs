//! What a client ends with, and whether two searches agree about that.

use std::collections::BTreeSet;

use super::check::{Answer, Report};

/// What executions of a client end with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ends {
    pub outcomes: BTreeSet<String>,
    /// Kinds of violations.
    pub kinds: BTreeSet<String>,
}

impl Ends {
    /// An error that says what is missing and what is too much.
    pub fn same_as(&self, without: &Ends) -> Result<(), String> {
        if self.outcomes != without.outcomes {
            let missing: Vec<&String> = without.outcomes.difference(&self.outcomes).collect();
            let wrong: Vec<&String> = self.outcomes.difference(&without.outcomes).collect();
            return Err(format!("missing {missing:?}, too many {wrong:?}"));
        }
        if self.kinds != without.kinds {
            return Err(format!("{:?} without steps, {:?} with", without.kinds, self.kinds));
        }
        Ok(())
    }
}

/// What all executions end with; nothing if a limit was reached before all were explored, an error if something else was.
pub fn ends(report: &Report) -> Result<Option<Ends>, String> {
    let reason = report.json["reason"].as_str().unwrap_or_default();
    // Violations may have been found when a limit was reached.
    if !reason.is_empty() || !matches!(report.answer, Answer::Verified | Answer::Violated(_)) {
        return if reason.contains("limit") { Ok(None) } else { Err(report.text.clone()) };
    }
    let violations = report.json["violations"].as_array().into_iter().flatten();
    let kinds = violations.filter_map(|violation| Some(violation["kind"].as_str()?.to_owned())).collect();
    Ok(Some(Ends { outcomes: report.outcomes(), kinds }))
}
