//! A change of every field of every part of a state.

use super::bench::{DEAD_VALUE, LIVE_REF, LIVE_VALUE, Scene, frame_of, publish, set_reading, set_register};
use super::{Change, counts, ignored, means, named};
use braid_engine::host::FileInfo;
use braid_engine::program::{ClassId, Kind, MethodId, ObjId, ThreadId};
use braid_engine::state::{
    CLOCK_START, Carrier, Clock, Deflated, Deflater, Entry, Flush, Frame, FrameExit, History, HostFile, Init, Monitor,
    Open, Opened, Outside, PastAccess, Reading, Scalars, Status, Thread, ThreadCore, Wake, Whole, WholeHeader,
    WholeHeap, WholeThread, Within,
};
use braid_engine::vm::Vm;
use std::rc::Rc;

fn headers(s: Scene) -> Vec<Change> {
    let array = move |vm: &mut Vm, len: u32, site: u32| {
        let class = vm.class("[I").expect("there is a class of arrays");
        let array = vm.state.heap.alloc_array(class, Kind::Int, len);
        vm.state.heap.set_site(array, site);
        publish(vm, s, array);
    };
    let object = move |vm: &mut Vm, class: ClassId| {
        let made = vm.alloc(class);
        publish(vm, s, made);
    };
    // What only a register refers to is located by the register alone.
    let held = move |vm: &mut Vm, class: &str, len: u32| {
        let class = vm.class(class).expect("the program has the class");
        let made = match len {
            0 => vm.alloc(class),
            _ => vm.state.heap.alloc_array(class, Kind::Int, len),
        };
        set_register(vm, s.a, LIVE_REF, made.0.into());
    };
    fields!(WholeHeader {
        class: [
            counts(move |vm| object(vm, s.node)),
            counts(move |vm| object(vm, s.twin)),
            counts(move |vm| held(vm, "Node", 0)),
            counts(move |vm| held(vm, "Twin", 0)),
        ],
        len: [
            counts(move |vm| array(vm, 3, 1)),
            counts(move |vm| array(vm, 4, 1)),
            counts(move |vm| held(vm, "[I", 3)),
            counts(move |vm| held(vm, "[I", 4)),
        ],
        hash: [
            counts(move |vm| vm.state.heap.set_hash(s.cells, 1)),
            counts(move |vm| vm.state.heap.set_hash(s.cells, 2)),
            counts(move |vm| vm.state.heap.set_hash(s.nodes[1], 1)),
            counts(move |vm| vm.state.heap.set_hash(s.old_nodes[0], 1)),
            counts(move |vm| vm.state.heap.set_hash(s.old_nodes[0], 2)),
        ],
        site: [counts(move |vm| array(vm, 3, 2))],
    })
}

pub fn heap(s: Scene) -> Vec<Change> {
    let set = |obj: ObjId, slot: u16, value: u64| counts(move |vm: &mut Vm| vm.state.heap.set_field(obj, slot, value));
    let rest = fields!(WholeHeap {
        // Field by field above.
        headers: [],
        words: [
            set(s.nodes[0], s.value, 1),
            set(s.nodes[0], s.value, 2),
            set(s.nodes[1], s.value, 1),
            set(s.nodes[2], s.value, 1),
            set(s.nodes[0], s.next, 0),
            set(s.nodes[0], s.next, s.nodes[0].0.into()),
            set(s.nodes[0], s.next, s.nodes[2].0.into()),
            set(s.nodes[2], s.next, s.nodes[0].0.into()),
            set(s.globals, s.top, 0),
            // A list of two, whichever node is left out.
            means("WholeHeap.words (7)", move |vm| vm.state.heap.set_field(s.globals, s.top, s.nodes[1].0.into())),
            set(s.globals, s.any, s.nodes[0].0.into()),
            set(s.globals, s.any, s.locks[0].0.into()),
            set(s.globals, s.any, s.old_nodes[0].0.into()),
            set(s.globals, s.any, s.old_text.0.into()),
            set(s.old_nodes[0], s.value, 1),
            set(s.old_nodes[0], s.value, 2),
            set(s.old_nodes[1], s.value, 1),
            set(s.leaves[0], s.value, 1),
            set(s.leaves[1], s.value, 1),
            set(s.old_nodes[0], s.next, s.nodes[0].0.into()),
            set(s.old_nodes[0], s.next, s.nodes[1].0.into()),
            set(s.old_nodes[0], s.next, s.old_nodes[0].0.into()),
            counts(move |vm| vm.state.heap.set_int_at(s.cells, 0, 1)),
            counts(move |vm| vm.state.heap.set_int_at(s.cells, 1, 1)),
            counts(move |vm| vm.state.heap.set_int_at(s.cells, 2, 1)),
            // Garbage.
            ignored(move |vm| {
                let made = vm.alloc(s.node);
                vm.state.heap.set_field(made, s.value, 9);
            }),
            ignored(move |vm| vm.state.heap.set_field(s.nodes[0], s.value, 0)),
        ],
        shared: [ignored(move |vm| {
            let made = vm.alloc(s.node);
            vm.state.heap.set_shared(made);
        })],
    });
    headers(s).into_iter().chain(rest).collect()
}

pub fn monitors(s: Scene) -> Vec<Change> {
    let own = |obj: ObjId, owner: Option<(ThreadId, u32)>| {
        counts(move |vm: &mut Vm| vm.state.update_monitor(obj, |monitor| monitor.owner = owner))
    };
    let wait = move |vm: &mut Vm, obj: ObjId, waiters: &[ThreadId]| {
        vm.state.update_monitor(obj, |monitor| monitor.waiters = waiters.to_vec());
    };
    let await_both = move |vm: &mut Vm, waiters: &[ThreadId]| {
        for thread in [s.a, s.b] {
            let status = Status::Awaiting { condition: s.locks[0], saved: 0, until: None, interruptible: false };
            vm.state.core_mut(thread).status = status;
        }
        wait(vm, s.locks[0], waiters);
    };
    fields!(Monitor {
        owner: [
            own(s.locks[0], Some((s.a, 1))),
            own(s.locks[0], Some((s.a, 2))),
            own(s.locks[0], Some((s.b, 1))),
            own(s.locks[1], Some((s.a, 1))),
            own(s.nodes[1], Some((s.a, 1))),
            own(s.old_nodes[0], Some((s.a, 1))),
        ],
        waiters: [
            counts(move |vm| wait(vm, s.locks[0], &[s.a])),
            counts(move |vm| wait(vm, s.locks[0], &[s.b])),
            counts(move |vm| wait(vm, s.locks[1], &[s.a])),
            counts(move |vm| wait(vm, s.locks[0], &[s.a, s.b])),
            // A notification reaches any of them, that of a condition the first.
            means("Monitor.waiters (4)", move |vm| wait(vm, s.locks[0], &[s.b, s.a])),
            counts(move |vm| await_both(vm, &[s.a, s.b])),
            counts(move |vm| await_both(vm, &[s.b, s.a])),
        ],
    })
}

pub fn parts(s: Scene) -> Vec<Change> {
    let intern = |vm: &mut Vm, text: &str, obj: ObjId| {
        let units: Rc<[u16]> = text.encode_utf16().collect();
        vm.state.intern(units, obj);
    };
    let inits = variants!(Init { Linked {}, Running { 0: s.a, s.b }, Done {}, Failed {} });
    let inits = inits.into_iter().map(|(name, init)| {
        let set = move |vm: &mut Vm| vm.state.set_init(s.lazy, init);
        let change = if init == Init::Linked { ignored(set) } else { counts(set) };
        (format!("Whole.init: {name}"), change)
    });
    let inits = inits.flat_map(|(name, change)| named(&name, vec![change]));
    let whole = fields!(Whole {
        // In lists of their own.
        heap: [],
        threads: [],
        monitors: [],
        scalars: [],
        init: [],
        mirrors: [ignored(move |vm| {
            let mirror = vm.alloc(vm.known.class);
            vm.state.set_mirror(s.unused, mirror);
        })],
        interned: [
            counts(move |vm| intern(vm, "old", s.old_text)),
            // One that can be reached, interned or not, and one that cannot.
            counts(move |vm| {
                let text = vm.new_string("new");
                publish(vm, s, text);
            }),
            counts(move |vm| {
                let text = vm.new_string("new");
                publish(vm, s, text);
                intern(vm, "new", text);
            }),
            ignored(move |vm| {
                let text = vm.new_string("new");
                intern(vm, "new", text);
            }),
        ],
        instances: [ignored(move |vm| {
            let made = vm.alloc(s.unused);
            vm.state.set_instance(s.unused, made);
        })],
        linked: [ignored(move |vm| vm.state.set_linked(s.sites[0], 5))],
        outside: [],
        defined: [counts(move |vm| define(vm, s.unused)), counts(move |vm| define(vm, s.lazy)),],
    });
    inits.chain(whole).chain(outside()).collect()
}

/// Lets the program define a class.
fn define(vm: &mut Vm, class: ClassId) {
    let (name, loader) = (vm.program.class(class).name, vm.program.class(class).loader);
    vm.state.define(name, loader, class);
}

/// What there is outside of the heap, by what is in it.
fn outside() -> Vec<Change> {
    let open = |what: Opened| Open { what, at: 0, writes: false, appends: false };
    let set = |outside: Outside| counts(move |vm| *vm.state.outside_mut() = outside.clone());
    let opened = |open: Open| set(Outside { open: vec![Some(open)], ..Outside::default() });
    let file = |content: &[u8]| {
        let (path, info) = (Rc::from("/a"), FileInfo::default());
        Opened::Host(Rc::new(HostFile { path, info, content: content.into() }))
    };
    let deflater = |deflater: Deflater| {
        let deflaters = [(1, Rc::new(deflater))].into();
        set(Outside { deflaters, ..Outside::default() })
    };
    let done = |flush: Flush| Deflated { input: [1].into(), room: 1, flush, taken: 1, given: 0 };
    let mut changes = fields!(Open {
        what: [
            opened(open(file(b"one"))),
            opened(open(file(b"two"))),
            opened(open(Opened::Written(0))),
            opened(open(Opened::Directory { path: "/a".into(), names: [].into() })),
            opened(open(Opened::Random)),
            opened(open(Opened::Null)),
        ],
        at: [opened(Open { at: 1, ..open(Opened::Null) })],
        writes: [opened(Open { writes: true, ..open(Opened::Null) })],
        appends: [opened(Open { appends: true, ..open(Opened::Null) })],
    });
    let path = |entry: Entry| set(Outside { paths: [(Rc::from("/a"), entry)].into(), ..Outside::default() });
    let content = |bytes: &[u8]| set(Outside { files: [(0, Rc::new(bytes.to_vec()))].into(), ..Outside::default() });
    changes.extend(fields!(Outside {
        open: [
            set(Outside { open: vec![None, Some(open(Opened::Null))], ..Outside::default() }),
            // Nothing is open.
            ignored(|vm| vm.state.outside_mut().open.push(None)),
        ],
        paths: [path(Entry::Gone), path(Entry::Directory), path(Entry::File(0)), path(Entry::File(1))],
        files: [content(b""), content(b"one"), content(b"two")],
        deflaters: [
            deflater(Deflater::new(1, false)),
            deflater(Deflater::new(2, false)),
            deflater(Deflater::new(1, true)),
            deflater(Deflater::new(1, false).after(done(Flush::None), 1)),
            deflater(Deflater::new(1, false).after(done(Flush::None), 2)),
            deflater(Deflater::new(1, false).after(done(Flush::Sync), 1)),
            deflater(Deflater::new(1, false).after(done(Flush::None), 1).after(done(Flush::None), 1)),
        ],
    }));
    changes
}

pub fn threads(s: Scene) -> Vec<Change> {
    let add = move |object: ObjId, key: u64| {
        counts(move |vm: &mut Vm| {
            vm.state.add_thread(Thread::new(object, key, false));
        })
    };
    fields!(WholeThread {
        object: [add(s.locks[0], 77), add(s.locks[1], 77)],
        key: [add(s.locks[0], 78)],
        frames: [counts(move |vm| {
            vm.state.thread_mut(s.a).frames.pop();
        })],
        stack: [
            counts(move |vm| set_register(vm, s.a, LIVE_VALUE, 8)),
            counts(move |vm| set_register(vm, s.a, LIVE_VALUE, 9)),
            counts(move |vm| set_register(vm, s.a, LIVE_VALUE, 0)),
            counts(move |vm| set_register(vm, s.b, LIVE_VALUE, 8)),
            counts(move |vm| set_register(vm, s.a, LIVE_REF, s.nodes[1].0.into())),
            counts(move |vm| set_register(vm, s.a, LIVE_REF, s.old_nodes[0].0.into())),
            counts(move |vm| set_register(vm, s.a, LIVE_REF, 0)),
            ignored(move |vm| set_register(vm, s.a, DEAD_VALUE, 8)),
        ],
        // In a list of its own.
        core: [],
    })
}

pub fn frames(s: Scene) -> Vec<Change> {
    let exits = variants!(FrameExit {
        Plain {},
        Initializer { 0: s.lazy, s.unused },
        Reflective {},
        Again {},
        Link { 0: s.sites[0], s.sites[1] },
        Run {},
        Handler {},
        End {},
        Engine {},
    });
    let exits = exits.into_iter().flat_map(move |(name, exit)| {
        let set = move |vm: &mut Vm| frame_of(vm, s.a).exit = exit;
        // How the first frame of a thread ends.
        let change = if exit == FrameExit::Run { ignored(set) } else { counts(set) };
        named(&format!("Frame.exit: {name}"), vec![change])
    });
    let within = fields!(Within {
        initializer: [ignored(move |vm| frame_of(vm, s.a).within.initializer ^= true)],
        housekeeping: [ignored(move |vm| frame_of(vm, s.a).within.housekeeping ^= true)],
        join: [ignored(move |vm| frame_of(vm, s.a).within.join ^= true)],
    });
    let frame = fields!(Frame {
        method: [counts(move |vm| {
            // The same position in another method.
            let start = |vm: &Vm, method: MethodId| vm.program.method(method).code().expect("it has code").start.0;
            let (here, there) = (frame_of(vm, s.a).method, frame_of(vm, s.b).method);
            let shift = start(vm, there).wrapping_sub(start(vm, here));
            let frame = frame_of(vm, s.a);
            (frame.method, frame.pc.0) = (there, frame.pc.0.wrapping_add(shift));
        })],
        pc: [counts(move |vm| frame_of(vm, s.a).pc.0 += 1), counts(move |vm| frame_of(vm, s.a).pc.0 -= 1)],
        base: [ignored(move |vm| {
            let thread = vm.state.thread_mut(s.a);
            thread.stack.insert(thread.frames[0].base as usize, 99);
            thread.frames[0].base += 1;
        })],
        registers: [ignored(move |vm| {
            let thread = vm.state.thread_mut(s.a);
            thread.stack.push(99);
            thread.frames[0].registers += 1;
        })],
        result: [counts(move |vm| frame_of(vm, s.a).result += 1)],
        // In lists of their own.
        exit: [],
        within: [],
    });
    exits.chain(within).chain(frame).collect()
}

pub fn statuses(s: Scene) -> Vec<(String, Status)> {
    let soon = |s: i64| Some(CLOCK_START + s);
    variants!(Status {
        Runnable {},
        Entering { monitor: s.locks[0], s.locks[1]; depth: 1, 2 },
        Waiting { monitor: s.locks[0], s.locks[1]; depth: 1, 2; until: None, soon(5) },
        Parked { until: None, soon(5) },
        Sleeping { until: None, soon(5) },
        Acquiring { until: None, soon(5) },
        Awaiting { condition: s.locks[0], s.locks[1]; saved: 1, 2; until: None, soon(5); interruptible: false, true },
        Reacquiring { saved: 1, 2; until: None, soon(5) },
        Initializing { class: s.lazy, s.unused },
        Terminated {},
    })
}

/// Changes of the status; those of the kinds that are told mean no more than that the thread can run.
pub fn status_changes(s: Scene, runs: fn(Status) -> bool) -> Vec<Change> {
    let changes = statuses(s).into_iter().flat_map(move |(name, status)| {
        let set = move |vm: &mut Vm| vm.state.core_mut(s.a).status = status;
        let change = if runs(status) { ignored(set) } else { counts(set) };
        named(&format!("ThreadCore.status: {name}"), vec![change])
    });
    changes.collect()
}

pub fn cores(s: Scene) -> Vec<Change> {
    let wakes =
        variants!(Wake { None {}, Signalled {}, TimedOut {}, Spurious {}, Interrupted {}, InterruptedAgain {} });
    let wakes = wakes.into_iter().flat_map(move |(name, wake)| {
        let set = move |vm: &mut Vm| vm.state.core_mut(s.a).wake = wake;
        let change = if wake == Wake::None { ignored(set) } else { counts(set) };
        named(&format!("ThreadCore.wake: {name}"), vec![change])
    });
    let core = |change: fn(&mut ThreadCore)| counts(move |vm: &mut Vm| change(vm.state.core_mut(s.a)));
    let rest = fields!(ThreadCore {
        // In lists of their own.
        status: [],
        wake: [],
        readings: [],
        permit: [core(|core| core.permit ^= true)],
        daemon: [core(|core| core.daemon ^= true)],
        // Time does not matter to this program.
        expired: [ignored(move |vm| vm.state.core_mut(s.a).expired = (5, 1))],
        started: [core(|core| core.started += 1)],
        hashes: [core(|core| core.hashes += 1)],
        atomic: [core(|core| core.atomic += 1)],
        // Where joins are deferred: in a list of their own.
        awaits: [ignored(move |vm| vm.state.core_mut(s.a).awaits.insert(s.b))],
        joined: [ignored(move |vm| vm.state.core_mut(s.a).joined.insert(s.b))],
        result: [core(|core| core.result += 1)],
        thrown: [
            counts(move |vm| vm.state.core_mut(s.a).thrown = s.locks[0]),
            counts(move |vm| vm.state.core_mut(s.a).thrown = s.nodes[1]),
        ],
    });
    wakes.chain(rest).collect()
}

/// What a thread has joined counts as far as it waits for that, or has missed its end.
pub fn joins(s: Scene, has_ended: bool) -> Vec<Change> {
    let awaits = move |vm: &mut Vm| vm.state.core_mut(s.a).awaits.insert(s.b);
    let joined = move |vm: &mut Vm| vm.state.core_mut(s.a).joined.insert(s.b);
    let changes = match has_ended {
        false => [counts(awaits), ignored(joined)],
        true => [ignored(awaits), counts(joined)],
    };
    named("ThreadCore, joins", changes.into())
}

pub fn scalars() -> Vec<Change> {
    let scalar = |change: fn(&mut Scalars)| counts(move |vm: &mut Vm| change(&mut vm.state.scalars));
    fields!(Scalars {
        // Nothing depends on the time.
        clock: [ignored(|vm| vm.state.scalars.clock += 1)],
        noted: [ignored(|vm| vm.state.scalars.noted = 1)],
        dated: [scalar(|scalars| scalars.dated ^= true)],
        stdin: [scalar(|scalars| scalars.stdin += 1)],
        random_draws: [scalar(|scalars| scalars.random_draws += 1)],
        halted: [
            scalar(|scalars| scalars.halted = Some(0)),
            scalar(|scalars| scalars.halted = Some(1)),
            scalar(|scalars| scalars.halted = Some(-1)),
        ],
        outcome: [scalar(|scalars| scalars.outcome += 1), scalar(|scalars| scalars.outcome += 2)],
        // In a list of its own.
        history: [],
    })
}

pub fn histories(s: Scene) -> Vec<Change> {
    let with =
        |history: History| move |vm: &mut Vm| vm.state.scalars.history = vm.state.histories.number(history.clone());
    let base = move || {
        let access = PastAccess {
            obj: s.cells,
            first: 0,
            last: 0,
            write: false,
            plain: false,
            site: 0,
            before: vec![Carrier::Atomic],
        };
        History { accesses: vec![access], fenced: Vec::new() }
    };
    let access = move |change: fn(&mut PastAccess, Scene)| {
        let mut history = base();
        change(&mut history.accesses[0], s);
        with(history)
    };
    let carriers = variants!(Carrier {
        Thread { 0: s.locks[0], s.locks[1] },
        Monitor { 0: s.locks[0], s.locks[1] },
        Variable { 0: s.locks[0], s.locks[1]; 1: 1, 2 },
        Value { 0: s.locks[0], s.locks[1]; 1: 1, 2 },
        Read { 0: s.locks[0], s.locks[1] },
        Fenced { 0: s.locks[0], s.locks[1] },
        Atomic {},
    });
    let carriers = carriers.into_iter().flat_map(move |(name, carrier)| {
        let mut history = base();
        history.accesses[0].before = vec![carrier];
        let change = match carrier == Carrier::Atomic {
            true => means("History.accesses (1)", with(history)),
            false => counts(with(history)),
        };
        named(&format!("PastAccess.before: {name}"), vec![change])
    });
    let accesses = fields!(PastAccess {
        obj: [counts(access(|it, s| it.obj = s.nodes[1]))],
        first: [counts(access(|it, _| it.first = 1))],
        last: [counts(access(|it, _| it.last = 1))],
        write: [counts(access(|it, _| it.write = true))],
        plain: [counts(access(|it, _| it.plain = true))],
        site: [means("History.accesses (1)", access(|it, _| it.site = 1))],
        before: [counts(access(|it, _| it.before = Vec::new()))],
    });
    let gone = move |vm: &mut Vm, class: ClassId| {
        let mut history = base();
        history.accesses[0].obj = vm.alloc(class);
        with(history)(vm);
    };
    let history = fields!(History {
        accesses: [
            counts(with(base())),
            counts(move |vm| gone(vm, s.node)),
            // What cannot be reached races with nothing.
            means("History.accesses (2)", move |vm| gone(vm, s.twin)),
        ],
        fenced: [
            counts(with(History { fenced: vec![s.locks[0]], ..base() })),
            counts(with(History { fenced: vec![s.locks[1]], ..base() })),
        ],
    });
    carriers.chain(accesses).chain(history).collect()
}

/// Changes of a reading of the clock in a live register.
pub fn readings(s: Scene) -> Vec<Change> {
    let read = move |of: Clock, taken: i64| {
        move |vm: &mut Vm| set_reading(vm, s.a, LIVE_VALUE, Some(Reading { of, taken: CLOCK_START + taken }))
    };
    let clocks = variants!(Clock { Timer {}, Date {} });
    let clocks = clocks.into_iter().flat_map(move |(name, clock)| {
        let change = if clock == Clock::Timer { ignored(read(clock, 0)) } else { counts(read(clock, 0)) };
        named(&format!("Reading.of: {name}"), vec![change])
    });
    let fields = fields!(Reading { of: [], taken: [counts(read(Clock::Timer, -1)), counts(read(Clock::Timer, -2))] });
    let others = vec![
        // An ordinary number.
        counts(move |vm| set_reading(vm, s.a, LIVE_VALUE, None)),
        // More was added to it.
        counts(move |vm| set_register(vm, s.a, LIVE_VALUE, CLOCK_START as u64 + 4)),
        ignored(move |vm| {
            let reading = Reading { of: Clock::Timer, taken: CLOCK_START };
            set_reading(vm, s.a, DEAD_VALUE, Some(reading));
        }),
        // The same one later: the time of day does not show.
        ignored(move |vm| {
            vm.state.scalars.clock += 7;
            set_register(vm, s.a, LIVE_VALUE, CLOCK_START as u64 + 3 + 7);
            read(Clock::Timer, 7)(vm);
            vm.state.core_mut(s.b).status = Status::Sleeping { until: Some(CLOCK_START + 10 + 7) };
        }),
        counts(move |vm| vm.state.scalars.clock += 7),
    ];
    clocks.chain(fields).chain(named("ThreadCore.readings", others)).collect()
}

/// A thread waits for some time, another has looked at the clock.
pub fn timed(s: Scene) -> impl Fn(&mut Vm) {
    move |vm| {
        vm.state.core_mut(s.b).status = Status::Sleeping { until: Some(CLOCK_START + 10) };
        set_register(vm, s.a, LIVE_VALUE, CLOCK_START as u64 + 3);
        set_reading(vm, s.a, LIVE_VALUE, Some(Reading { of: Clock::Timer, taken: CLOCK_START }));
    }
}
