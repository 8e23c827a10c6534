//! The search: one loop over states, with the order plugged in.
//!
//! A state is *open* while moves from it have not been tried. The loop picks an open state, brings the machine there, takes
//! the next move, and looks where it led. `order` picks, `tree` brings the machine there, and properties (`property`) are told
//! of it all.

use super::canon::{Canonicalizer, Exact};
use super::checker::{Checker, Ended};
use super::completion::{LocalSearch, PathEnd, PathId, Points};
use super::expand::{Committing, Expanded, Junctions, Notes, Phase};
use super::hash::Hasher128;
use super::lasso::Lasso;
use super::moves::{Executed, Move, WakeUp, execute, expirations, possible};
use super::order::{Arrival, Order, Search};
use super::outcomes::{Why, end};
use super::property::{Closed, GraphObserver, LockStep, Taken};
use super::symmetry::Alike;
use super::tree::{NodeId, Position};
use super::verdict::{Limits, Progress, Races, StopReason, Time};
use braid_machine::observe::spoil::{EVERY, spoil_dead_registers};
use braid_machine::state::Mark;
use braid_machine::vm::Vm;
use braid_program::ThreadId;
use std::sync::atomic::Ordering;

/// A depth-first search that has visited this many states, or taken this many moves, is interrupted once by random walks: a
/// violation that many schedules show is found long before the first corner of a large space is explored.
const LARGE: u64 = 50_000;
const LARGE_TRANSITIONS: u64 = 150_000;

/// Moves that are taken before a search starts again, and instructions.
const AHEAD: u32 = 2_000;
const AHEAD_INSTRUCTIONS: u64 = 20_000_000;

impl Checker<'_> {
    /// The loop. Starts where the machine stands after the root's checkpoint.
    pub(super) fn explore(&mut self, order: &mut impl Order, ends: &mut impl GraphObserver) -> Result<(), Ended> {
        let root = self.root.clone();
        self.go_back(&root);
        self.paths.restart();
        self.properties.get_or_insert_default().begin();
        order.begin();
        order.took(self.arrive(&root.mark, None, None, ends));
        while let Some(at) = order.pick() {
            self.stand_at(at);
            if self.seen.is_none() {
                self.tell(|properties, search| properties.picked(search, at))?;
            }
            let Some(step) = self.next_move(at, order) else {
                self.close(at, ends)?;
                order.done();
                continue;
            };
            order.took(self.take(at, step, ends)?);
        }
        Ok(())
    }

    /// Brings the machine to a node.
    pub(super) fn stand_at(&mut self, node: NodeId) {
        let (position, ahead) = self.paths.branch_to(node);
        self.go_back(&position);
        for node in ahead {
            let step = self.paths.step(node).expect("invariant: the root is on the trail").clone();
            execute(self.vm, step, &self.options, &mut self.disciplines, Notes::default());
            let since = self.paths.mark().clone();
            self.follow(&since);
            let position = self.position();
            self.paths.extend(node, position);
        }
    }

    /// Where the machine stands.
    pub(super) fn position(&mut self) -> Position {
        Position { mark: self.vm.state.checkpoint(), canon: self.canonicalizer.mark() }
    }

    /// Goes back to where the machine stood.
    pub(super) fn go_back(&mut self, position: &Position) {
        self.vm.rollback(&position.mark);
        self.canonicalizer.rollback(&position.canon);
    }

    /// Lets the names of states follow a move, if states are named.
    pub(super) fn follow(&mut self, since: &Mark) {
        if self.seen.is_some() {
            follow(self.vm, since, &mut self.canonicalizer, &mut self.exact, &mut self.alike);
        }
    }

    /// The name of the state where the machine stands: its key or its number, and the transaction that is not complete.
    pub(super) fn name(&mut self, inside: Option<(ThreadId, Phase)>) -> u128 {
        name(self.vm, inside, &mut self.canonicalizer, &mut self.exact)
    }

    /// Schedules all threads at a node where only one was; the machine stands there.
    fn schedule_all(&mut self, at: NodeId) {
        if let Some((thread, _)) = self.paths.node_mut(at).inside.take() {
            let others = possible(self.vm, &self.options, thread).into_iter().filter(|step| step.thread != thread);
            self.paths.node_mut(at).untried.extend(others);
        }
    }

    /// The next move to try. Under virtual time, time passes only when everything else has led nowhere, or round in circles.
    fn next_move(&mut self, at: NodeId, order: &mut impl Order) -> Option<Move> {
        self.release_others(at);
        let node = self.paths.node_mut(at);
        let passes = !node.waited && (!node.ran || node.time_passes);
        if node.untried.is_empty() && passes && self.options.time == Time::Patient {
            node.waited = true;
            node.untried = expirations(self.vm);
        }
        if node.untried.is_empty() && !node.moved && node.inside.is_some() {
            self.schedule_all(at);
        }
        let node = self.paths.node_mut(at);
        order.choose(&mut node.untried)
    }

    /// Takes a move from a node and looks where it leads.
    fn take<E: GraphObserver>(&mut self, from: NodeId, step: Move, ends: &mut E) -> Result<Arrival, Ended> {
        self.stats.transitions += 1;
        self.note_move(&step);
        if let Some(lines) = &mut self.lines {
            lines.clear();
        }
        let inside = self.paths.node(from).inside;
        let begun = inside.map_or(Phase::default(), |(_, phase)| phase);
        let mut committing = Committing::begun(begun);
        let is_divided = self.options.reduction.divides_transactions();
        let watch = (self.options.races != Races::Off || is_divided).then_some(&mut committing);
        self.vm.observed.tally.count(!self.vm.observed.happens.is_on());
        let began = self.vm.run.instructions;
        let (executed, local) = self.follow_path(from, step, watch);
        self.vm.observed.tally.count(false);
        let Executed { end: expanded, step, points } = executed;
        if self.disciplines.withdrawn {
            self.look_ahead(&expanded);
            return Err(Ended::Restart);
        }
        self.note_turn(from, &step, expanded == Expanded::Blocked);
        let lock_step = LockStep::of(self.vm, &step, &expanded);
        let node = self.paths.node_mut(from);
        let given = step.cut.map_or(0, |cut| cut.asked);
        if let Some(choices) = self.vm.run.choices.successor().filter(|choices| choices.len() > given) {
            // The same thread with other answers.
            node.untried.push(Move { choices, ..step.clone() });
        }
        node.moved |= expanded != Expanded::Blocked;
        node.ran |= expanded != Expanded::Blocked && step.wake != WakeUp::Spurious;
        let mut lasso = None;
        if step.cut.is_none() {
            lasso = self.complete(from, &step, &expanded, points, local, began);
        }
        self.check_limits(self.paths.depth(from) + 1)?;
        let inside_next = committing.goes_on.map(|phase| (step.thread, phase));
        let arrival = self.arrival(from, &step, &expanded, lasso.is_some(), inside_next, ends)?;
        let lock_step = match arrival {
            // To a state that is the same but for the names of threads is not back.
            Arrival::Known(name)
                if lock_step == LockStep::Other
                    && ends.leads_back(from, name)
                    && self.plain == self.paths.node(from).plain =>
            {
                LockStep::Nowhere
            }
            _ => lock_step,
        };
        self.doubt_symmetry()?;
        // This may close a cycle on which no other thread is ever scheduled.
        let closes = matches!(arrival, Arrival::Known(name) if ends.is_open(name));
        let may_close_cycle = closes || E::KEEPS_CLOSED && matches!(arrival, Arrival::Known(_));
        let lines = self.lines.take();
        let mut taken = Taken {
            from,
            step: &step,
            expanded: &expanded,
            arrival,
            lock_step,
            may_close_cycle,
            committing: &mut committing,
            lines: lines.as_deref().unwrap_or_default(),
            lasso,
        };
        ends.took(&taken);
        self.tell(|properties, search| properties.took(search, &mut taken))?;
        self.lines = lines;
        // Whether others cannot acquire something here has to be tried.
        if inside.is_some() && (closes || lock_step.acquires()) {
            self.stand_at(from);
            self.schedule_all(from);
        }
        Ok(arrival)
    }

    /// Where a move has led to, by how its transaction ended; `inside` says whether it goes on from there.
    fn arrival(
        &mut self,
        from: NodeId,
        step: &Move,
        end: &Expanded,
        is_loop: bool,
        inside: Option<(ThreadId, Phase)>,
        ends: &mut impl GraphObserver,
    ) -> Result<Arrival, Ended> {
        Ok(match end {
            Expanded::Blocked => Arrival::Nowhere,
            Expanded::Over => {
                self.stats.ended += 1;
                self.ends_with(None);
                Arrival::Ended
            }
            Expanded::Dropped => {
                self.stats.dropped += 1;
                Arrival::Ended
            }
            Expanded::End => {
                let mark = self.vm.state.last_checkpoint().expect("invariant: a move begins at a checkpoint").clone();
                self.arrive(&mark, Some(step.clone()), inside, ends)
            }
            Expanded::Uncaught(exception) => {
                self.ends_with(Some(Why::Uncaught(*exception)));
                Arrival::Ended
            }
            Expanded::Diverges(_) if is_loop && self.seen.is_some() => {
                // The transaction commutes with all others, so it is a loop at the state where it began.
                Arrival::Known(self.paths.node(from).name)
            }
            Expanded::Diverges(_) | Expanded::Joins(_) => Arrival::Nowhere,
            Expanded::Stopped(reason) => return Err(Ended::Stopped(reason.clone())),
            Expanded::Unsupported(what) => return Err(Ended::Stopped(StopReason::Unsupported(what.clone()))),
        })
    }

    /// Executes a move from a node; gives what is known of the other paths of its transaction, if there are any.
    fn follow_path(
        &mut self,
        from: NodeId,
        step: Move,
        committing: Option<&mut Committing>,
    ) -> (Executed, Option<LocalSearch>) {
        let known = &mut self.paths.node_mut(from).local;
        let local = known.iter().position(|local| local.is_of(&step)).map(|at| known.swap_remove(at));
        let began = self.vm.run.instructions;
        let (canonicalizer, exact, alike) = (&mut self.canonicalizer, &mut self.exact, &mut self.alike);
        let mut path = Path { local, step: step.clone(), began, canonicalizer, exact, alike };
        // A sample does not follow all paths.
        let junctions = self.seen.is_some().then_some(&mut path as &mut dyn Junctions);
        let notes =
            Notes { lines: self.lines.as_mut(), committing, actions: None, junctions, ahead: false, bounded: true };
        let executed = execute(self.vm, step, &self.options, &mut self.disciplines, notes);
        let local = path.local;
        (executed, local)
    }

    /// One more path of a transaction has been followed. When it was the last, makes moves to the points where states are
    /// needed. Gives the loop of a transaction that runs for ever and has no such point.
    fn complete(
        &mut self,
        from: NodeId,
        step: &Move,
        end: &Expanded,
        points: Points,
        local: Option<LocalSearch>,
        began: u64,
    ) -> Option<Lasso> {
        let path_end = match *end {
            Expanded::Diverges(lasso) => PathEnd::Diverges(lasso),
            Expanded::Joins(path) => PathEnd::Joins(path),
            Expanded::Dropped => PathEnd::Drops,
            Expanded::End | Expanded::Blocked | Expanded::Over | Expanded::Uncaught(_) => PathEnd::Ends,
            Expanded::Stopped(_) | Expanded::Unsupported(_) => return None,
        };
        let lasso = if let PathEnd::Diverges(lasso) = path_end { Some(lasso) } else { None };
        let is_deterministic = local.is_none() && !self.vm.run.choices.asked_any();
        if is_deterministic && path_end == PathEnd::Ends {
            return None;
        }
        let is_last = self.vm.run.choices.successor().is_none();
        let mut local = local.unwrap_or_else(|| LocalSearch::new(step.thread, step.wake));
        local.record(&self.vm.run.choices.path(began), points, path_end);
        if !self.options.reduction.is_complete() {
            return lasso;
        }
        let node = self.paths.node_mut(from);
        // A sample takes the path that it is on for all of them.
        if !is_last && self.seen.is_some() {
            node.local.push(local);
            return None;
        }
        let needed = local.complete();
        let is_loop = needed.is_empty() && is_deterministic;
        node.untried.extend(needed);
        lasso.filter(|_| is_loop)
    }

    /// Lets the thread go on, and others where it cannot, for a while before the search starts again: what has to be
    /// withdrawn, too, on the way does not need a start of its own. Nothing else comes of it. The search itself switches
    /// from thread to thread, and a thread that is the last one has no other one to share with.
    fn look_ahead(&mut self, expanded: &Expanded) {
        let began = self.vm.run.executed();
        let mut goes_on = *expanded == Expanded::End;
        for _ in 0..AHEAD {
            if !goes_on || self.vm.run.executed() - began > AHEAD_INSTRUCTIONS {
                return;
            }
            goes_on = false;
            for step in possible(self.vm, &self.options, self.vm.run.current) {
                let mark = self.vm.state.checkpoint();
                let notes = Notes { ahead: true, bounded: true, ..Notes::default() };
                match execute(self.vm, step, &self.options, &mut self.disciplines, notes).end {
                    Expanded::End => {
                        goes_on = true;
                        break;
                    }
                    Expanded::Blocked | Expanded::Diverges(_) => self.vm.rollback(&mark),
                    Expanded::Over
                    | Expanded::Dropped
                    | Expanded::Joins(_)
                    | Expanded::Uncaught(_)
                    | Expanded::Stopped(_)
                    | Expanded::Unsupported(_) => return,
                }
            }
        }
    }

    /// The machine has come to a state: adds it to the tree if it is new. The only place where states are named.
    fn arrive(
        &mut self,
        since: &Mark,
        step: Option<Move>,
        inside: Option<(ThreadId, Phase)>,
        ends: &mut impl GraphObserver,
    ) -> Arrival {
        self.follow(since);
        let plain = if self.seen.is_some() { self.name(inside) } else { 0 };
        self.plain = plain;
        let mut turns = self.turns(step.as_ref());
        let name = match (&self.seen, &self.exact) {
            (Some(_), None) => self.alike.name(self.vm, inside).unwrap_or(plain),
            (Some(_), Some(_)) | (None, _) => plain,
        };
        let name = self.name_with_turns(name, turns.as_deref());
        let is_new = self.seen.as_mut().is_none_or(|seen| seen.insert(name));
        self.alike.arrived(self.vm, plain, is_new);
        if !is_new {
            return Arrival::Known(name);
        }
        self.stats.states += 1;
        self.note_new();
        let time_passes = !self.spin_states.is_empty() && {
            let name = self.name(None);
            self.spin_states.contains(name)
        };
        let mut moves = match inside {
            Some((thread, _)) => vec![Move::of(thread, WakeUp::None)],
            None => possible(self.vm, &self.options, step.as_ref().map_or(self.vm.run.current, |step| step.thread)),
        };
        if let Some(turns) = &mut turns {
            turns.hold_back(&mut moves);
        } else if self.seen.is_some() && self.exact.is_none() {
            self.alike.thin_out(&mut moves);
        }
        if cfg!(debug_assertions) && self.stats.states.is_multiple_of(EVERY) {
            spoil_dead_registers(self.vm);
        }
        let position = self.position();
        let node = self.paths.add(step, moves, position);
        self.paths.node_mut(node).inside = inside;
        self.paths.node_mut(node).name = name;
        self.paths.node_mut(node).plain = plain;
        self.paths.node_mut(node).turns = turns;
        self.paths.node_mut(node).time_passes = time_passes;
        self.stats.depth = self.stats.depth.max(self.paths.depth(node));
        ends.entered(node, name);
        Arrival::New(node)
    }

    /// Everything has been tried at a node.
    fn close<E: GraphObserver>(&mut self, at: NodeId, ends: &mut E) -> Result<(), Ended> {
        // No thread can rely on waking up for no reason.
        let ran = self.paths.node(at).ran;
        let closed = Closed { node: at, ran, is_terminal: ends.closed(at, ran) && self.preemptions.is_none() };
        self.tell(|properties, search| properties.closed(search, &closed))?;
        self.closed += 1;
        self.paths.close(at, E::KEEPS_CLOSED);
        Ok(())
    }

    /// An execution ends where the machine stands.
    pub(super) fn ends_with(&mut self, why: Option<Why>) {
        if self.options.outcomes {
            let end = end(self.vm, why);
            self.outcomes.insert(end);
        }
    }

    fn check_limits(&mut self, depth: usize) -> Result<(), Ended> {
        if let Some(progress) = self.options.progress
            && self.stats.transitions.is_multiple_of(1024)
        {
            let open = self.stats.states.saturating_sub(self.closed);
            progress(&Progress { stats: self.stats(), depth, open });
        }
        let Limits { time, states, depth: max_depth, memory, .. } = self.options.limits;
        let stop = |reason| Err(Ended::Stopped(reason));
        if self.options.interrupted.load(Ordering::Relaxed) {
            return stop(StopReason::Interrupted);
        }
        if let Some(limit) = states.filter(|&n| self.stats.states >= n) {
            return stop(StopReason::States(limit));
        }
        if let Some(limit) = max_depth.filter(|&n| depth > n) {
            return stop(StopReason::Depth(limit));
        }
        let unlimited = states.is_none() && max_depth.is_none() && !self.options.all;
        let large = self.stats.states >= LARGE || self.stats.transitions >= LARGE_TRANSITIONS;
        if large && !self.scouted && unlimited && self.options.search == Search::Dfs {
            return Err(Ended::Large);
        }
        if let (Some(limit), true) = (time, self.stats.transitions.is_multiple_of(64))
            && self.began.elapsed() >= limit
        {
            return stop(StopReason::Time(limit));
        }
        if let (Some(limit), true) = (memory, self.stats.transitions.is_multiple_of(256)) {
            let counted = || self.vm.state.heap.bytes() as u64 + self.store_bytes();
            let ahead = self.seen.as_ref().map_or(0, |seen| seen.growth());
            if (self.options.resident)().unwrap_or_else(counted) + ahead >= limit {
                return stop(StopReason::Memory(limit));
            }
        }
        Ok(())
    }
}

/// A path of a transaction under way, among those that were followed before it.
struct Path<'a> {
    local: Option<LocalSearch>,
    step: Move,
    /// Instructions executed when it began.
    began: u64,
    canonicalizer: &'a mut Canonicalizer,
    exact: &'a mut Option<Box<Exact>>,
    alike: &'a mut Alike,
}

impl Junctions for Path<'_> {
    fn arrive(&mut self, vm: &mut Vm, thread: ThreadId, phase: Phase) -> Option<PathId> {
        let since = vm.state.last_checkpoint().expect("invariant: a move begins at a checkpoint").clone();
        follow(vm, &since, self.canonicalizer, self.exact, self.alike);
        let key = name(vm, Some((thread, phase)), self.canonicalizer, self.exact);
        // What comes now is named from here on.
        vm.state.checkpoint();
        let local = self.local.get_or_insert_with(|| LocalSearch::new(self.step.thread, self.step.wake));
        local.arrive(key, vm.run.choices.path(self.began))
    }
}

/// Lets the keys of states follow a move.
fn follow(vm: &Vm, since: &Mark, canonicalizer: &mut Canonicalizer, exact: &mut Option<Box<Exact>>, alike: &mut Alike) {
    if let Some(symmetric) = alike.symmetric() {
        symmetric.observe(vm, since);
    }
    match exact {
        Some(exact) => exact.observe(vm, since),
        None => canonicalizer.advance(vm, since),
    }
}

/// The name of the state where a machine stands: its key or its number, and the transaction that is not complete.
fn name(
    vm: &Vm,
    inside: Option<(ThreadId, Phase)>,
    canonicalizer: &mut Canonicalizer,
    exact: &mut Option<Box<Exact>>,
) -> u128 {
    let inside = inside.map_or(0, |(thread, phase)| 1 + (u64::from(thread.0) << 3 | phase.bits()));
    match exact {
        Some(exact) => exact.number(vm, inside).into(),
        None => mixed(canonicalizer.key(vm), inside),
    }
}

/// A key together with something else that tells states apart, if there is something.
fn mixed(key: u128, more: u64) -> u128 {
    if more == 0 {
        return key;
    }
    let mut hasher = Hasher128::new(more);
    hasher.wide(key);
    hasher.finish()
}
