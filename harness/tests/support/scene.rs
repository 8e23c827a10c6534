//! A folder of its own for a test, and the command in it.

use super::jdk::{Jdk, compile, judged};
use super::process::{Outcome, run_with_deadline};
use super::temp::TempDir;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// No command of a test takes that long.
pub const DEADLINE: Duration = Duration::from_secs(120);

/// What a process wrote.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with source files, and where they are compiled to.
pub struct Scene {
    pub jdk: Jdk,
    pub folder: TempDir,
}

impl Scene {
    pub fn new(sources: &[(&str, &str)]) -> Scene {
        let scene = Scene { jdk: judged(), folder: TempDir::new("a scene").expect("a temporary directory") };
        for (name, text) in sources {
            scene.write(name, text.as_bytes());
        }
        scene
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        std::fs::write(path, bytes).expect("a file can be written");
    }

    pub fn compile(&self, name: &str) {
        std::fs::create_dir_all(self.path("classes")).expect("a folder can be made");
        compile(&self.jdk, &[&self.path(name)], &self.path("classes")).expect("the program compiles");
    }

    pub fn braid(&self, words: &[&str]) -> Command {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.args(words).current_dir(self.folder.path()).env("JAVA_HOME", &self.jdk.home);
        braid
    }

    pub fn run(&self, words: &[&str]) -> Outcome {
        run_with_deadline(&mut self.braid(words), "", DEADLINE).expect("the command ends")
    }

    /// The report that a command has left in `report.json`.
    pub fn report(&self) -> Value {
        let text = std::fs::read_to_string(self.path("report.json")).expect("there is a report");
        serde_json::from_str(&text).expect("the report is JSON")
    }
}
