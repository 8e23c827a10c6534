//! The parts of a machine besides program and state.
//!
//! What a caller wants of a step goes in as [`Run`], and what the step has to tell beside its [`crate::interp::Stop`] comes out there.
//! [`Observations`] are joined over all steps: a search reads them to withdraw assumptions and to name them. Host tables are
//! [`Frozen`] during a search, since nothing undoes a change. [`Links`] follow from the program alone.

use crate::choices::Choices;
use crate::drive::TestLog;
use crate::host::{FileSystem, Input, NativeHost, OpenFile};
use crate::interp::{Answers, Raise, Res, TraceLine, Watch};
use crate::natives::zip::{Deflating, Inflating};
use crate::natives::{HostCalls, Tally};
use crate::observe::{Asked, Attempts, Happens, Regions, Weak};
use crate::program::{ClassId, DynamicTarget, Facts, MethodId, ModelledMethod, ObjId, SiteId, ThreadId};
use crate::state::Reading;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;

/// What answers from outside of the machine.
pub struct World {
    /// The host's files.
    pub files: Box<dyn FileSystem>,
    /// Where more standard input comes from, in single runs.
    pub input: Option<Box<dyn Input>>,
    /// Who answers natives outside of the machine.
    pub host: Option<Rc<dyn NativeHost>>,
}

/// Something that backtracking does not undo. It can be read at any time, and changed only outside of searches.
#[derive(Default)]
pub(crate) struct Frozen<T>(T);

impl<T> Frozen<T> {
    /// Access for a change, which a search refuses by the name of what is done.
    pub(crate) fn change(&mut self, is_searching: bool, what: &str) -> Res<&mut T> {
        if is_searching {
            return Err(Raise::Unsupported(format!("{what} while schedules are explored")));
        }
        Ok(&mut self.0)
    }
}

impl<T> Deref for Frozen<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// What the program has opened or defined that is no part of the state.
#[derive(Default)]
pub(crate) struct HostTables {
    /// Modules, by name.
    pub modules: FxHashMap<Rc<str>, ObjId>,
    /// Open files, by descriptor.
    pub open_files: Vec<Option<OpenFile>>,
    /// Streams that are being inflated.
    pub inflating: Vec<Inflating>,
    /// Streams that are being deflated.
    pub deflating: Vec<Deflating>,
    /// Arrays that stand for memory outside the Java heap: addresses of it are numbers, which no collection sees.
    pub off_heap: FxHashSet<ObjId>,
    /// Class loaders of the program's own.
    pub user_loaders: Vec<ObjId>,
}

/// What is asked of the step that runs, and what it has to tell.
#[derive(Default)]
pub struct Run {
    /// The thread that runs.
    pub current: ThreadId,
    /// How actions that other threads can see are treated.
    pub watch: Watch,
    /// Depth at which the engine's own call returns.
    pub(crate) stop_depth: Option<usize>,
    /// Stop before a thread is started or a choice is asked for.
    pub until_choice: bool,
    /// Answers to choices, for searches.
    pub choices: Choices,
    /// What the program awaits, while it is tried.
    pub attempts: Attempts,
    /// What the value that a thread is about to be given is a reading of.
    pub(crate) reading: Option<Reading>,
    /// Instructions executed.
    pub instructions: u64,
    /// The running thread asked to give way.
    pub(crate) yielded: bool,
    /// The running program asked to drop this execution.
    pub pruned: bool,
    /// A thread waits for input.
    pub(crate) needs_input: bool,
    /// An initializer of the program's own has failed: who waits for it can go on. For searches, which ask and clear it.
    pub initializer_failed: bool,
    /// An allocation that found no room is tried again after a collection.
    pub(crate) made_room: bool,
    /// The main thread ended with an exception.
    pub(crate) main_threw: bool,
    /// What became of the tests of a run.
    pub(crate) tests: TestLog,
}

/// Who has taken numbers for new threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbering {
    /// Nobody.
    #[default]
    Nobody,
    /// The thread with this key.
    One(u64),
    /// More than one thread, so that the numbers depend on the schedule.
    Several,
}

/// What has been observed of the program. It only grows; backtracking leaves it as it is.
#[derive(Default)]
pub struct Observations {
    /// The program has atomic blocks, in which data races are not looked for.
    pub atomic_blocks: bool,
    /// Which threads have taken numbers for new threads during the search.
    pub numbering: Numbering,
    /// What the program has been told that is fixed.
    pub asked: Asked,
    /// Whether shared arrays have been copied in parts of several elements, or to each other.
    pub copied_parts: bool,
    /// Whether the program has come to its end while daemons were there.
    pub left_daemons: bool,
    /// The clock was read during the search.
    pub time_was_read: bool,
    /// The program has looked at the clock where no time passes.
    pub looked_in_vain: bool,
    /// What was executed that orders less than the search takes it to.
    pub weak: Weak,
    /// How often a host was asked, by what it was asked for.
    pub(crate) host_calls: HostCalls,
    /// How often models in Java have answered, by what they answer for.
    pub model_calls: BTreeMap<Rc<ModelledMethod>, u64>,
    /// What the program counts outside of its state.
    pub tally: Tally,
    /// Accesses that nothing orders, for the search that looks for them.
    pub happens: Happens,
    /// What atomic parts of the class library use, and other threads besides.
    pub regions: Regions,
    /// Where monitors and synchronizers were last taken before the search began, for reports.
    pub taken_before: FxHashMap<ObjId, TraceLine>,
}

/// What is derived from the program once, or decided by Java code once for the whole program.
#[derive(Default)]
pub struct Links {
    /// What call sites and dynamic constants lead to.
    pub(crate) dynamic: FxHashMap<SiteId, DynamicTarget>,
    /// What Java code has decided once for the whole program.
    pub(crate) answers: Answers,
    /// Slots of fields that the engine uses.
    pub(crate) slots: FxHashMap<(ClassId, &'static str), u16>,
    /// Which registers are live, of methods that were on a stack when that was asked for.
    pub facts: FxHashMap<MethodId, Facts>,
    /// Which variables are live where the program looks at the clock.
    pub(crate) facts_at_clock: RefCell<FxHashMap<MethodId, Rc<Facts>>>,
}
