//! What the engine asks: answers from memory where there are some, else from a helper.

use super::process::{Failure, Process};
use super::wire::{ModelMethod, Question};
use super::{Plan, hosted};
use crate::models::Model;
use braid_engine::host::{HostAnswer, HostCall, NativeHost};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Helpers that may be lost during one check.
const LOSSES: u32 = 4;

/// Answers that are kept. Beyond that all are forgotten, and asked for again.
const KEPT: usize = 1 << 20;

/// Whether answers are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// For a search, which makes the same call again and must come to the same.
    Kept,
    /// For a single run, in which nothing happens twice.
    None,
}

type Answered = Result<Rc<HostAnswer>, String>;

/// Who answers a method: class, name and descriptor.
type Signature = (String, String, String);

/// A host, with a helper once one is needed.
pub struct Host {
    plan: Plan,
    models: HashMap<Signature, (ModelMethod, String)>,
    memory: Memory,
    interrupted: Arc<AtomicBool>,
    process: RefCell<Option<Process>>,
    known: RefCell<HashMap<HostCall, Answered>>,
    losses: Cell<u32>,
}

impl Host {
    /// A host for these models and libraries; nothing is started yet.
    pub fn new(plan: Plan, models: &[Model], memory: Memory, interrupted: Arc<AtomicBool>) -> Host {
        let models = hosted(models).into_iter().map(|hosted| (hosted.row, (hosted.method, hosted.name)));
        Host {
            plan,
            models: models.collect(),
            memory,
            interrupted,
            process: RefCell::default(),
            known: RefCell::default(),
            losses: Cell::new(0),
        }
    }

    fn model(&self, class: &str, name: &str, descriptor: &str) -> Option<&(ModelMethod, String)> {
        self.models.get(&(class.to_string(), name.to_string(), descriptor.to_string()))
    }

    /// Asks the helper, which is started if there is none.
    fn ask(&self, question: &Question) -> Result<HostAnswer, Failure> {
        let mut process = self.process.borrow_mut();
        if process.is_none() {
            if self.losses.get() >= LOSSES {
                return Err(Failure::Refused(format!("{LOSSES} helper processes were lost; no other is started")));
            }
            self.losses.set(self.losses.get() + 1);
            *process = Some(Process::start(&self.plan, &self.interrupted)?);
            self.losses.set(self.losses.get() - 1);
        }
        let running = process.as_mut().expect("invariant: a helper has just been started");
        let answered = running.ask(question, &self.interrupted);
        match &answered {
            Ok(_) | Err(Failure::Refused(_)) => {}
            Err(Failure::Lost(_) | Failure::Interrupted) => {
                self.losses.set(self.losses.get() + 1);
                *process = None;
            }
        }
        answered
    }

    fn ask_well(&self, call: &HostCall) -> Result<Answered, Failure> {
        let model = self.model(&call.class, &call.name, &call.descriptor).map(|(method, _)| method.clone());
        let question = Question { model, call: call.clone() };
        let once = || match self.ask(&question) {
            Ok(answer) => Ok(Ok(answer)),
            Err(Failure::Refused(why) | Failure::Lost(why)) => Ok(Err(why)),
            Err(Failure::Interrupted) => Err(Failure::Interrupted),
        };
        let first = once()?;
        if self.plan.verify && first.is_ok() {
            let second = once()?;
            if first != second {
                let why = "it was asked twice and gave two answers (--verify-native-models): it is no function of its \
                           arguments; what has state belongs into a model that Braid executes (--models)";
                return Ok(Err(why.to_string()));
            }
        }
        Ok(first.map(Rc::new))
    }
}

impl NativeHost for Host {
    fn answer(&self, call: &HostCall) -> Answered {
        if let Some(known) = self.known.borrow().get(call) {
            return known.clone();
        }
        let answered = match self.ask_well(call) {
            Ok(answered) => answered,
            Err(Failure::Interrupted | Failure::Refused(_) | Failure::Lost(_)) => return Err("interrupted".into()),
        };
        if self.memory == Memory::Kept {
            let mut known = self.known.borrow_mut();
            if known.len() >= KEPT {
                known.clear();
            }
            known.insert(call.clone(), answered.clone());
        }
        answered
    }

    fn answered_by(&self, class: &str, name: &str, descriptor: &str) -> String {
        match self.model(class, name, descriptor) {
            Some((_, name)) => format!("the host model {name}"),
            None => {
                let files = self.plan.libraries.iter().filter_map(|path| path.file_name());
                let files: Vec<String> = files.map(|file| file.to_string_lossy().into_owned()).collect();
                files.join(" or ")
            }
        }
    }

    fn has_libraries(&self) -> bool {
        !self.plan.libraries.is_empty()
    }

    fn has_library(&self, file: &str) -> bool {
        self.plan.libraries.iter().any(|path| path.file_name().is_some_and(|name| name == file))
    }
}
