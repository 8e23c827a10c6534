//! Programs in the textual form, checked without a JDK.
//!
//! `programs/*.text` are the programs, a file a topic, each with what is expected of it; `text/runner.rs` checks each with
//! every combination of options, compares with the referee, and replays what was found. What cannot be said as a program
//! has a test of its own here.
//!
//! `BRAID_BLESS=1` writes today's numbers of states into the files. Look at the difference before you commit it: a number
//! that changes says that a rule of the reduction, or what names a state, has changed.

#[path = "text/fields.rs"]
mod fields;
#[path = "text/keys.rs"]
mod keys;
#[path = "text/machine.rs"]
mod machine;
#[path = "text/pct.rs"]
mod pct;
#[path = "text/random.rs"]
mod random;
#[path = "text/runner.rs"]
mod runner;
#[path = "text/short.rs"]
mod short;
#[path = "text/undo.rs"]
mod undo;

macro_rules! topics {
    ($($topic:ident),* $(,)?) => {$(
        #[test]
        fn $topic() {
            runner::check_topic(stringify!($topic));
        }
    )*};
}

topics![choices, completion, disciplines, endings, escape, initializers, joins, movers, names, symmetry, time, waits];
