//! What an action does to the transaction that it is about to be part of: whether it may begin, what it says about
//! assumptions, how it commutes.

use super::{Expanded, Transaction};
use crate::discipline::Mover;
use braid_machine::interp::{Raise, Watch};
use braid_machine::natives::effect::Effect;
use braid_machine::observe::{Action, Place};
use braid_machine::vm::Vm;
use braid_program::ThreadId;

impl Transaction<'_, '_> {
    /// Takes note of what an action says about assumptions that the search rests on.
    pub(super) fn notice(&mut self, action: &Action) -> Result<(), Expanded> {
        if writes_constant(self.vm, self.tid, action) {
            // An object was published before its constructor was done, or reflection, a method handle or deserialization
            // writes to it: final fields are no constants here after all. Reads of them and locks that they name count
            // like those of other fields from now on.
            self.vm.run.visibility.finals_are_constant = false;
            self.disciplines.withdrawn = true;
        }
        self.disciplines.withdrawn |= self.vm.note_seen(self.tid, action);
        self.vm.note_weak(self.tid, action);
        if self.vm.looks_at_threads(self.tid, action) && !self.vm.run.visibility.threads_are_observed {
            self.vm.run.visibility.threads_are_observed = true;
            self.disciplines.withdrawn = true;
            self.see_ends();
        }
        if self.vm.run.visibility.ends_go_unseen && self.vm.looks_at_ends(self.tid, action) {
            self.see_ends();
        }
        if !self.vm.run.visibility.classes_are_observed && self.vm.looks_at_class(self.tid) {
            self.vm.run.visibility.classes_are_observed = true;
            self.disciplines.withdrawn = true;
        }
        if let Action::Native { method, .. } = *action {
            if self.vm.effect(method) == Effect::Collect {
                self.disciplines.collect();
                self.vm.run.visibility.garbage_is_collected = true;
            }
            if self.vm.is_interrupt(method) {
                self.disciplines.interrupt();
            }
            self.vm.observed.copied_parts |= self.vm.works_in_bulk(self.tid, method);
        }
        if !self.disciplines.knows_interrupts() && self.vm.is_interrupted(self.tid) {
            // Whatever finds that out clears it, and not all of that is an access.
            self.disciplines.interrupt();
        }
        if self.vm.looks_at_interrupt(self.tid, action)
            && let Err(Raise::Unsupported(what)) =
                self.vm.models_are_unfit(|_| "the program asks whether another thread is interrupted".to_string())
        {
            return Err(Expanded::Unsupported(what));
        }
        Ok(())
    }

    /// Takes note of what attempts of the program's own actions have touched, as of what happens in an atomic block.
    pub(super) fn note_attempted(&mut self) {
        for touch in std::mem::take(&mut self.vm.run.attempts.touched) {
            if touch.write && self.vm.run.visibility.finals_are_constant && is_constant(self.vm, touch.place) {
                self.vm.run.visibility.finals_are_constant = false;
                self.disciplines.withdrawn = true;
            }
            self.disciplines.attempted(self.vm, self.tid, &touch);
        }
    }

    /// Ends the transaction before what has to be a transaction of its own.
    pub(super) fn may_begin(&mut self, action: &Action) -> Result<(), Expanded> {
        if self.vm.atomic_is_next(self.tid) {
            self.vm.observed.atomic_blocks = true;
            self.disciplines.begin_atomic();
            self.see_ends();
            if self.phase.acted {
                return Err(Expanded::End);
            }
        }
        if matches!(action, Action::Attempt { .. }) {
            // Like an atomic block it is a transaction of its own, or at least begins one; else what was chosen before it
            // could not be told from what it chooses itself.
            self.vm.observed.atomic_blocks = true;
            self.disciplines.begin_atomic();
            self.see_ends();
            if self.phase.acted || self.vm.run.choices.asked_any() {
                return Err(Expanded::End);
            }
        }
        Ok(())
    }

    /// How an action commutes; takes note of it. The first action of a step that does not commute begins it: a step is one
    /// action that commits.
    pub(crate) fn classify(&mut self, action: &Action) -> Mover {
        match self.disciplines.classify(self.vm, self.tid, action) {
            Mover::Both => Mover::Both,
            Mover::Left | Mover::Right if !self.phase.committed && self.vm.stands_in_step(self.tid) => Mover::None,
            mover => mover,
        }
    }

    /// Whether the action that comes next belongs to the step under way. What could be part of a data race does not: only an
    /// action that commits shows that.
    pub(super) fn goes_on_in_step(&mut self, action: &Action) -> bool {
        if self.vm.run.steps.is_under_way() {
            let races = self.vm.pending_access(self.tid).is_some() && self.classify(action) != Mover::Both;
            if !races && self.vm.goes_on_in_step(self.tid, action) {
                return true;
            }
            self.vm.run.steps.end();
        }
        self.disciplines.withdrawn |= self.vm.withdraws_steps(self.tid);
        false
    }

    /// Whether the thread may have to wait for others to take an action.
    pub(crate) fn can_block(&self, action: &Action) -> bool {
        can_block(self.vm, self.tid, action)
    }

    /// The action that comes next is a right mover.
    pub(crate) fn take_right(&mut self, action: &Action) {
        self.phase.took_right = true;
        self.note_point(false);
        // Two threads may well hold a synchronizer together, so those do not count.
        if let (Action::Enter { monitor }, Some(committing)) = (action, self.notes.committing.as_deref_mut()) {
            committing.monitors.push(*monitor);
        }
    }

    /// The transaction commits by the action that comes next, or has before.
    pub(crate) fn commit(&mut self) {
        self.phase.committed = true;
        self.note_point(true);
    }

    /// No lock protects what the action that comes next touches.
    pub(crate) fn note_unprotected(&mut self) {
        self.vm.note_unprotected(self.tid);
    }
}

/// Clears what an earlier run had to tell.
pub(super) fn forget_earlier_run(vm: &mut Vm) {
    vm.run.attempts.touched.clear();
    vm.models.first = None;
    vm.models.overtook = None;
    vm.models.arrived = false;
    vm.run.initializer_failed = false;
    vm.run.unannounced = None;
    vm.run.ends_show = false;
    vm.run.groups_show = false;
    vm.run.watch = Watch::Stop;
}

/// Whether a thread may have to wait for others to take an action.
fn can_block(vm: &Vm, tid: ThreadId, action: &Action) -> bool {
    match *action {
        Action::Enter { monitor } => !vm.holds(tid, monitor),
        Action::Acquire { sync, .. } => !vm.holds(tid, sync),
        Action::Initialize { .. } | Action::Attempt { .. } => true,
        Action::Access { .. }
        | Action::Exit { .. }
        | Action::Release { .. }
        | Action::Link { .. }
        | Action::Prune
        | Action::Start { .. }
        | Action::Native { .. } => false,
    }
}

/// Whether others may take what is at a place for a constant.
fn is_constant(vm: &Vm, place: Place) -> bool {
    match place {
        Place::Field(field) => vm.program.field(field).flags.is_final(),
        Place::Array(_) => false,
    }
}

/// Whether an action writes a final field that others have been reading as a constant: in a constructor, or by other means
/// than `putfield` and `putstatic`. An initializer that writes the static fields of its own class has no visible actions.
fn writes_constant(vm: &Vm, tid: ThreadId, action: &Action) -> bool {
    let is_constant = |place: Place| is_constant(vm, place);
    vm.run.visibility.finals_are_constant
        && match *action {
            Action::Access { place, write, .. } => write && is_constant(place),
            Action::Native { .. } => vm.native_touches(tid).iter().any(|touch| touch.write && is_constant(touch.place)),
            Action::Enter { .. }
            | Action::Exit { .. }
            | Action::Initialize { .. }
            | Action::Acquire { .. }
            | Action::Attempt { .. }
            | Action::Release { .. }
            | Action::Link { .. }
            | Action::Prune
            | Action::Start { .. } => false,
        }
}
