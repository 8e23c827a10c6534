//! Code that breaks one rule each (JVMS 4.9.1), and frames that would take gigabytes.

use braid_jvm_front::classfile::{ClassFile, Code, Opcode, Operand, ParseError, decode_everything};

/// `class C { static void m(int) }` with this bytecode, 300 locals, a stack of 4, exception rows and attributes of the code.
///
/// Constants: 1 Utf8 `C`, 2 Class, 3 Utf8 `m`, 4 Utf8 `(I)V`, 5 Utf8 `Code`, 6 Utf8 `StackMapTable`, 7 Utf8
/// `java/lang/Object`, 8 Class, 9 Long, 11 Integer, 12 NameAndType `m(I)V`, 13 Methodref `C.m(I)V`, 14 Utf8 `[[I`, 15 Class.
fn class(bytecode: &[u8], exceptions: &[[u16; 4]], max_locals: u16, stack_map: Option<&[u8]>) -> Vec<u8> {
    let mut out = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 16];
    let utf8 = |out: &mut Vec<u8>, text: &str| {
        out.push(1);
        out.extend((text.len() as u16).to_be_bytes());
        out.extend(text.as_bytes());
    };
    utf8(&mut out, "C");
    out.extend([7, 0, 1]);
    ["m", "(I)V", "Code", "StackMapTable", "java/lang/Object"].iter().for_each(|text| utf8(&mut out, text));
    out.extend([7, 0, 7]);
    out.extend([5, 0, 0, 0, 0, 0, 0, 0, 1]);
    out.extend([3, 0, 0, 0, 2]);
    out.extend([12, 0, 3, 0, 4]);
    out.extend([10, 0, 2, 0, 12]);
    utf8(&mut out, "[[I");
    out.extend([7, 0, 14]);
    // Public class C extends Object, no interfaces, no fields, one method: static m(I)V with one attribute.
    for word in [0x21u16, 2, 8, 0, 0, 1, 8, 3, 4, 1, 5] {
        out.extend(word.to_be_bytes());
    }
    let mut code = [4u16.to_be_bytes(), max_locals.to_be_bytes()].concat();
    code.extend((bytecode.len() as u32).to_be_bytes());
    code.extend(bytecode);
    code.extend((exceptions.len() as u16).to_be_bytes());
    code.extend(exceptions.iter().flatten().flat_map(|word| word.to_be_bytes()));
    code.extend(u16::from(stack_map.is_some()).to_be_bytes());
    if let Some(table) = stack_map {
        code.extend(6u16.to_be_bytes());
        code.extend((table.len() as u32).to_be_bytes());
        code.extend(table);
    }
    out.extend((code.len() as u32).to_be_bytes());
    out.extend(code);
    out.extend([0, 0]);
    out
}

fn with_code<T>(bytes: Vec<u8>, check: impl FnOnce(Code<'_>) -> T) -> T {
    let class = ClassFile::parse(bytes.into()).expect("the outer structure is sound");
    let code = class.method(0).expect("has m").code().expect("decodes").expect("has code");
    check(code)
}

fn decode(bytecode: &[u8]) -> Result<Vec<Opcode>, ParseError> {
    let bytes = class(bytecode, &[], 300, None);
    with_code(bytes, |code| Ok(code.decode()?.instructions().iter().map(|i| i.opcode).collect()))
}

/// The error says this, and is placed at this offset of the code.
#[track_caller]
fn assert_refused(bytecode: &[u8], pc: usize, what: &str) {
    let bytes = class(bytecode, &[], 300, None);
    with_code(bytes, |code| {
        let error = code.decode().expect_err("is refused");
        assert!(error.what().contains(what), "{error}");
        assert_eq!(error.class(), Some("C"));
        assert_eq!(error.offset(), code.offset() + pc, "{error}");
    });
}

#[test]
fn all_forms_of_an_operation_are_one() {
    let code = [
        0x1A, 0x15, 0, 0xC4, 0x15, 1, 0, 0xC8, 0, 0, 0, 5, 0x10, 0xFF, 0x11, 0xFF, 0xFE, 0x02, 0x12, 11, 0x13, 0, 11,
        0xB1,
    ];
    use Opcode::*;
    let expected = [Iload, Iload, Iload, Goto, Iconst, Iconst, Iconst, Ldc, Ldc, Return];
    assert_eq!(decode(&code).expect("decodes"), expected);
    with_code(class(&code, &[], 300, None), |code| {
        let decoded = code.decode().expect("decodes");
        let ints: Vec<i32> = decoded
            .instructions()
            .iter()
            .filter_map(|i| if let Operand::Int(n) = i.operand { Some(n) } else { None })
            .collect();
        assert_eq!(ints, [-1, -2, -1]);
        let locals: Vec<u16> = decoded
            .instructions()
            .iter()
            .filter_map(|i| if let Operand::Local(n) = i.operand { Some(n) } else { None })
            .collect();
        assert_eq!(locals, [0, 0, 256]);
        let names: Vec<_> = decoded.instructions().iter().map(|i| i.mnemonic()).collect();
        assert_eq!(names[..4], ["iload_0", "iload", "iload", "goto_w"]);
    });
}

#[test]
fn bad_instructions() {
    assert_refused(&[0, 0xCA], 1, "unknown opcode 0xca");
    assert_refused(&[0, 0xFF], 1, "unknown opcode 0xff");
    assert_refused(&[0, 0x11, 1], 2, "2 bytes needed, 1 left");
    assert_refused(&[0xC4], 1, "1 bytes needed, 0 left");
    assert_refused(&[0xC4, 0, 0xB1], 0, "wide nop");
    assert_refused(&[0xC4, 0xC4, 0x15, 0, 0], 0, "wide wide");
    assert_refused(&[0xBC, 3, 0xB1], 0, "newarray of type 3");
}

#[test]
fn bad_jumps() {
    assert_refused(&[0, 0xA7, 0, 1, 0xB1], 1, "jumps into an instruction, at 2");
    assert_refused(&[0, 0xA7, 0, 4, 0xB1], 1, "jumps outside the code, to 5");
    assert_refused(&[0, 0xA7, 0xFF, 0xFE, 0xB1], 1, "jumps outside the code, to -1");
    assert_refused(&[0xC8, 0x7F, 0xFF, 0xFF, 0xFF], 0, "jumps outside the code");
    // A switch: opcode, padding, default, low, high.
    let table = |low: i32, high: i32, jumps: &[i32]| {
        let mut code = vec![0xAA, 0, 0, 0];
        [0, low, high].iter().chain(jumps).for_each(|word| code.extend(word.to_be_bytes()));
        code
    };
    assert_eq!(decode(&table(i32::MAX, i32::MAX, &[0])).expect("decodes"), [Opcode::Tableswitch]);
    assert_refused(&table(1, 0, &[]), 0, "tableswitch from 1 to 0");
    assert_refused(&table(i32::MIN, i32::MAX, &[]), 16, "bytes needed");
    assert_refused(&table(0, 0, &[1]), 0, "into an instruction");
    let lookup = |pairs: &[(i32, i32)]| {
        let mut code = vec![0xAB, 0, 0, 0, 0, 0, 0, 0];
        code.extend((pairs.len() as i32).to_be_bytes());
        pairs.iter().for_each(|(key, jump)| code.extend([key.to_be_bytes(), jump.to_be_bytes()].concat()));
        code
    };
    assert_eq!(decode(&lookup(&[(-1, 0), (1, 0)])).expect("decodes"), [Opcode::Lookupswitch]);
    assert_refused(&lookup(&[(1, 0), (1, 0)]), 0, "unsorted keys");
    assert_refused(&lookup(&[(1, 999)]), 0, "outside the code, to 999");
    assert_refused(&[0xAB, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0], 0, "lookupswitch with -2147483648 pairs");
}

#[test]
fn bad_operands() {
    assert_refused(&[0x12, 9, 0xB1], 0, "Ldc of constant 9, which is Long");
    assert_refused(&[0x14, 0, 11, 0xB1], 0, "Ldc2 of constant 11, which is Integer");
    assert_refused(&[0x12, 10, 0xB1], 0, "Ldc of constant 10, which is nothing");
    assert_refused(&[0xB2, 0, 13, 0xB1], 0, "Getstatic of constant 13, which is MethodRef");
    assert_refused(&[0xB9, 0, 13, 1, 0], 0, "Invokeinterface of constant 13");
    assert_refused(&[0xB9, 0, 13, 0, 0], 0, "invokeinterface with bad count");
    assert_refused(&[0xBB, 0, 15], 0, "New of constant 15, which is Class");
    assert_refused(&[0xC5, 0, 15, 3], 0, "multianewarray of 3 dimensions of [[I");
    assert_refused(&[0xC5, 0, 15, 0], 0, "multianewarray of 0 dimensions");
    assert_refused(&[0xC4, 0x15, 1, 0x2C, 0xB1], 0, "Iload of local 300, of 300");
    assert_refused(&[0xC4, 0x16, 1, 0x2B, 0xB1], 0, "Lload of local 299, of 300");
    assert!(decode(&[0xC4, 0x15, 1, 0x2B, 0xB1]).is_ok());
    assert!(decode(&[0xB8, 0, 13, 0xBD, 0, 15, 0xC5, 0, 15, 2]).is_ok());
}

#[test]
fn bad_exception_ranges() {
    let error = |row: [u16; 4]| {
        with_code(class(&[0x11, 0, 0, 0xB1], &[row], 300, None), |code| code.decode().map(drop))
            .map_err(|e| e.what().to_owned())
    };
    assert_eq!(error([0, 4, 3, 0]), Ok(()));
    assert_eq!(error([0, 3, 0, 8]), Ok(()));
    for row in [[1, 4, 3, 0], [0, 2, 3, 0], [0, 4, 1, 0]] {
        assert!(error(row).is_err_and(|what| what.contains("cuts an instruction")), "{row:?}");
    }
    for row in [[0, 5, 3, 0], [0, 0, 3, 0], [3, 0, 3, 0], [0, 4, 4, 0]] {
        assert!(error(row).is_err_and(|what| what.contains("exception range")), "{row:?}");
    }
    assert!(error([0, 4, 3, 11]).is_err_and(|what| what.contains("Integer where Class is needed")));
}

#[test]
fn bad_frames() {
    let frames = |table: &[u8]| {
        let bytes = class(&[0, 0, 0xBB, 0, 2, 0xB1], &[], 3, Some(table));
        let class = ClassFile::parse(bytes.into()).expect("the outer structure is sound");
        decode_everything(&class).map(|n| n.frames).map_err(|error| error.what().to_owned())
    };
    assert_eq!(frames(&[0, 3, 0, 0, 251, 0, 3]), Ok(3));
    assert_eq!(frames(&[0, 2, 252, 0, 0, 4, 250, 0, 0]), Ok(2), "a long fills the three locals");
    for (table, what) in [
        (&[0, 1, 128][..], "reserved type 128"),
        (&[0, 2, 0], "1 bytes needed"),
        (&[0, 1, 0, 0], "1 bytes too many"),
        (&[0, 1, 6], "frame outside the code, at 6"),
        (&[0, 1, 3], "frame inside an instruction"),
        (&[0, 1, 248, 0, 0], "chop frame without locals"),
        (&[0, 1, 64, 9], "verification type of kind 9"),
        (&[0, 1, 64, 8, 0, 1], "no new instruction at 1"),
        (&[0, 1, 253, 0, 0, 4, 4], "larger than the method's locals"),
        (&[0, 1, 255, 0, 0, 0, 0, 0, 5, 1, 1, 1, 1, 1], "larger than the method's locals or stack"),
        (&[0, 1, 255, 0, 0, 0xFF, 0xFF], "bytes needed"),
    ] {
        assert!(frames(table).is_err_and(|found| found.contains(what)), "{table:?}: {:?}", frames(table));
    }
    assert_eq!(frames(&[0, 1, 66, 8, 0, 2]), Ok(1), "the result of the new at 2");
}

/// Two hundred kilobytes that mean 2.6 billion types.
#[test]
fn a_bomb_of_frames_is_walked_but_not_collected() {
    let count = 40_000u16;
    let locals = u16::MAX - 10;
    let mut table = count.to_be_bytes().to_vec();
    table.extend([255, 0, 0]);
    table.extend(locals.to_be_bytes());
    table.extend(vec![1; locals.into()]);
    table.extend([0, 0]);
    table.extend(vec![0; usize::from(count) - 1]);
    let code = vec![0; 50_000];
    with_code(class(&code, &[], u16::MAX, Some(&table)), |code| {
        let mut frames = code.frames().expect("decodes");
        let mut seen = 0u16;
        while frames.advance().expect("decodes") {
            seen += 1;
        }
        assert_eq!((seen, frames.current().locals.len()), (count, usize::from(locals)));
        assert!(code.stack_map().is_err_and(|error| error.what().contains("too many types")));
    });
}
