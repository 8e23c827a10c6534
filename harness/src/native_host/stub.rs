//! Class files with nothing but native methods, for the helper.
//!
//! A JNI library binds its functions to methods of classes that have certain names. The program's own classes must not run
//! natively, so the helper defines classes of the same names that have the native methods and nothing else: no code, no fields,
//! no initializer. JVMS 4 is the format.

use super::wire::Stub;

/// The class whose static method `load` loads a library, so that it belongs to the loader of the stubs.
pub const LOADER: &str = "braid/host/Loader";

const PUBLIC: u16 = 0x0001;
const STATIC: u16 = 0x0008;
const SUPER: u16 = 0x0020;
const NATIVE: u16 = 0x0100;
/// Java 17.
const VERSION: u16 = 61;

/// A constant pool that is being written.
#[derive(Default)]
struct Pool {
    bytes: Vec<u8>,
    count: u16,
}

impl Pool {
    fn add(&mut self, bytes: &[u8]) -> u16 {
        self.bytes.extend_from_slice(bytes);
        self.count += 1;
        self.count
    }

    fn utf8(&mut self, text: &str) -> u16 {
        // Modified UTF-8 (JVMS 4.4.7): characters beyond the basic plane as two surrogates of three bytes each.
        let mut encoded = Vec::new();
        for unit in text.encode_utf16() {
            match unit {
                1..=0x7f => encoded.push(unit as u8),
                0 | 0x80..=0x7ff => encoded.extend([0xc0 | (unit >> 6) as u8, 0x80 | (unit & 0x3f) as u8]),
                _ => encoded.extend([
                    0xe0 | (unit >> 12) as u8,
                    0x80 | (unit >> 6 & 0x3f) as u8,
                    0x80 | (unit & 0x3f) as u8,
                ]),
            }
        }
        let length = (encoded.len() as u16).to_be_bytes();
        self.add(&[&[1], &length[..], &encoded].concat())
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name).to_be_bytes();
        self.add(&[7, name[0], name[1]])
    }

    fn method(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class).to_be_bytes();
        let (name, descriptor) = (self.utf8(name).to_be_bytes(), self.utf8(descriptor).to_be_bytes());
        let pair = self.add(&[12, name[0], name[1], descriptor[0], descriptor[1]]).to_be_bytes();
        self.add(&[10, class[0], class[1], pair[0], pair[1]])
    }
}

/// A class of these methods, each as the format has it.
fn class(mut pool: Pool, name: &str, methods: &[Vec<u8>]) -> Vec<u8> {
    let (this, superclass) = (pool.class(name), pool.class("java/lang/Object"));
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe];
    let mut add = |value: u16| bytes.extend(value.to_be_bytes());
    add(0);
    add(VERSION);
    add(pool.count + 1);
    bytes.extend(&pool.bytes);
    let mut add = |value: u16| bytes.extend(value.to_be_bytes());
    [PUBLIC | SUPER, this, superclass, 0, 0, methods.len() as u16].into_iter().for_each(&mut add);
    methods.iter().for_each(|method| bytes.extend(method));
    bytes.extend([0, 0]);
    bytes
}

/// The class file of a stub.
pub fn class_file(stub: &Stub) -> Vec<u8> {
    let mut pool = Pool::default();
    let methods: Vec<Vec<u8>> = stub
        .methods
        .iter()
        .map(|method| {
            let flags = PUBLIC | NATIVE | if method.is_static { STATIC } else { 0 };
            let (name, descriptor) = (pool.utf8(&method.name), pool.utf8(&method.descriptor));
            [flags, name, descriptor, 0].into_iter().flat_map(u16::to_be_bytes).collect()
        })
        .collect();
    class(pool, &stub.class, &methods)
}

/// The class file of [`LOADER`]: `static void load(String file) { System.load(file); }`.
pub fn loader_class_file() -> Vec<u8> {
    const ALOAD_0: u8 = 0x2a;
    const INVOKESTATIC: u8 = 0xb8;
    const RETURN: u8 = 0xb1;
    let mut pool = Pool::default();
    let called = pool.method("java/lang/System", "load", "(Ljava/lang/String;)V").to_be_bytes();
    let (name, descriptor, code) = (pool.utf8("load"), pool.utf8("(Ljava/lang/String;)V"), pool.utf8("Code"));
    let instructions = [ALOAD_0, INVOKESTATIC, called[0], called[1], RETURN];
    let mut method: Vec<u8> =
        [PUBLIC | STATIC, name, descriptor, 1, code].into_iter().flat_map(u16::to_be_bytes).collect();
    // One stack slot, one local variable, no handlers, no attributes.
    let length = 2 + 2 + 4 + instructions.len() as u32 + 2 + 2;
    method.extend(length.to_be_bytes());
    method.extend([0, 1, 0, 1]);
    method.extend((instructions.len() as u32).to_be_bytes());
    method.extend(instructions);
    method.extend([0, 0, 0, 0]);
    class(pool, LOADER, &[method])
}

#[cfg(test)]
mod tests {
    use super::super::wire::StubMethod;
    use super::*;
    use braid_jvm_front::classfile::{Bytes, ClassFile};

    #[test]
    fn our_own_reader_reads_them() {
        let method = |name: &str, descriptor: &str, is_static| StubMethod {
            name: name.into(),
            descriptor: descriptor.into(),
            is_static,
        };
        let stub = Stub {
            class: "p/Ünïcode$😀".into(),
            methods: vec![method("add", "(II)I", true), method("it", "([JLjava/lang/String;)V", false)],
        };
        let bytes = class_file(&stub);
        let class = ClassFile::parse(Bytes::from(&bytes[..])).expect("a class file");
        assert_eq!(class.name(), stub.class);
        let methods: Vec<(String, String, u16)> =
            class.methods().map(|m| (m.name().to_string(), m.descriptor().to_string(), m.access())).collect();
        assert_eq!(methods[0], ("add".into(), "(II)I".into(), PUBLIC | STATIC | NATIVE));
        assert_eq!(methods[1], ("it".into(), "([JLjava/lang/String;)V".into(), PUBLIC | NATIVE));
        let bytes = loader_class_file();
        assert_eq!(ClassFile::parse(Bytes::from(&bytes[..])).expect("a class file").name(), LOADER);
    }
}
