//! The helper process: a JVM that answers calls, one after the other, over two pipes.
//!
//! It is the same binary under a hidden name, started with an empty environment in a folder of its own. It confines itself
//! before it loads anything (`confine`), starts the JVM through the invocation interface of JNI, and then answers until its
//! input ends. Standard output and error are not part of the protocol: HotSpot and the models write there.

use super::values::{self, Objects, Trouble};
use super::wire::{self, ModelMethod, Question, Reply, Setup};
use super::{confine, raw, stub};
use braid_engine::host::{HostAnswer, HostCall, HostObject};
use jni::objects::{JClass, JClassLoader, JObject, JString};
use jni::signature::RuntimeMethodSignature;
use jni::strings::JNIString;
use jni::vm::{InitArgsBuilder, JavaVM};
use jni::{Env, JValue, jni_sig, jni_str};
use std::fs::File;
use std::io;
use std::process::ExitCode;
use std::sync::{Mutex, OnceLock};

/// Megabytes of Java heap.
const HEAP: u32 = 256;

/// Where replies go. A library's function that is refused replies from within a call.
static REPLIES: OnceLock<Mutex<File>> = OnceLock::new();

/// Runs the helper until its input ends.
pub fn run() -> ExitCode {
    raw::close_inherited();
    raw::restore_faults();
    match pipes().and_then(|questions| serve(questions).map_err(io::Error::other)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = reply(&Reply::Failed(error.to_string()));
            ExitCode::from(3)
        }
    }
}

/// Moves the pipes away from the standard descriptors, which get nothing and lead nowhere.
fn pipes() -> io::Result<File> {
    /// Beyond what programs take for granted.
    const FROM: i32 = 100;
    let questions = rustix::io::fcntl_dupfd_cloexec(io::stdin(), FROM)?;
    let replies = rustix::io::fcntl_dupfd_cloexec(io::stdout(), FROM)?;
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    // What the JVM says goes where errors go, a file of the parent's.
    rustix::stdio::dup2_stdout(io::stderr())?;
    let _ = REPLIES.set(Mutex::new(File::from(replies)));
    Ok(File::from(questions))
}

fn reply(message: &Reply) -> io::Result<()> {
    let replies = REPLIES.get().ok_or_else(|| io::Error::other("there is no pipe"))?;
    let mut replies = replies.lock().map_err(|_| io::Error::other("the pipe is broken"))?;
    wire::send(&mut *replies, message)
}

/// A library's function wants something that it must not have. There is no way back out of it.
fn refuse(function: &str) {
    let kind = match function {
        name if name.contains("GlobalRef") => "keeps a global reference",
        name if name.contains("Critical") => "enters a critical section",
        "GetMethodID" | "GetStaticMethodID" => "calls back into Java",
        name if name.starts_with("Call") || name.starts_with("NewObject") => "calls back into Java",
        name if name.contains("Field") => "accesses a field",
        name if name.starts_with("FindClass") => "asks for a class that is not here",
        name if name.contains("CurrentThread") => "brings in a thread of its own",
        _ => "does more than work on its arguments",
    };
    let _ = reply(&Reply::Refused(format!("the library {kind}: {function} is not supported")));
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
}

fn serve(mut questions: File) -> Result<(), String> {
    let setup: Setup = match wire::receive(&mut questions) {
        Ok(Some(setup)) => setup,
        Ok(None) => return Ok(()),
        Err(error) => return Err(format!("the first frame: {error}")),
    };
    confine::die_with_parent(&setup)?;
    let confined = confine::confine(&setup)?;
    // Not on the first thread, whose stack HotSpot does not like to guard.
    let answering = std::thread::Builder::new().name("braid-host".into()).stack_size(8 << 20);
    let answering = answering.spawn(move || answer_all(questions, &setup, confined));
    let answering = answering.map_err(|error| format!("a thread: {error}"))?;
    answering.join().unwrap_or_else(|_| Err("the helper has panicked".into()))
}

fn options(setup: &Setup) -> Vec<String> {
    let folder = setup.folder.display();
    let models: Vec<String> = setup.models.iter().map(|path| path.display().to_string()).collect();
    let mut options = vec![
        // Signals are not the JVM's: Ctrl-C is for the command, and a signal that ends the helper is meant.
        "-Xrs".to_string(),
        format!("-Xmx{HEAP}m"),
        "-Xms16m".into(),
        "-Xss1m".into(),
        "-XX:+UseSerialGC".into(),
        // Most calls are few and small; the second compiler costs more than it saves.
        "-XX:TieredStopAtLevel=1".into(),
        "-XX:ReservedCodeCacheSize=48m".into(),
        "-XX:CompressedClassSpaceSize=64m".into(),
        "-XX:-UsePerfData".into(),
        "-XX:-CreateCoredumpOnCrash".into(),
        "-XX:+DisableAttachMechanism".into(),
        format!("-XX:ErrorFile={folder}/crash.log"),
        format!("-Djava.io.tmpdir={folder}"),
        format!("-Duser.home={folder}"),
        "-Duser.name=braid".into(),
        format!("-Djava.class.path={}", models.join(":")),
    ];
    if setup.feature >= 22 {
        options.push("--enable-native-access=ALL-UNNAMED".into());
    }
    options
}

fn answer_all(questions: File, setup: &Setup, confined: String) -> Result<(), String> {
    let mut args = InitArgsBuilder::new();
    for option in options(setup) {
        args = args.option(option);
    }
    let args = args.build().map_err(|error| format!("the options of the JVM: {error}"))?;
    let library = setup.java_home.join("lib/server/libjvm.so");
    let vm = JavaVM::with_libjvm(args, || Ok(library.clone()));
    let vm = vm.map_err(|error| format!("the JVM of {}: {error}", setup.java_home.display()))?;
    vm.attach_current_thread_for_scope(|env| -> Result<(), Ended> {
        begin(env, setup).map_err(Ended)?;
        reply(&Reply::Ready(confined)).map_err(|error| Ended(error.to_string()))?;
        let mut questions = questions;
        loop {
            match wire::receive::<Question>(&mut questions) {
                Ok(Some(question)) => {
                    let answered = answer(env, &question);
                    let answered = match answered {
                        Ok(answer) => Reply::Answer(answer),
                        Err(why) => Reply::Refused(why),
                    };
                    reply(&answered).map_err(|error| Ended(error.to_string()))?;
                }
                // The command asks no more. The JVM need not be taken down in order.
                Ok(None) => std::process::exit(0),
                Err(error) => return Err(Ended(format!("a question: {error}"))),
            }
        }
    })
    .map_err(|Ended(why)| why)
}

/// Why the helper ends.
struct Ended(String);

impl From<jni::errors::Error> for Ended {
    fn from(error: jni::errors::Error) -> Self {
        Ended(error.to_string())
    }
}

/// Defines stubs and loads libraries.
fn begin(env: &mut Env, setup: &Setup) -> Result<(), String> {
    if setup.libraries.is_empty() {
        return Ok(());
    }
    raw::install(env, setup.feature, refuse)?;
    let defined = |env: &mut Env, name: &str, bytes: &[u8]| {
        let loader = JClassLoader::get_system_class_loader(env)?;
        env.define_class(Some(JNIString::new(name)), &loader, bytes).map(|_| ())
    };
    for class in &setup.stubs {
        let made = defined(env, &class.class, &stub::class_file(class));
        made.map_err(|error| format!("a class like {}: {error}", class.class.replace('/', ".")))?;
    }
    defined(env, stub::LOADER, &stub::loader_class_file()).map_err(|error| format!("the loader: {error}"))?;
    for library in &setup.libraries {
        let loaded = load(env, &library.display().to_string());
        raw::set_loading(env, false);
        loaded.map_err(|trouble| {
            let why = values::explain(env, trouble);
            format!("{} cannot be loaded: {why}", library.display())
        })?;
    }
    Ok(())
}

fn load(env: &mut Env, file: &str) -> Result<(), Trouble> {
    let class = env.find_class(JNIString::new(stub::LOADER))?;
    let file = JString::new(env, file)?;
    raw::set_loading(env, true);
    env.call_static_method(class, jni_str!("load"), jni_sig!("(Ljava/lang/String;)V"), &[JValue::Object(&file)])?;
    Ok(())
}

/// Answers one call.
fn answer(env: &mut Env, question: &Question) -> Result<HostAnswer, String> {
    let answered = env.with_local_frame(64, |env| -> Result<Result<HostAnswer, String>, Trouble> {
        Ok(match answer_within(env, question) {
            Ok(answer) => Ok(answer),
            Err(trouble) => Err(values::explain(env, trouble)),
        })
    });
    match answered {
        Ok(answer) => answer,
        Err(trouble) => Err(values::explain(env, trouble)),
    }
}

fn answer_within(env: &mut Env, question: &Question) -> Result<HostAnswer, Trouble> {
    let call = &question.call;
    let objects = Objects::make(env, &call.objects)?;
    let result = match &question.model {
        Some(model) => call_model(env, model, call, &objects),
        None => call_library(env, call, &objects),
    };
    let result = match result {
        Ok(value) => Ok(value),
        Err(Trouble::Refused(why)) => return Err(Trouble::Refused(why)),
        Err(Trouble::Jni(error)) => match values::caught(env) {
            Some(throwable) => Err(values::thrown(env, &throwable, 0)?),
            None => return Err(Trouble::Jni(error)),
        },
    };
    objects.answer(env, &call.objects, result)
}

fn call_model<'l>(
    env: &mut Env<'l>,
    model: &ModelMethod,
    call: &HostCall,
    objects: &Objects<'l>,
) -> Result<jni::JValueOwned<'l>, Trouble> {
    let class: JClass = match env.find_class(JNIString::new(&model.class)) {
        Ok(class) => class,
        Err(error) => {
            let why = values::explain(env, Trouble::Jni(error));
            return Err(Trouble::Refused(format!("its class cannot be used: {why}")));
        }
    };
    let signature = RuntimeMethodSignature::from_str(&model.descriptor)?;
    let null = JObject::null();
    let args: Vec<JValue> = call.arguments.iter().map(|value| objects.argument(*value, &null)).collect();
    Ok(env.call_static_method(class, JNIString::new(&model.name), signature.method_signature(), &args)?)
}

fn call_library<'l>(
    env: &mut Env<'l>,
    call: &HostCall,
    objects: &Objects<'l>,
) -> Result<jni::JValueOwned<'l>, Trouble> {
    let signature = RuntimeMethodSignature::from_str(&call.descriptor)?;
    let name = JNIString::new(&call.name);
    let null = JObject::null();
    let first = usize::from(!call.is_static);
    let args: Vec<JValue> = call.arguments.iter().skip(first).map(|value| objects.argument(*value, &null)).collect();
    let result = if call.is_static {
        let class = env.find_class(JNIString::new(&call.class))?;
        raw::arm();
        env.call_static_method(class, name, signature.method_signature(), &args)
    } else {
        let receiver = call.objects.iter().position(|object| matches!(object, HostObject::Receiver { .. }));
        let receiver = receiver.and_then(|at| objects.object(at as u32));
        let Some(receiver) = receiver else { return Err(Trouble::Refused("it has no receiver".into())) };
        raw::arm();
        env.call_method(receiver, name, signature.method_signature(), &args)
    };
    raw::disarm();
    if result.is_err()
        && let Some(throwable) = values::caught(env)
    {
        if env.is_instance_of(&throwable, jni_str!("java/lang/UnsatisfiedLinkError"))? {
            return Err(Trouble::Refused("no library that is given has a function for it".into()));
        }
        env.throw(&throwable)?;
    }
    Ok(result?)
}
