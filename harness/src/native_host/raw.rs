//! What the helper does that no safe interface has: closing descriptors that it was born with, leaving faults of memory to the
//! JVM, and giving native code of a library another table of JNI functions.
//!
//! **The table.** A JNI library gets a `JNIEnv`, a pointer to a table of functions. A library may only work on the values
//! that it is given: were it to call methods, read fields, keep global references, the program under check would not be what
//! it talks to. So while one of its functions runs, the table is another one, in which every function that does more
//! reports its name and ends the process. What the JVM itself does for the functions that stay (making an exception, say)
//! does not go through the table.
//!
//! **Why that is sound.** The specification of JNI makes the table's layout part of the binary interface: slots never move,
//! new ones come at the end, and `GetVersion` tells how many there are. `JNIEnv` belongs to its thread, and the pointer to the
//! table is its first word (JNI specification, chapter 2), which HotSpot reads anew at each use. Only the thread that made the
//! JVM calls natives, so nothing else reads or writes that word, and tables are never freed. A function that refuses does not
//! return, so it does not matter that it takes no arguments: callers clean up the stack in the C calling conventions of
//! all platforms that we run on. Calls into a library go through `Call…MethodA`, whose signatures `enter` has; it puts the other
//! table in place around that call alone.

#![allow(unsafe_code)]

use jni::sys;
use std::ffi::{CStr, c_char, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Closes all descriptors but the standard ones.
pub fn close_inherited() {
    let listed = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let numbers: Vec<i32> = listed.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for number in numbers.into_iter().filter(|&number| number > 2) {
        // SAFETY: the helper calls this first of all, when nothing in the process owns a descriptor beyond the standard ones.
        // The one that listed the folder is closed already, and closing a number that is free does nothing.
        unsafe { libc::close(number) };
    }
}

/// Takes back Rust's own handlers for faults of memory. HotSpot would call them first, and there would be no crash report.
pub fn restore_faults() {
    for signal in [libc::SIGSEGV, libc::SIGBUS] {
        // SAFETY: the default action is a valid one. The handlers only tell of stack overflows in Rust code, of which the
        // helper has no other way to speak than to end.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Slots that all supported versions have; Java 21 and Java 24 have one more each.
const SLOTS: usize = 234;
const MOST_SLOTS: usize = 236;

type Entry = *const c_void;

/// A table that lives as long as the process.
struct Table(&'static [Entry]);

// SAFETY: tables are written before they are shared, and functions of the JVM may be called from any thread.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

struct Tables {
    original: Table,
    /// For the helper's own calls.
    open: Table,
    /// While a library is loaded.
    loading: Table,
    /// While a function of a library runs.
    inside: Table,
}

static TABLES: OnceLock<Tables> = OnceLock::new();
static REFUSE: OnceLock<fn(&str)> = OnceLock::new();
/// The next call is one of a library's function.
static ARMED: AtomicBool = AtomicBool::new(false);

/// The names of the functions by slot, as the specification lists them.
#[rustfmt::skip]
const NAMES: [&str; MOST_SLOTS] = [
    "", "", "", "", "GetVersion", "DefineClass", "FindClass", "FromReflectedMethod", "FromReflectedField",
    "ToReflectedMethod", "GetSuperclass", "IsAssignableFrom", "ToReflectedField", "Throw", "ThrowNew", "ExceptionOccurred",
    "ExceptionDescribe", "ExceptionClear", "FatalError", "PushLocalFrame", "PopLocalFrame", "NewGlobalRef",
    "DeleteGlobalRef", "DeleteLocalRef", "IsSameObject", "NewLocalRef", "EnsureLocalCapacity", "AllocObject", "NewObject",
    "NewObjectV", "NewObjectA", "GetObjectClass", "IsInstanceOf", "GetMethodID",
    "CallObjectMethod", "CallObjectMethodV", "CallObjectMethodA", "CallBooleanMethod", "CallBooleanMethodV",
    "CallBooleanMethodA", "CallByteMethod", "CallByteMethodV", "CallByteMethodA", "CallCharMethod", "CallCharMethodV",
    "CallCharMethodA", "CallShortMethod", "CallShortMethodV", "CallShortMethodA", "CallIntMethod", "CallIntMethodV",
    "CallIntMethodA", "CallLongMethod", "CallLongMethodV", "CallLongMethodA", "CallFloatMethod", "CallFloatMethodV",
    "CallFloatMethodA", "CallDoubleMethod", "CallDoubleMethodV", "CallDoubleMethodA", "CallVoidMethod", "CallVoidMethodV",
    "CallVoidMethodA",
    "CallNonvirtualObjectMethod", "CallNonvirtualObjectMethodV", "CallNonvirtualObjectMethodA",
    "CallNonvirtualBooleanMethod", "CallNonvirtualBooleanMethodV", "CallNonvirtualBooleanMethodA",
    "CallNonvirtualByteMethod", "CallNonvirtualByteMethodV", "CallNonvirtualByteMethodA", "CallNonvirtualCharMethod",
    "CallNonvirtualCharMethodV", "CallNonvirtualCharMethodA", "CallNonvirtualShortMethod", "CallNonvirtualShortMethodV",
    "CallNonvirtualShortMethodA", "CallNonvirtualIntMethod", "CallNonvirtualIntMethodV", "CallNonvirtualIntMethodA",
    "CallNonvirtualLongMethod", "CallNonvirtualLongMethodV", "CallNonvirtualLongMethodA", "CallNonvirtualFloatMethod",
    "CallNonvirtualFloatMethodV", "CallNonvirtualFloatMethodA", "CallNonvirtualDoubleMethod",
    "CallNonvirtualDoubleMethodV", "CallNonvirtualDoubleMethodA", "CallNonvirtualVoidMethod",
    "CallNonvirtualVoidMethodV", "CallNonvirtualVoidMethodA",
    "GetFieldID", "GetObjectField", "GetBooleanField", "GetByteField", "GetCharField", "GetShortField", "GetIntField",
    "GetLongField", "GetFloatField", "GetDoubleField", "SetObjectField", "SetBooleanField", "SetByteField", "SetCharField",
    "SetShortField", "SetIntField", "SetLongField", "SetFloatField", "SetDoubleField", "GetStaticMethodID",
    "CallStaticObjectMethod", "CallStaticObjectMethodV", "CallStaticObjectMethodA", "CallStaticBooleanMethod",
    "CallStaticBooleanMethodV", "CallStaticBooleanMethodA", "CallStaticByteMethod", "CallStaticByteMethodV",
    "CallStaticByteMethodA", "CallStaticCharMethod", "CallStaticCharMethodV", "CallStaticCharMethodA",
    "CallStaticShortMethod", "CallStaticShortMethodV", "CallStaticShortMethodA", "CallStaticIntMethod",
    "CallStaticIntMethodV", "CallStaticIntMethodA", "CallStaticLongMethod", "CallStaticLongMethodV",
    "CallStaticLongMethodA", "CallStaticFloatMethod", "CallStaticFloatMethodV", "CallStaticFloatMethodA",
    "CallStaticDoubleMethod", "CallStaticDoubleMethodV", "CallStaticDoubleMethodA", "CallStaticVoidMethod",
    "CallStaticVoidMethodV", "CallStaticVoidMethodA",
    "GetStaticFieldID", "GetStaticObjectField", "GetStaticBooleanField", "GetStaticByteField", "GetStaticCharField",
    "GetStaticShortField", "GetStaticIntField", "GetStaticLongField", "GetStaticFloatField", "GetStaticDoubleField",
    "SetStaticObjectField", "SetStaticBooleanField", "SetStaticByteField", "SetStaticCharField", "SetStaticShortField",
    "SetStaticIntField", "SetStaticLongField", "SetStaticFloatField", "SetStaticDoubleField",
    "NewString", "GetStringLength", "GetStringChars", "ReleaseStringChars", "NewStringUTF", "GetStringUTFLength",
    "GetStringUTFChars", "ReleaseStringUTFChars", "GetArrayLength", "NewObjectArray", "GetObjectArrayElement",
    "SetObjectArrayElement", "NewBooleanArray", "NewByteArray", "NewCharArray", "NewShortArray", "NewIntArray",
    "NewLongArray", "NewFloatArray", "NewDoubleArray", "GetBooleanArrayElements", "GetByteArrayElements",
    "GetCharArrayElements", "GetShortArrayElements", "GetIntArrayElements", "GetLongArrayElements",
    "GetFloatArrayElements", "GetDoubleArrayElements", "ReleaseBooleanArrayElements", "ReleaseByteArrayElements",
    "ReleaseCharArrayElements", "ReleaseShortArrayElements", "ReleaseIntArrayElements", "ReleaseLongArrayElements",
    "ReleaseFloatArrayElements", "ReleaseDoubleArrayElements", "GetBooleanArrayRegion", "GetByteArrayRegion",
    "GetCharArrayRegion", "GetShortArrayRegion", "GetIntArrayRegion", "GetLongArrayRegion", "GetFloatArrayRegion",
    "GetDoubleArrayRegion", "SetBooleanArrayRegion", "SetByteArrayRegion", "SetCharArrayRegion", "SetShortArrayRegion",
    "SetIntArrayRegion", "SetLongArrayRegion", "SetFloatArrayRegion", "SetDoubleArrayRegion", "RegisterNatives",
    "UnregisterNatives", "MonitorEnter", "MonitorExit", "GetJavaVM", "GetStringRegion", "GetStringUTFRegion",
    "GetPrimitiveArrayCritical", "ReleasePrimitiveArrayCritical", "GetStringCritical", "ReleaseStringCritical",
    "NewWeakGlobalRef", "DeleteWeakGlobalRef", "ExceptionCheck", "NewDirectByteBuffer", "GetDirectBufferAddress",
    "GetDirectBufferCapacity", "GetObjectRefType", "GetModule", "IsVirtualThread", "GetStringUTFLengthAsLong",
];

/// The functions that only work on values: strings, arrays, local references, exceptions.
fn stays(name: &str) -> bool {
    let arrays = (name.starts_with("New") || name.starts_with("Get") || name.starts_with("Set"))
        && (name.ends_with("Array") || name.ends_with("ArrayRegion") || name.ends_with("ArrayElement"));
    let elements = name.ends_with("ArrayElements");
    let strings = name.contains("String") && !name.ends_with("StringCritical");
    let others = [
        "GetVersion",
        "Throw",
        "ThrowNew",
        "ExceptionOccurred",
        "ExceptionClear",
        "ExceptionCheck",
        "PushLocalFrame",
        "PopLocalFrame",
        "DeleteLocalRef",
        "NewLocalRef",
        "EnsureLocalCapacity",
        "IsSameObject",
        "GetArrayLength",
        "GetJavaVM",
        // Of a receiver, which tells its class and nothing else.
        "GetObjectClass",
        // The JVM of Java 17 looks a native method up when it is first called, and its own library uses this for that. A
        // library cannot get at the number of a field within a function, and stubs have no fields.
        "GetLongField",
    ];
    arrays || elements || strings || others.contains(&name)
}

/// Whether a function calls Java code, in a form that neither the helper nor the JVM's own libraries use while they load
/// another one.
fn calls(name: &str) -> bool {
    (name.starts_with("Call") || name.starts_with("NewObject")) && !name.ends_with('A') && !name.ends_with("Array")
}

fn report(name: &str) -> ! {
    if let Some(refuse) = REFUSE.get() {
        refuse(name);
    }
    std::process::abort()
}

extern "system" fn refuse<const SLOT: usize>() -> ! {
    report(NAMES[SLOT])
}

extern "system" fn refuse_thread() -> ! {
    report("AttachCurrentThread")
}

extern "system" fn refuse_end() -> ! {
    report("DestroyJavaVM")
}

/// `DetachCurrentThread`: the thread stays. It is asked for when the process ends, and by threads that were never attached.
extern "system" fn stay() -> sys::jint {
    sys::JNI_OK
}

/// `FindClass` in a library's function. A class of the program that has no stub is not there, which is not the program's fault.
///
/// # Safety
/// As for the function that it stands for.
unsafe extern "system" fn find(env: *mut sys::JNIEnv, name: *const c_char) -> sys::jclass {
    const FIND_CLASS: usize = 6;
    let tables = TABLES.get().expect("invariant: the table has this function");
    // SAFETY: the slot has the function of this signature.
    let original: unsafe extern "system" fn(*mut sys::JNIEnv, *const c_char) -> sys::jclass =
        unsafe { std::mem::transmute(tables.original.0[FIND_CLASS]) };
    // Loading a class is the JVM's business, which takes more functions than a library may have.
    // SAFETY: the word belongs to this thread, and tables are never freed.
    unsafe { *env = tables.original.0.as_ptr().cast() };
    // SAFETY: the caller's arguments are passed on.
    let found = unsafe { original(env, name) };
    // SAFETY: as above.
    unsafe { *env = tables.inside.0.as_ptr().cast() };
    if found.is_null() {
        // SAFETY: the caller gives a string.
        let name = unsafe { CStr::from_ptr(name) };
        report(&format!("FindClass({})", name.to_string_lossy()));
    }
    found
}

/// `Call…MethodA`: in a library's function, if that comes next, another table is in place.
///
/// # Safety
/// As for the function that it stands for.
unsafe extern "system" fn enter<const SLOT: usize, R>(
    env: *mut sys::JNIEnv,
    object: sys::jobject,
    method: sys::jmethodID,
    args: *const sys::jvalue,
) -> R {
    type Call<R> = unsafe extern "system" fn(*mut sys::JNIEnv, sys::jobject, sys::jmethodID, *const sys::jvalue) -> R;
    let tables = TABLES.get().expect("invariant: the table has this function");
    // SAFETY: `SLOT` has a function of this signature; `install` says which.
    let original: Call<R> = unsafe { std::mem::transmute(tables.original.0[SLOT]) };
    let into_library = ARMED.swap(false, Ordering::Relaxed);
    if into_library {
        // SAFETY: the word belongs to this thread, and the table is never freed.
        unsafe { *env = tables.inside.0.as_ptr().cast() };
    }
    // SAFETY: the caller's arguments are passed on.
    let result = unsafe { original(env, object, method, args) };
    if into_library {
        // SAFETY: as above.
        unsafe { *env = tables.open.0.as_ptr().cast() };
    }
    result
}

/// The functions that refuse, by slot.
macro_rules! refusing {
    ($($slot:literal)*) => { [$(refuse::<$slot> as *const () as Entry),*] };
}

#[rustfmt::skip]
fn refusing() -> [Entry; MOST_SLOTS] {
    refusing!(
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41
        42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80
        81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114
        115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143
        144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 164 165 166 167 168 169 170 171 172
        173 174 175 176 177 178 179 180 181 182 183 184 185 186 187 188 189 190 191 192 193 194 195 196 197 198 199 200 201
        202 203 204 205 206 207 208 209 210 211 212 213 214 215 216 217 218 219 220 221 222 223 224 225 226 227 228 229 230
        231 232 233 234 235
    )
}

/// The functions that may lead into a library, with what they return.
#[rustfmt::skip]
fn entering() -> [(usize, Entry); 20] {
    macro_rules! entry {
        ($slot:literal $result:ty) => { ($slot, enter::<$slot, $result> as *const () as Entry) };
    }
    [
        entry!(36 sys::jobject), entry!(39 sys::jboolean), entry!(42 sys::jbyte), entry!(45 sys::jchar),
        entry!(48 sys::jshort), entry!(51 sys::jint), entry!(54 sys::jlong), entry!(57 sys::jfloat),
        entry!(60 sys::jdouble), entry!(63 ()),
        entry!(116 sys::jobject), entry!(119 sys::jboolean), entry!(122 sys::jbyte), entry!(125 sys::jchar),
        entry!(128 sys::jshort), entry!(131 sys::jint), entry!(134 sys::jlong), entry!(137 sys::jfloat),
        entry!(140 sys::jdouble), entry!(143 ()),
    ]
}

/// Puts tables of our own in place, for the thread and the JVM of an environment. `on_refusal` is told the name of a function
/// that a library must not call, and must not return.
pub fn install(env: &jni::Env, feature: u16, on_refusal: fn(&str)) -> Result<(), String> {
    let raw = env.get_raw();
    let slots = SLOTS + usize::from(feature >= 21) + usize::from(feature >= 24);
    // SAFETY: the environment is this thread's, and its table has this many slots in this version.
    let original: &'static [Entry] = unsafe { std::slice::from_raw_parts((*raw).cast::<Entry>(), slots) };
    let vm = env.get_java_vm().map_err(|error| error.to_string())?.get_raw();
    let whole = |change: &dyn Fn(usize, Entry) -> Entry| {
        let table: Vec<Entry> = (0..MOST_SLOTS)
            .map(|slot| match original.get(slot) {
                Some(&entry) => change(slot, entry),
                None => refusing()[slot],
            })
            .collect();
        Table(Box::leak(table.into_boxed_slice()))
    };
    let entering = entering();
    let open =
        |slot: usize, entry: Entry| entering.iter().find(|(at, _)| *at == slot).map_or(entry, |(_, enter)| *enter);
    let tables = Tables {
        original: Table(original),
        open: whole(&open),
        loading: whole(&|slot, entry| if calls(NAMES[slot]) { refusing()[slot] } else { open(slot, entry) }),
        inside: whole(&|slot, entry| match NAMES[slot] {
            "" => entry,
            "FindClass" => find as *const () as Entry,
            name if stays(name) => entry,
            _ => refusing()[slot],
        }),
    };
    REFUSE.set(on_refusal).and(TABLES.set(tables).map_err(|_| on_refusal)).map_err(|_| "there are tables already")?;
    let tables = TABLES.get().expect("invariant: just set");
    // The invocation interface: three reserved slots, then DestroyJavaVM, AttachCurrentThread, DetachCurrentThread, GetEnv,
    // AttachCurrentThreadAsDaemon.
    // SAFETY: all versions have these eight slots.
    let mut invocation: Vec<Entry> = unsafe { std::slice::from_raw_parts((*vm).cast::<Entry>(), 8) }.to_vec();
    invocation[3] = refuse_end as *const () as Entry;
    invocation[5] = stay as *const () as Entry;
    for slot in [4, 7] {
        invocation[slot] = refuse_thread as *const () as Entry;
    }
    let invocation: &'static [Entry] = Box::leak(invocation.into_boxed_slice());
    // SAFETY: no thread but this one uses either word, and the tables are never freed.
    unsafe {
        *raw = tables.open.0.as_ptr().cast();
        *vm = invocation.as_ptr().cast();
    }
    Ok(())
}

/// The next call of a Java method is one of a library's function.
pub fn arm() {
    ARMED.store(true, Ordering::Relaxed);
}

/// There was no such call.
pub fn disarm() {
    ARMED.store(false, Ordering::Relaxed);
}

/// Whether what a library does while it is loaded is looked at.
pub fn set_loading(env: &jni::Env, loading: bool) {
    if let Some(tables) = TABLES.get() {
        let table = if loading { &tables.loading } else { &tables.open };
        // SAFETY: the word belongs to this thread, and the table is never freed.
        unsafe { *env.get_raw() = table.0.as_ptr().cast() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_those_of_the_specification() {
        let at = |name: &str| NAMES.iter().position(|&n| n == name).expect("the name is there");
        // From the table of functions in chapter 4 of the specification.
        for (slot, name) in [
            (4, "GetVersion"),
            (21, "NewGlobalRef"),
            (33, "GetMethodID"),
            (63, "CallVoidMethodA"),
            (94, "GetFieldID"),
            (113, "GetStaticMethodID"),
            (143, "CallStaticVoidMethodA"),
            (163, "NewString"),
            (171, "GetArrayLength"),
            (215, "RegisterNatives"),
            (219, "GetJavaVM"),
            (222, "GetPrimitiveArrayCritical"),
            (228, "ExceptionCheck"),
            (233, "GetModule"),
        ] {
            assert_eq!(at(name), slot, "{name}");
        }
        for (slot, _) in entering() {
            assert!(NAMES[slot].starts_with("Call") && NAMES[slot].ends_with("MethodA"), "{}", NAMES[slot]);
        }
    }

    #[test]
    fn only_functions_on_values_stay() {
        let staying: Vec<&str> = NAMES.iter().copied().filter(|name| stays(name)).collect();
        let known = ["GetObjectClass", "GetLongField"];
        for refused in ["Call", "Field", "Method", "GlobalRef", "Critical", "Monitor", "Direct", "Reflected", "Class"] {
            let found = staying.iter().filter(|name| !known.contains(name)).find(|name| name.contains(refused));
            assert_eq!(found, None, "{refused}");
        }
        assert_eq!(staying.len(), 70, "{staying:?}");
        assert!(calls("CallVoidMethod") && calls("CallStaticIntMethodV") && calls("NewObject"));
        assert!(!calls("CallVoidMethodA") && !calls("NewObjectArray"));
    }
}
