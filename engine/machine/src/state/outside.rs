//! What a program has done outside of the heap: files that it has opened and written, streams that it deflates.
//!
//! Nothing here refers to an object, so a value means the same on every path, and equal values are equal states. Each value
//! that a search meets gets a number; the table of numbers only grows and is never undone, so the number stands for the
//! value in a key. A change copies the value if it is still needed to go back, and what is large in it is shared.

use super::{Change, State};
use crate::host::FileInfo;
use rustc_hash::{FxHashMap, FxHasher};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What there is outside of the heap.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Outside {
    /// Open files and directories; the descriptor is the position plus three.
    pub open: Vec<Option<Open>>,
    /// What is at a path instead of what the host has there.
    pub paths: BTreeMap<Rc<str>, Entry>,
    /// Files that the program has written, by number.
    pub files: BTreeMap<u32, Rc<Vec<u8>>>,
    /// Streams that are being deflated, by the number that stands for their address.
    pub deflaters: BTreeMap<i64, Rc<Deflater>>,
}

impl Outside {
    /// Whether there is nothing: as when the program began.
    fn is_empty(&self) -> bool {
        let Outside { open, paths, files, deflaters } = self;
        open.iter().all(Option::is_none) && paths.is_empty() && files.is_empty() && deflaters.is_empty()
    }

    /// Whether the program has changed what is on the disk.
    pub fn was_written(&self) -> bool {
        !self.paths.is_empty() || !self.files.is_empty()
    }
}

/// What is at a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entry {
    /// Nothing any more.
    Gone,
    /// A directory that the program has made.
    Directory,
    /// This file of the program's.
    File(u32),
}

/// An open file or directory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Open {
    /// What it is.
    pub what: Opened,
    /// The position in it.
    pub at: usize,
    /// Whether it was opened for writing.
    pub writes: bool,
    /// Whether all is written at its end.
    pub appends: bool,
}

/// What a descriptor stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Opened {
    /// A file of the host's.
    Host(Rc<HostFile>),
    /// A file that the program has written.
    Written(u32),
    /// A directory, with the names that it had when it was opened.
    #[allow(missing_docs)]
    Directory { path: Rc<str>, names: Rc<[String]> },
    /// It gives random bytes.
    Random,
    /// It is empty, and takes everything.
    Null,
}

/// A file of the host's, as it was when it was looked at.
#[derive(Debug)]
pub struct HostFile {
    /// Where it is.
    pub path: Rc<str>,
    /// What is known of it.
    pub info: FileInfo,
    /// What is in it.
    pub content: Rc<[u8]>,
}

impl PartialEq for HostFile {
    fn eq(&self, other: &Self) -> bool {
        let HostFile { path, info, content } = self;
        *path == other.path && *info == other.info && (Rc::ptr_eq(content, &other.content) || *content == other.content)
    }
}

impl Eq for HostFile {}

impl Hash for HostFile {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.path.hash(state);
    }
}

/// A deflater, by what it has done since it was made or reset.
#[derive(Debug)]
pub struct Deflater {
    /// How hard it tries.
    pub level: i32,
    /// Whether it leaves out header and checksum.
    pub raw: bool,
    /// The checksum of what it has taken.
    pub adler: u32,
    last: Option<Rc<Step>>,
    /// Of all that it has done.
    hash: u64,
}

#[derive(Debug)]
struct Step {
    done: Deflated,
    before: Option<Rc<Step>>,
}

/// Something that a deflater has done.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deflated {
    /// What it was given.
    pub input: Rc<[u8]>,
    /// How much room there was for output.
    pub room: usize,
    /// How.
    pub flush: Flush,
    /// How much it took.
    pub taken: usize,
    /// How much it gave.
    pub given: usize,
}

/// What a deflater is told to do with its input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Flush {
    None,
    Sync,
    Full,
    Finish,
    /// It knows the input from the start.
    Dictionary,
}

impl Deflater {
    /// One that has done nothing yet.
    pub fn new(level: i32, raw: bool) -> Self {
        Deflater { level, raw, adler: 1, last: None, hash: 0 }
    }

    /// Whether it has done nothing yet.
    pub fn is_fresh(&self) -> bool {
        self.last.is_none()
    }

    /// The same after one more thing.
    pub fn after(&self, done: Deflated, adler: u32) -> Self {
        let mut hasher = FxHasher::default();
        (self.hash, &done).hash(&mut hasher);
        let last = Some(Rc::new(Step { done, before: self.last.clone() }));
        Deflater { level: self.level, raw: self.raw, adler, last, hash: hasher.finish() }
    }

    /// What it has done, in order.
    pub fn history(&self) -> Vec<&Deflated> {
        let mut history: Vec<&Deflated> = self.steps().map(|step| &step.done).collect();
        history.reverse();
        history
    }

    fn steps(&self) -> impl Iterator<Item = &Rc<Step>> {
        std::iter::successors(self.last.as_ref(), |step| step.before.as_ref())
    }
}

impl PartialEq for Deflater {
    fn eq(&self, other: &Self) -> bool {
        if (self.level, self.raw, self.adler, self.hash) != (other.level, other.raw, other.adler, other.hash) {
            return false;
        }
        let (mut mine, mut others) = (self.steps(), other.steps());
        loop {
            match (mine.next(), others.next()) {
                (None, None) => return true,
                (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return true,
                (Some(a), Some(b)) if a.done == b.done => {}
                (Some(_) | None, Some(_)) | (Some(_), None) => return false,
            }
        }
    }
}

impl Eq for Deflater {}

impl Hash for Deflater {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.level, self.raw, self.adler, self.hash).hash(state);
    }
}

impl Drop for Deflater {
    /// Step by step: a long history must not need a deep stack.
    fn drop(&mut self) {
        let mut last = self.last.take();
        while let Some(step) = last.and_then(Rc::into_inner) {
            last = step.before;
        }
    }
}

/// A value of [`Outside`], and its number once it was asked for.
#[derive(Default, Debug)]
pub(super) struct Numbered {
    value: Outside,
    number: Cell<Option<u32>>,
}

/// The values that have a number. Zero is the empty one, which is not here.
pub(super) type Numbers = RefCell<FxHashMap<Outside, u32>>;

impl State {
    /// What there is outside of the heap.
    pub fn outside(&self) -> &Outside {
        &self.outside.value
    }

    /// The same for a change.
    pub fn outside_mut(&mut self) -> &mut Outside {
        if self.recording {
            self.changes.push(Change::Outside(self.outside.clone()));
        }
        if Rc::get_mut(&mut self.outside).is_none() {
            self.outside = Rc::new(Numbered { value: self.outside.value.clone(), number: Cell::new(None) });
        }
        let numbered = Rc::get_mut(&mut self.outside).expect("invariant: no other state has it");
        numbered.number.set(None);
        &mut numbered.value
    }

    /// The number of what there is outside of the heap: equal ones are equal values on all paths.
    pub fn outside_number(&self) -> u32 {
        if let Some(number) = self.outside.number.get() {
            return number;
        }
        let mut numbers = self.outside_numbers.borrow_mut();
        let next = u32::try_from(numbers.len() + 1).expect("fewer than 2^32 values in one search");
        let number = match self.outside.value.is_empty() {
            true => 0,
            false => *numbers.entry(self.outside.value.clone()).or_insert(next),
        };
        self.outside.number.set(Some(number));
        number
    }
}
