//! Steps: methods of the class library that a search takes as one action each, over their own bytecode.
//!
//! A table (`jdk.steps`, and tables of the user's) names methods. A thread is *in a step* while a frame of a named method is
//! active that has no frame of the program's own above it; of several, the outermost counts. A step begins with its first action
//! that does not commute, which commits the transaction, and what follows in the step does not end the transaction. It ends
//!
//! * when its frame is left: a later activation at the same depth is another step;
//! * when code of the program's own is called: a task, a hook, a factory, `equals`. What comes after it is a step of its own;
//! * when the thread blocks or gives way;
//! * before an action that the table names, or one of a method that is always a step of its own;
//! * when a method returns of which the table says so;
//! * before an access to memory of other classes, a look at the clock, and an access that could be part of a data race (which
//!   the caller knows);
//! * after `MOST_ACTIONS` actions.
//!
//! To end a step early is always right, so none of this has to be exact. Actions within a step are classified and noted like
//! all others, so what is inferred from them holds whether there are steps or not.
//!
//! *Every execution explored is one of the bytecode.* So failures, deadlocks and data races are real, and their schedules,
//! which count actions and know of no steps, replay without them. A terminal component is another matter: a thread could leave
//! it by what a step does not let happen. So a livelock is looked for again without steps. *Verified* rests on the table: no
//! program can tell the order of actions within a step. Tests compare what programs end with (`harness/tests/refine.rs`), and
//! verdicts name the classes.
//!
//! Some methods let a program tell more than others: counts of a pool show a task between its end and its being counted. So
//! methods belong to groups with large and small steps. A search begins with the large ones. When a method is called that asks
//! (the table says which), the group is *withdrawn*: the search starts again with the small steps of that group.

mod lent;
mod table;

pub use table::{Kind, StepTable, TableError, TableRow};

use crate::natives::effect::Effect;
use crate::observe::{Action, Place};
use crate::program::{ClassId, FieldId, MethodId, ObjId, ThreadId};
use crate::state::Frame;
use crate::vm::Vm;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::{Asks, Role, Roles};

/// Actions after which a step ends: a thread that waits for others by looking again and again would do so for ever.
const MOST_ACTIONS: u32 = 1_000;

/// The steps of a search, and how the thread that runs stands to them.
#[derive(Default)]
pub struct Steps {
    /// Which methods are steps; none if none is.
    table: Option<Arc<StepTable>>,
    /// Groups of which something was asked that only small steps show.
    withdrawn: BTreeSet<usize>,
    /// No method is a step any more.
    off: bool,
    /// What methods and fields are to steps, once that was asked for.
    roles: Vec<Option<Roles>>,
    fields: BTreeMap<FieldId, bool>,
    /// The frame of the step under way.
    frame: Option<usize>,
    /// Actions that have happened in it.
    actions: u32,
    /// Classes of which a step with more than one action was taken.
    taken: BTreeSet<ClassId>,
    /// Objects that the program has lent (`lent`), and whether it calls their methods itself.
    lent: BTreeSet<ObjId>,
    asked: bool,
}

impl Steps {
    /// Takes the methods of a table as steps, from the beginning.
    pub fn set(&mut self, table: Option<Arc<StepTable>>) {
        *self = Steps { table, ..Steps::default() };
    }

    /// Whether a step is under way.
    pub fn is_under_way(&self) -> bool {
        self.frame.is_some()
    }

    /// No step is under way any more.
    pub fn end(&mut self) {
        self.frame = None;
        self.actions = 0;
    }

    /// Whether a step with more than one action was taken.
    pub fn were_taken(&self) -> bool {
        !self.taken.is_empty()
    }

    /// Takes no method for a step any more.
    pub fn withdraw_all(&mut self) {
        self.off = true;
        self.taken.clear();
        self.asked = false;
        self.end();
    }

    fn is_on(&self) -> bool {
        self.table.is_some() && !self.off
    }

    fn withdraw(&mut self, group: usize) {
        self.withdrawn.insert(group);
        self.roles.clear();
        self.fields.clear();
    }
}

/// Where a thread stands.
#[derive(Default)]
struct Standing {
    /// The frame of the step that it is in.
    step: Option<usize>,
    /// The group of which it asks something outside of a step.
    asks: Option<usize>,
}

impl Vm {
    /// Classes of which a step with more than one action was taken, by name.
    pub fn classes_in_steps(&self) -> Vec<String> {
        self.run.steps.taken.iter().map(|&class| self.external_name(class)).collect()
    }

    /// Whether steps are taken of which it is known that they hide something, or about which too little is known.
    pub fn steps_are_in_doubt(&self) -> bool {
        self.run.steps.table.as_ref().is_some_and(|table| table.is_wide())
    }

    /// Whether the step under way goes on with the next action of its thread. If not, it has ended.
    pub fn goes_on_in_step(&mut self, tid: ThreadId, action: &Action) -> bool {
        let Some(frame) = self.run.steps.frame else { return false };
        let goes_on = self.run.steps.actions < MOST_ACTIONS
            && self.standing(tid).step == Some(frame)
            && !self.begins_another(tid, action)
            && self.is_librarys(tid, action);
        match goes_on {
            true => {
                self.run.steps.actions += 1;
                let class = self.program.method(self.state.thread(tid).frames[frame].method).class;
                self.run.steps.taken.insert(class);
            }
            false => self.run.steps.end(),
        }
        goes_on
    }

    /// Whether the next action of a thread is part of a step.
    pub fn stands_in_step(&mut self, tid: ThreadId) -> bool {
        self.run.steps.is_on() && self.standing(tid).step.is_some()
    }

    /// The next action of a thread begins a step, if it is part of one.
    pub fn begin_step(&mut self, tid: ThreadId) {
        if self.run.steps.is_on() {
            (self.run.steps.frame, self.run.steps.actions) = (self.standing(tid).step, 0);
        }
    }

    /// A thread stands before an action outside of steps. If it asks for what large steps leave out, there are small ones from
    /// now on: true if that is news.
    pub fn withdraws_steps(&mut self, tid: ThreadId) -> bool {
        if !self.run.steps.is_on() {
            return false;
        }
        let mut asked = self.asked_of_lent();
        asked.extend(self.standing(tid).asks);
        asked.retain(|group| !self.run.steps.withdrawn.contains(group));
        asked.iter().for_each(|&group| self.run.steps.withdraw(group));
        !asked.is_empty()
    }

    /// A frame has been left: that ends the step that it is the frame of, and one that has called code of the program's own.
    pub(crate) fn leave_in_step(&mut self, tid: ThreadId, left: &Frame) {
        let depth = self.state.thread(tid).frames.len();
        let over = self.run.steps.frame.is_some_and(|frame| frame >= depth);
        if over || self.is_own(left.method) || self.roles(left.method).last {
            self.run.steps.end();
        }
    }

    /// Whether a thread that has just given way goes on in its step: the table says that its method does not wait for others in
    /// this way.
    pub fn gives_way_in_step(&mut self, tid: ThreadId) -> bool {
        let frames = &self.state.thread(tid).frames;
        // In between is `Thread.yield`, on some JDKs.
        let nearest: Vec<MethodId> = frames.iter().rev().take(2).map(|frame| frame.method).collect();
        self.run.steps.is_under_way() && nearest.into_iter().any(|method| self.roles(method).spins)
    }

    fn standing(&mut self, tid: ThreadId) -> Standing {
        let mut standing = Standing::default();
        let mut called_by_own = None;
        let top = self.state.thread(tid).frames.len();
        for at in (0..top).rev() {
            let method = self.state.thread(tid).frames[at].method;
            if self.is_own(method) {
                standing.asks = standing.asks.or(self.asks_by_calling(tid, at));
                break;
            }
            let Roles { role, asks, last: _, spins: _ } = self.roles(method);
            called_by_own = None;
            match role {
                Role::None | Role::Apart => {}
                // What it asks others is part of it.
                Role::Part | Role::Alone => standing = Standing { step: Some(at), asks: None },
            }
            match asks {
                Asks::Nothing | Asks::Calling(_) => {}
                Asks::Always(group) => standing.asks = Some(group),
                Asks::OwnCode(group) => called_by_own = Some(group),
            }
            if matches!(role, Role::Alone | Role::Apart) {
                break;
            }
        }
        // The outermost frame of the library is the one that the program's own code has called.
        standing.asks = called_by_own.or(standing.asks);
        standing
    }

    /// The group that is asked something of by a method of the library that has called the program's own code.
    /// The frame `at` is its own.
    fn asks_by_calling(&mut self, tid: ThreadId, at: usize) -> Option<usize> {
        let frames = &self.state.thread(tid).frames;
        let below = frames.iter().take(at).rev().map(|frame| frame.method);
        let caller = below.into_iter().find(|&method| !self.is_own(method))?;
        match self.roles(caller).asks {
            Asks::Calling(group) => Some(group),
            Asks::Nothing | Asks::Always(_) | Asks::OwnCode(_) => None,
        }
    }

    /// Whether a method is the program's own as far as steps are concerned: neither of the class library nor of a class that a
    /// table has rows for.
    fn is_own(&self, method: MethodId) -> bool {
        let class = self.program.method(method).class;
        !self.program.class(class).is_library()
            && !self.run.steps.table.as_ref().is_some_and(|table| table.names(self.program.class_name(class)))
    }

    fn roles(&mut self, method: MethodId) -> Roles {
        let steps = &mut self.run.steps;
        if steps.roles.len() <= method.index() {
            steps.roles.resize(method.index() + 64, None);
        }
        if let Some(roles) = steps.roles[method.index()] {
            return roles;
        }
        let m = self.program.method(method);
        let class = self.program.class(m.class);
        let (owner, name) = (self.program.class_name(m.class), self.program.name(m.name));
        let table = steps.table.as_ref();
        let roles = table.map_or(Roles::NONE, |table| {
            table.roles(owner, class.is_library(), name, &|group| steps.withdrawn.contains(&group))
        });
        steps.roles[method.index()] = Some(roles);
        roles
    }

    /// Whether the table says that an action begins another step.
    fn begins_another(&mut self, tid: ThreadId, action: &Action) -> bool {
        match *action {
            Action::Access { place: Place::Field(field), .. } => self.field_begins_step(field),
            Action::Native { method, .. } => {
                let touched: Vec<Place> = self.native_touches(tid).iter().map(|touch| touch.place).collect();
                touched.into_iter().any(|place| matches!(place, Place::Field(field) if self.field_begins_step(field)))
                    || self.native_begins_step(method)
            }
            Action::Access { place: Place::Array(_), .. }
            | Action::Enter { .. }
            | Action::Exit { .. }
            | Action::Initialize { .. }
            | Action::Link { .. }
            | Action::Acquire { .. }
            | Action::Attempt { .. }
            | Action::Release { .. }
            | Action::Prune
            | Action::Start { .. } => false,
        }
    }

    fn field_begins_step(&mut self, field: FieldId) -> bool {
        let steps = &mut self.run.steps;
        if let Some(&known) = steps.fields.get(&field) {
            return known;
        }
        let f = self.program.field(field);
        let (owner, name) = (self.program.class_name(f.class), self.program.name(f.name));
        let is_withdrawn = |group| steps.withdrawn.contains(&group);
        let begins = steps.table.as_ref().is_some_and(|table| table.member_begins(owner, name, &is_withdrawn));
        steps.fields.insert(field, begins);
        begins
    }

    fn native_begins_step(&self, method: MethodId) -> bool {
        let steps = &self.run.steps;
        let m = self.program.method(method);
        let (owner, name) = (self.program.class_name(m.class), self.program.name(m.name));
        let is_withdrawn = |group| steps.withdrawn.contains(&group);
        steps.table.as_ref().is_some_and(|table| table.member_begins(owner, name, &is_withdrawn))
    }

    /// Whether an action is an affair of the classes that have steps: it touches nothing of the program's own, and no clock.
    fn is_librarys(&self, tid: ThreadId, action: &Action) -> bool {
        let is_known = |place: Place| match place {
            Place::Field(field) => {
                let class = self.program.field(field).class;
                self.program.class(class).is_library()
                    || self.run.steps.table.as_ref().is_some_and(|table| table.names(self.program.class_name(class)))
            }
            Place::Array(_) => true,
        };
        match *action {
            Action::Access { place, .. } => is_known(place),
            Action::Native { method, .. } => {
                !matches!(self.effect(method), Effect::Clock(_))
                    && self.native_touches(tid).iter().all(|touch| is_known(touch.place))
            }
            Action::Attempt { .. } | Action::Prune | Action::Initialize { .. } | Action::Link { .. } => false,
            Action::Enter { .. }
            | Action::Exit { .. }
            | Action::Acquire { .. }
            | Action::Release { .. }
            | Action::Start { .. } => true,
        }
    }
}
