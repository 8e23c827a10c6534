//! Native methods, modelled: one table, a row a method.
//!
//! A row names class, method and descriptor, what the method touches that other threads can see, and whether its answer is
//! fixed where a JVM gives others (`effect`). A native method without a row stops the run as unsupported; nothing is ever
//! guessed. Rows may also stand for methods that have bytecode (library loading, class path look-up) where the model is
//! the specification and the bytecode only serves a real operating system.
//!
//! A program that embeds the engine adds rows of its own ([`NativeTable::with`]). What a host answers ([`crate::host::NativeHost`])
//! has rows as well (`hosted`).
//!
//! A native runs again from the start when it answers [`Raise::Again`]: it must not have
//! changed anything before.

mod arrays;
mod asking;
mod attempt;
mod blocks;
mod calls;
mod choices;
pub(crate) mod clock;
mod define;
pub mod effect;
mod fdlibm;
mod files;
mod hosted;
mod invoke;
mod lang;
mod loaders;
mod locks;
mod management;
mod maths;
mod misc;
mod network;
mod nio;
mod overlay;
mod references;
mod reflect;
mod threads;
mod unsafe_access;
mod unsafe_modes;
mod verify;

pub(crate) use asking::Asking;
pub use choices::is_closed_class;
pub(crate) use define::Defined;
pub use define::NameUse;
pub use hosted::{HostCalls, HostUse, hosted_row};
pub use lang::next_part;
pub use unsafe_access::BASE as UNSAFE_BASE;
pub use verify::Tally;
mod waiting;
mod walk;
pub(crate) mod zip;

use crate::interp::{Raise, Res};
use crate::parts::HostTables;
use crate::program::{Body, Kind, MethodId, ObjId, ThreadId};
use crate::vm::Vm;
use effect::{Answer, Effect};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// What a native method did.
pub enum Outcome {
    /// It is done.
    Void,
    /// It is done, with this result in register form.
    Value(u64),
    /// Another method runs in its place.
    Tail {
        /// The method.
        method: MethodId,
        /// Its arguments, by slot.
        args: Vec<u64>,
        /// What happens when it is left.
        exit: crate::state::FrameExit,
    },
}

impl Outcome {
    /// Done, with this object.
    pub fn obj(obj: ObjId) -> Res<Outcome> {
        Ok(Outcome::Value(u64::from(obj.0)))
    }
    /// Done, with this `int`.
    pub fn int(value: i32) -> Res<Outcome> {
        Ok(Outcome::Value(u64::from(value as u32)))
    }
    /// Done, with this `long`.
    pub fn long(value: i64) -> Res<Outcome> {
        Ok(Outcome::Value(value as u64))
    }
    /// Done, with this `boolean`.
    pub fn bool(value: bool) -> Res<Outcome> {
        Ok(Outcome::Value(u64::from(value)))
    }
    /// Done, without a result.
    pub fn void() -> Res<Outcome> {
        Ok(Outcome::Void)
    }
}

/// The arguments of a native by slot, receiver first; a `long` takes two slots.
#[derive(Clone, Copy)]
pub struct Arguments<'a>(pub &'a [u64]);

impl Arguments<'_> {
    /// What a slot holds, in register form.
    pub fn raw(self, slot: usize) -> u64 {
        self.0[slot]
    }
    /// A reference.
    pub fn obj(self, slot: usize) -> ObjId {
        ObjId(self.0[slot] as u32)
    }
    /// An `int`, or a type that counts as one.
    pub fn int(self, slot: usize) -> i32 {
        self.0[slot] as u32 as i32
    }
    /// A `long`.
    pub fn long(self, slot: usize) -> i64 {
        self.0[slot] as i64
    }
    /// A `boolean`.
    pub fn bool(self, slot: usize) -> bool {
        self.0[slot] & 1 == 1
    }
    /// A `double`.
    pub fn double(self, slot: usize) -> f64 {
        f64::from_bits(self.0[slot])
    }
    /// A reference that must not be null.
    pub fn non_null(self, slot: usize) -> Res<ObjId> {
        let obj = self.obj(slot);
        if obj.is_null() { Err(Raise::bare("java/lang/NullPointerException")) } else { Ok(obj) }
    }
}

/// The code of a native.
pub type NativeFn = fn(&mut Vm, ThreadId, Arguments) -> Res<Outcome>;

/// A row of the table.
#[derive(Clone, Copy)]
pub struct Row {
    /// Internal class name.
    pub class: &'static str,
    /// Method name.
    pub name: &'static str,
    /// Descriptor.
    pub descriptor: &'static str,
    /// What it touches that other threads can see.
    pub effect: Effect,
    /// Whether what it answers follows from the program's state.
    pub answer: Answer,
    /// What it does.
    pub run: NativeFn,
}

impl Row {
    /// What tells it from others.
    fn signature(&self) -> (&'static str, &'static str, &'static str) {
        (self.class, self.name, self.descriptor)
    }

    /// Whether the row can be one of an embedding program's.
    fn check(&self) -> Result<(), RowError> {
        if self.class.starts_with('<') {
            return Err(RowError::Own(self.to_string()));
        }
        let kinds = crate::program::slot_kinds(self.descriptor);
        let kinds = kinds.ok_or_else(|| RowError::Descriptor(self.to_string()))?;
        // An instance method has its receiver in slot 0, which the row does not tell: either view may fit.
        let is_object = |slot: usize| {
            let static_slot = kinds.get(slot).copied().flatten() == Some(Kind::Ref);
            static_slot || slot == 0 || kinds.get(slot - 1).copied().flatten() == Some(Kind::Ref)
        };
        match self.effect.object_slots().into_iter().find(|&slot| !is_object(slot)) {
            Some(slot) => Err(RowError::Slot(self.to_string(), slot)),
            None => Ok(()),
        }
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}.{}{}", self.class.replace('/', "."), self.name, self.descriptor)
    }
}

/// Builds rows: `rows! { "java/lang/Object" { "hashCode" "()I" [effect, answer] => hash_code, … } … }`. Neither the effect
/// nor the answer has a default.
macro_rules! rows {
    ($($class:literal { $($name:literal $descriptor:literal [$effect:expr, $answer:expr] => $run:expr),* $(,)? })*) => {{
        #[allow(unused_imports)]
        use $crate::natives::effect::{Access::*, Answer::*, Effect::*, PinnedAnswer, Mode, Patience, filled, part, whole};
        #[allow(unused_imports)]
        use $crate::program::Kind;
        &[$($($crate::natives::Row {
            class: $class,
            name: $name,
            descriptor: $descriptor,
            effect: $effect,
            answer: $answer,
            run: $run,
        }),*),*]
    }};
}
use rows;

fn nothing(_: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::void()
}
fn zero(_: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Ok(Outcome::Value(0))
}
fn one(_: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Ok(Outcome::Value(1))
}

/// Whether a native method only binds C functions, or tells them where fields are.
pub fn is_registration_hook(name: &str) -> bool {
    matches!(name, "registerNatives" | "initIDs")
}

/// All rows.
pub fn all_rows() -> impl Iterator<Item = &'static Row> {
    [
        attempt::ROWS,
        choices::ROWS,
        verify::ROWS,
        lang::ROWS,
        loaders::ROWS,
        management::ROWS,
        maths::ROWS,
        misc::ROWS,
        network::ROWS,
        clock::ROWS,
        unsafe_access::ROWS,
        unsafe_modes::ROWS,
        threads::ROWS,
        references::ROWS,
        reflect::ROWS,
        calls::ROWS,
        arrays::ROWS,
        invoke::ROWS,
        files::ROWS,
        nio::ROWS,
        walk::ROWS,
        zip::ROWS,
    ]
    .into_iter()
    .flatten()
}

/// Rows that stand for bytecode, in searches that use models of library classes.
pub fn model_rows() -> impl Iterator<Item = &'static Row> {
    locks::ROWS.iter().chain(unsafe_access::MODELS)
}

/// A method of the engine's own, in a class that no program can name.
pub(crate) const fn own(name: &'static str, descriptor: &'static str, effect: Effect, run: NativeFn) -> Row {
    Row { class: "<engine>", name, descriptor, effect, answer: Answer::Computed, run }
}

/// Initializes the class whose mirror it is given.
static INITIALIZE: Row = own("initialize", "(Ljava/lang/Class;)V", Effect::Initialize, initialize);

/// Lets the running thread end.
static TERMINATE: Row = own("terminate", "(Ljava/lang/Thread;)V", Effect::Terminate, terminate);

/// Binds C functions, or tells them where fields are: there are none.
static REGISTER: Row = own("registerNatives", "()V", Effect::Nothing, nothing);

/// The table, indexed.
pub struct NativeTable {
    rows: FxHashMap<(&'static str, &'static str, &'static str), &'static Row>,
    /// What was found by method, the last known state of affairs for each. Effects are asked for more often than anything.
    found: RefCell<Vec<Option<&'static Row>>>,
}

/// A row that the table cannot take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RowError {
    /// There is another row for the method.
    Twice(String),
    /// The class is the engine's own.
    Own(String),
    /// The descriptor is none.
    Descriptor(String),
    /// The effect speaks of a slot that the descriptor does not have, or that holds no reference.
    Slot(String, usize),
}

impl std::fmt::Display for RowError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            RowError::Twice(row) => write!(f, "{row} has two rows"),
            RowError::Own(row) => write!(f, "{row} belongs to the engine"),
            RowError::Descriptor(row) => write!(f, "{row} does not have the descriptor of a method"),
            RowError::Slot(row, slot) => write!(f, "the effect of {row} needs an object in slot {slot}"),
        }
    }
}

impl std::error::Error for RowError {}

impl NativeTable {
    pub(crate) fn new(models: bool) -> Self {
        let mut table = FxHashMap::default();
        for row in all_rows().chain(model_rows().filter(|_| models)) {
            let before = table.insert((row.class, row.name, row.descriptor), row);
            debug_assert!(before.is_none(), "two rows for {}.{}{}", row.class, row.name, row.descriptor);
        }
        NativeTable { rows: table, found: RefCell::default() }
    }

    /// The engine's own rows and these. `models` says whether models stand for locks of `java.util.concurrent`
    /// ([`crate::vm::Config::models`]).
    ///
    /// # Errors
    /// If a method has a row already, or if a row does not fit its descriptor. Nothing is shadowed in silence.
    pub fn with(models: bool, rows: impl IntoIterator<Item = &'static Row>) -> Result<Self, RowError> {
        let mut table = Self::new(models);
        for row in rows {
            row.check()?;
            let shadowed = model_rows().any(|model| model.signature() == row.signature());
            if shadowed || table.rows.insert(row.signature(), row).is_some() {
                return Err(RowError::Twice(row.to_string()));
            }
        }
        Ok(table)
    }

    /// Gives a method of the engine's own its row.
    pub(crate) fn bind(&self, method: MethodId, row: &'static Row) {
        let mut found = self.found.borrow_mut();
        if found.len() <= method.index() {
            found.resize(method.index() + 1, None);
        }
        found[method.index()] = Some(row);
    }

    fn known(&self, method: MethodId) -> Option<&'static Row> {
        self.found.borrow().get(method.index()).copied().flatten()
    }
}

impl Vm {
    /// Whether schedules are explored: there are executions to go back to.
    pub(crate) fn is_searching(&self) -> bool {
        self.run.watch != crate::interp::Watch::Off && (!self.run.until_choice || self.run.may_be_taken_back)
    }

    /// Refuses what changes something outside the state: a search could not undo it.
    pub(crate) fn refuse_in_search(&self, what: &str) -> Res<()> {
        if self.is_searching() {
            return Err(Raise::Unsupported(format!("{what} while schedules are explored")));
        }
        Ok(())
    }

    /// The tables outside the state, for a change. A search refuses it.
    pub(crate) fn change_tables(&mut self, what: &str) -> Res<&mut HostTables> {
        let is_searching = self.is_searching();
        self.tables.change(is_searching, what)
    }

    fn find_native(&self, method: MethodId) -> Option<&'static Row> {
        let m = self.program.method(method);
        let (class, name, descriptor) =
            (self.program.class_name(m.class), self.program.name(m.name), self.program.name(m.descriptor));
        self.natives.rows.get(&(class, name, descriptor)).copied()
    }

    /// Whether a row of the table stands for a method that has bytecode, or would have to.
    pub fn has_native(&self, method: MethodId) -> bool {
        !self.program.modelled.contains_key(&method) && (self.find_native(method).is_some() || self.is_closed(method))
    }

    /// The row of a native method; none if it is not modelled.
    pub(crate) fn row(&self, method: MethodId) -> Option<&'static Row> {
        if let Some(row) = self.natives.known(method) {
            return Some(row);
        }
        let row = match self.find_native(method) {
            Some(row) => row,
            None if self.is_hosted_native(method) => &hosted::LIBRARY,
            None if method == self.known.initialize => &INITIALIZE,
            None if method == self.known.terminate => &TERMINATE,
            None if method == self.known.write_file => &files::WRITE_FILE,
            None if method == self.known.asking.answered => &asking::ANSWERED,
            None if method == self.known.asking.not_found => &asking::NOT_FOUND,
            None if is_registration_hook(self.program.name(self.program.method(method).name)) => &REGISTER,
            None => return None,
        };
        self.natives.bind(method, row);
        Some(row)
    }

    /// What a native method touches. One that is not modelled stops its path before it could touch anything.
    pub fn effect(&self, method: MethodId) -> Effect {
        self.row(method).map_or(Effect::Nothing, |row| row.effect)
    }

    /// What the native on top of a thread's stack is about to touch; nothing if there is none.
    pub fn next_effect(&self, tid: ThreadId) -> Option<Effect> {
        let frame = self.state.thread(tid).top()?;
        matches!(self.program.method(frame.method).body, Body::Native).then(|| self.effect(frame.method))
    }

    /// Runs a native method.
    pub(crate) fn native(&mut self, tid: ThreadId, method: MethodId, args: &[u64]) -> Res<Outcome> {
        let Some(row) = self.row(method) else {
            let m = self.program.method(method);
            let what = if self.is_closed(method) { "no model of" } else { "native method" };
            return Err(Raise::Unsupported(format!(
                "{what} {}.{}{}",
                self.external_name(m.class),
                self.program.name(m.name),
                self.program.name(m.descriptor)
            )));
        };
        if self.run.attempts.is_on() {
            self.check_attempted(tid, row)?;
        }
        if let Answer::Pinned(fixed) = row.answer {
            self.ask(tid, fixed);
        }
        if self.run.watch != crate::interp::Watch::Off {
            self.note_use_of_memory(tid, row.effect, Arguments(args));
        }
        let outcome = (row.run)(self, tid, Arguments(args));
        if row.effect == Effect::Classes {
            // Others see it look.
            self.program.present.take_used();
        } else {
            self.note_found()?;
        }
        outcome
    }
}

fn initialize(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    if let Some(class) = vm.state.class_of_mirror(args.obj(0)) {
        vm.ensure_init(tid, class)?;
    }
    Outcome::void()
}

fn terminate(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.announce_end(tid)?;
    Outcome::void()
}
