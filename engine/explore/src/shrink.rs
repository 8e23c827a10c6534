//! Fewer context switches: a local search around the schedule that was found.
//!
//! A candidate lets a thread go on earlier or later than it did, leaves turns out, makes one longer or shorter, or keeps the
//! beginning of the schedule only. It is executed from the root; where its turns end, every thread runs as far as it can, one
//! after the other. What is reached must be the same violation: the same kind at the same place. The best schedule so far is
//! the one with the fewest switches, then the fewest actions, then the fewest turns; it is changed until nothing helps. Everything
//! is counted, nothing is timed, so the result is always the same.
//!
//! What goes on for ever is known of states of the search, not of any that look alike. So the way to the loop of a livelock
//! has to lead to the same state, and the loop back to it: the same threads, and the same key.
//!
//! Every stop before a visible action is one that the search without reduction could make too, and a timed wait expires only
//! where the search would let it, so a candidate is never an execution that the search excludes.

use super::canon::Canonicalizer;
use super::expand::over;
use super::findings::Identity;
use super::moves::WakeUp;
use super::property::recognize;
use super::schedule::{Ending, Reached, Schedule, Turn, TurnLimit, may_expire, merge, replay, switches, take};
use super::verdict::{Canon, Options};
use braid_machine::parts::Visibility;
use braid_machine::state::{Mark, Status};
use braid_machine::vm::Vm;
use braid_program::ThreadId;
use rustc_hash::FxHashMap;

/// Candidates to execute.
const ATTEMPTS: u32 = 600;
/// Instructions to execute for all of them, and for all violations that are described.
const INSTRUCTIONS: u64 = 60_000_000;
/// Actions of a thread that runs as far as it can: it may spin.
const FAR: u32 = 2_000;
/// Numbers of actions that may do for a turn.
const FEWER: [u32; 12] = [0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64];
/// Actions of a turn that may be rounds of a loop.
const MANY: u32 = 100;
/// A schedule with more turns than that is changed in rounds, since it would take too long to begin anew after each change,
/// and parts of it are left out.
const FEW: usize = 24;
/// Turns in which threads run as far as they can.
const ENDGAME: usize = 60;

/// A turn of a thread that is known by its key: numbers follow the order in which threads start.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Block {
    thread: u64,
    wake: WakeUp,
    actions: u32,
}

struct Shrinker<'a> {
    vm: &'a mut Vm,
    root: &'a Mark,
    options: &'a Options,
    identity: &'a Identity,
    ending: Ending,
    visibility: Visibility,
    /// The answers each thread gets, in order.
    answers: FxHashMap<u64, Vec<u32>>,
    attempts: u32,
    until: u64,
    /// What models did not fit for at first.
    unfit: Option<String>,
}

impl Drop for Shrinker<'_> {
    fn drop(&mut self) {
        self.vm.models.unfit = self.unfit.take();
    }
}

/// A schedule that leads to the same violation, one `among` several, with at most as many context switches.
pub(super) fn shrink(
    vm: &mut Vm,
    root: &Mark,
    options: &Options,
    schedule: &Schedule,
    identity: &Identity,
    among: usize,
) -> Schedule {
    let keys: Vec<u64> = vm.state.threads().iter().map(|t| t.key).collect();
    let mut answers: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
    for turn in &schedule.turns {
        answers.entry(keys[turn.thread.index()]).or_default().extend(&turn.answers);
    }
    let mut best: Vec<Block> = blocks(&schedule.turns, &keys);
    let until = vm.run.executed().saturating_add(INSTRUCTIONS / among.max(1) as u64);
    let visibility = schedule.visibility;
    vm.run.visibility = visibility;
    let (ending, unfit) = (schedule.ending, vm.models.unfit.clone());
    let mut shrinker = Shrinker { vm, root, options, identity, ending, visibility, answers, attempts: 0, until, unfit };
    let mut schedule = schedule.clone();
    match schedule.ending {
        Ending::Failure | Ending::Race(..) | Ending::Unordered => {}
        Ending::Starvation => {
            schedule.turns = shrinker.shorten_way(schedule.turns);
            return schedule;
        }
        Ending::Livelock(from) => {
            let round = schedule.turns.split_off(from);
            let mut turns = shrinker.shorten_way(schedule.turns);
            let round = shrinker.shorten_round(&turns, round);
            let ending = Ending::Livelock(turns.len());
            turns.extend(round);
            return Schedule { turns, ending, visibility };
        }
    }
    let mut changes = Changes::new(&schedule.turns);
    while let Some(candidate) = shrinker.next(&mut changes, &best) {
        if let Some(shorter) = shrinker.improve(&candidate, &schedule) {
            schedule = shorter;
            let keys: Vec<u64> = shrinker.vm.state.threads().iter().map(|t| t.key).collect();
            best = blocks(&schedule.turns, &keys);
            changes.helps();
        }
    }
    schedule
}

fn blocks(turns: &[Turn], keys: &[u64]) -> Vec<Block> {
    turns.iter().map(|t| Block { thread: keys[t.thread.index()], wake: t.wake, actions: t.actions }).collect()
}

fn cost(turns: &[Turn]) -> (usize, u64, usize) {
    let actions = turns.iter().map(|t| u64::from(t.actions)).sum();
    (switches(turns), actions, turns.len())
}

impl Shrinker<'_> {
    /// The next candidate, unless enough have been tried.
    fn next(&mut self, changes: &mut Changes, best: &[Block]) -> Option<Vec<Block>> {
        if self.attempts >= ATTEMPTS || self.vm.run.executed() >= self.until {
            return None;
        }
        self.attempts += 1;
        changes.next(best)
    }

    /// What a candidate comes to, if it is better than a schedule.
    fn improve(&mut self, candidate: &[Block], schedule: &Schedule) -> Option<Schedule> {
        let found = self.attempt(candidate)?;
        (cost(&found.turns) < cost(&schedule.turns) && self.leads_there(&found)).then_some(found)
    }

    /// Whether a schedule leads to the violation as it stands.
    fn leads_there(&mut self, schedule: &Schedule) -> bool {
        self.vm.models.unfit.clone_from(&self.unfit);
        let (reached, _) = replay(self.vm, self.root, schedule, None, TurnLimit::TRIED);
        recognize(self.vm, &reached, schedule.ending).is_some_and(|(found, _)| found == *self.identity)
    }

    /// A shorter way to the state that turns lead to.
    fn shorten_way(&mut self, turns: Vec<Turn>) -> Vec<Turn> {
        self.vm.rollback(self.root);
        let mut names = Canonicalizer::new(self.vm, Canon::Full);
        for turn in &turns {
            take(self.vm, turn, None, TurnLimit::SEEN);
        }
        let wanted = self.here(&mut names);
        let mut best = turns;
        let mut changes = Changes::new(&best);
        while let Some(candidate) = self.next(&mut changes, &blocks(&best, &wanted.threads)) {
            let Some(mut run) = self.follow(&candidate) else { continue };
            let there = !self.is_done(&run) && self.here(&mut names) == wanted;
            merge(&mut run.turns);
            if there && cost(&run.turns) < cost(&best) {
                best = run.turns;
                changes.helps();
            }
        }
        best
    }

    /// A loop with fewer actions: a thread that spins does so more often than it has to.
    fn shorten_round(&mut self, way: &[Turn], mut round: Vec<Turn>) -> Vec<Turn> {
        for at in 0..round.len() {
            for actions in FEWER.into_iter().filter(|&actions| actions > 0) {
                if actions >= round[at].actions || self.attempts >= ATTEMPTS || self.vm.run.executed() >= self.until {
                    break;
                }
                self.attempts += 1;
                let mut shorter = round.clone();
                shorter[at].actions = actions;
                if goes_round(self.vm, self.root, way, &shorter) {
                    round = shorter;
                    break;
                }
            }
        }
        round
    }

    /// Where the machine stands.
    fn here(&mut self, names: &mut Canonicalizer) -> Here {
        Here::find(self.vm, self.root, names)
    }

    /// Executes a candidate; the schedule as it really was, if it leads to the violation.
    fn attempt(&mut self, candidate: &[Block]) -> Option<Schedule> {
        let mut run = self.follow(candidate)?;
        if self.is_done(&run) {
            return self.finish(run);
        }
        if let Ending::Race(..) | Ending::Unordered = self.ending {
            return self.finish(run);
        }
        for _ in 0..ENDGAME {
            if !self.go_on(&mut run) || self.is_done(&run) {
                return self.finish(run);
            }
        }
        None
    }

    /// Takes the turns of a candidate, as far as possible.
    fn follow(&mut self, candidate: &[Block]) -> Option<Attempted> {
        self.vm.rollback(self.root);
        self.vm.observed.happens.start(self.ending == Ending::Unordered);
        // What models do not fit for on the way of another candidate says nothing about this one.
        self.vm.models.unfit.clone_from(&self.unfit);
        let mut run = Attempted { turns: Vec::new(), asked: FxHashMap::default(), reached: Reached::Next };
        for block in candidate {
            let thread = self.vm.state.thread_ids().find(|&t| self.vm.state.thread(t).key == block.thread)?;
            match block.wake {
                WakeUp::None => {}
                WakeUp::Expires if may_expire(self.vm, thread, self.options) => {}
                WakeUp::Spurious if self.waits(thread) => {}
                WakeUp::Expires | WakeUp::Spurious => return None,
            }
            if block.wake == WakeUp::None && !self.vm.can_run(thread) {
                continue;
            }
            self.step(&mut run, thread, block.wake, block.actions);
            if self.is_done(&run) {
                break;
            }
        }
        Some(run)
    }

    fn waits(&self, thread: ThreadId) -> bool {
        matches!(self.vm.state.thread(thread).core.status, Status::Waiting { .. } | Status::Parked { .. })
    }

    /// Takes a turn; the number of actions in it.
    fn step(&mut self, run: &mut Attempted, thread: ThreadId, wake: WakeUp, actions: u32) -> u32 {
        let key = self.vm.state.thread(thread).key;
        let asked = run.asked.entry(key).or_default();
        let answers = self.answers.get(&key).and_then(|a| a.get(*asked..)).unwrap_or_default().to_vec();
        let (reached, turn) = take(self.vm, &Turn { thread, wake, actions, answers }, None, TurnLimit::TRIED);
        *asked += turn.answers.len();
        let taken = turn.actions;
        run.reached = reached;
        run.turns.push(turn);
        taken
    }

    /// Lets some thread run as far as it can, the one that ran last if possible: false if none can.
    fn go_on(&mut self, run: &mut Attempted) -> bool {
        if over(self.vm) {
            return false;
        }
        let last = run.turns.last().map(|t| t.thread);
        let others = self.vm.state.thread_ids().filter(|&t| Some(t) != last);
        let threads: Vec<ThreadId> = last.into_iter().chain(others).collect();
        for &thread in &threads {
            if self.vm.can_run(thread) && (self.step(run, thread, WakeUp::None, FAR) > 0 || self.is_done(run)) {
                return true;
            }
        }
        for &thread in &threads {
            if may_expire(self.vm, thread, self.options) {
                self.step(run, thread, WakeUp::Expires, FAR);
                return true;
            }
        }
        false
    }

    /// Whether a run cannot go on. If all failures are looked for, a thread that stands before another one stays there.
    fn is_done(&mut self, run: &Attempted) -> bool {
        match run.reached {
            Reached::Next | Reached::Blocked => false,
            Reached::Uncaught(_) if self.options.all => {
                let found = recognize(self.vm, &run.reached, self.ending);
                found.is_some_and(|(found, _)| found == *self.identity)
            }
            Reached::Over | Reached::Uncaught(_) | Reached::Unsupported(_) => true,
        }
    }

    fn finish(&mut self, mut run: Attempted) -> Option<Schedule> {
        let (found, ending) = recognize(self.vm, &run.reached, self.ending)?;
        if found != *self.identity {
            return None;
        }
        let failed = matches!(run.reached, Reached::Uncaught(_));
        let races = matches!(self.ending, Ending::Race(..) | Ending::Unordered);
        let last = run.turns.len().saturating_sub(1);
        let mut at = 0;
        run.turns.retain(|turn| {
            at += 1;
            let acts = turn.actions > 0 || turn.wake != WakeUp::None || !turn.answers.is_empty();
            acts || races || failed && at - 1 == last
        });
        merge(&mut run.turns);
        Some(Schedule { turns: run.turns, ending, visibility: self.visibility })
    }
}

/// A state.
#[derive(PartialEq, Eq)]
struct Here {
    /// The keys of the threads, by their number.
    threads: Vec<u64>,
    key: u128,
}

impl Here {
    /// Where the machine stands.
    fn find(vm: &mut Vm, root: &Mark, names: &mut Canonicalizer) -> Here {
        names.advance(vm, root);
        let threads = vm.state.threads().iter().map(|t| t.key).collect();
        Here { threads, key: names.key(vm) }
    }
}

/// Whether turns lead back to where a way ends.
pub(super) fn goes_round(vm: &mut Vm, root: &Mark, way: &[Turn], round: &[Turn]) -> bool {
    vm.rollback(root);
    let mut names = Canonicalizer::new(vm, Canon::Full);
    for turn in way {
        take(vm, turn, None, TurnLimit::TOLD);
    }
    let begin = Here::find(vm, root, &mut names);
    let taken = round.iter().all(|turn| {
        let (reached, done) = take(vm, turn, None, TurnLimit::TOLD);
        matches!(reached, Reached::Next | Reached::Blocked) && done == *turn
    });
    taken && Here::find(vm, root, &mut names) == begin
}

/// An attempt so far.
struct Attempted {
    turns: Vec<Turn>,
    asked: FxHashMap<u64, usize>,
    reached: Reached,
}

/// Changes that leave out a half of the turns, a quarter, and so on.
const PARTS: usize = 6;
/// Ways to change a schedule.
const KINDS: usize = 1 + PARTS + 4 + FEWER.len();

/// The changes to a schedule, one after the other.
struct Changes {
    /// Whether the schedule had many turns at first.
    many: bool,
    kind: usize,
    at: usize,
    /// Whether there was a change for the better since the first one of all.
    helped: bool,
}

impl Changes {
    fn new(turns: &[Turn]) -> Changes {
        Changes::from_start(turns.len() > FEW)
    }

    fn from_start(many: bool) -> Changes {
        Changes { many, kind: 0, at: 0, helped: false }
    }

    /// The next candidate; none when nothing has helped since the first.
    fn next(&mut self, blocks: &[Block]) -> Option<Vec<Block>> {
        loop {
            if self.kind == KINDS {
                if !self.helped {
                    return None;
                }
                *self = Changes::from_start(self.many);
            }
            let (kind, at) = (self.kind, self.at);
            if at >= blocks.len() {
                (self.kind, self.at) = (kind + 1, 0);
                continue;
            }
            self.at += 1;
            let passed_over = (1..=PARTS).contains(&kind) && !self.many;
            if !passed_over && let Some(candidate) = change(blocks, kind, at) {
                return Some(candidate);
            }
        }
    }

    /// The last one was for the better. Then all are worth another try at once, unless that takes too long.
    fn helps(&mut self) {
        match self.many {
            true => (self.helped, self.at) = (true, self.at - 1),
            false => *self = Changes::from_start(false),
        }
    }
}

/// A schedule after one change of it.
fn change(blocks: &[Block], kind: usize, at: usize) -> Option<Vec<Block>> {
    let mut new = blocks.to_vec();
    match kind {
        // Only the beginning.
        0 => new.truncate(at),
        // Without a part in the middle.
        1..=PARTS => {
            let size = blocks.len() >> kind;
            if size < 2 || (at + 1) * size > blocks.len() {
                return None;
            }
            new.drain(at * size..(at + 1) * size);
        }
        _ => match kind - PARTS {
            // A thread goes on at once instead of later.
            1 => {
                let moved = new.remove(same_thread_later(blocks, at)?);
                new[at].actions += moved.actions;
            }
            // A thread begins later.
            2 => {
                let later = same_thread_later(blocks, at)?;
                if blocks[at].wake != WakeUp::None {
                    return None;
                }
                new[later].actions += blocks[at].actions;
                new.remove(at);
            }
            // A thread does not run there at all.
            3 => {
                new.remove(at);
            }
            // A thread does not stop there.
            4 => new[at].actions = FAR,
            // A thread stops sooner. One that takes many actions may have gone round in a loop.
            fewer => {
                let actions = *FEWER.get(fewer - 5)?;
                let loops = actions < 2 || blocks[at].actions >= MANY;
                if !loops || actions >= blocks[at].actions {
                    return None;
                }
                new[at].actions = actions;
            }
        },
    }
    Some(new)
}

/// The next turn of the same thread, if it begins without a wake-up.
fn same_thread_later(blocks: &[Block], at: usize) -> Option<usize> {
    let later = at + 1 + blocks[at + 1..].iter().position(|b| b.thread == blocks[at].thread)?;
    (blocks[later].wake == WakeUp::None).then_some(later)
}
