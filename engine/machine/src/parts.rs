//! The parts of a machine besides program and state.
//!
//! What a caller wants of a step goes in as [`Run`], and what the step has to tell beside its [`crate::interp::Stop`] comes out there.
//! [`Observations`] are joined over all steps: a search reads them to withdraw assumptions and to name them. Host tables are
//! `Frozen` during a search, since nothing undoes a change. [`Links`] follow from the program alone.

use crate::choices::Choices;
use crate::drive::TestLog;
use crate::host::{FileSystem, Input, NativeHost};
use crate::interp::{Answers, Conditional, Raise, Res, TraceLine, Watch};
use crate::natives::zip::{Deflating, Inflating};
use crate::natives::{Defined, HostCalls, NameUse, Tally};
use crate::observe::{Asked, Attempts, Happens, Regions, Weak};
use crate::program::{
    ClassId, ClassLoaderKind, DynamicTarget, Facts, MethodId, ModelledMethod, ObjId, SiteId, Sym, ThreadId,
};
use crate::state::Reading;
use crate::steps::Steps;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

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

impl<T: Clone> Frozen<T> {
    /// As it is now, to go back to.
    pub(crate) fn kept(&self) -> Self {
        Frozen(self.0.clone())
    }
}

impl<T> Deref for Frozen<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// What the program has opened or defined that is no part of the state.
#[derive(Clone, Default)]
pub(crate) struct HostTables {
    /// Modules, by name.
    pub modules: FxHashMap<Rc<str>, ObjId>,
    /// Arrays that stand for memory outside the Java heap: addresses of it are numbers, which no collection sees.
    pub off_heap: FxHashSet<ObjId>,
    /// Class loaders of the program's own.
    pub user_loaders: Vec<ObjId>,
}

/// What is kept at hand and could be made again from the state at any time. Who takes something out sees whether it still fits.
#[derive(Default)]
pub(crate) struct Caches {
    /// Decompressors, and where they are.
    pub inflating: Vec<Inflating>,
    /// Compressors, and where they are.
    pub deflating: Vec<Deflating>,
}

/// What other threads can see, as far as that depends on what the program looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Visibility {
    /// No final field, static or not, is written once another thread can reach it. So reads of them are no visible actions,
    /// and a lock that is named by one is the same lock for every thread.
    pub finals_are_constant: bool,
    /// The program asks what other threads are doing. So waiting to enter a monitor is something that a thread does, and so
    /// is leaving its group when it ends.
    pub threads_are_observed: bool,
    /// The program looks at the numbers and default names of threads that several threads make. So taking the next number is
    /// something that a thread does.
    pub numbers_are_observed: bool,
    /// A thread writes to an array inside the class library while it is copied. So such copies are made element by element.
    pub copies_are_observed: bool,
    /// Other threads use what initializers of library classes use. So these are not atomic.
    pub initializers_interleave: bool,
    /// Other threads use what making, starting and ending a thread uses. So these are not atomic.
    pub housekeeping_interleaves: bool,
    /// The program asks which classes are initialized. So initializing one is something that a thread does, even where no code
    /// runs.
    pub classes_are_observed: bool,
    /// The program lets garbage be collected. So a weak reference may be cleared by another thread, even if that cannot get at
    /// it, and asking one for its object is something that a thread does.
    pub garbage_is_collected: bool,
    /// The program looks at the clock. So looking is something that a thread does, and so is beginning to wait for some time.
    pub time_is_observed: bool,
    /// No thread looks whether another one has ended, other than by joining it (`observe/ends.rs`). So a join waits only before
    /// the next action of its thread, and coming back from a wait in `join` is no action.
    pub ends_go_unseen: bool,
}

/// What is asked of the step that runs, and what it has to tell.
#[derive(Default)]
pub struct Run {
    /// The thread that runs.
    pub current: ThreadId,
    /// How actions that other threads can see are treated.
    pub watch: Watch,
    /// What counts as an action that other threads can see: a search decides.
    pub visibility: Visibility,
    /// How often threads have looked at the clock in searches.
    pub looks: u64,
    /// Whether joins are deferred while nothing tells: in a search, but not where a schedule is taken again.
    pub defers_joins: bool,
    /// Something has begun that shows when threads end: a join for some time, or a daemon, which ends with the last of the
    /// others. For searches, which take it.
    pub ends_show: bool,
    /// A thread was started in a group that is destroyed when its last thread ends. Another thread that uses the group then can
    /// tell whether threads have ended. For searches, which take it.
    pub groups_show: bool,
    /// Depth at which the engine's own call returns.
    pub(crate) stop_depth: Option<usize>,
    /// Stop before a thread is started or a choice is asked for.
    pub until_choice: bool,
    /// Such a run is tried: it may be taken back, so what it changes is state, as in a search.
    pub may_be_taken_back: bool,
    /// Answers to choices, for searches.
    pub choices: Choices,
    /// What the program awaits, while it is tried.
    pub attempts: Attempts,
    /// What the value that a thread is about to be given is a reading of.
    pub(crate) reading: Option<Reading>,
    /// Instructions executed, without those of calls that the machine makes itself: such a call is part of the instruction that
    /// needs it, so that the same number of instructions leads to the same place again.
    pub instructions: u64,
    /// Those of calls that the machine makes itself.
    pub(crate) within_calls: u64,
    /// The running thread asked to give way.
    pub(crate) yielded: bool,
    /// The running program asked to drop this execution.
    pub pruned: bool,
    /// A thread waits for input.
    pub(crate) needs_input: bool,
    /// An initializer of the program's own has failed: who waits for it can go on. For searches, which ask and clear it.
    pub initializer_failed: bool,
    /// After how many instructions and questions the running thread last did something for others without a stop before it: an
    /// initializer failed, or a thread that was alone started another one. For searches, which take it.
    pub unannounced: Option<(u64, usize)>,
    /// An allocation that found no room is tried again after a collection.
    pub(crate) made_room: bool,
    /// What is one step, and how the running thread stands to that.
    pub steps: Steps,
    /// The main thread ended with an exception.
    pub(crate) main_threw: bool,
    /// What became of the tests of a run.
    pub(crate) tests: TestLog,
}

/// Who has taken numbers for new threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbering {
    /// No thread.
    #[default]
    Nobody,
    /// The thread with this key.
    One(u64),
    /// More than one thread, so that the numbers depend on the schedule.
    Several,
}

/// What has become of the one invocation of a test that a launcher was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Invocation {
    /// Nothing yet, or none was asked for.
    #[default]
    NotSeen,
    /// It has begun.
    Begun,
    /// The test has fewer.
    Missing,
}

/// What has been observed of the program. It only grows; backtracking leaves it as it is.
#[derive(Default)]
pub struct Observations {
    /// The program has atomic blocks, in which data races are not looked for.
    pub atomic_blocks: bool,
    /// Which threads have taken numbers for new threads during the search.
    pub numbering: Numbering,
    /// The program has read the name or the number of a thread out of its object, at any time: by an instruction that was executed
    /// once, by an offset, or by giving objects to a host.
    pub names_were_read: bool,
    /// Another thread than the main one has been given an identity hash code that was not asked for before. It is made from
    /// which thread that is.
    pub threads_made_hashes: bool,
    /// What the program has been told that is fixed.
    pub asked: Asked,
    /// Whether shared arrays have been copied in parts of several elements, or to each other.
    pub copied_parts: bool,
    /// Whether the program has come to its end while daemons were there.
    pub left_daemons: bool,
    /// A thread has begun to wait for some time, or has looked at the clock. If not, time plays no part.
    pub is_timed: bool,
    /// The clock was read during the search.
    pub time_was_read: bool,
    /// The program has looked at the clock where no time passes.
    pub looked_in_vain: bool,
    /// Who has looked for classes and defined them during the search.
    pub names: FxHashMap<(Sym, ClassLoaderKind), NameUse>,
    /// What was executed that orders less than the search takes it to.
    pub weak: Weak,
    /// How often a host was asked, by what it was asked for.
    pub(crate) host_calls: HostCalls,
    /// How often models in Java have answered, by what they answer for.
    pub model_calls: BTreeMap<Arc<ModelledMethod>, u64>,
    /// What the program counts outside of its state.
    pub tally: Tally,
    /// Whether the one invocation of a test that a launcher was asked for has come up.
    pub invocation: Invocation,
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
    /// What of that, and of the code, holds in some states only.
    pub(crate) conditional: Conditional,
    /// What Java code has decided once for the whole program.
    pub(crate) answers: Answers,
    /// Classes that the program has defined during the search, on any path.
    pub(crate) defined: Vec<Defined>,
    /// Numbers for class loaders that are met during the search, by the key of the thread that meets one, and how many it has met
    /// before.
    pub(crate) loader_numbers: FxHashMap<(u64, u32), u32>,
    /// The array whose elements are the blocks of memory outside the heap that a search has taken.
    pub(crate) blocks: ObjId,
    /// An array: the first of the references that a collection has cleared, until the reference handler follows up on them, and the threads
    /// that are to do so and have not begun.
    pub(crate) pending: ObjId,
    /// Slots of fields that the engine uses.
    pub(crate) slots: FxHashMap<(ClassId, &'static str), u16>,
    /// Which registers are live, of methods that were on a stack when that was asked for.
    pub facts: FxHashMap<MethodId, Facts>,
    /// Which variables are live where the program looks at the clock.
    pub(crate) facts_at_clock: RefCell<FxHashMap<MethodId, Rc<Facts>>>,
}
