//! How much memory the process takes, and how much more there is, where the system tells.

use std::path::Path;

/// The process's resident memory now, in bytes.
pub fn resident() -> Option<u64> {
    own("VmRSS:")
}

/// The most that it ever was.
pub fn peak() -> Option<u64> {
    own("VmHWM:")
}

/// What a search may take unless it is told otherwise: what the process has, and three quarters of what is free. The rest is
/// for other processes.
pub fn default_limit() -> Option<u64> {
    Some(resident()? + free()? / 4 * 3)
}

/// What the machine and the process's control group have to give.
fn free() -> Option<u64> {
    let machine = kilobytes(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")?;
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    Some(groups.lines().filter_map(left_in_group).fold(machine, u64::min))
}

/// What is left of the memory of a control group, given as `0::/path` (version 2) or `4:memory:/path` (version 1). In a
/// container the files of its own group are often at the top.
fn left_in_group(line: &str) -> Option<u64> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (folder, limit, usage) = match parts.next()? {
        "" => ("/sys/fs/cgroup", "memory.max", "memory.current"),
        "memory" => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
        _ => return None,
    };
    let own = Path::new(folder).join(parts.next()?.trim_start_matches('/'));
    let left = |group: &Path| {
        let read = |file: &str| std::fs::read_to_string(group.join(file)).ok()?.trim().parse::<u64>().ok();
        Some(read(limit)?.saturating_sub(read(usage)?))
    };
    left(&own).or_else(|| left(Path::new(folder)))
}

fn own(which: &str) -> Option<u64> {
    kilobytes(&std::fs::read_to_string("/proc/self/status").ok()?, which)
}

/// The number behind a word that begins a line, given in kilobytes.
fn kilobytes(text: &str, which: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(which))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kb| kb * 1024)
}

#[cfg(test)]
mod tests {
    use super::{default_limit, kilobytes, peak, resident};

    #[test]
    fn numbers_are_found_by_their_words() {
        let text = "MemTotal:       24000 kB\nMemAvailable:    2 kB\n";
        assert_eq!(kilobytes(text, "MemAvailable:"), Some(2048));
        assert_eq!(kilobytes(text, "SwapFree:"), None);
    }

    #[test]
    fn there_is_more_to_have_than_is_taken() {
        let (now, most, limit) = (resident(), peak(), default_limit());
        assert!(now > Some(0) && now <= most && limit > now, "{now:?} {most:?} {limit:?}");
    }
}
