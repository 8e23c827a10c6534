//! What a person is told of an execution: one row for each thing that matters, in order.
//!
//! Steps inside the class library are left out; the call that they belong to is told, with arguments and result, in the
//! line of the program that made it. If other threads run during a call, its end is a row of its own.

use super::fold::{fold, shorten};
use super::names::Names;
use super::plain::quoted;
use braid_engine::check::{
    Blocked, Call, CallEnd, Counterexample, Event, EventKind, Evidence, Hold, Holder, Target, Uncaught, Value,
    Violation, Waits, WakeReason,
};
use braid_engine::interp::TraceLine;
use braid_engine::program::{ClassId, ThreadId};
use braid_engine::vm::Vm;
use std::collections::HashMap;

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// What happens in the program's own lines.
    Short,
    /// Every visible action.
    Full,
}

/// One thing that happened.
pub struct Row {
    /// Who.
    pub thread: ThreadId,
    /// Where.
    pub line: Option<TraceLine>,
    /// Whether that is a line of the program's own.
    pub own: bool,
    /// What, in words.
    pub text: String,
    /// What sort of thing, for programs.
    pub kind: &'static str,
    /// Whether the execution ends with it.
    pub last: bool,
    /// How many events were before it.
    pub at: usize,
}

struct Teller<'a> {
    vm: &'a Vm,
    names: &'a Names<'a>,
    events: &'a [Event],
    detail: Detail,
}

/// The rows of a violation; the last ones say what went wrong.
pub fn rows(vm: &Vm, names: &Names, violation: &Violation, detail: Detail) -> Vec<Row> {
    let events = &violation.counterexample.events;
    let before_loop = match violation.evidence {
        Evidence::Livelock { before_loop, .. } => Some(before_loop),
        Evidence::Deadlock { .. } | Evidence::Uncaught(_) | Evidence::Race(_) => None,
    };
    let teller = Teller { vm, names, events, detail };
    let mut begins: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut ends: HashMap<usize, Vec<usize>> = HashMap::new();
    for (at, event) in events.iter().enumerate() {
        if let EventKind::Call(call) = &event.kind {
            begins.entry(call.began.unwrap_or(at)).or_default().push(at);
            if let Some((_, end)) = call.end {
                ends.entry(end).or_default().push(at);
            }
        }
    }
    let mut rows: Vec<Row> = Vec::new();
    // The call that the last row tells of, if it is still open then.
    let mut open: Option<(usize, usize)> = None;
    for at in 0..=events.len() {
        let told = rows.len();
        // Of calls that end at once the inner one was made last.
        for &call in ends.get(&at).into_iter().flatten().rev() {
            let Some(row) = teller.call_ends(call) else { continue };
            match open.filter(|&(last, count)| last == call && count == rows.len()) {
                // Nothing that is told has happened meanwhile.
                Some(_) => rows.last_mut().into_iter().for_each(|last| last.text = teller.whole_call(call)),
                None => rows.push(row),
            }
        }
        if before_loop == Some(at)
            && let Some(event) = events.get(at)
        {
            let text = "from here on the same happens again and again".to_string();
            rows.push(Row { thread: event.thread, line: None, own: false, text, kind: "loop", last: false, at });
        }
        for &call in begins.get(&at).into_iter().flatten() {
            let row = teller.tell(call, &events[call]);
            let is_told = row.is_some();
            rows.extend(row);
            open = is_told.then_some((call, rows.len())).or(open);
        }
        let event = events.get(at).filter(|event| !matches!(event.kind, EventKind::Call(_)));
        rows.extend(event.and_then(|event| teller.tell(at, event)));
        rows[told..].iter_mut().for_each(|row| row.at = at);
    }
    if rows.last().is_some_and(|last| last.kind == "loop") {
        rows.pop();
    }
    if detail == Detail::Short {
        rows = shorten(fold(rows));
    }
    for row in failure(vm, names, violation) {
        if rows.last().is_some_and(|last| last.thread == row.thread && last.text == row.text) {
            rows.pop();
        }
        rows.push(row);
    }
    rows
}

/// What went wrong, as the last rows.
fn failure(vm: &Vm, names: &Names, violation: &Violation) -> Vec<Row> {
    let Violation { evidence, message, counterexample } = violation;
    let is_own = |line: &TraceLine| vm.is_shown(line.method) && line.line > 0;
    let row = |thread: ThreadId, line: Option<TraceLine>, kind: &'static str, text: String| {
        let (own, at) = (line.as_ref().is_some_and(is_own), counterexample.events.len());
        Row { thread, line, own, text, kind, last: true, at }
    };
    match evidence {
        Evidence::Deadlock { blocked } => blocked
            .iter()
            .map(|b| row(b.thread, b.line, "blocked", waits(names, counterexample, b, Held::Who)))
            .collect(),
        Evidence::Uncaught(Uncaught { thread, trace, .. }) => {
            let line = trace.iter().find(|line| is_own(line)).or(trace.first()).copied();
            vec![row(*thread, line, "throws", format!("throws {message}"))]
        }
        Evidence::Livelock { loops, .. } => loops
            .iter()
            .map(|l| row(l.thread, l.lines.first().copied(), "endless", "runs for ever".to_string()))
            .collect(),
        Evidence::Race(race) => {
            let text = |write: bool| match (race.is_past, write) {
                (true, true) => format!("write of {} that nothing orders", race.location),
                (true, false) => format!("read of {} that nothing orders", race.location),
                (false, true) => format!("is about to write {}", race.location),
                (false, false) => format!("is about to read {}", race.location),
            };
            race.sites.iter().map(|site| row(site.thread, site.line, "races", text(site.write))).collect()
        }
    }
}

/// What is told of what a blocked thread waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// Who holds it.
    Who,
    /// Who holds it, and since where.
    WhoAndWhere,
}

/// What a blocked thread waits for, in words.
pub fn waits(names: &Names, counterexample: &Counterexample, blocked: &Blocked, told: Held) -> String {
    let holder = blocked.holders.first().map(|h| names.thread(h.thread));
    let held = held_by(names, blocked, told);
    match &blocked.waits {
        Waits::Monitor(object) => format!("waits to lock {}{held}", names.value(object)),
        Waits::Notification(object) => format!("waits to be notified on {}", names.value(object)),
        Waits::End => format!("waits for {} to end", holder.unwrap_or("a thread")),
        Waits::Unpark { call, blocker, count } => {
            let place = call.map(|m| names.method(m)).filter(|method| !method.starts_with("LockSupport."));
            let how = place.map_or_else(|| "is parked".to_string(), |method| format!("waits in {method}"));
            let object = match called_on(names, counterexample, blocked).unwrap_or(blocker) {
                Value::Null => String::new(),
                other => format!(" on {}", names.value(other)),
            };
            let permits = matches!(blocker, Value::Object(object) if names.class(object.class) == "Semaphore");
            let count = match (count, permits) {
                (Some(0), true) if !held.is_empty() => String::new(),
                (Some(0), true) => ", which has no permits left".into(),
                (Some(1), true) => ", which has 1 permit left".into(),
                (Some(count), true) => format!(", which has {count} permits left"),
                (Some(count), false) => format!(", whose count is {count}"),
                (None, _) => String::new(),
            };
            format!("{how}{object}{count}{held}")
        }
        Waits::Time => "sleeps".into(),
        Waits::Class(class) => {
            let by = holder.map(|h| format!(", which {h} runs")).unwrap_or_default();
            format!("waits for the initialization of class {}{by}", names.class(*class))
        }
        Waits::Action(action) => format!("awaits {}, which is not possible", names.value(action)),
        Waits::Something => "waits".into(),
    }
}

/// What a blocked thread waits for, if it has a name.
pub fn object(names: &Names, counterexample: &Counterexample, blocked: &Blocked) -> Option<String> {
    match &blocked.waits {
        Waits::Monitor(object) | Waits::Notification(object) | Waits::Action(object) => Some(names.value(object)),
        Waits::Unpark { blocker, .. } => match called_on(names, counterexample, blocked).unwrap_or(blocker) {
            Value::Null => None,
            object => Some(names.value(object)),
        },
        Waits::Class(class) => Some(format!("class {}", names.class(*class))),
        Waits::End | Waits::Time | Waits::Something => None,
    }
}

/// Who holds what a blocked thread waits for.
fn held_by(names: &Names, blocked: &Blocked, told: Held) -> String {
    let Some(first) = blocked.holders.first() else { return String::new() };
    let how = match first.how {
        Hold::Alone => "held",
        Hold::Reading => "held for reading",
        Hold::Permits => "permits taken",
    };
    let since = if first.how == Hold::Permits { "at" } else { "since" };
    let one = |holder: &Holder| {
        let name = if holder.thread == blocked.thread { "itself" } else { names.thread(holder.thread) };
        let line = holder.acquired.as_ref().filter(|_| told == Held::WhoAndWhere);
        let place = line.and_then(|line| names.file_and_line(line));
        let place = place.map(|place| format!(" {since} {place}")).unwrap_or_default();
        format!("{name}{place}{}", if holder.ended { " (ended)" } else { "" })
    };
    let holders: Vec<String> = blocked.holders.iter().filter(|h| h.how == first.how).map(one).collect();
    format!(", {how} by {}", holders.join(" and "))
}

/// Whether a class is that of the conditions of locks.
fn is_condition(class: &str) -> bool {
    class.starts_with("java/util/concurrent/locks/") && class.ends_with("$ConditionObject")
}

/// The object that a thread has called to wait, if what it is parked for is some helper of that one.
fn called_on<'a>(names: &Names, counterexample: &'a Counterexample, blocked: &Blocked) -> Option<&'a Value> {
    let Waits::Unpark { call: Some(method), blocker: Value::Object(helper), .. } = &blocked.waits else { return None };
    if !matches!(names.class(helper.class).as_str(), "Condition" | "Signaller") {
        return None;
    }
    counterexample.events.iter().rev().find_map(|event| match &event.kind {
        EventKind::Call(call) if event.thread == blocked.thread && call.method == *method && call.end.is_none() => {
            Some(&call.receiver)
        }
        _ => None,
    })
}

impl Teller<'_> {
    fn class_name(&self, call: &Call) -> &str {
        self.vm.program.class_name(self.vm.program.method(call.method).class)
    }

    fn method_name(&self, call: &Call) -> &str {
        self.vm.program.name(self.vm.program.method(call.method).name)
    }

    fn row(&self, event: &Event, kind: &'static str, text: String) -> Row {
        Row { thread: event.thread, line: event.line, own: event.own, text, kind, last: false, at: 0 }
    }

    fn tell(&self, at: usize, event: &Event) -> Option<Row> {
        self.is_told(at, event).then(|| {
            let (kind, text) = self.words(at, event);
            self.row(event, kind, text)
        })
    }

    fn is_told(&self, at: usize, event: &Event) -> bool {
        let empty = matches!(&event.kind, EventKind::Output { text, .. } if text.trim_end_matches('\n').is_empty());
        !empty && (self.detail == Detail::Full || self.matters(at, event))
    }

    /// The call into the library that an event belongs to.
    fn call_of(&self, event: &Event) -> Option<&Call> {
        match &self.events[event.call?].kind {
            EventKind::Call(call) => Some(call),
            _ => None,
        }
    }

    /// Whether a person wants to be told of an event.
    fn matters(&self, at: usize, event: &Event) -> bool {
        let call = self.call_of(event);
        let class = call.map(|c| self.class_name(c));
        match &event.kind {
            // It is the class library's own affair.
            EventKind::Start(Value::Object(thread)) if self.is_innocuous(thread.class) => false,
            EventKind::Start(_) | EventKind::Output { .. } | EventKind::End => true,
            EventKind::Wakes(WakeReason::TimeOut | WakeReason::Interrupted | WakeReason::Spurious) => {
                !self.in_join(event)
            }
            EventKind::Sleep | EventKind::Interrupt(_) => event.own && !self.in_join(event),
            EventKind::Wait(_) => event.own && class.is_none_or(|class| class == "java/lang/Object"),
            EventKind::Notify { .. } => {
                event.own && class.is_none_or(|class| class == "java/lang/Object" || is_condition(class))
            }
            EventKind::Wakes(WakeReason::Signalled) | EventKind::Park(_) | EventKind::Unpark(_) => match class {
                Some(class) => matches!(class, "java/lang/Object" | "java/util/concurrent/locks/LockSupport"),
                None => event.own,
            },
            EventKind::Call(call) => self.call_matters(at, call),
            EventKind::Read(..) | EventKind::Write { .. } | EventKind::CompareAndSet { .. } => match class {
                // Variable handles and copies of arrays: what they do is told, not how.
                Some(class) => class.starts_with("java/lang/invoke/") || class == "java/lang/System",
                None => event.own,
            },
            // A class of the program's own may be initialized by a call that the library makes.
            EventKind::Initialize(class) if self.is_own_class(*class) => true,
            EventKind::Initialize(class) if self.vm.program.class(*class).foreign => false,
            EventKind::Lock(_) | EventKind::Unlock(_) | EventKind::Initialize(_) | EventKind::Native(_) => {
                event.own && call.is_none()
            }
        }
    }

    fn is_innocuous(&self, class: ClassId) -> bool {
        self.vm.program.class_name(class) == "jdk/internal/misc/InnocuousThread"
    }

    fn is_own_class(&self, class: ClassId) -> bool {
        let (known, facts) = (self.vm.program.class(class), self.vm.program.class_facts(class));
        !known.is_library() && !known.foreign && !facts.is_framework
    }

    fn in_join(&self, event: &Event) -> bool {
        self.call_of(event).is_some_and(|c| self.is_join(c))
    }

    fn is_join(&self, call: &Call) -> bool {
        self.class_name(call) == "java/lang/Thread" && self.method_name(call) == "join"
    }

    fn call_matters(&self, at: usize, call: &Call) -> bool {
        if call.choice || self.is_join(call) {
            return true;
        }
        let class = self.class_name(call);
        let dull = class.starts_with("java/lang/invoke/")
            || matches!(self.method_name(call), "<init>" | "<clinit>")
            || matches!(class, "java/io/PrintStream" | "java/lang/Object" | "java/util/concurrent/locks/LockSupport")
            || class.starts_with("java/lang/") && !class.starts_with("java/lang/Thread");
        // What the call does is told by an event of its own.
        let until = call.end.as_ref().map_or(self.events.len(), |&(_, end)| end);
        let tells = |kind: &EventKind| match kind {
            EventKind::Start(_) | EventKind::Interrupt(_) | EventKind::Sleep => class == "java/lang/Thread",
            EventKind::Notify { .. } => is_condition(class),
            _ => false,
        };
        let told = self.events[at..until].iter().any(|e| e.call == Some(at) && tells(&e.kind));
        call.began.is_some() && !dull && !told
    }

    /// Whether another thread is told of between two positions, or why the thread goes on in the call at the first.
    fn interrupted(&self, from: usize, to: usize) -> bool {
        let call = Some(from);
        let thread = self.events[from].thread;
        let from = match &self.events[from].kind {
            EventKind::Call(call) => call.began.unwrap_or(from),
            _ => from,
        };
        let to = to.min(self.events.len());
        self.events[from..to].iter().enumerate().any(|(i, event)| {
            let wakes = event.call == call && matches!(event.kind, EventKind::Wakes(_));
            (event.thread != thread || wakes) && self.is_told(from + i, event)
        })
    }

    /// The end of a call during which others ran.
    fn call_ends(&self, at: usize) -> Option<Row> {
        let event = &self.events[at];
        let EventKind::Call(call) = &event.kind else { return None };
        let (end, ended) = call.end.as_ref()?;
        if !self.is_told(at, event) || !self.interrupted(at, *ended) {
            return None;
        }
        let text = match end {
            _ if self.is_join(call) && self.has_ended(&call.receiver, *ended) => {
                format!("{} has ended", self.names.value(&call.receiver))
            }
            CallEnd::Returned(None) if self.is_join(call) => self.joined_in_vain(call),
            CallEnd::Returned(None) => format!("{}() returns", self.callee(call)),
            CallEnd::Returned(Some(value)) => format!("{}() gives {}", self.callee(call), self.names.value(value)),
            CallEnd::Threw => format!("{}() throws", self.callee(call)),
        };
        Some(self.row(event, "returns", text))
    }

    /// Whether a thread has ended before so many events.
    fn has_ended(&self, thread: &Value, until: usize) -> bool {
        let ends = |event: &Event| matches!(event.kind, EventKind::End) && self.names.is_thread(event.thread, thread);
        self.events[..until.min(self.events.len())].iter().any(ends)
    }

    /// A join that came back although the thread has not ended: its time was up, or it was never started.
    fn joined_in_vain(&self, call: &Call) -> String {
        format!("{}() returns, but {} has not ended", self.callee(call), self.names.value(&call.receiver))
    }

    fn callee(&self, call: &Call) -> String {
        match &call.receiver {
            Value::Null => self.names.method(call.method),
            receiver => format!("{}.{}", self.names.value(receiver), self.method_name(call)),
        }
    }

    /// What a call was and what came of it.
    fn whole_call(&self, at: usize) -> String {
        match &self.events[at].kind {
            EventKind::Call(call) => self.call_words(call, false),
            _ => String::new(),
        }
    }

    fn call_text(&self, at: usize, call: &Call) -> String {
        self.call_words(call, call.end.as_ref().is_none_or(|&(_, end)| self.interrupted(at, end)))
    }

    /// What a call is, and what came of it unless it goes on.
    fn call_words(&self, call: &Call, goes_on: bool) -> String {
        if self.is_join(call) {
            let thread = self.names.value(&call.receiver);
            return match &call.end {
                Some((_, until)) if !goes_on && self.has_ended(&call.receiver, *until) => {
                    format!("joins {thread}, which has ended")
                }
                Some((CallEnd::Returned(_), _)) if !goes_on => self.joined_in_vain(call),
                Some((CallEnd::Threw, _)) if !goes_on => format!("{}() throws", self.callee(call)),
                Some(_) | None => format!("waits for {thread} to end"),
            };
        }
        let args: Vec<String> = call.args.iter().map(|a| self.names.value(a)).collect();
        let text = format!("{}({})", self.callee(call), args.join(", "));
        match &call.end {
            Some(_) | None if goes_on => format!("{text} ..."),
            None => text,
            Some((CallEnd::Returned(None), _)) => text,
            Some((CallEnd::Returned(Some(value)), _)) => format!("{text} gives {}", self.names.value(value)),
            Some((CallEnd::Threw, _)) => format!("{text} throws"),
        }
    }

    fn words(&self, at: usize, event: &Event) -> (&'static str, String) {
        let value = |v: &Value| self.names.value(v);
        let target = |t: &Target| self.names.target(t, event.line.as_ref());
        match &event.kind {
            EventKind::Read(place, found) => ("read", format!("reads {}: {}", target(place), value(found))),
            EventKind::Write { target: place, new, old } => {
                ("write", format!("writes {} = {}, was {}", target(place), value(new), value(old)))
            }
            EventKind::CompareAndSet { target: place, expected, found, new, spurious } => {
                let place = target(place);
                let text = if *spurious {
                    format!("weak compare-and-set of {place} fails for no reason, is {}", value(found))
                } else if expected == found {
                    format!("compares and sets {place}: {} -> {}", value(expected), value(new))
                } else {
                    format!("compare-and-set of {place} fails: expected {}, is {}", value(expected), value(found))
                };
                ("compare-and-set", text)
            }
            EventKind::Lock(object) => ("lock", format!("locks {}", value(object))),
            EventKind::Unlock(object) => ("unlock", format!("unlocks {}", value(object))),
            EventKind::Wait(object) if event.blocked => ("wait", format!("waits on {}, unlocks it", value(object))),
            EventKind::Wait(object) => ("wait", format!("wait() on {} throws", value(object))),
            EventKind::Notify { object, all, woken } => {
                let verb = if *all { "notifies all on" } else { "notifies" };
                let woken: Vec<&str> = woken.iter().map(|&t| self.names.thread(t)).collect();
                let woken =
                    if woken.is_empty() { "no thread waits".into() } else { format!("wakes {}", woken.join(", ")) };
                ("notify", format!("{verb} {}: {woken}", value(object)))
            }
            EventKind::Park(Value::Null) if event.blocked => ("park", "parks".into()),
            EventKind::Park(blocker) if event.blocked => ("park", format!("parks for {}", value(blocker))),
            EventKind::Park(_) => ("park", "does not need to park".into()),
            EventKind::Unpark(thread) => ("unpark", format!("unparks {}", value(thread))),
            EventKind::Sleep => ("sleep", "sleeps".into()),
            EventKind::Start(thread) => ("start", format!("starts {}", value(thread))),
            EventKind::Interrupt(thread) => ("interrupt", format!("interrupts {}", value(thread))),
            EventKind::End => ("end", "ends".into()),
            EventKind::Initialize(class) => ("initialize", format!("initializes class {}", self.names.class(*class))),
            EventKind::Wakes(how) => {
                let why = match how {
                    WakeReason::Signalled => "goes on",
                    WakeReason::TimeOut => "goes on: the time is up",
                    WakeReason::Interrupted => "goes on: it was interrupted",
                    WakeReason::Spurious => "goes on for no reason",
                };
                ("wakes", why.into())
            }
            EventKind::Call(call) => (if call.choice { "choice" } else { "call" }, self.call_text(at, call)),
            EventKind::Output { stream, text } => {
                let verb = if *stream == 2 { "prints to standard error" } else { "prints" };
                ("output", format!("{verb} {}", quoted(text.strip_suffix('\n').unwrap_or(text), '"')))
            }
            EventKind::Native(object) => {
                let name = event.method.map(|m| self.names.method(m)).unwrap_or_default();
                let text = match object {
                    Value::Null => format!("{name}()"),
                    object => format!("{name} on {}", value(object)),
                };
                ("native", text)
            }
        }
    }
}
