//! Decodes the input as a class file, completely. Any panic, time-out or large allocation is a bug.

#![no_main]

use braid_jvm_front::classfile::{ClassFile, decode_everything};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match ClassFile::parse(bytes.into()) {
        Ok(class) => {
            if let Err(error) = decode_everything(&class) {
                assert!(error.class().is_some() && error.offset() <= bytes.len(), "{error}");
            }
            // Collected frames have a limit of their own.
            for method in class.methods() {
                if let Ok(Some(code)) = method.code() {
                    let _ = code.stack_map();
                }
            }
        }
        Err(error) => assert!(error.offset() <= bytes.len(), "{error}"),
    }
});
