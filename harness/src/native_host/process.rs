//! The helper as the command sees it: a process that is started, asked, watched and ended.

use super::Plan;
use super::wire::{self, Question, Reply, Setup};
use braid_engine::host::HostAnswer;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::fs::File;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The name under which this binary is the helper.
pub const COMMAND: &str = "native-host";

/// How long a JVM may take to start, however busy the machine is.
const START: Duration = Duration::from_secs(120);
/// How long a process may take to end that has closed its pipes: it may be writing a crash report.
const END: Duration = Duration::from_secs(5);
/// How often Ctrl-C is looked for.
const LOOK: Duration = Duration::from_millis(50);
/// Address space: a heap of a quarter of a gigabyte, and what a JVM reserves besides.
const ADDRESS_SPACE: u64 = 4 << 30;

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// This call has none, and the helper goes on.
    Refused(String),
    /// The helper is of no use any more.
    Lost(String),
    /// The command is to end.
    Interrupted,
}

/// A helper that runs.
pub struct Process {
    child: Child,
    questions: ChildStdin,
    replies: ChildStdout,
    folder: tempfile::TempDir,
    timeout: Duration,
}

impl Process {
    /// Starts a helper and waits until it is ready.
    pub fn start(plan: &Plan, interrupted: &AtomicBool) -> Result<Process, Failure> {
        let lost = |what: &str, error: std::io::Error| Failure::Lost(format!("{what}: {error}"));
        let folder = tempfile::TempDir::with_prefix("braid-host-");
        let folder = folder.map_err(|error| lost("a temporary folder", error))?;
        let path = std::fs::canonicalize(folder.path()).map_err(|error| lost("the temporary folder", error))?;
        let work = path.join("work");
        std::fs::create_dir(&work).map_err(|error| lost("the temporary folder", error))?;
        let said = File::create(path.join("said")).map_err(|error| lost("the temporary folder", error))?;
        let child = Command::new("/proc/self/exe")
            .arg(COMMAND)
            .env_clear()
            .env("LC_ALL", "C.UTF-8")
            .env("TZ", "UTC")
            // Each arena takes address space.
            .env("MALLOC_ARENA_MAX", "2")
            .current_dir(&work)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(said)
            // Ctrl-C is for the command alone.
            .process_group(0)
            .spawn();
        let mut child = child.map_err(|error| lost("the helper process cannot be started", error))?;
        let (Some(questions), Some(replies)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::Lost("the helper process has no pipes".into()));
        };
        let setup = Setup {
            java_home: plan.java_home.clone(),
            feature: plan.feature,
            models: plan.models.clone(),
            libraries: plan.libraries.clone(),
            stubs: plan.stubs.clone(),
            folder: path,
            parent: std::process::id(),
            address_space: ADDRESS_SPACE,
        };
        let mut process = Process { child, questions, replies, folder, timeout: plan.timeout };
        for fd in [process.questions.as_fd(), process.replies.as_fd()] {
            rustix::io::ioctl_fionbio(fd, true).map_err(|error| lost("the pipes", error.into()))?;
        }
        let deadline = Instant::now() + START;
        process.send(&setup, deadline, interrupted)?;
        match process.receive(deadline, interrupted)? {
            Reply::Ready(_) => Ok(process),
            Reply::Failed(why) => Err(Failure::Lost(format!("the helper process cannot begin: {why}"))),
            // A library is refused while it is loaded.
            Reply::Refused(why) => Err(Failure::Lost(why)),
            Reply::Answer(_) => Err(Failure::Lost("the helper process answers before it is asked".into())),
        }
    }

    /// Asks for an answer.
    pub fn ask(&mut self, question: &Question, interrupted: &AtomicBool) -> Result<HostAnswer, Failure> {
        let deadline = Instant::now() + self.timeout;
        self.send(question, deadline, interrupted)?;
        match self.receive(deadline, interrupted)? {
            Reply::Answer(answer) => Ok(answer),
            Reply::Refused(why) => Err(Failure::Refused(why)),
            Reply::Ready(_) => Err(Failure::Lost("the helper process begins again".into())),
            Reply::Failed(why) => Err(Failure::Lost(format!("the helper process fails: {why}"))),
        }
    }

    fn send(
        &mut self,
        message: &impl serde::Serialize,
        deadline: Instant,
        interrupted: &AtomicBool,
    ) -> Result<(), Failure> {
        let mut frame = Vec::new();
        wire::send(&mut frame, message).map_err(|error| Failure::Refused(format!("the call: {error}")))?;
        let mut rest = &frame[..];
        while !rest.is_empty() {
            match rustix::io::write(&self.questions, rest) {
                Ok(count) => rest = &rest[count..],
                Err(Errno::AGAIN) => self.wait(Way::Out, deadline, interrupted)?,
                Err(Errno::INTR) => {}
                Err(_) => return Err(self.ended()),
            }
        }
        Ok(())
    }

    fn receive(&mut self, deadline: Instant, interrupted: &AtomicBool) -> Result<Reply, Failure> {
        let mut length = [0; 4];
        self.fill(&mut length, deadline, interrupted)?;
        let garbage = |error: std::io::Error| Failure::Lost(format!("the helper process wrote no answer: {error}"));
        // Room is made as bytes come, not because a number says so.
        let length = wire::checked_length(length).map_err(garbage)?;
        let mut frame = Vec::new();
        while frame.len() < length {
            let from = frame.len();
            frame.resize(length.min(from + (1 << 20)), 0);
            self.fill(&mut frame[from..], deadline, interrupted)?;
        }
        wire::decode(&frame).map_err(garbage)
    }

    fn fill(&mut self, mut bytes: &mut [u8], deadline: Instant, interrupted: &AtomicBool) -> Result<(), Failure> {
        while !bytes.is_empty() {
            match rustix::io::read(&self.replies, &mut *bytes) {
                Ok(0) => return Err(self.ended()),
                Ok(count) => bytes = &mut bytes[count..],
                Err(Errno::AGAIN) => self.wait(Way::In, deadline, interrupted)?,
                Err(Errno::INTR) => {}
                Err(_) => return Err(self.ended()),
            }
        }
        Ok(())
    }

    /// Waits until a pipe can be used, or one of the reasons not to.
    fn wait(&mut self, way: Way, deadline: Instant, interrupted: &AtomicBool) -> Result<(), Failure> {
        loop {
            if interrupted.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let seconds = self.timeout.as_secs_f64();
                return Err(Failure::Lost(format!("there was no answer within {seconds} s (--native-timeout)")));
            }
            let slice = Timespec::try_from(left.min(LOOK)).unwrap_or_default();
            let (fd, flags): (BorrowedFd, PollFlags) = match way {
                Way::In => (self.replies.as_fd(), PollFlags::IN),
                Way::Out => (self.questions.as_fd(), PollFlags::OUT),
            };
            match poll(&mut [PollFd::new(&fd, flags)], Some(&slice)) {
                Ok(0) | Err(Errno::INTR) => {}
                Ok(_) => return Ok(()),
                Err(error) => return Err(Failure::Lost(format!("the pipes: {error}"))),
            }
        }
    }

    /// What became of a helper whose pipes are closed.
    fn ended(&mut self) -> Failure {
        let began = Instant::now();
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if began.elapsed() < END => std::thread::sleep(Duration::from_millis(5)),
                Ok(None) | Err(_) => break None,
            }
        };
        let how = match status {
            None => "closed its pipes".to_string(),
            Some(status) => match (status.signal(), status.code()) {
                (Some(signal), _) => format!("was ended by signal {signal}"),
                (None, Some(code)) => format!("ended with exit code {code}"),
                (None, None) => "ended".to_string(),
            },
        };
        let crash = self.crash().or_else(|| self.said()).map(|why| format!(": {why}")).unwrap_or_default();
        Failure::Lost(format!("the helper process {how}{crash}"))
    }

    /// What HotSpot says about a crash: the signal or error, and where.
    fn crash(&self) -> Option<String> {
        let log = std::fs::read(self.folder.path().join("crash.log")).ok()?;
        let log = String::from_utf8_lossy(&log);
        let mut lines = log.lines().map(|line| line.trim_start_matches('#').trim());
        let what = lines.clone().find(|line| line.starts_with("SIG") || line.contains("Error"))?;
        let what = what.split(" at pc=").next().unwrap_or(what).to_string();
        lines.find(|line| line.starts_with("Problematic frame"));
        let place = lines.next().map(|place| format!(" in {place}")).unwrap_or_default();
        Some(format!("{what}{place}"))
    }

    /// The last thing that the JVM or a model said.
    fn said(&self) -> Option<String> {
        /// Characters that are told.
        const MOST: usize = 200;
        let said = std::fs::read(self.folder.path().join("said")).ok()?;
        let tail = said.len().saturating_sub(MOST * 4);
        let said = String::from_utf8_lossy(&said[tail..]).into_owned();
        let last = said.lines().map(str::trim).rfind(|line| !line.is_empty())?;
        Some(last.chars().take(MOST).collect())
    }
}

#[derive(Clone, Copy)]
enum Way {
    In,
    Out,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It has nothing to put in order.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
