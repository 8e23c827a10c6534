//! The constant pool (JVMS 4.4).
//!
//! Only the place of each constant is stored; values are read from the bytes when asked for. Reading the pool checks every
//! constant: tags, versions, lengths, index ranges, the kinds of what they refer to, names and descriptors. So an
//! accessor can only fail on the index it is given, never on what lies behind it.

use super::bytes::Bytes;
use super::constant::{ConstIndex, Constant, Dynamic, HandleKind, MemberRef, MethodHandle, RefKind, Tag};
use super::cursor::Cursor;
use super::descriptor::{
    MethodDescriptor, is_class_name, is_field_descriptor, is_field_name, is_method_descriptor, is_method_name,
};
use super::error::{ParseError, ParseErrorKind};
use super::mutf8::{self, Text};

/// Set in an entry whose text is in the table of decoded texts.
const DECODED: u32 = 1 << 31;
/// More than any compiler can write, and small enough for 31-bit offsets.
const MAX_CLASS_SIZE: usize = 1 << 30;

/// The constants of one class, and its bytes.
#[derive(Clone, Debug)]
pub struct ConstantPool {
    bytes: Bytes,
    /// The offset of each constant's tag; 0 at index 0 and after `Long` and `Double`.
    entries: Box<[u32]>,
    /// Texts that differ from their bytes, by index.
    decoded: Vec<(u16, Box<str>)>,
    major: u16,
    this_class: ConstIndex,
    end: usize,
}

impl ConstantPool {
    /// Reads the pool, whose count is at offset 8.
    pub(super) fn parse(bytes: Bytes, major: u16) -> Result<Self, ParseError> {
        if bytes.len() > MAX_CLASS_SIZE {
            let what = format!("a class file of {} bytes", bytes.len());
            return Err(ParseError::new(ParseErrorKind::Malformed, None, 0, what));
        }
        let mut cursor = Cursor::new(&bytes, 8, usize::MAX, None);
        let count = cursor.u16()?;
        if count == 0 {
            return Err(cursor.malformed(8, "a constant pool of size 0"));
        }
        // The smallest constant has three bytes.
        let fits = cursor.left() / 3 + 2;
        let mut entries = Vec::with_capacity(usize::from(count).min(fits));
        let mut decoded = Vec::new();
        entries.push(0);
        while entries.len() < usize::from(count) {
            let at = cursor.offset();
            let mut entry = u32::try_from(at).expect("invariant: class files are smaller than 1 GiB");
            let tag = cursor.u8()?;
            let tag = Tag::from_u8(tag)
                .ok_or_else(|| cursor.malformed(at, format!("constant {} has unknown tag {tag}", entries.len())))?;
            if tag.since() > major {
                let what = format!("{tag:?} constants exist since version {}, not in {major}", tag.since());
                return Err(cursor.malformed(at, what));
            }
            match tag {
                Tag::Utf8 => {
                    let len = usize::from(cursor.u16()?);
                    let text = cursor.take(len)?;
                    match mutf8::check(text, major) {
                        Ok(Text::Plain) => {}
                        Ok(Text::Decoded(text)) => {
                            entry |= DECODED;
                            decoded.push((index(entries.len()).0, text));
                        }
                        Err(bad) => {
                            let what = format!("constant {} is not modified UTF-8", entries.len());
                            return Err(cursor.malformed(at + 3 + bad, what));
                        }
                    }
                    entries.push(entry);
                }
                Tag::Long | Tag::Double => {
                    cursor.take(tag.size())?;
                    entries.push(entry);
                    if entries.len() == usize::from(count) {
                        return Err(cursor.malformed(at, format!("{tag:?} constant in the last place")));
                    }
                    entries.push(0);
                }
                _ => {
                    cursor.take(tag.size())?;
                    entries.push(entry);
                }
            }
        }
        let end = cursor.offset();
        let pool = Self { entries: entries.into(), decoded, major, this_class: ConstIndex(0), end, bytes };
        for (index, tag) in pool.iter() {
            pool.check(index, tag)?;
        }
        Ok(pool)
    }

    /// From here on errors name the class; the constant is known to be a class.
    pub(super) fn set_this_class(&mut self, this_class: ConstIndex) {
        self.this_class = this_class;
    }

    /// The class's name, once it is known.
    pub(crate) fn this_name(&self) -> Option<&str> {
        // Without a name yet, a failing look-up would come back here for the name to put into its error.
        match self.this_class {
            ConstIndex(0) => None,
            this_class => self.class_name(this_class).ok(),
        }
    }

    /// Where the pool ends in the class file.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// The major version of the class file.
    pub fn major(&self) -> u16 {
        self.major
    }

    /// The bytes of the whole class file.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// A reader of a part of the class file whose errors name the class.
    pub(crate) fn cursor(&self, at: usize, end: usize) -> Cursor<'_> {
        Cursor::new(&self.bytes, at, end, Some(self))
    }

    pub(crate) fn malformed(&self, offset: usize, what: impl Into<std::borrow::Cow<'static, str>>) -> ParseError {
        ParseError::new(ParseErrorKind::Malformed, self.this_name(), offset, what)
    }

    /// The number of indices, that is, one more than the largest.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no constants.
    pub fn is_empty(&self) -> bool {
        self.entries.len() == 1
    }

    /// All constants with their tags.
    pub fn iter(&self) -> impl Iterator<Item = (ConstIndex, Tag)> + '_ {
        (1..self.entries.len()).filter_map(|i| Some((index(i), self.tag(index(i))?)))
    }

    /// The tag at an index; `None` if there is no constant.
    pub fn tag(&self, index: ConstIndex) -> Option<Tag> {
        let at = self.at(index)?;
        Tag::from_u8(self.bytes[at])
    }

    #[inline]
    fn at(&self, index: ConstIndex) -> Option<usize> {
        match self.entries.get(usize::from(index.0)) {
            None | Some(0) => None,
            Some(entry) => Some((entry & !DECODED) as usize),
        }
    }

    /// The offset of the constant's payload, if it is of the given kind.
    #[inline]
    fn payload(&self, index: ConstIndex, tag: Tag) -> Result<usize, ParseError> {
        match self.at(index) {
            Some(at) if Tag::from_u8(self.bytes[at]) == Some(tag) => Ok(at + 1),
            _ => Err(self.wrong_kind(index, tag)),
        }
    }

    #[cold]
    fn wrong_kind(&self, index: ConstIndex, wanted: Tag) -> ParseError {
        let found = match self.tag(index) {
            Some(tag) => format!("{tag:?}"),
            None => "nothing".to_owned(),
        };
        let offset = self.at(index).unwrap_or(8);
        self.malformed(offset, format!("constant {} is {found} where {wanted:?} is needed", index.0))
    }

    #[inline]
    fn u16_at(&self, at: usize) -> u16 {
        u16::from_be_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    #[inline]
    fn index_at(&self, at: usize) -> ConstIndex {
        ConstIndex(self.u16_at(at))
    }

    fn word_at<const N: usize>(&self, at: usize) -> [u8; N] {
        *self.bytes[at..].first_chunk().expect("invariant: the constants were measured when read")
    }

    /// The bytes of the text at an index, as [`Self::utf8`] gives them.
    pub(super) fn text(&self, index: ConstIndex) -> Result<&[u8], ParseError> {
        let at = self.payload(index, Tag::Utf8)?;
        if self.entries[usize::from(index.0)] & DECODED != 0 {
            let found = self.decoded.binary_search_by_key(&index.0, |(i, _)| *i);
            let found = found.expect("invariant: a flagged constant has a decoded text");
            return Ok(self.decoded[found].1.as_bytes());
        }
        Ok(&self.bytes[at + 2..at + 2 + usize::from(self.u16_at(at))])
    }

    /// The text at an index. A lone surrogate `U+Dxxx` appears as the private-use character `U+10Dxxx`.
    pub fn utf8(&self, index: ConstIndex) -> Result<&str, ParseError> {
        Ok(std::str::from_utf8(self.text(index)?).expect("invariant: texts were checked when the pool was read"))
    }

    /// The class named by a `Class` constant: internal form, or an array's descriptor.
    pub fn class_name(&self, index: ConstIndex) -> Result<&str, ParseError> {
        self.utf8(self.index_at(self.payload(index, Tag::Class)?))
    }

    /// The text of a `String` constant, with lone surrogates replaced as in [`Self::utf8`].
    pub fn string(&self, index: ConstIndex) -> Result<&str, ParseError> {
        self.utf8(self.index_at(self.payload(index, Tag::String)?))
    }

    /// The exact UTF-16 of a `String` constant.
    pub fn string_utf16(&self, index: ConstIndex) -> Result<Vec<u16>, ParseError> {
        let text = self.index_at(self.payload(index, Tag::String)?);
        let at = self.payload(text, Tag::Utf8)?;
        Ok(mutf8::utf16(&self.bytes[at + 2..at + 2 + usize::from(self.u16_at(at))]))
    }

    /// Name and descriptor.
    pub fn name_and_type(&self, index: ConstIndex) -> Result<(&str, &str), ParseError> {
        let at = self.payload(index, Tag::NameAndType)?;
        Ok((self.utf8(self.index_at(at))?, self.utf8(self.index_at(at + 2))?))
    }

    /// A field, method or interface-method reference.
    pub fn member(&self, index: ConstIndex) -> Result<MemberRef<'_>, ParseError> {
        let (kind, tag) = match self.tag(index) {
            Some(Tag::FieldRef) => (RefKind::Field, Tag::FieldRef),
            Some(Tag::InterfaceMethodRef) => (RefKind::InterfaceMethod, Tag::InterfaceMethodRef),
            _ => (RefKind::Method, Tag::MethodRef),
        };
        let at = self.payload(index, tag)?;
        let (name, descriptor) = self.name_and_type(self.index_at(at + 2))?;
        Ok(MemberRef { kind, class: self.class_name(self.index_at(at))?, name, descriptor })
    }

    /// Whether a field or method reference names a member so; of anything else it is false.
    pub(super) fn member_is_named(&self, index: ConstIndex, name: &str) -> bool {
        let Some(tag @ (Tag::FieldRef | Tag::MethodRef | Tag::InterfaceMethodRef)) = self.tag(index) else {
            return false;
        };
        let name_and_type = self.payload(index, tag).map(|at| self.index_at(at + 2));
        let found = name_and_type.and_then(|index| self.checked_name_and_type(index));
        found.is_ok_and(|(text, _)| text == name.as_bytes())
    }

    /// A field reference, and nothing else.
    pub fn field_ref(&self, index: ConstIndex) -> Result<MemberRef<'_>, ParseError> {
        self.payload(index, Tag::FieldRef)?;
        self.member(index)
    }

    /// A class-method or interface-method reference; its `kind` says which.
    pub fn method_ref(&self, index: ConstIndex) -> Result<MemberRef<'_>, ParseError> {
        match self.tag(index) {
            Some(Tag::MethodRef | Tag::InterfaceMethodRef) => self.member(index),
            _ => Err(self.wrong_kind(index, Tag::MethodRef)),
        }
    }

    /// A method handle.
    pub fn method_handle(&self, index: ConstIndex) -> Result<MethodHandle<'_>, ParseError> {
        let at = self.payload(index, Tag::MethodHandle)?;
        let kind = HandleKind::from_u8(self.bytes[at])
            .ok_or_else(|| self.malformed(at, format!("method handle of kind {}", self.bytes[at])))?;
        let reference = self.member(self.index_at(at + 1))?;
        Ok(MethodHandle { kind, reference })
    }

    /// The descriptor of a method type.
    pub fn method_type(&self, index: ConstIndex) -> Result<&str, ParseError> {
        self.utf8(self.index_at(self.payload(index, Tag::MethodType)?))
    }

    /// A dynamic constant.
    pub fn dynamic(&self, index: ConstIndex) -> Result<Dynamic<'_>, ParseError> {
        self.dynamic_at(self.payload(index, Tag::Dynamic)?)
    }

    /// A dynamic call site.
    pub fn invoke_dynamic(&self, index: ConstIndex) -> Result<Dynamic<'_>, ParseError> {
        self.dynamic_at(self.payload(index, Tag::InvokeDynamic)?)
    }

    fn dynamic_at(&self, at: usize) -> Result<Dynamic<'_>, ParseError> {
        let (name, descriptor) = self.name_and_type(self.index_at(at + 2))?;
        Ok(Dynamic { bootstrap: self.u16_at(at), name, descriptor })
    }

    /// A module's name.
    pub fn module(&self, index: ConstIndex) -> Result<&str, ParseError> {
        self.utf8(self.index_at(self.payload(index, Tag::Module)?))
    }

    /// A package's name.
    pub fn package(&self, index: ConstIndex) -> Result<&str, ParseError> {
        self.utf8(self.index_at(self.payload(index, Tag::Package)?))
    }

    /// Any constant.
    pub fn get(&self, index: ConstIndex) -> Result<Constant<'_>, ParseError> {
        let Some(tag) = self.tag(index) else {
            return Err(self.malformed(8, format!("there is no constant {}", index.0)));
        };
        let at = self.payload(index, tag)?;
        Ok(match tag {
            Tag::Utf8 => Constant::Utf8(self.utf8(index)?),
            Tag::Integer => Constant::Integer(i32::from_be_bytes(self.word_at(at))),
            Tag::Float => Constant::Float(f32::from_be_bytes(self.word_at(at))),
            Tag::Long => Constant::Long(i64::from_be_bytes(self.word_at(at))),
            Tag::Double => Constant::Double(f64::from_be_bytes(self.word_at(at))),
            Tag::Class => Constant::Class(self.class_name(index)?),
            Tag::String => Constant::String(self.string(index)?),
            Tag::FieldRef | Tag::MethodRef | Tag::InterfaceMethodRef => Constant::Member(self.member(index)?),
            Tag::NameAndType => {
                let (name, descriptor) = self.name_and_type(index)?;
                Constant::NameAndType(name, descriptor)
            }
            Tag::MethodHandle => Constant::MethodHandle(self.method_handle(index)?),
            Tag::MethodType => Constant::MethodType(self.method_type(index)?),
            Tag::Dynamic => Constant::Dynamic(self.dynamic(index)?),
            Tag::InvokeDynamic => Constant::InvokeDynamic(self.invoke_dynamic(index)?),
            Tag::Module => Constant::Module(self.module(index)?),
            Tag::Package => Constant::Package(self.package(index)?),
        })
    }

    /// Everything that must hold of one constant, given that the pool is complete.
    fn check(&self, index: ConstIndex, tag: Tag) -> Result<(), ParseError> {
        let at = self.payload(index, tag)?;
        let refuse = |what: String| Err(self.malformed(at - 1, format!("constant {}: {what}", index.0)));
        match tag {
            Tag::Utf8 | Tag::Integer | Tag::Float | Tag::Long | Tag::Double => Ok(()),
            Tag::String | Tag::Module | Tag::Package => self.text(self.index_at(at)).map(drop),
            Tag::Class => {
                let name = self.text(self.index_at(at))?;
                if is_class_name(name) {
                    return Ok(());
                }
                refuse(format!("bad class name {:?}", String::from_utf8_lossy(name)))
            }
            Tag::NameAndType => {
                let name = self.text(self.index_at(at))?;
                let descriptor = self.text(self.index_at(at + 2))?;
                // The descriptor decides what the name is a name of.
                let fits = match descriptor.first() {
                    Some(b'(') => is_method_descriptor(descriptor) && is_method_name(name),
                    _ => is_field_descriptor(descriptor) && is_field_name(name),
                };
                if fits {
                    return Ok(());
                }
                let (name, descriptor) = (String::from_utf8_lossy(name), String::from_utf8_lossy(descriptor));
                refuse(format!("bad name {name:?} or descriptor {descriptor:?}"))
            }
            Tag::FieldRef | Tag::MethodRef | Tag::InterfaceMethodRef => {
                self.payload(self.index_at(at), Tag::Class)?;
                let (name, is_method) = self.checked_name_and_type(self.index_at(at + 2))?;
                if is_method != (tag != Tag::FieldRef) {
                    return refuse("the descriptor is of the other kind of member".into());
                }
                if is_method && name == b"<clinit>" || tag == Tag::InterfaceMethodRef && name == b"<init>" {
                    return refuse(format!("{tag:?} names {}", String::from_utf8_lossy(name)));
                }
                Ok(())
            }
            Tag::MethodType => {
                let descriptor = self.text(self.index_at(at))?;
                if is_method_descriptor(descriptor) {
                    return Ok(());
                }
                refuse(format!("bad method descriptor {:?}", String::from_utf8_lossy(descriptor)))
            }
            Tag::Dynamic | Tag::InvokeDynamic => {
                let (name, is_method) = self.checked_name_and_type(self.index_at(at + 2))?;
                if is_method != (tag == Tag::InvokeDynamic) {
                    return refuse("a constant needs a field descriptor, a call site a method descriptor".into());
                }
                if name.starts_with(b"<") && is_method {
                    return refuse(format!("call site named {}", String::from_utf8_lossy(name)));
                }
                Ok(())
            }
            Tag::MethodHandle => self.check_handle(index),
        }
    }

    /// The name, and whether the descriptor is a method's. The constant itself is checked in its own turn.
    fn checked_name_and_type(&self, index: ConstIndex) -> Result<(&[u8], bool), ParseError> {
        let at = self.payload(index, Tag::NameAndType)?;
        let is_method = self.text(self.index_at(at + 2))?.first() == Some(&b'(');
        Ok((self.text(self.index_at(at))?, is_method))
    }

    /// JVMS 4.4.8.
    fn check_handle(&self, index: ConstIndex) -> Result<(), ParseError> {
        let at = self.payload(index, Tag::MethodHandle)?;
        let refuse = |what: &str| Err(self.malformed(at - 1, format!("constant {}: {what}", index.0)));
        let Some(kind) = HandleKind::from_u8(self.bytes[at]) else {
            return refuse("unknown kind of method handle");
        };
        let target = self.index_at(at + 1);
        let tag = self.tag(target);
        let fits = match kind {
            HandleKind::GetField | HandleKind::GetStatic | HandleKind::PutField | HandleKind::PutStatic => {
                tag == Some(Tag::FieldRef)
            }
            HandleKind::InvokeVirtual | HandleKind::NewInvokeSpecial => tag == Some(Tag::MethodRef),
            HandleKind::InvokeStatic | HandleKind::InvokeSpecial => {
                tag == Some(Tag::MethodRef) || (self.major >= 52 && tag == Some(Tag::InterfaceMethodRef))
            }
            HandleKind::InvokeInterface => tag == Some(Tag::InterfaceMethodRef),
        };
        if !fits {
            return refuse("the method handle's kind does not fit its reference");
        }
        let name_and_type = self.index_at(self.payload(target, tag.expect("invariant: fits"))? + 2);
        let (name, is_method) = self.checked_name_and_type(name_and_type)?;
        if is_method && (name == b"<init>") != (kind == HandleKind::NewInvokeSpecial) {
            return refuse("only handles that make objects name constructors");
        }
        Ok(())
    }

    /// Fails unless the class has the bootstrap method each dynamic constant names.
    pub(super) fn check_bootstraps(&self, count: usize) -> Result<(), ParseError> {
        for (index, tag) in self.iter() {
            if matches!(tag, Tag::Dynamic | Tag::InvokeDynamic) {
                let at = self.payload(index, tag)?;
                let bootstrap = usize::from(self.u16_at(at));
                if bootstrap >= count {
                    let what = format!("constant {}: bootstrap method {bootstrap} of {count}", index.0);
                    return Err(self.malformed(at, what));
                }
            }
        }
        Ok(())
    }

    /// The text at an index as a field descriptor.
    pub fn field_descriptor(&self, index: ConstIndex) -> Result<&str, ParseError> {
        let text = self.utf8(index)?;
        if is_field_descriptor(text.as_bytes()) {
            return Ok(text);
        }
        Err(self.malformed(self.at(index).unwrap_or(8), format!("bad field descriptor {text:?}")))
    }

    /// The text at an index as a method descriptor.
    pub fn method_descriptor(&self, index: ConstIndex) -> Result<MethodDescriptor<'_>, ParseError> {
        let text = self.utf8(index)?;
        MethodDescriptor::parse(text)
            .ok_or_else(|| self.malformed(self.at(index).unwrap_or(8), format!("bad method descriptor {text:?}")))
    }
}

fn index(i: usize) -> ConstIndex {
    ConstIndex(u16::try_from(i).expect("invariant: pools have at most 65535 entries"))
}
