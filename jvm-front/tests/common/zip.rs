//! Archives made by hand, right or wrong.

use std::io::Write;

use flate2::{Compression, Crc, write::DeflateEncoder};

/// One entry; its fields can be bent before it is written.
#[derive(Clone)]
pub struct Entry {
    pub name: Vec<u8>,
    pub flags: u16,
    pub method: u16,
    pub crc: u32,
    pub data: Vec<u8>,
    pub size: u32,
}

impl Entry {
    pub fn stored(name: &str, data: &[u8]) -> Self {
        Self { name: name.into(), flags: 0x800, method: 0, crc: crc(data), data: data.into(), size: data.len() as u32 }
    }

    pub fn deflated(name: &str, data: &[u8]) -> Self {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(data).expect("writes to memory");
        let deflated = encoder.finish().expect("writes to memory");
        Self { method: 8, data: deflated, ..Self::stored(name, data) }
    }
}

fn crc(data: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(data);
    crc.sum()
}

/// An archive of these entries, in this order.
pub fn archive(entries: &[Entry]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut table = Vec::new();
    for entry in entries {
        let at = out.len() as u32;
        let mut common = Vec::new();
        common.extend(20u16.to_le_bytes());
        common.extend(entry.flags.to_le_bytes());
        common.extend(entry.method.to_le_bytes());
        common.extend(0u32.to_le_bytes());
        common.extend(entry.crc.to_le_bytes());
        common.extend((entry.data.len() as u32).to_le_bytes());
        common.extend(entry.size.to_le_bytes());
        common.extend((entry.name.len() as u16).to_le_bytes());
        common.extend(0u16.to_le_bytes());
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(&entry.name);
        out.extend(&entry.data);
        table.extend(b"PK\x01\x02\x14\x00");
        table.extend(&common);
        table.extend([0; 10]);
        table.extend(at.to_le_bytes());
        table.extend(&entry.name);
    }
    let at = out.len() as u32;
    let count = (entries.len() as u16).to_le_bytes();
    out.extend(&table);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count);
    out.extend(count);
    out.extend((table.len() as u32).to_le_bytes());
    out.extend(at.to_le_bytes());
    out.extend(0u16.to_le_bytes());
    out
}
