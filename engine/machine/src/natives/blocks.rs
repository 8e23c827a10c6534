//! Memory outside the Java heap: blocks with addresses.
//!
//! A block is a byte array of the engine's. Blocks from before the search carry the array's number in the upper half of their
//! addresses; they stay as long as the search does. A block that is taken during the search is an element of an array from
//! before it, the directory, and its address follows from the position there, which is the lowest that is free. So what is
//! allocated and where is in the heap: undo and state keys deal with it like with any object, and states that differ in
//! addresses alone stay apart. That positions are used again keeps loops that take and give back memory finite, as a
//! real allocator may do it.

use crate::interp::{Raise, Res};
use crate::program::{ObjId, ThreadId};
use crate::vm::Vm;

use super::effect::{Effect, Mode};
use super::{Arguments, UNSAFE_BASE};

/// Blocks that can be there at once, besides those from before the search.
const ROOM: u32 = 1_024;

/// What the upper halves of addresses of blocks from the directory have in common. No object has such a number.
const DIRECTORY: u32 = 1 << 30;

/// What memory outside the heap is called in messages.
pub(crate) const OUTSIDE: &str = "memory outside the heap";

impl Vm {
    /// Makes room for blocks. Once, while the class library starts.
    pub(crate) fn prepare_blocks(&mut self) -> Res<()> {
        self.links.blocks = self.new_array("[Ljava/lang/Object;", ROOM)?;
        Ok(())
    }

    /// Whether a block is there that was taken during the search.
    pub(super) fn has_blocks(&self) -> bool {
        let blocks = self.links.blocks;
        !blocks.is_null() && (0..ROOM).any(|position| !self.state.heap.ref_at(blocks, position).is_null())
    }

    /// The array behind the upper half of an address; none if nothing is allocated there.
    pub(crate) fn block(&self, address: i64) -> Option<ObjId> {
        let upper = u32::try_from(address >> 32).ok()?;
        let block = match upper.checked_sub(DIRECTORY) {
            Some(position) if position < ROOM && !self.links.blocks.is_null() => {
                self.state.heap.ref_at(self.links.blocks, position)
            }
            Some(_) => ObjId::NULL,
            None => ObjId(upper),
        };
        (!block.is_null() && self.state.heap.is_live(block)).then_some(block)
    }

    /// Takes a block of so many bytes, all zero, and gives its address.
    pub(crate) fn take_memory(&mut self, size: u32) -> Res<i64> {
        if !self.is_searching() {
            return self.outside_memory(size);
        }
        let mut positions = 0..ROOM;
        let free = positions.find(|&position| self.state.heap.ref_at(self.links.blocks, position).is_null());
        let Some(position) = free else {
            return Err(Raise::Unsupported(format!("more than {ROOM} blocks of {OUTSIDE} at once")));
        };
        let block = self.new_array("[B", size.max(8))?;
        self.publish(self.links.blocks, block);
        self.state.heap.set_ref_at(self.links.blocks, position, block);
        Ok((i64::from(DIRECTORY + position) << 32) + UNSAFE_BASE)
    }

    /// Takes note of who uses a block. That a second thread does by plain accesses is named: data races are not looked for there,
    /// so no more than sequential consistency is covered. Who was first is kept where an object has its identity hash, which
    /// no program can ask a block for.
    pub(super) fn note_use_of_memory(&mut self, tid: ThreadId, effect: Effect, args: Arguments) {
        let plain = match effect {
            Effect::Memory { mode: Mode::Volatile, .. } => return,
            Effect::Memory { .. } | Effect::SetMemory => [Some(1), None],
            Effect::CopyMemory => [Some(1), Some(4)],
            Effect::CompareMemory => [Some(0), Some(3)],
            _ => return,
        };
        for slot in plain.into_iter().flatten().filter(|&slot| args.obj(slot).is_null()) {
            let Some(block) = self.block(args.long(slot + 1)) else { continue };
            let user = (self.state.thread(tid).key as u32).max(1);
            match self.state.heap.header(block).hash {
                0 => self.state.heap.set_hash(block, user),
                first if first != user => self.note_shared_memory(tid),
                _ => {}
            }
        }
    }

    /// Gives a block back. One from before the search stays in a search, which may go back to where it was in use.
    pub(crate) fn give_back_memory(&mut self, address: i64) -> Res<()> {
        let upper = u32::try_from(address >> 32).unwrap_or_default();
        match upper.checked_sub(DIRECTORY) {
            Some(position) if self.block(address).is_some() => {
                self.state.heap.set_ref_at(self.links.blocks, position, ObjId::NULL);
                Ok(())
            }
            Some(_) => Err(Raise::Unsupported(format!("giving back {OUTSIDE} at {address:#x}, where none is taken"))),
            None => {
                if let Ok(tables) = self.change_tables("giving back memory outside the heap") {
                    tables.off_heap.remove(&ObjId(upper));
                }
                Ok(())
            }
        }
    }
}
