//! Colours of the text report. Without them the text is the same.

use anstyle::{AnsiColor, Style};

/// Whether there are colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Plain text.
    Plain,
    /// With escapes for a terminal.
    Colours,
}

/// What a piece of text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// A good verdict.
    Good,
    /// A bad one, and what goes wrong.
    Bad,
    /// What is to be looked at.
    Warning,
    /// A place in a file.
    Place,
    /// The head of a column or paragraph.
    Head,
    /// What matters less.
    Faint,
}

impl Paint {
    /// The text in its colour.
    pub fn paint(self, ink: Ink, text: &str) -> String {
        let style = match ink {
            Ink::Good => AnsiColor::Green.on_default().bold(),
            Ink::Bad => AnsiColor::Red.on_default().bold(),
            Ink::Warning => AnsiColor::Yellow.on_default().bold(),
            Ink::Place => AnsiColor::Cyan.on_default(),
            Ink::Head => Style::new().bold(),
            Ink::Faint => Style::new().dimmed(),
        };
        match self {
            Paint::Colours if !text.is_empty() => format!("{style}{text}{style:#}"),
            Paint::Colours | Paint::Plain => text.to_string(),
        }
    }
}
