//! What we read from classes of both JDKs is what their `javap` prints: constants, members, instructions, exception tables, lines
//! and frames.

mod common;

use std::fmt::Write;
use std::process::Command;

use braid_jvm_front::classfile::{ClassFile, Code, Instruction, Operand, Tag, VerificationType};
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::ClassSource;

/// Our view of a class, one fact a line.
fn ours(class: &ClassFile) -> Vec<String> {
    let mut out = Vec::new();
    for (index, tag) in class.constants().iter() {
        out.push(format!("constant {} {}", index.0, tag_name(tag)));
    }
    for field in class.fields() {
        out.push(format!("descriptor {}", field.descriptor()));
        out.push(format!("flags {:#06x}", field.access()));
    }
    for method in class.methods() {
        out.push(format!("descriptor {}", method.descriptor()));
        out.push(format!("flags {:#06x}", method.access()));
        if let Some(code) = method.code().expect("decodes") {
            our_code(code, &mut out);
        }
    }
    out
}

fn tag_name(tag: Tag) -> String {
    match tag {
        Tag::FieldRef => "Fieldref".into(),
        Tag::MethodRef => "Methodref".into(),
        Tag::InterfaceMethodRef => "InterfaceMethodref".into(),
        other => format!("{other:?}"),
    }
}

fn our_code(code: Code<'_>, out: &mut Vec<String>) {
    // Its `args_size` counts a long as one.
    let args = code.method().method_type().parameters().count() + usize::from(!code.method().is_static());
    out.push(format!("stack={}, locals={}, args_size={args}", code.max_stack(), code.max_locals()));
    for instruction in code.decode().expect("decodes").instructions() {
        out.push(our_instruction(instruction));
    }
    for row in code.exceptions().expect("decodes") {
        let catch = row.catch.map_or("any".to_owned(), |class| format!("Class {class}"));
        out.push(format!("catch {} {} {} {catch}", row.start, row.end, row.handler));
    }
    for row in code.lines().expect("decodes").rows() {
        out.push(format!("line {}: {}", row.line, row.start));
    }
    for frame in code.stack_map().expect("decodes") {
        let list = |types: &[VerificationType<'_>]| types.iter().map(|&ty| our_type(ty)).collect::<Vec<_>>().join(", ");
        out.push(format!("frame {} [{}] [{}]", frame.offset, list(&frame.locals), list(&frame.stack)));
    }
}

fn our_instruction(instruction: &Instruction<'_>) -> String {
    let mnemonic = instruction.mnemonic();
    let mut text = format!("{}: {mnemonic}", instruction.offset);
    let in_name = mnemonic.ends_with(|c: char| c.is_ascii_digit()) || mnemonic == "iconst_m1";
    let add = |text: &mut String, what: &dyn std::fmt::Display| write!(text, " {what}").expect("writes to memory");
    match &instruction.operand {
        Operand::None => {}
        Operand::Int(_) | Operand::Local(_) if in_name => {}
        Operand::Int(value) => add(&mut text, value),
        Operand::Local(local) => add(&mut text, local),
        Operand::Constant(index) => add(&mut text, &format!("#{}", index.0)),
        Operand::Increment { local, by } => add(&mut text, &format!("{local}, {by}")),
        Operand::Target(target) => add(&mut text, target),
        Operand::ArrayType(ty) => add(&mut text, &format!("{ty:?}").to_lowercase()),
        Operand::MultiArray { class, dimensions } => add(&mut text, &format!("#{}, {dimensions}", class.0)),
        Operand::Table(switch) => {
            switch.targets().for_each(|(key, target)| add(&mut text, &format!("{key}: {target}")));
            add(&mut text, &format!("default: {}", switch.default()));
        }
        Operand::Lookup(switch) => {
            switch.targets().for_each(|(key, target)| add(&mut text, &format!("{key}: {target}")));
            add(&mut text, &format!("default: {}", switch.default()));
        }
    }
    text
}

fn our_type(ty: VerificationType<'_>) -> String {
    match ty {
        VerificationType::Top => "top".into(),
        VerificationType::Integer => "int".into(),
        VerificationType::Float => "float".into(),
        VerificationType::Long => "long".into(),
        VerificationType::Double => "double".into(),
        VerificationType::Null => "null".into(),
        VerificationType::UninitializedThis => "this".into(),
        VerificationType::Object(name) if name.starts_with('[') => format!("class \"{name}\""),
        VerificationType::Object(name) => format!("class {name}"),
        VerificationType::Uninitialized(offset) => format!("uninitialized {offset}"),
    }
}

/// The same facts from the text of `javap -v -p` for one class. Frames are expanded here, by other code than ours; only the types of
/// the arguments are taken from our reader.
fn theirs(text: &str, class: &ClassFile) -> Vec<String> {
    let mut out = Vec::new();
    let mut methods = class.methods().filter(|method| method.has_code());
    let mut frames: Option<Expansion> = None;
    // The locals at the start of the method, until its frames come.
    let mut initial = Vec::new();
    let mut in_exceptions = false;
    let mut members = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let line = line.trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["from", "to", "target", "type"] = words[..] {
            in_exceptions = true;
            continue;
        }
        if in_exceptions {
            if let [from, to, target, ref class @ ..] = words[..]
                && from.bytes().all(|b| b.is_ascii_digit())
            {
                out.push(format!("catch {from} {to} {target} {}", class.join(" ")));
                continue;
            }
            in_exceptions = false;
        }
        if let Some(frame) = &mut frames {
            if frame.take(&words, line, &mut out) {
                continue;
            }
            frame.flush(&mut out);
            frames = None;
        }
        match words[..] {
            [index, "=", tag, ..] if index.starts_with('#') && !members => {
                out.push(format!("constant {} {tag}", &index[1..]));
            }
            ["{"] => members = true,
            ["}"] => members = false,
            ["descriptor:", descriptor] if members => out.push(format!("descriptor {descriptor}")),
            ["flags:", flags, ..] if members => out.push(format!("flags {}", flags.trim_matches(['(', ')']))),
            [stack, _, _] if stack.starts_with("stack=") => out.push(line.to_owned()),
            ["line", _, _] => out.push(line.to_owned()),
            ["StackMapTable:", ..] => {
                frames = Some(Expansion { locals: std::mem::take(&mut initial), ..Expansion::default() })
            }
            ["Code:"] => {
                let code =
                    methods.next().expect("as many methods with code").code().expect("decodes").expect("has code");
                initial = code.frames().expect("decodes").current().locals.iter().map(|&ty| our_type(ty)).collect();
            }
            [offset, mnemonic, ..]
                if offset.strip_suffix(':').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
                    && mnemonic.starts_with(|c: char| c.is_ascii_lowercase()) =>
            {
                let mut text =
                    format!("{offset} {}", mnemonic.strip_suffix("_w").filter(|m| widened(m)).unwrap_or(mnemonic));
                if mnemonic.ends_with("switch") {
                    for row in lines.by_ref().take_while(|row| row.trim() != "}") {
                        write!(text, " {}", row.trim()).expect("writes to memory");
                    }
                } else {
                    let operands = line.split("//").next().unwrap_or("").split_whitespace().skip(2);
                    let mut operands: Vec<&str> = operands.collect();
                    if matches!(mnemonic, "invokeinterface" | "invokedynamic") {
                        operands.truncate(1);
                        operands[0] = operands[0].trim_end_matches(',');
                    }
                    operands.iter().for_each(|operand| write!(text, " {operand}").expect("writes to memory"));
                }
                out.push(text);
            }
            _ => {}
        }
    }
    out
}

fn widened(mnemonic: &str) -> bool {
    mnemonic == "iinc" || mnemonic == "ret" || mnemonic.ends_with("load") || mnemonic.ends_with("store")
}

/// Frames as `javap` prints them, made absolute.
#[derive(Default)]
struct Expansion {
    started: bool,
    frame_type: u16,
    delta: u16,
    offset: Option<u16>,
    locals: Vec<String>,
    new_locals: Vec<String>,
    stack: Vec<String>,
}

impl Expansion {
    /// Takes a line of the table; `false` if it is none.
    fn take(&mut self, words: &[&str], line: &str, out: &mut Vec<String>) -> bool {
        match *words {
            ["frame_type", "=", kind, ..] => {
                self.flush(out);
                self.started = true;
                self.frame_type = kind.parse().expect("a number");
                self.delta = match self.frame_type {
                    0..=63 => self.frame_type,
                    64..=127 => self.frame_type - 64,
                    _ => 0,
                };
            }
            ["offset_delta", "=", delta] => self.delta = delta.parse().expect("a number"),
            ["locals", "=", ..] => self.new_locals = list(line),
            ["stack", "=", ..] => self.stack = list(line),
            _ => return false,
        }
        true
    }

    fn flush(&mut self, out: &mut Vec<String>) {
        if !std::mem::take(&mut self.started) {
            return;
        }
        let offset = self.offset.map_or(self.delta, |offset| offset + self.delta + 1);
        self.offset = Some(offset);
        let new = std::mem::take(&mut self.new_locals);
        match self.frame_type {
            248..=250 => self.locals.truncate(self.locals.len() - usize::from(251 - self.frame_type)),
            252..=254 => self.locals.extend(new),
            255 => self.locals = new,
            _ => {}
        }
        let stack = std::mem::take(&mut self.stack);
        out.push(format!("frame {offset} [{}] [{}]", self.locals.join(", "), stack.join(", ")));
    }
}

fn list(line: &str) -> Vec<String> {
    let inside = line.split_once('[').and_then(|(_, rest)| rest.rsplit_once(']')).map_or("", |(inside, _)| inside);
    inside.split(',').map(|ty| ty.trim().to_owned()).filter(|ty| !ty.is_empty()).collect()
}

fn compare(jdk: &Jdk) {
    if let Some(tools) = common::lent_tools(jdk).filter(|&tools| tools < jdk.feature()) {
        println!("JDK {}: not compared, since its javap is of {tools}", jdk.version());
        return;
    }
    let source = ClassSource::Image(jdk.image().expect("the JDK has lib/modules"));
    let list = source.list().expect("an image lists");
    let in_base = |module: Option<&str>| module == Some("java.base");
    let names: Vec<_> = list.iter().filter(|l| in_base(l.module.as_deref())).filter_map(|l| l.class_name()).collect();
    let mut sample: Vec<&str> = names.iter().copied().step_by(names.len() / 120).collect();
    sample.extend([
        "java/util/HashMap",
        "java/lang/Thread",
        "java/util/Formatter$FormatSpecifier",
        "java/util/concurrent/TimeUnit",
    ]);
    let output = Command::new(jdk.tool("javap"))
        .args(["-v", "-p"])
        .args(sample.iter().map(|name| name.replace('/', ".")))
        .output()
        .expect("javap runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let texts: Vec<&str> = text.split("\nClassfile ").collect();
    assert_eq!(texts.len(), sample.len());
    let mut facts = 0;
    for (name, text) in sample.iter().zip(texts) {
        let class = source.find(&format!("{name}.class")).expect("reads").expect("exists").parse().expect("parses");
        let (ours, mut theirs) = (ours(&class), theirs(text, &class));
        // Our lines are by offset, theirs in the order of the file; both orders are the same for one method's start.
        sort_lines(&mut theirs);
        let differs = ours
            .iter()
            .zip(&theirs)
            .position(|(a, b)| a != b)
            .or((ours.len() != theirs.len()).then_some(ours.len().min(theirs.len())));
        if let Some(at) = differs {
            let around = |facts: &[String]| facts[at.saturating_sub(3)..(at + 3).min(facts.len())].to_vec();
            panic!("{name}, fact {at}:\nours   {:#?}\njavap {:#?}", around(&ours), around(&theirs));
        }
        facts += ours.len();
    }
    println!("JDK {}: {} classes, {facts} facts as javap has them", jdk.version(), sample.len());
    assert!(facts > 50_000);
}

/// Sorts each run of line rows by offset.
fn sort_lines(facts: &mut [String]) {
    for run in facts.chunk_by_mut(|a, b| a.starts_with("line ") && b.starts_with("line ")) {
        run.sort_by_key(|fact| fact.rsplit_once(": ").and_then(|(_, offset)| offset.parse::<u32>().ok()));
    }
}

#[test]
fn jdk_17() {
    compare(&common::jdk(17));
}

#[test]
fn jdk_25() {
    compare(&common::jdk(25));
}
