//! `java.util.zip`: checksums, compression and decompression.
//!
//! The state of an inflater lives outside the Java heap, in memory that is part of the state: the input it has taken so
//! far and how much it has given. A decompressor that stands at that point is kept beside it; after a rollback it no
//! longer does, and is made again from the input.
//!
//! A deflater is the machine's own and cannot be rolled back; a search refuses it. What it gives is a right encoding, of
//! which there are many: the JDK's depends on the zlib it was built with.

use super::{Arguments, Outcome, Row, nothing, rows};
use crate::interp::{Raise, Res};
use crate::program::{ObjId, ThreadId};
use crate::vm::Vm;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

/// Positions in the cell of an inflater.
const INPUT: u32 = 0;
const TAKEN: u32 = 1;
const GIVEN: u32 = 2;
const RAW: u32 = 3;
const ADLER: u32 = 4;
const CELL_BYTES: u32 = 40;

/// A decompressor and the inflater whose position it is at.
pub(crate) struct Inflating {
    cell: ObjId,
    stream: Decompress,
}

impl Inflating {
    /// Where the inflater keeps its position.
    pub(crate) fn cell(&self) -> ObjId {
        self.cell
    }
}

/// Bytes of an array or of memory outside the heap.
#[derive(Clone, Copy)]
struct Span {
    array: ObjId,
    at: usize,
    len: usize,
}

/// What one call of `inflate` did.
struct Inflated {
    taken: usize,
    given: usize,
    finished: bool,
    needs_dictionary: bool,
}

impl Vm {
    fn cell_of(&self, address: i64) -> Res<ObjId> {
        Ok(self.outside_bytes(address)?.0)
    }

    fn span(&self, array: ObjId, at: i32, len: i32) -> Res<Span> {
        let size = self.state.heap.array_len(array) as usize;
        let (at, len) = (at.max(0) as usize, len.max(0) as usize);
        if at + len > size {
            return Err(Raise::bare("java/lang/ArrayIndexOutOfBoundsException"));
        }
        Ok(Span { array, at, len })
    }

    fn span_at(&self, address: i64, len: i32) -> Res<Span> {
        let (array, at) = self.outside_bytes(address)?;
        self.span(array, at as i32, len)
    }

    /// A decompressor at the position of an inflater.
    fn decompressor(&mut self, cell: ObjId) -> Res<Decompress> {
        let word = |vm: &Vm, at: u32| vm.state.heap.long_at(cell, at);
        let (taken, given) = (word(self, TAKEN), word(self, GIVEN));
        // A stream that was kept need not be the one of this execution: a search begins with the input each time.
        if let Some(at) = self.tables.inflating.iter().position(|i| i.cell == cell)
            && let Ok(tables) = self.change_tables("inflating")
        {
            let known = tables.inflating.swap_remove(at).stream;
            if known.total_in() == taken && known.total_out() == given {
                return Ok(known);
            }
        }
        let mut stream = Decompress::new(word(self, RAW) == 0);
        let input = ObjId(word(self, INPUT) as u32);
        if taken > 0 {
            let bytes = self.state.heap.bytes_of(input)[..taken as usize].to_vec();
            let mut output = vec![0; given as usize];
            let replayed = stream.decompress(&bytes, &mut output, FlushDecompress::Sync);
            if replayed.is_err() || stream.total_in() != taken || stream.total_out() != given {
                return Err(Raise::Unsupported("an inflater that cannot be brought back to its position".into()));
            }
        }
        Ok(stream)
    }

    fn inflate(&mut self, address: i64, from: Span, to: Span) -> Res<Inflated> {
        let cell = self.cell_of(address)?;
        let mut stream = self.decompressor(cell)?;
        let input = self.state.heap.bytes_of(from.array)[from.at..from.at + from.len].to_vec();
        let mut output = vec![0; to.len];
        let before = (stream.total_in(), stream.total_out());
        let result = stream.decompress(&input, &mut output, FlushDecompress::Sync);
        let (taken, given) = ((stream.total_in() - before.0) as usize, (stream.total_out() - before.1) as usize);
        self.state.heap.bytes_mut(to.array, to.at, given).copy_from_slice(&output[..given]);
        self.remember_input(cell, &input[..taken])?;
        let adler = adler32(self.state.heap.long_at(cell, ADLER) as u32, &output[..given]);
        self.state.heap.set_long_at(cell, ADLER, u64::from(adler));
        self.state.heap.set_long_at(cell, GIVEN, before.1 + given as u64);
        let done = Inflated { taken, given, finished: false, needs_dictionary: false };
        let outcome = match result {
            Ok(Status::Ok | Status::BufError) => Ok(done),
            Ok(Status::StreamEnd) => Ok(Inflated { finished: true, ..done }),
            Err(error) if error.needs_dictionary().is_some() => Ok(Inflated { needs_dictionary: true, ..done }),
            Err(error) => {
                let message = error.message().unwrap_or("invalid data").to_string();
                Err(Raise::new("java/util/zip/DataFormatException", message))
            }
        };
        if let Ok(tables) = self.change_tables("inflating") {
            tables.inflating.push(Inflating { cell, stream });
        }
        outcome
    }

    fn remember_input(&mut self, cell: ObjId, bytes: &[u8]) -> Res<()> {
        let (old, taken) = (ObjId(self.state.heap.long_at(cell, INPUT) as u32), self.state.heap.long_at(cell, TAKEN));
        let (taken, needed) = (taken as usize, taken as usize + bytes.len());
        let mut array = old;
        if old.is_null() || (self.state.heap.array_len(old) as usize) < needed {
            self.refuse_in_search("inflating")?;
            array = self.new_array("[B", needed.next_power_of_two().max(64) as u32)?;
            if taken > 0 {
                self.state.heap.copy_bytes(old, 0, array, 0, taken);
            }
            self.state.heap.set_long_at(cell, INPUT, u64::from(array.0));
            let tables = self.change_tables("inflating")?;
            tables.off_heap.remove(&old);
            tables.off_heap.insert(array);
        }
        self.state.heap.bytes_mut(array, taken, bytes.len()).copy_from_slice(bytes);
        self.state.heap.set_long_at(cell, TAKEN, needed as u64);
        Ok(())
    }

    fn clear_inflater(&mut self, cell: ObjId) {
        for at in [TAKEN, GIVEN] {
            self.state.heap.set_long_at(cell, at, 0);
        }
        self.state.heap.set_long_at(cell, ADLER, 1);
        // In a search no stream is taken from there.
        if let Ok(tables) = self.change_tables("inflating") {
            tables.inflating.retain(|i| i.cell != cell);
        }
    }
}

fn init(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let address = vm.lasting_memory(CELL_BYTES)?;
    let cell = vm.cell_of(address)?;
    vm.state.heap.set_long_at(cell, RAW, u64::from(args.bool(0)));
    vm.state.heap.set_long_at(cell, ADLER, 1);
    Outcome::long(address)
}

fn reset(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let cell = vm.cell_of(args.long(0))?;
    vm.clear_inflater(cell);
    Outcome::void()
}

fn adler(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let cell = vm.cell_of(args.long(0))?;
    Outcome::int(vm.state.heap.long_at(cell, ADLER) as i32)
}

/// Takes and gives in one number, as the class library unpacks them.
fn inflate_with(vm: &mut Vm, this: ObjId, address: i64, from: Span, to: Span) -> Res<Outcome> {
    vm.refuse_in_search("inflating")?;
    let cell = vm.cell_of(address)?;
    let before = (vm.state.heap.long_at(cell, TAKEN), vm.state.heap.long_at(cell, GIVEN));
    match vm.inflate(address, from, to) {
        Ok(done) => {
            let packed = done.taken as u64
                | (done.given as u64) << 31
                | u64::from(done.finished) << 62
                | u64::from(done.needs_dictionary) << 63;
            Outcome::long(packed as i64)
        }
        Err(raise) => {
            let class = vm.class("java/util/zip/Inflater")?;
            let after = (vm.state.heap.long_at(cell, TAKEN), vm.state.heap.long_at(cell, GIVEN));
            for (field, value) in [("inputConsumed", after.0 - before.0), ("outputConsumed", after.1 - before.1)] {
                let slot = vm.slot(class, field);
                vm.state.heap.set_field(this, slot, value);
            }
            Err(raise)
        }
    }
}

fn bytes_bytes(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let from = vm.span(args.non_null(3)?, args.int(4), args.int(5))?;
    let to = vm.span(args.non_null(6)?, args.int(7), args.int(8))?;
    inflate_with(vm, args.obj(0), args.long(1), from, to)
}

fn bytes_buffer(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let from = vm.span(args.non_null(3)?, args.int(4), args.int(5))?;
    let to = vm.span_at(args.long(6), args.int(8))?;
    inflate_with(vm, args.obj(0), args.long(1), from, to)
}

fn buffer_bytes(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let from = vm.span_at(args.long(3), args.int(5))?;
    let to = vm.span(args.non_null(6)?, args.int(7), args.int(8))?;
    inflate_with(vm, args.obj(0), args.long(1), from, to)
}

fn buffer_buffer(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let from = vm.span_at(args.long(3), args.int(5))?;
    let to = vm.span_at(args.long(6), args.int(8))?;
    inflate_with(vm, args.obj(0), args.long(1), from, to)
}

// ----- compression -----

/// A compressor, by the number that stands for its address.
pub(crate) struct Deflating {
    number: i64,
    raw: bool,
    stream: Compress,
    adler: u32,
}

impl Vm {
    fn deflating(&mut self, number: i64) -> Res<&mut Deflating> {
        let found = self.change_tables("deflating")?.deflating.iter_mut().find(|d| d.number == number);
        found.ok_or_else(|| Raise::Unsupported("a deflater that has ended".into()))
    }
}

/// The level, the default if it is negative.
fn compression(level: i32) -> Compression {
    u32::try_from(level).map_or(Compression::default(), Compression::new)
}

fn deflate_init(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (level, strategy, raw) = (args.int(0), args.int(1), args.bool(2));
    if strategy != 0 {
        return Err(Raise::Unsupported("a deflater with a strategy".into()));
    }
    let deflating = &mut vm.change_tables("deflating")?.deflating;
    let number = deflating.last().map_or(1, |d| d.number + 1);
    deflating.push(Deflating { number, raw, stream: Compress::new(compression(level), !raw), adler: 1 });
    Outcome::long(number)
}

fn deflate_reset(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let deflating = vm.deflating(args.long(0))?;
    deflating.stream.reset();
    deflating.adler = 1;
    Outcome::void()
}

fn deflate_end(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let number = args.long(0);
    // A search may go back to where it was in use; nothing uses it meanwhile.
    if let Ok(tables) = vm.change_tables("deflating") {
        tables.deflating.retain(|d| d.number != number);
    }
    Outcome::void()
}

fn deflate_adler(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let number = args.long(0);
    let found = vm.tables.deflating.iter().find(|d| d.number == number);
    Outcome::int(found.ok_or_else(|| Raise::Unsupported("a deflater that has ended".into()))?.adler as i32)
}

fn deflate_dictionary(vm: &mut Vm, args: Arguments, from: Span) -> Res<Outcome> {
    let bytes = vm.state.heap.bytes_of(from.array)[from.at..from.at + from.len].to_vec();
    let set = vm.deflating(args.long(0))?.stream.set_dictionary(&bytes);
    set.map_err(|_| Raise::bare("java/lang/IllegalArgumentException"))?;
    Outcome::void()
}

/// `flush` and `params` are in the last two of the arguments.
fn deflate_with(vm: &mut Vm, args: Arguments, from: Span, to: Span, flush: usize) -> Res<Outcome> {
    vm.refuse_in_search("deflating")?;
    let (flush, params) = (args.int(flush), args.int(flush + 1));
    if params & 1 == 1 {
        let deflating = vm.deflating(args.long(1))?;
        if params >> 1 & 3 != 0 || deflating.stream.total_in() > 0 {
            return Err(Raise::Unsupported("a deflater whose parameters change on the way".into()));
        }
        deflating.stream = Compress::new(compression(params >> 3), !deflating.raw);
        return Outcome::long(0);
    }
    let flush = match flush {
        0 => FlushCompress::None,
        2 => FlushCompress::Sync,
        3 => FlushCompress::Full,
        4 => FlushCompress::Finish,
        other => return Err(Raise::Unsupported(format!("deflating with flush mode {other}"))),
    };
    let input = vm.state.heap.bytes_of(from.array)[from.at..from.at + from.len].to_vec();
    let mut output = vec![0; to.len];
    let deflating = vm.deflating(args.long(1))?;
    let before = (deflating.stream.total_in(), deflating.stream.total_out());
    let result = deflating.stream.compress(&input, &mut output, flush);
    let taken = (deflating.stream.total_in() - before.0) as usize;
    let given = (deflating.stream.total_out() - before.1) as usize;
    deflating.adler = adler32(deflating.adler, &input[..taken]);
    vm.state.heap.bytes_mut(to.array, to.at, given).copy_from_slice(&output[..given]);
    let finished = match result {
        Ok(Status::StreamEnd) => true,
        Ok(Status::Ok | Status::BufError) => false,
        Err(error) => return Err(Raise::new("java/lang/InternalError", error.to_string())),
    };
    Outcome::long((taken as u64 | (given as u64) << 31 | u64::from(finished) << 62) as i64)
}

// ----- checksums -----

fn sum_of_array(vm: &mut Vm, args: Arguments, update: fn(u32, &[u8]) -> u32) -> Res<Outcome> {
    let Span { array, at, len } = vm.span(args.non_null(1)?, args.int(2), args.int(3))?;
    Outcome::int(update(args.int(0) as u32, &vm.state.heap.bytes_of(array)[at..at + len]) as i32)
}

fn sum_of_memory(vm: &mut Vm, args: Arguments, update: fn(u32, &[u8]) -> u32) -> Res<Outcome> {
    let (array, at) = vm.outside_bytes(args.long(1))?;
    let (at, len) = (at + args.int(3).max(0) as usize, args.int(4).max(0) as usize);
    Outcome::int(update(args.int(0) as u32, &vm.state.heap.bytes_of(array)[at..at + len]) as i32)
}

fn crc32(crc: u32, bytes: &[u8]) -> u32 {
    let mut c = !crc;
    for &b in bytes {
        c ^= u32::from(b);
        for _ in 0..8 {
            c = if c & 1 == 1 { (c >> 1) ^ 0xedb8_8320 } else { c >> 1 };
        }
    }
    !c
}

fn adler32(adler: u32, bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (adler & 0xffff, adler >> 16);
    for &byte in bytes {
        a = (a + u32::from(byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    b << 16 | a
}

pub(super) const ROWS: &[Row] = rows! {
    "java/util/zip/Inflater" {
        "init" "(Z)J" [Outside(&[]), Computed] => init,
        "reset" "(J)V" [Outside(&[]), Computed] => reset,
        "end" "(J)V" [Outside(&[]), Computed] => reset,
        "getAdler" "(J)I" [Outside(&[]), Computed] => adler,
        "inflateBytesBytes" "(J[BII[BII)J" [Outside(&[part(3), filled(6)]), Computed] => bytes_bytes,
        "inflateBytesBuffer" "(J[BIIJI)J" [Outside(&[part(3)]), Computed] => bytes_buffer,
        "inflateBufferBytes" "(JJI[BII)J" [Outside(&[filled(6)]), Computed] => buffer_bytes,
        "inflateBufferBuffer" "(JJIJI)J" [Outside(&[]), Computed] => buffer_buffer,
        "initIDs" "()V" [Nothing, Computed] => nothing,
    }
    "java/util/zip/Deflater" {
        "init" "(IIZ)J" [Outside(&[]), Computed] => deflate_init,
        "reset" "(J)V" [Outside(&[]), Computed] => deflate_reset,
        "end" "(J)V" [Outside(&[]), Computed] => deflate_end,
        "getAdler" "(J)I" [Outside(&[]), Computed] => deflate_adler,
        "setDictionary" "(J[BII)V" [Outside(&[part(2)]), Computed] => |vm, _, args| {
            let from = vm.span(args.non_null(2)?, args.int(3), args.int(4))?;
            deflate_dictionary(vm, args, from)
        },
        "deflateBytesBytes" "(J[BII[BIIII)J" [Outside(&[part(3), filled(6)]), Computed] => |vm, _, args| {
            let from = vm.span(args.non_null(3)?, args.int(4), args.int(5))?;
            let to = vm.span(args.non_null(6)?, args.int(7), args.int(8))?;
            deflate_with(vm, args, from, to, 9)
        },
        "deflateBytesBuffer" "(J[BIIJIII)J" [Outside(&[part(3)]), Computed] => |vm, _, args| {
            let from = vm.span(args.non_null(3)?, args.int(4), args.int(5))?;
            let to = vm.span_at(args.long(6), args.int(8))?;
            deflate_with(vm, args, from, to, 9)
        },
        "deflateBufferBytes" "(JJI[BIIII)J" [Outside(&[filled(6)]), Computed] => |vm, _, args| {
            let from = vm.span_at(args.long(3), args.int(5))?;
            let to = vm.span(args.non_null(6)?, args.int(7), args.int(8))?;
            deflate_with(vm, args, from, to, 9)
        },
        "deflateBufferBuffer" "(JJIJIII)J" [Outside(&[]), Computed] => |vm, _, args| {
            let from = vm.span_at(args.long(3), args.int(5))?;
            let to = vm.span_at(args.long(6), args.int(8))?;
            deflate_with(vm, args, from, to, 9)
        },
    }
    "java/util/zip/CRC32" {
        "updateBytes0" "(I[BII)I" [Arrays(&[part(1)]), Computed] => |vm, _, args| sum_of_array(vm, args, crc32),
        "updateByteBuffer0" "(IJII)I" [Outside(&[]), Computed] => |vm, _, args| sum_of_memory(vm, args, crc32),
        "update" "(II)I" [Nothing, Computed] => |_, _, args| Outcome::int(crc32(args.int(0) as u32, &[args.int(1) as u8]) as i32),
    }
    "java/util/zip/Adler32" {
        "updateBytes" "(I[BII)I" [Arrays(&[part(1)]), Computed] => |vm, _, args| sum_of_array(vm, args, adler32),
        "updateByteBuffer" "(IJII)I" [Outside(&[]), Computed] => |vm, _, args| sum_of_memory(vm, args, adler32),
        "update" "(II)I" [Nothing, Computed] => |_, _, args| Outcome::int(adler32(args.int(0) as u32, &[args.int(1) as u8]) as i32),
    }
};
