//! What has been resolved by way of classes that only some states have.
//!
//! An instruction is resolved once and replaced by its quick form, for good: programs only grow. Where a class was found that
//! the program has defined during the search, that holds only in states that have it. Such instructions, and targets of call
//! sites, are listed with what they rest on. When the machine comes to a state with other definitions than the last one, each
//! of them becomes what it is in this state: so the code is a function of the state, whatever was executed in between.

use super::Res;
use crate::program::{ClassId, Definition, DynamicTarget, Op, Pc, SiteId};
use crate::state::{Mark, Trial};
use crate::vm::Vm;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Something resolved, and what it rests on.
struct Resolved<T> {
    to: T,
    by: Vec<Definition>,
}

/// All that was resolved by way of classes that only some states have.
#[derive(Default)]
pub(crate) struct Conditional {
    /// Instructions: as they were, and what they were resolved to, in order.
    code: FxHashMap<Pc, (Op, Vec<Resolved<Op>>)>,
    sites: FxHashMap<SiteId, Vec<Resolved<DynamicTarget>>>,
}

impl Vm {
    /// Lets the program know which classes the present state has.
    #[inline]
    pub(crate) fn meet_definitions(&mut self) {
        if !Arc::ptr_eq(self.state.definitions(), self.program.present.definitions()) {
            self.change_definitions();
        }
    }

    /// Goes back to a checkpoint.
    pub fn rollback(&mut self, mark: &Mark) {
        self.state.rollback(mark);
        self.meet_definitions();
    }

    /// Undoes a trial.
    pub(crate) fn undo_trial(&mut self, trial: Trial) {
        self.state.end_trial(trial);
        self.meet_definitions();
    }

    #[cold]
    fn change_definitions(&mut self) {
        let same = self.state.definitions() == self.program.present.definitions();
        self.program.present.set(self.state.definitions().clone());
        if same {
            return;
        }
        let present = &self.program.present;
        for (pc, (original, resolved)) in &self.links.conditional.code {
            let holds = resolved.iter().rfind(|resolved| resolved.by.iter().all(|by| present.has(by)));
            self.program.code[pc.index()] = holds.map_or(*original, |resolved| resolved.to);
        }
        for (&site, resolved) in &self.links.conditional.sites {
            match resolved.iter().rfind(|resolved| resolved.by.iter().all(|by| present.has(by))) {
                Some(resolved) => self.links.dynamic.insert(site, resolved.to.clone()),
                None => self.links.dynamic.remove(&site),
            };
        }
    }

    /// An instruction is replaced by what it was resolved to.
    pub(super) fn replace(&mut self, pc: Pc, op: Op) -> Res<()> {
        let mut by = self.program.present.take_used();
        self.check_used(&by)?;
        let before = self.program.code[pc.index()];
        self.program.code[pc.index()] = op;
        let known = self.links.conditional.code.get_mut(&pc);
        if by.is_empty() && known.is_none() {
            return Ok(());
        }
        let present = &self.program.present;
        let (_, resolved) = self.links.conditional.code.entry(pc).or_insert_with(|| (before, Vec::new()));
        if let Some(last) = resolved.iter().rfind(|resolved| resolved.by.iter().all(|by| present.has(by))) {
            by.extend(last.by.iter().copied());
        }
        resolved.push(Resolved { to: op, by });
        Ok(())
    }

    /// Code that finds a class by name must be that class's own, or the thread's that has defined it.
    fn check_used(&mut self, used: &[Definition]) -> Res<()> {
        if used.is_empty() {
            return Ok(());
        }
        let frame = self.state.thread(self.run.current).top();
        let holder = frame.map(|frame| self.program.method(frame.method).class);
        let own = |class: ClassId| holder.is_some_and(|holder| self.program.class(holder).supers.contains(&class));
        let others: Vec<_> = used.iter().filter(|(_, class)| !own(*class)).map(|&(found, _)| found).collect();
        others.into_iter().try_for_each(|(name, loader)| self.note_looked(name, loader))
    }

    /// A call site has got its target.
    pub(super) fn note_target(&mut self, site: SiteId, target: &DynamicTarget) {
        let by = self.program.present.take_used();
        if by.is_empty() {
            return;
        }
        // The instruction rests on them as well.
        self.program.present.note(by.iter().copied());
        self.links.conditional.sites.entry(site).or_default().push(Resolved { to: target.clone(), by });
    }

    /// A target that was known is used.
    pub(super) fn use_target(&mut self, site: SiteId) {
        let present = &self.program.present;
        if let Some(resolved) = self.links.conditional.sites.get(&site)
            && let Some(holds) = resolved.iter().rfind(|resolved| resolved.by.iter().all(|by| present.has(by)))
        {
            present.note(holds.by.iter().copied());
        }
    }

    /// Adds a class that the program has defined during the search to what the present state has.
    pub(crate) fn add_definition(&mut self, class: ClassId) {
        let (name, loader) = (self.program.class(class).name, self.program.class(class).loader);
        self.state.define(name, loader, class);
        self.meet_definitions();
    }
}
