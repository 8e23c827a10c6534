//! States: heap, threads, monitors, class initialization, and how to go back.
//!
//! Every change goes through a method that records what it needs to undo. [`State::checkpoint`] starts an interval,
//! [`State::rollback`] undoes it.

mod clock;
mod collect;
mod defined;
mod heap;
mod history;
mod mirrors;
mod outcomes;
mod outside;
mod sharing;
mod thread;
mod thread_set;
mod whole;

pub use clock::{CENTURY, CLOCK_START, Clock, EPOCH_MILLIS, LAPSE, Reading, Readings, after, date, timer_at};
pub use collect::NURSERY;
pub(crate) use collect::WeakReferences;
pub use heap::{Header, Heap, HeapChange, HeapMark, WholeHeap};
pub use history::{Carrier, Histories, History, Ordering, PastAccess};
pub use outcomes::Outcomes;
pub use outside::{Deflated, Deflater, Entry, Flush, HostFile, Open, Opened, Outside};
pub use sharing::share;
pub use thread::{Frame, FrameExit, Status, Thread, ThreadCore, Wake, Within};
pub use thread_set::ThreadSet;
pub use whole::{Whole, WholeHeader, WholeThread};

use crate::program::{ClassId, Definitions, MethodId, ObjId, SiteId, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// A monitor that a thread holds or waits for. Objects without an entry are free.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Monitor {
    /// Who holds it, and how often.
    pub owner: Option<(ThreadId, u32)>,
    /// Threads that a notification can reach, in the order they came: those in `wait`, and those that an interrupt has woken
    /// and that have not gone on yet.
    pub waiters: Vec<ThreadId>,
}

/// How far a class is (JVMS 5.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Init {
    /// Linked only.
    #[default]
    Linked,
    /// This thread runs the initializer.
    Running(ThreadId),
    /// Ready for use.
    Done,
    /// The initializer threw: `NoClassDefFoundError` from now on.
    Failed,
}

/// A text the program wrote to standard output (1) or standard error (2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// File descriptor.
    pub stream: u8,
    /// What was written.
    pub bytes: Rc<[u8]>,
}

/// Scalars that are saved whole at every checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalars {
    /// The clock in nanoseconds, from [`CLOCK_START`]: one for all threads. In a search it does not move by itself.
    pub clock: i64,
    /// Whether something depends on the time that is no reading of it that is followed.
    pub dated: bool,
    /// The latest time among those that are not followed any more, or ever were.
    pub noted: i64,
    /// Bytes taken from standard input.
    pub stdin: usize,
    /// How many random numbers and seeds were drawn.
    pub random_draws: u32,
    /// Exit code, once `System.exit` or `Runtime.halt` was called.
    pub halted: Option<i32>,
    /// The list of values that this execution has recorded, by its number in [`Outcomes`].
    pub outcome: u32,
    /// The accesses that could still race, by their number in [`Histories`].
    pub history: u32,
}

impl Default for Scalars {
    fn default() -> Self {
        Scalars {
            clock: CLOCK_START,
            dated: false,
            noted: i64::MIN,
            stdin: 0,
            random_draws: 0,
            halted: None,
            outcome: 0,
            history: 0,
        }
    }
}

impl Scalars {
    /// A time is not followed any further.
    pub fn lose(&mut self, time: i64) {
        self.dated = true;
        self.noted = self.noted.max(time);
    }
}

#[derive(Clone, Debug)]
enum Change {
    Monitor(ObjId, Option<Monitor>),
    Init(ClassId, Init),
    Mirror(ClassId),
    Interned(Rc<[u16]>, Option<ObjId>),
    Instance(ClassId),
    Linked(SiteId),
    Outside(Rc<outside::Numbered>),
    Defined(Arc<Definitions>),
    /// What it was is the last of the saved threads.
    Thread(ThreadId),
    /// What it was is the last of the saved frames.
    Frame(ThreadId),
    ThreadAdded(ThreadId),
}

/// Something besides the heap that was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changed {
    /// Initialization or mirror of a class.
    Class(ClassId),
    /// This string was interned.
    Interned(ObjId),
    /// A thread, or it is new.
    Thread(ThreadId),
}

#[derive(Clone, Copy, Debug)]
struct ThreadSave {
    core: ThreadCore,
    frames: usize,
    low_water: usize,
    epoch: u32,
}

/// A frame that was changed; its registers are the last of the saved ones.
#[derive(Clone, Copy, Debug)]
struct FrameSave {
    index: usize,
    frame: Frame,
    low_water: usize,
}

/// What threads and frames were before they were changed, in the order of the changes. Rolling back cuts these lists
/// short and keeps their memory, so that in the long run saving allocates nothing.
#[derive(Clone, Debug, Default)]
struct Saves {
    threads: Vec<ThreadSave>,
    frames: Vec<FrameSave>,
    registers: Vec<u64>,
}

/// A point that a state can be rolled back to.
#[derive(Clone, Debug)]
pub struct Mark {
    heap: HeapMark,
    changes: usize,
    scalars: Scalars,
    output: usize,
}

/// Something that is undone in any case.
pub(crate) struct Trial {
    mark: Mark,
    heap: heap::HeapTrial,
    epoch: u32,
    recording: bool,
}

impl Trial {
    /// Where it started.
    pub(crate) fn mark(&self) -> &Mark {
        &self.mark
    }
}

impl Mark {
    /// The heap's part.
    pub fn heap(&self) -> &HeapMark {
        &self.heap
    }
}

/// The state of a running program.
#[derive(Default)]
pub struct State {
    /// Objects.
    pub heap: Heap,
    pub(crate) threads: Vec<Thread>,
    monitors: FxHashMap<ObjId, Monitor>,
    init: Vec<Init>,
    /// Mirror of each class that has one.
    mirrors: Vec<ObjId>,
    /// Mirror of each class that is ready for use; null otherwise, so that one look answers both questions.
    pub(crate) ready: Vec<ObjId>,
    interned: FxHashMap<Rc<[u16]>, ObjId>,
    pub(crate) literals: Vec<ObjId>,
    interned_objects: FxHashSet<ObjId>,
    pub(crate) instances: FxHashMap<ClassId, ObjId>,
    linked: FxHashMap<SiteId, u64>,
    /// Values saved whole.
    pub scalars: Scalars,
    output: Vec<Output>,
    /// Lists of recorded values; only grows.
    pub outcomes: Outcomes,
    /// Past accesses that could still race; only grows.
    pub histories: Histories,
    /// What there is outside of the heap, and the numbers of such values, which only grow.
    outside: Rc<outside::Numbered>,
    outside_numbers: outside::Numbers,
    /// Classes that the program has defined during the search.
    defined: Arc<Definitions>,
    changes: Vec<Change>,
    saves: Saves,
    recording: bool,
    epoch: u32,
    /// The checkpoint that the present interval began with.
    interval: Option<Mark>,
    /// Class of a mirror object.
    mirror_class: FxHashMap<ObjId, ClassId>,
}

impl State {
    /// An empty state.
    pub fn new() -> Self {
        State { heap: Heap::new(), ..Self::default() }
    }

    // ----- undo -----

    /// Starts an interval that can be undone.
    pub fn checkpoint(&mut self) -> Mark {
        self.recording = true;
        self.epoch += 1;
        let mark = Mark {
            heap: self.heap.checkpoint(),
            changes: self.changes.len(),
            scalars: self.scalars,
            output: self.output.len(),
        };
        self.interval = Some(mark.clone());
        mark
    }

    /// The checkpoint that the present interval began with, if there was any.
    pub fn last_checkpoint(&self) -> Option<&Mark> {
        self.interval.as_ref()
    }

    /// Undoes everything since the checkpoint; the mark stays valid.
    pub fn rollback(&mut self, mark: &Mark) {
        while self.changes.len() > mark.changes {
            match self.changes.pop().expect("invariant: changes outnumber the mark's") {
                Change::Monitor(obj, Some(monitor)) => {
                    self.monitors.insert(obj, monitor);
                }
                Change::Monitor(obj, None) => {
                    self.monitors.remove(&obj);
                }
                Change::Init(class, init) => {
                    self.init[class.index()] = init;
                    self.ready[class.index()] =
                        if init == Init::Done { self.mirrors[class.index()] } else { ObjId::NULL };
                }
                Change::Mirror(class) => {
                    self.mirror_class.remove(&self.mirrors[class.index()]);
                    self.mirrors[class.index()] = ObjId::NULL;
                }
                Change::Interned(text, before) => {
                    if let Some(obj) = self.interned.get(&text) {
                        self.interned_objects.remove(obj);
                    }
                    match before {
                        Some(obj) => self.interned.insert(text, obj),
                        None => self.interned.remove(&text),
                    };
                    self.literals.clear();
                }
                Change::Instance(class) => {
                    self.instances.remove(&class);
                }
                Change::Linked(site) => {
                    self.linked.remove(&site);
                }
                Change::Outside(before) => self.outside = before,
                Change::Defined(before) => self.defined = before,
                Change::Thread(id) => {
                    let thread = &mut self.threads[id.index()];
                    let save = self.saves.threads.pop();
                    let ThreadSave { core, frames, low_water, epoch } = save.expect("invariant: it was saved");
                    thread.core = core;
                    thread.frames.truncate(frames);
                    thread.low_water = low_water;
                    thread.epoch = epoch;
                    debug_assert_eq!(thread.frames.len(), frames);
                }
                Change::Frame(id) => {
                    let thread = &mut self.threads[id.index()];
                    let save = self.saves.frames.pop();
                    let FrameSave { index, frame, low_water } = save.expect("invariant: it was saved");
                    thread.frames.truncate(index);
                    thread.frames.push(frame);
                    let from = self.saves.registers.len() - frame.registers as usize;
                    let end = frame.base as usize + frame.registers as usize;
                    if thread.stack.len() < end {
                        thread.stack.resize(end, 0);
                    }
                    thread.stack[frame.base as usize..end].copy_from_slice(&self.saves.registers[from..]);
                    self.saves.registers.truncate(from);
                    thread.low_water = low_water;
                }
                Change::ThreadAdded(_) => {
                    self.threads.pop();
                }
            }
        }
        self.heap.rollback(&mark.heap);
        self.scalars = mark.scalars;
        self.output.truncate(mark.output);
        self.epoch += 1;
        self.interval = Some(mark.clone());
    }

    /// Starts something that [`State::end_trial`] undoes, as if it had never been: neither the present interval nor what is saved
    /// of it changes by that.
    pub(crate) fn begin_trial(&mut self) -> Trial {
        let recording = std::mem::replace(&mut self.recording, true);
        let epoch = self.epoch;
        let heap = self.heap.begin_trial();
        self.epoch += 1;
        let mark =
            Mark { heap: heap.mark, changes: self.changes.len(), scalars: self.scalars, output: self.output.len() };
        Trial { mark, heap, epoch, recording }
    }

    /// Undoes a trial.
    pub(crate) fn end_trial(&mut self, trial: Trial) {
        let Trial { mark, heap, epoch, recording } = trial;
        let interval = self.interval.clone();
        self.rollback(&mark);
        self.heap.end_trial(heap);
        (self.epoch, self.recording, self.interval) = (epoch, recording, interval);
    }

    /// Whether a class was initialized or something linked or interned since a mark: the first use of something.
    pub(crate) fn prepared_since(&self, mark: &Mark) -> bool {
        self.changes[mark.changes..].iter().any(|change| match change {
            Change::Init(..) | Change::Mirror(_) | Change::Interned(..) | Change::Instance(_) | Change::Linked(_) => {
                true
            }
            Change::Monitor(..)
            | Change::Thread(_)
            | Change::Frame(_)
            | Change::ThreadAdded(_)
            | Change::Outside(_)
            | Change::Defined(_) => false,
        })
    }

    /// Whether something was printed, recorded or read from outside since a mark.
    pub(crate) fn wrote_outside_since(&self, mark: &Mark) -> bool {
        let Scalars { stdin, outcome, halted, .. } = self.scalars;
        self.output.len() > mark.output
            || self.changes[mark.changes..]
                .iter()
                .any(|change| matches!(change, Change::Outside(_) | Change::Defined(_)))
            || (stdin, outcome, halted) != (mark.scalars.stdin, mark.scalars.outcome, mark.scalars.halted)
    }

    /// A monitor that is not what it was at a mark.
    pub(crate) fn monitor_changed_since(&self, mark: &Mark) -> Option<ObjId> {
        let mut seen = FxHashSet::default();
        self.changes[mark.changes..].iter().find_map(|change| match change {
            // The first change tells what it was.
            Change::Monitor(obj, before) if seen.insert(*obj) => {
                (before.as_ref() != self.monitors.get(obj) && obj.index() < mark.heap.objects()).then_some(*obj)
            }
            _ => None,
        })
    }

    fn record(&mut self, change: Change) {
        if self.recording {
            self.changes.push(change);
        }
    }

    // ----- threads -----

    /// All threads, ended ones included.
    pub fn threads(&self) -> &[Thread] {
        &self.threads
    }

    /// A thread.
    #[inline]
    pub fn thread(&self, id: ThreadId) -> &Thread {
        &self.threads[id.index()]
    }

    /// Ids of all threads.
    pub fn thread_ids(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.threads.len()).map(ThreadId::new)
    }

    /// Adds a thread.
    pub fn add_thread(&mut self, thread: Thread) -> ThreadId {
        let id = ThreadId::new(self.threads.len());
        self.record(Change::ThreadAdded(id));
        self.threads.push(thread);
        id
    }

    /// The part of a thread that is not on its stack, to change it.
    pub fn core_mut(&mut self, id: ThreadId) -> &mut ThreadCore {
        self.touch(id);
        &mut self.threads[id.index()].core
    }

    /// A thread whose top frame and core may be changed now. Frames below the top need [`State::uncover`].
    pub fn thread_mut(&mut self, id: ThreadId) -> &mut Thread {
        self.touch(id);
        &mut self.threads[id.index()]
    }

    /// Saves core and top frame of a thread unless that was done since the checkpoint.
    fn touch(&mut self, id: ThreadId) {
        if !self.recording {
            return;
        }
        let epoch = self.epoch;
        let thread = &mut self.threads[id.index()];
        if thread.epoch == epoch {
            return;
        }
        let save = ThreadSave {
            core: thread.core,
            frames: thread.frames.len(),
            low_water: thread.low_water,
            epoch: thread.epoch,
        };
        thread.epoch = epoch;
        thread.low_water = thread.frames.len();
        self.saves.threads.push(save);
        self.changes.push(Change::Thread(id));
        self.uncover(id);
    }

    /// To be called when the frame that is now on top of the thread may be changed: saves it if it has not been.
    pub fn uncover(&mut self, id: ThreadId) {
        if !self.recording {
            return;
        }
        let thread = &mut self.threads[id.index()];
        let Some(index) = thread.frames.len().checked_sub(1) else { return };
        if index >= thread.low_water {
            return;
        }
        let frame = thread.frames[index];
        self.saves.registers.extend_from_slice(thread.registers(&frame));
        self.saves.frames.push(FrameSave { index, frame, low_water: thread.low_water });
        thread.low_water = index;
        self.changes.push(Change::Frame(id));
    }

    // ----- monitors -----

    /// The monitor of an object, if a thread holds it or waits for it.
    pub fn monitor(&self, obj: ObjId) -> Option<&Monitor> {
        self.monitors.get(&obj)
    }

    /// All monitors that are held or waited for, in no particular order.
    pub fn monitors(&self) -> impl Iterator<Item = (ObjId, &Monitor)> {
        self.monitors.iter().map(|(&o, m)| (o, m))
    }

    /// Changes a monitor; one that ends up free and unwaited for is forgotten.
    pub fn update_monitor<R>(&mut self, obj: ObjId, change: impl FnOnce(&mut Monitor) -> R) -> R {
        let before = self.monitors.get(&obj).cloned();
        self.record(Change::Monitor(obj, before));
        let monitor = self.monitors.entry(obj).or_default();
        let result = change(monitor);
        if *monitor == Monitor::default() {
            self.monitors.remove(&obj);
        }
        result
    }

    /// What besides the heap was changed since a mark, oldest first, each possibly several times.
    pub fn changes_since(&self, mark: &Mark) -> impl Iterator<Item = Changed> {
        self.changes[mark.changes..].iter().filter_map(|change| match change {
            Change::Init(class, _) | Change::Mirror(class) => Some(Changed::Class(*class)),
            Change::Interned(text, _) => self.interned(text).map(Changed::Interned),
            Change::Thread(id) | Change::Frame(id) => Some(Changed::Thread(*id)),
            Change::ThreadAdded(id) => Some(Changed::Thread(*id)),
            // Monitors are few and looked at one by one; the rest is made when asked for and does not show.
            Change::Monitor(..) | Change::Instance(_) | Change::Linked(_) | Change::Outside(_) | Change::Defined(_) => {
                None
            }
        })
    }

    // ----- output -----

    /// What the program wrote so far.
    pub fn output(&self) -> &[Output] {
        &self.output
    }

    /// The program writes.
    pub fn write(&mut self, stream: u8, bytes: &[u8]) {
        self.output.push(Output { stream, bytes: bytes.into() });
    }

    /// Takes what was written, when nothing will be undone.
    pub fn drain_output(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.output)
    }

    /// The method that a thread is in.
    pub fn current_method(&self, id: ThreadId) -> Option<MethodId> {
        self.thread(id).top().map(|f| f.method)
    }
}
