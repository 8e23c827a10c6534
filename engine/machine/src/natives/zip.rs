//! `java.util.zip`: checksums, compression and decompression.
//!
//! The state of an inflater lives outside the Java heap, in blocks that are part of the state: how much it has taken and
//! given, and another block with the input so far. A decompressor that stands at that point is kept beside it; after a rollback
//! it no longer does, and is made again from the input. Whether one stands there is told by how much it has taken and given and
//! by a hash of the input, of as many bits as a state key has.
//!
//! What a deflater has done is part of the state, too (`state/outside.rs`), and a compressor is made again from that. What it
//! gives is a right encoding, of which there are many: the JDK's depends on the zlib it was built with.

use super::{Arguments, Outcome, Row, nothing, rows};
use crate::interp::{Raise, Res};
use crate::program::{ObjId, ThreadId};
use crate::state::{Deflated, Deflater, Flush};
use crate::vm::Vm;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use std::rc::Rc;

/// Positions in the cell of an inflater.
const INPUT: u32 = 0;
const TAKEN: u32 = 1;
const GIVEN: u32 = 2;
const RAW: u32 = 3;
const ADLER: u32 = 4;
/// The first of two words.
const HASH: u32 = 5;
const CELL_BYTES: u32 = 56;

/// Offset and factors of the two hashes of an inflater's input (FNV-1a with different primes).
const HASHES: [(u64, u64); 2] =
    [(0xcbf2_9ce4_8422_2325, 0x0100_0000_01b3), (0x9ae1_6a3b_2f90_404f, 0x9e37_79b9_7f4a_7c15)];

/// A decompressor and the inflater whose position it is at.
pub(crate) struct Inflating {
    cell: ObjId,
    raw: bool,
    hashes: [u64; 2],
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
        if let Some(at) = self.caches.inflating.iter().position(|i| i.cell == cell) {
            let Inflating { raw, hashes, stream, .. } = self.caches.inflating.swap_remove(at);
            let same = raw == (word(self, RAW) != 0) && hashes == [word(self, HASH), word(self, HASH + 1)];
            if same && stream.total_in() == taken && stream.total_out() == given {
                return Ok(stream);
            }
        }
        let mut stream = Decompress::new(word(self, RAW) == 0);
        if taken > 0 {
            let input = self.cell_of(word(self, INPUT) as i64)?;
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
        let hashes = [0, 1].map(|at| self.state.heap.long_at(cell, HASH + at));
        let raw = self.state.heap.long_at(cell, RAW) != 0;
        self.caches.inflating.push(Inflating { cell, raw, hashes, stream });
        outcome
    }

    fn remember_input(&mut self, cell: ObjId, bytes: &[u8]) -> Res<()> {
        let (old, taken) = (self.state.heap.long_at(cell, INPUT) as i64, self.state.heap.long_at(cell, TAKEN) as usize);
        let needed = taken + bytes.len();
        let mut input = if old == 0 { ObjId::NULL } else { self.cell_of(old)? };
        if input.is_null() || (self.state.heap.array_len(input) as usize) < needed {
            let address = self.take_memory(needed.next_power_of_two().max(64) as u32)?;
            let larger = self.cell_of(address)?;
            if taken > 0 {
                self.state.heap.copy_bytes(input, 0, larger, 0, taken);
            }
            self.state.heap.set_long_at(cell, INPUT, address as u64);
            if old != 0 {
                self.give_back_memory(old)?;
            }
            input = larger;
        }
        self.state.heap.bytes_mut(input, taken, bytes.len()).copy_from_slice(bytes);
        self.state.heap.set_long_at(cell, TAKEN, needed as u64);
        for (at, (_, factor)) in (HASH..).zip(HASHES) {
            let before = self.state.heap.long_at(cell, at);
            let after = bytes.iter().fold(before, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(factor));
            self.state.heap.set_long_at(cell, at, after);
        }
        Ok(())
    }

    fn clear_inflater(&mut self, cell: ObjId) {
        for at in [TAKEN, GIVEN] {
            self.state.heap.set_long_at(cell, at, 0);
        }
        self.state.heap.set_long_at(cell, ADLER, 1);
        for (at, (offset, _)) in (HASH..).zip(HASHES) {
            self.state.heap.set_long_at(cell, at, offset);
        }
        self.caches.inflating.retain(|i| i.cell != cell);
    }
}

fn init(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let address = vm.take_memory(CELL_BYTES)?;
    let cell = vm.cell_of(address)?;
    vm.state.heap.set_long_at(cell, RAW, u64::from(args.bool(0)));
    vm.clear_inflater(cell);
    Outcome::long(address)
}

fn reset(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let cell = vm.cell_of(args.long(0))?;
    vm.clear_inflater(cell);
    Outcome::void()
}

fn end(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let cell = vm.cell_of(args.long(0))?;
    vm.clear_inflater(cell);
    match vm.state.heap.long_at(cell, INPUT) as i64 {
        0 => {}
        input => vm.give_back_memory(input)?,
    }
    vm.give_back_memory(args.long(0))?;
    Outcome::void()
}

fn adler(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let cell = vm.cell_of(args.long(0))?;
    Outcome::int(vm.state.heap.long_at(cell, ADLER) as i32)
}

/// Takes and gives in one number, as the class library unpacks them.
fn inflate_with(vm: &mut Vm, this: ObjId, address: i64, from: Span, to: Span) -> Res<Outcome> {
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

/// A compressor and what the deflater had done at whose position it is.
pub(crate) struct Deflating {
    deflater: Rc<Deflater>,
    stream: Compress,
}

impl Vm {
    fn deflater(&self, number: i64) -> Res<Rc<Deflater>> {
        let found = self.state.outside().deflaters.get(&number).cloned();
        found.ok_or_else(|| Raise::Unsupported("a deflater that has ended".into()))
    }

    /// A compressor at the position of a deflater: one that is kept, or one that does all again.
    fn compressor(&mut self, deflater: &Rc<Deflater>) -> Res<Compress> {
        if let Some(at) = self.caches.deflating.iter().position(|d| Rc::ptr_eq(&d.deflater, deflater)) {
            return Ok(self.caches.deflating.swap_remove(at).stream);
        }
        let mut stream = Compress::new(compression(deflater.level), !deflater.raw);
        for done in deflater.history() {
            let again = compress(&mut stream, done);
            if again.is_none_or(|again| (again.taken, again.output.len()) != (done.taken, done.given)) {
                return Err(Raise::Unsupported("a deflater that cannot be brought back to its position".into()));
            }
        }
        Ok(stream)
    }

    /// A deflater has moved on, and the compressor with it.
    fn keep_deflater(&mut self, number: i64, deflater: Deflater, stream: Compress) {
        let deflater = Rc::new(deflater);
        if self.caches.deflating.len() >= KEPT {
            self.caches.deflating.remove(0);
        }
        self.caches.deflating.push(Deflating { deflater: deflater.clone(), stream });
        self.state.outside_mut().deflaters.insert(number, deflater);
    }
}

/// Compressors that are kept.
const KEPT: usize = 16;

/// What a call of a compressor came to.
struct Compressed {
    taken: usize,
    output: Vec<u8>,
    finished: bool,
}

/// Does one thing with a compressor; nothing if it fails.
fn compress(stream: &mut Compress, done: &Deflated) -> Option<Compressed> {
    let flush = match done.flush {
        Flush::None => FlushCompress::None,
        Flush::Sync => FlushCompress::Sync,
        Flush::Full => FlushCompress::Full,
        Flush::Finish => FlushCompress::Finish,
        Flush::Dictionary => {
            stream.set_dictionary(&done.input).ok()?;
            return Some(Compressed { taken: done.taken, output: Vec::new(), finished: false });
        }
    };
    let mut output = vec![0; done.room];
    let before = (stream.total_in(), stream.total_out());
    let finished = match stream.compress(&done.input, &mut output, flush) {
        Ok(Status::StreamEnd) => true,
        Ok(Status::Ok | Status::BufError) => false,
        Err(_) => return None,
    };
    output.truncate((stream.total_out() - before.1) as usize);
    Some(Compressed { taken: (stream.total_in() - before.0) as usize, output, finished })
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
    let deflaters = &mut vm.state.outside_mut().deflaters;
    // The lowest that is free: so a loop that makes and ends one comes back to where it was.
    let number = (1..).find(|number| !deflaters.contains_key(number)).unwrap_or(i64::MAX);
    deflaters.insert(number, Rc::new(Deflater::new(level, raw)));
    Outcome::long(number)
}

fn deflate_reset(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let deflater = vm.deflater(args.long(0))?;
    let fresh = Rc::new(Deflater::new(deflater.level, deflater.raw));
    vm.state.outside_mut().deflaters.insert(args.long(0), fresh);
    Outcome::void()
}

fn deflate_end(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.deflater(args.long(0))?;
    vm.state.outside_mut().deflaters.remove(&args.long(0));
    Outcome::void()
}

fn deflate_adler(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    Outcome::int(vm.deflater(args.long(0))?.adler as i32)
}

fn deflate_dictionary(vm: &mut Vm, args: Arguments, from: Span) -> Res<Outcome> {
    let input: Rc<[u8]> = vm.state.heap.bytes_of(from.array)[from.at..from.at + from.len].into();
    let deflater = vm.deflater(args.long(0))?;
    let mut stream = vm.compressor(&deflater)?;
    let done = Deflated { input, room: 0, flush: Flush::Dictionary, taken: 0, given: 0 };
    if compress(&mut stream, &done).is_none() {
        return Err(Raise::bare("java/lang/IllegalArgumentException"));
    }
    let adler = deflater.adler;
    vm.keep_deflater(args.long(0), deflater.after(done, adler), stream);
    Outcome::void()
}

/// `flush` and `params` are in the last two of the arguments.
fn deflate_with(vm: &mut Vm, args: Arguments, from: Span, to: Span, flush: usize) -> Res<Outcome> {
    let (flush, params) = (args.int(flush), args.int(flush + 1));
    let deflater = vm.deflater(args.long(1))?;
    if params & 1 == 1 {
        if params >> 1 & 3 != 0 || !deflater.is_fresh() {
            return Err(Raise::Unsupported("a deflater whose parameters change on the way".into()));
        }
        let changed = Rc::new(Deflater::new(params >> 3, deflater.raw));
        vm.state.outside_mut().deflaters.insert(args.long(1), changed);
        return Outcome::long(0);
    }
    let flush = match flush {
        0 => Flush::None,
        2 => Flush::Sync,
        3 => Flush::Full,
        4 => Flush::Finish,
        other => return Err(Raise::Unsupported(format!("deflating with flush mode {other}"))),
    };
    let input: Rc<[u8]> = vm.state.heap.bytes_of(from.array)[from.at..from.at + from.len].into();
    let mut stream = vm.compressor(&deflater)?;
    let mut done = Deflated { input, room: to.len, flush, taken: 0, given: 0 };
    let Some(Compressed { taken, output, finished }) = compress(&mut stream, &done) else {
        return Err(Raise::bare("java/lang/InternalError"));
    };
    (done.taken, done.given) = (taken, output.len());
    let adler = adler32(deflater.adler, &done.input[..taken]);
    vm.state.heap.bytes_mut(to.array, to.at, output.len()).copy_from_slice(&output);
    vm.keep_deflater(args.long(1), deflater.after(done, adler), stream);
    Outcome::long((taken as u64 | (output.len() as u64) << 31 | u64::from(finished) << 62) as i64)
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
        "end" "(J)V" [Outside(&[]), Computed] => end,
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
