//! The words that say where the verdict goes, for `braid check` and `braid replay`.

use crate::output::{complain, say};
use crate::report::{self, Page, Paint, Report, ReportFiles};
use clap::{Args, ValueEnum};
use std::error::Error;
use std::process::ExitCode;

/// Where the verdict goes, and what it looks like.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// Write a report: json, sarif, junit, html, github or gitlab, several if need be; - stands for standard output
    #[arg(long, value_name = "KIND=FILE")]
    report: Vec<String>,
    /// Whether there are colours: on terminals unless NO_COLOR is set, always or never
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    color: ColorArg,
    /// Print neither the verdict nor progress: the exit code and reports tell
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ColorArg {
    /// On terminals, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What a command says about a verdict.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    page: Page,
    quiet: bool,
}

impl Voice {
    /// Prints the verdict.
    pub fn verdict(self, report: &Report) {
        self.text(&report::text(report, self.page));
    }

    /// Prints the first violation alone.
    pub fn counterexample(self, report: &Report) {
        report.violations.first().into_iter().for_each(|v| self.text(&report::counterexample(v, self.page)));
    }

    /// Prints some text.
    pub fn text(self, text: &str) {
        if !self.quiet {
            say(text);
        }
    }

    /// Whether nothing is to be printed.
    pub fn is_quiet(self) -> bool {
        self.quiet
    }
}

impl OutputArgs {
    /// Who speaks.
    pub fn voice(&self) -> Voice {
        let paint = match self.color {
            ColorArg::Always => Paint::Colours,
            ColorArg::Never => Paint::Plain,
            ColorArg::Auto => match anstream::AutoStream::choice(&std::io::stdout()) {
                anstream::ColorChoice::Never => Paint::Plain,
                anstream::ColorChoice::Auto | anstream::ColorChoice::Always | anstream::ColorChoice::AlwaysAnsi => {
                    Paint::Colours
                }
            },
        };
        Voice { page: Page { width: report::width(), paint }, quiet: self.quiet }
    }

    /// Whether reports are to be written.
    pub fn has_reports(&self) -> bool {
        !self.report.is_empty()
    }

    /// Runs a command and writes the reports that are asked for. Bad input is told and reported, too.
    pub fn report_result<C: Into<ExitCode>>(
        &self,
        command: impl FnOnce() -> Result<(C, Report), Box<dyn Error>>,
    ) -> ExitCode {
        let bad_input = |error: &dyn Error| {
            complain(error);
            ExitCode::from(3)
        };
        // Better now than after an hour.
        let files = match ReportFiles::create(&self.report) {
            Ok(files) => files,
            Err(error) => return bad_input(&*error),
        };
        let (code, report) = match command() {
            Ok((code, report)) => (code.into(), report),
            Err(error) => (bad_input(&*error), Report::failed_start(&format!("bad input: {error}"))),
        };
        match files.write(&report) {
            Ok(()) => code,
            Err(error) => bad_input(&*error),
        }
    }
}
