//! Random clients of a class, in Java: what they call, and the text of their program.

use braid_jvm_front::classfile::{FieldType, Method, access};
use braid_jvm_front::source::ClassPath;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A class, how an object of it is made, and what can be called on that.
pub(super) struct Kind {
    class: String,
    object: String,
    calls: Vec<Call>,
}

/// A method with the values that its parameters may have.
struct Call {
    name: String,
    /// The values of each parameter, as Java.
    values: Vec<&'static [&'static str]>,
    /// It gives something back.
    gives: bool,
}

impl Kind {
    /// Finds the public methods of a class and of those that it extends, and what makes an object.
    pub(super) fn of(class: &str, object: Option<&str>, app: &ClassPath, boot: &ClassPath) -> Result<Kind, String> {
        let find = |name: &str| -> Result<_, String> {
            let found = match app.find_class(name) {
                Ok(None) => boot.find_class(name),
                other => other,
            };
            found.map_err(|error| error.to_string())
        };
        let internal = class.replace('.', "/");
        let mut calls: Vec<Call> = Vec::new();
        let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
        let mut object = object.map(str::to_string);
        let mut next = Some(internal.clone());
        while let Some(name) = next.take().filter(|name| name != "java/lang/Object") {
            let found = find(&name)?.ok_or_else(|| format!("there is no class {}", name.replace('/', ".")))?;
            let parsed = found.parse().map_err(|error| error.to_string())?;
            for method in parsed.methods() {
                let is_open = method.access() & access::PUBLIC != 0 && method.access() & access::SYNTHETIC == 0;
                let Some(values) = values(method).filter(|_| is_open) else { continue };
                if name == internal && object.is_none() {
                    object = maker(method, class, &values, parsed.access() & access::ABSTRACT != 0);
                }
                let is_plain = !method.is_static() && !method.name().starts_with('<');
                let has_text = matches!(method.name(), "toString" | "hashCode" | "equals" | "close");
                if is_plain && !has_text && seen.insert((method.name().into(), method.descriptor().into())) {
                    let gives = method.method_type().result().is_some();
                    calls.push(Call { name: method.name().to_string(), values, gives });
                }
            }
            next = parsed.super_name().map(str::to_string);
        }
        let object = object.ok_or_else(|| {
            format!("nothing public makes a {class} of simple values: say how, with --object 'new {class}(...)'")
        })?;
        match calls.is_empty() {
            true => Err(format!("{class} has no public method whose parameters are simple values")),
            false => Ok(Kind { class: class.replace('$', "."), object, calls }),
        }
    }
}

/// How a method makes an object of its class, if it does.
fn maker(method: Method<'_>, class: &str, values: &[&'static [&'static str]], is_abstract: bool) -> Option<String> {
    let arguments: Vec<&str> = values.iter().filter_map(|values| values.first().copied()).collect();
    let arguments = arguments.join(", ");
    let name = class.replace('$', ".");
    let makes =
        matches!(method.method_type().result(), Some(FieldType::Class(made)) if made == class.replace('.', "/"));
    match method.name() {
        "<init>" if !is_abstract => Some(format!("new {name}({arguments})")),
        factory if method.is_static() && makes => Some(format!("{name}.{factory}({arguments})")),
        _ => None,
    }
}

/// Values for each parameter of a method; nothing if there are none for one of them.
fn values(method: Method<'_>) -> Option<Vec<&'static [&'static str]>> {
    method.method_type().parameters().map(values_of).collect()
}

/// Values of a type, as Java.
fn values_of(parameter: FieldType<'_>) -> Option<&'static [&'static str]> {
    Some(match parameter {
        FieldType::Boolean => &["false", "true"],
        FieldType::Int => &["0", "1"],
        FieldType::Long => &["0L", "1L"],
        FieldType::Class("java/lang/Object" | "java/lang/Integer" | "java/lang/Number" | "java/lang/Comparable") => {
            &["(Integer) 0", "(Integer) 1"]
        }
        FieldType::Class("java/lang/Long") => &["(Long) 0L", "(Long) 1L"],
        FieldType::Class("java/lang/String" | "java/lang/CharSequence") => &["\"a\"", "\"b\""],
        FieldType::Class("java/lang/Runnable") => &["(java.lang.Runnable) () -> ran.incrementAndGet()"],
        FieldType::Class("java/lang/Throwable" | "java/lang/Exception") => &["new IllegalStateException()"],
        FieldType::Class("java/util/concurrent/Callable") => {
            &["(java.util.concurrent.Callable) () -> ran.incrementAndGet()"]
        }
        FieldType::Class("java/util/concurrent/TimeUnit") => &["java.util.concurrent.TimeUnit.SECONDS"],
        FieldType::Class("java/util/function/Supplier") => {
            &["(java.util.function.Supplier) () -> ran.incrementAndGet()"]
        }
        FieldType::Class("java/util/function/Consumer") => {
            &["(java.util.function.Consumer) v -> ran.incrementAndGet()"]
        }
        FieldType::Class("java/util/function/Function") => &["(java.util.function.Function) v -> v"],
        FieldType::Class("java/util/function/UnaryOperator") => &["(java.util.function.UnaryOperator) v -> v"],
        FieldType::Class("java/util/function/Predicate") => &["(java.util.function.Predicate) v -> ran.get() == 0"],
        FieldType::Class("java/util/function/BiFunction") => &["(java.util.function.BiFunction) (a, b) -> b"],
        FieldType::Class("java/util/function/BinaryOperator") => &["(java.util.function.BinaryOperator) (a, b) -> b"],
        FieldType::Class("java/util/Collection" | "java/lang/Iterable") => &["new java.util.ArrayList()"],
        FieldType::Byte | FieldType::Char | FieldType::Double | FieldType::Float | FieldType::Short => return None,
        FieldType::Class(_) | FieldType::Array(_) => return None,
    })
}

/// A call with its arguments.
struct Made {
    text: String,
    gives: bool,
}

/// Clients: for each its threads, and the calls of each.
pub(super) struct Clients(Vec<Vec<Vec<Made>>>);

impl Clients {
    /// As many as asked for: two threads, now and then three, with one or two calls each.
    pub(super) fn random(kind: &Kind, seed: u64, count: u32) -> Clients {
        let mut draw = Draw(seed);
        let client = |draw: &mut Draw| {
            let threads = 2 + usize::from(draw.below(4) == 0);
            let thread = |draw: &mut Draw| (0..1 + draw.below(2)).map(|_| kind.call(draw)).collect();
            (0..threads).map(|_| thread(draw)).collect()
        };
        Clients((0..count).map(|_| client(&mut draw)).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// A client as people are told of it.
    pub(super) fn told(&self, client: usize) -> String {
        let mut text = format!("client {client}:\n");
        for (thread, calls) in self.0[client].iter().enumerate() {
            let calls: Vec<&str> = calls.iter().map(|call| call.text.as_str()).collect();
            let _ = writeln!(text, "  thread {thread}: {}", calls.join("; "));
        }
        text
    }

    /// The program: its argument is the number of a client.
    pub(super) fn program(&self, name: &str, kind: &Kind) -> String {
        let mut cases = String::new();
        for (client, threads) in self.0.iter().enumerate() {
            let bodies = threads.iter().map(|calls| {
                let parts = calls.iter().map(|call| match call.gives {
                    true => format!("told.append(tell({})).append(' ');", call.text),
                    false => format!("{}; told.append(\"done \");", call.text),
                });
                format!("told -> {{ {} }}", parts.collect::<Vec<_>>().join(" "))
            });
            let bodies = bodies.collect::<Vec<_>>().join(", ");
            let _ = writeln!(cases, "            case {client}: all({bodies}); break;");
        }
        let (class, object) = (&kind.class, &kind.object);
        format!(
            "import java.util.concurrent.atomic.AtomicInteger;

@SuppressWarnings({{\"unchecked\", \"rawtypes\"}})
public class {name} {{
    interface Body {{
        void run(StringBuilder told) throws Throwable;
    }}

    static final AtomicInteger ran = new AtomicInteger();

    static String tell(Object value) {{
        boolean plain = value == null || value instanceof Number || value instanceof Boolean || value instanceof String
            || value instanceof java.util.ArrayList;
        return plain ? String.valueOf(value) : \"object\";
    }}

    static void all(Body... bodies) throws Exception {{
        StringBuilder[] told = new StringBuilder[bodies.length];
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {{
            int at = i;
            told[at] = new StringBuilder();
            threads[at] = new Thread(() -> {{
                try {{
                    bodies[at].run(told[at]);
                }} catch (Throwable e) {{
                    told[at].append(e.getClass().getSimpleName());
                }}
            }});
        }}
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        braid.Braid.outcome(String.join(\"| \", told) + ran.get());
    }}

    public static void main(String[] args) throws Exception {{
        {class} object = {object};
        switch (Integer.parseInt(args[0])) {{
{cases}        }}
    }}
}}
"
        )
    }
}

impl Kind {
    fn call(&self, draw: &mut Draw) -> Made {
        let Call { name, values, gives } = &self.calls[draw.below(self.calls.len())];
        let arguments: Vec<&str> = values.iter().map(|values| values[draw.below(values.len())]).collect();
        Made { text: format!("object.{name}({})", arguments.join(", ")), gives: *gives }
    }
}

/// Random numbers (SplitMix64; Steele, Lea and Flood, 2014).
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z % limit as u64) as usize
    }
}
