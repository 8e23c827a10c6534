//! What executions end with: the values that the program has recorded (`Braid.outcome`), and how it ended.

use braid_machine::vm::Vm;
use braid_program::ObjId;

/// Why an execution goes no further although the program is not over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// No thread can go on.
    Deadlock,
    /// A thread failed with this exception.
    Uncaught(ObjId),
}

/// What an execution that goes no further than here has ended with: the recorded values with blanks between them, then
/// `!deadlock` or `!` and the class of the exception. A dash stands for nothing at all.
pub(super) fn end(vm: &Vm, why: Option<Why>) -> String {
    let mut words = vm.state.outcomes.values(vm.state.scalars.outcome);
    match why {
        None => {}
        Some(Why::Deadlock) => words.push("!deadlock".into()),
        Some(Why::Uncaught(exception)) => {
            words.push(format!("!{}", vm.external_name(vm.state.heap.class_of(exception))).into());
        }
    }
    if words.is_empty() { "-".to_string() } else { words.join(" ") }
}
