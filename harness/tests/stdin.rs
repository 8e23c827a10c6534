//! Standard input of `braid run` is read when the program asks for it, after what it has written is shown.

mod support;

use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use support::jdk::{compile, tested};
use support::temp::TempDir;

const GREETER: &str = r#"
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Greeter {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        while (true) {
            System.out.print("name? ");
            String name = in.readLine();
            if (name == null) {
                System.out.println("bye");
                return;
            }
            System.out.println("hello " + name + (in.ready() ? ", and" : ""));
        }
    }
}
"#;

/// What the child writes, byte by byte, from a thread that can be waited for.
fn listen(child: &mut Child) -> Receiver<u8> {
    let mut out = child.stdout.take().expect("stdout is piped");
    let (send, receive) = channel();
    std::thread::spawn(move || {
        let mut byte = [0];
        while matches!(out.read(&mut byte), Ok(1)) && send.send(byte[0]).is_ok() {}
    });
    receive
}

fn expect(from: &Receiver<u8>, text: &str) {
    let mut seen = String::new();
    while seen != text {
        let byte = from.recv_timeout(Duration::from_secs(60));
        seen.push(char::from(byte.unwrap_or_else(|_| panic!("waiting for {text:?}, seen {seen:?}"))));
        assert!(text.starts_with(&seen), "expected {text:?}, seen {seen:?}");
    }
}

#[test]
fn a_prompt_is_shown_before_the_answer_is_read() {
    for jdk in tested() {
        let folder = TempDir::new("stdin").expect("a temporary directory");
        let source = folder.path().join("Greeter.java");
        std::fs::write(&source, GREETER).expect("a temporary file");
        compile(&jdk, &[&source], folder.path()).expect("the program compiles");
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.arg("run").arg("--jdk").arg(&jdk.home).arg("--classpath").arg(folder.path()).args(["--main", "Greeter"]);
        let mut child = braid.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("braid starts");
        let mut input = child.stdin.take().expect("stdin is piped");
        let output = listen(&mut child);
        expect(&output, "name? ");
        input.write_all(b"Ada\n").expect("the program reads");
        expect(&output, "hello Ada\nname? ");
        input.write_all(b"Grace\nJean\n").expect("the program reads");
        expect(&output, "hello Grace, and\nname? hello Jean\nname? ");
        drop(input);
        expect(&output, "bye\n");
        assert_eq!(child.wait().expect("braid ends").code(), Some(0));
    }
}
