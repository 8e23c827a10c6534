//! `StackWalker`: frames handed to the class library in batches.
//!
//! The class library keeps an opaque anchor between batches; here it is the address of a cell outside the Java heap that
//! holds the position of the next frame, counted from the outermost one, so that frames above the anchor do not move it.

use super::{Arguments, Outcome, Row, nothing, one, rows};
use crate::interp::{Raise, Res, TraceLine};
use crate::program::{ObjId, ThreadId, access};
use crate::state::FrameExit;
use crate::vm::Vm;

// Modes of a walk (java.lang.StackStreamFactory).
const CLASS_INFO_ONLY: i64 = 0x02;
const SHOW_HIDDEN_FRAMES: i64 = 0x20;
const LIVE_FRAMES: i64 = 0x100;

const WALKER: &str = "java/lang/StackStreamFactory$AbstractStackWalker";

/// A request for frames, in the terms both class libraries share.
#[derive(Clone, Copy)]
struct Batch {
    mode: i64,
    count: i32,
    start: i32,
    into: ObjId,
}

impl Vm {
    /// Fills the buffer with frames from position `next` (counted from the outermost frame) outwards. Gives how many were
    /// filled in, and the next position.
    fn fill_frames(&mut self, tid: ThreadId, mut next: usize, batch: Batch) -> Res<(i32, usize)> {
        if batch.mode & LIVE_FRAMES != 0 {
            return Err(Raise::Unsupported("a stack walk over live frames".into()));
        }
        let frames = self.stack_frames(tid);
        let mut filled = 0;
        while next > 0 && filled < batch.count {
            let frame = frames[frames.len() - next];
            next -= 1;
            if frame.hidden && (frame.ours || batch.mode & SHOW_HIDDEN_FRAMES == 0) {
                continue;
            }
            self.fill_frame(batch, (batch.start + filled) as u32, &frame.line)?;
            filled += 1;
        }
        Ok((filled, next))
    }

    fn fill_frame(&mut self, batch: Batch, at: u32, line: &TraceLine) -> Res<()> {
        let method = self.program.method(line.method);
        let (holder, flags) = (method.class, method.flags);
        let mirror = self.mirror(holder);
        let frame_info = self.class("java/lang/StackFrameInfo")?;
        let modern = self.program.find_field(frame_info, "classOrMemberName").is_some();
        if batch.mode & CLASS_INFO_ONLY != 0 && !modern {
            self.state.heap.set_ref_at(batch.into, at, mirror);
            return Ok(());
        }
        let info = self.state.heap.ref_at(batch.into, at);
        let class = self.state.heap.class_of(info);
        if modern {
            let named = if batch.mode & CLASS_INFO_ONLY != 0 { mirror } else { self.resolved_method(line.method)? };
            let slot = self.slot(class, "classOrMemberName");
            self.state.heap.set_field(info, slot, u64::from(named.0));
            let slot = self.slot(class, "flags");
            let kept = self.state.heap.field(info, slot);
            self.state.heap.set_field(info, slot, kept | u64::from(flags));
        } else {
            let slot = self.slot(class, "memberName");
            let member = ObjId(self.state.heap.field(info, slot) as u32);
            self.bind_caller(member, line.method)?;
        }
        if self.program.find_field(class, "bci").is_some() {
            let bci = if flags & access::NATIVE != 0 { -1 } else { i32::from(line.bci) };
            let slot = self.slot(class, "bci");
            self.state.heap.set_field(info, slot, u64::from(bci as u32));
        }
        Ok(())
    }

    /// The first position of a walk: below the frames of the walker itself.
    fn first_frame(&mut self, tid: ThreadId) -> Res<usize> {
        let (walker, stream) = (self.class("java/lang/StackWalker")?, self.class(WALKER)?);
        let frames = self.stack_frames(tid);
        let own = frames.iter().take_while(|frame| {
            let class = self.program.method(frame.line.method).class;
            frame.ours || class == walker || self.program.is_subclass(class, stream)
        });
        Ok(frames.len() - own.count())
    }

    fn begin_walk(&mut self, tid: ThreadId, receiver: ObjId, skip: i32, batch: Batch) -> Res<Outcome> {
        let first = self.first_frame(tid)?.saturating_sub(skip.max(0) as usize);
        let (filled, next) = self.fill_frames(tid, first, batch)?;
        let anchor = self.outside_memory(8)?;
        self.state.heap.set_long_at(ObjId((anchor >> 32) as u32), 0, next as u64);
        let class = self.class(WALKER)?;
        let method = self.program.declared_method(class, "doStackWalk", "(JIIII)Ljava/lang/Object;");
        let method = method.ok_or_else(|| Raise::Unsupported(format!("{WALKER}.doStackWalk is missing")))?;
        let int = |v: i32| u64::from(v as u32);
        let args = [
            u64::from(receiver.0),
            anchor as u64,
            0,
            int(skip),
            int(filled),
            int(batch.start),
            int(batch.start + filled),
        ];
        // The walk runs within the scope of the calling frame, which stays on the stack below it.
        Ok(Outcome::Tail { method, args: args.to_vec(), exit: FrameExit::Plain })
    }

    fn continue_walk(&mut self, tid: ThreadId, anchor: i64, batch: Batch) -> Res<i32> {
        let cell = ObjId((anchor >> 32) as u32);
        let next = self.state.heap.long_at(cell, 0) as usize;
        let (filled, next) = self.fill_frames(tid, next, batch)?;
        self.state.heap.set_long_at(cell, 0, next as u64);
        Ok(filled)
    }

    /// The method and bytecode index that a `StackFrameInfo` stands for.
    fn frame_info(&mut self, info: ObjId) -> Res<TraceLine> {
        let class = self.state.heap.class_of(info);
        let method = if self.program.find_field(class, "memberName").is_some() {
            let slot = self.slot(class, "memberName");
            self.member_target(ObjId(self.state.heap.field(info, slot) as u32))?
        } else {
            let slot = self.slot(class, "classOrMemberName");
            self.target_of_resolved(ObjId(self.state.heap.field(info, slot) as u32))?
        };
        let slot = self.slot(class, "bci");
        let bci = self.state.heap.field(info, slot) as u16;
        let line = match self.program.method(method).code() {
            Some(code) => code.line_of_bci(bci).map_or(-1, i32::from),
            None => -2,
        };
        Ok(TraceLine { method, line, bci })
    }
}

fn call_17(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let batch = Batch { mode: args.long(1), count: args.int(4), start: args.int(5), into: args.non_null(6)? };
    vm.begin_walk(tid, args.obj(0), args.int(3), batch)
}

fn call_21(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    if !args.obj(5).is_null() {
        return Err(Raise::Unsupported("a stack walk over a continuation".into()));
    }
    let batch = Batch { mode: args.long(1), count: args.int(6), start: args.int(7), into: args.non_null(8)? };
    vm.begin_walk(tid, args.obj(0), args.int(3), batch)
}

fn call_25(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    if !args.obj(4).is_null() {
        return Err(Raise::Unsupported("a stack walk over a continuation".into()));
    }
    let batch = Batch { mode: i64::from(args.int(1)), count: args.int(5), start: args.int(6), into: args.non_null(7)? };
    let batch = Batch { count: batch.count - batch.start, ..batch };
    vm.begin_walk(tid, args.obj(0), args.int(2), batch)
}

fn fetch_17(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let batch = Batch { mode: args.long(1), count: args.int(5), start: args.int(6), into: args.non_null(7)? };
    // This class library takes the end of the batch in the buffer, not its length.
    let filled = vm.continue_walk(tid, args.long(3), batch)?;
    Outcome::int(batch.start + filled)
}

fn fetch_25(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let batch = Batch { mode: i64::from(args.int(1)), count: args.int(5), start: args.int(6), into: args.non_null(7)? };
    let batch = Batch { count: batch.count - batch.start, ..batch };
    Outcome::int(vm.continue_walk(tid, args.long(2), batch)?)
}

fn expand_frame(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let info = args.obj(0);
    let line = vm.frame_info(info)?;
    let method = vm.program.method(line.method);
    let (name, descriptor) = (vm.program.shared_name(method.name), vm.program.shared_name(method.descriptor));
    let class = vm.state.heap.class_of(info);
    for (field, text) in [("name", name), ("type", descriptor)] {
        let text = vm.interned_text(&text);
        let slot = vm.slot(class, field);
        vm.state.heap.set_field(info, slot, u64::from(text.0));
    }
    Outcome::void()
}

fn element_of_frame(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let line = vm.frame_info(args.non_null(1)?)?;
    vm.fill_stack_trace_element(args.non_null(0)?, &line)?;
    Outcome::void()
}

pub(super) const ROWS: &[Row] = rows! {
    "java/lang/StackStreamFactory" { "checkStackWalkModes" "()Z" [Nothing, Computed] => one }
    "java/lang/StackStreamFactory$AbstractStackWalker" {
        "callStackWalk" "(JIII[Ljava/lang/Object;)Ljava/lang/Object;" [Nothing, Computed] => call_17,
        "callStackWalk" "(JILjdk/internal/vm/ContinuationScope;Ljdk/internal/vm/Continuation;II[Ljava/lang/Object;)Ljava/lang/Object;" [Nothing, Computed] => call_21,
        "callStackWalk" "(IILjdk/internal/vm/ContinuationScope;Ljdk/internal/vm/Continuation;II[Ljava/lang/Object;)Ljava/lang/Object;" [Nothing, Computed] => call_25,
        "fetchStackFrames" "(JJII[Ljava/lang/Object;)I" [Nothing, Computed] => fetch_17,
        "fetchStackFrames" "(IJIII[Ljava/lang/Object;)I" [Nothing, Computed] => fetch_25,
        "setContinuation" "(J[Ljava/lang/Object;Ljdk/internal/vm/Continuation;)V" [Nothing, Computed] => nothing,
    }
    "java/lang/StackFrameInfo" { "expandStackFrameInfo" "()V" [Object(0), Computed] => expand_frame }
    "java/lang/StackTraceElement" {
        "initStackTraceElement" "(Ljava/lang/StackTraceElement;Ljava/lang/StackFrameInfo;)V" [Object(1), Computed] => element_of_frame,
    }
};
