//! Running a child process with input, captured output and a deadline.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a finished process left behind. `code` is `None` after a signal.
#[derive(PartialEq, Eq)]
pub struct Outcome {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub code: Option<i32>,
}

/// Runs `command` to its end in a fixed locale and time zone; one that outlives `deadline` is killed and reported.
pub fn run_with_deadline(command: &mut Command, stdin: &str, deadline: Duration) -> Result<Outcome, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .env("LC_ALL", "C.UTF-8")
        .env("TZ", "UTC")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start {program}: {error}"))?;
    let mut input = child.stdin.take().expect("stdin is piped");
    let mut out = child.stdout.take().expect("stdout is piped");
    let mut err = child.stderr.take().expect("stderr is piped");
    let text = stdin.to_owned();
    // The child may end without reading its input: a broken pipe is its right.
    let feeder = thread::spawn(move || drop(input.write_all(text.as_bytes())));
    let stdout = thread::spawn(move || read_all(&mut out));
    let stderr = thread::spawn(move || read_all(&mut err));

    let started = Instant::now();
    let mut pause = Duration::from_millis(1);
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if started.elapsed() > deadline {
            child.kill().map_err(|error| error.to_string())?;
            child.wait().map_err(|error| error.to_string())?;
            return Err(format!("{program} did not end within {} s", deadline.as_secs()));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    feeder.join().expect("the feeder does not panic");
    Ok(Outcome {
        stdout: stdout.join().expect("the reader does not panic"),
        stderr: stderr.join().expect("the reader does not panic"),
        code: status.code(),
    })
}

fn read_all(from: &mut impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // An error here means that the child was killed; what arrived before is still worth showing.
    let _ = from.read_to_end(&mut bytes);
    bytes
}
