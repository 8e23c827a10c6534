//! How the models that stand for library classes in a search fare (`natives/locks.rs`): whether they fit, and what the last
//! step of a thread met.

use crate::program::{ObjId, ThreadId};
use rustc_hash::FxHashMap;

/// How the models of library classes fare.
#[derive(Debug, Default)]
pub struct Models {
    /// One has been used.
    pub used: bool,
    /// Something has been looked at that they do not show.
    pub unfit: Option<String>,
    /// How often a thread's wait to be let in was over: it was let in, gave up, or was interrupted.
    pub settled: u64,
    /// The last hook has asked whether others are before its thread in the queue.
    pub(crate) asked: bool,
    /// A thread whose hook asked has got in before one that was in the queue before it came.
    pub passed: bool,
    /// Who has done what when since a schedule is replayed, as far as that tells who was in a queue before whom.
    pub times: Times,
    /// A thread has just not been let in.
    pub(crate) refused: bool,
    /// It has not even tried: it has only seen that it is not interrupted.
    pub arrived: bool,
    /// What the last expansion acquired before it did anything else that matters.
    pub first: Option<ObjId>,
    /// Where it got in at a fair lock although another thread was signalled before.
    pub overtook: Option<ObjId>,
}

/// When threads have acted last, and when they were signalled, counted in actions.
#[derive(Debug, Default)]
pub struct Times {
    now: u64,
    /// The last action of a thread, and the one before.
    acted: FxHashMap<ThreadId, (u64, u64)>,
    signalled: FxHashMap<ThreadId, u64>,
}

impl Times {
    /// A thread takes an action.
    pub fn acts(&mut self, tid: ThreadId) {
        self.now += 1;
        let (last, _) = self.acted.get(&tid).copied().unwrap_or_default();
        self.acted.insert(tid, (self.now, last));
    }

    /// A thread is signalled.
    pub(crate) fn signalled(&mut self, tid: ThreadId) {
        self.signalled.insert(tid, self.now);
    }

    /// Whether a thread, before its last action, has done nothing since another one was signalled. Then it may have been
    /// before that one where it is now.
    pub(crate) fn may_have_been_before(&self, tid: ThreadId, other: ThreadId) -> bool {
        let (_, before) = self.acted.get(&tid).copied().unwrap_or_default();
        self.signalled.get(&other).is_some_and(|&at| before < at)
    }
}
