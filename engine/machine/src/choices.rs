//! Choices that are no scheduling.

use crate::parts::Run;

/// A question that was asked.
#[derive(Clone, Copy, Debug)]
struct Answered {
    answer: u32,
    options: u32,
    /// Instructions that the machine had executed, with the one that asked.
    at: u64,
}

/// The answers to choices that are no scheduling (which waiter `notify` wakes), in the order they are asked.
///
/// An expansion is run once for every sequence of answers: first all zeros, then counting up. Once there are many sequences,
/// a search wants to know of each further question before it is asked: a loop that asks in every round has no end of them.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    script: Vec<u32>,
    asked: Vec<Answered>,
    /// How many questions may be asked before the run stops, however many sequences there are.
    admitted: usize,
    /// How many sequences are many, for who wants to know.
    many: Option<u32>,
}

impl Choices {
    /// Answers to give first; later questions are answered with zero.
    pub fn follow(&mut self, script: Vec<u32>) {
        self.script = script;
        self.asked.clear();
        self.admitted = 0;
        self.many = None;
    }

    /// Stops the run before each further question once there are more sequences than this.
    pub fn stop_after(&mut self, sequences: u32) {
        self.many = Some(sequences);
    }

    /// The answer to a question with `options` answers, asked by the instruction with this number.
    fn next(&mut self, options: u32, at: u64) -> u32 {
        let answer = self.script.get(self.asked.len()).copied().unwrap_or(0).min(options - 1);
        self.asked.push(Answered { answer, options, at });
        answer
    }

    /// Lets the next question be asked without a stop before it.
    pub fn admit_next(&mut self) {
        self.admitted = self.asked.len() + 1;
    }

    /// Whether a run stops before the next question.
    pub fn stop_next(&self) -> bool {
        self.many.is_some_and(|many| self.asked.len() >= self.admitted && self.has_more_sequences(many))
    }

    /// Forgets what was asked after the first so many questions; the same answers are given again.
    pub(crate) fn ask_again(&mut self, asked: usize) {
        let mut script = self.answers();
        // What is to be answered later stays.
        script.extend(self.script.iter().skip(script.len()));
        self.script = script;
        self.asked.truncate(asked);
    }

    /// The same with the next other answers, if there are any.
    pub(crate) fn ask_otherwise(&mut self, asked: usize) -> bool {
        let next = self.successor().filter(|script| script.len() > asked);
        self.asked.truncate(asked);
        next.map(|script| self.script = script).is_some()
    }

    /// Whether anything was asked.
    pub fn asked_any(&self) -> bool {
        !self.asked.is_empty()
    }

    /// Whether there are more ways than this to answer what was asked.
    fn has_more_sequences(&self, many: u32) -> bool {
        let mut ways = 1u32;
        self.asked.iter().any(|question| {
            ways = ways.saturating_mul(question.options);
            ways > many
        })
    }

    /// How many questions were asked.
    pub fn asked(&self) -> usize {
        self.asked.len()
    }

    /// The answer that a question was given.
    pub fn answer(&self, question: usize) -> Option<u32> {
        self.asked.get(question).map(|question| question.answer)
    }

    /// The answers given.
    pub fn answers(&self) -> Vec<u32> {
        self.asked.iter().map(|question| question.answer).collect()
    }

    /// The answers given, each with the instructions executed since the machine had executed `began` of them.
    pub fn path(&self, began: u64) -> Vec<(u32, u64)> {
        self.asked.iter().map(|question| (question.answer, question.at.saturating_sub(began))).collect()
    }

    /// The next sequence of answers to try, if there is one.
    pub fn successor(&self) -> Option<Vec<u32>> {
        let at = self.asked.iter().rposition(|question| question.answer + 1 < question.options)?;
        let mut script: Vec<u32> = self.asked[..at].iter().map(|question| question.answer).collect();
        script.push(self.asked[at].answer + 1);
        Some(script)
    }
}

impl Run {
    /// All instructions executed.
    pub fn executed(&self) -> u64 {
        self.instructions + self.within_calls
    }

    /// Counts instructions that were executed.
    #[inline]
    pub(crate) fn count(&mut self, executed: u64) {
        *self.counter() += executed;
    }

    /// Counts the last instruction no longer: it has not been executed after all.
    #[inline]
    pub(crate) fn uncount(&mut self) {
        *self.counter() -= 1;
    }

    #[inline]
    fn counter(&mut self) -> &mut u64 {
        if self.stop_depth.is_some() { &mut self.within_calls } else { &mut self.instructions }
    }

    /// One of so many answers, each of which a search explores.
    pub(crate) fn choose(&mut self, options: u32) -> u32 {
        self.choices.next(options, self.instructions)
    }

    /// Takes note that the running thread has done something for others without a stop before it.
    pub(crate) fn note_unannounced(&mut self) {
        self.unannounced = Some((self.instructions, self.choices.asked()));
    }
}
