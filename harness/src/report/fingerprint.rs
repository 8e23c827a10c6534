//! What tells violations from each other and stays the same when lines are moved: no number of a line is part of it.

use super::model::{Frame, Violation};
use sha2::{Digest, Sha256};

/// The fingerprint of a violation.
pub fn of(violation: &Violation) -> String {
    let mut parts: Vec<String> = vec![violation.kind.clone().into()];
    parts.extend(violation.place.as_ref().map(place));
    // The line's own text tells two places in one method from each other.
    let at = |frame: &Frame| (frame.path.clone(), frame.line, frame.method.clone());
    let here = violation.place.as_ref().map(at);
    let step = violation.trace.iter().find(|step| step.own && step.place.as_ref().map(at) == here);
    parts.extend(step.and_then(|step| step.source.clone()));
    let mut waiting: Vec<String> = violation
        .blocked
        .iter()
        .map(|blocked| {
            let at = blocked.place.as_ref().map(place).unwrap_or_default();
            format!("{at} {}", blocked.object.as_deref().unwrap_or_default())
        })
        .collect();
    waiting.sort();
    parts.extend(waiting);
    parts.extend(violation.loops.iter().filter_map(|endless| endless.frames.first()).map(place));
    if let Some(race) = &violation.race {
        parts.push(race.location.clone());
        let mut sites: Vec<String> = race.sites.iter().filter_map(|site| site.place.as_ref()).map(place).collect();
        sites.sort();
        parts.extend(sites);
    }
    short(&parts)
}

/// A hash of some texts, short enough to be shown.
pub fn short(parts: &[impl AsRef<str>]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // Lengths keep the parts apart.
        hash.update((part.as_ref().len() as u64).to_le_bytes());
        hash.update(part.as_ref());
    }
    hex(&hash.finalize()[..16])
}

/// Bytes as text.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn place(frame: &Frame) -> String {
    format!("{}.{}", frame.class, frame.method)
}
