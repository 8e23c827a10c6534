//! Small random programs that record what they end with, the same for the same seed.
//!
//! Main is one of the threads: it starts the others, does its own part, joins them and tells everything by
//! `Braid.outcome`. A program is made of the statements of one or two kits. Those for the referee have two threads with one
//! or two statements each, the others two or three threads with two to four.

pub mod kits;

use kits::{COMMON, Kit};
use std::fmt::Write as _;

use super::generator::Random;

/// What a program is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// The referee can explore it.
    Tiny,
    /// Only reductions can.
    Larger,
}

/// A generated program.
pub struct Small {
    pub seed: u64,
    /// The main class.
    pub name: String,
    pub kits: Vec<Kit>,
    pub size: Size,
    /// Whether a JVM shows nothing but what sequential consistency allows.
    pub ordered: bool,
    /// Options that change what the program does.
    pub flags: Vec<String>,
    pub source: String,
    /// The same program with random delays between the statements, for a JVM.
    pub delayed: String,
}

/// The program of a seed, of kits that are not `left_out`.
pub fn generate(seed: u64, left_out: &[Kit]) -> Small {
    let mut random = Random::new(seed.wrapping_mul(0x9e37) ^ 0x0c0f_fee5);
    let all: Vec<Kit> = Kit::ALL.into_iter().filter(|kit| !left_out.contains(kit)).collect();
    // Every kit has its turn as the first one.
    let first = usize::try_from(seed).expect("seeds are small") % all.len();
    let mut kits = vec![all[first]];
    if random.percent(35) {
        kits.push(random.pick(&all));
    }
    kits.sort_unstable();
    kits.dedup();
    // Their declarations use the same names.
    if clashes(&kits) {
        kits = vec![all[first]];
    }
    let size = if random.percent(70) { Size::Tiny } else { Size::Larger };
    let parts: Vec<_> = kits.iter().map(|kit| kit.parts()).collect();
    let statements: Vec<&str> = parts.iter().flat_map(|parts| parts.statements).copied().collect();
    let (threads, least, more) = match size {
        Size::Tiny => (2, 1, if kits.contains(&Kit::Collections) { 1 } else { 2 }),
        Size::Larger => (2 + random.below(2), 2, 3),
    };
    let name = format!("S{seed}");
    let mut bodies = String::new();
    let mut count = 0;
    for thread in 0..threads {
        let _ = writeln!(bodies, "    static void part{thread}() throws Throwable {{\n        int r = 0;");
        for _ in 0..least + random.below(more) {
            count += 1;
            let statement = random.pick(&statements);
            let statement = statement
                .replace('#', &(1 + random.below(3)).to_string())
                .replace('@', &random.below(threads).to_string())
                .replace('%', &count.to_string());
            let _ = writeln!(bodies, "        //D\n        {statement}");
        }
        let _ = writeln!(bodies, "        r{thread} = r;\n    }}");
    }
    let flags = if random.percent(10) { vec!["--spurious".to_owned()] } else { Vec::new() };
    let source = program(&name, threads, &parts, &bodies).replace("Main", &name);
    let delayed = source.replace("//D", "Delay.some();");
    let ordered = parts.iter().all(|parts| parts.ordered);
    Small { seed, name, kits, size, ordered, flags, source, delayed }
}

fn clashes(kits: &[Kit]) -> bool {
    const NAMES: [&[Kit]; 5] = [
        &[Kit::Handles, Kit::OrderedHandles, Kit::Initializers, Kit::FailingInitializers, Kit::VolatileHolders],
        &[Kit::Reflection, Kit::MethodHandles, Kit::Holders, Kit::Finals],
        &[Kit::Reflection, Kit::VolatileHolders, Kit::MethodHandles],
        &[Kit::Collections, Kit::Atomics],
        &[Kit::Initializers, Kit::Atomics],
    ];
    NAMES.iter().any(|names| names.iter().filter(|kit| kits.contains(kit)).count() > 1)
}

fn program(name: &str, threads: usize, parts: &[&kits::Parts], bodies: &str) -> String {
    let mut out = format!("public class {name} {{{COMMON}\n    static int r0, r1, r2;\n");
    for parts in parts {
        let _ = writeln!(out, "    {}", parts.declarations);
    }
    out.push_str(bodies);
    out.push_str("    static <T extends Throwable> void fail(Throwable e) throws T { throw (T) e; }\n");
    out.push_str("    static String body() throws Throwable {\n        t[0] = Thread.currentThread();\n");
    for thread in 1..threads {
        let _ = writeln!(out, "        t[{thread}] = new Thread() {{");
        let _ = writeln!(out, "            public void run() {{");
        let _ = writeln!(
            out,
            "                try {{ part{thread}(); }} catch (InterruptedException e) {{ r{thread} = -1; }}"
        );
        let _ = writeln!(out, "                catch (Throwable e) {{ Main.<RuntimeException>fail(e); }}");
        let _ = writeln!(out, "            }}\n        }};");
    }
    for thread in 1..threads {
        let _ = writeln!(out, "        t[{thread}].start();");
    }
    out.push_str("        part0();\n");
    for thread in 1..threads {
        let _ = writeln!(out, "        t[{thread}].join();");
    }
    let told: String = parts.iter().map(|parts| parts.told).collect();
    let _ = writeln!(out, "        return told(r0, r1, r2, a, b, n, v, w{told});");
    out.push_str(
        "    }\n    static String told(Object... values) {\n        StringBuilder text = new StringBuilder();\n",
    );
    out.push_str(
        "        for (Object value : values) text.append(value).append(',');\n        return text.toString();\n    }\n",
    );
    out.push_str("    public static void main(String[] args) throws Throwable {\n");
    out.push_str("        braid.Braid.outcome(body());\n    }\n}\n");
    out
}
