//! Short forms for what every small program says: a layer over the textual form, expanded line by line.
//!
//! ```text
//! shared x I                 a static field of class G; `volatile` behind it makes it volatile
//! shared lock Object final   one that holds a new object before any thread starts
//! thread A {                 a class A that extends Thread; the lines are its run()
//! main {                     a class Main; the lines are its main(String[])
//! ```
//!
//! In any code: `get r0, x` and `put x, r0` access a shared field; `spawn r0, A` makes and starts a thread; `join r0`,
//! `interrupt r0`, `wait r0`, `wait r0 5`, `notify r0`, `notifyAll r0`, `sleep 5` call what they name; `tell "text"` and
//! `number r0` add to the outcome; `choose r0, 3` and `assume r0` are Braid's; `fail` throws an AssertionError, `assert r0`
//! if the register is zero. Registers from r20 on are theirs: a call overlaps the caller's frame from its arguments on.

use std::collections::BTreeMap;

const REGISTERS: &str = "    registers 26";

/// What a shared field is declared as.
struct Shared {
    descriptor: String,
    flags: u16,
}

struct Expander {
    shared: BTreeMap<String, Shared>,
    out: Vec<String>,
    labels: u32,
}

/// The program in the textual form.
pub fn expand(short: &str) -> String {
    let mut expander = Expander { shared: BTreeMap::new(), out: Vec::new(), labels: 0 };
    for line in short.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["shared", name, kind, rest @ ..] = words.as_slice() {
            let flag = |word: &str, flag: u16| if rest.contains(&word) { flag } else { 0 };
            let descriptor = if *kind == "Object" { "Ljava/lang/Object;" } else { kind };
            let flags = 0x9 | flag("volatile", 0x40) | flag("final", 0x10);
            let shared = Shared { descriptor: descriptor.to_owned(), flags };
            expander.shared.insert((*name).to_owned(), shared);
        }
    }
    expander.globals();
    let mut closes = None;
    for line in short.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["shared", ..] => {}
            ["thread", name, "{"] => {
                expander.push(&format!("class {name} extends java/lang/Thread {{\n  method run ()V flags 0x1 {{"));
                expander.push(REGISTERS);
                closes = Some(line.find("thread").expect("invariant: the word is there"));
            }
            ["main", "{"] => {
                expander.push("class Main extends java/lang/Object {");
                expander.push("  method main ([Ljava/lang/String;)V flags 0x9 {");
                expander.push(REGISTERS);
                expander.push("    invokestatic r20, r20, G.begin()V");
                closes = Some(line.find("main").expect("invariant: the word is there"));
            }
            ["}"] if closes.is_some() && closes == line.find('}') => {
                expander.push("    return\n  }\n}");
                closes = None;
            }
            words => expander.line(line, words),
        }
    }
    expander.out.join("\n") + "\n"
}

impl Expander {
    fn push(&mut self, line: &str) {
        self.out.push(line.to_owned());
    }

    /// The class of shared fields. `main` begins with a call of `begin`, so that the class is initialized before any thread starts.
    fn globals(&mut self) {
        self.push("class G extends java/lang/Object {");
        let mut made = String::new();
        let mut fields = String::new();
        for (name, Shared { descriptor, flags }) in &self.shared {
            fields += &format!("  field {name} {descriptor} flags {flags:#x}\n");
            if flags & 0x10 != 0 {
                let class = descriptor.trim_start_matches('L').trim_end_matches(';');
                made += &format!("    new r0, {class}\n    putstatic r0, G.{name}:{descriptor}\n");
            }
        }
        self.push(fields.trim_end());
        self.push(&format!("  method <clinit> ()V flags 0x8 {{\n    registers 2\n{made}    return\n  }}"));
        self.push("  method begin ()V flags 0x9 {\n    registers 1\n    return\n  }\n}");
    }

    fn call(&mut self, kind: &str, args: &[&str], member: &str) {
        for (register, arg) in (20..).zip(args) {
            self.push(&format!("    move r{register}, {arg}"));
        }
        self.push(&format!("    {kind} r20, r20, {member}"));
    }

    fn shared(&self, name: &str) -> String {
        let shared = self.shared.get(name).unwrap_or_else(|| panic!("nothing shared is called {name:?}"));
        format!("G.{name}:{}", shared.descriptor)
    }

    fn fail(&mut self) {
        self.push("    new r20, java/lang/AssertionError\n    throw r20");
    }

    fn line(&mut self, line: &str, words: &[&str]) {
        const OBJECT: &str = "java/lang/Object";
        const THREAD: &str = "java/lang/Thread";
        let bare = |word: &str| word.trim_end_matches(',').to_owned();
        match words {
            ["get", to, name] => {
                let field = self.shared(name);
                self.push(&format!("    getstatic {} {field}", to));
            }
            ["put", name, from] => {
                let field = self.shared(&bare(name));
                self.push(&format!("    putstatic {from}, {field}"));
            }
            ["spawn", to, class] => {
                self.push(&format!("    new {} {class}", to));
                self.call("invokevirtual", &[&bare(to)], &format!("{THREAD}.start()V"));
            }
            ["join", thread] => self.call("invokevirtual", &[thread], &format!("{THREAD}.join()V")),
            ["interrupt", thread] => self.call("invokevirtual", &[thread], &format!("{THREAD}.interrupt()V")),
            ["wait", object] => {
                self.push("    lconst r21, 0");
                self.call("invokevirtual", &[object], &format!("{OBJECT}.wait(J)V"));
            }
            ["wait", object, millis] => {
                self.push(&format!("    lconst r21, {millis}"));
                self.call("invokevirtual", &[object], &format!("{OBJECT}.wait(J)V"));
            }
            ["sleep", millis] => {
                self.push(&format!("    lconst r20, {millis}"));
                self.call("invokestatic", &[], &format!("{THREAD}.sleep(J)V"));
            }
            ["notify", object] => self.call("invokevirtual", &[object], &format!("{OBJECT}.notify()V")),
            ["notifyAll", object] => self.call("invokevirtual", &[object], &format!("{OBJECT}.notifyAll()V")),
            ["tell", ..] => {
                let text = line.trim().trim_start_matches("tell");
                self.push(&format!("    string r20,{text}"));
                self.call("invokestatic", &[], "braid/Braid.record(Ljava/lang/String;)V");
            }
            ["number", register] => self.call("invokestatic", &[register], "braid/Braid.number(I)V"),
            ["choose", to, options] => {
                self.push(&format!("    iconst r20, {options}"));
                self.push(&format!("    invokestatic {} r20, braid/Braid.choose(I)I", to));
            }
            ["assume", register] => self.call("invokestatic", &[register], "braid/Braid.assume(Z)V"),
            ["fail"] => self.fail(),
            ["assert", register] => {
                self.labels += 1;
                let label = format!("holds{}", self.labels);
                self.push(&format!("    ifnek {register}, 0, {label}"));
                self.fail();
                self.push(&format!("  {label}:"));
            }
            _ => self.push(line),
        }
    }
}
