//! What the command and its helper say to each other: frames of a length and that many bytes.

use braid_engine::host::{HostAnswer, HostCall};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use std::path::PathBuf;

/// Bytes of a frame at most. Whatever claims more is no answer.
pub const MOST: usize = 64 << 20;

/// The first frame: what the helper is for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The JDK.
    pub java_home: PathBuf,
    /// Its feature version.
    pub feature: u16,
    /// Jars and folders with models.
    pub models: Vec<PathBuf>,
    /// Libraries of native code.
    pub libraries: Vec<PathBuf>,
    /// Classes of the program that have native methods, with these.
    pub stubs: Vec<Stub>,
    /// A folder that is the helper's own.
    pub folder: PathBuf,
    /// The process that started it.
    pub parent: u32,
    /// Bytes of address space.
    pub address_space: u64,
}

/// A class of the program with nothing but its native methods.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stub {
    /// Internal name.
    pub class: String,
    /// The native methods.
    pub methods: Vec<StubMethod>,
}

/// A native method of a class of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StubMethod {
    /// Name.
    pub name: String,
    /// Descriptor.
    pub descriptor: String,
    /// Whether it has no receiver.
    pub is_static: bool,
}

/// A question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The static method that answers; none if the call is for a library.
    pub model: Option<ModelMethod>,
    /// The call.
    pub call: HostCall,
}

/// A static method of a models jar.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ModelMethod {
    /// Internal name of its class.
    pub class: String,
    /// Name.
    pub name: String,
    /// Descriptor.
    pub descriptor: String,
}

/// What the helper says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// It is ready, and this is how far it is confined.
    Ready(String),
    /// It cannot begin.
    Failed(String),
    /// An answer.
    Answer(HostAnswer),
    /// There is no answer to this call.
    Refused(String),
}

/// Writes a frame.
pub fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut frame = vec![0; 4];
    frame = postcard::to_extend(message, frame).map_err(io::Error::other)?;
    let length = frame.len() - 4;
    if length > MOST {
        return Err(io::Error::other(format!("more than {} MB at once", MOST >> 20)));
    }
    let length = u32::try_from(length).map_err(io::Error::other)?;
    frame[..4].copy_from_slice(&length.to_le_bytes());
    to.write_all(&frame)?;
    to.flush()
}

/// Reads a frame; none at the end.
pub fn receive<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<Option<T>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let length = checked_length(length)?;
    let mut frame = vec![0; length];
    from.read_exact(&mut frame)?;
    decode(&frame).map(Some)
}

/// The length that the first bytes of a frame tell.
pub fn checked_length(bytes: [u8; 4]) -> io::Result<usize> {
    let length = u32::from_le_bytes(bytes) as usize;
    if length > MOST {
        return Err(io::Error::other(format!("a frame of {length} bytes, more than {} MB", MOST >> 20)));
    }
    Ok(length)
}

/// The message in a frame, which has nothing else.
pub fn decode<T: DeserializeOwned>(frame: &[u8]) -> io::Result<T> {
    let (message, rest) = postcard::take_from_bytes(frame).map_err(io::Error::other)?;
    if rest.is_empty() { Ok(message) } else { Err(io::Error::other("a frame with something behind its message")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_as_they_went() {
        let mut bytes = Vec::new();
        send(&mut bytes, &Reply::Refused("no".into())).expect("a vector takes everything");
        let again: Option<Reply> = receive(&mut &bytes[..]).expect("it is a frame");
        assert!(matches!(again, Some(Reply::Refused(why)) if why == "no"));
        assert!(receive::<Reply>(&mut &[][..]).expect("that is the end").is_none());
    }

    #[test]
    fn what_is_no_frame_is_an_error() {
        assert!(receive::<Reply>(&mut &[0xff; 8][..]).is_err());
        assert!(receive::<Reply>(&mut &[9, 0, 0, 0, 1][..]).is_err());
        assert!(receive::<Reply>(&mut &[2, 0, 0, 0, 200, 1][..]).is_err());
        let mut more = Vec::new();
        send(&mut more, &Reply::Ready(String::new())).expect("a vector takes everything");
        more[0] += 1;
        more.push(0);
        assert!(receive::<Reply>(&mut &more[..]).is_err());
    }
}
