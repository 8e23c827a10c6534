//! Choices that are no scheduling.

/// Sequences of answers that one expansion may have, unless one question has more.
const MANY: u32 = 16;

/// The answers to choices that are no scheduling (which waiter `notify` wakes), in the order they are asked.
///
/// An expansion is run once for every sequence of answers: first all zeros, then counting up.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    script: Vec<u32>,
    asked: Vec<(u32, u32)>,
}

impl Choices {
    /// Answers to give first; later questions are answered with zero.
    pub fn follow(&mut self, script: Vec<u32>) {
        self.script = script;
        self.asked.clear();
    }

    /// The answer to a question with `options` answers.
    pub(crate) fn next(&mut self, options: u32) -> u32 {
        let answer = self.script.get(self.asked.len()).copied().unwrap_or(0).min(options - 1);
        self.asked.push((answer, options));
        answer
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

    /// Whether there are many ways to answer what was asked.
    pub fn are_many(&self) -> bool {
        self.asked.iter().fold(1u32, |ways, &(_, options)| ways.saturating_mul(options)) > MANY
    }

    /// How many questions were asked.
    pub fn asked(&self) -> usize {
        self.asked.len()
    }

    /// The answer that a question was given.
    pub fn answer(&self, question: usize) -> Option<u32> {
        self.asked.get(question).map(|&(answer, _)| answer)
    }

    /// The answers given.
    pub fn answers(&self) -> Vec<u32> {
        self.asked.iter().map(|&(answer, _)| answer).collect()
    }

    /// The next sequence of answers to try, if there is one.
    pub fn successor(&self) -> Option<Vec<u32>> {
        let at = self.asked.iter().rposition(|&(answer, options)| answer + 1 < options)?;
        let mut script: Vec<u32> = self.asked[..at].iter().map(|&(answer, _)| answer).collect();
        script.push(self.asked[at].0 + 1);
        Some(script)
    }
}
