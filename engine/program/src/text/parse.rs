//! From text to classes, and from the lines of a method to its code.

use super::TextError;
use super::lex::Cursor;
use crate::{
    AnyOperand, Args, Assembler, ClassId, ClassLoaderKind, Dst, HandleKind, Kind, Label, LocalName, MethodId, Op,
    OperandKind, OperandSource, Program, SiteId, SiteKind, Src, SwitchTable,
};
use rustc_hash::FxHashMap;

/// A class as it stands in the text.
pub(super) struct ClassText {
    pub(super) name: String,
    pub(super) interface: bool,
    pub(super) superclass: Option<String>,
    pub(super) interfaces: Vec<String>,
    pub(super) flags: u16,
    pub(super) loader: ClassLoaderKind,
    pub(super) source: Option<String>,
    pub(super) fields: Vec<FieldText>,
    pub(super) methods: Vec<MethodText>,
}

pub(super) struct FieldText {
    pub(super) name: String,
    pub(super) descriptor: String,
    pub(super) flags: u16,
    pub(super) constant: Option<ConstantText>,
}

pub(super) enum ConstantText {
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    String(Vec<u16>),
}

pub(super) struct MethodText {
    pub(super) name: String,
    pub(super) descriptor: String,
    pub(super) flags: u16,
    pub(super) body: BodyText,
}

/// Lines of code with their numbers.
pub(super) type Lines = Vec<(usize, String)>;

pub(super) enum BodyText {
    Abstract,
    Native,
    Untranslated,
    Code(Lines),
}

/// Reads all classes of a text; the code of methods is kept as lines until it is asked for.
pub(super) fn classes(text: &str) -> Result<Vec<ClassText>, TextError> {
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let mut classes = Vec::new();
    while let Some((number, line)) = lines.next() {
        let mut c = Cursor::new(line, number);
        if c.is_done() {
            continue;
        }
        let mut class = head(&mut c)?;
        loop {
            let Some((number, line)) = lines.next() else { return c.error("a class without an end") };
            let mut c = Cursor::new(line, number);
            if c.is_done() {
                continue;
            }
            if c.accept("}") {
                c.finish()?;
                break;
            }
            if c.accept("method") {
                let method = method(&mut c, &mut lines)?;
                class.methods.push(method);
            } else {
                item(&mut c, &mut class)?;
            }
        }
        classes.push(class);
    }
    Ok(classes)
}

fn head(c: &mut Cursor<'_>) -> Result<ClassText, TextError> {
    let interface = c.accept("interface");
    if !interface {
        c.expect("class")?;
    }
    let name = c.word()?;
    let superclass = if c.accept("extends") { Some(c.word()?) } else { None };
    let mut interfaces = Vec::new();
    if c.accept("implements") {
        interfaces.push(c.word()?);
        while c.accept(",") {
            interfaces.push(c.word()?);
        }
    }
    c.expect("{")?;
    c.finish()?;
    Ok(ClassText {
        name,
        interface,
        superclass,
        interfaces,
        flags: if interface { 0x601 } else { 0x21 },
        loader: ClassLoaderKind::App,
        source: None,
        fields: Vec::new(),
        methods: Vec::new(),
    })
}

fn item(c: &mut Cursor<'_>, class: &mut ClassText) -> Result<(), TextError> {
    if c.accept("flags") {
        class.flags = c.number()?;
    } else if c.accept("loader") {
        class.loader = match c.word()?.as_str() {
            "boot" => ClassLoaderKind::Boot,
            "platform" => ClassLoaderKind::Platform,
            "app" => ClassLoaderKind::App,
            other => return c.error(format!("no loader is called {other:?}")),
        };
    } else if c.accept("source") {
        class.source = Some(c.word()?);
    } else if c.accept("field") {
        let (name, descriptor) = (c.word()?, c.descriptor()?);
        c.expect("flags")?;
        let flags = c.number()?;
        let constant = if c.accept("=") { Some(constant(c)?) } else { None };
        class.fields.push(FieldText { name, descriptor, flags, constant });
    } else {
        return c.error("flags, loader, source, field, method or the end of the class expected");
    }
    c.finish()
}

fn constant(c: &mut Cursor<'_>) -> Result<ConstantText, TextError> {
    if c.at('"') {
        return Ok(ConstantText::String(c.text()?));
    }
    Ok(match c.word()?.as_str() {
        "int" => ConstantText::Int(c.number()?),
        "long" => ConstantText::Long(c.number()?),
        "float" => ConstantText::Float(c.number()?),
        "double" => {
            let digits = c.word()?;
            match digits.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok()) {
                Some(bits) => ConstantText::Double(bits),
                None => return c.error(format!("{digits:?} is not the bits of a double")),
            }
        }
        other => return c.error(format!("{other:?} is no kind of constant")),
    })
}

fn method<'a>(c: &mut Cursor<'_>, lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<MethodText, TextError> {
    let (name, descriptor) = (c.word()?, c.descriptor()?);
    c.expect("flags")?;
    let flags = c.number()?;
    let body = if c.accept("abstract") {
        BodyText::Abstract
    } else if c.accept("native") {
        BodyText::Native
    } else if c.accept("untranslated") {
        BodyText::Untranslated
    } else {
        c.expect("{")?;
        let mut code = Vec::new();
        loop {
            let Some((number, line)) = lines.next() else { return c.error("a method without an end") };
            let mut here = Cursor::new(line, number);
            if here.accept("}") {
                here.finish()?;
                break;
            }
            if !here.is_done() {
                code.push((number, line.to_owned()));
            }
        }
        BodyText::Code(code)
    };
    c.finish()?;
    Ok(MethodText { name, descriptor, flags, body })
}

/// How class names in code become classes.
pub(super) type FindClass<'f> = &'f mut dyn FnMut(&mut Program, &str) -> Option<ClassId>;

/// Turns the lines of a method into its body.
pub(super) fn assemble(
    program: &mut Program,
    method: MethodId,
    lines: &Lines,
    find_class: FindClass<'_>,
) -> Result<(), TextError> {
    let mut code = CodeText {
        holder: program.method(method).class,
        program,
        method,
        asm: Assembler::new(),
        labels: FxHashMap::default(),
        placed: Vec::new(),
        find_class,
    };
    let (mut registers, mut hidden, mut bci) = (0, false, 0);
    for (number, line) in lines {
        let mut c = Cursor::new(line, *number);
        if c.accept("registers") {
            registers = c.number()?;
        } else if c.accept("hidden") {
            hidden = true;
        } else if c.accept("line") {
            let row = (c.number()?, c.number()?);
            code.asm.lines.push(row);
        } else if c.accept("local") {
            let register = register(&mut c)?;
            let (name, descriptor) = (c.word()?, c.descriptor()?);
            let (name, descriptor) = (code.program.intern(&name), code.program.intern(&descriptor));
            let (start, end) = (c.number()?, c.number()?);
            code.asm.locals.push(LocalName { start, end, register, name, descriptor });
        } else if c.accept("catch") {
            code.handler(&mut c)?;
        } else {
            code.instruction(&mut c, &mut bci)?;
        }
        c.finish()?;
    }
    let unplaced = code.labels.keys().find(|label| !code.placed.contains(label));
    if let Some(label) = unplaced {
        let line = lines.last().map_or(0, |(number, _)| *number);
        return Err(TextError { line, what: format!("label {label} is nowhere") });
    }
    code.asm.finish(program, method, registers);
    program.methods[method.index()].hidden_frame |= hidden;
    Ok(())
}

fn register(c: &mut Cursor<'_>) -> Result<u16, TextError> {
    let word = c.word()?;
    match word.strip_prefix('r').and_then(|number| number.parse().ok()) {
        Some(register) => Ok(register),
        None => c.error(format!("{word:?} is no register")),
    }
}

/// A method whose code is being read.
struct CodeText<'p, 'f> {
    program: &'p mut Program,
    holder: ClassId,
    method: MethodId,
    asm: Assembler,
    labels: FxHashMap<String, Label>,
    placed: Vec<String>,
    find_class: FindClass<'f>,
}

impl CodeText<'_, '_> {
    fn label(&mut self, name: String) -> Label {
        match self.labels.get(&name) {
            Some(&label) => label,
            None => {
                let label = self.asm.label();
                self.labels.insert(name, label);
                label
            }
        }
    }

    fn label_at(&mut self, c: &mut Cursor<'_>) -> Result<Label, TextError> {
        let name = c.word()?;
        Ok(self.label(name))
    }

    fn handler(&mut self, c: &mut Cursor<'_>) -> Result<(), TextError> {
        let (start, end, target) = (self.label_at(c)?, self.label_at(c)?, self.label_at(c)?);
        let exception = Dst(register(c)?);
        let catches = if c.is_done() { None } else { Some(self.class_site(c)?) };
        self.asm.handler(start, end, target, exception, catches);
        Ok(())
    }

    fn instruction(&mut self, c: &mut Cursor<'_>, bci: &mut u16) -> Result<(), TextError> {
        if c.at_number() {
            *bci = c.number()?;
        }
        self.asm.at_bci(*bci);
        let mnemonic = c.word()?;
        if c.accept(":") {
            if self.placed.contains(&mnemonic) {
                return c.error(format!("label {mnemonic} is there twice"));
            }
            let label = self.label(mnemonic.clone());
            self.asm.place(label);
            self.placed.push(mnemonic);
            return Ok(());
        }
        let mut operands = OperandParser { code: self, cursor: c, mnemonic: &mnemonic, first: true };
        match Op::read(&mnemonic, &mut operands)? {
            Some(op) => {
                self.asm.push(op);
                Ok(())
            }
            None => c.error(format!("no instruction is called {mnemonic:?}")),
        }
    }

    fn class_site(&mut self, c: &mut Cursor<'_>) -> Result<SiteId, TextError> {
        let name = c.word()?;
        let name = self.program.intern(&name);
        Ok(self.program.add_site(self.holder, SiteKind::Class(name)))
    }

    /// `Class.name:descriptor` or `Class.name(parameters)result`.
    fn member(&mut self, c: &mut Cursor<'_>) -> Result<Member, TextError> {
        let interface = c.accept("interface");
        let class = c.glued_word()?;
        c.expect(".")?;
        let name = c.glued_word()?;
        let field = c.accept(":");
        let descriptor = c.descriptor()?;
        if field == descriptor.starts_with('(') {
            return c.error(format!("{descriptor:?} is no descriptor of such a member"));
        }
        let mut intern = |text: &str| self.program.intern(text);
        Ok(Member { class: intern(&class), name: intern(&name), descriptor: intern(&descriptor), interface, field })
    }

    fn site(&mut self, c: &mut Cursor<'_>, mnemonic: &str) -> Result<SiteId, TextError> {
        let kind = match mnemonic {
            "invokedynamic" => {
                let name = c.glued_word()?;
                let descriptor = c.descriptor()?;
                c.expect("constant")?;
                let constant = c.number()?;
                c.expect("bci")?;
                let bci = c.number()?;
                let (name, descriptor) = (self.program.intern(&name), self.program.intern(&descriptor));
                SiteKind::CallSite { constant, name, descriptor, bci, method: self.method }
            }
            "condy" => self.dynamic(c)?,
            "getfield" | "putfield" | "getstatic" | "putstatic" => match self.member(c)? {
                Member { class, name, descriptor, field: true, .. } => SiteKind::Field { class, name, descriptor },
                Member { field: false, .. } => return c.error("a field expected"),
            },
            _ if mnemonic.starts_with("invoke") => match self.member(c)? {
                Member { class, name, descriptor, interface, field: false } => {
                    SiteKind::Method { class, name, descriptor, interface }
                }
                Member { field: true, .. } => return c.error("a method expected"),
            },
            _ => return self.class_site(c),
        };
        Ok(self.program.add_site(self.holder, kind))
    }

    fn dynamic(&mut self, c: &mut Cursor<'_>) -> Result<SiteKind, TextError> {
        if c.accept("methodtype") {
            let descriptor = c.descriptor()?;
            return Ok(SiteKind::MethodType(self.program.intern(&descriptor)));
        }
        if c.accept("handle") {
            let kind = handle_kind(c)?;
            let Member { class, name, descriptor, interface, .. } = self.member(c)?;
            return Ok(SiteKind::Handle { kind, class, name, descriptor, interface });
        }
        c.expect("dynamic")?;
        let name = c.glued_word()?;
        c.expect(":")?;
        let descriptor = c.descriptor()?;
        c.expect("constant")?;
        let constant = c.number()?;
        let (name, descriptor) = (self.program.intern(&name), self.program.intern(&descriptor));
        Ok(SiteKind::Dynamic { constant, name, descriptor })
    }

    fn table(&mut self, c: &mut Cursor<'_>) -> Result<SwitchTable, TextError> {
        if c.accept("from") {
            let low = c.number()?;
            c.expect("(")?;
            let mut targets = Vec::new();
            while !c.accept(")") {
                if !targets.is_empty() {
                    c.expect(",")?;
                }
                targets.push(self.label_at(c)?.pc());
            }
            c.expect("else")?;
            return Ok(SwitchTable::Dense { low, targets, default: self.label_at(c)?.pc() });
        }
        c.expect("cases")?;
        c.expect("(")?;
        let mut cases: Vec<(i32, _)> = Vec::new();
        while !c.accept(")") {
            if !cases.is_empty() {
                c.expect(",")?;
            }
            let key = c.number()?;
            if cases.last().is_some_and(|&(last, _)| last >= key) {
                return c.error("the keys of a switch must ascend");
            }
            c.expect(":")?;
            cases.push((key, self.label_at(c)?.pc()));
        }
        c.expect("else")?;
        Ok(SwitchTable::Sparse { cases, default: self.label_at(c)?.pc() })
    }
}

struct Member {
    class: crate::Sym,
    name: crate::Sym,
    descriptor: crate::Sym,
    interface: bool,
    field: bool,
}

fn handle_kind(c: &mut Cursor<'_>) -> Result<HandleKind, TextError> {
    Ok(match c.number::<u8>()? {
        1 => HandleKind::GetField,
        2 => HandleKind::GetStatic,
        3 => HandleKind::PutField,
        4 => HandleKind::PutStatic,
        5 => HandleKind::InvokeVirtual,
        6 => HandleKind::InvokeStatic,
        7 => HandleKind::InvokeSpecial,
        8 => HandleKind::NewInvokeSpecial,
        9 => HandleKind::InvokeInterface,
        other => return c.error(format!("no method handle is of kind {other}")),
    })
}

/// The operands of one instruction.
struct OperandParser<'o, 'p, 'f, 'c> {
    code: &'o mut CodeText<'p, 'f>,
    cursor: &'o mut Cursor<'c>,
    mnemonic: &'o str,
    first: bool,
}

impl OperandSource for OperandParser<'_, '_, '_, '_> {
    type Error = TextError;

    fn operand(&mut self, want: OperandKind) -> Result<AnyOperand, TextError> {
        if !std::mem::replace(&mut self.first, false) {
            self.cursor.expect(",")?;
        }
        let c = &mut *self.cursor;
        Ok(match want {
            OperandKind::Dst => AnyOperand::Dst(Dst(register(c)?)),
            OperandKind::Src => AnyOperand::Src(Src(register(c)?)),
            OperandKind::Args => AnyOperand::Args(Args(register(c)?)),
            OperandKind::Target => AnyOperand::Target(self.code.label_at(c)?.pc()),
            // Branches compare with 16-bit constants, dimensions are counted in 8 bits.
            OperandKind::Int if self.mnemonic.starts_with("if") => AnyOperand::Int(c.number::<i16>()?.into()),
            OperandKind::Int if self.mnemonic == "multianewarray" => AnyOperand::Int(c.number::<u8>()?.into()),
            OperandKind::Int => AnyOperand::Int(c.number()?),
            OperandKind::Site => AnyOperand::Site(self.code.site(c, self.mnemonic)?),
            OperandKind::Str => {
                let units = c.text()?;
                AnyOperand::Str(self.code.program.intern_string(&units))
            }
            OperandKind::Table => {
                let table = self.code.table(c)?;
                AnyOperand::Table(self.code.asm.table(self.code.program, table))
            }
            OperandKind::Class => {
                let name = c.word()?;
                match (self.code.find_class)(self.code.program, &name) {
                    Some(class) => AnyOperand::Class(class),
                    None => return c.error(format!("there is no class {name}")),
                }
            }
            OperandKind::Kind => {
                let word = c.word()?;
                match Kind::PRIMITIVES.into_iter().find(|kind| kind.keyword() == word) {
                    Some(kind) => AnyOperand::Kind(kind),
                    None => return c.error(format!("{word:?} is no primitive type")),
                }
            }
            OperandKind::Slot | OperandKind::Field | OperandKind::Method => {
                return c.error("quick instructions have no textual form");
            }
        })
    }
}
