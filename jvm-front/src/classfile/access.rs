//! Access and property flags (JVMS tables 4.1-B, 4.5-A, 4.6-A, 4.7.6-A). One value can mean different things in different
//! places; the names say where.

/// Public class or member.
pub const PUBLIC: u16 = 0x0001;
/// Private member.
pub const PRIVATE: u16 = 0x0002;
/// Protected member.
pub const PROTECTED: u16 = 0x0004;
/// Static member.
pub const STATIC: u16 = 0x0008;
/// Final class or member.
pub const FINAL: u16 = 0x0010;
/// Class whose `invokespecial` looks up from the direct superclass.
pub const SUPER: u16 = 0x0020;
/// Method that holds its monitor while it runs.
pub const SYNCHRONIZED: u16 = 0x0020;
/// Volatile field.
pub const VOLATILE: u16 = 0x0040;
/// Bridge method made by the compiler.
pub const BRIDGE: u16 = 0x0040;
/// Field left out of serialization.
pub const TRANSIENT: u16 = 0x0080;
/// Method of variable arity.
pub const VARARGS: u16 = 0x0080;
/// Method without bytecode, implemented outside of Java.
pub const NATIVE: u16 = 0x0100;
/// Interface.
pub const INTERFACE: u16 = 0x0200;
/// Class or method without an implementation.
pub const ABSTRACT: u16 = 0x0400;
/// Method declared `strictfp`.
pub const STRICT: u16 = 0x0800;
/// Class or member that is not in the source.
pub const SYNTHETIC: u16 = 0x1000;
/// Annotation interface.
pub const ANNOTATION: u16 = 0x2000;
/// Enum class or enum constant.
pub const ENUM: u16 = 0x4000;
/// Module descriptor (`module-info`).
pub const MODULE: u16 = 0x8000;
